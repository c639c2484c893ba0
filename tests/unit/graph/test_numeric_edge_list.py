"""Plain edge lists of numbers: read as arrays, and the same as line by line."""

import io

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dnar.errors import InputError
from dnar.graph import Graph, edge_list_parser
from dnar.graph.numeric_edge_list import numbered_csv, numbered_edge_list

WORDS = st.sampled_from(
    [
        *("0", "1", "2", "3", "12", "007", "-0", "-4", "+5", "999999999999999"),
        *("1.5", ".5", "5.", "-.5e-3", "1e5", "1e400", "1E+2", "1_0", "nan", "inf"),
        *("a", "0x1", "1234567890123456789", "\u0663"),
    ]
)
SEPARATORS = st.sampled_from([" ", "\t", "  ", ",", ", ", "\u00a0"])
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


def line_by_line(text: str, *, csv: bool) -> Graph | None:
    """What is read without arrays; None if that is an error."""
    try:
        read = edge_list_parser._csv_rows if csv else edge_list_parser._edge_list_rows
        return edge_list_parser._graph(list(read(text, "file")), "file", directed=True)
    except InputError:
        return None


@given(texts())
@example("source,target,weight\n1,2,0.1\n2,1,1e-300\n")
@example("# a\n5 7 0.3\n")
@example("1 2 3\n1 2 4\n")
def test_same_as_line_by_line(text: str) -> None:
    for csv in (False, True):
        try:
            made = (numbered_csv if csv else numbered_edge_list)(text, directed=True)
        except InputError:
            assert line_by_line(text, csv=csv) is None
            continue
        if made is not None:
            assert made == line_by_line(text, csv=csv)


@pytest.mark.parametrize(
    ("text", "csv"),
    [
        ("0 1\n1 2\n", False),
        ("# about\n\n% more\r\n10\t3\r\n 3 7 \n7 10", False),
        ("source target weight\n1 2 0.5\n2 3 1e-3\n", False),
        ("source,target\n1,2\n\n2,3", True),
        ("Source,Target,Weight\r\n1,2,-0.5\r\n2,3,.25\r\n", True),
    ],
)
def test_plain_ones_are_read(text: str, csv: bool) -> None:
    made = (numbered_csv if csv else numbered_edge_list)(text, directed=True)
    assert made is not None
    assert made == line_by_line(text, csv=csv)


def test_every_bit_of_a_weight() -> None:
    rng = np.random.default_rng(0)
    weights = np.concatenate([rng.random(500), 10.0 ** rng.uniform(-300, 300, 500)])
    text = io.StringIO()
    for at, weight in enumerate(weights.tolist()):
        text.write(f"{at} {at + 1} {weight!r}\n")
    made = numbered_edge_list(text.getvalue(), directed=False)
    assert made is not None
    assert made.weight is not None
    assert made.weight.tolist() == weights.tolist()
    assert made.labels == range(1001)


def test_two_weights_of_an_edge_name_the_file() -> None:
    with pytest.raises(InputError, match=r"^g\.txt: edge \(1, 2\) is given twice"):
        edge_list_parser.parse_edge_list("1 2 3\n2 1 4\n", "g.txt", directed=False)
