"""Batching: many interpreted graphs run as one, which is much faster.

No answer depends on its batch. A batch that does not halt is run again, graph by graph: one
graph that never halts must not fail its batch.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from dnar.machine import Execution, Instance, Problem, split, union
from dnar.run.engine import BatchEngine, Engine
from dnar.run.instances import InstanceEngine

BATCH_ARCS = 200_000
"""Arcs of a batch, at most."""

Found = tuple[dict[str, np.ndarray], bool]
"""Raw outputs, and whether the engine came to rest."""


def find_all(engine: Engine, problems: Sequence[Problem]) -> Iterator[Found]:
    """What an engine finds for each problem, in their order."""
    if not isinstance(engine, InstanceEngine):
        together = isinstance(engine, BatchEngine)
        solutions = engine.solve_all(problems) if together else map(engine.solve, problems)
        yield from ((solution.outputs, solution.halted) for solution in solutions)
        return
    for batch in _batches(engine, problems):
        yield from _find(engine, batch)


def _batches(engine: InstanceEngine, problems: Sequence[Problem]) -> Iterator[list[Instance]]:
    batch: list[Instance] = []
    arcs = 0
    for problem in problems:
        instance = engine.task.encode(problem)
        if batch and arcs + instance.arc_count > BATCH_ARCS:
            yield batch
            batch, arcs = [], 0
        batch.append(instance)
        arcs += instance.arc_count
    if batch:
        yield batch


def _find(engine: InstanceEngine, batch: list[Instance]) -> Iterator[Found]:
    together = union(batch)
    made = engine.execute(together, max_steps=engine.step_limit(batch, together), record=False)
    if not made.halted and len(batch) > 1:
        for instance in batch:
            yield from _find(engine, [instance])
        return
    finals = split(engine.task.program, made.final, batch)
    for instance, final in zip(batch, finals, strict=True):
        alone = Execution(final, made.steps, made.halted, None)
        yield engine.outputs(instance, alone), made.halted
