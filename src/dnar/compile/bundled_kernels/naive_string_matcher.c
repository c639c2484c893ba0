/* Naive string matcher. Made by tools/make_kernels.py: do not edit. */
#include <stdint.h>
#define ARC_STATES 4
#define HEADS 2
#define NODE_SCALARS 0
#define ARC_SCALARS 0
#define NODE_OPS 0
#define ARC_OPS 0
#define STREAMS 0
typedef uint8_t node_state_t;
typedef uint8_t arc_state_t;
#include "generic_machine.c"
static const uint64_t SET_0[2] = {0x4400440044004400ull, 0x0ull};
static const uint64_t SET_1[2] = {0x4040404040404040ull, 0x0ull};
static const uint64_t SET_2[2] = {0x0ull, 0x40404040ull};
static const uint64_t SET_3[2] = {0x0ull, 0x100444444444ull};
static const uint64_t SET_4[2] = {0x0ull, 0x1000088888880ull};
static const uint64_t SET_5[2] = {0x0ull, 0x1004444c4444ull};
static const uint64_t SET_6[2] = {0x1001100110011000ull, 0x1ull};
static const uint64_t SET_7[2] = {0x0ull, 0x101010100ull};
static const int32_t PLACE_OF_SCALAR[1] = {0};
static const int32_t IS_NODE_SCALAR[1] = {0};
static const int32_t STREAM[1] = {0};
static const int32_t PERIOD[1] = {0};
static const int32_t NODE_READS[1] = {0};
static const int32_t ARC_READS[1] = {0};
static const int32_t ORDER[HEADS + 1][30] = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29}, {30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59}};
INLINE double key_0(const Machine *m, int32_t arc) { return 0.0; }
INLINE double key_1(const Machine *m, int32_t arc) { return 0.0; }
static inline int place_0(int order, int number) {
switch (number) {
case 25:
return 0;
case 37:
return 1;
case 45:
return 2;
case 61:
return 3;
case 41:
return 4;
case 13:
return 5;
case 57:
return 6;
case 29:
return 7;
case 53:
return 8;
case 9:
return 9;
case 5:
return 10;
case 21:
return 11;
case 49:
return 12;
case 97:
return 13;
case 33:
return 14;
case 107:
return 15;
case 17:
return 16;
case 1:
return 17;
case 119:
return 18;
case 115:
return 19;
case 103:
return 20;
case 26:
return 21;
case 111:
return 22;
case 38:
return 23;
case 46:
return 24;
case 42:
return 25;
case 14:
return 26;
case 62:
return 27;
case 58:
return 28;
case 10:
return 29;
case 54:
return 30;
case 30:
return 31;
case 22:
return 32;
case 6:
return 33;
case 50:
return 34;
case 18:
return 35;
case 98:
return 36;
case 34:
return 37;
case 2:
return 38;
case 0:
return 39;
}
return -1;
}
LISTEN_TO_BEST(0, 0)
static inline int place_1(int order, int number) {
switch (number) {
case 9:
return 0;
case 41:
return 1;
case 10:
return 2;
case 25:
return 3;
case 115:
return 4;
case 57:
return 5;
case 61:
return 6;
case 42:
return 7;
case 13:
return 8;
case 45:
return 9;
case 53:
return 10;
case 26:
return 11;
case 21:
return 12;
case 97:
return 13;
case 17:
return 14;
case 111:
return 15;
case 58:
return 16;
case 29:
return 17;
case 5:
return 18;
case 62:
return 19;
case 49:
return 20;
case 18:
return 21;
case 14:
return 22;
case 22:
return 23;
case 98:
return 24;
case 54:
return 25;
case 33:
return 26;
case 30:
return 27;
case 107:
return 28;
case 46:
return 29;
case 37:
return 30;
case 34:
return 31;
case 1:
return 32;
case 6:
return 33;
case 50:
return 34;
case 2:
return 35;
case 38:
return 36;
case 103:
return 37;
case 119:
return 38;
case 4:
return 39;
}
return -1;
}
LISTEN_TO_BEST(1, 0)
static inline int place_2(int order, int number) {
switch (number) {
case 37:
return 0;
case 29:
return 1;
case 45:
return 2;
case 61:
return 3;
case 5:
return 4;
case 13:
return 5;
case 53:
return 6;
case 21:
return 7;
case 49:
return 8;
case 33:
return 9;
case 97:
return 10;
case 41:
return 11;
case 57:
return 12;
case 25:
return 13;
case 1:
return 14;
case 107:
return 15;
case 17:
return 16;
case 9:
return 17;
case 103:
return 18;
case 119:
return 19;
case 115:
return 20;
case 38:
return 21;
case 6:
return 22;
case 30:
return 23;
case 50:
return 24;
case 46:
return 25;
case 62:
return 26;
case 111:
return 27;
case 8:
return 28;
case 14:
return 29;
case 34:
return 30;
case 22:
return 31;
case 54:
return 32;
case 42:
return 33;
case 98:
return 34;
case 58:
return 35;
case 2:
return 36;
case 26:
return 37;
case 18:
return 38;
case 10:
return 39;
}
return -1;
}
LISTEN_TO_BEST(2, 0)
static inline int place_3(int order, int number) {
switch (number) {
case 34:
return 0;
case 50:
return 1;
case 2:
return 2;
case 98:
return 3;
case 38:
return 4;
case 6:
return 5;
case 30:
return 6;
case 18:
return 7;
case 26:
return 8;
case 54:
return 9;
case 22:
return 10;
case 58:
return 11;
case 42:
return 12;
case 62:
return 13;
case 46:
return 14;
case 10:
return 15;
case 14:
return 16;
case 111:
return 17;
case 115:
return 18;
case 33:
return 19;
case 1:
return 20;
case 12:
return 21;
case 49:
return 22;
case 97:
return 23;
case 119:
return 24;
case 17:
return 25;
case 103:
return 26;
case 107:
return 27;
case 37:
return 28;
case 5:
return 29;
case 29:
return 30;
case 53:
return 31;
case 25:
return 32;
case 21:
return 33;
case 57:
return 34;
case 41:
return 35;
case 9:
return 36;
case 45:
return 37;
case 61:
return 38;
case 13:
return 39;
}
return -1;
}
LISTEN_TO_BEST(3, 0)
static inline int place_4(int order, int number) {
switch (number) {
case 61:
return 0;
case 13:
return 1;
case 53:
return 2;
case 57:
return 3;
case 45:
return 4;
case 21:
return 5;
case 115:
return 6;
case 37:
return 7;
case 29:
return 8;
case 9:
return 9;
case 25:
return 10;
case 41:
return 11;
case 5:
return 12;
case 103:
return 13;
case 49:
return 14;
case 107:
return 15;
case 119:
return 16;
case 111:
return 17;
case 33:
return 18;
case 97:
return 19;
case 1:
return 20;
case 17:
return 21;
case 14:
return 22;
case 62:
return 23;
case 54:
return 24;
case 38:
return 25;
case 22:
return 26;
case 58:
return 27;
case 26:
return 28;
case 46:
return 29;
case 10:
return 30;
case 6:
return 31;
case 42:
return 32;
case 30:
return 33;
case 50:
return 34;
case 16:
return 35;
case 34:
return 36;
case 2:
return 37;
case 98:
return 38;
case 18:
return 39;
}
return -1;
}
LISTEN_TO_BEST(4, 0)
static inline int place_5(int order, int number) {
switch (number) {
case 18:
return 0;
case 34:
return 1;
case 17:
return 2;
case 2:
return 3;
case 33:
return 4;
case 1:
return 5;
case 98:
return 6;
case 97:
return 7;
case 50:
return 8;
case 38:
return 9;
case 20:
return 10;
case 6:
return 11;
case 115:
return 12;
case 49:
return 13;
case 37:
return 14;
case 54:
return 15;
case 111:
return 16;
case 62:
return 17;
case 103:
return 18;
case 46:
return 19;
case 30:
return 20;
case 5:
return 21;
case 22:
return 22;
case 107:
return 23;
case 53:
return 24;
case 61:
return 25;
case 29:
return 26;
case 21:
return 27;
case 45:
return 28;
case 58:
return 29;
case 14:
return 30;
case 119:
return 31;
case 42:
return 32;
case 57:
return 33;
case 13:
return 34;
case 26:
return 35;
case 41:
return 36;
case 10:
return 37;
case 25:
return 38;
case 9:
return 39;
}
return -1;
}
LISTEN_TO_BEST(5, 0)
static inline int place_6(int order, int number) {
switch (number) {
case 61:
return 0;
case 45:
return 1;
case 53:
return 2;
case 37:
return 3;
case 29:
return 4;
case 5:
return 5;
case 21:
return 6;
case 13:
return 7;
case 57:
return 8;
case 41:
return 9;
case 1:
return 10;
case 9:
return 11;
case 33:
return 12;
case 97:
return 13;
case 49:
return 14;
case 25:
return 15;
case 17:
return 16;
case 107:
return 17;
case 103:
return 18;
case 115:
return 19;
case 119:
return 20;
case 38:
return 21;
case 62:
return 22;
case 46:
return 23;
case 54:
return 24;
case 6:
return 25;
case 22:
return 26;
case 14:
return 27;
case 30:
return 28;
case 24:
return 29;
case 2:
return 30;
case 111:
return 31;
case 58:
return 32;
case 42:
return 33;
case 10:
return 34;
case 18:
return 35;
case 34:
return 36;
case 50:
return 37;
case 26:
return 38;
case 98:
return 39;
}
return -1;
}
LISTEN_TO_BEST(6, 0)
static inline int place_7(int order, int number) {
switch (number) {
case 10:
return 0;
case 42:
return 1;
case 26:
return 2;
case 58:
return 3;
case 30:
return 4;
case 14:
return 5;
case 46:
return 6;
case 62:
return 7;
case 98:
return 8;
case 9:
return 9;
case 22:
return 10;
case 6:
return 11;
case 38:
return 12;
case 34:
return 13;
case 54:
return 14;
case 18:
return 15;
case 50:
return 16;
case 41:
return 17;
case 2:
return 18;
case 25:
return 19;
case 57:
return 20;
case 28:
return 21;
case 13:
return 22;
case 29:
return 23;
case 45:
return 24;
case 107:
return 25;
case 61:
return 26;
case 119:
return 27;
case 5:
return 28;
case 21:
return 29;
case 37:
return 30;
case 53:
return 31;
case 97:
return 32;
case 17:
return 33;
case 33:
return 34;
case 111:
return 35;
case 49:
return 36;
case 1:
return 37;
case 103:
return 38;
case 115:
return 39;
}
return -1;
}
LISTEN_TO_BEST(7, 0)
static inline int place_8(int order, int number) {
switch (number) {
case 9:
return 0;
case 25:
return 1;
case 41:
return 2;
case 57:
return 3;
case 13:
return 4;
case 61:
return 5;
case 45:
return 6;
case 53:
return 7;
case 21:
return 8;
case 29:
return 9;
case 37:
return 10;
case 5:
return 11;
case 49:
return 12;
case 115:
return 13;
case 119:
return 14;
case 103:
return 15;
case 107:
return 16;
case 10:
return 17;
case 111:
return 18;
case 26:
return 19;
case 97:
return 20;
case 33:
return 21;
case 42:
return 22;
case 17:
return 23;
case 14:
return 24;
case 1:
return 25;
case 58:
return 26;
case 62:
return 27;
case 46:
return 28;
case 54:
return 29;
case 22:
return 30;
case 38:
return 31;
case 30:
return 32;
case 6:
return 33;
case 50:
return 34;
case 98:
return 35;
case 18:
return 36;
case 2:
return 37;
case 34:
return 38;
case 32:
return 39;
}
return -1;
}
LISTEN_TO_BEST(8, 0)
static inline int place_9(int order, int number) {
switch (number) {
case 10:
return 0;
case 26:
return 1;
case 42:
return 2;
case 14:
return 3;
case 9:
return 4;
case 58:
return 5;
case 30:
return 6;
case 119:
return 7;
case 25:
return 8;
case 41:
return 9;
case 46:
return 10;
case 62:
return 11;
case 22:
return 12;
case 54:
return 13;
case 6:
return 14;
case 57:
return 15;
case 50:
return 16;
case 13:
return 17;
case 98:
return 18;
case 107:
return 19;
case 38:
return 20;
case 103:
return 21;
case 18:
return 22;
case 2:
return 23;
case 111:
return 24;
case 34:
return 25;
case 115:
return 26;
case 29:
return 27;
case 45:
return 28;
case 61:
return 29;
case 5:
return 30;
case 53:
return 31;
case 21:
return 32;
case 49:
return 33;
case 37:
return 34;
case 97:
return 35;
case 17:
return 36;
case 33:
return 37;
case 1:
return 38;
case 36:
return 39;
}
return -1;
}
LISTEN_TO_BEST(9, 0)
static inline int place_10(int order, int number) {
switch (number) {
case 45:
return 0;
case 61:
return 1;
case 13:
return 2;
case 5:
return 3;
case 37:
return 4;
case 29:
return 5;
case 21:
return 6;
case 53:
return 7;
case 57:
return 8;
case 41:
return 9;
case 49:
return 10;
case 33:
return 11;
case 97:
return 12;
case 25:
return 13;
case 9:
return 14;
case 1:
return 15;
case 17:
return 16;
case 107:
return 17;
case 103:
return 18;
case 119:
return 19;
case 38:
return 20;
case 115:
return 21;
case 14:
return 22;
case 46:
return 23;
case 6:
return 24;
case 62:
return 25;
case 30:
return 26;
case 40:
return 27;
case 22:
return 28;
case 50:
return 29;
case 54:
return 30;
case 42:
return 31;
case 58:
return 32;
case 98:
return 33;
case 34:
return 34;
case 2:
return 35;
case 26:
return 36;
case 10:
return 37;
case 111:
return 38;
case 18:
return 39;
}
return -1;
}
LISTEN_TO_BEST(10, 0)
static inline int place_11(int order, int number) {
switch (number) {
case 111:
return 0;
case 107:
return 1;
case 115:
return 2;
case 18:
return 3;
case 98:
return 4;
case 10:
return 5;
case 34:
return 6;
case 54:
return 7;
case 103:
return 8;
case 62:
return 9;
case 6:
return 10;
case 9:
return 11;
case 46:
return 12;
case 30:
return 13;
case 42:
return 14;
case 22:
return 15;
case 2:
return 16;
case 17:
return 17;
case 58:
return 18;
case 38:
return 19;
case 14:
return 20;
case 97:
return 21;
case 61:
return 22;
case 119:
return 23;
case 50:
return 24;
case 53:
return 25;
case 21:
return 26;
case 41:
return 27;
case 33:
return 28;
case 5:
return 29;
case 45:
return 30;
case 29:
return 31;
case 57:
return 32;
case 26:
return 33;
case 49:
return 34;
case 13:
return 35;
case 37:
return 36;
case 1:
return 37;
case 44:
return 38;
case 25:
return 39;
}
return -1;
}
LISTEN_TO_BEST(11, 0)
static inline int place_12(int order, int number) {
switch (number) {
case 37:
return 0;
case 45:
return 1;
case 61:
return 2;
case 53:
return 3;
case 13:
return 4;
case 5:
return 5;
case 41:
return 6;
case 57:
return 7;
case 21:
return 8;
case 25:
return 9;
case 29:
return 10;
case 9:
return 11;
case 97:
return 12;
case 1:
return 13;
case 33:
return 14;
case 49:
return 15;
case 17:
return 16;
case 107:
return 17;
case 103:
return 18;
case 115:
return 19;
case 111:
return 20;
case 38:
return 21;
case 119:
return 22;
case 46:
return 23;
case 54:
return 24;
case 62:
return 25;
case 14:
return 26;
case 6:
return 27;
case 22:
return 28;
case 42:
return 29;
case 58:
return 30;
case 2:
return 31;
case 10:
return 32;
case 26:
return 33;
case 30:
return 34;
case 34:
return 35;
case 98:
return 36;
case 18:
return 37;
case 48:
return 38;
case 50:
return 39;
}
return -1;
}
LISTEN_TO_BEST(12, 0)
static inline int place_13(int order, int number) {
switch (number) {
case 2:
return 0;
case 34:
return 1;
case 18:
return 2;
case 98:
return 3;
case 50:
return 4;
case 38:
return 5;
case 6:
return 6;
case 54:
return 7;
case 30:
return 8;
case 22:
return 9;
case 1:
return 10;
case 62:
return 11;
case 46:
return 12;
case 52:
return 13;
case 17:
return 14;
case 33:
return 15;
case 58:
return 16;
case 97:
return 17;
case 42:
return 18;
case 26:
return 19;
case 14:
return 20;
case 10:
return 21;
case 49:
return 22;
case 37:
return 23;
case 111:
return 24;
case 103:
return 25;
case 107:
return 26;
case 5:
return 27;
case 21:
return 28;
case 53:
return 29;
case 29:
return 30;
case 119:
return 31;
case 61:
return 32;
case 115:
return 33;
case 45:
return 34;
case 57:
return 35;
case 13:
return 36;
case 25:
return 37;
case 41:
return 38;
case 9:
return 39;
}
return -1;
}
LISTEN_TO_BEST(13, 0)
static inline int place_14(int order, int number) {
switch (number) {
case 37:
return 0;
case 61:
return 1;
case 45:
return 2;
case 53:
return 3;
case 25:
return 4;
case 29:
return 5;
case 13:
return 6;
case 21:
return 7;
case 107:
return 8;
case 5:
return 9;
case 57:
return 10;
case 41:
return 11;
case 9:
return 12;
case 17:
return 13;
case 1:
return 14;
case 97:
return 15;
case 49:
return 16;
case 33:
return 17;
case 103:
return 18;
case 111:
return 19;
case 115:
return 20;
case 119:
return 21;
case 38:
return 22;
case 46:
return 23;
case 62:
return 24;
case 14:
return 25;
case 54:
return 26;
case 26:
return 27;
case 22:
return 28;
case 30:
return 29;
case 10:
return 30;
case 6:
return 31;
case 42:
return 32;
case 18:
return 33;
case 58:
return 34;
case 2:
return 35;
case 56:
return 36;
case 98:
return 37;
case 50:
return 38;
case 34:
return 39;
}
return -1;
}
LISTEN_TO_BEST(14, 0)
static inline int place_15(int order, int number) {
switch (number) {
case 30:
return 0;
case 38:
return 1;
case 18:
return 2;
case 34:
return 3;
case 46:
return 4;
case 6:
return 5;
case 54:
return 6;
case 50:
return 7;
case 98:
return 8;
case 26:
return 9;
case 14:
return 10;
case 2:
return 11;
case 42:
return 12;
case 22:
return 13;
case 10:
return 14;
case 62:
return 15;
case 58:
return 16;
case 37:
return 17;
case 29:
return 18;
case 60:
return 19;
case 33:
return 20;
case 107:
return 21;
case 17:
return 22;
case 5:
return 23;
case 53:
return 24;
case 45:
return 25;
case 49:
return 26;
case 97:
return 27;
case 21:
return 28;
case 13:
return 29;
case 1:
return 30;
case 25:
return 31;
case 61:
return 32;
case 103:
return 33;
case 41:
return 34;
case 57:
return 35;
case 9:
return 36;
case 119:
return 37;
case 111:
return 38;
case 115:
return 39;
}
return -1;
}
LISTEN_TO_BEST(15, 0)
static inline int place_16(int order, int number) {
switch (number) {
case 85:
return 0;
case 77:
return 1;
case 69:
return 2;
case 93:
return 3;
case 89:
return 4;
case 81:
return 5;
case 73:
return 6;
case 65:
return 7;
case 107:
return 8;
case 97:
return 9;
case 119:
return 10;
case 103:
return 11;
case 115:
return 12;
case 86:
return 13;
case 111:
return 14;
case 94:
return 15;
case 90:
return 16;
case 78:
return 17;
case 82:
return 18;
case 70:
return 19;
case 74:
return 20;
case 66:
return 21;
case 64:
return 22;
}
return -1;
}
LISTEN_TO_BEST(16, 0)
static inline int place_17(int order, int number) {
switch (number) {
case 85:
return 0;
case 89:
return 1;
case 77:
return 2;
case 81:
return 3;
case 65:
return 4;
case 93:
return 5;
case 73:
return 6;
case 69:
return 7;
case 97:
return 8;
case 119:
return 9;
case 107:
return 10;
case 103:
return 11;
case 115:
return 12;
case 86:
return 13;
case 111:
return 14;
case 90:
return 15;
case 82:
return 16;
case 94:
return 17;
case 78:
return 18;
case 74:
return 19;
case 66:
return 20;
case 70:
return 21;
case 68:
return 22;
}
return -1;
}
LISTEN_TO_BEST(17, 0)
static inline int place_18(int order, int number) {
switch (number) {
case 85:
return 0;
case 69:
return 1;
case 77:
return 2;
case 89:
return 3;
case 93:
return 4;
case 81:
return 5;
case 73:
return 6;
case 65:
return 7;
case 97:
return 8;
case 115:
return 9;
case 86:
return 10;
case 90:
return 11;
case 119:
return 12;
case 103:
return 13;
case 78:
return 14;
case 82:
return 15;
case 70:
return 16;
case 94:
return 17;
case 74:
return 18;
case 107:
return 19;
case 111:
return 20;
case 66:
return 21;
case 72:
return 22;
}
return -1;
}
LISTEN_TO_BEST(18, 0)
static inline int place_19(int order, int number) {
switch (number) {
case 69:
return 0;
case 65:
return 1;
case 93:
return 2;
case 89:
return 3;
case 77:
return 4;
case 73:
return 5;
case 81:
return 6;
case 85:
return 7;
case 97:
return 8;
case 107:
return 9;
case 115:
return 10;
case 103:
return 11;
case 66:
return 12;
case 76:
return 13;
case 70:
return 14;
case 94:
return 15;
case 90:
return 16;
case 74:
return 17;
case 111:
return 18;
case 82:
return 19;
case 78:
return 20;
case 86:
return 21;
case 119:
return 22;
}
return -1;
}
LISTEN_TO_BEST(19, 0)
static inline int place_20(int order, int number) {
switch (number) {
case 85:
return 0;
case 69:
return 1;
case 77:
return 2;
case 93:
return 3;
case 89:
return 4;
case 81:
return 5;
case 73:
return 6;
case 65:
return 7;
case 97:
return 8;
case 115:
return 9;
case 119:
return 10;
case 103:
return 11;
case 94:
return 12;
case 111:
return 13;
case 86:
return 14;
case 70:
return 15;
case 78:
return 16;
case 107:
return 17;
case 90:
return 18;
case 74:
return 19;
case 66:
return 20;
case 82:
return 21;
case 80:
return 22;
}
return -1;
}
LISTEN_TO_BEST(20, 0)
static inline int place_21(int order, int number) {
switch (number) {
case 69:
return 0;
case 65:
return 1;
case 77:
return 2;
case 89:
return 3;
case 93:
return 4;
case 81:
return 5;
case 85:
return 6;
case 73:
return 7;
case 97:
return 8;
case 107:
return 9;
case 115:
return 10;
case 103:
return 11;
case 66:
return 12;
case 119:
return 13;
case 94:
return 14;
case 90:
return 15;
case 82:
return 16;
case 86:
return 17;
case 84:
return 18;
case 70:
return 19;
case 78:
return 20;
case 111:
return 21;
case 74:
return 22;
}
return -1;
}
LISTEN_TO_BEST(21, 0)
static inline int place_22(int order, int number) {
switch (number) {
case 85:
return 0;
case 77:
return 1;
case 89:
return 2;
case 69:
return 3;
case 65:
return 4;
case 93:
return 5;
case 73:
return 6;
case 81:
return 7;
case 97:
return 8;
case 115:
return 9;
case 107:
return 10;
case 103:
return 11;
case 119:
return 12;
case 111:
return 13;
case 86:
return 14;
case 88:
return 15;
case 90:
return 16;
case 66:
return 17;
case 94:
return 18;
case 74:
return 19;
case 78:
return 20;
case 70:
return 21;
case 82:
return 22;
}
return -1;
}
LISTEN_TO_BEST(22, 0)
static inline int place_23(int order, int number) {
switch (number) {
case 85:
return 0;
case 89:
return 1;
case 81:
return 2;
case 77:
return 3;
case 65:
return 4;
case 69:
return 5;
case 73:
return 6;
case 93:
return 7;
case 97:
return 8;
case 119:
return 9;
case 115:
return 10;
case 103:
return 11;
case 86:
return 12;
case 90:
return 13;
case 111:
return 14;
case 82:
return 15;
case 107:
return 16;
case 78:
return 17;
case 74:
return 18;
case 66:
return 19;
case 94:
return 20;
case 70:
return 21;
case 92:
return 22;
}
return -1;
}
LISTEN_TO_BEST(23, 0)
static inline int place_24(int order, int number) {
switch (number) {
case 34:
return 0;
case 70:
return 1;
case 94:
return 2;
case 2:
return 3;
case 66:
return 4;
case 90:
return 5;
case 78:
return 6;
case 74:
return 7;
case 50:
return 8;
case 82:
return 9;
case 18:
return 10;
case 98:
return 11;
case 96:
return 12;
case 6:
return 13;
case 38:
return 14;
case 86:
return 15;
case 22:
return 16;
case 54:
return 17;
case 30:
return 18;
case 46:
return 19;
case 62:
return 20;
case 58:
return 21;
case 14:
return 22;
case 42:
return 23;
case 26:
return 24;
case 10:
return 25;
case 115:
return 26;
case 1:
return 27;
case 33:
return 28;
case 111:
return 29;
case 103:
return 30;
case 17:
return 31;
case 97:
return 32;
case 49:
return 33;
case 119:
return 34;
case 37:
return 35;
case 107:
return 36;
case 5:
return 37;
case 21:
return 38;
case 53:
return 39;
case 29:
return 40;
case 45:
return 41;
case 61:
return 42;
case 57:
return 43;
case 13:
return 44;
case 41:
return 45;
case 25:
return 46;
case 9:
return 47;
}
return -1;
}
LISTEN_TO_BEST(24, 0)
static inline int place_25(int order, int number) {
switch (number) {
case 11:
return 0;
case 27:
return 1;
case 43:
return 2;
case 59:
return 3;
case 15:
return 4;
case 31:
return 5;
case 47:
return 6;
case 63:
return 7;
case 87:
return 8;
case 23:
return 9;
case 51:
return 10;
case 55:
return 11;
case 7:
return 12;
case 39:
return 13;
case 91:
return 14;
case 99:
return 15;
case 35:
return 16;
case 3:
return 17;
case 79:
return 18;
case 83:
return 19;
case 95:
return 20;
case 19:
return 21;
case 75:
return 22;
case 71:
return 23;
case 67:
return 24;
case 100:
return 25;
}
return -1;
}
static const int32_t ENTRIES_25[51] = {1, 0, 3, 2, 5, 4, 7, 9, 6, 8, 11, 13, 10, 12, 15, 17, 14, 19, 16, 21, 23, 25, 18, 20, 22, 24, 27, 29, 31, 26, 28, 30, 33, 35, 37, 39, 32, 34, 36, 41, 38, 43, 40, 42, 45, 47, 44, 49, 46, 48, 51};
LISTEN_TO_OTHERS(25, 0, 26, 51, ENTRIES_25)
static inline int place_26(int order, int number) {
switch (number) {
case 71:
return 0;
case 67:
return 1;
case 75:
return 2;
case 104:
return 3;
case 19:
return 4;
case 95:
return 5;
case 79:
return 6;
case 83:
return 7;
case 35:
return 8;
case 99:
return 9;
case 3:
return 10;
case 91:
return 11;
case 51:
return 12;
case 39:
return 13;
case 7:
return 14;
case 87:
return 15;
case 55:
return 16;
case 63:
return 17;
case 23:
return 18;
case 31:
return 19;
case 47:
return 20;
case 59:
return 21;
case 15:
return 22;
case 43:
return 23;
case 27:
return 24;
case 11:
return 25;
}
return -1;
}
static const int32_t ENTRIES_26[51] = {1, 0, 3, 2, 5, 4, 7, 9, 8, 11, 10, 13, 15, 12, 14, 17, 19, 16, 18, 21, 23, 20, 22, 25, 24, 27, 26, 29, 28, 31, 30, 33, 32, 35, 34, 37, 36, 39, 38, 41, 40, 43, 42, 45, 44, 47, 46, 49, 48, 51, 50};
LISTEN_TO_OTHERS(26, 0, 26, 51, ENTRIES_26)
static inline int place_27(int order, int number) {
switch (number) {
case 7:
return 0;
case 59:
return 1;
case 39:
return 2;
case 19:
return 3;
case 75:
return 4;
case 91:
return 5;
case 67:
return 6;
case 79:
return 7;
case 31:
return 8;
case 95:
return 9;
case 83:
return 10;
case 3:
return 11;
case 99:
return 12;
case 108:
return 13;
case 23:
return 14;
case 63:
return 15;
case 27:
return 16;
case 35:
return 17;
case 55:
return 18;
case 87:
return 19;
case 43:
return 20;
case 11:
return 21;
case 47:
return 22;
case 15:
return 23;
case 71:
return 24;
case 51:
return 25;
}
return -1;
}
static const int32_t ENTRIES_27[51] = {1, 3, 0, 5, 7, 2, 9, 4, 6, 8, 11, 13, 15, 10, 12, 17, 19, 21, 23, 14, 25, 16, 18, 20, 27, 29, 22, 24, 31, 33, 35, 37, 28, 39, 30, 41, 43, 32, 34, 45, 36, 47, 38, 40, 42, 44, 46, 49, 48, 51, 50};
LISTEN_TO_OTHERS(27, 0, 26, 51, ENTRIES_27)
static inline int place_28(int order, int number) {
switch (number) {
case 112:
return 0;
case 95:
return 1;
case 83:
return 2;
case 75:
return 3;
case 3:
return 4;
case 39:
return 5;
case 71:
return 6;
case 55:
return 7;
case 91:
return 8;
case 67:
return 9;
case 7:
return 10;
case 79:
return 11;
case 99:
return 12;
case 63:
return 13;
case 23:
return 14;
case 19:
return 15;
case 51:
return 16;
case 35:
return 17;
case 87:
return 18;
case 47:
return 19;
case 31:
return 20;
case 15:
return 21;
case 59:
return 22;
case 43:
return 23;
case 27:
return 24;
case 11:
return 25;
}
return -1;
}
static const int32_t ENTRIES_28[51] = {1, 2, 3, 4, 6, 5, 7, 8, 10, 9, 12, 14, 16, 11, 13, 15, 17, 18, 20, 22, 19, 24, 26, 21, 28, 23, 25, 27, 29, 30, 31, 32, 34, 33, 35, 36, 37, 38, 40, 39, 41, 42, 43, 44, 46, 45, 47, 48, 49, 50, 51};
LISTEN_TO_OTHERS(28, 0, 26, 51, ENTRIES_28)
static inline int place_29(int order, int number) {
switch (number) {
case 39:
return 0;
case 47:
return 1;
case 63:
return 2;
case 87:
return 3;
case 79:
return 4;
case 55:
return 5;
case 71:
return 6;
case 23:
return 7;
case 95:
return 8;
case 83:
return 9;
case 7:
return 10;
case 75:
return 11;
case 59:
return 12;
case 99:
return 13;
case 31:
return 14;
case 3:
return 15;
case 19:
return 16;
case 67:
return 17;
case 15:
return 18;
case 43:
return 19;
case 11:
return 20;
case 91:
return 21;
case 35:
return 22;
case 51:
return 23;
case 27:
return 24;
case 116:
return 25;
}
return -1;
}
static const int32_t ENTRIES_29[51] = {1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14, 17, 16, 19, 18, 21, 20, 23, 22, 25, 24, 27, 26, 29, 28, 31, 30, 33, 35, 32, 34, 37, 36, 39, 41, 43, 38, 40, 42, 45, 44, 47, 46, 49, 48, 51};
LISTEN_TO_OTHERS(29, 0, 26, 51, ENTRIES_29)
static inline int place_30(int order, int number) {
switch (number) {
case 107:
return 0;
case 111:
return 1;
case 115:
return 2;
case 119:
return 3;
case 103:
return 4;
case 61:
return 5;
case 53:
return 6;
case 97:
return 7;
case 29:
return 8;
case 21:
return 9;
case 9:
return 10;
case 57:
return 11;
case 5:
return 12;
case 41:
return 13;
case 33:
return 14;
case 45:
return 15;
case 13:
return 16;
case 37:
return 17;
case 17:
return 18;
case 62:
return 19;
case 49:
return 20;
case 54:
return 21;
case 58:
return 22;
case 6:
return 23;
case 22:
return 24;
case 46:
return 25;
case 25:
return 26;
case 34:
return 27;
case 18:
return 28;
case 38:
return 29;
case 98:
return 30;
case 10:
return 31;
case 30:
return 32;
case 42:
return 33;
case 50:
return 34;
case 14:
return 35;
case 1:
return 36;
case 26:
return 37;
case 2:
return 38;
case 0:
return 39;
}
return -1;
}
LISTEN_TO_BEST(30, 1)
static inline int place_31(int order, int number) {
switch (number) {
case 115:
return 0;
case 111:
return 1;
case 107:
return 2;
case 53:
return 3;
case 61:
return 4;
case 21:
return 5;
case 13:
return 6;
case 57:
return 7;
case 5:
return 8;
case 29:
return 9;
case 25:
return 10;
case 49:
return 11;
case 9:
return 12;
case 41:
return 13;
case 45:
return 14;
case 37:
return 15;
case 119:
return 16;
case 103:
return 17;
case 97:
return 18;
case 54:
return 19;
case 22:
return 20;
case 33:
return 21;
case 62:
return 22;
case 6:
return 23;
case 50:
return 24;
case 58:
return 25;
case 17:
return 26;
case 26:
return 27;
case 14:
return 28;
case 38:
return 29;
case 30:
return 30;
case 10:
return 31;
case 46:
return 32;
case 1:
return 33;
case 42:
return 34;
case 4:
return 35;
case 34:
return 36;
case 18:
return 37;
case 98:
return 38;
case 2:
return 39;
}
return -1;
}
LISTEN_TO_BEST(31, 1)
static inline int place_32(int order, int number) {
switch (number) {
case 111:
return 0;
case 107:
return 1;
case 115:
return 2;
case 61:
return 3;
case 53:
return 4;
case 9:
return 5;
case 97:
return 6;
case 29:
return 7;
case 21:
return 8;
case 5:
return 9;
case 57:
return 10;
case 41:
return 11;
case 119:
return 12;
case 13:
return 13;
case 33:
return 14;
case 45:
return 15;
case 17:
return 16;
case 37:
return 17;
case 49:
return 18;
case 103:
return 19;
case 25:
return 20;
case 62:
return 21;
case 54:
return 22;
case 58:
return 23;
case 6:
return 24;
case 22:
return 25;
case 8:
return 26;
case 38:
return 27;
case 98:
return 28;
case 1:
return 29;
case 46:
return 30;
case 34:
return 31;
case 10:
return 32;
case 18:
return 33;
case 50:
return 34;
case 30:
return 35;
case 42:
return 36;
case 14:
return 37;
case 26:
return 38;
case 2:
return 39;
}
return -1;
}
LISTEN_TO_BEST(32, 1)
static inline int place_33(int order, int number) {
switch (number) {
case 111:
return 0;
case 107:
return 1;
case 115:
return 2;
case 9:
return 3;
case 61:
return 4;
case 13:
return 5;
case 97:
return 6;
case 53:
return 7;
case 29:
return 8;
case 5:
return 9;
case 21:
return 10;
case 45:
return 11;
case 37:
return 12;
case 41:
return 13;
case 33:
return 14;
case 17:
return 15;
case 57:
return 16;
case 49:
return 17;
case 103:
return 18;
case 119:
return 19;
case 25:
return 20;
case 1:
return 21;
case 12:
return 22;
case 38:
return 23;
case 62:
return 24;
case 54:
return 25;
case 6:
return 26;
case 22:
return 27;
case 98:
return 28;
case 14:
return 29;
case 10:
return 30;
case 46:
return 31;
case 34:
return 32;
case 58:
return 33;
case 50:
return 34;
case 30:
return 35;
case 18:
return 36;
case 42:
return 37;
case 2:
return 38;
case 26:
return 39;
}
return -1;
}
LISTEN_TO_BEST(33, 1)
static inline int place_34(int order, int number) {
switch (number) {
case 111:
return 0;
case 107:
return 1;
case 16:
return 2;
case 119:
return 3;
case 97:
return 4;
case 17:
return 5;
case 33:
return 6;
case 98:
return 7;
case 9:
return 8;
case 103:
return 9;
case 61:
return 10;
case 34:
return 11;
case 18:
return 12;
case 62:
return 13;
case 41:
return 14;
case 37:
return 15;
case 10:
return 16;
case 57:
return 17;
case 45:
return 18;
case 42:
return 19;
case 58:
return 20;
case 46:
return 21;
case 1:
return 22;
case 38:
return 23;
case 21:
return 24;
case 53:
return 25;
case 13:
return 26;
case 29:
return 27;
case 2:
return 28;
case 22:
return 29;
case 5:
return 30;
case 49:
return 31;
case 6:
return 32;
case 54:
return 33;
case 14:
return 34;
case 30:
return 35;
case 50:
return 36;
case 25:
return 37;
case 115:
return 38;
case 26:
return 39;
}
return -1;
}
LISTEN_TO_BEST(34, 1)
static inline int place_35(int order, int number) {
switch (number) {
case 115:
return 0;
case 111:
return 1;
case 20:
return 2;
case 103:
return 3;
case 17:
return 4;
case 18:
return 5;
case 34:
return 6;
case 2:
return 7;
case 14:
return 8;
case 119:
return 9;
case 1:
return 10;
case 33:
return 11;
case 30:
return 12;
case 10:
return 13;
case 107:
return 14;
case 46:
return 15;
case 38:
return 16;
case 62:
return 17;
case 13:
return 18;
case 42:
return 19;
case 9:
return 20;
case 50:
return 21;
case 98:
return 22;
case 49:
return 23;
case 6:
return 24;
case 37:
return 25;
case 58:
return 26;
case 29:
return 27;
case 45:
return 28;
case 26:
return 29;
case 41:
return 30;
case 54:
return 31;
case 61:
return 32;
case 25:
return 33;
case 97:
return 34;
case 57:
return 35;
case 5:
return 36;
case 22:
return 37;
case 53:
return 38;
case 21:
return 39;
}
return -1;
}
LISTEN_TO_BEST(35, 1)
static inline int place_36(int order, int number) {
switch (number) {
case 111:
return 0;
case 107:
return 1;
case 115:
return 2;
case 119:
return 3;
case 103:
return 4;
case 9:
return 5;
case 41:
return 6;
case 97:
return 7;
case 33:
return 8;
case 13:
return 9;
case 5:
return 10;
case 10:
return 11;
case 61:
return 12;
case 45:
return 13;
case 57:
return 14;
case 53:
return 15;
case 21:
return 16;
case 98:
return 17;
case 6:
return 18;
case 37:
return 19;
case 34:
return 20;
case 49:
return 21;
case 29:
return 22;
case 54:
return 23;
case 22:
return 24;
case 17:
return 25;
case 50:
return 26;
case 62:
return 27;
case 46:
return 28;
case 38:
return 29;
case 14:
return 30;
case 42:
return 31;
case 58:
return 32;
case 18:
return 33;
case 1:
return 34;
case 30:
return 35;
case 25:
return 36;
case 2:
return 37;
case 26:
return 38;
case 24:
return 39;
}
return -1;
}
LISTEN_TO_BEST(36, 1)
static inline int place_37(int order, int number) {
switch (number) {
case 111:
return 0;
case 107:
return 1;
case 115:
return 2;
case 9:
return 3;
case 61:
return 4;
case 53:
return 5;
case 21:
return 6;
case 13:
return 7;
case 5:
return 8;
case 97:
return 9;
case 29:
return 10;
case 41:
return 11;
case 57:
return 12;
case 45:
return 13;
case 49:
return 14;
case 37:
return 15;
case 33:
return 16;
case 25:
return 17;
case 17:
return 18;
case 119:
return 19;
case 103:
return 20;
case 54:
return 21;
case 22:
return 22;
case 6:
return 23;
case 1:
return 24;
case 62:
return 25;
case 38:
return 26;
case 58:
return 27;
case 50:
return 28;
case 10:
return 29;
case 14:
return 30;
case 98:
return 31;
case 46:
return 32;
case 34:
return 33;
case 30:
return 34;
case 42:
return 35;
case 18:
return 36;
case 28:
return 37;
case 26:
return 38;
case 2:
return 39;
}
return -1;
}
LISTEN_TO_BEST(37, 1)
static inline int place_38(int order, int number) {
switch (number) {
case 107:
return 0;
case 111:
return 1;
case 97:
return 2;
case 21:
return 3;
case 61:
return 4;
case 53:
return 5;
case 9:
return 6;
case 41:
return 7;
case 45:
return 8;
case 5:
return 9;
case 57:
return 10;
case 33:
return 11;
case 29:
return 12;
case 13:
return 13;
case 115:
return 14;
case 49:
return 15;
case 37:
return 16;
case 25:
return 17;
case 119:
return 18;
case 17:
return 19;
case 22:
return 20;
case 103:
return 21;
case 98:
return 22;
case 54:
return 23;
case 62:
return 24;
case 6:
return 25;
case 1:
return 26;
case 46:
return 27;
case 34:
return 28;
case 38:
return 29;
case 58:
return 30;
case 50:
return 31;
case 10:
return 32;
case 42:
return 33;
case 18:
return 34;
case 30:
return 35;
case 14:
return 36;
case 26:
return 37;
case 2:
return 38;
case 32:
return 39;
}
return -1;
}
LISTEN_TO_BEST(38, 1)
static inline int place_39(int order, int number) {
switch (number) {
case 115:
return 0;
case 111:
return 1;
case 107:
return 2;
case 53:
return 3;
case 21:
return 4;
case 61:
return 5;
case 5:
return 6;
case 9:
return 7;
case 13:
return 8;
case 29:
return 9;
case 57:
return 10;
case 25:
return 11;
case 49:
return 12;
case 45:
return 13;
case 41:
return 14;
case 97:
return 15;
case 37:
return 16;
case 54:
return 17;
case 33:
return 18;
case 22:
return 19;
case 119:
return 20;
case 103:
return 21;
case 6:
return 22;
case 62:
return 23;
case 50:
return 24;
case 58:
return 25;
case 17:
return 26;
case 14:
return 27;
case 38:
return 28;
case 30:
return 29;
case 46:
return 30;
case 10:
return 31;
case 26:
return 32;
case 34:
return 33;
case 1:
return 34;
case 42:
return 35;
case 98:
return 36;
case 18:
return 37;
case 2:
return 38;
case 36:
return 39;
}
return -1;
}
LISTEN_TO_BEST(39, 1)
static inline int place_40(int order, int number) {
switch (number) {
case 107:
return 0;
case 111:
return 1;
case 97:
return 2;
case 61:
return 3;
case 37:
return 4;
case 45:
return 5;
case 33:
return 6;
case 119:
return 7;
case 5:
return 8;
case 53:
return 9;
case 21:
return 10;
case 57:
return 11;
case 9:
return 12;
case 17:
return 13;
case 29:
return 14;
case 103:
return 15;
case 41:
return 16;
case 13:
return 17;
case 1:
return 18;
case 49:
return 19;
case 25:
return 20;
case 115:
return 21;
case 98:
return 22;
case 62:
return 23;
case 38:
return 24;
case 46:
return 25;
case 34:
return 26;
case 6:
return 27;
case 58:
return 28;
case 22:
return 29;
case 54:
return 30;
case 18:
return 31;
case 40:
return 32;
case 10:
return 33;
case 42:
return 34;
case 2:
return 35;
case 50:
return 36;
case 30:
return 37;
case 14:
return 38;
case 26:
return 39;
}
return -1;
}
LISTEN_TO_BEST(40, 1)
static inline int place_41(int order, int number) {
switch (number) {
case 115:
return 0;
case 111:
return 1;
case 107:
return 2;
case 9:
return 3;
case 62:
return 4;
case 6:
return 5;
case 61:
return 6;
case 44:
return 7;
case 103:
return 8;
case 38:
return 9;
case 10:
return 10;
case 14:
return 11;
case 50:
return 12;
case 13:
return 13;
case 18:
return 14;
case 2:
return 15;
case 54:
return 16;
case 17:
return 17;
case 22:
return 18;
case 58:
return 19;
case 5:
return 20;
case 34:
return 21;
case 46:
return 22;
case 30:
return 23;
case 49:
return 24;
case 57:
return 25;
case 41:
return 26;
case 29:
return 27;
case 119:
return 28;
case 37:
return 29;
case 98:
return 30;
case 1:
return 31;
case 45:
return 32;
case 53:
return 33;
case 42:
return 34;
case 33:
return 35;
case 21:
return 36;
case 26:
return 37;
case 25:
return 38;
case 97:
return 39;
}
return -1;
}
LISTEN_TO_BEST(41, 1)
static inline int place_42(int order, int number) {
switch (number) {
case 111:
return 0;
case 107:
return 1;
case 115:
return 2;
case 103:
return 3;
case 119:
return 4;
case 9:
return 5;
case 97:
return 6;
case 61:
return 7;
case 17:
return 8;
case 21:
return 9;
case 41:
return 10;
case 57:
return 11;
case 5:
return 12;
case 29:
return 13;
case 33:
return 14;
case 53:
return 15;
case 13:
return 16;
case 98:
return 17;
case 45:
return 18;
case 62:
return 19;
case 58:
return 20;
case 10:
return 21;
case 18:
return 22;
case 1:
return 23;
case 34:
return 24;
case 6:
return 25;
case 25:
return 26;
case 37:
return 27;
case 49:
return 28;
case 54:
return 29;
case 22:
return 30;
case 42:
return 31;
case 14:
return 32;
case 30:
return 33;
case 46:
return 34;
case 38:
return 35;
case 2:
return 36;
case 48:
return 37;
case 26:
return 38;
case 50:
return 39;
}
return -1;
}
LISTEN_TO_BEST(42, 1)
static inline int place_43(int order, int number) {
switch (number) {
case 115:
return 0;
case 111:
return 1;
case 52:
return 2;
case 17:
return 3;
case 107:
return 4;
case 13:
return 5;
case 33:
return 6;
case 9:
return 7;
case 103:
return 8;
case 29:
return 9;
case 49:
return 10;
case 34:
return 11;
case 14:
return 12;
case 1:
return 13;
case 30:
return 14;
case 119:
return 15;
case 38:
return 16;
case 18:
return 17;
case 37:
return 18;
case 2:
return 19;
case 45:
return 20;
case 97:
return 21;
case 50:
return 22;
case 98:
return 23;
case 5:
return 24;
case 10:
return 25;
case 53:
return 26;
case 6:
return 27;
case 46:
return 28;
case 25:
return 29;
case 61:
return 30;
case 54:
return 31;
case 62:
return 32;
case 41:
return 33;
case 42:
return 34;
case 21:
return 35;
case 57:
return 36;
case 58:
return 37;
case 26:
return 38;
case 22:
return 39;
}
return -1;
}
LISTEN_TO_BEST(43, 1)
static inline int place_44(int order, int number) {
switch (number) {
case 107:
return 0;
case 111:
return 1;
case 115:
return 2;
case 97:
return 3;
case 61:
return 4;
case 103:
return 5;
case 119:
return 6;
case 37:
return 7;
case 29:
return 8;
case 53:
return 9;
case 33:
return 10;
case 45:
return 11;
case 5:
return 12;
case 21:
return 13;
case 9:
return 14;
case 17:
return 15;
case 13:
return 16;
case 41:
return 17;
case 57:
return 18;
case 49:
return 19;
case 1:
return 20;
case 25:
return 21;
case 56:
return 22;
case 62:
return 23;
case 38:
return 24;
case 98:
return 25;
case 6:
return 26;
case 34:
return 27;
case 46:
return 28;
case 58:
return 29;
case 18:
return 30;
case 54:
return 31;
case 10:
return 32;
case 22:
return 33;
case 42:
return 34;
case 30:
return 35;
case 14:
return 36;
case 2:
return 37;
case 50:
return 38;
case 26:
return 39;
}
return -1;
}
LISTEN_TO_BEST(44, 1)
static inline int place_45(int order, int number) {
switch (number) {
case 115:
return 0;
case 103:
return 1;
case 107:
return 2;
case 111:
return 3;
case 119:
return 4;
case 13:
return 5;
case 37:
return 6;
case 5:
return 7;
case 29:
return 8;
case 41:
return 9;
case 25:
return 10;
case 9:
return 11;
case 53:
return 12;
case 45:
return 13;
case 49:
return 14;
case 1:
return 15;
case 17:
return 16;
case 33:
return 17;
case 38:
return 18;
case 57:
return 19;
case 14:
return 20;
case 21:
return 21;
case 30:
return 22;
case 6:
return 23;
case 42:
return 24;
case 54:
return 25;
case 97:
return 26;
case 26:
return 27;
case 2:
return 28;
case 34:
return 29;
case 46:
return 30;
case 50:
return 31;
case 58:
return 32;
case 61:
return 33;
case 10:
return 34;
case 22:
return 35;
case 18:
return 36;
case 60:
return 37;
case 98:
return 38;
case 62:
return 39;
}
return -1;
}
LISTEN_TO_BEST(45, 1)
static inline int place_46(int order, int number) {
switch (number) {
case 107:
return 0;
case 111:
return 1;
case 97:
return 2;
case 77:
return 3;
case 85:
return 4;
case 65:
return 5;
case 69:
return 6;
case 93:
return 7;
case 73:
return 8;
case 81:
return 9;
case 89:
return 10;
case 119:
return 11;
case 103:
return 12;
case 115:
return 13;
case 64:
return 14;
case 86:
return 15;
case 66:
return 16;
case 94:
return 17;
case 78:
return 18;
case 74:
return 19;
case 70:
return 20;
case 82:
return 21;
case 90:
return 22;
}
return -1;
}
LISTEN_TO_BEST(46, 1)
static inline int place_47(int order, int number) {
switch (number) {
case 107:
return 0;
case 111:
return 1;
case 77:
return 2;
case 85:
return 3;
case 69:
return 4;
case 97:
return 5;
case 93:
return 6;
case 65:
return 7;
case 73:
return 8;
case 115:
return 9;
case 81:
return 10;
case 119:
return 11;
case 103:
return 12;
case 89:
return 13;
case 86:
return 14;
case 94:
return 15;
case 68:
return 16;
case 78:
return 17;
case 70:
return 18;
case 66:
return 19;
case 74:
return 20;
case 82:
return 21;
case 90:
return 22;
}
return -1;
}
LISTEN_TO_BEST(47, 1)
static inline int place_48(int order, int number) {
switch (number) {
case 107:
return 0;
case 111:
return 1;
case 97:
return 2;
case 65:
return 3;
case 89:
return 4;
case 73:
return 5;
case 81:
return 6;
case 103:
return 7;
case 93:
return 8;
case 77:
return 9;
case 119:
return 10;
case 69:
return 11;
case 85:
return 12;
case 115:
return 13;
case 72:
return 14;
case 66:
return 15;
case 90:
return 16;
case 74:
return 17;
case 82:
return 18;
case 94:
return 19;
case 78:
return 20;
case 86:
return 21;
case 70:
return 22;
}
return -1;
}
LISTEN_TO_BEST(48, 1)
static inline int place_49(int order, int number) {
switch (number) {
case 111:
return 0;
case 107:
return 1;
case 97:
return 2;
case 103:
return 3;
case 65:
return 4;
case 89:
return 5;
case 73:
return 6;
case 119:
return 7;
case 81:
return 8;
case 76:
return 9;
case 93:
return 10;
case 90:
return 11;
case 66:
return 12;
case 115:
return 13;
case 77:
return 14;
case 74:
return 15;
case 85:
return 16;
case 82:
return 17;
case 69:
return 18;
case 94:
return 19;
case 86:
return 20;
case 78:
return 21;
case 70:
return 22;
}
return -1;
}
LISTEN_TO_BEST(49, 1)
static inline int place_50(int order, int number) {
switch (number) {
case 107:
return 0;
case 111:
return 1;
case 97:
return 2;
case 65:
return 3;
case 89:
return 4;
case 73:
return 5;
case 93:
return 6;
case 81:
return 7;
case 77:
return 8;
case 103:
return 9;
case 119:
return 10;
case 69:
return 11;
case 85:
return 12;
case 80:
return 13;
case 115:
return 14;
case 66:
return 15;
case 94:
return 16;
case 74:
return 17;
case 90:
return 18;
case 82:
return 19;
case 78:
return 20;
case 86:
return 21;
case 70:
return 22;
}
return -1;
}
LISTEN_TO_BEST(50, 1)
static inline int place_51(int order, int number) {
switch (number) {
case 107:
return 0;
case 111:
return 1;
case 103:
return 2;
case 119:
return 3;
case 115:
return 4;
case 97:
return 5;
case 65:
return 6;
case 73:
return 7;
case 89:
return 8;
case 77:
return 9;
case 69:
return 10;
case 93:
return 11;
case 81:
return 12;
case 85:
return 13;
case 84:
return 14;
case 66:
return 15;
case 74:
return 16;
case 94:
return 17;
case 78:
return 18;
case 70:
return 19;
case 90:
return 20;
case 86:
return 21;
case 82:
return 22;
}
return -1;
}
LISTEN_TO_BEST(51, 1)
static inline int place_52(int order, int number) {
switch (number) {
case 107:
return 0;
case 97:
return 1;
case 111:
return 2;
case 65:
return 3;
case 81:
return 4;
case 73:
return 5;
case 89:
return 6;
case 93:
return 7;
case 103:
return 8;
case 119:
return 9;
case 85:
return 10;
case 77:
return 11;
case 88:
return 12;
case 69:
return 13;
case 66:
return 14;
case 82:
return 15;
case 74:
return 16;
case 94:
return 17;
case 90:
return 18;
case 86:
return 19;
case 78:
return 20;
case 115:
return 21;
case 70:
return 22;
}
return -1;
}
LISTEN_TO_BEST(52, 1)
static inline int place_53(int order, int number) {
switch (number) {
case 107:
return 0;
case 111:
return 1;
case 97:
return 2;
case 103:
return 3;
case 65:
return 4;
case 119:
return 5;
case 73:
return 6;
case 89:
return 7;
case 77:
return 8;
case 81:
return 9;
case 93:
return 10;
case 115:
return 11;
case 69:
return 12;
case 85:
return 13;
case 92:
return 14;
case 66:
return 15;
case 74:
return 16;
case 94:
return 17;
case 78:
return 18;
case 86:
return 19;
case 90:
return 20;
case 82:
return 21;
case 70:
return 22;
}
return -1;
}
LISTEN_TO_BEST(53, 1)
static inline int place_54(int order, int number) {
switch (number) {
case 2:
return 0;
case 103:
return 1;
case 26:
return 2;
case 30:
return 3;
case 90:
return 4;
case 42:
return 5;
case 18:
return 6;
case 14:
return 7;
case 96:
return 8;
case 38:
return 9;
case 46:
return 10;
case 34:
return 11;
case 82:
return 12;
case 50:
return 13;
case 58:
return 14;
case 1:
return 15;
case 66:
return 16;
case 6:
return 17;
case 74:
return 18;
case 10:
return 19;
case 119:
return 20;
case 62:
return 21;
case 54:
return 22;
case 17:
return 23;
case 115:
return 24;
case 25:
return 25;
case 22:
return 26;
case 94:
return 27;
case 98:
return 28;
case 37:
return 29;
case 49:
return 30;
case 41:
return 31;
case 45:
return 32;
case 13:
return 33;
case 33:
return 34;
case 29:
return 35;
case 57:
return 36;
case 78:
return 37;
case 70:
return 38;
case 86:
return 39;
case 5:
return 40;
case 9:
return 41;
case 61:
return 42;
case 21:
return 43;
case 53:
return 44;
case 97:
return 45;
case 111:
return 46;
case 107:
return 47;
}
return -1;
}
LISTEN_TO_BEST(54, 1)
static inline int place_55(int order, int number) {
switch (number) {
case 71:
return 0;
case 79:
return 1;
case 87:
return 2;
case 95:
return 3;
case 55:
return 4;
case 23:
return 5;
case 7:
return 6;
case 75:
return 7;
case 67:
return 8;
case 31:
return 9;
case 83:
return 10;
case 59:
return 11;
case 63:
return 12;
case 51:
return 13;
case 15:
return 14;
case 91:
return 15;
case 11:
return 16;
case 27:
return 17;
case 47:
return 18;
case 43:
return 19;
case 39:
return 20;
case 99:
return 21;
case 35:
return 22;
case 19:
return 23;
case 3:
return 24;
case 100:
return 25;
}
return -1;
}
static const int32_t ENTRIES_55[51] = {1, 0, 3, 2, 5, 4, 7, 6, 9, 11, 13, 15, 8, 10, 12, 17, 19, 21, 14, 23, 25, 27, 29, 31, 16, 33, 35, 18, 20, 37, 22, 24, 39, 26, 28, 30, 32, 41, 34, 43, 36, 38, 45, 40, 42, 47, 44, 46, 49, 48, 51};
LISTEN_TO_OTHERS(55, 1, 26, 51, ENTRIES_55)
static inline int place_56(int order, int number) {
switch (number) {
case 3:
return 0;
case 104:
return 1;
case 19:
return 2;
case 43:
return 3;
case 35:
return 4;
case 15:
return 5;
case 27:
return 6;
case 31:
return 7;
case 91:
return 8;
case 47:
return 9;
case 99:
return 10;
case 51:
return 11;
case 11:
return 12;
case 39:
return 13;
case 83:
return 14;
case 59:
return 15;
case 63:
return 16;
case 75:
return 17;
case 7:
return 18;
case 67:
return 19;
case 55:
return 20;
case 23:
return 21;
case 95:
return 22;
case 79:
return 23;
case 87:
return 24;
case 71:
return 25;
}
return -1;
}
static const int32_t ENTRIES_56[51] = {1, 0, 3, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14, 17, 16, 19, 18, 21, 23, 20, 22, 25, 27, 24, 26, 29, 31, 28, 30, 33, 32, 35, 34, 37, 39, 36, 38, 41, 40, 43, 42, 45, 44, 47, 46, 49, 48, 51, 50};
LISTEN_TO_OTHERS(56, 1, 26, 51, ENTRIES_56)
static inline int place_57(int order, int number) {
switch (number) {
case 79:
return 0;
case 71:
return 1;
case 75:
return 2;
case 87:
return 3;
case 63:
return 4;
case 55:
return 5;
case 67:
return 6;
case 95:
return 7;
case 39:
return 8;
case 35:
return 9;
case 99:
return 10;
case 59:
return 11;
case 23:
return 12;
case 7:
return 13;
case 11:
return 14;
case 47:
return 15;
case 43:
return 16;
case 91:
return 17;
case 31:
return 18;
case 19:
return 19;
case 83:
return 20;
case 15:
return 21;
case 108:
return 22;
case 51:
return 23;
case 27:
return 24;
case 3:
return 25;
}
return -1;
}
static const int32_t ENTRIES_57[51] = {1, 0, 3, 5, 2, 4, 7, 6, 9, 11, 13, 15, 8, 10, 12, 14, 17, 19, 21, 23, 16, 18, 20, 22, 25, 24, 27, 29, 31, 33, 35, 26, 28, 30, 37, 32, 34, 39, 36, 38, 41, 40, 43, 42, 45, 47, 46, 49, 51, 48, 50};
LISTEN_TO_OTHERS(57, 1, 26, 51, ENTRIES_57)
static inline int place_58(int order, int number) {
switch (number) {
case 19:
return 0;
case 47:
return 1;
case 3:
return 2;
case 39:
return 3;
case 43:
return 4;
case 35:
return 5;
case 11:
return 6;
case 99:
return 7;
case 15:
return 8;
case 67:
return 9;
case 83:
return 10;
case 51:
return 11;
case 27:
return 12;
case 91:
return 13;
case 31:
return 14;
case 7:
return 15;
case 23:
return 16;
case 59:
return 17;
case 75:
return 18;
case 63:
return 19;
case 55:
return 20;
case 112:
return 21;
case 95:
return 22;
case 87:
return 23;
case 79:
return 24;
case 71:
return 25;
}
return -1;
}
static const int32_t ENTRIES_58[51] = {1, 3, 5, 7, 9, 0, 11, 13, 15, 2, 17, 4, 6, 19, 21, 23, 8, 25, 10, 27, 12, 14, 29, 16, 31, 33, 35, 37, 18, 20, 22, 39, 24, 26, 41, 28, 43, 45, 30, 32, 34, 36, 38, 47, 40, 49, 44, 51, 46, 48, 50};
LISTEN_TO_OTHERS(58, 1, 26, 51, ENTRIES_58)
static inline int place_59(int order, int number) {
switch (number) {
case 3:
return 0;
case 47:
return 1;
case 19:
return 2;
case 83:
return 3;
case 39:
return 4;
case 91:
return 5;
case 99:
return 6;
case 63:
return 7;
case 67:
return 8;
case 75:
return 9;
case 35:
return 10;
case 31:
return 11;
case 11:
return 12;
case 15:
return 13;
case 27:
return 14;
case 55:
return 15;
case 7:
return 16;
case 51:
return 17;
case 95:
return 18;
case 59:
return 19;
case 23:
return 20;
case 43:
return 21;
case 116:
return 22;
case 87:
return 23;
case 71:
return 24;
case 79:
return 25;
}
return -1;
}
static const int32_t ENTRIES_59[51] = {1, 0, 3, 2, 5, 4, 7, 9, 11, 6, 8, 10, 13, 15, 12, 14, 17, 19, 16, 18, 21, 23, 20, 22, 25, 24, 27, 29, 26, 28, 31, 30, 33, 35, 32, 34, 37, 36, 39, 41, 38, 40, 43, 42, 45, 47, 46, 49, 48, 51, 50};
LISTEN_TO_OTHERS(59, 1, 26, 51, ENTRIES_59)
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
case 23:
return hear_23(m, order, node);
case 24:
return hear_24(m, order, node);
case 25:
return hear_25(m, order, node);
case 26:
return hear_26(m, order, node);
case 27:
return hear_27(m, order, node);
case 28:
return hear_28(m, order, node);
case 29:
return hear_29(m, order, node);
case 30:
return hear_30(m, order, node);
case 31:
return hear_31(m, order, node);
case 32:
return hear_32(m, order, node);
case 33:
return hear_33(m, order, node);
case 34:
return hear_34(m, order, node);
case 35:
return hear_35(m, order, node);
case 36:
return hear_36(m, order, node);
case 37:
return hear_37(m, order, node);
case 38:
return hear_38(m, order, node);
case 39:
return hear_39(m, order, node);
case 40:
return hear_40(m, order, node);
case 41:
return hear_41(m, order, node);
case 42:
return hear_42(m, order, node);
case 43:
return hear_43(m, order, node);
case 44:
return hear_44(m, order, node);
case 45:
return hear_45(m, order, node);
case 46:
return hear_46(m, order, node);
case 47:
return hear_47(m, order, node);
case 48:
return hear_48(m, order, node);
case 49:
return hear_49(m, order, node);
case 50:
return hear_50(m, order, node);
case 51:
return hear_51(m, order, node);
case 52:
return hear_52(m, order, node);
case 53:
return hear_53(m, order, node);
case 54:
return hear_54(m, order, node);
case 55:
return hear_55(m, order, node);
case 56:
return hear_56(m, order, node);
case 57:
return hear_57(m, order, node);
case 58:
return hear_58(m, order, node);
case 59:
return hear_59(m, order, node);
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
case 23:
return place_23(order, number) >= 0;
case 24:
return place_24(order, number) >= 0;
case 25:
return place_25(order, number) >= 0;
case 26:
return place_26(order, number) >= 0;
case 27:
return place_27(order, number) >= 0;
case 28:
return place_28(order, number) >= 0;
case 29:
return place_29(order, number) >= 0;
case 30:
return place_30(order, number) >= 0;
case 31:
return place_31(order, number) >= 0;
case 32:
return place_32(order, number) >= 0;
case 33:
return place_33(order, number) >= 0;
case 34:
return place_34(order, number) >= 0;
case 35:
return place_35(order, number) >= 0;
case 36:
return place_36(order, number) >= 0;
case 37:
return place_37(order, number) >= 0;
case 38:
return place_38(order, number) >= 0;
case 39:
return place_39(order, number) >= 0;
case 40:
return place_40(order, number) >= 0;
case 41:
return place_41(order, number) >= 0;
case 42:
return place_42(order, number) >= 0;
case 43:
return place_43(order, number) >= 0;
case 44:
return place_44(order, number) >= 0;
case 45:
return place_45(order, number) >= 0;
case 46:
return place_46(order, number) >= 0;
case 47:
return place_47(order, number) >= 0;
case 48:
return place_48(order, number) >= 0;
case 49:
return place_49(order, number) >= 0;
case 50:
return place_50(order, number) >= 0;
case 51:
return place_51(order, number) >= 0;
case 52:
return place_52(order, number) >= 0;
case 53:
return place_53(order, number) >= 0;
case 54:
return place_54(order, number) >= 0;
case 55:
return place_55(order, number) >= 0;
case 56:
return place_56(order, number) >= 0;
case 57:
return place_57(order, number) >= 0;
case 58:
return place_58(order, number) >= 0;
case 59:
return place_59(order, number) >= 0;
}
return 0;
}
#define PULLING_HEADS 0x0ull
INLINE int is_summed(int state) { return (0); }
INLINE int pushes_to_arcs(int state) { return (0); }
INLINE int is_taken(int state) { return (0); }
INLINE int is_heard_from(int state) { return 1; }
static inline int node_outcome(const Machine *m, int32_t at, int state, const int *told) {
switch (state) {
case 0:
if ((SET_0[((told[0] + 1)) / 64] >> ((told[0] + 1)) % 64 & 1) && ((told[1] + 1) == 108)) return 2;
if ((SET_1[((told[0] + 1)) / 64] >> ((told[0] + 1)) % 64 & 1) && ((told[1] + 1) == 112)) return 3;
return state;
case 1:
if (((told[1] + 1) == 116)) return 24;
if (((told[1] + 1) == 112)) return 0;
return state;
case 2:
if ((SET_1[((told[0] + 1)) / 64] >> ((told[0] + 1)) % 64 & 1) && ((told[1] + 1) == 112)) return 3;
if (((told[1] + 1) == 108 || (told[1] + 1) == 112)) return 0;
return state;
case 3:
if (((told[1] + 1) == 112)) return 0;
if (((told[1] + 1) == 116)) return 24;
if (((told[1] + 1) == 108)) return 1;
return state;
case 4:
if ((SET_0[((told[0] + 1)) / 64] >> ((told[0] + 1)) % 64 & 1) && ((told[1] + 1) == 108)) return 6;
if ((SET_1[((told[0] + 1)) / 64] >> ((told[0] + 1)) % 64 & 1) && ((told[1] + 1) == 112)) return 7;
return state;
case 5:
if (((told[1] + 1) == 112)) return 4;
if (((told[1] + 1) == 116)) return 24;
return state;
case 6:
if ((SET_1[((told[0] + 1)) / 64] >> ((told[0] + 1)) % 64 & 1) && ((told[1] + 1) == 112)) return 7;
if (((told[1] + 1) == 108 || (told[1] + 1) == 112)) return 4;
return state;
case 7:
if (((told[1] + 1) == 112)) return 4;
if (((told[1] + 1) == 108)) return 5;
if (((told[1] + 1) == 116)) return 24;
return state;
case 8:
if ((SET_0[((told[0] + 1)) / 64] >> ((told[0] + 1)) % 64 & 1) && ((told[1] + 1) == 108)) return 10;
if ((SET_1[((told[0] + 1)) / 64] >> ((told[0] + 1)) % 64 & 1) && ((told[1] + 1) == 112)) return 11;
return state;
case 9:
if (((told[1] + 1) == 112)) return 8;
if (((told[1] + 1) == 116)) return 24;
return state;
case 10:
if ((SET_1[((told[0] + 1)) / 64] >> ((told[0] + 1)) % 64 & 1) && ((told[1] + 1) == 112)) return 11;
if (((told[1] + 1) == 108 || (told[1] + 1) == 112)) return 8;
return state;
case 11:
if (((told[0] + 1) == 112)) return 8;
if (((told[0] + 1) == 108)) return 9;
if (((told[0] + 1) == 116)) return 24;
return state;
case 12:
if ((SET_0[((told[0] + 1)) / 64] >> ((told[0] + 1)) % 64 & 1) && ((told[1] + 1) == 108)) return 14;
if ((SET_1[((told[0] + 1)) / 64] >> ((told[0] + 1)) % 64 & 1) && ((told[1] + 1) == 112)) return 15;
return state;
case 13:
if (((told[1] + 1) == 112)) return 12;
if (((told[1] + 1) == 116)) return 24;
return state;
case 14:
if ((SET_1[((told[0] + 1)) / 64] >> ((told[0] + 1)) % 64 & 1) && ((told[1] + 1) == 112)) return 15;
if (((told[1] + 1) == 108 || (told[1] + 1) == 112)) return 12;
return state;
case 15:
if (((told[1] + 1) == 112)) return 12;
if (((told[1] + 1) == 108)) return 13;
if (((told[1] + 1) == 116)) return 24;
return state;
case 16:
if (((told[0] + 1) == 120)) return 24;
if ((SET_2[((told[0] + 1)) / 64] >> ((told[0] + 1)) % 64 & 1) && ((told[1] + 1) == 108)) return 17;
if (((told[0] + 1) == 87 || (told[0] + 1) == 112)) return 17;
return state;
case 17:
if (((told[0] + 1) == 120)) return 24;
if ((SET_3[((told[0] + 1)) / 64] >> ((told[0] + 1)) % 64 & 1) && ((told[1] + 1) == 108 || (told[1] + 1) == 112)) return 16;
return state;
case 18:
if (((told[0] + 1) == 87 || (told[0] + 1) == 91 || (told[0] + 1) == 120) && ((told[1] + 1) == 120)) return 24;
if ((SET_2[((told[0] + 1)) / 64] >> ((told[0] + 1)) % 64 & 1) && ((told[1] + 1) == 108)) return 19;
if ((SET_4[((told[0] + 1)) / 64] >> ((told[0] + 1)) % 64 & 1) && ((told[1] + 1) == 112)) return 19;
return state;
case 19:
if (((told[0] + 1) == 67 || (told[0] + 1) == 77) && ((told[1] + 1) == 120)) return 24;
if ((SET_3[((told[0] + 1)) / 64] >> ((told[0] + 1)) % 64 & 1) && ((told[1] + 1) == 108 || (told[1] + 1) == 112)) return 18;
return state;
case 20:
if (((told[0] + 1) == 120)) return 24;
if ((SET_2[((told[0] + 1)) / 64] >> ((told[0] + 1)) % 64 & 1) && ((told[1] + 1) == 108)) return 21;
if (((told[0] + 1) == 95 || (told[0] + 1) == 112) && ((told[1] + 1) == 112)) return 21;
return state;
case 21:
if (((told[0] + 1) == 67 || (told[0] + 1) == 120) && ((told[1] + 1) == 120)) return 24;
if ((SET_3[((told[0] + 1)) / 64] >> ((told[0] + 1)) % 64 & 1) && ((told[1] + 1) == 108 || (told[1] + 1) == 112)) return 20;
return state;
case 22:
if (((told[0] + 1) == 120)) return 24;
if ((SET_2[((told[0] + 1)) / 64] >> ((told[0] + 1)) % 64 & 1) && ((told[1] + 1) == 108)) return 23;
if (((told[0] + 1) == 112)) return 23;
return state;
case 23:
if (((told[0] + 1) == 120)) return 24;
if ((SET_5[((told[0] + 1)) / 64] >> ((told[0] + 1)) % 64 & 1) && ((told[1] + 1) == 108 || (told[1] + 1) == 112)) return 22;
if (((told[1] + 1) == 108)) return 22;
return state;
case 25:
if (((told[0] + 1) == 44 || (told[0] + 1) == 48) && ((told[1] + 1) == 88)) return 26;
if (((told[0] + 1) == 60 || (told[0] + 1) == 64) && ((told[1] + 1) == 96)) return 26;
if (((told[0] + 1) == 12 || (told[0] + 1) == 16) && ((told[1] + 1) == 72)) return 26;
if (((told[0] + 1) == 28 || (told[0] + 1) == 32) && ((told[1] + 1) == 80)) return 26;
if ((SET_6[((told[0] + 1)) / 64] >> ((told[0] + 1)) % 64 & 1) && (SET_7[((told[1] + 1)) / 64] >> ((told[1] + 1)) % 64 & 1)) return 27;
if ((SET_7[((told[1] + 1)) / 64] >> ((told[1] + 1)) % 64 & 1)) return 29;
return 28;
case 26:
return 25;
case 27:
return 25;
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
}
INLINE void next_value(Machine *, int32_t, int32_t, double, double);
static void compute_arc(Machine *m, int32_t at) {
int state = (int)m->arc_state[at], sender = (int)m->node_state[m->sender[at]], receiver = (int)m->node_state[m->receiver[at]];
}
#include "generic.c"
