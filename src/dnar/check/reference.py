"""The check of a task's answers against a function that computes the right ones."""

import itertools
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from dnar.errors import InputError
from dnar.machine import (
    InstanceEnding,
    MissingEncoder,
    PerNode,
    Problem,
    Shape,
    Task,
    Weights,
    decode_all,
    execute,
    smallest_problems,
)
from dnar.verify.encoding import random_problems

Reference = Callable[..., Any]
"""Takes a graph (of an array: its numbers), then the start or the numbers of nodes if there are
any, and returns the right output; of several outputs, a mapping by name. Nodes are 0, 1, 2, ...
"""


def wrong_answer(task: Task, reference: Reference) -> str | None:
    """The first small or random problem on which the rules are not right; None if on none.

    Raises:
        InputError: the task cannot be compared, or the reference returns something else.
    """
    if task.inputs.random:
        raise InputError(f"{task.name} draws random numbers, so no function has its answers")
    if isinstance(task.encoder, MissingEncoder):
        raise InputError(f"the encoder of {task.name} is Python code; give the task's file")
    for problem in itertools.chain(smallest_problems(task), random_problems(task)):
        instance = task.encode(problem)
        run = execute(task.program, instance, max_steps=task.step_bound(instance.node_count))
        ending = InstanceEnding(instance, run.final)
        outputs = decode_all(task.decoders, task.program.readouts, ending)
        right = _right(task, reference, problem)
        for name, decoder in task.decoders.items():
            found = decoder.labelled(outputs[name], problem.graph.labels)
            wanted = _plain(right[name], members=isinstance(found, list))
            found = _plain(found)
            if not _same(found, wanted):
                return (
                    f"{name} is {found} by the rules and {wanted} by the reference, on "
                    f"{_words(task, problem)}"
                )
    return None


def _right(task: Task, reference: Reference, problem: Problem) -> Mapping[str, Any]:
    given = [each for each in (problem.start, problem.values) if each is not None]
    array = task.inputs.shape is Shape.ARRAY
    try:
        found = reference(*given) if array else reference(problem.graph, *given)
    except Exception as error:
        raise InputError(
            f"the reference of {task.name} fails on {_words(task, problem)}: {error!r}"
        ) from error
    if len(task.decoders) == 1 and not (
        isinstance(found, Mapping) and set(found) == set(task.decoders)
    ):
        return dict.fromkeys(task.decoders, found)
    if not isinstance(found, Mapping) or set(found) != set(task.decoders):
        raise InputError(
            f"the reference of {task.name} must return a mapping with "
            f"{', '.join(task.decoders)}, got {found!r:.60}"
        )
    return found


def _plain(value: Any, *, members: bool = False) -> Any:
    """A value per node as a list in the order of the nodes, members sorted, or one value."""
    if isinstance(value, PerNode):
        return list(value.values())
    if isinstance(value, Mapping):
        return [value[node] for node in sorted(value)]
    if isinstance(value, set | frozenset) or (members and isinstance(value, list | tuple)):
        return sorted(value)
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else value


def _same(found: Any, right: Any) -> bool:
    if isinstance(found, list):
        listed = isinstance(right, list | tuple) and len(found) == len(right)
        return listed and all(map(_same, found, right))
    if isinstance(found, float) and isinstance(right, int | float):
        return bool(np.isclose(found, right, rtol=1e-9, atol=1e-12))
    return bool(found == right)


def _words(task: Task, problem: Problem) -> str:
    graph = problem.graph
    ends = zip(graph.source.tolist(), graph.target.tolist(), strict=True)
    kind = "directed" if graph.directed else "undirected"
    words = f"the {kind} graph of {graph.node_count} nodes with edges {list(ends)}"
    if graph.weight is not None and task.inputs.weights is not Weights.UNUSED:
        words += f", weights {np.round(graph.weight, 3).tolist()}"
    if problem.values is not None:
        words += f", numbers {np.round(problem.values, 3).tolist()}"
    return words if problem.start is None else f"{words}, start {problem.start}"
