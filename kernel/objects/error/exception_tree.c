/* The tree of built-in exceptions: one template, filled in for each class; a table of what some have of their own. */
#include "kernel/objects/error/exception_types.h"
#include "kernel/objects/core/objects_state.h"

#include <string.h>

#define EXTRA_MEMBER(i)                                                                     \
    static Value get_extra_##i(Thread *thread, Value self) {                                \
        (void)thread;                                                                       \
        Value value = ((Exception *)self.object)->extra[i];                                 \
        return value_is_absent(value) ? VALUE_NONE : value_retain(value);                   \
    }                                                                                       \
    static bool set_extra_##i(Thread *thread, Value self, Value value) {                    \
        (void)thread;                                                                       \
        value_replace(&((Exception *)self.object)->extra[i],                                \
                      value_is_absent(value) ? VALUE_NONE : value_retain(value));           \
        return true;                                                                        \
    }
EXTRA_MEMBER(0)
EXTRA_MEMBER(1)
EXTRA_MEMBER(2)
EXTRA_MEMBER(3)
EXTRA_MEMBER(4)
EXTRA_MEMBER(5)
EXTRA_MEMBER(6)
EXTRA_MEMBER(7)

#define MEMBER(i, name, text) {name, get_extra_##i, set_extra_##i, text}
static const PropertyEntry stop_iteration_members[] = {MEMBER(0, "value", "what the generator returned"), {0}};
static const PropertyEntry system_exit_members[] = {MEMBER(0, "code", "the status with which the program ends"), {0}};
static const PropertyEntry name_error_members[] = {MEMBER(0, "name", "the name"), {0}};
static const PropertyEntry attribute_error_members[] = {
    MEMBER(0, "name", "the name"),
    MEMBER(1, "obj", "the object that lacks it"), {0}};
static const PropertyEntry import_error_members[] = {
    MEMBER(0, "msg", "the message"),
    MEMBER(1, "name", "the name"),
    MEMBER(2, "path", "the file of the module"), {0}};
/* Only a BlockingIOError of a write has it. */
static Value get_characters_written(Thread *thread, Value self) {
    Value value = ((Exception *)self.object)->extra[4];
    if (!value_is_none(value) && !value_is_absent(value)) return value_retain(value);
    String *name = string_intern(thread, "characters_written");
    return name ? raise_attribute_error_format(thread, self, name, "%s", name->bytes) : VALUE_ABSENT;
}
static const PropertyEntry os_error_members[] = {
    MEMBER(0, "errno", "the number of the error"),
    MEMBER(1, "strerror", "the error in words"),
    MEMBER(2, "filename", "the file concerned"),
    MEMBER(3, "filename2", "the second file, where there are two"),
    {"characters_written", get_characters_written, set_extra_4, "how much was written before it would have had to wait"}, {0}};
static const PropertyEntry syntax_error_members[] = {
    MEMBER(0, "msg", "the message"),
    MEMBER(1, "filename", "the file concerned"),
    MEMBER(2, "lineno", "the line, from 1"),
    MEMBER(3, "offset", "the column, from 1"),
    MEMBER(4, "text", "the line of source"),
    MEMBER(5, "end_lineno", "the line where it ends"),
    MEMBER(6, "end_offset", "the column where it ends"),
    MEMBER(7, "print_file_and_line", "whether the place is shown"),
    {0}};
static const PropertyEntry unicode_error_members[] = {
    MEMBER(0, "encoding", "the name of the encoding"),
    MEMBER(1, "object", "what could not be converted"),
    MEMBER(2, "start", "where the trouble begins"),
    MEMBER(3, "end", "where the trouble ends"),
    MEMBER(4, "reason", "what is wrong"), {0}};
static const PropertyEntry group_members[] = {
    {"message", get_extra_0, NULL, "exception message"}, {"exceptions", get_extra_1, NULL, "nested exceptions"}, {0}};

typedef struct SpecialClass {
    const char *name;
    Value (*create)(Thread *thread, Type *type, const Call *call);
    bool (*initialize)(Thread *thread, Value self, const Call *call);
    Value (*str)(Thread *thread, Value self);
    const PropertyEntry *properties;
} SpecialClass;

static const SpecialClass special_classes[] = {
    {"StopIteration", NULL, stop_iteration_initialize, NULL, stop_iteration_members},
    {"SystemExit", NULL, system_exit_initialize, NULL, system_exit_members},
    {"NameError", NULL, name_error_initialize, NULL, name_error_members},
    {"AttributeError", NULL, attribute_error_initialize, NULL, attribute_error_members},
    {"ImportError", NULL, import_error_initialize, import_error_str, import_error_members},
    {"OSError", os_error_create, os_error_initialize, os_error_str, os_error_members},
    {"SyntaxError", NULL, syntax_error_initialize, syntax_error_str, syntax_error_members},
    {"UnicodeDecodeError", NULL, unicode_error_initialize, unicode_decode_str, unicode_error_members},
    {"UnicodeEncodeError", NULL, unicode_error_initialize, unicode_encode_str, unicode_error_members},
    {"UnicodeTranslateError", NULL, unicode_translate_initialize, unicode_encode_str, unicode_error_members + 1},
    {"KeyError", NULL, NULL, key_error_str, NULL},
    {"BaseExceptionGroup", exception_group_create, exception_group_initialize, exception_group_str, group_members},
};

static const struct {
    const char *name, *documentation;
    size_t offset, base_offset; /* in Builtins */
} tree[] = {
#define X(name, base, text) {#name, text, offsetof(Builtins, exception_##name), offsetof(Builtins, exception_##base)},
    BUILTIN_EXCEPTIONS(X)
#undef X
};

const size_t builtin_exception_count = sizeof tree / sizeof *tree + 2; /* BaseException and ExceptionGroup */

static Type **builtin_place(Builtins *builtins, size_t offset) { return (Type **)((char *)builtins + offset); }

bool exceptions_initialize(Interpreter *interpreter, StaticType *places) {
    Builtins *builtins = interpreter->builtins;
    builtins->exception_BaseException = static_type_copy(interpreter, &places[0], &exception_type_template);
    if (!builtins->exception_BaseException) return false;
    for (size_t i = 0; i < sizeof tree / sizeof *tree; i++) {
        Type *type = &places[i + 1].type;
        type->object.references = 1;
        type->object.type = builtins->type_type;
        type->interpreter = interpreter;
        type->name = tree[i].name;
        type->documentation = tree[i].documentation;
        type->flags = TYPE_COLLECTED | TYPE_BASE | TYPE_EXCEPTION;
        type->instance_size = sizeof(Exception);
        type->base = *builtin_place(builtins, tree[i].base_offset);
        *builtin_place(builtins, tree[i].offset) = type;
    }
    for (size_t s = 0; s < sizeof special_classes / sizeof *special_classes; s++)
        for (size_t i = 0; i < sizeof tree / sizeof *tree; i++) {
            if (strcmp(tree[i].name, special_classes[s].name) != 0) continue;
            Type *type = &places[i + 1].type;
            type->create = special_classes[s].create;
            type->initialize = special_classes[s].initialize;
            type->str = special_classes[s].str;
            type->properties = special_classes[s].properties;
        }
    Type *group = &places[builtin_exception_count - 1].type;
    *group = *builtins->exception_BaseExceptionGroup;
    group->name = "ExceptionGroup";
    group->documentation = "Several exceptions raised together; except* picks out those it handles.";
    group->create = NULL;
    group->initialize = NULL;
    group->str = NULL;
    group->properties = NULL;
    group->base = builtins->exception_BaseExceptionGroup;
    builtins->exception_ExceptionGroup = group;
    builtins->exception_BaseExceptionGroup->methods = exception_group_methods;
    return true;
}

bool exceptions_ready(Thread *thread) {
    Builtins *builtins = thread_builtins(thread);
    if (!type_ready(thread, builtins->exception_BaseException)) return false;
    for (size_t i = 0; i < sizeof tree / sizeof *tree; i++)
        if (!type_ready(thread, *builtin_place(builtins, tree[i].offset))) return false;
    /* ExceptionGroup is both a group and an Exception. */
    return exception_group_ready(thread);
}

Type *exception_find_built_in(Builtins *builtins, const char *name) {
    for (size_t i = 0; i < sizeof tree / sizeof *tree; i++)
        if (strcmp(tree[i].name, name) == 0) return *builtin_place(builtins, tree[i].offset);
    if (strcmp(name, "ExceptionGroup") == 0) return builtins->exception_ExceptionGroup;
    return strcmp(name, "BaseException") == 0 ? builtins->exception_BaseException : NULL;
}

const char *exception_name_at(size_t index) { return index < sizeof tree / sizeof *tree ? tree[index].name : NULL; }
