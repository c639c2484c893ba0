"""What a report says of how its model was learned is what happened."""

from dataclasses import replace
from pathlib import Path

import pytest

import dnar
from dnar.network import MessageForm
from dnar.tasks import get_task
from dnar.training import (
    Data,
    Learned,
    Method,
    TrainConfig,
    config_json,
    how_learned,
    learned_of,
    lesson,
    train_in,
)

pytestmark = pytest.mark.usefixtures("no_shape_checks_in_module")

SHORT = TrainConfig(graphs=8, graphs_per_batch=4, iterations=5, patience=0.0)


@pytest.mark.parametrize("method", Method)
@pytest.mark.parametrize("cycles", [1, 2])
def test_a_search_is_reported_if_and_only_if_there_was_one(
    method: Method, cycles: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    searches = []
    settle = lesson.settle
    monkeypatch.setattr(lesson, "settle", lambda *given: searches.append(1) or settle(*given))
    config = replace(SHORT, cycles=cycles, method=method)
    report = train_in(tmp_path / "run", [get_task("dfs")], config).report
    assert report["cycles"] == cycles
    assert report["learned"]["method"] == method.value
    assert report["learned"]["attention_searched"] == bool(searches)


@pytest.mark.parametrize(
    ("choice", "data"),
    [
        ({}, Data.ENUMERATED),
        ({"enumerated": False}, Data.GRAPHS),
        ({"messages": MessageForm.LITERAL}, Data.PARTLY),
        ({"messages": MessageForm.LITERAL, "enumerated": False}, Data.GRAPHS),
    ],
)
def test_the_data_are_named(choice: dict, data: Data) -> None:
    assert how_learned(TrainConfig(**choice), 1).data is data


def test_a_report_gives_back_what_was_written() -> None:
    for method in Method:
        for searched in (True, False, None):
            learned = Learned(method, Data.GRAPHS, searched)
            assert learned_of({"learned": learned.to_json()}) == learned


def test_reports_of_earlier_versions_name_the_config_only() -> None:
    config = config_json(TrainConfig(enumerated=False))
    del config["method"]
    found = learned_of({"config": config, "cycles": 3})
    assert found == Learned(Method.SETTLE, Data.GRAPHS, True)
    assert learned_of({}) is None


def test_bundled_models_say_how_they_were_learned() -> None:
    learned = dnar.load_model("dijkstra").learned
    assert learned == Learned(Method.SETTLE, Data.ENUMERATED, True)
