"""Words for the parts of a program: classes, conditions, terms, outputs."""

import textwrap
from collections.abc import Iterable, Sequence

from dnar.explain.explanation import Explanation, Group, kind_name
from dnar.machine import (
    FUNCTIONS,
    NOTHING,
    ArcCase,
    ArcClass,
    Comparison,
    Entry,
    Gate,
    Head,
    Labels,
    NodeCase,
    NodeKind,
    Output,
    Place,
    PointerOrder,
    Prefer,
    Program,
    Readout,
    Term,
    gating_place,
)

WIDTH = 96
"""Most columns of a line."""

GAP = "  "
"""Between two columns."""

_SIGNS = {
    (-1,): "is less than",
    (0,): "equals",
    (1,): "is greater than",
    (-1, 0): "is at most",
    (0, 1): "is at least",
    (-1, 1): "differs from",
    (-1, 0, 1): "may be compared with",
}


def wrapped(text: str, indent: str = "") -> list[str]:
    """A sentence in lines that fit."""
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent)


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
    """The width of each column: the widest are narrowed first, but no word is cut."""
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


def number(value: float) -> str:
    """A scalar as people read it.

    >>> number(3.0), number(0.1 + 0.2)
    ('3', '0.3')
    """
    return f"{value:.10g}"


def class_words(program: Program, arc_class: ArcClass) -> str:
    """A class, as in `DONE over NEUTRAL`."""
    if arc_class == NOTHING:
        return "nothing"
    return f"{program.node_states[arc_class.sender]} over {program.arc_states[arc_class.arc]}"


def entry_words(program: Program, entry: Entry) -> str:
    """An entry of an order."""
    name = class_words(program, entry.arc_class)
    return name if entry.best else f"{name} (not the best)"


def group_words(program: Program, group: Group) -> list[str]:
    """The entries of a group; not-best entries are omitted where the best one is listed."""
    if group.rest:
        return ["anything else" if group.entries else "nothing"]
    return [
        entry_words(program, entry)
        for entry in group.entries
        if entry.best or entry._replace(best=True) not in group.entries
    ]


def some_states(names: Sequence[str], states: Iterable[int] | None) -> str:
    """States as alternatives; None is any."""
    return "any" if states is None else " or ".join(names[state] for state in sorted(states))


def head_words(program: Program, head: Head) -> str:
    """Which of several arcs of a class a head hears."""
    if head.key is None:
        return f"the {'highest' if head.prefer is Prefer.LARGEST else 'lowest'} sender"
    whose = "sender" if program.scalar(head.key).place is Place.NODE else "arc"
    return f"the {head.prefer.value} {head.key} of the {whose}, then the lowest sender"


def _sign_words(
    comparisons: Sequence[Comparison], signs: Sequence[frozenset[int] | None]
) -> list[str]:
    return [
        f"its {each.left} {_SIGNS[tuple(sorted(some))]} its {each.right}"
        for each, some in zip(comparisons, signs, strict=True)
        if some is not None
    ]


def node_condition(explanation: Explanation, case: NodeCase) -> str:
    """What must hold for a case of the reduced program, beside the state.

    It begins with `else` if it counts only where an earlier case does not hold.
    """
    program = explanation.program
    parts = []
    for number, some in enumerate(case.heard):
        if some is None:
            continue
        groups = explanation.listening[number, case.state]
        names = [class_words(program, each) for each in sorted(some) if each != NOTHING]
        if NOTHING in some:
            names += [
                word for each in groups if each.rest for word in group_words(program, each)
            ]
        head = "" if len(program.heads) == 1 else f"{program.heads[number].name}: "
        parts.append(head + " or ".join(names))
    text = " and ".join([*parts, *_sign_words(program.compared(Place.NODE), case.signs)])
    cases = program.node_cases_of(case.state)
    earlier = cases[: cases.index(case)]
    if any(each.becomes != case.becomes and _meet(each, case) for each in earlier):
        return f"else {text}".rstrip()
    return text or "always"


def _meet(one: NodeCase, other: NodeCase) -> bool:
    """Whether something fits both cases."""
    pairs = zip((*one.heard, *one.signs), (*other.heard, *other.signs), strict=True)
    return all(left is None or right is None or left & right for left, right in pairs)


def arc_condition(program: Program, case: ArcCase) -> str:
    """What must hold for an arc case, beside the states of the arc and its ends."""
    parts = []
    for flags, back in ((case.heard, ""), (case.heard_back, " back")):
        for head, wanted in zip(program.heads, flags, strict=True):
            if wanted is not None:
                by = "" if len(program.heads) == 1 else f" by {head.name}"
                parts.append(f"{'' if wanted else 'not '}heard{back}{by}")
    if case.reverse is not None:
        parts.append(f"reverse {some_states(program.arc_states, case.reverse)}")
    parts += _sign_words(program.compared(Place.ARC), case.signs)
    return " and ".join(parts) or "always"


def value_words(program: Program, target: str, term: Term) -> str:
    """What a term adds."""
    at_node = program.scalar(target).place is Place.NODE
    match term.gate:
        case Gate.INC:
            return number(term.number)
        case Gate.KEEP:
            return "its old value"
        case Gate.APPLY:
            names = [f"its {name}" for name in term.arguments]
            return FUNCTIONS[str(term.function)].words.format(*names)
        case Gate.PUSH:
            whose = "each arc of its row" if at_node else "its sender"
            return f"the {term.scalar} of {whose}"
        case Gate.TAKE:
            return f"the {term.scalar} of its receiver"
        case Gate.PULL:
            whose = "arc" if program.scalar(str(term.scalar)).place is Place.ARC else "sender"
            return f"the {term.scalar} of the {whose} that {term.head} hears"


def gate_words(program: Program, target: str, term: Term, reached: Iterable[int]) -> str:
    """In which states a term is added."""
    place = program.scalar(target).place
    gating = gating_place(place, term.gate)
    every = term.when >= set(reached)
    names = program.states(gating)
    states = "every state" if every else ", ".join(names[each] for each in sorted(term.when))
    if term.gate is Gate.PUSH and place is Place.NODE:
        return f"that is in {states}"
    return f"if that is in {states}" if gating is not place else f"in {states}"


def output_words(explanation: Explanation, name: str, output: Output) -> str:
    """How an output is read, from its readout and its scalars."""
    readout = explanation.program.readouts.get(name)
    scalars = ", ".join(each.scalar for each in output.scalar_uses())
    if isinstance(readout, PointerOrder):
        return f"{_nodes(output.kind)} points along {_pointer(explanation, output, readout)}"
    if isinstance(readout, Labels):
        return _labels(explanation, output, readout, scalars)
    if output.kind == NodeKind.VIRTUAL and scalars:
        return f"the {scalars} of the virtual node"
    about = (type(output).__doc__ or type(output).__name__).strip().splitlines()[0].rstrip(".")
    return f"{about[0].lower()}{about[1:]}" + (f"; the scalar is {scalars}" if scalars else "")


def _nodes(kind: int) -> str:
    known = {NodeKind.REAL: "every node", NodeKind.VIRTUAL: "the virtual node"}
    return known.get(
        NodeKind(kind) if kind < 2 else NodeKind.HELPER, f"a {kind_name(kind)} node"
    )


def _labels(explanation: Explanation, output: Output, readout: Labels, scalars: str) -> str:
    names = explanation.program.states(readout.place)
    reached = explanation.arc_states
    if readout.place is Place.NODE:
        reached = sorted(explanation.reachable.kinds.get(output.kind, ()))
    by_label: dict[int, list[str]] = {}
    for state in reached:
        by_label.setdefault(readout.labels[state], []).append(names[state])
    members = " or ".join(by_label.get(1, [])) or "no state"
    things = "arcs" if readout.place is Place.ARC else "nodes"
    of_set = set(readout.labels) <= {0, 1}
    if of_set and scalars:
        return f"the {scalars} of {things} in {members}; all others have none"
    if of_set and output.kind == NodeKind.VIRTUAL:
        return f"whether the virtual node is in {members}"
    if of_set:
        return f"the {things} in {members}"
    parts = [f"{label} for {' or '.join(some)}" for label, some in sorted(by_label.items())]
    return f"a label for each of the {things}: {', '.join(parts)}"


def pointer_places(
    explanation: Explanation, output: Output, readout: PointerOrder
) -> list[list[tuple[str, bool]]]:
    """The order of a pointer: arc states, each with whether it is a self-loop's.

    What comes after the last self-loop is never reached and is left out.
    """
    states = explanation.reachable.kinds.get(output.kind, ())
    found = {
        (each.arc, explanation.loops(each.role))
        for each in explanation.reachable.types
        if each.receiver in states
    }
    by_place: dict[int, list[tuple[int, bool]]] = {}
    for arc, loop in sorted(found):
        by_place.setdefault(readout.places[arc][loop], []).append((arc, loop))
    left = {arc for arc, loop in found if loop}
    looped = bool(left)
    order = []
    for _, place in sorted(by_place.items()):
        if looped and not left:
            break
        names = explanation.program.arc_states
        order.append([(names[arc], loop) for arc, loop in place])
        left -= {arc for arc, loop in place if loop}
    return order


def _pointer(explanation: Explanation, output: Output, readout: Readout) -> str:
    assert isinstance(readout, PointerOrder)
    return ", else ".join(
        " or ".join(
            f"its own self-loop in {arc}" if loop else f"an arc in {arc}" for arc, loop in place
        )
        for place in pointer_places(explanation, output, readout)
    )
