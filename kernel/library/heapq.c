/* _heapq: heaps in lists. The functions for the smallest and those for the largest item differ in which of two comes first.
 *
 * A comparison may change the list: its size is looked at after each, and what is compared is retained. */
#include "kernel/objects/container/iterators.h"
#include "kernel/objects/container/list_private.h"
#include "kernel/objects/core/value_support.h"

/* Whether the left one belongs above the right one; -1: an exception. */
static inline int is_above(Thread *thread, List *heap, Value left, Value right, bool largest) {
    if (largest) {
        Value swapped = left;
        left = right;
        right = swapped;
    }
    if (left.tag == TAG_INT && right.tag == TAG_INT) return left.integer < right.integer;
    if (left.tag == TAG_FLOAT && right.tag == TAG_FLOAT) return left.number < right.number;
    size_t count = heap->count;
    if (value_is_exact_tuple(left) && value_is_exact_tuple(right) && value_tuple(left)->count && value_tuple(right)->count) {
        Value x = value_tuple(left)->items[0], y = value_tuple(right)->items[0];
        if (x.tag == TAG_INT && y.tag == TAG_INT && x.integer != y.integer) return x.integer < y.integer;
        if (x.tag == TAG_FLOAT && y.tag == TAG_FLOAT && (x.number < y.number || x.number > y.number)) return x.number < y.number;
    }
    value_retain(left);
    value_retain(right);
    int above = value_compare_truth(thread, left, right, COMPARE_LT);
    value_release(left);
    value_release(right);
    if (above >= 0 && heap->count != count) {
        raise_runtime_error(thread, "list changed size during iteration");
        return -1;
    }
    return above;
}
static inline void swap(List *heap, size_t i, size_t j) {
    Value item = heap->items[i];
    heap->items[i] = heap->items[j];
    heap->items[j] = item;
}
static bool rise(Thread *thread, List *heap, size_t start, size_t at, bool largest) {
    while (at > start) {
        size_t parent = (at - 1) / 2;
        int above = is_above(thread, heap, heap->items[at], heap->items[parent], largest);
        if (above < 0) return false;
        if (!above) break;
        swap(heap, at, parent);
        at = parent;
    }
    return true;
}
/* The child that belongs higher comes up until a leaf is reached; the item then rises from there. */
static bool sink(Thread *thread, List *heap, size_t at, bool largest) {
    size_t start = at, child;
    while ((child = 2 * at + 1) < heap->count) {
        if (child + 1 < heap->count) {
            int above = is_above(thread, heap, heap->items[child], heap->items[child + 1], largest);
            if (above < 0) return false;
            if (!above) child++;
        }
        swap(heap, at, child);
        at = child;
    }
    return rise(thread, heap, start, at, largest);
}

static List *heap_of(Thread *thread, const Native *native, Value value, bool only) {
    if (is_list(value)) return value_list(value);
    raise_type_error(thread, "%s() argument%s must be list, not %s", native->entry->name, only ? "" : " 1",
                     argument_type_name(thread, value));
    return NULL;
}
static bool is_largest(const Native *native) { return native->entry->data != NULL; }
static Value raise_empty(Thread *thread) { return raise_index_error(thread, "index out of range"); }

NATIVE(heap_push) {
    List *heap = heap_of(thread, native, arguments[0], false);
    if (!heap || !list_append(thread, heap, arguments[1])) return VALUE_ABSENT;
    return rise(thread, heap, 0, heap->count - 1, false) ? VALUE_NONE : VALUE_ABSENT;
}
NATIVE(heap_pop) {
    List *heap = heap_of(thread, native, arguments[0], true);
    if (!heap) return VALUE_ABSENT;
    if (!heap->count) return raise_empty(thread);
    Value last = list_pop(thread, heap, (int64_t)heap->count - 1);
    if (value_is_absent(last) || !heap->count) return last;
    Value first = heap->items[0];
    heap->items[0] = last;
    if (sink(thread, heap, 0, is_largest(native))) return first;
    value_release(first);
    return VALUE_ABSENT;
}
NATIVE(heap_replace) {
    List *heap = heap_of(thread, native, arguments[0], false);
    if (!heap) return VALUE_ABSENT;
    if (!heap->count) return raise_empty(thread);
    Value first = heap->items[0];
    heap->items[0] = value_retain(arguments[1]);
    if (sink(thread, heap, 0, is_largest(native))) return first;
    value_release(first);
    return VALUE_ABSENT;
}
NATIVE(heap_push_pop) {
    List *heap = heap_of(thread, native, arguments[0], false);
    if (!heap) return VALUE_ABSENT;
    if (!heap->count) return value_retain(arguments[1]);
    Value top = value_retain(heap->items[0]);
    int above = value_compare_truth(thread, top, arguments[1], COMPARE_LT);
    value_release(top);
    if (above < 0) return VALUE_ABSENT;
    if (!above) return value_retain(arguments[1]);
    if (!heap->count) return raise_empty(thread);
    Value first = heap->items[0];
    heap->items[0] = value_retain(arguments[1]);
    if (sink(thread, heap, 0, false)) return first;
    value_release(first);
    return VALUE_ABSENT;
}
NATIVE(heap_make) {
    List *heap = heap_of(thread, native, arguments[0], true);
    if (!heap) return VALUE_ABSENT;
    for (size_t i = heap->count / 2; i-- > 0;) {
        if (!sink(thread, heap, i, is_largest(native)) || !thread_poll(thread)) return VALUE_ABSENT;
    }
    return VALUE_NONE;
}

static const NativeEntry heapq_functions[] = {
    {"heappush", "(heap, item, /)", "Put an item into a heap.", heap_push, NULL, 0},
    {"heappop", "(heap, /)", "Take the smallest item.", heap_pop, NULL, 0},
    {"heapreplace", "(heap, item, /)", "Take the smallest item, then put another in.", heap_replace, NULL, 0},
    {"heappushpop", "(heap, item, /)", "Put an item in, then take the smallest.", heap_push_pop, NULL, 0},
    {"heapify", "(heap, /)", "Make a heap of a list, in place.", heap_make, NULL, 0},
    {"_heappop_max", "(heap, /)", "Take the largest item of a heap that has it first.", heap_pop, "", 0},
    {"_heapreplace_max", "(heap, item, /)", "Take the largest item, then put another in.", heap_replace, "", 0},
    {"_heapify_max", "(heap, /)", "Make a heap with the largest item first.", heap_make, "", 0},
    {0}};
const ModuleEntry library__heapq = {.name = "_heapq", .documentation = "Heaps in lists.", .functions = heapq_functions};
