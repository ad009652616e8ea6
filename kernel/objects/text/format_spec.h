/* The format mini-language: [[fill]align][sign][z][#][0][width][grouping][.precision][type]. */
#ifndef KERNEL_OBJECTS_FORMAT_SPEC_H
#define KERNEL_OBJECTS_FORMAT_SPEC_H

#include "kernel/objects/text/string.h"

Value format_int(Thread *thread, Value number, String *specification);
Value format_float(Thread *thread, double number, String *specification);
Value format_complex(Thread *thread, double real, double imaginary, String *specification);
Value format_string(Thread *thread, String *string, String *specification);

#endif
