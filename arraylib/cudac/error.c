/* The way out of a compilation, and its memory. */
#include "arraylib/cudac/private.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void cudac_no_memory(Cudac *c) {
    error_no_memory(c->error);
    longjmp(c->escape, 1);
}

void cudac_leave(Cudac *c, bool refuses, int line, const char *format, ...) {
    char message[800];
    va_list list;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    if (refuses)
        error_set(c->error, "NotImplementedError", "%s(%d): %s: not supported on an emulated device; a GPU would run it", c->file_name,
                  line, message);
    else
        error_set(c->error, "CompileException", "%s(%d): error: %s\n\n1 error detected in the compilation of \"%s\".\n", c->file_name,
                  line, message, c->file_name);
    longjmp(c->escape, 1);
}

void cudac_fail_ir(Cudac *c, int line) {
    const Error *error = &c->module->error;
    if (!error->message || !strcmp(error->kind, "MemoryError")) cudac_no_memory(c);
    cudac_fail(c, line, "%s", error->message);
}

void *cudac_allocate(Cudac *c, size_t size) {
    void *memory = arena_allocate(&c->arena, size ? size : 1);
    if (!memory) cudac_no_memory(c);
    return memory;
}

char *cudac_copy(Cudac *c, const char *text, size_t length) {
    char *copy = arena_copy(&c->arena, text, length);
    if (!copy) cudac_no_memory(c);
    return copy;
}

char *cudac_format(Cudac *c, const char *format, ...) {
    char text[600];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return cudac_copy(c, text, strlen(text));
}

char *cudac_ir_name(Cudac *c, const char *name, int number) {
    char *text = cudac_format(c, "%.120s_%d", name, number);
    for (char *p = text; *p; p++)
        if (!((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9') || *p == '_')) *p = '_';
    return text;
}

void cudac_deeper(Cudac *c, int line) {
    if (++c->depth > NESTING_MAX) cudac_fail(c, line, "excessive nesting");
}
