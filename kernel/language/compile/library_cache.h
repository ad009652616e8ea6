/* The modules of the machine's Python, compiled once a user. */
#ifndef KERNEL_LANGUAGE_LIBRARY_CACHE_H
#define KERNEL_LANGUAGE_LIBRARY_CACHE_H

#include "kernel/language/compile/code.h"

/* Does the file belong to the machine's library? */
bool library_cache_serves(Thread *thread, const char *path);
/* The code of such a file: from the cache, else from its text, which is then put there. Owned; absent: an exception is set. */
Value library_cache_load(Thread *thread, const char *path);

#endif
