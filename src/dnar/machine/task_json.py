"""Tasks as JSON: rules, inputs, outputs and, where it is data, how a run begins.

A training folder holds its task this way, so that its model can be run, verified and explained
without the file that declared it. Nothing that is read can execute code.
"""

import inspect
from collections.abc import Mapping
from dataclasses import asdict, fields
from enum import Enum, IntEnum
from pathlib import Path
from typing import Any

from dnar.errors import InputError
from dnar.machine import outputs as output_kinds
from dnar.machine.graph_encoder import GraphEncoder
from dnar.machine.instance import Multiplicity, Role
from dnar.machine.missing_encoder import MissingEncoder
from dnar.machine.outputs import Output
from dnar.machine.program import Program
from dnar.machine.program_json import program_from_json, program_json
from dnar.machine.reachable import initial_types, smallest_problems
from dnar.machine.rules import Rules, state_enum
from dnar.machine.task import Inputs, Rounds, Shape, StartNode, StepBound, Task, Weights
from dnar.machine.valued_graphs import ValuedGraphs
from dnar.machine.vocabulary import ArcRule, NodeRule, Place, Rank

VALUED_GRAPHS = "graphs with a number on every node"
"""Names the one source of problems that is no Python code of the user's."""

LATER = "indices"
"""What encoders of earlier versions did not have; it is stored only where it is used."""

FORMAT = 1
"""Raised when tasks of this version cannot be read by earlier ones."""


def task_json(task: Task) -> dict[str, Any]:
    """A task as a JSON object.

    An encoder that is Python code is only named; the arc types that it begins with are listed.
    """
    return {
        "format": FORMAT,
        "name": task.name,
        "title": task.title,
        "summary": task.summary,
        "inputs": {name: _plain(value) for name, value in vars(task.inputs).items()},
        "rules": program_json(task.program),
        "encoder": _encoder_json(task),
        # A list: their order is that of a network's decoders, and keys may be sorted.
        "outputs": [[name, _output_json(each)] for name, each in task.decoders.items()],
        "smallest_size": task.smallest_size,
        "steps": asdict(task.step_bound) if isinstance(task.step_bound, StepBound) else None,
        "rounds": None if task.rounds is None else asdict(task.rounds),
        **({"source": VALUED_GRAPHS} if isinstance(task.source, ValuedGraphs) else {}),
    }


def _plain(value: Any) -> Any:
    """The value as JSON holds it: enumerations by value, tuples as lists."""
    if isinstance(value, IntEnum):
        return int(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    return value


def _output_json(output: Output) -> dict[str, Any]:
    values = {name: _plain(value) for name, value in vars(output).items()}
    return {"output": type(output).__name__, **values}


def _encoder_json(task: Task) -> dict[str, Any]:
    encoder = task.encoder
    if isinstance(encoder, GraphEncoder):
        found = {name: _plain(value) for name, value in vars(encoder).items()}
        return {name: value for name, value in found.items() if value or name != LATER}
    if isinstance(encoder, MissingEncoder):
        code, found = encoder.code, (encoder.roles, encoder.initial, encoder.kinds)
    else:
        code = _where(encoder)
        found = initial_types(task.encode(each) for each in smallest_problems(task))
    roles, initial, kinds = found
    return {
        "code": code,
        "roles": [
            [each.name, each.reverse, each.multiplicity.value, _plain(each.receivers)]
            for each in roles
        ],
        "initial": [[list(each), sorted(zeros)] for each, zeros in sorted(initial.items())],
        "kinds": [[int(kind), sorted(states)] for kind, states in sorted(kinds.items())],
    }


def _where(encoder: Any) -> str:
    """The name of a function and its file, without folders."""
    name = getattr(encoder, "__qualname__", type(encoder).__qualname__)
    try:
        file = Path(inspect.getfile(encoder if callable(encoder) else type(encoder))).name
    except (TypeError, OSError):
        return str(name)
    return f"{name} in {file}"


def task_from_json(value: Any) -> Task:
    """The task in a JSON object.

    Raises:
        InputError: it is no task, or one of another version.
    """
    if not isinstance(value, dict) or not {"format", "name", "rules"} <= set(value):
        raise InputError("this is no task: expected a JSON object with a name and rules")
    if value["format"] != FORMAT:
        raise InputError(
            f"the task is of format {value['format']!r} and this version reads {FORMAT}; "
            "train its model again"
        )
    try:
        return _parsed(value)
    except InputError:
        raise
    except (LookupError, ValueError, TypeError, ArithmeticError, AttributeError) as error:
        raise InputError(f"the task is damaged: {type(error).__name__} {error}") from error


def _parsed(value: Mapping[str, Any]) -> Task:
    program = program_from_json(value["rules"])
    steps = value["steps"]
    return Task(
        name=str(value["name"]),
        title=str(value["title"]),
        summary=str(value["summary"]),
        inputs=_inputs(value["inputs"]),
        rules=_rules(program),
        encoder=_encoder(str(value["name"]), value["encoder"]),
        decoders={name: _output(each) for name, each in value["outputs"]},
        smallest_size=int(value["smallest_size"]),
        step_bound=StepBound() if steps is None else StepBound(**steps),
        rounds=_rounds(value.get("rounds")),
        source=ValuedGraphs() if value.get("source") == VALUED_GRAPHS else None,
    )


_ROUNDS = {"bound": str, "linear": bool, "instead": str}


def _rounds(value: Mapping[str, Any] | None) -> Rounds | None:
    """How the number of steps grows; files of version 0.2 do not say it."""
    if value is None:
        return None
    if {name: type(each) for name, each in value.items()} != _ROUNDS:
        raise InputError(f"the task is damaged: its rounds are {value}")
    return Rounds(**value)


def _inputs(value: Mapping[str, Any]) -> Inputs:
    kinds = {"start": StartNode, "weights": Weights, "shape": Shape}
    return Inputs(**{name: kinds.get(name, type(each))(each) for name, each in value.items()})


def _rules(program: Program) -> Rules:
    """The rules that make this program, but for its readouts."""
    names = [head.name for head in program.heads]
    compared = {
        place: [each.name for each in program.compared(place)]
        for place in (Place.NODE, Place.ARC)
    }
    return Rules(
        node_states=state_enum("NodeState", program.node_states),
        arc_states=state_enum("ArcState", program.arc_states),
        heads=program.heads,
        ranks=tuple(
            Rank(names[head], receiver, tuple(entry.arc_class for entry in order))
            for (head, receiver), order in program.orders.items()
        ),
        node_rules=tuple(
            NodeRule(
                case.state,
                case.becomes,
                _named(names, case.heard),
                _named(compared[Place.NODE], case.signs),
            )
            for case in program.node_cases
        ),
        arc_rules=tuple(
            ArcRule(
                case.state,
                case.becomes,
                *(_listed(each) for each in (case.receiver, case.sender)),
                heard=_given(names, case.heard),
                heard_back=_given(names, case.heard_back),
                reverse=_listed(case.reverse),
                signs=_named(compared[Place.ARC], case.signs),
            )
            for case in program.arc_cases
        ),
        scalars=program.scalars,
        ops=program.ops,
        comparisons=program.comparisons,
    )


def _given(names: list[str], values: tuple[Any, ...]) -> dict[str, Any]:
    """The values that are not left open, by name."""
    pairs = zip(names, values, strict=True)
    return {name: each for name, each in pairs if each is not None}


def _named(names: list[str], values: tuple[Any, ...]) -> dict[str, Any]:
    return {name: tuple(sorted(each)) for name, each in _given(names, values).items()}


def _listed(states: frozenset[int] | None) -> tuple[int, ...] | None:
    return None if states is None else tuple(sorted(states))


def _encoder(task: str, value: Mapping[str, Any]) -> GraphEncoder | MissingEncoder:
    if "code" not in value:
        known = {each.name for each in fields(GraphEncoder)}
        if set(value) | {LATER} != known:
            raise InputError(f"the task is damaged: its encoder has {sorted(value)}")
        return GraphEncoder(**{name: _frozen(each) for name, each in value.items()})
    return MissingEncoder(
        task,
        str(value["code"]),
        tuple(
            Role(name, reverse, Multiplicity(multiplicity), receivers)
            for name, reverse, multiplicity, receivers in value["roles"]
        ),
        {tuple(each): frozenset(zeros) for each, zeros in value["initial"]},
        {kind: frozenset(states) for kind, states in value["kinds"]},
    )


def _output(value: Mapping[str, Any]) -> Output:
    kind = getattr(output_kinds, str(value["output"]), None)
    if not (isinstance(kind, type) and issubclass(kind, Output)):
        raise InputError(f"no output {value['output']!r} in this version")
    return kind(**{name: _frozen(each) for name, each in value.items() if name != "output"})


def _frozen(value: Any) -> Any:
    """Lists as tuples, through and through."""
    return tuple(_frozen(each) for each in value) if isinstance(value, list) else value
