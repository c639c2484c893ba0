"""Certificates: a proof as one JSON file that can be checked without this package."""

import hashlib
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from dnar.atomic_write import write_atomically
from dnar.errors import InputError
from dnar.machine import (
    Decoder,
    Numerics,
    Program,
    Task,
    digest,
    program_from_json,
    program_json,
    rules_json,
)
from dnar.memory import check_memory
from dnar.verify.findings import Kind
from dnar.verify.verify import Result, Verdict

FORMAT = 1
"""Raised when certificates of this version cannot be read by earlier ones."""

_JSON_BYTES = 40
"""What a byte of a JSON file takes at most while it is read."""

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
    if result.verdict is not Verdict.PROVED:
        raise InputError(
            f"only a proved program gets a certificate; this one is {result.verdict.value}"
        )
    from dnar.build_info import provenance  # noqa: PLC0415 (only for a new certificate)

    rules, tables = rules_json(task.rules), program_json(program)
    counts = {kind.value: result.obligations.get(kind.value, 0) for kind in Kind}
    margins_checked = counts.pop(Kind.MARGIN.value)
    body = {
        "format": FORMAT,
        "claim": CLAIM,
        "task": task.name,
        "verdict": result.verdict.value,
        "origin": provenance(),
        "hashes": {
            "weights": None if weights is None else hashlib.sha256(weights).hexdigest(),
            "program": digest(tables),
            "rules": digest(rules),
        },
        "rules": rules,
        "program": tables,
        "decoders": {name: _decoder_json(each) for name, each in task.decoders.items()},
        **_reachable_json(result),
        "close": _close(program, numerics),
        "obligations": counts,
        "margins": {
            name: {"gap": gap, "error": error} for name, (gap, error) in result.margins.items()
        },
        "margins_checked": margins_checked,
    }
    return {**body, "digest": digest(body)}


def _decoder_json(decoder: Decoder) -> dict[str, Any]:
    fields = asdict(decoder)  # type: ignore[call-overload]
    return {"kind": type(decoder).__name__} | {
        name: value if isinstance(value, str) else int(value) for name, value in fields.items()
    }


def _reachable_json(result: Result) -> dict[str, Any]:
    reachable = result.reachable
    return {
        "roles": [
            {
                "name": role.name,
                "reverse": role.reverse,
                "multiplicity": role.multiplicity.value,
            }
            for role in reachable.roles
        ],
        "initial": [
            {"type": list(each), "zero": sorted(zero)}
            for each, zero in sorted(reachable.initial.items())
        ],
        "kinds": {
            kind.name.lower(): sorted(states) for kind, states in reachable.begun.items()
        },
        "types": sorted(list(each) for each in reachable.types),
    }


def _close(program: Program, numerics: Numerics | None) -> list[list[list[int]]]:
    """Per head and receiver, for each place: the last one whose score is too close to call."""
    return [
        [
            _close_places(program, numerics, head, state)
            for state in range(len(program.node_states))
        ]
        for head in range(len(program.heads))
    ]


def _close_places(
    program: Program, numerics: Numerics | None, head: int, state: int
) -> list[int]:
    order = program.order(head, state)
    if numerics is None:
        return list(range(len(order)))
    score = np.array([numerics.score[(head, state, *map(int, entry))] for entry in order])
    error = numerics.score_error[head, state]
    return [int(np.flatnonzero(each - score <= error)[-1]) for each in score]


def write_certificate(path: str | Path, value: dict[str, Any]) -> None:
    """Writes a certificate, whole or not at all."""
    write_atomically(path, [json.dumps(value, ensure_ascii=False, indent=None) + "\n"])


def read_json(path: str | Path, what: str) -> Any:
    """What a JSON file holds; `what` it should be is said if it is damaged.

    Raises:
        InputError: the file cannot be read, or is no JSON.
    """
    try:
        check_memory(_JSON_BYTES * Path(path).stat().st_size, f"{path}: reading the {what}")
        return json.loads(Path(path).read_text())
    except OSError as error:
        raise InputError(f"cannot read {str(path)!r}: {error.strerror}") from error
    except InputError:
        raise
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path} is damaged or no {what}: {error}") from error


def read_certificate(path: str | Path) -> tuple[dict[str, Any], Program]:
    """A certificate and the program in it. It is read, not checked.

    Raises:
        InputError: the file cannot be read, is damaged, or is of a newer version.
    """
    value = read_json(path, "certificate")
    if not isinstance(value, dict) or "program" not in value or "digest" not in value:
        raise InputError(f"{path} is no certificate: it has no program and no digest")
    if not isinstance(value.get("format", 0), int):
        raise InputError(f"{path} is damaged: its format is {value['format']!r}, not a number")
    if value.get("format", 0) > FORMAT:
        raise InputError(
            f"{path} is of format {value['format']} and this version reads up to {FORMAT}; "
            "upgrade dnar to use it"
        )
    return value, program_from_json(value["program"])
