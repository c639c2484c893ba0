"""Arc changes: the arcs between nodes that a step changes, as one query.

Only arcs that can change now are joined: those that a head heard, if nothing else counts.
"""

import re
from collections.abc import Callable, Iterator
from itertools import product

from dnar.machine import ROW_ROLES, Place
from dnar.relational.arc_values import RECEIVERS, SENDERS
from dnar.relational.dialect import FALSE, both, chosen, either, within
from dnar.relational.expressions import ArcTerms
from dnar.relational.messages import Messages
from dnar.relational.storage import ROW


class ArcChanges(Messages):
    """How a step changes arcs between nodes."""

    def marks(self) -> str | None:
        """The arcs between nodes that change, with their new state and scalars."""
        stored = self.storage.stored(ROW)
        live = {state for state, count in self.now.counts.items() if count}
        found = list(self._ways_to_change(live))
        if not stored and not found:
            return None
        ways = set() if stored else {way for way, _ in found}
        receivers = set(self.storage.real_states) if stored else {state for _, state in found}
        heads = range(len(self.program.heads))
        known = self.heard_rows
        flags, back = (
            [
                f"coalesce({alias}{head}.sender = a.{end_}, FALSE)" if head in known else FALSE
                for head in heads
            ]
            for alias, end_ in (("g", "sender"), ("b", "receiver"))
        )
        first = self.plan.first_state("a")
        marked = "LEFT JOIN marks m ON m.receiver = a.receiver AND m.sender = a.sender"
        reverse = "LEFT JOIN marks w ON w.receiver = a.sender AND w.sender = a.receiver"
        can_be = self.storage.can_be_marked(receivers)

        def own(scalar: str) -> str:
            return self.arc_scalar(ROW, self.storage.number(scalar))

        def end(alias: str) -> Callable[[str], str]:
            return lambda scalar: f"{alias}.v{self.storage.number(scalar)}"

        arc = ArcTerms(
            f"coalesce(m.state, {first})" if can_be else first,
            "r.state",
            "s.state",
            f"coalesce(w.state, {self._first_of_reverse()})",
            flags,
            back,
            own,
            end("r"),
            end("s"),
        )
        new = {"state": self.sql.next_arc_state(arc)}
        for at in stored:
            op = self.program.op(self.program.scalars[at].name)
            new[f"a{at}"] = self.sql.next_arc_scalar(op, arc)
        changed = either(
            f"({new['state']}) <> {arc.state}",
            *(f"({new[f'a{at}']}) <> {self.arc_scalar(ROW, at)}" for at in stored),
        )
        listed = ", ".join(
            f"CAST({sql} AS {kind}) AS {name}"
            for (name, sql), kind in zip(
                new.items(), self.plan.mark_columns().values(), strict=True
            )
        )
        inside = within("r.state", receivers, len(self.program.node_states))
        changed = both(f"({changed})", inside)
        possible = {"r": RECEIVERS, "s": SENDERS, "m": marked, "w": reverse}
        for head, source in self.heard_rows.items():
            possible[f"g{head}"] = (
                f"LEFT JOIN {source} g{head} ON g{head}.receiver = a.receiver"
            )
            possible[f"b{head}"] = f"LEFT JOIN {source} b{head} ON b{head}.receiver = a.sender"
        used = f"{listed} {changed}"
        joins = [join for alias, join in possible.items() if re.search(rf"\b{alias}\.", used)]
        arcs = "arcs a"
        if ways in ({"heard"}, {"heard_back"}):
            arcs = f"({self._heard_arcs(ways)}) a"
        return (
            f"SELECT a.receiver, a.sender, {listed} FROM {arcs} {' '.join(joins)} "
            f"WHERE {changed}"
        )

    def _first_of_reverse(self) -> str:
        first = self.storage.first_states
        if not self.plan.directed:
            return str(first[ROW_ROLES[0]])
        both_ways, along, against = ROW_ROLES
        turned = {both_ways: both_ways, along: against, against: along}
        cases = [
            (f"a.role = {at}", str(first[turned[role]])) for at, role in enumerate(ROW_ROLES)
        ]
        return chosen(cases[1:], cases[0][1])

    def _heard_arcs(self, ways: set[str]) -> str:
        """The arcs that some head heard, one way or the other, as rows of `arcs`."""
        ends = (
            "receiver, sender"
            if ways == {"heard"}
            else "sender AS receiver, receiver AS sender"
        )
        if not self.heard_rows:
            return "SELECT * FROM arcs WHERE FALSE"
        some = " UNION ".join(
            f"SELECT {ends} FROM {source} x WHERE sender <> receiver "
            f"AND sender < {self.plan.nodes}"
            for source in self.heard_rows.values()
        )
        if not self.plan.directed and not self.storage.stored(ROW) and not self._arc_signs():
            return some
        return (
            f"SELECT x.* FROM arcs x JOIN ({some}) y ON x.receiver = y.receiver "
            "AND x.sender = y.sender"
        )

    def _arc_signs(self) -> bool:
        return bool(self.program.compared(Place.ARC))

    def _ways_to_change(self, live: set[int]) -> Iterator[tuple[str, int]]:
        """How the arcs between nodes that can change now are found, and their receivers."""
        flags = range(2 ** len(self.program.heads))
        for each in self.storage.row_types:
            if each.receiver not in live or each.sender not in live:
                continue
            for heard, back in product(flags, flags):
                for signs in self.program.possible_signs(Place.ARC, each.arc):
                    new = self.program.arc_outcome(
                        each.arc, each.receiver, each.sender, each.reverse, heard, back, signs
                    )
                    if new != each.arc:
                        way = "heard" if heard else "heard_back" if back else "unheard"
                        yield way, each.receiver
