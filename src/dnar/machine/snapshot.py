"""Snapshots and trajectories: what the machine looks like, and how it got there.

A trajectory stores what each step changed, never a copy per step, so a run of thousands of
steps on thousands of nodes stays small.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec

import numpy as np

from dnar.array_types import Float64, Int32, UInt
from dnar.display import html_image, html_page
from dnar.lazy_names import late_method
from dnar.machine.instance import Instance
from dnar.machine.program import Program
from dnar.machine.vocabulary import Place, Start

MOST_DRAWN = 60
"""Nodes of the largest graph that a notebook draws beside a table."""


@dataclass(frozen=True, eq=False)
class Snapshot:
    """All states and all scalars after `step` steps."""

    step: int
    node_state: UInt[np.ndarray, " nodes"]
    arc_state: UInt[np.ndarray, " arcs"]
    scalars: Mapping[str, Float64[np.ndarray, " places"]]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Snapshot):
            return NotImplemented
        return self.step == other.step and same_configuration(self, other)

    __hash__ = None  # type: ignore[assignment]


def same_configuration(one: Snapshot, other: Snapshot) -> bool:
    """Whether two snapshots hold the same states and scalars, bit for bit."""
    return (
        np.array_equal(one.node_state, other.node_state)
        and np.array_equal(one.arc_state, other.arc_state)
        and one.scalars.keys() == other.scalars.keys()
        and all(np.array_equal(one.scalars[name], other.scalars[name]) for name in one.scalars)
    )


def first_snapshot(program: Program, instance: Instance) -> Snapshot:
    """The machine before its first step."""
    scalars = {**instance.node_scalars, **instance.arc_scalars}
    blank = Snapshot(0, instance.node_state, instance.arc_state, scalars)
    return fed(program, instance, blank)


def fed(program: Program, instance: Instance, snapshot: Snapshot) -> Snapshot:
    """The snapshot with the rows that its streams give at this step."""
    streams = program.streams()
    if not streams:
        return snapshot
    rows = {
        scalar.name: instance.streams[scalar.name].row(snapshot.step // scalar.period)
        for scalar in streams
    }
    scalars = {**snapshot.scalars, **rows}
    return Snapshot(snapshot.step, snapshot.node_state, snapshot.arc_state, scalars)


@dataclass(frozen=True, eq=False)
class Change:
    """The places one array changed at, and their new values."""

    at: Int32[np.ndarray, " changed"]
    new: np.ndarray

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return self.at.nbytes + self.new.nbytes

    def applied(self, old: np.ndarray) -> np.ndarray:
        """A copy of the array with the new values in place."""
        array = old.copy()
        array[self.at] = self.new
        return array


@dataclass(frozen=True)
class StepChanges:
    """All that one step changed; streams are not listed, the instance holds them."""

    node_state: Change
    arc_state: Change
    scalars: Mapping[str, Change]

    def __bool__(self) -> bool:
        parts = (self.node_state, self.arc_state, *self.scalars.values())
        return any(part.at.size > 0 for part in parts)

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        parts = (self.node_state, self.arc_state, *self.scalars.values())
        return sum(part.nbytes for part in parts)


def changes_between(program: Program, old: Snapshot, new: Snapshot) -> StepChanges:
    """What changed from one snapshot to the next."""
    return StepChanges(
        _change(old.node_state, new.node_state),
        _change(old.arc_state, new.arc_state),
        {
            scalar.name: _change(old.scalars[scalar.name], new.scalars[scalar.name])
            for scalar in program.scalars
            if scalar.start is not Start.STREAM
        },
    )


def _change(old: np.ndarray, new: np.ndarray) -> Change:
    at = np.flatnonzero(old != new).astype(np.int32)
    return Change(at, new[at])


@dataclass(frozen=True, eq=False)
class Trajectory:
    """A whole run: where it started and what every step changed."""

    program: Program
    instance: Instance
    steps: tuple[StepChanges, ...]

    def __len__(self) -> int:
        return len(self.steps)

    def __repr__(self) -> str:
        nodes, arcs = len(self.instance.node_state), len(self.instance.arc_state)
        steps = len(self)
        return f"Trajectory({self.program.task}: {steps} steps, {nodes} nodes, {arcs} arcs)"

    def _repr_html_(self) -> str:
        facts = {
            "steps": len(self),
            "nodes": len(self.instance.node_state),
            "arcs": len(self.instance.arc_state),
        }
        rows = (
            [number, len(step.node_state.at), len(step.arc_state.at)]
            for number, step in enumerate(self.steps, start=1)
        )
        return html_page(
            f"Run of {self.program.task}",
            facts,
            header=["step", "nodes that changed", "arcs that changed"],
            rows=rows,
            count=len(self),
            picture=self.html_picture(),
        )

    def html_picture(self) -> str:
        """The last step as HTML; nothing if the graph is large or matplotlib is missing."""
        if len(self.instance.labels) > MOST_DRAWN or find_spec("matplotlib") is None:
            return ""
        return html_image(self.draw().rendered(".png"), f"{self!r}, the last step")

    @property
    def nbytes(self) -> int:
        """Bytes of the stored changes."""
        return sum(step.nbytes for step in self.steps)

    def snapshots(self) -> Iterator[Snapshot]:
        """Every snapshot in order, from step 0 to the last, rebuilt one after the other."""
        snapshot = first_snapshot(self.program, self.instance)
        yield snapshot
        for changes in self.steps:
            scalars = dict(snapshot.scalars)
            for name, change in changes.scalars.items():
                scalars[name] = change.applied(scalars[name])
            blank = Snapshot(
                snapshot.step + 1,
                changes.node_state.applied(snapshot.node_state),
                changes.arc_state.applied(snapshot.arc_state),
                scalars,
            )
            snapshot = fed(self.program, self.instance, blank)
            yield snapshot

    def snapshot(self, step: int) -> Snapshot:
        """The snapshot after `step` steps; negative numbers count from the end.

        Raises:
            IndexError: the run has no such step.
        """
        wanted = step if step >= 0 else len(self) + 1 + step
        if not 0 <= wanted <= len(self):
            raise IndexError(f"the run has steps 0 to {len(self)}, asked for {step}")
        return next(each for each in self.snapshots() if each.step == wanted)

    draw = late_method(
        "dnar.draw",
        "draw_step",
        "A picture of the run after a step, the last by default; see `dnar.draw.draw_step`.",
    )

    play = late_method(
        "dnar.play",
        "playground",
        "The run as a notebook widget; see `dnar.play.playground`.",
    )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Trajectory):
            return NotImplemented
        pairs = zip(self.snapshots(), other.snapshots(), strict=False)
        return len(self) == len(other) and all(mine == theirs for mine, theirs in pairs)

    __hash__ = None  # type: ignore[assignment]


def split(
    program: Program, snapshot: Snapshot, instances: Sequence[Instance]
) -> list[Snapshot]:
    """The snapshots of the instances that were laid side by side, in their order."""
    place = {scalar.name: scalar.place for scalar in program.scalars}
    nodes = np.cumsum([0] + [instance.node_count for instance in instances])
    arcs = np.cumsum([0] + [instance.arc_count for instance in instances])
    parts = []
    for number in range(len(instances)):
        node = slice(nodes[number], nodes[number + 1])
        arc = slice(arcs[number], arcs[number + 1])
        scalars = {
            name: values[node if place[name] is Place.NODE else arc]
            for name, values in snapshot.scalars.items()
        }
        parts.append(
            Snapshot(snapshot.step, snapshot.node_state[node], snapshot.arc_state[arc], scalars)
        )
    return parts
