"""Plain edge lists of numbers: read as arrays, and the same as line by line."""

import io

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from dnar.errors import InputError
from dnar.graph import Graph, edge_list_parser
from dnar.graph.numeric_edge_list import numbered_edge_list
from dnar.graph.reading import Combine, Reading

WORDS = st.sampled_from(
    [
        *("0", "1", "2", "3", "12", "007", "-0", "-4", "+5", "999999999999999"),
        *("1.5", ".5", "5.", "-.5e-3", "1e5", "1e400", "1E+2", "1_0", "nan", "inf"),
        *("a", "0x1", "1234567890123456789", "\u0663"),
    ]
)
SEPARATORS = st.sampled_from([" ", "\t", "  ", ",", ";", ", ", "\u00a0"])
ENDS = st.sampled_from(["\n", "\r\n", "\r", "\n\n", " \n", "\n# note\n", "\n%\r", ""])
HEADS = st.sampled_from(
    [
        *("", "# about\n", " % about\r\n\n", "#\r"),
        *("source target\n", "Source\ttarget weight\n", "source targets\n"),
        *("source,target\n", "source,target,weight\n", "SOURCE,TARGET\r\n"),
    ]
)


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Texts that are nearly plain, or plain."""
    number = st.one_of(st.integers(0, 30).map(str), st.floats(0, 9).map(repr))
    words = st.one_of(number, WORDS) if draw(st.booleans()) else st.integers(0, 9).map(str)
    columns, separator, end = draw(st.integers(1, 4)), draw(SEPARATORS), draw(ENDS)
    odd = st.lists(words, min_size=1, max_size=4)
    same = st.lists(words, min_size=columns, max_size=columns)
    rows = draw(st.lists(odd if draw(st.booleans()) else same, max_size=6))
    return draw(HEADS) + end.join(separator.join(row) for row in rows) + draw(ENDS)


def line_by_line(text: str, monkeypatch: pytest.MonkeyPatch, *, csv: bool) -> Graph | None:
    """What is read without arrays; None if that is an error."""
    with monkeypatch.context() as patched:
        for fast in ("numbered_cells", "numbered_edge_list"):
            patched.setattr(edge_list_parser, fast, lambda *_, **__: None)
        return parsed(text, csv=csv)


def parsed(text: str, *, csv: bool) -> Graph | None:
    try:
        return edge_list_parser.parse_text(text, "file", Reading(True), is_csv=csv)
    except InputError:
        return None


@given(text=texts())
@example(text="source,target,weight\n1,2,0.1\n2,1,1e-300\n")
@example(text="# a\n5 7 0.3\n")
@example(text="1 2 3\n1 2 4\n")
@example(text="# a\r1;2;3\r1;3;4")
@example(text="\n\nsource;target\r\n1;2\n")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_same_as_line_by_line(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for csv in (False, True):
        assert parsed(text, csv=csv) == line_by_line(text, monkeypatch, csv=csv)


@pytest.mark.parametrize(
    ("text", "csv"),
    [
        ("0 1\n1 2\n", False),
        ("# about\n\n% more\r\n10\t3\r\n 3 7 \n7 10", False),
        ("source target weight\n1 2 0.5\n2 3 1e-3\n", False),
        ("source,target\n1,2\n\n2,3", True),
        ("Source,Target,Weight\r\n1,2,-0.5\r\n2,3,.25\r\n", True),
        ("1,2\n2,3\n", True),
        ("1;2;0.5\n2;3;1\n", True),
        ("# about\n1;2\n2;3\n", False),
    ],
)
def test_plain_ones_are_read_as_arrays(
    text: str, csv: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = line_by_line(text, monkeypatch, csv=csv)
    monkeypatch.setattr(edge_list_parser, "_graph", None)  # what a line-by-line reader calls
    made = parsed(text, csv=csv)
    assert made is not None
    assert made == expected


def test_every_bit_of_a_weight() -> None:
    rng = np.random.default_rng(0)
    weights = np.concatenate([rng.random(500), 10.0 ** rng.uniform(-300, 300, 500)])
    text = io.StringIO()
    for at, weight in enumerate(weights.tolist()):
        text.write(f"{at} {at + 1} {weight!r}\n")
    made = numbered_edge_list(text.getvalue(), directed=False, combine=Combine.ERROR)
    assert made is not None
    assert made.weight is not None
    assert made.weight.tolist() == weights.tolist()
    assert made.labels == range(1001)


def test_two_weights_of_an_edge_name_the_file() -> None:
    with pytest.raises(InputError, match=r"^g\.txt: edge \(1, 2\) is given twice"):
        edge_list_parser.parse_text("1 2 3\n2 1 4\n", "g.txt", Reading())
