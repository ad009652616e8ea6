/* NumPy's scalar types: np.float64 and its kin.
 *
 * The tree is NumPy's: generic <- number <- integer <- signedinteger <- int64 and so on. float64 and complex128 are
 * Python's float and complex as well: in C their base is that one (the number lies where Python's lies), and in the
 * order of attribute lookup the NumPy classes come first. True and False of np.bool are two objects. */
#include "kernel/modules/numpy/functions.h"
#include "kernel/modules/numpy/scalar.h"
#include "kernel/modules/numpy/types.h"

#include "kernel/objects/number/int.h"

#include <string.h>

/* ---- Where the bytes are ---- */

static const Type scalar_templates[DTYPE_COUNT];

const Dtype *value_scalar(Value value, const void **bytes) {
    if (value.tag != TAG_OBJECT) return NULL;
    for (const Type *type = value.object->type; type; type = type->base) {
        if (type->origin == &flexible_scalar_templates[DTYPE_DATETIME - DTYPE_COUNT] || type->origin == &flexible_scalar_templates[DTYPE_TIMEDELTA - DTYPE_COUNT]) {
            *bytes = ((const NumpyScalar *)value.object)->bytes;
            return ((const NumpyScalar *)value.object)->dtype;
        }
        if (type->origin < scalar_templates || type->origin >= scalar_templates + DTYPE_COUNT) continue;
        DtypeNumber number = (DtypeNumber)(type->origin - scalar_templates);
        if (number == DTYPE_FLOAT64)
            *bytes = &((const Float *)value.object)->number;
        else if (number == DTYPE_COMPLEX128)
            *bytes = &((const Complex *)value.object)->real;
        else
            *bytes = ((const NumpyScalar *)value.object)->bytes;
        return &dtypes[number];
    }
    return NULL;
}

static Value scalar_allocate(Thread *thread, Type *type, const Dtype *dtype, const void *bytes) {
    Value value = value_from_object(object_new(thread, type));
    const void *place;
    if (!value_is_absent(value) && value_scalar(value, &place)) memcpy((void *)place, bytes, dtype->item_size);
    return value;
}

Value scalar_new(Thread *thread, const Dtype *dtype, const void *bytes) {
    ArrayContext *context = array_context(thread);
    if (!context) return VALUE_ABSENT;
    if (dtype == DTYPE(FLOAT64)) { /* by far the commonest */
        Float *number = object_new(thread, context->scalar_types[DTYPE_FLOAT64]);
        if (!number) return VALUE_ABSENT;
        memcpy(&number->number, bytes, sizeof number->number);
        return value_from_object(number);
    }
    if (dtype_is_date(dtype)) return date_scalar_new(thread, context->scalar_types[dtype->number], dtype, date_read(bytes));
    if (dtype_is_flexible(dtype)) return value_from_variant(thread, variant_scalar(dtype, bytes), NULL, 0);
    if (dtype == DTYPE(BOOL)) {
        Value *known = &context->bools[*(const uint8_t *)bytes != 0];
        if (value_is_absent(*known))
            *known = scalar_allocate(thread, context->scalar_types[DTYPE_BOOL], dtype, bytes);
        return value_retain(*known);
    }
    return scalar_allocate(thread, context->scalar_types[dtype->number], dtype, bytes);
}

Value scalar_from_double(Thread *thread, double number) { return scalar_new(thread, DTYPE(FLOAT64), &number); }

Value scalar_to_value(Thread *thread, const Dtype *dtype, const void *bytes) {
    if (dtype_is_date(dtype)) return date_to_value(thread, dtype, date_read(bytes));
    return value_from_variant(thread, scalar_to_variant(dtype, bytes), NULL, 0);
}

Value value_from_scalar(Thread *thread, Variant scalar) {
    if (scalar.kind == VARIANT_SCALAR) return scalar_to_value(thread, scalar.dtype, scalar.scalar);
    element_make_plain(&scalar);
    return value_from_variant(thread, scalar, NULL, 0);
}

/* The scalar as a 0-d array, for what arrays can do. */
static Array *scalar_array(Thread *thread, Value self) { return array_from_value(thread, self, NULL); }

static Value scalar_item(Thread *thread, Value self) {
    const void *bytes = NULL;
    const Dtype *dtype = value_scalar(self, &bytes);
    if (dtype) return scalar_to_value(thread, dtype, bytes);
    Array *array = scalar_array(thread, self); /* a record or other bytes */
    Value object = array ? value_from_array(thread, array) : VALUE_ABSENT;
    Value item = value_is_absent(object) ? object : value_call_method(thread, object, "item", NULL, 0);
    value_release(object);
    return item;
}

/* ---- Making ---- */

/* What a class is called with is first read as Python would read it: text as a number. */
static Value scalar_argument(Thread *thread, const Dtype *dtype, Value value) {
    if (!value_is_string(value) && !value_is_bytes(value)) return value_retain(value);
    const Builtins *builtins = thread_builtins(thread);
    Type *type = dtype->kind == 'f'   ? builtins->type_float
                 : dtype->kind == 'c' ? builtins->type_complex
                 : dtype->kind == 'b' ? builtins->type_bool
                                      : builtins->type_int;
    return value_call_one(thread, (Value){.tag = TAG_OBJECT, .object = &type->object}, value);
}

static Value scalar_create(Thread *thread, Type *type, const Call *call) {
    ArrayContext *context = array_context(thread);
    if (!context) return VALUE_ABSENT;
    const Type *known = type;
    while (known && (known->origin < scalar_templates || known->origin >= scalar_templates + DTYPE_COUNT))
        known = known->base;
    if (!known)
        return raise_type_error(thread, "cannot create '%s' instances", type->name);
    const Dtype *dtype = &dtypes[known->origin - scalar_templates];
    static const unsigned char zero[16];
    Value argument;
    if (dtype_is_complex(dtype) && call->positional_count == 2 && !call->names) { /* both parts */
        Value complex_class = value_from_object(thread_builtins(thread)->type_complex);
        argument = value_call_two(thread, complex_class, call->values[0], call->values[1]);
        if (value_is_absent(argument)) return argument;
    } else if (!native_match(thread, dtype->name, "(value=0, /)", call, &argument, 1)) {
        return VALUE_ABSENT;
    }
    Value number = scalar_argument(thread, dtype, argument), result = VALUE_ABSENT;
    native_release_arguments(&argument, 1);
    if (value_is_absent(number)) return number;
    Variant variant;
    Error error = ERROR_NONE;
    Array *array = NULL;
    if (variant_from_value(thread, number, &variant)) {
        array = array_from_variant(context->runtime, variant, dtype, context->runtime->host, true, &error);
        if (!array) raise_array_error(thread, &error);
        variant_release(&variant);
    }
    value_release(number);
    if (!array) return VALUE_ABSENT;
    if (array->dimensions) return value_from_array(thread, array);
    const void *bytes = array_size(array) ? (const void *)array_data(array) : zero;
    result = type == context->scalar_types[dtype->number] ? scalar_new(thread, dtype, bytes)
                                                          : scalar_allocate(thread, type, dtype, bytes);
    array_release(array);
    return result;
}

/* ---- Text ---- */

static Value scalar_repr_slot(Thread *thread, Value self) {
    ArrayContext *context = array_context(thread);
    const void *bytes;
    const Dtype *dtype = value_scalar(self, &bytes);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    if (!context) return VALUE_ABSENT;
    scalar_repr(&context->runtime->print_options, dtype, bytes, &text);
    return string_from_text_buffer(thread, &text);
}

static Value scalar_str_slot(Thread *thread, Value self) {
    ArrayContext *context = array_context(thread);
    const void *bytes;
    const Dtype *dtype = value_scalar(self, &bytes);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    if (!context) return VALUE_ABSENT;
    scalar_str(&context->runtime->print_options, dtype, bytes, &text);
    return string_from_text_buffer(thread, &text);
}

static Value scalar_format(Thread *thread, Value self, Value specification) {
    const void *bytes;
    Value number = value_scalar(self, &bytes) ? scalar_item(thread, self) : value_str(thread, self);
    Value text = value_is_absent(number) ? VALUE_ABSENT : value_format(thread, number, specification);
    value_release(number);
    return text;
}

/* ---- As Python's numbers ---- */

static bool scalar_hash(Thread *thread, Value self, int64_t *hash) {
    Value number = scalar_item(thread, self);
    bool hashed = !value_is_absent(number) && value_hash(thread, number, hash);
    value_release(number);
    return hashed;
}

static int scalar_truth(Thread *thread, Value self) {
    Value number = scalar_item(thread, self);
    int truth = value_is_absent(number) ? -1 : value_truth(thread, number);
    value_release(number);
    return truth;
}

/* int(np.float32(2.5)): Python's int of Python's number. */
static Value scalar_through(Thread *thread, Value self, Type *type) {
    Value number = scalar_item(thread, self);
    if (value_is_complex(number) && type != thread_builtins(thread)->type_complex) {
        value_release(number);
        Type *category = value_type(array_module_member(thread, "numpy.exceptions", "ComplexWarning"));
        bool warned = warn_format(thread, category, "Casting complex values to real discards the imaginary part");
        object_release(category);
        if (!warned) return VALUE_ABSENT;
        const void *bytes;
        const Dtype *dtype = value_scalar(self, &bytes);
        number = value_new_float(thread, dtype == DTYPE(COMPLEX64) ? ((const Complex64 *)bytes)->real
                                                                   : ((const Complex128 *)bytes)->real);
    }
    Value result = value_is_absent(number)
                       ? VALUE_ABSENT
                       : value_call_one(thread, (Value){.tag = TAG_OBJECT, .object = &type->object}, number);
    value_release(number);
    return result;
}
static Value scalar_to_int(Thread *thread, Value self) {
    return scalar_through(thread, self, thread_builtins(thread)->type_int);
}
static Value scalar_to_float(Thread *thread, Value self) {
    return scalar_through(thread, self, thread_builtins(thread)->type_float);
}
static Value scalar_to_index(Thread *thread, Value self) { return scalar_item(thread, self); }

static Value scalar_get_item(Thread *thread, Value self, Value key) {
    if (value_is_tuple(key) && !value_tuple(key)->count) return value_retain(self);
    if (value_is_none(key) || key.tag == TAG_ELLIPSIS || value_is_tuple(key)) {
        Array *array = scalar_array(thread, self);
        Value object = array ? value_from_array(thread, array) : VALUE_ABSENT;
        Value item = value_is_absent(object) ? VALUE_ABSENT : value_get_item(thread, object, key);
        value_release(object);
        if (value_is_absent(item) && exception_matches(thread, thread_builtins(thread)->exception_IndexError)) {
            exception_clear(thread);
            return raise_index_error(thread, "invalid index to scalar variable.");
        }
        return item;
    }
    return raise_index_error(thread, "invalid index to scalar variable.");
}

/* ---- Attributes ---- */

/* The dtype, of text too; NULL with an exception. */
static const Dtype *scalar_dtype(Thread *thread, Value self) {
    const void *bytes;
    ArrayContext *context = array_context(thread);
    const Dtype *dtype = value_scalar(self, &bytes);
    if (dtype || !context) return dtype;
    DtypeTable *table = context->runtime->flexible_types;
    if (value_is_string(self)) dtype = dtype_text(table, 'U', (int64_t)value_string(self)->count);
    else if (value_is_bytes(self)) dtype = dtype_text(table, 'S', (int64_t)((const Bytes *)self.object)->length);
    else if (value_record(self)) dtype = value_record(self)->dtype;
    else raise_type_error(thread, "'%s' is no scalar of numpy", value_type_name(thread, self));
    if (!dtype && !exception_is_set(thread)) raise_no_memory(thread);
    return dtype;
}

static Value scalar_get_dtype(Thread *thread, Value self) {
    const Dtype *dtype = scalar_dtype(thread, self);
    return dtype ? value_from_dtype(thread, dtype) : VALUE_ABSENT;
}
static Value scalar_get_shape(Thread *thread, Value self) { return (void)self, tuple_new(thread, 0); }
static Value scalar_get_ndim(Thread *thread, Value self) { return (void)thread, (void)self, value_from_int(0); }
static Value scalar_get_size(Thread *thread, Value self) { return (void)thread, (void)self, value_from_int(1); }
static Value scalar_get_itemsize(Thread *thread, Value self) {
    const Dtype *dtype = scalar_dtype(thread, self);
    return dtype ? value_from_int(dtype->item_size) : VALUE_ABSENT;
}
static Value scalar_get_self(Thread *thread, Value self) { return (void)thread, value_retain(self); }
static Value scalar_get_none(Thread *thread, Value self) { return (void)thread, (void)self, VALUE_NONE; }
static Value scalar_get_device(Thread *thread, Value self) { return (void)self, string_from_c(thread, "cpu"); }

static Value scalar_part(Thread *thread, Value self, bool imaginary) {
    const void *bytes;
    const Dtype *dtype = value_scalar(self, &bytes);
    if (!dtype) return imaginary ? value_from_int(0) : value_retain(self);
    if (dtype == DTYPE(COMPLEX64)) return scalar_new(thread, DTYPE(FLOAT32), (const float *)bytes + imaginary);
    if (dtype == DTYPE(COMPLEX128)) return scalar_new(thread, DTYPE(FLOAT64), (const double *)bytes + imaginary);
    static const unsigned char zero[16];
    return imaginary ? scalar_new(thread, dtype, zero) : value_retain(self);
}
static Value scalar_get_real(Thread *thread, Value self) { return scalar_part(thread, self, false); }
static Value scalar_get_imag(Thread *thread, Value self) { return scalar_part(thread, self, true); }

/* An attribute of the 0-d array. */
static Value scalar_array_attribute(Thread *thread, Value self, const char *name) {
    Array *array = scalar_array(thread, self);
    Value object = array ? value_from_array(thread, array) : VALUE_ABSENT;
    Value attribute = value_is_absent(object) ? VALUE_ABSENT : value_get_attribute_c(thread, object, name);
    value_release(object);
    return attribute;
}
static Value scalar_get_flat(Thread *thread, Value self) { return scalar_array_attribute(thread, self, "flat"); }
static Value scalar_get_flags(Thread *thread, Value self) {
    Array *array = array_from_value(thread, self, NULL);
    if (array && array->dtype->kind != 'V') array->writeable = false;
    Value object = array ? value_from_array(thread, array) : VALUE_ABSENT;
    Value flags = value_is_absent(object) ? object : value_get_attribute_c(thread, object, "flags");
    value_release(object);
    return flags;
}
static Value scalar_get_data(Thread *thread, Value self) { return scalar_array_attribute(thread, self, "data"); }

/* Of an array with the scalar as its only element. */
static Value attribute_of_array(Thread *thread, Value self, const char *name) {
    Array *array = array_from_value(thread, self, NULL);
    Value object = array ? value_from_array(thread, array) : VALUE_ABSENT;
    Value attribute = value_is_absent(object) ? object : value_get_attribute_c(thread, object, name);
    value_release(object);
    return attribute;
}
static Value scalar_get_interface(Thread *thread, Value self) { return attribute_of_array(thread, self, "__array_interface__"); }
static Value scalar_get_struct(Thread *thread, Value self) { return attribute_of_array(thread, self, "__array_struct__"); }

static Value scalar_get_priority(Thread *thread, Value self) {
    return (void)thread, (void)self, value_from_float(-1e6);
}

static const PropertyEntry generic_properties[] = {
    {"dtype", scalar_get_dtype, NULL, "Get the data type."},
    {"shape", scalar_get_shape, NULL, "Tuple of array dimensions."},
    {"strides", scalar_get_shape, NULL, "Tuple of bytes steps."},
    {"ndim", scalar_get_ndim, NULL, "The number of dimensions."},
    {"size", scalar_get_size, NULL, "The number of elements."},
    {"itemsize", scalar_get_itemsize, NULL, "The bytes of the scalar."},
    {"nbytes", scalar_get_itemsize, NULL, "The bytes of the scalar."},
    {"T", scalar_get_self, NULL, "The transpose: the scalar."},
    {"real", scalar_get_real, NULL, "The real part."},
    {"imag", scalar_get_imag, NULL, "The imaginary part."},
    {"base", scalar_get_none, NULL, "Scalars have no base."},
    {"device", scalar_get_device, NULL, "cpu"},
    {"flat", scalar_get_flat, NULL, "An iterator over the one element."},
    {"flags", scalar_get_flags, NULL, "Memory layout."},
    {"data", scalar_get_data, NULL, "Where the bytes begin."},
    {"__array_interface__", scalar_get_interface, NULL, "Array protocol: Python side."},
    {"__array_struct__", scalar_get_struct, NULL, "Array protocol: C side."},
    {"__array_priority__", scalar_get_priority, NULL, NULL},
    {NULL, NULL, NULL, NULL}};

/* ---- Methods ---- */

NATIVE(scalar_item_method) {
    NATIVE_UNUSED;
    const void *bytes;
    if (value_is_string(arguments[0])) return string_new(thread, value_string(arguments[0])->bytes, value_string(arguments[0])->length);
    if (value_is_bytes(arguments[0])) return bytes_new(thread, ((const Bytes *)arguments[0].object)->bytes, ((const Bytes *)arguments[0].object)->length);
    if (!value_scalar(arguments[0], &bytes)) return value_retain(arguments[0]);
    return scalar_item(thread, arguments[0]);
}
NATIVE(scalar_is_integer) {
    NATIVE_UNUSED;
    Value number = scalar_item(thread, arguments[0]);
    if (value_is_absent(number)) return number;
    Value result = number.tag == TAG_FLOAT ? value_from_bool(__builtin_isfinite(number.number) &&
                                                             __builtin_floor(number.number) == number.number)
                                           : VALUE_TRUE;
    value_release(number);
    return result;
}
NATIVE(scalar_bit_count) {
    NATIVE_UNUSED;
    Value number = scalar_item(thread, arguments[0]);
    Value absolute = value_is_absent(number) ? VALUE_ABSENT : value_unary(thread, UNARY_ABSOLUTE, number);
    Value result = value_is_absent(absolute) ? VALUE_ABSENT
                                             : value_call_method(thread, absolute, "bit_count", NULL, 0);
    value_release(number);
    value_release(absolute);
    return result;
}
NATIVE(scalar_as_integer_ratio) {
    NATIVE_UNUSED;
    Value number = scalar_item(thread, arguments[0]);
    Value result = value_is_absent(number) ? VALUE_ABSENT
                                           : value_call_method(thread, number, "as_integer_ratio", NULL, 0);
    value_release(number);
    return result;
}
/* round(x): Python's int; round(x, n): a scalar of the same type. */
NATIVE(scalar_round) {
    NATIVE_UNUSED;
    Value number = scalar_item(thread, arguments[0]), result;
    if (value_is_absent(number)) return number;
    if (value_is_none(arguments[1])) {
        result = value_call_method(thread, number, "__round__", NULL, 0);
        value_release(number);
        return result;
    }
    value_release(number);
    Value operands[2] = {arguments[0], arguments[1]};
    return call_numpy(thread, "round", operands, 2);
}
NATIVE(scalar_complex) {
    NATIVE_UNUSED;
    return scalar_through(thread, arguments[0], thread_builtins(thread)->type_complex);
}
NATIVE(scalar_array_method) {
    NATIVE_UNUSED;
    Array *array = scalar_array(thread, arguments[0]);
    return array ? value_from_array(thread, array) : VALUE_ABSENT;
}

NATIVE(scalar_conjugate) {
    NATIVE_UNUSED;
    return array_operate(thread, OPERATOR(conjugate), arguments, 1);
}
NATIVE(scalar_tobytes) {
    NATIVE_UNUSED;
    const void *bytes;
    const Dtype *dtype = value_scalar(arguments[0], &bytes);
    if (!dtype) {
        Array *array = scalar_array(thread, arguments[0]);
        Value object = array ? value_from_array(thread, array) : VALUE_ABSENT;
        Value content = value_is_absent(object) ? object : value_call_method(thread, object, "tobytes", NULL, 0);
        value_release(object);
        return content;
    }
    return bytes_new(thread, bytes, (size_t)dtype->item_size);
}

/* A method of the array that has the scalar as its only element, whose result is a scalar again. */
static Value through_array(Thread *thread, Value self, const char *name, const Value *arguments, size_t count) {
    Array *array = array_from_value(thread, self, NULL);
    Value object = array ? value_from_array(thread, array) : VALUE_ABSENT;
    Value result = value_is_absent(object) ? object : value_call_method(thread, object, name, arguments, count);
    value_release(object);
    if (value_is_absent(result) || !value_is_ndarray(result)) return result;
    Value scalar = value_get_item(thread, result, thread_builtins(thread)->empty_tuple);
    value_release(result);
    return scalar;
}
NATIVE(scalar_byteswap) {
    NATIVE_UNUSED;
    int truth = value_truth(thread, arguments[1]);
    if (truth < 0) return VALUE_ABSENT;
    if (truth) return raise_value_error(thread, "cannot byteswap a scalar in-place");
    return through_array(thread, arguments[0], "byteswap", NULL, 0);
}
NATIVE(scalar_tofile) {
    NATIVE_UNUSED;
    return through_array(thread, arguments[0], "tofile", arguments + 1, 3);
}
NATIVE(scalar_no_change) { /* of the memory, of which a scalar has none to change */
    NATIVE_UNUSED;
    return VALUE_NONE;
}
NATIVE(scalar_copy_method) {
    NATIVE_UNUSED;
    return value_retain(arguments[0]);
}

NATIVE(scalar_set_state) { /* it was made with its value */
    NATIVE_UNUSED;
    (void)thread, (void)arguments;
    return VALUE_NONE;
}
NATIVE(scalar_array_wrap) {
    NATIVE_UNUSED;
    if (!value_is_ndarray(arguments[1]))
        return raise_type_error(thread, "__array_wrap__() argument 1 must be numpy.ndarray, not %s",
                                value_type_name(thread, arguments[1]));
    if (value_ndarray(arguments[1])->dimensions) return value_retain(arguments[1]);
    Value empty = tuple_new(thread, 0),
          result = value_is_absent(empty) ? empty : value_get_item(thread, arguments[1], empty);
    value_release(empty);
    return result;
}

static const NativeEntry generic_methods[] = {
    {"byteswap", "($self, inplace=False)", "The scalar of the bytes in the other order.", scalar_byteswap,
     NULL, 0},
    {"tofile", "($self, fid, /, sep='', format='%s')", "Write the scalar to a file.", scalar_tofile, NULL, 0},
    {"resize", "($self, *args, refcheck=True)", "Nothing: a scalar keeps its shape.", scalar_no_change, NULL,
     0},
    {"setflags", "($self, write=None, align=None, uic=None)", "Nothing: a scalar has no flags to set.",
     scalar_no_change, NULL, 0},
    {"__copy__", "($self)", NULL, scalar_copy_method, NULL, 0},
    {"__deepcopy__", "($self, memo, /)", NULL, scalar_copy_method, NULL, 0},
    {"item", "($self, *args)", "The scalar as Python's own number.", scalar_item_method, NULL, 0},
    {"tolist", "($self)", "The scalar as Python's own number.", scalar_item_method, NULL, 0},
    {"__round__", "($self, ndigits=None, /)", NULL, scalar_round, NULL, 0},
    {"__complex__", "($self, /)", NULL, scalar_complex, NULL, 0},
    {"__array__", "($self, dtype=None, *, copy=None)", "The scalar as a 0-d array.", scalar_array_method,
     NULL, 0},
    {"conj", "($self)", "The complex conjugate.", scalar_conjugate, NULL, 0},
    {"conjugate", "($self)", "The complex conjugate.", scalar_conjugate, NULL, 0},
    {"tobytes", "($self, order='C')", "The scalar's bytes.", scalar_tobytes, NULL, 0},
    {"__reduce__", "($self, /)", NULL, scalar_reduce, NULL, 0},
    {"__setstate__", "($self, state, /)", NULL, scalar_set_state, NULL, 0},
    {"__array_wrap__", "($self, array, context=None, return_scalar=False, /)",
     "The array, a scalar where it has no dimensions.", scalar_array_wrap, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};
static Value integer_denominator(Thread *thread, Value self) { return (void)thread, (void)self, value_from_int(1); }
static const PropertyEntry integer_properties[] = {{"numerator", scalar_get_self, NULL, "The number itself."},
                                                   {"denominator", integer_denominator, NULL, "1"},
                                                   {NULL, NULL, NULL, NULL}};
static const NativeEntry integer_methods[] = {
    {"is_integer", "($self)", "True: the number is integral.", scalar_is_integer, NULL, 0},
    {"bit_count", "($self)", "How many bits of the distance from zero are 1.", scalar_bit_count, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};
static const NativeEntry floating_methods[] = {
    {"is_integer", "($self)", "Whether the number is integral.", scalar_is_integer, NULL, 0},
    {"as_integer_ratio", "($self)", "Numerator and denominator.", scalar_as_integer_ratio, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};

/* ---- The buffer protocol ---- */

bool scalar_lend_memory(Thread *thread, Value self, bool lasting, LentMemory *memory) {
    static const int64_t date_length = sizeof(int64_t), date_step = 1;
    const void *bytes;
    const Dtype *dtype = value_scalar(self, &bytes);
    if (!dtype) return raise_type_error(thread, "a bytes-like object is required, not '%s'", value_type_name(thread, self)), false;
    *memory = (LentMemory){.first = (char *)(uintptr_t)bytes, .format = dtype->code, .item_size = dtype->item_size, .read_only = true,
                           .keeper = lasting ? value_retain(self) : VALUE_ABSENT};
    if (!dtype_is_date(dtype)) return true;
    memory->format = 'B'; /* there is no letter for dates: their bytes */
    memory->item_size = 1;
    memory->dimensions = 1;
    memory->shape = &date_length;
    memory->strides = &date_step;
    return true;
}

/* ---- The types ---- */

#define SCALAR_SLOTS                                                                                          \
    .create = scalar_create, .repr = scalar_repr_slot, .str = scalar_str_slot, .format = scalar_format,       \
    .hash = scalar_hash, .truth = scalar_truth, .compare = scalar_compare, .get_item = scalar_get_item,       \
    .to_int = scalar_to_int, .to_float = scalar_to_float, SCALAR_OPERATORS

#define ABSTRACT(identifier, type_name, base_template, own_methods, own_properties, text)                     \
    const Type identifier##_type_template = {.name = "numpy." type_name,                                      \
                                             .documentation = text,                                           \
                                             .base = (Type *)&base_template##_type_template,                  \
                                             .flags = TYPE_BASE,                                              \
                                             .instance_size = sizeof(NumpyScalar),                            \
                                             .methods = own_methods,                                          \
                                             .properties = own_properties,                                    \
                                             SCALAR_SLOTS};
ABSTRACT(generic, "generic", object, generic_methods, generic_properties, "What all types of single elements derive from.")
ABSTRACT(number, "number", generic, NULL, NULL, "What all types of numbers derive from.")
ABSTRACT(integer, "integer", number, integer_methods, integer_properties, "What types of integers derive from.")
ABSTRACT(signedinteger, "signedinteger", integer, NULL, NULL, "What integers with a sign derive from.")
ABSTRACT(unsignedinteger, "unsignedinteger", integer, NULL, NULL, "What integers without a sign derive from.")
ABSTRACT(inexact, "inexact", number, NULL, NULL, "Base class of all scalar types that may be inexact.")
ABSTRACT(floating, "floating", inexact, floating_methods, NULL, "What types of real floats derive from.")
ABSTRACT(complexfloating, "complexfloating", inexact, NULL, NULL, "Base class of all complex scalar types.")
ABSTRACT(flexible, "flexible", generic, NULL, NULL, "Base class of scalar types without a fixed size.")
ABSTRACT(character, "character", flexible, NULL, NULL, "What str_ and bytes_ derive from.")

#define SCALAR(number, type_name, base_template, size, index_slot, text)                                      \
    [DTYPE_##number] = {.name = "numpy." type_name,                                                           \
                        .documentation = text,                                                                \
                        .signature = "(value=0, /)",                                                          \
                        .base = (Type *)&base_template##_type_template,                                       \
                        .flags = TYPE_BASE,                                                                   \
                        .instance_size = size,                                                                \
                        .to_index = index_slot,                                                               \
                        .lend_memory = scalar_lend_memory,                                                    \
                        SCALAR_SLOTS}
static const Type scalar_templates[DTYPE_COUNT] = {
    SCALAR(BOOL, "bool", generic, sizeof(NumpyScalar), NULL, "True or False, in one byte."),
    SCALAR(INT8, "int8", signedinteger, sizeof(NumpyScalar), scalar_to_index, "8-bit signed integer."),
    SCALAR(UINT8, "uint8", unsignedinteger, sizeof(NumpyScalar), scalar_to_index, "8-bit unsigned integer."),
    SCALAR(INT16, "int16", signedinteger, sizeof(NumpyScalar), scalar_to_index, "16-bit signed integer."),
    SCALAR(UINT16, "uint16", unsignedinteger, sizeof(NumpyScalar), scalar_to_index, "16-bit unsigned integer."),
    SCALAR(INT32, "int32", signedinteger, sizeof(NumpyScalar), scalar_to_index, "32-bit signed integer."),
    SCALAR(UINT32, "uint32", unsignedinteger, sizeof(NumpyScalar), scalar_to_index, "32-bit unsigned integer."),
    SCALAR(INT64, "int64", signedinteger, sizeof(NumpyScalar), scalar_to_index, "64-bit signed integer."),
    SCALAR(UINT64, "uint64", unsignedinteger, sizeof(NumpyScalar), scalar_to_index, "64-bit unsigned integer."),
    SCALAR(FLOAT16, "float16", floating, sizeof(NumpyScalar), NULL, "A float of 16 bits."),
    SCALAR(FLOAT32, "float32", floating, sizeof(NumpyScalar), NULL, "A float of 32 bits."),
    SCALAR(FLOAT64, "float64", float, sizeof(Float), NULL, "Double-precision floating-point number, Python's float."),
    SCALAR(COMPLEX64, "complex64", complexfloating, sizeof(NumpyScalar), NULL, "Two single-precision numbers."),
    SCALAR(COMPLEX128, "complex128", complex, sizeof(Complex), NULL, "Two double-precision numbers, Python's complex."),
};

/* Put NumPy's class tree in front of Python's class in the order of lookup: [type, numpy..., python, object]. */
static bool scalar_type_join(Thread *thread, Type *type, const Type *numpy_template, bool python_first) {
    Type *numpy_base = type_from_template(thread, numpy_template), *python_base = type->base;
    if (!numpy_base) return false;
    if (type->bases->count == 2) return true; /* done before something else failed */
    size_t numpy_count = numpy_base->order->count - 1; /* without object */
    Value order = tuple_new(thread, 1 + numpy_count + python_base->order->count);
    const Value pair[2] = {{.tag = TAG_OBJECT, .object = &numpy_base->object},
                           {.tag = TAG_OBJECT, .object = &python_base->object}};
    Value bases = tuple_from_values(thread, pair, 2);
    if (value_is_absent(order) || value_is_absent(bases)) {
        value_release(order);
        value_release(bases);
        return false;
    }
    Value *items = value_tuple(order)->items;
    *items++ = value_from_object(object_retain(type));
    size_t python_count = python_base->order->count - 1;
    for (size_t i = 0; i < python_count && python_first; i++) *items++ = value_retain(python_base->order->items[i]);
    for (size_t i = 0; i < numpy_count; i++) *items++ = value_retain(numpy_base->order->items[i]);
    for (size_t i = python_first ? python_count : 0; i <= python_count; i++) *items++ = value_retain(python_base->order->items[i]);
    object_release(type->order);
    object_release(type->bases);
    type->order = value_tuple(order);
    type->bases = value_tuple(bases);
    type_modified(type);
    return true;
}

bool scalar_types_make(Thread *thread, ArrayContext *context) {
    for (int i = 0; i < DTYPE_NUMBERS_END; i++) {
        const Type *model = i < DTYPE_COUNT ? &scalar_templates[i] : &flexible_scalar_templates[i - DTYPE_COUNT];
        Type *type = context->scalar_types[i] = type_from_template(thread, model);
        if (!type) return false;
    }
    _Static_assert(offsetof(NumpyScalar, bytes) == offsetof(IntegerScalar, integer), "the VM reads int64 scalars");
    Builtins *builtins = thread->interpreter->builtins;
    builtins->type_scalar_float = context->scalar_types[DTYPE_FLOAT64];
    builtins->type_scalar_integer = context->scalar_types[DTYPE_INT64];
    Type *generic = type_from_template(thread, &generic_type_template);
    return generic && array_type_add_methods(thread, generic, LIBRARY_NUMPY) &&
           scalar_type_join(thread, context->scalar_types[DTYPE_FLOAT64], &floating_type_template, false) &&
           scalar_type_join(thread, context->scalar_types[DTYPE_COMPLEX128], &complexfloating_type_template, false) &&
           scalar_type_join(thread, context->scalar_types[DTYPE_TEXT], &character_type_template, true) &&
           scalar_type_join(thread, context->scalar_types[DTYPE_BYTES], &character_type_template, true);
}
