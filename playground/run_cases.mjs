/** Runs cases from standard input with the page's interpreter, for comparison with Python's. */

import { readFileSync } from "node:fs";
import { runCase } from "./src/run_case.js";

const cases = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(cases.map(runCase)));
