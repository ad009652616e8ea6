/* operator.itemgetter, attrgetter and methodcaller, and the functions of _operator that are more than one operator. */
#include "kernel/library/operator.h"

#include "base/memory.h"
#include "base/text_buffer.h"
#include "kernel/objects/container/iterators.h"
#include "kernel/objects/container/list_private.h"
#include "kernel/objects/text/string.h"
#include "kernel/objects/core/type.h"
#include "kernel/objects/core/value_support.h"

#include <string.h>

static Value type_value(Type *type) { return (Value){.tag = TAG_OBJECT, .object = &type->object}; }

/* What is fetched: an item or name, or a tuple of several; for methodcaller, the arguments. */
typedef struct Getter {
    Object object;
    Value items;    /* a tuple: as they were given */
    Value parts;    /* attrgetter: a tuple of names, or of tuples of names where one has dots; methodcaller: the name */
    Value keywords; /* methodcaller: a dict, or absent */
} Getter;
static const Type attr_getter_type, method_caller_type;
static Getter *getter(Value value) { return (Getter *)value.object; }

static bool getter_visit(Object *self, Visit *visit, void *context) {
    const Getter *g = (const Getter *)self;
    return visit_value(g->items, visit, context) && visit_value(g->parts, visit, context) && visit_value(g->keywords, visit, context);
}
static void getter_destroy(Object *self) {
    Getter *g = (Getter *)self;
    value_clear(&g->items);
    value_clear(&g->parts);
    value_clear(&g->keywords);
}
static bool one_argument(Thread *thread, const char *name, const Call *call) {
    if (call->positional_count == 1 && !call->names) return true;
    if (!call_without_keywords(thread, name, call)) return false;
    if (call->positional_count == 1) return true;
    raise_type_error(thread, "%s expected 1 argument, got %zu", name, call->positional_count);
    return false;
}
static Getter *getter_new(Thread *thread, Type *type, const Call *call, const char *name) {
    if (!call_without_keywords(thread, name, call)) return NULL;
    if (!call->positional_count) {
        raise_type_error(thread, "%s expected at least 1 argument, got 0", name);
        return NULL;
    }
    Value items = tuple_from_values(thread, call->values, call->positional_count);
    Getter *g = value_is_absent(items) ? NULL : object_new(thread, type);
    if (g) g->items = items;
    else value_release(items);
    return g;
}
static Value getter_repr(Thread *thread, Value self) {
    const Getter *g = getter(self);
    int entered = repr_enter(thread, self.object);
    if (entered < 0) return VALUE_ABSENT;
    if (!entered) return string_format(thread, "%s(...)", self.object->type->name);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append(&text, self.object->type->name);
    text_append_char(&text, '(');
    bool succeeded = true, is_caller = value_has_type(self, &method_caller_type);
    Value items = value_retain(g->items), keywords = value_retain(g->keywords), key, value;
    size_t count = value_tuple(items)->count;
    for (size_t i = 0; succeeded && i < count + is_caller; i++) {
        Value shown = value_repr(thread, !is_caller ? value_tuple(items)->items[i] : i ? value_tuple(items)->items[i - 1] : g->parts);
        succeeded = !value_is_absent(shown);
        if (succeeded && i) text_append(&text, ", ");
        if (succeeded) text_append_bytes(&text, value_string(shown)->bytes, value_string(shown)->length);
        value_release(shown);
    }
    for (size_t at = 0; succeeded && !value_is_absent(keywords) && dict_next(value_dict(keywords), &at, &key, &value);) {
        Value shown = value_repr(thread, value);
        succeeded = !value_is_absent(shown) && is_string(key);
        if (succeeded) {
            text_append_format(&text, ", %s=", value_c_string(key));
            text_append_bytes(&text, value_string(shown)->bytes, value_string(shown)->length);
        }
        value_release(shown);
    }
    value_release(items);
    value_release(keywords);
    repr_leave(thread, self.object);
    text_append_char(&text, ')');
    if (succeeded) return string_from_text_buffer(thread, &text);
    text_release(&text);
    return VALUE_ABSENT;
}
NATIVE(getter_reduce) {
    NATIVE_UNUSED;
    const Getter *g = getter(arguments[0]);
    return tuple_pair_owned(thread, value_retain(type_value(g->object.type)), value_retain(g->items));
}
static const NativeEntry getter_methods[] = {{"__reduce__", "($self, /)", "What pickle and copy need.", getter_reduce, NULL, 0}, {0}};

/* ---- itemgetter ---- */
static Value item_getter_create(Thread *thread, Type *type, const Call *call) {
    return value_from_object(getter_new(thread, type, call, "itemgetter"));
}
static inline Value fetch_item(Thread *thread, Value container, Value item) {
    if (item.tag == TAG_INT && container.tag == TAG_OBJECT) {
        size_t index = (size_t)item.integer;
        if (value_is_exact_tuple(container) && index < value_tuple(container)->count) return value_retain(value_tuple(container)->items[index]);
        if (value_is_exact_list(container) && index < value_list(container)->count) return value_retain(value_list(container)->items[index]);
    }
    return value_get_item(thread, container, item);
}
static Value item_getter_call(Thread *thread, Value self, const Call *call) {
    if (!one_argument(thread, "itemgetter", call)) return VALUE_ABSENT;
    const Tuple *items = value_tuple(getter(self)->items);
    if (items->count == 1) return fetch_item(thread, call->values[0], items->items[0]);
    Value result = tuple_new(thread, items->count);
    for (size_t i = 0; !value_is_absent(result) && i < items->count; i++) {
        Value item = fetch_item(thread, call->values[0], items->items[i]);
        if (value_is_absent(item)) value_clear(&result);
        else value_tuple(result)->items[i] = item;
    }
    return result;
}

/* ---- attrgetter ---- */
/* "a.b.c" as a tuple of interned names; a name without dots as it is. */
static Value split_name(Thread *thread, Value name) {
    const String *text = value_string(name);
    if (!memchr(text->bytes, '.', text->length)) return value_from_object(string_intern_object(thread, value_string(name)));
    size_t count = 1, at = 0;
    for (size_t i = 0; i < text->length; i++) count += text->bytes[i] == '.';
    Value parts = tuple_new(thread, count);
    const char *start = text->bytes;
    for (size_t i = 0; !value_is_absent(parts) && i <= text->length; i++) {
        if (i < text->length && text->bytes[i] != '.') continue;
        String *part = string_intern_bytes(thread, start, (size_t)(text->bytes + i - start));
        start = text->bytes + i + 1;
        if (part) value_tuple(parts)->items[at++] = value_from_object(part);
        else value_clear(&parts);
    }
    return parts;
}
static Value attr_getter_create(Thread *thread, Type *type, const Call *call) {
    if (!call_without_keywords(thread, "attrgetter", call)) return VALUE_ABSENT;
    for (size_t i = 0; i < call->positional_count; i++)
        if (!is_string(call->values[i])) return raise_type_error(thread, "attribute name must be a string");
    Getter *g = getter_new(thread, type, call, "attrgetter");
    if (!g) return VALUE_ABSENT;
    Value self = value_from_object(g), parts = tuple_new(thread, call->positional_count);
    for (size_t i = 0; !value_is_absent(parts) && i < call->positional_count; i++) {
        Value part = split_name(thread, call->values[i]);
        if (value_is_absent(part)) value_clear(&parts);
        else value_tuple(parts)->items[i] = part;
    }
    g->parts = parts;
    if (value_is_absent(parts)) value_clear(&self);
    return self;
}
static Value fetch_attribute(Thread *thread, Value holder, Value path) {
    if (is_string(path)) return value_get_attribute(thread, holder, value_string(path));
    Value found = value_retain(holder);
    for (size_t i = 0; !value_is_absent(found) && i < value_tuple(path)->count; i++) {
        Value next = value_get_attribute(thread, found, value_string(value_tuple(path)->items[i]));
        value_release(found);
        found = next;
    }
    return found;
}
static Value attr_getter_call(Thread *thread, Value self, const Call *call) {
    if (!one_argument(thread, "attrgetter", call)) return VALUE_ABSENT;
    Value parts = value_retain(getter(self)->parts), result;
    size_t count = value_tuple(parts)->count;
    if (count == 1) {
        result = fetch_attribute(thread, call->values[0], value_tuple(parts)->items[0]);
    } else {
        result = tuple_new(thread, count);
        for (size_t i = 0; !value_is_absent(result) && i < count; i++) {
            Value item = fetch_attribute(thread, call->values[0], value_tuple(parts)->items[i]);
            if (value_is_absent(item)) value_clear(&result);
            else value_tuple(result)->items[i] = item;
        }
    }
    value_release(parts);
    return result;
}

/* ---- methodcaller ---- */
static Value method_caller_create(Thread *thread, Type *type, const Call *call) {
    if (!call->positional_count) return raise_type_error(thread, "methodcaller needs at least one argument, the method name");
    if (!is_string(call->values[0])) return raise_type_error(thread, "method name must be a string");
    Getter *g = object_new(thread, type);
    if (!g) return VALUE_ABSENT;
    Value self = value_from_object(g);
    g->items = tuple_from_values(thread, call->values + 1, call->positional_count - 1);
    String *name = string_intern_object(thread, value_string(call->values[0]));
    if (name) g->parts = value_from_object(name);
    size_t named = call->names ? call->names->count : 0;
    if (named) g->keywords = dict_new(thread);
    bool succeeded = !value_is_absent(g->items) && name && (!named || !value_is_absent(g->keywords));
    for (size_t i = 0; succeeded && i < named; i++)
        succeeded = dict_set(thread, value_dict(g->keywords), call->names->items[i], call->values[call->positional_count + i]);
    if (!succeeded) value_clear(&self);
    return self;
}
static Value method_caller_call(Thread *thread, Value self, const Call *call) {
    if (!one_argument(thread, "methodcaller", call)) return VALUE_ABSENT;
    const Getter *g = getter(self);
    Value method, items = value_retain(g->items), keywords = value_retain(g->keywords), result = VALUE_ABSENT;
    bool self_first;
    if (!value_is_absent(keywords)) {
        method = value_get_attribute(thread, call->values[0], value_string(g->parts));
        if (!value_is_absent(method)) result = value_call_unpacked(thread, method, value_tuple(items), value_dict(keywords));
        value_release(method);
    } else if (value_find_method(thread, call->values[0], value_string(g->parts), &method, &self_first)) {
        Call inner = {.values = value_tuple(items)->items, .positional_count = value_tuple(items)->count};
        result = self_first ? value_call_with_self(thread, method, call->values[0], &inner) : value_call(thread, method, &inner);
        value_release(method);
    }
    value_release(items);
    value_release(keywords);
    return result;
}
/* (type, (name, *args)); with keywords (functools.partial(type, name, **keywords), args) */
NATIVE(method_caller_reduce) {
    NATIVE_UNUSED;
    const Getter *g = getter(arguments[0]);
    const Tuple *items = value_tuple(g->items);
    Value type = type_value(g->object.type);
    if (value_is_absent(g->keywords)) {
        Value all = tuple_new(thread, items->count + 1);
        if (value_is_absent(all)) return all;
        value_tuple(all)->items[0] = value_retain(g->parts);
        for (size_t i = 0; i < items->count; i++) value_tuple(all)->items[i + 1] = value_retain(items->items[i]);
        return tuple_pair_owned(thread, value_retain(type), all);
    }
    Value module = import_module(thread, "functools"), partial = VALUE_ABSENT, maker = VALUE_ABSENT;
    if (!value_is_absent(module)) partial = value_get_attribute_c(thread, module, "partial");
    Value first = tuple_pair_owned(thread, value_retain(type), value_retain(g->parts));
    if (!value_is_absent(partial) && !value_is_absent(first))
        maker = value_call_unpacked(thread, partial, value_tuple(first), value_dict(g->keywords));
    value_release(module);
    value_release(partial);
    value_release(first);
    return tuple_pair_owned(thread, maker, value_retain(g->items));
}
static const NativeEntry method_caller_methods[] = {
    {"__reduce__", "($self, /)", "What pickle and copy need.", method_caller_reduce, NULL, 0}, {0}};

#define GETTER_TYPE(identifier, shown, text, table)                       \
    static const Type identifier##_type = {                               \
        .name = "operator." shown,                                        \
        .documentation = text,                                            \
        .flags = TYPE_COLLECTED | TYPE_IMMUTABLE,                         \
        .instance_size = sizeof(Getter),                                  \
        .create = identifier##_create,                                    \
        .destroy = getter_destroy,                                        \
        .visit = getter_visit,                                            \
        .clear = NULL,                                                    \
        .repr = getter_repr,                                              \
        .call = identifier##_call,                                        \
        .methods = table,                                                 \
    }
GETTER_TYPE(item_getter, "itemgetter", "itemgetter(item, ...): a function that fetches these items of its argument.", getter_methods);
GETTER_TYPE(attr_getter, "attrgetter", "attrgetter(name, ...): a function that fetches these attributes of its argument.", getter_methods);
GETTER_TYPE(method_caller, "methodcaller", "methodcaller(name, ...): a function that calls this method of its argument.",
            method_caller_methods);

bool operator_add_types(Thread *thread, Value module) {
    return module_add_type(thread, module, type_from_template(thread, &item_getter_type)) &&
           module_add_type(thread, module, type_from_template(thread, &attr_getter_type)) &&
           module_add_type(thread, module, type_from_template(thread, &method_caller_type));
}

/* ---- functions ---- */
static bool is_sequence(Thread *thread, Value value) {
    const Type *type = type_of(thread->interpreter, value);
    return type->get_item && !(type->flags & TYPE_DICT);
}
static Value concatenate(Thread *thread, const Value *arguments, bool in_place) {
    if (!is_sequence(thread, arguments[0]))
        return raise_type_error(thread, "'%s' object can't be concatenated", value_type_name(thread, arguments[0]));
    return in_place ? value_in_place(thread, BINARY_ADD, arguments[0], arguments[1]) : value_binary(thread, BINARY_ADD, arguments[0], arguments[1]);
}
Value operator_concat(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    return concatenate(thread, arguments, false);
}
Value operator_iconcat(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    return concatenate(thread, arguments, true);
}
/* How many items equal a value, or (first) the index of the first that does. */
static Value count_equal(Thread *thread, const Value *arguments, bool first) {
    Value iterator = value_iterate(thread, arguments[0]);
    if (value_is_absent(iterator)) {
        if (exception_matches(thread, thread_builtins(thread)->exception_TypeError)) {
            exception_clear(thread);
            raise_type_error(thread, "argument of type '%s' is not iterable", value_type_name(thread, arguments[0]));
        }
        return iterator;
    }
    int64_t count = 0, found = -1;
    int equal = 0;
    for (int64_t at = 0; equal >= 0 && found < 0; at++) {
        Value item = value_next(thread, iterator);
        if (value_is_absent(item)) break;
        equal = value_equal(thread, item, arguments[1]);
        if (equal > 0) count++;
        if (equal > 0 && first) found = at;
        value_release(item);
        if (!thread_poll(thread)) break;
    }
    value_release(iterator);
    if (exception_is_set(thread)) return VALUE_ABSENT;
    if (!first) return value_from_int(count);
    return found >= 0 ? value_from_int(found) : raise_value_error(thread, "sequence.index(x): x not in sequence");
}
Value operator_count_of(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    return count_equal(thread, arguments, false);
}
Value operator_index_of(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    return count_equal(thread, arguments, true);
}
Value operator_call(Thread *thread, const Native *native, const Call *call) {
    (void)native;
    if (!call->positional_count) return raise_type_error(thread, "call expected at least 1 argument, got 0");
    return value_call(thread, call->values[0], &(Call){call->values + 1, call->positional_count - 1, call->names});
}
