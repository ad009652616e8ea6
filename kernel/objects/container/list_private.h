/* Shared by the files of list. */
#ifndef KERNEL_OBJECTS_LIST_PRIVATE_H
#define KERNEL_OBJECTS_LIST_PRIVATE_H

#include "kernel/objects/container/iterators.h"
#include "kernel/objects/container/list.h"
#include "kernel/objects/text/string_private.h"

void list_clear(List *list);
Value list_get_item(Thread *thread, Value self, Value key);
bool list_set_item(Thread *thread, Value self, Value key, Value value);
/* operator.length_hint: 0 when unknown, -1 on error. */
/* Guard the repr of a container against itself: 1 entered, 0 already inside (print "[...]"), -1 error. */
int repr_enter(Thread *thread, Object *object);
void repr_leave(Thread *thread, Object *object);
int64_t value_length_hint(Thread *thread, Value value);

#endif
