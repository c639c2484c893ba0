"""Sums: what follows from equal symbols and from sums that are zero."""

from fractions import Fraction

import numpy as np

from dnar.verify.linear import ZERO, Applied, Counted, Sum, Sums, Symbol, added


def test_adding() -> None:
    total: Sum = {}
    added(total, "a", 2)
    added(total, "b", 0)
    added(total, "a", Fraction(1, 2))
    assert total == {"a": Fraction(5, 2)}
    added(total, "a", Fraction(-5, 2))
    assert total == {}


def test_equal_symbols() -> None:
    sums = Sums()
    sums.join([["a", "b"], ["c", ZERO], ["d"]])
    assert sums.is_zero({})
    assert sums.is_zero({"a": 1, "b": -1})
    assert sums.is_zero({"c": 3})
    assert not sums.is_zero({"a": 1, "b": 1})
    assert not sums.is_zero({"a": 1, "d": -1})
    sums.join([["b", "c"]])
    assert sums.is_zero({"a": 1, "b": 1, "c": -5})


def test_sums_that_are_zero() -> None:
    sums = Sums()
    sums.join([["a", "e"]])
    # a = b + c and b = d.
    sums.relate([{"a": 1, "b": -1, "c": -1}, {"b": 1, "d": -1}])
    assert sums.is_zero({"e": 2, "d": -2, "c": -2})
    assert sums.is_zero({"b": 3, "d": -3})
    assert not sums.is_zero({"e": 1, "d": -1})
    assert not sums.is_zero({"c": 1})


def test_a_copy_learns_on_its_own() -> None:
    sums = Sums()
    sums.relate([{"a": 1, "b": -1}])
    twin = sums.copy()
    twin.join([["b", ZERO]])
    assert twin.is_zero({"a": 1})
    assert not sums.is_zero({"a": 1})


def test_blocks_split_where_symbols_follow_differently() -> None:
    sums = Sums()
    sums.join([["x", "y"]])
    partition: dict[Symbol, int] = {"p": 0, "q": 0, "r": 0, "s": 1}
    following: dict[Symbol, Sum] = {"p": {"x": 1}, "q": {"y": 1}, "r": {"z": 1}, "s": {"x": 1}}
    refined = sums.refined(partition, following)
    assert refined["p"] == refined["q"]
    assert len(set(refined.values())) == 3


def test_against_matrix_rank() -> None:
    """A sum is zero exactly if it is a combination of the known ones."""
    rng = np.random.default_rng(0)
    found = []
    for _ in range(200):
        known = rng.integers(-2, 3, size=(int(rng.integers(1, 5)), 5))
        wanted = rng.integers(-1, 2, size=len(known)) @ known
        if rng.random() < 0.5:
            wanted[rng.integers(5)] += 1
        sums = Sums()
        rows: list[Sum] = [
            {at: int(each) for at, each in enumerate(row) if each} for row in known
        ]
        sums.relate([row for row in rows if row])
        follows = np.linalg.matrix_rank(known) == np.linalg.matrix_rank([*known, wanted])
        assert (
            sums.is_zero({at: int(each) for at, each in enumerate(wanted) if each}) == follows
        )
        found.append(bool(follows))
    assert {True, False} == set(found)


def test_functions_of_equal_arguments_are_equal() -> None:
    sums = Sums()
    sums.join([["a", "b"], ["z", ZERO]])

    def same(one: Symbol, other: Symbol) -> bool:
        return sums.is_zero({one: 1, other: -1})

    assert same(Applied("atan2", ("a", "c"), None), Applied("atan2", ("b", "c"), None))
    assert not same(Applied("atan2", ("a", "c"), None), Applied("atan2", ("c", "a"), None))
    assert not same(Applied("atan2", ("a", "c"), None), Applied("product", ("a", "c"), None))
    # The sum of f over one group of arcs is not the sum over another.
    assert not same(Applied("atan2", ("z", "z"), 0), Applied("atan2", ("z", "z"), 1))
    assert sums.is_zero({Applied("product", ("c", "z"), None): 1})
    assert not sums.is_zero({Applied("atan2", ("c", "z"), None): 1})


def test_a_symbol_once_per_member_of_a_group() -> None:
    sums = Sums()
    sums.join([["a", "b"], ["z", ZERO]])
    assert sums.is_zero({Counted(0, "a"): 1, Counted(0, "b"): -1})
    assert sums.is_zero({Counted(0, "z"): 1})
    assert not sums.is_zero({Counted(0, "a"): 1, Counted(1, "a"): -1})
    # Not to be taken for the sum of a scalar over the group, which is a pair.
    assert not sums.is_zero({Counted(0, "a"): 1, (0, "a"): -1})
