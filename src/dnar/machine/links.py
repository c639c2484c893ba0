"""Links: the arcs of a layout of a task's own, with helper nodes and roles."""

from dataclasses import dataclass

import numpy as np

from dnar.array_types import Int32, UInt8
from dnar.machine.instance import Role


@dataclass(frozen=True, eq=False)
class Links:
    """Arcs in row order, each with its reverse."""

    roles: tuple[Role, ...]
    receiver: Int32[np.ndarray, " arcs"]
    sender: Int32[np.ndarray, " arcs"]
    reverse_arc: Int32[np.ndarray, " arcs"]
    role: UInt8[np.ndarray, " arcs"]


def linked(
    roles: tuple[Role, ...], *parts: tuple[Role, np.ndarray | list[int], np.ndarray | list[int]]
) -> Links:
    """The arcs of (role, receivers, senders) and the reverse of each; a loop is its own."""
    names = [role.name for role in roles]
    ends = [[], [], []]
    for role, receivers, senders in parts:
        number = names.index(role.name)
        ends[0].append(np.asarray(receivers, dtype=np.int64))
        ends[1].append(np.asarray(senders, dtype=np.int64))
        ends[2].append(np.full(len(ends[0][-1]), number, dtype=np.int64))
    receiver, sender, role_number = (
        np.concatenate(part) if part else np.zeros(0, dtype=np.int64) for part in ends
    )
    back = np.array([names.index(role.reverse) for role in roles], dtype=np.int64)[role_number]
    loop = (receiver == sender) & (back == role_number)
    both = ~loop
    count, more = len(receiver), int(both.sum())
    reverse = np.arange(count + more)
    reverse[:count][both] = count + np.arange(more)
    reverse[count:] = np.flatnonzero(both)
    all_receivers = np.concatenate([receiver, sender[both]])
    all_senders = np.concatenate([sender, receiver[both]])
    all_roles = np.concatenate([role_number, back[both]])
    order = np.lexsort((all_roles, all_senders, all_receivers))
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    return Links(
        roles,
        all_receivers[order].astype(np.int32),
        all_senders[order].astype(np.int32),
        place[reverse[order]].astype(np.int32),
        all_roles[order].astype(np.uint8),
    )
