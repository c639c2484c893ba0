"""One whole call of a task on an engine: from a Parquet file to the outputs of every node.

A call measures itself in a process of its own, so that its processor time and its peak of
memory are its own. `called` starts the process.
"""

import hashlib
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import dnar
from dnar.machine import StartNode, Weights

THREADS = 2
JAVA_MEMORY = "6g"
"""Heap of the Java process that runs Spark, driver and workers in one."""


def called(*arguments: str) -> dict[str, Any]:
    """What a call in a process of its own found, or the last line of its error."""
    command = [sys.executable, "-m", "benchmarks.scale_calls", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1] if done.stderr.strip() else ""
        return {"failed": last[:200]}
    return json.loads(done.stdout.strip().splitlines()[-1])


def start_of(name: str) -> dict[str, Any]:
    """Node 0 for tasks that begin at a node."""
    return {} if dnar.get_task(name).inputs.start is StartNode.UNUSED else {"start": 0}


class Clock:
    """Time that was used since the clock was made."""

    def __init__(self, cpu: Callable[[], float] = time.process_time) -> None:
        self.cpu = cpu
        self.began, self.used = time.perf_counter(), cpu()
        self.rounds: list[tuple[float, float]] = []

    def round(self, _: object) -> None:
        """Called after every round."""
        self.rounds.append((self.cpu(), time.perf_counter()))

    def figures(self, process: int | None = None) -> dict[str, Any]:
        """Seconds in all, seconds of the median round, and the peak of memory."""
        found: dict[str, Any] = {
            "cpu_seconds": round(self.cpu() - self.used, 2),
            "wall_seconds": round(time.perf_counter() - self.began, 2),
            "peak_mb": peak(process),
        }
        if len(self.rounds) > 1:
            cpu, wall = np.median(np.diff(self.rounds, axis=0), axis=0)
            found |= {"round_cpu": round(float(cpu), 4), "round_wall": round(float(wall), 4)}
            found["loading_cpu"] = round(self.rounds[0][0] - self.used - float(cpu), 2)
        return found


def peak(process: int | None = None) -> int:
    """The most memory that a process had so far, in megabytes; by default this one.

    `getrusage` would count the parent's, too, from before the program was loaded.
    """
    status = Path(f"/proc/{process or 'self'}/status").read_text().split("VmHWM:")[1]
    return int(status.split()[0]) // 1024


class OwnMemory:
    """The most memory of this process that no file backs, sampled from now on.

    Pages of mapped files are not in it: the system drops them when memory is short.
    """

    def __init__(self) -> None:
        self.most, self.over = 0, threading.Event()
        self.thread = threading.Thread(target=self._sample, daemon=True)
        self.thread.start()

    def _sample(self) -> None:
        while not self.over.wait(0.01):
            status = Path("/proc/self/status").read_text().split("RssAnon:")[1]
            self.most = max(self.most, int(status.split()[0]) // 1024)

    def peak(self) -> int:
        """Megabytes; ends the sampling."""
        self.over.set()
        self.thread.join()
        return self.most


def on_duckdb(name: str, path: str, limit: str = "") -> dict[str, Any]:
    """One whole call on DuckDB."""
    clock, engine = Clock(), dnar.DuckDB(memory_limit=limit or None, threads=THREADS)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.parquet"
        answer = engine.run(name, path, out=out, progress=clock.round, **start_of(name))
        figures = clock.figures()
        return {"steps": answer.steps, **figures, "digest": digest_of(answer)}


def on_spark(name: str, path: str) -> dict[str, Any]:
    """One whole call on a Spark session of this machine, in Java's time and memory."""
    from pyspark.sql import SparkSession  # noqa: PLC0415

    os.environ["PYSPARK_PYTHON"] = sys.executable
    settings = {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.memory": JAVA_MEMORY,
        "spark.sql.shuffle.partitions": str(THREADS),
        "spark.ui.enabled": "false",
    }
    builder = SparkSession.builder.master(f"local[{THREADS}]")
    for key, value in settings.items():
        builder = builder.config(key, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    gateway: Any = session.sparkContext._gateway
    java = gateway.proc.pid
    clock = Clock(lambda: _used(java))
    with tempfile.TemporaryDirectory() as folder:
        answer = dnar.Spark(session).run(
            name, path, out=Path(folder) / "out", progress=clock.round, **start_of(name)
        )
        figures = clock.figures(java)
        return {"steps": answer.steps, **figures, "digest": digest_of(answer)}


def _used(process: int) -> float:
    """The processor time of a process, in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def on_compiled(name: str, path: str) -> dict[str, Any]:
    """One whole call of the compiled executor on the same file."""
    import pyarrow.parquet as pq  # noqa: PLC0415

    clock, held = Clock(), OwnMemory()
    weighted = dnar.get_task(name).inputs.weights is not Weights.UNUSED
    names = ["source", "target", *(["weight"] if weighted else [])]
    table = pq.read_table(path, columns=names)
    ends = [table.column(end).to_numpy() for end in ("source", "target")]
    weight = table.column("weight").to_numpy() if weighted else None
    nodes = int(max(end.max() for end in ends)) + 1
    graph = dnar.Graph.from_edges(*ends, labels=nodes, weight=weight)
    del table, ends, weight
    answer = dnar.run(name, graph, engine="compiled", **start_of(name))
    figures = {**clock.figures(), "own_peak_mb": held.peak()}
    return {"steps": answer.steps, **figures, "digest": digest_of_graph(answer, nodes)}


def on_mapped(name: str, folder: str) -> dict[str, Any]:
    """One whole call of the compiled executor on a graph folder."""
    clock, held = Clock(), OwnMemory()
    graph = dnar.read_graph(folder)
    answer = dnar.run(name, graph, engine="compiled", **start_of(name))
    figures = {**clock.figures(), "own_peak_mb": held.peak()}
    digest = digest_of_graph(answer, graph.node_count)
    return {"steps": answer.steps, **figures, "digest": digest}


def convert(path: str, folder: str, limit: str = "") -> dict[str, Any]:
    """A Parquet file becomes a graph folder."""
    clock, held = Clock(), OwnMemory()
    dnar.DuckDB(limit or None, threads=THREADS).save_graph(path, folder)
    return {**clock.figures(), "own_peak_mb": held.peak()}


def digest_of(answer: dnar.TableAnswer) -> str:
    """Tells whether two answers are equal, whatever the order of their rows."""
    import pyarrow.parquet as pq  # noqa: PLC0415

    columns: dict[str, list] = {}
    if answer.out is not None:
        columns = pq.read_table(answer.out).sort_by("node").to_pydict()
    return _digest(answer.graph, columns)


def digest_of_graph(answer: dnar.Answer, nodes: int) -> str:
    """The same of an answer in memory on nodes 0, 1, 2, ..."""
    graph, columns = {}, {}
    for name, value in answer.outputs.items():
        if isinstance(value, dict):
            columns[name] = list(value.values())
        elif isinstance(value, list):
            columns[name] = np.isin(np.arange(nodes), value).tolist()
        else:
            graph[name] = value
    return _digest(graph, {"node": list(range(nodes)), **columns} if columns else {})


def _digest(graph: dict[str, Any], columns: dict[str, list]) -> str:
    return hashlib.sha256(repr([graph, columns]).encode()).hexdigest()


CALLS = {
    "duckdb": on_duckdb,
    "spark": on_spark,
    "compiled": on_compiled,
    "mapped": on_mapped,
    "convert": convert,
}

if __name__ == "__main__":
    print(json.dumps(CALLS[sys.argv[1]](*sys.argv[2:])))
