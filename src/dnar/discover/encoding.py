"""The encoding: unknown tables, run on small problems, as clauses of propositional logic.

Every entry of the tables is a choice (one-hot variables), and a problem is unrolled
step by step (`dnar.discover.unrolling`). A model of the clauses is a program that solves all
problems within the declared steps.
"""

import itertools
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from dnar.discover.sketch import POINTER, Key, OutputKind, Prior, Sketch, StateCounts
from dnar.discover.tables import SILENT, ArcEntry, Heard, Tables
from dnar.discover.unrolling import Example, Unrolling

Clause = list[int]


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
        self.real = tuple(range(counts.node))
        self.virtual = tuple(range(counts.node, counts.node + counts.virtual))
        self.arcs = tuple(range(counts.arc))
        self._tables()

    # Tables

    def _tables(self) -> None:
        self.true = 0
        """A literal that is always true, if one is needed."""
        if self._given.parts or self.sketch.key is Key.LENGTH:
            self.true = self.new_variable()
            self.add_clause(self.true)
        self.listed: dict[tuple[int, Heard], int] = {}
        self.before: dict[tuple[int, Heard, Heard], int] = {}
        self.node: dict[tuple[int, Heard], dict[int, int]] = {}
        self.arc: dict[ArcEntry, dict[int, int]] = {}
        for state in self._shuffled((*self.real, *self.virtual)):
            self._order(state)
            same_kind = self.real if state in self.real else self.virtual
            for told in (*self._classes(state), SILENT):
                if Part.NODES in self._given.parts:
                    given = self._given.tables.node.get((state, told))
                    self.node[state, told] = {state if given is None else given: self.true}
                    continue
                self.node[state, told] = self._choice(same_kind)
                if told != SILENT:
                    # What is never heard changes nothing.
                    self.add_clause(self.listed[state, told], self.node[state, told][state])
        for receiver, sender in itertools.product((*self.real, *self.virtual), repeat=2):
            if receiver in self.virtual and sender in self.virtual:
                continue
            for arc, heard, back in itertools.product(self.arcs, (0, 1), (0, 1)):
                entry = (arc, receiver, sender, heard, back)
                if Part.ARCS in self._given.parts:
                    given = self._given.tables.arc.get(entry, arc)
                    self.arc[entry] = {given: self.true}
                else:
                    self.arc[entry] = self._choice(self.arcs)
        self.member: dict[int, int] = {}
        if self.sketch.output is OutputKind.SET:
            self.member = {state: self.new_variable() for state in self.real}
            self.exactly_one(list(self.member.values()))
        self.counting: dict[int, int] = {}
        if self.sketch.output is OutputKind.COUNT:
            self.counting = {state: self.new_variable() for state in self.virtual}
        self._add_priors()
        free = [*self.node.items(), *self.arc.items()]
        self.costs = [
            *(each for each in self.listed.values() if abs(each) != self.true),
            *(-options[key[0]] for key, options in free if len(options) > 1),
        ]
        """Literals that are true for what is to be paid for; what is given is free."""

    def _shuffled(self, values: Iterable) -> list:
        some = list(values)
        self._random.shuffle(some)
        return some

    def _classes(self, receiver: int) -> list[Heard]:
        """The classes that a receiver in this state may meet."""
        senders = self.real if receiver in self.virtual else (*self.real, *self.virtual)
        return list(itertools.product(senders, self.arcs))

    def _order(self, state: int) -> None:
        """A total order on the classes and silence; what comes after silence is not heard."""
        every = [*self._classes(state), SILENT]
        if Part.LISTENING in self._given.parts:
            self._given_order(state, every)
            return
        for one, other in itertools.combinations(every, 2):
            variable = self.new_variable()
            self.before[state, one, other] = variable
            self.before[state, other, one] = -variable
        for one, other, third in itertools.permutations(every, 3):
            if one < other and one < third:
                # Of the three rotations of a cycle one is enough.
                self.add_clause(
                    -self.before[state, one, other],
                    -self.before[state, other, third],
                    -self.before[state, third, one],
                )
        for one in every[:-1]:
            self.listed[state, one] = self.before[state, one, SILENT]
        for one, other in itertools.combinations(every[:-1], 2):
            # Classes that are not listed stand in one fixed order.
            self.add_clause(
                self.listed[state, one],
                self.listed[state, other],
                self.before[state, one, other],
            )

    def _given_order(self, state: int, every: list[Heard]) -> None:
        listened = [*self._given.tables.listened.get(state, ()), SILENT]
        rest = [each for each in every if each not in listened]
        for one, other in itertools.combinations([*listened, *rest], 2):
            self.before[state, one, other] = self.true
            self.before[state, other, one] = -self.true
        for one in every[:-1]:
            self.listed[state, one] = self.before[state, one, SILENT]

    def _choice(self, values: Sequence[int]) -> dict[int, int]:
        options = {value: self.new_variable() for value in self._shuffled(values)}
        self.exactly_one(list(options.values()))
        return options

    def _add_priors(self) -> None:
        if Prior.HEARD_ONLY in self.priors:
            for key, options in self.arc.items():
                if key[3:] == (0, 0) and len(options) > 1:
                    self.add_clause(options[key[0]])
        if Prior.WRITE_ONCE in self.priors and self.counts.arc > POINTER:
            for key, options in self.arc.items():
                if key[0] == POINTER and len(options) > 1:
                    self.add_clause(options[POINTER])
        if Prior.ABSORBING in self.priors:
            for (state, _), options in self.node.items():
                if state in self.member:
                    self.add_clause(-self.member[state], options[state])

    def tables(self, model: Iterable[int]) -> Tables:
        """The tables of a model of the clauses."""
        true = {each for each in model if each > 0}

        def holds(literal: int) -> bool:
            return literal in true if literal > 0 else -literal not in true

        listened = {}
        for state in (*self.real, *self.virtual):
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

    def new_variable(self) -> int:
        """A variable that no clause has yet."""
        self.variables += 1
        return self.variables

    def add_clause(self, *literals: int) -> None:
        """Demands that one of the literals is true."""
        self.clauses.append(list(literals))

    def exactly_one(self, some: Sequence[int]) -> None:
        """Demands that exactly one of the literals is true."""
        self.add_clause(*some)
        for one, other in itertools.combinations(some, 2):
            self.add_clause(-one, -other)

    # Problems

    def add(self, example: Example) -> None:
        """Demands that the program solves a problem."""
        run = Unrolling(self, example)
        for step in range(example.steps):
            run.step(step, last=example.rests and step == example.steps - 1)
        if example.rests:
            run.demand_output()
