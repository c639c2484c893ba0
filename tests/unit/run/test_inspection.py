"""Inspections show what the network does: its next states, what it hears, its scalars."""

import numpy as np
import pytest

import dnar
from dnar.errors import InputError
from dnar.explain.words import value_words
from dnar.machine import Place, select
from dnar.network import NetworkStepper, roll_out
from dnar.run import evaluation_problem, inspect_step

pytestmark = pytest.mark.usefixtures("no_shape_checks")

TASKS = ("bfs", "dfs", "prim", "dijkstra", "mis", "minimum", "bellman_ford", "insertion_sort")


@pytest.mark.parametrize("name", TASKS)
def test_the_arg_max_is_the_step_of_the_network(name: str) -> None:
    model = dnar.load_model(name)
    problem = evaluation_problem(name, "er", 6, 1, seed=5)
    instance = model.task.encode(problem)
    run = roll_out(model.network, model.task, instance, record=True)
    assert run.trajectory is not None
    snapshots = list(run.trajectory.snapshots())
    numbers = np.linspace(0, run.steps - 1, 4).astype(int).tolist()
    for before in sorted({*numbers, run.steps}):
        now, after = snapshots[before], snapshots[min(before + 1, run.steps)]
        seen = inspect_step(model.task, model.network, problem, before + 1)
        assert seen.step == before + 1
        assert seen.node_state.tolist() == now.node_state.tolist()
        assert seen.arc_state.tolist() == now.arc_state.tolist()
        assert seen.next_node_state.tolist() == after.node_state.tolist()
        assert seen.next_arc_state.tolist() == after.arc_state.tolist()
        for scalar in model.network.signature.updated:
            assert seen.scalars[scalar].tolist() == now.scalars[scalar].tolist()
            assert seen.next_scalars[scalar].tolist() == after.scalars[scalar].tolist()


@pytest.mark.parametrize("name", TASKS)
def test_the_heard_arc_is_that_of_the_program(name: str) -> None:
    model = dnar.load_model(name)
    problem = evaluation_problem(name, "ws", 8, 0, seed=2)
    instance = model.task.encode(problem)
    for step in (1, 2, 4):
        if step > roll_out(model.network, model.task, instance).steps + 1:
            continue
        now = roll_out(model.network, model.task, instance, max_steps=step - 1).final
        seen = inspect_step(model.task, model.network, problem, step)
        heard = select(model.program, instance, now)
        for number, head in enumerate(seen.heads):
            arcs = seen.heard_arcs(head)
            assert arcs.tolist() == heard[head].tolist()
            best = seen.scores[number][arcs[arcs >= 0]]
            assert (best > seen.silence[number][arcs >= 0]).all()
            for node in np.flatnonzero(arcs >= 0).tolist():
                row = seen.receiver == node
                assert seen.scores[number][arcs[node]] == seen.scores[number][row].max()
            assert set(np.unique(seen.weights)) <= {0.0, 1.0}


def test_vectors_give_the_logits() -> None:
    model = dnar.load_model("bfs")
    seen = model.inspect("karate", 2, start=0)
    instance = model.task.encode(dnar.Problem(dnar.load_graph("karate"), 0))
    stepper = NetworkStepper(model.network, instance)
    network, own = stepper.network, stepper.tables.node_own.numpy()
    hidden = np.maximum(own[seen.node_state] + seen.message.sum(0), 0)
    for layer in (network.processor.node_out, network.decoder.node_state):
        hidden = hidden @ layer.weight.detach().numpy().T + layer.bias.detach().numpy()
    assert np.allclose(hidden, seen.node_logits, rtol=1e-12, atol=1e-12)
    vectors = network.encoder.node.detach().numpy()
    assert np.array_equal(seen.node_embed, vectors[seen.node_state])


def test_gates_are_those_of_the_program() -> None:
    model = dnar.load_model("dijkstra")
    seen = model.inspect("path:4", 1, start=0, weight=1)
    gates = {(gate.scalar, gate.operation): gate for gate in seen.gates}
    assert len(gates) == len(seen.gates)
    program = model.program
    for op in program.ops:
        for term in op.terms:
            gate = gates[op.target, value_words(program, op.target, term)]
            states = seen.node_states if gate.place is Place.NODE else seen.arc_states
            assert gate.is_open.shape == (len(states),)
            assert gate.is_open[list(term.when)].all()


def test_labels_rows_and_text() -> None:
    model = dnar.load_model("bfs")
    seen = model.inspect("path:4", 2, start=0)
    assert seen.nodes == (0, 1, 2, 3, "(virtual)")
    assert (2, 1) in seen.arcs
    assert (0, 2) not in seen.arcs
    assert seen.attention("lowest", 2) == {1: 1.0, 2: 0.0, 3: 0.0, "(virtual)": 0.0}
    assert repr(seen).splitlines() == [
        "Inspection of bfs, step 2: 5 nodes, 19 arcs, heads lowest",
        "  1 node and 2 arcs change state",
        "  node 2: UNSEEN -> DONE, lowest hears 1",
    ]
    crowd = repr(model.inspect("star:30", 1, start=0))
    assert crowd.splitlines()[-1] == "  ... and 21 more nodes"


def test_soft_attention_sums_up_to_one() -> None:
    model = dnar.load_model("bfs")
    seen = model.inspect("path:4", 1, start=0, temperature=2.0)
    assert (seen.weights > 0).all()
    assert np.allclose(np.bincount(seen.receiver, seen.weights[0]), 1.0)
    assert "lowest hears 0 (0." in repr(seen)


def test_what_cannot_be_inspected() -> None:
    model = dnar.load_model("bfs")
    with pytest.raises(InputError, match="counted from 1, got 0"):
        model.inspect("path:4", 0, start=0)
    with pytest.raises(InputError, match="give a step from 1 to 4, got 9"):
        model.inspect("path:4", 9, start=0)
    with pytest.raises(InputError, match="begins at a node"):
        model.inspect("path:4", 1)
    seen = model.inspect("path:4", 4, start=0)
    assert "0 nodes and 0 arcs change state" in repr(seen)
    with pytest.raises(InputError, match="no head 'left'; the heads are lowest"):
        seen.heard_arcs("left")
    with pytest.raises(InputError, match="no node 7"):
        seen.attention("lowest", 7)
    with pytest.raises(InputError, match="temperature"):
        model.inspect("path:4", 1, start=0, temperature=0.0)
