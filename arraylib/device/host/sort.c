/* Sorting and searching, by one macro for each type. NaN sorts to the end.
 *
 * sort(): quicksort with the median of three, insertion sort for short pieces, and heapsort when a piece degrades;
 * argsort(): merge sort, which is stable (NumPy's default leaves the order of equals open). Many numbers go by radix (radix.c), or
 * by vectors (vector_sort.c). */
#include "arraylib/device/host/host.h"
#include "arraylib/device/host/radix.h"
#include "arraylib/device/host/vector/vector_sort.h"

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

static int depth_for(int64_t count) {
    int depth = 2;
    for (; count > 1; count >>= 1) depth += 2;
    return depth;
}

/* Numbers of 16 bits are counted; `turn` makes their order that of the counts. Halves that are no numbers go to the end. */
enum { COUNT_LEAST = 2048, COUNTS = 1 << 16, PART_LEAST = 96 /* fewer are sorted whole */ };
static inline uint16_t half_rank(uint16_t bits) { return bits & 0x8000 ? (uint16_t)~bits : bits | 0x8000; }
static inline uint16_t half_of_rank(uint16_t rank) { return rank & 0x8000 ? rank & 0x7fff : (uint16_t)~rank; }

static bool count_row(const Dtype *dtype, uint16_t *data, int64_t count, Error *error) {
    int64_t *counts = memory_allocate_zeroed(COUNTS, sizeof *counts), kept = 0;
    if (!counts) return error_no_memory(error);
    bool halves = dtype->number == DTYPE_FLOAT16;
    const uint16_t turn = dtype->number == DTYPE_INT16 ? 0x8000 : 0;
    if (halves) {
        for (int64_t i = 0, end = count; i < end;) {
            if ((data[i] & 0x7fff) > 0x7c00) {
                uint16_t held = data[--end];
                data[end] = data[i];
                data[i] = held;
                kept = count - end;
            } else counts[half_rank(data[i++])]++;
        }
    } else
        for (int64_t i = 0; i < count; i++) counts[data[i] ^ turn]++;
    uint16_t *at = data, *last = data + count - kept;
    for (int rank = 0; rank < COUNTS && at < last; rank++) {
        uint16_t value = halves ? half_of_rank((uint16_t)rank) : (uint16_t)(rank ^ turn);
        for (int64_t i = 0; i < counts[rank]; i++) *at++ = value;
    }
    memory_release(counts);
    return true;
}

/* Bytes likewise; INT8's signs are turned. */
static void count_bytes(uint8_t *data, int64_t count, uint8_t turn) {
    int64_t counts[4][256] = {{0}}, i = 0; /* several, so that equals beside each other do not wait */
    for (; i + 4 <= count; i += 4)
        for (int k = 0; k < 4; k++) counts[k][data[i + k]]++;
    for (; i < count; i++) counts[0][data[i]]++;
    for (int rank = 0; rank < 256; rank++) {
        int value = rank ^ turn;
        int64_t all = counts[0][value] + counts[1][value] + counts[2][value] + counts[3][value];
        memset(data, value, (size_t)all);
        data += all;
    }
}

/* An order of numbers of at most 16 bits by counting: stable. Halves: zeros of both signs are equal, and so are all that are no numbers. */
#define DEFINE_COUNT_ORDER(name, Number, SIZE, RANK)                                                          \
    static void count_order_##name(const Number *data, int64_t *order, int64_t count, uint16_t turn, int64_t *starts) { \
        (void)turn;                                                                                           \
        memset(starts, 0, sizeof *starts * (SIZE + 1));                                                       \
        for (int64_t i = 0; i < count; i++) starts[RANK(data[i]) + 1]++;                                      \
        for (int rank = 0; rank < SIZE; rank++) starts[rank + 1] += starts[rank];                             \
        for (int64_t i = 0; i < count; i++) order[starts[RANK(data[i])]++] = i;                               \
    }
#define TURNED(bits) ((bits) ^ turn)
static inline uint16_t half_order(uint16_t bits) {
    uint16_t size = bits & 0x7fff;
    return size > 0x7c00 ? UINT16_MAX : size ? half_rank(bits) : 0x8000;
}
DEFINE_COUNT_ORDER(bytes, uint8_t, 256, TURNED)
DEFINE_COUNT_ORDER(shorts, uint16_t, COUNTS, TURNED)
DEFINE_COUNT_ORDER(halves, uint16_t, COUNTS, half_order)

static bool is_short(const Dtype *dtype) {
    return dtype->number == DTYPE_INT16 || dtype->number == DTYPE_UINT16 || dtype->number == DTYPE_FLOAT16;
}
static bool is_byte(const Dtype *dtype) { return dtype->number == DTYPE_INT8 || dtype->number == DTYPE_UINT8; }

static bool count_order(const Dtype *dtype, const char *data, int64_t *order, int64_t count, Error *error) {
    int64_t *starts = memory_allocate(sizeof *starts * (COUNTS + 1));
    if (!starts) return error_no_memory(error);
    if (is_byte(dtype)) count_order_bytes((const uint8_t *)data, order, count, dtype->kind == 'i' ? 0x80 : 0, starts);
    else if (dtype->kind == 'f') count_order_halves((const uint16_t *)data, order, count, 0, starts);
    else count_order_shorts((const uint16_t *)data, order, count, dtype->kind == 'i' ? 0x8000 : 0, starts);
    memory_release(starts);
    return true;
}

static bool sort_row(Device *device, const SortTask *task, char *data, Error *error) {
    const Dtype *dtype = task->dtype;
    const int64_t count = task->length;
    if (is_short(dtype) && count >= COUNT_LEAST) return count_row(dtype, (uint16_t *)data, count, error);
    if (is_byte(dtype) && count >= 64) return count_bytes((uint8_t *)data, count, dtype->kind == 'i' ? 0x80 : 0), true;
    if (host_vector_sort_fits(dtype, count)) {
        bool is_part = task->partition >= 0 && count >= PART_LEAST;
        return host_vector_select(device, dtype, data, count, is_part ? task->partition : 0, is_part ? task->partition_end : count - 1, error);
    }
    if (host_radix_fits(dtype, count)) return host_radix_sort(device, dtype, data, count, NULL, error);
    switch (dtype->number) {
#define X(NAME, name, type, kind, code, class_name, string)                                                   \
    case DTYPE_##NAME:                                                                                        \
        return quick_##NAME(device->runtime, (STORED_##NAME *)data, count, depth_for(count), error);
        DTYPES(X)
#undef X
    default: return true;
    }
}

/* Those less than the element that belongs at a place, then its equals, then those greater; NaN is greater than numbers. */
#define DEFINE_PART(NAME, LESS)                                                                               \
    static void part_##NAME(const STORED_##NAME *data, STORED_##NAME at, int64_t *order, int64_t count) {     \
        int64_t starts[3] = {0};                                                                              \
        for (int64_t i = 0; i < count; i++) {                                                                 \
            starts[1] += LESS(data[i], at);                                                                   \
            starts[2] += !LESS(at, data[i]);                                                                  \
        }                                                                                                     \
        for (int64_t i = 0; i < count; i++) order[starts[!LESS(data[i], at) + LESS(at, data[i])]++] = i;      \
    }
DEFINE_PART(INT32, LESS_WHOLE)
DEFINE_PART(UINT32, LESS_WHOLE)
DEFINE_PART(INT64, LESS_WHOLE)
DEFINE_PART(UINT64, LESS_WHOLE)
DEFINE_PART(FLOAT32, LESS_REAL)
DEFINE_PART(FLOAT64, LESS_REAL)

DEFINE_PART(INT16, LESS_WHOLE)
DEFINE_PART(UINT16, LESS_WHOLE)
static bool part_row(Device *device, const SortTask *task, const char *data, int64_t *order, Error *error) {
    const size_t size = (size_t)task->dtype->item_size, bytes = size * (size_t)task->length;
    char *copy = memory_allocate(bytes);
    if (!copy) return error_no_memory(error);
    memcpy(copy, data, bytes);
    bool well = is_short(task->dtype)
                    ? count_row(task->dtype, (uint16_t *)copy, task->length, error)
                    : host_vector_select(device, task->dtype, copy, task->length, task->partition, task->partition, error);
    const char *at = copy + size * (size_t)task->partition;
    switch (task->dtype->number) {
#define CASE(NAME)                                                                                            \
    case DTYPE_##NAME: part_##NAME((const STORED_##NAME *)data, *(const STORED_##NAME *)at, order, task->length); break;
        CASE(INT16) CASE(UINT16) CASE(INT32) CASE(UINT32) CASE(INT64) CASE(UINT64) CASE(FLOAT32) CASE(FLOAT64)
#undef CASE
    default: break;
    }
    memory_release(copy);
    return well;
}

static bool argsort_row(Device *device, const SortTask *task, const char *data, int64_t *order, int64_t *space, Error *error) {
    const Dtype *dtype = task->dtype;
    const int64_t count = task->length;
    bool is_parted = is_short(dtype) ? count >= COUNTS && dtype->kind != 'f' : count >= PART_LEAST && host_vector_sort_fits(dtype, count);
    if (task->partition >= 0 && is_parted) return part_row(device, task, data, order, error);
    if ((is_byte(dtype) && count >= 256) || (is_short(dtype) && count >= 2 * COUNT_LEAST)) return count_order(dtype, data, order, count, error);
    if (host_radix_fits(dtype, count)) return host_radix_sort(device, dtype, (void *)data, count, order, error);
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
               (task->indexes ? argsort_row(device, task, data, task->indexes + row * task->length, space, error)
                              : sort_row(device, task, data, error));
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
