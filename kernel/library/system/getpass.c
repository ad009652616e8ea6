/* getpass: a line from the front end that is not shown while it is typed. */
#include "base/memory.h"
#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/native.h"

#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

NATIVE(getpass_getpass) {
    (void)native;
    const FrontEnd *front_end = &thread->interpreter->front_end;
    if (!value_is_string(arguments[0])) return raise_type_error(thread, "prompt must be a string");
    if (!front_end->input)
        return raise_format(thread, thread_builtins(thread)->exception_EOFError, "EOF when reading a line");
    char *line = front_end->input(front_end->context, thread, value_c_string(arguments[0]), true);
    if (!line) return VALUE_ABSENT;
    Value text = string_new(thread, line, strlen(line));
    memory_release(line);
    return text;
}

NATIVE(getpass_getuser) {
    (void)native, (void)arguments;
    static const char *const names[] = {"LOGNAME", "USER", "LNAME", "USERNAME"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *name = getenv(names[i]);
        if (name && *name) return string_from_c(thread, name);
    }
    const struct passwd *user = getpwuid(getuid());
    if (user) return string_from_c(thread, user->pw_name);
    return raise_format(thread, thread_builtins(thread)->exception_OSError, "No username set in the environment");
}

static const NativeEntry functions[] = {
    {.name = "getpass", .signature = "(prompt='Password: ', stream=None)",
     .documentation = "Ask for a secret, which is not shown while it is typed.", .code = getpass_getpass},
    {.name = "getuser", .signature = "()", .documentation = "The user's name from the environment.",
     .code = getpass_getuser},
    {0},
};

const ModuleEntry library_getpass = {
    .name = "getpass",
    .documentation = "Passwords and the user's name.",
    .functions = functions,
};
