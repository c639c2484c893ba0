"""The tables of the page on scale, docs/scale.md, made from the results.

`python -m benchmarks.scale_page` writes them anew, each between its two marks on the page.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.results_file import FOLDER
from dnar.atomic_write import write_atomically

PAGE = Path(__file__).parent.parent / "docs" / "scale.md"
PLACE = "<!-- figures: {} -->\n"
END = "<!-- end of figures -->\n"


def results(part: str) -> dict[str, Any]:
    """The rows of a part of the benchmark."""
    return json.loads((FOLDER / f"scale_{part}.json").read_text())["found"]


def compare() -> Iterator[list[str]]:
    yield ["task", "steps", "DuckDB", "compiled", "ratio"]
    for name, row in sorted(results("compare").items()):
        ours, theirs = row["duckdb"], row["compiled"]
        seconds = [f"{each['cpu_seconds']:.1f} s" for each in (ours, theirs)]
        yield [f"`{name}`", str(ours["steps"]), *seconds, f"{row['ratio']:.1f}"]


def rounds() -> Iterator[list[str]]:
    small = results("rounds")
    large = {
        "duckdb": results("compare")["connected_components"]["duckdb"],
        "spark": results("spark")["connected_components"]["spark"],
    }
    yield ["engine", "", "100 edges", "300,000 edges", "6,000,000 edges"]
    for engine, title in (("duckdb", "DuckDB"), ("spark", "Spark, one machine")):
        rows = [small[f"{engine}, {edges} edges"] for edges in (100, 300_000)]
        for key, what in (("round_cpu", "a round"), ("loading_cpu", "loading")):
            values = [f"{row[key]:.3g} s" for row in (*rows, large[engine])]
            yield [title, what, *values]


def spark() -> Iterator[list[str]]:
    yield ["task", "steps", "processor", "elapsed", "a round, elapsed", "memory", "compiled"]
    for name, row in results("spark").items():
        ours = row["spark"]
        seconds = [
            f"{ours[key]:.0f} s" for key in ("cpu_seconds", "wall_seconds", "round_wall")
        ]
        memory = f"{ours['peak_mb'] / 1000:.1f} GB"
        theirs = f"{row['compiled']['cpu_seconds']:.1f} s"
        yield [f"`{name}`", str(ours["steps"]), *seconds, memory, theirs]


def growth() -> Iterator[list[str]]:
    found = {int(edges): row for edges, row in results("growth").items()}
    names = ("connected_components", "bfs")
    yield ["edges", *(f"{what}, `{name}`" for name in names for what in ("round", "memory"))]
    for edges, row in sorted(found.items()):
        values = [
            value
            for name in names
            for value in (f"{row[name]['round_cpu']:.3f} s", f"{row[name]['peak_mb']} MB")
        ]
        yield [f"{edges:,}", *values]


def mapped() -> Iterator[list[str]]:
    found = results("mapped")
    yield ["", "processor", "memory at the peak", "of it without files"]
    convert = found["convert"]
    rows = {f"`dnar convert`, limit {convert['limit']}": convert}
    for name in sorted(found.keys() - {"convert"}):
        rows[f"`{name}` from Parquet"] = found[name]["parquet"]
        rows[f"`{name}` from the folder"] = found[name]["mapped"]
    for title, row in rows.items():
        memory = [f"{row[key]} MB" for key in ("peak_mb", "own_peak_mb")]
        yield [title, f"{row['cpu_seconds']:.1f} s", *memory]


TABLES = {
    "compare": compare,
    "rounds": rounds,
    "spark": spark,
    "growth": growth,
    "mapped": mapped,
}


def page() -> str:
    """The page with its tables made anew."""
    text = PAGE.read_text()
    for name, rows in TABLES.items():
        head, *body = rows()
        lines = [head, ["---"] * len(head), *body]
        table = "".join(f"| {' | '.join(line)} |\n" for line in lines)
        before, begin, rest = text.partition(PLACE.format(name))
        text = f"{before}{begin}\n{table}\n{END}{rest.partition(END)[2]}"
    return text


if __name__ == "__main__":
    write_atomically(PAGE, [page()])
