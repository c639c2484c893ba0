/* Rows of arcs, and the queues of the next step. */

INLINE int into_of(const Machine *m, int32_t entry) { return m->pair[entry] & STATE_MASK; }
INLINE int out_of(const Machine *m, int32_t entry) {
    return (m->pair[entry] >> HALF) & STATE_MASK;
}

/* Where a node's row begins, and where it ends. */
INLINE int32_t row_begin(const Machine *m, int32_t node) {
    return TOGETHER ? m->node[node].begin[0] : m->begin[node];
}
INLINE int32_t row_end(const Machine *m, int32_t node) {
    return TOGETHER ? m->node[node].end[0] : m->begin[node + 1];
}

/* The entry of a sender in a node's row. */
INLINE int32_t search_row(const Machine *m, int32_t node, int32_t sender) {
    int32_t from = row_begin(m, node), length = row_end(m, node) - from;
    while (length > 1) {
        int32_t half = length >> 1;
        from += m->to[from + half] <= sender ? half : 0;
        length -= half;
    }
    return from;
}

/* The same pair of nodes in the neighbour's row. */
INLINE int32_t back_of(const Machine *m, int32_t node, int32_t entry) {
    return STORED_BACK ? m->back[entry] : search_row(m, m->to[entry], node);
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

/* Whether a node is in a state of which the first neighbour is sought. One bit a node stays in a
nearer cache than the states do. */
INLINE bool is_sought(const Machine *m, int32_t node) {
    return m->sought[node >> 6] >> (node & 63) & 1;
}

/* A node changes its state. */
INLINE void move_sought(Machine *m, int32_t node, int old, int new) {
    if (FIRST_SLOTS && SOUGHT[old] != SOUGHT[new]) m->sought[node >> 6] ^= 1ull << (node & 63);
}

/* Queues a node for the next step. Whether it is queued already is unpredictable, so there is no
branch: the node is always written, and the size of the queue grows or not. */
INLINE void mark_node(Machine *m, int32_t node) {
    uint8_t notes = m->notes[node];
    PUSH(m->dirty, node);
    m->dirty.size -= (notes & DIRTY) != 0;
    m->notes[node] = notes | DIRTY;
}

/* Whether the fixed arcs of a node that enters a state must be evaluated. A self-loop that
changes unheard is evaluated with the node; arcs that change in this step are evaluated again
when they are committed, see one_step. */
INLINE bool fixed_to_see(const Machine *m, int32_t node, int state) {
    const Node *own = &m->node[node];
    bool listens = node < m->n && EVALUATE[state];
    if (LOOP_CHANGES[state] && !listens) return true;
    return FIXED_CHANGES[state] && UNHEARD[own->called * ARC_STATES + own->calls];
}

/* Queues a node's fixed arcs for the next step. */
INLINE void mark_fixed(Machine *m, int32_t node) {
    if (m->notes[node] & FIXED_DIRTY) return;
    m->notes[node] |= FIXED_DIRTY;
    PUSH(m->fixed, node);
}

/* Queues a node's scalar for the next step. */
INLINE void mark_scalar(Machine *m, int32_t node) {
    if (!HAS_VALUES || m->notes[node] & SCALAR_DIRTY) return;
    m->notes[node] |= SCALAR_DIRTY;
    PUSH(m->scalar, node);
}

/* Prefetches an entry. If nodes search for their first neighbour of a class, the search may begin
some entries before it. */
INLINE void prefetch_entry(const Machine *m, int32_t entry) {
    __builtin_prefetch(&m->pair[entry], 1);
    if (ROW_SCALARS) __builtin_prefetch(&m->weight[entry]);
    if (!FIRST_SLOTS) return;
    int32_t before = entry > SHORT_ROW ? entry - SHORT_ROW : 0;
    __builtin_prefetch(&m->to[entry]);
    __builtin_prefetch(&m->to[before]);
    if (!STORED_BACK) return;
    __builtin_prefetch(&m->back[entry]);
    __builtin_prefetch(&m->back[before]);
}

/* Prefetches a node's state and its notes. */
INLINE void prefetch_marks(const Machine *m, int32_t node) {
    __builtin_prefetch(&m->state[node]);
    __builtin_prefetch(&m->notes[node], 1);
}

/* Prefetches the rest of a node's record. */
INLINE void prefetch_node(const Machine *m, int32_t node) {
    __builtin_prefetch(&m->node[node], 1);
    if (sizeof(Node) > (TOGETHER ? LINE : LINE / 2))
        __builtin_prefetch((const char *)&m->node[node + 1] - 1, 1);
    if (!TOGETHER && (FIRST_SLOTS || BEST_SLOTS)) __builtin_prefetch(&m->begin[node]);
}

/* Prefetches where a node's row begins. */
INLINE void prefetch_ends(const Machine *m, int32_t node) {
    __builtin_prefetch(TOGETHER ? (const void *)&m->node[node] : &m->begin[node], TOGETHER);
}

/* Prefetches a node's row. */
INLINE void prefetch_row(const Machine *m, int32_t node) {
    int32_t from = FIRST_SLOTS ? m->node[node].first[0] : row_begin(m, node);
    prefetch_entry(m, from);
    __builtin_prefetch(&m->to[from] + LINE / sizeof *m->to);
    if (FIRST_SLOTS) return; /* the rest is prefetched already */
    __builtin_prefetch(&m->to[from]);
    if (HEARD_BACK && STORED_BACK) __builtin_prefetch(&m->back[from]);
}

/* The same for the scalars of a row that will be walked, behind the first ones. */
INLINE void prefetch_scalars(const Machine *m, int32_t node) {
    if (!ROW_SCALARS) return;
    const char *first = (const char *)&m->weight[row_begin(m, node)];
    for (int line = 1; line <= SCALAR_LINES; line++) __builtin_prefetch(first + line * LINE);
}

/* The same for the neighbours that will be met if the list of a node in this state is walked. */
INLINE void prefetch_listed(const Machine *m, int32_t node, const int state) {
    if (!HAS_LISTS || !WALKS_LIST[state]) return;
    const Cell *first = &m->node[node].listed[0];
    if (first->entry == NOBODY) return;
    int32_t other = m->to[first->entry];
    prefetch_marks(m, other);
    if (WALKS_LIST[state] & SLOTS) prefetch_node(m, other);
    prefetch_entry(m, first->reverse);
    if (first->next >= 0) __builtin_prefetch(&m->cells.at[first->next], 1);
}

/* Nodes whose listed neighbours may be visited again are put on a trail: a backtracking search
visits them in reverse order, long after the first visit. The trail only serves prefetching: no
state depends on it. */
INLINE void lay_trail(Machine *m, int32_t node) {
    int64_t size = m->trail.size;
    if (size > 0 && m->trail.at[size - 1] == node) return;
    if (size > m->n) m->trail.size = 0; /* longer than any way back: begun anew */
    PUSH(m->trail, node);
}

/* Turns back from a node: those before it on the trail will be met soon. */
INLINE void follow_trail(Machine *m, int32_t node) {
    int64_t size = m->trail.size - 1;
    if (size < 0 || m->trail.at[size] != node) return;
    m->trail.size = size;
    if (size < AHEAD) return;
    if (size >= FURTHER) __builtin_prefetch(&m->trail.at[size - FURTHER]);
    int32_t far = m->trail.at[size - AHEAD], near = m->trail.at[size - AHEAD / 2];
    prefetch_node(m, far);
    prefetch_marks(m, far);
    prefetch_row(m, near);
}

INLINE void queue_arc(Machine *m, Arc arc) {
    PUSH(m->arcs, arc);
    if (arc.reverse != NOBODY) prefetch_entry(m, arc.reverse);
}

/* The sender's entry of an arc. Where it would have to be searched for, a list may tell. */
INLINE int32_t reverse_of(const Machine *m, Arc arc) {
    if (arc.reverse != NOBODY) return arc.reverse;
    const Node *own = &m->node[arc.node];
    if (!STORED_BACK && HAS_LISTS && own->listed[0].entry == arc.entry)
        return own->listed[0].reverse;
    return back_of(m, arc.node, arc.entry);
}

/* Prefetches an arc's sender, and its row if the position is known. */
INLINE void prefetch_other(const Machine *m, Arc arc) {
    if (STORED_BACK || arc.reverse != NOBODY) prefetch_entry(m, reverse_of(m, arc));
    prefetch_node(m, m->to[arc.entry]);
    prefetch_marks(m, m->to[arc.entry]);
}

/* The receiver's entry of an arc. */
INLINE int32_t entry_of(const Machine *m, Arc arc, int32_t sender) {
    if (arc.entry != NOBODY) return arc.entry;
    return STORED_BACK ? m->back[arc.reverse] : search_row(m, arc.node, sender);
}
