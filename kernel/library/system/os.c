/* os: the module and its environment. Files and folders: os_files.c; processes: os_process.c; what few programs use is in
 * Python (_os_rest). os.path is a module of its own (os_path.c). */
#include "kernel/library/system/os_private.h"

#include "base/memory.h"
#include "base/text_buffer.h"
#include "kernel/objects/text/string.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

Value os_path_text(Thread *thread, Value value) {
    if (value_is_string(value)) return value_retain(value);
    if (value_is_bytes(value)) {
        const Bytes *bytes = (const Bytes *)value.object;
        return os_name(thread, bytes->bytes, bytes->length, false);
    }
    Value method = VALUE_ABSENT;
    bool self_first = false;
    String *name = string_intern(thread, "__fspath__");
    if (!name || !value_find_special(thread, value, name, &method, &self_first)) {
        if (exception_is_set(thread)) return VALUE_ABSENT;
        return raise_type_error(thread, "expected str, bytes or os.PathLike object, not %s",
                                type_short_name(type_of(thread->interpreter, value)));
    }
    Value text = self_first ? value_call_one(thread, method, value) : value_call_none(thread, method);
    value_release(method);
    if (value_is_absent(text) || value_is_string(text)) return text;
    Value result = value_is_bytes(text) ? os_path_text(thread, text)
                                        : raise_type_error(thread, "expected %s.__fspath__() to return str or bytes, not %s",
                                                           type_short_name(type_of(thread->interpreter, value)),
                                                           type_short_name(type_of(thread->interpreter, text)));
    value_release(text);
    return result;
}

Value os_system_path(Thread *thread, Value value) {
    if (value_is_bytes(value)) return value_retain(value);
    Value text = os_path_text(thread, value), path = value_is_absent(text) ? text : string_for_system(thread, text);
    value_release(text);
    return path;
}

Value os_plain_path(Thread *thread, Value value) {
    if (value_is_bytes(value)) return value_retain(value);
    if (!os_is_bytes_path(thread, value)) return os_path_text(thread, value);
    return value_call_method(thread, value, "__fspath__", NULL, 0);
}

NATIVE(os_fspath) {
    (void)native;
    return os_plain_path(thread, arguments[0]);
}

/* ---- environ: a live view of the C library's environment ---- */

/* A name or a value as the system takes it: owned, or absent with an exception. */
static Value environment_text(Thread *thread, Value value) {
    if (value_is_string(value)) return string_for_system(thread, value);
    return raise_type_error(thread, "str expected, not %s", type_short_name(type_of(thread->interpreter, value)));
}

/* The variable's text, owned by the environment. NULL: there is none, or an exception is set. */
static const char *environment_get(Thread *thread, Value key) {
    Value name = environment_text(thread, key);
    const char *text = value_is_absent(name) ? NULL : getenv(system_bytes(name));
    value_release(name);
    return text;
}

static Value environment_value(Thread *thread, const char *text) { return string_from_system(thread, text, strlen(text)); }

static void environment_remove(Thread *thread, Value key) {
    Value name = environment_text(thread, key);
    if (!value_is_absent(name)) unsetenv(system_bytes(name));
    value_release(name);
}

static Value environ_get_item(Thread *thread, Value self, Value key) {
    (void)self;
    const char *text = environment_get(thread, key);
    if (text) return environment_value(thread, text);
    return exception_is_set(thread) ? VALUE_ABSENT : raise_key_error(thread, key);
}

/* A whole C string, or ValueError. */
static bool without_null(Thread *thread, Value text) {
    if (strlen(system_bytes(text)) == system_length(text)) return true;
    return raise_value_error(thread, "embedded null byte"), false;
}

static bool environment_set(Thread *thread, Value key, Value value) {
    Value name = environment_text(thread, key), text = value_is_absent(name) ? name : environment_text(thread, value);
    bool good = !value_is_absent(text) && without_null(thread, name) && without_null(thread, text);
    if (good && strchr(system_bytes(name), '=')) good = (raise_value_error(thread, "illegal environment variable name"), false);
    if (good && setenv(system_bytes(name), system_bytes(text), 1)) good = (raise_os_error(thread, errno, NULL), false);
    value_release(name), value_release(text);
    return good;
}

static bool environ_set_item(Thread *thread, Value self, Value key, Value value) {
    (void)self;
    if (!value_is_absent(value)) return environment_set(thread, key, value);
    if (!environment_get(thread, key)) {
        if (!exception_is_set(thread)) raise_key_error(thread, key);
        return false;
    }
    environment_remove(thread, key);
    return true;
}

static int environ_contains(Thread *thread, Value self, Value key) {
    (void)self;
    const char *text = environment_get(thread, key);
    return exception_is_set(thread) ? -1 : text != NULL;
}

static int64_t environ_length(Thread *thread, Value self) {
    (void)thread, (void)self;
    int64_t count = 0;
    for (char **at = environ; at && *at; at++) count++;
    return count;
}

/* A copy as a dict. */
static Value environ_dict(Thread *thread) {
    Value dict = dict_new(thread);
    for (char **at = environ; at && *at && !value_is_absent(dict); at++) {
        const char *equals = strchr(*at, '=');
        if (!equals) continue;
        Value key = string_from_system(thread, *at, (size_t)(equals - *at)), value = environment_value(thread, equals + 1);
        bool good = !value_is_absent(key) && !value_is_absent(value) && dict_set(thread, value_dict(dict), key, value);
        value_release(key), value_release(value);
        if (!good) {
            value_release(dict);
            return VALUE_ABSENT;
        }
    }
    return dict;
}

static Value environ_part(Thread *thread, const char *method) {
    Value dict = environ_dict(thread);
    Value part = value_is_absent(dict) ? dict : value_call_method(thread, dict, method, NULL, 0);
    value_release(dict);
    return part;
}

static Value environ_iterate(Thread *thread, Value self) {
    (void)self;
    Value keys = environ_part(thread, "keys"), list = value_is_absent(keys) ? keys : list_from_iterable(thread, keys);
    value_release(keys);
    Value iterator = value_is_absent(list) ? list : value_iterate(thread, list);
    value_release(list);
    return iterator;
}

static Value environ_repr(Thread *thread, Value self) {
    (void)self;
    Value dict = environ_dict(thread), text = value_is_absent(dict) ? dict : value_repr(thread, dict);
    value_release(dict);
    Value result = value_is_absent(text) ? text : string_format(thread, "environ(%s)", value_c_string(text));
    value_release(text);
    return result;
}

NATIVE(environ_get) {
    (void)native;
    const char *text = environment_get(thread, arguments[1]);
    if (text) return environment_value(thread, text);
    return exception_is_set(thread) ? VALUE_ABSENT : value_retain(arguments[2]);
}
NATIVE(environ_keys) {
    (void)native, (void)arguments;
    return environ_part(thread, "keys");
}
NATIVE(environ_values) {
    (void)native, (void)arguments;
    return environ_part(thread, "values");
}
NATIVE(environ_items) {
    (void)native, (void)arguments;
    return environ_part(thread, "items");
}
NATIVE(environ_copy) {
    (void)native, (void)arguments;
    return environ_dict(thread);
}
NATIVE(environ_pop) {
    (void)native;
    const char *text = environment_get(thread, arguments[1]);
    if (!text && exception_is_set(thread)) return VALUE_ABSENT;
    if (!text) return value_is_absent(arguments[2]) ? raise_key_error(thread, arguments[1]) : value_retain(arguments[2]);
    Value value = environment_value(thread, text);
    if (!value_is_absent(value)) environment_remove(thread, arguments[1]);
    return value;
}
NATIVE(environ_clear) {
    (void)native, (void)arguments, (void)thread;
    clearenv();
    return VALUE_NONE;
}
NATIVE(environ_popitem) {
    (void)native, (void)arguments;
    const char *equals = environ && *environ ? strchr(*environ, '=') : NULL;
    if (!equals) return raise_format(thread, thread_builtins(thread)->exception_KeyError, "popitem(): dictionary is empty");
    const Value items[] = {string_from_system(thread, *environ, (size_t)(equals - *environ)), environment_value(thread, equals + 1)};
    Value pair = tuple_from_values(thread, items, 2);
    value_release(items[0]), value_release(items[1]);
    if (!value_is_absent(pair)) environment_remove(thread, value_tuple(pair)->items[0]);
    return pair;
}
NATIVE(environ_setdefault) {
    (void)native;
    const char *text = environment_get(thread, arguments[1]);
    if (text) return environment_value(thread, text);
    if (exception_is_set(thread)) return VALUE_ABSENT;
    return environ_set_item(thread, arguments[0], arguments[1], arguments[2]) ? value_retain(arguments[2]) : VALUE_ABSENT;
}
NATIVE(environ_update) {
    (void)native;
    Value copy = dict_new(thread), key, value;
    bool good = !value_is_absent(copy) && (value_is_none(arguments[1]) || dict_update(thread, value_dict(copy), arguments[1])) &&
                dict_update(thread, value_dict(copy), arguments[2]);
    for (size_t at = 0; good && dict_next(value_dict(copy), &at, &key, &value);)
        good = environ_set_item(thread, arguments[0], key, value);
    value_release(copy);
    return good ? VALUE_NONE : VALUE_ABSENT;
}

static const NativeEntry environ_methods[] = {
    {.name = "get", .signature = "($self, key, default=None)", .documentation = "A variable, or the default.", .code = environ_get},
    {.name = "keys", .signature = "($self)", .documentation = "The names.", .code = environ_keys},
    {.name = "values", .signature = "($self)", .documentation = "The values.", .code = environ_values},
    {.name = "items", .signature = "($self)", .documentation = "Names and values.", .code = environ_items},
    {.name = "copy", .signature = "($self)", .documentation = "A dict of them.", .code = environ_copy},
    {.name = "pop", .signature = "($self, key, default=<unrepresentable>)", .documentation = "Remove a variable.", .code = environ_pop},
    {.name = "clear", .signature = "($self)", .documentation = "Remove all.", .code = environ_clear},
    {.name = "popitem", .signature = "($self)", .documentation = "Remove and return one.", .code = environ_popitem},
    {.name = "setdefault", .signature = "($self, key, value)", .documentation = "Set a variable that is not set.", .code = environ_setdefault},
    {.name = "update", .signature = "($self, other=None, /, **variables)", .documentation = "Set several.", .code = environ_update},
    {0}};
/* Either side may be a plain dict. */
static Value environ_or(Thread *thread, Value left, Value right);
static bool environ_in_place_update(Thread *thread, Value self, Value other);
static Value environ_in_place_or(Thread *thread, Value left, Value right) {
    return environ_in_place_update(thread, left, right) ? value_retain(left) : VALUE_ABSENT;
}
static Value environ_compare(Thread *thread, Value left, Value right, Comparison comparison);
static const Type environ_type = {.name = "os._Environ",
                                  .documentation = "The process's environment.",
                                  .flags = TYPE_MAPPING,
                                  .instance_size = sizeof(Object),
                                  .repr = environ_repr,
                                  .length = environ_length,
                                  .contains = environ_contains,
                                  .iterate = environ_iterate,
                                  .get_item = environ_get_item,
                                  .set_item = environ_set_item,
                                  .compare = environ_compare,
                                  .binary = {[BINARY_OR] = environ_or},
                                  .in_place = {[BINARY_OR] = environ_in_place_or},
                                  .methods = environ_methods};

static Value plain_dict(Thread *thread, Value value) {
    return value_has_type(value, &environ_type) ? environ_dict(thread) : value_retain(value);
}
static Value environ_or(Thread *thread, Value left, Value right) {
    Value first = plain_dict(thread, left), second = plain_dict(thread, right), result = VALUE_ABSENT;
    if (!value_is_absent(first) && !value_is_absent(second))
        result = value_is_dict(first) && value_is_dict(second) ? value_binary(thread, BINARY_OR, first, second) : VALUE_NOT_IMPLEMENTED;
    value_release(first), value_release(second);
    return result;
}
static bool environ_in_place_update(Thread *thread, Value self, Value other) {
    Value result = value_call_method(thread, self, "update", &other, 1);
    value_release(result);
    return !value_is_absent(result);
}
static Value environ_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    if (comparison != COMPARE_EQ && comparison != COMPARE_NE) return VALUE_NOT_IMPLEMENTED;
    Value first = plain_dict(thread, left), second = plain_dict(thread, right);
    Value result = value_is_absent(first) || value_is_absent(second) ? VALUE_ABSENT : value_compare(thread, first, second, comparison);
    value_release(first), value_release(second);
    return result;
}

NATIVE(os_getenv) {
    (void)native;
    const char *text = environment_get(thread, arguments[0]);
    if (text) return environment_value(thread, text);
    return exception_is_set(thread) ? VALUE_ABSENT : value_retain(arguments[1]);
}

NATIVE(os_putenv) {
    (void)native;
    return environ_set_item(thread, VALUE_NONE, arguments[0], arguments[1]) ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(os_unsetenv) {
    (void)native;
    Value name = environment_text(thread, arguments[0]);
    if (value_is_absent(name)) return name;
    Value result = !without_null(thread, name) ? VALUE_ABSENT : unsetenv(system_bytes(name)) == 0 ? VALUE_NONE : raise_os_error(thread, errno, NULL);
    value_release(name);
    return result;
}

/* ---- the module ---- */

static const char *const rest_names[] = {
    "PathLike", "_exit_functions", "_wrap_close", "environb", "execl", "execle", "execlp", "execlpe", "execv", "execve", "execvp", "execvpe",
    "fdopen", "fork", "forkpty", "fsdecode", "fsencode", "fwalk", "get_exec_path", "getenvb", "makedirs", "popen", "removedirs", "renames",
    "spawnl", "spawnle", "spawnlp", "spawnlpe", "spawnv", "spawnve", "spawnvp", "spawnvpe", "startfile_", "supports_bytes_environ",
    "supports_dir_fd", "supports_effective_ids", "supports_fd", "supports_follow_symlinks", "waitstatus_to_exitcode", "walk", NULL};

static Value os_get_attribute(Thread *thread, Value module, String *name) {
    size_t at = 0;
    while (rest_names[at] && !string_equals_c(name, rest_names[at])) at++;
    if (!rest_names[at]) return VALUE_ABSENT;
    Value rest = import_module(thread, "_os_rest");
    Value value = value_is_absent(rest) ? rest : value_find_attribute(thread, rest, name);
    value_release(rest);
    if (!value_is_absent(value) && !value_set_attribute(thread, module, name, value)) exception_clear(thread);
    return value;
}

NATIVE(os_directory) {
    (void)native, (void)arguments;
    Value module = import_module(thread, "os");
    if (value_is_absent(module)) return module;
    Value keys = list_from_iterable(thread, value_from_object(module_attributes(module)));
    for (size_t i = 0; rest_names[i] && !value_is_absent(keys); i++) {
        if (rest_names[i][0] == '_' || rest_names[i][strlen(rest_names[i]) - 1] == '_' || !value_is_absent(dict_get_c(thread, module_attributes(module), rest_names[i]))) continue;
        if (list_append_owned(thread, value_list(keys), string_from_c(thread, rest_names[i]))) continue;
        value_release(keys);
        keys = VALUE_ABSENT;
    }
    value_release(module);
    return keys;
}

static const NativeEntry os_functions[] = {
    {.name = "__dir__", .signature = "()", .documentation = "The names of the module.", .code = os_directory},
    {.name = "fspath", .signature = "(path)", .documentation = "A path's text.", .code = os_fspath},
    {.name = "getenv", .signature = "(key, default=None)", .documentation = "An environment variable.", .code = os_getenv},
    {.name = "putenv", .signature = "(name, value, /)", .documentation = "Set an environment variable.", .code = os_putenv},
    {.name = "unsetenv", .signature = "(name, /)", .documentation = "Remove an environment variable.", .code = os_unsetenv},
    {0}};

static bool os_initialize(Thread *thread, Value module) {
    static const char *const texts[][2] = {{"name", "posix"}, {"sep", "/"}, {"pathsep", ":"}, {"linesep", "\n"}, {"curdir", "."}, {"pardir", ".."},
                                           {"devnull", "/dev/null"}, {"extsep", "."}, {"defpath", "/bin:/usr/bin"}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!module_add(thread, module, texts[i][0], string_from_c(thread, texts[i][1]))) return false;
    Type *type = type_from_template(thread, &environ_type);
    void *variables = type ? object_new(thread, type) : NULL;
    if (!variables || !module_add(thread, module, "environ", value_from_object(variables))) return false;
    Value path = import_module(thread, "posixpath");
    if (value_is_absent(path) || !dict_set_c(thread, thread->interpreter->modules, "os.path", path)) return value_release(path), false;
    return module_add(thread, module, "path", path) && module_add_type(thread, module, type) && module_add(thread, module, "altsep", VALUE_NONE) &&
           module_add(thread, module, "error", value_from_object(object_retain(thread_builtins(thread)->exception_OSError))) &&
           module_add_functions(thread, module, os_file_functions) && module_add_functions(thread, module, os_descriptor_functions) &&
           os_add_descriptor_names(thread, module) && module_add_functions(thread, module, os_process_functions) &&
           os_add_file_names(thread, module) && os_add_process_names(thread, module);
}

const ModuleEntry library_os = {.name = "os",
                                .documentation = "Files, folders, the environment and processes.",
                                .functions = os_functions,
                                .initialize = os_initialize,
                                .get_attribute = os_get_attribute};
