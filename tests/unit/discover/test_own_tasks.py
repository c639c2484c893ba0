"""Tasks of a user's own: a function or a file of examples is enough."""

import json
from pathlib import Path

import pytest

import dnar
from dnar.discover import Checker, Search, Settings, Sketch, get_sketch, own_sketch
from dnar.run import FunctionTask, load_discovery, portfolio
from dnar.run.portfolio import Portfolio, SearchFiles

ISOLATED = """
def isolated(graph):
    joined = {*graph.source.tolist(), *graph.target.tolist()}
    return [node for node in range(graph.node_count) if node not in joined]
"""


def test_a_function_is_enough(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(ISOLATED)
    task = FunctionTask(f"{tmp_path / 'mine.py'}:isolated", {"output": "set", "steps": "4"})
    found = dnar.discover(task, out=tmp_path / "run")
    graph = dnar.Graph.from_edges([0], [2], labels=4)
    assert dnar.run(found.task, graph).output == [1, 3]
    again = load_discovery(tmp_path / "run")
    assert again.tables == found.tables
    assert dnar.run(again.task, graph).output == [1, 3]


def test_a_file_of_examples_is_enough(tmp_path: Path) -> None:
    examples = [
        {"nodes": 2, "edges": [[0, 1]], "start": 0, "output": [0, 1]},
        {"nodes": 3, "edges": [[0, 1]], "start": 1, "output": [0, 1]},
        {"nodes": 3, "edges": [[0, 1], [1, 2]], "start": 0, "output": [0, 1, 2]},
    ]
    path = tmp_path / "reached.json"
    path.write_text(json.dumps({"output": "set", "steps": "n + 2", "examples": examples}))
    found = dnar.discover(str(path))
    assert found.report["checked"] == "the 3 given examples, and nothing else"
    assert dnar.run(found.task, "path:6", start=2).output == list(range(6))


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ({"output": "set"}, "a list"),
        ({"output": "set", "examples": []}, "no example"),
        ({"output": "colour", "examples": [{}]}, "an output is one of"),
        ({"output": "set", "examples": [{"nodes": 2}]}, "an example is an object"),
        (
            {"output": "set", "examples": [{"nodes": 1, "edges": [], "output": [4]}]},
            "is no set over 1 nodes",
        ),
        ({"output": "set", "stepz": "n", "examples": [{}]}, "unknown field 'stepz'"),
    ],
)
def test_bad_files_are_refused(tmp_path: Path, content: dict, complaint: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(content))
    with pytest.raises(dnar.InputError, match=complaint):
        dnar.discover(str(path))


def test_what_cannot_be_used_is_refused(tmp_path: Path) -> None:
    with pytest.raises(dnar.InputError, match="did you mean 'bfs'"):
        dnar.discover("bsf")
    with pytest.raises(dnar.InputError, match="the priors are"):
        dnar.discover("bfs", priors=["none at all"])
    with pytest.raises(dnar.InputError, match="at least 2 node states"):
        dnar.discover("bfs", states=[(1, 2)])
    with pytest.raises(dnar.InputError, match="give it examples"):
        dnar.discover(own_sketch("mine", output="set"))
    with pytest.raises(dnar.InputError, match="several workers"):
        dnar.discover(own_sketch("mine", output="set", function=set), workers=2)
    with pytest.raises(dnar.InputError, match="damaged sketch"):
        Sketch.from_json({})
    dnar.discover("maximum", out=tmp_path)
    with pytest.raises(dnar.InputError, match="holds a search already"):
        dnar.discover("maximum", out=tmp_path)


def test_contradicting_examples_have_no_program(tmp_path: Path) -> None:
    pair = {"nodes": 2, "edges": [[0, 1]], "start": 0}
    examples = [{**pair, "output": [0]}, {**pair, "output": [1]}]
    path = tmp_path / "both.json"
    path.write_text(
        json.dumps({"output": "set", "states": [[2, 1], [2, 2]], "examples": examples})
    )
    with pytest.raises(dnar.InputError, match="no program of both with 2 / 1, 2 / 2 states"):
        dnar.discover(str(path))


@pytest.mark.slow
def test_several_workers_find_a_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(portfolio, "ALONE", 0.0)
    told: list[str] = []
    found = dnar.discover(
        "mis", workers=2, out=tmp_path, callbacks=[lambda progress: told.append(progress.what)]
    )
    assert (found.cost, found.smallest) == (7, True)
    assert any(what.startswith("worker 1") for what in told)
    assert sorted(path.name for path in tmp_path.glob("search-*.json")) == [
        "search-0.json",
        "search-1.json",
    ]


def test_a_program_is_shortened_by_the_worker_that_found_it(tmp_path: Path) -> None:
    sketch, settings = get_sketch("maximum"), Settings()
    files = SearchFiles(tmp_path, sketch, settings, resume=False)
    first = Search(
        sketch,
        settings,
        Checker(sketch, exhaustive=3),
        watch=lambda _, state: state.best is not None,
    ).run()
    assert not first.smallest
    files.keep(1, first)
    state = Portfolio(lambda: (sketch, ()), settings, files, workers=2).run()
    assert state.smallest
    assert files.state(1).best == state.best
    assert files.state(0).best is None
