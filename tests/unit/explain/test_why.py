"""Why a node did that."""

import numpy as np

from dnar.explain import explain_case, node_names
from dnar.explain.why import MOST_ARCS
from dnar.explain.words import WIDTH
from dnar.graph import Graph
from dnar.machine import Instance, Problem, Program, Snapshot, execute, step
from dnar.tasks import get_task
from tests.unit.explain.programs import every_program, explained, random_problem


def snapshots(program: Program, instance: Instance) -> list[Snapshot]:
    trajectory = execute(program, instance, record=True, max_steps=60).trajectory
    assert trajectory is not None
    return list(trajectory.snapshots())


BFS = """\
Step 2 of bfs: node d is UNSEEN, hears DONE over NEUTRAL with lowest, and becomes DONE.

Its row
  SENDER     STATE    ARC      ROLE          BEST FOR  HEARD BY  BECOMES
  b          DONE     NEUTRAL  both          lowest    lowest    POINTER
  c          DONE     NEUTRAL  both
  d          UNSEEN   POINTER  self          lowest              NEUTRAL
  (virtual)  VIRTUAL  NEUTRAL  from_virtual  lowest

What it hears
  lowest hears b, DONE over NEUTRAL: it comes before UNSEEN over POINTER; of 2 such arcs it has
  the lowest index.

Changes of its arcs
  from b: NEUTRAL becomes POINTER; receiver UNSEEN, sender DONE, reverse NEUTRAL, heard by
  lowest, back by nobody
  from d: POINTER becomes NEUTRAL; receiver UNSEEN, sender UNSEEN, reverse POINTER, heard by
  nobody, back by nobody"""


def test_a_step_of_bfs() -> None:
    task = get_task("bfs")
    graph = Graph.from_edges([0, 0, 1, 2], [1, 2, 3, 3], labels=["a", "b", "c", "d"])
    instance = task.encode(Problem(graph, 0))
    before = snapshots(task.program, instance)[1]
    assert "\n".join(explain_case(task, task.program, instance, before, 3)) == BFS


def dijkstra_case(step_number: int, node: int) -> str:
    """A step on a path of two edges and a longer edge beside it, as one line."""
    task = get_task("dijkstra")
    weight = np.array([1.5, 5.0, 2.0, 2.0])
    graph = Graph.from_edges([0, 0, 1, 0], [1, 2, 2, 3], labels=4, weight=weight)
    instance = task.encode(Problem(graph, 0))
    before = snapshots(task.program, instance)[step_number - 1]
    return " ".join(" ".join(explain_case(task, task.program, instance, before, node)).split())


def test_scalars_with_their_numbers() -> None:
    text = dijkstra_case(3, 1)
    assert "distance: 0 becomes 1.5 = 1.5 (length of the arc from 0, RELAXED)" in text
    text = dijkstra_case(5, 2)
    assert "node 2 is FRONTIER" in text
    text = dijkstra_case(6, 2)
    assert (
        "length of the arc from 1: 2 becomes 3.5 = 2 (kept in NEUTRAL) + "
        "1.5 (distance of 1, JOINING)"
    ) in text


def test_the_best_of_rivals_and_ties() -> None:
    nearest = dijkstra_case(4, 4)
    assert "nearest hears 1, FRONTIER over NEUTRAL: " in nearest
    assert "of 3 such arcs it has the smallest distance, 1.5." in nearest
    task = get_task("minimum")
    edgeless = Graph.from_edges([], [], labels=3)
    instance = task.encode(Problem(edgeless, values=np.array([3.0, 1.0, 1.0])))
    lines = explain_case(task, task.program, instance, snapshots(task.program, instance)[0], 3)
    text = " ".join(" ".join(lines).split())
    assert "it has the smallest value, 1, and of 2 equal ones the lowest index." in text


def test_nothing_heard_and_nothing_that_matters() -> None:
    text = dijkstra_case(1, 0)
    assert "lightest hears nothing: no entry of its order is in its row." in text
    assert "The node's state does not depend on it." in text


def test_a_long_row_is_cut_but_for_what_matters() -> None:
    task = get_task("bfs")
    leaves = 2 * MOST_ARCS
    graph = Graph.from_edges([0] * leaves, range(1, leaves + 1), labels=leaves + 1)
    instance = task.encode(Problem(graph, leaves))
    lines = explain_case(task, task.program, instance, snapshots(task.program, instance)[0], 0)
    table = lines[lines.index("Its row") + 2 : lines.index("What it hears") - 1]
    assert len(table) == MOST_ARCS + 1
    assert table[-1] == f"  ... and {leaves + 2 - MOST_ARCS} more arcs"
    assert [line.split()[-1] for line in table if "POINTER" in line and "DONE" in line] == [
        "POINTER"
    ]


def test_names() -> None:
    task = get_task("bfs")
    instance = task.encode(Problem(Graph.from_edges([0], [1], labels=["x", 7]), 0))
    assert node_names(instance) == ["x", "7", "(virtual)"]


@every_program
def test_every_step_of_every_node_says_what_happened(name: str, engine: str) -> None:
    found = explained(name, engine)
    task, program = found.task, found.program
    instance = task.encode(random_problem(task, np.random.default_rng(5), 1))
    names = node_names(instance)
    for before in snapshots(program, instance)[:6]:
        after = step(program, instance, before)
        for node in range(instance.node_count):
            lines = explain_case(task, program, instance, before, node)
            assert [line for line in lines if len(line) > WIDTH] == []
            old, new = (
                program.node_states[int(each.node_state[node])] for each in (before, after)
            )
            text = " ".join(" ".join(lines).split())
            opening = f"Step {before.step + 1} of {name}: node {names[node]} is {old}"
            assert text.startswith(opening)
            ends = f"and stays {old}." if old == new else f"and becomes {new}."
            assert ends in text
            changed = np.flatnonzero(before.arc_state != after.arc_state)
            own = [arc for arc in changed.tolist() if instance.receiver[arc] == node]
            for arc in own:
                sender = names[int(instance.sender[arc])]
                states = [
                    program.arc_states[int(each.arc_state[arc])] for each in (before, after)
                ]
                assert f"from {sender}: {states[0]} becomes {states[1]}; " in text
            assert text.count("; receiver ") == len(own)


def test_signs_with_their_numbers() -> None:
    task = get_task("insertion_sort")
    values = np.array([3.0, 1.0])
    instance = task.encode(Problem(Graph.from_edges([], [], labels=2), values=values))
    states = task.program.node_states
    for before in snapshots(task.program, instance):
        if states[int(before.node_state[1])] == "COMPARING":
            lines = explain_case(task, task.program, instance, before, 1)
            text = " ".join(" ".join(lines).split())
            assert "its near_key 3 is greater than its key 1, and becomes GIVING." in text
            return
    raise AssertionError("the second item is never compared")


def test_every_gate_has_its_reason() -> None:
    task = get_task("floyd_warshall")
    graph = Graph.from_edges([0, 1], [1, 2], labels=3, weight=np.array([1.0, 2.0]))
    instance = task.encode(Problem(graph))
    text = " ".join(
        " ".join(explain_case(task, task.program, instance, before, node))
        for before in snapshots(task.program, instance)
        for node in range(3)
    )
    text = " ".join(text.split())
    assert "(half of 0, JOINED) + " in text
    assert " heard by lowest, KNOWN)" in text
    assert "(its over_pivot, in BETTER)" in text
