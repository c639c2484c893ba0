"""Loading: an instance in the kernel's form, with all queues filled for the first step."""

import numpy as np

from dnar.compile import kernel as k
from dnar.compile.analysis import UnsupportedError
from dnar.compile.tables import ROW_ROLES, Tables
from dnar.machine import Instance, NodeKind


def load(
    tables: Tables, instance: Instance, rows: int, room: int, *, logging: bool
) -> k.Machine:
    """The machine before its first step; queues of arcs have `room`, streams `rows` rows."""
    names = [role.name for role in instance.roles]
    role = np.array([name in ROW_ROLES for name in names])[instance.role]
    virtual = instance.node_count - 1
    if (instance.node_kind != NodeKind.REAL).sum() != 1 or (
        instance.node_kind[virtual] != NodeKind.VIRTUAL
    ):
        raise UnsupportedError(
            "only instances with one virtual node, the last one, are compiled"
        )
    arcs = np.flatnonzero(role)
    place = np.full(instance.arc_count, -1, dtype=np.int32)
    place[arcs] = np.arange(len(arcs), dtype=np.int32)
    begin = np.zeros(virtual + 2, dtype=np.int64)
    np.cumsum(np.bincount(instance.receiver[arcs], minlength=virtual + 1), out=begin[1:])
    reverse = instance.reverse_arc[arcs]
    loops, called, calls = (
        np.flatnonzero(np.array([name == wanted for name in names])[instance.role])
        for wanted in ("self", "from_virtual", "to_virtual")
    )
    weight = next(iter(instance.arc_scalars.values()), np.zeros(instance.arc_count))
    value = next(iter(instance.node_scalars.values()), np.zeros(virtual + 1))
    stream = next(iter(instance.streams.values()), None)
    return blank(tables, virtual, len(arcs), room, logging=logging)._replace(
        begin=begin,
        to=instance.sender[arcs],
        back=place[reverse],
        into=instance.arc_state[arcs].copy(),
        out=instance.arc_state[reverse].copy(),
        weight=weight[reverse].copy() if tables.row_scalars else np.zeros(0),
        state=instance.node_state.copy(),
        loop=instance.arc_state[loops].copy(),
        called=instance.arc_state[called].copy(),
        calls=instance.arc_state[calls].copy(),
        loop_weight=weight[loops].copy(),
        called_weight=weight[called].copy(),
        calls_weight=weight[calls].copy(),
        value=value.astype(np.float64).copy(),
        stream=np.zeros((1, virtual + 1))
        if stream is None
        else np.stack([stream.row(number) for number in range(rows)]),
    )


def blank(tables: Tables, nodes: int, entries: int, room: int, *, logging: bool) -> k.Machine:
    """A machine of this size; what an instance gives is filled in later."""
    size, none = nodes + 1, np.zeros(0)
    ints = lambda *shape: np.zeros(shape, dtype=np.int32)  # noqa: E731 (short for what follows)
    flags = lambda *shape: np.zeros(shape, dtype=np.bool_)  # noqa: E731
    return k.Machine(
        begin=none,
        to=none,
        back=none,
        into=none,
        out=none,
        weight=none,
        state=none,
        loop=none,
        called=none,
        calls=none,
        loop_weight=none,
        called_weight=none,
        calls_weight=none,
        value=none,
        since=np.zeros(size, dtype=np.int64),
        heard=np.full((2, size), k.NOBODY, dtype=np.int32),
        counts=ints(tables.count_slots, nodes),
        firsts=ints(tables.first_slots, nodes),
        bests=np.full((tables.best_slots, nodes), -1, dtype=np.int32),
        best_known=np.zeros((tables.best_slots, nodes), dtype=np.uint8),
        best_bound=np.full((tables.best_slots, nodes), -np.inf),
        virtual_counts=np.zeros(tables.cares.shape[1], dtype=np.int64),
        heap_key=np.zeros((tables.heap_slots, room)),
        heap_node=ints(tables.heap_slots, room),
        heap_size=np.zeros(tables.heap_slots, dtype=np.int64),
        summed=ints(size),
        summed_at=np.full(size, k.NOBODY, dtype=np.int32),
        dirty=ints(2, size),
        marked=flags(size),
        arcs=ints(2, room),
        fixed=ints(2, 3 * size + 16),
        fixed_marked=flags(size),
        fixed_to=np.zeros((3 * size + 16, 3), dtype=np.uint8),
        scalar=ints(2, size),
        scalar_marked=flags(size),
        new_value=np.zeros(size),
        changed=ints(size),
        changed_to=np.zeros(size, dtype=np.uint8),
        arc_changed=ints(room),
        arc_changed_to=np.zeros(room, dtype=np.uint8),
        pushers=ints(size),
        stream=none,
        length=np.zeros(18, dtype=np.int64),
        log=np.zeros((room if logging else 0, 4), dtype=np.int32),
        visits=np.zeros(1, dtype=np.int64),
    )


@k.jit
def prepare(t, m):
    """Fills slots and queues with what holds before the first step."""
    virtual = m.state.shape[0] - 1
    m.length[k.VIRTUAL_DIRTY] = 1
    for node in range(virtual + 1):
        state = m.state[node]
        k.mark_fixed(m, node)
        if t.clock[state]:
            m.length[k.CLOCKS] += 1
        if not t.settles[state]:
            k.mark_scalar(m, node)
        if t.pushing[state]:
            m.pushers[m.length[k.PUSHERS]] = node
            m.length[k.PUSHERS] += 1
        if t.summed[m.loop[node]]:
            m.summed[node] += 1
        if node < virtual:
            prepare_node(t, m, node)


@k.jit
def prepare_node(t, m, node):
    """The same for a real node and its row."""
    virtual = m.state.shape[0] - 1
    if t.evaluate[m.state[node]]:
        k.mark_node(m, node)
    m.virtual_counts[m.state[node] * t.arc_states + m.calls[node]] += 1
    k.offer(t, m, node)
    if t.summed[m.called[node]]:
        m.summed[node] += 1
    if t.summed[m.calls[node]]:
        m.summed[virtual] += 1
    for slot in range(m.firsts.shape[0]):
        m.firsts[slot, node] = m.begin[node]
    for slot in range(m.best_known.shape[0]):
        m.best_known[slot, node] = k.UNKNOWN
    for entry in range(m.begin[node], m.begin[node + 1]):
        arc, sender = m.into[entry], m.to[entry]
        slot = t.count_slot[m.state[sender] * t.arc_states + arc]
        if slot >= 0:
            m.counts[slot, node] += 1
        if t.summed[arc]:
            m.summed[node] += 1
        if t.spontaneous[k.type_of(t, arc, m.state[node], m.state[sender], m.out[entry])]:
            k.queue_arc(m, entry, 1)
