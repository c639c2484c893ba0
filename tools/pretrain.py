"""Makes the models that come with the package: `python -m tools.pretrain [TASK ...]`.

Each is trained with the default configuration and the first seed, from 0 on, whose model is
proved. The model and its
certificate go into the package; `programs/<task>` gets the certificate, the program as JSON,
its readable print and a runnable Python file; these share `programs/runner.py`. At the end the
kernels are made again, see `tools.make_kernels`.
"""

import json
import sys
import tempfile
from pathlib import Path

from tools import make_kernels

import dnar
from dnar.atomic_write import write_atomically
from dnar.explain import (
    explain_program,
    explanation_text,
    runner_source,
    tables_source,
)
from dnar.machine import program_json, reachable_types
from dnar.run.bundled import certificate_path, pretrained_path
from dnar.run.model import CERTIFICATE

SEEDS = 5
"""Seeds that are tried."""

PROGRAMS = Path(__file__).parent.parent / "programs"


def main(names: list[str]) -> None:
    """Trains, proves and stores the models of these tasks, or of all."""
    for name in names or list(dnar.all_tasks()):
        model, proof = proved_model(name)
        write_atomically(pretrained_path(model.task), [model.weights])
        write_atomically(certificate_path(model.task), [proof])
        store_program(model, proof)
        print(name, model.report["train_seconds"], "s, proved", flush=True)
    write_atomically(PROGRAMS / "runner.py", [runner_source()])
    make_kernels.main()


def proved_model(name: str) -> tuple[dnar.Model, bytes]:
    """The model of the first seed that is proved, and its certificate."""
    for seed in range(SEEDS):
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch) / "run"
            model = dnar.train(name, seed=seed, out=folder)
            if model.report["verdict"] == "proved":
                return model, (folder / CERTIFICATE).read_bytes()
        print(name, "with seed", seed, "is", model.report["verdict"], flush=True)
    raise SystemExit(f"{name}: no model of {SEEDS} seeds is proved; nothing was stored")


def store_program(model: dnar.Model, proof: bytes) -> None:
    """Writes what people read and run: program.json, program.txt, program.py, certificate."""
    folder = PROGRAMS / model.task.name
    folder.mkdir(parents=True, exist_ok=True)
    program = model.program
    explanation = explain_program(model.task, program, reachable_types(model.task))
    write_atomically(folder / CERTIFICATE, [proof])
    write_atomically(folder / "program.json", [json.dumps(program_json(program)), "\n"])
    write_atomically(folder / "program.txt", [explanation_text(explanation)])
    write_atomically(folder / "program.py", [tables_source(model.task, program)])


if __name__ == "__main__":
    main(sys.argv[1:])
