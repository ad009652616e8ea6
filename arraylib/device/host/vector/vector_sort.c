/* Quicksort with the vectors of AVX-512, for numbers of four and eight bytes as signed whole numbers: pieces are split around a pivot
 * by compressing stores (Bramas, "A Novel Hybrid Quicksort Algorithm Vectorized using AVX-512", 2017), small ones go through
 * bitonic networks (Batcher, 1968) in registers. Large arrays are split by several threads until there are pieces for all. */
#include "arraylib/device/host/vector/vector_sort.h"

#include "arraylib/device/host/host.h"
#include "arraylib/device/host/vector/vector_bits.h"

#ifdef __x86_64__
#include <immintrin.h>
#include <string.h>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif

#define VECTOR_TARGET __attribute__((target("avx512f,popcnt")))
#define INLINE VECTOR_TARGET static inline __attribute__((always_inline))

enum { VECTORS = 8 /* of a small piece */, SPLIT = 4 /* vectors that are split at a time */, FEW = 2048 /* numbers that are split beside */ };

#define EXCHANGE_32(v, order) _mm512_permutexvar_epi32(order, v)
#define EXCHANGE_64(v, order) _mm512_permutexvar_epi64(order, v)

/* One step of a network inside a vector: each lane meets the one that `order` names; those of `mask` keep the larger. */
#define STEP(width, v, order, mask)                                                                           \
    do {                                                                                                      \
        __m512i other = EXCHANGE_##width(v, order);                                                           \
        v = _mm512_mask_max_epi##width(_mm512_min_epi##width(v, other), (Mask_##width)(mask), v, other);      \
    } while (0)

typedef __mmask16 Mask_32;
typedef __mmask8 Mask_64;
enum { LANES_32 = 16, LANES_64 = 8 };

#define BY_1_32 _mm512_setr_epi32(1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14)
#define BY_2_32 _mm512_setr_epi32(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13)
#define BY_4_32 _mm512_setr_epi32(4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11)
#define BY_8_32 _mm512_setr_epi32(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7)
#define TURN_4_32 _mm512_setr_epi32(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12)
#define TURN_8_32 _mm512_setr_epi32(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8)
#define TURN_32 _mm512_setr_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define BY_1_64 _mm512_setr_epi64(1, 0, 3, 2, 5, 4, 7, 6)
#define BY_2_64 _mm512_setr_epi64(2, 3, 0, 1, 6, 7, 4, 5)
#define BY_4_64 _mm512_setr_epi64(4, 5, 6, 7, 0, 1, 2, 3)
#define TURN_4_64 _mm512_setr_epi64(3, 2, 1, 0, 7, 6, 5, 4)
#define TURN_64 _mm512_setr_epi64(7, 6, 5, 4, 3, 2, 1, 0)

/* Halves of a vector's lanes, each bitonic and none greater than those after it: sorted. */
INLINE __m512i merged_halves_32(__m512i v) {
    STEP(32, v, BY_4_32, 0xf0f0);
    STEP(32, v, BY_2_32, 0xcccc);
    STEP(32, v, BY_1_32, 0xaaaa);
    return v;
}

INLINE __m512i merged_halves_64(__m512i v) {
    STEP(64, v, BY_2_64, 0xcc);
    STEP(64, v, BY_1_64, 0xaa);
    return v;
}

INLINE __m512i merged_vector_32(__m512i v) {
    STEP(32, v, BY_8_32, 0xff00);
    return merged_halves_32(v);
}

INLINE __m512i merged_vector_64(__m512i v) {
    STEP(64, v, BY_4_64, 0xf0);
    return merged_halves_64(v);
}

INLINE __m512i sorted_vector_32(__m512i v) {
    STEP(32, v, BY_1_32, 0xaaaa);
    STEP(32, v, TURN_4_32, 0xcccc);
    STEP(32, v, BY_1_32, 0xaaaa);
    STEP(32, v, TURN_8_32, 0xf0f0);
    STEP(32, v, BY_2_32, 0xcccc);
    STEP(32, v, BY_1_32, 0xaaaa);
    STEP(32, v, TURN_32, 0xff00);
    return merged_halves_32(v);
}

INLINE __m512i sorted_vector_64(__m512i v) {
    STEP(64, v, BY_1_64, 0xaa);
    STEP(64, v, TURN_4_64, 0xcc);
    STEP(64, v, BY_1_64, 0xaa);
    STEP(64, v, TURN_64, 0xf0);
    return merged_halves_64(v);
}

#define DEFINE_WIDTH(width, Number)                                                                           \
    /* The lanes of vector k that hold numbers, of `count` in all. */                                         \
    INLINE Mask_##width lanes_there_##width(int64_t count, int k) {                                           \
        int64_t left = count - k * LANES_##width;                                                             \
        return (Mask_##width)(left >= LANES_##width ? -1 : left <= 0 ? 0 : (1 << left) - 1);                  \
    }                                                                                                         \
    /* Two sorted halves of `count` vectors become one sorted whole. */                                       \
    INLINE void merge_##width(__m512i *v, int count) {                                                        \
        for (int k = 0; k < count / 2; k++) {                                                                 \
            __m512i left = v[k], right = EXCHANGE_##width(v[count - 1 - k], TURN_##width);                    \
            v[k] = _mm512_min_epi##width(left, right);                                                        \
            v[count - 1 - k] = EXCHANGE_##width(_mm512_max_epi##width(left, right), TURN_##width);            \
        }                                                                                                     \
        for (int step = count / 4; step; step /= 2)                                                           \
            for (int from = 0; from < count; from += 2 * step)                                                \
                for (int k = from; k < from + step; k++) {                                                    \
                    __m512i left = v[k], right = v[k + step];                                                 \
                    v[k] = _mm512_min_epi##width(left, right);                                                \
                    v[k + step] = _mm512_max_epi##width(left, right);                                         \
                }                                                                                             \
        for (int k = 0; k < count; k++) v[k] = merged_vector_##width(v[k]);                                   \
    }                                                                                                         \
    INLINE void sort_vectors_##width(Number *data, int64_t count, int vectors) {                              \
        __m512i v[VECTORS];                                                                                   \
        __m512i most = _mm512_set1_epi##width(MOST_##width);                                                  \
        for (int k = 0; k < vectors; k++) {                                                                   \
            Mask_##width there = lanes_there_##width(count, k);                                               \
            v[k] = sorted_vector_##width(_mm512_mask_loadu_epi##width(most, there, data + k * LANES_##width)); \
        }                                                                                                     \
        for (int size = 2; size <= vectors; size *= 2)                                                        \
            for (int from = 0; from < vectors; from += size) merge_##width(v + from, size);                   \
        for (int k = 0; k < vectors; k++)                                                                     \
            _mm512_mask_storeu_epi##width(data + k * LANES_##width, lanes_there_##width(count, k), v[k]);     \
    }                                                                                                         \
    VECTOR_TARGET static void sort_small_##width(Number *data, int64_t count) {                               \
        if (count <= LANES_##width) sort_vectors_##width(data, count, 1);                                     \
        else if (count <= 2 * LANES_##width) sort_vectors_##width(data, count, 2);                            \
        else if (count <= 4 * LANES_##width) sort_vectors_##width(data, count, 4);                            \
        else sort_vectors_##width(data, count, 8);                                                            \
    }                                                                                                         \
    /* Those of v that are chosen, `count` of them, side by side. Moved together in a register, for instructions that do so in \
     * memory take a hundred cycles on some processors; nothing beyond them is written. */                    \
    INLINE void put_chosen_##width(Number *data, Mask_##width chosen, int count, __m512i v) {                 \
        _mm512_mask_storeu_epi##width(data, (Mask_##width)((1u << count) - 1), _mm512_maskz_compress_epi##width(chosen, v)); \
    }                                                                                                         \
    /* The lesser of v to the left, the others to the right. */                                               \
    INLINE void put_##width(Number *data, int64_t *left, int64_t *right, __m512i v, __m512i pivot) {          \
        Mask_##width less = _mm512_cmplt_epi##width##_mask(v, pivot);                                         \
        int count = __builtin_popcount((unsigned)less);                                                       \
        put_chosen_##width(data + *left, less, count, v);                                                     \
        *left += count;                                                                                       \
        *right -= LANES_##width - count;                                                                      \
        put_chosen_##width(data + *right, (Mask_##width)~less, LANES_##width - count, v);                     \
    }                                                                                                         \
    /* How many are less than the pivot: they go first. The others wait beside them, where there are few. */  \
    VECTOR_TARGET static int64_t split_few_##width(Number *data, int64_t count, Number around) {              \
        Number others[FEW];                                                                                   \
        __m512i pivot = _mm512_set1_epi##width(around);                                                       \
        int64_t left = 0, right = 0, i = 0;                                                                   \
        Mask_##width there = (Mask_##width)-1;                                                                \
        for (; i < count; i += LANES_##width) {                                                               \
            if (count - i < LANES_##width) there = (Mask_##width)((1 << (count - i)) - 1);                    \
            __m512i v = _mm512_maskz_loadu_epi##width(there, data + i);                                       \
            Mask_##width less = _mm512_mask_cmplt_epi##width##_mask(there, v, pivot), more = (Mask_##width)(there & ~less); \
            int few = __builtin_popcount((unsigned)less), rest = __builtin_popcount((unsigned)more);          \
            put_chosen_##width(data + left, less, few, v);                                                    \
            put_chosen_##width(others + right, more, rest, v);                                                \
            left += few;                                                                                      \
            right += rest;                                                                                    \
        }                                                                                                     \
        memcpy(data + left, others, (size_t)right * sizeof *others);                                          \
        return left;                                                                                          \
    }                                                                                                         \
    /* The same in place. */                                                                                  \
    VECTOR_TARGET static int64_t split_##width(Number *data, int64_t count, Number around) {                  \
        enum { STEP_LENGTH = SPLIT * LANES_##width };                                                         \
        if (count <= FEW) return split_few_##width(data, count, around);                                      \
        int64_t first = 0, end = count;                                                                       \
        while ((end - first) % STEP_LENGTH) { /* what makes no whole step, one by one */                      \
            if (data[first] < around) {                                                                       \
                first++;                                                                                      \
                continue;                                                                                     \
            }                                                                                                 \
            Number held = data[first];                                                                        \
            data[first] = data[--end];                                                                        \
            data[end] = held;                                                                                 \
        }                                                                                                     \
        __m512i pivot = _mm512_set1_epi##width(around), kept[2 * SPLIT];                                      \
        int64_t left = first, right = end, from = first + STEP_LENGTH, to = end - STEP_LENGTH;                \
        for (int k = 0; k < SPLIT; k++) {                                                                     \
            kept[k] = _mm512_loadu_si512(data + first + k * LANES_##width);                                   \
            kept[SPLIT + k] = _mm512_loadu_si512(data + to + k * LANES_##width);                              \
        }                                                                                                     \
        while (from < to) {                                                                                   \
            __m512i v[SPLIT];                                                                                 \
            const Number *next;                                                                               \
            if (from - left <= right - to) {                                                                  \
                next = data + from;                                                                           \
                from += STEP_LENGTH;                                                                          \
            } else {                                                                                          \
                to -= STEP_LENGTH;                                                                            \
                next = data + to;                                                                             \
            }                                                                                                 \
            for (int k = 0; k < SPLIT; k++) v[k] = _mm512_loadu_si512(next + k * LANES_##width);              \
            for (int k = 0; k < SPLIT; k++) put_##width(data, &left, &right, v[k], pivot);                    \
        }                                                                                                     \
        for (int k = 0; k < 2 * SPLIT; k++) put_##width(data, &left, &right, kept[k], pivot);                 \
        return left;                                                                                          \
    }                                                                                                         \
    /* About the middle of some. */                                                                           \
    VECTOR_TARGET static Number pivot_##width(const Number *data, int64_t count) {                            \
        enum { SAMPLES_MAX = VECTORS * LANES_##width };                                                       \
        Number samples[SAMPLES_MAX];                                                                          \
        int vectors = count <= FEW ? 1 : VECTORS, wanted = vectors * LANES_##width;                           \
        int64_t step = count / wanted;                                                                        \
        for (int i = 0; i < wanted; i++) samples[i] = data[step / 2 + i * step];                              \
        sort_small_##width(samples, wanted);                                                                  \
        return samples[wanted / 2];                                                                           \
    }                                                                                                         \
    static void sift_##width(Number *data, int64_t root, int64_t count) {                                     \
        Number moving = data[root];                                                                           \
        for (int64_t child; (child = 2 * root + 1) < count; root = child) {                                   \
            if (child + 1 < count && data[child] < data[child + 1]) child++;                                  \
            if (moving >= data[child]) break;                                                                 \
            data[root] = data[child];                                                                         \
        }                                                                                                     \
        data[root] = moving;                                                                                  \
    }                                                                                                         \
    static void heap_sort_##width(Number *data, int64_t count) {                                              \
        for (int64_t i = count / 2 - 1; i >= 0; i--) sift_##width(data, i, count);                            \
        for (int64_t i = count - 1; i > 0; i--) {                                                             \
            Number top = data[0];                                                                             \
            data[0] = data[i];                                                                                \
            data[i] = top;                                                                                    \
            sift_##width(data, 0, i);                                                                         \
        }                                                                                                     \
    }                                                                                                         \
    /* Where the piece falls in two; what lies between *low and the result equals the pivot. */               \
    static int64_t divide_##width(Number *data, int64_t count, int64_t *low) {                                \
        Number around = pivot_##width(data, count);                                                           \
        int64_t less = split_##width(data, count, around);                                                    \
        *low = less;                                                                                          \
        if (less > count / 16 || around == MOST_##width) return around == MOST_##width ? count : less;        \
        return less + split_##width(data + less, count - less, around + 1); /* many equals, perhaps */        \
    }                                                                                                         \
    static void quick_##width(Number *data, int64_t count, int depth) {                                       \
        while (count > VECTORS * LANES_##width) {                                                             \
            if (!depth--) {                                                                                   \
                heap_sort_##width(data, count);                                                               \
                return;                                                                                       \
            }                                                                                                 \
            int64_t low, high = divide_##width(data, count, &low);                                            \
            quick_##width(data, low, depth);                                                                  \
            data += high;                                                                                     \
            count -= high;                                                                                    \
        }                                                                                                     \
        if (count > 1) sort_small_##width(data, count);                                                       \
    }                                                                                                         \
    /* Only those from `first` to `last` come into their places. */                                           \
    static void select_##width(Number *data, int64_t count, int64_t first, int64_t last, int depth) {         \
        while (count > VECTORS * LANES_##width && first < count && last >= 0) {                               \
            if (!depth--) {                                                                                   \
                heap_sort_##width(data, count);                                                               \
                return;                                                                                       \
            }                                                                                                 \
            int64_t low, high = divide_##width(data, count, &low);                                            \
            if (first < low && last >= high) select_##width(data, low, first, last, depth);                   \
            if (last < high && first < low) count = low;                                                      \
            else {                                                                                            \
                data += high;                                                                                 \
                count -= high;                                                                                \
                first -= high;                                                                                \
                last -= high;                                                                                 \
            }                                                                                                 \
        }                                                                                                     \
        if (count > 1 && first < count && last >= 0) sort_small_##width(data, count);                         \
    }
#define MOST_32 INT32_MAX
#define MOST_64 INT64_MAX
DEFINE_WIDTH(32, int32_t)
DEFINE_WIDTH(64, int64_t)

/* Numbers as signed whole ones and back: floats below zero change the order of their bits. False: a NaN is among them. */
#define DEFINE_TURN(width, Number, Unsigned)                                                                  \
    VECTOR_TARGET static bool turn_##width(Number *data, int64_t count, char kind, Number infinity) {         \
        Number most = 0, sign = (Number)((Unsigned)1 << (width - 1));                                         \
        if (kind == 'u')                                                                                      \
            for (int64_t i = 0; i < count; i++) data[i] ^= sign;                                              \
        if (kind == 'f')                                                                                      \
            for (int64_t i = 0; i < count; i++) {                                                             \
                Number number = data[i], size = number & ~sign;                                               \
                most = size > most ? size : most;                                                             \
                data[i] = number ^ (number >> (width - 1) & ~sign);                                           \
            }                                                                                                 \
        return most <= infinity;                                                                              \
    }
DEFINE_TURN(32, int32_t, uint32_t)
DEFINE_TURN(64, int64_t, uint64_t)

enum { PIECES_MAX = 256, PIECE_LEAST = 1 << 15, TURN_PIECE = 1 << 15 };

typedef struct Piece {
    int64_t from, count, low, high; /* low, high: of its halves, once divided */
    bool is_equal;
} Piece;

typedef struct VectorSort {
    Device *device;
    char *data;
    char kind;
    bool is_wide;
    int64_t large;
    atomic_bool strange;
    Piece pieces[2 * PIECES_MAX];
} VectorSort;

static void turn_range(void *context, int64_t from, int64_t to) {
    VectorSort *sort = context;
    bool plain = sort->is_wide ? turn_64((int64_t *)sort->data + from, to - from, sort->kind, 0x7ff0000000000000ll)
                               : turn_32((int32_t *)sort->data + from, to - from, sort->kind, 0x7f800000);
    if (!plain) atomic_store(&sort->strange, true);
}

static void turn_all(VectorSort *sort, int64_t count) {
    if (sort->kind != 'i') runtime_parallel_for(sort->device->runtime, count, TURN_PIECE, turn_range, sort);
}

static void divide_pieces(void *context, int64_t from, int64_t to) {
    VectorSort *sort = context;
    for (int64_t i = from; i < to; i++) {
        Piece *piece = &sort->pieces[i];
        if (piece->count <= sort->large) continue;
        piece->high = sort->is_wide ? divide_64((int64_t *)sort->data + piece->from, piece->count, &piece->low)
                                    : divide_32((int32_t *)sort->data + piece->from, piece->count, &piece->low);
    }
}

static void sort_pieces(void *context, int64_t from, int64_t to) {
    VectorSort *sort = context;
    for (int64_t i = from; i < to; i++) {
        Piece *piece = &sort->pieces[i];
        const ArrayRuntime *runtime = sort->device->runtime;
        if (runtime->interrupt && *runtime->interrupt) return;
        int depth = 4;
        for (int64_t left = piece->count; left > 1; left /= 2) depth += 2;
        if (sort->is_wide) quick_64((int64_t *)sort->data + piece->from, piece->count, depth);
        else quick_32((int32_t *)sort->data + piece->from, piece->count, depth);
    }
}

/* Pieces fall in two, round by round, while there are large ones; then each is sorted. */
static bool sort_turned(VectorSort *sort, int64_t count, Error *error) {
    int pieces = 1;
    sort->pieces[0] = (Piece){.count = count};
    sort->large = count / 32 > PIECE_LEAST ? count / 32 : PIECE_LEAST;
    for (int round = 0; round < 12 && pieces <= PIECES_MAX; round++) {
        bool is_any_large = false;
        for (int i = 0; i < pieces; i++) is_any_large = is_any_large || sort->pieces[i].count > sort->large;
        if (!is_any_large) break;
        runtime_parallel_for(sort->device->runtime, pieces, 1, divide_pieces, sort);
        if (!runtime_poll(sort->device->runtime, error)) return false;
        for (int i = 0, old = pieces; i < old; i++) {
            Piece whole = sort->pieces[i];
            if (whole.count <= sort->large) continue;
            sort->pieces[i].count = whole.low;
            sort->pieces[pieces++] = (Piece){.from = whole.from + whole.high, .count = whole.count - whole.high};
        }
    }
    runtime_parallel_for(sort->device->runtime, pieces, 1, sort_pieces, sort);
    return runtime_poll(sort->device->runtime, error);
}
#endif

bool host_vector_sort_fits(const Dtype *dtype, int64_t count) {
#ifdef __x86_64__
    return count >= 32 && (dtype->kind == 'f' || dtype->kind == 'i' || dtype->kind == 'u') && dtype->item_size >= 4 && host_vector_bits() >= 512;
#else
    (void)dtype, (void)count;
    return false;
#endif
}

#ifdef __x86_64__
static void select_turned(VectorSort *sort, int64_t count, int64_t first, int64_t last) {
    int depth = 4;
    for (int64_t left = count; left > 1; left /= 2) depth += 2;
    if (sort->is_wide) select_64((int64_t *)sort->data, count, first, last, depth);
    else select_32((int32_t *)sort->data, count, first, last, depth);
}
#endif

bool host_vector_sort(Device *device, const Dtype *dtype, char *data, int64_t count, Error *error) {
    return host_vector_select(device, dtype, data, count, 0, count - 1, error);
}

bool host_vector_select(Device *device, const Dtype *dtype, char *data, int64_t count, int64_t first, int64_t last, Error *error) {
#ifdef __x86_64__
    VectorSort sort = {.device = device, .data = data, .kind = dtype->kind, .is_wide = dtype->item_size == 8};
    turn_all(&sort, count);
    if (sort.strange) { /* NaN of either sign belong at the end: the negative ones are taken there, and the rest again */
        turn_all(&sort, count);
        int64_t end = count, size = dtype->item_size;
        for (int64_t i = 0; i < end;) {
            bool is_nan = sort.is_wide ? ((double *)data)[i] != ((double *)data)[i] : ((float *)data)[i] != ((float *)data)[i];
            if (!is_nan) {
                i++;
                continue;
            }
            char held[8];
            end--;
            memcpy(held, data + i * size, (size_t)size);
            memcpy(data + i * size, data + end * size, (size_t)size);
            memcpy(data + end * size, held, (size_t)size);
        }
        count = end;
        turn_all(&sort, count);
    }
    bool well = true;
    if (last - first > count / 2) well = count < 2 || sort_turned(&sort, count, error);
    else select_turned(&sort, count, first, last);
    turn_all(&sort, count);
    return well;
#else
    (void)device, (void)dtype, (void)data, (void)count, (void)first, (void)last, (void)error;
    return false;
#endif
}
