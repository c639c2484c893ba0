"""Pushed sums: what arcs push to their receivers, as queries.

Sums of whole numbers are exact in any order, so those of the last step can be changed by what
their senders push now instead. Others are added in the order of the senders, as the interpreter
does.
"""

import re

from dnar.machine import Gate, Place, Term
from dnar.relational.arc_values import RECEIVERS, SENDERS
from dnar.relational.dialect import FALSE, both, number, within
from dnar.relational.expressions import added
from dnar.relational.messages import Messages
from dnar.relational.storage import ROW, Kept


class PushedSums(Messages):
    """What is pushed to every node in a step."""

    def sums(self) -> dict[tuple[str, int], str]:
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
                self._add_whole(name, row, at)
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

    def _add_whole(self, name: str, row: str, at: int) -> None:
        """Adds the query of a sum of whole numbers, if it can have changed."""
        total = "SELECT receiver, sum(value) AS value FROM ({}) p GROUP BY receiver"
        changed = self.now.changed_senders.get(name)
        if changed is None or changed > self.plan.nodes // 2:
            self.tables[name] = total.format(row)
        elif changed:
            more = (
                f"SELECT receiver, value FROM {name} UNION ALL SELECT a.receiver, c.value "
                f"FROM arcs a JOIN {name}_changes c ON c.id = a.sender"
            )
            self.tables[name] = total.format(more)
        kept = self.storage.kept[at, ROW]
        if kept is not Kept.DERIVED or not self.now.step or "marks m" in row:
            return
        old, new = (self.derived(ROW, at, before=before) for before in (True, False))
        if not re.search(r"\b[ar]\.", f"{row.split(' WHERE ')[1]} {new}"):
            # Every arc of a sender pushes the same, and the node itself tells what.
            self.changes[f"{name}_changes"] = (
                f"SELECT s.id, {new} - {old} AS value FROM nodes s WHERE {new} <> {old}"
            )

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
