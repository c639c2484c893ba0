"""Cubes: a finite function with gaps, as few rules with as few conditions as a greedy eye sees.

Only the listed cases exist. A condition is dropped where no listed case with another outcome
would slip in, so that a rule never says more than the cases bear.
"""

from collections.abc import Mapping, Sequence

Case = tuple[int, ...]
"""One value per variable."""

Cube = tuple[frozenset[int] | None, ...]
"""Per variable the values that fit, None for all."""


def cubes_of(
    cases: Mapping[Case, int], outcome: int, dropping: Sequence[int], last: Sequence[int]
) -> list[Cube]:
    """Rules that hold for exactly the cases with this outcome.

    `dropping` lists the variables in the order in which to try to do without them. Those in
    `last` are given up only where none of these is needed, and a rule may list several values
    of them.

    >>> cubes_of({(0, 0): 1, (0, 1): 0, (1, 0): 1, (1, 1): 0}, 1, [0], [1])
    [(None, frozenset({0}))]
    """
    wanted = sorted(case for case, found in cases.items() if found == outcome)
    others = [case for case, found in cases.items() if found != outcome]
    cubes: list[Cube] = []
    for case in wanted:
        if not any(fits(cube, case) for cube in cubes):
            cubes.append(_widened(case, others, dropping, last))
    for variable in last:
        cubes = _merged(cubes, variable)
    return cubes


def fits(cube: Cube, case: Case) -> bool:
    """Whether a case is in a cube."""
    pairs = zip(cube, case, strict=True)
    return all(values is None or value in values for values, value in pairs)


def _widened(
    case: Case, others: list[Case], dropping: Sequence[int], last: Sequence[int]
) -> Cube:
    cube: list[frozenset[int] | None] = [frozenset([value]) for value in case]

    def drop(variables: Sequence[int]) -> None:
        for variable in variables:
            kept, cube[variable] = cube[variable], None
            if any(fits(tuple(cube), other) for other in others):
                cube[variable] = kept

    drop(dropping)
    if all(cube[variable] is None for variable in dropping):
        drop(last)
    return tuple(cube)


def _merged(cubes: list[Cube], variable: int) -> list[Cube]:
    """Joins the cubes that differ in this variable only."""
    joined: dict[Cube, frozenset[int] | None] = {}
    for cube in cubes:
        rest = (*cube[:variable], None, *cube[variable + 1 :])
        own = cube[variable]
        if rest not in joined:
            joined[rest] = own
        else:
            old = joined[rest]
            joined[rest] = None if old is None or own is None else old | own
    return [(*rest[:variable], own, *rest[variable + 1 :]) for rest, own in joined.items()]
