"""Rules that contradict themselves are refused, and the message names the entry."""

from dataclasses import replace
from enum import IntEnum
from typing import Any

import pytest

from dnar.machine import (
    NOTHING,
    ArcClass,
    ArcRule,
    Head,
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
from tests.unit.machine.bazaar import (
    BOUGHT,
    BUYER,
    DONE,
    OFFER,
    OPENED,
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
        r"\['cheapest', 'richest', 'cheapest'\] must be distinct",
    ),
    "two scalars of one name": (
        {"scalars": (*RULES.scalars, Scalar("price", Place.NODE, Start.ZERO))},
        r"\['tally', 'price', 'price'\] must be distinct",
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
        r"Op\(target='height'.* must write a declared scalar that is no stream",
    ),
    "an operation on a stream": (
        {"scalars": (*RULES.scalars, LOT), "ops": (Op("lot", (keep(NodeState),)),)},
        r"Op\(target='lot'.* must write a declared scalar that is no stream",
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
    with pytest.raises(ValueError, match=f"ill-formed rules: .*{message}"):
        replace(RULES, **changes)


def test_well_formed_rules_that_look_odd() -> None:
    silent = NodeRule(DONE, BUYER, heard={"cheapest": (NOTHING,)})
    assert replace(RULES, node_rules=(silent,)).node_rules == (silent,)
    empty = Rules(NodeState, ArcState)
    assert (empty.heads, empty.ops, empty.streams()) == ((), (), ())
    to_arc = Op("price", (keep(ArcState), push("tally", (OPENED,))))
    assert replace(RULES, ops=(to_arc,)).ops == (to_arc,)


def test_looking_things_up() -> None:
    rules = replace(RULES, scalars=(*RULES.scalars, LOT))
    assert (rules.head_index("cheapest"), rules.head_index("richest")) == (0, 1)
    assert rules.scalar("price") == Scalar("price", Place.ARC, Start.INPUT)
    assert rules.streams() == (LOT,)
    assert rules.rank("richest", BUYER) == ((OPENED, SIGN),)
    assert rules.rank("richest", DONE) == ()


def test_outcomes_of_single_cases() -> None:
    offer, sign = ArcClass(SELLER, OFFER), ArcClass(OPENED, SIGN)
    assert RULES.node_outcome(BUYER, (offer, sign)) == BOUGHT
    assert RULES.node_outcome(BUYER, (offer, NOTHING)) == BUYER
    assert RULES.node_outcome(BOUGHT, (NOTHING, NOTHING)) == DONE
    heard, unheard = (True, False), (False, False)
    assert RULES.arc_outcome(OFFER, BOUGHT, SELLER, heard, unheard) == TAKEN
    assert RULES.arc_outcome(OFFER, SELLER, BOUGHT, unheard, heard) == TAKEN
    assert RULES.arc_outcome(OFFER, BUYER, SELLER, heard, unheard) == OFFER
    assert RULES.arc_table.shape == (4, 6, 6, 4, 4, 4)
    assert RULES.arc_table[OFFER, BOUGHT, SELLER, :, 0b01, 0b00].tolist() == [TAKEN] * 4
    assert RULES.arc_table[OFFER, BOUGHT, SELLER, :, 0b10, 0b00].tolist() == [OFFER] * 4
