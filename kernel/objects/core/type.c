/* Types: made ready, looked up in, changed.
 *
 * A built-in type becomes ready by inheriting what its template leaves empty. Its __dict__ is made when someone looks
 * into it (type_attributes): most sessions touch a few of the hundred and fifty types.
 *
 * Lookups along the MRO go through one cache, keyed by the type's version and the interned name. A version is drawn
 * anew for a type and all its subclasses whenever an attribute of the type changes, so that stale entries, here and in
 * the inline caches of the VM, never match again. */
#include "kernel/objects/core/type.h"

#include "base/memory.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/descriptor.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/core/objects_state.h"

#include <string.h>

void type_draw_version(Type *type) {
    uint32_t *next = &type->interpreter->next_type_version;
    type->version = *next == UINT32_MAX ? 0 : ++*next;
}

void type_modified(Type *type) {
    type_draw_version(type);
    for (size_t i = 0; i < type->subclass_count; i++) type_modified(type->subclasses[i]);
}

static bool type_add_subclass(Thread *thread, Type *base, Type *type) {
    if (!(base->subclass_count & (base->subclass_count - 1))) {
        size_t capacity = base->subclass_count ? base->subclass_count * 2 : 1;
        Type **grown = memory_resize(base->subclasses, capacity * sizeof *grown);
        if (!grown) {
            raise_no_memory(thread);
            return false;
        }
        base->subclasses = grown;
    }
    base->subclasses[base->subclass_count++] = type;
    return true;
}

static void type_remove_subclass(Type *base, const Type *type) {
    for (size_t i = 0; i < base->subclass_count; i++)
        if (base->subclasses[i] == type) {
            base->subclass_count--;
            memmove(&base->subclasses[i], &base->subclasses[i + 1], (base->subclass_count - i) * sizeof(Type *));
            /* Capacity follows the count's power of two: a shrunk array is grown again from there. */
            size_t capacity = 1;
            while (capacity < base->subclass_count) capacity *= 2;
            if (base->subclass_count == 0) {
                memory_release(base->subclasses);
                base->subclasses = NULL;
            } else {
                Type **shrunk = memory_resize(base->subclasses, capacity * sizeof *shrunk);
                if (shrunk) base->subclasses = shrunk;
            }
            return;
        }
}

bool type_add_to_bases(Thread *thread, Type *type) {
    for (size_t i = 0; i < type->bases->count; i++)
        if (!type_add_subclass(thread, value_type(type->bases->items[i]), type)) return false;
    return true;
}

void type_remove_from_bases(Type *type) {
    for (size_t i = 0; type->bases && i < type->bases->count; i++)
        type_remove_subclass(value_type(type->bases->items[i]), type);
}

/* What an instance is made of, from the base. */
void type_inherit_layout(Type *type) {
    const Type *base = type->base;
    if (!base) return;
    if (type->instance_size < base->instance_size) type->instance_size = base->instance_size;
    if (!type->attributes_offset) type->attributes_offset = base->attributes_offset;
    if (!type->weak_offset) type->weak_offset = base->weak_offset;
    if (!type->prefix_slots) type->prefix_slots = base->prefix_slots;
    if (!type->visit) type->visit = base->visit;
    if (!type->clear) type->clear = base->clear;
    if (!type->destroy) type->destroy = base->destroy;
    type->flags |= base->flags & (TYPE_COLLECTED | TYPE_EXCEPTION | TYPE_INT | TYPE_FLOAT | TYPE_STRING | TYPE_BYTES |
                                  TYPE_LIST | TYPE_TUPLE | TYPE_DICT | TYPE_TYPE | TYPE_VARIABLE | TYPE_PREFIXED | TYPE_FIELDS |
                                  TYPE_SEQUENCE | TYPE_MAPPING);
}

/* (type, base, base's base, ...) */
static Tuple *single_order(Thread *thread, Type *type) {
    size_t count = 1 + (type->base ? type->base->order->count : 0);
    Tuple *order = value_tuple(tuple_new(thread, count));
    if (!order) return NULL;
    order->items[0] = value_from_object(object_retain(type));
    for (size_t i = 1; i < count; i++) order->items[i] = value_retain(type->base->order->items[i - 1]);
    return order;
}

bool type_ready(Thread *thread, Type *type) {
    if (type->flags & TYPE_READY) return true;
    Builtins *builtins = thread_builtins(thread);
    type->interpreter = thread->interpreter;
    if (!type->base && type != builtins->type_object) type->base = builtins->type_object;
    if (type->base && !type_ready(thread, type->base)) return false;
    bool makes = type->create || type->initialize || (type->base && type->base != builtins->type_object);
    type_inherit_layout(type);
    if (!type_inherit_slots(thread, type)) return false;
    if (!makes && type->base && !(type->flags & TYPE_HEAP)) {
        type->create = NULL;
        type->flags |= TYPE_NO_CREATE;
    }
    object_clear(&type->bases); /* of a time before, when memory ran short */
    object_clear(&type->order);
    type->bases = value_tuple(type->base ? tuple_from_values(thread, &(Value){.tag = TAG_OBJECT, .object = &type->base->object}, 1)
                                         : value_retain(builtins->empty_tuple));
    type->order = type->bases ? single_order(thread, type) : NULL;
    if (!type->order || !type_add_to_bases(thread, type)) return false;
    if (!(type->flags & TYPE_HEAP)) type->flags |= TYPE_IMMUTABLE;
    type_draw_version(type);
    if (!(type->flags & TYPE_HEAP) && !type->finalize && !type->weak_offset && !type->attributes_offset) type->flags |= TYPE_LIGHT;
    type->flags |= TYPE_READY;
    return true;
}

Type *static_type_copy(Interpreter *interpreter, StaticType *place, const Type *type_template) {
    place->type = *type_template;
    Type *type = &place->type;
    type->object.references = 1;
    type->object.type = interpreter->builtins->type_type;
    type->interpreter = interpreter;
    type->origin = type_template;
    return pointer_table_set(&interpreter->objects->types, type_template, type) ? type : NULL;
}

Type *type_from_template(Thread *thread, const Type *type_template) {
    ObjectsState *state = thread->interpreter->objects;
    Type *type = pointer_table_get(&state->types, type_template);
    if (!type) {
        StaticType *place = memory_allocate_zeroed(1, sizeof *place);
        type = place ? static_type_copy(thread->interpreter, place, type_template) : NULL;
        if (!type) {
            memory_release(place);
            raise_no_memory(thread);
            return NULL;
        }
        if (type->base && !(type->base = type_from_template(thread, type_template->base))) return NULL;
        const char *dot = strrchr(type->name, '.');
        if (dot) {
            String *module = string_intern_bytes(thread, type->name, (size_t)(dot - type->name));
            if (!module) return NULL;
            type->module = value_from_object(module);
        }
    }
    return type_ready(thread, type) ? type : NULL;
}

/* ---- the members of built-in types ---- */
static bool enter_owned(Thread *thread, Dict *attributes, const char *name, Value value) {
    if (value_is_absent(value)) return false;
    String *key = string_intern(thread, name);
    bool done = key && (!value_is_absent(dict_get_string(attributes, key)) || dict_set_string(thread, attributes, key, value));
    value_release(value);
    return done;
}

static bool enter_members(Thread *thread, Type *type, Dict *attributes) {
    for (const NativeEntry *entry = type->methods; entry && entry->name; entry++)
        if (!enter_owned(thread, attributes, entry->name, native_new_method(thread, entry, type))) return false;
    for (const PropertyEntry *entry = type->properties; entry && entry->name; entry++)
        if (!enter_owned(thread, attributes, entry->name, property_descriptor_new(thread, type, entry))) return false;
    if (!type_add_slot_wrappers(thread, type, attributes)) return false;
    if (type->create && (!type->base || type->create != type->base->create) &&
        !enter_owned(thread, attributes, "__new__", type_new_wrapper(thread, type)))
        return false;
    Value documentation = type->documentation ? string_from_c(thread, type->documentation) : VALUE_NONE;
    return enter_owned(thread, attributes, "__doc__", documentation);
}

Dict *type_attributes(Thread *thread, Type *type) {
    if (type->attributes) return type->attributes;
    Dict *attributes = value_dict(dict_new(thread));
    if (!attributes) return NULL;
    if (!enter_members(thread, type, attributes)) {
        object_release(attributes);
        return NULL;
    }
    type->attributes = attributes;
    return attributes;
}

/* ---- lookup ---- */
Value type_lookup_uncached(Type *type, String *name) {
    Tuple *order = type->order;
    if (!order) return VALUE_ABSENT;
    for (size_t i = 0; i < order->count; i++) {
        Type *class = value_type(order->items[i]);
        Dict *attributes = class->attributes;
        if (!attributes) {
            Thread *thread = type->interpreter->running;
            attributes = type_attributes(thread, class);
            if (!attributes) {
                /* Nothing can be raised from here: the error that this leads to becomes MemoryError (raise.c). */
                exception_clear(thread);
                type->interpreter->lookup_failed = true;
                return VALUE_ABSENT;
            }
        }
        Value value = dict_get_string(attributes, name);
        if (!value_is_absent(value)) return value;
    }
    return VALUE_ABSENT;
}

Value type_lookup(Type *type, String *name) {
    if (!type->version || !name->is_interned) return type_lookup_uncached(type, name);
    MethodCacheEntry *cache = type->interpreter->objects->method_cache;
    size_t at = (type->version * 31 + (uint32_t)((uintptr_t)name >> 4)) % METHOD_CACHE_SIZE;
    MethodCacheEntry *entry = &cache[at];
    if (entry->version == type->version && entry->name == name) return entry->value;
    uint32_t version = type->version;
    Value value = type_lookup_uncached(type, name);
    if (value_is_absent(value) && type->interpreter->lookup_failed) return value; /* not for ever */
    String *old = entry->name;
    *entry = (MethodCacheEntry){.version = version, .name = object_retain(name), .value = value};
    object_release(old);
    return value;
}

/* Forget what was looked up: for the names' sake, which the entries keep alive. */
void type_forget_lookups(Interpreter *interpreter) {
    MethodCacheEntry *cache = interpreter->objects->method_cache;
    for (size_t i = 0; i < METHOD_CACHE_SIZE; i++) {
        String *name = cache[i].name;
        cache[i] = (MethodCacheEntry){0};
        object_release(name);
    }
}

/* ---- change ---- */
bool type_set_attribute(Thread *thread, Type *type, String *name, Value value) {
    Dict *attributes = type_attributes(thread, type);
    if (!attributes) return false;
    Value key = {.tag = TAG_OBJECT, .object = &name->object};
    type_modified(type); /* before the old value can go: the cache must not find it */
    if (value_is_absent(value)) {
        int removed = dict_remove(thread, attributes, key);
        if (removed == 0)
            raise_attribute_error_format(thread, (Value){.tag = TAG_OBJECT, .object = &type->object}, name,
                                         "type object '%s' has no attribute '%s'", type_short_name(type), name->bytes);
        if (removed <= 0) return false;
    } else if (!dict_set_string(thread, attributes, name, value)) {
        return false;
    }
    type_modified(type);
    size_t length = name->length;
    bool is_dunder = length > 4 && name->bytes[0] == '_' && name->bytes[1] == '_' && name->bytes[length - 1] == '_';
    return !is_dunder || type_update_slots(thread, type, name);
}

/* ---- names ---- */
const char *type_short_name(const Type *type) {
    const char *dot = strrchr(type->name, '.');
    return dot && !(type->flags & TYPE_HEAP) ? dot + 1 : type->name;
}

const char *value_type_name(Thread *thread, Value value) {
    const Type *type = type_of(thread->interpreter, value);
    return type->flags & TYPE_SHORT_NAME ? type_short_name(type) : type->name;
}

Value type_qualified_name(Thread *thread, Type *type) {
    const char *name = type->qualified_name ? type->qualified_name->bytes : type_short_name(type);
    Value module = type_module(thread, type);
    if (value_is_absent(module)) {
        exception_clear(thread);
        return string_from_c(thread, name);
    }
    Value result = value_is_string(module) && !string_equals_c(value_string(module), "builtins")
                       ? string_format(thread, "%s.%s", value_c_string(module), name)
                       : string_from_c(thread, name);
    value_release(module);
    return result;
}

/* __module__: of a class statement in its attributes; owned, AttributeError when it was deleted. */
Value type_module(Thread *thread, Type *type) {
    Builtins *builtins = thread_builtins(thread);
    if (type->flags & TYPE_HEAP) {
        Value module = dict_get_string(type->attributes, builtins->name___module__);
        if (!value_is_absent(module)) return value_retain(module);
        return raise_attribute_error(thread, (Value){.tag = TAG_OBJECT, .object = &type->object}, builtins->name___module__);
    }
    if (!value_is_absent(type->module)) return value_retain(type->module);
    return value_from_object(object_retain(string_intern(thread, "builtins")));
}

bool value_is_type(Value value) { return value.tag == TAG_OBJECT && value.object->type->flags & TYPE_TYPE; }

Type *type_new_simple(Thread *thread, const char *qualified_name, Type *base, const char *documentation) {
    Builtins *builtins = thread_builtins(thread);
    const char *dot = strrchr(qualified_name, '.');
    String *name = string_intern(thread, dot ? dot + 1 : qualified_name);
    Value attributes = dict_new(thread);
    Value base_value = {.tag = TAG_OBJECT, .object = &(base ? base : builtins->type_object)->object};
    Value bases = tuple_from_values(thread, &base_value, 1);
    Value type = VALUE_ABSENT;
    Value module = dot ? string_new(thread, qualified_name, (size_t)(dot - qualified_name)) : string_from_c(thread, "builtins");
    if (name && !value_is_absent(attributes) && !value_is_absent(bases) && !value_is_absent(module) &&
        dict_set_string(thread, value_dict(attributes), builtins->name___module__, module) &&
        (!documentation || dict_set_c_owned(thread, value_dict(attributes), "__doc__", string_from_c(thread, documentation))))
        type = type_new(thread, builtins->type_type, name, value_tuple(bases), value_dict(attributes));
    value_release(module);
    value_release(bases);
    value_release(attributes);
    return (Type *)type.object;
}

Type *type_of_unboxed(Interpreter *interpreter, Value value) {
    Builtins *builtins = interpreter->builtins;
    switch ((ValueTag)value.tag) {
    case TAG_OBJECT: return value.object->type;
    case TAG_NONE: return builtins->type_none;
    case TAG_ELLIPSIS: return builtins->type_ellipsis;
    case TAG_NOT_IMPLEMENTED: return builtins->type_not_implemented;
    case TAG_BOOL: return builtins->type_bool;
    case TAG_INT: return builtins->type_int;
    case TAG_FLOAT: return builtins->type_float;
    case TAG_ABSENT: break;
    }
    return builtins->type_object;
}
