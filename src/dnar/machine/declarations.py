"""Declarations: what an `Algorithm` is told, checked where it is written."""

import keyword
from collections.abc import Mapping
from typing import Any

from dnar.errors import InputError
from dnar.machine.functions import FUNCTIONS
from dnar.machine.names import known_name
from dnar.machine.task import StepBound
from dnar.machine.vocabulary import Gate, Place, Scalar, Term

TAKEN = frozenset({
    "arrays", "csv_lines", "draw", "engine", "halted", "json_pieces", "kept", "outputs",
    "path_to", "play", "start", "steps", "task", "to_json", "to_networkx", "to_pandas",
    "trajectory",
})  # fmt: skip
"""What answers have besides outputs."""


def checked_steps(steps: Any) -> StepBound:
    """The bound on steps: (constant, per node, per pair of nodes).

    Raises:
        InputError: it is something else.
    """
    whole = isinstance(steps, tuple | list) and all(type(each) is int for each in steps)
    if not whole or not 1 <= len(steps) <= 3 or min(steps) < 0:
        raise InputError(
            f"steps are (constant, per node, per pair), whole numbers of zero or more; got "
            f"{steps!r:.60}"
        )
    constant, per_node, per_pair = (*steps, 0, 0)[:3]
    return StepBound(constant, per_node, per_pair)


def check_output_name(name: Any) -> None:
    """An output is read as `answer.NAME`.

    Raises:
        InputError: it could not be.
    """
    named = isinstance(name, str) and name.isidentifier() and not keyword.iskeyword(name)
    if not named or name.startswith("_"):
        raise InputError(
            f"an output is named like a Python name, as in answer.parent; got {name!r}"
        )
    if name in TAKEN:
        raise InputError(f"answer.{name} has a meaning already; give the output another name")


def check_term(target: Scalar, term: Any, scalars: Mapping[str, Scalar]) -> None:
    """A summand of a scalar's update must read what it can reach.

    Raises:
        InputError: it cannot; says what it reads and where that is.
    """
    if not isinstance(term, Term):
        raise InputError(
            "an update is a sum of keep, inc, push, take, pull and apply; got "
            f"{term!r:.60} for {target.name}"
        )
    for name in filter(None, (term.scalar, *term.arguments)):
        known_name("scalar", name, scalars)
    here, there = f"{target.place.value}s", "arcs" if target.place is Place.NODE else "nodes"
    gate = term.gate.value
    if term.gate in (Gate.PUSH, Gate.TAKE) and scalars[str(term.scalar)].place is target.place:
        raise InputError(
            f"{gate} brings a scalar of {there} to {here}: {term.scalar} and {target.name} are "
            f"both on {here}"
        )
    only = {Gate.TAKE: Place.ARC, Gate.PULL: Place.NODE}.get(term.gate, target.place)
    if only is not target.place:
        raise InputError(
            f"{gate} is for scalars of {only.value}s, and {target.name} is on {here}"
        )
    if term.gate is Gate.APPLY:
        function = FUNCTIONS[known_name("function", str(term.function), FUNCTIONS)]
        if len(term.arguments) != function.arguments:
            raise InputError(
                f"{term.function} takes {function.arguments} scalars, got "
                f"{', '.join(term.arguments) or 'none'}"
            )
        for name in term.arguments:
            if scalars[name].place is not target.place:
                raise InputError(
                    f"apply reads scalars of the same {target.place.value}; {name} is one of "
                    f"{there}"
                )
