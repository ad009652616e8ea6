/* Questions about types: finfo, iinfo, issubdtype, can_cast, isscalar, shape, ndim, size. */
#include "kernel/modules/numpy/functions.h"
#include "kernel/modules/numpy/modules.h"
#include "kernel/modules/numpy/scalar.h"

#include "kernel/objects/number/int.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* ---- finfo ---- */

typedef struct InfoObject {
    Object object;
    const Dtype *dtype;
} InfoObject;

typedef struct FloatFacts {
    int bits, mantissa, exponent, precision;
    double eps, epsneg, max, tiny, smallest_subnormal;
    int minexp, maxexp;
} FloatFacts;
static const FloatFacts float16_facts = {16, 10, 5, 3, 0x1p-10, 0x1p-11, 65504, 0x1p-14, 0x1p-24, -14, 16};
static const FloatFacts float32_facts = {32,      23,      8,       6,      FLT_EPSILON, 0x1p-24,
                                         FLT_MAX, FLT_MIN, 0x1p-149, -126, 128};
static const FloatFacts float64_facts = {64,      52,      11,        15,    DBL_EPSILON, 0x1p-53,
                                         DBL_MAX, DBL_MIN, 0x1p-1074, -1022, 1024};

static const Dtype *info_dtype(Value self) { return ((const InfoObject *)self.object)->dtype; }
static const FloatFacts *float_facts(Value self) {
    const Dtype *dtype = info_dtype(self);
    return dtype == DTYPE(FLOAT16) ? &float16_facts : dtype == DTYPE(FLOAT32) ? &float32_facts : &float64_facts;
}

/* A dtype, a class, an array or a number. */
static const Dtype *info_argument(Thread *thread, Value value) {
    const void *bytes;
    if (value_is_ndarray(value)) return value_ndarray(value)->dtype;
    if (value.tag == TAG_FLOAT) return DTYPE(FLOAT64);
    if (value.tag == TAG_INT) return DTYPE(INT64);
    const Dtype *dtype = value_scalar(value, &bytes);
    return dtype ? dtype : dtype_from_value(thread, value);
}

static Value info_create(Thread *thread, Type *type, const Call *call, bool is_float) {
    Value argument;
    if (!native_match(thread, is_float ? "finfo" : "iinfo", is_float ? "(dtype)" : "(int_type)", call, &argument, 1))
        return VALUE_ABSENT;
    const Dtype *dtype = info_argument(thread, argument);
    if (dtype) dtype = dtype_native(dtype);
    if (dtype && is_float) {
        dtype = dtype_real(dtype);
        if (!dtype_is_float(dtype)) {
            Value text = value_repr(thread, argument);
            ArrayContext *context = array_context(thread);
            value_release(text);
            Value name = type_qualified_name(thread, context->scalar_types[dtype->number]);
            if (!value_is_absent(name))
                raise_value_error(thread, "data type <class '%s'> not inexact", value_c_string(name));
            value_release(name);
            dtype = NULL;
        }
    } else if (dtype && !dtype_is_integer(dtype)) {
        raise_value_error(thread, "Invalid integer data type '%c'.", dtype->kind);
        dtype = NULL;
    }
    native_release_arguments(&argument, 1);
    InfoObject *self = dtype ? object_new(thread, type) : NULL;
    if (self) self->dtype = dtype;
    return value_from_object(self);
}
static Value finfo_create(Thread *thread, Type *type, const Call *call) { return info_create(thread, type, call, true); }
static Value iinfo_create(Thread *thread, Type *type, const Call *call) { return info_create(thread, type, call, false); }

static Value float_scalar(Thread *thread, Value self, double number) {
    const Dtype *dtype = info_dtype(self);
    float16_bits half = float16_from_double(number);
    float single = (float)number;
    if (dtype == DTYPE(FLOAT16)) return scalar_new(thread, dtype, &half);
    return dtype == DTYPE(FLOAT32) ? scalar_new(thread, dtype, &single) : scalar_new(thread, dtype, &number);
}

#define FLOAT_MEMBER(name, number)                                                                            \
    static Value finfo_get_##name(Thread *thread, Value self) {                                               \
        return float_scalar(thread, self, number);                                                            \
    }
#define INT_MEMBER(name, number)                                                                              \
    static Value finfo_get_##name(Thread *thread, Value self) {                                               \
        return (void)thread, value_from_int(number);                                                          \
    }
FLOAT_MEMBER(eps, float_facts(self)->eps) FLOAT_MEMBER(epsneg, float_facts(self)->epsneg)
FLOAT_MEMBER(max, float_facts(self)->max) FLOAT_MEMBER(min, -float_facts(self)->max)
FLOAT_MEMBER(tiny, float_facts(self)->tiny) FLOAT_MEMBER(subnormal, float_facts(self)->smallest_subnormal)
FLOAT_MEMBER(resolution, pow(10, -float_facts(self)->precision))
INT_MEMBER(bits, float_facts(self)->bits) INT_MEMBER(nmant, float_facts(self)->mantissa)
INT_MEMBER(iexp, float_facts(self)->exponent) INT_MEMBER(nexp, float_facts(self)->exponent)
INT_MEMBER(precision, float_facts(self)->precision) INT_MEMBER(minexp, float_facts(self)->minexp)
INT_MEMBER(maxexp, float_facts(self)->maxexp) INT_MEMBER(machep, -float_facts(self)->mantissa)
INT_MEMBER(negep, -float_facts(self)->mantissa - 1)
static Value info_get_dtype(Thread *thread, Value self) { return value_from_dtype(thread, info_dtype(self)); }

#define RULE "---------------------------------------------------------------\n"

/* str() of some of the members, in order; false with an exception. */
static bool member_texts(Thread *thread, Value self, Value (*const *getters)(Thread *, Value), Value *texts, size_t count) {
    for (size_t i = 0; i < count; i++) {
        Value member = getters[i](thread, self);
        texts[i] = value_is_absent(member) ? member : value_str(thread, member);
        value_release(member);
        if (value_is_absent(texts[i])) return false;
    }
    return true;
}

static Value finfo_str(Thread *thread, Value self) {
    Value (*const getters[])(Thread *, Value) = {finfo_get_precision, finfo_get_resolution, finfo_get_machep, finfo_get_eps, finfo_get_negep,
                                                 finfo_get_epsneg, finfo_get_minexp, finfo_get_tiny, finfo_get_maxexp, finfo_get_max,
                                                 finfo_get_nexp, finfo_get_subnormal};
    enum { COUNT = sizeof getters / sizeof *getters };
    Value texts[COUNT] = {0}, table = VALUE_ABSENT;
    if (member_texts(thread, self, getters, texts, COUNT)) {
        const char *t[COUNT];
        for (int i = 0; i < COUNT; i++) t[i] = value_c_string(texts[i]);
        table = string_format(thread, "Machine parameters for %s\n" RULE "precision = %s   resolution = %s\nmachep = %s   eps =        %s\n"
                              "negep =  %s   epsneg =     %s\nminexp = %s   tiny =       %s\nmaxexp = %s   max =        %s\n"
                              "nexp =   %s   min =        -max\nsmallest_normal = %s   smallest_subnormal = %s\n" RULE,
                              info_dtype(self)->name, t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[8], t[9], t[10], t[7], t[11]);
    }
    for (int i = 0; i < COUNT; i++) value_release(texts[i]);
    return table;
}

static Value info_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    (void)thread;
    bool same_type = value_is_object(right) && right.object->type == left.object->type;
    if (!same_type || (comparison != COMPARE_EQ && comparison != COMPARE_NE)) return VALUE_NOT_IMPLEMENTED;
    return value_from_bool((info_dtype(left) == info_dtype(right)) == (comparison == COMPARE_EQ));
}
static bool info_hash(Thread *thread, Value self, int64_t *hash) {
    (void)thread;
    *hash = (int64_t)((uintptr_t)info_dtype(self) >> 4);
    return true;
}

static Value finfo_repr(Thread *thread, Value self) {
    if (info_dtype(self) == DTYPE(FLOAT16))
        return string_format(thread, "finfo(resolution=0.001, min=%.5e, max=%.5e, dtype=float16)", -float_facts(self)->max, float_facts(self)->max);
    Value resolution = finfo_get_resolution(thread, self), least = finfo_get_min(thread, self);
    Value most = finfo_get_max(thread, self), text = VALUE_ABSENT;
    Value words[3] = {value_is_absent(resolution) ? resolution : value_str(thread, resolution),
                      value_is_absent(least) ? least : value_str(thread, least),
                      value_is_absent(most) ? most : value_str(thread, most)};
    if (!value_is_absent(words[0]) && !value_is_absent(words[1]) && !value_is_absent(words[2]))
        text = string_format(thread, "finfo(resolution=%s, min=%s, max=%s, dtype=%s)", value_c_string(words[0]),
                             value_c_string(words[1]), value_c_string(words[2]), info_dtype(self)->name);
    for (int i = 0; i < 3; i++) value_release(words[i]);
    value_release(resolution);
    value_release(least);
    value_release(most);
    return text;
}

static const PropertyEntry finfo_properties[] = {{"eps", finfo_get_eps, NULL, "Distance from 1 to the next number."},
                                                 {"epsneg", finfo_get_epsneg, NULL, NULL},
                                                 {"max", finfo_get_max, NULL, "The largest number."},
                                                 {"min", finfo_get_min, NULL, "The smallest number."},
                                                 {"tiny", finfo_get_tiny, NULL, "The smallest positive normal number."},
                                                 {"smallest_normal", finfo_get_tiny, NULL, NULL},
                                                 {"smallest_subnormal", finfo_get_subnormal, NULL, NULL},
                                                 {"resolution", finfo_get_resolution, NULL, NULL},
                                                 {"bits", finfo_get_bits, NULL, NULL},
                                                 {"nmant", finfo_get_nmant, NULL, NULL},
                                                 {"iexp", finfo_get_iexp, NULL, NULL},
                                                 {"nexp", finfo_get_nexp, NULL, NULL},
                                                 {"precision", finfo_get_precision, NULL, NULL},
                                                 {"minexp", finfo_get_minexp, NULL, NULL},
                                                 {"maxexp", finfo_get_maxexp, NULL, NULL},
                                                 {"machep", finfo_get_machep, NULL, NULL},
                                                 {"negep", finfo_get_negep, NULL, NULL},
                                                 {"dtype", info_get_dtype, NULL, NULL},
                                                 {NULL, NULL, NULL, NULL}};
static const Type finfo_type_template = {
    .name = "numpy.finfo",
    .documentation = "What a type of floats can hold: range and precision.",
    .signature = "(dtype)",
    .base = (Type *)&object_type_template,
    .instance_size = sizeof(InfoObject),
    .create = finfo_create,
    .repr = finfo_repr,
    .str = finfo_str,
    .compare = info_compare,
    .hash = info_hash,
    .properties = finfo_properties,
};

/* ---- iinfo ---- */

static Value iinfo_get_min(Thread *thread, Value self) {
    const Dtype *dtype = info_dtype(self);
    (void)thread;
    return value_from_int(dtype->kind == 'u' ? 0 : INT64_MIN >> (64 - dtype->item_size * 8));
}
static Value iinfo_get_max(Thread *thread, Value self) {
    const Dtype *dtype = info_dtype(self);
    return int_from_uint64(thread, UINT64_MAX >> (64 - dtype->item_size * 8 + (dtype->kind == 'i')));
}
static Value iinfo_get_bits(Thread *thread, Value self) {
    return (void)thread, value_from_int(info_dtype(self)->item_size * 8);
}
static Value iinfo_get_kind(Thread *thread, Value self) { return string_new(thread, &info_dtype(self)->kind, 1); }
static Value iinfo_repr(Thread *thread, Value self) {
    Value most = iinfo_get_max(thread, self), text = value_is_absent(most) ? most : value_str(thread, most);
    Value result = value_is_absent(text)
                       ? VALUE_ABSENT
                       : string_format(thread, "iinfo(min=%lld, max=%s, dtype=%s)",
                                       (long long)iinfo_get_min(thread, self).integer, value_c_string(text),
                                       info_dtype(self)->name);
    value_release(most);
    value_release(text);
    return result;
}
static Value iinfo_str(Thread *thread, Value self) {
    Value most = iinfo_get_max(thread, self), text = value_is_absent(most) ? most : value_str(thread, most), table = VALUE_ABSENT;
    if (!value_is_absent(text))
        table = string_format(thread, "Machine parameters for %s\n" RULE "min = %lld\nmax = %s\n" RULE, info_dtype(self)->name,
                              (long long)iinfo_get_min(thread, self).integer, value_c_string(text));
    value_release(most);
    value_release(text);
    return table;
}
static Value iinfo_get_key(Thread *thread, Value self) {
    return string_format(thread, "%c%d", info_dtype(self)->kind, (int)info_dtype(self)->item_size * 8);
}
static const PropertyEntry iinfo_properties[] = {{"min", iinfo_get_min, NULL, "The smallest integer."},
                                                 {"max", iinfo_get_max, NULL, "The largest integer."},
                                                 {"bits", iinfo_get_bits, NULL, "The number of bits."},
                                                 {"kind", iinfo_get_kind, NULL, NULL},
                                                 {"key", iinfo_get_key, NULL, "The kind and the number of bits: 'i32'."},
                                                 {"dtype", info_get_dtype, NULL, NULL},
                                                 {NULL, NULL, NULL, NULL}};
static const Type iinfo_type_template = {
    .name = "numpy.iinfo",
    .documentation = "The least and the greatest number that a type of integers holds.",
    .signature = "(int_type)",
    .base = (Type *)&object_type_template,
    .instance_size = sizeof(InfoObject),
    .create = iinfo_create,
    .repr = iinfo_repr,
    .str = iinfo_str,
    .compare = info_compare,
    .hash = info_hash,
    .properties = iinfo_properties,
};

Value make_finfo(Thread *thread) {
    Type *type = type_from_template(thread, &finfo_type_template);
    return type ? value_from_object(object_retain(type)) : VALUE_ABSENT;
}
Value make_iinfo(Thread *thread) {
    Type *type = type_from_template(thread, &iinfo_type_template);
    return type ? value_from_object(object_retain(type)) : VALUE_ABSENT;
}

/* ---- Functions ---- */

/* The class that an argument of issubdtype stands for: an abstract class itself, else its dtype's. */
static Type *subdtype_class(Thread *thread, Value value) {
    ArrayContext *context = array_context(thread);
    Type *generic = type_from_template(thread, &generic_type_template);
    if (!context || !generic) return NULL;
    if (value_is_type(value) && type_is_subtype(value_type(value), generic)) return value_type(value);
    const Dtype *dtype = dtype_from_value(thread, value);
    return dtype ? context->scalar_types[dtype_native(dtype)->number] : NULL;
}
NATIVE(np_issubdtype) {
    NATIVE_UNUSED;
    Type *first = subdtype_class(thread, arguments[0]), *second = first ? subdtype_class(thread, arguments[1]) : NULL;
    return second ? value_from_bool(type_is_subtype(first, second)) : VALUE_ABSENT;
}

NATIVE(np_can_cast) {
    NATIVE_UNUSED;
    Casting casting;
    if (arguments[0].tag == TAG_INT || arguments[0].tag == TAG_FLOAT || value_is_complex(arguments[0]))
        return raise_type_error(thread, "can_cast() does not support Python ints, floats, and complex because the result "
                                        "used to depend on the value.\nThis change was part of adopting NEP 50, we may "
                                        "explicitly allow them again in the future.");
    const Dtype *from = info_argument(thread, arguments[0]), *to = from ? dtype_from_value(thread, arguments[1]) : NULL;
    if (!to) return VALUE_ABSENT;
    if (!value_is_string(arguments[2]) || !casting_from_name(value_c_string(arguments[2]), &casting))
        return raise_value_error(thread, "casting must be one of 'no', 'equiv', 'safe', 'same_kind', 'unsafe' (got '%s')",
                                 value_is_string(arguments[2]) ? value_c_string(arguments[2]) : "?");
    return value_from_bool(dtype_can_cast(from, to, casting));
}

NATIVE(np_promote_types) {
    NATIVE_UNUSED;
    const Dtype *first = dtype_from_value(thread, arguments[0]);
    const Dtype *second = first ? dtype_from_value(thread, arguments[1]) : NULL;
    if (!second) return VALUE_ABSENT;
    Error error = {0};
    if (!dtype_check_common(first, second, &error)) {
        if (first->kind == 'V' && second->kind == 'V') return raise_array_error(thread, &error);
        error_clear(&error);
        error_set(&error, "numpy.exceptions.DTypePromotionError",
                  "The DTypes <class 'numpy.dtypes.%sDType'> and <class 'numpy.dtypes.%sDType'> do not have a common DType. For example they cannot be "
                  "stored in a single array unless the dtype is `object`.",
                  dtype_class_name(first), dtype_class_name(second));
        return raise_array_error(thread, &error);
    }
    /* Two of the same, and text that holds the other, come back as they were given, with what they say about themselves. */
    const Dtype *result = dtype_promote(first, second);
    bool same = arguments[0].tag == TAG_OBJECT && arguments[1].tag == TAG_OBJECT && arguments[0].object == arguments[1].object;
    bool plain = dtype_is_text(result) || (result->kind == 'V' && !result->is_record && !result->base);
    if (result == first && (same || plain)) return dtype_as_given(thread, arguments[0], result);
    if (result == dtype_native(first) && result->kind == 'U') return dtype_as_given(thread, arguments[0], result);
    return value_from_dtype(thread, result);
}

enum { OPERANDS_MAX = 64 };
NATIVE(np_result_type) {
    NATIVE_UNUSED;
    const Tuple *values = value_tuple(arguments[0]);
    const Dtype *types[OPERANDS_MAX];
    WeakKind weak[OPERANDS_MAX];
    if (!values->count) return raise_value_error(thread, "at least one array or dtype is required");
    if (values->count > OPERANDS_MAX) return raise_value_error(thread, "too many arguments");
    for (size_t i = 0; i < values->count; i++) {
        Value value = values->items[i];
        weak[i] = value.tag == TAG_INT       ? WEAK_INTEGER
                  : value.tag == TAG_FLOAT   ? WEAK_FLOAT
                  : value.tag == TAG_BOOL    ? WEAK_BOOL
                  : value_is_numpy_scalar(value) ? WEAK_NONE
                  : value_is_complex(value)  ? WEAK_COMPLEX
                                             : WEAK_NONE;
        types[i] = weak[i] == WEAK_NONE ? info_argument(thread, value) : NULL;
        if (weak[i] == WEAK_NONE && !types[i]) return VALUE_ABSENT;
    }
    Error error = ERROR_NONE;
    const Dtype *first = NULL;
    for (size_t i = 0; i < values->count; i++) {
        if (!types[i]) continue;
        if (first && !dtype_check_common(first, types[i], &error)) return raise_array_error(thread, &error);
        first = first ? dtype_promote(first, types[i]) : types[i];
    }
    return value_from_dtype(thread, dtype_result(types, weak, values->count));
}

NATIVE(np_common_type) {
    NATIVE_UNUSED;
    const Tuple *arrays = value_tuple(arguments[0]);
    const Dtype *dtype = NULL;
    for (size_t i = 0; i < arrays->count; i++) {
        const Dtype *own = info_argument(thread, arrays->items[i]);
        if (!own) return VALUE_ABSENT;
        if (dtype_native(own)->kind == 'b' || dtype_is_flexible(dtype_native(own)))
            return raise_type_error(thread, "can't get common type for non-numeric array");
        own = dtype_inexact(dtype_native(own));
        dtype = dtype ? dtype_promote(dtype, own) : own;
    }
    ArrayContext *context = array_context(thread);
    if (!context) return VALUE_ABSENT;
    return value_from_object(object_retain(context->scalar_types[dtype ? dtype->number : DTYPE_FLOAT16]));
}

NATIVE(np_min_scalar_type) {
    NATIVE_UNUSED;
    const void *bytes;
    Value value = arguments[0];
    if (value_is_ndarray(value)) return value_from_dtype(thread, dtype_native(value_ndarray(value)->dtype));
    const Dtype *dtype = value_scalar(value, &bytes);
    Value number = dtype ? scalar_to_value(thread, dtype, bytes) : value_retain(value);
    const Dtype *least = NULL;
    if (number.tag == TAG_BOOL) {
        least = DTYPE(BOOL);
    } else if (number.tag == TAG_INT) {
        static const DtypeNumber order[] = {DTYPE_UINT8, DTYPE_UINT16, DTYPE_UINT32, DTYPE_UINT64};
        static const DtypeNumber negative[] = {DTYPE_INT8, DTYPE_INT16, DTYPE_INT32, DTYPE_INT64};
        int64_t integer = number.integer;
        for (int i = 0; i < 4 && !least; i++) {
            int bits = 8 << i;
            if (integer >= 0 ? bits == 64 || integer < ((int64_t)1 << bits) : integer >= INT64_MIN >> (64 - bits))
                least = &dtypes[integer >= 0 ? order[i] : negative[i]];
        }
    } else if (number.tag == TAG_FLOAT) {
        double size = fabs(number.number);
        least = isinf(size) || isnan(size) || size < 65000 ? DTYPE(FLOAT16) : size < 3.4e38 ? DTYPE(FLOAT32) : DTYPE(FLOAT64);
    } else if (value_is_complex(number)) {
        least = DTYPE(COMPLEX64);
    }
    value_release(number);
    if (least) return value_from_dtype(thread, least);
    Array *array = array_from_value(thread, value, NULL); /* what is no number has the type of an array of it */
    least = array ? array->dtype : NULL;
    array_release(array);
    return least ? value_from_dtype(thread, least) : VALUE_ABSENT;
}

NATIVE(np_isscalar) {
    NATIVE_UNUSED;
    Value value = arguments[0];
    if (value_is_numpy_scalar(value) || value_is_int(value) || value_is_float(value) || value_is_complex(value) ||
        value_is_string(value) || value_is_bytes(value))
        return value_from_bool(true);
    if (value.tag != TAG_OBJECT || !(value.object->type->flags & TYPE_HEAP)) return value_from_bool(false);
    Value numbers = import_module(thread, "numbers"); /* what calls itself a number, as fractions do */
    Value number = value_is_absent(numbers) ? VALUE_ABSENT : value_get_attribute_c(thread, numbers, "Number");
    int is_number = value_is_absent(number) ? -1 : value_is_instance_of(thread, value, number);
    value_release(numbers);
    value_release(number);
    return is_number < 0 ? VALUE_ABSENT : value_from_bool(is_number);
}

NATIVE(np_iterable) {
    NATIVE_UNUSED;
    Value iterator = value_iterate(thread, arguments[0]);
    if (value_is_absent(iterator)) exception_clear(thread);
    value_release(iterator);
    return value_from_bool(!value_is_absent(iterator));
}

NATIVE(np_isdtype) {
    NATIVE_UNUSED;
    static const struct {
        const char *name, *kinds;
    } groups[] = {{"bool", "b"}, {"signed integer", "i"}, {"unsigned integer", "u"}, {"integral", "iu"},
                  {"real floating", "f"}, {"complex floating", "c"}, {"numeric", "iufc"}};
    const Dtype *dtype = dtype_from_value(thread, arguments[0]);
    if (!dtype) return VALUE_ABSENT;
    Value kinds = value_is_tuple(arguments[1]) ? value_retain(arguments[1]) : tuple_from_values(thread, &arguments[1], 1);
    bool is_one = false;
    for (size_t k = 0; !value_is_absent(kinds) && k < value_tuple(kinds)->count; k++) {
        Value kind = value_tuple(kinds)->items[k];
        size_t i = 0;
        if (!value_is_string(kind)) {
            const Dtype *other = dtype_from_value(thread, kind);
            if (!other) {
                value_release(kinds);
                return VALUE_ABSENT;
            }
            is_one = is_one || other == dtype;
            continue;
        }
        for (; i < sizeof groups / sizeof *groups; i++)
            if (string_equals_c(value_string(kind), groups[i].name)) break;
        if (i == sizeof groups / sizeof *groups) {
            raise_value_error(thread, "kind argument is a string, but '%s' is not a known kind name.", value_c_string(kind));
            value_release(kinds);
            return VALUE_ABSENT;
        }
        is_one = is_one || strchr(groups[i].kinds, dtype->kind);
    }
    value_release(kinds);
    return value_from_bool(is_one);
}

static const char *const extents_names[] = {"shape", "ndim", "size"};
/* np.shape(x), np.ndim(x), np.size(x, axis): of an array itself, or of what np.asarray makes of it. */
static Value extents_of(Thread *thread, Value value, const char *name) {
    if (value_is_ndarray(value)) return value_get_attribute_c(thread, value, name);
    Array *array = array_from_value(thread, value, NULL);
    Value object = array ? value_from_array(thread, array) : VALUE_ABSENT;
    Value result = value_is_absent(object) ? VALUE_ABSENT : value_get_attribute_c(thread, object, name);
    value_release(object);
    return result;
}
NATIVE(np_shape) {
    NATIVE_UNUSED;
    return extents_of(thread, arguments[0], extents_names[0]);
}
NATIVE(np_ndim) {
    NATIVE_UNUSED;
    return extents_of(thread, arguments[0], extents_names[1]);
}
NATIVE(np_size) {
    NATIVE_UNUSED;
    if (value_is_none(arguments[1])) return extents_of(thread, arguments[0], extents_names[2]);
    Value shape = extents_of(thread, arguments[0], extents_names[0]);
    Value extent = value_is_absent(shape) ? VALUE_ABSENT : value_get_item(thread, shape, arguments[1]);
    value_release(shape);
    return extent;
}

NATIVE(np_show_config) {
    NATIVE_UNUSED;
    Value text = string_format(thread, "numpy of Cupola, following NumPy %s\n", NUMPY_VERSION);
    bool written = !value_is_absent(text) &&
                   interpreter_write(thread, false, value_c_string(text), value_string(text)->length);
    value_release(text);
    return written ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(np_datetime_data) {
    NATIVE_UNUSED;
    const Dtype *dtype = dtype_from_value(thread, arguments[0]);
    if (!dtype) return VALUE_ABSENT;
    if (!dtype_is_date(dtype)) return raise_type_error(thread, "cannot get datetime metadata from non-datetime type");
    Value pair = tuple_new(thread, 2);
    if (value_is_absent(pair)) return pair;
    value_tuple(pair)->items[0] = string_from_c(thread, datetime_unit_name(dtype->unit));
    value_tuple(pair)->items[1] = value_from_int(dtype->multiple);
    return pair;
}

/* Text of every date, in a unit: its own, the finest one that each needs ('auto'), or one that is named. */
NATIVE(np_datetime_as_string) {
    NATIVE_UNUSED;
    ArrayContext *context = array_context(thread);
    const char *zone = value_is_string(arguments[2]) ? value_c_string(arguments[2]) : NULL;
    if (!zone || !strcmp(zone, "local"))
        return raise_format(thread, thread_builtins(thread)->exception_NotImplementedError, "datetime_as_string: timezones other than 'naive' and 'UTC'");
    if (strcmp(zone, "naive") && strcmp(zone, "UTC")) return raise_value_error(thread, "Unsupported timezone input string \"%s\"", zone);
    Array *array = context ? array_from_value(thread, arguments[0], NULL) : NULL;
    if (!array) return VALUE_ABSENT;
    Error error = ERROR_NONE;
    DatetimeUnit unit = array->dtype->unit;
    bool automatic = value_is_string(arguments[1]) && !strcmp(value_c_string(arguments[1]), "auto");
    bool utc = value_is_string(arguments[2]) && !strcmp(value_c_string(arguments[2]), "UTC");
    Array *result = NULL;
    if (array->dtype->kind != 'M') raise_type_error(thread, "input must have type NumPy datetime");
    else if (!automatic && value_is_string(arguments[1]) &&
             !datetime_unit_from_name(value_c_string(arguments[1]), value_string(arguments[1])->length, &unit))
        raise_type_error(thread, "Invalid datetime unit \"%s\" in metadata", value_c_string(arguments[1]));
    else {
        Array *dates = array_contiguous(array, array->dtype, &error);
        int64_t size = dates ? array_size(dates) : 0;
        DtypeTable *table = context->runtime->flexible_types;
        static const int widths[] = {[UNIT_YEAR] = 22, [UNIT_MONTH] = 25, [UNIT_WEEK] = 28, [UNIT_DAY] = 28, [UNIT_HOUR] = 32, [UNIT_MINUTE] = 35,
                                     [UNIT_SECOND] = 38}; /* with room for years of many digits */
        const Dtype *wide = dtype_text(table, 'U', automatic ? 62 : unit <= UNIT_SECOND ? widths[unit] : 39 + 3 * (int)(unit - UNIT_SECOND));
        result = dates && wide ? array_create(context->runtime->host, wide, dates->dimensions, dates->shape, &error) : NULL;
        for (int64_t i = 0; i < size && result; i++) {
            TextBuffer text = TEXT_BUFFER_EMPTY;
            int64_t count = ((const int64_t *)array_data(dates))[i];
            DatetimeUnit own = unit;
            DateFields fields;
            datetime_to_fields(count, dates->dtype, &fields);
            if (automatic) {
                own = fields.second ? UNIT_SECOND : fields.hour || fields.minute ? UNIT_MINUTE : UNIT_DAY;
                for (int k = UNIT_ATTOSECOND; k > UNIT_SECOND && fields.attosecond; k--)
                    if (fields.attosecond / datetime_unit_ratio((DatetimeUnit)k, UNIT_ATTOSECOND) % 1000) {
                        own = (DatetimeUnit)k;
                        break;
                    }
                if (dates->dtype->unit < own) own = dates->dtype->unit;
            }
            datetime_append_unit(&text, count, dates->dtype, own);
            if (utc && own >= UNIT_HOUR && count != NOT_A_TIME) text_append_char(&text, 'Z');
            Variant value = variant_string(text_string(&text), text.length);
            bool stored = value.kind != VARIANT_ABSENT &&
                          element_store(context->runtime, value, result->dtype, array_data(result) + i * result->dtype->item_size, &error);
            variant_release(&value);
            text_release(&text);
            if (stored) continue;
            array_release(result);
            result = NULL;
        }
        array_release(dates);
        if (!result) raise_array_error(thread, &error);
    }
    array_release(array);
    if (!result) return VALUE_ABSENT;
    if (result->dimensions) return value_from_array(thread, result);
    Value scalar = scalar_new(thread, result->dtype, array_data(result));
    array_release(result);
    return scalar;
}

const NativeEntry type_functions[] = {
    {"datetime_data", "(dtype, /)", "The unit of a type of dates, and how many of it.", np_datetime_data, NULL, NATIVE_ASKS_NOBODY},
    {"datetime_as_string", "(arr, unit=None, timezone='naive', casting='same_kind')", "The dates as text.", np_datetime_as_string, NULL, 0},
    {"issubdtype", "(arg1, arg2)", "Whether the first type is the second or below it.", np_issubdtype, NULL, NATIVE_ASKS_NOBODY},
    {"can_cast", "(from_, to, casting='safe')", "Whether a cast keeps to a casting rule.", np_can_cast, NULL, 0},
    {"promote_types", "(type1, type2)", "The smallest type that holds both.", np_promote_types, NULL, NATIVE_ASKS_NOBODY},
    {"result_type", "(*arrays_and_dtypes)", "The type that results from combining the arguments.", np_result_type, NULL, 0},
    {"common_type", "(*arrays)", "The class of the inexact type that holds all of the arrays.", np_common_type, NULL, 0},
    {"min_scalar_type", "(a)", "The smallest type that holds the number.", np_min_scalar_type, NULL, 0},
    {"isscalar", "(element)", "Whether the element is a scalar.", np_isscalar, NULL, NATIVE_ASKS_NOBODY},
    {"iterable", "(y)", "Whether the object can be iterated over.", np_iterable, NULL, NATIVE_ASKS_NOBODY},
    {"isdtype", "(dtype, kind)", "Whether the type is of a kind.", np_isdtype, NULL, NATIVE_ASKS_NOBODY},
    {"shape", "(a)", "How long each axis is.", np_shape, NULL, 0},
    {"ndim", "(a)", "How many axes it has.", np_ndim, NULL, 0},
    {"size", "(a, axis=None)", "The number of elements along an axis, or of all.", np_size, NULL, 0},
    {"show_config", "(mode='stdout')", "Say what this numpy is.", np_show_config, NULL, NATIVE_ASKS_NOBODY},
    {NULL, NULL, NULL, NULL, NULL, 0}};
