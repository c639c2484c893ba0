"""Tasks on tables: DuckDB and Spark beside the compiled executor, and how they grow.

`python -m benchmarks.scale [compare] [limit] [growth] [rounds] [spark] [mapped]`
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

import dnar
from benchmarks.results_file import write_results
from benchmarks.scale_calls import JAVA_MEMORY, THREADS, called
from benchmarks.scale_plot import draw_growth

NODES, EDGES = 1_000_000, 6_000_000
GROWTH = (100_000, 300_000, 1_000_000, 3_000_000, 10_000_000)
"""Edges; there are six per node."""
GROWING = ("connected_components", "bfs")
"""A task that reads every arc in every round, and one that reads those of the frontier."""
LIMIT = "150MB"
MAPPED, CONVERSION = 10_000_000, "500MB"
"""Edges of a graph that is mapped into memory, and what its conversion may use."""
ON_SPARK = ("bfs", "connected_components")


LONG = ("bellman_ford", "bipartite", "core_numbers")
"""Tasks that take several steps per round, measured last."""


def tasks() -> list[str]:
    """The tasks whose rounds are few."""
    found = dnar.all_tasks().items()
    names = [name for name, task in found if task.rounds and not task.rounds.linear]
    return sorted(names, key=lambda name: (name in LONG, name))


def make_graph(path: Path, nodes: int, edges: int) -> None:
    """A random graph with random weights, every pair once.

    The few nodes that no edge joins are left out: in a table of edges they do not exist.
    """
    import pyarrow as pa  # noqa: PLC0415
    import pyarrow.parquet as pq  # noqa: PLC0415

    rng = np.random.default_rng(0)
    drawn = rng.integers(nodes, size=(2, edges + edges // 50 + 50))
    low, high = drawn.min(axis=0), drawn.max(axis=0)
    pairs = np.unique(low[low != high] * nodes + high[low != high])
    pairs = rng.permutation(pairs)[:edges]
    ends = np.unique([pairs // nodes, pairs % nodes], return_inverse=True)[1]
    columns = dict(zip(("source", "target"), ends.reshape(2, -1), strict=True))
    pq.write_table(pa.table({**columns, "weight": rng.random(len(pairs))}), path)


def beside_compiled(engine: str, name: str, path: Path) -> dict[str, Any]:
    """A call beside the compiled executor's, with the ratio of their processor time.

    Raises:
        SystemExit: the answers are not equal.
    """
    found = {each: called(each, name, str(path)) for each in (engine, "compiled")}
    ours, theirs = found.values()
    if "failed" in ours or "failed" in theirs:
        return found
    for what in ("steps", "digest"):
        if ours[what] != theirs.pop(what):
            raise SystemExit(f"{name}: {what} on {engine} are not those of the compiled one")
    del ours["digest"]
    ratio = round(ours["cpu_seconds"] / theirs["cpu_seconds"], 2)
    return {**found, "same": True, "ratio": ratio}


def compare(folder: Path) -> dict[str, Any]:
    """Every task on DuckDB and on the compiled executor."""
    path = folder / "graph.parquet"
    make_graph(path, NODES, EDGES)
    found = {}
    for name in tasks():
        found[name] = beside_compiled("duckdb", name, path)
        print(name, found[name], flush=True)
        store("compare", found)
    return found


def spark(folder: Path) -> dict[str, Any]:
    """Some tasks on Spark, on one machine, and on the compiled executor."""
    path = folder / "graph.parquet"
    make_graph(path, NODES, EDGES)
    found: dict[str, Any] = {"java_memory": JAVA_MEMORY}
    for name in ON_SPARK:
        found[name] = beside_compiled("spark", name, path)
        print(name, found[name], flush=True)
        store("spark", found)
    return found


def limit(folder: Path) -> dict[str, Any]:
    """The same answer with less memory than the graph takes."""
    path = folder / "graph.parquet"
    make_graph(path, NODES, EDGES)
    free = called("duckdb", "bfs", str(path))
    tight = called("duckdb", "bfs", str(path), LIMIT)
    # Two arcs per edge, of two 64-bit numbers each.
    found = {"limit": LIMIT, "arcs_mb": 32 * EDGES // 10**6, "free": free, "tight": tight}
    if "failed" not in tight:
        found["same"] = free["digest"] == tight["digest"]
    print(found, flush=True)
    return found


def growth(folder: Path) -> dict[str, Any]:
    """Time per round and memory while the graph grows, on DuckDB."""
    found: dict[str, Any] = {name: {} for name in GROWING}
    for edges in GROWTH:
        path = folder / "graph.parquet"
        make_graph(path, edges // 6, edges)
        for name in GROWING:
            found[name][str(edges)] = called("duckdb", name, str(path))
            print(name, edges, found[name][str(edges)], flush=True)
        store("growth", found)
    draw_growth(found)
    return found


def mapped(folder: Path) -> dict[str, Any]:
    """The compiled executor on a mapped graph and on the Parquet file that it was made of."""
    path, saved = folder / "graph.parquet", str(folder / "graph")
    make_graph(path, MAPPED // 6, MAPPED)
    found: dict[str, Any] = {"edges": MAPPED, "limit": CONVERSION}
    found["convert"] = called("convert", str(path), saved, CONVERSION)
    for name in ("bfs", "mis"):
        rows = {
            "parquet": called("compiled", name, str(path)),
            "mapped": called("mapped", name, saved),
        }
        digests = [row.pop("digest", None) for row in rows.values()]
        found[name] = {**rows, "same": digests[0] is not None and digests[0] == digests[1]}
    print(found, flush=True)
    return found


def rounds(folder: Path) -> dict[str, Any]:
    """What a round costs with next to no data, and with some."""
    found: dict[str, Any] = {}
    for nodes, edges in ((60, 100), (50_000, 300_000)):
        path = folder / "graph.parquet"
        make_graph(path, nodes, edges)
        for engine in ("duckdb", "spark"):
            row = called(engine, "connected_components", str(path))
            found[f"{engine}, {edges} edges"] = row
            print(engine, edges, row, flush=True)
            store("rounds", found)
    return found


PARTS = {
    "compare": compare,
    "limit": limit,
    "growth": growth,
    "rounds": rounds,
    "spark": spark,
    "mapped": mapped,
}


def main(names: list[str]) -> None:
    """Measures the parts of these names, or all."""
    for name in names or list(PARTS):
        with tempfile.TemporaryDirectory() as folder:
            found = PARTS[name](Path(folder))
        store(name, found)


def store(name: str, found: dict[str, Any]) -> None:
    """Writes the figures that are there so far."""
    shape = {"nodes": NODES, "edges": EDGES, "threads": THREADS, "found": found}
    write_results(f"scale_{name}", shape)


if __name__ == "__main__":
    main(sys.argv[1:])
