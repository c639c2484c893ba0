"""A step: the nodes and the arcs of the next one as queries over those of this one.

The nodes of the next step are one query over the nodes, what they heard and what was pushed to
them; the arcs that change are another. The virtual node is the driver's.
"""

from dataclasses import dataclass, field

from dnar.machine import ArcClass, Gate, Place
from dnar.relational.arc_changes import ArcChanges
from dnar.relational.dialect import FALSE, TRUE, both, chosen, either, number, within
from dnar.relational.expressions import ArcTerms, added
from dnar.relational.pushed_sums import PushedSums
from dnar.relational.storage import FIXED


@dataclass
class Query:
    """One step as SQL."""

    tables: dict[str, str] = field(default_factory=dict)
    """Messages and sums, by name."""
    nodes: str = ""
    marks: str | None = None
    """The arcs that change, or None if none can."""
    changes: dict[str, str] = field(default_factory=dict)
    """By how much the senders of sums push other numbers in the next step."""


class Step(PushedSums, ArcChanges):
    """One step of a program."""

    def query(self) -> Query:
        """The queries of the step."""
        for number_, head in self.heads:
            self.hear(number_, head)
        sums = self.sums()
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
        return Query(self.tables, nodes, self.marks(), self.changes)

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
