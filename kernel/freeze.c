/* A step of the build: the library's modules that are written in Python, compiled, as a C source on standard output.
 * See kernel/language/frozen.h. */
#include "base/memory.h"
#include "kernel/language/evaluate.h"
#include "kernel/language/frozen.h"
#include "kernel/language/session.h"
#include "kernel/library/python_module.h"
#include "kernel/modules/python_modules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare_texts(const void *left, const void *right) {
    return strcmp(((const PythonText *)left)->file, ((const PythonText *)right)->file);
}

/* All texts, in the order of their names. */
static PythonText *all_texts(size_t *count) {
    const PythonText *const lists[] = {library_texts, module_texts};
    *count = 0;
    for (size_t i = 0; i < 2; i++)
        for (const PythonText *text = lists[i]; text->file; text++) ++*count;
    PythonText *texts = memory_allocate((*count + 1) * sizeof *texts), *next = texts;
    for (size_t i = 0; texts && i < 2; i++)
        for (const PythonText *text = lists[i]; text->file; text++) *next++ = *text;
    if (texts) qsort(texts, *count, sizeof *texts, compare_texts);
    return texts;
}

static bool freeze(Thread *thread, const PythonText *text, TextBuffer *out) {
    Value code = language_compile(thread, text->text, text->length, text->file, "exec", 0);
    bool done = !value_is_absent(code) && frozen_write(thread, value_code(code), out);
    value_release(code);
    if (!done) fprintf(stderr, "freeze: %s could not be compiled\n", text->file);
    return done;
}

static void print_module(size_t number, const TextBuffer *bytes) {
    printf("static const char module_%zu[] =", number);
    for (size_t i = 0; i < bytes->length; i++) {
        unsigned char byte = (unsigned char)bytes->bytes[i];
        if (i % 64 == 0) fputs(i ? "\"\n\"" : "\n\"", stdout);
        if (byte >= ' ' && byte < 127 && byte != '"' && byte != '\\' && byte != '?') putchar(byte);
        else printf("\\%03o", byte);
    }
    fputs("\";\n", stdout);
}

int main(void) {
    static const FrontEnd front_end = {0};
    Interpreter *interpreter = interpreter_new(&front_end);
    size_t count;
    PythonText *texts = all_texts(&count);
    size_t *lengths = memory_allocate_zeroed(count + 1, sizeof *lengths);
    if (!interpreter || !texts || !lengths) return 1;
    puts("#include \"kernel/language/frozen.h\"");
    for (size_t i = 0; i < count; i++) {
        TextBuffer bytes = TEXT_BUFFER_EMPTY;
        if (!freeze(interpreter->main, &texts[i], &bytes)) return 1;
        print_module(i, &bytes);
        lengths[i] = bytes.length;
        text_release(&bytes);
    }
    puts("const FrozenModule frozen_modules[] = {");
    for (size_t i = 0; i < count; i++) printf("    {\"%s\", module_%zu, %zu},\n", texts[i].file, i, lengths[i]);
    printf("};\nconst size_t frozen_module_count = %zu;\n", count);
    memory_release(lengths);
    memory_release(texts);
    interpreter_delete(&interpreter);
    return fflush(stdout) ? 1 : 0;
}
