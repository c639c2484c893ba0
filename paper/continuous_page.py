"""How models with continuous hidden states are shown: tables, what was limited, a plot."""

import itertools
import json
import statistics
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from paper.continuous import SIZES
from paper.experiment import Parts
from paper.plots import sheet
from paper.results_file import COMMITTED
from paper.tables import (
    FAMILIES,
    MISSING,
    cells_of,
    chosen,
    graph_count,
    score_cell,
    spread,
    table,
)
from paper.training import TASKS

WAYS = {"hints": "with hints", "outputs": "on outputs alone"}
LEVELS = ("node", "graph")


def scores_table(
    parts: Parts, processors: Iterable[str], published: Callable[[str, int, str], str]
) -> list[str]:
    """A row per task, size and processor: the paper's score, then ours by way and family."""
    ways = [way for way in WAYS if any(name.split()[2] == way for name in parts)]
    cells = [(way, family) for way in ways for family in FAMILIES]
    rows = []
    for task, size, processor in itertools.product(TASKS, SIZES, processors):
        scores = (
            score_cell(cells_of(chosen(parts, task, processor, way), size, family))
            for way, family in cells
        )
        models = [name.split() for name in parts]
        seeds = len({seed for *kind, _, seed in models if kind == [task, processor]})
        told = (seeds, graph_count(cells_of(chosen(parts, task, processor), size)))
        rows.append((task, size, processor, published(task, size, processor), *told, *scores))
    ours = [f"{WAYS[way]}, {family}" for way, family in cells]
    return table(["task", "size", "processor", "paper", "seeds", "graphs", *ours], rows)


def training_table(parts: Parts) -> list[str]:
    """What every model was given, and how far it came."""
    heads = ("task", "processor", "way", "seeds", "updates", "processor steps", "first loss")
    kinds = dict.fromkeys(tuple(name.split()[:3]) for name in parts)
    return table(
        (*heads, "last loss", "CPU seconds"), (_trained(parts, kind) for kind in kinds)
    )


def _trained(parts: Parts, kind: tuple[str, ...]) -> tuple[Any, ...]:
    runs = chosen(parts, *kind)

    def mean(key: str) -> float:
        return statistics.mean(run[key] for run in runs)

    task, processor, way = kind
    losses = (spread([run["losses"][at] for run in runs], 2) for at in (0, -1))
    counts = round(mean("updates")), round(mean("processor_steps"))
    seconds = spread([run["train_cpu_seconds"] for run in runs], 0)
    return (task, processor, WAYS[way], len(runs), *counts, *losses, seconds)


def limits(parts: Parts) -> list[str]:
    """Which cells have fewer graphs than others, and which have none."""
    cells = [(name.split()[0], cell) for name, part in parts.items() for cell in part["scores"]]
    most = max((cell["graphs"] for _, cell in cells), default=0)
    fewer: dict[tuple[str, int], set[int]] = {}
    for task, cell in cells:
        if cell["graphs"] < most:
            fewer.setdefault((task, cell["size"]), set()).add(cell["graphs"])
    if not fewer:
        return [f"Every cell has {most} graphs; `{MISSING}` was not measured."]
    told = [
        f"{task} {size}: {_range(graphs)}" for (task, size), graphs in sorted(fewer.items())
    ]
    return [
        f"A cell has {most} graphs, except where rollouts are too long for the time given",
        f"(steps times arcs are limited per cell): {'; '.join(told)}.",
        f"Cells without graphs, and what was not measured, show `{MISSING}`.",
    ]


def training_words(parts: Parts) -> list[str]:
    """How the models were trained, as they say themselves."""

    def values(key: str) -> str:
        found = {part[key] for part in parts.values() if part[key] is not None}
        return ", ".join(f"{value:g}" for value in sorted(found)) or MISSING

    return [
        "Training: by gradients on graphs alone, nothing is searched: Erdos-Renyi graphs of 4",
        "to 16 nodes, like those of our models; batches of",
        f"{values('graphs_per_batch')}, hidden vectors of size {values('hidden')}, a gated",
        "recurrent unit; with hints teacher forcing, with probability",
        f"{values('teacher_forcing')}. The paper does not say how long its baselines were",
        "trained; ours had CPU minutes, which is little for outputs alone, where a run of a",
        "hundred steps gives a single update. Losses are means over the first and the last",
        "tenth of the updates; with hints they sum up the errors of all states and scalars.",
        "The way of training (short windows, this learning rate, half the teacher) was chosen",
        "among three by PGN's score on Prim at 16 nodes, on graphs that are scored here, too.",
        "`fair_baselines` has Dijkstra and Prim with SALSA-CLRS's settings: shorter runs,",
        "larger vectors, more updates.",
    ]


def plot(parts: Parts, folder: Path, name: str, processors: Iterable[str]) -> None:
    """Node and graph scores over size, the mean over families and seeds."""
    with sheet(folder, name, (14, 5.5)) as figure:
        panels = figure.subplots(2, len(TASKS), sharex=True, sharey=True)
        drawn: dict[str, Any] = {}
        for row, level in enumerate(LEVELS):
            for column, task in enumerate(TASKS):
                panel = panels[row, column]
                for label, line, points in _lines(parts, task, level, processors):
                    drawn[label] = panel.plot(*zip(*points, strict=True), line, label=label)[0]
                panel.set(title=f"{task}, {level}s", xscale="log", ylim=(-5, 105))
                panel.set_xticks(SIZES, [str(size) for size in SIZES], rotation=60)
                panel.minorticks_off()
                if not panel.lines:
                    panel.text(0.5, 0.5, MISSING, transform=panel.transAxes)
        handles, names = list(drawn.values()), list(drawn)
        figure.legend(handles, names, loc="outside lower center", ncols=5, frameon=False)
        figure.supylabel("right, %")


def _lines(
    parts: Parts, task: str, level: str, processors: Iterable[str]
) -> Iterator[tuple[str, str, list[tuple[int, float]]]]:
    """Label, style and points of everything that is known."""
    colours = {"gin": "C0", "pgn": "C1", "transformer": "C2"}
    for processor in processors:
        for way, style in (("hints", "o-"), ("outputs", "x:")):
            points = _curve(chosen(parts, task, processor, way), level)
            if points:
                yield f"{processor}, {WAYS[way]}", colours[processor] + style, points
    if proved := _proved_scores(task, level):
        yield "our proved programs, lowest", "k--", proved


def _curve(runs: list[dict[str, Any]], level: str) -> list[tuple[int, float]]:
    points = []
    for size in SIZES:
        shares = [cell[level] for cell in cells_of(runs, size, *FAMILIES)]
        if shares and None not in shares:
            points.append((size, statistics.mean(shares)))
    return points


def _proved_scores(task: str, level: str) -> list[tuple[int, float]]:
    """Our own models' lowest scores as `paper.salsa` measured them; none if it has not."""
    path = COMMITTED / "salsa.json"
    found = json.loads(path.read_text())["parts"] if path.is_file() else {}
    lowest: dict[int, float] = {}
    for name, part in found.items():
        if name.split()[0] == task and part["verdict"] == "proved":
            for cell in part["scores"]:
                if cell[level] is not None:
                    lowest[cell["size"]] = min(cell[level], lowest.get(cell["size"], 100.0))
    return sorted(lowest.items())


def _range(graphs: set[int]) -> str:
    low, high = min(graphs), max(graphs)
    return str(high or "none") if low == high else f"{low} to {high}"
