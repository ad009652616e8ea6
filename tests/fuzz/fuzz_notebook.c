/* Any bytes as a notebook file: read, and when they are one, written back and read again to the same document. */
#include "base/memory.h"
#include "kernel/notebook/document.h"
#include "kernel/notebook/json_text.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t length) {
    Error error = ERROR_NONE;
    json_t *document = document_parse((const char *)bytes, length, &error);
    if (!document) {
        if (!error_is_set(&error)) abort(); /* a refusal says why */
        error_clear(&error);
        return 0;
    }
    TextBuffer text = TEXT_BUFFER_EMPTY;
    json_text_append(&text, document);
    json_t *again = text.failed ? NULL : document_parse(text.bytes, text.length, &error);
    if (!again || !json_equal(document, again)) abort();
    if (!document_insert_cell(document, 0, "x = 1", "injected-parameters")) abort();
    if (!cell_has_tag(json_array_get(json_object_get(document, "cells"), 0), "injected-parameters")) abort();
    text_release(&text);
    json_decref(again);
    json_decref(document);
    error_clear(&error);
    return 0;
}
