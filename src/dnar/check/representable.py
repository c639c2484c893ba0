"""Representable rules: whether a network of a given form can compute them at all, decided.

Attention is a score per class, so a state's rank is a set of inequalities between scores: a
linear program per head and state. In the rich form every class has a score of its own, which
always works out; in the literal form (paper, Section 3) scores add over the sender's and the
arc's state, and some orders are impossible. Updates see only some of the states around; two
cases that look alike to them but must end differently are impossible as well, if there may be
more such arcs in a row than heads that could hear them.

Only what can be met counts: classes that no run shows, pairs that no row holds together, and
orders that make no difference constrain nothing.
"""

import itertools
from collections.abc import Iterator
from enum import Enum
from typing import Any

import numpy as np

from dnar.machine import (
    NOTHING,
    ArcClass,
    ArcType,
    Cases,
    Gate,
    Multiplicity,
    Place,
    Program,
    Reachable,
    arc_cases,
    collect_cases,
)
from dnar.machine.hearing import Listener
from dnar.verify.verify import has_effect
from dnar.verify.words import Words

Before = tuple[ArcClass, ArcClass]
"""The first class must be heard rather than the second; NOTHING is not hearing any."""


class Form(Enum):
    """What scores and updates of a network are made of; see `dnar.network.MessageForm`."""

    RICH = "rich"
    LITERAL = "literal"


def unrepresentable(reachable: Reachable, form: Form = Form.RICH) -> list[str]:
    """Everything about the rules that no network of this form can compute, in words."""
    cases = collect_cases(reachable, reachable.rules)
    return [
        *_attention(reachable, cases, form),
        *_updates(reachable, cases, form),
        *_gates(reachable.rules),
    ]


def _attention(reachable: Reachable, cases: Cases, form: Form) -> Iterator[str]:
    program, words = reachable.rules, Words(reachable)
    for head, state in itertools.product(
        range(len(program.heads)), range(len(program.node_states))
    ):
        needed = list(wanted_orders(reachable, cases, head, state))
        if needed and not _feasible(needed, form):
            core = _smallest_core(needed, form)
            orders = "; ".join(
                f"{words.arc_class(one)} before {words.arc_class(other)}" for one, other in core
            )
            yield (
                f"attention: {program.node_states[state]} with head {program.heads[head].name} "
                f"must hear {orders}; no scores of sender plus arc do that"
            )


def wanted_orders(
    reachable: Reachable, cases: Cases, head: int, state: int
) -> Iterator[Before]:
    """Which class must be heard rather than which, where it can happen and matters."""
    program = reachable.rules
    present = {
        each
        for number, _ in enumerate(reachable.roles)
        for each in reachable.classes(state, number)
    }
    listed = [each for each in program.rank(head, state) if each in present]
    others = sorted(present - set(listed))
    pulls = _pulled(program, head, state)
    for at, one in enumerate(listed):
        for other in (*listed[at + 1 :], *others):
            told = other if other in listed else NOTHING
            if _meet(reachable, state, one, other) and (
                pulls or _differ(reachable, cases, head, state, one, told)
            ):
                yield one, other
    if pulls:
        yield from ((one, NOTHING) for one in listed)
        yield from ((NOTHING, other) for other in others)


def _pulled(program: Program, head: int, state: int) -> bool:
    """Whether a scalar is pulled from what the head hears in this state."""
    name = program.heads[head].name
    return any(
        term.gate is Gate.PULL and term.head == name and state in term.when
        for op in program.ops
        for term in op.terms
    )


def _meet(reachable: Reachable, state: int, one: ArcClass, other: ArcClass) -> bool:
    """Whether a row can hold both classes."""
    for shape in reachable.rows(state):
        singles = [*shape.fixed, *shape.optional]
        places = [
            {number for number, slot in enumerate(singles) if each in [c for _, c in slot]}
            | ({-1} if each in shape.any_number else set())
            for each in (one, other)
        ]
        if any(a != b or a == -1 for a, b in itertools.product(*places)):
            return True
    return False


def _differ(
    reachable: Reachable, cases: Cases, head: int, state: int, one: ArcClass, other: ArcClass
) -> bool:
    """Whether it makes a difference which of two classes is heard, or one and nothing."""
    program, listener = reachable.rules, Listener(reachable.rules)
    heard = {one, other} - {NOTHING}
    for each in reachable.types:
        if each.receiver == state and each.forth in heard and has_effect(reachable, each, head):
            return True
    signs = list(program.possible_signs(Place.NODE, state))
    for hearing in cases.hearings.get(state, ()):
        told = list(listener.classes(hearing.by_rules))
        if told[head] in (one, other):
            both = []
            for each in (one, other):
                told[head] = each
                both.append([program.node_outcome(state, tuple(told), sign) for sign in signs])
            if both[0] != both[1]:
                return True
    return False


def _feasible(needed: list[Before], form: Form) -> bool:
    """Whether there are scores in which every first class is above its second one."""
    if form is Form.RICH:
        # A score per class: an order that is written down has no cycles.
        return True
    from scipy.optimize import linprog  # noqa: PLC0415 (slow to load)

    columns: dict[tuple, int] = {}

    def parts(each: ArcClass) -> list[tuple[str, int]]:
        if each == NOTHING:
            return [("nothing", 0)]
        return [("sender", each.sender), ("arc", each.arc)]

    for pair in needed:
        for each in pair:
            for part in parts(each):
                columns.setdefault(part, len(columns))
    rows = np.zeros((len(needed), len(columns)))
    for row, (one, other) in zip(rows, needed, strict=True):
        for part in parts(one):
            row[columns[part]] -= 1
        for part in parts(other):
            row[columns[part]] += 1
    found: Any = linprog(
        np.zeros(len(columns)), A_ub=rows, b_ub=-np.ones(len(needed)), bounds=(None, None)
    )
    return bool(found.status == 0)


def _smallest_core(needed: list[Before], form: Form) -> list[Before]:
    """Orders of which none can be left out and which no scores have."""
    core = list(needed)
    for each in needed:
        rest = [other for other in core if other != each]
        if rest and not _feasible(rest, form):
            core = rest
    return core


def _updates(reachable: Reachable, cases: Cases, form: Form) -> Iterator[str]:
    """Cases that updates cannot tell apart, but must end differently."""
    yield from _node_updates(reachable, cases, form)
    program, words = reachable.rules, Words(reachable)
    seen: dict[tuple, tuple[int, ArcType]] = {}
    told: set[tuple] = set()
    for each in sorted(reachable.types):
        for (heard, _), (back, _) in sorted(arc_cases(reachable, each, cases)):
            for signs in program.possible_signs(Place.ARC, each.arc):
                key = _seen_by_arc(each, heard, back, signs, form)
                states = (each.arc, each.receiver, each.sender, each.reverse)
                outcome = program.arc_outcome(*states, heard, back, signs)
                first, example = seen.setdefault(key, (outcome, each))
                if first != outcome and key not in told and _any_number(reachable, each):
                    told.add(key)
                    one, other = program.arc_states[first], program.arc_states[outcome]
                    yield (
                        f"arc update: {words.arc_type(example)} must end {one}, and "
                        f"{words.arc_type(each)} must end {other}, but "
                        f"{_hidden(form)}: let a node hear the arc, or tell the two apart by "
                        "states of the nodes"
                    )


def _any_number(reachable: Reachable, each: ArcType) -> bool:
    """Whether rows may hold more such arcs than heads, so that some are not heard."""
    return reachable.roles[each.role].multiplicity is Multiplicity.ANY


def _hidden(form: Form) -> str:
    if form is Form.RICH:
        return "an arc sees its reverse only if the sender hears that"
    return "an arc sees only what is heard over it"


def _seen_by_arc(each: ArcType, heard: int, back: int, signs: tuple, form: Form) -> tuple:
    """All that the update of an arc is told."""
    common = (each.arc, signs, heard, back)
    if form is Form.RICH:
        return (*common, each.receiver, each.sender, each.reverse if back else -1)
    return (*common, each.sender if heard else -1, each.receiver if back else -1)


def _node_updates(reachable: Reachable, cases: Cases, form: Form) -> Iterator[str]:
    """In the literal form a message is the sender's state alone."""
    if form is Form.RICH:
        return
    program, listener = reachable.rules, Listener(reachable.rules)
    words = Words(reachable)
    seen: dict[tuple, tuple[int, tuple]] = {}
    for state, hearings in sorted(cases.hearings.items()):
        for hearing in sorted(hearings, key=lambda each: each.by_rules):
            told = listener.classes(hearing.by_rules)
            if NOTHING in told:
                continue  # Whatever is heard instead is for attention to choose.
            for signs in program.possible_signs(Place.NODE, state):
                key = (state, tuple(each.sender for each in told), signs)
                outcome = program.node_outcome(state, told, signs)
                first, example = seen.setdefault(key, (outcome, told))
                if first != outcome:
                    one, other = (
                        " and ".join(words.arc_class(each) for each in some)
                        for some in (example, told)
                    )
                    name, states = program.node_states[state], program.node_states
                    yield (
                        f"node update: {name} that hears {one} must become {states[first]}, "
                        f"with {other} {states[outcome]}, but a message tells only the "
                        "sender's state"
                    )


def _gates(program: Program) -> Iterator[str]:
    """A gate is open or closed: nothing can be added twice in one state."""
    if not program.heads:
        yield "attention: there is no head, and a network has at least one; declare one"
    for op in program.ops:
        for one, other in itertools.combinations(op.terms, 2):
            both = one.when & other.when
            if one.value == other.value and both:
                place = program.scalar(op.target).place
                arcs = one.gate is Gate.PUSH and place is Place.NODE
                names = program.arc_states if arcs else program.node_states
                if place is Place.ARC and one.gate not in (Gate.PUSH, Gate.TAKE):
                    names = program.arc_states
                yield (
                    f"gates: the update of {op.target} adds the same {one.gate.value} twice in "
                    f"{', '.join(names[each] for each in sorted(both))}, but a gate is open or "
                    "closed; add it once"
                )
