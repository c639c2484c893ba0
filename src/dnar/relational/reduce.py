"""Reducing: a program that listens only where hearing can make a difference.

Learned programs list every class somewhere, and most of that changes nothing. An entry at the
end of an order that means the same as everything below it is left out; from then on, hearing
nothing means what it meant. What a node becomes is written down again in as few cases as
possible.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from dnar.machine import (
    NOTHING,
    ArcCase,
    ArcClass,
    ArcType,
    Entry,
    Gate,
    Multiplicity,
    NodeCase,
    NodeKind,
    Place,
    Program,
    Reachable,
    cover,
)

MOST_COMBINATIONS = 2**14
"""Of what the heads of a node may hear; a state with more is left as it is."""


def reduced(program: Program, reachable: Reachable) -> Program:
    """A program that makes the same steps on everything reachable."""
    orders, cases = dict(program.orders), []
    kinds = [reachable.kinds[NodeKind.REAL], reachable.kinds[NodeKind.VIRTUAL]]
    for state in range(len(program.node_states)):
        of = [kind for kind, states in enumerate(kinds) if state in states]
        found = _State(program, reachable, state, of[0]).reduced() if len(of) == 1 else None
        if found is None:
            cases += program.node_cases_of(state)
            continue
        for head, order in enumerate(found.orders):
            orders[head, state] = order
        cases += found.cases
    arc_cases = _arc_cases(program, reachable)
    return replace(program, orders=orders, node_cases=tuple(cases), arc_cases=arc_cases)


def _arc_cases(program: Program, reachable: Reachable) -> tuple[ArcCase, ...]:
    """What becomes of arcs, in as few cases as possible."""
    heads, cases = len(program.heads), []
    flags = list(product((False, True), repeat=heads))
    for state in range(len(program.arc_states)):
        types = {each[:4] for each in reachable.types if each.arc == state}
        signs = list(program.possible_signs(Place.ARC, state))
        if len(types) * len(flags) ** 2 * len(signs) > MOST_COMBINATIONS:
            cases += program.arc_cases_of(state)
            continue
        known: dict[tuple, int] = {}
        for receiver, _, sender, reverse in types:
            ends = receiver, sender, reverse
            for forth, back, sign in product(flags, flags, signs):
                new = program.arc_outcome(state, *ends, _bits(forth), _bits(back), sign)
                known[(*ends, *forth, *back, *sign)] = new
        for box, becomes in cover(known, state):
            heard = [
                None if some is None or len(some) > 1 else min(some)
                for some in box[3 : 3 + 2 * heads]
            ]
            cases.append(
                ArcCase(
                    state,
                    becomes,
                    *box[:3],
                    heard=tuple(heard[:heads]),
                    heard_back=tuple(heard[heads:]),
                    signs=box[3 + 2 * heads :],
                )
            )
    return tuple(cases)


def _bits(flags: tuple[bool, ...]) -> int:
    return sum(flag << at for at, flag in enumerate(flags))


@dataclass(frozen=True)
class _Reduced:
    orders: list[tuple[Entry, ...]]
    cases: list[NodeCase]


class _State:
    """What nodes in one state, real or virtual, may hear."""

    def __init__(self, program: Program, reachable: Reachable, state: int, kind: int) -> None:
        self.program, self.state, self.roles = program, state, reachable.roles
        self.real = kind == 0
        self.types: dict[ArcClass, list[ArcType]] = {}
        for each in reachable.types:
            if each.receiver == state:
                self.types.setdefault(each.forth, []).append(each)
        self.signs = list(program.possible_signs(Place.NODE, state))
        self.bits = range(2 ** len(program.heads))

    def reduced(self) -> _Reduced | None:
        heads = range(len(self.program.heads))
        items = [self._items(head) for head in heads]
        count = len(self.signs)
        for some in items:
            count *= len(some)
        if count > MOST_COMBINATIONS:
            return None
        classes = [
            [NOTHING if each is None else each.arc_class for each in some] for some in items
        ]
        outcomes = {
            (told, signs): self.program.node_outcome(self.state, told, signs)
            for told in product(*classes)
            for signs in self.signs
        }
        orders, means = [], []
        for head in heads:
            order, nothing = self._cut(head, items[head], outcomes)
            orders.append(order)
            means.append(nothing)
        return _Reduced(orders, list(self._cases(orders, means)))

    def _items(self, head: int) -> list[Entry | None]:
        """The entries that can be heard here; None stands for hearing nothing."""
        order = self.program.order(head, self.state)
        best = {entry.arc_class: at for at, entry in enumerate(order) if entry.best}
        # The self-loop is in every row, and the virtual node's arc in every real one.
        always = [Multiplicity.SELF] + ([Multiplicity.ONE] if self.real else [])
        last = len(order)
        for number, role in enumerate(self.roles):
            if role.multiplicity in always:
                places = [
                    best.get(told, len(order))
                    for told, types in self.types.items()
                    if any(each.role == number for each in types)
                ]
                if places:
                    last = min(last, max(places))
        found: list[Entry | None] = [
            entry
            for at, entry in enumerate(order[: last + 1])
            if entry.arc_class in self.types
            and (
                entry.best
                or (at < best.get(entry.arc_class, len(order)) and self._rivals(entry))
            )
        ]
        return found if last < len(order) else [*found, None]

    def _rivals(self, entry: Entry) -> bool:
        roles = {self.roles[each.role] for each in self.types[entry.arc_class]}
        return len(roles) > 1 or any(role.multiplicity is Multiplicity.ANY for role in roles)

    def _cut(
        self, head: int, items: list[Entry | None], outcomes: dict
    ) -> tuple[tuple[Entry, ...], ArcClass]:
        """The entries that make a difference, and the class that hearing nothing stands for."""
        meanings: dict[ArcClass, tuple] = {}
        for (told, signs), new in outcomes.items():
            rest = (*told[:head], *told[head + 1 :], signs)
            meanings.setdefault(told[head], ())
            meanings[told[head]] += ((rest, new),)
        told = [NOTHING if each is None else each.arc_class for each in items]
        which = [each is not None and self._matters(head, each.arc_class) for each in items]
        pulls = self._pulls(head)
        last = told[-1]
        end = len(items)
        while end and meanings[told[end - 1]] == meanings[last] and not which[end - 1]:
            if pulls and items[end - 1] is not None:
                break
            end -= 1
        kept = [
            entry
            for at, entry in enumerate(items[:end])
            if entry is not None
            and not self._idle(items[:end], told, which, meanings, at, pulls)
        ]
        return tuple(kept), last

    def _idle(
        self,
        items: list[Entry | None],
        told: list[ArcClass],
        which: list[bool],
        meanings: dict[ArcClass, tuple],
        at: int,
        pulls: bool,
    ) -> bool:
        """Whether hearing one that is not best is as good as hearing the best instead."""
        entry = items[at]
        if entry is None or entry.best or pulls:
            return False
        for place in range(at, len(items)):
            if meanings[told[place]] != meanings[told[at]] or which[place]:
                return False
            other = items[place]
            if other is not None and other.best and told[place] == told[at]:
                return True
        return False

    def _pulls(self, head: int) -> bool:
        name = self.program.heads[head].name
        return any(
            term.gate is Gate.PULL and term.head == name and self.state in term.when
            for op in self.program.ops
            for term in op.terms
        )

    def _matters(self, head: int, told: ArcClass) -> bool:
        """Whether an arc of the class, or its reverse, changes by being heard or not."""
        flag = 1 << head
        return any(
            self._next(each, one, other) != self._next(each, one ^ flag, other)
            for each in self.types[told]
            for one, other in product(self.bits, self.bits)
        )

    def _next(self, each: ArcType, heard: int, back: int) -> list[int]:
        outcome, program = self.program.arc_outcome, self.program
        if self.roles[each.role].multiplicity is Multiplicity.SELF:
            back = heard
        forth = each.arc, each.receiver, each.sender, each.reverse
        turned = each.reverse, each.sender, each.receiver, each.arc
        return [
            *(
                outcome(*forth, heard, back, s)
                for s in program.possible_signs(Place.ARC, each.arc)
            ),
            *(
                outcome(*turned, back, heard, s)
                for s in program.possible_signs(Place.ARC, each.reverse)
            ),
        ]

    def _cases(
        self, orders: list[tuple[Entry, ...]], means: list[ArcClass]
    ) -> Iterator[NodeCase]:
        """What becomes of a node, from what it can still hear."""
        options = [
            {**{entry.arc_class: entry.arc_class for entry in order}, NOTHING: nothing}
            for order, nothing in zip(orders, means, strict=True)
        ]
        known: dict[tuple, int] = {}
        for heard in product(*options):
            told = tuple(some[each] for some, each in zip(options, heard, strict=True))
            for signs in self.signs:
                new = self.program.node_outcome(self.state, told, signs)
                known[(*map(tuple, heard), *signs)] = new
        heads = len(orders)
        for box, becomes in cover(known, self.state):
            yield NodeCase(
                self.state,
                becomes,
                tuple(
                    None if some is None else frozenset(ArcClass(*each) for each in some)
                    for some in box[:heads]
                ),
                box[heads:],
            )
