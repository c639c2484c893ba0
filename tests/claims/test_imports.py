"""The tree is the method: imports go one way, and the base install stays light."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import dnar

ROOT = Path(str(dnar.__file__)).parent

ORDER = [
    "errors",
    "printable",
    "display",
    "lazy_names",
    "array_types",
    "atomic_write",
    "memory",
    "build_info",
    "graph",
    "textbook",
    "machine",
    "own_tasks",
    "tasks",
    "stored_task",
    "network",
    "training",
    "verify",
    "check",
    "explain",
    "draw",
    "compile",
    "discover",
    "relational",
    "run",
    "networkx_backend",
    "play",
    "cli",
]
"""Every part may import those before it."""

HEAVY = {
    "network": {"torch"},
    "training": {"torch"},
    "networkx_backend": {"networkx"},
}
"""Optional libraries that a part imports as soon as it is imported itself."""

OPTIONAL = [
    "networkx",
    "pandas",
    "igraph",
    "torch",
    "torch_geometric",
    "duckdb",
    "pyspark",
    "pyarrow",
    "pysat",
]
"""What a base install does not bring."""


def part_of(path: Path) -> str:
    """The folder or file of the package that a source file belongs to."""
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def sources() -> list[Path]:
    return [path for path in sorted(ROOT.rglob("*.py")) if path != ROOT / "__init__.py"]


def imports(nodes: Iterator[ast.AST] | list[ast.stmt]) -> Iterator[tuple[int, str]]:
    """Line and full name of everything that is imported."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: imports are absolute"
            for alias in node.names:
                yield node.lineno, f"{node.module}.{alias.name}"


def misplaced(source: str, part: str) -> list[tuple[int, str]]:
    """Imports that lead to a later part, or to the package as a whole."""
    before = ORDER[: ORDER.index(part) + 1]
    return [
        (line, name)
        for line, name in imports(ast.walk(ast.parse(source)))
        if name.split(".")[0] == "dnar"
        and (name.split(".")[1] if "." in name else "") not in (*before, "__version__")
        # Only the last part may use the package as its users do.
        and not (part == ORDER[-1] and name == "dnar")
    ]


def eager_torch(source: str) -> list[tuple[int, str]]:
    """Imports of torch that happen as soon as the module is imported."""
    body = ast.parse(source).body
    return [(line, name) for line, name in imports(body) if name.split(".")[0] in OPTIONAL]


def test_every_part_has_its_place() -> None:
    assert {part_of(path) for path in sources()} <= set(ORDER)
    assert {"errors", "graph", "machine", "tasks", "run", "cli"} <= {
        part_of(path) for path in sources()
    }


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_go_one_way(path: Path) -> None:
    assert misplaced(path.read_text(), part_of(path)) == []


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(ROOT)))
def test_heavy_libraries_are_imported_only_where_they_are_used(path: Path) -> None:
    found = eager_torch(path.read_text())
    allowed = HEAVY.get(part_of(path), set())
    assert [name for _, name in found if name.split(".")[0] not in allowed] == []


def test_the_walk_sees_what_it_should() -> None:
    wrong = "def f():\n    from dnar.run import run\n"
    assert misplaced(wrong, "machine") == [(2, "dnar.run.run")]
    assert misplaced(wrong, "cli") == []
    assert misplaced("import dnar\n", "graph") == [(1, "dnar")]
    assert misplaced("import dnar\n", "cli") == []
    assert misplaced("from dnar import run\n", "tasks") == [(1, "dnar.run")]
    assert eager_torch("import torch.nn\nfrom torch import nn\n") == [
        (1, "torch.nn"),
        (2, "torch.nn"),
    ]
    assert eager_torch("def f():\n    import torch\n") == []


def without_optional(code: str) -> subprocess.CompletedProcess[str]:
    block = "import sys\n" + "".join(f"sys.modules[{name!r}] = None\n" for name in OPTIONAL)
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", block + code],
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_base_install_runs_every_task_without_optional_libraries() -> None:
    code = """
import dnar, dnar.cli.main
import numpy as np
from dnar.run import engine_for
one_way = dnar.Graph.from_edges([0], [1], labels=2, directed=True)
for name, task in dnar.all_tasks().items():
    if task.source is None:
        graph = {"array": [2.0, 1.0], "directed acyclic": one_way}.get(
            task.inputs.shape.value, "er:8"
        )
        start = 0 if task.inputs.start.value == "required" else None
        assert dnar.run(name, graph, start=start).halted
    else:
        problem = task.source.sample(4, np.random.default_rng(0))
        assert engine_for(task, None).solve(problem).halted
    print(name)
"""
    done = without_optional(code)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == list(dnar.all_tasks())


def test_what_needs_an_optional_library_says_so(tmp_path: Path) -> None:
    (tmp_path / "g.gml").write_text("graph [ ]")
    code = f"import dnar\ndnar.read_graph({str(tmp_path / 'g.gml')!r})\n"
    done = without_optional(code)
    assert "reading this format needs networkx: pip install 'dnar[graphs]'" in done.stderr
