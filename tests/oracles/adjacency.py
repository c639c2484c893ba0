"""Out-neighbours of every node with the edge's weight, in index order."""

from dnar.graph import Graph

Adjacency = list[list[tuple[int, float]]]


def out_neighbours(graph: Graph) -> Adjacency:
    rows: list[dict[int, float]] = [{} for _ in range(graph.node_count)]
    weights = [1.0] * graph.edge_count if graph.weight is None else graph.weight.tolist()
    edges = zip(graph.source.tolist(), graph.target.tolist(), weights, strict=True)
    for source, target, weight in edges:
        rows[source][target] = weight
        if not graph.directed:
            rows[target][source] = weight
    return [sorted(row.items()) for row in rows]
