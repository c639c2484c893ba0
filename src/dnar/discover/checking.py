"""Checking: a found program against the right outputs, on every small problem and random ones.

A failure is a counterexample: it goes back into the encoding, which the program then no longer
satisfies.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from dnar.discover.problems import (
    EXHAUSTIVE,
    random_problem,
    small_problems,
    without_a_node,
)
from dnar.discover.sketch import COUNTER, POINTER, OutputKind, Sketch, StateCounts
from dnar.discover.tables import Found
from dnar.machine import (
    Instance,
    NodeKind,
    Place,
    Problem,
    Snapshot,
    Start,
    first_snapshot,
    step,
    union,
)
from dnar.machine.snapshot import fed

RANDOM_SIZES = (*range(6, 13), 16, 24)
"""Sizes of the random problems."""

RANDOM_EACH = 6
"""How many of each size."""


@dataclass(frozen=True, eq=False)
class Asked:
    """A problem with its right output."""

    problem: Problem
    output: np.ndarray
    pointers: int | None = None
    """As an example: so many pointers of the sketch's order must be there in time, and nothing
    is demanded of later steps; None: the whole run."""


class Batch:
    """Problems laid side by side, so that a program runs all of them at once."""

    def __init__(self, sketch: Sketch, counts: StateCounts, asked: Sequence[Asked]) -> None:
        self.sketch, self.asked = sketch, asked
        encode = sketch.encoder(counts)
        scalars = sketch.scalars()
        self.instances = [encode(each.problem).laid_out(scalars) for each in asked]
        self.together: Instance = union(self.instances)
        sizes = [each.node_count for each in self.instances]
        self.of_node = np.repeat(np.arange(len(sizes)), sizes)
        self.of_arc = self.of_node[self.together.receiver]
        self.steps = np.array([sketch.steps.of(each.problem) for each in asked])

    @cached_property
    def _pointed(self) -> np.ndarray:
        """Per arc: whether it must be a pointer at the end (1), must not (0), may be (-1)."""
        whole, sketch = self.together, self.sketch
        offsets = np.searchsorted(self.of_node, np.arange(len(self.instances)))
        target = np.full(whole.node_count, -1, dtype=np.int64)
        kind = NodeKind.REAL if sketch.output is OutputKind.POINTER else NodeKind.VIRTUAL
        owners = np.flatnonzero(whole.node_kind == kind)
        outputs = np.concatenate([each.output for each in self.asked]).astype(np.int64)
        target[owners] = outputs + offsets[self.of_node[owners]]
        wanted = (whole.sender == target[whole.receiver]).astype(np.int64)
        loops = whole.receiver == whole.sender
        free = (whole.node_kind != kind)[whole.receiver]
        if sketch.output is OutputKind.CHOICE:
            free |= loops
        elif not sketch.self_pointers:
            free |= loops & (wanted == 1)
        wanted[free] = -1
        return wanted

    def failures(self, found: Found) -> np.ndarray:
        """The numbers of the problems that a program does not solve."""
        final, wrong = self._run(found)
        match self.sketch.output:
            case OutputKind.POINTER | OutputKind.CHOICE:
                points = (final.arc_state == POINTER).astype(np.int64)
                arcs = (self._pointed >= 0) & (self._pointed != points)
                wrong[self.of_arc[arcs]] = True
            case OutputKind.SET:
                real = self.together.node_kind == NodeKind.REAL
                outputs = np.concatenate([each.output for each in self.asked]).astype(bool)
                made = final.node_state[real] == found.tables.member
                wrong[self.of_node[real][made != outputs]] = True
            case OutputKind.COUNT:
                virtual = self.together.node_kind == NodeKind.VIRTUAL
                outputs = np.concatenate([each.output for each in self.asked])
                wrong[final.scalars[COUNTER][virtual] != outputs] = True
        return np.flatnonzero(wrong)

    def _run(self, found: Found) -> tuple[Snapshot, np.ndarray]:
        """Each problem as it came to rest, and which ones did not.

        A problem ends with its first step that changes nothing, whatever the others do; that
        must be within the declared number of steps.
        """
        program, whole = found.task.program, self.together
        snapshot = first_snapshot(program, whole)
        node_state, arc_state = snapshot.node_state.copy(), snapshot.arc_state.copy()
        scalars = {name: values.copy() for name, values in snapshot.scalars.items()}
        moving = np.ones(len(self.instances), dtype=bool)
        late = ~moving
        own = {
            each.name: self.of_node if each.place is Place.NODE else self.of_arc
            for each in program.scalars
            if each.start is not Start.STREAM
        }
        while moving.any() and snapshot.step < self.steps.max():
            following = fed(program, whole, step(program, whole, snapshot))
            changed = np.zeros(len(moving), dtype=bool)
            changed[self.of_node[snapshot.node_state != following.node_state]] = True
            changed[self.of_arc[snapshot.arc_state != following.arc_state]] = True
            for name, problem in own.items():
                differ = snapshot.scalars[name] != following.scalars[name]
                changed[problem[differ]] = True
            moving &= changed
            nodes, arcs = moving[self.of_node], moving[self.of_arc]
            node_state[nodes] = following.node_state[nodes]
            arc_state[arcs] = following.arc_state[arcs]
            for name, problem in own.items():
                goes_on = moving[problem]
                scalars[name][goes_on] = following.scalars[name][goes_on]
            snapshot = following
            late |= moving & (snapshot.step >= self.steps)
        return Snapshot(snapshot.step, node_state, arc_state, scalars), late


class Checker:
    """All problems that a program is compared on, smallest first; made when first needed."""

    def __init__(
        self,
        sketch: Sketch,
        seed: int = 0,
        given: Sequence[Asked] = (),
        *,
        exhaustive: int = EXHAUSTIVE,
    ) -> None:
        """Prepares the problems.

        Args:
            sketch: What they are about.
            seed: Draws the random ones.
            given: All problems, if the sketch has no function of right outputs.
            exhaustive: Every problem of up to so many nodes is among them.
        """
        self.sketch, self.given, self._seed = sketch, tuple(given), seed
        self.exhaustive = exhaustive
        self._asked: dict[int, list[Asked]] = {}
        self._batches: dict[tuple[StateCounts, int], Batch] = {}

    def batches(self, counts: StateCounts) -> Iterator[Batch]:
        """The problems by size, then the random ones."""
        for level in self.levels():
            batch = self.batch(counts, level)
            if batch is not None:
                yield batch

    def levels(self) -> range:
        """Sizes up to the exhaustive one, and one more for the random problems."""
        return range(1, 2) if self.sketch.expected is None else range(1, self.exhaustive + 2)

    def batch(self, counts: StateCounts, level: int) -> Batch | None:
        """The problems of one level; None if there are none."""
        key = (counts, level)
        if key not in self._batches and self.asked(level):
            self._batches[key] = Batch(self.sketch, counts, self.asked(level))
        return self._batches.get(key)

    def asked(self, level: int) -> list[Asked]:
        """The problems of one level with their right outputs."""
        if level not in self._asked:
            self._asked[level] = self._made(level)
        return self._asked[level]

    def _made(self, level: int) -> list[Asked]:
        expected = self.sketch.expected
        if expected is None:
            return list(self.given)
        rng = np.random.default_rng([self._seed, level])
        if level <= self.exhaustive:
            problems = list(small_problems(self.sketch, level, rng))
        else:
            problems = [
                random_problem(self.sketch, size, rng)
                for size in RANDOM_SIZES
                for _ in range(RANDOM_EACH)
            ]
        return [Asked(each, expected(each)) for each in problems]

    def first_failure(self, found: Found, rng: np.random.Generator) -> Asked | None:
        """A smallest problem that a program does not solve; None if it solves all."""
        for batch in self.batches(found.tables.counts):
            wrong = batch.failures(found)
            if len(wrong):
                sizes = np.array([batch.asked[each].problem.graph.node_count for each in wrong])
                smallest = wrong[sizes == sizes.min()]
                return self._shrunk(found, batch.asked[int(rng.choice(smallest))])
        return None

    def _shrunk(self, found: Found, failure: Asked) -> Asked:
        """What is left of a random failure when nodes are dropped for as long as it fails.

        An example of 24 nodes would be gigabytes of clauses.
        """
        expected = self.sketch.expected
        while expected is not None and failure.problem.graph.node_count > self.exhaustive:
            smaller = without_a_node(self.sketch, failure.problem)
            asked = [Asked(each, expected(each)) for each in smaller]
            batch = Batch(self.sketch, found.tables.counts, asked) if asked else None
            wrong = [] if batch is None else batch.failures(found)
            if not len(wrong):
                break
            failure = asked[int(wrong[0])]
        return failure

    def beginning(self, found: Found, failure: Asked) -> Asked:
        """The shortest beginning of a failure's told order that a program does not follow.

        That is the whole problem if it follows all of it, or if no order is told.
        """
        if self.sketch.order is None:
            return failure
        order, parent = list(self.sketch.order(failure.problem)), failure.output
        due = [self.sketch.steps.of_nodes(nodes) for nodes in range(2, len(order) + 2)]
        program, counts = found.task.program, found.tables.counts
        encode, scalars = self.sketch.encoder(counts), self.sketch.scalars()
        instance = encode(failure.problem).laid_out(scalars)
        ends = np.stack([instance.receiver, instance.sender], axis=1)
        right = [
            {(node, int(parent[node])) for node in order[:k]} for k in range(len(order) + 1)
        ]
        snapshot, there = first_snapshot(program, instance), 0
        for number in range(1, max(due, default=0) + 1):
            snapshot = fed(program, instance, step(program, instance, snapshot))
            points = {(int(one), int(two)) for one, two in ends[snapshot.arc_state == POINTER]}
            follows = [k for k in (there, there + 1) if points in right[k : k + 1]]
            if not follows or follows[0] < sum(each <= number for each in due):
                return replace(failure, pointers=sum(each < number for each in due) + 1)
            there = follows[0]
        return failure

    def count(self) -> int:
        """How many problems there are."""
        return sum(len(self.asked(level)) for level in self.levels())
