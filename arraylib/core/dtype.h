/* Element types: one table, promotion (NEP 50) and casting rules.
 *
 * A Dtype is a constant: the numbers' are rows of DTYPES below. The flexible ones (text of a width, dates in a unit, records,
 * values of the language) are made when they are asked for and kept by the runtime (core/flexible.h). Either way there is one of
 * a kind, so they are compared by address. */
#ifndef ARRAYLIB_CORE_DTYPE_H
#define ARRAYLIB_CORE_DTYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A half-precision number is stored as its bits. */
typedef uint16_t float16_bits;
typedef struct Complex64 { float real, imaginary; } Complex64;
typedef struct Complex128 { double real, imaginary; } Complex128;

/* X(NAME, name, C type, kind, code, class name of the type's number, type string) in the order of promotion.
 * `kind` is NumPy's dtype.kind, `code` NumPy's dtype.char. */
#define DTYPES(X)                                                                                            \
    X(BOOL, bool, uint8_t, 'b', '?', "bool", "|b1")                                                          \
    X(INT8, int8, int8_t, 'i', 'b', "int8", "|i1")                                                           \
    X(UINT8, uint8, uint8_t, 'u', 'B', "uint8", "|u1")                                                       \
    X(INT16, int16, int16_t, 'i', 'h', "int16", "<i2")                                                       \
    X(UINT16, uint16, uint16_t, 'u', 'H', "uint16", "<u2")                                                   \
    X(INT32, int32, int32_t, 'i', 'i', "int32", "<i4")                                                       \
    X(UINT32, uint32, uint32_t, 'u', 'I', "uint32", "<u4")                                                   \
    X(INT64, int64, int64_t, 'i', 'l', "int64", "<i8")                                                       \
    X(UINT64, uint64, uint64_t, 'u', 'L', "uint64", "<u8")                                                   \
    X(FLOAT16, float16, float16_bits, 'f', 'e', "float16", "<f2")                                            \
    X(FLOAT32, float32, float, 'f', 'f', "float32", "<f4")                                                   \
    X(FLOAT64, float64, double, 'f', 'd', "float64", "<f8")                                                  \
    X(COMPLEX64, complex64, Complex64, 'c', 'F', "complex64", "<c8")                                         \
    X(COMPLEX128, complex128, Complex128, 'c', 'D', "complex128", "<c16")

typedef enum DtypeNumber {
#define X(NAME, name, type, kind, code, class_name, string) DTYPE_##NAME,
    DTYPES(X)
#undef X
        DTYPE_COUNT, /* of the numbers, which tables are made for; flexible types follow */
    DTYPE_OBJECT = DTYPE_COUNT,
    DTYPE_BYTES,
    DTYPE_TEXT,
    DTYPE_DATETIME,
    DTYPE_TIMEDELTA,
    DTYPE_RECORD,
    DTYPE_NUMBERS_END
} DtypeNumber;

/* Units of dates and differences, from the coarsest. */
typedef enum DatetimeUnit {
    UNIT_YEAR,
    UNIT_MONTH,
    UNIT_WEEK,
    UNIT_DAY,
    UNIT_HOUR,
    UNIT_MINUTE,
    UNIT_SECOND,
    UNIT_MILLISECOND,
    UNIT_MICROSECOND,
    UNIT_NANOSECOND,
    UNIT_PICOSECOND,
    UNIT_FEMTOSECOND,
    UNIT_ATTOSECOND,
    UNIT_GENERIC
} DatetimeUnit;

typedef struct Dtype Dtype;
typedef struct DtypeTable DtypeTable;

typedef struct DtypeField { /* of a record */
    const char *name;
    const Dtype *dtype; /* with a shape, if the field is an array: base, base_shape */
    int32_t offset;
    const char *title; /* a second name; NULL: none */
} DtypeField;

struct Dtype {
    DtypeNumber number;
    char kind;          /* 'b', 'i', 'u', 'f', 'c'; flexible: 'O', 'S', 'U', 'M', 'm', 'V', 'W' */
    char code;          /* '?', 'b', 'B', 'h', ... */
    int32_t item_size;  /* bytes */
    uint8_t alignment;
    const char *name;   /* "float64": also the name of the scalar class, np.float64; of flexible ones what repr shows: "<U5" */
    const char *string; /* "<f8" */
    const char *shown;  /* what stands within dtype(...) in messages: "'float64'", "[('a', '<i4')]" */
    /* Of flexible types only: */
    bool has_objects;   /* its elements hold references */
    bool is_aligned;    /* a record laid out as C does */
    DtypeTable *table;  /* where its kind are kept; NULL: a constant */
    DatetimeUnit unit;  /* dates: `multiple` of the unit */
    int32_t multiple;
    const Dtype *native; /* kind 'W': elements of this type, their bytes the other way round; else NULL */
    bool is_record;     /* it has fields, be they none */
    int field_count;    /* records; 0: plain bytes */
    const DtypeField *fields;
    const Dtype *base;  /* a field that is an array: of `base`, in `base_shape` */
    int base_dimensions;
    const int64_t *base_shape;
    Dtype *next; /* in its table */
};

extern const Dtype dtypes[DTYPE_COUNT]; /* &dtypes[DTYPE_FLOAT64] is the float64 */
#define DTYPE(NAME) (&dtypes[DTYPE_##NAME])

/* From what a user writes: "float32", "f4", "<f4", "d", "int", "complex", "?", ... NULL when it is none. */
const Dtype *dtype_from_name(const char *name, size_t length);
const Dtype *dtype_from_code(char code);

extern const Dtype dtype_object;
static inline bool dtype_is_flexible(const Dtype *dtype) { return dtype->number >= DTYPE_COUNT; }
static inline const Dtype *dtype_native(const Dtype *dtype) { return dtype->native ? dtype->native : dtype; }
static inline bool dtype_is_date(const Dtype *dtype) { return dtype->kind == 'M' || dtype->kind == 'm'; }
static inline bool dtype_is_text(const Dtype *dtype) { return dtype->kind == 'U' || dtype->kind == 'S'; }
static inline bool dtype_is_integer(const Dtype *dtype) { return dtype->kind == 'i' || dtype->kind == 'u'; }
static inline bool dtype_is_float(const Dtype *dtype) { return dtype->kind == 'f'; }
static inline bool dtype_is_complex(const Dtype *dtype) { return dtype->kind == 'c'; }
static inline bool dtype_is_inexact(const Dtype *dtype) { return dtype->kind == 'f' || dtype->kind == 'c'; }

const char *dtype_class_name(const Dtype *dtype); /* "Float64": of its class numpy.dtypes.Float64DType */
const Dtype *dtype_promote(const Dtype *left, const Dtype *right); /* np.promote_types */
const Dtype *dtype_real(const Dtype *dtype);    /* complex64 -> float32; others unchanged */
const Dtype *dtype_complex(const Dtype *dtype); /* float32 -> complex64; integers -> complex128 */
/* The type that arithmetic means, such as mean() or linspace(), use: integers and bool give float64. */
const Dtype *dtype_inexact(const Dtype *dtype);

typedef enum Casting { CASTING_NO, CASTING_EQUIV, CASTING_SAFE, CASTING_SAME_KIND, CASTING_UNSAFE } Casting;
bool dtype_can_cast(const Dtype *from, const Dtype *to, Casting casting);
const char *casting_name(Casting casting);                  /* "same_kind" */
bool casting_from_name(const char *name, Casting *casting); /* false: no such rule */

/* Python's own numbers take part in promotion by their kind only. */
typedef enum WeakKind { WEAK_NONE, WEAK_BOOL, WEAK_INTEGER, WEAK_FLOAT, WEAK_COMPLEX } WeakKind;
/* np.result_type over `count` operands: types[i], or, where weak[i] is not WEAK_NONE, a Python number (its
 * types[i] is ignored). `weak` may be NULL. All weak: the default types bool, int64, float64, complex128. */
const Dtype *dtype_result(const Dtype *const *types, const WeakKind *weak, size_t count);

/* Half precision to float and back, rounding to nearest even. */
float float16_to_float(float16_bits half);
float16_bits float16_from_float(float number);
float16_bits float16_from_double(double number);

#endif
