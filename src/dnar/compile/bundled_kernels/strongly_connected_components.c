/* Strongly connected components. Made by tools/make_kernels.py: do not edit. */
#include <stdint.h>
#define ARC_STATES 6
#define HEADS 2
#define NODE_SCALARS 3
#define ARC_SCALARS 0
#define NODE_OPS 2
#define ARC_OPS 0
#define STREAMS 0
typedef uint8_t node_state_t;
typedef uint8_t arc_state_t;
#include "generic_machine.c"
static const int32_t PLACE_OF_SCALAR[3] = {0, 1, 2};
static const int32_t IS_NODE_SCALAR[3] = {1, 1, 1};
static const int32_t STREAM[1] = {0};
static const int32_t PERIOD[1] = {0};
static const int32_t NODE_READS[3] = {1, 5, 33};
static const int32_t ARC_READS[1] = {0};
static const int32_t ORDER[HEADS + 1][9] = {{0, 1, 2, 3, 4, 5, -1, 6, 7}, {8, 9, -1, 10, 11, 12, 13, -1, 14}};
INLINE double key_0(const Machine *m, int32_t arc) { return 0.0; }
INLINE double key_1(const Machine *m, int32_t arc) { return -m->node_scalar[1][m->sender[arc]]; }
static inline int place_0(int order, int number) {
switch (number) {
case 47:
return 0;
case 14:
return 1;
case 15:
return 2;
case 13:
return 3;
case 1:
return 4;
case 12:
return 5;
case 6:
return 6;
case 30:
return 7;
case 7:
return 8;
case 42:
return 9;
case 24:
return 10;
case 18:
return 11;
case 36:
return 12;
case 0:
return 13;
}
return -1;
}
static const int32_t ENTRIES_0[26] = {1, 3, 5, 7, 9, 11, 13, 2, 15, 17, 19, 4, 6, 8, 10, 12, 14, 21, 23, 16, 25, 27, 20, 22, 24, 26};
LISTEN_TO_OTHERS(0, 0, 14, 26, ENTRIES_0)
static inline int place_1(int order, int number) {
switch (number) {
case 0:
return 0;
case 15:
return 1;
}
return -1;
}
static const int32_t ENTRIES_1[3] = {1, 3, 0};
LISTEN_TO_OTHERS(1, 0, 2, 3, ENTRIES_1)
static inline int place_2(int order, int number) {
switch (number) {
case 22:
return 0;
case 28:
return 1;
case 4:
return 2;
case 34:
return 3;
case 10:
return 4;
case 25:
return 5;
case 18:
return 6;
case 30:
return 7;
}
return -1;
}
static const int32_t ENTRIES_2[15] = {1, 0, 3, 5, 2, 7, 4, 9, 6, 11, 8, 13, 10, 15, 12};
LISTEN_TO_OTHERS(2, 0, 8, 15, ENTRIES_2)
static inline int place_3(int order, int number) {
switch (number) {
case 53:
return 0;
case 30:
return 1;
}
return -1;
}
static const int32_t ENTRIES_3[3] = {1, 3, 2};
LISTEN_TO_OTHERS(3, 0, 2, 3, ENTRIES_3)
static inline int place_4(int order, int number) {
switch (number) {
case 31:
return 0;
case 25:
return 1;
case 37:
return 2;
case 7:
return 3;
case 30:
return 4;
case 24:
return 5;
case 13:
return 6;
case 19:
return 7;
case 34:
return 8;
case 28:
return 9;
case 12:
return 10;
case 1:
return 11;
case 6:
return 12;
case 36:
return 13;
case 40:
return 14;
case 42:
return 15;
case 18:
return 16;
case 10:
return 17;
case 16:
return 18;
case 22:
return 19;
case 48:
return 20;
case 53:
return 21;
}
return -1;
}
static const int32_t ENTRIES_4[40] = {1, 3, 5, 7, 9, 11, 13, 0, 15, 17, 19, 21, 2, 23, 25, 27, 4, 29, 6, 8, 31, 33, 35, 10, 12, 37, 14, 16, 18, 39, 20, 41, 22, 24, 26, 28, 32, 34, 36, 43};
LISTEN_TO_OTHERS(4, 0, 22, 40, ENTRIES_4)
static inline int place_5(int order, int number) {
switch (number) {
case 37:
return 0;
case 31:
return 1;
case 42:
return 2;
case 16:
return 3;
case 18:
return 4;
case 36:
return 5;
case 24:
return 6;
case 1:
return 7;
case 22:
return 8;
case 19:
return 9;
case 53:
return 10;
case 48:
return 11;
case 25:
return 12;
case 7:
return 13;
case 28:
return 14;
case 6:
return 15;
case 12:
return 16;
case 13:
return 17;
case 30:
return 18;
}
return -1;
}
static const int32_t ENTRIES_5[32] = {1, 0, 3, 2, 5, 7, 9, 11, 13, 15, 17, 6, 8, 10, 12, 14, 19, 16, 21, 23, 25, 18, 27, 29, 31, 24, 26, 28, 30, 33, 35, 37};
LISTEN_TO_OTHERS(5, 0, 19, 32, ENTRIES_5)
static inline int place_6(int order, int number) {
switch (number) {
case 11:
return 0;
case 12:
return 1;
case 5:
return 2;
case 6:
return 3;
case 0:
return 4;
case 30:
return 5;
case 43:
return 6;
case 18:
return 7;
case 36:
return 8;
case 24:
return 9;
}
return -1;
}
static const int32_t ENTRIES_6[16] = {1, 3, 5, 0, 7, 9, 2, 4, 11, 13, 15, 17, 6, 8, 10, 19};
LISTEN_TO_OTHERS(6, 0, 10, 16, ENTRIES_6)
static inline int place_7(int order, int number) {
switch (number) {
case 18:
return 0;
case 49:
return 1;
case 24:
return 2;
case 23:
return 3;
case 36:
return 4;
case 35:
return 5;
case 30:
return 6;
case 29:
return 7;
}
return -1;
}
static const int32_t ENTRIES_7[14] = {1, 0, 3, 5, 4, 7, 9, 11, 6, 8, 13, 10, 12, 15};
LISTEN_TO_OTHERS(7, 0, 8, 14, ENTRIES_7)
static inline int place_8(int order, int number) {
switch (number) {
case 1:
return 0;
case 15:
return 1;
case 13:
return 2;
case 12:
return 3;
case 7:
return 4;
case 24:
return 5;
case 47:
return 6;
case 42:
return 7;
case 36:
return 8;
case 18:
return 9;
case 0:
return 10;
case 6:
return 11;
case 30:
return 12;
case 14:
return 13;
}
return -1;
}
static const int32_t ENTRIES_8[25] = {1, 3, 5, 7, 0, 9, 11, 13, 15, 17, 19, 21, 2, 23, 25, 27, 4, 6, 8, 10, 16, 18, 20, 22, 24};
LISTEN_TO_OTHERS(8, 1, 14, 25, ENTRIES_8)
static inline int place_9(int order, int number) {
switch (number) {
case 7:
return 0;
case 1:
return 1;
case 25:
return 2;
case 37:
return 3;
case 31:
return 4;
case 13:
return 5;
case 10:
return 6;
case 19:
return 7;
case 8:
return 8;
case 9:
return 9;
case 6:
return 10;
case 16:
return 11;
case 34:
return 12;
case 40:
return 13;
case 14:
return 14;
case 22:
return 15;
case 0:
return 16;
case 15:
return 17;
case 24:
return 18;
case 12:
return 19;
case 30:
return 20;
case 36:
return 21;
}
return -1;
}
static const int32_t ENTRIES_9[39] = {1, 3, 0, 5, 7, 9, 11, 2, 13, 15, 4, 6, 8, 10, 17, 19, 12, 14, 21, 23, 16, 25, 27, 18, 29, 31, 33, 20, 35, 22, 24, 26, 37, 39, 41, 43, 28, 30, 32};
LISTEN_TO_OTHERS(9, 1, 22, 39, ENTRIES_9)
static inline int place_10(int order, int number) {
switch (number) {
case 42:
return 0;
case 19:
return 1;
case 40:
return 2;
case 16:
return 3;
case 28:
return 4;
case 48:
return 5;
case 22:
return 6;
case 25:
return 7;
case 12:
return 8;
case 10:
return 9;
case 53:
return 10;
case 6:
return 11;
case 30:
return 12;
case 13:
return 13;
case 34:
return 14;
case 7:
return 15;
case 31:
return 16;
case 37:
return 17;
}
return -1;
}
static const int32_t ENTRIES_10[32] = {1, 3, 2, 5, 7, 4, 9, 11, 13, 6, 8, 12, 15, 17, 14, 16, 19, 21, 18, 23, 25, 22, 27, 24, 26, 29, 28, 31, 33, 30, 32, 35};
LISTEN_TO_OTHERS(10, 1, 18, 32, ENTRIES_10)
static inline int place_11(int order, int number) {
switch (number) {
case 36:
return 0;
}
return -1;
}
static const int32_t ENTRIES_11[2] = {1, 0};
LISTEN_TO_OTHERS(11, 1, 1, 2, ENTRIES_11)
static inline int place_12(int order, int number) {
switch (number) {
case 31:
return 0;
case 7:
return 1;
case 1:
return 2;
case 37:
return 3;
case 25:
return 4;
case 13:
return 5;
case 30:
return 6;
case 6:
return 7;
case 34:
return 8;
case 19:
return 9;
case 10:
return 10;
case 42:
return 11;
case 36:
return 12;
case 24:
return 13;
case 12:
return 14;
case 40:
return 15;
case 28:
return 16;
case 16:
return 17;
case 48:
return 18;
}
return -1;
}
static const int32_t ENTRIES_12[35] = {1, 3, 0, 2, 5, 4, 7, 6, 9, 11, 13, 8, 10, 12, 15, 14, 17, 19, 21, 16, 23, 25, 18, 27, 29, 20, 24, 26, 28, 31, 33, 35, 30, 37, 32};
LISTEN_TO_OTHERS(12, 1, 19, 35, ENTRIES_12)
static inline int place_13(int order, int number) {
switch (number) {
case 37:
return 0;
case 31:
return 1;
case 7:
return 2;
case 40:
return 3;
case 13:
return 4;
case 19:
return 5;
case 1:
return 6;
case 34:
return 7;
case 36:
return 8;
case 16:
return 9;
case 30:
return 10;
case 22:
return 11;
case 25:
return 12;
case 24:
return 13;
case 28:
return 14;
case 6:
return 15;
case 12:
return 16;
case 18:
return 17;
case 42:
return 18;
case 48:
return 19;
case 10:
return 20;
}
return -1;
}
static const int32_t ENTRIES_13[37] = {1, 3, 5, 7, 9, 11, 13, 0, 15, 17, 19, 2, 21, 23, 25, 4, 6, 27, 29, 8, 31, 33, 10, 12, 35, 14, 37, 39, 16, 18, 20, 22, 24, 26, 28, 41, 30};
LISTEN_TO_OTHERS(13, 1, 21, 37, ENTRIES_13)
static inline int place_14(int order, int number) {
switch (number) {
case 29:
return 0;
case 30:
return 1;
case 23:
return 2;
case 24:
return 3;
case 35:
return 4;
case 18:
return 5;
case 49:
return 6;
case 36:
return 7;
}
return -1;
}
static const int32_t ENTRIES_14[14] = {1, 3, 5, 7, 9, 0, 11, 2, 13, 4, 15, 6, 8, 10};
LISTEN_TO_OTHERS(14, 1, 8, 14, ENTRIES_14)
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
if (((told[0] + 1) == 15 || (told[0] + 1) == 16 || (told[0] + 1) == 48)) return 1;
return state;
case 1:
if (((told[0] + 1) == 1)) return 2;
return 3;
case 2:
if (((told[0] + 1) == 23)) return 1;
return state;
case 3:
if (((told[0] + 1) == 54)) return 4;
if (((told[0] + 1) == 31)) return 5;
return state;
case 4:
return 5;
case 5:
return 6;
case 7:
if (((told[0] + 1) == 31 || (told[0] + 1) == 44)) return 8;
return state;
}
return state;
}
INLINE int arc_has_cases(int state) { return 1; }
static inline int arc_outcome(const Machine *m, int32_t at, int state, int receiver, int sender, int reverse, uint64_t heard, uint64_t back) {
switch (state) {
case 0:
if ((sender == 1) && (back & 0x1ull) == 0x1ull) return 2;
if ((receiver == 1) && (heard & 0x1ull) == 0x1ull) return 4;
if ((receiver == 0) && (sender == 7) && (back & 0x1ull) == 0x1ull) return 5;
if ((receiver == 3) && (sender == 8) && (back & 0x2ull) == 0x2ull) return 5;
if ((sender == 0) && (heard & 0x1ull) == 0x1ull) return 5;
if ((sender == 3) && (heard & 0x2ull) == 0x2ull) return 5;
return state;
case 1:
if ((sender == 1) && (back & 0x1ull) == 0x1ull) return 3;
return state;
case 2:
if ((receiver == 1)) return 0;
return state;
case 3:
if ((receiver == 1)) return 1;
return state;
case 4:
if ((receiver == 2) && (sender == 3)) return 0;
return state;
case 5:
return 0;
}
return state;
}
INLINE void next_value(Machine *, int32_t, int32_t, double, double);
static void compute_node(Machine *m, int32_t at) {
int state = (int)m->node_state[at];
{
double total = 0.0;
if (1) total += m->node_scalar[1][at];
if ((state == 0 || state == 1 || state == 2)) total += (1.0);
next_value(m, 1, at, m->node_scalar[1][at], total);
}
{
double total = 0.0;
if ((state == 5 || state == 6)) total += m->node_scalar[2][at];
if ((state == 4)) total += (m->node_scalar[0][at]);
if ((state == 3) && m->heard[0][at] != NOBODY) total += m->node_scalar[2][m->sender[m->heard[0][at]]];
next_value(m, 2, at, m->node_scalar[2][at], total);
}
}
INLINE void next_value(Machine *, int32_t, int32_t, double, double);
static void compute_arc(Machine *m, int32_t at) {
int state = (int)m->arc_state[at], sender = (int)m->node_state[m->sender[at]], receiver = (int)m->node_state[m->receiver[at]];
}
#include "generic.c"
