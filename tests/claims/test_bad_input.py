"""Bad input gets one clear line, exit code 2 and no traceback; odd but legal input works."""

import json
import subprocess
import sys
from pathlib import Path

import networkx as nx
import pytest

from tests.command_line import Call, Outcome


def in_a_process(*words: str, folder: Path) -> Outcome:
    done = subprocess.run(
        [sys.executable, "-m", "dnar.cli", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return Outcome(done.returncode, done.stdout, done.stderr)


FILES: dict[str, str | bytes] = {
    "good.csv": "source,target,weight\na,b,1\nb,c,2\n",
    "bare.csv": "source,target\na,b\n",
    "empty.csv": "",
    "header.csv": "source,target\n",
    "no_header.csv": "from,to\na,b\n",
    "short.csv": "source,target\na,b\nc\n",
    "torn.gz": b"\x1f\x8b\x08\x00",
    "commas.csv": "a;b;0,5\nb;c;1,5\n",
    "words.csv": "source,target,weight\na,b,1\nb,c,heavy\n",
    "nan.csv": "source,target,weight\na,b,nan\n",
    "infinite.csv": "source,target,weight\na,b,1\nb,c,-inf\n",
    "negative.csv": "source,target,weight\na,b,1\nb,c,-2\n",
    "some.csv": "source,target,weight\na,b,1\nb,c,\n",
    "twice.csv": "source,target,weight\na,b,1\nb,a,2\n",
    "long.txt": "a b\nb c 1 2 3\n",
    "words.txt": "a b heavy\n",
    "comments.txt": "# nothing here\n",
    "one_word.txt": "hello\n",
    "graph.json": '{"nodes": [1]}',
    "page.html": "<html></html>",
    "picture.png": b"\x89PNG\r\n\x1a\n\x00\x00",
    "broken.graphml": "<graphml>",
    "broken.gml": "graph [",
    "empty.gml": "graph [ ]",
    "numbers.txt": "3\n1 two\n",
    "deep.json": "[" * 200_000,
}


def write_files(folder: Path) -> None:
    for name, content in FILES.items():
        data = content.encode() if isinstance(content, str) else content
        (folder / name).write_bytes(data)
    one_way = nx.DiGraph()
    one_way.add_edge("a", "b", weight=1.0)
    nx.write_graphml(one_way, folder / "one_way.graphml")


BAD: dict[str, tuple[str, str]] = {
    "unknown task": ("bsf good.csv", "no task 'bsf'; did you mean 'bfs'?"),
    "unknown task, nothing close": (
        "zzz good.csv",
        "no task 'zzz'. The tasks are: bellman_ford, bfs, bipartite",
    ),
    "unknown start": ("bfs good.csv --start z", "no node 'z'; the nodes are 'a', 'b', 'c'"),
    "missing start": ("bfs good.csv", "bfs begins at a node: give it one"),
    "missing start of dijkstra": ("dijkstra good.csv", "--start LABEL"),
    "a start where none is taken": ("mis good.csv --start a", "mis takes no start node"),
    "empty file": ("bfs empty.csv --start a", "empty.csv: the file is empty"),
    "empty graph": ("bfs header.csv --start a", "header.csv: the graph is empty"),
    "empty GML graph": ("bfs empty.gml --start a", "empty.gml: the graph is empty"),
    "no header": (
        "bfs no_header.csv --start a",
        "no_header.csv:1: 'from,to' looks like a header",
    ),
    "short row": ("bfs short.csv --start a", "short.csv:3: expected 2 cells"),
    "long line": ("bfs long.txt --start a", "long.txt:2: expected 'source target [weight]'"),
    "weight in words": ("prim words.csv --start a", "words.csv:3: expected a finite number"),
    "weight in words, edge list": (
        "prim words.txt --start a",
        "words.txt:1: expected a finite",
    ),
    "NaN weight": ("prim nan.csv --start a", "nan.csv:2: expected a finite number"),
    "infinite weight": ("prim infinite.csv --start a", "infinite.csv:3: expected a finite"),
    "negative weight": ("dijkstra negative.csv --start a", "edge ('b', 'c') has -2.0"),
    "some weights": ("prim some.csv --start a", "some.csv:3: edge ('b', 'c') has no weight"),
    "missing weights, prim": ("prim bare.csv --start a", "--weight 1 on the command line"),
    "missing weights, dijkstra": ("dijkstra bare.csv --start a", "--weight 1"),
    "missing weights, karate": ("dijkstra karate --start 0", "--weight 1"),
    "NaN as default weight": ("prim bare.csv --start a --weight nan", "must be finite numbers"),
    "directed graph for prim": ("prim one_way.graphml --start a", "takes an undirected graph"),
    "directed graph for mis": ("mis one_way.graphml", "--undirected on the command line"),
    "directed on request": ("mis good.csv --directed", "mis takes an undirected graph"),
    "undirected graph to sort": ("topological_sort good.csv", "--directed"),
    "cycle to sort": ("topological_sort karate --directed", "has a cycle"),
    "a header that names nothing": (
        "bfs good.csv --start a --source from",
        "good.csv:1: the header needs the columns from and target, got ['source', 'target'",
    ),
    "a column of weights that is missing": (
        "prim good.csv --start a --weight cost",
        "good.csv:1: no column 'cost' to take weights from; there are: source, target, weight",
    ),
    "a column of weights of no file": ("prim er:5 --start 0 --weight cost", "has none"),
    "a column of no file": ("bfs karate --start 0 --source a", "a start node is given with"),
    "a way to combine": ("prim twice.csv --start a --combine max", "one of 'error', 'min'"),
    "both formats": ("bfs good.csv --start a --json --csv", "give --json or --csv, not both"),
    "damaged gzip": ("bfs torn.gz --start a", "torn.gz: damaged gzip data"),
    "semicolons and decimal commas": ("prim commas.csv --start a", "a decimal point"),
    "out into a missing folder": ("bfs good.csv --start a --out no/a.csv", "no folder no"),
    "different weights": ("prim twice.csv --start a", "edge ('a', 'b') is given twice"),
    "no such file": ("bfs missing.csv --start a", "no file and no built-in graph"),
    "a folder": ("bfs . --start a", "cannot read '.': Is a directory"),
    "only comments": ("bfs comments.txt --start a", "comments.txt: the graph is empty"),
    "no line is an edge": ("bfs one_word.txt --start a", "not a graph, no line is an edge"),
    "JSON": ("bfs graph.json --start a", "graph.json: not a graph, it looks like JSON"),
    "HTML": ("bfs page.html --start a", "page.html: not a graph"),
    "picture": ("bfs picture.png --start a", "picture.png: not a graph"),
    "broken GraphML": ("bfs broken.graphml --start a", "broken.graphml: not GraphML"),
    "broken GML": ("bfs broken.gml --start a", "broken.gml: not GML"),
    "a graph that does not fit": ("bfs power:2000000000 --start 0", "GiB of memory, and"),
    "deep JSON": ("deep.json karate --start 0", "deep.json is damaged or no program"),
    "no size": ("bfs er: --start 0", "needs a size as in er:100"),
    "no nodes": ("bfs er:0 --start 0", "from 1 to"),
    "unknown family": ("bfs err:5 --start 0", "did you mean er:5"),
    "array in words": ("minimum values:3,x", "'values:3,x': expected a number, got 'x'"),
    "array file in words": ("minimum numbers.txt", "numbers.txt:2: expected a number"),
    "empty array": ("minimum values:", "expected a number, got ''"),
    "infinite array": ("minimum values:1,inf", "list of finite numbers"),
    "no array": ("minimum karate", "expected values:3,1,2, a file of numbers, or -"),
    "array with a start": ("insertion_sort values:1,2 --start 0", "takes no start node"),
    "infinite sizes": ("matrix_chain_order values:1,inf", "list of finite numbers"),
    "no strings": ("naive_string_matcher good.csv", "expected a text and a needle"),
    "other letters": ("naive_string_matcher abx,ab", "two strings of the letters abcd"),
    "an empty needle": ("naive_string_matcher ab,", "two strings of the letters abcd"),
    "strings with a start": ("naive_string_matcher ab,a --start 0", "takes no start node"),
    "no segments": ("segments_intersect good.csv", "two segments are four pairs of numbers"),
    "two points": ("segments_intersect 0,0;1,1", "two segments are four pairs of numbers"),
    "directed graph for floyd_warshall": (
        "floyd_warshall one_way.graphml",
        "takes an undirected graph",
    ),
    "negative weight for floyd_warshall": (
        "floyd_warshall negative.csv",
        "edge ('b', 'c') has -2.0",
    ),
    "negative cycle": ("bellman_ford negative.csv --start a", "negative"),
    "missing start of bellman_ford": ("bellman_ford good.csv", "--start LABEL"),
    "seed below zero": ("mis good.csv --seed -1", "--seed"),
    "seed in words": ("mis good.csv --seed many", "--seed"),
    "steps below zero": ("bfs good.csv --start a --steps -1", "--steps"),
    "unknown option": ("bfs good.csv --strat a", "--strat"),
    "missing graph": ("bfs", "the following arguments are required: GRAPH"),
    "trace into a missing folder": (
        "bfs good.csv --start a --trace missing/trace.jsonl",
        "there is no folder missing to write trace.jsonl into",
    ),
    "trace into a folder": ("bfs good.csv --start a --trace .", "is a folder"),
}


def check_refused(outcome: Outcome, message: str) -> None:
    assert (outcome.code, outcome.out) == (2, "")
    lines = outcome.err.splitlines()
    assert [line for line in lines if line.startswith("error: ")] == lines
    assert len(lines) == 1
    assert message in lines[0]


@pytest.mark.parametrize(("words", "message"), BAD.values(), ids=BAD)
@pytest.mark.parametrize("json_wanted", [False, True], ids=["table", "json"])
def test_one_clear_line(
    call: Call, tmp_path: Path, words: str, message: str, json_wanted: bool
) -> None:
    write_files(tmp_path)
    before = sorted(path.name for path in tmp_path.iterdir())
    more = ["--json"] if json_wanted else []
    trace = [] if "--trace" in words else ["--trace", "trace.jsonl"]
    check_refused(call("run", *words.split(), *more, *trace), message)
    assert sorted(path.name for path in tmp_path.iterdir()) == before


IN_PROCESSES = [
    "unknown task",
    "missing start",
    "short row",
    "negative weight",
    "picture",
    "broken GML",
    "unknown option",
    "trace into a missing folder",
]


@pytest.mark.parametrize("name", IN_PROCESSES)
def test_the_same_in_a_process_of_its_own(tmp_path: Path, name: str) -> None:
    write_files(tmp_path)
    before = sorted(path.name for path in tmp_path.iterdir())
    words, message = BAD[name]
    check_refused(in_a_process("run", *words.split(), folder=tmp_path), message)
    assert sorted(path.name for path in tmp_path.iterdir()) == before


LEGAL: dict[str, tuple[str, str, dict[str, object]]] = {
    "one node": (
        "source,target\na,\n",
        "dijkstra {} --start a",
        {"parent": {"a": "a"}, "distance": {"a": 0.0}},
    ),
    "one node with a self-loop": ("source,target\na,a\n", "mis {}", {"in_set": ["a"]}),
    "self-loops": (
        "source,target,weight\na,a,7\na,b,2\nb,b,0\n",
        "prim {} --start b",
        {"parent": {"a": "b", "b": "b"}},
    ),
    "parallel equal edges": (
        "source,target,weight\na,b,2\nb,a,2\na,b,2.0\n",
        "dijkstra {} --start a",
        {"parent": {"a": "a", "b": "a"}, "distance": {"a": 0.0, "b": 2.0}},
    ),
    "isolated nodes": (
        "source,target\na,b\nc,\n",
        "eccentricity {} --start c",
        {"eccentricity": 0.0},
    ),
    "isolated nodes, searched": (
        "source,target\na,b\nc,\n",
        "dfs {} --start a",
        {"parent": {"a": "a", "b": "a", "c": "c"}},
    ),
    "one weight for all": (
        "source,target\na,b\nb,c\n",
        "dijkstra {} --start a --weight 1",
        {"parent": {"a": "a", "b": "a", "c": "b"}, "distance": {"a": 0.0, "b": 1.0, "c": 2.0}},
    ),
    "negative weights for prim": (
        "source,target,weight\na,b,-2\n",
        "prim {} --start a",
        {"parent": {"a": "a", "b": "a"}},
    ),
}


@pytest.mark.parametrize(("content", "words", "expected"), LEGAL.values(), ids=LEGAL)
def test_odd_but_legal(
    call: Call, tmp_path: Path, content: str, words: str, expected: dict[str, object]
) -> None:
    (tmp_path / "g.csv").write_text(content)
    outcome = call("run", *words.format("g.csv").split(), "--json")
    assert (outcome.code, outcome.err) == (0, "")
    found = json.loads(outcome.out)
    assert found["halted"] is True
    assert {name: found[name] for name in expected} == expected


def test_a_directed_file_can_be_read_as_undirected(call: Call, tmp_path: Path) -> None:
    write_files(tmp_path)
    outcome = call("run", "prim", "one_way.graphml", "--start", "b", "--undirected", "--json")
    assert json.loads(outcome.out)["parent"] == {"a": "b", "b": "b"}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
@pytest.mark.parametrize("how", [[], ["--json"]])
def test_a_full_disk_is_one_line(how: list[str]) -> None:
    command = [sys.executable, "-m", "dnar.cli", "run", "bfs", "karate", "--start", "0", *how]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    wanted = "error: the output cannot be written: No space left on device\n"
    assert (done.returncode, done.stderr) == (2, wanted)


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    run = [sys.executable, "-m", "dnar.cli", "run", "bfs", "star:20000", "--start", "0"]
    with subprocess.Popen(
        [*run, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.read(7) == b'{"task"'
        process.stdout.close()
        assert process.stderr.read() == b""
