"""Summands: the numbers that one operation adds up at one place."""

from dataclasses import dataclass

from dnar.machine import Gate, Heard, Instance, Op, Place, Program, Snapshot, Term, term_values


@dataclass(frozen=True)
class Summand:
    """A number and the term that adds it; `arc` is the arc that it comes over, if any."""

    value: float
    term: Term
    arc: int | None = None


def summands(
    program: Program, op: Op, instance: Instance, snapshot: Snapshot, heard: Heard, place: int
) -> list[Summand]:
    """All that an operation adds up at a node or an arc, in the order in which it does."""
    at_node = program.scalar(op.target).place is Place.NODE
    found: list[Summand] = []
    for term in op.terms:
        if at_node and term.gate is Gate.PUSH:
            values = snapshot.scalars[str(term.scalar)]
            found += [
                Summand(float(values[arc]), term, arc)
                for arc in row_of(instance, place)
                if int(snapshot.arc_state[arc]) in term.when
            ]
            continue
        at, added = term_values(op.target, term, program, instance, snapshot, heard)
        arc = None if at_node else place
        if term.gate is Gate.PULL:
            arc = int(heard[str(term.head)][place])
        found += [Summand(float(each), term, arc) for each in added[at == place]]
    return found


def row_of(instance: Instance, node: int) -> list[int]:
    """The arcs of a node's row, in order."""
    first, last = instance.receiver.searchsorted([node, node + 1])
    return list(range(int(first), int(last)))
