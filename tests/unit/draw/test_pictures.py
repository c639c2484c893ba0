"""Pictures of runs: what they show, and the files they become."""

import io
import re
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import dnar
from dnar.draw import TrainingCurve, draw_step, write_animation, write_frames
from dnar.draw.colours import FILLS, ink
from dnar.draw.picture import node_points
from dnar.errors import InputError
from dnar.machine import NodeKind, Trajectory

Image = pytest.importorskip("PIL.Image")


def trajectory(task: str = "bfs", graph: str = "path:4") -> Trajectory:
    found = dnar.run(task, graph, start=0, weight=1.0, trajectory=True).trajectory
    assert found is not None
    return found


def test_a_picture_shows_labels_states_and_numbers(tmp_path: Path) -> None:
    path = draw_step(trajectory("dijkstra"), 5).save(tmp_path / "step.svg")
    texts = re.findall(r"<text[^>]*>([^<]+)</text>", path.read_text())
    run = trajectory("dijkstra")
    assert {"0", "1", "2", "3"} <= set(texts)
    assert f"dijkstra, step 5 of {len(run)}" in texts
    assert {"heard next", "pointer"} <= set(texts)


@pytest.mark.parametrize("virtual", [False, True])
def test_the_legend_lists_the_states_that_drawn_nodes_take_in_the_run(virtual: bool) -> None:
    run = trajectory("dijkstra")
    drawn = (run.instance.node_kind != NodeKind.VIRTUAL) | virtual
    taken = {int(state) for each in run.snapshots() for state in each.node_state[drawn]}
    (axes,) = draw_step(run, 5, virtual=virtual).figure.axes
    legend = axes.get_legend()
    assert legend is not None
    listed = [each.get_text() for each in legend.get_texts()]
    names = [run.program.node_states[state] for state in sorted(taken)]
    assert listed == [*names, "heard next", "pointer"]
    assert virtual == ("VIRTUAL" in names)


def test_the_same_run_gives_the_same_bytes() -> None:
    for suffix in (".png", ".svg"):
        one, other = (draw_step(trajectory(), 2).rendered(suffix) for _ in range(2))
        assert one == other


def test_pointers_of_the_end_are_drawn_and_states_have_their_colours() -> None:
    picture = draw_step(trajectory(), -1)
    (axes,) = picture.figure.axes
    arrows = [each for each in axes.texts if getattr(each, "arrow_patch", None)]
    assert len(arrows) == 3
    faces = {
        round(float(np.asarray(each.get_facecolor())[0, 0]), 3) for each in axes.collections[2:]
    }
    done = int(FILLS[1][1:3], 16) / 255
    assert round(done, 3) in faces
    assert ink(0) == "#111111"


def test_answers_and_trajectories_draw_themselves() -> None:
    answer = dnar.run("bfs", "path:3", start=0, trajectory=True)
    assert answer.trajectory is not None
    assert answer.draw(1).rendered(".png") == answer.trajectory.draw(1).rendered(".png")
    with pytest.raises(InputError, match="trajectory=True"):
        dnar.run("bfs", "path:3", start=0).draw()
    with pytest.raises(IndexError, match="steps 0 to 2"):
        answer.draw(3)


def test_own_points_and_wrong_ones() -> None:
    run = trajectory()
    points = np.array([[0, 0], [1, 0], [2, 0], [3, 0]], dtype=float)
    assert node_points(run.instance, points)[:4].tolist() == points.tolist()
    with pytest.raises(InputError, match="4 nodes need as many points"):
        draw_step(run, points=points[:2])


def test_frames_and_animations(tmp_path: Path) -> None:
    run = trajectory()
    written = write_frames(run, tmp_path / "frames", suffix=".svg")
    assert [each.name for each in written] == [f"step-{at:04d}.svg" for at in range(4)]
    assert write_animation(run, tmp_path / "run.gif", per_second=4) == 4
    with Image.open(io.BytesIO((tmp_path / "run.gif").read_bytes())) as image:
        assert image.n_frames == 4
        assert image.info["duration"] == 250
    with pytest.raises(InputError, match=r"\.gif or \.mp4"):
        write_animation(run, tmp_path / "run.avi")
    if shutil.which("ffmpeg") is None:
        with pytest.raises(InputError, match="needs ffmpeg"):
            write_animation(run, tmp_path / "run.mp4")
    with pytest.raises(InputError, match=r"\.png or \.svg"):
        draw_step(run).save(tmp_path / "run.pdf")


def test_large_graphs_and_helpers_are_drawn() -> None:
    assert draw_step(trajectory("bfs", "delaunay:150"), 1).rendered(".png")
    helpers = dnar.run("matrix_chain_order", [2.0, 3.0, 4.0], trajectory=True)
    assert helpers.draw(virtual=True).rendered(".png")


def test_training_curves() -> None:
    curve = TrainingCurve()
    with pytest.raises(InputError, match="no curve yet"):
        curve.draw()
    for total, loss, wrong in ((10, 1.0, 5), (20, 0.1, 0)):
        curve(SimpleNamespace(total=total, loss=loss, wrong=wrong))
    assert curve.points == [(10, 1.0, 5), (20, 0.1, 0)]
    upper, lower = curve.draw("bfs").figure.axes
    assert (upper.get_title(), lower.get_ylabel()) == ("bfs", "wrong cases")


def test_without_matplotlib_one_line_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(InputError, match=r"pip install 'dnar\[plots\]'"):
        draw_step(trajectory())
