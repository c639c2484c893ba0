"""Workers: the same scores from several processes, and nothing lost when they are stopped."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dnar.errors import InputError
from dnar.machine import Execution, Instance
from dnar.run import RulesEngine, engine_for, evaluate, workers
from dnar.tasks import get_task

pytestmark = pytest.mark.usefixtures("no_shape_checks_in_module")

COMMAND = [sys.executable, "-m", "dnar.cli", "evaluate", "eccentricity", "--json"]
LONG = ["--sizes", "60", "--families", "er,ws", "--graphs", "1000", "--workers", "2"]


@pytest.mark.parametrize("name", ["program", "rules"])
def test_two_workers_find_what_one_finds(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(workers, "SMALL", 0)
    task = get_task("mis")
    cells = {"sizes": (30,), "families": ("er", "delaunay"), "graphs": 150}
    engine = engine_for(task, name)
    one, two = (list(evaluate(engine, **cells, workers=count)) for count in (1, 2))
    assert one == two


class Dying(RulesEngine):
    """Takes its process with it, as a lack of memory would."""

    def execute(self, instance: Instance, *, max_steps: int | None, record: bool) -> Execution:
        os._exit(9)


def test_a_dead_worker_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "SMALL", 0)
    with pytest.raises(InputError, match="a worker process died"):
        list(evaluate(Dying(get_task("mis")), sizes=(5,), families=("er",), workers=2))


def lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines() if path.exists() else []


def hear_interrupts() -> None:
    """Whoever runs the tests in the background may ignore Ctrl-C; the command must not."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def start(out: Path) -> subprocess.Popen[str]:
    running = subprocess.Popen(
        [*COMMAND, *LONG, "--out", str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=hear_interrupts,  # noqa: PLW1509 (no threads run here)
    )
    while len(lines(out)) < 3:
        assert running.poll() is None, "it should be at work"
        time.sleep(0.01)
    return running


def is_gone(group: int) -> bool:
    """Whether all processes of the group end soon."""
    for _ in range(500):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGKILL], ids=["SIGINT", "SIGKILL"])
def test_what_was_finished_is_kept(tmp_path: Path, sent: signal.Signals) -> None:
    out = tmp_path / "scores.jsonl"
    running = start(out)
    if sent is signal.SIGINT:
        os.killpg(running.pid, sent)  # as a terminal does: the workers get it too
    else:
        running.send_signal(sent)
    said, complaint = running.communicate(timeout=30)
    assert is_gone(running.pid), "no worker is left behind"
    kept = lines(out)
    assert 3 <= len(kept) < 21
    if sent is signal.SIGINT:
        graphs = sum(json.loads(line)["chunk"]["graphs"] for line in kept[1:])
        assert (running.returncode, said) == (130, "")
        assert complaint == (
            f"interrupted: {graphs} of 2000 graphs are kept in {out}; "
            "the same command goes on from there\n"
        )
    done = subprocess.run(
        [*COMMAND, *LONG, "--out", str(out)], capture_output=True, text=True, check=True
    )
    assert lines(out)[: len(kept) - 1] == kept[:-1], "what was finished is not touched"
    assert len(lines(out)) == 21
    scores = json.loads(done.stdout)["scores"]
    assert [(each["graphs"], each["graph"], each["valid"]) for each in scores] == [
        (1000, 100.0, 100.0)
    ] * 2
