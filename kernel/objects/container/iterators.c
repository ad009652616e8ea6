/* The iterators of lists, tuples, strings and bytes, and those over __getitem__ and over calls. */
#include "kernel/objects/container/iterators.h"
#include "kernel/objects/container/list_private.h"
#include "kernel/objects/core/objects_state.h"

#include "base/utf8.h"

Value iterator_new(Thread *thread, Type *type, Value sequence, size_t index) {
    SequenceIterator *iterator = object_new(thread, type);
    if (!iterator) return VALUE_ABSENT;
    iterator->sequence = value_retain(sequence);
    iterator->index = index;
    return value_from_object(iterator);
}

static bool iterator_visit(Object *self, Visit *visit, void *context) {
    return visit_value(((SequenceIterator *)self)->sequence, visit, context);
}
static void iterator_destroy(Object *self) { value_clear(&((SequenceIterator *)self)->sequence); }

static Value exhaust(SequenceIterator *iterator) {
    value_clear(&iterator->sequence);
    return VALUE_ABSENT;
}

static Value list_iterator_next(Thread *thread, Value self) {
    (void)thread;
    return value_retain(list_iterator_next_fast((SequenceIterator *)self.object));
}

static Value tuple_iterator_next(Thread *thread, Value self) {
    (void)thread;
    return value_retain(tuple_iterator_next_fast((SequenceIterator *)self.object));
}

static Value list_reverse_iterator_next(Thread *thread, Value self) {
    (void)thread;
    SequenceIterator *iterator = (SequenceIterator *)self.object;
    if (iterator->sequence.tag != TAG_OBJECT) return VALUE_ABSENT;
    const List *list = value_list(iterator->sequence);
    if (iterator->index == 0 || iterator->index > list->count) return exhaust(iterator);
    return value_retain(list->items[--iterator->index]);
}

static Value string_iterator_next(Thread *thread, Value self) {
    SequenceIterator *iterator = (SequenceIterator *)self.object;
    if (iterator->sequence.tag != TAG_OBJECT) return VALUE_ABSENT;
    const String *string = value_string(iterator->sequence);
    if (iterator->index >= string->length) return exhaust(iterator);
    unsigned char byte = (unsigned char)string->bytes[iterator->index];
    if (byte < 0x80) {
        iterator->index++;
        return string_from_code_point(thread, byte);
    }
    size_t size;
    uint32_t code_point = utf8_decode(string->bytes + iterator->index, string->length - iterator->index, &size);
    iterator->index += size;
    return string_from_code_point(thread, code_point);
}

/* Of ASCII text: CPython has a type of its own for it, whose name is seen. */
static Value ascii_iterator_next(Thread *thread, Value self) { return string_iterator_next(thread, self); }

static bool is_string_iterator(Value value) {
    return value_has_type(value, &string_iterator_type_template) || value_has_type(value, &ascii_iterator_type_template);
}

static Value bytes_iterator_next(Thread *thread, Value self) {
    SequenceIterator *iterator = (SequenceIterator *)self.object;
    if (iterator->sequence.tag != TAG_OBJECT) return VALUE_ABSENT;
    const char *bytes;
    size_t length;
    if (!value_buffer(thread, iterator->sequence, &bytes, &length)) return VALUE_ABSENT;
    if (iterator->index >= length) return exhaust(iterator);
    return value_from_int((unsigned char)bytes[iterator->index++]);
}

static Value sequence_iterator_next(Thread *thread, Value self) {
    SequenceIterator *iterator = (SequenceIterator *)self.object;
    if (iterator->sequence.tag != TAG_OBJECT) return VALUE_ABSENT;
    Value item = value_get_item(thread, iterator->sequence, value_from_int((int64_t)iterator->index));
    if (!value_is_absent(item)) {
        iterator->index++;
        return item;
    }
    Builtins *builtins = thread_builtins(thread);
    if (exception_matches(thread, builtins->exception_IndexError) ||
        exception_matches(thread, builtins->exception_StopIteration)) {
        exception_clear(thread);
        return exhaust(iterator);
    }
    return VALUE_ABSENT;
}

Value sequence_iterator_new(Thread *thread, Value sequence) {
    return iterator_new(thread, thread_builtins(thread)->type_sequence_iterator, sequence, 0);
}

NATIVE(iterator_length_hint) {
    NATIVE_UNUSED;
    const SequenceIterator *iterator = (const SequenceIterator *)arguments[0].object;
    if (iterator->sequence.tag != TAG_OBJECT) return value_from_int(0);
    if (value_has_type(arguments[0], &list_reverse_iterator_type_template)) return value_from_int((int64_t)iterator->index);
    int64_t length = value_length(thread, iterator->sequence);
    if (length < 0) {
        if (!exception_matches(thread, thread_builtins(thread)->exception_TypeError)) return VALUE_ABSENT;
        exception_clear(thread);
        return VALUE_NOT_IMPLEMENTED;
    }
    int64_t used = (int64_t)iterator->index;
    if (is_string_iterator(arguments[0]))
        used = (int64_t)string_index_of_offset(value_string(iterator->sequence), iterator->index);
    return value_from_int(length > used ? length - used : 0);
}

NATIVE(iterator_reduce) {
    NATIVE_UNUSED;
    Value self = arguments[0];
    const SequenceIterator *iterator = (const SequenceIterator *)self.object;
    bool is_reverse = value_has_type(self, &list_reverse_iterator_type_template);
    if (iterator->sequence.tag != TAG_OBJECT) { /* exhausted: an iterator over nothing */
        Value nothing = is_string_iterator(self) ? string_from_c(thread, "")
                        : value_has_type(self, &list_iterator_type_template) || is_reverse ? list_new(thread)
                                                                                            : tuple_new(thread, 0);
        return reduce_with(thread, "iter", &nothing, 1, VALUE_ABSENT);
    }
    int64_t index = (int64_t)iterator->index - is_reverse;
    if (is_string_iterator(self))
        index = (int64_t)string_index_of_offset(value_string(iterator->sequence), iterator->index);
    Value sequence = value_retain(iterator->sequence);
    return reduce_with(thread, is_reverse ? "reversed" : "iter", &sequence, 1, value_from_int(index));
}

NATIVE(iterator_set_state) {
    NATIVE_UNUSED;
    SequenceIterator *iterator = (SequenceIterator *)arguments[0].object;
    int64_t index;
    if (!value_to_int64(thread, arguments[1], &index)) return VALUE_ABSENT;
    if (iterator->sequence.tag != TAG_OBJECT) return VALUE_NONE;
    if (value_has_type(arguments[0], &list_reverse_iterator_type_template)) {
        int64_t count = (int64_t)value_list(iterator->sequence)->count;
        index = index < -1 ? 0 : index >= count ? count : index + 1;
    } else if (index < 0) {
        index = 0;
    } else if (!value_has_type(arguments[0], &sequence_iterator_type_template)) {
        int64_t length = value_length(thread, iterator->sequence);
        if (length < 0) return VALUE_ABSENT;
        if (index > length) index = length;
        if (is_string_iterator(arguments[0]))
            index = (int64_t)string_byte_offset(value_string(iterator->sequence), (size_t)index);
    }
    iterator->index = (size_t)index;
    return VALUE_NONE;
}

static const NativeEntry iterator_methods[] = {
    {"__reduce__", "($self, /)", "What pickle and copy make the object from.", iterator_reduce, NULL, 0},
    {"__setstate__", "($self, state, /)", "Go on from the place that a pickle remembers.", iterator_set_state, NULL, 0},
    {"__length_hint__", "($self, /)", "About how many elements are still to come.", iterator_length_hint, NULL, 0},
    {0}};

/* Over a memoryview. */
#define memory_iterator_next sequence_iterator_next

#define ITERATORS(X)                                      \
    X(list_iterator, "list_iterator")                     \
    X(list_reverse_iterator, "list_reverseiterator")      \
    X(tuple_iterator, "tuple_iterator")                   \
    X(string_iterator, "str_iterator")                    \
    X(ascii_iterator, "str_ascii_iterator")               \
    X(bytes_iterator, "bytes_iterator")                   \
    X(sequence_iterator, "iterator")                      \
    X(memory_iterator, "memory_iterator")

#define X(identifier, shown)                                       \
    const Type identifier##_type_template = {                      \
        .name = shown,                                             \
        .flags = TYPE_COLLECTED | TYPE_IMMUTABLE | TYPE_NO_CREATE, \
        .instance_size = sizeof(SequenceIterator),                 \
        .destroy = iterator_destroy,                               \
        .visit = iterator_visit,                                   \
        .clear = iterator_destroy,                                 \
        .iterate = iterate_self,                                   \
        .next = identifier##_next,                                 \
        .methods = iterator_methods,                               \
    };
ITERATORS(X)
#undef X

/* ---- iter(callable, sentinel) ---- */

typedef struct CallableIterator {
    Object object;
    Value callable, sentinel; /* absent once exhausted */
} CallableIterator;

Value callable_iterator_new(Thread *thread, Value callable, Value sentinel) {
    CallableIterator *iterator = object_new(thread, thread_builtins(thread)->type_callable_iterator);
    if (!iterator) return VALUE_ABSENT;
    iterator->callable = value_retain(callable);
    iterator->sentinel = value_retain(sentinel);
    return value_from_object(iterator);
}

static bool callable_iterator_visit(Object *self, Visit *visit, void *context) {
    const CallableIterator *iterator = (const CallableIterator *)self;
    return visit_value(iterator->callable, visit, context) && visit_value(iterator->sentinel, visit, context);
}

static void callable_iterator_destroy(Object *self) {
    value_clear(&((CallableIterator *)self)->callable);
    value_clear(&((CallableIterator *)self)->sentinel);
}

static Value callable_iterator_next(Thread *thread, Value self) {
    CallableIterator *iterator = (CallableIterator *)self.object;
    if (value_is_absent(iterator->callable)) return VALUE_ABSENT;
    Value result = value_call_none(thread, iterator->callable);
    if (value_is_absent(result)) {
        if (exception_matches(thread, thread_builtins(thread)->exception_StopIteration)) {
            exception_clear(thread);
            callable_iterator_destroy(self.object);
        }
        return VALUE_ABSENT;
    }
    int equal = value_equal(thread, iterator->sentinel, result);
    if (equal == 0) return result;
    value_release(result);
    if (equal > 0) callable_iterator_destroy(self.object);
    return VALUE_ABSENT;
}

NATIVE(callable_iterator_reduce) {
    NATIVE_UNUSED;
    const CallableIterator *iterator = (const CallableIterator *)arguments[0].object;
    if (value_is_absent(iterator->callable)) {
        Value nothing = tuple_new(thread, 0);
        return reduce_with(thread, "iter", &nothing, 1, VALUE_ABSENT);
    }
    Value parts[2] = {value_retain(iterator->callable), value_retain(iterator->sentinel)};
    return reduce_with(thread, "iter", parts, 2, VALUE_ABSENT);
}

static const NativeEntry callable_iterator_methods[] = {
    {"__reduce__", "($self, /)", "What pickle and copy make the object from.", callable_iterator_reduce, NULL, 0},
    {0}};

const Type callable_iterator_type_template = {
    .name = "callable_iterator",
    .flags = TYPE_COLLECTED | TYPE_IMMUTABLE | TYPE_NO_CREATE,
    .instance_size = sizeof(CallableIterator),
    .destroy = callable_iterator_destroy,
    .visit = callable_iterator_visit,
    .clear = callable_iterator_destroy,
    .iterate = iterate_self,
    .next = callable_iterator_next,
    .methods = callable_iterator_methods,
};
