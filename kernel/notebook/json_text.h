/* JSON as Python's json.dumps(ensure_ascii=False, indent=1, sort_keys=True) writes it. */
#ifndef KERNEL_NOTEBOOK_JSON_TEXT_H
#define KERNEL_NOTEBOOK_JSON_TEXT_H

#include "base/text_buffer.h"

#include <jansson.h>

void json_text_append(TextBuffer *text, const json_t *json);

#endif
