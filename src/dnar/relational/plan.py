"""The plan: what the queries of a program's steps are made for, and what the driver knows."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from dnar.machine import (
    ROW_ROLES,
    Start,
)
from dnar.relational.dialect import (
    Dialect,
    chosen,
    number,
)
from dnar.relational.expressions import Expressions
from dnar.relational.storage import FIXED, ROW, Storage

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
    changed_senders: Mapping[str, int] = field(default_factory=dict)
    """The sums of the last step that are still there, and how many nodes push other numbers."""
    heard: tuple[int | None, ...] = ()
    """Per head: the node that the virtual node hears; the number of nodes stands for itself."""


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
