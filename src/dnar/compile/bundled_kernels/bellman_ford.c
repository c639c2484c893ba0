/* Bellman-Ford algorithm. Made by tools/make_kernels.py: do not edit. */
#include <stdint.h>
#define ARC_STATES 2
#define HEADS 1
#define NODE_SCALARS 5
#define ARC_SCALARS 2
#define NODE_OPS 4
#define ARC_OPS 1
#define STREAMS 0
typedef uint8_t node_state_t;
typedef uint8_t arc_state_t;
#include "generic_machine.c"
static const int32_t PLACE_OF_SCALAR[7] = {0, 1, 2, 3, 4, 0, 1};
static const int32_t IS_NODE_SCALAR[7] = {1, 1, 1, 1, 1, 0, 0};
static const int32_t STREAM[1] = {0};
static const int32_t PERIOD[1] = {0};
static const int32_t NODE_READS[5] = {32, 11, 11, 1, 1};
static const int32_t ARC_READS[2] = {1, 36};
static const int32_t ORDER[HEADS + 1][6] = {{0, 1, 2, 3, 4, 5}};
INLINE double key_0(const Machine *m, int32_t arc) { return m->arc_scalar[1][arc]; }
static inline int place_0(int order, int number) {
switch (number) {
case 6:
return 0;
}
return -1;
}
static const int32_t ENTRIES_0[2] = {1, 0};
LISTEN_TO_OTHERS(0, 0, 1, 2, ENTRIES_0)
static inline int place_1(int order, int number) {
switch (number) {
case 5:
return 0;
case 1:
return 1;
case 3:
return 2;
case 9:
return 3;
case 4:
return 4;
case 0:
return 5;
case 2:
return 6;
case 7:
return 7;
case 8:
return 8;
case 10:
return 9;
}
return -1;
}
static const int32_t ENTRIES_1[19] = {0, 2, 4, 1, 3, 5, 6, 8, 10, 12, 7, 9, 11, 14, 13, 16, 15, 17, 19};
LISTEN_TO_OTHERS(1, 0, 10, 19, ENTRIES_1)
static inline int place_2(int order, int number) {
switch (number) {
case 3:
return 0;
case 5:
return 1;
case 1:
return 2;
case 9:
return 3;
case 2:
return 4;
case 4:
return 5;
case 7:
return 6;
case 10:
return 7;
case 0:
return 8;
case 8:
return 9;
}
return -1;
}
static const int32_t ENTRIES_2[19] = {0, 2, 4, 1, 3, 6, 5, 7, 8, 10, 12, 15, 9, 16, 18, 11, 13, 17, 19};
LISTEN_TO_OTHERS(2, 0, 10, 19, ENTRIES_2)
static inline int place_3(int order, int number) {
switch (number) {
case 6:
return 0;
case 0:
return 1;
case 8:
return 2;
case 7:
return 3;
case 2:
return 4;
case 4:
return 5;
case 10:
return 6;
case 1:
return 7;
case 9:
return 8;
}
return -1;
}
static const int32_t ENTRIES_3[15] = {1, 0, 3, 5, 7, 9, 11, 13, 2, 4, 6, 8, 10, 15, 17};
LISTEN_TO_OTHERS(3, 0, 9, 15, ENTRIES_3)
static inline int place_4(int order, int number) {
switch (number) {
case 5:
return 0;
case 9:
return 1;
case 4:
return 2;
case 3:
return 3;
case 0:
return 4;
case 8:
return 5;
case 2:
return 6;
case 10:
return 7;
case 7:
return 8;
}
return -1;
}
static const int32_t ENTRIES_4[17] = {0, 2, 1, 4, 6, 8, 3, 10, 5, 12, 7, 9, 15, 16, 11, 13, 17};
LISTEN_TO_OTHERS(4, 0, 9, 17, ENTRIES_4)
static inline int place_5(int order, int number) {
switch (number) {
case 10:
return 0;
case 8:
return 1;
case 2:
return 2;
case 0:
return 3;
case 4:
return 4;
case 6:
return 5;
}
return -1;
}
static const int32_t ENTRIES_5[11] = {1, 2, 4, 6, 8, 3, 5, 7, 9, 10, 11};
LISTEN_TO_OTHERS(5, 0, 6, 11, ENTRIES_5)
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
INLINE int pushes_to_arcs(int state) { return (state == 2 || state == 3 || state == 4); }
INLINE int is_taken(int state) { return (0); }
INLINE int is_heard_from(int state) { return 1; }
static inline int node_outcome(const Machine *m, int32_t at, int state, const int *told) {
switch (state) {
case 0:
if (((told[0] + 1) == 7)) return 1;
return state;
case 1:
return 2;
case 2:
return 3;
case 3:
if ((m->node_scalar[2][at] < m->node_scalar[1][at])) return 4;
return state;
case 4:
return 3;
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
if ((state == 1 || state == 2 || state == 4)) total += m->node_scalar[2][at];
if ((state == 0 || state == 3) && m->heard[0][at] != NOBODY) total += m->arc_scalar[1][m->heard[0][at]];
next_value(m, 2, at, m->node_scalar[2][at], total);
}
{
double total = 0.0;
if ((state == 1 || state == 2 || state == 4)) total += m->node_scalar[3][at];
if ((state == 0 || state == 3) && m->heard[0][at] != NOBODY) total += m->node_scalar[0][m->sender[m->heard[0][at]]];
next_value(m, 3, at, m->node_scalar[3][at], total);
}
{
double total = 0.0;
if ((0x2bull >> (state) & 1)) total += m->node_scalar[1][at];
if ((state == 2 || state == 4)) total += (m->node_scalar[2][at]);
next_value(m, 1, at, m->node_scalar[1][at], total);
}
{
double total = 0.0;
if ((0x2bull >> (state) & 1)) total += m->node_scalar[4][at];
if ((state == 2 || state == 4)) total += (m->node_scalar[3][at]);
next_value(m, 4, at, m->node_scalar[4][at], total);
}
}
INLINE void next_value(Machine *, int32_t, int32_t, double, double);
static void compute_arc(Machine *m, int32_t at) {
int state = (int)m->arc_state[at], sender = (int)m->node_state[m->sender[at]], receiver = (int)m->node_state[m->receiver[at]];
{
double total = 0.0;
if (1) total += (m->arc_scalar[0][at]);
if ((sender == 3)) total += m->node_scalar[1][m->sender[at]];
if ((sender == 2 || sender == 4)) total += m->node_scalar[2][m->sender[at]];
next_value(m, 6, at, m->arc_scalar[1][at], total);
}
}
#include "generic.c"
