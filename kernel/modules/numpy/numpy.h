/* The Python faces of the array library: what numpy, cupy, scipy and whoever draws arrays share.
 *
 * A Value becomes a Variant on its way into arraylib, a Variant becomes a Value on its way out; nothing else crosses.
 * Conventions as everywhere: arguments borrowed, results owned, failures leave an exception in the Thread. */
#ifndef KERNEL_MODULES_NUMPY_NUMPY_H
#define KERNEL_MODULES_NUMPY_NUMPY_H

#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/error/exception.h"
#include "kernel/objects/number/float.h"
#include "kernel/objects/core/interpreter.h"
#include "kernel/objects/container/list.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/text/string.h"
#include "kernel/objects/core/type.h"

#include "arraylib/array.h"
#include "base/arena.h"
#include "base/hash_table.h"

/* ---- The state of the faces, one an interpreter: interpreter->arrays ---- */
typedef enum ArrayLibrary { LIBRARY_NUMPY, LIBRARY_CUPY, LIBRARY_COUNT } ArrayLibrary;

struct ArrayContext {
    Interpreter *interpreter;
    ArrayRuntime *runtime;
    Thread *thread;                            /* of the call that runs: for arraylib's hooks */
    Thread *entered;                           /* whom array_context prepared all for last */
    Arena arena;                               /* entries and bindings of functions that were looked up */
    Type *array_types[LIBRARY_COUNT];          /* numpy.ndarray, cupy.ndarray */
    Type *scalar_types[DTYPE_NUMBERS_END];     /* numpy.float64, ... */
    Value dtypes[DTYPE_COUNT];                 /* np.dtype('float64'), ...: made when first needed */
    Type *dtype_classes[DTYPE_NUMBERS_END];    /* numpy.dtypes.StrDType, ...: of the flexible types' */
    Value bools[2];                            /* np.False_, np.True_ */
    HashTable ufuncs[LIBRARY_COUNT];           /* name -> Object *: ufuncs that were looked up */
    HashTable object_types;                    /* path -> Type *: random.Generator, ... */
    HashTable result_types;                    /* name -> Type *: SVDResult, ... */
    Value error_callback;                      /* np.seterrcall */
    Value print_formatter, override_repr;      /* np.set_printoptions */
    enum { INCOMPLETE, BEING_COMPLETED, COMPLETE } completeness;
    bool wants_implementation;                 /* the function that is called next does its work itself (overrides.c) */
    bool devices_ready;                        /* cupy was used: the devices are there */
    Value memory_pool, plain_memory, pinned_pool; /* cupy's default MemoryPool and PinnedMemoryPool, and the pool that keeps nothing */
    Value allocation;                          /* cupy.cuda.set_allocator (cupy/allocators.c); absent: the default pool */
    void (*thread_changed)(ArrayContext *context, Thread *thread); /* NULL: it does not matter who works with arrays */
    PoolObserver observer;                     /* of the devices' pools, while `is_observed`: memory hooks */
    bool is_observed;
    struct WarningPlace *place;                 /* where the warnings of pending work come from; NULL: from the running frame */
};

/* The context, made at first use. NULL with an exception (no memory). */
ArrayContext *array_context_enter(Thread *thread);
static inline ArrayContext *array_context(Thread *thread) {
    ArrayContext *context = thread->interpreter->arrays;
    bool is_ready = context && context->thread == thread && context->entered == thread;
    return __builtin_expect(is_ready, 1) ? context : array_context_enter(thread);
}
/* Raise what arraylib reported; also when a hook has raised already. Returns VALUE_ABSENT. */
Value raise_array_error(Thread *thread, Error *error);

/* ---- Arrays as objects ---- */
typedef struct NdArray {
    Object object;
    Array *array;
    Value base; /* the object it is a view of, absent: it owns its elements (or array->base says) */
    struct WeakReference *weak;
} NdArray;

static inline ArrayLibrary array_library(const Array *array) {
    return device_is_host(array_device(array)) ? LIBRARY_NUMPY : LIBRARY_CUPY;
}
extern const Type numpy_ndarray_type_template, cupy_ndarray_type_template;
static inline bool value_is_ndarray(Value value) { /* numpy's or cupy's, or of a subclass */
    if (value.tag != TAG_OBJECT) return false;
    for (const Type *type = value.object->type; type; type = type->base)
        if (type->origin == &numpy_ndarray_type_template || type->origin == &cupy_ndarray_type_template) return true;
    return false;
}
/* Sees to it that the elements are there to be read and written; false with an exception. */
bool array_make_ready(Thread *thread, const Array *array);
static inline bool array_ready(Thread *thread, const Array *array) {
    return __builtin_expect(!array->buffer->watch, 1) || array_make_ready(thread, array);
}
/* The array of an ndarray; borrowed. */
static inline Array *value_ndarray(Value value) { return ((NdArray *)value.object)->array; }

/* An ndarray (numpy's or cupy's by its device) over an owned Array; NULL passes as a failure already reported. */
Value value_from_array(Thread *thread, Array *owned);
/* What np.asarray(value, dtype) gives, on the host; owned. NULL with an exception. dtype NULL: found. A device's array
 * is refused as CuPy does ("Implicit conversion to a NumPy array is not allowed..."). */
Array *array_from_value(Thread *thread, Value value, const Dtype *dtype);
/* The same for whoever only shows elements (plots): a device's array is copied to the host. */
Array *array_from_value_any(Thread *thread, Value value, const Dtype *dtype);

/* ---- Scalars: np.float64 and complex128 lie in Float and Complex (they are Python's float and complex too) ---- */
typedef struct NumpyScalar {
    Object object;
    _Alignas(8) unsigned char bytes[8]; /* of the dtype of its type */
    const Dtype *dtype;                 /* of dates alone, whose type does not tell the unit */
} NumpyScalar;
/* The dtype of a numpy scalar and where its bytes are; NULL when the value is none. */
const Dtype *value_scalar(Value value, const void **bytes);
static inline bool value_is_numpy_scalar(Value value) {
    const void *bytes;
    return value_scalar(value, &bytes) != NULL;
}
Value scalar_new(Thread *thread, const Dtype *dtype, const void *bytes);
Value scalar_from_double(Thread *thread, double number); /* np.float64 */
Value scalar_to_value(Thread *thread, const Dtype *dtype, const void *bytes); /* Python's own number, as item() gives */

Value value_from_scalar(Thread *thread, Variant scalar); /* the same of array_scalar_at's result, which it takes */
/* Of the types that are no numbers (flexible_scalar.c). `owned` is taken; absent passes as a failure already reported. */
Value text_scalar_new(Thread *thread, DtypeNumber number, Value owned); /* np.str_, np.bytes_ */
Value date_scalar_new(Thread *thread, Type *type, const Dtype *dtype, int64_t count);
Value date_to_value(Thread *thread, const Dtype *dtype, int64_t count); /* datetime's own, as item() gives */
Value record_scalar_new(Thread *thread, Array *owned);                  /* np.void over an array without dimensions */
Array *value_record(Value value);                                       /* that array, borrowed; NULL: it is none */
extern const Type flexible_scalar_templates[DTYPE_NUMBERS_END - DTYPE_COUNT];
/* Elements of object arrays (elements.c). */
VariantHandle *handle_of_value(Thread *thread, Value owned);
Value value_of_handle(const VariantHandle *handle); /* borrowed; NULL is None */
/* Keys of what holds in a thread alone: cupyx.errstate(linalg='raise'), and cupyx.allow_synchronize(False). */
extern const char array_solvers_raise, array_never_waits;
void element_hooks_set(ArrayHooks *hooks);
const char *operator_symbol(const Operator *row); /* as the language writes it, "+"; the name of one without */

/* ---- dtypes ---- */
typedef struct DtypeObject {
    Object object;
    const Dtype *dtype;
    Value metadata; /* a dict, or absent */
} DtypeObject;
extern const Type dtype_type_template;
Value value_from_dtype(Thread *thread, const Dtype *dtype);
/* The object that was given, if it stands for this type; else another that has its metadata. */
Value dtype_as_given(Thread *thread, Value given, const Dtype *dtype);
/* np.dtype(value): a dtype object, a scalar class, float, int, bool, complex, a str. NULL with TypeError. */
const Dtype *dtype_from_value(Thread *thread, Value value);
const Dtype *dtype_of_class(ArrayContext *context, Value value); /* NULL: no class that stands for a dtype; no exception */

/* ---- Values and Variants ---- */
/* The Variant of an argument; owned. false with an exception. */
bool variant_from_value(Thread *thread, Value value, Variant *variant);
bool variant_for_device(Thread *thread, Value value, Variant *variant);
bool variant_from_memory(Thread *thread, Value value, Variant *variant); /* an array over the bytes of what has some */
/* The Value of a result; takes over the Variant. `arguments` (may be NULL) are the objects that went in: a result that
 * is one of their arrays comes back as that very object, a view of one remembers it as its base. */
Value value_from_variant(Thread *thread, Variant variant, const Value *arguments, size_t count);
void variants_release(Variant *variants, size_t count);

/* ---- Functions ---- */
/* A member of a module by its dotted path below numpy, cupy, scipy: "linalg.norm". Absent without an exception: none. */
Value array_module_member(Thread *thread, const char *module, const char *name);
/* Call a function of numpy (of cupy when an argument is on a device): for faces that are made of other functions. */
Value call_numpy(Thread *thread, const char *path, const Value *values, size_t count);
Value call_library(Thread *thread, ArrayLibrary library, const char *path, const Value *values, size_t count);
Value call_numpy_one(Thread *thread, const char *path, Value argument);
Value call_numpy_two(Thread *thread, const char *path, Value first, Value second);
/* An operator over values, with numpy's or cupy's rules: what ndarray's and scalars' slots do. */
Value array_operate(Thread *thread, const Operator *operator_row, const Value *operands, size_t count);
Value array_binary(Thread *thread, const Operator *operator_row, Value left, Value right);
Value array_compare(Thread *thread, Value left, Value right, Comparison comparison);
Value ufunc_object(Thread *thread, const Operator *operator_row, ArrayLibrary library);

/* ---- Shared pieces of the types ---- */
extern const NativeEntry ndarray_extra_methods[];
extern const PropertyEntry numpy_ndarray_properties[], cupy_ndarray_properties[];
bool array_types_make(Thread *thread, ArrayContext *context);
bool scalar_types_make(Thread *thread, ArrayContext *context);
bool array_type_add_methods(Thread *thread, Type *type, ArrayLibrary library);
/* A type of arraylib's own objects (random.Generator); NULL with an exception. */
Type *array_object_type(Thread *thread, const char *path);
Value value_from_array_object(Thread *thread, ArrayObject *owned);

/* A member that a module makes when it is first asked for. */
typedef struct LazyMember {
    const char *name;
    Value (*make)(Thread *thread);
} LazyMember;

#endif
