"""Lessons that share a processor: one step for all, queries that leave other tasks alone."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from dnar.network import Network, load_tensors, outputs_of, shared_networks, signature_of
from dnar.tasks import get_task
from dnar.training import Progress, TrainConfig, Trainer, session, train_in

pytestmark = pytest.mark.usefixtures("no_shape_checks_in_module")

TASKS = [get_task("bfs"), get_task("mis")]
SHORT = TrainConfig(
    train_sizes=(4, 5),
    graphs=8,
    graphs_per_batch=4,
    cases_per_batch=32,
    iterations=5,
    patience=0.0,
    cycles=2,
)


def test_a_processor_shared_with_nobody_is_the_network_s_own() -> None:
    """The first weights of a single task are the same, to the last bit."""
    task = get_task("dijkstra")
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(3)
        (shared,) = shared_networks([task], hidden=16)
        torch.manual_seed(3)
        own = Network(signature_of(task.program), outputs_of(task), hidden=16)
    ours, theirs = shared.state_dict(), own.state_dict()
    assert ours.keys() == theirs.keys()
    assert all(torch.equal(ours[name], theirs[name]) for name in ours)


def test_an_iteration_adds_up_the_gradients_of_all_tasks() -> None:
    trainer = Trainer(TASKS, SHORT)
    shared = trainer.lessons[0].network.processor.node_out.weight
    trainer.optimiser.clear()
    parts, rng = [], np.random.default_rng(0)
    for lesson in trainer.lessons:
        before = shared.grad.clone() if shared.grad is not None else torch.zeros(())
        lesson.loss(rng, 1.0).backward()
        assert shared.grad is not None
        parts.append(shared.grad - before)
    assert all(bool(part.abs().sum() > 0) for part in parts)
    assert shared.grad is not None
    assert torch.allclose(shared.grad, torch.stack(parts).sum(0), atol=1e-5)


def test_new_queries_leave_the_other_tasks_alone() -> None:
    tasks = [get_task("bfs"), get_task("prim"), get_task("mis")]
    trainer = Trainer(tasks, replace(SHORT, enumerated=False, best_ahead=None))
    bfs, prim, mis = trainer.lessons
    strangers = torch.cat([each.network.encoder.node.detach() for each in (bfs, mis)])
    before = [each.network.tables().score.detach() for each in trainer.lessons]
    prim.listen_anew(np.random.default_rng(0), strangers)
    after = [each.network.tables().score.detach() for each in trainer.lessons]
    for number in (0, 2):
        assert torch.allclose(before[number], after[number], atol=1e-3)
    assert not torch.allclose(before[1], after[1], atol=1e-1)
    assert bfs.network.processor is prim.network.processor


def test_progress_tells_of_every_task() -> None:
    trainer = Trainer(TASKS, SHORT)
    progress = trainer.advance()
    assert list(progress.wrong_by_task) == ["bfs", "mis"]
    assert progress.wrong == sum(progress.wrong_by_task.values()) == trainer.wrong > 0


def test_an_interrupted_run_ends_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "SAVE_SECONDS", 0.0)
    train_in(tmp_path / "whole", TASKS, SHORT)
    calls = []

    def interrupt(progress: Progress) -> None:
        calls.append(progress)
        if len(calls) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_in(tmp_path / "torn", TASKS, SHORT, callbacks=[interrupt])
    train_in(tmp_path / "torn", TASKS, SHORT, resume=True)
    whole, torn = (
        load_tensors(tmp_path / name / "model.safetensors")[0] for name in ("whole", "torn")
    )
    assert whole.keys() == torn.keys()
    assert all(torch.equal(whole[name], torn[name]) for name in whole)
