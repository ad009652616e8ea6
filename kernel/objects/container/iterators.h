/* The iterators of the built-in sequences, laid open for the VM's loops. */
#ifndef KERNEL_OBJECTS_ITERATORS_H
#define KERNEL_OBJECTS_ITERATORS_H

#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/container/list.h"
#include "kernel/objects/container/range.h"

/* list_iterator, tuple_iterator, string_iterator, bytes_iterator, list_reverse_iterator: the sequence (absent once
 * exhausted) and the index of the next item (for list_reverse_iterator, one past it; for string_iterator a byte offset). */
typedef struct SequenceIterator {
    Object object;
    Value sequence;
    size_t index;
} SequenceIterator;

/* Borrowed next item of a list_iterator, absent when exhausted (the list may have grown or shrunk). */
static inline Value list_iterator_next_fast(SequenceIterator *iterator) {
    if (iterator->sequence.tag != TAG_OBJECT) return VALUE_ABSENT;
    List *list = (List *)iterator->sequence.object;
    if (iterator->index < list->count) return list->items[iterator->index++];
    value_replace(&iterator->sequence, VALUE_ABSENT);
    return VALUE_ABSENT;
}
static inline Value tuple_iterator_next_fast(SequenceIterator *iterator) {
    if (iterator->sequence.tag != TAG_OBJECT) return VALUE_ABSENT;
    Tuple *tuple = (Tuple *)iterator->sequence.object;
    if (iterator->index < tuple->count) return tuple->items[iterator->index++];
    value_replace(&iterator->sequence, VALUE_ABSENT);
    return VALUE_ABSENT;
}
/* What next() of an enumerate, a zip of two or the items of a dict would give as a pair, without the tuple; both owned.
 * false: exhausted, or an exception. `has_pairs` says whether the iterator is one of these. */
bool iterator_has_pairs(const Builtins *builtins, const Object *iterator);
bool iterator_next_pair(Thread *thread, Object *iterator, Value *first, Value *second);
bool dict_item_iterator_next_pair(Thread *thread, Object *iterator, Value *first, Value *second);

/* An iterator over __getitem__(0), (1), ... until IndexError. */
Value sequence_iterator_new(Thread *thread, Value sequence);
Value callable_iterator_new(Thread *thread, Value callable, Value sentinel);
Value reversed_new(Thread *thread, Value sequence); /* reversed(x): through __reversed__ or the sequence */
/* A SequenceIterator of the type made from the template. */
Value iterator_new(Thread *thread, Type *type, Value sequence, size_t index);

#endif
