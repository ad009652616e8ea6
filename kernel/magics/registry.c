/* The table of magics and the shell object that get_ipython() returns. */
#include "kernel/magics/magic.h"

#include "base/text_buffer.h"
#include "kernel/language/run/frame.h"
#include "kernel/modules/IPython/ipython.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/core/type.h"

#include <stdio.h>
#include <string.h>

#define MAGICS(X)                                                                                              \
    X(capture) X(device) X(env) X(file) X(html) X(HTML) X(javascript) X(js) X(latex)              \
    X(markdown) X(matplotlib) X(pinfo) X(pinfo2) X(pylab) X(reset) X(run) X(set_env)                           \
    X(svg) X(SVG) X(system) X(system_cell)  X(sx) X(time) X(timeit) X(who) X(who_ls) X(whos) X(writefile)

#define X(name) extern const Magic magic_##name;
MAGICS(X)
#undef X

const Magic *const magics[] = {
#define X(name) &magic_##name,
    MAGICS(X)
#undef X
        NULL};

static bool has_name(const Magic *magic, const char *name, size_t length) {
    return strlen(magic->name) == length && !memcmp(magic->name, name, length);
}

const Magic *magic_find(const char *name, size_t length) {
    for (size_t i = 0; magics[i]; i++)
        if (has_name(magics[i], name, length)) return magics[i];
    for (const Magic *magic = python_magics; magic->name; magic++)
        if (has_name(magic, name, length)) return magic;
    return NULL;
}

/* ---- the user's own ---- */

typedef struct Shell {
    Object object;
    Dict *attributes;
    Dict *line_magics, *cell_magics; /* name -> callable */
    bool is_extended;                /* IPython.core.interactiveshell has added what few sessions need */
} Shell;

static Shell *shell_of(Thread *thread);

Value magic_of_user(Thread *thread, const char *name, bool is_cell) {
    Shell *shell = shell_of(thread);
    if (!shell) return VALUE_ABSENT;
    return dict_get_c(thread, is_cell ? shell->cell_magics : shell->line_magics, name);
}

/* In a function its variables are laid over the user's for as long as a magic evaluates names. */
typedef struct Overlay {
    Dict *namespace;
    Value locals; /* absent: nothing is laid over */
    Value before; /* dict of what the names stood for; a name that is not in it was not there */
} Overlay;

static bool overlay_begin(Thread *thread, Overlay *overlay, Dict *namespace) {
    *overlay = (Overlay){namespace, thread->frame ? thread_locals(thread) : VALUE_NONE, VALUE_ABSENT};
    if (value_is_absent(overlay->locals)) return false;
    if (!value_is_dict(overlay->locals) || value_dict(overlay->locals) == namespace) {
        value_release(overlay->locals);
        overlay->locals = VALUE_ABSENT;
        return true;
    }
    overlay->before = dict_new(thread);
    bool good = !value_is_absent(overlay->before);
    Value key, value;
    for (size_t at = 0; good && dict_next(value_dict(overlay->locals), &at, &key, &value);) {
        Value old = dict_get(thread, namespace, key);
        good = value_is_absent(old) ? !exception_is_set(thread) : dict_set(thread, value_dict(overlay->before), key, old);
    }
    if (good) good = dict_update(thread, namespace, overlay->locals);
    return good;
}

/* Also after a failure; an exception that is set stays. */
static void overlay_end(Thread *thread, Overlay *overlay) {
    if (value_is_absent(overlay->locals)) return;
    Value raised = exception_is_set(thread) ? exception_take(thread) : VALUE_ABSENT, key, value;
    if (!value_is_absent(overlay->before)) {
        for (size_t at = 0; dict_next(value_dict(overlay->locals), &at, &key, &value);) {
            Value old = dict_get(thread, value_dict(overlay->before), key);
            if (!value_is_absent(old)) dict_set(thread, overlay->namespace, key, old);
            else dict_remove(thread, overlay->namespace, key);
            exception_clear(thread);
        }
    }
    value_release(overlay->before);
    value_release(overlay->locals);
    overlay->locals = VALUE_ABSENT;
    if (!value_is_absent(raised)) exception_restore(thread, raised);
}

static Value expand_line(Thread *thread, Dict *namespace, String *line) {
    Overlay overlay;
    Value expanded = overlay_begin(thread, &overlay, namespace) ? magic_expand(thread, namespace, line) : VALUE_ABSENT;
    overlay_end(thread, &overlay);
    return expanded;
}

static bool has_flag(Thread *thread, Value function, const char *name) {
    Value flag = value_find_attribute_c(thread, function, name);
    bool is_set = !value_is_absent(flag) && value_truth(thread, flag) > 0;
    value_release(flag);
    exception_clear(thread);
    return is_set;
}

static Value call_user_magic(Thread *thread, Value function, String *line, String *cell) {
    value_retain(function);
    Value text = value_retain(value_from_object(line));
    if (cell || !has_flag(thread, function, "_ipython_magic_no_var_expand")) {
        Value expanded = expand_line(thread, session_namespace(thread->interpreter->session), line);
        value_release(text);
        text = expanded;
    }
    Value result = value_is_absent(text) ? text
                   : cell                ? value_call_two(thread, function, text, value_from_object(cell))
                                         : value_call_one(thread, function, text);
    value_release(text), value_release(function);
    return result;
}

/* ---- those written in Python ---- */

/* line_<name> or cell_<name> of its module; owned. */
static Value python_function(Thread *thread, const Magic *magic, bool is_cell) {
    char name[128];
    snprintf(name, sizeof name, "IPython.core.magics.%s", magic->module);
    Value module = import_module(thread, name);
    if (value_is_absent(module)) return module;
    snprintf(name, sizeof name, "%s_%s", is_cell ? "cell" : "line", magic->name);
    Value function = value_get_attribute_c(thread, module, name);
    value_release(module);
    return function;
}

Value magic_documentation(Thread *thread, const Magic *magic) {
    if (magic->run) return string_from_c(thread, magic->documentation);
    Value function = python_function(thread, magic, !magic->is_line);
    Value text = value_is_absent(function) ? function : value_get_attribute_c(thread, function, "__doc__");
    value_release(function);
    return text;
}

static Value run_python(Thread *thread, const Magic *magic, const MagicCall *call) {
    Value function = python_function(thread, magic, call->cell != NULL);
    if (value_is_absent(function)) return function;
    Value line = value_from_object(call->line);
    Value result = call->cell ? value_call_two(thread, function, line, value_from_object(call->cell))
                              : value_call_one(thread, function, line);
    value_release(function);
    return result;
}

/* ---- calling one ---- */

static Value not_found(Thread *thread, String *name, bool is_cell) {
    const Magic *known = magic_find(name->bytes, name->length);
    bool other = known || !value_is_absent(magic_of_user(thread, name->bytes, !is_cell));
    if (is_cell && other)
        return magic_usage_error(thread, "Cell magic `%%%%%s` not found (But line magic `%%%s` exists, did you mean that "
                                 "instead?).", name->bytes, name->bytes);
    if (!is_cell && other)
        return magic_usage_error(thread, "Line magic function `%%%s` not found (But cell magic `%%%%%s` exists, did you "
                                 "mean that instead?).", name->bytes, name->bytes);
    if (is_cell) return magic_usage_error(thread, "Cell magic `%%%%%s` not found.", name->bytes);
    return magic_usage_error(thread, "Line magic function `%%%s` not found.", name->bytes);
}

static Value run_known(Thread *thread, const Magic *magic, const MagicCall *call) {
    return magic->run ? magic->run(thread, call) : run_python(thread, magic, call);
}

static Value run_own_magic(Thread *thread, const Magic *magic, String *line, String *cell) {
    Session *session = thread->interpreter->session;
    MagicCall call = {magic->name, line, cell, session, session_namespace(session)};
    Value expanded = magic->keeps_text ? value_retain(value_from_object((Object *)line))
                                       : expand_line(thread, call.namespace, line);
    if (value_is_absent(expanded)) return expanded;
    call.line = value_string(expanded);
    Overlay overlay = {.locals = VALUE_ABSENT};
    Value result = !magic->sees_locals || overlay_begin(thread, &overlay, call.namespace) ? run_known(thread, magic, &call)
                                                                                         : VALUE_ABSENT;
    overlay_end(thread, &overlay);
    value_release(expanded);
    return result;
}

static Value run_magic(Thread *thread, String *name, String *line, String *cell) {
    Value own = magic_of_user(thread, name->bytes, cell != NULL);
    if (!value_is_absent(own)) return call_user_magic(thread, own, line, cell);
    const Magic *magic = magic_find(name->bytes, name->length);
    if (!magic || !(cell ? magic->is_cell : magic->is_line)) return not_found(thread, name, cell != NULL);
    return run_own_magic(thread, magic, line, cell);
}

/* ---- the shell object ---- */

static bool want_string(Thread *thread, Value value, const char *what) {
    if (value_is_string(value)) return true;
    raise_type_error(thread, "%s must be str", what);
    return false;
}

NATIVE(shell_run_line_magic) {
    (void)native;
    if (!want_string(thread, arguments[1], "magic_name") || !want_string(thread, arguments[2], "line"))
        return VALUE_ABSENT;
    return run_magic(thread, value_string(arguments[1]), value_string(arguments[2]), NULL);
}

NATIVE(shell_run_cell_magic) {
    (void)native;
    for (int i = 1; i <= 3; i++)
        if (!want_string(thread, arguments[i], "every argument of run_cell_magic()")) return VALUE_ABSENT;
    return run_magic(thread, value_string(arguments[1]), value_string(arguments[2]), value_string(arguments[3]));
}

NATIVE(shell_magic) {
    (void)native;
    if (!want_string(thread, arguments[1], "arg_s")) return VALUE_ABSENT;
    const char *text = value_c_string(arguments[1]);
    text += strspn(text, "% ");
    size_t length = strcspn(text, " \t");
    const char *line = text + length + strspn(text + length, " \t");
    Value name_value = string_new(thread, text, length), line_value = string_from_c(thread, line);
    Value result = VALUE_ABSENT;
    if (!value_is_absent(name_value) && !value_is_absent(line_value))
        result = run_magic(thread, value_string(name_value), value_string(line_value), NULL);
    value_release(name_value);
    value_release(line_value);
    return result;
}

NATIVE(shell_system) {
    (void)native;
    if (!want_string(thread, arguments[1], "cmd")) return VALUE_ABSENT;
    return run_own_magic(thread, &magic_shell_command, value_string(arguments[1]), NULL);
}

NATIVE(shell_getoutput) {
    (void)native;
    if (!want_string(thread, arguments[1], "cmd")) return VALUE_ABSENT;
    int split = value_truth(thread, arguments[2]);
    Value lines = split < 0 ? VALUE_ABSENT : run_magic(thread, string_intern(thread, "sx"), value_string(arguments[1]), NULL);
    if (split != 0 || value_is_absent(lines)) return lines;
    Value module = import_module(thread, "IPython.utils.text");
    Value result = value_is_absent(module) ? module : value_call_method(thread, module, "_whole", &lines, 1);
    value_release(module);
    value_release(lines);
    return result;
}

NATIVE(shell_set_next_input) {
    (void)native;
    FrontEnd *front_end = &thread->interpreter->front_end;
    if (!want_string(thread, arguments[1], "s")) return VALUE_ABSENT;
    int replace = value_truth(thread, arguments[2]);
    if (replace < 0) return VALUE_ABSENT;
    if (front_end->set_next_input) front_end->set_next_input(front_end->context, value_c_string(arguments[1]), replace);
    return VALUE_NONE;
}

NATIVE(shell_var_expand) {
    (void)native;
    if (!want_string(thread, arguments[1], "cmd")) return VALUE_ABSENT;
    return expand_line(thread, session_namespace(thread->interpreter->session), value_string(arguments[1]));
}

static const NativeEntry shell_methods[] = {
    {.name = "run_line_magic", .signature = "($self, magic_name, line, _stack_depth=1)",
     .documentation = "Run `%magic_name line` and return its value.", .code = shell_run_line_magic},
    {.name = "run_cell_magic", .signature = "($self, magic_name, line, cell)",
     .documentation = "Run `%%magic_name line` over the text of a cell and return its value.",
     .code = shell_run_cell_magic},
    {.name = "magic", .signature = "($self, arg_s)", .documentation = "Run a line magic given as one text.",
     .code = shell_magic},
    {.name = "system", .signature = "($self, cmd)",
     .documentation = "Run a shell command, as `!cmd`; its exit status is left in _exit_code.", .code = shell_system},
    {.name = "getoutput", .signature = "($self, cmd, split=True, depth=0)",
     .documentation = "Run a shell command, as `x = !cmd`, and return the lines that it printed.",
     .code = shell_getoutput},
    {.name = "set_next_input", .signature = "($self, s, replace=False)",
     .documentation = "Put text into the next input cell of the front end.", .code = shell_set_next_input},
    {.name = "var_expand", .signature = "($self, cmd, depth=0)",
     .documentation = "Replace `$name` and `{expression}` by their values.", .code = shell_var_expand},
    {0}};

static Value shell_user_namespace(Thread *thread, Value self) {
    (void)self;
    return value_retain(value_from_object(session_namespace(thread->interpreter->session)));
}

static Value shell_execution_count(Thread *thread, Value self) {
    (void)self;
    return value_from_int(session_execution_count(thread->interpreter->session));
}

/* Made when it is first asked for: from then on it makes what is shown. */
static Value shell_display_formatter(Thread *thread, Value self) {
    SessionSettings *settings = session_settings(thread->interpreter->session);
    if (!value_is_absent(settings->formatter)) return value_retain(settings->formatter);
    Value module = import_module(thread, "IPython.core.formatters");
    Value class = value_is_absent(module) ? module : value_get_attribute_c(thread, module, "DisplayFormatter");
    Value formatter = value_is_absent(class) ? class : value_call_one(thread, class, self);
    if (!value_is_absent(formatter)) settings->formatter = value_retain(formatter);
    value_release(module), value_release(class);
    return formatter;
}

static bool shell_set_display_formatter(Thread *thread, Value self, Value value) {
    if (value_is_absent(value)) return raise_attribute_error(thread, self, string_intern(thread, "display_formatter")), false;
    value_replace(&session_settings(thread->interpreter->session)->formatter, value_retain(value));
    return true;
}

static Value shell_running_count(Thread *thread, Value self) {
    (void)self;
    return value_from_int(session_running_count(thread->interpreter->session));
}

/* %name and %%name of every magic, for completion. */
static bool append_names(Thread *thread, List *names, const Magic *magic) {
    return (!magic->is_line || list_append_owned(thread, names, string_format(thread, "%%%s", magic->name))) &&
           (!magic->is_cell || list_append_owned(thread, names, string_format(thread, "%%%%%s", magic->name)));
}

static bool append_user_names(Thread *thread, List *names, const Dict *dict, const char *format) {
    Value key, value;
    for (size_t at = 0; dict_next(dict, &at, &key, &value);)
        if (value_is_string(key) && !list_append_owned(thread, names, string_format(thread, format, value_c_string(key))))
            return false;
    return true;
}

static Value shell_magic_names(Thread *thread, Value self) {
    Shell *shell = (Shell *)self.object;
    Value names = list_new(thread);
    bool good = !value_is_absent(names);
    for (size_t i = 0; magics[i] && good; i++) good = append_names(thread, value_list(names), magics[i]);
    for (const Magic *magic = python_magics; magic->name && good; magic++) good = append_names(thread, value_list(names), magic);
    good = good && append_user_names(thread, value_list(names), shell->line_magics, "%%%s") &&
           append_user_names(thread, value_list(names), shell->cell_magics, "%%%%%s");
    if (good) return names;
    value_release(names);
    return VALUE_ABSENT;
}

static Value shell_line_magics(Thread *thread, Value self) {
    (void)thread;
    return value_retain(value_from_object(((Shell *)self.object)->line_magics));
}
static Value shell_cell_magics(Thread *thread, Value self) {
    (void)thread;
    return value_retain(value_from_object(((Shell *)self.object)->cell_magics));
}

/* ast_node_interactivity, as %config sets it. */
static Value shell_interactivity(Thread *thread, Value self) {
    (void)self;
    return string_from_c(thread, session_settings(thread->interpreter->session)->interactivity);
}

static bool shell_set_interactivity(Thread *thread, Value self, Value value) {
    (void)self;
    Value repr = value_is_absent(value) ? string_from_c(thread, "'last_expr'") : value_repr(thread, value);
    Value line = value_is_absent(repr) ? repr : string_format(thread, "InteractiveShell.ast_node_interactivity = %s", value_c_string(repr));
    Value done = value_is_absent(line) ? line : run_magic(thread, string_intern(thread, "config"), value_string(line), NULL);
    value_release(repr), value_release(line), value_release(done);
    return !value_is_absent(done);
}

static const PropertyEntry shell_properties[] = {
    {.name = "ast_node_interactivity", .get = shell_interactivity, .set = shell_set_interactivity,
     .documentation = "What a cell shows: 'last_expr', 'all', 'last_expr_or_assign', 'none'."},
    {.name = "display_formatter", .get = shell_display_formatter, .set = shell_set_display_formatter,
     .documentation = "What makes the data of what is shown: formatters[\"text/html\"].for_type(...)."},
    {.name = "_magic_names", .get = shell_magic_names, .documentation = "The magics as they are typed."},
    {.name = "_line_magics", .get = shell_line_magics, .documentation = "The user's own line magics by name."},
    {.name = "_cell_magics", .get = shell_cell_magics, .documentation = "The user's own cell magics by name."},
    {.name = "user_ns", .get = shell_user_namespace, .documentation = "The user's variables."},
    {.name = "user_global_ns", .get = shell_user_namespace, .documentation = "The user's variables."},
    {.name = "execution_count", .get = shell_execution_count, .documentation = "The number of the next cell."},
    {.name = "_running_count", .get = shell_running_count, .documentation = "The number of the running cell."},
    {0}};

/* What few sessions ask for (events, config, history_manager, ...) is Python text that runs when it is first missed. */
static bool extend(Thread *thread, Shell *shell) {
    shell->is_extended = true;
    Value module = import_module(thread, "IPython.core.interactiveshell");
    Value function = value_is_absent(module) ? module : value_get_attribute_c(thread, module, "extend");
    Value done = value_is_absent(function) ? function : value_call_one(thread, function, value_from_object(shell));
    value_release(module), value_release(function), value_release(done);
    return !value_is_absent(done);
}

static Value shell_get_attribute(Thread *thread, Value self, String *name) {
    Shell *shell = (Shell *)self.object;
    Value found = object_get_attribute_generic(thread, self, name);
    if (!value_is_absent(found) || shell->is_extended ||
        !exception_matches(thread, thread_builtins(thread)->exception_AttributeError))
        return found;
    bool asks_for_display = !strncmp(name->bytes, "_repr_", 6) || !strncmp(name->bytes, "_ipython_", 9) || !strncmp(name->bytes, "__", 2);
    if (asks_for_display) return found;
    exception_clear(thread);
    return extend(thread, shell) ? object_get_attribute_generic(thread, self, name) : VALUE_ABSENT;
}

static void shell_destroy(Object *self) {
    Shell *shell = (Shell *)self;
    object_release(shell->attributes);
    object_release(shell->line_magics);
    object_release(shell->cell_magics);
}

static const Type shell_type = {.name = "ipykernel.zmqshell.ZMQInteractiveShell",
                                .documentation = "The session: magics, shell commands and the user's variables.",
                                .flags = TYPE_IMMUTABLE,
                                .instance_size = sizeof(Shell),
                                .attributes_offset = offsetof(Shell, attributes),
                                .destroy = shell_destroy,
                                .get_attribute = shell_get_attribute,
                                .methods = shell_methods,
                                .properties = shell_properties};

static const char shell_key = 0; /* its address names the interpreter's shell object */

static void release_shell(void *shell) { object_release(shell); }

/* The interpreter's shell object, borrowed; NULL with an exception. */
static Shell *shell_of(Thread *thread) {
    Interpreter *interpreter = thread->interpreter;
    Shell *shell = interpreter_state(interpreter, &shell_key);
    if (shell) return shell;
    Type *type = type_from_template(thread, &shell_type);
    Dict *members = type ? type_attributes(thread, type) : NULL;
    if (!members) return NULL;
    for (const NativeEntry *entry = shell_bridge_methods; entry->name; entry++)
        if (!dict_set_c_owned(thread, members, entry->name, native_new_method(thread, entry, type))) return NULL;
    shell = object_new(thread, type);
    if (!shell) return NULL;
    shell->attributes = value_dict(dict_new(thread));
    shell->line_magics = value_dict(dict_new(thread));
    shell->cell_magics = value_dict(dict_new(thread));
    if (shell->attributes && shell->line_magics && shell->cell_magics &&
        interpreter_set_state(interpreter, &shell_key, shell, release_shell))
        return shell;
    object_release(shell);
    if (!exception_is_set(thread)) raise_no_memory(thread);
    return NULL;
}

NATIVE(get_ipython) {
    (void)native, (void)arguments;
    Shell *shell = shell_of(thread);
    return shell ? value_from_object(object_retain(shell)) : VALUE_ABSENT;
}

static const NativeEntry get_ipython_entry = {
    .name = "get_ipython", .signature = "()",
    .documentation = "The session's shell object, as in IPython.", .code = get_ipython};

static void release_function(void *function) { object_release(function); }

/* A script has none of these names. */
bool magics_install(Thread *thread) {
    Interpreter *interpreter = thread->interpreter;
    Value function = native_new(thread, &get_ipython_entry, VALUE_NONE);
    if (value_is_absent(function)) return false;
    if (!interpreter_set_state(interpreter, &ipython_session_key, function.object, release_function)) return value_release(function), false;
    if (!interpreter->front_end.is_interactive) return true;
    session_settings(interpreter->session)->rewrite_line = automagic_rewrite;
    return dict_set_c(thread, interpreter->builtin_names, "get_ipython", function) &&
           dict_set_c(thread, session_namespace(interpreter->session), "get_ipython", function) && ipython_add_display(thread, interpreter->builtin_names);
}
