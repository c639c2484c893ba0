/* Steps, and runs. */

/* Nothing has changed yet in this step. */
INLINE void begin_step(Machine *m) {
    m->changed.size = m->arc_changed.size = 0;
    m->fixed_changed.size = m->value_changed.size = 0;
    m->moved = 0;
}

/* Evaluates all queued nodes. The queue is refilled when changes are committed, for the next
step. */
INLINE void select_nodes(Machine *m) {
    const int64_t size = m->dirty.size;
    const int32_t *dirty = m->dirty.at;
    m->dirty.size = 0;
    if (HEAP_SLOTS && m->virtual_dirty) prefetch_offers(m);
    if (m->everybody || size > m->n / SWEEP) {
        /* Long queues are faster to visit in memory order. */
        for (int32_t node = 0; node < m->n; node++) {
            if (HEARD_BACK && STORED_BACK && m->n - node > AHEAD)
                __builtin_prefetch(&m->back[row_begin(m, node + AHEAD)]);
            bool marked = m->notes[node] & DIRTY;
            m->notes[node] &= (uint8_t)~DIRTY;
            if (marked || (m->everybody && EVALUATE[m->state[node]])) evaluate(m, node);
        }
        m->everybody = false;
    } else {
        for (int64_t at = 0; at < size; at++) {
            if (at + AHEAD < size) __builtin_prefetch(&m->node[dirty[at + AHEAD]], 1);
            m->notes[dirty[at]] &= (uint8_t)~DIRTY;
            evaluate(m, dirty[at]);
        }
    }
    if (m->virtual_dirty) {
        m->virtual_dirty = false;
        evaluate_virtual(m);
    }
}

/* Evaluates the arcs that were queued by the last commit and by the selection of this step. */
INLINE void select_arcs(Machine *m) {
    for (int64_t at = 0; at < m->arcs.size; at++) {
        if (HEARD_BACK && at + AHEAD < m->arcs.size) {
            int32_t sender = m->to[m->arcs.at[at + AHEAD].entry];
            prefetch_node(m, sender);
            __builtin_prefetch(&m->state[sender]);
        }
        look_at_arc(m, m->arcs.at[at]);
    }
    m->arcs.size = 0;
    for (int64_t at = 0; at < m->fixed.size; at++) {
        m->notes[m->fixed.at[at]] &= (uint8_t)~FIXED_DIRTY;
        look_at_fixed(m, m->fixed.at[at]);
    }
    m->fixed.size = 0;
}

INLINE void one_step(Machine *m) {
    begin_step(m);
    select_nodes(m);
    select_arcs(m);
    compute_scalars(m);
    push_scalars(m);
    commit_states(m);
    commit_scalars(m);
    for (int64_t at = 0; at < m->arc_changed.size; at++) {
        if (STORED_BACK && at + AHEAD < m->arc_changed.size) {
            __builtin_prefetch(&m->back[m->arc_changed.at[at + AHEAD].arc.entry]);
            __builtin_prefetch(&m->pair[m->back[m->arc_changed.at[at + AHEAD / 2].arc.entry]], 1);
        }
        commit_arc(m, m->arc_changed.at[at]);
    }
    for (int64_t at = 0; at < m->fixed_changed.size; at++)
        commit_fixed(m, m->fixed_changed.at[at]);
    for (int64_t at = 0; at < m->fixed_changed.size; at++) {
        int32_t node = m->fixed_changed.at[at].node;
        if (fixed_moves(m, next_fixed(m, node))) mark_fixed(m, node);
    }
}

INLINE int run(Machine *m, int64_t limit, int64_t work) {
    int64_t enough = m->visits + work;
    while (m->step < limit) {
        if (PERIOD && m->step / PERIOD != m->row_number) return NEEDS_ROW;
        if (m->visits > enough) return PAUSED;
        m->visits++;
        one_step(m);
        if (m->failed) return NO_MEMORY;
        if (m->moved == 0 && m->clocks == 0) return HALTED;
        m->step++;
    }
    return CUT_OFF;
}

/* Runs until nothing changes, or to the step `limit`, or until the work budget is used
up; returns how it ended. The next call continues the run.

During the call the machine is a local variable whose address escapes to no function that is not
inlined. So no write through a pointer can alias it, and the compiler keeps its fields in
registers. */
int dnar_run(Machine *given, int64_t limit, int64_t work) {
    Machine here = *given;
    int ended = run(&here, limit, work);
    *given = here;
    return ended;
}
