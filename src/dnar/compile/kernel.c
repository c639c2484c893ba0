/* The kernel: a program run step by step, looking only where something changed.

Same synchronous semantics as the interpreter. A node is looked at again only if its state
changed, or if an arc came to or left a class that matters to it; an arc only if somebody began
or ceased to hear it, or if it changes unheard. Order within a step: select, node scalars,
pushes, node states (rows are walked with the old arc states), arc states.

This file is the same for all programs. The program stands in front of it as constants (see
source.py), and every function that asks for a state is written for one state at a time: the
compiler then drops all cases that the program does not have. Read it from the bottom:
`dnar_run`, `one_step`, then what they call. */

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A queue of more than one in so many nodes is met in the order of memory; memory is asked for
so many items ahead. */
enum { SWEEP = 32, AHEAD = 8 };

#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 16")

/* What is heard if no arc of the row is: nothing that matters, the loop, the virtual node. */
enum { NOBODY = -1, LOOP = -2, VIRTUAL = -3 };
/* Arcs that are summed up: none (NOBODY), one, or perhaps several. */
enum { SEVERAL = -4 };
/* Of a best arc that is not known: there is none; it left, and no other is better than it was. */
enum { EMPTY = -1, UNKNOWN = -2 };
/* How a class is found in a row, see Find in analysis.py. */
enum { FIXED, COUNT, FIRST, BEST, SCAN };
/* What a head compares. */
enum { BY_INDEX, BY_ARC_SCALAR, BY_NODE_SCALAR, BY_STREAM };
/* What walking a row may have to do at an entry, see _acts in tables.py. */
enum { SLOTS = 1, MARK = 2, QUEUE_IN = 4, QUEUE_OUT = 8 };
/* Which entries a change of state concerns: none, all, those with arcs out of the ordinary. */
enum { NO_WALK, WHOLE_ROW, LISTED };
/* How a run comes back. */
enum { HALTED, CUT_OFF, PAUSED, NEEDS_ROW, NO_MEMORY };
/* Queues in which a node stands already. */
enum { DIRTY = 1, FIXED_DIRTY = 2, SCALAR_DIRTY = 4 };

/* One byte or two per entry: state of the arc that the row's node receives, of the arc that
the neighbour receives, and whether the entry is listed. */
#if ARC_STATES <= 8
typedef uint8_t pair_t;
enum { HALF = 4, STATE_MASK = 7, LIST_BIT = 8 };
#else
typedef uint16_t pair_t;
enum { HALF = 8, STATE_MASK = 127, LIST_BIT = 128 };
#endif

/* Of a list of entries; a first cell without an entry is free. */
typedef struct { int32_t entry, reverse, next; } Cell;

typedef struct {
    double value[HAS_VALUES]; /* node scalar; of a clock, at the step `since` */
    double loop_weight[LOOP_WEIGHTS], called_weight[CALLED_WEIGHTS], calls_weight[CALLS_WEIGHTS];
    double bound[BEST_SLOTS];
    int64_t since[HAS_CLOCKS];
    int32_t heard[HEARD_SLOTS]; /* the entry that a head hears, where that matters */
    int32_t count[COUNT_SLOTS];
    int32_t first[FIRST_SLOTS];
    int32_t best[BEST_SLOTS], best_reverse[BEST_SLOTS];
    int32_t summed[HAS_SUMS]; /* the only arc that is summed up, by its sender's entry, or how many */
    Cell listed[HAS_LISTS]; /* the list of extraordinary entries: its first cell */
    uint8_t loop, called, calls; /* states of the fixed arcs: see Machine */
    uint8_t queued;
} __attribute__((packed, aligned(4))) Node;

/* An arc by its receiver and entry, and by its sender's entry (NOBODY: not searched for yet). */
typedef struct { int32_t node, entry, reverse; } Arc;
typedef struct { Arc arc; uint8_t new; } ArcChange;
typedef struct { int32_t node; uint8_t new; } NodeChange;
typedef struct { int32_t node; uint8_t loop, called, calls; } FixedChange;
typedef struct { int32_t node; double new; } ValueChange;
typedef struct { double key; int32_t node; } __attribute__((packed, aligned(4))) HeapItem;
/* A recorded change: place is an entry, or LOOP, VIRTUAL (called) or NOBODY (calls). */
typedef struct { int64_t step; double new; int32_t kind, node, entry; } Record;
enum { NODE_STATE, ARC_STATE, NODE_SCALAR, ARC_SCALAR };

#define VECTOR(type) struct { type *at; int64_t size, room; }

/* The virtual node is the last one, number n. A node's fixed arcs are its self-loop, the arc
that it receives from the virtual node (called), and the one it sends there (calls). */
typedef struct {
    int32_t n;
    int64_t entries, step, visits, clocks, moved, bytes;
    int64_t row_number;
    bool virtual_dirty, everybody, failed;
    int side;
    const int32_t *low, *high; /* the caller's pairs, low < high, sorted */
    const double *up, *down;   /* their scalars: of the arc that high receives, that low does */
    const uint8_t *way;        /* 0: both ways, 1: from low to high, 2: from high to low */
    int32_t *begin, *to, *back;
    pair_t *pair;
    double *weight; /* per entry: scalar of the arc that the neighbour receives */
    uint8_t *state;
    Node *node;
    double *row; /* the current numbers of a stream */
    int64_t virtual_counts[CLASSES];
    int32_t virtual_heard[HEADS];
    VECTOR(int32_t) dirty[2], fixed[2], scalar[2], pushers, offers;
    VECTOR(Arc) arcs[2];
    VECTOR(NodeChange) changed;
    VECTOR(ArcChange) arc_changed;
    VECTOR(FixedChange) fixed_changed;
    VECTOR(ValueChange) value_changed;
    VECTOR(HeapItem) heap[HEAP_SLOTS + 1];
    int32_t *heap_place[HEAP_SLOTS + 1]; /* where a node stands in a heap */
    VECTOR(Cell) cells;
    VECTOR(Record) records;
    int32_t free_cell;
} Machine;

/* ---- Memory ---- */

static void account(Machine *m, int64_t bytes) { m->bytes += bytes; }

static void *allocated(Machine *m, int64_t count, size_t size) {
    void *new = calloc(count > 0 ? (size_t)count : 1, size);
    if (!new) m->failed = true;
    account(m, count * (int64_t)size);
    return new;
}

/* Room for one more item, or NULL. */
static __attribute__((noinline)) void *grown(Machine *m, void *old, int64_t *room, size_t size) {
    int64_t more = *room + *room / 4 + 64;
    void *new = realloc(old, (size_t)more * size);
    if (!new) {
        m->failed = true;
        return NULL;
    }
    account(m, (more - *room) * (int64_t)size);
    *room = more;
    return new;
}

#define PUSH(vector, ...)                                                                 \
    do {                                                                                  \
        if ((vector).size == (vector).room) {                                             \
            void *more = grown(m, (vector).at, &(vector).room, sizeof *(vector).at);      \
            if (!more) break;                                                             \
            (vector).at = more;                                                           \
        }                                                                                 \
        (vector).at[(vector).size++] = __VA_ARGS__;                                       \
    } while (0)

INLINE void record(Machine *m, int32_t kind, int32_t node, int32_t entry, double new) {
    if (RECORDING) PUSH(m->records, (Record){m->step, new, kind, node, entry});
}

/* ---- Rows ---- */

INLINE int into_of(const Machine *m, int32_t entry) { return m->pair[entry] & STATE_MASK; }
INLINE int out_of(const Machine *m, int32_t entry) {
    return (m->pair[entry] >> HALF) & STATE_MASK;
}

/* The same pair of nodes in the neighbour's row. */
INLINE int32_t back_of(const Machine *m, int32_t node, int32_t entry) {
    if (STORED_BACK) return m->back[entry];
    int32_t other = m->to[entry];
    int32_t from = m->begin[other], length = m->begin[other + 1] - from;
    while (length > 1) {
        int32_t half = length >> 1;
        from += m->to[from + half] <= node ? half : 0;
        length -= half;
    }
    return from;
}

INLINE int type_of(int arc, int receiver, int sender, int reverse) {
    return ((arc * NODE_STATES + receiver) * NODE_STATES + sender) * ARC_STATES + reverse;
}

INLINE double scalar_of(const Machine *m, int32_t node) {
    if (!HAS_VALUES) return 0.0;
    double value = m->node[node].value[0];
    if (HAS_CLOCKS && CLOCK[m->state[node]])
        return value + (double)(m->step - m->node[node].since[0]);
    return value;
}

/* What a head compares, smaller is better. */
INLINE double key_of(const Machine *m, int head, int32_t sender, double weight) {
    switch (KEY[head]) {
    case BY_INDEX: return SIGN[head] * sender;
    case BY_ARC_SCALAR: return SIGN[head] * weight;
    case BY_NODE_SCALAR: return SIGN[head] * scalar_of(m, sender);
    default: return SIGN[head] * m->row[sender];
    }
}

/* ---- Queues ---- */

/* A node is to be looked at in the next step. */
INLINE void mark_node(Machine *m, int32_t node) {
    if (m->node[node].queued & DIRTY) return;
    m->node[node].queued |= DIRTY;
    PUSH(m->dirty[1 - m->side], node);
}

/* A node's fixed arcs are to be looked at in the next step. */
INLINE void mark_fixed(Machine *m, int32_t node) {
    if (m->node[node].queued & FIXED_DIRTY) return;
    m->node[node].queued |= FIXED_DIRTY;
    PUSH(m->fixed[1 - m->side], node);
}

/* A node's scalar is to be computed in the next step. */
INLINE void mark_scalar(Machine *m, int32_t node) {
    if (!HAS_VALUES || m->node[node].queued & SCALAR_DIRTY) return;
    m->node[node].queued |= SCALAR_DIRTY;
    PUSH(m->scalar[1 - m->side], node);
}

/* Asks for the memory of a node and its row, which will be looked at soon. */
INLINE void expect(const Machine *m, int32_t node) {
    int32_t from = m->begin[node];
    __builtin_prefetch(&m->to[from]);
    __builtin_prefetch(&m->pair[from]);
    if (ROW_SCALARS) __builtin_prefetch(&m->weight[from]);
}

INLINE void queue_arc(Machine *m, Arc arc, int side) { PUSH(m->arcs[side], arc); }

/* The sender's entry of an arc. */
INLINE int32_t reverse_of(const Machine *m, Arc arc) {
    return arc.reverse != NOBODY ? arc.reverse : back_of(m, arc.node, arc.entry);
}

/* An arc that a node begins or ceases to hear is looked at in this step, both ways. */
INLINE void touch(Machine *m, int32_t node, int32_t entry, int32_t reverse) {
    if (entry >= 0) {
        Arc arc = {node, entry, reverse};
        if (HEARD_BACK) {
            __builtin_prefetch(&m->node[m->to[entry]], 1);
            __builtin_prefetch(&m->begin[m->to[entry]]);
            arc.reverse = reverse_of(m, arc);
            queue_arc(m, (Arc){m->to[entry], arc.reverse, entry}, m->side);
        }
        queue_arc(m, arc, m->side);
    } else if (entry != NOBODY) {
        PUSH(m->fixed[m->side], node);
    }
}

/* ---- Listening ---- */

/* The first arc of a class in a row, or NOBODY. */
INLINE int32_t first_in_row(Machine *m, int32_t node, int number, int slot) {
    int32_t entry = m->node[node].first[slot], end = m->begin[node + 1], seen = entry;
    while (entry < end &&
           m->state[m->to[entry]] * ARC_STATES + into_of(m, entry) != number)
        entry++;
    m->visits += entry - seen;
    m->node[node].first[slot] = entry;
    return entry < end ? entry : NOBODY;
}

/* The best arc of a class in a row, or NOBODY, by looking at all. */
INLINE int32_t scan_row(Machine *m, int head, int32_t node, int number) {
    int32_t best = NOBODY;
    double best_key = INFINITY;
    for (int32_t entry = m->begin[node]; entry < m->begin[node + 1]; entry++) {
        int32_t sender = m->to[entry];
        if (m->state[sender] * ARC_STATES + into_of(m, entry) != number) continue;
        double weight =
            KEY[head] == BY_ARC_SCALAR ? m->weight[back_of(m, node, entry)] : 0.0;
        double key = key_of(m, head, sender, weight);
        if (best == NOBODY || key < best_key) best = entry, best_key = key;
    }
    m->visits += m->begin[node + 1] - m->begin[node];
    return best;
}

/* The best arc of a class in a row, or NOBODY, as it is kept up to date. */
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

/* Which of its choices a head hears, and over which arc where that matters. */
INLINE int listen(Machine *m, const int head, int32_t node, const int state, int32_t *found,
                  int32_t *reverse) {
    const Node *own = &m->node[node];
    *found = *reverse = NOBODY;
    UNROLL for (int place = 0; place < CHOICES[head][state]; place++) {
        const int number = CHOSEN[head][state][place];
        bool there = false;
        int32_t entry = NOBODY;
        switch (FIND[head][state][place]) {
        case COUNT: there = own->count[COUNT_SLOT[number]] > 0; break;
        case FIRST: entry = first_in_row(m, node, number, FIRST_SLOT[number]); break;
        case BEST: entry = best_in_row(m, head, node, number, BEST_SLOT[number]); break;
        case SCAN: entry = scan_row(m, head, node, number); break;
        }
        bool loop = OF_LOOP[head][state][place] &&
                    state * ARC_STATES + own->loop == number;
        bool called = OF_VIRTUAL[head][state][place] &&
                      m->state[m->n] * ARC_STATES + own->called == number;
        if (WHICH[head][state][place]) {
            *found = better_fixed(m, head, node, loop, called, entry);
            if (FIND[head][state][place] == BEST)
                *reverse = own->best_reverse[BEST_SLOT[number]];
            if (*found != NOBODY) return place;
        } else if (there || entry != NOBODY || loop || called) {
            return place;
        }
    }
    return CHOICES[head][state];
}

/* What becomes of a node, and whom it hears. */
INLINE void evaluate_in(Machine *m, int32_t node, const int state) {
    int code = 0;
    UNROLL for (int head = 0; head < HEADS; head++) {
        int32_t found, reverse;
        int place = listen(m, head, node, state, &found, &reverse);
        if (HEARD_SLOT[head] >= 0) {
            int32_t *heard = &m->node[node].heard[HEARD_SLOT[head]];
            if (*heard != found) {
                touch(m, node, *heard, NOBODY);
                *heard = found;
            }
            touch(m, node, found, reverse);
        }
        code = code * (MOST_CHOICES + 1) + place;
    }
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

/* ---- The virtual node ---- */

INLINE bool before(HeapItem one, HeapItem other) {
    return one.key < other.key || (one.key == other.key && one.node < other.node);
}

/* Moves an item up from a free place, or down, to where it belongs. */
static void heap_rise(Machine *m, int heap, int64_t at, HeapItem item) {
    HeapItem *items = m->heap[heap].at;
    int32_t *place = m->heap_place[heap];
    while (at > 0) {
        int64_t up = (at - 1) >> 2;
        if (!before(item, items[up])) break;
        items[at] = items[up];
        place[items[at].node] = (int32_t)at;
        at = up;
    }
    items[at] = item;
    place[item.node] = (int32_t)at;
}

static void heap_sink(Machine *m, int heap, int64_t at, HeapItem item) {
    HeapItem *items = m->heap[heap].at;
    int32_t *place = m->heap_place[heap];
    int64_t size = m->heap[heap].size;
    for (;;) {
        int64_t down = 4 * at + 1, last = down + 4 < size ? down + 4 : size;
        if (down >= size) break;
        int64_t least = down;
        for (int64_t other = down + 1; other < last; other++)
            if (before(items[other], items[least])) least = other;
        if (!before(items[least], item)) break;
        items[at] = items[least];
        place[items[at].node] = (int32_t)at;
        at = least;
    }
    items[at] = item;
    place[item.node] = (int32_t)at;
}

static void heap_pop(Machine *m, int heap) {
    m->heap_place[heap][m->heap[heap].at[0].node] = NOBODY;
    HeapItem last = m->heap[heap].at[--m->heap[heap].size];
    if (m->heap[heap].size > 0) heap_sink(m, heap, 0, last);
}

/* A node whose arc to the virtual node is in a class that is compared goes into a heap, but
only when somebody wants to know: its scalar may still change until then. */
INLINE void offer(Machine *m, int32_t node) {
    if (!HEAP_SLOTS) return;
    int number = m->state[node] * ARC_STATES + m->node[node].calls;
    bool compared = false;
    UNROLL for (int head = 0; head < HEADS; head++) compared |= HEAP_SLOT[head][number] >= 0;
    if (compared) PUSH(m->offers, node);
}

/* Puts a node into the heaps of its class. One that left the class and came back with the same
key is still there. */
INLINE void take_offer(Machine *m, int32_t node) {
    int number = m->state[node] * ARC_STATES + m->node[node].calls;
    UNROLL for (int head = 0; head < HEADS; head++) {
        int heap = HEAP_SLOT[head][number];
        if (heap < 0) continue;
        HeapItem item = {key_of(m, head, node, 0.0), node};
        int32_t at = m->heap_place[heap][node];
        if (at == NOBODY) {
            PUSH(m->heap[heap], item);
            if (!m->failed) heap_rise(m, heap, m->heap[heap].size - 1, item);
        } else if (item.key < m->heap[heap].at[at].key) {
            heap_rise(m, heap, at, item);
        } else if (item.key > m->heap[heap].at[at].key) {
            heap_sink(m, heap, at, item);
        }
    }
}

/* The node whose arc to the virtual node is best of its class; stale ones are dropped. */
INLINE int32_t heap_best(Machine *m, int head, int number) {
    for (int64_t at = 0; at < m->offers.size; at++) {
        if (at + AHEAD < m->offers.size)
            __builtin_prefetch(&m->heap_place[0][m->offers.at[at + AHEAD]]);
        take_offer(m, m->offers.at[at]);
    }
    m->offers.size = 0;
    int heap = HEAP_SLOT[head][number];
    while (m->heap[heap].size > 0) {
        HeapItem top = m->heap[heap].at[0];
        if (m->state[top.node] * ARC_STATES + m->node[top.node].calls == number &&
            key_of(m, head, top.node, 0.0) == top.key)
            return top.node;
        heap_pop(m, heap);
    }
    return NOBODY;
}

/* What becomes of the virtual node, and whom it hears. */
INLINE void evaluate_virtual_in(Machine *m, const int state) {
    int own = state * ARC_STATES + m->node[m->n].loop, code = 0;
    UNROLL for (int head = 0; head < HEADS; head++) {
        int place = CHOICES[head][state];
        int32_t found = NOBODY;
        UNROLL for (int at = 0; at < CHOICES[head][state]; at++) {
            const int number = CHOSEN[head][state][at];
            if (m->virtual_counts[number] > 0 || own == number) {
                place = at;
                if (WHICH[head][state][at]) found = heap_best(m, head, number);
                break;
            }
        }
        int32_t old = m->virtual_heard[head];
        if (old != found && old != NOBODY) PUSH(m->fixed[m->side], old);
        m->virtual_heard[head] = found;
        if (found != NOBODY) {
            PUSH(m->fixed[m->side], found);
            expect(m, found);
        }
        code = code * (MOST_CHOICES + 1) + place;
    }
    int new = OUTCOME[state][code];
    if (new != state) PUSH(m->changed, (NodeChange){m->n, (uint8_t)new});
}

static void evaluate_virtual(Machine *m) {
    switch (m->state[m->n]) {
#define CASE(state) case state: evaluate_virtual_in(m, state); break;
        VIRTUAL_STATES(CASE)
#undef CASE
    }
}

/* An arc to the virtual node changed its class. */
INLINE void virtual_moved(Machine *m, int32_t node, int old, int new) {
    m->virtual_counts[old]--;
    m->virtual_counts[new]++;
    int state = m->state[m->n];
    if (CARES[state][old] | CARES[state][new]) m->virtual_dirty = true;
    offer(m, node);
}

/* ---- Arcs ---- */

/* The heads of a node that hear an arc, by what they keep in `heard`. */
INLINE int bits_at(const Machine *m, int32_t node, int32_t what) {
    int bits = 0;
    UNROLL for (int head = 0; head < HEADS; head++)
        if (HEARD_SLOT[head] >= 0 && m->node[node].heard[HEARD_SLOT[head]] == what)
            bits |= 1 << head;
    return bits;
}

INLINE int virtual_bits(const Machine *m, int32_t what) {
    int bits = 0;
    UNROLL for (int head = 0; head < HEADS; head++)
        if (m->virtual_heard[head] == what) bits |= 1 << head;
    return bits;
}

INLINE int arc_outcome(int type, int forth, int back) {
    return ARC[(type * FLAGS + forth) * FLAGS + back];
}

/* Whether an arc of a node's row changes. */
INLINE void look_at_arc(Machine *m, Arc arc) {
    int32_t sender = m->to[arc.entry];
    int old = into_of(m, arc.entry);
    int type = type_of(old, m->state[arc.node], m->state[sender], out_of(m, arc.entry));
    int forth = bits_at(m, arc.node, arc.entry), back = 0;
    if (HEARD_BACK) back = bits_at(m, sender, arc.reverse = reverse_of(m, arc));
    int new = arc_outcome(type, forth, back);
    if (new != old) PUSH(m->arc_changed, (ArcChange){arc, (uint8_t)new});
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

/* An arc of a real node's row, given by its sender and the entry there, has come to a class.
Entries of senders lie in the order of the senders: they break ties too. */
INLINE void class_entered(Machine *m, int number, int32_t node, int32_t sender,
                          int32_t reverse) {
    Node *own = &m->node[node];
    int slot = COUNT_SLOT[number];
    if (COUNT_SLOTS && slot >= 0) own->count[slot]++;
    slot = FIRST_SLOT[number];
    if (FIRST_SLOTS && slot >= 0) {
        int32_t entry = back_of(m, sender, reverse);
        if (entry < own->first[slot]) own->first[slot] = entry;
    }
    slot = BEST_SLOT[number];
    if (BEST_SLOTS && slot >= 0) {
        double key = m->weight[reverse] * BEST_SIGN[slot];
        /* Of an unknown best one it is known that nothing there is better than it was. */
        if (own->best[slot] == EMPTY || key < own->bound[slot] ||
            (key == own->bound[slot] && reverse <= own->best_reverse[slot])) {
            own->best[slot] = back_of(m, sender, reverse);
            own->best_reverse[slot] = reverse;
            own->bound[slot] = key;
        }
    }
}

/* Marks a receiver that must be looked at because an arc changed its class. */
INLINE void cares_about(Machine *m, int32_t node, int old, int new) {
    int state = m->state[node];
    if (CARES[state][old] | CARES[state][new]) mark_node(m, node);
}

/* Lists an entry whose arcs are out of the ordinary, if its row may be walked for it. */
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

/* Does at one entry of a changed node's row what its change asks for. */
INLINE void act_at(Machine *m, Arc arc, int act, const int old, const int new) {
    int32_t other = m->to[arc.entry];
    if (act & SLOTS) {
        int out = out_of(m, arc.entry);
        class_left(m, old * ARC_STATES + out, other, arc.entry);
        class_entered(m, new * ARC_STATES + out, other, arc.node, arc.entry);
    }
    if (act & MARK) mark_node(m, other);
    if (BEST_SLOTS && act & MARK) expect(m, other);
    if (act & QUEUE_IN) queue_arc(m, arc, 1 - m->side);
    if (act & QUEUE_OUT)
        queue_arc(m, (Arc){other, reverse_of(m, arc), arc.entry}, 1 - m->side);
}

INLINE int act_of(const Machine *m, int32_t entry, const int change) {
    int arcs = into_of(m, entry) * ARC_STATES + out_of(m, entry);
    return ACTS[change][arcs * NODE_STATES + m->state[m->to[entry]]];
}

INLINE void walk_row(Machine *m, int32_t node, const int change, const int old, const int new) {
    enum { CHUNK = 32 };
    int32_t acting[CHUNK], from = m->begin[node], end = m->begin[node + 1];
    m->visits += end - from;
    while (from < end) {
        int32_t to = end - from > CHUNK ? from + CHUNK : end, count = 0;
        /* First who is concerned, without a branch; their memory arrives meanwhile. */
        for (int32_t entry = from; entry < to; entry++) {
            acting[count] = entry;
            count += act_of(m, entry, change) != 0;
        }
        for (int32_t at = 0; at < count; at++) {
            const Node *other = &m->node[m->to[acting[at]]];
            __builtin_prefetch(other, 1);
            if (sizeof(Node) > 32) __builtin_prefetch((const char *)(other + 1) - 1, 1);
        }
        for (int32_t at = 0; at < count; at++) {
            Arc arc = {node, acting[at], NOBODY};
            act_at(m, arc, act_of(m, arc.entry, change), old, new);
        }
        from = to;
    }
}

/* The same for one listed entry; whether it can ever matter again. */
INLINE bool walk_listed(Machine *m, Arc arc, const int change, const int old, const int new) {
    m->visits++;
    int act = act_of(m, arc.entry, change);
    if (act) act_at(m, arc, act, old, new);
    int other = m->state[m->to[arc.entry]];
    if (STAYS[type_of(into_of(m, arc.entry), new, other, out_of(m, arc.entry))]) return true;
    m->pair[arc.entry] &= (pair_t)~LIST_BIT;
    return false;
}

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
            cell->next = m->free_cell;
            m->free_cell = number;
        }
    }
}

/* Keeps count of the arcs that are summed up at their receiver. */
INLINE void set_summed(Machine *m, int32_t node, int old, int new, int32_t place) {
    if (!HAS_SUMS) return;
    int32_t *summed = &m->node[node].summed[0];
    if (SUMMED[new] && !SUMMED[old]) *summed = *summed == NOBODY ? place : SEVERAL;
    if (SUMMED[old] && !SUMMED[new] && *summed == place) *summed = NOBODY;
    if (SUMMED[old] | SUMMED[new]) mark_scalar(m, node);
}

/* An arc of a row takes its new state. */
INLINE void commit_arc(Machine *m, Arc arc, int new) {
    int32_t node = arc.node, entry = arc.entry, sender = m->to[entry];
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
    class_entered(m, after, node, sender, reverse);
    cares_about(m, node, before, after);
    set_summed(m, node, old, new, reverse);
    int type = type_of(new, to, from, out), type_back = type_of(out, from, to, new);
    Arc back = {sender, reverse, entry};
    list_entry(m, arc, type);
    list_entry(m, back, type_back);
    int side = 1 - m->side;
    if (SPONTANEOUS[type] || (HEARS[to] && bits_at(m, node, entry)) ||
        (HEARS[from] && bits_at(m, sender, reverse))) {
        queue_arc(m, arc, side);
        queue_arc(m, back, side);
    } else if (SPONTANEOUS[type_back]) {
        queue_arc(m, back, side);
    }
}

/* Decides the next states of a node's fixed arcs. */
INLINE void look_at_fixed(Machine *m, int32_t node) {
    int state = m->state[node], loop = m->node[node].loop;
    FixedChange next = {node, 0, 0, 0};
    int own = node == m->n ? 0 : bits_at(m, node, LOOP);
    next.loop = ARC[(type_of(loop, state, state, loop) * FLAGS + own) * FLAGS + own];
    if (node != m->n) {
        int high = m->state[m->n], called = m->node[node].called, calls = m->node[node].calls;
        int down = bits_at(m, node, VIRTUAL), up = virtual_bits(m, node);
        next.called = ARC[(type_of(called, state, high, calls) * FLAGS + down) * FLAGS + up];
        next.calls = ARC[(type_of(calls, high, state, called) * FLAGS + up) * FLAGS + down];
        if (next.loop == loop && next.called == called && next.calls == calls) return;
    }
    PUSH(m->fixed_changed, next);
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
        mark_fixed(m, node);
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
        mark_fixed(m, node);
        set_summed(m, node, old, next.called, VIRTUAL);
        cares_about(m, node, high + old, high + next.called);
    }
    old = own->calls;
    if (old != next.calls) {
        m->moved++;
        own->calls = next.calls;
        record(m, ARC_STATE, node, NOBODY, next.calls);
        mark_fixed(m, node);
        set_summed(m, m->n, old, next.calls, node);
        virtual_moved(m, node, state + old, state + next.calls);
    }
}

/* ---- Node states ---- */

/* Everything that follows from a node's new state, for itself. */
INLINE void enter_state(Machine *m, int32_t node, const int old, const int new) {
    if (FIXED_CHANGES[new]) mark_fixed(m, node);
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
        expect(m, node);
    }
    if (VIRTUAL_LISTENS) {
        int arc = m->node[node].calls;
        virtual_moved(m, node, old * ARC_STATES + arc, new * ARC_STATES + arc);
    }
    if (WALK[change] == WHOLE_ROW) walk_row(m, node, change, old, new);
    if (WALK[change] == LISTED) walk_list(m, node, change, old, new);
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
static void commit_virtual(Machine *m, int old) {
    int new = m->state[m->n];
    UNROLL for (int head = 0; head < HEADS; head++) m->virtual_heard[head] = NOBODY;
    enter_state(m, m->n, old, new);
    m->virtual_dirty = true;
    for (int32_t node = 0; node < m->n; node++) {
        mark_fixed(m, node);
        int arc = m->node[node].called;
        cares_about(m, node, old * ARC_STATES + arc, new * ARC_STATES + arc);
    }
}

/* Node states change first, and are then told to all who care. */
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
            __builtin_prefetch(&m->begin[m->changed.at[at + AHEAD].node]);
            int32_t soon = m->begin[m->changed.at[at + AHEAD / 2].node];
            __builtin_prefetch(&m->to[soon]);
            __builtin_prefetch(&m->pair[soon]);
        }
        if (change.node == m->n) commit_virtual(m, change.new);
        else commit_change(m, change.node, change.new);
    }
}

/* ---- Scalars ---- */

/* The sum of the arcs of a row that are summed up, in row order, by looking at all. */
static double scanned_sum(Machine *m, int32_t node) {
    double total = 0.0;
    const Node *own = &m->node[node];
    if (node == m->n) {
        for (int32_t other = 0; other < m->n; other++)
            if (SUMMED[m->node[other].calls]) total += fixed_weight(m, other, NOBODY);
        return SUMMED[own->loop] ? total + fixed_weight(m, node, LOOP) : total;
    }
    bool looped = !SUMMED[own->loop];
    for (int32_t entry = m->begin[node]; entry < m->begin[node + 1]; entry++) {
        if (!looped && m->to[entry] > node) {
            looped = true;
            total += fixed_weight(m, node, LOOP);
        }
        if (SUMMED[into_of(m, entry)]) total += m->weight[back_of(m, node, entry)];
    }
    m->visits += m->begin[node + 1] - m->begin[node];
    if (!looped) total += fixed_weight(m, node, LOOP);
    return SUMMED[own->called] ? total + fixed_weight(m, node, VIRTUAL) : total;
}

INLINE double sum_of_arcs(Machine *m, int32_t node) {
    int32_t at = m->node[node].summed[0];
    if (at == NOBODY) return 0.0;
    if (at == SEVERAL) return scanned_sum(m, node);
    if (node == m->n) return fixed_weight(m, at == LOOP ? node : at, at == LOOP ? LOOP : NOBODY);
    return at >= 0 ? m->weight[at] : fixed_weight(m, node, at);
}

/* The next scalars of all nodes that were queued for it; committed later. */
INLINE void compute_scalars(Machine *m) {
    if (!HAS_VALUES) return;
    for (int64_t at = 0; at < m->scalar[m->side].size; at++) {
        int32_t node = m->scalar[m->side].at[at];
        m->node[node].queued &= (uint8_t)~SCALAR_DIRTY;
        int state = m->state[node];
        double total = INC[state];
        if (KEEP[state]) total += scalar_of(m, node);
        if (HAS_SUMS) total += sum_of_arcs(m, node);
        PUSH(m->value_changed, (ValueChange){node, total});
    }
}

INLINE void push_fixed(Machine *m, int32_t receiver, double *weight, double value, int arc,
                       int32_t node, int32_t which) {
    *weight += value;
    record(m, ARC_SCALAR, node, which, *weight);
    if (SUMS_PUSHED && SUMMED[arc]) mark_scalar(m, receiver);
}

/* The virtual node's scalar is added to every arc that others receive from it. */
static void push_virtual(Machine *m, double value) {
    for (int32_t other = 0; other < m->n; other++)
        if (CALLED_WEIGHTS)
            push_fixed(m, other, m->node[other].called_weight, value, m->node[other].called,
                       other, VIRTUAL);
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
        m->moved++;
        if (LOOP_WEIGHTS) push_fixed(m, node, own->loop_weight, value, own->loop, node, LOOP);
        if (node == m->n) {
            push_virtual(m, value);
            continue;
        }
        if (CALLS_WEIGHTS)
            push_fixed(m, m->n, own->calls_weight, value, own->calls, node, NOBODY);
        if (!ROW_SCALARS) continue;
        m->visits += m->begin[node + 1] - m->begin[node];
        for (int32_t entry = m->begin[node]; entry < m->begin[node + 1]; entry++) {
            m->weight[entry] += value;
            if (RECORDING)
                record(m, ARC_SCALAR, m->to[entry], back_of(m, node, entry), m->weight[entry]);
            if (SUMS_PUSHED && SUMMED[out_of(m, entry)]) mark_scalar(m, m->to[entry]);
        }
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

/* ---- Steps ---- */

/* What was queued for the next step is now to be done. */
INLINE void begin_step(Machine *m) {
    m->side = 1 - m->side;
    int side = m->side, other = 1 - side;
    m->dirty[other].size = m->arcs[other].size = 0;
    m->fixed[other].size = m->scalar[other].size = 0;
    m->changed.size = m->arc_changed.size = 0;
    m->fixed_changed.size = m->value_changed.size = 0;
    m->moved = 0;
}

/* Everybody who is to be looked at listens; arcs that are to be looked at are decided. */
INLINE void select_all(Machine *m) {
    const int64_t size = m->dirty[m->side].size;
    const int32_t *dirty = m->dirty[m->side].at;
    if (m->everybody || size > m->n / SWEEP) {
        /* So many that it is faster to meet them in the order of memory. */
        for (int32_t node = 0; node < m->n; node++) {
            bool marked = m->node[node].queued & DIRTY;
            m->node[node].queued &= (uint8_t)~DIRTY;
            if (marked || (m->everybody && EVALUATE[m->state[node]])) evaluate(m, node);
        }
        m->everybody = false;
    } else {
        for (int64_t at = 0; at < size; at++) {
            if (at + AHEAD < size) __builtin_prefetch(&m->node[dirty[at + AHEAD]], 1);
            m->node[dirty[at]].queued &= (uint8_t)~DIRTY;
            evaluate(m, dirty[at]);
        }
    }
    if (m->virtual_dirty) {
        m->virtual_dirty = false;
        evaluate_virtual(m);
    }
    for (int64_t at = 0; at < m->arcs[m->side].size; at++)
        look_at_arc(m, m->arcs[m->side].at[at]);
    for (int64_t at = 0; at < m->fixed[m->side].size; at++) {
        m->node[m->fixed[m->side].at[at]].queued &= (uint8_t)~FIXED_DIRTY;
        look_at_fixed(m, m->fixed[m->side].at[at]);
    }
}

INLINE void one_step(Machine *m) {
    begin_step(m);
    select_all(m);
    compute_scalars(m);
    push_scalars(m);
    commit_states(m);
    commit_scalars(m);
    for (int64_t at = 0; at < m->arc_changed.size; at++) {
        ArcChange change = m->arc_changed.at[at];
        commit_arc(m, change.arc, change.new);
    }
    for (int64_t at = 0; at < m->fixed_changed.size; at++)
        commit_fixed(m, m->fixed_changed.at[at]);
}

/* Runs until nothing changes, or to the step `limit`, or comes back after about `work` looks
at something; returns how it ended. Called again, it goes on. */
int dnar_run(Machine *m, int64_t limit, int64_t work) {
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

/* ---- Loading ---- */

/* Positions of a pair's two entries, called for all pairs in order. */
#define FOR_EACH_PAIR(m, next, pairs, at, in_low, in_high)                                \
    for (int64_t at = 0; at < (pairs); at++)                                              \
        for (int32_t in_low = (next)[2 * (m)->low[at] + 1]++,                             \
                     in_high = (next)[2 * (m)->high[at]]++, once = 1;                     \
             once; once = 0)

/* Per node, where its entries of lower and of higher neighbours begin. */
static int32_t *first_places(Machine *m, int64_t pairs) {
    int32_t *next = calloc(2 * (size_t)m->n + 2, sizeof *next);
    if (!next) {
        m->failed = true;
        return NULL;
    }
    for (int64_t at = 0; at < pairs; at++) {
        next[2 * m->high[at]]++;
        next[2 * m->low[at] + 1]++;
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
    void *parts[] = {m->begin, m->to, m->back, m->pair, m->weight, m->state, m->node, m->row,
                     m->dirty[0].at, m->dirty[1].at, m->fixed[0].at, m->fixed[1].at,
                     m->scalar[0].at, m->scalar[1].at, m->pushers.at, m->arcs[0].at,
                     m->arcs[1].at, m->changed.at, m->arc_changed.at, m->fixed_changed.at,
                     m->value_changed.at, m->cells.at, m->records.at, m->offers.at};
    for (size_t at = 0; at < sizeof parts / sizeof *parts; at++) free(parts[at]);
    for (int heap = 0; heap <= HEAP_SLOTS; heap++) {
        free(m->heap[heap].at);
        free(m->heap_place[heap]);
    }
    free(m);
}

/* The rows of a graph given by its pairs of joined nodes, which the caller keeps alive. */
Machine *dnar_new(int32_t n, int64_t pairs, const int32_t *low, const int32_t *high,
                  const double *up, const double *down, const uint8_t *way) {
    Machine *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->n = n;
    m->entries = 2 * pairs;
    m->low = low, m->high = high, m->up = up, m->down = down, m->way = way;
    m->begin = allocated(m, (int64_t)n + 2, sizeof *m->begin);
    m->to = allocated(m, m->entries, sizeof *m->to);
    if (STORED_BACK) m->back = allocated(m, m->entries, sizeof *m->back);
    m->pair = allocated(m, m->entries, sizeof *m->pair);
    if (ROW_SCALARS) m->weight = allocated(m, m->entries, sizeof *m->weight);
    m->state = allocated(m, (int64_t)n + 1, sizeof *m->state);
    m->node = allocated(m, (int64_t)n + 1, sizeof *m->node);
    for (int heap = 0; heap < HEAP_SLOTS; heap++)
        m->heap_place[heap] = allocated(m, n, sizeof **m->heap_place);
    if (PERIOD) m->row = allocated(m, (int64_t)n + 1, sizeof *m->row);
    int32_t *next = m->failed ? NULL : first_places(m, pairs);
    if (m->failed) {
        dnar_free(m);
        return NULL;
    }
    for (int32_t node = 0; node < n; node++) m->begin[node] = next[2 * node];
    m->begin[n] = m->begin[n + 1] = (int32_t)m->entries;
    FOR_EACH_PAIR(m, next, pairs, at, in_low, in_high) {
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
        if (m->way) {
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

/* A node as it is before anybody has told it anything. */
static void start_node(Machine *m, int32_t node, const uint8_t *arcs, const double *values,
                       int usual) {
    enum { SELF = 0, FROM_VIRTUAL = 4, TO_VIRTUAL = 5 };
    Node *own = &m->node[node];
    memset(own, 0, sizeof *own);
    if (HAS_VALUES && values) own->value[0] = values[node];
    for (int slot = 0; slot < HEARD_SLOTS; slot++) own->heard[slot] = NOBODY;
    for (int slot = 0; slot < BEST_SLOTS; slot++) own->bound[slot] = -INFINITY;
    if (HAS_LISTS) own->listed[0] = (Cell){NOBODY, NOBODY, -1};
    if (HAS_SUMS) own->summed[0] = NOBODY;
    own->loop = arcs[SELF], own->called = arcs[FROM_VIRTUAL], own->calls = arcs[TO_VIRTUAL];
    for (int number = 0; number < CLASSES; number++) {
        bool often = number / ARC_STATES == usual;
        if (FIRST_SLOT[number] >= 0)
            own->first[FIRST_SLOT[number]] = m->begin[often ? node : node + 1];
        if (BEST_SLOT[number] >= 0)
            own->best[BEST_SLOT[number]] = often ? UNKNOWN : EMPTY;
    }
    int state = m->state[node];
    if (FIXED_CHANGES[state]) mark_fixed(m, node);
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

/* What a node's row tells its neighbours before the first step. */
static void start_row(Machine *m, int32_t node, int usual) {
    int state = m->state[node];
    for (int32_t entry = m->begin[node]; entry < m->begin[node + 1]; entry++) {
        int32_t other = m->to[entry];
        int into = into_of(m, entry), out = out_of(m, entry), number = state * ARC_STATES + out;
        if (state != usual)
            class_entered(m, number, other, node, entry);
        else if (COUNT_SLOT[number] >= 0)
            m->node[other].count[COUNT_SLOT[number]]++;
        if (HAS_SUMS && SUMMED[into]) {
            m->node[node].summed[0] = SEVERAL;
            mark_scalar(m, node);
        }
        if (SPONTANEOUS[type_of(into, state, m->state[other], out)])
            queue_arc(m, (Arc){node, entry, NOBODY}, 1 - m->side);
    }
    m->visits += m->begin[node + 1] - m->begin[node];
}

/* Everything as it is before the first step; may be called again for another run. */
int dnar_start(Machine *m, const uint8_t *states, const uint8_t *arcs, const double *values) {
    m->step = m->visits = m->clocks = m->moved = m->side = 0;
    m->row_number = -1;
    m->everybody = m->virtual_dirty = true;
    m->free_cell = -1;
    m->cells.size = m->records.size = m->pushers.size = m->offers.size = 0;
    for (int side = 0; side < 2; side++)
        m->dirty[side].size = m->fixed[side].size = m->scalar[side].size = m->arcs[side].size = 0;
    for (int heap = 0; heap < HEAP_SLOTS; heap++) {
        m->heap[heap].size = 0;
        memset(m->heap_place[heap], -1, (size_t)m->n * sizeof **m->heap_place);
    }
    memset(m->virtual_counts, 0, sizeof m->virtual_counts);
    for (int head = 0; head < HEADS; head++) m->virtual_heard[head] = NOBODY;
    memcpy(m->state, states, (size_t)m->n + 1);
    start_rows(m, arcs);
    int usual = usual_state(m);
    for (int32_t node = 0; node <= m->n; node++) start_node(m, node, arcs, values, usual);
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
}

/* ---- What is read off ---- */

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
        int32_t best = places[2 * m->node[node].loop + 1], to = node;
        for (int32_t entry = m->begin[node]; entry < m->begin[node + 1]; entry++) {
            int32_t place = places[2 * into_of(m, entry)];
            if (place < best || (place == best && m->to[entry] < to))
                best = place, to = m->to[entry];
        }
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
