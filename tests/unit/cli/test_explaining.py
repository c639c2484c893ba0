"""`dnar explain`, called as its entry point is."""

import json
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from dnar.cli.explaining import learned_program
from dnar.explain import explain_program, explanation_text, standalone_source
from dnar.machine import program_json, reachable_types
from dnar.tasks import get_task
from tests.command_line import Call, Outcome

pytestmark = pytest.mark.usefixtures("no_shape_checks_in_module")


@pytest.fixture
def call(call: Call) -> Call:
    return partial(call, "explain")


@pytest.mark.parametrize("name", ["bfs", "mis", "topological_sort"])
def test_the_learned_program_and_the_rules(name: str, call: Any) -> None:
    task, learned = learned_program(name)
    assert task == get_task(name)
    for engine, program in (("program", learned), ("rules", task.program)):
        words = explain_program(task, program, reachable_types(task))
        assert call(name, "--engine", engine) == Outcome(0, explanation_text(words), "")
    assert call(name).out == call(name, "--engine", "program").out


def test_json(call: Any) -> None:
    found = json.loads(call("bfs", "--engine", "rules", "--json").out)
    task = get_task("bfs")
    words = explain_program(task, task.program, reachable_types(task))
    assert found == words.to_json()
    assert found["task"] == "bfs"
    assert found["program"]["node_states"] == ["UNSEEN", "DONE", "VIRTUAL"]
    assert found["program"]["arc_cases"][0]["heard"] == [True]


def test_a_program_in_a_file(call: Any, tmp_path: Path) -> None:
    (tmp_path / "bfs.json").write_text(json.dumps(program_json(learned_program("bfs")[1])))
    assert call("bfs.json") == call("bfs")


def test_diagram_and_standalone_file(call: Any, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    done = call("bfs", "--diagram", "bfs.svg", "--standalone", "bfs.py")
    assert (done.code, done.out) == (0, call("bfs").out)
    assert (tmp_path / "bfs.svg").read_text().startswith("<?xml")
    assert (tmp_path / "bfs.py").read_text() == standalone_source(*learned_program("bfs"))
    (tmp_path / "edges.csv").write_text("source,target\n0,1\n")
    words = [sys.executable, "bfs.py", "edges.csv", "--start", "0"]
    run = subprocess.run(words, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert json.loads(run.stdout)["parent"] == {"0": 0, "1": 0}


def test_a_case_by_default_at_the_first_change(call: Any) -> None:
    where = ("bfs", "--engine", "rules", "--case", "karate", "--start", "0", "--node", "33")
    done = call(*where)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Step 2 of bfs: node 33 is UNSEEN, hears DONE over NEUTRAL ")
    assert call(*where, "--step", "2") == done
    first = call(*where, "--step", "1").out
    assert first.startswith("Step 1 of bfs: node 33 is UNSEEN, hears UNSEEN over POINTER ")
    as_json = json.loads(call(*where, "--json").out)
    assert (as_json["task"], as_json["engine"]) == ("bfs", "rules")
    assert "\n".join(as_json["case"]) + "\n" == done.out


def test_a_case_of_the_virtual_node_and_of_an_array(call: Any) -> None:
    for label in ("virtual", "(virtual)"):
        done = call("minimum", "--case", "values:3,1,2", "--node", label)
        assert done.out.startswith("Step 1 of minimum: node (virtual) is VIRTUAL, hears ENTRY ")


def test_refused_input(call: Any, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    case = ("bfs", "--case", "karate", "--start", "0")
    refused = {
        ("bfz",): "bfz",
        ("bfs", "--engine", "network"): "--engine takes program or rules, got 'network'",
        ("bfs", "--diagram", "states.pdf"): "ends in .svg or .png, got 'states.pdf'",
        ("bfs", "--diagram", "missing/states.svg"): "there is no folder missing",
        ("bfs", "--standalone", "missing/bfs.py"): "there is no folder missing",
        ("bfs", "--node", "3"): "belong to --case",
        case: "--case needs --node",
        (*case, "--node", "99"): "no node '99'",
        (*case, "--node", "3", "--step", "0"): "got --step 0",
        (*case, "--node", "3", "--step", "77"): "got --step 77",
        (*case, "--node", "virtual"): "never changes its state",
        ("bfs", "--case", "karate", "--node", "3"): "begins at a node",
        ("bfs", "--case", "karate", "--start", "99", "--node", "3"): "no node '99'",
    }
    for words, reason in refused.items():
        done = call(*words)
        assert (done.code, done.out) == (2, ""), words
        assert done.err.startswith("error: "), words
        assert done.err.count("\n") == 1, words
        assert reason in done.err, words
    assert list(tmp_path.iterdir()) == []
