"""What values show: small tables in notebooks, one line as text, errors without tracebacks."""

import re
import subprocess
import sys
from typing import Any

import pytest

import dnar
from dnar.display import MOST_ROWS, html_page
from dnar.machine import snapshot
from dnar.run import load_model
from dnar.verify import verify


def shown() -> dict[str, Any]:
    """One value of every kind that notebooks show."""
    task = dnar.get_task("dijkstra")
    answer = dnar.run("dijkstra", "er:200", start=0, trajectory=True)
    return {
        "graph": dnar.load_graph("karate"),
        "weighted graph": dnar.load_graph("er:20", random_weights=True),
        "answer": answer,
        "set": dnar.run("mis", "path:9"),
        "value": dnar.run("eccentricity", "path:9", start=0),
        "pairs": dnar.run("floyd_warshall", "er:9"),
        "trajectory": answer.trajectory,
        "task": task,
        "program": task.program,
        "proof": verify(dnar.get_task("bfs"), dnar.get_task("bfs").program),
        "model": load_model("bfs"),
    }


VALUES = shown()


@pytest.mark.parametrize("name", VALUES)
def test_small_tables(name: str) -> None:
    text = VALUES[name]._repr_html_()
    assert len(text) < 5_000
    assert text.startswith("<div><strong>")
    assert text.endswith("</div>")
    for tag in ("div", "strong", "table", "tr", "td", "th", "small"):
        assert text.count(f"<{tag}>") == text.count(f"</{tag}>")
    assert text.count("<tr>") <= MOST_ROWS + 1


@pytest.mark.parametrize("name", VALUES)
def test_a_line_of_text(name: str) -> None:
    text = repr(VALUES[name])
    assert len(text) < 200
    assert "\n" not in text


def test_what_they_say() -> None:
    assert repr(VALUES["set"]).startswith("Answer(mis: in_set; halted after ")
    assert repr(VALUES["task"]) == "Task(dijkstra: Dijkstra's algorithm)"
    assert repr(VALUES["proof"]) == "Result(proved: 36 obligations)"
    assert re.fullmatch(
        r"Trajectory\(dijkstra: \d+ steps, 201 nodes, \d+ arcs\)", repr(VALUES["trajectory"])
    )
    assert re.fullmatch(
        r"Program\(dijkstra: 8 node states, \d arc states, \d+ cases\)", repr(VALUES["program"])
    )
    html = VALUES["answer"]._repr_html_()
    assert "<th>node</th><th>parent</th><th>distance</th>" in html
    assert "... and 190 more" in html
    assert "eccentricity: 8" in VALUES["value"]._repr_html_()
    assert "exact: yes" in VALUES["model"]._repr_html_()
    assert "Proof: proved" in VALUES["proof"]._repr_html_()


def test_labels_are_escaped() -> None:
    graph = dnar.as_graph([("<script>alert(1)</script>", "a\x1b[31m & b" + "c" * 200)])
    text = graph._repr_html_()
    assert "<script>" not in text
    assert "&lt;script&gt;" in text
    assert "a\\x1b[31m &amp; b" in text
    assert "c" * 100 not in text
    answer = dnar.run("bfs", graph, start="<script>alert(1)</script>")
    assert "<script>" not in answer._repr_html_()
    assert html_page("a", {}, picture="<svg></svg>") == (
        "<div><strong>a</strong><br><small></small><svg></svg></div>"
    )


NOTEBOOK = """
import sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
shell.colors = "nocolor"
shell.run_cell("import dnar; dnar.run('bsf', 'karate')")
shell.run_cell("list(dnar.engine('bfs').map(['path:3', 7], start=0))")
shell.run_cell("1 / 0")
"""


def test_errors_in_ipython_are_one_line() -> None:
    pytest.importorskip("IPython")
    done = subprocess.run(
        [sys.executable, "-c", NOTEBOOK], capture_output=True, text=True, check=False
    )
    lines = [line for line in done.stdout.splitlines() if line.strip()]
    assert lines[0].startswith("InputError: no task 'bsf'; did you mean 'bfs'?")
    assert lines[1].startswith("InputError: cannot make a graph of a int; give a dnar Graph")
    assert lines[1].endswith("(graph number 1, counted from 0)")
    assert "Traceback" in lines[3]  # other errors keep theirs


def test_small_runs_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = dnar.run("bfs", "path:4", start=0, trajectory=True)
    assert answer.trajectory is not None
    for value in (answer, answer.trajectory):
        assert 'src="data:image/png;base64,' in value._repr_html_()
    large = dnar.run("bfs", "path:99", start=0, trajectory=True)
    assert "<img" not in large._repr_html_()
    assert "<img" not in dnar.run("bfs", "path:4", start=0)._repr_html_()
    monkeypatch.setattr(snapshot, "find_spec", lambda name: None)
    assert "<img" not in answer._repr_html_()
