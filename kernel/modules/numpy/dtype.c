/* dtype objects: np.dtype('float32'), one for each element type, compared by identity. */
#include "kernel/modules/numpy/types.h"

#include <string.h>

static const Dtype *dtype_of(Value self) { return ((const DtypeObject *)self.object)->dtype; }

/* NumPy's type numbers. */
static const int dtype_numbers[DTYPE_COUNT] = {
    [DTYPE_BOOL] = 0,   [DTYPE_INT8] = 1,    [DTYPE_UINT8] = 2,    [DTYPE_INT16] = 3,    [DTYPE_UINT16] = 4,
    [DTYPE_INT32] = 5,  [DTYPE_UINT32] = 6,  [DTYPE_INT64] = 7,    [DTYPE_UINT64] = 8,   [DTYPE_FLOAT16] = 23,
    [DTYPE_FLOAT32] = 11, [DTYPE_FLOAT64] = 12, [DTYPE_COMPLEX64] = 14, [DTYPE_COMPLEX128] = 15};

/* The class of each dtype object: numpy.dtypes.Float32DType. */
static const char *const dtype_class_names[DTYPE_COUNT] = {
    "numpy.dtypes.BoolDType",    "numpy.dtypes.Int8DType",      "numpy.dtypes.UInt8DType",
    "numpy.dtypes.Int16DType",   "numpy.dtypes.UInt16DType",    "numpy.dtypes.Int32DType",
    "numpy.dtypes.UInt32DType",  "numpy.dtypes.Int64DType",     "numpy.dtypes.UInt64DType",
    "numpy.dtypes.Float16DType", "numpy.dtypes.Float32DType",   "numpy.dtypes.Float64DType",
    "numpy.dtypes.Complex64DType", "numpy.dtypes.Complex128DType"};

Value value_from_dtype(Thread *thread, const Dtype *dtype) {
    ArrayContext *context = array_context(thread);
    if (!context) return VALUE_ABSENT;
    Value *known = &context->dtypes[dtype->number];
    if (!value_is_absent(*known)) return value_retain(*known);
    Type *base = type_from_template(thread, &dtype_type_template);
    Type *type = base ? type_new_simple(thread, dtype_class_names[dtype->number], base, base->documentation) : NULL;
    DtypeObject *object = type ? object_new(thread, type) : NULL;
    object_release(type); /* its instance holds it */
    if (!object) return VALUE_ABSENT;
    object->dtype = dtype;
    *known = value_from_object(object);
    return value_retain(*known);
}

const Dtype *dtype_of_class(ArrayContext *context, Value value) {
    if (!value_is_type(value)) return NULL;
    const Builtins *builtins = context->interpreter->builtins;
    const Type *type = value_type(value);
    if (type == builtins->type_float) return DTYPE(FLOAT64);
    if (type == builtins->type_int) return DTYPE(INT64);
    if (type == builtins->type_bool) return DTYPE(BOOL);
    if (type == builtins->type_complex) return DTYPE(COMPLEX128);
    for (int i = 0; i < DTYPE_COUNT; i++)
        if (type == context->scalar_types[i]) return &dtypes[i];
    /* long long and long double (numpy/python/wide.py) are classes of their own over the type that they are. */
    for (int i = 0; i < DTYPE_COUNT; i++)
        if (type->base == context->scalar_types[i] && strstr(type->name, "long")) return &dtypes[i];
    return NULL;
}

const Dtype *dtype_from_value(Thread *thread, Value value) {
    ArrayContext *context = array_context(thread);
    if (!context) return NULL;
    const Dtype *dtype = NULL;
    if (value_is_none(value) || value_is_absent(value)) return DTYPE(FLOAT64);
    if (value_has_type(value, &dtype_type_template)) return dtype_of(value);
    if ((dtype = dtype_of_class(context, value))) return dtype;
    if (value_is_string(value)) {
        const String *name = value_string(value);
        dtype = dtype_from_name(name->bytes, name->length);
        if (!dtype) raise_type_error(thread, "data type '%s' not understood", name->bytes);
        return dtype;
    }
    if (!value_is_type(value)) {
        Value attribute = value_find_attribute_c(thread, value, "dtype");
        bool has = !value_is_absent(attribute) && value_has_type(attribute, &dtype_type_template);
        if (has) dtype = dtype_of(attribute);
        value_release(attribute);
        if (has || exception_is_set(thread)) return dtype;
    }
    Value text = value_repr(thread, value);
    if (!value_is_absent(text)) raise_type_error(thread, "Cannot interpret '%s' as a data type", value_c_string(text));
    value_release(text);
    return NULL;
}

/* ---- Slots ---- */

static Value dtype_create(Thread *thread, Type *type, const Call *call) {
    (void)type;
    Value arguments[4];
    if (!native_match(thread, "dtype", "(dtype, align=False, copy=False, metadata=None)", call, arguments, 4))
        return VALUE_ABSENT;
    const Dtype *dtype = dtype_from_value(thread, arguments[0]);
    native_release_arguments(arguments, 4);
    return dtype ? value_from_dtype(thread, dtype) : VALUE_ABSENT;
}

static Value dtype_repr(Thread *thread, Value self) {
    return string_format(thread, "dtype('%s')", dtype_of(self)->name);
}
static Value dtype_str(Thread *thread, Value self) { return string_from_c(thread, dtype_of(self)->name); }
static bool dtype_hash(Thread *thread, Value self, int64_t *hash) {
    (void)thread;
    *hash = 1 + (int64_t)dtype_of(self)->number * 7919;
    return true;
}
static int64_t dtype_length(Thread *thread, Value self) { return (void)thread, (void)self, 0; }
static int dtype_truth(Thread *thread, Value self) { return (void)thread, (void)self, 1; }

static Value dtype_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    const Dtype *mine = dtype_of(left), *other = dtype_from_value(thread, right);
    if (value_is_none(right)) other = NULL; /* None is float64 only where one is asked for */
    if (!other && exception_is_set(thread)) {
        exception_clear(thread);
        return comparison == COMPARE_EQ ? VALUE_FALSE : comparison == COMPARE_NE ? VALUE_TRUE : VALUE_NOT_IMPLEMENTED;
    }
    if (!other) return comparison == COMPARE_NE ? VALUE_TRUE : VALUE_FALSE;
    switch (comparison) {
    case COMPARE_EQ: return value_from_bool(mine == other);
    case COMPARE_NE: return value_from_bool(mine != other);
    case COMPARE_LT: return value_from_bool(mine != other && dtype_can_cast(mine, other, CASTING_SAFE));
    case COMPARE_LE: return value_from_bool(dtype_can_cast(mine, other, CASTING_SAFE));
    case COMPARE_GT: return value_from_bool(mine != other && dtype_can_cast(other, mine, CASTING_SAFE));
    default: return value_from_bool(dtype_can_cast(other, mine, CASTING_SAFE));
    }
}

/* ---- Attributes ---- */

static Value dtype_get_name(Thread *thread, Value self) { return string_from_c(thread, dtype_of(self)->name); }
static Value dtype_get_kind(Thread *thread, Value self) { return string_new(thread, &dtype_of(self)->kind, 1); }
static Value dtype_get_char(Thread *thread, Value self) { return string_new(thread, &dtype_of(self)->code, 1); }
static Value dtype_get_itemsize(Thread *thread, Value self) {
    return (void)thread, value_from_int(dtype_of(self)->item_size);
}
static Value dtype_get_alignment(Thread *thread, Value self) {
    return (void)thread, value_from_int(dtype_of(self)->alignment);
}
static Value dtype_get_num(Thread *thread, Value self) {
    return (void)thread, value_from_int(dtype_numbers[dtype_of(self)->number]);
}
static Value dtype_get_str(Thread *thread, Value self) { return string_from_c(thread, dtype_of(self)->string); }
static Value dtype_get_byteorder(Thread *thread, Value self) {
    return string_from_c(thread, dtype_of(self)->item_size == 1 ? "|" : "=");
}
static Value dtype_get_type(Thread *thread, Value self) {
    ArrayContext *context = array_context(thread);
    return context ? value_from_object(object_retain(context->scalar_types[dtype_of(self)->number])) : VALUE_ABSENT;
}
static Value dtype_get_true(Thread *thread, Value self) { return (void)thread, (void)self, VALUE_TRUE; }
static Value dtype_get_false(Thread *thread, Value self) { return (void)thread, (void)self, VALUE_FALSE; }
static Value dtype_get_none(Thread *thread, Value self) { return (void)thread, (void)self, VALUE_NONE; }
static Value dtype_get_zero(Thread *thread, Value self) { return (void)thread, (void)self, value_from_int(0); }
static Value dtype_get_one(Thread *thread, Value self) { return (void)thread, (void)self, value_from_int(1); }
static Value dtype_get_self(Thread *thread, Value self) { return (void)thread, value_retain(self); }
static Value dtype_get_shape(Thread *thread, Value self) { return (void)self, tuple_new(thread, 0); }
static Value dtype_get_descr(Thread *thread, Value self) {
    Value pair = tuple_new(thread, 2), list = list_new(thread);
    if (value_is_absent(pair) || value_is_absent(list)) goto failed;
    value_tuple(pair)->items[0] = string_from_c(thread, "");
    value_tuple(pair)->items[1] = dtype_get_str(thread, self);
    if (!list_append(thread, value_list(list), pair)) goto failed;
    value_release(pair);
    return list;
failed:
    value_release(pair);
    value_release(list);
    return VALUE_ABSENT;
}

static const PropertyEntry dtype_properties[] = {{"name", dtype_get_name, NULL, "A bit-width name for this type."},
                                                 {"kind", dtype_get_kind, NULL, "A character code for the kind of data."},
                                                 {"char", dtype_get_char, NULL, "A unique character code."},
                                                 {"itemsize", dtype_get_itemsize, NULL, "The element size in bytes."},
                                                 {"alignment", dtype_get_alignment, NULL, "The required alignment."},
                                                 {"num", dtype_get_num, NULL, "A unique number for the type."},
                                                 {"str", dtype_get_str, NULL, "The array-protocol typestring."},
                                                 {"byteorder", dtype_get_byteorder, NULL, "The byte order."},
                                                 {"type", dtype_get_type, NULL, "The class of the type's scalars."},
                                                 {"isnative", dtype_get_true, NULL, NULL},
                                                 {"isalignedstruct", dtype_get_false, NULL, NULL},
                                                 {"hasobject", dtype_get_false, NULL, NULL},
                                                 {"fields", dtype_get_none, NULL, NULL},
                                                 {"names", dtype_get_none, NULL, NULL},
                                                 {"subdtype", dtype_get_none, NULL, NULL},
                                                 {"metadata", dtype_get_none, NULL, NULL},
                                                 {"shape", dtype_get_shape, NULL, NULL},
                                                 {"ndim", dtype_get_zero, NULL, NULL},
                                                 {"flags", dtype_get_zero, NULL, NULL},
                                                 {"isbuiltin", dtype_get_one, NULL, NULL},
                                                 {"base", dtype_get_self, NULL, NULL},
                                                 {"descr", dtype_get_descr, NULL, NULL},
                                                 {NULL, NULL, NULL, NULL}};

NATIVE(dtype_new_byte_order) {
    NATIVE_UNUSED;
    return value_retain(arguments[0]);
}

static const NativeEntry dtype_methods[] = {
    {"newbyteorder", "($self, new_order='S', /)", "The dtype in the machine's byte order.", dtype_new_byte_order, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};

const Type dtype_type_template = {
    .name = "numpy.dtype",
    .documentation = "The type of an array's elements.",
    .signature = "(dtype, align=False, copy=False, metadata=None)",
    .base = (Type *)&object_type_template,
    .flags = TYPE_BASE,
    .instance_size = sizeof(DtypeObject),
    .create = dtype_create,
    .repr = dtype_repr,
    .str = dtype_str,
    .hash = dtype_hash,
    .truth = dtype_truth,
    .length = dtype_length,
    .compare = dtype_compare,
    .methods = dtype_methods,
    .properties = dtype_properties,
};
