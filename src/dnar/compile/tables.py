"""Tables: an analysis as arrays, in the form that the kernel reads."""

import itertools
from typing import NamedTuple

import numpy as np

from dnar.compile.analysis import SILENCE, Analysis, Find, Listening, UnsupportedError
from dnar.machine import Gate, Place, Prefer, Program

NO_SLOT = -1

ROW_ROLES = ("both", "along", "against")
"""Roles of arcs between real nodes."""


class Tables(NamedTuple):
    """What the kernel looks up. Classes are numbered sender state * arc states + arc state."""

    node_states: int
    arc_states: int
    heads: int
    flags: int
    """How many combinations of heads can hear an arc."""
    key: np.ndarray
    """Per head: 0 the sender's index, 1 the arc's scalar, 2 the sender's scalar, 3 a stream."""
    sign: np.ndarray
    """Per head: -1.0 if the largest is best."""
    choices: np.ndarray
    """(head, state): how many classes matter."""
    chosen: np.ndarray
    """(head, state, place): the class."""
    which: np.ndarray
    """(head, state, place): whether it matters which arc of the class is heard."""
    find: np.ndarray
    """(head, state, place): how it is found in a row, see `Find`."""
    outcome: np.ndarray
    """(state, place of head 0, place of head 1): the next state."""
    evaluate: np.ndarray
    """(state): whether a node that comes to this state must be looked at."""
    cares: np.ndarray
    """(state, class): whether a receiver must be looked at when such an arc comes or goes."""
    count_slot: np.ndarray
    """(class): where such arcs are counted."""
    first_slot: np.ndarray
    best_slot: np.ndarray
    count_slots: int
    first_slots: int
    best_slots: int
    heap_slot: np.ndarray
    """(head, class): the heap of such arcs of the virtual node."""
    heap_slots: int
    walk: np.ndarray
    """(state, next state): whether a row must be walked when its node goes so."""
    fixed_changes: np.ndarray
    """(state): whether self-loops and virtual arcs of nodes in it may change unheard."""
    heard_back: bool
    """Whether an arc between real nodes can change because its reverse is heard."""
    virtual_listens: bool
    """Whether the virtual node hears anything that matters."""
    changing: np.ndarray
    """(state): whether arcs between real nodes, one of them in it, may change unheard."""
    acts: np.ndarray
    """(state, next state, state of an arc to a neighbour, the neighbour's state), flat: 1 if
    the arc leaves or enters a slot that the neighbour may use, 2 if the neighbour must be
    looked at."""
    arc: np.ndarray
    """The arc table, flat."""
    spontaneous: np.ndarray
    """(arc, receiver, sender, reverse), flat: whether such an arc changes unheard."""
    inc: np.ndarray
    """(state): what is added to a node's scalar."""
    keep: np.ndarray
    """(state): 1.0 if a node's scalar is kept."""
    clock: np.ndarray
    """(state): whether a node's scalar only counts the steps."""
    settles: np.ndarray
    """(state): whether a node's scalar stays as it is."""
    summed: np.ndarray
    """(arc state): whether arcs in it are added to their receiver's scalar."""
    pushing: np.ndarray
    """(state): whether nodes in it add their scalar to their arcs."""
    row_scalars: bool
    """Whether scalars of arcs between real nodes are read at all."""
    sums_pushed: bool
    """Whether an arc that is summed up can get something pushed."""
    streamed: np.ndarray
    """(state): whether nodes in it must be looked at when a stream gives new numbers."""
    period: int


def tables_of(analysis: Analysis) -> Tables:
    """The tables of an analysis."""
    program = analysis.program
    nodes, arcs, heads = (
        len(program.node_states),
        len(program.arc_states),
        len(program.heads),
    )
    if heads > 2:
        raise UnsupportedError("more than two heads are not compiled yet")
    listening = {**analysis.real, **analysis.virtual}
    both = set(analysis.real) & set(analysis.virtual)
    if any(analysis.real[state] != analysis.virtual[state] for state in both):
        raise UnsupportedError("real and virtual nodes listen differently in one state")
    most = max((len(c) for each in listening.values() for c in each.choices), default=0)
    shape = (2, nodes, max(most, 1))
    chosen, which, find = (np.zeros(shape, dtype=np.int16) for _ in range(3))
    choices = np.zeros((2, nodes), dtype=np.int16)
    cares = np.zeros((nodes, nodes * arcs), dtype=np.bool_)
    for state, each in listening.items():
        for head, some in enumerate(each.choices):
            choices[head, state] = len(some)
            for place, choice in enumerate(some):
                if choice.number == SILENCE:
                    raise UnsupportedError("hearing nothing decides more than what is below it")
                chosen[head, state, place] = choice.number
                which[head, state, place] = choice.matters_which
                find[head, state, place] = choice.find
                cares[state, choice.number] = True
    outcome = _outcomes(program, listening, shape[2])
    slots = _slots(analysis)
    return Tables(
        node_states=nodes,
        arc_states=arcs,
        heads=heads,
        flags=2**heads,
        key=np.array([_key(program, head) for head in range(heads)], dtype=np.int8),
        sign=np.array([1.0 if h.prefer is Prefer.SMALLEST else -1.0 for h in program.heads]),
        choices=choices,
        chosen=chosen,
        which=which,
        find=find,
        outcome=outcome,
        evaluate=np.array(
            [choices[:, state].any() or outcome[state, 0, 0] != state for state in range(nodes)]
        ),
        cares=cares,
        **slots,
        heap_slot=(heaps := _heaps(analysis)),
        heap_slots=int(heaps.max()) + 1,
        **_walks(analysis, slots, cares),
        **_fixed(analysis),
        virtual_listens=any(any(each.choices) for each in analysis.virtual.values()),
        arc=program.arc_table.ravel(),
        spontaneous=(
            program.arc_table[..., 0, 0] != np.arange(arcs, dtype=np.uint8).reshape(-1, 1, 1, 1)
        ).ravel(),
        **_scalars(analysis),
        streamed=np.array(
            [
                any(choices[head, state] and _key(program, head) == 3 for head in range(heads))
                for state in range(nodes)
            ]
        ),
        period=max((scalar.period for scalar in program.streams()), default=0),
    )


def _key(program: Program, head: int) -> int:
    name = program.heads[head].key
    if name is None:
        return 0
    scalar = program.scalar(name)
    if scalar.place is Place.ARC:
        return 1
    return 3 if scalar.period else 2


def _outcomes(program: Program, listening: dict[int, Listening], most: int) -> np.ndarray:
    nodes, heads = len(program.node_states), len(program.heads)
    outcome = np.zeros((nodes, most + 1, most + 1), dtype=np.uint8)
    outcome[:] = np.arange(nodes, dtype=np.uint8).reshape(-1, 1, 1)
    for state, each in listening.items():
        groups = [
            [*(choice.group for choice in some), rest]
            for some, rest in zip(each.choices, each.otherwise, strict=True)
        ]
        groups += [[0]] * (2 - heads)
        becomes = program.node_tables[state].becomes
        for one, other in itertools.product(*(range(len(some)) for some in groups)):
            place = (groups[0][one], groups[1][other])[:heads]
            outcome[state, one, other] = becomes[place]
    return outcome


def _slots(analysis: Analysis) -> dict:
    program = analysis.program
    classes = len(program.node_states) * len(program.arc_states)
    names = {Find.COUNT: "count", Find.FIRST: "first", Find.BEST: "best"}
    slots = {name: np.full(classes, NO_SLOT, dtype=np.int16) for name in names.values()}
    numbers = dict.fromkeys(names.values(), 0)
    best_head: dict[int, int] = {}
    for each in analysis.real.values():
        for head, some in enumerate(each.choices):
            for choice in some:
                name = names.get(choice.find)
                if name is None:
                    continue
                if name == "best" and best_head.setdefault(choice.number, head) != head:
                    raise UnsupportedError("two heads compare the same arcs by their scalars")
                if slots[name][choice.number] == NO_SLOT:
                    slots[name][choice.number] = numbers[name]
                    numbers[name] += 1
    return {f"{name}_slot": slots[name] for name in slots} | {
        f"{name}_slots": number for name, number in numbers.items()
    }


def _heaps(analysis: Analysis) -> np.ndarray:
    program = analysis.program
    classes = len(program.node_states) * len(program.arc_states)
    heaps = np.full((2, classes), NO_SLOT, dtype=np.int16)
    number = 0
    for state, each in analysis.virtual.items():
        for head, some in enumerate(each.choices):
            for choice in some:
                if not choice.matters_which or heaps[head, choice.number] != NO_SLOT:
                    continue
                loops = any(
                    kind.receiver == state
                    and kind.sender * len(program.arc_states) + kind.arc == choice.number
                    and analysis.reachable.roles[kind.role].name == "self"
                    for kind in analysis.reachable.types
                )
                if loops or _key(program, head) in (1, 3):
                    raise UnsupportedError(
                        "the virtual node compares arcs that are no node's own"
                    )
                heaps[head, choice.number] = number
                number += 1
    return heaps


def _walks(analysis: Analysis, slots: dict, cares: np.ndarray) -> dict:
    """Which changes of a node concern its neighbours, or arcs in its own row."""
    program = analysis.program
    nodes, arcs = len(program.node_states), len(program.arc_states)
    acts = np.zeros((nodes, nodes, arcs, nodes), dtype=np.uint8)
    walk = np.zeros((nodes, nodes), dtype=np.bool_)
    uses = _slot_users(analysis, slots)
    changing = {
        end
        for receiver, arc, sender, reverse in analysis.row_types
        if program.arc_table[arc, receiver, sender, reverse, 0, 0] != arc
        for end in (receiver, sender)
    }
    for old, new in itertools.permutations(range(nodes), 2):
        for arc, state in itertools.product(range(arcs), sorted(analysis.real)):
            numbers = [old * arcs + arc, new * arcs + arc]
            slotted = uses[state, numbers].any()
            acts[old, new, arc, state] = slotted + 2 * cares[state, numbers].any()
        met = acts[old, new, sorted(_arcs_from(analysis, old, new))].any()
        # Arcs that change unheard at the new state must be found, whichever way they lead.
        walk[old, new] = met or new in changing
    return {
        "walk": walk,
        "acts": acts.ravel(),
        "changing": np.array([state in changing for state in range(nodes)]),
    }


def _fixed(analysis: Analysis) -> dict:
    """Whether self-loops and virtual arcs change unheard, and row arcs by their reverse."""
    program, roles = analysis.program, analysis.reachable.roles
    rows = {number for number, role in enumerate(roles) if role.name in ROW_ROLES}
    changes = np.zeros(len(program.node_states), dtype=np.bool_)
    heard_back = False
    for each in analysis.reachable.types:
        table = program.arc_table[each.arc, each.receiver, each.sender, each.reverse]
        if each.role in rows:
            heard_back = heard_back or bool((table != table[:, :1]).any())
        elif table[0, 0] != each.arc:
            changes[[each.receiver, each.sender]] = True
    return {"fixed_changes": changes, "heard_back": heard_back}


def _slot_users(analysis: Analysis, slots: dict) -> np.ndarray:
    """(state, class): whether a node in this state may ever come to use the class's slot."""
    program = analysis.program
    nodes, classes = len(program.node_states), slots["count_slot"].shape[0]
    later = np.eye(nodes, dtype=bool)
    for old, new in analysis.reachable.transitions:
        later[old.receiver, new.receiver] = True
    for middle in range(nodes):
        later |= later[:, [middle]] & later[[middle], :]
    uses = np.zeros((nodes, classes), dtype=bool)
    slotted = (Find.COUNT, Find.FIRST, Find.BEST)
    for state, each in analysis.real.items():
        numbers = [c.number for some in each.choices for c in some if c.find in slotted]
        uses[np.ix_(np.flatnonzero(later[:, state]), np.array(numbers, dtype=np.int64))] = True
    # Counts must not miss anything that leaves later: they are kept for all who may use them.
    return uses


def _arcs_from(analysis: Analysis, *senders: int) -> set[int]:
    return {arc for _, arc, sender, _ in analysis.row_types if sender in senders}


def _scalars(analysis: Analysis) -> dict:
    """How node scalars and arc scalars move."""
    program = analysis.program
    nodes, arcs = len(program.node_states), len(program.arc_states)
    inc, keep = np.zeros(nodes), np.ones(nodes)
    summed, pushing = np.zeros(arcs, dtype=np.bool_), np.zeros(nodes, dtype=np.bool_)
    for op in program.ops:
        at_node = program.scalar(op.target).place is Place.NODE
        order = [list(Gate).index(term.gate) for term in op.terms]
        if order != sorted(set(order)):
            raise UnsupportedError(
                "terms in another order than inc, keep, push are not compiled yet"
            )
        if at_node:
            keep[:] = 0.0
        for term in op.terms:
            states = sorted(term.when)
            if term.gate is Gate.PUSH and program.scalar(str(term.scalar)).period:
                raise UnsupportedError("streams that are pushed are not compiled yet")
            if term.gate is Gate.PUSH:
                (summed if at_node else pushing)[states] = True
            elif at_node:
                (inc if term.gate is Gate.INC else keep)[states] = 1.0
    fixed = {(each.receiver, each.arc) for each in analysis.reachable.types}
    sums = {receiver for receiver, arc in fixed if summed[arc]}
    quiet = np.array([state not in sums for state in range(nodes)])
    clock = quiet & (inc == 1.0) & (keep == 1.0)
    compared = any(
        choice.matters_which and _key(program, head) == 1
        for each in analysis.real.values()
        for head, some in enumerate(each.choices)
        for choice in some
    )
    in_rows = any(summed[arc] for _, arc, _, _ in analysis.row_types)
    _check_clocks(analysis, clock)
    return {
        "inc": inc,
        "keep": keep,
        "clock": clock,
        "settles": clock | (quiet & (inc == 0.0) & (keep == 1.0)),
        "summed": summed,
        "pushing": pushing,
        "row_scalars": bool(compared or in_rows),
        "sums_pushed": any(
            summed[each.arc] and pushing[each.sender] for each in analysis.reachable.types
        ),
    }


def _check_clocks(analysis: Analysis, clock: np.ndarray) -> None:
    """Senders that are compared must not change their scalars unnoticed."""
    program = analysis.program
    written = {op.target for op in program.ops}
    for kind in (analysis.real, analysis.virtual):
        for each in kind.values():
            for head, some in enumerate(each.choices):
                key = program.heads[head].key
                compared = [choice for choice in some if choice.matters_which]
                if not compared or key is None:
                    continue
                place = program.scalar(key).place
                if (
                    kind is analysis.real
                    and key in written
                    and (place is Place.NODE or any(c.find is Find.SCAN for c in compared))
                ):
                    raise UnsupportedError("real nodes compare scalars that change meanwhile")
                if place is Place.NODE and any(
                    clock[choice.number // len(program.arc_states)] for choice in compared
                ):
                    raise UnsupportedError("nodes are compared while their scalars count")
