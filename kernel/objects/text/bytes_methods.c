/* The methods that bytes and bytearray share. Each works on the receiver's bytes and gives back the receiver's kind.
 * Text operations know ASCII only. */
#include "config.h"

#include "kernel/objects/text/bytes_private.h"

#include "base/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct View {
    const char *bytes;
    size_t length;
} View;

static Value make_like(Thread *thread, Value self, const char *bytes, size_t length) {
    return value_has_type(self, &bytearray_type_template) ? bytearray_new(thread, bytes, length)
                                                          : bytes_new(thread, bytes, length);
}

/* The receiver unchanged: the same object for exact bytes. */
static Value same(Thread *thread, Value self, View view) {
    if (self.object->type->origin == &bytes_type_template) return value_retain(self);
    return make_like(thread, self, view.bytes, view.length);
}

static Value make_from_text(Thread *thread, Value self, TextBuffer *text) {
    Value result = text->failed ? raise_no_memory(thread) : make_like(thread, self, text_string(text), text->length);
    text_release(text);
    return result;
}

static bool view_of(Thread *thread, Value value, View *view) {
    return value_buffer(thread, value, &view->bytes, &view->length);
}

/* A bytes-like argument, or an int as one byte (kept in *storage). */
static bool part_of(Thread *thread, Value value, View *part, char *storage) {
    if (buffer_of(thread, value, &part->bytes, &part->length)) return true;
    if (exception_is_set(thread)) return false;
    if (is_int(value) || type_of(thread->interpreter, value)->to_index) {
        if (!byte_argument(thread, value, "byte must be in range(0, 256)", storage)) return false;
        *part = (View){storage, 1};
        return true;
    }
    if (value_has_type(value, &memoryview_type_template)) memoryview_raise_no_buffer(thread, value);
    else
        raise_type_error(thread, "argument should be integer or bytes-like object, not '%s'", value_type_name(thread, value));
    return false;
}

#define BYTES_METHOD(name) Value bytes_method_##name(Thread *thread, const Native *native, const Value *arguments)
#define RECEIVER                                              \
    (void)native;                                             \
    Value self = arguments[0];                                \
    View text;                                                \
    if (!view_of(thread, self, &text)) return VALUE_ABSENT

/* ---- searching ---- */

typedef struct Search {
    View part;
    size_t start, end;
    bool possible;
    char storage;
} Search;

/* The buffers are looked at after the bounds: an __index__ may have changed them. */
static bool prepare(Thread *thread, const Value *arguments, View *text, Search *search) {
    int64_t first, last;
    if (!sequence_bounds(thread, arguments[2], arguments[3], (int64_t)text->length, &first, &last) ||
        !part_of(thread, arguments[1], &search->part, &search->storage) || !view_of(thread, arguments[0], text))
        return false;
    if (last > (int64_t)text->length) last = (int64_t)text->length;
    search->possible = first <= last;
    search->start = (size_t)first;
    search->end = (size_t)last;
    return true;
}

static int64_t find_first(View text, const Search *search) {
    if (!search->possible) return -1;
    size_t at = bytes_find(text.bytes, search->end, search->part.bytes, search->part.length, search->start);
    return at == SIZE_MAX ? -1 : (int64_t)at;
}

static int64_t find_last(View text, const Search *search) {
    if (!search->possible) return -1;
    size_t at = bytes_find_last(text.bytes + search->start, search->end - search->start, search->part.bytes, search->part.length);
    return at == SIZE_MAX ? -1 : (int64_t)(search->start + at);
}

#define FIND_METHOD(name, find, required)                                                              \
    BYTES_METHOD(name) {                                                                               \
        RECEIVER;                                                                                      \
        Search search;                                                                                 \
        if (!prepare(thread, arguments, &text, &search)) return VALUE_ABSENT;                          \
        int64_t index = find(text, &search);                                                           \
        if (required && index < 0) return raise_value_error(thread, "subsection not found");           \
        return value_from_int(index);                                                                  \
    }
FIND_METHOD(find, find_first, false)
FIND_METHOD(index, find_first, true)
FIND_METHOD(rfind, find_last, false)
FIND_METHOD(rindex, find_last, true)

BYTES_METHOD(count) {
    RECEIVER;
    Search search;
    if (!prepare(thread, arguments, &text, &search)) return VALUE_ABSENT;
    if (!search.possible) return value_from_int(0);
    if (search.part.length == 0) return value_from_int((int64_t)(search.end - search.start) + 1);
    int64_t count = 0;
    for (size_t at = search.start;
         (at = bytes_find(text.bytes, search.end, search.part.bytes, search.part.length, at)) != SIZE_MAX;
         at += search.part.length)
        count++;
    return value_from_int(count);
}

static Value match_affix(Thread *thread, const char *method, const Value *arguments, View text, bool at_end) {
    int64_t first, last;
    if (!sequence_bounds(thread, arguments[2], arguments[3], (int64_t)text.length, &first, &last) ||
        !view_of(thread, arguments[0], &text))
        return VALUE_ABSENT;
    if (last > (int64_t)text.length) last = (int64_t)text.length;
    const Value *items = &arguments[1];
    size_t count = 1;
    if (is_tuple(arguments[1])) {
        items = value_tuple(arguments[1])->items;
        count = value_tuple(arguments[1])->count;
    }
    for (size_t i = 0; i < count; i++) {
        View part;
        if (!buffer_of(thread, items[i], &part.bytes, &part.length)) {
            if (exception_is_set(thread)) return VALUE_ABSENT;
            if (value_has_type(items[i], &memoryview_type_template)) return memoryview_raise_no_buffer(thread, items[i]), VALUE_ABSENT;
            if (is_tuple(arguments[1])) return raise_type_error(thread, "a bytes-like object is required, not '%s'", value_type_name(thread, items[i]));
            return raise_type_error(thread, "%s first arg must be bytes or a tuple of bytes, not %s", method,
                                    value_type_name(thread, items[i]));
        }
        if (first > last || (int64_t)part.length > last - first) continue;
        const char *at = text.bytes + (at_end ? (size_t)last - part.length : (size_t)first);
        if (!memcmp(at, part.bytes, part.length)) return VALUE_TRUE;
    }
    return VALUE_FALSE;
}

BYTES_METHOD(startswith) {
    RECEIVER;
    return match_affix(thread, "startswith", arguments, text, false);
}
BYTES_METHOD(endswith) {
    RECEIVER;
    return match_affix(thread, "endswith", arguments, text, true);
}

BYTES_METHOD(removeprefix) {
    RECEIVER;
    View part;
    if (!view_of(thread, arguments[1], &part)) return VALUE_ABSENT;
    if (part.length > text.length || memcmp(text.bytes, part.bytes, part.length)) return same(thread, self, text);
    return make_like(thread, self, text.bytes + part.length, text.length - part.length);
}

BYTES_METHOD(removesuffix) {
    RECEIVER;
    View part;
    if (!view_of(thread, arguments[1], &part)) return VALUE_ABSENT;
    if (part.length > text.length || memcmp(text.bytes + text.length - part.length, part.bytes, part.length))
        return same(thread, self, text);
    return make_like(thread, self, text.bytes, text.length - part.length);
}

BYTES_METHOD(replace) {
    RECEIVER;
    View old, with;
    int64_t limit;
    if (!view_of(thread, arguments[1], &old) || !view_of(thread, arguments[2], &with) || !value_to_count(thread, arguments[3], &limit))
        return VALUE_ABSENT;
    /* An __index__ may have changed them. */
    if (!view_of(thread, self, &text) || !view_of(thread, arguments[1], &old) || !view_of(thread, arguments[2], &with))
        return VALUE_ABSENT;
    TextBuffer result = TEXT_BUFFER_EMPTY;
    size_t done = 0, at = 0;
    for (; limit != 0; limit--) {
        if (old.length == 0) at = done;
        else at = bytes_find(text.bytes, text.length, old.bytes, old.length, done);
        if (at == SIZE_MAX || at > text.length) break;
        text_append_bytes(&result, text.bytes + done, at - done);
        text_append_bytes(&result, with.bytes, with.length);
        done = at + old.length;
        if (old.length == 0) {
            if (at >= text.length) break;
            text_append_char(&result, text.bytes[at]);
            done = at + 1;
        }
    }
    if (done < text.length) text_append_bytes(&result, text.bytes + done, text.length - done);
    return make_from_text(thread, self, &result);
}

/* ---- strip, partition, split ---- */

static bool is_blank(unsigned char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static Value strip(Thread *thread, const Value *arguments, View text, bool left, bool right) {
    View characters = {NULL, 0};
    if (!is_missing(arguments[1]) && !view_of(thread, arguments[1], &characters)) return VALUE_ABSENT;
    size_t start = 0, end = text.length;
#define STRIPPED(byte) \
    (characters.bytes ? characters.length && memchr(characters.bytes, byte, characters.length) : is_blank((unsigned char)(byte)))
    while (left && start < end && STRIPPED(text.bytes[start])) start++;
    while (right && end > start && STRIPPED(text.bytes[end - 1])) end--;
#undef STRIPPED
    if (start == 0 && end == text.length) return same(thread, arguments[0], text);
    return make_like(thread, arguments[0], text.bytes + start, end - start);
}

#define STRIP_METHOD(name, left, right)                          \
    BYTES_METHOD(name) {                                         \
        RECEIVER;                                                \
        return strip(thread, arguments, text, left, right);      \
    }
STRIP_METHOD(strip, true, true)
STRIP_METHOD(lstrip, true, false)
STRIP_METHOD(rstrip, false, true)

static Value partition(Thread *thread, const Value *arguments, View text, bool from_end) {
    View separator;
    Value self = arguments[0];
    if (value_has_type(self, &bytearray_type_template) && value_has_type(arguments[1], &memoryview_type_template)) { /* takes any */
        Value copy = memoryview_to_bytes(thread, arguments[1]);
        Value given[2] = {self, copy};
        Value result = value_is_absent(copy) ? copy : partition(thread, given, text, from_end);
        value_release(copy);
        return result;
    }
    if (!view_of(thread, arguments[1], &separator)) return VALUE_ABSENT;
    if (separator.length == 0) return raise_value_error(thread, "empty separator");
    size_t at = from_end ? bytes_find_last(text.bytes, text.length, separator.bytes, separator.length)
                         : bytes_find(text.bytes, text.length, separator.bytes, separator.length, 0);
    View parts[3] = {{text.bytes, at}, separator, {text.bytes, 0}};
    if (at != SIZE_MAX) {
        parts[2] = (View){text.bytes + at + separator.length, text.length - at - separator.length};
    } else {
        parts[0] = parts[1] = parts[2] = (View){"", 0};
        parts[from_end ? 2 : 0] = text;
    }
    Value result = tuple_new(thread, 3);
    if (value_is_absent(result)) return VALUE_ABSENT;
    for (int i = 0; i < 3; i++) {
        Value part = make_like(thread, self, parts[i].bytes, parts[i].length);
        if (value_is_absent(part)) {
            value_release(result);
            return VALUE_ABSENT;
        }
        value_tuple(result)->items[i] = part;
    }
    return result;
}

BYTES_METHOD(partition) {
    RECEIVER;
    return partition(thread, arguments, text, false);
}
BYTES_METHOD(rpartition) {
    RECEIVER;
    return partition(thread, arguments, text, true);
}

static bool append_piece(Thread *thread, Value self, List *list, const char *bytes, size_t length) {
    return list_append_owned(thread, list, make_like(thread, self, bytes, length));
}

static bool split_forward(Thread *thread, Value self, View text, View separator, int64_t limit, List *list) {
    size_t done = 0;
    if (separator.bytes) {
        size_t at;
        while (limit-- != 0 && (at = bytes_find(text.bytes, text.length, separator.bytes, separator.length, done)) != SIZE_MAX) {
            if (!append_piece(thread, self, list, text.bytes + done, at - done)) return false;
            done = at + separator.length;
        }
        return append_piece(thread, self, list, text.bytes + done, text.length - done);
    }
    for (;;) {
        while (done < text.length && is_blank((unsigned char)text.bytes[done])) done++;
        if (done == text.length) return true;
        size_t end = done;
        if (limit-- == 0) return append_piece(thread, self, list, text.bytes + done, text.length - done);
        while (end < text.length && !is_blank((unsigned char)text.bytes[end])) end++;
        if (!append_piece(thread, self, list, text.bytes + done, end - done)) return false;
        done = end;
    }
}

static bool split_backward(Thread *thread, Value self, View text, View separator, int64_t limit, List *list) {
    size_t end = text.length;
    if (separator.bytes) {
        size_t at;
        while (limit-- != 0 && (at = bytes_find_last(text.bytes, end, separator.bytes, separator.length)) != SIZE_MAX) {
            size_t start = at + separator.length;
            if (!append_piece(thread, self, list, text.bytes + start, end - start)) return false;
            end = at;
        }
        return append_piece(thread, self, list, text.bytes, end);
    }
    for (;;) {
        while (end > 0 && is_blank((unsigned char)text.bytes[end - 1])) end--;
        if (end == 0) return true;
        size_t start = end;
        if (limit-- == 0) return append_piece(thread, self, list, text.bytes, end);
        while (start > 0 && !is_blank((unsigned char)text.bytes[start - 1])) start--;
        if (!append_piece(thread, self, list, text.bytes + start, end - start)) return false;
        end = start;
    }
}

static Value split(Thread *thread, const Value *arguments, View text, bool from_end) {
    View separator = {NULL, 0};
    int64_t limit;
    if (!value_to_count(thread, arguments[2], &limit) || !view_of(thread, arguments[0], &text)) return VALUE_ABSENT;
    if (!is_missing(arguments[1])) {
        if (!view_of(thread, arguments[1], &separator)) return VALUE_ABSENT;
        if (separator.length == 0) return raise_value_error(thread, "empty separator");
    }
    Value list = list_new(thread);
    if (value_is_absent(list)) return VALUE_ABSENT;
    bool done = (from_end ? split_backward : split_forward)(thread, arguments[0], text, separator, limit, value_list(list));
    if (!done) {
        value_release(list);
        return VALUE_ABSENT;
    }
    if (from_end) list_reverse(value_list(list));
    return list;
}

BYTES_METHOD(split) {
    RECEIVER;
    return split(thread, arguments, text, false);
}
BYTES_METHOD(rsplit) {
    RECEIVER;
    return split(thread, arguments, text, true);
}

BYTES_METHOD(splitlines) {
    RECEIVER;
    int64_t keep;
    if (!value_to_c_int(thread, arguments[1], &keep) || !view_of(thread, self, &text)) return VALUE_ABSENT;
    Value list = list_new(thread);
    if (value_is_absent(list)) return VALUE_ABSENT;
    for (size_t start = 0; start < text.length;) {
        size_t end = start;
        while (end < text.length && text.bytes[end] != '\n' && text.bytes[end] != '\r') end++;
        size_t next = end < text.length ? end + 1 : end;
        if (next < text.length && text.bytes[end] == '\r' && text.bytes[next] == '\n') next++;
        if (!append_piece(thread, self, value_list(list), text.bytes + start, (keep ? next : end) - start)) {
            value_release(list);
            return VALUE_ABSENT;
        }
        start = next;
    }
    return list;
}

BYTES_METHOD(join) {
    RECEIVER;
    Value sequence = sequence_fast(thread, arguments[1], "can only join an iterable");
    if (value_is_absent(sequence)) return VALUE_ABSENT;
    if (!view_of(thread, self, &text)) {
        value_release(sequence);
        return VALUE_ABSENT;
    }
    TextBuffer result = TEXT_BUFFER_EMPTY;
    for (size_t i = 0; i < sequence_fast_count(sequence); i++) {
        Value item = sequence_fast_items(sequence)[i];
        View part;
        if (!buffer_of(thread, item, &part.bytes, &part.length)) {
            if (!exception_is_set(thread))
                raise_type_error(thread, "sequence item %zu: expected a bytes-like object, %s found", i, value_type_name(thread, item));
            text_release(&result);
            value_release(sequence);
            return VALUE_ABSENT;
        }
        if (i) text_append_bytes(&result, text.bytes, text.length);
        text_append_bytes(&result, part.bytes, part.length);
    }
    value_release(sequence);
    return make_from_text(thread, self, &result);
}

/* ---- case and classes ---- */

static Value map_bytes(Thread *thread, Value self, View text, char (*map)(char, bool *)) {
    TextBuffer result = TEXT_BUFFER_EMPTY;
    bool inside = false;
    text_reserve(&result, text.length);
    for (size_t i = 0; i < text.length; i++) text_append_char(&result, map(text.bytes[i], &inside));
    return make_from_text(thread, self, &result);
}

static bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
static bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
static bool is_letter(char c) { return is_lower(c) || is_upper(c); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_alphanumeric(char c) { return is_letter(c) || is_digit(c); }
static bool is_space(char c) { return is_blank((unsigned char)c); }
static bool is_ascii(char c) { return (unsigned char)c < 0x80; }
static char to_upper(char c, bool *inside) {
    (void)inside;
    return is_lower(c) ? (char)(c - 32) : c;
}
static char to_lower(char c, bool *inside) {
    (void)inside;
    return is_upper(c) ? (char)(c + 32) : c;
}
static char swap_case(char c, bool *inside) {
    (void)inside;
    return is_letter(c) ? (char)(c ^ 32) : c;
}
static char to_title(char c, bool *inside) {
    char mapped = *inside ? to_lower(c, inside) : to_upper(c, inside);
    *inside = is_letter(c);
    return mapped;
}
static char to_capital(char c, bool *inside) {
    char mapped = *inside ? to_lower(c, inside) : to_upper(c, inside);
    *inside = true;
    return mapped;
}

#define CASE_METHODS(X) X(upper, to_upper) X(lower, to_lower) X(swapcase, swap_case) X(title, to_title) X(capitalize, to_capital)
#define X(name, map)                                       \
    BYTES_METHOD(name) {                                   \
        RECEIVER;                                          \
        return map_bytes(thread, self, text, map);         \
    }
CASE_METHODS(X)
#undef X

static bool every_byte(View text, bool (*holds)(char)) {
    for (size_t i = 0; i < text.length; i++)
        if (!holds(text.bytes[i])) return false;
    return true;
}

#define CLASS_METHODS(X)                                                                                     \
    X(isalpha, is_letter) X(isdigit, is_digit) X(isalnum, is_alphanumeric) X(isspace, is_space)
#define X(name, holds)                                                           \
    BYTES_METHOD(name) {                                                         \
        RECEIVER;                                                                \
        return value_from_bool(text.length && every_byte(text, holds));          \
    }
CLASS_METHODS(X)
#undef X

BYTES_METHOD(isascii) {
    RECEIVER;
    return value_from_bool(every_byte(text, is_ascii));
}

static bool one_case(View text, bool (*wanted)(char), bool (*other)(char)) {
    bool found = false;
    for (size_t i = 0; i < text.length; i++) {
        if (other(text.bytes[i])) return false;
        found = found || wanted(text.bytes[i]);
    }
    return found;
}
BYTES_METHOD(isupper) {
    RECEIVER;
    return value_from_bool(one_case(text, is_upper, is_lower));
}
BYTES_METHOD(islower) {
    RECEIVER;
    return value_from_bool(one_case(text, is_lower, is_upper));
}
BYTES_METHOD(istitle) {
    RECEIVER;
    bool found = false, inside = false;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.bytes[i];
        if (is_upper(c) ? inside : is_lower(c) && !inside) return VALUE_FALSE;
        inside = is_letter(c);
        found = found || inside;
    }
    return value_from_bool(found);
}

/* ---- layout ---- */

static Value pad(Thread *thread, Value self, View text, int64_t width, char fill, char how) {
    if (width <= (int64_t)text.length) return same(thread, self, text);
    size_t missing = (size_t)width - text.length, left = how == '>' ? missing : 0;
    if (how == '^') left = missing / 2 + (missing & (size_t)width & 1);
    TextBuffer result = TEXT_BUFFER_EMPTY;
    text_append_repeated(&result, fill, left);
    text_append_bytes(&result, text.bytes, text.length);
    text_append_repeated(&result, fill, missing - left);
    return make_from_text(thread, self, &result);
}

static Value align(Thread *thread, const char *method, const Value *arguments, View text, char how) {
    int64_t width;
    View fill;
    if (!value_to_count(thread, arguments[1], &width) || !view_of(thread, arguments[0], &text)) return VALUE_ABSENT;
    if (value_is_absent(arguments[2])) return pad(thread, arguments[0], text, width, ' ', how);
    if (!buffer_of(thread, arguments[2], &fill.bytes, &fill.length) || fill.length != 1)
        return raise_type_error(thread, "%s() argument 2 must be a byte string of length 1, not %s", method,
                                value_type_name(thread, arguments[2]));
    return pad(thread, arguments[0], text, width, *fill.bytes, how);
}

#define ALIGN_METHODS(X) X(center, '^') X(ljust, '<') X(rjust, '>')
#define X(name, how)                                               \
    BYTES_METHOD(name) {                                           \
        RECEIVER;                                                  \
        (void)self;                                                \
        return align(thread, #name, arguments, text, how);         \
    }
ALIGN_METHODS(X)
#undef X

BYTES_METHOD(zfill) {
    RECEIVER;
    int64_t width;
    if (!value_to_count(thread, arguments[1], &width) || !view_of(thread, arguments[0], &text)) return VALUE_ABSENT;
    if (width <= (int64_t)text.length) return same(thread, self, text);
    bool has_sign = text.length && (*text.bytes == '+' || *text.bytes == '-');
    TextBuffer result = TEXT_BUFFER_EMPTY;
    if (has_sign) text_append_char(&result, *text.bytes);
    text_append_repeated(&result, '0', (size_t)width - text.length);
    text_append_bytes(&result, text.bytes + has_sign, text.length - has_sign);
    return make_from_text(thread, self, &result);
}

BYTES_METHOD(expandtabs) {
    RECEIVER;
    int64_t width, column = 0;
    if (!value_to_c_int(thread, arguments[1], &width) || !view_of(thread, arguments[0], &text)) return VALUE_ABSENT;
    TextBuffer result = TEXT_BUFFER_EMPTY;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.bytes[i];
        if (c == '\t') {
            int64_t blanks = width > 0 ? width - column % width : 0;
            text_append_repeated(&result, ' ', (size_t)blanks);
            column += blanks;
            continue;
        }
        text_append_char(&result, c);
        column = c == '\n' || c == '\r' ? 0 : column + 1;
    }
    return make_from_text(thread, self, &result);
}

BYTES_METHOD(translate) {
    RECEIVER;
    View table = {NULL, 0}, deleted = {NULL, 0};
    if (!is_missing(arguments[1])) {
        if (!view_of(thread, arguments[1], &table)) return VALUE_ABSENT;
        if (table.length != 256) return raise_value_error(thread, "translation table must be 256 characters long");
    }
    if (!value_is_absent(arguments[2]) && !view_of(thread, arguments[2], &deleted)) return VALUE_ABSENT;
    TextBuffer result = TEXT_BUFFER_EMPTY;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.bytes[i];
        if (deleted.length && memchr(deleted.bytes, c, deleted.length)) continue;
        text_append_char(&result, table.bytes ? table.bytes[(unsigned char)c] : c);
    }
    return make_from_text(thread, self, &result);
}

BYTES_METHOD(maketrans) {
    (void)native;
    View from, to;
    if (!view_of(thread, arguments[0], &from) || !view_of(thread, arguments[1], &to)) return VALUE_ABSENT;
    if (from.length != to.length) return raise_value_error(thread, "maketrans arguments must have same length");
    char table[256];
    for (int i = 0; i < 256; i++) table[i] = (char)i;
    for (size_t i = 0; i < from.length; i++) table[(unsigned char)from.bytes[i]] = to.bytes[i];
    return bytes_new(thread, table, sizeof table);
}

/* ---- decode, hex ---- */

BYTES_METHOD(decode) {
    RECEIVER;
    (void)self;
    if (!codec_arguments_check(thread, "decode", arguments)) return VALUE_ABSENT;
    if (!text.length) return value_retain(thread_builtins(thread)->empty_string); /* by any codec, known or not */
    return string_decode(thread, text.bytes, text.length, value_c_string(arguments[1]), value_c_string(arguments[2]));
}

Value bytes_hex(Thread *thread, const char *bytes, size_t length, Value separator, Value group) {
    char mark = '\0';
    bool has_mark = false;
    int64_t size = 1;
    if (!value_is_absent(group) && !value_to_c_int(thread, group, &size)) return VALUE_ABSENT;
    if (!value_is_absent(separator)) {
        View view;
        int64_t characters = value_length(thread, separator);
        if (characters < 0) return VALUE_ABSENT;
        if (characters != 1) return raise_value_error(thread, "sep must be length 1.");
        if (is_string(separator)) view = (View){value_string(separator)->bytes, value_string(separator)->length};
        else if (is_bytes(separator)) view_of(thread, separator, &view);
        else return raise_type_error(thread, "sep must be str or bytes.");
        if ((unsigned char)*view.bytes >= 0x80) return raise_value_error(thread, "sep must be ASCII.");
        mark = *view.bytes;
        has_mark = true;
    }
    size_t run = size < 0 ? (size_t)-size : (size_t)size;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    for (size_t i = 0; i < length; i++) {
        bool boundary = run && (size < 0 ? i % run == 0 : (length - i) % run == 0);
        if (has_mark && i && boundary) text_append_char(&text, mark);
        text_append_char(&text, "0123456789abcdef"[(unsigned char)bytes[i] >> 4]);
        text_append_char(&text, "0123456789abcdef"[(unsigned char)bytes[i] & 15]);
    }
    return string_from_text_buffer(thread, &text);
}

BYTES_METHOD(hex) {
    RECEIVER;
    (void)self;
    return bytes_hex(thread, text.bytes, text.length, arguments[1], arguments[2]);
}

BYTES_METHOD(fromhex) {
    (void)native;
    if (!is_string(arguments[1]))
        return raise_type_error(thread, "fromhex() argument must be str, not %s", argument_type_name(thread, arguments[1]));
    String *text = value_string(arguments[1]);
    TextBuffer bytes = TEXT_BUFFER_EMPTY;
    for (size_t i = 0; i < text->length; i++)
        if ((unsigned char)text->bytes[i] >= 0x80)
            return raise_value_error(thread, "non-hexadecimal number found in fromhex() arg at position %zu", i);
    for (size_t i = 0; i < text->length;) {
        if (is_blank((unsigned char)text->bytes[i])) {
            i++;
            continue;
        }
        size_t bad = isxdigit((unsigned char)text->bytes[i]) ? i + 1 : i;
        if (bad == i || !isxdigit((unsigned char)text->bytes[i + 1])) {
            text_release(&bytes);
            return raise_value_error(thread, "non-hexadecimal number found in fromhex() arg at position %zu",
                                     string_index_of_offset(text, bad));
        }
        char pair[3] = {text->bytes[i], text->bytes[i + 1], '\0'};
        text_append_char(&bytes, (char)strtol(pair, NULL, 16));
        i += 2;
    }
    const Type *type = (const Type *)arguments[0].object;
    bool is_array = false;
    for (const Type *t = type; t; t = t->base) is_array = is_array || t->origin == &bytearray_type_template;
    Value plain = bytes.failed ? raise_no_memory(thread)
                  : is_array   ? bytearray_new(thread, text_string(&bytes), bytes.length)
                               : bytes_new(thread, text_string(&bytes), bytes.length);
    text_release(&bytes);
    if (value_is_absent(plain) || type->origin == &bytes_type_template || type->origin == &bytearray_type_template) return plain;
    Value instance = value_call_one(thread, arguments[0], plain);
    value_release(plain);
    return instance;
}

BYTES_METHOD(getnewargs) {
    RECEIVER;
    (void)self;
    Value plain = bytes_new(thread, text.bytes, text.length);
    if (value_is_absent(plain)) return VALUE_ABSENT;
    Value result = tuple_from_values(thread, &plain, 1);
    value_release(plain);
    return result;
}

BYTES_METHOD(bytes) {
    RECEIVER;
    return same(thread, self, text);
}

const NativeEntry bytes_methods[] = {
    BUFFER_METHOD_TABLE(BUFFER_METHOD_ROW)
    {"__getnewargs__", "($self, /)", NULL, bytes_method_getnewargs, NULL, 0},
    {"__bytes__", "($self, /)", "The value as plain bytes, also if it is of a class derived from them.", bytes_method_bytes, NULL, 0},
    {0}};
