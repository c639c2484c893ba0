"""Building: which compiler, what is kept, and what is said when it fails."""

import importlib.util
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from dnar.compile import NoCompilerError, build
from dnar.errors import InputError

SOURCE = "int answer(void) { return 42; }\n"


@pytest.fixture(autouse=True)
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache, and a compiler that is looked for anew."""
    monkeypatch.setenv("DNAR_CACHE", str(tmp_path / "cache"))
    build.find_compiler.cache_clear()
    yield tmp_path / "cache"
    build.find_compiler.cache_clear()


def test_a_library_is_built_once(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert build.built(SOURCE).answer() == 42
    (kept,) = fresh.iterdir()
    assert kept.suffix == ".so"
    assert fresh.stat().st_mode & 0o077 == 0, "nobody else can put code there"
    monkeypatch.setattr(build, "_build", lambda *_: pytest.fail("built again"))
    assert build.built(SOURCE).answer() == 42


def test_other_source_and_flags_are_other_libraries(
    fresh: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build.built(SOURCE)
    assert build.built(SOURCE.replace("42", "43")).answer() == 43
    monkeypatch.setenv("CFLAGS", "-O0")
    build.built(SOURCE)
    assert len(list(fresh.iterdir())) == 3


def test_a_failing_compiler(fresh: Path) -> None:
    with pytest.raises(InputError, match=r"failed: .*; set CC to another compiler, or use"):
        build.built("this is not C\n")
    assert list(fresh.iterdir()) == []


def test_a_cache_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("DNAR_CACHE", str(tmp_path / "file" / "cache"))
    with pytest.raises(InputError, match=r"cannot be written: .*; set DNAR_CACHE to another"):
        build.built(SOURCE)


def test_a_torn_library_is_built_again(fresh: Path) -> None:
    build.built(SOURCE)
    (kept,) = fresh.iterdir()
    kept.unlink()
    kept.write_bytes(b"")
    assert build.built(SOURCE).answer() == 42


def test_a_folder_that_everybody_can_write_to(fresh: Path) -> None:
    fresh.mkdir(parents=True)
    fresh.chmod(0o777)
    with pytest.raises(InputError, match="everybody can write to"):
        build.built(SOURCE)


def test_a_compiler_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler -m64")
    with pytest.raises(NoCompilerError, match="CC names 'no-such-compiler'"):
        build.find_compiler()


def test_the_compiler_of_ones_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "env cc")
    assert build.find_compiler() == ("env", "cc")
    assert build.built(SOURCE).answer() == 42


def test_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(NoCompilerError, match=r"install gcc or clang, or pip install 'dnar\["):
        build.find_compiler()
    build.find_compiler.cache_clear()
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: object())
    assert build.find_compiler()[1:] == ("-m", "ziglang", "cc")


@pytest.mark.parametrize("variable", ["CC", "CFLAGS"])
def test_quotes_that_do_not_close(variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(variable, "cc '")
    with pytest.raises(build.BuildError, match=f"{variable} is .*No closing quotation; unset"):
        build.built(SOURCE)
