/* Core numbers. Made by tools/make_kernels.py: do not edit. */
#include <stdint.h>
#define ARC_STATES 2
#define HEADS 1
#define NODE_SCALARS 3
#define ARC_SCALARS 1
#define NODE_OPS 3
#define ARC_OPS 1
#define STREAMS 0
typedef uint8_t node_state_t;
typedef uint8_t arc_state_t;
#include "generic_machine.c"
static const int32_t PLACE_OF_SCALAR[4] = {0, 1, 2, 0};
static const int32_t IS_NODE_SCALAR[4] = {1, 1, 1, 0};
static const int32_t STREAM[1] = {0};
static const int32_t PERIOD[1] = {0};
static const int32_t NODE_READS[3] = {8, 2, 35};
static const int32_t ARC_READS[1] = {8};
static const int32_t ORDER[HEADS + 1][12] = {{0, 1, 2, -1, 3, -1, 4, 5, -1, 6, 7, 8}};
INLINE double key_0(const Machine *m, int32_t arc) { return 0.0; }
static inline int place_0(int order, int number) {
switch (number) {
case 17:
return 0;
case 1:
return 1;
case 8:
return 2;
case 10:
return 3;
case 4:
return 4;
case 6:
return 5;
case 0:
return 6;
case 2:
return 7;
case 15:
return 8;
}
return -1;
}
static const int32_t ENTRIES_0[15] = {1, 3, 5, 7, 4, 6, 9, 8, 11, 13, 10, 12, 15, 17, 14};
LISTEN_TO_OTHERS(0, 0, 9, 15, ENTRIES_0)
static inline int place_1(int order, int number) {
switch (number) {
case 17:
return 0;
case 21:
return 1;
case 23:
return 2;
case 19:
return 3;
case 15:
return 4;
}
return -1;
}
LISTEN_TO_BEST(1, 0)
static inline int place_2(int order, int number) {
switch (number) {
case 6:
return 0;
case 8:
return 1;
}
return -1;
}
static const int32_t ENTRIES_2[3] = {1, 0, 3};
LISTEN_TO_OTHERS(2, 0, 2, 3, ENTRIES_2)
static inline int place_3(int order, int number) {
switch (number) {
case 10:
return 0;
case 2:
return 1;
case 4:
return 2;
case 6:
return 3;
case 9:
return 4;
}
return -1;
}
static const int32_t ENTRIES_3[7] = {1, 0, 3, 5, 7, 9, 2};
LISTEN_TO_OTHERS(3, 0, 5, 7, ENTRIES_3)
static inline int place_4(int order, int number) {
switch (number) {
case 13:
return 0;
}
return -1;
}
LISTEN_TO_BEST(4, 0)
static inline int place_5(int order, int number) {
switch (number) {
case 15:
return 0;
case 1:
return 1;
}
return -1;
}
static const int32_t ENTRIES_5[3] = {1, 3, 2};
LISTEN_TO_OTHERS(5, 0, 2, 3, ENTRIES_5)
static inline int place_6(int order, int number) {
switch (number) {
case 19:
return 0;
case 7:
return 1;
case 5:
return 2;
case 3:
return 3;
case 9:
return 4;
}
return -1;
}
static const int32_t ENTRIES_6[6] = {1, 3, 2, 5, 7, 9};
LISTEN_TO_OTHERS(6, 0, 5, 6, ENTRIES_6)
static inline int place_7(int order, int number) {
switch (number) {
case 5:
return 0;
case 7:
return 1;
case 9:
return 2;
case 3:
return 3;
}
return -1;
}
static const int32_t ENTRIES_7[7] = {1, 3, 0, 2, 5, 7, 4};
LISTEN_TO_OTHERS(7, 0, 4, 7, ENTRIES_7)
static inline int place_8(int order, int number) {
switch (number) {
case 23:
return 0;
}
return -1;
}
LISTEN_TO_BEST(8, 0)
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
}
return 0;
}
#define PULLING_HEADS 0x1ull
INLINE int is_summed(int state) { return (state == 0); }
INLINE int pushes_to_arcs(int state) { return (state == 0 || state == 1); }
INLINE int is_taken(int state) { return (0); }
INLINE int is_heard_from(int state) { return 1; }
static inline int node_outcome(const Machine *m, int32_t at, int state, const int *told) {
switch (state) {
case 0:
if (((told[0] + 1) == 18)) return 1;
return state;
case 1:
if ((m->node_scalar[1][at] < m->node_scalar[2][at] || !(m->node_scalar[1][at] < m->node_scalar[2][at] || m->node_scalar[1][at] > m->node_scalar[2][at]))) return 2;
return state;
case 2:
return 3;
case 3:
return 4;
case 4:
return 5;
case 6:
return 7;
case 7:
return 8;
case 8:
return 9;
case 9:
return 10;
case 10:
if (((told[0] + 1) == 4)) return 11;
return state;
case 11:
return 8;
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
if (1) total += (1.0);
next_value(m, 0, at, m->node_scalar[0][at], total);
}
{
double total = 0.0;
m->visits += m->begin[at + 1] - m->begin[at];
for (int32_t arc = m->begin[at]; arc < m->begin[at + 1]; arc++)
if (((int)m->arc_state[arc] == 0)) total += m->arc_scalar[0][arc];
next_value(m, 1, at, m->node_scalar[1][at], total);
}
{
double total = 0.0;
if ((state == 11)) total += (1.0);
if ((0xffcull >> (state) & 1)) total += m->node_scalar[2][at];
if ((state == 1) && m->heard[0][at] != NOBODY) total += m->node_scalar[2][m->sender[m->heard[0][at]]];
next_value(m, 2, at, m->node_scalar[2][at], total);
}
}
INLINE void next_value(Machine *, int32_t, int32_t, double, double);
static void compute_arc(Machine *m, int32_t at) {
int state = (int)m->arc_state[at], sender = (int)m->node_state[m->sender[at]], receiver = (int)m->node_state[m->receiver[at]];
{
double total = 0.0;
if ((sender == 0 || sender == 1)) total += m->node_scalar[0][m->sender[at]];
next_value(m, 3, at, m->arc_scalar[0][at], total);
}
}
#include "generic.c"
