"""Memory: what the system tells, and what is refused before any work."""

from pathlib import Path

import pytest

from dnar import memory
from dnar.errors import InputError


def test_a_container_tells_its_memory(tmp_path: Path) -> None:
    (tmp_path / "memory.max").write_text("5000\n")
    (tmp_path / "memory.current").write_text("2000\n")
    assert memory._free_in_group(tmp_path) == 3000
    (tmp_path / "memory.stat").write_text("anon 1000\ninactive_file 500\n")
    assert memory._free_in_group(tmp_path) == 3500
    (tmp_path / "memory.max").write_text("max\n")
    assert memory._free_in_group(tmp_path) is None


def test_the_system_tells_its_memory() -> None:
    free = memory.available_memory()
    assert free is None or 2**20 < free < 2**50


def test_the_error_says_what_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available_memory", lambda: 2**30)
    memory.check_memory(2**30, "this")
    with pytest.raises(InputError, match=r"this needs about 3\.0 GiB .* 1\.0 GiB are free"):
        memory.check_memory(3 * 2**30, "this")
    monkeypatch.setattr(memory, "available_memory", lambda: -5)
    with pytest.raises(InputError, match=r"and 0\.0 GiB are free"):
        memory.check_memory(memory.FEW_BYTES, "this")
    memory.check_memory(memory.FEW_BYTES - 1, "this")


def test_what_is_not_told_is_not_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available_memory", lambda: None)
    memory.check_memory(2**60, "this")
    assert str(memory.out_of_memory(2**31, "this")).startswith(
        "this needs about 2.0 GiB of memory; give a smaller graph"
    )
