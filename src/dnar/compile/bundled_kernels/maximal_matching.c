/* Maximal matching. Made by tools/make_kernels.py: do not edit. */
#include <stdint.h>
static const uint8_t ACTS[1][27] = {{3, [1 ... 26] = 0}};
static const uint8_t ARC[324] = {0, 0, 0, 1, [4 ... 107] = 0, [108 ... 215] = 1, [216 ... 323] = 2};
#define ARC_STATES 3
static const double BEST_SIGN[2] = {-1.0, 1.0};
static const int32_t BEST_SLOT[9] = {0, [1 ... 8] = -1};
#define BEST_SLOTS 1
static const uint8_t CARES[3][9] = {{1, 1, 0, 0, 0, 0, 0, 0, 0}, {[0 ... 8] = 0}, {[0 ... 8] = 0}};
static const uint8_t CHOICES[1][3] = {{2, 0, 0}};
static const uint8_t CHOSEN[1][3][2] = {{{1, 0}, {0, 0}, {0, 0}}};
#define CLASSES 9
static const uint8_t CLOCK[3] = {0, 0, 0};
static const uint8_t CONCERNS[1][3] = {{1, 0, 0}};
static const int32_t COUNT_SLOT[9] = {-1, 0, -1, -1, -1, -1, -1, -1, -1};
#define COUNT_SLOTS 1
static const uint8_t EVALUATE[3] = {1, 0, 0};
static const uint8_t FIND[1][3][2] = {{{1, 3}, {0, 0}, {0, 0}}};
static const int32_t FIRST_SLOT[9] = {[0 ... 8] = -1};
#define FIRST_SLOTS 0
static const uint8_t FIXED_CHANGES[3] = {0, 0, 0};
#define FLAGS 2
#define HAS_CLOCKS 0
#define HAS_LISTS 0
#define HAS_SUMS 0
#define HAS_VALUES 0
#define HEADS 1
static const int32_t HEAP_SLOT[1][9] = {{[0 ... 8] = -1}};
#define HEAP_SLOTS 0
#define HEARD_BACK 1
static const uint8_t HEARD_SLOT[1] = {0};
#define HEARD_SLOTS 1
static const uint8_t HEARS[3] = {1, 0, 0};
static const double INC[3] = {0.0, 0.0, 0.0};
static const uint8_t KEEP[3] = {1, 1, 1};
static const uint8_t KEEPS_LIST[3] = {0, 0, 0};
static const uint8_t KEY[1] = {1};
static const uint8_t LISTENS[3] = {0, 0, 0};
static const uint8_t LIVE[81] = {[0 ... 80] = 0};
static const uint8_t LOOP_CHANGES[3] = {0, 0, 0};
#define MOST_CHOICES 2
static const uint8_t NEEDED[1][3][2] = {{{1, 1}, {0, 0}, {0, 0}}};
#define NODE_STATES 3
static const uint8_t OF_LOOP[1][3][2] = {{{0, 0}, {0, 0}, {0, 0}}};
static const uint8_t OF_VIRTUAL[1][3][2] = {{{0, 0}, {0, 0}, {0, 0}}};
static const int32_t ONCE_SLOT[9] = {[0 ... 8] = -1};
#define ONCE_SLOTS 0
static const uint8_t OUTCOME[3][3] = {{1, 0, 0}, {1, 1, 1}, {2, 2, 2}};
#define PERIOD 0
static const uint8_t PUSHING[3] = {0, 0, 0};
#define REAL_CHANGES(CASE) CASE(0, 0, 1)
#define REAL_STATES(CASE) CASE(0) CASE(1)
#define ROW_SCALARS 1
static const uint8_t SETTLES[3] = {1, 1, 1};
static const double SIGN[1] = {-1.0};
static const uint8_t SOUGHT[3] = {0, 0, 0};
static const uint8_t SPONTANEOUS[81] = {[0 ... 80] = 0};
static const uint8_t STAYS[81] = {[0 ... 80] = 0};
#define STORED_BACK 0
static const uint8_t STREAMED[3] = {0, 0, 0};
static const uint8_t SUMMED[3] = {0, 0, 0};
#define SUMS_PUSHED 0
static const uint8_t TELLS[3] = {0, 0, 0};
static const uint8_t UNHEARD[9] = {[0 ... 8] = 0};
#define VIRTUAL_LISTENS 0
#define VIRTUAL_STATES(CASE) CASE(2)
static const uint8_t WALK[1] = {1};
static const uint8_t WALKS_LIST[3] = {0, 0, 0};
static const uint8_t WHICH[1][3][2] = {{{0, 1}, {0, 0}, {0, 0}}};
#ifdef DNAR_RECORD
#define CALLED_WEIGHTS 1
#define CALLS_WEIGHTS 1
#define LOOP_WEIGHTS 1
#define RECORDING 1
#else
#define CALLED_WEIGHTS 0
#define CALLS_WEIGHTS 0
#define LOOP_WEIGHTS 0
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
