/* list.sort: a stable merge sort of natural runs.
 *
 * Runs that are already in order (or strictly in reverse) are found first, short ones are lengthened by binary insertion, and
 * neighbours are merged while the stack of runs keeps sizes that shrink fast enough for a depth of log n. The algorithm
 * is written once, as a macro over the element and its comparison: lists of ints and of floats are sorted as bare numbers,
 * strings by their first bytes, then by memcmp, anything else through `<`, which may fail: then the elements are left in some order, none lost.
 *
 * The list is empty while it is being sorted, so that a comparison that changes it is found out. */
#include "kernel/objects/container/list_private.h"

#include "base/memory.h"

#include <string.h>

enum { SHORT_RUN = 32, MANY_WINS = 8, MOST_RUNS = 96, POLL_SIZE = 4096 };

typedef struct SortEntry {
    Value key, value;
} SortEntry;

typedef struct Run {
    size_t start, length;
} Run;

/* Whether the third run from the top, or the one below it, is too short against its followers. */
static inline bool must_merge(const Run *runs, size_t count, bool *merge_lower) {
    size_t top = count - 1;
    *merge_lower = false;
    if ((top >= 2 && runs[top - 2].length <= runs[top - 1].length + runs[top].length) ||
        (top >= 3 && runs[top - 3].length <= runs[top - 2].length + runs[top - 1].length)) {
        *merge_lower = runs[top - 2].length < runs[top].length;
        return true;
    }
    return runs[top - 1].length <= runs[top].length;
}

/* LESS(thread, a, b): pointers to elements; 1, 0 or -1 on error. */
#define DEFINE_SORT(NAME, Element, LESS)                                                                          \
    static inline bool NAME##_insert(Thread *thread, Element *items, size_t sorted, size_t count) {               \
        for (size_t i = sorted; i < count; i++) {                                                                 \
            Element item = items[i];                                                                              \
            size_t low = 0, high = i;                                                                             \
            while (low < high) {                                                                                  \
                size_t middle = (low + high) / 2;                                                                 \
                int less = LESS(thread, &item, &items[middle]);                                                   \
                if (less < 0) return false;                                                                       \
                if (less) high = middle;                                                                          \
                else low = middle + 1;                                                                            \
            }                                                                                                     \
            memmove(items + low + 1, items + low, (i - low) * sizeof(Element));                                   \
            items[low] = item;                                                                                    \
        }                                                                                                         \
        return true;                                                                                              \
    }                                                                                                             \
    static inline bool NAME##_run(Thread *thread, Element *items, size_t count, size_t *length) {                 \
        size_t run = 1;                                                                                           \
        *length = count;                                                                                          \
        if (count < 2) return true;                                                                               \
        int down = LESS(thread, &items[1], &items[0]);                                                            \
        if (down < 0) return false;                                                                               \
        for (run = 2; run < count; run++) {                                                                       \
            int less = LESS(thread, &items[run], &items[run - 1]);                                                \
            if (less < 0) return false;                                                                           \
            if (less != down) break;                                                                              \
        }                                                                                                         \
        if (down)                                                                                                 \
            for (size_t i = 0, j = run - 1; i < j; i++, j--) {                                                    \
                Element item = items[i];                                                                          \
                items[i] = items[j];                                                                              \
                items[j] = item;                                                                                  \
            }                                                                                                     \
        if (run < SHORT_RUN && run < count) {                                                                     \
            size_t longer = count < SHORT_RUN ? count : SHORT_RUN;                                                \
            if (!NAME##_insert(thread, items, run, longer)) return false;                                         \
            run = longer;                                                                                         \
        }                                                                                                         \
        *length = run;                                                                                            \
        return true;                                                                                              \
    }                                                                                                             \
    /* How many of the first items go in front of the pivot; by doubling steps, then by halves. */                    \
    static inline bool NAME##_gallop(Thread *thread, const Element *items, size_t count, const Element *pivot, bool strict, size_t *some) {\
        size_t low = 0, step = 1, high = count;                                                                       \
        *some = 0;                                                                                                    \
        while (low < high) {                                                                                          \
            size_t at = step ? (low + step <= high ? low + step : high) - 1 : (low + high) / 2;                       \
            int less = strict ? LESS(thread, &items[at], pivot) : LESS(thread, pivot, &items[at]);                    \
            if (less < 0) return false;                                                                               \
            if ((less != 0) == strict) low = at + 1, step *= 2;                                                       \
            else high = at, step = 0;                                                                                 \
        }                                                                                                             \
        *some = low;                                                                                                  \
        return true;                                                                                                  \
    }                                                                                                                 \
    static bool NAME##_merge(Thread *thread, Element *items, size_t left, size_t count, Element *spare) {         \
        int before = LESS(thread, &items[left], &items[left - 1]);                                                \
        if (before <= 0) return before == 0; /* in order already */                                               \
        if (count > POLL_SIZE && !thread_poll(thread)) return false;                                              \
        size_t skipped, some; /* what is in its place already */                                                  \
        if (!NAME##_gallop(thread, items, left, &items[left], false, &skipped)) return false;                     \
        items += skipped, left -= skipped, count -= skipped;                                                      \
        memcpy(spare, items, left * sizeof(Element));                                                             \
        size_t i = 0, j = left, out = 0, from_left = 0, from_right = 0, limit = MANY_WINS;                            \
        bool failed = false;                                                                                          \
        while (i < left && j < count && !failed) {                                                                    \
            int less = LESS(thread, &items[j], &spare[i]);                                                            \
            if (less < 0) {                                                                                           \
                failed = true;                                                                                        \
            } else if (less) {                                                                                        \
                items[out++] = items[j++];                                                                            \
                from_left = 0;                                                                                        \
                if (++from_right < limit || j == count) continue;                                                     \
                failed = !NAME##_gallop(thread, items + j, count - j, &spare[i], true, &some);                        \
                memmove(items + out, items + j, some * sizeof(Element));                                              \
                j += some, out += some, from_right = 0, limit += some < MANY_WINS ? 2 : 0;                            \
            } else {                                                                                                  \
                items[out++] = spare[i++];                                                                            \
                from_right = 0;                                                                                       \
                if (++from_left < limit || i == left) continue;                                                       \
                failed = !NAME##_gallop(thread, spare + i, left - i, &items[j], false, &some);                        \
                memcpy(items + out, spare + i, some * sizeof(Element));                                               \
                i += some, out += some, from_left = 0, limit += some < MANY_WINS ? 2 : 0;                             \
            }                                                                                                         \
        }                                                                                                             \
        memcpy(items + out, spare + i, (left - i) * sizeof(Element));                                             \
        return !failed;                                                                                           \
    }                                                                                                             \
    static bool NAME(Thread *thread, Element *items, size_t count) {                                              \
        Run runs[MOST_RUNS];                                                                                      \
        size_t run_count = 0, length, at = 0;                                                                     \
        if (count < 2) return true;                                                                               \
        if (!NAME##_run(thread, items, count, &length)) return false;                                             \
        if (length == count) return true;                                                                         \
        Element *spare = memory_allocate(count * sizeof(Element));                                                \
        if (!spare) return raise_no_memory(thread), false;                                                        \
        bool succeeded = true;                                                                                    \
        while (succeeded) {                                                                                       \
            runs[run_count++] = (Run){at, length};                                                                \
            at += length;                                                                                         \
            bool lower = false, at_end = at == count;                                                             \
            while (succeeded && run_count > 1 && (at_end || must_merge(runs, run_count, &lower))) {               \
                size_t first = run_count - 2;                                                                     \
                if (at_end) lower = run_count > 2 && runs[first - 1].length < runs[first + 1].length;             \
                if (lower) first--;                                                                               \
                Run *a = &runs[first], *b = &runs[first + 1];                                                     \
                succeeded = NAME##_merge(thread, items + a->start, a->length, a->length + b->length, spare);      \
                a->length += b->length;                                                                           \
                if (lower) runs[first + 1] = runs[first + 2];                                                     \
                run_count--;                                                                                      \
            }                                                                                                     \
            if (at_end) break;                                                                                    \
            succeeded = succeeded && NAME##_run(thread, items + at, count - at, &length);                         \
        }                                                                                                         \
        memory_release(spare);                                                                                    \
        return succeeded;                                                                                         \
    }

#define NUMBER_LESS(thread, a, b) ((void)(thread), *(a) < *(b))
#define INT_LESS(thread, a, b) ((void)(thread), (a)->key.integer < (b)->key.integer)
#define FLOAT_LESS(thread, a, b) ((void)(thread), (a)->key.number < (b)->key.number)

/* Text with seven bytes, from where not all are the same, and the length of the rest (8: or more) as one number: most comparisons need no more. */
typedef struct StringEntry {
    uint64_t head;
    String *key; /* the item itself */
} StringEntry;
typedef struct KeyedEntry {
    uint64_t head;
    String *key;
    Value value;
} KeyedEntry;

static uint64_t string_head(const String *text, size_t start) {
    size_t length = text->length - start;
    uint64_t head = length < 8 ? length : 8;
    for (size_t i = 0; i < 7 && i < length; i++) head |= (uint64_t)(unsigned char)text->bytes[start + i] << (56 - 8 * i);
    return head;
}

/* How many bytes all of them begin with. */
static size_t common_start(const Value *keys, size_t count) {
    const String *first = value_string(keys[0]);
    size_t common = first->length;
    for (size_t i = 1; i < count && common; i++) {
        const String *text = value_string(keys[i]);
        if (text->length < common) common = text->length;
        if (!common || (text->bytes[0] == first->bytes[0] && !memcmp(text->bytes, first->bytes, common))) continue;
        size_t same = 0;
        while (text->bytes[same] == first->bytes[same]) same++; /* they differ somewhere */
        common = same;
    }
    return common;
}

static inline int head_less(uint64_t head, const String *key, uint64_t other_head, const String *other_key) {
    if (head != other_head) return head < other_head;
    return (head & 0xFF) == 8 && string_compare(key, other_key) < 0;
}
#define STRING_LESS(thread, a, b) ((void)(thread), head_less((a)->head, (a)->key, (b)->head, (b)->key))
#define VALUE_LESS(thread, a, b) value_compare_truth(thread, (a)->key, (b)->key, COMPARE_LT)

DEFINE_SORT(sort_integers, int64_t, NUMBER_LESS)
DEFINE_SORT(sort_doubles, double, NUMBER_LESS)
DEFINE_SORT(sort_int_keys, SortEntry, INT_LESS)
DEFINE_SORT(sort_float_keys, SortEntry, FLOAT_LESS)
DEFINE_SORT(sort_string_entries, StringEntry, STRING_LESS)
DEFINE_SORT(sort_keyed_entries, KeyedEntry, STRING_LESS)
/* Exact tuples: mostly the first items decide, and are numbers or text. */
static inline int tuple_less(Thread *thread, Value left, Value right) {
    const Tuple *a = value_tuple(left), *b = value_tuple(right);
    if (a->count && b->count) {
        Value x = a->items[0], y = b->items[0];
        if (x.tag == TAG_INT && y.tag == TAG_INT && x.integer != y.integer) return x.integer < y.integer;
        if (x.tag == TAG_FLOAT && y.tag == TAG_FLOAT && (x.number < y.number || x.number > y.number)) return x.number < y.number;
        if (value_is_exact_string(x) && value_is_exact_string(y)) {
            int order = string_compare(value_string(x), value_string(y));
            if (order) return order < 0;
        }
    }
    Value result = left.object->type->compare(thread, left, right, COMPARE_LT);
    if (result.tag == TAG_BOOL) return (int)result.integer;
    int truth = value_is_absent(result) ? -1 : value_truth(thread, result);
    value_release(result);
    return truth;
}
#define TUPLE_LESS(thread, a, b) tuple_less(thread, (a)->key, (b)->key)
DEFINE_SORT(sort_tuples, SortEntry, TUPLE_LESS)
DEFINE_SORT(sort_values, SortEntry, VALUE_LESS)

typedef enum KeyKind { KEYS_MIXED, KEYS_INT, KEYS_FLOAT, KEYS_STRING, KEYS_TUPLE } KeyKind;

static KeyKind kind_of(Value value) {
    if (value.tag == TAG_INT) return KEYS_INT;
    if (value.tag == TAG_FLOAT) return KEYS_FLOAT;
    return value_is_exact_string(value) ? KEYS_STRING : value_is_exact_tuple(value) ? KEYS_TUPLE : KEYS_MIXED;
}

static KeyKind kind_of_all(const Value *values, size_t count) {
    KeyKind kind = kind_of(values[0]);
    for (size_t i = 1; i < count && kind != KEYS_MIXED; i++)
        if (kind_of(values[i]) != kind) kind = KEYS_MIXED;
    return kind;
}

static bool sort_numbers(Thread *thread, Value *values, size_t count, KeyKind kind) {
    int64_t *numbers = memory_allocate(count * sizeof *numbers);
    if (!numbers) return raise_no_memory(thread), false;
    for (size_t i = 0; i < count; i++) numbers[i] = values[i].integer;
    bool succeeded;
    if (kind == KEYS_INT) {
        succeeded = sort_integers(thread, numbers, count);
    } else {
        double *doubles = (double *)(void *)numbers;
        for (size_t i = 0; i < count; i++) doubles[i] = values[i].number;
        succeeded = sort_doubles(thread, doubles, count);
        for (size_t i = 0; i < count; i++) values[i].number = doubles[i];
    }
    if (kind == KEYS_INT)
        for (size_t i = 0; i < count; i++) values[i].integer = numbers[i];
    memory_release(numbers);
    return succeeded;
}

static bool sort_entries(Thread *thread, SortEntry *entries, size_t count, KeyKind kind) {
    switch (kind) {
    case KEYS_INT: return sort_int_keys(thread, entries, count);
    case KEYS_FLOAT: return sort_float_keys(thread, entries, count);
    case KEYS_TUPLE: return sort_tuples(thread, entries, count);
    default: return sort_values(thread, entries, count);
    }
}

static bool sort_strings(Thread *thread, Value *values, size_t count) {
    StringEntry *entries = memory_allocate(count * sizeof *entries);
    if (!entries) return raise_no_memory(thread), false;
    size_t start = common_start(values, count);
    for (size_t i = 0; i < count; i++) {
        String *key = value_string(values[i]);
        entries[i] = (StringEntry){string_head(key, start), key};
    }
    bool succeeded = sort_string_entries(thread, entries, count);
    for (size_t i = 0; i < count; i++) values[i] = (Value){.tag = TAG_OBJECT, .object = &entries[i].key->object};
    memory_release(entries);
    return succeeded;
}

/* The keys stay where they are: their owner only releases them. */
static bool sort_by_strings(Thread *thread, Value *values, const Value *keys, size_t count) {
    KeyedEntry *entries = memory_allocate(count * sizeof *entries);
    if (!entries) return raise_no_memory(thread), false;
    size_t start = common_start(keys, count);
    for (size_t i = 0; i < count; i++) {
        String *key = value_string(keys[i]);
        entries[i] = (KeyedEntry){string_head(key, start), key, values[i]};
    }
    bool succeeded = sort_keyed_entries(thread, entries, count);
    for (size_t i = 0; i < count; i++) values[i] = entries[i].value;
    memory_release(entries);
    return succeeded;
}

/* Values in their own order, or by their keys (one for each, owned by the caller; NULL: themselves). */
static bool sort_run(Thread *thread, Value *values, Value *keys, size_t count) {
    KeyKind kind = kind_of_all(keys ? keys : values, count);
    if (!keys && (kind == KEYS_INT || kind == KEYS_FLOAT)) return sort_numbers(thread, values, count, kind);
    if (kind == KEYS_STRING) return keys ? sort_by_strings(thread, values, keys, count) : sort_strings(thread, values, count);
    SortEntry *entries = memory_allocate(count * sizeof *entries);
    if (!entries) return raise_no_memory(thread), false;
    for (size_t i = 0; i < count; i++) entries[i] = (SortEntry){keys ? keys[i] : values[i], values[i]};
    bool succeeded = sort_entries(thread, entries, count, kind);
    for (size_t i = 0; i < count; i++) {
        values[i] = entries[i].value;
        if (keys) keys[i] = entries[i].key;
    }
    memory_release(entries);
    return succeeded;
}

static void reverse_values(Value *values, size_t count) {
    for (size_t i = 0, j = count; i + 1 < j; i++) {
        Value value = values[i];
        values[i] = values[--j];
        values[j] = value;
    }
}

static bool compute_keys(Thread *thread, Value key, const Value *values, size_t count, Value *keys) {
    for (size_t i = 0; i < count; i++) {
        keys[i] = value_call_one(thread, key, values[i]);
        if (!value_is_absent(keys[i])) continue;
        while (i > 0) value_release(keys[--i]);
        return false;
    }
    return true;
}

bool list_sort(Thread *thread, List *list, Value key, bool reverse) {
    Value *values = list->items, *keys = NULL;
    size_t count = list->count, capacity = list->capacity;
    list->items = NULL;
    list->count = list->capacity = 0;
    bool succeeded = true, keyed = !is_missing(key);
    if (keyed && count) {
        keys = memory_allocate(count * sizeof *keys);
        if (!keys) raise_no_memory(thread);
        succeeded = keys && compute_keys(thread, key, values, count, keys);
        if (!succeeded) {
            memory_release(keys);
            keys = NULL;
        }
    }
    if (succeeded && count > 1) {
        /* Reversed before and after, equal items keep their order. */
        if (reverse) {
            reverse_values(values, count);
            if (keys) reverse_values(keys, count);
        }
        succeeded = sort_run(thread, values, keys, count);
        if (reverse) reverse_values(values, count);
    }
    if (keys)
        for (size_t i = 0; i < count; i++) value_release(keys[i]);
    memory_release(keys);
    if (list->items || list->count) {
        list_clear(list);
        if (succeeded) {
            raise_value_error(thread, "list modified during sort");
            succeeded = false;
        }
    }
    list->items = values;
    list->count = count;
    list->capacity = capacity;
    return succeeded;
}
