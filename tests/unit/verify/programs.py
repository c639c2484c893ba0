"""Programs as networks have them: every head listens for everything that can be there."""

import itertools
from dataclasses import replace

from dnar.machine import (
    ArcCase,
    ArcClass,
    Entry,
    Listener,
    NodeCase,
    Op,
    Program,
    Reachable,
    arc_cases,
    collect_cases,
    cover,
)


def network_like(reachable: Reachable) -> Program:
    """The rules of a task without comparisons; what they do not list is heard last."""
    rules = reachable.rules
    orders = {}
    for head, state in itertools.product(
        range(len(rules.heads)), range(len(rules.node_states))
    ):
        listed = rules.order(head, state)
        classes: set[ArcClass] = set()
        for shape in reachable.rows(state):
            classes |= {each for slot in (*shape.fixed, *shape.optional) for _, each in slot}
            classes |= set(shape.any_number)
        others = [Entry(*each, best=best) for each in sorted(classes) for best in (False, True)]
        orders[head, state] = (*listed, *(each for each in others if each not in listed))
    program = replace(rules, orders=orders, node_cases=(), arc_cases=())
    cases, listener = collect_cases(reachable, program), Listener(program)
    node_cases = []
    for state, hearings in cases.hearings.items():
        outcomes: dict[tuple, int] = {}
        for hearing in hearings:
            becomes = rules.node_outcome(state, listener.classes(hearing.by_rules))
            told = listener.classes(hearing.by_program)
            assert outcomes.setdefault(told, becomes) == becomes
        if outcomes:
            boxes = cover(outcomes, state)
            node_cases += [NodeCase(state, becomes, tuple(box)) for box, becomes in boxes]
    return replace(
        program, node_cases=tuple(node_cases), arc_cases=tuple(_arc_cases(reachable, program))
    )


def _arc_cases(reachable: Reachable, program: Program) -> list[ArcCase]:
    rules, cases = reachable.rules, collect_cases(reachable, program)
    heads = range(len(rules.heads))
    known: dict[int, dict[tuple, int]] = {}
    for each in reachable.types:
        at = (each.receiver, each.sender, each.reverse)
        for forth, back in arc_cases(reachable, each, cases):
            becomes = rules.arc_outcome(each.arc, *at, forth[0], back[0])
            flags = (bool(bits >> head & 1) for bits in (forth[1], back[1]) for head in heads)
            outcomes = known.setdefault(each.arc, {})
            assert outcomes.setdefault((*at, *flags), becomes) == becomes
    found = []
    for state, outcomes in known.items():
        for (receiver, sender, reverse, *flags), becomes in cover(outcomes, state):
            bits = [next(iter(some)) if some and len(some) == 1 else None for some in flags]
            half = len(heads)
            found.append(
                ArcCase(
                    state,
                    becomes,
                    receiver,
                    sender,
                    reverse,
                    tuple(bits[:half]),
                    tuple(bits[half:]),
                )
            )
    return found


def with_op(program: Program, op: Op) -> Program:
    """The program with another operation of this scalar."""
    others = (each for each in program.ops if each.target != op.target)
    return replace(program, ops=(*others, op))
