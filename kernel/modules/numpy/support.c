/* Small helpers of the faces. */
#include "kernel/modules/numpy/types.h"

#include "kernel/objects/container/dict.h"

Value tuple_from_extents(Thread *thread, const int64_t *extents, int count) {
    Value tuple = tuple_new(thread, (size_t)count);
    for (int i = 0; i < count && !value_is_absent(tuple); i++)
        value_tuple(tuple)->items[i] = value_from_int(extents[i]);
    return tuple;
}

int extents_from_value(Thread *thread, Value value, int64_t *extents, int limit) {
    if (value.tag != TAG_OBJECT || !(value.object->type->flags & (TYPE_LIST | TYPE_TUPLE))) {
        if (value_is_ndarray(value) && value_ndarray(value)->dimensions) {
            Value list = list_from_iterable(thread, value);
            int count = value_is_absent(list) ? -1 : extents_from_value(thread, list, extents, limit);
            value_release(list);
            return count;
        }
        return value_to_int64(thread, value, extents) ? 1 : -1;
    }
    size_t count = sequence_fast_count(value);
    if (count > (size_t)limit) {
        raise_value_error(thread, "maximum supported dimension for an ndarray is currently %d, found %zu", limit, count);
        return -1;
    }
    for (size_t i = 0; i < count; i++)
        if (!value_to_int64(thread, sequence_fast_items(value)[i], &extents[i])) return -1;
    return (int)count;
}

Value keyword_take(Thread *thread, Value keywords, const char *name) {
    Value key = string_from_c(thread, name);
    if (value_is_absent(key)) return key;
    Value value = dict_pop(thread, value_dict(keywords), key);
    value_release(key);
    return value;
}

bool keywords_finish(Thread *thread, Value keywords, const char *function) {
    size_t at = 0;
    Value key, value;
    if (!dict_next(value_dict(keywords), &at, &key, &value)) return true;
    raise_type_error(thread, "%s() got an unexpected keyword argument '%s'", function, value_c_string(key));
    return false;
}
