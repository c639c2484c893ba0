"""One-shot classes: those that a node hears at most once, which need no bookkeeping.

A node that hears such a class leaves its state and never returns to it. So the kernel only
notifies a node that an arc of the class exists, once, and the node scans its row then.
"""

import itertools
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from dnar.compile.analysis import Analysis, Choice, Find, Listening, all_later
from dnar.machine import ROW_ROLES

MOST = 4
"""Classes that fit in the flag byte that the kernel keeps per node."""


def found_once(analysis: Analysis) -> Analysis:
    """The same analysis, with every one-shot class marked `Find.ONCE`."""
    nexts = {state: _next_states(analysis, state) for state in analysis.real}
    returns = _returning(nexts, len(analysis.program.node_states))
    users = Counter(
        (choice.number, choice.find)
        for each in analysis.real.values()
        for some in each.choices
        for choice in some
    )
    places = [
        (state, head, place)
        for state, each in sorted(analysis.real.items())
        if state not in analysis.virtual and state not in returns
        for head, some in enumerate(each.choices)
        for place, choice in enumerate(some)
        if _searched(analysis, choice)
        and users[choice.number, choice.find] == 1
        and state not in nexts[state].get((head, place), ())
    ]
    real = dict(analysis.real)
    for state, head, place in places[:MOST]:
        real[state] = _marked(real[state], head, place)
    return replace(analysis, real=real)


def _searched(analysis: Analysis, choice: Choice) -> bool:
    """Whether one scan of the row costs no more than maintaining a slot.

    A count is cheaper where arcs enter the class one by one. Only arcs in an initial state can
    enter it all at once.
    """
    if choice.find is not Find.COUNT:
        return choice.find is Find.FIRST
    roles = analysis.reachable.roles
    first = {each.arc for each in analysis.reachable.initial if roles[each.role] in ROW_ROLES}
    return choice.needed == 1 and choice.number % len(analysis.program.arc_states) in first


def _next_states(analysis: Analysis, state: int) -> dict[tuple[int, int], set[int]]:
    """By head and rank of what it hears: the next states of a node."""
    each = analysis.real[state]
    groups = [
        [*(choice.group for choice in some), rest]
        for some, rest in zip(each.choices, each.otherwise, strict=True)
    ]
    found: dict[tuple[int, int], set[int]] = {}
    for places in itertools.product(*(range(len(some)) for some in groups)):
        told = tuple(some[place] for some, place in zip(groups, places, strict=True))
        for heard in enumerate(places):
            found.setdefault(heard, set()).add(analysis.outcome(state, told))
    return found


def _returning(
    nexts: Mapping[int, Mapping[tuple[int, int], set[int]]], states: int
) -> set[int]:
    """States that a node can enter again."""
    later = np.zeros((states, states), dtype=bool)
    for state, by_heard in nexts.items():
        for new in set().union(*by_heard.values()) - {state}:
            later[state, new] = True
    return set(np.flatnonzero(all_later(later).diagonal()).tolist())


def _marked(each: Listening, head: int, place: int) -> Listening:
    some = list(each.choices[head])
    some[place] = replace(some[place], find=Find.ONCE)
    choices = list(each.choices)
    choices[head] = tuple(some)
    return replace(each, choices=tuple(choices))
