"""A step: the nodes and the arcs of the next one as queries over those of this one.

The nodes of the next step are one query over the nodes, what they heard and what was pushed to
them; the arcs that change are another. The virtual node is the driver's.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product

from dnar.machine import (
    ROW_ROLES,
    ArcClass,
    Gate,
    Place,
    Term,
)
from dnar.relational.arc_values import RECEIVERS, SENDERS
from dnar.relational.dialect import (
    FALSE,
    TRUE,
    both,
    chosen,
    either,
    number,
    within,
)
from dnar.relational.expressions import ArcTerms, added
from dnar.relational.messages import Messages
from dnar.relational.storage import FIXED, ROW


@dataclass
class Query:
    """One step as SQL."""

    tables: dict[str, str] = field(default_factory=dict)
    """Messages and sums, by name."""
    nodes: str = ""
    marks: str | None = None
    """The arcs that change, or None if none can."""


class Step(Messages):
    """One step of a program."""

    def query(self) -> Query:
        """The queries of the step."""
        for number_, head in self.heads:
            self.hear(number_, head)
        sums = self._sums()
        for at in sorted(self.now.streams):
            self.joins.append(f"LEFT JOIN stream{at} ON stream{at}.id = n.id")
            self.told[f"x{at}"] = f"stream{at}.value"
        told = ", ".join(f"{sql} AS {name}" for name, sql in self.told.items())
        columns, changes = self._next_nodes(sums)
        changed = either(*changes)
        inner = f"SELECT n.*{', ' + told if told else ''} FROM nodes n {' '.join(self.joins)}"
        listed = ", ".join(
            f"CAST({sql} AS {kind}) AS {name}"
            for (name, sql), kind in zip(
                columns.items(), self.plan.node_columns().values(), strict=True
            )
        )
        nodes = (
            f"SELECT n.id, {listed}, {changed} AS changed, "
            f"{columns['state']} <> n.state AS moved FROM ({inner}) n"
        )
        return Query(self.tables, nodes, self._marks())

    # Sums of pushed scalars

    def _sums(self) -> dict[tuple[str, int], str]:
        """By operation and term: the SQL of a total plus what is pushed."""
        found: dict[tuple[str, int], str] = {}
        for op in self.program.ops:
            if self.program.scalar(op.target).place is not Place.NODE:
                continue
            for at, term in enumerate(op.terms):
                if term.gate is Gate.PUSH:
                    found[op.target, at] = self._pushed(f"q{len(found)}", term)
        return found

    def _pushed(self, name: str, term: Term) -> str:
        """The SQL of a total, as `{total}`, plus all that a term pushes."""
        scalar, arcs = str(term.scalar), len(self.program.arc_states)
        at = self.storage.number(scalar)
        whole = scalar in self.storage.whole
        row = self._pushed_row(term, at)
        fixed = {
            where: (
                within(self.fixed_state(where), term.when, arcs),
                self.arc_scalar(where, at),
            )
            for where in ("self", "from")
        }
        fixed = {
            where: pair
            for where, pair in fixed.items()
            if pair[0] != FALSE and pair[1] != number(0.0)
        }
        if whole or not row:
            total = "{total}"
            if row:
                self.tables[name] = (
                    f"SELECT receiver, sum(value) AS value FROM ({row}) p GROUP BY receiver"
                )
                self.joins.append(f"LEFT JOIN {name} ON {name}.receiver = n.id")
                self.told[f"{name}_value"] = f"coalesce({name}.value, {number(0.0)})"
                total = f"({total} + n.{name}_value)"
            # The self-loop comes before the virtual node's arc; without others, that is all.
            for gate, value in fixed.values():
                total = added(total, gate, value)
            return total
        senders = {"self": "n.id", "from": str(self.plan.nodes)}
        parts = [row] + [
            f"SELECT n.id AS receiver, {senders[where]} AS sender, {value} AS value "
            f"FROM nodes n WHERE {both(gate, f'{value} <> 0')}"
            for where, (gate, value) in fixed.items()
        ]
        self.tables[name] = (
            f"SELECT receiver, {self.dialect.listed('value', 'sender')} AS value "
            f"FROM ({' UNION ALL '.join(parts)}) p GROUP BY receiver"
        )
        self.joins.append(f"LEFT JOIN {name} ON {name}.receiver = n.id")
        self.told[f"{name}_value"] = f"{name}.value"
        folded = self.dialect.folded("{total}", f"n.{name}_value")
        return f"CASE WHEN n.{name}_value IS NULL THEN {{total}} ELSE {folded} END"

    def _pushed_row(self, term: Term, at: int) -> str:
        """The values that arcs between nodes push, or nothing if none can."""
        states = self.storage.arc_states(ROW) & term.when
        value = self.arc_scalar(ROW, at)
        if not states or value == number(0.0):
            return ""
        first = self.plan.first_state("a")
        source = "arcs a"
        if "s." in value:
            source += f" {SENDERS}"
        if "r." in value:
            source += f" {RECEIVERS}"
        arc = first
        if self.storage.can_be_marked(set(self.storage.real_states)):
            source += " LEFT JOIN marks m ON m.receiver = a.receiver AND m.sender = a.sender"
            arc = f"coalesce(m.state, {first})"
        gate = within(arc, term.when, len(self.program.arc_states))
        return (
            f"SELECT a.receiver, a.sender, {value} AS value FROM {source} "
            f"WHERE {both(gate, f'{value} <> 0')}"
        )

    # The next nodes and arcs

    def _next_nodes(self, sums: dict[tuple[str, int], str]) -> tuple[dict[str, str], list[str]]:
        """The new columns of the nodes, and the conditions under which a step changed them."""
        storage = self.storage
        columns = {"state": self._next_state()}
        changes = [f"({columns['state']}) <> n.state"] if columns["state"] != "n.state" else []
        for at, scalar in storage.node_scalars.items():
            old = f"n.v{at}"
            if at in self.now.streams:
                columns[f"v{at}"] = f"n.x{at}"
                continue
            new = self._next_scalar(scalar.name, sums)
            columns[f"v{at}"] = new
            if new != old:
                changes.append(f"({new}) <> {old}")
        for where in FIXED:
            arc = self._fixed_terms(where)
            if storage.arcs_change(where):
                new = self.sql.next_arc_state(arc)
                columns[f"{where}_state"] = new
                if new != arc.state:
                    changes.append(f"({new}) <> {arc.state}")
            for at in storage.stored(where):
                op = self.program.op(self.program.scalars[at].name)
                new = self.sql.next_arc_scalar(op, arc)
                columns[f"{where}_a{at}"] = new
                changes.append(f"({new}) <> n.{where}_a{at}")
        if storage.derives:
            columns["p_state"] = "n.state"
            columns |= {f"p{at}": f"n.v{at}" for at in sorted(storage.before)}
        return columns, changes

    def _next_state(self) -> str:
        nodes = len(self.program.node_states)
        cases = []
        for case in self.program.node_cases:
            if not self.now.counts.get(case.state):
                continue
            tests = [within("n.state", {case.state}, nodes)]
            for head, allowed in enumerate(case.heard):
                tests.append(self._told(head, case.state, allowed))
            tests += self.sql.signs(Place.NODE, case.signs, self._own)
            cases.append((both(*tests), str(case.becomes)))
        return chosen(cases, "n.state")

    def _own(self, scalar: str) -> str:
        return f"n.v{self.storage.number(scalar)}"

    def _told(self, head: int, state: int, allowed: frozenset[ArcClass] | None) -> str:
        """Whether a head of a node in this state heard one of these classes."""
        if allowed is None:
            return TRUE
        order = self.program.order(head, state)
        places = [at for at, entry in enumerate(order) if entry.arc_class in allowed]
        column = f"n.h{head}_place"
        tests = []
        if places:
            tests.append(f"{column} IN ({', '.join(map(str, places))})")
        if any(each.sender < 0 for each in allowed):
            tests.append(f"{column} IS NULL")
        known = either(*tests)
        return known if known in (TRUE, FALSE) else f"coalesce({known}, FALSE)"

    def _next_scalar(self, scalar: str, sums: dict[tuple[str, int], str]) -> str:
        if not any(op.target == scalar for op in self.program.ops):
            return self._own(scalar)
        nodes = len(self.program.node_states)
        total = number(0.0)
        op = self.program.op(scalar)
        for at, term in enumerate(op.terms):
            gate = within("n.state", term.when, nodes)
            if term.gate is Gate.PUSH:
                total = sums[scalar, at].format(total=total)
            elif term.gate is Gate.PULL:
                head = [each.name for each in self.program.heads].index(str(term.head))
                if not term.when:
                    continue
                value = f"n.h{head}_y{self.storage.number(str(term.scalar))}"
                total = added(total, both(gate, f"n.h{head}_place IS NOT NULL"), value)
            else:
                total = added(total, gate, self.sql.own_value(scalar, term, self._own))
        return total

    def _fixed_terms(self, where: str) -> ArcTerms:
        """A fixed arc of each node."""
        virtual, nodes = self.now.virtual, self.plan.nodes
        heads = range(len(self.program.heads))

        def own(scalar: str) -> str:
            return self.arc_scalar(where, self.storage.number(scalar))

        def of_virtual(scalar: str) -> str:
            return number(virtual.scalars[scalar])

        to_virtual = [f"coalesce(n.h{head}_sender = {nodes}, FALSE)" for head in heads]
        by_virtual = [
            FALSE if heard is None or heard == nodes else f"n.id = {heard}"
            for heard in self.now.heard
        ]
        state = self.fixed_state(where)
        if where == "self":
            heard = [f"coalesce(n.h{head}_sender = n.id, FALSE)" for head in heads]
            ends = "n.state", "n.state", state
            return ArcTerms(state, *ends, heard, heard, own, self._own, self._own)
        if where == "from":
            ends = "n.state", str(virtual.state), self.fixed_state("to")
            return ArcTerms(state, *ends, to_virtual, by_virtual, own, self._own, of_virtual)
        ends = str(virtual.state), "n.state", self.fixed_state("from")
        return ArcTerms(state, *ends, by_virtual, to_virtual, own, of_virtual, self._own)

    def _marks(self) -> str | None:
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
