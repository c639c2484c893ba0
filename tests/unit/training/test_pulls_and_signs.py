"""A task with pulls, signs and its own problems is learned exactly, gates included."""

import numpy as np
import pytest

from dnar.machine import InstanceEnding, decode_all, execute
from dnar.network import extract, readouts_of, roll_out
from dnar.training import TrainConfig, train_network
from tests.unit.training.local_minima import TASK, A


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_pulls_and_signs_are_learned_exactly(seed: int) -> None:
    network, outcome = train_network(TASK, TrainConfig(seed=seed, graphs=32))
    assert (outcome.exact, outcome.wrong) == (True, 0)
    program = extract(network, TASK).program
    rng = np.random.default_rng(seed)
    assert TASK.source is not None
    for size in (3, 9, 40):
        instance = TASK.encode(TASK.source.sample(size, rng))
        by_rules = execute(TASK.program, instance, record=True)
        assert roll_out(network, TASK, instance, record=True).trajectory == by_rules.trajectory
        assert execute(program, instance, record=True).trajectory == by_rules.trajectory
        ending = InstanceEnding(instance, by_rules.final)
        wanted = decode_all(TASK.decoders, TASK.program.readouts, ending)
        for name, values in decode_all(TASK.decoders, readouts_of(network), ending).items():
            assert np.array_equal(values, wanted[name]), name


def test_extracted_gates_and_orders_are_those_of_the_rules() -> None:
    network, _ = train_network(TASK, TrainConfig(graphs=32))
    program = extract(network, TASK).program
    for name in ("value", "least"):
        mine, theirs = (
            {term.value: term.when for term in each.op(name).terms if term.when}
            for each in (program, TASK.program)
        )
        assert mine == theirs
    # What is heard before nothing is what the rules hear.
    assert program.rank(0, int(A)) == TASK.program.rank(0, int(A))
    assert all(case.signs[1] is None for case in program.node_cases)
