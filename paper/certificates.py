"""Section 5, "provably correct on any test data": every model proved, every proof checked.

Each model's certificate is checked by `tools/check_certificate.py` together with the weights,
in a process of its own that knows nothing of this package.
"""

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dnar.training import TrainConfig
from paper.checking import accepted
from paper.experiment import Experiment, Parts
from paper.learned import HEADS, learned_cells, learned_json
from paper.tables import chosen, count, table
from paper.training import TASKS, USUAL, task_parts, trained


@dataclass(frozen=True)
class Config:
    """What is trained."""

    seeds: int = 5
    tasks: tuple[str, ...] = TASKS
    training: TrainConfig = USUAL


def measure(part: str, config: Config) -> dict[str, Any]:
    task, seed = part.split()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "run"
        model = trained(task, seed, config.training, out=folder)
        proof = folder / "certificate.json"
        good = proof.is_file() and accepted(proof, folder / "model.safetensors")
    return {
        "learned": learned_json(model),
        "verdict": model.report["verdict"],
        "accepted": good,
    }


def section(parts: Parts, pictures: Path) -> list[str]:
    """How many certificates the independent checker accepts."""
    rows = [
        (
            task,
            len(runs),
            *learned_cells(runs),
            count(runs),
            sum(run["accepted"] for run in runs),
        )
        for task in dict.fromkeys(name.split()[0] for name in parts)
        for runs in [chosen(parts, task)]
    ]
    return [
        "Models trained as for Table 1; each certificate was checked with its weights by",
        "`tools/check_certificate.py`, which shares no code with the package.",
        "",
        *table(("task", "seeds", *HEADS, "proved", "accepted by the checker"), rows),
    ]


EXPERIMENT = Experiment(
    name="certificates",
    title="Certificates (Section 5)",
    quick=Config(seeds=1),
    full=Config(),
    parts=task_parts,
    measure=measure,
    section=section,
)
