/* Connected components. Made by tools/make_kernels.py: do not edit. */
#include <stdint.h>
#define ARC_STATES 2
#define HEADS 1
#define NODE_SCALARS 1
#define ARC_SCALARS 0
#define NODE_OPS 1
#define ARC_OPS 0
#define STREAMS 0
typedef uint8_t node_state_t;
typedef uint8_t arc_state_t;
#include "generic_machine.c"
static const int32_t PLACE_OF_SCALAR[1] = {0};
static const int32_t IS_NODE_SCALAR[1] = {1};
static const int32_t STREAM[1] = {0};
static const int32_t PERIOD[1] = {0};
static const int32_t NODE_READS[1] = {37};
static const int32_t ARC_READS[1] = {0};
static const int32_t ORDER[HEADS + 1][2] = {{0, 1}};
INLINE double key_0(const Machine *m, int32_t arc) { return m->node_scalar[0][m->sender[arc]]; }
static inline int place_0(int order, int number) {
switch (number) {
case 0:
return 0;
}
return -1;
}
static const int32_t ENTRIES_0[2] = {1, 0};
LISTEN_TO_OTHERS(0, 0, 1, 2, ENTRIES_0)
static inline int place_1(int order, int number) {
switch (number) {
case 2:
return 0;
case 1:
return 1;
}
return -1;
}
static const int32_t ENTRIES_1[3] = {1, 3, 2};
LISTEN_TO_OTHERS(1, 0, 2, 3, ENTRIES_1)
static inline int32_t hear(const Machine *m, int order, int32_t node) {
switch (order) {
case 0:
return hear_0(m, order, node);
case 1:
return hear_1(m, order, node);
}
return NOBODY;
}
static inline int is_listed(int order, int number) {
switch (order) {
case 0:
return place_0(order, number) >= 0;
case 1:
return place_1(order, number) >= 0;
}
return 0;
}
#define PULLING_HEADS 0x1ull
INLINE int is_summed(int state) { return (0); }
INLINE int pushes_to_arcs(int state) { return (0); }
INLINE int is_taken(int state) { return (0); }
INLINE int is_heard_from(int state) { return 1; }
static inline int node_outcome(const Machine *m, int32_t at, int state, const int *told) {
switch (state) {
}
return state;
}
INLINE int arc_has_cases(int state) { return (0); }
static inline int arc_outcome(const Machine *m, int32_t at, int state, int receiver, int sender, int reverse, uint64_t heard, uint64_t back) {
switch (state) {
}
return state;
}
INLINE void next_value(Machine *, int32_t, int32_t, double, double);
static void compute_node(Machine *m, int32_t at) {
int state = (int)m->node_state[at];
{
double total = 0.0;
if ((state == 1)) total += m->node_scalar[0][at];
if ((state == 0) && m->heard[0][at] != NOBODY) total += m->node_scalar[0][m->sender[m->heard[0][at]]];
next_value(m, 0, at, m->node_scalar[0][at], total);
}
}
INLINE void next_value(Machine *, int32_t, int32_t, double, double);
static void compute_arc(Machine *m, int32_t at) {
int state = (int)m->arc_state[at], sender = (int)m->node_state[m->sender[at]], receiver = (int)m->node_state[m->receiver[at]];
}
#include "generic.c"
