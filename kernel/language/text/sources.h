/* The texts that were compiled under a name that is no file: the cells of a session. */
#ifndef KERNEL_LANGUAGE_SOURCES_H
#define KERNEL_LANGUAGE_SOURCES_H

#include "kernel/language/compile/code.h"
#include "kernel/language/text/syntax_fault.h"

/* Keep the text of a cell for its tracebacks; the latest of a name counts. false: no memory. */
bool sources_add(Thread *thread, const char *file, const char *text, size_t length);
const Source *sources_find(Thread *thread, const char *file); /* NULL: unknown */
/* Bytes with a declared encoding become UTF-8, which *owner (owned, may be absent) keeps. A program's file is held to it
 * more strictly than what is imported or compiled. false: SyntaxError. */
bool source_decode(Thread *thread, const char **text, size_t *length, const char *file, bool is_program, Value *owner);

/* The SyntaxError (or whatever the fault is) of a text; returns VALUE_ABSENT. Without `source` the line at fault is None. */
Value raise_syntax_fault(Thread *thread, const SyntaxFault *fault, Value file, const Source *source);
/* What is found behind the grammar is quoted from files and cells only, not from strings: NULL. */
const Source *source_to_quote(Value file, const Source *source);

#endif
