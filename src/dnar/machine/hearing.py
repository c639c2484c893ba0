"""Hearing: what two programs can hear in one row, for rows of every size.

A row holds at most one arc of some roles (its self-loop, the virtual node's arc) and any number
of others. A head hears the first entry of its order that is there. So a combination of entries
is heard in some row exactly if a row can hold all of them, and none that comes before one of
them (docs/proof.md, Lemma 1).
"""

from dataclasses import dataclass
from functools import cached_property

from dnar.machine.numerics import Gap, Numerics
from dnar.machine.program import Program
from dnar.machine.reachable import RowShape
from dnar.machine.vocabulary import NOTHING, ArcClass

SILENCE = -1
"""Stands for an entry where nothing listed is there."""

ANY = -1
"""Stands for all roles of which a node may have any number of arcs."""

Entries = int
"""A set of entries, one bit each; entry 2 * class + 1 is a class's best arc, 2 * class any
other of its arcs."""

HeardEntries = tuple[int, ...]
"""The entry that each head hears."""

Arc = tuple[int, int]
"""An arc of a row: its role's number or ANY, and its class's number."""


@dataclass(frozen=True)
class RowCondition:
    """Entries that a row must hold, and entries that it must not hold."""

    needs: Entries
    forbids: Entries

    def __and__(self, other: "RowCondition") -> "RowCondition | None":
        """The conjunction; None if the conditions contradict each other."""
        needs, forbids = self.needs | other.needs, self.forbids | other.forbids
        return None if needs & forbids else RowCondition(needs, forbids)


class Listener:
    """The selection of one program: the entry that a head hears in a row."""

    def __init__(self, program: Program, numerics: Numerics | None = None) -> None:
        self.arc_states = len(program.arc_states)
        self.heads = len(program.heads)
        self.numerics = numerics
        self._program = program
        self._options: dict[tuple[int, int], list[tuple[int, RowCondition]]] = {}

    def number(self, arc_class: ArcClass) -> int:
        """The number of a class."""
        return arc_class.sender * self.arc_states + arc_class.arc

    def order(self, head: int, receiver: int) -> list[int]:
        """The entries that a receiver listens for, by priority."""
        return [
            2 * self.number(entry.arc_class) + entry.best
            for entry in self._program.order(head, receiver)
        ]

    def options(self, head: int, receiver: int) -> list[tuple[int, RowCondition]]:
        """Every entry that may be heard, or SILENCE, each with its condition on the row.

        Of entries whose scores are too close to call, each may be heard.
        """
        if (head, receiver) not in self._options:
            order = self.order(head, receiver)
            before = [0]
            for entry in order:
                before.append(before[-1] | 1 << entry)
            clear = self._clearly_before(head, receiver, len(order))
            # Where an arc is not the best of its class, the best one is there, too.
            found = [
                (entry, RowCondition(1 << entry | 1 << (entry | 1), before[clear[at]]))
                for at, entry in enumerate(order)
            ]
            self._options[head, receiver] = [*found, (SILENCE, RowCondition(0, before[-1]))]
        return self._options[head, receiver]

    def _clearly_before(self, head: int, receiver: int, size: int) -> list[int]:
        """For each place of an order, how many places come before it for certain."""
        if self.numerics is None or not size:
            return list(range(size))
        score = self.numerics.scores[head, receiver]
        error = self.numerics.score_errors[head, receiver]
        return [
            sum(other - own > error for other in score[:at]) for at, own in enumerate(score)
        ]

    def heard(self, head: int, receiver: int, row: Entries) -> tuple[int, ...]:
        """The entry that is heard; several where their scores are too close to call."""
        return tuple(
            entry
            for entry, condition in self.options(head, receiver)
            if not condition.needs & ~row and not condition.forbids & row
        )

    def margins(self, receiver: int) -> list[Gap]:
        """By how much each entry comes after the last one that is clearly before it."""
        found = []
        for head in range(self.heads if self.numerics is not None else 0):
            size = len(self._program.order(head, receiver))
            for at, clear in enumerate(self._clearly_before(head, receiver, size)):
                if clear and self.numerics is not None:
                    score = self.numerics.scores[head, receiver]
                    error = self.numerics.score_errors[head, receiver]
                    found.append(Gap(score[clear - 1] - score[at], error))
        return found

    def arc_class(self, entry: int) -> ArcClass:
        """The class of an entry."""
        if entry == SILENCE:
            return NOTHING
        return ArcClass(*divmod(entry // 2, self.arc_states))

    def classes(self, told: HeardEntries) -> tuple[ArcClass, ...]:
        """The class that each head hears."""
        return tuple(self.arc_class(entry) for entry in told)


@dataclass(frozen=True)
class Hearing:
    """What the heads of a node can hear at once, by the rules and by the program."""

    by_rules: HeardEntries
    by_program: HeardEntries


@dataclass(frozen=True)
class Slot:
    """A role of which a row holds at most one arc."""

    role: int
    best: Entries
    """The best entries of the classes that the arc may have."""
    always: bool
    """Whether the arc is there in every row."""


class Rows:
    """All rows of one shape, and what is heard in them."""

    def __init__(self, shape: RowShape, rules: Listener, program: Listener) -> None:
        self.state, self.rules, self.program = shape.state, rules, program
        self.slots: list[Slot] = []
        self.arcs: dict[int, list[int]] = {}
        """By class number: the roles, or ANY, that its arcs may have."""
        for always, slots in ((True, shape.fixed), (False, shape.optional)):
            for members in slots:
                numbers = [rules.number(each) for _, each in members]
                self.slots.append(Slot(members[0][0], _best(numbers), always))
                for number in numbers:
                    self.arcs.setdefault(number, []).append(members[0][0])
        optional = [rules.number(each) for each in shape.any_number]
        self.optional: Entries = _best(optional)
        """The best entries of the classes of which there may be any number of arcs."""
        for number in optional:
            self.arcs.setdefault(number, []).append(ANY)
        self._others: Entries = (4 ** (max(self.arcs, default=0) + 1) - 1) // 3
        """The entries of all classes that are not their best."""
        self._known: dict[tuple, bool] = {}

    @cached_property
    def hearings(self) -> list[tuple[Hearing, RowCondition]]:
        """Every combination that the heads can hear at once, with its condition on the row."""
        found = [(Hearing((), ()), RowCondition(0, 0))]
        for head in range(self.rules.heads):
            pairs = [
                (by_rules, by_program, condition)
                for by_rules, one in self.rules.options(head, self.state)
                if self.possible(one)
                for by_program, other in self.program.options(head, self.state)
                if (condition := one & other) is not None and self.possible(condition)
            ]
            found = [
                (Hearing((*past.by_rules, by_rules), (*past.by_program, by_program)), both)
                for past, before in found
                for by_rules, by_program, condition in pairs
                if (both := before & condition) is not None and self.possible(both)
            ]
        return found

    def possible(
        self, condition: RowCondition, arc: Arc | None = None, *, rivals: bool = False
    ) -> bool:
        """Whether there is such a row; with this arc, and other arcs of its class or none."""
        key = (condition.needs, condition.forbids, arc, rivals)
        if key not in self._known:
            self._known[key] = self._possible(condition, arc, rivals)
        return self._known[key]

    def _possible(self, condition: RowCondition, arc: Arc | None, rivals: bool) -> bool:
        slots = self.slots
        own = 0
        if arc is not None:
            role, number = arc
            others, own = 1 << 2 * number, 2 << 2 * number
            more = RowCondition(own | others, 0) if rivals else RowCondition(own, others)
            both = condition & more
            if both is None:
                return False
            condition = both
            slots = [slot for slot in slots if slot.role != role]
        # Classes that may be there once: their other arcs are forbidden.
        once = (condition.forbids & self._others) << 1
        missing: list[Entries] = []
        for number in _classes(condition.needs):
            best = 2 << 2 * number
            if not best & self.optional:
                wanted = 2 if condition.needs >> 2 * number & 1 else 1
                missing += [best] * (wanted - (best == own))
        return _filled(slots, condition.forbids, once, own & once, missing)


def _filled(
    slots: list[Slot], forbids: Entries, once: Entries, used: Entries, missing: list[Entries]
) -> bool:
    """Whether the slots can hold what is missing, and nothing that is forbidden.

    `once` holds the classes of which one arc may be there, `used` those that are there.
    """
    if len(missing) > len(slots):
        return False
    if not slots:
        return True
    slot, *rest = slots
    allowed = slot.best & ~forbids & ~used
    for best in set(missing):
        if best & allowed:
            left = list(missing)
            left.remove(best)
            if _filled(rest, forbids, once, used | best & once, left):
                return True
    if not slot.always or allowed & ~once:
        return _filled(rest, forbids, once, used, missing)
    return any(
        _filled(rest, forbids, once, used | 2 << 2 * number, missing)
        for number in _classes(allowed)
    )


def _best(numbers: list[int]) -> Entries:
    """The best entries of classes."""
    return sum(2 << 2 * number for number in set(numbers))


def _classes(entries: Entries) -> list[int]:
    """The classes of some entries."""
    found = []
    while entries:
        number = (entries.bit_length() - 1) // 2
        found.append(number)
        entries &= (1 << 2 * number) - 1
    return found
