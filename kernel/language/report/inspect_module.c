/* _inspect: what the modules traceback, linecache and inspect ask of the language. */
#include "base/memory.h"
#include "kernel/language/run/frame.h"
#include "kernel/language/text/sources.h"
#include "kernel/language/report/traceback.h"
#include "kernel/language/report/traceback_format.h"
#include "kernel/objects/descriptor/native.h"

#include <string.h>

static Value position_tuple(Thread *thread, Position position) {
    Value items[4] = {value_from_int(position.line), value_from_int(position.end_line),
                      position.column < 0 ? VALUE_NONE : value_from_int(position.column),
                      position.end_column < 0 ? VALUE_NONE : value_from_int(position.end_column)};
    return tuple_from_values(thread, items, 4);
}

NATIVE(inspect_position) {
    (void)native;
    if (!value_is_traceback(arguments[0])) return raise_type_error(thread, "a traceback is expected");
    return position_tuple(thread, ((Traceback *)arguments[0].object)->position);
}

NATIVE(inspect_source) {
    (void)native;
    const Source *source = NULL;
    if (value_is_string(arguments[0])) source = sources_find(thread, value_c_string(arguments[0]));
    else if (value_has_type(arguments[0], &code_type_template)) source = value_code(arguments[0])->source;
    if (!source) return VALUE_NONE;
    const char *text = source_contents(source); /* before its length, which it may put right */
    return string_new(thread, text, source->length);
}

NATIVE(inspect_last_line) {
    (void)native;
    if (!value_has_type(arguments[0], &code_type_template)) return raise_type_error(thread, "a code object is expected");
    return value_from_int(value_code(arguments[0])->last_line);
}

NATIVE(inspect_anchors) {
    (void)native;
    if (!value_is_string(arguments[0])) return raise_type_error(thread, "a str is expected");
    CaretAnchors anchors = caret_anchors(value_c_string(arguments[0]), value_string(arguments[0])->length);
    if (!anchors.found) return VALUE_NONE;
    Value items[2] = {value_from_int((int64_t)anchors.left), value_from_int((int64_t)anchors.right)};
    return tuple_from_values(thread, items, 2);
}

NATIVE(inspect_hint) {
    (void)native;
    if (!value_is_instance(thread->interpreter, arguments[0], thread_builtins(thread)->exception_BaseException)) return VALUE_NONE;
    char *hint = suggest_name(thread, arguments[0]);
    if (!hint) return VALUE_NONE;
    Value result = string_from_c(thread, hint);
    memory_release(hint);
    return result;
}

static const NativeEntry inspect_functions[] = {
    {.name = "position", .signature = "(traceback, /)", .documentation = "(line, end line, column, end column) in bytes.",
     .code = inspect_position},
    {.name = "source", .signature = "(code_or_filename, /)", .documentation = "The text that was compiled, or None.",
     .code = inspect_source},
    {.name = "last_line", .signature = "(code, /)", .documentation = "The line where a code object ends.", .code = inspect_last_line},
    {.name = "anchors", .signature = "(segment, /)", .documentation = "The part of an expression that carets mark, in bytes.",
     .code = inspect_anchors},
    {.name = "hint", .signature = "(exception, /)", .documentation = "The name that was meant, or None.", .code = inspect_hint},
    {0}};

const ModuleEntry library__inspect = {.name = "_inspect", .functions = inspect_functions};
