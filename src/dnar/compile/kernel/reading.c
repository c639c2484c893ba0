/* What is read off a machine. */

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

/* Per node, the sender of the arc that comes first by its state, a self-loop's place apart;
of equal ones the lowest. `places` holds two numbers per arc state. */
void dnar_pointers(const Machine *m, const int32_t *places, int64_t *points) {
    for (int32_t node = 0; node < m->n; node++) {
        int32_t best = INT32_MAX, found = NOBODY;
        for (int32_t entry = m->begin[node]; entry < m->begin[node + 1]; entry++) {
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
