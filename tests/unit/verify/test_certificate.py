"""Certificates: what they say, and what cannot be read as one."""

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest

import dnar
from dnar.build_info import provenance
from dnar.errors import InputError
from dnar.machine import (
    CERTIFICATE_FORMAT,
    NodeKind,
    digest,
    program_json,
    read_certificate,
    write_certificate,
)
from dnar.run.bundled import certificate_path, pretrained_path, pretrained_program
from dnar.tasks import all_tasks, get_task
from dnar.verify import Search, certificate, verify

BFS = get_task("bfs")


@pytest.fixture(scope="module")
def made() -> dict:
    model = dnar.load_model("bfs")
    return model.certificate(model.verify())


def test_the_bundled_certificate_is_made_again(made: dict) -> None:
    stored = read_certificate(certificate_path(BFS))[0]
    apart = {"origin", "digest", "margins"}
    assert {key: made[key] for key in made if key not in apart} == {
        key: stored[key] for key in stored if key not in apart
    }
    assert set(made["margins"]) == set(stored["margins"])
    assert set(made["origin"]) == set(provenance())


@pytest.mark.parametrize("name", all_tasks())
def test_bundled_certificates_name_their_model_and_rules(name: str) -> None:
    task = get_task(name)
    stored, program = read_certificate(certificate_path(task))
    weights = pretrained_path(task).read_bytes()
    assert stored["hashes"] == {
        "weights": hashlib.sha256(weights).hexdigest(),
        "program": digest(program_json(program)),
        "rules": digest(program_json(task.program)),
    }
    body = {key: value for key, value in stored.items() if key != "digest"}
    assert stored["digest"] == digest(body)
    assert (stored["task"], stored["verdict"]) == (name, "proved")
    assert stored["format"] == CERTIFICATE_FORMAT


def test_outputs_and_reachable_types(made: dict) -> None:
    parent = {"output": "Pointer", "kind": int(NodeKind.REAL), "readout": "pointer"}
    assert made["outputs"] == {"parent": {**parent, "arc_state": 1, "scalars": []}}
    assert made["kinds"] == {str(NodeKind.REAL): [0, 1], str(NodeKind.VIRTUAL): [2]}
    assert made["types"] == sorted(made["types"])
    assert [each["type"] for each in made["initial"]] == sorted(
        each["type"] for each in made["initial"]
    )
    assert all(each["type"] in made["types"] for each in made["initial"])
    multiplicities = {role["name"]: role["multiplicity"] for role in made["roles"]}
    assert multiplicities == {
        "self": "self",
        "both": "any",
        "along": "any",
        "against": "any",
        "from_virtual": "one",
        "to_virtual": "any",
    }


def test_close_places(made: dict) -> None:
    orders = {(each["head"], each["receiver"]): each for each in made["program"]["orders"]}
    assert [(each["head"], each["receiver"]) for each in made["close"]] == sorted(orders)
    for each in made["close"]:
        places = each["close"]
        assert len(places) == len(orders[each["head"], each["receiver"]]["entries"])
        assert all(at <= place for at, place in enumerate(places))
        assert places == sorted(places)
    program = BFS.program
    exact = certificate(BFS, program, verify(BFS, program))
    assert exact["close"] == [{"head": 0, "receiver": 0, "close": [0, 1]}]
    assert (exact["hashes"]["weights"], exact["margins"], exact["margins_checked"]) == (
        None,
        {},
        0,
    )


def test_only_what_is_proved_gets_one() -> None:
    program = pretrained_program(BFS)
    wrong = replace(program, arc_cases=())
    result = verify(BFS, wrong, search=Search(BFS, sizes=()))
    with pytest.raises(
        InputError, match=r"only a proved program gets a certificate; .* refuted"
    ):
        certificate(BFS, wrong, result)


def test_there_and_back(made: dict, tmp_path: Path) -> None:
    write_certificate(tmp_path / "proof.json", made)
    value, program = read_certificate(tmp_path / "proof.json")
    assert value == made
    assert program_json(program) == made["program"]


def test_what_cannot_be_read(made: dict, tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    text = json.dumps(made)
    with pytest.raises(InputError, match=r"cannot read .*No such file"):
        read_certificate(path)
    for content, reason in {
        text[: len(text) // 2]: "is damaged or no certificate",
        "[]": "is no certificate",
        json.dumps(made["program"]): "is no certificate",
        json.dumps({**made, "format": 3}): "is of format 3 and this version reads 2; upgrade",
        json.dumps({**made, "format": 1}): "is of format 1 and .* 2; verify its model again",
        json.dumps({**made, "format": "1"}): "is damaged: its format is '1', not a number",
        json.dumps({**made, "program": {}}): "this is no program",
    }.items():
        path.write_text(content)
        with pytest.raises(InputError, match=reason):
            read_certificate(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="is damaged"):
        read_certificate(path)
