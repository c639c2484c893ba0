"""Building: which compiler, what is kept, and what is said when it fails."""

import ctypes
import importlib.util
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dnar.compile import BadCompilerError, NoCompilerError, build, toolchain
from dnar.errors import InputError

SOURCE = "int answer(void) { return 42; }\n"
EVIL = SOURCE.replace("42", "666")


@pytest.fixture(autouse=True)
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache, and a compiler that is looked for anew."""
    monkeypatch.setenv("DNAR_CACHE", str(tmp_path / "cache"))
    for variable in ("CC", "CFLAGS"):
        monkeypatch.delenv(variable, raising=False)
    build.find_compiler.cache_clear()
    yield tmp_path / "cache"
    build.find_compiler.cache_clear()


def test_a_library_is_built_once(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert build.built(SOURCE).answer() == 42
    assert [path.suffix for path in fresh.iterdir()] == [".so"]
    assert fresh.stat().st_mode & 0o077 == 0, "nobody else can put code there"
    monkeypatch.setattr(build, "compile_library", lambda *_: pytest.fail("built again"))
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


def kept(folder: Path) -> Path:
    """The only library in a cache."""
    (path,) = folder.glob("*.so")
    return path


def refuse_to_load(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fails the test if this file is loaded, by whatever name."""
    planted, load = path.read_bytes(), ctypes.CDLL

    def checked(name: str) -> ctypes.CDLL:
        assert Path(name).read_bytes() != planted, "a file that must not be trusted was loaded"
        return load(name)

    monkeypatch.setattr(build.ctypes, "CDLL", checked)


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def flip_one_bit(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def plant_another(path: Path) -> None:
    """A whole library, under the name of another one."""
    build.built(EVIL)
    (other,) = {*path.parent.glob("*.so")} - {path}
    path.unlink()
    other.rename(path)


def let_the_group_write(path: Path) -> None:
    path.chmod(0o664)


def let_everybody_write(path: Path) -> None:
    path.chmod(0o646)


def plant_a_link(path: Path) -> None:
    """A link to a whole library outside of the cache."""
    outside = path.parent.parent / "outside.so"
    path.rename(outside)
    path.symlink_to(outside)


@pytest.mark.parametrize("damage", [truncate, empty, flip_one_bit, plant_another])
def test_a_library_that_is_not_whole_is_never_loaded(
    damage: Callable[[Path], None], fresh: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build.built(SOURCE)
    path = kept(fresh)
    # A file that is mapped already must not be written to.
    content = path.read_bytes()
    path.unlink()
    path.write_bytes(content)
    damage(path)
    refuse_to_load(path, monkeypatch)
    assert build.kernel(SOURCE).origin == "kernel compiled now"
    assert build.kernel(SOURCE).library.answer() == 42
    assert build.kernel(SOURCE).origin == "cached kernel"


@pytest.mark.parametrize("damage", [let_the_group_write, let_everybody_write, plant_a_link])
def test_a_library_that_others_could_have_written_is_made_again(
    damage: Callable[[Path], None], fresh: Path
) -> None:
    build.built(SOURCE)
    path = kept(fresh)
    damage(path)
    assert build.ready_kernel(SOURCE) is None
    assert not path.exists()
    assert not path.is_symlink()
    assert build.kernel(SOURCE).origin == "kernel compiled now"
    assert kept(fresh).stat().st_mode & 0o022 == 0


def test_a_library_of_another_user(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build.built(SOURCE)
    path, mine = kept(fresh), os.getuid()
    monkeypatch.setattr(build, "_check_folder", lambda _: None)
    try:
        os.chown(path, mine + 12_345, -1)
    except PermissionError:
        pytest.skip("only root can give a file away")
    assert build.ready_kernel(SOURCE) is None
    assert not path.exists()


@pytest.mark.parametrize("mode", [0o777, 0o707, 0o770, 0o2770])
def test_a_folder_that_others_can_write_to(mode: int, fresh: Path) -> None:
    build.built(SOURCE)
    fresh.chmod(mode)
    for use in (build.built, build.ready_kernel):
        with pytest.raises(InputError, match=r"others can write to .*; remove"):
            use(SOURCE)


def test_a_loose_umask_makes_no_library_that_is_refused(fresh: Path) -> None:
    before = os.umask(0o002)
    try:
        build.built(SOURCE)
    finally:
        os.umask(before)
    assert build.kernel(SOURCE).origin == "cached kernel"


def test_libraries_are_synced_to_disk(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[str] = []

    def fsync(handle: int) -> None:
        synced.append(Path(f"/proc/self/fd/{handle}").readlink().name)

    if not Path("/proc/self/fd").is_dir():
        pytest.skip("this system does not name open files")
    monkeypatch.setattr(toolchain.os, "fsync", fsync)
    build.built(SOURCE)
    assert synced == ["program.so", fresh.name]


def test_a_cached_library_needs_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    build.built(SOURCE)
    build.find_compiler.cache_clear()
    monkeypatch.setattr(toolchain, "compiler", lambda: None)
    assert build.kernel(SOURCE).origin == "cached kernel"
    with pytest.raises(NoCompilerError):
        build.kernel(SOURCE.replace("42", "43"))


def test_a_packaged_library_comes_first(
    fresh: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packaged = tmp_path / "packaged"
    packaged.mkdir()
    monkeypatch.setattr(build, "PACKAGED", packaged)
    key = toolchain.library_key(SOURCE)
    path = toolchain.compile_library(build.find_compiler(), SOURCE, (), key, packaged)
    assert build.kernel(SOURCE).origin == "packaged kernel"
    assert not fresh.exists()
    assert build.ready_kernel(SOURCE + " ") is None, "other source"
    assert build.ready_kernel(SOURCE, "-g") is None, "other flags"
    monkeypatch.setenv("CFLAGS", "-g")
    assert build.ready_kernel(SOURCE) is None, "the user's own flags"
    monkeypatch.delenv("CFLAGS")
    content = path.read_bytes()
    path.unlink()
    path.write_bytes(content[:-1])
    assert build.ready_kernel(SOURCE) is None, "torn"


@pytest.mark.parametrize("command", ["true", "false", "echo"])
def test_a_cc_that_is_no_compiler(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", command)
    with pytest.raises(BadCompilerError, match=f"{command} (failed|made no library)"):
        build.built(SOURCE)


def test_a_compiler_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler -m64")
    with pytest.raises(BadCompilerError, match="CC names 'no-such-compiler'"):
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
