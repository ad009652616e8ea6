/* Sorting and searching, by one macro for each type. NaN sorts to the end.
 *
 * sort(): quicksort with the median of three, insertion sort for short pieces, and heapsort when a piece degrades;
 * argsort(): merge sort, which is stable (NumPy's default leaves the order of equals open). */
#include "arraylib/device/host/host.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

#define LESS_WHOLE(a, b) ((a) < (b))
#define LESS_REAL(a, b) ((a) < (b) || ((b) != (b) && (a) == (a)))
#define LESS_HALF(a, b) LESS_REAL(float16_to_float(a), float16_to_float(b))
/* Complex: lexical, where a NaN part goes behind numbers. */
#define DEFINE_COMPLEX_LESS(NAME, Number)                                                                     \
    static inline bool less_##NAME(Number a, Number b) {                                                      \
        bool a_nan = isnan(a.real) || isnan(a.imaginary), b_nan = isnan(b.real) || isnan(b.imaginary);        \
        if (a_nan || b_nan) {                                                                                 \
            if (!a_nan) return true;                                                                          \
            if (!b_nan) return false;                                                                         \
            if (isnan(a.real) != isnan(b.real)) return isnan(b.real);                                         \
            if (isnan(a.real)) return LESS_REAL(a.imaginary, b.imaginary);                                    \
            return a.real < b.real || (a.real == b.real && LESS_REAL(a.imaginary, b.imaginary));              \
        }                                                                                                     \
        return a.real < b.real || (a.real == b.real && a.imaginary < b.imaginary);                            \
    }
DEFINE_COMPLEX_LESS(COMPLEX64, Complex64)
DEFINE_COMPLEX_LESS(COMPLEX128, Complex128)

#define DEFINE_SORT(NAME, LESS)                                                                               \
    static void insertion_##NAME(STORED_##NAME *data, int64_t count) {                                        \
        for (int64_t i = 1; i < count; i++) {                                                                 \
            STORED_##NAME moving = data[i];                                                                   \
            int64_t j = i;                                                                                    \
            for (; j > 0 && LESS(moving, data[j - 1]); j--) data[j] = data[j - 1];                            \
            data[j] = moving;                                                                                 \
        }                                                                                                     \
    }                                                                                                         \
    static void sift_##NAME(STORED_##NAME *data, int64_t root, int64_t count) {                               \
        STORED_##NAME moving = data[root];                                                                    \
        for (int64_t child; (child = 2 * root + 1) < count; root = child) {                                   \
            if (child + 1 < count && LESS(data[child], data[child + 1])) child++;                             \
            if (!LESS(moving, data[child])) break;                                                            \
            data[root] = data[child];                                                                         \
        }                                                                                                     \
        data[root] = moving;                                                                                  \
    }                                                                                                         \
    static void heap_##NAME(STORED_##NAME *data, int64_t count) {                                             \
        for (int64_t i = count / 2 - 1; i >= 0; i--) sift_##NAME(data, i, count);                             \
        for (int64_t i = count - 1; i > 0; i--) {                                                             \
            STORED_##NAME top = data[0];                                                                      \
            data[0] = data[i];                                                                                \
            data[i] = top;                                                                                    \
            sift_##NAME(data, 0, i);                                                                          \
        }                                                                                                     \
    }                                                                                                         \
    static bool quick_##NAME(ArrayRuntime *runtime, STORED_##NAME *data, int64_t count, int depth, Error *error) { \
        while (count > 24) {                                                                                  \
            if (count > 1 << 20 && !runtime_poll(runtime, error)) return false;                               \
            if (!depth--) {                                                                                   \
                heap_##NAME(data, count);                                                                     \
                return true;                                                                                  \
            }                                                                                                 \
            STORED_##NAME a = data[0], b = data[count / 2], c = data[count - 1], pivot;                       \
            if (LESS(a, b)) pivot = LESS(b, c) ? b : LESS(a, c) ? c : a;                                      \
            else pivot = LESS(a, c) ? a : LESS(b, c) ? c : b;                                                 \
            int64_t low = 0, high = count - 1;                                                                \
            for (;;) {                                                                                        \
                while (LESS(data[low], pivot)) low++;                                                         \
                while (LESS(pivot, data[high])) high--;                                                       \
                if (low >= high) break;                                                                       \
                STORED_##NAME held = data[low];                                                               \
                data[low++] = data[high];                                                                     \
                data[high--] = held;                                                                          \
            }                                                                                                 \
            int64_t left = high + 1;                                                                          \
            if (left > count - left) {                                                                        \
                if (!quick_##NAME(runtime, data + left, count - left, depth, error)) return false;            \
                count = left;                                                                                 \
            } else {                                                                                          \
                if (!quick_##NAME(runtime, data, left, depth, error)) return false;                           \
                data += left;                                                                                 \
                count -= left;                                                                                \
            }                                                                                                 \
        }                                                                                                     \
        insertion_##NAME(data, count);                                                                        \
        return true;                                                                                          \
    }                                                                                                         \
    static bool merge_##NAME(ArrayRuntime *runtime, const STORED_##NAME *data, int64_t *order, int64_t *space, \
                             int64_t count, Error *error) {                                                   \
        if (count <= 16) {                                                                                    \
            for (int64_t i = 1; i < count; i++) {                                                             \
                int64_t moving = order[i], j = i;                                                             \
                for (; j > 0 && LESS(data[moving], data[order[j - 1]]); j--) order[j] = order[j - 1];         \
                order[j] = moving;                                                                            \
            }                                                                                                 \
            return true;                                                                                      \
        }                                                                                                     \
        if (count > 1 << 18 && !runtime_poll(runtime, error)) return false;                                   \
        int64_t half = count / 2;                                                                             \
        if (!merge_##NAME(runtime, data, order, space, half, error) ||                                        \
            !merge_##NAME(runtime, data, order + half, space, count - half, error))                           \
            return false;                                                                                     \
        if (!LESS(data[order[half]], data[order[half - 1]])) return true;                                     \
        memcpy(space, order, (size_t)half * sizeof *order);                                                   \
        int64_t left = 0, right = half, out = 0;                                                              \
        while (left < half && right < count)                                                                  \
            order[out++] = LESS(data[order[right]], data[space[left]]) ? order[right++] : space[left++];      \
        while (left < half) order[out++] = space[left++];                                                     \
        return true;                                                                                          \
    }                                                                                                         \
    static void search_##NAME(const SearchTask *task) {                                                       \
        const STORED_##NAME *sorted = (const void *)task->sorted, *values = (const void *)task->values;       \
        for (int64_t i = 0; i < task->count; i++) {                                                           \
            int64_t low = 0, high = task->length;                                                             \
            while (low < high) {                                                                              \
                int64_t middle = low + (high - low) / 2;                                                      \
                const STORED_##NAME here = sorted[task->sorter ? task->sorter[middle] : middle];              \
                bool before = task->right ? !LESS(values[i], here) : LESS(here, values[i]);                   \
                if (before) low = middle + 1;                                                                 \
                else high = middle;                                                                           \
            }                                                                                                 \
            task->output[i] = low;                                                                            \
        }                                                                                                     \
    }
DEFINE_SORT(BOOL, LESS_WHOLE)
DEFINE_SORT(INT8, LESS_WHOLE)
DEFINE_SORT(UINT8, LESS_WHOLE)
DEFINE_SORT(INT16, LESS_WHOLE)
DEFINE_SORT(UINT16, LESS_WHOLE)
DEFINE_SORT(INT32, LESS_WHOLE)
DEFINE_SORT(UINT32, LESS_WHOLE)
DEFINE_SORT(INT64, LESS_WHOLE)
DEFINE_SORT(UINT64, LESS_WHOLE)
DEFINE_SORT(FLOAT16, LESS_HALF)
DEFINE_SORT(FLOAT32, LESS_REAL)
DEFINE_SORT(FLOAT64, LESS_REAL)
DEFINE_SORT(COMPLEX64, less_COMPLEX64)
DEFINE_SORT(COMPLEX128, less_COMPLEX128)

/* Numbers of four and eight bytes go by radix when there are many: the bits become an unsigned key that sorts
 * alike, NaN last whatever its sign. */
static inline __attribute__((always_inline)) uint64_t key_of(uint64_t bits, char kind, unsigned size) {
    uint64_t sign = 1ull << (size * 8 - 1), all = size == 8 ? UINT64_MAX : UINT32_MAX;
    if (kind == 'u') return bits;
    if (kind == 'i') return bits ^ sign;
    uint64_t infinity = size == 8 ? 0x7ff0000000000000ull : 0x7f800000ull;
    if ((bits & (sign - 1)) > infinity) return all - (bits >> (size * 8 - 1)); /* NaN */
    return bits & sign ? ~bits & all : bits | sign;
}
static inline __attribute__((always_inline)) uint64_t bits_of(uint64_t key, char kind, unsigned size) {
    uint64_t sign = 1ull << (size * 8 - 1), all = size == 8 ? UINT64_MAX : UINT32_MAX;
    if (kind == 'u') return key;
    if (kind == 'i') return key ^ sign;
    if (key >= all - 1) { /* NaN with its sign */
        uint64_t quiet = size == 8 ? 0x7ff8000000000000ull : 0x7fc00000ull;
        return key == all ? quiet : quiet | sign;
    }
    return key & sign ? key ^ sign : ~key & all;
}

#define RADIX_FROM 2048
enum { RADIX_BITS = 11, RADIX_SIZE = 1 << RADIX_BITS };

/* One pass after the other over digits of 11 bits, from the lowest; a digit that all keys share is skipped. For a
 * stable order of indexes the keys travel with them. `kind` is a constant where this is expanded. */
#define DEFINE_RADIX(name, type, passes)                                                                      \
    typedef struct name##_pair {                                                                              \
        type key;                                                                                             \
        int64_t index;                                                                                        \
    } name##_pair;                                                                                            \
    static inline __attribute__((always_inline)) bool name##_keys(Device *device, type *data, int64_t count, char kind, \
                                                                  Error *error) {                             \
        type *space = memory_allocate((size_t)count * sizeof(type));                                          \
        int64_t(*counts)[RADIX_SIZE] = memory_allocate_zeroed(passes, sizeof *counts);                        \
        bool going = (space && counts) || error_no_memory(error);                                             \
        for (int64_t i = 0; i < count && going; i++) {                                                        \
            type key = data[i] = (type)key_of(data[i], kind, sizeof(type));                                   \
            for (int pass = 0; pass < passes; pass++) counts[pass][key >> pass * RADIX_BITS & (RADIX_SIZE - 1)]++; \
        }                                                                                                     \
        type *from = data, *to = space;                                                                       \
        for (int pass = 0; pass < passes && going; pass++) {                                                  \
            int64_t *starts = counts[pass], position = 0;                                                     \
            int shift = pass * RADIX_BITS;                                                                    \
            if (starts[from[0] >> shift & (RADIX_SIZE - 1)] == count) continue;                               \
            for (int digit = 0; digit < RADIX_SIZE; digit++) {                                                \
                int64_t here = starts[digit];                                                                 \
                starts[digit] = position;                                                                     \
                position += here;                                                                             \
            }                                                                                                 \
            for (int64_t i = 0; i < count; i++) to[starts[from[i] >> shift & (RADIX_SIZE - 1)]++] = from[i];  \
            type *held = from;                                                                                \
            from = to;                                                                                        \
            to = held;                                                                                        \
            going = runtime_poll(device->runtime, error);                                                     \
        }                                                                                                     \
        for (int64_t i = 0; i < count && space && counts; i++) data[i] = (type)bits_of(from[i], kind, sizeof(type)); \
        memory_release(space);                                                                                \
        memory_release(counts);                                                                               \
        return going;                                                                                         \
    }                                                                                                         \
    static inline __attribute__((always_inline)) bool name##_order(Device *device, const type *data, int64_t *order, \
                                                                   int64_t count, char kind, Error *error) {  \
        name##_pair *pairs = memory_allocate(2 * (size_t)count * sizeof *pairs), *from = pairs, *to = pairs + count; \
        int64_t(*counts)[RADIX_SIZE] = memory_allocate_zeroed(passes, sizeof *counts);                        \
        bool going = (pairs && counts) || error_no_memory(error);                                             \
        for (int64_t i = 0; i < count && going; i++) {                                                        \
            type key = (type)key_of(data[i], kind, sizeof(type));                                             \
            if (kind == 'f' && key >= (type)-2) key = (type)-1; /* NaNs are equals */                         \
            if (kind == 'f' && data[i] == (type)((type)1 << (sizeof(type) * 8 - 1))) key = data[i]; /* -0 is 0 */ \
            from[i] = (name##_pair){key, i};                                                                  \
            for (int pass = 0; pass < passes; pass++) counts[pass][key >> pass * RADIX_BITS & (RADIX_SIZE - 1)]++; \
        }                                                                                                     \
        for (int pass = 0; pass < passes && going; pass++) {                                                  \
            int64_t *starts = counts[pass], position = 0;                                                     \
            int shift = pass * RADIX_BITS;                                                                    \
            if (starts[from[0].key >> shift & (RADIX_SIZE - 1)] == count) continue;                           \
            for (int digit = 0; digit < RADIX_SIZE; digit++) {                                                \
                int64_t here = starts[digit];                                                                 \
                starts[digit] = position;                                                                     \
                position += here;                                                                             \
            }                                                                                                 \
            for (int64_t i = 0; i < count; i++) to[starts[from[i].key >> shift & (RADIX_SIZE - 1)]++] = from[i]; \
            name##_pair *held = from;                                                                         \
            from = to;                                                                                        \
            to = held;                                                                                        \
            going = runtime_poll(device->runtime, error);                                                     \
        }                                                                                                     \
        for (int64_t i = 0; i < count && going; i++) order[i] = from[i].index;                                \
        memory_release(pairs);                                                                                \
        memory_release(counts);                                                                               \
        return going;                                                                                         \
    }
DEFINE_RADIX(narrow, uint32_t, 3)
DEFINE_RADIX(wide, uint64_t, 6)

#define RADIX_BY_KIND(call, ...)                                                                              \
    switch (dtype->kind) {                                                                                    \
    case 'i': return call(__VA_ARGS__, 'i', error);                                                           \
    case 'u': return call(__VA_ARGS__, 'u', error);                                                           \
    default: return call(__VA_ARGS__, 'f', error);                                                            \
    }

static bool goes_by_radix(const Dtype *dtype, int64_t count) {
    return count >= RADIX_FROM && strchr("iuf", dtype->kind) && dtype->item_size >= 4;
}

static bool radix_sort(Device *device, const Dtype *dtype, char *data, int64_t count, Error *error) {
    if (dtype->item_size == 4) RADIX_BY_KIND(narrow_keys, device, (uint32_t *)data, count)
    RADIX_BY_KIND(wide_keys, device, (uint64_t *)data, count)
}

static bool radix_argsort(Device *device, const Dtype *dtype, const char *data, int64_t *order, int64_t count, Error *error) {
    if (dtype->item_size == 4) RADIX_BY_KIND(narrow_order, device, (const uint32_t *)data, order, count)
    RADIX_BY_KIND(wide_order, device, (const uint64_t *)data, order, count)
}

static int depth_for(int64_t count) {
    int depth = 2;
    for (; count > 1; count >>= 1) depth += 2;
    return depth;
}

static bool sort_row(Device *device, const Dtype *dtype, char *data, int64_t count, Error *error) {
    if (goes_by_radix(dtype, count)) return radix_sort(device, dtype, data, count, error);
    switch (dtype->number) {
#define X(NAME, name, type, kind, code, class_name, string)                                                   \
    case DTYPE_##NAME:                                                                                        \
        return quick_##NAME(device->runtime, (STORED_##NAME *)data, count, depth_for(count), error);
        DTYPES(X)
#undef X
    default: return true;
    }
}

static bool argsort_row(Device *device, const Dtype *dtype, const char *data, int64_t *order, int64_t *space,
                        int64_t count, Error *error) {
    if (goes_by_radix(dtype, count)) return radix_argsort(device, dtype, data, order, count, error);
    for (int64_t i = 0; i < count; i++) order[i] = i;
    switch (dtype->number) {
#define X(NAME, name, type, kind, code, class_name, string)                                                   \
    case DTYPE_##NAME:                                                                                        \
        return merge_##NAME(device->runtime, (const STORED_##NAME *)data, order, space, count, error);
        DTYPES(X)
#undef X
    default: return true;
    }
}

bool host_sort(Device *device, const SortTask *task, Error *error) {
    int64_t *space = NULL;
    if (dtype_is_flexible(task->dtype)) return flexible_sort(device, task, error);
    if (task->indexes && !(space = memory_allocate((size_t)task->length * sizeof *space))) return error_no_memory(error);
    bool well = true;
    for (int64_t row = 0; row < task->rows && well; row++) {
        char *data = task->data + row * task->length * task->dtype->item_size;
        well = runtime_poll(device->runtime, error) &&
               (task->indexes ? argsort_row(device, task->dtype, data, task->indexes + row * task->length, space,
                                            task->length, error)
                              : sort_row(device, task->dtype, data, task->length, error));
    }
    memory_release(space);
    return well;
}

bool host_search(Device *device, const SearchTask *task, Error *error) {
    if (dtype_is_flexible(task->dtype)) return flexible_search(device, task, error);
    switch (task->dtype->number) {
#define X(NAME, name, type, kind, code, class_name, string)                                                   \
    case DTYPE_##NAME: search_##NAME(task); break;
        DTYPES(X)
#undef X
    default: break;
    }
    return runtime_poll(device->runtime, error);
}
