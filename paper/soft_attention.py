"""Table 5: breadth-first search with attention that is never hard (Appendix A, Figure 2).

The network is trained and run with the softmax of equation 1 at one temperature. It is scored
on the usual test graphs, and on K(2, n-2), where the second node of the small side should hear
one of n - 2 rivals. The program of the same weights with hard attention goes to the verifier.
"""

import statistics
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dnar.graph import complete_bipartite
from dnar.machine import Problem, execute, read_out
from dnar.network import Network, NetworkStepper, extract, readouts_of, roll_out
from dnar.run import NetworkEngine, evaluate
from dnar.tasks import get_task
from dnar.training import TrainConfig, train_soft
from dnar.verify import verify
from paper.experiment import Experiment
from paper.markdown import table
from paper.plots import BLUE, GREY, picture
from paper.published_ablations import SOFT_ATTENTION

BFS = get_task("bfs")
START, SECOND, PARENT = 0, 1, 2
"""Of K(2, n-2): the small side, and the node that the second one should point to."""


@dataclass(frozen=True)
class Config:
    """How the networks are trained and what they are scored on."""

    seeds: int
    iterations: int = 1000
    temperature: float = 1.0
    sizes: tuple[int, ...] = (16, 80, 160, 800, 1600)
    graphs: int = 100
    """Per family and size."""


def parts(config: Config) -> list[str]:
    return [f"bfs {seed}" for seed in range(config.seeds)]


def measure(part: str, config: Config) -> dict[str, Any]:
    seed = int(part.split()[-1])
    choices = TrainConfig(seed=seed, iterations=config.iterations)
    network = train_soft(BFS, choices, config.temperature)
    engine = NetworkEngine(BFS, network, temperature=config.temperature)
    scores = evaluate(engine, sizes=config.sizes, graphs=config.graphs, seed=1)
    hubs = {str(n): hub(network, n, config.temperature) for n in config.sizes}
    return {
        "scores": [score.to_json() for score in scores],
        "hubs": hubs,
        "hard": hard_verdict(network),
    }


def hub(network: Network, size: int, temperature: float | None) -> dict[str, Any]:
    """What the second node of K(2, size - 2) hears of its parent, and where it points."""
    instance = BFS.encode(Problem(complete_bipartite(size), START))
    # In the first step the large side is found; in the second one it is listened to.
    before = execute(BFS.rules, instance, max_steps=1).final
    weights = NetworkStepper(network, instance, temperature).attention(before)[0]
    arc = (instance.receiver == SECOND) & (instance.sender == PARENT)
    run = roll_out(network, BFS, instance, temperature=temperature)
    parent = read_out(BFS, readouts_of(network), instance, run.final)["parent"]
    return {"weight": float(weights[arc].item()), "right": int(parent[SECOND]) == PARENT}


def hard_verdict(network: Network) -> dict[str, Any]:
    """What the verifier says of the same weights, run with hard attention."""
    extraction = extract(network, BFS)
    result = verify(BFS, extraction.program, extraction.numerics)
    shown = result.counterexample
    return {
        "verdict": result.verdict.value,
        "blocked": [f"{each.kind}: {each.case}" for each in result.blocked],
        "counterexample": None if shown is None else f"{shown.size[0]} nodes: {shown.what}",
        "hubs_right": all(hub(network, n, None)["right"] for n in (16, 1600)),
    }


def section(results: dict[str, Any], folder: Path) -> list[str]:
    runs = list(results.values())
    sizes = list(SOFT_ATTENTION)
    rows = [
        ["paper", *(f"{weight:.2f} ({sign})" for weight, sign in SOFT_ATTENTION.values())],
        ["ours, mean weight", *(_mean_weight(runs, size) for size in sizes)],
        ["ours, lowest to highest", *(_range(runs, size) for size in sizes)],
        ["ours, pointer right", *(_right(runs, size) for size in sizes)],
    ]
    lines = [
        "BFS trained and run with regular attention: a softmax at a constant temperature, on",
        "graphs of up to 16 nodes. Attention weight of the ground-truth pointer on K(2, n-2),",
        "and whether it was predicted.",
        "",
        *table(["", *(f"n = {size}" for size in sizes)], rows),
        "",
        *_picture(runs, folder),
        "The same networks on the usual test graphs, with the same soft attention: mean node /",
        "graph score in percent.",
        "",
        *table(
            ["family", *(f"n = {size}" for size in sizes)],
            [
                [family, *(_score(runs, family, size) for size in sizes)]
                for family in ("er", "ws", "delaunay")
            ],
        ),
        "",
        "Soft attention has no finite table, so there is nothing to prove about these networks.",
        "What their weights do with hard attention is a program; the verifier says of it:",
        "",
        *table(
            ["seed", "verdict", "obligations that fail", "K(2, n-2) right at 16 and 1600"],
            [_verdict_row(name, run) for name, run in results.items()],
        ),
    ]
    return lines


def _hubs(runs: list[dict[str, Any]], size: int) -> list[dict[str, Any]]:
    return [run["hubs"][str(size)] for run in runs if str(size) in run["hubs"]]


def _mean_weight(runs: list[dict[str, Any]], size: int) -> str:
    weights = [each["weight"] for each in _hubs(runs, size)]
    return f"{statistics.mean(weights):.2f}" if weights else "-"


def _range(runs: list[dict[str, Any]], size: int) -> str:
    weights = [each["weight"] for each in _hubs(runs, size)]
    return f"{min(weights):.2f} to {max(weights):.2f}" if weights else "-"


def _right(runs: list[dict[str, Any]], size: int) -> str:
    right = [each["right"] for each in _hubs(runs, size)]
    return f"{sum(right)} of {len(right)}" if right else "-"


def _score(runs: list[dict[str, Any]], family: str, size: int) -> str:
    cells = [
        score
        for run in runs
        for score in run["scores"]
        if (score["family"], score["size"]) == (family, size)
    ]
    if not cells:
        return "-"
    node, graph = (statistics.mean(cell[key] for cell in cells) for key in ("node", "graph"))
    return f"{node:.2f} / {graph:.1f}"


def _verdict_row(name: str, run: dict[str, Any]) -> list[str]:
    hard = run["hard"]
    failing = len(hard["blocked"])
    return [
        name.split()[-1],
        hard["verdict"] + (f" ({hard['counterexample']})" if hard["counterexample"] else ""),
        str(failing),
        "yes" if hard["hubs_right"] else "no",
    ]


def _picture(runs: list[dict[str, Any]], folder: Path) -> list[str]:
    """The weight over the size, one line per seed, beside the paper's."""
    if not runs:
        return []
    with picture(folder, "soft_attention", (5.5, 3.4)) as axes:
        for run in runs:
            sizes = sorted(int(size) for size in run["hubs"])
            hubs = [run["hubs"][str(size)] for size in sizes]
            weights = [each["weight"] for each in hubs]
            axes.plot(sizes, weights, color=BLUE, alpha=0.6, linewidth=1)
            for size, each in zip(sizes, hubs, strict=True):
                axes.plot(size, each["weight"], "o" if each["right"] else "x", color=BLUE)
        sizes, published = list(SOFT_ATTENTION), list(SOFT_ATTENTION.values())
        axes.plot(sizes, [weight for weight, _ in published], color=GREY, linestyle="--")
        for size, (weight, sign) in SOFT_ATTENTION.items():
            axes.plot(size, weight, "o" if sign == "+" else "x", color=GREY)
        axes.set(xscale="log", ylim=(0, 1.02), xlabel="nodes of K(2, n-2)")
        axes.set_ylabel("weight of the right pointer")
        axes.set_xticks(sizes, [str(size) for size in sizes], minor=False)
        axes.minorticks_off()
        handles = [
            axes.plot([], [], color=BLUE, label="ours, one line a seed")[0],
            axes.plot([], [], color=GREY, linestyle="--", label="paper")[0],
            axes.plot([], [], "ko", label="pointer right")[0],
            axes.plot([], [], "kx", label="pointer wrong")[0],
        ]
        axes.legend(handles=handles, frameon=False)
    link = f"![Attention weight over the size]({folder.name}/soft_attention.png)"
    return [link, ""]


EXPERIMENT = Experiment(
    name="soft_attention",
    title="Attention that is not hard (Table 5)",
    quick=Config(seeds=2, sizes=(16, 80, 160, 800, 1600), graphs=5),
    full=Config(seeds=5),
    parts=parts,
    measure=measure,
    section=section,
)
