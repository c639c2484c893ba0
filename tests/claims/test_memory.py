"""Memory: a long run is stored as its changes, and a large graph as its edges.

Measured in processes of their own, because the checks of types in a test run take memory too.
"""

import json
import subprocess
import sys

NODES = 1600

SEARCH = f"""
import json, tracemalloc
import numpy as np
import dnar
from dnar.graph import erdos_renyi

graph = erdos_renyi({NODES}, np.random.default_rng(0))
tracemalloc.start()
answer = dnar.run("dfs", graph, start=0, trajectory=True, engine="rules")
held, peak = tracemalloc.get_traced_memory()
last = answer.trajectory.snapshot(-1)
print(json.dumps(dict(
    held=held,
    peak=peak,
    steps=len(answer.trajectory),
    changes=answer.trajectory.nbytes,
    copies=len(answer.trajectory) * (last.node_state.nbytes + last.arc_state.nbytes),
)))
"""

MILLION = """
import json
from pathlib import Path
import numpy as np
from dnar.graph import erdos_renyi

graph = erdos_renyi(1_000_000, np.random.default_rng(0), average_degree=12, connected=False)
# The peak that getrusage tells includes that of the process which started this one.
status = Path("/proc/self/status").read_text()
kilobytes = int(status.split("VmHWM:")[1].split()[0])
print(json.dumps(dict(nodes=graph.node_count, edges=graph.edge_count, peak=kilobytes * 1024)))
"""


def measured(code: str) -> dict[str, int]:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def test_a_depth_first_search_of_1600_nodes_is_small() -> None:
    figures = measured(SEARCH)
    assert figures["steps"] == 4 * (NODES - 1) + 1
    # 6.0 MB held and 6.4 MB at the peak: the arcs, the answer, and all 6397 steps.
    assert figures["held"] < 32_000_000
    assert figures["peak"] < 32_000_000
    # The changes take 56 kB, the rest is Python's objects; copies would take 214 MB.
    assert figures["changes"] < 100_000
    assert figures["copies"] > 200_000_000


def test_a_million_nodes_fit_easily() -> None:
    figures = measured(MILLION)
    assert (figures["nodes"], figures["edges"]) == (1_000_000, 6_003_757)
    # 0.4 GB for the whole process, Python and numpy included.
    assert figures["peak"] < 1_000_000_000
