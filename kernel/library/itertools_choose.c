/* itertools.product, permutations, combinations, combinations_with_replacement.
 *
 * The tuple that was given last is used again when nobody else holds it: most loops unpack it at once. */
#include "kernel/library/itertools.h"

#include "base/memory.h"

#include <string.h>

typedef struct Chooser {
    Object object;
    Value pool;     /* a tuple of the items; product: of tuples */
    Value result;   /* the tuple given last; absent before the first */
    int64_t *at;    /* `count` indexes */
    int64_t *turns; /* permutations: what is left of each place's turns; in the block of `at` */
    size_t size;    /* of `at` */
    size_t count;   /* items of a result */
    bool stopped;
} Chooser;

static Chooser *chooser(Value value) { return (Chooser *)value.object; }

static bool chooser_visit(Object *self, Visit *visit, void *context) {
    const Chooser *it = (const Chooser *)self;
    return visit_value(it->pool, visit, context) && visit_value(it->result, visit, context);
}
static void chooser_clear(Object *self) {
    Chooser *it = (Chooser *)self;
    it->stopped = true;
    value_clear(&it->pool);
    value_clear(&it->result);
}
static void chooser_destroy(Object *self) {
    chooser_clear(self);
    memory_release(((Chooser *)self)->at);
}

/* Takes over the pool. */
static Chooser *chooser_new(Thread *thread, Type *type, Value pool, size_t indexes, size_t turns, size_t count) {
    if (value_is_absent(pool)) return NULL;
    Chooser *it = NULL;
    int64_t *at = indexes + turns < SIZE_MAX / 2 / sizeof *at && count < SIZE_MAX / 4 / sizeof(Value)
                      ? memory_allocate_zeroed(indexes + turns + 1, sizeof *at)
                      : NULL;
    if (!at) raise_no_memory(thread);
    else it = object_new(thread, type);
    if (!it) {
        memory_release(at);
        value_release(pool);
        return NULL;
    }
    it->pool = pool;
    it->at = at;
    it->turns = at + indexes;
    it->size = indexes;
    it->count = count;
    return it;
}

/* A tuple to write the next result into: the last one when it is nobody else's, else a copy of it. Owned. */
static Value fresh_result(Thread *thread, Chooser *it) {
    if (it->result.object->references == 1) {
        object_track_again(thread, it->result.object);
        return value_retain(it->result);
    }
    Value result = tuple_from_values(thread, value_tuple(it->result)->items, it->count);
    if (!value_is_absent(result)) value_replace(&it->result, value_retain(result));
    return result;
}
static inline void put(Value result, size_t i, Value item) { value_replace(&value_tuple(result)->items[i], value_retain(item)); }

/* The first result: item at[i] of the pool for each i. */
static Value first_result(Thread *thread, Chooser *it) {
    Value result = tuple_new(thread, it->count);
    if (value_is_absent(result)) return result;
    for (size_t i = 0; i < it->count; i++)
        value_tuple(result)->items[i] = value_retain(value_tuple(it->pool)->items[it->at[i]]);
    it->result = value_retain(result);
    return result;
}

static Value stop(Chooser *it) {
    it->stopped = true;
    return VALUE_ABSENT;
}

static Value indexes_tuple(Thread *thread, const int64_t *at, size_t count) {
    Value tuple = tuple_new(thread, count);
    for (size_t i = 0; !value_is_absent(tuple) && i < count; i++) value_tuple(tuple)->items[i] = value_from_int(at[i]);
    return tuple;
}

/* (pool, r), for a stopped one ((), r) */
static Value pool_and_count(Thread *thread, const Chooser *it) {
    Value pool = it->stopped ? tuple_new(thread, 0) : value_retain(it->pool);
    return tuple_pair_owned(thread, pool, value_from_int((int64_t)it->count));
}

/* Whether as many indexes could be held as a result would need, also where there is none: else MemoryError. */
static bool has_room(Thread *thread, int64_t count) {
    void *room = count < INT64_MAX / (int64_t)sizeof(Value) ? memory_allocate((size_t)(count + 1) * sizeof(int64_t)) : NULL;
    if (!room) return raise_no_memory(thread), false;
    memory_release(room);
    return true;
}

/* The ints of a state, as they must be: a tuple of so many. */
static bool state_ints(Thread *thread, Value state, size_t count, int64_t *integers) {
    if (!is_tuple(state) || value_tuple(state)->count != count) return raise_value_error(thread, "invalid arguments"), false;
    for (size_t i = 0; i < count; i++)
        if (!value_to_int64(thread, value_tuple(state)->items[i], &integers[i])) return false;
    return true;
}
static int64_t clip(int64_t value, int64_t most) { return value < 0 ? 0 : value > most ? most : value; }

/* combinations and combinations_with_replacement: the largest index of place i is most_at(it, i). */
static inline int64_t most_at(const Chooser *it, size_t i, bool replaced) {
    int64_t n = (int64_t)value_tuple(it->pool)->count;
    return replaced ? n - 1 : (int64_t)i + n - (int64_t)it->count;
}

static Value combinations_make(Thread *thread, Type *type, const Call *call, const char *name, bool replaced) {
    Value arguments[2];
    if (!native_match(thread, name, "(iterable, r)", call, arguments, 2)) return VALUE_ABSENT;
    Chooser *it = NULL;
    int64_t r;
    Value pool = tuple_from_iterable(thread, arguments[0]);
    if (!value_is_absent(pool)) {
        if (!value_to_count(thread, arguments[1], &r)) {
        } else if (r < 0) {
            raise_value_error(thread, "r must be non-negative");
        } else if (has_room(thread, r)) {
            int64_t n = (int64_t)value_tuple(pool)->count;
            bool none = replaced ? n == 0 && r > 0 : r > n;
            it = chooser_new(thread, type, value_retain(pool), none && !replaced ? 0 : (size_t)r, 0, (size_t)r);
            if (it) it->stopped = none;
            for (size_t i = 0; it && !replaced && i < it->size; i++) it->at[i] = (int64_t)i;
        }
    }
    value_release(pool);
    native_release_arguments(arguments, 2);
    return value_from_object(it);
}

static inline Value combinations_step(Thread *thread, Chooser *it, bool replaced) {
    if (it->stopped) return VALUE_ABSENT;
    if (value_is_absent(it->result)) return first_result(thread, it);
    size_t i = it->count;
    while (i > 0 && it->at[i - 1] == most_at(it, i - 1, replaced)) i--;
    if (i-- == 0) return stop(it);
    Value result = fresh_result(thread, it), pool = value_retain(it->pool);
    if (!value_is_absent(result)) {
        int64_t index = ++it->at[i];
        put(result, i, value_tuple(pool)->items[index]);
        for (size_t j = i + 1; j < it->count; j++) {
            if (!replaced) index++;
            it->at[j] = index;
            put(result, j, value_tuple(pool)->items[index]);
        }
    }
    value_release(pool);
    return result;
}

static Value combinations_state(Thread *thread, Value self, Value state, bool replaced) {
    Chooser *it = chooser(self);
    int64_t *integers = it->stopped ? NULL : memory_allocate((it->count + 1) * sizeof *integers);
    if (it->stopped) return VALUE_NONE;
    if (!integers) return raise_no_memory(thread);
    bool done = state_ints(thread, state, it->count, integers);
    if (done) {
        for (size_t i = 0; i < it->count; i++) it->at[i] = clip(integers[i], most_at(it, i, replaced));
        value_clear(&it->result);
        Value result = first_result(thread, it);
        done = !value_is_absent(result);
        value_release(result);
    }
    memory_release(integers);
    return done ? VALUE_NONE : VALUE_ABSENT;
}
NATIVE(combinations_reduce) {
    NATIVE_UNUSED;
    const Chooser *it = chooser(arguments[0]);
    Value inner = pool_and_count(thread, it);
    if (it->stopped || value_is_absent(it->result)) return itertools_reduce(thread, arguments[0], inner);
    return itertools_reduce_with(thread, arguments[0], inner, indexes_tuple(thread, it->at, it->count));
}

#define CHOOSER_TYPE(identifier, text, signature_text)               \
    const Type itertools_##identifier##_type = {                      \
        .name = "itertools." #identifier,                             \
        .documentation = text,                                        \
        .signature = signature_text,                                  \
        .flags = TYPE_COLLECTED | TYPE_BASE | TYPE_IMMUTABLE,         \
        .instance_size = sizeof(Chooser),                             \
        .create = identifier##_create,                                \
        .destroy = chooser_destroy,                                   \
        .visit = chooser_visit,                                       \
        .clear = chooser_clear,                                       \
        .iterate = iterate_self,                                      \
        .next = identifier##_next,                                    \
        .methods = identifier##_methods,                              \
    }

#define COMBINATIONS(identifier, replaced, text)                                                                        \
    static Value identifier##_create(Thread *thread, Type *type, const Call *call) {                                    \
        return combinations_make(thread, type, call, #identifier, replaced);                                            \
    }                                                                                                                   \
    static Value identifier##_next(Thread *thread, Value self) { return combinations_step(thread, chooser(self), replaced); } \
    NATIVE(identifier##_set_state) {                                                                                    \
        NATIVE_UNUSED;                                                                                                  \
        return combinations_state(thread, arguments[0], arguments[1], replaced);                                        \
    }                                                                                                                   \
    static const NativeEntry identifier##_methods[] = {REDUCE_METHOD(combinations_reduce),                              \
                                                       SET_STATE_METHOD(identifier##_set_state), {0}};                  \
    CHOOSER_TYPE(identifier, text, "(iterable, r)");
COMBINATIONS(combinations, false, "Every choice of r of the items, in their order.")
COMBINATIONS(combinations_with_replacement, true, "As combinations, where an item may come more than once.")

/* ---- permutations: `at` has all the pool's indexes, the first r of which are the result's ---- */
static Value permutations_create(Thread *thread, Type *type, const Call *call) {
    Value arguments[2];
    if (!native_match(thread, "permutations", "(iterable, r=None)", call, arguments, 2)) return VALUE_ABSENT;
    Chooser *it = NULL;
    Value pool = tuple_from_iterable(thread, arguments[0]);
    if (!value_is_absent(pool)) {
        size_t n = value_tuple(pool)->count;
        int64_t r = (int64_t)n;
        if (arguments[1].tag != TAG_NONE && !is_int(arguments[1])) {
            raise_type_error(thread, "Expected int as r");
        } else if (arguments[1].tag != TAG_NONE && !value_to_count(thread, arguments[1], &r)) {
        } else if (r < 0) {
            raise_value_error(thread, "r must be non-negative");
        } else if (has_room(thread, r)) {
            bool none = (size_t)r > n;
            it = chooser_new(thread, type, value_retain(pool), n, none ? 0 : (size_t)r, (size_t)r);
            for (size_t i = 0; it && i < n; i++) it->at[i] = (int64_t)i;
            for (size_t i = 0; it && !none && i < it->count; i++) it->turns[i] = (int64_t)(n - i);
            if (it) it->stopped = none;
        }
    }
    value_release(pool);
    native_release_arguments(arguments, 2);
    return value_from_object(it);
}
static Value permutations_next(Thread *thread, Value self) {
    Chooser *it = chooser(self);
    if (it->stopped) return VALUE_ABSENT;
    if (value_is_absent(it->result)) return first_result(thread, it);
    size_t n = it->size;
    for (size_t i = it->count; i-- > 0;) {
        if (--it->turns[i] == 0) { /* this place has had them all: to the end, and the place before moves on */
            int64_t index = it->at[i];
            memmove(it->at + i, it->at + i + 1, (n - 1 - i) * sizeof *it->at);
            it->at[n - 1] = index;
            it->turns[i] = (int64_t)(n - i);
            continue;
        }
        size_t j = n - (size_t)it->turns[i];
        int64_t index = it->at[i];
        it->at[i] = it->at[j];
        it->at[j] = index;
        Value result = fresh_result(thread, it), pool = value_retain(it->pool);
        for (size_t k = i; !value_is_absent(result) && k < it->count; k++) put(result, k, value_tuple(pool)->items[it->at[k]]);
        value_release(pool);
        return result;
    }
    return stop(it);
}
NATIVE(permutations_reduce) {
    NATIVE_UNUSED;
    const Chooser *it = chooser(arguments[0]);
    Value inner = pool_and_count(thread, it);
    if (it->stopped || value_is_absent(it->result)) return itertools_reduce(thread, arguments[0], inner);
    Value order = indexes_tuple(thread, it->at, it->size), turns = indexes_tuple(thread, it->turns, it->count);
    return itertools_reduce_with(thread, arguments[0], inner, tuple_pair_owned(thread, order, turns));
}
NATIVE(permutations_set_state) {
    NATIVE_UNUSED;
    Chooser *it = chooser(arguments[0]);
    if (!is_tuple(arguments[1])) return raise_type_error(thread, "state is not a tuple");
    const Tuple *state = value_tuple(arguments[1]);
    if (state->count != 2) return raise_type_error(thread, "function takes exactly 2 arguments (%zu given)", state->count);
    if (it->stopped) return VALUE_NONE;
    size_t n = it->size;
    int64_t *integers = memory_allocate((n + it->count + 1) * sizeof *integers);
    if (!integers) return raise_no_memory(thread);
    Value pieces[2] = {value_retain(state->items[0]), value_retain(state->items[1])};
    bool done = true;
    for (size_t i = 0; i < 2 && done; i++) {
        done = is_tuple(pieces[i]);
        if (!done) raise_type_error(thread, "argument %zu must be tuple, not %s", i + 1, argument_type_name(thread, pieces[i]));
    }
    done = done && state_ints(thread, pieces[0], n, integers) && state_ints(thread, pieces[1], it->count, integers + n);
    value_release(pieces[0]);
    value_release(pieces[1]);
    if (done) {
        for (size_t i = 0; i < n; i++) it->at[i] = clip(integers[i], (int64_t)n - 1);
        for (size_t i = 0; i < it->count; i++) {
            int64_t turns = integers[n + i], most = (int64_t)(n - i);
            it->turns[i] = turns < 1 ? 1 : turns > most ? most : turns;
        }
        value_clear(&it->result);
        Value result = first_result(thread, it);
        done = !value_is_absent(result);
        value_release(result);
    }
    memory_release(integers);
    return done ? VALUE_NONE : VALUE_ABSENT;
}
static const NativeEntry permutations_methods[] = {REDUCE_METHOD(permutations_reduce), SET_STATE_METHOD(permutations_set_state), {0}};
CHOOSER_TYPE(permutations, "Every order of r of the items, of all when r is left out.", "(iterable, r=None)");

/* ---- product ---- */
static bool product_repeats(Thread *thread, const Call *call, int64_t *repeats) {
    *repeats = 1;
    for (size_t i = 0; call->names && i < call->names->count; i++) {
        if (!string_equals_c(value_string(call->names->items[i]), "repeat")) {
            raise_type_error(thread, "'%s' is an invalid keyword argument for product()", value_c_string(call->names->items[i]));
            return false;
        }
        if (!value_to_count(thread, call->values[call->positional_count + i], repeats)) return false;
        if (*repeats < 0) return raise_value_error(thread, "repeat argument cannot be negative"), false;
    }
    return true;
}
static Value product_create(Thread *thread, Type *type, const Call *call) {
    int64_t repeats;
    if (!product_repeats(thread, call, &repeats)) return VALUE_ABSENT;
    size_t given = repeats ? call->positional_count : 0, count;
    if (__builtin_mul_overflow(given, (size_t)repeats, &count) || count > PTRDIFF_MAX / sizeof(Value))
        return raise_overflow_error(thread, "repeat argument too large");
    Value pools = tuple_new(thread, count);
    if (value_is_absent(pools)) return pools;
    for (size_t i = 0; i < given; i++) {
        Value pool = tuple_from_iterable(thread, call->values[i]);
        if (value_is_absent(pool)) {
            value_release(pools);
            return VALUE_ABSENT;
        }
        value_tuple(pools)->items[i] = pool;
    }
    for (size_t i = given; i < count; i++) value_tuple(pools)->items[i] = value_retain(value_tuple(pools)->items[i - given]);
    return value_from_object(chooser_new(thread, type, pools, count, 0, count));
}
static inline const Tuple *pool_at(const Chooser *it, size_t i) { return value_tuple(value_tuple(it->pool)->items[i]); }
static Value product_first(Thread *thread, Chooser *it) {
    for (size_t i = 0; i < it->count; i++)
        if (!pool_at(it, i)->count) return stop(it);
    Value result = tuple_new(thread, it->count);
    if (value_is_absent(result)) return result;
    for (size_t i = 0; i < it->count; i++) value_tuple(result)->items[i] = value_retain(pool_at(it, i)->items[it->at[i]]);
    value_replace(&it->result, value_retain(result));
    return result;
}
static Value product_next(Thread *thread, Value self) {
    Chooser *it = chooser(self);
    if (it->stopped) return VALUE_ABSENT;
    if (value_is_absent(it->result)) return product_first(thread, it);
    size_t i = it->count;
    if (i && it->result.object->references == 1 && (size_t)it->at[i - 1] + 1 < pool_at(it, i - 1)->count) { /* mostly so */
        Value item = pool_at(it, i - 1)->items[++it->at[i - 1]], result = value_retain(it->result);
        object_track_again(thread, result.object);
        put(result, i - 1, item);
        return result;
    }
    while (i > 0 && (size_t)it->at[i - 1] + 1 == pool_at(it, i - 1)->count) i--;
    if (i-- == 0) return stop(it);
    Value result = fresh_result(thread, it), pools = value_retain(it->pool);
    if (!value_is_absent(result)) {
        it->at[i]++;
        memset(it->at + i + 1, 0, (it->count - i - 1) * sizeof *it->at);
        for (size_t j = i; j < it->count; j++) put(result, j, value_tuple(value_tuple(pools)->items[j])->items[it->at[j]]);
    }
    value_release(pools);
    return result;
}
NATIVE(product_reduce) {
    NATIVE_UNUSED;
    const Chooser *it = chooser(arguments[0]);
    if (it->stopped) {
        Value nothing = tuple_new(thread, 0), inner = value_is_absent(nothing) ? nothing : tuple_from_values(thread, &nothing, 1);
        value_release(nothing);
        return itertools_reduce(thread, arguments[0], inner);
    }
    Value pools = value_retain(it->pool);
    if (value_is_absent(it->result)) return itertools_reduce(thread, arguments[0], pools);
    return itertools_reduce_with(thread, arguments[0], pools, indexes_tuple(thread, it->at, it->count));
}
NATIVE(product_set_state) {
    NATIVE_UNUSED;
    Chooser *it = chooser(arguments[0]);
    if (it->stopped) return VALUE_NONE;
    int64_t *integers = memory_allocate((it->count + 1) * sizeof *integers);
    if (!integers) return raise_no_memory(thread);
    bool done = state_ints(thread, arguments[1], it->count, integers);
    for (size_t i = 0; done && i < it->count && !it->stopped; i++) {
        int64_t size = (int64_t)pool_at(it, i)->count;
        if (size == 0) it->stopped = true;
        else it->at[i] = clip(integers[i], size - 1);
    }
    memory_release(integers);
    if (!done || it->stopped) return done ? VALUE_NONE : VALUE_ABSENT;
    Value result = product_first(thread, it);
    if (value_is_absent(result) && exception_is_set(thread)) return result;
    value_release(result);
    return VALUE_NONE;
}
static const NativeEntry product_methods[] = {REDUCE_METHOD(product_reduce), SET_STATE_METHOD(product_set_state), {0}};
CHOOSER_TYPE(product, "product(*iterables, repeat=1): every choice of one item from each, as nested loops.", NULL);
