"""The check of a task: every kind of mistake with its message, and none where there is none."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import dnar
from dnar.check import Form, check_task, checked_task
from dnar.errors import InputError
from dnar.machine import (
    Algorithm,
    Problem,
    Setup,
    StepBound,
    Task,
    inc,
    keep,
    task_from_json,
    task_json,
)
from dnar.tasks import all_tasks, get_task
from dnar.verify import verify

pytestmark = pytest.mark.usefixtures("no_shape_checks_in_module")

EXAMPLES = Path(__file__).parents[3] / "examples"
FILES = sorted((EXAMPLES / "tasks").glob("*.py"))


def wave(**choices) -> Algorithm:
    made = Algorithm("wave", "a wave", nodes="OPEN DONE", arcs="EDGE", **choices)
    made.begin(start="DONE")
    made.node("OPEN", "DONE", hears="DONE over EDGE")
    made.returns_nodes("done", "DONE")
    return made


def texts(task: Task, form: Form = Form.RICH) -> list[str]:
    return [f"{each.kind}: {each.text}" for each in check_task(task, form).mistakes]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_examples_have_no_mistakes(path: Path) -> None:
    assert texts(get_task(str(path))) == []


def test_bundled_tasks_have_no_mistakes() -> None:
    # Topological sort has the rules of depth-first search, which also takes a start.
    names = [name for name in all_tasks() if name != "topological_sort"]
    quick = [name for name in names if get_task(name).source is None][:8]
    assert {name: texts(get_task(name)) for name in quick} == {name: [] for name in quick}


def test_states_that_nobody_reaches() -> None:
    made = Algorithm("wave", "a wave", nodes="OPEN DONE LOST", arcs="EDGE GONE")
    made.begin(start="DONE")
    made.node("OPEN", "DONE", hears="DONE over EDGE")
    made.returns_nodes("done", "DONE")
    assert texts(made.task()) == [
        "state: no node ever comes to LOST; add a rule that leads there, or leave it out",
        "state: no arc ever comes to GONE; add a rule that leads there, or leave it out",
    ]


def test_rules_that_never_fire() -> None:
    made = wave()
    made.node("VIRTUAL", "DONE", hears="VIRTUAL over EDGE", signs=None)
    made.arc("EDGE", "EDGE", receiver="VIRTUAL", sender="VIRTUAL", heard=False)
    found = texts(made.task())
    assert found == [
        "rule: never fires, because no run shows such a case: arc EDGE becomes EDGE if "
        "receiver is VIRTUAL, sender is VIRTUAL, not heard by lowest"
    ]


def test_rules_that_conflict() -> None:
    made = wave()
    made.node("OPEN", "OPEN", hears="DONE over EDGE")
    assert texts(made.task()) == [
        "rule: never counts, because it conflicts with an earlier rule: OPEN becomes OPEN if "
        "lowest hears DONE over EDGE; earlier: OPEN becomes DONE if lowest hears DONE over EDGE"
    ]


def test_classes_that_are_never_there_are_noted() -> None:
    made = wave()
    made.node("OPEN", hears="VIRTUAL over EDGE, DONE over EDGE")
    made.node("DONE", hears="OPEN over EDGE")
    report = check_task(made.task())
    assert report.ok
    assert report.notes == ()
    closed = wave()
    closed.node("VIRTUAL", hears="VIRTUAL over EDGE")
    assert check_task(closed.task()).ok


def test_rules_that_do_not_come_to_rest() -> None:
    made = Algorithm("clock", "ticks", nodes="TICK TOCK")
    made.node("TICK", "TOCK")
    made.node("TOCK", "TICK")
    made.returns_nodes("ticking", "TICK")
    assert texts(made.task()) == [
        "halting: clock does not come to rest: after 120 steps on a problem of 1 nodes, the "
        "bound of the task, every 2 steps the same states come back: nodes are TICK, TOCK by "
        "turns; change the rules, or declare a larger bound on steps"
    ]
    with pytest.raises(InputError, match="clock does not come to rest: after 140 steps on a"):
        dnar.run(made.task(), "path:3")


def test_scalars_that_grow_forever() -> None:
    made = wave()
    made.scalar("count")
    made.update("count", keep("any"), inc("DONE"))
    found = texts(made.task())
    assert len(found) == 1
    assert "no state changes any more but count does" in found[0]


def test_a_bound_that_is_too_small() -> None:
    task = replace(wave().task(), step_bound=StepBound(1, 0))
    assert (
        "after 1 steps on a problem of 2 nodes, the bound of the task, states still"
        in texts(task)[0]
    )


def counting(problem: Problem) -> Setup:
    """Looks at the number of nodes, which three nodes do not show."""
    nodes = problem.graph.node_count
    state = np.zeros(nodes + 1, dtype=np.uint8)
    state[-1] = 2
    if nodes > 3:
        state[0] = 1
    from dnar.machine import GRAPH_ROLES

    return Setup(problem.graph, state, dict.fromkeys(GRAPH_ROLES, 0))


def test_encoders_that_look_at_what_three_nodes_do_not_show() -> None:
    task = replace(wave().task(), encoder=counting, inputs=dnar.get_task("mis").inputs)
    leaks = [each for each in texts(task) if each.startswith("encoder")]
    assert leaks == [
        "encoder: a problem of 4 nodes begins with a node in DONE, which no problem of up to 3 "
        "nodes shows; look at single nodes and edges only, or declare a larger smallest_size"
    ]
    with pytest.raises(InputError, match="wave cannot be verified: a problem of 4 nodes"):
        verify(task, task.program)


def test_orders_that_the_literal_form_cannot_represent() -> None:
    calls = get_task(str(EXAMPLES / "tasks" / "calls.py"))
    assert texts(calls) == []
    found = texts(calls, Form.LITERAL)
    assert found == [
        "network: attention: VIRTUAL with head lowest must hear WAITING over CALL before "
        "WAITING over NEUTRAL; CALLED over NEUTRAL before WAITING over NEUTRAL; WAITING over "
        "NEUTRAL before CALLED over CALL; no scores of sender plus arc do that"
    ]


def test_arcs_that_look_alike() -> None:
    made = Algorithm("blind", "arcs that look at their reverse", nodes="A B", arcs="E F G")
    made.begin(start="B")
    made.arc("E", "F", receiver="A", sender="B")
    made.arc("E", "G", reverse="F")
    made.returns_pointer("to", "F")
    found = texts(made.task())
    assert found
    assert all(
        "an arc sees its reverse only if the sender hears that" in each for each in found
    )


def test_values_that_are_added_twice() -> None:
    made = wave()
    made.scalar("count")
    made.update("count", keep("any"), inc("OPEN"), inc("OPEN"))
    assert texts(made.task())[-1] == (
        "network: gates: the update of count adds the same inc twice in OPEN, but a gate is "
        "open or closed; add it once"
    )
    with pytest.raises(InputError, match=r"^wave: .* \(and 1 more: dnar check\)$"):
        checked_task(made.task())


def test_training_checks_first() -> None:
    made = wave()
    made.node("OPEN", "OPEN", hears="DONE over EDGE")
    with pytest.raises(InputError, match="wave: never counts, because it conflicts"):
        dnar.train(made.task())


def test_stored_tasks_are_checked_as_well() -> None:
    task = get_task(str(EXAMPLES / "tasks" / "calls.py"))
    assert check_task(task_from_json(task_json(task))).ok
