"""The page of the executor's benchmark: docs/benchmarks.md, made from its results."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from benchmarks.results_file import FOLDER
from benchmarks.timing import GROWS_FROM
from dnar.atomic_write import write_atomically

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"

HEAD = """# The compiled executor, measured

Made by `python -m benchmarks.executor`, which runs everything in one process on one core, one
after the other, and writes `benchmarks/results/executor.json`. Peers get their own graph
objects ready made, the executor its loaded rows; its time holds everything from there to the
outputs. Of each size there are so many different graphs that together they have a million
nodes (for networkx, 100,000; grids and stars differ in their weights only): all are run, in
turn, and the time of that is divided by their number. It is the least of nine such times in
three rounds over all tasks and peers (more if they are short, fewer if they take more than 1.5
seconds), in milliseconds. *Rules' tables* is the time of the rules' own program, compiled in
the same way. Steps, looks and bytes are those of the first graph. Loading is to build a graph's
rows and to free them again. igraph's depth-first search is a loop in Python;
scipy's and igraph's spanning trees are not grown from a start. Python's garbage collector is
off: what it takes depends on how many graphs are alive, and networkx would wait for it.

![time over nodes](../benchmarks/results/executor.png)
"""

GROWTH = """## Growth

Exponents over nodes, from 10,000 to 1,000,000 nodes. First of the work that is done: the basic
blocks (pieces without a branch, as the compiler sees them before it optimises loops) that a run
goes through, counted by `python -m benchmarks.work`. They do not depend on caches, and grow
like the graph.
"""

TIMES = """Then of time, with that of peers: a hundred graphs of 10,000 nodes in turn, and one
of a million. What it grows by on top of the work is what the caches do: what is looked at
more than once stays in the nearer ones on a small graph, a million nodes do not fit in any,
and the same work waits longer for its memory.
"""

AGAIN = """Why small graphs are run in turn: if nothing but one of them is run, again and
again, much of it is still in the nearer caches, its pages are known, and the processor may have
learnt some of its branches by heart, none of which can be so on a large graph. (A large one
lies on large pages, small ones do not; that is not taken apart here.) Milliseconds at 10,000
nodes, on random graphs in turn and on one of them again and again:
"""

AGAIN_GROWTH = """And the growth of time from one graph of 10,000 nodes that is run again and
again to one of a million:
"""

READS = """Memory alone is slower to read, too, the more of it there is. Below, one byte of each
neighbour's record is read, in the order of the rows of one random graph of each size, again and
again, and nothing else is done: side by side, as a breadth-first search can, or each when the
one before has come, as a depth-first search must. The executor reads a neighbour's state, one
byte, and then what is kept of the node, 8 to 64 bytes by task.
"""

LOOKS = """## Looks per arc

Entries of rows that are looked at in a whole run, per arc, by size.
"""

MEMORY = """## Memory

Bytes per arc (two per edge) that are held at the end of a run beside the graph, on the random
graphs of average degree 12. Of these 9 to 13 are per arc, the others per node.
"""

STEPPED = """## Interpreter and network

The same programs interpreted, and the networks they come from; one run each.
"""

STARTS = """## Start

Seconds until an engine is ready in a new process, without packaged kernels (`CFLAGS` is set):
the first time, when the program is compiled, and later. Importing dnar comes before. With
packaged kernels nothing is compiled, see [first calls](everyday.md#first-calls).
"""

PEERS = ("networkx", "scipy", "igraph")


def write_page() -> None:
    """Writes the page."""
    results = json.loads((FOLDER / "executor.json").read_text())
    work = json.loads((FOLDER / "work.json").read_text())["work_exponents"]
    parts = [HEAD, *sections(results, work)]
    write_atomically(PAGE, ["\n".join(parts)])


def sections(results: dict[str, Any], work: dict[str, float]) -> Iterable[str]:
    """The tables, one after the other."""
    runs = results["runs"]
    for size in sorted({row["nodes"] for row in runs if row["family"] == "er"}):
        yield f"## Random graphs of {size:,} nodes, average degree 12\n"
        yield peers_table(
            [row for row in runs if (row["family"], row["nodes"]) == ("er", size)]
        )
    yield GROWTH
    yield work_table(work)
    yield TIMES
    yield growth_table(results["growth_exponents"], "")
    yield AGAIN
    yield again_table(
        [row for row in runs if (row["family"], row["nodes"]) == ("er", GROWS_FROM)]
    )
    yield AGAIN_GROWTH
    yield growth_table(results["growth_exponents"], "_again")
    yield READS
    yield reads_table(results["random_reads"], results["reads_exponents"])
    yield LOOKS
    yield looks_table(runs)
    yield MEMORY
    yield memory_table([row for row in runs if row["family"] == "er"])
    yield STEPPED
    yield table(
        ("task", "nodes", "interpreted", "network"),
        (
            (row["task"], f"{row['nodes']:,}", row["program_ms"], row["network_ms"])
            for row in results["stepped"]
        ),
    )
    yield STARTS
    names = ("first", "later", "import")
    yield table(
        ("task", *names),
        ((row["task"], *(row[f"{name}_s"] for name in names)) for row in results["starts"]),
    )
    made = results["provenance"]
    yield "## Where\n"
    yield "\n".join(f"- {key}: {value}" for key, value in made.items()) + "\n"


def table(head: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    """A table in Markdown."""
    names = list(head)
    lines = [names, ["---"] * len(names), *([str(cell) for cell in row] for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def peers_table(rows: list[dict[str, Any]]) -> str:
    head = ("task", "dnar", *PEERS, *(f"dnar / {peer}" for peer in PEERS), "loading", "steps")
    with_rules = any("rules_ms" in row for row in rows)
    return table(
        (*head, *(["rules' tables"] if with_rules else [])),
        (
            (
                row["task"],
                row["compiled_ms"],
                *(row.get(f"{peer}_ms", "-") for peer in PEERS),
                *(_ratio(row, peer) for peer in PEERS),
                row["load_ms"],
                f"{row['steps']:,}",
                *([row["rules_ms"]] if with_rules else []),
            )
            for row in rows
        ),
    )


def _ratio(row: dict[str, Any], peer: str) -> str:
    time = row.get(f"{peer}_ms")
    return "-" if time is None else f"{row['compiled_ms'] / time:.2f}"


def work_table(exponents: dict[str, float]) -> str:
    families, tasks = _families_and_tasks(exponents)
    return table(
        ("task", *families),
        ((task, *(exponents[f"{family} {task}"] for family in families)) for task in tasks),
    )


def growth_table(exponents: dict[str, dict[str, float]], how: str) -> str:
    families, tasks = _families_and_tasks(exponents)
    return table(
        ("task", *families, "scipy, er", "igraph, er"),
        (
            (
                task,
                *(exponents[f"{family} {task}"][f"compiled{how}"] for family in families),
                *(exponents[f"er {task}"].get(f"{peer}{how}", "-") for peer in PEERS[1:]),
            )
            for task in tasks
        ),
    )


def again_table(rows: list[dict[str, Any]]) -> str:
    """Times of graphs run in turn, and of one run again and again."""
    who = {"compiled": "dnar", **{peer: peer for peer in PEERS}}
    return table(
        ("task", *(f"{name}{how}" for name in who.values() for how in ("", ", again"))),
        (
            (
                row["task"],
                *(row.get(f"{name}{how}_ms", "-") for name in who for how in ("", "_again")),
            )
            for row in rows
        ),
    )


def _families_and_tasks(keys: Iterable[str]) -> tuple[list[str], list[str]]:
    families, tasks = zip(*(key.split() for key in keys), strict=True)
    return list(dict.fromkeys(families)), list(dict.fromkeys(tasks))


def reads_table(rows: list[dict[str, Any]], exponents: list[dict[str, Any]]) -> str:
    """Nanoseconds per read by width of a record, way and size of the graph; their growth."""
    sizes = sorted({row["nodes"] for row in rows})
    times = {(row["bytes"], row["way"], row["nodes"]): row["ns_per_read"] for row in rows}
    ways = {"beside": "side by side", "waiting": "one after the other"}
    return table(
        ("bytes", "reads", *(f"ns at {size:,} nodes" for size in sizes), "exponent"),
        (
            (
                each["bytes"],
                ways[each["way"]],
                *(times[each["bytes"], each["way"], size] for size in sizes),
                each["exponent"],
            )
            for each in exponents
        ),
    )


def looks_table(rows: list[dict[str, Any]]) -> str:
    families = list(dict.fromkeys(row["family"] for row in rows))
    tasks = list(dict.fromkeys(row["task"] for row in rows))
    looks = {
        (family, task): [
            row["looks_per_arc"]
            for row in rows
            if (row["family"], row["task"]) == (family, task)
        ]
        for family in families
        for task in tasks
    }
    return table(
        ("task", *families),
        (
            (task, *(", ".join(map(str, looks[family, task])) for family in families))
            for task in tasks
        ),
    )


def memory_table(rows: list[dict[str, Any]]) -> str:
    sizes = sorted({row["nodes"] for row in rows})
    held = {(row["task"], row["nodes"]): row["bytes_per_arc"] for row in rows}
    tasks = list(dict.fromkeys(row["task"] for row in rows))
    return table(
        ("task", *(f"{size:,} nodes" for size in sizes)),
        ((task, *(held[task, size] for size in sizes)) for task in tasks),
    )


if __name__ == "__main__":
    write_page()
