"""Learning from outputs alone by synthesis: tasks and seeds, sizes, proofs, examples needed."""

import statistics
import tempfile
import time
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import dnar
from dnar.discover import (
    Asked,
    Checker,
    Found,
    Prior,
    Search,
    Settings,
    Sketch,
    State,
    get_sketch,
)
from dnar.discover.minimality import claims_of, write_proof
from dnar.discover.problems import random_problem
from dnar.discover.sketch import Key
from dnar.errors import InputError
from dnar.graph import complete_bipartite, erdos_renyi, grid, path
from dnar.machine import Problem, Shape, StartNode, execute
from dnar.run import CompiledEngine, Discovery
from dnar.run.discovery_check import compare, exhaustive_failures
from dnar.textbook import expected
from dnar.textbook.bfs import levels
from paper.experiment import Experiment, Parts
from paper.plots import BLUE, picture
from paper.tables import MISSING, chosen, table

EASY = (
    "bfs",
    "reachability",
    "eccentricity",
    "mis",
    "two_colouring",
    "leaf",
    "local_minimum",
    "maximum",
)
PRIORS = {
    "none": frozenset(),
    "heard-only": frozenset({Prior.HEARD_ONLY}),
    "write-once": frozenset({Prior.WRITE_ONCE}),
    "absorbing": frozenset({Prior.ABSORBING}),
    "heard-only+write-once": frozenset({Prior.HEARD_ONLY, Prior.WRITE_ONCE}),
}

DFS_SECONDS = 120.0
"""CPU seconds that a depth-first search under other priors is searched for."""


@dataclass(frozen=True)
class Config:
    """What is discovered, and how it is examined."""

    seeds: int = 10
    tasks: tuple[str, ...] = EASY
    trained: tuple[str, ...] = ("bfs", "mis")
    """Tasks of which a network is trained, too."""
    sizes: tuple[int, ...] = (5, 16, 64, 160, 1600)
    graphs: int = 100
    """Per size, for tasks with a textbook."""
    exhaustive: int = 6
    """Every graph of so many nodes is compared for tasks without rules, seed 0 only."""
    samples: tuple[int, ...] = (1, 2, 3, 4, 6, 8)
    """Numbers of examples from which the shortest program is found."""
    sample_sizes: tuple[int, ...] = (4, 5)
    seconds: float = 1800.0
    """Time budget of a search."""
    dfs_seeds: int = 10


def parts(config: Config) -> list[str]:
    found = [f"found {task} {seed}" for task in config.tasks for seed in range(config.seeds)]
    found += [
        f"sample {size} {count} {seed}"
        for size in config.sample_sizes
        for count in config.samples
        for seed in range(config.seeds)
    ]
    for task in ("bfs", "reachability"):
        found += [f"prior {task} {name} 0" for name in PRIORS]
    found += [f"found dfs {seed}" for seed in range(min(config.dfs_seeds, config.seeds))]
    if config.dfs_seeds:
        found += [f"prior dfs {name} 0" for name in PRIORS if name != "absorbing"]
    return found


def measure(part: str, config: Config) -> dict[str, Any]:
    kind, *words = part.split()
    match kind:
        case "found":
            return _found(words[0], int(words[1]), config)
        case "sample":
            return _sample(*map(int, words))
        case "prior":
            return _prior(words[0], words[1])
    raise InputError(f"no part {part!r}")


def _found(task: str, seed: int, config: Config) -> dict[str, Any]:
    try:
        # A depth-first search is not shortened: that would take the whole budget.
        first = [lambda progress: progress.cost is not None] if task == "dfs" else []
        found = dnar.discover(
            task, seed=seed, seconds=config.seconds, workers=1, callbacks=first
        )
    except InputError as error:
        return {"found": False, "why": str(error)}
    search = found.report["search"]
    result: dict[str, Any] = {
        "found": True,
        "states": found.report["states"],
        "cost": found.cost,
        "smallest": found.smallest,
        "excluded": found.report["excluded"],
        "refuted": search["refuted"],
        "restarts": search["restarts"],
        "examples": len(search["examples"]),
        "cpu_seconds": search["seconds"],
        "first_seconds": search["first_seconds"],
        "tables": found.tables.to_json(),
        **compare(found).to_json(),
        "scores": _scores(found, config),
    }
    if seed == 0:
        result["minimality"] = _minimality(found)
        if result["verdict"] != "proved":
            result["exhaustive"] = _exhaustive(found, config)
        if task == "bfs":
            result["reading"] = _reading(found)
    if task in config.trained:
        model = dnar.train(found.task, seed=seed)
        result["network"] = {
            "exact": model.exact,
            "verdict": model.report["verdict"],
            "seconds": model.report["train_seconds"],
        }
    return result


def _scores(found: Discovery, config: Config) -> dict[str, Any]:
    """Right answers on larger graphs, [right, asked]; the found program runs compiled."""
    sketch, engine = found.sketch, CompiledEngine(found.task, found.program)
    rng = np.random.default_rng(5)
    scores: dict[str, Any] = {}
    if sketch.expected is None:
        return scores
    named = {
        **{f"n = {size}": _random(sketch, size, config.graphs, rng) for size in config.sizes},
        **_special(sketch, rng),
    }
    for name, problems in named.items():
        right = asked = 0
        for problem in problems:
            asked += 1
            right += _is_right(engine, sketch, problem)
        if asked:
            scores[name] = [right, asked]
    return scores


def _random(sketch: Sketch, size: int, graphs: int, rng: np.random.Generator) -> list[Problem]:
    """Random problems of a size; large graphs are sparse, and bipartite where that is asked."""
    if size <= 64 or sketch.inputs.shape is Shape.ARRAY:
        return [random_problem(sketch, size, rng) for _ in range(graphs)]
    number = graphs if size < 1000 else min(graphs, 10)
    drawn = [erdos_renyi(size, rng) for _ in range(number)]
    if sketch.accepts is not None:
        drawn = [_bipartite(each, rng) for each in drawn]
    return [_problem(sketch, each, rng) for each in drawn]


def _bipartite(graph: dnar.Graph, rng: np.random.Generator) -> dnar.Graph:
    """The edges of a graph that join two random halves."""
    side = rng.random(graph.node_count) < 0.5
    across = side[graph.source] != side[graph.target]
    edges = graph.source[across], graph.target[across]
    return dnar.Graph.from_edges(*edges, labels=graph.node_count)


def _problem(sketch: Sketch, graph: dnar.Graph, rng: np.random.Generator) -> Problem:
    nodes = graph.node_count
    start = sketch.inputs.start is StartNode.REQUIRED
    return Problem(
        graph,
        int(rng.integers(nodes)) if start else None,
        seed=int(rng.integers(1000)),
        values=rng.permutation(nodes).astype(float) if sketch.key is Key.SMALLEST else None,
    )


def _special(sketch: Sketch, rng: np.random.Generator) -> dict[str, list[Problem]]:
    if sketch.reference is None:
        return {}
    graphs = {
        "K(2, n-2)": [complete_bipartite(size) for size in (5, 16, 64)],
        "paths": [path(size) for size in (5, 16, 64)],
        "grids": [grid(size * size) for size in (3, 5, 8)],
    }
    return {
        name: [_problem(sketch, each, rng) for each in some] for name, some in graphs.items()
    }


def _is_right(engine: CompiledEngine, sketch: Sketch, problem: Problem) -> bool:
    assert sketch.expected is not None
    made = engine.solve(problem)
    right = np.array_equal(made.outputs[sketch.output_name], sketch.expected(problem))
    return made.halted and bool(right)


def _exhaustive(found: Discovery, config: Config) -> dict[str, int] | None:
    """Every problem of the given size, for tasks that no proof covers."""
    if config.exhaustive < 6:
        return None
    groups = list(exhaustive_failures(found, config.exhaustive))
    return {
        "nodes": config.exhaustive,
        "problems": sum(asked for asked, _ in groups),
        "failures": sum(wrong for _, wrong in groups),
    }


def _minimality(found: Discovery) -> list[dict[str, Any]]:
    """What the solver proved, with the sizes of its proofs; files are made on demand."""
    if found.sketch.name == "dfs":
        return []
    state = State.from_json(found.report["search"])
    settings = Settings(seed=int(found.report["seed"]))
    with tempfile.TemporaryDirectory() as folder:
        return [write_proof(found.sketch, settings, each, folder) for each in claims_of(state)]


def _reading(found: Discovery) -> dict[str, float]:
    """What the states of the found program mean, on 200 graphs of 16 nodes.

    Its states say whether a node was reached; the step in which a node is reached is its
    distance.
    """
    rng = np.random.default_rng(1)
    by_state = by_step = nodes = 0
    for _ in range(200):
        graph = erdos_renyi(16, rng, p=0.2, connected=False)
        problem = Problem(graph, int(rng.integers(16)))
        run = execute(found.program, found.task.encode(problem), record=True)
        assert run.trajectory is not None
        states = np.array([each.node_state[:16] for each in run.trajectory.snapshots()])
        distance = levels(graph, int(problem.start or 0))
        reached = states[-1] == 1
        first = (states == 1).argmax(0)
        by_state += int((reached == (distance >= 0)).sum())
        by_step += int((np.where(reached, first, -1) == distance).sum())
        nodes += 16
    return {
        "reached": round(100 * by_state / nodes, 2),
        "step is distance": round(100 * by_step / nodes, 2),
    }


@cache
def _bfs_checker() -> Checker:
    return Checker(get_sketch("bfs"))


def _sample(size: int, count: int, seed: int) -> dict[str, Any]:
    """Whether the shortest program for so many random outputs is breadth-first search."""
    sketch = get_sketch("bfs")
    rng = np.random.default_rng([size, count, seed])
    undirected = replace(sketch, closed=False)
    problems = [random_problem(undirected, size, rng) for _ in range(count)]
    given = [Asked(each, expected("bfs", each)["parent"]) for each in problems]
    only = replace(sketch, expected=None, ladder=sketch.ladder[:1])
    state = Search(only, Settings(seed=seed), Checker(only, given=given)).run()
    if state.best is None:
        return {"right": False, "cost": None}
    failure = _bfs_checker().first_failure(Found(sketch, state.best), rng)
    return {"right": failure is None, "cost": state.best.cost}


def _prior(task: str, name: str) -> dict[str, Any]:
    """What a search finds under priors, and how soon; of `dfs` the first program in time."""
    sketch, began = get_sketch(task), time.process_time()
    state = Search(
        sketch,
        Settings(priors=PRIORS[name]),
        Checker(sketch),
        watch=lambda _, state: task == "dfs" and state.best is not None,
        over=lambda: task == "dfs" and time.process_time() - began > DFS_SECONDS,
    ).run()
    best = state.best
    return {
        "states": None if best is None else best.counts.words(),
        "cost": None if best is None else best.cost,
        "refuted": state.refuted,
        "cpu_seconds": round(state.seconds, 2),
    }


def section(parts: Parts, pictures: Path) -> list[str]:
    """Every task over its seeds, minimality, samples and priors."""
    tasks = list(dict.fromkeys(name.split()[1] for name in parts if name.startswith("found ")))
    rows = [_task_row(task, chosen(parts, "found", task)) for task in tasks]
    heads = ("task", "seeds", "states", "length", "smallest", "CPU s", "verdict", "network")
    return [
        "Programs found from problems and outputs alone: how many seeds found one that solves",
        "every checked problem, states (node / arc), description length, whether the solver",
        "proved that nothing shorter fits the examples, the median CPU time of the search, the",
        "verdict on equal outputs with the rules, and networks trained on the found program.",
        "",
        *table((*heads, "larger graphs"), rows),
        "",
        *_proofs(parts, tasks),
        "",
        *_samples(parts, pictures),
        "",
        *_priors(parts),
    ]


def _task_row(task: str, runs: list[dict[str, Any]]) -> tuple[Any, ...]:
    done = [run for run in runs if run["found"]]
    if not done:
        return (task, f"0 of {len(runs)}", *7 * (MISSING,))
    states = ", ".join(sorted({run["states"] for run in done}))
    costs = sorted({run["cost"] for run in done})
    smallest = f"{sum(run['smallest'] for run in done)} of {len(done)}"
    verdicts = [run["verdict"] or "no rules" for run in done]
    told = ", ".join(f"{verdicts.count(each)} {each}" for each in sorted(set(verdicts)))
    networks = [run["network"] for run in done if "network" in run]
    proved = sum(each["verdict"] == "proved" for each in networks)
    network = f"{proved} of {len(networks)} proved" if networks else MISSING
    right = sum(score[0] for run in done for score in run["scores"].values())
    asked = sum(score[1] for run in done for score in run["scores"].values())
    seconds = f"{statistics.median(run['cpu_seconds'] for run in done):.1f}"
    length = "-".join(map(str, {costs[0]: 0, costs[-1]: 0}))
    return (
        task,
        f"{len(done)} of {len(runs)}",
        states,
        length,
        smallest,
        seconds,
        told,
        network,
        f"{right} of {asked}",
    )


def _proofs(parts: Parts, tasks: list[str]) -> list[str]:
    rows = []
    for task in tasks:
        for run in chosen(parts, "found", task):
            for each in run.get("minimality") or ():
                sizes = (each["examples"], each["clauses"], each["steps"])
                rows.append((task, each["claim"], *sizes))
    checked = [
        f"{task}: {every['problems']} problems, {every['failures']} wrong"
        for task in tasks
        for run in chosen(parts, "found", task)
        if (every := run.get("exhaustive"))
    ]
    return [
        "Smallest programs, seed 0: what the solver proved relative to the examples, the bound",
        "on steps and the priors. `python -m tools.prove_minimality TASK` writes formula and",
        "proof; `tools/check_unsat.py` checks them.",
        "",
        *table(("task", "claim", "examples", "clauses", "proof steps"), rows),
        "",
        "Every labelled graph of 6 nodes with every start (or one draw of its numbers; of",
        "arrays every order), where no proof covers it, seed 0: "
        f"{'; '.join(checked) or MISSING}.",
    ]


def _samples(parts: Parts, pictures: Path) -> list[str]:
    found: dict[int, dict[int, list[bool]]] = {}
    for name, result in parts.items():
        if name.startswith("sample "):
            size, count, _ = map(int, name.split()[1:])
            found.setdefault(size, {}).setdefault(count, []).append(result["right"])
    if not found:
        return []
    with picture(pictures, "discovery_samples", (4.6, 3.0)) as axes:
        for (size, by_count), style in zip(sorted(found.items()), ("o-", "s--"), strict=False):
            counts = sorted(by_count)
            share = [100 * np.mean(by_count[count]) for count in counts]
            axes.plot(counts, share, style, color=BLUE, label=f"{size} nodes")
        axes.set_xlabel("examples")
        axes.set_ylabel("shortest program is exact, %")
        axes.legend()
    rows = [
        (size, *(f"{sum(some)} of {len(some)}" for _, some in sorted(by_count.items())))
        for size, by_count in sorted(found.items())
    ]
    counts = sorted(next(iter(found.values())))
    return [
        "How many examples breadth-first search takes: draws in which the shortest program for",
        "so many random graphs with their outputs is exact.",
        "",
        *table(("nodes", *(f"{count} examples" for count in counts)), rows),
        "",
        f"![examples needed]({pictures.name}/discovery_samples.png)",
    ]


def _priors(parts: Parts) -> list[str]:
    rows = [
        (
            *name.split()[1:3],
            run["states"] or ("none in time" if name.split()[1] == "dfs" else "none fits"),
            run["cost"] or MISSING,
            run["refuted"],
            run["cpu_seconds"],
        )
        for name, run in parts.items()
        if name.startswith("prior ")
    ]
    if not rows:
        return []
    return [
        "The effect of each prior, seed 0; a depth-first search is not shortened, and given up",
        f"after {DFS_SECONDS:.0f} s of CPU.",
        "",
        *table(("task", "priors", "states", "length", "refuted", "CPU s"), rows),
    ]


EXPERIMENT = Experiment(
    name="discovery",
    title="Discovery from outputs alone",
    quick=Config(
        seeds=1,
        tasks=("bfs", "reachability", "maximum"),
        trained=("bfs",),
        sizes=(5, 16),
        graphs=10,
        exhaustive=5,
        samples=(2,),
        sample_sizes=(4,),
        dfs_seeds=0,
    ),
    full=Config(),
    parts=parts,
    measure=measure,
    section=section,
    open=("seeds", "tasks", "dfs_seeds"),
    words={"tasks": (*EASY, "dfs"), "trained": EASY},
)
