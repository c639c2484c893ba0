/* Segment intersection. Made by tools/make_kernels.py: do not edit. */
#include <stdint.h>
#define ARC_STATES 6
#define HEADS 2
#define NODE_SCALARS 12
#define ARC_SCALARS 0
#define NODE_OPS 10
#define ARC_OPS 0
#define STREAMS 0
typedef uint8_t node_state_t;
typedef uint8_t arc_state_t;
#include "generic_machine.c"
static const uint64_t SET_0[2] = {0xc00c20000001ull, 0x0ull};
static const int32_t PLACE_OF_SCALAR[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
static const int32_t IS_NODE_SCALAR[12] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
static const int32_t STREAM[1] = {0};
static const int32_t PERIOD[1] = {0};
static const int32_t NODE_READS[12] = {35, 35, 3, 3, 3, 3, 1, 1, 1, 1, 2, 2};
static const int32_t ARC_READS[1] = {0};
static const int32_t ORDER[HEADS + 1][14] = {{0, 1, 2, 3, 4, 5, -1, -1, 6, 7, 8, 9, 10, 11}, {12, 13, 14, 15, 16, 17, -1, 18, -1, -1, 19, 20, 21, 22}};
INLINE double key_0(const Machine *m, int32_t arc) { return 0.0; }
INLINE double key_1(const Machine *m, int32_t arc) { return 0.0; }
static inline int place_0(int order, int number) {
switch (number) {
case 1:
return 0;
case 2:
return 1;
case 0:
return 2;
case 5:
return 3;
}
return -1;
}
LISTEN_TO_BEST(0, 0)
static inline int place_1(int order, int number) {
switch (number) {
case 7:
return 0;
}
return -1;
}
LISTEN_TO_BEST(1, 0)
static inline int place_2(int order, int number) {
switch (number) {
case 12:
return 0;
case 14:
return 1;
}
return -1;
}
LISTEN_TO_BEST(2, 0)
static inline int place_3(int order, int number) {
switch (number) {
case 19:
return 0;
case 23:
return 1;
case 20:
return 2;
case 18:
return 3;
case 51:
return 4;
case 52:
return 5;
}
return -1;
}
static const int32_t ENTRIES_3[7] = {1, 3, 5, 7, 9, 11, 2};
LISTEN_TO_OTHERS(3, 0, 6, 7, ENTRIES_3)
static inline int place_4(int order, int number) {
switch (number) {
case 24:
return 0;
case 38:
return 1;
case 31:
return 2;
case 47:
return 3;
case 37:
return 4;
case 26:
return 5;
case 25:
return 6;
case 41:
return 7;
case 44:
return 8;
case 43:
return 9;
case 29:
return 10;
case 52:
return 11;
case 51:
return 12;
case 58:
return 13;
case 57:
return 14;
case 35:
return 15;
case 70:
return 16;
case 69:
return 17;
case 64:
return 18;
case 82:
return 19;
case 81:
return 20;
case 63:
return 21;
case 76:
return 22;
case 75:
return 23;
case 32:
return 24;
}
return -1;
}
static const int32_t ENTRIES_4[29] = {1, 3, 5, 7, 9, 11, 13, 15, 6, 17, 14, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37, 39, 41, 43, 20, 30, 45, 47, 49};
LISTEN_TO_OTHERS(4, 0, 25, 29, ENTRIES_4)
static inline int place_5(int order, int number) {
switch (number) {
case 32:
return 0;
case 35:
return 1;
case 30:
return 2;
case 52:
return 3;
case 38:
return 4;
case 44:
return 5;
case 51:
return 6;
case 41:
return 7;
case 31:
return 8;
case 47:
return 9;
case 58:
return 10;
case 26:
return 11;
case 70:
return 12;
case 29:
return 13;
case 57:
return 14;
case 82:
return 15;
case 64:
return 16;
case 69:
return 17;
case 76:
return 18;
case 81:
return 19;
case 63:
return 20;
case 75:
return 21;
case 37:
return 22;
case 43:
return 23;
}
return -1;
}
static const int32_t ENTRIES_5[28] = {1, 3, 5, 2, 7, 9, 11, 13, 15, 17, 19, 21, 14, 23, 18, 25, 27, 29, 31, 33, 26, 35, 37, 39, 41, 43, 45, 47};
LISTEN_TO_OTHERS(5, 0, 24, 28, ENTRIES_5)
static inline int place_6(int order, int number) {
switch (number) {
case 16:
return 0;
case 15:
return 1;
case 4:
return 2;
case 9:
return 3;
case 3:
return 4;
case 10:
return 5;
case 22:
return 6;
case 21:
return 7;
case 40:
return 8;
case 39:
return 9;
case 27:
return 10;
case 34:
return 11;
case 45:
return 12;
case 46:
return 13;
case 28:
return 14;
case 33:
return 15;
}
return -1;
}
static const int32_t ENTRIES_6[32] = {1, 3, 0, 5, 7, 2, 9, 11, 4, 13, 6, 8, 15, 10, 17, 19, 12, 14, 16, 18, 21, 23, 25, 27, 29, 31, 20, 22, 24, 26, 28, 30};
LISTEN_TO_OTHERS(6, 0, 16, 32, ENTRIES_6)
static inline int place_7(int order, int number) {
switch (number) {
case 33:
return 0;
case 45:
return 1;
case 54:
return 2;
case 34:
return 3;
case 27:
return 4;
case 28:
return 5;
case 46:
return 6;
}
return -1;
}
static const int32_t ENTRIES_7[10] = {1, 3, 5, 7, 0, 2, 9, 6, 11, 13};
LISTEN_TO_OTHERS(7, 0, 7, 10, ENTRIES_7)
static inline int place_8(int order, int number) {
switch (number) {
case 28:
return 0;
case 46:
return 1;
case 27:
return 2;
case 45:
return 3;
case 34:
return 4;
}
return -1;
}
static const int32_t ENTRIES_8[9] = {1, 3, 0, 5, 2, 7, 9, 4, 6};
LISTEN_TO_OTHERS(8, 0, 5, 9, ENTRIES_8)
static inline int place_9(int order, int number) {
switch (number) {
case 34:
return 0;
case 33:
return 1;
case 66:
return 2;
case 46:
return 3;
case 45:
return 4;
case 28:
return 5;
case 27:
return 6;
}
return -1;
}
static const int32_t ENTRIES_9[13] = {1, 0, 3, 2, 5, 7, 6, 9, 11, 8, 10, 13, 12};
LISTEN_TO_OTHERS(9, 0, 7, 13, ENTRIES_9)
static inline int place_10(int order, int number) {
switch (number) {
case 45:
return 0;
case 40:
return 1;
case 34:
return 2;
case 27:
return 3;
}
return -1;
}
LISTEN_TO_BEST(10, 0)
static inline int place_11(int order, int number) {
switch (number) {
case 46:
return 0;
}
return -1;
}
LISTEN_TO_BEST(11, 0)
static inline int place_12(int order, int number) {
switch (number) {
case 2:
return 0;
case 0:
return 1;
case 5:
return 2;
case 1:
return 3;
}
return -1;
}
static const int32_t ENTRIES_12[5] = {1, 3, 5, 7, 4};
LISTEN_TO_OTHERS(12, 1, 4, 5, ENTRIES_12)
static inline int place_13(int order, int number) {
switch (number) {
case 6:
return 0;
case 11:
return 1;
case 52:
return 2;
case 7:
return 3;
}
return -1;
}
static const int32_t ENTRIES_13[5] = {1, 3, 2, 5, 7};
LISTEN_TO_OTHERS(13, 1, 4, 5, ENTRIES_13)
static inline int place_14(int order, int number) {
switch (number) {
case 12:
return 0;
case 17:
return 1;
case 13:
return 2;
case 14:
return 3;
}
return -1;
}
static const int32_t ENTRIES_14[5] = {1, 2, 5, 7, 3};
LISTEN_TO_OTHERS(14, 1, 4, 5, ENTRIES_14)
static inline int place_15(int order, int number) {
switch (number) {
case 20:
return 0;
case 18:
return 1;
case 19:
return 2;
case 23:
return 3;
case 52:
return 4;
case 51:
return 5;
}
return -1;
}
static const int32_t ENTRIES_15[7] = {1, 3, 5, 7, 6, 9, 11};
LISTEN_TO_OTHERS(15, 1, 6, 7, ENTRIES_15)
static inline int place_16(int order, int number) {
switch (number) {
case 26:
return 0;
case 38:
return 1;
case 24:
return 2;
case 41:
return 3;
case 43:
return 4;
case 31:
return 5;
case 44:
return 6;
}
return -1;
}
static const int32_t ENTRIES_16[8] = {1, 3, 5, 7, 6, 9, 11, 13};
LISTEN_TO_OTHERS(16, 1, 7, 8, ENTRIES_16)
static inline int place_17(int order, int number) {
switch (number) {
case 32:
return 0;
case 26:
return 1;
case 38:
return 2;
case 44:
return 3;
case 30:
return 4;
case 35:
return 5;
case 31:
return 6;
case 29:
return 7;
case 41:
return 8;
case 70:
return 9;
case 25:
return 10;
case 82:
return 11;
case 37:
return 12;
case 58:
return 13;
case 64:
return 14;
case 52:
return 15;
case 76:
return 16;
case 69:
return 17;
case 47:
return 18;
case 57:
return 19;
case 81:
return 20;
}
return -1;
}
static const int32_t ENTRIES_17[25] = {1, 3, 5, 7, 9, 11, 10, 13, 15, 14, 17, 16, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37, 39, 36, 41};
LISTEN_TO_OTHERS(17, 1, 21, 25, ENTRIES_17)
static inline int place_18(int order, int number) {
switch (number) {
case 25:
return 0;
case 37:
return 1;
case 31:
return 2;
case 43:
return 3;
case 81:
return 4;
case 29:
return 5;
case 82:
return 6;
case 41:
return 7;
case 51:
return 8;
case 52:
return 9;
case 35:
return 10;
case 57:
return 11;
case 69:
return 12;
case 58:
return 13;
case 42:
return 14;
case 75:
return 15;
case 70:
return 16;
case 76:
return 17;
case 47:
return 18;
}
return -1;
}
static const int32_t ENTRIES_18[23] = {1, 3, 5, 7, 9, 10, 13, 11, 14, 17, 19, 15, 20, 21, 23, 25, 27, 29, 31, 33, 35, 36, 37};
LISTEN_TO_OTHERS(18, 1, 19, 23, ENTRIES_18)
static inline int place_19(int order, int number) {
switch (number) {
case 60:
return 0;
case 34:
return 1;
case 46:
return 2;
case 28:
return 3;
case 33:
return 4;
case 27:
return 5;
case 45:
return 6;
}
return -1;
}
static const int32_t ENTRIES_19[11] = {1, 3, 5, 7, 9, 2, 4, 11, 6, 8, 13};
LISTEN_TO_OTHERS(19, 1, 7, 11, ENTRIES_19)
static inline int place_20(int order, int number) {
switch (number) {
case 66:
return 0;
case 28:
return 1;
case 46:
return 2;
case 34:
return 3;
case 27:
return 4;
case 45:
return 5;
}
return -1;
}
static const int32_t ENTRIES_20[8] = {1, 3, 5, 2, 7, 4, 9, 11};
LISTEN_TO_OTHERS(20, 1, 6, 8, ENTRIES_20)
static inline int place_21(int order, int number) {
switch (number) {
case 72:
return 0;
case 46:
return 1;
case 45:
return 2;
case 28:
return 3;
case 39:
return 4;
case 27:
return 5;
case 33:
return 6;
}
return -1;
}
static const int32_t ENTRIES_21[13] = {1, 2, 3, 4, 6, 5, 7, 8, 10, 9, 11, 12, 13};
LISTEN_TO_OTHERS(21, 1, 7, 13, ENTRIES_21)
static inline int place_22(int order, int number) {
switch (number) {
case 28:
return 0;
}
return -1;
}
static const int32_t ENTRIES_22[2] = {1, 0};
LISTEN_TO_OTHERS(22, 1, 1, 2, ENTRIES_22)
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
case 16:
return hear_16(m, order, node);
case 17:
return hear_17(m, order, node);
case 18:
return hear_18(m, order, node);
case 19:
return hear_19(m, order, node);
case 20:
return hear_20(m, order, node);
case 21:
return hear_21(m, order, node);
case 22:
return hear_22(m, order, node);
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
case 16:
return place_16(order, number) >= 0;
case 17:
return place_17(order, number) >= 0;
case 18:
return place_18(order, number) >= 0;
case 19:
return place_19(order, number) >= 0;
case 20:
return place_20(order, number) >= 0;
case 21:
return place_21(order, number) >= 0;
case 22:
return place_22(order, number) >= 0;
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
return 1;
case 1:
return 2;
case 2:
return 3;
case 3:
if ((!(m->node_scalar[10][at] < m->node_scalar[11][at] || m->node_scalar[10][at] > m->node_scalar[11][at])) && (m->node_scalar[0][at] < m->node_scalar[2][at]) && (m->node_scalar[0][at] < m->node_scalar[4][at])) return 7;
if ((!(m->node_scalar[10][at] < m->node_scalar[11][at] || m->node_scalar[10][at] > m->node_scalar[11][at])) && (m->node_scalar[1][at] < m->node_scalar[3][at]) && (m->node_scalar[1][at] < m->node_scalar[5][at])) return 7;
if ((!(m->node_scalar[10][at] < m->node_scalar[11][at] || m->node_scalar[10][at] > m->node_scalar[11][at])) && (m->node_scalar[1][at] > m->node_scalar[3][at]) && (m->node_scalar[1][at] > m->node_scalar[5][at])) return 7;
if ((!(m->node_scalar[10][at] < m->node_scalar[11][at] || m->node_scalar[10][at] > m->node_scalar[11][at])) && (m->node_scalar[0][at] > m->node_scalar[2][at]) && (m->node_scalar[0][at] > m->node_scalar[4][at])) return 7;
if ((!(m->node_scalar[10][at] < m->node_scalar[11][at] || m->node_scalar[10][at] > m->node_scalar[11][at]))) return 6;
if ((m->node_scalar[10][at] > m->node_scalar[11][at])) return 4;
return 5;
case 8:
if (((told[0] + 1) == 28)) return 9;
if (((told[0] + 1) == 40 || (told[0] + 1) == 41)) return 12;
if ((SET_0[((told[0] + 1)) / 64] >> ((told[0] + 1)) % 64 & 1)) return 13;
return state;
case 9:
if (((told[0] + 1) == 34)) return 10;
return 13;
case 10:
if (((told[0] + 1) == 29)) return 11;
return 13;
case 11:
if (((told[0] + 1) == 35)) return 12;
return 13;
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
if ((state == 1 || state == 2 || state == 3)) total += m->node_scalar[2][at];
if ((state == 0) && m->heard[0][at] != NOBODY) total += m->node_scalar[0][m->sender[m->heard[0][at]]];
next_value(m, 2, at, m->node_scalar[2][at], total);
}
{
double total = 0.0;
if ((state == 1 || state == 2 || state == 3)) total += m->node_scalar[3][at];
if ((state == 0) && m->heard[0][at] != NOBODY) total += m->node_scalar[1][m->sender[m->heard[0][at]]];
next_value(m, 3, at, m->node_scalar[3][at], total);
}
{
double total = 0.0;
if ((state == 1 || state == 2 || state == 3)) total += m->node_scalar[4][at];
if ((state == 0) && m->heard[1][at] != NOBODY) total += m->node_scalar[0][m->sender[m->heard[1][at]]];
next_value(m, 4, at, m->node_scalar[4][at], total);
}
{
double total = 0.0;
if ((state == 1 || state == 2 || state == 3)) total += m->node_scalar[5][at];
if ((state == 0) && m->heard[1][at] != NOBODY) total += m->node_scalar[1][m->sender[m->heard[1][at]]];
next_value(m, 5, at, m->node_scalar[5][at], total);
}
{
double total = 0.0;
if ((state == 1)) total += (m->node_scalar[0][at]);
if ((state == 1)) total += (-(m->node_scalar[2][at]));
next_value(m, 6, at, m->node_scalar[6][at], total);
}
{
double total = 0.0;
if ((state == 1)) total += (m->node_scalar[1][at]);
if ((state == 1)) total += (-(m->node_scalar[3][at]));
next_value(m, 7, at, m->node_scalar[7][at], total);
}
{
double total = 0.0;
if ((state == 1)) total += (m->node_scalar[4][at]);
if ((state == 1)) total += (-(m->node_scalar[2][at]));
next_value(m, 8, at, m->node_scalar[8][at], total);
}
{
double total = 0.0;
if ((state == 1)) total += (m->node_scalar[5][at]);
if ((state == 1)) total += (-(m->node_scalar[3][at]));
next_value(m, 9, at, m->node_scalar[9][at], total);
}
{
double total = 0.0;
if ((state == 2)) total += ((m->node_scalar[6][at]) * (m->node_scalar[9][at]));
next_value(m, 10, at, m->node_scalar[10][at], total);
}
{
double total = 0.0;
if ((state == 2)) total += ((m->node_scalar[8][at]) * (m->node_scalar[7][at]));
next_value(m, 11, at, m->node_scalar[11][at], total);
}
}
INLINE void next_value(Machine *, int32_t, int32_t, double, double);
static void compute_arc(Machine *m, int32_t at) {
int state = (int)m->arc_state[at], sender = (int)m->node_state[m->sender[at]], receiver = (int)m->node_state[m->receiver[at]];
}
#include "generic.c"
