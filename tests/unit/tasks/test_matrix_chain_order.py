"""Matrix chain order, by hand and beside the textbook."""

import pytest

from tests.rules_run import rules_run
from tests.unit.tasks.against_textbook import check
from tests.unit.tasks.watching import executed
from tests.unit.textbook.drawing import array, problems

pytestmark = pytest.mark.usefixtures("no_shape_checks")


def test_three_matrices_by_hand() -> None:
    # (10 x 2)(2 x 5)(5 x 3): 100 + 150 if cut after the second, 30 + 60 after the first.
    cut = rules_run("matrix_chain_order", [10, 2, 5, 3]).cut
    assert cut[1, 3] == 1
    assert (cut[1, 2], cut[2, 3]) == (1, 2)
    assert {cut[pair] for pair in cut if pair not in {(1, 2), (2, 3), (1, 3)}} == {0}


def test_the_textbooks_example() -> None:
    # Cormen and others, Introduction to Algorithms, Section 14.2.
    sizes = [30, 35, 15, 5, 10, 20, 25]
    cut = rules_run("matrix_chain_order", sizes).cut
    found = [[cut[row, column] for column in range(row + 1, 7)] for row in range(1, 6)]
    assert found == [[1, 1, 3, 3, 3], [2, 3, 3, 3], [3, 3, 3], [4, 5], [5]]
    scalars = executed("matrix_chain_order", sizes).final.scalars
    cells = zip(*(scalars[name].tolist() for name in ("row", "column", "cost")), strict=True)
    # Only products of two matrices and more cost something.
    costs = {(row, column): cost for row, column, cost in cells if cost}
    assert len(costs) == 15
    assert [costs[1, column] for column in range(2, 7)] == [15750, 7875, 9375, 11875, 15125]


def test_a_node_per_number_product_and_cut() -> None:
    for numbers, products, cuts in ((1, 0, 0), (2, 1, 0), (3, 3, 1), (4, 6, 4), (5, 10, 10)):
        state = executed("matrix_chain_order", [2.0] * numbers).final.node_state
        assert len(state) == numbers + products + cuts


def test_four_steps_a_length() -> None:
    for numbers in range(2, 8):
        steps = rules_run("matrix_chain_order", [2.0] * numbers).steps
        assert steps == 4 * (numbers - 2)


def test_of_equal_cuts_the_first() -> None:
    assert rules_run("matrix_chain_order", [1, 1, 1, 1]).cut[1, 3] == 1
    assert rules_run("matrix_chain_order", [0, 3, 0, 7, 0]).cut[1, 4] == 1


def test_the_textbook_algorithm() -> None:
    assert check("matrix_chain_order", problems("matrix_chain_order", 25, nodes=8)) == 25
    assert check("matrix_chain_order", [array([1.0]), array([2.0, 3.0])]) == 2
