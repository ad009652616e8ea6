/* str: making, hashing, indexing, slicing, joining two, and the type's slots.
 *
 * Text is UTF-8, so an index has to be turned into a byte offset. For ASCII they are the same. Any other string has
 * a hint behind its bytes: the index and offset that were looked up last. A search starts from the beginning, the hint
 * or the end, whichever is nearest, so a loop over indexes is linear altogether. */
#include "kernel/objects/text/string.h"
#include "kernel/objects/text/format_spec.h"
#include "kernel/objects/container/iterators.h"
#include "kernel/objects/core/objects_state.h"
#include "kernel/objects/text/string_private.h"
#include "kernel/objects/core/value_support.h"

#include "base/memory.h"
#include "base/utf8.h"

#include <stdarg.h>
#include <string.h>

typedef struct StringHint {
    size_t index, offset;
} StringHint;

static size_t hint_place(size_t length) { return (offsetof(String, bytes) + length + 1 + 7) & ~(size_t)7; }
static StringHint *string_hint(const String *string) {
    return (StringHint *)(void *)((char *)string + hint_place(string->length));
}
static size_t string_size(size_t length, bool is_ascii) {
    return is_ascii ? offsetof(String, bytes) + length + 1 : hint_place(length) + sizeof(StringHint);
}

static inline String *string_allocate(Thread *thread, Type *type, size_t length, bool is_ascii) {
    if (length > PTRDIFF_MAX / 2) {
        raise_no_memory(thread);
        return NULL;
    }
    size_t size = string_size(length, is_ascii);
    if (size < sizeof(String)) size = sizeof(String);
    bool is_plain = type == thread_builtins(thread)->type_string;
    String *string = is_plain ? object_take(thread, type, size) : object_new_sized(thread, type, size);
    if (!string) return is_plain ? (raise_no_memory(thread), NULL) : NULL;
    string->hash = -1;
    string->length = length;
    string->is_ascii = is_ascii;
    string->is_interned = string->is_permanent = false;
    string->bytes[length] = '\0';
    if (!is_ascii) *string_hint(string) = (StringHint){0, 0};
    return string;
}

String *string_new_buffer(Thread *thread, size_t length) {
    return string_allocate(thread, thread_builtins(thread)->type_string, length, false);
}

String *string_new_text(Thread *thread, size_t length, bool is_ascii) {
    String *string = string_allocate(thread, thread_builtins(thread)->type_string, length, is_ascii);
    if (string) string->count = length;
    return string;
}

static bool bytes_are_ascii(const char *bytes, size_t length) {
    size_t i = 0;
    uint64_t word;
    for (; i + 8 <= length; i += 8) {
        memcpy(&word, bytes + i, 8);
        if (word & 0x8080808080808080u) return false;
    }
    for (; i < length; i++)
        if ((unsigned char)bytes[i] >= 0x80) return false;
    return true;
}

Value string_finish(String *string) {
    string->is_ascii = bytes_are_ascii(string->bytes, string->length);
    string->count = string->is_ascii ? string->length : utf8_count(string->bytes, string->length);
    if (!string->is_ascii) *string_hint(string) = (StringHint){0, 0};
    string->bytes[string->length] = '\0';
    return value_from_object(string);
}

Value string_new_ascii(Thread *thread, const char *bytes, size_t length) {
    if (length == 0 && !value_is_absent(thread_builtins(thread)->empty_string))
        return value_retain(thread_builtins(thread)->empty_string);
    if (length == 1) return string_from_code_point(thread, (unsigned char)*bytes);
    String *string = string_allocate(thread, thread_builtins(thread)->type_string, length, true);
    if (!string) return VALUE_ABSENT;
    memcpy(string->bytes, bytes, length);
    string->count = length;
    return value_from_object(string);
}

static Value string_new_counted(Thread *thread, const char *bytes, size_t length, size_t count) {
    if (length == count) return string_new_ascii(thread, bytes, length);
    String *string = string_allocate(thread, thread_builtins(thread)->type_string, length, false);
    if (!string) return VALUE_ABSENT;
    memcpy(string->bytes, bytes, length);
    string->count = count;
    return value_from_object(string);
}

Value string_new(Thread *thread, const char *bytes, size_t length) {
    if (length == 0 && !value_is_absent(thread_builtins(thread)->empty_string))
        return value_retain(thread_builtins(thread)->empty_string);
    bool is_ascii = bytes_are_ascii(bytes, length);
    if (is_ascii && length == 1) return string_from_code_point(thread, (unsigned char)*bytes);
    String *string = string_allocate(thread, thread_builtins(thread)->type_string, length, is_ascii);
    if (!string) return VALUE_ABSENT;
    memcpy(string->bytes, bytes, length);
    string->count = is_ascii ? length : utf8_count(bytes, length);
    return value_from_object(string);
}

Value string_from_c(Thread *thread, const char *string) { return string_new(thread, string, strlen(string)); }

Value string_from_text_buffer(Thread *thread, TextBuffer *text) {
    Value result = text->failed ? raise_no_memory(thread) : string_new(thread, text_string(text), text->length);
    text_release(text);
    return result;
}

/* Bytes that are not UTF-8 (a message cut in the middle of a character) become U+FFFD. */
Value string_new_repaired(Thread *thread, const char *bytes, size_t length) {
    if (utf8_is_valid(bytes, length, NULL)) return string_new(thread, bytes, length);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    for (size_t i = 0; i < length;) {
        size_t size;
        uint32_t code_point = utf8_decode(bytes + i, length - i, &size);
        text_append_code_point(&text, code_point == UTF8_INVALID ? 0xFFFD : code_point);
        i += size;
    }
    return string_from_text_buffer(thread, &text);
}

Value string_format(Thread *thread, const char *format, ...) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    va_list arguments;
    va_start(arguments, format);
    text_append_format_list(&text, format, arguments);
    va_end(arguments);
    Value result = text.failed ? raise_no_memory(thread) : string_new_repaired(thread, text_string(&text), text.length);
    text_release(&text);
    return result;
}

/* ---- hash and comparison ---- */

uint64_t string_hash_bytes(const char *bytes, size_t length) {
    const uint64_t multiplier = 0x9E3779B97F4A7C15u;
    uint64_t hash = (uint64_t)length * multiplier, word;
    size_t i = 0;
    for (; i + 8 <= length; i += 8) {
        memcpy(&word, bytes + i, 8);
        hash = (hash ^ word) * multiplier;
        hash ^= hash >> 29;
    }
    if (i < length) {
        word = 0;
        memcpy(&word, bytes + i, length - i);
        hash = (hash ^ word) * multiplier;
        hash ^= hash >> 29;
    }
    hash *= 0xBF58476D1CE4E5B9u;
    return hash ^ hash >> 32;
}

int64_t string_compute_hash(String *string) {
    int64_t hash = (int64_t)string_hash_bytes(string->bytes, string->length);
    return string->hash = hash == -1 ? -2 : hash;
}

bool string_equals(const String *left, const String *right) {
    return left == right ||
           (left->length == right->length && !memcmp(left->bytes, right->bytes, left->length));
}

bool string_equals_c(const String *string, const char *text) {
    size_t length = strlen(text);
    return string->length == length && !memcmp(string->bytes, text, length);
}

/* UTF-8 sorts as its code points do. */
int string_compare(const String *left, const String *right) {
    size_t common = left->length < right->length ? left->length : right->length;
    int order = memcmp(left->bytes, right->bytes, common);
    if (order) return order;
    return (left->length > right->length) - (left->length < right->length);
}

/* ---- indexes ---- */

static bool continues(char byte) { return ((unsigned char)byte & 0xC0) == 0x80; }

size_t string_byte_offset(String *string, size_t index) {
    if (string->is_ascii) return index;
    if (index >= string->count) return string->length;
    StringHint *hint = string_hint(string);
    size_t at = 0, offset = 0;
    if (index >= hint->index / 2) at = hint->index, offset = hint->offset;
    if (index > at && string->count - index < index - at) at = string->count, offset = string->length;
    for (; at < index; at++)
        do offset++;
        while (continues(string->bytes[offset]));
    for (; at > index; at--)
        do offset--;
        while (continues(string->bytes[offset]));
    *hint = (StringHint){index, offset};
    return offset;
}

size_t string_index_of_offset(String *string, size_t offset) {
    if (string->is_ascii) return offset;
    StringHint *hint = string_hint(string);
    size_t index = hint->offset <= offset
                       ? hint->index + utf8_count(string->bytes + hint->offset, offset - hint->offset)
                       : utf8_count(string->bytes, offset);
    *hint = (StringHint){index, offset};
    return index;
}

uint32_t string_code_point(String *string, size_t index) {
    if (string->is_ascii) return (unsigned char)string->bytes[index];
    size_t offset = string_byte_offset(string, index), size;
    return utf8_decode(string->bytes + offset, string->length - offset, &size);
}

Value string_substring(Thread *thread, String *string, size_t start, size_t stop) {
    if (start >= stop) return value_retain(thread_builtins(thread)->empty_string);
    if (start == 0 && stop == string->count && string->object.type->origin == &string_type_template)
        return value_from_object(object_retain(string));
    if (string->is_ascii) return string_new_ascii(thread, string->bytes + start, stop - start);
    size_t first = string_byte_offset(string, start), last = string_byte_offset(string, stop);
    return string_new_counted(thread, string->bytes + first, last - first, stop - start);
}

Value string_get_index(Thread *thread, String *string, int64_t index) {
    if (index < 0) index += (int64_t)string->count;
    if ((uint64_t)index >= string->count) return raise_index_error(thread, "string index out of range");
    return string_from_code_point(thread, string_code_point(string, (size_t)index));
}

static Value string_get_slice(Thread *thread, String *string, const Slice *slice) {
    int64_t start, stop, step, count;
    if (!slice_resolve(thread, slice, (int64_t)string->count, &start, &stop, &step, &count)) return VALUE_ABSENT;
    if (step == 1) return string_substring(thread, string, (size_t)start, (size_t)(start + count));
    if (count <= 0) return value_retain(thread_builtins(thread)->empty_string);
    if (string->is_ascii) {
        String *result = string_allocate(thread, thread_builtins(thread)->type_string, (size_t)count, true);
        if (!result) return VALUE_ABSENT;
        for (int64_t i = 0; i < count; i++) result->bytes[i] = string->bytes[start + i * step];
        result->count = (size_t)count;
        return value_from_object(result);
    }
    TextBuffer text = TEXT_BUFFER_EMPTY;
    for (int64_t i = 0; i < count; i++)
        text_append_code_point(&text, string_code_point(string, (size_t)(start + i * step)));
    return string_from_text_buffer(thread, &text);
}

/* ---- joining two ---- */

Value string_concatenate(Thread *thread, Value left, Value right) {
    const String *a = value_string(left), *b = value_string(right);
    if (a->length == 0 && value_is_exact_string(right)) return value_retain(right);
    if (b->length == 0 && value_is_exact_string(left)) return value_retain(left);
    bool is_ascii = a->is_ascii && b->is_ascii;
    String *result = string_allocate(thread, thread_builtins(thread)->type_string, a->length + b->length, is_ascii);
    if (!result) return VALUE_ABSENT;
    memcpy(result->bytes, a->bytes, a->length);
    memcpy(result->bytes + a->length, b->bytes, b->length);
    result->count = a->count + b->count;
    return value_from_object(result);
}

bool string_append(Thread *thread, Value *left, Value right) {
    String *a = value_string(*left), *b = value_string(right);
    if (a->object.references != 1 || a->is_interned || a == b || a->length == 0) {
        Value result = string_concatenate(thread, *left, right);
        if (value_is_absent(result)) return false;
        value_replace(left, result);
        return true;
    }
    bool is_ascii = a->is_ascii && b->is_ascii;
    size_t length = a->length + b->length;
    if (length > PTRDIFF_MAX / 2) return raise_no_memory(thread), false;
    String *grown = object_resize(thread, a, string_size(length, is_ascii));
    if (!grown) return raise_no_memory(thread), false;
    memcpy(grown->bytes + grown->length, b->bytes, b->length);
    grown->length = length;
    grown->count += b->count;
    grown->hash = -1;
    grown->is_ascii = is_ascii;
    grown->bytes[length] = '\0';
    if (!is_ascii) *string_hint(grown) = (StringHint){0, 0};
    *left = value_from_object(grown);
    return true;
}

Value string_repeat(Thread *thread, String *string, int64_t times) {
    if (times <= 0 || string->length == 0) return value_retain(thread_builtins(thread)->empty_string);
    if (times == 1 && string->object.type->origin == &string_type_template)
        return value_from_object(object_retain(string));
    size_t total;
    if (string->count > (size_t)(PTRDIFF_MAX / times)) return raise_overflow_error(thread, "repeated string is too long");
    if (__builtin_mul_overflow(string->length, (size_t)times, &total) || total > PTRDIFF_MAX / 2)
        return raise_no_memory(thread);
    String *result = string_allocate(thread, thread_builtins(thread)->type_string, total, string->is_ascii);
    if (!result) return VALUE_ABSENT;
    if (string->length == 1) {
        memset(result->bytes, string->bytes[0], total);
    } else {
        memcpy(result->bytes, string->bytes, string->length);
        for (size_t done = string->length; done < total;) {
            size_t chunk = done < total - done ? done : total - done;
            memcpy(result->bytes + done, result->bytes, chunk);
            done += chunk;
        }
    }
    result->count = string->count * (size_t)times;
    return value_from_object(result);
}

/* ---- the type ---- */

static Value string_add(Thread *thread, Value left, Value right) {
    if (!is_string(left) || !is_string(right)) return VALUE_NOT_IMPLEMENTED;
    return string_concatenate(thread, left, right);
}

static Value string_multiply(Thread *thread, Value left, Value right) {
    if (!is_string(left)) {
        Value swapped = left;
        left = right;
        right = swapped;
    }
    int64_t times;
    if (!sequence_repeat_count(thread, right, &times))
        return exception_is_set(thread) ? VALUE_ABSENT : VALUE_NOT_IMPLEMENTED;
    return string_repeat(thread, value_string(left), times);
}

/* Of a class of its own, text in which there was nothing to fill in stays what it was. */
Value string_itself(Value text, Value filled, const char *marks) {
    if (value_is_absent(filled) || value_is_exact_string(text) || !value_string(text)->length) return filled;
    const String *string = value_string(text);
    for (; *marks; marks++)
        if (memchr(string->bytes, *marks, string->length)) return filled;
    value_release(filled);
    return value_retain(text);
}

static Value string_remainder(Thread *thread, Value left, Value right) {
    if (!is_string(left)) return VALUE_NOT_IMPLEMENTED;
    Value result = string_format_percent(thread, value_string(left), right);
    return string_itself(left, result, "%");
}

static Value string_repr_slot(Thread *thread, Value self) { return string_repr(thread, value_string(self)); }

static Value string_str_slot(Thread *thread, Value self) {
    if (value_is_exact_string(self)) return value_retain(self);
    const String *string = value_string(self);
    return string_new_counted(thread, string->bytes, string->length, string->count);
}

static Value string_format_slot(Thread *thread, Value self, Value specification) {
    if (value_string(specification)->length == 0) return value_str(thread, self);
    return format_string(thread, value_string(self), value_string(specification));
}

static bool string_hash_slot(Thread *thread, Value self, int64_t *hash) {
    (void)thread;
    *hash = string_hash(value_string(self));
    return true;
}

static int string_truth(Thread *thread, Value self) {
    (void)thread;
    return value_string(self)->length != 0;
}

static int64_t string_length(Thread *thread, Value self) {
    (void)thread;
    return (int64_t)value_string(self)->count;
}

static Value string_compare_slot(Thread *thread, Value left, Value right, Comparison comparison) {
    (void)thread;
    if (!is_string(right)) return VALUE_NOT_IMPLEMENTED;
    const String *a = value_string(left), *b = value_string(right);
    if (comparison == COMPARE_EQ) return value_from_bool(string_equals(a, b));
    if (comparison == COMPARE_NE) return value_from_bool(!string_equals(a, b));
    return value_from_bool(comparison_holds(comparison, string_compare(a, b)));
}

static int string_contains(Thread *thread, Value self, Value item) {
    if (!is_string(item)) {
        raise_type_error(thread, "'in <string>' requires string as left operand, not %s", value_type_name(thread, item));
        return -1;
    }
    const String *text = value_string(self), *part = value_string(item);
    return bytes_find(text->bytes, text->length, part->bytes, part->length, 0) != SIZE_MAX;
}

static Value string_get_item(Thread *thread, Value self, Value key) {
    if (key.tag == TAG_INT) return string_get_index(thread, value_string(self), key.integer);
    if (value_is_slice(key)) return string_get_slice(thread, value_string(self), (const Slice *)key.object);
    int64_t index;
    if (!sequence_index(thread, key, "string", &index)) return VALUE_ABSENT;
    return string_get_index(thread, value_string(self), index);
}

static Value string_iterate(Thread *thread, Value self) {
    const Builtins *builtins = thread_builtins(thread);
    bool is_ascii = value_string(self)->length == value_string(self)->count;
    return iterator_new(thread, is_ascii ? builtins->type_ascii_iterator : builtins->type_string_iterator, self, 0);
}

static Value string_from_object(Thread *thread, const Value *arguments) {
    Value object = arguments[0], encoding = arguments[1], errors = arguments[2];
    if (value_is_absent(encoding) && value_is_absent(errors))
        return value_is_absent(object) ? value_retain(thread_builtins(thread)->empty_string) : value_str(thread, object);
    if (!value_is_absent(encoding) && !is_string(encoding))
        return raise_type_error(thread, "str() argument 'encoding' must be str, not %s", value_type_name(thread, encoding));
    if (!value_is_absent(errors) && !is_string(errors))
        return raise_type_error(thread, "str() argument 'errors' must be str, not %s", value_type_name(thread, errors));
    for (int i = 1; i <= 2; i++)
        if (!value_is_absent(arguments[i]) && !codec_name_check(thread, value_string(arguments[i]))) return VALUE_ABSENT;
    if (value_is_absent(object)) return value_retain(thread_builtins(thread)->empty_string);
    if (is_string(object)) return raise_type_error(thread, "decoding str is not supported");
    const char *bytes;
    size_t length;
    if (!value_buffer(thread, object, &bytes, &length)) {
        if (exception_matches(thread, thread_builtins(thread)->exception_TypeError) || value_has_type(object, &memoryview_type_template)) {
            exception_clear(thread);
            raise_type_error(thread, "decoding to str: need a bytes-like object, %s found",
                             value_type_name(thread, object));
        }
        return VALUE_ABSENT;
    }
    if (!length) return value_retain(thread_builtins(thread)->empty_string); /* by any codec, known or not */
    return string_decode(thread, bytes, length, value_is_absent(encoding) ? "utf-8" : value_c_string(encoding),
                         value_is_absent(errors) ? "strict" : value_c_string(errors));
}

static Value string_create(Thread *thread, Type *type, const Call *call) {
    bool is_exact = type->origin == &string_type_template;
    if (is_exact && call->positional_count == 1 && !call->names)
        return call->values[0].tag == TAG_INT ? int_to_text(thread, call->values[0], 10) : value_str(thread, call->values[0]);
    Value arguments[3];
    if (!native_match(thread, "str", "(object=<unrepresentable>, encoding=<unrepresentable>, errors=<unrepresentable>)",
                      call, arguments, 3))
        return VALUE_ABSENT;
    Value result = string_from_object(thread, arguments);
    native_release_arguments(arguments, 3);
    if (is_exact || value_is_absent(result)) return result;
    const String *text = value_string(result);
    String *instance = string_allocate(thread, type, text->length, text->is_ascii);
    if (instance) {
        memcpy(instance->bytes, text->bytes, text->length);
        instance->count = text->count;
    }
    value_release(result);
    return value_from_object(instance);
}

const Type string_type_template = {
    .name = "str",
    .documentation =
        "str(object='') -> str\nstr(bytes_or_buffer[, encoding[, errors]]) -> str\n\n"
        "Text: an object as print() shows it, or bytes decoded (as UTF-8, unless encoding says otherwise; errors "
        "is 'strict' by default).",
    .signature = "(object='', encoding='utf-8', errors='strict')",
    .flags = TYPE_BASE | TYPE_STRING | TYPE_IMMUTABLE | TYPE_VARIABLE,
    .instance_size = sizeof(String),
    .create = string_create,
    .repr = string_repr_slot,
    .str = string_str_slot,
    .format = string_format_slot,
    .hash = string_hash_slot,
    .truth = string_truth,
    .length = string_length,
    .compare = string_compare_slot,
    .iterate = string_iterate,
    .contains = string_contains,
    .get_item = string_get_item,
    .binary[BINARY_ADD] = string_add,
    .binary[BINARY_MULTIPLY] = string_multiply,
    .binary[BINARY_REMAINDER] = string_remainder,
    .methods = string_methods,
};
