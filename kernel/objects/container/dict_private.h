/* Shared by the files of dict. */
#ifndef KERNEL_OBJECTS_DICT_PRIVATE_H
#define KERNEL_OBJECTS_DICT_PRIVATE_H

#include "kernel/objects/container/dict.h"
#include "kernel/objects/container/list_private.h"

/* value_hash with exact strings and ints done here. */
static inline bool value_hash_fast(Thread *thread, Value value, int64_t *hash) {
    if (value.tag == TAG_INT && (uint64_t)value.integer < ((uint64_t)1 << 61) - 1) *hash = value.integer;
    else if (value_is_exact_string(value)) *hash = string_hash(value_string(value));
    else return value_hash(thread, value, hash);
    return true;
}
/* "f()", "module.f()" as TypeErrors about calls name it; str. */
Value callable_name(Thread *thread, Value callable);
Value dict_view_new(Thread *thread, Type *type, Dict *dict);
Value dict_iterator_new(Thread *thread, Type *type, Dict *dict, size_t at);

#endif
