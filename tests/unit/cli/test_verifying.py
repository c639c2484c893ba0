"""`dnar verify`, called as its entry point is."""

import json
import shlex
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import dnar
from dnar.cli.verifying import result_json
from dnar.errors import InputError
from dnar.machine import ArcCase, digest, program_from_json, program_json, read_certificate
from dnar.network import load_tensors
from dnar.network.checkpoint import save_tensors
from dnar.run import bundled, load_program, pytorch
from dnar.run.bundled import certificate_path, pretrained_path, pretrained_program
from dnar.run.run_task import _engine_of_package
from dnar.tasks import get_task
from dnar.verify import Search, verify

pytestmark = pytest.mark.usefixtures("no_shape_checks_in_module")

BFS = get_task("bfs")
UNSEEN, DONE = 0, 1
NEUTRAL, POINTER, CLOSED = 0, 1, 2


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")


def write_changed(file: str, place: tuple[int, int, int, int, int, int], becomes: int) -> None:
    """The bundled program with another outcome of one arc case: (arc, receiver, sender,
    reverse, heard, heard back)."""
    program = pretrained_program(BFS)
    arc, receiver, sender, reverse, heard, back = place
    assert program.arc_outcome(*place) != becomes
    ends = (frozenset({each}) for each in (receiver, sender, reverse))
    case = ArcCase(arc, becomes, *ends, heard=(bool(heard),), heard_back=(bool(back),))
    Path(file).write_text(json.dumps(program_json(program.with_arc_case(case))))


def write_refuted(file: str) -> None:
    """A neighbour that is heard does not become the parent."""
    write_changed(file, (NEUTRAL, UNSEEN, DONE, NEUTRAL, 1, 0), NEUTRAL)


def write_open(file: str) -> None:
    """Wrong only between two DONE nodes that point to each other, which no graph shows."""
    write_changed(file, (POINTER, DONE, DONE, POINTER, 0, 0), NEUTRAL)


def test_a_bundled_model_is_proved(call: Any, tmp_path: Path) -> None:
    done = call("verify", "bfs", "--certificate", "proof.json", "--counterexample", "graph.csv")
    assert (done.code, done.err) == (0, "")
    first, *_ = done.out.splitlines()
    assert first == (
        "Breadth-first search: proved: it does what the rules do, on graphs of every size"
    )
    # There is a proof, and so nothing to write as a counterexample.
    assert [path.name for path in tmp_path.iterdir()] == ["proof.json"]
    made = read_certificate("proof.json")[0]
    stored = read_certificate(certificate_path(BFS))[0]
    for key in ("program", "rules", "types", "obligations", "outputs"):
        assert made[key] == stored[key]
    for key in ("program", "rules"):
        assert made["hashes"][key] == stored["hashes"][key]


def test_json_of_a_proof(call: Any) -> None:
    done = call("verify", "bfs", "--json")
    assert (done.code, done.out.count("\n")) == (0, 1)
    found = json.loads(done.out)
    stored = read_certificate(certificate_path(BFS))[0]
    assert (found["task"], found["verdict"]) == ("bfs", "proved")
    assert (found["blocked"], found["counterexample"]) == ([], None)
    assert found["reachable_types"] == len(stored["types"])
    # The bundled program is verified, whose network's margins stand in its certificate.
    assert found["margins"] == {}
    counts = {kind: count for kind, count in stored["obligations"].items() if count}
    assert found["obligations"] == counts


def test_margins_of_a_network(call: Any, tmp_path: Path) -> None:
    (tmp_path / "model.safetensors").write_bytes(pretrained_path(BFS).read_bytes())
    found = json.loads(call("verify", "model.safetensors", "--json").out)
    stored = read_certificate(certificate_path(BFS))[0]
    assert found["margins"] == stored["margins"]
    assert found["obligations"]["margin"] == stored["margins_checked"]


@pytest.fixture
def tampered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The bundled certificate of bfs with one table entry changed, hashes and all."""
    value = read_certificate(certificate_path(BFS))[0]
    write_refuted("wrong.json")
    value["program"] = json.loads(Path("wrong.json").read_text())
    value["hashes"]["program"] = digest(value["program"])
    folder = tmp_path / "pretrained"
    folder.mkdir()
    path = folder / "bfs.certificate.json"
    path.write_text(json.dumps(value))
    monkeypatch.setattr(bundled, "PRETRAINED", folder)
    _engine_of_package.cache_clear()
    yield path
    _engine_of_package.cache_clear()


@pytest.mark.parametrize(
    "words",
    [
        ("run", "bfs", "path:3", "--start", "0"),
        ("run", "bfs", "path:3", "--start", "0", "--engine", "compiled"),
        ("run", "bfs", "path:3", "--start", "0", "--engine", "program"),
        ("verify", "bfs"),
        ("explain", "bfs"),
        ("evaluate", "bfs", "--sizes", "5", "--graphs", "1"),
    ],
)
def test_a_bundled_program_that_was_changed_is_refused(
    words: tuple[str, ...], call: Any, tampered: Path
) -> None:
    done = call(*words)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert done.err.startswith(f"error: {tampered} was changed: its program is not the proved")
    with pytest.raises(InputError, match="reinstall dnar"):
        dnar.run("bfs", "path:3", start=0)


def test_a_bundled_file_that_is_torn_is_refused(call: Any, tampered: Path) -> None:
    tampered.write_text(tampered.read_text()[:1000])
    done = call("run", "bfs", "path:3", "--start", "0")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert f"{tampered} is damaged or no certificate" in done.err


def test_a_task_is_verified_without_torch(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pytorch, "has_torch", lambda: False)
    assert call("verify", "bfs").code == 0
    Path("model.safetensors").write_bytes(pretrained_path(BFS).read_bytes())
    done = call("verify", "model.safetensors")
    assert (done.code, "networks need PyTorch" in done.err) == (2, True)


def test_every_kind_of_source(call: Any, tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    weights = pretrained_path(BFS).read_bytes()
    (tmp_path / "run" / "model.safetensors").write_bytes(weights)
    (tmp_path / "proof.json").write_bytes(certificate_path(BFS).read_bytes())
    Path("program.json").write_text(json.dumps(program_json(pretrained_program(BFS))))
    for source in ("run", "run/model.safetensors", "proof.json", "program.json"):
        done = call("verify", source, "--json")
        assert (done.code, json.loads(done.out)["verdict"]) == (0, "proved"), source


def test_a_refuted_program_and_its_counterexample(call: Any, tmp_path: Path) -> None:
    write_refuted("wrong.json")
    files = ("--certificate", "proof.json", "--counterexample", "graph.csv")
    done = call("verify", "wrong.json", *files)
    assert (done.code, done.err) == (1, "")
    assert "refuted: here is a graph on which it does not do what the rules do" in done.out
    assert {path.name for path in tmp_path.iterdir()} == {"wrong.json", "graph.csv"}
    replays = [line.strip() for line in done.out.splitlines() if line.startswith("  dnar run ")]
    by_program, by_rules = (
        json.loads(call(*shlex.split(line)[1:], "--json").out) for line in replays
    )
    assert (by_program["engine"], by_rules["engine"]) == ("program", "rules")
    assert by_program["parent"] != by_rules["parent"]
    assert (tmp_path / "graph.csv").read_text() in done.out


def test_json_of_a_refutation(call: Any) -> None:
    write_refuted("wrong.json")
    done = call("verify", "wrong.json", "--json", "--counterexample", "graph.csv")
    found = json.loads(done.out)
    assert (done.code, found["verdict"], found["margins"]) == (1, "refuted", {})
    shown = found["counterexample"]
    assert (shown["nodes"], shown["edges"], shown["outputs_differ"]) == (2, 1, True)
    assert shown["csv"] == Path("graph.csv").read_text()
    one, other = (
        json.loads(call("run", source, "graph.csv", *shown["options"].split(), *more).out)
        for source, more in (
            ("wrong.json", ("--json",)),
            ("bfs", ("--json", "--engine", "rules")),
        )
    )
    assert one["parent"] != other["parent"]
    assert all(each["kind"] == "arc" for each in found["blocked"])


def test_a_refuted_array_task_is_replayed_without_a_file(call: Any) -> None:
    value = program_json(pretrained_program(get_task("minimum")))
    value["readouts"]["minimum"]["pointer"] = [[0, 1], [3, 2]]
    Path("wrong.json").write_text(json.dumps(value))
    done = call("verify", "wrong.json")
    assert done.code == 1
    replays = [line.strip() for line in done.out.splitlines() if line.startswith("  dnar run ")]
    assert all(" values:" in line for line in replays)
    one, other = (json.loads(call(*shlex.split(line)[1:], "--json").out) for line in replays)
    assert one["minimum"] != other["minimum"]


def test_a_refuted_task_of_its_own_is_replayed_without_a_file(call: Any) -> None:
    program = pretrained_program(get_task("segments_intersect"))
    value = program_json(program)
    readout = value["readouts"]["intersect"]
    readout["labels"] = [1 - label for label in readout["labels"]]
    Path("wrong.json").write_text(json.dumps(value))
    done = call("verify", "wrong.json")
    assert done.code == 1
    replays = [line.strip() for line in done.out.splitlines() if line.startswith("  dnar run ")]
    one, other = (json.loads(call(*shlex.split(line)[1:], "--json").out) for line in replays)
    assert one["intersect"] is not other["intersect"]


def test_an_open_program(call: Any, tmp_path: Path) -> None:
    write_open("open.json")
    files = ("--certificate", "proof.json", "--counterexample", "graph.csv")
    done = call("verify", "open.json", *files)
    assert (done.code, done.err) == (3, "")
    assert "open: not all cases could be proved, and no graph shows a difference" in done.out
    assert "  POINTER arc of DONE from DONE (" in done.out
    assert [path.name for path in tmp_path.iterdir()] == ["open.json"]
    program = load_program("open.json")[1]
    found = result_json(BFS, verify(BFS, program, search=Search(BFS, sizes=())))
    assert (found["verdict"], found["counterexample"]) == ("open", None)
    assert {each["kind"] for each in found["blocked"]} == {"arc"}


def test_many_blocking_cases_are_counted(call: Any) -> None:
    value = program_json(pretrained_program(BFS))
    cases = [ArcCase(arc, CLOSED, heard=(None,), heard_back=(None,)) for arc in range(3)]
    wrong = replace(program_from_json(value), arc_cases=tuple(cases))
    Path("wrong.json").write_text(json.dumps(program_json(wrong)))
    blocked = verify(BFS, wrong, search=Search(BFS, sizes=())).blocked
    done = call("verify", "wrong.json")
    assert done.code == 1
    assert f"  ... and {len(blocked) - 10} more cases" in done.out.splitlines()


def test_refused_input(call: Any, tmp_path: Path) -> None:
    program = program_json(pretrained_program(BFS))
    text = json.dumps(program)
    Path("half.json").write_text(text[: len(text) // 2])
    Path("newer.json").write_text(json.dumps({**program, "format": 3}))
    Path("chess.json").write_text(json.dumps({**program, "task": "chess"}))
    stored = read_certificate(certificate_path(BFS))[0]
    # A certificate into which the program of another task was put, under its old name.
    other = {**program_json(pretrained_program(get_task("dfs"))), "task": "bfs"}
    forged = {**stored, "program": other}
    Path("forged.json").write_text(json.dumps({**forged, "digest": digest(forged)}))
    Path("states.json").write_text(
        json.dumps({**program, "node_states": ["HIDDEN", "DONE", "VIRTUAL"]})
    )
    tensors, description = load_tensors(pretrained_path(BFS))
    save_tensors(tmp_path / "chess.safetensors", tensors, {**description, "task": "chess"})
    save_tensors(tmp_path / "dfs.safetensors", tensors, {**description, "task": "dfs"})
    Path("empty.safetensors").write_bytes(b"")
    Path("folder").mkdir()
    before = sorted(path.name for path in tmp_path.iterdir())
    refused = {
        ("bsf",): "no task 'bsf'",
        ("missing.json",): "no task 'missing.json'",
        ("folder",): "no model 'folder'",
        ("half.json",): "is damaged or no program",
        ("newer.json",): "is of format 3 and this version reads 2",
        ("chess.json",): "is for 'chess', which is no task of this version",
        ("forged.json",): "does not fit the bfs of this version",
        ("states.json",): "does not fit the bfs of this version",
        ("chess.safetensors",): "is for 'chess', which is no task of this version",
        ("dfs.safetensors",): "does not fit the dfs of this version",
        ("empty.safetensors",): "is damaged or no dnar model",
        ("bfs", "--certificate", "nowhere/proof.json"): "there is no folder nowhere",
        ("bfs", "--counterexample", "nowhere/graph.csv"): "there is no folder nowhere",
        (): "TASK|DIR|FILE",
    }
    for words, reason in refused.items():
        done = call("verify", *words)
        assert (done.code, done.out) == (2, ""), words
        assert done.err.startswith("error: "), words
        assert done.err.count("\n") == 1, words
        assert reason in done.err, words
    assert sorted(path.name for path in tmp_path.iterdir()) == before
