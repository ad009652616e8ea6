/* Any bytes as a text of CUDA C: refused with a reason, or a module that is valid, prints, and reads back. */
#include "arraylib/cudac/cudac.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    Error error = ERROR_NONE;
    TextBuffer text = TEXT_BUFFER_EMPTY, source = TEXT_BUFFER_EMPTY;
    IrModule *module = cudac_compile((const char *)bytes, length, NULL, &error);
    if (!module) {
        if (!error_is_set(&error) || !strcmp(error.kind, "SystemError")) abort(); /* a refusal says why */
        error_clear(&error);
        return 0;
    }
    ir_module_print(module, &text);
    IrModule *again = text.failed ? NULL : ir_module_parse(text.bytes, text.length, &error);
    if (!again && !text.failed) abort();
    if (!ir_run_passes(module, IR_DEFAULT_PASSES, &error) || !ir_verify(module, &error)) {
        if (strcmp(error.kind, "MemoryError") != 0) abort();
    } else ir_render_cuda(module, &source, &error);
    text_release(&text);
    text_release(&source);
    ir_module_destroy(module);
    ir_module_destroy(again);
    error_clear(&error);
    return 0;
}
