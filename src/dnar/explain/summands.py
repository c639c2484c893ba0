"""Summands: the numbers that one operation adds up at one place, each with its reason."""

from collections.abc import Iterator
from dataclasses import dataclass

from dnar.machine import Gate, Instance, LocalFunctions, Op, Place, Snapshot, Term


@dataclass(frozen=True)
class Summand:
    """A number and where it comes from; `arc` is the arc that pushes it, if one does."""

    value: float
    gate: Gate
    scalar: str
    arc: int | None = None


def summands(
    functions: LocalFunctions, op: Op, instance: Instance, snapshot: Snapshot, place: int
) -> list[Summand]:
    """All that an operation adds up at a node or an arc, in the order in which it does."""
    at_node = functions.scalar(op.target).place is Place.NODE
    own = int((snapshot.node_state if at_node else snapshot.arc_state)[place])
    found: list[Summand] = []
    for term in op.terms:
        if term.gate is Gate.PUSH:
            found.extend(_pushed(term, instance, snapshot, place, at_node=at_node))
        elif own in term.when:
            old = float(snapshot.scalars[op.target][place])
            value = 1.0 if term.gate is Gate.INC else old
            found.append(Summand(value, term.gate, op.target))
    return found


def row_of(instance: Instance, node: int) -> list[int]:
    """The arcs of a node's row, in order."""
    first, last = instance.receiver.searchsorted([node, node + 1])
    return list(range(int(first), int(last)))


def _pushed(
    term: Term, instance: Instance, snapshot: Snapshot, place: int, *, at_node: bool
) -> Iterator[Summand]:
    assert term.scalar is not None
    values = snapshot.scalars[term.scalar]
    if at_node:
        for arc in row_of(instance, place):
            if int(snapshot.arc_state[arc]) in term.when:
                yield Summand(float(values[arc]), Gate.PUSH, term.scalar, arc)
    else:
        sender = int(instance.sender[place])
        if int(snapshot.node_state[sender]) in term.when:
            yield Summand(float(values[sender]), Gate.PUSH, term.scalar, place)
