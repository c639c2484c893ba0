"""Diagnoses: which cases are wrong, which part is to blame, whether it was possible at all."""

from pathlib import Path

import pytest

import dnar
from dnar.machine import Algorithm, inc, keep
from dnar.network import MessageForm
from dnar.tasks import get_task
from dnar.verify import Verdict

pytestmark = pytest.mark.usefixtures("no_shape_checks_in_module")

CALLS = str(Path(__file__).parents[3] / "examples" / "tasks" / "calls.py")


def test_an_exact_model_needs_no_diagnosis() -> None:
    model = dnar.train("bfs", graphs=16)
    assert (model.exact, model.diagnosis) == (True, None)
    assert "diagnosis" not in model.report


def test_a_hasty_run_could_have_learned_it() -> None:
    model = dnar.train(CALLS, graphs=16, iterations=1, cycles=1)
    found, text = model.report["diagnosis"], str(model.diagnosis)
    assert sum(found["blame"].values()) > 0
    assert set(found["blame"]) <= {"attention", "updates", "gates", "outputs"}
    assert found["impossible"] == []
    assert "the network can represent the rules: training did not find it" in text
    states = get_task(CALLS).program.node_states
    assert any(state in case for case in found["cases"] for state in states)


def test_the_literal_form_cannot_learn_it() -> None:
    model = dnar.train(CALLS, graphs=8, iterations=1, cycles=1, messages=MessageForm.LITERAL)
    text = str(model.diagnosis)
    assert "the network cannot represent the rules as they are written" in text
    assert "WAITING over NEUTRAL before CALLED over CALL" in text
    assert "use the rich form" in text


def test_large_and_small_constants_are_learned_beside_others() -> None:
    made = Algorithm("sized", "constants of all sizes", nodes="NEW YOUNG OLD")
    made.node("NEW", "YOUNG")
    made.node("YOUNG", "OLD")
    made.scalar("size")
    made.update("size", keep("any"), inc("NEW", by=1e9), inc("YOUNG", by=1e-6))
    made.returns_scalar("size", "size", "OLD")
    model = dnar.train(made.task(), graphs=16)
    assert model.exact
    assert model.verify().verdict is Verdict.PROVED
