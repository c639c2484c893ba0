"""The answer to a run: outputs in terms of the caller's own node labels."""

import itertools
import json
import math
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from dnar.errors import InputError
from dnar.lazy_names import late_method
from dnar.machine import PerNode, Trajectory
from dnar.run.engine import EngineUsed

if TYPE_CHECKING:
    from dnar.draw import Picture

_ITEMS = 10_000
"""Nodes whose values are written at once."""


@dataclass(frozen=True)
class Answer:
    """What a task found. Every output is also an attribute, as in `answer.parent[node]`."""

    task: str
    steps: int
    """Steps that changed something."""
    halted: bool
    """Whether the machine came to rest by itself."""
    kept: Mapping[str, Any]
    """Every output as it is kept: values per node as `PerNode`, in the memory of an array."""
    trajectory: Trajectory | None = None
    """The whole run, if it was asked for."""
    engine: EngineUsed = field(default_factory=lambda: EngineUsed("rules"))
    """The engine that computed it, a text; its `reason` says why it was this one."""

    @cached_property
    def outputs(self) -> dict[str, Any]:
        """Every output; values per node become dictionaries when they are asked for."""
        return {name: _as_dictionary(value) for name, value in self.kept.items()}

    @property
    def arrays(self) -> dict[str, np.ndarray]:
        """The outputs per node as arrays in the order of the nodes; pointers as positions."""
        kept = self.kept.items()
        return {name: value.array for name, value in kept if isinstance(value, PerNode)}

    def __getattr__(self, name: str) -> Any:
        kept = self.__dict__.get("kept", {})
        if name in kept:
            return self.outputs[name]
        raise AttributeError(
            f"{self.__dict__.get('task', 'an answer')} returns {', '.join(kept)}; "
            f"there is no {name!r}"
        )

    def draw(self, step: int = -1, **options: Any) -> "Picture":
        """A picture of the run after a step, by default the last; see `dnar.draw.draw_step`.

        Raises:
            InputError: the answer holds no run, or matplotlib is missing.
        """
        from dnar.draw import draw_step  # noqa: PLC0415 (matplotlib only when it is used)

        if self.trajectory is None:
            raise InputError("the answer holds no run; ask for it with trajectory=True")
        return draw_step(self.trajectory, step, **options)

    play = late_method(
        "dnar.play",
        "playground",
        "The run as a notebook widget; see `dnar.play.playground`.",
    )

    def to_json(self) -> dict[str, Any]:
        """The answer as JSON values: labels as keys become text, infinity becomes null."""
        return {name: _json_value(value) for name, value in self._fields().items()}

    def json_pieces(self) -> Iterator[str]:
        """The text of the same; values per node, which may be many, come piece by piece."""
        before = "{"
        for name, value in self._fields().items():
            yield f"{before}{json.dumps(name, ensure_ascii=False)}: "
            yield from _json_pieces(value)
            before = ", "
        yield "}"

    def _fields(self) -> dict[str, Any]:
        return {
            "task": self.task,
            "engine": str(self.engine),
            "engine_reason": self.engine.reason,
            "steps": self.steps,
            "halted": self.halted,
            **self.kept,
        }


def json_label(label: Hashable) -> str | int | float | bool | None:
    """A node label as a JSON value; what JSON cannot hold becomes text."""
    if isinstance(label, np.generic):
        return json_label(label.item())
    if label is None or isinstance(label, str | int | float | bool):
        return label
    return str(label)


def _as_dictionary(value: Any) -> Any:
    return dict(value.items()) if isinstance(value, PerNode) else value


def _json_value(value: Any) -> Any:
    if isinstance(value, PerNode | dict):
        return {str(key): _json_value(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [json_label(entry) for entry in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return json_label(value)


def _json_pieces(value: Any) -> Iterator[str]:
    if not isinstance(value, PerNode):
        yield json.dumps(_json_value(value), ensure_ascii=False)
        return
    items, before = iter(value.items()), "{"
    while some := dict(itertools.islice(items, _ITEMS)):
        yield before + json.dumps(_json_value(some), ensure_ascii=False)[1:-1]
        before = ", "
    yield "}" if len(value) else "{}"
