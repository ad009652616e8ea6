/* sys: the interpreter seen from its programs. Its streams: sys_streams.c; numbers and names: sys_info.c. */
#include "kernel/library/system/sys_private.h"
#include "base/memory.h"
#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/core/gc.h"
#include "kernel/objects/number/int_private.h"
#include "kernel/library/struct_sequence.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/system/threads.h"
#include "kernel/objects/core/type.h"
#include "kernel/objects/core/type.h"
#include "kernel/objects/system/machine_library.h"

#include <float.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- functions ---- */

NATIVE(sys_exit) {
    (void)native;
    Type *type = thread_builtins(thread)->exception_SystemExit;
    bool plain = value_is_none(arguments[0]);
    Value instance = plain ? value_call_none(thread, value_from_object(type))
                     : value_is_tuple(arguments[0])
                         ? value_call_unpacked(thread, value_from_object(type), value_tuple(arguments[0]), NULL)
                         : value_call_one(thread, value_from_object(type), arguments[0]);
    if (value_is_absent(instance)) return instance;
    raise_instance(thread, instance);
    value_release(instance);
    return VALUE_ABSENT;
}

NATIVE(sys_getrecursionlimit) {
    (void)native, (void)arguments;
    return value_from_int(thread->interpreter->recursion_limit);
}

NATIVE(sys_setrecursionlimit) {
    (void)native;
    int64_t limit;
    if (!value_to_int64(thread, arguments[0], &limit)) return VALUE_ABSENT;
    if (limit < 1) return raise_value_error(thread, "recursion limit must be greater or equal than 1");
    if (thread->depth >= limit)
        return raise_format(thread, thread_builtins(thread)->exception_RecursionError,
                            "cannot set the recursion limit to %lld at the recursion depth %lld: the limit is too low",
                            (long long)limit, (long long)thread->depth);
    thread->interpreter->recursion_limit = limit > 1000000 ? 1000000 : (uint32_t)limit;
    return VALUE_NONE;
}

NATIVE(sys_getrefcount) {
    (void)native, (void)thread;
    return value_from_int(arguments[0].tag == TAG_OBJECT ? (int64_t)arguments[0].object->references : 1000000000);
}

NATIVE(sys_intern) {
    (void)native;
    if (!value_is_string(arguments[0])) return raise_type_error(thread, "intern() argument must be str, not %s", value_type_name(thread, arguments[0]));
    return value_from_object(string_intern_object(thread, value_string(arguments[0])));
}

NATIVE(sys_exc_info) {
    (void)native, (void)arguments;
    Value items[3] = {VALUE_NONE, VALUE_NONE, VALUE_NONE};
    if (value_is_object(thread->handled)) {
        items[0] = value_from_object(thread->handled.object->type);
        items[1] = thread->handled;
        Value traceback = ((Exception *)thread->handled.object)->traceback;
        if (!value_is_absent(traceback)) items[2] = traceback;
    }
    return tuple_from_values(thread, items, 3);
}

NATIVE(sys_excepthook) {
    (void)native;
    const char *kind = value_type_name(thread, arguments[1]);
    Type *base = thread_builtins(thread)->exception_BaseException;
    if (!value_is_instance(thread->interpreter, arguments[1], base))
        return raise_type_error(thread, "print_exception(): Exception expected for value, %s found", kind);
    Type *traceback = thread_builtins(thread)->type_traceback;
    Value own = ((Exception *)arguments[1].object)->traceback;
    if (value_is_absent(own) && value_is_instance(thread->interpreter, arguments[2], traceback)) own = arguments[2];
    exception_show(thread, arguments[1], value_is_absent(own) ? VALUE_NONE : own);
    return exception_is_set(thread) ? VALUE_ABSENT : VALUE_NONE;
}

NATIVE(sys_getdefaultencoding) {
    (void)native, (void)arguments;
    return string_from_c(thread, "utf-8");
}

NATIVE(sys_getframe) {
    (void)native;
    int64_t depth;
    if (!value_to_int64(thread, arguments[0], &depth)) return VALUE_ABSENT;
    Value frame = thread_frame_value(thread, depth);
    return value_is_none(frame) ? raise_value_error(thread, "call stack is not deep enough") : frame;
}

NATIVE(sys_exception) {
    (void)native, (void)arguments;
    return value_is_object(thread->handled) ? value_retain(thread->handled) : VALUE_NONE;
}

NATIVE(sys_getfilesystemencodeerrors) {
    (void)native, (void)arguments;
    return string_from_c(thread, "surrogateescape");
}

NATIVE(sys_none) {
    NATIVE_UNUSED;
    return VALUE_NONE;
}


NATIVE(sys_zero) {
    NATIVE_UNUSED;
    return value_from_int(0);
}

NATIVE(sys_settrace) {
    (void)native;
    return thread->interpreter->language->set_tracing(thread, arguments[0], false) ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(sys_setprofile) {
    (void)native;
    return thread->interpreter->language->set_tracing(thread, arguments[0], true) ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(sys_gettrace) {
    NATIVE_UNUSED;
    return thread->interpreter->language->get_tracing(thread, false);
}

NATIVE(sys_getprofile) {
    NATIVE_UNUSED;
    return thread->interpreter->language->get_tracing(thread, true);
}

NATIVE(sys_getswitchinterval) {
    (void)native, (void)arguments;
    return value_from_float(threads_switch_interval(thread->interpreter, 0));
}

NATIVE(sys_setswitchinterval) {
    (void)native;
    double seconds;
    if (!value_to_double(thread, arguments[0], &seconds)) return VALUE_ABSENT;
    if (!(seconds > 0)) return raise_value_error(thread, "switch interval must be strictly positive");
    threads_switch_interval(thread->interpreter, seconds);
    return VALUE_NONE;
}

NATIVE(sys_get_int_max_str_digits) {
    (void)native, (void)arguments;
    return value_from_int(int_digits_limit(thread));
}

NATIVE(sys_set_int_max_str_digits) {
    (void)native;
    int64_t digits;
    if (!value_to_int64(thread, arguments[0], &digits)) return VALUE_ABSENT;
    if (digits != 0 && (digits < 640 || digits > INT_MAX)) return raise_value_error(thread, "maxdigits must be 0 or larger than 640");
    return int_set_digits_limit(thread, (int)digits) ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(sys_plain_displayhook) {
    (void)native;
    if (value_is_none(arguments[0])) return VALUE_NONE;
    Value shown = value_repr(thread, arguments[0]);
    if (value_is_absent(shown)) return shown;
    bool done = interpreter_write(thread, false, value_c_string(shown), value_string(shown)->length) && interpreter_write(thread, false, "\n", 1) &&
                dict_set_c(thread, thread->interpreter->builtin_names, "_", arguments[0]);
    value_release(shown);
    return done ? VALUE_NONE : VALUE_ABSENT;
}

/* What a cell shows goes to the front end as the cell's result. */
NATIVE(sys_displayhook) {
    const Interpreter *interpreter = thread->interpreter;
    if (!interpreter->show_value) return sys_plain_displayhook(thread, native, arguments);
    return interpreter->show_value(thread, arguments[0]) ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(sys_unraisablehook) {
    (void)native;
    Value exception = value_get_attribute_c(thread, arguments[0], "exc_value"), object = value_get_attribute_c(thread, arguments[0], "object");
    if (!value_is_absent(exception) && !value_is_absent(object) && !value_is_none(exception)) {
        exception_restore(thread, value_retain(exception));
        exception_report_unraisable(thread, object);
    }
    value_release(exception), value_release(object);
    return exception_is_set(thread) ? VALUE_ABSENT : VALUE_NONE;
}

NATIVE(sys_is_finalizing) {
    (void)native, (void)arguments;
    return value_from_bool(thread->interpreter->is_ending);
}

NATIVE(sys_call_tracing) {
    (void)native;
    if (!value_is_tuple(arguments[1])) return raise_type_error(thread, "call_tracing() argument 2 must be tuple, not %s", value_type_name(thread, arguments[1]));
    return thread->interpreter->language->call_tracing(thread, arguments[0], value_tuple(arguments[1]));
}

NATIVE(sys_breakpointhook) {
    (void)native;
    const char *wanted = getenv("PYTHONBREAKPOINT");
    if (wanted && !strcmp(wanted, "0")) return VALUE_NONE;
    Value module = import_module(thread, "pdb");
    Value function = value_is_absent(module) ? module : value_get_attribute_c(thread, module, "set_trace");
    Value result = value_is_absent(function) ? function
                                             : value_call_unpacked(thread, function, value_tuple(arguments[0]), value_dict(arguments[1]));
    value_release(function);
    value_release(module);
    return result;
}

/* ---- what is called when an asynchronous generator starts, and when one goes that has not ended ---- */

static const PropertyEntry hook_fields[] = {STRUCT_FIELD("firstiter", 0), STRUCT_FIELD("finalizer", 1), {0}};
STRUCT_SEQUENCE_TYPE(hooks_type, "sys.asyncgen_hooks", "What is called for asynchronous generators.", hook_fields)

NATIVE(sys_get_asyncgen_hooks) {
    (void)native, (void)arguments;
    const Value items[2] = {value_is_absent(thread->first_iteration) ? VALUE_NONE : value_retain(thread->first_iteration),
                            value_is_absent(thread->finalizer) ? VALUE_NONE : value_retain(thread->finalizer)};
    return struct_sequence_new(thread, &hooks_type, items, 2, 0);
}
NATIVE(sys_set_asyncgen_hooks) {
    (void)native;
    static const char *const names[2] = {"firstiter", "finalizer"};
    for (int i = 1; i >= 0; i--)
        if (!value_is_absent(arguments[i]) && !value_is_none(arguments[i]) && !value_is_callable(thread->interpreter, arguments[i]))
            return raise_type_error(thread, "callable %s expected, got %s", names[i], value_type_name(thread, arguments[i]));
    Value *const places[2] = {&thread->first_iteration, &thread->finalizer};
    for (int i = 0; i < 2; i++)
        if (!value_is_absent(arguments[i])) value_replace(places[i], value_is_none(arguments[i]) ? VALUE_ABSENT : value_retain(arguments[i]));
    return VALUE_NONE;
}

static const NativeEntry sys_functions[] = {
    {.name = "get_asyncgen_hooks", .signature = "()", .documentation = "What is called for asynchronous generators.", .code = sys_get_asyncgen_hooks},
    {.name = "set_asyncgen_hooks", .signature = "(firstiter=<unrepresentable>, finalizer=<unrepresentable>)",
     .documentation = "Set what is called when an asynchronous generator starts, and when one goes that has not ended.", .code = sys_set_asyncgen_hooks},
    {.name = "exit", .signature = "(status=None, /)", .documentation = "End the program by raising SystemExit.", .code = sys_exit},
    {.name = "getrecursionlimit", .signature = "()", .documentation = "How deep calls may nest.", .code = sys_getrecursionlimit},
    {.name = "setrecursionlimit", .signature = "(limit, /)", .documentation = "Set how deep calls may nest.", .code = sys_setrecursionlimit},
    {.name = "getrefcount", .signature = "(object, /)", .documentation = "References to an object.", .code = sys_getrefcount},
    {.name = "intern", .signature = "(string, /)", .documentation = "The one copy of equal strings.", .code = sys_intern},
    {.name = "exc_info", .signature = "()", .documentation = "(type, value, traceback) of what is being handled.", .code = sys_exc_info},
    {.name = "excepthook", .signature = "(exctype, value, traceback, /)", .documentation = "Print an exception as an uncaught one.", .code = sys_excepthook},
    {.name = "_getframe", .signature = "(depth=0, /)", .documentation = "The frame that many calls up.", .code = sys_getframe},
    {.name = "exception", .signature = "()", .documentation = "The exception that is being handled, or None.", .code = sys_exception},
    {.name = "displayhook", .signature = "(object, /)", .documentation = "Print a value as the interactive interpreter does.", .code = sys_displayhook},
    {.name = "__displayhook__", .signature = "(object, /)", .documentation = "The first displayhook: prints, also in a session.", .code = sys_plain_displayhook},
    {.name = "unraisablehook", .signature = "(unraisable, /)", .documentation = "Tell of an exception that nobody can handle.", .code = sys_unraisablehook},
    {.name = "breakpointhook", .signature = "(*args, **kws)", .documentation = "What breakpoint() calls.", .code = sys_breakpointhook},
    {.name = "getfilesystemencodeerrors", .signature = "()", .documentation = "'surrogateescape'.", .code = sys_getfilesystemencodeerrors},
    {.name = "settrace", .signature = "(function, /)", .documentation = "Have function(frame, event, argument) called for calls, lines, returns and exceptions in this thread.", .code = sys_settrace},
    {.name = "setprofile", .signature = "(function, /)", .documentation = "Have function(frame, event, argument) called for calls and returns in this thread.", .code = sys_setprofile},
    {.name = "gettrace", .signature = "()", .documentation = "What settrace was given, or None.", .code = sys_gettrace},
    {.name = "getprofile", .signature = "()", .documentation = "What setprofile was given, or None.", .code = sys_getprofile},
    {.name = "call_tracing", .signature = "(func, args, /)", .documentation = "Call func(*args), from a trace function too so that it is traced.", .code = sys_call_tracing},
    {.name = "getswitchinterval", .signature = "()", .documentation = "Seconds after which threads take turns.", .code = sys_getswitchinterval},
    {.name = "setswitchinterval", .signature = "(interval, /)", .documentation = "Set the seconds after which threads take turns.", .code = sys_setswitchinterval},
    {.name = "get_int_max_str_digits", .signature = "()", .documentation = "How many digits an int may have as text.", .code = sys_get_int_max_str_digits},
    {.name = "set_int_max_str_digits", .signature = "(maxdigits)", .documentation = "Set how many digits an int may have as text; 0: any.", .code = sys_set_int_max_str_digits},
    {.name = "is_finalizing", .signature = "()", .documentation = "Is the interpreter about to end?", .code = sys_is_finalizing},
    {.name = "getallocatedblocks", .signature = "()", .documentation = "0: not counted here.", .code = sys_zero},
    {.name = "getdlopenflags", .signature = "()", .documentation = "0: there are no extension modules.", .code = sys_zero},
    {.name = "get_coroutine_origin_tracking_depth", .signature = "()", .documentation = "0: not tracked.", .code = sys_zero},
    {.name = "addaudithook", .signature = "(hook)", .documentation = "Nothing is audited.", .code = sys_none},
    {.name = "audit", .signature = "(event, /, *args)", .documentation = "Nothing is audited.", .code = sys_none},
    {.name = "_clear_type_cache", .signature = "()", .documentation = "There is nothing to clear.", .code = sys_none},
    {.name = "getdefaultencoding", .signature = "()", .documentation = "'utf-8'.", .code = sys_getdefaultencoding},
    {.name = "getfilesystemencoding", .signature = "()", .documentation = "'utf-8'.", .code = sys_getdefaultencoding},
    {0}};

/* The hooks that were there first: the same functions by a second name. */
static bool keep_first_hooks(Thread *thread, Value module) {
    static const char *const hooks[][2] = {
        {"excepthook", "__excepthook__"}, {"unraisablehook", "__unraisablehook__"}, {"breakpointhook", "__breakpointhook__"}};
    for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++)
        if (!module_add(thread, module, hooks[i][1], value_retain(dict_get_c(thread, module_attributes(module), hooks[i][0])))) return false;
    return true;
}

static bool sys_initialize(Thread *thread, Value module) {
    Interpreter *interpreter = thread->interpreter;
    value_replace(&interpreter->system_module, value_retain(module));
    value_replace(&interpreter->first_display_hook, value_retain(dict_get_c(thread, module_attributes(module), "displayhook")));
    return keep_first_hooks(thread, module) && sys_add_information(thread, module) && sys_add_streams(thread, module) &&
           module_add_functions(thread, module, sys_size_functions) &&
           module_add(thread, module, "modules", value_retain(value_from_object(interpreter->modules))) &&
           module_add(thread, module, "path", value_retain(value_from_object(interpreter->path)));
}

/* What Python has from 3.12 on, and is written in Python. */
static Value later_member(Thread *thread, Value module, String *name) {
    static const struct {
        const char *name;
        int minor;
    } names[] = {{"monitoring", 12}, {"_is_interned", 13}, {"_is_gil_enabled", 13}, {"_clear_type_descriptors", 14}};
    const MachineLibrary *library = machine_library(thread->interpreter);
    bool found = false;
    for (size_t i = 0; library && !found && i < sizeof names / sizeof *names; i++)
        found = string_equals_c(name, names[i].name) && library->minor >= names[i].minor;
    Value later = found ? import_module(thread, "_sys_later") : VALUE_ABSENT;
    Value member = value_is_absent(later) ? later : value_get_attribute(thread, later, name);
    value_release(later);
    if (!value_is_absent(member) && !dict_set_string(thread, module_attributes(module), name, member)) value_clear(&member);
    return member;
}

/* sys.meta_path is made when somebody asks for it: until then nobody has put a finder of his own there (import.c). */
static Value sys_member(Thread *thread, Value module, String *name) {
    if (!string_equals_c(name, "meta_path")) return later_member(thread, module, name);
    static const char *const importers[] = {"BuiltinImporter", "FrozenImporter", "PathFinder"};
    Value machinery = import_module(thread, "importlib.machinery"), list = value_is_absent(machinery) ? machinery : list_new(thread);
    for (size_t i = 0; i < sizeof importers / sizeof *importers && !value_is_absent(list); i++)
        if (!list_append_owned(thread, value_list(list), value_get_attribute_c(thread, machinery, importers[i]))) value_clear(&list);
    value_release(machinery);
    if (!value_is_absent(list) && !dict_set_string(thread, module_attributes(module), name, list)) value_clear(&list);
    return list;
}

const ModuleEntry library_sys = {.name = "sys",
                                 .documentation = "The interpreter: arguments, modules, streams, limits.",
                                 .functions = sys_functions,
                                 .get_attribute = sys_member,
                                 .initialize = sys_initialize};
