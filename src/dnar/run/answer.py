"""The answer to a run: outputs in terms of the caller's own node labels."""

import importlib
import itertools
import json
import math
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from dnar.display import html_page
from dnar.errors import InputError
from dnar.lazy_names import late_method
from dnar.machine import PerNode, Trajectory
from dnar.run.answer_table import csv_lines, table_of
from dnar.run.engine import EngineUsed
from dnar.run.parents import chain, depths, path_up, reached

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
    start: Hashable | None = None
    """The label of the start node, if the task began at one."""

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

    def __repr__(self) -> str:
        end = "halted" if self.halted else "stopped"
        outputs = ", ".join(self.kept) or "no outputs"
        return f"Answer({self.task}: {outputs}; {end} after {self.steps} steps, {self.engine})"

    def _repr_html_(self) -> str:
        table = table_of(self.kept)
        facts = {
            "steps": self.steps,
            "halted": self.halted,
            "engine": f"{self.engine} ({self.engine.reason})",
            **table.values,
        }
        return html_page(
            f"Answer of {self.task}",
            facts,
            header=[*table.index, *table.columns],
            rows=table.rows() if table.columns else (),
            count=len(table),
            picture="" if self.trajectory is None else self.trajectory.html_picture(),
        )

    @property
    def depth(self) -> Any:
        """Node -> how many edges of the tree it is below its root; None if it is not reached.

        A task with an output of this name returns that instead.

        Raises:
            InputError: the task found no tree.
        """
        if "depth" in self.kept:
            return self.outputs["depth"]
        tree = self._pointers("parent", "tree")
        depth, root = depths(tree.array)
        inside = reached(root, self._position_of_start(tree)).tolist()
        values = zip(tree.labels, depth.tolist(), inside, strict=True)
        return {label: number if is_in else None for label, number, is_in in values}

    @property
    def tree(self) -> Any:
        """The edges of the tree: a list of pairs of a parent and its child, in node order.

        A task with an output of this name returns that instead.

        Raises:
            InputError: the task found no tree.
        """
        if "tree" in self.kept:
            return self.outputs["tree"]
        parents = self._pointers("parent", "tree").items()
        return [(parent, node) for node, parent in parents if parent != node]

    @property
    def order(self) -> Any:
        """The nodes in the order that the task found, as a list.

        A task with an output of this name returns that instead.

        Raises:
            InputError: the task found no order.
        """
        if "order" in self.kept:
            return self.outputs["order"]
        self._pointers("previous", "order")
        return chain(self.outputs["previous"], self.outputs.get("head"))

    def path_to(self, node: Hashable) -> list[Hashable]:
        """The path in the tree from the start, or from the node's root, to a node.

        Raises:
            InputError: the task found no tree, there is no such node, or it is not reached.
        """
        self._pointers("parent", "tree")
        parent = self.outputs["parent"]
        if not isinstance(node, Hashable) or node not in parent:
            raise InputError(f"no node {node!r:.60} among the {len(parent)} of this answer")
        path = path_up(parent, node)
        if self.start is not None and path[0] != self.start:
            raise InputError(f"{node!r} cannot be reached from {self.start!r}")
        return path

    def to_networkx(self) -> Any:
        """The tree as a networkx `DiGraph`: edges from parents, outputs as node attributes.

        Raises:
            InputError: the task found no tree, or there is no networkx.
        """
        edges = self.tree
        networkx = _library("networkx", "to_networkx")
        made = networkx.DiGraph()
        table = table_of(self.kept)
        for node, *values in table.rows():
            made.add_node(node, **dict(zip(table.columns, values, strict=True)))
        made.add_edges_from(edges)
        return made

    def to_pandas(self) -> Any:
        """The outputs as a pandas table: a row per node, per pair, or per member of a set.

        An output that is one value for the whole graph is repeated in every row.

        Raises:
            InputError: there is no pandas.
        """
        pandas = _library("pandas", "to_pandas")
        table = table_of(self.kept)
        names = [*table.index, *table.columns]
        frame = pandas.DataFrame(list(table.rows()) or None, columns=names or None)
        if not table.columns:
            return pandas.DataFrame([dict(table.values)])
        for name, value in table.values.items():
            frame[name] = [value] * len(frame)
        return frame.set_index(list(table.index)) if table.index else frame

    def csv_lines(self) -> Iterator[str]:
        """The same table as lines of CSV; what is infinite or missing is an empty cell."""
        return csv_lines(self.kept)

    def _pointers(self, name: str, what: str) -> PerNode:
        found = self.kept.get(name)
        if not isinstance(found, PerNode):
            raise InputError(f"{self.task} finds no {what}: it returns {', '.join(self.kept)}")
        return found

    def _position_of_start(self, tree: PerNode) -> int | None:
        return None if self.start is None else tree.labels.index(self.start)

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


def _library(name: str, use: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise InputError(f"{use} needs {name}: pip install 'dnar[graphs]'") from error


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
