"""The words of the rules say what they mean."""

from dnar.machine import (
    NOTHING,
    ArcClass,
    ArcRule,
    Gate,
    Head,
    NodeRule,
    Prefer,
    Term,
    inc,
    keep,
    push,
)


def test_terms_name_their_gate() -> None:
    assert inc([1, 2, 2]) == Term(Gate.INC, frozenset({1, 2}))
    assert keep((0,)) == Term(Gate.KEEP, frozenset({0}), None)
    assert push("length", (3,)) == Term(Gate.PUSH, frozenset({3}), "length")


def test_a_class_is_a_pair_of_states() -> None:
    assert ArcClass(2, 1) == (2, 1)
    assert (ArcClass(2, 1).sender, ArcClass(2, 1).arc) == (2, 1)
    assert NOTHING == (-1, -1)


def test_what_is_left_out_is_anything() -> None:
    assert Head("lowest") == Head("lowest", None, Prefer.SMALLEST)
    assert NodeRule(0, 1).heard == {}
    assert ArcRule(0, 1) == ArcRule(0, 1, None, None, {}, {})
