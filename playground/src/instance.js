/**
 * Instances: a problem laid out as nodes and arcs, in row order.
 *
 * The JSON is that of `dnar.explain.instance_json`, with `streams`, rows by name, beside it.
 */

import { uniform } from "./numpy_random.js";

/** The instance in a JSON object, its states as numbers of the program. */
export function readInstance(program, json) {
  const stateNumber = (names, name) => {
    const found = names.indexOf(name);
    if (found < 0) throw new Error(`the program has no state ${name}`);
    return found;
  };
  const { nodes, arcs } = json;
  return complete({
    labels: json.labels,
    kind: nodes.map((node) => node.kind),
    nodeState: nodes.map((node) => stateNumber(program.nodeStates, node.state)),
    receiver: arcs.map((arc) => arc.receiver),
    sender: arcs.map((arc) => arc.sender),
    reverse: arcs.map((arc) => arc.reverse),
    role: arcs.map((arc) => arc.role),
    arcState: arcs.map((arc) => stateNumber(program.arcStates, arc.state)),
    scalars: json.scalars,
    streams: json.streams ?? {},
  });
}

/** The instance with counts, row starts, names of all nodes, and its streams. */
export function complete(parts) {
  const nodeCount = parts.kind.length;
  const row = new Int32Array(nodeCount + 1);
  for (const receiver of parts.receiver) row[receiver + 1] += 1;
  for (let node = 0; node < nodeCount; node += 1) row[node + 1] += row[node];
  const labels = parts.labels.values();
  const names = parts.kind.map((kind) =>
    kind === 0 ? String(labels.next().value) : `(${kindName(kind)})`,
  );
  const rows = new Map();
  const stream = (name, number) => {
    const given = parts.streams[name];
    if (typeof given !== "function") return Float64Array.from(given[number % given.length]);
    const key = `${name} ${number}`;
    if (!rows.has(key)) rows.set(key, given(number));
    return rows.get(key);
  };
  return { ...parts, nodeCount, arcCount: parts.receiver.length, row, names, stream };
}

/** What the nodes of a kind are called, as in `dnar.explain`. */
export function kindName(kind) {
  return ["real", "virtual", "helper"][kind] ?? `helper (kind ${kind})`;
}

/** Rows of lots as `dnar.machine.RandomRows` draws them; machine nodes get zero. */
export function randomRows(seed, real, nodes) {
  return (number) => {
    const row = new Float64Array(nodes);
    row.set(uniform([seed, number], real));
    return row;
  };
}

/**
 * Arcs in row order with their reverses, as `dnar.machine.linked` orders them.
 *
 * Roles are given as name -> name of the reverse role, links as [role, receiver, sender].
 */
export function linked(roles, links) {
  const names = Object.keys(roles);
  const forth = links.map(([role, receiver, sender]) => ({ role, receiver, sender }));
  const back = [];
  for (const arc of forth) {
    if (arc.receiver === arc.sender && roles[arc.role] === arc.role) arc.reverse = arc;
    else {
      const other = { role: roles[arc.role], receiver: arc.sender, sender: arc.receiver };
      [arc.reverse, other.reverse] = [other, arc];
      back.push(other);
    }
  }
  const arcs = [...forth, ...back];
  arcs.sort((one, other) =>
    one.receiver - other.receiver
    || one.sender - other.sender
    || names.indexOf(one.role) - names.indexOf(other.role));
  arcs.forEach((arc, at) => { arc.at = at; });
  return {
    receiver: arcs.map((arc) => arc.receiver),
    sender: arcs.map((arc) => arc.sender),
    reverse: arcs.map((arc) => arc.reverse.at),
    role: arcs.map((arc) => arc.role),
  };
}
