/* %%writefile, %%file, %run: files written and run. */
#include "kernel/magics/magic.h"

#include "base/memory.h"
#include "base/text_buffer.h"
#include "kernel/objects/descriptor/native.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct WriteLine {
    char *path; /* owned; NULL: the exception is set */
    bool appends;
} WriteLine;

/* Where a word of the line ends; a quote at its beginning holds blanks together. */
static const char *word_end(const char *at) {
    const char *closed = *at == '"' || *at == '\'' ? strchr(at + 1, *at) : NULL;
    at = closed ? closed : at;
    return at + strcspn(at, " \t");
}

static bool asks_to_append(const char *word, size_t length) {
    if (length > 2 && word[1] == '-') return length <= 8 && !strncmp("--append", word, length);
    return length > 1 && word[0] == '-' && strspn(word + 1, "a") >= length - 1;
}

/* One file, and -a or --append before or behind it. What does not fit is told together, as argparse does. */
static WriteLine read_write_line(Thread *thread, const char *line) {
    WriteLine read = {0};
    TextBuffer name = TEXT_BUFFER_EMPTY, others = TEXT_BUFFER_EMPTY;
    bool options_end = false;
    for (const char *end; *(line += strspn(line, " \t")); line = end) {
        end = word_end(line);
        size_t length = (size_t)(end - line);
        bool is_option = !options_end && *line == '-' && length > 1;
        if (is_option && length == 2 && line[1] == '-') options_end = true;
        else if (is_option && asks_to_append(line, length)) read.appends = true;
        else if (!is_option && !name.length) text_append_bytes(&name, line, length);
        else text_append_format(&others, " %.*s", (int)length, line);
    }
    if (name.failed || others.failed) raise_no_memory(thread);
    else if (!name.length) magic_usage_error(thread, "the following arguments are required: filename");
    else if (others.length) magic_usage_error(thread, "unrecognized arguments:%s", text_string(&others));
    else read.path = magic_path(thread, text_string(&name));
    text_release(&name), text_release(&others);
    return read;
}

static Value run_writefile(Thread *thread, const MagicCall *call) {
    if (!call->cell || !call->cell->length) return magic_usage_error(thread, "%%%%%s is a cell magic, but the cell body is empty.", call->name);
    WriteLine line = read_write_line(thread, call->line->bytes);
    if (!line.path) return VALUE_ABSENT;
    Value result = VALUE_ABSENT;
    const char *verb = access(line.path, F_OK) ? "Writing" : line.appends ? "Appending to" : "Overwriting";
    if (!magic_print(thread, "%s %s\n", verb, line.path)) return memory_release(line.path), VALUE_ABSENT;
    FILE *file = fopen(line.path, line.appends ? "abe" : "wbe");
    bool good = file && fwrite(call->cell->bytes, 1, call->cell->length, file) == call->cell->length;
    if (file && fclose(file) != 0) good = false;
    if (good) result = VALUE_NONE;
    else raise_os_error(thread, errno, line.path);
    memory_release(line.path);
    return result;
}

/* A whole file; owned bytes in *text. false with OSError. */
static bool read_file(Thread *thread, const char *path, TextBuffer *text) {
    FILE *file = fopen(path, "rbe");
    char block[65536];
    size_t count;
    while (file && (count = fread(block, 1, sizeof block, file)) > 0) text_append_bytes(text, block, count);
    bool good = file && !ferror(file);
    if (!good) raise_os_error(thread, errno, path);
    if (file) fclose(file);
    if (good && text->failed) return raise_no_memory(thread), false;
    return good;
}

/* ---- %run ---- */

/* sys.argv while the file runs: its path and the words behind it. Owned list. */
static Value argument_list(Thread *thread, const char *path, const char *words) {
    Value list = list_new(thread);
    if (value_is_absent(list) || !list_append_owned(thread, value_list(list), string_from_c(thread, path))) goto failed;
    while (*(words += strspn(words, " \t"))) {
        char quote = *words == '"' || *words == '\'' ? *words++ : 0;
        size_t length = quote ? (size_t)(strchrnul(words, quote) - words) : strcspn(words, " \t");
        if (!list_append_owned(thread, value_list(list), string_new(thread, words, length))) goto failed;
        words += length;
        if (quote && *words) words++;
    }
    return list;
failed:
    value_release(list);
    return VALUE_ABSENT;
}

/* sys.exit() of a good end says nothing. */
static bool is_good_exit(Thread *thread, Value exception) {
    if (!value_is_instance(thread->interpreter, exception, thread_builtins(thread)->exception_SystemExit)) return false;
    Value code = value_find_attribute_c(thread, exception, "code");
    bool good = value_is_absent(code) || value_truth(thread, code) <= 0;
    exception_clear(thread);
    value_release(code);
    return good;
}

/* The error of the file is shown, and the cell goes on. */
static void show_failure(Thread *thread, const MagicCall *call, bool ignores_exit) {
    Value exception = exception_take(thread);
    bool exits = value_is_instance(thread->interpreter, exception, thread_builtins(thread)->exception_SystemExit);
    if (!is_good_exit(thread, exception) && !(exits && ignores_exit)) {
        session_remember_exception(call->session, thread, exception);
        session_show_exception(thread, exception, exits ? "Exit" : NULL);
    }
    value_release(exception);
}

/* Run the text in a namespace of its own (or the user's, with -i) under this name; afterwards the user has
 * its names. What it raises is shown, and ends the file, not the cell. */
static bool run_text(Thread *thread, const MagicCall *call, const char *path, const char *name, const TextBuffer *text, bool shared,
                     bool ignores_exit) {
    char absolute[PATH_MAX];
    if (realpath(path, absolute)) path = absolute;
    Value names = shared ? value_retain(value_from_object(call->namespace)) : dict_new(thread);
    if (value_is_absent(names)) return false;
    Dict *namespace = value_dict(names);
    Value old_file = value_retain(dict_get_c(thread, call->namespace, "__file__"));
    bool good = dict_set_c_owned(thread, namespace, "__name__", string_from_c(thread, name)) &&
                dict_set_c_owned(thread, namespace, "__file__", string_from_c(thread, path));
    if (good) {
        Value done = language_evaluate(thread, text_string(text), text->length, path, "exec", namespace, VALUE_ABSENT);
        good = !value_is_absent(done);
        value_release(done);
        if (!good) {
            show_failure(thread, call, ignores_exit);
            good = true;
        }
    }
    Value raised = good ? VALUE_ABSENT : exception_take(thread), key, value;
    for (size_t at = 0; !shared && dict_next(namespace, &at, &key, &value);)
        if (value_is_string(key) && strncmp(value_c_string(key), "__", 2))
            dict_set(thread, call->namespace, key, value);
    if (shared && !value_is_absent(old_file)) dict_set_c(thread, namespace, "__file__", old_file);
    value_release(old_file);
    value_release(names);
    if (!value_is_absent(raised)) exception_restore(thread, raised);
    return good;
}

/* The reason is the error's cause, as IPython shows it. */
static Value raise_because(Thread *thread, Type *reason_type, const char *reason, const char *message) {
    raise_format(thread, reason_type, "%s", reason);
    Value cause = exception_take(thread);
    raise_format(thread, thread_builtins(thread)->exception_Exception, "%s", message);
    Value exception = exception_take(thread);
    value_set_attribute_c(thread, exception, "__cause__", cause);
    exception_clear(thread);
    value_release(cause);
    exception_restore(thread, exception);
    return VALUE_ABSENT;
}

/* %run -t, -p, -m are Python. */
static Value run_otherwise(Thread *thread, const MagicCall *call) {
    Value module = import_module(thread, "IPython.core.magics.profiles"), line = value_from_object((Object *)call->line);
    Value result = value_is_absent(module) ? module : value_call_method(thread, module, "run_otherwise", &line, 1);
    value_release(module);
    return result;
}

static Value run_run(Thread *thread, const MagicCall *call) {
    MagicOptions options;
    if (!magic_options(thread, call, "inetpm:N:", &options)) return VALUE_ABSENT;
    bool shared = options.values['i'] != NULL;
    if (options.values['t'] || options.values['p'] || options.values['m']) {
        memory_release(options.storage);
        return run_otherwise(thread, call);
    }
    bool is_main = !options.values['n'], ignores_exit = options.values['e'] != NULL;
    memory_release(options.storage);
    const char *line = options.rest;
    char quote = *line == '"' || *line == '\'' ? *line : 0;
    size_t length = quote ? (size_t)(strchrnul(line + 1, quote) - line) + 1 : strcspn(line, " \t");
    if (!*line) return raise_because(thread, thread_builtins(thread)->exception_IndexError, "list index out of range", "you must provide at least a filename.");
    char *name = memory_copy_bytes(line, length < strlen(line) ? length : strlen(line));
    char *path = name ? magic_path(thread, name) : NULL;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    Value result = VALUE_ABSENT;
    if (path && access(path, R_OK) != 0) { /* `%run script` finds script.py */
        TextBuffer with_suffix = TEXT_BUFFER_EMPTY;
        text_append_format(&with_suffix, "%s.py", path);
        if (!with_suffix.failed && access(with_suffix.bytes, R_OK) == 0) {
            memory_release(path);
            path = text_detach(&with_suffix);
        }
        text_release(&with_suffix);
    }
    Value system_module = path ? import_module(thread, "sys") : VALUE_ABSENT;
    if (path && access(path, R_OK) != 0) {
        TextBuffer message = TEXT_BUFFER_EMPTY;
        text_append_format(&message, "File `'%s'` not found.", name);
        raise_because(thread, thread_builtins(thread)->exception_OSError, text_string(&message), text_string(&message));
        text_release(&message);
    } else if (path && !value_is_absent(system_module) && read_file(thread, path, &text)) {
        const char *slash = strrchr(path, '/');
        const char *stem = slash ? slash + 1 : path;
        char *module_name = memory_copy_bytes(stem, strlen(stem)), *dot = module_name ? strrchr(module_name, '.') : NULL;
        if (dot) *dot = 0;
        Value before = value_get_attribute_c(thread, system_module, "argv");
        Value list = argument_list(thread, path, line + length);
        if (module_name && !value_is_absent(list) && value_set_attribute_c(thread, system_module, "argv", list) &&
            run_text(thread, call, path, is_main ? "__main__" : module_name, &text, shared, ignores_exit))
            result = VALUE_NONE;
        Value raised = value_is_absent(result) ? exception_take(thread) : VALUE_ABSENT;
        if (!value_is_absent(before)) value_set_attribute_c(thread, system_module, "argv", before);
        if (!value_is_absent(raised)) exception_restore(thread, raised);
        value_release(before), value_release(list);
        memory_release(module_name);
    }
    value_release(system_module);
    text_release(&text);
    memory_release(name), memory_release(path);
    return result;
}

const Magic magic_writefile = {.name = "writefile", .is_cell = true, .run = run_writefile,
                               .documentation = "%%writefile [-a] PATH\n\nWrite the cell to a file; -a appends."};
const Magic magic_file = {.name = "file", .is_cell = true, .run = run_writefile,
                          .documentation = "%%file [-a] PATH\n\nAnother name of %%writefile."};
const Magic magic_run = {.name = "run", .is_line = true, .run = run_run,
                         .documentation = "%run [-i] [-n] [-t [-N COUNT]] [-p] FILE [WORDS]\n%run -m MODULE [WORDS]\n\nRun a program file as __main__; its names "
                                          "are the session's afterwards. -i runs it in the session's own namespace, -n under the file's "
                                          "name; -t tells its times, -p shows a profile, -m runs a module."};
