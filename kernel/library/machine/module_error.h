/* Errors of classes that a module of the library makes itself: struct.error, zlib.error, binascii.Error. */
#ifndef KERNEL_LIBRARY_MODULE_ERROR_H
#define KERNEL_LIBRARY_MODULE_ERROR_H

#include "kernel/objects/descriptor/native.h"

/* Raise `name` of `module` with the message (255 bytes at most); absent. */
Value raise_module_error(Thread *thread, const char *module, const char *name, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
