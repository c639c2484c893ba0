"""Graphs by name: `karate`, `FAMILY:SIZE` such as `er:100`, or the path of a file."""

import difflib
import re
from pathlib import Path

import numpy as np

from dnar.array_types import Generator
from dnar.errors import InputError
from dnar.graph import random_scalars
from dnar.graph.direction import with_direction
from dnar.graph.edge_list_parser import parse_text
from dnar.graph.files import read_as
from dnar.graph.generators import FAMILIES
from dnar.graph.graph import Graph
from dnar.graph.input_bytes import STDIN
from dnar.graph.parameter_checks import check_at_least
from dnar.graph.reading import Reading, reading_of
from dnar.graph.weights import with_default_weight

# At most twelve digits: int() refuses thousands of them, and no graph is that large.
_FAMILY_AND_SIZE = re.compile(r"(?P<family>[a-z0-9]+):(?P<size>[0-9]{1,12})")


def builtin_names() -> list[str]:
    """The names of all built-in graphs, with N for a size."""
    return ["karate", *(f"{family}:N" for family in FAMILIES)]


def builtin_graph(name: str, *, seed: int = 0) -> Graph | None:
    """The built-in graph of this name, or None if there is none.

    `karate` is Zachary's karate club (1977); `FAMILY:SIZE` is drawn from `seed`.

    Raises:
        InputError: the family has no graph of this size, or the seed is negative.
    """
    check_at_least("the seed", seed, 0)
    drawn = _drawn(name, seed)
    return None if drawn is None else drawn[0]


def load_graph(
    name_or_path: str | Path,
    *,
    seed: int = 0,
    directed: bool | None = None,
    weight: float | int | str | None = None,
    random_weights: bool = False,
    source: str | None = None,
    target: str | None = None,
    combine: str = "error",
) -> Graph:
    """The built-in graph of this name, or else the graph in this file.

    Args:
        name_or_path: a built-in name, a file, or the folder of a saved graph; write `./karate`
            for a file called so, and `-` for standard input.
        seed: for random families and for random weights.
        directed: whether edges have a direction, as in `dnar.as_graph`.
        weight: the weight of every edge, if the graph has none; a text names the column or
            attribute of a file that holds the weights.
        random_weights: draws the weights of a `FAMILY:SIZE` uniformly from (0, 1); graphs
            that are not drawn keep what they have.
        source: the column of a file that holds the sources.
        target: the column of a file that holds the targets.
        combine: what parallel edges of different weights become, as in `dnar.as_graph`.

    Raises:
        InputError: there is neither such a built-in graph nor such a file.
    """
    reading = reading_of(directed, weight, source, target, combine)
    if reading.default_weight is not None and random_weights:
        raise InputError("give one weight for all edges or random weights, not both")
    check_at_least("the seed", seed, 0)
    rng = None
    # A Path was made by someone who means a file.
    drawn = _drawn(name_or_path, seed) if isinstance(name_or_path, str) else None
    if drawn is not None:
        what = f"the built-in graph {name_or_path}"
        reading.refuse_columns(what)
        reading.refuse_attribute(what)
        graph, rng = with_direction(drawn[0], reading.directed), drawn[1]
    elif isinstance(name_or_path, Path) or name_or_path == STDIN or _exists(name_or_path):
        graph = read_as(name_or_path, reading)
    else:
        raise InputError(_unknown(name_or_path))
    if random_weights and rng is not None:
        return random_scalars.random_weights(graph, rng)
    return with_default_weight(graph, reading.default_weight)


def _drawn(name: str, seed: int) -> tuple[Graph, Generator | None] | None:
    """A built-in graph and the generator that it was drawn with, if it is random."""
    if name == "karate":
        data = Path(__file__).parent / "data" / "karate.txt"
        return parse_text(data.read_text("utf-8"), name, Reading()), None
    known = _FAMILY_AND_SIZE.fullmatch(name)
    if known is None or known["family"] not in FAMILIES:
        return None
    rng = np.random.default_rng(seed)
    return FAMILIES[known["family"]](int(known["size"]), rng), rng


def _exists(path: str) -> bool:
    try:
        return Path(path).exists()
    except (OSError, ValueError):  # a name no file can have
        return False


def _unknown(name: str) -> str:
    family, colon, size = name.partition(":")
    if colon and family in FAMILIES:
        return f"{name!r} needs a size as in {family}:100, got {size!r}"
    choices = FAMILIES if colon else ["karate", *FAMILIES]
    close = difflib.get_close_matches(family, list(choices), n=3, cutoff=0.6)
    full = [word if word == "karate" else f"{word}:{size or 'N'}" for word in close]
    hint = f"; did you mean {' or '.join(full)}?" if full else "."
    return f"no file and no built-in graph {name!r}{hint} The built-in graphs are " + ", ".join(
        builtin_names()
    )
