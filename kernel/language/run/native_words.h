#ifndef KERNEL_LANGUAGE_NATIVE_WORDS_H
#define KERNEL_LANGUAGE_NATIVE_WORDS_H

#include "kernel/language/run/function.h"

/* Do the arguments of a call fit a function of a native module written in Python? `count` by position, the others by `names`
 * (NULL: none). False: TypeError in the words of a C function. */
bool function_check_as_native(Thread *thread, const Function *function, size_t count, const Tuple *names);

#endif
