"""Incremental steps: the interpreter's own functions, evaluated only where an input changed.

A node, an arc or a scalar whose inputs are as they were when it was last evaluated comes out as
it did then. If that changed it, its own old value is an input that changed; if not, it stays.
So a step evaluates what reads something that the last step changed, and nothing else. In most
algorithms few things change per step, and the work is in proportion to them.
"""

from collections.abc import Callable, Iterable

import numpy as np

from dnar.machine.instance import Instance
from dnar.machine.interpreter import (
    heard_among,
    heard_bits,
    next_arc_state,
    next_node_state,
    next_scalar,
    next_scalars,
    select,
)
from dnar.machine.program import Program
from dnar.machine.selection import UNHEARD
from dnar.machine.snapshot import Snapshot
from dnar.machine.vocabulary import Gate, Op, Place

Numbers = np.ndarray
"""Some nodes or some arcs, by number."""


class IncrementalStepper:
    """Computes the snapshots of one instance, each from what changed since the one before.

    It gives exactly what `step` gives, for any order of snapshots; only its time depends on how
    much two snapshots in a row differ.
    """

    def __init__(self, program: Program, instance: Instance) -> None:
        self.program, self.instance = program, instance
        nodes = np.arange(instance.node_count + 1)
        self._row_start = np.searchsorted(instance.receiver, nodes)
        self._seen: Snapshot | None = None
        self._made: Snapshot | None = None
        self._heard: dict[str, np.ndarray] = {}
        self._bits = np.zeros(0, dtype=np.int64)

    def __call__(self, program: Program, instance: Instance, snapshot: Snapshot) -> Snapshot:
        """The next snapshot; a stream's row is still that of the old one."""
        if self._seen is None or self._made is None:
            self._heard = select(program, instance, snapshot)
            self._bits = heard_bits(instance, self._heard)
            made = Snapshot(
                snapshot.step + 1,
                next_node_state(program, instance, snapshot, self._heard),
                next_arc_state(program, instance, snapshot, self._bits),
                next_scalars(program, instance, snapshot, self._heard),
            )
        else:
            made = self._advanced(snapshot, self._seen, self._made)
        self._seen, self._made = snapshot, made
        return made

    def _advanced(self, now: Snapshot, seen: Snapshot, made: Snapshot) -> Snapshot:
        """The next snapshot, from what was made of the snapshot seen before."""
        changed = _Changed(self, now, seen)
        rows = self._reselect(changed, now)
        node_state = _updated(
            made.node_state,
            self._nodes_to_update(changed, rows),
            lambda at: next_node_state(self.program, self.instance, now, self._heard, at),
        )
        arc_state = _updated(
            made.arc_state,
            changed.arcs_to_update,
            lambda at: next_arc_state(self.program, self.instance, now, self._bits, at),
        )
        scalars = dict(now.scalars)
        for op in self.program.ops:
            scalars[op.target] = _updated(
                made.scalars[op.target],
                self._places_to_update(op, changed, rows),
                lambda at, op=op: self._next_scalar(op, now, at),
            )
        return Snapshot(now.step + 1, node_state, arc_state, scalars)

    def _next_scalar(self, op: Op, now: Snapshot, at: Numbers) -> np.ndarray:
        at_node = self.program.scalar(op.target).place is Place.NODE
        pushed = at_node and any(term.gate is Gate.PUSH for term in op.terms)
        row_arcs = self.received(at) if pushed else at
        return next_scalar(op, self.program, self.instance, now, self._heard, at, row_arcs)

    def _reselect(self, changed: "_Changed", now: Snapshot) -> Numbers:
        """Lets every node listen anew in whose row something changed; returns these nodes."""
        program, instance = self.program, self.instance
        receiver = instance.receiver
        arcs = [changed.arcs, self.sent(changed.nodes)]
        for head in program.heads:
            if head.key is not None:
                at_node = program.scalar(head.key).place is Place.NODE
                places = changed.scalars[head.key]
                arcs.append(self.sent(places) if at_node else places)
        rows = _union(changed.nodes, *(receiver[each] for each in arcs))
        if not program.heads or not len(rows):
            return rows
        row_arcs = self.received(rows)
        flipped = []
        for number, head in enumerate(program.heads):
            old = self._heard[head.name][rows]
            new = heard_among(program, number, instance, now, row_arcs)[rows]
            differs = old != new
            self._heard[head.name][rows] = new
            for arcs_heard, value in ((old[differs], 0), (new[differs], 1)):
                some = arcs_heard[arcs_heard != UNHEARD]
                self._bits[some] = self._bits[some] & ~(1 << number) | value << number
                flipped.append(some)
        changed.heard_arcs = _union(*flipped)
        return rows

    def _nodes_to_update(self, changed: "_Changed", rows: Numbers) -> Numbers:
        compared = {
            name
            for each in self.program.compared(Place.NODE)
            for name in (each.left, each.right)
        }
        return _union(rows, *(changed.scalars[name] for name in compared))

    def _places_to_update(self, op: Op, changed: "_Changed", rows: Numbers) -> Numbers:
        """The nodes or arcs at which some input of an operation changed."""
        receiver, scalars = self.instance.receiver, changed.scalars
        at_node = self.program.scalar(op.target).place is Place.NODE
        parts = [changed.nodes if at_node else changed.arcs, scalars[op.target]]
        for term in op.terms:
            moved = scalars[term.scalar] if term.scalar is not None else changed.nodes
            match term.gate:
                case Gate.APPLY:
                    parts += [scalars[name] for name in term.arguments]
                case Gate.PUSH if at_node:
                    parts += [receiver[changed.arcs], receiver[moved]]
                case Gate.PUSH:
                    parts += [self.sent(changed.nodes), self.sent(moved)]
                case Gate.TAKE:
                    parts += [self.received(changed.nodes), self.received(moved)]
                case Gate.PULL:
                    of_arc = self.program.scalar(str(term.scalar)).place is Place.ARC
                    parts += [rows, receiver[moved if of_arc else self.sent(moved)]]
                case Gate.INC | Gate.KEEP:
                    pass
        return _union(*parts)

    def received(self, nodes: Numbers) -> Numbers:
        """The arcs in the rows of some nodes, in rising order."""
        begin = self._row_start[nodes]
        length = self._row_start[nodes + 1] - begin
        before = np.cumsum(length) - length
        return np.repeat(begin - before, length) + np.arange(int(length.sum()))

    def sent(self, nodes: Numbers) -> Numbers:
        """The arcs that some nodes send along."""
        return self.instance.reverse_arc[self.received(nodes)]


class _Changed:
    """Where two snapshots of an instance differ."""

    def __init__(self, stepper: IncrementalStepper, now: Snapshot, seen: Snapshot) -> None:
        self.stepper = stepper
        self.nodes = np.flatnonzero(now.node_state != seen.node_state)
        self.arcs = np.flatnonzero(now.arc_state != seen.arc_state)
        self.scalars = {
            name: np.flatnonzero(values != seen.scalars[name])
            if values is not seen.scalars[name]
            else np.zeros(0, dtype=np.int64)
            for name, values in now.scalars.items()
        }
        self.heard_arcs = np.zeros(0, dtype=np.int64)
        """The arcs that are heard otherwise than before."""

    @property
    def arcs_to_update(self) -> Numbers:
        """The arcs at which some input of an update changed."""
        stepper, reverse = self.stepper, self.stepper.instance.reverse_arc
        around = stepper.received(self.nodes)
        both_ways = [around, self.arcs, self.heard_arcs]
        compared = {
            name
            for each in stepper.program.compared(Place.ARC)
            for name in (each.left, each.right)
        }
        return _union(
            *both_ways,
            *(reverse[each] for each in both_ways),
            *(self.scalars[name] for name in compared),
        )


def _union(*parts: Iterable) -> Numbers:
    """The numbers of all parts, each once, in rising order."""
    some = [np.asarray(part, dtype=np.int64) for part in parts]
    some = [part for part in some if len(part)]
    return np.unique(np.concatenate(some)) if some else np.zeros(0, dtype=np.int64)


def _updated(
    old: np.ndarray, at: Numbers, compute: Callable[[Numbers], np.ndarray]
) -> np.ndarray:
    """The array with new values at these places; the array itself if nothing changes."""
    if not len(at):
        return old
    new = compute(at)
    if np.array_equal(old[at], new):
        return old
    array = old.copy()
    array[at] = new
    return array
