"""Covers agree with every known case and are small."""

import random
import time
from itertools import product

import pytest

from dnar.machine.cover import Box, cover, fits


def outcome(boxes: list[tuple[Box, int]], case: tuple, otherwise: int) -> int:
    """What the first box that fits says."""
    return next((becomes for box, becomes in boxes if fits(box, case)), otherwise)


@pytest.mark.parametrize("ordered", [True, False])
@pytest.mark.parametrize("seed", range(60))
def test_a_cover_agrees_with_every_known_case(seed: int, *, ordered: bool) -> None:
    rng = random.Random(seed)
    sizes = [rng.randint(1, 4) for _ in range(rng.randint(1, 5))]
    cases = list(product(*map(range, sizes)))
    known = {case: rng.randrange(3) for case in cases if rng.random() < 0.6}
    boxes = cover(known, 0, ordered=ordered)
    for case, becomes in known.items():
        assert outcome(boxes, case, 0) == becomes
        if not ordered:
            assert {each for box, each in boxes if fits(box, case)} <= {becomes}
    assert len(boxes) <= sum(becomes != 0 for becomes in known.values())


@pytest.mark.parametrize("seed", range(20))
def test_what_stays_may_depend_on_the_case(seed: int) -> None:
    rng = random.Random(seed)
    known = {case: rng.randrange(3) for case in product(range(3), range(3), range(2))}
    boxes = cover(known, lambda case: case[0])
    for case, becomes in known.items():
        assert outcome(boxes, case, case[0]) == becomes


def test_the_order_of_cases_does_not_matter() -> None:
    rng = random.Random(1)
    cases = list(product([None, (0, 1), (1, 1)], [True, False], range(4)))
    known = {case: rng.randrange(3) for case in cases}
    expected = cover(known, 0)
    for _ in range(5):
        rng.shuffle(cases)
        assert cover({case: known[case] for case in cases}, 0) == expected


def test_an_axis_that_does_not_matter_is_a_wildcard() -> None:
    known = {(a, b, c): int(b == 2) for a, b, c in product(range(3), range(4), range(5))}
    assert cover(known, 0) == [((None, frozenset({2}), None), 1)]


def test_unknown_cases_are_free() -> None:
    known = {(0, 0, 0): 1, (1, 1, 0): 0}
    ((box, becomes),) = cover(known, 0)
    assert becomes == 1
    assert sum(each is not None for each in box) == 1


def test_the_most_common_outcome_comes_last_and_may_be_a_wildcard() -> None:
    known = {(a, b): 1 if (a, b) == (0, 0) else 2 for a, b in product(range(4), range(4))}
    assert cover(known, 0) == [
        ((frozenset({0}), frozenset({0})), 1),
        ((None, None), 2),
    ]


def test_nothing_to_list() -> None:
    assert cover({}, 0) == []
    assert cover({(1, 2): 0}, 0) == []
    assert cover({(): 1}, 0) == [((), 1)]


def test_a_disjunction_is_found_again() -> None:
    known = {
        case: int((case[0] in (1, 2) and case[3] == 1) or (case[1] == 0 and case[2] in (0, 3)))
        for case in product(range(4), repeat=4)
    }
    assert set(cover(known, 0)) == {
        ((frozenset({1, 2}), None, None, frozenset({1})), 1),
        ((None, frozenset({0}), frozenset({0, 3}), None), 1),
    }


def test_thousands_of_cases_are_fast() -> None:
    rng = random.Random(3)
    known = {}
    while len(known) < 6000:
        case = tuple(rng.randrange(8) for _ in range(6))
        known[case] = 1 if case[0] < 3 and case[1] == case[2] else 2 if case[4] == 5 else 0
    began = time.perf_counter()
    boxes = cover(known, 0)
    assert time.perf_counter() - began < 20
    assert len(boxes) < 60
    assert all(outcome(boxes, case, 0) == becomes for case, becomes in known.items())
