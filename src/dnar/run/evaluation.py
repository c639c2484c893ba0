"""Evaluation: how often an engine's outputs are right, per family and size of the graphs.

Node level is the share of nodes whose output is right, graph level the share of graphs on
which all are, and validity the share of graphs whose problem is solved, however ties were
broken: any correct tree, any maximal independent set.
"""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from dnar.errors import InputError
from dnar.machine import given_problems
from dnar.run.engine import Engine, settled
from dnar.run.interrupts import no_interrupts
from dnar.run.ledger import Ledger
from dnar.run.plan import Chunk, Plan
from dnar.run.scoring import NAMED, Tally, tally_problems, total
from dnar.run.workers import scored


@dataclass(frozen=True)
class Score:
    """One cell of an evaluation; shares are in percent."""

    family: str
    size: int
    graphs: int
    node: float | None
    """Share of right nodes; None where an output is not one value per node."""
    graph: float
    """Share of graphs without any error."""
    valid: float | None
    """Share of graphs whose problem is solved; None for a task without a textbook."""
    halted: float
    """Share of graphs on which the engine came to rest by itself."""
    wrong: tuple[int, ...] = ()
    """Numbers of the first graphs with an error; `evaluation_problem` draws them again."""

    def to_json(self) -> dict[str, Any]:
        """The cell as JSON values."""
        return {**asdict(self), "wrong": list(self.wrong)}


def evaluate(
    engine: Engine,
    *,
    sizes: tuple[int, ...] = (16, 80, 160),
    families: tuple[str, ...] = ("er", "ws", "delaunay"),
    graphs: Any = 100,
    seed: int = 0,
    workers: int = 1,
    out: str | Path | None = None,
    on_graphs: Callable[[int], None] | None = None,
) -> Iterator[Score]:
    """The scores of every family and size, one after the other.

    Args:
        engine: Who is scored.
        sizes: Sizes of the graphs.
        families: Families of the graphs, as in `dnar.graph.FAMILIES`.
        graphs: How many graphs a cell has; or the graphs themselves, as in `dnar.train`. Then
            there is one score for all of them, and sizes and families are not used.
        seed: Draws the graphs.
        workers: Processes that share the work. The scores are the same.
        out: A file that keeps what is finished; the same evaluation goes on from there.
        on_graphs: Called with the number of graphs that were finished since the last call.

    Raises:
        InputError: an unknown family, a number below one, or a file that cannot be used.
    """
    if workers < 1:
        raise InputError(f"workers must be 1 or more, got {workers}")
    if not isinstance(graphs, int | np.integer):
        yield _score_given(engine, graphs, seed, out, on_graphs)
        return
    plan = Plan(tuple(dict.fromkeys(sizes)), tuple(dict.fromkeys(families)), int(graphs), seed)
    plan.check(engine.task)
    engine = settled(engine, plan.node_count)
    chunks = list(plan.chunks())
    ledger = Ledger(None if out is None else Path(out), engine, plan)
    done = ledger.tallies(chunks)
    tell = on_graphs if on_graphs is not None else lambda _: None
    tell(sum(chunk.graphs for chunk in done))
    missing = [chunk for chunk in chunks if chunk not in done]
    with closing(scored(engine, plan, missing, workers)) as coming:
        for cell in plan.cells():
            parts = [chunk for chunk in chunks if (chunk.family, chunk.size) == cell]
            left = {chunk for chunk in parts if chunk not in done}
            while left:
                tally = next(coming)
                with no_interrupts():
                    ledger.add(tally)
                    tell(tally.chunk.graphs)
                done[tally.chunk] = tally
                left.discard(tally.chunk)
            yield _score(*cell, [done[chunk] for chunk in parts])


GIVEN = "given"
"""The family of graphs that a user gives."""


def _score_given(
    engine: Engine,
    graphs: Any,
    seed: int,
    out: str | Path | None,
    on_graphs: Callable[[int], None] | None,
) -> Score:
    """The score on graphs that are given; the size is that of the largest."""
    if out is not None:
        raise InputError("an evaluation on given graphs is not kept in a file; leave out out")
    problems = given_problems(engine.task, graphs, seed)
    size = max(problem.graph.node_count for problem in problems)
    engine = settled(engine, sum(problem.graph.node_count for problem in problems))
    tally = tally_problems(engine, problems, Chunk(GIVEN, size, 0, len(problems)))
    if on_graphs is not None:
        on_graphs(len(problems))
    return _score(GIVEN, size, [tally])


def _score(family: str, size: int, parts: list[Tally]) -> Score:
    graphs = sum(part.chunk.graphs for part in parts)
    nodes = total(part.nodes for part in parts)
    valid = total(part.valid for part in parts)
    wrong = sorted(number for part in parts for number in part.wrong)
    return Score(
        family,
        size,
        graphs,
        None if nodes is None else 100 * sum(part.right for part in parts) / nodes,
        100 * sum(part.whole for part in parts) / graphs,
        None if valid is None else 100 * valid / graphs,
        100 * sum(part.halted for part in parts) / graphs,
        tuple(wrong[:NAMED]),
    )
