"""States: every local case has the same outcome in rules and program."""

import itertools
from dataclasses import dataclass

from dnar.machine import (
    SIGNS,
    ArcCase,
    ArcType,
    Cases,
    Gap,
    Listener,
    Numerics,
    Place,
    Program,
    Reachable,
    Signs,
    arc_cases,
    closest_gap,
)
from dnar.verify.findings import Findings, Kind
from dnar.verify.scalars import Equalities
from dnar.verify.words import Words


def check_states(
    findings: Findings,
    reachable: Reachable,
    cases: Cases,
    program: Program,
    numerics: Numerics | None = None,
) -> None:
    """Compares the outcomes of all cases."""
    check = _Check(findings, reachable, cases, program, numerics)
    for state in sorted(cases.hearings):
        check.nodes(state)
    for each in sorted(reachable.types):
        check.arcs(each)


def check_signs(findings: Findings, reachable: Reachable, equalities: Equalities) -> None:
    """Wherever the rules read the sign of a comparison, the compared scalars agree.

    So the rules would read the same sign in the program's run.
    """
    rules, words = reachable.rules, Words(reachable)
    compared = rules.compared(Place.NODE)
    for state in sorted({each.receiver for each in reachable.types}):
        for at in rules.read_signs(Place.NODE, state):
            pair = (compared[at].left, compared[at].right)
            findings.demand(
                Kind.SCALAR,
                all(equalities.agree_in(state, name) for name in pair),
                lambda s=state, p=pair: f"{' and '.join(p)}, compared in {words.nodes[s]}",
            )
    compared = rules.compared(Place.ARC)
    for each in sorted(reachable.types) if compared else ():
        fitting = fitting_cases(rules, each)
        for at, comparison in enumerate(compared):
            if any(case.signs[at] is not None for case in fitting):
                pair = (comparison.left, comparison.right)
                findings.demand(
                    Kind.SCALAR,
                    all(equalities.agree_at(each, name) for name in pair),
                    lambda e=each, p=pair: (
                        f"{' and '.join(p)}, compared at {words.arc_type(e)}"
                    ),
                )


def fitting_cases(program: Program, each: ArcType) -> list[ArcCase]:
    """The cases that an arc of this type may meet, whoever hears it."""
    return [
        case
        for case in program.arc_cases_of(each.arc)
        if (case.receiver is None or each.receiver in case.receiver)
        and (case.sender is None or each.sender in case.sender)
        and (case.reverse is None or each.reverse in case.reverse)
    ]


def sign_reads(rules: Program, program: Program, place: Place, state: int) -> tuple[int, ...]:
    """The comparisons, by number, that a case of rules or program reads in this state."""
    both = {*rules.read_signs(place, state), *program.read_signs(place, state)}
    return tuple(sorted(both))


def sign_choices(read: tuple[int, ...], count: int) -> list[Signs]:
    """Every combination of the signs that are read; all others are zero."""
    found = []
    for chosen in itertools.product(SIGNS, repeat=len(read)):
        signs = [0] * count
        for at, sign in zip(read, chosen, strict=True):
            signs[at] = sign
        found.append(tuple(signs))
    return found


@dataclass(frozen=True)
class _Reads:
    """The comparisons that a state reads, and the combinations of their signs."""

    at: tuple[int, ...]
    choices: list[Signs]


class _Check:
    def __init__(
        self,
        findings: Findings,
        reachable: Reachable,
        cases: Cases,
        program: Program,
        numerics: Numerics | None,
    ) -> None:
        self.findings, self.reachable, self.cases = findings, reachable, cases
        self.rules, self.program = reachable.rules, program
        self.words, self.listener = Words(reachable), Listener(reachable.rules)
        self.margins = None if numerics is None else Margins(numerics)
        self._known: dict[tuple[Place, int], _Reads] = {}

    def _reads(self, place: Place, state: int) -> _Reads:
        if (place, state) not in self._known:
            at = sign_reads(self.rules, self.program, place, state)
            choices = sign_choices(at, len(self.rules.compared(place)))
            self._known[place, state] = _Reads(at, choices)
        return self._known[place, state]

    def nodes(self, state: int) -> None:
        """What becomes of a node, whatever its heads hear."""
        reads, words = self._reads(Place.NODE, state), self.words
        compared = self.rules.compared(Place.NODE)
        hearings = self.cases.hearings[state]
        for hearing in sorted(hearings, key=lambda each: (each.by_rules, each.by_program)):
            by_rules = self.listener.classes(hearing.by_rules)
            by_program = self.listener.classes(hearing.by_program)
            for signs in reads.choices:
                wanted = self.rules.node_outcome(state, by_rules, signs)
                made = self.program.node_outcome(state, by_program, signs)

                def case(told=hearing.by_program, signs=signs) -> str:
                    also = words.signs(compared, reads.at, signs)
                    return f"{words.nodes[state]} hears {words.told(told)}{also}"

                self.findings.demand(
                    Kind.NODE,
                    wanted == made,
                    lambda case=case, made=made, wanted=wanted, told=hearing.by_rules: (
                        f"{case()} and becomes {words.nodes[made]}; by the rules it hears "
                        f"{words.told(told)} and becomes {words.nodes[wanted]}"
                    ),
                )
                if self.margins is not None:
                    gap = self.margins.node(state, by_program, reads.at, signs)
                    self.findings.demand_margin("node table", gap, case)

    def arcs(self, each: ArcType) -> None:
        """What becomes of an arc, whoever hears it."""
        reads, words = self._reads(Place.ARC, each.arc), self.words
        compared = self.rules.compared(Place.ARC)
        at = (each.arc, each.receiver, each.sender, each.reverse)
        for forth, back in sorted(arc_cases(self.reachable, each, self.cases)):
            for signs in reads.choices:
                wanted = self.rules.arc_outcome(*at, forth[0], back[0], signs)
                made = self.program.arc_outcome(*at, forth[1], back[1], signs)

                def case(forth=forth[1], back=back[1], signs=signs) -> str:
                    also = words.signs(compared, reads.at, signs)
                    hears = f"heard by {words.bits(forth)}, back by {words.bits(back)}"
                    return f"{words.arc_type(each)}{also}, {hears}"

                self.findings.demand(
                    Kind.ARC,
                    wanted == made,
                    lambda case=case, made=made, wanted=wanted, by=(forth[0], back[0]): (
                        f"{case()}, becomes {words.arcs[made]}; by the rules it is heard by "
                        f"{words.bits(by[0])}, back by {words.bits(by[1])}, and becomes "
                        f"{words.arcs[wanted]}"
                    ),
                )
                if self.margins is not None:
                    gap = self.margins.arc((*at, forth[1], back[1]), reads.at, signs)
                    self.findings.demand_margin("arc table", gap, case)


class Margins:
    """How clearly a network decided each case.

    A network may read signs that make no difference to its outcome; then the closest of these
    decisions counts.
    """

    def __init__(self, numerics: Numerics) -> None:
        self._nodes: dict[tuple, list[tuple[Signs, Gap]]] = {}
        self._arcs: dict[tuple, list[tuple[Signs, Gap]]] = {}
        for (state, told, signs), gap in numerics.node.items():
            self._nodes.setdefault((state, told), []).append((signs, gap))
        for (*at, signs), gap in numerics.arc.items():
            self._arcs.setdefault(tuple(at), []).append((signs, gap))

    def node(self, state: int, told: tuple, read: tuple[int, ...], signs: Signs) -> Gap | None:
        """The gap of a node case with these signs of the comparisons that are read."""
        return _closest(self._nodes.get((state, told), []), read, signs)

    def arc(self, at: tuple[int, ...], read: tuple[int, ...], signs: Signs) -> Gap | None:
        """The gap of an arc case with these signs of the comparisons that are read."""
        return _closest(self._arcs.get(at, []), read, signs)


def _closest(known: list[tuple[Signs, Gap]], read: tuple[int, ...], signs: Signs) -> Gap | None:
    gaps = [gap for some, gap in known if all(some[at] == signs[at] for at in read)]
    return closest_gap(gaps) if gaps else None
