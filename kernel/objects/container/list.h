/* list and tuple, beyond containers.h. */
#ifndef KERNEL_OBJECTS_LIST_H
#define KERNEL_OBJECTS_LIST_H

#include "kernel/objects/container/containers.h"
#include "kernel/objects/core/type_templates.h"

static inline bool value_is_exact_list(Value value) {
    return value.tag == TAG_OBJECT && value.object->type->origin == &list_type_template;
}
static inline bool value_is_exact_tuple(Value value) {
    return value.tag == TAG_OBJECT && value.object->type->origin == &tuple_type_template;
}
/* items[index], negative counted from the end; borrowed, absent when outside (no exception). */
static inline Value list_item(const List *list, int64_t index) {
    if (index < 0) index += (int64_t)list->count;
    return (uint64_t)index < list->count ? list->items[index] : VALUE_ABSENT;
}
static inline Value tuple_item(const Tuple *tuple, int64_t index) {
    if (index < 0) index += (int64_t)tuple->count;
    return (uint64_t)index < tuple->count ? tuple->items[index] : VALUE_ABSENT;
}
bool list_reserve(Thread *thread, List *list, size_t capacity);
Value list_new_sized(Thread *thread, size_t capacity); /* empty, with room */
bool list_insert(Thread *thread, List *list, int64_t index, Value item);
bool list_extend(Thread *thread, List *list, Value iterable);
Value list_pop(Thread *thread, List *list, int64_t index);
Value list_slice(Thread *thread, const List *list, size_t start, size_t stop); /* clipped by the caller */
Value list_concatenate(Thread *thread, const List *left, const List *right);
Value list_to_tuple(Thread *thread, const List *list);
bool list_sort(Thread *thread, List *list, Value key, bool reverse); /* key may be none */
void list_reverse(List *list);
/* Any iterable as a fast sequence: a list or tuple itself (retained), else a new list. *items and *count are read from
 * the owner. TypeError text `message` ("... object is not iterable" when NULL). */
Value sequence_fast(Thread *thread, Value iterable, const char *message);
static inline const Value *sequence_fast_items(Value sequence) {
    return sequence.object->type->flags & TYPE_LIST ? value_list(sequence)->items : value_tuple(sequence)->items;
}
static inline size_t sequence_fast_count(Value sequence) {
    return sequence.object->type->flags & TYPE_LIST ? value_list(sequence)->count : value_tuple(sequence)->count;
}
/* The two steps of slice_resolve, for containers that an __index__ may change: the members first, then, with the length
 * as it is now, where they fall. slice_adjust returns the number of items. */
bool slice_unpack(Thread *thread, const Slice *slice, int64_t *start, int64_t *stop, int64_t *step);
/* start, stop and step of any size, as the method indices() gives them; owned ints. */
bool slice_bounds(Thread *thread, const Slice *slice, Value length, Value *bounds);
int64_t slice_adjust(int64_t length, int64_t *start, int64_t *stop, int64_t step);
/* An index of a sequence: int or __index__; TypeError "<kind> indices must be integers or slices, not X". */
bool sequence_index(Thread *thread, Value key, const char *kind, int64_t *index);

#endif
