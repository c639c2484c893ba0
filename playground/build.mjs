/** Builds the playground into the package: `npm install && npm run build` in this folder. */

import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const here = new URL(".", import.meta.url);
const names = readdirSync(new URL("src/", here)).sort().map((name) => `src/${name}`);
const hash = createHash("sha256");
for (const name of [...names, "package.json", "build.mjs"]) {
  hash.update(`${name}\n`).update(readFileSync(new URL(name, here)));
}
const { outputFiles } = await build({
  entryPoints: [new URL("src/main.js", here).pathname],
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  legalComments: "eof",
  loader: { ".css": "text" },
  write: false,
  absWorkingDir: here.pathname,
});
const banner = `// dnar playground; built by playground/build.mjs from sources ${hash.digest("hex")}\n`;
const target = process.argv[2] ?? new URL("../src/dnar/play/static/playground.js", here).pathname;
writeFileSync(target, banner + outputFiles[0].text);
