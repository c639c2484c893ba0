"""A sketch: what the search is told about a task, and nothing about how to solve it.

A sketch declares how a problem is encoded, which kind of output is read at the end, how many
steps a run may take, and which restrictions (priors) the unknown program obeys.
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
"""The arc states with a fixed meaning: the initial one, and the one that is an output."""

COUNTER = "count"
"""The scalar of a task whose output is a number: the virtual node counts steps in it."""


class OutputKind(Enum):
    """What a task returns."""

    POINTER = "pointer"
    """Each node points to a node."""
    SET = "set"
    """The nodes that end in one state that the search finds."""
    CHOICE = "choice"
    """One node: the one that the virtual node points to."""
    COUNT = "count"
    """A number: the steps that the virtual node spends in states that the search finds."""


class Prior(Enum):
    """A restriction of the programs that are searched for."""

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
    """States of real nodes; a start node begins in state 1, all others in state 0."""
    arc: int
    virtual: int = 0
    """States of the virtual node; 0: it takes no part in the program."""

    def words(self) -> str:
        """As in `3 + 2 virtual / 1`."""
        virtual = f" + {self.virtual} virtual" if self.virtual else ""
        return f"{self.node}{virtual} / {self.arc}"


class Key(Enum):
    """What the arcs of one class are compared by; the first arc in this order is heard."""

    INDEX = "lowest index"
    """The lowest sender."""
    SMALLEST = "smallest value"
    """The smallest given number of the sender; of equal ones the lowest sender."""
    LARGEST = "largest value"
    LOT = "smallest random number"
    """The smallest random number of the sender; every round draws new numbers."""
    LENGTH = "smallest length"
    """The smallest length of the arc. The virtual node compares the senders' distances instead:
    the length of the arc that each sender marked."""


Expected = Callable[[Problem], np.ndarray]
"""Returns the right output of a problem, raw as a task's decoder gives it."""


Order = Callable[[Problem], Sequence[int]]
"""Returns the nodes that end with a pointer, in the order in which they get it."""


MARKED = 2
"""The arc state whose length is the distance of its receiver, where lengths are compared."""


@dataclass(frozen=True)
class Lengths:
    """What a sketch tells about scalars if arcs are compared by length."""

    ops: tuple[Op, ...]
    """The updates of `distance` (nodes) and `length` (arcs)."""
    kept: tuple[int, ...]
    """Node states that keep the distance; in others it becomes the length of the marked arc."""
    keys: Callable[[Problem, Instance], np.ndarray] | None = None
    """The length of every arc at the time it is compared; None: the weight of its edge."""


@dataclass(frozen=True)
class Sketch:
    """What the search is told about a task."""

    name: str
    title: str
    summary: str
    output: OutputKind
    output_name: str
    expected: Expected | None
    """The textbook algorithm, or a user's function; None: only examples are known."""
    steps: Steps
    ladder: tuple[StateCounts, ...]
    """State counts to try, smallest first."""
    inputs: Inputs = field(default_factory=Inputs)
    key: Key = Key.INDEX
    lengths: Lengths | None = None
    """Set if and only if arcs are compared by length."""
    period: int = 0
    """Steps after which new random numbers are drawn."""
    self_pointers: bool = False
    """Whether every node begins with a pointer to itself. If so, every row must end with
    exactly one pointer. If not, a node without a pointer counts as pointing to itself."""
    closed: bool = False
    """Whether directed graphs are taken; arcs against an edge's direction are never heard."""
    accepts: Callable[[Problem], bool] | None = None
    """Which problems belong to the task; None: all."""
    accepted: str = "every graph"
    """The same in words."""
    priors: frozenset[Prior] = frozenset()
    order: Order | None = None
    """The order in which nodes get their pointers, told as intermediate outputs. Pointers
    appear one at a time in this order, those of the first k nodes within the bound on steps for
    k + 1 nodes. Examples are a curriculum: the first ones demand one pointer, later ones end
    with the first pointer that a proposal missed. None: only the output at rest is told."""
    reference: str | None = None
    """The task of the package that has the same outputs, if there is one."""

    @property
    def source(self) -> ProblemSource | None:
        """The problem source of a task with numbers on nodes; None for other tasks."""
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
        """What the search is told, in words."""
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
        """What is declared, as JSON values, without the functions of outputs."""
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
        """The sketch that `to_json` wrote, without the functions of outputs.

        Raises:
            InputError: `value` is not such a sketch.
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
        """The heads of a program; if there are two, the virtual node uses the second."""
        return {
            Key.INDEX: (Head("lowest"),),
            Key.SMALLEST: (Head("smallest", key="value"),),
            Key.LARGEST: (Head("largest", key="value", prefer=Prefer.LARGEST),),
            Key.LOT: (Head("smallest", key="lot"),),
            Key.LENGTH: (Head("lightest", key="length"), Head("nearest", key="distance")),
        }[self.key]

    def head_name(self, *, virtual: bool) -> str:
        """The name of the head that a real or the virtual node listens with."""
        return self.heads()[-1 if virtual else 0].name

    def decoder(self, member: int | None) -> Output:
        """The decoder of the output; `member` is the node state of the set's members."""
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
        """The encoder of problems for programs with these state counts."""
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
