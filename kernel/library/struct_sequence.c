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

/* ---- made by a program ---- */

enum { MOST_FIELDS = 20 };

/* How many items there are room for: one more than the highest number of a field. */
static size_t room_of(const Type *type) {
#define X(index) struct_field_##index,
    static Value (*const getters[])(Thread *, Value) = {STRUCT_FIELDS(X)};
#undef X
    size_t room = 0;
    for (const PropertyEntry *field = type->properties; field && field->name; field++)
        for (size_t i = 0; i < MOST_FIELDS; i++)
            if (field->get == getters[i] && i >= room) room = i + 1;
    return room;
}

/* Those that have fields behind the tuple's last item. */
static size_t visible_of(const Type *type, size_t room) {
    static const struct {
        const char *name;
        size_t count;
    } rows[] = {{"os.stat_result", 10}, {"os.statvfs_result", 10}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(type->name, rows[i].name)) return rows[i].count;
    return room;
}

/* Hidden items are unboxed: what is given for them and is not is None. */
static Value fill(Thread *thread, Type *type, const List *given, size_t visible, size_t room) {
    Tuple *tuple = object_new_sized(thread, type, offsetof(Tuple, items) + room * sizeof(Value));
    if (!tuple) return VALUE_ABSENT;
    tuple->count = visible;
    for (size_t i = 0; i < room; i++) {
        Value item = i < given->count ? given->items[i] : VALUE_NONE;
        bool is_time = visible == 10 && room == 19 && i >= 10 && i < 13 && i >= given->count; /* as the whole seconds */
        if (is_time) item = given->items[i - 3];
        tuple->items[i] = i < visible ? value_retain(item) : item.tag == TAG_OBJECT ? VALUE_NONE : item;
    }
    return value_from_object(tuple);
}

Value struct_sequence_create(Thread *thread, Type *type, const Call *call) {
    const Type *base = type;
    while (base && !room_of(base)) base = base->base;
    if (!base || !strncmp(base->name, "sys.", 4)) return raise_type_error(thread, "cannot create '%s' instances", type->name);
    Value arguments[2];
    if (!native_match(thread, "structseq", "(sequence, dict=None)", call, arguments, 2)) return VALUE_ABSENT;
    Value list = list_from_iterable(thread, arguments[0]), result = VALUE_ABSENT;
    size_t room = room_of(base), visible = visible_of(base, room);
    size_t count = value_is_absent(list) ? 0 : value_list(list)->count;
    if (value_is_absent(list)) {
        exception_clear(thread);
        raise_type_error(thread, "constructor requires a sequence");
    } else if (!value_is_none(arguments[1]) && !value_is_dict(arguments[1])) {
        raise_type_error(thread, "%s() takes a dict as second arg, if any", base->name);
    } else if (count < visible || count > room) {
        const char *limit = room == visible ? "" : count < visible ? "an at least " : "an at most ";
        raise_type_error(thread, "%s() takes %s%s%zu-sequence (%zu-sequence given)", base->name, room == visible ? "a " : "", limit,
                         count < visible ? visible : room, count);
    } else {
        result = fill(thread, type, value_list(list), visible, room);
    }
    value_release(list);
    native_release_arguments(arguments, 2);
    return result;
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
