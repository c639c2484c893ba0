/* Bipartiteness. Made by tools/make_kernels.py: do not edit. */
#include <stdint.h>
#define ARC_STATES 3
#define HEADS 3
#define NODE_SCALARS 3
#define ARC_SCALARS 0
#define NODE_OPS 3
#define ARC_OPS 0
#define STREAMS 0
typedef uint8_t node_state_t;
typedef uint8_t arc_state_t;
#include "generic_machine.c"
static const int32_t PLACE_OF_SCALAR[3] = {0, 1, 2};
static const int32_t IS_NODE_SCALAR[3] = {1, 1, 1};
static const int32_t STREAM[1] = {0};
static const int32_t PERIOD[1] = {0};
static const int32_t NODE_READS[3] = {39, 3, 3};
static const int32_t ARC_READS[1] = {0};
static const int32_t ORDER[HEADS + 1][6] = {{0, 1, 2, 3, 4, -1}, {5, 6, 7, 8, 9, 10}, {11, 12, 13, -1, 14, 15}};
INLINE double key_0(const Machine *m, int32_t arc) { return m->node_scalar[0][m->sender[arc]]; }
INLINE double key_1(const Machine *m, int32_t arc) { return m->node_scalar[0][m->sender[arc]]; }
INLINE double key_2(const Machine *m, int32_t arc) { return 0.0; }
static inline int place_0(int order, int number) {
switch (number) {
case 0:
return 0;
case 16:
return 1;
case 13:
return 2;
case 9:
return 3;
case 1:
return 4;
case 3:
return 5;
case 6:
return 6;
}
return -1;
}
static const int32_t ENTRIES_0[10] = {1, 0, 3, 5, 7, 9, 11, 6, 10, 13};
LISTEN_TO_OTHERS(0, 0, 7, 10, ENTRIES_0)
static inline int place_1(int order, int number) {
switch (number) {
case 0:
return 0;
case 13:
return 1;
case 16:
return 2;
case 3:
return 3;
case 9:
return 4;
case 6:
return 5;
}
return -1;
}
static const int32_t ENTRIES_1[9] = {1, 0, 3, 5, 7, 6, 9, 8, 11};
LISTEN_TO_OTHERS(1, 0, 6, 9, ENTRIES_1)
static inline int place_2(int order, int number) {
switch (number) {
case 6:
return 0;
case 3:
return 1;
case 0:
return 2;
case 7:
return 3;
case 9:
return 4;
case 13:
return 5;
case 16:
return 6;
}
return -1;
}
static const int32_t ENTRIES_2[11] = {1, 3, 5, 0, 2, 7, 9, 11, 4, 13, 8};
LISTEN_TO_OTHERS(2, 0, 7, 11, ENTRIES_2)
static inline int place_3(int order, int number) {
switch (number) {
case 9:
return 0;
case 6:
return 1;
case 10:
return 2;
case 3:
return 3;
case 16:
return 4;
case 0:
return 5;
case 13:
return 6;
}
return -1;
}
static const int32_t ENTRIES_3[11] = {1, 0, 3, 5, 7, 9, 2, 11, 6, 10, 13};
LISTEN_TO_OTHERS(3, 0, 7, 11, ENTRIES_3)
static inline int place_4(int order, int number) {
switch (number) {
case 10:
return 0;
case 11:
return 1;
case 13:
return 2;
case 8:
return 3;
case 5:
return 4;
case 2:
return 5;
case 1:
return 6;
}
return -1;
}
static const int32_t ENTRIES_4[9] = {1, 3, 0, 2, 5, 7, 9, 11, 13};
LISTEN_TO_OTHERS(4, 0, 7, 9, ENTRIES_4)
static inline int place_5(int order, int number) {
switch (number) {
case 3:
return 0;
case 13:
return 1;
case 16:
return 2;
case 9:
return 3;
case 6:
return 4;
case 0:
return 5;
case 1:
return 6;
}
return -1;
}
static const int32_t ENTRIES_5[10] = {1, 0, 3, 5, 7, 9, 11, 13, 6, 8};
LISTEN_TO_OTHERS(5, 1, 7, 10, ENTRIES_5)
static inline int place_6(int order, int number) {
switch (number) {
case 3:
return 0;
case 13:
return 1;
case 16:
return 2;
case 4:
return 3;
case 6:
return 4;
case 9:
return 5;
case 0:
return 6;
}
return -1;
}
static const int32_t ENTRIES_6[11] = {1, 0, 3, 5, 7, 9, 11, 13, 8, 10, 12};
LISTEN_TO_OTHERS(6, 1, 7, 11, ENTRIES_6)
static inline int place_7(int order, int number) {
switch (number) {
case 3:
return 0;
case 16:
return 1;
case 13:
return 2;
case 9:
return 3;
case 6:
return 4;
case 0:
return 5;
case 7:
return 6;
}
return -1;
}
static const int32_t ENTRIES_7[11] = {1, 0, 3, 5, 7, 6, 9, 11, 8, 10, 13};
LISTEN_TO_OTHERS(7, 1, 7, 11, ENTRIES_7)
static inline int place_8(int order, int number) {
switch (number) {
case 9:
return 0;
case 6:
return 1;
case 0:
return 2;
case 10:
return 3;
}
return -1;
}
LISTEN_TO_BEST(8, 1)
static inline int place_9(int order, int number) {
switch (number) {
case 11:
return 0;
case 10:
return 1;
}
return -1;
}
static const int32_t ENTRIES_9[4] = {1, 3, 0, 2};
LISTEN_TO_OTHERS(9, 1, 2, 4, ENTRIES_9)
static inline int place_10(int order, int number) {
switch (number) {
case 16:
return 0;
case 11:
return 1;
case 8:
return 2;
case 1:
return 3;
case 10:
return 4;
case 7:
return 5;
case 4:
return 6;
case 5:
return 7;
}
return -1;
}
static const int32_t ENTRIES_10[14] = {1, 3, 5, 7, 9, 2, 4, 11, 13, 15, 6, 8, 10, 12};
LISTEN_TO_OTHERS(10, 1, 8, 14, ENTRIES_10)
static inline int place_11(int order, int number) {
switch (number) {
case 0:
return 0;
case 13:
return 1;
case 16:
return 2;
case 6:
return 3;
case 3:
return 4;
case 1:
return 5;
}
return -1;
}
static const int32_t ENTRIES_11[8] = {1, 3, 0, 5, 7, 9, 11, 6};
LISTEN_TO_OTHERS(11, 2, 6, 8, ENTRIES_11)
static inline int place_12(int order, int number) {
switch (number) {
case 3:
return 0;
case 13:
return 1;
case 16:
return 2;
case 9:
return 3;
case 0:
return 4;
case 4:
return 5;
case 6:
return 6;
}
return -1;
}
static const int32_t ENTRIES_12[10] = {1, 3, 5, 7, 9, 11, 0, 13, 6, 8};
LISTEN_TO_OTHERS(12, 2, 7, 10, ENTRIES_12)
static inline int place_13(int order, int number) {
switch (number) {
case 6:
return 0;
case 16:
return 1;
case 9:
return 2;
case 3:
return 3;
case 7:
return 4;
case 0:
return 5;
}
return -1;
}
static const int32_t ENTRIES_13[7] = {1, 0, 3, 5, 7, 9, 11};
LISTEN_TO_OTHERS(13, 2, 6, 7, ENTRIES_13)
static inline int place_14(int order, int number) {
switch (number) {
case 2:
return 0;
case 5:
return 1;
case 11:
return 2;
case 8:
return 3;
case 10:
return 4;
case 13:
return 5;
}
return -1;
}
static const int32_t ENTRIES_14[11] = {1, 0, 3, 2, 5, 4, 7, 6, 9, 11, 8};
LISTEN_TO_OTHERS(14, 2, 6, 11, ENTRIES_14)
static inline int place_15(int order, int number) {
switch (number) {
case 5:
return 0;
case 2:
return 1;
case 11:
return 2;
case 8:
return 3;
case 1:
return 4;
case 10:
return 5;
case 7:
return 6;
case 16:
return 7;
case 4:
return 8;
}
return -1;
}
static const int32_t ENTRIES_15[17] = {1, 3, 0, 2, 5, 4, 7, 6, 9, 11, 8, 10, 13, 15, 12, 17, 16};
LISTEN_TO_OTHERS(15, 2, 9, 17, ENTRIES_15)
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
case 6:
return hear_6(m, order, node);
case 7:
return hear_7(m, order, node);
case 8:
return hear_8(m, order, node);
case 9:
return hear_9(m, order, node);
case 10:
return hear_10(m, order, node);
case 11:
return hear_11(m, order, node);
case 12:
return hear_12(m, order, node);
case 13:
return hear_13(m, order, node);
case 14:
return hear_14(m, order, node);
case 15:
return hear_15(m, order, node);
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
case 6:
return place_6(order, number) >= 0;
case 7:
return place_7(order, number) >= 0;
case 8:
return place_8(order, number) >= 0;
case 9:
return place_9(order, number) >= 0;
case 10:
return place_10(order, number) >= 0;
case 11:
return place_11(order, number) >= 0;
case 12:
return place_12(order, number) >= 0;
case 13:
return place_13(order, number) >= 0;
case 14:
return place_14(order, number) >= 0;
case 15:
return place_15(order, number) >= 0;
}
return 0;
}
#define PULLING_HEADS 0x3ull
INLINE int is_summed(int state) { return (0); }
INLINE int pushes_to_arcs(int state) { return (0); }
INLINE int is_taken(int state) { return (0); }
INLINE int is_heard_from(int state) { return 1; }
static inline int node_outcome(const Machine *m, int32_t at, int state, const int *told) {
switch (state) {
case 0:
if ((m->node_scalar[1][at] < m->node_scalar[0][at]) && (m->node_scalar[1][at] < m->node_scalar[2][at] || !(m->node_scalar[1][at] < m->node_scalar[2][at] || m->node_scalar[1][at] > m->node_scalar[2][at]))) return 2;
if ((m->node_scalar[2][at] < m->node_scalar[0][at])) return 3;
return state;
case 1:
if ((m->node_scalar[1][at] < m->node_scalar[0][at]) && (m->node_scalar[1][at] < m->node_scalar[2][at] || !(m->node_scalar[1][at] < m->node_scalar[2][at] || m->node_scalar[1][at] > m->node_scalar[2][at]))) return 2;
if ((m->node_scalar[2][at] < m->node_scalar[0][at])) return 3;
return state;
case 2:
return 1;
case 3:
return 0;
case 4:
if (((told[2] + 1) == 3 || (told[2] + 1) == 6)) return 5;
return state;
case 5:
if ((0x21b04ull >> ((told[2] + 1)) & 1)) return 4;
return state;
}
return state;
}
INLINE int arc_has_cases(int state) { return (state == 1 || state == 2); }
static inline int arc_outcome(const Machine *m, int32_t at, int state, int receiver, int sender, int reverse, uint64_t heard, uint64_t back) {
switch (state) {
case 1:
if ((receiver == 4 || receiver == 5) && (sender == 0 || sender == 1) && (back & 0x4ull) == 0x0ull) return 2;
return state;
case 2:
if ((sender == 0 || sender == 1) && (back & 0x4ull) == 0x4ull) return 1;
return state;
}
return state;
}
INLINE void next_value(Machine *, int32_t, int32_t, double, double);
static void compute_node(Machine *m, int32_t at) {
int state = (int)m->node_state[at];
{
double total = 0.0;
if ((0x33ull >> (state) & 1)) total += m->node_scalar[0][at];
if ((state == 2)) total += (m->node_scalar[1][at]);
if ((state == 3)) total += (m->node_scalar[2][at]);
next_value(m, 0, at, m->node_scalar[0][at], total);
}
{
double total = 0.0;
if ((0x3cull >> (state) & 1)) total += m->node_scalar[1][at];
if ((state == 0 || state == 1) && m->heard[0][at] != NOBODY) total += m->node_scalar[0][m->sender[m->heard[0][at]]];
next_value(m, 1, at, m->node_scalar[1][at], total);
}
{
double total = 0.0;
if ((0x3cull >> (state) & 1)) total += m->node_scalar[2][at];
if ((state == 0 || state == 1) && m->heard[1][at] != NOBODY) total += m->node_scalar[0][m->sender[m->heard[1][at]]];
next_value(m, 2, at, m->node_scalar[2][at], total);
}
}
INLINE void next_value(Machine *, int32_t, int32_t, double, double);
static void compute_arc(Machine *m, int32_t at) {
int state = (int)m->arc_state[at], sender = (int)m->node_state[m->sender[at]], receiver = (int)m->node_state[m->receiver[at]];
}
#include "generic.c"
