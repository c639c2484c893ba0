/** The panels beside the drawing: legend, rules, why, answer, nodes. */

import { readOutputs } from "./answer.js";
import { fill, ink } from "./colours.js";
import { h } from "./dom.js";
import { explainCase } from "./why.js";
import { arcCaseWords, nodeCaseWords, opWords } from "./words.js";

export function legend(program, present) {
  return program.nodeStates
    .map((name, state) => [name, state])
    .filter(([, state]) => present.has(state) || program.nodeStates.length <= 12)
    .map(([name, state]) => h("span", {
      className: "chip",
      style: `background:${fill(state)};color:${ink(state)}`,
    }, name));
}

/** The rules as a list; `light` marks those that fire. */
export class RulesPanel {
  constructor(program) {
    this.lines = { node: new Map(), arc: new Map() };
    const line = (place, words, each) => {
      const count = h("span", { className: "count" });
      const item = h("li", {},
        h("b", {}, words.from), " becomes ", h("b", {}, words.to),
        h("span", { className: "when" }, words.when === "always" ? " always" : ` if ${words.when}`),
        count);
      this.lines[place].set(each.index, { item, count });
      return item;
    };
    const nodes = program.nodeCases.flat().map((each) => line("node", nodeCaseWords(program, each), each));
    const arcs = program.arcCases.flat().map((each) => line("arc", arcCaseWords(program, each), each));
    const ops = program.ops.map((op) =>
      h("li", {}, h("b", {}, op.target), ": ", opWords(program, op).join("; plus ")));
    this.element = h("div", {},
      h("h3", {}, "Node rules"), h("ol", {}, nodes),
      ...(arcs.length ? [h("h3", {}, "Arc rules"), h("ol", {}, arcs)] : []),
      ...(ops.length ? [h("h3", {}, "Numbers, after a step"), h("ul", {}, ops)] : []));
  }

  light(detail) {
    for (const [place, fired] of [["node", detail?.nodeCase], ["arc", detail?.arcCase]]) {
      const counts = new Map();
      for (const index of fired ?? []) counts.set(index, (counts.get(index) ?? 0) + 1);
      for (const [index, { item, count }] of this.lines[place]) {
        const many = counts.get(index) ?? 0;
        item.classList.toggle("fires", many > 0);
        if (many) item.setAttribute("aria-current", "step");
        else item.removeAttribute("aria-current");
        count.textContent = many ? ` (fires at ${many} ${place}${many > 1 ? "s" : ""})` : "";
      }
    }
  }
}

/** Why a node does what it does in the next step. */
export function whyPanel(program, instance, snapshot, node) {
  const told = explainCase(program, instance, snapshot, node);
  const table = h("table", {},
    h("thead", {}, h("tr", {}, told.row.titles.map((title) => h("th", { scope: "col" }, title.toLowerCase())))),
    h("tbody", {}, told.row.rows.map((cells) =>
      h("tr", { className: cells.at(-2) ? "heard" : "" }, cells.map((cell) => h("td", {}, cell))))));
  const line = ({ words, senders, heard }) => h("li", { className: heard ? "fires" : "" },
    `${words}: ${senders.slice(0, 12).join(", ")}${senders.length > 12 ? ", ..." : ""}`);
  const orders = program.heads.map((head, at) => {
    const present = told.orders[at].filter(({ senders }) => senders.length);
    const absent = told.orders[at].filter(({ senders }) => !senders.length);
    return h("div", {},
      h("p", {}, present.length ? `${head.name}, first come first:` : `${head.name}: none in its row`),
      h("ol", {}, present.map(line)),
      absent.length
        ? h("details", {}, h("summary", {}, `${absent.length} more that are not in its row`),
          h("p", { className: "absent" }, absent.map(({ words }) => words).join(", ")))
        : null);
  });
  const list = (title, lines) => (lines.length ? [h("h3", {}, title), h("ul", {}, lines.map((line) => h("li", {}, line)))] : []);
  return [
    h("p", { className: "opening", "data-test": "why" }, told.opening),
    h("h3", {}, "What it hears"), h("ul", {}, told.hears.map((line) => h("li", {}, line))),
    h("h3", {}, "Candidates"), ...orders,
    h("h3", {}, "Its row"), h("div", { className: "wide" }, table),
    ...(told.row.left ? [h("p", {}, `... and ${told.row.left} more arcs`)] : []),
    ...list("Changes of its arcs", told.arcs),
    ...list("Numbers", told.scalars),
  ];
}

/** The outputs as they stand after this step. */
export function answerPanel(program, instance, snapshot, outputs) {
  const found = readOutputs(program, instance, snapshot, outputs);
  const text = (value) => {
    if (value === null) return "none";
    if (typeof value !== "object") return String(value);
    const parts = Array.isArray(value)
      ? value.map((each) => (Array.isArray(each) ? `${each[0]}-${each[1]}: ${each[2]}` : String(each)))
      : Object.entries(value).map(([key, each]) => `${key}: ${each !== null && typeof each === "object" ? "..." : each}`);
    return parts.length > 60 ? `${parts.slice(0, 60).join(", ")}, ...` : parts.join(", ") || "none";
  };
  return Object.entries(found).map(([name, value]) =>
    h("p", { "data-output": name, "data-value": JSON.stringify(value) }, h("b", {}, name), ` ${text(value)}`));
}
