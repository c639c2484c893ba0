"""The kernel: a program run step by step, looking only where something changed.

Same synchronous semantics as the interpreter. A node is looked at again only if its state
changed, or if an arc came to or left a class that matters to it; an arc only if somebody began
or ceased to hear it, or if it changes unheard. Order within a step: select, node scalars,
pushes, node states (rows are walked with the old arc states), arc states.

All of it stands in one file, because numba keeps compiled code by file: a change elsewhere
would not be noticed. Read it from the bottom: `run_kernel`, `one_step`, then what they call.
"""

from typing import Any, NamedTuple

import numba
import numpy as np

NOBODY, LOOP, VIRTUAL = -1, -2, -3
"""What is heard if no arc of the row is: nothing that matters, the loop, the virtual node."""

EMPTY, VALID, UNKNOWN = 0, 1, 2
"""Of a best arc: there is none; it is known; it left, and no other is better than it was."""

HALTED, CUT_OFF, NO_ROOM, NO_ROWS = 0, 1, 2, 3
"""How a run ends: by itself, at the limit, or for want of queue space or of a stream's rows."""


class Machine(NamedTuple):
    """Everything that changes during a run. The virtual node is the last one, number n."""

    begin: np.ndarray
    """(n + 1): where each row begins; entry k of row i is the neighbour pair (i, to[k])."""
    to: np.ndarray
    back: np.ndarray
    """(entries): the same pair in the neighbour's row."""
    into: np.ndarray
    """(entries): state of the arc that node i receives from to[k]."""
    out: np.ndarray
    """(entries): state of the arc that to[k] receives from node i."""
    weight: np.ndarray
    """(entries): scalar of the arc that to[k] receives from node i."""
    state: np.ndarray
    loop: np.ndarray
    called: np.ndarray
    """(n): state of the arc that a node receives from the virtual node."""
    calls: np.ndarray
    """(n): state of the arc that the virtual node receives from a node."""
    loop_weight: np.ndarray
    called_weight: np.ndarray
    calls_weight: np.ndarray
    value: np.ndarray
    """(n + 1): node scalars; of a clock, at the step `since`."""
    since: np.ndarray
    heard: np.ndarray
    """(2, n + 1): the entry each head hears where that matters; of the virtual node, a node."""
    counts: np.ndarray
    firsts: np.ndarray
    bests: np.ndarray
    best_known: np.ndarray
    best_bound: np.ndarray
    virtual_counts: np.ndarray
    """(classes): how many arcs of each class the virtual node receives."""
    heap_key: np.ndarray
    heap_node: np.ndarray
    heap_size: np.ndarray
    summed: np.ndarray
    """(n + 1): how many arcs of a row are summed up, and one of them."""
    summed_at: np.ndarray
    dirty: np.ndarray
    """(2, n + 1): nodes to look at, in this step and in the next."""
    marked: np.ndarray
    arcs: np.ndarray
    """(2, room): entries to look at."""
    fixed: np.ndarray
    """(2, n + 1): nodes whose self-loop and virtual arcs to look at."""
    fixed_marked: np.ndarray
    fixed_to: np.ndarray
    """(room, 3): the new states of a node's self-loop and virtual arcs."""
    scalar: np.ndarray
    """(2, n + 1): nodes whose scalar to compute."""
    scalar_marked: np.ndarray
    new_value: np.ndarray
    changed: np.ndarray
    """(n + 1): nodes that change, and to what."""
    changed_to: np.ndarray
    arc_changed: np.ndarray
    arc_changed_to: np.ndarray
    pushers: np.ndarray
    stream: np.ndarray
    """(rows, n + 1): a stream's numbers."""
    length: np.ndarray
    """Numbers of entries in the queues, see the constants below."""
    log: np.ndarray
    """(room, 4): step, kind, place and new state of every change, if it is recorded."""
    visits: np.ndarray
    """One number: entries of rows that were looked at."""


DIRTY, ARCS, FIXED, SCALAR = 0, 2, 4, 6
"""Places in `length`: each queue has one for this step and one for the next."""
CHANGED, ARC_CHANGED, PUSHERS, CLOCKS, FULL, VIRTUAL_DIRTY, LOGGED, STEP, SIDE, MOVED = range(
    8, 18
)

# Arrays are borrowed, never counted (_nrt): the kernel allocates nothing, and counting the
# references of fifty arrays at every call took forty times as long as the work.
jit: Any = numba.njit(  # type: ignore[call-overload]
    cache=True, nogil=True, error_model="numpy", forceinline=True, _nrt=False
)


@jit
def mark_node(m, node):
    """A node is to be looked at in the next step."""
    if not m.marked[node]:
        m.marked[node] = True
        side = 1 - m.length[SIDE]
        m.dirty[side, m.length[DIRTY + side]] = node
        m.length[DIRTY + side] += 1


@jit
def mark_fixed(m, node):
    """A node's self-loop and virtual arcs are to be looked at in the next step."""
    if not m.fixed_marked[node]:
        m.fixed_marked[node] = True
        side = 1 - m.length[SIDE]
        m.fixed[side, m.length[FIXED + side]] = node
        m.length[FIXED + side] += 1


@jit
def mark_scalar(m, node):
    """A node's scalar is to be computed in the next step."""
    if not m.scalar_marked[node]:
        m.scalar_marked[node] = True
        side = 1 - m.length[SIDE]
        m.scalar[side, m.length[SCALAR + side]] = node
        m.length[SCALAR + side] += 1


@jit
def queue_arc(m, entry, side):
    """An arc is to be looked at, in this step or the next."""
    at = m.length[ARCS + side]
    if at == m.arcs.shape[1]:
        m.length[FULL] = 1
        return
    m.arcs[side, at] = entry
    m.length[ARCS + side] = at + 1


@jit
def record(m, kind, place, new):
    """Takes a change down, if there is room for a log at all."""
    m.length[MOVED] += 1
    if m.log.shape[0] == 0:
        return
    at = m.length[LOGGED]
    if at == m.log.shape[0]:
        m.length[FULL] = 1
        return
    m.log[at, 0] = m.length[STEP]
    m.log[at, 1] = kind
    m.log[at, 2] = place
    m.log[at, 3] = new
    m.length[LOGGED] = at + 1


@jit
def type_of(t, arc, receiver, sender, reverse):
    """Where an arc type stands in tables over all types."""
    states = t.node_states
    return ((np.int64(arc) * states + receiver) * states + sender) * t.arc_states + reverse


@jit
def arc_outcome(t, arc, receiver, sender, reverse, forth, back):
    """The next state of an arc."""
    return t.arc[
        (type_of(t, arc, receiver, sender, reverse) * t.flags + forth) * t.flags + back
    ]


@jit
def scalar_of(t, m, node):
    """A node's scalar now."""
    if t.clock[m.state[node]]:
        return m.value[node] + (m.length[STEP] - m.since[node])
    return m.value[node]


@jit
def key_of(t, m, head, sender, weight):
    """What a head compares, smaller is better."""
    kind = t.key[head]
    if kind == 0:
        return t.sign[head] * sender
    if kind == 1:
        return t.sign[head] * weight
    if kind == 2:
        return t.sign[head] * scalar_of(t, m, sender)
    return t.sign[head] * m.stream[m.length[STEP] // t.period, sender]


@jit
def first_in_row(t, m, node, number, slot):
    """The first arc of a class in a row, or NOBODY."""
    entry, end = m.firsts[slot, node], m.begin[node + 1]
    while entry < end:
        m.visits[0] += 1
        if m.state[m.to[entry]] * t.arc_states + m.into[entry] == number:
            break
        entry += 1
    m.firsts[slot, node] = entry
    return entry if entry < end else NOBODY


@jit
def scan_row(t, m, head, node, number):
    """The best arc of a class in a row, or NOBODY, by looking at all."""
    best, best_key = NOBODY, np.inf
    for entry in range(m.begin[node], m.begin[node + 1]):
        sender = m.to[entry]
        if m.state[sender] * t.arc_states + m.into[entry] == number:
            weight = m.weight[m.back[entry]] if t.key[head] == 1 else 0.0
            key = key_of(t, m, head, sender, weight)
            if best == NOBODY or key < best_key:
                best, best_key = entry, key
    m.visits[0] += m.begin[node + 1] - m.begin[node]
    return best


@jit
def best_in_row(t, m, head, node, number, slot):
    """The best arc of a class in a row, or NOBODY, as it is kept up to date."""
    if m.best_known[slot, node] == UNKNOWN:
        found = scan_row(t, m, head, node, number)
        m.bests[slot, node] = found
        m.best_known[slot, node] = EMPTY if found == NOBODY else VALID
        if found != NOBODY:
            m.best_bound[slot, node] = t.sign[head] * m.weight[m.back[found]]
    return m.bests[slot, node] if m.best_known[slot, node] == VALID else NOBODY


@jit
def in_row(t, m, head, node, place):
    """The arc of a row that a head would hear of its class at this place."""
    state = m.state[node]
    number, find = t.chosen[head, state, place], t.find[head, state, place]
    if find == 1:
        return 0 if m.counts[t.count_slot[number], node] > 0 else NOBODY
    if find == 2:
        return first_in_row(t, m, node, number, t.first_slot[number])
    if find == 3:
        return best_in_row(t, m, head, node, number, t.best_slot[number])
    if find == 4:
        return scan_row(t, m, head, node, number)
    return NOBODY


@jit
def better_fixed(t, m, head, node, number, entry):
    """The best of an arc of the row, the self-loop and the virtual node's arc."""
    states, virtual = t.arc_states, m.state.shape[0] - 1
    found, best, sender = entry, np.inf, -1
    if entry != NOBODY:
        sender = m.to[entry]
        weight = m.weight[m.back[entry]] if t.key[head] == 1 else 0.0
        best = key_of(t, m, head, sender, weight)
    if m.state[node] * states + m.loop[node] == number:
        key = key_of(t, m, head, node, m.loop_weight[node])
        if found == NOBODY or key < best or (key == best and node < sender):
            found, best, sender = LOOP, key, node
    if m.state[virtual] * states + m.called[node] == number:
        key = key_of(t, m, head, virtual, m.called_weight[node])
        if found == NOBODY or key < best:
            found = VIRTUAL
    return found


@jit
def listen(t, m, head, node):
    """Which of its choices a head hears, and over which arc where that matters."""
    state, virtual = m.state[node], m.state.shape[0] - 1
    for place in range(t.choices[head, state]):
        number = t.chosen[head, state, place]
        entry = in_row(t, m, head, node, place)
        if t.which[head, state, place]:
            found = better_fixed(t, m, head, node, number, entry)
            if found != NOBODY:
                return place, found
        elif (
            entry != NOBODY
            or state * t.arc_states + m.loop[node] == number
            or m.state[virtual] * t.arc_states + m.called[node] == number
        ):
            return place, NOBODY
    return t.choices[head, state], NOBODY


@jit
def touch(t, m, node, entry):
    """An arc that a node begins or ceases to hear is looked at in this step, both ways."""
    if entry >= 0:
        queue_arc(m, entry, m.length[SIDE])
        if t.heard_back:
            queue_arc(m, m.back[entry], m.length[SIDE])
    elif entry != NOBODY:
        add_fixed_now(m, node)


@jit
def add_fixed_now(m, node):
    """A node's self-loop and virtual arcs are looked at in this step too."""
    side = m.length[SIDE]
    m.fixed[side, m.length[FIXED + side]] = node
    m.length[FIXED + side] += 1
    if m.length[FIXED + side] == m.fixed.shape[1]:
        m.length[FULL] = 1
        m.length[FIXED + side] -= 1


@jit
def evaluate(t, m, node):
    """What becomes of a node, and whom it hears."""
    places = (0, 0)
    for head in range(t.heads):
        place, found = listen(t, m, head, node)
        if m.heard[head, node] != found:
            touch(t, m, node, m.heard[head, node])
            m.heard[head, node] = found
        touch(t, m, node, found)
        places = (place, places[1]) if head == 0 else (places[0], place)
    new = t.outcome[m.state[node], places[0], places[1]]
    if new != m.state[node]:
        at = m.length[CHANGED]
        m.changed[at] = node
        m.changed_to[at] = new
        m.length[CHANGED] = at + 1


@jit
def heap_push(m, heap, key, node):
    """Puts a node into a heap; smaller keys come first, then smaller nodes."""
    size = m.heap_size[heap]
    if size == m.heap_key.shape[1]:
        m.length[FULL] = 1
        return
    keys, nodes = m.heap_key[heap], m.heap_node[heap]
    at = size
    while at > 0:
        up = (at - 1) >> 1
        if keys[up] < key or (keys[up] == key and nodes[up] <= node):
            break
        keys[at], nodes[at] = keys[up], nodes[up]
        at = up
    keys[at], nodes[at] = key, node
    m.heap_size[heap] = size + 1


@jit
def heap_pop(m, heap):
    """Takes the first one out of a heap."""
    keys, nodes = m.heap_key[heap], m.heap_node[heap]
    size = m.heap_size[heap] - 1
    m.heap_size[heap] = size
    key, node = keys[size], nodes[size]
    at = 0
    while True:
        down = 2 * at + 1
        if down >= size:
            break
        other = down + 1
        if other < size and (
            keys[other] < keys[down]
            or (keys[other] == keys[down] and nodes[other] < nodes[down])
        ):
            down = other
        if key < keys[down] or (key == keys[down] and node <= nodes[down]):
            break
        keys[at], nodes[at] = keys[down], nodes[down]
        at = down
    keys[at], nodes[at] = key, node


@jit
def heap_best(t, m, head, number):
    """The node whose arc to the virtual node is best of its class; stale ones are dropped."""
    heap = t.heap_slot[head, number]
    while m.heap_size[heap] > 0:
        node, key = m.heap_node[heap, 0], m.heap_key[heap, 0]
        if m.state[node] * t.arc_states + m.calls[node] == number and (
            key_of(t, m, head, node, 0.0) == key
        ):
            return node
        heap_pop(m, heap)
    return NOBODY


@jit
def evaluate_virtual(t, m):
    """What becomes of the virtual node, and whom it hears."""
    virtual = m.state.shape[0] - 1
    state = m.state[virtual]
    own = state * t.arc_states + m.loop[virtual]
    places = (0, 0)
    for head in range(t.heads):
        place, found = t.choices[head, state], NOBODY
        for at in range(t.choices[head, state]):
            number = t.chosen[head, state, at]
            if m.virtual_counts[number] > 0 or own == number:
                place = at
                if t.which[head, state, at]:
                    found = heap_best(t, m, head, number)
                break
        old = m.heard[head, virtual]
        if old != found:
            if old != NOBODY:
                add_fixed_now(m, old)
            m.heard[head, virtual] = found
        if found != NOBODY:
            add_fixed_now(m, found)
        places = (place, places[1]) if head == 0 else (places[0], place)
    new = t.outcome[state, places[0], places[1]]
    if new != state:
        at = m.length[CHANGED]
        m.changed[at] = virtual
        m.changed_to[at] = new
        m.length[CHANGED] = at + 1


@jit
def bits_at(t, m, node, what):
    """The heads of a node that hear an arc, by what they keep in `heard`."""
    bits = 0
    for head in range(t.heads):
        if m.heard[head, node] == what:
            bits |= 1 << head
    return bits


@jit
def look_at_arc(t, m, entry, node):
    """Whether an arc of a node's row changes."""
    sender, reverse = m.to[entry], m.back[entry]
    forth, back = bits_at(t, m, node, entry), bits_at(t, m, sender, reverse)
    old = m.into[entry]
    new = arc_outcome(t, old, m.state[node], m.state[sender], m.out[entry], forth, back)
    if new != old:
        at = m.length[ARC_CHANGED]
        if at == m.arc_changed.shape[0]:
            m.length[FULL] = 1
            return
        m.arc_changed[at] = entry
        m.arc_changed_to[at] = new
        m.length[ARC_CHANGED] = at + 1


@jit
def class_left(t, m, number, node, entry):
    """An arc of a real node's row has left a class."""
    slot = t.count_slot[number]
    if slot >= 0:
        m.counts[slot, node] -= 1
    slot = t.best_slot[number]
    if slot >= 0 and m.best_known[slot, node] == VALID and m.bests[slot, node] == entry:
        m.best_known[slot, node] = UNKNOWN


@jit
def class_entered(t, m, number, node, entry, weight):
    """An arc of a real node's row has come to a class."""
    slot = t.count_slot[number]
    if slot >= 0:
        m.counts[slot, node] += 1
    slot = t.first_slot[number]
    if slot >= 0 and entry < m.firsts[slot, node]:
        m.firsts[slot, node] = entry
    slot = t.best_slot[number]
    if slot >= 0:
        key = weight * t.sign[0 if t.key[0] == 1 else 1]
        known = m.best_known[slot, node]
        bound, place = m.best_bound[slot, node], m.bests[slot, node]
        # Of an unknown best one it is known that nothing there is better than it was.
        if known == EMPTY or key < bound or (key == bound and entry <= place):
            m.bests[slot, node] = entry
            m.best_bound[slot, node] = key
            m.best_known[slot, node] = VALID


@jit
def cares_about(t, m, node, old, new):
    """Marks a receiver that must be looked at because an arc changed its class."""
    state = m.state[node]
    if t.cares[state, old] or t.cares[state, new]:
        mark_node(m, node)


@jit
def virtual_moved(t, m, node, old, new):
    """An arc to the virtual node changed its class."""
    virtual = m.state.shape[0] - 1
    state = m.state[virtual]
    m.virtual_counts[old] -= 1
    m.virtual_counts[new] += 1
    if t.cares[state, old] or t.cares[state, new]:
        m.length[VIRTUAL_DIRTY] = 1
    offer(t, m, node)


@jit
def offer(t, m, node):
    """Puts a node into the heaps of the class that its arc to the virtual node is in."""
    number = m.state[node] * t.arc_states + m.calls[node]
    for head in range(t.heads):
        heap = t.heap_slot[head, number]
        if heap >= 0:
            heap_push(m, heap, key_of(t, m, head, node, 0.0), node)


@jit
def walk(t, m, node, old, new):
    """Tells neighbours that a node changed, and finds arcs that now change unheard."""
    states, changing = t.arc_states, t.changing[new]
    base = (np.int64(old) * t.node_states + new) * t.arc_states
    m.visits[0] += m.begin[node + 1] - m.begin[node]
    for entry in range(m.begin[node], m.begin[node + 1]):
        other, arc = m.to[entry], np.int64(m.out[entry])
        state = m.state[other]
        act = t.acts[(base + arc) * t.node_states + state]
        if act & 1:
            place = m.back[entry]
            weight = m.weight[entry] if t.row_scalars else 0.0
            class_left(t, m, old * states + arc, other, place)
            class_entered(t, m, new * states + arc, other, place, weight)
        if act & 2:
            mark_node(m, other)
        if changing:
            into = m.into[entry]
            if t.spontaneous[type_of(t, into, new, state, arc)]:
                queue_arc(m, entry, 1 - m.length[SIDE])
            if t.spontaneous[type_of(t, arc, state, new, into)]:
                queue_arc(m, m.back[entry], 1 - m.length[SIDE])


@jit
def enter_state(t, m, node, old, new):
    """Everything that follows from a node's new state."""
    for head in range(t.heads):
        m.heard[head, node] = NOBODY
    if t.fixed_changes[new]:
        mark_fixed(m, node)
    if not t.settles[new] or not t.settles[old]:
        mark_scalar(m, node)
    if t.pushing[new] and not t.pushing[old]:
        m.pushers[m.length[PUSHERS]] = node
        m.length[PUSHERS] += 1


@jit
def commit_real(t, m, node, old, new):
    """A real node's new state reaches its neighbours and the virtual node."""
    enter_state(t, m, node, old, new)
    if t.evaluate[new]:
        mark_node(m, node)
    if t.virtual_listens:
        states, arc = t.arc_states, m.calls[node]
        virtual_moved(t, m, node, old * states + arc, new * states + arc)
    if t.walk[old, new]:
        walk(t, m, node, old, new)


@jit
def commit_virtual(t, m, old, new):
    """The virtual node's new state reaches everybody."""
    virtual = m.state.shape[0] - 1
    enter_state(t, m, virtual, old, new)
    m.length[VIRTUAL_DIRTY] = 1
    for node in range(virtual):
        mark_fixed(m, node)
        arc = m.called[node]
        cares_about(t, m, node, old * t.arc_states + arc, new * t.arc_states + arc)


@jit
def set_summed(t, m, node, old, new, place):
    """Keeps count of the arcs that are summed up at their receiver."""
    if t.summed[old] != t.summed[new]:
        m.summed[node] += 1 if t.summed[new] else -1
        if t.summed[new]:
            m.summed_at[node] = place
    if t.summed[old] or t.summed[new]:
        mark_scalar(m, node)


@jit
def commit_arc(t, m, entry, node, new):
    """An arc of a row takes its new state."""
    old, sender, reverse = m.into[entry], m.to[entry], m.back[entry]
    if old == new:
        return
    record(m, 1, entry, new)
    m.into[entry] = new
    m.out[reverse] = new
    states = t.arc_states
    before, after = m.state[sender] * states + old, m.state[sender] * states + new
    weight = m.weight[reverse] if t.row_scalars else 0.0
    class_left(t, m, before, node, entry)
    class_entered(t, m, after, node, entry, weight)
    cares_about(t, m, node, before, after)
    set_summed(t, m, node, old, new, entry)
    side = 1 - m.length[SIDE]
    if t.spontaneous[type_of(t, new, m.state[node], m.state[sender], m.out[entry])] or (
        bits_at(t, m, node, entry) | bits_at(t, m, sender, reverse)
    ):
        queue_arc(m, entry, side)
        queue_arc(m, reverse, side)
    elif t.spontaneous[type_of(t, m.out[entry], m.state[sender], m.state[node], new)]:
        queue_arc(m, reverse, side)


@jit
def look_at_fixed(t, m, node, commits):
    """Decides the next states of a node's self-loop and virtual arcs."""
    virtual = m.state.shape[0] - 1
    state = m.state[node]
    loop = m.loop[node]
    own = bits_at(t, m, node, LOOP)
    commits[0] = arc_outcome(t, loop, state, state, loop, own, own)
    if node != virtual:
        high, called, calls = m.state[virtual], m.called[node], m.calls[node]
        down, up = bits_at(t, m, node, VIRTUAL), bits_at(t, m, virtual, node)
        commits[1] = arc_outcome(t, called, state, high, calls, down, up)
        commits[2] = arc_outcome(t, calls, high, state, called, up, down)


@jit
def commit_fixed(t, m, node, commits):
    """A node's self-loop and virtual arcs take their new states."""
    virtual, states = m.state.shape[0] - 1, t.arc_states
    state, high = m.state[node], m.state[virtual]
    old, new = m.loop[node], commits[0]
    if old != new:
        record(m, 2, node, new)
        m.loop[node] = new
        mark_fixed(m, node)
        set_summed(t, m, node, old, new, LOOP)
        if node == virtual:
            m.length[VIRTUAL_DIRTY] = 1
        else:
            cares_about(t, m, node, state * states + old, state * states + new)
    if node == virtual:
        return
    old, new = m.called[node], commits[1]
    if old != new:
        record(m, 3, node, new)
        m.called[node] = new
        mark_fixed(m, node)
        set_summed(t, m, node, old, new, VIRTUAL)
        cares_about(t, m, node, high * states + old, high * states + new)
    old, new = m.calls[node], commits[2]
    if old != new:
        record(m, 4, node, new)
        m.calls[node] = new
        mark_fixed(m, node)
        set_summed(t, m, virtual, old, new, node)
        virtual_moved(t, m, node, state * states + old, state * states + new)


@jit
def sum_of_arcs(t, m, node):
    """The sum of the arcs of a row that are summed up, in row order."""
    virtual = m.state.shape[0] - 1
    if m.summed[node] == 0:
        return 0.0
    at = m.summed_at[node]
    if m.summed[node] == 1:
        if node == virtual:
            if at >= 0 and t.summed[m.calls[at]]:
                return m.calls_weight[at]
        elif at >= 0:
            if t.summed[m.into[at]]:
                return m.weight[m.back[at]]
        elif at == LOOP and t.summed[m.loop[node]]:
            return m.loop_weight[node]
        elif at == VIRTUAL and t.summed[m.called[node]]:
            return m.called_weight[node]
    return scanned_sum(t, m, node)


@jit
def scanned_sum(t, m, node):
    """The same, by looking at all arcs."""
    virtual, total = m.state.shape[0] - 1, 0.0
    if node == virtual:
        for other in range(virtual):
            if t.summed[m.calls[other]]:
                total += m.calls_weight[other]
        if t.summed[m.loop[virtual]]:
            total += m.loop_weight[virtual]
        return total
    looped = False
    for entry in range(m.begin[node], m.begin[node + 1]):
        if not looped and m.to[entry] > node:
            looped = True
            if t.summed[m.loop[node]]:
                total += m.loop_weight[node]
        if t.summed[m.into[entry]]:
            total += m.weight[m.back[entry]]
    if not looped and t.summed[m.loop[node]]:
        total += m.loop_weight[node]
    if t.summed[m.called[node]]:
        total += m.called_weight[node]
    return total


@jit
def compute_scalars(t, m):
    """The next scalars of all nodes that were queued for it; committed later."""
    side = m.length[SIDE]
    for at in range(m.length[SCALAR + side]):
        node = m.scalar[side, at]
        m.scalar_marked[node] = False
        state = m.state[node]
        total = t.inc[state]
        if t.keep[state] == 1.0:
            total += scalar_of(t, m, node)
        if m.summed[node] > 0:
            total += sum_of_arcs(t, m, node)
        m.new_value[at] = total


@jit
def push_scalars(t, m):
    """Nodes in a pushing state add their scalar to every arc that others receive from them."""
    virtual, kept = m.state.shape[0] - 1, 0
    for at in range(m.length[PUSHERS]):
        node = m.pushers[at]
        if not t.pushing[m.state[node]]:
            continue
        m.pushers[kept] = node
        kept += 1
        value = scalar_of(t, m, node)
        if value == 0.0:
            continue
        m.length[MOVED] += 1
        m.loop_weight[node] += value
        if t.sums_pushed and t.summed[m.loop[node]]:
            mark_scalar(m, node)
        if node == virtual:
            for other in range(virtual):
                m.called_weight[other] += value
                if t.sums_pushed and t.summed[m.called[other]]:
                    mark_scalar(m, other)
            continue
        m.calls_weight[node] += value
        if t.sums_pushed and t.summed[m.calls[node]]:
            mark_scalar(m, virtual)
        if t.row_scalars:
            m.visits[0] += m.begin[node + 1] - m.begin[node]
            for entry in range(m.begin[node], m.begin[node + 1]):
                m.weight[entry] += value
                if t.sums_pushed and t.summed[m.out[entry]]:
                    mark_scalar(m, m.to[entry])
    m.length[PUSHERS] = kept


@jit
def commit_scalars(t, m):
    """Scalars take their new values; where they still move they are computed again."""
    side, virtual = m.length[SIDE], m.state.shape[0] - 1
    for at in range(m.length[SCALAR + side]):
        node = m.scalar[side, at]
        state = m.state[node]
        now = m.value[node]
        m.value[node] = m.new_value[at]
        m.since[node] = m.length[STEP] + 1
        if now != m.new_value[at]:
            m.length[MOVED] += 1
            if not t.settles[state]:
                mark_scalar(m, node)
            if node != virtual:
                number = state * t.arc_states + m.calls[node]
                high = m.state[virtual]
                if t.cares[high, number]:
                    m.length[VIRTUAL_DIRTY] = 1
                offer(t, m, node)


@jit
def begin_step(m):
    """What was queued for the next step is now to be done."""
    m.length[SIDE] = 1 - m.length[SIDE]
    side = m.length[SIDE]
    other = 1 - side
    for queue in (DIRTY, ARCS, FIXED, SCALAR):
        m.length[queue + other] = 0
    for at in range(m.length[DIRTY + side]):
        m.marked[m.dirty[side, at]] = False
    for at in range(m.length[FIXED + side]):
        m.fixed_marked[m.fixed[side, at]] = False
    m.length[CHANGED] = 0
    m.length[ARC_CHANGED] = 0
    m.length[MOVED] = 0


@jit
def owner_of(m, entry):
    """The node in whose row an entry stands."""
    return m.to[m.back[entry]]


@jit
def select_all(t, m):
    """Everybody who is to be looked at listens; arcs that are to be looked at are decided."""
    side = m.length[SIDE]
    for at in range(m.length[DIRTY + side]):
        evaluate(t, m, m.dirty[side, at])
    if m.length[VIRTUAL_DIRTY]:
        m.length[VIRTUAL_DIRTY] = 0
        evaluate_virtual(t, m)
    for at in range(m.length[ARCS + side]):
        entry = m.arcs[side, at]
        look_at_arc(t, m, entry, owner_of(m, entry))


@jit
def commit_states(t, m):
    """Node states change first, and are then told to all who care."""
    virtual = m.state.shape[0] - 1
    for at in range(m.length[CHANGED]):
        node, new = m.changed[at], m.changed_to[at]
        old = m.state[node]
        if t.clock[old]:
            m.value[node] = scalar_of(t, m, node) + 1.0
            m.length[CLOCKS] -= 1
        m.state[node] = new
        m.changed_to[at] = old
        if t.clock[new]:
            m.length[CLOCKS] += 1
            m.since[node] = m.length[STEP] + 1
        record(m, 0, node, new)
    for at in range(m.length[CHANGED]):
        node, old = m.changed[at], m.changed_to[at]
        if node == virtual:
            commit_virtual(t, m, old, m.state[node])
        else:
            commit_real(t, m, node, old, m.state[node])


@jit
def one_step(t, m):
    """One step."""
    begin_step(m)
    select_all(t, m)
    side = m.length[SIDE]
    for at in range(m.length[FIXED + side]):
        look_at_fixed(t, m, m.fixed[side, at], m.fixed_to[at])
    compute_scalars(t, m)
    push_scalars(t, m)
    commit_states(t, m)
    commit_scalars(t, m)
    for at in range(m.length[ARC_CHANGED]):
        entry = m.arc_changed[at]
        commit_arc(t, m, entry, owner_of(m, entry), m.arc_changed_to[at])
    for at in range(m.length[FIXED + side]):
        commit_fixed(t, m, m.fixed[side, at], m.fixed_to[at])


@jit
def run_kernel(t, m, limit):
    """Runs until nothing changes, or for `limit` steps; returns how it ended."""
    while m.length[STEP] < limit:
        one_step(t, m)
        if m.length[FULL]:
            return NO_ROOM
        if m.length[MOVED] == 0 and m.length[CLOCKS] == 0:
            return HALTED
        m.length[STEP] += 1
        if t.period > 0 and m.length[STEP] % t.period == 0:
            if m.length[STEP] // t.period >= m.stream.shape[0]:
                return NO_ROWS
            for node in range(m.state.shape[0] - 1):
                if t.streamed[m.state[node]]:
                    mark_node(m, node)
    return CUT_OFF
