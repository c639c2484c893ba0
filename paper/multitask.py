"""Section 4.5: one processor for all six tasks, trained at once and proved.

Every part trains the tasks of one seed together, asks the verifier about each member, has the
independent checker check its certificate, and scores the program extracted from it on graphs
of up to ten times the training size.
"""

import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch

import dnar
from dnar.network import Network, outputs_of, signature_of
from dnar.run import CompiledEngine, ProgramEngine, evaluate
from dnar.training import TrainConfig
from paper.checking import accepted
from paper.experiment import Experiment, Parts
from paper.learned import HEADS, learned_cells, learned_json
from paper.published_multitask import HOURS, SCORES, STEPS
from paper.shared_units import active_units
from paper.tables import FAMILIES, MISSING, cells_of, graph_count, score_cell, spread, table
from paper.training import TASKS, USUAL, seeded


@dataclass(frozen=True)
class MultitaskConfig:
    """How often it is trained, and on how many graphs each member is scored."""

    seeds: int
    tasks: tuple[str, ...] = TASKS
    sizes: tuple[int, ...] = (16, 80, 160)
    families: tuple[str, ...] = FAMILIES
    graphs: int = 100
    """Per task, family and size."""
    training: TrainConfig = USUAL


def measure(part: str, config: MultitaskConfig) -> dict[str, Any]:
    """Trains all tasks together, then looks at every member."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "run"
        began = time.process_time()
        training = replace(config.training, seed=int(part))
        joint = dnar.train_together(config.tasks, config=training, out=folder)
        cpu_seconds = time.process_time() - began
        members = {
            name: _member(model, folder, config) for name, model in joint.members.items()
        }
    report = joint.report
    units = [active_units(each.task, each.network) for each in joint.members.values()]
    return {
        "learned": learned_json(next(iter(joint.members.values()))),
        "exact": joint.exact,
        "iterations": report["iterations"],
        "train_seconds": report["train_seconds"],
        "cpu_seconds": round(cpu_seconds, 1),
        "parameters": report["parameters"],
        "parameters_apart": sum(_parameters_alone(each) for each in joint.members.values()),
        "hidden": report["config"]["hidden"],
        "units_of_all": int(torch.stack(units).all(0).sum()),
        "members": members,
    }


def _member(model: dnar.Model, folder: Path, config: MultitaskConfig) -> dict[str, Any]:
    """The verdict on a member, whether its certificate is accepted, and its scores."""
    name, verdict = model.task.name, model.report["verdict"]
    proved = verdict == "proved"
    engine = (CompiledEngine if proved else ProgramEngine)(model.task, model.program)
    cells = {"sizes": config.sizes, "families": config.families}
    scores = evaluate(engine, **cells, graphs=config.graphs, seed=1)
    proof, weights = folder / name / "certificate.json", folder / "model.safetensors"
    return {
        "exact": model.exact,
        "verdict": verdict,
        "accepted": proved and accepted(proof, weights),
        "scores": [score.to_json() for score in scores],
    }


def _parameters_alone(model: dnar.Model) -> int:
    """How many weights a network of this task alone has."""
    hidden = model.network.processor.sizes.hidden
    alone = Network(signature_of(model.task.program), outputs_of(model.task), hidden=hidden)
    return sum(each.numel() for each in alone.parameters())


def section(results: Parts, pictures: Path) -> list[str]:
    """What each seed cost and came to, and the scores of every member."""
    return [
        "One processor with an encoder and a decoder per task, all tasks trained at once.",
        "*Proved* counts members that the verifier proved equal to the rules on every graph,",
        "*accepted* their certificates that `tools/check_certificate.py` accepted together",
        "with the one model file. *CPU s* is the time of training and verifying. *Apart* is",
        "the number of weights of networks trained one by one. *Units* counts the hidden units",
        "of the shared node update that are active in every task.",
        "",
        *_runs(results),
        "",
        "Node / graph / valid scores in percent of the programs extracted from the members,",
        "mean ± standard deviation over all seeds; *graphs* is their number per family and",
        "size. Training graphs have up to 16 nodes. The paper has no table of its multitask",
        "scores; it says that they are perfect.",
        "",
        *_scores(results),
    ]


def _runs(results: Parts) -> list[str]:
    heads = ("seed", *HEADS, "exact", "proved", "accepted", "iterations", "seconds", "CPU s")
    paper = (
        "paper",
        "gradient",
        "graphs",
        "no",
        *3 * (MISSING,),
        STEPS,
        f"{HOURS} hours, A100",
        *4 * (MISSING,),
    )
    rows = [_run(seed, run) for seed, run in sorted(results.items())]
    return table((*heads, "weights", "apart", "units"), [paper, *rows, _mean(results)])


def _mean(results: Parts) -> tuple[str, ...]:
    """Mean and deviation over the seeds of what training took."""
    keys = ("iterations", "train_seconds", "cpu_seconds")
    took = (spread([run[key] for run in results.values()]) for key in keys)
    return ("mean", *6 * (MISSING,), *took, *3 * (MISSING,))


def _run(seed: str, run: dict[str, Any]) -> tuple[Any, ...]:
    members = list(run["members"].values())
    counts = [
        f"{sum(each)} of {len(members)}"
        for each in (
            [member["exact"] for member in members],
            [member["verdict"] == "proved" for member in members],
            [member["accepted"] for member in members],
        )
    ]
    keys = ("iterations", "train_seconds", "cpu_seconds", "parameters", "parameters_apart")
    units = f"{run['units_of_all']} of {run['hidden']}"
    return (seed, *learned_cells([run]), *counts, *(run[key] for key in keys), units)


def _scores(results: Parts) -> list[str]:
    runs = [run["members"] for run in results.values()]
    members = [member for run in runs for member in run.values()]
    sizes = sorted({score["size"] for member in members for score in member["scores"]})
    rows, how = [], learned_cells(list(results.values()))
    for task in TASKS:
        trained = [run[task] for run in runs if task in run]
        for size in sizes:
            ours = [score_cell(cells_of(trained, size, family)) for family in FAMILIES]
            told = (len(trained), graph_count(cells_of(trained, size)))
            rows.append((task, size, *how, *told, SCORES, *ours))
    heads = ("task", "size", *HEADS, "seeds", "graphs", "paper", "ours, ER", "WS", "Delaunay")
    return table(heads, rows)


EXPERIMENT = Experiment(
    name="multitask",
    title="Multitask training (Section 4.5)",
    quick=MultitaskConfig(seeds=1, graphs=20),
    full=MultitaskConfig(seeds=3, graphs=100),
    parts=seeded,
    measure=measure,
    section=section,
    open=("seeds",),
)
