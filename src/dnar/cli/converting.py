"""`dnar convert`: a graph as a folder of arrays, which are mapped into memory."""

from pathlib import Path
from typing import Annotated

from dnar.cli.arguments import parse_weight
from dnar.cli.parser import Argument, Option
from dnar.errors import InputError
from dnar.graph import PARQUET, is_graph_folder, load_graph, read_graph, save_graph
from dnar.printable import printable


def convert_command(
    graph: Annotated[
        str,
        Argument(
            metavar="GRAPH",
            help="A file of edges (Parquet, CSV, edge list, GraphML or GML), a folder of "
            "Parquet files, or the name of a built-in graph.",
        ),
    ],
    folder: Annotated[
        str, Argument(metavar="FOLDER", help="Where the graph is written; a new folder.")
    ],
    directed: Annotated[
        bool | None,
        Option("--directed/--undirected", help="Whether edges are one-way."),
    ] = None,
    weight: Annotated[
        str | None,
        Option(
            metavar="NUMBER|NAME",
            help="Weight of all edges, or the column or attribute that holds the weights. "
            "Parquet files: only with --weight weight are weights kept.",
        ),
    ] = None,
    memory: Annotated[
        str | None,
        Option(
            metavar="SIZE",
            help="Let DuckDB read and sort the edges in this memory, such as 2GB; more goes to "
            "disk. Parquet files are always read by DuckDB.",
        ),
    ] = None,
) -> None:
    """Write a graph as a folder that `dnar run` maps into memory instead of reading it."""
    many = Path(graph).is_dir() and not is_graph_folder(graph)
    if many or graph.endswith(PARQUET) or memory is not None:
        from dnar.run import DuckDB  # noqa: PLC0415 (slow to load)

        if weight not in (None, "weight"):
            raise InputError(
                f"DuckDB reads weights from the column weight, got --weight {weight}; rename "
                "the column and say --weight weight"
            )
        DuckDB(memory).save_graph(
            graph, folder, weighted=weight is not None, directed=bool(directed)
        )
    else:
        save_graph(load_graph(graph, directed=directed, weight=parse_weight(weight)), folder)
    print(f"wrote {printable(str(read_graph(folder)))} to {printable(folder)}")
