/* object.__reduce_ex__: what copy and pickle make of an instance whose class says nothing else.
 *
 * Protocol 2 and later: (copyreg.__newobj__, (class, *arguments), state, items of a list, items of a dict); before:
 * (copyreg._reconstructor, (class, built-in base, its value), state). */
#include "kernel/objects/containers.h"
#include "kernel/objects/fields.h"
#include "kernel/objects/native.h"
#include "kernel/objects/objects_state.h"

static Value type_value(Type *type) { return (Value){.tag = TAG_OBJECT, .object = &type->object}; }

/* ---- copyreg's two functions ---- */
static Value new_object(Thread *thread, const Native *native, const Call *call) {
    (void)native;
    if (call->positional_count == 0) return raise_type_error(thread, "__newobj__() missing 1 required positional argument: 'cls'");
    Value function = value_get_attribute(thread, call->values[0], thread_builtins(thread)->name___new__);
    if (value_is_absent(function)) return function;
    Value made = value_call(thread, function, call);
    value_release(function);
    return made;
}

NATIVE(reconstruct) {
    (void)native;
    Value values[2] = {arguments[0], arguments[2]};
    bool is_plain = arguments[1].tag == TAG_OBJECT && arguments[1].object == &thread_builtins(thread)->type_object->object;
    Value function = value_get_attribute(thread, arguments[1], thread_builtins(thread)->name___new__);
    if (value_is_absent(function)) return function;
    Value made = value_call_values(thread, function, values, is_plain ? 1 : 2);
    value_release(function);
    if (value_is_absent(made) || is_plain) return made;
    Value initialize = value_get_attribute(thread, arguments[1], thread_builtins(thread)->name___init__);
    Value done = value_is_absent(initialize) ? VALUE_ABSENT : value_call_two(thread, initialize, made, arguments[2]);
    value_release(initialize);
    if (value_is_absent(done)) value_clear(&made);
    value_release(done);
    return made;
}

const NativeEntry copyreg_functions[] = {
    {"__newobj__", "(cls, *args)", NULL, NULL, (const void *)new_object, NATIVE_RAW},
    {"_reconstructor", "(cls, base, state)", NULL, reconstruct, NULL, 0},
    {0},
};

static Value copyreg_function(Thread *thread, size_t index) {
    String *module = string_intern(thread, "copyreg");
    return module ? native_new(thread, &copyreg_functions[index], (Value){.tag = TAG_OBJECT, .object = &module->object}) : VALUE_ABSENT;
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

static Value new_arguments(Thread *thread, Value self) {
    Value method = value_find_attribute_c(thread, self, "__getnewargs__");
    if (value_is_absent(method)) {
        if (exception_is_set(thread)) return VALUE_ABSENT;
        Type *base = built_in_base(thread, self);
        bool is_known = base == thread_builtins(thread)->type_object || base->flags & (TYPE_LIST | TYPE_DICT | TYPE_EXCEPTION);
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

static Value reduce_new(Thread *thread, Value self) {
    Value values[5] = {new_arguments(thread, self)};
    if (value_is_absent(values[0])) return VALUE_ABSENT;
    values[1] = values[0];
    values[0] = copyreg_function(thread, 0);
    values[2] = call_get_state(thread, self);
    values[3] = exception_is_set(thread) ? VALUE_ABSENT : items_of(thread, self, TYPE_LIST);
    values[4] = exception_is_set(thread) ? VALUE_ABSENT : items_of(thread, self, TYPE_DICT);
    return pack(thread, values, 5);
}

static Value reduce_old(Thread *thread, Value self) {
    Type *type = type_of(thread->interpreter, self), *base = built_in_base(thread, self);
    Builtins *builtins = thread_builtins(thread);
    if (base == type && base != builtins->type_object) return raise_cannot_pickle(thread, self);
    for (Type *class = type; class && class->flags & TYPE_HEAP; class = class->base)
        if (class->slot_count)
            return raise_type_error(thread, "a class that defines __slots__ without defining __getstate__ cannot be pickled");
    Value of_base = base == builtins->type_object ? VALUE_NONE : value_call_one(thread, type_value(base), self);
    Value parts[3] = {value_retain(type_value(type)), value_retain(type_value(base)), of_base};
    Value values[3] = {pack(thread, parts, 3)};
    if (value_is_absent(values[0])) return VALUE_ABSENT;
    values[1] = values[0];
    values[0] = copyreg_function(thread, 1);
    values[2] = call_get_state(thread, self);
    return pack(thread, values, value_is_none(values[2]) ? 2 : 3);
}

Value object_reduce_protocol(Thread *thread, Value self, int64_t protocol) {
    return protocol >= 2 ? reduce_new(thread, self) : reduce_old(thread, self);
}
