"""What is known of a found program: proved equal to rules, or compared with the textbook."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from dnar.discover import SKETCHES, Asked, Batch, Found
from dnar.discover.problems import small_problems
from dnar.machine import write_certificate
from dnar.run.discovery import Discovery
from dnar.tasks import get_task
from dnar.verify import OutputResult, Verdict, output_certificate, same_outputs

AT_ONCE = 4000
"""Problems that run side by side."""

CERTIFICATE = "outputs.certificate.json"
"""The proof in a discovery's folder, if there is one."""


@dataclass(frozen=True)
class Compared:
    """The verdict on a found program, and against what."""

    reference: str | None
    """The task whose rules it was compared with."""
    verdict: Verdict | None
    """None where there are no rules."""
    reasons: tuple[str, ...] = ()

    def words(self) -> list[str]:
        """For people."""
        if self.verdict is None:
            return ["no rules to compare with: nothing is claimed beyond what was checked"]
        known = {
            Verdict.PROVED: f"proved: the same outputs as the rules of {self.reference}, on "
            "graphs of every size",
            Verdict.REFUTED: f"refuted: other outputs than the rules of {self.reference}",
            Verdict.OPEN: f"open: equal outputs with the rules of {self.reference} not proved",
        }
        return [known[self.verdict], *(f"  {each}" for each in self.reasons)]

    def to_json(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "reference": self.reference,
            "verdict": None if self.verdict is None else self.verdict.value,
            "reasons": list(self.reasons),
        }


def compare(found: Discovery, folder: str | Path | None = None) -> Compared:
    """The verdict on a discovery; a proof is written into the folder."""
    reference = found.sketch.reference
    if reference is None:
        return Compared(None, None)
    result: OutputResult = same_outputs(get_task(reference), found.task)
    if folder is not None and result.verdict is Verdict.PROVED:
        value = output_certificate(get_task(reference), found.task, result)
        write_certificate(Path(folder) / CERTIFICATE, value)
    return Compared(reference, result.verdict, result.reasons)


def exhaustive_failures(
    found: Discovery, nodes: int, seed: int = 0
) -> Iterator[tuple[int, int]]:
    """How many problems of a size were asked and how many it fails, group by group.

    Every labelled graph of that many nodes with every start; where numbers belong to a problem,
    some orders of them are drawn.
    """
    sketch = SKETCHES.get(found.sketch.name, found.sketch)
    if sketch.expected is None:
        return
    problems = small_problems(sketch, nodes, np.random.default_rng(seed))
    program = Found(sketch, found.tables)
    while group := list(islice(problems, AT_ONCE)):
        asked = [Asked(each, sketch.expected(each)) for each in group]
        batch = Batch(sketch, found.tables.counts, asked)
        yield len(group), len(batch.failures(program))
