"""Arc rules: when arcs change, in as few conditions as the reachable cases need."""

from collections.abc import Iterable
from dataclasses import dataclass

from dnar.explain.cubes import Case, Cube, cubes_of, fits
from dnar.explain.explanation import ArcChange
from dnar.machine import ArcType, Program, Reachable
from dnar.verify.states import Cases, arc_cases

RECEIVER, SENDER, REVERSE = 0, 1, 2
"""Variables of an arc's case; the bits of all heads, forth and then back, follow."""


@dataclass(frozen=True)
class Rule:
    """How arcs of one state change: a cube and what becomes of them."""

    state: int
    becomes: int
    cube: Cube

    def asks(self, bit: int, each: ArcType) -> bool:
        """Whether an arc of this type may change by this rule, depending on who hears it."""
        ends = (each.receiver, each.sender, each.reverse)
        around = self.cube[: len(ends)]
        return (self.state == each.arc and self.cube[len(ends) + bit] is not None) and fits(
            around, ends
        )


class ArcRules:
    """All that can happen to arcs."""

    def __init__(self, reachable: Reachable, program: Program, cases: Cases) -> None:
        self.reachable, self.program = reachable, program
        self.heads = len(program.heads)
        self._roles = [role.name for role in reachable.roles]
        self.seen: dict[int, dict[Case, set[int]]] = {}
        """Per arc state: every case, with the roles it has been seen in."""
        for each in reachable.types:
            seen = self.seen.setdefault(each.arc, {})
            for forth, back in arc_cases(reachable, each, cases):
                ends = (each.receiver, each.sender, each.reverse)
                case = (*ends, *self._bits(forth[1]), *self._bits(back[1]))
                seen.setdefault(case, set()).add(each.role)
        self.rules = [rule for state in sorted(self.seen) for rule in self._rules(state)]

    def _bits(self, bits: int) -> Case:
        return tuple(bits >> head & 1 for head in range(self.heads))

    def _rules(self, state: int) -> Iterable[Rule]:
        outcomes = {case: self._outcome(state, case) for case in self.seen[state]}
        back = range(REVERSE + 1 + self.heads, REVERSE + 1 + 2 * self.heads)
        forth = range(REVERSE + 1, REVERSE + 1 + self.heads)
        dropping = (REVERSE, *back, *forth)
        for becomes in sorted(set(outcomes.values()) - {state}):
            for cube in cubes_of(outcomes, becomes, dropping, (SENDER, RECEIVER)):
                yield Rule(state, becomes, cube)

    def _outcome(self, state: int, case: Case) -> int:
        receiver, sender, reverse, *flags = case
        numbers = [
            sum(bit << head for head, bit in enumerate(part))
            for part in (flags[: self.heads], flags[self.heads :])
        ]
        return int(self.program.arc_table[state, receiver, sender, reverse, *numbers])

    def asks(self, head: int, state: int, entry: int) -> bool:
        """Whether anything becomes of an arc because a node in this state hears it."""
        number = entry // 2
        for each in self.reachable.types:
            if each.receiver != state or number != (
                each.sender * len(self.program.arc_states) + each.arc
            ):
                continue
            reverse_role = self._roles.index(self.reachable.roles[each.role].reverse)
            back = ArcType(each.sender, each.reverse, each.receiver, each.arc, reverse_role)
            if any(
                rule.asks(head, each) or rule.asks(self.heads + head, back)
                for rule in self.rules
            ):
                return True
        return False

    def changes(self) -> Iterable[ArcChange]:
        """The rules in words."""
        nodes, arcs = self.program.node_states, self.program.arc_states
        names = [head.name for head in self.program.heads]
        for rule in self.rules:
            receiver, sender, reverse, *flags = rule.cube
            heard, back = (
                {name: bits == {1} for name, bits in zip(names, part, strict=True) if bits}
                for part in (flags[: self.heads], flags[self.heads :])
            )
            roles = {
                role
                for case, found in self.seen[rule.state].items()
                if fits(rule.cube, case)
                for role in found
            }
            yield ArcChange(
                arcs[rule.state],
                arcs[rule.becomes],
                _named(receiver, nodes),
                _named(sender, nodes),
                _named(reverse, arcs),
                heard,
                back,
                tuple(self._roles[role] for role in sorted(roles)),
            )


def _named(states: frozenset[int] | None, names: tuple[str, ...]) -> tuple[str, ...] | None:
    return None if states is None else tuple(names[state] for state in sorted(states))
