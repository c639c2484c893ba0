"""Extraction: the program runs as the network does, and says how clearly it was decided."""

import copy

import numpy as np
import pytest
import torch
from dnar.verify.hearing import Listener

from dnar.machine import Task, execute, read_out
from dnar.network import (
    MessageForm,
    Network,
    extract,
    load_network,
    readouts_of,
    roll_out,
)
from dnar.run.bundled import pretrained_path
from dnar.tasks import get_task
from tests.unit.network.problems import fresh, instances

LIMIT = 8
"""Steps after which untrained networks, which need not halt, are cut off."""

forms = pytest.mark.parametrize("form", MessageForm)


@forms
@pytest.mark.parametrize("name", ["bfs", "dijkstra", "mis", "eccentricity", "topological_sort"])
def test_an_untrained_network_and_its_program_run_alike(name: str, form: MessageForm) -> None:
    task = get_task(name)
    moved = 0
    for seed in range(2):
        network = fresh(task, seed, form=form)
        program = extract(network, task).program
        for graph, instance in instances(task).items():
            made = roll_out(network, task, instance, max_steps=LIMIT, record=True)
            ran = execute(program, instance, max_steps=LIMIT, record=True)
            assert ran.trajectory == made.trajectory, graph
            assert ran.halted == made.halted
            moved += made.steps
            assert same_outputs(task, network, instance, ran.final, program.readouts)
    assert moved > 0


def same_outputs(task: Task, network: Network, instance, final, readouts) -> bool:
    one = read_out(task, readouts, instance, final)
    other = read_out(task, readouts_of(network), instance, final)
    return all(np.array_equal(one[name], other[name]) for name in task.decoders)


def test_a_trained_network_and_its_program_run_alike() -> None:
    task = get_task("prim")
    network = load_network(pretrained_path(task), task)[0]
    program = extract(network, task).program
    drawn = instances(task)
    for instance in (drawn["ws"], drawn["star"], drawn["disconnected"]):
        made = roll_out(network, task, instance, record=True)
        assert execute(program, instance, record=True).trajectory == made.trajectory


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
    score = found.numerics.score[:, :, done], found.numerics.score[:, :, virtual]
    assert np.array_equal(*score)
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
    assert not numerics.node.safe.any()
    assert not numerics.arc.safe.any()
    # Untrained, a self-loop is pointed along as strongly as another arc in its state.
    assert not numerics.readouts["parent"].safe.any()


@forms
@pytest.mark.parametrize("name", ["bfs", "dijkstra", "mis"])
def test_the_error_bounds_what_rounding_does(name: str, form: MessageForm) -> None:
    task = get_task(name)
    networks = [fresh(task, seed, hidden=64, form=form) for seed in range(2)]
    if form is MessageForm.RICH:
        networks.append(load_network(pretrained_path(task), task)[0])
    for network in networks:
        # The same weights in double precision: what is left is the error of float32.
        rough = extract(network, task).numerics
        fine = extract(copy.deepcopy(network).double(), task).numerics
        off = np.abs(rough.score - fine.score).max(axis=(2, 3, 4))
        assert (off <= rough.score_error).all()
        assert off.max() > 0
        pairs = [(rough.node, fine.node), (rough.arc, fine.arc)]
        pairs += [(rough.gates[name], fine.gates[name]) for name in rough.gates]
        pairs += [(rough.readouts[name], fine.readouts[name]) for name in rough.readouts]
        for mine, theirs in pairs:
            assert (np.abs(mine.gap - theirs.gap) <= mine.error).all()
