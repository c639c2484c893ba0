"""An explanation: a program reduced to the cases that a run can reach.

It is a program itself, equal to the explained one in every reachable case and as short as a
cover of these cases can make it; text, diagram and standalone file are made from it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dnar.machine import Entry, Multiplicity, NodeKind, Program, Reachable, Task, program_json


@dataclass(frozen=True)
class Group:
    """Entries of an order that have the same effect."""

    entries: tuple[Entry, ...]
    identity: bool = False
    """Whether it matters which arc of the class is heard: an arc or a scalar depends on it."""
    rest: bool = False
    """Whether this is everything that remains, silence included; the reduced program does not
    list it."""


Listening = Mapping[tuple[int, int], tuple[Group, ...]]
"""By head and receiver state: the groups of the order, if it makes a difference."""


@dataclass(frozen=True)
class Starts:
    """The states in which a run begins."""

    nodes: Mapping[tuple[bool, str], frozenset[str]]
    """By whether a start is given, and by who: start, real, virtual, helper."""
    arcs: Mapping[str, frozenset[str]]
    """By role."""


@dataclass(frozen=True, eq=False)
class Explanation:
    """A program as far as it matters."""

    task: Task
    program: Program
    """The reduced program."""
    reachable: Reachable
    listening: Listening
    roles: tuple[tuple[str, ...], ...]
    """Per arc case of the reduced program: the roles of the arcs that it can change."""
    starts: Starts

    @property
    def node_states(self) -> list[int]:
        """The node states that a run can reach."""
        return sorted({state for some in self.reachable.kinds.values() for state in some})

    @property
    def arc_states(self) -> list[int]:
        """The arc states that a run can reach."""
        return sorted({each.arc for each in self.reachable.types})

    def loops(self, role: int) -> bool:
        """Whether arcs of this role are self-loops."""
        return self.reachable.roles[role].multiplicity is Multiplicity.SELF

    def to_json(self) -> dict[str, Any]:
        """The explanation as a JSON object: its texts, first states and reduced program."""
        nodes = [
            {"start": started, "who": who, "states": sorted(states)}
            for (started, who), states in sorted(self.starts.nodes.items())
        ]
        return {
            "task": self.task.name,
            "title": self.task.title,
            "summary": self.task.summary,
            "starts": {
                "nodes": nodes,
                "arcs": {role: sorted(some) for role, some in sorted(self.starts.arcs.items())},
            },
            "arc_case_roles": [list(roles) for roles in self.roles],
            "program": program_json(self.program),
        }


def kind_name(kind: int) -> str:
    """What the nodes of a kind are called.

    >>> kind_name(0), kind_name(1), kind_name(3)
    ('real', 'virtual', 'helper (kind 3)')
    """
    known = {each.value for each in NodeKind}
    return NodeKind(kind).name.lower() if kind in known else f"helper (kind {kind})"
