"""`import dnar` is light: no heavy library, no process, and every public name still there."""

import subprocess
import sys

import dnar

HEAVY = [
    "jaxtyping",
    "multiprocessing",
    "networkx",
    "pandas",
    "rich",
    "scipy",
    "torch",
    "typer",
]
"""Libraries that take longer to load than `import dnar` and a run on a small graph need."""

NO_PROCESSES = """
import sys
def refuse(event, arguments):
    if event in ("subprocess.Popen", "os.system", "os.fork", "os.posix_spawn", "os.exec"):
        raise AssertionError(event, arguments)
sys.addaudithook(refuse)
"""


def fresh(code: str) -> str:
    """What code prints in a new process."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def loaded(code: str) -> list[str]:
    """The heavy libraries that are loaded after some code."""
    report = f"print(*(name for name in {HEAVY} if name in sys.modules))"
    return fresh(f"{NO_PROCESSES}{code}\n{report}").split()


def test_importing_loads_nothing_heavy_and_starts_no_process() -> None:
    assert loaded("import dnar") == []
    assert loaded("import dnar; dnar.Graph, dnar.as_graph, dnar.InputError") == []
    assert loaded("import dnar; dnar.run, dnar.all_tasks()") == []


def test_a_run_loads_nothing_heavy() -> None:
    run = "import dnar; dnar.run('dijkstra', 'path:4', start=0, weight=1.0, engine='rules')"
    assert loaded(run) == []


def test_every_public_name_is_there() -> None:
    code = "import dnar; print(*sorted(set(dnar.__all__) - set(dir(dnar))))"
    assert fresh(code).split() == []
    for name in dnar.__all__:
        assert getattr(dnar, name) is not None
    assert not hasattr(dnar, "no_such_name")


def test_run_is_the_function_whatever_is_imported_first() -> None:
    for first in ("dnar.run", "dnar.run.engine", "dnar.cli.main", "dnar.run.evaluation"):
        code = f"import {first}; import dnar; print(dnar.run('bfs', 'path:2', start=0).parent)"
        assert fresh(code) == "{0: 0, 1: 0}\n"
    assert fresh("from dnar.run import evaluate, run; print(callable(evaluate))") == "True\n"
