"""Files and graphs of one's own that cannot be used: one line that says why, exit code 2."""

from pathlib import Path
from typing import Any

import pytest

import dnar
from dnar.machine.declarations import TAKEN

pytestmark = pytest.mark.usefixtures("no_shape_checks")

GOOD = """
from dnar import Algorithm
from dnar.machine import apply, inc, push
a = Algorithm("mine", "reached", nodes="A B")
a.scalar("d")
a.begin(start="B")
a.node("A", "B", hears="B over NEUTRAL")
a.returns_nodes("seen", "B")
TASK = a.task()
"""
REPLACED = "from dataclasses import replace\nTASK = replace(TASK, {})\n"


def changed(old: str, new: str) -> str:
    """The good file with a mistake."""
    assert old in GOOD
    return GOOD.replace(old, new)


def declared(**options: object) -> str:
    """The good file with other options of the algorithm."""
    words = ", ".join(f"{name}={value!r}" for name, value in options.items())
    return changed('nodes="A B"', words if "nodes" in options else f'nodes="A B", {words}')


def updated(terms: str) -> str:
    """The good file with an update of its scalar."""
    return changed("TASK", f'a.update("d", {terms})\nTASK')


NAMES = "expected names, in a text or a list of texts"
STEPS = "steps are (constant, per node, per pair), whole numbers"
FILES: dict[str, tuple[str | bytes, str]] = {
    "syntax error": ("def f(:\n", "mine.py:1: SyntaxError"),
    "bytes": (b"x = '\xe9'\n", "mine.py:1: SyntaxError"),
    "null": ("x = 1\0", "SyntaxError: source code string cannot contain null bytes"),
    "empty": ("", "declares no task; assign one to the name TASK"),
    "a text as the task": ("TASK = 'bfs'", "its TASK is a str, not a dnar.Task"),
    "no call of task()": (changed("TASK = a.task()", ""), "add the line TASK = a.task()"),
    "several tasks": (
        f"{GOOD}ONE, TWO = TASK, a.task()\ndel TASK",
        "declares several tasks, ONE, TWO; name one",
    ),
    "exit": ("import sys\nsys.exit(0)", "mine.py:2: the file ends the program"),
    "error": ("1 / 0", "mine.py:1: ZeroDivisionError: division by zero"),
    "control characters": ("raise ValueError('a\\x1b[31m\\nb')", r"ValueError: a\x1b[31m b"),
    "import": ("import not_there", "mine.py:1: ModuleNotFoundError"),
    "recursion": ("def f(): return f()\nf()", "mine.py:1: RecursionError"),
    "no states": (declared(nodes=""), "mine needs states of nodes"),
    "number of states": (declared(nodes=3), f"{NAMES}; got 3"),
    "numbers as states": (declared(nodes=[1, 2]), f"{NAMES}; got [1, 2]"),
    "state twice": (declared(nodes="A A"), "state 'A' is declared twice"),
    "keyword as state": (declared(nodes="A class"), "named like a Python name"),
    "state called nothing": (declared(nodes="A nothing"), "got 'nothing'"),
    "number as name": (changed('"mine"', "3"), "an algorithm has a name, got 3"),
    "name of a file": (changed('"mine"', '"../mine"'), "letters, digits, - and _"),
    "bundled name": (changed('"mine"', '"bfs"'), "'bfs' is a task of the package"),
    "kind of graph": (declared(graphs="tree"), "no graph kind 'tree'; the graph kinds are any"),
    "one number of steps": (declared(steps=5), STEPS),
    "fractions of steps": (declared(steps=(1.5,)), STEPS),
    "negative steps": (declared(steps=(-1,)), STEPS),
    "rounds in words": (declared(rounds="n"), "its rounds must be Rounds, got 'n'"),
    "unknown state": (changed('"A", "B"', '"A", "C"'), "no node state 'C'; the node states"),
    "unknown arc": (changed("NEUTRAL", "NEUTRL"), "did you mean 'NEUTRAL'?"),
    "no class": (changed("B over NEUTRAL", "B"), "a class is written STATE over ARC"),
    "number as class": (changed('"B over NEUTRAL"', "3"), f"{NAMES}; got 3"),
    "role": (changed('start="B"', 'start="B", virtal="NEUTRAL"'), "no role 'virtal'"),
    "option": (changed("hears=", "heard="), "unexpected keyword argument 'heard'"),
    "which head": (
        changed("a.begin", 'a.head("l")\na.head("m")\na.begin'),
        'say which head, as in head="l"; the heads are l, m',
    ),
    "no output": (changed('a.returns_nodes("seen", "B")', ""), "mine returns nothing"),
    "output twice": (changed("TASK", 'a.returns_nodes("seen", "A")\nTASK'), "declared twice"),
    "words as output": (changed('"seen"', '"to be seen"'), "got 'to be seen'"),
    "output of answers": (changed('"seen"', '"steps"'), "answer.steps has a meaning already"),
    "number as term": (updated("3"), "an update is a sum of keep, inc, push,"),
    "push within nodes": (
        updated('push("d", "NEUTRAL")'),
        "mine.py:9: push brings a scalar of",
    ),
    "function": (updated('apply("min", ["d"], "A")'), "no function 'min'; the functions are"),
    "arguments": (updated('apply("product", ["d"], "A")'), "product takes 2 scalars, got d"),
    "not a number": (updated('inc("A", float("nan"))'), "finite"),
    "encoder fails": (
        GOOD + "def fails(problem): raise OSError('no')\n" + REPLACED.format("encoder=fails"),
        "mine: its encoder fails at mine.py:10: OSError no",
    ),
    "encoder of nothing": (
        GOOD + REPLACED.format("encoder=lambda problem: None"),
        "its encoder must return a Setup or an Instance, got None",
    ),
    "no encoder": (GOOD + REPLACED.format("encoder=3"), "mine"),
    "no rules": (GOOD + REPLACED.format("rules=None"), "mine"),
    "no decoders": (GOOD + REPLACED.format("decoders={'x': 3}"), "mine"),
    "no size": (GOOD + REPLACED.format("smallest_size=0"), "smallest size must be 1 or more"),
    "bound fails": (
        GOOD + REPLACED.format("step_bound=lambda nodes: 1 / 0"),
        "its bound on steps fails at mine.py:11: ZeroDivisionError",
    ),
}


def commands(path: Path) -> dict[str, list[object]]:
    return {
        "check": [path],
        "run": [path, "path:3", "--start", 0],
        "train": [path, "--iterations", 1, "--cycles", 1, "--out", path.parent / "out"],
        "verify": [path],
        "explain": [path, "--engine", "rules"],
        "evaluate": [path, "--sizes", 4, "--graphs", 1],
    }


@pytest.mark.parametrize("mistake", FILES)
def test_files_with_mistakes(mistake: str, tmp_path: Path, call: Any) -> None:
    text, message = FILES[mistake]
    path = tmp_path / "mine.py"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    for name, words in commands(path).items():
        done = call(name, *map(str, words))
        lines = done.err.splitlines()
        assert (done.code, len(lines)) == (2, 1), (name, lines)
        assert lines[0].startswith("error: ")
        untrained = name == "verify" and "has no learned program" in lines[0]
        assert untrained or message in lines[0], (name, lines)
        assert not (tmp_path / "out").exists()


def test_the_good_file(tmp_path: Path, call: Any) -> None:
    path = tmp_path / "mine.py"
    path.write_text(changed('a.scalar("d")', ""))
    for name, words in commands(path).items():
        if name not in ("train", "verify"):
            done = call(name, *map(str, words))
            assert (done.code, done.err) == (0, ""), name


@pytest.mark.parametrize(
    ("files", "given", "message"),
    [
        ({}, ".", "graphs: there are none in "),
        ({".hidden": b"0 1\n"}, ".", "graphs: there are none in "),
        ({"a.csv": b"\xff\xfe"}, "a.csv", "a.csv: not a graph, the file is not UTF-8"),
        ({"a.csv": b"source,target\na"}, ".", "a.csv:2: expected 2 cells"),
        ({"a.csv": b""}, ".", "a.csv: the file is empty"),
        ({"a.json": b"{}"}, ".", "a.json: not a graph, it looks like JSON"),
        ({"a.csv": b"source,target,weight\na,b,nan\n"}, ".", "a.csv:2: expected a finite"),
        ({}, "nowhere", "--graphs takes a whole number above zero, or a folder"),
        ({}, "", "--graphs takes a whole number above zero, or a folder"),
        ({}, "-1", "--graphs takes a whole number above zero, or a folder"),
    ],
)
def test_graphs_that_cannot_be_used(
    files: dict[str, bytes],
    given: str,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    call: Any,
) -> None:
    folder = tmp_path / "graphs"
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    (tmp_path / "mine.py").write_text(changed('a.scalar("d")', ""))
    monkeypatch.chdir(folder)
    for name in ("train", "evaluate"):
        done = call(name, "../mine.py", "--graphs", given)
        lines = done.err.splitlines()
        assert (done.code, len(lines)) == (2, 1), lines
        assert message in lines[0]
        assert lines[0].count("a.csv") <= 1
    assert sorted(path.name for path in folder.iterdir()) == sorted(files)


def test_outputs_are_not_named_like_what_answers_have() -> None:
    answer = dnar.run("bfs", "path:3", start=0)
    own = {*dir(dnar.Answer), *vars(answer)} - {"depth", "order", "tree"}
    assert {name for name in own if not name.startswith("_")} == TAKEN
