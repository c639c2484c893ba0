"""One step: best rivals, attention, gradients, and nothing that reaches across graphs."""

import numpy as np
import pytest
import torch

from dnar.machine import Prefer, execute, first_snapshot, union
from dnar.network import (
    Configuration,
    MessageForm,
    Network,
    Processor,
    ProcessorSizes,
    Wiring,
    network_step,
    outputs_of,
    signature_of,
)
from dnar.network.rollout import NetworkStepper, configuration
from dnar.network.signature import HeadKey
from dnar.network.step import attend, best_rivals, hard_rows, soft_rows
from dnar.tasks import get_task
from tests.unit.network.problems import fresh, instances

CPU = torch.device("cpu")


def middle(name: str) -> tuple[Wiring, Configuration]:
    """A union of graphs in the middle of a run of the rules."""
    task = get_task(name)
    together = union(list(instances(task).values()))
    trajectory = execute(task.program, together, max_steps=4, record=True).trajectory
    assert trajectory is not None
    wiring = NetworkStepper(fresh(task), together).wiring
    return wiring, configuration(trajectory.snapshot(-1), CPU)


@pytest.mark.parametrize("form", MessageForm)
@pytest.mark.parametrize(
    "name",
    [
        "bfs",
        "dijkstra",
        "dfs",
        "mis",
        "eccentricity",
        "minimum",
        "bellman_ford",
        "insertion_sort",
    ],
)
def test_gradients_reach_every_parameter(name: str, form: MessageForm) -> None:
    network = fresh(get_task(name), form=form)
    wiring, now = middle(name)
    result = network_step(network, network.tables(), wiring, now, 1.0, 1.0)
    draw = torch.Generator().manual_seed(1)
    parts = [result.node_logits, result.arc_logits, network.pointer_logits()]
    parts += [*network.label_logits().values(), *result.scalars.values()]
    # Weighted at random: a plain sum would let gradients cancel.
    weighted = [(part * torch.rand(part.shape, generator=draw)).sum() for part in parts]
    torch.stack([each.double() for each in weighted]).sum().backward()
    without = [
        each
        for each, parameter in network.named_parameters()
        if parameter.numel() and (parameter.grad is None or not parameter.grad.any())
    ]
    # Whether a head hears nothing matters to tasks that pull.
    pulls = name in ("bellman_ford", "insertion_sort")
    assert without == ([] if pulls else ["processor.nothing_key"])


@pytest.mark.parametrize("name", ["bfs", "dijkstra", "mis"])
def test_attention_sums_to_one_in_every_row(name: str) -> None:
    network = fresh(get_task(name))
    wiring, now = middle(name)
    for temperature in (None, 0.01, 3.0):
        weights = attend(network, network.tables(), wiring, now, temperature)
        total = torch.zeros(len(weights), wiring.nodes).index_add(1, wiring.receiver, weights)
        if temperature is None:
            assert set(weights.unique().tolist()) <= {0.0, 1.0}
            assert torch.equal(total, torch.ones_like(total))
        else:
            assert torch.allclose(total, torch.ones_like(total), atol=1e-5)


def test_soft_and_hard_rows_of_given_scores() -> None:
    wiring = Wiring(2, *(torch.tensor(each) for each in ([0, 0, 0, 1], [0, 1, 1, 1], [0] * 4)))
    score = torch.tensor([1.0, 3.0, 3.0, -9.0])
    never = torch.full((2,), -torch.inf)
    assert hard_rows(score, never, wiring).tolist() == [0.0, 1.0, 0.0, 1.0]
    expected = torch.cat([torch.softmax(score[:3], 0), torch.ones(1)])
    assert torch.allclose(soft_rows(score, never, wiring), expected)
    assert torch.isfinite(soft_rows(score * 1e6, never, wiring)).all()


def test_rows_may_hear_nothing() -> None:
    wiring = Wiring(2, *(torch.tensor(each) for each in ([0, 0, 0, 1], [0, 1, 1, 1], [0] * 4)))
    score, nothing = torch.tensor([1.0, 3.0, 3.0, -9.0]), torch.tensor([2.0, -8.0])
    assert hard_rows(score, nothing, wiring).tolist() == [0.0, 1.0, 0.0, 0.0]
    weights = soft_rows(score, nothing, wiring)
    expected = torch.softmax(torch.tensor([1.0, 3.0, 3.0, 2.0]), 0)[:3]
    assert torch.allclose(weights[:3], expected)
    assert weights[3] < 0.5


@pytest.mark.parametrize("prefer", Prefer)
@pytest.mark.parametrize("scalar", [None, "node", "arc"])
def test_best_rivals_are_those_of_a_plain_loop(scalar: str | None, prefer: Prefer) -> None:
    rng = np.random.default_rng(0)
    for _ in range(20):
        nodes, arcs = 5, 40
        ends = sorted(zip(*rng.integers(0, nodes, (2, arcs)).tolist(), strict=True))
        receiver, sender = (torch.tensor(column) for column in zip(*ends, strict=True))
        wiring = Wiring(nodes, receiver, sender, torch.arange(arcs))
        node_state = torch.from_numpy(rng.integers(0, 2, nodes))
        arc_state = torch.from_numpy(rng.integers(0, 3, arcs))
        # Few distinct values, so that ties are common; signs, so that zero is in the middle.
        scalars = {
            "node": torch.from_numpy(rng.integers(-1, 2, nodes).astype(float)),
            "arc": torch.from_numpy(rng.integers(-1, 2, arcs).astype(float)),
        }
        now = Configuration(node_state, arc_state, scalars)
        key = HeadKey("head", scalar, scalar == "node", prefer)
        found = best_rivals(key, 3, wiring, now)
        by_node = {None: torch.arange(nodes).double(), "node": scalars["node"]}
        values = scalars["arc"] if scalar == "arc" else by_node[scalar][sender]
        for arc in range(arcs):
            rivals = [
                other
                for other in range(arcs)
                if receiver[other] == receiver[arc]
                and node_state[sender[other]] == node_state[sender[arc]]
                and arc_state[other] == arc_state[arc]
            ]
            pick = min if prefer is Prefer.SMALLEST else max
            # Both give the first of equal ones.
            assert bool(found[arc]) == (pick(rivals, key=lambda at: float(values[at])) == arc)


def test_scalars_that_differ_in_the_last_bit_are_told_apart() -> None:
    wiring = Wiring(1, *(torch.tensor([0, 0]) for _ in range(3)))
    values = torch.tensor([np.nextafter(1e300, np.inf), 1e300], dtype=torch.float64)
    states = (torch.tensor([0]), torch.tensor([0, 0]))
    now = Configuration(*states, {"arc": values})
    best = best_rivals(HeadKey("head", "arc", False, Prefer.SMALLEST), 1, wiring, now)
    assert best.tolist() == [False, True]


@pytest.mark.parametrize("name", ["bfs", "dijkstra", "mis", "topological_sort"])
def test_a_step_of_a_union_is_the_step_of_each(name: str) -> None:
    task = get_task(name)
    network, several = fresh(task), list(instances(task).values())
    together = NetworkStepper(network, union(several))
    program = task.program
    whole = together(program, union(several), first_snapshot(program, union(several)))
    alone = [
        NetworkStepper(network, each)(program, each, first_snapshot(program, each))
        for each in several
    ]
    for field in ("node_state", "arc_state"):
        joined = np.concatenate([getattr(each, field) for each in alone])
        assert np.array_equal(getattr(whole, field), joined)
    for scalar, values in whole.scalars.items():
        assert np.array_equal(values, np.concatenate([each.scalars[scalar] for each in alone]))


def test_one_processor_serves_two_tasks() -> None:
    bfs, dijkstra = get_task("bfs"), get_task("dijkstra")
    torch.manual_seed(0)
    shared = Processor(ProcessorSizes(16, 3, 7, 6, 2, 1), MessageForm.RICH)
    for task in (bfs, dijkstra):
        network = Network(signature_of(task.program), outputs_of(task), processor=shared)
        assert network.processor is shared
        wiring, now = middle(task.name)
        before = network_step(network, network.tables(), wiring, now, temperature=0.5)
        assert before.node_logits.shape == (wiring.nodes, network.signature.node_states)
        assert before.scalars.keys() == now.scalars.keys()
        used = len(network.signature.heads)
        old = {name: each.clone() for name, each in shared.state_dict().items()}
        with torch.no_grad():
            # What belongs to heads that the task does not have must not matter.
            for layer in (shared.query, shared.key, shared.arc_key, shared.value):
                layer.weight[used * 16 :] += 1.0
            shared.best_key[used:] += 1.0
        after = network_step(network, network.tables(), wiring, now, temperature=0.5)
        assert torch.equal(before.node_logits, after.node_logits)
        assert torch.equal(before.arc_logits, after.arc_logits)
        shared.load_state_dict(old)
