"""Tables: a program as the search finds it; rules, task and cost follow from it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from typing import Any, cast

from dnar.discover.sketch import COUNTER, OutputKind, Sketch, StateCounts
from dnar.errors import InputError
from dnar.machine import (
    NOTHING,
    ArcClass,
    ArcRule,
    NodeRule,
    Op,
    Rank,
    Rules,
    Task,
    inc,
    keep,
)

Heard = tuple[int, int]
"""A class, as (sender state, arc state), or SILENT."""

SILENT: Heard = (NOTHING.sender, NOTHING.arc)
"""Stands for a node that hears nothing."""

ArcEntry = tuple[int, int, int, int, int]
"""Arc state, receiver state, sender state, whether heard, whether heard back."""


@dataclass(frozen=True)
class Tables:
    """A program's entries that are not `unchanged`."""

    counts: StateCounts
    listened: dict[int, tuple[Heard, ...]] = field(default_factory=dict)
    """By receiver state: the classes that it listens for, first come first."""
    node: dict[tuple[int, Heard], int] = field(default_factory=dict)
    """By state and class heard: the next state."""
    arc: dict[ArcEntry, int] = field(default_factory=dict)
    member: int | None = None
    """The state of the set, if the output is one."""
    counting: tuple[int, ...] = ()
    """The states in which the virtual node counts, if the output is a number."""

    @property
    def cost(self) -> int:
        """The description length: classes that are listened for, and entries that change."""
        return sum(map(len, self.listened.values())) + len(self.node) + len(self.arc)

    def to_json(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "counts": list(self.counts),
            "listened": [[state, list(some)] for state, some in sorted(self.listened.items())],
            "node": [[*key, becomes] for key, becomes in sorted(self.node.items())],
            "arc": [[list(key), becomes] for key, becomes in sorted(self.arc.items())],
            "member": self.member,
            "counting": list(self.counting),
        }

    @classmethod
    def from_json(cls, value: Any) -> "Tables":
        """What `to_json` gave.

        Raises:
            InputError: it is not that.
        """
        try:
            return cls(
                StateCounts(*value["counts"]),
                {state: tuple(map(_heard, some)) for state, some in value["listened"]},
                {(state, _heard(told)): to for state, told, to in value["node"]},
                {cast(ArcEntry, tuple(key)): to for key, to in value["arc"]},
                value["member"],
                tuple(value["counting"]),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise InputError(f"damaged tables of a program: {error!r}") from error


def _heard(value: Iterable[int]) -> Heard:
    sender, arc = value
    return (sender, arc)


@dataclass(frozen=True)
class Found:
    """Tables together with the sketch that they fill."""

    sketch: Sketch
    tables: Tables

    @cached_property
    def rules(self) -> Rules:
        """The program as rules."""
        sketch, tables, counts = self.sketch, self.tables, self.tables.counts
        names = [f"S{number}" for number in range(counts.node)]
        names += [f"V{number}" for number in range(max(counts.virtual, 1))]
        arcs = ["NEUTRAL", "POINTER" if self._points else "A1"][: counts.arc]
        arcs += [f"A{number}" for number in range(2, counts.arc)]
        arcs += ["CLOSED"] if sketch.closed else []
        ops = () if sketch.lengths is None else sketch.lengths.ops
        if sketch.output is OutputKind.COUNT:
            ops = (Op(COUNTER, (inc(tables.counting), keep(range(len(names))))),)
        return Rules(
            node_states=_enumeration("NodeState", names),
            arc_states=_enumeration("ArcState", arcs),
            heads=sketch.heads(),
            ranks=tuple(
                Rank(self._head(state), state, classes)
                for state, classes in sorted(tables.listened.items())
                if classes
            ),
            node_rules=tuple(self._node_rules()),
            arc_rules=tuple(self._arc_rules()),
            scalars=sketch.scalars(),
            ops=ops,
        )

    @property
    def _points(self) -> bool:
        return self.sketch.output in (OutputKind.POINTER, OutputKind.CHOICE)

    def _head(self, state: int) -> str:
        return self.sketch.head_name(virtual=state >= self.tables.counts.node)

    def _node_rules(self) -> list[NodeRule]:
        grouped: dict[tuple[int, int], list[Heard]] = {}
        for (state, told), becomes in sorted(self.tables.node.items()):
            grouped.setdefault((state, becomes), []).append(told)
        found = []
        for (state, becomes), some in grouped.items():
            told = tuple(ArcClass(*each) for each in some)
            audible = {*self.tables.listened.get(state, ()), SILENT}
            heard = {} if set(some) == audible else {self._head(state): told}
            found.append(NodeRule(state, becomes, heard=heard))
        return found

    def _arc_rules(self) -> list[ArcRule]:
        grouped: dict[tuple[int, int, int, int], set[tuple[int, int]]] = {}
        for (arc, receiver, sender, heard, back), becomes in sorted(self.tables.arc.items()):
            grouped.setdefault((arc, receiver, sender, becomes), set()).add((heard, back))
        return [
            ArcRule(
                arc,
                becomes,
                receiver=(receiver,),
                sender=(sender,),
                heard={} if heard is None else {self._head(receiver): bool(heard)},
                heard_back={} if back is None else {self._head(sender): bool(back)},
            )
            for (arc, receiver, sender, becomes), ways in grouped.items()
            for heard, back in _merged(ways)
        ]

    @cached_property
    def task(self) -> Task:
        """The program as a task: everything that takes a task takes it."""
        sketch = self.sketch
        return Task(
            name=sketch.name,
            title=sketch.title,
            summary=sketch.summary,
            inputs=sketch.inputs,
            rules=self.rules,
            encoder=sketch.encoder(self.tables.counts),
            decoders={sketch.output_name: sketch.decoder(self.tables.member)},
            source=sketch.source,
        )


def _enumeration(name: str, states: list[str]) -> type[IntEnum]:
    members = {state: number for number, state in enumerate(states)}
    return cast(type[IntEnum], IntEnum(name, members))


def _merged(ways: set[tuple[int, int]]) -> list[tuple[int | None, int | None]]:
    """Ways of being heard, as few patterns with None for anything."""
    if len(ways) == 4:
        return [(None, None)]
    for flag in (0, 1):
        if {(flag, 0), (flag, 1)} <= ways:
            rest = ways - {(flag, 0), (flag, 1)}
            return [(flag, None), *sorted(rest)]
        if {(0, flag), (1, flag)} <= ways:
            rest = ways - {(0, flag), (1, flag)}
            return [(None, flag), *sorted(rest)]
    return sorted(ways)
