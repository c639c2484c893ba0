"""A task: an algorithm with its rules, what it takes and what it returns.

Everything about an algorithm stands in its task; no other file knows a task by name.
"""

import re
import traceback
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np

from dnar.array_types import Float64, Generator
from dnar.display import html_page
from dnar.errors import InputError
from dnar.graph import Graph
from dnar.graph.connectivity import is_acyclic
from dnar.machine.instance import Instance
from dnar.machine.outputs import Output
from dnar.machine.program import Program
from dnar.machine.rules import Rules
from dnar.machine.setup import Setup
from dnar.machine.vocabulary import Place, Start


class StartNode(Enum):
    """Whether a task begins at a given node."""

    REQUIRED = "required"
    OPTIONAL = "optional"
    UNUSED = "unused"


class Weights(Enum):
    """Which edge weights a task takes."""

    UNUSED = "unused"
    ANY = "any"
    NON_NEGATIVE = "non-negative"


class Shape(Enum):
    """Which graphs a task takes."""

    ANY = "any"
    UNDIRECTED = "undirected"
    ACYCLIC = "directed acyclic"
    ARRAY = "array"
    """No edges at all, but a number on every node."""
    OWN = "own"
    """Whatever the task's `ProblemSource` says."""


@dataclass(frozen=True)
class Inputs:
    """What a task takes."""

    start: StartNode = StartNode.UNUSED
    weights: Weights = Weights.UNUSED
    shape: Shape = Shape.ANY
    directions: bool = False
    """Whether it is about directed graphs: evaluation gives every edge a random direction."""
    random: bool = False
    """Whether it draws random numbers, from a seed or from given rows."""
    own: str = ""
    """For a task whose shape is its own: what it takes, in words, with an example."""
    several_starts: bool = False
    """Whether a task that begins at a node may begin at several at once."""


TASK_NAME = re.compile(r"[\w-]+")
"""Names of tasks are typed on command lines and name files."""


def _place(error: Exception) -> str:
    """The file and line where an error was raised."""
    at = traceback.extract_tb(error.__traceback__)[-1]
    return f"{Path(at.filename).name}:{at.lineno}"


@dataclass(frozen=True)
class Rounds:
    """How the number of steps grows, for engines on which every step has a high fixed cost."""

    bound: str
    """What bounds it, in words."""
    linear: bool = False
    """Whether it grows with the number of nodes on every graph."""
    instead: str = ""
    """For a linear bound: what to use on such engines, in words."""


@dataclass(frozen=True, eq=False)
class Problem:
    """One question to a task: a graph and what the task wants beside it."""

    graph: Graph
    start: int | None = None
    """The position of the start node."""
    values: Float64[np.ndarray, " nodes"] | Float64[np.ndarray, "nodes columns"] | None = None
    """The numbers of an array problem, or of a task with a source of its own."""
    randomness: Float64[np.ndarray, "rounds nodes"] | None = None
    """Given random numbers, a row per round; None draws them from `seed`."""
    seed: int = 0
    more_starts: tuple[int, ...] = ()
    """Positions of further start nodes, for a task that takes several."""

    @property
    def starts(self) -> tuple[int, ...]:
        """The positions of all start nodes."""
        return self.more_starts if self.start is None else (self.start, *self.more_starts)


@dataclass(frozen=True)
class StepBound:
    """A bound on steps by the number of nodes: constant + per_node * n + per_pair * n * n."""

    constant: int = 100
    per_node: int = 10
    per_pair: int = 0

    def __call__(self, nodes: int) -> int:
        """Steps after which no exact program would still be at work."""
        return self.constant + self.per_node * nodes + self.per_pair * nodes * nodes


most_steps = StepBound()
"""The bound of a task that declares none."""


@runtime_checkable
class ProblemSource(Protocol):
    """Where the problems of a task come from whose input is neither a graph nor an array."""

    def read(self, given: Any) -> Problem:
        """The problem that a caller states, as a value or as text.

        Raises:
            InputError: it cannot be used.
        """
        ...

    def text(self, problem: Problem) -> str:
        """The problem as text that `read` understands; counterexamples are printed with it."""
        ...

    def sample(self, size: int, rng: Generator) -> Problem:
        """A random problem of about this size."""
        ...

    def smallest(self) -> Iterable[Problem]:
        """Problems that show every arc type of step zero; the proof starts from them."""
        ...


@dataclass(frozen=True)
class Task:
    """An algorithm: rules, how a problem is set up, how outputs are read off."""

    name: str
    title: str
    summary: str
    inputs: Inputs
    rules: Rules
    encoder: Callable[[Problem], Setup | Instance]
    decoders: Mapping[str, Output] = field(default_factory=dict)
    source: ProblemSource | None = None
    """For a task whose shape is its own."""
    smallest_size: int = 3
    """Problems of up to so many nodes show every arc type of step zero."""
    step_bound: Callable[[int], int] = most_steps
    """Steps after which no exact program would still be at work, by the number of nodes."""
    rounds: Rounds | None = None
    """How the number of steps grows; None: nobody has said it."""

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not TASK_NAME.fullmatch(self.name):
            raise InputError(
                f"a task is named with letters, digits, - and _; got {self.name!r:.60}"
            )
        for name, kind in (("inputs", Inputs), ("rules", Rules), ("decoders", Mapping)):
            value = getattr(self, name)
            if not isinstance(value, kind):
                raise InputError(
                    f"{self.name}: its {name} must be {kind.__name__}, got {value!r:.60}"
                )
        for name, output in self.decoders.items():
            if not isinstance(output, Output):
                raise InputError(f"{self.name}: {name} must be an Output, got {output!r:.60}")
        if not isinstance(self.smallest_size, int) or self.smallest_size < 1:
            raise InputError(
                f"{self.name}: its smallest size must be 1 or more, got {self.smallest_size!r}"
            )
        if not isinstance(self.rounds, Rounds | None):
            raise InputError(f"{self.name}: its rounds must be Rounds, got {self.rounds!r:.60}")
        if not callable(self.encoder):
            raise InputError(
                f"{self.name}: its encoder is no function but {self.encoder!r:.60}"
            )
        most = self._called(self.step_bound, "bound on steps", 1)
        if not isinstance(most, int | np.integer) or most < 0:
            raise InputError(f"{self.name}: its bound on steps is {most!r:.60} for one node")

    def __repr__(self) -> str:
        return f"Task({self.name}: {self.title})"

    def _repr_html_(self) -> str:
        facts = {
            "graph": self.inputs.own or self.inputs.shape.value,
            "start": self.inputs.start.value,
            "weights": self.inputs.weights.value,
            "returns": ", ".join(self.decoders),
        }
        states = (("node", self.rules.node_states), ("arc", self.rules.arc_states))
        rows = [[kind, ", ".join(state.name for state in names)] for kind, names in states]
        heading = f"{self.title} ({self.name}): {self.summary}"
        return html_page(heading, facts, header=["of a", "states"], rows=rows)

    @cached_property
    def program(self) -> Program:
        """The rules and the outputs as a program: what a perfect network would compute."""
        sizes = len(self.rules.node_states), len(self.rules.arc_states)
        found = {name: each.readout(*sizes) for name, each in self.decoders.items()}
        readouts = {name: each for name, each in found.items() if each is not None}
        return self.rules.program(self.name, readouts)

    def encode(self, problem: Problem) -> Instance:
        """The instance at step zero, see `set_up`."""
        began = self.set_up(problem)
        return began if isinstance(began, Instance) else began.laid_out(self.rules.scalars)

    def set_up(self, problem: Problem) -> Setup | Instance:
        """How the run begins: on a graph's own layout, or with arcs of the task's own.

        Raises:
            InputError: the problem lacks what the task needs, or has what it cannot take; or
                the encoder sets up states or scalars that the rules do not have.
        """
        self._check_start(problem)
        self._check_shape(problem)
        self._check_weights(problem.graph)
        self._check_randomness(problem)
        began = self._called(self.encoder, "encoder", problem)
        if not isinstance(began, Setup | Instance):
            raise InputError(
                f"{self.name}: its encoder must return a Setup or an Instance, got "
                f"{began!r:.60}"
            )
        self._check_begun(began)
        return began

    def _called(self, function: Callable[..., Any], what: str, argument: Any) -> Any:
        """What a function of the task's author returns; where it fails is said in one line."""
        try:
            return function(argument)
        except (InputError, MemoryError):
            raise
        except Exception as error:
            raise InputError(
                f"{self.name}: its {what} fails at {_place(error)}: {type(error).__name__} "
                f"{error}"
            ) from error

    def _check_begun(self, began: Setup | Instance) -> None:
        """The states and scalars must be those of the rules."""
        scalars = [each for each in self.rules.scalars if each.start is not Start.STREAM]
        if isinstance(began, Setup):
            arc_state = np.array(list(began.arc_states.values()))
            given = set(began.values)
            # Zeros and the weights of edges are laid out without the encoder.
            scalars = [
                each
                for each in scalars
                if each.start is Start.INPUT and each.place is Place.NODE
            ]
        else:
            arc_state = began.arc_state
            given = {*began.node_scalars, *began.arc_scalars}
        for what, found, states in (
            ("a node", began.node_state, self.rules.node_states),
            ("an arc", arc_state, self.rules.arc_states),
        ):
            highest = int(found.max(initial=0))
            if highest >= len(states):
                raise InputError(
                    f"{self.name} sets {what} up in state {highest}, but its "
                    f"{what.split()[1]} states are 0 to {len(states) - 1}"
                )
        taken = {each.name for each in scalars}
        if given != taken:
            raise InputError(
                f"{self.name} sets up the scalars {', '.join(sorted(given)) or 'none'}, but "
                f"its rules take {', '.join(sorted(taken)) or 'none'}"
            )

    def _check_start(self, problem: Problem) -> None:
        if problem.start is None:
            if self.inputs.start is StartNode.REQUIRED:
                raise InputError(
                    f"{self.name} begins at a node: give it one, start=LABEL in Python or "
                    "--start LABEL on the command line"
                )
        elif self.inputs.start is StartNode.UNUSED:
            raise InputError(f"{self.name} takes no start node; leave it out")
        elif not 0 <= problem.start < problem.graph.node_count:
            raise InputError(
                f"the start must be a position from 0 to {problem.graph.node_count - 1}, "
                f"got {problem.start}"
            )
        for further in problem.more_starts:
            if not self.inputs.several_starts:
                raise InputError(f"{self.name} begins at one node, got several")
            if not 0 <= further < problem.graph.node_count:
                raise InputError(
                    f"a start must be a position from 0 to {problem.graph.node_count - 1}, "
                    f"got {further}"
                )

    def _check_shape(self, problem: Problem) -> None:
        shape, graph = self.inputs.shape, problem.graph
        if shape is Shape.OWN:
            return
        if (problem.values is not None) != (shape is Shape.ARRAY):
            takes = "an array of numbers" if shape is Shape.ARRAY else "a graph, not an array"
            raise InputError(f"{self.name} takes {takes}")
        if shape is Shape.UNDIRECTED and graph.directed:
            raise InputError(
                f"{self.name} takes an undirected graph, got a directed one; ignore the "
                "directions with directed=False in Python or --undirected on the command line"
            )
        if shape is Shape.ACYCLIC:
            if not graph.directed and graph.edge_count:
                raise InputError(
                    f"{self.name} takes a directed graph, got an undirected one; read a file "
                    "or a table with directed=True in Python or --directed on the command line"
                )
            if not _is_acyclic(graph):
                raise InputError(
                    f"{self.name} takes an acyclic graph, but this one has a cycle"
                )

    def _check_weights(self, graph: Graph) -> None:
        if self.inputs.weights is Weights.UNUSED:
            return
        if graph.weight is None:
            if graph.edge_count == 0:
                return
            raise InputError(
                f"{self.name} needs a weight on every edge and this graph has none; give all "
                "edges the same one with weight=1 in Python or --weight 1 on the command line"
            )
        if self.inputs.weights is Weights.NON_NEGATIVE and graph.weight.min(initial=0.0) < 0:
            at = int(np.argmin(graph.weight))
            edge = f"({graph.labels[graph.source[at]]!r}, {graph.labels[graph.target[at]]!r})"
            raise InputError(
                f"{self.name} needs weights of zero or more, but edge {edge} has "
                f"{float(graph.weight[at])}"
            )

    def _check_randomness(self, problem: Problem) -> None:
        rows = problem.randomness
        if rows is None:
            return
        if not self.inputs.random:
            raise InputError(f"{self.name} uses no random numbers; leave randomness out")
        nodes = problem.graph.node_count
        if rows.ndim != 2 or rows.shape[0] < 1 or rows.shape[1] != nodes:
            raise InputError(
                "randomness must have a row per round and a column per node, "
                f"(rounds, {nodes}), got shape {rows.shape}"
            )
        if not np.isfinite(rows).all():
            raise InputError("randomness must be finite numbers, got NaN or infinity")


def _is_acyclic(graph: Graph) -> bool:
    if (graph.source == graph.target).any():
        return False
    return is_acyclic(graph.source, graph.target, graph.node_count)
