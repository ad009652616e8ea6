/* itertools.groupby, tee and zip_longest. */
#include "kernel/library/itertools.h"

#include "base/memory.h"

/* ---- groupby ---- */
typedef struct GroupBy {
    Object object;
    Value iterator, function;  /* absent: the items are the keys */
    Value target;              /* key of the group given last */
    Value key, value;          /* of the item read last that no group has given yet */
    const Object *group;       /* the group given last: only compared, not counted */
} GroupBy;
typedef struct Group {
    Object object;
    Value parent, target;
} Group;

static GroupBy *group_by(Value value) { return (GroupBy *)value.object; }

static bool groupby_visit(Object *self, Visit *visit, void *context) {
    const GroupBy *it = (const GroupBy *)self;
    return visit_value(it->iterator, visit, context) && visit_value(it->function, visit, context) &&
           visit_value(it->target, visit, context) && visit_value(it->key, visit, context) && visit_value(it->value, visit, context);
}
static void groupby_destroy(Object *self) {
    GroupBy *it = (GroupBy *)self;
    value_clear(&it->iterator);
    value_clear(&it->function);
    value_clear(&it->target);
    value_clear(&it->key);
    value_clear(&it->value);
}
static Value groupby_create(Thread *thread, Type *type, const Call *call) {
    Value arguments[2];
    if (!native_match(thread, "groupby", "(iterable, key=None)", call, arguments, 2)) return VALUE_ABSENT;
    Value iterator = value_iterate(thread, arguments[0]);
    GroupBy *it = value_is_absent(iterator) ? NULL : object_new(thread, type);
    if (it) {
        it->iterator = value_retain(iterator);
        it->function = value_retain(arguments[1]);
    }
    value_release(iterator);
    native_release_arguments(arguments, 2);
    return value_from_object(it);
}
/* Reads one item and its key. false: exhausted, or an exception. */
static bool groupby_step(Thread *thread, GroupBy *it) {
    if (value_is_absent(it->iterator)) return false;
    Value iterator = value_retain(it->iterator), value = itertools_next(thread, iterator), key;
    value_release(iterator);
    if (value_is_absent(value)) return iteration_ended(thread), false;
    if (it->function.tag == TAG_NONE || value_is_absent(it->function)) {
        key = value_retain(value);
    } else {
        Value function = value_retain(it->function);
        key = value_call_one(thread, function, value);
        value_release(function);
    }
    if (value_is_absent(key)) {
        value_release(value);
        return false;
    }
    value_replace(&it->value, value);
    value_replace(&it->key, key);
    return true;
}
static int same_key(Thread *thread, Value left, Value right) {
    value_retain(left);
    value_retain(right);
    int equal = value_equal(thread, left, right);
    value_release(left);
    value_release(right);
    return equal;
}
static Value group_new(Thread *thread, Type *type, Value parent, Value target) {
    Group *group = object_new(thread, type);
    if (!group) return VALUE_ABSENT;
    group->parent = value_retain(parent);
    group->target = value_retain(target);
    group_by(parent)->group = &group->object;
    return value_from_object(group);
}
static Value groupby_next(Thread *thread, Value self) {
    GroupBy *it = group_by(self);
    it->group = NULL;
    for (;;) {
        if (!value_is_absent(it->key)) {
            if (value_is_absent(it->target)) break;
            int equal = same_key(thread, it->target, it->key);
            if (equal < 0) return VALUE_ABSENT;
            if (!equal) break;
        }
        if (!groupby_step(thread, it) || !thread_poll(thread)) return VALUE_ABSENT;
    }
    value_replace(&it->target, value_retain(it->key));
    Type *type = type_from_template(thread, &itertools_grouper_type);
    Value group = type ? group_new(thread, type, self, it->target) : VALUE_ABSENT;
    return tuple_pair_owned(thread, value_retain(it->key), group);
}
NATIVE(groupby_reduce) {
    NATIVE_UNUSED;
    const GroupBy *it = group_by(arguments[0]);
    Value inner = tuple_pair_owned(thread, value_retain(it->iterator), value_retain(it->function));
    if (value_is_absent(it->target) || value_is_absent(it->key) || value_is_absent(it->value))
        return itertools_reduce(thread, arguments[0], inner);
    Value parts[3] = {it->key, it->value, it->target};
    return itertools_reduce_with(thread, arguments[0], inner, tuple_from_values(thread, parts, 3));
}
NATIVE(groupby_set_state) {
    NATIVE_UNUSED;
    GroupBy *it = group_by(arguments[0]);
    if (!is_tuple(arguments[1])) return raise_type_error(thread, "state is not a tuple");
    const Tuple *state = value_tuple(arguments[1]);
    if (state->count != 3) return raise_type_error(thread, "function takes exactly 3 arguments (%zu given)", state->count);
    value_replace(&it->key, value_retain(state->items[0]));
    value_replace(&it->value, value_retain(state->items[1]));
    value_replace(&it->target, value_retain(state->items[2]));
    return VALUE_NONE;
}
static const NativeEntry groupby_methods[] = {REDUCE_METHOD(groupby_reduce), SET_STATE_METHOD(groupby_set_state), {0}};
const Type itertools_groupby_type = {
    .name = "itertools.groupby",
    .documentation = "(key, group) for each run of items with the same key; a group is an iterator over its items.",
    .signature = "(iterable, key=None)",
    .flags = TYPE_COLLECTED | TYPE_BASE | TYPE_IMMUTABLE,
    .instance_size = sizeof(GroupBy),
    .create = groupby_create,
    .destroy = groupby_destroy,
    .visit = groupby_visit,
    .clear = groupby_destroy,
    .iterate = iterate_self,
    .next = groupby_next,
    .methods = groupby_methods,
};

static bool grouper_visit(Object *self, Visit *visit, void *context) {
    return visit_value(((Group *)self)->parent, visit, context) && visit_value(((Group *)self)->target, visit, context);
}
static void grouper_destroy(Object *self) {
    value_clear(&((Group *)self)->parent);
    value_clear(&((Group *)self)->target);
}
static Value grouper_create(Thread *thread, Type *type, const Call *call) {
    if (!create_without_keywords(thread, type, call) || !itertools_count_arguments(thread, type, call, 2, 2)) return VALUE_ABSENT;
    if (!value_has_type(call->values[0], &itertools_groupby_type))
        return raise_type_error(thread, "_grouper() argument 1 must be itertools.groupby, not %s", argument_type_name(thread, call->values[0]));
    return group_new(thread, type, call->values[0], call->values[1]);
}
static Value grouper_next(Thread *thread, Value self) {
    const Group *group = (const Group *)self.object;
    if (value_is_absent(group->parent)) return VALUE_ABSENT;
    GroupBy *parent = group_by(group->parent);
    if (parent->group != &group->object) return VALUE_ABSENT;
    if (value_is_absent(parent->value) && !groupby_step(thread, parent)) return VALUE_ABSENT;
    if (same_key(thread, group->target, parent->key) <= 0) return VALUE_ABSENT;
    Value value = parent->value;
    parent->value = VALUE_ABSENT;
    value_clear(&parent->key);
    return value;
}
NATIVE(grouper_reduce) {
    NATIVE_UNUSED;
    const Group *group = (const Group *)arguments[0].object;
    if (value_is_absent(group->parent) || group_by(group->parent)->group != &group->object) {
        Value nothing = tuple_new(thread, 0), inner = value_is_absent(nothing) ? nothing : tuple_from_values(thread, &nothing, 1);
        value_release(nothing);
        return tuple_pair_owned(thread, value_retain(dict_get_c(thread, thread->interpreter->builtin_names, "iter")), inner);
    }
    return itertools_reduce(thread, arguments[0], tuple_pair_owned(thread, value_retain(group->parent), value_retain(group->target)));
}
static const NativeEntry grouper_methods[] = {REDUCE_METHOD(grouper_reduce), {0}};
const Type itertools_grouper_type = {
    .name = "itertools._grouper",
    .documentation = "The items of a group.",
    .flags = TYPE_COLLECTED | TYPE_IMMUTABLE,
    .instance_size = sizeof(Group),
    .create = grouper_create,
    .destroy = grouper_destroy,
    .visit = grouper_visit,
    .clear = grouper_destroy,
    .iterate = iterate_self,
    .next = grouper_next,
    .methods = grouper_methods,
};

/* ---- tee: the items lie in a list of blocks, which the iterators share; what none of them needs any more goes ---- */
enum { TEE_ITEMS = 57 }; /* as many as CPython has: pickles show them */
typedef struct TeeData {
    Object object;
    Value iterator;
    struct TeeData *next;
    size_t count;
    bool running;
    Value items[TEE_ITEMS];
} TeeData;
typedef struct Tee {
    Object object;
    TeeData *data;
    size_t index;
    struct WeakReference *weak_references;
} Tee;

static bool tee_data_visit(Object *self, Visit *visit, void *context) {
    const TeeData *data = (const TeeData *)self;
    return visit_value(data->iterator, visit, context) && visit_object(data->next, visit, context) &&
           visit_values(data->items, data->count, visit, context);
}
static void tee_data_destroy(Object *self) {
    TeeData *data = (TeeData *)self;
    size_t count = data->count;
    data->count = 0;
    for (size_t i = 0; i < count; i++) value_clear(&data->items[i]);
    value_clear(&data->iterator);
    object_clear(&data->next);
}
static TeeData *tee_data_new(Thread *thread, Value iterator) {
    Type *type = type_from_template(thread, &itertools_tee_data_type);
    TeeData *data = type ? object_new(thread, type) : NULL;
    if (data) data->iterator = value_retain(iterator);
    return data;
}
static Value tee_data_create(Thread *thread, Type *type, const Call *call) {
    if (!create_without_keywords(thread, type, call) || !itertools_count_arguments(thread, type, call, 3, 3)) return VALUE_ABSENT;
    Value items = call->values[1], next = call->values[2];
    if (!is_list(items)) return raise_type_error(thread, "argument 2 must be list, not %s", argument_type_name(thread, items));
    size_t count = value_list(items)->count;
    bool has_next = next.tag != TAG_NONE;
    if (count > TEE_ITEMS || (has_next && (count != TEE_ITEMS || !value_has_type(next, &itertools_tee_data_type))))
        return raise_value_error(thread, "Invalid arguments");
    TeeData *data = tee_data_new(thread, call->values[0]);
    if (!data) return VALUE_ABSENT;
    for (; data->count < count; data->count++) data->items[data->count] = value_retain(value_list(items)->items[data->count]);
    if (has_next) data->next = object_retain(next.object);
    return value_from_object(data);
}
NATIVE(tee_data_reduce) {
    NATIVE_UNUSED;
    const TeeData *data = (const TeeData *)arguments[0].object;
    Value items = list_from_values(thread, data->items, data->count);
    if (value_is_absent(items)) return items;
    Value parts[3] = {data->iterator, items, data->next ? (Value){.tag = TAG_OBJECT, .object = &data->next->object} : VALUE_NONE};
    Value inner = tuple_from_values(thread, parts, 3);
    value_release(items);
    return itertools_reduce(thread, arguments[0], inner);
}
static const NativeEntry tee_data_methods[] = {REDUCE_METHOD(tee_data_reduce), {0}};
const Type itertools_tee_data_type = {
    .name = "itertools._tee_dataobject",
    .documentation = "Items that several iterators share.",
    .signature = "(iterable, values, next, /)",
    .flags = TYPE_COLLECTED | TYPE_IMMUTABLE,
    .instance_size = sizeof(TeeData),
    .create = tee_data_create,
    .destroy = tee_data_destroy,
    .visit = tee_data_visit,
    .clear = tee_data_destroy,
    .methods = tee_data_methods,
};

static bool tee_visit(Object *self, Visit *visit, void *context) { return visit_object(((Tee *)self)->data, visit, context); }
static void tee_destroy(Object *self) { object_clear(&((Tee *)self)->data); }

static Value tee_new(Thread *thread, TeeData *data, size_t index) { /* takes over the data */
    Type *type = data ? type_from_template(thread, &itertools_tee_type) : NULL;
    Tee *tee = type ? object_new(thread, type) : NULL;
    if (!tee) {
        object_release(data);
        return VALUE_ABSENT;
    }
    tee->data = data;
    tee->index = index;
    return value_from_object(tee);
}
static Value tee_copy(Thread *thread, const Tee *tee) {
    return tee->data ? tee_new(thread, object_retain(tee->data), tee->index) : raise_value_error(thread, "Invalid arguments");
}
static Value tee_of(Thread *thread, Value iterable) {
    Value iterator = value_iterate(thread, iterable), result;
    if (value_is_absent(iterator)) return iterator;
    if (value_has_type(iterator, &itertools_tee_type)) result = tee_copy(thread, (const Tee *)iterator.object);
    else result = tee_new(thread, tee_data_new(thread, iterator), 0);
    value_release(iterator);
    return result;
}
static Value tee_create(Thread *thread, Type *type, const Call *call) {
    if (!create_without_keywords(thread, type, call) || !itertools_count_arguments(thread, type, call, 1, 1)) return VALUE_ABSENT;
    return tee_of(thread, call->values[0]);
}
static Value tee_next(Thread *thread, Value self) {
    Tee *tee = (Tee *)self.object;
    TeeData *data = tee->data;
    if (!data) return VALUE_ABSENT;
    if (tee->index >= TEE_ITEMS) {
        if (!data->next && !(data->next = tee_data_new(thread, data->iterator))) return VALUE_ABSENT;
        tee->data = object_retain(data->next);
        object_release(data);
        data = tee->data;
        tee->index = 0;
    }
    if (tee->index < data->count) return value_retain(data->items[tee->index++]);
    if (data->running) return raise_runtime_error(thread, "cannot re-enter the tee iterator");
    if (value_is_absent(data->iterator) || data->count >= TEE_ITEMS) return VALUE_ABSENT;
    object_retain(data);
    Value iterator = value_retain(data->iterator);
    data->running = true;
    Value item = itertools_next(thread, iterator);
    data->running = false;
    if (!value_is_absent(item)) {
        data->items[data->count++] = value_retain(item);
        tee->index++;
    } else {
        iteration_ended(thread);
    }
    value_release(iterator);
    object_release(data);
    return item;
}
NATIVE(tee_copy_method) {
    NATIVE_UNUSED;
    return tee_copy(thread, (const Tee *)arguments[0].object);
}
NATIVE(tee_reduce) {
    NATIVE_UNUSED;
    const Tee *tee = (const Tee *)arguments[0].object;
    Value nothing = tuple_new(thread, 0), inner = value_is_absent(nothing) ? nothing : tuple_from_values(thread, &nothing, 1);
    value_release(nothing);
    Value data = tee->data ? value_from_object(object_retain(tee->data)) : VALUE_NONE;
    return itertools_reduce_with(thread, arguments[0], inner, tuple_pair_owned(thread, data, value_from_int((int64_t)tee->index)));
}
NATIVE(tee_set_state) {
    NATIVE_UNUSED;
    Tee *tee = (Tee *)arguments[0].object;
    if (!is_tuple(arguments[1])) return raise_type_error(thread, "state is not a tuple");
    const Tuple *state = value_tuple(arguments[1]);
    if (state->count != 2) return raise_type_error(thread, "function takes exactly 2 arguments (%zu given)", state->count);
    Value data = state->items[0];
    if (!value_has_type(data, &itertools_tee_data_type))
        return raise_type_error(thread, "argument 1 must be itertools._tee_dataobject, not %s", argument_type_name(thread, data));
    value_retain(data);
    int64_t index = 0;
    bool done = value_to_int64(thread, state->items[1], &index);
    if (done && (index < 0 || index > (int64_t)((TeeData *)data.object)->count)) {
        raise_value_error(thread, "Index out of range");
        done = false;
    }
    if (!done) {
        value_release(data);
        return VALUE_ABSENT;
    }
    TeeData *old = tee->data;
    tee->data = (TeeData *)data.object;
    tee->index = (size_t)index;
    object_release(old);
    return VALUE_NONE;
}
static const NativeEntry tee_methods[] = {
    {"__copy__", "($self, /)", "Another iterator at the same place.", tee_copy_method, NULL, 0},
    REDUCE_METHOD(tee_reduce), SET_STATE_METHOD(tee_set_state), {0}};
const Type itertools_tee_type = {
    .name = "itertools._tee",
    .documentation = "An iterator that can be copied.",
    .signature = "(iterable, /)",
    .flags = TYPE_COLLECTED | TYPE_IMMUTABLE,
    .instance_size = sizeof(Tee),
    .weak_offset = offsetof(Tee, weak_references),
    .create = tee_create,
    .destroy = tee_destroy,
    .visit = tee_visit,
    .clear = tee_destroy,
    .iterate = iterate_self,
    .next = tee_next,
    .methods = tee_methods,
};

Value itertools_tee(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    int64_t count;
    if (!value_to_count(thread, arguments[1], &count)) return VALUE_ABSENT;
    if (count < 0) return raise_value_error(thread, "n must be >= 0");
    if ((uint64_t)count > PTRDIFF_MAX / sizeof(Value) / 2) return raise_no_memory(thread);
    if (count == 0) return tuple_new(thread, 0);
    Value first = value_iterate(thread, arguments[0]);
    if (value_is_absent(first)) return first;
    Value copy = value_find_attribute_c(thread, first, "__copy__");
    if (value_is_absent(copy)) {
        if (!exception_is_set(thread)) {
            value_replace(&first, tee_of(thread, first));
            if (!value_is_absent(first)) copy = value_get_attribute_c(thread, first, "__copy__");
        }
    }
    Value result = value_is_absent(copy) ? VALUE_ABSENT : tuple_new(thread, (size_t)count);
    if (value_is_absent(result)) {
        value_release(first);
        value_release(copy);
        return VALUE_ABSENT;
    }
    value_tuple(result)->items[0] = first;
    for (size_t i = 1; i < (size_t)count; i++) {
        Value next = value_call_none(thread, copy);
        if (value_is_absent(next)) {
            value_clear(&result);
            break;
        }
        value_tuple(result)->items[i] = next;
    }
    value_release(copy);
    return result;
}

/* ---- zip_longest ---- */
typedef struct ZipLongest {
    Object object;
    Value iterators; /* a tuple; None where one has ended */
    Value filler, result;
    size_t active;
} ZipLongest;

static bool zip_longest_visit(Object *self, Visit *visit, void *context) {
    const ZipLongest *zip = (const ZipLongest *)self;
    return visit_value(zip->iterators, visit, context) && visit_value(zip->filler, visit, context) &&
           visit_value(zip->result, visit, context);
}
static void zip_longest_destroy(Object *self) {
    ZipLongest *zip = (ZipLongest *)self;
    zip->active = 0;
    value_clear(&zip->iterators);
    value_clear(&zip->filler);
    value_clear(&zip->result);
}
static Value zip_longest_create(Thread *thread, Type *type, const Call *call) {
    Value filler = VALUE_NONE;
    for (size_t i = 0; call->names && i < call->names->count; i++) {
        if (!string_equals_c(value_string(call->names->items[i]), "fillvalue"))
            return raise_type_error(thread, "zip_longest() got an unexpected keyword argument");
        filler = call->values[call->positional_count + i];
    }
    Value iterators = tuple_new(thread, call->positional_count);
    bool complete = !value_is_absent(iterators);
    for (size_t i = 0; complete && i < call->positional_count; i++) {
        Value iterator = value_iterate(thread, call->values[i]);
        complete = !value_is_absent(iterator);
        if (complete) value_tuple(iterators)->items[i] = iterator;
    }
    ZipLongest *zip = complete ? object_new(thread, type) : NULL;
    if (!zip) {
        value_release(iterators);
        return VALUE_ABSENT;
    }
    zip->iterators = iterators;
    zip->filler = value_retain(filler);
    zip->active = call->positional_count;
    return value_from_object(zip);
}
static Value zip_longest_next(Thread *thread, Value self) {
    ZipLongest *zip = (ZipLongest *)self.object;
    if (!zip->active) return VALUE_ABSENT;
    Value iterators = value_retain(zip->iterators), result;
    size_t count = value_tuple(iterators)->count;
    /* The tuple given last is used again when nobody else holds it. */
    if (!value_is_absent(zip->result) && zip->result.object->references == 1) {
        result = zip->result;
        zip->result = VALUE_ABSENT;
        object_track_again(thread, result.object);
    } else {
        result = tuple_new(thread, count);
    }
    for (size_t i = 0; !value_is_absent(result) && i < count; i++) {
        Value iterator = value_retain(value_tuple(iterators)->items[i]), item = VALUE_ABSENT;
        if (iterator.tag != TAG_NONE) {
            item = itertools_next(thread, iterator);
            if (value_is_absent(item)) {
                iteration_ended(thread);
                if (zip->active) zip->active--;
                if (exception_is_set(thread)) zip->active = 0;
                if (zip->active) value_replace(&value_tuple(iterators)->items[i], VALUE_NONE);
                else value_clear(&result);
            }
        }
        value_release(iterator);
        if (value_is_absent(result)) break;
        value_replace(&value_tuple(result)->items[i], value_is_absent(item) ? value_retain(zip->filler) : item);
    }
    value_release(iterators);
    if (!value_is_absent(result)) value_replace(&zip->result, value_retain(result));
    return result;
}
NATIVE(zip_longest_reduce) {
    NATIVE_UNUSED;
    const ZipLongest *zip = (const ZipLongest *)arguments[0].object;
    Value filler = value_retain(zip->filler);
    size_t count = value_is_absent(zip->iterators) ? 0 : value_tuple(zip->iterators)->count;
    Value inner = tuple_new(thread, count);
    for (size_t i = 0; !value_is_absent(inner) && i < count; i++) {
        Value iterator = value_tuple(zip->iterators)->items[i];
        Value entry = iterator.tag == TAG_NONE ? tuple_new(thread, 0) : value_retain(iterator);
        if (value_is_absent(entry)) value_clear(&inner);
        else value_tuple(inner)->items[i] = entry;
    }
    return itertools_reduce_with(thread, arguments[0], inner, filler);
}
NATIVE(zip_longest_set_state) {
    NATIVE_UNUSED;
    value_replace(&((ZipLongest *)arguments[0].object)->filler, value_retain(arguments[1]));
    return VALUE_NONE;
}
static const NativeEntry zip_longest_methods[] = {REDUCE_METHOD(zip_longest_reduce), SET_STATE_METHOD(zip_longest_set_state), {0}};
const Type itertools_zip_longest_type = {
    .name = "itertools.zip_longest",
    .documentation = "zip_longest(*iterables, fillvalue=None): as zip, until the longest ends; the fill value stands for the others.",
    .flags = TYPE_COLLECTED | TYPE_BASE | TYPE_IMMUTABLE,
    .instance_size = sizeof(ZipLongest),
    .create = zip_longest_create,
    .destroy = zip_longest_destroy,
    .visit = zip_longest_visit,
    .clear = zip_longest_destroy,
    .iterate = iterate_self,
    .next = zip_longest_next,
    .methods = zip_longest_methods,
};
