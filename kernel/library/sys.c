/* sys: the interpreter seen from its programs. */
#include "base/memory.h"
#include "kernel/objects/language_info.h"
#include "kernel/objects/builtins.h"
#include "kernel/objects/containers.h"
#include "kernel/objects/gc.h"
#include "kernel/objects/native.h"
#include "kernel/objects/type.h"

#include <float.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the standard streams: text that goes to, and comes from, the front end ---- */

typedef struct Stream {
    Object object;
    Dict *attributes;
    int number; /* 0 stdin, 1 stdout, 2 stderr */
} Stream;

static Stream *stream_of(Value self) { return (Stream *)self.object; }

NATIVE(stream_write) {
    (void)native;
    Stream *stream = stream_of(arguments[0]);
    if (!value_is_string(arguments[1]))
        return raise_type_error(thread, "write() argument must be str, not %s",
                                type_short_name(type_of(thread->interpreter, arguments[1])));
    if (stream->number == 0) return raise_value_error(thread, "not writable");
    const String *text = value_string(arguments[1]);
    FrontEnd *front_end = &thread->interpreter->front_end;
    if (front_end->write && text->length) front_end->write(front_end->context, stream->number == 2, text->bytes, text->length);
    return value_from_int((int64_t)text->count);
}

NATIVE(stream_writelines) {
    (void)native;
    Value iterator = value_iterate(thread, arguments[1]), item;
    if (value_is_absent(iterator)) return iterator;
    while (!value_is_absent(item = value_next(thread, iterator))) {
        Value done = value_call_method(thread, arguments[0], "write", &item, 1);
        value_release(item);
        if (value_is_absent(done)) break;
        value_release(done);
    }
    value_release(iterator);
    return exception_is_set(thread) ? VALUE_ABSENT : VALUE_NONE;
}

NATIVE(stream_flush) {
    (void)native;
    FrontEnd *front_end = &thread->interpreter->front_end;
    if (stream_of(arguments[0])->number && front_end->flush) front_end->flush(front_end->context);
    return VALUE_NONE;
}

NATIVE(stream_isatty) {
    NATIVE_UNUSED;
    return VALUE_FALSE;
}

NATIVE(stream_fileno) {
    (void)native, (void)thread;
    return value_from_int(stream_of(arguments[0])->number);
}

/* A line with its newline; "" at the end of the input. */
static Value read_line(Thread *thread, bool *at_end) {
    FrontEnd *front_end = &thread->interpreter->front_end;
    *at_end = true;
    if (!front_end->input) return value_retain(thread_builtins(thread)->empty_string);
    char *line = front_end->input(front_end->context, thread, "", false);
    if (!line) {
        if (!exception_matches(thread, thread_builtins(thread)->exception_EOFError)) return VALUE_ABSENT;
        exception_clear(thread);
        return value_retain(thread_builtins(thread)->empty_string);
    }
    *at_end = false;
    Value text = string_format(thread, "%s\n", line);
    memory_release(line);
    return text;
}

NATIVE(stream_readline) {
    (void)native;
    bool at_end;
    if (stream_of(arguments[0])->number) return raise_value_error(thread, "not readable");
    return read_line(thread, &at_end);
}

NATIVE(stream_read) {
    (void)native;
    bool at_end = false;
    if (stream_of(arguments[0])->number) return raise_value_error(thread, "not readable");
    Value all = value_retain(thread_builtins(thread)->empty_string);
    while (!at_end && !value_is_absent(all)) {
        Value line = read_line(thread, &at_end);
        Value joined = value_is_absent(line) ? line : value_binary(thread, BINARY_ADD, all, line);
        value_release(line), value_release(all);
        all = joined;
    }
    return all;
}

static Value stream_iterate(Thread *thread, Value self) {
    (void)thread;
    return value_retain(self);
}

static Value stream_next(Thread *thread, Value self) {
    bool at_end;
    if (stream_of(self)->number) return raise_value_error(thread, "not readable");
    Value line = read_line(thread, &at_end);
    if (!at_end) return line;
    value_release(line);
    return VALUE_ABSENT;
}

NATIVE(stream_enter) {
    (void)native, (void)thread;
    return value_retain(arguments[0]);
}

NATIVE(stream_exit) {
    NATIVE_UNUSED;
    return VALUE_NONE;
}

static const NativeEntry stream_methods[] = {
    {.name = "write", .signature = "($self, text, /)", .documentation = "Write text; its length is the result.", .code = stream_write},
    {.name = "writelines", .signature = "($self, lines, /)", .documentation = "Write each text of an iterable.", .code = stream_writelines},
    {.name = "flush", .signature = "($self)", .documentation = "Send what is buffered.", .code = stream_flush},
    {.name = "close", .signature = "($self)", .documentation = "The standard streams stay open.", .code = stream_exit},
    {.name = "isatty", .signature = "($self)", .documentation = "False: a notebook is no terminal.", .code = stream_isatty},
    {.name = "fileno", .signature = "($self)", .documentation = "The file descriptor.", .code = stream_fileno},
    {.name = "readline", .signature = "($self, size=-1, /)", .documentation = "A line of input.", .code = stream_readline},
    {.name = "read", .signature = "($self, size=-1, /)", .documentation = "All of the input.", .code = stream_read},
    {.name = "__enter__", .signature = "($self)", .documentation = NULL, .code = stream_enter},
    {.name = "__exit__", .signature = "($self, *exception)", .documentation = NULL, .code = stream_exit},
    {0}};

static Value stream_name(Thread *thread, Value self) {
    static const char *const names[] = {"<stdin>", "<stdout>", "<stderr>"};
    return string_from_c(thread, names[stream_of(self)->number]);
}
static Value stream_encoding(Thread *thread, Value self) {
    (void)self;
    return string_from_c(thread, "UTF-8");
}
static Value stream_mode(Thread *thread, Value self) { return string_from_c(thread, stream_of(self)->number ? "w" : "r"); }
static Value stream_closed(Thread *thread, Value self) {
    (void)thread, (void)self;
    return VALUE_FALSE;
}
static const PropertyEntry stream_properties[] = {{.name = "name", .get = stream_name},
                                                  {.name = "encoding", .get = stream_encoding},
                                                  {.name = "mode", .get = stream_mode},
                                                  {.name = "closed", .get = stream_closed},
                                                  {0}};

static void stream_destroy(Object *self) { (void)self; }

static const Type stream_type = {.name = "ipykernel.iostream.OutStream",
                                 .documentation = "A standard stream: text for the front end.",
                                 .flags = TYPE_BASE,
                                 .instance_size = sizeof(Stream),
                                 .attributes_offset = offsetof(Stream, attributes),
                                 .destroy = stream_destroy,
                                 .iterate = stream_iterate,
                                 .next = stream_next,
                                 .methods = stream_methods,
                                 .properties = stream_properties};

static bool add_streams(Thread *thread, Value module) {
    static const char *const names[][2] = {{"stdin", "__stdin__"}, {"stdout", "__stdout__"}, {"stderr", "__stderr__"}};
    Type *type = type_from_template(thread, &stream_type);
    for (int number = 0; number < 3; number++) {
        Stream *stream = type ? object_new(thread, type) : NULL;
        if (!stream) return false;
        stream->number = number;
        Value value = value_from_object(stream);
        if (!module_add(thread, module, names[number][1], value_retain(value)) ||
            !module_add(thread, module, names[number][0], value))
            return false;
    }
    return true;
}

/* ---- functions ---- */

NATIVE(sys_exit) {
    (void)native;
    Type *type = thread_builtins(thread)->exception_SystemExit;
    bool plain = value_is_none(arguments[0]);
    Value instance = plain ? value_call_none(thread, value_from_object(type))
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
    thread->interpreter->recursion_limit = limit > 1000000 ? 1000000 : (uint32_t)limit;
    return VALUE_NONE;
}

NATIVE(sys_getsizeof) {
    (void)native;
    Value value = arguments[0];
    switch (value.tag) { /* CPython's sizes of what is unboxed here */
    case TAG_NONE: return value_from_int(16);
    case TAG_BOOL: return value_from_int(28);
    case TAG_INT: return value_from_int(value.integer == 0 ? 24 : llabs(value.integer) < 1 << 30 ? 28 : llabs(value.integer) < 1ll << 60 ? 32 : 36);
    case TAG_FLOAT: return value_from_int(24);
    default: break;
    }
    if (value_is_string(value)) return value_from_int((value_string(value)->is_ascii ? 49 : 73) + (int64_t)value_string(value)->length);
    if (value_is_bytes(value)) return value_from_int(33 + (int64_t)((Bytes *)value.object)->length);
    if (value_is_list(value)) return value_from_int(56 + 8 * (int64_t)value_list(value)->capacity);
    if (value_is_tuple(value)) return value_from_int(40 + 8 * (int64_t)value_tuple(value)->count);
    Value method = value_find_attribute_c(thread, value, "__sizeof__");
    if (!value_is_absent(method)) {
        Value size = value_call_none(thread, method);
        value_release(method);
        return size;
    }
    if (exception_is_set(thread)) exception_clear(thread);
    if (value_is_dict(value)) return value_from_int(64 + 48 * dict_count(value_dict(value)));
    Value nbytes = value_find_attribute_c(thread, value, "nbytes"); /* arrays */
    if (nbytes.tag == TAG_INT) return value_from_int(112 + nbytes.integer);
    value_release(nbytes);
    exception_clear(thread);
    return value_from_int(value.tag == TAG_OBJECT ? (int64_t)value.object->type->instance_size : 16);
}

NATIVE(sys_getrefcount) {
    (void)native, (void)thread;
    return value_from_int(arguments[0].tag == TAG_OBJECT ? (int64_t)arguments[0].object->references : 1);
}

NATIVE(sys_intern) {
    (void)native;
    if (!value_is_string(arguments[0])) return raise_type_error(thread, "intern() argument must be str");
    String *string = string_intern_object(thread, value_string(arguments[0]));
    return string ? value_from_object(object_retain(string)) : VALUE_ABSENT;
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
    bool has_traceback = value_is_instance(thread->interpreter, arguments[2], traceback);
    exception_show(thread, arguments[1], has_traceback ? arguments[2] : VALUE_NONE);
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

static const NativeEntry sys_functions[] = {
    {.name = "exit", .signature = "(status=None, /)", .documentation = "End the program by raising SystemExit.", .code = sys_exit},
    {.name = "getrecursionlimit", .signature = "()", .documentation = "How deep calls may nest.", .code = sys_getrecursionlimit},
    {.name = "setrecursionlimit", .signature = "(limit, /)", .documentation = "Set how deep calls may nest.", .code = sys_setrecursionlimit},
    {.name = "getsizeof", .signature = "(object, default=None)", .documentation = "Bytes that an object takes.", .code = sys_getsizeof},
    {.name = "getrefcount", .signature = "(object, /)", .documentation = "References to an object.", .code = sys_getrefcount},
    {.name = "intern", .signature = "(string, /)", .documentation = "The one copy of equal strings.", .code = sys_intern},
    {.name = "exc_info", .signature = "()", .documentation = "(type, value, traceback) of what is being handled.", .code = sys_exc_info},
    {.name = "excepthook", .signature = "(exctype, value, traceback, /)", .documentation = "Print an exception as an uncaught one.", .code = sys_excepthook},
    {.name = "__excepthook__", .signature = "(exctype, value, traceback, /)", .documentation = "The first excepthook.", .code = sys_excepthook},
    {.name = "_getframe", .signature = "(depth=0, /)", .documentation = "The frame that many calls up.", .code = sys_getframe},
    {.name = "getdefaultencoding", .signature = "()", .documentation = "'utf-8'.", .code = sys_getdefaultencoding},
    {.name = "getfilesystemencoding", .signature = "()", .documentation = "'utf-8'.", .code = sys_getdefaultencoding},
    {0}};

/* ---- constants ---- */

static Value string_list(Thread *thread, char **strings, int count) {
    Value list = list_new(thread);
    for (int i = 0; i < count && !value_is_absent(list); i++) {
        if (!list_append_owned(thread, value_list(list), string_from_c(thread, strings[i]))) {
            value_release(list);
            return VALUE_ABSENT;
        }
    }
    return list;
}

/* A named tuple's poor sister: attributes of a SimpleNamespace. `fields` ends with a NULL name; values are taken over. */
typedef struct Field {
    const char *name;
    Value value;
} Field;

static Value record(Thread *thread, const Field *fields) {
    Value namespace = value_call_none(thread, value_from_object(thread_builtins(thread)->type_namespace));
    bool good = !value_is_absent(namespace);
    for (; fields->name; fields++) {
        good = good && !value_is_absent(fields->value) && value_set_attribute_c(thread, namespace, fields->name, fields->value);
        value_release(fields->value);
    }
    if (good) return namespace;
    value_release(namespace);
    return VALUE_ABSENT;
}

/* sys.version_info: a tuple with names. */
static Value version_member(Value self, size_t index) { return value_retain(value_tuple(self)->items[index]); }
#define MEMBER(name, index)                                \
    static Value version_##name(Thread *thread, Value self) { \
        (void)thread;                                      \
        return version_member(self, index);                \
    }
MEMBER(major, 0) MEMBER(minor, 1) MEMBER(micro, 2) MEMBER(releaselevel, 3) MEMBER(serial, 4)
static const PropertyEntry version_properties[] = {{.name = "major", .get = version_major},
                                                   {.name = "minor", .get = version_minor},
                                                   {.name = "micro", .get = version_micro},
                                                   {.name = "releaselevel", .get = version_releaselevel},
                                                   {.name = "serial", .get = version_serial},
                                                   {0}};
static Value version_repr(Thread *thread, Value self) {
    const Value *items = value_tuple(self)->items;
    return string_format(thread, "sys.version_info(major=%lld, minor=%lld, micro=%lld, releaselevel='final', serial=0)",
                         (long long)items[0].integer, (long long)items[1].integer, (long long)items[2].integer);
}
extern const Type tuple_type_template;
static const Type version_info_type = {.name = "sys.version_info",
                                       .documentation = "The version of the language.",
                                       .base = (Type *)&tuple_type_template,
                                       .repr = version_repr,
                                       .properties = version_properties};

static Value version_info(Thread *thread) {
    int major = 0, minor = 0, micro = 0;
    sscanf(LANGUAGE_VERSION, "%d.%d.%d", &major, &minor, &micro);
    Value level = string_from_c(thread, "final");
    const Value items[] = {value_from_int(major), value_from_int(minor), value_from_int(micro), level, value_from_int(0)};
    Value plain = value_is_absent(level) ? level : tuple_from_values(thread, items, 5);
    value_release(level);
    Type *type = type_from_template(thread, &version_info_type);
    Value result = VALUE_ABSENT;
    if (type && !value_is_absent(plain)) {
        Value call_values[] = {plain};
        result = thread_builtins(thread)->type_tuple->create(thread, type, &(Call){call_values, 1, NULL});
    }
    value_release(plain);
    return result;
}

static bool add_numbers(Thread *thread, Value module) {
    const Field floats[] = {{"max", value_from_float(DBL_MAX)},   {"min", value_from_float(DBL_MIN)},
                            {"epsilon", value_from_float(DBL_EPSILON)}, {"dig", value_from_int(DBL_DIG)},
                            {"mant_dig", value_from_int(DBL_MANT_DIG)}, {"max_exp", value_from_int(DBL_MAX_EXP)},
                            {"min_exp", value_from_int(DBL_MIN_EXP)},   {"max_10_exp", value_from_int(DBL_MAX_10_EXP)},
                            {"min_10_exp", value_from_int(DBL_MIN_10_EXP)}, {"radix", value_from_int(2)},
                            {"rounds", value_from_int(1)},          {NULL, VALUE_ABSENT}};
    const Field hashes[] = {{"width", value_from_int(64)}, {"modulus", value_from_int(((int64_t)1 << 61) - 1)},
                            {"inf", value_from_int(314159)}, {"nan", value_from_int(0)}, {"imag", value_from_int(1000003)},
                            {NULL, VALUE_ABSENT}};
    const Field flags[] = {{"debug", value_from_int(0)}, {"optimize", value_from_int(0)}, {"interactive", value_from_int(0)},
                           {"verbose", value_from_int(0)}, {NULL, VALUE_ABSENT}};
    return module_add(thread, module, "float_info", record(thread, floats)) &&
           module_add(thread, module, "hash_info", record(thread, hashes)) &&
           module_add(thread, module, "flags", record(thread, flags)) &&
           module_add(thread, module, "maxsize", value_from_int(INT64_MAX)) &&
           module_add(thread, module, "maxunicode", value_from_int(0x10FFFF));
}

static bool add_names(Thread *thread, Value module) {
    Interpreter *interpreter = thread->interpreter;
    const Field implementation[] = {{"name", string_from_c(thread, "cupola")}, {"version", version_info(thread)},
                                    {"cache_tag", string_from_c(thread, "cupola-311")}, {NULL, VALUE_ABSENT}};
    const char *program = interpreter->program ? interpreter->program : "cupola";
    return module_add(thread, module, "version", string_from_c(thread, LANGUAGE_VERSION " (Cupola)")) &&
           module_add(thread, module, "version_info", version_info(thread)) &&
           module_add(thread, module, "implementation", record(thread, implementation)) &&
           module_add(thread, module, "platform", string_from_c(thread, "linux")) &&
           module_add(thread, module, "byteorder", string_from_c(thread, "little")) &&
           module_add(thread, module, "executable", string_from_c(thread, program)) &&
           module_add(thread, module, "prefix", string_from_c(thread, "/usr")) &&
           module_add(thread, module, "base_prefix", string_from_c(thread, "/usr")) &&
           module_add(thread, module, "copyright", string_from_c(thread, "Copyright (c) the Cupola authors.")) &&
           module_add(thread, module, "argv", string_list(thread, interpreter->arguments, interpreter->argument_count));
}

static bool sys_initialize(Thread *thread, Value module) {
    Interpreter *interpreter = thread->interpreter;
    value_replace(&interpreter->system_module, value_retain(module));
    return add_streams(thread, module) && add_numbers(thread, module) && add_names(thread, module) &&
           module_add(thread, module, "modules", value_retain(value_from_object(interpreter->modules))) &&
           module_add(thread, module, "path", value_retain(value_from_object(interpreter->path)));
}

const ModuleEntry library_sys = {.name = "sys",
                                 .documentation = "The interpreter: arguments, modules, streams, limits.",
                                 .functions = sys_functions,
                                 .initialize = sys_initialize};
