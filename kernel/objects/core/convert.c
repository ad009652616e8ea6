/* Numbers out of any value. */
#include "kernel/objects/container/containers.h"
#include "kernel/objects/number/float.h"
#include "kernel/objects/number/int.h"
#include "kernel/objects/core/objects_state.h"

static inline uint32_t value_flags(Value value) { return value.tag == TAG_OBJECT ? value.object->type->flags : 0; }

bool value_is_int(Value value) {
    return value.tag == TAG_INT || value.tag == TAG_BOOL || value_flags(value) & TYPE_INT;
}
bool value_is_float(Value value) { return value.tag == TAG_FLOAT || value_flags(value) & TYPE_FLOAT; }
bool value_is_string(Value value) { return value_flags(value) & TYPE_STRING; }

/* What stands in for a number of a built-in type must be one itself; of a derived class it is let through, for now. */
static bool allow_derived(Thread *thread, Value result, const char *owner, const char *method, const char *kind) {
    return warn_format(thread, thread_builtins(thread)->exception_DeprecationWarning,
                       "%s%s%s returned non-%s (type %s).  The ability to return an instance of a strict subclass of %s is "
                       "deprecated, and may be removed in a future version of Python.",
                       owner ? owner : "", owner ? "." : "", method, kind, value_type_name(thread, result), kind);
}

Value int_result(Thread *thread, Value result, const char *method) {
    if (value_is_absent(result) || result.tag == TAG_INT) return result;
    if (!value_is_int(result)) raise_type_error(thread, "%s returned non-int (type %s)", method, value_type_name(thread, result));
    else if (type_of(thread->interpreter, result) == thread_builtins(thread)->type_int ||
             allow_derived(thread, result, NULL, method, "int"))
        return result;
    value_release(result);
    return VALUE_ABSENT;
}

bool complex_result(Thread *thread, Value result) {
    return type_of(thread->interpreter, result) == thread_builtins(thread)->type_complex ||
           allow_derived(thread, result, NULL, "__complex__", "complex");
}

/* The int behind __index__; owned. TypeError when there is none. */
Value value_index(Thread *thread, Value value) {
    if (value_is_int(value)) return value_retain(value);
    Type *type = type_of(thread->interpreter, value);
    if (!type->to_index)
        return raise_type_error(thread, "'%s' object cannot be interpreted as an integer",
                                value_type_name(thread, value));
    return thread_may_nest(thread) ? int_result(thread, type->to_index(thread, value), "__index__") : VALUE_ABSENT;
}

bool value_to_int64(Thread *thread, Value value, int64_t *integer) {
    if (value.tag == TAG_INT || value.tag == TAG_BOOL) {
        *integer = value.integer;
        return true;
    }
    Value index = value_index(thread, value);
    if (value_is_absent(index)) return false;
    bool fits = int_fits_int64(index, integer);
    value_release(index);
    if (!fits) raise_overflow_error(thread, "Python int too large to convert to C long");
    return fits;
}

bool value_to_size(Thread *thread, Value value, int64_t *size) {
    if (value.tag == TAG_INT || value.tag == TAG_BOOL) {
        *size = value.integer;
        return true;
    }
    Value index = value_index(thread, value);
    if (value_is_absent(index)) return false;
    bool fits = int_fits_int64(index, size);
    value_release(index);
    if (!fits) raise_index_error(thread, "cannot fit '%s' into an index-sized integer", value_type_name(thread, value));
    return fits;
}

bool value_to_double(Thread *thread, Value value, double *number) {
    if (!value_is_float(value)) return value_ask_double(thread, value, number);
    *number = float_number(value); /* a derived one's own, whatever its __float__ says */
    return true;
}

bool value_ask_double(Thread *thread, Value value, double *number) {
    if (value.tag == TAG_FLOAT) {
        *number = float_number(value);
        return true;
    }
    if (value.tag == TAG_INT || value.tag == TAG_BOOL) {
        *number = (double)value.integer;
        return true;
    }
    Type *type = type_of(thread->interpreter, value);
    if (type->flags & TYPE_FLOAT && !(type->flags & TYPE_HEAP)) {
        *number = float_number(value);
        return true;
    }
    if (type->flags & TYPE_INT && !type->to_float) return int_to_double(thread, value, number);
    if (!thread_may_nest(thread)) return false;
    if (type->to_float) {
        Value real = type->to_float(thread, value);
        if (value_is_absent(real)) return false;
        bool is_float = value_is_float(real);
        if (is_float) {
            *number = float_number(real);
            if (real.tag != TAG_FLOAT && type_of(thread->interpreter, real) != thread_builtins(thread)->type_float)
                is_float = allow_derived(thread, real, type->name, "__float__", "float");
        } else
            raise_type_error(thread, "%s.__float__ returned non-float (type %s)", type->name, value_type_name(thread, real));
        value_release(real);
        return is_float;
    }
    if (type->to_index) {
        Value index = value_index(thread, value);
        bool done = !value_is_absent(index) && int_to_double(thread, index, number);
        value_release(index);
        return done;
    }
    raise_type_error(thread, "must be real number, not %s", type->name);
    return false;
}
