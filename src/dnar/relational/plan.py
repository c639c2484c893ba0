"""The plan: one step of a program as queries over tables of nodes, arcs and marks.

A message is the best arc per receiver. The nodes of the next step are one query over the nodes
and the messages; the arcs that change are another. The virtual node is the driver's.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product

from dnar.machine import (
    ROW_ROLES,
    ArcClass,
    Gate,
    Head,
    Place,
    Prefer,
    Start,
    Term,
)
from dnar.relational.dialect import (
    FALSE,
    TRUE,
    Dialect,
    both,
    chosen,
    either,
    number,
    within,
)
from dnar.relational.expressions import ArcTerms, Expressions, added
from dnar.relational.storage import FIXED, ROW, Kept, Storage

SENDERS = "JOIN nodes s ON s.id = a.sender"
RECEIVERS = "JOIN nodes r ON r.id = a.receiver"
"""The ends of an arc."""

PLACE = 2**48
"""In a message that is one number: the place counts so many times as much as the sender."""


@dataclass(frozen=True)
class VirtualNode:
    """The virtual node and its self-loop, as the driver holds them."""

    state: int
    scalars: Mapping[str, float]
    loop_state: int
    loop_scalars: Mapping[str, float]


@dataclass(frozen=True)
class Situation:
    """What the driver knows before a step."""

    step: int
    counts: Mapping[int, int]
    """Nodes by state."""
    virtual: VirtualNode
    before: VirtualNode
    """The virtual node one step ago."""
    streams: frozenset[int] = frozenset()
    """The streams that give a new row with the next step."""
    heard: tuple[int | None, ...] = ()
    """Per head: the node that the virtual node hears; the number of nodes stands for itself."""


@dataclass(frozen=True)
class Listed:
    """An entry of a receiver's order that its row can hold now."""

    receiver: int
    arc_class: ArcClass
    place: int
    best: bool


@dataclass
class Query:
    """One step as SQL."""

    tables: dict[str, str] = field(default_factory=dict)
    """Messages and sums, by name."""
    nodes: str = ""
    marks: str | None = None
    """The arcs that change, or None if none can."""


@dataclass(frozen=True)
class Plan:
    """Makes the queries of a program's steps on a graph."""

    storage: Storage
    dialect: Dialect
    nodes: int
    """The number of the virtual node; those of all nodes are lower."""
    directed: bool
    weighted: bool

    @property
    def expressions(self) -> Expressions:
        """The SQL of the program's cases."""
        return Expressions(self.storage.program, self.dialect)

    def step(self, now: Situation) -> Query:
        """The queries of one step."""
        return _Step(self, now).query()

    def node_columns(self) -> dict[str, str]:
        """The columns of the nodes beside their number, and their types."""
        storage = self.storage
        columns = {"state": "SMALLINT"}
        columns |= {f"v{at}": "DOUBLE" for at in storage.node_scalars}
        for where in FIXED:
            if storage.arcs_change(where):
                columns[f"{where}_state"] = "SMALLINT"
            columns |= {f"{where}_a{at}": "DOUBLE" for at in storage.stored(where)}
        if storage.derives:
            columns["p_state"] = "SMALLINT"
            columns |= {f"p{at}": "DOUBLE" for at in sorted(storage.before)}
        return columns

    def mark_columns(self) -> dict[str, str]:
        """The columns of marked arcs beside their ends, and their types."""
        stored = {f"a{at}": "DOUBLE" for at in self.storage.stored(ROW)}
        return {"state": "SMALLINT", **stored}

    def first_state(self, alias: str) -> str:
        """The first state of an arc between nodes."""
        first = self.storage.first_states
        if not self.directed:
            return str(first[ROW_ROLES[0]])
        cases = [
            (f"{alias}.role = {at}", str(first[role])) for at, role in enumerate(ROW_ROLES)
        ]
        return chosen(cases[1:], cases[0][1])

    def first_scalar(self, at: int, alias: str) -> str:
        """The first value of a scalar of an arc between nodes."""
        given = self.storage.program.scalars[at].start is Start.INPUT and self.weighted
        return f"{alias}.weight" if given else number(0.0)

    def arc_table(self, now: Situation) -> str:
        """A query for all arcs between nodes, with their states and scalars."""
        return _Step(self, now).arc_table()

    def fixed_scalars(self, now: Situation) -> dict[tuple[str, int], str]:
        """The SQL of the scalars of fixed arcs, by kind of arc and scalar."""
        step = _Step(self, now)
        return {
            (where, at): step.arc_scalar(where, at)
            for at in self.storage.arc_scalars
            for where in FIXED
        }

    def derived_to(self, at: int, before: VirtualNode) -> str:
        """A derived scalar of the arcs from nodes to the virtual node."""
        now = Situation(1, {}, before, before)
        return _Step(self, now).derived("to", at, before=True)

    def derived_change(self, now: Situation) -> str | None:
        """Whether a derived scalar differs from the last step, or None if there is none."""
        return _Step(self, now).derived_change() if self.storage.derives else None


class _Step:
    def __init__(self, plan: Plan, now: Situation) -> None:
        self.plan, self.now = plan, now
        self.storage, self.dialect = plan.storage, plan.dialect
        self.program, self.sql = plan.storage.program, plan.expressions
        self.heads = list(enumerate(self.program.heads))
        self.tables: dict[str, str] = {}
        self.told: dict[str, str] = {}
        """Columns of the nodes with what they heard."""
        self.joins: list[str] = []
        self.heard_rows: dict[int, str] = {}
        """Per head: who heard which neighbour, if it matters."""

    def query(self) -> Query:
        for number_, head in self.heads:
            self._hear(number_, head)
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

    # What is heard

    def _listed(self, head: int, where: str) -> list[Listed]:
        storage, virtual = self.storage, self.now.virtual.state
        possible: dict[int, set[ArcClass]] = {}
        for each in storage.types(where):
            possible.setdefault(each.receiver, set()).add(each.forth)
        found = []
        for receiver in sorted(storage.real_states):
            if not self.now.counts.get(receiver):
                continue
            order = self.program.order(head, receiver)
            best = {entry.arc_class: at for at, entry in enumerate(order) if entry.best}
            for at, entry in enumerate(order):
                told = entry.arc_class
                if told not in possible.get(receiver, ()):
                    continue
                if not entry.best and best.get(told, len(order)) < at:
                    continue
                if where == "from" and told.sender != virtual:
                    continue
                if where == ROW and not self.now.counts.get(told.sender):
                    continue
                found.append(Listed(receiver, told, at, entry.best))
        return found

    def _hear(self, number_: int, head: Head) -> None:
        name = f"h{number_}"
        lists = {where: self._listed(number_, where) for where in (ROW, "self", "from")}
        classes = [
            {(each.receiver, each.arc_class) for each in some} for some in lists.values()
        ]
        rivals = any(
            one & other for at, one in enumerate(classes) for other in classes[at + 1 :]
        )
        others = any(not each.best for some in lists.values() for each in some)
        pulled = self._pulled(head)
        together = rivals or others
        by_key = {head.key} if head.key is not None else set()
        need_sender = self._flags_read(number_) or bool(set(pulled) - by_key) or others
        if together or lists[ROW]:
            parts = [
                self._candidates(number_, head, where, some, pulled)
                for where, some in lists.items()
                if some and (together or where == ROW)
            ]
            self.tables[name] = self._best(head, parts, pulled, need_sender, others)
            self.joins.append(f"LEFT JOIN {name} ON {name}.receiver = n.id")
        sources: dict[str, str] = {}
        if together or lists[ROW]:
            sources[ROW] = f"{name}.place"
        if not together:
            for where in ("self", "from"):
                if lists[where]:
                    sources[where] = self._place(
                        lists[where], "n.state", self._fixed_state(where)
                    )
        self._combine(name, sources, pulled, need_sender)
        if ROW in sources and need_sender:
            first = f"least({', '.join(sources.values())})"
            won = "" if len(sources) == 1 else f" WHERE {name}.place = {first}"
            self.heard_rows[number_] = (
                f"(SELECT n.id AS receiver, {name}.sender FROM nodes n JOIN {name} "
                f"ON {name}.receiver = n.id{won})"
                if won
                else name
            )

    def _combine(
        self,
        name: str,
        sources: dict[str, str],
        pulled: tuple[str, ...],
        need_sender: bool,
    ) -> None:
        """The columns of what a head heard, from whichever source comes first."""
        places = list(sources.values())
        if not places:
            place = "NULL"
        else:
            place = places[0] if len(places) == 1 else f"least({', '.join(places)})"
        self.told[f"{name}_place"] = f"CAST({place} AS INTEGER)"

        def picked(values: dict[str, str], otherwise: str) -> str:
            if len(sources) == 1:
                return values[next(iter(sources))]
            cases = [(f"{sources[where]} = {place}", values[where]) for where in sources]
            return chosen(cases, otherwise)

        row_sender = f"{name}.sender" if need_sender else "-1"
        senders = {ROW: row_sender, "self": "n.id", "from": str(self.plan.nodes)}
        sender = picked(senders, "NULL") if sources else "NULL"
        self.told[f"{name}_sender"] = f"CAST({sender} AS BIGINT)"
        for scalar in pulled:
            values = {
                ROW: f"{name}.y{self.storage.number(scalar)}",
                "self": self._heard_scalar("self", scalar),
                "from": self._heard_scalar("from", scalar),
            }
            value = picked(values, "NULL") if sources else "NULL"
            self.told[f"{name}_y{self.storage.number(scalar)}"] = f"CAST({value} AS DOUBLE)"

    def _pulled(self, head: Head) -> tuple[str, ...]:
        """The scalars that are pulled over a head."""
        terms = [term for op in self.program.ops for term in op.terms]
        return tuple(
            dict.fromkeys(
                str(term.scalar)
                for term in terms
                if term.gate is Gate.PULL and term.head == head.name and term.when
            )
        )

    def _flags_read(self, head: int) -> bool:
        return any(
            flags[head] is not None
            for case in self.program.arc_cases
            for flags in (case.heard, case.heard_back)
        )

    def _place(self, listed: list[Listed], receiver: str, arc: str) -> str:
        """The place in its order of a fixed arc of a node."""
        nodes, arcs = len(self.program.node_states), len(self.program.arc_states)
        cases = [
            (
                both(
                    within(receiver, {each.receiver}, nodes),
                    within(arc, {each.arc_class.arc}, arcs),
                ),
                str(each.place),
            )
            for each in listed
            if each.best
        ]
        return chosen(cases, "NULL")

    def _candidates(
        self,
        number_: int,
        head: Head,
        where: str,
        listed: list[Listed],
        pulled: tuple[str, ...],
    ) -> str:
        """The arcs that may be heard: receiver, class, places, key, sender, pulled scalars."""
        states = {each.receiver for each in listed}
        if where == ROW:
            source, arc = self._row_source(number_, listed)
            receiver, sender, receiver_state, sender_state = (
                "a.receiver",
                "a.sender",
                "r.state",
                "s.state",
            )
        else:
            source, arc = "nodes n", self._fixed_state(where)
            receiver, receiver_state = "n.id", "n.state"
            sender = "n.id" if where == "self" else str(self.plan.nodes)
            sender_state = "n.state" if where == "self" else str(self.now.virtual.state)
        values = [self._key(head, where, sender)]
        values += [self._heard_scalar(where, scalar) for scalar in pulled]
        if self._one_receiver(states):
            receiver_state = str(min(states))
            if not any("r." in value for value in values):
                source = source.replace(f" {RECEIVERS}", "")
        nodes, arcs = len(self.program.node_states), len(self.program.arc_states)

        def fitting(each: Listed) -> str:
            return both(
                within(receiver_state, {each.receiver}, nodes),
                within(sender_state, {each.arc_class.sender}, nodes),
                within(arc, {each.arc_class.arc}, arcs),
            )

        fields = {
            "receiver": receiver,
            "place": chosen([(fitting(e), str(e.place)) for e in listed if e.best], "NULL"),
            "other": chosen([(fitting(e), str(e.place)) for e in listed if not e.best], "NULL"),
            "kind": f"{sender_state} * {arcs} + {arc}",
            "k": values[0],
            "sender": sender,
        }
        fields |= {
            f"y{self.storage.number(scalar)}": value
            for scalar, value in zip(pulled, values[1:], strict=True)
        }
        listed_fields = ", ".join(f"{sql} AS {name}" for name, sql in fields.items())
        # Conditions on each end alone, so that they can be tested before the join.
        senders = {each.arc_class.sender for each in listed}
        condition = both(
            within(receiver_state, states, nodes),
            within(sender_state, senders, nodes),
            f"({either(*map(fitting, listed))})",
        )
        return f"SELECT {listed_fields} FROM {source} WHERE {condition}"

    def _one_receiver(self, states: set[int]) -> bool:
        """Whether all nodes are in the one state that listens."""
        live = {state for state, count in self.now.counts.items() if count}
        return len(states) == 1 and live == states

    def _row_source(self, number_: int, listed: list[Listed]) -> tuple[str, str]:
        """The arcs between nodes with both ends, and the SQL of their state."""
        states = {each.receiver for each in listed}
        by_state = {
            state: {each.arc_class for each in listed if each.receiver == state}
            for state in states
        }
        fresh = self.now.step > 0 and all(
            self.storage.is_one_shot(number_, state, classes)
            for state, classes in by_state.items()
        )
        senders = "nodes s"
        if fresh:
            senders = "(SELECT * FROM nodes WHERE moved) s"
        source = f"arcs a JOIN {senders} ON s.id = a.sender {RECEIVERS}"
        first = self.plan.first_state("a")
        if not self.storage.can_be_marked(states):
            return source, first
        inside = ", ".join(map(str, sorted(states)))
        marked = (
            "(SELECT m.* FROM marks m JOIN nodes r ON r.id = m.receiver "
            f"WHERE r.state IN ({inside}))"
        )
        join = f"LEFT JOIN {marked} m ON m.receiver = a.receiver AND m.sender = a.sender"
        return f"{source} {join}", f"coalesce(m.state, {first})"

    def _key(self, head: Head, where: str, sender: str) -> str:
        """What a head compares, smaller is better; NULL if the sender's number decides."""
        if head.key is None:
            return "NULL" if head.prefer is Prefer.SMALLEST else f"CAST(-{sender} AS DOUBLE)"
        value = self._heard_scalar(where, head.key)
        # Adding zero makes one of the two zeros.
        zero = number(0.0)
        return (
            f"({value} + {zero})" if head.prefer is Prefer.SMALLEST else f"({zero} - {value})"
        )

    def _best(
        self,
        head: Head,
        parts: list[str],
        pulled: tuple[str, ...],
        need_sender: bool,
        others: bool,
    ) -> str:
        """The best of all candidates of each receiver."""
        source = f"({' UNION ALL '.join(parts)})"
        ys = [f"y{self.storage.number(scalar)}" for scalar in pulled]
        keyed = head.key is not None or head.prefer is Prefer.LARGEST
        if others:
            by = "k, sender" if keyed else "sender"
            ranked = (
                "SELECT *, row_number() OVER (PARTITION BY receiver, kind ORDER BY "
                f"{by}) = 1 AS best FROM {source} c"
            )
            places = "CASE WHEN best THEN place ELSE other END"
            listed = ", ".join(["sender", *ys])
            source = (
                f"(SELECT receiver, {places} AS place, {listed} FROM ({ranked}) c "
                f"WHERE {places} IS NOT NULL)"
            )
            keyed = False
        if not keyed and not ys:
            packed = f"min(CAST(place AS BIGINT) * {PLACE} + sender)" if need_sender else None
            if packed is None:
                return f"SELECT receiver, min(place) AS place FROM {source} c GROUP BY receiver"
            return (
                f"SELECT receiver, best // {PLACE} AS place, best % {PLACE} AS sender FROM "
                f"(SELECT receiver, {packed} AS best FROM {source} c GROUP BY receiver) b"
            ).replace("//", "DIV" if self.dialect.name == "spark" else "//")
        fields = ["place", *(["k"] if keyed else []), *(["sender"] if need_sender else [])]
        fields += ys if need_sender else []
        struct = self.dialect.struct_of(*fields)
        named = [f"best.f{at} AS {name}" for at, name in enumerate(fields)]
        if not need_sender:
            # Whatever is pulled is the key itself.
            sign = "" if head.prefer is Prefer.SMALLEST else "-"
            named += [f"{sign}best.f1 AS {y}" for y in ys]
        return (
            f"SELECT receiver, {', '.join(named)} FROM (SELECT receiver, min({struct}) AS best "
            f"FROM {source} c GROUP BY receiver) b"
        )

    # Scalars

    def _heard_scalar(self, where: str, scalar: str) -> str:
        """A scalar of an arc, or of its sender, by where the arc is."""
        at = self.storage.number(scalar)
        if self.program.scalar(scalar).place is Place.ARC:
            return self.arc_scalar(where, at)
        if where == "from":
            return number(self.now.virtual.scalars[scalar])
        return f"s.v{at}" if where == ROW else f"n.v{at}"

    def arc_scalar(self, where: str, at: int) -> str:
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
        first = self.plan.first_state("a") if where == ROW else self._fixed_state(where)
        arc = ArcTerms(first, ends[0], ends[1], "0", (), (), own, ends[2], ends[3])
        return self.sql.next_arc_scalar(self.program.op(scalar), arc)

    def arc_table(self) -> str:
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

    def _fixed_state(self, where: str, alias: str = "n") -> str:
        if self.storage.arcs_change(where):
            return f"{alias}.{where}_state"
        return str(min(self.storage.arc_states(where), default=0))

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
                within(self._fixed_state(where), term.when, arcs),
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
        state = self._fixed_state(where)
        if where == "self":
            heard = [f"coalesce(n.h{head}_sender = n.id, FALSE)" for head in heads]
            ends = "n.state", "n.state", state
            return ArcTerms(state, *ends, heard, heard, own, self._own, self._own)
        if where == "from":
            ends = "n.state", str(virtual.state), self._fixed_state("to")
            return ArcTerms(state, *ends, to_virtual, by_virtual, own, self._own, of_virtual)
        ends = str(virtual.state), "n.state", self._fixed_state("from")
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
            f"SELECT {ends} FROM {source} x WHERE sender <> receiver AND sender < {self.plan.nodes}"
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
