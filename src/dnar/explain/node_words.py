"""Node words: whom a node in one state hears, and what becomes of it."""

import itertools
from collections.abc import Iterable, Mapping

from dnar.explain.arc_rules import ArcRules
from dnar.explain.explanation import SILENT, Entry, Heard, Listening, NodeCase, NodeWords
from dnar.machine import NodeKind, Program, Reachable
from dnar.verify.hearing import SILENCE, Listener, Told


class NodeSummary:
    """What a node in one state hears and what becomes of it."""

    def __init__(
        self,
        reachable: Reachable,
        program: Program,
        rules: ArcRules,
        state: int,
        hearings: set[Told],
    ) -> None:
        self.reachable, self.program, self.state = reachable, program, state
        self.rules = rules
        self.listener = Listener(program)
        self.outcomes = {told: self._outcome(told) for told in sorted(hearings)}
        self.relevant = self._relevant()

    def _outcome(self, told: Told) -> int:
        heard = tuple(self.listener.arc_class(entry) for entry in told)
        return self.program.node_outcome(self.state, heard)

    def _relevant(self) -> list[int]:
        """Heads that tell the outcomes apart, as few as can be left one after the other."""
        kept = list(range(len(self.program.heads)))
        for head in reversed(kept.copy()):
            fewer = [other for other in kept if other != head]
            if self._told_apart(fewer):
                kept = fewer
        return kept

    def _told_apart(self, heads: list[int]) -> bool:
        pairs = {(self._part(told, heads), made) for told, made in self.outcomes.items()}
        return len(pairs) == len({part for part, _ in pairs})

    def _part(self, told: Told, heads: list[int]) -> Told:
        return tuple(told[head] for head in heads)

    def words(self) -> NodeWords:
        """All about nodes in this state."""
        orders = {head: self._order(head) for head in range(len(self.program.heads))}
        kinds = [
            kind.name.lower() for kind in NodeKind if self.state in self.reachable.kinds[kind]
        ]
        listening = tuple(
            Listening(head.name, tuple(heard for heard, _ in orders[number]))
            for number, head in enumerate(self.program.heads)
            if number in self.relevant or any(heard.choice for heard, _ in orders[number])
        )
        name = self.program.node_states[self.state]
        return NodeWords(name, tuple(kinds), listening, tuple(self._cases(orders)))

    def _order(self, head: int) -> list[tuple[Heard, frozenset[int]]]:
        """Whom the head hears, first come first; neighbours that are alike are joined."""
        heard = {told[head] for told in self.outcomes}
        order = [entry for entry in self.listener.order(head, self.state) if entry in heard]
        order += [SILENCE] if SILENCE in heard else []
        places: list[tuple[object, list[int]]] = []
        for entry in order:
            sign = self._sign(head, entry)
            if places and places[-1][0] == sign:
                places[-1][1].append(entry)
            else:
                places.append((sign, [entry]))
        return [
            (
                Heard(
                    self._entries(entries),
                    choice=isinstance(sign, int),
                    rest=number == len(places) - 1 and not isinstance(sign, int),
                ),
                frozenset(entries),
            )
            for number, (sign, entries) in enumerate(places)
        ]

    def _sign(self, head: int, entry: int) -> object:
        """What makes a difference about an entry: its number, if an arc's rule asks for it."""
        if entry != SILENCE and self.rules.asks(head, self.state, entry):
            return entry
        if head not in self.relevant:
            return ()
        others = [other for other in self.relevant if other != head]
        return frozenset(
            (self._part(told, others), made)
            for told, made in self.outcomes.items()
            if told[head] == entry
        )

    def _entries(self, entries: list[int]) -> tuple[Entry, ...]:
        """What is alike; whoever is not the best goes without saying where the best is."""
        return tuple(
            self._entry(entry) for entry in entries if entry % 2 or entry + 1 not in entries
        )

    def _entry(self, entry: int) -> Entry:
        if entry == SILENCE:
            return SILENT
        sender, arc = self.listener.arc_class(entry)
        return Entry(
            self.program.node_states[sender],
            self.program.arc_states[arc],
            best=entry % 2 == 1,
        )

    def _cases(
        self, orders: Mapping[int, list[tuple[Heard, frozenset[int]]]]
    ) -> Iterable[NodeCase]:
        names = [head.name for head in self.program.heads]
        places = [orders[head] for head in self.relevant]
        for choice in itertools.product(*places):
            found = {
                made
                for told, made in self.outcomes.items()
                if all(
                    told[head] in entries
                    for head, (_, entries) in zip(self.relevant, choice, strict=True)
                )
            }
            # Some combinations cannot be heard at once.
            for made in found:
                heard = {
                    names[head]: each
                    for head, (each, _) in zip(self.relevant, choice, strict=True)
                }
                yield NodeCase(heard, self.program.node_states[made])
