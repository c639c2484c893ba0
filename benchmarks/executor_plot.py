"""A log-log plot of the executor's benchmark: time over nodes, one panel per task."""

from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt

FIGURE = Path(__file__).parent / "results" / "executor.png"

LINES = {
    "compiled": ("dnar, compiled", "#d62728", "o"),
    "scipy": ("scipy", "#1f77b4", "s"),
    "igraph": ("igraph", "#2ca02c", "^"),
    "networkx": ("networkx", "#9467bd", "v"),
    "program": ("dnar, interpreted", "#ff9896", "x"),
    "network": ("dnar, network", "#c49c94", "+"),
}


def draw(results: dict[str, Any]) -> None:
    """Writes the figure beside the results."""
    rows = [row for row in results["runs"] if row["family"] == "er"] + results["stepped"]
    tasks = list(dict.fromkeys(row["task"] for row in rows))
    figure, panels = plt.subplots(2, 3, figsize=(12, 7), sharex=True, sharey=True)
    for panel, task in zip(panels.flat, tasks, strict=True):
        for who, (label, colour, marker) in LINES.items():
            points = sorted(
                (row["nodes"], row[f"{who}_ms"])
                for row in rows
                if row["task"] == task and f"{who}_ms" in row
            )
            if points:
                panel.loglog(*zip(*points, strict=True), marker, ls="-", c=colour, label=label)
        panel.set_title(task)
        panel.grid(alpha=0.3)
    for panel in panels[1]:
        panel.set_xlabel("nodes (ER, average degree 12)")
    for panel in panels[:, 0]:
        panel.set_ylabel("milliseconds")
    handles, labels = panels[0, 0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="upper center", ncols=len(labels), frameon=False)
    figure.savefig(FIGURE, dpi=110)
    plt.close(figure)
