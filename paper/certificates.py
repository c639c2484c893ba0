"""Section 5, "provably correct on any test data": every model proved, every proof checked.

`python -m paper.certificates` trains six tasks with five seeds, writes each model's certificate
and has `tools/check_certificate.py` check it together with the weights, in a process of its own
that knows nothing of this package.
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import dnar
from paper.exact_learning import SEEDS, TASKS
from paper.results_file import collect

CHECKER = Path(__file__).parent.parent / "tools" / "check_certificate.py"


def measure(part: str) -> dict[str, Any]:
    task, seed = part.split()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "run"
        model = dnar.train(task, seed=int(seed), out=folder)
        proof = folder / "certificate.json"
        if not proof.is_file():
            return {"verdict": model.report["verdict"], "checker": "no certificate"}
        weights = ["--weights", str(folder / "model.safetensors")]
        command = [sys.executable, "-I", "-S", str(CHECKER), str(proof), *weights]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        said = (done.stdout + done.stderr).strip()
    return {
        "verdict": model.report["verdict"],
        "accepted": done.returncode == 0,
        "checker": said.split(": ", 1)[-1],
    }


def main() -> None:
    parts = [f"{task} {seed}" for seed in SEEDS for task in TASKS]
    collect("certificates", {"seeds": list(SEEDS)}, parts, measure)


if __name__ == "__main__":
    main()
