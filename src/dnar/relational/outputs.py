"""Outputs: what a task returns, read off the tables of a run that is over."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from dnar.errors import InputError
from dnar.machine import (
    GraphMask,
    Labels,
    NodeCategory,
    NodeMask,
    NodeScalar,
    OneNode,
    Output,
    Pointer,
    PointerByScalar,
    PointerOrder,
    Readout,
    Task,
    VirtualPointer,
    VirtualScalar,
)
from dnar.relational.dialect import chosen, number
from dnar.relational.execution import Rounds
from dnar.relational.plan import PLACE
from dnar.relational.storage import ROW

PER_NODE = (Pointer, NodeMask, NodeCategory, NodeScalar, PointerByScalar)
POINTERS = (Pointer, PointerByScalar)
PER_GRAPH = (VirtualPointer, OneNode, VirtualScalar, GraphMask)


def check_outputs(task: Task) -> None:
    """Refuses a task whose outputs are not read off tables.

    Raises:
        InputError: it has such an output.
    """
    for name, output in task.decoders.items():
        if not isinstance(output, (*PER_NODE, *PER_GRAPH)):
            raise InputError(
                f"{task.name} returns {name}, which is not read off tables; use the compiled "
                "engine"
            )


@dataclass
class OutputQueries:
    """The outputs of a run as SQL over the nodes."""

    run: Rounds
    task: Task
    readouts: Mapping[str, Readout]
    joins: list[str] = field(default_factory=list)

    def raw(self) -> str:
        """A query for every output per node: positions, categories, numbers."""
        columns = [
            f"{self._column(name, output)} AS {name}"
            for name, output in self.task.decoders.items()
            if isinstance(output, PER_NODE)
        ]
        listed = ", ".join(["n.id", *columns])
        return f"SELECT {listed} FROM nodes n {' '.join(self.joins)}"

    def labelled(self) -> str:
        """The same with the labels of nodes and the names of categories."""
        raw, columns, joins = self.raw(), ["l.label AS node"], []
        for name, output in self.task.decoders.items():
            if isinstance(output, POINTERS):
                joins.append(f"JOIN labels l_{name} ON l_{name}.id = o.{name}")
                columns.append(f"l_{name}.label AS {name}")
            elif isinstance(output, NodeCategory):
                cases = [
                    (f"o.{name} = {at}", f"'{category}'")
                    for at, (category, _) in enumerate(output.categories, start=1)
                ]
                columns.append(f"{chosen(cases, 'NULL')} AS {name}")
            elif isinstance(output, PER_NODE):
                columns.append(f"o.{name} AS {name}")
        return (
            f"SELECT {', '.join(columns)} FROM ({raw}) o JOIN labels l ON l.id = o.id "
            f"{' '.join(joins)}"
        )

    def per_graph(self) -> dict[str, np.ndarray]:
        """The outputs that are one for the whole graph, raw."""
        return {
            name: self._one(name, output)
            for name, output in self.task.decoders.items()
            if isinstance(output, PER_GRAPH)
        }

    def _label(self, name: str) -> str:
        readout = self.readouts[name]
        if not isinstance(readout, Labels):
            raise InputError(f"the readout of {name} must be labels")
        cases = [
            (f"n.state = {state}", str(readout.labels[state]))
            for state in sorted(self.run.plan.storage.real_states)
        ]
        return chosen(cases, "0")

    def _column(self, name: str, output: Output) -> str:
        storage = self.run.plan.storage
        if isinstance(output, Pointer):
            return self._pointer(name)
        if isinstance(output, PointerByScalar):
            return f"CAST(n.v{storage.number(output.scalar)} AS BIGINT)"
        if isinstance(output, NodeMask):
            return f"({self._label(name)}) = 1"
        if isinstance(output, NodeScalar):
            value = f"n.v{storage.number(output.scalar)}"
            return f"CASE WHEN ({self._label(name)}) = 1 THEN {value} ELSE {number(np.inf)} END"
        return f"CAST({self._label(name)} AS BIGINT)"

    def _order(self, name: str) -> PointerOrder:
        readout = self.readouts[name]
        if not isinstance(readout, PointerOrder):
            raise InputError(f"the readout of {name} must be an order of pointers")
        return readout

    def _packed(
        self, states: frozenset[int], state: str, order: PointerOrder, loop: int
    ) -> str:
        """The place of an arc, so many times as heavy as its sender."""
        places = {each: order.places[each][loop] * PLACE for each in sorted(states)}
        if len(places) == 1:
            return str(next(iter(places.values())))
        cases = [(f"{state} = {each}", str(place)) for each, place in places.items()]
        return chosen(cases[1:], cases[0][1])

    def _pointer(self, name: str) -> str:
        """The sender of the arc that comes first in a row."""
        plan, order = self.run.plan, self._order(name)
        storage = plan.storage
        loops, virtual = storage.arc_states("self"), storage.arc_states("from")
        own = f"{self._packed(loops, 'n.self_state', order, 1)} + n.id"
        other = f"{self._packed(virtual, 'n.from_state', order, 0)} + {plan.nodes}"
        row = self._packed(storage.arc_states(ROW), "m.state", order, 0)
        firsts = {order.places[state][0] for state in storage.first_states.values()}
        # An arc that never left its first state loses to the self-loop, as a rule.
        marked = min(firsts) > max(order.places[state][1] for state in loops)
        source = "marks m"
        if not marked:
            first = plan.first_state("a")
            source = (
                f"(SELECT a.receiver, a.sender, coalesce(m.state, {first}) AS state "
                "FROM arcs a LEFT JOIN marks m ON m.receiver = a.receiver "
                "AND m.sender = a.sender) m"
            )
        table = f"pointer_{name}"
        self.run.database.scratch(
            table,
            f"SELECT m.receiver, min({row} + m.sender) AS best FROM {source} "
            "GROUP BY m.receiver",
        )
        self.joins.append(f"LEFT JOIN {table} ON {table}.receiver = n.id")
        return f"least({table}.best, {own}, {other}) % {PLACE}"

    def _one(self, name: str, output: Output) -> np.ndarray:
        run = self.run
        if isinstance(output, VirtualScalar):
            return np.array([run.virtual.scalars[output.scalar]])
        if isinstance(output, GraphMask):
            readout = self.readouts[name]
            return np.array(
                [isinstance(readout, Labels) and readout.labels[run.virtual.state] == 1]
            )
        rows = run.database.rows
        if isinstance(output, OneNode):
            ((found,),) = rows(f"SELECT min(n.id) FROM nodes n WHERE ({self._label(name)}) = 1")
            return np.array([] if found is None else [found], dtype=np.int64)
        order = self._order(name)
        states = run.plan.storage.arc_states("to")
        packed = f"{self._packed(states, 'n.to_state', order, 0)} + n.id"
        ((best,),) = rows(f"SELECT min({packed}) FROM nodes n")
        own = order.places[run.virtual.loop_state][1] * PLACE + run.plan.nodes
        found = min(int(best), own) % PLACE
        return np.array([] if found == run.plan.nodes else [found], dtype=np.int64)
