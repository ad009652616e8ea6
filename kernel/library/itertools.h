/* Shared by the files of itertools. */
#ifndef KERNEL_LIBRARY_ITERTOOLS_H
#define KERNEL_LIBRARY_ITERTOOLS_H

#include "kernel/objects/number/int.h"
#include "kernel/objects/container/iterators.h"
#include "kernel/objects/core/value_support.h"

extern const Type itertools_accumulate_type, itertools_chain_type, itertools_combinations_type;
extern const Type itertools_combinations_with_replacement_type, itertools_compress_type, itertools_count_type;
extern const Type itertools_cycle_type, itertools_dropwhile_type, itertools_filterfalse_type, itertools_groupby_type;
extern const Type itertools_grouper_type, itertools_islice_type, itertools_pairwise_type, itertools_permutations_type;
extern const Type itertools_product_type, itertools_repeat_type, itertools_starmap_type, itertools_takewhile_type;
extern const Type itertools_tee_type, itertools_tee_data_type, itertools_zip_longest_type;

Value itertools_tee(Thread *thread, const Native *native, const Value *arguments);

/* The next item of what iter() gave; absent without an exception: exhausted. */
Value itertools_next(Thread *thread, Value iterator);
/* (type, arguments) or (type, arguments, state); takes over both, a failed one makes the result fail. */
Value itertools_reduce(Thread *thread, Value self, Value arguments);
Value itertools_reduce_with(Thread *thread, Value self, Value arguments, Value state);
/* Exactly `count` positional arguments, with CPython's words. */
bool itertools_count_arguments(Thread *thread, Type *type, const Call *call, size_t least, size_t most);
static inline Value itertools_type_value(Type *type) { return (Value){.tag = TAG_OBJECT, .object = &type->object}; }

#define REDUCE_METHOD(code) {"__reduce__", "($self, /)", "What pickle and copy need.", code, NULL, 0}
#define SET_STATE_METHOD(code) {"__setstate__", "($self, state, /)", "Take a state that __reduce__ gave.", code, NULL, 0}

#endif
