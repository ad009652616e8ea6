/* The table of all functions. The linker gathers the entries of the families' files; naming each family here is
 * what makes it take those files from the library. */
#include "arraylib/functions/function.h"

#define FAMILIES(X)                                                                                          \
    X(assemble)                                                                                              \
    X(create)                                                                                                \
    X(einsum)                                                                                                \
    X(fft)                                                                                                   \
    X(indices)                                                                                               \
    X(lapack)                                                                                                \
    X(linear_filter)                                                                                         \
    X(letters)                                                                                               \
    X(linalg)                                                                                                \
    X(logic)                                                                                                 \
    X(morphology)                                                                                            \
    X(ndimage)                                                                                               \
    X(nearest)                                                                                               \
    X(numeric)                                                                                               \
    X(polynomial)                                                                                            \
    X(print)                                                                                                 \
    X(product)                                                                                               \
    X(quantiles)                                                                                             \
    X(random_bit_generators)                                                                                 \
    X(random_cupy)                                                                                           \
    X(random_generator)                                                                                      \
    X(random_legacy)                                                                                         \
    X(random_multivariate)                                                                                   \
    X(rearrange)                                                                                             \
    X(reduce)                                                                                                \
    X(search)                                                                                                \
    X(sets)                                                                                                  \
    X(small_factors)                                                                                         \
    X(sparse)                                                                                                \
    X(sparse_lu)                                                                                             \
    X(sparse_rows)                                                                                           \
    X(special)                                                                                               \
    X(special_bessel)                                                                                       \
    X(special_elliptic)                                                                                     \
    X(special_hypergeometric)                                                                               \
    X(special_distributions)                                                                                \
    X(special_faddeeva)                                                                                     \
    X(special_gamma)                                                                                        \
    X(signal)                                                                                                \
    X(regions)                                                                                               \
    X(spline)                                                                                                \
    X(standard)                                                                                              \
    X(statistics)                                                                                            \
    X(strides)                                                                                               \
    X(windows)

#define X(name) extern const char array_family_##name;
FAMILIES(X)
#undef X

const char *const array_families[] = {
#define X(name) &array_family_##name,
    FAMILIES(X)
#undef X
};

extern const ArrayFunction *const __start_array_functions[];
extern const ArrayFunction *const __stop_array_functions[];

const ArrayFunction *const *array_functions(size_t *count) {
    *count = (size_t)(__stop_array_functions - __start_array_functions);
    return __start_array_functions;
}
