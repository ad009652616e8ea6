/* arange() and linspace() over values of the language, which need only know + - * and /. */
#ifndef ARRAYLIB_FUNCTIONS_OBJECT_RANGE_H
#define ARRAYLIB_FUNCTIONS_OBJECT_RANGE_H

#include "arraylib/functions/compose.h"

/* start, start + step, ... before stop, an array of objects. NULL: failed. */
Array *call_object_range(ArrayCall *call, Variant start, Variant stop, Variant step);
/* `num` values from start to stop, arrays of objects of one shape, along a new first axis; *step: how far they are apart. */
Array *call_object_line(ArrayCall *call, Array *start, Array *stop, int64_t num, bool endpoint, Array **step);

#endif
