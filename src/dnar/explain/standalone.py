"""The standalone file: a program's tables and their runner, for the standard library alone.

Nothing about an algorithm is written here. Tables come from the explanation, first states from
encoding small problems, and the runner is the text of `dnar.explain.program_runner`.
"""

import ast
import json
import textwrap
from importlib.resources import files
from typing import Any

import numpy as np

from dnar.explain.explanation import (
    ArcKind,
    Explanation,
    Heard,
    NodeStarts,
    NodeWords,
    OutputWords,
    TermWords,
)
from dnar.explain.summary import explain_program
from dnar.graph import Graph
from dnar.machine import (
    Gate,
    Place,
    Problem,
    Program,
    Reachable,
    Scalar,
    Shape,
    Start,
    StartNode,
    Task,
    lay_out,
    reachable_types,
)

WIDTH = 96
"""Most columns of a line of tables."""


def standalone_source(task: Task, program: Program, reachable: Reachable | None = None) -> str:
    """A Python file that runs the program with the standard library alone."""
    explanation = explain_program(task, program, reachable or reachable_types(task))
    tables = tables_of(task, explanation)
    literals = [
        f"{_COMMENTS[name]}{name.upper()} = {_literal(value, used=len(name) + 3)}\n"
        for name, value in tables.items()
    ]
    names = "".join(f"    {name}={name.upper()},\n" for name in tables)
    ending = _ENDING.format(names=names.replace("=REACHABLE", "=frozenset(REACHABLE)"))
    return "\n".join([_opening(task), *literals, _runner()]) + ending


_COMMENTS = {
    "task": "",
    "takes": "# What it takes.\n",
    "heads": "# The ways of listening: of arcs that are alike, each hears the one with the\n"
    "# smallest (or largest) key, of equal ones the lowest sender. No key: the index itself.\n",
    "scalars": "# Numbers on nodes and arcs, and how they start.\n",
    "node_start": "# The states in which nodes begin.\n",
    "arc_start": "# The states in which arcs begin, by role.\n",
    "listening": "# Whom a node hears: the first of these that is in its row, or nobody.\n",
    "node_rules": "# What becomes of a node: the first rule that fits; without one it stays.\n",
    "arc_rules": "# What becomes of an arc; without a rule it stays.\n",
    "ops": "# A scalar's next value, as a sum: one, the old value, or a scalar from across.\n",
    "outputs": "# How the answer is read off at the end.\n",
    "reachable": "# All arcs that a run can meet: receiver <- sender: arc, reverse, role.\n",
}

_ENDING = """

PROGRAM = Tables(
{names})

if __name__ == "__main__":
    sys.exit(main(PROGRAM, __doc__ or ""))
"""


def tables_of(task: Task, explanation: Explanation) -> dict[str, Any]:
    """The tables of a standalone file, by the names that the runner gives them."""
    inputs, starts = task.inputs, explanation.starts
    return {
        "task": task.name,
        "takes": {
            "start": inputs.start.value,
            "weights": inputs.weights.value,
            "graph": inputs.shape.value,
            "random": inputs.random,
        },
        "heads": {
            head.name: {"key": head.key, "largest": head.largest} for head in explanation.heads
        },
        "scalars": {
            each.scalar.name: _scalar(task, each.scalar) for each in explanation.scalars
        },
        "node_start": {
            "with start": _node_start(starts.with_start),
            "without start": _node_start(starts.without_start),
        },
        "arc_start": dict(starts.arcs),
        "listening": {
            node.state: {
                each.head: [
                    str(entry)
                    for heard in each.order
                    if not _left_open(node, heard)
                    for entry in heard.entries
                ]
                for each in node.listening
            }
            for node in explanation.nodes
            if node.listening
        },
        "node_rules": _node_rules(explanation),
        "arc_rules": _arc_rules(explanation),
        "ops": {
            each.scalar.name: [_term(term) for term in each.terms]
            for each in explanation.scalars
            if each.terms is not None
        },
        "outputs": {output.name: _output(output) for output in explanation.outputs},
        "reachable": [kind_words(kind) for kind in explanation.arc_kinds],
    }


def kind_words(kind: ArcKind) -> str:
    """An arc type as the runner spells it.

    >>> kind_words(ArcKind("UNSEEN", "NEUTRAL", "DONE", "CLOSED", "along"))
    'UNSEEN <- DONE: NEUTRAL, CLOSED, along'
    """
    ends = f"{kind.receiver} <- {kind.sender}"
    return f"{ends}: {kind.arc}, {kind.reverse}, {kind.role}"


def _left_open(node: NodeWords, heard: Heard) -> bool:
    """Whether the tables may say: whatever else."""
    return heard.rest and all(len(case.heard) <= 1 for case in node.cases)


def _scalar(task: Task, scalar: Scalar) -> dict[str, Any]:
    words = {"place": scalar.place.value, "start": _start(task, scalar)}
    return {**words, "period": scalar.period} if scalar.period else words


def _start(task: Task, scalar: Scalar) -> str:
    """How the runner finds a scalar's first value.

    Raises:
        ValueError: the task's encoder makes it of something else than weights or values.
    """
    if scalar.start is not Start.INPUT:
        return scalar.start.value
    problem = _probe(task)
    instance = task.encode(problem)
    if scalar.place is Place.ARC:
        found, expected = instance.arc_scalars[scalar.name], lay_out(problem.graph).weight
    else:
        values = np.zeros(0) if problem.values is None else problem.values
        found, expected = instance.node_scalars[scalar.name], np.append(values, 0.0)
    if not np.array_equal(found, expected):
        raise ValueError(f"{task.name}: {scalar.name} is neither weights nor values")
    return "weight" if scalar.place is Place.ARC else "value"


def _probe(task: Task) -> Problem:
    """A small problem in which no two numbers are equal."""
    if task.inputs.shape is Shape.ARRAY:
        return Problem(Graph.from_edges([], [], labels=3), values=np.array([5.0, 2.0, 7.0]))
    directed = task.inputs.shape in (Shape.ANY, Shape.ACYCLIC)
    graph = Graph.from_edges(
        [0, 1], [1, 2], labels=3, weight=np.array([5.0, 2.0]), directed=directed
    )
    return Problem(graph, None if task.inputs.start is StartNode.UNUSED else 0)


def _node_start(nodes: NodeStarts | None) -> dict[str, str] | None:
    if nodes is None:
        return None
    states = {"other": nodes.other, "virtual": nodes.virtual}
    return states if nodes.start is None else {"start": nodes.start, **states}


def _node_rules(explanation: Explanation) -> list[dict[str, Any]]:
    """Of the rules that fit a node the first counts."""
    rules = []
    for node in explanation.nodes:
        cases = list(node.cases)
        while cases and cases[-1].becomes == node.state:
            cases.pop()
        for case in cases:
            heard = {
                head: [str(entry) for entry in each.entries]
                for head, each in case.heard.items()
                if not _left_open(node, each)
            }
            rule = {"state": node.state, "becomes": case.becomes}
            rules.append({**rule, "heard": heard} if heard else rule)
    return rules


def _arc_rules(explanation: Explanation) -> list[dict[str, Any]]:
    rules = []
    for change in explanation.arcs:
        rule: dict[str, Any] = {"state": change.state, "becomes": change.becomes}
        for name in ("receiver", "sender", "reverse"):
            states = getattr(change, name)
            if states is not None:
                rule[name] = list(states)
        for name in ("heard", "heard_back"):
            flags = getattr(change, name)
            if flags:
                rule[name] = dict(flags)
        rules.append(rule)
    return rules


def _term(term: TermWords) -> dict[str, Any]:
    added = {Gate.INC: "one", Gate.KEEP: "old"}.get(term.gate, term.scalar)
    return {"add": added, "in": list(term.states)}


def _output(output: OutputWords) -> dict[str, Any]:
    words: dict[str, Any] = {"read": output.kind}
    if output.along:
        words["along"] = [
            [f"{each.arc} (self-loop)" if each.loop else each.arc for each in place]
            for place in output.along
        ]
    if output.states:
        words["states"] = list(output.states)
    if output.scalar is not None:
        words["scalar"] = output.scalar
    return words


def _literal(value: Any, indent: str = "", used: int = 0) -> str:
    """A value as Python, on one line if it fits after the `used` columns of its name."""
    line = _line(value)
    if not isinstance(value, dict | list) or len(indent) + used + len(line) < WIDTH:
        return line
    deeper = indent + "    "
    if isinstance(value, dict):
        items = [(f"{_line(key)}: ", entry) for key, entry in value.items()]
    else:
        items = [("", entry) for entry in value]
    lines = [f"{deeper}{name}{_literal(entry, deeper, len(name))},\n" for name, entry in items]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}\n{''.join(lines)}{indent}{closing}"


def _line(value: Any) -> str:
    if isinstance(value, dict):
        pairs = (f"{_line(key)}: {_line(entry)}" for key, entry in value.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_line(entry) for entry in value) + "]"
    return json.dumps(value) if isinstance(value, str) else repr(value)


def _opening(task: Task) -> str:
    usage = {
        Shape.ARRAY: "3 1 2",
        Shape.ACYCLIC: "edges.csv --directed",
    }.get(task.inputs.shape, "edges.csv")
    if task.inputs.start is StartNode.REQUIRED:
        usage += " --start LABEL"
    if task.inputs.random:
        usage += " --randomness rows.json"
    note = _NOTE if task.inputs.random else ""
    finds = textwrap.fill(f"Finds {task.summary}.", WIDTH)
    return f'''"""{task.title}.

{finds}

A program of dnar as tables, and a runner for them; it needs Python 3.11 and nothing else. It
prints its answer as JSON:

    python {task.name}.py {usage}

The tables hold every case that the algorithm can reach, and no others.{note}
"""
'''


_NOTE = """

Random numbers come from --randomness, a file of rows with one number per node. Without one
they come from Python's generator, whose numbers are not those that dnar draws from a seed."""


def _runner() -> str:
    """The runner's text without its docstring."""
    text = files("dnar.explain").joinpath("program_runner.py").read_text(encoding="utf-8")
    docstring = ast.parse(text).body[0].end_lineno or 0
    return "\n".join(text.splitlines()[docstring:]).strip("\n") + "\n"
