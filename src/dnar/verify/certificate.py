"""Certificates: a proof as one JSON file that can be checked without this package."""

import hashlib
from typing import Any

from dnar.errors import InputError
from dnar.machine import (
    CERTIFICATE_FORMAT,
    Numerics,
    Output,
    PointerOrder,
    Program,
    Readout,
    Task,
    digest,
    program_json,
)
from dnar.verify.findings import Kind
from dnar.verify.outputs import pointer_state
from dnar.verify.verify import Result, Verdict

CLAIM = (
    "On every instance whose arcs are of the initial types at step zero, whatever its size and "
    "its scalars, program and rules are in the same node and arc states after every step, and "
    "their outputs are equal."
)


def certificate(
    task: Task,
    program: Program,
    result: Result,
    numerics: Numerics | None = None,
    weights: bytes | None = None,
) -> dict[str, Any]:
    """The certificate of a proved program.

    Args:
        task: The task whose rules it was compared with.
        program: The program.
        result: What `verify` found.
        numerics: How clearly the entries were decided.
        weights: The model file that the program was extracted from.

    Raises:
        InputError: the program was not proved.
    """
    from dnar.build_info import provenance  # noqa: PLC0415 (only for a new certificate)

    if result.verdict is not Verdict.PROVED:
        raise InputError(
            f"only a proved program gets a certificate; this one is {result.verdict.value}"
        )
    rules, made = program_json(task.program), program_json(program)
    counts = {kind.value: result.obligations.get(kind.value, 0) for kind in Kind}
    margins_checked = counts.pop(Kind.MARGIN.value)
    body = {
        "format": CERTIFICATE_FORMAT,
        "claim": CLAIM,
        "task": task.name,
        "verdict": result.verdict.value,
        "origin": provenance(),
        "hashes": {
            "weights": None if weights is None else hashlib.sha256(weights).hexdigest(),
            "program": digest(made),
            "rules": digest(rules),
        },
        "rules": rules,
        "program": made,
        "outputs": {
            name: _output_json(each, task.program.readouts.get(name))
            for name, each in task.decoders.items()
        },
        **_reachable_json(result),
        "close": _close(program, numerics),
        "obligations": counts,
        "margins": {
            name: {"gap": gap, "error": error} for name, (gap, error) in result.margins.items()
        },
        "margins_checked": margins_checked,
    }
    return {**body, "digest": digest(body)}


def _output_json(output: Output, readout: Readout | None) -> dict[str, Any]:
    pointer = isinstance(readout, PointerOrder)
    return {
        "output": type(output).__name__,
        "kind": int(output.kind),
        "readout": None if readout is None else "pointer" if pointer else "labels",
        "arc_state": pointer_state(readout) if isinstance(readout, PointerOrder) else None,
        "scalars": [
            {
                "scalar": use.scalar,
                "kind": None if use.kind is None else int(use.kind),
                "states": None if use.states is None else sorted(map(int, use.states)),
            }
            for use in output.scalar_uses()
        ],
    }


def _reachable_json(result: Result) -> dict[str, Any]:
    reachable = result.reachable
    return {
        "roles": [
            {
                "name": role.name,
                "reverse": role.reverse,
                "multiplicity": role.multiplicity.value,
                "receivers": None if role.receivers is None else int(role.receivers),
            }
            for role in reachable.roles
        ],
        "initial": [
            {"type": list(each), "zero": sorted(zero)}
            for each, zero in sorted(reachable.initial.items())
        ],
        "kinds": {
            str(int(kind)): sorted(states) for kind, states in sorted(reachable.begun.items())
        },
        "types": sorted(list(each) for each in reachable.types),
    }


def _close(program: Program, numerics: Numerics | None) -> list[dict[str, Any]]:
    """Per order, for each place: the last one whose score is too close to call."""
    return [
        {
            "head": head,
            "receiver": receiver,
            "close": _close_places(len(order), numerics, (head, receiver)),
        }
        for (head, receiver), order in sorted(program.orders.items())
        if order
    ]


def _close_places(size: int, numerics: Numerics | None, key: tuple[int, int]) -> list[int]:
    if numerics is None:
        return list(range(size))
    scores, error = numerics.scores[key], numerics.score_errors[key]
    return [max(at for at in range(size) if one - scores[at] <= error) for one in scores]
