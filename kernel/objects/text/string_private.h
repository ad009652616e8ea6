/* Shared by the files of str (and bytes, where a method is the same). */
#ifndef KERNEL_OBJECTS_STRING_PRIVATE_H
#define KERNEL_OBJECTS_STRING_PRIVATE_H

#include "kernel/objects/container/list.h"
#include "kernel/objects/text/string.h"
#include "kernel/objects/core/value_support.h"

extern const NativeEntry string_methods[];
uint64_t string_hash_bytes(const char *bytes, size_t length);
Value string_new_repaired(Thread *thread, const char *bytes, size_t length);
Value string_repeat(Thread *thread, String *string, int64_t times);
/* The count of `sequence * count`: false without an exception when it is no integer. */
bool sequence_repeat_count(Thread *thread, Value value, int64_t *count);
/* Optional start and stop of find(), count(), ...: clipped to [0, length]. */
bool sequence_bounds(Thread *thread, Value start, Value stop, int64_t length, int64_t *first, int64_t *last);
/* The same of list.index() and tuple.index(), whose arguments these are: None is no bound there. */
bool sequence_item_bounds(Thread *thread, const Value *arguments, size_t count, int64_t *first, int64_t *last);
/* The argument as a String, or TypeError "name() argument N must be str, not X" (N 0: "argument must be"). */
String *string_argument(Thread *thread, const char *method, int position, Value value);

#define STRING_NATIVES(X)                                                                                             \
    X(capitalize) X(casefold) X(center) X(count) X(encode) X(endswith) X(expandtabs) X(find) X(format) X(format_map)   \
    X(index) X(isalnum) X(isalpha) X(isascii) X(isdecimal) X(isdigit) X(isidentifier) X(islower) X(isnumeric)         \
    X(isprintable) X(isspace) X(istitle) X(isupper) X(join) X(ljust) X(lower) X(lstrip) X(maketrans) X(partition)     \
    X(removeprefix) X(removesuffix) X(replace) X(rfind) X(rindex) X(rjust) X(rpartition) X(rsplit) X(rstrip) X(split) \
    X(splitlines) X(startswith) X(strip) X(swapcase) X(title) X(translate) X(upper) X(zfill)
#define X(name) Value string_method_##name(Thread *thread, const Native *native, const Value *arguments);
STRING_NATIVES(X)
#undef X

Value string_plain(Thread *thread, Value self); /* the str itself, of a derived class a plain copy */
Value string_of_format(Thread *thread, TextBuffer *text, Value format, const Tuple *values, Value value);

#endif
