"""A program of 90 node states, 6 arc states and 3 heads: extracted, verified, compiled.

It is extracted from an untrained network. That is the hardest case: nothing in its tables is
regular, so few cases can be merged. The rules' own program is timed beside it.

`python -m benchmarks.large_program`
"""

import os
import resource
import tempfile
import time
from collections.abc import Callable
from typing import TypeVar

import torch

from benchmarks.clock import TASK
from benchmarks.results_file import write_results
from dnar.compile import compile_proved, compile_unproved
from dnar.network import MessageForm, Network, extract, shared_networks
from dnar.verify import verify

Result = TypeVar("Result")


def untrained() -> Network:
    """A network of the task with its first weights."""
    torch.manual_seed(0)
    return shared_networks([TASK], hidden=len(TASK.program.node_states), form=MessageForm.RICH)[
        0
    ]


def main() -> None:
    seconds: dict[str, float] = {}

    def timed(name: str, work: Callable[[], Result]) -> Result:
        began = time.perf_counter()
        result = work()
        seconds[name] = round(time.perf_counter() - began, 2)
        print(f"{name:24}{seconds[name]:8.2f} s", flush=True)
        return result

    network = untrained()
    with tempfile.TemporaryDirectory() as cache:
        os.environ["DNAR_CACHE"] = cache
        found = timed("extract", lambda: extract(network, TASK))
        proof = timed("verify", lambda: verify(TASK, found.program, found.numerics))
        timed("compile", lambda: compile_unproved(TASK, found.program).kernel())
        total = round(sum(seconds.values()), 2)
        by_rules = timed("verify the rules", lambda: verify(TASK, TASK.program))
        timed("compile the rules", lambda: compile_proved(TASK, TASK.program).kernel())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(f"{'extract to compile':24}{total:8.2f} s, peak {peak:.2f} GiB")
    write_results(
        "large_program",
        {
            "node_states": len(TASK.program.node_states),
            "arc_states": len(TASK.program.arc_states),
            "heads": len(TASK.program.heads),
            "node_cases": len(found.program.node_cases),
            "arc_cases": len(found.program.arc_cases),
            "verdict": proof.verdict.value,
            "verdict_of_rules": by_rules.verdict.value,
            "seconds": {**seconds, "extract to compile": total},
            "peak_gib": round(peak, 2),
        },
    )


if __name__ == "__main__":
    main()
