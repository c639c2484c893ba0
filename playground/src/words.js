/** Words for the parts of a program, the same as those of `dnar explain`. */

import { FUNCTIONS } from "./functions.js";

const SIGNS = {
  "-1": "is less than",
  0: "equals",
  1: "is greater than",
  "-1,0": "is at most",
  "0,1": "is at least",
  "-1,1": "differs from",
  "-1,0,1": "may be compared with",
};

/** A scalar with ten digits, as Python formats it with `.10g`. */
export function number(value) {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  const [digits, power] = value.toExponential(9).split("e");
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 10) {
    const fixed = value.toFixed(9 - exponent);
    return fixed.includes(".") ? fixed.replace(/\.?0+$/, "") : fixed;
  }
  const sign = exponent < 0 ? "-" : "+";
  const size = String(Math.abs(exponent)).padStart(2, "0");
  return `${digits.replace(/\.?0+$/, "")}e${sign}${size}`;
}

/** A class by its number, as in `DONE over NEUTRAL`. */
export function classWords(program, klass) {
  if (klass === program.nothing) return "nothing";
  const arcs = program.arcStates.length;
  const sender = program.nodeStates[Math.floor(klass / arcs)];
  return `${sender} over ${program.arcStates[klass % arcs]}`;
}

function signWords(comparisons, signs) {
  return comparisons.flatMap(({ left, right }, at) =>
    signs[at] === null
      ? []
      : [`its ${left} ${SIGNS[[...signs[at]].sort((a, b) => a - b)]} its ${right}`]);
}

const alternatives = (names, some) => [...some].map((state) => names[state]).join(" or ");

/** A node case as one line: when it applies and what becomes of the node. */
export function nodeCaseWords(program, each) {
  const parts = program.heads.flatMap(({ name }, head) => {
    if (each.heard[head] === null) return [];
    const classes = [...each.heard[head]].map((klass) => classWords(program, klass));
    return [`${name} hears ${classes.join(" or ") || "what cannot be"}`];
  });
  const when = [...parts, ...signWords(program.compared.node, each.signs)].join(" and ");
  const { nodeStates } = program;
  return {
    from: nodeStates[each.state],
    to: nodeStates[each.becomes],
    when: when || "always",
  };
}

/** An arc case as one line. */
export function arcCaseWords(program, each) {
  const parts = [];
  for (const [name, states, names] of [
    ["receiver", each.receiver, program.nodeStates],
    ["sender", each.sender, program.nodeStates],
    ["reverse", each.reverse, program.arcStates],
  ]) {
    if (states !== null) parts.push(`${name} ${alternatives(names, states) || "impossible"}`);
  }
  for (const [flags, words] of [[each.heard, "heard"], [each.back, "heard back"]]) {
    program.heads.forEach(({ name }, head) => {
      if (!((flags.mask >> head) & 1)) return;
      const not = (flags.bits >> head) & 1 ? "" : "not ";
      parts.push(`${not}${words}${program.heads.length > 1 ? ` by ${name}` : ""}`);
    });
  }
  parts.push(...signWords(program.compared.arc, each.signs));
  const { arcStates } = program;
  return {
    from: arcStates[each.state],
    to: arcStates[each.becomes],
    when: parts.join(" and ") || "always",
  };
}

/** What a term adds. */
export function valueWords(program, target, term) {
  const atNode = program.scalars.get(target).place === "node";
  switch (term.gate) {
    case "inc": return number(term.number);
    case "keep": return "its old value";
    case "apply":
      return FUNCTIONS[term.function].words.replace(
        /\{(\d)\}/g, (_, at) => `its ${term.arguments[at]}`);
    case "push": return `the ${term.scalar} of ${atNode ? "each arc of its row" : "its sender"}`;
    case "take": return `the ${term.scalar} of its receiver`;
    default: {
      const whose = program.scalars.get(term.scalar).place === "arc" ? "arc" : "sender";
      return `the ${term.scalar} of the ${whose} that ${term.head} hears`;
    }
  }
}

/** The operations as lines: a scalar's next value. */
export function opWords(program, op) {
  const place = program.scalars.get(op.target).place;
  const gating = { push: place === "node" ? "arc" : "node", take: "node" };
  return op.terms.map((term) => {
    const names = (gating[term.gate] ?? place) === "node" ? program.nodeStates : program.arcStates;
    const states = term.when.length === names.length
      ? "every state"
      : term.when.map((state) => names[state]).join(", ") || "no state";
    return `${valueWords(program, op.target, term)}, in ${states}`;
  });
}
