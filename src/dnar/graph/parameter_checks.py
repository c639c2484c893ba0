"""Checks of the parameters of graph generators: sizes, probabilities, memory."""

from dnar.errors import InputError
from dnar.graph.checks import NODE_LIMIT
from dnar.memory import check_memory

DENSE_LIMIT = 20_000
"""Most nodes of a family whose edges grow with the square of its nodes."""

EDGE_BYTES = 66
"""Memory per edge while a graph is built: edges are copied and sorted."""


def check_size(n: object, limit: int = NODE_LIMIT) -> None:
    """Returns if `n` is a number of nodes.

    Raises:
        InputError: `n` is not a whole number from 1 to `limit`.
    """
    if not isinstance(n, int) or isinstance(n, bool) or not 1 <= n <= limit:
        raise InputError(
            f"the number of nodes must be a whole number from 1 to {limit}, got {n!r}"
        )


def check_room(nodes: int, edges: int, each: int = EDGE_BYTES, beside: int = 0) -> None:
    """Returns if a graph of about this many edges fits in memory.

    That takes `each` bytes for an edge and `beside` bytes for all else.

    Raises:
        InputError: there is too little memory.
    """
    check_memory(edges * each + beside, f"a graph of {nodes:,} nodes and about {edges:,} edges")


def check_at_least(name: str, value: object, least: int) -> None:
    """Returns if `value` is large enough.

    Raises:
        InputError: `value` is not a whole number of at least `least`.
    """
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise InputError(f"{name} must be a whole number of at least {least}, got {value!r}")


def check_probability(name: str, value: float) -> None:
    """Returns if `value` is a probability.

    Raises:
        InputError: `value` is not in [0, 1].
    """
    if not 0 <= value <= 1:
        raise InputError(f"{name} must be a probability from 0 to 1, got {value!r}")
