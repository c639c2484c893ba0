/* Topological sort. Made by tools/make_kernels.py: do not edit. */
#include <stdint.h>
static const uint8_t ACTS[4][150] = {{[0 ... 149] = 0}, {[0 ... 68] = 0, 4, [70 ... 149] = 0}, {[0 ... 42] = 0, 1, 11, [45 ... 149] = 0}, {[0 ... 149] = 0}};
static const uint8_t ARC[3600] = {[0 ... 100] = 0, 4, 0, 4, [104 ... 133] = 0, 2, 2, [136 ... 601] = 0, 4, 4, [604 ... 719] = 0, [720 ... 1439] = 1, [1440 ... 1743] = 2, 0, 0, 0, 0, [1748 ... 2159] = 2, [2160 ... 2180] = 3, 1, 3, 1, [2184 ... 2879] = 3, [2880 ... 2995] = 4, 0, 0, 0, 0, [3000 ... 3115] = 4, 0, 0, 0, 0, [3120 ... 3495] = 4, 0, 0, 0, 0, [3500 ... 3515] = 4, 0, 0, 0, 0, [3520 ... 3599] = 4};
#define ARC_STATES 5
static const double BEST_SIGN[1] = {1.0};
static const int32_t BEST_SLOT[30] = {[0 ... 29] = -1};
#define BEST_SLOTS 0
#define CALLED_WEIGHTS 0
#define CALLS_WEIGHTS 0
static const uint8_t CARES[6][30] = {{[0 ... 10] = 0, 1, [12 ... 24] = 0, 1, 0, 0, 0, 0}, {[0 ... 29] = 0}, {[0 ... 16] = 0, 1, [18 ... 29] = 0}, {[0 ... 29] = 0}, {[0 ... 29] = 0}, {1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, [11 ... 29] = 0}};
static const uint8_t CHOICES[1][6] = {{2, 1, 1, 0, 0, 5}};
static const uint8_t CHOSEN[1][6][5] = {{{11, 25, 0, 0, 0}, {0, 0, 0, 0, 0}, {17, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {9, 5, 4, 10, 0}}};
#define CLASSES 30
static const uint8_t CONCERNS[4][6] = {{0, 0, 0, 0, 0, 0}, {0, 0, 0, 1, 0, 0}, {0, 1, 1, 0, 0, 0}, {0, 0, 0, 0, 0, 0}};
static const int32_t COUNT_SLOT[30] = {[0 ... 10] = -1, 0, -1, -1, -1, -1, -1, 1, [18 ... 29] = -1};
#define COUNT_SLOTS 2
static const uint8_t EVALUATE[6] = {1, 1, 1, 0, 0, 1};
static const uint8_t FIND[1][6][5] = {{{1, 0, 0, 0, 0}, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}}};
static const int32_t FIRST_SLOT[30] = {0, [1 ... 29] = -1};
#define FIRST_SLOTS 1
static const uint8_t FIXED_CHANGES[6] = {1, 1, 0, 0, 0, 1};
#define FLAGS 2
#define HAS_LISTS 1
#define HAS_SUMS 0
#define HAS_VALUES 1
#define HEADS 1
static const int32_t HEAP_SLOT[1][30] = {{0, [1 ... 29] = -1}};
#define HEAP_SLOTS 1
#define HEARD_BACK 1
static const uint8_t HEARD_SLOT[1] = {0};
#define HEARD_SLOTS 1
static const uint8_t HEARS[6] = {0, 1, 0, 0, 0, 1};
static const double INC[6] = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0};
static const uint8_t KEEP[6] = {1, 1, 1, 1, 1, 1};
static const uint8_t KEEPS_LIST[6] = {1, 1, 1, 0, 0, 0};
static const uint8_t KEY[1] = {0};
static const uint8_t LISTENS[6] = {0, 0, 0, 0, 0, 1};
static const uint8_t LIVE[900] = {[0 ... 191] = 0, 1, [193 ... 216] = 0, 1, 0, 0, 0, 0, 1, [223 ... 246] = 0, 1, 0, 0, 0, 0, 1, [253 ... 395] = 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, [407 ... 420] = 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, [432 ... 899] = 0};
static const uint8_t LOOP_CHANGES[6] = {0, 0, 0, 0, 0, 0};
#define LOOP_WEIGHTS 0
#define MOST_CHOICES 5
static const uint8_t NEEDED[1][6][5] = {{{1, 1, 0, 0, 0}, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {1, 1, 1, 1, 1}}};
#define NODE_STATES 6
static const uint8_t OF_LOOP[1][6][5] = {{{0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}}};
static const uint8_t OF_VIRTUAL[1][6][5] = {{{0, 1, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}}};
static const int32_t ONCE_SLOT[30] = {[0 ... 29] = -1};
#define ONCE_SLOTS 0
static const uint8_t OUTCOME[6][6] = {{1, 0, 1, 0, 0, 0}, {2, 3, 1, 1, 1, 1}, {1, 2, 2, 2, 2, 2}, {3, 3, 3, 3, 3, 3}, {4, 4, 4, 4, 4, 4}, {5, 5, 5, 5, 5, 5}};
#define PERIOD 0
static const uint8_t PUSHING[6] = {0, 0, 0, 0, 0, 0};
#define REAL_CHANGES(CASE) CASE(0, 0, 1) CASE(1, 1, 2) CASE(2, 1, 3) CASE(3, 2, 1)
#define REAL_STATES(CASE) CASE(0) CASE(1) CASE(2) CASE(3)
#define ROW_SCALARS 0
static const double SIGN[1] = {1.0};
static const uint8_t SOUGHT[6] = {1, 0, 0, 0, 0, 0};
static const uint8_t SPONTANEOUS[900] = {[0 ... 435] = 0, 1, [437 ... 748] = 0, 1, [750 ... 778] = 0, 1, [780 ... 873] = 0, 1, 0, 0, 0, 0, 1, [880 ... 899] = 0};
static const uint8_t STAYS[900] = {[0 ... 216] = 0, 1, 0, 0, 0, 0, 1, [223 ... 246] = 0, 1, 0, 0, 0, 0, 1, [253 ... 395] = 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, [407 ... 425] = 0, 1, 0, 0, 0, 0, 1, [432 ... 899] = 0};
#define STORED_BACK 1
static const uint8_t STREAMED[6] = {0, 0, 0, 0, 0, 0};
static const uint8_t SUMMED[5] = {0, 0, 0, 0, 0};
#define SUMS_PUSHED 0
static const uint8_t TELLS[6] = {0, 0, 0, 0, 0, 0};
static const uint8_t UNHEARD[25] = {[0 ... 23] = 0, 1};
#define VIRTUAL_LISTENS 1
#define VIRTUAL_STATES(CASE) CASE(5)
static const uint8_t WALK[4] = {0, 2, 2, 0};
static const uint8_t WALKS_LIST[6] = {0, 15, 0, 0, 0, 0};
static const uint8_t WHICH[1][6][5] = {{{0, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 1}}};
#ifdef DNAR_RECORD
static const uint8_t CLOCK[6] = {0, 0, 0, 0, 0, 0};
#define HAS_CLOCKS 0
#define RECORDING 1
static const uint8_t SETTLES[6] = {0, 0, 0, 1, 1, 1};
#else
static const uint8_t CLOCK[6] = {1, 1, 1, 0, 0, 0};
#define HAS_CLOCKS 1
#define RECORDING 0
static const uint8_t SETTLES[6] = {1, 1, 1, 1, 1, 1};
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
