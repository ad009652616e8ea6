/* `cupola run FILE.py`: a program as `python FILE.py` runs it. */
#include "kernel/language/session/session_private.h"

#include "base/memory.h"
#include "base/text_buffer.h"
#include "kernel/language/compile/evaluate.h"
#include "kernel/language/text/parser.h"
#include "kernel/language/text/sources.h"
#include "kernel/language/report/traceback.h"
#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/native.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* What sys.exit(x) means to the shell; text goes to stderr. */
static int exit_status_of(Thread *thread, Value exception) {
    Value code = value_find_attribute_c(thread, exception, "code");
    exception_clear(thread);
    int status = 1;
    if (value_is_absent(code) || value_is_none(code)) status = 0;
    else if (code.tag == TAG_INT || code.tag == TAG_BOOL) status = (int)(code.integer & 0xff);
    else {
        Value text = value_str(thread, code);
        if (value_is_absent(text)) exception_clear(thread);
        else {
            interpreter_write(thread, true, value_c_string(text), value_string(text)->length);
            interpreter_write(thread, true, "\n", 1);
        }
        value_release(text);
    }
    value_release(code);
    return status;
}

int session_report_exception(Thread *thread) {
    Builtins *builtins = thread_builtins(thread);
    Value exception = exception_take(thread);
    int status = 1;
    if (value_is_instance(thread->interpreter, exception, builtins->exception_SystemExit)) {
        status = exit_status_of(thread, exception);
    } else {
        TextBuffer text = TEXT_BUFFER_EMPTY;
        traceback_format_plain(thread, exception, &text);
        interpreter_write(thread, true, text_string(&text), text.length);
        text_release(&text);
        if (value_is_instance(thread->interpreter, exception, builtins->exception_KeyboardInterrupt)) status = SESSION_INTERRUPTED;
    }
    value_release(exception);
    return status;
}

/* sys.last_value and the others, as the interactive interpreter leaves them. */
void session_remember_last(Thread *thread, Value exception) {
    Value traceback = ((const Exception *)exception.object)->traceback, system = import_module(thread, "sys");
    if (value_is_absent(system)) {
        exception_clear(thread);
        return;
    }
    value_set_attribute_c(thread, system, "last_type", value_from_object(exception.object->type));
    value_set_attribute_c(thread, system, "last_value", exception);
    value_set_attribute_c(thread, system, "last_traceback", value_is_absent(traceback) ? VALUE_NONE : traceback);
    value_release(system);
    exception_clear(thread);
}

static void write_traceback(Thread *thread, const char *title, Value exception) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append(&text, title);
    traceback_format_plain(thread, exception, &text);
    interpreter_write(thread, true, text_string(&text), text.length);
    text_release(&text);
}

/* What nobody caught, to sys.excepthook: the exit status. */
static int report_uncaught(Thread *thread) {
    Builtins *builtins = thread_builtins(thread);
    Value system = thread->interpreter->system_module;
    if (exception_matches(thread, builtins->exception_SystemExit) || !value_is_module(system)) return session_report_exception(thread);
    Value exception = exception_take(thread);
    int status = value_is_instance(thread->interpreter, exception, builtins->exception_KeyboardInterrupt) ? SESSION_INTERRUPTED : 1;
    session_remember_last(thread, exception);
    Value hook = dict_get_c(thread, module_attributes(system), "excepthook"), traceback = ((const Exception *)exception.object)->traceback;
    if (value_is_absent(hook)) {
        write_traceback(thread, "sys.excepthook is missing\n", exception);
    } else {
        value_retain(hook);
        Value parts[] = {value_from_object(exception.object->type), exception, value_is_absent(traceback) ? VALUE_NONE : traceback};
        const Call call = {.values = parts, .positional_count = 3};
        Value result = value_call(thread, hook, &call);
        value_release(hook);
        value_release(result);
        if (value_is_absent(result)) {
            Value failure = exception_take(thread);
            if (value_is_instance(thread->interpreter, failure, builtins->exception_SystemExit)) {
                status = exit_status_of(thread, failure);
            } else {
                write_traceback(thread, "Error in sys.excepthook:\n", failure);
                write_traceback(thread, "\nOriginal exception was:\n", exception);
            }
            value_release(failure);
        }
    }
    value_release(exception);
    return status;
}

static bool read_whole(const char *path, TextBuffer *text) {
    FILE *stream = fopen(path, "rb");
    if (!stream) return false;
    char block[8192];
    for (size_t count; (count = fread(block, 1, sizeof block, stream)) > 0;) text_append_bytes(text, block, count);
    fclose(stream);
    return !text->failed;
}

static bool set_script_path(Thread *thread, const char *path) {
    const char *slash = strrchr(path, '/');
    Value folder = slash ? string_new(thread, path, (size_t)(slash - path)) : string_from_c(thread, "");
    if (value_is_absent(folder)) return false;
    Value list = value_from_object(thread->interpreter->path), zero[2] = {value_from_int(0), folder};
    Value result = value_call_method(thread, list, "insert", zero, 2);
    value_release(folder);
    value_release(result);
    return !value_is_absent(result);
}

/* __main__, made when it is not there. */
Dict *session_main_dict(Thread *thread) {
    Interpreter *interpreter = thread->interpreter;
    Value module = dict_get_c(thread, interpreter->modules, "__main__");
    if (!value_is_absent(module)) return module_attributes(module);
    module = module_new(thread, "__main__", NULL);
    if (value_is_absent(module)) return NULL;
    Dict *dict = module_attributes(module);
    Value builtins = dict_get_c(thread, interpreter->modules, "builtins"); /* elsewhere its dict stands under that name */
    bool kept = dict_set_c(thread, interpreter->modules, "__main__", module) &&
                (value_is_absent(builtins) || dict_set_c(thread, dict, "__builtins__", builtins));
    value_release(module);
    return kept ? dict : NULL;
}

static Value run_text(Thread *thread, TextBuffer *text, const char *path, Dict *names) {
    const char *source = text_string(text);
    size_t length = text->length;
    Value decoded, result = VALUE_ABSENT;
    if (source_decode(thread, &source, &length, path, true, &decoded))
        result = language_evaluate(thread, source, length, path, "exec", names, VALUE_ABSENT);
    value_release(decoded);
    return result;
}

/* As Python shows a program's file: absolute, links not followed. */
static bool make_absolute(const char *path, TextBuffer *absolute) {
    char folder[PATH_MAX];
    if (path[0] != '/' && getcwd(folder, sizeof folder)) {
        text_append_format(absolute, "%s/", strcmp(folder, "/") ? folder : "");
        while (!strncmp(path, "./", 2)) path += 2;
    }
    text_append(absolute, path);
    return !absolute->failed;
}

/* Call a function of a module, if that was imported. */
static void call_if_loaded(Thread *thread, const char *module_name, const char *function) {
    Value module = dict_get_c(thread, thread->interpreter->modules, module_name);
    if (!value_is_module(module)) return;
    value_retain(module);
    Value result = value_call_method(thread, module, function, NULL, 0);
    value_release(module);
    if (value_is_absent(result)) session_report_exception(thread);
    value_release(result);
}

void session_finish(Interpreter *interpreter, bool waits) {
    if (waits) call_if_loaded(interpreter->main, "threading", "_shutdown");
    call_if_loaded(interpreter->main, "atexit", "_run_exitfuncs");
    call_if_loaded(interpreter->main, "_asyncio_cells", "finish");
}

/* python -W, and PYTHONWARNINGS. */
static void heed_warning_options(Thread *thread) {
    Value system = import_module(thread, "sys");
    Value options = value_is_absent(system) ? system : value_get_attribute_c(thread, system, "warnoptions");
    value_release(system);
    if (value_is_list(options) && value_list(options)->count) {
        Value module = import_module(thread, "warnings");
        Value done = value_is_absent(module) ? module : value_call_method(thread, module, "_processoptions", &options, 1);
        value_release(module), value_release(done);
    }
    value_release(options);
    exception_clear(thread);
}

static bool is_closed(Thread *thread, Value stream) {
    Value closed = value_find_attribute_c(thread, stream, "closed");
    int truth = value_is_absent(closed) ? 0 : value_truth(thread, closed);
    value_release(closed);
    exception_clear(thread);
    return truth > 0;
}

/* What sys.stdout and sys.stderr still hold is written: false when the output is lost, which is told. */
static bool flush_outputs(Thread *thread) {
    static const char *const names[] = {"stdout", "stderr"};
    Value system = thread->interpreter->system_module;
    bool done = true;
    for (int i = 0; i < 2 && value_is_module(system); i++) {
        Value stream = value_retain(dict_get_c(thread, module_attributes(system), names[i]));
        if (!value_is_absent(stream) && !value_is_none(stream) && !is_closed(thread, stream)) {
            Value result = value_call_method(thread, stream, "flush", NULL, 0);
            if (value_is_absent(result)) done = false;
            if (value_is_absent(result) && i == 0) exception_report_unraisable(thread, stream);
            exception_clear(thread);
            value_release(result);
        }
        value_release(stream);
    }
    return done;
}

enum { OUTPUT_LOST = 120 };

static int finish_program(Interpreter *interpreter, Value result) {
    thread_finish_pending(interpreter->main);
    Value raised = exception_take(interpreter->main);
    interpreter_flush(interpreter->main); /* before a traceback is printed */
    if (!value_is_absent(raised)) exception_restore(interpreter->main, raised);
    int status = value_is_absent(result) ? report_uncaught(interpreter->main) : 0;
    value_release(result);
    session_finish(interpreter, true);
    interpreter_tell(interpreter->main, EVENT_CELL_END);
    if (interpreter->exit_requested) status = interpreter->exit_status;
    if (!flush_outputs(interpreter->main) && status != SESSION_INTERRUPTED) status = OUTPUT_LOST;
    return status;
}

int session_run_text(Interpreter *interpreter, const char *text, const char *file) {
    Thread *thread = interpreter->main;
    heed_warning_options(thread);
    Dict *names = session_main_dict(thread);
    Value result = VALUE_ABSENT;
    if (names && set_script_path(thread, "")) result = language_evaluate(thread, text, strlen(text), file, "exec", names, VALUE_ABSENT);
    return finish_program(interpreter, result);
}

/* What a script finds among its names besides __file__. */
static bool add_script_names(Thread *thread, Dict *names, const char *path) {
    Value machinery = import_module(thread, "importlib.machinery"), loader = VALUE_ABSENT;
    Value words[2] = {string_from_c(thread, "__main__"), string_from_c(thread, path)};
    if (!value_is_absent(machinery) && !value_is_absent(words[0]) && !value_is_absent(words[1]))
        loader = value_call_method(thread, machinery, "SourceFileLoader", words, 2);
    value_release(machinery), value_release(words[0]), value_release(words[1]);
    return dict_set_c_owned(thread, names, "__loader__", loader) && dict_set_c_owned(thread, names, "__file__", string_from_c(thread, path)) &&
           dict_set_c(thread, names, "__cached__", VALUE_NONE) && dict_set_c_owned(thread, names, "__annotations__", dict_new(thread));
}

int session_run_file(Interpreter *interpreter, const char *path_given) {
    Thread *thread = interpreter->main;
    TextBuffer text = TEXT_BUFFER_EMPTY, absolute = TEXT_BUFFER_EMPTY;
    const char *path = make_absolute(path_given, &absolute) ? text_string(&absolute) : path_given;
    if (!read_whole(path, &text)) {
        fprintf(stderr, "cupola: can't open file '%s': [Errno %d] %s\n", path, errno, strerror(errno));
        text_release(&text);
        text_release(&absolute);
        return 2;
    }
    heed_warning_options(thread);
    Value result = VALUE_ABSENT;
    Dict *names = session_main_dict(thread);
    if (names && set_script_path(thread, path) && add_script_names(thread, names, path))
        result = run_text(thread, &text, path, names);
    text_release(&text);
    text_release(&absolute);
    return finish_program(interpreter, result);
}

/* ---- ast_node_interactivity = 'last_expr_or_assign' ---- */

char *session_show_assigned(const char *source, size_t length) {
    Arena arena = ARENA_EMPTY;
    AstContext context;
    SyntaxFault fault = {0};
    TextBuffer text = TEXT_BUFFER_EMPTY;
    Node *tree = parse_source(&context, &arena, source, length, PARSE_MODULE, PARSE_TOP_LEVEL_AWAIT, &fault);
    if (tree && tree->module.body.count) {
        const Node *last = tree->module.body.items[tree->module.body.count - 1], *target = NULL;
        if (last->kind == NODE_ASSIGN) target = last->assign.targets.items[0];
        else if (last->kind == NODE_AUGMENTED_ASSIGN) target = last->augmented_assign.target;
        else if (last->kind == NODE_ANNOTATED_ASSIGN) target = last->annotated_assign.target;
        if (target && target->kind == NODE_NAME) {
            text_append_bytes(&text, source, length);
            text_append_format(&text, "\n%.*s\n", (int)target->name.id->length, target->name.id->bytes);
        }
    }
    char *result = text.length ? text_detach(&text) : NULL;
    text_release(&text);
    arena_release(&arena);
    return result;
}
