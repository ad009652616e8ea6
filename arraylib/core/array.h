/* Array: a view (type, shape, strides, offset) over a Buffer (bytes on a device). */
#ifndef ARRAYLIB_CORE_ARRAY_H
#define ARRAYLIB_CORE_ARRAY_H

#include "arraylib/core/dtype.h"
#include "arraylib/core/runtime.h"
#include "base/error.h"

#define ARRAY_DIMENSIONS_MAX 64

/* Who is told about a buffer of pending work (graph/): bytes still to be computed, or bytes that pending work will read. */
typedef struct BufferWatch {
    /* Before anybody looks at the bytes or changes them. `error` NULL: there is no way to report; the runtime remembers. */
    bool (*settle)(Buffer *buffer, Error *error);
    void (*dropped)(Buffer *buffer); /* a reference is gone, others stay */
} BufferWatch;

/* Counted bytes on a device. `bytes` is an address of the device: only the host (and emulated devices, whose
 * memory is the host's) may be read through it. */
struct Buffer {
    size_t references;
    Device *device;
    char *bytes;
    size_t size;
    void (*release)(Buffer *buffer); /* gives the bytes and the Buffer itself back */
    void *owner;                     /* what `release` needs: a pool block, an exporting object */
    const BufferWatch *watch;        /* NULL: no pending work has to do with it */
    void *node;                      /* the graph's, when the bytes are still to be computed */
    uint32_t readers;                /* references that pending work holds: it will read the bytes */
    Buffer *next, **link;            /* of an accelerator: its other buffers, and what points here (device/away.c) */
    bool is_shared;                  /* others know the address (an exported buffer, memory that came from elsewhere) */
    _Alignas(16) char near[];        /* the bytes themselves, where few: one allocation instead of two */
};

Buffer *buffer_retain(Buffer *buffer);
void buffer_release(Buffer *buffer);

struct Array {
    size_t references;
    const Dtype *dtype;
    int dimensions;
    bool writeable;
    bool is_crooked; /* elements do not lie at addresses of their alignment (fields of records, odd offsets): copied before they are computed with */
    bool is_temporary; /* told by the language when it passes the array: nobody but the call holds it */
    int64_t *shape;        /* `dimensions` each, stored behind the Array itself */
    int64_t *strides;      /* in bytes; may be negative or 0 */
    Buffer *buffer;
    int64_t offset;        /* of the first element, in bytes */
    Array *base;           /* retained; NULL: the array owns its memory */
    const void *origin;    /* borrowed; the language's list that it was read from, as long as the call lasts; or NULL */
    int64_t inline_storage[];
};

Array *array_retain(Array *array);   /* NULL is fine */
void array_release(Array *array);    /* NULL is fine */

/* A view of `buffer`, which it retains. `strides` NULL: C order. NULL and `error` on failure. */
Array *array_over_buffer(Buffer *buffer, const Dtype *dtype, int dimensions, const int64_t *shape,
                         const int64_t *strides, int64_t offset, Error *error);
/* A view of another array with other geometry (base chains are collapsed as NumPy does). `byte_offset` is
 * relative to the parent's first element. */
Array *array_view(Array *parent, const Dtype *dtype, int dimensions, const int64_t *shape,
                  const int64_t *strides, int64_t byte_offset, Error *error);

/* The first element, for reading and writing: pending work that computes or reads the buffer is done first. */
static inline char *array_data(const Array *array) {
    Buffer *buffer = array->buffer;
    if (__builtin_expect(buffer->watch != NULL, 0)) buffer->watch->settle(buffer, NULL);
    return buffer->bytes + array->offset;
}
/* The same work beforehand, with a way to tell why it failed: for all who can fail, and before any byte is changed. */
static inline bool array_settle(const Array *array, Error *error) {
    return __builtin_expect(!array->buffer->watch, 1) || array->buffer->watch->settle(array->buffer, error);
}
/* The address alone, for comparisons: nothing may be read there. */
static inline char *array_address(const Array *array) { return array->buffer->bytes + array->offset; }
static inline Device *array_device(const Array *array) { return array->buffer->device; }
int64_t array_size(const Array *array); /* number of elements */
static inline int64_t array_byte_count(const Array *array) { return array_size(array) * array->dtype->item_size; }
bool array_is_c_contiguous(const Array *array);
bool array_is_f_contiguous(const Array *array);
bool array_is_aligned(const Array *array);
bool array_may_overlap(const Array *left, const Array *right); /* by their byte ranges */
typedef enum Overlap { OVERLAP_NONE, OVERLAP_SHARED, OVERLAP_UNKNOWN } Overlap;
/* Exactly, by trying at most so many places (< 0: as many as it takes), after which it is UNKNOWN (overlap.c). */
Overlap array_overlap(const Array *left, const Array *right, int64_t most_work);

/* Shapes. */
#define SHAPE_TEXT_SIZE 1408
char *shape_text(int dimensions, const int64_t *shape, char text[SHAPE_TEXT_SIZE]); /* "(2, 3)", "(4,)" */
char *shape_text_tight(int dimensions, const int64_t *shape, char text[SHAPE_TEXT_SIZE]); /* "(2,3)" */
bool shape_size(int dimensions, const int64_t *shape, size_t item_size, int64_t *size, Error *error);
void shape_c_strides(int dimensions, const int64_t *shape, int64_t item_size, int64_t *strides);
void shape_f_strides(int dimensions, const int64_t *shape, int64_t item_size, int64_t *strides);
/* Which of `count` shapes do not go together, in NumPy's words (ValueError); true when all do. */
bool shapes_check_broadcast(size_t count, const int *dimensions, const int64_t *const *shapes, Error *error);
/* Broadcast `shape` (of `dimensions`) into `result` (of *result_dimensions); false: they do not fit. */
bool shape_broadcast(int dimensions, const int64_t *shape, int *result_dimensions, int64_t *result);

#endif
