/* Rows of arcs, and the queues of what is to be looked at. */

INLINE int into_of(const Machine *m, int32_t entry) { return m->pair[entry] & STATE_MASK; }
INLINE int out_of(const Machine *m, int32_t entry) {
    return (m->pair[entry] >> HALF) & STATE_MASK;
}

/* The same pair of nodes in the neighbour's row. */
INLINE int32_t back_of(const Machine *m, int32_t node, int32_t entry) {
    if (STORED_BACK) return m->back[entry];
    int32_t other = m->to[entry];
    int32_t from = m->begin[other], length = m->begin[other + 1] - from;
    while (length > 1) {
        int32_t half = length >> 1;
        from += m->to[from + half] <= node ? half : 0;
        length -= half;
    }
    return from;
}

INLINE int type_of(int arc, int receiver, int sender, int reverse) {
    return ((arc * NODE_STATES + receiver) * NODE_STATES + sender) * ARC_STATES + reverse;
}

INLINE double scalar_of(const Machine *m, int32_t node) {
    if (!HAS_VALUES) return 0.0;
    double value = m->node[node].value[0];
    if (HAS_CLOCKS && CLOCK[m->state[node]])
        return value + (double)(m->step - m->node[node].since[0]);
    return value;
}

/* What a head compares, smaller is better. */
INLINE double key_of(const Machine *m, int head, int32_t sender, double weight) {
    switch (KEY[head]) {
    case BY_INDEX: return SIGN[head] * sender;
    case BY_ARC_SCALAR: return SIGN[head] * weight;
    case BY_NODE_SCALAR: return SIGN[head] * scalar_of(m, sender);
    default: return SIGN[head] * m->row[sender];
    }
}

/* A node is to be looked at in the next step. Whether it is queued already cannot be foretold,
so there is no branch: it is written behind the queue, which grows or not. */
INLINE void mark_node(Machine *m, int32_t node) {
    uint8_t notes = m->notes[node];
    PUSH(m->dirty, node);
    m->dirty.size -= (notes & DIRTY) != 0;
    m->notes[node] = notes | DIRTY;
}

/* Whether the fixed arcs of a node that comes to a state must be looked at. A self-loop that
changes unheard is looked at when the node listens; arcs that change in this very step are looked
at again when they are committed, see one_step. */
INLINE bool fixed_to_see(const Machine *m, int32_t node, int state) {
    const Node *own = &m->node[node];
    bool listens = node < m->n && EVALUATE[state];
    if (LOOP_CHANGES[state] && !listens) return true;
    return FIXED_CHANGES[state] && UNHEARD[own->called * ARC_STATES + own->calls];
}

/* A node's fixed arcs are to be looked at in the next step. */
INLINE void mark_fixed(Machine *m, int32_t node) {
    if (m->notes[node] & FIXED_DIRTY) return;
    m->notes[node] |= FIXED_DIRTY;
    PUSH(m->fixed, node);
}

/* A node's scalar is to be computed in the next step. */
INLINE void mark_scalar(Machine *m, int32_t node) {
    if (!HAS_VALUES || m->notes[node] & SCALAR_DIRTY) return;
    m->notes[node] |= SCALAR_DIRTY;
    PUSH(m->scalar, node);
}

/* Asks for the memory of a node's row, which will be looked at soon. */
INLINE void expect(const Machine *m, int32_t node) {
    int32_t from = FIRST_SLOTS ? m->node[node].first[0] : m->begin[node];
    __builtin_prefetch(&m->to[from]);
    __builtin_prefetch(&m->to[from] + LINE / sizeof *m->to);
    __builtin_prefetch(&m->pair[from]);
    if (HEARD_BACK && STORED_BACK) __builtin_prefetch(&m->back[from]);
    if (ROW_SCALARS) __builtin_prefetch(&m->weight[from]);
}

INLINE void queue_arc(Machine *m, Arc arc) {
    PUSH(m->arcs, arc);
    if (arc.reverse == NOBODY) return;
    __builtin_prefetch(&m->pair[arc.reverse], 1);
    if (ROW_SCALARS) __builtin_prefetch(&m->weight[arc.reverse]);
}

/* The sender's entry of an arc. */
INLINE int32_t reverse_of(const Machine *m, Arc arc) {
    return arc.reverse != NOBODY ? arc.reverse : back_of(m, arc.node, arc.entry);
}
