/* bytes: immutable runs of bytes; the shared buffer access; slots. The methods are in bytes_methods.c. */
#include "kernel/objects/text/bytes_private.h"
#include "kernel/objects/container/iterators.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

static Bytes *bytes_allocate(Thread *thread, Type *type, size_t length) {
    if (length > PTRDIFF_MAX / 2) {
        raise_no_memory(thread);
        return NULL;
    }
    size_t size = offsetof(Bytes, bytes) + length + 1;
    Bytes *bytes = object_new_sized(thread, type, size < sizeof(Bytes) ? sizeof(Bytes) : size);
    if (!bytes) return NULL;
    bytes->hash = -1;
    bytes->length = length;
    bytes->bytes[length] = '\0';
    return bytes;
}

Bytes *bytes_new_buffer(Thread *thread, size_t length) {
    return bytes_allocate(thread, thread_builtins(thread)->type_bytes, length);
}

Value bytes_new(Thread *thread, const void *source, size_t length) {
    Builtins *builtins = thread_builtins(thread);
    if (length == 0 && !value_is_absent(builtins->empty_bytes)) return value_retain(builtins->empty_bytes);
    Bytes *bytes = bytes_new_buffer(thread, length);
    if (bytes && length) memcpy(bytes->bytes, source, length);
    return value_from_object(bytes);
}

bool value_is_bytes(Value value) { return is_bytes(value); }

static bool lent_bytes(Thread *thread, Value value, const char **bytes, size_t *length, bool *read_only);

/* Bytes of the built-in buffers; false without an exception for anything else. */
bool buffer_of(Thread *thread, Value value, const char **bytes, size_t *length) {
    if (value.tag != TAG_OBJECT) return false;
    if (is_bytes(value)) {
        *bytes = ((Bytes *)value.object)->bytes;
        *length = ((Bytes *)value.object)->length;
        return true;
    }
    if (value_has_type(value, &bytearray_type_template)) {
        const Bytearray *array = (const Bytearray *)value.object;
        *bytes = array->bytes ? array->bytes : "";
        *length = array->length;
        return true;
    }
    if (value_has_type(value, &memoryview_type_template)) return memoryview_buffer(value, bytes, length);
    Value store = buffer_store(thread, value);
    bool read_only;
    if (value_is_absent(store)) return !exception_is_set(thread) && lent_bytes(thread, value, bytes, length, &read_only);
    return buffer_of(thread, store, bytes, length);
}

Value buffer_store(Thread *thread, Value value) {
    if (value.tag != TAG_OBJECT) return VALUE_ABSENT;
    for (const Type *type = value.object->type; type; type = type->base)
        if (type->buffer) return type->buffer(thread, value);
    return VALUE_ABSENT;
}

int value_lend_memory(Thread *thread, Value value, bool lasting, LentMemory *memory) {
    if (value.tag != TAG_OBJECT) return 0;
    const Type *type = value.object->type;
    while (type && !type->lend_memory) type = type->base;
    *memory = (LentMemory){.keeper = VALUE_ABSENT};
    return type ? (type->lend_memory(thread, value, lasting, memory) ? 1 : -1) : 0;
}

/* The elements of an array that lie side by side; false, mostly without an exception, for all else. */
static bool lent_bytes(Thread *thread, Value value, const char **bytes, size_t *length, bool *read_only) {
    LentMemory memory;
    if (value_lend_memory(thread, value, false, &memory) != 1) return false;
    int64_t step = (int64_t)(memory.format == '*' ? memory.item_size : memoryview_item_size(memory.format)), count = 1;
    for (int i = memory.dimensions - 1; i >= 0; i--) {
        if (memory.shape[i] > 1 && memory.strides[i] != step * count && count) {
            for (int j = i; j >= 0; j--) count *= memory.shape[j];
            if (!count) break;
            return raise_value_error(thread, "%s is not C-contiguous", type_short_name(value.object->type)), false;
        }
        count *= memory.shape[i];
    }
    *length = (size_t)(count * step);
    *bytes = count ? memory.first : "";
    *read_only = memory.read_only;
    return true;
}

bool value_buffer(Thread *thread, Value value, const char **bytes, size_t *length) {
    if (buffer_of(thread, value, bytes, length)) return true;
    if (exception_is_set(thread)) return false;
    if (value_has_type(value, &memoryview_type_template)) return memoryview_raise_no_buffer(thread, value), false;
    return raise_type_error(thread, "a bytes-like object is required, not '%s'", value_type_name(thread, value)), false;
}

bool value_writable_buffer(Thread *thread, Value value, char **bytes, size_t *length) {
    const char *found;
    if (value.tag != TAG_OBJECT || is_bytes(value)) return false;
    if (value_has_type(value, &memoryview_type_template)) {
        if (!memoryview_is_writable(value)) return false;
    } else if (!value_has_type(value, &bytearray_type_template)) {
        Value store = buffer_store(thread, value);
        bool read_only;
        if (value_is_absent(store)) {
            if (!lent_bytes(thread, value, &found, length, &read_only) || read_only) return false;
            *bytes = (char *)(uintptr_t)found;
            return true;
        }
        value = store;
        if (!value_has_type(value, &bytearray_type_template)) return false;
    }
    if (!buffer_of(thread, value, &found, length)) return false;
    *bytes = (char *)(uintptr_t)found;
    return true;
}

void bytes_append_repr(TextBuffer *text, const char *bytes, size_t length, bool always_escape_quote) {
    char quote = memchr(bytes, '\'', length) && !memchr(bytes, '"', length) ? '"' : '\'';
    text_append_char(text, 'b');
    text_append_char(text, quote);
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if (byte == quote || byte == '\\' || (byte == '\'' && always_escape_quote)) {
            text_append_char(text, '\\');
            text_append_char(text, (char)byte);
        } else if (byte == '\t') text_append(text, "\\t");
        else if (byte == '\n') text_append(text, "\\n");
        else if (byte == '\r') text_append(text, "\\r");
        else if (byte < ' ' || byte >= 0x7F) text_append_format(text, "\\x%02x", byte);
        else text_append_char(text, (char)byte);
    }
    text_append_char(text, quote);
}

static Value bytes_repr(Thread *thread, Value self) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    bytes_append_repr(&text, ((Bytes *)self.object)->bytes, ((Bytes *)self.object)->length, false);
    return string_from_text_buffer(thread, &text);
}

static bool bytes_hash(Thread *thread, Value self, int64_t *hash) {
    (void)thread;
    Bytes *bytes = (Bytes *)self.object;
    if (bytes->hash == -1) {
        bytes->hash = (int64_t)string_hash_bytes(bytes->bytes, bytes->length);
        if (bytes->hash == -1) bytes->hash = -2;
    }
    *hash = bytes->hash;
    return true;
}

int64_t buffer_length(Thread *thread, Value self) {
    const char *bytes;
    size_t length;
    return value_buffer(thread, self, &bytes, &length) ? (int64_t)length : -1;
}

int buffer_truth(Thread *thread, Value self) {
    int64_t length = buffer_length(thread, self);
    return length < 0 ? -1 : length != 0;
}

Value buffer_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    const char *a, *b;
    size_t a_length, b_length;
    if (is_bytes(left) && !is_bytes(right)) return VALUE_NOT_IMPLEMENTED; /* which the other side may know */
    if (!buffer_of(thread, left, &a, &a_length) || !buffer_of(thread, right, &b, &b_length))
        return exception_is_set(thread) ? VALUE_ABSENT : VALUE_NOT_IMPLEMENTED;
    if (a_length != b_length && (comparison == COMPARE_EQ || comparison == COMPARE_NE))
        return value_from_bool(comparison == COMPARE_NE);
    int order = memcmp(a, b, a_length < b_length ? a_length : b_length);
    if (!order) order = (a_length > b_length) - (a_length < b_length);
    return value_from_bool(comparison_holds(comparison, order));
}

bool byte_argument(Thread *thread, Value value, const char *range_message, char *byte) {
    int64_t number;
    if (!value_to_size(thread, value, &number)) {
        if (!exception_matches(thread, thread_builtins(thread)->exception_IndexError) &&
            !exception_matches(thread, thread_builtins(thread)->exception_OverflowError))
            return false;
        exception_clear(thread);
        number = -1;
    }
    if (number < 0 || number > 255) return raise_value_error(thread, "%s", range_message), false;
    *byte = (char)number;
    return true;
}

int buffer_contains(Thread *thread, Value self, Value item) {
    const char *bytes, *part;
    size_t length, part_length;
    char byte;
    if (!value_buffer(thread, self, &bytes, &length)) return -1;
    bool is_index = !is_int(item) && item.tag == TAG_OBJECT && item.object->type->to_index;
    if (is_index) { /* one that fails may still have bytes */
        Value number = value_index(thread, item);
        is_index = !value_is_absent(number);
        if (is_index) value_release(number);
        else exception_clear(thread);
    }
    if (is_int(item) || is_index) {
        if (!byte_argument(thread, item, "byte must be in range(0, 256)", &byte) ||
            !value_buffer(thread, self, &bytes, &length))
            return -1;
        return length && memchr(bytes, byte, length) != NULL;
    }
    if (!value_buffer(thread, item, &part, &part_length)) return -1;
    return bytes_find(bytes, length, part, part_length, 0) != SIZE_MAX;
}

Value buffer_iterate(Thread *thread, Value self) {
    return iterator_new(thread, thread_builtins(thread)->type_bytes_iterator, self, 0);
}

/* Items and slices; `make` builds a result of the right type. */
Value buffer_get_item(Thread *thread, Value self, Value key, const char *kind, BufferMaker *make) {
    const char *bytes;
    size_t length;
    if (value_is_slice(key)) {
        int64_t start, stop, step, count;
        if (!slice_unpack(thread, (const Slice *)key.object, &start, &stop, &step) ||
            !value_buffer(thread, self, &bytes, &length))
            return VALUE_ABSENT;
        count = slice_adjust((int64_t)length, &start, &stop, step);
        if (step == 1) return make(thread, bytes + start, (size_t)count);
        char *gathered = memory_allocate((size_t)count + 1);
        if (!gathered) return raise_no_memory(thread);
        for (int64_t i = 0; i < count; i++) gathered[i] = bytes[start + i * step];
        Value result = make(thread, gathered, (size_t)count);
        memory_release(gathered);
        return result;
    }
    int64_t index;
    if (!sequence_index(thread, key, kind, &index) || !value_buffer(thread, self, &bytes, &length)) return VALUE_ABSENT;
    if (index < 0) index += (int64_t)length;
    if ((uint64_t)index >= length)
        return raise_index_error(thread, *kind == 'b' && kind[4] == '\0' ? "index out of range" : "%s index out of range", kind);
    return value_from_int((unsigned char)bytes[index]);
}

Value bytes_from_buffer(Thread *thread, const char *bytes, size_t length) { return bytes_new(thread, bytes, length); }

static Value bytes_get_item(Thread *thread, Value self, Value key) {
    if (value_is_slice(key) && self.object->type->origin == &bytes_type_template) {
        const Slice *slice = (const Slice *)key.object;
        if (slice->start.tag == TAG_NONE && slice->stop.tag == TAG_NONE && slice->step.tag == TAG_NONE)
            return value_retain(self);
    }
    return buffer_get_item(thread, self, key, "byte", bytes_from_buffer);
}

Value buffer_concatenate(Thread *thread, Value left, Value right, BufferMaker *make) {
    const char *a, *b;
    size_t a_length, b_length;
    if (!buffer_of(thread, left, &a, &a_length) || !buffer_of(thread, right, &b, &b_length))
        return exception_is_set(thread) ? VALUE_ABSENT : VALUE_NOT_IMPLEMENTED;
    char *joined = memory_allocate(a_length + b_length + 1);
    if (!joined) return raise_no_memory(thread);
    memcpy(joined, a, a_length);
    memcpy(joined + a_length, b, b_length);
    Value result = make(thread, joined, a_length + b_length);
    memory_release(joined);
    return result;
}

Value buffer_repeat(Thread *thread, Value left, Value right, BufferMaker *make) {
    if (!is_bytes(left) && !value_has_type(left, &bytearray_type_template)) {
        Value swapped = left;
        left = right;
        right = swapped;
    }
    int64_t times;
    if (!sequence_repeat_count(thread, right, &times))
        return exception_is_set(thread) ? VALUE_ABSENT : VALUE_NOT_IMPLEMENTED;
    const char *bytes;
    size_t length, total;
    if (!value_buffer(thread, left, &bytes, &length)) return VALUE_ABSENT;
    if (times < 0) times = 0;
    if (times && is_bytes(left) && length > (size_t)(PTRDIFF_MAX / times))
        return raise_overflow_error(thread, "repeated bytes are too long");
    if (__builtin_mul_overflow(length, (size_t)times, &total) || total > PTRDIFF_MAX / 2) return raise_no_memory(thread);
    char *repeated = memory_allocate(total + 1);
    if (!repeated) return raise_no_memory(thread);
    for (size_t i = 0; i < total; i += length) memcpy(repeated + i, bytes, length);
    Value result = make(thread, repeated, total);
    memory_release(repeated);
    return result;
}

static Value bytes_add(Thread *thread, Value left, Value right) {
    if (value_has_type(left, &bytearray_type_template)) return VALUE_NOT_IMPLEMENTED;
    if (!is_bytes(left)) return VALUE_NOT_IMPLEMENTED;
    return buffer_concatenate(thread, left, right, bytes_from_buffer);
}
static Value bytes_multiply(Thread *thread, Value left, Value right) {
    bool is_left = is_bytes(left);
    Value self = is_left ? left : right, times = is_left ? right : left;
    if (times.tag == TAG_INT && times.integer == 1 && self.object->type->origin == &bytes_type_template) return value_retain(self);
    return buffer_repeat(thread, left, right, bytes_from_buffer);
}
static Value bytes_remainder(Thread *thread, Value left, Value right) {
    return is_bytes(left) ? bytes_format_percent(thread, left, right) : VALUE_NOT_IMPLEMENTED;
}

/* ---- construction, shared with bytearray ---- */

static bool append_iterable(Thread *thread, Value iterable, TextBuffer *bytes, Bytearray *array) {
    const char *range_message = array ? "byte must be in range(0, 256)" : "bytes must be in range(0, 256)";
    Value iterator = value_iterate(thread, iterable);
    if (value_is_absent(iterator)) return false;
    bool failed = false;
    while (!failed) {
        Value item = value_next(thread, iterator);
        if (value_is_absent(item)) {
            failed = exception_is_set(thread);
            break;
        }
        char byte;
        failed = !byte_argument(thread, item, range_message, &byte);
        value_release(item);
        if (failed) break;
        if (array) { /* the iterator sees what was added */
            failed = !bytearray_resize(thread, array, array->length + 1);
            if (!failed) array->bytes[array->length - 1] = byte;
        } else {
            text_append_char(bytes, byte);
        }
        if (bytes->failed) {
            raise_no_memory(thread);
            failed = true;
        }
    }
    value_release(iterator);
    return !failed;
}

static bool append_encoded(Thread *thread, Value source, Value encoding, Value errors, TextBuffer *bytes) {
    Value encoded = string_encode(thread, value_string(source), value_c_string(encoding),
                                  value_is_absent(errors) ? "strict" : value_c_string(errors));
    if (value_is_absent(encoded)) return false;
    text_append_bytes(bytes, ((Bytes *)encoded.object)->bytes, ((Bytes *)encoded.object)->length);
    value_release(encoded);
    return true;
}

/* As many zeros as the number says. 1: appended; 0: it is no count; -1: an exception. */
static int append_zeros(Thread *thread, Value source, TextBuffer *bytes, bool for_array) {
    if (!type_of(thread->interpreter, source)->to_index) return 0;
    int64_t count;
    if (!value_to_size(thread, source, &count)) {
        if (exception_matches(thread, thread_builtins(thread)->exception_IndexError)) {
            exception_clear(thread);
            return raise_overflow_error(thread, "cannot fit '%s' into an index-sized integer", value_type_name(thread, source)), -1;
        }
        if (!exception_matches(thread, thread_builtins(thread)->exception_TypeError)) return -1;
        exception_clear(thread); /* it may still have bytes, or be iterated over */
        return 0;
    }
    if (count < 0) return raise_value_error(thread, "negative count"), -1;
    if (!for_array && count > PTRDIFF_MAX - 33) return raise_overflow_error(thread, "byte string is too large"), -1; /* CPython's header */
    if (count > PTRDIFF_MAX / 2) return raise_no_memory(thread), -1;
    text_append_repeated(bytes, '\0', (size_t)count);
    return 1;
}

/* 1: appended; 0: neither a count nor the bytes of something; -1: an exception. */
static int append_plain(Thread *thread, Value source, TextBuffer *bytes, bool for_array) {
    if (value_has_type(source, &memoryview_type_template)) { /* its items need not lie side by side */
        Value copy = memoryview_to_bytes(thread, source);
        if (value_is_absent(copy)) return -1;
        text_append_bytes(bytes, ((Bytes *)copy.object)->bytes, ((Bytes *)copy.object)->length);
        value_release(copy);
        return 1;
    }
    const char *buffer;
    size_t length;
    LentMemory memory;
    int counted = append_zeros(thread, source, bytes, for_array); /* a number of NumPy's is both */
    if (counted) return counted;
    int lent = value_lend_memory(thread, source, false, &memory);
    if (lent < 0) return -1;
    if (lent) {
        Value view = value_call_one(thread, value_from_object(thread_builtins(thread)->type_memoryview), source);
        int done = value_is_absent(view) ? -1 : append_plain(thread, view, bytes, for_array);
        value_release(view);
        return done;
    }
    if (buffer_of(thread, source, &buffer, &length)) {
        text_append_bytes(bytes, buffer, length);
        return 1;
    }
    return exception_is_set(thread) ? -1 : 0;
}

bool bytes_from_source(Thread *thread, Value source, Value encoding, Value errors, TextBuffer *bytes, Bytearray *array) {
    const char *type_name = array ? "bytearray" : "bytes";
    const Value given[2] = {encoding, errors};
    static const char *const names[2] = {"encoding", "errors"};
    for (size_t i = 0; i < 2; i++) {
        if (value_is_absent(given[i])) continue;
        if (is_string(given[i])) {
            if (!codec_name_check(thread, value_string(given[i]))) return false;
            continue;
        }
        raise_type_error(thread, "%s() argument '%s' must be str, not %s", type_name, names[i], argument_type_name(thread, given[i]));
        return false;
    }
    for (size_t i = 0; i < 2; i++)
        if (!value_is_absent(given[i]) && (value_is_absent(source) || !is_string(source)))
            return raise_type_error(thread, "%s without a string argument", names[i]), false;
    if (value_is_absent(source)) return true;
    if (!value_is_absent(encoding)) return append_encoded(thread, source, encoding, errors, bytes);
    Builtins *builtins = thread_builtins(thread);
    if (is_string(source) && (array || value_is_absent(type_lookup(source.object->type, builtins->name___bytes__))))
        return raise_type_error(thread, "string argument without an encoding"), false;
    int plain = append_plain(thread, source, bytes, array != NULL);
    if (plain < 0 || (plain && bytes->failed)) return plain < 0 ? false : (raise_no_memory(thread), false);
    if (plain) return true;
    const Type *type = type_of(thread->interpreter, source);
    if (!type->iterate && !type->get_item)
        return raise_type_error(thread, "cannot convert '%s' object to %s", type->name, type_name), false;
    return append_iterable(thread, source, bytes, array);
}

/* What __bytes__ of the only argument gives; absent without an exception when there is none. */
static Value call_bytes_method(Thread *thread, const Call *call) {
    if (call->positional_count != 1 || call->names || call->values[0].tag != TAG_OBJECT) return VALUE_ABSENT;
    Value source = call->values[0], method;
    bool self_first;
    Value found = type_lookup(source.object->type, thread_builtins(thread)->name___bytes__);
    if (value_is_absent(found)) return VALUE_ABSENT;
    if (value_is_none(found)) return value_call_none(thread, found);
    if (!value_find_special(thread, source, thread_builtins(thread)->name___bytes__, &method, &self_first)) return VALUE_ABSENT;
    Value made = self_first ? value_call_one(thread, method, source) : value_call_none(thread, method);
    value_release(method);
    if (value_is_absent(made) || is_bytes(made)) return made;
    raise_type_error(thread, "__bytes__ returned non-bytes (type %s)", value_type_name(thread, made));
    value_release(made);
    return VALUE_ABSENT;
}

static Value bytes_of_type(Thread *thread, Type *type, const char *source, size_t length) {
    if (type->origin == &bytes_type_template) return bytes_new(thread, source, length);
    Bytes *bytes = bytes_allocate(thread, type, length);
    if (bytes && length) memcpy(bytes->bytes, source, length);
    return value_from_object(bytes);
}

static Value bytes_create(Thread *thread, Type *type, const Call *call) {
    bool is_exact = type->origin == &bytes_type_template;
    if (is_exact && call->positional_count == 1 && !call->names && value_is_object(call->values[0]) &&
        call->values[0].object->type->origin == &bytes_type_template)
        return value_retain(call->values[0]);
    Value made = call_bytes_method(thread, call);
    if (exception_is_set(thread)) return VALUE_ABSENT;
    if (!value_is_absent(made)) {
        if (is_exact) return made;
        Value derived = bytes_of_type(thread, type, ((Bytes *)made.object)->bytes, ((Bytes *)made.object)->length);
        value_release(made);
        return derived;
    }
    Value arguments[3], result = VALUE_ABSENT;
    if (!native_match(thread, "bytes", "(source=<unrepresentable>, encoding=<unrepresentable>, errors=<unrepresentable>)",
                      call, arguments, 3))
        return VALUE_ABSENT;
    TextBuffer content = TEXT_BUFFER_EMPTY;
    if (bytes_from_source(thread, arguments[0], arguments[1], arguments[2], &content, NULL)) {
        if (content.failed) raise_no_memory(thread);
        else result = bytes_of_type(thread, type, text_string(&content), content.length);
    }
    text_release(&content);
    native_release_arguments(arguments, 3);
    return result;
}

static void bytes_destroy(Object *self) { (void)self; }

const Type bytes_type_template = {
    .name = "bytes",
    .documentation =
        "bytes() -> empty\nbytes(count) -> that many zero bytes\n"
        "bytes(integers) -> one byte for each integer from 0 to 255\n"
        "bytes(buffer) -> a copy of the buffer's bytes\n"
        "bytes(text, encoding[, errors]) -> the text, encoded\n\n"
        "Bytes that cannot be changed.",
    .flags = TYPE_BASE | TYPE_BYTES | TYPE_IMMUTABLE | TYPE_VARIABLE,
    .instance_size = sizeof(Bytes),
    .create = bytes_create,
    .destroy = bytes_destroy,
    .repr = bytes_repr,
    .str = bytes_repr, /* of derived classes, too, whatever their __repr__ */
    .hash = bytes_hash,
    .truth = buffer_truth,
    .length = buffer_length,
    .compare = buffer_compare,
    .iterate = buffer_iterate,
    .contains = buffer_contains,
    .get_item = bytes_get_item,
    .binary[BINARY_ADD] = bytes_add,
    .binary[BINARY_MULTIPLY] = bytes_multiply,
    .binary[BINARY_REMAINDER] = bytes_remainder,
    .methods = bytes_methods,
};
