#include "arraylib/device/host/dates.h"
#include "arraylib/device/host/host.h"
#include "base/memory.h"

#include <string.h>

/* ---- Comparisons ---- */

static inline int order_of_letters(const char *left, const char *right, int64_t size) {
    int64_t at = 0;
    for (; at + 8 <= size; at += 8) {
        uint64_t a, b;
        memcpy(&a, left + at, sizeof a);
        memcpy(&b, right + at, sizeof b);
        if (a != b) break;
    }
    for (; at < size; at += 4) {
        uint32_t a, b;
        memcpy(&a, left + at, sizeof a);
        memcpy(&b, right + at, sizeof b);
        if (a != b) return a < b ? -1 : 1;
    }
    return 0;
}

/* Without a branch for each word: where texts differ cannot be foretold. */
static inline bool are_equal(const char *left, const char *right, int64_t size) {
    uint64_t apart = 0, a, b;
    int64_t at = 0;
    for (; at + 8 <= size; at += 8) {
        memcpy(&a, left + at, sizeof a);
        memcpy(&b, right + at, sizeof b);
        apart |= a ^ b;
    }
    for (; at < size; at++) apart |= (uint64_t)(uint8_t)(left[at] ^ right[at]);
    return !apart;
}
static inline bool letters_are_equal(const char *left, const char *right, int64_t size) {
    int64_t even = size & ~(int64_t)7;
    uint32_t a = 0, b = 0;
    if (size & 4) {
        memcpy(&a, left + even, sizeof a);
        memcpy(&b, right + even, sizeof b);
    }
    return (a == b) & are_equal(left, right, even);
}

#define EACH(expression)                                                                                            \
    for (int64_t i = 0; i < count; i++, left += strides[0], right += strides[1], out += strides[2]) *out = (expression); \
    return true;

bool texts_compare(const FlexibleLoop *loop, char *const *data, const int64_t *strides, int64_t count) {
    const Dtype *dtype = loop->types[0];
    if (loop->row->inputs != 2 || loop->types[1] != dtype || !dtype_is_text(dtype) || loop->types[2] != DTYPE(BOOL)) return false;
    const char *left = data[0], *right = data[1];
    char *out = data[2];
    int64_t size = dtype->item_size;
#define ORDER (is_letters ? order_of_letters(left, right, size) : memcmp(left, right, (size_t)size))
#define EQUAL (is_letters ? letters_are_equal(left, right, size) : are_equal(left, right, size))
    bool is_letters = dtype->kind == 'U';
    switch (loop->row->number) {
    case OPERATOR_equal: EACH(EQUAL)
    case OPERATOR_not_equal: EACH(!EQUAL)
    case OPERATOR_less: EACH(ORDER < 0)
    case OPERATOR_less_equal: EACH(ORDER <= 0)
    case OPERATOR_greater: EACH(ORDER > 0)
    case OPERATOR_greater_equal: EACH(ORDER >= 0)
    default: return false;
    }
}

/* ---- Order ---- */

enum { SHORT_RUN = 24 };

typedef struct Ordering {
    Device *device;
    Error *error;
    const char *data;
    int64_t size;        /* of an element */
    int unit, bits;      /* bytes of a letter, and bits of it in a number */
    uint64_t *numbers;   /* room for all */
    int64_t *places, *space;
} Ordering;

/* As many letters as a number holds, the first highest; none is 0. */
static inline uint64_t number_at(const Ordering *ordering, const char *text, int64_t from) {
    uint64_t number = 0;
    int64_t room = 64 / ordering->bits, letters = (ordering->size - from) / ordering->unit, count = letters < room ? letters : room;
    text += from;
    if (ordering->unit == 1)
        for (int64_t i = 0; i < count; i++) number = number << 8 | (uint8_t)text[i];
    else
        for (int64_t i = 0; i < count; i++) {
            uint32_t letter;
            memcpy(&letter, text + 4 * i, sizeof letter);
            number = number << ordering->bits | letter;
        }
    return number << (room - count) * ordering->bits;
}

static int compare_from(const Ordering *ordering, int64_t left, int64_t right, int64_t from) {
    const char *a = ordering->data + left * ordering->size + from, *b = ordering->data + right * ordering->size + from;
    return ordering->unit == 4 ? order_of_letters(a, b, ordering->size - from) : memcmp(a, b, (size_t)(ordering->size - from));
}

/* What a whole run has in common behind `from` is passed over. */
static int64_t behind_common(const Ordering *ordering, const int64_t *order, int64_t count, int64_t from) {
    const char *first = ordering->data + order[0] * ordering->size;
    int64_t end = ordering->size;
    for (int64_t i = 1; i < count && end > from; i++) {
        const char *text = ordering->data + order[i] * ordering->size;
        int64_t at = from;
        while (at < end && !memcmp(text + at, first + at, (size_t)ordering->unit)) at += ordering->unit;
        end = at;
    }
    return end;
}

/* Elements that are alike before `from`. */
static bool order_run(const Ordering *ordering, int64_t *order, int64_t count, int64_t from) {
    if (from >= ordering->size) return true;
    if (count <= SHORT_RUN) {
        for (int64_t i = 1; i < count; i++) {
            int64_t element = order[i], at = i;
            for (; at > 0 && compare_from(ordering, element, order[at - 1], from) < 0; at--) order[at] = order[at - 1];
            order[at] = element;
        }
        return true;
    }
    uint64_t *numbers = ordering->numbers + (order - ordering->places);
    int64_t *moved = ordering->space + (order - ordering->places);
    from = behind_common(ordering, order, count, from);
    if (from >= ordering->size) return true;
    for (int64_t i = 0; i < count; i++) numbers[i] = number_at(ordering, ordering->data + order[i] * ordering->size, from);
    int64_t next = from + (int64_t)(64 / ordering->bits) * ordering->unit;
    SortTask task = {.dtype = DTYPE(UINT64), .rows = 1, .length = count, .data = (char *)numbers,
                     .indexes = moved, .stable = true, .partition = -1};
    if (!host_sort(ordering->device, &task, ordering->error)) return false;
    for (int64_t i = 0; i < count; i++) moved[i] = order[moved[i]];
    memcpy(order, moved, (size_t)count * sizeof *order);
    if (next >= ordering->size) return true;
    for (int64_t i = 0; i < count; i++) numbers[i] = number_at(ordering, ordering->data + order[i] * ordering->size, from);
    for (int64_t start = 0; start < count;) {
        int64_t end = start + 1;
        while (end < count && numbers[end] == numbers[start]) end++;
        if (end - start > 1 && !order_run(ordering, order + start, end - start, next)) return false;
        start = end;
    }
    return true;
}

bool texts_order(Device *device, const Dtype *dtype, const char *data, int64_t *order, int64_t count, Error *error) {
    Ordering ordering = {device, error, data, dtype->item_size, dtype->kind == 'U' ? 4 : 1, 8, NULL, order, NULL};
    uint32_t all = 0;
    for (int64_t at = 0; ordering.unit == 4 && at < count * ordering.size; at += 4) {
        uint32_t letter;
        memcpy(&letter, data + at, sizeof letter);
        all |= letter;
    }
    ordering.bits = all < 256 ? 8 : all < 65536 ? 16 : 32;
    ordering.numbers = memory_allocate((size_t)count * sizeof *ordering.numbers);
    ordering.space = memory_allocate((size_t)count * sizeof *ordering.space);
    for (int64_t i = 0; i < count; i++) order[i] = i;
    bool well = ordering.numbers && ordering.space ? order_run(&ordering, order, count, 0) : error_no_memory(error);
    memory_release(ordering.numbers);
    memory_release(ordering.space);
    return well;
}
