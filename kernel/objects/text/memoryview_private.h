/* Shared by the files of memoryview. */
#ifndef KERNEL_OBJECTS_MEMORYVIEW_PRIVATE_H
#define KERNEL_OBJECTS_MEMORYVIEW_PRIVATE_H

#include "kernel/objects/text/bytes_private.h"

enum { MEMORYVIEW_DIMENSIONS = 64 };

typedef struct MemoryView {
    Object object;
    Value owner;              /* what it was taken of; absent once released */
    Value store;              /* the bytes or bytearray behind that: mostly itself */
    char *memory;             /* of an array; NULL: in the store */
    size_t offset;            /* of the first item */
    int64_t *shape, *strides; /* a block, or `single` */
    int64_t single[2];
    int dimensions;
    char format;
    char spelled[24]; /* of the format '*', as LentMemory has it */
    size_t item_size;
    bool named_native; /* the format was given with an @ */
    bool read_only;
} MemoryView;

extern const NativeEntry memoryview_methods[];
extern const PropertyEntry memoryview_properties[];

size_t memoryview_format_size(char format); /* 0: no such format */
static inline size_t view_item_size(const MemoryView *view) { return view->format == '*' ? view->item_size : memoryview_item_size(view->format); }
/* A view of the same memory with room for so many dimensions; the shape of one with as many is copied, too. */
MemoryView *view_copy(Thread *thread, const MemoryView *view, int dimensions);
void view_close(MemoryView *view);
bool view_is_open(Thread *thread, const MemoryView *view); /* false: with an exception */
bool view_is_contiguous(const MemoryView *view, char order); /* 'C' or 'F' */
int64_t view_item_count(const MemoryView *view);
Value view_read(Thread *thread, const MemoryView *view, size_t offset);
Value view_to_bytes(Thread *thread, const MemoryView *view, char order);

#endif
