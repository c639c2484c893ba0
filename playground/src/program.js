/**
 * A program: ordered cases over numbered states, made ready for the interpreter.
 *
 * The JSON is that of `dnar.machine.program_json`, described in docs/certificates.md.
 */

export const FORMAT = 2;
export const UNLISTED = 2 ** 31 - 1;

/** Throws an Error with one clear line if the JSON is no program of this format. */
export function compileProgram(json) {
  if (!json || typeof json !== "object" || !Array.isArray(json.node_cases)) {
    throw new Error("this is no program: expected a JSON object with cases");
  }
  if (json.format !== FORMAT) {
    throw new Error(`the program is of format ${json.format} and this page reads ${FORMAT}`);
  }
  const nodes = json.node_states.length;
  const arcs = json.arc_states.length;
  const scalars = new Map(json.scalars.map((each) => [each.name, each]));
  const compared = { node: [], arc: [] };
  for (const each of json.comparisons) compared[scalars.get(each.left).place].push(each);
  return {
    json,
    task: json.task,
    nodeStates: json.node_states,
    arcStates: json.arc_states,
    heads: json.heads,
    scalars,
    streams: json.scalars.filter((each) => each.start === "stream"),
    compared,
    nothing: nodes * arcs,
    orders: orders(json),
    listed: json.heads.map((_, head) => listedPlaces(json, head)),
    nodeCases: byState(json.node_cases.map((each, at) => nodeCase(each, at, arcs, nodes)), nodes),
    arcCases: byState(json.arc_cases.map(arcCase), arcs),
    ops: json.ops.map((op) => ({ target: op.target, terms: op.terms.map(gatedTerm) })),
    readouts: json.readouts,
  };
}

/** By head and receiver state: what is listened for, first come first. */
function orders(json) {
  const found = json.heads.map(() => json.node_states.map(() => []));
  for (const { head, receiver, entries } of json.orders) found[head][receiver] = entries;
  return found;
}

/**
 * The place of each entry in the order of each receiver state, or UNLISTED.
 *
 * The entry of a class is numbered 2 * class + 1 for its best arc and 2 * class for others.
 */
function listedPlaces(json, head) {
  const nodes = json.node_states.length;
  const arcs = json.arc_states.length;
  const width = 2 * nodes * arcs;
  const table = new Int32Array(nodes * width).fill(UNLISTED);
  for (const order of json.orders) {
    if (order.head !== head) continue;
    order.entries.forEach(([sender, arc, best], place) => {
      const entry = order.receiver * width + 2 * (sender * arcs + arc);
      if (best || table[entry + 1] === UNLISTED) table[entry + best] = place;
    });
  }
  return table;
}

function nodeCase(each, index, arcs, nodes) {
  const classNumber = (pair) => (pair.length ? pair[0] * arcs + pair[1] : nodes * arcs);
  return {
    index,
    state: each.state,
    becomes: each.becomes,
    heard: each.heard.map((some) => some && new Set(some.map(classNumber))),
    signs: each.signs.map(asSet),
  };
}

function arcCase(each, index) {
  return {
    index,
    state: each.state,
    becomes: each.becomes,
    receiver: asSet(each.receiver),
    sender: asSet(each.sender),
    reverse: asSet(each.reverse),
    heard: flags(each.heard),
    back: flags(each.heard_back),
    signs: each.signs.map(asSet),
  };
}

const asSet = (some) => some && new Set(some);

/** Wanted bits and the mask of the heads that matter. */
function flags(wanted) {
  let mask = 0;
  let bits = 0;
  wanted.forEach((flag, head) => {
    if (flag === null) return;
    mask |= 1 << head;
    if (flag) bits |= 1 << head;
  });
  return { mask, bits };
}

function gatedTerm(term) {
  return { ...term, open: new Set(term.when) };
}

function byState(cases, states) {
  const found = Array.from({ length: states }, () => []);
  for (const each of cases) found[each.state].push(each);
  return found;
}

/** The program without one of its cases: a mutant to compare with. */
export function withoutCase(json, place, index) {
  const field = place === "node" ? "node_cases" : "arc_cases";
  return { ...json, [field]: json[field].filter((_, at) => at !== index) };
}
