"""Graphs: the value that everything shares, and where it comes from."""

from dnar.graph.builtin import builtin_graph, builtin_names, load_graph
from dnar.graph.checks import NODE_LIMIT
from dnar.graph.convert import as_graph
from dnar.graph.coordinates import coordinates
from dnar.graph.files import PARQUET, read_graph
from dnar.graph.generators import (
    FAMILIES,
    clrs_er,
    clrs_weights,
    complete,
    complete_bipartite,
    cycle,
    delaunay,
    erdos_renyi,
    grid,
    mis_randomness,
    mis_row,
    path,
    power_law,
    random_weights,
    star,
    tree,
    watts_strogatz,
)
from dnar.graph.graph import Graph
from dnar.graph.graph_folder import is_graph_folder, save_graph, write_graph_folder
from dnar.graph.input_bytes import STDIN, input_name, read_bytes

__all__ = [
    "FAMILIES",
    "NODE_LIMIT",
    "PARQUET",
    "STDIN",
    "Graph",
    "as_graph",
    "builtin_graph",
    "builtin_names",
    "clrs_er",
    "clrs_weights",
    "complete",
    "complete_bipartite",
    "coordinates",
    "cycle",
    "delaunay",
    "erdos_renyi",
    "grid",
    "input_name",
    "is_graph_folder",
    "load_graph",
    "mis_randomness",
    "mis_row",
    "path",
    "power_law",
    "random_weights",
    "read_bytes",
    "read_graph",
    "save_graph",
    "star",
    "tree",
    "watts_strogatz",
    "write_graph_folder",
]
