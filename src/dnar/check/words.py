"""Words: rules and cases as the people who wrote them would say them."""

from collections.abc import Iterable

from dnar.machine import ArcCase, NodeCase, Place, Program, Reachable
from dnar.verify.words import Words

_SIGNS = {-1: "below", 0: "equal", 1: "above"}


def node_case_words(reachable: Reachable, case: NodeCase) -> str:
    """A node rule in words."""
    program, words = reachable.rules, Words(reachable)
    becomes = f"{program.node_states[case.state]} becomes {program.node_states[case.becomes]}"
    parts = [
        f"{program.heads[head].name} hears "
        + " or ".join(words.arc_class(each) for each in sorted(some))
        for head, some in enumerate(case.heard)
        if some is not None
    ]
    return _joined(becomes, [*parts, *_sign_words(program, Place.NODE, case.signs)])


def arc_case_words(program: Program, case: ArcCase) -> str:
    """An arc rule in words."""
    arcs, nodes = program.arc_states, program.node_states
    becomes = f"arc {arcs[case.state]} becomes {arcs[case.becomes]}"
    parts = [
        f"{what} is " + " or ".join(names[each] for each in sorted(some))
        for what, names, some in (
            ("receiver", nodes, case.receiver),
            ("sender", nodes, case.sender),
            ("reverse", arcs, case.reverse),
        )
        if some is not None
    ]
    for flags, way in ((case.heard, "heard"), (case.heard_back, "heard back")):
        parts += [
            f"{'' if flag else 'not '}{way} by {program.heads[head].name}"
            for head, flag in enumerate(flags)
            if flag is not None
        ]
    return _joined(becomes, [*parts, *_sign_words(program, Place.ARC, case.signs)])


def _sign_words(program: Program, place: Place, signs: Iterable) -> list[str]:
    return [
        f"{each.name} is " + " or ".join(_SIGNS[sign] for sign in sorted(some))
        for each, some in zip(program.compared(place), signs, strict=True)
        if some is not None
    ]


def _joined(becomes: str, parts: list[str]) -> str:
    return f"{becomes} if {', '.join(parts)}" if parts else f"{becomes} always"
