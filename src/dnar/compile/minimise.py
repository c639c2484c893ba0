"""Minimising: a program without what no run can show.

Learned tables differ in cases that no reachable row has, and then look as if everything
mattered. What a node or an arc depends on is found from the reachable cases alone: a head, or
whether an arc was heard, is dropped wherever no outcome changes by it; arcs of unreachable
types stay as they are.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import product
from operator import itemgetter

import numpy as np

from dnar.machine import Program, Reachable, node_table
from dnar.verify.hearing import Listener
from dnar.verify.states import Cases, arc_cases, collect_cases

Place = tuple[int, ...]


def minimised(program: Program, reachable: Reachable) -> Program:
    """A program that does the same on everything reachable, and as little else as possible."""
    cases = collect_cases(reachable, program, None)
    listener = Listener(program)
    tables = []
    for state in range(len(program.node_states)):
        known = {}
        for hearing in cases.hearings.get(state, ()):
            told = tuple(listener.arc_class(entry) for entry in hearing.by_program)
            place = tuple(program.class_number(each) for each in told)
            known[place] = program.node_outcome(state, told)
        shape = (len(program.node_states) * len(program.arc_states) + 1,) * len(program.heads)
        tables.append(node_table(_filled(shape, known, state)))
    return replace(
        program, node_tables=tuple(tables), arc_table=_arc_table(program, reachable, cases)
    )


def _arc_table(program: Program, reachable: Reachable, cases: Cases) -> np.ndarray:
    heads = len(program.heads)
    table = np.empty_like(program.arc_table)
    table[:] = np.arange(len(program.arc_states)).reshape(-1, 1, 1, 1, 1, 1)
    by_place: dict[Place, dict[Place, int]] = {}
    for each in reachable.types:
        at = (each.arc, each.receiver, each.sender, each.reverse)
        known = by_place.setdefault(at, {})
        for forth, back in arc_cases(reachable, each, cases):
            bits = tuple(
                flags >> head & 1 for flags in (forth[1], back[1]) for head in range(heads)
            )
            known[bits] = int(program.arc_table[(*at, forth[1], back[1])])
    for at, known in by_place.items():
        whole = _filled((2,) * (2 * heads), known, at[0])
        for bits in product((0, 1), repeat=2 * heads):
            forth = sum(bit << head for head, bit in enumerate(bits[:heads]))
            back = sum(bit << head for head, bit in enumerate(bits[heads:]))
            table[(*at, forth, back)] = whole[bits]
    return table


def _filled(shape: Place, known: Mapping[Place, int], otherwise: int) -> np.ndarray:
    """A full table that agrees with what is known and depends on as little as possible."""
    kept = list(range(len(shape)))
    for axis in reversed(range(len(shape))):
        fewer = [each for each in kept if each != axis]
        if _projected(known, fewer) is not None:
            kept = fewer
    small = _projected(known, kept)
    assert small is not None
    # What is never heard may mean anything: most often it then means what most things mean.
    default = max(Counter(small.values()).items(), key=itemgetter(1))[0] if small else otherwise
    table = np.full(shape, default, dtype=np.uint8)
    for place, outcome in small.items():
        index: list[int | slice] = [slice(None)] * len(shape)
        for axis, at in zip(kept, place, strict=True):
            index[axis] = at
        table[tuple(index)] = outcome
    return table


def _projected(known: Mapping[Place, int], axes: Iterable[int]) -> dict[Place, int] | None:
    """The outcomes by these axes alone, or None if they do not decide them."""
    small: dict[Place, int] = {}
    for place, outcome in known.items():
        part = tuple(place[axis] for axis in axes)
        if small.setdefault(part, outcome) != outcome:
            return None
    return small
