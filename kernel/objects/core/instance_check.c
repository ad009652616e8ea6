/* isinstance() and issubclass(): by the MRO, by tuples, by unions, by __instancecheck__ and __subclasscheck__. */
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/descriptor.h"
#include "kernel/objects/core/objects_state.h"

bool type_is_subtype(const Type *type, const Type *base) {
    if (type == base) return true;
    const Tuple *order = type->order;
    if (!order) {
        for (; type; type = type->base)
            if (type == base) return true;
        return false;
    }
    for (size_t i = 0; i < order->count; i++)
        if (order->items[i].object == &base->object) return true;
    return false;
}

bool value_is_instance(Interpreter *interpreter, Value value, const Type *type) {
    Type *own = type_of(interpreter, value);
    return own == type || type_is_subtype(own, type);
}

static int call_check(Thread *thread, Value class, String *name, Value argument, bool *handled) {
    Value method;
    bool self_first;
    *handled = false;
    if (!value_find_special(thread, class, name, &method, &self_first)) return exception_is_set(thread) ? -1 : 0;
    *handled = true;
    Value values[2] = {class, argument};
    Value result = VALUE_ABSENT;
    if (thread_enter(thread, name == thread_builtins(thread)->name___instancecheck__ ? " in __instancecheck__" : " in __subclasscheck__")) {
        result = value_call_values(thread, method, self_first ? values : values + 1, self_first ? 2 : 1);
        thread_leave(thread);
    }
    value_release(method);
    if (value_is_absent(result)) return -1;
    int truth = value_truth(thread, result);
    value_release(result);
    return truth;
}

/* Anything with a tuple __bases__ passes for a class. */
static Value abstract_bases(Thread *thread, Value class) {
    Value bases = value_find_attribute(thread, class, thread_builtins(thread)->name___bases__);
    if (!value_is_absent(bases) && !value_is_tuple(bases)) value_clear(&bases);
    return bases;
}

static int abstract_is_subclass(Thread *thread, Value derived, Value class) {
    if (value_is(derived, class)) return 1;
    Value bases = abstract_bases(thread, derived);
    if (value_is_absent(bases)) return exception_is_set(thread) ? -1 : 0;
    int found = 0;
    if (thread_enter(thread, " in __issubclass__")) {
        for (size_t i = 0; i < value_tuple(bases)->count && !found; i++)
            found = abstract_is_subclass(thread, value_tuple(bases)->items[i], class);
        thread_leave(thread);
    } else {
        found = -1;
    }
    value_release(bases);
    return found;
}

static bool check_class(Thread *thread, Value class, const char *message) {
    Value bases = abstract_bases(thread, class);
    bool is_class = !value_is_absent(bases);
    value_release(bases);
    if (!is_class && !exception_is_set(thread)) raise_type_error(thread, "%s", message);
    return is_class;
}

/* What type.__instancecheck__ does. */
int type_check_instance(Thread *thread, Value value, Value class) {
    if (value_is_type(class)) {
        if (value_is_instance(thread->interpreter, value, value_type(class))) return 1;
        if (value.tag != TAG_OBJECT) return 0;
        Value claimed = value_find_attribute(thread, value, thread_builtins(thread)->name___class__);
        if (value_is_absent(claimed)) return exception_is_set(thread) ? -1 : 0;
        int result = value_is_type(claimed) && claimed.object != &value.object->type->object &&
                     type_is_subtype(value_type(claimed), value_type(class));
        value_release(claimed);
        return result;
    }
    if (!check_class(thread, class, "isinstance() arg 2 must be a type, a tuple of types, or a union")) return -1;
    Value claimed = value_find_attribute(thread, value, thread_builtins(thread)->name___class__);
    if (value_is_absent(claimed)) return exception_is_set(thread) ? -1 : 0;
    int result = abstract_is_subclass(thread, claimed, class);
    value_release(claimed);
    return result;
}

int type_check_subclass(Thread *thread, Value derived, Value class) {
    if (value_is_type(derived) && value_is_type(class)) return type_is_subtype(value_type(derived), value_type(class));
    if (!check_class(thread, derived, "issubclass() arg 1 must be a class")) return -1;
    if (!check_class(thread, class, "issubclass() arg 2 must be a class, a tuple of classes, or a union")) return -1;
    return abstract_is_subclass(thread, derived, class);
}

static int check_any(Thread *thread, Value value, Tuple *classes, int (*check)(Thread *, Value, Value)) {
    if (!thread_enter(thread, check == value_is_instance_of ? " in __instancecheck__" : " in __subclasscheck__")) return -1;
    int found = 0;
    object_retain(classes);
    for (size_t i = 0; i < classes->count && !found; i++) found = check(thread, value, classes->items[i]);
    object_release(classes);
    thread_leave(thread);
    return found;
}

int value_is_instance_of(Thread *thread, Value value, Value class) {
    Builtins *builtins = thread_builtins(thread);
    if (class.tag == TAG_OBJECT) {
        Type *type = type_of(thread->interpreter, value);
        if (&type->object == class.object) return 1;
        if (class.object->type == builtins->type_type) return type_check_instance(thread, value, class);
        if (value_is_tuple(class)) return check_any(thread, value, value_tuple(class), value_is_instance_of);
        if (value_has_type(class, &union_type_template))
            return check_any(thread, value, ((Union *)class.object)->arguments, value_is_instance_of);
        bool handled;
        int result = call_check(thread, class, builtins->name___instancecheck__, value, &handled);
        if (handled || result < 0) return result;
    }
    return type_check_instance(thread, value, class);
}

int value_is_subclass_of(Thread *thread, Value derived, Value class) {
    Builtins *builtins = thread_builtins(thread);
    if (class.tag == TAG_OBJECT) {
        if (class.object->type == builtins->type_type) {
            if (value_is(derived, class)) return 1;
            return type_check_subclass(thread, derived, class);
        }
        if (value_is_tuple(class)) return check_any(thread, derived, value_tuple(class), value_is_subclass_of);
        if (value_has_type(class, &union_type_template))
            return check_any(thread, derived, ((Union *)class.object)->arguments, value_is_subclass_of);
        bool handled;
        int result = call_check(thread, class, builtins->name___subclasscheck__, derived, &handled);
        if (handled || result < 0) return result;
    }
    return type_check_subclass(thread, derived, class);
}
