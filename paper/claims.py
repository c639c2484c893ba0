"""The paper's claims in words, each with what the measured results say about it."""

from collections.abc import Callable, Iterable
from typing import Any

from paper.experiment import Parts
from paper.fair_baselines_page import node_gap
from paper.tables import MISSING, chosen, lowest, table

Results = dict[str, Parts]
"""Everything that was measured, by experiment."""

Said = tuple[bool, str]
"""Whether a claim holds in our figures, and which ones."""

Runs = list[dict[str, Any]]


class NotMeasuredError(Exception):
    """The results hold nothing that a claim is about."""


def claims_table(results: Results) -> list[str]:
    """A row per claim; what was not measured is said to be missing."""
    rows = []
    for claim, name, look in CLAIMS:
        try:
            holds, figures = look(results.get(name, {}))
            answer = "yes" if holds else "**no**", figures
        except NotMeasuredError:
            answer = MISSING, "not measured"
        rows.append((claim, f"`{name}`", *answer))
    return table(("claim of the paper", "experiment", "holds here", "our figures"), rows)


def _runs(parts: Parts, *words: str) -> Runs:
    """The runs of these words; there is at least one."""
    runs = chosen(parts, *words)
    if not runs:
        raise NotMeasuredError
    return runs


def _cells(runs: Runs, column: str = "scores", family: str | None = None) -> Runs:
    """Every scored cell of some runs; there is at least one."""
    cells = [
        cell
        for run in runs
        for cell in run[column]
        if cell.get("graphs") and family in (None, cell.get("family"))
    ]
    if not cells:
        raise NotMeasuredError
    return cells


def _lowest_graph(cells: Runs) -> tuple[float, str]:
    """The lowest graph score, and in words with the sizes it is over."""
    least, sizes = min(cell["graph"] for cell in cells), [cell["size"] for cell in cells]
    return least, f"lowest graph score {least:g}, n = {min(sizes)} to {max(sizes)}"


def _ours_are_perfect(parts: Parts) -> Said:
    runs = _runs(parts)
    least, told = _lowest_graph(_cells(runs))
    proved = sum(run["verdict"] == "proved" for run in runs)
    return least == 100, f"{told}; {proved} of {len(runs)} models proved"


def _members_are_perfect(parts: Parts) -> Said:
    members = {
        f"{name} {seed}": member
        for seed, run in parts.items()
        for name, member in run["members"].items()
    }
    return _ours_are_perfect(members)


def _pointers_are_perfect(parts: Parts) -> Said:
    least = min(run["node"] for run in _runs(parts))
    return least == 100, f"lowest node score {least:g}"


def _continuous_ones_fail(parts: Parts) -> Said:
    """Every model has graphs wrong at the largest size at which its task was scored."""
    _runs(parts)
    failing, told = [], []
    for task in dict.fromkeys(name.split()[0] for name in parts):
        runs = chosen(parts, task)
        size = max(cell["size"] for cell in _cells(runs))
        means = []
        for run in runs:
            here = [cell["graph"] for cell in _cells([run]) if cell["size"] == size]
            means.append(sum(here) / len(here))
        failing.append(max(means) < 100)
        told.append(f"{task} {min(means):.1f} to {max(means):.1f} (n = {size})")
    # Failing proves little: it is what a model that was trained too briefly does, too.
    scores = ", ".join(told)
    return all(failing), f"graph scores by model: {scores}; any under-trained model fails, too"


def _by_temperature(parts: Parts) -> dict[str, Runs]:
    """The runs of `soft_attention` by temperature; there is at least one."""
    _runs(parts)
    names = dict.fromkeys(name.split()[1] for name in parts)
    return {each: chosen(parts, "bfs", each) for each in names}


def _fairly_trained_ones_fail(parts: Parts) -> Said:
    """Graphs are wrong at the largest size; nodes are compared with the published scores."""
    ways = {way: _parts_of(parts, way) for way in ("outputs", "whole", "whole-hints")}
    cells = _cells([run for found in ways.values() for run in found.values()])
    largest = max(cell["size"] for cell in cells)
    most = max(cell["graph"] for cell in cells if cell["size"] == largest)
    sizes = [size for size in (16, 80) if size <= largest]
    gaps = "; ".join(
        _published_gaps(found, sizes) + (" and hints" if way == "whole-hints" else "")
        for way, found in ways.items()
        if found
    )
    return most < 100, (
        f"highest graph score {most:.1f} at n = {largest}; node scores less the published ones "
        f"at n = {' and '.join(map(str, sizes))}: {gaps}"
    )


def _parts_of(parts: Parts, way: str) -> Parts:
    """The parts of `fair_baselines` that were trained in one way."""
    return {name: run for name, run in parts.items() if name.split()[2] == way}


def _published_gaps(parts: Parts, sizes: list[int]) -> str:
    """By model, and the share of the published updates that the models had."""
    told = []
    for task, processor in dict.fromkeys(tuple(name.split()[:2]) for name in parts):
        models = chosen(parts, task, processor)
        gaps = [node_gap(models, task, size, processor) for size in sizes]
        if None not in gaps:
            told.append(f"{task} {processor} {' and '.join(f'{gap:+.1f}' for gap in gaps)}")
    share = max(run["share"] for run in parts.values())
    return f"{', '.join(told)}, with {share:.0%} of the published updates"


def _soft_is_right_on_usual_graphs(parts: Parts) -> Said:
    counts, perfect = [], []
    for temperature, runs in _by_temperature(parts).items():
        right = [_lowest_graph(_cells([run]))[0] == 100 for run in runs]
        counts.append(f"{sum(right)} of {len(right)} at temperature {temperature}")
        perfect += right
    return all(perfect), f"perfect models: {', '.join(counts)}"


def _weights_fade(parts: Parts) -> Said:
    """At the largest size the weight is lower than at the smallest, and the pointer is lost."""
    counts, every = [], []
    for temperature, runs in _by_temperature(parts).items():
        lost = []
        for run in runs:
            hubs = {int(size): hub for size, hub in run["hubs"].items()}
            small, large = hubs[min(hubs)], hubs[max(hubs)]
            lost.append(large["weight"] < small["weight"] and not large["right"])
        counts.append(f"{sum(lost)} of {len(lost)} at temperature {temperature}")
        every += lost
    return all(every), f"models that lose it: {', '.join(counts)}"


def _hard_is_right_on_hubs(parts: Parts) -> Said:
    least, told = _lowest_graph(_cells(_runs(parts, "bfs"), family="k2"))
    return least == 100, told


def _scalars_fail(parts: Parts, *way: str) -> Said:
    """At the largest size less than half as many graphs are right as at the smallest."""
    cells = _cells(_runs(parts, *way))
    means = {}
    for size in sorted({cell["size"] for cell in cells}):
        here = [cell["graph"] for cell in cells if cell["size"] == size]
        means[size] = sum(here) / len(here)
    if len(means) == 1:
        raise NotMeasuredError
    (small, first), *_, (large, last) = means.items()
    told = f"graph score {first:.1f} at n = {small}, {last:.1f} at {large}"
    return last < first / 2, told


def _right_scalars_are_enough(parts: Parts) -> Said:
    least, told = _lowest_graph(_cells(_runs(parts), "with_right_scalars"))
    return least == 100, told


def _sizes_are_enough(parts: Parts, size: int, tasks: Iterable[str], *, enough: bool) -> Said:
    """Whether training on graphs of a size is enough for these tasks."""
    scores = {task: min(map(lowest, _runs(parts, task, str(size)))) for task in tasks}
    told = ", ".join(f"{task} {score:.1f}" for task, score in scores.items())
    return all((score == 100) == enough for score in scores.values()), told


def _gates_choose(parts: Parts) -> Said:
    runs, annealed = _runs(parts, "whitened"), _runs(parts, "annealed")
    right, others = (sum(not run["wrong_states"] for run in each) for each in (runs, annealed))
    told = f"{right} of {len(runs)} runs; annealed as in the paper {others} of {len(annealed)}"
    return right == len(runs), told


def _free_networks_drift(parts: Parts) -> Said:
    """Outside of the training range the error is a hundred times larger."""
    runs = _runs(parts, "mlp")
    train, test = (
        sum(sum(run[key]) for run in runs) / len(runs) / 5 for key in ("train", "test")
    )
    return test > 100 * train, f"mean squared error {train:.1e} in training, {test:.1e} outside"


Look = Callable[[Parts], Said]

CLAIMS: tuple[tuple[str, str, Look], ...] = (
    ("Discrete reasoners are perfect at every size", "salsa", _ours_are_perfect),
    ("GIN and PGN are not, at the largest sizes", "baselines", _continuous_ones_fail),
    (
        "Nor are they with SALSA-CLRS's settings",
        "fair_baselines",
        _fairly_trained_ones_fail,
    ),
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
