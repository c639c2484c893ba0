"""The virtual node: one aggregate over the classes of its arcs, evaluated by the driver."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from dnar.machine import (
    FUNCTIONS,
    NOTHING,
    ArcClass,
    Gate,
    Head,
    Op,
    Place,
    Prefer,
    Start,
    Term,
)
from dnar.relational.arc_values import ArcValues
from dnar.relational.dialect import number, within
from dnar.relational.plan import Plan, Situation, VirtualNode
from dnar.relational.storage import Kept

Rows = Callable[[str], list[tuple]]
"""Runs a query and returns its rows."""


@dataclass(frozen=True)
class Summary:
    """What the driver learns of the nodes with one aggregate."""

    counts: dict[int, int]
    """Nodes by state."""
    changed: int
    """Nodes that the last step changed."""
    classes: dict[ArcClass, tuple[int, tuple[tuple[float, int], ...]]]
    """By class of the arcs to the virtual node: how many there are, and per head the best key
    and node."""


class VirtualRow:
    """The virtual node's row, over the arcs from all nodes."""

    def __init__(self, plan: Plan, rows: Rows) -> None:
        self.plan, self.rows = plan, rows
        self.storage, self.program = plan.storage, plan.storage.program

    def summary(
        self, virtual: VirtualNode, before: VirtualNode, step: int, table: str = "nodes"
    ) -> Summary:
        """The nodes by state, and the best of each class that the virtual node may hear."""
        arc = self._arc_state()
        heads = self._listening(virtual.state)
        best = ", ".join(
            "min("
            + self.plan.dialect.struct_of(
                self._key(self.program.heads[head], before, step), "n.id"
            )
            + f") AS b{head}"
            for head in heads
        )
        found = self.rows(
            f"SELECT n.state, {arc} AS arc, count(*), sum(CASE WHEN changed THEN 1 ELSE 0 END)"
            f"{', ' + best if best else ''} FROM {table} n GROUP BY 1, 2"
        )
        counts: dict[int, int] = {}
        classes = {}
        for state, arc_state, count, _, *tops in found:
            counts[state] = counts.get(state, 0) + count
            pairs: list[tuple[float, int]] = [(0.0, -1)] * len(self.program.heads)
            for head, top in zip(heads, tops, strict=True):
                key, node = top.values() if isinstance(top, Mapping) else tuple(top)
                pairs[head] = (float(key), int(node))
            classes[ArcClass(int(state), int(arc_state))] = (int(count), tuple(pairs))
        return Summary(counts, int(sum(row[3] or 0 for row in found)), classes)

    def _listening(self, state: int) -> list[int]:
        return [
            head for head in range(len(self.program.heads)) if self.program.order(head, state)
        ]

    def _arc_state(self) -> str:
        if self.storage.arcs_change("to"):
            return "n.to_state"
        return str(min(self.storage.arc_states("to"), default=0))

    def _key(self, head: Head, before: VirtualNode, step: int) -> str:
        if head.key is None:
            return number(0.0) if head.prefer is Prefer.SMALLEST else "CAST(-n.id AS DOUBLE)"
        value = self._value(head.key, before, step)
        zero = number(0.0)
        return (
            f"({value} + {zero})" if head.prefer is Prefer.SMALLEST else f"({zero} - {value})"
        )

    def _value(self, scalar: str, before: VirtualNode, step: int) -> str:
        """A scalar of the arcs from nodes, or of the nodes."""
        at = self.storage.number(scalar)
        if self.program.scalar(scalar).place is Place.NODE:
            return f"n.v{at}"
        kept = self.storage.kept[at, "to"]
        if kept is Kept.STORED:
            return f"n.to_a{at}"
        if kept is Kept.DERIVED and step > 0:
            now = Situation(1, {}, before, before)
            return ArcValues(self.plan, now).derived("to", at, before=True)
        return number(0.0)

    def heard(
        self, virtual: VirtualNode, before: VirtualNode, summary: Summary, step: int
    ) -> tuple[tuple[ArcClass, int | None], ...]:
        """Per head: the class that the virtual node hears, and from which node."""
        return tuple(
            self._heard(head, virtual, before, summary, step)
            for head in range(len(self.program.heads))
        )

    def _heard(
        self,
        number_: int,
        virtual: VirtualNode,
        before: VirtualNode,
        summary: Summary,
        step: int,
    ) -> tuple[ArcClass, int | None]:
        head, own = self.program.heads[number_], self.plan.nodes
        loop = ArcClass(virtual.state, virtual.loop_state)
        best: dict[ArcClass, tuple[float, int]] = {}
        many: dict[ArcClass, int] = {}
        for told, (count, pairs) in summary.classes.items():
            best[told], many[told] = pairs[number_], count
        if loop not in best or self._loop_key(head, virtual) < best[loop]:
            best[loop] = self._loop_key(head, virtual)
        many[loop] = many.get(loop, 0) + 1
        for entry in self.program.order(number_, virtual.state):
            told = entry.arc_class
            if entry.best and many.get(told):
                return told, best[told][1]
            if not entry.best and many.get(told, 0) > 1:
                return told, self._other(told, best[told][1], virtual, own)
        return NOTHING, None

    def _loop_key(self, head: Head, virtual: VirtualNode) -> tuple[float, int]:
        own = self.plan.nodes
        if head.key is None:
            return (0.0 if head.prefer is Prefer.SMALLEST else -float(own), own)
        at_node = self.program.scalar(head.key).place is Place.NODE
        value = (virtual.scalars if at_node else virtual.loop_scalars)[head.key]
        return (value + 0.0 if head.prefer is Prefer.SMALLEST else 0.0 - value, own)

    def _other(self, told: ArcClass, best: int, virtual: VirtualNode, own: int) -> int:
        """The first node of a class that is not its best."""
        nodes, arcs = len(self.program.node_states), len(self.program.arc_states)
        tests = (
            within("n.state", {told.sender}, nodes),
            within(self._arc_state(), {told.arc}, arcs),
        )
        condition = " AND ".join(tests)
        ((found,),) = self.rows(
            f"SELECT min(n.id) FROM nodes n WHERE {condition} AND n.id <> {best}"
        )
        return own if found is None else int(found)

    def next(
        self,
        virtual: VirtualNode,
        before: VirtualNode,
        heard: tuple[tuple[ArcClass, int | None], ...],
        step: int,
        streams: Mapping[str, float],
    ) -> VirtualNode:
        """The virtual node after a step; `streams` are its new rows."""
        signs = self._signs(Place.NODE, virtual.scalars)
        told = tuple(each for each, _ in heard)
        state = self.program.node_outcome(virtual.state, told, signs)
        bits = sum(1 << head for head, (_, node) in enumerate(heard) if node == self.plan.nodes)
        loop = self.program.arc_outcome(
            virtual.loop_state,
            virtual.state,
            virtual.state,
            virtual.loop_state,
            bits,
            bits,
            self._signs(Place.ARC, virtual.loop_scalars),
        )
        scalars, loop_scalars = dict(virtual.scalars), dict(virtual.loop_scalars)
        for op in self.program.ops:
            if self.program.scalar(op.target).place is Place.ARC:
                loop_scalars[op.target] = self._loop_total(op, virtual)
            else:
                scalars[op.target] = self._total(op, virtual, before, heard, step)
        return VirtualNode(state, {**scalars, **streams}, loop, loop_scalars)

    def _signs(self, place: Place, scalars: Mapping[str, float]) -> tuple[int, ...]:
        return tuple(
            (scalars[each.left] > scalars[each.right])
            - (scalars[each.left] < scalars[each.right])
            for each in self.program.compared(place)
        )

    def _loop_total(self, op: Op, virtual: VirtualNode) -> float:
        total = 0.0
        for term in op.terms:
            if term.gate in (Gate.PUSH, Gate.TAKE):
                if virtual.state in term.when:
                    total += virtual.scalars[str(term.scalar)]
            elif virtual.loop_state in term.when:
                total += _own(op.target, term, virtual.loop_scalars)
        return total

    def _total(
        self,
        op: Op,
        virtual: VirtualNode,
        before: VirtualNode,
        heard: tuple[tuple[ArcClass, int | None], ...],
        step: int,
    ) -> float:
        total = 0.0
        for term in op.terms:
            if term.gate is Gate.PUSH:
                total = self._pushed(total, term, virtual, before, step)
            elif virtual.state not in term.when:
                continue
            elif term.gate is Gate.PULL:
                head = [each.name for each in self.program.heads].index(str(term.head))
                node = heard[head][1]
                if node is not None:
                    total += self._pulled(str(term.scalar), node, virtual, before, step)
            else:
                total += _own(op.target, term, virtual.scalars)
        return total

    def _pushed(
        self, total: float, term: Term, virtual: VirtualNode, before: VirtualNode, step: int
    ) -> float:
        gate = within(self._arc_state(), term.when, len(self.program.arc_states))
        value = self._value(str(term.scalar), before, step)
        if gate != "FALSE" and value != number(0.0):
            where = f"{gate} AND {value} <> 0"
            if term.scalar in self.storage.whole:
                query = f"SELECT sum({value}) FROM nodes n WHERE {where}"
                total += self.rows(query)[0][0] or 0.0
            else:
                query = f"SELECT {value} FROM nodes n WHERE {where} ORDER BY n.id"
                for (each,) in self.rows(query):
                    total += each
        if virtual.loop_state in term.when:
            total += virtual.loop_scalars[str(term.scalar)]
        return total

    def _pulled(
        self, scalar: str, node: int, virtual: VirtualNode, before: VirtualNode, step: int
    ) -> float:
        at_node = self.program.scalar(scalar).place is Place.NODE
        if node == self.plan.nodes:
            return (virtual.scalars if at_node else virtual.loop_scalars)[scalar]
        value = self._value(scalar, before, step)
        return float(self.rows(f"SELECT {value} FROM nodes n WHERE n.id = {node}")[0][0])


def _own(target: str, term: Term, scalars: Mapping[str, float]) -> float:
    if term.gate is Gate.INC:
        return term.number
    if term.gate is Gate.KEEP:
        return scalars[target]
    parts = [scalars[name] for name in term.arguments]
    return float(FUNCTIONS[str(term.function)].compute(*parts))


def first_virtual(
    plan: Plan, state: int, loop_state: int, scalars: Mapping[str, float]
) -> VirtualNode:
    """The virtual node before the first step; scalars that are not given are zero."""
    program = plan.storage.program
    nodes, arcs = (
        {each.name: 0.0 for each in program.scalars if each.place is place} for place in Place
    )
    given = {name: value for name, value in scalars.items() if name in nodes}
    return VirtualNode(state, {**nodes, **given}, loop_state, arcs)


def stream_numbers(plan: Plan, step: int) -> frozenset[int]:
    """The streams that give a new row with this step."""
    scalars = plan.storage.node_scalars.items()
    return frozenset(
        at
        for at, each in scalars
        if each.start is Start.STREAM and step > 0 and step % each.period == 0
    )
