"""Values of arcs: the SQL of their states and scalars, wherever they are kept."""

from collections.abc import Callable

from dnar.machine import (
    Place,
)
from dnar.relational.dialect import (
    number,
)
from dnar.relational.expressions import ArcTerms
from dnar.relational.plan import Plan, Situation
from dnar.relational.storage import FIXED, ROW, Kept

SENDERS = "JOIN nodes s ON s.id = a.sender"
RECEIVERS = "JOIN nodes r ON r.id = a.receiver"
"""The ends of an arc."""


class ArcValues:
    """The SQL of what arcs hold before a step."""

    def __init__(self, plan: Plan, now: Situation) -> None:
        self.plan, self.now = plan, now
        self.storage, self.dialect = plan.storage, plan.dialect
        self.program, self.sql = plan.storage.program, plan.expressions

    def heard_scalar(self, where: str, scalar: str) -> str:
        """A scalar of an arc, or of its sender, by where the arc is."""
        at = self.storage.number(scalar)
        if self.program.scalar(scalar).place is Place.ARC:
            return self.arc_scalar(where, at)
        if where == "from":
            return number(self.now.virtual.scalars[scalar])
        return f"s.v{at}" if where == ROW else f"n.v{at}"

    def arc_scalar(self, where: str, at: int) -> str:
        """A scalar of an arc, by where the arc is."""
        kept = self.storage.kept[at, where]
        if kept is Kept.STORED:
            first = self.plan.first_scalar(at, "a")
            return f"coalesce(m.a{at}, {first})" if where == ROW else f"n.{where}_a{at}"
        if kept is Kept.DERIVED and self.now.step > 0:
            return self.derived(where, at, before=True)
        return self.plan.first_scalar(at, "a") if where == ROW else number(0.0)

    def derived(self, where: str, at: int, *, before: bool) -> str:
        """A derived scalar, from the last step or, for the next one, from this step."""
        scalar = self.program.scalars[at].name
        virtual = self.now.before if before else self.now.virtual
        state, value = ("p_state", "p") if before else ("state", "v")

        def node(alias: str) -> Callable[[str], str]:
            return lambda name: f"{alias}.{value}{self.storage.number(name)}"

        def of_virtual(name: str) -> str:
            return number(virtual.scalars[name])

        def own(name: str) -> str:
            # Derived scalars read only scalars that never change.
            first = self.plan.first_scalar(self.storage.number(name), "a")
            return first if where == ROW else number(0.0)

        ends = {
            ROW: (f"r.{state}", f"s.{state}", node("r"), node("s")),
            "self": (f"n.{state}", f"n.{state}", node("n"), node("n")),
            "from": (f"n.{state}", str(virtual.state), node("n"), of_virtual),
            "to": (str(virtual.state), f"n.{state}", of_virtual, node("n")),
        }[where]
        first = self.plan.first_state("a") if where == ROW else self.fixed_state(where)
        arc = ArcTerms(first, ends[0], ends[1], "0", (), (), own, ends[2], ends[3])
        return self.sql.next_arc_scalar(self.program.op(scalar), arc)

    def fixed_scalars(self) -> dict[tuple[str, int], str]:
        """The SQL of the scalars of fixed arcs, by kind of arc and scalar."""
        return {
            (where, at): self.arc_scalar(where, at)
            for at in self.storage.arc_scalars
            for where in FIXED
        }

    def arc_table(self) -> str:
        """A query for all arcs between nodes, with their states and scalars."""
        scalars = [f"{self.arc_scalar(ROW, at)} AS a{at}" for at in self.storage.arc_scalars]
        listed = ", ".join(
            [f"coalesce(m.state, {self.plan.first_state('a')}) AS state", *scalars]
        )
        return (
            f"SELECT a.receiver, a.sender, {listed} FROM arcs a {SENDERS} {RECEIVERS} "
            "LEFT JOIN marks m ON m.receiver = a.receiver AND m.sender = a.sender"
        )

    def derived_change(self) -> str:
        """A query that has a row if a derived scalar is about to change."""
        tests: dict[str, list[str]] = {}
        for (at, where), kept in self.storage.kept.items():
            if kept is Kept.DERIVED:
                new = self.derived(where, at, before=False)
                tests.setdefault(where, []).append(f"{self.arc_scalar(where, at)} <> {new}")
        parts = []
        for where, some in tests.items():
            source = "nodes n"
            if where == ROW:
                source = f"arcs a {SENDERS} {RECEIVERS}"
            parts.append(f"(SELECT 1 AS one FROM {source} WHERE {' OR '.join(some)} LIMIT 1)")
        return " UNION ALL ".join(parts)

    def fixed_state(self, where: str, alias: str = "n") -> str:
        """The state of a fixed arc of each node."""
        if self.storage.arcs_change(where):
            return f"{alias}.{where}_state"
        return str(min(self.storage.arc_states(where), default=0))
