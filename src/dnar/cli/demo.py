"""The demonstration: a network learns an algorithm, then six run on Zachary's karate club."""

from collections.abc import Hashable, Mapping

import numpy as np
from rich.console import Console
from rich.table import Table

from dnar.graph import Graph, load_graph, random_weights
from dnar.run import Answer, has_torch, run, train

START = 0
"""The club's instructor."""

SEED = 0


def demo_command() -> None:
    """Train a network, then run six algorithms on Zachary's karate club."""
    console = Console()
    if has_torch():
        _learn(console)
    club = load_graph("karate")
    weighted = random_weights(club, np.random.default_rng(SEED))
    answers = {
        "bfs": run("bfs", club, start=START),
        "dfs": run("dfs", club, start=START),
        "prim": run("prim", weighted, start=START),
        "dijkstra": run("dijkstra", weighted, start=START),
        "mis": run("mis", club, seed=SEED),
        "eccentricity": run("eccentricity", club, start=START),
    }
    console.print(
        f"Zachary's karate club: {club.node_count} members, {club.edge_count} friendships; "
        f"start at member {START}, random weights from seed {SEED}."
    )
    table = Table("task", "computed by", "steps", "found")
    for name, answer in answers.items():
        row = (name, answer.engine, str(answer.steps))
        table.add_row(*row, _finding(name, answer, weighted))
    console.print(table)
    console.print("Next: `dnar run dijkstra er:20 --start 0`, `dnar tasks`, `dnar --help`.")


def _learn(console: Console) -> None:
    model = train("bfs", seed=SEED)
    report, cell = model.report, {"sizes": (160,), "families": ("er",), "graphs": 20}
    score = model.evaluate(**cell)[0]
    console.print(
        f"A network learned breadth-first search from graphs of up to 16 nodes and enumerated "
        f"cases in "
        f"{report['train_seconds']:.1f} s ({report['iterations']} iterations, "
        f"{'exact' if model.exact else 'not exact'}). On {score.graphs} graphs of "
        f"{score.size} nodes it finds {score.node:g} % of all parents.\n"
    )


def _finding(name: str, answer: Answer, graph: Graph) -> str:
    if name == "mis":
        return f"{len(answer.in_set)} members, no two of them friends: {answer.in_set}"
    if name == "eccentricity":
        return f"the farthest member is {answer.eccentricity:g} friendships away"
    if name == "dijkstra":
        far = max(answer.distance, key=answer.distance.__getitem__)
        way = " - ".join(str(node) for node in _way(answer.parent, far))
        return f"the longest shortest path has length {answer.distance[far]:.3f}: {way}"
    if name == "prim":
        total = sum(_weights(graph)[edge] for edge in _tree_edges(answer.parent))
        return f"a spanning tree of weight {total:.3f}"
    depth = max(len(_way(answer.parent, node)) - 1 for node in answer.parent)
    return f"a search tree of depth {depth}; member 33 was found through {answer.parent[33]}"


def _way(parent: Mapping[Hashable, Hashable], node: Hashable) -> list[Hashable]:
    """The nodes from the root of the tree to this one."""
    way = [node]
    while parent[way[-1]] != way[-1]:
        way.append(parent[way[-1]])
    return way[::-1]


def _tree_edges(parent: Mapping) -> list[tuple]:
    return [tuple(sorted(edge)) for edge in parent.items() if edge[0] != edge[1]]


def _weights(graph: Graph) -> dict[tuple, float]:
    assert graph.weight is not None
    ends = zip(graph.source.tolist(), graph.target.tolist(), strict=True)
    return dict(zip(ends, graph.weight.tolist(), strict=True))
