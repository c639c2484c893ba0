/* Floyd-Warshall algorithm. Made by tools/make_kernels.py: do not edit. */
#include <stdint.h>
#define ARC_STATES 6
#define HEADS 1
#define NODE_SCALARS 2
#define ARC_SCALARS 4
#define NODE_OPS 2
#define ARC_OPS 4
#define STREAMS 0
typedef uint8_t node_state_t;
typedef uint8_t arc_state_t;
#include "generic_machine.c"
static const int32_t PLACE_OF_SCALAR[6] = {0, 1, 0, 1, 2, 3};
static const int32_t IS_NODE_SCALAR[6] = {1, 1, 0, 0, 0, 0};
static const int32_t STREAM[1] = {0};
static const int32_t PERIOD[1] = {0};
static const int32_t NODE_READS[2] = {25, 17};
static const int32_t ARC_READS[4] = {35, 33, 3, 1};
static const int32_t ORDER[HEADS + 1][6] = {{0, 1, 2, 3, 4, 5}};
INLINE double key_0(const Machine *m, int32_t arc) { return 0.0; }
static inline int place_0(int order, int number) {
switch (number) {
case 34:
return 0;
case 6:
return 1;
}
return -1;
}
static const int32_t ENTRIES_0[3] = {1, 3, 2};
LISTEN_TO_OTHERS(0, 0, 2, 3, ENTRIES_0)
static inline int place_1(int order, int number) {
switch (number) {
case 29:
return 0;
}
return -1;
}
LISTEN_TO_BEST(1, 0)
static inline int place_2(int order, int number) {
switch (number) {
case 0:
return 0;
case 12:
return 1;
case 6:
return 2;
case 28:
return 3;
case 34:
return 4;
case 13:
return 5;
case 33:
return 6;
}
return -1;
}
static const int32_t ENTRIES_2[10] = {1, 3, 5, 7, 0, 9, 11, 2, 4, 13};
LISTEN_TO_OTHERS(2, 0, 7, 10, ENTRIES_2)
static inline int place_3(int order, int number) {
switch (number) {
case 19:
return 0;
case 18:
return 1;
case 1:
return 2;
case 13:
return 3;
case 7:
return 4;
case 29:
return 5;
case 27:
return 6;
case 0:
return 7;
case 12:
return 8;
case 28:
return 9;
case 6:
return 10;
}
return -1;
}
static const int32_t ENTRIES_3[19] = {1, 0, 3, 2, 5, 4, 7, 9, 6, 8, 11, 13, 15, 17, 19, 14, 21, 16, 20};
LISTEN_TO_OTHERS(3, 0, 11, 19, ENTRIES_3)
static inline int place_4(int order, int number) {
switch (number) {
case 10:
return 0;
case 15:
return 1;
case 17:
return 2;
case 21:
return 3;
case 11:
return 4;
case 23:
return 5;
case 3:
return 6;
case 22:
return 7;
case 9:
return 8;
case 5:
return 9;
case 29:
return 10;
case 4:
return 11;
case 16:
return 12;
}
return -1;
}
static const int32_t ENTRIES_4[23] = {1, 0, 3, 5, 7, 9, 11, 13, 15, 2, 17, 19, 21, 4, 6, 8, 10, 12, 14, 23, 16, 18, 25};
LISTEN_TO_OTHERS(4, 0, 13, 23, ENTRIES_4)
static inline int place_5(int order, int number) {
switch (number) {
case 5:
return 0;
case 15:
return 1;
case 4:
return 2;
case 35:
return 3;
case 22:
return 4;
case 17:
return 5;
case 11:
return 6;
case 3:
return 7;
}
return -1;
}
static const int32_t ENTRIES_5[10] = {1, 3, 0, 5, 7, 9, 11, 13, 2, 15};
LISTEN_TO_OTHERS(5, 0, 8, 10, ENTRIES_5)
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
case 5:
return hear_5(m, order, node);
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
case 5:
return place_5(order, number) >= 0;
}
return 0;
}
#define PULLING_HEADS 0x1ull
INLINE int is_summed(int state) { return (0); }
INLINE int pushes_to_arcs(int state) { return (state == 2 || state == 3); }
INLINE int is_taken(int state) { return (state == 2 || state == 3); }
INLINE int is_heard_from(int state) { return 1; }
static inline int node_outcome(const Machine *m, int32_t at, int state, const int *told) {
switch (state) {
case 0:
if (((told[0] + 1) == 35)) return 1;
if (((told[0] + 1) == 7)) return 2;
return state;
case 1:
return 0;
case 2:
return 3;
case 3:
return 0;
case 4:
if (((told[0] + 1) == 4)) return 5;
return state;
case 5:
return 4;
}
return state;
}
INLINE int arc_has_cases(int state) { return (0x1full >> (state) & 1); }
static inline int arc_outcome(const Machine *m, int32_t at, int state, int receiver, int sender, int reverse, uint64_t heard, uint64_t back) {
switch (state) {
case 0:
if ((receiver == 3) && (sender == 3) && (m->arc_scalar[2][at] < m->arc_scalar[0][at])) return 2;
return state;
case 1:
if ((receiver == 3) && (sender == 3)) return 2;
return state;
case 2:
return 0;
case 3:
if ((receiver == 0) && (back & 0x1ull) == 0x1ull) return 4;
if ((sender == 0) && (heard & 0x1ull) == 0x1ull) return 4;
return state;
case 4:
if ((receiver == 1)) return 5;
if ((sender == 1)) return 5;
return state;
}
return state;
}
INLINE void next_value(Machine *, int32_t, int32_t, double, double);
static void compute_node(Machine *m, int32_t at) {
int state = (int)m->node_state[at];
{
double total = 0.0;
if ((state == 2 || state == 3)) total += m->node_scalar[0][at];
if ((state == 0) && m->heard[0][at] != NOBODY) total += m->arc_scalar[0][m->heard[0][at]];
next_value(m, 0, at, m->node_scalar[0][at], total);
}
{
double total = 0.0;
if ((state == 2 || state == 3)) total += m->node_scalar[1][at];
if ((state == 0) && m->heard[0][at] != NOBODY) total += m->arc_scalar[1][m->heard[0][at]];
next_value(m, 1, at, m->node_scalar[1][at], total);
}
}
INLINE void next_value(Machine *, int32_t, int32_t, double, double);
static void compute_arc(Machine *m, int32_t at) {
int state = (int)m->arc_state[at], sender = (int)m->node_state[m->sender[at]], receiver = (int)m->node_state[m->receiver[at]];
{
double total = 0.0;
if ((sender == 2 || sender == 3)) total += m->node_scalar[0][m->sender[at]];
if ((receiver == 2 || receiver == 3)) total += m->node_scalar[0][m->receiver[at]];
next_value(m, 4, at, m->arc_scalar[2][at], total);
}
{
double total = 0.0;
if ((receiver == 2 || receiver == 3)) total += m->node_scalar[1][m->receiver[at]];
next_value(m, 5, at, m->arc_scalar[3][at], total);
}
{
double total = 0.0;
if ((0x3bull >> (state) & 1)) total += m->arc_scalar[0][at];
if ((state == 2)) total += (m->arc_scalar[2][at]);
next_value(m, 2, at, m->arc_scalar[0][at], total);
}
{
double total = 0.0;
if ((0x3bull >> (state) & 1)) total += m->arc_scalar[1][at];
if ((state == 2)) total += (m->arc_scalar[3][at]);
next_value(m, 3, at, m->arc_scalar[1][at], total);
}
}
#include "generic.c"
