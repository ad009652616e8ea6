/* Numbers out of any value. */
#include "kernel/objects/containers.h"
#include "kernel/objects/float.h"
#include "kernel/objects/int.h"
#include "kernel/objects/objects_state.h"

static inline uint32_t value_flags(Value value) { return value.tag == TAG_OBJECT ? value.object->type->flags : 0; }

bool value_is_int(Value value) {
    return value.tag == TAG_INT || value.tag == TAG_BOOL || value_flags(value) & TYPE_INT;
}
bool value_is_float(Value value) { return value.tag == TAG_FLOAT || value_flags(value) & TYPE_FLOAT; }
bool value_is_string(Value value) { return value_flags(value) & TYPE_STRING; }

/* The int behind __index__; owned. TypeError when there is none. */
Value value_index(Thread *thread, Value value) {
    if (value_is_int(value)) return value_retain(value);
    Type *type = type_of(thread->interpreter, value);
    if (!type->to_index) return raise_type_error(thread, "'%s' object cannot be interpreted as an integer", type->name);
    Value index = type->to_index(thread, value);
    if (value_is_absent(index) || value_is_int(index)) return index;
    raise_type_error(thread, "__index__ returned non-int (type %s)", value_type_name(thread, index));
    value_release(index);
    return VALUE_ABSENT;
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
    if (value.tag == TAG_FLOAT) {
        *number = value.number;
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
    if (type->to_float) {
        Value real = type->to_float(thread, value);
        if (value_is_absent(real)) return false;
        bool is_float = value_is_float(real);
        if (is_float)
            *number = float_number(real);
        else
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
