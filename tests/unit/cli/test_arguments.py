"""What people type, turned into values."""

from pathlib import Path

import pytest

from dnar.cli.arguments import parse_values, resolve_label
from dnar.errors import InputError
from dnar.graph import Graph, path


@pytest.mark.parametrize(
    ("labels", "text", "label"),
    [
        (["a", "b"], "a", "a"),
        ([0, 1], "1", 1),
        ([-5, 7], "-5", -5),
        ([0.5, 1.5], "1.5", 1.5),
        (["1", "b"], "1", "1"),
        (["01", "1"], "01", "01"),
        ([1, "1"], "1", "1"),
    ],
)
def test_labels_are_text_or_the_number_it_spells(
    labels: list, text: str, label: object
) -> None:
    graph = Graph.from_edges([], [], labels=labels)
    found = resolve_label(graph, text)
    assert found == label
    assert type(found) is type(label)


def test_unknown_labels() -> None:
    with pytest.raises(InputError, match="no node 'x'; the nodes are 0, 1, 2"):
        resolve_label(path(3), "x")
    with pytest.raises(InputError, match="no node '3'"):
        resolve_label(path(3), "3")
    with pytest.raises(InputError, match="no node 'nan'"):
        resolve_label(path(3), "nan")


def test_values_on_the_command_line() -> None:
    assert parse_values("values:3,-1, 2.5") == [3.0, -1.0, 2.5]
    with pytest.raises(InputError, match="'values:3,x': expected a number, got 'x'"):
        parse_values("values:3,x")
    with pytest.raises(InputError, match="'values:': expected a number, got ''"):
        parse_values("values:")


def test_values_in_a_file(tmp_path: Path) -> None:
    numbers = tmp_path / "numbers.txt"
    numbers.write_text("3, 1\n\n2 4\n")
    assert parse_values(str(numbers)) == [3.0, 1.0, 2.0, 4.0]
    numbers.write_text("3\n1 two\n")
    with pytest.raises(InputError, match=r"numbers\.txt:2: expected a number, got 'two'"):
        parse_values(str(numbers))
    numbers.write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="cannot be read as text"):
        parse_values(str(numbers))
    with pytest.raises(
        InputError, match=r"expected values:3,1,2, a file of numbers, or - .*, got 'no'"
    ):
        parse_values("no")
