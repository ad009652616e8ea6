/* Frozen code: the modules of the pack (kernel/objects/system/pack.h), compiled while the program was built.
 *
 * kernel/freeze.c compiles their texts (frozen_write.c). Of a function that is never called only the outside is made (names, numbers, documentation): its one
 * instruction is UNFOLD, which makes the rest. Positions are unpacked when somebody asks for one.
 *
 * The modules of the machine's Python are kept in the same form in the user's cache (library_cache.c).
 *
 * A module is: a FrozenHeader; where each of its texts begins, and the end of the last, counted from here; the texts; the code of
 * the module; the positions of all its codes, deflated (as they are, if that made them no smaller): half of the bytes, and wanted
 * only for tracebacks. Numbers are little-endian groups of 7 bits (signed ones in zigzag). */
#ifndef KERNEL_LANGUAGE_FROZEN_H
#define KERNEL_LANGUAGE_FROZEN_H

#include "kernel/language/compile/code.h"
#include "kernel/objects/system/pack.h"

typedef struct FrozenHeader {
    uint32_t text_count;
    uint32_t positions, packed_length, positions_length; /* where they begin, and how long they are */
} FrozenHeader;

/* What stands in front of each constant. */
enum FrozenKind {
    FROZEN_NONE, FROZEN_TRUE, FROZEN_FALSE, FROZEN_ELLIPSIS, FROZEN_INTEGER, FROZEN_BIG_INTEGER, FROZEN_FLOAT, FROZEN_COMPLEX,
    FROZEN_NAME, /* an interned str */
    FROZEN_STRING, FROZEN_BYTES, FROZEN_TUPLE, FROZEN_CODE,
    FROZEN_SET, /* a frozenset: the tuple of its items */
};

/* Flags of a code. */
enum { FROZEN_IS_CLASS_BODY = 1, FROZEN_IS_SIMPLE = 2 };

/* The code of a module; owned. */
Value frozen_load(Thread *thread, const PackRecord *module);

/* The code of a file of Python's that frozen_write made into `bytes`, which it takes over. */
Value frozen_open(Thread *thread, const char *path, char *bytes);

/* Make the instructions of a code that has only its outside. */
bool code_unfold(Thread *thread, Code *code);
static inline bool code_whole(Thread *thread, Code *code) { return !code->frozen || code_unfold(thread, code); }

/* A module's code as bytes; false: no memory, or a constant that there is no way to write. */
bool frozen_write(Thread *thread, Code *code, TextBuffer *out);

#endif
