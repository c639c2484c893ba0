"""Rules: how people write an algorithm; whatever is not listed stays as it is.

Section 3 of the paper, written down as listed cases over two enumerations of states. Rules are
checked where they are written and become a `Program`, which is what everything else reads.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import cast

from dnar.machine.program import ArcCase, Entry, NodeCase, Program
from dnar.machine.readout import Readout
from dnar.machine.vocabulary import (
    NOTHING,
    ArcClass,
    ArcRule,
    Comparison,
    Head,
    NodeRule,
    Op,
    Place,
    Rank,
    Scalar,
    Term,
)


@dataclass(frozen=True)
class Rules:
    """An algorithm as local rules over two finite sets of states.

    Of several node rules (or arc rules) that fit, the first listed counts. A scalar without
    an operation never changes.

    Raises:
        ValueError: the rules contradict themselves; the message names the entry.
    """

    node_states: type[IntEnum]
    arc_states: type[IntEnum]
    heads: tuple[Head, ...] = ()
    ranks: tuple[Rank, ...] = ()
    node_rules: tuple[NodeRule, ...] = ()
    arc_rules: tuple[ArcRule, ...] = ()
    scalars: tuple[Scalar, ...] = ()
    ops: tuple[Op, ...] = ()
    comparisons: tuple[Comparison, ...] = ()

    def __post_init__(self) -> None:
        _check_names(self)
        _check_states(self)
        _check_node_rules(self)
        _ = self.program("rules", {})

    def program(self, task: str, readouts: Mapping[str, Readout]) -> Program:
        """The rules as ordered cases."""
        return Program(
            task=task,
            node_states=tuple(state.name for state in self.node_states),
            arc_states=tuple(state.name for state in self.arc_states),
            heads=self.heads,
            scalars=self.scalars,
            comparisons=self.comparisons,
            orders={
                (self._heads[rank.head], int(rank.receiver)): tuple(
                    Entry(int(sender), int(arc)) for sender, arc in rank.classes
                )
                for rank in self.ranks
            },
            node_cases=tuple(self._node_case(rule) for rule in self.node_rules),
            arc_cases=tuple(self._arc_case(rule) for rule in self.arc_rules),
            ops=tuple(Op(op.target, tuple(map(_plain, op.terms))) for op in self.ops),
            readouts=dict(readouts),
        )

    @cached_property
    def _heads(self) -> dict[str, int]:
        return {head.name: number for number, head in enumerate(self.heads)}

    def _compared(self, place: Place) -> list[str]:
        places = {scalar.name: scalar.place for scalar in self.scalars}
        return [each.name for each in self.comparisons if places[each.left] is place]

    def _node_case(self, rule: NodeRule) -> NodeCase:
        return NodeCase(
            int(rule.state),
            int(rule.becomes),
            tuple(
                None
                if head.name not in rule.heard
                else frozenset(ArcClass(*map(int, each)) for each in rule.heard[head.name])
                for head in self.heads
            ),
            _signs(rule.signs, self._compared(Place.NODE)),
        )

    def _arc_case(self, rule: ArcRule) -> ArcCase:
        names = [head.name for head in self.heads]
        return ArcCase(
            int(rule.state),
            int(rule.becomes),
            *(_some(each) for each in (rule.receiver, rule.sender, rule.reverse)),
            heard=tuple(map(rule.heard.get, names)),
            heard_back=tuple(map(rule.heard_back.get, names)),
            signs=_signs(rule.signs, self._compared(Place.ARC)),
        )


def state_enum(name: str, states: Iterable[str]) -> type[IntEnum]:
    """An enumeration of these states, numbered from 0."""
    members = {state: number for number, state in enumerate(states)}
    return cast("type[IntEnum]", IntEnum(name, members))


def _plain(term: Term) -> Term:
    """The term with its states as plain numbers."""
    return Term(
        term.gate,
        frozenset(map(int, term.when)),
        term.scalar,
        term.head,
        term.function,
        term.arguments,
        term.number,
    )


def _some(states: tuple[int, ...] | None) -> frozenset[int] | None:
    return None if states is None else frozenset(map(int, states))


def _signs(
    wanted: Mapping[str, tuple[int, ...]], names: list[str]
) -> tuple[frozenset[int] | None, ...]:
    return tuple(frozenset(wanted[name]) if name in wanted else None for name in names)


def _demand(holds: bool, entry: object, expected: str) -> None:
    if not holds:
        raise ValueError(f"ill-formed rules: {entry} must {expected}")


def _check_names(rules: Rules) -> None:
    heads = {head.name for head in rules.heads}
    for rank in rules.ranks:
        _demand(rank.head in heads, rank, f"name one of the heads {heads}")
    for node_rule in rules.node_rules:
        _demand(set(node_rule.heard) <= heads, node_rule, f"name only the heads {heads}")
    for arc_rule in rules.arc_rules:
        named = set(arc_rule.heard) | set(arc_rule.heard_back)
        _demand(named <= heads, arc_rule, f"name only the heads {heads}")
    pairs = [(rank.head, rank.receiver) for rank in rules.ranks]
    _demand(len(set(pairs)) == len(pairs), pairs, "rank each (head, receiver state) once")
    scalars = {scalar.name for scalar in rules.scalars}
    for each in rules.comparisons:
        _demand({each.left, each.right} <= scalars, each, f"compare two of {scalars}")
    for rule, place in (
        *((rule, Place.NODE) for rule in rules.node_rules),
        *((rule, Place.ARC) for rule in rules.arc_rules),
    ):
        known = rules._compared(place)
        _demand(set(rule.signs) <= set(known), rule, f"read only the comparisons {known}")


def _check_states(rules: Rules) -> None:
    nodes, arcs = set(rules.node_states), set(rules.arc_states)
    for kind in (rules.node_states, rules.arc_states):
        _demand(sorted(kind) == list(range(len(kind))), kind, "number its states 0, 1, 2, ...")

    def known(states: Iterable[int] | None, among: set) -> bool:
        return states is None or set(states) <= among

    for rank in rules.ranks:
        classes = [ArcClass(*arc_class) for arc_class in rank.classes]
        _demand(len(set(classes)) == len(classes), rank, "list a class once")
        ends = known([rank.receiver, *(each.sender for each in classes)], nodes)
        _demand(
            ends and known([each.arc for each in classes], arcs), rank, "use declared states"
        )
    for rule in rules.node_rules:
        _demand(known([rule.state, rule.becomes], nodes), rule, "use declared node states")
    for rule in rules.arc_rules:
        ends = known(rule.receiver, nodes) and known(rule.sender, nodes)
        own = known([rule.state, rule.becomes], arcs) and known(rule.reverse, arcs)
        _demand(ends and own, rule, "use declared states")


def _check_node_rules(rules: Rules) -> None:
    ranked = {
        (rank.head, int(rank.receiver)): {ArcClass(*each) for each in rank.classes}
        for rank in rules.ranks
    }
    for rule in rules.node_rules:
        for head, classes in rule.heard.items():
            audible = {*ranked.get((head, int(rule.state)), ()), NOTHING}
            expected = f"wait only for what {head!r} can hear in its state: {audible}"
            _demand(set(classes) <= audible, rule, expected)
