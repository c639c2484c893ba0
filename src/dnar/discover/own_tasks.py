"""Tasks of a user's own: right outputs from a Python function, or examples from a file."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from dnar.discover.checking import Asked
from dnar.discover.problem_json import asked_from_json
from dnar.discover.sketch import (
    Expected,
    Key,
    OutputKind,
    Prior,
    Sketch,
    StateCounts,
    prior_named,
)
from dnar.discover.steps import Steps
from dnar.errors import InputError
from dnar.machine import VALUED, Inputs, Problem, Shape, StartNode, read_json

LADDER = tuple(StateCounts(*each) for each in ((2, 1), (2, 2), (3, 1), (3, 2), (4, 2), (3, 3)))
"""State counts of users' tasks, smallest first."""

VIRTUAL = 2
"""States of the virtual node, for outputs that are read from it."""


def own_sketch(
    name: str,
    *,
    output: str | OutputKind,
    function: Callable[..., Any] | None = None,
    start: bool = False,
    values: bool = False,
    steps: str = "n + 2",
    output_name: str = "output",
    states: Sequence[Sequence[int]] | None = None,
    priors: Iterable[str | Prior] = (),
) -> Sketch:
    """The sketch of a task that the package does not know.

    Args:
        name: The task's name.
        output: pointer, set, choice or count, see `OutputKind`.
        function: Takes a graph, then the start or the values if there are any, and returns the
            right output: per node the node that it points to, a collection of nodes, a node, or
            a number. Without one, the examples are all that is known.
        start: Whether a problem has a start node.
        values: Whether every node has a number; of arcs of one class the smallest is heard.
        steps: The bound on steps, such as `n + 2`, `2 ecc + 4` or `5`.
        output_name: What the output is called.
        states: (node, arc) or (node, arc, virtual) states to try, smallest first.
        priors: Names of `Prior`.

    Raises:
        InputError: something cannot be used; the message says what.
    """
    kind = _kind(output)
    virtual = VIRTUAL if kind in (OutputKind.CHOICE, OutputKind.COUNT) else 0
    points = kind in (OutputKind.POINTER, OutputKind.CHOICE)
    ladder = tuple(
        StateCounts(each.node, each.arc, virtual) for each in LADDER if each.arc > points
    )
    if states is not None:
        ladder = tuple(StateCounts(*map(int, each)) for each in states)
    needs = StartNode.REQUIRED if start else StartNode.UNUSED
    shape = Shape.OWN if values else Shape.UNDIRECTED
    return Sketch(
        name=name,
        title=name.replace("_", " "),
        summary=f"a task of your own with a {kind.value} as its output",
        output=kind,
        output_name=output_name,
        expected=None if function is None else _expected(function, kind),
        steps=Steps.parse(steps),
        ladder=ladder,
        inputs=Inputs(start=needs, shape=shape, own=VALUED if values else ""),
        key=Key.SMALLEST if values else Key.INDEX,
        priors=frozenset(map(prior_named, priors)),
    )


def _kind(output: str | OutputKind) -> OutputKind:
    try:
        return OutputKind(output)
    except ValueError:
        known = ", ".join(each.value for each in OutputKind)
        raise InputError(f"an output is one of {known}, got {output!r}") from None


def _expected(function: Callable[..., Any], kind: OutputKind) -> Expected:
    def expected(problem: Problem) -> np.ndarray:
        given = [each for each in (problem.start, problem.values) if each is not None]
        return raw_output(function(problem.graph, *given), kind, problem.graph.node_count)

    return expected


def raw_output(value: Any, kind: OutputKind, nodes: int) -> np.ndarray:
    """An output as a task's decoder gives it.

    Raises:
        InputError: it is no output of this kind.
    """
    try:
        match kind:
            case OutputKind.POINTER:
                raw = np.array([int(each) for each in value])
                fits = raw.shape == (nodes,)
            case OutputKind.SET:
                some = [int(each) for each in value]
                raw = np.zeros(nodes, dtype=bool)
                raw[some] = True
                fits = all(0 <= each < nodes for each in some)
            case OutputKind.CHOICE:
                raw = np.array([int(np.ravel(value)[0])])
                fits = 0 <= raw[0] < nodes
            case OutputKind.COUNT:
                raw = np.array([float(np.ravel(value)[0])])
                fits = bool(raw[0] >= 0 and raw[0] == int(raw[0]))
    except (TypeError, ValueError, IndexError) as error:
        raise InputError(f"{value!r:.60} is no {kind.value} over {nodes} nodes") from error
    if not fits or (kind is OutputKind.POINTER and not ((raw >= 0) & (raw < nodes)).all()):
        raise InputError(f"{value!r:.60} is no {kind.value} over {nodes} nodes")
    return raw


def own_task_from_file(path: str | Path) -> tuple[Sketch, tuple[Asked, ...]]:
    """The sketch and the examples in a JSON file.

    Raises:
        InputError: it is no such file.
    """
    value = read_json(path, "file of examples")
    if not isinstance(value, dict) or not isinstance(value.get("examples"), list):
        raise InputError(
            f'{path} needs "output" (pointer, set, choice or count) and a list "examples"'
        )
    examples = value["examples"]
    if not examples:
        raise InputError(f"{path} holds no example")
    for name in set(value) - {"name", "output", "steps", "states", "priors", "examples"}:
        raise InputError(f"{path} has an unknown field {name!r}")
    first = examples[0] if isinstance(examples[0], dict) else {}
    sketch = own_sketch(
        str(value.get("name", Path(path).stem)),
        output=value.get("output", ""),
        start="start" in first,
        values="values" in first,
        steps=str(value.get("steps", "n + 2")),
        states=value.get("states"),
        priors=value.get("priors", ()),
    )
    return sketch, tuple(_checked(sketch, asked_from_json(each)) for each in examples)


def _checked(sketch: Sketch, asked: Asked) -> Asked:
    problem = asked.problem
    nodes = problem.graph.node_count
    if (problem.start is not None) != (sketch.inputs.start is StartNode.REQUIRED):
        raise InputError("either every example has a start, or none has")
    if problem.start is not None and not 0 <= problem.start < nodes:
        raise InputError(f"a start is a node from 0 to {nodes - 1}, got {problem.start}")
    if (problem.values is not None) != (sketch.key is not Key.INDEX):
        raise InputError("either every example has values, or none has")
    if problem.values is not None and problem.values.shape != (nodes,):
        raise InputError(f"values are one number per node, {nodes}, got {problem.values.shape}")
    if problem.graph.directed:
        raise InputError("examples are undirected graphs")
    return Asked(problem, raw_output(asked.output, sketch.output, nodes))
