/* The operations of the typed IR: one row each, from which come the enumeration, the names of the text form and the
 * first checks of the verifier. ir/README.md says what each computes. */
#ifndef ARRAYLIB_IR_OPERATIONS_H
#define ARRAYLIB_IR_OPERATIONS_H

/* X(NAME, word, operands (-1: any number), rule, kinds, traits)
 * rule: how the result's type follows (ir/infer.c); kinds: dtype kinds of the first operand that are accepted.
 * traits: P pure (no effect, depends on its operands only), V writes memory or a variable, R reads it,
 * C control flow, G kernels only. */
#define IR_OPERATIONS(X)                                                                                             \
    X(CONSTANT, "constant", 0, GIVEN, "", P)                                                                         \
    X(PARAMETER, "parameter", 0, GIVEN, "", P)                                                                       \
    X(INDEX, "index", 0, GIVEN, "", P)                                                                               \
    X(NEG, "neg", 1, SAME, "iufc", P)                                                                                \
    X(NOT, "not", 1, SAME, "biu", P)                                                                                 \
    X(ABS, "abs", 1, REAL, "iufc", P)                                                                                \
    X(ADD, "add", 2, SAME, "iufc", P)                                                                                \
    X(SUB, "sub", 2, SAME, "iufc", P)                                                                                \
    X(MUL, "mul", 2, SAME, "iufc", P)                                                                                \
    X(DIV, "div", 2, SAME, "iufc", P)                                                                                \
    X(REM, "rem", 2, SAME, "iuf", P)                                                                                 \
    X(FLOOR_DIV, "floor_div", 2, SAME, "iuf", P)                                                                     \
    X(FLOOR_REM, "floor_rem", 2, SAME, "iuf", P)                                                                     \
    X(AND, "and", 2, SAME, "biu", P)                                                                                 \
    X(OR, "or", 2, SAME, "biu", P)                                                                                   \
    X(XOR, "xor", 2, SAME, "biu", P)                                                                                 \
    X(SHL, "shl", 2, SAME, "iu", P)                                                                                  \
    X(SHR, "shr", 2, SAME, "iu", P)                                                                                  \
    X(MIN, "min", 2, SAME, "biuf", P)                                                                                \
    X(MAX, "max", 2, SAME, "biuf", P)                                                                                \
    X(EQ, "eq", 2, COMPARE, "biufc", P)                                                                              \
    X(NE, "ne", 2, COMPARE, "biufc", P)                                                                              \
    X(LT, "lt", 2, COMPARE, "biuf", P)                                                                               \
    X(LE, "le", 2, COMPARE, "biuf", P)                                                                               \
    X(GT, "gt", 2, COMPARE, "biuf", P)                                                                               \
    X(GE, "ge", 2, COMPARE, "biuf", P)                                                                               \
    X(SELECT, "select", 3, SELECT, "b", P)                                                                           \
    X(CAST, "cast", 1, CAST, "biufc", P)                                                                             \
    X(CUT, "cut", 1, CUT, "f", P)                                                                                    \
    X(BITCAST, "bitcast", 1, BITCAST, "", P)                                                                         \
    X(COMPLEX, "complex", 2, COMPLEX, "f", P)                                                                        \
    X(REAL, "real", 1, REAL, "c", P)                                                                                 \
    X(IMAG, "imag", 1, REAL, "c", P)                                                                                 \
    X(MATH, "math", -1, MATH, "", P)                                                                                 \
    X(SHAPE, "shape", 1, EXTENT, "", P)                                                                              \
    X(STRIDE, "stride", 1, EXTENT, "", P)                                                                            \
    X(DATA, "data", 1, DATA, "", P)                                                                                  \
    X(VIEW, "view", -1, VIEW, "", P)                                                                                 \
    X(ELEMENT, "element", -1, ELEMENT, "", P)                                                                        \
    X(ELEMENT_CHECKED, "element.checked", -1, ELEMENT, "", C)                                                        \
    X(OFFSET, "offset", 2, OFFSET, "", P)                                                                            \
    X(FIELD, "field", 1, FIELD, "", P)                                                                               \
    X(ITEM, "item", 2, ITEM, "", P)                                                                                  \
    X(GLOBAL, "global", 0, GLOBAL, "", P)                                                                            \
    X(THREAD, "thread", 0, THREAD, "", G)                                                                            \
    X(VAR, "var", 1, VAR, "", V)                                                                                     \
    X(GET, "get", 1, GET, "", R)                                                                                     \
    X(SET, "set", 2, SET, "", V)                                                                                     \
    X(LOCAL, "local", 0, STORAGE, "", V)                                                                             \
    X(SHARED, "shared", 0, STORAGE, "", G)                                                                           \
    X(DYNAMIC_SHARED, "dynamic_shared", 0, STORAGE, "", G)                                                           \
    X(LOAD, "load", 1, LOAD, "", R)                                                                                  \
    X(STORE, "store", 2, STORE, "", V)                                                                               \
    X(COPY, "copy", 2, COPY, "", V)                                                                                  \
    X(ATOMIC, "atomic", 2, ATOMIC, "", V)                                                                            \
    X(ATOMIC_CAS, "atomic_cas", 3, ATOMIC, "", V)                                                                    \
    X(BARRIER, "barrier", 0, NOTHING, "", G)                                                                         \
    X(BARRIER_COUNT, "barrier_count", 1, BARRIER_VOTE, "b", G)                                                       \
    X(BARRIER_AND, "barrier_and", 1, BARRIER_VOTE, "b", G)                                                           \
    X(BARRIER_OR, "barrier_or", 1, BARRIER_VOTE, "b", G)                                                             \
    X(FENCE, "fence", 0, NOTHING, "", V)                                                                             \
    X(SYNC_WARP, "sync_warp", 1, SYNC_WARP, "", G)                                                                   \
    X(SHUFFLE, "shuffle", 4, SHUFFLE, "iuf", G)                                                                      \
    X(VOTE, "vote", 2, VOTE, "u", G)                                                                                 \
    X(ACTIVE_MASK, "active_mask", 0, MASK, "", G)                                                                    \
    X(CALL, "call", -1, CALL, "", V)                                                                                 \
    X(PARALLEL, "parallel", 4, PARALLEL, "", V)                                                                      \
    X(CLOCK, "clock", 0, CLOCK, "", V)                                                                               \
    X(PRINT, "print", -1, PRINT, "biuf", V)                                                                          \
    X(CHECK, "check", 1, CHECK, "b", C)                                                                              \
    X(POLL, "poll", 0, NOTHING, "", C)                                                                               \
    X(IF, "if", 1, CHECK, "b", C)                                                                                    \
    X(FOR, "for", 3, FOR, "iu", C)                                                                                   \
    X(WHILE, "while", 0, NOTHING, "", C)                                                                             \
    X(TEST, "test", 1, CHECK, "b", C)                                                                                \
    X(TRY, "try", 0, NOTHING, "", C)                                                                                 \
    X(CAUGHT, "caught", 0, CAUGHT, "", V)                                                                            \
    X(RAISE, "raise", -1, RAISE, "", C)                                                                              \
    X(BREAK, "break", 0, NOTHING, "", C)                                                                             \
    X(CONTINUE, "continue", 0, NOTHING, "", C)                                                                       \
    X(RETURN, "return", -1, RETURN, "", C)

/* X(name, operands, result: S the operands' type, B bool, kinds) Functions of C's mathematics, computed in float for
 * float16. The name is C's; CUDA knows it too, overloaded over float and double. */
#define IR_MATH_FUNCTIONS(X)                                                                                         \
    X(sin, 1, S, "fc") X(cos, 1, S, "fc") X(tan, 1, S, "fc")                                                         \
    X(asin, 1, S, "f") X(acos, 1, S, "f") X(atan, 1, S, "f")                                                         \
    X(sinh, 1, S, "f") X(cosh, 1, S, "f") X(tanh, 1, S, "f")                                                         \
    X(asinh, 1, S, "f") X(acosh, 1, S, "f") X(atanh, 1, S, "f")                                                      \
    X(exp, 1, S, "fc") X(exp2, 1, S, "f") X(expm1, 1, S, "f")                                                        \
    X(log, 1, S, "fc") X(log2, 1, S, "f") X(log10, 1, S, "f") X(log1p, 1, S, "f")                                    \
    X(sqrt, 1, S, "fc") X(cbrt, 1, S, "f") X(erf, 1, S, "f") X(erfc, 1, S, "f")                                      \
    X(tgamma, 1, S, "f") X(lgamma, 1, S, "f")                                                                        \
    X(floor, 1, S, "f") X(ceil, 1, S, "f") X(trunc, 1, S, "f") X(rint, 1, S, "f") X(round, 1, S, "f")                \
    X(isnan, 1, B, "f") X(isinf, 1, B, "f") X(isfinite, 1, B, "f") X(signbit, 1, B, "f")                             \
    X(pow, 2, S, "fc") X(atan2, 2, S, "f") X(hypot, 2, S, "f") X(copysign, 2, S, "f") X(nextafter, 2, S, "f")        \
    X(fmin, 2, S, "f") X(fmax, 2, S, "f") X(fma, 3, S, "f")                                                          \
    X(popcount, 1, S, "iu") X(clz, 1, S, "iu") X(ctz, 1, S, "iu") X(reverse_bits, 1, S, "iu")

/* X(NAME, word, CUDA's word) Where a thread is: the detail of THREAD is 3 * this + axis. */
#define IR_THREAD_PLACES(X)                                                                                          \
    X(THREAD_INDEX, "thread_index", "threadIdx")                                                                     \
    X(BLOCK_INDEX, "block_index", "blockIdx")                                                                        \
    X(BLOCK_SIZE, "block_size", "blockDim")                                                                          \
    X(GRID_SIZE, "grid_size", "gridDim")

/* X(NAME, word, CUDA's function) Read, combine and write as one step; the old value is the result. */
#define IR_ATOMICS(X)                                                                                                \
    X(ADD, "add", "atomicAdd") X(SUB, "sub", "atomicSub") X(MIN, "min", "atomicMin") X(MAX, "max", "atomicMax")      \
    X(AND, "and", "atomicAnd") X(OR, "or", "atomicOr") X(XOR, "xor", "atomicXor")                                    \
    X(EXCHANGE, "exchange", "atomicExch") X(INC, "inc", "atomicInc") X(DEC, "dec", "atomicDec")

/* X(NAME, word, CUDA's function) */
#define IR_SHUFFLES(X)                                                                                               \
    X(INDEX, "index", "__shfl_sync") X(UP, "up", "__shfl_up_sync") X(DOWN, "down", "__shfl_down_sync")               \
    X(XOR, "xor", "__shfl_xor_sync")
#define IR_VOTES(X)                                                                                                  \
    X(ALL, "all", "__all_sync") X(ANY, "any", "__any_sync") X(BALLOT, "ballot", "__ballot_sync")
#define IR_FENCES(X)                                                                                                 \
    X(BLOCK, "block", "__threadfence_block") X(DEVICE, "device", "__threadfence")                                    \
    X(SYSTEM, "system", "__threadfence_system")

#endif
