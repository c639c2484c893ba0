"""The work of a compiled run grows like the graph, counted in basic blocks."""

from functools import cache

import pytest
from benchmarks.executor import SHAPES, TASKS, graph_of
from benchmarks.timing import exponent
from benchmarks.work import blocks

from dnar.compile import IncrementalExecutor, compile_proved
from dnar.graph import load_graph
from dnar.run.bundled import pretrained_program
from dnar.tasks import get_task
from tests.hard_keys import SAMPLED, weights_of_leaves


@cache
def compiled(name: str) -> IncrementalExecutor:
    found = compile_proved(get_task(name), pretrained_program(get_task(name)))
    assert isinstance(found, IncrementalExecutor)
    return found


@pytest.mark.parametrize("name", TASKS)
def test_work_grows_like_the_graph(name: str) -> None:
    task, executor = get_task(name), compiled(name)
    for family in ("er", *SHAPES):
        small, large = graph_of(family, 500), graph_of(family, 4_000)
        few, many = (blocks(executor, task, graph) for graph in (small, large))
        assert few > small.node_count, "nothing was counted"
        # Linear, times a logarithm where the nearest node is chosen.
        assert exponent(few, many, large.node_count / small.node_count) < 1.15, family


@pytest.mark.parametrize("name", ["prim", "dijkstra"])
@pytest.mark.parametrize("hard", weights_of_leaves(SAMPLED))
def test_no_keys_make_it_quadratic(name: str, hard: str) -> None:
    few, many = (
        blocks(
            compiled(name),
            get_task(name),
            load_graph(f"star:{leaves + 1}").with_weight(weights_of_leaves(leaves)[hard]),
        )
        for leaves in (3_200, 25_600)
    )
    assert exponent(few, many, 8) < 1.15
