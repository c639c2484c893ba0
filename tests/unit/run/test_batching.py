"""Side by side is as one by one, also where somebody never rests."""

import numpy as np
import pytest
import torch

import dnar
from dnar.machine import Execution, Instance
from dnar.run import Engine, NetworkEngine, ProgramEngine, RulesEngine, batching, engine_for
from dnar.run.batching import find_all
from dnar.run.plan import evaluation_problem
from dnar.tasks import get_task


def problems(task: str, count: int) -> list:
    return [evaluation_problem(task, "er", 9, number) for number in range(count)]


@pytest.mark.parametrize("name", ["rules", "program", "compiled", "network"])
def test_engines_find_the_same_alone_and_in_company(name: str) -> None:
    engine = engine_for(get_task("prim"), name)
    given = problems("prim", 5)
    for problem, (outputs, rested) in zip(given, find_all(engine, given), strict=True):
        alone = engine.solve(problem)
        assert (outputs["parent"].tolist(), rested) == (alone.outputs["parent"].tolist(), True)


def test_batches_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, given = engine_for(get_task("mis"), "program"), problems("mis", 6)
    together = [outputs["in_set"].tolist() for outputs, _ in find_all(engine, given)]
    monkeypatch.setattr(batching, "BATCH_ARCS", 150)
    assert [outputs["in_set"].tolist() for outputs, _ in find_all(engine, given)] == together


class Restless(ProgramEngine):
    """Never rests on graphs whose first two nodes are joined."""

    def execute(self, instance: Instance, *, max_steps: int | None, record: bool) -> Execution:
        done = super().execute(instance, max_steps=max_steps, record=record)
        first = (instance.receiver % 10 == 0) & (instance.sender == instance.receiver + 1)
        return Execution(done.final, done.steps, not first.any(), None)


def test_who_never_rests_does_not_count_for_others() -> None:
    task = get_task("bfs")
    engine: Engine = Restless(task, dnar.load_model("bfs").program)
    given = problems("bfs", 12)
    joined = [bool(((p.graph.source == 0) & (p.graph.target == 1)).any()) for p in given]
    assert len(set(joined)) == 2
    assert [not rested for _, rested in find_all(engine, given)] == joined


def test_a_network_is_cut_off_soon() -> None:
    model = dnar.load_model("bfs")
    with torch.no_grad():
        model.network.decoder.node_state.weight.neg_()
        model.network.decoder.node_state.bias.neg_()
    engine = NetworkEngine(model.task, model.network)
    limits = []
    run = engine.execute

    def watched(instance: Instance, *, max_steps: int | None, record: bool) -> Execution:
        limits.append(max_steps)
        return run(instance, max_steps=max_steps, record=record)

    engine.execute = watched
    found = list(find_all(engine, problems("bfs", 2)))
    rules = [RulesEngine(model.task).solve(problem).steps for problem in problems("bfs", 2)]
    assert limits == [2 * max(rules) + 100, *(2 * steps + 100 for steps in rules)]
    assert not np.array([rested for _, rested in found]).any()
