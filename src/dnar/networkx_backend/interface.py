"""What networkx calls: the functions, the conversions, and what can and should run here."""

import inspect
from collections.abc import Callable
from typing import Any

from dnar.networkx_backend import searches, shortest_paths, spanning_trees, structure
from dnar.networkx_backend.converted import ConvertedGraph, convert_from_nx, convert_to_nx
from dnar.networkx_backend.deviations import on_start_tests
from dnar.networkx_backend.info import FUNCTIONS, get_info

MODULES = (searches, shortest_paths, spanning_trees, structure)

FASTER_FROM = {"dijkstra": 1_000, "mis": 1_000, "prim": 500}
"""Tasks whose functions are faster here than in networkx, from so many nodes on."""


def _function(name: str) -> Callable[..., Any]:
    return next(vars(module)[name] for module in MODULES if name in vars(module))


globals().update({name: _function(name) for name in FUNCTIONS})

_SIGNATURES = {name: inspect.signature(_function(name)) for name in FUNCTIONS}

_ONLY: dict[str, Any] = {
    "depth_limit": None,
    "sort_neighbors": None,
    "ignore_nan": False,
    "sp": None,
    "nodelist": None,
}
"""Arguments with the one value that the backend can work with."""

_ALGORITHMS = ("kruskal", "prim", "boruvka")


def can_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    """True, or the reason why the backend cannot run a function on these arguments."""
    given = _arguments(name, args, kwargs)
    if isinstance(given, str):
        return given
    graph = given["G"]
    for argument, value in _ONLY.items():
        # Of breadth-first search every part of the tree down to a depth is a tree, too.
        if argument == "depth_limit" and name.startswith("bfs"):
            continue
        if given.get(argument, value) is not value:
            return f"{argument} must be {value}, got {given[argument]!r}"
    reason = _reason_of_weight(name, given)
    if reason:
        return reason
    if len(graph) == 0:
        return "the graph has no nodes"
    if name == "bfs_layers" and not _is_node(graph, given["sources"]):
        return "there must be one source"
    task = FUNCTIONS[name]
    if task in ("prim", "floyd_warshall") and graph.is_directed():
        return "the graph must be undirected"
    if task == "prim" and graph.is_multigraph():
        return "the graph must not be a multigraph"
    if given.get("algorithm", "prim") not in _ALGORITHMS:
        return f"algorithm must be one of {', '.join(_ALGORITHMS)}"
    return True


def should_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    """True, or the reason why networkx itself should run a function on these arguments."""
    given = _arguments(name, args, kwargs)
    if isinstance(given, str):
        return given
    least = FASTER_FROM.get(FUNCTIONS[name])
    if least is None:
        return f"networkx is as fast or faster for {name}"
    nodes = len(given["G"])
    return True if nodes >= least else f"{nodes} nodes: below {least} networkx is faster"


def _reason_of_weight(name: str, given: dict[str, Any]) -> str | None:
    weight = given.get("weight")
    if name == "eccentricity":
        return None if weight is None else "dnar counts edges: weight must be None"
    if weight is None or isinstance(weight, str):
        return None
    return "weight must be the name of an edge attribute, not a function"


def _arguments(
    name: str, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> dict[str, Any] | str:
    """The arguments by name, or the reason why they do not fit."""
    try:
        bound = _SIGNATURES[name].bind(*args, **kwargs)
    except TypeError as error:
        return str(error)
    bound.apply_defaults()
    return bound.arguments


def _is_node(graph: Any, node: Any) -> bool:
    """Whether a value, which may be unhashable, is a node of a graph."""
    try:
        return node in graph
    except TypeError:
        return False


__all__ = [
    "ConvertedGraph",
    "can_run",
    "convert_from_nx",
    "convert_to_nx",
    "get_info",
    "on_start_tests",
    "should_run",
]
