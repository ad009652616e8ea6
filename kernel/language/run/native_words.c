/* Functions that are C in CPython and Python here say what is wrong with their arguments as C functions do there.
 *
 * Their signatures tell in which of its ways: without parameters, with parameters by position only, or with names. A module
 * whose functions say so in another way has a text `_argument_words`: "function" (no function is named) or "expected". */
#include "kernel/language/run/native_words.h"

#include "kernel/objects/container/containers.h"

#include <string.h>

typedef struct Words {
    Thread *thread;
    const Function *function;
    const char *name, *calls; /* "name" and "()", or "function" and "" */
    size_t skip;              /* 1: the first parameter is self or cls */
    size_t by_position, positional_only, all, required, given, keywords;
    bool expects;
} Words;

static const char *plural(size_t count) { return count == 1 ? "" : "s"; }

static bool is_own_object(const Code *code) {
    return code->argument_count && (string_equals_c(code->locals[0], "self") || string_equals_c(code->locals[0], "cls"));
}

/* The name as its errors have it; false: a helper, which speaks Python. */
static bool words_open(Words *words, Thread *thread, const Function *function, size_t count, const Tuple *names) {
    const Code *code = function->code;
    const char *whole = value_c_string(function->qualified_name), *dot = strrchr(whole, '.');
    const char *name = dot ? dot + 1 : whole;
    if ((name[0] == '_' && strncmp(name, "__", 2)) || strstr(whole, "<") || code->flags & (CODE_STAR_ARGUMENTS | CODE_STAR_KEYWORDS)) return false;
    Value way = dict_get_c(thread, function->globals, "_argument_words");
    size_t skip = is_own_object(code), defaults = function->defaults ? function->defaults->count : 0;
    *words = (Words){.thread = thread, .function = function, .name = name, .calls = "()", .skip = skip};
    words->by_position = code->argument_count - skip;
    words->positional_only = code->positional_only_count > skip ? code->positional_only_count - skip : 0;
    words->all = words->by_position + code->keyword_only_count;
    words->required = words->by_position > defaults ? words->by_position - defaults : 0;
    words->given = count > skip ? count - skip : 0;
    words->keywords = names ? names->count : 0;
    words->expects = value_is_string(way) && string_equals_c(value_string(way), "expected") && dot;
    bool is_constructor = dot && !strcmp(name, "__new__");
    bool names_nothing = value_is_string(way) && string_equals_c(value_string(way), "function") && words->all;
    if (is_constructor || names_nothing) words->name = "function", words->calls = "";
    return count >= skip;
}

/* What stands in front of the name, with its dot: "date." of "date.today". */
static int prefix_length(const Words *words) {
    const char *whole = value_c_string(words->function->qualified_name), *dot = strrchr(whole, '.');
    return dot ? (int)(dot - whole) + 1 : 0;
}

static bool raise_whole(const Words *words, const char *rest) {
    const char *whole = value_c_string(words->function->qualified_name);
    bool in_class = prefix_length(words) > 0, has_module = !in_class && value_is_string(words->function->module);
    raise_type_error(words->thread, "%s%s%s() %s", has_module ? value_c_string(words->function->module) : "", has_module ? "." : "", whole,
                     rest);
    return false;
}

static bool raise_count(const Words *words, const char *what) {
    TextBuffer rest = TEXT_BUFFER_EMPTY;
    text_append_format(&rest, "takes %s (%zu given)", what, words->given);
    bool good = rest.failed ? (raise_no_memory(words->thread), false) : raise_whole(words, text_string(&rest));
    text_release(&rest);
    return good;
}

static bool check_without_names(const Words *words) {
    size_t given = words->given, least = words->required, most = words->by_position;
    if (words->keywords) return raise_whole(words, "takes no keyword arguments");
    if (given >= least && given <= most) return true;
    if (most == 0) return raise_count(words, "no arguments");
    if (most == 1 && least == 1) return raise_count(words, "exactly one argument");
    size_t limit = given < least ? least : most;
    if (words->expects) {
        raise_type_error(words->thread, "%s expected %s%zu argument%s, got %zu", words->name,
                         least == most ? "" : given < least ? "at least " : "at most ", limit, plural(limit), given);
        return false;
    }
    raise_type_error(words->thread, "%s%s takes %s %zu argument%s (%zu given)", words->name, words->calls,
                     least == most ? "exactly" : given < least ? "at least" : "at most", limit, plural(limit), given);
    return false;
}

/* The number of the parameter that a keyword names, counted without self; -1: there is none. */
static int named_parameter(const Words *words, Value key) {
    const Code *code = words->function->code;
    for (size_t i = words->positional_only; i < words->all; i++)
        if (value_is_string(key) && string_equals(code->locals[words->skip + i], value_string(key))) return (int)i;
    return -1;
}

static bool is_named(const Words *words, const Tuple *names, size_t parameter) {
    for (size_t i = 0; i < words->keywords; i++)
        if (named_parameter(words, names->items[i]) == (int)parameter) return true;
    return false;
}

static bool check_with_names(const Words *words, const Tuple *names) {
    const Code *code = words->function->code;
    size_t total = words->given + words->keywords;
    if (total > words->all) {
        raise_type_error(words->thread, "%s%s takes at most %zu %sargument%s (%zu given)", words->name, words->calls, words->all,
                         words->given ? "" : "keyword ", plural(words->all), total);
        return false;
    }
    if (words->given > words->by_position) {
        raise_type_error(words->thread, "%s%s takes %s %zu positional argument%s (%zu given)", words->name, words->calls,
                         words->required < words->by_position || words->all > words->by_position ? "at most" : "exactly", words->by_position,
                         plural(words->by_position), words->given);
        return false;
    }
    for (size_t i = words->given; i < words->required; i++) {
        if (is_named(words, names, i)) continue;
        raise_type_error(words->thread, "%s%s missing required argument '%s' (pos %zu)", words->name, words->calls,
                         code->locals[words->skip + i]->bytes, i + 1);
        return false;
    }
    for (size_t i = 0; i < words->keywords; i++) {
        Value key = names->items[i];
        if (!value_is_string(key)) return true; /* told of as everywhere */
        int at = named_parameter(words, key);
        if (at < 0)
            raise_type_error(words->thread, "'%s' is an invalid keyword argument for %s%s", value_c_string(key),
                             *words->calls ? words->name : "this function", words->calls);
        else if ((size_t)at < words->given)
            raise_type_error(words->thread, "argument for %s%s given by name ('%s') and position (%d)", words->name, words->calls,
                             value_c_string(key), at + 1);
        else continue;
        return false;
    }
    return true;
}

bool function_check_as_native(Thread *thread, const Function *function, size_t count, const Tuple *names) {
    Words words;
    /* The modules of a package (NumPy, matplotlib) are Python there, too, and speak Python. */
    if (strchr(value_c_string(function->code->file), '.')) return true;
    if (!words_open(&words, thread, function, count, names)) return true;
    return words.positional_only == words.all ? check_without_names(&words) : check_with_names(&words, names);
}
