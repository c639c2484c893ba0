"""Certificate files: written whole, read without the verifier (see docs/certificates.md)."""

import json
from pathlib import Path
from typing import Any

from dnar.atomic_write import write_atomically
from dnar.errors import InputError
from dnar.machine.program import Program
from dnar.machine.program_json import program_from_json
from dnar.memory import check_memory

CERTIFICATE_FORMAT = 2
"""Raised when certificates of this version cannot be read by earlier ones."""

_JSON_BYTES = 40
"""Memory for one byte of a JSON file while it is read, at most."""


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
    if value["format"] != CERTIFICATE_FORMAT:
        newer = value["format"] > CERTIFICATE_FORMAT
        advice = "upgrade dnar" if newer else "verify its model again"
        raise InputError(
            f"{path} is of format {value['format']} and this version reads "
            f"{CERTIFICATE_FORMAT}; {advice} to use it"
        )
    return value, program_from_json(value["program"])
