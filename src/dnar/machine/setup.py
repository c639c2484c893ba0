"""Setup: how a run begins, in terms of the graph, before any arc is laid out.

All arcs of one role begin in the same state, so a setup is small, whatever the graph. The
interpreter lays it out as an `Instance`; the compiled executor builds its own rows from it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from dnar.array_types import Float64, UInt
from dnar.errors import InputError
from dnar.graph import Graph
from dnar.machine.instance import Instance, NodeKind, Role
from dnar.machine.layout import GRAPH_ROLES, lay_out
from dnar.machine.streams import Stream
from dnar.machine.vocabulary import Place, Scalar, Start


@dataclass(frozen=True, eq=False)
class Setup:
    """The first states of nodes and arcs, and the scalars that are given.

    Arc scalars that are given begin as the weights of their edges.

    Raises:
        InputError: an array of another length, or a role without a state.
    """

    graph: Graph
    node_state: UInt[np.ndarray, " nodes"]
    """Of all nodes, the virtual one last."""
    arc_states: Mapping[Role, int]
    values: Mapping[str, Float64[np.ndarray, " nodes"]] = field(default_factory=dict)
    """Node scalars that are given."""
    streams: Mapping[str, Stream] = field(default_factory=dict)

    def __post_init__(self) -> None:
        nodes = self.graph.node_count + 1
        for name, array in {"node_state": self.node_state, **self.values}.items():
            if np.shape(array) != (nodes,):
                raise InputError(
                    f"{name} needs an entry per node and one for the virtual node, {nodes} in "
                    f"all, got shape {np.shape(array)}"
                )
        if set(self.arc_states) != set(GRAPH_ROLES):
            wanted = ", ".join(role.name for role in GRAPH_ROLES)
            odd = set(self.arc_states) ^ set(GRAPH_ROLES)
            raise InputError(
                f"arc_states gives a state to each of the roles {wanted}; missing or unknown: "
                f"{', '.join(sorted(getattr(role, 'name', repr(role)) for role in odd))}"
            )

    def laid_out(self, scalars: tuple[Scalar, ...]) -> Instance:
        """The instance in which arcs start in the state of their role."""
        layout = lay_out(self.graph)
        by_role = np.array([self.arc_states[role] for role in GRAPH_ROLES], dtype=np.uint8)
        kind = np.full(self.graph.node_count + 1, NodeKind.REAL, dtype=np.uint8)
        kind[-1] = NodeKind.VIRTUAL
        zeros = {Place.NODE: np.zeros(len(kind)), Place.ARC: np.zeros(len(layout.receiver))}
        starts: dict[Place, dict[str, np.ndarray]] = {place: {} for place in Place}
        for scalar in scalars:
            if scalar.start is Start.ZERO:
                starts[scalar.place][scalar.name] = zeros[scalar.place]
            elif scalar.start is Start.INPUT and scalar.place is Place.NODE:
                starts[Place.NODE][scalar.name] = self.values[scalar.name]
            elif scalar.start is Start.INPUT:
                starts[Place.ARC][scalar.name] = layout.weight
        return Instance(
            labels=self.graph.labels,
            node_kind=kind,
            node_state=self.node_state,
            receiver=layout.receiver,
            sender=layout.sender,
            reverse_arc=layout.reverse_arc,
            role=layout.role,
            arc_state=by_role[layout.role],
            roles=GRAPH_ROLES,
            node_scalars=starts[Place.NODE],
            arc_scalars=starts[Place.ARC],
            streams=self.streams,
        )


def node_states(
    graph: Graph, real: int, virtual: int, start: tuple[int, int] | None = None
) -> UInt[np.ndarray, " nodes"]:
    """All real nodes in one state, the virtual node in another, (position, state) apart."""
    states = np.full(graph.node_count + 1, real, dtype=np.uint8)
    states[-1] = virtual
    if start is not None:
        states[start[0]] = start[1]
    return states
