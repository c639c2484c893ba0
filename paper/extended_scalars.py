"""Appendix C: a ScalarUpdate with five operations, learned from results alone.

Sixteen states stand for five updates, each a sum of some of the operations. Scalars are drawn
from [0.5, 1] for training and from [0, 0.5] for the test. Four modules learn them: the paper's
gates, sigmoids that harden; linear gates, also after whitening; and a network without gates.
"""

import statistics
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from dnar.network import one_thread
from paper.experiment import Experiment
from paper.published_ablations import EXTENDED_SCALARS
from paper.tables import table

STATES = 16
OPERATIONS = ("1", "x", "cos x", "x y", "atan2(x, y)")
TARGETS = (("x",), ("cos x",), ("cos x", "x y"), ("atan2(x, y)",), ("1", "x", "atan2(x, y)"))
"""f0 to f4; state s stands for the one with number s mod 5."""
HIDDEN, BATCH, RATE = 64, 256, 1e-3
HOT, COLD = 3.0, 0.01
"""The paper's first and last temperature."""
TRAIN, TEST = (0.5, 1.0), (0.0, 0.5)
"""Between which numbers scalars are drawn."""
MISTAKES = 4
"""Kinds of mistakes that are named."""
KNOWN = 10_000
"""Scalars from which the operations' Gram matrix is taken, or by which a module is tested."""


@dataclass(frozen=True)
class Config:
    """How long the modules are trained, and how often."""

    seeds: int
    iterations: int = 5000
    """Optimisation steps."""


def parts(config: Config) -> list[str]:
    return [f"{way} {seed}" for seed in range(config.seeds) for way in WAYS]


def wanted_gates() -> Bool[Tensor, "states operations"]:
    """Which operations each state's update is the sum of."""
    rows = [[each in TARGETS[state % 5] for each in OPERATIONS] for state in range(STATES)]
    return torch.tensor(rows)


def operations(
    x: Float[Tensor, " cases"], y: Float[Tensor, " cases"]
) -> Float[Tensor, "cases operations"]:
    """What each operation makes of two scalars."""
    return torch.stack([torch.ones_like(x), x, torch.cos(x), x * y, torch.atan2(x, y)], 1)


def draw(
    cases: int, low: float, high: float, generator: torch.Generator
) -> tuple[Int[Tensor, " cases"], Float[Tensor, "cases 2"]]:
    """States and pairs of scalars."""
    state = torch.randint(STATES, (cases,), generator=generator)
    return state, low + (high - low) * torch.rand(cases, 2, generator=generator)


def gram() -> Float[Tensor, "operations operations"]:
    """The mean product of every two operations on training scalars; no result is needed."""
    x, y = draw(KNOWN, *TRAIN, torch.Generator().manual_seed(0))[1].unbind(1)
    results = operations(x.double(), y.double())
    return results.T @ results / KNOWN


class Gates(nn.Module):
    """A vector per state, and a linear projection of it for every operation's gate."""

    def __init__(self) -> None:
        super().__init__()
        self.vectors = nn.Embedding(STATES, HIDDEN)
        self.projection = nn.Linear(HIDDEN, len(OPERATIONS))

    def logits(self) -> Float[Tensor, "states operations"]:
        """The logits of all gates."""
        return self.projection(self.vectors.weight)

    def values(self, progress: float) -> Float[Tensor, "states operations"]:
        """How far each gate is open, from the begin (0) to the end (1) of training.

        The paper's way: sigmoids that harden as the temperature falls.
        """
        return torch.sigmoid(self.logits() / (HOT * (COLD / HOT) ** progress))

    def opened(self) -> Bool[Tensor, "states operations"]:
        """Which gates are open after training."""
        return self.values(1.0) > 0.5

    def forward(self, state: Tensor, scalars: Tensor, progress: float) -> Tensor:
        """The next scalars."""
        return (self.values(progress)[state] * operations(*scalars.unbind(1))).sum(1)


class LinearGates(Gates):
    """Gates that are any number while they are learned; above one half they count as open."""

    def values(self, progress: float) -> Float[Tensor, "states operations"]:
        """The gates, at any time."""
        return self.logits()


class WhitenedGates(Gates):
    """Linear gates, learned in coordinates in which no operation resembles another.

    Operations that are nearly the same on training scalars have a Gram matrix L L' that is
    nearly singular, and descent along their difference is slow. With L'a in the place of the
    gates a, every direction is equally steep.
    """

    def __init__(self) -> None:
        super().__init__()
        self.factor: Tensor = torch.linalg.cholesky(gram()).float()

    def values(self, progress: float) -> Float[Tensor, "states operations"]:
        """The gates: solutions of L'a = b for what the projections give."""
        return torch.linalg.solve_triangular(self.factor.T, self.logits().T, upper=True).T


class Free(nn.Module):
    """No gates: a two-layer network from state and scalars to the next scalar."""

    def __init__(self) -> None:
        super().__init__()
        self.vectors = nn.Embedding(STATES, HIDDEN)
        self.layers = nn.Sequential(
            nn.Linear(HIDDEN + 2, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, 1)
        )

    def forward(self, state: Tensor, scalars: Tensor, progress: float) -> Tensor:
        """The next scalars."""
        return self.layers(torch.cat([self.vectors(state), scalars], 1)).squeeze(1)


WAYS: dict[str, Callable[[], nn.Module]] = {
    "annealed": Gates,
    "linear": LinearGates,
    "whitened": WhitenedGates,
    "mlp": Free,
}


def results_of(state: Tensor, scalars: Tensor) -> Float[Tensor, " cases"]:
    """The right updates."""
    return (wanted_gates()[state] * operations(*scalars.unbind(1))).sum(1)


def learned(way: str, iterations: int, seed: int) -> nn.Module:
    """A module that has seen nothing but states, scalars and the right results."""
    generator = torch.Generator().manual_seed(seed)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        module = WAYS[way]()
    optimiser = torch.optim.Adam(module.parameters(), RATE)
    for iteration in range(iterations):
        state, scalars = draw(BATCH, *TRAIN, generator)
        predicted = module(state, scalars, iteration / iterations)
        optimiser.zero_grad()
        ((predicted - results_of(state, scalars)) ** 2).mean().backward()
        optimiser.step()
    return module


def measure(part: str, config: Config) -> dict[str, Any]:
    way, seed = part.split()
    with one_thread():
        module = learned(way, config.iterations, int(seed))
        found: dict[str, Any] = {
            name: _errors(module, *limits)
            for name, limits in (("train", TRAIN), ("test", TEST))
        }
    if isinstance(module, Gates):
        found["wrong_states"] = [
            state
            for state, same in enumerate((module.opened() == wanted_gates()).all(1).tolist())
            if not same
        ]
        found["learned"] = _words(module.opened())
    return found


def _errors(module: nn.Module, low: float, high: float) -> list[float]:
    """The mean squared error of f0 to f4, with gates that are open or closed."""
    state, scalars = draw(KNOWN, low, high, torch.Generator().manual_seed(1))
    with torch.no_grad():
        if isinstance(module, Gates):
            predicted = (module.opened()[state] * operations(*scalars.unbind(1))).sum(1)
        else:
            predicted = module(state, scalars, 1.0)
        error = (predicted - results_of(state, scalars)) ** 2
    return [float(error[state % 5 == target].mean()) for target in range(5)]


def _words(opened: Bool[Tensor, "states operations"]) -> list[str]:
    """Every state's learned update as a sum."""
    names = [[name for name, on in zip(OPERATIONS, row, strict=True) if on] for row in opened]
    return [" + ".join(row) or "0" for row in names]


def section(results: dict[str, Any], folder: Path) -> list[str]:
    titles = {
        "annealed": "annealed gates, the paper's way",
        "linear": "linear gates",
        "whitened": "whitened gates, ours",
        "mlp": "no gates",
    }
    rows: list[list[object]] = [
        ["paper: discrete", "-", *EXTENDED_SCALARS["discrete"], "3 of 5"]
    ]
    rows.append(["paper: non-discrete", "-", *EXTENDED_SCALARS["mlp"], "-"])
    for way, title in titles.items():
        runs = [run for name, run in results.items() if name.split()[0] == way]
        rows.append([title, len(runs), *(_cell(runs, each) for each in range(5)), _right(runs)])
    names = [f"f{number} = {' + '.join(each)}" for number, each in enumerate(TARGETS)]
    return [
        "Mean squared error on training scalars from [0.5, 1] / on test scalars from [0, 0.5],",
        "mean ± standard deviation over the seeds; and in how many runs all sixteen states",
        f"chose the right set of operations. Each error is that of {KNOWN:,} pairs of scalars.",
        "",
        *table(["module", "seeds", *names, "all right"], rows),
        "",
        *_mistakes(results),
        *_conditioning(),
    ]


def _cell(runs: list[dict[str, Any]], target: int) -> str:
    if not runs:
        return "-"
    return " / ".join(_spread([run[key][target] for run in runs]) for key in ("train", "test"))


def _spread(errors: list[float]) -> str:
    """Mean and standard deviation of errors of any size."""
    mean = statistics.mean(errors)
    if not mean:
        return "0"
    deviation = f" ± {statistics.stdev(errors):.1e}" if len(errors) > 1 else ""
    return f"{mean:.1e}{deviation}"


def _right(runs: list[dict[str, Any]]) -> str:
    chosen = [run["wrong_states"] for run in runs if "wrong_states" in run]
    return f"{sum(not wrong for wrong in chosen)} of {len(chosen)}" if chosen else "-"


def _mistakes(results: dict[str, Any]) -> list[str]:
    """What wrong states have learned instead, over all seeds."""
    lines = []
    for way in ("annealed", "linear", "whitened"):
        counts = Counter(
            (" + ".join(TARGETS[state % 5]), run["learned"][state])
            for name, run in results.items()
            if name.split()[0] == way
            for state in run["wrong_states"]
        )
        common = counts.most_common(MISTAKES)
        said = [f"`{found}` for `{right}` ({times})" for (right, found), times in common]
        if said:
            lines += [
                f"Wrong {way} gates have learned, most often, " + ", ".join(said) + ".",
                "",
            ]
    return lines


def _conditioning() -> list[str]:
    """The Gram matrix, and why gates that harden early choose wrongly."""
    matrix = gram()
    rows = [
        [name, *(f"{value:.3f}" for value in row.tolist())]
        for name, row in zip(OPERATIONS, matrix, strict=True)
    ]
    values = torch.linalg.eigvalsh(matrix)
    return [
        "The mean products of the operations on training scalars (their Gram matrix):",
        "",
        *table(["", *OPERATIONS], rows),
        "",
        f"Its condition number is {float(values[-1] / values[0]):.0f}: so much flatter is the",
        "error along its flattest direction than along the steepest, and so much slower is",
        "descent there. Whitening takes the Cholesky factor of the matrix out of the problem.",
        "Inputs alone determine it; which operations are meant is never told.",
    ]


EXPERIMENT = Experiment(
    name="extended_scalars",
    title="More operations on scalars (Appendix C)",
    quick=Config(seeds=3),
    full=Config(seeds=10),
    parts=parts,
    measure=measure,
    section=section,
)
