"""Mutants: programs that differ from a given one in a single entry that a case uses."""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from dnar.machine import (
    FUNCTIONS,
    ArcCase,
    Entry,
    Gate,
    Labels,
    Listener,
    NodeCase,
    Op,
    Place,
    PointerOrder,
    Program,
    Reachable,
    RowCondition,
    Rows,
    Signs,
    Term,
    arc_cases,
    collect_cases,
    gating_place,
)
from dnar.verify.states import sign_choices, sign_reads


@dataclass(frozen=True)
class Mutant:
    """A program, and what was changed in it."""

    table: str
    what: str
    make: Callable[[], Program]

    @property
    def program(self) -> Program:
        """The program, made when it is asked for: of many mutants few are looked at."""
        return self.make()


def mutants(program: Program, reachable: Reachable) -> Iterator[Mutant]:
    """Every single change of an entry that some reachable case uses.

    Outcomes are changed to every other state, neighbours in an order change places, gates are
    opened or closed, terms change their constant, function or head, and readouts change.
    """
    cases = collect_cases(reachable, program)
    told = {
        (state, hearing.by_program)
        for state, hearings in cases.hearings.items()
        for hearing in hearings
    }
    for state, entries in sorted(told):
        for signs in _signs(program, reachable, Place.NODE, state):
            yield from _node_mutants(program, state, entries, signs)
    used = {
        ((each.arc, each.receiver, each.sender, each.reverse), forth[1], back[1])
        for each in reachable.types
        for forth, back in arc_cases(reachable, each, cases)
    }
    for at, heard, back in sorted(used):
        for signs in _signs(program, reachable, Place.ARC, at[0]):
            yield from _arc_mutants(program, at, heard, back, signs)
    yield from _order_mutants(program, reachable)
    yield from _gate_mutants(program, reachable)
    yield from _term_mutants(program)
    yield from _readout_mutants(program, reachable)


def _signs(program: Program, reachable: Reachable, place: Place, state: int) -> list[Signs]:
    read = sign_reads(reachable.rules, program, place, state)
    return sign_choices(read, len(program.compared(place)))


def _only(signs: Signs, read: tuple[int, ...]) -> tuple[frozenset[int] | None, ...]:
    return tuple(frozenset({sign}) if at in read else None for at, sign in enumerate(signs))


def _node_mutants(
    program: Program, state: int, entries: tuple[int, ...], signs: Signs
) -> Iterator[Mutant]:
    told = Listener(program).classes(entries)
    read = program.read_signs(Place.NODE, state)
    for other in range(len(program.node_states)):
        if other != program.node_outcome(state, told, signs):
            case = NodeCase(
                state, other, tuple(frozenset({each}) for each in told), _only(signs, read)
            )
            what = f"{program.node_states[state]} hearing {told}, {signs}, becomes {other}"
            yield Mutant("node", what, partial(program.with_node_case, case))


def _arc_mutants(
    program: Program, at: tuple[int, int, int, int], heard: int, back: int, signs: Signs
) -> Iterator[Mutant]:
    state, *ends = at
    flags = [
        tuple(bool(bits >> head & 1) for head in range(len(program.heads)))
        for bits in (heard, back)
    ]
    read = program.read_signs(Place.ARC, state)
    for other in range(len(program.arc_states)):
        if other != program.arc_outcome(*at, heard, back, signs):
            case = ArcCase(
                state,
                other,
                *(frozenset({each}) for each in ends),
                heard=flags[0],
                heard_back=flags[1],
                signs=_only(signs, read),
            )
            what = f"arc {at} heard {heard}, back {back}, {signs}, becomes {other}"
            yield Mutant("arc", what, partial(program.with_arc_case, case))


def _order_mutants(program: Program, reachable: Reachable) -> Iterator[Mutant]:
    """Neighbours in an order, among the entries that a row can hold, change places."""
    listener = Listener(program)
    for key, order in sorted(program.orders.items()):
        rows = [Rows(shape, listener, listener) for shape in reachable.rows(key[1])]
        places = [
            at
            for at, entry in enumerate(listener.order(*key))
            if any(
                each.possible(RowCondition(1 << entry | 1 << (entry | 1), 0)) for each in rows
            )
        ]
        for one, other in itertools.pairwise(places):
            swapped: list[Entry] = list(order)
            swapped[one], swapped[other] = swapped[other], swapped[one]
            what = f"head {key[0]} of {program.node_states[key[1]]}: {one} and {other} swapped"
            orders = {**program.orders, key: tuple(swapped)}
            yield Mutant("ranking", what, partial(replace, program, orders=orders))


def _with_term(program: Program, number: int, place: int, term: Term) -> Program:
    op = program.ops[number]
    terms = (*op.terms[:place], term, *op.terms[place + 1 :])
    ops = (*program.ops[:number], Op(op.target, terms), *program.ops[number + 1 :])
    return replace(program, ops=ops)


def _terms(program: Program) -> Iterator[tuple[int, int, Term]]:
    for number, op in enumerate(program.ops):
        for place, term in enumerate(op.terms):
            yield number, place, term


def _gate_mutants(program: Program, reachable: Reachable) -> Iterator[Mutant]:
    """Gates of states that can be there are opened or closed."""
    there = {
        Place.NODE: {each.receiver for each in reachable.types},
        Place.ARC: {each.arc for each in reachable.types},
    }
    for number, place, term in _terms(program):
        target = program.ops[number].target
        for state in sorted(there[gating_place(program.scalar(target).place, term.gate)]):
            what = f"{target}: {term.gate.value} at {state} toggled"
            changed = replace(term, when=term.when ^ {state})
            yield Mutant("gates", what, partial(_with_term, program, number, place, changed))


def _term_mutants(program: Program) -> Iterator[Mutant]:
    """Terms add another constant, apply another function, or listen with another head."""
    for number, place, term in _terms(program):
        changed: list[Term] = []
        match term.gate:
            case Gate.INC:
                changed = [replace(term, number=term.number + 0.5)]
            case Gate.APPLY:
                size = FUNCTIONS[str(term.function)].arguments
                changed = [
                    replace(term, function=name)
                    for name, other in FUNCTIONS.items()
                    if other.arguments == size and name != term.function
                ]
            case Gate.PULL:
                changed = [
                    replace(term, head=head.name)
                    for head in program.heads
                    if head.name != term.head
                ]
        if term.scalar is not None:
            same = program.scalar(term.scalar).place
            changed += [
                replace(term, scalar=each.name)
                for each in program.scalars
                if each.place is same and each.name != term.scalar
            ]
        for each in changed:
            what = f"{program.ops[number].target}: {term} becomes {each}"
            yield Mutant("terms", what, partial(_with_term, program, number, place, each))


def _readout_mutants(program: Program, reachable: Reachable) -> Iterator[Mutant]:
    there = {
        Place.NODE: {each.receiver for each in reachable.types},
        Place.ARC: {each.arc for each in reachable.types},
    }
    for name, readout in program.readouts.items():
        changed: list[Labels | PointerOrder] = []
        if isinstance(readout, Labels):
            for state in sorted(there[readout.place]):
                labels = list(readout.labels)
                labels[state] ^= 1
                changed.append(Labels(readout.place, tuple(labels)))
        else:
            flat = [place for pair in readout.places for place in pair]
            order = sorted(range(len(flat)), key=lambda at: flat[at])
            for one, other in itertools.pairwise(order):
                places = list(flat)
                places[one], places[other] = places[other], places[one]
                pairs = zip(places[::2], places[1::2], strict=True)
                changed.append(PointerOrder(tuple(pairs)))
        for each in changed:
            if each != readout:
                readouts = {**program.readouts, name: each}
                made = partial(replace, program, readouts=readouts)
                yield Mutant("readout", f"{name}: {each}", made)
