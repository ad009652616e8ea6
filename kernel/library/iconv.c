/* _iconv: encodings of several bytes a character, converted by the C library. */
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/text/string.h"
#include "kernel/objects/core/value_support.h"

#include "base/utf8.h"

#include <errno.h>
#include <iconv.h>
#include <string.h>

enum { CHUNK = 4096 };

static bool open_converter(Thread *thread, const char *to, const char *from, Value name, iconv_t *converter) {
    *converter = iconv_open(to, from);
    if (*converter != (iconv_t)-1) return true;
    raise_format(thread, thread_builtins(thread)->exception_LookupError, "unknown encoding: %s (the C library does not have it)", value_c_string(name));
    return false;
}

/* Everything up to the end or to what is wrong: errno tells, 0 for the end. */
static size_t convert(Thread *thread, iconv_t converter, const char *bytes, size_t length, bool finish, TextBuffer *out) {
    char *in = (char *)(uintptr_t)bytes, room[CHUNK];
    size_t left = length;
    errno = 0;
    for (bool last = false; !out->failed && thread_poll(thread);) {
        char *to = room;
        size_t space = sizeof room;
        size_t status = last ? iconv(converter, NULL, NULL, &to, &space) : iconv(converter, &in, &left, &to, &space);
        int error = status == (size_t)-1 ? errno : 0;
        text_append_bytes(out, room, sizeof room - space);
        if (error == E2BIG) continue;
        errno = error;
        if (error && !finish) break;
        if (last || !finish) break;
        if (error) { /* the state goes back before the error is told */
            to = room, space = sizeof room;
            iconv(converter, NULL, NULL, &to, &space);
            text_append_bytes(out, room, sizeof room - space);
            errno = error;
            break;
        }
        last = true;
    }
    return length - left;
}

NATIVE(iconv_decode) {
    (void)native;
    const char *bytes;
    size_t length;
    iconv_t converter;
    if (!value_is_string(arguments[1])) return raise_type_error(thread, "a name is expected");
    if (!value_buffer(thread, arguments[0], &bytes, &length) ||
        !open_converter(thread, "UTF-8", value_c_string(arguments[1]), arguments[1], &converter))
        return VALUE_ABSENT;
    TextBuffer out = TEXT_BUFFER_EMPTY;
    size_t used = convert(thread, converter, bytes, length, false, &out);
    bool incomplete = errno == EINVAL;
    if (!errno) { /* a character that waited for a mark on it */
        char room[16], *to = room;
        size_t space = sizeof room;
        iconv(converter, NULL, NULL, &to, &space);
        text_append_bytes(&out, room, sizeof room - space);
    }
    iconv_close(converter);
    Value parts[3] = {exception_is_set(thread) ? VALUE_ABSENT : string_from_text_buffer(thread, &out), value_from_int((int64_t)used),
                      value_from_bool(incomplete)};
    Value result = value_is_absent(parts[0]) ? VALUE_ABSENT : tuple_from_values(thread, parts, 3);
    if (value_is_absent(parts[0])) text_release(&out);
    value_release(parts[0]);
    return result;
}

NATIVE(iconv_encode) {
    (void)native;
    iconv_t converter;
    if (!value_is_string(arguments[0]) || !value_is_string(arguments[1])) return raise_type_error(thread, "a text and a name are expected");
    if (!open_converter(thread, value_c_string(arguments[1]), "UTF-8", arguments[1], &converter)) return VALUE_ABSENT;
    String *text = value_string(arguments[0]);
    TextBuffer out = TEXT_BUFFER_EMPTY;
    size_t used = convert(thread, converter, text->bytes, text->length, true, &out);
    iconv_close(converter);
    if (exception_is_set(thread) || out.failed) {
        text_release(&out);
        return exception_is_set(thread) ? VALUE_ABSENT : raise_no_memory(thread);
    }
    Value bytes = bytes_new(thread, text_string(&out), out.length);
    text_release(&out);
    if (value_is_absent(bytes)) return bytes;
    return tuple_pair_owned(thread, bytes, value_from_int((int64_t)string_index_of_offset(text, used)));
}

static const NativeEntry iconv_functions[] = {
    {"decode", "(data, name, /)", "The text, how many bytes were taken, whether they end within a character.", iconv_decode, NULL, 0},
    {"encode", "(text, name, /)", "The bytes, and how many characters were taken.", iconv_encode, NULL, 0},
    {0}};

const ModuleEntry library__iconv = {.name = "_iconv", .functions = iconv_functions};
