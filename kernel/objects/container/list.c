/* list: growing, indexing, slicing; the methods are in list_methods.c, sorting in list_sort.c. */
#include "kernel/objects/core/interpreter.h"
#include "kernel/objects/container/list_private.h"

#include "base/memory.h"
#include "kernel/objects/core/objects_state.h"

#include <string.h>

enum { MOST_ITEMS_LOG2 = 59 };

static Pool *list_pool(const List *list) { return &list->object.type->interpreter->objects->pool; }

bool list_reserve(Thread *thread, List *list, size_t capacity) {
    if (capacity <= list->capacity) return true;
    /* Room for an eighth more, as the next append is likely to follow. */
    size_t wanted = (capacity + (capacity >> 3) + 6) & ~(size_t)3; /* sys.getsizeof shows it */
    if (capacity >> MOST_ITEMS_LOG2) return raise_no_memory(thread), false;
    if (list->capacity == 0 && capacity > 4) wanted = capacity;
    Pool *pool = list_pool(list);
    Value *items = list->items ? pool_resize(pool, list->items, wanted * sizeof(Value)) : pool_take(pool, wanted * sizeof(Value));
    if (!items) return raise_no_memory(thread), false;
    list->items = items;
    list->capacity = wanted;
    return true;
}

Value list_new_sized(Thread *thread, size_t capacity) {
    List *list = object_take_collected(thread, thread_builtins(thread)->type_list, sizeof(List));
    if (!list) return raise_no_memory(thread);
    list->count = list->capacity = 0;
    list->items = NULL;
    gc_track(thread->interpreter->collector, &list->object);
    if (capacity && !list_reserve(thread, list, capacity)) {
        object_release(list);
        return VALUE_ABSENT;
    }
    return value_from_object(list);
}

Value list_new(Thread *thread) { return list_new_sized(thread, 0); }

Value list_from_values(Thread *thread, const Value *values, size_t count) {
    Value list = list_new_sized(thread, count);
    if (value_is_absent(list)) return VALUE_ABSENT;
    Value *items = value_list(list)->items;
    for (size_t i = 0; i < count; i++) items[i] = value_retain(values[i]);
    value_list(list)->count = count;
    return list;
}

Value list_from_iterable(Thread *thread, Value iterable) {
    Value list = list_new(thread);
    if (!value_is_absent(list) && !list_extend(thread, value_list(list), iterable)) {
        value_release(list);
        return VALUE_ABSENT;
    }
    return list;
}

bool value_is_list(Value value) { return is_list(value); }

bool list_append(Thread *thread, List *list, Value item) {
    if (list->count == list->capacity && !list_reserve(thread, list, list->count + 1)) return false;
    list->items[list->count++] = value_retain(item);
    return true;
}

bool list_append_owned(Thread *thread, List *list, Value item) {
    if (value_is_absent(item)) return false;
    if (list->count == list->capacity && !list_reserve(thread, list, list->count + 1)) {
        value_release(item);
        return false;
    }
    list->items[list->count++] = item;
    return true;
}

bool list_insert(Thread *thread, List *list, int64_t index, Value item) {
    if (!list_reserve(thread, list, list->count + 1)) return false;
    if (index < 0) index = index + (int64_t)list->count < 0 ? 0 : index + (int64_t)list->count;
    if (index > (int64_t)list->count) index = (int64_t)list->count;
    memmove(list->items + index + 1, list->items + index, (list->count - (size_t)index) * sizeof(Value));
    list->items[index] = value_retain(item);
    list->count++;
    return true;
}

Value list_pop(Thread *thread, List *list, int64_t index) {
    if (list->count == 0) return raise_index_error(thread, "pop from empty list");
    if (index < 0) index += (int64_t)list->count;
    if ((uint64_t)index >= list->count) return raise_index_error(thread, "pop index out of range");
    Value item = list->items[index];
    list->count--;
    memmove(list->items + index, list->items + index + 1, (list->count - (size_t)index) * sizeof(Value));
    return item;
}

static bool extend_values(Thread *thread, List *list, Value sequence) {
    size_t count = sequence_fast_count(sequence);
    if (!list_reserve(thread, list, list->count + count)) return false;
    const Value *items = sequence_fast_items(sequence); /* after the resize: it may be this very list */
    for (size_t i = 0; i < count; i++) list->items[list->count + i] = value_retain(items[i]);
    list->count += count;
    return true;
}

bool list_extend(Thread *thread, List *list, Value iterable) {
    if (value_is_exact_list(iterable) || value_is_exact_tuple(iterable)) return extend_values(thread, list, iterable);
    Value iterator = value_iterate(thread, iterable);
    if (value_is_absent(iterator)) return false;
    int64_t expected = value_length_hint(thread, iterable);
    bool failed = expected < 0;
    if (expected > 0 && expected <= INT64_MAX - (int64_t)list->count) failed = !list_reserve(thread, list, list->count + (size_t)expected);
    Value (*next)(Thread *, Value) = type_of(thread->interpreter, iterator)->next;
    while (!failed) {
        Value item = next ? next(thread, iterator) : value_advance(thread, iterator);
        if (value_is_absent(item)) {
            iteration_ended(thread);
            failed = exception_is_set(thread);
            break;
        }
        if (list->count < list->capacity) list->items[list->count++] = item;
        else failed = !list_append_owned(thread, list, item);
        if ((list->count & 0xfff) == 0) failed = failed || !thread_poll(thread);
    }
    value_release(iterator);
    return !failed;
}

Value list_slice(Thread *thread, const List *list, size_t start, size_t stop) {
    return list_from_values(thread, list->items + start, stop > start ? stop - start : 0);
}

Value list_concatenate(Thread *thread, const List *left, const List *right) {
    Value result = list_new_sized(thread, left->count + right->count);
    if (value_is_absent(result)) return VALUE_ABSENT;
    Value *items = value_list(result)->items;
    for (size_t i = 0; i < left->count; i++) items[i] = value_retain(left->items[i]);
    for (size_t i = 0; i < right->count; i++) items[left->count + i] = value_retain(right->items[i]);
    value_list(result)->count = left->count + right->count;
    return result;
}

Value list_to_tuple(Thread *thread, const List *list) { return tuple_from_values(thread, list->items, list->count); }

void list_reverse(List *list) {
    for (size_t i = 0, j = list->count; i + 1 < j; i++) {
        Value item = list->items[i];
        list->items[i] = list->items[--j];
        list->items[j] = item;
    }
}

void list_clear(List *list) {
    Value *items = list->items;
    size_t count = list->count;
    list->items = NULL;
    list->count = list->capacity = 0;
    while (count > 0) value_release(items[--count]);
    if (items) pool_give(list_pool(list), items);
}

/* ---- slices ---- */

/* Put `values` in place of items [start, stop). The old ones are released last, when the list is whole again. */
static bool replace_run(Thread *thread, List *list, size_t start, size_t stop, const Value *values, size_t count) {
    size_t removed = stop - start;
    Value *old = NULL;
    if (removed) {
        old = memory_allocate(removed * sizeof(Value));
        if (!old) return raise_no_memory(thread), false;
        memcpy(old, list->items + start, removed * sizeof(Value));
    }
    if (count > removed && !list_reserve(thread, list, list->count + count - removed)) {
        memory_release(old);
        return false;
    }
    if (list->items)
        memmove(list->items + start + count, list->items + stop, (list->count - stop) * sizeof(Value));
    for (size_t i = 0; i < count; i++) list->items[start + i] = value_retain(values[i]);
    list->count = list->count - removed + count;
    for (size_t i = 0; i < removed; i++) value_release(old[i]);
    memory_release(old);
    return true;
}

static bool delete_stepped(Thread *thread, List *list, int64_t start, int64_t step, int64_t count) {
    if (count == 0) return true;
    if (step < 0) {
        start += (count - 1) * step;
        step = -step;
    }
    Value *old = memory_allocate((size_t)count * sizeof(Value));
    if (!old) return raise_no_memory(thread), false;
    size_t written = (size_t)start;
    int64_t taken = 0;
    for (size_t i = (size_t)start; i < list->count; i++) {
        if (taken < count && (int64_t)i == start + taken * step) old[taken++] = list->items[i];
        else list->items[written++] = list->items[i];
    }
    list->count = written;
    for (int64_t i = 0; i < taken; i++) value_release(old[i]);
    memory_release(old);
    return true;
}

static bool set_slice(Thread *thread, List *list, const Slice *slice, Value value) {
    int64_t start, stop, step, count;
    Value source = VALUE_ABSENT;
    if (!slice_unpack(thread, slice, &start, &stop, &step)) return false;
    if (!value_is_absent(value)) {
        if (value.object == &list->object && value.tag == TAG_OBJECT) source = list_slice(thread, list, 0, list->count);
        else source = sequence_fast(thread, value, step == 1 ? "can only assign an iterable" : "must assign iterable to extended slice");
        if (value_is_absent(source)) return false;
    }
    count = slice_adjust((int64_t)list->count, &start, &stop, step);
    if (value_is_absent(value)) {
        if (step == 1) return replace_run(thread, list, (size_t)start, (size_t)(start + count), NULL, 0);
        return delete_stepped(thread, list, start, step, count);
    }
    bool done;
    size_t given = sequence_fast_count(source);
    if (step == 1) {
        if (stop < start) stop = start;
        done = replace_run(thread, list, (size_t)start, (size_t)stop, sequence_fast_items(source), given);
    } else if ((int64_t)given != count) {
        raise_value_error(thread, "attempt to assign sequence of size %zu to extended slice of size %lld", given,
                          (long long)count);
        done = false;
    } else {
        Value held = source; /* the items stay alive in `source` while old ones go */
        for (int64_t i = 0; i < count && start + i * step < (int64_t)list->count; i++)
            value_replace(&list->items[start + i * step], value_retain(sequence_fast_items(held)[i]));
        done = true;
    }
    value_release(source);
    return done;
}

Value list_get_item(Thread *thread, Value self, Value key) {
    const List *list = value_list(self);
    if (value_is_slice(key)) {
        int64_t start, stop, step, count;
        if (!slice_unpack(thread, (const Slice *)key.object, &start, &stop, &step)) return VALUE_ABSENT;
        count = slice_adjust((int64_t)list->count, &start, &stop, step);
        if (step == 1) return list_from_values(thread, list->items + start, (size_t)count);
        Value result = list_new_sized(thread, (size_t)count);
        if (value_is_absent(result)) return VALUE_ABSENT;
        List *target = value_list(result);
        for (int64_t i = 0; i < count; i++) target->items[i] = value_retain(list->items[start + i * step]);
        target->count = (size_t)count;
        return result;
    }
    int64_t index;
    if (!sequence_index(thread, key, "list", &index)) return VALUE_ABSENT;
    Value item = list_item(list, index);
    return value_is_absent(item) ? raise_index_error(thread, "list index out of range") : value_retain(item);
}

bool list_set_item(Thread *thread, Value self, Value key, Value value) {
    List *list = value_list(self);
    if (value_is_slice(key)) return set_slice(thread, list, (const Slice *)key.object, value);
    int64_t index;
    if (!sequence_index(thread, key, "list", &index)) return false;
    if (index < 0) index += (int64_t)list->count;
    if ((uint64_t)index >= list->count) {
        raise_index_error(thread, "list assignment index out of range");
        return false;
    }
    if (value_is_absent(value)) value_release(list_pop(thread, list, index));
    else value_replace(&list->items[index], value_retain(value));
    return true;
}
