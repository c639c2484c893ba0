"""Extraction: the program runs as the network does, and says how clearly it was decided."""

import copy
import importlib
from dataclasses import replace

import numpy as np
import pytest
import torch

from dnar.machine import (
    Entry,
    Listener,
    Numerics,
    Task,
    execute,
    reachable_types,
    step,
)
from dnar.machine.snapshot import same_configuration
from dnar.network import (
    MessageForm,
    Network,
    NetworkStepper,
    extract,
    extracted,
    load_network,
    readouts_of,
    roll_out,
)
from dnar.run.bundled import pretrained_path
from dnar.tasks import get_task
from tests.unit.network.problems import fresh, instances

forms = pytest.mark.parametrize("form", MessageForm)


@forms
@pytest.mark.parametrize(
    "name",
    ["bfs", "dijkstra", "mis", "eccentricity", "topological_sort", "bellman_ford"],
)
def test_an_untrained_network_and_its_program_make_the_same_steps(
    name: str, form: MessageForm
) -> None:
    """From every snapshot of the rules: there all arc types are among the reachable ones."""
    task = get_task(name)
    moved = 0
    for seed in range(2):
        network = fresh(task, seed, form=form)
        program = extract(network, task).program
        assert readouts_of(network) == program.readouts
        for graph, instance in instances(task).items():
            stepper = NetworkStepper(network, instance)
            run = execute(task.program, instance, record=True, max_steps=12).trajectory
            assert run is not None
            for now in run.snapshots():
                made, wanted = (each(program, instance, now) for each in (stepper, step))
                assert made == wanted, (graph, now.step)
                moved += not same_configuration(made, now)
    assert moved > 0


def test_a_trained_network_and_its_program_run_alike() -> None:
    task = get_task("prim")
    network = load_network(pretrained_path(task), task)[0]
    program = extract(network, task).program
    drawn = instances(task)
    for instance in (drawn["ws"], drawn["star"], drawn["disconnected"]):
        made = roll_out(network, task, instance, record=True)
        assert execute(program, instance, record=True).trajectory == made.trajectory


def test_only_what_the_rules_can_reach_is_listed() -> None:
    task = get_task("dijkstra")
    reachable = reachable_types(task)
    found = extract(fresh(task), task)
    present = {(each.receiver, each.forth) for each in reachable.types}
    for (_, receiver), order in found.program.orders.items():
        assert {(receiver, entry.arc_class) for entry in order} <= present
    arcs = {(each.arc, each.receiver, each.sender, each.reverse) for each in reachable.types}
    assert {key[:4] for key in found.numerics.arc} == arcs


def test_extraction_leaves_the_network_as_it_is() -> None:
    task = get_task("bfs")
    network = fresh(task)
    before = copy.deepcopy(network.state_dict())
    extract(network, task)
    after = network.state_dict()
    assert all(torch.equal(before[name], after[name]) for name in before)


def test_equal_scores_are_reported_as_close() -> None:
    task = get_task("bfs")
    network = fresh(task)
    unseen, done, virtual = range(3)
    with torch.no_grad():
        network.encoder.node[virtual] = network.encoder.node[done]
    found = extract(network, task)
    order = found.program.order(0, unseen)
    scores = dict(zip(order, found.numerics.scores[0, unseen], strict=True))
    assert scores[Entry(done, 0)] == scores[Entry(virtual, 0)]
    listener = Listener(found.program, found.numerics)
    one, other = 2 * (done * 3) + 1, 2 * (virtual * 3) + 1
    row = 1 << one | 1 << other
    assert set(listener.heard(0, unseen, row)) == {one, other}
    assert len(Listener(found.program).heard(0, unseen, row)) == 1
    # What is not equal is told apart.
    apart = 2 * unseen + 1
    assert len(listener.heard(0, unseen, 1 << one | 1 << apart)) == 1


def test_equal_logits_are_not_safe() -> None:
    task = get_task("bfs")
    network = fresh(task)
    with torch.no_grad():
        for layer in (network.decoder.node_state, network.decoder.arc_state):
            layer.weight[:] = layer.weight[0].clone()
            layer.bias[:] = layer.bias[0].clone()
    numerics = extract(network, task).numerics
    assert not any(gap.safe for gap in numerics.node.values())
    assert not any(gap.safe for gap in numerics.arc.values())
    # Untrained, a self-loop is pointed along as strongly as another arc in its state.
    assert not any(gap.safe for gap in numerics.readouts["parent"].values())


def in_single(network: Network, task: Task) -> Numerics:
    """What extraction says of a network that runs in single precision."""
    extraction = importlib.import_module("dnar.network.extract")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(extraction, "in_double", copy.deepcopy)
        patch.setattr(extraction, "UNIT", 2.0**-24)
        return extract(network, task).numerics


@forms
@pytest.mark.parametrize("name", ["bfs", "dijkstra", "mis", "bellman_ford"])
def test_the_error_bounds_what_rounding_does(name: str, form: MessageForm) -> None:
    """Nothing is exact enough to compare float64 with: the same bound is tried in float32."""
    task = get_task(name)
    networks = [fresh(task, seed, hidden=64, form=form) for seed in range(2)]
    if form is MessageForm.RICH:
        networks.append(load_network(pretrained_path(task), task)[0])
    for network in networks:
        # The same weights in double precision: what is left is the error of float32.
        rough, fine = in_single(network, task), extract(network, task).numerics
        off = []
        for key, scores in rough.scores.items():
            # Sorted alike: entries that changed places are closer than the error.
            apart = np.abs(np.array(scores) - np.array(fine.scores[key]))
            assert (apart <= rough.score_errors[key]).all()
            off.append(apart.max(initial=0))
        assert max(off) > 0
        pairs = [(rough.node, fine.node), (rough.arc, fine.arc)]
        pairs += [(rough.readouts[name], fine.readouts[name]) for name in rough.readouts]
        for mine, theirs in pairs:
            for key in mine.keys() & theirs.keys():
                assert abs(mine[key].gap - theirs[key].gap) <= mine[key].error
        for scalar, gaps in rough.gates.items():
            for one, other in zip(gaps, fine.gates[scalar], strict=True):
                assert abs(one.gap - other.gap) <= one.error


def test_a_program_is_extracted_again_only_if_weights_or_task_change() -> None:
    task = get_task("minimum")
    network = fresh(task)
    first = extracted(network, task)
    assert extracted(network, task) is first
    with torch.no_grad():
        network.encoder.node.mul_(-1)
    second = extracted(network, task)
    assert second is not first
    assert second.program.orders == extract(network, task).program.orders
    assert extracted(network, replace(task)) is not second
