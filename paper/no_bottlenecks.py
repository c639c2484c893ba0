"""Table 4: the paper's processor without its bottlenecks, a transformer convolution."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from paper import baselines
from paper.continuous import WORDS, measure, parts
from paper.continuous_page import limits, plot, scores_table, training_table, training_words
from paper.experiment import Experiment
from paper.published_continuous import WITHOUT_BOTTLENECKS

PROCESSORS = ("transformer",)


def published(task: str, size: int, processor: str) -> str:
    return WITHOUT_BOTTLENECKS[task][size]


def section(found: dict[str, Any], folder: Path) -> list[str]:
    plot(found, folder, "no_bottlenecks", PROCESSORS)
    return [
        "States are not made discrete, attention is soft and scalars are numbers among others",
        "in continuous hidden vectors. The paper's node / graph scores in percent (those of",
        "eccentricity are, in its table, DFS's node scores again), and ours: node / graph /",
        "valid, mean ± standard deviation over all seeds. Trained, with hints, and scored as",
        "the baselines are.",
        "",
        *scores_table(found, PROCESSORS, published),
        "",
        *limits(found),
        "",
        *baselines.VERIFIER,
        "",
        f"![scores without bottlenecks over size]({folder.name}/no_bottlenecks.png)",
        "",
        *training_words(found),
        "",
        *training_table(found),
    ]


EXPERIMENT = Experiment(
    name="no_bottlenecks",
    title="Without discrete bottlenecks (Table 4)",
    quick=replace(baselines.QUICK, processors=PROCESSORS),
    full=replace(baselines.FULL, processors=PROCESSORS, ways=("hints",)),
    parts=parts,
    measure=measure,
    section=section,
    words=WORDS,
)
