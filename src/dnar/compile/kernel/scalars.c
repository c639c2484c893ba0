/* Scalars of nodes, and what nodes push to their arcs. */

/* The total with all arcs of a row that are summed up, one after the other in row order (sums are
rounded: the order matters), by looking at all. */
INLINE double with_row(Machine *m, int32_t node, double total) {
    const Node *own = &m->node[node];
    if (node == m->n) {
        m->visits += m->n;
        for (int32_t other = 0; other < m->n; other++)
            if (SUMMED[m->node[other].calls]) total += fixed_weight(m, other, NOBODY);
        return SUMMED[own->loop] ? total + fixed_weight(m, node, LOOP) : total;
    }
    bool looped = !SUMMED[own->loop];
    for (int32_t entry = row_begin(m, node); entry < row_end(m, node); entry++) {
        if (!looped && m->to[entry] > node) {
            looped = true;
            total += fixed_weight(m, node, LOOP);
        }
        if (SUMMED[into_of(m, entry)]) total += m->weight[back_of(m, node, entry)];
    }
    m->visits += row_end(m, node) - row_begin(m, node);
    if (!looped) total += fixed_weight(m, node, LOOP);
    return SUMMED[own->called] ? total + fixed_weight(m, node, VIRTUAL) : total;
}

/* The total with the arcs that a node sums up. */
INLINE double with_arcs(Machine *m, int32_t node, double total) {
    int32_t at = m->node[node].summed[0];
    if (at == NOBODY) return total;
    if (at == SEVERAL) return with_row(m, node, total);
    if (node == m->n)
        return total + fixed_weight(m, at == LOOP ? node : at, at == LOOP ? LOOP : NOBODY);
    return total + (at >= 0 ? m->weight[at] : fixed_weight(m, node, at));
}

/* The next scalars of all nodes that were queued for it; committed later. */
INLINE void compute_scalars(Machine *m) {
    if (!HAS_VALUES) return;
    for (int64_t at = 0; at < m->scalar.size; at++) {
        int32_t node = m->scalar.at[at];
        m->notes[node] &= (uint8_t)~SCALAR_DIRTY;
        int state = m->state[node];
        double total = INC[state];
        if (KEEP[state]) total += scalar_of(m, node);
        if (HAS_SUMS) total = with_arcs(m, node, total);
        PUSH(m->value_changed, (ValueChange){node, total});
    }
    m->scalar.size = 0;
}

/* What follows from a push for an arc of this state. A sum may be rounded to what it was. */
INLINE void pushed(Machine *m, int32_t receiver, int arc, double old, double new) {
    if (new == old) return;
    if (SUMS_PUSHED && SUMMED[arc]) mark_scalar(m, receiver);
    if (receiver == m->n) m->virtual_dirty = true;
}

/* Adds to the scalar of a fixed arc of a node: its loop, the one it receives, or sends. */
INLINE void push_fixed(Machine *m, int32_t receiver, double value, int arc, int32_t node,
                       int32_t which) {
    Node *own = &m->node[node];
    double old = fixed_weight(m, node, which), new = old + value;
    if (which == LOOP) own->loop_weight[0] = new;
    else if (which == VIRTUAL) own->called_weight[0] = new;
    else own->calls_weight[0] = new;
    if (new != old) record(m, ARC_SCALAR, node, which, new);
    pushed(m, receiver, arc, old, new);
}

/* The virtual node's scalar is added to every arc that others receive from it. */
INLINE void push_virtual(Machine *m, double value) {
    m->visits += m->n;
    for (int32_t other = 0; other < m->n; other++)
        if (CALLED_WEIGHTS)
            push_fixed(m, other, value, m->node[other].called, other, VIRTUAL);
}

/* The same to the arcs of a node's row. */
INLINE void push_row(Machine *m, int32_t node, double value) {
    m->visits += row_end(m, node) - row_begin(m, node);
    for (int32_t entry = row_begin(m, node); entry < row_end(m, node); entry++) {
        double old = m->weight[entry], new = old + value;
        m->weight[entry] = new;
        if (RECORDING && new != old)
            record(m, ARC_SCALAR, m->to[entry], back_of(m, node, entry), new);
        pushed(m, m->to[entry], out_of(m, entry), old, new);
    }
}

/* Nodes in a pushing state add their scalar to every arc that others receive from them. */
INLINE void push_scalars(Machine *m) {
    int64_t kept = 0;
    for (int64_t at = 0; at < m->pushers.size; at++) {
        int32_t node = m->pushers.at[at];
        Node *own = &m->node[node];
        if (!PUSHING[m->state[node]]) continue;
        m->pushers.at[kept++] = node;
        double value = scalar_of(m, node);
        if (value == 0.0) continue;
        m->moved++; /* the scalar of its loop at least, kept or not, which begins at zero */
        if (LOOP_WEIGHTS) push_fixed(m, node, value, own->loop, node, LOOP);
        if (node == m->n) {
            push_virtual(m, value);
            continue;
        }
        if (CALLS_WEIGHTS)
            push_fixed(m, m->n, value, own->calls, node, NOBODY);
        if (ROW_SCALARS) push_row(m, node, value);
    }
    m->pushers.size = kept;
}

/* Scalars take their new values; where they still move they are computed again. */
INLINE void commit_scalars(Machine *m) {
    for (int64_t at = 0; at < m->value_changed.size; at++) {
        ValueChange change = m->value_changed.at[at];
        Node *own = &m->node[change.node];
        int state = m->state[change.node];
        double old = own->value[0];
        own->value[0] = change.new;
        if (HAS_CLOCKS) own->since[0] = m->step + 1;
        if (old == change.new) continue;
        m->moved++;
        record(m, NODE_SCALAR, change.node, 0, change.new);
        if (!SETTLES[state]) mark_scalar(m, change.node);
        if (change.node == m->n) continue;
        if (CARES[m->state[m->n]][state * ARC_STATES + own->calls]) m->virtual_dirty = true;
        offer(m, change.node);
    }
}
