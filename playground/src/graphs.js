/** Graphs on the page: files that people upload, and changes that they draw. */

import { forceCenter, forceLink, forceManyBody, forceSimulation, forceX, forceY } from "d3-force";

export const MANY_NODES = 1000;
export const TOO_MANY_NODES = 5000;

/** The graph of a CSV file or an edge list; the rules are those of `dnar.read_graph`. */
export function parseGraph(text, name, directed) {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const header = (lines[0] ?? "").toLowerCase().replaceAll(" ", "").split(",");
  const csv = name.toLowerCase().endsWith(".csv")
    || (header.includes("source") && header.includes("target"));
  if (csv && !(header.includes("source") && header.includes("target"))) {
    throw new Error(`${name}: expected the header source,target[,weight]`);
  }
  const rows = [];
  lines.forEach((line, at) => {
    const where = `${name}:${at + 1}`;
    if (csv ? at === 0 || !line.trim() : !line.trim() || /^[#%]/.test(line.trim())) return;
    let cells = csv ? line.split(",") : line.trim().split(/\s+/);
    if (csv) {
      if (cells.length !== header.length) {
        throw new Error(`${where}: expected as many cells as the header`);
      }
      const cell = (title) => (cells[header.indexOf(title)] ?? "").trim();
      cells = [cell("source"), cell("target"), cell("weight")];
    }
    if (cells.length > 3 || !cells[0]) {
      throw new Error(`${where}: expected source target [weight], got ${line.slice(0, 40)}`);
    }
    const [source, target = "", word = ""] = cells;
    const weight = word === "" ? undefined : Number(word);
    if (weight !== undefined && !Number.isFinite(weight)) {
      throw new Error(`${where}: expected a finite number, got ${word}`);
    }
    rows.push({ source, target, weight, where });
  });
  return fromRows(rows, name, directed);
}

function fromRows(rows, name, directed) {
  const words = [...new Set(rows.flatMap(({ source, target }) => [source, target]))]
    .filter((word) => word !== "");
  if (!words.length) throw new Error(`${name}: the graph is empty: it needs at least one node`);
  const whole = words.every((word) => /^(0|-?[1-9][0-9]{0,14})$/.test(word));
  const labels = whole
    ? words.map(Number).sort((one, other) => one - other)
    : words.sort((one, other) => (one < other ? -1 : Number(one > other)));
  const position = new Map(labels.map((label, at) => [String(label), at]));
  const edges = new Map();
  for (const { source, target, weight, where } of rows) {
    if (target === "") continue;
    const ends = [position.get(source), position.get(target)];
    if (!directed) ends.sort((one, other) => one - other);
    const key = ends.join(" ");
    if (edges.has(key) && edges.get(key)[2] !== weight) {
      throw new Error(`${where}: duplicate edge with another weight`);
    }
    edges.set(key, weight === undefined ? ends : [...ends, weight]);
  }
  const found = [...edges.values()];
  if (new Set(found.map((edge) => edge.length)).size > 1) {
    throw new Error(`${name}: give a weight to every edge or to none`);
  }
  return { name, labels, edges: found, directed, positions: forces(labels.length, found) };
}

/** Positions by forces, in the unit square. */
export function forces(count, edges) {
  const nodes = Array.from({ length: count }, () => ({}));
  const links = edges.filter(([source, target]) => source !== target)
    .map(([source, target]) => ({ source, target }));
  const simulation = forceSimulation(nodes)
    .force("charge", forceManyBody().strength(-30))
    .force("link", forceLink(links).distance(30))
    .force("x", forceX().strength(0.04))
    .force("y", forceY().strength(0.04))
    .force("center", forceCenter())
    .stop();
  simulation.tick(count > TOO_MANY_NODES ? 30 : count > MANY_NODES ? 80 : 250);
  return inSquare(nodes.map(({ x, y }) => [x, y]));
}

export function inSquare(points) {
  const sides = [0, 1].map((axis) => {
    const values = points.map((point) => point[axis]);
    const low = values.reduce((one, other) => Math.min(one, other), Infinity);
    const high = values.reduce((one, other) => Math.max(one, other), -Infinity);
    return [low, high];
  });
  const size = Math.max(...sides.map(([low, high]) => high - low)) || 1;
  return points.map((point) =>
    point.map((value, axis) => (value - (sides[axis][0] + sides[axis][1]) / 2) / size + 0.5));
}

export function withNode(graph, point) {
  const numbers = graph.labels.filter((label) => typeof label === "number");
  const label = graph.labels.length === numbers.length
    ? Math.max(-1, ...numbers) + 1
    : `n${graph.labels.length}`;
  return changed(graph, {
    labels: [...graph.labels, label],
    positions: [...graph.positions, point],
  });
}

export function withoutNode(graph, node) {
  const keep = (_, at) => at !== node;
  const shift = (at) => (at > node ? at - 1 : at);
  return changed(graph, {
    labels: graph.labels.filter(keep),
    positions: graph.positions.filter(keep),
    edges: graph.edges
      .filter(([source, target]) => source !== node && target !== node)
      .map(([source, target, ...weight]) => [shift(source), shift(target), ...weight]),
  });
}

/** The graph with the edge, or without it if it was there. */
export function toggledEdge(graph, source, target, weight) {
  const ends = graph.directed ? [source, target] : [source, target].sort((a, b) => a - b);
  const others = graph.edges.filter((edge) => edge[0] !== ends[0] || edge[1] !== ends[1]);
  const there = others.length < graph.edges.length;
  const weighted = graph.edges.length ? graph.edges[0].length === 3 : weight !== undefined;
  const edge = weighted ? [...ends, weight ?? 1] : ends;
  const edges = there ? others : [...others, edge];
  edges.sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  return changed(graph, { edges });
}

export function withWeight(graph, source, target, weight) {
  return changed(graph, {
    edges: graph.edges.map((edge) =>
      (edge[0] === source && edge[1] === target
        ? [source, target, weight]
        : [edge[0], edge[1], edge[2] ?? 1])),
  });
}

export function moved(graph, node, point) {
  const positions = graph.positions.map((each, at) => (at === node ? point : each));
  return { ...graph, positions };
}

const changed = (graph, parts) => ({ ...graph, ...parts, name: "own" });
