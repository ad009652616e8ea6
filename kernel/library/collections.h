/* Shared by the files of _collections. */
#ifndef KERNEL_LIBRARY_COLLECTIONS_H
#define KERNEL_LIBRARY_COLLECTIONS_H

#include "kernel/objects/container/dict.h"
#include "kernel/objects/container/iterators.h"
#include "kernel/objects/core/value_support.h"

extern const Type collections_deque_type, collections_deque_iterator_type, collections_deque_reverse_iterator_type;
extern const Type collections_default_dict_type, collections_tuple_getter_type, collections_ordered_dict_type;
extern const Type collections_ordered_iterator_type;

#endif
