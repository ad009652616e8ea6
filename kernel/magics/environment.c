/* %env, %set_env: the process's surroundings. */
#include "kernel/magics/magic.h"

#include "base/memory.h"
#include "base/text_buffer.h"
#include "kernel/objects/descriptor/native.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Through os.environ, so that the program's view and the C library's stay one. */
static bool set_variable(Thread *thread, const char *name, size_t name_length, const char *text) {
    Value os = import_module(thread, "os");
    Value environ_value = value_is_absent(os) ? os : value_get_attribute_c(thread, os, "environ");
    Value key = string_new(thread, name, name_length), value = string_from_c(thread, text);
    bool good = !value_is_absent(environ_value) && !value_is_absent(key) && !value_is_absent(value) &&
                value_set_item(thread, environ_value, key, value) &&
                magic_print(thread, "env: %.*s=%s\n", (int)name_length, name, text);
    value_release(os), value_release(environ_value), value_release(key), value_release(value);
    return good;
}

static Value assign(Thread *thread, const MagicCall *call) {
    const char *line = call->line->bytes;
    const char *separator = strchr(line, '=');
    if (!separator) separator = line + strcspn(line, " \t");
    if (!*separator) return magic_usage_error(thread, "usage is 'set_env var=val'");
    size_t length = (size_t)(separator - line);
    while (length && isspace((unsigned char)line[length - 1])) length--;
    const char *text = separator + 1 + strspn(separator + 1, " \t");
    if (memchr(line, ' ', length)) {
        return magic_usage_error(thread, "refusing to set env var with whitespace: '%s'", line);
    }
    char *copy = memory_copy_string(text);
    if (!copy) return raise_no_memory(thread);
    size_t end = strlen(copy);
    while (end && isspace((unsigned char)copy[end - 1])) copy[--end] = '\0';
    bool good = set_variable(thread, line, length, copy);
    memory_release(copy);
    return good ? VALUE_NONE : VALUE_ABSENT;
}

static Value run_env(Thread *thread, const MagicCall *call) {
    const char *line = call->line->bytes;
    if (strpbrk(line, "= ")) return assign(thread, call);
    if (*line) {
        const char *text = getenv(line);
        if (!text) return magic_usage_error(thread, "Environment does not have key: %s", line);
        return string_from_c(thread, text);
    }
    Value os = import_module(thread, "os");
    Value environ_value = value_is_absent(os) ? os : value_get_attribute_c(thread, os, "environ");
    Value dict = VALUE_ABSENT;
    if (!value_is_absent(environ_value))
        dict = value_call_one(thread, value_from_object(thread_builtins(thread)->type_dict), environ_value);
    value_release(os), value_release(environ_value);
    return dict;
}

const Magic magic_env = {.name = "env", .is_line = true, .run = run_env,
                         .documentation = "%env\n%env NAME\n%env NAME=VALUE\n\nShow or set environment variables."};
const Magic magic_set_env = {.name = "set_env", .is_line = true, .run = assign,
                             .documentation = "%set_env NAME=VALUE\n\nSet an environment variable."};
