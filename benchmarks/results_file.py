"""Where benchmarks leave their figures, with the machine they were measured on."""

import json
from pathlib import Path
from typing import Any

from dnar import provenance
from dnar.atomic_write import write_atomically

FOLDER = Path(__file__).parent / "results"


def write_results(name: str, figures: dict[str, Any]) -> None:
    """Writes one benchmark's figures."""
    FOLDER.mkdir(exist_ok=True)
    content = {**figures, "provenance": provenance()}
    write_atomically(FOLDER / f"{name}.json", [json.dumps(content, indent=1), "\n"])
