"""Rules: an algorithm as listed cases; whatever is not listed stays as it is.

They are data: the interpreter runs them, the network is trained on what they do, the verifier
compares a program with them. Section 3 of the paper, written down as tables.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

import numpy as np

from dnar.array_types import Int32, UInt8
from dnar.machine.local_functions import UNLISTED
from dnar.machine.vocabulary import (
    NOTHING,
    ArcClass,
    ArcRule,
    Gate,
    Head,
    NodeRule,
    Op,
    Place,
    Rank,
    Scalar,
    Start,
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

    def __post_init__(self) -> None:
        _check_names(self)
        _check_states(self)
        _check_node_rules(self)
        _check_ops(self)

    def head_index(self, name: str) -> int:
        """The position of the head called `name`."""
        return [head.name for head in self.heads].index(name)

    def scalar(self, name: str) -> Scalar:
        """The scalar called `name`."""
        return next(scalar for scalar in self.scalars if scalar.name == name)

    def rank(self, head: str, receiver: int) -> tuple[ArcClass, ...]:
        """The classes that a receiver in this state listens to with this head, best first."""
        for rank in self.ranks:
            if rank.head == head and rank.receiver == receiver:
                return tuple(ArcClass(*arc_class) for arc_class in rank.classes)
        return ()

    def node_outcome(self, state: int, heard: tuple[ArcClass, ...]) -> int:
        """The next state of a node that heard these classes, one per head (or NOTHING)."""
        by_head = dict(zip((head.name for head in self.heads), heard, strict=True))
        for rule in self.node_rules:
            fits = all(by_head[head] in classes for head, classes in rule.heard.items())
            if rule.state == state and fits:
                return rule.becomes
        return state

    def arc_outcome(
        self,
        state: int,
        receiver: int,
        sender: int,
        heard: tuple[bool, ...],
        heard_back: tuple[bool, ...],
    ) -> int:
        """The next state of an arc between these ends, heard or not by each head either way."""
        names = [head.name for head in self.heads]
        forth = dict(zip(names, heard, strict=True))
        back = dict(zip(names, heard_back, strict=True))
        for rule in self.arc_rules:
            if (
                rule.state == state
                and (rule.receiver is None or receiver in rule.receiver)
                and (rule.sender is None or sender in rule.sender)
                and all(forth[head] == wanted for head, wanted in rule.heard.items())
                and all(back[head] == wanted for head, wanted in rule.heard_back.items())
            ):
                return rule.becomes
        return state

    @property
    def listening(self) -> Int32[np.ndarray, "heads node_states node_states arc_states 2"]:
        """Places in the ranks; only the best of a class is ever heard."""
        return self._listening

    @property
    def arc_table(
        self,
    ) -> UInt8[np.ndarray, "arc_states node_states node_states arc_states bits bits"]:
        """`arc_outcome` of everything; the reverse arc's state makes no difference to rules."""
        return self._arc_table

    @cached_property
    def _listening(self) -> Int32[np.ndarray, "heads node_states node_states arc_states 2"]:
        states = len(self.node_states)
        shape = (len(self.heads), states, states, len(self.arc_states), 2)
        table = np.full(shape, UNLISTED, dtype=np.int32)
        for rank in self.ranks:
            for place, (sender, arc) in enumerate(rank.classes):
                table[self.head_index(rank.head), rank.receiver, sender, arc, 1] = place
        return table

    @cached_property
    def _arc_table(
        self,
    ) -> UInt8[np.ndarray, "arc_states node_states node_states arc_states bits bits"]:
        states, flags = len(self.node_states), np.arange(2 ** len(self.heads))
        shape = (len(self.arc_states), states, states, len(flags), len(flags))
        table = np.empty(shape, dtype=np.uint8)
        table[:] = np.arange(len(self.arc_states))[:, None, None, None, None]

        def agreeing(wanted: Mapping[str, bool]) -> np.ndarray:
            fits = [flags >> self.head_index(head) & 1 == bit for head, bit in wanted.items()]
            return np.flatnonzero(np.logical_and.reduce(fits)) if fits else flags

        # From the last rule to the first, because the first that fits counts.
        for rule in reversed(self.arc_rules):
            ends = [
                np.arange(states) if each is None else np.array(each, dtype=np.int64)
                for each in (rule.receiver, rule.sender)
            ]
            cases = np.ix_(*ends, agreeing(rule.heard), agreeing(rule.heard_back))
            table[rule.state][cases] = rule.becomes
        every = (*shape[:3], shape[0], *shape[3:])
        return np.broadcast_to(table[:, :, :, None], every)

    def streams(self) -> tuple[Scalar, ...]:
        """The scalars that are given anew as the run goes on."""
        return tuple(scalar for scalar in self.scalars if scalar.start is Start.STREAM)


def _demand(holds: bool, entry: object, expected: str) -> None:
    if not holds:
        raise ValueError(f"ill-formed rules: {entry} must {expected}")


def _check_names(rules: Rules) -> None:
    for kind in (rules.heads, rules.scalars):
        names = [entry.name for entry in kind]
        _demand(len(set(names)) == len(names), names, "be distinct")
    heads = {head.name for head in rules.heads}
    scalars = {scalar.name for scalar in rules.scalars}
    for head in rules.heads:
        _demand(head.key is None or head.key in scalars, head, f"compare one of {scalars}")
    for rank in rules.ranks:
        _demand(rank.head in heads, rank, f"name one of the heads {heads}")
    for node_rule in rules.node_rules:
        _demand(set(node_rule.heard) <= heads, node_rule, f"name only the heads {heads}")
    for arc_rule in rules.arc_rules:
        named = set(arc_rule.heard) | set(arc_rule.heard_back)
        _demand(named <= heads, arc_rule, f"name only the heads {heads}")
    for scalar in rules.scalars:
        timed = scalar.start is Start.STREAM
        _demand(timed == (scalar.period > 0), scalar, "have a period if and only if it streams")
    pairs = [(rank.head, rank.receiver) for rank in rules.ranks]
    _demand(len(set(pairs)) == len(pairs), pairs, "rank each (head, receiver state) once")


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
        _demand(ends and known([rule.state, rule.becomes], arcs), rule, "use declared states")


def _check_node_rules(rules: Rules) -> None:
    for rule in rules.node_rules:
        for head, classes in rule.heard.items():
            audible = {*rules.rank(head, rule.state), NOTHING}
            expected = f"wait only for what {head!r} can hear in its state: {audible}"
            _demand(set(classes) <= audible, rule, expected)


def _check_ops(rules: Rules) -> None:
    targets = [op.target for op in rules.ops]
    _demand(len(set(targets)) == len(targets), targets, "have one operation each")
    scalars = {scalar.name: scalar for scalar in rules.scalars}
    for op in rules.ops:
        target = scalars.get(op.target)
        writable = target is not None and target.start is not Start.STREAM
        _demand(writable, op, "write a declared scalar that is no stream")
        for term in op.terms:
            pushed = scalars.get(term.scalar or "")
            if term.gate is Gate.PUSH:
                across = target and pushed and target.place is not pushed.place
                _demand(
                    bool(across), op, "push an arc's scalar to a node or a node's to an arc"
                )
            own = target is not None and target.place is Place.NODE
            at_node = own != (term.gate is Gate.PUSH)
            states = rules.node_states if at_node else rules.arc_states
            _demand(term.when <= set(states), op, f"open its gates on {list(states)}")
