#include "base/inflate.h"

#include "base/library.h"
#include "base/memory.h"

typedef int (*Uncompress)(unsigned char *out, unsigned long *out_length, const unsigned char *in, unsigned long in_length);
typedef int (*Compress)(unsigned char *out, unsigned long *out_length, const unsigned char *in, unsigned long in_length,
                        int level);
typedef unsigned long (*Bound)(unsigned long length);

static void *zlib_function(const char *name) {
    void *library = library_open(LIBRARY_ZLIB, NULL), *function;
    return library && library_functions(library, &name, 1, &function, NULL) ? function : NULL;
}

char *bytes_inflate(const void *packed, size_t packed_length, size_t length) {
    Uncompress uncompress = (Uncompress)zlib_function("uncompress");
    char *bytes = uncompress ? memory_allocate(length + 1) : NULL;
    if (!bytes) return NULL;
    unsigned long got = length;
    if (uncompress((unsigned char *)bytes, &got, packed, packed_length) != 0 || got != length) {
        memory_release(bytes);
        return NULL;
    }
    bytes[length] = 0;
    return bytes;
}

unsigned char *bytes_deflate(const void *bytes, size_t length, int level, size_t *packed_length) {
    Compress compress = (Compress)zlib_function("compress2");
    Bound bound = (Bound)zlib_function("compressBound");
    unsigned long room = bound ? bound(length) : 0;
    unsigned char *packed = compress && room ? memory_allocate(room) : NULL;
    if (!packed) return NULL;
    if (compress(packed, &room, bytes, length, level) != 0) {
        memory_release(packed);
        return NULL;
    }
    *packed_length = room;
    return packed;
}
