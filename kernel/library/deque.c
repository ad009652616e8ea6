/* collections.deque: a ring of values whose size is a power of two.
 *
 * `changes` counts what moves items: an iterator that finds another number than it began with complains. Whatever may call
 * the user's code (==, repr, the death of an item) comes after the ring is whole again, and what is looked at is retained. */
#include "kernel/library/collections.h"

#include "base/memory.h"
#include "base/text_buffer.h"
#include "kernel/objects/container/list_private.h"
#include "kernel/objects/core/objects_state.h"
#include "kernel/objects/container/range.h"

#include <string.h>

enum { SMALLEST_RING = 8 };

typedef struct Deque {
    Object object;
    Value *ring;
    size_t capacity, start, count;
    int64_t most; /* -1: without limit */
    uint64_t changes;
    struct WeakReference *weak_references;
} Deque;

static Deque *deque(Value value) { return (Deque *)value.object; }
static inline Value *place(const Deque *d, size_t index) { return &d->ring[(d->start + index) & (d->capacity - 1)]; }
static bool is_deque(Value value) { return value_has_type(value, &collections_deque_type); }
static Pool *deque_pool(const Deque *d) { return &d->object.type->interpreter->objects->pool; }

static bool resize(Thread *thread, Deque *d, size_t capacity) {
    Value *ring = capacity <= PTRDIFF_MAX / sizeof *ring ? pool_take(deque_pool(d), capacity * sizeof *ring) : NULL;
    if (!ring) return raise_no_memory(thread), false;
    size_t head = d->count < d->capacity - d->start ? d->count : d->capacity - d->start;
    if (d->ring) {
        memcpy(ring, d->ring + d->start, head * sizeof *ring);
        memcpy(ring + head, d->ring, (d->count - head) * sizeof *ring);
        pool_give(deque_pool(d), d->ring);
    }
    d->ring = ring;
    d->capacity = capacity;
    d->start = 0;
    return true;
}
static inline bool make_room(Thread *thread, Deque *d) {
    return d->count < d->capacity || resize(thread, d, d->capacity ? d->capacity * 2 : SMALLEST_RING);
}
static inline bool is_over(const Deque *d) { return d->most >= 0 && d->count > (size_t)d->most; }

static inline Value take_last(Deque *d) {
    d->changes++;
    return *place(d, --d->count);
}
static inline Value take_first(Deque *d) {
    Value item = d->ring[d->start];
    d->changes++;
    d->start = (d->start + 1) & (d->capacity - 1);
    d->count--;
    return item;
}
/* A queue that has emptied gives its memory back. */
static inline void shrink(Thread *thread, Deque *d) {
    if (d->capacity > 1024 && d->count * 8 < d->capacity && !resize(thread, d, d->capacity / 4)) exception_clear(thread);
}

static inline bool append(Thread *thread, Deque *d, Value item) { /* retains */
    if (!make_room(thread, d)) return false;
    *place(d, d->count++) = value_retain(item);
    d->changes++;
    if (is_over(d)) value_release(take_first(d));
    return true;
}
static inline bool append_left(Thread *thread, Deque *d, Value item) {
    if (!make_room(thread, d)) return false;
    d->start = (d->start - 1) & (d->capacity - 1);
    d->ring[d->start] = value_retain(item);
    d->count++;
    d->changes++;
    if (is_over(d)) value_release(take_last(d));
    return true;
}

static void clear(Deque *d) {
    Value *ring = d->ring;
    size_t capacity = d->capacity, start = d->start, count = d->count;
    Pool *pool = deque_pool(d);
    d->ring = NULL;
    d->capacity = d->start = d->count = 0;
    d->changes++;
    for (size_t i = 0; i < count; i++) value_release(ring[(start + i) & (capacity - 1)]);
    if (ring) pool_give(pool, ring);
}

static bool extend(Thread *thread, Deque *d, Value iterable, bool left) {
    if (d->most < 0 && !range_can_be_held(thread, iterable, sizeof(Value))) return false;
    Value source = iterable.tag == TAG_OBJECT && iterable.object == &d->object ? list_from_iterable(thread, iterable) : value_retain(iterable);
    if (value_is_absent(source)) return false;
    Value iterator = value_iterate(thread, source);
    value_release(source);
    if (value_is_absent(iterator)) return false;
    Value (*next)(Thread *, Value) = type_of(thread->interpreter, iterator)->next;
    bool done = true;
    while (done) {
        Value item = next(thread, iterator);
        if (value_is_absent(item)) {
            iteration_ended(thread);
            done = !exception_is_set(thread);
            break;
        }
        done = (d->most == 0 || (left ? append_left(thread, d, item) : append(thread, d, item))) && thread_poll(thread);
        value_release(item);
    }
    value_release(iterator);
    return done;
}

/* ---- life ---- */
static Value deque_create(Thread *thread, Type *type, const Call *call) {
    (void)call;
    Deque *d = object_new(thread, type);
    if (d) d->most = -1;
    return value_from_object(d);
}
static bool deque_initialize(Thread *thread, Value self, const Call *call) {
    Value arguments[2];
    if (!native_match(thread, "deque", "(iterable=<unrepresentable>, maxlen=None)", call, arguments, 2)) return false;
    Deque *d = deque(self);
    int64_t most = -1;
    bool done = true;
    if (arguments[1].tag != TAG_NONE) {
        if (!is_int(arguments[1])) {
            raise_type_error(thread, "an integer is required");
            done = false;
        } else {
            done = value_to_count(thread, arguments[1], &most);
        }
        if (done && most < 0) {
            raise_value_error(thread, "maxlen must be non-negative");
            done = false;
        }
    }
    if (done) {
        d->most = most;
        if (d->count) clear(d);
        done = value_is_absent(arguments[0]) || extend(thread, d, arguments[0], false);
    }
    native_release_arguments(arguments, 2);
    return done;
}
static bool deque_visit(Object *self, Visit *visit, void *context) {
    const Deque *d = (const Deque *)self;
    for (size_t i = 0; i < d->count; i++)
        if (!visit_value(*place(d, i), visit, context)) return false;
    return true;
}
static void deque_destroy(Object *self) { clear((Deque *)self); }

static Value copy(Thread *thread, Value self) {
    Deque *d = deque(self);
    if (self.object->type->origin == &collections_deque_type) {
        Deque *made = object_new(thread, self.object->type);
        if (!made) return VALUE_ABSENT;
        made->most = d->most;
        Value result = value_from_object(made);
        size_t capacity = SMALLEST_RING;
        while (capacity < d->count) capacity *= 2;
        if (!d->count || !resize(thread, made, capacity)) {
            if (!exception_is_set(thread)) return result;
            value_release(result);
            return VALUE_ABSENT;
        }
        for (size_t i = 0; i < d->count; i++) made->ring[i] = value_retain(*place(d, i));
        made->count = d->count;
        return result;
    }
    Value values[2] = {self, value_from_int(d->most)}, type = {.tag = TAG_OBJECT, .object = &self.object->type->object};
    Value result = value_call_values(thread, type, values, d->most < 0 ? 1 : 2);
    if (value_is_absent(result) || is_deque(result)) return result;
    raise_type_error(thread, "%s() must return a deque, not %s", self.object->type->name, value_type_name(thread, result));
    value_release(result);
    return VALUE_ABSENT;
}

/* ---- the slots ---- */
static int64_t deque_length(Thread *thread, Value self) {
    (void)thread;
    return (int64_t)deque(self)->count;
}
static int deque_truth(Thread *thread, Value self) {
    (void)thread;
    return deque(self)->count != 0;
}
static bool item_index(Thread *thread, Value self, Value key, int64_t *index) {
    if (key.tag != TAG_INT) {
        if (!is_int(key) && !(key.tag == TAG_OBJECT && key.object->type->to_index)) {
            raise_type_error(thread, "sequence index must be integer, not '%s'", value_type_name(thread, key));
            return false;
        }
        if (!value_to_size(thread, key, index)) return false;
    } else {
        *index = key.integer;
    }
    int64_t count = (int64_t)deque(self)->count;
    if (*index < 0) *index += count;
    if (*index >= 0 && *index < count) return true;
    raise_index_error(thread, "deque index out of range");
    return false;
}
static Value deque_get_item(Thread *thread, Value self, Value key) {
    int64_t index;
    return item_index(thread, self, key, &index) ? value_retain(*place(deque(self), (size_t)index)) : VALUE_ABSENT;
}
/* Moves what lies behind (or before, when that is less) by one. */
static void delete_at(Thread *thread, Deque *d, size_t index) {
    Value item = *place(d, index);
    if (index < d->count / 2) {
        for (size_t i = index; i > 0; i--) *place(d, i) = *place(d, i - 1);
        take_first(d);
    } else {
        for (size_t i = index; i + 1 < d->count; i++) *place(d, i) = *place(d, i + 1);
        take_last(d);
    }
    shrink(thread, d);
    value_release(item);
}
static bool deque_set_item(Thread *thread, Value self, Value key, Value value) {
    int64_t index;
    if (!item_index(thread, self, key, &index)) return false;
    Deque *d = deque(self);
    if (value_is_absent(value)) delete_at(thread, d, (size_t)index);
    else value_replace(place(d, (size_t)index), value_retain(value));
    return true;
}
/* Index of the first item that equals; -1: none, -2: an exception (also when the deque changes on the way). */
static int64_t find(Thread *thread, Deque *d, Value value, size_t from, size_t to, Type *error, const char *complaint) {
    uint64_t changes = d->changes;
    for (size_t i = from; i < to && i < d->count; i++) {
        Value item = value_retain(*place(d, i));
        int equal = value_equal(thread, item, value);
        value_release(item);
        if (equal < 0) return -2;
        if (changes != d->changes) {
            raise_format(thread, error, "%s", complaint);
            return -2;
        }
        if (equal) return (int64_t)i;
    }
    return -1;
}
static const char mutated[] = "deque mutated during iteration";
static Type *runtime_error(Thread *thread) { return thread_builtins(thread)->exception_RuntimeError; }
static int deque_contains(Thread *thread, Value self, Value item) {
    int64_t index = find(thread, deque(self), item, 0, SIZE_MAX, runtime_error(thread), mutated);
    return index == -2 ? -1 : index >= 0;
}
static Value deque_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    if (!is_deque(left) || !is_deque(right)) return VALUE_NOT_IMPLEMENTED;
    Deque *a = deque(left), *b = deque(right);
    if (a == b && (comparison == COMPARE_EQ || comparison == COMPARE_LE || comparison == COMPARE_GE)) return VALUE_TRUE;
    if (a == b && comparison == COMPARE_NE) return VALUE_FALSE;
    if (a->count != b->count && comparison == COMPARE_EQ) return VALUE_FALSE;
    if (a->count != b->count && comparison == COMPARE_NE) return VALUE_TRUE;
    uint64_t changes = a->changes, others = b->changes;
    for (size_t i = 0; i < a->count && i < b->count; i++) {
        Value x = value_retain(*place(a, i)), y = value_retain(*place(b, i)), result = VALUE_ABSENT;
        int equal = value_equal(thread, x, y);
        bool changed = a->changes != changes || b->changes != others;
        if (equal == 0)
            result = comparison == COMPARE_EQ   ? VALUE_FALSE
                     : comparison == COMPARE_NE ? VALUE_TRUE
                                                : value_compare(thread, x, y, comparison);
        value_release(x);
        value_release(y);
        if (equal <= 0) return result;
        if (changed) return raise_runtime_error(thread, mutated);
    }
    return value_from_bool(comparison_holds(comparison, (a->count > b->count) - (a->count < b->count)));
}
static Value deque_repr(Thread *thread, Value self) {
    int entered = repr_enter(thread, self.object);
    if (entered < 0) return VALUE_ABSENT;
    if (!entered) return string_from_c(thread, "[...]");
    Value list = list_from_iterable(thread, self), shown = value_is_absent(list) ? list : value_repr(thread, list), result = VALUE_ABSENT;
    repr_leave(thread, self.object);
    const char *name = type_short_name(self.object->type);
    if (!value_is_absent(shown))
        result = deque(self)->most >= 0
                     ? string_format(thread, "%s(%s, maxlen=%lld)", name, value_c_string(shown), (long long)deque(self)->most)
                     : string_format(thread, "%s(%s)", name, value_c_string(shown));
    value_release(list);
    value_release(shown);
    return result;
}
static Value deque_in_place_add(Thread *thread, Value left, Value right) {
    if (!is_deque(left)) return VALUE_NOT_IMPLEMENTED;
    return extend(thread, deque(left), right, false) ? value_retain(left) : VALUE_ABSENT;
}
static Value deque_add(Thread *thread, Value left, Value right) {
    if (!is_deque(left)) return VALUE_NOT_IMPLEMENTED;
    if (!is_deque(right))
        return raise_type_error(thread, "can only concatenate deque (not \"%s\") to deque", value_type_name(thread, right));
    Value result = copy(thread, left);
    if (!value_is_absent(result) && !extend(thread, deque(result), right, false)) value_clear(&result);
    return result;
}
static bool repeat(Thread *thread, Value self, int64_t times) {
    Deque *d = deque(self);
    if (times <= 0 || d->count == 0) return clear(d), true;
    if (times == 1) return true;
    size_t total;
    if (__builtin_mul_overflow(d->count, (size_t)times, &total)) total = SIZE_MAX;
    Value items = list_from_iterable(thread, self);
    if (value_is_absent(items)) return false;
    size_t count = value_list(items)->count, skipped = 0;
    if (d->most >= 0 && total > (size_t)d->most) { /* only the end stays */
        skipped = total - (size_t)d->most;
        total = (size_t)d->most;
    }
    size_t capacity = SMALLEST_RING;
    while (capacity < total && capacity <= SIZE_MAX / 4) capacity *= 2;
    bool done = capacity <= PTRDIFF_MAX / sizeof(Value) / 2 && capacity >= total;
    if (!done) raise_no_memory(thread);
    if (done) {
        clear(d);
        done = resize(thread, d, capacity);
    }
    for (size_t i = 0; done && i < total; i++) d->ring[d->count++] = value_retain(value_list(items)->items[(skipped + i) % count]);
    value_release(items);
    return done;
}
static Value deque_in_place_multiply(Thread *thread, Value left, Value right) {
    int64_t times;
    if (!is_deque(left)) return VALUE_NOT_IMPLEMENTED;
    if (!is_int(right) && !(right.tag == TAG_OBJECT && right.object->type->to_index))
        return raise_type_error(thread, "can't multiply sequence by non-int of type '%s'", value_type_name(thread, right));
    if (!value_to_size(thread, right, &times)) return VALUE_ABSENT;
    return repeat(thread, left, times) ? value_retain(left) : VALUE_ABSENT;
}
static Value deque_multiply(Thread *thread, Value left, Value right) {
    if (!is_deque(left)) {
        Value swapped = left;
        left = right;
        right = swapped;
    }
    if (!is_deque(left)) return VALUE_NOT_IMPLEMENTED;
    Value result = copy(thread, left), multiplied = value_is_absent(result) ? result : deque_in_place_multiply(thread, result, right);
    value_release(result);
    return multiplied;
}

/* ---- iterators ---- */
typedef struct DequeIterator {
    Object object;
    Value deque; /* absent: exhausted */
    size_t at;   /* from the end where it begins */
    uint64_t changes;
} DequeIterator;

static Value iterator_new_of(Thread *thread, Type *type, Value self, size_t at) {
    DequeIterator *iterator = type ? object_new(thread, type) : NULL;
    if (!iterator) return VALUE_ABSENT;
    iterator->deque = value_retain(self);
    iterator->at = at;
    iterator->changes = deque(self)->changes;
    return value_from_object(iterator);
}
static Value deque_iterate(Thread *thread, Value self) {
    return iterator_new_of(thread, type_from_template(thread, &collections_deque_iterator_type), self, 0);
}
static bool deque_iterator_visit(Object *self, Visit *visit, void *context) {
    return visit_value(((DequeIterator *)self)->deque, visit, context);
}
static void deque_iterator_destroy(Object *self) { value_clear(&((DequeIterator *)self)->deque); }
static inline Value iterator_step(Thread *thread, Value self, bool reverse) {
    DequeIterator *iterator = (DequeIterator *)self.object;
    if (value_is_absent(iterator->deque)) return VALUE_ABSENT;
    const Deque *d = deque(iterator->deque);
    if (d->changes != iterator->changes) {
        value_clear(&iterator->deque);
        return raise_runtime_error(thread, mutated);
    }
    if (iterator->at >= d->count) {
        value_clear(&iterator->deque);
        return VALUE_ABSENT;
    }
    size_t at = iterator->at++;
    return value_retain(*place(d, reverse ? d->count - 1 - at : at));
}
static Value deque_iterator_next(Thread *thread, Value self) { return iterator_step(thread, self, false); }
static Value deque_reverse_iterator_next(Thread *thread, Value self) { return iterator_step(thread, self, true); }
static Value deque_iterator_create(Thread *thread, Type *type, const Call *call) {
    Value arguments[2];
    int64_t index;
    if (!native_match(thread, type_short_name(type), "(deque, index=0, /)", call, arguments, 2)) return VALUE_ABSENT;
    Value result = VALUE_ABSENT;
    if (!is_deque(arguments[0]))
        raise_type_error(thread, "%s() argument 1 must be collections.deque, not %s", type_short_name(type),
                         argument_type_name(thread, arguments[0]));
    else if (value_to_count(thread, arguments[1], &index))
        result = iterator_new_of(thread, type, arguments[0], index < 0 ? 0 : (size_t)index);
    native_release_arguments(arguments, 2);
    return result;
}
NATIVE(deque_iterator_length_hint) {
    NATIVE_UNUSED;
    const DequeIterator *iterator = (const DequeIterator *)arguments[0].object;
    size_t count = value_is_absent(iterator->deque) ? 0 : deque(iterator->deque)->count;
    return value_from_int(count > iterator->at ? (int64_t)(count - iterator->at) : 0);
}
NATIVE(deque_iterator_reduce) {
    NATIVE_UNUSED;
    const DequeIterator *iterator = (const DequeIterator *)arguments[0].object;
    Value type = value_from_object(object_retain(iterator->object.type)), source = value_retain(iterator->deque);
    if (value_is_absent(source)) {
        Type *made = type_from_template(thread, &collections_deque_type);
        source = made ? deque_create(thread, made, NULL) : VALUE_ABSENT;
    }
    return tuple_pair_owned(thread, type, tuple_pair_owned(thread, source, value_from_int((int64_t)iterator->at)));
}
static const NativeEntry deque_iterator_methods[] = {
    {"__length_hint__", "($self, /)", "How many are left.", deque_iterator_length_hint, NULL, 0},
    {"__reduce__", "($self, /)", "What pickle and copy need.", deque_iterator_reduce, NULL, 0},
    {0}};
#define DEQUE_ITERATOR_TYPE(identifier, shown)                        \
    const Type collections_##identifier##_type = {                    \
        .name = "_collections." shown,                                \
        .flags = TYPE_COLLECTED | TYPE_IMMUTABLE,                     \
        .instance_size = sizeof(DequeIterator),                       \
        .create = deque_iterator_create,                              \
        .destroy = deque_iterator_destroy,                            \
        .visit = deque_iterator_visit,                                \
        .clear = deque_iterator_destroy,                              \
        .iterate = iterate_self,                                      \
        .next = identifier##_next,                                    \
        .methods = deque_iterator_methods,                            \
    }
DEQUE_ITERATOR_TYPE(deque_iterator, "_deque_iterator");
DEQUE_ITERATOR_TYPE(deque_reverse_iterator, "_deque_reverse_iterator");

/* ---- methods ---- */
static Value done(bool succeeded) { return succeeded ? VALUE_NONE : VALUE_ABSENT; }
NATIVE(method_append) {
    NATIVE_UNUSED;
    return done(append(thread, deque(arguments[0]), arguments[1]));
}
NATIVE(method_append_left) {
    NATIVE_UNUSED;
    return done(append_left(thread, deque(arguments[0]), arguments[1]));
}
NATIVE(method_pop) {
    NATIVE_UNUSED;
    Deque *d = deque(arguments[0]);
    if (!d->count) return raise_index_error(thread, "pop from an empty deque");
    Value item = take_last(d);
    shrink(thread, d);
    return item;
}
NATIVE(method_pop_left) {
    NATIVE_UNUSED;
    Deque *d = deque(arguments[0]);
    if (!d->count) return raise_index_error(thread, "pop from an empty deque");
    Value item = take_first(d);
    shrink(thread, d);
    return item;
}
NATIVE(method_extend) {
    NATIVE_UNUSED;
    return done(extend(thread, deque(arguments[0]), arguments[1], false));
}
NATIVE(method_extend_left) {
    NATIVE_UNUSED;
    return done(extend(thread, deque(arguments[0]), arguments[1], true));
}
NATIVE(method_clear) {
    NATIVE_UNUSED;
    clear(deque(arguments[0]));
    return VALUE_NONE;
}
NATIVE(method_copy) {
    NATIVE_UNUSED;
    return copy(thread, arguments[0]);
}
static void rotate(Deque *d, int64_t n) {
    if (d->count < 2) return;
    int64_t count = (int64_t)d->count, left = n % count;
    if (left < 0) left += count;
    if (left > count / 2) left -= count;
    if (left) d->changes++;
    for (; left > 0; left--) { /* the last becomes the first */
        Value item = *place(d, d->count - 1);
        d->start = (d->start - 1) & (d->capacity - 1);
        d->ring[d->start] = item;
    }
    for (; left < 0; left++) {
        Value item = d->ring[d->start];
        d->start = (d->start + 1) & (d->capacity - 1);
        *place(d, d->count - 1) = item;
    }
}
NATIVE(method_rotate) {
    NATIVE_UNUSED;
    int64_t n;
    if (!value_to_count(thread, arguments[1], &n)) return VALUE_ABSENT;
    rotate(deque(arguments[0]), n);
    return VALUE_NONE;
}
NATIVE(method_reverse) {
    NATIVE_UNUSED;
    Deque *d = deque(arguments[0]);
    for (size_t i = 0, j = d->count; i + 1 < j; i++) {
        Value item = *place(d, i);
        *place(d, i) = *place(d, --j);
        *place(d, j) = item;
    }
    return VALUE_NONE;
}
NATIVE(method_count) {
    NATIVE_UNUSED;
    int64_t total = 0, at = -1;
    while ((at = find(thread, deque(arguments[0]), arguments[1], (size_t)(at + 1), SIZE_MAX, runtime_error(thread), mutated)) >= 0) total++;
    return at == -2 ? VALUE_ABSENT : value_from_int(total);
}
NATIVE(method_remove) {
    NATIVE_UNUSED;
    Deque *d = deque(arguments[0]);
    int64_t at = find(thread, d, arguments[1], 0, SIZE_MAX, thread_builtins(thread)->exception_IndexError, "deque mutated during remove().");
    if (at == -2) return VALUE_ABSENT;
    if (at < 0) {
        Value shown = value_repr(thread, arguments[1]);
        if (!value_is_absent(shown)) raise_value_error(thread, "%s is not in deque", value_c_string(shown));
        value_release(shown);
        return VALUE_ABSENT;
    }
    delete_at(thread, d, (size_t)at);
    return VALUE_NONE;
}
/* A bound of index(): any integer, clipped. */
static bool bound(Thread *thread, Value value, int64_t missing, int64_t *result) {
    *result = missing;
    if (value_is_absent(value)) return true;
    Value index = type_of(thread->interpreter, value)->to_index ? value_index(thread, value)
                                                                : raise_type_error(thread, "slice indices must be integers or have an __index__ method");
    if (value_is_absent(index)) return false;
    if (!int_fits_int64(index, result)) *result = int_sign(index) < 0 ? -INT64_MAX : INT64_MAX;
    value_release(index);
    return true;
}
NATIVE(method_index) {
    NATIVE_UNUSED;
    Deque *d = deque(arguments[0]);
    int64_t start, stop;
    if (!bound(thread, arguments[2], 0, &start) || !bound(thread, arguments[3], INT64_MAX, &stop)) return VALUE_ABSENT;
    int64_t count = (int64_t)d->count;
    if (start < 0 && (start += count) < 0) start = 0;
    if (stop < 0 && (stop += count) < 0) stop = 0;
    int64_t at = find(thread, d, arguments[1], (size_t)start, (size_t)stop, runtime_error(thread), mutated);
    if (at >= 0) return value_from_int(at);
    if (at == -2) return VALUE_ABSENT;
    Value shown = value_repr(thread, arguments[1]);
    if (!value_is_absent(shown)) raise_value_error(thread, "%s is not in deque", value_c_string(shown));
    value_release(shown);
    return VALUE_ABSENT;
}
NATIVE(method_insert) {
    NATIVE_UNUSED;
    Deque *d = deque(arguments[0]);
    int64_t index;
    if (!value_to_count(thread, arguments[1], &index)) return VALUE_ABSENT;
    if (d->most >= 0 && d->count >= (size_t)d->most) return raise_index_error(thread, "deque already at its maximum size");
    int64_t count = (int64_t)d->count;
    if (index < 0 && (index += count) < 0) index = 0;
    if (index > count) index = count;
    size_t at = (size_t)index;
    if (at < d->count / 2) {
        if (!append_left(thread, d, arguments[2])) return VALUE_ABSENT;
        for (size_t i = 0; i < at; i++) {
            Value item = *place(d, i);
            *place(d, i) = *place(d, i + 1);
            *place(d, i + 1) = item;
        }
    } else {
        if (!append(thread, d, arguments[2])) return VALUE_ABSENT;
        for (size_t i = d->count - 1; i > at; i--) {
            Value item = *place(d, i);
            *place(d, i) = *place(d, i - 1);
            *place(d, i - 1) = item;
        }
    }
    return VALUE_NONE;
}
NATIVE(method_reversed) {
    NATIVE_UNUSED;
    return iterator_new_of(thread, type_from_template(thread, &collections_deque_reverse_iterator_type), arguments[0], 0);
}
/* (type, (), state, iterator), with ((), maxlen) where there is one */
NATIVE(method_reduce) {
    NATIVE_UNUSED;
    const Deque *d = deque(arguments[0]);
    Value nothing = tuple_new(thread, 0);
    Value inner = d->most < 0 ? nothing : tuple_pair_owned(thread, nothing, value_from_int(d->most));
    Value state = value_call_method(thread, arguments[0], "__getstate__", NULL, 0);
    Value iterator = value_is_absent(state) ? VALUE_ABSENT : value_iterate(thread, arguments[0]), result = VALUE_ABSENT;
    if (!value_is_absent(inner) && !value_is_absent(iterator)) {
        Value parts[4] = {{.tag = TAG_OBJECT, .object = &d->object.type->object}, inner, state, iterator};
        result = tuple_from_values(thread, parts, 4);
    }
    value_release(inner);
    value_release(state);
    value_release(iterator);
    return result;
}
NATIVE(method_size) {
    NATIVE_UNUSED;
    const Deque *d = deque(arguments[0]);
    return value_from_int((int64_t)(d->object.type->instance_size + d->capacity * sizeof(Value)));
}
static Value get_most(Thread *thread, Value self) {
    (void)thread;
    return deque(self)->most < 0 ? VALUE_NONE : value_from_int(deque(self)->most);
}

static const NativeEntry deque_methods[] = {
    {"append", "($self, item, /)", "Put an item at the right end.", method_append, NULL, 0},
    {"appendleft", "($self, item, /)", "Put an item at the left end.", method_append_left, NULL, 0},
    {"clear", "($self, /)", "Remove all items.", method_clear, NULL, 0},
    {"copy", "($self, /)", "Another deque with the same items.", method_copy, NULL, 0},
    {"count", "($self, value, /)", "How many items equal a value.", method_count, NULL, 0},
    {"extend", "($self, iterable, /)", "Put the items of an iterable at the right end.", method_extend, NULL, 0},
    {"extendleft", "($self, iterable, /)", "Put the items of an iterable at the left end, one by one.", method_extend_left, NULL, 0},
    {"index", "($self, value, start=<unrepresentable>, stop=<unrepresentable>, /)", "Index of the first item that equals a value.", method_index, NULL, 0},
    {"insert", "($self, index, item, /)", "Put an item in front of the one at an index.", method_insert, NULL, 0},
    {"pop", "($self, /)", "Take the item at the right end.", method_pop, NULL, 0},
    {"popleft", "($self, /)", "Take the item at the left end.", method_pop_left, NULL, 0},
    {"remove", "($self, value, /)", "Remove the first item that equals a value.", method_remove, NULL, 0},
    {"reverse", "($self, /)", "Turn the order round, in place.", method_reverse, NULL, 0},
    {"rotate", "($self, n=1, /)", "Move n items from the right end to the left one.", method_rotate, NULL, 0},
    {"__copy__", "($self, /)", "Another deque with the same items.", method_copy, NULL, 0},
    {"__reduce__", "($self, /)", "What pickle and copy need.", method_reduce, NULL, 0},
    {"__reversed__", "($self, /)", "An iterator from right to left.", method_reversed, NULL, 0},
    {"__sizeof__", "($self, /)", "Its size in memory, in bytes.", method_size, NULL, 0},
    CLASS_GET_ITEM,
    {0}};
static const PropertyEntry deque_properties[] = {{"maxlen", get_most, NULL, "The most items it holds, or None."}, {0}};
const Type collections_deque_type = {
    .name = "collections.deque",
    .documentation = "deque([iterable[, maxlen]]): a sequence that grows and shrinks fast at both ends.",
    .flags = TYPE_COLLECTED | TYPE_BASE | TYPE_SEQUENCE | TYPE_IMMUTABLE,
    .instance_size = sizeof(Deque),
    .weak_offset = offsetof(Deque, weak_references),
    .create = deque_create,
    .initialize = deque_initialize,
    .destroy = deque_destroy,
    .visit = deque_visit,
    .clear = deque_destroy,
    .repr = deque_repr,
    .truth = deque_truth,
    .length = deque_length,
    .compare = deque_compare,
    .iterate = deque_iterate,
    .contains = deque_contains,
    .get_item = deque_get_item,
    .set_item = deque_set_item,
    .binary[BINARY_ADD] = deque_add,
    .binary[BINARY_MULTIPLY] = deque_multiply,
    .in_place[BINARY_ADD] = deque_in_place_add,
    .in_place[BINARY_MULTIPLY] = deque_in_place_multiply,
    .methods = deque_methods,
    .properties = deque_properties,
};
