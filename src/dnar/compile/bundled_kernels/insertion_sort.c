/* Insertion sort. Made by tools/make_kernels.py: do not edit. */
#include <stdint.h>
#define ARC_STATES 3
#define HEADS 1
#define NODE_SCALARS 4
#define ARC_SCALARS 0
#define NODE_OPS 4
#define ARC_OPS 0
#define STREAMS 0
typedef uint8_t node_state_t;
typedef uint8_t arc_state_t;
#include "generic_machine.c"
static const int32_t PLACE_OF_SCALAR[4] = {0, 1, 2, 3};
static const int32_t IS_NODE_SCALAR[4] = {1, 1, 1, 1};
static const int32_t STREAM[1] = {0};
static const int32_t PERIOD[1] = {0};
static const int32_t NODE_READS[4] = {35, 33, 3, 1};
static const int32_t ARC_READS[1] = {0};
static const int32_t ORDER[HEADS + 1][7] = {{0, 1, 2, -1, 3, 4, -1}};
INLINE double key_0(const Machine *m, int32_t arc) { return 0.0; }
static inline int place_0(int order, int number) {
switch (number) {
case 7:
return 0;
case 4:
return 1;
case 19:
return 2;
case 1:
return 3;
}
return -1;
}
LISTEN_TO_BEST(0, 0)
static inline int place_1(int order, int number) {
switch (number) {
case 14:
return 0;
case 19:
return 1;
}
return -1;
}
LISTEN_TO_BEST(1, 0)
static inline int place_2(int order, int number) {
switch (number) {
case 4:
return 0;
}
return -1;
}
LISTEN_TO_BEST(2, 0)
static inline int place_3(int order, int number) {
switch (number) {
case 11:
return 0;
case 16:
return 1;
case 12:
return 2;
case 17:
return 3;
case 5:
return 4;
case 10:
return 5;
case 1:
return 6;
case 20:
return 7;
case 19:
return 8;
case 2:
return 9;
case 4:
return 10;
case 13:
return 11;
case 8:
return 12;
case 7:
return 13;
case 14:
return 14;
}
return -1;
}
LISTEN_TO_BEST(3, 0)
static inline int place_4(int order, int number) {
switch (number) {
case 15:
return 0;
case 10:
return 1;
case 16:
return 2;
case 4:
return 3;
case 1:
return 4;
case 5:
return 5;
case 13:
return 6;
case 7:
return 7;
case 17:
return 8;
case 11:
return 9;
case 19:
return 10;
case 20:
return 11;
case 2:
return 12;
case 8:
return 13;
}
return -1;
}
LISTEN_TO_BEST(4, 0)
static inline int32_t hear(const Machine *m, int order, int32_t node) {
switch (order) {
case 0:
return hear_0(m, order, node);
case 1:
return hear_1(m, order, node);
case 2:
return hear_2(m, order, node);
case 3:
return hear_3(m, order, node);
case 4:
return hear_4(m, order, node);
}
return NOBODY;
}
static inline int is_listed(int order, int number) {
switch (order) {
case 0:
return place_0(order, number) >= 0;
case 1:
return place_1(order, number) >= 0;
case 2:
return place_2(order, number) >= 0;
case 3:
return place_3(order, number) >= 0;
case 4:
return place_4(order, number) >= 0;
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
case 0:
if (((told[0] + 1) == 20)) return 2;
return state;
case 1:
if (((told[0] + 1) == 15)) return 5;
if (((told[0] + 1) == 20)) return 6;
return state;
case 2:
if (((told[0] + 1) == 5)) return 3;
return 6;
case 3:
if ((m->node_scalar[2][at] > m->node_scalar[0][at])) return 4;
return 6;
case 4:
return 1;
case 5:
return 2;
case 6:
return 1;
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
if ((state == 3 || state == 4 || state == 5)) total += m->node_scalar[2][at];
if ((state == 1 || state == 2) && m->heard[0][at] != NOBODY) total += m->node_scalar[0][m->sender[m->heard[0][at]]];
next_value(m, 2, at, m->node_scalar[2][at], total);
}
{
double total = 0.0;
if ((state == 3 || state == 4 || state == 5)) total += m->node_scalar[3][at];
if ((state == 1 || state == 2) && m->heard[0][at] != NOBODY) total += m->node_scalar[1][m->sender[m->heard[0][at]]];
next_value(m, 3, at, m->node_scalar[3][at], total);
}
{
double total = 0.0;
if ((0x4full >> (state) & 1)) total += m->node_scalar[0][at];
if ((state == 4 || state == 5)) total += (m->node_scalar[2][at]);
next_value(m, 0, at, m->node_scalar[0][at], total);
}
{
double total = 0.0;
if ((0x4full >> (state) & 1)) total += m->node_scalar[1][at];
if ((state == 4 || state == 5)) total += (m->node_scalar[3][at]);
next_value(m, 1, at, m->node_scalar[1][at], total);
}
}
INLINE void next_value(Machine *, int32_t, int32_t, double, double);
static void compute_arc(Machine *m, int32_t at) {
int state = (int)m->arc_state[at], sender = (int)m->node_state[m->sender[at]], receiver = (int)m->node_state[m->receiver[at]];
}
#include "generic.c"
