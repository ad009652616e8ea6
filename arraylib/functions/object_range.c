#include "arraylib/functions/object_range.h"

#include "arraylib/core/element.h"

#include <math.h>
#include <string.h>

static Array *as_object(ArrayCall *call, Variant value) {
    return call_hold(call, array_from_variant(call->runtime, value, &dtype_object, call->device, false, call->error));
}

/* How many steps lead from start to what is not before stop; -1: failed. */
static int64_t length_of(ArrayCall *call, Array *start, Array *stop, Array *step) {
    Array *ratio = APPLY2(divide, APPLY2(subtract, stop, start), step);
    uint8_t bytes[8];
    double steps;
    if (!ratio) return -1;
    Variant value = array_scalar_at(ratio, 0, call->error);
    bool is_number = value.kind != VARIANT_ABSENT && variant_store(call->runtime, value, DTYPE(FLOAT64), bytes, call->error);
    variant_release(&value);
    if (!is_number) return -1;
    memcpy(&steps, bytes, sizeof steps);
    steps = ceil(steps);
    if (isnan(steps)) call_fail(call, "ValueError", "arange: cannot compute length");
    else if (steps > 0x1p60) call_fail(call, "ValueError", "Maximum allowed size exceeded");
    else return steps > 0 ? (int64_t)steps : 0;
    return -1;
}

Array *call_object_range(ArrayCall *call, Variant first, Variant last, Variant apart) {
    Array *start = as_object(call, first), *stop = start ? as_object(call, last) : NULL, *step = stop ? as_object(call, apart) : NULL;
    int64_t count = step ? length_of(call, start, stop, step) : -1;
    Array *range = count < 0 ? NULL : call_new(call, &dtype_object, 1, &count);
    VariantHandle *delta = range ? handle_read(array_data(step)) : NULL, *sum = NULL;
    for (int64_t i = 0; range && i < count; i++) { /* each is the one before and a step */
        char *element = array_data(range) + i * dtype_object.item_size;
        VariantHandle *operands[2] = {i ? handle_read(element - dtype_object.item_size) : handle_read(array_data(start)), delta};
        if (i && !call->runtime->hooks.operate(call->runtime->hook_context, OPERATOR(add), operands, 2, &sum, call->error)) return NULL;
        handle_put(element, i ? sum : handle_retain(operands[0]));
        if (!runtime_poll(call->runtime, call->error)) return NULL;
    }
    return range;
}

Array *call_object_line(ArrayCall *call, Array *start, Array *stop, int64_t num, bool endpoint, Array **step) {
    Array *delta = APPLY2(subtract, stop, start), *y = delta ? call_cast(call, call_iota(call, num), &dtype_object) : NULL;
    int64_t parts = endpoint ? num - 1 : num;
    for (int i = 0; y && i < delta->dimensions; i++) y = call_expand(call, y, y->dimensions);
    *step = parts > 0 ? APPLY2_NUMBER(divide, delta, variant_integer(parts)) : call_number(call, DTYPE(FLOAT64), variant_float(NAN));
    y = APPLY2(add, APPLY2(multiply, y, parts > 0 ? *step : delta), start);
    bool ends = y && endpoint && num > 1;
    return !ends || call_assign(call, call_slice(call, y, 0, num - 1, 1, 1), call_expand(call, stop, 0)) ? y : NULL;
}
