"""An explanation as plain text: this is also how programs are committed for people to read."""

from collections.abc import Iterator
from itertools import product

from dnar.explain.explanation import Explanation, Starts
from dnar.explain.words import (
    arc_condition,
    columns,
    gate_words,
    group_words,
    head_words,
    node_condition,
    output_words,
    some_states,
    value_words,
    wrapped,
)
from dnar.machine import NOTHING, Place, Scalar, Start, gating_place


def explanation_text(explanation: Explanation) -> str:
    """The explanation, ending with a line break."""
    parts = [
        _opening(explanation),
        _section("Initial states", _starts(explanation.starts)),
        _section("Node states", _nodes(explanation)),
        _section("Arc states", _arcs(explanation)),
        _section("Scalars", _scalars(explanation)),
        _section("Outputs", _outputs(explanation)),
    ]
    return "\n".join("\n".join(line.rstrip() for line in part) + "\n" for part in parts)


def _section(title: str, lines: Iterator[str]) -> list[str]:
    return [title, "-" * len(title), *lines]


def _opening(explanation: Explanation) -> list[str]:
    title = f"{explanation.task.title} ({explanation.task.name})"
    return [
        title,
        "=" * len(title),
        *wrapped(f"Finds {explanation.task.summary}."),
        "",
        *wrapped(
            "Only cases that a run can reach are listed. What is not listed is unchanged."
        ),
    ]


def _starts(starts: Starts) -> Iterator[str]:
    titles = {True: "Nodes, if a start is given", False: "Nodes, if no start is given"}
    given = {started for started, _ in starts.nodes}
    for started in sorted(given, reverse=True):
        yield titles[started] if len(given) == 2 else "Nodes"
        rows = []
        for (when, who), states in sorted(
            starts.nodes.items(), key=lambda each: _place_of(each[0])
        ):
            if when == started:
                rows.append([" or ".join(sorted(states)), _who(who, with_start=started)])
        yield from columns(rows)
    yield "Arcs, by role"
    by_state: dict[str, list[str]] = {}
    for role, states in sorted(starts.arcs.items()):
        by_state.setdefault(" or ".join(sorted(states)), []).append(role)
    yield from columns([[state, ", ".join(roles)] for state, roles in by_state.items()])


def _place_of(key: tuple[bool, str]) -> tuple[bool, int, str]:
    """Start first, then real nodes, the virtual node, and helpers."""
    known = ["start", "real", "virtual"]
    return key[0], known.index(key[1]) if key[1] in known else len(known), key[1]


def _who(who: str, *, with_start: bool) -> str:
    names = {
        "start": "the start",
        "real": "all other nodes" if with_start else "every node",
        "virtual": "the virtual node",
    }
    return names.get(who, f"{who} nodes")


def _nodes(explanation: Explanation) -> Iterator[str]:
    program = explanation.program
    if program.heads:
        yield from wrapped(
            "A node hears the first entry of its order that is present in its row. `A over B` "
            "is a sender in state A over an arc in state B. Of several such arcs it hears the "
            "one with"
        )
        yield from columns([[each.name, head_words(program, each)] for each in program.heads])
        if any(group.identity for some in explanation.listening.values() for group in some):
            yield "* An arc or a scalar depends on which arc is heard."
        yield ""
    rows = [["NODE", "HEAD", "", "HEARS", "BECOMES"]]
    for state in explanation.node_states:
        first = len(rows)
        rows += _node_rows(explanation, state)
        rows[first][0] = program.node_states[state]
    yield from columns(rows)


def _node_rows(explanation: Explanation, state: int) -> list[list[str]]:
    """Lines of a table: state, head, place, what is heard, what the node becomes."""
    program, cases = explanation.program, explanation.program.node_cases_of(state)
    by_head = {
        head for case in cases for head, some in enumerate(case.heard) if some is not None
    }
    combined = len(by_head) > 1 or any(
        some is not None for case in cases for some in case.signs
    )

    def becomes(outcome: int) -> str:
        return "stays" if outcome == state else program.node_states[outcome]

    rows = []
    for head, each in enumerate(program.heads):
        groups = explanation.listening.get((head, state), ())
        for place, group in enumerate(groups, start=1):
            told = [NOTHING] * len(program.heads)
            if not group.rest:
                told[head] = group.entries[0].arc_class
            outcome = becomes(program.node_outcome(state, tuple(told)))
            if combined or by_head - {head}:
                outcome = ""
            heard = " or ".join(group_words(program, group)) + (" *" if group.identity else "")
            rows.append(["", each.name if place == 1 else "", str(place), heard, outcome])
    for case in cases if combined else ():
        told = node_condition(explanation, case)
        told = told if told.startswith("else") else f"if {told}"
        rows.append(["", "", "", told.replace("else ", "else if "), becomes(case.becomes)])
    if combined and _may_stay(explanation, state):
        rows.append(["", "", "", "otherwise", "stays"])
    if not rows:
        rows.append(["", "", "", "anything", becomes(cases[0].becomes if cases else state)])
    return rows


def _may_stay(explanation: Explanation, state: int) -> bool:
    """Whether no case fits some combination of what is heard and of signs."""
    program = explanation.program
    heard = [
        [NOTHING, *(entry.arc_class for entry in program.order(head, state))]
        for head in range(len(program.heads))
    ]
    return any(
        not any(case.fits(told, signs) for case in program.node_cases_of(state))
        for told in product(*heard)
        for signs in program.possible_signs(Place.NODE, state)
    )


def _arcs(explanation: Explanation) -> Iterator[str]:
    program = explanation.program
    if not program.arc_cases:
        yield "Arcs never change their states."
        return
    yield from wrapped(
        "An arc leads from its sender to its receiver. `heard` means that the receiver heard "
        "this very arc, `heard back` that the sender heard the reverse arc."
    )
    yield ""
    rows = [["ARC", "BECOMES", "RECEIVER", "SENDER", "IF", "ROLES"]]
    for case, roles in zip(program.arc_cases, explanation.roles, strict=True):
        rows.append(
            [
                program.arc_states[case.state],
                program.arc_states[case.becomes],
                some_states(program.node_states, case.receiver),
                some_states(program.node_states, case.sender),
                arc_condition(program, case),
                ", ".join(roles),
            ]
        )
    yield from columns(rows)


def _scalars(explanation: Explanation) -> Iterator[str]:
    if not explanation.program.scalars:
        yield "There are none."
    for scalar in explanation.program.scalars:
        yield from _scalar(explanation, scalar)


_GIVEN = {Start.INPUT: "given", Start.ZERO: "zero at first", Start.STREAM: "given anew"}


def _scalar(explanation: Explanation, scalar: Scalar) -> Iterator[str]:
    program = explanation.program
    given = _GIVEN[scalar.start]
    if scalar.start is Start.STREAM:
        given += f" every {scalar.period} steps"
    begins = f"{scalar.name}, on every {scalar.place.value}, {given}"
    op = next((op for op in program.ops if op.target == scalar.name), None)
    if op is None:
        yield f"{begins}; no operation changes it."
    elif not op.terms:
        yield f"{begins}; zero after every step."
    else:
        yield f"{begins}; after every step the sum of"
        rows = []
        for term in op.terms:
            gating = gating_place(scalar.place, term.gate)
            reached = explanation.node_states
            if gating is Place.ARC:
                reached = explanation.arc_states
            rows.append(
                [
                    value_words(program, scalar.name, term),
                    gate_words(program, scalar.name, term, reached),
                ]
            )
        yield from columns(rows)


def _outputs(explanation: Explanation) -> Iterator[str]:
    for name, output in explanation.task.decoders.items():
        yield from wrapped(f"{name}: {output_words(explanation, name, output)}.")
