"""The command line, called as its entry point is."""

import gzip
import io
import json
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest

import dnar
from dnar.compile import NoCompilerError, executor, kernels
from dnar.run.engines import automatic
from dnar.run.run_task import _engine_of_package
from dnar.tasks import all_tasks
from tests.command_line import Outcome


def test_version(call: Any) -> None:
    assert call("--version") == Outcome(0, f"dnar {dnar.__version__}\n", "")


def test_help_names_every_command(call: Any) -> None:
    helped, bare = call("--help"), call()
    assert (helped.code, helped.err, bare) == (0, "", helped)
    for name in ("tasks", "run", "demo"):
        assert f" {name} " in helped.out
        assert call(name, "--help").code == 0


def test_help_of_run_names_every_option_and_family(call: Any) -> None:
    words = set(call("run", "--help").out.replace(",", " ").replace(".", " ").split())
    options = {"--start", "--seed", "--weight", "--directed", "--undirected", "--steps"}
    assert options | {"--json", "--trace", "TASK|DIR|FILE", "GRAPH"} <= words
    assert {"er", "ws", "delaunay", "clrs", "k2", "power", "karate"} <= words


def test_tasks(call: Any) -> None:
    listed = call("tasks")
    assert (listed.code, listed.err) == (0, "")
    assert all(f" {name} " in listed.out for name in all_tasks())
    facts = json.loads(call("tasks", "--json").out)
    assert [fact["name"] for fact in facts] == list(all_tasks())
    assert facts[list(all_tasks()).index("bfs")] == {
        "name": "bfs",
        "title": "Breadth-first search",
        "summary": "the search tree from a start node, nearest nodes first",
        "start": "required",
        "weights": "unused",
        "graph": "any",
        "random": False,
        "outputs": ["parent"],
        "node_states": ["UNSEEN", "DONE", "VIRTUAL"],
        "arc_states": ["NEUTRAL", "POINTER", "CLOSED"],
    }


def as_json(outcome: Outcome) -> dict[str, Any]:
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.count("\n") == 1
    return json.loads(outcome.out)


def test_json_of_every_task(call: Any, tmp_path: Path) -> None:
    edges = tmp_path / "edges.csv"
    edges.write_text("source,target,weight\na,b,2\nb,c,3\n")
    tree = {"a": "a", "b": "a", "c": "b"}
    found = as_json(call("run", "bfs", str(edges), "--start", "a", "--json"))
    assert (found.pop("engine"), bool(found.pop("engine_reason"))) in (
        ("compiled", True),  # where kernels were compiled with the package
        ("program", True),
    )
    assert found == {
        "task": "bfs",
        "steps": 2,
        "halted": True,
        "parent": tree,
    }
    dfs = as_json(call("run", "dfs", str(edges), "--json"))
    prim = as_json(call("run", "prim", str(edges), "--start", "a", "--json"))
    assert (dfs["parent"], prim["parent"]) == (tree, tree)
    dijkstra = as_json(call("run", "dijkstra", str(edges), "--start", "a", "--json"))
    assert dijkstra["parent"] == tree
    assert dijkstra["distance"] == {"a": 0.0, "b": 2.0, "c": 5.0}
    mis = as_json(call("run", "mis", str(edges), "--seed", "1", "--json"))
    assert mis["in_set"] in (["b"], ["a", "c"])
    found = as_json(call("run", "eccentricity", str(edges), "--start", "b", "--json"))
    assert found["eccentricity"] == 1.0
    ordered = as_json(call("run", "topological_sort", str(edges), "--directed", "--json"))
    assert (ordered["head"], ordered["previous"]) == ("a", {"a": "b", "b": "c", "c": "c"})
    assert as_json(call("run", "minimum", "values:3,1,2", "--json"))["minimum"] == 1
    found = as_json(call("run", "bellman_ford", str(edges), "--start", "a", "--json"))
    assert (found["parent"], found["distance"]) == (tree, {"a": 0.0, "b": 2.0, "c": 5.0})
    words = ("run", "strongly_connected_components", str(edges))
    roots = as_json(call(*words, "--directed", "--json"))["root"]
    assert roots == {"a": "a", "b": "b", "c": "c"}
    before = as_json(call("run", "floyd_warshall", str(edges), "--json"))["before"]
    assert (len(before), before["('a', 'c')"], before["('c', 'a')"]) == (9, "b", "b")
    found = as_json(call("run", "insertion_sort", "values:3,1,2", "--json"))
    assert found["previous"] == {"0": 2, "1": 1, "2": 1}
    cuts = as_json(call("run", "matrix_chain_order", "values:9,1,9,1", "--json"))["cut"]
    assert cuts["(1, 3)"] == 1
    words = ("run", "segments_intersect", "0,0 1,1 0,1 1,0", "--json")
    assert as_json(call(*words))["intersect"] is True
    words = ("run", "naive_string_matcher", "abcab,ca", "--json")
    assert as_json(call(*words))["match"] == 2


def test_json_is_what_python_returns(call: Any) -> None:
    words = ("--start", "4", "--seed", "7", "--json")
    found = as_json(call("run", "dijkstra", "er:15", *words))
    assert found == dnar.run("dijkstra", "er:15", start=4, seed=7).to_json()
    found = as_json(call("run", "mis", "ws:15", "--seed", "7", "--json"))
    assert found == dnar.run("mis", "ws:15", seed=7).to_json()
    flat = as_json(call("run", "dijkstra", "path:3", "--start", "0", "--weight", "2", "--json"))
    assert flat["distance"] == {"0": 0.0, "1": 2.0, "2": 4.0}


def test_columns_semicolons_and_combined_edges(call: Any, tmp_path: Path) -> None:
    roads = tmp_path / "roads.csv"
    roads.write_text("from;to;km\na;b;2\nb;a;1\nb;c;3\n")
    words = ("run", "dijkstra", str(roads), "--start", "a", "--json")
    named = ("--source", "from", "--target", "to", "--weight", "km")
    near = as_json(call(*words, *named, "--combine", "min"))
    assert near["distance"] == {"a": 0.0, "b": 1.0, "c": 4.0}
    both = as_json(call(*words, *named, "--combine", "sum"))
    assert both["distance"] == {"a": 0.0, "b": 3.0, "c": 6.0}
    roads.write_text("a;b\nb;c\n")
    assert as_json(call(*words, "--weight", "2"))["distance"] == {"a": 0.0, "b": 2.0, "c": 4.0}


def test_standard_input(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def given(text: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))

    given(gzip.compress(b"a b\nb c\n"))
    words = ("run", "bfs", "-", "--start", "b", "--json")
    assert as_json(call(*words))["parent"] == {"a": "b", "b": "b", "c": "b"}
    given(b"3 1;2\n")
    assert as_json(call("run", "minimum", "-", "--json"))["minimum"] == 1
    given(b"")
    assert call(*words) == Outcome(
        2, "", "error: standard input: the file is empty, so the graph has no nodes\n"
    )


def test_answers_as_csv(call: Any, tmp_path: Path) -> None:
    edges = tmp_path / "edges.csv"
    edges.write_text('source,target,weight\n"a,b",c,2\nd,d,1\n')
    words = ("run", "dijkstra", str(edges), "--start", "c")
    table = 'node,parent,distance\n"a,b",c,2.0\nc,c,0.0\nd,d,\n'
    assert call(*words, "--csv") == Outcome(0, table, "")
    for name, more in (("answer.csv", ()), ("answer.txt", ("--csv",))):
        told = call(*words, "--out", str(tmp_path / name), *more)
        assert (told.code, told.err) == (0, "")
        assert told.out.endswith(f"steps; wrote {tmp_path / name}\n")
        assert (tmp_path / name).read_text() == table
    call(*words, "--out", str(tmp_path / "answer.json"))
    answer = json.loads((tmp_path / "answer.json").read_text())
    assert answer["distance"] == {"a,b": 2.0, "c": 0.0, "d": None}
    refused = call(*words, "--out", str(tmp_path / "answer.md"))
    assert (refused.code, refused.out) == (2, "")
    assert "say --json or --csv, too" in refused.err
    assert call("run", "mis", "path:3", "--csv").out in ("in_set\n1\n", "in_set\n0\n2\n")
    words = ("run", "topological_sort", str(edges), "--directed", "--csv")
    edges.write_text("a,b\n")
    assert call(*words).out == "node,previous,head\na,b,a\nb,b,a\n"
    edges.write_text("a,b,1\n")
    found = call("run", "floyd_warshall", str(edges), "--csv").out
    assert found == "source,target,before\na,a,a\na,b,a\nb,a,b\nb,b,b\n"
    assert call("run", "minimum", "values:3,1", "--csv").out == "minimum\n1\n"


def test_unreachable_nodes_have_no_distance_in_json(call: Any, tmp_path: Path) -> None:
    edges = tmp_path / "edges.csv"
    edges.write_text("source,target,weight\na,b,2\n")
    words = ("--start", "b", "--directed", "--json")
    assert as_json(call("run", "dijkstra", str(edges), *words))["distance"] == {
        "a": None,
        "b": 0.0,
    }


def test_a_table_for_people(call: Any) -> None:
    outcome = call("run", "bfs", "path:3", "--start", "0")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith("Breadth-first search: came to rest after 2 steps\n")
    assert [line.split()[1::2] for line in outcome.out.splitlines() if "│" in line] == [
        ["0", "0"],
        ["1", "0"],
        ["2", "1"],
    ]


def test_an_engine_that_is_slow_is_told_once(
    call: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def no_compiler(*_: Any) -> None:
        raise NoCompilerError("no C compiler was found: install one")

    monkeypatch.setattr(kernels, "ready_kernel", lambda *_: None)
    monkeypatch.setattr(kernels, "kernel", no_compiler)
    monkeypatch.setattr(automatic, "_WARNED", set())
    executor._derived.cache_clear()
    _engine_of_package.cache_clear()
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        large = call("run", "bfs", "star:300", "--start", "0")
        small = call("run", "bfs", "star:30", "--start", "0")
    executor._derived.cache_clear()
    _engine_of_package.cache_clear()
    reason = "no C compiler was found: install one"
    assert large.err == f"warning: bfs on 300 nodes runs in numpy, slowly: {reason}\n"
    assert large.out.splitlines()[1] == f"run by the numpy engine: {reason}"
    assert small.err == ""
    assert "engine" not in small.out


def test_a_given_number_of_steps(call: Any) -> None:
    words = ("run", "bfs", "path:5", "--start", "0", "--steps", "1", "--json")
    found = as_json(call(*words))
    assert (found["steps"], found["halted"]) == (1, False)


def test_a_trace_is_written_beside_the_answer(call: Any, tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl"
    words = ("run", "bfs", "path:4", "--start", "0")
    found = as_json(call(*words, "--json", "--trace", str(trace)))
    lines = [json.loads(line) for line in trace.read_text().splitlines()]
    assert (found["steps"], len(lines)) == (3, 4)
    assert [line.get("step") for line in lines] == [None, 1, 2, 3]
    assert [path.name for path in tmp_path.iterdir()] == ["trace.jsonl"]


def test_the_demo(call: Any) -> None:
    outcome = call("demo")
    assert (outcome.code, outcome.err) == (0, "")
    assert "34 members, 78 friendships" in outcome.out
    for name in ("bfs", "dfs", "prim", "dijkstra", "mis", "eccentricity"):
        assert f"│ {name} " in outcome.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("run",), "the following arguments are required: TASK|DIR|FILE"),
        (("run", "bfs"), "the following arguments are required: GRAPH"),
        (
            ("run", "bfs", "karate", "--seed", "x"),
            "argument --seed: expected a whole number, 0 or more",
        ),
        (
            ("run", "bfs", "karate", "--seed", "-1"),
            "argument --seed: expected a whole number, 0 or more",
        ),
        (
            ("run", "bfs", "karate", "--steps", "-1"),
            "argument --steps: expected a whole number, 0 or more",
        ),
        (("run", "bfs", "karate", "--start"), "--start"),
        (("run", "bfs", "karate", "er:5"), "unexpected argument 'er:5'"),
        (("eval",), "no command 'eval'; did you mean evaluate?"),
        (("run", "bfs", "karate", "--nonsense"), "no option --nonsense"),
        (("ran",), "no command 'ran'"),
    ],
)
def test_words_that_make_no_command(call: Any, words: tuple[str, ...], message: str) -> None:
    outcome = call(*words)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("error: ")
    assert outcome.err.count("\n") == 1
    assert message in outcome.err
    assert "--help" in outcome.err


def test_an_error_is_one_line_whatever_is_in_it(call: Any, tmp_path: Path) -> None:
    odd = tmp_path / "two\nlines.txt"
    odd.write_text("a b c d\n")
    outcome = call("run", "bfs", str(odd), "--start", "a")
    assert outcome.code == 2
    assert outcome.err.count("\n") == 1
    assert "two lines.txt:1: expected" in outcome.err
