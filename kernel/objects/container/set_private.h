/* Shared by the files of set. */
#ifndef KERNEL_OBJECTS_SET_PRIVATE_H
#define KERNEL_OBJECTS_SET_PRIVATE_H

#include "kernel/objects/container/dict_private.h"
#include "kernel/objects/container/set.h"

Value set_new_of(Thread *thread, Type *type);
bool set_resize(Thread *thread, Set *set, size_t wanted);
int set_contains_hashed(Thread *thread, Set *set, Value item, int64_t hash);
int set_discard_hashed(Thread *thread, Set *set, Value item, int64_t hash);
Value set_copy_as(Thread *thread, Value set, Type *type);

#endif
