"""Outputs: profiles cover every run, and readings that differ are named."""

from dataclasses import replace

import pytest

from dnar.machine import (
    Instance,
    Members,
    NodeKind,
    Pointer,
    PointerOrder,
    Snapshot,
    Task,
    VirtualPointer,
    execute,
    program_of,
    reachable_types,
)
from dnar.run.bundled import pretrained_program
from dnar.tasks import get_task
from dnar.verify.findings import Findings
from dnar.verify.outputs import SEVERAL, PointerCounts, Profile, check_outputs
from dnar.verify.scalars import Equalities
from dnar.verify.states import collect_cases
from tests.unit.network.problems import instances


def counted(task: Task) -> tuple[PointerCounts, int, NodeKind]:
    (decoder,) = (
        each for each in task.decoders.values() if isinstance(each, Pointer | VirtualPointer)
    )
    kind = NodeKind.REAL if isinstance(decoder, Pointer) else NodeKind.VIRTUAL
    reachable = reachable_types(task)
    cases = collect_cases(reachable, program_of(task), None)
    return PointerCounts(reachable, cases, decoder.arc_state, kind), decoder.arc_state, kind


def shown(instance: Instance, now: Snapshot, pointer: int, kind: NodeKind) -> set[Profile]:
    loop = instance.receiver == instance.sender
    found = set()
    for node in range(instance.node_count):
        if instance.node_kind[node] == kind:
            row = instance.receiver == node
            pointers = int((row & ~loop & (now.arc_state == pointer)).sum())
            (own,) = now.arc_state[row & loop].tolist()
            state = int(now.node_state[node])
            found.add(Profile(state, own, min(SEVERAL, pointers)))
    return found


@pytest.mark.parametrize("name", ["bfs", "dfs", "minimum"])
def test_profiles_cover_every_run(name: str) -> None:
    task = get_task(name)
    counts, pointer, kind = counted(task)
    seen = set()
    for instance in instances(task).values():
        trajectory = execute(task.rules, instance, record=True).trajectory
        assert trajectory is not None
        for now in trajectory.snapshots():
            seen |= shown(instance, now, pointer, kind)
    assert seen
    assert seen <= counts.profiles


def test_the_profiles_of_bfs() -> None:
    unseen, done, neutral, pointer = 0, 1, 0, 1
    assert counted(get_task("bfs"))[0].profiles == {
        Profile(unseen, pointer, 0),
        Profile(done, pointer, 0),
        Profile(done, neutral, 1),
    }


def blocked(name: str, **readouts) -> list[str]:
    """The cases that block a program with these readouts."""
    task = get_task(name)
    program = pretrained_program(task)
    program = replace(program, readouts={**program.readouts, **readouts})
    reachable = reachable_types(task)
    findings = Findings()
    cases = collect_cases(reachable, program, None)
    facts = Equalities(reachable, program)
    check_outputs(findings, reachable, cases, facts, program, task.decoders, None)
    assert {each.kind for each in findings.blocked} <= {"output"}
    return sorted(each.case for each in findings.blocked)


@pytest.mark.parametrize("name", ["bfs", "prim", "mis", "minimum"])
def test_bundled_programs_are_read_right(name: str) -> None:
    assert blocked(name) == []


def test_a_pointer_that_is_read_wrong() -> None:
    # Self-loops first: nodes that have found a parent would point to themselves.
    assert blocked("bfs", parent=PointerOrder(((3, 0), (4, 1), (5, 2)))) == [
        "output parent: DONE whose self-loop is NEUTRAL, with one other POINTER"
    ]
    # Where no other arc is a pointer, NEUTRAL arcs must not come before the loop.
    assert blocked("bfs", parent=PointerOrder(((1, 3), (0, 2), (4, 5)))) == [
        f"output parent: {state} whose self-loop is POINTER, with no other POINTER"
        for state in ("DONE", "UNSEEN")
    ]


def test_a_set_that_is_read_wrong() -> None:
    right = pretrained_program(get_task("mis")).readouts["in_set"]
    assert isinstance(right, Members)
    out = get_task("mis").rules.node_states["OUT"]
    assert blocked("mis", in_set=Members(right.node_states | {out})) == [
        "output in_set: whether OUT belongs to it"
    ]
    assert blocked("mis", in_set=Members(frozenset())) == [
        "output in_set: whether IN belongs to it"
    ]


def test_a_decoder_that_nobody_knows() -> None:
    task = get_task("bfs")
    program, reachable, findings = program_of(task), reachable_types(task), Findings()
    cases, facts = collect_cases(reachable, program, None), Equalities(reachable, program)
    decoders = {"guess": Guess()}
    check_outputs(findings, reachable, cases, facts, program, decoders, None)
    assert [each.case for each in findings.blocked] == [
        "output guess: nothing is known of a guess"
    ]


class Guess:
    def decode(self, instance, snapshot):
        raise NotImplementedError

    def labelled(self, raw, labels):
        raise NotImplementedError

    def __str__(self) -> str:
        return "a guess"
