/* The instructions, in one table; the VM, the dump and the compiler's checks come from it.
 *
 * An instruction is eight bytes: opcode, flags and three 16-bit operands; some are followed by further eight-byte
 * words: a jump distance or an inline cache. Operands are registers of the frame's window unless the format says
 * otherwise. Registers own what they hold; a register that is not in use holds no counted reference. An operation
 * that writes a register releases what was there. The flags CONSUME_B and CONSUME_C say that an operand is a temporary
 * which the operation leaves empty.
 *
 * Format, a letter for each of a, b, c:
 *   W register written   R register read   X register read and written   K constant   N name   F closure cell
 *   U unsigned number    I signed number   P first of several registers  - unused
 *   j in the place of b: a 32-bit jump distance in b and c; k: a 32-bit constant index in b and c */
#ifndef KERNEL_LANGUAGE_OPCODES_H
#define KERNEL_LANGUAGE_OPCODES_H

/* The binary operators as the table of objects/core/object.h names them, each in three forms: register-register,
 * register-constant and constant-register. */
#define OPCODE_BINARY(X)                                                                                      \
    X(ADD) X(SUBTRACT) X(MULTIPLY) X(MATRIX_MULTIPLY) X(TRUE_DIVIDE) X(FLOOR_DIVIDE) X(REMAINDER) X(POWER)    \
    X(LEFT_SHIFT) X(RIGHT_SHIFT) X(AND) X(XOR) X(OR)
#define OPCODE_COMPARE(X) X(LT) X(LE) X(EQ) X(NE) X(GT) X(GE)

/* name, format, number of words that follow */
#define OPCODES(X)                                                                                            \
    X(NOP, "---", 0)                                                                                          \
    X(UNFOLD, "---", 0)                /* the one instruction of a code whose inside is not made yet */          \
    X(LINE, "UUU", 0)                  /* line a + b * 65536 begins (c: count it), or 0: the end; for timing */  \
    X(MOVE, "WR-", 0)                                                                                         \
    X(LOAD_CONSTANT, "Wk-", 0)                                                                                \
    X(CLEAR, "W--", 0)                                                                                        \
    X(CLEAR_RANGE, "PU-", 0)           /* a: first, b: count */                                               \
    X(CHECK_LOCAL, "R--", 0)           /* UnboundLocalError when empty */                                     \
    X(DELETE_LOCAL, "X--", 0)                                                                                 \
    X(MAKE_CELL, "X--", 0)             /* wrap what the register holds, or nothing, in a new cell */          \
    X(LOAD_CELL, "WR-", 0)                                                                                    \
    X(STORE_CELL, "RR-", 0)            /* cell a = b */                                                       \
    X(DELETE_CELL, "R--", 0)                                                                                  \
    X(LOAD_FREE, "WF-", 0)                                                                                    \
    X(STORE_FREE, "FR-", 0)                                                                                   \
    X(DELETE_FREE, "F--", 0)                                                                                  \
    X(LOAD_CLOSURE, "WF-", 0)          /* the cell itself */                                                  \
    X(LOAD_CLASS_FREE, "WFN", 0)       /* a class block: its namespace first, then the cell */                \
    X(LOAD_CLASS_CELL, "WRN", 0)       /* likewise with a cell of the block itself */                         \
    X(LOAD_GLOBAL, "WN-", 2)                                                                                  \
    X(STORE_GLOBAL, "RN-", 1)                                                                                 \
    X(DELETE_GLOBAL, "-N-", 0)                                                                                \
    X(LOAD_NAME, "WN-", 2)                                                                                    \
    X(STORE_NAME, "RN-", 1)                                                                                   \
    X(DELETE_NAME, "-N-", 0)                                                                                  \
    X(LOAD_ATTRIBUTE, "WRN", 3)                                                                               \
    X(LOAD_FIELD, "WRN", 3)            /* what LOAD_ATTRIBUTE turns into when the name is one of Fields */     \
    X(STORE_ATTRIBUTE, "RRN", 2)       /* a.name = b */                                                       \
    X(STORE_FIELD, "RRN", 2)           /* likewise of STORE_ATTRIBUTE */                                      \
    X(DELETE_ATTRIBUTE, "R-N", 0)                                                                             \
    X(LOAD_METHOD, "PRN", 3)           /* a: callable, a+1: self or empty */                                  \
    X(LOAD_SUPER_METHOD, "P-N", 3)     /* a: super; results as LOAD_METHOD's */                                \
    X(SET_ITEM_K, "RRK", 0)                                                                                   \
    X(GET_ITEM, "WRR", 0)                                                                                     \
    X(GET_ITEM_K, "WRK", 0)                                                                                   \
    X(SET_ITEM, "RRR", 0)              /* a[b] = c */                                                         \
    X(DELETE_ITEM, "RR-", 0)                                                                                  \
    X(ADD, "WRR", 0) X(ADD_K, "WRK", 0) X(K_ADD, "WKR", 0)                                                    \
    X(SUBTRACT, "WRR", 0) X(SUBTRACT_K, "WRK", 0) X(K_SUBTRACT, "WKR", 0)                                     \
    X(MULTIPLY, "WRR", 0) X(MULTIPLY_K, "WRK", 0) X(K_MULTIPLY, "WKR", 0)                                     \
    X(MATRIX_MULTIPLY, "WRR", 0) X(MATRIX_MULTIPLY_K, "WRK", 0) X(K_MATRIX_MULTIPLY, "WKR", 0)                \
    X(TRUE_DIVIDE, "WRR", 0) X(TRUE_DIVIDE_K, "WRK", 0) X(K_TRUE_DIVIDE, "WKR", 0)                            \
    X(FLOOR_DIVIDE, "WRR", 0) X(FLOOR_DIVIDE_K, "WRK", 0) X(K_FLOOR_DIVIDE, "WKR", 0)                         \
    X(REMAINDER, "WRR", 0) X(REMAINDER_K, "WRK", 0) X(K_REMAINDER, "WKR", 0)                                  \
    X(POWER, "WRR", 0) X(POWER_K, "WRK", 0) X(K_POWER, "WKR", 0)                                              \
    X(LEFT_SHIFT, "WRR", 0) X(LEFT_SHIFT_K, "WRK", 0) X(K_LEFT_SHIFT, "WKR", 0)                               \
    X(RIGHT_SHIFT, "WRR", 0) X(RIGHT_SHIFT_K, "WRK", 0) X(K_RIGHT_SHIFT, "WKR", 0)                            \
    X(AND, "WRR", 0) X(AND_K, "WRK", 0) X(K_AND, "WKR", 0)                                                    \
    X(XOR, "WRR", 0) X(XOR_K, "WRK", 0) X(K_XOR, "WKR", 0)                                                    \
    X(OR, "WRR", 0) X(OR_K, "WRK", 0) X(K_OR, "WKR", 0)                                                       \
    X(UNARY, "WRU", 0)                 /* c: UnaryOperator */                                                 \
    X(NOT, "WR-", 0)                                                                                          \
    X(LT, "WRR", 0) X(LT_K, "WRK", 0) X(LE, "WRR", 0) X(LE_K, "WRK", 0)                                       \
    X(EQ, "WRR", 0) X(EQ_K, "WRK", 0) X(NE, "WRR", 0) X(NE_K, "WRK", 0)                                       \
    X(GT, "WRR", 0) X(GT_K, "WRK", 0) X(GE, "WRR", 0) X(GE_K, "WRK", 0)                                       \
    X(IS, "WRR", 0)                    /* NEGATE: is not */                                                   \
    X(CONTAINS, "WRR", 0)              /* b in c; NEGATE: not in */                                           \
    X(JUMP, "-j-", 0)                                                                                         \
    X(JUMP_IF_TRUE, "Rj-", 0)                                                                                 \
    X(JUMP_IF_FALSE, "Rj-", 0)                                                                                \
    X(JUMP_LT, "RRU", 1) X(JUMP_LT_K, "RKU", 1) /* c: 1 jump when true, 0 when false; the next word: how far */ \
    X(JUMP_LE, "RRU", 1) X(JUMP_LE_K, "RKU", 1)                                                               \
    X(JUMP_EQ, "RRU", 1) X(JUMP_EQ_K, "RKU", 1)                                                               \
    X(JUMP_NE, "RRU", 1) X(JUMP_NE_K, "RKU", 1)                                                               \
    X(JUMP_GT, "RRU", 1) X(JUMP_GT_K, "RKU", 1)                                                               \
    X(JUMP_GE, "RRU", 1) X(JUMP_GE_K, "RKU", 1)                                                               \
    X(JUMP_IS, "RRU", 1) X(JUMP_IS_K, "RKU", 1)                                                               \
    X(JUMP_CONTAINS, "RRU", 1)                                                                                \
    X(GET_ITERATOR, "PR-", 0)          /* a: three registers of loop state */                                 \
    X(FOR_NEXT, "WP-", 1)              /* next item of loop state b into a and jump back; falls through at the end */ \
    X(GET_ITERABLE, "WR-", 0)          /* iter(b), but list, tuple, range as they are: for a comprehension */ \
    X(UNPACK, "PRU", 0)                /* b into the c registers from a */                                    \
    X(UNPACK_PAIR, "WWR", 0)           /* c into a and b */                                                       \
    X(UNPACK_STAR, "PRU", 1)           /* c before the star, the next word's number after it */               \
    X(CALL, "WPU", 0)                  /* b: callable, then c arguments */                                    \
    X(CALL_METHOD, "WPU", 0)           /* b: callable, self or empty, then c arguments */                     \
    X(CALL_KEYWORDS, "WPU", 1)         /* OF_METHOD: layout of CALL_METHOD; next word: constant index of the names */ \
    X(CALL_UNPACKED, "WP-", 0)         /* b: callable, iterable of positional arguments, dict of keywords or empty */ \
    X(RETURN, "R-U", 0)                /* c: how many registers to release */                                 \
    X(MAKE_FUNCTION, "WRP", 0)         /* c: those of defaults, keyword defaults, annotations, closure that flags name */ \
    X(BUILD_TUPLE, "WPU", 0)                                                                                  \
    X(BUILD_LIST, "WPU", 0)                                                                                   \
    X(BUILD_SET, "WPU", 0)                                                                                    \
    X(BUILD_DICT, "WPU", 0)            /* c pairs */                                                          \
    X(BUILD_STRING, "WPU", 0)                                                                                 \
    X(BUILD_SLICE, "WPU", 0)                                                                                  \
    X(LIST_APPEND, "RR-", 0)                                                                                  \
    X(LIST_EXTEND, "RRU", 0)           /* c: 1 in a call's arguments */                                       \
    X(LIST_TO_TUPLE, "X--", 0)                                                                                \
    X(SET_ADD, "RR-", 0)                                                                                      \
    X(SET_UPDATE, "RR-", 0)                                                                                   \
    X(DICT_ADD, "RRR", 0)              /* a[b] = c */                                                         \
    X(DICT_UPDATE, "RR-", 0)                                                                                  \
    X(DICT_MERGE, "RRR", 0)            /* keywords of a call; c: the callable */                              \
    X(FORMAT, "WRR", 1)                /* c: format, when HAS_FORMAT; next word: conversion character or 0 */ \
    X(RAISE, "RRU", 0)                 /* c: number of operands */                                            \
    X(RERAISE, "R--", 0)                                                                                      \
    X(PUSH_HANDLED, "WR-", 0)          /* b is being handled now; a keeps what was */                         \
    X(POP_HANDLED, "R--", 0)                                                                                  \
    X(FINISH_PENDING, "---", 0)        /* array work that was put off is done: its exceptions belong to this place */ \
    X(MATCH_EXCEPTION, "WRR", 0)                                                                              \
    X(SPLIT_GROUP, "PRR", 0)           /* except*: b the rest, c the class; a: matched or none, a+1: rest or none */ \
    X(JOIN_GROUP, "WRR", 0)            /* b: original, c: list of raised and rest; exception to raise or none */ \
    X(ASSERTION_ERROR, "W--", 0)                                                                              \
    X(ENTER_WITH, "PR-", 0)            /* a: __exit__, a+1: what __enter__ gave */                            \
    X(EXIT_WITH, "WRR", 0)             /* call __exit__ b with exception c, HAS_FORMAT: without */            \
    X(ENTER_ASYNC_WITH, "PR-", 0)                                                                             \
    X(GET_AWAITABLE, "WRU", 0)                                                                                \
    X(GET_DELEGATE, "WR-", 0)          /* the iterator of `yield from` */                                     \
    X(DELEGATE, "WRX", 0)              /* send c to b until it returns a; c is what comes in */               \
    X(GET_ASYNC_ITERATOR, "WR-", 0)                                                                           \
    X(GET_ASYNC_NEXT, "WR-", 0)                                                                               \
    X(END_ASYNC_FOR, "R--", 0)         /* re-raises a unless it is StopAsyncIteration */                      \
    X(YIELD, "WR-", 0)                                                                                        \
    X(START_GENERATOR, "---", 0)       /* the call's frame becomes a generator's; returns it */               \
    X(IMPORT, "WNR", 1)                /* c: names wanted or None; next word: level */                        \
    X(IMPORT_FROM, "WRN", 0)                                                                                  \
    X(IMPORT_STAR, "R--", 0)                                                                                  \
    X(LOAD_BUILD_CLASS, "W--", 0)                                                                             \
    X(LOAD_NAMESPACE, "W--", 0)        /* the class block's namespace */                                      \
    X(SET_UP_ANNOTATIONS, "---", 0)                                                                           \
    X(SHOW, "R--", 0)                  /* an expression statement of a terminal */                            \
    X(MATCH_SEQUENCE, "WR-", 0)                                                                               \
    X(MATCH_MAPPING, "WR-", 0)                                                                                \
    X(MATCH_KEYS, "WRR", 0)            /* tuple of the values of b at the keys c (a tuple), or None */        \
    X(MATCH_CLASS, "WRP", 1)           /* b is a c, with the attributes c+1 (names): tuple or None; word: positional */ \
    X(MATCH_REST, "WRR", 0)            /* dict of b without the keys c */                                     \
    X(LENGTH, "WR-", 0)

enum {
    CONSUME_B = 1,
    CONSUME_C = 2,
    CONSUME_A = 4,
    IN_PLACE = 4,   /* binary operators: augmented assignment */
    NEGATE = 8,
    OF_METHOD = 16,
    HAS_FORMAT = 32,
    KEEPS_PLACE = 32, /* RERAISE: the frame stands where the exception arose, not here */
    /* MAKE_FUNCTION */
    FUNCTION_DEFAULTS = 1,
    FUNCTION_KEYWORD_DEFAULTS = 2,
    FUNCTION_ANNOTATIONS = 4,
    FUNCTION_CLOSURE = 8,
};

typedef enum Opcode {
#define X(name, format, words) OP_##name,
    OPCODES(X)
#undef X
        OPCODE_COUNT
} Opcode;

extern const unsigned char opcode_words[OPCODE_COUNT]; /* how many follow each; in code.c */

#endif
