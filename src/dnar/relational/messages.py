"""Messages: the best arc per receiver and head, as queries.

Where rivals come from several sources, all candidates are compared in one query. Otherwise the
neighbours alone are, and self-loops and the virtual node are compared by their place.
"""

from dnar.machine import Gate, Head, Prefer
from dnar.relational.candidates import Candidates, Listed
from dnar.relational.dialect import both, chosen, within
from dnar.relational.plan import PLACE, Plan, Situation
from dnar.relational.storage import ROW


class Messages(Candidates):
    """What every node hears in a step."""

    def __init__(self, plan: Plan, now: Situation) -> None:
        super().__init__(plan, now)
        self.heads = list(enumerate(self.program.heads))
        self.tables: dict[str, str] = {}
        """Messages and sums, by name."""
        self.changes: dict[str, str] = {}
        """By how much nodes push other numbers in the next step, for sums that are kept."""
        self.told: dict[str, str] = {}
        """Columns of the nodes with what they heard."""
        self.joins: list[str] = []
        self.heard_rows: dict[int, str] = {}
        """Per head: who heard which neighbour, if it matters."""

    def hear(self, number_: int, head: Head) -> None:
        """Adds the queries and columns of what a head hears."""
        name = f"h{number_}"
        lists = {where: self.listed(number_, where) for where in (ROW, "self", "from")}
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
        need_sender = self.flags_read(number_) or bool(set(pulled) - by_key) or others
        if together or lists[ROW]:
            parts = [
                self.candidates(number_, head, where, some, pulled)
                for where, some in lists.items()
                if some and (together or where == ROW)
            ]
            places = {each.place for some in lists.values() for each in some}
            self.tables[name] = self._best(head, parts, pulled, need_sender, others, places)
            self.joins.append(f"LEFT JOIN {name} ON {name}.receiver = n.id")
        sources: dict[str, str] = {}
        if together or lists[ROW]:
            sources[ROW] = f"{name}.place"
        if not together:
            for where in ("self", "from"):
                if lists[where]:
                    sources[where] = self._place(
                        lists[where], "n.state", self.fixed_state(where)
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
            if set(sources) == {ROW}:
                return values[ROW]
            cases = [(f"{sources[where]} = {place}", values[where]) for where in sources]
            return chosen(cases, otherwise)

        row_sender = f"{name}.sender" if need_sender else "-1"
        senders = {ROW: row_sender, "self": "n.id", "from": str(self.plan.nodes)}
        sender = picked(senders, "NULL") if sources else "NULL"
        self.told[f"{name}_sender"] = f"CAST({sender} AS BIGINT)"
        for scalar in pulled:
            values = {
                ROW: f"{name}.y{self.storage.number(scalar)}",
                "self": self.heard_scalar("self", scalar),
                "from": self.heard_scalar("from", scalar),
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

    def flags_read(self, head: int) -> bool:
        """Whether it matters to an arc whether this head heard it."""
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

    def _best(
        self,
        head: Head,
        parts: list[str],
        pulled: tuple[str, ...],
        need_sender: bool,
        others: bool,
        listed_places: set[int],
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
        sign = "" if head.prefer is Prefer.SMALLEST else "-"
        if not need_sender and len(listed_places) == 1:
            # Nothing but the key is wanted, and there is one place to hear it from.
            named = ", ".join(
                [f"{min(listed_places)} AS place", *(f"{sign}best AS {y}" for y in ys)]
            )
            return (
                f"SELECT receiver, {named} FROM (SELECT receiver, min(k) AS best "
                f"FROM {source} c GROUP BY receiver) b"
            )
        fields = ["place", *(["k"] if keyed else []), *(["sender"] if need_sender else [])]
        fields += ys if need_sender else []
        struct = self.dialect.struct_of(*fields)
        named = [f"best.f{at} AS {name}" for at, name in enumerate(fields)]
        if not need_sender:
            # Whatever is pulled is the key itself.
            named += [f"{sign}best.f1 AS {y}" for y in ys]
        return (
            f"SELECT receiver, {', '.join(named)} FROM (SELECT receiver, min({struct}) AS best "
            f"FROM {source} c GROUP BY receiver) b"
        )
