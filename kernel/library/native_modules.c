/* _native: what modules that stand for native ones (library/native/) need to look like them. */
#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/system/pack.h"
#include "kernel/objects/core/type.h"

#include "base/memory.h"

#include <string.h>

/* A decorator: messages name the class with its module, as those of types in C, and nothing can be set on it. */
NATIVE(native_type) {
    (void)native;
    if (!value_is_type(arguments[0])) return raise_type_error(thread, "a class is expected");
    Type *type = (Type *)arguments[0].object;
    Value name = type_qualified_name(thread, type);
    if (value_is_absent(name)) return name;
    String *interned = string_intern(thread, value_c_string(name)); /* there are few: they may stay */
    value_release(name);
    if (!interned) return VALUE_ABSENT;
    type->name = interned->bytes;
    type->flags |= TYPE_IMMUTABLE;
    return value_retain(arguments[0]);
}

static Value stored_bytes(Thread *thread, Value self) {
    Value store = value_find_attribute_c(thread, self, "_bytes");
    if (!value_is_bytes(store) && !value_has_type(store, &bytearray_type_template)) {
        value_release(store);
        return VALUE_ABSENT;
    }
    value_release(store); /* the object keeps it */
    return store;
}

/* A decorator: what the attribute _bytes of an instance holds is its contents to all that take bytes. */
NATIVE(native_buffer) {
    (void)native;
    if (!value_is_type(arguments[0])) return raise_type_error(thread, "a class is expected");
    value_type(arguments[0])->buffer = stored_bytes;
    return value_retain(arguments[0]);
}

/* A decorator: a function that CPython has in C. */
NATIVE(native_function) {
    (void)native;
    if (!native_is_function(arguments[0])) return raise_type_error(thread, "a function is expected");
    return native_new_python(thread, arguments[0]);
}

static void mark(Type *type, uint32_t kind) {
    if (type->flags & kind || type->flags & TYPE_IMMUTABLE) return;
    type->flags = (type->flags & ~(uint32_t)(TYPE_SEQUENCE | TYPE_MAPPING)) | kind;
    for (size_t i = 0; i < type->subclass_count; i++) mark(type->subclasses[i], kind);
}

/* What collections.abc says of Sequence and Mapping, and register() of others: match takes them for that. */
NATIVE(native_match_as) {
    (void)native;
    if (!value_is_type(arguments[0]) || !value_is_type(arguments[1])) return raise_type_error(thread, "a class is expected");
    uint32_t kind = value_type(arguments[1])->flags & (TYPE_SEQUENCE | TYPE_MAPPING);
    if (kind) mark(value_type(arguments[0]), kind);
    return VALUE_NONE;
}

NATIVE(native_module_text) {
    (void)native;
    if (!value_is_string(arguments[0])) return raise_type_error(thread, "a str is expected");
    const PackRecord *record = pack_find_file(value_c_string(arguments[0]));
    if (!record) return VALUE_NONE;
    char *text = pack_text(record);
    Value result = text ? string_new(thread, text, record->text_length) : raise_no_memory(thread);
    memory_release(text);
    return result;
}

static const NativeEntry native_functions[] = {
    {.name = "buffer", .signature = "(cls, /)", .documentation = "Let the bytes of an object's attribute _bytes be its contents.", .code = native_buffer},
    {.name = "match_as", .signature = "(cls, like, /)", .documentation = "Let match take a class for what another one is: a sequence, a mapping.", .code = native_match_as},
    {.name = "module_text", .signature = "(filename, /)", .documentation = "The text of one of the modules that are part of the program, or None.",
     .code = native_module_text},
    {.name = "native_function", .signature = "(function, /)", .documentation = "Let a function look like one in C.", .code = native_function},
    {.name = "native_type", .signature = "(cls, /)", .documentation = "Let a class look like one in C.", .code = native_type},
    {0}};

const ModuleEntry library__native = {.name = "_native", .functions = native_functions};
