"""Figures 1 and 2 of the paper, drawn anew: the flow of data in a step, and K(2, n-2)."""

import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paper.experiment import Experiment
from paper.plots import BLUE, GREEN, GREY, INK, picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes

KINDS = ("png", "svg")
RADIUS = 0.26
"""Of a node, where an arrow ends."""
Point = tuple[float, float]


@dataclass(frozen=True)
class Config:
    """How large the drawn K(2, n-2) is."""

    seeds: int = 1
    large_side: int = 6


def parts(config: Config) -> list[str]:
    return [f"figures {seed}" for seed in range(min(config.seeds, 1))]


def measure(part: str, config: Config) -> dict[str, Any]:
    return {"large_side": config.large_side}


@dataclass(frozen=True)
class Box:
    """A part of the machine, by its centre."""

    title: str
    detail: str
    centre: Point
    colour: str = INK

    WIDTH, HEIGHT = 2.5, 1.05

    def side(self, right: float, up: float) -> Point:
        """A point on the border: -1, 0 or 1 from the centre, in each direction."""
        x, y = self.centre
        return x + right * self.WIDTH / 2, y + up * self.HEIGHT / 2


NOW = Box("states", "nodes $X^t$, arcs $E^t$", (1.6, 4.3))
ATTENTION = Box("hard attention", "one arc per node and head", (5.3, 4.3), GREEN)
UPDATE = Box("message, update", "$\\mathrm{FFN}_{nodes}$, $\\mathrm{FFN}_{edges}$", (8.7, 4.3))
DISCRETE = Box("Discretize", "arg-max over states", (12.1, 4.3))
NEXT = Box("next states", "$X^{t+1}$, $E^{t+1}$", (15.5, 4.3))
BEST = Box("select_best", "best of its rivals? yes / no", (5.3, 2.35), GREEN)
SCALARS = Box("scalars", "on nodes and arcs, $S^t$", (1.6, 0.9))
GATES = Box("ScalarUpdate", "inc + keep + push", (8.7, 0.9), BLUE)
AFTER = Box("next scalars", "$S^{t+1}$", (15.5, 0.9))
BOXES = (NOW, ATTENTION, UPDATE, DISCRETE, NEXT, BEST, SCALARS, GATES, AFTER)


def draw_flow(axes: "Axes") -> None:
    """A step: discrete data above, continuous data below, two narrow ways between them."""
    _band(axes, 3.5, 5.9, "discrete flow", 5.6)
    _band(axes, -0.45, 1.7, "continuous flow", -0.15)
    for box in BOXES:
        _draw(axes, box)
    for one, other in ((NOW, ATTENTION), (ATTENTION, UPDATE), (UPDATE, DISCRETE)):
        _arrow(axes, [one.side(1, 0), other.side(-1, 0)], INK)
    _arrow(axes, [DISCRETE.side(1, 0), NEXT.side(-1, 0)], INK)
    over = NOW.side(0, 1)[1] + 0.4
    own = [NOW.side(0, 1), (NOW.centre[0], over), (UPDATE.centre[0], over), UPDATE.side(0, 1)]
    _arrow(axes, own, INK)
    _say(axes, ((NOW.centre[0] + UPDATE.centre[0]) / 2, over + 0.2), "own state", INK)
    _arrow(axes, [SCALARS.side(1, 0), GATES.side(-1, 0)], INK)
    _arrow(axes, [GATES.side(1, 0), AFTER.side(-1, 0)], INK)
    _arrow(axes, [(BEST.centre[0], SCALARS.centre[1]), BEST.side(0, -1)], GREEN)
    _arrow(axes, [BEST.side(0, 1), ATTENTION.side(0, -1)], GREEN)
    _say(axes, (BEST.centre[0] + 0.15, 3.2), "one bit per arc", GREEN, "left")
    left, below = 0.05, 0.02
    around = [NOW.side(-1, 0), (left, NOW.centre[1]), (left, below), (GATES.centre[0], below)]
    _arrow(axes, [*around, GATES.side(0, -1)], BLUE)
    _say(axes, (5.1, below - 0.22), "states alone open and close the gates", BLUE)
    axes.set(xlim=(-0.35, 17.0), ylim=(-0.5, 5.95), aspect="equal")
    axes.axis("off")


def draw_bipartite(axes: "Axes", large_side: int) -> None:
    """K(2, n-2): the second node of the small side should hear one of n - 2 rivals."""
    start, second = (0.0, 2.0), (0.0, -2.0)
    across = [1.2 * (at - (large_side - 1) / 2) for at in range(large_side)]
    gap = large_side - 2  # where dots stand for all further nodes
    for at, x in enumerate(across):
        if at == gap:
            axes.text(x, 0, ". . .", ha="center", va="center", fontsize=14, color=INK)
            continue
        for end in (start, second):
            if (end, at) != (second, 0):
                axes.plot([end[0], x], [end[1], 0], color=GREY, linewidth=1, zorder=1)
        _node(axes, (x, 0.0), "white", _index(at, large_side), INK)
    share = 1 - RADIUS / math.dist(second, (across[0], 0))
    _arrow(axes, [second, (across[0] * share, -2.0 * (1 - share))], GREEN, 2.2)
    _node(axes, start, INK, "0", "white")
    _node(axes, second, "white", "1", INK)
    _say(axes, (0.45, 2.15), "start", INK, "left")
    _say(axes, (0.45, -2.15), "listens to $n-2$ rivals", INK, "left")
    _say(axes, (across[0] / 2 - 0.25, -1.2), "parent", GREEN, "right")
    axes.set(xlim=(across[0] - 0.6, across[-1] + 0.6), ylim=(-2.6, 2.6), aspect="equal")
    axes.axis("off")


def _index(at: int, large_side: int) -> str:
    return "$n{-}1$" if at == large_side - 1 else str(at + 2)


def _node(axes: "Axes", centre: Point, fill: str, text: str, colour: str) -> None:
    axes.scatter(*centre, s=520, color=fill, edgecolor=INK, linewidth=1.2, zorder=3)
    axes.text(*centre, text, ha="center", va="center", fontsize=9, color=colour, zorder=4)


def _draw(axes: "Axes", box: Box) -> None:
    from matplotlib.patches import FancyBboxPatch  # noqa: PLC0415 (an optional library)

    corner, style = box.side(-1, -1), "round,pad=0,rounding_size=0.15"
    axes.add_patch(
        FancyBboxPatch(
            corner,
            box.WIDTH,
            box.HEIGHT,
            boxstyle=style,
            facecolor="white",
            edgecolor=box.colour,
            linewidth=1.6,
            zorder=3,
        )
    )
    x, y = box.centre
    common: dict[str, Any] = {"ha": "center", "va": "center", "zorder": 4}
    axes.text(x, y + 0.2, box.title, fontsize=10, weight="bold", color=box.colour, **common)
    axes.text(x, y - 0.22, box.detail, fontsize=7.5, color=INK, **common)


def _band(axes: "Axes", low: float, high: float, text: str, at: float) -> None:
    axes.axhspan(low, high, color="#f1f1ee", zorder=0)
    axes.text(16.75, at, text, ha="right", va="center", fontsize=9.5, color=GREY)


def _arrow(axes: "Axes", points: list[Point], colour: str, width: float = 1.5) -> None:
    """Lines from point to point; the last one ends in an arrow."""
    *_, before, last = points
    line: dict[str, Any] = {"color": colour, "linewidth": width}
    axes.plot(*zip(*points[:-1], strict=True), solid_joinstyle="miter", zorder=2, **line)
    shape = {"arrowstyle": "-|>", "shrinkA": 0, "shrinkB": 0, "mutation_scale": 13, **line}
    axes.annotate("", xy=last, xytext=before, arrowprops=shape, zorder=2)


def _say(axes: "Axes", place: Point, text: str, colour: str, align: str = "center") -> None:
    axes.text(*place, text, ha=align, va="center", fontsize=8.5, color=colour)


def section(results: dict[str, Any], folder: Path) -> list[str]:
    if not results:
        return ["-"]
    large_side = next(iter(results.values()))["large_side"]
    with picture(folder, "figure1", (11, 4.2), KINDS) as axes:
        draw_flow(axes)
    with picture(folder, "figure2", (5.2, 3.6), KINDS) as axes:
        draw_bipartite(axes, large_side)
    return [
        f"![Data flow of a step]({folder.name}/figure1.png)",
        "",
        "**Figure 1.** A step of the machine. Scalars affect nothing but attention (green), by",
        "one bit per arc. Only ScalarUpdate (blue) changes them; its gates see states alone.",
        "",
        f"![K(2, n-2)]({folder.name}/figure2.png)",
        "",
        "**Figure 2.** K(2, n-2). The black node is the start; the green arrow is the right",
        "pointer from the bottom node to its parent, one of n - 2 rivals.",
    ]


EXPERIMENT = Experiment(
    name="figures",
    title="The flow of data and K(2, n-2) (Figures 1 and 2)",
    quick=Config(),
    full=Config(),
    parts=parts,
    measure=measure,
    section=section,
)
