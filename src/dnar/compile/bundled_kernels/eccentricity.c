/* Eccentricity. Made by tools/make_kernels.py: do not edit. */
#include <stdint.h>
static const uint8_t ACTS[3][80] = {{18, [1 ... 59] = 0, 18, [61 ... 79] = 0}, {[0 ... 79] = 0}, {[0 ... 79] = 0}};
static const uint8_t ARC[1600] = {[0 ... 273] = 0, 1, 1, [276 ... 399] = 0, [400 ... 751] = 1, 2, 2, 2, 2, [756 ... 799] = 1, [800 ... 1199] = 2, [1200 ... 1599] = 3};
#define ARC_STATES 4
static const double BEST_SIGN[1] = {1.0};
static const int32_t BEST_SLOT[20] = {[0 ... 19] = -1};
#define BEST_SLOTS 0
#define CALLS_WEIGHTS 1
static const uint8_t CARES[5][20] = {{0, 0, 0, 0, 1, [5 ... 15] = 0, 1, 0, 0, 0}, {[0 ... 19] = 0}, {[0 ... 19] = 0}, {0, 0, 0, 0, 1, 0, 0, 0, 1, [9 ... 19] = 0}, {[0 ... 19] = 0}};
static const uint8_t CHOICES[1][5] = {{2, 0, 0, 2, 0}};
static const uint8_t CHOSEN[1][5][2] = {{{4, 16}, {0, 0}, {0, 0}, {4, 8}, {0, 0}}};
#define CLASSES 20
static const uint8_t CONCERNS[3][5] = {{1, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}};
static const int32_t COUNT_SLOT[20] = {[0 ... 19] = -1};
#define COUNT_SLOTS 0
static const uint8_t EVALUATE[5] = {1, 1, 0, 1, 0};
static const uint8_t FIND[1][5][2] = {{{5, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}}};
static const int32_t FIRST_SLOT[20] = {[0 ... 19] = -1};
#define FIRST_SLOTS 0
static const uint8_t FIXED_CHANGES[5] = {0, 0, 1, 0, 1};
#define FLAGS 2
#define HAS_LISTS 0
#define HAS_SUMS 1
#define HAS_VALUES 1
#define HEADS 1
static const int32_t HEAP_SLOT[1][20] = {{[0 ... 7] = -1, 0, [9 ... 19] = -1}};
#define HEAP_SLOTS 1
#define HEARD_BACK 0
static const int32_t HEARD_SLOT[1] = {-1};
#define HEARD_SLOTS 0
static const uint8_t HEARS[5] = {0, 0, 0, 1, 0};
static const double INC[5] = {1.0, 0.0, 0.0, 0.0, 0.0};
static const uint8_t KEEP[5] = {1, 1, 1, 1, 1};
static const uint8_t KEEPS_LIST[5] = {0, 0, 0, 0, 0};
static const uint8_t KEY[1] = {2};
static const uint8_t LISTENS[5] = {0, 0, 0, 1, 0};
static const uint8_t LIVE[400] = {[0 ... 399] = 0};
static const uint8_t LOOP_CHANGES[5] = {0, 0, 0, 0, 0};
#define MOST_CHOICES 2
static const uint8_t NEEDED[1][5][2] = {{{1, 1}, {0, 0}, {0, 0}, {1, 1}, {0, 0}}};
#define NODE_STATES 5
static const uint8_t OF_LOOP[1][5][2] = {{{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}}};
static const uint8_t OF_VIRTUAL[1][5][2] = {{{0, 1}, {0, 0}, {0, 0}, {0, 0}, {0, 0}}};
static const int32_t ONCE_SLOT[20] = {-1, -1, -1, -1, 0, [5 ... 19] = -1};
#define ONCE_SLOTS 1
static const uint8_t OUTCOME[5][3] = {{1, 2, 0}, {2, 1, 1}, {2, 2, 2}, {3, 4, 3}, {4, 4, 4}};
#define PERIOD 0
static const uint8_t PUSHING[5] = {0, 1, 0, 0, 0};
#define REAL_CHANGES(CASE) CASE(0, 0, 1) CASE(1, 0, 2) CASE(2, 1, 2)
#define REAL_STATES(CASE) CASE(0) CASE(1) CASE(2)
static const double SIGN[1] = {-1.0};
static const uint8_t SOUGHT[5] = {0, 0, 0, 0, 0};
static const uint8_t SPONTANEOUS[400] = {[0 ... 187] = 0, 1, [189 ... 399] = 0};
static const uint8_t STAYS[400] = {[0 ... 399] = 0};
static const uint8_t STREAMED[5] = {0, 0, 0, 0, 0};
static const uint8_t SUMMED[4] = {0, 1, 0, 0};
#define SUMS_PUSHED 0
static const uint8_t TELLS[5] = {0, 0, 0, 0, 0};
static const uint8_t UNHEARD[16] = {0, 1, [2 ... 15] = 0};
#define VIRTUAL_LISTENS 1
#define VIRTUAL_STATES(CASE) CASE(3) CASE(4)
static const uint8_t WALK[3] = {1, 0, 0};
static const uint8_t WALKS_LIST[5] = {0, 0, 0, 0, 0};
static const uint8_t WHICH[1][5][2] = {{{0, 0}, {0, 0}, {0, 0}, {0, 1}, {0, 0}}};
#ifdef DNAR_RECORD
#define CALLED_WEIGHTS 1
static const uint8_t CLOCK[5] = {0, 0, 0, 0, 0};
#define HAS_CLOCKS 0
#define LOOP_WEIGHTS 1
#define RECORDING 1
#define ROW_SCALARS 1
static const uint8_t SETTLES[5] = {0, 1, 1, 1, 0};
#define STORED_BACK 0
#else
#define CALLED_WEIGHTS 0
static const uint8_t CLOCK[5] = {1, 0, 0, 0, 0};
#define HAS_CLOCKS 1
#define LOOP_WEIGHTS 0
#define RECORDING 0
#define ROW_SCALARS 0
static const uint8_t SETTLES[5] = {1, 1, 1, 1, 0};
#define STORED_BACK 1
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
