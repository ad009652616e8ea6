/* Variant: any value that passes between the language and arraylib.
 *
 * A Value of the language never crosses into arraylib: the Python face turns arguments into Variants, calls,
 * and turns the resulting Variant into a Value. Arguments are borrowed, results owned: release what you got
 * with variant_release. Copying the struct moves; variant_copy retains what is counted. */
#ifndef ARRAYLIB_CORE_VARIANT_H
#define ARRAYLIB_CORE_VARIANT_H

#include "arraylib/core/array.h"

typedef enum VariantKind {
    VARIANT_ABSENT,   /* not given, and no default: NumPy's <no value>; also what a failed function returns */
    VARIANT_NONE,     /* None; in an index: np.newaxis */
    VARIANT_BOOL,     /* Python's bool: .integer is 0 or 1 */
    VARIANT_INTEGER,  /* Python's int within int64: .integer */
    VARIANT_UNSIGNED, /* Python's int above int64, within uint64: .unsigned_integer */
    VARIANT_BIG,      /* Python's int beyond that: .real is its nearest double (sign matters), .digits may be its hexadecimal ones */
    VARIANT_FLOAT,    /* Python's float: .real */
    VARIANT_COMPLEX,  /* Python's complex: .real, .imaginary */
    VARIANT_STRING,   /* Python's str: .text, UTF-8 */
    VARIANT_BYTES,    /* Python's bytes, bytearray: .text */
    VARIANT_ARRAY,    /* an ndarray (numpy's or cupy's, see its device): .array */
    VARIANT_SCALAR,   /* a numpy scalar: .dtype, its bytes in .scalar */
    VARIANT_DTYPE,    /* a dtype, or a class that stands for one (float, np.float32): .dtype */
    VARIANT_SEQUENCE, /* list or tuple: .list */
    VARIANT_SLICE,    /* .list of three: start, stop, step, each NONE or INTEGER */
    VARIANT_ELLIPSIS,
    VARIANT_MAPPING,  /* dict with str keys: .list of key, value, key, value */
    VARIANT_CALLABLE, /* a function of the language: .handle, called by the hook `invoke` */
    VARIANT_OBJECT,   /* a thing of arraylib's own (a random generator): .object */
    VARIANT_OPERATOR, /* a ufunc: .operator_row */
    VARIANT_RECORD    /* an element of an array of records, which it shows: .array, without dimensions */
} VariantKind;

typedef struct VariantText {
    size_t references, length;
    char bytes[]; /* NUL-terminated */
} VariantText;

typedef struct VariantList {
    size_t references, count;
    bool is_tuple;
    const char *type_name; /* NULL, or the name of a result tuple's class, "SVDResult", with field_names */
    const char *const *field_names;
    const void *origin; /* borrowed; the language's own list, tuple or dict that it was made of, as long as the call lasts; or NULL */
    Variant *items;        /* `count` of them, behind the struct */
} VariantList;

struct VariantHandle { /* a value of the language that arraylib only passes along */
    size_t references;
    void *value;
    void (*release)(void *value);
};

/* A thing of arraylib's own with methods: every array function whose path starts with the type's path and a
 * dot ("random.Generator.normal") is a method; it finds the object in ArrayCall.self. */
typedef struct ArrayObjectType {
    const char *path; /* "random.Generator" */
    void (*release)(ArrayObject *object);
    /* repr(); an owned string (memory_release), or NULL for the default "<path object at 0x...>" */
    char *(*repr)(ArrayObject *object);
} ArrayObjectType;
struct ArrayObject {
    size_t references;
    const ArrayObjectType *type;
};

struct Variant {
    VariantKind kind;
    const Dtype *dtype; /* VARIANT_SCALAR, VARIANT_DTYPE; STRING and BYTES that are numpy's scalars */
    union {
        int64_t integer;
        uint64_t unsigned_integer;
        struct { double real, imaginary; };
        struct { double nan; uint64_t identity; }; /* FLOAT that is a nan: which one it is to the language; 0: a new one */
        struct { double nearest; VariantText *digits; }; /* BIG */
        _Alignas(8) unsigned char scalar[16];
        VariantText *text;
        Array *array;
        VariantList *list;
        struct { VariantHandle *handle; int64_t index; }; /* index: what its __index__ gives, where variant_has_index() */
        ArrayObject *object;
        const void *operator_row;
        /* DTYPE: the language's own class that it was read from (borrowed, as long as the call lasts), or NULL; is it int, bool, ... of the
         * language and no scalar type of arrays? */
        struct { const void *origin; bool is_plain; };
    };
};

Variant variant_copy(Variant variant);
void variant_release(Variant *variant); /* and sets it to ABSENT */

/* Constructors. Those that allocate give ABSENT when memory is out. */
#define VARIANT_OF_KIND(K) ((Variant){.kind = (K)})
static inline Variant variant_absent(void) { return VARIANT_OF_KIND(VARIANT_ABSENT); }
static inline Variant variant_none(void) { return VARIANT_OF_KIND(VARIANT_NONE); }
static inline Variant variant_bool(bool truth) { return (Variant){.kind = VARIANT_BOOL, .integer = truth}; }
static inline Variant variant_integer(int64_t number) {
    return (Variant){.kind = VARIANT_INTEGER, .integer = number};
}
static inline Variant variant_float(double number) { return (Variant){.kind = VARIANT_FLOAT, .real = number}; }
static inline Variant variant_complex(double real, double imaginary) {
    return (Variant){.kind = VARIANT_COMPLEX, .real = real, .imaginary = imaginary};
}
static inline Variant variant_dtype(const Dtype *dtype) {
    return (Variant){.kind = VARIANT_DTYPE, .dtype = dtype};
}
Variant variant_string(const char *bytes, size_t length);
Variant variant_bytes(const char *bytes, size_t length);
Variant variant_big(double nearest, const char *digits, size_t length);
Variant variant_array(Array *owned); /* takes the reference; NULL gives ABSENT */
Variant variant_object(ArrayObject *owned);
Variant variant_scalar(const Dtype *dtype, const void *bytes);
Variant variant_scalar_double(double number); /* np.float64 */
Variant variant_scalar_integer(int64_t number); /* np.int64 */
Variant variant_scalar_bool(bool truth);        /* np.bool */
Variant variant_handle(VariantKind kind, void *value, void (*release)(void *value)); /* CALLABLE */
/* A handle that has a copy of the value's bytes in it, at most 16 of them; NULL: no memory. */
VariantHandle *handle_create(const void *value, size_t size, void (*release)(void *value));
/* A list of `count` ABSENT items, for the caller to fill. */
Variant variant_list(size_t count, bool is_tuple);
Variant variant_slice(Variant start, Variant stop, Variant step);
static inline Variant *variant_items(Variant variant) { return variant.list->items; }
static inline size_t variant_count(Variant variant) { return variant.list->count; }

ArrayObject *array_object_retain(ArrayObject *object);
void array_object_release(ArrayObject *object);

/* Numbers: BOOL, INTEGER, UNSIGNED, BIG, FLOAT, COMPLEX and SCALAR are numbers. */
bool variant_is_number(Variant variant);
static inline bool variant_has_index(Variant variant) { return variant.kind == VARIANT_CALLABLE && variant.dtype; }
bool variant_is_integral(Variant variant); /* BOOL, INTEGER, UNSIGNED, integer or bool SCALAR */
double variant_to_double(Variant number);  /* the real part */
int64_t variant_to_integer(Variant number);
Complex128 variant_to_complex(Variant number);
/* An element's bytes as Python's own number: BOOL, INTEGER, UNSIGNED, FLOAT or COMPLEX. */
Variant scalar_to_variant(const Dtype *dtype, const void *bytes);
const char *variant_type_name(Variant variant); /* Python's name for it: "list", "numpy.ndarray", "float" */

#endif
