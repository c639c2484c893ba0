"""Files appear whole or not at all."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from dnar.atomic_write import check_writable, write_atomically
from dnar.errors import InputError


def test_lines_are_written_and_nothing_else_is_left(tmp_path: Path) -> None:
    write_atomically(tmp_path / "out.txt", ["one\n", "zwei ü\n"])
    assert (tmp_path / "out.txt").read_text("utf-8") == "one\nzwei ü\n"
    assert [path.name for path in tmp_path.iterdir()] == ["out.txt"]


def test_an_old_file_is_replaced_only_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text("old")

    def lines() -> Iterator[str]:
        yield "new"
        assert path.read_text() == "old"

    write_atomically(str(path), lines())
    assert path.read_text() == "new"


def test_a_failure_leaves_the_old_file_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text("old")

    def lines() -> Iterator[str]:
        yield "new"
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        write_atomically(path, lines())
    assert [each.name for each in tmp_path.iterdir()] == ["out.txt"]
    assert path.read_text() == "old"


def test_a_full_disk_is_one_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match=r"cannot write .*out\.txt: No space left on device"):
        write_atomically(tmp_path / "out.txt", ["text"])
    assert list(tmp_path.iterdir()) == []


def test_the_file_is_as_readable_as_others(tmp_path: Path) -> None:
    mask = os.umask(0o022)
    try:
        write_atomically(tmp_path / "out.txt", [])
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / "out.txt").stat().st_mode) == 0o644


def test_what_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert check_writable(tmp_path / "new.txt") == tmp_path / "new.txt"
    with pytest.raises(InputError, match="is a folder; give the name of a file"):
        check_writable(tmp_path)
    with pytest.raises(InputError, match=r"there is no folder .*missing to write x\.txt into"):
        check_writable(tmp_path / "missing" / "x.txt")
    with pytest.raises(InputError, match="File name too long"):
        check_writable(tmp_path / ("x" * 300))
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError, match="pipe is not a plain file; give another name"):
        check_writable(tmp_path / "pipe")
    # Tests may run as root, who can write everywhere.
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(InputError, match="cannot be written to"):
        check_writable(tmp_path / "new.txt")


def test_a_long_name_leaves_room_for_the_temporary_one(tmp_path: Path) -> None:
    write_atomically(tmp_path / ("x" * 255), ["text"])
    assert (tmp_path / ("x" * 255)).read_text() == "text"
