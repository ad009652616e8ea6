/* A library function is one block: name, namespaces, signature, docstring, body.
 *
 *     ARRAY_FUNCTION(roll, NUMPY | CUPY, "(a, shift, axis=None)",
 *                    "Roll array elements along the given axes.\n\n>>> roll(arange(5), 2)\narray([3, 4, 0, 1, 2])\n") {
 *         Array *a = call_array(call, 0);
 *         ...
 *         return variant_array(result);
 *     }
 *
 * ARRAY_FUNCTION_AT gives the path where name and path differ: ARRAY_FUNCTION_AT(linalg_norm, "linalg.norm", ...).
 * What else the faces must know of a function stands behind its docstring: `.traits = CLASS_MOVES | ASKS_LISTS,
 * .own_method = "axis out"` (ArrayTraits and the fields of ArrayFunction tell what each means).
 * The blocks land in one table (a linker section), which array_functions() lists. Every family file also has one
 * line ARRAY_FAMILY(name); and a row in registry.c, which is what makes the linker take it from the library.
 *
 * How a call goes: the Python face parses the signature once, matches the arguments against it, and passes them
 * in signature order. A parameter left out arrives as its default, where that is a literal (None, True, 0, 1.0,
 * 'full', ()); any other default (`<no value>`) arrives as VARIANT_ABSENT. `*args` arrives as one tuple. The
 * body returns its result, or an ABSENT Variant with call->error set. */
#ifndef ARRAYLIB_FUNCTIONS_FUNCTION_H
#define ARRAYLIB_FUNCTIONS_FUNCTION_H

#include "arraylib/core/array.h"
#include "arraylib/core/element.h"
#include "arraylib/core/runtime.h"
#include "arraylib/core/variant.h"

/* Where a function is found; bits. */
typedef enum ArrayNamespace {
    NUMPY = 1 << 0,     /* numpy.<path> */
    CUPY = 1 << 1,      /* cupy.<path> */
    METHOD = 1 << 2,    /* also a method of ndarray, its first parameter being self; cupy's if CUPY is set */
    SCIPY = 1 << 3,     /* scipy.<path>: "signal.convolve2d" */
    CUPYX = 1 << 4,     /* cupyx.scipy.<path> */
    METHOD_ONLY = 1 << 5,  /* only a method of ndarray: path "reshape", first parameter self */
    RANDOM_STATE = 1 << 6, /* path "random.normal": also a method of numpy.random.RandomState */
    NO_DISPATCH = 1 << 8,  /* np.f(cupy array) is not handed to cupy: conversions, such as asarray */
    FUSES = 1 << 9,  /* its own operations may be put off and fused; else they are done one by one */
    MEMBER = 1 << 7,    /* a method of an ArrayObject: path "random.Generator.normal"; see ArrayCall.self */
    PROPERTY = 1 << 10, /* a MEMBER that is an attribute; it is set by a call with a value, if it takes one */
} ArrayNamespace;

/* How a function behaves; bits. Most have none. */
typedef enum ArrayTraits {
    /* What comes of arrays whose class is derived from ndarray. Of a method: the class, as it is. Of a function
     * without a word here: arrays go through __array_wrap__. */
    CLASS_PLAIN = 1 << 0,     /* plain arrays */
    METHOD_KEEPS = 1 << 29,   /* but of the class by the method */
    CLASS_SCALARS = 1 << 1,   /* through __array_wrap__, a number too: as an array without dimensions */
    CLASS_MOVES = 1 << 2,     /* the class, and __array_wrap__ is not asked */
    CLASS_JOINS = 1 << 3,     /* the class of an item of the first argument, if it has a priority; with CLASS_PLAIN */
    CLASS_EACH = 1 << 4,      /* f(*arrays): each result is of its argument's class */
    CLASS_VECTORS = 1 << 5,   /* a tuple: vectors are of the class, the values are plain */
    CLASS_SECOND = 1 << 6,    /* that of the second argument */
    CLASS_REFUSED = 1 << 7,   /* an argument that comes back does so as a plain array, but for subok=True */
    CLASS_ROUNDS = 1 << 8,    /* plain where numbers are scaled for it */
    MATRIX_METHOD = 1 << 9,   /* only the method gives matrices of matrices, the function gives arrays */
    /* Classes that see each ufunc: the namesake in numpy/_observed.py is called, which is made of ufuncs. */
    OBSERVED = 1 << 10,
    OBSERVED_SECOND = 1 << 11, /* also by the second argument's class */
    OF_POLYNOMIALS = 1 << 12,  /* of a poly1d: the namesake in numpy/_poly1d.py */
    /* __array_function__: whose class is asked? That of each argument, without a word. */
    ASKS_NOBODY = 1 << 13,
    ASKS_LISTS = 1 << 14,  /* also items of lists and tuples */
    ASKS_NESTED = 1 << 15, /* and items of their items */
    OTHERS_METHOD = 1 << 16,   /* own_method counts for objects that are no arrays */
    OWN_METHOD_COPIES = 1 << 17, /* own_method works in place: it gets a copy */
    /* Numbers of the other byte order: other functions see the machine's. */
    MOVES_BYTES = 1 << 18, /* elements of the first argument stay as they are */
    GIVES_ORDER = 1 << 19, /* makes elements by computing, and hands them over in the order of dtype= */
    ANY_ORDER = 1 << 20,   /* no argument's elements are read */
    /* CuPy's functions and NumPy's arrays: they are refused ("Unsupported type"), without a word. */
    CUPY_METHOD = 1 << 21,   /* is a method of the array there: of NumPy's array it is NumPy's */
    CUPY_TAKES_HOST = 1 << 22, /* makes arrays of the device of them */
    CUPY_TYPED = 1 << 23,    /* refused as by Cython's typed parameters */
    CUPY_NAMED = 1 << 24,    /* refused with the parameter's name */
    /* What the face does with arguments that are no arrays. */
    SHUFFLES_ITEMS = 1 << 25,   /* a list or another sequence is shuffled item by item */
    TAKES_ITERATOR = 1 << 26,   /* its first argument may be an iterator: a tuple is made of it */
    REFUSES_GENERATOR = 1 << 27, /* a generator is told apart, in NumPy's words */
    VIEWS_CLASS = 1 << 28,      /* a class of arrays may stand for its dtype */
    TAKES_MEMORY = 1 << 29,     /* of its first argument it wants the bytes: bytes, too, come as an array over them */
    VIEWS_INTERFACE = 1 << 30,  /* NumPy's view goes through the array interface: what tells it is the view's base */
} ArrayTraits;

typedef struct ArrayFunction ArrayFunction;

typedef struct ArrayCall {
    ArrayRuntime *runtime;
    const ArrayFunction *function;
    ArrayNamespace namespace;  /* the one it runs in: NUMPY (SCIPY counts as it) or CUPY */
    bool is_scipy;             /* asked for as SciPy's, where the two differ */
    Device *device;            /* where new arrays are made: the host, or cupy's current device */
    ArrayObject *self;         /* the generator or other object of a MEMBER or RANDOM_STATE call; may be NULL */
    const Variant *arguments;  /* in signature order, borrowed */
    size_t count;
    Error *error;
    const Dtype *swapped;      /* of the other byte order: what the caller asked for, where the body sees the machine's; or NULL */
    Array **held;              /* arrays that the argument helpers made; released after the body */
    size_t held_count, held_capacity;
} ArrayCall;

typedef Variant ArrayFunctionBody(ArrayCall *call);

struct ArrayFunction {
    const char *path;      /* "roll", "linalg.norm" */
    unsigned namespaces;   /* ArrayNamespace bits */
    const char *signature; /* "(a, shift, axis=None)" */
    const char *docstring;
    unsigned traits;       /* ArrayTraits bits */
    /* f(x, ...) of a class with such a method of its own is x.f(...): what follows x is given by these names, but those
     * before a bar by their places: "axis dtype out", "indices | axis out mode"; "round: decimals out" names the method. */
    const char *own_method;
    const char *cupy_parameters; /* "(a, b)": what CuPy calls them, where it tells; NULL: as the signature does */
    const char *same_as;         /* the path of the ufunc that this is another name of; or NULL */
    ArrayFunctionBody *body;
};

/* The docstring, and what stands behind it: fields by their names. */
#define ARRAY_FUNCTION_AT(identifier, path_text, spaces, signature_text, ...)                                 \
    static Variant identifier##_body(ArrayCall *call);                                                        \
    static const ArrayFunction identifier##_function = {.path = path_text, .namespaces = spaces,              \
                                                        .signature = signature_text, .body = identifier##_body, \
                                                        .docstring = __VA_ARGS__};                            \
    static const ArrayFunction *const identifier##_entry                                                      \
        __attribute__((section("array_functions"), used)) = &identifier##_function;                           \
    static Variant identifier##_body(ArrayCall *call)
#define ARRAY_FUNCTION(identifier, spaces, signature_text, ...)                                               \
    ARRAY_FUNCTION_AT(identifier, #identifier, spaces, signature_text, __VA_ARGS__)
#define ARRAY_FAMILY(name) const char array_family_##name = 0

/* Is there a parameter of that name? Its place; -1: no. */
int array_function_parameter(const ArrayFunction *function, const char *name);

/* All functions: an array of pointers, in no particular order. */
const ArrayFunction *const *array_functions(size_t *count);
const ArrayFunction *array_function_find(const char *path, unsigned namespaces); /* NULL: none */

/* Run one. `namespace` is the one it was called in; a NUMPY call with an array of an accelerator among its
 * arguments runs as CUPY, as NumPy's dispatch does. ABSENT and `error` on failure. */
Variant array_function_call(ArrayRuntime *runtime, const ArrayFunction *function, ArrayNamespace namespace,
                            ArrayObject *self, const Variant *arguments, size_t count, Error *error);

/* Arguments. Each returns a borrowed or plain value; on failure the error is set in NumPy's words (and the
 * result is NULL or false). What they allocate is held by the call. An ABSENT or NONE argument gives what is said. */
Array *call_array(ArrayCall *call, size_t index);                    /* np.asarray on the call's device */
Array *call_array_of(ArrayCall *call, size_t index, const Dtype *dtype); /* and cast to dtype */
Array *call_hold(ArrayCall *call, Array *owned);                     /* released after the call; NULL passes */
bool call_is_given(const ArrayCall *call, size_t index);             /* neither ABSENT nor None */
bool call_integer(ArrayCall *call, size_t index, int64_t *number);
bool call_real(ArrayCall *call, size_t index, double *number);
bool call_truth(ArrayCall *call, size_t index, bool *truth);
bool call_string(ArrayCall *call, size_t index, const char **string); /* None or absent: NULL */
bool call_text(ArrayCall *call, size_t index, const char **string);   /* the same, but None is refused */
bool call_dtype(ArrayCall *call, size_t index, const Dtype **dtype);  /* None or absent: unchanged */
bool call_shape(ArrayCall *call, size_t index, int *dimensions, int64_t shape[ARRAY_DIMENSIONS_MAX]);
/* One axis, normalised against `dimensions`; None or absent: unchanged. */
bool call_axis(ArrayCall *call, size_t index, int dimensions, int *axis);
/* None, an int or a tuple: the axes as a sorted set in `axes` (bit mask); None or absent: all of them. */
/* TypeError for a fraction or a complex number, which is no axis and no several axes. */
bool call_axes_iterable(ArrayCall *call, size_t index);
bool call_axes(ArrayCall *call, size_t index, int dimensions, uint64_t *axes);
bool axis_normalise(int64_t axis, int dimensions, int *result, const char *name, Error *error);
bool variant_to_dtype(ArrayRuntime *runtime, Variant variant, const Dtype **dtype, Error *error);
bool variant_to_index(Variant variant, int64_t *number, Error *error); /* an integer, as operator.index */
bool variant_to_shape(Variant variant, int *dimensions, int64_t *shape, Error *error);
bool variant_to_axes(Variant variant, int dimensions, uint64_t *axes, Error *error);
bool array_check_device(const Array *array, const Device *device, Error *error); /* CuPy's error when not there */
/* The array for reading on a device: itself where it lies there, a copy of what a peer has, with CuPy's PerformanceWarning; else NULL
 * and its error. Owned. */
Array *array_reach(Array *array, Device *device, Error *error);
void call_release_held(ArrayCall *call);
bool call_fail(ArrayCall *call, const char *kind, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
