"""Callbacks see every check of a training run, and can end it."""

import json
from pathlib import Path

import pytest

import dnar
from dnar.errors import InputError
from dnar.network import Network
from dnar.tasks import get_task
from dnar.training import Progress, TrainConfig, train_in, train_network

pytestmark = pytest.mark.usefixtures("no_shape_checks_in_module")

SHORT = TrainConfig(
    graphs=8, graphs_per_batch=4, iterations=30, patience=0.0, cycles=2, learning_rate=1e-6
)
"""Too slow to become exact."""
DFS = get_task("dfs")


def test_callbacks_see_every_check() -> None:
    seen: list[Progress] = []
    network, outcome = train_network(DFS, SHORT, callbacks=[seen.append])
    assert not outcome.stopped
    places = [(each.cycle, each.iteration, each.total) for each in seen]
    assert places == [(0, 25, 25), (0, 30, 30), (1, 25, 55), (1, 30, 60)]
    assert [each.temperature for each in seen][:2] == [
        SHORT.temperature(24),
        SHORT.temperature(29),
    ]
    assert all(each.loss == each.loss_by_task["dfs"] > 0 for each in seen)
    assert seen[-1].wrong == seen[-1].wrong_by_task["dfs"] == outcome.wrong
    assert all(each.network is each.networks["dfs"] is network for each in seen)


def test_only_true_stops_and_every_callback_is_called() -> None:
    calls = []

    def first(progress: Progress) -> bool:
        calls.append("first")
        return progress.total >= 30

    def second(progress: Progress) -> str:
        calls.append("second")
        return "anything but True"

    _, outcome = train_network(DFS, SHORT, callbacks=[first, second])
    assert (outcome.stopped, outcome.exact, outcome.iterations) == (True, False, 30)
    assert calls == ["first", "second"] * 2


def test_a_stopped_run_is_finished_and_says_so(tmp_path: Path) -> None:
    model = dnar.train("dfs", config=SHORT, out=tmp_path / "run", callbacks=[lambda _: True])
    assert (model.report["stopped"], model.report["iterations"]) == (True, 25)
    loaded = dnar.load_model(tmp_path / "run")
    assert loaded.report["stopped"] is True
    again = train_in(tmp_path / "run", [DFS], SHORT, resume=True)
    assert again.report == json.loads((tmp_path / "run" / "report.json").read_text())


def test_a_callback_that_stops_at_the_end_has_stopped_nothing() -> None:
    _, outcome = train_network(DFS, SHORT, callbacks=[lambda progress: progress.total == 60])
    assert (outcome.stopped, outcome.iterations) == (False, 60)


def test_several_tasks_have_losses_and_networks_of_their_own() -> None:
    seen: list[Progress] = []
    tasks = ["bfs", "mis"]
    config = TrainConfig(graphs=8, iterations=5, cycles=1)
    dnar.train_together(tasks, callbacks=[seen.append], config=config)
    assert list(seen[-1].loss_by_task) == list(seen[-1].networks) == tasks
    assert seen[-1].loss == sum(seen[-1].loss_by_task.values())
    assert isinstance(seen[-1].network, Network)
    assert seen[-1].network is seen[-1].networks["bfs"]


def test_what_cannot_be_called_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a callback is a function of a Progress, got 'loud'"):
        dnar.train("bfs", out=tmp_path / "run", callbacks=["loud"])  # type: ignore[list-item]
    assert not (tmp_path / "run").exists()
