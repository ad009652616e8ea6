/* _bisect: places in sorted sequences, found by halving. */
#include "kernel/objects/container/iterators.h"
#include "kernel/objects/container/list_private.h"
#include "kernel/objects/core/value_support.h"

/* Is x < item (right), or item < x (left)? -1: an exception. */
static inline int goes_on(Thread *thread, Value x, Value item, bool right) {
    Value left = right ? x : item, other = right ? item : x;
    if (left.tag == TAG_INT && other.tag == TAG_INT) return left.integer < other.integer;
    if (left.tag == TAG_FLOAT && other.tag == TAG_FLOAT) return left.number < other.number;
    return value_compare_truth(thread, left, other, COMPARE_LT);
}
static Value item_at(Thread *thread, Value sequence, int64_t index) {
    if (value_is_exact_list(sequence) && (size_t)index < value_list(sequence)->count)
        return value_retain(value_list(sequence)->items[index]);
    return value_get_item(thread, sequence, value_from_int(index));
}
/* arguments: a, x, lo, hi, key; x as it is compared. -1: an exception. */
static int64_t search(Thread *thread, const Value *arguments, Value x, bool right) {
    int64_t low, high = -1;
    Value sequence = arguments[0], key = arguments[4];
    if (!value_to_count(thread, arguments[2], &low)) return -1;
    if (arguments[3].tag != TAG_NONE && !value_to_count(thread, arguments[3], &high)) return -1;
    if (low < 0) {
        raise_value_error(thread, "lo must be non-negative");
        return -1;
    }
    if (high == -1 && (high = value_length(thread, sequence)) < 0) return -1;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        Value item = item_at(thread, sequence, middle);
        if (!value_is_absent(item) && key.tag != TAG_NONE) {
            Value mapped = value_call_one(thread, key, item);
            value_release(item);
            item = mapped;
        }
        int less = value_is_absent(item) ? -1 : goes_on(thread, x, item, right);
        value_release(item);
        if (less < 0) return -1;
        if (less == right) high = middle;
        else low = middle + 1;
    }
    return low;
}
static bool is_right(const Native *native) { return native->entry->data != NULL; }
NATIVE(bisect_find) {
    int64_t at = search(thread, arguments, arguments[1], is_right(native));
    return at < 0 ? VALUE_ABSENT : value_from_int(at);
}
NATIVE(bisect_insert) {
    Value x = arguments[4].tag == TAG_NONE ? value_retain(arguments[1]) : value_call_one(thread, arguments[4], arguments[1]);
    if (value_is_absent(x)) return x;
    int64_t at = search(thread, arguments, x, is_right(native));
    value_release(x);
    if (at < 0) return VALUE_ABSENT;
    if (value_is_exact_list(arguments[0]))
        return list_insert(thread, value_list(arguments[0]), at, arguments[1]) ? VALUE_NONE : VALUE_ABSENT;
    Value values[2] = {value_from_int(at), arguments[1]}, result = value_call_method(thread, arguments[0], "insert", values, 2);
    if (value_is_absent(result)) return result;
    value_release(result);
    return VALUE_NONE;
}

#define SIGNATURE "(a, x, lo=0, hi=None, *, key=None)"
static const NativeEntry bisect_functions[] = {
    {"bisect_right", SIGNATURE, "Where to insert x in the sorted list a, behind the items equal to it.", bisect_find, "", 0},
    {"bisect_left", SIGNATURE, "Where to insert x in the sorted list a, in front of the items equal to it.", bisect_find, NULL, 0},
    {"insort_right", SIGNATURE, "Insert x in the sorted list a, behind the items equal to it.", bisect_insert, "", 0},
    {"insort_left", SIGNATURE, "Insert x in the sorted list a, in front of the items equal to it.", bisect_insert, NULL, 0},
    {0}};
static bool bisect_initialize(Thread *thread, Value module) {
    return module_add(thread, module, "bisect", value_get_attribute_c(thread, module, "bisect_right")) &&
           module_add(thread, module, "insort", value_get_attribute_c(thread, module, "insort_right"));
}
const ModuleEntry library__bisect = {.name = "_bisect", .documentation = "Places in sorted sequences.", .functions = bisect_functions,
                                     .initialize = bisect_initialize};
