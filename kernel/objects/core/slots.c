/* Slots and their dunder names.
 *
 * One table (slot_entries) pairs each slot of Type with its special methods. From it come
 * - the trampolines that a class statement puts into its slots: they look the special method up and call it;
 * - the wrappers by which a built-in type's slot is called as a method: int.__add__(1, 2);
 * - the rule which of both a class gets (type_update_slots): when every special method of a slot comes, through the
 *   MRO, from one built-in type, that type's function is taken directly; otherwise the trampoline.
 * Several names may belong to one slot: __add__ and __radd__, the six comparisons, __setitem__ and __delitem__. */
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/descriptor.h"
#include "kernel/objects/number/float.h"
#include "kernel/objects/number/int.h"
#include "kernel/objects/container/iterators.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/core/objects_state.h"

#include "base/memory.h"

#include <string.h>

/* identifier, dunder, field, wrapper, signature, documentation */
#define SLOTS(X)                                                                                                  \
    X(NEW, "__new__", create, NULL, NULL, NULL)                                                                   \
    X(INIT, "__init__", initialize, wrap_initialize, "($self, /, *args, **kwargs)",                               \
        "Fill a new object in; the class's own help tells which arguments it takes.")                             \
    X(DEL, "__del__", finalize, wrap_finalize, "($self, /)", NULL)                                                \
    X(REPR, "__repr__", repr, wrap_unary, "($self, /)", "The text that repr() shows.")                            \
    X(STR, "__str__", str, wrap_unary, "($self, /)", "The text that str() and print() show.")                     \
    X(FORMAT, "__format__", format, wrap_format, "($self, format_spec, /)",                                       \
        "What format(self, format_spec) gives.")                                                                  \
    X(HASH, "__hash__", hash, wrap_hash, "($self, /)", "The object's hash, an int.")                              \
    X(BOOL, "__bool__", truth, wrap_truth, "($self, /)", "Whether the object counts as true.")                    \
    X(LEN, "__len__", length, wrap_length, "($self, /)", "How many items there are.")                             \
    X(CALL, "__call__", call, wrap_call, "($self, /, *args, **kwargs)", "What calling the object does.")          \
    X(ITER, "__iter__", iterate, wrap_unary, "($self, /)", "An iterator over the object.")                        \
    X(NEXT, "__next__", next, wrap_next, "($self, /)", "The next value; StopIteration at the end.")               \
    X(CONTAINS, "__contains__", contains, wrap_contains, "($self, key, /)", "What key in self tells.")            \
    X(GETITEM, "__getitem__", get_item, wrap_get_item, "($self, key, /)", "What self[key] gives.")                \
    X(SETITEM, "__setitem__", set_item, wrap_set_item, "($self, key, value, /)", "What self[key] = value does.")  \
    X(DELITEM, "__delitem__", set_item, wrap_delete_item, "($self, key, /)", "What del self[key] does.")          \
    X(GETATTRIBUTE, "__getattribute__", get_attribute, wrap_get_attribute, "($self, name, /)",                    \
        "What self.name looks up.")                                                                               \
    X(GETATTR, "__getattr__", get_attribute, NULL, "($self, name, /)", NULL)                                      \
    X(SETATTR, "__setattr__", set_attribute, wrap_set_attribute, "($self, name, value, /)",                       \
        "What self.name = value does.")                                                                           \
    X(DELATTR, "__delattr__", set_attribute, wrap_delete_attribute, "($self, name, /)",                           \
        "What del self.name does.")                                                                               \
    X(GET, "__get__", descriptor_get, wrap_descriptor_get, "($self, instance, owner=None, /)",                    \
        "What instance.name gives when the class has this object under that name.")                               \
    X(SET, "__set__", descriptor_set, wrap_descriptor_set, "($self, instance, value, /)",                         \
        "What instance.name = value does when the class has this object under that name.")                        \
    X(DELETE, "__delete__", descriptor_set, wrap_descriptor_delete, "($self, instance, /)",                       \
        "What del instance.name does when the class has this object under that name.")                            \
    X(INT, "__int__", to_int, wrap_unary, "($self, /)", "int(self)")                                              \
    X(FLOAT, "__float__", to_float, wrap_unary, "($self, /)", "float(self)")                                      \
    X(INDEX, "__index__", to_index, wrap_unary, "($self, /)",                                                     \
        "The object as the integer that an index or a length needs.")                                             \
    X(AWAIT, "__await__", await, wrap_unary, "($self, /)", "The iterator that await goes through.")

#define COMPARISONS(X)                                                                             \
    X(LT, "__lt__", "<") X(LE, "__le__", "<=") X(EQ, "__eq__", "==") X(NE, "__ne__", "!=") X(GT, "__gt__", ">") \
    X(GE, "__ge__", ">=")

enum {
#define X(identifier, ...) SLOT_##identifier,
    SLOTS(X)
#undef X
        SLOT_COMPARE,
    SLOT_BINARY = SLOT_COMPARE + 6,
    SLOT_REFLECTED = SLOT_BINARY + BINARY_OPERATOR_COUNT,
    SLOT_IN_PLACE = SLOT_REFLECTED + BINARY_OPERATOR_COUNT,
    SLOT_UNARY = SLOT_IN_PLACE + BINARY_OPERATOR_COUNT,
    SLOT_COUNT = SLOT_UNARY + UNARY_OPERATOR_COUNT
};

typedef void Function(void);
static Function *slot_function(const Type *type, const SlotEntry *entry) {
    Function *function;
    memcpy(&function, (const char *)type + entry->offset, sizeof function);
    return function;
}
static void slot_set_function(Type *type, const SlotEntry *entry, Function *function) {
    memcpy((char *)type + entry->offset, &function, sizeof function);
}

static String *slot_name(Thread *thread, int slot) { return thread->interpreter->objects->slot_names[slot]; }

bool slots_initialize(Thread *thread) {
    ObjectsState *state = thread->interpreter->objects;
    state->slot_names = memory_allocate_zeroed(SLOT_COUNT, sizeof(String *));
    if (!state->slot_names) return false;
    for (int i = 0; i < SLOT_COUNT; i++)
        if (slot_entries[i].dunder && !(state->slot_names[i] = string_intern(thread, slot_entries[i].dunder))) return false;
    return true;
}

/* ---- trampolines: slot -> special method ---- */
static Value raise_no_special(Thread *thread, Value self, int slot) {
    return raise_attribute_error_format(thread, self, slot_name(thread, slot), "%s", slot_name(thread, slot)->bytes);
}

static bool has_special(Thread *thread, Value self, int slot) {
    return !value_is_absent(type_lookup(type_of(thread->interpreter, self), slot_name(thread, slot)));
}

static Value call_slot(Thread *thread, Value self, int slot, const Value *values, size_t count) {
    Value method;
    bool self_first;
    Value found = self.tag == TAG_OBJECT && count <= 2 ? type_lookup(self.object->type, slot_name(thread, slot)) : VALUE_ABSENT;
    if (found.tag == TAG_OBJECT && found.object->type == thread_builtins(thread)->type_function) { /* by far the most */
        Value all[3] = {self};
        for (size_t i = 0; i < count; i++) all[i + 1] = values[i];
        Call call = {.values = all, .positional_count = count + 1};
        object_retain(found.object);
        Value result = found.object->type->call(thread, found, &call);
        object_release(found.object);
        return result;
    }
    if (!value_find_special(thread, self, slot_name(thread, slot), &method, &self_first))
        return exception_is_set(thread) ? VALUE_ABSENT : raise_no_special(thread, self, slot);
    Call call = {.values = values, .positional_count = count};
    Value result = self_first ? value_call_with_self(thread, method, self, &call) : value_call(thread, method, &call);
    value_release(method);
    return result;
}

static Value trampoline_create(Thread *thread, Type *type, const Call *call) {
    Value found = type_lookup(type, slot_name(thread, SLOT_NEW));
    Value self = {.tag = TAG_OBJECT, .object = &type->object};
    Value function = descriptor_bind(thread, found, VALUE_ABSENT, type);
    if (value_is_absent(function)) return function;
    Value result = value_call_with_self(thread, function, self, call);
    value_release(function);
    return result;
}

static bool trampoline_initialize(Thread *thread, Value self, const Call *call) {
    Value method;
    bool self_first;
    if (!value_find_special(thread, self, slot_name(thread, SLOT_INIT), &method, &self_first)) return !exception_is_set(thread);
    Value result = self_first ? value_call_with_self(thread, method, self, call) : value_call(thread, method, call);
    value_release(method);
    if (value_is_absent(result)) return false;
    bool is_none = value_is_none(result);
    if (!is_none) raise_type_error(thread, "__init__() should return None, not '%s'", value_type_name(thread, result));
    value_release(result);
    return is_none;
}

static bool trampoline_finalize(Thread *thread, Value self) {
    Value result = call_slot(thread, self, SLOT_DEL, NULL, 0);
    value_release(result);
    return !value_is_absent(result);
}

/* Where CPython does not look why a special method cannot be had (its own __get__ raises, say): false without an exception. */
static bool call_if_usable(Thread *thread, Value self, int slot, Value *result) {
    Value method;
    bool self_first;
    if (value_is_method(type_lookup(type_of(thread->interpreter, self), slot_name(thread, slot)))) {
        *result = call_slot(thread, self, slot, NULL, 0);
        return true;
    }
    if (!value_find_special(thread, self, slot_name(thread, slot), &method, &self_first)) return exception_clear(thread), false;
    *result = value_call_none(thread, method);
    value_release(method);
    return true;
}

static Value trampoline_repr(Thread *thread, Value self) {
    Value result;
    return call_if_usable(thread, self, SLOT_REPR, &result) ? result : thread_builtins(thread)->type_object->repr(thread, self);
}

static Value trampoline_await(Thread *thread, Value self) {
    Value result;
    if (call_if_usable(thread, self, SLOT_AWAIT, &result)) return result;
    raise_format(thread, thread_builtins(thread)->exception_AttributeError, "object %s does not have __await__ method",
                 value_type_name(thread, self));
    return VALUE_ABSENT;
}

#define UNARY_TRAMPOLINE(name, slot) \
    static Value trampoline_##name(Thread *thread, Value self) { return call_slot(thread, self, slot, NULL, 0); }
UNARY_TRAMPOLINE(str, SLOT_STR)
UNARY_TRAMPOLINE(int, SLOT_INT)
UNARY_TRAMPOLINE(float, SLOT_FLOAT)
#define X(name, dunder, symbol) UNARY_TRAMPOLINE(unary_##name, SLOT_UNARY + UNARY_##name)
UNARY_OPERATORS(X)
#undef X

/* Checked here: nearly everyone who asks for the slot takes the result for an int. */
static Value trampoline_index(Thread *thread, Value self) {
    Value index = call_slot(thread, self, SLOT_INDEX, NULL, 0);
    if (value_is_absent(index) || value_is_int(index)) return index;
    raise_type_error(thread, "__index__ returned non-int (type %s)", value_type_name(thread, index));
    value_release(index);
    return VALUE_ABSENT;
}

static Value trampoline_format(Thread *thread, Value self, Value specification) {
    return call_slot(thread, self, SLOT_FORMAT, &specification, 1);
}

static bool trampoline_hash(Thread *thread, Value self, int64_t *hash) {
    Value result;
    if (!call_if_usable(thread, self, SLOT_HASH, &result)) {
        raise_type_error(thread, "unhashable type: '%s'", value_type_name(thread, self));
        return false;
    }
    if (value_is_absent(result)) return false;
    bool is_int = value_is_int(result);
    if (!is_int) {
        raise_type_error(thread, "__hash__ method should return an integer");
    } else {
        int64_t integer;
        *hash = int_fits_int64(result, &integer) ? integer : int_hash(result);
        if (*hash == -1) *hash = -2;
    }
    value_release(result);
    return is_int;
}

static int trampoline_truth(Thread *thread, Value self) {
    Value result = call_slot(thread, self, SLOT_BOOL, NULL, 0);
    if (value_is_absent(result)) return -1;
    if (result.tag == TAG_BOOL) return (int)result.integer;
    raise_type_error(thread, "__bool__ should return bool, returned %s", value_type_name(thread, result));
    value_release(result);
    return -1;
}

static int64_t trampoline_length(Thread *thread, Value self) {
    Value result = call_slot(thread, self, SLOT_LEN, NULL, 0);
    if (value_is_absent(result)) return -1;
    Value index = value_index(thread, result);
    value_release(result);
    if (value_is_absent(index)) return -1;
    int64_t length = -1;
    if (int_sign(index) < 0) raise_value_error(thread, "__len__() should return >= 0");
    else if (!int_fits_int64(index, &length)) raise_overflow_error(thread, "cannot fit 'int' into an index-sized integer");
    value_release(index);
    return exception_is_set(thread) ? -1 : length;
}

static Value trampoline_call(Thread *thread, Value self, const Call *call) {
    Value method;
    bool self_first;
    if (!value_find_special(thread, self, slot_name(thread, SLOT_CALL), &method, &self_first))
        return exception_is_set(thread)
                   ? VALUE_ABSENT
                   : raise_type_error(thread, "'%s' object is not callable", value_type_name(thread, self));
    if (!thread_enter(thread, " while calling a Python object")) {
        value_release(method);
        return VALUE_ABSENT;
    }
    Value result = self_first ? value_call_with_self(thread, method, self, call) : value_call(thread, method, call);
    thread_leave(thread);
    value_release(method);
    return result;
}

static bool is_disabled(Thread *thread, Value self, int slot) {
    return value_is_none(type_lookup(type_of(thread->interpreter, self), slot_name(thread, slot)));
}

static Value trampoline_iterate(Thread *thread, Value self) {
    if (is_disabled(thread, self, SLOT_ITER))
        return raise_type_error(thread, "'%s' object is not iterable", value_type_name(thread, self));
    Value result;
    if (call_if_usable(thread, self, SLOT_ITER, &result)) return result;
    if (has_special(thread, self, SLOT_GETITEM)) return sequence_iterator_new(thread, self);
    return raise_type_error(thread, "'%s' object is not iterable", value_type_name(thread, self));
}

static Value trampoline_next(Thread *thread, Value self) {
    return call_slot(thread, self, SLOT_NEXT, NULL, 0);
}

static int trampoline_contains(Thread *thread, Value self, Value item) {
    if (is_disabled(thread, self, SLOT_CONTAINS)) {
        raise_type_error(thread, "'%s' object is not a container", value_type_name(thread, self));
        return -1;
    }
    Value result = call_slot(thread, self, SLOT_CONTAINS, &item, 1);
    if (value_is_absent(result)) return -1;
    int truth = value_truth(thread, result);
    value_release(result);
    return truth;
}

static Value trampoline_get_item(Thread *thread, Value self, Value key) {
    return call_slot(thread, self, SLOT_GETITEM, &key, 1);
}

static bool released(Value result) {
    value_release(result);
    return !value_is_absent(result);
}

static bool trampoline_set_item(Thread *thread, Value self, Value key, Value value) {
    bool deletes = value_is_absent(value);
    if (!has_special(thread, self, deletes ? SLOT_DELITEM : SLOT_SETITEM)) {
        raise_no_special(thread, self, deletes ? SLOT_DELITEM : SLOT_SETITEM);
        return false;
    }
    Value values[2] = {key, value};
    return released(call_slot(thread, self, deletes ? SLOT_DELITEM : SLOT_SETITEM, values, deletes ? 1 : 2));
}

/* __getattribute__ first; __getattr__ is asked when that raises AttributeError. */
static Value trampoline_get_attribute(Thread *thread, Value self, String *name) {
    Type *type = type_of(thread->interpreter, self);
    Value key = {.tag = TAG_OBJECT, .object = &name->object};
    Value getter = type_lookup(type, slot_name(thread, SLOT_GETATTRIBUTE));
    bool has_hook = has_special(thread, self, SLOT_GETATTR);
    Value result;
    if (value_has_type(getter, &slot_wrapper_type_template)) {
        const Type *owner = ((SlotWrapper *)getter.object)->owner;
        result = owner->get_attribute ? owner->get_attribute(thread, self, name)
                                      : attribute_get_generic(thread, self, type, name, has_hook);
    } else {
        result = call_slot(thread, self, SLOT_GETATTRIBUTE, &key, 1);
    }
    if (!value_is_absent(result)) return result;
    if (has_hook) {
        if (exception_is_set(thread)) {
            if (!exception_matches(thread, thread_builtins(thread)->exception_AttributeError)) return result;
            exception_clear(thread);
        }
        result = call_slot(thread, self, SLOT_GETATTR, &key, 1);
    }
    if (value_is_absent(result)) attribute_error_complete(thread, self, name);
    return result;
}

static bool trampoline_set_attribute(Thread *thread, Value self, String *name, Value value) {
    bool deletes = value_is_absent(value);
    Value values[2] = {{.tag = TAG_OBJECT, .object = &name->object}, value};
    return released(call_slot(thread, self, deletes ? SLOT_DELATTR : SLOT_SETATTR, values, deletes ? 1 : 2));
}

static Value trampoline_descriptor_get(Thread *thread, Value self, Value instance, Value owner) {
    Value getter = value_retain(type_lookup(type_of(thread->interpreter, self), slot_name(thread, SLOT_GET)));
    if (value_is_absent(getter)) return value_retain(self);
    Value values[3] = {self, value_is_absent(instance) ? VALUE_NONE : instance, value_is_absent(owner) ? VALUE_NONE : owner};
    Value result = value_call_values(thread, getter, values, 3); /* not bound: that would ask it for its own __get__ */
    value_release(getter);
    return result;
}

static bool trampoline_descriptor_set(Thread *thread, Value self, Value instance, Value value) {
    bool deletes = value_is_absent(value);
    if (!has_special(thread, self, deletes ? SLOT_DELETE : SLOT_SET)) {
        raise_no_special(thread, self, deletes ? SLOT_DELETE : SLOT_SET);
        return false;
    }
    Value values[2] = {instance, value};
    return released(call_slot(thread, self, deletes ? SLOT_DELETE : SLOT_SET, values, deletes ? 1 : 2));
}

static Value trampoline_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    if (!has_special(thread, left, SLOT_COMPARE + (int)comparison)) return VALUE_NOT_IMPLEMENTED;
    Value found = type_lookup(type_of(thread->interpreter, left), slot_name(thread, SLOT_COMPARE + (int)comparison)), method;
    bool self_first;
    if (!value_is_method(found)) { /* what cannot be bound is no comparison, in CPython */
        if (!value_find_special(thread, left, slot_name(thread, SLOT_COMPARE + (int)comparison), &method, &self_first))
            return exception_clear(thread), VALUE_NOT_IMPLEMENTED;
        Value result = value_call_one(thread, method, right);
        value_release(method);
        return result;
    }
    return call_slot(thread, left, SLOT_COMPARE + (int)comparison, &right, 1);
}

/* ---- binary operators ---- */
static Value call_operator(Thread *thread, Value self, int slot, Value other) {
    if (!has_special(thread, self, slot)) return VALUE_NOT_IMPLEMENTED;
    return call_slot(thread, self, slot, &other, 1);
}

/* Whether right's class has another reflected method than left's: only then may it come first. */
static bool is_overridden(Thread *thread, Type *left, Type *right, int slot) {
    Value in_right = type_lookup(right, slot_name(thread, slot));
    return !value_is_absent(in_right) && !value_is(in_right, type_lookup(left, slot_name(thread, slot)));
}

static Value trampoline_binary(Thread *thread, BinaryOperator operator, BinarySlot *self_slot, Value left, Value right) {
    Type *left_type = type_of(thread->interpreter, left), *right_type = type_of(thread->interpreter, right);
    int forward = SLOT_BINARY + (int)operator, reflected = SLOT_REFLECTED + (int)operator;
    bool ask_right = left_type != right_type && right_type->binary[operator] == self_slot;
    if (left_type->binary[operator] == self_slot) {
        if (ask_right && type_is_subtype(right_type, left_type) && is_overridden(thread, left_type, right_type, reflected)) {
            Value result = call_operator(thread, right, reflected, left);
            if (result.tag != TAG_NOT_IMPLEMENTED) return result;
            ask_right = false;
        }
        Value result = call_operator(thread, left, forward, right);
        if (result.tag != TAG_NOT_IMPLEMENTED || left_type == right_type) return result;
    }
    return ask_right ? call_operator(thread, right, reflected, left) : VALUE_NOT_IMPLEMENTED;
}

#define X(name, dunder, reflected, augmented, symbol)                                              \
    static Value trampoline_binary_##name(Thread *thread, Value left, Value right) {              \
        return trampoline_binary(thread, BINARY_##name, trampoline_binary_##name, left, right);   \
    }                                                                                             \
    static Value trampoline_in_place_##name(Thread *thread, Value left, Value right) {            \
        return call_slot(thread, left, SLOT_IN_PLACE + BINARY_##name, &right, 1);                 \
    }
BINARY_OPERATORS(X)
#undef X

/* ---- wrappers: special method of a built-in type -> its slot ---- */
static bool expect_arguments(Thread *thread, const SlotEntry *entry, const Call *call, size_t least, size_t most) {
    if (call->names && call->names->count) {
        raise_type_error(thread, "wrapper %s() takes no keyword arguments", entry->dunder);
        return false;
    }
    if (call->positional_count >= least && call->positional_count <= most) return true;
    if (least == most)
        raise_type_error(thread, "expected %zu argument%s, got %zu", least, least == 1 ? "" : "s", call->positional_count);
    else
        raise_type_error(thread, "expected at %s %zu arguments, got %zu", call->positional_count < least ? "least" : "most",
                         call->positional_count < least ? least : most, call->positional_count);
    return false;
}

#define WRAPPER(name) \
    static Value name(Thread *thread, const SlotEntry *entry, Type *owner, Value self, const Call *call)
#define EXPECT(least, most) \
    if (!expect_arguments(thread, entry, call, least, most)) return VALUE_ABSENT
static Value none_or_absent(bool done) { return done ? VALUE_NONE : VALUE_ABSENT; }

WRAPPER(wrap_initialize) {
    (void)entry;
    return none_or_absent(owner->initialize(thread, self, call));
}
WRAPPER(wrap_finalize) {
    EXPECT(0, 0);
    return none_or_absent(owner->finalize(thread, self));
}
WRAPPER(wrap_unary) {
    EXPECT(0, 0);
    return ((UnarySlot *)slot_function(owner, entry))(thread, self);
}
WRAPPER(wrap_next) {
    EXPECT(0, 0);
    Value result = owner->next(thread, self);
    if (value_is_absent(result) && !exception_is_set(thread)) raise_stop_iteration(thread, VALUE_ABSENT);
    return result;
}
WRAPPER(wrap_format) {
    EXPECT(1, 1);
    if (!value_is_string(call->values[0]))
        return raise_type_error(thread, "__format__() argument must be str, not %s", value_type_name(thread, call->values[0]));
    return owner->format(thread, self, call->values[0]);
}
WRAPPER(wrap_hash) {
    EXPECT(0, 0);
    int64_t hash;
    return owner->hash(thread, self, &hash) ? value_from_int(hash) : VALUE_ABSENT;
}
WRAPPER(wrap_truth) {
    EXPECT(0, 0);
    int truth = owner->truth(thread, self);
    return truth < 0 ? VALUE_ABSENT : value_from_bool(truth);
}
WRAPPER(wrap_length) {
    EXPECT(0, 0);
    int64_t length = owner->length(thread, self);
    return length < 0 ? VALUE_ABSENT : value_from_int(length);
}
WRAPPER(wrap_call) {
    (void)entry;
    return owner->call(thread, self, call);
}
WRAPPER(wrap_contains) {
    EXPECT(1, 1);
    int found = owner->contains(thread, self, call->values[0]);
    return found < 0 ? VALUE_ABSENT : value_from_bool(found);
}
WRAPPER(wrap_get_item) {
    EXPECT(1, 1);
    return owner->get_item(thread, self, call->values[0]);
}
WRAPPER(wrap_set_item) {
    EXPECT(2, 2);
    return none_or_absent(owner->set_item(thread, self, call->values[0], call->values[1]));
}
WRAPPER(wrap_delete_item) {
    EXPECT(1, 1);
    return none_or_absent(owner->set_item(thread, self, call->values[0], VALUE_ABSENT));
}

/* Owned. */
static String *attribute_name(Thread *thread, Value name) {
    if (value_is_string(name)) return string_intern_object(thread, value_string(name));
    raise_type_error(thread, "attribute name must be string, not '%s'", value_type_name(thread, name));
    return NULL;
}
WRAPPER(wrap_get_attribute) {
    EXPECT(1, 1);
    String *name = attribute_name(thread, call->values[0]);
    if (!name) return VALUE_ABSENT;
    Value value = owner->get_attribute ? owner->get_attribute(thread, self, name) : object_get_attribute_generic(thread, self, name);
    object_release(name);
    return value;
}
static Value wrap_store(Thread *thread, Type *owner, Value self, Value name_value, Value value) {
    if (!owner->set_attribute && value_is_type(self) && value_is_string(name_value))
        return raise_type_error(thread, "can't apply this %s to %s object", value_is_absent(value) ? "__delattr__" : "__setattr__",
                                value_type_name(thread, self));
    String *name = attribute_name(thread, name_value);
    bool done = name && (owner->set_attribute ? owner->set_attribute : object_set_attribute_generic)(thread, self, name, value);
    object_release(name);
    return none_or_absent(done);
}
WRAPPER(wrap_set_attribute) {
    EXPECT(2, 2);
    return wrap_store(thread, owner, self, call->values[0], call->values[1]);
}
WRAPPER(wrap_delete_attribute) {
    EXPECT(1, 1);
    return wrap_store(thread, owner, self, call->values[0], VALUE_ABSENT);
}
WRAPPER(wrap_descriptor_get) {
    EXPECT(1, 2);
    Value instance = call->values[0], class = call->positional_count > 1 ? call->values[1] : VALUE_NONE;
    if (value_is_none(instance) && value_is_none(class)) return raise_type_error(thread, "__get__(None, None) is invalid");
    return owner->descriptor_get(thread, self, value_is_none(instance) && !value_is_none(class) ? VALUE_ABSENT : instance,
                                 value_is_none(class) ? VALUE_ABSENT : class);
}
WRAPPER(wrap_descriptor_set) {
    EXPECT(2, 2);
    return none_or_absent(owner->descriptor_set(thread, self, call->values[0], call->values[1]));
}
WRAPPER(wrap_descriptor_delete) {
    EXPECT(1, 1);
    return none_or_absent(owner->descriptor_set(thread, self, call->values[0], VALUE_ABSENT));
}
WRAPPER(wrap_compare) {
    EXPECT(1, 1);
    return owner->compare(thread, self, call->values[0], (Comparison)entry->operator);
}
/* A sequence's own __mul__ takes what can be an index: before anything else, unlike the operator. */
static bool is_repetition(const SlotEntry *entry, const Type *owner) {
    return entry->operator== BINARY_MULTIPLY && owner->get_item && owner->length && !owner->to_float;
}
static bool expect_index(Thread *thread, Value value) {
    const Type *type = type_of(thread->interpreter, value);
    if (value_is_int(value) || type->to_index) return true;
    return raise_type_error(thread, "'%s' object cannot be interpreted as an integer", type->name), false;
}
WRAPPER(wrap_binary) {
    EXPECT(1, entry->operator== BINARY_POWER ? 2 : 1);
    if (call->positional_count == 2 && !value_is_none(call->values[1])) {
        if (!(owner->flags & TYPE_INT) || !value_is_int(call->values[0]) || !value_is_int(call->values[1]))
            return VALUE_NOT_IMPLEMENTED;
        return int_power_modulus(thread, self, call->values[0], call->values[1]);
    }
    if (is_repetition(entry, owner) && !expect_index(thread, call->values[0])) return VALUE_ABSENT;
    Value result = owner->binary[entry->operator](thread, self, call->values[0]);
    /* A sequence's own + raises. */
    if (result.tag == TAG_NOT_IMPLEMENTED && owner->flags & (TYPE_STRING | TYPE_BYTES | TYPE_LIST | TYPE_TUPLE) &&
        raise_sequence_operands(thread, (BinaryOperator)entry->operator, owner, type_of(thread->interpreter, call->values[0]), false))
        return VALUE_ABSENT;
    return result;
}
WRAPPER(wrap_reflected) {
    EXPECT(1, 1);
    if (is_repetition(entry, owner)) {
        if (!expect_index(thread, call->values[0])) return VALUE_ABSENT;
        return owner->binary[entry->operator](thread, self, call->values[0]);
    }
    return owner->binary[entry->operator](thread, call->values[0], self);
}
WRAPPER(wrap_in_place) {
    EXPECT(1, 1);
    if (is_repetition(entry, owner) && !expect_index(thread, call->values[0])) return VALUE_ABSENT;
    return owner->in_place[entry->operator](thread, self, call->values[0]);
}

/* ---- the table ---- */
#define FUNCTION(function) ((void (*)(void))(function))
#define TRAMPOLINE_NEW trampoline_create
#define TRAMPOLINE_INIT trampoline_initialize
#define TRAMPOLINE_DEL trampoline_finalize
#define TRAMPOLINE_REPR trampoline_repr
#define TRAMPOLINE_STR trampoline_str
#define TRAMPOLINE_FORMAT trampoline_format
#define TRAMPOLINE_HASH trampoline_hash
#define TRAMPOLINE_BOOL trampoline_truth
#define TRAMPOLINE_LEN trampoline_length
#define TRAMPOLINE_CALL trampoline_call
#define TRAMPOLINE_ITER trampoline_iterate
#define TRAMPOLINE_NEXT trampoline_next
#define TRAMPOLINE_CONTAINS trampoline_contains
#define TRAMPOLINE_GETITEM trampoline_get_item
#define TRAMPOLINE_SETITEM trampoline_set_item
#define TRAMPOLINE_DELITEM trampoline_set_item
#define TRAMPOLINE_GETATTRIBUTE trampoline_get_attribute
#define TRAMPOLINE_GETATTR trampoline_get_attribute
#define TRAMPOLINE_SETATTR trampoline_set_attribute
#define TRAMPOLINE_DELATTR trampoline_set_attribute
#define TRAMPOLINE_GET trampoline_descriptor_get
#define TRAMPOLINE_SET trampoline_descriptor_set
#define TRAMPOLINE_DELETE trampoline_descriptor_set
#define TRAMPOLINE_INT trampoline_int
#define TRAMPOLINE_FLOAT trampoline_float
#define TRAMPOLINE_INDEX trampoline_index
#define TRAMPOLINE_AWAIT trampoline_await

const SlotEntry slot_entries[] = {
#define X(identifier, dunder, field, wrapper, signature, documentation) \
    {dunder, offsetof(Type, field), FUNCTION(TRAMPOLINE_##identifier), wrapper, 0, signature, documentation},
    SLOTS(X)
#undef X
#define X(identifier, dunder, symbol)                                                                       \
    {dunder, offsetof(Type, compare), FUNCTION(trampoline_compare), wrap_compare, COMPARE_##identifier,     \
     "($self, value, /)", "What self " symbol " value tells."},
    COMPARISONS(X)
#undef X
#define X(name, dunder, reflected, augmented, symbol)                                                        \
    {dunder, offsetof(Type, binary[BINARY_##name]), FUNCTION(trampoline_binary_##name), wrap_binary, BINARY_##name, \
     "($self, value, /)", "What self " symbol " value gives."},
    BINARY_OPERATORS(X)
#undef X
#define X(name, dunder, reflected, augmented, symbol)                                                        \
    {reflected, offsetof(Type, binary[BINARY_##name]), FUNCTION(trampoline_binary_##name), wrap_reflected,  \
     BINARY_##name, "($self, value, /)", "What value " symbol " self gives."},
    BINARY_OPERATORS(X)
#undef X
#define X(name, dunder, reflected, augmented, symbol)                                                        \
    {augmented, offsetof(Type, in_place[BINARY_##name]), FUNCTION(trampoline_in_place_##name), wrap_in_place, \
     BINARY_##name, "($self, value, /)", "What self " symbol "= value does."},
    BINARY_OPERATORS(X)
#undef X
#define X(name, dunder, symbol)                                                                             \
    {dunder, offsetof(Type, unary[UNARY_##name]), FUNCTION(trampoline_unary_##name), wrap_unary, UNARY_##name, \
     "($self, /)", symbol "self"},
    UNARY_OPERATORS(X)
#undef X
};
const size_t slot_entry_count = SLOT_COUNT;

/* ---- inheriting and updating ---- */
bool type_inherit_slots(Thread *thread, Type *type) {
    (void)thread;
    const Type *base = type->base;
    if (!base) return true;
    bool own_equality = type->compare && !type->hash;
    for (size_t i = 0; i < SLOT_COUNT; i++) {
        const SlotEntry *entry = &slot_entries[i];
        if (!slot_function(type, entry)) slot_set_function(type, entry, slot_function(base, entry));
    }
    if (own_equality) type->hash = NULL; /* equal objects must hash alike: who defines one defines both */
    return true;
}

typedef struct SlotChoice {
    bool found_specific, use_trampoline;
    Function *specific;
} SlotChoice;

/* The built-in type that a special method found in a class comes from; NULL: it is written in Python. */
static Type *specific_owner(const SlotEntry *entry, Value found) {
    if (value_has_type(found, &slot_wrapper_type_template)) {
        SlotWrapper *wrapper = (SlotWrapper *)found.object;
        return wrapper->entry == entry && value_is_absent(wrapper->self) ? wrapper->owner : NULL;
    }
    if (value_has_type(found, &method_descriptor_type_template)) {
        Native *method = (Native *)found.object;
        return strcmp(method->entry->name, entry->dunder) == 0 && slot_function(method->owner, entry) ? method->owner : NULL;
    }
    if (value_has_type(found, &native_type_template) && strcmp(entry->dunder, "__new__") == 0) {
        Native *method = (Native *)found.object;
        return value_is_type(method->self) && strcmp(method->entry->name, "__new__") == 0 ? value_type(method->self) : NULL;
    }
    return NULL;
}

static void slot_choose(Thread *thread, Type *type, int slot, SlotChoice *choice) {
    const SlotEntry *entry = &slot_entries[slot];
    if (!entry->dunder) return;
    Value found = type_lookup_uncached(type, slot_name(thread, slot)); /* the cache is for calls */
    if (value_is_absent(found)) return;
    if (value_is_none(found) && slot == SLOT_HASH) {
        choice->found_specific = true;
        choice->specific = NULL;
        return;
    }
    Type *owner = specific_owner(entry, found);
    if (!owner || !type_is_subtype(type, owner)) {
        choice->use_trampoline = true;
        return;
    }
    Function *function = slot_function(owner, entry);
    if (choice->found_specific && choice->specific != function) choice->use_trampoline = true;
    choice->found_specific = true;
    choice->specific = function;
}

/* The next row of the table for the same slot, -1: none. */
static int next_row(int row) {
    switch (row) {
    case SLOT_SETITEM: return SLOT_DELITEM;
    case SLOT_GETATTRIBUTE: return SLOT_GETATTR;
    case SLOT_SETATTR: return SLOT_DELATTR;
    case SLOT_SET: return SLOT_DELETE;
    default: break;
    }
    if (row >= SLOT_COMPARE && row < SLOT_BINARY - 1) return row + 1;
    return row >= SLOT_BINARY && row < SLOT_REFLECTED ? row + BINARY_OPERATOR_COUNT : -1;
}

static int first_row(int row) {
    switch (row) {
    case SLOT_DELITEM: return SLOT_SETITEM;
    case SLOT_GETATTR: return SLOT_GETATTRIBUTE;
    case SLOT_DELATTR: return SLOT_SETATTR;
    case SLOT_DELETE: return SLOT_SET;
    default: break;
    }
    if (row >= SLOT_COMPARE && row < SLOT_BINARY) return SLOT_COMPARE;
    return row >= SLOT_REFLECTED && row < SLOT_IN_PLACE ? row - BINARY_OPERATOR_COUNT : row;
}

static void slot_update(Thread *thread, Type *type, int row) {
    SlotChoice choice = {0};
    for (int i = first_row(row); i >= 0; i = next_row(i)) slot_choose(thread, type, i, &choice);
    slot_set_function(type, &slot_entries[row],
                      choice.use_trampoline ? slot_entries[row].trampoline : choice.found_specific ? choice.specific : NULL);
    /* A list's or a str's own way to tell whether it is empty looks past another __len__. */
    if (row == SLOT_LEN) slot_update(thread, type, SLOT_BOOL);
}

static int find_row(Thread *thread, const String *name) {
    if (name->length < 6 || name->bytes[0] != '_' || name->bytes[1] != '_') return -1;
    for (int i = 0; i < SLOT_COUNT; i++) {
        const String *own = slot_name(thread, i);
        if (own && (own == name || string_equals(own, name))) return i;
    }
    return -1;
}

/* With one base, its slots were inherited already: only those that the class itself defines can differ. */
static void update_own_slots(Thread *thread, Type *type) {
    Value key, value;
    for (size_t at = 0; dict_next(type->attributes, &at, &key, &value);) {
        int row = value_is_string(key) ? find_row(thread, value_string(key)) : -1;
        if (row >= 0) slot_update(thread, type, row);
    }
}

static bool extends_its_base(const Type *type) {
    const Tuple *order = type->order, *base_order = type->base->order;
    bool same = type->bases->count == 1 && base_order && order->count == base_order->count + 1;
    for (size_t i = 0; same && i < base_order->count; i++) same = order->items[i + 1].object == base_order->items[i].object;
    return same;
}

void type_renew_slots(Thread *thread, Type *type) {
    for (int i = 0; i < SLOT_COUNT; i++)
        if (slot_entries[i].dunder && first_row(i) == i) slot_update(thread, type, i);
}

bool type_update_slots(Thread *thread, Type *type, String *name) {
    int wanted = name ? find_row(thread, name) : -1;
    if (!name && extends_its_base(type)) {
        update_own_slots(thread, type);
    } else if (!name) {
        type_renew_slots(thread, type);
    } else if (wanted >= 0) {
        slot_update(thread, type, wanted);
    }
    for (size_t i = 0; wanted >= 0 && i < type->subclass_count; i++)
        if (!type_update_slots(thread, type->subclasses[i], name)) return false;
    return true;
}

/* ---- the wrappers of a built-in type ---- */
static bool has_wrapper(const Type *type, int slot) {
    const SlotEntry *entry = &slot_entries[slot];
    if (!entry->dunder || !entry->wrapper) return false;
    Function *function = slot_function(type, entry);
    bool is_object = !type->base;
    if (is_object && (slot == SLOT_GETATTRIBUTE || slot == SLOT_SETATTR || slot == SLOT_DELATTR)) return true;
    if (!function || (type->base && slot_function(type->base, entry) == function)) return false;
    if (slot == SLOT_BOOL && type->length && !(type->flags & TYPE_OWN_TRUTH))
        return false; /* __len__ says it */
    bool reflected_add = slot == SLOT_REFLECTED + BINARY_ADD;
    return !(reflected_add && (type->flags & (TYPE_STRING | TYPE_BYTES | TYPE_LIST | TYPE_TUPLE) ||
                               type->origin == &bytearray_type_template));
}

/* Special methods that are methods in CPython, no wrappers of slots. */
NATIVE(format_method) {
    if (!value_is_string(arguments[1]))
        return raise_type_error(thread, "__format__() argument must be str, not %s",
                                value_is_none(arguments[1]) ? "None" : value_type_name(thread, arguments[1]));
    return native->owner->format(thread, arguments[0], arguments[1]);
}
NATIVE(contains_method) {
    int found = native->owner->contains(thread, arguments[0], arguments[1]);
    return found < 0 ? VALUE_ABSENT : value_from_bool(found);
}
static const NativeEntry format_entry = {"__format__", "($self, format_spec, /)", "What format(self, format_spec) gives.",
                                         format_method, NULL, 0};
static const NativeEntry contains_entry = {"__contains__", "($self, key, /)", "Whether key is in self.", contains_method, NULL, 0};

static Value make_wrapper(Thread *thread, Type *type, int slot) {
    bool is_table = type->origin == &dict_type_template || type->origin == &set_type_template || type->origin == &frozenset_type_template;
    if (slot == SLOT_FORMAT) return native_new_method(thread, &format_entry, type);
    if (slot == SLOT_CONTAINS && is_table) return native_new_method(thread, &contains_entry, type);
    return slot_wrapper_new(thread, type, &slot_entries[slot], VALUE_ABSENT);
}

bool type_add_slot_wrappers(Thread *thread, Type *type, Dict *attributes) {
    for (int i = 0; i < SLOT_COUNT; i++) {
        if (!has_wrapper(type, i) || !value_is_absent(dict_get_string(attributes, slot_name(thread, i)))) continue;
        Value wrapper = make_wrapper(thread, type, i);
        if (value_is_absent(wrapper)) return false;
        bool done = dict_set_string(thread, attributes, slot_name(thread, i), wrapper);
        value_release(wrapper);
        if (!done) return false;
    }
    if (!type->hash && type->compare && type->base && value_is_absent(dict_get_string(attributes, slot_name(thread, SLOT_HASH))))
        return dict_set_string(thread, attributes, slot_name(thread, SLOT_HASH), VALUE_NONE);
    return true;
}

/* ---- slot_wrapper and method-wrapper ---- */
Value slot_wrapper_new(Thread *thread, Type *owner, const SlotEntry *entry, Value self) {
    Builtins *builtins = thread_builtins(thread);
    SlotWrapper *wrapper = object_new(thread, value_is_absent(self) ? builtins->type_slot_wrapper : builtins->type_method_wrapper);
    if (!wrapper) return VALUE_ABSENT;
    wrapper->owner = owner;
    wrapper->entry = entry;
    wrapper->self = value_retain(self);
    return value_from_object(wrapper);
}

static Value slot_wrapper_call(Thread *thread, Value callable, const Call *call) {
    SlotWrapper *wrapper = (SlotWrapper *)callable.object;
    if (call->positional_count == 0)
        return raise_type_error(thread, "descriptor '%s' of '%s' object needs an argument", wrapper->entry->dunder,
                                wrapper->owner->name);
    Value self = call->values[0];
    if (!value_is_instance(thread->interpreter, self, wrapper->owner))
        return raise_type_error(thread, "descriptor '%s' requires a '%s' object but received a '%s'", wrapper->entry->dunder,
                                wrapper->owner->name, value_type_name(thread, self));
    Call rest = {.values = call->values + 1, .positional_count = call->positional_count - 1, .names = call->names};
    /* A class may have named its own slot's wrapper for another slot: they would call each other for ever. */
    if (!thread_enter(thread, " while calling a Python object")) return VALUE_ABSENT;
    Value result = wrapper->entry->wrapper(thread, wrapper->entry, wrapper->owner, self, &rest);
    thread_leave(thread);
    return result;
}

static Value method_wrapper_call(Thread *thread, Value callable, const Call *call) {
    SlotWrapper *wrapper = (SlotWrapper *)callable.object;
    return wrapper->entry->wrapper(thread, wrapper->entry, wrapper->owner, wrapper->self, call);
}

static Value slot_wrapper_get(Thread *thread, Value self, Value instance, Value owner) {
    (void)owner;
    if (value_is_absent(instance)) return value_retain(self);
    SlotWrapper *wrapper = (SlotWrapper *)self.object;
    if (!value_is_instance(thread->interpreter, instance, wrapper->owner))
        return raise_type_error(thread, "descriptor '%s' for '%s' objects doesn't apply to a '%s' object",
                                wrapper->entry->dunder, wrapper->owner->name, value_type_name(thread, instance));
    return slot_wrapper_new(thread, wrapper->owner, wrapper->entry, instance);
}

static Value slot_wrapper_repr(Thread *thread, Value self) {
    SlotWrapper *wrapper = (SlotWrapper *)self.object;
    if (value_is_absent(wrapper->self))
        return string_format(thread, "<slot wrapper '%s' of '%s' objects>", wrapper->entry->dunder, wrapper->owner->name);
    return string_format(thread, "<method-wrapper '%s' of %s object at %p>", wrapper->entry->dunder,
                         value_type_name(thread, wrapper->self), (void *)wrapper->self.object);
}

static Value method_wrapper_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    (void)thread;
    if ((comparison != COMPARE_EQ && comparison != COMPARE_NE) || !value_has_type(right, &method_wrapper_type_template))
        return VALUE_NOT_IMPLEMENTED;
    SlotWrapper *a = (SlotWrapper *)left.object, *b = (SlotWrapper *)right.object;
    bool equal = a->entry == b->entry && a->owner == b->owner && value_is(a->self, b->self);
    return value_from_bool(equal == (comparison == COMPARE_EQ));
}

static bool method_wrapper_hash(Thread *thread, Value self, int64_t *hash) {
    (void)thread;
    SlotWrapper *wrapper = (SlotWrapper *)self.object;
    *hash = (int64_t)((uintptr_t)wrapper->entry >> 3 ^ (uintptr_t)wrapper->self.integer >> 4) & INT64_MAX;
    return true;
}

static void slot_wrapper_destroy(Object *self) { value_clear(&((SlotWrapper *)self)->self); }
static bool slot_wrapper_visit(Object *self, Visit *visit, void *context) {
    return visit_value(((SlotWrapper *)self)->self, visit, context);
}

static Value slot_wrapper_name(Thread *thread, Value self) {
    return string_from_c(thread, ((SlotWrapper *)self.object)->entry->dunder);
}
static Value slot_wrapper_qualified_name(Thread *thread, Value self) {
    SlotWrapper *wrapper = (SlotWrapper *)self.object;
    return string_format(thread, "%s.%s", type_short_name(wrapper->owner), wrapper->entry->dunder);
}
static Value slot_wrapper_documentation(Thread *thread, Value self) {
    const char *text = ((SlotWrapper *)self.object)->entry->documentation;
    return text ? string_from_c(thread, text) : VALUE_NONE;
}
static Value slot_wrapper_signature(Thread *thread, Value self) {
    return string_from_c(thread, ((SlotWrapper *)self.object)->entry->signature);
}
static Value slot_wrapper_owner(Thread *thread, Value self) {
    (void)thread;
    return value_from_object(object_retain(((SlotWrapper *)self.object)->owner));
}
static Value slot_wrapper_self(Thread *thread, Value self) {
    Value bound = ((SlotWrapper *)self.object)->self;
    if (value_is_absent(bound)) return raise_attribute_error(thread, self, thread_builtins(thread)->name___self__);
    return value_retain(bound);
}

static const PropertyEntry slot_wrapper_properties[] = {
    {"__name__", slot_wrapper_name, NULL, NULL},
    {"__qualname__", slot_wrapper_qualified_name, NULL, NULL},
    {"__doc__", slot_wrapper_documentation, NULL, NULL},
    {"__text_signature__", slot_wrapper_signature, NULL, NULL},
    {"__objclass__", slot_wrapper_owner, NULL, NULL},
    {"__self__", slot_wrapper_self, NULL, NULL},
    {0},
};

const Type slot_wrapper_type_template = {
    .name = "wrapper_descriptor",
    .flags = TYPE_COLLECTED | TYPE_METHOD,
    .instance_size = sizeof(SlotWrapper),
    .destroy = slot_wrapper_destroy,
    .visit = slot_wrapper_visit,
    .clear = slot_wrapper_destroy,
    .repr = slot_wrapper_repr,
    .call = slot_wrapper_call,
    .descriptor_get = slot_wrapper_get,
    .properties = slot_wrapper_properties,
};

const Type method_wrapper_type_template = {
    .name = "method-wrapper",
    .flags = TYPE_COLLECTED,
    .instance_size = sizeof(SlotWrapper),
    .destroy = slot_wrapper_destroy,
    .visit = slot_wrapper_visit,
    .clear = slot_wrapper_destroy,
    .repr = slot_wrapper_repr,
    .hash = method_wrapper_hash,
    .compare = method_wrapper_compare,
    .call = method_wrapper_call,
    .properties = slot_wrapper_properties,
};
