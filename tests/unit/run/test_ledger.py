"""The ledger: what is finished stays finished, and nothing is mixed."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from dnar.errors import InputError
from dnar.run import (
    NetworkEngine,
    RulesEngine,
    Score,
    engine_for,
    evaluate,
    plan,
    scoring,
    workers,
)
from dnar.tasks import get_task

CELLS: dict[str, Any] = {"sizes": (8,), "families": ("er", "ws"), "graphs": 10, "seed": 2}
TASK = get_task("eccentricity")


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "CHUNK_GRAPHS", 4)


def scored(out: Path | None, **other: Any) -> list[Score]:
    engine = engine_for(TASK, "program")
    return list(evaluate(engine, **{**CELLS, **other}, out=out))


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The chunks that are scored from now on."""
    done: list[str] = []

    def tally_chunk(engine: Any, plan: Any, chunk: Any) -> scoring.Tally:
        done.append(f"{chunk.family} {chunk.first}")
        return scoring.tally_chunk(engine, plan, chunk)

    monkeypatch.setattr(workers, "tally_chunk", tally_chunk)
    return done


def test_finished_chunks_are_not_done_again(tmp_path: Path, counted: list[str]) -> None:
    whole = scored(None)
    everything = ["er 0", "er 4", "er 8", "ws 0", "ws 4", "ws 8"]
    assert counted == everything
    counted.clear()
    out = tmp_path / "scores.jsonl"
    assert scored(out) == whole
    lines = out.read_bytes().splitlines(keepends=True)
    for kept in range(1, len(lines) + 1):
        for torn in (b"", b'{"chunk":{"fam', lines[-1][:-1]):
            counted.clear()
            out.write_bytes(b"".join(lines[:kept]) + torn)
            assert scored(out) == whole
            assert counted == everything[kept - 1 :]
            assert out.read_bytes() == b"".join(lines)


def test_scores_come_cell_by_cell_and_may_be_left(tmp_path: Path, counted: list[str]) -> None:
    engine, out = engine_for(TASK, "program"), tmp_path / "scores.jsonl"
    running = evaluate(engine, **CELLS, out=out)
    assert next(running).family == "er"
    del running
    assert counted == ["er 0", "er 4", "er 8"]
    assert scored(out) == scored(None)
    assert counted[3:6] == ["ws 0", "ws 4", "ws 8"]


def test_another_evaluation_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "scores.jsonl"
    small = {"graphs": 2, "sizes": (5,)}
    scored(out, **small)
    before = out.read_bytes()
    others: list[dict[str, Any]] = [
        {"graphs": 3},
        {"sizes": (5, 6)},
        {"families": ("er",)},
        {"seed": 3},
    ]
    for other in others:
        key = next(iter(other))
        with pytest.raises(InputError, match=f"holds another evaluation: its {key} is"):
            scored(out, **{**small, **other})
    with pytest.raises(InputError, match="its engine is program, not rules"):
        list(evaluate(RulesEngine(TASK), **{**CELLS, **small}, out=out))
    bfs = get_task("bfs")
    with pytest.raises(InputError, match="its task is eccentricity, not bfs"):
        list(evaluate(RulesEngine(bfs), **{**CELLS, **small}, out=out))
    assert out.read_bytes() == before


def test_another_model_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "scores.jsonl"
    scored(out, graphs=2, sizes=(5,))
    header, *rest = out.read_text().splitlines(keepends=True)
    out.write_text(json.dumps({**json.loads(header), "model": "0"}) + "\n" + "".join(rest))
    with pytest.raises(InputError, match="its model is 0, not"):
        scored(out, graphs=2, sizes=(5,))


@pytest.mark.parametrize(
    "content", ["", "dear diary", "dear diary\n", "[1]\n", '{"a": 1}\n', '{"a": 1}\nlast']
)
def test_other_files_stay_as_they_are(tmp_path: Path, content: str) -> None:
    out = tmp_path / "letter.txt"
    out.write_text(content)
    with pytest.raises(InputError, match="no evaluation"):
        scored(out)
    assert out.read_text() == content


def test_a_damaged_line_is_told(tmp_path: Path) -> None:
    out = tmp_path / "scores.jsonl"
    small = {"graphs": 2, "sizes": (5,)}
    scored(out, **small)
    header, good = out.read_text().splitlines(keepends=True)[:2]
    wrong_type = re.sub(r'"right": ?\d+', '"right": "x"', good.rstrip())
    assert wrong_type != good.rstrip()
    for line in ("{}", "1", "{", wrong_type):
        out.write_text(f"{header}{line}\n")
        with pytest.raises(InputError, match=r"scores\.jsonl:2"):
            scored(out, **small)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no folder"):
        scored(tmp_path / "nowhere" / "scores.jsonl")


def test_a_soft_network_is_another_engine(tmp_path: Path) -> None:
    hard = engine_for(TASK, "network")
    assert isinstance(hard, NetworkEngine)
    soft = NetworkEngine(TASK, hard.network, temperature=1.0)
    out = tmp_path / "scores.jsonl"
    small: dict[str, Any] = {"sizes": (4,), "families": ("er",), "graphs": 1}
    list(evaluate(hard, **small, out=out))
    with pytest.raises(InputError, match="another evaluation"):
        list(evaluate(soft, **small, out=out))
