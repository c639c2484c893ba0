/* Maximal independent set. Made by tools/make_kernels.py: do not edit. */
#include <stdint.h>
static const uint8_t ACTS[5][24] = {{[0 ... 23] = 0}, {[0 ... 23] = 0}, {0, 0, 1, [3 ... 23] = 0}, {[0 ... 23] = 0}, {[0 ... 23] = 0}};
static const uint8_t ARC[576] = {0, 0, 0, 1, [4 ... 287] = 0, [288 ... 575] = 1};
#define ARC_STATES 2
static const double BEST_SIGN[1] = {1.0};
static const int32_t BEST_SLOT[12] = {[0 ... 11] = -1};
#define BEST_SLOTS 0
#define CALLED_WEIGHTS 0
#define CALLS_WEIGHTS 0
static const uint8_t CARES[6][12] = {{[0 ... 11] = 0}, {[0 ... 11] = 0}, {[0 ... 11] = 0}, {[0 ... 11] = 0}, {[0 ... 11] = 0}, {[0 ... 11] = 0}};
static const uint8_t CHOICES[1][6] = {{1, 1, 1, 0, 0, 0}};
static const uint8_t CHOSEN[1][6][1] = {{{0}, {3}, {6}, {0}, {0}, {0}}};
#define CLASSES 12
static const uint8_t CLOCK[6] = {0, 0, 0, 0, 0, 0};
static const uint8_t CONCERNS[5][6] = {{0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0}, {0, 0, 1, 0, 0, 0}, {0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0}};
static const int32_t COUNT_SLOT[12] = {-1, -1, -1, 0, -1, -1, 1, -1, -1, -1, -1, -1};
#define COUNT_SLOTS 2
static const uint8_t EVALUATE[6] = {1, 1, 1, 0, 0, 0};
static const uint8_t FIND[1][6][1] = {{{4}, {1}, {1}, {0}, {0}, {0}}};
static const int32_t FIRST_SLOT[12] = {[0 ... 11] = -1};
#define FIRST_SLOTS 0
static const uint8_t FIXED_CHANGES[6] = {0, 0, 0, 0, 0, 0};
#define FLAGS 2
#define HAS_CLOCKS 0
#define HAS_LISTS 0
#define HAS_SUMS 0
#define HAS_VALUES 0
#define HEADS 1
static const int32_t HEAP_SLOT[1][12] = {{[0 ... 11] = -1}};
#define HEAP_SLOTS 0
#define HEARD_BACK 1
static const uint8_t HEARD_SLOT[1] = {0};
#define HEARD_SLOTS 1
static const uint8_t HEARS[6] = {1, 0, 0, 0, 0, 0};
static const double INC[6] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
static const uint8_t KEEP[6] = {1, 1, 1, 1, 1, 1};
static const uint8_t KEEPS_LIST[6] = {0, 0, 0, 0, 0, 0};
static const uint8_t KEY[1] = {3};
static const uint8_t LISTENS[6] = {0, 0, 0, 0, 0, 0};
static const uint8_t LIVE[144] = {[0 ... 143] = 0};
static const uint8_t LOOP_CHANGES[6] = {0, 0, 0, 0, 0, 0};
#define LOOP_WEIGHTS 0
#define MOST_CHOICES 1
static const uint8_t NEEDED[1][6][1] = {{{1}, {1}, {1}, {0}, {0}, {0}}};
#define NODE_STATES 6
static const uint8_t OF_LOOP[1][6][1] = {{{1}, {1}, {0}, {0}, {0}, {0}}};
static const uint8_t OF_VIRTUAL[1][6][1] = {{{0}, {0}, {0}, {0}, {0}, {0}}};
static const int32_t ONCE_SLOT[12] = {[0 ... 11] = -1};
#define ONCE_SLOTS 0
static const uint8_t OUTCOME[6][2] = {{1, 1}, {3, 2}, {4, 0}, {3, 3}, {4, 4}, {5, 5}};
#define PERIOD 3
static const uint8_t PUSHING[6] = {0, 0, 0, 0, 0, 0};
#define REAL_CHANGES(CASE) CASE(0, 0, 1) CASE(1, 1, 2) CASE(2, 1, 3) CASE(3, 2, 0) CASE(4, 2, 4)
#define REAL_STATES(CASE) CASE(0) CASE(1) CASE(2) CASE(3) CASE(4)
#define ROW_SCALARS 0
static const uint8_t SETTLES[6] = {1, 1, 1, 1, 1, 1};
static const double SIGN[1] = {1.0};
static const uint8_t SOUGHT[6] = {0, 0, 0, 0, 0, 0};
static const uint8_t SPONTANEOUS[144] = {[0 ... 143] = 0};
static const uint8_t STAYS[144] = {[0 ... 143] = 0};
#define STORED_BACK 1
static const uint8_t STREAMED[6] = {1, 1, 1, 0, 0, 0};
static const uint8_t SUMMED[2] = {0, 0};
#define SUMS_PUSHED 0
static const uint8_t TELLS[6] = {0, 0, 0, 0, 0, 0};
static const uint8_t UNHEARD[4] = {0, 0, 0, 0};
#define VIRTUAL_LISTENS 0
#define VIRTUAL_STATES(CASE) CASE(5)
static const uint8_t WALK[5] = {0, 0, 1, 0, 0};
static const uint8_t WALKS_LIST[6] = {0, 0, 0, 0, 0, 0};
static const uint8_t WHICH[1][6][1] = {{{1}, {0}, {0}, {0}, {0}, {0}}};
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
