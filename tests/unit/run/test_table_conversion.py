"""Tables become graph folders without a graph in memory."""

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import dnar
from dnar.cli.main import entry
from dnar.errors import InputError
from dnar.run import table_conversion

KARATE = dnar.load_graph("karate")
ROADS = dnar.Graph.from_edges(
    [0, 2, 1, 1], [1, 0, 2, 0], labels=3, weight=[0.5, -1.0, 2.0, 0.25], directed=True
)


def table(graph: dnar.Graph, labels: Any = None) -> pa.Table:
    names = list(graph.labels if labels is None else labels)
    weight = {} if graph.weight is None else {"weight": graph.weight}
    ends = {
        end: [names[at] for at in array.tolist()]
        for end, array in (("source", graph.source), ("target", graph.target))
    }
    return pa.table({**ends, **weight}).take(list(range(graph.edge_count))[::-1])


@pytest.mark.parametrize("graph", [KARATE, ROADS], ids=["undirected", "directed"])
@pytest.mark.parametrize("spelled", [None, lambda at: at + 2**40, lambda at: f"n{at:02}"])
def test_tables_become_the_graph(graph: dnar.Graph, spelled: Any, tmp_path: Path) -> None:
    labels = None if spelled is None else [spelled(at) for at in range(graph.node_count)]
    dnar.DuckDB(threads=1).save_graph(
        table(graph, labels),
        tmp_path / "graph",
        weighted=graph.weight is not None,
        directed=graph.directed,
    )
    found = dnar.read_graph(tmp_path / "graph")
    assert found == (graph if labels is None else graph.relabelled(labels))


def test_nodes_alone_loops_and_double_edges(tmp_path: Path) -> None:
    edges = pa.table({"source": [0, 1, 1, 2], "target": [1, 0, 1, None]})
    nodes = pa.table({"node": [3, 1, 0, 2]})
    dnar.DuckDB().save_graph(edges, tmp_path / "graph", nodes=nodes)
    assert dnar.read_graph(tmp_path / "graph") == dnar.Graph.from_edges([0], [1], labels=4)


def test_bad_tables_write_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def converted(**columns: Any) -> None:
        dnar.DuckDB().save_graph(pa.table(columns), tmp_path / "graph", weighted=True)

    with pytest.raises(InputError, match="has no column weight"):
        converted(source=[0], target=[1])
    with pytest.raises(InputError, match="no finite number"):
        converted(source=[0], target=[1], weight=[float("nan")])
    with pytest.raises(InputError, match="several times with different weights"):
        converted(source=[0, 1], target=[1, 0], weight=[1.0, 2.0])
    path = tmp_path / "edges.parquet"
    pq.write_table(table(KARATE), path)
    read = table_conversion.read_pairs

    def slow(*given: Any) -> Any:
        found = read(*given)
        pq.write_table(table(KARATE).slice(1), path)
        return found

    monkeypatch.setattr(table_conversion, "read_pairs", slow)
    with pytest.raises(InputError, match="changed while it was read"):
        dnar.DuckDB().save_graph(path, tmp_path / "graph")
    assert [each.name for each in tmp_path.iterdir()] == ["edges.parquet"]


def test_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def main(*words: Any) -> Any:
        monkeypatch.setattr("sys.argv", ["dnar", *map(str, words)])
        with pytest.raises(SystemExit) as left:
            entry()
        return left.value.code

    pq.write_table(table(KARATE.with_weight(2.0)), tmp_path / "edges.parquet")
    edges = tmp_path / "edges.parquet"
    assert main("convert", edges, tmp_path / "a", "--weight", "weight", "--memory", "1GB") == 0
    assert dnar.read_graph(tmp_path / "a") == KARATE.with_weight(2.0)
    assert main("convert", "karate", tmp_path / "b", "--directed") == 0
    assert dnar.read_graph(tmp_path / "b").edge_count == 156
    assert main("convert", tmp_path / "b", tmp_path / "c", "--undirected") == 0
    assert dnar.read_graph(tmp_path / "c") == KARATE
    capsys.readouterr()
    wanted = dnar.run("bfs", KARATE, start=0)
    # A graph folder is no folder of Parquet files.
    for engine in ("compiled", "duckdb"):
        asked = ("run", "bfs", tmp_path / "c", "--start", "0", "--json", "--engine", engine)
        assert main(*asked) == 0
        found = json.loads(capsys.readouterr().out)
        assert (found["engine"], found["steps"]) == (engine, wanted.steps)
        assert found["parent"] == {str(node): up for node, up in wanted.parent.items()}
    assert main("convert", edges, tmp_path / "a") == 2
    assert "exists already" in capsys.readouterr().err
    assert main("convert", edges, tmp_path / "d", "--weight", "3") == 2
    assert "column weight" in capsys.readouterr().err
