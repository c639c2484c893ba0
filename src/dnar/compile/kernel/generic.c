/* The generic kernel: any program on any instance, step by step as the interpreter.

A node selects again only if its state changed, or an arc, a key or a comparison that it reads;
an arc is decided again only if its ends, its reverse, or who hears it changed; a scalar is
computed again only if something that its terms read changed. Whatever is not computed again
would come out as it is. All changes of a step are collected first and then committed.

The program's functions are: hear (by order), is_listed, node_outcome, arc_outcome, and
compute_node and compute_arc for scalars. */

#define QUEUE(list, marks, mark, at)                                                      \
    do {                                                                                  \
        if (!((marks)[at] & (mark))) {                                                    \
            (marks)[at] |= (mark);                                                        \
            (list).items[(list).size++] = (at);                                           \
        }                                                                                 \
    } while (0)

INLINE void select_again(Machine *m, int32_t node) {
    QUEUE(m->nodes_to_select, m->node_marks, STATE_QUEUED, node);
}
INLINE void compute_node_again(Machine *m, int32_t node) {
    if (NODE_OPS) QUEUE(m->node_values, m->node_marks, VALUE_QUEUED, node);
}
INLINE void compute_arc_again(Machine *m, int32_t arc) {
    if (ARC_OPS) QUEUE(m->arc_values, m->arc_marks, VALUE_QUEUED, arc);
}
/* Arcs in states without cases never change. */
INLINE void decide_again(Machine *m, int32_t arc) {
    if (arc_has_cases(m->arc_state[arc]))
        QUEUE(m->arcs_to_decide, m->arc_marks, STATE_QUEUED, arc);
}
INLINE void decide_both(Machine *m, int32_t arc) {
    decide_again(m, arc);
    decide_again(m, m->reverse[arc]);
}

/* Whether a node in a state listens for a class with any head. */
INLINE bool listens_for(int state, int number) {
    for (int head = 0; head < HEADS; head++)
        if (ORDER[head][state] != NOBODY && is_listed(ORDER[head][state], number)) return true;
    return false;
}

static void record(Machine *m, int32_t kind, int32_t at, double value) {
    m->moved++;
    if (!m->recording) return;
    if (m->record_count == m->record_room) {
        int64_t room = m->record_room + m->record_room / 8 + 1024;
        Record *more = realloc(m->records, (size_t)room * sizeof *more);
        if (!more) {
            m->failed = true;
            return;
        }
        m->bytes += (room - m->record_room) * (int64_t)sizeof *more;
        m->records = more;
        m->record_room = room;
    }
    m->records[m->record_count++] = (Record){m->step, value, kind, at};
}

/* Collects a scalar's next value. */
INLINE void next_value(Machine *m, int32_t scalar, int32_t at, double old, double value) {
    if (value != old)
        m->value_changes.items[m->value_changes.size++] = (ValueChange){scalar, at, value};
}

/* Every queued node hears and finds its next state; arcs that it begins or ceases to hear are
decided in the same step, and what it pulls is computed. */
static void select_nodes(Machine *m) {
    for (int64_t at = 0; at < m->nodes_to_select.size; at++) {
        int32_t node = m->nodes_to_select.items[at];
        int state = (int)m->node_state[node];
        int told[HEADS + 1];
        m->node_marks[node] &= (uint8_t)~STATE_QUEUED;
        m->visits++;
        for (int head = 0; head < HEADS; head++) {
            int order = ORDER[head][state];
            int32_t old = m->heard[head][node], new = NOBODY;
            if (order != NOBODY) {
                new = hear(m, order, node);
                m->visits += m->begin[node + 1] - m->begin[node];
            }
            told[head] = new == NOBODY ? NOBODY : class_of(m, new);
            if (new == old) continue;
            m->heard[head][node] = new;
            if (old != NOBODY) decide_both(m, old);
            if (new != NOBODY) decide_both(m, new);
            if (PULLING_HEADS >> head & 1) compute_node_again(m, node);
        }
        int new = node_outcome(m, node, state, told);
        if (new != state)
            m->node_changes.items[m->node_changes.size++] = (StateChange){node, (uint32_t)new};
    }
    m->nodes_to_select.size = 0;
}

/* The heads of a node that hear an arc. */
INLINE uint64_t heads_hearing(const Machine *m, int32_t node, int32_t arc) {
    uint64_t bits = 0;
    for (int head = 0; head < HEADS; head++)
        bits |= (uint64_t)(m->heard[head][node] == arc) << head;
    return bits;
}

static void decide_arcs(Machine *m) {
    for (int64_t at = 0; at < m->arcs_to_decide.size; at++) {
        int32_t arc = m->arcs_to_decide.items[at], back = m->reverse[arc];
        int32_t receiver = m->receiver[arc], sender = m->sender[arc];
        int state = (int)m->arc_state[arc];
        m->arc_marks[arc] &= (uint8_t)~STATE_QUEUED;
        int new = arc_outcome(m, arc, state, (int)m->node_state[receiver],
                              (int)m->node_state[sender], (int)m->arc_state[back],
                              heads_hearing(m, receiver, arc), heads_hearing(m, sender, back));
        if (new != state)
            m->arc_changes.items[m->arc_changes.size++] = (StateChange){arc, (uint32_t)new};
    }
    m->visits += m->arcs_to_decide.size;
    m->arcs_to_decide.size = 0;
}

static void compute_values(Machine *m) {
    for (int64_t at = 0; at < m->node_values.size; at++) {
        m->node_marks[m->node_values.items[at]] &= (uint8_t)~VALUE_QUEUED;
        compute_node(m, m->node_values.items[at]);
    }
    for (int64_t at = 0; at < m->arc_values.size; at++) {
        m->arc_marks[m->arc_values.items[at]] &= (uint8_t)~VALUE_QUEUED;
        compute_arc(m, m->arc_values.items[at]);
    }
    m->visits += m->node_values.size + m->arc_values.size;
    m->node_values.size = m->arc_values.size = 0;
}

/* Propagates a node's new state to itself, to its arcs both ways, and to its listeners. */
static void node_changed(Machine *m, int32_t node, int old, int new) {
    select_again(m, node);
    compute_node_again(m, node);
    bool pushes = pushes_to_arcs(old) || pushes_to_arcs(new);
    bool taken = is_taken(old) || is_taken(new);
    m->visits += m->begin[node + 1] - m->begin[node];
    for (int32_t arc = m->begin[node]; arc < m->begin[node + 1]; arc++) {
        int32_t back = m->reverse[arc], other = m->sender[arc];
        int state = (int)m->arc_state[back], receiver = (int)m->node_state[other];
        decide_both(m, arc);
        if (pushes) compute_arc_again(m, back);
        if (taken) compute_arc_again(m, arc);
        if (listens_for(receiver, old * ARC_STATES + state) ||
            listens_for(receiver, new * ARC_STATES + state))
            select_again(m, other);
    }
}

static void arc_changed(Machine *m, int32_t arc, int old, int new) {
    int32_t receiver = m->receiver[arc];
    int sender = (int)m->node_state[m->sender[arc]] * ARC_STATES;
    int state = (int)m->node_state[receiver];
    decide_both(m, arc);
    compute_arc_again(m, arc);
    if (is_summed(old) || is_summed(new)) compute_node_again(m, receiver);
    if (listens_for(state, sender + old) || listens_for(state, sender + new))
        select_again(m, receiver);
}

INLINE bool is_pulled(const Machine *m, int32_t receiver, int32_t arc) {
    for (int head = 0; head < HEADS; head++)
        if (PULLING_HEADS >> head & 1 && m->heard[head][receiver] == arc) return true;
    return false;
}

/* A node's scalar has changed, by a step or by a stream. */
static void node_value_changed(Machine *m, int scalar, int32_t node) {
    int reads = NODE_READS[scalar], state = (int)m->node_state[node];
    if (reads & OWN_VALUE) compute_node_again(m, node);
    if (reads & OWN_SIGN) select_again(m, node);
    if (!pushes_to_arcs(state)) reads &= ~PUSHED;
    if (!is_taken(state)) reads &= ~TAKEN;
    if (!is_heard_from(state)) reads &= ~(KEYED | PULLED);
    if (!(reads & (KEYED | PUSHED | TAKEN | PULLED))) return;
    m->visits += m->begin[node + 1] - m->begin[node];
    for (int32_t arc = m->begin[node]; arc < m->begin[node + 1]; arc++) {
        int32_t back = m->reverse[arc], other = m->sender[arc];
        if (reads & PUSHED) compute_arc_again(m, back);
        if (reads & TAKEN) compute_arc_again(m, arc);
        if (reads & PULLED && is_pulled(m, other, back)) compute_node_again(m, other);
        if (reads & KEYED && listens_for((int)m->node_state[other], class_of(m, back)))
            select_again(m, other);
    }
}

static void arc_value_changed(Machine *m, int scalar, int32_t arc) {
    int reads = ARC_READS[scalar];
    int32_t receiver = m->receiver[arc];
    if (reads & OWN_VALUE) compute_arc_again(m, arc);
    if (reads & OWN_SIGN) decide_again(m, arc);
    if ((reads & PUSHED && is_summed(m->arc_state[arc])) ||
        (reads & PULLED && is_pulled(m, receiver, arc)))
        compute_node_again(m, receiver);
    if (reads & KEYED && listens_for((int)m->node_state[receiver], class_of(m, arc)))
        select_again(m, receiver);
}

/* All states are written before changes are propagated, because propagation reads
them. Nodes propagate with the old arc states; arcs then propagate their own changes. */
static void commit(Machine *m) {
    for (int64_t at = 0; at < m->node_changes.size; at++) {
        StateChange *change = &m->node_changes.items[at];
        uint32_t old = m->node_state[change->at];
        m->node_state[change->at] = (node_state_t)change->state;
        record(m, NODE_STATE, change->at, change->state);
        change->state = old;
    }
    for (int64_t at = 0; at < m->node_changes.size; at++) {
        StateChange change = m->node_changes.items[at];
        node_changed(m, change.at, (int)change.state, (int)m->node_state[change.at]);
    }
    for (int64_t at = 0; at < m->arc_changes.size; at++) {
        StateChange *change = &m->arc_changes.items[at];
        uint32_t old = m->arc_state[change->at];
        m->arc_state[change->at] = (arc_state_t)change->state;
        record(m, ARC_STATE, change->at, change->state);
        change->state = old;
    }
    for (int64_t at = 0; at < m->arc_changes.size; at++) {
        StateChange change = m->arc_changes.items[at];
        arc_changed(m, change.at, (int)change.state, (int)m->arc_state[change.at]);
    }
    for (int64_t at = 0; at < m->value_changes.size; at++) {
        ValueChange change = m->value_changes.items[at];
        int place = PLACE_OF_SCALAR[change.scalar];
        record(m, FIRST_SCALAR + change.scalar, change.at, change.value);
        if (IS_NODE_SCALAR[change.scalar]) {
            m->node_scalar[place][change.at] = change.value;
            node_value_changed(m, place, change.at);
        } else {
            m->arc_scalar[place][change.at] = change.value;
            arc_value_changed(m, place, change.at);
        }
    }
    m->node_changes.size = m->arc_changes.size = m->value_changes.size = 0;
}

static void queue_everything(Machine *m) {
    for (int32_t node = 0; node < m->nodes; node++) {
        select_again(m, node);
        compute_node_again(m, node);
    }
    for (int32_t arc = 0; arc < m->arcs; arc++) {
        decide_again(m, arc);
        compute_arc_again(m, arc);
    }
}

/* The scalar, by its number among node scalars, of a stream that gives a new row at this step,
or NOBODY. */
int32_t dnar_due(const Machine *m) {
    for (int stream = 0; stream < STREAMS; stream++)
        if (m->step / PERIOD[stream] != m->row_number[stream]) return STREAM[stream];
    return NOBODY;
}

/* Runs until nothing changes, or to the step `limit`, or until the work budget is used up;
returns how it ended. The next call continues the run. */
int dnar_run(Machine *m, int64_t limit, int64_t work) {
    int64_t enough = m->visits + work;
    while (m->step < limit) {
        if (STREAMS && dnar_due(m) != NOBODY) return NEEDS_ROW;
        if (m->visits > enough) return PAUSED;
        m->visits++;
        m->moved = 0;
#ifdef FULL_SWEEP /* for tests: everything is computed in every step */
        queue_everything(m);
#endif
        select_nodes(m);
        decide_arcs(m);
        compute_values(m);
        commit(m);
        if (m->failed) return NO_MEMORY;
        if (m->moved == 0) return HALTED;
        m->step++;
    }
    return CUT_OFF;
}

/* The next numbers of a stream, given by its number among node scalars. */
void dnar_row(Machine *m, int32_t scalar, const double *row) {
    for (int stream = 0; stream < STREAMS; stream++)
        if (STREAM[stream] == scalar) m->row_number[stream] = m->step / PERIOD[stream];
    double *values = m->node_scalar[scalar];
    for (int32_t node = 0; node < m->nodes; node++) {
        if (values[node] == row[node]) continue;
        values[node] = row[node];
        node_value_changed(m, scalar, node);
    }
}

/* All parts of a machine by their sizes: calls `PART` with a pointer, a count and a size. */
#define FOR_EACH_PART(PART)                                                               \
    PART(m->begin, nodes + 1)                                                             \
    PART(m->node_state, nodes)                                                            \
    PART(m->arc_state, arcs)                                                              \
    PART(m->node_marks, nodes)                                                            \
    PART(m->arc_marks, arcs)                                                              \
    PART(m->nodes_to_select.items, nodes)                                                 \
    PART(m->arcs_to_decide.items, arcs)                                                   \
    PART(m->node_values.items, NODE_OPS ? nodes : 0)                                      \
    PART(m->arc_values.items, ARC_OPS ? arcs : 0)                                         \
    PART(m->node_changes.items, nodes)                                                    \
    PART(m->arc_changes.items, arcs)                                                      \
    PART(m->value_changes.items, NODE_OPS * nodes + ARC_OPS * arcs)                       \
    for (int part = 0; part < NODE_SCALARS; part++) PART(m->node_scalar[part], nodes)     \
    for (int part = 0; part < ARC_SCALARS; part++) PART(m->arc_scalar[part], arcs)        \
    for (int part = 0; part < HEADS; part++) PART(m->heard[part], nodes)

/* How many bytes a machine of this size holds, records apart. */
int64_t dnar_need(int64_t nodes, int64_t arcs) {
    Machine *m = NULL;
    int64_t bytes = 0;
#define SIZE_OF(part, count) bytes += (int64_t)(count) * (int64_t)sizeof *(part);
    FOR_EACH_PART(SIZE_OF)
    return bytes;
}

void dnar_free(Machine *m) {
    int64_t nodes = 0, arcs = 0;
#define FREE(part, count) free(part);
    FOR_EACH_PART(FREE)
    free(m->records);
    free(m);
}

/* A machine on arcs in row order, which the caller keeps alive. */
Machine *dnar_new(int64_t nodes, int64_t arcs, const int32_t *receiver, const int32_t *sender,
                  const int32_t *reverse) {
    Machine *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->nodes = (int32_t)nodes, m->arcs = (int32_t)arcs;
    m->receiver = receiver, m->sender = sender, m->reverse = reverse;
#define ALLOCATE(part, count)                                                             \
    {                                                                                     \
        size_t items = (size_t)(count);                                                   \
        (part) = malloc(items ? items * sizeof *(part) : 1);                              \
        if (!(part)) m->failed = true;                                                    \
    }
    FOR_EACH_PART(ALLOCATE)
    m->bytes = dnar_need(nodes, arcs);
    if (m->failed) {
        dnar_free(m);
        return NULL;
    }
    memset(m->begin, 0, ((size_t)nodes + 1) * sizeof *m->begin);
    for (int64_t arc = 0; arc < arcs; arc++) m->begin[receiver[arc] + 1]++;
    for (int64_t node = 0; node < nodes; node++) m->begin[node + 1] += m->begin[node];
    return m;
}

/* Resets the machine to step zero; may be called again for another run. Scalars are
given by place and number, streams as NULL. */
void dnar_start(Machine *m, const node_state_t *node_state, const arc_state_t *arc_state,
                const double **node_scalar, const double **arc_scalar, int32_t recording) {
    size_t nodes = (size_t)m->nodes, arcs = (size_t)m->arcs;
    m->step = m->visits = m->moved = m->record_count = 0;
    m->failed = false;
    m->recording = recording;
    for (int stream = 0; stream < STREAMS; stream++) m->row_number[stream] = -1;
    memcpy(m->node_state, node_state, nodes * sizeof *node_state);
    memcpy(m->arc_state, arc_state, arcs * sizeof *arc_state);
    for (int at = 0; at < NODE_SCALARS; at++) {
        if (node_scalar[at]) memcpy(m->node_scalar[at], node_scalar[at], nodes * sizeof(double));
        else memset(m->node_scalar[at], 0, nodes * sizeof(double));
    }
    for (int at = 0; at < ARC_SCALARS; at++)
        memcpy(m->arc_scalar[at], arc_scalar[at], arcs * sizeof(double));
    for (int head = 0; head < HEADS; head++)
        for (int32_t node = 0; node < m->nodes; node++) m->heard[head][node] = NOBODY;
    memset(m->node_marks, 0, nodes);
    memset(m->arc_marks, 0, arcs);
    m->nodes_to_select.size = m->arcs_to_decide.size = 0;
    m->node_values.size = m->arc_values.size = 0;
    m->node_changes.size = m->arc_changes.size = m->value_changes.size = 0;
    queue_everything(m);
}

int64_t dnar_steps(const Machine *m) { return m->step; }
int64_t dnar_visits(const Machine *m) { return m->visits; }
int64_t dnar_bytes(const Machine *m) { return m->bytes; }
int64_t dnar_records(const Machine *m, const Record **at) {
    *at = m->records;
    return m->record_count;
}

void dnar_states(const Machine *m, node_state_t *nodes, arc_state_t *arcs) {
    memcpy(nodes, m->node_state, (size_t)m->nodes * sizeof *nodes);
    memcpy(arcs, m->arc_state, (size_t)m->arcs * sizeof *arcs);
}

/* A scalar of the program, by its number. */
void dnar_scalar(const Machine *m, int32_t scalar, double *values) {
    int place = PLACE_OF_SCALAR[scalar];
    bool node = IS_NODE_SCALAR[scalar];
    const double *from = node ? m->node_scalar[place] : m->arc_scalar[place];
    memcpy(values, from, (size_t)(node ? m->nodes : m->arcs) * sizeof *values);
}
