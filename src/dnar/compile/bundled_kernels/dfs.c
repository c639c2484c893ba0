/* Depth-first search. Made by tools/make_kernels.py: do not edit. */
#include <stdint.h>
static const uint8_t ACTS[4][216] = {{[0 ... 215] = 0}, {[0 ... 80] = 0, 4, [82 ... 215] = 0}, {[0 ... 48] = 0, 1, 11, [51 ... 215] = 0}, {[0 ... 215] = 0}};
static const uint8_t ARC[5184] = {[0 ... 24] = 0, 1, 0, 1, [28 ... 145] = 0, 2, 2, [148 ... 157] = 0, 2, 2, [160 ... 863] = 0, [864 ... 1727] = 1, [1728 ... 2091] = 2, 0, 0, 0, 0, [2096 ... 2591] = 2, [2592 ... 2616] = 3, 1, 3, 1, [2620 ... 3455] = 3, [3456 ... 3591] = 4, 5, 5, 5, 5, [3596 ... 3735] = 4, 5, 5, 5, 5, [3740 ... 4191] = 4, 5, 5, 5, 5, [4196 ... 4215] = 4, 5, 5, 5, 5, [4220 ... 4319] = 4, [4320 ... 4460] = 5, 4, 5, 4, [4464 ... 5061] = 5, 4, 4, [5064 ... 5183] = 5};
#define ARC_STATES 6
static const double BEST_SIGN[1] = {1.0};
static const int32_t BEST_SLOT[36] = {[0 ... 35] = -1};
#define BEST_SLOTS 0
#define CALLED_WEIGHTS 0
#define CALLS_WEIGHTS 0
static const uint8_t CARES[6][36] = {{[0 ... 12] = 0, 1, [14 ... 33] = 0, 1, 0}, {[0 ... 35] = 0}, {[0 ... 19] = 0, 1, [21 ... 35] = 0}, {[0 ... 35] = 0}, {[0 ... 35] = 0}, {0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1, [18 ... 35] = 0}};
static const uint8_t CHOICES[1][6] = {{2, 1, 1, 0, 0, 5}};
static const uint8_t CHOSEN[1][6][5] = {{{13, 34, 0, 0, 0}, {0, 0, 0, 0, 0}, {20, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {10, 4, 17, 11, 5}}};
#define CLASSES 36
static const uint8_t CLOCK[6] = {0, 0, 0, 0, 0, 0};
static const uint8_t CONCERNS[4][6] = {{0, 0, 0, 0, 0, 0}, {0, 0, 0, 1, 0, 0}, {0, 1, 1, 0, 0, 0}, {0, 0, 0, 0, 0, 0}};
static const int32_t COUNT_SLOT[36] = {[0 ... 12] = -1, 0, -1, -1, -1, -1, -1, -1, 1, [21 ... 35] = -1};
#define COUNT_SLOTS 2
static const uint8_t EVALUATE[6] = {1, 1, 1, 0, 0, 1};
static const uint8_t FIND[1][6][5] = {{{1, 0, 0, 0, 0}, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}}};
static const int32_t FIRST_SLOT[36] = {0, [1 ... 35] = -1};
#define FIRST_SLOTS 1
static const uint8_t FIXED_CHANGES[6] = {1, 1, 0, 0, 0, 1};
#define FLAGS 2
#define HAS_CLOCKS 0
#define HAS_LISTS 1
#define HAS_SUMS 0
#define HAS_VALUES 0
#define HEADS 1
static const int32_t HEAP_SLOT[1][36] = {{-1, -1, -1, -1, -1, 0, [6 ... 35] = -1}};
#define HEAP_SLOTS 1
#define HEARD_BACK 1
static const uint8_t HEARD_SLOT[1] = {0};
#define HEARD_SLOTS 1
static const uint8_t HEARS[6] = {0, 1, 0, 0, 0, 1};
static const double INC[6] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
static const uint8_t KEEP[6] = {1, 1, 1, 1, 1, 1};
static const uint8_t KEEPS_LIST[6] = {1, 1, 1, 0, 0, 0};
static const uint8_t KEY[1] = {0};
static const uint8_t LISTENS[6] = {0, 0, 0, 0, 0, 1};
static const uint8_t LIVE[1296] = {[0 ... 229] = 0, 1, [231 ... 259] = 0, 1, 0, 0, 0, 0, 0, 1, [267 ... 295] = 0, 1, 0, 0, 0, 0, 0, 1, [303 ... 474] = 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, [488 ... 504] = 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, [518 ... 1295] = 0};
static const uint8_t LOOP_CHANGES[6] = {0, 0, 0, 0, 0, 0};
#define LOOP_WEIGHTS 0
#define MOST_CHOICES 5
static const uint8_t NEEDED[1][6][5] = {{{1, 1, 0, 0, 0}, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {1, 1, 1, 1, 1}}};
#define NODE_STATES 6
static const uint8_t OF_LOOP[1][6][5] = {{{0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}}};
static const uint8_t OF_VIRTUAL[1][6][5] = {{{0, 1, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}}};
static const int32_t ONCE_SLOT[36] = {[0 ... 35] = -1};
#define ONCE_SLOTS 0
static const uint8_t OUTCOME[6][6] = {{1, 1, 0, 0, 0, 0}, {2, 3, 1, 1, 1, 1}, {1, 2, 2, 2, 2, 2}, {3, 3, 3, 3, 3, 3}, {4, 4, 4, 4, 4, 4}, {5, 5, 5, 5, 5, 5}};
#define PERIOD 0
static const uint8_t PUSHING[6] = {0, 0, 0, 0, 0, 0};
#define REAL_CHANGES(CASE) CASE(0, 0, 1) CASE(1, 1, 2) CASE(2, 1, 3) CASE(3, 2, 1)
#define REAL_STATES(CASE) CASE(0) CASE(1) CASE(2) CASE(3)
#define ROW_SCALARS 0
static const uint8_t SETTLES[6] = {1, 1, 1, 1, 1, 1};
static const double SIGN[1] = {1.0};
static const uint8_t SOUGHT[6] = {1, 0, 0, 0, 0, 0};
static const uint8_t SPONTANEOUS[1296] = {[0 ... 522] = 0, 1, [524 ... 897] = 0, 1, [899 ... 933] = 0, 1, [935 ... 1047] = 0, 1, 0, 0, 0, 0, 0, 1, [1055 ... 1295] = 0};
static const uint8_t STAYS[1296] = {[0 ... 259] = 0, 1, 0, 0, 0, 0, 0, 1, [267 ... 295] = 0, 1, 0, 0, 0, 0, 0, 1, [303 ... 474] = 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, [488 ... 510] = 0, 1, 0, 0, 0, 0, 0, 1, [518 ... 1295] = 0};
#define STORED_BACK 1
static const uint8_t STREAMED[6] = {0, 0, 0, 0, 0, 0};
static const uint8_t SUMMED[6] = {0, 0, 0, 0, 0, 0};
#define SUMS_PUSHED 0
static const uint8_t TELLS[6] = {0, 0, 0, 0, 0, 0};
static const uint8_t UNHEARD[36] = {[0 ... 27] = 0, 1, 0, 0, 0, 0, 0, 0, 0};
#define VIRTUAL_LISTENS 1
#define VIRTUAL_STATES(CASE) CASE(4) CASE(5)
static const uint8_t WALK[4] = {0, 2, 2, 0};
static const uint8_t WALKS_LIST[6] = {0, 15, 0, 0, 0, 0};
static const uint8_t WHICH[1][6][5] = {{{0, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 1}}};
#ifdef DNAR_RECORD
#define RECORDING 1
#else
#define RECORDING 0
#endif
#include "machine.c"
#include "rows.c"
#include "listening.c"
#include "heaps.c"
#include "virtual.c"
#include "arcs.c"
#include "states.c"
#include "scalars.c"
#include "steps.c"
#include "loading.c"
#include "reading.c"
