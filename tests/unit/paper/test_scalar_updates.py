"""Scalars without gates: the convolution is the formula, and only scalars go wrong."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from paper.scalar_modules import Adder, ScalarConvolution
from paper.scalar_training import train_adder, train_convolution, training_steps
from paper.scalar_updates import (
    BOUND,
    EXPERIMENT,
    Added,
    Convolved,
    Right,
    finals,
    obligations,
    proved_program,
    score,
)
from torch import Tensor

from dnar.machine import Instance, Snapshot, Task, execute
from dnar.run import evaluation_problem
from dnar.tasks import get_task

BOTH = frozenset({"distance", "length"})
DIJKSTRA, PRIM = get_task("dijkstra"), get_task("prim")


def middle() -> tuple[Instance, Snapshot]:
    instance = DIJKSTRA.encode(evaluation_problem(DIJKSTRA, "er", 12, 0))
    return instance, execute(DIJKSTRA.program, instance, max_steps=20).final


def by_formula(
    network: ScalarConvolution, instance: Instance, now: Snapshot
) -> tuple[Tensor, Tensor]:
    """The convolution, written with one vector per node and arc."""

    def vectors(table: Tensor, state: np.ndarray, scalar: np.ndarray) -> Tensor:
        values = torch.from_numpy(scalar.astype(np.float32))
        return table[torch.from_numpy(state.astype(np.int64))] + values[:, None] * table[-1]

    node = vectors(network.node, now.node_state, now.scalars["distance"])
    arc = vectors(network.arc, now.arc_state, now.scalars["length"])
    receiver, sender = (torch.tensor(each) for each in (instance.receiver, instance.sender))
    key = network.key(node)[sender] + network.arc_key(arc)
    score = (network.query(node)[receiver] * key).sum(1) / network.hidden**0.5
    value = network.value(node)[sender] + network.arc_value(arc)
    message = torch.stack(
        [
            torch.softmax(score[receiver == each], 0) @ value[receiver == each]
            for each in range(len(node))
        ]
    )
    hidden = torch.relu(network.node_in(torch.cat([node, message], 1)))
    ends = torch.cat([arc, node[receiver], node[sender]], 1)
    return network.node_out(hidden), network.arc_out(torch.relu(network.arc_in(ends)))


def test_the_convolution_is_the_formula() -> None:
    torch.manual_seed(0)
    network = ScalarConvolution(8, 5, hidden=16)
    instance, now = middle()
    found = Convolved(network, BOTH)(instance, now, now)
    with torch.no_grad():
        node, arc = by_formula(network, instance, now)
    assert np.allclose(found["distance"], node.squeeze(1).numpy(), atol=1e-5)
    assert np.allclose(found["length"], arc.squeeze(1).numpy(), atol=1e-5)


def test_scalars_that_never_change_are_not_computed() -> None:
    instance, now = middle()
    found = Convolved(ScalarConvolution(8, 5, hidden=8), frozenset({"distance"}))
    after = found(instance, now, now)
    assert after["length"] is now.scalars["length"]
    assert not np.array_equal(after["distance"], now.scalars["distance"])


@pytest.mark.parametrize("task", [DIJKSTRA, PRIM], ids=lambda task: task.name)
def test_states_are_right_with_the_right_scalars(task: Task) -> None:
    for states in (task.program, proved_program(task)):
        found = score(task, states, Right(task), 16, 5)
        assert (found["node"], found["graph"]) == (100, 100)


class ExactAdder(Adder):
    def forward(self, one: Tensor, other: Tensor) -> Tensor:
        return one + other


def test_with_exact_sums_nothing_is_wrong() -> None:
    joining = int(DIJKSTRA.rules.node_states["JOINING"])
    exact = score(DIJKSTRA, DIJKSTRA.program, Added(ExactAdder(4), joining), 16, 5)
    assert exact["graph"] == 100
    torch.manual_seed(0)
    wild = score(DIJKSTRA, DIJKSTRA.program, Added(Adder(4), joining), 16, 5)
    assert wild["node"] < 100


def test_rules_and_program_go_wrong_alike() -> None:
    torch.manual_seed(1)
    module = Convolved(ScalarConvolution(8, 5, hidden=8), BOTH)
    one, other = (
        score(DIJKSTRA, states, module, 16, 3)
        for states in (DIJKSTRA.program, proved_program(DIJKSTRA))
    )
    assert one == other
    assert one["node"] < 100


def test_scalars_that_grow_without_end_stay_numbers() -> None:
    torch.manual_seed(0)
    network = ScalarConvolution(8, 5, hidden=8)
    with torch.no_grad():
        for each in network.parameters():
            each.mul_(100)
    instance, now = middle()
    found = Convolved(network, BOTH)(instance, now, now)
    for _ in range(50):
        found = Convolved(network, BOTH)(instance, replace(now, scalars=found), now)
    assert all(np.isfinite(each).all() for each in found.values())
    assert max(np.abs(each).max() for each in found.values()) == BOUND


def test_training_lowers_the_error() -> None:
    steps = training_steps(DIJKSTRA, 8, 7)
    assert (steps.length < len(steps.node_state)).all()
    now, node, arc = steps.draw(np.random.default_rng(0))
    ends = torch.from_numpy(steps.receiver), torch.from_numpy(steps.sender)
    errors = []
    for iterations in (1, 100):
        network = train_convolution(DIJKSTRA, steps, hidden=16, iterations=iterations, seed=0)
        with torch.no_grad():
            found = network(*ends, now)
        errors.append(float(((found[0] - node) ** 2).mean() + ((found[1] - arc) ** 2).mean()))
    assert errors[1] < errors[0] / 4
    adder = train_adder(DIJKSTRA, steps, hidden=16, iterations=300, seed=0)
    with torch.no_grad():
        assert float(adder(torch.tensor([0.3]), torch.tensor([0.4]))) == pytest.approx(
            0.7, abs=0.05
        )


def test_state_obligations_are_shown_and_those_of_scalars_are_not() -> None:
    found = obligations(DIJKSTRA, proved_program(DIJKSTRA))
    assert found["node"]["shown"] == found["node"]["demanded"] > 0
    assert found["arc"]["shown"] == found["arc"]["demanded"] > 0
    assert found["scalar"]["shown"] == 0 < found["scalar"]["demanded"]


def test_graphs_above_the_limit_are_left_to_few_seeds() -> None:
    config = replace(
        EXPERIMENT.quick,
        graphs=((4, 1), (8, 1)),
        large=4,
        large_seeds=1,
        iterations=2,
        checked=4,
    )
    sizes = [
        [
            each["size"]
            for each in EXPERIMENT.measure(f"dijkstra addition {seed}", config)["scores"]
        ]
        for seed in range(2)
    ]
    assert sizes == [[4, 8], [4]]


def test_graphs_side_by_side_end_as_each_alone() -> None:
    torch.manual_seed(0)
    states = len(DIJKSTRA.rules.node_states), len(DIJKSTRA.rules.arc_states)
    module = Convolved(ScalarConvolution(*states, 8), BOTH)
    problems = [evaluation_problem(DIJKSTRA, "er", size, 0) for size in (5, 9, 14)]
    instances = [DIJKSTRA.encode(problem) for problem in problems]
    together = finals(DIJKSTRA, DIJKSTRA.program, module, instances)
    for instance, final in zip(instances, together, strict=True):
        (alone,) = finals(DIJKSTRA, DIJKSTRA.program, module, [instance])
        assert np.array_equal(alone.node_state, final.node_state)
        assert np.array_equal(alone.arc_state, final.arc_state)
