"""Tasks on tables: DuckDB and Spark beside the compiled executor, and how they grow.

`python -m benchmarks.scale [compare|limit|growth|rounds|spark|mapped [CHOSEN...]]`: chosen are
tasks, numbers of edges, or engines; the other rows of the results stay as they are.
"""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

import dnar
from benchmarks.results_file import FOLDER, write_results
from benchmarks.scale_calls import JAVA_MEMORY, THREADS, called
from benchmarks.scale_plot import draw_growth
from dnar import provenance

NODES, EDGES = 1_000_000, 6_000_000
GROWTH = (100_000, 300_000, 1_000_000, 3_000_000, 10_000_000)
"""Edges; there are six per node."""
GROWING = ("connected_components", "bfs")
"""A task that reads every arc in every round, and one that reads those of the frontier."""
LIMIT = "150MB"
MAPPED, CONVERSION = 10_000_000, "500MB"
"""Edges of a graph that is mapped into memory, and what its conversion may use."""
ON_SPARK = ("bfs", "connected_components")
ON_MAPPED = ("bfs", "mis")


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


def compare(folder: Path, chosen: list[str]) -> None:
    """Tasks on DuckDB and on the compiled executor."""
    path = folder / "graph.parquet"
    make_graph(path, NODES, EDGES)
    for name in chosen or tasks():
        store("compare", name, beside_compiled("duckdb", name, path))


def spark(folder: Path, chosen: list[str]) -> None:
    """Tasks on Spark, on one machine, and on the compiled executor."""
    path = folder / "graph.parquet"
    make_graph(path, NODES, EDGES)
    for name in chosen or ON_SPARK:
        row = beside_compiled("spark", name, path)
        store("spark", name, {**row, "java_memory": JAVA_MEMORY})


def limit(folder: Path, _: list[str]) -> None:
    """The same answer with less memory than the graph takes."""
    path = folder / "graph.parquet"
    make_graph(path, NODES, EDGES)
    free = called("duckdb", "bfs", str(path))
    tight = called("duckdb", "bfs", str(path), LIMIT)
    same = "failed" not in tight and free.pop("digest") == tight.pop("digest")
    # Two arcs per edge, of two 64-bit numbers each.
    arcs = 32 * EDGES // 10**6
    store("limit", LIMIT, {"arcs_mb": arcs, "free": free, "tight": tight, "same": same})


def growth(folder: Path, chosen: list[str]) -> None:
    """Time per round and memory while the graph grows, on DuckDB."""
    for edges in map(int, chosen or GROWTH):
        path = folder / "graph.parquet"
        make_graph(path, edges // 6, edges)
        row = {name: called("duckdb", name, str(path)) for name in GROWING}
        draw_growth(store("growth", str(edges), row))


def mapped(folder: Path, _: list[str]) -> None:
    """The compiled executor on a mapped graph and on the Parquet file that it was made of."""
    path, saved = folder / "graph.parquet", str(folder / "graph")
    make_graph(path, MAPPED // 6, MAPPED)
    converted = called("convert", str(path), saved, CONVERSION)
    store("mapped", "convert", {"edges": MAPPED, "limit": CONVERSION, **converted})
    for name in ON_MAPPED:
        row: dict[str, Any] = {
            "parquet": called("compiled", name, str(path)),
            "mapped": called("mapped", name, saved),
        }
        digests = {each.pop("digest", None) for each in row.values()}
        store("mapped", name, {**row, "same": len(digests) == 1 and None not in digests})


def rounds(folder: Path, chosen: list[str]) -> None:
    """What a round costs with next to no data, and with some."""
    for engine in chosen or ("duckdb", "spark"):
        for nodes, edges in ((60, 100), (50_000, 300_000)):
            path = folder / "graph.parquet"
            make_graph(path, nodes, edges)
            row = called(engine, "connected_components", str(path))
            store("rounds", f"{engine}, {edges} edges", row)


PARTS = {
    "compare": compare,
    "limit": limit,
    "growth": growth,
    "rounds": rounds,
    "spark": spark,
    "mapped": mapped,
}


def main(part: str | None = None, *chosen: str) -> None:
    """Measures one part, all of it or what is chosen, or every part."""
    for name in [part] if part else PARTS:
        with tempfile.TemporaryDirectory() as folder:
            PARTS[name](Path(folder), list(chosen))


def store(part: str, key: str, row: dict[str, Any]) -> dict[str, Any]:
    """Writes a row beside those that are there; all rows come back."""
    print(part, key, row, flush=True)
    path = FOLDER / f"scale_{part}.json"
    found = json.loads(path.read_text())["found"] if path.exists() else {}
    found[key] = {**row, "commit": provenance()["commit"]}
    shape = {"nodes": NODES, "edges": EDGES, "threads": THREADS, "found": found}
    write_results(f"scale_{part}", shape)
    return found


if __name__ == "__main__":
    main(*sys.argv[1:])
