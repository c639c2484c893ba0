"""A log-log plot of the growth on DuckDB: a round's processor time, and memory, over edges."""

from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt

FIGURE = Path(__file__).parent / "results" / "scale_growth.png"


def draw_growth(found: dict[str, dict[str, Any]]) -> None:
    """Writes the figure beside the results; `found` has a row per number of edges."""
    figure, (times, memory) = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
    sizes = sorted((int(edges), row) for edges, row in found.items())
    for name in sorted(sizes[0][1].keys() - {"commit"}):
        rows = [(edges, row[name]) for edges, row in sizes if "failed" not in row[name]]
        edges = [each for each, _ in rows]
        times.loglog(edges, [row["round_cpu"] for _, row in rows], "o-", label=name)
        memory.loglog(edges, [row["peak_mb"] for _, row in rows], "o-", label=name)
    for panel, what in ((times, "processor seconds per round"), (memory, "peak memory, MB")):
        panel.set_xlabel("edges")
        panel.set_ylabel(what)
        panel.grid(alpha=0.3)
        panel.legend(frameon=False)
    figure.savefig(FIGURE, dpi=110)
    plt.close(figure)
