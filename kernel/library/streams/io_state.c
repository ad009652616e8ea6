/* What copy and pickle need of streams in memory: their content, their place and the attributes that they were given. */
#include "kernel/library/streams/io_stream.h"
#include "kernel/objects/core/gc.h"
#include "kernel/objects/core/objects_state.h"

#include <string.h>

static const char *const newline_texts[] = {NULL, "", "\n", "\r", "\r\n"};

Value memory_get_state(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    Stream *stream = stream_of(arguments[0]);
    Value content = value_call_method(thread, arguments[0], "getvalue", NULL, 0);
    if (value_is_absent(content)) return content;
    Value parts[4] = {content}, *next = parts + 1;
    if (stream->kind == STREAM_STRING) {
        const char *newline = newline_texts[stream->newline];
        *next++ = newline ? string_new(thread, newline, strlen(newline)) : VALUE_NONE;
    }
    *next++ = value_call_method(thread, arguments[0], "tell", NULL, 0);
    *next++ = stream->attributes ? value_call_method(thread, value_from_object(stream->attributes), "copy", NULL, 0) : VALUE_NONE;
    bool complete = true;
    for (Value *part = parts; part < next; part++) complete &= !value_is_absent(*part);
    Value state = complete ? tuple_from_values(thread, parts, (size_t)(next - parts)) : VALUE_ABSENT;
    for (Value *part = parts; part < next; part++) value_release(*part);
    return state;
}

static bool set_place(Thread *thread, Value self, Value place, bool is_text) {
    int64_t number;
    if (!value_is_int(place)) {
        raise_type_error(thread, is_text ? "third item of state must be an integer, got %s" : "second item of state must be an integer, not %s",
                         value_type_name(thread, place));
        return false;
    }
    if (!value_to_int64(thread, place, &number)) return false;
    if (number < 0) return raise_value_error(thread, "position value cannot be negative"), false;
    Value done = value_call_method(thread, self, "seek", &place, 1);
    bool good = !value_is_absent(done);
    value_release(done);
    return good;
}

static bool set_attributes(Thread *thread, Value self, Value attributes, bool is_text) {
    if (value_is_none(attributes)) return true;
    if (!value_is_dict(attributes)) {
        raise_type_error(thread, "%s item of state should be a dict, got a %s", is_text ? "fourth" : "third",
                         value_type_name(thread, attributes));
        return false;
    }
    Dict *own = object_attributes(thread, self.object);
    return own && dict_update(thread, own, attributes);
}

/* Text has its newlines already: it is laid down as it is, not written. */
static bool set_content(Thread *thread, Stream *stream, Value content, Value newline) {
    const char *bytes;
    size_t length;
    if (stream->kind == STREAM_STRING) {
        if (!value_is_none(newline) && !value_is_string(newline)) {
            raise_type_error(thread, "newline must be str or None, not %s", value_type_name(thread, newline));
            return false;
        }
        if (!value_is_string(content)) {
            raise_type_error(thread, "initial_value must be str or None, not %s", value_type_name(thread, content));
            return false;
        }
        if (!newline_parse(thread, newline, &stream->newline, true)) return false;
        bytes = value_c_string(content);
        length = value_string(content)->length;
    } else if (!value_buffer(thread, content, &bytes, &length)) return false;
    stream->start = stream->length = 0;
    return memory_write(thread, stream, bytes, length, length);
}

Value memory_set_state(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    Stream *stream = stream_of(arguments[0]);
    bool is_text = stream->kind == STREAM_STRING;
    if (!stream_check_open(thread, stream, NULL)) return VALUE_ABSENT;
    int wanted = is_text ? 4 : 3;
    if (!value_is_tuple(arguments[1]) || value_tuple(arguments[1])->count < (size_t)wanted)
        return raise_type_error(thread, "_io.%s.__setstate__ argument should be %d-tuple, got %s", is_text ? "StringIO" : "BytesIO", wanted,
                                value_type_name(thread, arguments[1]));
    const Value *items = value_tuple(arguments[1])->items;
    return set_content(thread, stream, items[0], items[1]) && set_place(thread, arguments[0], items[wanted - 2], is_text) &&
                   set_attributes(thread, arguments[0], items[wanted - 1], is_text)
               ? VALUE_NONE
               : VALUE_ABSENT;
}
