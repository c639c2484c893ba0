"""Tables: an analysis as the constants at the top of the generated C source.

Classes are numbered sender state * arc states + arc state, as everywhere. Each constant is
described where it is made; the kernel uses the same names.
"""

import itertools
from collections.abc import Mapping
from math import prod

import numpy as np

from dnar.compile.analysis import (
    SILENCE,
    Analysis,
    Find,
    Listening,
    UnsupportedError,
    all_later,
    check_size,
)
from dnar.compile.change_propagation import walks_of
from dnar.compile.scalars import scalars_of
from dnar.machine import FROM_VIRTUAL, SELF, Place, Prefer, Program

NO_SLOT = -1

BY_INDEX, BY_ARC_SCALAR, BY_NODE_SCALAR, BY_STREAM = range(4)
"""What a head compares."""

Constants = dict[str, int | np.ndarray | str]
"""Numbers, tables, and lists of cases, by the names that the kernel knows."""


def constants_of(analysis: Analysis, *, recording: bool) -> Constants:
    """The constants of an analysis; a kernel that records keeps every scalar.

    Raises:
        UnsupportedError: the program needs something that the kernel cannot do.
    """
    program = analysis.program
    nodes, arcs = len(program.node_states), len(program.arc_states)
    listening = _listening(analysis)
    places = _places(analysis, listening)
    outcome, becomes = _outcomes(analysis, listening)
    stays = {state for state, new in becomes.items() if state in new}
    cares = _cares(listening, stays, (nodes, nodes * arcs))
    slots = _slots(analysis)
    streamed = [
        any(choices and key_of(program, head) == BY_STREAM for head, choices in each)
        for each in _by_state(listening, nodes)
    ]
    return {
        "NODE_STATES": nodes,
        "ARC_STATES": arcs,
        "CLASSES": nodes * arcs,
        "HEADS": len(program.heads),
        "FLAGS": 2 ** len(program.heads),
        "RECORDING": int(recording),
        "PERIOD": max((scalar.period for scalar in program.streams()), default=0),
        "KEY": np.array([key_of(program, head) for head in range(len(program.heads))]),
        "SIGN": np.array([_sign(program, head) for head in range(len(program.heads))]),
        **places,
        "OUTCOME": outcome,
        # Whether a node that enters a state must be evaluated.
        "EVALUATE": np.array(
            [
                state in becomes
                and (becomes[state] != {state} or any(listening[state].choices))
                for state in range(nodes)
            ]
        ),
        "CARES": cares,
        **slots,
        **_heaps(analysis),
        **_virtual_listens(analysis, becomes, nodes),
        "ARC": analysis.arc_table.ravel(),
        "STREAMED": np.array(streamed),
        **scalars_of(analysis, recording=recording),
        **walks_of(analysis, slots, cares, becomes),
        "REAL_STATES": _cases([(state,) for state in sorted(analysis.real)]),
        "VIRTUAL_STATES": _cases([(state,) for state in sorted(analysis.virtual)]),
    }


def _cases(rows: list[tuple[int, ...]]) -> str:
    return " ".join(f"CASE({', '.join(map(str, row))})" for row in rows)


def key_of(program: Program, head: int) -> int:
    """What a head compares."""
    name = program.heads[head].key
    if name is None:
        return BY_INDEX
    scalar = program.scalar(name)
    if scalar.place is Place.ARC:
        return BY_ARC_SCALAR
    return BY_STREAM if scalar.period else BY_NODE_SCALAR


def _sign(program: Program, head: int) -> float:
    return 1.0 if program.heads[head].prefer is Prefer.SMALLEST else -1.0


def _listening(analysis: Analysis) -> dict[int, Listening]:
    """The listening of each state, of real nodes and of the virtual node."""
    both = set(analysis.real) & set(analysis.virtual)
    if any(analysis.real[state] != analysis.virtual[state] for state in both):
        raise UnsupportedError("real and virtual nodes listen differently in one state")
    every = {**analysis.real, **analysis.virtual}
    if any(c.number == SILENCE for each in every.values() for cs in each.choices for c in cs):
        raise UnsupportedError("hearing nothing decides more than what is below it")
    return every


def _by_state(listening: Mapping[int, Listening], nodes: int) -> list[list]:
    return [
        list(enumerate(listening[state].choices)) if state in listening else []
        for state in range(nodes)
    ]


def _places(analysis: Analysis, listening: Mapping[int, Listening]) -> Constants:
    """(head, state, rank): the class and its properties.

    Whether it matters which of its arcs is heard, how it is found in a row, how many are
    needed, and whether a self-loop or the virtual node's arc can be of it.
    """
    program = analysis.program
    heads, nodes = len(program.heads), len(program.node_states)
    most = max((len(c) for each in listening.values() for c in each.choices), default=0)
    names = ("CHOSEN", "WHICH", "FIND", "NEEDED", "OF_LOOP", "OF_VIRTUAL")
    tables = {name: np.zeros((heads, nodes, max(most, 1)), dtype=np.int16) for name in names}
    choices = np.zeros((heads, nodes), dtype=np.int16)
    for state, each in listening.items():
        for head, some in enumerate(each.choices):
            choices[head, state] = len(some)
            for place, choice in enumerate(some):
                roles = analysis.present.get((state, choice.number), set())
                values = (
                    choice.number,
                    choice.matters_which,
                    choice.find,
                    choice.needed,
                    SELF in roles,
                    FROM_VIRTUAL in roles,
                )
                for name, value in zip(names, values, strict=True):
                    tables[name][head, state, place] = value
    heard = np.array(tables["WHICH"][:, sorted(analysis.real)].any(axis=(1, 2)))
    slot = np.where(heard, np.cumsum(heard) - 1, NO_SLOT)
    # Whether what a node in a state hears can have an effect.
    hears = np.array(tables["WHICH"].any(axis=(0, 2)))
    rest: Constants = {"HEARD_SLOT": slot, "HEARD_SLOTS": int(heard.sum()), "CHOICES": choices}
    return {**tables, **rest, "MOST_CHOICES": max(most, 1), "HEARS": hears}


def _outcomes(
    analysis: Analysis, listening: Mapping[int, Listening]
) -> tuple[np.ndarray, dict[int, set[int]]]:
    """(state, places of all heads, flat): the next state; and all next states by state."""
    nodes, heads = len(analysis.program.node_states), len(analysis.program.heads)
    most = max((len(c) for each in listening.values() for c in each.choices), default=0)
    shape = (max(most, 1) + 1,) * heads
    check_size(nodes * prod(shape))
    outcome = np.empty((nodes, *shape), dtype=np.uint8)
    becomes: dict[int, set[int]] = {}
    for state in range(nodes):
        outcome[state] = state
        if state not in listening:
            continue
        each = listening[state]
        groups = [
            [*(choice.group for choice in some), rest]
            for some, rest in zip(each.choices, each.otherwise, strict=True)
        ]
        becomes[state] = set()
        for place in itertools.product(*(range(len(some)) for some in groups)):
            told = tuple(some[at] for some, at in zip(groups, place, strict=True))
            new = analysis.outcome(state, told)
            outcome[(state, *place)] = new
            becomes[state].add(new)
    return outcome.reshape(nodes, -1), becomes


def _cares(
    listening: Mapping[int, Listening], stays: set[int], shape: tuple[int, int]
) -> np.ndarray:
    """(state, class): whether a receiver must be evaluated when an arc enters or leaves it.

    A node that leaves its state in every step is evaluated anyway.
    """
    cares = np.zeros(shape, dtype=np.bool_)
    for state in stays:
        for some in listening[state].choices:
            cares[state, [choice.number for choice in some]] = True
    return cares


def _slots(analysis: Analysis) -> Constants:
    """(class): where such arcs of a row are counted, or the first or best of them is kept."""
    program = analysis.program
    classes = len(program.node_states) * len(program.arc_states)
    names = {find: find.name for find in (Find.COUNT, Find.FIRST, Find.BEST, Find.ONCE)}
    slots = {name: np.full(classes, NO_SLOT, dtype=np.int16) for name in names.values()}
    numbers = dict.fromkeys(names.values(), 0)
    signs: list[float] = []
    best_head: dict[int, int] = {}
    for each in analysis.real.values():
        for head, some in enumerate(each.choices):
            for choice in some:
                name = names.get(choice.find)
                if name is None:
                    continue
                if name == "BEST" and best_head.setdefault(choice.number, head) != head:
                    raise UnsupportedError("two heads compare the same arcs by their scalars")
                if slots[name][choice.number] == NO_SLOT:
                    slots[name][choice.number] = numbers[name]
                    numbers[name] += 1
                    signs += [_sign(program, head)] * (name == "BEST")
    sought = slots["FIRST"].reshape(-1, len(program.arc_states)) != NO_SLOT
    return {
        # (state) whether such arcs are sent in it.
        "SOUGHT": sought.any(axis=1),
        **{f"{name}_SLOT": table for name, table in slots.items()},
        **{f"{name}_SLOTS": number for name, number in numbers.items()},
        "BEST_SIGN": np.array([*signs, 1.0]),
    }


def _virtual_listens(
    analysis: Analysis, becomes: Mapping[int, set[int]], nodes: int
) -> Constants:
    """Whether the virtual node ever listens; (state) whether it may from then on."""
    following = np.eye(nodes, dtype=bool)
    for state in analysis.virtual:
        following[state, sorted(becomes[state])] = True
    hears = np.zeros(nodes, dtype=bool)
    for state, each in analysis.virtual.items():
        hears[state] = any(each.choices)
    listens = np.array((all_later(following) & hears).any(axis=1))
    return {"VIRTUAL_LISTENS": int(hears.any()), "LISTENS": listens}


def _heaps(analysis: Analysis) -> Constants:
    """(head, class): the heap of such arcs of the virtual node.

    Arcs that are compared by something else than their node's scalar or index have none.
    """
    program = analysis.program
    classes = len(program.node_states) * len(program.arc_states)
    heaps = np.full((len(program.heads), classes), NO_SLOT, dtype=np.int16)
    number = 0
    # The virtual node's self-loop is in no heap.
    looped = {
        kind
        for (state, kind), roles in analysis.present.items()
        if state in analysis.virtual and SELF in roles
    }
    for each in analysis.virtual.values():
        for head, some in enumerate(each.choices):
            for choice in some:
                if not choice.matters_which or heaps[head, choice.number] != NO_SLOT:
                    continue
                comparable = key_of(program, head) in (BY_INDEX, BY_NODE_SCALAR)
                if comparable and choice.number not in looped:
                    heaps[head, choice.number] = number
                    number += 1
    return {"HEAP_SLOT": heaps, "HEAP_SLOTS": number}
