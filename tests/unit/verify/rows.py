"""Rows with everything that may stand in them, one by one, to compare shortcuts with."""

import itertools
from collections.abc import Iterator

import numpy as np
from dnar.verify.hearing import SILENCE, Base, Listener, Rows

from dnar.machine import LocalFunctions, Program, Reachable, Task, reachable_types
from tests.random_machines import near_program, random_task

Arc = tuple[int, int]
"""Its role, or -1 if there may be any number of them, and its class."""


def few_classes(count: int, most: int) -> Iterator[tuple[Task, Program, Reachable]]:
    """Random machines with programs near their rules, whose rows hold few classes."""
    found = 0
    for seed in itertools.count():
        rng = np.random.default_rng(seed)
        task = random_task(rng)
        program = near_program(rng, task, 2)
        reachable = reachable_types(task)
        listeners = Listener(task.rules), Listener(program)
        rows = [Rows(reachable, state, *listeners) for state in range(len(program.node_states))]
        if max(len(each.optional) for each in rows) <= most:
            yield task, program, reachable
            found += 1
            if found == count:
                return


def whole_rows(rows: Rows, base: Base, most: int) -> Iterator[list[Arc]]:
    """Every row over this base with up to `most` arcs of each optional class."""
    for counts in itertools.product(range(most + 1), repeat=len(rows.optional)):
        more = zip(rows.optional, counts, strict=True)
        yield [*base.members, *((-1, number) for number, count in more for _ in range(count))]


def entries_of(arcs: list[Arc], best: dict[int, int]) -> list[int]:
    """The entry that each arc of a row is, if these arcs are best of their classes."""
    return [2 * number + (best[number] == at) for at, (_, number) in enumerate(arcs)]


def choices_of_best(arcs: list[Arc]) -> list[dict[int, int]]:
    """Every way to have one best arc per class."""
    by_class: dict[int, list[int]] = {}
    for at, (_, number) in enumerate(arcs):
        by_class.setdefault(number, []).append(at)
    options = itertools.product(*by_class.values())
    return [dict(zip(by_class, choice, strict=True)) for choice in options]


def first_heard(functions: LocalFunctions, head: int, state: int, entries: list[int]) -> int:
    """The entry that comes first by the table itself."""
    places = functions.listening[head, state].ravel()
    listed = [(int(places[entry]), entry) for entry in entries if places[entry] < 2**31 - 1]
    return min(listed)[1] if listed else SILENCE
