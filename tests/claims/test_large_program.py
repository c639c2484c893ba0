"""Ninety node states, six arc states, three heads: no table of all combinations is made.

`python -m benchmarks.large_program` measures time and memory.
"""

from pathlib import Path

import numpy as np
import pytest
from benchmarks.clock import TASK
from benchmarks.large_program import untrained

from dnar.compile import compile_proved, compile_unproved
from dnar.machine import Program, execute
from dnar.network import extract, roll_out
from dnar.run import evaluation_problem
from dnar.verify import Verdict, verify


def test_the_rules_are_proved_and_compiled() -> None:
    program = TASK.program
    sizes = len(program.node_states), len(program.arc_states), len(program.heads)
    assert sizes == (90, 6, 3)
    assert verify(TASK, program).verdict is Verdict.PROVED
    executor = compile_proved(TASK, program)
    for number in range(5):
        instance = TASK.encode(evaluation_problem(TASK, "er", 12, number))
        by_rules = execute(program, instance, record=True)
        assert by_rules.steps == 29
        compiled = executor.execute(instance, max_steps=100, record=True)
        assert compiled.trajectory == by_rules.trajectory


@pytest.mark.slow
def test_an_untrained_network_is_extracted_verified_and_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DNAR_CACHE", str(tmp_path))
    network = untrained()
    found = extract(network, TASK)
    assert isinstance(found.program, Program)
    result = verify(TASK, found.program, found.numerics)
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample is not None
    executor = compile_unproved(TASK, found.program)
    instance = TASK.encode(evaluation_problem(TASK, "er", 6, 0))
    first = execute(found.program, instance, max_steps=1)
    # From states that rules can reach, network and program take the same step.
    by_network = roll_out(network, TASK, instance, max_steps=1)
    assert np.array_equal(first.final.node_state, by_network.final.node_state)
    compiled = executor.execute(instance, max_steps=20, record=True)
    assert (
        compiled.trajectory
        == execute(found.program, instance, max_steps=20, record=True).trajectory
    )
