"""Counterexamples to equal outputs: small problems that two programs answer differently."""

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np

from dnar.machine import (
    InstanceEnding,
    Problem,
    Program,
    Task,
    decode_all,
    execute,
    split,
    union,
)
from dnar.verify.counterexample import RANDOM_SIZES, Counterexample, Search


class OutputSearch:
    """Asks two programs, each with its own states, the same problems; small ones first."""

    def __init__(
        self,
        reference: Task,
        found: Task,
        *,
        seed: int = 0,
        sizes: tuple[tuple[int, int, int], ...] = RANDOM_SIZES,
    ) -> None:
        """Prepares a search.

        Args:
            reference: Its rules are compared with.
            found: Its problems are what is asked.
            seed: Draws the random problems.
            sizes: Fewest nodes, most nodes and number of the random problems, per batch.
        """
        self.reference, self.found, self.seed, self.sizes = reference, found, seed, sizes

    @cached_property
    def _asked(self) -> list[tuple[list[Problem], list[dict[str, np.ndarray]]]]:
        """Problems with the outputs of the reference, in groups of growing size."""
        search = Search(self.found, seed=self.seed, sizes=self.sizes)
        groups = [batch.problems for batch in search.batches]
        return [
            (group, [outputs for outputs, _ in _answers(self.reference, None, group)])
            for group in groups
        ]

    def find(self, program: Program) -> Counterexample | None:
        """The smallest problem found on which an output differs."""
        for problems, wanted in self._asked:
            differing = []
            answers = _answers(self.found, program, problems)
            for problem, one, (other, steps) in zip(problems, wanted, answers, strict=True):
                names = [name for name in one if not np.array_equal(one[name], other[name])]
                if names:
                    what = f"the output {names[0]!r} differs at the end"
                    differing.append(Counterexample(problem, steps, what, True))
            if differing:
                return min(differing, key=lambda each: each.size)
        return None


def _answers(
    task: Task, program: Program | None, problems: Sequence[Problem]
) -> Iterator[tuple[dict[str, np.ndarray], int]]:
    """The outputs of each problem, all of them run at once, and the steps of the run."""
    program = program or task.program
    instances = [task.encode(problem) for problem in problems]
    limit = task.step_bound(max(each.node_count for each in instances))
    run = execute(program, union(instances), max_steps=limit)
    finals = split(program, run.final, instances)
    for instance, final in zip(instances, finals, strict=True):
        ending = InstanceEnding(instance, final)
        yield decode_all(task.decoders, program.readouts, ending), run.steps
