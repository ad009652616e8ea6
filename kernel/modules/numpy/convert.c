/* Values into Variants and back.
 *
 * Into: numbers and strings by kind; lists, tuples and other sequences item by item (a long list of only floats or
 * only ints at once, as an array); arrays by reference; classes that stand for a dtype as that dtype. What fits
 * nothing travels as a handle: arraylib can only pass it on, call it, or refuse it by name. */
#include "kernel/modules/numpy/ndarray.h"
#include "kernel/modules/numpy/numpy.h"

#include "base/memory.h"
#include "kernel/modules/numpy/types.h"
#include "kernel/objects/descriptor/descriptor.h"
#include "kernel/objects/container/dict.h"
#include "kernel/objects/number/float.h"
#include "kernel/objects/number/int.h"
#include "kernel/objects/container/range.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LONG_LIST = 32 };

static bool variant_from_any(Thread *thread, Value value, Variant *variant) {
    VariantHandle *handle = handle_of_value(thread, value_retain(value));
    *variant = VARIANT_OF_KIND(VARIANT_CALLABLE);
    variant->handle = handle;
    if (handle && value.tag == TAG_OBJECT && value.object->type->to_index) {
        if (value_to_int64(thread, value, &variant->index)) variant->dtype = DTYPE(INT64);
        else exception_clear(thread);
    }
    return handle != NULL;
}

static bool variant_check(Thread *thread, const Variant *variant) {
    if (variant->kind != VARIANT_ABSENT) return true;
    raise_no_memory(thread);
    return false;
}

/* A list of only floats or only ints becomes an array at once. false without an exception: it is not such a list. */
static bool variant_from_numbers(Thread *thread, const Value *items, size_t count, Variant *variant) {
    uint64_t tag = items[0].tag;
    if (tag != TAG_FLOAT && tag != TAG_INT) return false;
    for (size_t i = 1; i < count; i++)
        if (items[i].tag != tag) return false;
    ArrayContext *context = array_context(thread);
    if (!context) return false;
    Error error = ERROR_NONE;
    int64_t extent = (int64_t)count;
    Array *array = array_create(context->runtime->host, tag == TAG_FLOAT ? DTYPE(FLOAT64) : DTYPE(INT64), 1,
                                &extent, &error);
    if (!array) {
        raise_array_error(thread, &error);
        return false;
    }
    if (tag == TAG_FLOAT) {
        double *target = (double *)array_data(array);
        for (size_t i = 0; i < count; i++) target[i] = float_number(items[i]);
    } else {
        int64_t *target = (int64_t *)array_data(array);
        for (size_t i = 0; i < count; i++) target[i] = items[i].integer;
    }
    *variant = variant_array(array);
    return true;
}

static bool variant_from_items(Thread *thread, const Value *items, size_t count, bool is_tuple, Variant *variant) {
    if (count >= LONG_LIST) {
        if (variant_from_numbers(thread, items, count, variant)) return true;
        if (exception_is_set(thread)) return false;
    }
    *variant = variant_list(count, is_tuple);
    if (!variant_check(thread, variant)) return false;
    if (!thread_enter(thread, " while converting a sequence to an array")) {
        variant_release(variant);
        return false;
    }
    bool succeeded = true;
    for (size_t i = 0; i < count && succeeded; i++)
        succeeded = variant_from_value(thread, items[i], &variant_items(*variant)[i]);
    thread_leave(thread);
    if (!succeeded) variant_release(variant);
    return succeeded;
}

/* An array of objects keeps the list itself, not what it was read as. */
static bool remember_origin(Variant *variant, Value value) {
    if (variant->kind == VARIANT_ARRAY) variant->array->origin = value.object;
    else variant->list->origin = value.object;
    return true;
}

static bool variant_from_range(Thread *thread, Value value, Variant *variant) {
    Value list = list_from_iterable(thread, value);
    if (value_is_absent(list)) return false;
    bool succeeded = variant_from_items(thread, value_list(list)->items, value_list(list)->count, false, variant);
    value_release(list);
    return succeeded;
}

static bool variant_from_int(Thread *thread, Value value, Variant *variant) {
    int64_t integer;
    uint64_t unsigned_integer;
    if (int_fits_int64(value, &integer)) {
        *variant = variant_integer(integer);
    } else if (int_to_uint64(value, &unsigned_integer)) {
        *variant = VARIANT_OF_KIND(VARIANT_UNSIGNED);
        variant->unsigned_integer = unsigned_integer;
    } else {
        double nearest;
        IntView view;
        if (!int_to_double(thread, value, &nearest)) {
            exception_clear(thread);
            nearest = int_sign(value) * INFINITY;
        }
        mpz_srcptr number = int_view(value, &view);
        size_t size = mpz_sizeinbase(number, 16) + 2;
        char *digits = memory_allocate(size);
        if (!digits) return raise_no_memory(thread), false;
        mpz_get_str(digits, 16, number);
        *variant = variant_big(nearest, digits, strlen(digits));
        memory_release(digits);
        return variant_check(thread, variant);
    }
    return true;
}

static bool variant_from_slice(Thread *thread, const Slice *slice, Variant *variant) {
    const Value parts[3] = {slice->start, slice->stop, slice->step};
    Variant converted[3];
    for (int i = 0; i < 3; i++) {
        int64_t integer;
        if (value_is_none(parts[i]) || value_is_absent(parts[i])) {
            converted[i] = variant_none();
        } else if (value_is_int(parts[i]) && !int_fits_int64(parts[i], &integer)) {
            converted[i] = variant_integer(int_sign(parts[i]) < 0 ? INT64_MIN : INT64_MAX);
        } else if (value_to_int64(thread, parts[i], &integer)) {
            converted[i] = variant_integer(integer);
        } else {
            exception_clear(thread);
            raise_type_error(thread, "slice indices must be integers or None or have an __index__ method");
            return false;
        }
    }
    *variant = variant_slice(converted[0], converted[1], converted[2]);
    return variant_check(thread, variant);
}

/* A memoryview, mapped memory: objects whose memory may be shared. */
static bool lends_memory(Value value) {
    for (const Type *type = value.tag == TAG_OBJECT ? value.object->type : NULL; type; type = type->base)
        if (type->lend_memory) return true;
    return false;
}

/* A bytearray, or an object that has one behind it, as an array.array does (but that of characters is a list). */
static bool stores_bytes(Thread *thread, Value value) {
    if (value_has_type(value, &bytearray_type_template)) return true;
    if (value_is_absent(buffer_store(thread, value))) return false;
    Value code = value_find_attribute_c(thread, value, "typecode");
    bool is_text = value_is_string(code) && string_equals_c(value_string(code), "u");
    value_release(code);
    return !is_text && !exception_is_set(thread);
}

bool variant_from_memory(Thread *thread, Value value, Variant *variant) {
    bool has_bytes = value_is_bytes(value) || lends_memory(value) || !value_is_absent(buffer_store(thread, value)) ||
                     value_has_type(value, &bytearray_type_template);
    if (exception_is_set(thread)) return false;
    if (value_is_ndarray(value) || !has_bytes) return variant_from_value(thread, value, variant);
    Array *array = array_over_all_bytes(thread, value);
    if (array) *variant = variant_array(array);
    return array != NULL;
}

/* What a memoryview shows, or the bytes of a bytearray: the memory is shared. */
static bool variant_from_buffer(Thread *thread, Value value, Variant *variant) {
    Array *array = array_over_memory(thread, value);
    if (array) *variant = variant_array(array);
    return array != NULL;
}

/* Objects that say themselves how they become arrays, and sequences by their length and items.
 * 1: done, 0: it is no such object, -1: an exception. */
static int variant_from_protocol(Thread *thread, Value value, Variant *variant) {
    Value array, method;
    int told = value.object->type->flags & TYPE_HEAP && !value_is_type(value) ? array_from_interface(thread, value, &array) : 0;
    if (told > 0) {
        bool succeeded = variant_from_value(thread, array, variant);
        value_release(array);
        return succeeded ? 1 : -1;
    }
    if (told < 0) return -1;
    method = value_find_attribute_c(thread, value, "__array__");
    if (exception_is_set(thread)) return -1;
    if (!value_is_absent(method)) {
        array = value_call_none(thread, method);
        value_release(method);
        if (value_is_absent(array)) return -1;
        bool succeeded = value_is_ndarray(array) && variant_from_value(thread, array, variant);
        if (!succeeded && !exception_is_set(thread))
            raise_value_error(thread, "object __array__ method not producing an array");
        value_release(array);
        return succeeded ? 1 : -1;
    }
    const Type *type = value.object->type;
    if (type->flags & TYPE_DICT || !type->get_item || !type->length || value_is_type(value)) return 0;
    if (!(type->flags & TYPE_SEQUENCE) && !(type->flags & TYPE_HEAP)) return 0;
    int64_t count = value_length(thread, value);
    if (count < 0) {
        exception_clear(thread);
        return 0;
    }
    Value list = list_from_iterable(thread, value);
    if (value_is_absent(list)) return -1;
    bool succeeded = variant_from_items(thread, value_list(list)->items, value_list(list)->count, false, variant);
    value_release(list);
    return succeeded ? 1 : -1;
}

/* For functions of devices: what tells of memory there is not asked to come to the host. */
bool variant_for_device(Thread *thread, Value value, Variant *variant) {
    bool may_tell = value.tag == TAG_OBJECT && value.object->type->flags & TYPE_HEAP && !value_is_ndarray(value) && !value_is_type(value);
    Value array;
    int told = may_tell ? array_from_device_interface(thread, value, &array) : 0;
    if (told <= 0) return told == 0 && variant_from_value(thread, value, variant);
    bool succeeded = variant_from_value(thread, array, variant);
    value_release(array);
    return succeeded;
}

/* A dict whose keys are strings; another travels as a handle. */
static bool variant_from_dict(Thread *thread, Value value, Variant *variant) {
    Value keys = dict_keys_list(thread, value_dict(value));
    if (value_is_absent(keys)) return false;
    size_t count = value_list(keys)->count;
    bool is_plain = true, succeeded = true;
    for (size_t i = 0; i < count && is_plain; i++) is_plain = value_is_string(value_list(keys)->items[i]);
    if (!is_plain) {
        value_release(keys);
        return variant_from_any(thread, value, variant);
    }
    *variant = variant_list(count * 2, false);
    if (!variant_check(thread, variant) || !thread_enter(thread, " while converting a dict")) {
        variant_release(variant);
        value_release(keys);
        return false;
    }
    variant->kind = VARIANT_MAPPING;
    variant->list->origin = value.object;
    for (size_t i = 0; i < count && succeeded; i++) {
        Value key = value_list(keys)->items[i], item = dict_get_item(thread, value, key);
        succeeded = !value_is_absent(item) && variant_from_value(thread, key, &variant_items(*variant)[2 * i]) &&
                    variant_from_value(thread, item, &variant_items(*variant)[2 * i + 1]);
        value_release(item);
    }
    thread_leave(thread);
    value_release(keys);
    if (!succeeded) variant_release(variant);
    return succeeded;
}

static bool variant_from_object(Thread *thread, Value value, Variant *variant) {
    const void *bytes;
    const Dtype *dtype;
    uint32_t flags = value.object->type->flags;
    if (value_is_ndarray(value)) {
        Array *array = array_retain(value_ndarray(value));
        array->is_temporary = value.object->references == 1 && array->references == 2; /* only the call holds it */
        *variant = variant_array(array);
        return true;
    }
    if ((dtype = value_scalar(value, &bytes))) {
        *variant = variant_scalar(dtype, bytes);
        return true;
    }
    if (flags & TYPE_LIST) {
        const List *list = value_list(value);
        return variant_from_items(thread, list->items, list->count, false, variant) && remember_origin(variant, value);
    }
    if (flags & TYPE_TUPLE)
        return variant_from_items(thread, value_tuple(value)->items, value_tuple(value)->count, true, variant) && remember_origin(variant, value);
    if (flags & TYPE_STRING) {
        *variant = variant_string(value_string(value)->bytes, value_string(value)->length);
        return variant_check(thread, variant);
    }
    if (flags & TYPE_INT) return variant_from_int(thread, value, variant);
    if (flags & TYPE_DICT) return variant_from_dict(thread, value, variant);
    if (flags & TYPE_FLOAT) {
        *variant = variant_float(float_number(value));
        return true;
    }
    if (value_is_complex(value)) {
        const Complex *number = (const Complex *)value.object;
        *variant = variant_complex(number->real, number->imaginary);
        return true;
    }
    if (value_is_slice(value)) return variant_from_slice(thread, (const Slice *)value.object, variant);
    if (flags & TYPE_BYTES) {
        const Bytes *text = (const Bytes *)value.object;
        *variant = variant_bytes(text->bytes, text->length);
        return variant_check(thread, variant);
    }
    if (value_has_type(value, &dtype_type_template)) {
        *variant = variant_dtype(((DtypeObject *)value.object)->dtype);
        return true;
    }
    if (value_is_type(value)) {
        ArrayContext *context = array_context(thread);
        if (!context) return false;
        if (!(dtype = dtype_of_class(context, value))) return variant_from_any(thread, value, variant);
        *variant = variant_dtype(dtype);
        variant->origin = value.object;
        const Builtins *builtins = context->interpreter->builtins;
        const Type *type = value_type(value);
        variant->is_plain = type == builtins->type_int || type == builtins->type_bool || type == builtins->type_float;
        return true;
    }
    if (value_has_type(value, &range_type_template)) return variant_from_range(thread, value, variant);
    if (value_has_type(value, &ufunc_type_template)) {
        *variant = VARIANT_OF_KIND(VARIANT_OPERATOR);
        variant->operator_row = ((UfuncObject *)value.object)->operator_row;
        return true;
    }
    ArrayObject *object = value_array_object(value);
    if (object) {
        *variant = variant_object(array_object_retain(object));
        return true;
    }
    Array *record = value_record(value);
    if (record) {
        *variant = VARIANT_OF_KIND(VARIANT_RECORD);
        variant->array = array_retain(record);
        return true;
    }
    if (stores_bytes(thread, value) || lends_memory(value)) return variant_from_buffer(thread, value, variant);
    if (exception_is_set(thread)) return false;
    int done = variant_from_protocol(thread, value, variant);
    return done ? done > 0 : variant_from_any(thread, value, variant);
}

bool variant_from_value(Thread *thread, Value value, Variant *variant) {
    switch (value.tag) {
    case TAG_ABSENT: *variant = variant_absent(); return true;
    case TAG_NONE: *variant = variant_none(); return true;
    case TAG_ELLIPSIS: *variant = VARIANT_OF_KIND(VARIANT_ELLIPSIS); return true;
    case TAG_BOOL: *variant = variant_bool(value.integer != 0); return true;
    case TAG_INT: *variant = variant_integer(value.integer); return true;
    case TAG_FLOAT:
        *variant = variant_float(float_number(value));
        if (isnan(variant->real)) variant->identity = (uint64_t)value.integer;
        return true;
    case TAG_OBJECT: return variant_from_object(thread, value, variant);
    default: return variant_from_any(thread, value, variant);
    }
}

void variants_release(Variant *variants, size_t count) {
    for (size_t i = 0; i < count; i++) variant_release(&variants[i]);
}

/* ---- Back ---- */

/* A named tuple's class, as np.linalg.svd returns: a subclass of tuple with a property for each field, kept. */
NATIVE(result_get_field) {
    NATIVE_UNUSED;
    size_t index = (size_t)(uintptr_t)native->entry->data;
    const Tuple *fields = value_tuple(arguments[0]);
    return index < fields->count ? value_retain(fields->items[index]) : raise_index_error(thread, "tuple index out of range");
}

static Value result_repr(Thread *thread, Value self) {
    Value names = value_get_attribute_c(thread, self, "_fields");
    if (value_is_absent(names)) return names;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    const Tuple *fields = value_tuple(self);
    text_append_format(&text, "%s(", type_short_name(self.object->type));
    bool succeeded = true;
    for (size_t i = 0; i < fields->count && succeeded; i++) {
        Value repr = value_repr(thread, fields->items[i]);
        succeeded = !value_is_absent(repr);
        if (succeeded)
            text_append_format(&text, "%s%s=%s", i ? ", " : "", value_c_string(value_tuple(names)->items[i]), value_c_string(repr));
        value_release(repr);
    }
    text_append(&text, ")");
    value_release(names);
    if (succeeded) return string_from_text_buffer(thread, &text);
    text_release(&text);
    return VALUE_ABSENT;
}

static bool result_type_fill(Thread *thread, ArrayContext *context, Type *type, const VariantList *list) {
    Value names = tuple_new(thread, list->count);
    bool succeeded = !value_is_absent(names);
    type->repr = type->str = result_repr;
    for (size_t i = 0; i < list->count && succeeded; i++) {
        NativeEntry *entry = arena_allocate(&context->arena, sizeof *entry);
        if (entry) *entry = (NativeEntry){list->field_names[i], "($self, /)", NULL, result_get_field, (void *)(uintptr_t)i, 0};
        Value getter = entry ? native_new_method(thread, entry, type) : raise_no_memory(thread);
        Value property = value_is_absent(getter) ? getter
                                                 : property_new(thread, getter, VALUE_ABSENT, VALUE_ABSENT, VALUE_ABSENT);
        succeeded = !value_is_absent(property) &&
                    type_set_attribute(thread, type, string_intern(thread, list->field_names[i]), property);
        value_tuple(names)->items[i] = string_from_c(thread, list->field_names[i]);
        value_release(getter);
        value_release(property);
    }
    succeeded = succeeded && type_set_attribute(thread, type, string_intern(thread, "_fields"), names);
    value_release(names);
    return succeeded;
}

static Type *result_type(Thread *thread, const VariantList *list) {
    ArrayContext *context = array_context(thread);
    if (!context) return NULL;
    Type *type = hash_get(&context->result_types, list->type_name);
    if (type) return type;
    char *name = arena_allocate(&context->arena, strlen(list->type_name) + sizeof "numpy.linalg._linalg.");
    if (name) sprintf(name, "numpy.linalg._linalg.%s", list->type_name);
    else raise_no_memory(thread);
    type = name ? type_new_simple(thread, name, thread_builtins(thread)->type_tuple, NULL) : NULL;
    if (!type) return NULL;
    if (!result_type_fill(thread, context, type, list) || !hash_set(&context->result_types, list->type_name, type)) {
        if (!exception_is_set(thread)) raise_no_memory(thread);
        object_release(type);
        return NULL;
    }
    return type;
}

static Value value_from_list(Thread *thread, VariantList *list, const Value *arguments, size_t count) {
    Value values = list->is_tuple ? tuple_new(thread, list->count) : list_new(thread);
    if (value_is_absent(values)) return values;
    for (size_t i = 0; i < list->count; i++) {
        Value item = value_from_variant(thread, list->items[i], arguments, count);
        list->items[i] = variant_absent();
        bool stored = !value_is_absent(item);
        if (list->is_tuple) {
            value_tuple(values)->items[i] = item;
        } else if (stored) {
            stored = list_append_owned(thread, value_list(values), item);
        }
        if (!stored) {
            value_release(values);
            return VALUE_ABSENT;
        }
    }
    if (!list->type_name || !list->field_names) return values;
    Type *type = result_type(thread, list);
    Value named = VALUE_ABSENT;
    if (type) named = value_call_one(thread, (Value){.tag = TAG_OBJECT, .object = &type->object}, values);
    value_release(values);
    return named;
}

static Value value_from_mapping(Thread *thread, VariantList *list, const Value *arguments, size_t count) {
    Value mapping = dict_new(thread);
    for (size_t i = 0; i + 1 < list->count && !value_is_absent(mapping); i += 2) {
        Value key = value_from_variant(thread, list->items[i], arguments, count);
        list->items[i] = variant_absent();
        Value item = value_from_variant(thread, list->items[i + 1], arguments, count);
        list->items[i + 1] = variant_absent();
        bool stored = !value_is_absent(key) && !value_is_absent(item) &&
                      dict_set(thread, value_dict(mapping), key, item);
        value_release(key);
        value_release(item);
        if (!stored) value_replace(&mapping, VALUE_ABSENT);
    }
    return mapping;
}

/* The argument, or the item of an argument's tuple (*arrays), whose array it is; or absent. */
static Value argument_of_array(const Array *array, const Value *arguments, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (value_is_ndarray(arguments[i]) && value_ndarray(arguments[i]) == array) return arguments[i];
        if (!value_is_exact_tuple(arguments[i])) continue;
        Value found = argument_of_array(array, value_tuple(arguments[i])->items, value_tuple(arguments[i])->count);
        if (!value_is_absent(found)) return found;
    }
    return VALUE_ABSENT;
}

/* What a view of `owner` names as its base: an argument, or the base of one; borrowed, or absent. */
static Value argument_for_base(const Array *owner, const Value *arguments, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (value_is_exact_tuple(arguments[i])) {
            Value found = argument_for_base(owner, value_tuple(arguments[i])->items, value_tuple(arguments[i])->count);
            if (!value_is_absent(found)) return found;
        }
        if (!value_is_ndarray(arguments[i])) continue;
        const NdArray *argument = (const NdArray *)arguments[i].object;
        if (argument->array == owner) return arguments[i];
        if (argument->array->base == owner) return argument->base;
    }
    return VALUE_ABSENT;
}

/* The object of an array that comes back: an argument itself, or a new one that remembers whose view it is. */
static Value value_from_result_array(Thread *thread, Array *owned, const Value *arguments, size_t count) {
    Value argument = argument_of_array(owned, arguments, count);
    if (!value_is_absent(argument)) {
        array_release(owned);
        return value_retain(argument);
    }
    const Array *owner = owned->base;
    Value result = value_from_array(thread, owned);
    if (owner && !value_is_absent(result)) {
        Value base = argument_for_base(owner, arguments, count);
        if (!value_is_absent(base)) ((NdArray *)result.object)->base = value_retain(base);
    }
    return result;
}

static Value int_from_hexadecimal(Thread *thread, const char *digits) {
    mpz_t number;
    mpz_init_set_str(number, digits, 16);
    return int_from_mpz(thread, number);
}

Value value_from_variant(Thread *thread, Variant variant, const Value *arguments, size_t count) {
    Value result;
    switch (variant.kind) {
    case VARIANT_ABSENT: return VALUE_ABSENT;
    case VARIANT_NONE: return VALUE_NONE;
    case VARIANT_ELLIPSIS: return VALUE_ELLIPSIS;
    case VARIANT_BOOL: return value_from_bool(variant.integer != 0);
    case VARIANT_INTEGER: return value_from_int(variant.integer);
    case VARIANT_UNSIGNED: return int_from_uint64(thread, variant.unsigned_integer);
    case VARIANT_BIG: result = variant.digits ? int_from_hexadecimal(thread, variant.digits->bytes) : int_from_double(thread, variant.real); break;
    case VARIANT_FLOAT:
        if (isnan(variant.real) && variant.identity) return (Value){.tag = TAG_FLOAT, .integer = (int64_t)variant.identity};
        return value_new_float(thread, variant.real);
    case VARIANT_COMPLEX: return complex_new(thread, variant.real, variant.imaginary);
    case VARIANT_SCALAR: return scalar_new(thread, variant.dtype, variant.scalar);
    case VARIANT_DTYPE: return value_from_dtype(thread, variant.dtype);
    case VARIANT_ARRAY: return value_from_result_array(thread, variant.array, arguments, count);
    case VARIANT_RECORD: return record_scalar_new(thread, variant.array);
    case VARIANT_STRING:
        result = string_new(thread, variant.text->bytes, variant.text->length);
        if (variant.dtype) result = text_scalar_new(thread, DTYPE_TEXT, result);
        break;
    case VARIANT_BYTES:
        result = bytes_new(thread, variant.text->bytes, variant.text->length);
        if (variant.dtype) result = text_scalar_new(thread, DTYPE_BYTES, result);
        break;
    case VARIANT_SEQUENCE: result = value_from_list(thread, variant.list, arguments, count); break;
    case VARIANT_MAPPING: result = value_from_mapping(thread, variant.list, arguments, count); break;
    case VARIANT_CALLABLE: result = value_retain(*(Value *)variant.handle->value); break;
    case VARIANT_OBJECT: return value_from_array_object(thread, variant.object);
    case VARIANT_OPERATOR: return ufunc_object(thread, variant.operator_row, LIBRARY_NUMPY);
    case VARIANT_SLICE: {
        Value parts[3];
        for (int i = 0; i < 3; i++)
            parts[i] = value_from_variant(thread, variant_copy(variant_items(variant)[i]), NULL, 0);
        result = slice_new(thread, parts[0], parts[1], parts[2]);
        break;
    }
    default: result = raise_type_error(thread, "a result of an unknown kind"); break;
    }
    variant_release(&variant);
    return result;
}

/* ---- Arrays from values, for other modules ---- */

Array *array_from_value_any(Thread *thread, Value value, const Dtype *dtype) {
    ArrayContext *context = array_context(thread);
    Variant variant;
    Error error = ERROR_NONE;
    if (!context || !variant_from_value(thread, value, &variant)) return NULL;
    Array *array = array_from_variant(context->runtime, variant, dtype, context->runtime->host, false, &error);
    variant_release(&variant);
    if (!array) raise_array_error(thread, &error);
    return array;
}

Array *array_from_value(Thread *thread, Value value, const Dtype *dtype) {
    if (value_is_ndarray(value) && array_library(value_ndarray(value)) == LIBRARY_CUPY) {
        raise_type_error(thread, "Implicit conversion to a NumPy array is not allowed. Please use `.get()` to construct a "
                                 "NumPy array explicitly.");
        return NULL;
    }
    return array_from_value_any(thread, value, dtype);
}
