/* Arc updates, and propagation of arc and node changes. */

/* The heads of the virtual node that hear a node, or its own loop. */
INLINE int virtual_bits(const Machine *m, int32_t what) {
    int bits = 0;
    UNROLL for (int head = 0; head < HEADS; head++)
        if (m->virtual_heard[head] == what) bits |= 1 << head;
    return bits;
}

/* An arc of a real node's row, given by its sender and the entry there, has left a class. */
INLINE void class_left(Machine *m, int number, int32_t node, int32_t reverse) {
    Node *own = &m->node[node];
    int slot = COUNT_SLOT[number];
    if (COUNT_SLOTS && slot >= 0) own->count[slot]--;
    slot = BEST_SLOT[number];
    if (BEST_SLOTS && slot >= 0 && own->best[slot] >= 0 && own->best_reverse[slot] == reverse)
        own->best[slot] = UNKNOWN;
}

/* An arc of a real node's row, given by its sender and the entry there (the receiver's may be
known, or NOBODY), has come to a class. Entries of senders lie in the order of the senders: they
break ties too. */
INLINE void class_entered(Machine *m, int number, Arc arc, int32_t sender) {
    int32_t node = arc.node, reverse = arc.reverse;
    Node *own = &m->node[node];
    int slot = COUNT_SLOT[number];
    if (COUNT_SLOTS && slot >= 0) own->count[slot]++;
    slot = FIRST_SLOT[number];
    if (FIRST_SLOTS && slot >= 0) {
        int32_t entry = entry_of(m, arc, sender), first = own->first[slot];
        own->first[slot] = entry < first ? entry : first;
    }
    slot = ONCE_SLOT[number];
    if (ONCE_SLOTS && slot >= 0) m->notes[node] |= (uint8_t)(TELL << slot);
    slot = BEST_SLOT[number];
    if (BEST_SLOTS && slot >= 0) {
        double key = m->weight[reverse] * BEST_SIGN[slot];
        /* The best arc is unknown, but nothing in the row is better than the last one was. */
        if (own->best[slot] == EMPTY || key < own->bound[slot] ||
            (key == own->bound[slot] && reverse <= own->best_reverse[slot])) {
            own->best[slot] = entry_of(m, arc, sender);
            own->best_reverse[slot] = reverse;
            own->bound[slot] = key;
        }
    }
}

/* Queues a receiver because an arc changed its class. */
INLINE void cares_about(Machine *m, int32_t node, int old, int new) {
    int state = m->state[node];
    if (CARES[state][old] | CARES[state][new]) {
        mark_node(m, node);
        if (FIRST_SLOTS) prefetch_look(m, node);
    }
}

/* Lists an entry outside its initial states, if its row may be walked for it. */
INLINE void list_entry(Machine *m, Arc arc, int type) {
    if (!HAS_LISTS || !LIVE[type] || m->pair[arc.entry] & LIST_BIT) return;
    m->pair[arc.entry] |= LIST_BIT;
    Cell *first = &m->node[arc.node].listed[0];
    if (first->entry == NOBODY) {
        first->entry = arc.entry, first->reverse = arc.reverse;
        return;
    }
    int32_t cell = m->free_cell;
    Cell new = {arc.entry, arc.reverse, first->next};
    if (cell >= 0) {
        m->free_cell = m->cells.at[cell].next;
        m->cells.at[cell] = new;
    } else {
        cell = (int32_t)m->cells.size;
        PUSH(m->cells, new);
        if (m->failed) return;
    }
    first->next = cell;
}

/* Performs the actions of a node's change at one entry of its row. */
INLINE void act_at(Machine *m, Arc arc, int act, const int old, const int new) {
    int32_t other = m->to[arc.entry];
    if (act & SLOTS) {
        int out = out_of(m, arc.entry);
        class_left(m, old * ARC_STATES + out, other, arc.entry);
        class_entered(m, new * ARC_STATES + out, (Arc){other, NOBODY, arc.entry}, arc.node);
    }
    if (ONCE_SLOTS) m->notes[other] |= (uint8_t)(act & -TELL);
    if (act & MARK) mark_node(m, other);
    if (act & QUEUE_IN || (HEARD_BACK && act & QUEUE_OUT)) queue_arc(m, arc);
    if (!HEARD_BACK && act & QUEUE_OUT)
        queue_arc(m, (Arc){other, reverse_of(m, arc), arc.entry});
}

/* The actions of a change at an entry, without notifications that were sent already. */
INLINE int act_of(const Machine *m, int32_t entry, const int change) {
    int arcs = into_of(m, entry) * ARC_STATES + out_of(m, entry);
    int32_t other = m->to[entry];
    return ACTS[change][arcs * NODE_STATES + m->state[other]] & ~(m->notes[other] & NOTED);
}

INLINE void walk_row(Machine *m, int32_t node, const int change, const int old, const int new) {
    enum { CHUNK = 32 };
    int32_t acting[CHUNK], from = row_begin(m, node), end = row_end(m, node);
    uint8_t acts[CHUNK];
    m->visits += end - from;
    while (from < end) {
        int32_t to = end - from > CHUNK ? from + CHUNK : end, count = 0;
        /* First collects the affected entries without a branch; then prefetches their
        memory. */
        for (int32_t entry = from; entry < to; entry++) {
            acting[count] = entry;
            count += CONCERNS[change][m->state[m->to[entry]]];
        }
        int32_t some = count;
        for (int32_t at = 0; BEST_SLOTS && at < some; at++) /* prefetch_row reads it below */
            prefetch_ends(m, m->to[acting[at]]);
        count = 0;
        for (int32_t at = 0; at < some; at++) {
            int32_t entry = acting[at];
            acting[count] = entry;
            acts[count] = act_of(m, entry, change);
            count += acts[count] != 0;
        }
        for (int32_t at = 0; at < count; at++) prefetch_node(m, m->to[acting[at]]);
        for (int32_t at = 0; BEST_SLOTS && at < count; at++) prefetch_row(m, m->to[acting[at]]);
        for (int32_t at = 0; at < count; at++) {
            Arc arc = {node, acting[at], NOBODY};
            act_at(m, arc, acts[at], old, new);
        }
        from = to;
    }
}

/* Frees a cell. */
INLINE void free_cell(Machine *m, int32_t number) {
    m->cells.at[number].next = m->free_cell;
    m->free_cell = number;
}

/* The same at one listed entry; returns whether it can have an effect again. */
INLINE bool walk_listed(Machine *m, Arc arc, const int change, const int old, const int new) {
    m->visits++;
    int act = act_of(m, arc.entry, change);
    if (act) act_at(m, arc, act, old, new);
    if (act & MARK) follow_trail(m, arc.node);
    int other = m->state[m->to[arc.entry]];
    if (STAYS[type_of(into_of(m, arc.entry), new, other, out_of(m, arc.entry))]) return true;
    m->pair[arc.entry] &= (pair_t)~LIST_BIT;
    return false;
}

/* The same for a whole list. Its first cell is not left free while there are others. */
INLINE void walk_list(Machine *m, int32_t node, const int change, const int old,
                      const int new) {
    Cell *first = &m->node[node].listed[0];
    if (first->entry != NOBODY &&
        !walk_listed(m, (Arc){node, first->entry, first->reverse}, change, old, new))
        first->entry = NOBODY;
    for (int32_t *at = &first->next; *at >= 0;) {
        int32_t number = *at;
        Cell *cell = &m->cells.at[number];
        if (walk_listed(m, (Arc){node, cell->entry, cell->reverse}, change, old, new)) {
            at = &cell->next;
        } else {
            *at = cell->next;
            free_cell(m, number);
        }
    }
    if (first->entry == NOBODY && first->next >= 0) {
        int32_t number = first->next;
        *first = m->cells.at[number];
        free_cell(m, number);
    }
}

/* The list is never walked again: frees all its cells but the first. */
INLINE void give_back_list(Machine *m, int32_t node) {
    int32_t *next = &m->node[node].listed[0].next;
    while (*next >= 0) {
        int32_t number = *next;
        *next = m->cells.at[number].next;
        free_cell(m, number);
    }
}

/* Counts the arcs that are summed at their receiver. */
INLINE void set_summed(Machine *m, int32_t node, int old, int new, int32_t place) {
    if (!HAS_SUMS) return;
    int32_t *summed = &m->node[node].summed[0];
    if (SUMMED[new] && !SUMMED[old]) *summed = *summed == NOBODY ? place : SEVERAL;
    if (SUMMED[old] && !SUMMED[new] && *summed == place) *summed = NOBODY;
    if (SUMMED[old] | SUMMED[new]) mark_scalar(m, node);
}

/* An arc of a row takes its new state. */
INLINE void commit_arc(Machine *m, ArcChange change) {
    Arc arc = change.arc;
    int32_t node = arc.node, entry = arc.entry, sender = change.sender, new = change.new;
    int old = into_of(m, entry), out = out_of(m, entry);
    if (old == new) return;
    int32_t reverse = arc.reverse = reverse_of(m, arc);
    m->moved++;
    record(m, ARC_STATE, node, entry, new);
    m->pair[entry] = (pair_t)((m->pair[entry] & ~STATE_MASK) | new);
    m->pair[reverse] = (pair_t)((m->pair[reverse] & ~(STATE_MASK << HALF)) | new << HALF);
    int to = m->state[node], from = m->state[sender];
    int before = from * ARC_STATES + old, after = from * ARC_STATES + new;
    class_left(m, before, node, reverse);
    class_entered(m, after, arc, sender);
    cares_about(m, node, before, after);
    set_summed(m, node, old, new, reverse);
    int type = type_of(new, to, from, out), type_back = type_of(out, from, to, new);
    Arc back = {sender, reverse, entry};
    list_entry(m, arc, type);
    list_entry(m, back, type_back);
    if (SPONTANEOUS[type] || (HEARS[to] && bits_at(m, node, entry)) ||
        (HEARS[from] && bits_at(m, sender, reverse))) {
        queue_arc(m, arc);
        if (!HEARD_BACK) queue_arc(m, back);
    } else if (SPONTANEOUS[type_back]) {
        queue_arc(m, back);
    }
}

/* The next states of a node's fixed arcs. */
INLINE FixedChange next_fixed(const Machine *m, int32_t node) {
    const Node *now = &m->node[node];
    int state = m->state[node], loop = now->loop, called = now->called, calls = now->calls;
    FixedChange next = {node, 0, now->called, now->calls};
    int own = node == m->n ? virtual_bits(m, LOOP) : bits_at(m, node, LOOP);
    next.loop = arc_outcome(type_of(loop, state, state, loop), own, own);
    if (node == m->n) return next;
    int high = m->state[m->n];
    int down = bits_at(m, node, VIRTUAL), up = virtual_bits(m, node);
    next.called = arc_outcome(type_of(called, state, high, calls), down, up);
    next.calls = arc_outcome(type_of(calls, high, state, called), up, down);
    return next;
}

INLINE bool fixed_moves(const Machine *m, FixedChange next) {
    const Node *now = &m->node[next.node];
    return next.loop != now->loop || next.called != now->called || next.calls != now->calls;
}

/* Whether a node's fixed arcs change. */
INLINE void look_at_fixed(Machine *m, int32_t node) {
    FixedChange next = next_fixed(m, node);
    if (fixed_moves(m, next)) PUSH(m->fixed_changed, next);
}

/* A node's fixed arcs take their new states. */
INLINE void commit_fixed(Machine *m, FixedChange next) {
    int32_t node = next.node;
    Node *own = &m->node[node];
    int state = m->state[node] * ARC_STATES, high = m->state[m->n] * ARC_STATES;
    int old = own->loop;
    if (old != next.loop) {
        m->moved++;
        own->loop = next.loop;
        record(m, ARC_STATE, node, LOOP, next.loop);
        set_summed(m, node, old, next.loop, LOOP);
        if (node == m->n) m->virtual_dirty = true;
        else cares_about(m, node, state + old, state + next.loop);
    }
    if (node == m->n) return;
    old = own->called;
    if (old != next.called) {
        m->moved++;
        own->called = next.called;
        record(m, ARC_STATE, node, VIRTUAL, next.called);
        set_summed(m, node, old, next.called, VIRTUAL);
        cares_about(m, node, high + old, high + next.called);
    }
    old = own->calls;
    if (old != next.calls) {
        m->moved++;
        own->calls = next.calls;
        record(m, ARC_STATE, node, NOBODY, next.calls);
        set_summed(m, m->n, old, next.calls, node);
        virtual_moved(m, node, state + old, state + next.calls);
    }
}
