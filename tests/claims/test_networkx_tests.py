"""networkx's own tests pass on the backend, but for the deviations that are listed."""

import os
import re
import subprocess
import sys

from dnar.networkx_backend.deviations import DEVIATIONS

MODULES = [
    *("traversal.tests.test_bfs", "traversal.tests.test_dfs"),
    *("shortest_paths.tests.test_weighted", "shortest_paths.tests.test_unweighted"),
    *("shortest_paths.tests.test_dense", "tree.tests.test_mst", "tests.test_mis"),
    *("components.tests.test_strongly_connected", "tests.test_dag"),
    "tests.test_distance_measures",
]
"""The tests of what the backend runs."""

OTHERS = "not use_bounds and not resistance and not kemeny and not Kemeny"
"""Hundreds of tests of other functions in the same modules are left out."""


def test_the_tests_of_networkx() -> None:
    words = ["-q", "-n", "0", "-c", os.devnull, "-p", "no:cacheprovider", "-k", OTHERS]
    names = [f"networkx.algorithms.{module}" for module in MODULES]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words, "--pyargs", *names],
        env={**os.environ, "NETWORKX_TEST_BACKEND": "dnar", "NETWORKX_FALLBACK_TO_NX": "True"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    counted = re.search(r"(\d+) passed, .*?(\d+) xfailed", done.stdout.splitlines()[-1])
    assert counted is not None, done.stdout
    assert int(counted[1]) > 350
    assert int(counted[2]) == len(DEVIATIONS)
