/* Matrix chain order. Made by tools/make_kernels.py: do not edit. */
#include <stdint.h>
#define ARC_STATES 6
#define HEADS 2
#define NODE_SCALARS 13
#define ARC_SCALARS 0
#define NODE_OPS 7
#define ARC_OPS 0
#define STREAMS 0
typedef uint8_t node_state_t;
typedef uint8_t arc_state_t;
#include "generic_machine.c"
static const int32_t PLACE_OF_SCALAR[13] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
static const int32_t IS_NODE_SCALAR[13] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
static const int32_t STREAM[1] = {0};
static const int32_t PERIOD[1] = {0};
static const int32_t NODE_READS[13] = {0, 0, 32, 1, 1, 1, 1, 1, 1, 1, 37, 33, 1};
static const int32_t ARC_READS[1] = {0};
static const int32_t ORDER[HEADS + 1][7] = {{0, 1, 2, 3, 4, 5, 6}, {7, 8, 9, 10, 11, 12, 13}};
INLINE double key_0(const Machine *m, int32_t arc) { return m->node_scalar[10][m->sender[arc]]; }
INLINE double key_1(const Machine *m, int32_t arc) { return 0.0; }
static inline int place_0(int order, int number) {
switch (number) {
case 0:
return 0;
}
return -1;
}
LISTEN_TO_BEST(0, 0)
static inline int place_1(int order, int number) {
switch (number) {
case 22:
return 0;
case 28:
return 1;
case 34:
return 2;
case 40:
return 3;
}
return -1;
}
static const int32_t ENTRIES_1[7] = {1, 3, 0, 2, 5, 4, 7};
LISTEN_TO_OTHERS(1, 0, 4, 7, ENTRIES_1)
static inline int place_2(int order, int number) {
switch (number) {
case 39:
return 0;
case 40:
return 1;
case 33:
return 2;
case 27:
return 3;
case 21:
return 4;
}
return -1;
}
static const int32_t ENTRIES_2[10] = {0, 2, 1, 4, 3, 6, 8, 5, 7, 9};
LISTEN_TO_OTHERS(2, 0, 5, 10, ENTRIES_2)
static inline int place_3(int order, int number) {
switch (number) {
case 13:
return 0;
}
return -1;
}
LISTEN_TO_BEST(3, 0)
static inline int place_4(int order, int number) {
switch (number) {
case 24:
return 0;
case 7:
return 1;
case 8:
return 2;
case 14:
return 3;
case 11:
return 4;
case 13:
return 5;
}
return -1;
}
LISTEN_TO_BEST(4, 0)
static inline int place_5(int order, int number) {
switch (number) {
case 8:
return 0;
case 14:
return 1;
case 11:
return 2;
case 7:
return 3;
case 30:
return 4;
}
return -1;
}
LISTEN_TO_BEST(5, 0)
static inline int place_6(int order, int number) {
switch (number) {
case 36:
return 0;
case 8:
return 1;
case 11:
return 2;
case 7:
return 3;
case 14:
return 4;
case 17:
return 5;
}
return -1;
}
LISTEN_TO_BEST(6, 0)
static inline int place_7(int order, int number) {
switch (number) {
case 0:
return 0;
}
return -1;
}
LISTEN_TO_BEST(7, 1)
static inline int place_8(int order, int number) {
switch (number) {
case 28:
return 0;
case 39:
return 1;
case 27:
return 2;
case 34:
return 3;
case 33:
return 4;
case 22:
return 5;
case 40:
return 6;
case 21:
return 7;
}
return -1;
}
static const int32_t ENTRIES_8[16] = {1, 3, 5, 7, 9, 11, 13, 0, 15, 2, 4, 6, 8, 10, 12, 14};
LISTEN_TO_OTHERS(8, 1, 8, 16, ENTRIES_8)
static inline int place_9(int order, int number) {
switch (number) {
case 40:
return 0;
case 12:
return 1;
case 39:
return 2;
case 21:
return 3;
case 27:
return 4;
case 33:
return 5;
}
return -1;
}
static const int32_t ENTRIES_9[11] = {1, 0, 3, 5, 4, 7, 6, 9, 8, 11, 10};
LISTEN_TO_OTHERS(9, 1, 6, 11, ENTRIES_9)
static inline int place_10(int order, int number) {
switch (number) {
case 14:
return 0;
}
return -1;
}
LISTEN_TO_BEST(10, 1)
static inline int place_11(int order, int number) {
switch (number) {
case 7:
return 0;
case 13:
return 1;
case 11:
return 2;
case 24:
return 3;
case 8:
return 4;
}
return -1;
}
LISTEN_TO_BEST(11, 1)
static inline int place_12(int order, int number) {
switch (number) {
case 11:
return 0;
case 7:
return 1;
case 8:
return 2;
case 30:
return 3;
case 13:
return 4;
}
return -1;
}
LISTEN_TO_BEST(12, 1)
static inline int place_13(int order, int number) {
switch (number) {
case 11:
return 0;
case 17:
return 1;
case 7:
return 2;
case 8:
return 3;
case 13:
return 4;
case 14:
return 5;
case 36:
return 6;
}
return -1;
}
LISTEN_TO_BEST(13, 1)
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
case 1:
if (((told[0] + 1) == 41)) return 2;
return state;
case 3:
if (((told[0] + 1) == 14) && ((told[1] + 1) == 15)) return 4;
return state;
case 4:
return 5;
case 5:
return 6;
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
if ((0x78ull >> (state) & 1)) total += ((m->node_scalar[3][at]) * (m->node_scalar[4][at]));
next_value(m, 6, at, m->node_scalar[6][at], total);
}
{
double total = 0.0;
if ((0x78ull >> (state) & 1)) total += ((m->node_scalar[6][at]) * (m->node_scalar[5][at]));
next_value(m, 7, at, m->node_scalar[7][at], total);
}
{
double total = 0.0;
if ((state == 3) && m->heard[0][at] != NOBODY) total += m->node_scalar[11][m->sender[m->heard[0][at]]];
if ((state == 4 || state == 5 || state == 6)) total += m->node_scalar[8][at];
next_value(m, 8, at, m->node_scalar[8][at], total);
}
{
double total = 0.0;
if ((state == 3) && m->heard[1][at] != NOBODY) total += m->node_scalar[11][m->sender[m->heard[1][at]]];
if ((state == 4 || state == 5 || state == 6)) total += m->node_scalar[9][at];
next_value(m, 9, at, m->node_scalar[9][at], total);
}
{
double total = 0.0;
if ((state == 5)) total += (m->node_scalar[8][at]);
if ((state == 5)) total += (m->node_scalar[9][at]);
if ((state == 5)) total += (m->node_scalar[7][at]);
if ((state == 6)) total += m->node_scalar[10][at];
next_value(m, 10, at, m->node_scalar[10][at], total);
}
{
double total = 0.0;
if ((state == 1) && m->heard[0][at] != NOBODY) total += m->node_scalar[10][m->sender[m->heard[0][at]]];
if ((state == 2)) total += m->node_scalar[11][at];
next_value(m, 11, at, m->node_scalar[11][at], total);
}
{
double total = 0.0;
if ((state == 1) && m->heard[0][at] != NOBODY) total += m->node_scalar[2][m->sender[m->heard[0][at]]];
if ((state == 2)) total += m->node_scalar[12][at];
next_value(m, 12, at, m->node_scalar[12][at], total);
}
}
INLINE void next_value(Machine *, int32_t, int32_t, double, double);
static void compute_arc(Machine *m, int32_t at) {
int state = (int)m->arc_state[at], sender = (int)m->node_state[m->sender[at]], receiver = (int)m->node_state[m->receiver[at]];
}
#include "generic.c"
