/* The names are not ours to carry (a megabyte): ICU has them, opened when the first \N{...} asks. */
#include "kernel/objects/unicode_names.h"

#include "base/utf8.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

enum { NEWEST_ICU = 90, OLDEST_ICU = 50, CHOICE_NAME = 0, CHOICE_ALIAS = 3, LONGEST_NAME = 120 };

typedef int32_t CharFromName(int choice, const char *name, int *error);

static CharFromName *find_function(void) {
    for (int version = NEWEST_ICU; version >= OLDEST_ICU; version--) {
        char library[32], symbol[32];
        snprintf(library, sizeof library, "libicuuc.so.%d", version);
        void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
        if (!handle) continue;
        snprintf(symbol, sizeof symbol, "u_charFromName_%d", version);
        CharFromName *function;
        *(void **)&function = dlsym(handle, symbol);
        if (function) return function; /* the library stays open */
        dlclose(handle);
    }
    return NULL;
}

uint32_t unicode_from_name(const char *name, size_t length) {
    if (length >= LONGEST_NAME) return UTF8_INVALID;
    CharFromName *function = find_function();
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
