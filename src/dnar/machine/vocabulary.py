"""The words algorithms are written in: scalars, heads, classes, single rules, operations."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple


class Prefer(Enum):
    """Which end of a head's scalar counts as best."""

    SMALLEST = "smallest"
    LARGEST = "largest"


class Place(Enum):
    """Where a scalar lives."""

    NODE = "node"
    ARC = "arc"


class Start(Enum):
    """Where a scalar's first value comes from."""

    INPUT = "input"
    """Given with the problem."""
    ZERO = "zero"
    """Zero everywhere."""
    STREAM = "stream"
    """Given anew every `Scalar.period` steps; no operation may write it."""


@dataclass(frozen=True)
class Scalar:
    """A named number on every node or on every arc; it never enters a state."""

    name: str
    place: Place
    start: Start
    period: int = 0
    """For a stream: how many steps one row of it lasts."""


@dataclass(frozen=True)
class Head:
    """One way of listening: rivals are compared by `key`, ties go to the lowest sender index.

    `key` names a scalar (a node scalar means the sender's); None compares indices alone.
    """

    name: str
    key: str | None = None
    prefer: Prefer = Prefer.SMALLEST


class ArcClass(NamedTuple):
    """What a receiver can tell about an arc: its sender's state and its own state."""

    sender: int
    arc: int


NOTHING = ArcClass(-1, -1)
"""What a head hears when no class of its rank is present."""


@dataclass(frozen=True)
class Rank:
    """Whom a receiver in this state listens to: the first of these classes that is present.

    Of the arcs in that class, rivals of each other, the best one is heard.
    """

    head: str
    receiver: int
    classes: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class NodeRule:
    """A node in `state` becomes `becomes` if every head named in `heard` heard one of these.

    A head that is not named may have heard anything.
    """

    state: int
    becomes: int
    heard: Mapping[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class ArcRule:
    """An arc in `state` becomes `becomes` if its two ends and its two directions agree.

    `receiver` and `sender` list the states the ends may be in (None: any). `heard` says of a
    head whether the receiver heard this very arc with it; `heard_back` says the same of the
    sender and the reverse arc.
    """

    state: int
    becomes: int
    receiver: tuple[int, ...] | None = None
    sender: tuple[int, ...] | None = None
    heard: Mapping[str, bool] = field(default_factory=dict)
    heard_back: Mapping[str, bool] = field(default_factory=dict)


class Gate(Enum):
    """What a term adds to a scalar (paper, eq. 2)."""

    INC = "inc"
    """One, if the scalar's own node or arc is in a listed state."""
    KEEP = "keep"
    """The scalar's old value, if its own node or arc is in a listed state."""
    PUSH = "push"
    """To a node: the scalar of each arc of its row that is in a listed state, in row order.
    To an arc: its sender's scalar, if the sender is in a listed state."""


@dataclass(frozen=True)
class Term:
    """One summand: which value, and the states that let it through."""

    gate: Gate
    when: frozenset[int]
    scalar: str | None = None
    """For PUSH: the scalar that is pushed."""


@dataclass(frozen=True)
class Op:
    """The next value of `target`: the sum of these terms, added from left to right."""

    target: str
    terms: tuple[Term, ...]


def inc(states: Iterable[int]) -> Term:
    """Adds one on these states."""
    return Term(Gate.INC, frozenset(states))


def keep(states: Iterable[int]) -> Term:
    """Keeps the old value on these states."""
    return Term(Gate.KEEP, frozenset(states))


def push(scalar: str, states: Iterable[int]) -> Term:
    """Adds `scalar` from the neighbours in these states."""
    return Term(Gate.PUSH, frozenset(states), scalar)
