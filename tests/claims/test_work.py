"""The work of a compiled run grows like the graph, counted in basic blocks."""

import pytest
from benchmarks.executor import SHAPES, TASKS, graph_of
from benchmarks.timing import exponent
from benchmarks.work import blocks

from dnar.compile import compile_proved
from dnar.run.engine import pretrained_program
from dnar.tasks import get_task


@pytest.mark.parametrize("name", TASKS)
def test_work_grows_like_the_graph(name: str) -> None:
    task = get_task(name)
    executor = compile_proved(task, pretrained_program(task))
    for family in ("er", *SHAPES):
        small, large = graph_of(family, 500), graph_of(family, 4_000)
        few, many = (blocks(executor, task, graph) for graph in (small, large))
        assert few > small.node_count, "nothing was counted"
        # Linear, times a logarithm where the nearest node is chosen.
        assert exponent(few, many, large.node_count / small.node_count) < 1.15, family
