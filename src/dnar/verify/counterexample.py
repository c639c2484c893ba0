"""Counterexamples: small problems on which rules and program visibly differ."""

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from dnar.graph import Graph
from dnar.machine import (
    Instance,
    InstanceEnding,
    NodeKind,
    Problem,
    Program,
    Shape,
    Snapshot,
    StartNode,
    Task,
    array_problem,
    decode_all,
    execute,
    first_snapshot,
    problem_on,
    smallest_problems,
    split,
    step,
    union,
)
from dnar.machine.snapshot import fed, same_configuration

RANDOM_SIZES = ((4, 6, 300), (7, 12, 200), (16, 24, 40))
"""Fewest nodes, most nodes and number of the random problems of each batch."""

MOST_ARCS = 60_000
"""A batch takes no more problems once it has so many arcs."""


@dataclass(frozen=True)
class Counterexample:
    """A problem on which a program does not do what the rules do."""

    problem: Problem
    step: int
    """The first step after which a state differs; the last one if only an output does."""
    what: str
    """Where they differ, and how."""
    outputs_differ: bool

    @property
    def size(self) -> tuple[int, int]:
        """Nodes and edges."""
        return self.problem.graph.node_count, self.problem.graph.edge_count

    def as_csv(self) -> str:
        """The graph as CSV, every node in its place."""
        graph = self.problem.graph
        labels = [str(label) for label in graph.labels]
        lines = ["source,target,weight", *(f"{label},," for label in labels)]
        weight = np.ones(graph.edge_count) if graph.weight is None else graph.weight
        for source, target, each in zip(graph.source, graph.target, weight, strict=True):
            lines.append(f"{labels[source]},{labels[target]},{float(each)!r}")
        return "\n".join(lines) + "\n"

    def options(self) -> str:
        """How to ask the same with `dnar run`, beside the graph's file."""
        problem = self.problem
        parts = ["--directed" if problem.graph.directed else "--undirected"]
        if problem.start is not None:
            labels = (str(problem.graph.labels[start]) for start in problem.starts)
            parts.append(f"--start {','.join(labels)}")
        return " ".join([*parts, f"--seed {problem.seed}"])

    def graph_argument(self, task: Task, file: str) -> str:
        """The graph as an argument of `dnar run`: a file, an array, or the task's own text."""
        if task.source is not None:
            return shlex.quote(task.source.text(self.problem))
        values = self.problem.values
        return file if values is None else "values:" + ",".join(map(repr, values.tolist()))


class Search:
    """Looks for counterexamples of a task's programs, small problems first."""

    def __init__(
        self,
        task: Task,
        *,
        seed: int = 0,
        sizes: tuple[tuple[int, int, int], ...] = RANDOM_SIZES,
        limit: int | None = None,
    ) -> None:
        """Prepares a search.

        Args:
            task: Its rules are compared with.
            seed: Draws the random problems.
            sizes: Fewest nodes, most nodes and number of the random problems, per batch.
            limit: Runs are cut off after so many steps; by default where no exact program
                would still be at work.
        """
        self.task, self.seed, self.sizes, self.limit = task, seed, sizes, limit

    @cached_property
    def batches(self) -> list["_Batch"]:
        """Problems in groups of growing size, with what the rules make of them."""
        rng = np.random.default_rng([self.seed, 7])
        groups = [list(self._smallest(rng))]
        for least, most, count in self.sizes:
            groups.append([self._random(rng, least, most) for _ in range(count)])
        return [_Batch(self.task, group, self.limit) for group in groups if group]

    def _smallest(self, rng: np.random.Generator) -> Iterator[Problem]:
        if self.task.source is not None:
            yield from self.task.source.smallest()
            return
        for problem in smallest_problems(self.task):
            for _ in range(2):
                drawn = problem_on(self.task, problem.graph, rng, with_start=False)
                values = None if problem.values is None else rng.random(len(problem.values))
                yield replace(
                    drawn,
                    start=problem.start,
                    values=values,
                    more_starts=problem.more_starts,
                )

    def _random(self, rng: np.random.Generator, least: int, most: int) -> Problem:
        size = int(rng.integers(least, most + 1))
        inputs = self.task.inputs
        if self.task.source is not None:
            return self.task.source.sample(size, rng)
        if inputs.shape is Shape.ARRAY:
            return array_problem(size, rng)
        directed = inputs.shape is Shape.ACYCLIC
        if inputs.shape is Shape.ANY:
            directed = bool(rng.random() < 0.5)
        graph = _random_graph(rng, size, directed, acyclic=inputs.shape is Shape.ACYCLIC)
        with_start = inputs.start is StartNode.REQUIRED or (
            inputs.start is StartNode.OPTIONAL and bool(rng.random() < 0.5)
        )
        return problem_on(self.task, graph, rng, with_start=with_start)

    def find(self, program: Program) -> Counterexample | None:
        """The smallest problem found on which an output differs, or else any state."""
        fallback = None
        for batch in self.batches:
            found = batch.differences(program)
            telling = [each for each in found if each.outputs_differ]
            if telling:
                return min(telling, key=lambda each: each.size)
            if fallback is None and found:
                fallback = min(found, key=lambda each: each.size)
        return fallback


def _random_graph(
    rng: np.random.Generator, size: int, directed: bool, *, acyclic: bool
) -> Graph:
    pairs = np.argwhere(~np.eye(size, dtype=bool))
    if acyclic or not directed:
        pairs = pairs[pairs[:, 0] < pairs[:, 1]]
    chosen = pairs[rng.random(len(pairs)) < rng.uniform(0.1, 0.7)]
    ends = chosen.T if len(chosen) else np.zeros((2, 0), dtype=np.int64)
    return Graph.from_edges(ends[0], ends[1], labels=size, directed=directed)


class _Batch:
    """Problems laid side by side, so that rules and program run all of them at once."""

    def __init__(self, task: Task, problems: list[Problem], limit: int | None) -> None:
        self.task = task
        self.instances: list[Instance] = []
        arcs = 0
        for problem in problems:
            self.instances.append(task.encode(problem))
            arcs += self.instances[-1].arc_count
            if arcs > MOST_ARCS:
                break
        self.problems = problems[: len(self.instances)]
        self.together = union(self.instances)
        sizes = [instance.node_count for instance in self.instances]
        self.instance_of_node = np.repeat(np.arange(len(sizes)), sizes)
        self.limit = limit or task.step_bound(max(sizes))
        run = execute(task.program, self.together, record=True, max_steps=self.limit)
        assert run.trajectory is not None
        self.by_rules = list(run.trajectory.snapshots())
        self.outputs = [
            self._outputs(task.program, instance, final)
            for instance, final in self._finals(self.by_rules[-1])
        ]

    def _finals(self, final: Snapshot) -> Iterator[tuple[Instance, Snapshot]]:
        parts = split(self.task.program, final, self.instances)
        return zip(self.instances, parts, strict=True)

    def _outputs(
        self, program: Program, instance: Instance, final: Snapshot
    ) -> dict[str, np.ndarray] | None:
        """Every output; None if a wrong program's scalars cannot be read as positions."""
        ending = InstanceEnding(instance, final)
        try:
            return decode_all(self.task.decoders, program.readouts, ending)
        except (IndexError, ValueError):
            return None

    def differences(self, program: Program) -> list[Counterexample]:
        """Every problem whose states or outputs differ."""
        # A wrong program's scalars may grow beyond all numbers.
        with np.errstate(all="ignore"):
            first, final = self._run(program)
            made = [self._outputs(program, *each) for each in self._finals(final)]
        found = []
        for number, outputs in enumerate(made):
            other = _differing(self.outputs[number], outputs)
            if number in first or other:
                at, where = first.get(number, (len(self.by_rules) - 1, ""))
                ends = f"the output {other[0]!r} differs at the end" if other else ""
                what = "; ".join(part for part in (where, ends) if part)
                found.append(Counterexample(self.problems[number], at, what, bool(other)))
        return found

    def _run(self, program: Program) -> tuple[dict[int, tuple[int, str]], Snapshot]:
        """Where each problem's states first differ, and the program's last snapshot."""
        snapshot = first_snapshot(program, self.together)
        first: dict[int, tuple[int, str]] = {}
        while snapshot.step < self.limit:
            following = fed(program, self.together, step(program, self.together, snapshot))
            wanted = self.by_rules[min(following.step, len(self.by_rules) - 1)]
            self._compare(first, wanted, following)
            same = same_configuration(snapshot, following)
            snapshot = following
            if same and snapshot.step >= len(self.by_rules):
                break
        return first, snapshot

    def _compare(
        self, first: dict[int, tuple[int, str]], wanted: Snapshot, made: Snapshot
    ) -> None:
        """Takes in the first place of each problem at which both differ: a node, or an arc."""
        rules, whole = self.task.program, self.together
        nodes = np.flatnonzero(wanted.node_state != made.node_state)
        for number, at in self._first_of_each(nodes, first):
            node = int(nodes[at])
            names = (rules.node_states[int(each.node_state[node])] for each in (wanted, made))
            place = f"node {self._label(number, node)}"
            first[number] = (made.step, self._told(place, made.step, *names))
        arcs = np.flatnonzero(wanted.arc_state != made.arc_state)
        for number, at in self._first_of_each(whole.receiver[arcs], first):
            arc = int(arcs[at])
            names = (rules.arc_states[int(each.arc_state[arc])] for each in (wanted, made))
            ends = (whole.receiver[arc], whole.sender[arc])
            receiver, sender = (self._label(number, int(each)) for each in ends)
            place = f"arc of {receiver} from {sender}"
            first[number] = (made.step, self._told(place, made.step, *names))

    def _first_of_each(
        self, nodes: np.ndarray, known: Mapping[int, object]
    ) -> list[tuple[int, int]]:
        """The problems that are not known yet, each with the place of its first node."""
        numbers, first = np.unique(self.instance_of_node[nodes], return_index=True)
        pairs = zip(numbers.tolist(), first.tolist(), strict=True)
        return [(number, at) for number, at in pairs if number not in known]

    def _label(self, number: int, node: int) -> str:
        instance = self.instances[number]
        position = node - int(np.searchsorted(self.instance_of_node, number))
        if instance.real[position]:
            return str(instance.labels[int(instance.real[:position].sum())])
        return "(virtual)" if instance.node_kind[position] == NodeKind.VIRTUAL else "(helper)"

    def _told(self, place: str, at: int, wanted: str, made: str) -> str:
        return f"after step {at}, {place} is {made}, by the rules {wanted}"


def _differing(
    wanted: dict[str, np.ndarray] | None, made: dict[str, np.ndarray] | None
) -> list[str]:
    """The names of the outputs that differ."""
    if wanted is None:
        return []
    return [
        name
        for name, each in wanted.items()
        if made is None or not np.array_equal(each, made[name])
    ]
