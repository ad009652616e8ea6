/* Any bytes as a text of the IR: read, and when they are one, printed and read again to the same text; then passes leave
 * it valid, and it can be rendered. */
#include "arraylib/ir.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static char *print(IrModule *module) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    ir_module_print(module, &text);
    return text_detach(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    Error error = ERROR_NONE;
    IrModule *module = ir_module_parse((const char *)bytes, length, &error);
    if (!module) {
        if (!error_is_set(&error)) abort(); /* a refusal says why */
        error_clear(&error);
        return 0;
    }
    char *text = print(module);
    IrModule *again = text ? ir_module_parse(text, strlen(text), &error) : NULL;
    char *text_again = again ? print(again) : NULL;
    if (text && (!text_again || strcmp(text, text_again) != 0)) abort();
    TextBuffer source = TEXT_BUFFER_EMPTY;
    if (!ir_run_passes(module, IR_DEFAULT_PASSES, &error) || !ir_verify(module, &error)) {
        if (strcmp(error.kind, "MemoryError") != 0) abort();
    } else ir_render_cuda(module, &source, &error);
    text_release(&source);
    ir_module_destroy(again);
    ir_module_destroy(module);
    free(text), free(text_again);
    error_clear(&error);
    return 0;
}
