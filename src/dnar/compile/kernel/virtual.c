/* The virtual node: its row is kept as counts per class and heaps of compared nodes. */

/* Offers a node whose arc to the virtual node is in a compared class. It enters a heap lazily,
because its scalar may change until the virtual node listens. */
INLINE void offer(Machine *m, int32_t node) {
    if (!HEAP_SLOTS || !m->may_listen) return;
    int number = m->state[node] * ARC_STATES + m->node[node].calls;
    bool compared = false;
    UNROLL for (int head = 0; head < HEADS; head++) compared |= HEAP_SLOT[head][number] >= 0;
    if (!compared) return;
    PUSH(m->offers, node);
    if (!TOGETHER) __builtin_prefetch(&m->heap[0].places[node], 1);
}

/* Inserts a node into the heaps of its class. A node that left the class and returned with the
same key is still in them. */
INLINE void take_offer(Machine *m, int32_t node) {
    int number = m->state[node] * ARC_STATES + m->node[node].calls;
    UNROLL for (int head = 0; head < HEADS; head++) {
        int heap = HEAP_SLOT[head][number];
        if (heap < 0) continue;
        heap_tell(&m->heap[heap], (HeapItem){key_of(m, head, node, 0.0), node});
    }
}

/* Prefetches the items of the first offered nodes. Only in the first heap: programs with more
heaps are rare. */
INLINE void prefetch_offers(const Machine *m) {
    for (int64_t at = 0; at < AHEAD && at < m->offers.size; at++)
        prefetch_item(&m->heap[0], m->offers.at[at]);
}

/* The same for the candidates for the next best: the children of the root. */
INLINE void prefetch_next(const Machine *m, int heap) {
    for (int64_t at = 1; at < 5 && at < m->heap[heap].near; at++) {
        prefetch_node(m, m->heap[heap].at[at].node);
        prefetch_marks(m, m->heap[heap].at[at].node);
    }
}

/* The node whose arc to the virtual node is best of its class; stale ones are dropped. */
INLINE int32_t heap_best(Machine *m, int head, int number) {
    for (int64_t at = 0; at < m->offers.size; at++) {
        if (at + AHEAD < m->offers.size) prefetch_item(&m->heap[0], m->offers.at[at + AHEAD]);
        take_offer(m, m->offers.at[at]);
    }
    m->offers.size = 0;
    int heap = HEAP_SLOT[head][number];
    for (;;) {
        HeapItem top = heap_top(&m->heap[heap]);
        if (top.node == NOBODY) return NOBODY;
        if (m->state[top.node] * ARC_STATES + m->node[top.node].calls == number &&
            key_of(m, head, top.node, 0.0) == top.key) {
            prefetch_next(m, heap);
            return top.node;
        }
        heap_remove(&m->heap[heap], 0);
    }
}

/* The same by a scan, for classes that no heap can hold; LOOP for its own loop. */
INLINE int32_t scan_virtual(Machine *m, int head, int number, int own) {
    int32_t best = NOBODY;
    double best_key = INFINITY;
    for (int32_t node = 0; node < m->n; node++) {
        if (m->state[node] * ARC_STATES + m->node[node].calls != number) continue;
        double key = key_of(m, head, node, fixed_weight(m, node, NOBODY));
        if (best == NOBODY || key < best_key) best = node, best_key = key;
    }
    m->visits += m->n;
    if (own == number) {
        double key = key_of(m, head, m->n, fixed_weight(m, m->n, LOOP));
        if (best == NOBODY || key < best_key) best = LOOP;
    }
    return best;
}

/* The fixed arcs that go with what the virtual node hears are looked at in this step. */
INLINE void touch_virtual(Machine *m, int32_t found) {
    if (found == NOBODY) return;
    PUSH(m->fixed, found == LOOP ? m->n : found);
    if (found == LOOP) return;
    prefetch_row(m, found);
    prefetch_scalars(m, found);
}

/* The next state of the virtual node, and the arcs that it hears. */
INLINE void evaluate_virtual_in(Machine *m, const int state) {
    int own = state * ARC_STATES + m->node[m->n].loop, code = 0;
    UNROLL for (int head = 0; head < HEADS; head++) {
        int place = CHOICES[head][state];
        int32_t found = NOBODY;
        UNROLL for (int at = 0; at < CHOICES[head][state]; at++) {
            const int number = CHOSEN[head][state][at];
            if (m->virtual_counts[number] + (own == number) >= NEEDED[head][state][at]) {
                place = at;
                if (WHICH[head][state][at])
                    found = HEAP_SLOT[head][number] >= 0 ? heap_best(m, head, number)
                                                         : scan_virtual(m, head, number, own);
                break;
            }
        }
        if (m->virtual_heard[head] != found) touch_virtual(m, m->virtual_heard[head]);
        m->virtual_heard[head] = found;
        touch_virtual(m, found);
        code = code * (MOST_CHOICES + 1) + place;
    }
    int new = OUTCOME[state][code];
    if (new != state) PUSH(m->changed, (NodeChange){m->n, (uint8_t)new});
}

INLINE void evaluate_virtual(Machine *m) {
    switch (m->state[m->n]) {
#define CASE(state) case state: evaluate_virtual_in(m, state); break;
        VIRTUAL_STATES(CASE)
#undef CASE
    }
}

/* An arc to the virtual node changed its class. */
INLINE void virtual_moved(Machine *m, int32_t node, int old, int new) {
    if (!VIRTUAL_LISTENS || !m->may_listen) return;
    m->virtual_counts[old]--;
    m->virtual_counts[new]++;
    int state = m->state[m->n];
    if (CARES[state][old] | CARES[state][new]) m->virtual_dirty = true;
    offer(m, node);
}
