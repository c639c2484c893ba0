/* Selection and node updates. */

/* The first arc of a class in a row, or NOBODY. */
INLINE int32_t first_in_row(Machine *m, int32_t node, int number, int slot) {
    int32_t entry = m->node[node].first[slot], end = row_end(m, node), seen = entry;
    while (entry < end &&
           !(is_sought(m, m->to[entry]) &&
             m->state[m->to[entry]] * ARC_STATES + into_of(m, entry) == number))
        entry++;
    m->visits += entry - seen;
    m->node[node].first[slot] = entry;
    return entry < end ? entry : NOBODY;
}

/* Advances the FIRST cursors of a node that will be evaluated, past neighbours that are in no
sought state, and prefetches the next one. The memory arrives before the search needs it. */
INLINE void find_ahead(Machine *m, int32_t node) {
    UNROLL for (int slot = 0; slot < FIRST_SLOTS; slot++) {
        int32_t entry = m->node[node].first[slot], end = row_end(m, node), seen = entry;
        while (entry < end && !is_sought(m, m->to[entry])) entry++;
        m->visits += entry - seen;
        m->node[node].first[slot] = entry;
        if (entry < end) prefetch_other(m, (Arc){node, entry, NOBODY});
    }
}

/* Prefetches a node that will be evaluated; in a short queue also what it will read. */
INLINE void prefetch_look(Machine *m, int32_t node) {
    if (FIRST_SLOTS && m->dirty.size < AHEAD) find_ahead(m, node);
    else prefetch_row(m, node);
}

/* The first arc of a class for which the row is looked through once, if the node was told of it. */
INLINE int32_t once_in_row(Machine *m, int32_t node, int number, int slot) {
    if (!(m->notes[node] & TELL << slot)) return NOBODY;
    int32_t from = row_begin(m, node), entry = from, end = row_end(m, node);
    while (entry < end &&
           m->state[m->to[entry]] * ARC_STATES + into_of(m, entry) != number)
        entry++;
    m->visits += entry - from;
    if (entry < end) return entry;
    m->notes[node] &= (uint8_t)~(TELL << slot);
    return NOBODY;
}

/* The best arc of a class in a row, or NOBODY, by a scan. */
INLINE int32_t scan_row(Machine *m, int head, int32_t node, int number) {
    int32_t best = NOBODY;
    double best_key = INFINITY;
    for (int32_t entry = row_begin(m, node); entry < row_end(m, node); entry++) {
        if (KEY[head] == BY_STREAM && m->n > NEAR)
            /* of the rows behind, too */
            __builtin_prefetch(&m->row[m->to[(int64_t)entry + FURTHER]]);
        int32_t sender = m->to[entry];
        if (m->state[sender] * ARC_STATES + into_of(m, entry) != number) continue;
        double weight =
            KEY[head] == BY_ARC_SCALAR ? m->weight[back_of(m, node, entry)] : 0.0;
        double key = key_of(m, head, sender, weight);
        if (best == NOBODY || key < best_key) best = entry, best_key = key;
    }
    m->visits += row_end(m, node) - row_begin(m, node);
    return best;
}

/* The maintained best arc of a class in a row, or NOBODY. */
INLINE int32_t best_in_row(Machine *m, int head, int32_t node, int number, int slot) {
    Node *own = &m->node[node];
    if (own->best[slot] == UNKNOWN) {
        int32_t found = scan_row(m, head, node, number);
        own->best[slot] = found == NOBODY ? EMPTY : found;
        if (found != NOBODY) {
            own->best_reverse[slot] = back_of(m, node, found);
            own->bound[slot] = SIGN[head] * m->weight[own->best_reverse[slot]];
        }
    }
    return own->best[slot] == EMPTY ? NOBODY : own->best[slot];
}

INLINE double fixed_weight(const Machine *m, int32_t node, int32_t which) {
    const Node *own = &m->node[node];
    if (which == LOOP) return LOOP_WEIGHTS ? own->loop_weight[0] : 0.0;
    if (which == VIRTUAL) return CALLED_WEIGHTS ? own->called_weight[0] : 0.0;
    return CALLS_WEIGHTS ? own->calls_weight[0] : 0.0;
}

/* The best of an arc of the row, the self-loop and the virtual node's arc. */
INLINE int32_t better_fixed(Machine *m, int head, int32_t node, bool loop, bool called,
                            int32_t entry) {
    int32_t found = entry, sender = -1;
    double best = INFINITY;
    if (entry != NOBODY && (loop || called)) {
        sender = m->to[entry];
        double weight =
            KEY[head] == BY_ARC_SCALAR ? m->weight[back_of(m, node, entry)] : 0.0;
        best = key_of(m, head, sender, weight);
    }
    if (loop) {
        double key = key_of(m, head, node, fixed_weight(m, node, LOOP));
        if (found == NOBODY || key < best || (key == best && node < sender))
            found = LOOP, best = key, sender = node;
    }
    if (called) {
        double key = key_of(m, head, m->n, fixed_weight(m, node, VIRTUAL));
        if (found == NOBODY || key < best) found = VIRTUAL;
    }
    return found;
}

/* The choice that a head hears, and its arc where the arc has an effect. */
INLINE int listen(Machine *m, const int head, int32_t node, const int state, int32_t *found,
                  int32_t *reverse) {
    const Node *own = &m->node[node];
    *found = *reverse = NOBODY;
    UNROLL for (int place = 0; place < CHOICES[head][state]; place++) {
        const int number = CHOSEN[head][state][place];
        int32_t entry = NOBODY, count = 0;
        switch (FIND[head][state][place]) {
        case COUNT: count = own->count[COUNT_SLOT[number]]; break;
        case FIRST: entry = first_in_row(m, node, number, FIRST_SLOT[number]); break;
        case ONCE:
            entry = once_in_row(m, node, number, ONCE_SLOT[number]);
            count = entry != NOBODY;
            break;
        case BEST: entry = best_in_row(m, head, node, number, BEST_SLOT[number]); break;
        case SCAN: entry = scan_row(m, head, node, number); break;
        }
        bool loop = OF_LOOP[head][state][place] &&
                    state * ARC_STATES + own->loop == number;
        bool called = OF_VIRTUAL[head][state][place] &&
                      m->state[m->n] * ARC_STATES + own->called == number;
        if (WHICH[head][state][place]) {
            *found = better_fixed(m, head, node, loop, called, entry);
            if (FIND[head][state][place] == BEST && *found >= 0)
                *reverse = own->best_reverse[BEST_SLOT[number]];
            if (*found != NOBODY) return place;
        } else if (count + loop + called >= NEEDED[head][state][place]) {
            return place;
        }
    }
    return CHOICES[head][state];
}

/* The heads of a node that hear an arc, by what they keep in `heard`. */
INLINE int bits_at(const Machine *m, int32_t node, int32_t what) {
    int bits = 0;
    UNROLL for (int head = 0; head < HEADS; head++)
        if (HEARD_SLOT[head] >= 0 && m->node[node].heard[HEARD_SLOT[head]] == what)
            bits |= 1 << head;
    return bits;
}

INLINE int arc_outcome(int type, int forth, int back) {
    return ARC[(type * FLAGS + forth) * FLAGS + back];
}

/* Whether an arc of a node's row changes, and its reverse where that may be heard, too. */
INLINE void look_at_arc(Machine *m, Arc arc) {
    int32_t sender = m->to[arc.entry];
    int into = into_of(m, arc.entry), out = out_of(m, arc.entry);
    int to = m->state[arc.node], from = m->state[sender];
    int forth = bits_at(m, arc.node, arc.entry), back = 0;
    if (HEARD_BACK) arc.reverse = reverse_of(m, arc);
    if (HEARD_BACK && HEARS[from]) back = bits_at(m, sender, arc.reverse);
    /* The reverse first: what its receiver has to wait for begins with it. */
    int new = arc_outcome(type_of(out, from, to, into), back, forth);
    Arc other = {sender, arc.reverse, arc.entry};
    if (HEARD_BACK && new != out)
        PUSH(m->arc_changed, (ArcChange){other, arc.node, (uint8_t)new});
    new = arc_outcome(type_of(into, to, from, out), forth, back);
    if (new != into) PUSH(m->arc_changed, (ArcChange){arc, sender, (uint8_t)new});
}

/* Evaluates a node's self-loop. */
INLINE void touch_loop(Machine *m, int32_t node, const int state) {
    int loop = m->node[node].loop, own = bits_at(m, node, LOOP);
    if (arc_outcome(type_of(loop, state, state, loop), own, own) != loop)
        PUSH(m->fixed, node);
}

/* Looks at an arc that a node begins or ceases to hear: both ways where that matters, and then
later, when all have listened. */
INLINE void touch(Machine *m, Arc arc, const int state) {
    if (arc.entry >= 0 && !HEARD_BACK) {
        look_at_arc(m, arc);
    } else if (arc.entry >= 0) {
        arc.reverse = reverse_of(m, arc);
        if (!FIRST_SLOTS) prefetch_other(m, arc); /* else find_ahead did, mostly */
        PUSH(m->arcs, arc);
    } else if (arc.entry == LOOP && !LOOP_CHANGES[state]) {
        touch_loop(m, arc.node, state);
    } else if (arc.entry == VIRTUAL) {
        PUSH(m->fixed, arc.node);
    }
}

/* The next state of a node, and the arcs that it hears. */
INLINE void evaluate_in(Machine *m, int32_t node, const int state) {
    int code = 0;
    if (WALKS_LIST[state] & MARK) lay_trail(m, node);
    else prefetch_listed(m, node, state);
    int32_t before[HEADS];
    Arc now[HEADS];
    UNROLL for (int head = 0; head < HEADS; head++) {
        int32_t found, reverse;
        int place = listen(m, head, node, state, &found, &reverse);
        if (HEARD_SLOT[head] >= 0) {
            int32_t *heard = &m->node[node].heard[HEARD_SLOT[head]];
            before[head] = *heard;
            now[head] = (Arc){node, found, reverse};
            *heard = found;
        }
        code = code * (MOST_CHOICES + 1) + place;
    }
    UNROLL for (int head = 0; head < HEADS; head++) {
        if (HEARD_SLOT[head] < 0) continue;
        touch(m, now[head], state);
        int32_t left = before[head] == now[head].entry ? NOBODY : before[head];
        touch(m, (Arc){node, left, NOBODY}, state);
    }
    if (LOOP_CHANGES[state]) touch_loop(m, node, state);
    int new = OUTCOME[state][code];
    if (new != state) PUSH(m->changed, (NodeChange){node, (uint8_t)new});
}

INLINE void evaluate(Machine *m, int32_t node) {
    switch (m->state[node]) {
#define CASE(state) case state: evaluate_in(m, node, state); break;
        REAL_STATES(CASE)
#undef CASE
    }
}
