"""A sketch: what discovery is told about a task, and nothing about how it is solved.

A sketch declares how a problem is laid out, which kind of output is read off at the end, how
many steps a run may take, and which restrictions (priors) the unknown program obeys.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple

import numpy as np

from dnar.discover.steps import Steps
from dnar.errors import InputError
from dnar.machine import (
    AGAINST,
    SELF,
    VALUED,
    GraphEncoder,
    Head,
    Inputs,
    Instance,
    NodeMask,
    Op,
    Output,
    Place,
    Pointer,
    Prefer,
    Problem,
    ProblemSource,
    Scalar,
    Shape,
    Start,
    StartNode,
    ValuedGraphs,
    VirtualPointer,
    VirtualScalar,
    arcs_by_role,
)

NEUTRAL, POINTER = 0, 1
"""The arc states with a meaning: where arcs begin, and the one that an output is read from."""

COUNTER = "count"
"""The scalar of a task whose output is a number: the virtual node counts steps."""


class OutputKind(Enum):
    """What a task returns."""

    POINTER = "pointer"
    """Each node points to a node."""
    SET = "set"
    """The nodes that end in one of the states."""
    CHOICE = "choice"
    """One node, which the virtual node points to."""
    COUNT = "count"
    """A number: how many steps the virtual node spent in certain states."""


class Prior(Enum):
    """A restriction of the programs that are searched."""

    HEARD_ONLY = "heard-only"
    """An arc changes only when one of its ends hears the other over it."""
    WRITE_ONCE = "write-once"
    """An arc that is a pointer stays one."""
    ABSORBING = "absorbing"
    """A node in the state of the set stays there."""


PRIOR_WORDS = {
    Prior.HEARD_ONLY: "only arcs that are heard change",
    Prior.WRITE_ONCE: "a pointer is written once",
    Prior.ABSORBING: "members of the set stay members",
}


def prior_named(name: str | Prior) -> Prior:
    """The prior of this name.

    Raises:
        InputError: there is none.
    """
    try:
        return Prior(name)
    except ValueError:
        known = ", ".join(each.value for each in Prior)
        raise InputError(f"the priors are {known}, got {name!r}") from None


class StateCounts(NamedTuple):
    """How many states a program may use."""

    node: int
    """Of real nodes; a start node begins in state 1, all others in state 0."""
    arc: int
    virtual: int = 0
    """Of the virtual node; 0: it takes no part."""

    def words(self) -> str:
        """As in `3 + 2 virtual / 1`."""
        virtual = f" + {self.virtual} virtual" if self.virtual else ""
        return f"{self.node}{virtual} / {self.arc}"


class Key(Enum):
    """By what arcs of one class are compared."""

    INDEX = "lowest index"
    """The lower sender."""
    SMALLEST = "smallest value"
    """The sender with the smaller given number, then the lower one."""
    LARGEST = "largest value"
    LOT = "smallest random number"
    """The sender with the smaller random number; every round has new ones."""
    LENGTH = "smallest length"
    """The arc with the smaller length. The virtual node compares its senders' distances: the
    lengths of the arcs that they marked."""


Expected = Callable[[Problem], np.ndarray]
"""The right output of a problem, raw as a task's decoder gives it."""


Order = Callable[[Problem], Sequence[int]]
"""The nodes that end with a pointer, in the order in which they get it."""


MARKED = 2
"""The arc state whose length is the distance of its receiver, where lengths are compared."""


@dataclass(frozen=True)
class Lengths:
    """What is told about the scalars where arcs are compared by length."""

    ops: tuple[Op, ...]
    """The updates of `distance` (nodes) and `length` (arcs)."""
    kept: tuple[int, ...]
    """Node states that keep their distance; others take the length of their marked arc."""
    keys: Callable[[Problem, Instance], np.ndarray] | None = None
    """The length that an arc has when it is compared; None: the weight of its edge."""


@dataclass(frozen=True)
class Sketch:
    """What discovery is told about a task."""

    name: str
    title: str
    summary: str
    output: OutputKind
    output_name: str
    expected: Expected | None
    """The textbook, or a user's function; None: the examples are all that is known."""
    steps: Steps
    ladder: tuple[StateCounts, ...]
    """The state counts that are tried, smallest first."""
    inputs: Inputs = field(default_factory=Inputs)
    key: Key = Key.INDEX
    lengths: Lengths | None = None
    """Where arcs are compared by length."""
    period: int = 0
    """Steps in a round of random numbers."""
    self_pointers: bool = False
    """Whether every node begins with a pointer to itself; then every row must end with exactly
    one pointer. Otherwise a node without a pointer points to itself."""
    closed: bool = False
    """Whether directed graphs are taken, with arcs against an edge's direction never heard."""
    accepts: Callable[[Problem], bool] | None = None
    """Which problems are asked; None: all."""
    accepted: str = "every graph"
    """The same in words."""
    priors: frozenset[Prior] = frozenset()
    order: Order | None = None
    """Intermediate outputs that examples tell. The pointers of a run are then, one after the
    other, those of the first 0, 1, 2, ... nodes of this order, each for as long as the program
    likes; those of k nodes are there within the bound on steps for k + 1 nodes. Examples are a
    curriculum: the first demand one pointer, later ones what a proposal did not follow. None:
    only the output at rest is told."""
    reference: str | None = None
    """The task of the package that has the same outputs, if there is one."""

    @property
    def source(self) -> ProblemSource | None:
        """For a task whose shape is its own: a graph with a number on every node."""
        return ValuedGraphs() if self.inputs.shape is Shape.OWN else None

    def __post_init__(self) -> None:
        if not self.ladder:
            raise InputError(f"{self.name} needs at least one choice of state counts")
        if (self.key is Key.LENGTH) != (self.lengths is not None):
            raise InputError(f"{self.name} compares lengths only if their updates are told")
        ordered = self.output is OutputKind.POINTER and self.steps.measure == "n"
        if self.order is not None and not ordered:
            raise InputError(
                f"{self.name} can tell in which order nodes get pointers only if its output is "
                f"pointers and its steps are bounded by n, got {self.output.value} and "
                f"{self.steps.words}"
            )
        needs_pointer = self.output in (OutputKind.POINTER, OutputKind.CHOICE)
        needs_virtual = self.output in (OutputKind.CHOICE, OutputKind.COUNT)
        starts = self.inputs.start is not StartNode.UNUSED
        for each in self.ladder:
            if each.node < 1 + starts or each.arc < 1 + needs_pointer or each.virtual < 0:
                raise InputError(
                    f"{self.name} needs at least {1 + starts} node states and "
                    f"{1 + needs_pointer} arc states, got {each.words()}"
                )
            if needs_virtual and not each.virtual:
                raise InputError(f"{self.name} needs a state of the virtual node")

    def declared(self) -> dict[str, str]:
        """What discovery is told, in words."""
        return {
            "input": self._input_words(),
            "output": self._output_words(),
            "intermediate outputs": self._order_words(),
            "steps": f"at most {self.steps.words}",
            "ties": f"of arcs of one class, the one with the {self.key.value} is heard",
            "problems": self.accepted,
            "priors": ", ".join(sorted(PRIOR_WORDS[each] for each in self.priors)) or "none",
        }

    def _input_words(self) -> str:
        words = ["nodes begin in state 0"]
        if self.inputs.start is not StartNode.UNUSED:
            words.append("the start in state 1")
        words.append("arcs in state 0")
        if self.self_pointers:
            words.append("self-loops in state 1")
        if self.closed:
            words.append("arcs against an edge's direction are closed")
        return ", ".join(words)

    def _output_words(self) -> str:
        strict = "exactly one pointer in every row"
        lenient = "a node without a pointer points to itself"
        return {
            OutputKind.POINTER: "each node's pointer, the arc in state 1; "
            + (strict if self.self_pointers else lenient),
            OutputKind.SET: "the nodes in one state, not told which",
            OutputKind.CHOICE: "the node that the virtual node's arc in state 1 comes from",
            OutputKind.COUNT: "the steps that the virtual node spends in states not told",
        }[self.output]

    def _order_words(self) -> str:
        if self.order is None:
            return "none"
        return (
            "nodes get their pointers one by one in the textbook's order, k of them within the "
            "steps for k + 1 nodes"
        )

    def to_json(self) -> dict[str, Any]:
        """What is declared, as JSON values; the functions of outputs are not in it."""
        return {
            "name": self.name,
            "title": self.title,
            "summary": self.summary,
            "output": self.output.value,
            "output_name": self.output_name,
            "steps": self.steps.words,
            "ladder": [list(each) for each in self.ladder],
            "start": self.inputs.start.value,
            "shape": self.inputs.shape.value,
            "random": self.inputs.random,
            "key": self.key.value,
            "period": self.period,
            "self_pointers": self.self_pointers,
            "closed": self.closed,
            "accepted": self.accepted,
            "priors": sorted(each.value for each in self.priors),
            "reference": self.reference,
        }

    @classmethod
    def from_json(cls, value: Any) -> "Sketch":
        """What `to_json` gave.

        Raises:
            InputError: it is not that.
        """
        try:
            return cls(
                name=value["name"],
                title=value["title"],
                summary=value["summary"],
                output=OutputKind(value["output"]),
                output_name=value["output_name"],
                expected=None,
                steps=Steps.parse(value["steps"]),
                ladder=tuple(StateCounts(*each) for each in value["ladder"]),
                inputs=Inputs(
                    start=StartNode(value["start"]),
                    shape=Shape(value["shape"]),
                    random=value["random"],
                    own=VALUED if value["shape"] == Shape.OWN.value else "",
                ),
                key=Key(value["key"]),
                period=value["period"],
                self_pointers=value["self_pointers"],
                closed=value["closed"],
                accepted=value["accepted"],
                priors=frozenset(map(Prior, value["priors"])),
                reference=value["reference"],
            )
        except (KeyError, TypeError, ValueError) as error:
            raise InputError(f"damaged sketch of a task: {error!r}") from error

    def scalars(self) -> tuple[Scalar, ...]:
        """The scalars of a program."""
        found = {
            Key.INDEX: (),
            Key.SMALLEST: (Scalar("value", Place.NODE, Start.INPUT),),
            Key.LARGEST: (Scalar("value", Place.NODE, Start.INPUT),),
            Key.LOT: (Scalar("lot", Place.NODE, Start.STREAM, period=self.period),),
            Key.LENGTH: (
                Scalar("distance", Place.NODE, Start.ZERO),
                Scalar("length", Place.ARC, Start.INPUT),
            ),
        }[self.key]
        if self.output is OutputKind.COUNT:
            found += (Scalar(COUNTER, Place.NODE, Start.ZERO),)
        return found

    def heads(self) -> tuple[Head, ...]:
        """The ways of listening: of real nodes, and of the virtual node if it has its own."""
        return {
            Key.INDEX: (Head("lowest"),),
            Key.SMALLEST: (Head("smallest", key="value"),),
            Key.LARGEST: (Head("largest", key="value", prefer=Prefer.LARGEST),),
            Key.LOT: (Head("smallest", key="lot"),),
            Key.LENGTH: (Head("lightest", key="length"), Head("nearest", key="distance")),
        }[self.key]

    def head_name(self, *, virtual: bool) -> str:
        """The head that a node listens with."""
        return self.heads()[-1 if virtual else 0].name

    def decoder(self, member: int | None) -> Output:
        """How the output is read; `member` is the state of the set."""
        match self.output:
            case OutputKind.POINTER:
                return Pointer(POINTER)
            case OutputKind.SET:
                return NodeMask(0 if member is None else member)
            case OutputKind.CHOICE:
                return VirtualPointer(POINTER)
            case OutputKind.COUNT:
                return VirtualScalar(COUNTER)

    def encoder(self, counts: StateCounts) -> GraphEncoder:
        """How problems are laid out for programs with so many states."""
        given = self.key in (Key.SMALLEST, Key.LARGEST)
        return GraphEncoder(
            nodes=0,
            virtual=counts.node,
            start=1 if self.inputs.start is StartNode.REQUIRED else None,
            arcs=arcs_by_role(
                NEUTRAL,
                **({AGAINST.name: counts.arc} if self.closed else {}),
                **({SELF.name: POINTER} if self.self_pointers else {}),
            ),
            values=("value",) if given else (),
            random=("lot",) if self.key is Key.LOT else (),
        )
