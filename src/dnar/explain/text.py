"""An explanation as plain text: this is also how programs are committed for people to read."""

import textwrap
from collections.abc import Iterator, Sequence

from dnar.explain.explanation import (
    ArcChange,
    Explanation,
    NodeStarts,
    NodeWords,
    OutputWords,
    ScalarWords,
    Starts,
    TermWords,
)
from dnar.machine import Gate, Place, Start

WIDTH = 96
"""Most columns of a line."""

GAP = "  "
"""Between two columns."""


def explanation_text(explanation: Explanation) -> str:
    """The explanation, ending with a line break."""
    parts = [
        _opening(explanation),
        _section("Where it begins", _starts(explanation.starts)),
        _section("Who hears whom, and what becomes of whom", _nodes(explanation)),
        _section("Which arcs change", _arcs(explanation)),
        _section("What happens to scalars", _scalars(explanation)),
        _section("What is read off at the end", _outputs(explanation.outputs)),
    ]
    return "\n".join("\n".join(line.rstrip() for line in part) + "\n" for part in parts)


def columns(rows: Sequence[Sequence[str]], indent: str = GAP) -> list[str]:
    """Rows as aligned columns; wide cells are wrapped so that lines fit."""
    widths = _widths(rows, WIDTH - len(indent))
    lines = []
    for row in rows:
        cells = [
            textwrap.wrap(cell, width, break_long_words=False) or [""]
            for cell, width in zip(row, widths, strict=True)
        ]
        for number in range(max(map(len, cells))):
            parts = [cell[number] if number < len(cell) else "" for cell in cells]
            padded = (part.ljust(width) for part, width in zip(parts, widths, strict=True))
            lines.append((indent + GAP.join(padded)).rstrip())
    return lines


def _widths(rows: Sequence[Sequence[str]], room: int) -> list[int]:
    """The width of each column: those with the most to spare give way, but no word is cut."""
    widths = [max(1, *map(len, cells)) for cells in zip(*rows, strict=True)]
    words = [
        max(len(word) for cell in cells for word in [*cell.split(), ""])
        for cells in zip(*rows, strict=True)
    ]
    excess = sum(widths) + len(GAP) * (len(widths) - 1) - room
    while excess > 0:
        spare = [width - word for width, word in zip(widths, words, strict=True)]
        if max(spare) <= 0:
            break
        widths[spare.index(max(spare))] -= 1
        excess -= 1
    return widths


def wrapped(text: str, indent: str = "") -> list[str]:
    """A sentence in lines that fit."""
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent)


def _section(title: str, lines: Iterator[str]) -> list[str]:
    return [title, "-" * len(title), *lines]


def _opening(explanation: Explanation) -> list[str]:
    title = f"{explanation.title} ({explanation.task})"
    return [
        title,
        "=" * len(title),
        *wrapped(f"Finds {explanation.summary}."),
        "",
        *wrapped(
            "Only what some graph may show is listed. Entries that the rules can never reach "
            "are left out, and so is what makes no difference."
        ),
    ]


def _starts(starts: Starts) -> Iterator[str]:
    both = starts.with_start is not None and starts.without_start is not None
    for nodes, when in (
        (starts.with_start, " if a start is given" if both else ""),
        (starts.without_start, " if no start is given" if both else ""),
    ):
        if nodes is not None:
            yield f"Nodes{when}"
            yield from columns(_node_starts(nodes))
    yield "Arcs, by role"
    by_state: dict[str, list[str]] = {}
    for role, state in sorted(starts.arcs.items()):
        by_state.setdefault(state, []).append(role)
    yield from columns([[state, ", ".join(roles)] for state, roles in by_state.items()])


def _node_starts(nodes: NodeStarts) -> list[list[str]]:
    rows = [] if nodes.start is None else [[nodes.start, "the start"]]
    others = "every node" if nodes.start is None else "all other nodes"
    return [*rows, [nodes.other, others], [nodes.virtual, "the virtual node"]]


def _nodes(explanation: Explanation) -> Iterator[str]:
    yield from wrapped(
        "A node hears the first that is in its row, in the order of the numbers. Of arcs that "
        "are alike it hears the one with"
    )
    yield from columns([[head.name, head.prefers] for head in explanation.heads])
    yield from wrapped(
        "* something becomes of the arc itself, or of its reverse, by being heard or not."
    )
    yield ""
    rows = [["NODE", "HEAD", "", "HEARS", "BECOMES"]]
    for node in explanation.nodes:
        rows.extend(_node_rows(node))
    yield from columns(rows)


def _node_rows(node: NodeWords) -> Iterator[list[str]]:
    """Lines of a table: state, head, place, whom it hears, what it becomes."""
    name = node.state
    heads = list(node.cases[0].heard)
    if not node.listening:
        yield [name, "", "", "no matter whom", _becomes(node, node.cases[0].becomes)]
    for listening in node.listening:
        shown = listening.head
        for number, heard in enumerate(listening.order, start=1):
            becomes = "see below"
            if heads in ([], [listening.head]):
                fits = (
                    case
                    for case in node.cases
                    if case.heard.get(listening.head, heard) == heard
                )
                becomes = _becomes(node, next(fits).becomes)
            told = f"{heard} *" if heard.choice else str(heard)
            yield [name, shown, str(number), told, becomes]
            name, shown = "", ""
    if len(heads) > 1:
        for case in node.cases:
            told = " and ".join(f"{head}: {heard}" for head, heard in case.heard.items())
            yield ["", "", "", told, _becomes(node, case.becomes)]


def _becomes(node: NodeWords, state: str) -> str:
    return "stays" if state == node.state else state


def _arcs(explanation: Explanation) -> Iterator[str]:
    if not explanation.arcs:
        yield "None."
        return
    yield from wrapped(
        "An arc belongs to its receiver, who looks at the sender over it; its reverse belongs "
        "to the sender. What is not listed stays."
    )
    yield ""
    alone = len(explanation.heads) == 1
    rows = [["ARC", "BECOMES", "RECEIVER", "SENDER", "IF", "ROLES"]]
    for change in explanation.arcs:
        rows.append(
            [
                change.state,
                change.becomes,
                _any_of(change.receiver),
                _any_of(change.sender),
                arc_condition(change, alone=alone),
                ", ".join(change.roles),
            ]
        )
    yield from columns(rows)


def _any_of(states: tuple[str, ...] | None) -> str:
    return "any" if states is None else " or ".join(states)


def arc_condition(change: ArcChange, *, alone: bool) -> str:
    """When it happens, beside the ends; `alone` leaves out the name of the only head.

    >>> arc_condition(ArcChange("N", "M", heard={"low": True}), alone=False)
    'heard by low'
    """
    parts = []
    for flags, back in ((change.heard, ""), (change.heard_back, " back")):
        for head, wanted in flags.items():
            by = "" if alone else f" by {head}"
            parts.append(f"{'' if wanted else 'not '}heard{back}{by}")
    if change.reverse is not None:
        parts.append(f"reverse {_any_of(change.reverse)}")
    return " and ".join(parts) or "always"


def _scalars(explanation: Explanation) -> Iterator[str]:
    if not explanation.scalars:
        yield "There are none."
        return
    for each in explanation.scalars:
        yield from _scalar(each)


_GIVEN = {Start.INPUT: "given", Start.ZERO: "zero at first", Start.STREAM: "drawn anew"}


def _scalar(each: ScalarWords) -> Iterator[str]:
    scalar = each.scalar
    given = _GIVEN[scalar.start]
    if scalar.start is Start.STREAM:
        given += f" every {scalar.period} steps"
    begins = f"{scalar.name}, on every {scalar.place.value}, {given}"
    if each.terms is None:
        yield f"{begins}; no operation changes it."
    elif not each.terms:
        yield f"{begins}; zero after every step."
    else:
        yield f"{begins}; after every step the sum of"
        at_node = scalar.place is Place.NODE
        yield from columns([list(_term(term, at_node=at_node)) for term in each.terms])


def _term(term: TermWords, *, at_node: bool) -> tuple[str, str]:
    states = "every state" if term.everywhere else ", ".join(term.states)
    match term.gate:
        case Gate.INC:
            return "one", f"in {states}"
        case Gate.KEEP:
            return "its old value", f"in {states}"
        case Gate.PUSH:
            if at_node:
                return f"the {term.scalar} of each arc of its row", f"that is in {states}"
            return f"the {term.scalar} of its sender", f"if that is in {states}"


def _outputs(outputs: tuple[OutputWords, ...]) -> Iterator[str]:
    for output in outputs:
        yield from wrapped(f"{output.name}: {_reading(output)}.")


def _reading(output: OutputWords) -> str:
    order = ", else ".join(" or ".join(str(each) for each in place) for place in output.along)
    states = " or ".join(output.states) or "no state"
    readings = {
        "Pointer": f"every node points along {order}",
        "VirtualPointer": f"the virtual node points along {order}",
        "NodeMask": f"the nodes in {states}",
        "NodeScalar": f"the {output.scalar} of nodes in {states}, infinite for all others",
        "VirtualScalar": f"the {output.scalar} of the virtual node",
        "PreviousByScalar": f"every node points to the one before it by {output.scalar}, the "
        "first one to itself",
        "LastByScalar": f"the node with the largest {output.scalar}",
    }
    return readings.get(output.kind, f"by {output.kind}")
