"""Rules that contradict themselves are refused; all others become the same cases."""

import itertools
from dataclasses import replace
from enum import IntEnum
from typing import Any

import numpy as np
import pytest

from dnar.machine import (
    NOTHING,
    SIGNS,
    ArcCase,
    ArcClass,
    ArcRule,
    Comparison,
    Entry,
    Head,
    Labels,
    NodeCase,
    NodeRule,
    Op,
    Place,
    Rank,
    Rules,
    Scalar,
    Start,
    inc,
    keep,
    push,
)
from dnar.tasks import get_task
from tests.random_machines import random_task
from tests.rich_machines import rich_task
from tests.unit.machine.bazaar import (
    BOUGHT,
    BUYER,
    DONE,
    OFFER,
    OPENED,
    PAID,
    RULES,
    SELLER,
    SIGN,
    TAKEN,
    ArcState,
    NodeState,
)


class Gap(IntEnum):
    LOW = 0
    HIGH = 2


LOT = Scalar("lot", Place.NODE, Start.STREAM, period=2)

ILL_FORMED: dict[str, tuple[dict[str, Any], str]] = {
    "two heads of one name": (
        {"heads": (*RULES.heads, Head("cheapest"))},
        r"\['cheapest', 'richest', 'cheapest'\] must have distinct names",
    ),
    "two scalars of one name": (
        {"scalars": (*RULES.scalars, Scalar("price", Place.NODE, Start.ZERO))},
        r"\['tally', 'price', 'price'\] must have distinct names",
    ),
    "a head that compares nothing known": (
        {"heads": (*RULES.heads, Head("tallest", key="height"))},
        r"Head\(name='tallest', key='height'.* must compare one of",
    ),
    "a rank of an unknown head": (
        {"ranks": (Rank("loudest", BUYER, ()),)},
        r"Rank\(head='loudest'.* must name one of the heads",
    ),
    "two ranks for one head and state": (
        {"ranks": (*RULES.ranks, Rank("cheapest", BUYER, ()))},
        r"must rank each \(head, receiver state\) once",
    ),
    "a rank with a class twice": (
        {"ranks": (Rank("cheapest", BUYER, ((SELLER, OFFER), (SELLER, OFFER))),)},
        r"Rank\(head='cheapest'.* must list a class once",
    ),
    "a rank of an unknown receiver state": (
        {"ranks": (Rank("cheapest", 9, ((SELLER, OFFER),)),)},
        r"Rank\(head='cheapest', receiver=9.* must use declared states",
    ),
    "a rank with an unknown sender state": (
        {"ranks": (Rank("cheapest", BUYER, ((9, OFFER),)),)},
        r"Rank\(.*\(9, .* must use declared states",
    ),
    "a rank with an unknown arc state": (
        {"ranks": (Rank("cheapest", BUYER, ((SELLER, 9),)),)},
        r"Rank\(.*, 9\).* must use declared states",
    ),
    "a rank that lists silence": (
        {"ranks": (Rank("cheapest", BUYER, (NOTHING,)),)},
        r"Rank\(.*sender=-1.* must use declared states",
    ),
    "a node rule that listens with an unknown head": (
        {"node_rules": (NodeRule(BUYER, BOUGHT, heard={"loudest": (NOTHING,)}),)},
        r"NodeRule\(.*'loudest'.* must name only the heads",
    ),
    "a node rule from an unknown state": (
        {"node_rules": (NodeRule(9, BOUGHT),)},
        r"NodeRule\(state=9.* must use declared node states",
    ),
    "a node rule to an unknown state": (
        {"node_rules": (NodeRule(BUYER, 9),)},
        r"NodeRule\(.*becomes=9.* must use declared node states",
    ),
    "a node rule that waits for what its state cannot hear": (
        {"node_rules": (NodeRule(BUYER, BOUGHT, heard={"cheapest": ((OPENED, SIGN),)}),)},
        r"NodeRule\(.* must wait only for what 'cheapest' can hear in its state",
    ),
    "an arc rule that asks an unknown head": (
        {"arc_rules": (ArcRule(OFFER, TAKEN, heard={"loudest": True}),)},
        r"ArcRule\(.*'loudest'.* must name only the heads",
    ),
    "an arc rule that asks an unknown head backwards": (
        {"arc_rules": (ArcRule(OFFER, TAKEN, heard_back={"loudest": True}),)},
        r"ArcRule\(.*heard_back=\{'loudest'.* must name only the heads",
    ),
    "an arc rule from an unknown state": (
        {"arc_rules": (ArcRule(9, TAKEN),)},
        r"ArcRule\(state=9.* must use declared states",
    ),
    "an arc rule to an unknown state": (
        {"arc_rules": (ArcRule(OFFER, 9),)},
        r"ArcRule\(.*becomes=9.* must use declared states",
    ),
    "an arc rule with an unknown receiver": (
        {"arc_rules": (ArcRule(OFFER, TAKEN, receiver=(9,)),)},
        r"ArcRule\(.*receiver=\(9,\).* must use declared states",
    ),
    "an arc rule with an unknown sender": (
        {"arc_rules": (ArcRule(OFFER, TAKEN, sender=(9,)),)},
        r"ArcRule\(.*sender=\(9,\).* must use declared states",
    ),
    "a comparison of an unknown scalar": (
        {"comparisons": (Comparison("tall", "tally", "height"),)},
        r"Comparison\(name='tall'.* must compare two of",
    ),
    "a comparison of a node with an arc": (
        {"comparisons": (Comparison("odd", "tally", "price"),)},
        r"Comparison\(name='odd'.* must compare two scalars of one place",
    ),
    "a node rule that reads an unknown comparison": (
        {"node_rules": (NodeRule(BUYER, BOUGHT, signs={"rich": (1,)}),)},
        r"NodeRule\(.*'rich'.* must read only the comparisons \[\]",
    ),
    "an arc rule that reads a comparison of nodes": (
        {
            "comparisons": (Comparison("even", "tally", "tally"),),
            "arc_rules": (ArcRule(OFFER, TAKEN, signs={"even": (0,)}),),
        },
        r"ArcRule\(.*'even'.* must read only the comparisons \[\]",
    ),
    "a sign of two": (
        {
            "comparisons": (Comparison("even", "tally", "tally"),),
            "node_rules": (NodeRule(BUYER, BOUGHT, signs={"even": (2,)}),),
        },
        r"must name signs of -1, 0 and 1",
    ),
    "an arc rule with an unknown reverse": (
        {"arc_rules": (ArcRule(OFFER, TAKEN, reverse=(9,)),)},
        r"ArcRule\(.*reverse=\(9,\).* must use declared states",
    ),
    "node states with a gap": (
        {"node_states": Gap, "ranks": (), "node_rules": (), "arc_rules": (), "ops": ()},
        r"<enum 'Gap'> must number its states 0, 1, 2",
    ),
    "arc states with a gap": (
        {"arc_states": Gap, "ranks": (), "node_rules": (), "arc_rules": (), "ops": ()},
        r"<enum 'Gap'> must number its states 0, 1, 2",
    ),
    "a stream without a period": (
        {"scalars": (*RULES.scalars, Scalar("lot", Place.NODE, Start.STREAM))},
        r"Scalar\(name='lot'.* must have a period if and only if it streams",
    ),
    "a period without a stream": (
        {"scalars": (*RULES.scalars, Scalar("lot", Place.NODE, Start.ZERO, period=2))},
        r"Scalar\(name='lot'.* must have a period if and only if it streams",
    ),
    "two operations on one scalar": (
        {"ops": (*RULES.ops, Op("tally", ()))},
        r"\['tally', 'tally'\] must have one operation each",
    ),
    "an operation on an unknown scalar": (
        {"ops": (Op("height", ()),)},
        r"Op\(target='height'.* must write a known scalar that is no stream",
    ),
    "an operation on a stream": (
        {"scalars": (*RULES.scalars, LOT), "ops": (Op("lot", (keep(NodeState),)),)},
        r"Op\(target='lot'.* must write a known scalar that is no stream",
    ),
    "a push from a node to a node": (
        {"ops": (Op("tally", (push("tally", (DONE,)),)),)},
        r"Op\(target='tally'.* must push an arc's scalar to a node or a node's to an arc",
    ),
    "a push from an arc to an arc": (
        {"ops": (Op("price", (push("price", (OFFER,)),)),)},
        r"Op\(target='price'.* must push an arc's scalar to a node or a node's to an arc",
    ),
    "a push of an unknown scalar": (
        {"ops": (Op("tally", (push("height", (OFFER,)),)),)},
        r"Op\(target='tally'.*'height'.* must push an arc's scalar",
    ),
    "a node scalar that asks for an unknown node state": (
        {"ops": (Op("tally", (inc((9,)),)),)},
        r"Op\(target='tally'.* must open its gates on .*BUYER",
    ),
    "an arc scalar that asks for a node state": (
        {"ops": (Op("price", (keep((OPENED,)),)),)},
        r"Op\(target='price'.* must open its gates on .*OFFER",
    ),
    "a push to a node that asks for a node state": (
        {"ops": (Op("tally", (push("price", (OPENED,)),)),)},
        r"Op\(target='tally'.* must open its gates on .*OFFER",
    ),
    "a push to an arc that asks for an unknown node state": (
        {"ops": (Op("price", (push("tally", (9,)),)),)},
        r"Op\(target='price'.* must open its gates on .*BUYER",
    ),
}


@pytest.mark.parametrize(("changes", "message"), ILL_FORMED.values(), ids=ILL_FORMED)
def test_ill_formed_rules(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"ill-formed (rules|program): .*{message}"):
        replace(RULES, **changes)


def test_well_formed_rules_that_look_odd() -> None:
    silent = NodeRule(DONE, BUYER, heard={"cheapest": (NOTHING,)})
    assert replace(RULES, node_rules=(silent,)).node_rules == (silent,)
    empty = Rules(NodeState, ArcState)
    assert (empty.heads, empty.ops, empty.comparisons) == ((), (), ())
    to_arc = Op("price", (keep(ArcState), push("tally", (OPENED,))))
    assert replace(RULES, ops=(to_arc,)).ops == (to_arc,)


def test_rules_become_cases() -> None:
    rules = replace(
        RULES,
        scalars=(*RULES.scalars, Scalar("limit", Place.NODE, Start.ZERO)),
        comparisons=(Comparison("rich", "tally", "limit"),),
        node_rules=(*RULES.node_rules, NodeRule(SELLER, DONE, signs={"rich": (1, 0)})),
        arc_rules=(
            ArcRule(OFFER, TAKEN, (BUYER,), reverse=(SIGN, PAID), heard={"richest": False}),
        ),
    )
    program = rules.program("market", {"answer": Labels(Place.NODE, (0, 1, 0, 0, 0, 0))})
    assert program.task == "market"
    assert program.node_states == ("BUYER", "BOUGHT", "DONE", "SELLER", "SHUT", "OPENED")
    assert program.arc_states == ("OFFER", "TAKEN", "PAID", "SIGN")
    assert program.heads == RULES.heads
    assert program.comparisons == rules.comparisons
    assert program.orders == {
        (0, 0): (Entry(3, 0),),
        (0, 1): (Entry(3, 0),),
        (1, 0): (Entry(5, 3),),
    }
    offer, sign = frozenset({ArcClass(3, 0)}), frozenset({ArcClass(5, 3)})
    assert program.node_cases == (
        NodeCase(4, 5, (None, None), (None,)),
        NodeCase(0, 1, (offer, sign), (None,)),
        NodeCase(1, 2, (None, None), (None,)),
        NodeCase(3, 2, (None, None), (frozenset({0, 1}),)),
    )
    (case,) = program.arc_cases
    assert case == ArcCase(
        0, 1, frozenset({0}), None, frozenset({2, 3}), (None, False), (None, None), ()
    )
    assert program.ops == (Op("tally", (keep(range(6)), push("price", (1,)))),)
    assert program.readouts == {"answer": Labels(Place.NODE, (0, 1, 0, 0, 0, 0))}
    # Plain numbers, so that equal programs are written alike.
    assert {type(state) for op in program.ops for term in op.terms for state in term.when} == {
        int
    }


def test_outcomes_of_single_cases() -> None:
    offer, sign = ArcClass(SELLER, OFFER), ArcClass(OPENED, SIGN)
    program = RULES.program("bazaar", {})
    assert program.node_outcome(BUYER, (offer, sign)) == BOUGHT
    assert program.node_outcome(BUYER, (offer, NOTHING)) == BUYER
    assert program.node_outcome(BOUGHT, (NOTHING, NOTHING)) == DONE
    heard, unheard = 0b01, 0b00
    assert program.arc_outcome(OFFER, BOUGHT, SELLER, OFFER, heard, unheard) == TAKEN
    assert program.arc_outcome(OFFER, SELLER, BOUGHT, OFFER, unheard, heard) == TAKEN
    assert program.arc_outcome(OFFER, BUYER, SELLER, OFFER, heard, unheard) == OFFER
    assert program.arc_outcome(OFFER, BOUGHT, SELLER, OFFER, 0b10, unheard) == OFFER


def first_node_rule(rules: Rules, state: int, told: dict[str, Any], signs: dict) -> int:
    """What becomes of a node by the first rule that fits, looked up in the rules themselves."""
    for rule in rules.node_rules:
        if (
            rule.state == state
            and all(told[head] in classes for head, classes in rule.heard.items())
            and all(signs[name] in some for name, some in rule.signs.items())
        ):
            return int(rule.becomes)
    return state


def first_arc_rule(
    rules: Rules, state: int, around: tuple[int, int, int], heard: dict, back: dict, signs: dict
) -> int:
    """The same of an arc; around it are receiver, sender and reverse."""
    for rule in rules.arc_rules:
        wanted = zip(around, (rule.receiver, rule.sender, rule.reverse), strict=True)
        if (
            rule.state == state
            and all(some is None or each in some for each, some in wanted)
            and all(heard[head] == flag for head, flag in rule.heard.items())
            and all(back[head] == flag for head, flag in rule.heard_back.items())
            and all(signs[name] in some for name, some in rule.signs.items())
        ):
            return int(rule.becomes)
    return state


def machines() -> list[Rules]:
    rng = np.random.default_rng(3)
    drawn = [make(rng).rules for _ in range(5) for make in (random_task, rich_task)]
    names = ("dfs", "prim", "bellman_ford", "floyd_warshall")
    return [RULES, *(get_task(name).rules for name in names), *drawn]


@pytest.mark.usefixtures("no_shape_checks")
@pytest.mark.parametrize("number", range(15))
def test_every_outcome_is_that_of_the_first_rule_that_fits(number: int) -> None:
    rules = machines()[number]
    program = rules.program("any", {})
    heads = [head.name for head in rules.heads]
    nodes, arcs = range(len(rules.node_states)), range(len(rules.arc_states))
    signs = {
        place: [
            dict(zip((each.name for each in program.compared(place)), some, strict=True))
            for some in itertools.product(SIGNS, repeat=len(program.compared(place)))
        ]
        for place in Place
    }
    classes = [NOTHING, *itertools.starmap(ArcClass, itertools.product(nodes, arcs))]
    for state, sign in itertools.product(nodes, signs[Place.NODE]):
        for told in itertools.product(classes, repeat=len(heads)):
            made = program.node_outcome(state, told, tuple(sign.values()))
            by_head = dict(zip(heads, told, strict=True))
            assert made == first_node_rule(rules, state, by_head, sign)
    flags = list(itertools.product([False, True], repeat=len(heads)))
    ways = itertools.product(
        arcs, itertools.product(nodes, nodes, arcs), flags, flags, signs[Place.ARC]
    )
    for state, around, heard, back, sign in ways:
        bits = [sum(flag << at for at, flag in enumerate(some)) for some in (heard, back)]
        made = program.arc_outcome(state, *around, bits[0], bits[1], tuple(sign.values()))
        named = [dict(zip(heads, some, strict=True)) for some in (heard, back)]
        assert made == first_arc_rule(rules, state, around, named[0], named[1], sign)
