"""Reports: what a person reads in a terminal, labels shown as they are."""

from typing import Any

import numpy as np
from rich.console import Console

from dnar.cli.report import MOST_ROWS, answer_report, task_table
from dnar.machine import PerNode
from dnar.run import Answer
from dnar.tasks import all_tasks, get_task


def shown(renderable: Any, width: int = 200) -> list[str]:
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        console.print(renderable)
    return [line.rstrip() for line in capture.get().splitlines()]


def test_every_task_has_a_row() -> None:
    lines = shown(task_table(list(all_tasks().values())))
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in lines if "│" in line]
    assert [row[0] for row in rows] == list(all_tasks())
    by_name = {row[0]: row[2:] for row in rows}
    assert by_name["bfs"] == ["graph, start", "parent"]
    assert by_name["dfs"] == ["graph, start (optional)", "parent"]
    assert by_name["dijkstra"] == ["graph, start, weights", "parent, distance"]
    assert by_name["mis"] == ["undirected graph, seed", "in_set"]
    assert by_name["minimum"] == ["array", "minimum"]
    own = ["text and needle: abcab,ca", "match"]
    assert by_name["naive_string_matcher"] == own


def test_single_values() -> None:
    found = answer_report(get_task("eccentricity"), Answer("e", 6, True, {"eccentricity": 3.0}))
    assert shown(found) == ["Eccentricity: came to rest after 6 steps", "eccentricity: 3"]
    cut = answer_report(get_task("minimum"), Answer("minimum", 1, False, {"minimum": None}))
    assert shown(cut) == ["Minimum of an array: was stopped after 1 step", "minimum: None"]


def test_labels_are_not_markup() -> None:
    outputs = {"parent": {"[red]": ":key:", ":key:": "[/]"}}
    lines = shown(answer_report(get_task("bfs"), Answer("bfs", 2, True, outputs)))
    rows = [line.split() for line in lines if line.startswith("│")]
    assert rows == [["│", "[red]", "│", ":key:", "│"], ["│", ":key:", "│", "[/]", "│"]]
    chosen = answer_report(get_task("mis"), Answer("mis", 3, True, {"in_set": ["[b]", 2]}))
    assert shown(chosen)[1] == "in_set: [b], 2 (2 in all)"


def test_long_answers_are_cut() -> None:
    many = PerNode(range(MOST_ROWS + 2), np.arange(MOST_ROWS + 2))
    lines = shown(answer_report(get_task("bfs"), Answer("bfs", 1, True, {"parent": many})))
    assert sum(line.startswith("│") for line in lines) == MOST_ROWS
    assert lines[-1] == "... and 2 more nodes; --json or --csv prints all of them"
    pairs = {(node, 0): node for node in range(MOST_ROWS + 2)}
    lines = shown(answer_report(get_task("bfs"), Answer("bfs", 1, True, {"before": pairs})))
    assert sum(line.startswith("│") for line in lines) == MOST_ROWS
    assert lines[-1] == "... and 2 more pairs; --json or --csv prints all of them"
    chosen = Answer("mis", 3, True, {"in_set": list(range(MOST_ROWS + 2))})
    text = " ".join(shown(answer_report(get_task("mis"), chosen)))
    assert text.endswith(f"{MOST_ROWS - 1}, ... (42 in all; --json prints them)")
