"""Every row of a shape, arc by arc, to compare the enumeration of hearings with."""

import itertools
from collections.abc import Iterator

import numpy as np

from dnar.machine import (
    ANY,
    SILENCE,
    ArcType,
    Listener,
    Multiplicity,
    NodeKind,
    Program,
    Reachable,
    Role,
    RowShape,
)
from tests.random_machines import near_program, random_task

Row = list[tuple[int, int]]
"""The role's number, or ANY, and the class's number of every arc."""


ROLES = (
    Role("self", "self", Multiplicity.SELF),
    Role("one", "many", Multiplicity.ONE),
    Role("many", "one", Multiplicity.ANY),
    Role("left", "right", Multiplicity.AT_MOST_ONE),
    Role("right", "left", Multiplicity.AT_MOST_ONE),
)


def random_machines(count: int) -> Iterator[tuple[Program, Program, Reachable]]:
    """Rules and a program near them, with random arc types, few in every row."""
    for seed in range(count):
        rng = np.random.default_rng(seed)
        task = random_task(rng)
        yield task.program, near_program(rng, task, 2), _random_reachable(rng, task.program)


def _random_reachable(rng: np.random.Generator, program: Program) -> Reachable:
    nodes, arcs = len(program.node_states), len(program.arc_states)
    types = set()
    for receiver, (number, role) in itertools.product(range(nodes), enumerate(ROLES)):
        loop = role.multiplicity is Multiplicity.SELF
        for _ in range(int(rng.integers(0, 3)) or int(loop)):
            arc, reverse = (int(each) for each in rng.integers(arcs, size=2))
            sender = receiver if loop else int(rng.integers(nodes))
            types.add(ArcType(receiver, arc, sender, arc if loop else reverse, number))
    kinds = {int(NodeKind.REAL): frozenset(range(nodes))}
    return Reachable(program, ROLES, frozenset(types), {}, frozenset(), kinds, kinds)


def rows_of(shape: RowShape, listener: Listener, most: int) -> Iterator[Row]:
    """Every row of a shape with up to `most` arcs of each class that can be there often."""
    counts = itertools.product(range(most + 1), repeat=len(shape.any_number))
    for base, some in itertools.product(shape.bases(), counts):
        pairs = zip(shape.any_number, some, strict=True)
        yield [
            *((role, listener.number(each)) for role, each in base),
            *((ANY, listener.number(each)) for each, number in pairs for _ in range(number)),
        ]


def first_heard(program: Program, head: int, state: int, row: Row) -> int:
    """The entry that a head hears, by the order itself."""
    classes = [number for _, number in row]
    for sender, arc, best in program.order(head, state):
        number = sender * len(program.arc_states) + arc
        if classes.count(number) > (not best):
            return 2 * number + best
    return SILENCE


def ways(row: Row, at: int, by_rules: list[int], by_program: list[int]) -> set[tuple[int, int]]:
    """The bits of the heads that hear the arc at this place, whichever arcs are best."""
    rivals = [place for place, (_, number) in enumerate(row) if number == row[at][1]]

    def heard(entry: int, best: int) -> list[bool]:
        if entry // 2 != row[at][1]:
            return [False]
        others = [place == at for place in rivals if place != best]
        return [at == best] if entry % 2 else others

    found = {(0, 0)}
    for head, (one, other) in enumerate(zip(by_rules, by_program, strict=True)):
        options = {
            (mine, theirs)
            for best in rivals
            for mine in heard(one, best)
            for theirs in heard(other, best)
        }
        found = {
            (mine | more << head, theirs | also << head)
            for mine, theirs in found
            for more, also in options
        }
    return found
