"""Minimisation: an equivalent program with fewer dependencies.

Learned programs have arbitrary entries in unreachable cases, which look like dependencies. The
dependencies of a node or an arc are derived from the reachable cases alone: a head, or a heard
flag, is dropped where no outcome depends on it. Arcs of unreachable types stay unchanged.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from dnar.machine import (
    ArcCase,
    ArcClass,
    Cases,
    Listener,
    NodeCase,
    Program,
    Reachable,
    arc_cases,
    collect_cases,
)

Inputs = tuple
"""What an outcome may depend on: one entry per head, or per flag."""


def minimised(program: Program, reachable: Reachable) -> Program:
    """A program with the same reachable outcomes and the fewest dependencies.

    It must read no comparisons.
    """
    cases = collect_cases(reachable, program)
    return replace(
        program,
        node_cases=tuple(_node_cases(program, cases)),
        arc_cases=tuple(_arc_cases(program, reachable, cases)),
    )


def _node_cases(program: Program, cases: Cases) -> Iterator[NodeCase]:
    listener = Listener(program)
    for state, hearings in sorted(cases.hearings.items()):
        known: dict[Inputs, int] = {}
        for hearing in hearings:
            told = listener.classes(hearing.by_program)
            known[told] = program.node_outcome(state, told)
        for told, outcome in _needed(known, len(program.heads), state):
            heard: tuple[frozenset[ArcClass] | None, ...] = tuple(
                None if each is None else frozenset({each}) for each in told
            )
            yield NodeCase(state, outcome, heard)


def _arc_cases(program: Program, reachable: Reachable, cases: Cases) -> Iterator[ArcCase]:
    heads = len(program.heads)
    by_place: dict[tuple[int, int, int, int], dict[Inputs, int]] = {}
    for each in reachable.types:
        place = (each.arc, each.receiver, each.sender, each.reverse)
        known = by_place.setdefault(place, {})
        for (_, forth), (_, back) in arc_cases(reachable, each, cases):
            flags = tuple(
                bool(bits >> head & 1) for bits in (forth, back) for head in range(heads)
            )
            known[flags] = program.arc_outcome(*place, forth, back)
    for (arc, *around), known in sorted(by_place.items(), key=lambda item: item[0]):
        ends = [frozenset({each}) for each in around]
        for flags, outcome in _needed(known, 2 * heads, arc):
            yield ArcCase(arc, outcome, *ends, heard=flags[:heads], heard_back=flags[heads:])


def _needed(
    known: Mapping[Inputs, int], size: int, otherwise: int
) -> Iterator[tuple[Inputs, int]]:
    """Cases with the known outcomes and the fewest dependencies.

    An input on which nothing depends is None.
    """
    kept = list(range(size))
    small = known
    for axis in reversed(range(size)):
        fewer = [each for each in kept if each != axis]
        projected = _projected(known, fewer)
        if projected is not None:
            kept, small = fewer, projected
    # Combinations that are never heard get the most frequent outcome.
    default = _most_common(small.values(), otherwise)
    for part, outcome in sorted(small.items()):
        if outcome != default:
            chosen = dict(zip(kept, part, strict=True))
            yield tuple(map(chosen.get, range(size))), outcome
    if default != otherwise:
        yield (None,) * size, default


def _most_common(outcomes: Iterable[int], otherwise: int) -> int:
    counts = Counter(outcomes)
    return min(counts, key=lambda each: (-counts[each], each), default=otherwise)


def _projected(known: Mapping[Inputs, int], axes: Iterable[int]) -> dict[Inputs, int] | None:
    """The outcomes by these axes alone, or None if they do not decide them."""
    small: dict[Inputs, int] = {}
    for place, outcome in known.items():
        part = tuple(place[axis] for axis in axes)
        if small.setdefault(part, outcome) != outcome:
            return None
    return small
