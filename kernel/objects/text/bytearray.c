/* bytearray: bytes that can be changed. While a memoryview looks at one its size is fixed. */
#include "kernel/objects/text/bytes_private.h"

#include "base/memory.h"

#include <string.h>

Value bytearray_new(Thread *thread, const char *bytes, size_t length) {
    Value value = value_new_object(thread, thread_builtins(thread)->type_bytearray);
    if (value_is_absent(value)) return VALUE_ABSENT;
    Bytearray *array = (Bytearray *)value.object;
    if (!bytearray_resize(thread, array, length)) {
        value_release(value);
        return VALUE_ABSENT;
    }
    if (length) memcpy(array->bytes, bytes, length);
    return value;
}

bool bytearray_resize(Thread *thread, Bytearray *array, size_t length) {
    if (length == array->length) return true;
    if (array->exports) {
        Type *type = thread_builtins(thread)->exception_BufferError;
        return raise_format(thread, type, "Existing exports of data: object cannot be re-sized"), false;
    }
    if (length + 1 > array->capacity) {
        size_t capacity = length + (length >> 3) + 16;
        char *bytes = length > PTRDIFF_MAX / 2 ? NULL : memory_resize(array->bytes, capacity);
        if (!bytes) return raise_no_memory(thread), false;
        array->bytes = bytes;
        array->capacity = capacity;
    }
    array->length = length;
    array->bytes[length] = '\0';
    return true;
}

static Value bytearray_create(Thread *thread, Type *type, const Call *call) {
    (void)call;
    return value_new_object(thread, type);
}

static bool bytearray_initialize(Thread *thread, Value self, const Call *call) {
    Value arguments[3];
    if (!native_match(thread, "bytearray", "(source=<unrepresentable>, encoding=<unrepresentable>, errors=<unrepresentable>)",
                      call, arguments, 3))
        return false;
    TextBuffer content = TEXT_BUFFER_EMPTY;
    Bytearray *array = (Bytearray *)self.object;
    bool done = bytearray_resize(thread, array, 0) &&
                bytes_from_source(thread, arguments[0], arguments[1], arguments[2], &content, array);
    if (done && content.failed) {
        raise_no_memory(thread);
        done = false;
    }
    if (done && content.length) {
        done = bytearray_resize(thread, array, content.length);
        if (done) memcpy(array->bytes, content.bytes, content.length);
    }
    text_release(&content);
    native_release_arguments(arguments, 3);
    return done;
}

static void bytearray_destroy(Object *self) {
    Bytearray *array = (Bytearray *)self;
    memory_release(array->bytes);
    array->bytes = NULL;
    array->length = array->capacity = 0;
}

static Value bytearray_repr(Thread *thread, Value self) {
    const Bytearray *array = (const Bytearray *)self.object;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append(&text, type_short_name(self.object->type));
    text_append_char(&text, '(');
    bytes_append_repr(&text, array->bytes ? array->bytes : "", array->length, true);
    text_append_char(&text, ')');
    return string_from_text_buffer(thread, &text);
}

static Value bytearray_get_item(Thread *thread, Value self, Value key) {
    return buffer_get_item(thread, self, key, "bytearray", bytearray_new);
}

/* Put `count` bytes in place of [start, stop). */
static bool replace_run(Thread *thread, Bytearray *array, size_t start, size_t stop, const char *bytes, size_t count) {
    size_t old_length = array->length, tail = old_length - stop;
    if (count > stop - start && !bytearray_resize(thread, array, old_length + count - (stop - start))) return false;
    if (count < stop - start && array->exports) return bytearray_resize(thread, array, old_length - 1);
    if (tail) memmove(array->bytes + start + count, array->bytes + stop, tail);
    if (count) memcpy(array->bytes + start, bytes, count);
    return bytearray_resize(thread, array, start + count + tail);
}

static bool set_slice(Thread *thread, Bytearray *array, const Slice *slice, Value value) {
    int64_t start, stop, step, count;
    Value source = VALUE_ABSENT;
    const char *bytes = "";
    size_t given = 0;
    if (!slice_unpack(thread, slice, &start, &stop, &step)) return false;
    if (!value_is_absent(value)) {
        const Type *type = type_of(thread->interpreter, value);
        if (is_string(value) || is_complex(value) || type->to_index || type->to_float)
            return raise_type_error(thread, "can assign only bytes, buffers, or iterables of ints in range(0, 256)"), false;
        if (buffer_of(thread, value, &bytes, &given)) source = bytes_new(thread, bytes, given); /* it may be this array itself */
        else if (!exception_is_set(thread))
            source = value_call_one(thread, value_from_object(thread_builtins(thread)->type_bytearray), value);
        if (value_is_absent(source) || !value_buffer(thread, source, &bytes, &given)) return false;
    }
    bool done = true;
    count = slice_adjust((int64_t)array->length, &start, &stop, step);
    if (step == 1) {
        if (stop < start) stop = start;
        done = replace_run(thread, array, (size_t)start, (size_t)stop, bytes, given);
    } else if (given == 0) {
        if (step < 0 && count) {
            start += (count - 1) * step;
            step = -step;
        }
        for (int64_t i = count; done && i-- > 0;)
            done = replace_run(thread, array, (size_t)(start + i * step), (size_t)(start + i * step) + 1, "", 0);
    } else if ((int64_t)given != count) {
        raise_value_error(thread, "attempt to assign bytes of size %zu to extended slice of size %lld", given,
                          (long long)count);
        done = false;
    } else {
        for (int64_t i = 0; i < count; i++) array->bytes[start + i * step] = bytes[i];
    }
    value_release(source);
    return done;
}

static bool bytearray_set_item(Thread *thread, Value self, Value key, Value value) {
    Bytearray *array = (Bytearray *)self.object;
    if (value_is_slice(key)) return set_slice(thread, array, (const Slice *)key.object, value);
    int64_t index;
    char byte = 0;
    if (!sequence_index(thread, key, "bytearray", &index) ||
        (!value_is_absent(value) && !byte_argument(thread, value, "byte must be in range(0, 256)", &byte)))
        return false;
    if (index < 0) index += (int64_t)array->length;
    if ((uint64_t)index >= array->length) return raise_index_error(thread, "bytearray index out of range"), false;
    if (value_is_absent(value)) return replace_run(thread, array, (size_t)index, (size_t)index + 1, "", 0);
    array->bytes[index] = byte;
    return true;
}

static Value bytearray_add(Thread *thread, Value left, Value right) {
    if (value_has_type(left, &bytearray_type_template)) return buffer_concatenate(thread, left, right, bytearray_new);
    return VALUE_NOT_IMPLEMENTED; /* bytes know what to do with a bytearray */
}

static Value bytearray_multiply(Thread *thread, Value left, Value right) {
    return buffer_repeat(thread, left, right, bytearray_new);
}

static Value bytearray_remainder(Thread *thread, Value left, Value right) {
    if (!value_has_type(left, &bytearray_type_template)) return VALUE_NOT_IMPLEMENTED;
    const Bytearray *array = (const Bytearray *)left.object;
    Value format = bytes_new(thread, array->bytes, array->length);
    if (value_is_absent(format)) return VALUE_ABSENT;
    Value bytes = bytes_format_percent(thread, format, right);
    value_release(format);
    if (value_is_absent(bytes)) return VALUE_ABSENT;
    Value result = bytearray_new(thread, ((Bytes *)bytes.object)->bytes, ((Bytes *)bytes.object)->length);
    value_release(bytes);
    return result;
}

static bool append_bytes(Thread *thread, Bytearray *array, const char *bytes, size_t count) {
    size_t length = array->length;
    if (!bytearray_resize(thread, array, length + count)) return false;
    if (count) memcpy(array->bytes + length, bytes, count);
    return true;
}

static Value in_place_add(Thread *thread, Value left, Value right) {
    Bytearray *array = (Bytearray *)left.object;
    const char *bytes;
    size_t length;
    if (value_is_object(right) && right.object == left.object) {
        Value copy = bytes_new(thread, array->bytes, array->length);
        bool done = !value_is_absent(copy) && append_bytes(thread, array, ((Bytes *)copy.object)->bytes, array->length);
        value_release(copy);
        return done ? value_retain(left) : VALUE_ABSENT;
    }
    if (!buffer_of(thread, right, &bytes, &length))
        return exception_is_set(thread) ? VALUE_ABSENT : VALUE_NOT_IMPLEMENTED;
    return append_bytes(thread, array, bytes, length) ? value_retain(left) : VALUE_ABSENT;
}

static Value in_place_multiply(Thread *thread, Value left, Value right) {
    Value product = buffer_repeat(thread, left, right, bytearray_new);
    if (value_is_absent(product) || product.tag == TAG_NOT_IMPLEMENTED) return product;
    Bytearray *array = (Bytearray *)left.object, *other = (Bytearray *)product.object;
    bool done = bytearray_resize(thread, array, other->length);
    if (done && other->length) memcpy(array->bytes, other->bytes, other->length);
    value_release(product);
    return done ? value_retain(left) : VALUE_ABSENT;
}

/* ---- the methods that bytes does not have ---- */

NATIVE(bytearray_method_append) {
    NATIVE_UNUSED;
    char byte;
    if (!byte_argument(thread, arguments[1], "byte must be in range(0, 256)", &byte)) return VALUE_ABSENT;
    return append_bytes(thread, (Bytearray *)arguments[0].object, &byte, 1) ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(bytearray_method_extend) {
    NATIVE_UNUSED;
    Bytearray *array = (Bytearray *)arguments[0].object;
    Value type = value_from_object(thread_builtins(thread)->type_bytearray);
    const char *bytes;
    size_t length;
    if (value_has_type(arguments[1], &memoryview_type_template) && !buffer_of(thread, arguments[1], &bytes, &length))
        return raise_type_error(thread, "can't set bytearray slice from memoryview");
    if (is_string(arguments[1])) {
        if (!value_string(arguments[1])->length) return VALUE_NONE;
        return raise_type_error(thread, "'%s' object cannot be interpreted as an integer", value_type_name(thread, arguments[1]));
    }
    const Type *given = type_of(thread->interpreter, arguments[1]);
    if (!given->iterate && !given->get_item && value_is_absent(buffer_store(thread, arguments[1])))
        return raise_type_error(thread, "can't extend bytearray with %s", value_type_name(thread, arguments[1]));
    Value source = value_call_one(thread, type, arguments[1]);
    if (value_is_absent(source)) return VALUE_ABSENT;
    const Bytearray *other = (const Bytearray *)source.object;
    bool done = append_bytes(thread, array, other->bytes, other->length);
    value_release(source);
    return done ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(bytearray_method_insert) {
    NATIVE_UNUSED;
    Bytearray *array = (Bytearray *)arguments[0].object;
    int64_t index;
    char byte;
    if (!value_to_count(thread, arguments[1], &index) ||
        !byte_argument(thread, arguments[2], "byte must be in range(0, 256)", &byte))
        return VALUE_ABSENT;
    int64_t length = (int64_t)array->length;
    if (index < 0) index = index + length < 0 ? 0 : index + length;
    if (index > length) index = length;
    return replace_run(thread, array, (size_t)index, (size_t)index, &byte, 1) ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(bytearray_method_pop) {
    NATIVE_UNUSED;
    Bytearray *array = (Bytearray *)arguments[0].object;
    int64_t index;
    if (!value_to_count(thread, arguments[1], &index)) return VALUE_ABSENT;
    if (array->length == 0) return raise_index_error(thread, "pop from empty bytearray");
    if (index < 0) index += (int64_t)array->length;
    if ((uint64_t)index >= array->length) return raise_index_error(thread, "pop index out of range");
    int64_t byte = (unsigned char)array->bytes[index];
    return replace_run(thread, array, (size_t)index, (size_t)index + 1, "", 0) ? value_from_int(byte) : VALUE_ABSENT;
}

NATIVE(bytearray_method_remove) {
    NATIVE_UNUSED;
    Bytearray *array = (Bytearray *)arguments[0].object;
    char byte;
    if (!byte_argument(thread, arguments[1], "byte must be in range(0, 256)", &byte)) return VALUE_ABSENT;
    const char *found = array->length ? memchr(array->bytes, byte, array->length) : NULL;
    if (!found) return raise_value_error(thread, "value not found in bytearray");
    size_t index = (size_t)(found - array->bytes);
    return replace_run(thread, array, index, index + 1, "", 0) ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(bytearray_method_reverse) {
    NATIVE_UNUSED;
    Bytearray *array = (Bytearray *)arguments[0].object;
    for (size_t i = 0, j = array->length; i + 1 < j; i++) {
        char byte = array->bytes[i];
        array->bytes[i] = array->bytes[--j];
        array->bytes[j] = byte;
    }
    return VALUE_NONE;
}

NATIVE(bytearray_method_clear) {
    NATIVE_UNUSED;
    return bytearray_resize(thread, (Bytearray *)arguments[0].object, 0) ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(bytearray_method_copy) {
    NATIVE_UNUSED;
    const Bytearray *array = (const Bytearray *)arguments[0].object;
    return bytearray_new(thread, array->bytes, array->length);
}

NATIVE(bytearray_method_alloc) {
    NATIVE_UNUSED;
    return value_from_int((int64_t)((Bytearray *)arguments[0].object)->capacity);
}

/* (class, (contents,), state): as bytes for protocol 3 and later, as text in Latin-1 for those before. */
static Value reduce(Thread *thread, Value self, bool as_bytes) {
    const Bytearray *array = (const Bytearray *)self.object;
    Value contents = bytes_new(thread, array->bytes, array->length), encoding = VALUE_ABSENT, arguments = VALUE_ABSENT;
    if (!value_is_absent(contents) && !as_bytes && array->length) {
        encoding = string_from_c(thread, "latin-1");
        Value text = value_is_absent(encoding) ? encoding : value_call_method(thread, contents, "decode", &encoding, 1);
        value_replace(&contents, text);
    }
    if (!value_is_absent(contents)) {
        Value values[2] = {contents, encoding};
        size_t count = as_bytes ? 1 : array->length ? 2 : 0;
        arguments = tuple_from_values(thread, values, count);
    }
    Value state = value_is_absent(arguments) ? VALUE_ABSENT : value_call_method(thread, self, "__getstate__", NULL, 0);
    Value parts[3] = {value_from_object(object_retain(self.object->type)), arguments, state};
    Value result = value_is_absent(state) ? VALUE_ABSENT : tuple_from_values(thread, parts, 3);
    for (size_t i = 0; i < 3; i++) value_release(parts[i]);
    value_release(contents);
    value_release(encoding);
    return result;
}

NATIVE(bytearray_method_reduce) {
    NATIVE_UNUSED;
    return reduce(thread, arguments[0], false);
}

NATIVE(bytearray_method_reduce_ex) {
    NATIVE_UNUSED;
    int64_t protocol;
    return value_to_int64(thread, arguments[1], &protocol) ? reduce(thread, arguments[0], protocol >= 3) : VALUE_ABSENT;
}

const NativeEntry bytearray_methods[] = {
    BUFFER_METHOD_TABLE(BUFFER_METHOD_ROW)
    {"append", "($self, item, /)", "Put one byte, an integer from 0 to 255, after the last one.", bytearray_method_append, NULL, 0},
    {"extend", "($self, iterable_of_ints, /)", "Put all bytes of a buffer, or of an iterable of integers, after "
                                               "the last one.",
     bytearray_method_extend, NULL, 0},
    {"insert", "($self, index, item, /)", "Put one byte in front of the one at index.",
     bytearray_method_insert, NULL, 0},
    {"pop", "($self, index=-1, /)", "Take the byte at index out (the last one by default) and give it.", bytearray_method_pop, NULL, 0},
    {"remove", "($self, value, /)", "Take the first byte that equals value out.", bytearray_method_remove, NULL,
     0},
    {"reverse", "($self, /)", "Turn the bytes round: the last one becomes the first.", bytearray_method_reverse, NULL, 0},
    {"clear", "($self, /)", "Make it empty.", bytearray_method_clear, NULL, 0},
    {"copy", "($self, /)", "A new bytearray with the same bytes.", bytearray_method_copy, NULL, 0},
    {"__alloc__", "($self, /)", "How many bytes are set aside for the contents.", bytearray_method_alloc, NULL, 0},
    {"__reduce__", "($self, /)", "What pickle makes of it.", bytearray_method_reduce, NULL, 0},
    {"__reduce_ex__", "($self, proto=0, /)", "What pickle makes of it under a protocol.", bytearray_method_reduce_ex, NULL, 0},
    {0}};

const Type bytearray_type_template = {
    .name = "bytearray",
    .documentation =
        "bytearray() -> empty\nbytearray(count) -> that many zero bytes\n"
        "bytearray(integers) -> one byte for each integer from 0 to 255\n"
        "bytearray(buffer) -> a copy of the buffer's bytes\n"
        "bytearray(text, encoding[, errors]) -> the text, encoded\n\n"
        "Bytes that may be changed.",
    .flags = TYPE_BASE | TYPE_IMMUTABLE,
    .instance_size = sizeof(Bytearray),
    .create = bytearray_create,
    .initialize = bytearray_initialize,
    .destroy = bytearray_destroy,
    .repr = bytearray_repr,
    .str = bytearray_repr, /* of derived classes, too, whatever their __repr__ */
    .truth = buffer_truth,
    .length = buffer_length,
    .compare = buffer_compare,
    .iterate = buffer_iterate,
    .contains = buffer_contains,
    .get_item = bytearray_get_item,
    .set_item = bytearray_set_item,
    .binary[BINARY_ADD] = bytearray_add,
    .binary[BINARY_MULTIPLY] = bytearray_multiply,
    .binary[BINARY_REMAINDER] = bytearray_remainder,
    .in_place[BINARY_ADD] = in_place_add,
    .in_place[BINARY_MULTIPLY] = in_place_multiply,
    .methods = bytearray_methods,
};
