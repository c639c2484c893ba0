"""The loss on cases is the plain loss, computed once per distinct case."""

import itertools
from pathlib import Path

import numpy as np
import pytest
import torch

from dnar.network import network_step, opened
from dnar.network.rollout import NetworkStepper, configuration
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


@pytest.mark.parametrize("name", ["bfs", "dijkstra"])
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


@pytest.mark.parametrize("name", ["dijkstra", "eccentricity"])
def test_the_quadratic_form_is_the_squared_error_per_state(name: str) -> None:
    task = get_task(name)
    data = training_set(task, (4, 6), 4, np.random.default_rng(2))
    signature, trajectory = fresh(task).signature, data.trajectory
    fits = fit_scalars(signature, trajectory)
    assert list(fits) == [*signature.node_scalars, *signature.arc_scalars]
    snapshots, instance = list(trajectory.snapshots()), trajectory.instance
    rng = np.random.default_rng(3)
    for scalar, fit in fits.items():
        at_node = scalar in signature.node_scalars
        own_states = signature.node_states if at_node else signature.arc_states
        other_states = signature.arc_states if at_node else signature.node_states
        others = signature.arc_scalars if at_node else signature.node_scalars
        gates = rng.random(2 * own_states + len(others) * other_states)
        inc, keep = gates[:own_states], gates[own_states : 2 * own_states]
        push = gates[2 * own_states :].reshape(len(others), other_states)
        error, square, count = (np.zeros(own_states) for _ in range(3))
        for now, following in itertools.pairwise(snapshots):
            own = now.node_state if at_node else now.arc_state
            made = inc[own] + keep[own] * now.scalars[scalar]
            for arc in range(instance.arc_count):
                to, by = int(instance.receiver[arc]), int(instance.sender[arc])
                for number, other in enumerate(others):
                    if at_node:
                        opening = push[number, now.arc_state[arc]]
                        made[to] += opening * now.scalars[other][arc]
                    else:
                        opening = push[number, now.node_state[by]]
                        made[arc] += opening * now.scalars[other][by]
            target = following.scalars[scalar]
            np.add.at(error, own, (made - target) ** 2)
            np.add.at(square, own, target**2)
            np.add.at(count, own, 1)
        scale = np.where(square > 0, square, np.maximum(count, 1))
        direct = float((error / scale).sum())
        assert float(fit.loss(torch.from_numpy(gates))) == pytest.approx(direct, rel=1e-6)
        assert not fit.is_exact(torch.from_numpy(gates))


def test_the_gates_of_a_pretrained_model_make_no_error() -> None:
    from dnar.network import gate_logits, load_network
    from dnar.run.bundled import pretrained_path

    task = get_task("dijkstra")
    network = load_network(Path(pretrained_path(task)), task)[0]
    data = training_set(task, (4, 7), 6, np.random.default_rng(4))
    gates = gate_logits(network.tables(), network.signature, network.processor.sizes)
    for name, fit in fit_scalars(network.signature, data.trajectory).items():
        assert fit.is_exact(opened(gates[name], None).flat().detach()), name


def test_adam_is_that_of_torch() -> None:
    def quadratic(parameters: list[torch.nn.Parameter]) -> torch.Tensor:
        one, two = parameters
        return ((one - 3) ** 2).sum() + (one[0] * two).sin().sum()

    torch.manual_seed(0)
    first = [torch.randn(3), torch.randn(2, 2)]
    ours, theirs = ([torch.nn.Parameter(each.clone()) for each in first] for _ in range(2))
    adam, reference = Adam(ours, 0.05), torch.optim.Adam(theirs, 0.05)
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
