"""Mutation test of the verifier: `python -m tools.mutation_test [TASK ...]`.

Changes single entries of the bundled programs and asks the verifier. Writes what came of it to
`programs/mutants.json`: how many mutants of each table were refuted, open, or still proved.
Mutants that are still proved are equivalent; each is run on hundreds of problems to see it.
"""

import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from tests.mutants import mutants

from dnar.atomic_write import write_atomically
from dnar.build_info import provenance
from dnar.machine import Program, Reachable, Task, reachable_types
from dnar.run.bundled import pretrained_program
from dnar.tasks import get_task
from dnar.verify import Search, Verdict, verify

ALL_OF = ("bfs", "mis", "eccentricity")
"""Tasks of which every mutant is looked at; of the others a sample."""

TASKS = ("bfs", "dfs", "prim", "dijkstra", "mis", "eccentricity")
SAMPLE = 120
RESULTS = Path(__file__).parent.parent / "programs" / "mutants.json"


def main(names: list[str]) -> int:
    """Tests the verifier on mutants of these tasks, or of all six."""
    figures: dict[str, Any] = {}
    wrong = 0
    for name in names or TASKS:
        task = get_task(name)
        figures[name] = tried(task, pretrained_program(task), reachable_types(task))
        wrong += figures[name]["wrongly proved"]
        print(name, json.dumps(figures[name]), flush=True)
    if not names:
        body = {"origin": provenance(), "tasks": figures}
        write_atomically(RESULTS, [json.dumps(body, indent=2), "\n"])
    return 1 if wrong else 0


def tried(task: Task, program: Program, reachable: Reachable) -> dict[str, Any]:
    """What the verifier says of the mutants of a program."""
    began = time.perf_counter()
    every = list(mutants(program, reachable))
    chosen = every
    if task.name not in ALL_OF and len(every) > SAMPLE:
        rng = np.random.default_rng(0)
        chosen = [every[at] for at in sorted(rng.choice(len(every), SAMPLE, replace=False))]
    search = Search(task)
    verdicts: Counter[str] = Counter()
    unnamed = wrongly_proved = outputs_differ = 0
    for mutant in chosen:
        result = verify(task, mutant.program, reachable=reachable, search=search)
        verdicts[f"{mutant.table} {result.verdict.value}"] += 1
        if result.verdict is Verdict.PROVED:
            wrongly_proved += search.find(mutant.program) is not None
        elif not result.blocked:
            unnamed += 1
        if result.counterexample is not None:
            outputs_differ += result.counterexample.outputs_differ
    return {
        "mutants": len(every),
        "tried": len(chosen),
        "verdicts": dict(sorted(verdicts.items())),
        "caught without a named case": unnamed,
        "wrongly proved": wrongly_proved,
        "refuted by an output": outputs_differ,
        "seconds": round(time.perf_counter() - began, 1),
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
