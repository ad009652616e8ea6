/* The names are not ours to carry (a megabyte): ICU has them, opened when the first \N{...} asks. */
#include "kernel/objects/unicode_names.h"

#include "base/utf8.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

enum { NEWEST_ICU = 90, OLDEST_ICU = 50, CHOICE_NAME = 0, CHOICE_ALIAS = 3, LONGEST_NAME = 120 };

typedef int32_t CharFromName(int choice, const char *name, int *error);
typedef int32_t CharName(int32_t code_point, int choice, char *name, int32_t capacity, int *error);
typedef double NumericValue(int32_t code_point);
typedef void Function(void);

/* An ICU function: its symbols end with the library's version. The library stays open. */
static Function *find_function(const char *name) {
    for (int version = NEWEST_ICU; version >= OLDEST_ICU; version--) {
        char library[32], symbol[48];
        snprintf(library, sizeof library, "libicuuc.so.%d", version);
        void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
        if (!handle) continue;
        snprintf(symbol, sizeof symbol, "%s_%d", name, version);
        Function *function;
        *(void **)&function = dlsym(handle, symbol);
        if (function) return function;
        dlclose(handle);
    }
    return NULL;
}

bool unicode_name(uint32_t code_point, char *name, size_t capacity) {
    CharName *function = (CharName *)find_function("u_charName");
    int error = 0;
    return function && function((int32_t)code_point, CHOICE_NAME, name, (int32_t)capacity, &error) > 0 && error <= 0;
}

bool unicode_number(uint32_t code_point, double *number) {
    NumericValue *function = (NumericValue *)find_function("u_getNumericValue");
    *number = function ? function((int32_t)code_point) : -123456789.0; /* what ICU says for none */
    return *number != -123456789.0;
}

uint32_t unicode_from_name(const char *name, size_t length) {
    if (length >= LONGEST_NAME) return UTF8_INVALID;
    CharFromName *function = (CharFromName *)find_function("u_charFromName");
    if (!function) return UTF8_INVALID;
    char text[LONGEST_NAME];
    memcpy(text, name, length);
    text[length] = 0;
    for (int choice = CHOICE_NAME;; choice = CHOICE_ALIAS) {
        int error = 0;
        int32_t code_point = function(choice, text, &error);
        if (error <= 0 && code_point != 0xFFFF) return (uint32_t)code_point;
        if (choice == CHOICE_ALIAS) return UTF8_INVALID;
    }
}
