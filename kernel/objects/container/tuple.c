/* tuple: a fixed run of values, in one block with its header. */
#include "kernel/objects/container/list.h"
#include "kernel/objects/container/iterators.h"
#include "kernel/objects/container/list_private.h"
#include "kernel/objects/core/objects_state.h"

#include "base/text_buffer.h"

#include <string.h>

static Tuple *tuple_allocate(Thread *thread, Type *type, size_t count) {
    if (count > PTRDIFF_MAX / sizeof(Value) / 2) {
        raise_no_memory(thread);
        return NULL;
    }
    Tuple *tuple = object_new_sized(thread, type, offsetof(Tuple, items) + count * sizeof(Value));
    if (!tuple) return NULL;
    tuple->count = count;
    return tuple;
}

/* Exactly tuple, its items not yet written. */
static inline Tuple *tuple_take(Thread *thread, size_t count) {
    if (count > PTRDIFF_MAX / sizeof(Value) / 2) return NULL;
    Tuple *tuple = object_take_collected(thread, thread_builtins(thread)->type_tuple, offsetof(Tuple, items) + count * sizeof(Value));
    if (tuple) tuple->count = count;
    return tuple;
}

Value tuple_new(Thread *thread, size_t count) {
    Builtins *builtins = thread_builtins(thread);
    if (count == 0 && !value_is_absent(builtins->empty_tuple)) return value_retain(builtins->empty_tuple);
    Tuple *tuple = tuple_take(thread, count);
    if (!tuple) return raise_no_memory(thread);
    for (size_t i = 0; i < count; i++) tuple->items[i] = VALUE_ABSENT;
    gc_track(thread->interpreter->collector, &tuple->object);
    return value_from_object(tuple);
}

Value tuple_from_values(Thread *thread, const Value *values, size_t count) {
    if (count == 0) return tuple_new(thread, 0);
    Tuple *tuple = tuple_take(thread, count);
    if (!tuple) return raise_no_memory(thread);
    for (size_t i = 0; i < count; i++) tuple->items[i] = value_retain(values[i]);
    gc_track(thread->interpreter->collector, &tuple->object);
    return value_from_object(tuple);
}

Value tuple_from_owned(Thread *thread, const Value *values, size_t count) {
    Tuple *tuple = count ? tuple_take(thread, count) : NULL;
    if (!tuple) {
        if (!count) return tuple_new(thread, 0);
        for (size_t i = 0; i < count; i++) value_release(values[i]);
        return raise_no_memory(thread);
    }
    for (size_t i = 0; i < count; i++) tuple->items[i] = values[i];
    gc_track(thread->interpreter->collector, &tuple->object);
    return value_from_object(tuple);
}

Value tuple_from_iterable(Thread *thread, Value iterable) {
    if (value_is_exact_tuple(iterable)) return value_retain(iterable);
    Value sequence = sequence_fast(thread, iterable, NULL);
    if (value_is_absent(sequence)) return VALUE_ABSENT;
    Value tuple = tuple_from_values(thread, sequence_fast_items(sequence), sequence_fast_count(sequence));
    value_release(sequence);
    return tuple;
}

bool value_is_tuple(Value value) { return is_tuple(value); }

static Value tuple_create(Thread *thread, Type *type, const Call *call) {
    if (!create_without_keywords(thread, type, call)) return VALUE_ABSENT;
    if (call->positional_count > 1)
        return raise_type_error(thread, "tuple expected at most 1 argument, got %zu", call->positional_count);
    Value values = call->positional_count ? tuple_from_iterable(thread, call->values[0]) : tuple_new(thread, 0);
    if (type->origin == &tuple_type_template || value_is_absent(values)) return values;
    Tuple *source = value_tuple(values), *tuple = tuple_allocate(thread, type, source->count);
    if (tuple)
        for (size_t i = 0; i < source->count; i++) tuple->items[i] = value_retain(source->items[i]);
    value_release(values);
    return value_from_object(tuple);
}

static bool tuple_visit(Object *self, Visit *visit, void *context) {
    const Tuple *tuple = (const Tuple *)self;
    return visit_values(tuple->items, tuple->count, visit, context);
}

static void tuple_destroy(Object *self) {
    Tuple *tuple = (Tuple *)self;
    for (size_t i = 0; i < tuple->count; i++) value_clear(&tuple->items[i]);
}

static Value tuple_repr(Thread *thread, Value self) {
    const Tuple *tuple = value_tuple(self);
    if (tuple->count == 0) return string_from_c(thread, "()");
    int entered = repr_enter(thread, self.object);
    if (entered < 0) return VALUE_ABSENT;
    if (!entered) return string_from_c(thread, "(...)");
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append_char(&text, '(');
    bool failed = false;
    for (size_t i = 0; i < tuple->count && !failed; i++) {
        if (i) text_append(&text, ", ");
        Value item = value_repr(thread, tuple->items[i]);
        failed = value_is_absent(item);
        if (!failed) text_append_bytes(&text, value_string(item)->bytes, value_string(item)->length);
        value_release(item);
    }
    repr_leave(thread, self.object);
    text_append(&text, tuple->count == 1 ? ",)" : ")");
    if (!failed) return string_from_text_buffer(thread, &text);
    text_release(&text);
    return VALUE_ABSENT;
}

/* The mixing of xxHash64, as CPython's, so that sets of tuples come in the same order. */
static bool tuple_hash(Thread *thread, Value self, int64_t *hash) {
    const uint64_t first = 11400714785074694791u, second = 14029467366897019727u, fifth = 2870177450012600261u;
    const Tuple *tuple = value_tuple(self);
    uint64_t sum = fifth;
    for (size_t i = 0; i < tuple->count; i++) {
        int64_t lane;
        Value item = tuple->items[i];
        if (value_is_exact_string(item)) lane = string_hash(value_string(item));
        else if (!value_hash(thread, item, &lane)) return false;
        sum += (uint64_t)lane * second;
        sum = sum << 31 | sum >> 33;
        sum *= first;
    }
    sum += tuple->count ^ (fifth ^ 3527539u);
    *hash = (int64_t)sum == -1 ? 1546275796 : (int64_t)sum;
    return true;
}

static int tuple_truth(Thread *thread, Value self) {
    (void)thread;
    return value_tuple(self)->count != 0;
}

static int64_t tuple_length(Thread *thread, Value self) {
    (void)thread;
    return (int64_t)value_tuple(self)->count;
}

static Value tuple_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    if (!is_tuple(right)) return VALUE_NOT_IMPLEMENTED;
    const Tuple *a = value_tuple(left), *b = value_tuple(right);
    size_t common = a->count < b->count ? a->count : b->count;
    Value result = VALUE_ABSENT;
    for (size_t i = 0; i < common; i++) {
        Value x = a->items[i], y = b->items[i];
        if (value_is(x, y)) continue;
        if (x.tag == TAG_INT && y.tag == TAG_INT)
            return value_from_bool(comparison_holds(comparison, x.integer < y.integer ? -1 : 1));
        int equal = value_is_exact_string(x) && value_is_exact_string(y) ? string_equals(value_string(x), value_string(y))
                                                                         : value_equal(thread, x, y);
        if (equal < 0) goto done;
        if (equal) continue;
        if (comparison == COMPARE_EQ || comparison == COMPARE_NE) result = value_from_bool(comparison == COMPARE_NE);
        else result = value_compare(thread, a->items[i], b->items[i], comparison);
        goto done;
    }
    result = value_from_bool(comparison_holds(comparison, (a->count > b->count) - (a->count < b->count)));
done:
    return result;
}

static int tuple_contains(Thread *thread, Value self, Value item) {
    const Tuple *tuple = value_tuple(self);
    for (size_t i = 0; i < tuple->count; i++) {
        int equal = value_equal(thread, tuple->items[i], item);
        if (equal) return equal;
    }
    return 0;
}

static Value tuple_get_item(Thread *thread, Value self, Value key) {
    const Tuple *tuple = value_tuple(self);
    if (value_is_slice(key)) {
        int64_t start, stop, step, count;
        if (!slice_resolve(thread, (const Slice *)key.object, (int64_t)tuple->count, &start, &stop, &step, &count))
            return VALUE_ABSENT;
        if (step == 1) {
            if (count == (int64_t)tuple->count && value_is_exact_tuple(self)) return value_retain(self);
            return tuple_from_values(thread, tuple->items + start, (size_t)count);
        }
        Value result = tuple_new(thread, (size_t)count);
        if (value_is_absent(result)) return VALUE_ABSENT;
        for (int64_t i = 0; i < count; i++)
            value_tuple(result)->items[i] = value_retain(tuple->items[start + i * step]);
        return result;
    }
    int64_t index;
    if (!sequence_index(thread, key, "tuple", &index)) return VALUE_ABSENT;
    Value item = tuple_item(tuple, index);
    return value_is_absent(item) ? raise_index_error(thread, "tuple index out of range") : value_retain(item);
}

static Value tuple_iterate(Thread *thread, Value self) {
    return iterator_new(thread, thread_builtins(thread)->type_tuple_iterator, self, 0);
}

static Value tuple_add(Thread *thread, Value left, Value right) {
    if (!is_tuple(left) || !is_tuple(right)) return VALUE_NOT_IMPLEMENTED;
    const Tuple *a = value_tuple(left), *b = value_tuple(right);
    if (b->count == 0 && value_is_exact_tuple(left)) return value_retain(left);
    if (a->count == 0 && value_is_exact_tuple(right)) return value_retain(right);
    Value result = tuple_new(thread, a->count + b->count);
    if (value_is_absent(result)) return VALUE_ABSENT;
    Value *items = value_tuple(result)->items;
    for (size_t i = 0; i < a->count; i++) items[i] = value_retain(a->items[i]);
    for (size_t i = 0; i < b->count; i++) items[a->count + i] = value_retain(b->items[i]);
    return result;
}

static Value tuple_multiply(Thread *thread, Value left, Value right) {
    if (!is_tuple(left)) {
        Value swapped = left;
        left = right;
        right = swapped;
    }
    int64_t times;
    if (!sequence_repeat_count(thread, right, &times))
        return exception_is_set(thread) ? VALUE_ABSENT : VALUE_NOT_IMPLEMENTED;
    const Tuple *tuple = value_tuple(left);
    if (times <= 0 || tuple->count == 0) return tuple_new(thread, 0);
    if (times == 1 && value_is_exact_tuple(left)) return value_retain(left);
    size_t total;
    if (__builtin_mul_overflow(tuple->count, (size_t)times, &total)) return raise_no_memory(thread);
    Value result = tuple_new(thread, total);
    if (value_is_absent(result)) return VALUE_ABSENT;
    Value *items = value_tuple(result)->items;
    for (size_t i = 0; i < total;)
        for (size_t j = 0; j < tuple->count; j++) items[i++] = value_retain(tuple->items[j]);
    return result;
}

NATIVE(tuple_method_count) {
    NATIVE_UNUSED;
    const Tuple *tuple = value_tuple(arguments[0]);
    int64_t found = 0;
    for (size_t i = 0; i < tuple->count; i++) {
        int equal = value_equal(thread, tuple->items[i], arguments[1]);
        if (equal < 0) return VALUE_ABSENT;
        found += equal;
    }
    return value_from_int(found);
}

NATIVE(tuple_method_index) {
    NATIVE_UNUSED;
    const Tuple *tuple = value_tuple(arguments[0]);
    int64_t start, stop;
    if (!sequence_item_bounds(thread, arguments, tuple->count, &start, &stop)) return VALUE_ABSENT;
    for (int64_t i = start; i < stop; i++) {
        int equal = value_equal(thread, tuple->items[i], arguments[1]);
        if (equal < 0) return VALUE_ABSENT;
        if (equal) return value_from_int(i);
    }
    return raise_value_error(thread, "tuple.index(x): x not in tuple");
}

NATIVE(tuple_method_getnewargs) {
    NATIVE_UNUSED;
    const Tuple *tuple = value_tuple(arguments[0]);
    Value plain = tuple_from_values(thread, tuple->items, tuple->count);
    if (value_is_absent(plain)) return VALUE_ABSENT;
    Value result = tuple_from_values(thread, &plain, 1);
    value_release(plain);
    return result;
}

static const NativeEntry tuple_methods[] = {
    {"count", "($self, value, /)", "How many elements equal value.", tuple_method_count, NULL, 0},
    {"index", "($self, value, start=0, stop=<unrepresentable>, /)",
     "Where value first occurs, between start and stop; a ValueError if it does not.", tuple_method_index, NULL, 0},
    {"__getnewargs__", "($self, /)", NULL, tuple_method_getnewargs, NULL, 0},
    CLASS_GET_ITEM,
    {0}};

const Type tuple_type_template = {
    .name = "tuple",
    .documentation = "Values in order, not to be changed.\n\ntuple() is empty, tuple(iterable) has the elements "
                     "of the iterable; a tuple is given back as it is.",
    .signature = "(iterable=(), /)",
    .flags = TYPE_COLLECTED | TYPE_BASE | TYPE_SEQUENCE | TYPE_TUPLE | TYPE_IMMUTABLE | TYPE_VARIABLE,
    .instance_size = sizeof(Tuple),
    .create = tuple_create,
    .destroy = tuple_destroy,
    .visit = tuple_visit,
    .repr = tuple_repr,
    .hash = tuple_hash,
    .truth = tuple_truth,
    .length = tuple_length,
    .compare = tuple_compare,
    .iterate = tuple_iterate,
    .contains = tuple_contains,
    .get_item = tuple_get_item,
    .binary[BINARY_ADD] = tuple_add,
    .binary[BINARY_MULTIPLY] = tuple_multiply,
    .methods = tuple_methods,
};
