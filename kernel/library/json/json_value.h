/* Between values and JSON as jansson holds it: display bundles, message contents, the json module. */
#ifndef KERNEL_LIBRARY_JSON_VALUE_H
#define KERNEL_LIBRARY_JSON_VALUE_H

#include "kernel/objects/core/object.h"

#include <jansson.h>

/* None, bools, ints, floats, strings, lists, tuples and dicts with string keys. NaN and infinities become null (JSON
 * has none), bytes become base64 text, anything else its str(). New reference; NULL with an exception set. */
json_t *value_to_json(Thread *thread, Value value);
/* Owned; absent with an exception set. */
Value value_from_json(Thread *thread, const json_t *json);

#endif
