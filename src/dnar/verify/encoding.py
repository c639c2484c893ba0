"""Encoders: whether step zero of larger problems shows what the smallest did not.

The proof begins with the arc types of the smallest problems. An encoder that looks at more, at
the number of nodes for instance, begins with others on larger graphs; then nothing is proved.
"""

from collections.abc import Iterator

import numpy as np

from dnar.errors import InputError
from dnar.graph import Graph, erdos_renyi
from dnar.machine import (
    ArcType,
    GraphEncoder,
    MissingEncoder,
    Problem,
    Shape,
    StartNode,
    Task,
    array_problem,
    initial_types,
    problem_on,
    reachable_types,
    smallest_problems,
)
from dnar.verify.words import Words

RANDOM_PROBLEMS = 24
"""Random problems that are set up, of 4 to 15 nodes."""


def random_problems(task: Task, seed: int = 0) -> Iterator[Problem]:
    """Random problems of a task that are larger than its smallest ones.

    Sparse and dense graphs, connected or not; directed ones by turns, where the task takes
    them.
    """
    rng = np.random.default_rng([seed, 6])
    for number in range(RANDOM_PROBLEMS):
        size = 4 + number % 12
        if task.source is not None:
            yield task.source.sample(size, rng)
        elif task.inputs.shape is Shape.ARRAY:
            yield array_problem(size, rng)
        else:
            drawn = erdos_renyi(size, rng, p=(0.15, 0.4, 0.8)[number % 3], connected=False)
            shape = task.inputs.shape
            directed = shape is Shape.ACYCLIC or (shape is Shape.ANY and number % 2 == 1)
            ends = drawn.source, drawn.target
            graph = Graph.from_edges(*ends, labels=size, directed=directed)
            needed = task.inputs.start is StartNode.REQUIRED
            optional = task.inputs.start is StartNode.OPTIONAL and number % 4 < 2
            yield problem_on(task, graph, rng, with_start=needed or optional)


def encoder_leaks(task: Task) -> str | None:
    """What larger problems show at step zero that the smallest did not; None if nothing.

    An encoder that is data sets up the same states whatever the graph, so nothing is looked at.
    """
    if isinstance(task.encoder, GraphEncoder | MissingEncoder):
        return None
    _, known, kinds = initial_types(task.encode(each) for each in smallest_problems(task))
    if not known:  # the verifier says that there is nothing to prove
        return None
    program = task.program
    for problem in random_problems(task):
        _, types, states = initial_types([task.encode(problem)])
        where = f"a problem of {problem.graph.node_count} nodes"
        for kind, found in states.items():
            for state in found - kinds.get(kind, frozenset()):
                return f"{where} begins with a node in {program.node_states[state]}"
        for each, zeros in types.items():
            if each not in known:
                return f"{where} begins with another arc: {_arc_words(task, each)}"
            if not known[each] <= zeros:
                return _nonzero(task, where, each, known[each] - zeros)
    return None


def _nonzero(task: Task, where: str, each: ArcType, names: frozenset[str]) -> str:
    scalars = ", ".join(sorted(names))
    return f"{where} begins with {scalars} other than zero: {_arc_words(task, each)}"


def _arc_words(task: Task, each: ArcType) -> str:
    return Words(reachable_types(task)).arc_type(each)


def demand_encoding(task: Task) -> None:
    """Refuses a task whose larger problems begin with what the smallest do not show.

    Raises:
        InputError: says what was seen.
    """
    leak = encoder_leaks(task)
    if leak is None:
        return
    if task.source is not None:
        raise InputError(
            f"{task.name} cannot be verified: {leak}, which none of the smallest problems of "
            "its source shows; add one that does"
        )
    raise InputError(
        f"{task.name} cannot be verified: {leak}, which no problem of up to "
        f"{task.smallest_size} nodes shows; let the encoder look at single nodes and edges "
        "only, or declare a larger smallest_size"
    )
