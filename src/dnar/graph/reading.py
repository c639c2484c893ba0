"""How edges are read: which names hold their ends and weights, what parallel edges become."""

from enum import Enum
from typing import Any, NamedTuple

from dnar.errors import InputError
from dnar.graph.checks import checked_direction, is_real

SOURCE, TARGET, WEIGHT = "source", "target", "weight"
"""The columns of an edge table, and the attribute of a weight, unless others are named."""


class Combine(Enum):
    """What parallel edges of different weights become."""

    ERROR = "error"
    MIN = "min"
    SUM = "sum"


class Reading(NamedTuple):
    """The choices of a caller about the edges of a source."""

    directed: bool | None = None
    default_weight: float | None = None
    """The weight of every edge, if the source has none."""
    weight: str = WEIGHT
    """The attribute or column that holds the weights."""
    source: str | None = None
    target: str | None = None
    """The columns of the ends, if the caller names them."""
    combine: Combine = Combine.ERROR

    @property
    def names_weight(self) -> bool:
        """Whether the caller asked for another attribute than the usual one."""
        return self.weight != WEIGHT

    @property
    def names_ends(self) -> bool:
        """Whether the caller named the columns of the ends."""
        return self.source is not None or self.target is not None

    def refuse_columns(self, what: str) -> None:
        """Returns if no column of ends was named, for a source that has no columns.

        Raises:
            InputError: one was.
        """
        if self.names_ends:
            raise InputError(
                "source= and target= name the columns of a table or a text file, and "
                f"{what} has none; a start node is given with start="
            )

    def refuse_attribute(self, what: str) -> None:
        """Returns if no attribute of weights was named, for a source that has none.

        Raises:
            InputError: one was.
        """
        if self.names_weight:
            raise InputError(
                f"weight={self.weight!r} names an attribute, and {what} has none; leave it out"
            )


AS_USUAL = Reading()
"""No choice was made."""
_USUAL = Combine.ERROR.value


def reading_of(
    directed: Any = None,
    weight: Any = None,
    source: Any = None,
    target: Any = None,
    combine: Any = Combine.ERROR,
) -> Reading:
    """The choices as one value. A text as weight is a name, a number is for every edge.

    Raises:
        InputError: one of them cannot be used.
    """
    if directed is weight is source is target is None and combine in (_USUAL, Combine.ERROR):
        return AS_USUAL  # nearly every call
    if directed is not None:
        directed = checked_direction(directed)
    name, number = WEIGHT, None
    if isinstance(weight, str):
        name = weight
    elif weight is not None:
        if not is_real(weight):
            raise InputError(
                "weight is a number for every edge, or the name of an attribute or column, "
                f"got {weight!r:.60}"
            )
        number = float(weight)
    for end in (source, target):
        if end is not None and not isinstance(end, str):
            raise InputError(f"source= and target= are names of columns, got {end!r:.60}")
    return Reading(directed, number, name, source, target, combine_of(combine))


def combine_of(name: Any) -> Combine:
    """What is done with parallel edges, by its name.

    Raises:
        InputError: there is no such way.
    """
    if isinstance(name, Combine):
        return name
    try:
        return Combine(name)
    except ValueError:
        ways = ", ".join(repr(each.value) for each in Combine)
        raise InputError(f"combine is one of {ways}, got {name!r:.60}") from None
