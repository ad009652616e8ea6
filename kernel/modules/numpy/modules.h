/* Modules over arraylib's table: what is looked up is made then, and kept in the module. */
#ifndef KERNEL_MODULES_NUMPY_MODULES_H
#define KERNEL_MODULES_NUMPY_MODULES_H

#include "kernel/modules/numpy/numpy.h"
#include "kernel/modules/numpy/types.h"

#define NUMPY_VERSION "2.4.6"
#define SCIPY_VERSION "1.17.1"
#define CUPY_VERSION "14.2.0"

/* The module's entry and its lazy members; `entry` comes first, so that the entry finds its members. */
typedef struct ArrayModule {
    ModuleEntry entry;
    const LazyMember *members; /* ends with a NULL name; may be NULL */
} ArrayModule;

/* In this order: the lazy members, arraylib's table, what modules in Python give (pack_giver), what "scipy.signal._members"
 * lists in its __all__ when it is run, sub-modules, __dir__ and __all__. */
Value array_module_get_attribute(Thread *thread, Value module, String *name);
bool array_module_initialize(Thread *thread, Value module);

/* Constants and scalar classes that numpy and cupy have alike: {name, make} rows. */
#define NUMPY_SHARED_MEMBERS                                                                                  \
    {"pi", make_pi}, {"e", make_e}, {"inf", make_inf}, {"nan", make_nan}, {"euler_gamma", make_euler_gamma},  \
        {"newaxis", make_newaxis}, {"dtype", make_dtype_class}, {"finfo", make_finfo}, {"iinfo", make_iinfo}, \
        {"True_", make_true_}, {"False_", make_false_}, {"generic", make_generic}, {"number", make_number},   \
        {"integer", make_integer}, {"signedinteger", make_signedinteger},                                     \
        {"unsignedinteger", make_unsignedinteger}, {"inexact", make_inexact}, {"floating", make_floating},    \
        {"complexfloating", make_complexfloating}, {"flexible", make_flexible}, {"character", make_character}, \
        {"bool", make_scalar_BOOL}, {"bool_", make_scalar_BOOL}, {"int8", make_scalar_INT8},                  \
        {"uint8", make_scalar_UINT8}, {"int16", make_scalar_INT16}, {"uint16", make_scalar_UINT16},           \
        {"int32", make_scalar_INT32}, {"uint32", make_scalar_UINT32}, {"int64", make_scalar_INT64},           \
        {"uint64", make_scalar_UINT64}, {"float16", make_scalar_FLOAT16}, {"float32", make_scalar_FLOAT32},   \
        {"float64", make_scalar_FLOAT64}, {"complex64", make_scalar_COMPLEX64},                               \
        {"complex128", make_scalar_COMPLEX128}, {"byte", make_scalar_INT8}, {"ubyte", make_scalar_UINT8},     \
        {"short", make_scalar_INT16}, {"ushort", make_scalar_UINT16}, {"intc", make_scalar_INT32},            \
        {"uintc", make_scalar_UINT32}, {"int_", make_scalar_INT64}, {"intp", make_scalar_INT64},              \
        {"long", make_scalar_INT64}, {"uint", make_scalar_UINT64},           \
        {"uintp", make_scalar_UINT64}, {"ulong", make_scalar_UINT64},      \
        {"half", make_scalar_FLOAT16}, {"single", make_scalar_FLOAT32}, {"double", make_scalar_FLOAT64},      \
        {"csingle", make_scalar_COMPLEX64}, {"cdouble", make_scalar_COMPLEX128}
/* Of the types that are no numbers, which cupy has not. */
#define FLEXIBLE_SCALARS(X)                                                                                   \
    X(object_, OBJECT) X(bytes_, BYTES) X(str_, TEXT) X(datetime64, DATETIME) X(timedelta64, TIMEDELTA) X(void, RECORD)
#define MAKERS(X)                                                                                             \
    X(pi) X(e) X(inf) X(nan) X(euler_gamma) X(newaxis) X(dtype_class) X(finfo) X(iinfo) X(true_) X(false_)    \
    X(generic) X(number) X(integer) X(signedinteger) X(unsignedinteger) X(inexact) X(floating)                \
    X(complexfloating) X(flexible) X(character) X(s_) X(index_exp) X(mgrid) X(ogrid)              \
    X(errstate) X(printoptions) X(cupy_s_) X(cupy_index_exp)              \
    X(cupy_mgrid) X(cupy_ogrid)
Value make_strided_walk(Thread *thread); /* what numpy.nditer is made of (walk.c) */
#define X(name) Value make_##name(Thread *thread);
MAKERS(X)
#undef X
#define X(NAME, name, type, kind, code, class_name, string) Value make_scalar_##NAME(Thread *thread);
DTYPES(X)
#undef X

/* An exception class of NumPy's by its short name: "AxisError". Owned. */
Value numpy_exception(Thread *thread, const char *name);
bool numpy_exceptions_make(Thread *thread);

extern const NativeEntry state_functions[], type_functions[], callable_functions[], dlpack_functions[], index_functions[],
    walk_functions[], file_functions[], member_functions[], print_functions[], cupy_index_functions[];

Value np_from_string(Thread *thread, const Native *native, const Value *arguments); /* plain_files.c */
Value np_from_file(Thread *thread, const Native *native, const Value *arguments);

/* Places inside numpy's package that programs import from: their names are those of numpy._inside, else numpy's. */
#define INNER_ARRAY_MODULES(X)                                                                                \
    X(core, "numpy._core")                                                                                    \
    X(core_exceptions, "numpy._core._exceptions")                                                             \
    X(core_internal, "numpy._core._internal")                                                                 \
    X(core_methods, "numpy._core._methods")                                                                   \
    X(core_multiarray_umath, "numpy._core._multiarray_umath")                                                 \
    X(core_arrayprint, "numpy._core.arrayprint")                                                              \
    X(core_einsumfunc, "numpy._core.einsumfunc")                                                              \
    X(core_fromnumeric, "numpy._core.fromnumeric")                                                            \
    X(core_function_base, "numpy._core.function_base")                                                        \
    X(core_getlimits, "numpy._core.getlimits")                                                                \
    X(core_multiarray, "numpy._core.multiarray")                                                              \
    X(core_numeric, "numpy._core.numeric")                                                                    \
    X(core_numerictypes, "numpy._core.numerictypes")                                                          \
    X(core_overrides, "numpy._core.overrides")                                                                \
    X(core_records, "numpy._core.records")                                                                    \
    X(core_shape_base, "numpy._core.shape_base")                                                              \
    X(core_umath, "numpy._core.umath")                                                                        \
    X(lib_arraypad, "numpy.lib._arraypad_impl")                                                               \
    X(lib_arraysetops, "numpy.lib._arraysetops_impl")                                                         \
    X(lib_function_base, "numpy.lib._function_base_impl")                                                     \
    X(lib_histograms, "numpy.lib._histograms_impl")                                                           \
    X(lib_index_tricks, "numpy.lib._index_tricks_impl")                                                       \
    X(lib_nanfunctions, "numpy.lib._nanfunctions_impl")                                                       \
    X(lib_npyio_impl, "numpy.lib._npyio_impl")                                                                     \
    X(lib_polynomial, "numpy.lib._polynomial_impl")                                                           \
    X(lib_shape_base, "numpy.lib._shape_base_impl")                                                           \
    X(lib_stride_tricks, "numpy.lib._stride_tricks_impl")                                                     \
    X(lib_twodim_base, "numpy.lib._twodim_base_impl")                                                         \
    X(lib_type_check, "numpy.lib._type_check_impl")                                                           \
    X(lib_ufunclike, "numpy.lib._ufunclike_impl")                                                             \
    X(lib_utils, "numpy.lib._utils_impl")                                                                     \
    X(lib_iotools, "numpy.lib._iotools")                                                                      \
    X(lib_introspect, "numpy.lib.introspect")                                                                 \
    X(lib_npyio, "numpy.lib.npyio")                                                                           \
    X(old_core, "numpy.core")                                                                                 \
    X(old_arrayprint, "numpy.core.arrayprint")                                                                \
    X(old_defchararray, "numpy.core.defchararray")                                                            \
    X(old_einsumfunc, "numpy.core.einsumfunc")                                                                \
    X(old_fromnumeric, "numpy.core.fromnumeric")                                                              \
    X(old_function_base, "numpy.core.function_base")                                                          \
    X(old_getlimits, "numpy.core.getlimits")                                                                  \
    X(old_multiarray, "numpy.core.multiarray")                                                                \
    X(old_numeric, "numpy.core.numeric")                                                                      \
    X(old_numerictypes, "numpy.core.numerictypes")                                                            \
    X(old_records, "numpy.core.records")                                                                      \
    X(old_shape_base, "numpy.core.shape_base")                                                                \
    X(old_umath, "numpy.core.umath")                                                                          \
    X(lib_array_utils, "numpy.lib.array_utils")                                                               \
    X(linalg_impl, "numpy.linalg._linalg")                                                                    \
    X(random_mtrand, "numpy.random.mtrand")                                                                   \
    X(random_bit_generator, "numpy.random.bit_generator")                                                     \
    X(random_generator, "numpy.random._generator")                                                            \
    X(random_mt19937, "numpy.random._mt19937")                                                                \
    X(random_pcg64, "numpy.random._pcg64")                                                                    \
    X(random_philox, "numpy.random._philox")                                                                  \
    X(random_sfc64, "numpy.random._sfc64")                                                                    \
    X(testing_private, "numpy.testing._private")                                                              \
    X(testing_utils, "numpy.testing._private.utils")                                                          \
    X(utils, "numpy._utils")

/* Modules that are only a place in the table: identifier, name, documentation. */
#define PLAIN_ARRAY_MODULES(X)                                                                                \
    X(numpy_fft, "numpy.fft", "Discrete Fourier transforms.")                                                 \
    X(numpy_lib, "numpy.lib", "Parts of numpy.")                                                              \
    X(numpy_stride_tricks, "numpy.lib.stride_tricks", "Views with other strides.")                            \
    X(cupy_linalg, "cupy.linalg", "Linear algebra on devices.")                                               \
    X(cupy_random, "cupy.random", "Random numbers on devices.")                                               \
    X(cupy_lib, "cupy.lib", "Parts of cupy.")                                                                 \
    X(cupy_stride_tricks, "cupy.lib.stride_tricks", "Views with other strides.")                              \
    X(cupyx, "cupyx", "What cupy has beyond numpy.")                                                          \
    X(cupyx_scipy, "cupyx.scipy", "Functions of scipy on devices.")                                           \
    X(cupyx_signal, "cupyx.scipy.signal", "Signal processing on devices.")                                    \
    X(cupyx_linalg, "cupyx.scipy.linalg", "Linear algebra on devices.")                                       \
    X(cupyx_fft, "cupyx.scipy.fft", "Discrete Fourier transforms on devices.")                                \
    X(cupyx_ndimage, "cupyx.scipy.ndimage", "Filters of images on devices.")                                  \
    X(cupyx_special, "cupyx.scipy.special", "Special functions on devices.")                                  \
    X(scipy_special, "scipy.special", "Special functions.")                                                   \
    X(scipy_ndimage, "scipy.ndimage", "Filters of images of any dimensions.")                                 \
    X(scipy_ndimage_loops, "scipy.ndimage._loops", "Loops over the elements of images.")                      \
    X(scipy_signal, "scipy.signal", "Signal processing.")                                                     \
    X(scipy_linalg, "scipy.linalg", "Linear algebra.")                                                        \
    X(scipy_sparsetools, "scipy.sparse._sparsetools", "Loops over the elements of sparse matrices.")            \
    X(scipy_nearest, "scipy.spatial._nearest", "Points in space, and which of them are near.")                   \
    X(scipy_fft, "scipy.fft", "Discrete Fourier transforms.")

#endif
