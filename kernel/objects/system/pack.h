/* The pack: the modules that are written in Python, as the program carries them.
 *
 * kernel/freeze.c makes it while the program is built, from every .py file below a folder named python/ or native/ of kernel/:
 * kernel/modules/numpy/python/numpy/polynomial/legendre.py is imported as numpy.polynomial.legendre. kernel/pack_embedded.c is
 * the pack in programs; kernel/freeze.c itself has the empty one of pack_none.c. A record a module, in the order of strcmp of
 * the names; offsets count from the pack's beginning, numbers are the machine's own. */
#ifndef KERNEL_OBJECTS_PACK_H
#define KERNEL_OBJECTS_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct PackRecord {
    uint64_t text_hash; /* of the text, so that what is unchanged is not compiled again */
    uint32_t name;      /* where its import name begins, with a NUL at its end */
    uint32_t flags;     /* enum PackFlag */
    uint32_t frozen, frozen_length; /* see kernel/language/compile/frozen.h */
    uint32_t text, packed_length, text_length; /* its text, deflated */
    uint32_t body_packed; /* of the frozen part, what stands before its positions: deflated, so long; 0: as it is */
    uint32_t body_length; /* of it, inflated */
    uint32_t gives; /* the names that it gives to the package around it, each with a NUL, then an empty one; 0: none */
} PackRecord;

enum PackFlag {
    PACK_NATIVE = 1,  /* from a folder native/: what CPython has in C; left out of tracebacks */
    PACK_LIBRARY = 2, /* of the standard library */
};

typedef struct PackHeader {
    char magic[8];
    uint64_t compiler; /* which compiler made the frozen parts */
    uint32_t count, length;
} PackHeader;
#define PACK_MAGIC "Cupola2"

size_t pack_count(void);
const PackRecord *pack_at(size_t index);
const PackRecord *pack_find(const char *name); /* NULL: no such module */
const char *pack_name(const PackRecord *record);
/* A module whose own name begins with an underscore and whose __all__ is a list of literals gives these names to its package:
 * kernel/modules/numpy/python/numpy/_poly1d.py has numpy's poly1d. NULL: nobody gives the package that name. */
const PackRecord *pack_giver(const char *package, const char *name);
/* The next of the names that a package is given; *record and *name are NULL at first. NULL: that was all. */
const char *pack_next_given(const char *package, const PackRecord **record, const char *name);
/* Frozen code whose body is deflated, whole and owned; NULL: no memory, no libz. Where it is not, it lies in the pack. */
const unsigned char *pack_frozen(const PackRecord *record);
char *pack_frozen_inflated(const PackRecord *record);
char *pack_text(const PackRecord *record); /* owned, text_length bytes and a NUL; NULL: no memory, no libz */

/* "<frozen json.decoder>", "<native decimal>": how tracebacks call the module's file. */
enum { PACK_FILE_SIZE = 128 };
void pack_file(const PackRecord *record, char file[PACK_FILE_SIZE]);
const PackRecord *pack_find_file(const char *file);

#endif
