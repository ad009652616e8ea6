/* Shared by the files of bytes, bytearray and memoryview. */
#ifndef KERNEL_OBJECTS_BYTES_PRIVATE_H
#define KERNEL_OBJECTS_BYTES_PRIVATE_H

#include "kernel/objects/list_private.h"

typedef struct Bytearray {
    Object object;
    char *bytes; /* may be NULL when empty */
    size_t length, capacity;
    size_t exports; /* memoryviews that look at it: its size is fixed while there are any */
} Bytearray;

typedef Value BufferMaker(Thread *thread, const char *bytes, size_t length);

extern const NativeEntry bytes_methods[];
extern const NativeEntry bytearray_methods[];
Value bytes_from_buffer(Thread *thread, const char *bytes, size_t length);
Bytes *bytes_new_buffer(Thread *thread, size_t length);
Value bytearray_new(Thread *thread, const char *bytes, size_t length);
bool bytearray_resize(Thread *thread, Bytearray *array, size_t length);
bool memoryview_buffer(Thread *thread, Value view, const char **bytes, size_t *length);
/* The bytes of a built-in buffer; false, mostly without an exception, for anything else. */
bool buffer_of(Thread *thread, Value value, const char **bytes, size_t *length);
void bytes_append_repr(TextBuffer *text, const char *bytes, size_t length);
bool byte_argument(Thread *thread, Value value, const char *range_message, char *byte);
/* What bytes(...) and bytearray(...) take. */
bool bytes_from_source(Thread *thread, const char *type_name, Value source, Value encoding, Value errors, TextBuffer *bytes);

int64_t buffer_length(Thread *thread, Value self);
int buffer_truth(Thread *thread, Value self);
Value buffer_compare(Thread *thread, Value left, Value right, Comparison comparison);
int buffer_contains(Thread *thread, Value self, Value item);
Value buffer_iterate(Thread *thread, Value self);
Value buffer_get_item(Thread *thread, Value self, Value key, const char *kind, BufferMaker *make);
Value buffer_concatenate(Thread *thread, Value left, Value right, BufferMaker *make);
Value buffer_repeat(Thread *thread, Value left, Value right, BufferMaker *make);

#endif
