"""Storage: which columns a program needs on nodes and arcs, derived from its analysis.

Self-loops and the arcs to and from the virtual node are columns of the nodes. Arcs between
nodes are a table that never changes; those that left their first state are marked in another.
A scalar of arcs is stored with the marks only if it cannot be computed from the last step.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import product

from dnar.errors import InputError
from dnar.machine import (
    FROM_VIRTUAL,
    GRAPH_ROLES,
    NOTHING,
    ROW_ROLES,
    SELF,
    TO_VIRTUAL,
    ArcClass,
    ArcType,
    Gate,
    NodeKind,
    Place,
    Program,
    Reachable,
    Role,
    Scalar,
    Start,
    Term,
)

ROW = "row"
"""Arcs between nodes."""

FIXED = {"self": SELF, "from": FROM_VIRTUAL, "to": TO_VIRTUAL}
"""Arcs that every node has: its self-loop, the one from the virtual node, the one to it."""


class Kept(Enum):
    """How a scalar of arcs is kept."""

    INPUT = "input"
    """As it was given; it never changes."""
    DERIVED = "derived"
    """Computed from the nodes as they were one step ago."""
    STORED = "stored"
    """In a column, of the marks or of the nodes."""
    DROPPED = "dropped"
    """Not at all: nothing reads it, and it changes only in steps that change a state."""


@dataclass(frozen=True)
class Storage:
    """What is stored of a program's run on a graph.

    Raises:
        InputError: the program has a layout of its own.
    """

    program: Program
    reachable: Reachable

    def __post_init__(self) -> None:
        if self.reachable.roles != GRAPH_ROLES:
            raise InputError(
                f"{self.program.task} has a layout of its own, which is not run as tables; use "
                "the compiled engine"
            )

    @cached_property
    def node_scalars(self) -> dict[int, Scalar]:
        """By their number in the program."""
        return self._of_place(Place.NODE)

    @cached_property
    def arc_scalars(self) -> dict[int, Scalar]:
        """By their number in the program."""
        return self._of_place(Place.ARC)

    def _of_place(self, place: Place) -> dict[int, Scalar]:
        each = enumerate(self.program.scalars)
        return {number: scalar for number, scalar in each if scalar.place is place}

    def number(self, scalar: str) -> int:
        """The number of a scalar."""
        return [each.name for each in self.program.scalars].index(scalar)

    @cached_property
    def real_states(self) -> frozenset[int]:
        """The states that nodes can be in."""
        return self.reachable.kinds[NodeKind.REAL]

    @cached_property
    def virtual_states(self) -> frozenset[int]:
        """The states that the virtual node can be in."""
        return self.reachable.kinds[NodeKind.VIRTUAL]

    @cached_property
    def _by_role(self) -> dict[Role, list[ArcType]]:
        found: dict[Role, list[ArcType]] = {role: [] for role in GRAPH_ROLES}
        for each in self.reachable.types:
            found[GRAPH_ROLES[each.role]].append(each)
        return found

    def types(self, where: str) -> tuple[ArcType, ...]:
        """The types of arcs between nodes, or of one kind of fixed arcs of nodes."""
        if where == ROW:
            return self.row_types
        types = self._by_role[FIXED[where]]
        if where == "self":
            return tuple(each for each in types if each.receiver in self.real_states)
        return tuple(types)

    def arc_states(self, where: str) -> frozenset[int]:
        """The states that such arcs can be in."""
        return frozenset(each.arc for each in self.types(where))

    @cached_property
    def row_types(self) -> tuple[ArcType, ...]:
        """The types of the arcs between nodes."""
        return tuple(each for role in ROW_ROLES for each in self._by_role[role])

    @cached_property
    def first_states(self) -> dict[Role, int]:
        """The state in which the arcs of each role between nodes begin."""
        found: dict[Role, set[int]] = {}
        for each in self.reachable.initial:
            found.setdefault(GRAPH_ROLES[each.role], set()).add(each.arc)
        return {role: min(found.get(role, {0})) for role in ROW_ROLES}

    def can_be_marked(self, receivers: set[int]) -> bool:
        """Whether an arc into a node in one of these states may have left its first state."""
        if self.stored(ROW):
            return True
        return any(
            each.receiver in receivers and each.arc != self.first_states[GRAPH_ROLES[each.role]]
            for each in self.row_types
        )

    @cached_property
    def kept(self) -> dict[tuple[int, str], Kept]:
        """How each scalar of arcs is kept on each kind of arcs."""
        return {
            (number, where): self._kept(number, where)
            for number in self.arc_scalars
            for where in (ROW, *FIXED)
        }

    def _kept(self, number: int, where: str) -> Kept:
        scalar = self.program.scalars[number]
        op = next((op for op in self.program.ops if op.target == scalar.name), None)
        if op is None:
            return Kept.INPUT
        keeps = any(term.gate is Gate.KEEP for term in op.terms)
        if keeps and not self._is_read(scalar, where) and all(map(self._with_states, op.terms)):
            return Kept.DROPPED
        derived = all(self._is_derived(term, where) for term in op.terms)
        return Kept.DERIVED if derived else Kept.STORED

    def _is_read(self, scalar: Scalar, where: str) -> bool:
        """Whether anything looks at this scalar of such an arc."""
        name, states = scalar.name, self.arc_states(where)
        if any(head.key == name for head in self.program.heads):
            return True
        if any(name in (each.left, each.right) for each in self.program.comparisons):
            return True
        return any(
            (term.gate is Gate.PULL and term.scalar == name)
            or (term.gate is Gate.PUSH and term.scalar == name and term.when & states)
            or (term.gate is Gate.APPLY and name in term.arguments and op.target != name)
            for op in self.program.ops
            for term in op.terms
        )

    def _with_states(self, term: Term) -> bool:
        """Whether a term changes the scalar only in steps in which a node changes its state."""
        if term.gate is Gate.KEEP:
            return len(term.when) == len(self.program.arc_states)
        if term.gate not in (Gate.PUSH, Gate.TAKE):
            return False
        return all(
            state not in self.outcomes(state) for state in term.when & self.real_states
        ) and not (term.when & self.virtual_states)

    def _is_derived(self, term: Term, where: str) -> bool:
        """Whether a term's value follows from the nodes one step ago and from given scalars."""
        if not term.when or term.gate in (Gate.PUSH, Gate.TAKE):
            return True
        if term.gate is Gate.KEEP:
            return False
        always = len(term.when) == len(self.program.arc_states) or not self.arcs_change(where)
        inputs = {op.target for op in self.program.ops}
        return always and not inputs & set(term.arguments)

    def arcs_change(self, where: str) -> bool:
        """Whether the state of such an arc ever changes."""
        if where != ROW:
            return len(self.arc_states(where)) > 1
        return any(
            each.arc != self.first_states[GRAPH_ROLES[each.role]] for each in self.row_types
        )

    @cached_property
    def before(self) -> frozenset[int]:
        """The node scalars whose last value derived scalars read."""
        return frozenset(
            self.number(str(term.scalar))
            for (number, _), kept in self.kept.items()
            if kept is Kept.DERIVED
            for term in self.program.op(self.program.scalars[number].name).terms
            if term.gate in (Gate.PUSH, Gate.TAKE) and term.when
        )

    def stored(self, where: str) -> list[int]:
        """The scalars that are stored with such arcs."""
        return [
            number for number in self.arc_scalars if self.kept[number, where] is Kept.STORED
        ]

    @cached_property
    def derives(self) -> bool:
        """Whether some scalar of arcs is computed from the nodes one step ago."""
        return Kept.DERIVED in self.kept.values()

    @cached_property
    def whole(self) -> frozenset[str]:
        """The scalars that are whole numbers, so that no sum of them is ever rounded."""
        found = {each.name for each in self.program.scalars if each.start is Start.ZERO}
        while True:
            broken = {
                op.target
                for op in self.program.ops
                if op.target in found and not all(_is_whole(term, found) for term in op.terms)
            }
            if not broken:
                return frozenset(found)
            found -= broken

    def outcomes(self, state: int) -> set[int]:
        """The states that a node in this state can have after one step."""
        return {new for _, new in self.hearings(state)}

    def hearings(self, state: int) -> Iterator[tuple[tuple[ArcClass, ...], int]]:
        """What the heads of a node may hear, whatever its row, and what it then becomes."""
        heads = range(len(self.program.heads))
        options = [(NOTHING, *self.program_classes(head, state)) for head in heads]
        for told in product(*options):
            for signs in self.program.possible_signs(Place.NODE, state):
                yield told, self.program.node_outcome(state, told, signs)

    def program_classes(self, head: int, state: int) -> list[ArcClass]:
        """The classes that a head of a receiver in this state lists, each once."""
        order = self.program.order(head, state)
        return list(dict.fromkeys(entry.arc_class for entry in order))

    @cached_property
    def entered(self) -> frozenset[int]:
        """The states that nodes come to from another one."""
        steps = self.reachable.transitions
        return frozenset(new.receiver for old, new in steps if old.receiver != new.receiver)

    def is_one_shot(self, head: int, state: int, classes: set[ArcClass]) -> bool:
        """Whether nodes leave this state for good as soon as such an arc is in their row.

        Then only senders that changed in the last step need to be looked at.
        """
        listed = self.program_classes(head, state)
        last = max(listed.index(each) for each in classes)
        if state in self.entered or not set(listed[:last]) <= classes:
            return False
        steady = all(
            old.arc == new.arc
            for old, new in self.reachable.transitions
            if old.receiver == new.receiver == state and GRAPH_ROLES[old.role] in ROW_ROLES
        )
        return steady and all(
            new != state for told, new in self.hearings(state) if told[head] in classes
        )


def _is_whole(term: Term, whole: set[str]) -> bool:
    if term.gate is Gate.INC:
        return term.number.is_integer()
    if term.gate is Gate.APPLY:
        return term.function in ("copy", "negative") and set(term.arguments) <= whole
    return term.gate is Gate.KEEP or term.scalar in whole
