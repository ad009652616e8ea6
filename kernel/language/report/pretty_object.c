/* What _repr_pretty_(printer, cycle) and functions for text/plain write to: text, places to break, groups, other values.
 * The face may outlive the printer, and its user may open and close groups as he likes: both are looked after here. */
#include "kernel/language/report/pretty_object.h"

#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/error/exception.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/text/string.h"
#include "kernel/objects/core/type.h"

#include <string.h>

enum { DEEPEST_INDENTATION = 1000 };

typedef struct Face {
    Object object;
    Pretty *pretty; /* NULL: the printing is over */
} Face;

/* with printer.group(...) and printer.indent(...) */
typedef struct Scope {
    Object object;
    Value face, open, close;
    int64_t indentation;
    bool is_group;
} Scope;

static Pretty *pretty_of(Thread *thread, Value self) {
    Pretty *pretty = ((Face *)self.object)->pretty;
    if (!pretty) raise_format(thread, thread_builtins(thread)->exception_RuntimeError, "the printing is over");
    return pretty;
}

static bool want_string(Thread *thread, Value value) {
    if (value_is_string(value)) return true;
    raise_type_error(thread, "a str is expected, not %s", value_type_name(thread, value));
    return false;
}

static bool want_indentation(Thread *thread, Value value, int64_t *indentation) {
    if (!value_to_int64(thread, value, indentation)) return false;
    if (*indentation < 0) *indentation = 0;
    if (*indentation > DEEPEST_INDENTATION) *indentation = DEEPEST_INDENTATION;
    return true;
}

static void begin_group(Pretty *pretty, int64_t indentation, Value open) {
    pretty_text(&pretty->printer, value_c_string(open), value_string(open)->length);
    pretty_begin(&pretty->printer, (size_t)indentation, "");
}

static void end_group(Pretty *pretty, int64_t indentation, Value close) {
    PrettyPrinter *printer = &pretty->printer;
    if (!printer->failed && pretty_depth(printer) > pretty->floor)
        pretty_end(printer, (size_t)indentation < printer->indentation ? (size_t)indentation : printer->indentation, "");
    pretty_text(printer, value_c_string(close), value_string(close)->length);
}

NATIVE(face_text) {
    (void)native;
    Pretty *pretty = pretty_of(thread, arguments[0]);
    if (!pretty || !want_string(thread, arguments[1])) return VALUE_ABSENT;
    pretty_text(&pretty->printer, value_c_string(arguments[1]), value_string(arguments[1])->length);
    return VALUE_NONE;
}

NATIVE(face_breakable) {
    (void)native;
    Pretty *pretty = pretty_of(thread, arguments[0]);
    if (!pretty || !want_string(thread, arguments[1])) return VALUE_ABSENT;
    pretty_breakable_text(&pretty->printer, value_c_string(arguments[1]), value_string(arguments[1])->length);
    return VALUE_NONE;
}

NATIVE(face_break) {
    (void)native;
    Pretty *pretty = pretty_of(thread, arguments[0]);
    if (!pretty) return VALUE_ABSENT;
    pretty_break(&pretty->printer);
    return VALUE_NONE;
}

static Value call_group(Thread *thread, const Value *arguments, void (*act)(Pretty *, int64_t, Value)) {
    int64_t indentation;
    Pretty *pretty = pretty_of(thread, arguments[0]);
    if (!pretty || !want_indentation(thread, arguments[1], &indentation) || !want_string(thread, arguments[2])) return VALUE_ABSENT;
    act(pretty, indentation, arguments[2]);
    return VALUE_NONE;
}
NATIVE(face_begin_group) { return (void)native, call_group(thread, arguments, begin_group); }
NATIVE(face_end_group) { return (void)native, call_group(thread, arguments, end_group); }

NATIVE(face_pretty) {
    (void)native;
    Pretty *pretty = pretty_of(thread, arguments[0]);
    return pretty && pretty_print_value(pretty, arguments[1]) ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(face_flush) {
    NATIVE_UNUSED;
    return VALUE_NONE;
}

/* ---- scopes ---- */

static void scope_destroy(Object *self) {
    Scope *scope = (Scope *)self;
    value_release(scope->face);
    value_release(scope->open);
    value_release(scope->close);
}

NATIVE(scope_enter) {
    (void)native;
    Scope *scope = (Scope *)arguments[0].object;
    Pretty *pretty = pretty_of(thread, scope->face);
    if (!pretty) return VALUE_ABSENT;
    if (scope->is_group) begin_group(pretty, scope->indentation, scope->open);
    else pretty->printer.indentation += (size_t)scope->indentation;
    return VALUE_NONE;
}

NATIVE(scope_exit) {
    (void)native;
    Scope *scope = (Scope *)arguments[0].object;
    Pretty *pretty = pretty_of(thread, scope->face);
    if (!pretty) return VALUE_ABSENT;
    size_t indentation = (size_t)scope->indentation;
    if (scope->is_group) end_group(pretty, scope->indentation, scope->close);
    else pretty->printer.indentation -= indentation < pretty->printer.indentation ? indentation : pretty->printer.indentation;
    return VALUE_NONE;
}

static const NativeEntry scope_methods[] = {
    {.name = "__enter__", .signature = "($self, /)", .code = scope_enter},
    {.name = "__exit__", .signature = "($self, /, *args)", .code = scope_exit},
    {0}};
static const Type scope_type = {.name = "IPython.lib.pretty.Scope",
                                .documentation = "What with wants: a group, or a deeper indentation.",
                                .flags = TYPE_IMMUTABLE,
                                .instance_size = sizeof(Scope),
                                .destroy = scope_destroy,
                                .methods = scope_methods};

static Value scope_new(Thread *thread, Value face, Value indentation, Value open, Value close) {
    int64_t number;
    bool is_group = !value_is_absent(open);
    if (!want_indentation(thread, indentation, &number)) return VALUE_ABSENT;
    if (is_group && (!want_string(thread, open) || !want_string(thread, close))) return VALUE_ABSENT;
    Type *type = type_from_template(thread, &scope_type);
    Scope *scope = type ? object_new(thread, type) : NULL;
    if (!scope) return VALUE_ABSENT;
    scope->face = value_retain(face);
    scope->open = is_group ? value_retain(open) : VALUE_ABSENT;
    scope->close = is_group ? value_retain(close) : VALUE_ABSENT;
    scope->indentation = number;
    scope->is_group = is_group;
    return value_from_object(scope);
}

NATIVE(face_group) {
    (void)native;
    return scope_new(thread, arguments[0], arguments[1], arguments[2], arguments[3]);
}

NATIVE(face_indent) {
    (void)native;
    return scope_new(thread, arguments[0], arguments[1], VALUE_ABSENT, VALUE_ABSENT);
}

/* ---- the face ---- */

static Value get_width(Thread *thread, Value self) {
    (void)thread, (void)self;
    return value_from_int(79);
}
static Value get_longest(Thread *thread, Value self) {
    (void)thread, (void)self;
    return value_from_int(1000);
}
static Value get_verbose(Thread *thread, Value self) {
    (void)thread, (void)self;
    return VALUE_FALSE;
}
static Value get_newline(Thread *thread, Value self) {
    (void)self;
    return string_from_c(thread, "\n");
}
static Value get_indentation(Thread *thread, Value self) {
    const Pretty *pretty = pretty_of(thread, self);
    return pretty ? value_from_int((int64_t)pretty->printer.indentation) : VALUE_ABSENT;
}

static const PropertyEntry face_properties[] = {
    {.name = "max_width", .get = get_width}, {.name = "max_seq_length", .get = get_longest}, {.name = "verbose", .get = get_verbose},
    {.name = "newline", .get = get_newline}, {.name = "indentation", .get = get_indentation}, {0}};

static const NativeEntry face_methods[] = {
    {.name = "text", .signature = "($self, obj, /)", .documentation = "Write text.", .code = face_text},
    {.name = "breakable", .signature = "($self, sep=' ')", .documentation = "Write a separator, or begin a line where the group does not fit.",
     .code = face_breakable},
    {.name = "break_", .signature = "($self, /)", .documentation = "Begin a line.", .code = face_break},
    {.name = "begin_group", .signature = "($self, indent=0, open='')", .documentation = "Begin a group: it stays in a line if it fits.",
     .code = face_begin_group},
    {.name = "end_group", .signature = "($self, dedent=0, close='')", .documentation = "End the group.", .code = face_end_group},
    {.name = "group", .signature = "($self, indent=0, open='', close='')", .documentation = "A group, for with.", .code = face_group},
    {.name = "indent", .signature = "($self, indent)", .documentation = "Deeper indentation, for with.", .code = face_indent},
    {.name = "pretty", .signature = "($self, obj)", .documentation = "Write another value.", .code = face_pretty},
    {.name = "flush", .signature = "($self, /)", .documentation = "Nothing: all is written at the end.", .code = face_flush},
    {0}};
static const Type face_type = {.name = "IPython.lib.pretty.RepresentationPrinter",
                               .documentation = "What _repr_pretty_(p, cycle) writes to.",
                               .flags = TYPE_IMMUTABLE,
                               .instance_size = sizeof(Face),
                               .methods = face_methods,
                               .properties = face_properties};

static Value face_for(Pretty *pretty) {
    if (!value_is_absent(pretty->object)) return pretty->object;
    Type *type = type_from_template(pretty->thread, &face_type);
    Face *face = type ? object_new(pretty->thread, type) : NULL;
    if (!face) return VALUE_ABSENT;
    face->pretty = pretty;
    return pretty->object = value_from_object(face);
}

void pretty_forget_object(Pretty *pretty) {
    if (value_is_absent(pretty->object)) return;
    ((Face *)pretty->object.object)->pretty = NULL;
    value_release(pretty->object);
    pretty->object = VALUE_ABSENT;
}

bool pretty_call_own(Pretty *pretty, Value function, Value value, bool cycle) {
    Value face = face_for(pretty);
    if (value_is_absent(face)) return false;
    PrettyPrinter *printer = &pretty->printer;
    size_t floor = pretty->floor, indentation = printer->indentation;
    pretty->floor = pretty_depth(printer);
    Value arguments[3] = {value, face, value_from_bool(cycle)};
    Value done = value_call_values(pretty->thread, function, arguments, 3);
    bool good = !value_is_absent(done);
    value_release(done);
    while (good && !printer->failed && pretty_depth(printer) > pretty->floor) pretty_end(printer, 0, "");
    printer->indentation = indentation;
    pretty->floor = floor;
    return good;
}
