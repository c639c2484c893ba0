"""Scalars: whatever is claimed to be equal is equal in every run (Lemma 2)."""

from dataclasses import replace

import numpy as np
import pytest

from dnar.machine import (
    ArcType,
    Gate,
    Instance,
    Op,
    Program,
    Snapshot,
    Task,
    Term,
    execute,
    inc,
    keep,
    program_of,
    push,
    reachable_types,
)
from dnar.run.bundled import pretrained_program
from dnar.tasks import get_task
from dnar.verify.scalars import ZERO, Equalities, Gates, Side, gates_of
from tests.unit.network.problems import instances


def test_gates_count_how_often_a_term_is_added() -> None:
    program = program_of(get_task("dijkstra"))
    op = Op("distance", (inc({1}), keep({2, 3}), push("length", {0}), push("length", {0, 4})))
    gates = gates_of(replace(program, ops=(op,)), "distance")
    assert gates == Gates({1: 1}, {2: 1, 3: 1}, {("length", 0): 2, ("length", 4): 1})
    # Without an operation it stays.
    kept = gates_of(replace(program, ops=(op,)), "length")
    assert kept == Gates({}, dict.fromkeys(range(5), 1), {})


def side_by_side(task: Task, program: Program, instance: Instance):
    """Snapshots of both runs, as long as both last."""
    runs = [execute(each, instance, record=True) for each in (task.rules, program)]
    trajectories = [run.trajectory for run in runs]
    assert trajectories[0] is not None
    assert trajectories[1] is not None
    return zip(trajectories[0].snapshots(), trajectories[1].snapshots(), strict=False)


def value(snapshots: dict[Side, Snapshot], symbol, place: int) -> float:
    if symbol == ZERO:
        return 0.0
    name, side = symbol
    return float(snapshots[side].scalars[name][place])


@pytest.mark.parametrize("name", ["dijkstra", "eccentricity", "mis", "minimum"])
def test_what_is_claimed_holds_in_runs(name: str) -> None:
    task = get_task(name)
    program = pretrained_program(task)
    facts = Equalities(reachable_types(task), program)
    checked = 0
    drawn = instances(task)
    for key in {"directed", "star", "disconnected", "many", "equal"} & drawn.keys():
        instance = drawn[key]
        for mine, theirs in side_by_side(task, program, instance):
            both = {Side.RULES: mine, Side.PROGRAM: theirs}
            checked += check_arcs(facts, instance, both, task)
            checked += check_nodes(facts, instance, both)
    assert checked > 100


def check_arcs(facts, instance: Instance, both: dict[Side, Snapshot], task: Task) -> int:
    now, count = both[Side.RULES], 0
    nodes = {scalar.name for scalar in task.rules.scalars if scalar.place.value == "node"}
    for arc in range(instance.arc_count):
        sender = int(instance.sender[arc])
        each = ArcType(
            int(now.node_state[instance.receiver[arc]]),
            int(now.arc_state[arc]),
            int(now.node_state[sender]),
            int(now.arc_state[instance.reverse_arc[arc]]),
            int(instance.role[arc]),
        )
        found: dict[int, float] = {}
        for symbol, block in facts.arcs[each].items():
            place = sender if symbol != ZERO and symbol[0] in nodes else arc
            here = value(both, symbol, place)
            assert found.setdefault(block, here) == here, (each, symbol)
            count += 1
    return count


def check_nodes(facts, instance: Instance, both: dict[Side, Snapshot]) -> int:
    count = 0
    for node, state in enumerate(both[Side.RULES].node_state.tolist()):
        found: dict[int, float] = {}
        for symbol, block in facts.nodes[state].items():
            here = value(both, symbol, node)
            assert found.setdefault(block, here) == here, (state, symbol)
            count += 1
        row = instance.receiver == node
        for name, side, arc, chosen in facts.sums[state]:
            among = row & np.isin(both[side].arc_state, list(chosen))
            total = both[side].scalars[arc][among].sum()
            assert both[side].scalars[name][node] == pytest.approx(total), (state, name)
            count += 1
    return count


def test_the_rules_agree_with_themselves() -> None:
    task = get_task("dijkstra")
    reachable = reachable_types(task)
    facts = Equalities(reachable, program_of(task))
    assert all(facts.agree_at(each, "length") for each in reachable.types)
    assert all(facts.agree_in(state, "distance") for state in facts.nodes)


def test_a_wrong_gate_is_noticed() -> None:
    task = get_task("dijkstra")
    reachable = reachable_types(task)
    program = program_of(task)
    (number,) = (at for at, op in enumerate(program.ops) if op.target == "distance")
    ops = list(program.ops)
    ops[number] = Op("distance", (*ops[number].terms, Term(Gate.INC, frozenset({6}))))
    facts = Equalities(reachable, replace(program, ops=tuple(ops)))
    tree = task.rules.node_states["TREE"]
    assert not facts.agree_in(tree, "distance")


def test_streams_are_the_same_on_both_sides() -> None:
    task = get_task("mis")
    reachable = reachable_types(task)
    facts = Equalities(reachable, pretrained_program(task))
    (stream,) = facts.streams
    assert all(facts.agree_at(each, stream) for each in reachable.types)
    assert all(facts.agree_in(state, stream) for state in facts.nodes)
