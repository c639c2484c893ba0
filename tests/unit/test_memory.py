"""Memory: what the system tells, and what is refused before any work."""

import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from dnar import memory
from dnar.errors import InputError
from dnar.graph import FAMILIES, edge_text, load_graph, read_graph


def test_a_container_tells_its_memory(tmp_path: Path) -> None:
    (tmp_path / "memory.max").write_text("5000\n")
    (tmp_path / "memory.current").write_text("2000\n")
    assert memory._free_in_group(tmp_path) is None
    (tmp_path / "memory.stat").write_text("anon 1000\ninactive_file 500\n")
    assert memory._free_in_group(tmp_path) == 3500
    (tmp_path / "memory.max").write_text("max\n")
    assert memory._free_in_group(tmp_path) is None


def test_the_system_tells_its_memory() -> None:
    free = memory.available_memory()
    assert free is None or 2**20 < free < 2**50


def test_what_is_not_told_is_not_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available_memory", lambda: None)
    memory.check_memory(2**60, "this")
    assert str(memory.out_of_memory(2**31, "this")).startswith(
        "this needs about 2.0 GiB of memory; give a smaller graph"
    )


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which 20 MB are free."""
    monkeypatch.setattr(memory, "available_memory", lambda: 20_000_000)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("family", FAMILIES)
def test_a_graph_that_does_not_fit_is_not_begun(family: str) -> None:
    size = 10_000 if family in ("complete", "clrs") else 1_000_000
    tracemalloc.start()
    with pytest.raises(InputError, match=rf"a graph of {size:,} nodes and about .* are free"):
        load_graph(f"{family}:{size}")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1_000_000


@pytest.mark.usefixtures("small")
def test_graphs_that_fit_are_made() -> None:
    for family in FAMILIES:
        assert load_graph(f"{family}:300").node_count == 300


def lines(word: str) -> str:
    return "".join(f"{word}{at} {word}{at + 1}\n" for at in range(60_000))


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("words.txt", lambda: lines("n")),
        ("words.csv", lambda: "source,target\n" + lines("n").replace(" ", ",")),
        ("numbers.txt", lambda: lines("") * 4),
        ("graph.gml", lambda: lines("")),
    ],
)
def test_a_file_that_does_not_fit_is_not_read(
    name: str, content: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / name
    path.write_text(content())
    monkeypatch.setattr(edge_text, "graph_of_table", None)
    with pytest.raises(InputError, match=rf"{name}: reading the graph needs about .* are free"):
        read_graph(path)


@pytest.mark.usefixtures("small")
def test_numbers_need_less_than_words(tmp_path: Path) -> None:
    path = tmp_path / "numbers.txt"
    path.write_text(lines(""))
    assert read_graph(path).node_count == 60_001
