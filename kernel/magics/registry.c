/* The table of magics and the shell object that get_ipython() returns. */
#include "kernel/magics/magic.h"

#include "base/text_buffer.h"
#include "kernel/language/frame.h"
#include "kernel/modules/IPython/ipython.h"
#include "kernel/objects/native.h"

#include <string.h>

#define MAGICS(X)                                                                                              \
    X(bash) X(capture) X(cat) X(cd) X(config) X(device) X(env) X(file) X(html) X(javascript) X(latex) X(ls) X(lsmagic)   \
    X(markdown) X(matplotlib) X(pinfo) X(pinfo2) X(precision) X(pwd) X(pylab) X(reset) X(run) X(script) X(set_env) \
    X(sh) X(svg) X(system) X(sx) X(time) X(timeit) X(who) X(who_ls) X(whos) X(writefile)

#define X(name) extern const Magic magic_##name;
MAGICS(X)
#undef X

const Magic *const magics[] = {
#define X(name) &magic_##name,
    MAGICS(X)
#undef X
        NULL};

const Magic *magic_find(const char *name, size_t length) {
    for (size_t i = 0; magics[i]; i++)
        if (strlen(magics[i]->name) == length && !memcmp(magics[i]->name, name, length)) return magics[i];
    return NULL;
}

/* ---- calling one ---- */

static Value not_found(Thread *thread, String *name, bool is_cell) {
    const Magic *other = magic_find(name->bytes, name->length);
    if (is_cell && other)
        return magic_usage_error(thread, "Cell magic `%%%%%s` not found (But line magic `%%%s` exists, did you mean that "
                                 "instead?).", name->bytes, name->bytes);
    if (!is_cell && other)
        return magic_usage_error(thread, "Line magic function `%%%s` not found (But cell magic `%%%%%s` exists, did you "
                                 "mean that instead?).", name->bytes, name->bytes);
    if (is_cell) return magic_usage_error(thread, "Cell magic `%%%%%s` not found.", name->bytes);
    return magic_usage_error(thread, "Line magic function `%%%s` not found.", name->bytes);
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

static Value run_magic(Thread *thread, String *name, String *line, String *cell) {
    const Magic *magic = magic_find(name->bytes, name->length);
    if (!magic || !(cell ? magic->is_cell : magic->is_line)) return not_found(thread, name, cell != NULL);
    Session *session = thread->interpreter->session;
    MagicCall call = {magic->name, line, cell, session, session_namespace(session)};
    Value expanded = magic->keeps_text ? value_retain(value_from_object((Object *)line))
                                       : expand_line(thread, call.namespace, line);
    if (value_is_absent(expanded)) return expanded;
    call.line = value_string(expanded);
    Overlay overlay = {.locals = VALUE_ABSENT};
    Value result = !magic->sees_locals || overlay_begin(thread, &overlay, call.namespace) ? magic->run(thread, &call)
                                                                                         : VALUE_ABSENT;
    overlay_end(thread, &overlay);
    value_release(expanded);
    return result;
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
    return run_magic(thread, string_intern(thread, "system"), value_string(arguments[1]), NULL);
}

NATIVE(shell_getoutput) {
    (void)native;
    if (!want_string(thread, arguments[1], "cmd")) return VALUE_ABSENT;
    return run_magic(thread, string_intern(thread, "sx"), value_string(arguments[1]), NULL);
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

/* %name and %%name of every magic, for completion. */
static Value shell_magic_names(Thread *thread, Value self) {
    (void)self;
    Value names = list_new(thread);
    for (size_t i = 0; magics[i] && !value_is_absent(names); i++) {
        bool good = (!magics[i]->is_line || list_append_owned(thread, value_list(names), string_format(thread, "%%%s", magics[i]->name))) &&
                    (!magics[i]->is_cell || list_append_owned(thread, value_list(names), string_format(thread, "%%%%%s", magics[i]->name)));
        if (good) continue;
        value_release(names);
        names = VALUE_ABSENT;
    }
    return names;
}

static const PropertyEntry shell_properties[] = {
    {.name = "_magic_names", .get = shell_magic_names, .documentation = "The magics as they are typed."},
    {.name = "user_ns", .get = shell_user_namespace, .documentation = "The user's variables."},
    {.name = "user_global_ns", .get = shell_user_namespace, .documentation = "The user's variables."},
    {.name = "execution_count", .get = shell_execution_count, .documentation = "The number of the running cell."},
    {0}};

static const Type shell_type = {.name = "ipykernel.zmqshell.ZMQInteractiveShell",
                                .documentation = "The session: magics, shell commands and the user's variables.",
                                .flags = TYPE_IMMUTABLE,
                                .instance_size = sizeof(Object),
                                .methods = shell_methods,
                                .properties = shell_properties};

static const char shell_key = 0; /* its address names the interpreter's shell object */

static void release_shell(void *shell) { object_release(shell); }

NATIVE(get_ipython) {
    (void)native, (void)arguments;
    Interpreter *interpreter = thread->interpreter;
    void *shell = interpreter_state(interpreter, &shell_key);
    if (!shell) {
        Type *type = type_from_template(thread, &shell_type);
        shell = type ? object_new(thread, type) : NULL;
        if (!shell) return VALUE_ABSENT;
        if (!interpreter_set_state(interpreter, &shell_key, shell, release_shell)) {
            object_release(shell);
            return raise_no_memory(thread);
        }
    }
    return value_from_object(object_retain(shell));
}

static const NativeEntry get_ipython_entry = {
    .name = "get_ipython", .signature = "()",
    .documentation = "The session's shell object, as in IPython.", .code = get_ipython};

bool magics_install(Thread *thread) {
    return dict_set_c_owned(thread, thread->interpreter->builtin_names, "get_ipython",
                            native_new(thread, &get_ipython_entry, VALUE_NONE)) &&
           ipython_add_display(thread, thread->interpreter->builtin_names);
}
