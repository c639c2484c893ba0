"""The standalone file: a program's tables and their runner, for the standard library alone.

Nothing about an algorithm is written here. Tables come from the explanation, first states from
encoding small problems, and the runner is the text of `dnar.explain.program_runner`.
"""

import ast
import json
import textwrap
from collections.abc import Iterable
from importlib.resources import files
from typing import Any

import numpy as np

from dnar.explain.explanation import Explanation
from dnar.explain.summary import explain_program
from dnar.explain.words import class_words, entry_words, pointer_places
from dnar.graph import Graph
from dnar.machine import (
    FUNCTIONS,
    ArcCase,
    ArcType,
    Comparison,
    Gate,
    Instance,
    Labels,
    NodeCase,
    NodeCategory,
    Output,
    Place,
    PointerOrder,
    Prefer,
    Problem,
    Program,
    Reachable,
    Role,
    Scalar,
    Setup,
    Shape,
    Start,
    StartNode,
    Task,
    Term,
    gating_place,
    lay_out,
    reachable_types,
)

WIDTH = 96
"""Most columns of a line of tables."""


class Code(str):
    """A Python expression, written as it is."""

    __slots__ = ()


def standalone_source(task: Task, program: Program, reachable: Reachable | None = None) -> str:
    """A Python file that runs the program with the standard library alone."""
    opening, literals, ending = _parts(task, program, reachable)
    return "\n".join([opening, *literals, _runner()]) + ending


def tables_source(task: Task, program: Program, reachable: Reachable | None = None) -> str:
    """The same file for a folder beside a `runner.py` that holds the runner: tables alone."""
    opening, literals, ending = _parts(task, program, reachable)
    return "\n".join([opening, _SHARED, *literals]) + ending


def runner_source() -> str:
    """The runner as a module of its own."""
    return files("dnar.explain").joinpath("program_runner.py").read_text("utf-8")


def _parts(
    task: Task, program: Program, reachable: Reachable | None
) -> tuple[str, list[str], str]:
    explanation = explain_program(task, program, reachable or reachable_types(task))
    tables = tables_of(explanation)
    literals = [
        f"{_COMMENTS[name]}{name.upper()} = {_literal(value, used=len(name) + 3)}\n"
        for name, value in tables.items()
    ]
    names = "".join(f"    {name}={name.upper()},\n" for name in tables)
    ending = _ENDING.format(names=names.replace("=REACHABLE", "=frozenset(REACHABLE)"))
    return _opening(task, tables["takes"]["input"]), literals, ending


_SHARED = """import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from runner import Tables, main
"""


_COMMENTS = {
    "task": "",
    "takes": "# What it takes.\n",
    "heads": "# The ways of listening: of arcs in one class, each hears the one with the\n"
    "# smallest (or largest) key, of equal ones the lowest sender. No key: the index itself.\n",
    "scalars": "# Numbers on nodes and arcs, and how they start.\n",
    "comparisons": "# Signs that cases may read: first scalar minus second.\n",
    "functions": "# Functions of scalars.\n",
    "node_start": "# The states in which nodes begin.\n",
    "arc_start": "# The states in which arcs begin, by role.\n",
    "orders": "# What a node hears: the first of these that is in its row, or nothing.\n",
    "node_cases": "# What becomes of a node: the first case that fits; without one it stays.\n",
    "arc_cases": "# What becomes of an arc: the first case that fits; without one it stays.\n",
    "ops": "# A scalar's next value: the sum of these terms, each in the states named.\n",
    "outputs": "# How the answer is read off at the end.\n",
    "reachable": "# All arcs that a run can meet: receiver <- sender: arc, reverse, role.\n",
}

_ENDING = """

PROGRAM = Tables(
{names})

if __name__ == "__main__":
    sys.exit(main(PROGRAM, __doc__ or ""))
"""


def tables_of(explanation: Explanation) -> dict[str, Any]:
    """The tables of a standalone file, by the names that the runner gives them."""
    task, program = explanation.task, explanation.program
    starts, begun, inputs = _first_values(task), _graph_starts(explanation), task.inputs
    takes = "array" if inputs.shape is Shape.ARRAY else "graph"
    if starts is None or begun is None:
        takes, starts, begun = "instance", {}, ({}, {})
    orders: dict[str, dict[str, list[str]]] = {}
    for (head, state), entries in sorted(
        program.orders.items(), key=lambda each: each[0][::-1]
    ):
        named = [entry_words(program, entry) for entry in entries]
        if named:
            orders.setdefault(program.node_states[state], {})[program.heads[head].name] = named
    return {
        "task": task.name,
        "takes": {
            "input": takes,
            "start": inputs.start.value,
            "weights": inputs.weights.value,
            "shape": inputs.shape.value,
            "random": inputs.random,
        },
        "heads": {
            head.name: {"key": head.key, "largest": head.prefer is Prefer.LARGEST}
            for head in program.heads
        },
        "scalars": {each.name: _scalar(each, starts) for each in program.scalars},
        "comparisons": {each.name: [each.left, each.right] for each in program.comparisons},
        "functions": _functions(program),
        "node_start": begun[0],
        "arc_start": begun[1],
        "orders": orders,
        "node_cases": [_node_case(program, case) for case in program.node_cases],
        "arc_cases": [_arc_case(program, case) for case in program.arc_cases],
        "ops": {
            op.target: [_term(program, op.target, t) for t in op.terms] for op in program.ops
        },
        "outputs": {
            name: _output(explanation, name, output) for name, output in task.decoders.items()
        },
        "reachable": [
            _type_words(program, explanation.reachable.roles, each)
            for each in sorted(explanation.reachable.types)
        ],
    }


def instance_json(program: Program, instance: Instance) -> dict[str, Any]:
    """An instance as the standalone file of a task with a layout of its own reads it."""
    kinds, states = instance.node_kind.tolist(), instance.node_state.tolist()
    columns = (
        instance.receiver.tolist(),
        instance.sender.tolist(),
        instance.reverse_arc.tolist(),
        [instance.roles[role].name for role in instance.role.tolist()],
        [program.arc_states[state] for state in instance.arc_state.tolist()],
    )
    names = ("receiver", "sender", "reverse", "role", "state")
    scalars = {**instance.node_scalars, **instance.arc_scalars}
    return {
        "labels": list(instance.labels),
        "nodes": [
            {"kind": kind, "state": program.node_states[state]}
            for kind, state in zip(kinds, states, strict=True)
        ],
        "arcs": [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)],
        "scalars": {name: values.tolist() for name, values in scalars.items()},
    }


def _type_words(program: Program, roles: tuple[Role, ...], each: ArcType) -> str:
    """An arc type as the runner spells it."""
    ends = f"{program.node_states[each.receiver]} <- {program.node_states[each.sender]}"
    arcs = f"{program.arc_states[each.arc]}, {program.arc_states[each.reverse]}"
    return f"{ends}: {arcs}, {roles[each.role].name}"


def _graph_starts(
    explanation: Explanation,
) -> tuple[dict[str, dict[str, str]], dict[str, str]] | None:
    """The first states of nodes and arcs, if a graph and its start determine them."""
    starts = explanation.starts
    if any(len(some) > 1 for some in (*starts.nodes.values(), *starts.arcs.values())):
        return None
    nodes: dict[str, dict[str, str]] = {}
    for (started, who), states in sorted(starts.nodes.items()):
        nodes.setdefault("with start" if started else "without start", {})[who] = min(states)
    return nodes, {role: min(states) for role, states in starts.arcs.items()}


def _first_values(task: Task) -> dict[str, str] | None:
    """How the runner finds the given scalars of a graph: as weights, values or indices.

    None if the task lays out its own arcs, or makes a scalar of something else.
    """
    problem = _probe(task)
    if problem is None or not isinstance(task.set_up(problem), Setup):
        return None
    instance = task.encode(problem)
    nodes = problem.graph.node_count
    sources = {"weight": lay_out(problem.graph).weight, "index": np.arange(nodes + 1.0)}
    if problem.values is not None:
        sources["value"] = np.append(problem.values, 0.0)
    scalars = {**instance.node_scalars, **instance.arc_scalars}
    found = {}
    for scalar in task.program.scalars:
        if scalar.start is Start.INPUT:
            fitting = [
                name
                for name, values in sources.items()
                if np.array_equal(values, scalars[scalar.name])
            ]
            if not fitting:
                return None
            found[scalar.name] = fitting[0]
    return found


def _probe(task: Task) -> Problem | None:
    """A small problem in which no two numbers are equal."""
    if task.inputs.shape is Shape.OWN:
        return None
    if task.inputs.shape is Shape.ARRAY:
        return Problem(Graph.from_edges([], [], labels=3), values=np.array([5.0, 2.0, 7.0]))
    directed = task.inputs.shape in (Shape.ANY, Shape.ACYCLIC)
    graph = Graph.from_edges(
        [0, 1], [1, 2], labels=3, weight=np.array([5.0, 2.0]), directed=directed
    )
    return Problem(graph, None if task.inputs.start is StartNode.UNUSED else 0)


def _scalar(scalar: Scalar, starts: dict[str, str]) -> dict[str, Any]:
    start = starts.get(scalar.name, scalar.start.value)
    words = {"place": scalar.place.value, "start": start}
    return {**words, "period": scalar.period} if scalar.period else words


def _functions(program: Program) -> dict[str, Code]:
    names = {term.function for op in program.ops for term in op.terms if term.function}
    found = {}
    for name in sorted(names):
        arguments = ("x", "y", "z")[: FUNCTIONS[name].arguments]
        formula = FUNCTIONS[name].python.format(*arguments)
        found[name] = Code(f"lambda {', '.join(arguments)}: {formula}")
    return found


def _named(names: tuple[str, ...], states: Iterable[int]) -> list[str]:
    return [names[state] for state in sorted(states)]


def _signs(
    comparisons: Iterable[Comparison], signs: Iterable[frozenset[int] | None]
) -> dict[str, list[int]]:
    pairs = zip(comparisons, signs, strict=True)
    return {each.name: sorted(some) for each, some in pairs if some is not None}


def _node_case(program: Program, case: NodeCase) -> dict[str, Any]:
    heard = {
        head.name: [class_words(program, each) for each in sorted(some)]
        for head, some in zip(program.heads, case.heard, strict=True)
        if some is not None
    }
    words = {
        "state": program.node_states[case.state],
        "becomes": program.node_states[case.becomes],
        "heard": heard,
        "signs": _signs(program.compared(Place.NODE), case.signs),
    }
    return {name: value for name, value in words.items() if value}


def _arc_case(program: Program, case: ArcCase) -> dict[str, Any]:
    words: dict[str, Any] = {
        "state": program.arc_states[case.state],
        "becomes": program.arc_states[case.becomes],
    }
    for name, names in (
        ("receiver", program.node_states),
        ("sender", program.node_states),
        ("reverse", program.arc_states),
    ):
        if getattr(case, name) is not None:
            words[name] = _named(names, getattr(case, name))
    for name in ("heard", "heard_back"):
        flags = zip(program.heads, getattr(case, name), strict=True)
        wanted = {head.name: flag for head, flag in flags if flag is not None}
        words |= {name: wanted} if wanted else {}
    signs = _signs(program.compared(Place.ARC), case.signs)
    return {**words, "signs": signs} if signs else words


def _term(program: Program, target: str, term: Term) -> dict[str, Any]:
    place = program.scalar(target).place
    words: dict[str, Any] = {"gate": term.gate.value}
    for name in ("scalar", "head", "function"):
        if getattr(term, name) is not None:
            words[name] = getattr(term, name)
    if term.arguments:
        words["arguments"] = list(term.arguments)
    if term.gate is Gate.INC:
        words["number"] = term.number
    names = program.states(gating_place(place, term.gate))
    return {**words, "in": _named(names, term.when)}


def _output(explanation: Explanation, name: str, output: Output) -> dict[str, Any]:
    """An output by its three primitives: a pointer order, labels, and a scalar."""
    program = explanation.program
    readout, uses = program.readouts.get(name), output.scalar_uses()
    words: dict[str, Any] = {
        "read": type(output).__name__,
        "kind": int(output.kind),
        "of": "arc" if uses and uses[0].kind is None else "node",
    }
    if isinstance(readout, PointerOrder):
        words["along"] = [
            [f"{arc} (self-loop)" if loop else arc for arc, loop in place]
            for place in pointer_places(explanation, output, readout)
        ]
    elif isinstance(readout, Labels):
        names = program.states(readout.place)
        pairs = zip(names, readout.labels, strict=True)
        words["of"] = readout.place.value
        words["labels"] = {state: label for state, label in pairs if label}
        if isinstance(output, NodeCategory):
            words["categories"] = [str(name) for name, _ in output.categories]
    elif uses and uses[0].states is not None:
        words["labels"] = dict.fromkeys(_named(program.node_states, uses[0].states), 1)
    if len(uses) == 1:
        words["scalar"] = uses[0].scalar
    elif uses:
        words["scalars"] = [each.scalar for each in uses]
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
    if isinstance(value, Code):
        return str(value)
    if isinstance(value, dict):
        pairs = (f"{_line(key)}: {_line(entry)}" for key, entry in value.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_line(entry) for entry in value) + "]"
    return json.dumps(value) if isinstance(value, str) else repr(value)


def _opening(task: Task, takes: str) -> str:
    usage = {"array": "3 1 2", "instance": "instance.json", "graph": "edges.csv"}[takes]
    if takes == "graph":
        usage += " --directed" if task.inputs.shape is Shape.ACYCLIC else ""
        usage += " --start LABEL" if task.inputs.start is StartNode.REQUIRED else ""
    usage += " --randomness rows.json" if task.inputs.random else ""
    notes = (_RANDOM if task.inputs.random else "") + (_INSTANCE if takes == "instance" else "")
    finds = textwrap.fill(f"Finds {task.summary}.", WIDTH)
    return f'''"""{task.title}.

{finds}

A program of dnar as tables, and a runner for them; it needs Python 3.11 and nothing else. It
prints its answer as JSON:

    python {task.name}.py {usage}

The tables hold every case that the algorithm can reach, and no others.{notes}
"""
'''


_RANDOM = """

Random numbers come from --randomness, a file of rows with one number per node. Without one
they come from Python's generator, whose numbers are not those that dnar draws from a seed."""

_INSTANCE = """

The algorithm has a layout of its own, so it takes an instance that is laid out already: a JSON
object with labels (of the nodes of kind 0), nodes (kind, state), arcs (receiver, sender,
reverse, role, state; sorted by receiver and sender) and scalars (a list per name).
`dnar.explain.instance_json` makes one."""


def _runner() -> str:
    """The runner's text without its docstring."""
    text = runner_source()
    docstring = ast.parse(text).body[0].end_lineno or 0
    return "\n".join(text.splitlines()[docstring:]).strip("\n") + "\n"
