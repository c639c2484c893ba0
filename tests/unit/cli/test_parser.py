"""Commands from signatures."""

from pathlib import Path
from typing import Annotated, Any

import pytest

from dnar import InputError
from dnar.cli.parser import Argument, Option, call, overview


def command(
    task: Annotated[str, Argument("TASK", "100 % of it.")],
    graph: Annotated[str | None, Argument("GRAPH", "May be left out.")] = None,
    sizes: Annotated[str, Option(several=True, metavar="N")] = "16",
    ratio: Annotated[float | None, Option(metavar="NUMBER")] = None,
    out_file: Annotated[Path | None, Option(metavar="FILE")] = None,
    fields: Annotated[list[str] | None, Option("--set", metavar="FIELD")] = None,
    directed: Annotated[bool | None, Option("--directed/--undirected")] = None,
    as_json: Annotated[bool, Option("--json", help="As JSON.")] = False,
) -> None:
    """Does it.

    Exit code 1 if not.
    """
    _TAKEN.append((task, graph, sizes, ratio, out_file, fields, directed, as_json))


_TAKEN: list[tuple[Any, ...]] = []


@pytest.mark.parametrize(
    ("words", "taken"),
    [
        ("bfs", ("bfs", None, "16", None, None, None, None, False)),
        ("bfs --json karate", ("bfs", "karate", "16", None, None, None, None, True)),
        ("--sizes 16 80 --json bfs", ("bfs", None, "16,80", None, None, None, None, True)),
        ("bfs --sizes 4,5", ("bfs", None, "4,5", None, None, None, None, False)),
        ("bfs --ratio -0.5", ("bfs", None, "16", -0.5, None, None, None, False)),
        ("bfs --out-file a/b", ("bfs", None, "16", None, Path("a/b"), None, None, False)),
        ("bfs --set a=1 --set b=2", ("bfs", None, "16", None, None, ["a=1", "b=2"], None, 0)),
        ("bfs --directed", ("bfs", None, "16", None, None, None, True, False)),
        ("bfs --undirected", ("bfs", None, "16", None, None, None, False, False)),
    ],
)
def test_words_become_parameters(words: str, taken: tuple[Any, ...]) -> None:
    _TAKEN.clear()
    call(command, "do", words.split())
    assert [taken] == _TAKEN


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "the following arguments are required: TASK (see dnar do --help)"),
        ("bfs karate more", "unexpected argument 'more' (see dnar do --help)"),
        ("bfs --jso", "no option --jso; did you mean --json? (see dnar do --help)"),
        ("bfs --ratio x", "argument --ratio: expected a number, got 'x' (see dnar do --help)"),
        ("bfs --ratio", "argument --ratio: expected one argument (see dnar do --help)"),
    ],
)
def test_what_does_not_fit_is_one_error(words: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        call(command, "do", words.split())
    assert str(error.value) == message


def test_help_says_everything(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        call(command, "do", ["--help"])
    shown = capsys.readouterr().out
    assert left.value.code == 0
    assert "Exit code 1 if not." in shown
    assert "100 % of it." in shown
    assert "[default: 16]" in shown
    assert all(f"--{name}" in shown for name in ("sizes", "out-file", "set", "undirected"))


def test_the_overview_has_the_first_sentence_of_each_command() -> None:
    shown = overview("All of it.", {"do": command})
    assert "  do          Does it.\n" in shown
    assert "Exit code" not in shown
