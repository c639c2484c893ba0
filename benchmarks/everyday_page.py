"""The page of the everyday benchmark: docs/everyday.md, made from its results."""

import json
from pathlib import Path
from typing import Any

from benchmarks.results_file import FOLDER
from dnar.atomic_write import write_atomically

PAGE = Path(__file__).parent.parent / "docs" / "everyday.md"

HEAD = """# Whole calls, measured

Made by `python -m benchmarks.everyday`, which writes `benchmarks/results/everyday.json`. A
call is measured as users make it: their graph object in, the answer as a dictionary out. Peers
get their own graph objects ready made. Times are the least of several, in milliseconds unless a
column says otherwise; `-` where no call of that library was measured. For
`strongly_connected_components`, networkx runs `connected_components`: the graph is undirected.
"""

SECTIONS = {
    "karate": """## The karate club, warm

34 nodes. `call` starts from a networkx graph, `call on Graph` from a `dnar.Graph`. Tasks that
take no graph get 34 numbers, 34 letters, or two segments.
""",
    "medium": """## 1,000 nodes, from a networkx graph

Random graphs of average degree 12. Tasks without weights keep the converted graph with the
networkx graph; `changed` is the call after each change of it, when nothing is kept.
""",
    "large": """## 100,000 nodes, from a scipy matrix

Average degree 12. `conversion` reads the weights, which bfs, dfs, eccentricity and mis do not.
The kernel's time is that of its C code: to build rows, to start, to run. The ratio is that of a
call on a `dnar.Graph`, answered as arrays, to the kernel's time.
""",
    "conversion": """## Conversion of a networkx graph
""",
    "processes": """## Processes

Seconds from the start of a process to its end.
""",
    "first_calls": """## First calls

The first call in a new process, on the karate club with an empty cache, and how much longer it
takes than the second.
""",
}


def write_page() -> None:
    """Writes the page."""
    results = json.loads((FOLDER / "everyday.json").read_text())
    parts = [HEAD]
    for name, text in SECTIONS.items():
        parts += [text, table(results[name])]
    write_atomically(PAGE, ["\n".join(parts)])


def table(rows: list[dict[str, Any]]) -> str:
    """Rows as a table, with every column that any of them has."""
    columns = list(dict.fromkeys(key for row in rows for key in row))
    lines = [
        [column.removesuffix("_ms").replace("_", " ") for column in columns],
        ["---"] * len(columns),
        *([_cell(row.get(column)) for column in columns] for row in rows),
    ]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    return f"{value:,}" if isinstance(value, int) else str(value)
