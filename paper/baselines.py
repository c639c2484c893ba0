"""Table 1, the baselines' columns: GIN and PGN, with hints and on outputs alone.

Both are trained on graphs drawn as those of our models, undirected and with a start, and scored
on the graphs that ours are scored on.
"""

from pathlib import Path
from typing import Any

from paper.continuous import SIZES, WORDS, ContinuousConfig, measure, parts
from paper.continuous_page import limits, plot, scores_table, training_table, training_words
from paper.experiment import Experiment
from paper.published import SALSA
from paper.tables import FAMILIES
from paper.training import TASKS

PROCESSORS = ("gin", "pgn")

FULL = ContinuousConfig(
    seeds=3,
    tasks=TASKS,
    processors=PROCESSORS,
    ways=("hints", "outputs"),
    hidden=64,
    processor_steps=18_000,
    batches=150,
    sizes=SIZES,
    families=FAMILIES,
    graphs=20,
    million_arc_steps=4.0,
)

QUICK = ContinuousConfig(
    seeds=1,
    tasks=("bfs", "mis", "eccentricity"),
    processors=PROCESSORS,
    ways=("hints",),
    hidden=32,
    processor_steps=1000,
    batches=30,
    sizes=(16, 80),
    families=FAMILIES,
    graphs=10,
    million_arc_steps=0.5,
)


def published(task: str, size: int, processor: str) -> str:
    return SALSA[task][size][PROCESSORS.index(processor)]


def section(found: dict[str, Any], folder: Path) -> list[str]:
    plot(found, folder, "baselines", PROCESSORS)
    return [
        "The paper's node / graph scores in percent, and ours: node / graph / valid, mean ±",
        "standard deviation over all seeds; *graphs* is their number per family and size.",
        "Pointers are compared with the textbook's, ties included; *valid* counts any correct",
        "tree and any maximal independent set. Eccentricity is a number, rounded; it has no",
        "node score. Dijkstra's algorithm is scored on its pointers alone; lengths of paths",
        "are left out, and so is *valid*, which needs them.",
        "Every model is told the number of steps, as in the paper. For eccentricity that",
        "is a hint at the answer: three more than it.",
        "",
        *scores_table(found, PROCESSORS, published),
        "",
        *limits(found),
        "",
        *VERIFIER,
        "",
        f"![scores of the baselines over size]({folder.name}/baselines.png)",
        "",
        *training_words(found),
        "",
        *training_table(found),
    ]


VERIFIER = [
    "*What the verifier says*: nothing. Hidden vectors are continuous, so there are no finite",
    "tables to extract, and nothing can be proved of such a model or refuted by enumeration. A",
    "score is all there is to know about it.",
]
"""Said of every model with continuous hidden states."""

EXPERIMENT = Experiment(
    name="baselines",
    title="GIN and PGN (Table 1)",
    quick=QUICK,
    full=FULL,
    parts=parts,
    measure=measure,
    section=section,
    words=WORDS,
)
