/* re.Match: where a pattern and its groups were found. */
#include "kernel/library/regex/regex.h"

#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/core/gc.h"
#include "kernel/objects/number/int.h"
#include "kernel/objects/text/string.h"
#include "kernel/objects/core/value_support.h"

#include <string.h>

Value match_new(Thread *thread, Pattern *pattern, const RegexSubject *subject, const size_t *offsets) {
    size_t count = regex_offset_count(pattern);
    Match *match = object_new_sized(thread, type_from_template(thread, &match_type), sizeof *match + count * sizeof *offsets);
    if (!match) return VALUE_ABSENT;
    match->pattern = object_retain(pattern);
    match->subject = value_retain(subject->value);
    match->holder = value_retain(subject->holder);
    match->position = subject->position;
    match->end_position = subject->end_position;
    match->group_count = count / 2;
    match->is_ascii = subject->is_ascii;
    match->is_text = subject->is_text;
    memcpy(match->offsets, offsets, count * sizeof *offsets);
    return value_from_object(match);
}

Value regex_part(Thread *thread, Value holder, size_t start, size_t stop) {
    if (!value_is_string(holder)) {
        Bytes *bytes = (Bytes *)holder.object;
        if (start == 0 && stop == bytes->length && value_is_instance_of_exactly(holder, thread_builtins(thread)->type_bytes))
            return value_retain(holder);
        return bytes_new(thread, bytes->bytes + start, stop - start);
    }
    String *string = value_string(holder);
    if (start == 0 && stop == string->length && value_is_exact_string(holder)) return value_retain(holder);
    if (string->is_ascii) return string_new_ascii(thread, string->bytes + start, stop - start);
    return string_new(thread, string->bytes + start, stop - start);
}

Value match_group(Thread *thread, const Match *match, size_t group, Value missing) {
    size_t start = match->offsets[2 * group], stop = match->offsets[2 * group + 1];
    if (start == SIZE_MAX) return value_retain(missing);
    const char *bytes;
    size_t length;
    if (!match->is_text && !value_is(match->subject, match->holder)) { /* a buffer shows what it holds now */
        if (!value_buffer(thread, match->subject, &bytes, &length)) return VALUE_ABSENT;
        if (stop > length) stop = length;
        return bytes_new(thread, bytes + (start < stop ? start : stop), start < stop ? stop - start : 0);
    }
    /* \K aside, which Python does not have, a lookbehind's group still ends behind its start. */
    return regex_part(thread, match->holder, start, stop < start ? start : stop);
}

int64_t match_group_index(Thread *thread, const Match *match, Value key) {
    int64_t index = -1;
    if (value_is_int(key)) {
        if (!int_fits_int64(key, &index)) index = -1;
    } else if (value_is_string(key)) {
        Value number = dict_get(thread, value_dict(match->pattern->tree.names), key);
        if (!value_is_absent(number)) index = number.integer;
    } else {
        Value number = value_index(thread, key);
        if (value_is_absent(number)) exception_clear(thread);
        else if (!int_fits_int64(number, &index)) index = -1;
        value_release(number);
    }
    if (index >= 0 && (uint64_t)index < match->group_count) return index;
    raise_index_error(thread, "no such group");
    return -1;
}

static int64_t character_index(const Match *match, size_t offset) {
    if (offset == SIZE_MAX) return -1;
    return (int64_t)(match->is_ascii || !match->is_text ? offset : string_index_of_offset(value_string(match->holder), offset));
}

static const Match *match_of(const Value *arguments) { return (const Match *)arguments[0].object; }

NATIVE(match_group_method) {
    (void)native;
    const Match *match = match_of(arguments);
    const Tuple *keys = value_tuple(arguments[1]);
    if (keys->count == 0) return match_group(thread, match, 0, VALUE_NONE);
    Value result = keys->count > 1 ? tuple_new(thread, keys->count) : VALUE_NONE;
    if (value_is_absent(result)) return result;
    for (size_t i = 0; i < keys->count; i++) {
        int64_t index = match_group_index(thread, match, keys->items[i]);
        Value group = index < 0 ? VALUE_ABSENT : match_group(thread, match, (size_t)index, VALUE_NONE);
        if (keys->count == 1) return group;
        if (value_is_absent(group)) {
            value_release(result);
            return VALUE_ABSENT;
        }
        value_tuple(result)->items[i] = group;
    }
    return result;
}

static Value match_get_item(Thread *thread, Value self, Value key) {
    const Match *match = (const Match *)self.object;
    int64_t index = match_group_index(thread, match, key);
    return index < 0 ? VALUE_ABSENT : match_group(thread, match, (size_t)index, VALUE_NONE);
}

NATIVE(match_groups) {
    (void)native;
    const Match *match = match_of(arguments);
    Value result = tuple_new(thread, match->group_count - 1);
    for (size_t i = 1; !value_is_absent(result) && i < match->group_count; i++) {
        Value group = match_group(thread, match, i, arguments[1]);
        if (value_is_absent(group)) {
            value_release(result);
            return group;
        }
        value_tuple(result)->items[i - 1] = group;
    }
    return result;
}

NATIVE(match_group_dict) {
    (void)native;
    const Match *match = match_of(arguments);
    Value result = dict_new(thread), name, number;
    Dict *names = value_dict(match->pattern->tree.names);
    for (size_t at = 0; !value_is_absent(result) && dict_next(names, &at, &name, &number);) {
        Value group = match_group(thread, match, (size_t)number.integer, arguments[1]);
        bool done = !value_is_absent(group) && dict_set(thread, value_dict(result), name, group);
        value_release(group);
        if (!done) {
            value_release(result);
            return VALUE_ABSENT;
        }
    }
    return result;
}

static Value span_of(Thread *thread, const Match *match, size_t group) {
    Value ends[2] = {value_from_int(character_index(match, match->offsets[2 * group])),
                     value_from_int(character_index(match, match->offsets[2 * group + 1]))};
    return tuple_from_values(thread, ends, 2);
}

NATIVE(match_start) {
    (void)native;
    int64_t index = match_group_index(thread, match_of(arguments), arguments[1]);
    return index < 0 ? VALUE_ABSENT : value_from_int(character_index(match_of(arguments), match_of(arguments)->offsets[2 * index]));
}
NATIVE(match_end) {
    (void)native;
    int64_t index = match_group_index(thread, match_of(arguments), arguments[1]);
    return index < 0 ? VALUE_ABSENT : value_from_int(character_index(match_of(arguments), match_of(arguments)->offsets[2 * index + 1]));
}
NATIVE(match_span) {
    (void)native;
    int64_t index = match_group_index(thread, match_of(arguments), arguments[1]);
    return index < 0 ? VALUE_ABSENT : span_of(thread, match_of(arguments), (size_t)index);
}
NATIVE(match_expand) {
    (void)native;
    return regex_expand(thread, match_of(arguments), arguments[1]);
}
NATIVE(match_copy) {
    NATIVE_UNUSED;
    return value_retain(arguments[0]);
}

/* The group that was closed last. Without a repetition around both, that is the one whose bracket closes later in the
 * pattern; inside one, the one that ends further on in the subject. */
static int64_t last_group(const Match *match) {
    const RegexGroup *groups = match->pattern->tree.groups;
    size_t last = 0;
    for (size_t i = 1; i < match->group_count; i++) {
        if (match->offsets[2 * i] == SIZE_MAX) continue;
        bool later = !last || groups[i].close_order > groups[last].close_order;
        if (last && groups[i].loop && groups[i].loop == groups[last].loop && match->offsets[2 * i + 1] != match->offsets[2 * last + 1])
            later = match->offsets[2 * i + 1] > match->offsets[2 * last + 1];
        if (later) last = i;
    }
    return (int64_t)last;
}

static Value match_get_last_index(Thread *thread, Value self) {
    (void)thread;
    int64_t last = last_group((const Match *)self.object);
    return last ? value_from_int(last) : VALUE_NONE;
}
static Value match_get_last_group(Thread *thread, Value self) {
    (void)thread;
    const Match *match = (const Match *)self.object;
    int64_t last = last_group(match);
    Value name, number;
    for (size_t at = 0; last && dict_next(value_dict(match->pattern->tree.names), &at, &name, &number);)
        if (number.integer == last) return value_retain(name);
    return VALUE_NONE;
}
static Value match_get_position(Thread *thread, Value self) {
    (void)thread;
    return value_from_int(((const Match *)self.object)->position);
}
static Value match_get_end_position(Thread *thread, Value self) {
    (void)thread;
    return value_from_int(((const Match *)self.object)->end_position);
}
static Value match_get_pattern(Thread *thread, Value self) {
    (void)thread;
    return value_from_object(object_retain(((const Match *)self.object)->pattern));
}
static Value match_get_string(Thread *thread, Value self) {
    (void)thread;
    return value_retain(((const Match *)self.object)->subject);
}
static Value match_get_spans(Thread *thread, Value self) {
    const Match *match = (const Match *)self.object;
    Value result = tuple_new(thread, match->group_count);
    for (size_t i = 0; !value_is_absent(result) && i < match->group_count; i++) {
        Value span = span_of(thread, match, i);
        if (value_is_absent(span)) {
            value_release(result);
            return span;
        }
        value_tuple(result)->items[i] = span;
    }
    return result;
}

static Value match_repr(Thread *thread, Value self) {
    const Match *match = (const Match *)self.object;
    Value text = match_group(thread, match, 0, VALUE_NONE);
    Value shown = value_is_absent(text) ? text : value_repr(thread, text), result = VALUE_ABSENT;
    if (!value_is_absent(shown)) {
        String *string = value_string(shown);
        int length = (int)(string->count > 50 ? string_byte_offset(string, 50) : string->length);
        result = string_format(thread, "<re.Match object; span=(%lld, %lld), match=%.*s>",
                               (long long)character_index(match, match->offsets[0]),
                               (long long)character_index(match, match->offsets[1]), length, string->bytes);
    }
    value_release(shown);
    value_release(text);
    return result;
}

static bool match_visit(Object *self, Visit *visit, void *context) {
    const Match *match = (const Match *)self;
    return visit_object(match->pattern, visit, context) && visit_value(match->subject, visit, context) &&
           visit_value(match->holder, visit, context);
}
static void match_destroy(Object *self) {
    Match *match = (Match *)self;
    object_clear(&match->pattern);
    value_clear(&match->subject);
    value_clear(&match->holder);
}

static const NativeEntry match_methods[] = {
    {"group", "($self, /, *groups)", "The text of one group or, of several, a tuple. Group 0 is the whole match.",
     match_group_method, NULL, 0},
    {"groups", "($self, /, default=None)", "The texts of all groups; `default` for those that took no part.", match_groups, NULL, 0},
    {"groupdict", "($self, /, default=None)", "The named groups by name; `default` for those that took no part.",
     match_group_dict, NULL, 0},
    {"start", "($self, group=0, /)", "The index where the group begins, -1 when it took no part.", match_start, NULL, 0},
    {"end", "($self, group=0, /)", "The index behind the group, -1 when it took no part.", match_end, NULL, 0},
    {"span", "($self, group=0, /)", "The pair (start, end) of the group.", match_span, NULL, 0},
    {"expand", "($self, /, template)", "The template with its escapes and group references replaced, as sub() does.",
     match_expand, NULL, 0},
    {"__copy__", "($self, /)", NULL, match_copy, NULL, 0},
    {"__deepcopy__", "($self, memo, /)", NULL, match_copy, NULL, 0},
    {"__class_getitem__", "($type, item, /)", "The type with parameters: name[...].", class_get_item, NULL, NATIVE_CLASS},
    {0},
};

static const PropertyEntry match_properties[] = {
    {"lastindex", match_get_last_index, NULL, "The number of the group that was closed last."},
    {"lastgroup", match_get_last_group, NULL, "The name of the group that was closed last."},
    {"pos", match_get_position, NULL, "Where the search began."},
    {"endpos", match_get_end_position, NULL, "Where the search had to end."},
    {"re", match_get_pattern, NULL, "The pattern."},
    {"string", match_get_string, NULL, "What was searched."},
    {"regs", match_get_spans, NULL, NULL},
    {0},
};

const Type match_type = {
    .name = "re.Match",
    .documentation = "What a search found: the match and its groups.",
    .flags = TYPE_COLLECTED | TYPE_IMMUTABLE | TYPE_NO_CREATE,
    .instance_size = sizeof(Match),
    .destroy = match_destroy,
    .visit = match_visit,
    .clear = match_destroy,
    .repr = match_repr,
    .get_item = match_get_item,
    .methods = match_methods,
    .properties = match_properties,
};
