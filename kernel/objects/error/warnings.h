/* Warnings: filters, the places that have warned already, and how one is shown.
 *
 * A filter is the tuple (action, message, category, module, line) of Python's warnings.filters, `message` and `module`
 * compiled regular expressions or None. The list is Python's to change. */
#ifndef KERNEL_OBJECTS_WARNINGS_H
#define KERNEL_OBJECTS_WARNINGS_H

#include "kernel/objects/error/exception.h"
#include "kernel/objects/core/interpreter.h"

/* The list warnings.filters, borrowed. */
List *warnings_filters(Thread *thread);
bool warnings_set_filters(Thread *thread, List *filters); /* catch_warnings: another list; retained */
bool warnings_assign_filters(Thread *thread, List *filters); /* warnings.filters = filters; NULL: del, the list from before */
void warnings_filters_changed(Thread *thread);            /* forget where warnings were shown already */
/* Insert in front (or append) as warnings.simplefilter does. `action`: "ignore", "error", "always", "default", "module", "once". */
bool warnings_add_filter(Thread *thread, const char *action, Value message, Type *category, Value module, int64_t line,
                         bool append);
bool warnings_may_raise(Thread *thread); /* a filter makes exceptions of some */
/* warnings.warn(message, category, stacklevel): message a str or a Warning instance. false: it became an exception. */
bool warn_value(Thread *thread, Value message, Type *category, int64_t stack_level);
/* The same about an object: the reader is told how to learn where it was made. */
bool warn_about(Thread *thread, Value source, Value message, Type *category, int64_t stack_level);
/* The line that runs now, kept: for a warning of work that was called there and is done later. NULL: there is none. */
typedef struct WarningPlace WarningPlace;
WarningPlace *warning_place_take(Thread *thread);
void warning_place_release(WarningPlace *place);
bool warn_at(Thread *thread, const WarningPlace *place, Type *category, Value message);
/* warnings.warn_explicit. `registry` NULL: warnings are not remembered; `source_line` NULL: found in the file. */
bool warn_explicit(Thread *thread, Value message, Type *category, String *file, int64_t line, Value module, Dict *registry,
                   Value source_line);
/* What happens to a warning that passed the filters: catch_warnings(record=True) puts a callable here that receives
 * a WarningMessage-like call (message, category, filename, lineno, file, line); None: printed to stderr. */
bool warnings_set_show(Thread *thread, Value callable);
Value warnings_show(Thread *thread); /* borrowed; none when it is printed */
/* "<file>:<line>: Category: message\n  source line\n"; line may be None. */
Value warnings_format(Thread *thread, Value message, Type *category, String *file, int64_t line, Value source_line);

#endif
