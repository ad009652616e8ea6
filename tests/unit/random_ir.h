/* Random IR functions for the tests: always valid, always ending, deterministic from a seed. */
#ifndef TESTS_UNIT_RANDOM_IR_H
#define TESTS_UNIT_RANDOM_IR_H

#include "arraylib/ir.h"

typedef struct RandomIr {
    uint64_t state;
    IrModule *module;
    IrBuilder builder;
    IrValue *pool[4000]; /* visible values */
    int count;
    IrValue *variables[100];
    int variable_count;
    IrValue *arrays[8];
    int array_count;
    IrFunction *helper, *deep; /* the second calls itself */
    const IrType *structs[2];  /* the second holds the first */
    IrGlobal *table;           /* eight constants */
    int loop_depth, depth;
    bool kernel; /* nothing out of bounds, nothing that ends early */
    bool threads; /* asks where it is */
    bool device; /* threads, shared memory, warps */
    bool tries;  /* faults are caught */
    bool exact;  /* only what every machine computes to the bit */
} RandomIr;

uint64_t random_next(RandomIr *random);
int random_below(RandomIr *random, int limit);
enum { RANDOM_KERNEL = 1, RANDOM_DEVICE = 2 | RANDOM_KERNEL, RANDOM_EXACT = 4, RANDOM_NO_TRY = 16 /* as on a GPU */, RANDOM_THREADS = 8 | RANDOM_KERNEL };
/* A module with a function (or a kernel) "f" and a helper that it calls. */
IrModule *random_ir_module(uint64_t seed, int flags);

/* The arguments of one call: the same from the same seed. */
typedef struct RandomArguments {
    IrFunction *function;
    void *list[20];
    unsigned char scalars[10][16];
    struct { void *data; int64_t words[4]; } views[10];
    unsigned char *memory[10];
    int64_t sizes[10];
} RandomArguments;

void random_arguments_prepare(RandomArguments *arguments, IrFunction *function, uint64_t seed);
void random_arguments_drop(RandomArguments *arguments);
/* False: something differs, told to stderr. The result counts only where both calls ended well. */
bool random_arguments_equal(const RandomArguments *left, const RandomArguments *right, bool with_result);

#endif
