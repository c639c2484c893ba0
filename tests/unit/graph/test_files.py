"""Files: every format, every way to be malformed."""

import contextlib
import gzip
import io
import sys
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dnar.errors import InputError
from dnar.graph import Graph, read_graph

ABC = Graph.from_edges([0, 1], [1, 2], labels=["a", "b", "c"], weight=[1.5, 2.0])


def _file(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("g.csv", "source,target,weight\na,b,1.5\nb,c,2\n"),
        ("g.CSV", "source,target,weight\na,b,1.5\nb,c,2"),
        ("g.csv", "\ufeffsource,target,weight\r\na,b,1.5\r\n\r\nb,c,2\r\n"),
        ("g.csv", 'Id,Target,Weight,Source\n7,"b",1.5,a\n8, c ,2,b\n'),
        ("g.dat", "source,target,weight\nc,b,2\nb,a,1.5\n"),
        ("g.txt", "a b 1.5\nb c 2\n"),
        ("g.tsv", "source\ttarget\tweight\na\tb\t1.5\nb\tc\t2\n"),
        ("g.edges", "\ufeff# about\r\n% more\r\n\r\n  a   b\t1.5\r\nc b 2e0\r\n"),
        ("graph", "b c 2.0\nb a 1.5\na\n"),
        ("g.csv", "a,b,1.5\nb,c,2\n"),
        ("g.csv", '"a";b;1.5\nb;c;2\n'),
        ("g.csv", "source;target;weight\na;b;1.5\nb;c;2\n"),
        ("g.txt", "# about\n\na;b;1.5\nb; c; 2\n"),
        ("g.txt", "a, b, 1.5\nb, c, 2\n"),
        ("g.csv.gz", gzip.compress(b"a,b,1.5\nb,c,2\n", mtime=0)),
        ("g.gz", gzip.compress(b"a b 1.5\nb c 2\n", mtime=0)),
    ],
)
def test_same_graph_from_every_text(name: str, content: str | bytes, tmp_path: Path) -> None:
    assert read_graph(_file(tmp_path, name, content)) == ABC


def test_nodes_without_edges(tmp_path: Path) -> None:
    expected = Graph.from_edges([1], [2], labels=[5, 7, 10])
    assert read_graph(_file(tmp_path, "g.csv", "source,target\n7,10\n5,\n7,\n")) == expected
    assert read_graph(_file(tmp_path, "g.txt", "7 10\n5\n")) == expected
    lonely = read_graph(_file(tmp_path, "lonely.csv", "source,target,weight\na,,\n"))
    assert lonely == Graph.from_edges([], [], labels=["a"])


def test_direction_and_weight_are_the_callers(tmp_path: Path) -> None:
    path = _file(tmp_path, "g.txt", "b a\n")
    assert not read_graph(path).directed
    graph = read_graph(str(path), directed=True, weight=2.0)
    assert graph == Graph.from_edges([1], [0], labels=["a", "b"], weight=[2.0], directed=True)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("g.csv", "cost,from,to\n1.5,a,b\n2,b,c\n"),
        ("g.csv", "weight;To;FROM;cost\n9;b;a;1.5\n9;c;b;2\n"),
        ("g.txt", "# about\nfrom to cost\na b 1.5\nb c 2\n"),
    ],
)
def test_columns_can_be_named(name: str, content: str, tmp_path: Path) -> None:
    path = _file(tmp_path, name, content)
    assert read_graph(path, source="from", target="to", weight="cost") == ABC
    with pytest.raises(InputError, match=r"the header needs the columns from and too, got \["):
        read_graph(path, source="from", target="too")
    with pytest.raises(InputError, match="no column 'price' to take weights from; there are: "):
        read_graph(path, source="from", target="to", weight="price")


def test_parallel_rows_are_combined(tmp_path: Path) -> None:
    words = _file(tmp_path, "g.txt", "a b 1\nb a 2\na b 1\nb c 5\n")
    numbers = _file(tmp_path, "g.csv", "0,1,1\n1,0,2\n0,1,1\n1,2,5\n")
    for path in (words, numbers):
        for way, expected in {"min": [1.0, 5.0], "sum": [4.0, 5.0]}.items():
            weight = read_graph(path, combine=way).weight
            assert weight is not None
            assert weight.tolist() == expected
        with pytest.raises(InputError, match=r"given twice .*combine='min' or 'sum' in Python"):
            read_graph(path)
        directed = read_graph(path, directed=True, combine="sum").weight
        assert directed is not None
        assert directed.tolist() == [2.0, 2.0, 5.0]


@pytest.mark.parametrize("suffix", [".csv", ".txt", ".graphml", ".gml", ".gml.gz"])
def test_standard_input(suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / f"g{suffix}"
    made = nx.Graph()
    made.add_weighted_edges_from([("a", "b", 1.5), ("b", "c", 2.0)])
    if suffix == ".graphml":
        nx.write_graphml(made, path)
    elif suffix.startswith(".gml"):
        nx.write_gml(made, path)
    else:
        _file(tmp_path, path.name, "a,b,1.5\nb,c,2\n")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())))
    assert read_graph("-") == ABC
    with pytest.raises(InputError, match="standard input: the file is empty"):
        read_graph("-")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        (
            "g.csv",
            "a,b,c,d\n",
            r"g\.csv:1: expected 2 or 3 cells, or the header source,target\[,weight\], got",
        ),
        ("g.csv", "from,to\na,b\n", r"g\.csv:1: 'from,to' looks like a header; name .*'from'"),
        ("g.csv", "city,town\n1,2\n", r"g\.csv:1: 'city,town' looks like a header"),
        ("g.txt", "from to\na b\n", r"g\.txt:1: 'from to' looks like a header"),
        ("g.csv", "a;b;0,5\n", r"a finite number \(with a decimal point\) .* got '0,5'"),
        ("g.txt.gz", b"\x1f\x8bnonsense", r"g\.txt\.gz: damaged gzip data"),
        ("g.gz", gzip.compress(b"a b\n" * 99, mtime=0)[:-9], r"g\.gz: damaged gzip data"),
        ("g.csv", "source,target\na,b\nc\n", r"g\.csv:3: expected 2 cells .* got 'c'"),
        ("g.csv", "source,target\na,b,c\n", r"g\.csv:2: expected 2 cells"),
        ("g.csv", "source,target\n,b\n", r"g\.csv:2: expected a source, got ',b'"),
        ("g.csv", "source,target,weight\na,,1\n", r"g\.csv:2: expected a target"),
        (
            "g.csv",
            "source,target,weight\na,b,x\n",
            r"g\.csv:2: expected a finite number .* 'x'",
        ),
        ("g.csv", "source,target,weight\na,b,nan\n", r"g\.csv:2: expected a finite number"),
        ("g.csv", "source,target,weight\na,b,inf\n", r"g\.csv:2: expected a finite number"),
        (
            "g.csv",
            "source,target,weight\na,b,1\nb,c,\n",
            r"g\.csv:3: edge .*no weight, but line 2",
        ),
        (
            "g.csv",
            "source,target,weight\na,b,\nb,c,1\n",
            r"g\.csv:2: edge .*no weight, but line 3",
        ),
        (
            "g.csv",
            "source,target,weight\na,b,1\nb,a,2\n",
            r"g\.csv: edge \('a', 'b'\) is given twice",
        ),
        ("g.csv", 'source,target\n"a,b\n', r"g\.csv:\d: not CSV"),
        ("g.csv", "source,target\n", r"g\.csv: the graph is empty"),
        (
            "g.txt",
            "a b\n\nb c d e\n",
            r"g\.txt:3: expected 'source target \[weight\]'.*'b c d e'",
        ),
        ("g.txt", "a b x\n", r"g\.txt:1: expected a finite number as weight, got 'x'"),
        ("g.txt", "a b 1\n# note\nb c\n", r"g\.txt:3: edge \('b', 'c'\) has no weight"),
        ("g.txt", "a b\nb,c\n", r"g\.txt:2: expected .* got 'b,c'"),
        ("g.txt", "hello\n", r"g\.txt: not a graph, no line is an edge"),
        ("g.txt", "# nothing\n", r"g\.txt: the graph is empty"),
        ("g.txt", "", r"g\.txt: the file is empty"),
        ("g.txt", " \n\t\n", r"g\.txt: the file is empty"),
        ("g.txt", "a " * 100, r"g\.txt:1: .*\.\.\.'$"),
        ("g.png", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "not a graph, the file is not UTF-8"),
        ("g.bin", b"a\0b", "not a graph, the file is not UTF-8"),
        ("g.txt", "a b\n".encode("utf-16"), "not a graph, the file is not UTF-8"),
        ("g.json", '{"nodes": [1]}', "not a graph, it looks like JSON"),
        ("g.json", "[[0, 1]]", "not a graph, it looks like JSON"),
        ("g.html", "<html></html>", "not a graph, it looks like XML"),
        ("g.mtx", "%%MatrixMarket matrix\n1 1 1\n", "looks like a Matrix Market file"),
        ("g.graphml", "<graphml>", r"g\.graphml: not GraphML"),
        ("g.graphml", "<html></html>", r"g\.graphml: not GraphML"),
        ("g.graphml", "a b\n", r"g\.graphml: not GraphML"),
        ("g.gml", "graph [", r"g\.gml: not GML"),
        ("g.gml", "a b\n", r"g\.gml: not GML"),
        ("g.gml", b"\x89PNG\x00", "not UTF-8"),
        ("g.gml", "graph [ ]", r"g\.gml: the graph is empty"),
    ],
)
def test_malformed(name: str, content: str | bytes, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=message):
        read_graph(_file(tmp_path, name, content))


def test_python_source_is_not_a_graph() -> None:
    with pytest.raises(InputError, match=r"test_files\.py:1: expected 'source target"):
        read_graph(__file__)


def test_what_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match=r"cannot read '.*missing\.csv': No such file"):
        read_graph(tmp_path / "missing.csv")
    with pytest.raises(InputError, match="Is a directory"):
        read_graph(tmp_path)
    with pytest.raises(InputError, match="cannot read"):
        read_graph("a\0b")

    def refuse(_: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    # Tests may run as root, who can read everything.
    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(InputError, match="Permission denied"):
        read_graph(_file(tmp_path, "secret.txt", "a b"))


def test_gml_falls_back_to_ids(tmp_path: Path) -> None:
    nodes = 'node [ id 4 label "x" ] node [ id 2 label "x" ]'
    path = _file(tmp_path, "g.gml", f"graph [ {nodes} edge [ source 4 target 2 weight 0.5 ] ]")
    assert read_graph(path) == Graph.from_edges([0], [1], labels=[4, 2], weight=[0.5])


def test_graphml_keeps_the_files_order_names_and_direction(tmp_path: Path) -> None:
    made = nx.DiGraph()
    made.add_edge("z", "y", weight=1.0)
    made.add_node("é")
    nx.write_graphml(made, tmp_path / "g.graphml")
    graph = read_graph(tmp_path / "g.graphml")
    expected = Graph.from_edges([0], [1], labels=["z", "y", "é"], weight=[1.0], directed=True)
    assert graph == expected
    assert not read_graph(tmp_path / "g.graphml", directed=False).directed


def test_bad_weight_in_graphml_names_file_and_edge(tmp_path: Path) -> None:
    made = nx.Graph()
    made.add_edge("a", "b", weight="far")
    nx.write_graphml(made, tmp_path / "g.graphml")
    with pytest.raises(
        InputError, match=r"g\.graphml: the weight of edge \('a', 'b'\) .*'far'"
    ):
        read_graph(tmp_path / "g.graphml")


@pytest.mark.parametrize("name", ["g.graphml", "g.gml"])
def test_without_networkx(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(InputError, match=r"needs networkx: pip install 'dnar\[graphs\]'"):
        read_graph(_file(tmp_path, name, "graph [ ]"))


@settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    content=st.binary(max_size=60) | st.text(max_size=60).map(str.encode),
    suffix=st.sampled_from([".csv", ".txt", ".gml", ".graphml", ""]),
)
def test_any_bytes_give_a_graph_or_an_input_error(
    content: bytes, suffix: str, tmp_path: Path
) -> None:
    path = _file(tmp_path, f"g{suffix}", content)
    with contextlib.suppress(InputError):
        assert read_graph(path).node_count > 0
