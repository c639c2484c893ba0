"""An instance: one problem laid out on the machine, at step zero (paper, Section 3.1).

Arcs are a list, sorted by receiver and then by sender, each with an explicit reverse and a
role; parallel arcs and helper nodes are legal, and nothing is inferred from positions.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, IntEnum

import numpy as np

from dnar.array_types import Bool, Float64, Int32, UInt, UInt8
from dnar.errors import InputError
from dnar.machine.streams import Stream, joined_streams


class Multiplicity(Enum):
    """How many arcs of a role one receiver has."""

    SELF = "self"
    """Exactly one, to itself."""
    ONE = "one"
    """Exactly one."""
    AT_MOST_ONE = "at most one"
    ANY = "any"


@dataclass(frozen=True)
class Role:
    """What an arc is for. It never changes and no rule reads it; it tells what can meet."""

    name: str
    reverse: str
    multiplicity: Multiplicity
    receivers: int | None = None
    """The kind of node that has such arcs in its row; None: every kind."""


class NodeKind(IntEnum):
    """Real nodes come from the problem, the others are the machine's own.

    A layout may number further kinds of helper nodes from HELPER on.
    """

    REAL = 0
    VIRTUAL = 1
    HELPER = 2


@dataclass(frozen=True, eq=False)
class Instance:
    """Everything a run starts from. `labels` names the real nodes, in their order.

    Raises:
        InputError: arrays of different lengths, positions that do not exist, arcs out of row
            order, or a reverse that is no reverse; the message names the arc.
    """

    labels: Sequence[Hashable]
    node_kind: UInt8[np.ndarray, " nodes"]
    node_state: UInt[np.ndarray, " nodes"]
    receiver: Int32[np.ndarray, " arcs"]
    sender: Int32[np.ndarray, " arcs"]
    reverse_arc: Int32[np.ndarray, " arcs"]
    role: UInt8[np.ndarray, " arcs"]
    arc_state: UInt[np.ndarray, " arcs"]
    roles: tuple[Role, ...]
    node_scalars: Mapping[str, Float64[np.ndarray, " nodes"]] = field(default_factory=dict)
    arc_scalars: Mapping[str, Float64[np.ndarray, " arcs"]] = field(default_factory=dict)
    streams: Mapping[str, Stream] = field(default_factory=dict)

    def __post_init__(self) -> None:
        arrays = (self.node_kind, self.node_state, self.receiver, self.sender, self.arc_state)
        scalars = (*self.node_scalars.values(), *self.arc_scalars.values())
        for array in (*arrays, self.reverse_arc, self.role, *scalars):
            array.setflags(write=False)
        _check_lengths(self)
        _check_row_order(self.receiver, self.sender)
        _check_reverses(self.receiver, self.sender, self.reverse_arc)
        _check_roles(self)

    @property
    def node_count(self) -> int:
        """How many nodes there are, the virtual and helper ones included."""
        return len(self.node_state)

    @property
    def arc_count(self) -> int:
        """How many arcs there are."""
        return len(self.receiver)

    @property
    def real(self) -> Bool[np.ndarray, " nodes"]:
        """Which nodes come from the problem."""
        return self.node_kind == NodeKind.REAL


def _check_lengths(instance: Instance) -> None:
    nodes, arcs = instance.node_count, instance.arc_count
    per_node = {"node_kind": instance.node_kind, **instance.node_scalars}
    per_arc = {
        "sender": instance.sender,
        "reverse_arc": instance.reverse_arc,
        "role": instance.role,
        "arc_state": instance.arc_state,
        **instance.arc_scalars,
    }
    for arrays, count, what in ((per_node, nodes, "node"), (per_arc, arcs, "arc")):
        for name, array in arrays.items():
            if array.shape != (count,):
                raise InputError(
                    f"{name} needs one entry for each of the {count} {what}s, got shape "
                    f"{array.shape}"
                )
    limits = {"receiver": nodes, "sender": nodes, "reverse_arc": arcs}
    limits["role"] = len(instance.roles)
    for name, limit in limits.items():
        array = getattr(instance, name)
        wrong = (array < 0) | (array >= limit)
        if wrong.any():
            at = int(np.argmax(wrong))
            raise InputError(
                f"{name} of arc {at} must be a number from 0 to {limit - 1}, got {array[at]}"
            )
    real = int(instance.real.sum())
    if len(instance.labels) != real:
        raise InputError(f"{real} real nodes need as many labels, got {len(instance.labels)}")


def _check_roles(instance: Instance) -> None:
    """Roles must agree with the arcs: the proof relies on what they say."""
    names = [role.name for role in instance.roles]
    if len(set(names)) != len(names) or any(
        role.reverse not in names for role in instance.roles
    ):
        raise InputError(f"roles need distinct names and known reverses, got {instance.roles}")
    reverse = np.array([names.index(role.reverse) for role in instance.roles], dtype=np.int64)
    wrong = reverse[instance.role] != instance.role[instance.reverse_arc]
    loop = instance.receiver == instance.sender
    for number, role in enumerate(instance.roles):
        here = instance.role == number
        # The proof takes arcs of other roles to join two nodes.
        wrong |= here & (loop != (role.multiplicity is Multiplicity.SELF))
        if role.receivers is not None:
            wrong |= here & (instance.node_kind[instance.receiver] != role.receivers)
        if role.multiplicity is not Multiplicity.ANY:
            row = instance.receiver[here]
            again = np.flatnonzero(here)[1:][row[1:] == row[:-1]]
            wrong[again] = True
    if wrong.any():
        at = int(np.argmax(wrong))
        role = instance.roles[int(instance.role[at])]
        raise InputError(
            f"arc {at}, ({instance.receiver[at]}, {instance.sender[at]}), cannot be of role "
            f"{role}: its reverse, its ends or another such arc of its row say otherwise"
        )
    _check_present(instance)


def _check_present(instance: Instance) -> None:
    """Every node has an arc of each role that says so."""
    for number, role in enumerate(instance.roles):
        if role.multiplicity not in (Multiplicity.SELF, Multiplicity.ONE):
            continue
        has = np.zeros(instance.node_count, dtype=bool)
        has[instance.receiver[instance.role == number]] = True
        if role.receivers is not None:
            has |= instance.node_kind != role.receivers
        if instance.arc_count and not has.all():
            raise InputError(
                f"node {int(np.argmin(has))} needs an arc of role {role.name!r}: there is one "
                "in every row of its kind"
            )


def _check_row_order(
    receiver: Int32[np.ndarray, " arcs"], sender: Int32[np.ndarray, " arcs"]
) -> None:
    # Ties go to the lowest sender because it comes first: another order would break them.
    falls = (receiver[1:] < receiver[:-1]) | (
        (receiver[1:] == receiver[:-1]) & (sender[1:] < sender[:-1])
    )
    if falls.any():
        at = int(np.argmax(falls)) + 1
        raise InputError(
            "arcs must be sorted by receiver and then by sender, but arc "
            f"{at - 1} is ({receiver[at - 1]}, {sender[at - 1]}) and arc {at} is "
            f"({receiver[at]}, {sender[at]})"
        )


def _check_reverses(
    receiver: Int32[np.ndarray, " arcs"],
    sender: Int32[np.ndarray, " arcs"],
    reverse_arc: Int32[np.ndarray, " arcs"],
) -> None:
    there_and_back = reverse_arc[reverse_arc] == np.arange(len(reverse_arc))
    swapped = (receiver[reverse_arc] == sender) & (sender[reverse_arc] == receiver)
    wrong = ~(there_and_back & swapped)
    if wrong.any():
        at = int(np.argmax(wrong))
        raise InputError(
            f"the reverse of arc {at}, ({receiver[at]}, {sender[at]}), cannot be arc "
            f"{reverse_arc[at]}: each must be the other's reverse and join the same nodes"
        )


def union(instances: Sequence[Instance]) -> Instance:
    """All instances side by side as one; no arc joins two of them.

    A run of the union is the run of each, because selection never looks outside a row.
    """
    first = instances[0]
    if any(instance.roles != first.roles for instance in instances):
        raise InputError("only instances with the same roles can be laid side by side")
    nodes = np.cumsum([0] + [instance.node_count for instance in instances])[:-1]
    arcs = np.cumsum([0] + [instance.arc_count for instance in instances])[:-1]

    def joined(name: str, offsets: np.ndarray | None = None) -> np.ndarray:
        parts = [getattr(instance, name) for instance in instances]
        if offsets is not None:
            parts = [part + offset for part, offset in zip(parts, offsets, strict=True)]
        return np.concatenate(parts).astype(parts[0].dtype if offsets is None else np.int32)

    def scalars(name: str) -> dict[str, np.ndarray]:
        parts = [getattr(instance, name) for instance in instances]
        return {key: np.concatenate([part[key] for part in parts]) for key in parts[0]}

    return Instance(
        labels=[
            (number, label)
            for number, instance in enumerate(instances)
            for label in instance.labels
        ],
        node_kind=joined("node_kind"),
        node_state=joined("node_state"),
        receiver=joined("receiver", nodes),
        sender=joined("sender", nodes),
        reverse_arc=joined("reverse_arc", arcs),
        role=joined("role"),
        arc_state=joined("arc_state"),
        roles=first.roles,
        node_scalars=scalars("node_scalars"),
        arc_scalars=scalars("arc_scalars"),
        streams={
            name: joined_streams([instance.streams[name] for instance in instances])
            for name in first.streams
        },
    )
