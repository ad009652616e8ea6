/* Errors of classes that a module of the library makes itself. */
#include "kernel/library/machine/module_error.h"

#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/core/type.h"

#include <stdarg.h>
#include <stdio.h>

Value raise_module_error(Thread *thread, const char *module, const char *name, const char *format, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    Value holder = import_module(thread, module);
    Value class = value_is_absent(holder) ? holder : value_get_attribute_c(thread, holder, name);
    if (value_is_type(class)) raise_format(thread, value_type(class), "%s", text);
    value_release(class);
    value_release(holder);
    return VALUE_ABSENT;
}
