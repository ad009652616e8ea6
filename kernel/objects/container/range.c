/* range: start, stop and step of any size; those whose items and length fit int64 count in machine words. */
#include "kernel/objects/container/range.h"
#include "kernel/objects/container/list_private.h"
#include "kernel/objects/core/objects_state.h"

#include "base/memory.h"

/* Number of items of an int64 range. */
static uint64_t small_length(int64_t start, int64_t stop, int64_t step) {
    if (step > 0) return start < stop ? ((uint64_t)stop - (uint64_t)start - 1) / (uint64_t)step + 1 : 0;
    uint64_t magnitude = 0 - (uint64_t)step;
    return stop < start ? ((uint64_t)start - (uint64_t)stop - 1) / magnitude + 1 : 0;
}

/* max(0, (stop - start + step -+ 1) // step) over any ints. */
static Value big_length(Thread *thread, Value start, Value stop, Value step) {
    bool ascending = int_sign(step) > 0;
    if (int_compare(start, stop) * (ascending ? 1 : -1) >= 0) return value_from_int(0);
    Value span = int_binary(thread, BINARY_SUBTRACT, stop, start), less = VALUE_ABSENT, count = VALUE_ABSENT,
          result = VALUE_ABSENT;
    if (!value_is_absent(span)) less = int_binary(thread, BINARY_SUBTRACT, span, value_from_int(ascending ? 1 : -1));
    if (!value_is_absent(less)) count = int_binary(thread, BINARY_FLOOR_DIVIDE, less, step);
    if (!value_is_absent(count)) result = int_binary(thread, BINARY_ADD, count, value_from_int(1));
    value_release(span);
    value_release(less);
    value_release(count);
    return result;
}

Value range_new(Thread *thread, Value start, Value stop, Value step) {
    if (int_sign(step) == 0) return raise_value_error(thread, "range() arg 3 must not be zero");
    Value length;
    if (start.tag == TAG_INT && stop.tag == TAG_INT && step.tag == TAG_INT)
        length = int_from_uint64(thread, small_length(start.integer, stop.integer, step.integer));
    else
        length = big_length(thread, start, stop, step);
    if (value_is_absent(length)) return VALUE_ABSENT;
    Range *range = object_new(thread, thread_builtins(thread)->type_range);
    if (!range) {
        value_release(length);
        return VALUE_ABSENT;
    }
    range->start = value_retain(start);
    range->stop = value_retain(stop);
    range->step = value_retain(step);
    range->length = length;
    return value_from_object(range);
}

Value range_item(Thread *thread, const Range *range, Value index) {
    int64_t offset, item;
    if (range->start.tag == TAG_INT && range->step.tag == TAG_INT && index.tag == TAG_INT &&
        int_multiply_fast(index.integer, range->step.integer, &offset) &&
        int_add_fast(range->start.integer, offset, &item))
        return value_from_int(item);
    Value scaled = int_binary(thread, BINARY_MULTIPLY, index, range->step);
    if (value_is_absent(scaled)) return VALUE_ABSENT;
    Value result = int_binary(thread, BINARY_ADD, range->start, scaled);
    value_release(scaled);
    return result;
}

/* An argument by __index__. */
static Value range_argument(Thread *thread, Value value) {
    if (value.tag == TAG_INT) return value;
    if (is_int(value)) return int_plain(thread, value);
    const Type *type = type_of(thread->interpreter, value);
    if (!type->to_index)
        return raise_type_error(thread, "'%s' object cannot be interpreted as an integer",
                                value_type_name(thread, value));
    Value index = type->to_index(thread, value);
    if (value_is_absent(index) || index.tag == TAG_INT) return index;
    Value plain = is_int(index) ? int_plain(thread, index)
                                : raise_type_error(thread, "__index__ returned non-int (type %s)",
                                                   value_type_name(thread, index));
    value_release(index);
    return plain;
}

static Value range_create(Thread *thread, Type *type, const Call *call) {
    (void)type;
    if (!call_without_keywords(thread, "range", call)) return VALUE_ABSENT;
    size_t count = call->positional_count;
    if (count == 0) return raise_type_error(thread, "range expected at least 1 argument, got 0");
    if (count > 3) return raise_type_error(thread, "range expected at most 3 arguments, got %zu", count);
    Value bounds[3] = {value_from_int(0), VALUE_ABSENT, value_from_int(1)}, result = VALUE_ABSENT;
    if (count == 1) bounds[1] = range_argument(thread, call->values[0]);
    for (size_t i = 0; count > 1 && i < count; i++) {
        bounds[i] = range_argument(thread, call->values[i]);
        if (value_is_absent(bounds[i])) break;
    }
    if (!exception_is_set(thread)) result = range_new(thread, bounds[0], bounds[1], bounds[2]);
    for (int i = 0; i < 3; i++) value_release(bounds[i]);
    return result;
}

static void range_destroy(Object *self) {
    Range *range = (Range *)self;
    value_clear(&range->start);
    value_clear(&range->stop);
    value_clear(&range->step);
    value_clear(&range->length);
}

static const Range *self_range(Value self) { return (const Range *)self.object; }

static Value range_repr(Thread *thread, Value self) {
    const Range *range = self_range(self);
    Value start = value_repr(thread, range->start), stop = value_repr(thread, range->stop),
          step = value_repr(thread, range->step), result = VALUE_ABSENT;
    if (!value_is_absent(start) && !value_is_absent(stop) && !value_is_absent(step)) {
        if (range->step.tag == TAG_INT && range->step.integer == 1)
            result = string_format(thread, "range(%s, %s)", value_c_string(start), value_c_string(stop));
        else
            result = string_format(thread, "range(%s, %s, %s)", value_c_string(start), value_c_string(stop),
                                   value_c_string(step));
    }
    value_release(start);
    value_release(stop);
    value_release(step);
    return result;
}

static int64_t range_length(Thread *thread, Value self) {
    int64_t length;
    if (int_fits_int64(self_range(self)->length, &length)) return length;
    raise_overflow_error(thread, "Python int too large to convert to C ssize_t");
    return -1;
}

static int range_truth(Thread *thread, Value self) {
    (void)thread;
    return int_sign(self_range(self)->length) != 0;
}

/* (length, first, step) with what does not matter left None: equal ranges have equal keys. */
static Value range_key(Thread *thread, const Range *range) {
    Value key[3] = {range->length, VALUE_NONE, VALUE_NONE};
    if (int_sign(range->length) != 0) {
        key[1] = range->start;
        if (!(range->length.tag == TAG_INT && range->length.integer == 1)) key[2] = range->step;
    }
    return tuple_from_values(thread, key, 3);
}

static bool range_hash(Thread *thread, Value self, int64_t *hash) {
    Value key = range_key(thread, self_range(self));
    bool hashed = !value_is_absent(key) && value_hash(thread, key, hash);
    value_release(key);
    return hashed;
}

static Value range_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    if ((comparison != COMPARE_EQ && comparison != COMPARE_NE) || !value_has_type(right, &range_type_template))
        return VALUE_NOT_IMPLEMENTED;
    Value a = range_key(thread, self_range(left)), b = range_key(thread, self_range(right)), result = VALUE_ABSENT;
    if (!value_is_absent(a) && !value_is_absent(b)) result = value_compare(thread, a, b, comparison);
    value_release(a);
    value_release(b);
    return result;
}

/* Where an int falls: 1 with its index (owned), 0 outside. */
static int range_find(Thread *thread, const Range *range, Value item, Value *index) {
    bool ascending = int_sign(range->step) > 0;
    int from_start = int_compare(item, range->start), from_stop = int_compare(item, range->stop);
    if (ascending ? from_start < 0 || from_stop >= 0 : from_start > 0 || from_stop <= 0) return 0;
    Value span = int_binary(thread, BINARY_SUBTRACT, item, range->start);
    if (value_is_absent(span)) return -1;
    Value rest = int_binary(thread, BINARY_REMAINDER, span, range->step);
    int found = value_is_absent(rest) ? -1 : int_sign(rest) == 0;
    value_release(rest);
    if (found > 0) {
        *index = int_binary(thread, BINARY_FLOOR_DIVIDE, span, range->step);
        if (value_is_absent(*index)) found = -1;
    }
    value_release(span);
    return found;
}

static bool is_plain_int(Value value) {
    return value.tag == TAG_INT || value.tag == TAG_BOOL ||
           (value.tag == TAG_OBJECT && value.object->type->origin == &int_type_template);
}

static int range_contains(Thread *thread, Value self, Value item) {
    Value index = VALUE_ABSENT;
    if (is_plain_int(item)) {
        int found = range_find(thread, self_range(self), item, &index);
        value_release(index);
        return found;
    }
    Value iterator = value_iterate(thread, self);
    if (value_is_absent(iterator)) return -1;
    int found = 0;
    while (!found) {
        Value candidate = value_next(thread, iterator);
        if (value_is_absent(candidate)) {
            if (exception_is_set(thread)) found = -1;
            break;
        }
        found = value_equal(thread, candidate, item);
        value_release(candidate);
        if (!found && !thread_poll(thread)) found = -1;
    }
    value_release(iterator);
    return found;
}

static Value range_slice(Thread *thread, const Range *range, const Slice *slice) {
    Value bounds[3];
    if (!slice_bounds(thread, slice, range->length, bounds)) return VALUE_ABSENT;
    Value first = range_item(thread, range, bounds[0]), last = range_item(thread, range, bounds[1]);
    Value stride = int_binary(thread, BINARY_MULTIPLY, range->step, bounds[2]), result = VALUE_ABSENT;
    for (size_t i = 0; i < 3; i++) value_release(bounds[i]);
    if (!value_is_absent(first) && !value_is_absent(last) && !value_is_absent(stride))
        result = range_new(thread, first, last, stride);
    value_release(first);
    value_release(last);
    value_release(stride);
    return result;
}

static Value range_get_item(Thread *thread, Value self, Value key) {
    const Range *range = self_range(self);
    if (value_is_slice(key)) return range_slice(thread, range, (const Slice *)key.object);
    if (!is_int(key) && !(key.tag == TAG_OBJECT && key.object->type->to_index))
        return raise_type_error(thread, "range indices must be integers or slices, not %s", value_type_name(thread, key));
    Value index = range_argument(thread, key), from_end = VALUE_ABSENT, result;
    if (value_is_absent(index)) return VALUE_ABSENT;
    if (int_sign(index) < 0) {
        from_end = int_binary(thread, BINARY_ADD, index, range->length);
        value_release(index);
        if (value_is_absent(from_end)) return VALUE_ABSENT;
        index = from_end;
    }
    if (int_sign(index) < 0 || int_compare(index, range->length) >= 0)
        result = raise_index_error(thread, "range object index out of range");
    else result = range_item(thread, range, index);
    value_release(index);
    return result;
}

/* ---- iteration ---- */

Value range_iterator_new(Thread *thread, int64_t start, int64_t step, uint64_t count) {
    RangeIterator *iterator = object_new(thread, thread_builtins(thread)->type_range_iterator);
    if (!iterator) return VALUE_ABSENT;
    iterator->next = start;
    iterator->step = step;
    iterator->remaining = iterator->total = count;
    iterator->is_small = true;
    return value_from_object(iterator);
}

/* Over `length` items from `start` on; small when the last item fits int64 too. */
static Value iterate_from(Thread *thread, Value start, Value step, Value length) {
    uint64_t count;
    __int128 last;
    if (start.tag == TAG_INT && step.tag == TAG_INT && int_to_uint64(length, &count)) {
        last = start.integer + (__int128)step.integer * (__int128)(count ? count - 1 : 0);
        if (last >= INT64_MIN && last <= INT64_MAX) return range_iterator_new(thread, start.integer, step.integer, count);
    }
    RangeIterator *iterator = object_new(thread, thread_builtins(thread)->type_range_iterator);
    if (!iterator) return VALUE_ABSENT;
    iterator->big_next = value_retain(start);
    iterator->big_step = value_retain(step);
    iterator->big_remaining = value_retain(length);
    iterator->big_total = value_retain(length);
    return value_from_object(iterator);
}

static Value range_iterate(Thread *thread, Value self) {
    const Range *range = self_range(self);
    return iterate_from(thread, range->start, range->step, range->length);
}

static Value range_iterator_next(Thread *thread, Value self) {
    RangeIterator *iterator = (RangeIterator *)self.object;
    int64_t item;
    if (!thread_poll(thread)) return VALUE_ABSENT; /* list(range(10**10)) never comes back to the VM */
    if (range_iterator_next_fast(iterator, &item)) return value_from_int(item);
    if (iterator->is_small || int_sign(iterator->big_remaining) == 0) return VALUE_ABSENT;
    Value following = int_binary(thread, BINARY_ADD, iterator->big_next, iterator->big_step);
    Value remaining = int_binary(thread, BINARY_SUBTRACT, iterator->big_remaining, value_from_int(1));
    if (value_is_absent(following) || value_is_absent(remaining)) {
        value_release(following);
        value_release(remaining);
        return VALUE_ABSENT;
    }
    Value current = iterator->big_next;
    iterator->big_next = following;
    value_replace(&iterator->big_remaining, remaining);
    return current;
}

bool range_can_be_held(Thread *thread, Value iterable, size_t each) {
    enum { UNASKED = 1 << 22 }; /* so many are found out by trying */
    if (!value_has_type(iterable, &range_type_template)) return true;
    Value length = ((const Range *)iterable.object)->length;
    if (length.tag == TAG_INT && length.integer <= UNASKED) return true;
    void *trial = length.tag == TAG_INT && (uint64_t)length.integer <= (SIZE_MAX >> 1) / each
                      ? memory_allocate((size_t)length.integer * each) : NULL;
    if (!trial) return raise_no_memory(thread), false;
    memory_release(trial);
    return true;
}

static void range_iterator_destroy(Object *self) {
    RangeIterator *iterator = (RangeIterator *)self;
    value_clear(&iterator->big_next);
    value_clear(&iterator->big_step);
    value_clear(&iterator->big_remaining);
    value_clear(&iterator->big_total);
}

NATIVE(range_iterator_length_hint) {
    NATIVE_UNUSED;
    const RangeIterator *iterator = (const RangeIterator *)arguments[0].object;
    return iterator->is_small ? int_from_uint64(thread, iterator->remaining) : value_retain(iterator->big_remaining);
}

/* a + b * c of ints */
static Value sum_of_product(Thread *thread, Value a, Value b, Value c) {
    Value product = int_binary(thread, BINARY_MULTIPLY, b, c);
    Value sum = value_is_absent(product) ? product : int_binary(thread, BINARY_ADD, a, product);
    value_release(product);
    return sum;
}
/* (iter, (the whole range,), how many were taken) */
NATIVE(range_iterator_reduce) {
    NATIVE_UNUSED;
    const RangeIterator *iterator = (const RangeIterator *)arguments[0].object;
    Value next = iterator->is_small ? value_from_int(iterator->next) : value_retain(iterator->big_next);
    Value step = iterator->is_small ? value_from_int(iterator->step) : value_retain(iterator->big_step);
    Value left = iterator->is_small ? int_from_uint64(thread, iterator->remaining) : value_retain(iterator->big_remaining);
    Value total = iterator->is_small ? int_from_uint64(thread, iterator->total) : value_retain(iterator->big_total);
    Value taken = VALUE_ABSENT, back = VALUE_ABSENT, start = VALUE_ABSENT, stop = VALUE_ABSENT, range = VALUE_ABSENT;
    if (!value_is_absent(left) && !value_is_absent(total)) taken = int_binary(thread, BINARY_SUBTRACT, total, left);
    if (!value_is_absent(taken)) back = int_binary(thread, BINARY_SUBTRACT, value_from_int(0), taken);
    if (!value_is_absent(back)) start = sum_of_product(thread, next, step, back);
    if (!value_is_absent(start)) stop = sum_of_product(thread, next, step, left);
    if (!value_is_absent(stop)) range = range_new(thread, start, stop, step);
    Value parts[] = {next, step, left, total, back, start, stop};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) value_release(parts[i]);
    if (!value_is_absent(range)) return reduce_with(thread, "iter", &range, 1, taken);
    value_release(taken);
    return range;
}
NATIVE(range_iterator_set_state) {
    NATIVE_UNUSED;
    RangeIterator *iterator = (RangeIterator *)arguments[0].object;
    Value wanted = range_argument(thread, arguments[1]);
    if (value_is_absent(wanted)) return wanted;
    Value total = iterator->is_small ? int_from_uint64(thread, iterator->total) : value_retain(iterator->big_total);
    if (value_is_absent(total)) {
        value_release(wanted);
        return total;
    }
    if (int_sign(wanted) < 0) value_replace(&wanted, value_from_int(0));
    if (int_compare(wanted, total) > 0) value_replace(&wanted, value_retain(total));
    if (iterator->is_small) {
        uint64_t at = 0;
        int_to_uint64(wanted, &at);
        uint64_t taken = iterator->total - iterator->remaining;
        iterator->next = (int64_t)((uint64_t)iterator->next + (at - taken) * (uint64_t)iterator->step);
        iterator->remaining = iterator->total - at;
    } else {
        Value taken = int_binary(thread, BINARY_SUBTRACT, total, iterator->big_remaining), move = VALUE_ABSENT, next = VALUE_ABSENT;
        Value left = int_binary(thread, BINARY_SUBTRACT, total, wanted);
        if (!value_is_absent(taken) && !value_is_absent(left)) move = int_binary(thread, BINARY_SUBTRACT, wanted, taken);
        if (!value_is_absent(move)) next = sum_of_product(thread, iterator->big_next, iterator->big_step, move);
        if (!value_is_absent(next)) {
            value_replace(&iterator->big_next, next);
            value_replace(&iterator->big_remaining, value_retain(left));
        }
        value_release(taken);
        value_release(move);
        value_release(left);
    }
    value_release(wanted);
    value_release(total);
    return exception_is_set(thread) ? VALUE_ABSENT : VALUE_NONE;
}

static const NativeEntry range_iterator_methods[] = {
    {"__reduce__", "($self, /)", "What pickle and copy make the object from.", range_iterator_reduce, NULL, 0},
    {"__setstate__", "($self, state, /)", "Go on from the place that a pickle remembers.", range_iterator_set_state, NULL, 0},
    {"__length_hint__", "($self, /)", "About how many elements are still to come.", range_iterator_length_hint,
     NULL, 0},
    {0}};

const Type range_iterator_type_template = {
    .name = "range_iterator",
    .flags = TYPE_IMMUTABLE | TYPE_NO_CREATE,
    .instance_size = sizeof(RangeIterator),
    .destroy = range_iterator_destroy,
    .iterate = iterate_self,
    .next = range_iterator_next,
    .methods = range_iterator_methods,
};

/* ---- methods ---- */

NATIVE(range_method_count) {
    NATIVE_UNUSED;
    if (is_plain_int(arguments[1])) {
        int found = range_contains(thread, arguments[0], arguments[1]);
        return found < 0 ? VALUE_ABSENT : value_from_int(found);
    }
    Value list = list_from_iterable(thread, arguments[0]);
    if (value_is_absent(list)) return VALUE_ABSENT;
    Value result = value_call_method(thread, list, "count", &arguments[1], 1);
    value_release(list);
    return result;
}

NATIVE(range_method_index) {
    NATIVE_UNUSED;
    Value index = VALUE_ABSENT;
    if (is_plain_int(arguments[1])) {
        int found = range_find(thread, self_range(arguments[0]), arguments[1], &index);
        if (found) return index;
    } else {
        Value iterator = value_iterate(thread, arguments[0]);
        for (int64_t at = 0; !value_is_absent(iterator); at++) {
            Value item = value_next(thread, iterator);
            if (value_is_absent(item)) break;
            int equal = value_equal(thread, item, arguments[1]);
            value_release(item);
            if (!equal) continue;
            value_release(iterator);
            return equal < 0 ? VALUE_ABSENT : value_from_int(at);
        }
        value_release(iterator);
        if (exception_is_set(thread)) return VALUE_ABSENT;
        return raise_value_error(thread, "sequence.index(x): x not in sequence");
    }
    Value repr = value_repr(thread, arguments[1]);
    if (!value_is_absent(repr)) raise_value_error(thread, "%s is not in range", value_c_string(repr));
    value_release(repr);
    return VALUE_ABSENT;
}

NATIVE(range_method_reversed) {
    NATIVE_UNUSED;
    const Range *range = self_range(arguments[0]);
    Value last_index = int_binary(thread, BINARY_SUBTRACT, range->length, value_from_int(1)), last = VALUE_ABSENT,
          step = VALUE_ABSENT, result = VALUE_ABSENT;
    if (!value_is_absent(last_index)) last = range_item(thread, range, last_index);
    if (!value_is_absent(last)) step = int_binary(thread, BINARY_SUBTRACT, value_from_int(0), range->step);
    if (!value_is_absent(step)) result = iterate_from(thread, last, step, range->length);
    value_release(last_index);
    value_release(last);
    value_release(step);
    return result;
}

static Value range_get_start(Thread *thread, Value self) {
    (void)thread;
    return value_retain(self_range(self)->start);
}
static Value range_get_stop(Thread *thread, Value self) {
    (void)thread;
    return value_retain(self_range(self)->stop);
}
static Value range_get_step(Thread *thread, Value self) {
    (void)thread;
    return value_retain(self_range(self)->step);
}

NATIVE(range_reduce) {
    NATIVE_UNUSED;
    const Range *range = self_range(arguments[0]);
    Value parts[3] = {value_retain(range->start), value_retain(range->stop), value_retain(range->step)};
    return reduce_with(thread, "range", parts, 3, VALUE_ABSENT);
}

static const NativeEntry range_methods[] = {
    {"__reduce__", "($self, /)", NULL, range_reduce, NULL, 0},
    {"count", "($self, value, /)", "How many of the numbers equal value: 0 or 1.",
     range_method_count, NULL, 0},
    {"index", "($self, value, /)",
     "At which place value stands; a ValueError if it is none of the numbers.",
     range_method_index, NULL, 0},
    {"__reversed__", "($self, /)", "An iterator from the last number to the first.", range_method_reversed, NULL, 0},
    {0}};

static const PropertyEntry range_properties[] = {
    {"start", range_get_start, NULL, "where it begins"},
    {"stop", range_get_stop, NULL, "where it ends, left out itself"},
    {"step", range_get_step, NULL, "how far it goes each time"},
    {0}};

const Type range_type_template = {
    .name = "range",
    .documentation = "range(stop) -> range object\nrange(start, stop[, step]) -> range object\n\n"
                     "The integers from start (0 by default) in steps of step (1 by default), as far as "
                     "stop, which is left "
                     "out.\n\n>>> list(range(2, 10, 3))\n[2, 5, 8]",
    .flags = TYPE_SEQUENCE | TYPE_IMMUTABLE | TYPE_OWN_TRUTH,
    .instance_size = sizeof(Range),
    .create = range_create,
    .destroy = range_destroy,
    .repr = range_repr,
    .hash = range_hash,
    .truth = range_truth,
    .length = range_length,
    .compare = range_compare,
    .iterate = range_iterate,
    .contains = range_contains,
    .get_item = range_get_item,
    .methods = range_methods,
    .properties = range_properties,
};
