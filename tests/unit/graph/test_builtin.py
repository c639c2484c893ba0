"""Graphs by name: built-ins, files, and what is neither."""

from pathlib import Path

import networkx as nx
import numpy as np
import pytest

from dnar.errors import InputError
from dnar.graph import FAMILIES, Graph, as_graph, builtin_graph, builtin_names, load_graph


def test_karate_is_zacharys_club() -> None:
    club = as_graph(nx.karate_club_graph())
    karate = load_graph("karate")
    assert karate.labels == range(34)
    assert karate.edge_count == 78
    assert karate.weight is None
    assert karate == Graph.from_edges(club.source, club.target, labels=34)


@pytest.mark.parametrize("family", FAMILIES)
def test_families_by_name(family: str) -> None:
    graph = load_graph(f"{family}:12", seed=3)
    assert graph == FAMILIES[family](12, np.random.default_rng(3))
    assert graph == builtin_graph(f"{family}:12", seed=3)
    assert graph.node_count == 12


def test_names_are_all_built_in() -> None:
    assert builtin_names()[:2] == ["karate", "er:N"]
    assert all(builtin_graph(name.replace("N", "5")) for name in builtin_names())


@pytest.mark.parametrize(
    "name", ["", "er", "er:", "er:x", "er:-1", "er:1.5", "ER:5", "nope:5", " karate"]
)
def test_not_built_in(name: str) -> None:
    assert builtin_graph(name) is None


def test_seed_decides() -> None:
    assert load_graph("er:30", seed=1) == load_graph("er:30", seed=1)
    assert load_graph("er:30", seed=1) != load_graph("er:30", seed=2)


def test_random_weights_come_from_the_seed_and_leave_the_edges() -> None:
    bare, graph = load_graph("er:30", seed=1), load_graph("er:30", seed=1, random_weights=True)
    assert graph.weight is not None
    assert ((graph.weight > 0) & (graph.weight < 1)).all()
    assert graph == load_graph("er:30", seed=1, random_weights=True)
    assert Graph.from_edges(graph.source, graph.target, labels=30) == bare
    assert load_graph("karate", random_weights=True).weight is None, "it is not drawn"


def test_weight_and_direction() -> None:
    graph = load_graph("path:3", weight=2.0, directed=True)
    assert graph.directed
    assert graph.edge_count == 4
    assert graph.weight is not None
    assert graph.weight.tolist() == [2.0] * 4


def test_weights_of_a_file_stay(tmp_path: Path) -> None:
    (tmp_path / "g.txt").write_text("a b 3\n")
    expected = Graph.from_edges([0], [1], labels=["a", "b"], weight=[3.0])
    assert load_graph(tmp_path / "g.txt", random_weights=True) == expected
    assert load_graph(str(tmp_path / "g.txt"), weight=1.0) == expected


def test_built_in_name_wins_over_a_file_and_a_path_is_always_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("karate", "er:x"):
        Path(name).write_text("a b\n")
    assert load_graph("karate").node_count == 34
    assert load_graph("./karate").node_count == 2
    assert load_graph(Path("karate")).node_count == 2
    assert load_graph("er:x").node_count == 2


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "karte",
            r"'karte'; did you mean karate\? The built-in graphs are karate, er:N",
        ),
        ("delauney:50", r"did you mean delaunay:50\?"),
        ("xyzzy", "built-in graph 'xyzzy'\\. The built-in graphs are"),
        ("er:many", "'er:many' needs a size as in er:100, got 'many'"),
        ("er:0", "whole number from 1 to .*, got 0"),
        ("complete:20001", "from 1 to 20000, got 20001"),
        ("path:999999999999", "from 1 to 2147483646"),
        ("a\0b", "no file and no built-in graph"),
        ("x" * 5000, "no file and no built-in graph"),
    ],
)
def test_unknown(name: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        load_graph(name)


def test_contradictions() -> None:
    with pytest.raises(InputError, match="not both"):
        load_graph("karate", weight=1.0, random_weights=True)
    with pytest.raises(InputError, match="seed must be a whole number of at least 0, got -1"):
        load_graph("er:5", seed=-1)
