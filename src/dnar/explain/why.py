"""Why a node did that: one step at one node, with everything it depended on."""

from collections.abc import Iterator

import numpy as np

from dnar.explain.explanation import kind_name
from dnar.explain.summands import Summand, row_of, summands
from dnar.explain.words import class_words, columns, number, value_words, wrapped
from dnar.machine import (
    NOTHING,
    UNHEARD,
    ArcClass,
    Entry,
    Gate,
    Head,
    Instance,
    NodeKind,
    Op,
    Place,
    Prefer,
    Program,
    Snapshot,
    Task,
    Term,
    head_keys,
    is_best,
    select,
    signs,
    step,
)

MOST_ARCS = 24
"""How many arcs of a row are listed; those that are heard or change always are."""


def explain_case(
    task: Task, program: Program, instance: Instance, snapshot: Snapshot, node: int
) -> list[str]:
    """The step after `snapshot` at the node of this position, in lines."""
    case = _Case(task, program, instance, snapshot, node)
    return [
        *case.opening(),
        "",
        "Its row",
        *case.row_table(),
        "",
        "What it hears",
        *(line for head in program.heads for line in case.hearing(head)),
        *case.section("Changes of its arcs", case.arc_changes()),
        *case.section("Scalars", case.scalar_changes()),
    ]


def node_names(instance: Instance) -> list[str]:
    """A name for every node; nodes of the machine's own are called by their kind."""
    labels = iter(instance.labels)
    return [
        str(next(labels)) if kind == NodeKind.REAL else f"({kind_name(kind)})"
        for kind in instance.node_kind.tolist()
    ]


class _Case:
    """One step at one node."""

    def __init__(
        self,
        task: Task,
        program: Program,
        instance: Instance,
        snapshot: Snapshot,
        node: int,
    ) -> None:
        self.task, self.program = task, program
        self.instance, self.old, self.node = instance, snapshot, node
        self.new = step(program, instance, snapshot)
        self.heard = select(program, instance, snapshot)
        klass = snapshot.node_state[instance.sender].astype(np.int64)
        klass = klass * len(program.arc_states) + snapshot.arc_state
        self.best = {
            head.name: is_best(
                klass, head_keys(program, head, instance, snapshot), instance.receiver
            )
            for head in program.heads
        }
        self.signs = {place: signs(program, place, snapshot) for place in Place}
        self.names = node_names(instance)
        self.row = row_of(instance, node)

    def node_state(self, state: int) -> str:
        """The name of a node state."""
        return self.program.node_states[state]

    def arc_state(self, state: int) -> str:
        """The name of an arc state."""
        return self.program.arc_states[state]

    def sender(self, arc: int) -> int:
        """The node that an arc comes from."""
        return int(self.instance.sender[arc])

    def arc_class(self, arc: int) -> ArcClass:
        """What its receiver can tell about an arc."""
        return ArcClass(
            int(self.old.node_state[self.sender(arc)]), int(self.old.arc_state[arc])
        )

    def class_name(self, arc_class: ArcClass) -> str:
        """A class, as in `DONE over NEUTRAL`."""
        return class_words(self.program, arc_class)

    def section(self, title: str, lines: Iterator[str]) -> list[str]:
        """Lines under a title, or nothing."""
        found = list(lines)
        return ["", title, *found] if found else []

    def told(self) -> tuple[ArcClass, ...]:
        """What each head hears."""
        arcs = [int(self.heard[head.name][self.node]) for head in self.program.heads]
        return tuple(NOTHING if arc == UNHEARD else self.arc_class(arc) for arc in arcs)

    def opening(self) -> list[str]:
        """What happened."""
        old, new = (
            self.node_state(int(at.node_state[self.node])) for at in (self.old, self.new)
        )
        heads = (head.name for head in self.program.heads)
        hears = " and ".join(
            f"{self.class_name(what)} with {head}"
            for head, what in zip(heads, self.told(), strict=True)
        )
        hears = f", hears {hears}" if hears else ""
        compared = "".join(f", {each}" for each in self._compared(Place.NODE, self.node))
        became = f"stays {old}" if old == new else f"becomes {new}"
        return wrapped(
            f"Step {self.old.step + 1} of {self.task.name}: node {self.names[self.node]} is "
            f"{old}{hears}{compared}, and {became}."
        )

    def _compared(self, place: Place, at: int) -> list[str]:
        """The comparisons that cases of this state read, with their numbers."""
        old = self.old.node_state if place is Place.NODE else self.old.arc_state
        compared = self.program.compared(place)
        found = []
        for each in self.program.read_signs(place, int(old[at])):
            left, right = compared[each].left, compared[each].right
            sign = int(self.signs[place][each, at])
            words = {-1: "less than", 0: "equal to", 1: "greater than"}[sign]
            values = [number(float(self.old.scalars[name][at])) for name in (left, right)]
            found.append(f"its {left} {values[0]} is {words} its {right} {values[1]}")
        return found

    def row_table(self) -> list[str]:
        """The arcs that the node looks over."""
        heads = self.program.heads
        keyed = [head for head in heads if head.key is not None]
        titles = ["SENDER", "STATE", "ARC", "ROLE", *(str(head.key).upper() for head in keyed)]
        rows = [[*titles, "BEST FOR", "HEARD BY", "BECOMES"]]
        shown = self._shown()
        for arc in shown:
            keys = [number(self._key(head, arc)) for head in keyed]
            best = ", ".join(head.name for head in heads if bool(self.best[head.name][arc]))
            rows.append(
                [*self._arc_cells(arc), *keys, best, self._ears(arc), self._change(arc)]
            )
        left = len(self.row) - len(shown)
        return [*columns(rows), *([f"  ... and {left} more arcs"] if left else [])]

    def _shown(self) -> list[int]:
        telling = {arc for arc in self.row if self._ears(arc) or self._change(arc)}
        others = [arc for arc in self.row if arc not in telling]
        room = max(0, MOST_ARCS - len(telling))
        return sorted([*telling, *others[:room]])

    def _arc_cells(self, arc: int) -> list[str]:
        sender, klass = self.sender(arc), self.arc_class(arc)
        role = self.instance.roles[int(self.instance.role[arc])].name
        return [
            self.names[sender],
            self.node_state(klass.sender),
            self.arc_state(klass.arc),
            role,
        ]

    def _key(self, head: Head, arc: int) -> float:
        assert head.key is not None
        values = self.old.scalars[head.key]
        at_node = self.program.scalar(head.key).place is Place.NODE
        return float(values[self.sender(arc) if at_node else arc])

    def _rivals(self, arc: int) -> list[int]:
        klass = self.arc_class(arc)
        return [other for other in self.row if self.arc_class(other) == klass]

    def _ears(self, arc: int) -> str:
        """The heads with which an arc's receiver hears it."""
        receiver = int(self.instance.receiver[arc])
        heads = self.program.heads
        return ", ".join(head.name for head in heads if self.heard[head.name][receiver] == arc)

    def _change(self, arc: int) -> str:
        old, new = int(self.old.arc_state[arc]), int(self.new.arc_state[arc])
        return "" if old == new else self.arc_state(new)

    def hearing(self, head: Head) -> list[str]:
        """What one head hears, and why."""
        arc = int(self.heard[head.name][self.node])
        if arc == UNHEARD:
            text = "nothing: no entry of its order is in its row"
        else:
            name = self.names[self.sender(arc)]
            text = f"{name}, {self.class_name(self.arc_class(arc))}: {self._order(head, arc)}"
            text += self._among(head, arc)
        idle = " The node's state does not depend on it." if self._idle(head) else ""
        return wrapped(f"{head.name} hears {text}.{idle}", indent="  ")

    def _idle(self, head: Head) -> bool:
        """Whether the node would become the same, whatever of its row the head heard."""
        told, at = self.told(), self.program.heads.index(head)
        state = int(self.old.node_state[self.node])
        own = tuple(self.signs[Place.NODE][:, self.node].tolist())
        outcomes = {
            self.program.node_outcome(state, (*told[:at], other, *told[at + 1 :]), own)
            for other in (told[at], *(self.arc_class(arc) for arc in self.row))
        }
        return len(outcomes) == 1

    def _order(self, head: Head, heard: int) -> str:
        """The classes of the row, in the order in which a head listens for them."""
        at = self.program.heads.index(head)
        present = {
            Entry(*self.arc_class(arc), best=bool(self.best[head.name][arc]))
            for arc in self.row
        }
        order = self.program.order(at, int(self.old.node_state[self.node]))
        classes = dict.fromkeys(each.arc_class for each in order if each in present)
        later = [self.class_name(each) for each in classes if each != self.arc_class(heard)]
        if not later:
            return "no other entry of its order is in its row"
        return f"it comes before {', '.join(later)}"

    def _among(self, head: Head, heard: int) -> str:
        """Why this arc and none of its rivals."""
        rivals = [arc for arc in self._rivals(heard) if arc != heard]
        if not rivals:
            return ""
        many = f"; of {len(rivals) + 1} such arcs "
        if not self.best[head.name][heard]:
            return f"{many}it is the first that is not the best"
        end = "lowest" if head.prefer is Prefer.SMALLEST else "highest"
        if head.key is None:
            return f"{many}it has the {end} index"
        own = self._key(head, heard)
        equal = [arc for arc in rivals if self._key(head, arc) == own]
        text = f"{many}it has the {head.prefer.value} {head.key}, {number(own)}"
        return f"{text}, and of {len(equal) + 1} equal ones the lowest index" if equal else text

    def arc_changes(self) -> Iterator[str]:
        """The arcs of the row that change, and on what it depended."""
        for arc in self.row:
            if self._change(arc):
                klass, back = self.arc_class(arc), int(self.instance.reverse_arc[arc])
                receiver = self.node_state(int(self.old.node_state[self.node]))
                reverse = self.arc_state(int(self.old.arc_state[back]))
                compared = "".join(f", {each}" for each in self._compared(Place.ARC, arc))
                yield from wrapped(
                    f"from {self.names[self.sender(arc)]}: {self.arc_state(klass.arc)} becomes "
                    f"{self._change(arc)}; receiver {receiver}, sender "
                    f"{self.node_state(klass.sender)}, reverse {reverse}, heard by "
                    f"{self._ears(arc) or 'nobody'}, back by "
                    f"{self._ears(back) or 'nobody'}{compared}",
                    indent="  ",
                )

    def scalar_changes(self) -> Iterator[str]:
        """What the operations add up at the node, and at those of its arcs that change."""
        for op in self.program.ops:
            if self.program.scalar(op.target).place is Place.NODE:
                yield from self._sum(op, self.node, op.target)
                continue
            for arc in self.row:
                if self.old.scalars[op.target][arc] != self.new.scalars[op.target][arc]:
                    where = f"{op.target} of the arc from {self.names[self.sender(arc)]}"
                    yield from self._sum(op, arc, where)

    def _sum(self, op: Op, place: int, where: str) -> list[str]:
        parts = summands(self.program, op, self.instance, self.old, self.heard, place)
        old, new = (float(each.scalars[op.target][place]) for each in (self.old, self.new))
        change = (
            f"stays {number(old)}" if old == new else f"{number(old)} becomes {number(new)}"
        )
        if not parts:
            return wrapped(f"{where}: {change}, because no term is added", indent="  ")
        added = " + ".join(self._summand(op, place, part) for part in parts)
        return wrapped(f"{where}: {change} = {added}", indent="  ")

    def _summand(self, op: Op, place: int, part: Summand) -> str:
        at_node = self.program.scalar(op.target).place is Place.NODE
        own = self.node_state if at_node else self.arc_state
        state = own(int((self.old.node_state if at_node else self.old.arc_state)[place]))
        reason = {Gate.INC: f"in {state}", Gate.KEEP: f"kept in {state}"}.get(part.term.gate)
        if reason is None and part.term.gate is Gate.APPLY:
            reason = f"{value_words(self.program, op.target, part.term)}, in {state}"
        if reason is None:
            assert part.arc is not None
            reason = f"{part.term.scalar} of {self._source(part.term, part.arc)}"
        return f"{number(part.value)} ({reason})"

    def _source(self, term: Term, arc: int) -> str:
        """Where a number comes from: an arc or one of its ends."""
        end = self.instance.receiver if term.gate is Gate.TAKE else self.instance.sender
        node = int(end[arc])
        name = self.names[node]
        by = f" heard by {term.head}" if term.gate is Gate.PULL else ""
        if self.program.scalar(str(term.scalar)).place is Place.ARC:
            return f"the arc from {name}{by}, {self.arc_state(int(self.old.arc_state[arc]))}"
        return f"{name}{by}, {self.node_state(int(self.old.node_state[node]))}"
