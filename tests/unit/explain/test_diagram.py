"""State diagrams as files."""

import re
import sys
from pathlib import Path

import pytest

from dnar.errors import InputError
from dnar.explain import draw_states
from dnar.explain.diagram import arc_panel, node_panel
from tests.unit.explain.programs import every_program, explained

pytest.importorskip("matplotlib")


@every_program
def test_every_state_and_label_is_drawn(name: str, engine: str, tmp_path: Path) -> None:
    words = explained(name, engine).words
    draw_states(words, tmp_path / "states.svg")
    texts = re.findall(r"<(?:text|tspan)[^>]*>([^<]+)</", (tmp_path / "states.svg").read_text())
    expected = [
        text
        for panel in (node_panel(words), arc_panel(words))
        for text in (
            panel.title,
            panel.note,
            *panel.states,
            *(line for each in panel.row.arrows for line in each.lines),
        )
    ]
    expected.append(words.task.title)
    shown = [text.replace("&lt;", "<").replace("&gt;", ">").strip() for text in texts]
    assert sorted(shown) == sorted(expected)


def test_transitions_of_bfs() -> None:
    words = explained("bfs", "rules").words
    nodes, arcs = node_panel(words), arc_panel(words)
    assert nodes.states == ("UNSEEN", "DONE", "VIRTUAL")
    assert (nodes.bold, nodes.dashed) == (frozenset(nodes.states), frozenset({"VIRTUAL"}))
    (seen,) = nodes.row.arrows
    assert (seen.transition.start, seen.transition.end, seen.lines) == (
        0,
        1,
        ("DONE over", "NEUTRAL"),
    )
    labels = [each.transition.label for each in arcs.row.arrows]
    assert labels == ["UNSEEN \u2190 DONE, heard", "UNSEEN \u2190 UNSEEN, not heard"]


@pytest.mark.parametrize("suffix", [".svg", ".png", ".PNG"])
def test_same_bytes_every_time(suffix: str, tmp_path: Path) -> None:
    words = explained("dfs", "rules").words
    for stem in ("one", "two"):
        draw_states(words, tmp_path / f"{stem}{suffix}")
    one, two = ((tmp_path / f"{stem}{suffix}").read_bytes() for stem in ("one", "two"))
    assert one == two
    begins = b"<?xml" if suffix == ".svg" else b"\x89PNG"
    assert one.startswith(begins)


def test_refused_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = explained("bfs", "rules").words
    with pytest.raises(InputError, match=r"ends in \.svg or \.png, got 'states\.pdf'"):
        draw_states(words, tmp_path / "states.pdf")
    with pytest.raises(InputError, match="there is no folder"):
        draw_states(words, tmp_path / "missing" / "states.svg")
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(InputError, match=r"pip install 'dnar\[plots\]'"):
        draw_states(words, tmp_path / "states.svg")
    assert list(tmp_path.iterdir()) == []


def test_a_diagram_has_the_shape_of_a_slide(tmp_path: Path) -> None:
    draw_states(explained("dijkstra", "rules").words, tmp_path / "states.png")
    header = (tmp_path / "states.png").read_bytes()[16:24]
    width, height = (int.from_bytes(part) for part in (header[:4], header[4:]))
    assert width <= 2000
    assert width / height == pytest.approx(16 / 9, abs=0.01)
