"""Training runs: seeds reproduce, interrupted runs end the same, bad input changes nothing."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import torch

from dnar.errors import InputError
from dnar.network import MessageForm
from dnar.tasks import get_task
from dnar.training import (
    Lesson,
    Method,
    Progress,
    TrainConfig,
    Trainer,
    session,
    train_in,
    train_network,
)
from dnar.training.objective import case_batch

pytestmark = pytest.mark.usefixtures("no_shape_checks_in_module")

SHORT = TrainConfig(
    graphs=8,
    cycles=3,
    iterations=30,
    graphs_per_batch=4,
    cases_per_batch=64,
    learning_rate=1e-4,
    patience=0.0,
)
"""So slow that no cycle becomes exact: there are six checks in every run."""
TASK = get_task("eccentricity")


def weights(folder: Path) -> dict[str, torch.Tensor]:
    return session.load_tensors(folder / "model.safetensors")[0]


def same(one: dict[str, torch.Tensor], other: dict[str, torch.Tensor]) -> bool:
    return one.keys() == other.keys() and all(torch.equal(one[key], other[key]) for key in one)


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that nothing interrupted."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    train_in(folder, [TASK], SHORT)
    return folder


@pytest.mark.parametrize("name", ["bfs", "mis"])
def test_settling_becomes_exact(name: str) -> None:
    _, outcome = train_network(get_task(name), TrainConfig.settle())
    assert (outcome.exact, outcome.wrong) == (True, 0)


def test_the_same_seed_gives_the_same_weights() -> None:
    one, other, third = (
        train_network(
            get_task("bfs"), TrainConfig(seed=seed, graphs=8, cycles=1, iterations=25)
        )[0]
        for seed in (4, 4, 5)
    )
    assert same(one.state_dict(), other.state_dict())
    assert not same(one.state_dict(), third.state_dict())


@pytest.mark.parametrize("calls", [1, 2, 3, 4])
def test_an_interrupted_run_ends_the_same(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, calls: int
) -> None:
    monkeypatch.setattr(session, "SAVE_SECONDS", 0.0)
    left, folder = [calls], tmp_path / "run"

    def interrupt(progress: Progress) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_in(folder, [TASK], SHORT, callbacks=[interrupt])
    assert (folder / "state.safetensors").is_file()
    train_in(folder, [TASK], SHORT, resume=True)
    assert same(weights(folder), weights(whole))
    assert sorted(content(folder)) == ["config.json", "model.safetensors", "report.json"]
    one, other = (json.loads((each / "report.json").read_text()) for each in (folder, whole))
    assert (one["iterations"], one["cycles"]) == (other["iterations"], other["cycles"])


def test_a_killed_process_can_be_taken_up_again(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    script = (
        "import sys; from pathlib import Path; from dnar.tasks import get_task\n"
        "from dnar.training import TrainConfig, session\n"
        "session.SAVE_SECONDS = 0.0\n"
        "config = TrainConfig(graphs=8, cycles=3, iterations=30, graphs_per_batch=4, "
        "cases_per_batch=64, learning_rate=1e-4, patience=0.0)\n"
        "session.train_in(Path(sys.argv[1]), [get_task('eccentricity')], config)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", script, str(folder)])
    while not (folder / "state.safetensors").is_file() and process.poll() is None:
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    assert not (folder / "model.safetensors").exists()
    train_in(folder, [TASK], SHORT, resume=True)
    assert same(weights(folder), weights(whole))


def test_a_finished_run_is_not_trained_again(whole: Path) -> None:
    before = content(whole)
    with pytest.raises(InputError, match="already holds this run"):
        train_in(whole, [TASK], SHORT)
    done = train_in(whole, [TASK], SHORT, resume=True)
    assert done.report == json.loads(before["report.json"])
    assert same(done.networks[TASK.name].state_dict(), weights(whole))
    assert content(whole) == before


def test_another_run_in_the_folder(whole: Path) -> None:
    before = content(whole)
    for task, config in ((get_task("bfs"), SHORT), (TASK, TrainConfig(seed=9))):
        for resume in (False, True):
            with pytest.raises(InputError, match="holds another run"):
                train_in(whole, [task], config, resume=resume)
    assert content(whole) == before


def test_a_folder_that_is_no_run(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    for path in (tmp_path, tmp_path / "letter.txt"):
        with pytest.raises(InputError, match="is no training run"):
            train_in(path, [TASK], SHORT)
    assert content(tmp_path) == {"letter.txt": b"dear"}


def test_a_damaged_state_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "SAVE_SECONDS", 0.0)
    calls = []

    def interrupt(progress: Progress) -> None:
        calls.append(progress)
        if len(calls) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_in(tmp_path / "run", [TASK], SHORT, callbacks=[interrupt])
    state = tmp_path / "run" / "state.safetensors"
    state.write_bytes(state.read_bytes()[:1000])
    before = content(tmp_path)
    with pytest.raises(InputError, match="damaged"):
        train_in(tmp_path / "run", [TASK], SHORT, resume=True)
    for written, said in (({}, "does not fit this run"), ({"format": 1}, "by an older dnar")):
        session.save_tensors(state, {"network.a": torch.zeros(1)}, written)
        with pytest.raises(InputError, match=said):
            train_in(tmp_path / "run", [TASK], SHORT, resume=True)
    assert content(tmp_path).keys() == before.keys()


@pytest.mark.parametrize("device", ["quantum", "cuda:99", "meta", "hpu", ""])
def test_an_unknown_device(tmp_path: Path, device: str) -> None:
    with pytest.raises(InputError, match="cannot be used"):
        train_in(tmp_path / "run", [TASK], TrainConfig(device=device))
    assert not (tmp_path / "run").exists()


def test_a_loss_that_is_no_number(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with pytest.raises(InputError, match="training diverged"):
        train_in(folder, [get_task("bfs")], TrainConfig(graphs=8, learning_rate=1e30))
    assert sorted(content(folder)) == ["config.json"]


@pytest.mark.parametrize(
    ("name", "enumerated"),
    [("bfs", True), ("mis", True), ("bfs", False), ("eccentricity", False), ("dfs", False)],
)
def test_gradients_alone_become_exact(
    name: str, enumerated: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Lesson, "listen_anew", lambda *_: pytest.fail("searched"))
    config = TrainConfig(seed=11, enumerated=enumerated)
    _, outcome = train_network(get_task(name), config)
    assert (outcome.exact, outcome.wrong) == (True, 0)


def test_the_literal_form_learns_arcs_after_nodes() -> None:
    literal = TrainConfig(graphs=8, enumerated=False, messages=MessageForm.LITERAL)
    assert [literal.learns_arcs(at) for at in (0, 49, 50)] == [False, False, True]
    assert TrainConfig().learns_arcs(0)
    assert TrainConfig.paper().learns_arcs(0)
    assert [TrainConfig(nodes_first=2).learns_arcs(at) for at in (1, 2)] == [False, True]
    (lesson,) = Trainer([get_task("bfs")], literal).lessons
    update = lesson.network.processor.arc_out.weight
    for arcs in (False, True):
        lesson.network.zero_grad()
        lesson.loss(np.random.default_rng(0), 1.0, arcs=arcs).backward()
        assert update.grad is not None
        assert bool(update.grad.any()) == arcs


def test_gradients_alone_learn_the_literal_form() -> None:
    config = TrainConfig(seed=7, enumerated=False, messages=MessageForm.LITERAL)
    _, outcome = train_network(get_task("bfs"), config)
    assert (outcome.exact, outcome.cycles) == (True, 1)


@pytest.mark.parametrize("method", [Method.GRADIENT, Method.ANNEAL])
def test_gradients_alone_start_again_from_new_weights(method: Method) -> None:
    config = TrainConfig(graphs=8, method=method, iterations=1, patience=0.0, cycles=2)
    trainer = Trainer([get_task("dfs"), get_task("bfs")], config)
    trainer.advance()
    before = {name: each.clone() for name, each in trainer.networks.state_dict().items()}
    trainer.advance()
    after = trainer.networks.state_dict()
    assert trainer.cycle == 1
    for name, old in before.items():
        if old.numel() > 100:
            assert float((old - after[name]).abs().mean()) > 0.01, name


def test_a_cycle_goes_on_while_there_is_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer are wrong at iterations 50 and 100: the cycle of 75 ends 60 after that."""
    config = TrainConfig(graphs=4, cases_per_batch=8, iterations=75, patience=0.8, cycles=1)
    trainer, counts = Trainer([get_task("bfs")], config), [9, 7, 8, 5, 5, 6, 5, 5]
    monkeypatch.setattr(Trainer, "wrong", property(lambda self: counts[self.total // 25 - 1]))
    while not trainer.finished:
        trainer.advance()
    assert (trainer.cycle, trainer.iteration) == (0, 160)


def test_the_paper_s_protocol_makes_all_its_steps_on_all_cases() -> None:
    config = TrainConfig.paper(graphs=8, graphs_per_batch=4, iterations=50)
    trainer = Trainer([get_task("bfs")], config)
    (lesson,) = trainer.lessons
    batch = lesson._batch(np.random.default_rng(0), told=False)
    graphs = np.random.default_rng(0).permutation(8)[:4]
    assert batch.node_weight is not None
    assert len(batch.node_weight) == batch.nodes
    assert batch.nodes == len(lesson.curriculum.row_pool.all_observed(graphs)[0])
    assert float(batch.node_weight.sum()) == pytest.approx(1.0)
    assert lesson.curriculum.row_pool.enumerated == lesson.curriculum.row_pool.told == 0
    while not trainer.finished:
        assert trainer.total < 50
        trainer.exact = True
        trainer.advance()
    assert (trainer.total, trainer.cycle) == (50, 0)


def test_a_whole_batch_is_the_mean_over_repeated_cases() -> None:
    config = TrainConfig.paper(graphs=4, graphs_per_batch=4, train_sizes=(5,))
    (lesson,) = Trainer([get_task("mis")], config).lessons
    rng, graphs = np.random.default_rng(0), np.arange(4)
    whole = lesson._batch(rng, told=False)
    pools = (lesson.curriculum.row_pool, lesson.curriculum.arc_pool)
    rows, arcs = (
        np.repeat(numbers, counts.astype(int))
        for numbers, counts in (pool.all_observed(graphs) for pool in pools)
    )
    repeated = case_batch(lesson.curriculum.rows, rows, lesson.curriculum.arcs, arcs, rng)
    tables = lesson.network.tables()
    one, other = (lesson._attended_loss(tables, batch, 0.7) for batch in (whole, repeated))
    assert torch.allclose(one, other, atol=1e-5)


@pytest.mark.parametrize("form", list(MessageForm))
def test_gradients_alone_first_hear_the_best_of_any_class(form: MessageForm) -> None:
    config = TrainConfig(graphs=8, messages=form)
    for lesson in Trainer([get_task("prim"), get_task("mis")], config).lessons:
        score = lesson.network.tables().score.detach()[: len(lesson.network.signature.heads)]
        assert torch.allclose(score[..., 0], torch.zeros(()), atol=1e-3)
        assert torch.allclose(score[..., 1], torch.tensor(3.0), atol=1e-3)


@pytest.mark.parametrize(
    "choice",
    [
        {"messages": MessageForm.LITERAL},
        {"enumerated": False},
        {"balanced": False, "mining": True},
        {"best_ahead": None},
        {"method": Method.ANNEAL},
    ],
    ids=["literal", "graphs only", "mining", "scores as drawn", "annealing"],
)
@pytest.mark.parametrize("name", ["prim", "mis"])
def test_ablations_run(name: str, choice: dict) -> None:
    config = TrainConfig(
        graphs=8, graphs_per_batch=4, cycles=2, iterations=10, patience=0.0, **choice
    )
    _, outcome = train_network(get_task(name), config)
    assert outcome.exact or (outcome.iterations, outcome.cycles) == (20, 2)
    assert outcome.exact == (outcome.wrong == 0)


@pytest.mark.parametrize(
    ("name", "choice"),
    [
        ("bfs", {"messages": MessageForm.LITERAL}),
        ("eccentricity", {"enumerated": False}),
        ("mis", {"enumerated": False, "train_sizes": (5,)}),
        ("dijkstra", {"enumerated": False, "train_sizes": (5,)}),
    ],
)
def test_settled_ablations_become_exact(name: str, choice: dict) -> None:
    _, outcome = train_network(get_task(name), TrainConfig.settle(seed=1, **choice))
    assert (outcome.exact, outcome.wrong) == (True, 0)


def test_settled_attention_stays_as_it_is() -> None:
    trainer = Trainer([get_task("dijkstra")], TrainConfig.settle(graphs=8, iterations=50))
    (lesson,) = trainer.lessons
    for _ in range(3):
        trainer.advance()
    assert (trainer.cycle, trainer.iteration, lesson.settled) == (1, 25, True)
    before = {name: value.clone() for name, value in lesson.network.state_dict().items()}
    trainer.advance()
    after = lesson.network.state_dict()
    still = {name for name in before if torch.equal(before[name], after[name])}
    attention = {"query.weight", "key.weight", "arc_key.weight", "best_key", "nothing_key"}
    attention |= {"pair_node.weight", "pair_node.bias", "pair_arc.weight", "pair_key.weight"}
    unused = {name for name in before if before[name].numel() == 0}
    rests_on = {"encoder.node", "encoder.arc"}
    assert still - unused == {f"processor.{name}" for name in attention} | rests_on
