"""One step of a run as a picture: states as colours, heard arcs, pointers, numbers."""

import io
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dnar.atomic_write import check_writable, write_atomically
from dnar.draw.colours import HEARD, INK, LINE, POINTER, fill, ink
from dnar.errors import InputError
from dnar.graph import Graph, coordinates
from dnar.machine import (
    UNHEARD,
    Instance,
    InstanceEnding,
    NodeKind,
    Place,
    PointerOrder,
    Program,
    Snapshot,
    Start,
    Trajectory,
    select,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS: dict[str, dict[str, Any]] = {".svg": {"Date": None}, ".png": {"Software": None}}
"""The formats by suffix, each with the metadata that would differ from run to run."""

LABELLED = 120
"""Most nodes that get labels."""

LISTED = 10
"""Most states that the legend lists when a run has more than its step shows."""


@dataclass(frozen=True, eq=False)
class Picture:
    """A figure that can be saved, and that a notebook shows."""

    figure: "Figure"

    def save(self, path: str | Path) -> Path:
        """Writes the picture as PNG or SVG, by the suffix.

        Raises:
            InputError: another suffix, or the file cannot be written.
        """
        path = check_picture(path)
        write_atomically(path, [self.rendered(path.suffix.lower())])
        return path

    def rendered(self, suffix: str) -> bytes:
        """The bytes of the picture in a format; the same picture gives the same bytes."""
        from matplotlib import rc_context  # noqa: PLC0415 (only for pictures)

        file = io.BytesIO()
        with rc_context({"svg.hashsalt": "dnar", "svg.fonttype": "none"}):
            self.figure.savefig(file, format=suffix[1:], metadata=FORMATS[suffix])
        return file.getvalue()

    def _repr_png_(self) -> bytes:
        return self.rendered(".png")


def check_picture(path: str | Path) -> Path:
    """The path, if a picture can be written there.

    Raises:
        InputError: another suffix, no matplotlib, or the file cannot be written.
    """
    path = check_writable(path)
    if path.suffix.lower() not in FORMATS:
        raise InputError(f"a picture's file name ends in .png or .svg, got {path.name!r}")
    need_matplotlib()
    return path


def need_matplotlib() -> None:
    """Raises an InputError if matplotlib is missing."""
    try:
        import matplotlib  # noqa: F401, PLC0415 (only for pictures)
    except ImportError:
        raise InputError("pictures need matplotlib: pip install 'dnar[plots]'") from None


def draw_step(
    trajectory: Trajectory,
    step: int = -1,
    *,
    points: np.ndarray | None = None,
    title: str | None = None,
    virtual: bool = False,
) -> Picture:
    """A picture of a run after `step` steps; negative numbers count from the end.

    Args:
        trajectory: The run.
        step: The step; arcs that the next step hears are orange.
        points: Where to draw the real nodes, one (x, y) each; by default forces place them.
        title: Above the picture; by default the task and the step.
        virtual: Whether the virtual node is drawn, too.

    Raises:
        InputError: matplotlib is missing, or there are not as many points as nodes.
        IndexError: the run has no such step.
    """
    need_matplotlib()
    from matplotlib.figure import Figure  # noqa: PLC0415 (only for pictures)

    snapshot = trajectory.snapshot(step)
    places = node_points(trajectory.instance, points)
    figure = Figure(figsize=(7.2, 5.4), dpi=110, layout="constrained")
    axes = figure.add_subplot()
    shown = f"{trajectory.program.task}, step {snapshot.step} of {len(trajectory)}"
    draw_snapshot(axes, trajectory, snapshot, places, virtual)
    axes.set_title(shown if title is None else title, size=13, color=INK)
    return Picture(figure)


def node_points(instance: Instance, points: np.ndarray | None = None) -> np.ndarray:
    """Where every node of an instance is drawn; the virtual node stands above the others.

    Raises:
        InputError: there are not as many points as real nodes.
    """
    kind = instance.node_kind
    drawn = np.flatnonzero(kind != NodeKind.VIRTUAL)
    place = np.full(instance.node_count, -1)
    place[drawn] = np.arange(len(drawn))
    found = np.full((instance.node_count, 2), [0.5, 1.15])
    if points is not None:
        real = np.flatnonzero(kind == NodeKind.REAL)
        given = np.asarray(points, dtype=np.float64)
        if given.shape != (len(real), 2):
            raise InputError(
                f"{len(real)} nodes need as many points (x, y), got shape {given.shape}"
            )
        found[real] = given
        if len(real) == len(drawn):
            found[real] = _kept_apart(given)
            return found
    one, other = place[instance.receiver], place[instance.sender]
    joins = (one >= 0) & (other >= 0) & (one < other)
    graph = Graph.from_edges(one[joins], other[joins], labels=max(len(drawn), 1))
    found[drawn] = _kept_apart(coordinates(graph)[: len(drawn)])
    return found


def _kept_apart(points: np.ndarray) -> np.ndarray:
    """The points with those moved that would cover each other, for as many as get labels."""
    points = points.copy()
    if len(points) > LABELLED or len(points) < 2:
        return points
    least = min(0.085, 0.5 / np.sqrt(len(points)))
    for _ in range(60):
        apart = points[:, None, :] - points[None, :, :]
        distance = np.sqrt((apart**2).sum(axis=2)) + 2 * least * np.eye(len(points))
        close = distance < least
        if not close.any():
            break
        push = np.where(close, (least - distance) / 2 / np.maximum(distance, 1e-6), 0.0)
        points += (apart * push[:, :, None]).sum(axis=1)
    return points


def draw_snapshot(
    axes: "Axes",
    trajectory: Trajectory,
    snapshot: Snapshot,
    points: np.ndarray,
    virtual: bool,
) -> None:
    """Draws a snapshot of a run: edges, what the next step hears, pointers, nodes, legend."""
    program, instance = trajectory.program, trajectory.instance
    shown = (instance.node_kind != NodeKind.VIRTUAL) | virtual
    axes.set_axis_off()
    axes.set_aspect("equal")
    receiver, sender = instance.receiver, instance.sender
    joined = shown[receiver] & shown[sender] & (receiver < sender)
    _segments(axes, points, sender[joined], receiver[joined], LINE, 0.9, 1)
    for arcs in select(program, instance, snapshot).values():
        heard = arcs[arcs != UNHEARD]
        heard = heard[shown[receiver[heard]] & shown[sender[heard]]]
        _segments(axes, points, sender[heard], receiver[heard], HEARD, 4.0, 2)
    _pointers(axes, program, instance, snapshot, points, shown)
    _weights(axes, program, instance, snapshot, points, joined)
    _nodes(axes, program, instance, snapshot, points, shown)
    _legend(axes, program, _legend_states(trajectory, snapshot, shown))
    axes.margins(0.09)


def _segments(
    axes: "Axes",
    points: np.ndarray,
    one: np.ndarray,
    other: np.ndarray,
    colour: str,
    width: float,
    order: int,
) -> None:
    from matplotlib.collections import LineCollection  # noqa: PLC0415 (only for pictures)

    lines = np.stack([points[one], points[other]], axis=1)
    alpha = 0.55 if colour == HEARD else 1.0
    axes.add_collection(
        LineCollection(list(lines), colors=colour, linewidths=width, zorder=order, alpha=alpha)
    )


def _pointers(
    axes: "Axes",
    program: Program,
    instance: Instance,
    snapshot: Snapshot,
    points: np.ndarray,
    shown: np.ndarray,
) -> None:
    ending = InstanceEnding(instance, snapshot)
    for readout in program.readouts.values():
        if not isinstance(readout, PointerOrder):
            continue
        for node, to in enumerate(ending.pointed(readout).tolist()):
            real = instance.node_kind[node] == NodeKind.REAL
            if node != to and real and shown[node] and shown[to]:
                axes.annotate(
                    "",
                    xy=_place(points, to),
                    xytext=_place(points, node),
                    arrowprops={
                        "arrowstyle": "-|>",
                        "color": POINTER,
                        "lw": 2.0,
                        "shrinkA": 8,
                        "shrinkB": 9,
                        "mutation_scale": 13,
                    },
                    zorder=3,
                )


def _place(points: np.ndarray, node: int) -> tuple[float, float]:
    x, y = points[node].tolist()
    return x, y


def _scalar(program: Program, place: Place) -> str | None:
    """The scalar that is shown: one that changes, otherwise one that is given."""
    own = [each for each in program.scalars if each.place is place]
    targets = {op.target for op in program.ops}
    moving = [each for each in own if each.name in targets and each.start is not Start.INPUT]
    given = [each for each in own if each.start is not Start.ZERO]
    first = given if place is Place.ARC else [*moving, *given]
    return first[0].name if first else None


def _weights(
    axes: "Axes",
    program: Program,
    instance: Instance,
    snapshot: Snapshot,
    points: np.ndarray,
    joined: np.ndarray,
) -> None:
    name = _scalar(program, Place.ARC)
    if name is None or joined.sum() > LABELLED / 2:
        return
    virtual = instance.node_kind == NodeKind.VIRTUAL
    for arc in np.flatnonzero(joined).tolist():
        ends = int(instance.receiver[arc]), int(instance.sender[arc])
        if not virtual[list(ends)].any():
            x, y = points[list(ends)].mean(axis=0).tolist()
            text = f"{float(snapshot.scalars[name][arc]):.3g}"
            back = {"fc": "white", "ec": "none", "pad": 0.6, "alpha": 0.8}
            axes.text(x, y, text, size=6.5, ha="center", va="center", zorder=4, bbox=back)


def _nodes(
    axes: "Axes",
    program: Program,
    instance: Instance,
    snapshot: Snapshot,
    points: np.ndarray,
    shown: np.ndarray,
) -> None:
    count = int(shown.sum())
    size = 300 if count <= 40 else 150 if count <= LABELLED else 9000 / count
    markers = {NodeKind.REAL: "o", NodeKind.VIRTUAL: "D"}
    name = _scalar(program, Place.NODE)
    labels = iter(instance.labels)
    for node in range(instance.node_count):
        kind = int(instance.node_kind[node])
        label = str(next(labels)) if kind == NodeKind.REAL else ""
        if not shown[node]:
            continue
        state = int(snapshot.node_state[node])
        axes.scatter(
            *_place(points, node),
            s=size,
            c=fill(state),
            marker=markers.get(NodeKind(kind) if kind < 2 else NodeKind.HELPER, "s"),
            edgecolors=INK,
            linewidths=0.9,
            zorder=5,
        )
        if count > LABELLED:
            continue
        axes.text(
            *_place(points, node),
            label[:6],
            size=8 if count <= 40 else 6,
            color=ink(state),
            ha="center",
            va="center",
            zorder=6,
        )
        if name is not None and kind == NodeKind.REAL and count <= 40:
            axes.annotate(
                f"{float(snapshot.scalars[name][node]):.3g}",
                _place(points, node),
                xytext=(0, -16),
                textcoords="offset points",
                size=6.5,
                ha="center",
                zorder=6,
                bbox={"fc": "white", "ec": "none", "pad": 0.3, "alpha": 0.75},
            )


def _legend_states(trajectory: Trajectory, snapshot: Snapshot, shown: np.ndarray) -> list[int]:
    """The states that drawn nodes take in the run; if there are many, those they have now."""
    found = set(trajectory.snapshot(0).node_state[shown].tolist())
    for step in trajectory.steps:
        changed = step.node_state
        found.update(changed.new[shown[changed.at]].tolist())
    if len(found) > LISTED:
        found = set(snapshot.node_state[shown].tolist())
    return sorted(found)


def _legend(axes: "Axes", program: Program, states: list[int]) -> None:
    from matplotlib.lines import Line2D  # noqa: PLC0415 (only for pictures)

    names = program.node_states
    dots = [
        Line2D([], [], marker="o", ls="", mfc=fill(at), mec=INK, mew=0.8, ms=8, label=names[at])
        for at in states
    ]
    lines = [Line2D([], [], color=HEARD, lw=4, alpha=0.55, label="heard next")]
    if any(isinstance(each, PointerOrder) for each in program.readouts.values()):
        lines.append(Line2D([], [], color=POINTER, lw=2, label="pointer"))
    axes.legend(
        handles=[*dots, *lines],
        loc="center left",
        bbox_to_anchor=(1.0, 0.5),
        frameon=False,
        fontsize=8,
    )
