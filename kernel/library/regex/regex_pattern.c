/* re.Pattern: a compiled regular expression and its methods. */
#include "kernel/library/regex/regex.h"

#include "base/memory.h"
#include "kernel/objects/descriptor/descriptor.h"
#include "kernel/objects/core/gc.h"
#include "kernel/objects/text/string.h"
#include "kernel/objects/core/value_support.h"

#include <string.h>

Value pattern_new(Thread *thread, Value text, uint32_t flags) {
    Pattern *pattern = object_new(thread, type_from_template(thread, &pattern_type));
    if (!pattern) return VALUE_ABSENT;
    pattern->pattern = value_retain(text);
    pattern->tree.names = VALUE_ABSENT;
    Value result = value_from_object(pattern);
    if (regex_parse(thread, text, flags, &pattern->tree) && regex_check(thread, pattern)) {
        pattern->flags = pattern->tree.flags;
        return result;
    }
    value_release(result);
    return VALUE_ABSENT;
}

/* ---- what is searched ---- */
static bool open_text(Value value, RegexSubject *subject) {
    String *string = value_string(value);
    subject->holder = value_retain(value);
    subject->bytes = string->bytes;
    subject->length = string->length;
    subject->is_text = true;
    subject->is_ascii = string->is_ascii;
    return true;
}

static bool open_bytes(Thread *thread, Value value, RegexSubject *subject) {
    if (!value_buffer(thread, value, &subject->bytes, &subject->length)) {
        if (exception_matches(thread, thread_builtins(thread)->exception_TypeError)) {
            exception_clear(thread);
            raise_type_error(thread, "expected string or bytes-like object, got '%s'", value_type_name(thread, value));
        }
        return false;
    }
    if (!value_is_bytes(value) && !value_has_type(value, &memoryview_type_template)) {
        subject->lock = value_call_one(thread, value_from_object(thread_builtins(thread)->type_memoryview), value);
        if (value_is_absent(subject->lock)) return false;
    }
    /* What may change while a callout or a function runs is copied. */
    subject->holder = value_is_bytes(value) ? value_retain(value) : bytes_new(thread, subject->bytes, subject->length);
    if (value_is_absent(subject->holder)) return false;
    subject->bytes = ((Bytes *)subject->holder.object)->bytes;
    return true;
}

static int64_t clip(int64_t index, int64_t length) { return index < 0 ? 0 : index > length ? length : index; }

bool regex_subject_open(Thread *thread, const Pattern *pattern, Value value, int64_t position, int64_t end_position,
                        RegexSubject *subject) {
    *subject = (RegexSubject){.value = VALUE_ABSENT, .holder = VALUE_ABSENT, .lock = VALUE_ABSENT};
    if (!(value_is_string(value) ? open_text(value, subject) : open_bytes(thread, value, subject))) return false;
    subject->value = value_retain(value);
    if (subject->is_text != pattern->tree.is_text) {
        raise_type_error(thread, subject->is_text ? "cannot use a bytes pattern on a string-like object"
                                                  : "cannot use a string pattern on a bytes-like object");
        return false;
    }
    int64_t count = (int64_t)(subject->is_text ? value_string(value)->count : subject->length);
    subject->position = clip(position, count);
    subject->end_position = clip(end_position, count);
    bool direct = !subject->is_text || subject->is_ascii;
    subject->start = direct ? (size_t)subject->position : string_byte_offset(value_string(value), (size_t)subject->position);
    if (subject->end_position < count)
        subject->length = direct ? (size_t)subject->end_position : string_byte_offset(value_string(value), (size_t)subject->end_position);
    return true;
}

void regex_subject_close(RegexSubject *subject) {
    value_release(subject->value);
    value_release(subject->holder);
    value_release(subject->lock);
    memory_release(subject->units);
    subject->units = NULL;
}

static Pattern *pattern_of(const Value *arguments) { return (Pattern *)arguments[0].object; }

static bool bound(Thread *thread, Value value, int64_t *index) { return value_to_count(thread, value, index); }

/* Offsets of most patterns fit in here. */
enum { SMALL_OFFSETS = 32 };

static size_t *offsets_open(Thread *thread, const Pattern *pattern, size_t *small) {
    size_t count = regex_offset_count(pattern);
    if (count <= SMALL_OFFSETS) return small;
    size_t *offsets = memory_allocate(count * sizeof *offsets);
    if (!offsets) raise_no_memory(thread);
    return offsets;
}
static void offsets_close(size_t *offsets, const size_t *small) {
    if (offsets != small) memory_release(offsets);
}

static Value match_once(Thread *thread, const Value *arguments, RegexAnchor anchor) {
    Pattern *pattern = pattern_of(arguments);
    RegexSubject subject = {.value = VALUE_ABSENT, .holder = VALUE_ABSENT, .lock = VALUE_ABSENT};
    int64_t position, end_position;
    size_t small[SMALL_OFFSETS];
    Value result = VALUE_ABSENT;
    if (!bound(thread, arguments[2], &position) || !bound(thread, arguments[3], &end_position)) return VALUE_ABSENT;
    size_t *offsets = offsets_open(thread, pattern, small);
    if (offsets && regex_subject_open(thread, pattern, arguments[1], position, end_position, &subject)) {
        int status = regex_run(thread, pattern, &subject, anchor, offsets);
        if (status == 0) result = VALUE_NONE;
        if (status > 0) result = match_new(thread, pattern, &subject, offsets);
    }
    if (offsets) regex_subject_close(&subject);
    offsets_close(offsets, small);
    return result;
}

NATIVE(pattern_match) {
    (void)native;
    return match_once(thread, arguments, REGEX_MATCH);
}
NATIVE(pattern_fullmatch) {
    (void)native;
    return match_once(thread, arguments, REGEX_FULLMATCH);
}
NATIVE(pattern_search) {
    (void)native;
    return match_once(thread, arguments, REGEX_SEARCH);
}

static Value part_or_empty(Thread *thread, const RegexSubject *subject, const size_t *offsets, size_t group) {
    size_t start = offsets[2 * group], stop = offsets[2 * group + 1];
    if (start == SIZE_MAX || stop < start) return value_retain(subject->is_text ? thread_builtins(thread)->empty_string
                                                                               : thread_builtins(thread)->empty_bytes);
    return regex_part(thread, subject->holder, start, stop);
}

/* An item of findall(): the match, its only group, or a tuple of its groups. */
static Value found_item(Thread *thread, const Pattern *pattern, const RegexSubject *subject, const size_t *offsets) {
    size_t count = pattern->tree.group_count;
    if (count <= 1) return part_or_empty(thread, subject, offsets, count);
    Value tuple = tuple_new(thread, count);
    for (size_t i = 0; !value_is_absent(tuple) && i < count; i++) {
        Value part = part_or_empty(thread, subject, offsets, i + 1);
        if (value_is_absent(part)) {
            value_release(tuple);
            return part;
        }
        value_tuple(tuple)->items[i] = part;
    }
    return tuple;
}

NATIVE(pattern_findall) {
    (void)native;
    Pattern *pattern = pattern_of(arguments);
    RegexSubject subject = {.value = VALUE_ABSENT, .holder = VALUE_ABSENT, .lock = VALUE_ABSENT};
    int64_t position, end_position;
    size_t small[SMALL_OFFSETS];
    if (!bound(thread, arguments[2], &position) || !bound(thread, arguments[3], &end_position)) return VALUE_ABSENT;
    size_t *offsets = offsets_open(thread, pattern, small);
    if (!offsets) return VALUE_ABSENT;
    Value list = list_new(thread);
    int status = -1;
    if (!value_is_absent(list) && regex_subject_open(thread, pattern, arguments[1], position, end_position, &subject)) {
        while ((status = thread_poll(thread) ? regex_run(thread, pattern, &subject, REGEX_SEARCH, offsets) : -1) > 0)
            if (!list_append_owned(thread, value_list(list), found_item(thread, pattern, &subject, offsets))) {
                status = -1;
                break;
            }
    }
    regex_subject_close(&subject);
    offsets_close(offsets, small);
    if (status == 0) return list;
    value_release(list);
    return VALUE_ABSENT;
}

/* The parts between matches, groups in between. */
static bool split_add(Thread *thread, const Pattern *pattern, const RegexSubject *subject, List *list, size_t from, const size_t *offsets) {
    if (!list_append_owned(thread, list, regex_part(thread, subject->holder, from, offsets[0]))) return false;
    for (size_t i = 1; i <= pattern->tree.group_count; i++) {
        bool there = offsets[2 * i] != SIZE_MAX;
        if (!list_append_owned(thread, list, there ? part_or_empty(thread, subject, offsets, i) : VALUE_NONE)) return false;
    }
    return true;
}

NATIVE(pattern_split) {
    (void)native;
    Pattern *pattern = pattern_of(arguments);
    RegexSubject subject = {.value = VALUE_ABSENT, .holder = VALUE_ABSENT, .lock = VALUE_ABSENT};
    int64_t limit, count = 0;
    size_t small[SMALL_OFFSETS], from = 0;
    if (!value_to_count(thread, arguments[2], &limit)) return VALUE_ABSENT;
    size_t *offsets = offsets_open(thread, pattern, small);
    if (!offsets) return VALUE_ABSENT;
    Value list = list_new(thread);
    int status = -1;
    if (!value_is_absent(list) && regex_subject_open(thread, pattern, arguments[1], 0, INT64_MAX, &subject)) {
        for (status = 0; limit == 0 || count < limit; count++, from = offsets[1]) {
            status = thread_poll(thread) ? regex_run(thread, pattern, &subject, REGEX_SEARCH, offsets) : -1;
            if (status <= 0) break;
            if (!split_add(thread, pattern, &subject, value_list(list), from, offsets)) status = -1;
            if (status < 0) break;
        }
        if (status >= 0 && !list_append_owned(thread, value_list(list), regex_part(thread, subject.holder, from, subject.length)))
            status = -1;
    }
    regex_subject_close(&subject);
    offsets_close(offsets, small);
    if (status >= 0) return list;
    value_release(list);
    return VALUE_ABSENT;
}

static Value substitute(Thread *thread, const Value *arguments, bool counted) {
    int64_t limit, count;
    if (!value_to_count(thread, arguments[3], &limit)) return VALUE_ABSENT;
    Value result = limit < 0 ? regex_substitute(thread, pattern_of(arguments), arguments[1], arguments[2], -1, &count)
                             : regex_substitute(thread, pattern_of(arguments), arguments[1], arguments[2], limit, &count);
    return counted && !value_is_absent(result) ? tuple_pair_owned(thread, result, value_from_int(count)) : result;
}
NATIVE(pattern_sub) {
    (void)native;
    return substitute(thread, arguments, false);
}
NATIVE(pattern_subn) {
    (void)native;
    return substitute(thread, arguments, true);
}
NATIVE(pattern_self) {
    NATIVE_UNUSED;
    return value_retain(arguments[0]);
}

/* re._compile(pattern, flags): what pickle writes down. */
NATIVE(pattern_reduce) {
    (void)native;
    const Pattern *pattern = pattern_of(arguments);
    Value module = import_module(thread, "re");
    Value function = value_is_absent(module) ? module : value_get_attribute_c(thread, module, "_compile");
    value_release(module);
    return tuple_pair_owned(thread, function, tuple_pair_owned(thread, value_retain(pattern->pattern), value_from_int(pattern->flags)));
}

/* ---- finditer() and scanner() ---- */
typedef struct MatchIterator {
    Object object;
    Pattern *pattern;
    RegexSubject subject;
    bool finished, running;
} MatchIterator;

static Value iterator_step(Thread *thread, MatchIterator *iterator, RegexAnchor anchor) {
    size_t small[SMALL_OFFSETS];
    if (iterator->finished || iterator->running || !thread_poll(thread)) return VALUE_ABSENT;
    size_t *offsets = offsets_open(thread, iterator->pattern, small);
    if (!offsets) return VALUE_ABSENT;
    iterator->running = true;
    int status = regex_run(thread, iterator->pattern, &iterator->subject, anchor, offsets);
    iterator->running = false;
    if (status == 0) iterator->finished = true;
    Value match = status > 0 ? match_new(thread, iterator->pattern, &iterator->subject, offsets) : VALUE_ABSENT;
    offsets_close(offsets, small);
    return match;
}

static Value iterator_next(Thread *thread, Value self) { return iterator_step(thread, (MatchIterator *)self.object, REGEX_SEARCH); }

static Value scan(Thread *thread, Value self, RegexAnchor anchor) {
    Value match = iterator_step(thread, (MatchIterator *)self.object, anchor);
    return value_is_absent(match) && !exception_is_set(thread) ? VALUE_NONE : match;
}
NATIVE(scanner_match) {
    (void)native;
    return scan(thread, arguments[0], REGEX_MATCH);
}
NATIVE(scanner_search) {
    (void)native;
    return scan(thread, arguments[0], REGEX_SEARCH);
}

static bool iterator_visit(Object *self, Visit *visit, void *context) {
    const MatchIterator *iterator = (const MatchIterator *)self;
    return visit_object(iterator->pattern, visit, context) && visit_value(iterator->subject.lock, visit, context) && visit_value(iterator->subject.value, visit, context) &&
           visit_value(iterator->subject.holder, visit, context);
}
static void iterator_destroy(Object *self) {
    MatchIterator *iterator = (MatchIterator *)self;
    iterator->finished = true;
    object_clear(&iterator->pattern);
    value_clear(&iterator->subject.value);
    value_clear(&iterator->subject.holder);
    value_clear(&iterator->subject.lock);
    memory_release(iterator->subject.units);
    iterator->subject.units = NULL;
}

static Value scanner_pattern(Thread *thread, Value self) {
    (void)thread;
    Pattern *pattern = ((MatchIterator *)self.object)->pattern;
    return pattern ? value_from_object(object_retain(pattern)) : VALUE_NONE;
}

static const PropertyEntry scanner_properties[] = {{"pattern", scanner_pattern, NULL, "The pattern that is searched for."}, {0}};
static const NativeEntry scanner_methods[] = {
    {"match", "($self, /)", "The match that begins where the last one ended, or None.", scanner_match, NULL, 0},
    {"search", "($self, /)", "The next match, or None.", scanner_search, NULL, 0},
    {0},
};

static const Type scanner_type = {
    .name = "_sre.SRE_Scanner",
    .flags = TYPE_COLLECTED | TYPE_IMMUTABLE | TYPE_NO_CREATE,
    .instance_size = sizeof(MatchIterator),
    .destroy = iterator_destroy,
    .visit = iterator_visit,
    .clear = iterator_destroy,
    .methods = scanner_methods,
    .properties = scanner_properties,
};

const Type match_iterator_type = {
    .name = "callable_iterator",
    .flags = TYPE_COLLECTED | TYPE_IMMUTABLE | TYPE_NO_CREATE,
    .instance_size = sizeof(MatchIterator),
    .destroy = iterator_destroy,
    .visit = iterator_visit,
    .clear = iterator_destroy,
    .iterate = iterate_self,
    .next = iterator_next,
};

static Value walk(Thread *thread, const Value *arguments, const Type *type) {
    int64_t position, end_position;
    if (!bound(thread, arguments[2], &position) || !bound(thread, arguments[3], &end_position)) return VALUE_ABSENT;
    MatchIterator *iterator = object_new(thread, type_from_template(thread, type));
    if (!iterator) return VALUE_ABSENT;
    iterator->pattern = object_retain(pattern_of(arguments));
    if (regex_subject_open(thread, iterator->pattern, arguments[1], position, end_position, &iterator->subject))
        return value_from_object(iterator);
    object_release(iterator);
    return VALUE_ABSENT;
}
NATIVE(pattern_finditer) {
    (void)native;
    return walk(thread, arguments, &match_iterator_type);
}
NATIVE(pattern_scanner) {
    (void)native;
    return walk(thread, arguments, &scanner_type);
}

/* ---- what a pattern shows of itself ---- */
static Value pattern_get_pattern(Thread *thread, Value self) {
    (void)thread;
    return value_retain(((Pattern *)self.object)->pattern);
}
static Value pattern_get_flags(Thread *thread, Value self) {
    (void)thread;
    return value_from_int(((Pattern *)self.object)->flags);
}
static Value pattern_get_groups(Thread *thread, Value self) {
    (void)thread;
    return value_from_int(((Pattern *)self.object)->tree.group_count);
}
static Value pattern_get_names(Thread *thread, Value self) {
    return mapping_proxy_new(thread, ((Pattern *)self.object)->tree.names);
}

static const struct {
    const char *name;
    uint32_t flag;
} flag_names[] = {
    {"re.TEMPLATE", REGEX_TEMPLATE}, {"re.IGNORECASE", REGEX_IGNORECASE}, {"re.LOCALE", REGEX_LOCALE},
    {"re.MULTILINE", REGEX_MULTILINE}, {"re.DOTALL", REGEX_DOTALL}, {"re.UNICODE", REGEX_UNICODE},
    {"re.VERBOSE", REGEX_VERBOSE}, {"re.DEBUG", REGEX_DEBUG}, {"re.ASCII", REGEX_ASCII},
};

static Value pattern_repr(Thread *thread, Value self) {
    const Pattern *pattern = (const Pattern *)self.object;
    Value shown = value_repr(thread, pattern->pattern);
    if (value_is_absent(shown)) return shown;
    String *string = value_string(shown);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append(&text, "re.compile(");
    text_append_bytes(&text, string->bytes, string->count > 200 ? string_byte_offset(string, 200) : string->length);
    value_release(shown);
    uint32_t flags = pattern->flags;
    if (pattern->tree.is_text && (flags & REGEX_TYPE_FLAGS) == REGEX_UNICODE) flags &= ~(uint32_t)REGEX_UNICODE;
    const char *separator = ", ";
    for (size_t i = 0; i < sizeof flag_names / sizeof *flag_names; i++) {
        if (!(flags & flag_names[i].flag)) continue;
        text_append(&text, separator);
        text_append(&text, flag_names[i].name);
        flags &= ~flag_names[i].flag;
        separator = "|";
    }
    if (flags) text_append_format(&text, "%s0x%x", separator, flags);
    text_append_char(&text, ')');
    return string_from_text_buffer(thread, &text);
}

static bool pattern_hash(Thread *thread, Value self, int64_t *hash) {
    const Pattern *pattern = (const Pattern *)self.object;
    if (!value_hash(thread, pattern->pattern, hash)) return false;
    *hash = (int64_t)((uint64_t)*hash * 31 + pattern->flags);
    if (*hash == -1) *hash = -2;
    return true;
}

static Value pattern_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    if ((comparison != COMPARE_EQ && comparison != COMPARE_NE) || !value_has_type(right, &pattern_type)) return VALUE_NOT_IMPLEMENTED;
    const Pattern *a = (const Pattern *)left.object, *b = (const Pattern *)right.object;
    int equal = a->flags == b->flags && a->tree.is_text == b->tree.is_text ? value_equal(thread, a->pattern, b->pattern) : 0;
    return equal < 0 ? VALUE_ABSENT : value_from_bool(equal == (comparison == COMPARE_EQ));
}

static bool pattern_visit(Object *self, Visit *visit, void *context) {
    const Pattern *pattern = (const Pattern *)self;
    return visit_value(pattern->pattern, visit, context) && visit_value(pattern->tree.names, visit, context);
}
static void pattern_destroy(Object *self) {
    Pattern *pattern = (Pattern *)self;
    regex_codes_release(pattern);
    regex_tree_release(&pattern->tree);
    value_clear(&pattern->pattern);
}

#define PLACES "($self, /, string, pos=0, endpos=9223372036854775807)"
static const NativeEntry pattern_methods[] = {
    {"match", PLACES, "A Match when the pattern matches at pos, else None.", pattern_match, NULL, 0},
    {"fullmatch", PLACES, "A Match when the pattern matches all from pos to endpos, else None.", pattern_fullmatch, NULL, 0},
    {"search", PLACES, "The first Match at or behind pos, or None.", pattern_search, NULL, 0},
    {"findall", PLACES, "All matches that do not overlap: their text, or their groups'.", pattern_findall, NULL, 0},
    {"finditer", PLACES, "An iterator over the Match of each match that does not overlap.", pattern_finditer, NULL, 0},
    {"scanner", PLACES, "An object whose match() and search() go from match to match.", pattern_scanner, NULL, 0},
    {"sub", "($self, /, repl, string, count=0)", "The string with matches replaced by a template's or function's result.",
     pattern_sub, NULL, 0},
    {"subn", "($self, /, repl, string, count=0)", "The pair of what sub() returns and the number of replacements.", pattern_subn,
     NULL, 0},
    {"split", "($self, /, string, maxsplit=0)", "The string cut at the matches.", pattern_split, NULL, 0},
    {"__copy__", "($self, /)", NULL, pattern_self, NULL, 0},
    {"__deepcopy__", "($self, memo, /)", NULL, pattern_self, NULL, 0},
    {"__reduce__", "($self, /)", NULL, pattern_reduce, NULL, 0},
    {"__class_getitem__", "($type, item, /)", "The type with parameters: name[...].", class_get_item, NULL, NATIVE_CLASS},
    {0},
};

static const PropertyEntry pattern_properties[] = {
    {"pattern", pattern_get_pattern, NULL, "The text that was compiled."},
    {"flags", pattern_get_flags, NULL, "The flags in force for the whole pattern."},
    {"groups", pattern_get_groups, NULL, "The number of groups."},
    {"groupindex", pattern_get_names, NULL, "The numbers of the named groups by name."},
    {0},
};

const Type pattern_type = {
    .name = "re.Pattern",
    .documentation = "A compiled regular expression.",
    .flags = TYPE_COLLECTED | TYPE_IMMUTABLE | TYPE_NO_CREATE,
    .instance_size = sizeof(Pattern),
    .weak_offset = offsetof(Pattern, weak_references),
    .destroy = pattern_destroy,
    .visit = pattern_visit,
    .clear = NULL,
    .repr = pattern_repr,
    .hash = pattern_hash,
    .compare = pattern_compare,
    .methods = pattern_methods,
    .properties = pattern_properties,
};
