"""States: every reachable local case has the same outcome in rules and program.

Outcomes are compared, not tables: a program may hear somebody else, as long as the same comes
of it. Cases are compared for the same best flags in both; what happens where the scalars, and
so the flags, differ is the business of `dnar.verify.scalars`.
"""

import itertools
import math
from dataclasses import dataclass, replace

from dnar.machine import ArcType, Multiplicity, Numerics, Program, Reachable
from dnar.verify.findings import Findings, Kind
from dnar.verify.hearing import Base, Hearing, Listener, Rows
from dnar.verify.words import Words

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
    """By (receiver state, class, fixed role or ANY): who may hear such an arc, by the rules and
    by the program."""
    contested: set[Choice]
    """The classes that can win in the rules while rivals are there."""
    attention_margin: tuple[float, float]
    """The clearest that can be said of all attention: a gap of scores, and its rounding error.
    Scores that are closer are taken to come out either way."""


def collect_cases(reachable: Reachable, program: Program, numerics: Numerics | None) -> Cases:
    """Every hearing of every state, and every way in which an arc may be heard."""
    listeners = Listener(reachable.rules), Listener(program, numerics)
    cases = Cases({}, {}, set(), (math.inf, 1.0))
    for state in range(len(reachable.rules.node_states)):
        rows = Rows(reachable, state, *listeners)
        found = cases.hearings.setdefault(state, set())
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


def check_states(
    findings: Findings,
    reachable: Reachable,
    cases: Cases,
    program: Program,
    numerics: Numerics | None,
) -> None:
    """Compares the outcomes of all cases."""
    words = Words(reachable)
    for state, hearings in sorted(cases.hearings.items()):
        _check_nodes(findings, reachable, state, hearings, program, numerics, words)
    for each in sorted(reachable.types):
        _check_arcs(findings, reachable, each, cases, program, numerics, words)


def _check_nodes(
    findings: Findings,
    reachable: Reachable,
    state: int,
    hearings: set[Hearing],
    program: Program,
    numerics: Numerics | None,
    words: Words,
) -> None:
    listener = Listener(reachable.rules)
    for hearing in sorted(hearings, key=lambda each: (each.by_rules, each.by_program)):
        by_rules, by_program = (
            tuple(listener.arc_class(entry) for entry in told)
            for told in (hearing.by_rules, hearing.by_program)
        )
        wanted = reachable.rules.node_outcome(state, by_rules)
        made = program.node_outcome(state, by_program)
        hears = words.told(hearing.by_program)
        findings.demand(
            Kind.NODE,
            wanted == made,
            f"{words.nodes[state]} hears {hears} and becomes {words.nodes[made]}; by the rules "
            f"it hears {words.told(hearing.by_rules)} and becomes {words.nodes[wanted]}",
        )
        if numerics is not None:
            place = (state, *(program.class_number(each) for each in by_program))
            gap, error = float(numerics.node.gap[place]), float(numerics.node.error[place])
            case = f"{words.nodes[state]} hears {hears}"
            findings.demand_margin("node table", gap, error, case)


def _check_arcs(
    findings: Findings,
    reachable: Reachable,
    each: ArcType,
    cases: Cases,
    program: Program,
    numerics: Numerics | None,
    words: Words,
) -> None:
    tables = reachable.rules.arc_table, program.arc_table
    at = (each.arc, each.receiver, each.sender, each.reverse)
    for forth, back in sorted(arc_cases(reachable, each, cases)):
        wanted = int(tables[0][(*at, forth[0], back[0])])
        made = int(tables[1][(*at, forth[1], back[1])])
        hears = f"heard by {words.bits(forth[1])}, back by {words.bits(back[1])}"
        case = f"{words.arc_type(each)}, {hears}"
        findings.demand(
            Kind.ARC,
            wanted == made,
            f"{case}, becomes {words.arcs[made]}; by the rules it is heard by "
            f"{words.bits(forth[0])}, back by {words.bits(back[0])}, and becomes "
            f"{words.arcs[wanted]}",
        )
        if numerics is not None:
            place = (*at, forth[1], back[1])
            gap, error = float(numerics.arc.gap[place]), float(numerics.arc.error[place])
            findings.demand_margin("arc table", gap, error, case)


def arc_cases(
    reachable: Reachable, each: ArcType, cases: Cases
) -> set[tuple[tuple[int, int], tuple[int, int]]]:
    """Who may hear an arc of this type and its reverse, each by rules and by program."""
    arc_states = len(reachable.rules.arc_states)
    roles = reachable.roles
    role = roles[each.role]
    names = [other.name for other in roles]

    def bits(state: int, sender: int, arc: int, number: int) -> set[tuple[int, int]]:
        fixed = roles[number].multiplicity is not Multiplicity.ANY
        key = (state, sender * arc_states + arc, number if fixed else ANY)
        return cases.bits.get(key, set())

    forth = bits(each.receiver, each.sender, each.arc, each.role)
    if role.multiplicity is Multiplicity.SELF:
        return {(heard, heard) for heard in forth}
    back = bits(each.sender, each.receiver, each.reverse, names.index(role.reverse))
    return set(itertools.product(forth, back))
