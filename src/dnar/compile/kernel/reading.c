/* Reading results from a machine. */

int64_t dnar_steps(const Machine *m) { return m->step; }
int64_t dnar_visits(const Machine *m) { return m->visits; }
int64_t dnar_bytes(const Machine *m) { return m->bytes; }
int64_t dnar_records(const Machine *m, const Record **at) {
    *at = m->records.at;
    return m->records.size;
}

void dnar_states(const Machine *m, uint8_t *states) {
    memcpy(states, m->state, (size_t)m->n + 1);
}

void dnar_values(const Machine *m, double *values) {
    for (int32_t node = 0; node <= m->n; node++) values[node] = scalar_of(m, node);
}

/* States of all arcs: of rows by entry, then loops, arcs from and to the virtual node. */
void dnar_arcs(const Machine *m, uint8_t *rows, uint8_t *loops, uint8_t *called,
               uint8_t *calls) {
    for (int64_t entry = 0; entry < m->entries; entry++)
        rows[entry] = (uint8_t)into_of(m, (int32_t)entry);
    for (int32_t node = 0; node <= m->n; node++) loops[node] = m->node[node].loop;
    for (int32_t node = 0; node < m->n; node++) {
        called[node] = m->node[node].called;
        calls[node] = m->node[node].calls;
    }
}

/* The first entry from `from` on that receives an arc of this state, or `end`, eight at once. */
INLINE int32_t first_of_state(const Machine *m, int32_t begin, int32_t end, int state) {
    int64_t from = begin; /* may come to lie behind the last number of 32 bits */
    const uint64_t ones = UINT64_MAX / 255;
    if (sizeof(pair_t) == 1 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
        for (; from < end; from += 8) {
            uint64_t pairs;
            memcpy(&pairs, &m->pair[from], sizeof pairs);
            uint64_t differs = (pairs & STATE_MASK * ones) ^ (uint64_t)state * ones;
            uint64_t same = ~(differs + 127 * ones) & (128 * ones);
            if (!same) continue;
            from += __builtin_ctzll(same) / 8;
            return (int32_t)(from < end ? from : end);
        }
    while (from < end && into_of(m, (int32_t)from) != state) from++;
    return (int32_t)(from < end ? from : end);
}

/* The only arc state that comes before all others, or -1. */
static int only_first(const int32_t *places) {
    int first = 0;
    for (int state = 1; state < ARC_STATES; state++)
        if (places[2 * state] < places[2 * first]) first = state;
    for (int state = 0; state < ARC_STATES; state++)
        if (state != first && places[2 * state] == places[2 * first]) return -1;
    return first;
}

/* Per node, the sender of the arc that comes first by its state, a self-loop's place apart;
of equal ones the lowest. `places` holds two numbers per arc state. */
void dnar_pointers(const Machine *m, const int32_t *places, int64_t *points) {
    int wanted = only_first(places);
    for (int32_t node = 0; node < m->n; node++) {
        int32_t best = INT32_MAX, found = NOBODY, end = row_end(m, node);
        int32_t entry = row_begin(m, node);
        if (wanted >= 0) {
            found = first_of_state(m, entry, end, wanted);
            if (found < end) best = places[2 * wanted], entry = end;
            else found = NOBODY;
        }
        for (; entry < end; entry++) {
            int32_t place = places[2 * into_of(m, entry)];
            if (place < best) best = place, found = entry;
        }
        int32_t loop = places[2 * m->node[node].loop + 1];
        int32_t to = found == NOBODY ? node : m->to[found];
        if (loop < best || (loop == best && node < to)) best = loop, to = node;
        if (places[2 * m->node[node].called] < best) to = m->n;
        points[node] = to;
    }
    int32_t best = places[2 * m->node[m->n].loop + 1], to = m->n;
    for (int32_t node = 0; node < m->n; node++) {
        int32_t place = places[2 * m->node[node].calls];
        if (place < best || (place == best && node < to)) best = place, to = node;
    }
    points[m->n] = to;
}
