"""Writes proofs that no smaller program fits: `python -m tools.prove_minimality TASK [DIR]`.

A search finds the smallest program of a task. For every claim that it makes (fewer states do
not suffice, nothing is shorter) the formula and the solver's proof are written, and checked by
`tools/check_unsat.py`.
"""

import argparse
import json
from pathlib import Path

from tools.check_unsat import check

from dnar.atomic_write import write_atomically
from dnar.build_info import provenance
from dnar.discover import SKETCHES, Checker, Search, Settings, get_sketch
from dnar.discover.minimality import claims_of, write_proof


def main() -> None:
    """Searches, writes and checks."""
    parser = argparse.ArgumentParser(description="Proves that no smaller program fits.")
    parser.add_argument("task", choices=[name for name in SKETCHES if name != "dfs"])
    parser.add_argument("folder", nargs="?", type=Path, default=Path("runs/minimality"))
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    sketch, settings = get_sketch(options.task), Settings(seed=options.seed)
    folder = options.folder / options.task
    state = Search(sketch, settings, Checker(sketch)).run()
    proofs = []
    for claim in claims_of(state):
        made = write_proof(sketch, settings, claim, folder)
        texts = [(folder / made[name]).read_text() for name in ("formula", "proof")]
        made["checked_steps"] = check(*texts)
        proofs.append(made)
        print(f"{made['claim']}: {made['checked_steps']} steps of the proof follow")
    report = {
        "task": sketch.name,
        "told": sketch.declared(),
        "seed": options.seed,
        "search": state.to_json(),
        "proofs": proofs,
        "provenance": provenance(),
    }
    write_atomically(folder / "minimality.json", [json.dumps(report, indent=1), "\n"])
    print(folder)


if __name__ == "__main__":
    main()
