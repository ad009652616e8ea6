/* slice: three values, and how they fall on a sequence of a given length. */
#include "kernel/objects/number/int.h"
#include "kernel/objects/container/list.h"
#include "kernel/objects/core/objects_state.h"
#include "kernel/objects/core/value_support.h"

Value slice_new(Thread *thread, Value start, Value stop, Value step) {
    Slice *slice = object_new(thread, thread_builtins(thread)->type_slice);
    if (!slice) return VALUE_ABSENT;
    slice->start = value_is_absent(start) ? VALUE_NONE : value_retain(start);
    slice->stop = value_is_absent(stop) ? VALUE_NONE : value_retain(stop);
    slice->step = value_is_absent(step) ? VALUE_NONE : value_retain(step);
    return value_from_object(slice);
}

bool value_is_slice(Value value) { return value_has_type(value, &slice_type_template); }

/* A member as int64, clipped to what fits. */
static bool slice_member(Thread *thread, Value value, int64_t *integer) {
    if (value.tag == TAG_INT || value.tag == TAG_BOOL) {
        *integer = value.integer;
        return true;
    }
    const Type *type = type_of(thread->interpreter, value);
    if (!type->to_index)
        return raise_type_error(thread, "slice indices must be integers or None or have an __index__ method"), false;
    Value index = is_int(value) ? value_retain(value) : type->to_index(thread, value);
    if (value_is_absent(index)) return false;
    if (!is_int(index)) {
        raise_type_error(thread, "__index__ returned non-int (type %s)", value_type_name(thread, index));
        value_release(index);
        return false;
    }
    if (!int_fits_int64(index, integer)) *integer = int_sign(index) < 0 ? -INT64_MAX : INT64_MAX;
    value_release(index);
    return true;
}

static int64_t clip(int64_t at, int64_t length, int64_t step) {
    if (at < 0) {
        at += length;
        if (at < 0) at = step < 0 ? -1 : 0;
    } else if (at >= length) {
        at = step < 0 ? length - 1 : length;
    }
    return at;
}

bool slice_unpack(Thread *thread, const Slice *slice, int64_t *start, int64_t *stop, int64_t *step) {
    *step = 1;
    if (slice->step.tag != TAG_NONE) {
        if (!slice_member(thread, slice->step, step)) return false;
        if (*step == 0) return raise_value_error(thread, "slice step cannot be zero"), false;
        if (*step == INT64_MIN) *step = -INT64_MAX;
    }
    *start = *step < 0 ? INT64_MAX : 0;
    *stop = *step < 0 ? INT64_MIN : INT64_MAX;
    if (slice->start.tag != TAG_NONE && !slice_member(thread, slice->start, start)) return false;
    return slice->stop.tag == TAG_NONE || slice_member(thread, slice->stop, stop);
}

int64_t slice_adjust(int64_t length, int64_t *start, int64_t *stop, int64_t step) {
    *start = clip(*start, length, step);
    *stop = clip(*stop, length, step);
    if (step < 0) return *stop < *start ? (*start - *stop - 1) / -step + 1 : 0;
    return *start < *stop ? (*stop - *start - 1) / step + 1 : 0;
}

bool slice_resolve(Thread *thread, const Slice *slice, int64_t length, int64_t *start, int64_t *stop, int64_t *step,
                   int64_t *count) {
    if (!slice_unpack(thread, slice, start, stop, step)) return false;
    *count = slice_adjust(length, start, stop, *step);
    return true;
}

static Value slice_create(Thread *thread, Type *type, const Call *call) {
    (void)type;
    if (!call_without_keywords(thread, "slice", call)) return VALUE_ABSENT;
    size_t count = call->positional_count;
    if (count == 0) return raise_type_error(thread, "slice expected at least 1 argument, got 0");
    if (count > 3) return raise_type_error(thread, "slice expected at most 3 arguments, got %zu", count);
    if (count == 1) return slice_new(thread, VALUE_NONE, call->values[0], VALUE_NONE);
    return slice_new(thread, call->values[0], call->values[1], count == 3 ? call->values[2] : VALUE_NONE);
}

static Value slice_as_tuple(Thread *thread, Value self) {
    const Slice *slice = (const Slice *)self.object;
    const Value members[3] = {slice->start, slice->stop, slice->step};
    return tuple_from_values(thread, members, 3);
}

static Value slice_repr(Thread *thread, Value self) {
    Value members = slice_as_tuple(thread, self);
    if (value_is_absent(members)) return VALUE_ABSENT;
    Value text = value_repr(thread, members);
    value_release(members);
    if (value_is_absent(text)) return VALUE_ABSENT;
    Value result = string_format(thread, "slice%s", value_c_string(text));
    value_release(text);
    return result;
}

static Value slice_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    if (!value_is_slice(right)) return VALUE_NOT_IMPLEMENTED;
    Value a = slice_as_tuple(thread, left), b = slice_as_tuple(thread, right), result = VALUE_ABSENT;
    if (!value_is_absent(a) && !value_is_absent(b)) result = value_compare(thread, a, b, comparison);
    value_release(a);
    value_release(b);
    return result;
}

static bool slice_visit(Object *self, Visit *visit, void *context) {
    const Slice *slice = (const Slice *)self;
    return visit_value(slice->start, visit, context) && visit_value(slice->stop, visit, context) &&
           visit_value(slice->step, visit, context);
}

static void slice_destroy(Object *self) {
    Slice *slice = (Slice *)self;
    value_clear(&slice->start);
    value_clear(&slice->stop);
    value_clear(&slice->step);
}

/* A member as an int of any size; owned. */
static Value slice_integer(Thread *thread, Value value) {
    if (!type_of(thread->interpreter, value)->to_index)
        return raise_type_error(thread, "slice indices must be integers or None or have an __index__ method");
    Value index = value_index(thread, value), plain = value_is_absent(index) ? index : int_plain(thread, index);
    value_release(index);
    return plain;
}
/* Where a start or stop falls: between `lower` and `upper`. Takes the value over. */
static Value slice_clip(Thread *thread, Value at, Value length, Value lower, Value upper) {
    if (!value_is_absent(at) && int_sign(at) < 0) {
        value_replace(&at, int_binary(thread, BINARY_ADD, at, length));
        if (!value_is_absent(at) && int_compare(at, lower) < 0) value_replace(&at, value_retain(lower));
    } else if (!value_is_absent(at) && int_compare(at, upper) > 0) {
        value_replace(&at, value_retain(upper));
    }
    return at;
}
bool slice_bounds(Thread *thread, const Slice *slice, Value length, Value *bounds) {
    Value step = slice->step.tag == TAG_NONE ? value_from_int(1) : slice_integer(thread, slice->step);
    if (value_is_absent(step)) return false;
    int sign = int_sign(step);
    if (sign == 0) return raise_value_error(thread, "slice step cannot be zero"), false;
    Value lower = value_from_int(sign < 0 ? -1 : 0), upper = int_binary(thread, BINARY_ADD, length, lower);
    Value start = VALUE_ABSENT, stop = VALUE_ABSENT;
    if (!value_is_absent(upper))
        start = slice->start.tag == TAG_NONE ? value_retain(sign < 0 ? upper : lower)
                                             : slice_clip(thread, slice_integer(thread, slice->start), length, lower, upper);
    if (!value_is_absent(start))
        stop = slice->stop.tag == TAG_NONE ? value_retain(sign < 0 ? lower : upper)
                                           : slice_clip(thread, slice_integer(thread, slice->stop), length, lower, upper);
    value_release(upper);
    bounds[0] = start;
    bounds[1] = stop;
    bounds[2] = step;
    if (!value_is_absent(stop)) return true;
    value_release(start);
    value_release(step);
    return false;
}

NATIVE(slice_method_indices) {
    NATIVE_UNUSED;
    Value length = value_index(thread, arguments[1]), bounds[3];
    if (value_is_absent(length)) return length;
    if (int_sign(length) < 0) {
        value_release(length);
        return raise_value_error(thread, "length should not be negative");
    }
    bool done = slice_bounds(thread, (const Slice *)arguments[0].object, length, bounds);
    value_release(length);
    if (!done) return VALUE_ABSENT;
    Value result = tuple_from_values(thread, bounds, 3);
    for (size_t i = 0; i < 3; i++) value_release(bounds[i]);
    return result;
}

static Value slice_get_start(Thread *thread, Value self) {
    (void)thread;
    return value_retain(((Slice *)self.object)->start);
}
static Value slice_get_stop(Thread *thread, Value self) {
    (void)thread;
    return value_retain(((Slice *)self.object)->stop);
}
static Value slice_get_step(Thread *thread, Value self) {
    (void)thread;
    return value_retain(((Slice *)self.object)->step);
}

NATIVE(slice_reduce) {
    NATIVE_UNUSED;
    const Slice *slice = (const Slice *)arguments[0].object;
    Value parts[3] = {value_retain(slice->start), value_retain(slice->stop), value_retain(slice->step)};
    return reduce_with(thread, "slice", parts, 3, VALUE_ABSENT);
}

static const NativeEntry slice_methods[] = {
    {"__reduce__", "($self, /)", "What pickle and copy make the object from.", slice_reduce, NULL, 0},
    {"indices", "($self, len, /)",
     "S.indices(len) -> (start, stop, stride)\n\n"
     "The slice as range() wants it, for a sequence of that length: negative and missing bounds resolved, those "
     "too large cut.",
     slice_method_indices, NULL, 0},
    {0}};

static const PropertyEntry slice_properties[] = {
    {"start", slice_get_start, NULL, "where it begins"},
    {"stop", slice_get_stop, NULL, "where it ends, left out itself"},
    {"step", slice_get_step, NULL, "how far it goes each time"},
    {0}};

const Type slice_type_template = {
    .name = "slice",
    .documentation = "slice(stop)\nslice(start, stop[, step])\n\n"
                     "The part of a sequence that a[start:stop:step] names.",
    .flags = TYPE_COLLECTED | TYPE_IMMUTABLE,
    .instance_size = sizeof(Slice),
    .create = slice_create,
    .destroy = slice_destroy,
    .visit = slice_visit,
    .clear = slice_destroy,
    .repr = slice_repr,
    .compare = slice_compare,
    .methods = slice_methods,
    .properties = slice_properties,
};
