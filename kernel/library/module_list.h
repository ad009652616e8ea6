/* The standard modules that are written in C, one a line, in order; those in Python are found by their files (python/, native/). */

/* library_<name> is the ModuleEntry. */
#define LIBRARY_C_MODULES(C) \
    C(_ast_parse) \
    C(_asyncio_state) \
    C(_bisect) \
    C(_collections) \
    C(_functools) \
    C(_hashlib) \
    C(_heapq) \
    C(_iconv) \
    C(_inspect) \
    C(_json) \
    C(_mmap) \
    C(_native) \
    C(_operator) \
    C(_random) \
    C(_re) \
    C(_signal) \
    C(_socket) \
    C(_spawn) \
    C(_thread) \
    C(_warnings) \
    C(_weakref) \
    C(binascii) \
    C(cmath) \
    C(contextvars) \
    C(gc) \
    C(getpass) \
    C(io) \
    C(itertools) \
    C(math) \
    C(os) \
    C(posixpath) \
    C(select) \
    C(struct) \
    C(sys) \
    C(time) \
    C(unicodedata) \
    C(zlib)
