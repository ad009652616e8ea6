/* The session: cells come in, run, and leave their marks: In, Out, _, _i and the count. */
#include "kernel/language/session/session.h"

#include "base/hash_table.h"
#include "base/memory.h"
#include "base/text_buffer.h"
#include "kernel/language/text/ast.h"
#include "kernel/language/compile/evaluate.h"
#include "kernel/language/cell/input_transform.h"
#include "kernel/language/session/session_private.h"
#include "kernel/language/text/sources.h"
#include "kernel/language/report/traceback.h"
#include "kernel/language/run/vm.h"
#include "kernel/objects/system/machine_library.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/error/warnings.h"

#include <stdio.h>
#include <string.h>

struct Session {
    Interpreter *interpreter;
    Dict *names;      /* __main__'s, borrowed from sys.modules */
    int64_t count;    /* of the next cell */
    Value inputs;     /* In: list */
    Value outputs;    /* Out: dict */
    Value folders;    /* _dh: list */
    char *folder;     /* where the session began, or NULL */
    Value lasts[3], bound[3]; /* the last results; what _, __ and ___ were bound to here, for the user may bind them otherwise */
    bool is_running, is_quiet, is_silent, store_history, is_terminal, is_compiled;
    Value shown;      /* the last result of the cell, or the UsageError that ended it; or absent */
    bool told_of_exit; /* how a session is ended properly */
    int64_t running;  /* the count of the running cell */
    unsigned futures; /* FUTURE_...: what cells have imported from __future__, which holds for those that follow */
    SessionSettings settings;
    Value last_exception; /* of the last cell that failed, or absent */
    bool is_showing;      /* a result is being formatted: what fails now, fails the cell */
    Value shown_failure;  /* the last that was shown of such a result, or absent */
};

/* ---- exit() and quit() ---- */

NATIVE(exit_native) {
    (void)native;
    Session *session = thread->interpreter->session;
    if (session && session->is_running) thread->interpreter->exit_requested = true;
    Value type = value_from_object(thread_builtins(thread)->exception_SystemExit);
    Value exception = value_is_none(arguments[0]) ? value_call_none(thread, type) : value_call_one(thread, type, arguments[0]);
    if (value_is_absent(exception)) return exception;
    raise_instance(thread, exception);
    value_release(exception);
    return VALUE_ABSENT;
}
static const NativeEntry exit_entries[] = {
    {"exit", "(code=None)", "Exit the session.", exit_native, NULL, 0},
    {"quit", "(code=None)", "Exit the session.", exit_native, NULL, 0},
};

/* ---- making one ---- */

static const char *const last_names[3] = {"_", "__", "___"};

/* The machine's standard library comes last in sys.path. */
static bool add_library(Thread *thread) {
    const MachineLibrary *library = machine_library(thread->interpreter);
    if (!library) return raise_no_memory(thread), false;
    return !*library->folder || list_append_owned(thread, thread->interpreter->path, string_from_c(thread, library->folder));
}

static bool fill_names(Thread *thread, Session *session) {
    Interpreter *interpreter = thread->interpreter;
    Dict *names = session->names;
    bool fine = true;
    for (size_t i = 0; fine && i < 2; i++) {
        Value module = string_from_c(thread, "builtins");
        Value function = value_is_absent(module)                      ? module
                         : interpreter->front_end.is_interactive ? native_new(thread, &exit_entries[i], module)
                                                                  : quitter_new(thread, exit_entries[i].name);
        value_release(module);
        fine = dict_set_c_owned(thread, interpreter->builtin_names, exit_entries[i].name, function);
    }
    if (!interpreter->front_end.is_interactive) return fine && add_library(thread);
    Value empty = thread_builtins(thread)->empty_string;
    for (int i = 0; i < 3; i++) {
        session->lasts[i] = value_retain(empty);
        session->bound[i] = value_retain(empty);
        fine = fine && dict_set_c(thread, names, last_names[i], empty);
    }
    if (!interpreter->path->count) fine = fine && list_append(thread, interpreter->path, empty); /* the notebook's folder */
    session->folder = session_find_folder();
    return fine && add_library(thread) && session_restore_names(session, thread) &&
           list_append(thread, value_list(session->inputs), empty);
}

bool session_restore_names(Session *session, Thread *thread) {
    return session_put_names(thread, session->names, session->inputs, session->outputs, session->folders);
}

bool session_forget_folders(Session *session, Thread *thread, bool begins_anew) {
    Value folders = list_new(thread);
    if (value_is_absent(folders)) return false;
    value_replace(&session->folders, folders);
    memory_release(session->folder);
    session->folder = begins_anew ? session_find_folder() : NULL;
    return dict_set_c(thread, session->names, "_dh", session->folders);
}

bool session_know_folders(Session *session, Thread *thread) { return session_put_folder(thread, session->folders, session->folder); }

Session *session_new(Interpreter *interpreter) {
    Thread *thread = interpreter->main;
    Session *session = memory_allocate_zeroed(1, sizeof(Session));
    if (!session) return NULL;
    session->interpreter = interpreter;
    session->count = 1;
    session->settings = (SessionSettings){.traceback_mode = "Context", .interactivity = "last_expr", .before_cell = VALUE_ABSENT,
                                          .after_cell = VALUE_ABSENT,
                                          .on_error = VALUE_ABSENT, .display_hook = VALUE_ABSENT, .formatter = VALUE_ABSENT};
    session->last_exception = session->shown_failure = session->shown = VALUE_ABSENT;
    for (int i = 0; i < 3; i++) session->lasts[i] = session->bound[i] = VALUE_ABSENT;
    interpreter->session = session;
    session->names = session_main_dict(thread);
    session->inputs = list_new(thread);
    session->outputs = dict_new(thread);
    session->folders = list_new(thread);
    if (!session->names || value_is_absent(session->inputs) || value_is_absent(session->outputs) || value_is_absent(session->folders) || !fill_names(thread, session)) {
        exception_clear(thread);
        session_delete(&session);
    }
    return session;
}

void session_delete(Session **place) {
    Session *session = *place;
    if (!session) return;
    session_finish(session->interpreter, false);
    value_release(session->inputs);
    value_release(session->outputs);
    value_release(session->folders);
    memory_release(session->folder);
    value_release(session->settings.before_cell);
    value_release(session->settings.after_cell);
    value_release(session->settings.on_error);
    value_release(session->settings.display_hook);
    value_release(session->settings.formatter);
    value_release(session->last_exception), value_release(session->shown_failure), value_release(session->shown);
    for (int i = 0; i < 3; i++) value_release(session->lasts[i]), value_release(session->bound[i]);
    memory_release(session->settings.float_format);
    session->interpreter->session = NULL; /* which may be *place */
    *place = NULL;
    memory_release(session);
}

Dict *session_namespace(Session *session) { return session->names; }
SessionSettings *session_settings(Session *session) { return &session->settings; }
Value session_last_exception(const Session *session) { return session->last_exception; }
Value session_last_shown(const Session *session) { return session->shown; }
int64_t session_running_count(const Session *session) { return session->running; }
unsigned *session_futures(Session *session) { return &session->futures; }
int64_t session_execution_count(const Session *session) { return session->count; }

/* ---- what a cell leaves behind ---- */

static bool move_name(Thread *thread, Dict *names, const char *from, const char *to) {
    Value value = dict_get_c(thread, names, from);
    return value_is_absent(value) || dict_set_c(thread, names, to, value);
}

static bool remember_input(Thread *thread, Session *session, const char *source, size_t length) {
    Dict *names = session->names;
    Value text = string_new(thread, source, length), last = VALUE_ABSENT;
    if (value_is_absent(text)) return false;
    char name[32];
    snprintf(name, sizeof name, "_i%lld", (long long)session->running);
    List *inputs = value_list(session->inputs);
    last = inputs->count ? inputs->items[inputs->count - 1] : text;
    bool fine = move_name(thread, names, "_ii", "_iii") && move_name(thread, names, "_i", "_ii") &&
                dict_set_c(thread, names, "_i", last) && dict_set_c(thread, names, name, text) && list_append(thread, inputs, text);
    value_release(text);
    return fine;
}

static bool bind_lasts(Thread *thread, Session *session) {
    bool fine = true;
    for (int i = 0; i < 3 && fine; i++) {
        if (value_is_absent(session->lasts[i])) continue;
        value_replace(&session->bound[i], value_retain(session->lasts[i]));
        fine = dict_set_c(thread, session->names, last_names[i], session->bound[i]);
    }
    return fine;
}

/* The rule is IPython's: when one of the three is bound to something else, none is changed, nor where a translation's _ is built in. */
static bool move_lasts(Thread *thread, Session *session, Value value) {
    bool are_ours = value_is_absent(dict_get_c(thread, thread->interpreter->builtin_names, "_"));
    for (int i = 0; i < 3 && are_ours; i++) {
        Value now = dict_get_c(thread, session->names, last_names[i]);
        are_ours = value_is_absent(now) || value_is_absent(session->bound[i]) || value_is(now, session->bound[i]);
    }
    Value gone = session->lasts[2];
    session->lasts[2] = session->lasts[1];
    session->lasts[1] = session->lasts[0];
    session->lasts[0] = value_retain(value);
    bool fine = !are_ours || bind_lasts(thread, session);
    value_release(gone);
    return fine;
}

bool session_forget_results(Session *session, Thread *thread) {
    for (int i = 0; i < 3; i++) value_replace(&session->lasts[i], value_retain(thread_builtins(thread)->empty_string));
    return bind_lasts(thread, session);
}

static bool remember_output(Thread *thread, Session *session, Value value) {
    Dict *names = session->names;
    char name[32];
    snprintf(name, sizeof name, "_%lld", (long long)session->running);
    if (value_is(value, session->outputs)) return true;
    return move_lasts(thread, session, value) && dict_set_c(thread, names, name, value) &&
           dict_set(thread, value_dict(session->outputs), value_from_int(session->running), value);
}

/* Whatever sys.displayhook is now. */
bool vm_show(Thread *thread, Value value) {
    Interpreter *interpreter = thread->interpreter;
    if (!value_is_module(interpreter->system_module)) { /* so nobody has changed it */
        if (interpreter->show_value) return interpreter->show_value(thread, value);
        Value system = import_module(thread, "sys");
        value_release(system);
        if (value_is_absent(system)) return false;
    }
    Value hook = dict_get_c(thread, module_attributes(interpreter->system_module), "displayhook");
    if (value_is_absent(hook)) return raise_runtime_error(thread, "lost sys.displayhook"), false;
    value_retain(hook);
    Value result = value_call_one(thread, hook, value);
    value_release(hook);
    value_release(result);
    return !value_is_absent(result);
}

/* The display hook of a session. */
static bool show_result(Thread *thread, Value value) {
    Interpreter *interpreter = thread->interpreter;
    Session *session = interpreter->session;
    if (value_is_none(value) || session->is_quiet || session->is_silent) return true;
    value_replace(&session->shown, value_retain(value));
    bool was_showing = session->is_showing;
    session->is_showing = !interpreter->front_end.is_capture;
    Value metadata = VALUE_ABSENT, data = session_format_value(thread, value, &metadata);
    session->is_showing = was_showing;
    bool fine = !value_is_absent(data) && !value_is_absent(metadata);
    if (fine && session->store_history) fine = remember_output(thread, session, value);
    if (fine && interpreter->front_end.result && dict_count(value_dict(data))) /* empty: it has shown itself */
        interpreter->front_end.result(interpreter->front_end.context, thread, session->running - !session->store_history, data, metadata);
    value_release(data);
    value_release(metadata);
    return fine && !exception_is_set(thread);
}

/* Whether the last thing in the cell, comments apart, is a semicolon. */
bool source_ends_in_semicolon(const char *source, size_t length) {
    char last = 0;
    for (size_t i = 0; i < length; i++) {
        char character = source[i];
        if (character == '#') {
            while (i < length && source[i] != '\n') i++;
        } else if (character == '"' || character == '\'') {
            bool triple = i + 2 < length && source[i + 1] == character && source[i + 2] == character;
            i += triple ? 3 : 1;
            for (; i < length; i++) {
                if (source[i] == '\\') i++;
                else if (source[i] == '\n' && !triple) break;
                else if (source[i] == character &&
                         (!triple || (i + 2 < length && source[i + 1] == character && source[i + 2] == character))) {
                    if (triple) i += 2;
                    break;
                }
            }
            last = character;
        } else if (character != ' ' && character != '\t' && character != '\n' && character != '\r') {
            last = character;
        }
    }
    return last == ';';
}

/* ---- what a cell that failed is told of ---- */

/* Its type and text; false: no memory. */
static bool name_failure(Thread *thread, Value exception, CellResult *result) {
    Value name = value_find_attribute_c(thread, value_from_object(exception.object->type), "__name__");
    result->error_name = memory_copy_string(value_is_string(name) ? value_c_string(name) : exception.object->type->name);
    value_release(name);
    Value value = value_str(thread, exception);
    result->error_value = memory_copy_string(value_is_absent(value) ? "<exception str() failed>" : value_c_string(value));
    value_release(value);
    exception_clear(thread);
    return result->error_name && result->error_value;
}

/* ---- running ---- */

static void describe_failure(Session *session, Thread *thread, CellResult *result) {
    session_describe_exception(session, thread, result);
    result->succeeded = false;
}

static Value run_source(Session *session, Thread *thread, const char *source, size_t length) {
    char file[64];
    snprintf(file, sizeof file, "<ipython-input-%lld-%012llx>", (long long)session->running,
             (unsigned long long)(hash_bytes(source, length) & 0xffffffffffff));
    sources_add(thread, file, source, length);
    const char *interactivity = session->settings.interactivity;
    unsigned flags = session->settings.refuses_await ? 0 : COMPILE_TOP_LEVEL_AWAIT;
    if (session->is_silent || !strcmp(interactivity, "none")) flags |= 0;
    else if (session->is_terminal || !strcmp(interactivity, "all")) flags |= COMPILE_SHOW_ALL;
    else flags |= COMPILE_SHOW_LAST;
    char *longer = strcmp(interactivity, "last_expr_or_assign") ? NULL : session_show_assigned(source, length);
    Value result = cell_run(thread, longer ? longer : source, longer ? strlen(longer) : length, file, flags, &session->futures,
                            session->names, &session->is_compiled);
    memory_release(longer);
    return result;
}

/* exit or quit alone is a call of it. */
static bool calls_exit(Session *session, Thread *thread, char **transformed) {
    size_t start = strspn(*transformed, " \t\n"), length = strcspn(*transformed + start, " \t\n");
    char name[8];
    if (length != 4 || strspn(*transformed + start + length, " \t\n") != strlen(*transformed + start + length)) return false;
    snprintf(name, sizeof name, "%.4s", *transformed + start);
    Value bound = dict_get_c(thread, session->names, name);
    bool is_own = value_is_absent(bound) || value_is(bound, dict_get_c(thread, thread->interpreter->builtin_names, name));
    if ((strcmp(name, "exit") != 0 && strcmp(name, "quit") != 0) || !is_own) return false;
    char *call = memory_copy_string(*name == 'e' ? "exit()\n" : "quit()\n");
    if (!call) return false;
    memory_release(*transformed);
    *transformed = call;
    return true;
}

/* `transformed` is one line: automagic may know better what it is. */
static void rewrite_line(Session *session, Thread *thread, char **transformed) {
    if (calls_exit(session, thread, transformed)) return;
    const char *newline = strchr(*transformed, '\n');
    if (!session->settings.rewrite_line || (newline && newline[1])) return;
    char *better = session->settings.rewrite_line(thread, *transformed);
    if (!better) return;
    memory_release(*transformed);
    *transformed = better;
}

/* What the magics want to know of every cell. An error of theirs is printed and changes nothing. */
static void call_hook(Thread *thread, const Value *hook, const char *source, size_t length, Value second) {
    if (value_is_absent(*hook)) return;
    Value function = value_retain(*hook), text = string_new(thread, source, length), before = exception_take(thread);
    Value result = value_is_absent(text) ? text : value_call_two(thread, function, text, second);
    if (exception_is_set(thread)) session_report_exception(thread);
    if (!value_is_absent(before)) exception_restore(thread, before);
    value_release(function), value_release(text), value_release(result);
}

/* What a cell makes of sys.displayhook is good until its end: the next one begins with the session's. Before sys is
 * imported it is what sys begins with. */
static Value display_hook(Interpreter *interpreter) {
    Value system = interpreter->system_module;
    return value_is_module(system) ? value_retain(dict_get_c(interpreter->main, module_attributes(system), "displayhook")) : VALUE_ABSENT;
}

static void restore_display_hook(Thread *thread, Value before) {
    Value system = thread->interpreter->system_module, now = display_hook(thread->interpreter), failure = exception_take(thread);
    Value own = session_settings(thread->interpreter->session)->display_hook;
    if (!value_is_absent(own)) value_replace(&before, value_retain(own));
    else if (value_is_absent(before)) before = value_retain(thread->interpreter->first_display_hook);
    if (value_is_module(system) && !value_is_absent(before) && !value_is(before, now) &&
        !dict_set_c(thread, module_attributes(system), "displayhook", before))
        exception_clear(thread);
    if (!value_is_absent(failure)) exception_restore(thread, failure);
    value_release(before), value_release(now);
}

/* A result that could not be shown was told of where that happened; the cell has failed all the same. */
static void fail_for_shown(Session *session, Thread *thread, CellResult *result) {
    Value failure = session->shown_failure;
    session->shown_failure = VALUE_ABSENT;
    if (result->succeeded && !value_is_absent(failure)) {
        result->succeeded = false;
        name_failure(thread, failure, result);
        traceback_format_cell(thread, failure, session->settings.traceback_mode, &result->traceback, &result->traceback_count);
        exception_clear(thread);
    }
    value_release(failure);
}

void session_note_shown(Session *session, Thread *thread, Value exception) {
    session_remember_exception(session, thread, exception);
    if (session->is_showing && session->is_running) value_replace(&session->shown_failure, value_retain(exception));
}

bool session_run_cell(Session *session, Thread *thread, const char *source, size_t length, CellOptions options,
                      CellResult *result) {
    Interpreter *interpreter = session->interpreter;
    *result = (CellResult){.succeeded = true, .execution_count = session->count};
    Session before = *session;
    bool (*show_before)(Thread *, Value) = interpreter->show_value;
    interpreter->show_value = show_result;
    Value hook_before = display_hook(interpreter);
    warnings_filters_changed(thread); /* each cell warns anew, as in IPython */
    session->is_running = true;
    session->is_silent = options.silent;
    session->is_terminal = options.is_terminal;
    session->is_compiled = false;
    session->store_history = options.store_history && !options.silent;
    session->running = session->count;
    interpreter->lookup_failed = false;
    value_replace(&session->shown, VALUE_ABSENT);
    char *transformed = input_transform(source, length);
    Value value = transformed ? VALUE_NONE : raise_no_memory(thread);
    if (transformed) rewrite_line(session, thread, &transformed);
    size_t transformed_length = transformed ? strlen(transformed) : 0;
    session->is_quiet = source_ends_in_semicolon(source, length);
    bool is_empty = transformed && strspn(transformed, " \t\r\n\f") == transformed_length;
    if (session->store_history && !is_empty && !remember_input(thread, session, source, length)) value = VALUE_ABSENT;
    if (session->store_history && !is_empty) session->count++; /* as in IPython: what the cell asks for is the next one's number */
    if (!options.silent) call_hook(thread, &session->settings.before_cell, source, length, session->store_history ? VALUE_TRUE : VALUE_FALSE);
    interpreter_turn_loop(thread);
    if (strstr(source, "_dh") && !session_know_folders(session, thread)) value = VALUE_ABSENT;
    if (!value_is_absent(value) && !is_empty) value = run_source(session, thread, transformed, transformed_length);
    if (!value_is_absent(value) && *interpreter->has_pending && !interpreter_tell(thread, EVENT_BODY_END)) value_replace(&value, VALUE_ABSENT);
    thread_finish_pending(thread);
    if (!value_is_absent(value) && !thread_poll(thread)) value_replace(&value, VALUE_ABSENT);
    memory_release(transformed);
    result->exit_requested = interpreter->exit_requested;
    bool exits = false;
    if (value_is_absent(value)) {
        Type *system_exit = thread_builtins(thread)->exception_SystemExit;
        if (options.is_terminal && !interpreter->exit_requested && exception_matches(thread, system_exit)) {
            /* A terminal session ends as a program does; a notebook only shows the exception. */
            interpreter->exit_status = session_report_exception(thread);
            result->exit_requested = interpreter->exit_requested = true;
        } else if (interpreter->exit_requested && exception_matches(thread, thread_builtins(thread)->exception_SystemExit))
            exception_clear(thread);
        else {
            exits = exception_matches(thread, system_exit);
            describe_failure(session, thread, result);
        }
    }
    value_release(value);
    if (!result->succeeded && options.show_error) options.show_error(options.context, result);
    if (exits && !session->told_of_exit) {
        static const char advice[] = "UserWarning: To exit: use 'exit', 'quit', or Ctrl-D.\n";
        session->told_of_exit = true;
        interpreter_write(thread, true, advice, strlen(advice));
    }
    if (!options.silent) {
        call_hook(thread, &session->settings.after_cell, source, length,
                  result->succeeded || value_is_absent(session->last_exception) ? VALUE_NONE : session->last_exception);
        interpreter_tell(thread, EVENT_CELL_END);
    }
    if (!before.is_running) fail_for_shown(session, thread, result);
    if (!options.silent) interpreter_turn_loop(thread);
    if (exception_is_set(thread)) exception_clear(thread);
    if (is_empty || !session->store_history) result->execution_count--; /* as in IPython: it is the last one's that has a number */
    if (!before.is_running) value_clear(&session->shown_failure); /* a task's, which is no result of the cell's */
    interpreter->show_value = show_before;
    restore_display_hook(thread, hook_before);
    session->is_running = before.is_running;
    session->is_quiet = before.is_quiet;
    session->is_silent = before.is_silent;
    session->is_terminal = before.is_terminal;
    session->is_compiled = before.is_compiled;
    session->store_history = before.store_history;
    session->running = before.running;
    interpreter_flush(thread);
    return true;
}

void cell_result_clear(CellResult *result) {
    memory_release(result->error_name);
    memory_release(result->error_value);
    for (size_t i = 0; i < result->traceback_count; i++) memory_release(result->traceback[i]);
    memory_release(result->traceback);
    *result = (CellResult){0};
}

Value session_evaluate(Session *session, Thread *thread, const char *source, size_t length, const char *file, const char *mode,
                       Dict *globals, Value locals) {
    Value code = language_compile(thread, source, length, file, mode, session->futures), result = VALUE_ABSENT;
    if (value_is_absent(code)) return code;
    session->futures |= value_code(code)->flags & FUTURE_ALL;
    result = code_execute(thread, value_code(code), globals, locals);
    value_release(code);
    return result;
}

Value session_evaluate_display(Session *session, Thread *thread, const char *expression, size_t length) {
    if (!source_is_encodable(thread, expression, length)) return VALUE_ABSENT;
    Value value = language_evaluate(thread, expression, length, "<string>", "eval", session->names, VALUE_ABSENT);
    if (value_is_absent(value)) return value;
    Value data = session_format_value(thread, value, NULL);
    value_release(value);
    return data;
}

void session_remember_exception(Session *session, Thread *thread, Value exception) {
    value_replace(&session->last_exception, value_retain(exception));
    session_remember_last(thread, exception);
}

/* A group in it, or among what was handled meanwhile: IPython leaves these to Python's own form. */
static bool contains_group(Thread *thread, Value exception) {
    Type *group = thread_builtins(thread)->exception_BaseExceptionGroup;
    for (; exception.tag == TAG_OBJECT; exception = ((const Exception *)exception.object)->context)
        if (value_is_instance(thread->interpreter, exception, group)) return true;
    return false;
}

static bool write_plainly(Thread *thread, Value exception) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    traceback_format_plain(thread, exception, &text);
    bool whole = !text.failed;
    if (whole) interpreter_write(thread, true, text_string(&text), text.length);
    text_release(&text);
    return whole;
}

/* get_ipython().set_custom_exc(): whether the user's function has told of it. */
static bool told_by_user(Session *session, Thread *thread, Value exception) {
    if (value_is_absent(session->settings.on_error) || !session->is_compiled) return false;
    Value function = value_retain(session->settings.on_error), before = thread->handled;
    thread->handled = exception; /* the context of what goes wrong now */
    Value answer = value_call_one(thread, function, exception);
    thread->handled = before;
    if (exception_is_set(thread)) session_report_exception(thread);
    bool told = value_is(answer, VALUE_TRUE);
    value_release(function), value_release(answer);
    return told;
}

/* False when something of it is missing: no memory. */
static bool describe_exception(Session *session, Thread *thread, Value exception, CellResult *result) {
    bool whole = true;
    if (!name_failure(thread, exception, result)) return false;
    if (!strcmp(type_short_name(exception.object->type), "UsageError")) { /* a line on stderr is all that is shown of it */
        interpreter_write(thread, true, "UsageError: ", 12);
        interpreter_write(thread, true, result->error_value, strlen(result->error_value));
        interpreter_write(thread, true, "\n", 1);
        value_replace(&session->shown, value_retain(exception));
    } else if (told_by_user(session, thread, exception)) {
        value_replace(&session->last_exception, value_retain(exception));
    } else if (!value_is_instance(thread->interpreter, exception, thread_builtins(thread)->exception_SyntaxError) &&
               contains_group(thread, exception)) {
        whole = write_plainly(thread, exception);
        exception_clear(thread);
        session_remember_exception(session, thread, exception);
    } else {
        bool exits = value_is_instance(thread->interpreter, exception, thread_builtins(thread)->exception_SystemExit);
        whole = traceback_format_cell(thread, exception, exits ? "Exit" : session->settings.traceback_mode, &result->traceback, &result->traceback_count);
        exception_clear(thread);
        session_remember_exception(session, thread, exception);
    }
    return whole;
}

static bool is_memory_error(Thread *thread, Value exception) {
    return value_is_instance(thread->interpreter, exception, thread_builtins(thread)->exception_MemoryError);
}

enum { DESCRIBE_ATTEMPTS = 6 };

void session_describe_exception(Session *session, Thread *thread, CellResult *result) {
    Value exception = exception_take(thread);
    if (value_is_absent(exception)) return;
    /* Where memory ran short there may be some again by now; and what a front end is told needs some, too. */
    for (int i = 0; i < DESCRIBE_ATTEMPTS; i++) {
        if (i || is_memory_error(thread, exception)) memory_make_room();
        memory_release(result->error_name);
        memory_release(result->error_value);
        for (size_t line = 0; line < result->traceback_count; line++) memory_release(result->traceback[line]);
        memory_release(result->traceback);
        result->error_name = result->error_value = NULL;
        result->traceback = NULL;
        result->traceback_count = 0;
        if (describe_exception(session, thread, exception, result)) break;
    }
    value_release(exception);
    exception_clear(thread);
}
