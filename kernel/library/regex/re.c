/* _re: the functions of the module re; its flags and its error are in python/re.py. */
#include "kernel/library/regex/regex.h"

#include "kernel/objects/container/dict.h"
#include "kernel/objects/number/int.h"
#include "kernel/objects/text/string.h"
#include "kernel/objects/core/value_support.h"

#include <string.h>

enum { CACHE_MOST = 512 };

static Dict *cache_of(Thread *thread, const Native *native) {
    Value cache = dict_get_c(thread, module_attributes(native->self), "_cache");
    return value_is_dict(cache) ? value_dict(cache) : NULL;
}

/* The key of a pattern in the cache; absent without an exception: it is not kept. */
static Value cache_key(Thread *thread, Value pattern, uint32_t flags) {
    Builtins *builtins = thread_builtins(thread);
    if (!value_is_exact_string(pattern) && !value_is_instance_of_exactly(pattern, builtins->type_bytes)) return VALUE_ABSENT;
    if (flags & REGEX_DEBUG) return VALUE_ABSENT;
    if (flags == 0) return value_retain(pattern);
    return tuple_pair_owned(thread, value_retain(pattern), value_from_int(flags));
}

static Value compile_new(Thread *thread, const Native *native, Value pattern, uint32_t flags, Value key) {
    if (!value_is_string(pattern) && !value_is_bytes(pattern))
        return raise_type_error(thread, "first argument must be string or compiled pattern");
    Value compiled = pattern_new(thread, pattern, flags);
    Dict *cache = cache_of(thread, native);
    if (value_is_absent(compiled) || value_is_absent(key) || !cache) return compiled;
    if (dict_count(cache) >= CACHE_MOST) dict_clear(cache);
    if (!dict_set(thread, cache, key, compiled)) value_clear(&compiled);
    return compiled;
}

/* A Pattern, owned: the argument itself, from the cache, or new. */
static Value compile(Thread *thread, const Native *native, Value pattern, Value flag_value) {
    int64_t flags = 0;
    if (flag_value.tag == TAG_INT) flags = flag_value.integer;
    else if (!value_to_int64(thread, flag_value, &flags)) return VALUE_ABSENT;
    if (value_has_type(pattern, &pattern_type)) {
        if (flags) return raise_value_error(thread, "cannot process flags argument with a compiled pattern");
        return value_retain(pattern);
    }
    Value key = cache_key(thread, pattern, (uint32_t)flags), found = VALUE_ABSENT;
    Dict *cache = cache_of(thread, native);
    if (exception_is_set(thread)) {
        value_release(key);
        return VALUE_ABSENT;
    }
    if (cache && !value_is_absent(key)) found = dict_get(thread, cache, key);
    Value result = value_is_absent(found) ? compile_new(thread, native, pattern, (uint32_t)flags, key) : value_retain(found);
    value_release(key);
    return result;
}

NATIVE(re_compile) { return compile(thread, native, arguments[0], arguments[1]); }

/* Call the method that stands in the entry with the arguments behind the pattern; the last argument is the flags. */
typedef struct Delegate {
    const char *method;
    size_t count;
} Delegate;

NATIVE(re_delegate) {
    const Delegate *delegate = native->entry->data;
    Value pattern = compile(thread, native, arguments[0], arguments[delegate->count + 1]);
    if (value_is_absent(pattern)) return pattern;
    Value result = value_call_method(thread, pattern, delegate->method, arguments + 1, delegate->count);
    value_release(pattern);
    return result;
}

NATIVE(re_purge) {
    (void)arguments;
    Dict *cache = cache_of(thread, native);
    if (cache) dict_clear(cache);
    return VALUE_NONE;
}

NATIVE(re_escape) {
    (void)native;
    static const char special[] = "()[]{}?*+-|^$\\.&~# \t\n\r\v\f";
    const char *bytes;
    size_t length;
    bool is_text = value_is_string(arguments[0]);
    if (is_text) bytes = value_c_string(arguments[0]), length = value_string(arguments[0])->length;
    else if (!value_buffer(thread, arguments[0], &bytes, &length)) {
        exception_clear(thread);
        return raise_type_error(thread, "decoding to str: need a bytes-like object, %s found", value_type_name(thread, arguments[0]));
    }
    TextBuffer text = TEXT_BUFFER_EMPTY;
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] && strchr(special, bytes[i])) text_append_char(&text, '\\');
        text_append_char(&text, bytes[i]);
    }
    if (is_text) return string_from_text_buffer(thread, &text);
    Value result = text.failed ? raise_no_memory(thread) : bytes_new(thread, text_string(&text), text.length);
    text_release(&text);
    return result;
}

static const Delegate delegate_match = {"match", 1}, delegate_fullmatch = {"fullmatch", 1}, delegate_search = {"search", 1},
                      delegate_sub = {"sub", 3}, delegate_subn = {"subn", 3}, delegate_split = {"split", 2},
                      delegate_findall = {"findall", 1}, delegate_finditer = {"finditer", 1};

static const NativeEntry re_functions[] = {
    {"compile", "(pattern, flags=0)", "Compile a regular expression: a Pattern.", re_compile, NULL, 0},
    {"_compile", "(pattern, flags)", NULL, re_compile, NULL, 0},
    {"match", "(pattern, string, flags=0)", "A Match when the pattern matches at the start of the string, else None.", re_delegate,
     &delegate_match, 0},
    {"fullmatch", "(pattern, string, flags=0)", "A Match when the pattern matches the whole string, else None.", re_delegate,
     &delegate_fullmatch, 0},
    {"search", "(pattern, string, flags=0)", "The first Match in the string, or None.", re_delegate, &delegate_search, 0},
    {"sub", "(pattern, repl, string, count=0, flags=0)",
     "The string with matches replaced: by a template, or by what a function returns for each Match.", re_delegate, &delegate_sub, 0},
    {"subn", "(pattern, repl, string, count=0, flags=0)", "The pair of what sub() returns and the number of replacements.",
     re_delegate, &delegate_subn, 0},
    {"split", "(pattern, string, maxsplit=0, flags=0)", "The string cut at the matches; groups of the pattern stay in the list.",
     re_delegate, &delegate_split, 0},
    {"findall", "(pattern, string, flags=0)", "All matches that do not overlap: their text, or their groups'.", re_delegate,
     &delegate_findall, 0},
    {"finditer", "(pattern, string, flags=0)", "An iterator over the Match of each match that does not overlap.", re_delegate,
     &delegate_finditer, 0},
    {"purge", "()", "Forget the patterns that were compiled by these functions.", re_purge, NULL, 0},
    {"escape", "(pattern)", "The text with a backslash before every character that means something in a pattern.", re_escape, NULL, 0},
    {0},
};

/* They are of the module re to all who ask, and to pickle. */
static void name_module(Thread *thread, Value module) {
    String *name = string_intern(thread, "re");
    for (const NativeEntry *entry = re_functions; name && entry->name; entry++) {
        Value function = dict_get_c(thread, module_attributes(module), entry->name);
        if (!value_has_type(function, &native_type_template)) continue;
        Native *native = (Native *)function.object;
        value_release(native->module);
        native->module = value_retain(value_from_object(name));
    }
}

static bool re_initialize(Thread *thread, Value module) {
    name_module(thread, module);
    return module_add(thread, module, "_cache", dict_new(thread)) &&
           module_add_type(thread, module, type_from_template(thread, &pattern_type)) &&
           module_add_type(thread, module, type_from_template(thread, &match_type));
}

const ModuleEntry library__re = {.name = "_re", .functions = re_functions, .initialize = re_initialize};
