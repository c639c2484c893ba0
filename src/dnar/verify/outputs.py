"""Outputs: what the learned decoders read is what the rules' decoders read.

Pointers need to know how many pointer arcs a row can hold. Per node it is followed which state
its self-loop is in and whether none, one or several of its other arcs are pointers.
"""

import itertools
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from dnar.machine import (
    ArcType,
    Decoder,
    LastByScalar,
    Members,
    Multiplicity,
    NodeKind,
    NodeMask,
    NodeScalar,
    Numerics,
    Pointer,
    PointerOrder,
    PreviousByScalar,
    Program,
    Reachable,
    VirtualPointer,
    VirtualScalar,
)
from dnar.verify.findings import Findings, Kind
from dnar.verify.hearing import Base, Listener, Rows
from dnar.verify.scalars import Equalities
from dnar.verify.states import Cases, arc_cases
from dnar.verify.words import Words

SEVERAL = 2
"""Two pointer arcs or more."""


class Profile(NamedTuple):
    """A node's state, its self-loop's state, and how many of its other arcs are pointers."""

    state: int
    loop: int
    pointers: int


def check_outputs(
    findings: Findings,
    reachable: Reachable,
    cases: Cases,
    equalities: Equalities,
    program: Program,
    decoders: Mapping[str, Decoder],
    numerics: Numerics | None,
) -> None:
    """Compares how every output is read."""
    check = _Check(findings, reachable, cases, equalities, program, numerics)
    for name, decoder in decoders.items():
        match decoder:
            case Pointer(arc_state):
                check.pointer(name, arc_state, NodeKind.REAL)
            case VirtualPointer(arc_state):
                check.pointer(name, arc_state, NodeKind.VIRTUAL)
            case NodeMask(node_state):
                check.members(name, node_state)
            case NodeScalar(scalar, node_state):
                check.members(name, node_state)
                check.scalar(name, scalar, {node_state} & reachable.kinds[NodeKind.REAL])
            case VirtualScalar(scalar):
                check.scalar(name, scalar, reachable.kinds[NodeKind.VIRTUAL])
            case PreviousByScalar(scalar) | LastByScalar(scalar):
                check.scalar(name, scalar, reachable.kinds[NodeKind.REAL])
            case _:
                findings.demand(
                    Kind.OUTPUT, False, f"output {name}: nothing is known of {decoder}"
                )


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

    def members(self, name: str, node_state: int) -> None:
        """A set holds the nodes in one state."""
        readout = self.program.readouts.get(name)
        states = readout.node_states if isinstance(readout, Members) else frozenset()
        for state in sorted(self.reachable.kinds[NodeKind.REAL]):
            case = f"output {name}: whether {self.words.nodes[state]} belongs to it"
            self.findings.demand(Kind.OUTPUT, (state in states) == (state == node_state), case)
            self._margin(name, (state,), case)

    def scalar(self, name: str, scalar: str, states: set[int] | frozenset[int]) -> None:
        """An output copies or orders a scalar of the nodes in these states."""
        for state in sorted(states):
            self.findings.demand(
                Kind.SCALAR,
                self.equalities.agree_in(state, scalar),
                f"output {name}: {scalar} of {self.words.nodes[state]}",
            )

    def pointer(self, name: str, arc_state: int, kind: NodeKind) -> None:
        """A node points along its arc in one state, or nowhere."""
        readout = self.program.readouts.get(name)
        profiles = PointerCounts(self.reachable, self.cases, arc_state, kind).profiles
        others = _arcs_by_state(self.reachable)
        for each in sorted(profiles):
            case = self._profile_words(name, each, arc_state)
            first = self._pointed(each, arc_state, kind)
            if first is None or not isinstance(readout, PointerOrder):
                self.findings.demand(Kind.OUTPUT, False, f"{case}: not decided by states")
                continue
            rivals = {(state, 0) for state in others.get(each.state, set()) - {arc_state}}
            rivals |= {(each.loop, 1)}
            if each.pointers:
                rivals |= {(arc_state, 0)}
            wins = all(
                readout.places[first[0]][first[1]] < readout.places[state][loop]
                for state, loop in rivals - {first}
            )
            self.findings.demand(Kind.OUTPUT, wins, case)
            if rivals - {first}:
                self._margin(name, first, case)

    def _pointed(self, each: Profile, arc_state: int, kind: NodeKind) -> tuple[int, int] | None:
        """The (arc state, is loop) that the rules point along; None if indices would decide."""
        if not each.pointers:
            # A virtual node that points to itself gives nothing, or itself: not the same.
            itself = kind is NodeKind.VIRTUAL and each.loop == arc_state
            return None if itself else (each.loop, 1)
        # Of several the lowest index counts, but a virtual node would give all of them.
        one = kind is NodeKind.REAL or each.pointers == 1
        return (arc_state, 0) if one and each.loop != arc_state else None

    def _profile_words(self, name: str, each: Profile, arc_state: int) -> str:
        number = ("no", "one", "several")[each.pointers]
        return (
            f"output {name}: {self.words.nodes[each.state]} whose self-loop is "
            f"{self.words.arcs[each.loop]}, with {number} other {self.words.arcs[arc_state]}"
        )

    def _margin(self, name: str, place: tuple[int, ...], case: str) -> None:
        if self.numerics is not None and name in self.numerics.readouts:
            gaps = self.numerics.readouts[name]
            gap, error = float(gaps.gap[place]), float(gaps.error[place])
            self.findings.demand_margin("readout", gap, error, case)


def _arcs_by_state(reachable: Reachable) -> dict[int, set[int]]:
    """The states that arcs other than self-loops can be in, by their receiver's state."""
    found: dict[int, set[int]] = {}
    for each in reachable.types:
        if reachable.roles[each.role].multiplicity is not Multiplicity.SELF:
            found.setdefault(each.receiver, set()).add(each.arc)
    return found


class PointerCounts:
    """The profiles that nodes of one kind can come to, by the rules."""

    def __init__(
        self, reachable: Reachable, cases: Cases, arc_state: int, kind: NodeKind
    ) -> None:
        self.reachable, self.cases, self.pointer = reachable, cases, arc_state
        self.listener = Listener(reachable.rules)
        self.types: dict[int, list[ArcType]] = {}
        for each in sorted(reachable.types):
            self.types.setdefault(each.receiver, []).append(each)
        self.profiles = set(self._initial(kind))
        fresh = set(self.profiles)
        while fresh:
            after = {new for each in fresh for new in self._after(each)}
            fresh = after - self.profiles
            self.profiles |= fresh

    def _is_loop(self, each: ArcType) -> bool:
        return self.reachable.roles[each.role].multiplicity is Multiplicity.SELF

    def _initial(self, kind: NodeKind) -> Iterator[Profile]:
        initial = self.reachable.initial
        for each in initial:
            if self._is_loop(each) and each.receiver in self.reachable.kinds[kind]:
                pointing = any(
                    other.receiver == each.receiver
                    and not self._is_loop(other)
                    and other.arc == self.pointer
                    for other in initial
                )
                for count in (0, 1, SEVERAL) if pointing else (0,):
                    yield Profile(each.receiver, each.arc, count)

    def _after(self, profile: Profile) -> Iterator[Profile]:
        """What one step can make of a node with this profile."""
        rules = self.reachable.rules
        rows = Rows(self.reachable, profile.state, self.listener, self.listener)
        loop_class = profile.state * rows.arc_states + profile.loop
        for base in rows.bases:
            if not any(
                number == loop_class and role == self._loop_role
                for role, number in base.members
            ):
                continue
            for hearing, wanted in rows.hearings(base):
                told = hearing.by_rules
                state = rules.node_outcome(
                    profile.state, tuple(self.listener.arc_class(entry) for entry in told)
                )
                loops = self._loops(rows, base, told, wanted, profile)
                counts = self._counts(profile, told)
                yield from (Profile(state, *each) for each in itertools.product(loops, counts))

    @property
    def _loop_role(self) -> int:
        return next(
            number
            for number, role in enumerate(self.reachable.roles)
            if role.multiplicity is Multiplicity.SELF
        )

    def _loops(
        self,
        rows: Rows,
        base: Base,
        told: tuple[int, ...],
        wanted: dict[int, int],
        profile: Profile,
    ) -> set[int]:
        """The next states of the self-loop."""
        number = profile.state * rows.arc_states + profile.loop
        rivals = base.counts[number] + (number in rows.optional) > 1
        table = self.reachable.rules.arc_table[
            profile.loop, profile.state, profile.state, profile.loop
        ]
        options = [
            [0, 1 << head] if rivals else [1 << head]
            for head, entry in enumerate(told)
            if entry == 2 * number + 1
        ]
        bits = [sum(choice) for choice in itertools.product(*options)]
        return {int(table[each, each]) for each in bits}

    def _counts(self, profile: Profile, told: tuple[int, ...]) -> set[int]:
        """How many other arcs can be pointers after the step."""
        stays, leaves, gained, most = False, False, 0, 0
        by_head = [
            self._heard_outcomes(profile.state, head, entry) for head, entry in enumerate(told)
        ]
        for each in self.types[profile.state]:
            if self._is_loop(each):
                continue
            for heard, outcome in self._outcomes(each, told):
                if each.arc == self.pointer:
                    stays, leaves = (
                        stays or outcome == self.pointer,
                        leaves or outcome != self.pointer,
                    )
                elif outcome == self.pointer:
                    most = max(most, 1) if heard else SEVERAL
        if most == 1:
            # A head hears one arc: as many can be gained as there are heads, and one must be
            # where whatever is heard becomes a pointer.
            most = min(SEVERAL, sum(self.pointer in outcomes for outcomes in by_head))
            gained = int(any(outcomes == {self.pointer} for outcomes in by_head))
        old = {profile.pointers}
        if profile.pointers and leaves:
            old = set(range(profile.pointers + 1)) if stays else {0}
        return {min(SEVERAL, one + more) for one in old for more in range(gained, most + 1)}

    def _heard_outcomes(self, state: int, head: int, entry: int) -> set[int]:
        """What may become of the arc that a head hears, if it is no pointer before.

        With -1 among them where it may be a pointer already, or the node's self-loop.
        """
        found = set()
        for each in self.types[state]:
            if 2 * self._number(each) + 1 == entry:
                if self._is_loop(each) or each.arc == self.pointer:
                    found.add(-1)
                else:
                    flag = 1 << head
                    found |= {
                        outcome for bits, outcome in self._all_outcomes(each) if bits & flag
                    }
        return found

    def _number(self, each: ArcType) -> int:
        return each.sender * len(self.reachable.rules.arc_states) + each.arc

    def _all_outcomes(self, each: ArcType) -> Iterator[tuple[int, int]]:
        """Who hears an arc of this type, and what becomes of it."""
        table = self.reachable.rules.arc_table[
            each.arc, each.receiver, each.sender, each.reverse
        ]
        for forth, back in arc_cases(self.reachable, each, self.cases):
            yield forth[0], int(table[forth[0], back[0]])

    def _outcomes(self, each: ArcType, told: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        """The same, of a node that hears these entries."""
        entry = 2 * self._number(each) + 1
        may = sum(1 << head for head, heard in enumerate(told) if heard == entry)
        for bits, outcome in self._all_outcomes(each):
            if bits & ~may == 0:
                yield bits, outcome
