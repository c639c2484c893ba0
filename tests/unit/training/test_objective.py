"""The loss on cases is the plain loss, computed once per distinct case."""

import itertools

import numpy as np
import pytest
import torch

from dnar.machine import Place, reachable_types, select
from dnar.network import gate_logits, network_step, opened
from dnar.network.rollout import NetworkStepper, configuration
from dnar.network.step import update_scalars
from dnar.run.bundled import pretrained_network
from dnar.tasks import get_task
from dnar.training.adam import Adam
from dnar.training.data import training_set
from dnar.training.objective import (
    arc_logits,
    arc_tensors,
    node_logits,
    row_scores,
    row_tensors,
    soft_attention,
)
from dnar.training.observed import observe
from dnar.training.scalar_fit import fit_scalars
from tests.unit.network.problems import fresh

CPU = torch.device("cpu")
entropy = torch.nn.functional.cross_entropy


@pytest.mark.parametrize("name", ["bfs", "dijkstra", "bellman_ford"])
@pytest.mark.parametrize("temperature", [3.0, 0.3])
def test_the_case_loss_is_the_plain_loss(name: str, temperature: float) -> None:
    task = get_task(name)
    data = training_set(task, (4, 7, 9), 8, np.random.default_rng(1))
    network = fresh(task)
    tables, trajectory = network.tables(), data.trajectory
    seen = observe(trajectory, data.graph_of_node, 8, most_rivals=None)
    rows, arcs = row_tensors(seen.rows, CPU), arc_tensors(seen.arcs, CPU)
    attention = soft_attention(row_scores(tables, rows), rows, temperature)
    by_case = [
        entropy(node_logits(network, tables, rows, attention), rows.outcome, reduction="none"),
        entropy(arc_logits(network, tables, arcs, attention), arcs.outcome, reduction="none"),
    ]
    wiring = NetworkStepper(network, trajectory.instance).wiring
    snapshots = list(trajectory.snapshots())
    plain, places = [0.0, 0.0], [0, 0]
    for now, following in zip(snapshots, [*snapshots[1:], snapshots[-1]], strict=True):
        result = network_step(network, tables, wiring, configuration(now, CPU), temperature)
        pairs = (
            (result.node_logits, following.node_state),
            (result.arc_logits, following.arc_state),
        )
        for at, (logits, target) in enumerate(pairs):
            goal = torch.from_numpy(target.astype(np.int64))
            plain[at] += float(entropy(logits, goal, reduction="sum").detach())
            places[at] += len(target)
    for at, counts in enumerate((seen.row_counts, seen.arc_counts)):
        weight = torch.from_numpy(np.asarray(counts.sum(axis=0)).ravel())
        assert float(weight.sum()) == places[at]
        mean = float((weight * by_case[at].detach().double()).sum()) / places[at]
        assert mean == pytest.approx(plain[at] / places[at], abs=1e-4)


@pytest.mark.parametrize("name", ["dijkstra", "eccentricity", "bellman_ford", "floyd_warshall"])
def test_the_quadratic_form_is_the_squared_error_per_state(name: str) -> None:
    """A step with soft gates, whose pulls hear what the rules hear, makes these errors."""
    task = get_task(name)
    data = training_set(task, (4, 6), 4, np.random.default_rng(2))
    network, trajectory = fresh(task), data.trajectory
    signature, program = network.signature, task.program
    tables = network.tables()
    gates = gate_logits(tables, signature)
    wiring = NetworkStepper(network, trajectory.instance).wiring
    states = {place: len(program.states(place)) for place in Place}
    sums = {
        scalar: np.zeros((3, states[signature.place(scalar)])) for scalar in signature.updated
    }
    for now, following in itertools.pairwise(trajectory.snapshots()):
        heard = select(program, trajectory.instance, now)
        attention = torch.zeros(len(program.heads), trajectory.instance.arc_count)
        for head, arcs in enumerate(heard.values()):
            attention[head, arcs[arcs >= 0]] = 1.0
        made = update_scalars(network, tables, wiring, configuration(now, CPU), attention, 1.0)
        for scalar, total in sums.items():
            at_node = signature.place(scalar) is Place.NODE
            own = now.node_state if at_node else now.arc_state
            target = following.scalars[scalar]
            error = made[scalar].detach().numpy() - target
            for row, values in enumerate((error**2, target**2, np.ones(len(own)))):
                np.add.at(total[row], own, values)
    for scalar, fit in fit_scalars(signature, trajectory, None).items():
        error, square, count = sums[scalar]
        scale = np.where(square > 0, square, np.maximum(count, 1))
        values = opened(gates[scalar], 1.0).detach()
        assert float(fit.loss(values)) == pytest.approx(float((error / scale).sum()), rel=1e-6)
        assert not fit.is_exact(values)


@pytest.mark.parametrize("name", ["dijkstra", "eccentricity", "bellman_ford", "floyd_warshall"])
def test_only_the_rules_gates_make_no_error(name: str) -> None:
    """Enumerated contexts determine every gate that a reachable state decides."""
    task = get_task(name)
    data = training_set(task, (4, 7), 6, np.random.default_rng(4))
    signature = fresh(task).signature
    fits = fit_scalars(signature, data.trajectory, reachable_types(task))
    for scalar, fit in fits.items():
        opens = {term.value: term.when for term in task.program.op(scalar).terms}
        gates = torch.cat(
            [
                torch.tensor(
                    [
                        float(state in opens.get(each.term.value, ()))
                        for state in range(signature.states(each.place))
                    ],
                    dtype=torch.float64,
                )
                for each in signature.candidates_of(scalar)
            ]
        )
        assert fit.is_exact(gates), scalar
        for at in fit.used.tolist():
            other = gates.clone()
            other[at] = 1 - other[at]
            assert not fit.is_exact(other), (scalar, at)


@pytest.mark.parametrize("name", ["dijkstra", "bellman_ford"])
def test_the_gates_of_a_pretrained_model_make_no_error(name: str) -> None:
    task = get_task(name)
    network = pretrained_network(task)
    data = training_set(task, (4, 7), 6, np.random.default_rng(4))
    gates = gate_logits(network.tables(), network.signature)
    for reachable in (None, reachable_types(task)):
        for scalar, fit in fit_scalars(network.signature, data.trajectory, reachable).items():
            assert fit.is_exact(opened(gates[scalar], None).detach()), scalar


@pytest.mark.parametrize("shares", [(1.0, 1.0), (1.0, 0.2)])
def test_adam_is_that_of_torch(shares: tuple[float, float]) -> None:
    def quadratic(parameters: list[torch.nn.Parameter]) -> torch.Tensor:
        one, two = parameters
        return ((one - 3) ** 2).sum() + (one[0] * two).sin().sum()

    torch.manual_seed(0)
    first = [torch.randn(3), torch.randn(2, 2)]
    ours, theirs = ([torch.nn.Parameter(each.clone()) for each in first] for _ in range(2))
    groups = [
        {"params": each, "lr": 0.05 * share} for each, share in zip(theirs, shares, strict=True)
    ]
    adam, reference = Adam(ours, 0.05, shares), torch.optim.Adam(groups)
    for _ in range(60):
        adam.clear()
        quadratic(ours).backward()
        adam.step()
        reference.zero_grad()
        quadratic(theirs).backward()
        reference.step()
    for one, other, begin in zip(ours, theirs, first, strict=True):
        assert torch.allclose(one, other, atol=1e-5)
        assert not torch.allclose(one, begin, atol=1e-2)
