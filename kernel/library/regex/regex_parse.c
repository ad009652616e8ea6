/* Python's regular expressions, read into a tree. The errors, their places and the order in which they are found follow
 * Python's: its messages are part of the interface. */
#include "kernel/library/regex/regex.h"

#include "base/memory.h"
#include "base/utf8.h"
#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/text/string.h"
#include "kernel/objects/text/unicode.h"
#include "kernel/objects/text/unicode_names.h"
#include "kernel/objects/system/machine_library.h"

#include <string.h>

enum { NO_GROUP_LIMIT = -1 };
static const uint32_t maximum_groups = 1073741823;

typedef struct Parser {
    RegexSource source;
    RegexTree *tree;
    uint32_t flags;          /* in force where the parser is */
    int64_t behind_groups;   /* groups that were there when the outermost lookbehind began, NO_GROUP_LIMIT outside */
    uint32_t closed;         /* groups closed so far */
    RegexGroup *groups;      /* [group_capacity], on the heap while it grows; close_order UINT32_MAX: open */
    size_t group_capacity;
    uint32_t highest_condition; /* of (?(n)...), and where it stood */
    size_t condition_place;
    bool reads_z;
} Parser;

static RegexNode *parse_alternatives(Parser *parser, bool verbose, bool nested);

static RegexNode *node_new(Parser *parser, RegexKind kind) {
    RegexNode *node = arena_allocate(&parser->tree->arena, sizeof *node);
    if (!node) {
        if (!parser->source.failed) raise_no_memory(parser->source.thread);
        parser->source.failed = true;
        return NULL;
    }
    node->kind = kind;
    node->flags = parser->flags;
    return node;
}

static RegexNode *node_coded(Parser *parser, RegexKind kind, uint32_t code) {
    RegexNode *node = node_new(parser, kind);
    if (node) node->code = code;
    return node;
}

static void node_append(RegexNode *parent, RegexNode *child) {
    if (!parent || !child) return;
    if (parent->last) parent->last->next = child;
    else parent->first = child;
    parent->last = child;
}

static bool failed(const Parser *parser) { return parser->source.failed; }

/* ---- groups ---- */
static bool group_is_open(const Parser *parser, uint32_t group) { return parser->groups[group].close_order == UINT32_MAX; }

static bool group_open(Parser *parser, Value name, uint32_t *number) {
    Thread *thread = parser->source.thread;
    *number = parser->tree->group_count + 1;
    if (*number > maximum_groups) return regex_fail(&parser->source, 0, "too many groups"), false;
    if (*number >= parser->group_capacity) {
        size_t capacity = parser->group_capacity * 2;
        RegexGroup *groups = memory_resize(parser->groups, capacity * sizeof *groups);
        if (!groups) return raise_no_memory(thread), parser->source.failed = true, false;
        parser->groups = groups;
        parser->group_capacity = capacity;
    }
    parser->groups[*number] = (RegexGroup){.close_order = UINT32_MAX};
    parser->tree->group_count++;
    if (value_is_absent(name)) return true;
    Dict *names = value_dict(parser->tree->names);
    Value old = dict_get_string(names, value_string(name));
    if (!value_is_absent(old)) {
        Value shown = regex_show(&parser->source, name);
        if (!value_is_absent(shown))
            regex_fail(&parser->source, value_string(name)->count + 1, "redefinition of group name %s as group %u; was group %lld",
                       value_c_string(shown), *number, (long long)old.integer);
        parser->source.failed = true;
        value_release(shown);
        return false;
    }
    if (dict_set_string(thread, names, value_string(name), value_from_int(*number))) return true;
    return parser->source.failed = true, false;
}

static bool check_behind(Parser *parser, uint32_t group) {
    if (parser->behind_groups == NO_GROUP_LIMIT) return true;
    if (group > parser->tree->group_count || group_is_open(parser, group))
        return regex_fail(&parser->source, 0, "cannot refer to an open group"), false;
    if (group >= parser->behind_groups)
        return regex_fail(&parser->source, 0, "cannot refer to group defined in the same lookbehind subpattern"), false;
    return true;
}

static RegexNode *reference(Parser *parser, uint32_t group, size_t offset) {
    if (group_is_open(parser, group)) return regex_fail(&parser->source, offset, "cannot refer to an open group"), NULL;
    if (!check_behind(parser, group)) return NULL;
    return node_coded(parser, REGEX_REFERENCE, group);
}

/* ---- escapes ---- */
static bool is_hexadecimal(uint32_t c) { return regex_is_digit(c) || (c < 128 && (c | 32) >= 'a' && (c | 32) <= 'f'); }

static size_t take_digits(RegexSource *source, size_t most, bool (*accepts)(uint32_t), uint32_t base, uint32_t *value) {
    size_t count = 0;
    for (; count < most && source->next_length == 1 && accepts(regex_peek(source)); count++) {
        uint32_t c = regex_peek(source);
        *value = *value * base + (regex_is_digit(c) ? c - '0' : (c | 32) - 'a' + 10);
        regex_advance(source);
    }
    return count;
}

/* The message about an escape whose text has just been read: from `start` up to here. */
static bool escape_fails(RegexSource *source, size_t start, const char *before, const char *after) {
    size_t length = regex_tell(source) - start;
    Value text = regex_slice(source, start, length);
    if (!value_is_absent(text)) regex_fail(source, length, "%s%s%s", before, value_c_string(text), after);
    source->failed = true;
    value_release(text);
    return false;
}

static bool named_character(RegexSource *source, uint32_t *code) {
    size_t start, length;
    if (!regex_accept(source, '{')) return regex_fail(source, 0, "missing {"), false;
    if (!regex_until(source, '}', "character name", &start, &length)) return false;
    Value name = regex_slice(source, start, length);
    if (value_is_absent(name)) return source->failed = true, false;
    *code = unicode_from_name(value_c_string(name), value_string(name)->length);
    if (*code == UTF8_INVALID) {
        Value shown = regex_show(source, name);
        if (!value_is_absent(shown)) regex_fail(source, length + 4, "undefined character name %s", value_c_string(shown));
        source->failed = true;
        value_release(shown);
    }
    value_release(name);
    return !source->failed;
}

/* The escapes that classes and the rest share: 1 done, 0 not one of these, -1 error. `start` is the backslash's place. */
static int shared_escape(RegexSource *source, size_t start, uint32_t letter, uint32_t *code) {
    size_t wanted = letter == 'x' ? 2 : letter == 'u' && source->is_text ? 4 : letter == 'U' && source->is_text ? 8 : 0;
    *code = regex_control_escape(letter);
    if (letter == '\\') *code = '\\';
    if (*code != UINT32_MAX) return 1;
    if (wanted) {
        *code = 0;
        if (take_digits(source, wanted, is_hexadecimal, 16, code) != wanted)
            return escape_fails(source, start, "incomplete escape ", ""), -1;
        if (*code > 0x10FFFF) return escape_fails(source, start, "bad escape ", ""), -1;
        return 1;
    }
    if (letter == 'N' && source->is_text) return named_character(source, code) ? 1 : -1;
    return 0;
}

static const char octal_text[] = "octal escape value ", octal_range[] = " outside of range 0-0o377";

static bool class_escape(RegexSource *source, size_t start, RegexRange *range) {
    uint32_t letter = source->text[start + 1], code;
    *range = (RegexRange){0};
    if (letter < 128 && letter && strchr("dDsSwW", (int)letter)) return range->category = (char)letter, true;
    int done = shared_escape(source, start, letter, &code);
    if (done < 0) return false;
    if (!done && regex_is_octal(letter)) {
        code = letter - '0';
        take_digits(source, 2, regex_is_octal, 8, &code);
        if (code > 0377) return escape_fails(source, start, octal_text, octal_range);
    } else if (!done) {
        if (regex_is_digit(letter) || regex_is_letter(letter)) return escape_fails(source, start, "bad escape ", "");
        code = letter;
    }
    range->first = range->last = code;
    return true;
}

static RegexNode *category(Parser *parser, uint32_t letter) {
    RegexNode *node = node_new(parser, REGEX_CLASS);
    if (!node || !(node->ranges = arena_allocate(&parser->tree->arena, sizeof *node->ranges))) return NULL;
    node->ranges[0].category = (char)letter;
    node->range_count = 1;
    return node;
}

static RegexNode *numbered_escape(Parser *parser, size_t start) {
    RegexSource *source = &parser->source;
    uint32_t group = source->text[start + 1] - '0';
    if (regex_is_digit(regex_peek(source))) {
        uint32_t first = group, second = regex_peek(source) - '0';
        regex_advance(source);
        group = first * 10 + second;
        if (first < 8 && second < 8 && regex_is_octal(regex_peek(source))) {
            uint32_t code = first * 64 + second * 8 + (regex_peek(source) - '0');
            regex_advance(source);
            if (code > 0377) return escape_fails(source, start, octal_text, octal_range), NULL;
            return node_coded(parser, REGEX_LITERAL, code);
        }
    }
    if (failed(parser)) return NULL;
    size_t length = regex_tell(source) - start;
    if (group <= parser->tree->group_count) return reference(parser, group, length);
    regex_fail(source, length - 1, "invalid group reference %u", group);
    return NULL;
}

static RegexNode *parse_escape(Parser *parser, size_t start) {
    RegexSource *source = &parser->source;
    uint32_t letter = source->text[start + 1], code;
    if (letter < 128 && letter && strchr("dDsSwW", (int)letter)) return category(parser, letter);
    if (letter == 'z' && parser->reads_z) letter = 'Z'; /* the name from Python 3.14 on */
    if (letter == 'A' || letter == 'Z' || letter == 'b' || letter == 'B') return node_coded(parser, REGEX_AT, letter);
    int done = shared_escape(source, start, letter, &code);
    if (done < 0) return NULL;
    if (!done && letter == '0') {
        code = 0;
        take_digits(source, 2, regex_is_octal, 8, &code);
    } else if (!done && regex_is_digit(letter)) {
        return numbered_escape(parser, start);
    } else if (!done) {
        if (regex_is_letter(letter)) return escape_fails(source, start, "bad escape ", ""), NULL;
        code = letter;
    }
    return node_coded(parser, REGEX_LITERAL, code);
}

/* ---- [classes] ---- */
typedef struct Ranges {
    RegexRange *items;
    size_t count, capacity;
} Ranges;

static bool ranges_add(Parser *parser, Ranges *ranges, RegexRange range) {
    if (ranges->count == ranges->capacity) {
        size_t capacity = ranges->capacity ? ranges->capacity * 2 : 8;
        RegexRange *items = arena_allocate(&parser->tree->arena, capacity * sizeof *items);
        if (!items) return raise_no_memory(parser->source.thread), parser->source.failed = true, false;
        if (ranges->count) memcpy(items, ranges->items, ranges->count * sizeof *items);
        ranges->items = items;
        ranges->capacity = capacity;
    }
    ranges->items[ranges->count++] = range;
    return true;
}

static bool warn_set_operation(RegexSource *source, uint32_t character) {
    const char *what = character == '-' ? "difference" : character == '&' ? "intersection" : character == '~' ? "symmetric difference"
                                                                                                              : "union";
    return regex_warn(source, "FutureWarning", "Possible set %s at position %zu", what, regex_tell(source) - 1);
}

/* One member of a class that begins at `start` and was skipped already. */
static bool class_member(Parser *parser, size_t start, size_t size, RegexRange *range) {
    RegexSource *source = &parser->source;
    if (size == 2) return class_escape(source, start, range);
    *range = (RegexRange){.first = source->text[start], .last = source->text[start]};
    return true;
}

/* Behind "x-". *ends: the hyphen was a plain one, as the class ended there. */
static bool class_range(Parser *parser, Ranges *ranges, size_t here, size_t start, RegexRange range, bool *ends) {
    RegexSource *source = &parser->source;
    size_t middle = regex_tell(source) - 1, size = source->next_length, second = source->next;
    uint32_t next = regex_peek(source);
    regex_advance(source);
    if (failed(parser)) return false;
    if (!size) return regex_fail(source, regex_tell(source) - here, "unterminated character set"), false;
    *ends = next == ']';
    if (*ends) return ranges_add(parser, ranges, range) && ranges_add(parser, ranges, (RegexRange){.first = '-', .last = '-'});
    if (next == '-' && !regex_warn(source, "FutureWarning", "Possible set difference at position %zu", regex_tell(source) - 2))
        return false;
    RegexRange last;
    if (!class_member(parser, second, size, &last)) return false;
    if (range.category || last.category || last.first < range.first) {
        Value from = regex_slice(source, start, middle - start), to = regex_slice(source, second, regex_tell(source) - second);
        if (!value_is_absent(from) && !value_is_absent(to))
            regex_fail(source, middle - start + 1 + (regex_tell(source) - second), "bad character range %s-%s", value_c_string(from),
                       value_c_string(to));
        parser->source.failed = true;
        value_release(from);
        value_release(to);
        return false;
    }
    range.last = last.first;
    return ranges_add(parser, ranges, range);
}

static RegexNode *parse_class(Parser *parser) {
    RegexSource *source = &parser->source;
    size_t here = regex_tell(source) - 1;
    RegexNode *node = node_new(parser, REGEX_CLASS);
    Ranges ranges = {0};
    if (!node) return NULL;
    if (regex_peek(source) == '[' && !regex_warn(source, "FutureWarning", "Possible nested set at position %zu", regex_tell(source)))
        return NULL;
    node->negated = regex_accept(source, '^');
    for (;;) {
        size_t start = source->next, size = source->next_length;
        uint32_t this = regex_peek(source);
        RegexRange range;
        regex_advance(source);
        if (failed(parser)) return NULL;
        if (!size) return regex_fail(source, regex_tell(source) - here, "unterminated character set"), NULL;
        if (this == ']' && ranges.count) break;
        if (size == 1 && ranges.count && this < 128 && strchr("-&~|", (int)this) && this && regex_peek(source) == this &&
            !warn_set_operation(source, this))
            return NULL;
        if (!class_member(parser, start, size, &range)) return NULL;
        bool is_range = regex_accept(source, '-'), ends = false;
        if (failed(parser)) return NULL;
        if (!(is_range ? class_range(parser, &ranges, here, start, range, &ends) : ranges_add(parser, &ranges, range))) return NULL;
        if (ends) break;
    }
    node->ranges = ranges.items;
    node->range_count = ranges.count;
    return node;
}

/* ---- repetitions ---- */
static bool repeat_count(Parser *parser, uint32_t *count, bool *given) {
    RegexSource *source = &parser->source;
    uint64_t value = 0;
    for (*given = false; regex_is_digit(regex_peek(source)); *given = true) {
        value = value * 10 + (regex_peek(source) - '0');
        if (value > UINT32_MAX) value = UINT32_MAX;
        regex_advance(source);
    }
    *count = (uint32_t)value;
    return !failed(parser);
}

static bool check_count(Parser *parser, uint32_t count) {
    if (count < REGEX_UNLIMITED) return true;
    raise_overflow_error(parser->source.thread, "the repetition number is too large");
    return parser->source.failed = true, false;
}

/* {m,n} behind its bracket: 1 read, 0 the bracket was a plain character, -1 error. */
static int parse_bounds(Parser *parser, size_t here, uint32_t *minimum, uint32_t *maximum) {
    RegexSource *source = &parser->source;
    bool has_low, has_high;
    uint32_t low, high;
    if (regex_peek(source) == '}') return 0;
    RegexSource saved = *source;
    if (!repeat_count(parser, &low, &has_low)) return -1;
    if (regex_accept(source, ',')) {
        if (!repeat_count(parser, &high, &has_high)) return -1;
    } else {
        high = low, has_high = has_low;
    }
    if (failed(parser)) return -1;
    if (!regex_accept(source, '}')) {
        *source = saved;
        return 0;
    }
    *minimum = 0;
    *maximum = REGEX_UNLIMITED;
    if (has_low && !check_count(parser, *minimum = low)) return -1;
    if (!has_high) return 1;
    if (!check_count(parser, *maximum = high)) return -1;
    if (high < *minimum) {
        regex_fail(source, regex_tell(source) - here, "min repeat greater than max repeat");
        return -1;
    }
    return 1;
}

/* Takes the last item of the sequence and puts its repetition there. false: an error. */
static bool parse_repeat(Parser *parser, RegexNode *sequence, size_t here, uint32_t minimum, uint32_t maximum) {
    RegexSource *source = &parser->source;
    RegexNode *item = sequence->last;
    size_t offset = regex_tell(source) - here + 1;
    if (!item || item->kind == REGEX_AT) return regex_fail(source, offset, "nothing to repeat"), false;
    if (item->kind == REGEX_REPEAT) return regex_fail(source, offset, "multiple repeat"), false;
    RegexNode *repeat = node_new(parser, REGEX_REPEAT);
    RegexNode *copy = node_new(parser, REGEX_SEQUENCE);
    if (!repeat || !copy) return false;
    *copy = *item; /* the item's place in the list becomes the repetition's */
    copy->next = NULL;
    repeat->first = repeat->last = copy;
    repeat->minimum = minimum;
    repeat->maximum = maximum;
    if (regex_accept(source, '?')) repeat->code = '?';
    else if (regex_accept(source, '+')) repeat->code = '+';
    *item = *repeat;
    return !failed(parser);
}

/* ---- flags ---- */
static uint32_t flag_of(uint32_t letter) {
    switch (letter) {
    case 'i': return REGEX_IGNORECASE;
    case 'L': return REGEX_LOCALE;
    case 'm': return REGEX_MULTILINE;
    case 's': return REGEX_DOTALL;
    case 'x': return REGEX_VERBOSE;
    case 'a': return REGEX_ASCII;
    case 't': return REGEX_TEMPLATE;
    case 'u': return REGEX_UNICODE;
    default: return 0;
    }
}

/* The next token as a flag's letter; an error with `otherwise` for what is none, unless it is in `ends`. */
static uint32_t next_flag(Parser *parser, const char *ends, const char *otherwise) {
    RegexSource *source = &parser->source;
    size_t size = source->next_length;
    uint32_t letter = regex_peek(source);
    regex_advance(source);
    if (failed(parser)) return UINT32_MAX;
    if (!size) return regex_fail(source, 0, "%s", otherwise), UINT32_MAX;
    if (letter && letter < 128 && strchr(ends, (int)letter)) return letter;
    if (letter != UINT32_MAX && flag_of(letter)) return letter;
    bool is_alpha = letter != UINT32_MAX && unicode_is_alpha(letter);
    regex_fail(source, size, "%s", is_alpha ? "unknown flag" : otherwise);
    return UINT32_MAX;
}

/* Behind "(?" and a first letter (or '-'). 1: flags of a group, 0: global flags, -1: an error. */
static int parse_flags(Parser *parser, uint32_t letter, uint32_t *added, uint32_t *removed) {
    RegexSource *source = &parser->source;
    *added = *removed = 0;
    while (letter != '-') {
        uint32_t flag = flag_of(letter);
        if (source->is_text && letter == 'L')
            return regex_fail(source, 0, "bad inline flags: cannot use 'L' flag with a str pattern"), -1;
        if (!source->is_text && letter == 'u')
            return regex_fail(source, 0, "bad inline flags: cannot use 'u' flag with a bytes pattern"), -1;
        *added |= flag;
        if (flag & REGEX_TYPE_FLAGS && (*added & REGEX_TYPE_FLAGS) != flag)
            return regex_fail(source, 0, "bad inline flags: flags 'a', 'u' and 'L' are incompatible"), -1;
        letter = next_flag(parser, ")-:", "missing -, : or )");
        if (letter == UINT32_MAX) return -1;
        if (letter == ')' || letter == '-' || letter == ':') break;
    }
    if (letter == ')') return 0;
    if (*added & REGEX_TEMPLATE) return regex_fail(source, 1, "bad inline flags: cannot turn on global flag"), -1;
    if (letter == '-') {
        letter = next_flag(parser, "", "missing flag");
        while (letter != UINT32_MAX && letter != ':') {
            uint32_t flag = flag_of(letter);
            if (flag & REGEX_TYPE_FLAGS)
                return regex_fail(source, 0, "bad inline flags: cannot turn off flags 'a', 'u' and 'L'"), -1;
            *removed |= flag;
            letter = next_flag(parser, ":", "missing :");
        }
        if (letter == UINT32_MAX) return -1;
    }
    if (*removed & REGEX_TEMPLATE) return regex_fail(source, 1, "bad inline flags: cannot turn off global flag"), -1;
    if (*added & *removed) return regex_fail(source, 1, "bad inline flags: flag turned on and off"), -1;
    return 1;
}

/* ---- ( ... ) ---- */
static bool expect_close(Parser *parser, size_t start) {
    RegexSource *source = &parser->source;
    if (failed(parser)) return false;
    if (regex_accept(source, ')')) return !failed(parser);
    regex_fail(source, regex_tell(source) - start, "missing ), unterminated subpattern");
    return false;
}

static Value name_until(Parser *parser, char terminator) {
    size_t start, length;
    if (!regex_until(&parser->source, terminator, "group name", &start, &length)) return VALUE_ABSENT;
    Value name = regex_slice(&parser->source, start, length);
    if (value_is_absent(name)) parser->source.failed = true;
    return name;
}

/* The number of a named group; an error when there is none. */
static bool named_group(Parser *parser, Value name, uint32_t *group) {
    size_t length = value_string(name)->count;
    if (!regex_check_name(&parser->source, name, 1)) return false;
    Value number = dict_get_string(value_dict(parser->tree->names), value_string(name));
    if (!value_is_absent(number)) return *group = (uint32_t)number.integer, true;
    Value shown = regex_show(&parser->source, name);
    if (!value_is_absent(shown)) regex_fail(&parser->source, length + 1, "unknown group name %s", value_c_string(shown));
    parser->source.failed = true;
    value_release(shown);
    return false;
}

static bool condition_group(Parser *parser, Value name, uint32_t *group) {
    RegexSource *source = &parser->source;
    size_t length = value_string(name)->count;
    int is_name = regex_name_is_identifier(source->thread, name);
    if (is_name < 0) return source->failed = true, false;
    if (is_name) return named_group(parser, name, group);
    if (!regex_number(source, name, 1, group)) {
        if (source->failed) return false;
        Value shown = regex_show(source, name);
        if (!value_is_absent(shown)) regex_fail(source, length + 1, "bad character in group name %s", value_c_string(shown));
        source->failed = true;
        value_release(shown);
        return false;
    }
    if (source->failed) return false;
    if (!*group) return regex_fail(source, length + 1, "bad group number"), false;
    if (*group >= maximum_groups) return regex_fail(source, length + 1, "invalid group reference %u", *group), false;
    if (*group > parser->tree->group_count && *group > parser->highest_condition) {
        parser->highest_condition = *group;
        parser->condition_place = regex_tell(source) - length - 1;
    }
    return true;
}

static RegexNode *parse_sequence(Parser *parser, bool verbose, bool first);

static RegexNode *parse_condition(Parser *parser, size_t start, bool verbose) {
    RegexSource *source = &parser->source;
    RegexNode *node = node_new(parser, REGEX_CONDITION);
    Value name = name_until(parser, ')');
    bool found = node && !value_is_absent(name) && condition_group(parser, name, &node->code);
    value_release(name);
    if (!found || !check_behind(parser, node->code)) return NULL;
    node_append(node, parse_sequence(parser, verbose, false));
    if (failed(parser)) return NULL;
    if (regex_accept(source, '|')) {
        node_append(node, parse_sequence(parser, verbose, false));
        if (failed(parser)) return NULL;
        if (regex_peek(source) == '|') return regex_fail(source, 0, "conditional backref with more than two branches"), NULL;
    }
    return expect_close(parser, start) ? node : NULL;
}

static RegexNode *parse_look(Parser *parser, size_t start, uint32_t sign, bool verbose) {
    RegexSource *source = &parser->source;
    RegexNode *node = node_new(parser, REGEX_LOOK);
    int64_t outer = parser->behind_groups;
    if (!node) return NULL;
    if (sign == '<') {
        size_t size = source->next_length;
        sign = regex_peek(source);
        size_t at = source->next;
        regex_advance(source);
        if (failed(parser)) return NULL;
        if (!size) return regex_fail(source, 0, "unexpected end of pattern"), NULL;
        if (sign != '=' && sign != '!') {
            Value text = regex_slice(source, at, size);
            if (!value_is_absent(text)) regex_fail(source, size + 2, "unknown extension ?<%s", value_c_string(text));
            source->failed = true;
            value_release(text);
            return NULL;
        }
        node->behind = true;
        if (outer == NO_GROUP_LIMIT) parser->behind_groups = (int64_t)parser->tree->group_count + 1;
    }
    node->negated = sign == '!';
    node_append(node, parse_alternatives(parser, verbose, true));
    parser->behind_groups = outer;
    return expect_close(parser, start) ? node : NULL;
}

typedef struct GroupStart {
    bool captures, atomic, skip; /* skip: nothing to add to the sequence */
    Value name;
    uint32_t added, removed;
    RegexNode *node;             /* complete already */
} GroupStart;

static void unknown_extension(Parser *parser, const char *before, size_t at, size_t size, size_t offset) {
    Value text = regex_slice(&parser->source, at, size);
    if (!value_is_absent(text)) regex_fail(&parser->source, offset, "unknown extension ?%s%s", before, value_c_string(text));
    parser->source.failed = true;
    value_release(text);
}

static void parse_named(Parser *parser, GroupStart *group) {
    RegexSource *source = &parser->source;
    if (regex_accept(source, '<')) {
        group->name = name_until(parser, '>');
        if (!value_is_absent(group->name)) regex_check_name(source, group->name, 1);
    } else if (regex_accept(source, '=')) {
        Value name = name_until(parser, ')');
        uint32_t number;
        if (!value_is_absent(name) && named_group(parser, name, &number))
            group->node = reference(parser, number, value_string(name)->count + 1);
        value_release(name);
    } else {
        size_t at = source->next, size = source->next_length;
        regex_advance(source);
        if (failed(parser)) return;
        if (!size) regex_fail(source, 0, "unexpected end of pattern");
        else unknown_extension(parser, "P", at, size, size + 2);
    }
}

static void parse_comment(Parser *parser, size_t start) {
    RegexSource *source = &parser->source;
    while (!failed(parser)) {
        if (!source->next_length) {
            regex_fail(source, regex_tell(source) - start, "missing ), unterminated comment");
            return;
        }
        bool ends = regex_peek(source) == ')';
        regex_advance(source);
        if (ends) return;
    }
}

/* Behind "(?". */
static void parse_extension(Parser *parser, size_t start, bool may_be_global, bool *verbose, GroupStart *group) {
    RegexSource *source = &parser->source;
    size_t at = source->next, size = source->next_length;
    uint32_t sign = regex_peek(source);
    regex_advance(source);
    if (failed(parser)) return;
    if (!size) {
        regex_fail(source, 0, "unexpected end of pattern");
    } else if (sign == 'P') {
        parse_named(parser, group);
    } else if (sign == ':') {
        group->captures = false;
    } else if (sign == '#') {
        parse_comment(parser, start);
        group->skip = true;
    } else if (sign == '=' || sign == '!' || sign == '<') {
        group->node = parse_look(parser, start, sign, *verbose);
    } else if (sign == '(') {
        group->node = parse_condition(parser, start, *verbose);
    } else if (sign == '>') {
        group->captures = false;
        group->atomic = true;
    } else if (sign == '-' || (sign != UINT32_MAX && flag_of(sign))) {
        int kind = parse_flags(parser, sign, &group->added, &group->removed);
        group->captures = false;
        if (kind != 0) return;
        group->skip = true;
        parser->tree->flags |= group->added;
        parser->flags |= group->added;
        if (!may_be_global) regex_fail(source, regex_tell(source) - start, "global flags not at the start of the expression");
        *verbose = parser->tree->flags & REGEX_VERBOSE;
    } else {
        unknown_extension(parser, "", at, size, size + 1);
    }
}

static RegexNode *parse_group_body(Parser *parser, size_t start, bool verbose, const GroupStart *group) {
    uint32_t number = 0, outer = parser->flags;
    if (group->captures && !group_open(parser, group->name, &number)) return NULL;
    if (group->added & REGEX_TYPE_FLAGS) parser->flags &= ~(uint32_t)REGEX_TYPE_FLAGS;
    parser->flags = (parser->flags | group->added) & ~group->removed;
    bool inner_verbose = (verbose || group->added & REGEX_VERBOSE) && !(group->removed & REGEX_VERBOSE);
    RegexNode *node = node_coded(parser, group->atomic ? REGEX_ATOMIC : REGEX_GROUP, number);
    node_append(node, parse_alternatives(parser, inner_verbose, true));
    parser->flags = outer;
    if (!expect_close(parser, start)) return NULL;
    if (number) parser->groups[number].close_order = parser->closed++;
    return node;
}

/* Behind "(". Sets *skip when there is nothing to add. */
static RegexNode *parse_group(Parser *parser, bool may_be_global, bool *verbose, bool *skip) {
    RegexSource *source = &parser->source;
    size_t start = regex_tell(source) - 1;
    GroupStart group = {.captures = true, .name = VALUE_ABSENT};
    RegexNode *node = NULL;
    *skip = false;
    if (regex_accept(source, '?')) parse_extension(parser, start, may_be_global, verbose, &group);
    if (!failed(parser)) {
        *skip = group.skip;
        node = group.node ? group.node : group.skip ? NULL : parse_group_body(parser, start, *verbose, &group);
    }
    value_release(group.name);
    return node;
}

/* ---- sequences and alternatives ---- */
static bool is_space(uint32_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* In a verbose pattern: true when the token just read is white space or began a comment. */
static bool skip_verbose(Parser *parser, uint32_t token) {
    RegexSource *source = &parser->source;
    if (is_space(token)) return true;
    if (token != '#') return false;
    while (source->next_length) {
        bool ends = regex_peek(source) == '\n';
        regex_advance(source);
        if (ends) break;
    }
    return true;
}

static bool parse_item(Parser *parser, RegexNode *sequence, bool first, bool *verbose) {
    RegexSource *source = &parser->source;
    size_t start = source->next, size = source->next_length;
    uint32_t token = regex_peek(source);
    regex_advance(source);
    if (failed(parser)) return false;
    if (*verbose && skip_verbose(parser, token)) return !failed(parser);
    size_t here = regex_tell(source);
    uint32_t minimum = 0, maximum = REGEX_UNLIMITED;
    bool skip = false;
    RegexNode *node;
    if (size == 2) {
        node = parse_escape(parser, start);
    } else if (token == '[') {
        node = parse_class(parser);
    } else if (token == '*' || token == '+' || token == '?') {
        return parse_repeat(parser, sequence, here, token == '+', token == '?' ? 1 : REGEX_UNLIMITED);
    } else if (token == '{') {
        int kind = parse_bounds(parser, here, &minimum, &maximum);
        if (kind < 0) return false;
        if (kind) return parse_repeat(parser, sequence, here, minimum, maximum);
        node = node_coded(parser, REGEX_LITERAL, token);
    } else if (token == '.') {
        node = node_new(parser, REGEX_ANY);
    } else if (token == '(') {
        node = parse_group(parser, first && !sequence->first, verbose, &skip);
    } else {
        node = node_coded(parser, token == '^' || token == '$' ? REGEX_AT : REGEX_LITERAL, token);
    }
    node_append(sequence, node);
    return !failed(parser) && (node || skip);
}

static RegexNode *parse_sequence(Parser *parser, bool verbose, bool first) {
    RegexSource *source = &parser->source;
    RegexNode *sequence = node_new(parser, REGEX_SEQUENCE);
    if (!sequence) return NULL;
    while (source->next_length && regex_peek(source) != '|' && regex_peek(source) != ')')
        if (!parse_item(parser, sequence, first, &verbose)) return NULL;
    return failed(parser) ? NULL : sequence;
}

static RegexNode *parse_alternatives(Parser *parser, bool verbose, bool nested) {
    if (!thread_enter(parser->source.thread, " while compiling a regular expression")) return parser->source.failed = true, NULL;
    RegexNode *branch = NULL, *sequence = parse_sequence(parser, verbose, !nested);
    while (sequence && regex_accept(&parser->source, '|')) {
        if (!branch) {
            branch = node_new(parser, REGEX_BRANCH);
            node_append(branch, sequence);
        }
        if (!nested) verbose = parser->tree->flags & REGEX_VERBOSE;
        node_append(branch, sequence = parse_sequence(parser, verbose, false));
    }
    thread_leave(parser->source.thread);
    return failed(parser) ? NULL : branch ? branch : sequence;
}

/* ---- what is checked once the whole is known ---- */
typedef struct Width {
    uint64_t minimum, maximum;
} Width;
#define WIDTH_UNLIMITED UINT32_MAX

static uint64_t width_clip(uint64_t width) { return width < WIDTH_UNLIMITED ? width : WIDTH_UNLIMITED; }

/* The width of a node; groups' widths are kept for references. Lookbehinds are checked on the way. */
static bool measure(Parser *parser, RegexNode *node, Width *groups, uint32_t loop, Width *width) {
    Width total = {0, 0}, part;
    if (!thread_enter(parser->source.thread, "")) return parser->source.failed = true, false;
    bool good = true, is_choice = node->kind == REGEX_BRANCH || node->kind == REGEX_CONDITION;
    uint32_t inner = loop || node->kind != REGEX_REPEAT ? loop : ++parser->closed;
    if (node->kind == REGEX_LITERAL || node->kind == REGEX_ANY || node->kind == REGEX_CLASS) total = (Width){1, 1};
    if (node->kind == REGEX_REFERENCE) total = groups[node->code];
    for (RegexNode *child = node->first; good && child; child = child->next) {
        good = measure(parser, child, groups, inner, &part);
        if (!good) break;
        if (!is_choice) {
            total.minimum = width_clip(total.minimum + part.minimum);
            total.maximum = width_clip(total.maximum + part.maximum);
        } else if (child == node->first) {
            total = part;
        } else {
            if (part.minimum < total.minimum) total.minimum = part.minimum;
            if (part.maximum > total.maximum) total.maximum = part.maximum;
        }
    }
    if (node->kind == REGEX_CONDITION && node->first == node->last) total.minimum = 0;
    if (node->kind == REGEX_ATOMIC || (node->kind == REGEX_REPEAT && node->code == '+')) parser->tree->has_atomic = true;
    if (node->kind == REGEX_REPEAT) {
        node->is_empty = !total.maximum;
        total.minimum = width_clip(total.minimum * node->minimum);
        total.maximum = total.maximum && node->maximum == REGEX_UNLIMITED ? WIDTH_UNLIMITED : width_clip(total.maximum * node->maximum);
    }
    if (good && node->kind == REGEX_LOOK) {
        if (node->behind && total.minimum != total.maximum) {
            regex_raise(parser->source.thread, string_from_c(parser->source.thread, "look-behind requires fixed-width pattern"),
                        VALUE_NONE, -1);
            good = false;
        }
        total = (Width){0, 0};
    }
    if (node->kind == REGEX_GROUP && node->code) {
        groups[node->code] = total;
        parser->tree->groups[node->code].loop = inner;
    }
    *width = total;
    thread_leave(parser->source.thread);
    return good;
}

static bool finish(Parser *parser) {
    RegexTree *tree = parser->tree;
    Thread *thread = parser->source.thread;
    if (parser->source.next_length) return regex_fail(&parser->source, 0, "unbalanced parenthesis"), false;
    if (parser->highest_condition > tree->group_count) {
        regex_raise(thread, string_format(thread, "invalid group reference %u", parser->highest_condition), parser->source.pattern,
                    (int64_t)parser->condition_place);
        return false;
    }
    size_t count = (size_t)tree->group_count + 1;
    tree->groups = memory_allocate(count * sizeof *tree->groups);
    Width *widths = memory_allocate_zeroed(count, sizeof *widths), width;
    if (!tree->groups || !widths) {
        memory_release(widths);
        return raise_no_memory(thread), false;
    }
    memcpy(tree->groups, parser->groups, count * sizeof *tree->groups);
    parser->closed = 0; /* from here on: the number of outermost repetitions */
    bool good = measure(parser, tree->root, widths, 0, &width);
    memory_release(widths);
    return good;
}

static bool fix_flags(Thread *thread, RegexTree *tree) {
    if (tree->is_text) {
        if (tree->flags & REGEX_LOCALE) return raise_value_error(thread, "cannot use LOCALE flag with a str pattern"), false;
        if (tree->flags & REGEX_ASCII && tree->flags & REGEX_UNICODE)
            return raise_value_error(thread, "ASCII and UNICODE flags are incompatible"), false;
        if (!(tree->flags & REGEX_ASCII)) tree->flags |= REGEX_UNICODE;
        return true;
    }
    if (tree->flags & REGEX_UNICODE) return raise_value_error(thread, "cannot use UNICODE flag with a bytes pattern"), false;
    if (tree->flags & REGEX_LOCALE && tree->flags & REGEX_ASCII)
        return raise_value_error(thread, "ASCII and LOCALE flags are incompatible"), false;
    return true;
}

static bool parse(Thread *thread, Value pattern, uint32_t flags, bool is_silent, RegexTree *tree) {
    Parser parser = {.tree = tree, .flags = flags, .behind_groups = NO_GROUP_LIMIT, .group_capacity = 16};
    const MachineLibrary *library = machine_library(thread->interpreter);
    parser.reads_z = library && library->minor >= 14;
    *tree = (RegexTree){.flags = flags, .names = dict_new(thread)};
    parser.groups = memory_allocate_zeroed(parser.group_capacity, sizeof *parser.groups);
    bool good = !value_is_absent(tree->names);
    if (good && flags & REGEX_TEMPLATE && !is_silent)
        good = warn_format(thread, thread_builtins(thread)->exception_DeprecationWarning,
                           "The re.TEMPLATE/re.T flag is deprecated as it is an undocumented flag without an obvious purpose. "
                           "Don't use it.");
    if (good && !parser.groups) good = (raise_no_memory(thread), false);
    good = good && regex_source_open(thread, pattern, &parser.source);
    parser.source.is_silent = is_silent;
    tree->is_text = parser.source.is_text;
    if (good) parser.groups[0].close_order = UINT32_MAX; /* the whole is open to the end */
    good = good && (tree->root = parse_alternatives(&parser, flags & REGEX_VERBOSE, false));
    good = good && fix_flags(thread, tree) && finish(&parser);
    regex_source_close(&parser.source);
    memory_release(parser.groups);
    return good;
}

bool regex_parse(Thread *thread, Value pattern, uint32_t flags, RegexTree *tree) {
    return parse(thread, pattern, flags, false, tree);
}

bool regex_parse_again(Thread *thread, Value pattern, RegexTree *tree) {
    RegexTree again;
    bool good = parse(thread, pattern, tree->flags, true, &again);
    if (good) {
        tree->arena = again.arena;
        tree->root = again.root;
        again.arena = ARENA_EMPTY;
    }
    regex_tree_release(&again);
    return good;
}

void regex_nodes_release(RegexTree *tree) {
    arena_release(&tree->arena);
    tree->root = NULL;
}

void regex_tree_release(RegexTree *tree) {
    regex_nodes_release(tree);
    memory_release(tree->groups);
    value_release(tree->names);
    *tree = (RegexTree){.names = VALUE_ABSENT};
}
