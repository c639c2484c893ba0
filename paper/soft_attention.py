"""Table 5: breadth-first search with attention that is never hard (Appendix A, Figure 2).

The network is trained with the softmax of equation 1 at one temperature, or at one that falls,
and is run at the last one. It is scored on the usual test graphs, and on K(2, n-2), where the
second node of the small side should hear one of n - 2 rivals. The program of the same weights
with hard attention goes to the verifier.
"""

from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dnar.graph import complete_bipartite
from dnar.machine import InstanceEnding, Problem, decode_all, execute
from dnar.network import Network, NetworkStepper, extract, readouts_of, roll_out
from dnar.run import NetworkEngine, evaluate
from dnar.tasks import get_task
from dnar.training import TrainConfig, train_soft
from dnar.verify import verify
from paper.experiment import Experiment
from paper.learned import HEADS
from paper.plots import BLUE, GREEN, GREY, INK, picture
from paper.published_ablations import SOFT_ATTENTION
from paper.tables import cells_of, graph_count, score_cell, spread, table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BFS = get_task("bfs")
START, SECOND, PARENT = 0, 1, 2
"""Of K(2, n-2): the small side, and the node that the second one should point to."""

TEMPERATURES = {"1": (1.0, 1.0), "0.3": (0.3, 0.3), "3-0.3": (3.0, 0.3)}
"""First and last temperature of a training run. The paper does not name its own."""

LEARNED = ("soft", "graphs", "no")
"""How every one of these networks was learned: see `dnar.training.train_soft`."""


@dataclass(frozen=True)
class Config:
    """How the networks are trained and what they are scored on."""

    seeds: int
    iterations: int = 1000
    temperatures: tuple[str, ...] = tuple(TEMPERATURES)
    sizes: tuple[int, ...] = (16, 80, 160)
    graphs: int = 20
    """Per family and size."""
    hubs: tuple[int, ...] = (16, 80, 160, 800, 1600)
    """Sizes of K(2, n-2)."""


def parts(config: Config) -> list[str]:
    return [
        f"bfs {each} {seed}" for seed in range(config.seeds) for each in config.temperatures
    ]


def measure(part: str, config: Config) -> dict[str, Any]:
    _, falling, seed = part.split()
    first, last = TEMPERATURES[falling]
    choices = TrainConfig(seed=int(seed), iterations=config.iterations)
    network = train_soft(BFS, choices, last, start=first)
    engine = NetworkEngine(BFS, network, temperature=last)
    scores = evaluate(engine, sizes=config.sizes, graphs=config.graphs, seed=1)
    hubs = {str(n): hub(network, n, last) for n in config.hubs}
    return {
        "scores": [score.to_json() for score in scores],
        "hubs": hubs,
        "hard": hard_verdict(network),
    }


def hub(network: Network, size: int, temperature: float | None) -> dict[str, Any]:
    """What the second node of K(2, size - 2) hears of its parent, and where it points."""
    instance = BFS.encode(Problem(complete_bipartite(size), START))
    # In the first step the large side is found; in the second one it is listened to.
    before = execute(BFS.program, instance, max_steps=1).final
    weights = NetworkStepper(network, instance, temperature).attention(before)[0]
    arc = (instance.receiver == SECOND) & (instance.sender == PARENT)
    run = roll_out(network, BFS, instance, temperature=temperature)
    ending = InstanceEnding(instance, run.final)
    parent = decode_all(BFS.decoders, readouts_of(network), ending)["parent"]
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
        "hubs_right": all(hub(network, n, None)["right"] for n in SOFT_ATTENTION),
    }


def section(results: dict[str, Any], folder: Path) -> list[str]:
    sizes, runs = list(SOFT_ATTENTION), _by_temperature(results)
    scored = sorted({cell["size"] for run in results.values() for cell in run["scores"]})
    published = [f"{weight:.2f} ({sign})" for weight, sign in SOFT_ATTENTION.values()]
    weights: list[list[str]] = [["paper", "-", "weight", *published]]
    for temperature, same in runs.items():
        seeds, name = str(len(same)), f"ours, temperature {temperature}"
        weights.append([name, seeds, "weight", *(_mean(same, size) for size in sizes)])
        weights.append([name, seeds, "range", *(_range(same, size) for size in sizes)])
        weights.append([name, seeds, "pointer right", *(_right(same, size) for size in sizes)])
    columns, usual = ([f"n = {size}" for size in each] for each in (sizes, scored))
    scores = [
        [
            temperature,
            *LEARNED,
            str(len(same)),
            graph_count([cell for run in same for cell in run["scores"]]),
            family,
            _perfect(same),
            *(_score(same, family, size) for size in scored),
        ]
        for temperature, same in runs.items()
        for family in ("er", "ws", "delaunay")
    ]
    return [
        "BFS trained and run with regular attention: a softmax at a constant temperature, or",
        "at one that falls in training, as in 3-0.3; the network runs at the last. Training",
        "graphs have up to 16 nodes. Attention weight of the right pointer on K(2, n-2),",
        "mean ± standard deviation and range over the seeds, and how often it was predicted.",
        "",
        *table(["network", "seeds", "", *columns], weights),
        "",
        *_picture(runs, folder),
        "The same networks on the usual test graphs, with the same soft attention: node /",
        "graph score in percent, mean ± standard deviation over the seeds; *graphs* is their",
        "number per family and size. *Perfect* counts the seeds with every graph of all",
        "families and sizes right.",
        "",
        *table(["temperature", *HEADS, "seeds", "graphs", "family", "perfect", *usual], scores),
        "",
        "Soft attention has no finite table: there is nothing to prove about these networks.",
        "What the same weights do with hard attention is a program; the verifier says of it:",
        "",
        *table(
            ["temperature", "seed", "verdict", "obligations that fail", "K(2, n-2) all right"],
            [_verdict_row(name, run) for name, run in results.items()],
        ),
    ]


Runs = list[dict[str, Any]]


def _by_temperature(results: dict[str, Any]) -> dict[str, Runs]:
    found: dict[str, Runs] = {}
    for name, run in results.items():
        found.setdefault(name.split()[1], []).append(run)
    return found


def _hubs(runs: Runs, size: int) -> Runs:
    return [run["hubs"][str(size)] for run in runs if str(size) in run["hubs"]]


def _mean(runs: Runs, size: int) -> str:
    weights = [each["weight"] for each in _hubs(runs, size)]
    return spread(weights, 2)


def _range(runs: Runs, size: int) -> str:
    weights = [each["weight"] for each in _hubs(runs, size)]
    return f"{min(weights):.2f} to {max(weights):.2f}" if weights else "-"


def _right(runs: Runs, size: int) -> str:
    right = [each["right"] for each in _hubs(runs, size)]
    return f"{sum(right)} of {len(right)}" if right else "-"


def _perfect(runs: Runs) -> str:
    """How many runs have every graph right."""
    right = sum(all(cell["graph"] == 100 for cell in run["scores"]) for run in runs)
    return f"{right} of {len(runs)}"


def _score(runs: Runs, family: str, size: int) -> str:
    return score_cell(cells_of(runs, size, family), ("node", "graph"), 2)


def _verdict_row(name: str, run: dict[str, Any]) -> list[str]:
    hard = run["hard"]
    shown = f" ({hard['counterexample']})" if hard["counterexample"] else ""
    right = "yes" if hard["hubs_right"] else "no"
    return [*name.split()[1:], hard["verdict"] + shown, str(len(hard["blocked"])), right]


def _picture(runs: dict[str, Runs], folder: Path) -> list[str]:
    """The weight over the size, one line per network, beside the paper's."""
    if not runs:
        return []
    with picture(folder, "soft_attention", (6, 3.6)) as axes:
        for (temperature, same), colour in zip(runs.items(), cycle((BLUE, GREEN, INK))):
            for number, run in enumerate(same):
                label = f"ours, temperature {temperature}" if number == 0 else None
                hubs = {int(size): each for size, each in run["hubs"].items()}
                points = [(hubs[n]["weight"], hubs[n]["right"]) for n in sorted(hubs)]
                _curve(axes, sorted(hubs), points, colour, label)
        published = [(weight, sign == "+") for weight, sign in SOFT_ATTENTION.values()]
        _curve(axes, list(SOFT_ATTENTION), published, GREY, "paper")
        for mark, meaning in (("o", "pointer right"), ("x", "pointer wrong")):
            axes.plot([], [], mark, color=INK, label=meaning)
        axes.set(xscale="log", ylim=(0, 1.02), xlabel="n, the nodes of K(2, n-2)")
        axes.set_ylabel("weight of the right pointer")
        axes.set_xticks(list(SOFT_ATTENTION), [str(size) for size in SOFT_ATTENTION])
        axes.minorticks_off()
        axes.legend(frameon=False)
    link = f"![Attention weight over the size]({folder.name}/soft_attention.png)"
    return [link, ""]


def _curve(
    axes: "Axes",
    sizes: list[int],
    points: list[tuple[float, bool]],
    colour: str,
    label: str | None,
) -> None:
    axes.plot(sizes, [weight for weight, _ in points], color=colour, linewidth=1, label=label)
    for size, (weight, right) in zip(sizes, points, strict=True):
        axes.plot(size, weight, "o" if right else "x", color=colour, markersize=5)


EXPERIMENT = Experiment(
    name="soft_attention",
    title="Attention that is not hard (Table 5)",
    quick=Config(seeds=1, temperatures=("0.3", "3-0.3"), sizes=(16, 80), graphs=5),
    full=Config(seeds=5),
    parts=parts,
    measure=measure,
    section=section,
    words={"temperatures": TEMPERATURES},
    version=2,
)
