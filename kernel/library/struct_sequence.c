/* Tuples whose items have names too. Hidden fields lie behind the tuple's last item; they are unboxed, so that nobody need
 * release them. */
#include "kernel/library/struct_sequence.h"

#include "base/text_buffer.h"

#include <stddef.h>
#include <string.h>

#define X(index)                                                        \
    Value struct_field_##index(Thread *thread, Value self) {            \
        (void)thread;                                                   \
        return value_retain(value_tuple(self)->items[index]);           \
    }
STRUCT_FIELDS(X)
#undef X

Value struct_sequence_new(Thread *thread, const Type *type_template, const Value *items, size_t count, size_t hidden) {
    Type *type = type_from_template(thread, type_template);
    bool good = type != NULL;
    for (size_t i = 0; i < count; i++) good = good && !value_is_absent(items[i]);
    Tuple *tuple = good ? object_new_sized(thread, type, offsetof(Tuple, items) + (count + hidden) * sizeof(Value)) : NULL;
    if (!tuple) {
        for (size_t i = 0; i < count; i++) value_release(items[i]);
        return VALUE_ABSENT;
    }
    tuple->count = count;
    memcpy(tuple->items, items, (count + hidden) * sizeof(Value));
    return value_from_object(tuple);
}

bool struct_sequence_add(Thread *thread, Value module, const Type *type_template) {
    Type *type = type_from_template(thread, type_template);
    return type && module_add_type(thread, module, type);
}

Value struct_sequence_repr(Thread *thread, Value self) {
    const Tuple *tuple = value_tuple(self);
    const Type *type = self.object->type;
    while (type && !type->properties) type = type->base;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append_format(&text, "%s(", self.object->type->name);
    bool good = type != NULL;
    for (size_t i = 0; good && i < tuple->count && type->properties[i].name; i++) {
        Value shown = value_repr(thread, tuple->items[i]);
        good = !value_is_absent(shown);
        if (good) text_append_format(&text, "%s%s=%s", i ? ", " : "", type->properties[i].name, value_c_string(shown));
        value_release(shown);
    }
    text_append_char(&text, ')');
    Value result = !good ? VALUE_ABSENT : text.failed ? raise_no_memory(thread) : string_new(thread, text.bytes, text.length);
    text_release(&text);
    return result;
}
