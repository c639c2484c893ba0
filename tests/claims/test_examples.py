"""The example tasks are right: beside networkx and by definition, on random graphs."""

from pathlib import Path
from typing import Any

import networkx as nx
import pytest

import dnar
from dnar.tasks import get_task

FOLDER = Path(__file__).parents[2] / "examples" / "tasks"
GRAPHS = [
    nx.gnp_random_graph(3 + seed, (0.1, 0.25, 0.5)[seed % 3], seed=seed) for seed in range(12)
]


def answered(name: str, graph: nx.Graph, **options: Any) -> dnar.Answer:
    return dnar.run(get_task(str(FOLDER / f"{name}.py")), graph, **options)


@pytest.mark.parametrize("graph", GRAPHS, ids=lambda graph: f"{len(graph)} nodes")
def test_examples(graph: nx.Graph) -> None:
    near = nx.single_source_shortest_path_length(graph, 0)
    components = list(nx.connected_components(graph))
    assert set(answered("reachable", graph, start=0).reached) == set(near)
    hops = answered("two_hop", graph, start=0).hops
    depth = answered("hop_distance", graph, start=0).depth
    for node in graph:
        assert hops[node] == (near[node] if near.get(node, 3) < 3 else None)
        assert depth[node] == near.get(node, float("inf"))
    found = answered("components", graph).component
    label = answered("min_label", graph).label
    for part in components:
        assert len({found[node] for node in part}) == 1
        assert {label[node] for node in part} == {min(part)}
    assert len(set(found.values())) == len(components)
    assert set(answered("two_core", graph).core) == set(nx.k_core(graph, 2))
    partner = answered("matching", graph).partner
    pairs = {tuple(sorted((one, other))) for one, other in partner.items() if one != other}
    assert nx.is_maximal_matching(graph, pairs)
    chosen = set(answered("first_independent_set", graph).in_set)
    greedy: set[int] = set()
    for node in graph:
        if not greedy & set(graph[node]):
            greedy.add(node)
    assert chosen == greedy
    colour = answered("greedy_colouring", graph).colour
    names: dict[int, str | None] = {}
    for node in graph:
        taken = {names.get(other) for other in graph[node]}
        names[node] = next((c for c in ("red", "green", "blue") if c not in taken), None)
    assert dict(colour.items()) == names
    two = answered("two_colouring", graph, start=0)
    part = graph.subgraph(near)
    assert (not two.clashes) == nx.is_bipartite(part)
    if nx.is_bipartite(part):
        assert all(two.colour[one] != two.colour[other] for one, other in part.edges)
    weighted = graph.copy()
    nx.set_edge_attributes(
        weighted, {e: 1 + 0.37 * i for i, e in enumerate(graph.edges)}, "weight"
    )
    degree = dict(weighted.degree(weight="weight"))
    top = {max(part, key=lambda node: degree[node]) for part in components}
    leaders = set(answered("election", weighted).leaders)
    assert {degree[node] for node in leaders} == {degree[node] for node in top}


@pytest.mark.parametrize("seed", range(8))
def test_the_centre_of_trees(seed: int) -> None:
    tree = nx.random_labeled_tree(2 + seed, seed=seed)
    assert set(answered("tree_centre", tree).centre) == set(nx.center(tree))
