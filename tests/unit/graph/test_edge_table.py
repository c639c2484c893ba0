"""Edge tables: names, their order, and nodes without edges."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dnar.errors import InputError
from dnar.graph.edge_table import compact, graph_of_table, tidy_names

ROWS = st.lists(st.tuples(st.integers(-20, 20), st.none() | st.integers(-20, 20)), min_size=1)


@given(rows=ROWS, seed=st.integers(0, 100))
def test_order_of_rows_changes_nothing(rows: list[tuple[int, int | None]], seed: int) -> None:
    shuffled = [rows[at] for at in np.random.default_rng(seed).permutation(len(rows))]
    graph, again = (
        graph_of_table([row[0] for row in some], [row[1] for row in some], None, directed=True)
        for some in (rows, shuffled)
    )
    assert graph == again
    named = {(graph.labels[i], graph.labels[j]) for i, j in zip(graph.source, graph.target)}  # noqa: B905
    assert named == {row for row in rows if row[1] is not None}
    assert list(graph.labels) == sorted({end for row in rows for end in row if end is not None})


def test_numbers_sort_as_numbers_and_other_names_as_strings() -> None:
    assert graph_of_table(["10"], ["9"], None, directed=False).labels == [9, 10]
    assert graph_of_table(["10", "a"], ["9", "9"], None, directed=False).labels == [
        "10",
        "9",
        "a",
    ]


@pytest.mark.parametrize("name", ["007", "+1", "-0", "1.0", " 1", "1_0", "٣", "1" * 5000])
def test_what_only_resembles_a_number_stays_a_string(name: str) -> None:
    assert tidy_names([name, "7"]) == [name, "7"]


def test_names_zero_to_n_become_a_range() -> None:
    assert compact([0, 1, 2]) == range(3)
    assert compact([0, True, 2]) == [0, True, 2]
    assert isinstance(compact([0, True, 2]), list)
    assert compact([1, 0]) == [1, 0]


def test_no_rows() -> None:
    with pytest.raises(InputError, match="empty"):
        graph_of_table([], [], None, directed=False)
