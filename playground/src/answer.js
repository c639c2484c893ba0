/**
 * The answer: outputs read off a snapshot, as `dnar run --json` prints them.
 *
 * The descriptions of outputs are those of a standalone program file, see docs/explain.md.
 */

/** Every output as a value, by name. */
export function readOutputs(program, instance, snapshot, outputs) {
  const found = {};
  for (const [name, output] of Object.entries(outputs)) {
    found[name] = readOutput({ program, instance, snapshot }, output);
  }
  return found;
}

function readOutput(run, output) {
  const { instance, snapshot, program } = run;
  const nodes = [];
  instance.kind.forEach((kind, node) => { if (kind === output.kind) nodes.push(node); });
  if (output.scalars) {
    const { scalars, ...rest } = output;
    const pairs = scalars.map((scalar) => [scalar, readOutput(run, { ...rest, scalar })]);
    return Object.fromEntries(pairs);
  }
  if (output.of === "arc") {
    const state = (arc) => program.arcStates[snapshot.arcState[arc]];
    return instance.receiver.flatMap((receiver, arc) => {
      const value = readValue(run, output, arc, state(arc));
      if (value === 0 && !output.scalar) return [];
      return [[instance.names[instance.sender[arc]], instance.names[receiver], value]];
    });
  }
  const byScalar = BY_SCALAR[output.read];
  if (byScalar) {
    const points = byScalar(nodes.map((node) => snapshot.scalars[output.scalar][node]));
    if (typeof points === "number") return instance.labels[points];
    return perNode(instance.labels, points.map((to) => instance.labels[to]));
  }
  const values = output.along
    ? nodes.map((node) => {
      const to = pointedNode(run, output.along, node);
      return output.kind && to === node ? null : (instance.labels[to] ?? instance.names[to]);
    })
    : nodes.map((node) =>
      readValue(run, output, node, program.nodeStates[snapshot.nodeState[node]]));
  if (output.names) return perNode(instance.labels, values.map((value) => output.names[value]));
  const labels = Object.values(output.labels ?? { other: 2 });
  const members = !output.scalar && labels.every((label) => label === 1);
  if (output.kind) {
    const own = members ? values.map((value) => value === 1) : values;
    return own.length === 1 ? own[0] : own;
  }
  if (members) return instance.labels.filter((_, at) => values[at]);
  return perNode(instance.labels, values);
}

const perNode = (labels, values) =>
  Object.fromEntries(labels.map((label, at) => [String(label), values[at]]));

function readValue({ snapshot }, output, at, state) {
  const label = output.labels ? (output.labels[state] ?? 0) : 1;
  if (!output.scalar) return label;
  const value = snapshot.scalars[output.scalar][at];
  return label && Number.isFinite(value) ? value : null;
}

function previous(order) {
  const before = new Map(order.map((each, at) => [each, order[Math.max(0, at - 1)]]));
  return order.map((_, at) => before.get(at) ?? at);
}

function ascending(values) {
  return values.map((_, at) => at).sort((one, other) => values[one] - values[other] || one - other);
}

const BY_SCALAR = {
  PointerByScalar: (values) => values.map(Math.trunc),
  PreviousByScalar: (values) => previous(ascending(values)),
  PreviousInSlots: (values) => previous(values.map(Math.trunc)),
  LastByScalar: (values) => ascending(values).at(-1),
};

/** Where a node points: along the first arc of the first place that its row shows. */
function pointedNode({ program, instance, snapshot }, along, node) {
  for (const place of along) {
    for (let arc = instance.row[node]; arc < instance.row[node + 1]; arc += 1) {
      const loop = instance.sender[arc] === node ? " (self-loop)" : "";
      if (place.includes(program.arcStates[snapshot.arcState[arc]] + loop)) {
        return instance.sender[arc];
      }
    }
  }
  return node;
}

/** The pointers of a snapshot as pairs of nodes, for the outputs that point along arcs. */
export function pointers(program, instance, snapshot, outputs) {
  const run = { program, instance, snapshot };
  const pairs = [];
  for (const output of Object.values(outputs)) {
    if (!output.along && output.read !== "PointerByScalar") continue;
    for (let node = 0; node < instance.nodeCount; node += 1) {
      if (instance.kind[node] !== output.kind) continue;
      const to = output.along
        ? pointedNode(run, output.along, node)
        : Math.trunc(snapshot.scalars[output.scalar][node]);
      if (to !== node) pairs.push([node, to]);
    }
  }
  return pairs;
}
