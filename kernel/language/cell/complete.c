/* Completion: what can stand at the cursor, from the values that are there. Nothing is called for it, except
 * properties and `__dir__` of the objects concerned. */
#include "kernel/language/report/callable_text.h"
#include "kernel/language/cell/cursor.h"
#include "kernel/language/run/function.h"
#include "kernel/language/text/lexer.h"
#include "kernel/language/session/session.h"
#include "kernel/language/run/vm.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/error/exception.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/core/type.h"

#include "base/memory.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct Completer {
    Session *session;
    Thread *thread;
    Completions *found;
    size_t capacity;
    CursorPlace place;
    char next; /* the character behind the cursor */
} Completer;

/* ---- collecting ---- */

static bool has_prefix(const Completer *completer, const char *text) {
    return !strncmp(text, completer->place.prefix.text, completer->place.prefix.length);
}

/* `text` goes in when it begins with the prefix and is not there yet. `signature` is taken over. */
static void add(Completer *completer, const char *text, const char *type, char *signature) {
    Completions *found = completer->found;
    bool wanted = has_prefix(completer, text);
    if (wanted && found->count == completer->capacity) {
        size_t capacity = completer->capacity ? completer->capacity * 2 : 64;
        Completion *items = memory_resize(found->items, capacity * sizeof *items);
        if (items) {
            found->items = items;
            completer->capacity = capacity;
        } else {
            wanted = false;
        }
    }
    char *copy = wanted ? memory_copy_string(text) : NULL;
    if (!copy) {
        memory_release(signature);
        return;
    }
    found->items[found->count++] = (Completion){.text = copy, .type = type, .signature = signature};
}

static int compare_completions(const void *left, const void *right) {
    const char *one = ((const Completion *)left)->text, *two = ((const Completion *)right)->text;
    while (*one == '_' && *two == '_') one++, two++;
    if ((*one == '_') != (*two == '_')) return *one == '_' ? 1 : -1; /* private names come last */
    return strcmp(one, two);
}

static void sort_and_join(Completions *found) {
    if (!found->count) return;
    qsort(found->items, found->count, sizeof *found->items, compare_completions);
    size_t kept = 1;
    for (size_t i = 1; i < found->count; i++) {
        if (!strcmp(found->items[i].text, found->items[kept - 1].text)) {
            memory_release(found->items[i].text);
            memory_release(found->items[i].signature);
        } else {
            found->items[kept++] = found->items[i];
        }
    }
    found->count = kept;
}

void completions_clear(Completions *completions) {
    for (size_t i = 0; i < completions->count; i++) {
        memory_release(completions->items[i].text);
        memory_release(completions->items[i].signature);
    }
    memory_release(completions->items);
    *completions = (Completions){0};
}

/* ---- values ---- */

static const char *type_word(Thread *thread, Value value) {
    if (value_is_absent(value)) return "instance";
    if (value_is_module(value)) return "module";
    if (value_is_type(value)) return "class";
    if (value.tag == TAG_OBJECT && value_is_callable(thread->interpreter, value)) return "function";
    return "instance";
}

static char *signature_of(Thread *thread, Value value, const char *type) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    if ((strcmp(type, "function") && strcmp(type, "class")) ||
        !callable_append_signature(thread, value, &text)) {
        text_release(&text);
        return NULL;
    }
    return text_detach(&text);
}

static void add_value(Completer *completer, const char *name, Value value) {
    if (!has_prefix(completer, name)) return;
    const char *type = type_word(completer->thread, value);
    add(completer, name, type, value_is_absent(value) ? NULL : signature_of(completer->thread, value, type));
}

static void add_dict(Completer *completer, Dict *dict) {
    Value key, value;
    for (size_t at = 0; dict && dict_next(dict, &at, &key, &value);) {
        if (value_is_string(key)) add_value(completer, value_c_string(key), value);
    }
}

static Value evaluate(Completer *completer, CursorText text) {
    Value value = language_evaluate(completer->thread, text.text, text.length, "<completion>", "eval",
                                    session_namespace(completer->session), VALUE_ABSENT);
    exception_clear(completer->thread);
    return value;
}

/* dir(value) */
static Value list_names(Thread *thread, Value value) {
    Value dir = dict_get_c(thread, thread->interpreter->builtin_names, "dir");
    Value names = value_is_absent(dir) ? VALUE_ABSENT : value_call_one(thread, dir, value);
    exception_clear(thread);
    return names;
}

/* The attribute as it lies in the class or the instance: properties are not run. */
static Value find_lying(Thread *thread, Value value, String *name) {
    Value found = VALUE_ABSENT;
    if (value_is_module(value)) found = dict_get_string(module_attributes(value), name);
    else if (value_is_type(value)) found = type_lookup(value_type(value), name);
    if (value_is_absent(found)) found = type_lookup(type_of(thread->interpreter, value), name);
    return found;
}

static void add_attributes(Completer *completer, Value value) {
    Thread *thread = completer->thread;
    Value names = list_names(thread, value);
    bool wants_private = completer->place.prefix.length && completer->place.prefix.text[0] == '_';
    for (size_t i = 0; value_is_list(names) && i < value_list(names)->count; i++) {
        Value name = value_list(names)->items[i];
        if (!value_is_string(name) || (value_c_string(name)[0] == '_' && !wants_private)) continue;
        if (!has_prefix(completer, value_c_string(name))) continue;
        Value lying = find_lying(thread, value, value_string(name)), shown = VALUE_ABSENT;
        bool is_safe = value_is_function(lying) || value_is_method(lying) || value_is_type(lying) ||
                       value_is_module(lying) || (value_is_module(value) && completer->place.prefix.length);
        if (is_safe)
            shown = value_find_attribute(thread, value, value_string(name)); /* binds; runs no property */
        exception_clear(thread);
        add_value(completer, value_c_string(name), shown);
        value_release(shown);
        exception_clear(thread);
    }
    value_release(names);
}

/* ---- places ---- */

/* One parameter of a signature's text, from `start` on: `name=`. */
static void add_parameter(Completer *completer, const char *start, const char *end) {
    char word[80];
    while (start < end && *start == ' ') start++;
    size_t length = 0;
    while (start + length < end && !strchr("=: ", start[length])) length++;
    if (!length || length + 2 > sizeof word || *start == '*' || *start == '/') return;
    memcpy(word, start, length);
    memcpy(word + length, "=", 2);
    add(completer, word, "param", NULL);
}

static void complete_arguments(Completer *completer) {
    Value callee = completer->place.callee.length ? evaluate(completer, completer->place.callee) : VALUE_ABSENT;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    if (!value_is_absent(callee) && callable_append_signature(completer->thread, callee, &text)) {
        int level = 0;
        char quote = 0;
        const char *start = text_string(&text) + 1;
        for (const char *at = text_string(&text); *at; at++) {
            if (quote) {
                if (*at == quote) quote = 0;
                continue;
            }
            if (*at == '"' || *at == '\'') quote = *at;
            else if (strchr("([{", *at)) level++;
            else if (strchr(")]}", *at)) level--;
            if (!(level == 1 && *at == ',') && !(level == 0 && *at == ')')) continue;
            add_parameter(completer, start, at);
            start = at + 1;
            if (!level) break;
        }
    }
    text_release(&text);
    value_release(callee);
}

static void complete_names(Completer *completer) {
    Interpreter *interpreter = completer->thread->interpreter;
    complete_arguments(completer);
    if (!completer->place.prefix.length && completer->found->count) return;
    add_dict(completer, session_namespace(completer->session));
    add_dict(completer, interpreter->builtin_names);
    for (TokenKind kind = TOKEN_FALSE; kind <= TOKEN_YIELD; kind++)
        add(completer, token_text(kind), "keyword", NULL);
}

static void add_module(Completer *completer, const char *name) {
    CursorText package = completer->place.object;
    if (package.length) {
        if (strncmp(name, package.text, package.length) || name[package.length] != '.') return;
        name += package.length + 1;
    }
    char first[100];
    size_t length = strcspn(name, ".");
    if (!length || length >= sizeof first) return;
    memcpy(first, name, length);
    first[length] = 0;
    add(completer, first, "module", NULL);
}

/* NAME.py and packages in a folder of sys.path. */
static void add_files(Completer *completer, const char *path) {
    DIR *folder = opendir(*path ? path : ".");
    if (!folder) return;
    for (struct dirent *entry; (entry = readdir(folder));) {
        char *dot = strrchr(entry->d_name, '.');
        if (!dot || dot == entry->d_name || strcmp(dot, ".py")) continue;
        *dot = 0;
        add(completer, entry->d_name, "module", NULL);
    }
    closedir(folder);
}

static void complete_modules(Completer *completer) {
    Interpreter *interpreter = completer->thread->interpreter;
    size_t next = 0;
    for (const char *name; (name = module_entry_next(&next));) add_module(completer, name);
    Value key, value;
    for (size_t at = 0; dict_next(interpreter->modules, &at, &key, &value);) {
        if (value_is_string(key)) add_module(completer, value_c_string(key));
    }
    List *path = interpreter->path;
    for (size_t i = 0; path && !completer->place.object.length && i < path->count; i++) {
        if (value_is_string(path->items[i])) add_files(completer, value_c_string(path->items[i]));
    }
}

static bool is_built_in(const char *name) { return module_entry_find(name) != NULL; }

static void complete_members(Completer *completer) {
    Thread *thread = completer->thread;
    char *name = memory_copy_bytes(completer->place.object.text, completer->place.object.length);
    if (!name) return;
    Value module = value_retain(dict_get_c(thread, thread->interpreter->modules, name));
    if (value_is_absent(module) && is_built_in(name)) module = import_module(thread, name);
    exception_clear(thread);
    if (!value_is_absent(module)) add_attributes(completer, module);
    value_release(module);
    memory_release(name);
}

static void complete_keys(Completer *completer) {
    Value value = completer->place.has_calls ? VALUE_ABSENT : evaluate(completer, completer->place.object), key,
          item;
    for (size_t at = 0; value_is_dict(value) && dict_next(value_dict(value), &at, &key, &item);) {
        if (!value_is_string(key)) continue;
        TextBuffer text = TEXT_BUFFER_EMPTY;
        text_append(&text, value_c_string(key));
        if (completer->next != completer->place.quote) text_append_format(&text, "%c]", completer->place.quote);
        if (!text.failed) add(completer, text_string(&text), "dict key", NULL);
        text_release(&text);
    }
    value_release(value);
}

static void complete_paths(Completer *completer) {
    CursorText prefix = completer->place.prefix;
    const char *slash = NULL;
    for (size_t i = 0; i < prefix.length; i++) {
        if (prefix.text[i] == '/') slash = prefix.text + i;
    }
    size_t folder_length = slash ? (size_t)(slash - prefix.text) + 1 : 0;
    TextBuffer path = TEXT_BUFFER_EMPTY;
    const char *home = getenv("HOME");
    if (prefix.length && prefix.text[0] == '~' && folder_length && home) {
        text_append(&path, home);
        text_append_bytes(&path, prefix.text + 1, folder_length - 1);
    } else {
        text_append_bytes(&path, prefix.text, folder_length);
    }
    size_t base = path.length;
    DIR *folder = path.failed ? NULL : opendir(base ? text_string(&path) : ".");
    bool hidden = prefix.length > folder_length && prefix.text[folder_length] == '.';
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        if (entry->d_name[0] == '.' && (!hidden || !strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")))
            continue;
        struct stat status;
        text_truncate(&path, base);
        text_append(&path, entry->d_name);
        bool is_folder = !stat(text_string(&path), &status) && S_ISDIR(status.st_mode);
        TextBuffer text = TEXT_BUFFER_EMPTY;
        text_append_bytes(&text, prefix.text, folder_length);
        text_append_format(&text, "%s%s", entry->d_name, is_folder ? "/" : "");
        if (!text.failed) add(completer, text_string(&text), "path", NULL);
        text_release(&text);
    }
    if (folder) closedir(folder);
    text_release(&path);
}

static void complete_magics(Completer *completer) {
    Thread *thread = completer->thread;
    Value get = dict_get_c(thread, thread->interpreter->builtin_names, "get_ipython");
    Value shell = value_is_absent(get) ? VALUE_ABSENT : value_call_none(thread, get);
    Value names = value_is_absent(shell) ? VALUE_ABSENT : value_find_attribute_c(thread, shell, "_magic_names");
    exception_clear(thread);
    for (size_t i = 0; value_is_list(names) && i < value_list(names)->count; i++) {
        if (value_is_string(value_list(names)->items[i])) {
            add(completer, value_c_string(value_list(names)->items[i]), "magic", NULL);
        }
    }
    value_release(names);
    value_release(shell);
}

bool session_complete(Session *session, Thread *thread, const char *source, size_t length, size_t cursor,
                      Completions *completions) {
    *completions = (Completions){0};
    Completer completer = {.session = session,
                           .thread = thread,
                           .found = completions,
                           .place = cursor_find(source, length, cursor)};
    const char *behind = completer.place.prefix.text + completer.place.prefix.length;
    completer.next = behind >= source && behind < source + length ? *behind : 0;
    completions->start = completer.place.start;
    completions->end = completer.place.end;
    switch (completer.place.kind) {
    case CURSOR_NAME: complete_names(&completer); break;
    case CURSOR_ATTRIBUTE: {
        Value value = completer.place.has_calls ? VALUE_ABSENT : evaluate(&completer, completer.place.object);
        if (!value_is_absent(value)) add_attributes(&completer, value);
        value_release(value);
        break;
    }
    case CURSOR_IMPORT: complete_modules(&completer); break;
    case CURSOR_IMPORT_MEMBER: complete_members(&completer); break;
    case CURSOR_KEY: complete_keys(&completer); break;
    case CURSOR_MAGIC: complete_magics(&completer); break;
    case CURSOR_PATH: complete_paths(&completer); break;
    case CURSOR_NOTHING: break;
    }
    exception_clear(thread);
    sort_and_join(completions);
    return true;
}
