"""Scalars: whatever is claimed to be equal is equal in every run (Lemma 2)."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from dnar.machine import (
    ArcType,
    Instance,
    Op,
    Program,
    Snapshot,
    Task,
    apply,
    collect_cases,
    execute,
    inc,
    keep,
    pull,
    push,
    reachable_types,
    take,
)
from dnar.run.bundled import pretrained_program
from dnar.tasks import get_task
from dnar.verify.linear import ZERO
from dnar.verify.scalars import SIDES, At, Equalities, Facts, Side, is_open
from tests.unit.network.problems import instances
from tests.unit.verify.market import TASK as MARKET
from tests.unit.verify.programs import network_like, with_op

pytestmark = pytest.mark.usefixtures("no_shape_checks")

DIJKSTRA, ECCENTRICITY = get_task("dijkstra"), get_task("eccentricity")
U, A, B, F, G, J, T, V = range(8)
N, R, P, K, X = range(5)
OPEN, LOOKING, COMPARING, DECIDING, BOUGHT, PASSED = range(6)


def equalities(task: Task, program: Program) -> Equalities:
    reachable = reachable_types(task)
    return Equalities(reachable, program, collect_cases(reachable, program))


def agrees(task: Task, program: Program, scalar: str, *states: int) -> bool:
    """Whether a node scalar agrees in these states, by default in all."""
    found = equalities(task, program)
    every = states or {each.receiver for each in found.machines.reachable.types}
    return all(found.agree_in(state, scalar) for state in every)


def test_which_gates_are_open() -> None:
    at = At(own=1, push=2, take=3)
    assert is_open(inc({1}), at)
    assert is_open(push("x", {2}), at)
    assert is_open(take("x", {3}), at)
    assert not is_open(keep({2}), at)
    assert not is_open(push("x", {1}), at)


@pytest.mark.parametrize("task", [DIJKSTRA, MARKET], ids=lambda task: task.name)
def test_the_same_operations_agree_everywhere(task: Task) -> None:
    names = {scalar.name for scalar in task.program.scalars}
    assert equalities(task, task.program).everywhere == names
    # Operations of states that cannot be there do not count.
    program = with_op(DIJKSTRA.program, Op("distance", (keep((T, V)), push("length", (R, K)))))
    assert "distance" not in equalities(DIJKSTRA, program).everywhere


def test_what_depends_on_another_operation_is_looked_at() -> None:
    program = with_op(MARKET.program, Op("cost", (push("price", (OPEN,)),)))
    found = equalities(MARKET, program)
    assert found.everywhere == {"price", "fee", "budget", "rate", "limit"}
    assert not found.agree_in(DECIDING, "best")
    assert found.agree_in(LOOKING, "best")


def test_keeping_and_pushing_the_same_is_the_same() -> None:
    """A node of the tree keeps its distance, or takes it again from its pointer."""
    pushed = Op("distance", (keep((V,)), push("length", (R, P))))
    prim = get_task("prim")
    assert agrees(prim, with_op(prim.program, pushed), "distance")
    # Dijkstra's lengths change while a node joins, and a pointer's length does not any more.
    assert agrees(DIJKSTRA, with_op(DIJKSTRA.program, pushed), "distance", F, T)
    without = Op("distance", (keep((V,)), push("length", (R,))))
    assert not agrees(prim, with_op(prim.program, without), "distance", T)


def test_gates_on_zero_make_no_difference() -> None:
    doubled = Op("distance", (inc((0,)), keep(range(5)), keep((1,)), push("report", (1,))))
    assert not agrees(ECCENTRICITY, with_op(ECCENTRICITY.program, doubled), "distance")
    start = Op("distance", (inc((0,)), keep((0, 1, 2, 4)), push("report", (1,))))
    assert agrees(ECCENTRICITY, with_op(ECCENTRICITY.program, start), "distance")


def test_constants() -> None:
    by_half = Op(
        "distance", (inc((0,), 0.5), inc((0,), 0.5), keep(range(5)), push("report", (1,)))
    )
    assert agrees(ECCENTRICITY, with_op(ECCENTRICITY.program, by_half), "distance")
    more = Op(
        "distance", (inc((0,), 0.5), inc((0,), 0.6), keep(range(5)), push("report", (1,)))
    )
    assert not agrees(ECCENTRICITY, with_op(ECCENTRICITY.program, more), "distance")
    grown = Op("distance", (*DIJKSTRA.program.op("distance").terms, inc((T,))))
    assert not agrees(DIJKSTRA, with_op(DIJKSTRA.program, grown), "distance", T)


def test_pulling() -> None:
    def pulling(*terms) -> Program:
        return with_op(MARKET.program, Op("best", terms))

    kept, pulled = keep((DECIDING, BOUGHT)), pull("cost", (COMPARING,), head="cheapest")
    assert agrees(MARKET, pulling(pulled, kept), "best", DECIDING, BOUGHT)
    # Nothing is heard in other states, so nothing is pulled.
    everywhere = pull("cost", range(6), head="cheapest")
    assert agrees(MARKET, pulling(kept, everywhere), "best", DECIDING, BOUGHT)
    # A seller's price is not the cost, which holds the fee, too.
    other = pull("price", (COMPARING,), head="cheapest")
    assert not agrees(MARKET, pulling(kept, other), "best", DECIDING)
    assert not agrees(MARKET, pulling(pulled, kept, keep((DECIDING,))), "best", BOUGHT)


def test_pulling_from_another_arc_is_something_else() -> None:
    reordered = {(0, COMPARING): (*MARKET.program.order(0, COMPARING),)}
    entry = MARKET.program.order(0, COMPARING)[0]
    other = replace(
        MARKET.program, orders={(0, COMPARING): (entry._replace(best=False), entry)}
    )
    assert agrees(MARKET, replace(MARKET.program, orders=reordered), "best")
    assert not agrees(MARKET, other, "best", DECIDING)


def test_taking_and_applying() -> None:
    cost = Op("cost", (take("fee", (LOOKING,)), push("price", (OPEN,))))
    assert agrees(MARKET, with_op(MARKET.program, cost), "best")
    twice = Op("cost", (*cost.terms, take("fee", (LOOKING,))))
    assert not agrees(MARKET, with_op(MARKET.program, twice), "best", DECIDING)
    copied = Op("spent", (apply("product", ("best", "rate"), (BOUGHT, LOOKING)),))
    # What is bought is zero while a buyer looks, and so is any product with it.
    assert agrees(MARKET, with_op(MARKET.program, copied), "spent")
    turned = Op("spent", (apply("product", ("rate", "best"), (BOUGHT,)),))
    assert not agrees(MARKET, with_op(MARKET.program, turned), "spent", BOUGHT)


def test_streams_are_the_same_on_both_sides() -> None:
    task = get_task("mis")
    for program in (network_like(reachable_types(task)), pretrained_program(task)):
        found = equalities(task, program)
        assert found.everywhere == {"lot"}
        assert all(found.agree_at(each, "lot") for each in found.machines.reachable.types)
        assert agrees(task, program, "lot")


EQUIVALENT = {
    "dijkstra": Op("distance", (keep((V,)), push("length", (R, P)))),
    "eccentricity": Op("distance", (inc((0,)), keep((0, 1, 2, 4)), push("report", (1,)))),
}


DRAWN = {"directed", "star", "disconnected", "many", "equal", "size 4"}


@pytest.mark.parametrize("name", EQUIVALENT)
def test_what_is_claimed_holds_in_runs(name: str) -> None:
    task = get_task(name)
    assert claims_hold(task, with_op(task.program, EQUIVALENT[name])) > 100


LEARNED = ("dijkstra", "eccentricity", "mis", "minimum", "bellman_ford", "segments_intersect")


@pytest.mark.parametrize("name", LEARNED)
def test_what_is_claimed_of_learned_programs_holds_in_runs(name: str) -> None:
    task = get_task(name)
    assert claims_hold(task, pretrained_program(task)) > 100


def claims_hold(task: Task, program: Program) -> int:
    """How many claims on how many places were looked at; all of them hold."""
    found = equalities(task, program)
    every = {found.facts(scalar.name) for scalar in task.program.scalars}
    checked = 0
    drawn = instances(task)
    for key in DRAWN & drawn.keys():
        runs = [
            execute(each, drawn[key], record=True).trajectory
            for each in (task.program, program)
        ]
        assert runs[0] is not None
        assert runs[1] is not None
        for mine, theirs in zip(runs[0].snapshots(), runs[1].snapshots(), strict=False):
            both: dict[Side, Snapshot] = {Side.RULES: mine, Side.PROGRAM: theirs}
            for facts in every:
                checked += check_arcs(facts, drawn[key], both)
                checked += check_nodes(facts, drawn[key], both)
    return checked


def value(both: dict[Side, Snapshot], symbol: Any, place: int) -> float:
    if symbol == ZERO:
        return 0.0
    name, side = symbol
    values = [float(both[each].scalars[name][place]) for each in SIDES]
    if side is Side.BOTH:
        assert values[0] == values[1]
    return values[side is Side.PROGRAM]


def check_arcs(facts: Facts, instance: Instance, both: dict[Side, Snapshot]) -> int:
    now, count = both[Side.RULES], 0
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
        for symbol, block in zip(facts.symbols, facts.arcs[each], strict=True):
            here = value(both, symbol, sender if symbol in facts.node_symbols else arc)
            assert found.setdefault(block, here) == here, (each, symbol)
            count += 1
    return count


def check_nodes(facts: Facts, instance: Instance, both: dict[Side, Snapshot]) -> int:
    count = 0
    for node, state in enumerate(both[Side.RULES].node_state.tolist()):
        found: dict[int, float] = {}
        for symbol, block in zip(facts.node_symbols, facts.nodes[state], strict=True):
            here = value(both, symbol, node)
            assert found.setdefault(block, here) == here, (state, symbol)
            count += 1
        row = instance.receiver == node
        for fact in facts.sums[state]:
            among = np.flatnonzero(row & np.isin(both[Side.RULES].arc_state, list(fact.states)))
            total = sum(value(both, fact.arc, int(arc)) for arc in among)
            assert value(both, fact.node, node) == pytest.approx(total), (state, fact)
            count += 1
    return count
