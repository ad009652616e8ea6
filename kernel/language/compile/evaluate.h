/* Source text to code to value: what exec(), eval(), compile(), import and the session use.
 * (language_evaluate itself is declared in session.h.) */
#ifndef KERNEL_LANGUAGE_EVALUATE_H
#define KERNEL_LANGUAGE_EVALUATE_H

#include "kernel/language/compile/code.h"

enum {
    COMPILE_TOP_LEVEL_AWAIT = 1, /* await outside functions; the code is then a coroutine's (CODE_COROUTINE) */
    COMPILE_SHOW_ALL = 2,        /* every expression statement is shown */
    COMPILE_SHOW_LAST = 4,       /* the last statement, if it is an expression */
    COMPILE_LINES = 8,           /* OP_LINE in front of every statement: for timing lines */
    COMPILE_TELL_INCOMPLETE = 16, /* "incomplete input" where the text ends too early; a block at a prompt ends with a newline */
    /* and FUTURE_... of ast.h: features that are on from the start */
};

unsigned language_version(Thread *thread); /* PARSE_VERSION times the N of the machine's 3.N */
/* mode "exec", "eval" or "single"; SyntaxError set on failure. A code object, owned. */
Value language_compile(Thread *thread, const char *source, size_t length, const char *file, const char *mode,
                       unsigned flags);
bool source_is_encodable(Thread *thread, const char *source, size_t length); /* false: UnicodeEncodeError, lone surrogates */
Value language_compile_file(Thread *thread, const char *path, unsigned flags); /* a module's file */
/* Run module code. `locals` absent: the globals. */
Value code_execute(Thread *thread, Code *code, Dict *globals, Value locals);
Value anext_with_default(Thread *thread, Value awaitable, Value fallback); /* what anext() gives */
/* Compile and run a cell: one with await runs in asyncio's loop, to its end. *futures, FUTURE_..., are on from the start and
 * get what the cell imports; *is_compiled becomes true before anything runs. */
Value cell_run(Thread *thread, const char *source, size_t length, const char *file, unsigned flags, unsigned *futures, Dict *globals,
               bool *is_compiled);
/* __build_class__, and whatever else the language adds to builtins; called once by interpreter_new. */
bool language_initialize(Thread *thread);
/* Reserve what the VM keeps for a thread (its stack), which the thread else does itself at its first call; release it. */
bool language_prepare_thread(Thread *thread); /* false: no memory */
void language_release_thread(Thread *thread);
/* For completion and inspection: the text a function or class was defined by; owned, NULL when unknown. */
char *code_source_text(const Code *code, int *first_line);

/* import: __import__(name, globals, locals, fromlist, level). */
Value import_name(Thread *thread, String *name, Dict *globals, Value names, int64_t level);
bool value_is_import_function(Value value); /* the __import__ that the builtins begin with */
Value import_from(Thread *thread, Value module, String *name);
Value import_reload(Thread *thread, Value module);

#endif
