"""The paper's training protocol (Section 4.4), and forms between it and the package's method.

`TrainConfig.paper()` has the settings of Section 4.4: 1,000 steps of Adam on batches of 32
graphs, teacher forcing, temperatures of attention and gates from 3 to 0.01, literal messages,
one run per seed. Each further form differs in one thing more, except the last, which is the
package's method. Models run as many steps as the rules.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

from dnar.network import MessageForm
from dnar.tasks import all_tasks
from dnar.training import TrainConfig
from paper.experiment import Experiment, Parts
from paper.training import IN_MASKS, TASKS
from paper.ways import ABOUT, WaysConfig, measure_way, way_parts, way_table

_RICH = TrainConfig.paper(messages=MessageForm.RICH)

WAYS = {
    "paper": TrainConfig.paper(),
    "rich": _RICH,
    "best": replace(_RICH, best_ahead=TrainConfig().best_ahead),
    "gradient": TrainConfig(enumerated=False),
}

NAMES = {
    "paper": "the protocol",
    "rich": "the protocol, rich messages",
    "best": "the protocol, rich messages, best arc ahead at first",
    "gradient": "the package's method, graphs alone",
}

MOST_SEEDS = {**dict.fromkeys(("rich", "best", "gradient"), 2), **dict.fromkeys(IN_MASKS, 2)}
"""Of the ways and tasks to compare with."""

KNOWN_TASKS = (*all_tasks(), *IN_MASKS)
"""What may be trained: bundled tasks, and those in the states of the benchmark."""


def parts(config: WaysConfig) -> list[str]:
    return way_parts(config, MOST_SEEDS)


def measure(part: str, config: WaysConfig) -> dict[str, Any]:
    return measure_way(part, config, WAYS)


def section(parts: Parts, pictures: Path) -> list[str]:
    """One table of all runs."""
    return [
        "Section 4.4 as a preset (`dnar train TASK --protocol paper`): 1,000 steps of Adam at",
        "0.001, batches of 32 graphs with all their nodes, arcs and steps, teacher forcing,",
        "temperatures of attention and gates from 3 to 0.01, literal messages, no restarts, no",
        "search; the number of steps is given. The paper reports 100 / 100 for all six tasks.",
        "Its hints are others than ours: see docs/hints.md. Tasks called `..._masks` have the",
        "states of the benchmark's hints. With *rich messages* a message says the arc's state,",
        "too, and an arc's update sees both ends. *Best arc ahead at first*: at the start",
        "attention prefers the best arc of every class, as in the authors' code. The last way",
        "is that of `dnar train TASK --graphs-only`, with restarts.",
        "",
        *ABOUT,
        "",
        *way_table(parts, NAMES),
    ]


FULL = WaysConfig(seeds=5, ways=tuple(WAYS), tasks=(*TASKS, *IN_MASKS), given_steps=True)

EXPERIMENT = Experiment(
    name="protocol",
    title="The paper's training protocol (Section 4.4)",
    quick=replace(FULL, seeds=1, tasks=("bfs",), ways=("paper",), sizes=(16, 80), graphs=5),
    full=FULL,
    parts=parts,
    measure=measure,
    section=section,
    open=("seeds", "tasks", "ways"),
    words={"ways": WAYS, "tasks": KNOWN_TASKS},
)
