"""Signature: the sizes and names a network needs to know of a task's program."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from dnar.machine import (
    Comparison,
    Gate,
    Place,
    Prefer,
    Program,
    Scalar,
    Start,
    Term,
    gating_place,
)


@dataclass(frozen=True)
class HeadKey:
    """What a head compares: a scalar (None: the sender's index), whose, and which end."""

    name: str
    scalar: str | None
    at_sender: bool
    prefer: Prefer


@dataclass(frozen=True)
class Candidate:
    """A summand that the update of a scalar may add; a gate per state lets it through."""

    target: str
    term: Term
    """Which value; its set of states is empty."""
    place: Place
    """Whose states decide the gate."""
    slot: int
    """The number of its gate among all gates of that place."""


@dataclass(frozen=True)
class Signature:
    """How many states and heads there are, which scalars and comparisons. No rule is in here.

    Of the operations it holds the values that may be added, the paper's predefined set of
    operations (Appendix C), but not where.
    """

    node_states: int
    arc_states: int
    heads: tuple[HeadKey, ...]
    scalars: tuple[Scalar, ...]
    comparisons: tuple[Comparison, ...]
    candidates: tuple[Candidate, ...]

    @property
    def hears_nothing(self) -> bool:
        """Whether heads may hear nothing: it matters where scalars are pulled."""
        return any(each.term.gate is Gate.PULL for each in self.candidates)

    @property
    def classes(self) -> int:
        """How many (sender state, arc state) pairs there are."""
        return self.node_states * self.arc_states

    def states(self, place: Place) -> int:
        """The number of node states or of arc states."""
        return self.node_states if place is Place.NODE else self.arc_states

    def place(self, scalar: str) -> Place:
        """Where a scalar lives."""
        return self._places[scalar]

    @cached_property
    def _places(self) -> dict[str, Place]:
        return {scalar.name: scalar.place for scalar in self.scalars}

    def compared(self, place: Place) -> tuple[Comparison, ...]:
        """The comparisons of nodes or of arcs."""
        return tuple(each for each in self.comparisons if self.place(each.left) is place)

    @cached_property
    def updated(self) -> tuple[str, ...]:
        """The scalars that the network updates."""
        return tuple(each.name for each in self.scalars if each.start is not Start.STREAM)

    @cached_property
    def _by_target(self) -> dict[str, tuple[Candidate, ...]]:
        return {
            name: tuple(each for each in self.candidates if each.target == name)
            for name in self.updated
        }

    def candidates_of(self, scalar: str) -> tuple[Candidate, ...]:
        """What may be added to a scalar, in the order in which it is added."""
        return self._by_target[scalar]

    def widths(self, scalar: str) -> list[int]:
        """Per candidate of a scalar: how many gates it has."""
        return [self.states(each.place) for each in self.candidates_of(scalar)]

    def gate_count(self, place: Place) -> int:
        """How many gates each state of a place decides."""
        return sum(each.place is place for each in self.candidates)


def signature_of(program: Program) -> Signature:
    """The signature of a task's program."""
    slots = dict.fromkeys(Place, 0)
    candidates = []
    for scalar in program.scalars:
        if scalar.start is Start.STREAM:
            continue
        for term in _terms(program, scalar):
            place = gating_place(scalar.place, term.gate)
            candidates.append(Candidate(scalar.name, term, place, slots[place]))
            slots[place] += 1
    return Signature(
        node_states=len(program.node_states),
        arc_states=len(program.arc_states),
        heads=tuple(
            HeadKey(
                head.name,
                head.key,
                head.key is not None and program.scalar(head.key).place is Place.NODE,
                head.prefer,
            )
            for head in program.heads
        ),
        scalars=program.scalars,
        comparisons=program.comparisons,
        candidates=tuple(candidates),
    )


def _terms(program: Program, scalar: Scalar) -> list[Term]:
    """The values of the scalar's own operation, in its order, and then the common ones.

    A value that is listed twice is a candidate once.
    """
    found = {term.value: _closed(term) for term in program.op(scalar.name).terms}
    for term in _common(program, scalar):
        found.setdefault(term.value, term)
    return list(found.values())


def _closed(term: Term) -> Term:
    return Term(
        term.gate,
        frozenset(),
        term.scalar,
        term.head,
        term.function,
        term.arguments,
        term.number,
    )


def _common(program: Program, scalar: Scalar) -> Iterator[Term]:
    """Equation 2 of the paper: an increment, the old value, scalars of the other place.

    There is no increment of one beside constants that the scalar's own operation lists: half
    of one constant and half of another may make a third, which no hard gate does.
    """
    if not any(term.gate is Gate.INC for term in program.op(scalar.name).terms):
        yield Term(Gate.INC, frozenset())
    yield Term(Gate.KEEP, frozenset())
    for other in program.scalars:
        if other.place is not scalar.place and other.start is not Start.STREAM:
            yield Term(Gate.PUSH, frozenset(), other.name)
