"""Execution: the loop over rounds, the same on every database.

Each round reads the nodes of the last one and commits the next: whoever is interrupted goes on
from the last round that was committed.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Protocol, runtime_checkable

from dnar.errors import InputError
from dnar.machine import Start
from dnar.relational.arc_values import ArcValues
from dnar.relational.dialect import Dialect
from dnar.relational.plan import Plan, Situation, VirtualNode
from dnar.relational.step import Query, Step
from dnar.relational.virtual import Summary, VirtualRow, stream_numbers


@runtime_checkable
class Database(Protocol):
    """What an engine must do to run a plan."""

    dialect: Dialect
    keeps_scratch: bool
    """Whether scratch tables are still there in the next round, until they are made anew."""

    def rows(self, query: str) -> list[tuple]:
        """The rows of a query."""
        ...

    def scratch(self, name: str, query: str) -> None:
        """Makes a table that lasts until the round is committed, or longer."""
        ...

    def commit(self, nodes: str, marks: str | None, record: str) -> None:
        """Makes the table of this name the nodes, adds marks, and stores the record."""
        ...

    def fill_stream(self, name: str, row: "StreamRow", nodes: int) -> None:
        """Makes a scratch table of node numbers and the values of a stream."""
        ...


@runtime_checkable
class StreamRow(Protocol):
    """One row of a stream, which may be computed in parts."""

    def part(self, begin: int, end: int) -> Any:
        """The values of the nodes from `begin` up to `end`, as an array."""
        ...


@dataclass(frozen=True)
class Progress:
    """How far a run is, after a round."""

    step: int
    changed_nodes: int
    changed_arcs: int
    counts: Mapping[str, int]
    """Nodes by state."""


StreamSource = Callable[[str, int], tuple[StreamRow, float]]
"""By scalar and row number: the row, and the virtual node's own number."""


@dataclass
class Rounds:
    """A run between two rounds."""

    plan: Plan
    database: Database
    virtual: VirtualNode
    before: VirtualNode
    streams: StreamSource | None = None
    step: int = 0
    halted: bool = False
    summary: Summary | None = None
    changed_senders: dict[str, int] = field(default_factory=dict)
    """By sum: how many nodes push other numbers in the next step; not stored with a run."""

    @property
    def _row(self) -> VirtualRow:
        return VirtualRow(self.plan, self.database.rows)

    def situation(self) -> Situation:
        """What is known before the next step."""
        if self.summary is None:
            self.summary = self._row.summary(self.virtual, self.before, self.step)
        return Situation(
            self.step,
            self.summary.counts,
            self.virtual,
            self.before,
            stream_numbers(self.plan, self.step + 1),
            self.changed_senders,
        )

    def advance(self) -> Progress | None:
        """Makes one step; None if nothing changed, so that the run is over."""
        row, now = self._row, self.situation()
        summary = self.summary
        if summary is None:
            raise RuntimeError("a situation has a summary")
        heard = row.heard(self.virtual, self.before, summary, self.step)
        now = replace(now, heard=tuple(node for _, node in heard))
        own = self._new_rows(now)
        query = Step(self.plan, now).query()
        for name, sql in query.tables.items():
            self.database.scratch(name, sql)
        self.changed_senders = self._made_changes(query)
        virtual = row.next(self.virtual, self.before, heard, self.step, own)
        arcs = 0
        if query.marks is not None:
            self.database.scratch("changes", query.marks)
            arcs = int(self.database.rows("SELECT count(*) FROM changes")[0][0])
        self.database.scratch("following", query.nodes)
        after = row.summary(virtual, self.virtual, self.step + 1, "following")
        if not after.changed and not arcs and self._same(virtual) and not self._derives(now):
            self.halted = True
            return None
        self.before, self.virtual, self.summary = self.virtual, virtual, after
        self.step += 1
        self.database.commit("following", "changes" if arcs else None, self.record())
        names = self.plan.storage.program.node_states
        counts = {names[state]: count for state, count in sorted(after.counts.items())}
        return Progress(self.step, after.changed, arcs, counts)

    def _made_changes(self, query: Query) -> dict[str, int]:
        """Makes the tables of what is pushed differently next; how many rows they have."""
        if not self.database.keeps_scratch:
            return {}
        for name, sql in query.changes.items():
            self.database.scratch(name, sql)
        return {
            name.removesuffix("_changes"): int(
                self.database.rows(f"SELECT count(*) FROM {name}")[0][0]
            )
            for name in query.changes
        }

    def _new_rows(self, now: Situation) -> dict[str, float]:
        """Fills the tables of the streams; the virtual node's own numbers come back."""
        own = {}
        for at in sorted(now.streams):
            scalar = self.plan.storage.program.scalars[at]
            if self.streams is None:
                raise InputError(f"{self.plan.storage.program.task} needs random numbers")
            row, value = self.streams(scalar.name, (self.step + 1) // scalar.period)
            self.database.fill_stream(f"stream{at}", row, self.plan.nodes)
            own[scalar.name] = value
        return own

    def _same(self, virtual: VirtualNode) -> bool:
        """Whether the virtual node is as it was; streams do not count."""
        kept = [
            each.name
            for each in self.plan.storage.node_scalars.values()
            if each.start is not Start.STREAM
        ]
        return (
            virtual.state == self.virtual.state
            and virtual.loop_state == self.virtual.loop_state
            and all(virtual.scalars[name] == self.virtual.scalars[name] for name in kept)
            and virtual.loop_scalars == self.virtual.loop_scalars
        )

    def _derives(self, now: Situation) -> bool:
        if not self.plan.storage.derives:
            return False
        return bool(self.database.rows(ArcValues(self.plan, now).derived_change()))

    def record(self) -> str:
        """What a run is resumed from, beside the tables."""
        return json.dumps(
            {
                "step": self.step,
                "virtual": asdict(self.virtual),
                "before": asdict(self.before),
            }
        )

    @classmethod
    def resumed(
        cls, plan: Plan, database: Database, streams: StreamSource, record: str
    ) -> "Rounds":
        """The run that goes on where a record was made."""
        value = json.loads(record)
        virtual, before = (VirtualNode(**value[name]) for name in ("virtual", "before"))
        return cls(plan, database, virtual, before, streams, value["step"])
