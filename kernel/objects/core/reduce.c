/* object.__reduce_ex__: what copy and pickle make of an instance whose class says nothing else.
 *
 * Protocol 2 and later: (copyreg.__newobj__, (class, *arguments), state, items of a list, items of a dict); before:
 * (copyreg._reconstructor, (class, built-in base, its value), state). */
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/fields.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/core/objects_state.h"

#include <string.h>

static Value type_value(Type *type) { return (Value){.tag = TAG_OBJECT, .object = &type->object}; }

static Value copyreg_function(Thread *thread, const char *name) {
    Value module = import_module(thread, "copyreg");
    if (value_is_absent(module)) return module;
    Value function = value_find_attribute_c(thread, module, name);
    value_release(module);
    return function;
}

/* ---- the state ---- */
/* {name: value} of the members of __slots__ that are set; absent without an exception when there are none. */
static Value slot_state(Thread *thread, Object *object) {
    Value state = VALUE_ABSENT;
    for (Type *type = object->type; type && type->flags & TYPE_HEAP; type = type->base) {
        const Value *values = (const Value *)((const char *)object + type->slots_offset);
        for (size_t i = 0; i < type->slot_count; i++) {
            if (value_is_absent(values[i])) continue;
            if (value_is_absent(state)) state = dict_new(thread);
            if (value_is_absent(state) || !dict_set(thread, value_dict(state), type->slot_names->items[i], values[i])) {
                value_release(state);
                return VALUE_ABSENT;
            }
        }
    }
    return state;
}

static Value default_state(Thread *thread, Value self) {
    Value attributes = VALUE_NONE;
    if (self.tag == TAG_OBJECT && attributes_word(self.object)) {
        Dict *dict = object_attributes(thread, self.object);
        if (!dict) return VALUE_ABSENT;
        if (dict_count(dict)) attributes = value_from_object(object_retain(dict));
    }
    Value slots = self.tag == TAG_OBJECT ? slot_state(thread, self.object) : VALUE_ABSENT;
    if (value_is_absent(slots)) {
        if (!exception_is_set(thread)) return attributes;
        value_release(attributes);
        return VALUE_ABSENT;
    }
    Value pair[2] = {attributes, slots};
    Value state = tuple_from_values(thread, pair, 2);
    value_release(attributes);
    value_release(slots);
    return state;
}

Value object_default_state(Thread *thread, Value self) { return default_state(thread, self); }

static Value call_get_state(Thread *thread, Value self) { return value_call_method(thread, self, "__getstate__", NULL, 0); }

/* ---- (class, *arguments) ---- */
static Value raise_cannot_pickle(Thread *thread, Value self) {
    if (value_has_type(self, &memoryview_type_template)) return raise_type_error(thread, "cannot pickle memoryview objects");
    return raise_type_error(thread, "cannot pickle '%s' object", value_type_name(thread, self));
}

static Type *built_in_base(Thread *thread, Value self) {
    Type *type = type_of(thread->interpreter, self);
    while (type->flags & TYPE_HEAP) type = type->base;
    return type;
}

static Value class_and_arguments(Thread *thread, Value self, Value arguments) {
    size_t count = value_is_absent(arguments) ? 0 : value_tuple(arguments)->count;
    Value all = tuple_new(thread, count + 1);
    if (value_is_absent(all)) return all;
    value_tuple(all)->items[0] = value_retain(type_value(type_of(thread->interpreter, self)));
    for (size_t i = 0; i < count; i++) value_tuple(all)->items[i + 1] = value_retain(value_tuple(arguments)->items[i]);
    return all;
}

/* Of the class, as special methods are, and bound; absent when it is not there. */
static Value find_special(Thread *thread, Value self, const char *name) {
    String *interned = string_intern(thread, name);
    Type *type = type_of(thread->interpreter, self);
    Value found = interned ? type_lookup(type, interned) : VALUE_ABSENT;
    return value_is_absent(found) ? found : descriptor_bind(thread, found, self, type);
}

/* A built-in type that says itself what its state is. */
static bool has_own_state(Thread *thread, Type *type) {
    String *name = string_intern(thread, "__getstate__");
    return name && !value_is(type_lookup(type, name), type_lookup(thread_builtins(thread)->type_object, name));
}

static Value new_arguments(Thread *thread, Value self) {
    Value method = find_special(thread, self, "__getnewargs__");
    if (value_is_absent(method)) {
        if (exception_is_set(thread)) return VALUE_ABSENT;
        Type *base = built_in_base(thread, self);
        bool is_known = base == thread_builtins(thread)->type_object || base->flags & (TYPE_LIST | TYPE_DICT | TYPE_EXCEPTION) ||
                        has_own_state(thread, base);
        return is_known ? class_and_arguments(thread, self, VALUE_ABSENT) : raise_cannot_pickle(thread, self);
    }
    Value arguments = value_call_none(thread, method);
    value_release(method);
    if (value_is_absent(arguments)) return arguments;
    Value all = value_is_tuple(arguments) ? class_and_arguments(thread, self, arguments)
                                          : raise_type_error(thread, "__getnewargs__ should return a tuple, not '%s'",
                                                             value_type_name(thread, arguments));
    value_release(arguments);
    return all;
}

/* An iterator over a list's items or a dict's pairs, None for others. */
static Value items_of(Thread *thread, Value self, uint32_t flag) {
    if (self.tag != TAG_OBJECT || !(self.object->type->flags & flag)) return VALUE_NONE;
    if (flag == TYPE_LIST) return value_iterate(thread, self);
    Value items = value_call_method(thread, self, "items", NULL, 0);
    Value iterator = value_is_absent(items) ? VALUE_ABSENT : value_iterate(thread, items);
    value_release(items);
    return iterator;
}

static Value pack(Thread *thread, Value *values, size_t count) {
    bool complete = true;
    for (size_t i = 0; i < count; i++) complete &= !value_is_absent(values[i]);
    Value tuple = complete ? tuple_from_values(thread, values, count) : VALUE_ABSENT;
    for (size_t i = 0; i < count; i++) value_release(values[i]);
    return tuple;
}

/* What __getnewargs_ex__ gives: (class, arguments, keywords); absent without an exception when it is not there. */
static Value new_arguments_and_keywords(Thread *thread, Value self) {
    Value method = find_special(thread, self, "__getnewargs_ex__");
    if (value_is_absent(method)) return method;
    Value pair = value_call_none(thread, method);
    value_release(method);
    if (value_is_absent(pair)) return pair;
    Value result = VALUE_ABSENT;
    const Tuple *tuple = value_is_tuple(pair) ? value_tuple(pair) : NULL;
    if (!tuple) raise_type_error(thread, "__getnewargs_ex__ should return a tuple, not '%s'", value_type_name(thread, pair));
    else if (tuple->count != 2)
        raise_value_error(thread, "__getnewargs_ex__ should return a tuple of length 2, not %zu", tuple->count);
    else if (!value_is_tuple(tuple->items[0]))
        raise_type_error(thread, "first item of the tuple returned by __getnewargs_ex__ must be a tuple, not '%s'",
                         value_type_name(thread, tuple->items[0]));
    else if (!value_is_dict(tuple->items[1]))
        raise_type_error(thread, "second item of the tuple returned by __getnewargs_ex__ must be a dict, not '%s'",
                         value_type_name(thread, tuple->items[1]));
    else if (dict_count(value_dict(tuple->items[1])) == 0) result = class_and_arguments(thread, self, tuple->items[0]);
    else {
        Value parts[3] = {type_value(type_of(thread->interpreter, self)), tuple->items[0], tuple->items[1]};
        result = tuple_from_values(thread, parts, 3);
    }
    value_release(pair);
    return result;
}

/* copyreg.__newobj_ex__ where the third part is a dict of keywords. */
static bool has_keywords(const Tuple *arguments) {
    return arguments->count == 3 && value_is_tuple(arguments->items[1]) && value_is_dict(arguments->items[2]);
}

static Value reduce_new(Thread *thread, Value self) {
    Value values[5] = {new_arguments_and_keywords(thread, self)};
    bool keywords = !value_is_absent(values[0]) && has_keywords(value_tuple(values[0]));
    if (value_is_absent(values[0]) && !exception_is_set(thread)) values[0] = new_arguments(thread, self);
    if (value_is_absent(values[0])) return VALUE_ABSENT;
    values[1] = values[0];
    values[0] = copyreg_function(thread, keywords ? "__newobj_ex__" : "__newobj__");
    values[2] = call_get_state(thread, self);
    values[3] = exception_is_set(thread) ? VALUE_ABSENT : items_of(thread, self, TYPE_LIST);
    values[4] = exception_is_set(thread) ? VALUE_ABSENT : items_of(thread, self, TYPE_DICT);
    return pack(thread, values, 5);
}

static Value reduce_old(Thread *thread, Value self) {
    Type *type = type_of(thread->interpreter, self), *base = built_in_base(thread, self);
    Builtins *builtins = thread_builtins(thread);
    if (base == type && base != builtins->type_object) {
        const char *name = value_type_name(thread, self), *dot = strrchr(name, '.');
        return raise_type_error(thread, "cannot pickle '%s' object", dot ? dot + 1 : name);
    }
    Value own = type_lookup(type, string_intern(thread, "__getstate__"));
    Value general = type_lookup(builtins->type_object, string_intern(thread, "__getstate__"));
    for (Type *class = type; class && class->flags & TYPE_HEAP; class = class->base)
        if (class->slot_count && value_is(own, general))
            return raise_type_error(thread, "a class that defines __slots__ without defining __getstate__ cannot be pickled");
    Value of_base = base == builtins->type_object ? VALUE_NONE : value_call_one(thread, type_value(base), self);
    Value parts[3] = {value_retain(type_value(type)), value_retain(type_value(base)), of_base};
    Value values[3] = {pack(thread, parts, 3)};
    if (value_is_absent(values[0])) return VALUE_ABSENT;
    values[1] = values[0];
    values[0] = copyreg_function(thread, "_reconstructor");
    values[2] = call_get_state(thread, self);
    int has_state = value_is_absent(values[2]) ? 1 : value_truth(thread, values[2]);
    if (has_state <= 0) value_clear(&values[2]);
    return pack(thread, values, has_state == 0 ? 2 : 3);
}

Value reduce_with(Thread *thread, const char *name, const Value *arguments, size_t count, Value state) {
    Value parts[3] = {VALUE_ABSENT, VALUE_ABSENT, state};
    bool complete = true;
    for (size_t i = 0; i < count; i++) complete &= !value_is_absent(arguments[i]);
    if (complete) {
        parts[0] = value_retain(dict_get_c(thread, thread->interpreter->builtin_names, name));
        parts[1] = tuple_from_values(thread, arguments, count);
    }
    for (size_t i = 0; i < count; i++) value_release(arguments[i]);
    return pack(thread, parts, value_is_absent(state) ? 2 : 3);
}

Value reduce_to_list(Thread *thread, Value iterator) {
    Value list = value_is_absent(iterator) ? VALUE_ABSENT : list_from_iterable(thread, iterator);
    value_release(iterator);
    return reduce_with(thread, "iter", &list, 1, VALUE_ABSENT);
}

Value object_reduce_protocol(Thread *thread, Value self, int64_t protocol) {
    return protocol >= 2 ? reduce_new(thread, self) : reduce_old(thread, self);
}
