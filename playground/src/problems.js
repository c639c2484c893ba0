/** From what people choose to a problem that can be laid out; says in one line what is missing. */

/** The values of an array or of a task with an input of its own. */
export function parseInput(task, text) {
  if (task.name === "naive_string_matcher") {
    const [line, needle, ...more] = text.replaceAll(" ", "").split(",");
    if (more.length || !/^[a-d]+$/.test(line) || !/^[a-d]+$/.test(needle ?? "")) {
      throw new Error("expected a text and a needle of the letters abcd as in abcab,ca");
    }
    return { text: line, needle };
  }
  const numbers = text.split(/[\s,;]+/).filter(Boolean).map(Number);
  if (!numbers.length || !numbers.every(Number.isFinite)) {
    throw new Error(`expected finite numbers, got ${text.slice(0, 40)}`);
  }
  if (task.name === "segments_intersect") {
    if (numbers.length !== 8) throw new Error("expected four points: 0,0 1,1 0,1 1,0");
    return { values: [0, 2, 4, 6].map((at) => numbers.slice(at, at + 2)) };
  }
  return { values: numbers, graph: { labels: numbers.map((_, at) => at), edges: [], directed: false } };
}

/** An example of such an input. */
export function exampleInput(task) {
  const known = {
    naive_string_matcher: "abcab,ca",
    segments_intersect: "0,0 4,3 0,3 4,1",
    matrix_chain_order: "4,2,5,3",
  };
  return known[task.name] ?? "3,1,4,1,5,9,2,6";
}

/** The problem of a task on a graph. */
export function graphProblem(task, graph, { start, moreStarts = [], seed, weight }) {
  const { takes } = task;
  let given = graph;
  if (takes.shape === "undirected" && graph.directed) {
    throw new Error(`${task.title} takes an undirected graph: switch directions off`);
  }
  if (takes.shape === "directed acyclic" && !graph.directed && graph.edges.length) {
    throw new Error(`${task.title} takes a directed graph: switch directions on`);
  }
  if (takes.shape === "directed acyclic" && hasCycle(graph)) {
    throw new Error(`${task.title} takes an acyclic graph, but this one has a cycle`);
  }
  if (takes.weights !== "unused") {
    const edges = graph.edges.map(([source, target, own = weight]) => [source, target, own]);
    given = { ...graph, edges };
    if (takes.weights === "non-negative" && edges.some((edge) => edge[2] < 0)) {
      throw new Error(`${task.title} needs weights of zero or more`);
    }
  }
  const begins = takes.start === "required" || (takes.start === "optional" && start !== null);
  const first = begins ? Math.min(start ?? 0, graph.labels.length - 1) : null;
  const more = begins && takes.severalStarts ? [...new Set(moreStarts)] : [];
  const others = more.filter((at) => at !== first && at < graph.labels.length);
  return { graph: given, start: first, moreStarts: others, seed };
}

function hasCycle({ labels, edges }) {
  const degree = labels.map(() => 0);
  for (const [, target] of edges) degree[target] += 1;
  const free = labels.map((_, at) => at).filter((at) => !degree[at]);
  let seen = 0;
  while (free.length) {
    const node = free.pop();
    seen += 1;
    for (const [source, target] of edges) {
      if (source === node) {
        degree[target] -= 1;
        if (!degree[target]) free.push(target);
      }
    }
  }
  return seen < labels.length;
}

/** Where to draw the nodes of an instance; graphs keep their own positions. */
export function positionsOf(task, instance, problem, given) {
  const count = instance.nodeCount;
  const real = instance.labels.length;
  const points = Array.from({ length: count }, () => [0.5, -0.18]);
  if (given) given.forEach((point, at) => { points[at] = [point[0], 1 - point[1]]; });
  else if (task.name === "segments_intersect") {
    problem.values.forEach(([x, y], at) => { points[at] = [x / 4, 1 - y / 4]; });
    points[4] = [0.5, -0.35];
  } else if (task.name === "naive_string_matcher") {
    const { text } = problem;
    for (let at = 0; at < real; at += 1) {
      const below = at >= text.length;
      points[at] = [(below ? at - text.length : at) / 5, below ? 0.75 : 0.35];
    }
    points[real] = [text.length / 10, -0.05];
  } else if (task.name === "matrix_chain_order") {
    const { row, column, after } = instance.scalars;
    for (let at = 0; at < count; at += 1) {
      if (at < real) points[at] = [at / 2 - 0.25, 0];
      else if (instance.kind[at] === 2) points[at] = [(row[at] + column[at]) / 4 - 0.25, 0.3 + 0.55 * (column[at] - row[at])];
      else points[at] = [
        (row[at] + column[at]) / 4 - 0.25 + 0.16 * (after[at] - (row[at] + column[at] - 1) / 2),
        0.05 + 0.55 * (column[at] - row[at]),
      ];
    }
  } else {
    for (let at = 0; at < real; at += 1) points[at] = [at / 5, 0.5];
    if (count > real) points[real] = [(real - 1) / 10, 0];
  }
  return points;
}
