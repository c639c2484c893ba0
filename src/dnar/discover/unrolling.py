"""Unrolling: the run of an unknown program on one problem, as clauses.

Per step: states of nodes and arcs, the class of every arc, the first arc of each class in key
order, and what every node hears. The last step changes nothing; the output is the right one.
"""

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from dnar.discover.sketch import MARKED, POINTER, Key, OutputKind, Prior
from dnar.discover.tables import SILENT, Heard
from dnar.errors import InputError
from dnar.machine import Instance, NodeKind

if TYPE_CHECKING:
    from dnar.discover.encoding import Encoding


@dataclass(frozen=True)
class Example:
    """A problem that a program must solve."""

    instance: Instance
    """At step zero, laid out by the sketch's encoder."""
    output: np.ndarray
    """The right output, raw."""
    steps: int
    """After so many steps the run is over."""
    lengths: np.ndarray | None = None
    """Of every arc, when it is compared; where arcs are compared by length."""
    order: tuple[tuple[int, int], ...] | None = None
    """The nodes in the order in which they get their pointers, each with the number of steps
    after which it must have it; None: that is not told."""
    rests: bool = True
    """Whether the run must have come to rest with the right output after its steps."""


Slot = dict[int, int]
"""One-hot: a variable per state."""

Row = tuple[
    dict[int, dict[Heard, int]],
    dict[Heard, int],
    dict[tuple[int, Heard], int],
]
"""By arc its class; which classes are present; whether an arc is the first of its class."""


class Unrolling:
    """A problem, step by step; the encoding's tables say what happens in each."""

    def __init__(self, encoding: "Encoding", example: Example) -> None:
        self.at, self.example = encoding, example
        instance, counts = example.instance, encoding.counts
        used = instance.node_kind == NodeKind.REAL
        if counts.virtual:
            used = used | (instance.node_kind == NodeKind.VIRTUAL)
        self.nodes = np.flatnonzero(used).tolist()
        self.real = {node for node in self.nodes if instance.node_kind[node] == NodeKind.REAL}
        loops = instance.receiver == instance.sender
        virtual_loop = loops & (instance.node_kind[instance.receiver] == NodeKind.VIRTUAL)
        open_arcs = (
            used[instance.receiver]
            & used[instance.sender]
            & ~virtual_loop
            & (instance.arc_state < counts.arc)
        )
        self.arcs = np.flatnonzero(open_arcs).tolist()
        self.receiver, self.sender = instance.receiver.tolist(), instance.sender.tolist()
        known = set(self.arcs)
        self.reverse = {
            arc: int(instance.reverse_arc[arc])
            for arc in self.arcs
            if int(instance.reverse_arc[arc]) in known
        }
        self.rows: dict[int, list[int]] = {node: [] for node in self.nodes}
        for arc in self.arcs:
            self.rows[self.receiver[arc]].append(arc)
        self.node_slots = {node: self._slot(self._states(node)) for node in self.nodes}
        self.arc_slots = {arc: self._slot(encoding.arcs) for arc in self.arcs}
        for node, slot in self.node_slots.items():
            encoding.add_clause(slot[int(instance.node_state[node])])
        for arc, slot in self.arc_slots.items():
            encoding.add_clause(slot[int(instance.arc_state[arc])])
        self.changed: int | None = None
        self.counted: list[int] = []
        self.distance: dict[int, dict[int | None, int]] = {}
        if encoding.sketch.key is Key.LENGTH:
            self.distance = {
                node: {None: encoding.true, **dict.fromkeys(self.rows[node], -encoding.true)}
                for node in self.real
            }

    def _states(self, node: int) -> tuple[int, ...]:
        return self.at.real if node in self.real else self.at.virtual

    def _slot(self, states: Iterable[int]) -> Slot:
        slot = {state: self.at.new_variable() for state in states}
        self.at.exactly_one(list(slot.values()))
        return slot

    def step(self, number: int, *, last: bool) -> None:
        """One step; the last one changes nothing."""
        at = self.at
        next_nodes, next_arcs = self.node_slots, self.arc_slots
        if not last:
            next_nodes = {node: self._slot(self._states(node)) for node in self.nodes}
            next_arcs = {arc: self._slot(at.arcs) for arc in self.arcs}
        heard_bits: dict[int, int] = {}
        for node in self.nodes:
            told = self._hear(node, number, heard_bits)
            for state, own in self.node_slots[node].items():
                for heard, variable in told.items():
                    for becomes, entry in at.node[state, heard].items():
                        at.add_clause(-own, -variable, -entry, next_nodes[node][becomes])
        for arc in self.arcs:
            self._update_arc(arc, heard_bits, next_arcs[arc])
        if at.counting:
            self._count(number)
        if at.sketch.key is Key.LOT and not last:
            self._halt(next_nodes, next_arcs)
        if self.distance:
            self._add_nothing_to_kept()
        if self.distance and not last:
            self._measure()
        if not last:
            self._demand_order(number + 1, next_arcs)
        self.node_slots, self.arc_slots = next_nodes, next_arcs

    def _hear(self, node: int, number: int, heard_bits: dict[int, int]) -> dict[Heard, int]:
        """What a node hears: one variable per class, and one for silence."""
        at, row = self.at, self.rows[node]
        if self.distance and node not in self.real:
            of_arc, present, first = self._nearest(row)
        else:
            row = self._ordered(row, number)
            of_arc, present, first = self._first(row)
        told = {heard: at.new_variable() for heard in (*present, SILENT)}
        at.exactly_one(list(told.values()))
        for heard, variable in told.items():
            if heard != SILENT:
                at.add_clause(-variable, present[heard])
            for state, own in self.node_slots[node].items():
                for other in told:
                    if other == heard:
                        continue
                    there = [] if other == SILENT else [-present[other]]
                    key = (state, heard, other)
                    if at.before.get(key, at.true) != at.true:
                        at.add_clause(-own, -variable, *there, at.before[key])
        for arc in row:
            bit = heard_bits[arc] = at.new_variable()
            for heard, variable in of_arc[arc].items():
                at.add_clause(-bit, -variable, told[heard])
                at.add_clause(-bit, -variable, first[arc, heard])
                at.add_clause(bit, -first[arc, heard], -told[heard])
        return told

    def _first(self, row: list[int]) -> "Row":
        """The row in a fixed order."""
        at = self.at
        present: dict[Heard, int] = {}
        first: dict[tuple[int, Heard], int] = {}
        of_arc: dict[int, dict[Heard, int]] = {}
        for arc in row:
            of_arc[arc] = self._arc_classes(arc)
            for heard, variable in of_arc[arc].items():
                earlier = present.get(heard)
                if earlier is None:
                    first[arc, heard] = present[heard] = variable
                    continue
                begins, so_far = at.new_variable(), at.new_variable()
                at.add_clause(-begins, variable)
                at.add_clause(-begins, -earlier)
                at.add_clause(begins, -variable, earlier)
                at.add_clause(-so_far, earlier, variable)
                at.add_clause(so_far, -earlier)
                at.add_clause(so_far, -variable)
                first[arc, heard], present[heard] = begins, so_far
        return of_arc, present, first

    def _nearest(self, row: list[int]) -> "Row":
        """The row of the virtual node, in the order of its senders' distances."""
        at = self.at
        of_arc = {arc: self._arc_classes(arc) for arc in row}
        before = self._distance_order()
        present: dict[Heard, int] = {}
        first: dict[tuple[int, Heard], int] = {}
        for heard in dict.fromkeys(each for some in of_arc.values() for each in some):
            there = present[heard] = at.new_variable()
            at.add_clause(-there, *(classes[heard] for classes in of_arc.values()))
            for arc, classes in of_arc.items():
                own = classes[heard]
                at.add_clause(there, -own)
                begins = first[arc, heard] = at.new_variable()
                at.add_clause(-begins, own)
                beaten = []
                for other, others in of_arc.items():
                    if other != arc:
                        wins = before[self.sender[other], self.sender[arc]]
                        at.add_clause(-begins, -others[heard], -wins)
                        both = at.new_variable()
                        at.add_clause(-both, others[heard])
                        at.add_clause(-both, wins)
                        beaten.append(both)
                at.add_clause(begins, -own, *beaten)
        return of_arc, present, first

    def _distance_order(self) -> dict[tuple[int, int], int]:
        """Which of two nodes is nearer; the lower one if they are equally near."""
        at, lengths = self.at, self._lengths
        found: dict[tuple[int, int], int] = {}
        for one, other in itertools.combinations(sorted(self.real), 2):
            nearer = at.new_variable()
            found[one, other], found[other, one] = nearer, -nearer
            for (mine, own), (theirs, its) in itertools.product(
                self.distance[one].items(), self.distance[other].items()
            ):
                length = 0.0 if mine is None else lengths[mine]
                wins = length <= (0.0 if theirs is None else lengths[theirs])
                at.add_clause(-own, -its, nearer if wins else -nearer)
        return found

    @cached_property
    def _lengths(self) -> list[float]:
        if self.example.lengths is None:
            raise InputError("arcs are compared by length, but the example has none")
        return self.example.lengths.tolist()

    def _add_nothing_to_kept(self) -> None:
        """No node that keeps its distance has a marked arc: its length would come on top."""
        at = self.at
        assert at.sketch.lengths is not None
        for node in self.distance:
            slots = self.node_slots[node]
            for state in set(at.sketch.lengths.kept) & slots.keys():
                for arc in self.rows[node]:
                    at.add_clause(-slots[state], -self.arc_slots[arc][MARKED])

    def _measure(self) -> None:
        """The next distances: kept, or the length of the one arc that is marked."""
        at = self.at
        assert at.sketch.lengths is not None
        for node, now in self.distance.items():
            slots = self.node_slots[node]
            kept = [slots[each] for each in at.sketch.lengths.kept if each in slots]
            moves = [own for state, own in slots.items() if own not in kept]
            marks = {arc: self.arc_slots[arc][MARKED] for arc in self.rows[node]}
            for one, other in itertools.combinations(marks.values(), 2):
                at.add_clause(-one, -other)
            following: dict[int | None, int] = {each: at.new_variable() for each in now}
            at.exactly_one(list(following.values()))
            for each, then in following.items():
                for state in kept:
                    at.add_clause(-state, -now[each], then)
                for state in moves:
                    if each is None:
                        at.add_clause(-state, *marks.values(), then)
                    else:
                        at.add_clause(-state, -marks[each], then)
            self.distance[node] = following

    def _arc_classes(self, arc: int) -> dict[Heard, int]:
        """The class of an arc, one-hot."""
        at, found = self.at, {}
        for sender, from_sender in self.node_slots[self.sender[arc]].items():
            for state, own in self.arc_slots[arc].items():
                variable = found[sender, state] = at.new_variable()
                at.add_clause(-variable, from_sender)
                at.add_clause(-variable, own)
                at.add_clause(variable, -from_sender, -own)
        return found

    def _ordered(self, row: list[int], number: int) -> list[int]:
        """The arcs of a row, best key first."""
        key, instance = self.at.sketch.key, self.example.instance
        if key is Key.INDEX:
            return row
        if key is Key.LENGTH:
            return sorted(row, key=lambda arc: (self._lengths[arc], self.sender[arc]))
        if key is Key.LOT:
            values = instance.streams["lot"].row(number // self.at.sketch.period)
        else:
            values = instance.node_scalars["value"]
        sign = -1 if key is Key.LARGEST else 1
        return sorted(row, key=lambda arc: (sign * values[self.sender[arc]], self.sender[arc]))

    def _update_arc(self, arc: int, bits: dict[int, int], following: Slot) -> None:
        at, back = self.at, self.reverse.get(arc)
        loop = back == arc
        quiet = Prior.HEARD_ONLY in at.priors
        if quiet:
            others = [] if back is None else [bits[back]]
            for state, own in self.arc_slots[arc].items():
                at.add_clause(-own, bits[arc], *others, following[state])
        ways = [
            (heard, heard_back)
            for heard, heard_back in itertools.product((0, 1), repeat=2)
            if not (loop and heard != heard_back)
            and not (back is None and heard_back)
            and not (quiet and not heard and not heard_back)
        ]
        receivers = self.node_slots[self.receiver[arc]].items()
        senders = self.node_slots[self.sender[arc]].items()
        for heard, heard_back in ways:
            given = [-bits[arc] if heard else bits[arc]]
            if back is not None and not loop:
                given.append(-bits[back] if heard_back else bits[back])
            for (receiver, one), (sender, other) in itertools.product(receivers, senders):
                if loop and receiver != sender:
                    continue
                ends = [-one] if loop else [-one, -other]
                for state, own in self.arc_slots[arc].items():
                    entry = at.arc[state, receiver, sender, heard, heard_back]
                    for becomes, variable in entry.items():
                        at.add_clause(*given, *ends, -own, -variable, following[becomes])

    def _count(self, number: int) -> None:
        """Whether the virtual node counts in this step."""
        at = self.at
        node = next(each for each in self.nodes if each not in self.real)
        counts = at.new_variable()
        for state, own in self.node_slots[node].items():
            at.add_clause(-own, -at.counting[state], counts)
            at.add_clause(-own, at.counting[state], -counts)
        self.counted.append(counts)

    def _halt(self, next_nodes: dict[int, Slot], next_arcs: dict[int, Slot]) -> None:
        """A step that changes nothing ends the run, although a later round has new numbers."""
        at, differs = self.at, []
        changed = at.new_variable()
        for now, then in (
            *((self.node_slots[node], next_nodes[node]) for node in self.nodes),
            *((self.arc_slots[arc], next_arcs[arc]) for arc in self.arcs),
        ):
            one = at.new_variable()
            differs.append(one)
            for state, own in now.items():
                at.add_clause(-one, -own, -then[state])
                at.add_clause(changed, -own, then[state])
        at.add_clause(-changed, *differs)
        if self.changed is not None:
            at.add_clause(-changed, self.changed)
        self.changed = changed

    def _demand_order(self, steps: int, next_arcs: dict[int, Slot]) -> None:
        """The pointers stay as they are, or the next node of the told order gets its own."""
        at, order = self.at, self.example.order
        if order is None:
            return
        parent = {node: int(self.example.output[node]) for node, _ in order}
        own: dict[int, int] = {}
        for arc in self.arcs:
            node, sender = self.receiver[arc], self.sender[arc]
            if parent.get(node) == sender:
                own[node] = arc
                at.add_clause(-self.arc_slots[arc][POINTER], next_arcs[arc][POINTER])
            elif node in self.real and node != sender:
                at.add_clause(-next_arcs[arc][POINTER])
        for (earlier, _), (later, _) in itertools.pairwise(order):
            before = self.arc_slots[own[earlier]][POINTER]
            at.add_clause(-next_arcs[own[later]][POINTER], before)
        for node, most in order:
            if most == steps:
                at.add_clause(next_arcs[own[node]][POINTER])

    def demand_output(self) -> None:
        """The output at rest is the right one."""
        at, expected = self.at, self.example.output
        match at.sketch.output:
            case OutputKind.POINTER:
                for node in sorted(self.real):
                    self._demand_pointer(node, int(expected[node]))
            case OutputKind.SET:
                for node in sorted(self.real):
                    for state, own in self.node_slots[node].items():
                        member = at.member[state]
                        at.add_clause(-own, member if expected[node] else -member)
            case OutputKind.CHOICE:
                node = next(each for each in self.nodes if each not in self.real)
                for arc in self.rows[node]:
                    points = self.arc_slots[arc][POINTER]
                    at.add_clause(points if self.sender[arc] == int(expected[0]) else -points)
            case OutputKind.COUNT:
                self._demand_count(int(expected[0]))

    def _demand_pointer(self, node: int, parent: int) -> None:
        for arc in self.rows[node]:
            points = self.arc_slots[arc][POINTER]
            if self.sender[arc] != parent:
                self.at.add_clause(-points)
            elif parent != node or self.at.sketch.self_pointers:
                self.at.add_clause(points)

    def _demand_count(self, wanted: int) -> None:
        """Exactly so many steps were counted, and the last one was not."""
        at = self.at
        so_far = {0: at.new_variable()}
        at.add_clause(so_far[0])
        for counts in self.counted:
            most = min(max(so_far) + 1, wanted)
            following = {number: at.new_variable() for number in range(most + 1)}
            for number, before in so_far.items():
                at.add_clause(-before, counts, following[number])
                at.add_clause(
                    -before, -counts, *([following[number + 1]] if number < wanted else [])
                )
            at.exactly_one(list(following.values()))
            so_far = following
        at.add_clause(so_far[wanted] if wanted in so_far else -so_far[0])
        if wanted not in so_far:
            at.add_clause(so_far[0])
        at.add_clause(-self.counted[-1])
