/* Shared by the files of float and complex. */
#ifndef KERNEL_OBJECTS_FLOAT_PRIVATE_H
#define KERNEL_OBJECTS_FLOAT_PRIVATE_H

#include "kernel/objects/number/float.h"
#include "kernel/objects/text/format_spec.h"
#include "kernel/objects/core/value_support.h"

typedef enum HexResult { HEX_INVALID, HEX_TOO_LARGE, HEX_VALID } HexResult;
HexResult float_parse_hex(const char *text, size_t length, double *number);
/* OverflowError (34, 'Numerical result out of range'), as pow() gives. */
Value raise_range_error(Thread *thread);

#endif
