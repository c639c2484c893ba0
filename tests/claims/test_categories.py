"""A task whose output is a category per node is learned, proved, explained and run."""

from dataclasses import replace

import dnar
from dnar.explain import explain_program, explanation_text
from dnar.machine import NodeCategory, reachable_types
from dnar.run.engines.compiled import CompiledEngine
from dnar.run.engines.numpy import NumpyEngine
from dnar.run.engines.program import ProgramEngine
from dnar.tasks import get_task

DFS = get_task("dfs")
UNSEEN, _, _, ENDED, *_ = DFS.rules.node_states
TASK = replace(
    DFS,
    name="visits",
    decoders={"visit": NodeCategory((("never", (UNSEEN,)), ("ended", (ENDED,))))},
)


def test_categories_are_learned_proved_and_run() -> None:
    model = dnar.train(TASK, seed=0)
    assert model.verify().verdict.value == "proved"
    graph = dnar.Graph.from_edges([0, 1, 3], [1, 2, 4], labels=list("abcde"))
    expected = {"a": "ended", "b": "ended", "c": "ended", "d": "never", "e": "never"}
    assert model.run(graph, start="a").visit == expected
    assert dnar.run(TASK, graph, start="a").visit == expected
    for engine in (ProgramEngine, NumpyEngine, CompiledEngine):
        answer = dnar.run(TASK, graph, start="a", engine=engine(TASK, model.program))
        assert answer.visit == expected
    text = explanation_text(explain_program(TASK, model.program, reachable_types(TASK)))
    assert "visit" in text
