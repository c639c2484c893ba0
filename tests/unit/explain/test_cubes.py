"""Cubes hold for exactly the cases they are made of."""

import itertools

import numpy as np

from dnar.explain.cubes import cubes_of, fits


def test_a_condition_that_tells_nothing_apart_is_dropped() -> None:
    cases = {case: int(case[0] == 1) for case in itertools.product(range(2), repeat=3)}
    assert cubes_of(cases, 1, [1, 2], [0]) == [(frozenset({1}), None, None)]


def test_missing_cases_allow_fewer_conditions() -> None:
    cases = {(0, 0): 0, (1, 1): 1}
    assert cubes_of(cases, 1, [0], [1]) == [(None, frozenset({1}))]


def test_the_last_variables_are_kept_beside_others_and_joined() -> None:
    cases = {(bit, end): bit for bit in (0, 1) for end in (0, 1, 2)}
    assert cubes_of(cases, 1, [0], [1]) == [(frozenset({1}), frozenset({0, 1, 2}))]
    always = {(bit, end): 1 for bit in (0, 1) for end in (0, 1, 2)}
    assert cubes_of(always, 1, [0], [1]) == [(None, None)]


def test_random_functions_are_covered_exactly() -> None:
    rng = np.random.default_rng(0)
    for _ in range(50):
        every = itertools.product(range(3), range(3), range(2), range(2))
        cases = {case: int(rng.integers(3)) for case in every if rng.random() < 0.6}
        for outcome in range(3):
            cubes = cubes_of(cases, outcome, [3, 2], [1, 0])
            covered = {case for case in cases if any(fits(cube, case) for cube in cubes)}
            assert covered == {case for case, found in cases.items() if found == outcome}
