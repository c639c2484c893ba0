"""How the baselines with SALSA-CLRS's settings are shown, and what separates them from it."""

import json
import statistics
from collections.abc import Iterator
from typing import Any

from paper.experiment import Parts
from paper.published import SALSA, SALSA_UPDATES
from paper.published_continuous import WITHOUT_BOTTLENECKS
from paper.results_file import COMMITTED
from paper.tables import (
    FAMILIES,
    MISSING,
    cells_of,
    chosen,
    graph_count,
    score_cell,
    spread,
    table,
)

WAYS = {
    "outputs": "CLRS length, outputs alone",
    "whole": "CLRS length, outputs alone, whole budget",
    "hints": "CLRS length, hints",
    "whole-hints": "CLRS length, hints, whole budget",
    "rules": "our rules, hints",
}
SHARES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
"""Shares of the published updates at which validations are shown."""


def published(task: str, size: int, processor: str) -> str:
    """Node / graph score in the paper's Tables 1 and 4, in percent."""
    if processor == "transformer":
        return WITHOUT_BOTTLENECKS[task][size]
    return SALSA[task][size][("gin", "pgn").index(processor)]


def node_gap(runs: list[dict[str, Any]], task: str, size: int, processor: str) -> float | None:
    """Our node score, the mean over families and seeds, less the published one."""
    cells = cells_of(runs, size)
    if not cells:
        return None
    wanted = float(published(task, size, processor).split(" / ")[0])
    return statistics.mean(cell["node"] for cell in cells) - wanted


def page(found: Parts) -> list[str]:
    """The section of the report."""
    return [
        "Dijkstra and Prim, trained as SALSA-CLRS trains its baselines; in the full profile",
        "that is: 10,000 Erdos-Renyi graphs of 4 to 16 nodes, batches of 8, hidden vectors of",
        "size 128, AdamW with a learning rate of 0.0004239 that is divided by ten on a",
        "plateau of the validation loss, early stopping, the weights with the lowest",
        "validation loss; PGN without and GIN with a gated unit. The published models had up",
        "to 125,000 updates; *share* is what ours had of these. A model with a tenth of the",
        "budget is validated ten times as often, so that plateaus scale with it. Other",
        "differences: a batch has graphs of one size, there are 100 validation graphs and not",
        "1,000, a run has n steps and not n + 1, GIN has no batch norm, arcs are decoded by a",
        "two-layer network, the norm of the hidden vectors is not penalised, and all is in",
        "single precision.",
        "",
        "Runs of *CLRS length* take one step per extracted node, on the graph alone. The runs",
        "of *our rules* are several times longer and have a virtual node; weights are updated",
        "after every 4 of their steps. Scores are node / graph in percent, mean ± standard",
        "deviation over the seeds; *gap* is our node score, the mean over the three families,",
        "less the published.",
        "",
        *_scores(found),
        "",
        *_separated(found),
        "",
        *_curves(found),
    ]


def _kinds(found: Parts) -> list[tuple[str, str, str]]:
    """Task, processor and way of all parts."""
    kinds = {(task, processor, way) for task, processor, way, _ in map(str.split, found)}
    return sorted(kinds, key=lambda kind: (kind[0], [*WAYS].index(kind[2]), kind[1]))


def _scores(found: Parts) -> list[str]:
    heads = ("task", "size", "processor", "way", "paper", "seeds", "graphs", "share")
    return table((*heads, *FAMILIES, "gap"), _score_rows(found))


def _score_rows(found: Parts) -> Iterator[tuple[Any, ...]]:
    for task, processor, way in _kinds(found):
        runs = chosen(found, task, processor, way)
        share = f"{100 * statistics.mean(run['share'] for run in runs):.3g} %"
        for size in sorted({cell["size"] for run in runs for cell in run["scores"]}):
            given = (published(task, size, processor), len(runs))
            graphs = graph_count(cells_of(runs, size))
            scores = (
                score_cell(cells_of(runs, size, family), ("node", "graph"))
                for family in FAMILIES
            )
            gap = _signed(node_gap(runs, task, size, processor))
            yield (task, size, processor, WAYS[way], *given, graphs, share, *scores, gap)


def _separated(found: Parts) -> list[str]:
    """The same processor in all ways: what is due to the budget, what to the formulation."""
    rows = []
    for task, processor in dict.fromkeys(kind[:2] for kind in _kinds(found)):
        ways = {way for *kind, way in _kinds(found) if kind == [task, processor]}
        if len(ways) < 2:
            continue
        for size in (16, 80):
            ours = (_mean_node(chosen(found, task, processor, way), size) for way in WAYS)
            small = _mean_node(_small_budget(task, processor), size)
            rows.append((task, size, processor, published(task, size, processor), *ours, small))
    if not rows:
        return ["Budget and formulation are not separated: no model was trained in two ways."]
    heads = ("task", "size", "processor", "paper", *WAYS.values())
    return [
        "*Budget or formulation?* Node scores, the mean over families and seeds. *Whole",
        "budget* differs from the way before it in the budget only; the other ways differ in",
        "the formulation and have the same budget, unless training stopped early. The last",
        "column, from `baselines` and `no_bottlenecks`, is the formulation of our rules with",
        "its small budget (hidden size 64, about 4,600 updates).",
        "",
        *table((*heads, "our rules, hints, small budget"), rows),
    ]


def _mean_node(runs: list[dict[str, Any]], size: int) -> str:
    by_run = [[cell["node"] for cell in cells_of([run], size)] for run in runs]
    return spread([statistics.mean(nodes) for nodes in by_run if nodes])


def _small_budget(task: str, processor: str) -> list[dict[str, Any]]:
    runs = []
    for name in ("baselines", "no_bottlenecks"):
        path = COMMITTED / f"{name}.json"
        found = json.loads(path.read_text())["parts"] if path.is_file() else {}
        runs += chosen(found, task, processor, "hints")
    return runs


def _curves(found: Parts) -> list[str]:
    """How validation scores rise with the updates, and what training took."""
    rows = []
    for task, processor, way in _kinds(found):
        runs = chosen(found, task, processor, way)
        along = (_right_at(runs, share) for share in SHARES)
        figures = (
            spread([run[key] for run in runs], digits)
            for key, digits in (
                ("updates", 0),
                ("train_cpu_seconds", 0),
                ("updates_per_cpu_second", 1),
            )
        )
        falls = spread([_falls(run) for run in runs], 0)
        rows.append((task, processor, WAYS[way], *along, falls, *figures))
    heads = [f"at {share:.0%}" for share in SHARES]
    return [
        "Node scores on the validation graphs (Erdos-Renyi, n = 16) after a share of the",
        "published updates, how often the learning rate fell, and what training took. Scores",
        "that still rise at the end lack updates.",
        "",
        *table(
            (
                "task",
                "processor",
                "way",
                *heads,
                "falls",
                "updates",
                "CPU seconds",
                "updates per CPU second",
            ),
            rows,
        ),
    ]


def _right_at(runs: list[dict[str, Any]], share: float) -> str:
    """The validation score after a share of the published updates, if they were reached."""
    wanted = share * SALSA_UPDATES
    values = []
    for run in runs:
        reached = [each for each in run["validations"] if each[0] <= wanted]
        if reached and run["updates"] >= wanted:
            values.append(reached[-1][2])
    return spread(values)


def _falls(run: dict[str, Any]) -> int:
    return len({rate for *_, rate in run["validations"]}) - 1


def _signed(value: float | None) -> str:
    return MISSING if value is None else f"{value:+.1f}"
