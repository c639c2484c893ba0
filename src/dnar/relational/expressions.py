"""Expressions: a program's cases and operations as SQL, for one arc or one node at a time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dnar.errors import InputError
from dnar.machine import FUNCTIONS, SIGNS, Gate, Op, Place, Program, Term
from dnar.relational.dialect import Dialect, both, chosen, negated, number, within


@dataclass(frozen=True)
class ArcTerms:
    """What the SQL of one kind of arcs is made of."""

    state: str
    receiver_state: str
    sender_state: str
    reverse: str
    """The state of the reverse arc."""
    heard: Sequence[str]
    """Per head: whether the receiver heard this arc."""
    heard_back: Sequence[str]
    scalar: Callable[[str], str]
    """A scalar of the arc."""
    receiver: Callable[[str], str]
    """A scalar of its receiver."""
    sender: Callable[[str], str]


@dataclass(frozen=True)
class Expressions:
    """The SQL of a program's cases and operations in one dialect."""

    program: Program
    dialect: Dialect

    def next_arc_state(self, arc: ArcTerms) -> str:
        """The next state of an arc."""
        nodes, states = len(self.program.node_states), len(self.program.arc_states)
        cases = []
        for case in self.program.arc_cases:
            fits = both(
                within(arc.state, frozenset({case.state}), states),
                within(arc.receiver_state, case.receiver, nodes),
                within(arc.sender_state, case.sender, nodes),
                within(arc.reverse, case.reverse, states),
                *self._flags(case.heard, arc.heard),
                *self._flags(case.heard_back, arc.heard_back),
                *self.signs(Place.ARC, case.signs, arc.scalar),
            )
            cases.append((fits, str(case.becomes)))
        return chosen(cases, arc.state)

    def _flags(self, wanted: Sequence[bool | None], heard: Sequence[str]) -> list[str]:
        pairs = [(flag, each) for flag, each in zip(wanted, heard, strict=True)]
        return [each if flag else negated(each) for flag, each in pairs if flag is not None]

    def signs(
        self,
        place: Place,
        allowed: Sequence[frozenset[int] | None],
        scalar: Callable[[str], str],
    ) -> list[str]:
        """Whether comparisons have allowed signs."""
        found = []
        for each, signs in zip(self.program.compared(place), allowed, strict=True):
            if signs is None or len(signs) == len(SIGNS):
                continue
            left, right = scalar(each.left), scalar(each.right)
            tests = {-1: "<", 0: "=", 1: ">"}
            some = [f"{left} {tests[sign]} {right}" for sign in sorted(signs)]
            found.append(f"({' OR '.join(some)})" if some else "FALSE")
        return found

    def next_arc_scalar(self, op: Op, arc: ArcTerms) -> str:
        """The next value of an arc's scalar."""
        nodes, states = len(self.program.node_states), len(self.program.arc_states)
        total = number(0.0)
        for term in op.terms:
            match term.gate:
                case Gate.PUSH:
                    gate, value = within(arc.sender_state, term.when, nodes), arc.sender
                    total = added(total, gate, value(str(term.scalar)))
                case Gate.TAKE:
                    gate, value = within(arc.receiver_state, term.when, nodes), arc.receiver
                    total = added(total, gate, value(str(term.scalar)))
                case _:
                    gate = within(arc.state, term.when, states)
                    total = added(total, gate, self.own_value(op.target, term, arc.scalar))
        return total

    def own_value(self, target: str, term: Term, scalar: Callable[[str], str]) -> str:
        """What a term adds that reads only scalars of its own node or arc.

        Raises:
            InputError: the engine's function may differ in the last bit.
        """
        if term.gate is Gate.INC:
            return number(term.number)
        if term.gate is Gate.KEEP:
            return scalar(target)
        name = str(term.function)
        if name not in self.dialect.exact_functions:
            raise InputError(
                f"{self.program.task} computes {name}, which {self.dialect.name} may round "
                "otherwise; use another engine"
            )
        return FUNCTIONS[name].sql.format(*map(scalar, term.arguments))


def added(total: str, gate: str, value: str) -> str:
    """A sum with one more term, where its gate is open."""
    term = chosen([(gate, value)], number(0.0))
    return total if term == number(0.0) else f"({total} + {term})"
