"""Certificates: a proof as one JSON file that can be checked without this package."""

import hashlib
import json
from pathlib import Path
from typing import Any

from dnar.atomic_write import write_atomically
from dnar.errors import InputError
from dnar.machine import (
    Numerics,
    Output,
    PointerOrder,
    Program,
    Readout,
    Task,
    digest,
    program_from_json,
    program_json,
)
from dnar.memory import check_memory
from dnar.verify.findings import Kind
from dnar.verify.outputs import pointer_state
from dnar.verify.verify import Result, Verdict

FORMAT = 2
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
    from dnar.build_info import provenance  # noqa: PLC0415 (only for a new certificate)

    if result.verdict is not Verdict.PROVED:
        raise InputError(
            f"only a proved program gets a certificate; this one is {result.verdict.value}"
        )
    rules, made = program_json(task.program), program_json(program)
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
        InputError: the file cannot be read, is damaged, or is of another version.
    """
    value = read_json(path, "certificate")
    if not isinstance(value, dict) or "program" not in value or "digest" not in value:
        raise InputError(f"{path} is no certificate: it has no program and no digest")
    if type(value.get("format")) is not int:
        raise InputError(
            f"{path} is damaged: its format is {value.get('format')!r}, not a number"
        )
    if value["format"] != FORMAT:
        advice = "upgrade dnar" if value["format"] > FORMAT else "verify its model again"
        raise InputError(
            f"{path} is of format {value['format']} and this version reads {FORMAT}; {advice} "
            "to use it"
        )
    return value, program_from_json(value["program"])
