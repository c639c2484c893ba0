"""The state diagram: states as circles, transitions as arrows that say when they happen."""

import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dnar.atomic_write import check_writable, write_atomically
from dnar.errors import InputError
from dnar.explain.diagram_layout import (
    LINE,
    MARGIN,
    RADIUS,
    Panel,
    Placed,
    place_row,
    transitions_between,
)
from dnar.explain.explanation import Explanation
from dnar.explain.words import arc_condition, node_condition, some_states
from dnar.machine import ArcCase, NodeKind, Program

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FORMATS = {".svg": {"Date": None}, ".png": {"Software": None}}
"""The formats by suffix, each with the metadata that would differ from run to run."""

TITLE = 0.7
"""Height of the title of all panels."""

FILLS = ("#f0f0f0", "#a6d8f5", "#f6cf7a", "#8fd3bd", "#f7f1a0", "#e6bcd3", "#f0a87c", "#9cc3e0")
"""Light colours of states, told apart by colour-blind readers; names stand in the circles."""

SLIDE = 16 / 9
"""Width by height of a slide."""

MOST_STRETCHED = 2.4
"""Diagrams that are wider than so many times their height are not made higher."""

LEAST_WIDTH = 8.5
"""The notes need so much."""

CORNER = 0.16
"""How round the corners of bent arrows are."""


def draw_states(explanation: Explanation, path: str | Path) -> None:
    """Writes the diagram to a file, SVG or PNG by its suffix.

    Raises:
        InputError: the file cannot be written there, has another suffix, or matplotlib is
            missing.
    """
    path = check_diagram(path)
    panels = [node_panel(explanation), arc_panel(explanation)]
    write_atomically(path, [_drawn(panels, explanation.task.title, path.suffix.lower())])


def check_diagram(path: str | Path) -> Path:
    """The path, if a diagram can be written there.

    Raises:
        InputError: as `draw_states` does.
    """
    path = check_writable(path)
    if path.suffix.lower() not in FORMATS:
        known = " or ".join(FORMATS)
        raise InputError(f"a diagram's file name ends in {known}, got {path.name!r}")
    _matplotlib()
    return path


def node_panel(explanation: Explanation) -> Panel:
    """The node states and what leads from one to another."""
    program, kinds = explanation.program, explanation.reachable.kinds
    labels: dict[tuple[str, str], list[str]] = {}
    for case in program.node_cases:
        ends = program.node_states[case.state], program.node_states[case.becomes]
        told = node_condition(explanation, case)
        labels.setdefault(ends, []).append(
            told.replace(" or ", "\n").replace(" and ", " and\n")
        )
    begun = {state for some in explanation.starts.nodes.values() for state in some}
    real = {program.node_states[state] for state in kinds.get(NodeKind.REAL, ())}
    states = tuple(program.node_states[state] for state in explanation.node_states)
    return Panel(
        "Node states",
        "An arrow says what is heard. Bold: a run begins here. Dashed: the virtual node or "
        "helper nodes only.",
        states,
        frozenset(begun),
        frozenset(states) - real,
        place_row(len(states), transitions_between(states, labels)),
    )


def arc_panel(explanation: Explanation) -> Panel:
    """The arc states and what leads from one to another."""
    program = explanation.program
    states = tuple(program.arc_states[state] for state in explanation.arc_states)
    labels: dict[tuple[str, str], list[str]] = {}
    for case in program.arc_cases:
        ends = program.arc_states[case.state], program.arc_states[case.becomes]
        labels.setdefault(ends, []).append(_arc_label(program, case))
    return Panel(
        "Arc states",
        "An arrow says receiver \u2190 sender, and whether the arc, or its reverse (back), "
        "must be heard.",
        states,
        frozenset(state for some in explanation.starts.arcs.values() for state in some),
        frozenset(),
        place_row(len(states), transitions_between(states, labels)),
    )


def _arc_label(program: Program, case: ArcCase) -> str:
    condition = arc_condition(program, case)
    if case.receiver is None and case.sender is None:
        return condition
    ends = (some_states(program.node_states, each) for each in (case.receiver, case.sender))
    told = " \u2190 ".join(ends)
    return told if condition == "always" else f"{told}, {condition}"


def _matplotlib() -> Any:
    try:
        import matplotlib  # noqa: PLC0415 (only for diagrams)
    except ImportError:
        raise InputError("diagrams need matplotlib: pip install 'dnar[plots]'") from None
    return matplotlib


def _drawn(panels: Sequence[Panel], title: str, suffix: str) -> bytes:
    # Salted, or the ids inside an SVG would differ from run to run.
    settings = {"svg.hashsalt": "dnar", "svg.fonttype": "none", "font.family": "DejaVu Sans"}
    with _matplotlib().rc_context(settings):
        from matplotlib.figure import Figure  # noqa: PLC0415 (only for diagrams)

        width, height = _size(panels)
        figure = Figure(figsize=(width, height), dpi=120)
        figure.text(
            MARGIN / width, 1 - 0.5 * TITLE / height, title, size=20, weight="bold", va="center"
        )
        top = 1.0 - TITLE / height
        spare = height - TITLE - sum(panel.height for panel in panels)
        for panel in panels:
            share = panel.height / height
            axes = figure.add_axes((0.0, top - share, 1.0, share))
            _draw(axes, panel, width)
            top -= share + spare / len(panels) / height
        file = io.BytesIO()
        figure.savefig(file, format=suffix[1:], metadata=FORMATS[suffix])
    return file.getvalue()


def _size(panels: Sequence[Panel]) -> tuple[float, float]:
    """Width and height: those of a slide, unless the rows are far longer."""
    width = max(LEAST_WIDTH, *(panel.row.width for panel in panels))
    height = sum(panel.height for panel in panels) + TITLE
    if width > MOST_STRETCHED * height:
        return width, height
    return max(width, height * SLIDE), max(height, width / SLIDE)


def _draw(axes: "Axes", panel: Panel, width: float) -> None:
    bottom = -panel.room(above=False) - MARGIN
    top = bottom + panel.height
    axes.set_axis_off()
    axes.set_xlim(0.0, width)
    axes.set_ylim(bottom, top)
    axes.text(MARGIN, top - LINE, panel.title, size=15, weight="bold", va="top")
    axes.text(MARGIN, top - 2.8 * LINE, panel.note, size=9.5, color="#555555", va="top")
    for place, state in enumerate(panel.states):
        _draw_state(axes, panel, place, state)
    for each in panel.row.arrows:
        _draw_arrow(axes, each, panel.row.middles)


def _draw_state(axes: "Axes", panel: Panel, place: int, state: str) -> None:
    from matplotlib.patches import Circle  # noqa: PLC0415 (only for diagrams)

    x, colour = panel.row.middles[place], FILLS[place % len(FILLS)]
    width = 2.8 if state in panel.bold else 1.0
    style = "--" if state in panel.dashed else "-"
    circle = Circle((x, 0.0), RADIUS, fc=colour, ec="#1f3a68", lw=width, ls=style, zorder=3)
    axes.add_patch(circle)
    axes.text(x, 0.0, state, size=_state_size(state), ha="center", va="center", zorder=4)


def _state_size(state: str) -> float:
    """The size of a state's name that fits into its circle."""
    return min(10.5, 72 * 1.8 * RADIUS / (0.68 * len(state)))


def _draw_arrow(axes: "Axes", each: Placed, middles: Sequence[float]) -> None:
    from matplotlib.patches import FancyArrowPatch  # noqa: PLC0415 (only for diagrams)
    from matplotlib.path import Path as Curve  # noqa: PLC0415 (only for diagrams)

    side = 1.0 if each.transition.rises else -1.0
    start, end = each.feet
    if each.transition.straight:
        curve = Curve([(start, 0.0), (end, 0.0)])
    else:
        points = [(x, side * y) for x, y in _bent(each, middles)]
        # Up, round the corner, level, round the corner, down.
        bends = [Curve.LINETO, Curve.CURVE3, Curve.CURVE3]
        curve = Curve(points, [Curve.MOVETO, *bends, *bends, Curve.LINETO])
    arrow = FancyArrowPatch(
        path=curve, arrowstyle="-|>", mutation_scale=13, color="#44546a", lw=1.1, zorder=2
    )
    axes.add_patch(arrow)
    axes.text(
        each.x,
        side * each.height,
        "\n".join(each.lines),
        size=9.5,
        ha="center",
        va="bottom" if each.transition.rises else "top",
        linespacing=1.15,
        zorder=5,
    )


def _bent(each: Placed, middles: Sequence[float]) -> list[tuple[float, float]]:
    start, end = each.feet
    level = each.height - 0.05
    inward = CORNER if end > start else -CORNER
    places = each.transition.start, each.transition.end
    feet = [
        (RADIUS**2 - (x - middles[place]) ** 2) ** 0.5
        for x, place in zip(each.feet, places, strict=True)
    ]
    return [
        (start, feet[0]),
        (start, level - CORNER),
        (start, level),
        (start + inward, level),
        (end - inward, level),
        (end, level),
        (end, level - CORNER),
        (end, feet[1]),
    ]
