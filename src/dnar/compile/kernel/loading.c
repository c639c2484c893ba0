/* Loading: the rows of a graph, and the machine at step zero. */

/* Positions of a pair's two entries, called for all pairs in order. */
#define FOR_EACH_PAIR(m, next, pairs, at, in_low, in_high)                                \
    for (int64_t at = 0; at < (pairs); at++)                                              \
        for (int32_t in_low = (next)[2 * (int64_t)(m)->low[at] + 1]++,                    \
                     in_high = (next)[2 * (int64_t)(m)->high[at]]++, once = 1;            \
             once; once = 0)

/* About where the higher node's entry of a pair further on will be: its memory can be asked for. */
INLINE int32_t entry_ahead(const Machine *m, const int32_t *next, int64_t pairs, int64_t at) {
    if (at + 2 * AHEAD >= pairs) return 0;
    __builtin_prefetch(&next[2 * (int64_t)m->high[at + 2 * AHEAD]], 1);
    return next[2 * (int64_t)m->high[at + AHEAD]];
}

/* Per node, where its entries of lower and of higher neighbours begin. */
static int32_t *first_places(Machine *m, int64_t pairs) {
    int32_t *next = calloc(2 * (size_t)m->n + 2, sizeof *next);
    if (!next) {
        m->failed = true;
        return NULL;
    }
    for (int64_t at = 0; at < pairs; at++) {
        next[2 * (int64_t)m->high[at]]++;
        next[2 * (int64_t)m->low[at] + 1]++;
    }
    int32_t sum = 0;
    for (int64_t at = 0; at < 2 * (int64_t)m->n; at++) {
        int32_t count = next[at];
        next[at] = sum;
        sum += count;
    }
    return next;
}

void dnar_free(Machine *m) {
    void *parts[] = {m->begin, m->to, m->back, m->pair, m->weight, m->state, m->notes, m->sought,
                     m->node, m->row, m->dirty.at, m->fixed.at, m->scalar.at, m->pushers.at,
                     m->arcs.at, m->changed.at, m->arc_changed.at, m->fixed_changed.at,
                     m->value_changed.at, m->cells.at, m->records.at, m->offers.at, m->trail.at};
    for (size_t at = 0; at < sizeof parts / sizeof *parts; at++) free(parts[at]);
    for (int heap = 0; m->heap && heap < HEAP_SLOTS; heap++) {
        free(m->heap[heap].at);
        free(m->heap[heap].places);
    }
    free(m->heap);
    free(m);
}

/* Bytes of all queues if a wave reaches every node at once. */
static int64_t need_of_queues(int64_t n) {
    int64_t each = 2 * sizeof(int32_t) + sizeof(Arc) + sizeof(ArcChange) + sizeof(NodeChange);
    each += HAS_VALUES ? sizeof(int32_t) + sizeof(ValueChange) : 0;
    each += HAS_LISTS ? sizeof(Cell) : 0;
    each += HEAP_SLOTS ? sizeof(int32_t) : 0;
    return n * (each + each / 8); /* they grow by an eighth */
}

/* How many bytes a machine of this size may come to hold. */
int64_t dnar_need(int64_t n, int64_t pairs) {
    int64_t entry = sizeof(int32_t) * (1 + STORED_BACK) + sizeof(pair_t);
    entry += ROW_SCALARS ? sizeof(double) : 0;
    int64_t node = sizeof(Node) + 2 * sizeof(uint8_t) + (TOGETHER ? 0 : sizeof(int32_t));
    node += HEAP_SLOTS * (sizeof(HeapItem) + (TOGETHER ? 0 : sizeof(int32_t)));
    node += PERIOD ? sizeof(double) : 0;
    return 2 * pairs * entry + n * node + n / 8 + need_of_queues(n);
}

/* Where rows begin, and where they end. The virtual node has none. */
static void set_ends(Machine *m, const int32_t *next) {
    for (int32_t node = 0; node <= m->n; node++) {
        int32_t begin = node < m->n ? next[2 * (int64_t)node] : (int32_t)m->entries;
        int32_t end = node < m->n - 1 ? next[2 * (int64_t)node + 2] : (int32_t)m->entries;
        if (TOGETHER) m->node[node].begin[0] = begin, m->node[node].end[0] = end;
        else m->begin[node] = begin, m->begin[node + 1] = end;
    }
}

/* The rows of a graph given by its pairs of joined nodes, which the caller keeps alive. */
Machine *dnar_new(int32_t n, int64_t pairs, const int32_t *low, const int32_t *high,
                  const double *up, const double *down, const uint8_t *way) {
    Machine *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->n = n;
    m->entries = 2 * pairs;
    m->low = low, m->high = high, m->up = up, m->down = down, m->way = way;
    if (!TOGETHER) m->begin = allocated(m, (int64_t)n + 2, sizeof *m->begin);
    m->to = allocated(m, m->entries + FURTHER, sizeof *m->to); /* read by prefetches */
    if (STORED_BACK) m->back = allocated(m, m->entries, sizeof *m->back);
    m->pair = allocated(m, m->entries + 8, sizeof *m->pair); /* read eight at once */
    int64_t scalars = m->entries + SCALAR_LINES * LINE / sizeof *m->weight; /* read by prefetches */
    if (ROW_SCALARS) m->weight = allocated(m, scalars, sizeof *m->weight);
    m->state = allocated(m, (int64_t)n + 1, sizeof *m->state);
    m->notes = allocated(m, (int64_t)n + 1, sizeof *m->notes);
    if (FIRST_SLOTS) m->sought = allocated(m, (int64_t)n / 64 + 1, sizeof *m->sought);
    m->node = allocated(m, (int64_t)n + 1, sizeof *m->node);
    m->heap = allocated(m, HEAP_SLOTS, sizeof *m->heap);
    for (int heap = 0; m->heap && heap < HEAP_SLOTS; heap++) {
        Heap *own = &m->heap[heap];
        if (!TOGETHER) own->places = allocated(m, n, sizeof *own->places);
        own->at = allocated(m, n, sizeof *own->at);
        own->nodes = m->node;
        own->room = n;
    }
    if (PERIOD) m->row = allocated(m, (int64_t)n + 1, sizeof *m->row);
    int32_t *next = m->failed ? NULL : first_places(m, pairs);
    if (m->failed) {
        dnar_free(m);
        return NULL;
    }
    set_ends(m, next);
    FOR_EACH_PAIR(m, next, pairs, at, in_low, in_high) {
        int32_t soon = entry_ahead(m, next, pairs, at);
        __builtin_prefetch(&m->to[soon], 1);
        if (STORED_BACK) __builtin_prefetch(&m->back[soon], 1);
        m->to[in_low] = high[at];
        m->to[in_high] = low[at];
        if (STORED_BACK) m->back[in_low] = in_high, m->back[in_high] = in_low;
    }
    free(next);
    return m;
}

/* Entries take their first arc states and scalars. `arcs` holds the first states by role, in
the order of GRAPH_ROLES: self, both, along, against, from_virtual, to_virtual. */
static void start_rows(Machine *m, const uint8_t *arcs) {
    enum { BOTH = 1, ALONG, AGAINST };
    int64_t pairs = m->entries / 2;
    bool weighted = ROW_SCALARS && m->up;
    if (ROW_SCALARS && !m->up) memset(m->weight, 0, (size_t)m->entries * sizeof *m->weight);
    if (!m->way) {
        memset(m->pair, 0, (size_t)m->entries * sizeof *m->pair);
        pair_t both = (pair_t)(arcs[BOTH] | arcs[BOTH] << HALF);
        for (int64_t at = 0; both && at < m->entries; at++) m->pair[at] = both;
        if (!weighted) return;
    }
    int32_t *next = first_places(m, pairs);
    if (!next) return;
    FOR_EACH_PAIR(m, next, pairs, at, in_low, in_high) {
        int32_t soon = entry_ahead(m, next, pairs, at);
        if (weighted) __builtin_prefetch(&m->weight[soon], 1);
        if (m->way) {
            __builtin_prefetch(&m->pair[soon], 1);
            int way = m->way[at];
            int to_high = arcs[way == 0 ? BOTH : way == 1 ? ALONG : AGAINST];
            int to_low = arcs[way == 0 ? BOTH : way == 1 ? AGAINST : ALONG];
            m->pair[in_low] = (pair_t)(to_low | to_high << HALF);
            m->pair[in_high] = (pair_t)(to_high | to_low << HALF);
        }
        if (weighted) m->weight[in_low] = m->up[at], m->weight[in_high] = m->down[at];
    }
    free(next);
}

/* The state that most nodes begin in: what they send is not looked at one by one. */
static int usual_state(const Machine *m) {
    int64_t counts[NODE_STATES] = {0};
    int usual = 0;
    for (int32_t node = 0; node < m->n; node++) counts[m->state[node]]++;
    for (int state = 0; state < NODE_STATES; state++)
        if (counts[state] > counts[usual]) usual = state;
    return usual;
}

/* Slots of classes that nodes in the usual state send: what they hold must be looked for. */
typedef struct { bool first[FIRST_SLOTS + 1], best[BEST_SLOTS + 1]; uint8_t notes; } Often;

static Often often_sent(int usual) {
    Often often = {{false}, {false}, 0};
    for (int number = usual * ARC_STATES; number < (usual + 1) * ARC_STATES; number++) {
        if (FIRST_SLOT[number] >= 0) often.first[FIRST_SLOT[number]] = true;
        if (BEST_SLOT[number] >= 0) often.best[BEST_SLOT[number]] = true;
        if (ONCE_SLOT[number] >= 0) often.notes |= (uint8_t)(TELL << ONCE_SLOT[number]);
    }
    return often;
}

/* A node before any notification. */
INLINE void start_node(Machine *m, int32_t node, const uint8_t *arcs, const double *values,
                       const Often *often) {
    enum { SELF = 0, FROM_VIRTUAL = 4, TO_VIRTUAL = 5 };
    Node *own = &m->node[node];
    int32_t begin = row_begin(m, node), end = row_end(m, node);
    memset(own, 0, sizeof *own);
    if (TOGETHER) own->begin[0] = begin, own->end[0] = end, own->place[0] = NOBODY;
    if (HAS_VALUES && values) own->value[0] = values[node];
    for (int slot = 0; slot < HEARD_SLOTS; slot++) own->heard[slot] = NOBODY;
    for (int slot = 0; slot < BEST_SLOTS; slot++) own->bound[slot] = -INFINITY;
    if (HAS_LISTS) own->listed[0] = (Cell){NOBODY, NOBODY, -1};
    if (HAS_SUMS) own->summed[0] = NOBODY;
    own->loop = arcs[SELF], own->called = arcs[FROM_VIRTUAL], own->calls = arcs[TO_VIRTUAL];
    for (int slot = 0; slot < FIRST_SLOTS; slot++)
        own->first[slot] = often->first[slot] ? begin : end;
    for (int slot = 0; slot < BEST_SLOTS; slot++)
        own->best[slot] = often->best[slot] ? UNKNOWN : EMPTY;
    int state = m->state[node];
    if (fixed_to_see(m, node, state)) mark_fixed(m, node);
    if (HAS_CLOCKS && CLOCK[state]) m->clocks++;
    bool zero = HAS_VALUES && own->value[0] == 0.0 && INC[state] == 0.0;
    if (!SETTLES[state] && !zero) mark_scalar(m, node);
    if (PUSHING[state]) PUSH(m->pushers, node);
    if (HAS_SUMS && (SUMMED[own->loop] || SUMMED[node < m->n ? own->called : own->calls])) {
        own->summed[0] = SEVERAL;
        mark_scalar(m, node);
    }
    if (node == m->n) return;
    m->virtual_counts[state * ARC_STATES + own->calls]++;
    offer(m, node);
}

/* The notifications of a node's row before the first step. */
static void start_row(Machine *m, int32_t node, int usual) {
    int state = m->state[node];
    for (int32_t entry = row_begin(m, node); entry < row_end(m, node); entry++) {
        int32_t other = m->to[entry];
        int into = into_of(m, entry), out = out_of(m, entry), number = state * ARC_STATES + out;
        if (state != usual)
            class_entered(m, number, (Arc){other, NOBODY, entry}, node);
        else if (COUNT_SLOT[number] >= 0)
            m->node[other].count[COUNT_SLOT[number]]++;
        if (HAS_SUMS && SUMMED[into]) {
            m->node[node].summed[0] = SEVERAL;
            mark_scalar(m, node);
        }
        if (SPONTANEOUS[type_of(into, state, m->state[other], out)])
            queue_arc(m, (Arc){node, entry, NOBODY});
    }
    m->visits += row_end(m, node) - row_begin(m, node);
}

/* Nodes in a state that FIRST slots search for. */
static void start_sought(Machine *m) {
    memset(m->sought, 0, ((size_t)m->n / 64 + 1) * sizeof *m->sought);
    for (int32_t node = 0; node <= m->n; node++)
        m->sought[node >> 6] |= (uint64_t)SOUGHT[m->state[node]] << (node & 63);
}

/* Resets the machine to step zero; may be called again for another run. */
int dnar_start(Machine *m, const uint8_t *states, const uint8_t *arcs, const double *values) {
    m->step = m->visits = m->clocks = m->moved = 0;
    m->row_number = -1;
    m->everybody = m->virtual_dirty = true;
    m->may_listen = LISTENS[states[m->n]];
    m->failed = false;
    m->free_cell = -1;
    m->cells.size = m->records.size = m->pushers.size = m->offers.size = 0;
    m->trail.size = 0;
    m->dirty.size = m->fixed.size = m->scalar.size = m->arcs.size = 0;
    for (int heap = 0; heap < HEAP_SLOTS; heap++) {
        Heap *own = &m->heap[heap];
        own->near = own->far = 0;
        own->bound = -INFINITY;
        if (!TOGETHER) memset(own->places, -1, (size_t)m->n * sizeof *own->places);
    }
    memset(m->virtual_counts, 0, sizeof m->virtual_counts);
    for (int head = 0; head < HEADS; head++) m->virtual_heard[head] = NOBODY;
    memcpy(m->state, states, (size_t)m->n + 1);
    if (FIRST_SLOTS) start_sought(m);
    start_rows(m, arcs);
    int usual = usual_state(m);
    Often often = often_sent(usual);
    memset(m->notes, often.notes, (size_t)m->n + 1);
    for (int32_t node = 0; node <= m->n; node++) start_node(m, node, arcs, values, &often);
    for (int32_t node = 0; node < m->n; node++)
        if (m->state[node] != usual || TELLS[m->state[node]]) start_row(m, node, usual);
    return m->failed ? NO_MEMORY : HALTED;
}

/* The next numbers of a stream. */
void dnar_row(Machine *m, const double *row) {
    if (!PERIOD) return;
    memcpy(m->row, row, ((size_t)m->n + 1) * sizeof *row);
    m->row_number = m->step / (PERIOD ? PERIOD : 1);
    for (int32_t node = 0; node < m->n; node++)
        if (STREAMED[m->state[node]]) mark_node(m, node);
    m->virtual_dirty |= STREAMED[m->state[m->n]];
}
