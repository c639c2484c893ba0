"""Many problems at once: interpreted graphs run side by side, which is much faster.

No answer depends on its neighbours. A batch that does not come to rest is run again, graph by
graph: who never rests must not take the others with it.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from dnar.machine import Execution, Instance, Problem, split, union
from dnar.run.engine import Engine, SideBySideEngine
from dnar.run.instances import InstanceEngine

SIDE_BY_SIDE = 200_000
"""Arcs that run together at most."""

Found = tuple[dict[str, np.ndarray], bool]
"""Raw outputs, and whether the engine came to rest."""


def find_all(engine: Engine, problems: Sequence[Problem]) -> Iterator[Found]:
    """What an engine finds for each problem, in their order."""
    if not isinstance(engine, InstanceEngine):
        together = isinstance(engine, SideBySideEngine)
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
        if batch and arcs + instance.arc_count > SIDE_BY_SIDE:
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
