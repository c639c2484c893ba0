"""Trains the models that come with the package: `python tools/pretrain.py [TASK ...]`.

Each is trained with the default configuration and seed 0 and must become exact; its file holds
the report of its training.
"""

import sys
import tempfile
from pathlib import Path

import dnar
from dnar.run.engine import pretrained_path


def main(names: list[str]) -> None:
    """Trains and stores the models of these tasks, or of all."""
    for name in names or list(dnar.all_tasks()):
        with tempfile.TemporaryDirectory() as folder:
            model = dnar.train(name, seed=0, out=Path(folder) / "run")
            if not model.exact:
                raise SystemExit(f"{name} did not become exact; nothing was stored")
            trained = (Path(folder) / "run" / "model.safetensors").read_bytes()
            pretrained_path(model.task).write_bytes(trained)
        print(name, model.report["train_seconds"], "s", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
