/* The type list: its other slots and its methods. */
#include "kernel/objects/container/list_private.h"

#include "base/memory.h"

#include <string.h>

static Value list_create(Thread *thread, Type *type, const Call *call) {
    (void)call;
    return value_new_object(thread, type);
}

static bool list_initialize(Thread *thread, Value self, const Call *call) {
    if (!initialize_without_keywords(thread, self, call)) return false;
    if (call->positional_count > 1) {
        raise_type_error(thread, "list expected at most 1 argument, got %zu", call->positional_count);
        return false;
    }
    list_clear(value_list(self));
    return call->positional_count == 0 || list_extend(thread, value_list(self), call->values[0]);
}

static bool list_visit(Object *self, Visit *visit, void *context) {
    const List *list = (const List *)self;
    return visit_values(list->items, list->count, visit, context);
}

static void list_destroy(Object *self) { list_clear((List *)self); }

static Value list_repr(Thread *thread, Value self) {
    List *list = value_list(self);
    if (list->count == 0) return string_from_c(thread, "[]");
    int entered = repr_enter(thread, self.object);
    if (entered < 0) return VALUE_ABSENT;
    if (!entered) return string_from_c(thread, "[...]");
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append_char(&text, '[');
    bool failed = false;
    for (size_t i = 0; i < list->count && !failed; i++) {
        if (i) text_append(&text, ", ");
        Value item = value_retain(list->items[i]), shown = value_repr(thread, item);
        value_release(item);
        failed = value_is_absent(shown);
        if (!failed) text_append_bytes(&text, value_string(shown)->bytes, value_string(shown)->length);
        value_release(shown);
    }
    repr_leave(thread, self.object);
    text_append_char(&text, ']');
    if (!failed) return string_from_text_buffer(thread, &text);
    text_release(&text);
    return VALUE_ABSENT;
}

static int list_truth(Thread *thread, Value self) {
    (void)thread;
    return value_list(self)->count != 0;
}

static int64_t list_length(Thread *thread, Value self) {
    (void)thread;
    return (int64_t)value_list(self)->count;
}

/* Equality of list->items[i] while the list may be changed by it. */
static int item_equals(Thread *thread, const List *list, size_t index, Value value) {
    Value item = value_retain(list->items[index]);
    int equal = value_equal(thread, item, value);
    value_release(item);
    return equal;
}

static Value list_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    if (!is_list(right)) return VALUE_NOT_IMPLEMENTED;
    const List *a = value_list(left), *b = value_list(right);
    bool only_equality = comparison == COMPARE_EQ || comparison == COMPARE_NE;
    if (only_equality && a->count != b->count) return value_from_bool(comparison == COMPARE_NE);
    Value result = VALUE_ABSENT;
    for (size_t i = 0; i < a->count && i < b->count; i++) {
        Value x = a->items[i], y = b->items[i];
        if (value_is(x, y)) continue;
        if (x.tag == TAG_INT && y.tag == TAG_INT)
            return value_from_bool(comparison_holds(comparison, x.integer < y.integer ? -1 : 1));
        value_retain(x);
        value_retain(y);
        int equal = value_equal(thread, x, y);
        if (equal == 0 && (i >= a->count || i >= b->count)) { /* the comparison shortened one of them */
            value_release(x);
            value_release(y);
            break;
        }
        if (equal == 0)
            result = only_equality ? value_from_bool(comparison == COMPARE_NE) : value_compare(thread, x, y, comparison);
        value_release(x);
        value_release(y);
        if (equal <= 0) goto done;
    }
    result = value_from_bool(comparison_holds(comparison, (a->count > b->count) - (a->count < b->count)));
done:
    return result;
}

static int list_contains(Thread *thread, Value self, Value item) {
    const List *list = value_list(self);
    for (size_t i = 0; i < list->count; i++) {
        int equal = value_is(list->items[i], item) ? 1 : item_equals(thread, list, i, item);
        if (equal) return equal;
    }
    return 0;
}

static Value list_iterate(Thread *thread, Value self) {
    return iterator_new(thread, thread_builtins(thread)->type_list_iterator, self, 0);
}

static Value list_add(Thread *thread, Value left, Value right) {
    if (!is_list(left) || !is_list(right)) return VALUE_NOT_IMPLEMENTED;
    return list_concatenate(thread, value_list(left), value_list(right));
}

static Value list_multiply(Thread *thread, Value left, Value right) {
    if (!is_list(left)) {
        Value swapped = left;
        left = right;
        right = swapped;
    }
    int64_t times;
    if (!sequence_repeat_count(thread, right, &times))
        return exception_is_set(thread) ? VALUE_ABSENT : VALUE_NOT_IMPLEMENTED;
    const List *list = value_list(left);
    size_t total;
    if (times < 0) times = 0;
    if (__builtin_mul_overflow(list->count, (size_t)times, &total)) return raise_no_memory(thread);
    Value result = list_new_sized(thread, total);
    if (value_is_absent(result)) return VALUE_ABSENT;
    Value *items = value_list(result)->items;
    if (list->count == 1 && list->items[0].tag != TAG_OBJECT) {
        Value item = list->items[0];
        for (size_t i = 0; i < total; i++) items[i] = item;
    } else for (size_t i = 0; i < total;)
        for (size_t j = 0; j < list->count; j++) items[i++] = value_retain(list->items[j]);
    value_list(result)->count = total;
    return result;
}

static Value list_in_place_add(Thread *thread, Value left, Value right) {
    return list_extend(thread, value_list(left), right) ? value_retain(left) : VALUE_ABSENT;
}

static Value list_in_place_multiply(Thread *thread, Value left, Value right) {
    int64_t times;
    if (!sequence_repeat_count(thread, right, &times))
        return exception_is_set(thread) ? VALUE_ABSENT : VALUE_NOT_IMPLEMENTED;
    List *list = value_list(left);
    size_t count = list->count, total;
    if (times <= 0) list_clear(list);
    if (times <= 1 || count == 0) return value_retain(left);
    if (__builtin_mul_overflow(count, (size_t)times, &total)) return raise_no_memory(thread);
    if (!list_reserve(thread, list, total)) return VALUE_ABSENT;
    for (size_t i = count; i < total; i++) list->items[i] = value_retain(list->items[i - count]);
    list->count = total;
    return value_retain(left);
}

/* ---- methods ---- */

NATIVE(list_method_append) {
    NATIVE_UNUSED;
    return list_append(thread, value_list(arguments[0]), arguments[1]) ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(list_method_clear) {
    NATIVE_UNUSED;
    list_clear(value_list(arguments[0]));
    return VALUE_NONE;
}

NATIVE(list_method_copy) {
    NATIVE_UNUSED;
    const List *list = value_list(arguments[0]);
    return list_from_values(thread, list->items, list->count);
}

NATIVE(list_method_count) {
    NATIVE_UNUSED;
    const List *list = value_list(arguments[0]);
    int64_t found = 0;
    for (size_t i = 0; i < list->count; i++) {
        int equal = item_equals(thread, list, i, arguments[1]);
        if (equal < 0) return VALUE_ABSENT;
        found += equal;
    }
    return value_from_int(found);
}

NATIVE(list_method_extend) {
    NATIVE_UNUSED;
    return list_extend(thread, value_list(arguments[0]), arguments[1]) ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(list_method_index) {
    NATIVE_UNUSED;
    const List *list = value_list(arguments[0]);
    int64_t start, stop;
    if (!sequence_item_bounds(thread, arguments, list->count, &start, &stop)) return VALUE_ABSENT;
    for (int64_t i = start; i < stop && i < (int64_t)list->count; i++) {
        int equal = item_equals(thread, list, (size_t)i, arguments[1]);
        if (equal < 0) return VALUE_ABSENT;
        if (equal) return value_from_int(i);
    }
    Value repr = value_repr(thread, arguments[1]);
    if (!value_is_absent(repr)) raise_value_error(thread, "%s is not in list", value_c_string(repr));
    value_release(repr);
    return VALUE_ABSENT;
}

NATIVE(list_method_insert) {
    NATIVE_UNUSED;
    int64_t index;
    if (!value_to_count(thread, arguments[1], &index)) return VALUE_ABSENT;
    return list_insert(thread, value_list(arguments[0]), index, arguments[2]) ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(list_method_pop) {
    NATIVE_UNUSED;
    int64_t index;
    if (!value_to_count(thread, arguments[1], &index)) return VALUE_ABSENT;
    return list_pop(thread, value_list(arguments[0]), index);
}

NATIVE(list_method_remove) {
    NATIVE_UNUSED;
    List *list = value_list(arguments[0]);
    for (size_t i = 0; i < list->count; i++) {
        int equal = item_equals(thread, list, i, arguments[1]);
        if (equal < 0) return VALUE_ABSENT;
        if (!equal) continue;
        if (i < list->count) value_release(list_pop(thread, list, (int64_t)i));
        return VALUE_NONE;
    }
    return raise_value_error(thread, "list.remove(x): x not in list");
}

NATIVE(list_method_reverse) {
    NATIVE_UNUSED;
    list_reverse(value_list(arguments[0]));
    return VALUE_NONE;
}

NATIVE(list_method_sort) {
    NATIVE_UNUSED;
    int reverse = value_truth(thread, arguments[2]);
    if (reverse < 0 || !list_sort(thread, value_list(arguments[0]), arguments[1], reverse)) return VALUE_ABSENT;
    return VALUE_NONE;
}

NATIVE(list_method_reversed) {
    NATIVE_UNUSED;
    return iterator_new(thread, thread_builtins(thread)->type_list_reverse_iterator, arguments[0],
                        value_list(arguments[0])->count);
}

NATIVE(list_method_sizeof) {
    NATIVE_UNUSED;
    return value_from_int((int64_t)(sizeof(List) + value_list(arguments[0])->capacity * sizeof(Value)));
}

static const NativeEntry list_methods[] = {
    {"append", "($self, object, /)", "Put an element after the last one.", list_method_append, NULL, 0},
    {"clear", "($self, /)", "Make it empty.", list_method_clear, NULL, 0},
    {"copy", "($self, /)", "A new list with the same elements.", list_method_copy, NULL, 0},
    {"count", "($self, value, /)", "How many elements equal value.", list_method_count, NULL, 0},
    {"extend", "($self, iterable, /)", "Put all elements of an iterable after the last one.", list_method_extend, NULL, 0},
    {"index", "($self, value, start=0, stop=<unrepresentable>, /)",
     "Where value first occurs, between start and stop; a ValueError if it does not.", list_method_index, NULL, 0},
    {"insert", "($self, index, object, /)", "Put an element in front of the one at index.", list_method_insert, NULL, 0},
    {"pop", "($self, index=-1, /)",
     "Take the element at index out (the last one by default) and give it; an IndexError if there is none.",
     list_method_pop, NULL, 0},
    {"remove", "($self, value, /)",
     "Take the first element that equals value out; a ValueError if there is none.", list_method_remove, NULL, 0},
    {"reverse", "($self, /)", "Turn the list round: the last element becomes the first.", list_method_reverse, NULL, 0},
    {"sort", "($self, /, *, key=None, reverse=False)",
     "Put the elements in order, the smallest first; equal ones keep theirs.\n\n"
     "key, called once for each element, gives what is compared instead; reverse puts the largest first.",
     list_method_sort, NULL, 0},
    {"__reversed__", "($self, /)", "An iterator from the last element to the first.", list_method_reversed, NULL, 0},
    {"__sizeof__", "($self, /)", "How many bytes the list takes, its elements not counted.", list_method_sizeof, NULL, 0},
    CLASS_GET_ITEM,
    {0}};

const Type list_type_template = {
    .name = "list",
    .documentation = "Values in order, to be changed at will.\n\n"
                     "list() is empty, list(iterable) has the elements of the iterable.",
    .signature = "(iterable=(), /)",
    .flags = TYPE_COLLECTED | TYPE_BASE | TYPE_SEQUENCE | TYPE_LIST | TYPE_IMMUTABLE,
    .instance_size = sizeof(List),
    .create = list_create,
    .initialize = list_initialize,
    .destroy = list_destroy,
    .visit = list_visit,
    .clear = list_destroy,
    .repr = list_repr,
    .truth = list_truth,
    .length = list_length,
    .compare = list_compare,
    .iterate = list_iterate,
    .contains = list_contains,
    .get_item = list_get_item,
    .set_item = list_set_item,
    .binary[BINARY_ADD] = list_add,
    .binary[BINARY_MULTIPLY] = list_multiply,
    .in_place[BINARY_ADD] = list_in_place_add,
    .in_place[BINARY_MULTIPLY] = list_in_place_multiply,
    .methods = list_methods,
};
