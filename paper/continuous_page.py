"""How models with continuous hidden states are shown: tables, what was limited, a plot."""

import json
import statistics
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from paper.continuous import FAMILIES, SIZES, TASKS
from paper.results_file import FOLDER

Parts = dict[str, Any]
NOTHING = "-"
WAYS = {"hints": "with hints", "outputs": "on outputs alone"}


def scores_table(
    parts: Parts, processors: Iterable[str], published: Callable[[str, int, str], str]
) -> list[str]:
    """A row per task, size and processor: the paper's score, then ours by way and family."""
    ways = [way for way in WAYS if any(name.split()[2] == way for name in parts)]
    ours = [f"{WAYS[way]}, {family}" for way in ways for family in FAMILIES]
    lines = _row(["task", "size", "processor", "paper", *ours])
    lines += _row(["---"] * (4 + len(ours)))
    for task in TASKS:
        for size in SIZES:
            for processor in processors:
                cells = [
                    _cell(_runs(parts, task, processor, way), family, size)
                    for way in ways
                    for family in FAMILIES
                ]
                lines += _row(
                    [task, str(size), processor, published(task, size, processor), *cells]
                )
    return lines


def training_table(parts: Parts) -> list[str]:
    """What every model was given, and how far it came."""
    heads = ("task", "processor", "way", "seeds", "updates", "processor steps", "first loss")
    lines = _row([*heads, "last loss", "CPU seconds"]) + _row(["---"] * (len(heads) + 2))
    for task, processor, way in dict.fromkeys(tuple(name.split()[:3]) for name in parts):
        runs = _runs(parts, task, processor, way)

        def mean(values: list[float]) -> str:
            return f"{statistics.mean(values):.3g}"

        lines += _row(
            [
                *(task, processor, WAYS[way], str(len(runs))),
                str(round(statistics.mean(run["updates"] for run in runs))),
                str(round(statistics.mean(run["processor_steps"] for run in runs))),
                mean([run["losses"][0] for run in runs]),
                mean([run["losses"][-1] for run in runs]),
                f"{statistics.mean(run['train_cpu_seconds'] for run in runs):.0f}",
            ]
        )
    return lines


def limits(parts: Parts) -> list[str]:
    """Which cells have fewer graphs than others, and which have none."""
    cells = [(name.split()[0], cell) for name, part in parts.items() for cell in part["scores"]]
    most = max((cell["graphs"] for _, cell in cells), default=0)
    fewer: dict[tuple[str, int], set[int]] = {}
    for task, cell in cells:
        if cell["graphs"] < most:
            fewer.setdefault((task, cell["size"]), set()).add(cell["graphs"])
    if not fewer:
        return [f"Every cell has {most} graphs."]
    told = [
        f"{task} {size}: {'none' if max(graphs) == 0 else _range(graphs)}"
        for (task, size), graphs in sorted(fewer.items())
    ]
    return [
        f"A cell has {most} graphs, except where rollouts are too long for the time given",
        f"(steps times arcs are limited per cell): {'; '.join(told)}. A cell without graphs",
        f"shows `{NOTHING}`.",
    ]


def plot(parts: Parts, path: Path, processors: Iterable[str]) -> None:
    """Node score (graph score for eccentricity) over size, the mean over families and seeds."""
    import matplotlib.pyplot as plt  # noqa: PLC0415 (only for whoever draws)

    figure, panels = plt.subplots(2, 3, figsize=(10, 5.5), sharex=True, sharey=True)
    proved = _proved_scores()
    for task, panel in zip(TASKS, panels.flat, strict=True):
        for processor in processors:
            for way, line in (("hints", "-"), ("outputs", ":")):
                points = _curve(_runs(parts, task, processor, way))
                if points:
                    label = f"{processor}, {WAYS[way]}"
                    panel.plot(*zip(*points, strict=True), line, marker="o", label=label)
        if task in proved:
            label = "our proved programs, lowest"
            panel.plot(*zip(*proved[task], strict=True), "k--", label=label)
        panel.set(title=task, xscale="log", ylim=(-5, 105))
        panel.set_xticks(SIZES, [str(size) for size in SIZES])
        panel.minorticks_off()
    handles, labels = max((each.get_legend_handles_labels() for each in panels.flat), key=len)
    figure.legend(handles, labels, loc="lower center", ncols=3, frameon=False)
    figure.supylabel("right nodes, % (eccentricity: graphs)")
    figure.tight_layout(rect=(0, 0.1, 1, 1))
    figure.savefig(path, dpi=110)
    plt.close(figure)


def _runs(parts: Parts, task: str, processor: str, way: str) -> list[dict[str, Any]]:
    kind = [task, processor, way]
    return [part for name, part in parts.items() if name.split()[:3] == kind]


def _cell(runs: list[dict[str, Any]], family: str, size: int) -> str:
    """Node / graph, the mean over all seeds."""
    scores = _scored(runs, size, (family,))
    if not scores:
        return NOTHING
    return " / ".join(
        NOTHING if None in values else f"{statistics.mean(values):.1f}"
        for values in ([score[key] for score in scores] for key in ("node", "graph"))
    )


def _scored(
    runs: list[dict[str, Any]], size: int, families: Iterable[str]
) -> list[dict[str, Any]]:
    return [
        cell
        for run in runs
        for cell in run["scores"]
        if cell["size"] == size and cell["family"] in families and cell["graphs"]
    ]


def _curve(runs: list[dict[str, Any]]) -> list[tuple[int, float]]:
    points = []
    for size in SIZES:
        scores = _scored(runs, size, FAMILIES)
        if scores:
            shares = [cell["graph" if cell["node"] is None else "node"] for cell in scores]
            points.append((size, statistics.mean(shares)))
    return points


def _proved_scores() -> dict[str, list[tuple[int, float]]]:
    """Our own models' lowest scores as `paper.salsa` measured them; none if it has not."""
    path = FOLDER / "salsa.json"
    found = json.loads(path.read_text())["parts"] if path.is_file() else {}
    lowest: dict[str, dict[int, float]] = {}
    for name, part in found.items():
        sizes = lowest.setdefault(name.split()[0], {})
        for cell in part["scores"]:
            share = float(cell["graph"] if cell["node"] is None else cell["node"])
            sizes[cell["size"]] = min(share, sizes.get(cell["size"], 100.0))
    return {task: sorted(sizes.items()) for task, sizes in lowest.items()}


def _range(graphs: set[int]) -> str:
    low, high = min(graphs), max(graphs)
    return str(low) if low == high else f"{low} to {high}"


def _row(cells: Iterable[str]) -> list[str]:
    return [f"| {' | '.join(cells)} |"]
