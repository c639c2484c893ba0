"""What is published: a wheel that needs no compiler and no PyTorch, a source with its tests."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CHECKER = "check_certificate.py"
BUILT_FROM = ("setup.py", "pyproject.toml", "README.md", "LICENSE")


def call(words: list[str | Path], **options: object) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        words, capture_output=True, text=True, check=False, **options  # type: ignore[call-overload]
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def without_compiler(folder: Path) -> dict[str, str]:
    """The environment of a machine that has no compiler."""
    nothing = folder / "nothing"
    nothing.mkdir(exist_ok=True)
    kept = {name: value for name, value in os.environ.items() if name not in ("CC", "CFLAGS")}
    return {**kept, "PATH": str(nothing), "DNAR_CACHE": str(folder / "cache")}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked wheel of this tree, built where there is no compiler."""
    folder = tmp_path_factory.mktemp("wheel")
    tree = folder / "tree"
    ignored = shutil.ignore_patterns("*.so", "*.egg-info", "__pycache__")
    shutil.copytree(ROOT / "src", tree / "src", ignore=ignored)
    for name in BUILT_FROM:
        shutil.copy(ROOT / name, tree)
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder]
    call([*build, tree], env=without_compiler(folder))
    (made,) = folder.glob("*.whl")
    assert made.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(made) as archive:
        archive.extractall(folder / "unpacked")
    return folder / "unpacked"


USE = """
import sys
sys.path.insert(0, {wheel!r})
for name in ("torch", "networkx", "pandas", "igraph"):
    sys.modules[name] = None
import warnings
import dnar
assert dnar.__file__.startswith({wheel!r}), dnar.__file__
warnings.simplefilter("ignore")
print(dnar.run("bfs", "karate", start=0).parent[33])
answer = dnar.run("dijkstra", "path:300", start=0, weight=1)
print(answer.distance[299], answer.engine)
print(dnar.__version__)
"""


def test_the_wheel_runs_without_compiler_and_pytorch(wheel: Path) -> None:
    code = USE.format(wheel=str(wheel))
    done = call([sys.executable, "-c", code], env=without_compiler(wheel.parent))
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert done.stdout.splitlines() == ["8", "299.0 numpy", version]


def test_the_checker_is_installed_and_needs_the_standard_library_only(wheel: Path) -> None:
    files = {path.name for path in (wheel / "dnar_check").glob("*.py")}
    assert files == {"__init__.py", CHECKER}
    installed = (wheel / "dnar_check" / CHECKER).read_text()
    assert installed == (ROOT / "tools" / CHECKER).read_text()
    (scripts,) = wheel.glob("*.dist-info/entry_points.txt")
    assert "dnar-check = dnar_check.check_certificate:main" in scripts.read_text()
    code = (
        f"import sys; sys.path[:0] = [{str(wheel)!r}]\n"
        "from dnar_check.check_certificate import main\n"
        f"code = main([{str(ROOT / 'programs' / 'bfs' / 'certificate.json')!r}])\n"
        "assert not any(name.split('.')[0] == 'dnar' for name in sys.modules)\n"
        "sys.exit(code)\n"
    )
    call([sys.executable, "-I", "-S", "-c", code])


def test_the_description_has_no_links_that_lead_nowhere(wheel: Path) -> None:
    (metadata,) = wheel.glob("*.dist-info/METADATA")
    text = metadata.read_text()
    links = re.findall(r"\]\(([^)]*)\)", text)
    assert [link for link in links if not link.startswith(("http", "#"))] == []
    assert "# dnar" in text
    for minor in (11, 12, 13):
        assert f"Classifier: Programming Language :: Python :: 3.{minor}" in text
    assert "License-Expression: Apache-2.0" in text


def test_versions_agree() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text()
    assert f"\n## [{version}]" in (ROOT / "CHANGELOG.md").read_text()


@pytest.mark.slow
def test_source_and_wheel_in_a_clean_environment(tmp_path: Path) -> None:
    call([sys.executable, "-m", "build", "--outdir", tmp_path, ROOT])
    (source,), (made,) = tmp_path.glob("*.tar.gz"), tmp_path.glob("*.whl")
    clean = tmp_path / "clean"
    venv.create(clean, with_pip=True)
    pip = [clean / "bin" / "python", "-m", "pip", "install", "--quiet"]
    call([*pip, "--constraint", ROOT / "constraints.txt", made])
    env = without_compiler(tmp_path)
    run = call(
        [clean / "bin" / "dnar", "run", "bfs", "karate", "--start", "0", "--json"], env=env
    )
    assert '"33": 8' in run.stdout
    written = tmp_path / "bfs.json"
    call([clean / "bin" / "dnar", "verify", "bfs", "--certificate", written], env=env)
    call([clean / "bin" / "dnar-check", written], env=env)
    with tarfile.open(source) as archive:
        archive.extractall(tmp_path / "source", filter="data")
    (tree,) = (tmp_path / "source").iterdir()
    some = ["tests/unit/graph/test_graph.py", "tests/claims/test_checker.py"]
    call([sys.executable, "-m", "pytest", "-n", "0", *some], cwd=tree)
