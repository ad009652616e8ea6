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
    IrFunction *helper;
    int loop_depth, depth;
    bool device; /* a kernel: threads, shared memory, warps */
} RandomIr;

uint64_t random_next(RandomIr *random);
int random_below(RandomIr *random, int limit);
/* A module with a function (or, for `device`, a kernel) "f" and a helper that it calls. NULL: the builder failed. */
IrModule *random_ir_module(uint64_t seed, bool device);

#endif
