/* Items, lengths, membership and iteration over any values. */
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/descriptor.h"
#include "kernel/objects/container/iterators.h"
#include "kernel/objects/core/objects_state.h"

int64_t value_length(Thread *thread, Value value) {
    Type *type = type_of(thread->interpreter, value);
    if (!thread_may_nest(thread)) return -1;
    if (type->length) return type->length(thread, value);
    raise_type_error(thread, "object of type '%s' has no len()", type->name);
    return -1;
}

/* C[x] for a class: __class_getitem__, and type[int]. */
static Value class_get_item(Thread *thread, Value class, Value key) {
    Builtins *builtins = thread_builtins(thread);
    if (class.object == &builtins->type_type->object) return generic_alias_new(thread, class, key);
    Value method = type_get_attribute_quiet(thread, class, builtins->name___class_getitem__, true);
    if (!value_is_absent(method) && !value_is_none(method)) {
        Value result = value_call_one(thread, method, key);
        value_release(method);
        return result;
    }
    if (exception_is_set(thread)) return VALUE_ABSENT;
    return raise_type_error(thread, "type '%s' is not subscriptable", value_type(class)->name);
}

Value value_get_item(Thread *thread, Value container, Value key) {
    Type *type = type_of(thread->interpreter, container);
    if (!thread_may_nest(thread)) return VALUE_ABSENT;
    if (type->get_item) return type->get_item(thread, container, key);
    if (type->flags & TYPE_TYPE) return class_get_item(thread, container, key);
    return raise_type_error(thread, "'%s' object is not subscriptable", type->name);
}

bool value_set_item(Thread *thread, Value container, Value key, Value value) {
    Type *type = type_of(thread->interpreter, container);
    if (!thread_may_nest(thread)) return false;
    if (type->set_item) return type->set_item(thread, container, key, value);
    raise_type_error(thread, "'%s' object does not support item %s", type->name,
                     value_is_absent(value) ? "deletion" : "assignment");
    return false;
}

bool value_delete_item(Thread *thread, Value container, Value key) {
    Type *type = type_of(thread->interpreter, container);
    if (!thread_may_nest(thread)) return false;
    if (type->set_item) return type->set_item(thread, container, key, VALUE_ABSENT);
    /* Two wordings, as CPython: containers that are asked by number say the second. */
    bool by_number = (type->flags & TYPE_HEAP || type->length) && (value_is_int(key) || type_of(thread->interpreter, key)->to_index);
    raise_type_error(thread, "'%s' object %s support item deletion", type->name, by_number ? "doesn't" : "does not");
    return false;
}

static int contains_by_iteration(Thread *thread, Value container, Value item) {
    Type *type = type_of(thread->interpreter, container);
    if (!type->iterate && !type->get_item) {
        raise_type_error(thread, "argument of type '%s' is not iterable", type->name);
        return -1;
    }
    Value iterator = value_iterate(thread, container);
    if (value_is_absent(iterator)) {
        if (exception_matches(thread, thread_builtins(thread)->exception_TypeError))
            raise_type_error(thread, "argument of type '%s' is not iterable", type->name);
        return -1;
    }
    int found = 0;
    while (!found) {
        Value candidate = thread_poll(thread) ? value_next(thread, iterator) : VALUE_ABSENT;
        if (value_is_absent(candidate)) {
            found = exception_is_set(thread) ? -1 : 0;
            break;
        }
        found = value_equal(thread, candidate, item);
        value_release(candidate);
    }
    value_release(iterator);
    return found;
}

int value_contains(Thread *thread, Value container, Value item) {
    Type *type = type_of(thread->interpreter, container);
    if (!thread_may_nest(thread)) return -1;
    if (type->contains) return type->contains(thread, container, item);
    return contains_by_iteration(thread, container, item);
}

Value value_iterate(Thread *thread, Value value) {
    Type *type = type_of(thread->interpreter, value);
    if (!thread_may_nest(thread)) return VALUE_ABSENT;
    if (type->iterate) {
        Value iterator = type->iterate(thread, value);
        if (iterator.tag == TAG_OBJECT && iterator.object->type->next) return iterator;
        if (value_is_absent(iterator)) return iterator;
        raise_type_error(thread, "iter() returned non-iterator of type '%s'", value_type_name(thread, iterator));
        value_release(iterator);
        return VALUE_ABSENT;
    }
    bool is_number = type->to_float && !(type->flags & TYPE_HEAP); /* numpy's take () and None as indexes, and are no sequences */
    if (type->get_item && !is_number && !(type->flags & TYPE_DICT) && !(type->flags & TYPE_MAPPING && !(type->flags & TYPE_HEAP)))
        return sequence_iterator_new(thread, value);
    return raise_type_error(thread, "'%s' object is not iterable", type->name);
}

Value value_advance(Thread *thread, Value iterator) {
    if (!thread_poll(thread)) return VALUE_ABSENT; /* whoever takes one after the other may take for ever */
    Type *type = type_of(thread->interpreter, iterator);
    if (!thread_may_nest(thread)) return VALUE_ABSENT; /* iterators over iterators nest without end */
    if (type->next) return type->next(thread, iterator);
    return raise_type_error(thread, "'%s' object is not iterable", type->name); /* it has lost its __next__ */
}

void iteration_ended(Thread *thread) {
    if (exception_matches(thread, thread_builtins(thread)->exception_StopIteration)) exception_clear(thread);
}

Value value_next(Thread *thread, Value iterator) {
    Value item = value_advance(thread, iterator);
    if (value_is_absent(item)) iteration_ended(thread);
    return item;
}
