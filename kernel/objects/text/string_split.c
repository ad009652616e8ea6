/* Taking text apart and putting it together: split, rsplit, splitlines, join. */
#include "kernel/objects/text/string_private.h"
#include "kernel/objects/text/unicode.h"

#include "base/utf8.h"

#include <string.h>

static inline bool append_part(Thread *thread, List *list, const String *text, const char *bytes, size_t length) {
    return list_append_owned(thread, list, text->is_ascii ? string_new_ascii(thread, bytes, length) : string_new(thread, bytes, length));
}

static inline bool space_at(const char *bytes, size_t at, size_t length, size_t *size) {
    unsigned char c = (unsigned char)bytes[at];
    if (c < 0x80) {
        *size = 1;
        return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1C && c <= 0x1F);
    }
    return unicode_is_space(utf8_decode(bytes + at, length - at, size));
}

static bool split_spaces(Thread *thread, const String *text, int64_t limit, List *list) {
    size_t at = 0, size = 1;
    for (;;) {
        while (at < text->length && space_at(text->bytes, at, text->length, &size)) at += size;
        if (at >= text->length) return true;
        if (limit-- == 0) return append_part(thread, list, text, text->bytes + at, text->length - at);
        size_t start = at;
        while (at < text->length && !space_at(text->bytes, at, text->length, &size)) at += size;
        if (!append_part(thread, list, text, text->bytes + start, at - start)) return false;
    }
}

static size_t last_character(const char *bytes, size_t end) {
    size_t last = end - 1;
    while (last > 0 && ((unsigned char)bytes[last] & 0xC0) == 0x80) last--;
    return last;
}

/* From the end; pieces come out in reverse and are turned round by the caller. */
static bool split_spaces_from_end(Thread *thread, const String *text, int64_t limit, List *list) {
    size_t end = text->length, size;
    for (;;) {
        while (end > 0 && space_at(text->bytes, last_character(text->bytes, end), end, &size))
            end = last_character(text->bytes, end);
        if (end == 0) return true;
        if (limit-- == 0) return append_part(thread, list, text, text->bytes, end);
        size_t stop = end;
        while (end > 0 && !space_at(text->bytes, last_character(text->bytes, end), end, &size))
            end = last_character(text->bytes, end);
        if (!append_part(thread, list, text, text->bytes + end, stop - end)) return false;
    }
}

static bool split_at(Thread *thread, const String *text, const String *separator, int64_t limit, List *list) {
    size_t done = 0, at;
    if (separator->length == 1) { /* pieces are short mostly: looked for without a call */
        char mark = separator->bytes[0];
        for (at = 0; at < text->length && limit != 0; at++) {
            if (text->bytes[at] != mark) {
                if (at - done < 32) continue;
                const char *found = memchr(text->bytes + at, mark, text->length - at);
                if (!found) break;
                at = (size_t)(found - text->bytes);
            }
            if (!append_part(thread, list, text, text->bytes + done, at - done)) return false;
            done = at + 1;
            limit--;
        }
        return append_part(thread, list, text, text->bytes + done, text->length - done);
    }
    while (limit-- != 0 &&
           (at = bytes_find(text->bytes, text->length, separator->bytes, separator->length, done)) != SIZE_MAX) {
        if (!append_part(thread, list, text, text->bytes + done, at - done)) return false;
        done = at + separator->length;
    }
    return append_part(thread, list, text, text->bytes + done, text->length - done);
}

static bool split_at_from_end(Thread *thread, const String *text, const String *separator, int64_t limit, List *list) {
    size_t end = text->length, at;
    while (limit-- != 0 && (at = bytes_find_last(text->bytes, end, separator->bytes, separator->length)) != SIZE_MAX) {
        if (!append_part(thread, list, text, text->bytes + at + separator->length, end - at - separator->length)) return false;
        end = at;
    }
    return append_part(thread, list, text, text->bytes, end);
}

static Value split(Thread *thread, const Value *arguments, bool from_end) {
    const String *text = value_string(arguments[0]), *separator = NULL;
    int64_t limit;
    if (!value_to_count(thread, arguments[2], &limit)) return VALUE_ABSENT;
    if (!is_missing(arguments[1])) {
        if (!is_string(arguments[1])) return raise_type_error(thread, "must be str or None, not %s", value_type_name(thread, arguments[1]));
        separator = value_string(arguments[1]);
    }
    if (separator && separator->length == 0) return raise_value_error(thread, "empty separator");
    Value list = list_new_sized(thread, 6); /* enough for most lines: grown only once in a while */
    if (value_is_absent(list)) return VALUE_ABSENT;
    bool done;
    if (separator)
        done = from_end ? split_at_from_end(thread, text, separator, limit, value_list(list))
                        : split_at(thread, text, separator, limit, value_list(list));
    else
        done = from_end ? split_spaces_from_end(thread, text, limit, value_list(list))
                        : split_spaces(thread, text, limit, value_list(list));
    if (!done) {
        value_release(list);
        return VALUE_ABSENT;
    }
    if (from_end) list_reverse(value_list(list));
    return list;
}

Value string_method_split(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    return split(thread, arguments, false);
}

Value string_method_rsplit(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    return split(thread, arguments, true);
}

Value string_method_splitlines(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    const String *text = value_string(arguments[0]);
    int64_t keep;
    if (!value_to_c_int(thread, arguments[1], &keep)) return VALUE_ABSENT;
    Value list = list_new(thread);
    if (value_is_absent(list)) return VALUE_ABSENT;
    size_t start = 0, at = 0, size;
    while (at < text->length) {
        if ((unsigned char)(text->bytes[at] - ' ') < 0x60) { /* most are: no line ends among them */
            at++;
            continue;
        }
        uint32_t code_point = utf8_decode(text->bytes + at, text->length - at, &size);
        size_t end = at;
        at += size;
        if (!unicode_is_line_break(code_point)) continue;
        if (code_point == '\r' && text->bytes[at] == '\n') at++;
        if (!append_part(thread, value_list(list), text, text->bytes + start, (keep ? at : end) - start)) goto failed;
        start = at;
    }
    if (start < text->length && !append_part(thread, value_list(list), text, text->bytes + start, text->length - start)) goto failed;
    return list;
failed:
    value_release(list);
    return VALUE_ABSENT;
}

/* ---- join ---- */

static inline char *append_text(char *to, const String *text) {
    if (text->length == 1) *to = text->bytes[0]; /* many are */
    else memcpy(to, text->bytes, text->length);
    return to + text->length;
}

Value string_join(Thread *thread, String *separator, Value iterable) {
    Value sequence = sequence_fast(thread, iterable, "can only join an iterable");
    if (value_is_absent(sequence)) return VALUE_ABSENT;
    const Value *items = sequence_fast_items(sequence);
    size_t count = sequence_fast_count(sequence), total = 0;
    Value result = VALUE_ABSENT;
    bool is_ascii = separator->is_ascii;
    for (size_t i = 0; i < count; i++) {
        if (!is_string(items[i])) {
            raise_type_error(thread, "sequence item %zu: expected str instance, %s found", i, value_type_name(thread, items[i]));
            goto done;
        }
        if (__builtin_add_overflow(total, value_string(items[i])->length + separator->length, &total)) {
            raise_no_memory(thread);
            goto done;
        }
        is_ascii &= value_string(items[i])->is_ascii;
    }
    if (count == 0) {
        result = value_retain(thread_builtins(thread)->empty_string);
        goto done;
    }
    if (count == 1 && value_is_exact_string(items[0])) {
        result = value_retain(items[0]);
        goto done;
    }
    String *joined = string_new_text(thread, total - separator->length, is_ascii);
    if (joined) {
        char *to = joined->bytes;
        for (size_t i = 0; i < count; i++) {
            const String *item = value_string(items[i]);
            if (i) to = append_text(to, separator);
            to = append_text(to, item);
        }
        result = is_ascii ? value_from_object(joined) : string_finish(joined);
    }
done:
    value_release(sequence);
    return result;
}

Value string_method_join(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    return string_join(thread, value_string(arguments[0]), arguments[1]);
}
