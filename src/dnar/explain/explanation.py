"""An explanation: a program reduced to the cases that a graph can show, by the states' names.

It says no less than the program does. Whatever two entries have in common is said once, and
what makes no difference is left out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from dnar.machine import Gate, Scalar


@dataclass(frozen=True)
class Entry:
    """Somebody who may be heard: a sender's state, an arc's state, best of its rivals or not.

    >>> str(Entry("DONE", "NEUTRAL")), str(Entry("DONE", "NEUTRAL", best=False)), str(SILENT)
    ('DONE over NEUTRAL', 'DONE over NEUTRAL (not the best)', 'nothing')
    """

    sender: str
    arc: str
    best: bool = True

    def __str__(self) -> str:
        if self == SILENT:
            return "nothing"
        name = f"{self.sender} over {self.arc}"
        return name if self.best else f"{name} (not the best)"


SILENT = Entry("", "")
"""Stands for hearing nothing."""


@dataclass(frozen=True)
class Heard:
    """Neighbours in an order of listening which need not be told apart."""

    entries: tuple[Entry, ...]
    choice: bool = False
    """Whether it matters which one of several such arcs is heard."""
    rest: bool = False
    """Whether these are all that remain after the places before."""

    def __str__(self) -> str:
        if self.rest and len(self.entries) > 1:
            return "anybody else"
        return " or ".join(map(str, self.entries))


@dataclass(frozen=True)
class Listening:
    """Whom a node in some state hears with a head: the first of these that is in its row."""

    head: str
    order: tuple[Heard, ...]


@dataclass(frozen=True)
class NodeCase:
    """What becomes of a node that heard this; heads that make no difference are left out."""

    heard: Mapping[str, Heard]
    becomes: str


@dataclass(frozen=True)
class NodeWords:
    """All about the nodes in one state."""

    state: str
    kinds: tuple[str, ...]
    """Which nodes can be in it: real, virtual or helper."""
    listening: tuple[Listening, ...]
    """The heads that make a difference."""
    cases: tuple[NodeCase, ...]


@dataclass(frozen=True)
class ArcChange:
    """When an arc goes from one state to another; None and missing heads mean: no matter."""

    state: str
    becomes: str
    receiver: tuple[str, ...] | None = None
    sender: tuple[str, ...] | None = None
    reverse: tuple[str, ...] | None = None
    heard: Mapping[str, bool] = field(default_factory=dict)
    heard_back: Mapping[str, bool] = field(default_factory=dict)
    roles: tuple[str, ...] = ()
    """The roles of the arcs to which it can happen."""


@dataclass(frozen=True)
class TermWords:
    """A summand of a scalar's next value, and the states that let it through."""

    gate: Gate
    states: tuple[str, ...]
    everywhere: bool
    """Whether these are all states there are in such a place."""
    scalar: str | None


@dataclass(frozen=True)
class ScalarWords:
    """What happens to a scalar; one without terms never changes, or is given anew."""

    scalar: Scalar
    terms: tuple[TermWords, ...] | None


@dataclass(frozen=True)
class Along:
    """An arc that a pointer may follow: its state, and whether it is a self-loop."""

    arc: str
    loop: bool

    def __str__(self) -> str:
        return f"its own self-loop in {self.arc}" if self.loop else f"an arc in {self.arc}"


@dataclass(frozen=True)
class OutputWords:
    """How an output is read off at the end."""

    name: str
    kind: str
    """The decoder's name, such as Pointer."""
    along: tuple[tuple[Along, ...], ...] = ()
    """For pointers: the places of an order, first come first."""
    states: tuple[str, ...] = ()
    """For sets and scalars of nodes: the states that belong to it."""
    scalar: str | None = None


@dataclass(frozen=True)
class NodeStarts:
    """The states in which nodes begin."""

    other: str
    virtual: str
    start: str | None = None


@dataclass(frozen=True)
class Starts:
    """The states in which a run begins."""

    with_start: NodeStarts | None
    without_start: NodeStarts | None
    arcs: Mapping[str, str]
    """By role."""


@dataclass(frozen=True)
class ArcKind:
    """An arc type that a run can meet."""

    receiver: str
    arc: str
    sender: str
    reverse: str
    role: str


@dataclass(frozen=True)
class HeadWords:
    """A way of listening and how it decides among arcs that are alike."""

    name: str
    prefers: str
    key: str | None
    largest: bool


@dataclass(frozen=True)
class Explanation:
    """A program, reduced and in words."""

    task: str
    title: str
    summary: str
    node_states: tuple[str, ...]
    arc_states: tuple[str, ...]
    heads: tuple[HeadWords, ...]
    starts: Starts
    nodes: tuple[NodeWords, ...]
    arcs: tuple[ArcChange, ...]
    scalars: tuple[ScalarWords, ...]
    outputs: tuple[OutputWords, ...]
    arc_kinds: tuple[ArcKind, ...]
