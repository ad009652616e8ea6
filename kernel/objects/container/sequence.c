/* What the sequences have in common: indexes, slices, repetition, and any iterable as a list or tuple. */
#include "kernel/objects/container/list.h"
#include "kernel/objects/container/list_private.h"
#include "kernel/objects/descriptor/descriptor.h"

#include "base/memory.h"

#include <string.h>

bool sequence_repeat_count(Thread *thread, Value value, int64_t *count) {
    if (value.tag == TAG_INT || value.tag == TAG_BOOL) {
        *count = value.integer;
        return true;
    }
    if (value.tag != TAG_OBJECT || !value.object->type->to_index) return false;
    if (value_to_size(thread, value, count)) return true;
    if (exception_matches(thread, thread_builtins(thread)->exception_IndexError)) {
        exception_clear(thread);
        raise_overflow_error(thread, "cannot fit '%s' into an index-sized integer", value_type_name(thread, value));
    }
    return false;
}

bool value_to_count(Thread *thread, Value value, int64_t *count) {
    if (value_to_size(thread, value, count)) return true;
    if (exception_matches(thread, thread_builtins(thread)->exception_IndexError)) {
        exception_clear(thread);
        raise_overflow_error(thread, "Python int too large to convert to C ssize_t");
    }
    return false;
}

bool value_to_c_int(Thread *thread, Value value, int64_t *number) {
    if (value_to_int64(thread, value, number)) {
        if (*number >= INT32_MIN && *number <= INT32_MAX) return true;
    } else {
        if (!exception_matches(thread, thread_builtins(thread)->exception_OverflowError)) return false;
        exception_clear(thread);
    }
    return raise_overflow_error(thread, "Python int too large to convert to C int"), false;
}

bool sequence_index(Thread *thread, Value key, const char *kind, int64_t *index) {
    if (key.tag == TAG_INT || key.tag == TAG_BOOL) {
        *index = key.integer;
        return true;
    }
    if (key.tag != TAG_OBJECT || !key.object->type->to_index) {
        if (!strcmp(kind, "string") || !strcmp(kind, "byte"))
            raise_type_error(thread, "%s indices must be integers%s, not %s%s%s", kind,
                             *kind == 's' ? "" : " or slices", *kind == 's' ? "'" : "", value_type_name(thread, key),
                             *kind == 's' ? "'" : "");
        else
            raise_type_error(thread, "%s indices must be integers or slices, not %s", kind, value_type_name(thread, key));
        return false;
    }
    return value_to_size(thread, key, index);
}

static bool bound(Thread *thread, Value value, int64_t length, int64_t missing, int64_t *result) {
    *result = missing;
    if (is_missing(value)) return true;
    if (value.tag != TAG_INT) {
        if (!is_int(value) && !(value.tag == TAG_OBJECT && value.object->type->to_index))
            return raise_type_error(thread, "slice indices must be integers or None or have an __index__ method"), false;
        Value index = is_int(value) ? value_retain(value) : value.object->type->to_index(thread, value);
        if (value_is_absent(index)) return false;
        if (!int_fits_int64(index, result)) *result = int_sign(index) < 0 ? INT64_MIN / 2 : INT64_MAX / 2;
        value_release(index);
    } else {
        *result = value.integer;
    }
    if (*result < 0) *result = *result < -length ? 0 : *result + length;
    return true;
}

/* `last` is clipped; `first` may lie beyond the length: then even an empty text is not found. */
bool sequence_bounds(Thread *thread, Value start, Value stop, int64_t length, int64_t *first, int64_t *last) {
    if (!bound(thread, start, length, 0, first) || !bound(thread, stop, length, length, last)) return false;
    if (*last > length) *last = length;
    return true;
}

bool sequence_item_bounds(Thread *thread, const Value *arguments, size_t count, int64_t *first, int64_t *last) {
    for (int i = 2; i < 4; i++) {
        if (value_is_absent(arguments[i]) || is_int(arguments[i]) || type_of(thread->interpreter, arguments[i])->to_index) continue;
        return raise_type_error(thread, "slice indices must be integers or have an __index__ method"), false;
    }
    return sequence_bounds(thread, arguments[2], arguments[3], (int64_t)count, first, last);
}

Value sequence_fast(Thread *thread, Value iterable, const char *message) {
    if (value_is_exact_list(iterable) || value_is_exact_tuple(iterable)) return value_retain(iterable);
    Value list = list_from_iterable(thread, iterable);
    if (value_is_absent(list) && message && exception_matches(thread, thread_builtins(thread)->exception_TypeError) &&
        type_of(thread->interpreter, iterable)->iterate == NULL) {
        exception_clear(thread);
        raise_type_error(thread, "%s", message);
    }
    return list;
}

Value tuple_pair_owned(Thread *thread, Value first, Value second) {
    if (value_is_absent(first) || value_is_absent(second)) {
        value_release(first);
        value_release(second);
        return VALUE_ABSENT;
    }
    return tuple_from_owned(thread, (Value[]){first, second}, 2);
}

Value class_get_item(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    return generic_alias_new(thread, arguments[0], arguments[1]);
}

bool call_without_keywords(Thread *thread, const char *name, const Call *call) {
    if (!call->names || call->names->count == 0) return true;
    raise_type_error(thread, "%s() takes no keyword arguments", name);
    return false;
}

static Type *built_in_type(Type *type) {
    while (type->flags & TYPE_HEAP) type = type->base;
    return type;
}
bool create_without_keywords(Thread *thread, Type *type, const Call *call) {
    Type *base = built_in_type(type);
    return type->initialize != base->initialize || call_without_keywords(thread, type_short_name(base), call);
}
bool initialize_without_keywords(Thread *thread, Value self, const Call *call) {
    Type *type = self.object->type, *base = built_in_type(type);
    return type->create != base->create || call_without_keywords(thread, type_short_name(base), call);
}

int64_t value_length_hint(Thread *thread, Value value) {
    const Type *type = type_of(thread->interpreter, value);
    if (type->length && !(type->flags & TYPE_HEAP)) return type->length(thread, value);
    Value method = VALUE_ABSENT;
    if (type->length) {
        int64_t length = value_length(thread, value);
        if (length >= 0) return length;
        if (!exception_matches(thread, thread_builtins(thread)->exception_TypeError)) return -1;
        exception_clear(thread);
    }
    if (type->flags & TYPE_HEAP || type->methods) {
        bool self_first;
        if (!value_find_special(thread, value, thread_builtins(thread)->name___length_hint__, &method, &self_first))
            return exception_is_set(thread) ? -1 : 0;
        Value hint = self_first ? value_call_one(thread, method, value) : value_call_none(thread, method);
        value_release(method);
        if (value_is_absent(hint)) {
            if (!exception_matches(thread, thread_builtins(thread)->exception_TypeError)) return -1;
            exception_clear(thread);
            return 0;
        }
        int64_t length = 0;
        if (hint.tag == TAG_INT && hint.integer < 0) {
            raise_value_error(thread, "__length_hint__() should return >= 0");
            length = -1;
        } else if (hint.tag == TAG_INT) {
            length = hint.integer;
        } else if (hint.tag != TAG_NOT_IMPLEMENTED) {
            raise_type_error(thread, "__length_hint__ must be an integer, not %s", value_type_name(thread, hint));
            length = -1;
        }
        value_release(hint);
        return length;
    }
    return 0;
}

/* ---- the containers whose repr is being made, innermost last ---- */

typedef struct ReprStack {
    Object **objects;
    size_t count, capacity;
} ReprStack;

static const char repr_stack_key;

static void repr_stack_delete(void *state) {
    ReprStack *stack = state;
    memory_release(stack->objects);
    memory_release(stack);
}

int repr_enter(Thread *thread, Object *object) {
    ReprStack *stack = interpreter_state(thread->interpreter, &repr_stack_key);
    if (!stack) {
        stack = memory_allocate_zeroed(1, sizeof *stack);
        if (!stack || !interpreter_set_state(thread->interpreter, &repr_stack_key, stack, repr_stack_delete)) {
            memory_release(stack);
            return raise_no_memory(thread), -1;
        }
    }
    for (size_t i = stack->count; i-- > 0;)
        if (stack->objects[i] == object) return 0;
    if (stack->count == stack->capacity) {
        size_t capacity = stack->capacity * 2 + 16;
        Object **objects = memory_resize(stack->objects, capacity * sizeof *objects);
        if (!objects) return raise_no_memory(thread), -1;
        stack->objects = objects;
        stack->capacity = capacity;
    }
    stack->objects[stack->count++] = object;
    return 1;
}

void repr_leave(Thread *thread, Object *object) {
    ReprStack *stack = interpreter_state(thread->interpreter, &repr_stack_key);
    for (size_t i = stack->count; i-- > 0;)
        if (stack->objects[i] == object) {
            stack->objects[i] = stack->objects[--stack->count];
            break;
        }
}
