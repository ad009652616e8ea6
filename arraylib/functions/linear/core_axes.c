/* axes= of functions over core dimensions (matmul and its kin): which axes of the operands and of the result they are. */
#include "arraylib/functions/compose.h"

#include <string.h>

/* One entry: an integer, or a tuple of as many as there are core dimensions. */
static bool read_entry(ArrayCall *call, const char *name, int operand, Variant entry, int dimensions, int core, int *axes) {
    Variant single[1] = {entry};
    const Variant *items = entry.kind == VARIANT_SEQUENCE ? entry.list->items : single;
    int count = entry.kind == VARIANT_SEQUENCE ? (int)entry.list->count : 1;
    if (count != core)
        return call_fail(call, "numpy.exceptions.AxisError", "%s: operand %d has %d core dimensions, but %d dimensions are specified by axes tuple.",
                         name, operand, core, count);
    for (int i = 0; i < count; i++) {
        int64_t number;
        if (!variant_to_index(items[i], &number, call->error) || !axis_normalise(number, dimensions, &axes[i], NULL, call->error)) return false;
        for (int k = 0; k < i; k++)
            if (axes[k] == axes[i]) return call_fail(call, "ValueError", "axes item %d has value %d repeated", operand, axes[i]);
    }
    return true;
}

/* The array with these axes last, in this order. */
static Array *with_last(ArrayCall *call, Array *a, int count, const int *axes) {
    int order[ARRAY_DIMENSIONS_MAX], at = 0;
    for (int i = 0; a && i < a->dimensions; i++) {
        bool named = false;
        for (int k = 0; k < count; k++) named = named || axes[k] == i;
        if (!named) order[at++] = i;
    }
    for (int k = 0; k < count; k++) order[at + k] = axes[k];
    return call_transpose(call, a, order);
}

bool call_core_axes(ArrayCall *call, size_t index, const char *name, const int *core, Array **operands, Variant *result_axes) {
    *result_axes = variant_absent();
    if (index >= call->count || !call_is_given(call, index)) return true;
    Variant given = call->arguments[index];
    if (given.kind != VARIANT_SEQUENCE || given.list->is_tuple) return call_fail(call, "TypeError", "axes should be a list.");
    if (given.list->count != 3 && !(given.list->count == 2 && core[2] == 0))
        return call_fail(call, "ValueError",
                         "axes should be a list with an entry for all 3 inputs and outputs; entries for outputs can only be omitted if none of them has "
                         "core axes.");
    for (int i = 0; i < 2; i++) {
        int axes[ARRAY_DIMENSIONS_MAX];
        if (operands[i]->dimensions < core[i]) continue; /* told in other words */
        if (!read_entry(call, name, i, given.list->items[i], operands[i]->dimensions, core[i], axes)) return false;
        if (!(operands[i] = with_last(call, operands[i], core[i], axes))) return false;
    }
    if (given.list->count == 3) *result_axes = given.list->items[2];
    return true;
}

Array *call_place_core_axes(ArrayCall *call, Array *result, const char *name, int core, Variant axes) {
    int places[ARRAY_DIMENSIONS_MAX], order[ARRAY_DIMENSIONS_MAX];
    if (!result || axes.kind == VARIANT_ABSENT) return result;
    if (!read_entry(call, name, 2, axes, result->dimensions, core, places)) return NULL;
    for (int i = 0, next = 0; i < result->dimensions; i++) {
        order[i] = -1;
        for (int k = 0; k < core; k++)
            if (places[k] == i) order[i] = result->dimensions - core + k;
        if (order[i] < 0) order[i] = next++;
    }
    return call_transpose(call, result, order);
}
