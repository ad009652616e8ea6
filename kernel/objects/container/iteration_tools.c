/* enumerate, zip, map, filter, reversed: classes whose instances are iterators. */
#include "kernel/objects/container/iterators.h"
#include "kernel/objects/container/list_private.h"
#include "kernel/objects/core/objects_state.h"
#include "kernel/objects/container/set.h"

#include "base/memory.h"

static Value (*next_of(Thread *thread, Value iterator))(Thread *, Value) {
    Value (*next)(Thread *, Value) = type_of(thread->interpreter, iterator)->next;
    return next && thread_has_stack(thread) ? next : value_advance; /* which raises */
}

/* ---- enumerate ---- */

typedef struct Enumerate {
    Object object;
    Value iterator;
    Value index; /* int of the next item */
} Enumerate;

static Value enumerate_create(Thread *thread, Type *type, const Call *call) {
    Value arguments[2];
    size_t names = call->names ? call->names->count : 0;
    if (!call->positional_count && !names) return raise_type_error(thread, "enumerate() missing required argument 'iterable'");
    if (!call->positional_count && names == 1 && !string_equals_c(value_string(call->names->items[0]), "iterable"))
        return raise_type_error(thread, "'%s' is an invalid keyword argument for enumerate()", value_c_string(call->names->items[0]));
    if (!native_match(thread, "enumerate", "(iterable, start=0)", call, arguments, 2)) return VALUE_ABSENT;
    Value result = VALUE_ABSENT, index = arguments[1], iterator;
    if (!is_int(index)) {
        const Type *index_type = type_of(thread->interpreter, index);
        index = index_type->to_index ? index_type->to_index(thread, index)
                                     : raise_type_error(thread, "'%s' object cannot be interpreted as an integer",
                                                        index_type->name);
    } else {
        index = int_plain(thread, index);
    }
    iterator = value_is_absent(index) ? VALUE_ABSENT : value_iterate(thread, arguments[0]);
    if (!value_is_absent(iterator)) {
        Enumerate *enumerate = object_new(thread, type);
        if (enumerate) {
            enumerate->iterator = value_retain(iterator);
            enumerate->index = value_retain(index);
        }
        result = value_from_object(enumerate);
    }
    value_release(iterator);
    value_release(index);
    native_release_arguments(arguments, 2);
    return result;
}

static bool enumerate_visit(Object *self, Visit *visit, void *context) {
    return visit_value(((Enumerate *)self)->iterator, visit, context);
}
static void enumerate_destroy(Object *self) {
    value_clear(&((Enumerate *)self)->iterator);
    value_clear(&((Enumerate *)self)->index);
}

static bool enumerate_next_pair(Thread *thread, Enumerate *enumerate, Value *index, Value *item) {
    *item = next_of(thread, enumerate->iterator)(thread, enumerate->iterator);
    if (value_is_absent(*item)) return false;
    *index = enumerate->index;
    if (index->tag == TAG_INT && index->integer != INT64_MAX) {
        enumerate->index.integer++;
        return true;
    }
    Value following = int_binary(thread, BINARY_ADD, *index, value_from_int(1));
    if (value_is_absent(following)) {
        value_release(*item);
        return false;
    }
    enumerate->index = following;
    return true;
}

static Value enumerate_next(Thread *thread, Value self) {
    Value index, item;
    if (!enumerate_next_pair(thread, (Enumerate *)self.object, &index, &item)) return VALUE_ABSENT;
    return tuple_pair_owned(thread, index, item);
}

NATIVE(enumerate_reduce) {
    NATIVE_UNUSED;
    const Enumerate *enumerate = (const Enumerate *)arguments[0].object;
    Value parts[2] = {value_retain(enumerate->iterator), value_retain(enumerate->index)};
    return reduce_with(thread, "enumerate", parts, 2, VALUE_ABSENT);
}
static const NativeEntry generic_methods[] = {
    CLASS_GET_ITEM, {"__reduce__", "($self, /)", "What pickle and copy make the object from.", enumerate_reduce, NULL, 0}, {0}};

const Type enumerate_type_template = {
    .name = "enumerate",
    .documentation = "Pairs of a running number and an element.\n\n  iterable\n    whose elements are "
                     "numbered\n  start\n    the first number\n\n"
                     ">>> list(enumerate('ab'))\n[(0, 'a'), (1, 'b')]",
    .signature = "(iterable, start=0)",
    .flags = TYPE_COLLECTED | TYPE_BASE | TYPE_IMMUTABLE,
    .instance_size = sizeof(Enumerate),
    .create = enumerate_create,
    .destroy = enumerate_destroy,
    .visit = enumerate_visit,
    .clear = enumerate_destroy,
    .iterate = iterate_self,
    .next = enumerate_next,
    .methods = generic_methods,
};

/* ---- zip and map: several iterators side by side ---- */

typedef struct Parallel {
    Object object;
    Value function;  /* map's; absent for zip */
    Value iterators; /* tuple */
    bool strict;
    bool exhausted;
} Parallel;

static Value iterators_of(Thread *thread, const char *name, const Value *values, size_t count) {
    Value iterators = tuple_new(thread, count);
    if (value_is_absent(iterators)) return VALUE_ABSENT;
    for (size_t i = 0; i < count; i++) {
        Value iterator = value_iterate(thread, values[i]);
        if (value_is_absent(iterator)) {
            if (name && type_of(thread->interpreter, values[i])->iterate == NULL &&
                exception_matches(thread, thread_builtins(thread)->exception_TypeError)) {
                exception_clear(thread);
                raise_type_error(thread, "'%s' object is not iterable", value_type_name(thread, values[i]));
            }
            value_release(iterators);
            return VALUE_ABSENT;
        }
        value_tuple(iterators)->items[i] = iterator;
    }
    return iterators;
}

static Value parallel_new(Thread *thread, Type *type, Value function, const Value *values, size_t count, bool strict) {
    Value iterators = iterators_of(thread, type->name, values, count);
    if (value_is_absent(iterators)) return VALUE_ABSENT;
    Parallel *parallel = object_new(thread, type);
    if (!parallel) {
        value_release(iterators);
        return VALUE_ABSENT;
    }
    parallel->function = value_retain(function);
    parallel->iterators = iterators;
    parallel->strict = strict;
    return value_from_object(parallel);
}

static Value zip_create(Thread *thread, Type *type, const Call *call) {
    bool strict = false;
    for (size_t i = 0; call->names && i < call->names->count; i++) {
        if (!string_equals_c(value_string(call->names->items[i]), "strict"))
            return raise_type_error(thread, "'%s' is an invalid keyword argument for zip()",
                                    value_c_string(call->names->items[i]));
        int truth = value_truth(thread, call->values[call->positional_count + i]);
        if (truth < 0) return VALUE_ABSENT;
        strict = truth;
    }
    return parallel_new(thread, type, VALUE_ABSENT, call->values, call->positional_count, strict);
}

static Value map_create(Thread *thread, Type *type, const Call *call) {
    if (!create_without_keywords(thread, type, call)) return VALUE_ABSENT;
    if (call->positional_count < 2) return raise_type_error(thread, "map() must have at least two arguments.");
    return parallel_new(thread, type, call->values[0], call->values + 1, call->positional_count - 1, false);
}

static bool parallel_visit(Object *self, Visit *visit, void *context) {
    const Parallel *parallel = (const Parallel *)self;
    return visit_value(parallel->function, visit, context) && visit_value(parallel->iterators, visit, context);
}
static void parallel_destroy(Object *self) {
    value_clear(&((Parallel *)self)->function);
    value_clear(&((Parallel *)self)->iterators);
}

/* Argument `index` ended first: ask the later ones whether they end too. */
static Value check_strict(Thread *thread, const Tuple *iterators, size_t index) {
    iteration_ended(thread);
    if (exception_is_set(thread)) return VALUE_ABSENT;
    if (index > 0)
        return raise_value_error(thread, index == 1 ? "zip() argument 2 is shorter than argument 1"
                                                    : "zip() argument %zu is shorter than arguments 1-%zu",
                                 index + 1, index);
    for (size_t i = 1; i < iterators->count; i++) {
        Value item = value_next(thread, iterators->items[i]);
        if (value_is_absent(item)) {
            if (exception_is_set(thread)) return VALUE_ABSENT;
            continue;
        }
        value_release(item);
        return raise_value_error(thread, i == 1 ? "zip() argument 2 is longer than argument 1"
                                                : "zip() argument %zu is longer than arguments 1-%zu",
                                 i + 1, i);
    }
    return VALUE_ABSENT;
}

static Value zip_next(Thread *thread, Value self) {
    Parallel *zip = (Parallel *)self.object;
    if (value_is_absent(zip->iterators)) return VALUE_ABSENT;
    Value iterators = zip->iterators;
    size_t count = value_tuple(iterators)->count;
    if (count == 0 || zip->exhausted) return VALUE_ABSENT;
    Value small[8], *items = count <= 8 ? small : memory_allocate(count * sizeof(Value)), result = VALUE_ABSENT;
    if (!items) return raise_no_memory(thread);
    value_retain(iterators);
    size_t got = 0;
    for (; got < count; got++) {
        Value iterator = value_tuple(iterators)->items[got];
        items[got] = next_of(thread, iterator)(thread, iterator);
        if (value_is_absent(items[got])) break;
    }
    if (got == count) {
        result = tuple_from_owned(thread, items, count);
    } else {
        for (size_t i = 0; i < got; i++) value_release(items[i]);
        if (zip->strict) check_strict(thread, value_tuple(iterators), got);
    }
    if (items != small) memory_release(items);
    value_release(iterators);
    return result;
}

static bool zip_next_pair(Thread *thread, Parallel *zip, Value *first, Value *second) {
    Value iterators = value_retain(zip->iterators);
    const Value *items = value_tuple(iterators)->items;
    *first = next_of(thread, items[0])(thread, items[0]);
    *second = value_is_absent(*first) ? VALUE_ABSENT : next_of(thread, items[1])(thread, items[1]);
    bool done = !value_is_absent(*second);
    if (!done) {
        bool at_second = !value_is_absent(*first);
        value_release(*first);
        if (zip->strict) check_strict(thread, value_tuple(iterators), at_second);
    }
    value_release(iterators);
    return done;
}

bool iterator_has_pairs(const Builtins *builtins, const Object *iterator) {
    const Type *type = iterator->type;
    if (type == builtins->type_enumerate || type == builtins->type_dict_item_iterator) return true;
    if (type != builtins->type_zip) return false;
    const Parallel *zip = (const Parallel *)iterator;
    return !value_is_absent(zip->iterators) && value_tuple(zip->iterators)->count == 2 && !zip->exhausted;
}

bool iterator_next_pair(Thread *thread, Object *iterator, Value *first, Value *second) {
    const Builtins *builtins = thread_builtins(thread);
    if (iterator->type == builtins->type_enumerate) return enumerate_next_pair(thread, (Enumerate *)iterator, first, second);
    if (iterator->type == builtins->type_zip) return zip_next_pair(thread, (Parallel *)iterator, first, second);
    return dict_item_iterator_next_pair(thread, iterator, first, second);
}

static Value map_next(Thread *thread, Value self) {
    Parallel *map = (Parallel *)self.object;
    if (value_is_absent(map->iterators)) return VALUE_ABSENT;
    Value iterators = value_retain(map->iterators), function = value_retain(map->function), result = VALUE_ABSENT;
    size_t count = value_tuple(iterators)->count, got = 0;
    if (count == 1) { /* as below, without the array */
        Value iterator = value_tuple(iterators)->items[0], item = next_of(thread, iterator)(thread, iterator);
        if (!value_is_absent(item)) {
            result = value_call_one(thread, function, item);
            value_release(item);
        }
        value_release(iterators);
        value_release(function);
        return result;
    }
    Value small[8], *items = count <= 8 ? small : memory_allocate(count * sizeof(Value));
    if (!items) raise_no_memory(thread);
    for (; items && got < count; got++) {
        Value iterator = value_tuple(iterators)->items[got];
        items[got] = next_of(thread, iterator)(thread, iterator);
        if (value_is_absent(items[got])) break;
    }
    if (items && got == count) {
        result = value_call_values(thread, function, items, count);
    }
    while (items && got > 0) value_release(items[--got]);
    if (items != small) memory_release(items);
    value_release(iterators);
    value_release(function);
    return result;
}

/* (type, (function, *iterators)), and True where a zip is strict. */
NATIVE(parallel_reduce) {
    NATIVE_UNUSED;
    const Parallel *parallel = (const Parallel *)arguments[0].object;
    if (value_is_absent(parallel->iterators)) return raise_type_error(thread, "an iterator that was cleared has no state");
    const Tuple *iterators = value_tuple(parallel->iterators);
    size_t extra = value_is_absent(parallel->function) ? 0 : 1;
    Value all = tuple_new(thread, iterators->count + extra);
    if (value_is_absent(all)) return all;
    if (extra) value_tuple(all)->items[0] = value_retain(parallel->function);
    for (size_t i = 0; i < iterators->count; i++) value_tuple(all)->items[i + extra] = value_retain(iterators->items[i]);
    Value parts[3] = {{.tag = TAG_OBJECT, .object = &parallel->object.type->object}, all, value_from_bool(true)};
    Value result = tuple_from_values(thread, parts, parallel->strict ? 3 : 2);
    value_release(all);
    return result;
}
NATIVE(parallel_set_state) {
    NATIVE_UNUSED;
    int truth = value_truth(thread, arguments[1]);
    if (truth < 0) return VALUE_ABSENT;
    ((Parallel *)arguments[0].object)->strict = truth;
    return VALUE_NONE;
}
static const NativeEntry parallel_methods[] = {
    {"__reduce__", "($self, /)", "What pickle and copy make the object from.", parallel_reduce, NULL, 0}, {0}};
static const NativeEntry zip_methods[] = {
    {"__reduce__", "($self, /)", "What pickle and copy make the object from.", parallel_reduce, NULL, 0},
    {"__setstate__", "($self, state, /)", "Go on from the place that a pickle remembers.", parallel_set_state, NULL, 0}, {0}};

const Type zip_type_template = {
    .name = "zip",
    .documentation =
        "zip(*iterables, strict=False) --> tuples of one element of each iterable\n\n"
        "It ends with the shortest iterable; with strict=True, a ValueError says that they are not of the same "
        "length.\n\n>>> list(zip('ab', range(5)))\n"
        "[('a', 0), ('b', 1)]",
    .flags = TYPE_COLLECTED | TYPE_BASE | TYPE_IMMUTABLE,
    .instance_size = sizeof(Parallel),
    .create = zip_create,
    .destroy = parallel_destroy,
    .visit = parallel_visit,
    .clear = parallel_destroy,
    .iterate = iterate_self,
    .next = zip_next,
    .methods = zip_methods,
};

const Type map_type_template = {
    .name = "map",
    .documentation = "map(func, *iterables) --> map object\n\nThe results of func for one element of each "
                     "iterable at a time, up to the end of the shortest.",
    .flags = TYPE_COLLECTED | TYPE_BASE | TYPE_IMMUTABLE,
    .instance_size = sizeof(Parallel),
    .create = map_create,
    .destroy = parallel_destroy,
    .visit = parallel_visit,
    .clear = parallel_destroy,
    .iterate = iterate_self,
    .next = map_next,
    .methods = parallel_methods,
};

/* ---- filter ---- */

static Value filter_create(Thread *thread, Type *type, const Call *call) {
    if (!create_without_keywords(thread, type, call)) return VALUE_ABSENT;
    if (call->positional_count != 2)
        return raise_type_error(thread, "filter expected 2 arguments, got %zu", call->positional_count);
    return parallel_new(thread, type, call->values[0], call->values + 1, 1, false);
}

static Value filter_next(Thread *thread, Value self) {
    Parallel *filter = (Parallel *)self.object;
    if (value_is_absent(filter->iterators)) return VALUE_ABSENT;
    Value iterator = value_retain(value_tuple(filter->iterators)->items[0]), function = value_retain(filter->function);
    Value item;
    for (;;) {
        item = next_of(thread, iterator)(thread, iterator);
        if (value_is_absent(item)) break;
        int truth;
        if (function.tag == TAG_NONE) {
            truth = value_truth(thread, item);
        } else {
            Value verdict = value_call_one(thread, function, item);
            truth = value_is_absent(verdict) ? -1 : value_truth(thread, verdict);
            value_release(verdict);
        }
        if (truth > 0) break;
        value_release(item);
        item = VALUE_ABSENT;
        if (truth < 0 || !thread_poll(thread)) break;
    }
    value_release(iterator);
    value_release(function);
    return item;
}

const Type filter_type_template = {
    .name = "filter",
    .documentation = "filter(function or None, iterable) --> filter object\n\n"
                     "The elements of which function says true; with None, the elements that are true themselves.",
    .flags = TYPE_COLLECTED | TYPE_BASE | TYPE_IMMUTABLE,
    .instance_size = sizeof(Parallel),
    .create = filter_create,
    .destroy = parallel_destroy,
    .visit = parallel_visit,
    .clear = parallel_destroy,
    .iterate = iterate_self,
    .next = filter_next,
    .methods = parallel_methods,
};

/* ---- reversed ---- */

Value reversed_new(Thread *thread, Value sequence) {
    Builtins *builtins = thread_builtins(thread);
    Value method;
    bool self_first;
    if (value_find_special(thread, sequence, builtins->name___reversed__, &method, &self_first)) {
        if (method.tag == TAG_NONE)
            return raise_type_error(thread, "'%s' object is not reversible", value_type_name(thread, sequence));
        Value result = self_first ? value_call_one(thread, method, sequence) : value_call_none(thread, method);
        value_release(method);
        return result;
    }
    if (exception_is_set(thread)) return VALUE_ABSENT;
    const Type *type = type_of(thread->interpreter, sequence);
    if (!type->get_item || type->flags & (TYPE_DICT | TYPE_MAPPING) || value_is_set(sequence) ||
        (!type->length && !(type->flags & TYPE_HEAP)))
        return raise_type_error(thread, "'%s' object is not reversible", type->name);
    int64_t length = value_length(thread, sequence);
    if (length < 0) return VALUE_ABSENT;
    return iterator_new(thread, builtins->type_reversed, sequence, (size_t)length);
}

static Value reversed_create(Thread *thread, Type *type, const Call *call) {
    if (!create_without_keywords(thread, type, call)) return VALUE_ABSENT;
    if (call->positional_count != 1)
        return raise_type_error(thread, "reversed expected 1 argument, got %zu", call->positional_count);
    return reversed_new(thread, call->values[0]);
}

static bool reversed_visit(Object *self, Visit *visit, void *context) {
    return visit_value(((SequenceIterator *)self)->sequence, visit, context);
}
static void reversed_destroy(Object *self) { value_clear(&((SequenceIterator *)self)->sequence); }

static Value reversed_next(Thread *thread, Value self) {
    SequenceIterator *iterator = (SequenceIterator *)self.object;
    if (iterator->sequence.tag != TAG_OBJECT) return VALUE_ABSENT;
    Value item = VALUE_ABSENT;
    if (iterator->index > 0) {
        iterator->index--;
        Value sequence = iterator->sequence;
        if (value_is_exact_string(sequence) && value_string(sequence)->is_ascii && iterator->index < value_string(sequence)->length)
            item = string_from_code_point(thread, (unsigned char)value_string(sequence)->bytes[iterator->index]);
        else item = value_get_item(thread, sequence, value_from_int((int64_t)iterator->index));
    }
    if (!value_is_absent(item)) return item;
    Builtins *builtins = thread_builtins(thread);
    if (exception_is_set(thread)) {
        if (!exception_matches(thread, builtins->exception_IndexError) &&
            !exception_matches(thread, builtins->exception_StopIteration))
            return VALUE_ABSENT;
        exception_clear(thread);
    }
    value_clear(&iterator->sequence);
    return VALUE_ABSENT;
}

NATIVE(reversed_length_hint) {
    NATIVE_UNUSED;
    const SequenceIterator *iterator = (const SequenceIterator *)arguments[0].object;
    return value_from_int(iterator->sequence.tag == TAG_OBJECT ? (int64_t)iterator->index : 0);
}

NATIVE(reversed_reduce) {
    NATIVE_UNUSED;
    const SequenceIterator *iterator = (const SequenceIterator *)arguments[0].object;
    Value type = value_retain((Value){.tag = TAG_OBJECT, .object = &iterator->object.type->object});
    if (iterator->sequence.tag != TAG_OBJECT) {
        Value nothing = tuple_new(thread, 0), inner = value_is_absent(nothing) ? nothing : tuple_from_values(thread, &nothing, 1);
        value_release(nothing);
        return tuple_pair_owned(thread, type, inner);
    }
    Value inner = tuple_from_values(thread, &iterator->sequence, 1), result = VALUE_ABSENT;
    Value parts[3] = {type, inner, value_from_int((int64_t)iterator->index - 1)};
    if (!value_is_absent(inner)) result = tuple_from_values(thread, parts, 3);
    value_release(type);
    value_release(inner);
    return result;
}
NATIVE(reversed_set_state) {
    NATIVE_UNUSED;
    SequenceIterator *iterator = (SequenceIterator *)arguments[0].object;
    int64_t index;
    if (!value_to_count(thread, arguments[1], &index)) return VALUE_ABSENT;
    if (iterator->sequence.tag != TAG_OBJECT) return VALUE_NONE;
    int64_t length = value_length(thread, iterator->sequence);
    if (length < 0) return VALUE_ABSENT;
    iterator->index = index < -1 ? 0 : index >= length ? (size_t)length : (size_t)(index + 1);
    return VALUE_NONE;
}

static const NativeEntry reversed_methods[] = {
    {"__reduce__", "($self, /)", "What pickle and copy make the object from.", reversed_reduce, NULL, 0},
    {"__setstate__", "($self, state, /)", "Go on from the place that a pickle remembers.", reversed_set_state, NULL, 0},
    {"__length_hint__", "($self, /)", "About how many elements are still to come.", reversed_length_hint, NULL, 0},
    {0}};

const Type reversed_type_template = {
    .name = "reversed",
    .documentation = "An iterator from the last element of a sequence to the first.",
    .signature = "(sequence, /)",
    .flags = TYPE_COLLECTED | TYPE_BASE | TYPE_IMMUTABLE,
    .instance_size = sizeof(SequenceIterator),
    .create = reversed_create,
    .destroy = reversed_destroy,
    .visit = reversed_visit,
    .clear = reversed_destroy,
    .iterate = iterate_self,
    .next = reversed_next,
    .methods = reversed_methods,
};
