/* Calling values: the one slot `call`, and shorthands around it. */
#include "base/memory.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/core/objects_state.h"

#include <string.h>

enum { CALL_SPACE = 10 };

Value value_call(Thread *thread, Value callable, const Call *call) {
    Type *type = type_of(thread->interpreter, callable);
    if (!thread_has_stack(thread)) return raise_stack_exhausted(thread, " while calling a Python object"), VALUE_ABSENT;
    if (!type->call) return raise_type_error(thread, "'%s' object is not callable", type->name);
    return type->call(thread, callable, call);
}

bool value_is_callable(Interpreter *interpreter, Value value) { return type_of(interpreter, value)->call != NULL; }

Value value_call_values(Thread *thread, Value callable, const Value *values, size_t count) {
    if (callable.tag == TAG_OBJECT && callable.object->type == thread_builtins(thread)->type_native && count &&
        !thread->interpreter->profiler) { /* a function in C that takes just these */
        Native *native = (Native *)callable.object;
        if (native_direct_count(thread, native) == count) return native->entry->code(thread, native, values);
    }
    return value_call(thread, callable, &(Call){.values = values, .positional_count = count});
}

Value value_call_none(Thread *thread, Value callable) { return value_call_values(thread, callable, NULL, 0); }

Value value_call_one(Thread *thread, Value callable, Value argument) {
    return value_call_values(thread, callable, &argument, 1);
}

Value value_call_two(Thread *thread, Value callable, Value first, Value second) {
    Value values[2] = {first, second};
    return value_call_values(thread, callable, values, 2);
}

static size_t call_value_count(const Call *call) {
    return call->positional_count + (call->names ? call->names->count : 0);
}

bool call_prepend(Thread *thread, Value self, const Call *call, Value *space, size_t capacity, Call *result) {
    size_t count = call_value_count(call);
    Value *values = space;
    if (count + 1 > capacity) {
        values = memory_allocate((count + 1) * sizeof *values);
        if (!values) {
            raise_no_memory(thread);
            return false;
        }
    }
    values[0] = self;
    if (count) memcpy(values + 1, call->values, count * sizeof *values);
    *result = (Call){.values = values, .positional_count = call->positional_count + 1, .names = call->names};
    return true;
}

Value value_call_with_self(Thread *thread, Value callable, Value self, const Call *call) {
    Value space[CALL_SPACE];
    Call with_self;
    if (!call_prepend(thread, self, call, space, CALL_SPACE, &with_self)) return VALUE_ABSENT;
    Value result = value_call(thread, callable, &with_self);
    if (with_self.values != space) memory_release((void *)with_self.values);
    return result;
}

static bool keyword_names(Thread *thread, Dict *keywords, Value *values, Tuple *names) {
    Value key, value;
    size_t i = 0;
    for (size_t at = 0; dict_next(keywords, &at, &key, &value); i++) {
        if (!value_is_string(key)) {
            raise_type_error(thread, "keywords must be strings");
            return false;
        }
        String *name = string_intern_object(thread, value_string(key));
        if (!name) return false;
        names->items[i] = value_from_object(name);
        values[i] = value;
    }
    return true;
}

Value value_call_unpacked(Thread *thread, Value callable, Tuple *positional, Dict *keywords) {
    size_t count = positional ? positional->count : 0;
    size_t keyword_count = keywords ? (size_t)dict_count(keywords) : 0;
    if (!keyword_count) return value_call_values(thread, callable, positional ? positional->items : NULL, count);
    Value names = tuple_new(thread, keyword_count);
    if (value_is_absent(names)) return VALUE_ABSENT;
    Value space[CALL_SPACE], *values = space;
    if (count + keyword_count > CALL_SPACE) values = memory_allocate((count + keyword_count) * sizeof *values);
    Value result = VALUE_ABSENT;
    if (!values) {
        raise_no_memory(thread);
    } else {
        if (count) memcpy(values, positional->items, count * sizeof *values);
        if (keyword_names(thread, keywords, values + count, value_tuple(names)))
            result = value_call(thread, callable,
                                &(Call){.values = values, .positional_count = count, .names = value_tuple(names)});
    }
    if (values != space) memory_release(values);
    value_release(names);
    return result;
}

Value value_call_method(Thread *thread, Value self, const char *name, const Value *values, size_t count) {
    String *interned = string_intern(thread, name);
    Value method;
    bool self_first;
    if (value_is_absent(self)) return VALUE_ABSENT; /* what should have made it has raised */
    if (!interned || !value_find_method(thread, self, interned, &method, &self_first)) return VALUE_ABSENT;
    Call call = {.values = values, .positional_count = count};
    Value result = self_first ? value_call_with_self(thread, method, self, &call) : value_call(thread, method, &call);
    value_release(method);
    return result;
}
