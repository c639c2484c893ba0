/* Dijkstra's algorithm. Made by tools/make_kernels.py: do not edit. */
#include <stdint.h>
static const uint8_t ACTS[7][200] = {{[0 ... 199] = 0}, {[0 ... 199] = 0}, {[0 ... 199] = 0}, {[0 ... 45] = 0, 4, [47 ... 77] = 0, 4, [79 ... 199] = 0}, {3, 1, 1, 3, 1, [5 ... 45] = 0, 4, [47 ... 77] = 0, 4, [79 ... 159] = 0, 3, 1, 1, 3, 1, [165 ... 199] = 0}, {[0 ... 199] = 0}, {0, 1, 1, 3, 1, [5 ... 160] = 0, 1, 1, 3, 1, [165 ... 199] = 0}};
static const uint8_t ARC[25600] = {[0 ... 1123] = 0, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, [1136 ... 1187] = 0, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, [1200 ... 2481] = 0, 3, 3, 0, 0, 3, 3, 0, 0, 3, 3, 0, 0, 3, 3, [2496 ... 4727] = 0, [4728 ... 4735] = 3, [4736 ... 5119] = 0, [5120 ... 8159] = 1, [8160 ... 8175] = 0, [8176 ... 8223] = 1, [8224 ... 8239] = 0, [8240 ... 8799] = 1, [8800 ... 8815] = 2, [8816 ... 8863] = 1, [8864 ... 8879] = 2, [8880 ... 10239] = 1, [10240 ... 15359] = 2, [15360 ... 17887] = 3, [17888 ... 17903] = 0, [17904 ... 18527] = 3, [18528 ... 18543] = 0, [18544 ... 19167] = 3, [19168 ... 19183] = 0, [19184 ... 20127] = 3, [20128 ... 20143] = 0, [20144 ... 20207] = 3, [20208 ... 20223] = 0, [20224 ... 20287] = 3, [20288 ... 20303] = 0, [20304 ... 20479] = 3, [20480 ... 25599] = 4};
#define ARC_STATES 5
static const double BEST_SIGN[2] = {1.0, 1.0};
static const int32_t BEST_SLOT[40] = {[0 ... 29] = -1, 0, [31 ... 39] = -1};
#define BEST_SLOTS 1
static const uint8_t CARES[8][40] = {{[0 ... 24] = 0, 1, [26 ... 39] = 0}, {[0 ... 39] = 0}, {[0 ... 39] = 0}, {[0 ... 24] = 0, 1, [26 ... 37] = 0, 1, 0}, {[0 ... 39] = 0}, {[0 ... 39] = 0}, {[0 ... 39] = 0}, {0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, [29 ... 39] = 0}};
static const uint8_t CHOICES[2][8] = {{1, 1, 0, 2, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 8}};
static const uint8_t CHOSEN[2][8][8] = {{{25, 0, 0, 0, 0, 0, 0, 0}, {30, 0, 0, 0, 0, 0, 0, 0}, {[0 ... 7] = 0}, {38, 25, 0, 0, 0, 0, 0, 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}}, {{[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {23, 5, 25, 28, 20, 18, 10, 15}}};
#define CLASSES 40
static const uint8_t CLOCK[8] = {[0 ... 7] = 0};
static const uint8_t CONCERNS[7][8] = {{[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {0, 0, 0, 0, 0, 0, 1, 0}, {1, 1, 1, 1, 1, 0, 1, 0}, {[0 ... 7] = 0}, {0, 1, 1, 1, 1, 0, 0, 0}};
static const int32_t COUNT_SLOT[40] = {[0 ... 24] = -1, 0, [26 ... 39] = -1};
#define COUNT_SLOTS 1
static const uint8_t EVALUATE[8] = {1, 1, 1, 1, 1, 1, 0, 1};
static const uint8_t FIND[2][8][8] = {{{1, 0, 0, 0, 0, 0, 0, 0}, {3, 0, 0, 0, 0, 0, 0, 0}, {[0 ... 7] = 0}, {0, 1, 0, 0, 0, 0, 0, 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}}, {{[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}}};
static const int32_t FIRST_SLOT[40] = {[0 ... 39] = -1};
#define FIRST_SLOTS 0
static const uint8_t FIXED_CHANGES[8] = {0, 0, 0, 1, 1, 1, 0, 1};
#define FLAGS 4
#define HAS_CLOCKS 0
#define HAS_LISTS 1
#define HAS_SUMS 1
#define HAS_VALUES 1
#define HEADS 2
static const int32_t HEAP_SLOT[2][40] = {{[0 ... 39] = -1}, {[0 ... 14] = -1, 0, [16 ... 39] = -1}};
#define HEAP_SLOTS 1
#define HEARD_BACK 0
static const int32_t HEARD_SLOT[2] = {0, -1};
#define HEARD_SLOTS 1
static const uint8_t HEARS[8] = {0, 1, 0, 0, 0, 0, 0, 1};
static const double INC[8] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
static const uint8_t KEEP[8] = {0, 0, 0, 0, 0, 0, 1, 1};
static const uint8_t KEEPS_LIST[8] = {1, 1, 1, 1, 1, 0, 0, 0};
static const uint8_t KEY[2] = {1, 2};
static const uint8_t LISTENS[8] = {0, 0, 0, 0, 0, 0, 0, 1};
static const uint8_t LIVE[1600] = {[0 ... 429] = 0, 1, 0, 0, 0, 1, [435 ... 469] = 0, 1, 0, 0, 0, 1, [475 ... 509] = 0, 1, 0, 0, 0, 1, [515 ... 1599] = 0};
static const uint8_t LOOP_CHANGES[8] = {[0 ... 7] = 0};
#define MOST_CHOICES 8
static const uint8_t NEEDED[2][8][8] = {{{1, 0, 0, 0, 0, 0, 0, 0}, {1, 0, 0, 0, 0, 0, 0, 0}, {[0 ... 7] = 0}, {1, 1, 0, 0, 0, 0, 0, 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}}, {{[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 1}}};
#define NODE_STATES 8
static const uint8_t OF_LOOP[2][8][8] = {{{[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}}, {{[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}}};
static const uint8_t OF_VIRTUAL[2][8][8] = {{{[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {1, 0, 0, 0, 0, 0, 0, 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}}, {{[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}}};
static const int32_t ONCE_SLOT[40] = {[0 ... 39] = -1};
#define ONCE_SLOTS 0
static const uint8_t OUTCOME[8][81] = {{1, [1 ... 80] = 0}, {2, [1 ... 8] = 1, 2, [10 ... 80] = 1}, {3, [1 ... 80] = 2}, {5, [1 ... 8] = 3, 4, [10 ... 80] = 3}, {1, [1 ... 80] = 4}, {6, [1 ... 80] = 5}, {[0 ... 80] = 6}, {[0 ... 80] = 7}};
#define PERIOD 0
static const uint8_t PUSHING[8] = {0, 0, 0, 0, 0, 1, 0, 0};
#define REAL_CHANGES(CASE) CASE(0, 0, 1) CASE(1, 1, 2) CASE(2, 2, 3) CASE(3, 3, 4) CASE(4, 3, 5) CASE(5, 4, 1) CASE(6, 5, 6)
#define REAL_STATES(CASE) CASE(0) CASE(1) CASE(2) CASE(3) CASE(4) CASE(5) CASE(6)
#define ROW_SCALARS 1
static const uint8_t SETTLES[8] = {0, 0, 0, 0, 0, 0, 1, 1};
static const double SIGN[2] = {1.0, 1.0};
static const uint8_t SOUGHT[8] = {[0 ... 7] = 0};
static const uint8_t SPONTANEOUS[1600] = {[0 ... 509] = 0, 1, 0, 0, 0, 1, [515 ... 549] = 0, 1, 0, 0, 0, 1, [555 ... 1117] = 0, 1, [1119 ... 1157] = 0, 1, [1159 ... 1197] = 0, 1, [1199 ... 1257] = 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, [1269 ... 1599] = 0};
static const uint8_t STAYS[1600] = {[0 ... 389] = 0, 1, 0, 0, 0, 1, [395 ... 469] = 0, 1, 0, 0, 0, 1, [475 ... 509] = 0, 1, 0, 0, 0, 1, [515 ... 1599] = 0};
#define STORED_BACK 0
static const uint8_t STREAMED[8] = {[0 ... 7] = 0};
static const uint8_t SUMMED[5] = {0, 1, 0, 0, 0};
#define SUMS_PUSHED 0
static const uint8_t TELLS[8] = {0, 0, 0, 0, 0, 1, 0, 0};
static const uint8_t UNHEARD[25] = {[0 ... 17] = 0, 1, 0, 0, 0, 0, 0, 0};
#define VIRTUAL_LISTENS 1
#define VIRTUAL_STATES(CASE) CASE(7)
static const uint8_t WALK[7] = {0, 0, 0, 2, 1, 0, 1};
static const uint8_t WALKS_LIST[8] = {0, 0, 0, 4, 0, 0, 0, 0};
static const uint8_t WHICH[2][8][8] = {{{[0 ... 7] = 0}, {1, 0, 0, 0, 0, 0, 0, 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}}, {{[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {[0 ... 7] = 0}, {0, 0, 0, 0, 0, 0, 0, 1}}};
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
