"""Reduction: a short program that equals another one in every case that a run can reach.

Arcs come first: an order need not tell apart what neither a node case nor an arc case nor a
scalar depends on.
"""

from dataclasses import dataclass, replace

from dnar.explain.explanation import Group, Listening
from dnar.machine import (
    NOTHING,
    SILENCE,
    ArcCase,
    ArcClass,
    ArcType,
    Entry,
    Gate,
    HeardEntries,
    Listener,
    NodeCase,
    Op,
    Place,
    Program,
    Reachable,
    Signs,
    arc_cases,
    collect_cases,
    cover,
    fits,
    gating_place,
)


@dataclass(frozen=True)
class Reduced:
    """A reduced program, the groups of its orders, and the roles of its arc cases."""

    program: Program
    listening: Listening
    roles: tuple[tuple[str, ...], ...]


def reduce_program(program: Program, reachable: Reachable) -> Reduced:
    """The program as far as the reachable cases need it."""
    found = _Reduction(program, reachable)
    states = sorted(state for state, told in found.cases.hearings.items() if told)
    nodes = [found.node_state(state) for state in states]
    listening = {key: groups for _, some in nodes for key, groups in some.items()}
    small = replace(
        program,
        orders={
            key: tuple(entry for group in groups if not group.rest for entry in group.entries)
            for key, groups in listening.items()
        },
        node_cases=tuple(case for cases, _ in nodes for case in cases),
        arc_cases=tuple(found.arc_cases),
        ops=tuple(found.op(op) for op in program.ops),
    )
    return Reduced(small, listening, tuple(found.roles))


class _Reduction:
    def __init__(self, program: Program, reachable: Reachable) -> None:
        self.program, self.reachable = program, reachable
        self.cases = collect_cases(reachable, program)
        self.listener = Listener(program)
        self.heads = range(len(program.heads))
        self.arc_cases: list[ArcCase] = []
        self.roles: list[tuple[str, ...]] = []
        for state in sorted({each.arc for each in reachable.types}):
            self._add_arc_cases(state)

    def _add_arc_cases(self, state: int) -> None:
        program = self.program
        known: dict[tuple, int] = {}
        seen: dict[tuple, set[int]] = {}
        types = (each for each in self.reachable.types if each.arc == state)
        for each in types:
            ends = (each.receiver, each.sender, each.reverse)
            for (_, heard), (_, back) in arc_cases(self.reachable, each, self.cases):
                for signs in program.possible_signs(Place.ARC, state):
                    # The first axes are the ones that a reader prefers.
                    flags = (*self._flags(heard), each.reverse, *self._flags(back))
                    case = (each.receiver, each.sender, *flags, *signs)
                    known[case] = program.arc_outcome(state, *ends, heard, back, signs)
                    seen.setdefault(case, set()).add(each.role)
        count = len(self.heads)
        for box, becomes in cover(known, state, ordered=False):
            inside = [case for case in known if fits(box, case)]
            receiver, sender = (_single(box[axis], inside, axis) for axis in (0, 1))
            heard, (reverse, *back) = box[2 : 2 + count], box[2 + count : 3 + 2 * count]
            self.arc_cases.append(
                ArcCase(
                    state,
                    becomes,
                    receiver,
                    sender,
                    reverse,
                    tuple(None if some is None else True in some for some in heard),
                    tuple(None if some is None else True in some for some in back),
                    box[3 + 2 * count :],
                )
            )
            numbers = {role for case in inside for role in seen[case]}
            names = (self.reachable.roles[number].name for number in sorted(numbers))
            self.roles.append(tuple(names))

    def _flags(self, bits: int) -> tuple[bool, ...]:
        return tuple(bool(bits >> head & 1) for head in self.heads)

    def node_state(self, state: int) -> tuple[list[NodeCase], Listening]:
        """The cases of one state, and whom it hears with the heads that matter."""
        told = {hearing.by_program for hearing in self.cases.hearings[state]}
        outcomes = {
            (each, signs): self.program.node_outcome(state, self.listener.classes(each), signs)
            for each in sorted(told)
            for signs in self.program.possible_signs(Place.NODE, state)
        }
        relevant = self._relevant(outcomes)
        listening: dict[tuple[int, int], tuple[Group, ...]] = {}
        rest: dict[int, set[int]] = {}
        for head in self.heads:
            groups = self._groups(state, head, outcomes, relevant)
            if [group.rest for group in groups] != [True]:
                listening[head, state] = groups
            last = [entry for group in groups if group.rest for entry in group.entries]
            rest[head] = {SILENCE, *(self._number(entry) for entry in last)}
        known = {
            (*self._heard(told, relevant, rest), *signs): becomes
            for (told, signs), becomes in outcomes.items()
        }
        # Cases that each hold by themselves read more easily, unless they are more.
        boxes = min((cover(known, state, ordered=each) for each in (False, True)), key=len)
        cases = [
            NodeCase(state, becomes, box[: len(self.heads)], box[len(self.heads) :])
            for box, becomes in boxes
        ]
        return cases, listening

    def _number(self, entry: Entry) -> int:
        return 2 * self.listener.number(entry.arc_class) + entry.best

    def _heard(
        self, told: HeardEntries, relevant: list[int], rest: dict[int, set[int]]
    ) -> tuple[ArcClass, ...]:
        """What each head hears; nothing if it hears no more than the rest, or is irrelevant."""
        return tuple(
            self.listener.arc_class(entry)
            if head in relevant and entry not in rest[head]
            else NOTHING
            for head, entry in enumerate(told)
        )

    def _relevant(self, outcomes: dict[tuple[HeardEntries, Signs], int]) -> list[int]:
        """Heads that determine the outcome; the last are left out first."""
        kept = list(self.heads)
        for head in reversed(self.heads):
            fewer = [other for other in kept if other != head]
            known: dict[object, int] = {}
            if all(
                known.setdefault((_part(told, fewer), signs), becomes) == becomes
                for (told, signs), becomes in outcomes.items()
            ):
                kept = fewer
        return kept

    def _groups(
        self,
        state: int,
        head: int,
        outcomes: dict[tuple[HeardEntries, Signs], int],
        relevant: list[int],
    ) -> tuple[Group, ...]:
        """What the head can hear, in order; neighbours with the same effect are joined."""
        heard = {told[head] for told, _ in outcomes}
        order = [entry for entry in self.listener.order(head, state) if entry in heard]
        effects: list[tuple[object, list[int]]] = []
        for entry in [*order, *({SILENCE} & heard)]:
            effect = self._effect(state, head, entry, outcomes, relevant)
            if effects and effects[-1][0] == effect:
                effects[-1][1].append(entry)
            else:
                effects.append((effect, [entry]))
        groups = []
        for number, (effect, entries) in enumerate(effects):
            identity = isinstance(effect, int) and effect != SILENCE
            listed = tuple(self._entry(entry) for entry in entries if entry != SILENCE)
            last = number == len(effects) - 1
            groups.append(Group(listed, identity, rest=last and not identity))
        return tuple(groups)

    def _entry(self, number: int) -> Entry:
        return Entry(*self.listener.arc_class(number), best=number % 2 == 1)

    def _effect(
        self,
        state: int,
        head: int,
        entry: int,
        outcomes: dict[tuple[HeardEntries, Signs], int],
        relevant: list[int],
    ) -> object:
        """What hearing an entry leads to; its own number if something depends on the arc."""
        if self._pulls(head, state) or (entry != SILENCE and self._asked(head, state, entry)):
            return entry
        if head not in relevant:
            return ()
        others = [other for other in relevant if other != head]
        return frozenset(
            (_part(told, others), signs, becomes)
            for (told, signs), becomes in outcomes.items()
            if told[head] == entry
        )

    def _pulls(self, head: int, state: int) -> bool:
        name = self.program.heads[head].name
        return any(
            term.gate is Gate.PULL and term.head == name and state in term.when
            for op in self.program.ops
            for term in op.terms
        )

    def _asked(self, head: int, state: int, entry: int) -> bool:
        """Whether an arc case depends on a node in this state hearing such an arc."""
        own = self.listener.arc_class(entry)
        names = [role.name for role in self.reachable.roles]
        for each in self.reachable.types:
            if each.receiver == state and each.forth == own:
                reverse = names.index(self.reachable.roles[each.role].reverse)
                back = ArcType(each.sender, each.reverse, each.receiver, each.arc, reverse)
                for case in self.arc_cases:
                    if (case.heard[head] is not None and _meant(case, each)) or (
                        case.heard_back[head] is not None and _meant(case, back)
                    ):
                        return True
        return False

    def op(self, op: Op) -> Op:
        """The operation without the states and terms that cannot occur."""
        place = self.program.scalar(op.target).place
        reached = {
            Place.NODE: {state for some in self.reachable.kinds.values() for state in some},
            Place.ARC: {each.arc for each in self.reachable.types},
        }
        terms = (
            replace(term, when=term.when & reached[gating_place(place, term.gate)])
            for term in op.terms
        )
        return Op(op.target, tuple(term for term in terms if term.when))


def _part(told: HeardEntries, heads: list[int]) -> HeardEntries:
    return tuple(told[head] for head in heads)


def _single(some: frozenset | None, inside: list[tuple], axis: int) -> frozenset | None:
    """A wildcard that only one state can take is that state, which says more to a reader."""
    states = frozenset(case[axis] for case in inside)
    return states if some is None and len(states) == 1 else some


def _meant(case: ArcCase, each: ArcType) -> bool:
    """Whether a case is about arcs of this type, whoever hears them."""
    ends = (each.receiver, each.sender, each.reverse)
    return case.state == each.arc and fits((case.receiver, case.sender, case.reverse), ends)
