"""Everything: all arc types there could be, for programs of which nothing was proved."""

import itertools
from dataclasses import replace

from dnar.machine import ArcType, Multiplicity, NodeKind, Reachable, Task, reachable_types


def every_type(task: Task) -> Reachable:
    """The task's instances, as if a run could show any combination of states."""
    known = reachable_types(task)
    nodes, arcs = range(len(task.rules.node_states)), range(len(task.rules.arc_states))
    types = {
        ArcType(receiver, arc, sender, reverse, role)
        for role, (receiver, arc, sender, reverse) in itertools.product(
            range(len(known.roles)), itertools.product(nodes, arcs, nodes, arcs)
        )
        if known.roles[role].multiplicity is not Multiplicity.SELF
        or (receiver, arc) == (sender, reverse)
    }
    both = frozenset(nodes)
    return replace(
        known,
        types=frozenset(types),
        transitions=None,
        kinds={NodeKind.REAL: both, NodeKind.VIRTUAL: both, NodeKind.HELPER: frozenset()},
    )
