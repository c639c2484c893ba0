"""Graph encoders: how a run begins, as data instead of code.

Most algorithms begin alike: all nodes in one state, the start and the virtual node apart, arcs
by role. A task that says so needs no Python function, so its files alone can run it.
"""

import difflib
from dataclasses import dataclass

import numpy as np

from dnar.errors import InputError
from dnar.machine.layout import GRAPH_ROLES
from dnar.machine.setup import Setup, node_states
from dnar.machine.streams import GivenRows, RandomRows, Stream
from dnar.machine.task import Problem


def arcs_by_role(usual: int, /, **others: int) -> tuple[tuple[str, int], ...]:
    """The state of the arcs of every role: the usual one, or another one for some roles.

    Raises:
        InputError: there is no such role.
    """
    names = [role.name for role in GRAPH_ROLES]
    for name in others:
        if name not in names:
            close = difflib.get_close_matches(name, names, n=1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            raise InputError(f"no role {name!r}{hint} The roles are {', '.join(names)}")
    return tuple((name, int(others.get(name, usual))) for name in names)


@dataclass(frozen=True)
class GraphEncoder:
    """The first states of nodes and arcs, and where given scalars come from.

    Raises:
        InputError: a role is missing or unknown.
    """

    nodes: int
    """The state of all nodes but the start and the virtual node."""
    virtual: int
    arcs: tuple[tuple[str, int], ...]
    """Each role of a graph's layout by name, and the state of its arcs."""
    start: int | None = None
    """The state of the start node, if there is one."""
    values: tuple[str, ...] = ()
    """Node scalars that begin as given numbers; zero on the virtual node."""
    random: tuple[str, ...] = ()
    """Streams that are drawn from the seed, or given as rows."""
    indices: tuple[str, ...] = ()
    """Node scalars that begin as the node's index; the virtual node comes last."""

    def __post_init__(self) -> None:
        names = [role.name for role in GRAPH_ROLES]
        if sorted(name for name, _ in self.arcs) != sorted(names):
            raise InputError(
                f"arcs begin in a state per role, {', '.join(names)}; got "
                f"{', '.join(name for name, _ in self.arcs) or 'none'}"
            )

    def __call__(self, problem: Problem) -> Setup:
        """The setup of a problem."""
        graph, states = problem.graph, dict(self.arcs)
        start = None
        if self.start is not None and problem.start is not None:
            start = (problem.start, self.start)
        own_index = np.arange(graph.node_count + 1, dtype=np.float64)
        values = dict.fromkeys(self.indices, own_index)
        if self.values and problem.values is None:
            raise InputError(
                f"{', '.join(self.values)} begin as given numbers; give one per node"
            )
        if problem.values is not None:
            values |= dict.fromkeys(self.values, np.append(problem.values, 0.0))
        return Setup(
            graph,
            node_state=node_states(graph, self.nodes, self.virtual, start=start),
            arc_states={role: states[role.name] for role in GRAPH_ROLES},
            values=values,
            streams={name: self._rows(problem) for name in self.random},
        )

    def _rows(self, problem: Problem) -> Stream:
        nodes = problem.graph.node_count
        if problem.randomness is None:
            return RandomRows(problem.seed, nodes, nodes + 1)
        return GivenRows(np.pad(problem.randomness, ((0, 0), (0, 1))))
