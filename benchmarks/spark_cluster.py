"""A Spark cluster on this machine: one worker killed at three phases, the driver killed once.

A master and two workers of the Spark that pip installed listen on the loopback address alone.
Each run must give the steps and the outputs of the compiled executor.

`python -m benchmarks.spark_cluster [NODES] [EDGES]`
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

import dnar
from benchmarks.results_file import write_results
from benchmarks.scale import make_graph

HOST = "127.0.0.1"
TASK = "connected_components"
PHASES = {"loading": 0, "first round": 1, "third round": 3}
"""The step after which a worker is killed."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return probe.getsockname()[1]


class Cluster:
    """A master and two workers."""

    def __init__(self, folder: Path) -> None:
        import pyspark  # noqa: PLC0415

        self.folder = folder
        self.command = str(Path(pyspark.__file__).parent / "bin" / "spark-class")
        self.port = free_port()
        self.address = f"spark://{HOST}:{self.port}"
        self.environment = {
            **os.environ,
            "SPARK_LOCAL_IP": HOST,
            "PYSPARK_PYTHON": sys.executable,
            "SPARK_DAEMON_MEMORY": "256m",
        }
        ports = ["--host", HOST, "--port", str(self.port), "--webui-port", str(free_port())]
        self.master = self._started("org.apache.spark.deploy.master.Master", *ports)
        self._wait()
        self.workers = [self.worker(name) for name in ("one", "two")]

    def _started(self, kind: str, *arguments: str) -> subprocess.Popen:
        log = (self.folder / f"{kind.rsplit('.', 1)[-1]}-{time.time_ns()}.log").open("w")
        return subprocess.Popen(
            [self.command, kind, *arguments],
            env=self.environment,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )

    def _wait(self) -> None:
        for _ in range(600):
            with suppress(OSError), socket.create_connection((HOST, self.port), 1):
                return
            time.sleep(0.2)
        raise SystemExit("the master does not answer")

    def worker(self, name: str) -> subprocess.Popen:
        """One more worker with one core."""
        work = self.folder / f"work-{name}"
        words = ["--host", HOST, "--cores", "1", "--memory", "1g", "--work-dir", str(work)]
        kind = "org.apache.spark.deploy.worker.Worker"
        return self._started(kind, *words, "--webui-port", str(free_port()), self.address)

    def kill_worker(self) -> None:
        """Kills the first worker and its executor with signal 9, and starts another."""
        os.killpg(self.workers[0].pid, signal.SIGKILL)
        self.workers[0].wait()
        self.workers[0] = self.worker(f"again-{time.time_ns()}")

    def close(self) -> None:
        """Ends everything that was started."""
        for each in (*self.workers, self.master):
            with suppress(ProcessLookupError):
                os.killpg(each.pid, signal.SIGKILL)
            each.wait()


@contextmanager
def cluster(folder: Path) -> Any:
    made = Cluster(folder)
    try:
        yield made
    finally:
        made.close()


def driver(address: str, edges: str, folder: str, out: str) -> None:
    """Runs the task; says on stdout when a step is made."""
    from pyspark.sql import SparkSession  # noqa: PLC0415

    builder = SparkSession.builder.master(address).appName("dnar")
    for key, value in {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.host": HOST,
        "spark.driver.bindAddress": HOST,
        "spark.driver.memory": "1g",
        "spark.executor.memory": "768m",
        "spark.sql.shuffle.partitions": "4",
        "spark.default.parallelism": "4",
    }.items():
        builder = builder.config(key, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    print("step 0", flush=True)
    answer = dnar.Spark(session, folder=folder).run(
        TASK,
        edges,
        out=out,
        progress=lambda made: print("step", made.step, flush=True),
    )
    print("done", answer.steps, flush=True)
    session.stop()


def started_driver(made: Cluster, *arguments: str) -> subprocess.Popen:
    command = [sys.executable, "-m", "benchmarks.spark_cluster", "driver", made.address]
    log = (made.folder / "driver.log").open("a")
    return subprocess.Popen(
        [*command, *arguments],
        env=made.environment,
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
        start_new_session=True,
    )


def followed(process: subprocess.Popen, after: int | None, act: Any) -> int | None:
    """Reads what a driver says, acts once after a step; the steps of a run that ended."""
    if process.stdout is None:
        raise RuntimeError("the driver's output is read")
    for line in process.stdout:
        word, number = line.split()
        if word == "done":
            process.wait()
            return int(number)
        if after is not None and int(number) >= after:
            act()
            after = None
    process.wait()
    return None


def outputs(path: Path) -> dict[Any, Any]:
    found = pq.read_table(path).to_pydict()
    return dict(zip(found["node"], found["root"], strict=True))


def measure(nodes: int, edges: int) -> dict[str, Any]:
    """What became of every run, disturbed in its own way."""
    with tempfile.TemporaryDirectory(prefix="dnar-cluster-") as scratch:
        folder = Path(scratch)
        path = folder / "graph.parquet"
        make_graph(path, nodes, edges)
        table = pq.read_table(path)
        ends = [table.column(end).to_numpy() for end in ("source", "target")]
        graph = dnar.Graph.from_edges(*ends, labels=nodes)
        answer = dnar.run(TASK, graph)
        present = set(ends[0].tolist()) | set(ends[1].tolist())
        wanted = {node: root for node, root in answer.root.items() if node in present}
        found: dict[str, Any] = {}
        with cluster(folder) as made:
            for name, phase in {"undisturbed": None, **PHASES}.items():
                run, out = folder / f"run-{name}", folder / f"out-{name}.parquet"
                began = time.perf_counter()
                process = started_driver(made, str(path), str(run), str(out))
                steps = followed(process, phase, made.kill_worker)
                same = steps == answer.steps and outputs(out) == wanted
                seconds = round(time.perf_counter() - began, 1)
                found[name] = {"steps": steps, "same": same, "wall_seconds": seconds}
                print(name, found[name], flush=True)
            run, out = folder / "run-driver", folder / "out-driver.parquet"
            process = started_driver(made, str(path), str(run), str(out))
            followed(process, 2, lambda: os.killpg(process.pid, signal.SIGKILL))
            record = json.loads((run / "record.json").read_text())
            reached = json.loads(record["record"])["step"]
            process = started_driver(made, str(path), str(run), str(out))
            steps = followed(process, None, None)
            same = steps == answer.steps and outputs(out) == wanted
            found["driver"] = {"killed_after": reached, "steps": steps, "same": same}
            print("driver", found["driver"], flush=True)
        shutil.rmtree(folder, ignore_errors=True)
    return found


def main(nodes: int = 20_000, edges: int = 100_000) -> None:
    found = measure(nodes, edges)
    shape = {"nodes": nodes, "edges": edges, "task": TASK}
    write_results("spark_cluster", {**shape, "found": found})
    if not all(each["same"] for each in found.values()):
        raise SystemExit("an answer differs")


if __name__ == "__main__":
    if sys.argv[1:2] == ["driver"]:
        driver(*sys.argv[2:])
    else:
        main(*map(int, sys.argv[1:]))
