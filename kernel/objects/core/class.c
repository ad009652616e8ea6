/* Making classes: what a class statement and type(name, bases, attributes) do. */
#include "kernel/language/run/frame.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/descriptor.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/core/objects_state.h"
#include "kernel/objects/core/weak.h"

#include "base/memory.h"
#include "base/text_buffer.h"

#include <string.h>

/* ---- the method resolution order: C3 ---- */
typedef struct Merge {
    const Value *items;
    size_t at, count;
} Merge;

static bool merge_tail_contains(const Merge *merge, const Object *class) {
    for (size_t i = merge->at + 1; i < merge->count; i++)
        if (merge->items[i].object == class) return true;
    return false;
}

static Object *merge_next(Merge *merges, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (merges[i].at == merges[i].count) continue;
        Object *candidate = merges[i].items[merges[i].at].object;
        bool good = true;
        for (size_t j = 0; j < count && good; j++) good = !merge_tail_contains(&merges[j], candidate);
        if (good) return candidate;
    }
    return NULL;
}

static void raise_no_order(Thread *thread, const Merge *merges, size_t count) {
    TextBuffer names = TEXT_BUFFER_EMPTY;
    for (size_t i = 0; i < count; i++) {
        if (merges[i].at == merges[i].count) continue;
        const char *name = type_short_name((Type *)merges[i].items[merges[i].at].object);
        bool seen = false;
        for (size_t j = 0; j < i && !seen; j++)
            seen = merges[j].at < merges[j].count && merges[j].items[merges[j].at].object == merges[i].items[merges[i].at].object;
        if (!seen) text_append_format(&names, "%s%s", names.length ? ", " : "", name);
    }
    raise_type_error(thread, "Cannot create a consistent method resolution\norder (MRO) for bases %s", text_string(&names));
    text_release(&names);
}

Value type_compute_order(Thread *thread, Type *type) {
    size_t base_count = type->bases->count, capacity = 1;
    for (size_t i = 0; i < base_count; i++) {
        Type *base = value_type(type->bases->items[i]);
        for (size_t j = 0; j < i; j++)
            if (type->bases->items[j].object == &base->object)
                return raise_type_error(thread, "duplicate base class %s", type_short_name(base));
        capacity += base->order->count;
    }
    Merge *merges = memory_allocate((base_count + 1) * sizeof *merges);
    Value *order = memory_allocate(capacity * sizeof *order);
    size_t count = 0;
    Value result = VALUE_ABSENT;
    if (!merges || !order) {
        raise_no_memory(thread);
        goto done;
    }
    for (size_t i = 0; i < base_count; i++) {
        Tuple *base_order = value_type(type->bases->items[i])->order;
        merges[i] = (Merge){.items = base_order->items, .count = base_order->count};
    }
    merges[base_count] = (Merge){.items = type->bases->items, .count = base_count};
    order[count++] = (Value){.tag = TAG_OBJECT, .object = &type->object};
    for (;;) {
        Object *next = merge_next(merges, base_count + 1);
        if (!next) break;
        order[count++] = (Value){.tag = TAG_OBJECT, .object = next};
        for (size_t i = 0; i <= base_count; i++)
            if (merges[i].at < merges[i].count && merges[i].items[merges[i].at].object == next) merges[i].at++;
    }
    bool complete = true;
    for (size_t i = 0; i <= base_count; i++) complete &= merges[i].at == merges[i].count;
    if (complete) result = tuple_from_values(thread, order, count);
    else raise_no_order(thread, merges, base_count + 1);
done:
    memory_release(merges);
    memory_release(order);
    return result;
}

/* The nearest class that adds members of its own to the instance. */
static Type *solid_base(Type *type) {
    while (type->base) {
        const Type *base = type->base;
        bool adds = type->flags & TYPE_HEAP ? type->slot_count > 0 : type->instance_size != base->instance_size;
        if (adds) return type;
        type = type->base;
    }
    return type;
}

/* Methods of a class in the order take instances for its own: their layout must be that of a base. */
static bool has_layout_of(Type *type, Type *other) {
    const Type *solid = solid_base(other);
    for (const Type *base = type; base; base = base->base)
        if (base == solid) return true;
    return false;
}

/* A metaclass may have its own mro(). */
static Tuple *class_order(Thread *thread, Type *type) {
    Builtins *builtins = thread_builtins(thread);
    if (type->object.type == builtins->type_type) return value_tuple(type_compute_order(thread, type));
    Value self = {.tag = TAG_OBJECT, .object = &type->object};
    Value method;
    bool self_first;
    if (!value_find_special(thread, self, string_intern(thread, "mro"), &method, &self_first)) return NULL;
    Value sequence = value_call_values(thread, method, &self, self_first ? 1 : 0);
    value_release(method);
    if (value_is_absent(sequence)) return NULL;
    Value order = tuple_from_iterable(thread, sequence);
    value_release(sequence);
    for (size_t i = 0; !value_is_absent(order) && i < value_tuple(order)->count; i++) {
        Value item = value_tuple(order)->items[i];
        if (!value_is_type(item)) raise_type_error(thread, "mro() returned a non-class ('%s')", value_type_name(thread, item));
        else if (value_type(item) != type && type_ready(thread, value_type(item)) && !has_layout_of(type, value_type(item)))
            raise_type_error(thread, "mro() returned base with unsuitable layout ('%s')", value_type(item)->name);
        if (exception_is_set(thread)) value_clear(&order);
    }
    return value_tuple(order);
}

/* ---- bases ---- */
static Type *best_base(Thread *thread, Tuple *bases) {
    Type *winner = NULL, *best = NULL;
    for (size_t i = 0; i < bases->count; i++) {
        if (!value_is_type(bases->items[i])) {
            raise_type_error(thread, "bases must be types");
            return NULL;
        }
        Type *base = value_type(bases->items[i]);
        if (!type_ready(thread, base)) return NULL;
        if (!(base->flags & TYPE_BASE)) {
            raise_type_error(thread, "type '%s' is not an acceptable base type", base->name);
            return NULL;
        }
        Type *candidate = solid_base(base);
        if (!winner || (candidate != winner && type_is_subtype(candidate, winner))) {
            winner = candidate;
            best = base;
        } else if (!type_is_subtype(winner, candidate)) {
            raise_type_error(thread, "multiple bases have instance lay-out conflict");
            return NULL;
        }
    }
    return best;
}

Type *type_derive_metatype(Thread *thread, Type *metatype, Tuple *bases) {
    Type *winner = metatype;
    for (size_t i = 0; i < bases->count; i++) {
        Type *candidate = type_of(thread->interpreter, bases->items[i]);
        if (type_is_subtype(winner, candidate)) continue;
        if (type_is_subtype(candidate, winner)) {
            winner = candidate;
            continue;
        }
        raise_type_error(thread, "metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the "
                                 "metaclasses of all its bases");
        return NULL;
    }
    return winner;
}

Tuple *type_resolve_bases(Thread *thread, Tuple *bases, bool *changed) {
    Builtins *builtins = thread_builtins(thread);
    *changed = false;
    Value result = list_new(thread);
    if (value_is_absent(result)) return NULL;
    for (size_t i = 0; i < bases->count; i++) {
        Value base = bases->items[i];
        Value method = value_is_type(base) ? VALUE_ABSENT : value_find_attribute(thread, base, builtins->name___mro_entries__);
        if (value_is_absent(method)) {
            if (exception_is_set(thread) || !list_append(thread, value_list(result), base)) goto failed;
            continue;
        }
        Value entries = value_call_one(thread, method, (Value){.tag = TAG_OBJECT, .object = (Object *)bases});
        value_release(method);
        if (value_is_absent(entries)) goto failed;
        bool is_tuple = value_is_tuple(entries);
        if (!is_tuple) raise_type_error(thread, "__mro_entries__ must return a tuple");
        *changed = true;
        for (size_t j = 0; is_tuple && j < value_tuple(entries)->count; j++)
            is_tuple = list_append(thread, value_list(result), value_tuple(entries)->items[j]);
        value_release(entries);
        if (!is_tuple) goto failed;
    }
    Value tuple = tuple_from_values(thread, value_list(result)->items, value_list(result)->count);
    value_release(result);
    return value_tuple(tuple);
failed:
    value_release(result);
    return NULL;
}

/* ---- __slots__ ---- */
typedef struct Slots {
    Value names;        /* tuple of str without __dict__ and __weakref__, absent: no __slots__ */
    bool has_attributes, has_weak;
} Slots;

static Value mangle(Thread *thread, const char *class_name, Value name) {
    String *string = value_string(name);
    while (*class_name == '_') class_name++;
    bool is_private = string->length > 2 && memcmp(string->bytes, "__", 2) == 0 &&
                      memcmp(string->bytes + string->length - 2, "__", 2) != 0 && *class_name;
    if (!is_private) return value_from_object(string_intern_object(thread, string));
    Value mangled = string_format(thread, "_%s%s", class_name, string->bytes);
    if (value_is_absent(mangled)) return mangled;
    Value interned = value_from_object(string_intern_object(thread, value_string(mangled)));
    value_release(mangled);
    return interned;
}

static bool slots_add(Thread *thread, Type *base, const char *class_name, Dict *attributes, Value name, List *names, Slots *slots) {
    if (!value_is_string(name)) {
        raise_type_error(thread, "__slots__ items must be strings, not '%s'", value_type_name(thread, name));
        return false;
    }
    String *string = value_string(name);
    if (!string_is_identifier(string)) {
        raise_type_error(thread, "__slots__ must be identifiers");
        return false;
    }
    bool is_attributes = string_equals_c(string, "__dict__"), is_weak = string_equals_c(string, "__weakref__");
    if (is_attributes || is_weak) {
        bool already = is_attributes ? slots->has_attributes || base->attributes_offset : slots->has_weak || base->weak_offset;
        if (already) {
            raise_type_error(thread, is_attributes ? "__dict__ slot disallowed: we already got one"
                                                   : "__weakref__ slot disallowed: either we already got one, or __itemsize__ != 0");
            return false;
        }
        *(is_attributes ? &slots->has_attributes : &slots->has_weak) = true;
        return true;
    }
    Value mangled = mangle(thread, class_name, name);
    if (value_is_absent(mangled)) return false;
    bool conflicts = !value_is_absent(dict_get_string(attributes, value_string(mangled))) &&
                     !string_equals_c(string, "__qualname__") && !string_equals_c(string, "__classcell__");
    if (conflicts) raise_value_error(thread, "'%s' in __slots__ conflicts with class variable", string->bytes);
    bool done = !conflicts && list_append(thread, names, mangled);
    value_release(mangled);
    return done;
}

static bool slots_read(Thread *thread, Type *base, const char *class_name, Dict *attributes, Slots *slots) {
    *slots = (Slots){.names = VALUE_ABSENT};
    Value given = dict_get_string(attributes, thread_builtins(thread)->name___slots__);
    if (value_is_absent(given)) {
        slots->has_attributes = !base->attributes_offset;
        slots->has_weak = !base->weak_offset;
        return true;
    }
    Value single = given, iterable = value_is_string(given) ? tuple_from_values(thread, &single, 1)
                                                           : tuple_from_iterable(thread, given);
    Value names = list_new(thread);
    bool done = !value_is_absent(iterable) && !value_is_absent(names);
    if (done && value_tuple(iterable)->count && base->flags & (TYPE_VARIABLE | TYPE_TYPE | TYPE_INT) && !(base->flags & TYPE_STRING)) {
        raise_type_error(thread, "nonempty __slots__ not supported for subtype of '%s'", base->name);
        done = false;
    }
    for (size_t i = 0; done && i < value_tuple(iterable)->count; i++)
        done = slots_add(thread, base, class_name, attributes, value_tuple(iterable)->items[i], value_list(names), slots);
    Value sorted = done ? value_call_method(thread, names, "sort", NULL, 0) : VALUE_ABSENT; /* classes with the same are alike */
    done = !value_is_absent(sorted);
    value_release(sorted);
    if (done) slots->names = tuple_from_values(thread, value_list(names)->items, value_list(names)->count);
    value_release(iterable);
    value_release(names);
    return done && !value_is_absent(slots->names);
}

/* Where the members lie: behind the base's, or in front of an object with a tail. */
static void class_lay_out(Type *type, const Slots *slots, Tuple *bases) {
    Type *base = type->base;
    bool wants_attributes = slots->has_attributes, wants_weak = slots->has_weak;
    for (size_t i = 0; i < bases->count; i++) { /* what a second base's instances have, these have */
        Type *other = value_type(bases->items[i]);
        if (other->attributes_offset && !base->attributes_offset) wants_attributes = true;
        if (other->weak_offset && !base->weak_offset) wants_weak = true;
    }
    if (base->flags & TYPE_TYPE) wants_attributes = wants_weak = false; /* a class has its own */
    type->instance_size = base->instance_size;
    type_inherit_layout(type);
    size_t slot_count = value_is_absent(slots->names) ? 0 : value_tuple(slots->names)->count;
    if (slot_count || wants_attributes) type->flags |= TYPE_COLLECTED;
    if (base->flags & TYPE_VARIABLE) {
        if (wants_attributes || wants_weak || slot_count) type->flags |= TYPE_PREFIXED | TYPE_COLLECTED;
        type->slot_count = slot_count;
        type->prefix_slots += slot_count;
        type->slots_offset = (size_t)-(ptrdiff_t)(sizeof(GcLink) + 2 * sizeof(void *) + type->prefix_slots * sizeof(Value));
        if (wants_attributes) type->attributes_offset = (size_t)-(ptrdiff_t)(sizeof(GcLink) + 2 * sizeof(void *));
        if (wants_weak) type->weak_offset = (size_t)-(ptrdiff_t)(sizeof(GcLink) + sizeof(void *));
        return;
    }
    size_t size = (type->instance_size + 7) & ~(size_t)7;
    type->slots_offset = size;
    type->slot_count = slot_count;
    size += slot_count * sizeof(Value);
    if (wants_attributes) {
        type->attributes_offset = size;
        type->flags |= TYPE_FIELDS;
        size += sizeof(void *);
    }
    if (wants_weak) {
        type->weak_offset = size;
        size += sizeof(void *);
    }
    type->instance_size = size;
}

/* ---- the steps of type_new ---- */
static bool class_take_names(Thread *thread, Type *type, String *name) {
    Builtins *builtins = thread_builtins(thread);
    Dict *attributes = type->attributes;
    Value qualified = dict_get_string(attributes, builtins->name___qualname__);
    if (value_is_absent(qualified)) {
        type->qualified_name = object_retain(name);
    } else if (value_is_string(qualified)) {
        type->qualified_name = object_retain(qualified.object);
        Value key = {.tag = TAG_OBJECT, .object = &builtins->name___qualname__->object};
        if (dict_remove(thread, attributes, key) < 0) return false;
    } else {
        raise_type_error(thread, "type __qualname__ must be a str, not %s", value_type_name(thread, qualified));
        return false;
    }
    if (value_is_absent(dict_get_string(attributes, builtins->name___module__))) {
        Dict *globals = thread_globals(thread);
        Value module = globals ? dict_get_string(globals, builtins->name___name__) : VALUE_ABSENT;
        if (!value_is_absent(module) && !dict_set_string(thread, attributes, builtins->name___module__, module)) return false;
    }
    if (!value_is_absent(dict_get_string(attributes, builtins->name___eq__)) &&
        value_is_absent(dict_get_string(attributes, builtins->name___hash__)) &&
        !dict_set_string(thread, attributes, builtins->name___hash__, VALUE_NONE))
        return false;
    if (value_is_absent(dict_get_string(attributes, builtins->name___doc__)))
        return dict_set_string(thread, attributes, builtins->name___doc__, VALUE_NONE);
    return true;
}

/* __new__ is a static method, __init_subclass__ and __class_getitem__ are class methods, without being told. */
static bool class_wrap_function(Thread *thread, Dict *attributes, String *name, Value (*wrap)(Thread *, Value)) {
    Value function = dict_get_string(attributes, name);
    if (!value_has_type(function, &function_type_template)) return true;
    Value wrapped = wrap(thread, function);
    if (value_is_absent(wrapped)) return false;
    bool done = dict_set_string(thread, attributes, name, wrapped);
    value_release(wrapped);
    return done;
}

static bool class_add_members(Thread *thread, Type *type) {
    for (size_t i = 0; i < type->slot_count; i++) {
        String *name = value_string(type->slot_names->items[i]);
        Value member = member_descriptor_new(thread, type, name, type->slots_offset + i * sizeof(Value));
        if (value_is_absent(member)) return false;
        bool done = dict_set_string(thread, type->attributes, name, member);
        value_release(member);
        if (!done) return false;
    }
    return true;
}

static const PropertyEntry class_properties[] = {
    {"__dict__", object_get_dict, object_set_dict, "dictionary for instance variables (if defined)"},
    {"__weakref__", object_get_weak, NULL, "list of weak references to the object (if defined)"},
};

static bool class_add_properties(Thread *thread, Type *type) {
    for (int i = 0; i < 2; i++) {
        size_t own = i ? type->weak_offset : type->attributes_offset, inherited = i ? type->base->weak_offset : type->base->attributes_offset;
        if (!own || inherited || !value_is_absent(dict_get_c(thread, type->attributes, class_properties[i].name))) continue;
        Value property = property_descriptor_new(thread, type, &class_properties[i]);
        if (!dict_set_c_owned(thread, type->attributes, class_properties[i].name, property)) return false;
    }
    return true;
}

static bool class_set_cell(Thread *thread, Type *type) {
    Builtins *builtins = thread_builtins(thread);
    Value cell = dict_get_string(type->attributes, builtins->name___classcell__);
    if (value_is_absent(cell)) return true;
    if (!value_has_type(cell, &cell_type_template)) {
        raise_type_error(thread, "__classcell__ must be a nonlocal cell, not <class '%s'>", value_type_name(thread, cell));
        return false;
    }
    cell_set((Cell *)cell.object, (Value){.tag = TAG_OBJECT, .object = &type->object});
    Value key = {.tag = TAG_OBJECT, .object = &builtins->name___classcell__->object};
    return dict_remove(thread, type->attributes, key) >= 0;
}

/* Tell the attributes their names. The dict may change meanwhile: a copy is walked. */
static bool class_set_names(Thread *thread, Type *type) {
    Builtins *builtins = thread_builtins(thread);
    Value copy = dict_copy(thread, type->attributes), key, value;
    if (value_is_absent(copy)) return false;
    bool done = true;
    for (size_t at = 0; done && dict_next(value_dict(copy), &at, &key, &value);) {
        if (value.tag != TAG_OBJECT) continue;
        Value method;
        bool self_first;
        if (!value_find_special(thread, value, builtins->name___set_name__, &method, &self_first)) {
            done = !exception_is_set(thread);
            continue;
        }
        Value values[3] = {value, {.tag = TAG_OBJECT, .object = &type->object}, key};
        Value result = value_call_values(thread, method, self_first ? values : values + 1, self_first ? 3 : 2);
        done = !value_is_absent(result);
        if (!done && value_is_string(key) && !exception_matches(thread, builtins->exception_MemoryError))
            exception_replace_with_cause(thread, builtins->exception_RuntimeError,
                                         "Error calling __set_name__ on '%s' instance '%s' in '%s'",
                                         value_type_name(thread, value), value_c_string(key), type->name);
        value_release(result);
        value_release(method);
    }
    value_release(copy);
    return done;
}

static bool class_call_init_subclass(Thread *thread, Type *type, const Call *keywords) {
    Value self = {.tag = TAG_OBJECT, .object = &type->object};
    Value method = super_get_attribute(thread, type, self, thread_builtins(thread)->name___init_subclass__);
    if (value_is_absent(method)) return false;
    Call none = {0};
    Value result = value_call(thread, method, keywords ? keywords : &none);
    value_release(method);
    value_release(result);
    return !value_is_absent(result);
}

static bool class_fill(Thread *thread, Type *type, String *name, Tuple *bases, Dict *attributes, const Slots *slots) {
    Builtins *builtins = thread_builtins(thread);
    type->interpreter = thread->interpreter;
    type->flags = TYPE_HEAP | TYPE_BASE;
    Value copy = dict_plain_copy(thread, value_from_object(attributes));
    type->attributes = value_is_absent(copy) ? NULL : value_dict(copy);
    type->bases = object_retain(bases);
    type->name_object = object_retain(name);
    type->name = name->bytes;
    if (!type->attributes) return false;
    if (!value_is_absent(slots->names)) type->slot_names = object_retain(slots->names.object);
    class_lay_out(type, slots, bases);
    if (!class_take_names(thread, type, name)) return false;
    if (!class_wrap_function(thread, type->attributes, builtins->name___new__, staticmethod_new) ||
        !class_wrap_function(thread, type->attributes, builtins->name___init_subclass__, classmethod_new) ||
        !class_wrap_function(thread, type->attributes, builtins->name___class_getitem__, classmethod_new))
        return false;
    if (!class_set_cell(thread, type) || !class_add_members(thread, type) || !class_add_properties(thread, type)) return false;
    type->order = class_order(thread, type);
    if (!type->order || !type_add_to_bases(thread, type)) return false;
    type->flags |= TYPE_READY;
    /* A sequence or a mapping for match, never both: as the first class in the order that is one. */
    type->flags &= ~(uint32_t)(TYPE_SEQUENCE | TYPE_MAPPING);
    for (size_t i = 1; i < type->order->count; i++) {
        uint32_t kind = value_type(type->order->items[i])->flags & (TYPE_SEQUENCE | TYPE_MAPPING);
        if (!kind) continue;
        type->flags |= kind;
        break;
    }
    type_modified(type);
    if (!type_inherit_slots(thread, type) || !type_update_slots(thread, type, NULL)) return false;
    Value abstract = dict_get_string(type->attributes, builtins->name___abstractmethods__);
    if (!value_is_absent(abstract) && value_truth(thread, abstract) > 0) type->flags |= TYPE_ABSTRACT;
    return true;
}

/* type.__new__: everything up to and including __init_subclass__. `keywords` may be NULL. */
Value type_new_with(Thread *thread, Type *metatype, String *name, Tuple *bases, Dict *attributes, const Call *keywords) {
    Builtins *builtins = thread_builtins(thread);
    Value object_base = {.tag = TAG_OBJECT, .object = &builtins->type_object->object};
    Value own_bases = bases && bases->count ? value_from_object(object_retain(bases)) : tuple_from_values(thread, &object_base, 1);
    if (value_is_absent(own_bases)) return VALUE_ABSENT;
    bases = value_tuple(own_bases);
    Value result = VALUE_ABSENT;
    Slots slots = {.names = VALUE_ABSENT};
    Type *base = best_base(thread, bases);
    if (base && strlen(name->bytes) != name->length) {
        raise_value_error(thread, "type name must not contain null characters");
    } else if (base && slots_read(thread, base, name->bytes, attributes, &slots)) {
        Type *type = object_new(thread, metatype);
        if (type) {
            type->base = object_retain(base);
            result = value_from_object(type);
            if (!class_fill(thread, type, name, bases, attributes, &slots) || !class_set_names(thread, type) ||
                !class_call_init_subclass(thread, type, keywords))
                value_clear(&result);
        }
    }
    value_release(slots.names);
    value_release(own_bases);
    return result;
}

Value type_new(Thread *thread, Type *metatype, String *name, Tuple *bases, Dict *attributes) {
    Type *winner = type_derive_metatype(thread, metatype, bases);
    return winner ? type_new_with(thread, winner, name, bases, attributes, NULL) : VALUE_ABSENT;
}

/* ---- __bases__ set anew ---- */

/* The orders of a class and all that are derived from it, computed first: nothing changes when one cannot be. */
typedef struct Orders {
    Type **types;
    Tuple **orders; /* what each of them had */
    size_t count, capacity;
} Orders;

static bool orders_change(Thread *thread, Orders *orders, Type *type) {
    if (orders->count == orders->capacity) {
        size_t capacity = orders->capacity ? orders->capacity * 2 : 8;
        Type **types = memory_resize(orders->types, capacity * sizeof *types);
        if (types) orders->types = types;
        Tuple **kept = types ? memory_resize(orders->orders, capacity * sizeof *kept) : NULL;
        if (!kept) return raise_no_memory(thread), false;
        orders->orders = kept;
        orders->capacity = capacity;
    }
    Tuple *order = class_order(thread, type);
    if (!order) return false;
    orders->types[orders->count] = object_retain(type);
    orders->orders[orders->count++] = type->order;
    type->order = order;
    for (size_t i = 0; i < type->subclass_count; i++)
        if (!orders_change(thread, orders, type->subclasses[i])) return false;
    return true;
}

static bool same_layout(const Type *a, const Type *b) {
    uint32_t layout = TYPE_COLLECTED | TYPE_PREFIXED | TYPE_VARIABLE | TYPE_HEAP | TYPE_FIELDS | TYPE_TYPE;
    return a == b || (a->instance_size == b->instance_size && a->attributes_offset == b->attributes_offset &&
                      a->weak_offset == b->weak_offset && a->destroy == b->destroy && (a->flags & layout) == (b->flags & layout) &&
                      solid_base((Type *)a) == solid_base((Type *)b));
}

static void set_bases_of(Type *type, Tuple *bases, Type *base) {
    type->bases = bases;
    type->base = base;
}

bool type_change_bases(Thread *thread, Type *type, Tuple *bases) {
    Type *base = best_base(thread, bases);
    if (!base) return false;
    if ((base->flags ^ type->base->flags) & TYPE_COLLECTED)
        return raise_type_error(thread, "__bases__ assignment: '%s' deallocator differs from '%s'", base->name, type->base->name), false;
    if (!same_layout(base, type->base))
        return raise_type_error(thread, "__bases__ assignment: '%s' object layout differs from '%s'", base->name, type->base->name), false;
    Tuple *old_bases = type->bases;
    Type *old_base = type->base;
    object_retain(type);
    set_bases_of(type, object_retain(bases), object_retain(base));
    Orders orders = {0};
    bool done = orders_change(thread, &orders, type);
    /* A metaclass's mro() may have set the bases itself: then its choice stays. */
    bool is_ours = type->bases == bases;
    if (done && is_ours) {
        Tuple *now = type->bases;
        type->bases = old_bases;
        type_remove_from_bases(type);
        type->bases = now;
        done = type_add_to_bases(thread, type);
        type_modified(type);
        for (size_t i = 0; i < orders.count; i++) type_renew_slots(thread, orders.types[i]);
    } else if (!done && is_ours) {
        for (size_t i = orders.count; i-- > 0;) {
            Tuple *computed = orders.types[i]->order;
            orders.types[i]->order = object_retain(orders.orders[i]);
            object_release(computed);
        }
        type_modified(type);
        set_bases_of(type, object_retain(old_bases), object_retain(old_base));
        object_release(bases);
        object_release(base);
    }
    for (size_t i = 0; i < orders.count; i++) {
        object_release(orders.orders[i]);
        object_release(orders.types[i]);
    }
    memory_release(orders.types);
    memory_release(orders.orders);
    object_release(old_bases);
    object_release(old_base);
    object_release(type);
    return done;
}
