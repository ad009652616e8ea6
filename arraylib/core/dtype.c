#include "arraylib/core/dtype.h"

#include "arraylib/core/flexible.h"

#include <string.h>

const Dtype dtypes[DTYPE_COUNT] = {
#define X(NAME, name, type, kind, code, class_name, string)                                                  \
    {DTYPE_##NAME, kind, code, sizeof(type), _Alignof(type), class_name, string, "'" class_name "'", .unit = UNIT_YEAR},
    DTYPES(X)
#undef X
};

/* Other names that NumPy knows the types by, on a 64-bit Linux. */
static const struct {
    const char *name;
    DtypeNumber number;
} dtype_names[] = {
    {"bool_", DTYPE_BOOL},           {"b1", DTYPE_BOOL},         {"byte", DTYPE_INT8},
    {"i1", DTYPE_INT8},              {"ubyte", DTYPE_UINT8},     {"u1", DTYPE_UINT8},
    {"short", DTYPE_INT16},          {"i2", DTYPE_INT16},        {"ushort", DTYPE_UINT16},
    {"u2", DTYPE_UINT16},            {"intc", DTYPE_INT32},      {"i4", DTYPE_INT32},
    {"uintc", DTYPE_UINT32},         {"u4", DTYPE_UINT32},       {"int", DTYPE_INT64},
    {"int_", DTYPE_INT64},           {"long", DTYPE_INT64},      {"intp", DTYPE_INT64},
    {"i8", DTYPE_INT64},             {"longlong", DTYPE_INT64},  {"q", DTYPE_INT64},
    {"p", DTYPE_INT64},              {"n", DTYPE_INT64},         {"uint", DTYPE_UINT64},
    {"ulong", DTYPE_UINT64},         {"uintp", DTYPE_UINT64},    {"u8", DTYPE_UINT64},
    {"ulonglong", DTYPE_UINT64},     {"Q", DTYPE_UINT64},        {"P", DTYPE_UINT64},
    {"N", DTYPE_UINT64},             {"half", DTYPE_FLOAT16},    {"f2", DTYPE_FLOAT16},
    {"single", DTYPE_FLOAT32},       {"f4", DTYPE_FLOAT32},      {"float", DTYPE_FLOAT64},
    {"double", DTYPE_FLOAT64},       {"f8", DTYPE_FLOAT64},      {"longdouble", DTYPE_FLOAT64},
    {"g", DTYPE_FLOAT64},            {"csingle", DTYPE_COMPLEX64}, {"c8", DTYPE_COMPLEX64},
    {"complex", DTYPE_COMPLEX128},   {"cdouble", DTYPE_COMPLEX128}, {"c16", DTYPE_COMPLEX128},
    {"clongdouble", DTYPE_COMPLEX128}, {"G", DTYPE_COMPLEX128},
};

const Dtype *dtype_from_code(char code) {
    for (size_t i = 0; i < DTYPE_COUNT; i++)
        if (dtypes[i].code == code) return &dtypes[i];
    return NULL;
}

const Dtype *dtype_from_name(const char *name, size_t length) {
    if (length > 1 && (*name == '<' || *name == '=' || *name == '|')) {
        name++;
        length--;
    }
    if (length == 1) {
        const Dtype *dtype = dtype_from_code(*name);
        if (dtype) return dtype;
    }
    for (size_t i = 0; i < DTYPE_COUNT; i++)
        if (strlen(dtypes[i].name) == length && !memcmp(dtypes[i].name, name, length)) return &dtypes[i];
    for (size_t i = 0; i < sizeof dtype_names / sizeof *dtype_names; i++)
        if (strlen(dtype_names[i].name) == length && !memcmp(dtype_names[i].name, name, length))
            return &dtypes[dtype_names[i].number];
    return NULL;
}

const char *dtype_class_name(const Dtype *dtype) {
    static const char *const names[DTYPE_NUMBERS_END] = {"Bool",    "Int8",    "UInt8",     "Int16",      "UInt16", "Int32", "UInt32", "Int64",      "UInt64",      "Float16",
                                                         "Float32", "Float64", "Complex64", "Complex128", "Object", "Bytes", "Str",    "DateTime64", "TimeDelta64", "Void"};
    return names[dtype->number];
}

static const Dtype *float_of_size(int size) {
    return size <= 2 ? DTYPE(FLOAT16) : size == 4 ? DTYPE(FLOAT32) : DTYPE(FLOAT64);
}

const Dtype *dtype_real(const Dtype *dtype) {
    if (dtype->kind != 'c') return dtype;
    return dtype->number == DTYPE_COMPLEX64 ? DTYPE(FLOAT32) : DTYPE(FLOAT64);
}

const Dtype *dtype_complex(const Dtype *dtype) {
    if (dtype->kind == 'c') return dtype;
    if (dtype->kind == 'f' && dtype->item_size <= 4) return DTYPE(COMPLEX64);
    return DTYPE(COMPLEX128);
}

const Dtype *dtype_inexact(const Dtype *dtype) { return dtype_is_inexact(dtype) ? dtype : DTYPE(FLOAT64); }

/* The float that holds an integer type's values as NumPy sees it: two bytes for one, four for two, else eight. */
static const Dtype *float_for_integer(const Dtype *dtype) { return float_of_size(dtype->item_size * 2); }

static const Dtype *promote_integers(const Dtype *left, const Dtype *right) {
    if (left->kind == right->kind) return left->item_size >= right->item_size ? left : right;
    const Dtype *with_sign = left->kind == 'i' ? left : right, *without = left->kind == 'i' ? right : left;
    if (with_sign->item_size > without->item_size) return with_sign;
    switch (without->item_size) {
    case 1: return DTYPE(INT16);
    case 2: return DTYPE(INT32);
    case 4: return DTYPE(INT64);
    default: return DTYPE(FLOAT64);
    }
}

const Dtype *dtype_promote(const Dtype *left, const Dtype *right) {
    left = dtype_native(left);
    right = dtype_native(right);
    if (left == right) return left;
    if (dtype_is_flexible(left) || dtype_is_flexible(right)) return flexible_promote(left, right);
    if (left->kind == 'b') return right;
    if (right->kind == 'b') return left;
    if (dtype_is_integer(left) && dtype_is_integer(right)) return promote_integers(left, right);
    const Dtype *left_real = dtype_is_integer(left) ? float_for_integer(left) : dtype_real(left);
    const Dtype *right_real = dtype_is_integer(right) ? float_for_integer(right) : dtype_real(right);
    const Dtype *real = left_real->item_size >= right_real->item_size ? left_real : right_real;
    return left->kind == 'c' || right->kind == 'c' ? dtype_complex(real) : real;
}

/* What no rule allows: records of another number of fields, and of several fields where one value is wanted. */
static bool records_can_be_cast(const Dtype *from, const Dtype *to) {
    const Dtype *source = from->base ? from->base : from, *target = to->base ? to->base : to;
    if (target->field_count && source->field_count) {
        bool can = source->field_count == target->field_count;
        for (int i = 0; i < source->field_count && can; i++) can = records_can_be_cast(source->fields[i].dtype, target->fields[i].dtype);
        return can;
    }
    if (!source->field_count || target->kind == 'O') return true;
    return source->field_count == 1 && records_can_be_cast(source->fields[0].dtype, target);
}

bool dtype_can_cast(const Dtype *from, const Dtype *to, Casting casting) {
    static const char order[] = "buifc";
    if (from == to) return true;
    if (casting == CASTING_UNSAFE) return records_can_be_cast(from, to);
    if (from->native || to->native) {
        from = dtype_native(from);
        to = dtype_native(to);
        if (from == to) return casting != CASTING_NO;
    }
    if (dtype_is_flexible(from) || dtype_is_flexible(to)) return flexible_can_cast(from, to, casting);
    if (casting == CASTING_NO || casting == CASTING_EQUIV) return false;
    if (dtype_promote(from, to) == to) return true;
    if (casting == CASTING_SAFE) return false;
    return strchr(order, from->kind) <= strchr(order, to->kind);
}

static const char *const casting_names[] = {"no", "equiv", "safe", "same_kind", "unsafe"};

const char *casting_name(Casting casting) { return casting_names[casting]; }

bool casting_from_name(const char *name, Casting *casting) {
    for (int i = 0; i < 5; i++)
        if (!strcmp(name, casting_names[i])) {
            *casting = (Casting)i;
            return true;
        }
    return false;
}

/* A Python number only changes the kind; its width follows the other operand's. */
static const Dtype *promote_weak(const Dtype *strong, WeakKind weak) {
    strong = dtype_native(strong);
    if (dtype_is_flexible(strong)) return strong;
    switch (weak) {
    case WEAK_INTEGER: return strong->kind == 'b' ? DTYPE(INT64) : strong;
    case WEAK_FLOAT: return dtype_inexact(strong);
    case WEAK_COMPLEX: return dtype_complex(dtype_is_inexact(strong) ? strong : DTYPE(FLOAT64));
    default: return strong;
    }
}

const Dtype *dtype_result(const Dtype *const *types, const WeakKind *weak, size_t count) {
    const Dtype *result = NULL;
    WeakKind widest = WEAK_NONE;
    for (size_t i = 0; i < count; i++) {
        WeakKind kind = weak ? weak[i] : WEAK_NONE;
        if (kind > WEAK_BOOL) {
            if (kind > widest) widest = kind;
            continue;
        }
        const Dtype *type = kind == WEAK_BOOL ? DTYPE(BOOL) : types[i];
        result = result ? dtype_promote(result, type) : type;
    }
    return widest == WEAK_NONE ? result : promote_weak(result ? result : DTYPE(BOOL), widest);
}

float float16_to_float(float16_bits half) {
    uint32_t sign = (uint32_t)(half & 0x8000u) << 16, exponent = (half >> 10) & 0x1f, mantissa = half & 0x3ffu;
    uint32_t bits;
    if (exponent == 0x1f) bits = sign | 0x7f800000u | mantissa << 13;
    else if (exponent) bits = sign | (exponent + 112) << 23 | mantissa << 13;
    else if (!mantissa) bits = sign;
    else { /* subnormal: shift until the leading bit is the hidden one */
        exponent = 113;
        while (!(mantissa & 0x400u)) {
            mantissa <<= 1;
            exponent--;
        }
        bits = sign | exponent << 23 | (mantissa & 0x3ffu) << 13;
    }
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

float16_bits float16_from_double(double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    uint16_t sign = (uint16_t)(bits >> 48 & 0x8000u);
    int exponent = (int)(bits >> 52 & 0x7ff);
    uint64_t mantissa = bits & 0xfffffffffffffull;
    if (exponent == 0x7ff) return (uint16_t)(sign | 0x7c00u | (mantissa ? 0x200u | mantissa >> 42 : 0));
    int target = exponent - 1008; /* the half's biased exponent */
    if (target >= 31) return sign | 0x7c00u;
    int shift = 42;
    if (target <= 0) { /* subnormal or zero */
        if (target < -10) return sign;
        mantissa |= 1ull << 52;
        shift += 1 - target;
        target = 0;
    }
    uint64_t rest = mantissa & ((1ull << shift) - 1), middle = 1ull << (shift - 1);
    uint32_t result = (uint32_t)target << 10 | (uint32_t)(mantissa >> shift);
    if (rest > middle || (rest == middle && (result & 1))) result++; /* may carry into the exponent: right so */
    return (uint16_t)(sign | result);
}

float16_bits float16_from_float(float number) { return float16_from_double(number); }
