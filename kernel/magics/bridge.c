/* What magics written in Python ask of the session: methods of the shell object whose names begin with an underscore. */
#include "kernel/magics/magic.h"

#include "base/memory.h"
#include "base/text_buffer.h"
#include "base/utf8.h"
#include "kernel/language/text/ast.h"
#include "kernel/language/report/callable_text.h"
#include "kernel/language/compile/evaluate.h"
#include "kernel/language/cell/input_transform.h"
#include "kernel/language/report/traceback.h"
#include "kernel/objects/core/gc.h"

#include <stdlib.h>
#include <string.h>

static bool want_text(Thread *thread, Value value, const char *what) {
    if (value_is_string(value)) return true;
    raise_type_error(thread, "%s must be str", what);
    return false;
}

static Session *session_of(Thread *thread) { return thread->interpreter->session; }

/* ---- running ---- */

NATIVE(bridge_execute) {
    (void)native;
    if (!want_text(thread, arguments[1], "source")) return VALUE_ABSENT;
    MagicCall call = {.name = "", .session = session_of(thread), .namespace = session_namespace(session_of(thread))};
    return magic_execute(thread, &call, value_c_string(arguments[1]), value_string(arguments[1])->length);
}

NATIVE(bridge_transform) {
    (void)native;
    if (!want_text(thread, arguments[1], "source")) return VALUE_ABSENT;
    char *text = input_transform(value_c_string(arguments[1]), value_string(arguments[1])->length);
    if (!text) return raise_no_memory(thread);
    Value result = string_from_c(thread, text);
    memory_release(text);
    return result;
}

/* A cell inside the one that runs. Its error is shown on stderr: the front end gets an error message only of the outer one. */
NATIVE(bridge_run_cell) {
    (void)native;
    if (!want_text(thread, arguments[1], "raw_cell")) return VALUE_ABSENT;
    int store = value_truth(thread, arguments[2]), silent = value_truth(thread, arguments[3]);
    if (store < 0 || silent < 0) return VALUE_ABSENT;
    CellResult result;
    CellOptions options = {.silent = silent, .store_history = store};
    if (!session_run_cell(session_of(thread), thread, value_c_string(arguments[1]), value_string(arguments[1])->length, options, &result))
        return raise_no_memory(thread);
    const FrontEnd *front_end = &thread->interpreter->front_end;
    Value pieces = front_end->error && result.traceback_count ? list_new(thread) : VALUE_ABSENT;
    for (size_t i = 0; i < result.traceback_count; i++) {
        if (!value_is_absent(pieces) && !list_append_owned(thread, value_list(pieces), string_from_c(thread, result.traceback[i])))
            value_clear(&pieces);
        if (front_end->error) continue;
        interpreter_write(thread, true, result.traceback[i], strlen(result.traceback[i]));
        interpreter_write(thread, true, "\n", 1);
    }
    if (!value_is_absent(pieces))
        front_end->error(front_end->context, thread, result.error_name ? result.error_name : "", result.error_value ? result.error_value : "",
                         pieces);
    value_release(pieces);
    exception_clear(thread);
    bool succeeded = result.succeeded;
    cell_result_clear(&result);
    return succeeded ? VALUE_TRUE : VALUE_FALSE;
}

/* ---- programs ---- */

/* (words, input, takes_output, takes_errors): (status, stdout, stderr, whether it was interrupted). */
NATIVE(bridge_spawn) {
    (void)native;
    enum { MOST = 255 };
    const char *words[MOST + 1];
    size_t count = 0;
    if (!value_is_list(arguments[1])) return raise_type_error(thread, "words must be a list of str");
    const List *list = value_list(arguments[1]);
    for (size_t i = 0; i < list->count && count < MOST; i++) {
        if (!want_text(thread, list->items[i], "a word")) return VALUE_ABSENT;
        words[count++] = value_c_string(list->items[i]);
    }
    if (!count) return raise_value_error(thread, "no program");
    words[count] = NULL;
    const String *input = value_is_string(arguments[2]) ? value_string(arguments[2]) : NULL;
    int takes_out = value_truth(thread, arguments[3]), takes_errors = value_truth(thread, arguments[4]);
    if (takes_out < 0 || takes_errors < 0) return VALUE_ABSENT;
    TextBuffer output = TEXT_BUFFER_EMPTY, errors = TEXT_BUFFER_EMPTY;
    bool interrupted;
    int status = magic_shell(thread, words, input ? input->bytes : NULL, input ? input->length : 0,
                             takes_out ? &output : NULL, takes_errors ? &errors : NULL, &interrupted);
    Value result = VALUE_ABSENT;
    if (status != -1000) {
        Value items[] = {value_from_int(status), string_new(thread, text_string(&output), output.length),
                         string_new(thread, text_string(&errors), errors.length), value_from_bool(interrupted)};
        if (!value_is_absent(items[1]) && !value_is_absent(items[2])) result = tuple_from_values(thread, items, 4);
        value_release(items[1]), value_release(items[2]);
    }
    text_release(&output), text_release(&errors);
    return result;
}

/* ---- the front end ---- */

NATIVE(bridge_page) {
    (void)native;
    if (value_is_dict(arguments[1])) return magic_page(thread, arguments[1]);
    Value data = dict_new(thread);
    Value result = !value_is_absent(data) && dict_set_c(thread, value_dict(data), "text/plain", arguments[1])
                       ? magic_page(thread, data) : VALUE_ABSENT;
    value_release(data);
    return result;
}

NATIVE(bridge_input) {
    (void)native;
    FrontEnd *front_end = &thread->interpreter->front_end;
    if (!want_text(thread, arguments[1], "prompt")) return VALUE_ABSENT;
    if (!front_end->input) {
        raise_format(thread, thread_builtins(thread)->exception_EOFError, "no front end to ask");
        return VALUE_ABSENT;
    }
    if (front_end->flush) front_end->flush(front_end->context);
    char *line = front_end->input(front_end->context, thread, value_c_string(arguments[1]), false);
    if (!line) return VALUE_ABSENT;
    Value result = string_from_c(thread, line);
    memory_release(line);
    return result;
}

NATIVE(bridge_has_front_end) {
    (void)native;
    FrontEnd *front_end = &thread->interpreter->front_end;
    if (!want_text(thread, arguments[1], "what")) return VALUE_ABSENT;
    const char *what = value_c_string(arguments[1]);
    bool has = !strcmp(what, "input") ? front_end->input != NULL : !strcmp(what, "page") ? front_end->page != NULL
               : !strcmp(what, "next_input") ? front_end->set_next_input != NULL : front_end->is_interactive;
    return has ? VALUE_TRUE : VALUE_FALSE;
}

/* None: there is no such front end, or none that knows. */
NATIVE(bridge_describe) {
    (void)native;
    FrontEnd *front_end = &thread->interpreter->front_end;
    if (!want_text(thread, arguments[1], "what")) return VALUE_ABSENT;
    return front_end->describe ? front_end->describe(front_end->context, thread, value_c_string(arguments[1])) : VALUE_NONE;
}

NATIVE(bridge_know_folders) {
    (void)native, (void)arguments;
    return session_know_folders(session_of(thread), thread) ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(bridge_publish) {
    (void)native;
    FrontEnd *front_end = &thread->interpreter->front_end;
    if (!want_text(thread, arguments[1], "msg_type")) return VALUE_ABSENT;
    if (front_end->publish) front_end->publish(front_end->context, thread, value_c_string(arguments[1]), arguments[2]);
    return VALUE_NONE;
}

NATIVE(bridge_runs_cells) {
    (void)native, (void)arguments;
    return value_from_bool(thread->interpreter->runs_cells);
}

NATIVE(bridge_usage_error) {
    (void)native;
    if (!want_text(thread, arguments[1], "message")) return VALUE_ABSENT;
    return magic_usage_error(thread, "%s", value_c_string(arguments[1]));
}

/* ---- what is known ---- */

/* (is line, is cell) of a built-in magic, or None. */
NATIVE(bridge_magic_kinds) {
    (void)native;
    if (!want_text(thread, arguments[1], "name")) return VALUE_ABSENT;
    const Magic *magic = magic_find(value_c_string(arguments[1]), value_string(arguments[1])->length);
    if (!magic) return VALUE_NONE;
    Value items[] = {magic->is_line ? VALUE_TRUE : VALUE_FALSE, magic->is_cell ? VALUE_TRUE : VALUE_FALSE};
    return tuple_from_values(thread, items, 2);
}

NATIVE(bridge_magic_documentation) {
    (void)native;
    if (!want_text(thread, arguments[1], "name")) return VALUE_ABSENT;
    const Magic *magic = magic_find(value_c_string(arguments[1]), value_string(arguments[1])->length);
    return magic ? magic_documentation(thread, magic) : VALUE_NONE;
}

NATIVE(bridge_inspect) {
    (void)native;
    if (!want_text(thread, arguments[1], "name")) return VALUE_ABSENT;
    const String *name = value_string(arguments[1]);
    int detail = value_truth(thread, arguments[2]);
    if (detail < 0) return VALUE_ABSENT;
    char *text = session_inspect(session_of(thread), thread, name->bytes, name->length, name->count, detail);
    if (!text) return VALUE_NONE;
    Value result = string_from_c(thread, text);
    memory_release(text);
    return result;
}

NATIVE(bridge_last_exception) {
    (void)native, (void)arguments;
    Value exception = session_last_exception(session_of(thread));
    return value_is_absent(exception) ? VALUE_NONE : value_retain(exception);
}

NATIVE(bridge_last_result) {
    (void)native, (void)arguments;
    Value result = session_last_shown(session_of(thread));
    return value_is_absent(result) ? VALUE_NONE : value_retain(result);
}

/* The pieces of a traceback as a cell shows them. */
NATIVE(bridge_format_traceback) {
    (void)native;
    Builtins *builtins = thread_builtins(thread);
    if (!value_is_instance(thread->interpreter, arguments[1], builtins->exception_BaseException))
        return raise_type_error(thread, "an exception is wanted");
    const char *mode = value_is_string(arguments[2]) ? value_c_string(arguments[2])
                                                     : session_settings(session_of(thread))->traceback_mode;
    char **lines = NULL;
    size_t count = 0;
    traceback_format_cell(thread, arguments[1], mode, &lines, &count);
    exception_clear(thread);
    Value list = list_new(thread);
    for (size_t i = 0; i < count; i++) {
        if (!value_is_absent(list) && !list_append_owned(thread, value_list(list), string_from_c(thread, lines[i]))) value_clear(&list);
        memory_release(lines[i]);
    }
    memory_release(lines);
    return list;
}

NATIVE(bridge_show_error) {
    (void)native;
    if (!value_is_instance(thread->interpreter, arguments[1], thread_builtins(thread)->exception_BaseException))
        return raise_type_error(thread, "an exception is wanted");
    session_show_exception(thread, arguments[1], value_is_string(arguments[2]) ? value_c_string(arguments[2]) : NULL);
    return VALUE_NONE;
}

/* A line of a file or cell, or None. */
NATIVE(bridge_source_line) {
    (void)native;
    int64_t line;
    if (!want_text(thread, arguments[1], "file") || !value_to_int64(thread, arguments[2], &line)) return VALUE_ABSENT;
    char *text = line > 0 && line < INT32_MAX ? source_find_line(thread, NULL, value_c_string(arguments[1]), (int)line) : NULL;
    exception_clear(thread);
    if (!text) return VALUE_NONE;
    Value result = string_from_c(thread, text);
    memory_release(text);
    return result;
}

/* The names of the modules that are part of this program. */
NATIVE(bridge_built_in_modules) {
    (void)native, (void)arguments;
    Value list = list_new(thread);
    size_t at = 0;
    for (const char *name; !value_is_absent(list) && (name = module_entry_next(&at));)
        if (!list_append_owned(thread, value_list(list), string_from_c(thread, name))) value_clear(&list);
    return list;
}

static Value text_or_none(Thread *thread, bool found, TextBuffer *text) {
    exception_clear(thread);
    Value result = !found ? VALUE_NONE : text->failed ? raise_no_memory(thread) : string_new(thread, text_string(text), text->length);
    text_release(text);
    return result;
}

/* "(a, b=2)", the source, the file of a function or class; or None. */
NATIVE(bridge_signature) {
    (void)native;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    return text_or_none(thread, callable_append_signature(thread, arguments[1], &text), &text);
}

NATIVE(bridge_source) {
    (void)native;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    return text_or_none(thread, callable_append_source(thread, arguments[1], &text), &text);
}

NATIVE(bridge_file) {
    (void)native;
    const char *file = callable_file(arguments[1]);
    return file ? string_from_c(thread, file) : VALUE_NONE;
}

NATIVE(bridge_reload) {
    (void)native;
    return import_reload(thread, arguments[1]);
}

/* (data, metadata) as a front end gets them. */
NATIVE(bridge_format) {
    (void)native;
    Value items[2], result = VALUE_ABSENT;
    items[0] = session_format_filtered(thread, arguments[1], arguments[2], arguments[3], &items[1]);
    if (value_is_absent(items[0])) return VALUE_ABSENT;
    result = tuple_from_values(thread, items, 2);
    value_release(items[0]), value_release(items[1]);
    return result;
}

/* ---- settings ---- */

static const char *const traceback_modes[] = {"Context", "Plain", "Verbose", "Minimal", "Docs", "Doctest", NULL};
static const char *const interactivities[] = {"last_expr", "all", "last_expr_or_assign", "none", "last", NULL};

/* One of the static texts, since the settings keep none of their own. */
static bool choose(Thread *thread, const char *const *choices, Value value, const char **setting) {
    for (size_t i = 0; value_is_string(value) && choices[i]; i++)
        if (!strcmp(choices[i], value_c_string(value))) {
            *setting = choices[i];
            return true;
        }
    raise_value_error(thread, "no such setting");
    return false;
}

static bool set_hook(Value *place, Value value) {
    value_replace(place, value_is_none(value) ? VALUE_ABSENT : value_retain(value));
    return true;
}

/* get(name), or set(name, value). */
NATIVE(bridge_setting) {
    (void)native;
    if (!want_text(thread, arguments[1], "name")) return VALUE_ABSENT;
    SessionSettings *settings = session_settings(session_of(thread));
    const char *name = value_c_string(arguments[1]);
    Value value = arguments[2];
    bool sets = !value_is_absent(value), good = true;
    if (!strcmp(name, "traceback_mode")) {
        if (!sets) return string_from_c(thread, settings->traceback_mode);
        good = choose(thread, traceback_modes, value, &settings->traceback_mode);
    } else if (!strcmp(name, "interactivity")) {
        if (!sets) return string_from_c(thread, settings->interactivity);
        good = choose(thread, interactivities, value, &settings->interactivity);
    } else if (!strcmp(name, "plain_repr")) {
        if (!sets) return settings->plain_repr ? VALUE_TRUE : VALUE_FALSE;
        settings->plain_repr = value_truth(thread, value) > 0;
    } else if (!strcmp(name, "autoawait")) {
        if (!sets) return value_from_bool(!settings->refuses_await);
        settings->refuses_await = value_truth(thread, value) <= 0;
    } else if (!strcmp(name, "automagic")) {
        if (!sets) return settings->rewrite_line ? VALUE_TRUE : VALUE_FALSE;
        settings->rewrite_line = value_truth(thread, value) > 0 ? automagic_rewrite : NULL;
    } else if (!strcmp(name, "float_format")) {
        if (!sets) return settings->float_format ? string_from_c(thread, settings->float_format) : VALUE_NONE;
        memory_release(settings->float_format);
        settings->float_format = value_is_string(value) ? memory_copy_string(value_c_string(value)) : NULL;
    } else if (!strcmp(name, "futures")) { /* what cells have imported from __future__, as in co_flags */
        int64_t flags;
        if (!sets) return value_from_int(*session_futures(session_of(thread)));
        if (!value_to_int64(thread, value, &flags)) return VALUE_ABSENT;
        *session_futures(session_of(thread)) = (unsigned)flags & FUTURE_ALL;
    } else if (!strcmp(name, "on_error") && sets) good = set_hook(&settings->on_error, value);
    else if (!strcmp(name, "display_hook") && sets) good = set_hook(&settings->display_hook, value);
    else if (!strcmp(name, "before_cell") && sets) good = set_hook(&settings->before_cell, value);
    else if (!strcmp(name, "after_cell") && sets) good = set_hook(&settings->after_cell, value);
    else return raise_value_error(thread, "no setting '%s'", name);
    return good ? VALUE_NONE : VALUE_ABSENT;
}

static Value dict_or_absent(Value value) { return value_is_dict(value) ? value : VALUE_ABSENT; }

/* Its text; with options: as a PlainTextFormatter has them. */
NATIVE(bridge_pretty) {
    (void)native;
    int64_t width, most;
    if (value_is_none(arguments[2])) return session_pretty(thread, arguments[1]);
    if (!value_to_int64(thread, arguments[2], &width) || !value_to_int64(thread, arguments[3], &most)) return VALUE_ABSENT;
    PrettyOptions options = {.width = width > 0 ? (size_t)width : 0, .most = most > 0 ? (size_t)most : 0,
                             .printers = dict_or_absent(arguments[4]), .named = dict_or_absent(arguments[5]),
                             .singletons = dict_or_absent(arguments[6]), .usual = arguments[7],
                             .float_format = value_is_string(arguments[8]) ? value_c_string(arguments[8]) : NULL,
                             .newline = value_is_string(arguments[9]) ? value_c_string(arguments[9]) : NULL,
                             .is_verbose = value_truth(thread, arguments[10]) > 0};
    return session_pretty_with(thread, arguments[1], &options);
}

const NativeEntry shell_bridge_methods[] = {
    {.name = "_execute", .signature = "($self, source)", .code = bridge_execute,
     .documentation = "Run source in the user's namespace; the value of a last expression."},
    {.name = "_transform", .signature = "($self, source)", .code = bridge_transform,
     .documentation = "A cell's text with its magics as calls."},
    {.name = "_run_cell", .signature = "($self, raw_cell, store_history=False, silent=False)", .code = bridge_run_cell,
     .documentation = "Run a cell inside another; whether it succeeded."},
    {.name = "_spawn", .signature = "($self, words, text=None, takes_output=False, takes_errors=False)", .code = bridge_spawn,
     .documentation = "Run a program: (status, output, errors, was it interrupted), output and errors empty when they were shown."},
    {.name = "_page", .signature = "($self, data)", .code = bridge_page, .documentation = "Show a text, or data by MIME type, in the pager."},
    {.name = "_input", .signature = "($self, prompt)", .code = bridge_input, .documentation = "Ask the front end for a line."},
    {.name = "_has_front_end", .signature = "($self, what)", .code = bridge_has_front_end,
     .documentation = "Whether the front end can do something: 'input', 'page', 'next_input'."},
    {.name = "_know_folders", .signature = "($self)", .code = bridge_know_folders,
     .documentation = "Put the folder that the session began in into _dh, when that is empty."},
    {.name = "_describe", .signature = "($self, what)", .code = bridge_describe,
     .documentation = "What only the front end knows: 'parent', 'session', 'connection_file', 'ports'; or None."},
    {.name = "_publish", .signature = "($self, msg_type, content)", .code = bridge_publish,
     .documentation = "Send a message of another kind than those of print and display."},
    {.name = "_runs_cells", .signature = "($self)", .code = bridge_runs_cells,
     .documentation = "Is this a kernel or the run of a notebook, not a terminal?"},
    {.name = "_usage_error", .signature = "($self, message)", .code = bridge_usage_error, .documentation = "Raise UsageError."},
    {.name = "_magic_kinds", .signature = "($self, name)", .code = bridge_magic_kinds,
     .documentation = "(is a line magic, is a cell magic), or None."},
    {.name = "_magic_documentation", .signature = "($self, name)", .code = bridge_magic_documentation,
     .documentation = "What a magic says of itself."},
    {.name = "_inspect", .signature = "($self, name, detail=False)", .code = bridge_inspect, .documentation = "The text of name? or name??."},
    {.name = "_last_exception", .signature = "($self)", .code = bridge_last_exception,
     .documentation = "The exception of the last cell that failed, or None."},
    {.name = "_last_result", .signature = "($self)", .code = bridge_last_result,
     .documentation = "The result of the last cell, or None."},
    {.name = "_format_traceback", .signature = "($self, exception, mode=None)", .code = bridge_format_traceback,
     .documentation = "The pieces of a traceback as a cell shows them."},
    {.name = "_show_error", .signature = "($self, exception, mode=None)", .code = bridge_show_error,
     .documentation = "Show an error on stderr as a cell would."},
    {.name = "_source_line", .signature = "($self, file, line)", .code = bridge_source_line,
     .documentation = "A line of a file or of a cell, or None."},
    {.name = "_built_in_modules", .signature = "($self)", .code = bridge_built_in_modules,
     .documentation = "The names of the modules that are part of this program."},
    {.name = "_signature", .signature = "($self, obj)", .code = bridge_signature, .documentation = "The parameters of a callable as text, or None."},
    {.name = "_source", .signature = "($self, obj)", .code = bridge_source, .documentation = "The source of a function or class, or None."},
    {.name = "_file", .signature = "($self, obj)", .code = bridge_file, .documentation = "The file of a function or class, or None."},
    {.name = "_reload", .signature = "($self, module)", .code = bridge_reload, .documentation = "Run a module's file again."},
    {.name = "_pretty",
     .signature = "($self, obj, max_width=None, max_seq_length=1000, printers=None, named=None, singletons=None, usual=None, float_format=None, newline=None, verbose=False)", .code = bridge_pretty, .documentation = "The text of a result."},
    {.name = "_capture", .signature = "($self, stdout, stderr, display)", .code = magic_capture_scope,
     .documentation = "What with wants to keep what is printed and displayed."},
    {.name = "_format", .signature = "($self, obj, include=None, exclude=None)", .code = bridge_format, .documentation = "(data, metadata) as a front end gets them."},
    {.name = "_setting", .signature = "($self, name, value=<unrepresentable>)", .code = bridge_setting,
     .documentation = "Ask for or change a setting of the session."},
    {0}};
