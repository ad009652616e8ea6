/* compile, eval, exec, exit, globals, __import__, locals, quit. */
#include "kernel/objects/builtin/builtin_private.h"

#include "kernel/language/text/ast.h"
#include "kernel/language/compile/evaluate.h"
#include "kernel/language/run/frame.h"
#include "kernel/language/run/function.h"
#include "kernel/language/session/session.h"
#include "kernel/language/text/sources.h"

#include "base/memory.h"

#include <string.h>

NATIVE(builtin_globals) {
    NATIVE_UNUSED;
    Dict *globals = thread_globals(thread);
    return globals ? value_from_object(object_retain(globals)) : raise_format(thread, thread_builtins(thread)->exception_SystemError, "globals do not exist");
}

NATIVE(builtin_locals) {
    NATIVE_UNUSED;
    return thread_locals(thread);
}

/* Source as UTF-8, borrowed; false: TypeError, UnicodeEncodeError, ValueError. */
static bool source_text(Thread *thread, const char *function, Value source, const char *what, const char **text, size_t *length) {
    if (is_string(source)) {
        if (!source_is_encodable(thread, value_string(source)->bytes, value_string(source)->length)) return false;
        *text = value_string(source)->bytes;
        *length = value_string(source)->length;
    } else if (is_bytes(source) || value_has_type(source, &bytearray_type_template) ||
               value_has_type(source, &memoryview_type_template)) {
        if (!value_buffer(thread, source, text, length)) {
            exception_clear(thread); /* a memoryview whose items do not lie side by side */
            return raise_type_error(thread, "%s() arg 1 must be a %s", function, what), false;
        }
    } else {
        return raise_type_error(thread, "%s() arg 1 must be a %s", function, what), false;
    }
    if (!memchr(*text, '\0', *length)) return true;
    return raise_value_error(thread, "source code string cannot contain null bytes"), false;
}

static bool is_closure_for(Value closure, const Code *code) {
    if (!value_is_tuple(closure) || value_tuple(closure)->count != code->free_count) return false;
    for (size_t i = 0; i < code->free_count; i++)
        if (!value_is_cell(value_tuple(closure)->items[i])) return false;
    return true;
}

/* Compiled code, as a function with these cells where it has free variables. */
static Value run_code(Thread *thread, const char *function, Code *code, Dict *globals, Value locals, Value closure) {
    if (function[1] == 'v' && code->free_count)
        return raise_type_error(thread, "code object passed to eval() may not contain free variables");
    if (!code->free_count && !is_missing(closure))
        return raise_type_error(thread, "cannot use a closure with this code object");
    if (!code->free_count) return code_execute(thread, code, globals, locals);
    if (!is_closure_for(closure, code))
        return raise_type_error(thread, "code object requires a closure of exactly length %zu", (size_t)code->free_count);
    Value made = function_new(thread, code, globals);
    if (value_is_absent(made)) return made;
    object_release(value_function(made)->closure);
    value_function(made)->closure = object_retain(closure.object);
    Value result = value_call_none(thread, made);
    value_release(made);
    return result;
}

/* The namespaces of eval() and exec(): *globals borrowed, *locals owned. */
static bool namespaces(Thread *thread, const char *function, Value given_globals, Value given_locals, Dict **globals, Value *locals) {
    *locals = VALUE_ABSENT;
    if (!is_missing(given_locals) && !value_is_object(given_locals))
        return raise_type_error(thread, *function == 'e' && function[1] == 'v' ? "locals must be a mapping"
                                                                              : "locals must be a mapping or None, not %s",
                                value_type_name(thread, given_locals)),
               false;
    if (!is_missing(given_globals)) {
        if (!is_dict(given_globals)) {
            if (function[1] == 'v')
                return raise_type_error(thread, type_of(thread->interpreter, given_globals)->get_item
                                                    ? "globals must be a real dict; try eval(expr, {}, mapping)"
                                                    : "globals must be a dict"),
                       false;
            return raise_type_error(thread, "exec() globals must be a dict, not %s", value_type_name(thread, given_globals)), false;
        }
        *globals = value_dict(given_globals);
        *locals = value_retain(is_missing(given_locals) ? given_globals : given_locals);
    } else {
        *globals = thread_globals(thread);
        if (!*globals) {
            raise_type_error(thread, "%s must be given globals and locals when called without a frame", function);
            return false;
        }
        *locals = is_missing(given_locals) ? thread_locals(thread) : value_retain(given_locals);
        if (value_is_absent(*locals)) return false;
    }
    String *name = thread_builtins(thread)->name___builtins__;
    if (!value_is_absent(dict_get_string(*globals, name))) return true;
    return dict_set_string(thread, *globals, name, globals_builtins(thread, thread_globals(thread)));
}

/* CPython's OrderedDict does not show what is put in behind its back: `__builtins__` is there only while the code runs. */
static bool hides_builtins(Thread *thread, Value globals) {
    if (!is_dict(globals)) return false;
    bool is_ordered = false;
    for (const Type *type = globals.object->type; type && !is_ordered; type = type->base)
        is_ordered = !strcmp(type->name, "collections.OrderedDict");
    return is_ordered && value_is_absent(dict_get_string(value_dict(globals), thread_builtins(thread)->name___builtins__));
}

static void remove_builtins(Thread *thread, Dict *globals) {
    Value error = exception_take(thread);
    if (dict_remove(thread, globals, value_from_object(thread_builtins(thread)->name___builtins__)) < 0) exception_clear(thread);
    exception_restore(thread, error);
}

static Value run_source(Thread *thread, const char *function, const Value *arguments, const char *mode) {
    Dict *globals;
    Value locals, result = VALUE_ABSENT;
    const char *text;
    size_t length;
    Value decoded = VALUE_ABSENT;
    bool hides = hides_builtins(thread, arguments[1]);
    if (namespaces(thread, function, arguments[1], arguments[2], &globals, &locals)) {
        if (value_has_type(arguments[0], &code_type_template)) {
            result = run_code(thread, function, value_code(arguments[0]), globals, locals,
                              function[1] == 'x' ? arguments[3] : VALUE_NONE);
        } else if (function[1] == 'x' && !is_missing(arguments[3])) {
            raise_type_error(thread, "closure can only be used when source is a code object");
        } else if (source_text(thread, function, arguments[0], "string, bytes or code object", &text, &length) &&
                   (is_string(arguments[0]) || source_decode(thread, &text, &length, "<string>", false, &decoded))) {
            while (*mode == 'e' && mode[1] == 'v' && length && (*text == ' ' || *text == '\t')) text++, length--;
            Value code = language_compile(thread, text, length, "<string>", mode, thread_futures(thread));
            if (!value_is_absent(code)) result = code_execute(thread, value_code(code), globals, locals);
            value_release(code);
        }
    }
    if (hides) remove_builtins(thread, value_dict(arguments[1]));
    value_release(decoded);
    value_release(locals);
    return result;
}

NATIVE(builtin_eval) {
    NATIVE_UNUSED;
    return run_source(thread, "eval", arguments, "eval");
}

NATIVE(builtin_exec) {
    NATIVE_UNUSED;
    Value result = run_source(thread, "exec", arguments, "exec");
    if (value_is_absent(result)) return VALUE_ABSENT;
    value_release(result);
    return VALUE_NONE;
}

enum { /* as in CPython's compile.h and ast.PyCF_... */
    FLAG_NESTED_SCOPES = 0x10,
    FLAG_DONT_IMPLY_DEDENT = 0x200,
    FLAG_ONLY_TREE = 0x400,
    FLAG_TYPE_COMMENTS = 0x1000,
    FLAG_TOP_LEVEL_AWAIT = 0x2000,
    FLAG_ALLOW_INCOMPLETE_INPUT = 0x4000,
    KNOWN_FLAGS = FLAG_NESTED_SCOPES | FLAG_DONT_IMPLY_DEDENT | FLAG_ONLY_TREE | FLAG_TYPE_COMMENTS | FLAG_TOP_LEVEL_AWAIT |
                  FLAG_ALLOW_INCOMPLETE_INPUT | FUTURE_ALL,
};

/* flags, dont_inherit and optimize of compile(). */
static bool compile_options(Thread *thread, const Value *arguments, int64_t *flags) {
    int64_t optimize;
    if (!value_to_int64(thread, arguments[3], flags) || !value_to_int64(thread, arguments[5], &optimize)) return false;
    int keeps_out = value_truth(thread, arguments[4]);
    if (keeps_out < 0) return false;
    if (*flags & ~(int64_t)KNOWN_FLAGS) return raise_value_error(thread, "compile(): unrecognised flags"), false;
    if (optimize < -1 || optimize > 2) return raise_value_error(thread, "compile(): invalid optimize value"), false;
    if (!keeps_out) *flags |= thread_futures(thread);
    return true;
}

static bool value_buffer_or_string(Value value) {
    return is_string(value) || is_bytes(value) || value_has_type(value, &bytearray_type_template) ||
           value_has_type(value, &memoryview_type_template);
}

NATIVE(builtin_compile) {
    NATIVE_UNUSED;
    const char *text, *file;
    size_t length;
    if (value_has_type(arguments[0], &code_type_template)) return value_retain(arguments[0]);
    /* A tree, or a tree wanted: the module ast knows. */
    int64_t flags;
    if (!compile_options(thread, arguments, &flags)) return VALUE_ABSENT;
    bool is_text = value_buffer_or_string(arguments[0]);
    if (is_string(arguments[0]) &&
        !source_is_encodable(thread, value_string(arguments[0])->bytes, value_string(arguments[0])->length))
        return VALUE_ABSENT;
    if (flags & FLAG_ONLY_TREE || !is_text) {
        Value module = import_module(thread, "ast");
        if (value_is_absent(module)) return module;
        Value given[4] = {arguments[0], arguments[1], arguments[2], value_from_int(flags)};
        Value result = value_call_method(thread, module, "_compile", given, 4);
        value_release(module);
        if (value_is_absent(result) || !value_is(result, VALUE_NOT_IMPLEMENTED)) return result;
    }
    if (!source_text(thread, "compile", arguments[0], "string, bytes or AST object", &text, &length)) return VALUE_ABSENT;
    if (is_string(arguments[1])) {
        file = value_c_string(arguments[1]);
    } else if (is_bytes(arguments[1])) {
        file = ((Bytes *)arguments[1].object)->bytes;
    } else {
        return raise_type_error(thread, "expected str, bytes or os.PathLike object, not %s", value_type_name(thread, arguments[1]));
    }
    if (!is_string(arguments[2]))
        return raise_type_error(thread, "compile() argument 'mode' must be str, not %s", value_type_name(thread, arguments[2]));
    const char *mode = value_c_string(arguments[2]);
    if (strcmp(mode, "exec") && strcmp(mode, "eval") && strcmp(mode, "single"))
        return raise_value_error(thread, "compile() mode must be 'exec', 'eval' or 'single'");
    Value decoded = VALUE_ABSENT, code = VALUE_ABSENT;
    if (is_string(arguments[0]) || source_decode(thread, &text, &length, file, false, &decoded))
        code = language_compile(thread, text, length, file, mode,
                                ((unsigned)flags & FUTURE_ALL) | (flags & FLAG_TOP_LEVEL_AWAIT ? COMPILE_TOP_LEVEL_AWAIT : 0) |
                                    (flags & FLAG_ALLOW_INCOMPLETE_INPUT ? COMPILE_TELL_INCOMPLETE : 0));
    value_release(decoded);
    return code;
}

NATIVE(builtin_import) {
    NATIVE_UNUSED;
    if (!is_string(arguments[0]))
        return raise_type_error(thread, "module name must be a string");
    int64_t level;
    if (!value_to_count(thread, arguments[4], &level)) return VALUE_ABSENT;
    String *name = string_intern_object(thread, value_string(arguments[0]));
    if (!name) return VALUE_ABSENT;
    Value module = import_name(thread, name, is_dict(arguments[1]) ? value_dict(arguments[1]) : NULL, arguments[3], level);
    object_release(name);
    return module;
}

bool value_is_import_function(Value value) {
    return value_has_type(value, &native_type_template) && ((const Native *)value.object)->entry->code == builtin_import;
}

/* In a notebook or at a terminal the session ends after the cell; a program stops at once. */
NATIVE(builtin_exit) {
    NATIVE_UNUSED;
    if (thread->interpreter->front_end.is_interactive) {
        thread->interpreter->exit_requested = true;
        return VALUE_NONE;
    }
    Value class = value_from_object(thread_builtins(thread)->exception_SystemExit);
    Value instance = value_call_one(thread, class, arguments[0]);
    if (!value_is_absent(instance)) raise_instance(thread, instance);
    value_release(instance);
    return VALUE_ABSENT;
}

NATIVE(builtin_breakpoint) {
    (void)native;
    Value system_module = import_module(thread, "sys");
    Value hook = value_is_absent(system_module) ? system_module : value_find_attribute(thread, system_module, string_intern(thread, "breakpointhook"));
    value_release(system_module);
    if (value_is_absent(hook))
        return exception_is_set(thread) ? hook : raise_runtime_error(thread, "lost sys.breakpointhook");
    Value result = VALUE_ABSENT;
    if (thread_enter(thread, " while calling a Python object")) { /* the hook may be this function */
        result = value_call_unpacked(thread, hook, value_tuple(arguments[0]), value_dict(arguments[1]));
        thread_leave(thread);
    }
    value_release(hook);
    return result;
}

const NativeEntry builtin_evaluate_functions[] = {
    {"__import__", "(name, globals=None, locals=None, fromlist=(), level=0)",
     "The module that an import statement would take; importlib.import_module() is easier to use.\n\n"
     "fromlist has the names wanted from a package, level how many folders up a relative import begins.",
     builtin_import, NULL, 0},
    {"breakpoint", "(*args, **kws)", "Look at the running program with the debugger, or whatever sys.breakpointhook is.", builtin_breakpoint, NULL, 0},
    {"compile", "(source, filename, mode, flags=0, dont_inherit=False, optimize=-1, *, _feature_version=-1)",
     "Translate source (text, bytes or a syntax tree) into a code object.\n\n"
     "filename is what tracebacks call it. mode is 'exec' for a module, 'eval' for an expression, 'single' for "
     "one statement whose\nvalue is shown. flags and dont_inherit choose future statements, optimize how much of "
     "asserts and docstrings stays.",
     builtin_compile, NULL, 0},
    {"eval", "(source, globals=None, locals=None, /)",
     "The value of an expression, given as text or compiled.\n\n"
     "globals is a dict, locals any mapping; without them the caller's names are used, and globals alone serves "
     "as both.",
     builtin_eval, NULL, 0},
    {"exec", "(source, globals=None, locals=None, /, *, closure=None)",
     "Run statements, given as text or compiled.\n\n"
     "globals is a dict, locals any mapping; without them the caller's names are used, and globals alone serves "
     "as both. closure\nhas the cells of compiled code with free variables.",
     builtin_exec, NULL, 0},
    {"exit", "(code=None)", "Leave the program, or end the session.", builtin_exit, NULL, 0},
    {"globals", "()",
     "The dict of the module's names: changing it changes them.",
     builtin_globals, NULL, 0},
    {"locals", "()",
     "A dict of the scope's names. In a function it is a copy: changing it changes no variable.",
     builtin_locals, NULL, 0},
    {"quit", "(code=None)", "Leave the program, or end the session.", builtin_exit, NULL, 0},
    {0}};
