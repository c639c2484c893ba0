"""Sources: tasks, folders, model files, programs and certificates, and what is refused."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from dnar.errors import InputError
from dnar.machine import program_json
from dnar.network import load_tensors
from dnar.network.checkpoint import save_tensors
from dnar.run import (
    NetworkEngine,
    ProgramEngine,
    engine_from,
    load_program,
    scoring_engine,
    source_named,
)
from dnar.run.bundled import certificate_path, pretrained_path, pretrained_program
from dnar.tasks import get_task

pytestmark = pytest.mark.usefixtures("no_shape_checks_in_module")

BFS = get_task("bfs")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a training run, a program and a certificate."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "run").mkdir()
    shutil.copy(pretrained_path(BFS), tmp_path / "run" / "model.safetensors")
    shutil.copy(certificate_path(BFS), tmp_path / "proof.json")
    write("program.json", program_json(pretrained_program(BFS)))
    return tmp_path


def write(name: str, value: Any) -> None:
    Path(name).write_text(json.dumps(value))


@pytest.mark.parametrize("source", ["bfs", "run", "run/model.safetensors", "program.json"])
def test_who_runs_a_source(source: str) -> None:
    by_default = {"bfs": "automatic", "program.json": "automatic"}.get(source, "network")
    chosen = engine_from(source, None)
    assert (chosen.name, chosen.task) == (by_default, BFS)
    for name in ("rules", "program", "compiled"):
        chosen = engine_from(source, name)
        assert (chosen.name, chosen.task) == (name, BFS)


@pytest.mark.parametrize("source", ["bfs", "run", "run/model.safetensors", "program.json"])
def test_programs_are_scored_unless_networks_are_asked_for(source: str) -> None:
    assert scoring_engine(source_named(source), None).name == "automatic"
    assert scoring_engine(source_named(source), "program").name == "program"
    if source != "program.json":
        assert scoring_engine(source_named(source), "network").name == "network"


def test_a_folder_runs_its_own_network_or_program() -> None:
    network, program = engine_from("run", "network"), engine_from("run", "program")
    assert isinstance(network, NetworkEngine)
    assert isinstance(program, ProgramEngine)
    assert program_json(program.program) == program_json(pretrained_program(BFS))


def test_a_program_alone_or_in_a_certificate() -> None:
    for path in ("program.json", "proof.json"):
        task, program = load_program(path)
        assert task == BFS
        assert program_json(program) == program_json(pretrained_program(BFS))
    with pytest.raises(InputError, match="without a network; use --engine program"):
        engine_from("program.json", "network")


def test_a_name_wins_over_a_file_but_not_over_a_folder(folder: Path) -> None:
    (folder / "bfs").write_text("anything")
    assert engine_from("bfs", None).name == "automatic"
    (folder / "bfs").unlink()
    (folder / "run").rename(folder / "bfs")
    assert engine_from("bfs", None).name == "network"


def test_there_is_no_such_source() -> None:
    with pytest.raises(InputError, match="no task 'bsf'; did you mean 'bfs'"):
        engine_from("bsf", None)
    with pytest.raises(InputError, match=r"no task 'missing\.json'"):
        engine_from("missing.json", None)
    with pytest.raises(InputError, match="no engine 'steam'"):
        engine_from("program.json", "steam")
    with pytest.raises(InputError, match=r"cannot read 'missing\.json': No such file"):
        load_program("missing.json")


def test_damaged_programs() -> None:
    text = Path("program.json").read_text()
    Path("half.json").write_text(text[: len(text) // 2])
    with pytest.raises(InputError, match=r"half\.json is damaged or no program"):
        load_program("half.json")
    write("list.json", [1, 2])
    with pytest.raises(InputError, match="this is no program"):
        load_program("list.json")
    write("undigested.json", {"program": json.loads(text)})
    with pytest.raises(InputError, match="no certificate: it has no program and no digest"):
        load_program("undigested.json")


def test_programs_that_fit_no_task() -> None:
    value = json.loads(Path("program.json").read_text())
    write("other.json", {**value, "task": "chess"})
    with pytest.raises(InputError, match="is for 'chess', which is no task of this"):
        load_program("other.json")
    changes = {
        "task": "eccentricity",
        "node_states": ["HIDDEN", "DONE", "VIRTUAL"],
        "heads": [{"name": "highest", "key": None, "prefer": "largest"}],
        "scalars": [{"name": "depth", "place": "node", "start": "zero", "period": 0}],
    }
    for name, changed in changes.items():
        write("other.json", {**value, name: changed})
        part = "node_states" if name == "task" else name
        task = changed if name == "task" else "bfs"
        expected = f"does not fit the {task} of this version: expected {part} "
        with pytest.raises(InputError, match=expected):
            load_program("other.json")


def test_a_model_of_an_unknown_task(folder: Path) -> None:
    tensors, description = load_tensors(pretrained_path(BFS))
    path = folder / "chess.safetensors"
    save_tensors(path, tensors, {**description, "task": "chess"})
    with pytest.raises(InputError, match="is for 'chess', which is no task"):
        engine_from(str(path), None)
