"""Makes the models that come with the package: `python -m tools.pretrain [TASK ...]`.

Each is trained with the default configuration and seed 0 and must be proved. The model and its
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

PROGRAMS = Path(__file__).parent.parent / "programs"


def main(names: list[str]) -> None:
    """Trains, proves and stores the models of these tasks, or of all."""
    for name in names or list(dnar.all_tasks()):
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch) / "run"
            model = dnar.train(name, seed=0, out=folder)
            if model.report["verdict"] != "proved":
                raise SystemExit(f"{name} is {model.report['verdict']}; nothing was stored")
            proof = (folder / CERTIFICATE).read_bytes()
            write_atomically(pretrained_path(model.task), [model.weights])
            write_atomically(certificate_path(model.task), [proof])
        store_program(model, proof)
        print(name, model.report["train_seconds"], "s, proved", flush=True)
    write_atomically(PROGRAMS / "runner.py", [runner_source()])
    make_kernels.main()


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
