"""Tasks on tables: DuckDB beside the compiled executor, under a memory limit, and growing.

Every figure is of a process of its own, so that its processor time and its peak of memory are
its own. The whole call is measured: from a Parquet file to the outputs of every node.

`python -m benchmarks.scale [compare] [limit] [growth] [rounds]`
"""

import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

import dnar
from benchmarks.results_file import write_results
from dnar.machine import StartNode, Weights

NODES, EDGES = 1_000_000, 6_000_000
GROWTH = (100_000, 1_000_000, 10_000_000)
"""Edges; there are six per node."""
LIMIT = "150MB"
THREADS = 2


LONG = ("bellman_ford", "bipartite", "core_numbers")
"""Tasks that take several steps per round, measured last."""


def tasks() -> list[str]:
    """The tasks whose rounds are few."""
    found = dnar.all_tasks().items()
    names = [name for name, task in found if task.rounds and not task.rounds.linear]
    return sorted(names, key=lambda name: (name in LONG, name))


def make_graph(path: Path, nodes: int, edges: int) -> None:
    """A random graph with random weights, every pair once."""
    import pyarrow as pa  # noqa: PLC0415
    import pyarrow.parquet as pq  # noqa: PLC0415

    rng = np.random.default_rng(0)
    drawn = rng.integers(nodes, size=(2, edges + edges // 50 + 50))
    low, high = drawn.min(axis=0), drawn.max(axis=0)
    pairs = np.unique(low[low != high] * nodes + high[low != high])
    pairs = rng.permutation(pairs)[:edges]
    columns = {"source": pairs // nodes, "target": pairs % nodes}
    pq.write_table(pa.table({**columns, "weight": rng.random(len(pairs))}), path)


def start_of(name: str) -> dict[str, Any]:
    return {} if dnar.get_task(name).inputs.start is StartNode.UNUSED else {"start": 0}


def on_duckdb(name: str, path: str, limit: str | None) -> dict[str, Any]:
    """One whole call on DuckDB, with the time of each round."""
    marks = [time.process_time()]
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.parquet"
        answer = dnar.DuckDB(memory_limit=limit, threads=THREADS).run(
            name,
            path,
            out=out,
            progress=lambda _: marks.append(time.process_time()),
            **start_of(name),
        )
        peak = _peak()
        digest = _digest(out) if answer.out else repr(answer.graph)
    rounds = np.diff(marks[1:])
    return {
        "steps": answer.steps,
        "round_median": float(np.median(rounds)) if len(rounds) else None,
        "peak_mb": peak,
        "digest": digest,
    }


def _peak() -> int:
    """The most memory that this process had so far, in megabytes.

    `getrusage` would count the parent's, too, from before the program was loaded.
    """
    status = Path("/proc/self/status").read_text().split("VmHWM:")[1]
    return int(status.split()[0]) // 1024


def _digest(out: Path) -> str:
    """Tells whether two outputs are equal, whatever the order of their rows."""
    import pyarrow.compute as pc  # noqa: PLC0415
    import pyarrow.parquet as pq  # noqa: PLC0415

    table = pq.read_table(out)
    order = pc.sort_indices(table, sort_keys=[("node", "ascending")])  # type: ignore[attr-defined]
    rows = table.take(order)
    return hashlib.sha256(repr(rows.to_pydict()).encode()).hexdigest()


def on_compiled(name: str, path: str) -> dict[str, Any]:
    """One whole call of the compiled executor on the same file."""
    import pyarrow.parquet as pq  # noqa: PLC0415

    table = pq.read_table(path)
    ends = [table.column(end).to_numpy() for end in ("source", "target")]
    weighted = dnar.get_task(name).inputs.weights is not Weights.UNUSED
    weight = table.column("weight").to_numpy() if weighted else None
    nodes = int(max(end.max() for end in ends)) + 1
    graph = dnar.Graph.from_edges(*ends, labels=nodes, weight=weight)
    return {"steps": dnar.run(name, graph, engine="compiled", **start_of(name)).steps}


def measured(*arguments: str) -> dict[str, Any]:
    """What a call in a process of its own says about itself."""
    command = [sys.executable, "-m", "benchmarks.scale", "one", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1] if done.stderr.strip() else ""
        return {"failed": last[:200]}
    return json.loads(done.stdout)


def one(engine: str, name: str, path: str, limit: str = "") -> None:
    """Measures one call and prints what was found."""
    began, cpu = time.perf_counter(), time.process_time()
    if engine == "duckdb":
        found = on_duckdb(name, path, limit or None)
    elif engine == "spark":
        found = on_spark(name, path)
    else:
        found = on_compiled(name, path)
    found |= {
        "cpu_seconds": round(time.process_time() - cpu, 2),
        "wall_seconds": round(time.perf_counter() - began, 2),
    }
    found.setdefault("peak_mb", _peak())
    print(json.dumps(found))


def compare(folder: Path) -> dict[str, Any]:
    """Every task on both engines."""
    path = folder / "graph.parquet"
    make_graph(path, NODES, EDGES)
    found = {}
    for name in tasks():
        ours, theirs = (
            measured("duckdb", name, str(path)),
            measured("compiled", name, str(path)),
        )
        row: dict[str, Any] = {"duckdb": ours, "compiled": theirs}
        if "failed" not in ours and "failed" not in theirs:
            row["ratio"] = round(ours["cpu_seconds"] / theirs["cpu_seconds"], 2)
            if ours["steps"] != theirs["steps"]:
                raise SystemExit(f"{name}: {ours['steps']} steps, not {theirs['steps']}")
        found[name] = row
        print(name, row, flush=True)
        store("compare", found)
    return found


def limit(folder: Path) -> dict[str, Any]:
    """The same answer with less memory than the graph takes."""
    path = folder / "graph.parquet"
    make_graph(path, NODES, EDGES)
    free = measured("duckdb", "bfs", str(path))
    tight = measured("duckdb", "bfs", str(path), LIMIT)
    # Two arcs per edge, of two 64-bit numbers each.
    found = {"limit": LIMIT, "arcs_mb": 32 * EDGES // 10**6, "free": free, "tight": tight}
    if "failed" not in tight:
        found["same"] = free["digest"] == tight["digest"]
    print(found, flush=True)
    return found


def growth(folder: Path) -> dict[str, Any]:
    """Time per round and memory while the graph grows."""
    found = {}
    for edges in GROWTH:
        path = folder / "graph.parquet"
        make_graph(path, edges // 6, edges)
        found[str(edges)] = measured("duckdb", "connected_components", str(path))
        print(edges, found[str(edges)], flush=True)
        store("growth", found)
    return found


def on_spark(name: str, path: str) -> dict[str, Any]:
    """One whole call on a Spark session of this machine, in Java's processor time."""
    from pyspark.sql import SparkSession  # noqa: PLC0415

    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master(f"local[{THREADS}]")
    for key in ("spark.driver.host", "spark.driver.bindAddress"):
        builder = builder.config(key, "127.0.0.1")
    builder = builder.config("spark.sql.shuffle.partitions", str(THREADS))
    session = builder.config("spark.ui.enabled", "false").getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    gateway: Any = session.sparkContext._gateway
    java = gateway.proc.pid
    marks = [_used(java)]
    answer = dnar.Spark(session).run(
        name, path, progress=lambda _: marks.append(_used(java)), **start_of(name)
    )
    rounds = np.diff(marks[1:])
    return {
        "steps": answer.steps,
        "loading": round(marks[1] - marks[0], 2),
        "round_median": round(float(np.median(rounds)), 3),
        "java_cpu_seconds": round(_used(java), 1),
    }


def _used(process: int) -> float:
    """The processor time of a process, in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def rounds(folder: Path) -> dict[str, Any]:
    """What a round costs with next to no data, and with some."""
    found: dict[str, Any] = {}
    for nodes, edges in ((60, 100), (50_000, 300_000)):
        path = folder / "graph.parquet"
        make_graph(path, nodes, edges)
        for engine in ("duckdb", "spark"):
            row = measured(engine, "connected_components", str(path))
            found[f"{engine}, {edges} edges"] = row
            print(engine, edges, row, flush=True)
            store("rounds", found)
    return found


PARTS = {"compare": compare, "limit": limit, "growth": growth, "rounds": rounds}


def main(names: list[str]) -> None:
    for name in names or list(PARTS):
        with tempfile.TemporaryDirectory() as folder:
            found = PARTS[name](Path(folder))
        store(name, found)


def store(name: str, found: dict[str, Any]) -> None:
    """Writes the figures that are there so far."""
    shape = {"nodes": NODES, "edges": EDGES, "threads": THREADS, "found": found}
    write_results(f"scale_{name}", shape)


if __name__ == "__main__":
    if sys.argv[1:2] == ["one"]:
        one(*sys.argv[2:])
    else:
        main(sys.argv[1:])
