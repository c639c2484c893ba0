/**
 * Layouts: from a task's input to an instance.
 *
 * Most tasks start from a graph: the states in which its nodes and arcs begin are given with
 * the task. The tasks with a layout of their own have an encoder here; tests compare all of
 * them with the encoders of `dnar.tasks`.
 */

import { complete, linked, randomRows } from "./instance.js";

const range = (count, from = 0) => Array.from({ length: count }, (_, at) => at + from);

/** The instance of a problem: { graph, start, values, seed }. */
export function encode(task, program, problem) {
  if (OWN[task.name]) return OWN[task.name](program, problem);
  if (!task.nodeStart) {
    throw new Error(`${task.name} lays out its own arcs: show it from Python with dnar.play`);
  }
  return encodeGraph(task, program, problem);
}

/** Roles and weights of the arcs of a graph, as `dnar.machine.lay_out` gives them. */
function graphArcs({ labels, edges, directed }) {
  const virtual = labels.length;
  const arcs = new Map();
  const place = (receiver, sender) => receiver * (virtual + 1) + sender;
  const weights = new Map();
  for (const [source, target, weight = 0] of edges) {
    if (source !== target) weights.set(place(target, source), weight);
  }
  for (const [source, target, weight = 0] of edges) {
    if (source === target) continue;
    const opposite = weights.get(place(source, target));
    const twoWay = !directed || opposite !== undefined;
    arcs.set(place(target, source), [target, source, twoWay ? "both" : "along", weight]);
    const back = directed && opposite !== undefined ? opposite : weight;
    arcs.set(place(source, target), [source, target, twoWay ? "both" : "against", back]);
  }
  for (let node = 0; node < virtual; node += 1) {
    arcs.set(place(node, virtual), [node, virtual, "from_virtual", 0]);
    arcs.set(place(virtual, node), [virtual, node, "to_virtual", 0]);
  }
  for (let node = 0; node <= virtual; node += 1) {
    arcs.set(place(node, node), [node, node, "self", 0]);
  }
  const keys = Float64Array.from(arcs.keys()).sort();
  const at = new Map();
  keys.forEach((key, number) => at.set(key, number));
  const found = Array.from(keys, (key) => arcs.get(key));
  return {
    receiver: found.map(([receiver]) => receiver),
    sender: found.map(([, sender]) => sender),
    reverse: found.map(([receiver, sender]) => at.get(place(sender, receiver))),
    role: found.map(([, , role]) => role),
    weight: found.map(([, , , weight]) => weight),
  };
}

function encodeGraph(task, program, problem) {
  const { graph, start = null, moreStarts = [], values = [], seed = 0 } = problem;
  const count = graph.labels.length;
  const { weight, ...arcs } = graphArcs(graph);
  const states = task.nodeStart[start === null ? "without start" : "with start"];
  if (!states) throw new Error(`${task.name} begins at a node: choose one`);
  const names = Array(count + 1).fill(states.real);
  names[count] = states.virtual;
  if (start !== null) for (const node of [start, ...moreStarts]) names[node] = states.start;
  const first = { weight, value: [...values, 0], index: range(count + 1) };
  const scalars = {};
  for (const [name, from] of Object.entries(task.scalarStart)) {
    if (first[from]) scalars[name] = first[from];
  }
  const streams = {};
  for (const { name } of program.streams) streams[name] = randomRows(seed, count, count + 1);
  return complete({
    labels: graph.labels,
    kind: [...Array(count).fill(0), 1],
    nodeState: names.map((name) => program.nodeStates.indexOf(name)),
    ...arcs,
    arcState: arcs.role.map((role) => program.arcStates.indexOf(task.arcStart[role])),
    scalars,
    streams,
  });
}

const OWN = {
  insertion_sort: encodeSlots,
  matrix_chain_order: encodeChain,
  segments_intersect: encodeSegments,
  naive_string_matcher: encodeStrings,
  floyd_warshall: encodePairs,
};

/** Tasks whose layout is written here. */
export const OWN_LAYOUTS = Object.keys(OWN);

const stateNumber = (program, name) => program.nodeStates.indexOf(name);

function encodeSlots(program, { values }) {
  const slots = range(values.length);
  const arcs = linked({ self: "self", left: "right", right: "left" }, [
    ...slots.map((slot) => ["self", slot, slot]),
    ...slots.slice(1).map((slot) => ["left", slot, slot - 1]),
  ]);
  const state = { self: "SELF", left: "FROM_LEFT", right: "FROM_RIGHT" };
  return complete({
    labels: slots,
    kind: slots.map(() => 0),
    nodeState: slots.map((slot) => stateNumber(program, slot ? "WAITING" : "DONE")),
    ...arcs,
    arcState: arcs.role.map((role) => program.arcStates.indexOf(state[role])),
    scalars: { key: values, item: slots },
    streams: {},
  });
}

function encodeChain(program, { values }) {
  const numbers = values.length;
  const cells = [];
  for (let row = 1; row < numbers; row += 1) {
    for (let column = row; column < numbers; column += 1) cells.push({ row, column });
  }
  const cellAt = new Map(
    cells.map(({ row, column }, at) => [`${row} ${column}`, numbers + at]),
  );
  const splits = cells.flatMap(({ row, column }) =>
    range(column - row, row).map((after) => ({ row, column, after })));
  const first = numbers + cells.length;
  const every = range(first + splits.length);
  const roles = {
    self: "self", left: "left_user", left_user: "left", right: "right_user",
    right_user: "right", choice: "owner", owner: "choice",
  };
  const link = (role, ends) =>
    splits.map((each, at) => [role, first + at, cellAt.get(ends(each).join(" "))]);
  const arcs = linked(roles, [
    ...every.map((node) => ["self", node, node]),
    ...link("left", ({ row, after }) => [row, after]),
    ...link("right", ({ after, column }) => [after + 1, column]),
    ...link("owner", ({ row, column }) => [row, column]),
  ]);
  // The order of the arc states is that of the roles, but both users share one.
  const arcState = {
    self: 0, left: 1, left_user: 3, right: 2, right_user: 3, choice: 4, owner: 5,
  };
  const blank = (count) => Array(count).fill(0);
  const column = (cell, split) =>
    [...blank(numbers), ...cells.map(cell), ...splits.map(split)];
  const none = () => 0;
  return complete({
    labels: range(numbers),
    kind: [...blank(numbers), ...cells.map(() => 2), ...splits.map(() => 3)],
    nodeState: [
      ...blank(numbers).map(() => "NUMBER"),
      ...cells.map((cell) => (cell.row === cell.column ? "FILLED" : "EMPTY")),
      ...splits.map(() => "WAITING"),
    ].map((name) => stateNumber(program, name)),
    ...arcs,
    arcState: arcs.role.map((role) => arcState[role]),
    scalars: {
      row: column(({ row }) => row, ({ row }) => row),
      column: column((cell) => cell.column, (split) => split.column),
      after: column(none, ({ after }) => after),
      rows: column(none, ({ row }) => values[row - 1]),
      inner: column(none, ({ after }) => values[after]),
      columns: column(none, (split) => values[split.column]),
    },
    streams: {},
  });
}

function encodeSegments(program, { values }) {
  const roles = {
    self: "self", begin: "from_begin", from_begin: "begin", end: "from_end", from_end: "end",
    from_virtual: "to_virtual", to_virtual: "from_virtual",
  };
  const arcs = linked(roles, [
    ...range(5).map((node) => ["self", node, node]),
    ...range(4).map((node) => ["begin", node, node < 2 ? 2 : 0]),
    ...range(4).map((node) => ["end", node, node < 2 ? 3 : 1]),
    ...range(4).map((node) => ["from_virtual", node, 4]),
  ]);
  const states = { self: "SELF", begin: "BEGIN", end: "END" };
  const arcState = arcs.role.map((role, arc) => {
    if (!role.endsWith("virtual")) return states[role] ?? "OTHER";
    return Math.min(arcs.receiver[arc], arcs.sender[arc]) < 2 ? "FIRST" : "SECOND";
  });
  return complete({
    labels: range(4),
    kind: [0, 0, 0, 0, 1],
    nodeState: range(5).map((node) =>
      stateNumber(program, node < 4 ? "READING" : "ANY_LEFT")),
    ...arcs,
    arcState: arcState.map((name) => program.arcStates.indexOf(name)),
    scalars: {
      x: [...values.map(([x]) => x), 0],
      y: [...values.map(([, y]) => y), 0],
    },
    streams: {},
  });
}

function encodeStrings(program, { text, needle }) {
  const letters = [...text, ...needle];
  const count = letters.length;
  const begins = (at) => at === 0 || at === text.length;
  const roles = {
    self: "self", left: "right", right: "left", from_virtual: "to_virtual",
    to_virtual: "from_virtual",
  };
  const arcs = linked(roles, [
    ...range(count + 1).map((node) => ["self", node, node]),
    ...range(count).filter((at) => !begins(at)).map((at) => ["left", at, at - 1]),
    ...range(count).map((node) => ["from_virtual", node, count]),
  ]);
  const states = {
    self: "OTHER", left: "FROM_LEFT", right: "FROM_RIGHT", from_virtual: "VIRTUAL",
    to_virtual: "VIRTUAL",
  };
  const nodeState = letters.map((letter, at) => {
    const line = at < text.length ? "text" : "needle";
    const cursor = line === "text" ? "both" : "cursor";
    return `${line}_${letter}_${begins(at) ? cursor : "plain"}`;
  });
  return complete({
    labels: range(count),
    kind: [...Array(count).fill(0), 1],
    nodeState: [...nodeState, "COMPARING"].map((name) => stateNumber(program, name)),
    ...arcs,
    arcState: arcs.role.map((role) => program.arcStates.indexOf(states[role])),
    scalars: {},
    streams: {},
  });
}

function encodePairs(program, { graph }) {
  const count = graph.labels.length;
  const roles = {
    self: "self", pair: "pair", from_virtual: "to_virtual", to_virtual: "from_virtual",
  };
  const links = range(count + 1).map((node) => ["self", node, node]);
  for (let high = 1; high < count; high += 1) {
    for (let low = 0; low < high; low += 1) links.push(["pair", high, low]);
  }
  for (const node of range(count)) links.push(["from_virtual", node, count]);
  const arcs = linked(roles, links);
  const lengths = new Map();
  for (const [source, target, weight] of graph.edges) {
    lengths.set(`${source} ${target}`, weight).set(`${target} ${source}`, weight);
  }
  const length = [];
  const states = arcs.role.map((role, arc) => {
    const [receiver, sender] = [arcs.receiver[arc], arcs.sender[arc]];
    const known = lengths.get(`${receiver} ${sender}`);
    length.push(known ?? 0);
    if (receiver === count || sender === count) {
      return receiver === sender ? "PAST" : "NOT_CALLED";
    }
    return known !== undefined || receiver === sender ? "KNOWN" : "UNKNOWN";
  });
  return complete({
    labels: graph.labels,
    kind: [...Array(count).fill(0), 1],
    nodeState: range(count + 1).map((node) =>
      stateNumber(program, node < count ? "IDLE" : "ASKING")),
    ...arcs,
    arcState: states.map((name) => program.arcStates.indexOf(name)),
    scalars: { length, before: arcs.sender },
    streams: {},
  });
}
