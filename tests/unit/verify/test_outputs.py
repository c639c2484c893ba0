"""Outputs: profiles cover every run, and readings that differ are named."""

from dataclasses import replace

import pytest

from dnar.machine import (
    Instance,
    Labels,
    NodeKind,
    Output,
    Place,
    PointerOrder,
    Program,
    Readout,
    Snapshot,
    Task,
    collect_cases,
    execute,
    reachable_types,
)
from dnar.run.bundled import pretrained_program
from dnar.tasks import get_task
from dnar.verify.findings import Findings
from dnar.verify.outputs import (
    NO_LOOP,
    PointerProfiles,
    Profile,
    check_outputs,
    pointer_state,
)
from dnar.verify.scalars import Equalities
from tests.unit.network.problems import instances
from tests.unit.verify.market import TASK as MARKET

pytestmark = pytest.mark.usefixtures("no_shape_checks")


def profiles(task: Task) -> tuple[PointerProfiles, int, int]:
    name, order = next(
        (name, each)
        for name, each in task.program.readouts.items()
        if isinstance(each, PointerOrder)
    )
    pointer, kind = pointer_state(order), task.decoders[name].kind
    assert pointer is not None
    reachable = reachable_types(task)
    cases = collect_cases(reachable, task.program)
    return PointerProfiles(reachable, cases, pointer, kind), pointer, kind


def shown(instance: Instance, now: Snapshot, pointer: int, kind: int) -> set[Profile]:
    loop = instance.receiver == instance.sender
    found = set()
    for node in range(instance.node_count):
        if instance.node_kind[node] == kind:
            row = instance.receiver == node
            points = bool((row & ~loop & (now.arc_state == pointer)).any())
            (own,) = now.arc_state[row & loop].tolist()
            found.add(Profile(int(now.node_state[node]), own, points))
    return found


@pytest.mark.parametrize("name", ["bfs", "dfs", "minimum", "dijkstra"])
def test_profiles_cover_every_run(name: str) -> None:
    task = get_task(name)
    found, pointer, kind = profiles(task)
    seen = set()
    for instance in instances(task).values():
        trajectory = execute(task.program, instance, record=True).trajectory
        assert trajectory is not None
        for now in trajectory.snapshots():
            seen |= shown(instance, now, pointer, kind)
    assert seen
    assert seen <= found.profiles


def test_the_profiles_of_bfs() -> None:
    unseen, done, neutral, pointer = 0, 1, 0, 1
    assert profiles(get_task("bfs"))[0].profiles == {
        Profile(unseen, pointer, False),
        Profile(done, pointer, False),
        Profile(done, neutral, True),
    }


def test_the_profiles_of_helper_nodes() -> None:
    found, pointer, kind = profiles(MARKET)
    assert kind == NodeKind.REAL
    # Sellers are OPEN, their self-loops OWN; a buyer chooses them or not.
    assert found.profiles == {Profile(0, 3, False), Profile(0, 3, True)}
    buyers = PointerProfiles(
        found.reachable, found.cases, pointer, int(NodeKind.HELPER)
    ).profiles
    looking, comparing, deciding, bought, passed = range(1, 6)
    assert buyers == {
        Profile(looking, 3, False),
        Profile(comparing, 3, False),
        Profile(deciding, 3, True),
        Profile(bought, 3, True),
        Profile(passed, 3, True),
        Profile(passed, 3, False),
    }


def test_nodes_without_a_self_loop_of_their_own() -> None:
    task = get_task("bfs")
    reachable = reachable_types(task)
    roles = tuple(
        replace(role, multiplicity=role.multiplicity, receivers=NodeKind.HELPER)
        if role.name == "self"
        else role
        for role in reachable.roles
    )
    without = replace(reachable, roles=roles)
    found = PointerProfiles(without, collect_cases(without, task.program), 1, 0)
    assert found.loop_role is None
    assert {each.loop for each in found.profiles} == {NO_LOOP}
    surely, perhaps = found.items(Profile(1, NO_LOOP, True))
    assert surely == {(1, 0)}
    assert perhaps == {(0, 0), (2, 0)}


def blocked(task: Task, **readouts: Readout) -> list[str]:
    """The cases that block the rules with these readouts."""
    program = replace(task.program, readouts={**task.program.readouts, **readouts})
    return blocked_of(task, program)


def blocked_of(task: Task, program: Program) -> list[str]:
    """The cases that block a program."""
    reachable = reachable_types(task)
    findings = Findings()
    cases = collect_cases(reachable, program)
    facts = Equalities(reachable, program, cases)
    check_outputs(findings, reachable, cases, facts, program, task.decoders)
    assert {each.kind for each in findings.blocked} <= {"output"}
    return sorted(each.case for each in findings.blocked)


@pytest.mark.parametrize("name", ["bfs", "prim", "mis", "minimum", "floyd_warshall"])
def test_rules_and_bundled_programs_are_read_right(name: str) -> None:
    task = get_task(name)
    assert blocked(task) == []
    assert blocked_of(task, pretrained_program(task)) == []


def test_a_pointer_that_is_read_wrong() -> None:
    bfs = get_task("bfs")
    # Self-loops first: nodes that have found a parent would point to themselves.
    assert blocked(bfs, parent=PointerOrder(((3, 0), (4, 1), (5, 2)))) == [
        "output parent: DONE whose self-loop is NEUTRAL, with an other POINTER"
    ]
    # Where no other arc is a pointer, NEUTRAL arcs must not come before the loop.
    assert blocked(bfs, parent=PointerOrder(((1, 3), (0, 2), (4, 5)))) == [
        f"output parent: {state} whose self-loop is POINTER, without other POINTER"
        for state in ("DONE", "UNSEEN")
    ]
    # Nor may they come together with it: then the lower index would decide.
    assert len(blocked(bfs, parent=PointerOrder(((2, 3), (0, 2), (4, 5))))) == 2
    # What never stands in one row may be in any order.
    assert blocked(bfs, parent=PointerOrder(((2, 3), (0, 1), (5, 4)))) == []


def test_pointers_and_arcs_that_never_meet() -> None:
    buyer = MARKET.program.readouts["buyer"]
    assert isinstance(buyer, PointerOrder)
    assert buyer.places == ((2, 1), (0, 0), (2, 1), (2, 1))
    assert blocked(MARKET, buyer=PointerOrder(((4, 0), (1, 7), (5, 6), (7, 2)))) == []
    assert blocked(MARKET, buyer=PointerOrder(((4, 0), (3, 7), (5, 6), (7, 2)))) == [
        "output buyer: OPEN whose self-loop is OWN, with an other CHOSEN"
    ]


def test_labels_that_are_read_wrong() -> None:
    mis = get_task("mis")
    right = mis.program.readouts["in_set"]
    assert isinstance(right, Labels)
    states = mis.program.node_states
    changed = list(right.labels)
    changed[states.index("OUT")] = 1
    assert blocked(mis, in_set=Labels(Place.NODE, tuple(changed))) == [
        "output in_set: the label of OUT"
    ]
    changed = list(right.labels)
    changed[states.index("VIRTUAL")] = 1
    assert blocked(mis, in_set=Labels(Place.NODE, tuple(changed))) == []
    assert blocked(mis, in_set=Labels(Place.NODE, (0,) * 6)) == [
        "output in_set: the label of IN"
    ]
    # Another label than 1 is another label, whatever a decoder makes of it.
    assert (
        len(blocked(mis, in_set=Labels(Place.NODE, tuple(2 * one for one in right.labels))))
        == 1
    )


class Guess(Output):
    """An output that says nothing of what it reads."""

    def decode(self, ending, readout):
        raise NotImplementedError

    def labelled(self, raw, labels):
        raise NotImplementedError


class ArcSet(Guess):
    """The arcs in one state."""

    def readout(self, node_states: int, arc_states: int) -> Labels:
        return Labels.of_set(Place.ARC, frozenset({1}), arc_states)


def test_nothing_is_proved_of_an_output_that_reads_nothing() -> None:
    task = replace(get_task("bfs"), decoders={"guess": Guess()})
    assert blocked(task) == ["output guess: it reads nothing that can be there"]


def test_labels_of_arcs() -> None:
    task = replace(get_task("bfs"), decoders={"tree": ArcSet()})
    assert blocked(task) == []
    assert blocked(task, tree=Labels(Place.ARC, (0, 1, 1))) == [
        "output tree: the label of CLOSED"
    ]


def test_the_state_that_points() -> None:
    assert pointer_state(PointerOrder(((2, 1), (0, 0), (2, 1)))) == 1
    assert pointer_state(PointerOrder(((0, 1), (0, 0), (2, 1)))) is None
