/* The kernel: runs a program step by step and visits only what changed.

Same synchronous semantics as the interpreter. A node is evaluated again only if its state
changed, or if an arc entered or left a class that matters to it; an arc only if a node started
or stopped hearing it, or if it changes unheard. Order within a step: select, node scalars,
pushes, node states (rows are walked with the old arc states), arc states.

The kernel is the same for all programs. The program precedes it as constants (see tables.py),
and functions that depend on a state are specialised per state, so that the compiler removes all
cases that the program does not have. The parts are included in the order machine, rows,
listening, heaps, virtual, arcs, states, scalars, steps, loading, reading; start reading with
steps.c. */

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

enum {
    SWEEP = 32,       /* a queue of more than one in so many nodes is visited in memory order */
    AHEAD = 16,       /* prefetch distance, in items */
    FURTHER = 64,     /* entries, or numbers of nodes, by which it is */
    LINE = 64,        /* bytes of a cache line */
    SHORT_ROW = 10,   /* entries by which a row may begin before one that is met */
    SCALAR_LINES = 2, /* further lines of a row's scalars that are prefetched */
};
/* Smaller graphs fit in a near cache. */
#ifndef NEAR
#define NEAR (1 << 17)
#endif

/* Allocations of at least this size use huge pages, which have this size. */
#ifndef LARGE_PAGE
#define LARGE_PAGE (1 << 21)
#endif

#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 16")

/* What is heard other than an arc of the row: nothing, the self-loop, the virtual node. */
enum { NOBODY = -1, LOOP = -2, VIRTUAL = -3 };
/* Arcs that are summed up: none (NOBODY), one, or perhaps several. */
enum { SEVERAL = -4 };
/* Of a best arc that is not known: there is none; it left, and no other is better than it was. */
enum { EMPTY = -1, UNKNOWN = -2 };
/* How a class is found in a row, see Find in analysis.py. */
enum { FIXED, COUNT, FIRST, BEST, SCAN, ONCE };
/* What a head compares. */
enum { BY_INDEX, BY_ARC_SCALAR, BY_NODE_SCALAR, BY_STREAM };
/* Actions at an entry of a walked row, see change_propagation.py: TELL is the first of four. */
enum { SLOTS = 1, MARK = 2, QUEUE_IN = 4, QUEUE_OUT = 8, TELL = 16 };
/* The entries that a change of state walks: none, all, or the listed ones. */
enum { NO_WALK, WHOLE_ROW, LISTED };
/* Return codes. */
enum { HALTED, CUT_OFF, PAUSED, NEEDS_ROW, NO_MEMORY };
/* Flags of a node: the queues that it is in, and from TELL on the one-shot classes that it was
notified of. */
enum { DIRTY = MARK, FIXED_DIRTY = 4, SCALAR_DIRTY = 8, NOTED = (MARK | -TELL) & 255 };

/* One byte or two per entry: state of the arc that the row's node receives, of the arc that
the neighbour receives, and whether the entry is listed. */
#if ARC_STATES <= 8 && !defined(WIDE)
typedef uint8_t pair_t;
enum { HALF = 4, STATE_MASK = 7, LIST_BIT = 8 };
#else
typedef uint16_t pair_t;
enum { HALF = 8, STATE_MASK = 127, LIST_BIT = 128 };
#endif

/* Programs that maintain a best arc per node visit nodes in random order and read most fields of
each. Their fields are then stored together, on cache lines of their own (one for most programs),
with the row's position and the position in a heap. Other programs walk rows in memory order and
are faster with separate arrays. */
#define TOGETHER (BEST_SLOTS > 0 && HEAP_SLOTS <= 1)

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
    int32_t summed[HAS_SUMS]; /* the only arc summed up, by its sender's entry, or how many */
    int32_t begin[TOGETHER], end[TOGETHER], place[TOGETHER];
    Cell listed[HAS_LISTS]; /* the list of extraordinary entries: its first cell */
    uint8_t loop, called, calls; /* states of the fixed arcs: see Machine */
} __attribute__((packed, aligned(TOGETHER ? LINE : 4))) Node;

/* An arc by its receiver and entry, and by its sender's entry (NOBODY: not searched for yet). */
typedef struct { int32_t node, entry, reverse; } Arc;
typedef struct { Arc arc; int32_t sender; uint8_t new; } ArcChange;
typedef struct { int32_t node; uint8_t new; } NodeChange;
typedef struct { int32_t node; uint8_t loop, called, calls; } FixedChange;
typedef struct { int32_t node; double new; } ValueChange;
typedef struct { double key; int32_t node; } __attribute__((packed, aligned(4))) HeapItem;
/* Nodes by their keys, see heaps.c: `near` of them at the front, `far` at the end. */
typedef struct {
    HeapItem *at;
    Node *nodes;
    int32_t *places; /* where nodes stand, if not TOGETHER */
    int64_t room, near, far;
    double bound; /* of keys at the front */
} Heap;
/* A recorded change: of an entry, or of LOOP, VIRTUAL (called) or NOBODY (calls). */
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
    bool may_listen; /* whether the virtual node may still listen to anybody */
    const int32_t *low, *high; /* the caller's pairs, low < high, sorted */
    const double *up, *down;   /* their scalars: of the arc that high receives, that low does */
    const uint8_t *way;        /* 0: both ways, 1: from low to high, 2: from high to low */
    int32_t *begin; /* of rows, if not TOGETHER */
    int32_t *to, *back;
    pair_t *pair;
    double *weight; /* per entry: scalar of the arc that the neighbour receives */
    uint8_t *state, *notes;
    uint64_t *sought; /* a bit per node: whether it is in a state of which a first one is sought */
    Node *node;
    double *row; /* the current numbers of a stream */
    int64_t virtual_counts[CLASSES];
    int32_t virtual_heard[HEADS];
    VECTOR(int32_t) dirty, fixed, scalar, pushers, offers, trail;
    VECTOR(Arc) arcs;
    VECTOR(NodeChange) changed;
    VECTOR(ArcChange) arc_changed;
    VECTOR(FixedChange) fixed_changed;
    VECTOR(ValueChange) value_changed;
    Heap *heap; /* one per slot; they lie apart because heaps.c is not all inlined, see dnar_run */
    VECTOR(Cell) cells;
    VECTOR(Record) records;
    int32_t free_cell;
} Machine;

/* Zeros, from the beginning of a line on; on large pages if there are many: memory that is met in
no order is found faster there. */
static void *zeros(size_t bytes) {
    void *new;
#ifdef MADV_HUGEPAGE
    bool many = bytes >= LARGE_PAGE;
#else
    bool many = false;
#endif
    if (posix_memalign(&new, many ? LARGE_PAGE : LINE, bytes)) return NULL;
#ifdef MADV_HUGEPAGE
    if (many) madvise(new, bytes, MADV_HUGEPAGE);
#endif
    return memset(new, 0, bytes);
}

static void *allocated(Machine *m, int64_t count, size_t size) {
    size_t bytes = (size_t)count * size;
    void *new = zeros(bytes > 0 ? bytes : 1);
    if (!new) m->failed = true;
    m->bytes += (int64_t)bytes;
    return new;
}

/* Room for so many items, or NULL. */
static __attribute__((noinline, cold)) void *grown(void *old, int64_t room, size_t size) {
    return realloc(old, (size_t)room * size);
}

#define PUSH(vector, ...)                                                                 \
    do {                                                                                  \
        if (__builtin_expect((vector).size == (vector).room, 0)) {                        \
            int64_t room = (vector).room + (vector).room / 8 + 16;                        \
            void *more = grown((vector).at, room, sizeof *(vector).at);                   \
            if (!more) {                                                                  \
                m->failed = true;                                                         \
                break;                                                                    \
            }                                                                             \
            m->bytes += (room - (vector).room) * (int64_t)sizeof *(vector).at;            \
            (vector).room = room;                                                         \
            (vector).at = more;                                                           \
        }                                                                                 \
        (vector).at[(vector).size++] = __VA_ARGS__;                                       \
    } while (0)

INLINE void record(Machine *m, int32_t kind, int32_t node, int32_t entry, double new) {
    if (RECORDING) PUSH(m->records, (Record){m->step, new, kind, node, entry});
}
