"""The product of two programs: both run side by side on one instance, each with its own states.

A joint arc type holds what an arc and its ends are in both programs. The joint types are
over-approximated by a fixpoint, as those of one program are; what both hear is bound together,
because the first arc of a set is the first arc of each of its subsets that it lies in. The
state of a node's self-loop, of which every row holds one, counts as part of the node's state.
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from dnar.machine import NOTHING, ArcClass, Multiplicity, Program, Role

Pair = tuple[int, int]
"""A state in the first program and one in the second."""

Node = tuple[int, int, int, int]
"""A node's states in both programs, and its self-loop's."""


class JointClass(NamedTuple):
    """What a receiver can tell about an arc, in both programs."""

    sender: Node
    arc: Pair

    def of(self, side: int) -> ArcClass:
        """The class in one of the programs."""
        return ArcClass(self.sender[side], self.arc[side])


class JointType(NamedTuple):
    """States of an arc, of its ends and of its reverse in both programs, and its role."""

    receiver: Node
    arc: Pair
    sender: Node
    reverse: Pair
    role: int

    @property
    def forth(self) -> JointClass:
        """The class of the arc in its receiver's row."""
        return JointClass(self.sender, self.arc)

    @property
    def back(self) -> JointClass:
        """The class of the reverse arc in the sender's row."""
        return JointClass(self.receiver, self.reverse)

    def of(self, side: int) -> tuple[int, int, int, int]:
        """Arc, receiver, sender and reverse state in one of the programs."""
        parts = (self.arc, self.receiver, self.sender, self.reverse)
        arc, receiver, sender, reverse = (each[side] for each in parts)
        return arc, receiver, sender, reverse


class Way(NamedTuple):
    """One way in which a node with a given arc in its row may hear."""

    heard: tuple[ArcClass, ArcClass]
    """The class that is heard in each program, or NOTHING."""
    own: Pair
    """Whether the given arc itself is heard, in each program."""
    becomes: Node


@dataclass
class Product:
    """Two programs with one head each, and the joint types known so far."""

    programs: tuple[Program, Program]
    roles: tuple[Role, ...]
    same_key: bool
    """Whether both heads compare arcs alike, so that the first arc is the same."""
    kinds: Mapping[Node, set[int]]
    """The kinds of the nodes that begin in each joint state."""
    types: set[JointType] = field(default_factory=set)
    transitions: dict[JointType, set[JointType]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        names = [role.name for role in self.roles]
        self.reverse_role = [names.index(role.reverse) for role in self.roles]
        self.kind_of = {node: set(kinds) for node, kinds in self.kinds.items()}
        self._orders = [
            {
                state: tuple(entry.arc_class for entry in program.order(0, state))
                for state in range(len(program.node_states))
            }
            for program in self.programs
        ]
        self._classes: dict[tuple[Node, int], set[JointClass]] = {}
        self._ways: dict[tuple[Node, JointClass, int], list[Way]] = {}

    def close(self, initial: Iterable[JointType], most: int) -> bool:
        """Adds all that steps can lead to; False if there are more than `most` types."""
        self._take(set(initial))
        while len(self.types) <= most:
            fresh: set[JointType] = set()
            more_kinds = False
            self._ways.clear()
            for each in sorted(self.types):
                found = self.successors(each)
                self.transitions[each] = found
                fresh |= found - self.types
                more_kinds |= self._note_kinds(each, found)
            if not fresh and not more_kinds:
                return True
            self._take(fresh)
        return False

    def _take(self, fresh: set[JointType]) -> None:
        self.types |= fresh
        for each in fresh:
            self._classes.setdefault((each.receiver, each.role), set()).add(each.forth)

    def _note_kinds(self, each: JointType, found: set[JointType]) -> bool:
        """Takes over the kinds of nodes to their next states; whether any is new."""
        more = False
        for new in found:
            kinds = self.kind_of.setdefault(new.receiver, set())
            old = self.kind_of.get(each.receiver, set())
            more |= not old <= kinds
            kinds |= old
        return more

    def successors(self, each: JointType) -> set[JointType]:
        """What one step can make of an arc of this type."""
        found = set()
        for one, other in self.encounters(each):
            arc, reverse = self.outcome(each, one, other)
            found.add(JointType(one.becomes, arc, other.becomes, reverse, each.role))
        return found

    def encounters(self, each: JointType) -> Iterator[tuple[Way, Way]]:
        """Every way in which both ends of an arc may hear."""
        forth = self.ways(each.receiver, each.forth, each.role)
        if self.is_loop(each.role):
            yield from ((way, way) for way in forth)
            return
        back = self.ways(each.sender, each.back, self.reverse_role[each.role])
        yield from itertools.product(forth, back)

    def is_loop(self, role: int) -> bool:
        """Whether arcs of this role are self-loops."""
        return self.roles[role].multiplicity is Multiplicity.SELF

    def outcome(self, each: JointType, one: Way, other: Way) -> tuple[Pair, Pair]:
        """The next states of an arc and its reverse."""
        arcs, reverses = [], []
        for side, program in enumerate(self.programs):
            arc, receiver, sender, reverse = each.of(side)
            forth, back = one.own[side], other.own[side]
            arcs.append(program.arc_outcome(arc, receiver, sender, reverse, forth, back))
            reverses.append(program.arc_outcome(reverse, sender, receiver, arc, back, forth))
        return (arcs[0], arcs[1]), (reverses[0], reverses[1])

    def ways(self, receiver: Node, own: JointClass, role: int) -> list[Way]:
        """How a node with such an arc in its row may hear, whatever else the row holds."""
        key = (receiver, own, role)
        if key not in self._ways:
            found = {
                way
                for heard in self.hearings(receiver)
                for way in self._ways_hearing(receiver, own, role, heard)
            }
            self._ways[key] = sorted(found)
        return self._ways[key]

    def hearings(self, receiver: Node) -> Iterator[tuple[ArcClass, ArcClass]]:
        """What both heads of a node may hear, each by itself."""
        first, second = (self.order(side, receiver[side]) for side in (0, 1))
        yield from itertools.product((*first, NOTHING), (*second, NOTHING))

    def order(self, side: int, state: int) -> tuple[ArcClass, ...]:
        """What a receiver in this state listens for in one of the programs."""
        return self._orders[side][state]

    def classes(self, receiver: Node, role: int) -> set[JointClass]:
        """The joint classes that arcs of a role may have in the row of a receiver."""
        return self._classes.get((receiver, role), set())

    def _ways_hearing(
        self, receiver: Node, own: JointClass, role: int, heard: tuple[ArcClass, ArcClass]
    ) -> Iterator[Way]:
        """The ways in which exactly these classes are heard.

        Each program hears this arc, the self-loop, or another arc.
        """
        allowed = Allowed(self, receiver, heard)
        if not allowed.holds(own) or not allowed.rows_exist(role):
            return
        known = {OWN: [own]}
        if not self.is_loop(role):
            loop = loop_class(receiver)
            if not allowed.holds(loop):
                return
            known[LOOP] = [loop]
        known[OTHER] = allowed.others(role)
        for first, second in itertools.product((OWN, LOOP, OTHER, NOBODY), repeat=2):
            if self._possible(known, heard, (first, second)):
                bits = (int(first == OWN), int(second == OWN))
                loops = (
                    bits if self.is_loop(role) else (int(first == LOOP), int(second == LOOP))
                )
                yield Way(heard, bits, self._becomes(receiver, heard, loops))

    def _possible(
        self,
        known: Mapping[str, list[JointClass]],
        heard: tuple[ArcClass, ArcClass],
        who: tuple[str, str],
    ) -> bool:
        """Whether the two programs can hear these arcs at the same time."""
        if any((heard[side] == NOTHING) != (who[side] == NOBODY) for side in (0, 1)):
            return False
        one, other = (
            [each for each in known.get(who[side], ()) if each.of(side) == heard[side]]
            for side in (0, 1)
        )
        if NOBODY in who:
            return all(some or by == NOBODY for some, by in zip((one, other), who, strict=True))
        if not self.same_key:
            return bool(one and other)
        return any(
            # Two first arcs of sets that hold both of them are one and the same.
            (who[0] == who[1] and first == second)
            or first.of(1) != heard[1]
            or second.of(0) != heard[0]
            for first, second in itertools.product(one, other)
        )

    def _becomes(self, receiver: Node, heard: tuple[ArcClass, ArcClass], loops: Pair) -> Node:
        """The next states of a node and its self-loop."""
        states, arcs = [], []
        for side, program in enumerate(self.programs):
            state, arc, bit = receiver[side], receiver[2 + side], loops[side]
            states.append(program.node_outcome(state, (heard[side],)))
            arcs.append(program.arc_outcome(arc, state, state, arc, bit, bit))
        return states[0], states[1], arcs[0], arcs[1]


OWN, LOOP, OTHER, NOBODY = "own", "loop", "other", "nobody"
"""Whom a program hears: the arc in question, the self-loop, another arc, or nobody."""


def loop_class(node: Node) -> JointClass:
    """The class of a node's self-loop in its own row."""
    return JointClass(node, (node[2], node[3]))


class Allowed:
    """The joint classes that a row may hold when its node hears given classes."""

    def __init__(
        self, product: Product, receiver: Node, heard: tuple[ArcClass, ArcClass]
    ) -> None:
        self.product, self.receiver = product, receiver
        self.forbidden = []
        for side in (0, 1):
            order = product.order(side, receiver[side])
            last = len(order) if heard[side] == NOTHING else order.index(heard[side])
            self.forbidden.append(frozenset(order[:last]))
        self.by_role = [
            [each for each in sorted(product.classes(receiver, role)) if self.holds(each)]
            for role in range(len(product.roles))
        ]

    def holds(self, each: JointClass) -> bool:
        """Whether no head would hear this class before what it hears."""
        return each.of(0) not in self.forbidden[0] and each.of(1) not in self.forbidden[1]

    def rows_exist(self, own_role: int) -> bool:
        """Whether some kind of node can fill every role of which a row holds one arc."""
        return any(
            all(
                self.by_role[role]
                for role in fixed_roles(self.product.roles, kind)
                if role != own_role
            )
            for kind in self.product.kind_of.get(self.receiver, ())
        )

    def others(self, own_role: int) -> list[JointClass]:
        """The classes that arcs may have beside one of this role and the self-loop."""
        roles = self.product.roles
        return [
            each
            for role, classes in enumerate(self.by_role)
            if not self.product.is_loop(role)
            if role != own_role or roles[role].multiplicity is Multiplicity.ANY
            for each in classes
        ]


def fixed_roles(roles: tuple[Role, ...], kind: int) -> list[int]:
    """The roles of which every row of a kind of node holds one arc."""
    return [
        number
        for number, role in enumerate(roles)
        if role.multiplicity in (Multiplicity.SELF, Multiplicity.ONE)
        and role.receivers in (None, kind)
    ]
