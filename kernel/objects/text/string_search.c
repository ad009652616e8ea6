/* Finding text in text: find, index, count, replace, startswith, partition, strip and the like. */
#include "config.h"

#include "kernel/objects/text/string_private.h"
#include "kernel/objects/text/unicode.h"

#include "base/utf8.h"

#include <string.h>

size_t bytes_find(const char *text, size_t length, const char *needle, size_t needle_length, size_t start) {
    if (start > length || needle_length > length - start) return SIZE_MAX;
    if (needle_length == 0) return start;
    const char *at = text + start, *found;
    if (needle_length == 1) {
        found = memchr(at, *needle, length - start);
        return found ? (size_t)(found - text) : SIZE_MAX;
    }
    /* memmem prepares a table for every call: not worth it unless the first character is all over the text. */
    const char *end = text + length - needle_length + 1;
    for (int tries = 0; tries < 20; tries++) {
        at = memchr(at, *needle, (size_t)(end - at));
        if (!at) return SIZE_MAX;
        if (at[1] == needle[1] && !memcmp(at, needle, needle_length)) return (size_t)(at - text);
        if (++at == end) return SIZE_MAX;
    }
    found = memmem(at, (size_t)(text + length - at), needle, needle_length);
    return found ? (size_t)(found - text) : SIZE_MAX;
}

size_t bytes_find_last(const char *text, size_t length, const char *needle, size_t needle_length) {
    if (needle_length > length) return SIZE_MAX;
    if (needle_length == 0) return length;
    size_t end = length - needle_length + 1;
    while (end > 0) {
        const char *found = memrchr(text, *needle, end);
        if (!found) return SIZE_MAX;
        if (!memcmp(found, needle, needle_length)) return (size_t)(found - text);
        end = (size_t)(found - text);
    }
    return SIZE_MAX;
}

String *string_argument(Thread *thread, const char *method, int position, Value value) {
    if (is_string(value)) return value_string(value);
    if (position) raise_type_error(thread, "%s() argument %d must be str, not %s", method, position, argument_type_name(thread, value));
    else raise_type_error(thread, "%s() argument must be str, not %s", method, argument_type_name(thread, value));
    return NULL;
}

/* ---- find and its kin ---- */

typedef struct Search {
    String *text, *part;
    size_t start, end; /* bytes; start > end: nothing is found, not even an empty part */
} Search;

static bool prepare_search(Thread *thread, const Value *arguments, Search *search) {
    int64_t first, last;
    search->text = value_string(arguments[0]);
    bool all = is_missing(arguments[2]) && is_missing(arguments[3]);
    if (!all && !sequence_bounds(thread, arguments[2], arguments[3], (int64_t)search->text->count, &first, &last)) return false;
    if (!is_string(arguments[1])) return raise_type_error(thread, "must be str, not %s", value_type_name(thread, arguments[1])), false;
    search->part = value_string(arguments[1]);
    if (all) {
        search->start = 0;
        search->end = search->text->length;
        return true;
    }
    search->start = 1;
    search->end = 0;
    if (first > (int64_t)search->text->count || first > last) return true;
    search->start = string_byte_offset(search->text, (size_t)first);
    search->end = string_byte_offset(search->text, (size_t)last);
    return true;
}

static int64_t find_first(const Search *search) {
    if (search->start > search->end) return -1;
    size_t at = bytes_find(search->text->bytes, search->end, search->part->bytes, search->part->length, search->start);
    return at == SIZE_MAX ? -1 : (int64_t)string_index_of_offset(search->text, at);
}

static int64_t find_last(const Search *search) {
    if (search->start > search->end) return -1;
    size_t at = bytes_find_last(search->text->bytes + search->start, search->end - search->start, search->part->bytes,
                                search->part->length);
    return at == SIZE_MAX ? -1 : (int64_t)string_index_of_offset(search->text, search->start + at);
}

#define FIND_METHOD(name, search_function, required)                                                   \
    Value string_method_##name(Thread *thread, const Native *native, const Value *arguments) {         \
        (void)native;                                                                                  \
        Search search;                                                                                 \
        if (!prepare_search(thread, arguments, &search)) return VALUE_ABSENT;                          \
        int64_t index = search_function(&search);                                                      \
        if (required && index < 0) return raise_value_error(thread, "substring not found");            \
        return value_from_int(index);                                                                  \
    }
FIND_METHOD(find, find_first, false)
FIND_METHOD(index, find_first, true)
FIND_METHOD(rfind, find_last, false)
FIND_METHOD(rindex, find_last, true)

Value string_method_count(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    Search search;
    if (!prepare_search(thread, arguments, &search)) return VALUE_ABSENT;
    if (search.start > search.end) return value_from_int(0);
    if (search.part->length == 0)
        return value_from_int((int64_t)utf8_count(search.text->bytes + search.start, search.end - search.start) + 1);
    int64_t count = 0;
    for (size_t at = search.start;
         (at = bytes_find(search.text->bytes, search.end, search.part->bytes, search.part->length, at)) != SIZE_MAX;
         at += search.part->length)
        count++;
    return value_from_int(count);
}

/* ---- startswith, endswith ---- */

static bool affix_matches(const Search *bounds, Value affix, bool at_end) {
    const String *part = value_string(affix);
    if (bounds->start > bounds->end || part->length > bounds->end - bounds->start) return 0;
    size_t at = at_end ? bounds->end - part->length : bounds->start;
    return !memcmp(bounds->text->bytes + at, part->bytes, part->length);
}

static Value match_affix(Thread *thread, const char *method, const Value *arguments, bool at_end) {
    Search bounds;
    Value empty[4] = {arguments[0], thread_builtins(thread)->empty_string, arguments[2], arguments[3]};
    Value affix = arguments[1];
    if (!prepare_search(thread, empty, &bounds)) return VALUE_ABSENT;
    if (!is_string(affix) && !is_tuple(affix))
        return raise_type_error(thread, "%s first arg must be str or a tuple of str, not %s", method,
                                value_type_name(thread, affix));
    if (is_string(affix)) return value_from_bool(affix_matches(&bounds, affix, at_end));
    const Tuple *affixes = value_tuple(affix);
    for (size_t i = 0; i < affixes->count; i++) {
        if (!is_string(affixes->items[i]))
            return raise_type_error(thread, "tuple for %s must only contain str, not %s", method,
                                    value_type_name(thread, affixes->items[i]));
        if (affix_matches(&bounds, affixes->items[i], at_end)) return VALUE_TRUE;
    }
    return VALUE_FALSE;
}

Value string_method_startswith(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    return match_affix(thread, "startswith", arguments, false);
}

Value string_method_endswith(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    return match_affix(thread, "endswith", arguments, true);
}

Value string_plain(Thread *thread, Value self) {
    if (!(self.object->type->flags & TYPE_HEAP)) return value_retain(self);
    return string_new(thread, value_string(self)->bytes, value_string(self)->length);
}

Value string_method_removeprefix(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    String *text = value_string(arguments[0]), *prefix = string_argument(thread, "removeprefix", 0, arguments[1]);
    if (!prefix) return VALUE_ABSENT;
    if (prefix->length > text->length || memcmp(text->bytes, prefix->bytes, prefix->length))
        return string_substring(thread, text, 0, text->count);
    return string_substring(thread, text, prefix->count, text->count);
}

Value string_method_removesuffix(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    String *text = value_string(arguments[0]), *suffix = string_argument(thread, "removesuffix", 0, arguments[1]);
    if (!suffix) return VALUE_ABSENT;
    if (suffix->length > text->length ||
        memcmp(text->bytes + text->length - suffix->length, suffix->bytes, suffix->length))
        return string_substring(thread, text, 0, text->count);
    return string_substring(thread, text, 0, text->count - suffix->count);
}

/* ---- replace ---- */

static Value replace_empty(Thread *thread, const String *text, const String *with, int64_t limit) {
    TextBuffer result = TEXT_BUFFER_EMPTY;
    size_t at = 0, size;
    for (; limit != 0; limit--) {
        text_append_bytes(&result, with->bytes, with->length);
        if (at >= text->length) break;
        utf8_decode(text->bytes + at, text->length - at, &size);
        text_append_bytes(&result, text->bytes + at, size);
        at += size;
    }
    text_append_bytes(&result, text->bytes + at, text->length - at);
    return string_from_text_buffer(thread, &result);
}

Value string_method_replace(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    String *text = value_string(arguments[0]), *old = string_argument(thread, "replace", 1, arguments[1]);
    String *with = old ? string_argument(thread, "replace", 2, arguments[2]) : NULL;
    int64_t limit;
    if (!with || !value_to_count(thread, arguments[3], &limit)) return VALUE_ABSENT;
    if (limit == 0 || (old->length && string_equals(old, with))) return string_plain(thread, arguments[0]);
    if (old->length == 0) return replace_empty(thread, text, with, limit);
    size_t at = bytes_find(text->bytes, text->length, old->bytes, old->length, 0), done = 0;
    if (at == SIZE_MAX) return string_plain(thread, arguments[0]);
    /* Counted first: then the result is written where it stays. The first places are kept. */
    size_t places = 0, known[16];
    for (size_t found = at; found != SIZE_MAX && places != (uint64_t)limit; places++) {
        if (places < 16) known[places] = found;
        found = bytes_find(text->bytes, text->length, old->bytes, old->length, found + old->length);
    }
    size_t grown;
    if (__builtin_mul_overflow(places, with->length, &grown) || grown > PTRDIFF_MAX / 2) return raise_no_memory(thread);
    bool is_ascii = text->is_ascii && with->is_ascii;
    String *result = string_new_text(thread, text->length - places * old->length + grown, is_ascii);
    if (!result) return VALUE_ABSENT;
    char *to = result->bytes;
    for (size_t i = 0; i < places; i++) {
        at = i < 16 ? known[i] : bytes_find(text->bytes, text->length, old->bytes, old->length, done);
        memcpy(to, text->bytes + done, at - done);
        to += at - done;
        memcpy(to, with->bytes, with->length);
        to += with->length;
        done = at + old->length;
    }
    memcpy(to, text->bytes + done, text->length - done);
    return is_ascii ? value_from_object(result) : string_finish(result);
}

/* ---- strip ---- */

static inline bool is_stripped(const String *characters, const char *bytes, size_t size) {
    if (!characters && (unsigned char)*bytes < 0x80)
        return *bytes == ' ' || (*bytes >= '\t' && *bytes <= '\r') || (*bytes >= 0x1C && *bytes <= 0x1F);
    if (characters) return bytes_find(characters->bytes, characters->length, bytes, size, 0) != SIZE_MAX;
    size_t decoded;
    return unicode_is_space(utf8_decode(bytes, size, &decoded));
}

static Value strip(Thread *thread, const char *method, const Value *arguments, bool left, bool right) {
    String *text = value_string(arguments[0]);
    const String *characters = NULL;
    if (!is_missing(arguments[1])) {
        if (!is_string(arguments[1])) return raise_type_error(thread, "%s arg must be None or str", method);
        characters = value_string(arguments[1]);
    }
    size_t start = 0, end = text->length, size, skipped_left = 0, skipped_right = 0;
    while (left && start < end) {
        size = 1;
        if ((unsigned char)text->bytes[start] >= 0x80) utf8_decode(text->bytes + start, end - start, &size);
        if (!is_stripped(characters, text->bytes + start, size)) break;
        start += size;
        skipped_left++;
    }
    while (right && end > start) {
        size_t last = end - 1;
        while (last > start && ((unsigned char)text->bytes[last] & 0xC0) == 0x80) last--;
        if (!is_stripped(characters, text->bytes + last, end - last)) break;
        end = last;
        skipped_right++;
    }
    if (!skipped_left && !skipped_right) return string_plain(thread, arguments[0]);
    return text->is_ascii ? string_new_ascii(thread, text->bytes + start, end - start)
                          : string_new(thread, text->bytes + start, end - start);
}

#define STRIP_METHOD(name, left, right)                                                            \
    Value string_method_##name(Thread *thread, const Native *native, const Value *arguments) {     \
        (void)native;                                                                              \
        return strip(thread, #name, arguments, left, right);                                       \
    }
STRIP_METHOD(strip, true, true)
STRIP_METHOD(lstrip, true, false)
STRIP_METHOD(rstrip, false, true)

/* ---- partition ---- */

static Value triple(Thread *thread, Value first, Value second, Value third) {
    Value result = VALUE_ABSENT;
    if (!value_is_absent(first) && !value_is_absent(second) && !value_is_absent(third)) result = tuple_new(thread, 3);
    if (value_is_absent(result)) {
        value_release(first);
        value_release(second);
        value_release(third);
        return VALUE_ABSENT;
    }
    value_tuple(result)->items[0] = first;
    value_tuple(result)->items[1] = second;
    value_tuple(result)->items[2] = third;
    return result;
}

static Value partition(Thread *thread, const Value *arguments, bool from_end) {
    String *text = value_string(arguments[0]);
    if (!is_string(arguments[1])) return raise_type_error(thread, "must be str, not %s", value_type_name(thread, arguments[1]));
    const String *separator = value_string(arguments[1]);
    if (separator->length == 0) return raise_value_error(thread, "empty separator");
    size_t at = from_end ? bytes_find_last(text->bytes, text->length, separator->bytes, separator->length)
                         : bytes_find(text->bytes, text->length, separator->bytes, separator->length, 0);
    Value empty = thread_builtins(thread)->empty_string;
    if (at == SIZE_MAX) {
        Value whole = string_plain(thread, arguments[0]);
        return from_end ? triple(thread, value_retain(empty), value_retain(empty), whole)
                        : triple(thread, whole, value_retain(empty), value_retain(empty));
    }
    size_t after = at + separator->length;
    Value (*make)(Thread *, const char *, size_t) = text->is_ascii ? string_new_ascii : string_new;
    return triple(thread, make(thread, text->bytes, at), string_plain(thread, arguments[1]),
                  make(thread, text->bytes + after, text->length - after));
}

Value string_method_partition(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    return partition(thread, arguments, false);
}

Value string_method_rpartition(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    return partition(thread, arguments, true);
}
