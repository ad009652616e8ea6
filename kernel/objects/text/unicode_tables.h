/* Tables of unicode_tables.c, sorted by code point. */
#ifndef KERNEL_OBJECTS_UNICODE_TABLES_H
#define KERNEL_OBJECTS_UNICODE_TABLES_H

#include <stddef.h>
#include <stdint.h>

typedef struct CodePointRange {
    uint32_t first, last;
} CodePointRange;

typedef struct SpecialCase {
    uint32_t code_point;
    uint32_t mapped[3]; /* zeros at the end */
} SpecialCase;

#define UNICODE_RANGES(X)                                                                                        \
    X(unicode_digits) X(unicode_numerals) X(unicode_other_uppercase) X(unicode_other_lowercase)                  \
    X(unicode_other_start) X(unicode_not_start) X(unicode_other_part) X(unicode_not_part) X(unicode_other_ignorable) \
    X(unicode_unassigned)
#define X(name)                          \
    extern const CodePointRange name[]; \
    extern const size_t name##_count;
UNICODE_RANGES(X)
#undef X
extern const SpecialCase unicode_special_upper[], unicode_special_title[];
extern const size_t unicode_special_upper_count, unicode_special_title_count;

#endif
