/* %who, %who_ls, %whos, %reset: the user's variables. */
#include "kernel/magics/magic.h"

#include "base/memory.h"
#include "base/text_buffer.h"
#include "base/utf8.h"
#include "kernel/objects/core/type.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Names that the session itself puts there. */
static bool is_hidden(const String *name) {
    static const char *const hidden[] = {"In", "Out", "get_ipython", "exit", "quit", "open"};
    if (name->bytes[0] == '_') return true;
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
        if (string_equals_c(name, hidden[i])) return true;
    return false;
}

/* True when `type` is among the words of the line, or there are none. */
static bool is_wanted(const String *line, const char *type) {
    size_t length = strlen(type);
    const char *at = line->bytes + strspn(line->bytes, " ");
    if (!*at) return true;
    while (*at) {
        size_t word = strcspn(at, " ");
        if (word == length && !memcmp(at, type, length)) return true;
        at += word;
        at += strspn(at, " ");
    }
    return false;
}

static int compare_names(const void *left, const void *right) {
    return strcmp((*(String *const *)left)->bytes, (*(String *const *)right)->bytes);
}

/* The wanted names, sorted; borrowed from the namespace; the array is owned. */
static String **wanted_names(Thread *thread, const MagicCall *call, size_t *count) {
    String **names = memory_allocate(((size_t)dict_count(call->namespace) + 1) * sizeof *names);
    Value key, value;
    *count = 0;
    if (!names) {
        raise_no_memory(thread);
        return NULL;
    }
    for (size_t at = 0; dict_next(call->namespace, &at, &key, &value);) {
        if (!value_is_string(key) || is_hidden(value_string(key))) continue;
        if (is_wanted(call->line, type_short_name(type_of(thread->interpreter, value))))
            names[(*count)++] = value_string(key);
    }
    qsort(names, *count, sizeof *names, compare_names);
    return names;
}

static Value run_who_ls(Thread *thread, const MagicCall *call) {
    size_t count;
    String **names = wanted_names(thread, call, &count);
    Value list = names ? list_new(thread) : VALUE_ABSENT;
    for (size_t i = 0; i < count && !value_is_absent(list); i++) {
        if (!list_append(thread, value_list(list), (Value){.tag = TAG_OBJECT, .object = (Object *)names[i]})) {
            value_release(list);
            list = VALUE_ABSENT;
        }
    }
    memory_release(names);
    return list;
}

static const char *nothing_found(const MagicCall *call) {
    return call->line->length ? "No variables match your requested type.\n" : "Interactive namespace is empty.\n";
}

static Value run_who(Thread *thread, const MagicCall *call) {
    size_t count, column = 0;
    String **names = wanted_names(thread, call, &count);
    if (!names) return VALUE_ABSENT;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    for (size_t i = 0; i < count; i++) {
        text_append_format(&text, "%s\t ", names[i]->bytes);
        column += names[i]->length > 8 ? 2 : 1;
        if (column > 8) {
            column = 0;
            text_append_char(&text, '\n');
        }
    }
    if (count) text_append_char(&text, '\n');
    if (text.failed) raise_no_memory(thread);
    bool good = !text.failed && magic_print(thread, "%s", count ? text_string(&text) : nothing_found(call));
    text_release(&text);
    memory_release(names);
    return good ? VALUE_NONE : VALUE_ABSENT;
}

/* The third column of %whos: arrays by shape and size, containers by length, the rest by their str. */
static Value describe(Thread *thread, Value value) {
    const char *type = type_short_name(type_of(thread->interpreter, value));
    if (!strcmp(type, "list") || !strcmp(type, "tuple") || !strcmp(type, "dict") || !strcmp(type, "set") || !strcmp(type, "frozenset"))
        return string_format(thread, "n=%lld", (long long)value_length(thread, value));
    if (!strcmp(type, "ndarray")) {
        Value shape = value_get_attribute_c(thread, value, "shape"), size = value_get_attribute_c(thread, value, "size");
        Value dtype = value_get_attribute_c(thread, value, "dtype"), bytes = value_get_attribute_c(thread, value, "nbytes");
        Value name = value_is_absent(dtype) ? dtype : value_str(thread, dtype), result = VALUE_ABSENT;
        if (!value_is_absent(shape) && value_is_tuple(shape) && size.tag == TAG_INT && bytes.tag == TAG_INT &&
            !value_is_absent(name)) {
            TextBuffer text = TEXT_BUFFER_EMPTY;
            for (size_t i = 0; i < value_tuple(shape)->count; i++)
                text_append_format(&text, "%s%lld", i ? "x" : "", (long long)value_tuple(shape)->items[i].integer);
            text_append_format(&text, ": %lld elems, type `%s`, %lld bytes", (long long)size.integer,
                               value_c_string(name), (long long)bytes.integer);
            if (bytes.integer >= 1048576)
                text_append_format(&text, " (%.3f Mb)", (double)bytes.integer / 1048576.0);
            else if (bytes.integer >= 100000) text_append_format(&text, " (%.3f kb)", (double)bytes.integer / 1024.0);
            result = string_new(thread, text_string(&text), text.length);
            text_release(&text);
        }
        value_release(shape), value_release(size), value_release(dtype), value_release(bytes), value_release(name);
        return result;
    }
    return value_str(thread, value);
}

static void append_column(TextBuffer *text, const char *bytes, size_t length, size_t width) {
    size_t count = utf8_count(bytes, length);
    text_append_bytes(text, bytes, length);
    if (count < width) text_append_repeated(text, ' ', width - count);
}

static void append_description(TextBuffer *text, const String *description) {
    TextBuffer line = TEXT_BUFFER_EMPTY;
    for (size_t i = 0; i < description->length; i++) {
        if (description->bytes[i] == '\n') text_append(&line, "\\n");
        else text_append_char(&line, description->bytes[i]);
    }
    size_t count = utf8_count(text_string(&line), line.length);
    if (count < 50) {
        text_append(text, text_string(&line));
    } else { /* the middle goes */
        size_t head = utf8_offset(line.bytes, line.length, 25), tail = utf8_offset(line.bytes, line.length, count - 25);
        text_append_bytes(text, line.bytes, head);
        text_append(text, "<...>");
        text_append_bytes(text, line.bytes + tail, line.length - tail);
    }
    text_append_char(text, '\n');
    text_release(&line);
}

static Value run_whos(Thread *thread, const MagicCall *call) {
    size_t count, name_width = 8, type_width = 4;
    String **names = wanted_names(thread, call, &count);
    if (!names) return VALUE_ABSENT;
    for (size_t i = 0; i < count; i++) {
        Value value = dict_get_string(call->namespace, names[i]);
        size_t type = strlen(type_short_name(type_of(thread->interpreter, value)));
        if (names[i]->count > name_width) name_width = names[i]->count;
        if (type > type_width) type_width = type;
    }
    TextBuffer text = TEXT_BUFFER_EMPTY;
    append_column(&text, "Variable", 8, name_width);
    text_append(&text, "   ");
    append_column(&text, "Type", 4, type_width);
    text_append(&text, "    Data/Info\n");
    text_append_repeated(&text, '-', name_width + type_width + 16);
    text_append_char(&text, '\n');
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        Value value = value_retain(dict_get_string(call->namespace, names[i]));
        const char *type = type_short_name(type_of(thread->interpreter, value));
        Value description = describe(thread, value);
        good = !value_is_absent(description);
        append_column(&text, names[i]->bytes, names[i]->length, name_width);
        text_append(&text, "   ");
        append_column(&text, type, strlen(type), type_width);
        text_append(&text, "    ");
        if (good) append_description(&text, value_string(description));
        value_release(description);
        value_release(value);
    }
    good = good && magic_print(thread, "%s", count ? text_string(&text) : nothing_found(call));
    text_release(&text);
    memory_release(names);
    return good ? VALUE_NONE : VALUE_ABSENT;
}

/* ---- %reset ---- */

static bool confirmed(Thread *thread, bool *yes) {
    FrontEnd *front_end = &thread->interpreter->front_end;
    *yes = true;
    if (!front_end->input) return true;
    char *answer = front_end->input(front_end->context, thread,
                                    "Once deleted, variables cannot be recovered. Proceed (y/[n])? ", false);
    if (!answer && exception_is_set(thread) && /* no one to ask, as in a batch run: IPython goes ahead, and so do we */
        exception_matches(thread, thread_builtins(thread)->exception_NotImplementedError)) {
        exception_clear(thread);
        return true;
    }
    if (!answer && exception_matches(thread, thread_builtins(thread)->exception_EOFError)) { /* the default is no */
        exception_clear(thread);
        *yes = false;
        return magic_print(thread, "\n");
    }
    if (!answer) return false;
    *yes = answer[0] == 'y' || answer[0] == 'Y';
    memory_release(answer);
    return true;
}

/* In and _i..., or Out and _...: what IPython calls flushing. */
static bool flush_input(Thread *thread, const MagicCall *call, bool quiet) {
    Value inputs = dict_get_c(thread, call->namespace, "In");
    if (value_is_list(inputs))
        for (size_t i = 0; i < value_list(inputs)->count; i++) {
            value_release(value_list(inputs)->items[i]);
            value_list(inputs)->items[i] = value_retain(value_from_object(string_intern(thread, "")));
        }
    return quiet || magic_print(thread, "Flushing input history\n");
}

static bool remove_name(Thread *thread, Dict *namespace, const char *name) {
    Value key = string_from_c(thread, name);
    bool good = !value_is_absent(key) && dict_remove(thread, namespace, key) >= 0;
    value_release(key);
    return good;
}

static bool flush_output(Thread *thread, const MagicCall *call, bool quiet) {
    Value outputs = dict_get_c(thread, call->namespace, "Out"), key, value;
    if (!value_is_dict(outputs)) return true;
    if (!quiet && !magic_print(thread, "Flushing output cache (%lld entries)\n", (long long)dict_count(value_dict(outputs))))
        return false;
    char name[32];
    bool good = true;
    for (size_t at = 0; good && dict_next(value_dict(outputs), &at, &key, &value);) {
        if (key.tag != TAG_INT) continue;
        snprintf(name, sizeof name, "_%lld", (long long)key.integer);
        good = remove_name(thread, call->namespace, name);
    }
    dict_clear(value_dict(outputs));
    return good && session_forget_results(thread->interpreter->session, thread);
}

/* Delete the user's variables: all, or those of one type. */
static bool delete_variables(Thread *thread, const MagicCall *call, const char *type, bool keep_hidden) {
    Value names = list_new(thread), key, value;
    bool good = !value_is_absent(names);
    for (size_t at = 0; good && dict_next(call->namespace, &at, &key, &value);) {
        bool stays = value_is_string(key) && !strncmp(value_c_string(key), "__", 2);
        bool tool = value_is_string(key) && is_hidden(value_string(key)) &&
                    (keep_hidden || value_c_string(key)[0] != '_');
        bool fits = !type || !strcmp(type_short_name(type_of(thread->interpreter, value)), type);
        if (!stays && !tool && fits) good = list_append(thread, value_list(names), key);
    }
    for (size_t i = 0; good && i < value_list(names)->count; i++)
        good = dict_remove(thread, call->namespace, value_list(names)->items[i]) >= 0;
    value_release(names);
    return good;
}

/* What a word behind the options asks for; without one everything goes. */
static bool reset_one(Thread *thread, const MagicCall *call, const char *word, bool quiet) {
    if (!strcmp(word, "in")) return flush_input(thread, call, quiet);
    if (!strcmp(word, "out")) return flush_output(thread, call, quiet);
    if (!strcmp(word, "array")) return delete_variables(thread, call, "ndarray", true);
    if (!strcmp(word, "dhist")) return session_forget_folders(call->session, thread, false) && (quiet || magic_print(thread, "Flushing directory history\n"));
    return magic_print(thread, "Don't know how to reset %s, please run `%%reset?` for details\n", word);
}

static bool reset_all(Thread *thread, const MagicCall *call, bool keep_history) {
    if (!delete_variables(thread, call, NULL, keep_history) || !session_restore_names(call->session, thread)) return false;
    if (!keep_history && !session_forget_folders(call->session, thread, true)) return false;
    return keep_history || flush_output(thread, call, true);
}

static Value run_reset(Thread *thread, const MagicCall *call) {
    MagicOptions options;
    if (!magic_options(thread, call, "sf", &options)) return VALUE_ABSENT;
    bool yes = options.values['f'] != NULL, soft = options.values['s'] != NULL;
    char *words = memory_copy_string(options.rest);
    memory_release(options.storage);
    if (!words) return raise_no_memory(thread);
    bool good = yes || confirmed(thread, &yes);
    if (good && !yes) good = magic_print(thread, "Nothing done.\n");
    else if (good) {
        char *rest = NULL, *word = strtok_r(words, " \t", &rest);
        if (!word) good = reset_all(thread, call, soft);
        for (; good && word; word = strtok_r(NULL, " \t", &rest)) good = reset_one(thread, call, word, false);
    }
    memory_release(words);
    return good ? VALUE_NONE : VALUE_ABSENT;
}

const Magic magic_who = {.name = "who", .is_line = true, .run = run_who,
                         .documentation = "%who [TYPE ...]\n\nPrint the names of the user's variables."};
const Magic magic_who_ls = {.name = "who_ls", .is_line = true, .run = run_who_ls,
                            .documentation = "%who_ls [TYPE ...]\n\nThe sorted list of the user's variables."};
const Magic magic_whos = {.name = "whos", .is_line = true, .run = run_whos,
                          .documentation = "%whos [TYPE ...]\n\nA table of the user's variables: name, type, contents."};
const Magic magic_reset = {.name = "reset", .is_line = true, .run = run_reset,
                           .documentation = "%reset [-f] [-s] [in] [out] [array] [dhist]\n\nDelete the user's variables; -f does not ask, -s leaves "
                                            "Out and its names. With words only those: the inputs, the outputs, the arrays."};
