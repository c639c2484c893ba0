"""Outputs: what the program's readouts read is what the rules' readouts read.

Outputs are made of pointers, labels and scalars. Pointers need to know whether a row holds a
pointer arc: per node it is followed which state its self-loop is in and whether any of its
other arcs is a pointer.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from dnar.machine import (
    ArcType,
    Cases,
    Gap,
    HeardEntries,
    Hearing,
    Labels,
    Listener,
    Multiplicity,
    Numerics,
    Output,
    Place,
    PointerOrder,
    Program,
    Reachable,
    RowCondition,
    Rows,
    ScalarUse,
    arc_cases,
    closest_gap,
)
from dnar.verify.findings import Case, Findings, Kind
from dnar.verify.scalars import Equalities
from dnar.verify.words import Words

NO_LOOP = -1
"""The state of a self-loop that a node does not have, or has several of."""

Item = tuple[int, int]
"""An arc of a row as a pointer's order sees it: its state, and whether it is a self-loop."""


class Profile(NamedTuple):
    """A node's state, its self-loop's state, and whether another of its arcs is a pointer."""

    state: int
    loop: int
    points: bool


def pointer_state(order: PointerOrder) -> int | None:
    """The arc state that points: the one whose arcs come first; None if there are more."""
    plain = [place for place, _ in order.places]
    return plain.index(min(plain)) if plain.count(min(plain)) == 1 else None


def check_outputs(
    findings: Findings,
    reachable: Reachable,
    cases: Cases,
    equalities: Equalities,
    program: Program,
    outputs: Mapping[str, Output],
    numerics: Numerics | None = None,
) -> None:
    """Compares how every output is read."""
    check = _Check(findings, reachable, cases, equalities, program, numerics)
    for name, output in outputs.items():
        before = findings.counts.total()
        readout = reachable.rules.readouts.get(name)
        if isinstance(readout, PointerOrder):
            check.pointer(name, readout, output.kind)
        elif isinstance(readout, Labels):
            check.labels(name, readout, output.kind)
        for use in output.scalar_uses():
            check.scalar(name, use)
        if findings.counts.total() == before:
            findings.block(Kind.OUTPUT, f"output {name}: it reads nothing that can be there")


class _Check:
    def __init__(
        self,
        findings: Findings,
        reachable: Reachable,
        cases: Cases,
        equalities: Equalities,
        program: Program,
        numerics: Numerics | None,
    ) -> None:
        self.findings, self.reachable, self.cases = findings, reachable, cases
        self.equalities, self.program, self.numerics = equalities, program, numerics
        self.words = Words(reachable)

    def labels(self, name: str, wanted: Labels, kind: int) -> None:
        """Every state that can be there has the same label."""
        readout = self.program.readouts[name]
        assert isinstance(readout, Labels)
        at_node = wanted.place is Place.NODE
        states = {each.arc for each in self.reachable.types}
        if at_node:
            states = set(self.reachable.kinds.get(kind, ()))
        names = self.words.nodes if at_node else self.words.arcs
        for state in sorted(states):

            def case(state=state) -> str:
                return f"output {name}: the label of {names[state]}"

            same = wanted.labels[state] == readout.labels[state]
            self.findings.demand(Kind.OUTPUT, same, case)
            self._margin(name, [(state,)], case)

    def scalar(self, name: str, use: ScalarUse) -> None:
        """An output copies or orders a scalar of nodes in some states, or of arcs."""
        if use.kind is None:
            for each in sorted(self.reachable.types):
                self.findings.demand(
                    Kind.SCALAR,
                    self.equalities.agree_at(each, use.scalar),
                    lambda each=each: (
                        f"output {name}: {use.scalar} of {self.words.arc_type(each)}"
                    ),
                )
            return
        states = self.reachable.kinds.get(use.kind, frozenset())
        for state in sorted(states if use.states is None else states & use.states):
            self.findings.demand(
                Kind.SCALAR,
                self.equalities.agree_in(state, use.scalar),
                lambda state=state: f"output {name}: {use.scalar} of {self.words.nodes[state]}",
            )

    def pointer(self, name: str, wanted: PointerOrder, kind: int) -> None:
        """A node points along the same arc of its row."""
        readout = self.program.readouts[name]
        assert isinstance(readout, PointerOrder)
        pointer = pointer_state(wanted)
        found = PointerProfiles(self.reachable, self.cases, pointer, kind)
        for profile in sorted(found.profiles):
            surely, perhaps = found.items(profile)

            def case(profile=profile) -> str:
                return self._profile_words(name, profile, pointer)

            winners: set[Item] = set()
            same = True
            for row in _few(surely, perhaps):
                one, other = (_first(order, row) for order in (wanted, readout))
                same = same and one == other
                winners |= one
            self.findings.demand(Kind.OUTPUT, same, case)
            if len(surely | perhaps) > 1:
                self._margin(name, sorted(winners), case)

    def _profile_words(self, name: str, each: Profile, pointer: int | None) -> str:
        loop = "that has no self-loop of its own"
        if each.loop != NO_LOOP:
            loop = f"whose self-loop is {self.words.arcs[each.loop]}"
        words = f"output {name}: {self.words.nodes[each.state]} {loop}"
        if pointer is None:
            return words
        number = "with an" if each.points else "without"
        return f"{words}, {number} other {self.words.arcs[pointer]}"

    def _margin(self, name: str, entries: Sequence[tuple[int, ...]], case: Case) -> None:
        if self.numerics is not None:
            known = self.numerics.readouts.get(name, {})
            gaps: list[Gap] = [known[each] for each in entries if each in known]
            found = closest_gap(gaps) if gaps and len(gaps) == len(entries) else None
            self.findings.demand_margin("readout", found, case)


def _few(surely: set[Item], perhaps: set[Item]) -> Iterator[frozenset[Item]]:
    """The rows that show every difference between two orders (docs/proof.md, Lemma 3)."""
    for one, other in itertools.combinations_with_replacement(sorted(perhaps), 2):
        yield frozenset({*surely, one, other})
    if surely:
        yield frozenset(surely)


def _first(order: PointerOrder, row: frozenset[Item]) -> frozenset[Item]:
    """The arcs of a row that come first; among them the row's order decides."""
    least = min(order.places[state][loop] for state, loop in row)
    return frozenset(each for each in row if order.places[each[0]][each[1]] == least)


class PointerProfiles:
    """The profiles that nodes of one kind can come to, by the rules."""

    def __init__(
        self, reachable: Reachable, cases: Cases, pointer: int | None, kind: int
    ) -> None:
        self.reachable, self.cases = reachable, cases
        self.rules, self.pointer, self.kind = reachable.rules, pointer, kind
        self.listener = Listener(reachable.rules)
        roles = range(len(reachable.roles))
        self.roles = {role for role in roles if reachable.roles[role].receivers in (None, kind)}
        loops = [role for role in self.roles if self._is_loop(role)]
        self.loop_role = loops[0] if len(loops) == 1 else None
        """The role of the self-loop that every such node has; None if there is not one."""
        self.types: dict[int, list[ArcType]] = {}
        for each in sorted(reachable.types):
            if each.role in self.roles:
                self.types.setdefault(each.receiver, []).append(each)
        self._known: dict[ArcType, set[tuple[int, int]]] = {}
        self._known_rows: dict[int, list[Rows]] = {}
        self.profiles = set(self._initial())
        fresh = set(self.profiles)
        while fresh:
            after = {new for each in fresh for new in self._after(each)}
            fresh = after - self.profiles
            self.profiles |= fresh

    def items(self, profile: Profile) -> tuple[set[Item], set[Item]]:
        """What the row of such a node holds surely, and what else it may hold."""
        surely: set[Item] = set()
        perhaps: set[Item] = set()
        for each in self.types.get(profile.state, []):
            if not self._is_loop(each.role):
                if each.arc != self.pointer:
                    perhaps.add((each.arc, 0))
            elif profile.loop == NO_LOOP:
                perhaps.add((each.arc, 1))
        if profile.loop != NO_LOOP:
            surely.add((profile.loop, 1))
        if self.pointer is not None and profile.points:
            surely.add((self.pointer, 0))
        return surely, perhaps

    def _is_loop(self, role: int) -> bool:
        return self.reachable.roles[role].multiplicity is Multiplicity.SELF

    def _initial(self) -> Iterator[Profile]:
        initial = [each for each in self.reachable.initial if each.role in self.roles]
        for state in self.reachable.begun.get(self.kind, ()):
            row = [each for each in initial if each.receiver == state]
            pointing = any(
                each.arc == self.pointer and not self._is_loop(each.role) for each in row
            )
            loops = {NO_LOOP}
            if self.loop_role is not None:
                loops = {each.arc for each in row if each.role == self.loop_role}
            for loop, points in itertools.product(loops, {False, pointing}):
                yield Profile(state, loop, points)

    def _after(self, profile: Profile) -> Iterator[Profile]:
        """What one step can make of a node with this profile."""
        for told, states, loops in self._hearings(profile.state, profile.loop):
            for made in itertools.product(states, loops, self._points(profile, told)):
                yield Profile(*made)

    def _hearings(
        self, state: int, loop: int
    ) -> Iterator[tuple[HeardEntries, set[int], set[int]]]:
        """What is heard beside such a self-loop, and the next states of node and self-loop."""
        signs = list(self.rules.possible_signs(Place.NODE, state))
        for rows in self._rows(state):
            for hearing, condition in rows.hearings:
                loops = (
                    {NO_LOOP}
                    if loop == NO_LOOP
                    else self._loops(rows, hearing, condition, loop)
                )
                if loops:
                    classes = self.listener.classes(hearing.by_rules)
                    states = {self.rules.node_outcome(state, classes, each) for each in signs}
                    yield hearing.by_rules, states, loops

    def _rows(self, state: int) -> list[Rows]:
        if state not in self._known_rows:
            self._known_rows[state] = [
                Rows(shape, self.listener, self.listener)
                for shape in self.reachable.rows(state)
                if shape.kind == self.kind
            ]
        return self._known_rows[state]

    def _loops(
        self, rows: Rows, hearing: Hearing, condition: RowCondition, loop: int
    ) -> set[int]:
        """The next states of the self-loop; none if it cannot be there."""
        assert self.loop_role is not None
        state = rows.state
        number = state * self.listener.arc_states + loop
        signs = list(self.rules.possible_signs(Place.ARC, loop))
        found = set()
        for rivals in (False, True):
            if rows.possible(condition, (self.loop_role, number), rivals=rivals):
                options = [
                    [0, 1 << head] if rivals else [1 << head]
                    for head, entry in enumerate(hearing.by_rules)
                    if entry == 2 * number + 1
                ]
                found |= {
                    self.rules.arc_outcome(loop, state, state, loop, bits, bits, sign)
                    for bits in map(sum, itertools.product(*options))
                    for sign in signs
                }
        return found

    def _points(self, profile: Profile, told: HeardEntries) -> set[bool]:
        """Whether other arcs can be pointers after the step."""
        if self.pointer is None:
            return {False}
        stays: set[bool] = set()
        gains = False
        for each in self.types.get(profile.state, []):
            if not self._is_loop(each.role):
                made = {outcome == self.pointer for outcome in self._outcomes(each, told)}
                if each.arc == self.pointer:
                    stays |= made
                else:
                    gains |= True in made
        may = gains or (profile.points and True in stays)
        # Sure: no pointer can end, or what a head hears becomes one, whatever it is.
        must = (profile.points and False not in stays) or any(
            self._heard_outcomes(profile.state, head, entry) == {self.pointer}
            for head, entry in enumerate(told)
        )
        return {True} if must else {False, may}

    def _heard_outcomes(self, state: int, head: int, entry: int) -> set[int]:
        """What may become of the arc that a head hears; -1 if it may be the self-loop."""
        found = set()
        for each in self.types.get(state, []):
            if 2 * self.listener.number(each.forth) + 1 == entry:
                if self._is_loop(each.role):
                    found.add(-1)
                else:
                    flag = 1 << head
                    found |= {
                        outcome for bits, outcome in self._all_outcomes(each) if bits & flag
                    }
        return found

    def _all_outcomes(self, each: ArcType) -> set[tuple[int, int]]:
        """Who hears an arc of this type, and what becomes of it."""
        if each not in self._known:
            at = (each.arc, each.receiver, each.sender, each.reverse)
            signs = list(self.rules.possible_signs(Place.ARC, each.arc))
            self._known[each] = {
                (forth[0], self.rules.arc_outcome(*at, forth[0], back[0], sign))
                for forth, back in arc_cases(self.reachable, each, self.cases)
                for sign in signs
            }
        return self._known[each]

    def _outcomes(self, each: ArcType, told: HeardEntries) -> Iterator[int]:
        """What becomes of an arc of this type at a node that hears these entries."""
        entry = 2 * self.listener.number(each.forth) + 1
        may = sum(1 << head for head, heard in enumerate(told) if heard == entry)
        for bits, outcome in self._all_outcomes(each):
            if bits & ~may == 0:
                yield outcome
