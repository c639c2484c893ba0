"""Mutants: programs that differ from a given one in a single entry that a case uses."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from dnar.machine import (
    Gate,
    Members,
    NodeTable,
    Op,
    PointerOrder,
    Program,
    Reachable,
    node_table,
)
from dnar.verify.hearing import Listener, Rows
from dnar.verify.states import arc_cases, collect_cases


@dataclass(frozen=True)
class Mutant:
    """A program, and what was changed in it."""

    table: str
    what: str
    program: Program


def mutants(program: Program, reachable: Reachable) -> Iterator[Mutant]:
    """Every single change of an entry that some reachable case uses.

    States of tables are changed to every other state, neighbours in an order change places,
    gates are opened or closed.
    """
    cases = collect_cases(reachable, program, None)
    told = {
        (state, hearing.by_program)
        for state, hearings in cases.hearings.items()
        for hearing in hearings
    }
    yield from _node_mutants(program, sorted(told))
    used = {
        ((each.arc, each.receiver, each.sender, each.reverse), forth[1], back[1])
        for each in reachable.types
        for forth, back in arc_cases(reachable, each, cases)
    }
    yield from _arc_mutants(program, sorted(used))
    yield from _order_mutants(program, reachable)
    yield from _gate_mutants(program, reachable)
    yield from _readout_mutants(program, reachable)


def _node_mutants(
    program: Program, used: list[tuple[int, tuple[int, ...]]]
) -> Iterator[Mutant]:
    listener = Listener(program)
    for state, told in used:
        classes = tuple(program.class_number(listener.arc_class(entry)) for entry in told)
        whole = _ungrouped(program.node_tables[state])
        for other in range(len(program.node_states)):
            if other != whole[classes]:
                changed = whole.copy()
                changed[classes] = other
                tables = list(program.node_tables)
                tables[state] = node_table(changed)
                what = f"{program.node_states[state]} hearing {told} becomes {other}"
                yield Mutant("node", what, replace(program, node_tables=tuple(tables)))


def _ungrouped(table: NodeTable) -> np.ndarray:
    return table.becomes[np.ix_(*table.groups)] if table.groups else table.becomes


def _arc_mutants(program: Program, used: list) -> Iterator[Mutant]:
    for at, heard, back in used:
        for other in range(len(program.arc_states)):
            if other != program.arc_table[(*at, heard, back)]:
                changed = program.arc_table.copy()
                changed[(*at, heard, back)] = other
                what = f"arc {at} heard {heard}, back {back}, becomes {other}"
                yield Mutant("arc", what, replace(program, arc_table=changed))


def _order_mutants(program: Program, reachable: Reachable) -> Iterator[Mutant]:
    """Neighbours in an order, among the entries that a row can hold, change places."""
    listener = Listener(program)
    for head, state in np.ndindex(len(program.heads), len(program.node_states)):
        rows = Rows(reachable, state, listener, listener)
        fixed = {number: base.counts[number] for base in rows.bases for number in base.counts}
        present = {2 * number + 1 for number in (*rows.optional, *fixed)}
        present |= {2 * number for number in rows.optional}
        present |= {2 * number for number, count in fixed.items() if count > 1}
        order = [entry for entry in listener.order(head, state) if entry in present]
        for one, other in itertools.pairwise(order):
            listening = program.listening.copy()
            places = listening[head, state].reshape(-1)
            places[one], places[other] = places[other], places[one]
            what = f"head {head} of {program.node_states[state]}: {one} and {other} swapped"
            yield Mutant("ranking", what, replace(program, listening=listening))


def _gate_mutants(program: Program, reachable: Reachable) -> Iterator[Mutant]:
    nodes = {each.receiver for each in reachable.types}
    arcs = {each.arc for each in reachable.types}
    for number, op in enumerate(program.ops):
        at_node = program.scalar(op.target).place.value == "node"
        for place, term in enumerate(op.terms):
            states = nodes if at_node != (term.gate is Gate.PUSH) else arcs
            for state in sorted(states):
                terms = list(op.terms)
                terms[place] = replace(term, when=term.when ^ {state})
                ops = list(program.ops)
                ops[number] = Op(op.target, tuple(terms))
                what = f"{op.target}: {term.gate.value} at {state} toggled"
                yield Mutant("gates", what, replace(program, ops=tuple(ops)))


def _readout_mutants(program: Program, reachable: Reachable) -> Iterator[Mutant]:
    nodes = {each.receiver for each in reachable.types}
    for name, readout in program.readouts.items():
        changed: list[Members | PointerOrder] = []
        if isinstance(readout, Members):
            changed = [Members(readout.node_states ^ {state}) for state in sorted(nodes)]
        else:
            flat = [place for pair in readout.places for place in pair]
            order = sorted(range(len(flat)), key=lambda at: flat[at])
            for one, other in itertools.pairwise(order):
                places = list(flat)
                places[one], places[other] = places[other], places[one]
                pairs = zip(places[::2], places[1::2], strict=True)
                changed.append(PointerOrder(tuple(pairs)))
        for each in changed:
            readouts = {**program.readouts, name: each}
            yield Mutant("readout", f"{name}: {each}", replace(program, readouts=readouts))
