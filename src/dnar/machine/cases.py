"""Cases: every local case that the rules can meet, with a program running beside them.

Training learns them, extraction reads them off a network, the verifier compares them, the
compiler keeps what differs: all use this one enumeration. Cases are collected for the same
best flags in rules and program.
"""

import itertools
import math
from dataclasses import dataclass, replace

from dnar.machine.hearing import Base, Hearing, Listener, Rows
from dnar.machine.instance import Multiplicity
from dnar.machine.numerics import Numerics
from dnar.machine.program import Program
from dnar.machine.reachable import ArcType, Reachable

ANY = -1
"""Stands for all roles of which a node may have any number of arcs."""

Choice = tuple[int, int, int]
"""(head, receiver state, class): a class that can win over rivals."""


@dataclass(frozen=True)
class Cases:
    """All local cases of rules and program, run side by side."""

    hearings: dict[int, set[Hearing]]
    """By node state."""
    bits: dict[tuple[int, int, int], set[tuple[int, int]]]
    """By (receiver state, class, role or ANY): who may hear such an arc, by the rules and by
    the program."""
    contested: set[Choice]
    """The classes that can win in the rules while rivals are there."""
    attention_margin: tuple[float, float]
    """The clearest that can be said of all attention: a gap of scores, and its rounding error.
    Scores that are closer are taken to come out either way."""


def collect_cases(
    reachable: Reachable, program: Program, numerics: Numerics | None = None
) -> Cases:
    """Every hearing of every state, and every way in which an arc may be heard."""
    listeners = Listener(reachable.rules), Listener(program, numerics)
    cases = Cases({}, {}, set(), (math.inf, 1.0))
    for state in range(len(reachable.rules.node_states)):
        found = cases.hearings.setdefault(state, set())
        for shape in reachable.rows(state):
            rows = Rows(shape, *listeners)
            for base in rows.bases:
                for hearing, wanted in rows.hearings(base):
                    found.add(hearing)
                    _add_arcs(cases, rows, base, hearing, wanted)
    return replace(cases, attention_margin=listeners[1].margin)


def _add_arcs(
    cases: Cases, rows: Rows, base: Base, hearing: Hearing, wanted: dict[int, int]
) -> None:
    """Takes in every arc that a row with this hearing may hold."""
    for role, number in base.members:
        for more in ({}, {number: 1}) if number in rows.optional else ({},):
            for rivals in rows.alike(base, hearing, wanted, more, number):
                _add_bits(cases, (rows.state, number, role), hearing, rivals=rivals)
    for number in rows.optional:
        for count in (1, 2):
            for rivals in rows.alike(base, hearing, wanted, {number: count}, number):
                _add_bits(cases, (rows.state, number, ANY), hearing, rivals=rivals)


def _add_bits(
    cases: Cases, key: tuple[int, int, int], hearing: Hearing, *, rivals: bool
) -> None:
    state, number, _ = key
    found = cases.bits.setdefault(key, set())
    heads = range(len(hearing.by_rules))
    for best in itertools.product([True, False] if rivals else [True], repeat=len(heads)):
        by_rules = sum(
            1 << head
            for head in heads
            if best[head] and hearing.by_rules[head] == 2 * number + 1
        )
        options = []
        for head, entry in enumerate(hearing.by_program):
            if entry == 2 * number + 1:
                options.append([best[head] << head])
            elif entry == 2 * number and not best[head]:
                # One of the others is heard, which may be this one or not.
                options.append([0, 1 << head])
            else:
                options.append([0])
        found.update((by_rules, sum(choice)) for choice in itertools.product(*options))
    if rivals:
        cases.contested.update(
            (head, state, number) for head in heads if hearing.by_rules[head] == 2 * number + 1
        )


def arc_cases(
    reachable: Reachable, each: ArcType, cases: Cases
) -> set[tuple[tuple[int, int], tuple[int, int]]]:
    """Who may hear an arc of this type and its reverse, each by rules and by program."""
    arc_states = len(reachable.rules.arc_states)
    roles = reachable.roles
    role = roles[each.role]
    names = [other.name for other in roles]

    def bits(state: int, sender: int, arc: int, number: int) -> set[tuple[int, int]]:
        single = roles[number].multiplicity is not Multiplicity.ANY
        key = (state, sender * arc_states + arc, number if single else ANY)
        return cases.bits.get(key, set())

    forth = bits(each.receiver, each.sender, each.arc, each.role)
    if role.multiplicity is Multiplicity.SELF:
        return {(heard, heard) for heard in forth}
    back = bits(each.sender, each.receiver, each.reverse, names.index(role.reverse))
    return set(itertools.product(forth, back))
