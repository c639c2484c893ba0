"""Words: states, classes and hearings of a task, as people read them."""

from collections.abc import Sequence

from dnar.machine import NOTHING, SILENCE, ArcClass, ArcType, Comparison, Reachable, Signs


class Words:
    """The names of a task's states."""

    def __init__(self, reachable: Reachable) -> None:
        rules = reachable.rules
        self.nodes, self.arcs = rules.node_states, rules.arc_states
        self.heads = [head.name for head in rules.heads]
        self.roles = [role.name for role in reachable.roles]

    def arc_class(self, arc_class: ArcClass) -> str:
        """A class, as in `DONE over NEUTRAL`."""
        if arc_class == NOTHING:
            return "nothing"
        return f"{self.nodes[arc_class.sender]} over {self.arcs[arc_class.arc]}"

    def entry(self, entry: int) -> str:
        """An entry of a row: a class, and whether it is its best arc."""
        if entry == SILENCE:
            return "nothing"
        number, best = divmod(entry, 2)
        name = self.arc_class(ArcClass(*divmod(number, len(self.arcs))))
        return name if best else f"{name} (not the best)"

    def told(self, entries: tuple[int, ...]) -> str:
        """What every head hears."""
        if len(entries) == 1:
            return self.entry(entries[0])
        pairs = zip(self.heads, entries, strict=True)
        return ", ".join(f"{head}: {self.entry(entry)}" for head, entry in pairs) or "nothing"

    def bits(self, bits: int) -> str:
        """Which heads hear an arc."""
        names = [head for at, head in enumerate(self.heads) if bits >> at & 1]
        return " and ".join(names) or "nobody"

    def arc_type(self, each: ArcType) -> str:
        """An arc type, as in `NEUTRAL arc of UNSEEN from DONE (both, back NEUTRAL)`."""
        role, back = self.roles[each.role], self.arcs[each.reverse]
        return (
            f"{self.arcs[each.arc]} arc of {self.nodes[each.receiver]} from "
            f"{self.nodes[each.sender]} ({role}, back {back})"
        )

    def signs(self, compared: Sequence[Comparison], read: tuple[int, ...], signs: Signs) -> str:
        """The signs that are read, as in ` with shorter > 0`; nothing if none is."""
        shown = [f"{compared[at].name} {'<=>'[signs[at] + 1]} 0" for at in read]
        return f" with {' and '.join(shown)}" if shown else ""
