"""A trained baseline as an engine: run and scored like the rules, programs and networks.

It is run for as many steps as the run that it learned takes, as in the paper. Graphs run side
by side; each stops after its own steps, so no answer depends on its neighbours.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import torch

from dnar.errors import InputError
from dnar.machine import Instance, Problem
from dnar.network import one_thread
from dnar.run import Solution, engine_for
from paper.reasoners.clrs_traces import clrs_trace
from paper.reasoners.config import Traces
from paper.reasoners.features import Laid, lay_side_by_side
from paper.reasoners.model import Baseline
from paper.reasoners.readouts import answers

SIDE_BY_SIDE = 20_000
"""Arcs that run together at most: more of them do not fit a processor's cache."""


class BaselineEngine:
    """A trained baseline; its task has only the outputs that baselines learn."""

    name = "network"

    def __init__(self, baseline: Baseline) -> None:
        self.network = baseline
        self.task = replace(baseline.task, decoders=baseline.readouts.decoders)
        learned_rules = baseline.config.traces is Traces.RULES
        self.rules = engine_for(baseline.task, None) if learned_rules else None

    def solve(
        self, problem: Problem, *, max_steps: int | None = None, record: bool = False
    ) -> Solution:
        """What the baseline answers after the run's number of steps, or `max_steps`.

        Raises:
            InputError: a trajectory is asked for: hidden vectors are no states.
        """
        if record:
            raise InputError("a baseline has no states to record; run it without a trajectory")
        return next(self._run([problem], max_steps))

    def solve_all(self, problems: Sequence[Problem]) -> Iterator[Solution]:
        """The solution of each problem, in their order."""
        return self._run(problems, None)

    def steps(self, problem: Problem, most: int | None = None) -> int:
        """How many steps the run that was learned takes on a problem, `most` at most."""
        if self.rules is not None:
            return self.rules.solve(problem, max_steps=most).steps
        steps = len(clrs_trace(self.task, self.task.encode(problem))) - 1
        return steps if most is None else min(steps, most)

    def _run(self, problems: Sequence[Problem], most: int | None) -> Iterator[Solution]:
        batch: list[Instance] = []
        steps: list[int] = []
        arcs = 0
        for problem in problems:
            instance = self.task.encode(problem)
            if batch and arcs + instance.arc_count > SIDE_BY_SIDE:
                yield from self._solutions(batch, steps)
                batch, steps, arcs = [], [], 0
            batch.append(instance)
            steps.append(self.steps(problem, most))
            arcs += instance.arc_count
        if batch:
            yield from self._solutions(batch, steps)

    def _solutions(self, batch: list[Instance], steps: list[int]) -> Iterator[Solution]:
        laid = lay_side_by_side(self.task.program, batch, steps)
        with one_thread(), torch.no_grad():
            scores = self._scores(laid)
        arcs, nodes = (each.numpy() for each in scores)
        first_arc = first_node = 0
        for instance, count in zip(batch, steps, strict=True):
            on_arcs = slice(first_arc, first_arc := first_arc + instance.arc_count)
            on_nodes = slice(first_node, first_node := first_node + instance.node_count)
            readouts, whole = self.network.readouts, self.network.whole
            found = answers(readouts, whole, instance, arcs[on_arcs], nodes[on_nodes])
            yield Solution(found, count, halted=False)

    def _scores(self, laid: Laid) -> tuple[torch.Tensor, torch.Tensor]:
        state = self.network.begin(laid)
        for number in range(laid.last_step):
            state, _ = self.network.follow(laid, state, number)
        return self.network.outputs(laid, state)
