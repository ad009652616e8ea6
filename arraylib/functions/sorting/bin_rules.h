/* The rules that choose the width of a histogram's bins. */
#ifndef ARRAYLIB_FUNCTIONS_BIN_RULES_H
#define ARRAYLIB_FUNCTIONS_BIN_RULES_H

#include <stdbool.h>
#include <stdint.h>

typedef struct BinSample {
    const double *sorted;
    int64_t count;
    double first, last; /* the histogram's range */
} BinSample;

bool bin_rule_exists(const char *rule);
/* 0: one bin for all. *is_at_limit: the most bins that were tried were best. */
double bin_rule_width(const char *rule, const BinSample *sample, bool *is_at_limit);

#endif
