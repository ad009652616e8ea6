/* Walking several strided operands at once.
 *
 * A Walk drops axes of extent 1, orders the rest so that the last operand with a stride advances fastest along
 * the innermost axis, and joins neighbouring axes that every operand steps through evenly. What is left is a few
 * outer axes and one inner run, which a loop takes in one call. */
#ifndef ARRAYLIB_DEVICE_HOST_WALK_H
#define ARRAYLIB_DEVICE_HOST_WALK_H

#include "arraylib/device/device.h"

#define WALK_OPERANDS_MAX 34

typedef struct Walk {
    int operand_count, dimensions; /* at least 1 dimension after walk_begin */
    bool whole_runs;               /* never cut an inner run: sums depend on its length */
    int64_t weight;                /* work that an element is, where it is more than one operation */
    int64_t shape[ARRAY_DIMENSIONS_MAX];
    int64_t strides[ARRAY_DIMENSIONS_MAX][WALK_OPERANDS_MAX];
    char *data[WALK_OPERANDS_MAX];
} Walk;

/* `operands` point to operands over `shape`. False: there is nothing to do (an extent is 0). `reorder`: axes may
 * change places; without it only joining happens. */
bool walk_begin(Walk *walk, Shape shape, const Operand *const *operands, int operand_count, bool reorder);

/* One inner run: `count` elements from `data` with `strides`. */
typedef bool WalkBody(void *context, char *const *data, const int64_t *strides, int64_t count, Error *error);

/* Call `body` for every inner run, polling for interrupts between them (long runs are cut). */
bool walk_run(const Walk *walk, ArrayRuntime *runtime, WalkBody *body, void *context, Error *error);
/* The same on the workers when the walk is large; the body must be fit for it. Float flags that the threads met
 * are gathered in *float_flags when it is not NULL. */
bool walk_run_parallel(const Walk *walk, ArrayRuntime *runtime, WalkBody *body, void *context, int *float_flags,
                       Error *error);

/* The FLOAT_ flags of the calling thread's floating-point unit; and their clearing. */
int float_flags_read(void);
void float_flags_clear(void);

#endif
