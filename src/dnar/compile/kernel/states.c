/* Node states: effects of a change. */

/* The effects of a node's new state on the node itself. */
INLINE void enter_state(Machine *m, int32_t node, const int old, const int new) {
    if (fixed_to_see(m, node, new)) mark_fixed(m, node);
    if (!SETTLES[new] || !SETTLES[old]) mark_scalar(m, node);
    if (PUSHING[new] && !PUSHING[old]) PUSH(m->pushers, node);
}

/* A real node's new state reaches its neighbours and the virtual node. */
INLINE void commit_real(Machine *m, int32_t node, const int change, const int old,
                        const int new) {
    UNROLL for (int slot = 0; slot < HEARD_SLOTS; slot++) m->node[node].heard[slot] = NOBODY;
    enter_state(m, node, old, new);
    if (EVALUATE[new]) {
        mark_node(m, node);
        prefetch_look(m, node);
    }
    int arc = m->node[node].calls;
    virtual_moved(m, node, old * ARC_STATES + arc, new * ARC_STATES + arc);
    if (WALK[change] == WHOLE_ROW) walk_row(m, node, change, old, new);
    if (WALK[change] == LISTED) walk_list(m, node, change, old, new);
    if (KEEPS_LIST[old] && !KEEPS_LIST[new]) give_back_list(m, node);
}

INLINE void commit_change(Machine *m, int32_t node, int old) {
    switch (old * NODE_STATES + m->state[node]) {
#define CASE(change, old, new)                                                            \
    case old * NODE_STATES + new: commit_real(m, node, change, old, new); break;
        REAL_CHANGES(CASE)
#undef CASE
    }
}

/* The virtual node's new state reaches everybody. */
INLINE void commit_virtual(Machine *m, int old) {
    int new = m->state[m->n];
    UNROLL for (int head = 0; head < HEADS; head++) m->virtual_heard[head] = NOBODY;
    enter_state(m, m->n, old, new);
    m->virtual_dirty = true;
    m->may_listen = LISTENS[new];
    m->visits += m->n;
    for (int32_t node = 0; node < m->n; node++) {
        mark_fixed(m, node);
        int arc = m->node[node].called;
        cares_about(m, node, old * ARC_STATES + arc, new * ARC_STATES + arc);
    }
}

/* Commits all node states, then propagates them. */
INLINE void commit_states(Machine *m) {
    for (int64_t at = 0; at < m->changed.size; at++) {
        NodeChange *change = &m->changed.at[at];
        int old = m->state[change->node], new = change->new;
        Node *own = &m->node[change->node];
        if (HAS_CLOCKS && CLOCK[old]) {
            own->value[0] = scalar_of(m, change->node) + 1.0;
            m->clocks--;
        }
        m->state[change->node] = (uint8_t)new;
        move_sought(m, change->node, old, new);
        record(m, NODE_STATE, change->node, 0, new);
        change->new = (uint8_t)old;
        if (HAS_CLOCKS && CLOCK[new]) {
            m->clocks++;
            own->since[0] = m->step + 1;
        }
    }
    m->moved += m->changed.size;
    for (int64_t at = 0; at < m->changed.size; at++) {
        NodeChange change = m->changed.at[at];
        if (at + AHEAD < m->changed.size) {
            prefetch_ends(m, m->changed.at[at + AHEAD].node);
            int32_t soon = row_begin(m, m->changed.at[at + AHEAD / 2].node);
            __builtin_prefetch(&m->to[soon]);
            __builtin_prefetch(&m->pair[soon]);
        }
        if (change.node == m->n) commit_virtual(m, change.new);
        else commit_change(m, change.node, change.new);
    }
}
