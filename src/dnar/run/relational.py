"""Runs on tables: the proved program of a task as queries of a database.

A graph in memory becomes tables, see `RelationalEngine`. Tables in files stay where they are:
a `TableRun` reads them in the database and writes the outputs from there.
"""

import json
import math
import os
import shutil
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from dnar.atomic_write import check_writable
from dnar.compile import UnsupportedError, program_digest
from dnar.compile.minimise import minimised
from dnar.errors import InputError
from dnar.graph import PARQUET, is_graph_folder
from dnar.machine import OneNode, Problem, Program, Setup, Task, VirtualPointer, reachable_types
from dnar.relational.beginning import beginning_of
from dnar.relational.execution import Progress, Rounds
from dnar.relational.from_tables import begin, random_rows
from dnar.relational.memory import begin as begin_in_memory
from dnar.relational.outputs import OutputQueries, check_outputs
from dnar.relational.plan import Plan
from dnar.relational.reduce import reduced
from dnar.relational.storage import Storage
from dnar.relational.tables import Loaded, Question, load
from dnar.run.bundled import pretrained_program
from dnar.run.engine import EngineUsed, Solution, Source
from dnar.run.table_inputs import fingerprints, unchanged_inputs
from dnar.tasks import get_task

OnProgress = Callable[[Progress], None]

MOST_ROUNDS = 10_000
"""Rounds after which a run is given up, if nothing else is said."""


TABLES = (*PARQUET, ".csv", ".tsv")
"""Names of files that are read where they are."""


def is_table(name: str) -> bool:
    """Whether a graph's name is a file that a database reads."""
    path = Path(name)
    if path.is_dir():
        return not is_graph_folder(path)
    return name.endswith(TABLES) and path.exists()


def check_rounds(task: Task, engine: str) -> None:
    """Refuses a task whose rounds grow with the number of nodes.

    Raises:
        InputError: it is one; says why, and what to use.
    """
    check_outputs(task)
    if task.rounds is not None and task.rounds.linear:
        instead = f"use {task.rounds.instead}, or " if task.rounds.instead else ""
        raise InputError(
            f"{task.name} takes as many rounds as the graph has nodes, and a round on {engine} "
            f"costs a fraction of a second or more; {instead}run it with the compiled engine"
        )


def proved_program(source: Source) -> Program:
    """The program of a source, if it is proved.

    Raises:
        InputError: it is not; what is stored is derived from the task's rules.
    """
    from dnar.run.engines.compiled import is_proved  # noqa: PLC0415 (it imports this module)

    check_outputs(source.task)
    program = source.program()
    if not is_proved(source.task, program, source.proved):
        raise InputError(
            f"this program of {source.task.name} is not proved, and only proved programs run "
            "as tables; use the program engine"
        )
    return program


def storage_of(task: Task, program: Program) -> Storage:
    """What is stored of the runs of a proved program."""
    reachable = reachable_types(task)
    with_gates = replace(program, ops=task.program.ops)
    if not program.comparisons:
        with_gates = minimised(with_gates, reachable)
    return Storage(reduced(with_gates, reachable), reachable)


class RelationalEngine:
    """A proved program on the tables of a database, for graphs in memory."""

    def __init__(
        self, name: str, task: Task, program: Program, tables: Callable[[], Any]
    ) -> None:
        """Derives what is stored.

        Raises:
            InputError: the task is not for this engine.
        """
        check_rounds(task, name)
        self.name, self.task, self.program, self.tables = name, task, program, tables
        self.storage = storage_of(task, program)

    def solve(
        self, problem: Problem, *, max_steps: int | None = None, record: bool = False
    ) -> Solution:
        """Copies the graph into tables and runs there.

        Raises:
            InputError: the problem cannot be used, or the run was to be recorded.
        """
        if record:
            raise InputError(f"the {self.name} engine records no runs; use the program engine")
        setup = self.task.set_up(problem)
        if not isinstance(setup, Setup):
            raise UnsupportedError(f"{self.task.name} has a layout of its own")
        tables = self.tables()
        try:
            graph = problem.graph
            plan = Plan(
                self.storage,
                tables.dialect,
                graph.node_count,
                graph.directed,
                graph.weight is not None,
            )
            run = begin_in_memory(plan, setup, tables)
            limit = self.task.step_bound(graph.node_count) if max_steps is None else max_steps
            _go(run, limit, None)
            outputs = raw_outputs(run, self.task, self.program)
        finally:
            tables.close()
        return Solution(outputs, run.step, run.halted, engine=EngineUsed(self.name))


def raw_outputs(run: Rounds, task: Task, program: Program) -> dict[str, np.ndarray]:
    """Every output as arrays, in the order of the nodes."""
    queries = OutputQueries(run, task, program.readouts)
    raw = queries.raw()
    rows = run.database.rows(f"SELECT * FROM ({raw}) o ORDER BY id")
    columns = list(zip(*rows, strict=True))[1:]
    graph = queries.per_graph()
    names = [name for name in task.decoders if name not in graph]
    found = {name: np.array(column) for name, column in zip(names, columns, strict=True)}
    return {name: graph[name] if name in graph else found[name] for name in task.decoders}


def _go(run: Rounds, limit: int, progress: OnProgress | None) -> None:
    while not run.halted and run.step < limit:
        made = run.advance()
        if made is not None and progress is not None:
            progress(made)


@dataclass(frozen=True)
class TableAnswer:
    """What a task found on tables."""

    task: str
    steps: int
    halted: bool
    nodes: int
    edges: int
    """Pairs of joined nodes."""
    graph: dict[str, Any]
    """The outputs that are one for the whole graph."""
    engine: EngineUsed
    out: Path | None = None
    """Where the outputs per node were written."""
    table: Any = field(default=None, repr=False)
    """The outputs per node as an Arrow table, if they were not written."""

    def to_json(self) -> dict[str, Any]:
        """The answer as JSON values; outputs per node by their labels, unless written."""
        value = {
            "task": self.task,
            "engine": str(self.engine),
            "steps": self.steps,
            "halted": self.halted,
            "nodes": self.nodes,
            "edges": self.edges,
            **self.graph,
        }
        if self.out is not None:
            return {**value, "out": str(self.out)}
        if self.table is not None:
            columns = self.table.to_pydict()
            nodes = [str(label) for label in columns.pop("node")]
            for name, column in columns.items():
                finite = [None if each == math.inf else each for each in column]
                value[name] = dict(zip(nodes, finite, strict=True))
        return value


@dataclass(frozen=True)
class TableRun:
    """A task to be run on tables, see `dnar.DuckDB.run`."""

    task: str | Task
    edges: Any
    nodes: Any = None
    start: Hashable | list[Hashable] | None = None
    seed: int = 0
    weight: float | None = None
    directed: bool = False
    max_steps: int | None = None
    out: str | Path | None = None
    program: Program | None = None
    """A proved program; by default the one of the package."""

    def answer(self, tables: Any, progress: OnProgress | None) -> TableAnswer:
        """Loads the tables, or resumes a run in the same folder, and runs to the end.

        Raises:
            InputError: the task is not for this engine, the tables cannot be used or change
                meanwhile, or the run does not come to an end.
        """
        task = self.task if isinstance(self.task, Task) else get_task(self.task)
        check_rounds(task, tables.dialect.name)
        if self.out is not None:
            check_writable(Path(self.out))
        program = self.program or pretrained_program(task)
        beginning = beginning_of(task)
        question = Question(self.start, self.seed, self.weight, self.directed)
        asked = self._identity(program, tables)
        stored = tables.stored()
        if stored is not None and stored["asked"] != asked:
            raise InputError(
                "the folder holds another run, or its input changed since; give another folder"
            )
        if stored is None:
            with unchanged_inputs(tables, self.edges, self.nodes):
                loaded = load(tables, task, beginning, question, self.edges, self.nodes)
        else:
            known = stored["loaded"]
            loaded = Loaded(**{**known, "starts": tuple(known["starts"])})
        plan = Plan(
            storage_of(task, program),
            tables.dialect,
            loaded.bound,
            loaded.directed,
            loaded.weighted,
        )
        if stored is None:
            run = begin(plan, beginning, loaded, question, tables)
            tables.store_beginning(asked, loaded, run.record())
        else:
            run = Rounds.resumed(plan, tables, random_rows(self.seed), stored["record"])
        limit = MOST_ROUNDS if self.max_steps is None else self.max_steps
        _go(run, limit, progress)
        if not run.halted and self.max_steps is None:
            raise InputError(
                f"{task.name} did not end within {MOST_ROUNDS:,} rounds; give max_steps, or "
                "use the compiled engine"
            )
        return self._written(run, task, program, tables, loaded)

    def _identity(self, program: Program, tables: Any) -> str:
        """What makes this run the same as one before."""
        inputs = fingerprints(tables, self.edges, self.nodes)
        asked = [self.start, self.seed, self.weight, self.directed]
        return json.dumps([program_digest(program), *inputs, *map(repr, asked)])

    def _written(
        self, run: Rounds, task: Task, program: Program, tables: Any, loaded: Any
    ) -> TableAnswer:
        queries = OutputQueries(run, task, program.readouts)
        graph = {}
        for name, raw in queries.per_graph().items():
            output = task.decoders[name]
            nodes = isinstance(output, VirtualPointer | OneNode)
            labels = tables.labels(raw.tolist()) if nodes else []
            graph[name] = next(iter(labels), None) if nodes else output.labelled(raw, ())
        table = out = None
        if len(graph) < len(task.decoders):
            labelled = queries.labelled()
            if self.out is None:
                table = tables.arrow(f"SELECT * FROM ({labelled}) o ORDER BY node")
            else:
                out = Path(self.out)
                _write_whole(tables, labelled, out)
        return TableAnswer(
            task.name,
            run.step,
            run.halted,
            loaded.nodes,
            loaded.edges,
            graph,
            EngineUsed(tables.dialect.name),
            out,
            table,
        )


def _write_whole(tables: Any, query: str, out: Path) -> None:
    """Writes beside the place, then moves it there."""
    part = out.with_name(f".{out.stem}.{os.getpid()}.part{out.suffix}")
    try:
        tables.write(query, part)
        if out.is_dir():
            shutil.rmtree(out)
        part.replace(out)
    finally:
        if part.is_dir():
            shutil.rmtree(part)
        elif part.exists():
            part.unlink()
