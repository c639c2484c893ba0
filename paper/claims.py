"""The paper's claims in words, each with what the measured results say about it."""

from collections.abc import Callable, Iterable
from typing import Any

from paper.experiment import Parts
from paper.tables import MISSING, chosen, lowest, table

Results = dict[str, Parts]
"""Everything that was measured, by experiment."""

Said = tuple[bool, str]
"""Whether a claim holds in our figures, and which ones."""


def claims_table(results: Results) -> list[str]:
    """A row per claim; what was not measured is said to be missing."""
    rows = []
    for claim, name, look in CLAIMS:
        said = look(results[name]) if results.get(name) else None
        answer = (MISSING, "not measured") if said is None else (_words(said[0]), said[1])
        rows.append((claim, f"`{name}`", *answer))
    return table(("claim of the paper", "experiment", "holds here", "our figures"), rows)


def _words(holds: bool) -> str:
    return "yes" if holds else "**no**"


def _cells(parts: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Every scored cell of some runs."""
    cells = (cell for part in parts for cell in part["scores"])
    return [cell for cell in cells if cell.get("graphs") and cell.get("graph") is not None]


def _largest_cells(parts: Iterable[dict[str, Any]]) -> tuple[int, list[float]]:
    """Graph scores at the largest size that was scored."""
    cells = _cells(parts)
    size = max(cell["size"] for cell in cells)
    return size, [cell["graph"] for cell in cells if cell["size"] == size]


def _ours_are_perfect(parts: Parts) -> Said:
    least = min(cell["graph"] for cell in _cells(parts.values()))
    proved = sum(part["verdict"] == "proved" for part in parts.values())
    return least == 100, f"lowest graph score {least:g}; {proved} of {len(parts)} proved"


def _members_are_perfect(parts: Parts) -> Said:
    members = [member for part in parts.values() for member in part["members"].values()]
    proved = sum(member["verdict"] == "proved" for member in members)
    least = min(cell["graph"] for cell in _cells(members))
    return least == 100, f"lowest graph score {least:g}; {proved} of {len(members)} proved"


def _pointers_are_perfect(parts: Parts) -> Said:
    least = min(part["node"] for part in parts.values())
    return least == 100, f"lowest node score {least:g}"


def _continuous_ones_fail(parts: Parts) -> Said:
    """Of every task: no model has all graphs right at the largest size."""
    failing, told = [], []
    for task in dict.fromkeys(name.split()[0] for name in parts):
        size, scores = _largest_cells(chosen(parts, task))
        failing.append(min(scores) < 100)
        told.append(f"{task} {min(scores):g} to {max(scores):g} at {size}")
    return all(failing), "graph scores: " + ", ".join(told)


def _soft_is_right_on_usual_graphs(parts: Parts) -> Said:
    least = [min(cell["graph"] for cell in _cells([part])) for part in parts.values()]
    perfect = sum(each == 100 for each in least)
    others = ", ".join(f"{each:g}" for each in sorted(least) if each < 100)
    told = f"{perfect} of {len(least)} models perfect"
    return perfect == len(least), told + (f"; lowest of the others: {others}" if others else "")


def _weights_fade(parts: Parts) -> Said:
    fades, lost = [], []
    for part in parts.values():
        hubs = [part["hubs"][size] for size in sorted(part["hubs"], key=int)]
        weights = [hub["weight"] for hub in hubs]
        fades.append(weights == sorted(weights, reverse=True))
        lost.append(not hubs[-1]["right"])
    size = max(int(size) for part in parts.values() for size in part["hubs"])
    told = f"weights fall in {sum(fades)} of {len(parts)} models, pointers lost at n = {size}"
    return all(fades) and all(lost), f"{told} in {sum(lost)}"


def _hard_is_right_on_hubs(parts: Parts) -> Said:
    cells = [cell for cell in _cells(chosen(parts, "bfs")) if cell["family"] == "k2"]
    size = max(cell["size"] for cell in cells)
    least = min(cell["graph"] for cell in cells)
    return least == 100, f"lowest graph score {least:g}, up to n = {size}"


def _scalars_fail(parts: Parts, *way: str) -> Said:
    """Much is right at the smallest size, no graph at the largest."""
    cells = [cell for part in chosen(parts, *way) for cell in part["scores"]]
    sizes = sorted({cell["size"] for cell in cells})
    means = {}
    for size in (sizes[0], sizes[-1]):
        here = [cell["graph"] for cell in cells if cell["size"] == size]
        means[size] = sum(here) / len(here)
    first, last = means[sizes[0]], means[sizes[-1]]
    told = f"graph score {first:.1f} at n = {sizes[0]}, {last:.1f} at {sizes[-1]}"
    return last < first / 2, told


def _right_scalars_are_enough(parts: Parts) -> Said:
    cells = [cell for part in parts.values() for cell in part["with_right_scalars"]]
    least = min(cell["graph"] for cell in cells)
    return least == 100, f"lowest graph score {least:g}"


def _sizes_are_enough(parts: Parts, size: int, tasks: Iterable[str], *, enough: bool) -> Said:
    """Whether training on graphs of a size, and on nothing else, is enough for these tasks."""
    found = {task: chosen(parts, task, str(size), "graphs-only") for task in tasks}
    scores = {task: min(map(lowest, runs)) for task, runs in found.items() if runs}
    told = ", ".join(f"{task} {score:.1f}" for task, score in scores.items())
    return all((score == 100) == enough for score in scores.values()), told


def _gates_choose(parts: Parts) -> Said:
    runs = chosen(parts, "whitened")
    right = sum(not run["wrong_states"] for run in runs)
    annealed = chosen(parts, "annealed")
    told = f"{right} of {len(runs)} runs; annealed as in the paper"
    right_annealed = sum(not run["wrong_states"] for run in annealed)
    return right == len(runs), f"{told} {right_annealed} of {len(annealed)}"


def _free_networks_drift(parts: Parts) -> Said:
    runs = chosen(parts, "mlp")
    train, test = (
        sum(sum(run[key]) for run in runs) / len(runs) / 5 for key in ("train", "test")
    )
    return test > 100 * train, f"mean squared error {train:.1e} in training, {test:.1e} outside"


Look = Callable[[Parts], Said]

CLAIMS: tuple[tuple[str, str, Look], ...] = (
    ("Discrete reasoners are perfect at every size", "salsa", _ours_are_perfect),
    ("GIN and PGN are not, at the largest sizes", "baselines", _continuous_ones_fail),
    ("Perfect on CLRS-30's test split", "clrs30", _pointers_are_perfect),
    ("Multitask models are perfect, too", "multitask", _members_are_perfect),
    ("Without bottlenecks it is one more baseline", "no_bottlenecks", _continuous_ones_fail),
    (
        "Regular attention is perfect on usual test graphs",
        "soft_attention",
        _soft_is_right_on_usual_graphs,
    ),
    (
        "On K(2, n-2) its weight fades and pointers are lost",
        "soft_attention",
        _weights_fade,
    ),
    ("Hard attention is right on every K(2, n-2)", "exact_learning", _hard_is_right_on_hubs),
    (
        "Dijkstra without discrete scalars does not generalise",
        "scalar_updates",
        lambda parts: _scalars_fail(parts, "dijkstra", "convolution"),
    ),
    (
        "Nor does MST",
        "scalar_updates",
        lambda parts: _scalars_fail(parts, "prim", "convolution"),
    ),
    (
        "Nor does Dijkstra with learned additions only",
        "scalar_updates",
        lambda parts: _scalars_fail(parts, "dijkstra", "addition"),
    ),
    (
        "With the right scalars all of these are perfect",
        "scalar_updates",
        _right_scalars_are_enough,
    ),
    (
        "Training graphs of 5 nodes are enough",
        "minimal_sizes",
        lambda parts: _sizes_are_enough(
            parts, 5, ("bfs", "dfs", "prim", "dijkstra", "mis", "eccentricity"), enough=True
        ),
    ),
    (
        "4 nodes are enough for BFS, DFS, MIS, eccentricity",
        "minimal_sizes",
        lambda parts: _sizes_are_enough(
            parts, 4, ("bfs", "dfs", "mis", "eccentricity"), enough=True
        ),
    ),
    (
        "4 nodes are not enough for Dijkstra and MST",
        "minimal_sizes",
        lambda parts: _sizes_are_enough(parts, 4, ("dijkstra", "prim"), enough=False),
    ),
    (
        "3 nodes are not enough",
        "minimal_sizes",
        lambda parts: _sizes_are_enough(
            parts, 3, ("bfs", "dfs", "prim", "dijkstra", "mis", "eccentricity"), enough=False
        ),
    ),
    ("Gates can choose among more operations", "extended_scalars", _gates_choose),
    ("A network without gates does not extrapolate", "extended_scalars", _free_networks_drift),
)
"""What the paper says, the experiment that shows it, and how its results are looked at."""
