"""The encoding: unknown tables, run on small problems, as clauses of propositional logic.

Every entry of the tables is a choice (one-hot variables). A problem is unrolled step by step:
states of nodes and arcs, the class of every arc, the first arc of each class in key order, and
what every node hears. The last step changes nothing, and the output is the right one. A model
of the clauses is a program that solves all problems within the declared steps.
"""

import itertools
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

import numpy as np

from dnar.discover.sketch import MARKED, POINTER, Key, OutputKind, Prior, Sketch, StateCounts
from dnar.discover.tables import SILENT, ArcEntry, Heard, Tables
from dnar.errors import InputError
from dnar.machine import Instance, NodeKind

Clause = list[int]


@dataclass(frozen=True)
class Example:
    """A problem that a program must solve."""

    instance: Instance
    """At step zero, laid out by the sketch's encoder."""
    output: np.ndarray
    """The right output, raw."""
    steps: int
    """After so many steps the run must have come to rest."""
    lengths: np.ndarray | None = None
    """Of every arc, when it is compared; where arcs are compared by length."""


class Part(Enum):
    """A part of a program."""

    LISTENING = "listening"
    """The classes that each state listens for, and their order."""
    NODES = "nodes"
    ARCS = "arcs"


@dataclass(frozen=True)
class Given:
    """Parts of a program that need not be found."""

    tables: Tables
    parts: frozenset[Part]


class Encoding:
    """Clauses over the tables' variables; problems are added one by one."""

    def __init__(
        self,
        sketch: Sketch,
        counts: StateCounts,
        priors: frozenset[Prior],
        seed: int,
        given: Given | None = None,
    ) -> None:
        self.sketch, self.counts, self.priors = sketch, counts, priors
        self._given = Given(Tables(counts), frozenset()) if given is None else given
        self.clauses: list[Clause] = []
        """What was added since the caller last took them."""
        self.variables = 0
        self._random = random.Random(seed)
        self._real = tuple(range(counts.node))
        self._virtual = tuple(range(counts.node, counts.node + counts.virtual))
        self._arcs = tuple(range(counts.arc))
        self._tables()

    # Tables

    def _tables(self) -> None:
        self._true = 0
        """A literal that is always true, if one is needed."""
        if self._given.parts or self.sketch.key is Key.LENGTH:
            self._true = self._new()
            self._add(self._true)
        self.listed: dict[tuple[int, Heard], int] = {}
        self.before: dict[tuple[int, Heard, Heard], int] = {}
        self.node: dict[tuple[int, Heard], dict[int, int]] = {}
        self.arc: dict[ArcEntry, dict[int, int]] = {}
        for state in self._shuffled((*self._real, *self._virtual)):
            self._order(state)
            same_kind = self._real if state in self._real else self._virtual
            for told in (*self._classes(state), SILENT):
                if Part.NODES in self._given.parts:
                    given = self._given.tables.node.get((state, told))
                    self.node[state, told] = {state if given is None else given: self._true}
                    continue
                self.node[state, told] = self._choice(same_kind)
                if told != SILENT:
                    # What is never heard changes nothing.
                    self._add(self.listed[state, told], self.node[state, told][state])
        for receiver, sender in itertools.product((*self._real, *self._virtual), repeat=2):
            if receiver in self._virtual and sender in self._virtual:
                continue
            for arc, heard, back in itertools.product(self._arcs, (0, 1), (0, 1)):
                entry = (arc, receiver, sender, heard, back)
                if Part.ARCS in self._given.parts:
                    given = self._given.tables.arc.get(entry, arc)
                    self.arc[entry] = {given: self._true}
                else:
                    self.arc[entry] = self._choice(self._arcs)
        self.member: dict[int, int] = {}
        if self.sketch.output is OutputKind.SET:
            self.member = {state: self._new() for state in self._real}
            self._exactly_one(list(self.member.values()))
        self.counting: dict[int, int] = {}
        if self.sketch.output is OutputKind.COUNT:
            self.counting = {state: self._new() for state in self._virtual}
        self._add_priors()
        free = [*self.node.items(), *self.arc.items()]
        self.costs = [
            *(each for each in self.listed.values() if abs(each) != self._true),
            *(-options[key[0]] for key, options in free if len(options) > 1),
        ]
        """Literals that are true for what is to be paid for; what is given is free."""

    def _shuffled(self, values: Iterable) -> list:
        some = list(values)
        self._random.shuffle(some)
        return some

    def _classes(self, receiver: int) -> list[Heard]:
        """The classes that a receiver in this state may meet."""
        senders = self._real if receiver in self._virtual else (*self._real, *self._virtual)
        return list(itertools.product(senders, self._arcs))

    def _order(self, state: int) -> None:
        """A total order on the classes and silence; what comes after silence is not heard."""
        every = [*self._classes(state), SILENT]
        if Part.LISTENING in self._given.parts:
            self._given_order(state, every)
            return
        for one, other in itertools.combinations(every, 2):
            variable = self._new()
            self.before[state, one, other] = variable
            self.before[state, other, one] = -variable
        for one, other, third in itertools.permutations(every, 3):
            if one < other and one < third:
                # Of the three rotations of a cycle one is enough.
                self._add(
                    -self.before[state, one, other],
                    -self.before[state, other, third],
                    -self.before[state, third, one],
                )
        for one in every[:-1]:
            self.listed[state, one] = self.before[state, one, SILENT]
        for one, other in itertools.combinations(every[:-1], 2):
            # Classes that are not listed stand in one fixed order.
            self._add(
                self.listed[state, one],
                self.listed[state, other],
                self.before[state, one, other],
            )

    def _given_order(self, state: int, every: list[Heard]) -> None:
        listened = [*self._given.tables.listened.get(state, ()), SILENT]
        rest = [each for each in every if each not in listened]
        for one, other in itertools.combinations([*listened, *rest], 2):
            self.before[state, one, other] = self._true
            self.before[state, other, one] = -self._true
        for one in every[:-1]:
            self.listed[state, one] = self.before[state, one, SILENT]

    def _choice(self, values: Sequence[int]) -> dict[int, int]:
        options = {value: self._new() for value in self._shuffled(values)}
        self._exactly_one(list(options.values()))
        return options

    def _add_priors(self) -> None:
        if Prior.HEARD_ONLY in self.priors:
            for key, options in self.arc.items():
                if key[3:] == (0, 0) and len(options) > 1:
                    self._add(options[key[0]])
        if Prior.WRITE_ONCE in self.priors and self.counts.arc > POINTER:
            for key, options in self.arc.items():
                if key[0] == POINTER and len(options) > 1:
                    self._add(options[POINTER])
        if Prior.ABSORBING in self.priors:
            for (state, _), options in self.node.items():
                if state in self.member:
                    self._add(-self.member[state], options[state])

    def tables(self, model: Iterable[int]) -> Tables:
        """The tables of a model of the clauses."""
        true = {each for each in model if each > 0}

        def holds(literal: int) -> bool:
            return literal in true if literal > 0 else -literal not in true

        listened = {}
        for state in (*self._real, *self._virtual):
            classes = [each for each in self._classes(state) if holds(self.listed[state, each])]
            earlier = {
                each: sum(
                    holds(self.before[state, other, each]) for other in classes if other != each
                )
                for each in classes
            }
            if classes:
                listened[state] = tuple(sorted(classes, key=lambda each: earlier[each]))
        return Tables(
            self.counts,
            listened,
            {
                key: value
                for key, options in self.node.items()
                for value, variable in options.items()
                if holds(variable)
                and value != key[0]
                and (key[1] == SILENT or holds(self.listed[key]))
            },
            {
                key: value
                for key, options in self.arc.items()
                for value, variable in options.items()
                if holds(variable) and value != key[0]
            },
            next((state for state, each in self.member.items() if holds(each)), None),
            tuple(state for state, each in self.counting.items() if holds(each)),
        )

    # Clauses

    def _new(self) -> int:
        self.variables += 1
        return self.variables

    def _add(self, *literals: int) -> None:
        self.clauses.append(list(literals))

    def _exactly_one(self, some: Sequence[int]) -> None:
        self._add(*some)
        for one, other in itertools.combinations(some, 2):
            self._add(-one, -other)

    # Problems

    def add(self, example: Example) -> None:
        """Demands that the program solves a problem."""
        run = _Run(self, example)
        for step in range(example.steps):
            run.step(step, last=step == example.steps - 1)
        run.demand_output()


Slot = dict[int, int]
"""One-hot: a variable per state."""

Row = tuple[
    dict[int, dict[Heard, int]],
    dict[Heard, int],
    dict[tuple[int, Heard], int],
]
"""By arc its class; which classes are present; whether an arc is the first of its class."""


class _Run:
    """A problem, unrolled."""

    def __init__(self, encoding: Encoding, example: Example) -> None:
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
        self.arc_slots = {arc: self._slot(encoding._arcs) for arc in self.arcs}
        for node, slot in self.node_slots.items():
            encoding._add(slot[int(instance.node_state[node])])
        for arc, slot in self.arc_slots.items():
            encoding._add(slot[int(instance.arc_state[arc])])
        self.changed: int | None = None
        self.counted: list[int] = []
        self.distance: dict[int, dict[int | None, int]] = {}
        if encoding.sketch.key is Key.LENGTH:
            self.distance = {
                node: {None: encoding._true, **dict.fromkeys(self.rows[node], -encoding._true)}
                for node in self.real
            }

    def _states(self, node: int) -> tuple[int, ...]:
        return self.at._real if node in self.real else self.at._virtual

    def _slot(self, states: Iterable[int]) -> Slot:
        slot = {state: self.at._new() for state in states}
        self.at._exactly_one(list(slot.values()))
        return slot

    def step(self, number: int, *, last: bool) -> None:
        """One step; the last one changes nothing."""
        at = self.at
        next_nodes, next_arcs = self.node_slots, self.arc_slots
        if not last:
            next_nodes = {node: self._slot(self._states(node)) for node in self.nodes}
            next_arcs = {arc: self._slot(at._arcs) for arc in self.arcs}
        heard_bits: dict[int, int] = {}
        for node in self.nodes:
            told = self._hear(node, number, heard_bits)
            for state, own in self.node_slots[node].items():
                for heard, variable in told.items():
                    for becomes, entry in at.node[state, heard].items():
                        at._add(-own, -variable, -entry, next_nodes[node][becomes])
        for arc in self.arcs:
            self._update_arc(arc, heard_bits, next_arcs[arc])
        if at.counting:
            self._count(number)
        if at.sketch.key is Key.LOT and not last:
            self._halt(next_nodes, next_arcs)
        if self.distance and not last:
            self._measure()
        self.node_slots, self.arc_slots = next_nodes, next_arcs

    def _hear(self, node: int, number: int, heard_bits: dict[int, int]) -> dict[Heard, int]:
        """What a node hears: one variable per class, and one for silence."""
        at, row = self.at, self.rows[node]
        if self.distance and node not in self.real:
            of_arc, present, first = self._nearest(row)
        else:
            row = self._ordered(row, number)
            of_arc, present, first = self._first(row)
        told = {heard: at._new() for heard in (*present, SILENT)}
        at._exactly_one(list(told.values()))
        for heard, variable in told.items():
            if heard != SILENT:
                at._add(-variable, present[heard])
            for state, own in self.node_slots[node].items():
                for other in told:
                    if other == heard:
                        continue
                    there = [] if other == SILENT else [-present[other]]
                    key = (state, heard, other)
                    if at.before.get(key, at._true) != at._true:
                        at._add(-own, -variable, *there, at.before[key])
        for arc in row:
            bit = heard_bits[arc] = at._new()
            for heard, variable in of_arc[arc].items():
                at._add(-bit, -variable, told[heard])
                at._add(-bit, -variable, first[arc, heard])
                at._add(bit, -first[arc, heard], -told[heard])
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
                begins, so_far = at._new(), at._new()
                at._add(-begins, variable)
                at._add(-begins, -earlier)
                at._add(begins, -variable, earlier)
                at._add(-so_far, earlier, variable)
                at._add(so_far, -earlier)
                at._add(so_far, -variable)
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
            there = present[heard] = at._new()
            at._add(-there, *(classes[heard] for classes in of_arc.values()))
            for arc, classes in of_arc.items():
                own = classes[heard]
                at._add(there, -own)
                begins = first[arc, heard] = at._new()
                at._add(-begins, own)
                beaten = []
                for other, others in of_arc.items():
                    if other != arc:
                        wins = before[self.sender[other], self.sender[arc]]
                        at._add(-begins, -others[heard], -wins)
                        both = at._new()
                        at._add(-both, others[heard])
                        at._add(-both, wins)
                        beaten.append(both)
                at._add(begins, -own, *beaten)
        return of_arc, present, first

    def _distance_order(self) -> dict[tuple[int, int], int]:
        """Which of two nodes is nearer; the lower one if they are equally near."""
        at, lengths = self.at, self._lengths
        found: dict[tuple[int, int], int] = {}
        for one, other in itertools.combinations(sorted(self.real), 2):
            nearer = at._new()
            found[one, other], found[other, one] = nearer, -nearer
            for (mine, own), (theirs, its) in itertools.product(
                self.distance[one].items(), self.distance[other].items()
            ):
                length = 0.0 if mine is None else lengths[mine]
                wins = length <= (0.0 if theirs is None else lengths[theirs])
                at._add(-own, -its, nearer if wins else -nearer)
        return found

    @cached_property
    def _lengths(self) -> list[float]:
        if self.example.lengths is None:
            raise InputError("arcs are compared by length, but the example has none")
        return self.example.lengths.tolist()

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
                at._add(-one, -other)
            following: dict[int | None, int] = {each: at._new() for each in now}
            at._exactly_one(list(following.values()))
            for each, then in following.items():
                for state in kept:
                    at._add(-state, -now[each], then)
                for state in moves:
                    if each is None:
                        at._add(-state, *marks.values(), then)
                    else:
                        at._add(-state, -marks[each], then)
            self.distance[node] = following

    def _arc_classes(self, arc: int) -> dict[Heard, int]:
        """The class of an arc, one-hot."""
        at, found = self.at, {}
        for sender, from_sender in self.node_slots[self.sender[arc]].items():
            for state, own in self.arc_slots[arc].items():
                variable = found[sender, state] = at._new()
                at._add(-variable, from_sender)
                at._add(-variable, own)
                at._add(variable, -from_sender, -own)
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
                at._add(-own, bits[arc], *others, following[state])
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
                        at._add(*given, *ends, -own, -variable, following[becomes])

    def _count(self, number: int) -> None:
        """Whether the virtual node counts in this step."""
        at = self.at
        node = next(each for each in self.nodes if each not in self.real)
        counts = at._new()
        for state, own in self.node_slots[node].items():
            at._add(-own, -at.counting[state], counts)
            at._add(-own, at.counting[state], -counts)
        self.counted.append(counts)

    def _halt(self, next_nodes: dict[int, Slot], next_arcs: dict[int, Slot]) -> None:
        """A step that changes nothing ends the run, although a later round has new numbers."""
        at, differs = self.at, []
        changed = at._new()
        for now, then in (
            *((self.node_slots[node], next_nodes[node]) for node in self.nodes),
            *((self.arc_slots[arc], next_arcs[arc]) for arc in self.arcs),
        ):
            one = at._new()
            differs.append(one)
            for state, own in now.items():
                at._add(-one, -own, -then[state])
                at._add(changed, -own, then[state])
        at._add(-changed, *differs)
        if self.changed is not None:
            at._add(-changed, self.changed)
        self.changed = changed

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
                        at._add(-own, member if expected[node] else -member)
            case OutputKind.CHOICE:
                node = next(each for each in self.nodes if each not in self.real)
                for arc in self.rows[node]:
                    points = self.arc_slots[arc][POINTER]
                    at._add(points if self.sender[arc] == int(expected[0]) else -points)
            case OutputKind.COUNT:
                self._demand_count(int(expected[0]))

    def _demand_pointer(self, node: int, parent: int) -> None:
        for arc in self.rows[node]:
            points = self.arc_slots[arc][POINTER]
            if self.sender[arc] != parent:
                self.at._add(-points)
            elif parent != node or self.at.sketch.self_pointers:
                self.at._add(points)

    def _demand_count(self, wanted: int) -> None:
        """Exactly so many steps were counted, and the last one was not."""
        at = self.at
        so_far = {0: at._new()}
        at._add(so_far[0])
        for counts in self.counted:
            most = min(max(so_far) + 1, wanted)
            following = {number: at._new() for number in range(most + 1)}
            for number, before in so_far.items():
                at._add(-before, counts, following[number])
                at._add(-before, -counts, *([following[number + 1]] if number < wanted else []))
            at._exactly_one(list(following.values()))
            so_far = following
        at._add(so_far[wanted] if wanted in so_far else -so_far[0])
        if wanted not in so_far:
            at._add(so_far[0])
        at._add(-self.counted[-1])
