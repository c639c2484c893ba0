"""Candidates: the arcs that a head of a node may hear, as queries."""

from dataclasses import dataclass

from dnar.machine import ArcClass, Head, Prefer
from dnar.relational.arc_values import RECEIVERS, ArcValues
from dnar.relational.dialect import both, chosen, either, number, within
from dnar.relational.storage import ROW


@dataclass(frozen=True)
class Listed:
    """An entry of a receiver's order that its row can hold now."""

    receiver: int
    arc_class: ArcClass
    place: int
    best: bool


class Candidates(ArcValues):
    """The arcs that may be heard in a step."""

    def listed(self, head: int, where: str) -> list[Listed]:
        """The entries of the orders of a head that arcs of this kind can be now."""
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

    def candidates(
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
            source, arc = "nodes n", self.fixed_state(where)
            receiver, receiver_state = "n.id", "n.state"
            sender = "n.id" if where == "self" else str(self.plan.nodes)
            sender_state = "n.state" if where == "self" else str(self.now.virtual.state)
        values = [self._key(head, where, sender)]
        values += [self.heard_scalar(where, scalar) for scalar in pulled]
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
        value = self.heard_scalar(where, head.key)
        # Adding zero makes one of the two zeros.
        zero = number(0.0)
        return (
            f"({value} + {zero})" if head.prefer is Prefer.SMALLEST else f"({zero} - {value})"
        )
