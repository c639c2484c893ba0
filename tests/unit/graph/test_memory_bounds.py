"""Room: graphs and files that do not fit in memory are refused, and only those."""

import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from dnar import memory
from dnar.errors import InputError
from dnar.graph import (
    FAMILIES,
    Graph,
    clrs_er,
    edge_list_parser,
    erdos_renyi,
    input_bytes,
    load_graph,
    numeric_edge_list,
    parameter_checks,
    power_law,
    random_weights,
    read_graph,
    watts_strogatz,
)

DENSE = ("complete", "clrs")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which 20 MB are free."""
    monkeypatch.setattr(memory, "available_memory", lambda: 20_000_000)


@pytest.fixture
def peak() -> Iterator[Callable[[], int]]:
    """How many bytes were held at most since the test began."""
    tracemalloc.start()
    yield lambda: tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("family", FAMILIES)
def test_a_graph_that_does_not_fit_is_not_begun(family: str, peak: Callable[[], int]) -> None:
    size = 10_000 if family in DENSE else 1_000_000
    with pytest.raises(InputError, match=rf"a graph of {size:,} nodes and about .* are free"):
        load_graph(f"{family}:{size}")
    assert peak() < 1_000_000


@pytest.mark.usefixtures("small")
def test_graphs_that_fit_are_made() -> None:
    for family in FAMILIES:
        assert load_graph(f"{family}:300").node_count == 300


def drawn() -> dict[str, Callable[[np.random.Generator], Graph]]:
    """Every family, and options that take much memory for an edge."""
    found: dict[str, Callable[[np.random.Generator], Graph]] = {
        name: partial(family, 1_000 if name in DENSE else 20_000)
        for name, family in FAMILIES.items()
    }
    found["ws, all rewired"] = partial(watts_strogatz, 20_000, k=8, p=1.0)
    found["power, few edges"] = partial(power_law, 20_000, m=1)
    found["er, few edges"] = partial(erdos_renyi, 20_000, average_degree=1.0, connected=False)
    found["clrs, few edges"] = partial(clrs_er, 1_000, p=0.01)
    found["clrs, directed"] = partial(clrs_er, 1_000, directed=True)
    found["clrs, acyclic"] = partial(clrs_er, 1_000, p=0.01, directed=True, acyclic=True)
    return found


@pytest.mark.parametrize("name", drawn())
def test_no_graph_takes_more_than_is_checked(
    name: str, peak: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    needs: list[int] = []
    monkeypatch.setattr(parameter_checks, "check_memory", lambda need, _: needs.append(need))
    rng = np.random.default_rng(0)
    random_weights(drawn()[name](rng), rng)
    assert needs[0] / 8 < peak() < needs[0] + 300_000


def lines(word: str) -> str:
    return "".join(f"{word}{at} {word}{at + 1}\n" for at in range(60_000))


FILES: dict[str, Callable[[], str]] = {
    "words.txt": lambda: lines("n"),
    "words.csv": lambda: "source,target\n" + lines("n").replace(" ", ","),
    "numbers.txt": lambda: lines("") * 4,
    "graph.gml": lambda: lines(""),
}


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("name", FILES)
def test_a_file_that_does_not_fit_is_not_read(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / name
    path.write_text(FILES[name]())
    monkeypatch.setattr(edge_list_parser, "graph_of_table", None)
    with pytest.raises(InputError, match=rf"{name}: .*graph.* needs about .* are free"):
        read_graph(path)


@pytest.mark.usefixtures("small")
def test_numbers_need_less_than_words(tmp_path: Path) -> None:
    path = tmp_path / "numbers.txt"
    path.write_text(lines(""))
    assert read_graph(path).node_count == 60_001


@pytest.mark.parametrize("nodes", [3, 100, 1_000, 1_000_000])
@pytest.mark.parametrize("word", ["", "n"])
@pytest.mark.parametrize("weight", ["", " 0.5", " 0.8414709848078965"])
def test_no_file_takes_more_than_is_checked(
    nodes: int,
    word: str,
    weight: str,
    tmp_path: Path,
    peak: Callable[[], int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    needs: list[int] = []
    for module in (numeric_edge_list, edge_list_parser, input_bytes):
        monkeypatch.setattr(module, "check_memory", lambda need, _: needs.append(need))
    ends = np.random.default_rng(0).integers(nodes, size=(30_000, 2)).tolist()
    path = tmp_path / "graph.txt"
    path.write_text("".join(f"{word}{one} {word}{other}{weight}\n" for one, other in ends))
    tracemalloc.clear_traces()
    read_graph(path)
    assert max(needs) / 8 < peak() < max(needs) + 200_000
