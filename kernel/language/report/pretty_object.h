/* The pretty printer as the user's functions see it: _repr_pretty_(printer, cycle). */
#ifndef KERNEL_LANGUAGE_PRETTY_OBJECT_H
#define KERNEL_LANGUAGE_PRETTY_OBJECT_H

#include "kernel/language/report/pretty_printer.h"
#include "kernel/objects/core/object.h"

typedef struct Pretty {
    PrettyPrinter printer;
    Thread *thread;
    const struct PrettyOptions *options;
    const Object **stack; /* what is being printed, to see cycles */
    size_t depth, capacity;
    size_t floor;         /* groups up to this depth are not the running function's to end */
    Value object;         /* its face for the user's functions; absent until one is called */
} Pretty;

bool pretty_print_value(Pretty *pretty, Value value);
bool pretty_call_own(Pretty *pretty, Value function, Value value, bool cycle); /* function(value, printer, cycle) */
void pretty_forget_object(Pretty *pretty); /* who kept the face finds it closed */

#endif
