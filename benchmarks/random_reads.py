"""What memory alone costs: one record read per arc, at the places that a random graph asks for.

Any executor reads something of the neighbour over every arc. Here nothing else is done, so the
growth of this time with the graph is that of the caches and the memory.
"""

from typing import Any

import numpy as np

from benchmarks.timing import exponent, milliseconds
from dnar.graph import Graph

WIDTHS = (1, 8, 32)
"""Bytes of a record: a state is one, what is kept of a node 8 to 52, by task."""
BLOCK = 4096
"""Records copied at once, to where they stay in the nearest cache."""


def random_reads(graph: Graph) -> list[dict[str, Any]]:
    """Time to read a record of every neighbour of every node, by width."""
    receiver = np.concatenate([graph.source, graph.target])
    sender = np.concatenate([graph.target, graph.source])
    places = sender[np.argsort(receiver, kind="stable")].astype(np.intp)
    rows = []
    for width in WIDTHS:
        records = np.zeros(graph.node_count, dtype=f"V{width}")
        spent = milliseconds(lambda records=records: _read(records, places))
        each = round(1e6 * spent / len(places), 2)
        row = {"nodes": graph.node_count, "bytes": width, "reads_ms": spent}
        rows.append({**row, "ns_per_read": each})
        print(rows[-1], flush=True)
    return rows


def _read(records: np.ndarray, places: np.ndarray) -> None:
    kept = np.empty(BLOCK, dtype=records.dtype)
    for begin in range(0, len(places), BLOCK):
        some = places[begin : begin + BLOCK]
        np.take(records, some, out=kept[: len(some)], mode="clip")


def reads_growth(rows: list[dict[str, Any]], small: int, large: int) -> dict[str, float]:
    """Exponents of the time of reads over nodes, by width."""
    times = {(row["bytes"], row["nodes"]): row["reads_ms"] for row in rows}
    return {
        str(width): exponent(times[width, small], times[width, large], large / small)
        for width in WIDTHS
    }
