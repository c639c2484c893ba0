"""The committed results as one page: `python -m paper.report` writes docs/results.md."""

import json
import statistics
from pathlib import Path
from typing import Any

from dnar.whole_files import write_whole
from paper.published import CLRS30, SALSA
from paper.results_file import FOLDER

PAGE = Path(__file__).parent.parent / "docs" / "results.md"

PAPER_SIZES = {
    "bfs": {3: 41, 4: 100, 5: 100},
    "dfs": {3: 38, 4: 100, 5: 100},
    "dijkstra": {3: 13, 4: 26, 5: 100},
    "prim": {3: 11, 4: 14, 5: 100},
    "mis": {3: 79, 4: 100, 5: 100},
    "eccentricity": {3: 45, 4: 100, 5: 100},
}
"""Node-level scores that the paper's Appendix B reports at n = 160."""


def main() -> None:
    lines = ["# Results", "", "Written by `python -m paper.report` from `paper/results`.", ""]
    lines += _salsa(_load("salsa"))
    lines += _clrs30(_load("clrs30"))
    lines += _exact_learning(_load("exact_learning"))
    lines += _certificates(_load("certificates"))
    lines += _minimal_sizes(_load("minimal_sizes"))
    lines += _training_ways(_load("training_ways"))
    write_whole(PAGE, [line + "\n" for line in lines])


def _load(name: str) -> dict[str, Any]:
    """The measured parts; none if nothing was measured yet."""
    path = FOLDER / f"{name}.json"
    return json.loads(path.read_text())["parts"] if path.is_file() else {}


def _salsa(parts: dict[str, Any]) -> list[str]:
    """Published figures beside ours: the lowest over all seeds, each family apart."""
    lines = [
        "## SALSA-CLRS (Table 1)",
        "",
        "Node / graph scores in percent, as the paper reports them for GIN, PGN and DNAR, and",
        "ours: node / graph / valid, where *valid* counts any correct tree and any maximal",
        "independent set. Ours are those of the programs extracted from networks trained on",
        "graphs of up to 16 nodes, the lowest over all seeds, 1000 graphs a cell. Eccentricity",
        "has no node score. `python -m paper.salsa` measures it anew.",
        "",
        "| task | seeds | proved | size | GIN | PGN | DNAR | ours, ER | WS | Delaunay |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for task, published in SALSA.items():
        runs = [part for name, part in parts.items() if name.split()[0] == task]
        proved = sum(run["verdict"] == "proved" for run in runs)
        for size, (gin, pgn) in published.items() if runs else ():
            dnar = "- / 100" if task == "eccentricity" else "100 / 100"
            ours = [_cell(runs, family, size) for family in ("er", "ws", "delaunay")]
            cells = (task, len(runs), proved, size, gin, pgn, dnar, *ours)
            lines.append(f"| {' | '.join(str(cell) for cell in cells)} |")
    seconds = [part["evaluate_seconds"] for part in parts.values()]
    if seconds and None not in seconds:
        seeds = len({name.split()[1] for name in parts})
        minutes = sum(seconds) / 60 / seeds
        cores = next(iter(parts.values()))["provenance"]["cores"]
        lines += ["", f"Scoring took {minutes:.1f} minutes per seed on {cores} cores."]
    return [*lines, ""] if parts else []


def _cell(runs: list[dict[str, Any]], family: str, size: int) -> str:
    """Node / graph / valid: the lowest over all runs."""
    scores = [
        score
        for run in runs
        for score in run["scores"]
        if (score["family"], score["size"]) == (family, size)
    ]
    columns = [[score[key] for score in scores] for key in ("node", "graph", "valid")]
    return " / ".join("-" if None in each else f"{min(each):g}" for each in columns)


def _clrs30(parts: dict[str, Any]) -> list[str]:
    """Published figures beside ours: mean and standard deviation over all seeds."""
    lines = [
        "## CLRS-30 (Table 2)",
        "",
        "Node scores in percent on the official test split (32 graphs of 64 nodes), as the",
        "paper reports them, and those of the programs extracted from our networks: mean and",
        "standard deviation over all seeds. `python -m paper.clrs30` measures it anew.",
        "",
        "| task | Hint-ReLIC | G-ForgetNet | DNAR | ours | seeds | proved |",
        "|---|---|---|---|---|---|---|",
    ]
    for task, published in CLRS30.items():
        runs = [part for name, part in parts.items() if name.split()[0] == task]
        if runs:
            nodes = [run["node"] for run in runs]
            ours = f"{statistics.mean(nodes):g} ± {statistics.pstdev(nodes):.1f}"
            proved = sum(run["verdict"] == "proved" for run in runs)
            cells = (task, *published, ours, len(runs), proved)
            lines.append(f"| {' | '.join(str(cell) for cell in cells)} |")
    return [*lines, ""] if parts else []


def _exact_learning(parts: dict[str, Any]) -> list[str]:
    """Lowest score over all seeds per task, family and size."""
    lines = [
        "## Exact learning (Table 1, our column)",
        "",
        "Networks trained on graphs of up to 16 nodes, run freely with hard attention. Lowest",
        "node and graph score over all seeds and 20 graphs a cell, in percent; the paper",
        "reports 100 / 100 at these sizes. `python -m paper.exact_learning` measures it anew.",
        "",
        "*Proved* says how many of the models the verifier proved equal to the rules on every",
        "graph.",
        "",
        "| task | seeds exact | proved | family | size | node | graph |",
        "|---|---|---|---|---|---|---|",
    ]
    for task in sorted({name.split()[0] for name in parts}):
        runs = [part for name, part in parts.items() if name.split()[0] == task]
        exact = f"{sum(run['exact'] for run in runs)} of {len(runs)}"
        proved = f"{sum(run['verdict'] == 'proved' for run in runs)} of {len(runs)}"
        cells = {(score["family"], score["size"]) for run in runs for score in run["scores"]}
        for family, size in sorted(cells):
            scores = [
                score
                for run in runs
                for score in run["scores"]
                if (score["family"], score["size"]) == (family, size)
            ]
            nodes = [score["node"] for score in scores]
            node = "-" if None in nodes else f"{min(nodes):g}"
            graph = min(score["graph"] for score in scores)
            row = f"| {task} | {exact} | {proved} | {family} | {size} | {node} | {graph:g} |"
            lines.append(row)
    return [*lines, ""]


def _certificates(parts: dict[str, Any]) -> list[str]:
    """How many certificates the independent checker accepts."""
    lines = [
        "## Certificates",
        "",
        "The same models, trained anew; each certificate was checked with its weights by",
        "`tools/check_certificate.py`, which shares no code with the package.",
        "`python -m paper.certificates` repeats it.",
        "",
        "| task | seeds | proved | accepted by the checker |",
        "|---|---|---|---|",
    ]
    for task in dict.fromkeys(name.split()[0] for name in parts):
        runs = [part for name, part in parts.items() if name.split()[0] == task]
        proved = sum(run["verdict"] == "proved" for run in runs)
        accepted = sum(run["accepted"] for run in runs)
        lines.append(f"| {task} | {len(runs)} | {proved} | {accepted} |")
    return [*lines, ""]


def _minimal_sizes(parts: dict[str, Any]) -> list[str]:
    lines = [
        "## Minimal training sizes (Appendix B)",
        "",
        "Trained on 1000 graphs of one size, tested on 5 graphs of 160 nodes of each of ER, WS",
        "and Delaunay: node score (graph score for eccentricity) in percent, with the",
        "enumerated cases, on graphs alone, and as the paper reports it (graphs alone). The",
        "lowest over all seeds, how many became exact on their training data, and how many",
        "were proved.",
        "`python -m paper.minimal_sizes` measures it anew.",
        "",
        "| task | size | enumerated | graphs alone | paper |",
        "|---|---|---|---|---|",
    ]
    for task, published in PAPER_SIZES.items():
        for size in (5, 4, 3):
            cells = [
                _lowest([part for name, part in parts.items() if name.split()[:3] == kind])
                for data in ("enumerated", "graphs-only")
                for kind in [[task, str(size), data]]
            ]
            lines.append(f"| {task} | {size} | {' | '.join(cells)} | {published[size]} |")
    return [*lines, ""]


def _training_ways(parts: dict[str, Any]) -> list[str]:
    lines = [
        "## The paper's own ways of training",
        "",
        "Literal messages (the paper's formulas), graphs alone, Gumbel noise: how many of the",
        "models became exact on their training data, the lowest score on 5 ER graphs of 160",
        "nodes, what the verifier says, and the smallest graph that refutes one.",
        "`python -m paper.training_ways` measures it anew.",
        "",
        "| task | way | exact | lowest | proved | open | refuted | refuted by |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for task, way in sorted({(name.split()[0], name.split()[1]) for name in parts}):
        runs = [part for name, part in parts.items() if name.split()[:2] == [task, way]]
        lowest = min(
            run["lowest_graph"] if run["lowest_node"] is None else run["lowest_node"]
            for run in runs
        )
        verdicts = [run["verdict"] for run in runs]
        counts = " | ".join(str(verdicts.count(each)) for each in ("proved", "open", "refuted"))
        found = [run["counterexample"] for run in runs if run["counterexample"]]
        by = found[0].split(":")[0] if found else ""
        exact = f"{sum(run['exact'] for run in runs)} of {len(runs)}"
        lines.append(f"| {task} | {way} | {exact} | {lowest:.1f} | {counts} | {by} |")
    return [*lines, ""]


def _lowest(runs: list[dict[str, Any]]) -> str:
    """The lowest score of these runs, how many there are and whether all became exact."""
    if not runs:
        return ""
    scores = [
        run["lowest_graph"] if run["lowest_node"] is None else run["lowest_node"]
        for run in runs
    ]
    exact = sum(run["exact"] for run in runs)
    proved = sum(run["verdict"] == "proved" for run in runs)
    return f"{min(scores):.1f} ({exact} of {len(runs)} exact, {proved} proved)"


if __name__ == "__main__":
    main()
