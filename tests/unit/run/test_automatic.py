"""The automatic engine: what runs where, why, and who is told."""

import warnings
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import dnar
from dnar.compile import BadCompilerError, UnsupportedError, build, executor, toolchain
from dnar.graph import load_graph
from dnar.machine import Problem, Program
from dnar.run import AutomaticEngine, evaluate, settled
from dnar.run.bundled import pretrained_program
from dnar.run.engines import automatic
from dnar.run.run_task import _engine_of_package
from dnar.tasks import get_task

BFS = get_task("bfs")
SMALL, LARGE = Problem(load_graph("path:20"), 0), Problem(load_graph("er:400"), 0)


@pytest.fixture(autouse=True)
def no_kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing is packaged, cached, derived or warned of yet."""
    (tmp_path / "package").mkdir()
    monkeypatch.setattr(build, "PACKAGED", tmp_path / "package")
    monkeypatch.setenv("DNAR_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("CFLAGS", "-O0")
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(automatic, "_WARNED", set())
    for cached in (build.find_compiler, executor._derived, _engine_of_package):
        cached.cache_clear()
    yield
    for cached in (build.find_compiler, executor._derived, _engine_of_package):
        cached.cache_clear()


@pytest.fixture
def no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toolchain, "compiler", lambda: None)


def bundled() -> AutomaticEngine:
    return AutomaticEngine(BFS, pretrained_program(BFS))


def used(engine: AutomaticEngine, problem: Problem, *, record: bool = False) -> tuple[str, str]:
    found = engine.solve(problem, record=record).engine
    assert found is not None
    return str(found), found.reason


def test_small_graphs_do_not_wait_for_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "compile_library", lambda *_: pytest.fail("compiled"))
    for record in (False, True):
        found = used(bundled(), SMALL, record=record)
        assert found == ("program", "20 nodes: too small to compile for")
    answer = dnar.run("bfs", "path:20", start=0)
    assert (answer.engine, answer.parent[19]) == ("program", 18)


def test_large_graphs_are_compiled_once() -> None:
    engine = bundled()
    assert used(engine, LARGE) == ("compiled", "kernel compiled now")
    assert used(engine, SMALL)[0] == "compiled", "the kernel is there now"
    executor._derived.cache_clear()
    assert used(bundled(), SMALL) == ("compiled", "cached kernel")


def test_a_recording_kernel_is_one_of_its_own() -> None:
    engine = bundled()
    assert used(engine, LARGE)[0] == "compiled"
    assert used(engine, SMALL, record=True)[0] == "program"
    assert used(engine, LARGE, record=True) == ("compiled", "kernel compiled now")
    assert used(engine, SMALL, record=True)[0] == "compiled"


@pytest.mark.usefixtures("no_compiler")
def test_without_a_compiler_large_graphs_warn_once() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert used(bundled(), SMALL)[0] == "program"
    expected = (
        r"bfs on 400 nodes runs in numpy, slowly: no C compiler was found: install gcc or "
        r"clang, or pip install 'dnar\[compiled\]'"
    )
    with pytest.warns(dnar.PerformanceWarning, match=expected):
        answer = dnar.run("bfs", LARGE.graph, start=0)
    assert (answer.engine, answer.engine.fallback) == ("numpy", True)
    assert answer.engine.reason.startswith("no C compiler was found")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert dnar.run("bfs", LARGE.graph, start=0).engine.fallback, "it was said once"
    with pytest.raises(dnar.InputError, match="no C compiler was found"):
        dnar.run("bfs", SMALL.graph, start=0, engine="compiled")


def test_a_compiler_that_was_found_and_fails_warns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CFLAGS")
    monkeypatch.setattr(toolchain, "compiler", lambda: ("false",))
    with pytest.warns(dnar.PerformanceWarning, match="false failed: exit code 1"):
        assert used(bundled(), LARGE)[0] == "numpy"


@pytest.mark.parametrize("command", ["false", "true", "no-such-compiler", "cc '"])
def test_a_wrong_cc_is_an_error(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", command)
    with pytest.raises(BadCompilerError):
        bundled().solve(LARGE)


def test_a_cache_of_others_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache").chmod(0o770)
    assert used(bundled(), SMALL)[0] == "program"
    with pytest.warns(dnar.PerformanceWarning, match="others can write to"):
        assert used(bundled(), LARGE)[0] == "numpy"


def test_a_program_that_cannot_be_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    def unsupported(*_: object, **__: object) -> None:
        raise UnsupportedError("two streams are not compiled yet")

    monkeypatch.setattr(executor, "bundled_source", lambda *_: None)
    monkeypatch.setattr(executor, "compile_program", unsupported)
    assert used(bundled(), SMALL) == ("program", "two streams are not compiled yet")
    with pytest.warns(dnar.PerformanceWarning, match="in numpy, slowly: two streams"):
        assert used(bundled(), LARGE)[0] == "numpy"


def test_a_program_of_ones_own_is_judged_only_when_it_is_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Program] = []

    def proved(task: object, program: Program, known: bool | None) -> bool:
        asked.append(program)
        return True

    monkeypatch.setattr(automatic, "is_proved", proved)
    engine = AutomaticEngine(BFS, BFS.program, proved=None)
    assert used(engine, SMALL) == ("program", "20 nodes: too small to compile for")
    assert asked == []
    assert used(engine, LARGE)[0] == "compiled"
    assert asked == [engine.program]


def test_derived_once_per_program(monkeypatch: pytest.MonkeyPatch) -> None:
    count = 0
    derive = executor.analyse

    def counted(*words: object) -> object:
        nonlocal count
        count += 1
        return derive(*words)  # type: ignore[arg-type]

    monkeypatch.setattr(executor, "analyse", counted)
    program = BFS.program
    made = [executor.compile_proved(BFS, each) for each in (program, replace(program), program)]
    assert (count, len(set(made))) == (1, 1), "equal programs are derived once"
    executor.compile_unproved(BFS, program)
    assert count == 2


@pytest.mark.usefixtures("no_compiler")
def test_evaluations_settle_on_one_engine() -> None:
    assert settled(bundled(), 100).name == "program"
    with pytest.warns(dnar.PerformanceWarning, match="bfs runs in numpy, slowly"):
        score = next(evaluate(bundled(), sizes=(16,), families=("er",), graphs=20))
    assert score.graph == 100.0
