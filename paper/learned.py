"""How the models of a table were learned: three columns that every such table has."""

from collections.abc import Sequence
from typing import Any

from dnar.run import Model
from dnar.training import Data, Learned, Method, learned_of
from paper.tables import MISSING

HEADS = ("method", "data", "searched")
"""Method of training, what it was trained on, and in how many runs attention was searched."""

ABOUT = [
    "*Method*, *data* and *searched* say how models were learned. `settle` searches for",
    "attention after the first cycle, `gradient` (the default), `anneal` and `soft` never;",
    "`soft` is soft attention that does not harden. `graphs` are execution traces alone;",
    "`enumerated` adds enumerated local cases, `partly enumerated` only outputs and gates.",
    "*Searched* counts the runs in which a search set attention; it is `-` where the results",
    "do not say.",
]
"""What these columns mean, said once per page."""

FIRST_CYCLE = 100
"""Iterations of the first cycle in results that do not say how they were learned."""


def learned_json(model: Model) -> dict[str, Any] | None:
    """How a model was learned, as its results keep it."""
    return None if model.learned is None else model.learned.to_json()


def learned_cells(
    runs: Sequence[dict[str, Any]], data: Data = Data.ENUMERATED
) -> tuple[str, str, str]:
    """The three columns for some runs; `data` is that of runs which do not name theirs."""
    found = [_learned(run, data) for run in runs]
    searched = [each.attention_searched for each in found]
    return (
        ", ".join(dict.fromkeys(each.method.value for each in found)) or MISSING,
        ", ".join(dict.fromkeys(each.data.value for each in found)) or MISSING,
        MISSING
        if None in searched or not found
        else f"{sum(map(bool, searched))} of {len(found)}",
    )


def _learned(run: dict[str, Any], data: Data) -> Learned:
    """What a run says of itself.

    Results that say nothing were measured when settling was the only method; a run with more
    than one cycle searched.
    """
    found = learned_of(run)
    if found is not None:
        return found
    searched = None
    if "cycles" in run:
        searched = run["cycles"] > 1
    elif "iterations" in run:
        searched = run["iterations"] > FIRST_CYCLE
    return Learned(Method.SETTLE, data, searched)
