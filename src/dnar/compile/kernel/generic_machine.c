/* The generic kernel's machine: any arcs with explicit reverses, any number of scalars.

The text of a generic kernel is: the program's sizes, this file, the program's own functions (see
generic_source.py), generic.c. */

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

enum { NOBODY = -1 };
/* Return codes. */
enum { HALTED, CUT_OFF, PAUSED, NEEDS_ROW, NO_MEMORY };
/* Queues that a node or an arc is in. */
enum { STATE_QUEUED = 1, VALUE_QUEUED = 2 };
/* Who reads a scalar, see generic_source.py. */
enum { OWN_VALUE = 1, OWN_SIGN = 2, KEYED = 4, PUSHED = 8, TAKEN = 16, PULLED = 32 };

typedef struct { int32_t at; uint32_t state; } StateChange;
typedef struct { int32_t scalar, at; double value; } ValueChange;
/* A recorded change: of a node state, an arc state, or of scalar number `kind` - 2. */
typedef struct { int64_t step; double value; int32_t kind, at; } Record;
enum { NODE_STATE, ARC_STATE, FIRST_SCALAR };

/* A list with room for all that can be in it. */
#define LIST(type) struct { type *items; int64_t size; }

typedef struct {
    int32_t nodes, arcs;
    const int32_t *receiver, *sender, *reverse; /* the caller's */
    int32_t *begin;                             /* of rows, and behind the last one */
    node_state_t *node_state;
    arc_state_t *arc_state;
    double *node_scalar[NODE_SCALARS + 1], *arc_scalar[ARC_SCALARS + 1];
    int32_t *heard[HEADS + 1]; /* the arc that each node hears, or NOBODY */
    uint8_t *node_marks, *arc_marks;
    LIST(int32_t) nodes_to_select, arcs_to_decide, node_values, arc_values;
    LIST(StateChange) node_changes, arc_changes;
    LIST(ValueChange) value_changes;
    int64_t step, visits, moved, bytes;
    int64_t row_number[STREAMS + 1];
    bool recording, failed;
    Record *records;
    int64_t record_count, record_room;
} Machine;

INLINE int class_of(const Machine *m, int32_t arc) {
    return (int)m->node_state[m->sender[arc]] * ARC_STATES + (int)m->arc_state[arc];
}

/* Whether a key comes before another. NaN comes last, as in the interpreter's sort. */
INLINE bool is_less(double one, double other) {
    return one < other || (other != other && one == one);
}

/* The arc that comes first in an order of best arcs: lowest place, then key, then row order.
`name` is an order's number if the function is for that order alone. */
#define LISTEN_TO_BEST(name, head)                                                        \
    static int32_t hear_##name(const Machine *m, int order, int32_t node) {               \
        int32_t found = NOBODY;                                                           \
        int lowest = INT32_MAX;                                                           \
        double best = 0.0;                                                                \
        for (int32_t arc = m->begin[node]; arc < m->begin[node + 1]; arc++) {             \
            int place = place_##name(order, class_of(m, arc));                            \
            if (place < 0 || place > lowest) continue;                                    \
            double key = key_##head(m, arc);                                              \
            if (place < lowest || is_less(key, best))                                     \
                lowest = place, best = key, found = arc;                                  \
        }                                                                                 \
        return found;                                                                     \
    }

/* The same for an order that also lists others than the best arcs. place_ gives a number per
class here; `entries` holds twice that number, and one more where the best arc is meant. Of
several others the first in the row is heard. */
#define LISTEN_TO_OTHERS(name, head, classes, count, entries)                             \
    static int32_t hear_##name(const Machine *m, int order, int32_t node) {               \
        int32_t best[classes], first[classes], second[classes];                           \
        double keys[classes];                                                             \
        for (int at = 0; at < classes; at++) best[at] = first[at] = second[at] = NOBODY;  \
        for (int32_t arc = m->begin[node]; arc < m->begin[node + 1]; arc++) {             \
            int at = place_##name(order, class_of(m, arc));                               \
            if (at < 0) continue;                                                         \
            double key = key_##head(m, arc);                                              \
            if (best[at] == NOBODY || is_less(key, keys[at])) best[at] = arc, keys[at] = key; \
            if (first[at] == NOBODY) first[at] = arc;                                     \
            else if (second[at] == NOBODY) second[at] = arc;                              \
        }                                                                                 \
        for (int number = 0; number < count; number++) {                                  \
            int entry = (entries)[number], at = entry >> 1;                               \
            int32_t other = first[at] == best[at] ? second[at] : first[at];               \
            int32_t found = entry & 1 ? best[at] : other;                                 \
            if (found != NOBODY) return found;                                            \
        }                                                                                 \
        return NOBODY;                                                                    \
    }
