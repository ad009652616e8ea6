/* repr(), str(), ascii() and format() of any value. */
#include "base/text_buffer.h"
#include "base/utf8.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/core/objects_state.h"
#include "kernel/objects/text/string.h"

static Value expect_string(Thread *thread, Value result, const char *dunder) {
    if (value_is_absent(result) || value_is_string(result)) return result;
    raise_type_error(thread, "%s returned non-string (type %s)", dunder, value_type_name(thread, result));
    value_release(result);
    return VALUE_ABSENT;
}

Value value_repr(Thread *thread, Value value) {
    Type *type = type_of(thread->interpreter, value);
    if (!type->repr) return string_format(thread, "<%s object at %p>", type->name, (void *)value.object);
    if (!thread_poll(thread) || !thread_enter(thread, " while getting the repr of an object")) return VALUE_ABSENT;
    Value result = expect_string(thread, type->repr(thread, value), "__repr__");
    thread_leave(thread);
    return result;
}

Value value_str(Thread *thread, Value value) {
    if (value_is_exact_string(value)) return value_retain(value);
    Type *type = type_of(thread->interpreter, value);
    if (!type->str) return value_repr(thread, value);
    if (!thread_enter(thread, " while getting the str of an object")) return VALUE_ABSENT;
    Value result = expect_string(thread, type->str(thread, value), "__str__");
    thread_leave(thread);
    return result;
}

Value value_ascii(Thread *thread, Value value) {
    Value repr = value_repr(thread, value);
    if (value_is_absent(repr) || value_string(repr)->is_ascii) return repr;
    String *string = value_string(repr);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    for (size_t at = 0; at < string->length;) {
        size_t size;
        uint32_t code_point = utf8_decode(string->bytes + at, string->length - at, &size);
        if (code_point == UTF8_INVALID) { /* a lone surrogate: three bytes */
            const unsigned char *bytes = (const unsigned char *)string->bytes + at;
            code_point = (uint32_t)(bytes[0] & 0x0F) << 12 | (uint32_t)(bytes[1] & 0x3F) << 6 | (bytes[2] & 0x3F);
            size = 3;
        }
        at += size;
        if (code_point < 0x80) text_append_char(&text, (char)code_point);
        else text_append_format(&text, code_point < 0x100 ? "\\x%02x" : code_point < 0x10000 ? "\\u%04x" : "\\U%08x", code_point);
    }
    value_release(repr);
    return string_from_text_buffer(thread, &text);
}

Value value_format(Thread *thread, Value value, Value specification) {
    Type *type = type_of(thread->interpreter, value);
    if (value_is_absent(specification)) specification = thread_builtins(thread)->empty_string;
    if (!type->format) {
        if (value_string(specification)->length == 0) return value_str(thread, value);
        return raise_type_error(thread, "unsupported format string passed to %s.__format__", type->name);
    }
    if (!thread_may_nest(thread)) return VALUE_ABSENT;
    Value result = type->format(thread, value, specification);
    if (value_is_absent(result) || value_is_string(result)) return result;
    raise_type_error(thread, "__format__ must return a str, not %s", value_type_name(thread, result));
    value_release(result);
    return VALUE_ABSENT;
}
