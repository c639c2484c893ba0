"""Several tasks, one processor: trained, saved, loaded, proved, checked."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import torch

import dnar
from dnar.errors import InputError
from dnar.network import extract
from dnar.run import CompiledEngine, engine_from, evaluate
from dnar.training import TrainConfig, Trainer

pytestmark = pytest.mark.usefixtures("no_shape_checks_in_module")

TASKS = ("bfs", "mis", "eccentricity")
CHECKER = Path(__file__).parents[3] / "tools" / "check_certificate.py"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("together") / "run"


@pytest.fixture(scope="module")
def joint(folder: Path) -> dnar.JointModel:
    return dnar.train_together(TASKS, out=folder, graphs=16, train_sizes=(4, 6))


def test_every_member_is_exact_and_proved(joint: dnar.JointModel) -> None:
    assert (joint.exact, list(joint.members)) == (True, list(TASKS))
    for name, member in joint.members.items():
        assert member.verify().verdict.value == "proved"
        assert (member.report["task"], member.report["verdict"]) == (name, "proved")
        assert (member.report["exact"], member.report["wrong"]) == (True, 0)
        assert member.report["together"] == list(TASKS)


def test_there_is_one_processor(joint: dnar.JointModel) -> None:
    networks = [member.network for member in joint.members.values()]
    processor = networks[0].processor
    assert all(network.processor is processor for network in networks)
    before = [extract(each.network, each.task).program for each in joint.members.values()]
    weight = processor.node_out.weight
    kept = weight.detach().clone()
    with torch.no_grad():
        weight.zero_()
        after = [extract(each.network, each.task).program for each in joint.members.values()]
        weight.copy_(kept)
    for old, new in zip(before, after, strict=True):
        assert old.node_cases != new.node_cases
    alone = sum(each.numel() for each in processor.parameters())
    assert alone < joint.report["parameters"] < 1.1 * alone


def test_members_run_as_the_rules_do(joint: dnar.JointModel) -> None:
    for name, member in joint.members.items():
        start = None if name == "mis" else 3
        by_rules = dnar.run(name, "ws:30", start=start, seed=4, engine="rules")
        assert member.run("ws:30", start=start, seed=4).outputs == by_rules.outputs
        engine = CompiledEngine(member.task, member.program)
        (score,) = evaluate(engine, sizes=(80,), families=("er",), graphs=3)
        assert score.graph == 100.0


def test_the_run_comes_back_from_its_folder(joint: dnar.JointModel, folder: Path) -> None:
    loaded = dnar.load_together(folder)
    assert len({id(member.network.processor) for member in loaded.members.values()}) == 1
    for name in TASKS:
        alone = dnar.load_model(folder / name)
        ours = joint[name].network.state_dict()
        for other in (loaded[name], alone):
            theirs = other.network.state_dict()
            assert ours.keys() == theirs.keys()
            assert all(torch.equal(ours[key], theirs[key]) for key in ours)
            assert other.weights == (folder / "model.safetensors").read_bytes()
            report = dict(joint[name].report)
            del report["verdict"]
            assert other.report == report
    report = json.loads((folder / "report.json").read_text())
    assert report == joint.report
    assert {each["verdict"] for each in report["members"].values()} == {"proved"}


def test_the_checker_accepts_every_member(joint: dnar.JointModel, folder: Path) -> None:
    for name in joint.members:
        proof = folder / name / "certificate.json"
        weights = ["--weights", str(folder / "model.safetensors")]
        command = [sys.executable, "-I", "-S", str(CHECKER), str(proof), *weights]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        assert "proved" in done.stdout


def test_a_member_is_a_source_like_any_other(joint: dnar.JointModel, folder: Path) -> None:
    by_rules = dnar.run("bfs", "karate", start=0, engine="rules").outputs
    for name in (None, "program", "compiled", "network"):
        engine = engine_from(str(folder / "bfs"), name)
        assert dnar.run("bfs", "karate", start=0, engine=engine).outputs == by_rules


def test_what_cannot_be_loaded_or_trained(joint: dnar.JointModel, folder: Path) -> None:
    for source in (folder, folder / "model.safetensors"):
        with pytest.raises(InputError, match="holds models for bfs, mis, eccentricity"):
            dnar.load_model(source)
    (folder / "dfs").mkdir()
    with pytest.raises(InputError, match="not for 'dfs'"):
        dnar.load_model(folder / "dfs")
    with pytest.raises(InputError, match="no member 'dfs'"):
        joint["dfs"]
    with pytest.raises(InputError, match="there is no model file"):
        dnar.load_together(folder / "bfs")
    for tasks in ((), ("bfs",), ("bfs", "dfs", "bfs")):
        with pytest.raises(InputError, match="two or more different tasks"):
            dnar.train_together(tasks)
    with pytest.raises(InputError, match="holds another run"):
        dnar.train_together(("bfs", "mis"), out=folder, resume=True)


def test_vectors_are_as_long_as_there_are_states_together() -> None:
    tasks = [dnar.get_task(name) for name in TASKS]
    trainer = Trainer(tasks, TrainConfig(hidden=8, graphs=4))
    assert {lesson.network.processor.sizes.hidden for lesson in trainer.lessons} == {14}


def test_a_single_model_is_no_joint_one(tmp_path: Path) -> None:
    dnar.train("bfs", out=tmp_path / "run", graphs=8)
    with pytest.raises(InputError, match="for one task"):
        dnar.load_together(tmp_path / "run")
