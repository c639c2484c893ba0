"""Results as JSON: written after every finished part, taken up again where they stop."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from dnar import provenance
from dnar.whole_files import write_whole

FOLDER = Path(__file__).parent / "results"


def collect(
    name: str,
    protocol: dict[str, Any],
    parts: list[str],
    measure: Callable[[str], Any],
    folder: Path = FOLDER,
) -> dict[str, Any]:
    """Measures every part that `NAME.json` in the folder does not hold yet.

    Results of another protocol are not mixed in: they are measured anew.
    """
    path = folder / f"{name}.json"
    found = json.loads(path.read_text()) if path.is_file() else {}
    if found.get("protocol") != json.loads(json.dumps(protocol)):
        found = {"protocol": protocol, "parts": {}}
    for part in parts:
        if part not in found["parts"]:
            found["parts"][part] = {**measure(part), "provenance": provenance()}
            write_whole(path, [json.dumps(found, indent=1, sort_keys=True), "\n"])
        print(part, _summary(found["parts"][part]), flush=True)
    return found


def _summary(part: dict[str, Any]) -> str:
    numbers = {
        key: value for key, value in part.items() if isinstance(value, bool | int | float | str)
    }
    return json.dumps(numbers)
