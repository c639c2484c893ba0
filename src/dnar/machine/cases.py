"""Cases: every local case that the rules can meet, with a program running beside them.

Training learns them, extraction reads them off a network, the verifier compares them, the
compiler keeps what differs: all use this one enumeration. Cases are collected for the same
best flags in rules and program.
"""

import itertools
import math
from dataclasses import dataclass, field

from dnar.machine.hearing import ANY, SILENCE, Arc, Hearing, Listener, Rows
from dnar.machine.instance import Multiplicity
from dnar.machine.numerics import Gap, Numerics, closest_gap
from dnar.machine.program import Program
from dnar.machine.reachable import ArcType, Reachable

Choice = tuple[int, int, int]
"""(head, receiver state, class): a class that can win over rivals."""


NO_GAP = Gap(math.inf, 1.0)
"""The margin where nothing is decided."""


@dataclass
class Cases:
    """All local cases of rules and program, run side by side."""

    hearings: dict[int, set[Hearing]] = field(default_factory=dict)
    """By node state."""
    bits: dict[tuple[int, int, int], set[tuple[int, int]]] = field(default_factory=dict)
    """By (receiver state, class, role or ANY): who may hear such an arc, by the rules and by
    the program."""
    contested: set[Choice] = field(default_factory=set)
    """The classes that can win in the rules while rivals are there."""
    attention_margin: Gap = NO_GAP
    """The gap of scores that exceeds its rounding error by the smallest factor. Scores that
    are within rounding of each other are taken to come out either way."""


def collect_cases(
    reachable: Reachable, program: Program, numerics: Numerics | None = None
) -> Cases:
    """Every hearing of every state, and every way in which an arc may be heard."""
    listeners = Listener(reachable.rules), Listener(program, numerics)
    cases = Cases()
    margins = [cases.attention_margin]
    for state in range(len(reachable.rules.node_states)):
        found = cases.hearings.setdefault(state, set())
        for shape in reachable.rows(state):
            rows = Rows(shape, *listeners)
            found.update(hearing for hearing, _ in rows.hearings)
            _add_arcs(cases, rows)
        if found:
            margins += listeners[1].margins(state)
    cases.attention_margin = closest_gap(margins)
    return cases


def _add_arcs(cases: Cases, rows: Rows) -> None:
    """Adds every arc that a row may hold, with every way in which it may be heard."""
    seen: set[tuple] = set()
    unheard = [(role, number) for number, roles in rows.arcs.items() for role in roles]
    for hearing, condition in rows.hearings:
        heard = {entry // 2 for entry in (*hearing.by_rules, *hearing.by_program)}
        for number in heard - {SILENCE // 2}:
            here = tuple(
                entry if entry // 2 == number else SILENCE
                for entry in (*hearing.by_rules, *hearing.by_program)
            )
            for role, rivals in itertools.product(rows.arcs[number], (False, True)):
                # How such an arc is heard depends on nothing else.
                way = (role, rivals, here)
                if way not in seen and rows.possible(condition, (role, number), rivals=rivals):
                    seen.add(way)
                    _add_bits(cases, rows.state, (role, number), hearing, rivals=rivals)
        still = []
        for arc in unheard:
            if arc[1] not in heard and (
                rows.possible(condition, arc) or rows.possible(condition, arc, rivals=True)
            ):
                cases.bits.setdefault((rows.state, arc[1], arc[0]), set()).add((0, 0))
            else:
                still.append(arc)
        unheard = still


def _add_bits(cases: Cases, state: int, arc: Arc, hearing: Hearing, *, rivals: bool) -> None:
    role, number = arc
    found = cases.bits.setdefault((state, number, role), set())
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
