"""Bundled kernels: what is committed is what would be derived now, and compiles."""

import importlib.util
import os
import shutil
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from tools.make_kernels import kernel_files

from dnar.compile import build, compile_proved, executor, program_digest, toolchain
from dnar.compile.bundled import FOLDER, INDEX, bundled_index, bundled_source
from dnar.errors import InputError
from dnar.run.bundled import pretrained_program
from dnar.tasks import all_tasks, get_task

ROOT = Path(__file__).parents[3]
BFS = get_task("bfs")


@pytest.mark.usefixtures("no_shape_checks")
def test_what_is_committed_is_what_is_derived() -> None:
    made = kernel_files()
    committed = {
        path.name: path.read_text() for path in FOLDER.iterdir() if path.suffix != ".so"
    }
    assert set(committed) == set(made), "run python -m tools.make_kernels"
    for name, text in made.items():
        assert committed[name] == text, f"{name}: run python -m tools.make_kernels"


def test_nothing_is_derived_for_a_bundled_program(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("reachable_types", "minimised", "analyse", "source_of"):
        monkeypatch.setattr(executor, name, lambda *_, **__: pytest.fail("derived"))
    executor._derived.cache_clear()
    for task in all_tasks().values():
        assert "#include" in compile_proved(task, pretrained_program(task)).source
    executor._derived.cache_clear()


def test_only_the_same_program_of_the_same_task_has_the_kernel() -> None:
    own, rules = program_digest(pretrained_program(BFS)), program_digest(BFS.program)
    dfs = get_task("dfs")
    assert bundled_source(BFS, own, rules) is not None
    assert bundled_source(replace(BFS, summary="another"), own, rules) is not None
    assert bundled_source(BFS, rules, rules) is None
    assert bundled_source(BFS, own, program_digest(dfs.program)) is None
    assert bundled_source(replace(BFS, name="reach"), own, rules) is None
    assert bundled_source(replace(BFS, encoder=dfs.encoder), own, rules) is None
    assert bundled_source(replace(BFS, decoders=get_task("mis").decoders), own, rules) is None


@pytest.mark.parametrize("text", ["{", "[1]", '{"bfs": 1}', '{"bfs": {"program": ""}}'])
def test_a_damaged_index(text: str, tmp_path: Path) -> None:
    (tmp_path / INDEX).write_text(text)
    with pytest.raises(InputError, match=r"index\.json is damaged: .*; reinstall dnar"):
        bundled_index(tmp_path)


def test_the_build_step_makes_what_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CFLAGS", raising=False)
    sources, folder = tmp_path / "sources", tmp_path / "made"
    for path in (sources, folder):
        path.mkdir()
    source = (FOLDER / "minimum.c").read_text()
    (sources / "minimum.c").write_text(source)
    (folder / "stale.so").write_text("")
    assert list(toolchain.build_libraries(sources, folder)) == ["kernel of minimum"]
    assert len(list(folder.iterdir())) == 1
    monkeypatch.setattr(build, "PACKAGED", folder)
    found = build.ready_kernel(source)
    assert found is not None
    assert found.origin == "packaged kernel"


@pytest.mark.parametrize("command", ["false", "true", "no-such-compiler", "'"])
def test_a_build_without_a_compiler_makes_nothing_and_does_not_fail(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", command)
    messages = list(toolchain.build_libraries(FOLDER, tmp_path))
    assert messages
    assert all(message.startswith("no kernel") for message in messages)
    assert list(tmp_path.iterdir()) == []


def test_the_build_step_needs_neither_the_package_nor_numpy(tmp_path: Path) -> None:
    code = f"""
import sys, runpy, pathlib
sys.modules["numpy"] = sys.modules["dnar"] = None
found = runpy.run_path({toolchain.__file__!r})
print(list(found["build_libraries"](pathlib.Path({str(tmp_path)!r}), pathlib.Path("."))))
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert (done.returncode, done.stdout) == (0, "[]\n"), done.stderr


@pytest.mark.skipif(
    importlib.util.find_spec("setuptools") is None or not hasattr(os, "fork"),
    reason="needs setuptools",
)
@pytest.mark.parametrize("compiler", ["false", "true"])
def test_a_wheel_is_built_without_a_compiler(compiler: str, tmp_path: Path) -> None:
    """Without kernels it is the same on every platform."""
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("*.egg-info"))
    code = "from setuptools import build_meta; print(build_meta.build_wheel('.'))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**os.environ, "CC": compiler},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert not [name for name in names if name.endswith(".so")]
    assert "dnar/compile/bundled_kernels/bfs.c" in names
    assert "dnar/compile/bundled_kernels/index.json" in names
