/* types.MappingProxyType, a read-only view of a mapping, and types.SimpleNamespace. */
#include "base/text_buffer.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/descriptor.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/core/objects_state.h"
#include "kernel/objects/text/string.h"

static Value mapping_of(Value self) { return ((MappingProxy *)self.object)->mapping; }

Value mapping_proxy_new(Thread *thread, Value mapping) {
    MappingProxy *proxy = object_new(thread, thread_builtins(thread)->type_mapping_proxy);
    if (!proxy) return VALUE_ABSENT;
    proxy->mapping = value_retain(mapping);
    return value_from_object(proxy);
}

static Value proxy_create(Thread *thread, Type *type, const Call *call) {
    (void)type;
    Value mapping;
    if (!native_match(thread, "mappingproxy", "(mapping)", call, &mapping, 1)) return VALUE_ABSENT;
    bool good = type_of(thread->interpreter, mapping)->get_item && !value_is_list(mapping) && !value_is_tuple(mapping);
    Value proxy = good ? mapping_proxy_new(thread, mapping)
                       : raise_type_error(thread, "mappingproxy() argument must be a mapping, not %s", value_type_name(thread, mapping));
    value_release(mapping);
    return proxy;
}

static Value proxy_repr(Thread *thread, Value self) {
    Value shown = value_repr(thread, mapping_of(self));
    if (value_is_absent(shown)) return shown;
    Value repr = string_format(thread, "mappingproxy(%s)", value_c_string(shown));
    value_release(shown);
    return repr;
}
static Value proxy_str(Thread *thread, Value self) { return value_str(thread, mapping_of(self)); }
static int64_t proxy_length(Thread *thread, Value self) { return value_length(thread, mapping_of(self)); }
static int proxy_contains(Thread *thread, Value self, Value item) { return value_contains(thread, mapping_of(self), item); }
static Value proxy_get_item(Thread *thread, Value self, Value key) { return value_get_item(thread, mapping_of(self), key); }
static Value proxy_iterate(Thread *thread, Value self) { return value_iterate(thread, mapping_of(self)); }
static Value proxy_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    return value_compare(thread, mapping_of(left), right, comparison);
}
static Value proxy_or(Thread *thread, Value left, Value right) {
    if (value_has_type(left, &mapping_proxy_type_template)) left = mapping_of(left);
    if (value_has_type(right, &mapping_proxy_type_template)) right = mapping_of(right);
    return value_binary(thread, BINARY_OR, left, right);
}
static Value proxy_in_place_or(Thread *thread, Value left, Value right) {
    return raise_type_error(thread, "'|=' is not supported by %s; use '|' instead", value_type_name(thread, value_is_absent(right) ? right : left));
}

#define PROXY_METHOD(function, name)                                                      \
    NATIVE(function) {                                                                    \
        (void)native;                                                                     \
        return value_call_method(thread, mapping_of(arguments[0]), name, NULL, 0);        \
    }
PROXY_METHOD(proxy_keys, "keys")
PROXY_METHOD(proxy_values, "values")
PROXY_METHOD(proxy_items, "items")
PROXY_METHOD(proxy_copy, "copy")
PROXY_METHOD(proxy_reversed, "__reversed__")
NATIVE(proxy_get) {
    (void)native;
    return value_call_method(thread, mapping_of(arguments[0]), "get", arguments + 1, 2);
}
NATIVE(proxy_class_get_item) {
    (void)native;
    return generic_alias_new(thread, arguments[0], arguments[1]);
}

static void proxy_destroy(Object *self) { value_clear(&((MappingProxy *)self)->mapping); }
static bool proxy_visit(Object *self, Visit *visit, void *context) {
    return visit_value(((MappingProxy *)self)->mapping, visit, context);
}

static const NativeEntry proxy_methods[] = {
    {"get", "($self, key, default=None, /)", "The value of key; the default where there is none.", proxy_get, NULL, 0},
    {"keys", "($self, /)", "D.keys() -> the keys, as a view that follows changes", proxy_keys, NULL, 0},
    {"values", "($self, /)", "D.values() -> the values, as a view that follows changes", proxy_values, NULL, 0},
    {"items", "($self, /)", "D.items() -> the (key, value) pairs, as a view that follows changes", proxy_items, NULL, 0},
    {"copy", "($self, /)", "D.copy() -> a copy of what is behind it", proxy_copy, NULL, 0},
    {"__reversed__", "($self, /)", NULL, proxy_reversed, NULL, 0},
    {"__class_getitem__", "($cls, item, /)", "The type with parameters: name[...].", proxy_class_get_item, NULL, NATIVE_CLASS},
    {0},
};

const Type mapping_proxy_type_template = {
    .name = "mappingproxy",
    .signature = "(mapping)",
    .flags = TYPE_COLLECTED | TYPE_MAPPING,
    .instance_size = sizeof(MappingProxy),
    .create = proxy_create,
    .destroy = proxy_destroy,
    .visit = proxy_visit,
    .clear = proxy_destroy,
    .repr = proxy_repr,
    .str = proxy_str,
    .compare = proxy_compare,
    .length = proxy_length,
    .contains = proxy_contains,
    .get_item = proxy_get_item,
    .iterate = proxy_iterate,
    .binary[BINARY_OR] = proxy_or,
    .in_place[BINARY_OR] = proxy_in_place_or,
    .methods = proxy_methods,
};

/* ---- SimpleNamespace ---- */
typedef struct Namespace {
    Object object;
    Dict *attributes;
} Namespace;

Value namespace_new(Thread *thread, Dict *attributes) {
    Namespace *namespace = object_new(thread, thread_builtins(thread)->type_namespace);
    if (!namespace) return VALUE_ABSENT;
    Value self = value_from_object(namespace);
    if (attributes) {
        Value copy = dict_copy(thread, attributes);
        if (value_is_absent(copy)) value_clear(&self);
        else namespace->attributes = value_dict(copy);
    }
    return self;
}

static Value namespace_create(Thread *thread, Type *type, const Call *call) {
    (void)call;
    Value self = type_create_plain(thread, type);
    if (!value_is_absent(self) && !object_attributes(thread, self.object)) value_clear(&self);
    return self;
}

static bool namespace_initialize(Thread *thread, Value self, const Call *call) {
    if (call->positional_count) {
        raise_type_error(thread, "no positional arguments expected");
        return false;
    }
    Dict *attributes = object_attributes(thread, self.object);
    for (size_t k = 0; attributes && call->names && k < call->names->count; k++)
        if (!dict_set(thread, attributes, call->names->items[k], call->values[k])) return false;
    return attributes != NULL;
}

static Value namespace_repr(Thread *thread, Value self) {
    const char *name = self.object->type == thread_builtins(thread)->type_namespace ? "namespace" : type_short_name(self.object->type);
    ObjectsState *state = thread->interpreter->objects;
    if (!state->repr_stack && !(state->repr_stack = value_list(list_new(thread)))) return VALUE_ABSENT;
    List *stack = state->repr_stack;
    for (size_t i = 0; i < stack->count; i++)
        if (value_is(stack->items[i], self)) return string_format(thread, "%s(...)", name);
    if (!list_append(thread, stack, self)) return VALUE_ABSENT;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append_format(&text, "%s(", name);
    Dict *attributes = object_attributes(thread, self.object);
    Value key, value;
    bool first = true, done = attributes != NULL;
    for (size_t at = 0; done && dict_next(attributes, &at, &key, &value); first = false) {
        if (!value_is_string(key)) continue;
        Value shown = value_repr(thread, value);
        done = !value_is_absent(shown);
        if (done) text_append_format(&text, "%s%s=%s", first ? "" : ", ", value_c_string(key), value_c_string(shown));
        value_release(shown);
    }
    text_append(&text, ")");
    Value last = stack->items[--stack->count];
    value_release(last);
    if (done) return string_from_text_buffer(thread, &text);
    text_release(&text);
    return VALUE_ABSENT;
}

static Value namespace_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    if (!value_has_type(left, &namespace_type_template) || !value_has_type(right, &namespace_type_template))
        return VALUE_NOT_IMPLEMENTED;
    Dict *a = object_attributes(thread, left.object), *b = object_attributes(thread, right.object);
    if (!a || !b) return VALUE_ABSENT;
    return value_compare(thread, (Value){.tag = TAG_OBJECT, .object = (Object *)a}, (Value){.tag = TAG_OBJECT, .object = (Object *)b},
                         comparison);
}

NATIVE(namespace_reduce) {
    NATIVE_UNUSED;
    Object *self = arguments[0].object;
    Dict *attributes = object_attributes(thread, self);
    if (!attributes) return VALUE_ABSENT;
    Value parts[3] = {value_from_object(self->type), value_retain(thread_builtins(thread)->empty_tuple), value_from_object(attributes)};
    Value result = tuple_from_values(thread, parts, 3);
    value_release(parts[1]);
    return result;
}

static const NativeEntry namespace_methods[] = {
    {"__reduce__", "($self, /)", "The class, no arguments, and the attributes.", namespace_reduce, NULL, 0}, {0}};

static const PropertyEntry namespace_properties[] = {
    {"__dict__", object_get_dict, NULL, NULL},
    {0},
};

const Type namespace_type_template = {
    .name = "types.SimpleNamespace",
    .documentation = "An object with the attributes that it is given: SimpleNamespace(name=value, ...)",
    .signature = "(**kwargs)",
    .flags = TYPE_COLLECTED | TYPE_BASE,
    .instance_size = sizeof(Namespace),
    .attributes_offset = offsetof(Namespace, attributes),
    .create = namespace_create,
    .initialize = namespace_initialize,
    .repr = namespace_repr,
    .compare = namespace_compare,
    .methods = namespace_methods,
    .properties = namespace_properties,
};
