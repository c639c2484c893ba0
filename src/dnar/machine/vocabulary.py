"""The vocabulary of algorithms: scalars, heads, comparisons, classes, rules, operations."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple


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


@dataclass(frozen=True)
class Comparison:
    """The sign of `left - right`, two scalars of the same node or of the same arc.

    The sign, -1, 0 or 1, is one more discrete input of that node's or arc's rules.
    """

    name: str
    left: str
    right: str


SIGNS = (-1, 0, 1)
"""The values of a comparison."""


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

    A head that is not named may have heard anything. `signs` lists the allowed signs of the
    node's own comparisons; one that is not named may have any.
    """

    state: int
    becomes: int
    heard: Mapping[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    signs: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class ArcRule:
    """An arc in `state` becomes `becomes` if its two ends and its two directions agree.

    `receiver`, `sender` and `reverse` list the states that the ends and the reverse arc may be
    in (None: any). `heard` says of a head whether the receiver heard this very arc with it;
    `heard_back` says the same of the sender and the reverse arc. `signs` lists the allowed
    signs of the arc's own comparisons.
    """

    state: int
    becomes: int
    receiver: tuple[int, ...] | None = None
    sender: tuple[int, ...] | None = None
    heard: Mapping[str, bool] = field(default_factory=dict)
    heard_back: Mapping[str, bool] = field(default_factory=dict)
    reverse: tuple[int, ...] | None = None
    signs: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


class Gate(Enum):
    """What a term adds to a scalar (paper, eq. 2 and Appendix C).

    The term is added where its gate is open: where the state named here is among the term's.
    """

    INC = "inc"
    """A constant; own state."""
    KEEP = "keep"
    """The scalar's own old value; own state."""
    APPLY = "apply"
    """A function of other scalars of the same node or arc; own state."""
    PUSH = "push"
    """To a node: the scalar of each arc of its row, in row order; the arc's state.
    To an arc: its sender's scalar; the sender's state."""
    TAKE = "take"
    """To an arc: its receiver's scalar; the receiver's state."""
    PULL = "pull"
    """To a node: the scalar of the arc that a head heard, or of its sender; own state. A head
    that heard nothing adds nothing."""


@dataclass(frozen=True)
class Term:
    """One summand: which value, and the states that let it through."""

    gate: Gate
    when: frozenset[Any]
    """Numbers of states; their names until an `Algorithm` has looked them up."""
    scalar: str | None = None
    """For PUSH, TAKE and PULL: the scalar that moves."""
    head: str | None = None
    """For PULL: the head that hears."""
    function: str | None = None
    """For APPLY: a name of `dnar.machine.FUNCTIONS`."""
    arguments: tuple[str, ...] = ()
    """For APPLY: the scalars that the function reads."""
    number: float = 1.0
    """For INC: the constant."""

    @property
    def value(self) -> tuple[object, ...]:
        """What is added, whatever the states."""
        constant = self.number if self.gate is Gate.INC else None
        return (
            self.gate,
            self.scalar,
            self.head,
            self.function,
            self.arguments,
            constant,
        )


@dataclass(frozen=True)
class Op:
    """The next value of `target`: the sum of these terms, added from left to right."""

    target: str
    terms: tuple[Term, ...]


States = Iterable[int] | str
"""States, or in an `Algorithm` their names in one string."""


def _states(states: States) -> frozenset[Any]:
    # An `Algorithm` looks names up; frozenset would take a string apart letter by letter.
    if isinstance(states, str):
        return frozenset(states.replace(",", " ").split())
    return frozenset(states)


def inc(states: States, by: float | int = 1.0) -> Term:
    """Adds a constant on these states."""
    return Term(Gate.INC, _states(states), number=float(by))


def keep(states: States) -> Term:
    """Keeps the old value on these states."""
    return Term(Gate.KEEP, _states(states))


def push(scalar: str, states: States) -> Term:
    """Adds `scalar` from the row's arcs, or from the sender, in these states."""
    return Term(Gate.PUSH, _states(states), scalar)


def take(scalar: str, states: States) -> Term:
    """Adds to an arc its receiver's `scalar`, if the receiver is in these states."""
    return Term(Gate.TAKE, _states(states), scalar)


def pull(scalar: str, states: States, *, head: str) -> Term:
    """Adds to a node the `scalar` of the arc that `head` heard, or of its sender."""
    return Term(Gate.PULL, _states(states), scalar, head)


def apply(function: str, arguments: Iterable[str], states: States) -> Term:
    """Adds a function of the node's or arc's own scalars on these states."""
    return Term(Gate.APPLY, _states(states), function=function, arguments=tuple(arguments))
