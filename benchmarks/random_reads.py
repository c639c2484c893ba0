"""What memory alone costs: one number read per arc, at the places that a random graph asks for.

Any executor reads something of the neighbour over every arc. Here that is all that is done, so
the growth of this time with the graph is that of the caches and the memory. Reads follow each
other side by side, or each waits for the one before.
"""

import ctypes
from typing import Any

import numpy as np

from benchmarks.timing import exponent, milliseconds
from dnar.compile.build import built
from dnar.graph import Graph

WIDTHS = (1, 8, 32, 52)
"""Bytes of a record: a state is one, what is kept of a node 8 to 64, by task."""

SOURCE = """
#include <stdint.h>
/* The sum of the first bytes of the records at these places. */
int64_t beside(const uint8_t *records, int64_t width, const int32_t *places, int64_t count) {
    int64_t sum = 0;
    for (int64_t at = 0; at < count; at++) sum += records[places[at] * width];
    return sum;
}
/* The same; records hold zeros, but where to read next is known only after each read. */
int64_t waiting(const uint8_t *records, int64_t width, const int32_t *places, int64_t count) {
    int64_t sum = 0;
    for (int64_t at = 0; at < count; at++) sum += records[places[at + sum] * width];
    return sum;
}
"""


def random_reads(graph: Graph) -> list[dict[str, Any]]:
    """Time to read a record of every neighbour of every node, by width and way."""
    receiver = np.concatenate([graph.source, graph.target])
    sender = np.concatenate([graph.target, graph.source])
    places = sender[np.argsort(receiver, kind="stable")].astype(np.int32)
    rows = []
    for width in WIDTHS:
        records = np.ones(graph.node_count * width, dtype=np.uint8)  # so that there is memory
        records[:] = 0
        for way in ("beside", "waiting"):
            spent = milliseconds(_call(way, records, width, places))
            each = round(1e6 * spent / len(places), 2)
            row = {"nodes": graph.node_count, "bytes": width, "way": way, "ns_per_read": each}
            rows.append(row)
            print(row, flush=True)
    return rows


def _call(way: str, records: np.ndarray, width: int, places: np.ndarray) -> Any:
    function = getattr(built(SOURCE), way)
    function.restype = ctypes.c_int64
    function.argtypes = (ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64)

    def call() -> None:
        assert function(records.ctypes.data, width, places.ctypes.data, len(places)) == 0

    return call


def reads_growth(rows: list[dict[str, Any]], small: int, large: int) -> list[dict[str, Any]]:
    """Exponents of the time of all reads over nodes, by width and way."""
    times = {(row["bytes"], row["way"], row["nodes"]): row["ns_per_read"] for row in rows}
    ratio = large / small
    return [
        {
            "bytes": width,
            "way": way,
            "exponent": exponent(time, ratio * times[width, way, large], ratio),
        }
        for (width, way, nodes), time in times.items()
        if nodes == small
    ]
