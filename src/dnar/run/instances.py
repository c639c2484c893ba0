"""Engines that run instances, arc by arc; instances can lie side by side in one."""

from abc import ABC, abstractmethod
from collections.abc import Mapping

import numpy as np

from dnar.graph import Graph
from dnar.machine import (
    Execution,
    Instance,
    InstanceEnding,
    Problem,
    Readout,
    Task,
    decode_all,
)
from dnar.memory import check_memory
from dnar.run.engine import ASKED, EngineUsed, Solution

ARC_BYTES = 75
"""What an arc of an instance takes at most in a run."""


class InstanceEngine(ABC):
    """An engine that runs instances, which can lie side by side in one."""

    name: str
    task: Task
    reason = ASKED
    """Why this engine runs."""
    arc_bytes = ARC_BYTES
    """What an arc takes at most in a run."""

    @abstractmethod
    def execute(self, instance: Instance, *, max_steps: int | None, record: bool) -> Execution:
        """Runs until nothing changes, or for `max_steps` steps."""

    @abstractmethod
    def readouts(self) -> Mapping[str, Readout]:
        """How outputs are read off states."""

    def outputs(self, instance: Instance, execution: Execution) -> dict[str, np.ndarray]:
        """Every output of the task, raw."""
        ending = InstanceEnding(instance, execution.final)
        return decode_all(self.task.decoders, self.readouts(), ending)

    @abstractmethod
    def step_limit(self, batch: list[Instance], together: Instance) -> int | None:
        """Steps after which instances that never halt are cut off, run in one."""

    def solve(
        self, problem: Problem, *, max_steps: int | None = None, record: bool = False
    ) -> Solution:
        """What the engine finds for a problem: encoded, run and read off.

        Raises:
            InputError: there is too little memory.
        """
        check_arcs(problem.graph, self.arc_bytes)
        instance = self.task.encode(problem)
        run = self.execute(instance, max_steps=max_steps, record=record)
        return Solution(
            self.outputs(instance, run),
            run.steps,
            run.halted,
            run.trajectory,
            EngineUsed(self.name, self.reason),
        )


def check_arcs(graph: Graph, each: int = ARC_BYTES) -> None:
    """Refuses a graph whose arcs, the fixed ones too, would not fit in memory one by one.

    Raises:
        InputError: there is too little memory.
    """
    arcs = 2 * graph.edge_count + 3 * graph.node_count
    check_memory(arcs * each, f"a run on {graph.node_count:,} nodes and {arcs:,} arcs")
