/* The walk under numpy.nditer: several arrays stepped through together, an element (or an innermost run) of each at a time.
 *
 * Python's part (python/nditer.py) broadcasts, orders and joins axes, allocates, casts and fills buffers; then it says _walk(...):
 * over which arrays, with which strides, from where. What is stepped through is here. When the steps are used up, _refill is asked
 * for more (the next buffers) by name, so a walk without buffers never leaves this file. */
#include "kernel/modules/numpy/modules.h"
#include "kernel/objects/core/gc.h"

#include "base/memory.h"

#include <string.h>

typedef struct StridedWalk {
    Object object;
    Value arrays; /* a tuple of ndarrays; absent: not yet begun, or closed */
    int operands, dimensions; /* an inner axis that is handed out whole is not among the dimensions */
    bool has_inner, is_started, is_finished, is_closed, leads; /* leads: tells _moved of each step */
    int64_t inner, position, end; /* length of the inner axis; elements passed of `end` */
    /* One block: shape[dimensions], index[dimensions], start[operands], now[operands], inner_strides[operands],
     * strides[dimensions][operands]. */
    int64_t *shape, *index, *start, *now, *inner_strides, *strides;
    uint8_t *is_writeable; /* of each operand; behind the numbers */
} StridedWalk;

static StridedWalk *walk_of(Value value) { return (StridedWalk *)value.object; }

static void walk_end(StridedWalk *walk) {
    memory_release(walk->shape);
    walk->shape = NULL;
    walk->operands = 0;
    value_clear(&walk->arrays);
}
static void walk_destroy(Object *self) { walk_end((StridedWalk *)self); }
static bool walk_visit(Object *self, Visit *visit, void *context) { return visit_value(((StridedWalk *)self)->arrays, visit, context); }

/* ---- Steps ---- */

static void walk_seek(StridedWalk *walk, int64_t position) {
    int64_t rest = walk->has_inner && walk->inner ? position / walk->inner : position;
    memcpy(walk->now, walk->start, (size_t)walk->operands * sizeof *walk->now);
    for (int i = walk->dimensions - 1; i >= 0; i--) {
        int64_t extent = walk->shape[i] ? walk->shape[i] : 1, at = rest % extent;
        rest /= extent;
        walk->index[i] = at;
        for (int k = 0; k < walk->operands; k++) walk->now[k] += at * walk->strides[i * (int64_t)walk->operands + k];
    }
    walk->position = position;
}

static bool walk_step(StridedWalk *walk) {
    int64_t passed = walk->position + (walk->has_inner ? walk->inner : 1);
    if (passed >= walk->end) return false;
    walk->position = passed;
    for (int i = walk->dimensions - 1; i >= 0; i--) {
        const int64_t *strides = walk->strides + i * (int64_t)walk->operands;
        if (++walk->index[i] < walk->shape[i]) {
            for (int k = 0; k < walk->operands; k++) walk->now[k] += strides[k];
            return true;
        }
        walk->index[i] = 0;
        for (int k = 0; k < walk->operands; k++) walk->now[k] -= (walk->shape[i] - 1) * strides[k];
    }
    return false;
}

/* An iterator that others are nested in tells them; 1, or -1 with an exception. */
static int walk_tell(Thread *thread, Value self) {
    Value told = value_call_method(thread, self, "_moved", NULL, 0);
    value_release(told);
    return value_is_absent(told) ? -1 : 1;
}

/* 1, 0 at the end, -1 with an exception. */
static int walk_next_place(Thread *thread, Value self) {
    StridedWalk *walk = walk_of(self);
    if (walk->is_finished || walk->is_closed) return 0;
    if (!value_is_absent(walk->arrays) && walk_step(walk)) return walk->leads ? walk_tell(thread, self) : 1;
    Value more = value_call_method(thread, self, "_refill", NULL, 0);
    int truth = value_is_absent(more) ? -1 : value_truth(thread, more);
    value_release(more);
    if (truth != 1) walk->is_finished = true;
    return truth;
}

/* ---- What lies at the place ---- */

/* The array's element (or inner run) as a view that keeps the iterator. Axes of the array beyond those walked over, of types that
 * have a shape of their own, stay. */
static Value walk_view(Thread *thread, Value self, int place) {
    const StridedWalk *walk = walk_of(self);
    Value owner = value_tuple(walk->arrays)->items[place];
    Array *array = value_ndarray(owner);
    if (!array_ready(thread, array)) return VALUE_ABSENT;
    int64_t shape[ARRAY_DIMENSIONS_MAX + 1], strides[ARRAY_DIMENSIONS_MAX + 1];
    int count = 0;
    if (walk->has_inner) {
        shape[0] = walk->end - walk->position < walk->inner ? walk->end - walk->position : walk->inner;
        strides[0] = walk->inner_strides[place];
        count = 1;
    }
    int own = walk->is_writeable[place] >> 1; /* how many of the array's last axes belong to the element */
    for (int i = array->dimensions - own; i < array->dimensions; i++, count++) {
        shape[count] = array->shape[i];
        strides[count] = array->strides[i];
    }
    Error error = ERROR_NONE;
    Array *view = array_view(array, array->dtype, count, shape, strides, walk->now[place], &error);
    if (!view) return raise_array_error(thread, &error);
    view->writeable = view->writeable && walk->is_writeable[place] & 1;
    Value made = value_from_array(thread, view);
    if (!value_is_absent(made)) ((NdArray *)made.object)->base = value_retain(self);
    return made;
}

static bool walk_is_on(Thread *thread, const StridedWalk *walk) {
    if (walk->is_finished || walk->is_closed) raise_value_error(thread, "Iterator is past the end");
    else if (value_is_absent(walk->arrays))
        raise_value_error(thread, "Iterator construction used delayed buffer allocation, and no reset has been done yet");
    else return true;
    return false;
}

static Value walk_value(Thread *thread, Value self) {
    StridedWalk *walk = walk_of(self);
    if (!walk_is_on(thread, walk)) return VALUE_ABSENT;
    if (walk->operands == 1) return walk_view(thread, self, 0);
    Value views = tuple_new(thread, (size_t)walk->operands);
    for (int i = 0; i < walk->operands && !value_is_absent(views); i++) {
        value_tuple(views)->items[i] = walk_view(thread, self, i);
        if (value_is_absent(value_tuple(views)->items[i])) value_replace(&views, VALUE_ABSENT);
    }
    return views;
}

static Value walk_iterate(Thread *thread, Value self) { return (void)thread, value_retain(self); }
static Value walk_next(Thread *thread, Value self) {
    StridedWalk *walk = walk_of(self);
    if (walk->is_finished || walk->is_closed) return VALUE_ABSENT;
    if (walk->is_started && walk_next_place(thread, self) != 1) return VALUE_ABSENT;
    walk->is_started = true;
    return walk_value(thread, self);
}

NATIVE(walk_iternext) {
    NATIVE_UNUSED;
    int more = walk_next_place(thread, arguments[0]);
    return more < 0 ? VALUE_ABSENT : value_from_bool(more);
}
NATIVE(walk_view_at) {
    NATIVE_UNUSED;
    StridedWalk *walk = walk_of(arguments[0]);
    int64_t place;
    if (!walk_is_on(thread, walk) || !value_to_int64(thread, arguments[1], &place)) return VALUE_ABSENT;
    if (place < -walk->operands || place >= walk->operands)
        return raise_format(thread, thread_builtins(thread)->exception_IndexError, "Iterator operand index %lld is out of bounds",
                            (long long)place);
    return walk_view(thread, arguments[0], (int)(place < 0 ? place + walk->operands : place));
}

/* ---- Beginning ---- */

static bool read_numbers(Thread *thread, Value tuple, int64_t *numbers, size_t count) {
    if (!value_is_tuple(tuple) || value_tuple(tuple)->count != count) {
        raise_type_error(thread, "a tuple of %zu ints is expected", count);
        return false;
    }
    for (size_t i = 0; i < count; i++)
        if (!value_to_int64(thread, value_tuple(tuple)->items[i], &numbers[i])) return false;
    return true;
}

/* Whether every place that the strides lead to lies in the array's buffer. */
static bool walk_fits(const StridedWalk *walk, int place, const Array *array) {
    int64_t low = array->offset + walk->start[place], high = low, size = walk->has_inner ? walk->inner : 1;
    for (int i = 0; i < walk->dimensions; i++) size *= walk->shape[i];
    if (!size) return true;
    for (int i = 0; i <= walk->dimensions; i++) {
        bool is_inner = i == walk->dimensions;
        if (is_inner && !walk->has_inner) break;
        int64_t extent = is_inner ? walk->inner : walk->shape[i];
        int64_t stride = is_inner ? walk->inner_strides[place] : walk->strides[i * (int64_t)walk->operands + place], reach;
        if (__builtin_mul_overflow(extent - 1, stride, &reach)) return false;
        if (reach < 0 ? __builtin_add_overflow(low, reach, &low) : __builtin_add_overflow(high, reach, &high)) return false;
    }
    for (int i = array->dimensions - (walk->is_writeable[place] >> 1); i < array->dimensions; i++)
        high += (array->shape[i] - 1) * array->strides[i];
    return low >= 0 && high + array->dtype->item_size <= (int64_t)array->buffer->size;
}

/* _walk(arrays, shape, strides, offsets, writeable, own, has_inner, position, end) */
NATIVE(walk_begin) {
    NATIVE_UNUSED;
    enum { SELF, ARRAYS, SHAPE, STRIDES, OFFSETS, WRITEABLE, OWN, HAS_INNER, POSITION, END };
    StridedWalk *walk = walk_of(arguments[SELF]);
    walk_end(walk);
    if (!value_is_tuple(arguments[ARRAYS]) || !value_is_tuple(arguments[SHAPE]) || !value_is_tuple(arguments[STRIDES]) ||
        !value_is_tuple(arguments[WRITEABLE]) || !value_is_tuple(arguments[OWN]))
        return raise_type_error(thread, "tuples are expected");
    size_t operands = value_tuple(arguments[ARRAYS])->count, axes = value_tuple(arguments[SHAPE])->count;
    int has_inner = value_truth(thread, arguments[HAS_INNER]);
    int64_t shape[ARRAY_DIMENSIONS_MAX + 1], strides[ARRAY_DIMENSIONS_MAX + 1], position, end;
    if (has_inner < 0 || !value_to_int64(thread, arguments[POSITION], &position) || !value_to_int64(thread, arguments[END], &end))
        return VALUE_ABSENT;
    if (axes > ARRAY_DIMENSIONS_MAX + 1 || operands > INT32_MAX || (has_inner && !axes)) return raise_value_error(thread, "too many axes");
    if (value_tuple(arguments[STRIDES])->count != operands || value_tuple(arguments[WRITEABLE])->count != operands ||
        value_tuple(arguments[OWN])->count != operands)
        return raise_type_error(thread, "as many strides as arrays are expected");
    size_t dimensions = axes - (has_inner ? 1 : 0);
    walk->shape = memory_allocate_zeroed(2 * dimensions + (3 + dimensions) * operands, sizeof *walk->shape + 1);
    if (!walk->shape) return raise_no_memory(thread);
    walk->index = walk->shape + dimensions;
    walk->start = walk->index + dimensions;
    walk->now = walk->start + operands;
    walk->inner_strides = walk->now + operands;
    walk->strides = walk->inner_strides + operands;
    walk->is_writeable = (uint8_t *)(walk->strides + dimensions * operands);
    if (!read_numbers(thread, arguments[SHAPE], shape, axes) || !read_numbers(thread, arguments[OFFSETS], walk->start, operands))
        return VALUE_ABSENT;
    memcpy(walk->shape, shape, dimensions * sizeof *shape);
    walk->inner = has_inner ? shape[dimensions] : 1;
    walk->has_inner = has_inner;
    walk->dimensions = (int)dimensions;
    walk->operands = (int)operands;
    for (size_t k = 0; k < operands; k++) {
        Value array = value_tuple(arguments[ARRAYS])->items[k];
        int64_t own;
        int is_writeable = value_truth(thread, value_tuple(arguments[WRITEABLE])->items[k]);
        if (is_writeable < 0 || !value_to_int64(thread, value_tuple(arguments[OWN])->items[k], &own)) return VALUE_ABSENT;
        if (!read_numbers(thread, value_tuple(arguments[STRIDES])->items[k], strides, axes)) return VALUE_ABSENT;
        if (!value_is_ndarray(array) || own < 0 || own > value_ndarray(array)->dimensions) return raise_type_error(thread, "an array is expected");
        for (size_t i = 0; i < dimensions; i++) walk->strides[i * operands + k] = strides[i];
        if (has_inner) walk->inner_strides[k] = strides[dimensions];
        walk->is_writeable[k] = (uint8_t)(own << 1 | is_writeable);
        if (!walk_fits(walk, (int)k, value_ndarray(array))) return raise_value_error(thread, "strides lead out of the array");
    }
    walk->arrays = value_retain(arguments[ARRAYS]);
    walk->end = end;
    walk_seek(walk, position);
    return VALUE_NONE;
}
NATIVE(walk_seek_to) {
    NATIVE_UNUSED;
    int64_t position;
    if (!value_to_int64(thread, arguments[1], &position)) return VALUE_ABSENT;
    if (!value_is_absent(walk_of(arguments[0])->arrays)) walk_seek(walk_of(arguments[0]), position);
    return VALUE_NONE;
}
/* _set_state(started, finished) */
NATIVE(walk_set_state) {
    NATIVE_UNUSED;
    int started = value_truth(thread, arguments[1]), finished = value_truth(thread, arguments[2]);
    if (started < 0 || finished < 0) return VALUE_ABSENT;
    walk_of(arguments[0])->is_started = started;
    walk_of(arguments[0])->is_finished = finished;
    return VALUE_NONE;
}
NATIVE(walk_lead) {
    NATIVE_UNUSED;
    int leads = value_truth(thread, arguments[1]);
    if (leads < 0) return VALUE_ABSENT;
    walk_of(arguments[0])->leads = leads;
    return VALUE_NONE;
}
/* _now(): where each operand is, in bytes from its first element. */
NATIVE(walk_places) {
    NATIVE_UNUSED;
    const StridedWalk *walk = walk_of(arguments[0]);
    return tuple_from_extents(thread, walk->now, walk->operands);
}
NATIVE(walk_close) {
    NATIVE_UNUSED;
    walk_end(walk_of(arguments[0]));
    walk_of(arguments[0])->is_closed = true;
    return VALUE_NONE;
}

static Value walk_position(Thread *thread, Value self) { return (void)thread, value_from_int(walk_of(self)->position); }
static Value walk_started(Thread *thread, Value self) { return (void)thread, value_from_bool(walk_of(self)->is_started); }
static Value walk_finished(Thread *thread, Value self) { return (void)thread, value_from_bool(walk_of(self)->is_finished); }

static const NativeEntry walk_methods[] = {
    {"_walk", "($self, arrays, shape, strides, offsets, writeable, own, has_inner, position, end, /)", NULL, walk_begin, NULL, 0},
    {"_seek", "($self, position, /)", NULL, walk_seek_to, NULL, 0},
    {"_set_state", "($self, started, finished, /)", NULL, walk_set_state, NULL, 0},
    {"_lead", "($self, leads, /)", NULL, walk_lead, NULL, 0},
    {"_now", "($self, /)", NULL, walk_places, NULL, 0},
    {"_end", "($self, /)", NULL, walk_close, NULL, 0},
    {"_view", "($self, place, /)", NULL, walk_view_at, NULL, 0},
    {"iternext", "($self, /)", "Go on to the next place: False when there is none.", walk_iternext, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};
static const PropertyEntry walk_properties[] = {{"_position", walk_position, NULL, NULL},
                                                {"_started", walk_started, NULL, NULL},
                                                {"finished", walk_finished, NULL, "Whether the last place has been passed."},
                                                {"value", walk_value, NULL, "A view of each operand at this place; of one operand, the view itself."},
                                                {NULL, NULL, NULL, NULL}};
static Value walk_create(Thread *thread, Type *type, const Call *call) { return (void)call, type_create_plain(thread, type); }
static const Type walk_type_template = {.name = "numpy.nditer", /* as errors call it */
                                        .base = (Type *)&object_type_template,
                                        .flags = TYPE_BASE | TYPE_COLLECTED,
                                        .instance_size = sizeof(StridedWalk),
                                        .create = walk_create,
                                        .destroy = walk_destroy,
                                        .visit = walk_visit,
                                        .clear = walk_destroy,
                                        .iterate = walk_iterate,
                                        .next = walk_next,
                                        .methods = walk_methods,
                                        .properties = walk_properties};

Value make_strided_walk(Thread *thread) {
    Type *type = type_from_template(thread, &walk_type_template);
    return type ? value_from_object(object_retain(type)) : VALUE_ABSENT;
}

/* _strided_at(array, offset, shape, strides): a view from any byte of the array on, which must not leave its memory. */
NATIVE(strided_at) {
    NATIVE_UNUSED;
    int64_t offset, shape[ARRAY_DIMENSIONS_MAX], strides[ARRAY_DIMENSIONS_MAX];
    if (!value_is_ndarray(arguments[0]) || !value_is_tuple(arguments[2]) || value_tuple(arguments[2])->count > ARRAY_DIMENSIONS_MAX)
        return raise_type_error(thread, "an array and a shape are expected");
    size_t count = value_tuple(arguments[2])->count;
    if (!value_to_int64(thread, arguments[1], &offset) || !read_numbers(thread, arguments[2], shape, count) ||
        !read_numbers(thread, arguments[3], strides, count))
        return VALUE_ABSENT;
    Array *array = value_ndarray(arguments[0]);
    int64_t low = array->offset + offset, high = low;
    bool fits = true, is_empty = false;
    for (size_t i = 0; i < count; i++) {
        int64_t reach;
        is_empty = is_empty || shape[i] <= 0;
        fits = fits && shape[i] >= 0 && !__builtin_mul_overflow(shape[i] - 1, strides[i], &reach) &&
               !(reach < 0 ? __builtin_add_overflow(low, reach, &low) : __builtin_add_overflow(high, reach, &high));
    }
    if (!is_empty && (!fits || low < 0 || high + array->dtype->item_size > (int64_t)array->buffer->size))
        return raise_value_error(thread, "strides lead out of the array");
    if (!array_ready(thread, array)) return VALUE_ABSENT;
    Error error = ERROR_NONE;
    Array *view = array_view(array, array->dtype, (int)count, shape, strides, is_empty ? 0 : offset, &error);
    return view ? value_from_array(thread, view) : raise_array_error(thread, &error);
}
const NativeEntry walk_functions[] = {
    {"_strided_at", "(array, offset, shape, strides, /)", NULL, strided_at, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};
