"""Scalars: which of them a compiled program must keep, and how they move."""

from dataclasses import dataclass

import numpy as np

from dnar.compile.analysis import Analysis, Find, UnsupportedError
from dnar.machine import (
    FROM_VIRTUAL,
    ROW_ROLES,
    SELF,
    TO_VIRTUAL,
    Gate,
    Place,
    Program,
    Start,
)


@dataclass(frozen=True)
class Gates:
    """By state: what an operation adds to node scalars, and what it pushes."""

    inc: np.ndarray
    keep: np.ndarray
    summed: np.ndarray
    """By arc state: whether arcs in it are added to their receiver's scalar."""
    pushing: np.ndarray
    """By node state: whether nodes in it add their scalar to their arcs."""


def scalars_of(analysis: Analysis, *, recording: bool) -> dict[str, int | np.ndarray]:
    """The kernel's constants about scalars; a kernel that records keeps all of them."""
    program = analysis.program
    gates = gates_of(analysis)
    states = range(len(program.node_states))
    sums = {each.receiver for each in analysis.reachable.types if gates.summed[each.arc]}
    quiet = np.array([state not in sums for state in states])
    counting = quiet & (gates.inc != 0.0) & gates.keep
    # Several increments are added at once only where no sum is rounded.
    clock = counting & (gates.inc == 1.0) & _whole(program) & (not recording)
    _check_compared(analysis, counting)
    places = {scalar.place for scalar in program.scalars if scalar.start is not Start.STREAM}
    kept = _kept_weights(analysis, gates)
    if recording and Place.ARC in places:
        kept = dict.fromkeys(kept, 1)
    return {
        "HAS_VALUES": int(Place.NODE in places),
        "HAS_CLOCKS": int(clock.any()),
        "HAS_SUMS": int(gates.summed.any()),
        "INC": gates.inc,
        "KEEP": gates.keep,
        # A scalar that only counts the steps is kept as a time stamp.
        "CLOCK": clock,
        "SETTLES": clock | (quiet & (gates.inc == 0.0) & gates.keep),
        "SUMMED": gates.summed,
        "PUSHING": gates.pushing,
        **kept,
        # Rows with weights store no reverse positions; they are found by binary search.
        "STORED_BACK": int(not kept["ROW_SCALARS"]),
        "SUMS_PUSHED": int(
            any(
                gates.summed[each.arc] and gates.pushing[each.sender]
                for each in analysis.reachable.types
            )
        ),
    }


def gates_of(analysis: Analysis) -> Gates:
    """The program's operations by state.

    Raises:
        UnsupportedError: their terms have another order than the kernel's.
    """
    program = analysis.program
    nodes, arcs = len(program.node_states), len(program.arc_states)
    gates = Gates(
        np.zeros(nodes), np.ones(nodes, bool), np.zeros(arcs, bool), np.zeros(nodes, bool)
    )
    for op in program.ops:
        at_node = program.scalar(op.target).place is Place.NODE
        order = [list(Gate).index(term.gate) for term in op.terms]
        if order != sorted(set(order)):
            raise UnsupportedError(
                "terms in another order than inc, keep, push are not run incrementally"
            )
        if at_node:
            gates.keep[:] = False
        for term in op.terms:
            states = sorted(term.when)
            if term.gate is Gate.PUSH and program.scalar(str(term.scalar)).period:
                raise UnsupportedError("streams that are pushed are not run incrementally")
            if term.gate is Gate.PUSH:
                (gates.summed if at_node else gates.pushing)[states] = True
            elif at_node and term.gate is Gate.INC:
                gates.inc[states] = term.number
            elif at_node:
                gates.keep[states] = True
    return gates


def _whole(program: Program) -> bool:
    """Whether all scalars but streams are whole numbers in every run."""
    written = [scalar for scalar in program.scalars if scalar.start is not Start.STREAM]
    added = [term.number for op in program.ops for term in op.terms if term.gate is Gate.INC]
    return all(each.start is Start.ZERO for each in written) and all(
        each.is_integer() for each in added
    )


def _kept_weights(analysis: Analysis, gates: Gates) -> dict[str, int]:
    """The arc scalars that are read: those that are summed or compared."""
    program, roles = analysis.program, analysis.reachable.roles
    arcs = len(program.arc_states)
    compared = {
        (state, choice.number)
        for kind in (analysis.real, analysis.virtual)
        for state, each in kind.items()
        for head, some in zip(program.heads, each.choices, strict=True)
        for choice in some
        if choice.matters_which
        and head.key is not None
        and program.scalar(head.key).place is Place.ARC
    }
    read = {
        roles[each.role]
        for each in analysis.reachable.types
        if gates.summed[each.arc] or (each.receiver, each.sender * arcs + each.arc) in compared
    }
    return {
        "ROW_SCALARS": int(not read.isdisjoint(ROW_ROLES)),
        "LOOP_WEIGHTS": int(SELF in read),
        "CALLED_WEIGHTS": int(FROM_VIRTUAL in read),
        "CALLS_WEIGHTS": int(TO_VIRTUAL in read),
    }


def _check_compared(analysis: Analysis, clock: np.ndarray) -> None:
    """Scalars of compared senders must not change without an event."""
    program = analysis.program
    written = {op.target for op in program.ops}
    for kind in (analysis.real, analysis.virtual):
        for each in kind.values():
            for head, some in enumerate(each.choices):
                key = program.heads[head].key
                compared = [choice for choice in some if choice.matters_which]
                if not compared or key is None:
                    continue
                place = program.scalar(key).place
                if (
                    kind is analysis.real
                    and key in written
                    and (place is Place.NODE or any(c.find is Find.SCAN for c in compared))
                ):
                    raise UnsupportedError("real nodes compare scalars that change meanwhile")
                if place is Place.NODE and any(
                    clock[choice.number // len(program.arc_states)] for choice in compared
                ):
                    raise UnsupportedError("nodes are compared while their scalars count")
