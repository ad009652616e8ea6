/* Magics: `%name line`, `%%name line` over a cell, `!command`, `name?`.
 *
 * input_transform turns them into calls on get_ipython(); the shell object made here looks the name up in one table
 * (registry.c). One magic is one file: its entry, then its function. */
#ifndef KERNEL_MAGICS_MAGIC_H
#define KERNEL_MAGICS_MAGIC_H

#include "kernel/language/session/session.h"
#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/native.h"

typedef struct MagicCall {
    const char *name; /* as it was called: two names may share a function */
    String *line;     /* the rest of the line, variables expanded */
    String *cell;     /* NULL for a line magic */
    Session *session;
    Dict *namespace;  /* the user's variables */
} MagicCall;

typedef struct Magic {
    const char *name;
    bool is_line, is_cell;
    bool keeps_text; /* the line is handed over as written: `$x` and `{x}` stay */
    bool sees_locals; /* called in a function, it runs code that may use the function's variables */
    const char *documentation; /* what `%name?` shows: usage first, then what it does */
    Value (*run)(Thread *thread, const MagicCall *call); /* NULL: written in Python */
    const char *module; /* IPython.core.magics.<module> has line_<name>(line) and cell_<name>(line, cell) */
} Magic;

/* Define get_ipython() in builtins and the object that it returns. After session_new. */
bool magics_install(Thread *thread);

/* The magics written in C, NULL-terminated, and those written in Python, which end with a NULL name. */
extern const Magic *const magics[];
extern const Magic python_magics[];
const Magic *magic_find(const char *name, size_t length);
/* Of the function that is behind a magic: its docstring, owned str or None; absent with an exception. */
Value magic_documentation(Thread *thread, const Magic *magic);
/* The function that the user registered under this name (borrowed), or absent. */
Value magic_of_user(Thread *thread, const char *name, bool is_cell);

/* bridge.c: what magics written in Python ask of the session. */
extern const NativeEntry shell_bridge_methods[];
Value magic_capture_scope(Thread *thread, const Native *native, const Value *arguments); /* capture.c: one of them */
/* automagic.c: `pwd` for `%pwd` in a cell of one line; owned text, NULL when the line is no magic. */
char *automagic_rewrite(Thread *thread, const char *source);
/* To the front end's pager where it has one, else to stdout. */
Value magic_page(Thread *thread, Value data); /* a dict of MIME types, borrowed */

/* ---- shared by the magics ---- */

/* `$name`, `$name.attribute`, `{expression}`, `$$`: as IPython's var_expand. Where one has no value, all stays. Owned str. */
Value magic_expand(Thread *thread, Dict *namespace, String *text);
/* Short options as getopt: `specification` "n:r:qo". A letter's value is the option's text, "" for a flag, NULL when
 * absent; indexed by the letter. The rest of the line is *rest (points into `line`). false: UsageError set. The texts
 * live in `storage`, which the caller releases with memory_release. */
typedef struct MagicOptions {
    const char *values[128];
    const char *rest;
    char *storage;
} MagicOptions;
bool magic_options(Thread *thread, const MagicCall *call, const char *specification, MagicOptions *options);
/* Raise IPython.core.error.UsageError, which is shown as one line without a traceback. */
Value magic_usage_error(Thread *thread, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Raise UsageError for a cell magic over nothing, where a line magic of the name was meant. */
bool magic_wants_body(Thread *thread, const MagicCall *call);
bool magic_print(Thread *thread, const char *format, ...) __attribute__((format(printf, 2, 3))); /* to sys.stdout */
/* "1.23 ms" as IPython's timing magics write a duration in seconds. */
struct TextBuffer;
void magic_append_duration(struct TextBuffer *text, double seconds, int precision);
double magic_wall_clock(void); /* seconds, monotonic */
void magic_synchronize(Thread *thread); /* wait for devices in use */
/* The text of a path that may begin with ~ and be quoted; owned C string or NULL with an exception. */
char *magic_path(Thread *thread, const char *text);
/* Run `source` in the user's namespace; its last expression's value is the result (None when there is none). */
extern const Magic magic_shell_command; /* !command */

Value magic_execute(Thread *thread, const MagicCall *call, const char *source, size_t length);
/* The same as a cell of its own: tracebacks show its lines as the session's. */
Value magic_execute_as_cell(Thread *thread, const MagicCall *call, const char *source, size_t length);

/* Run a shell command; its output goes to the front end as it comes. Returns the exit status, minus the signal's
 * number when it was killed, or -1000 with an exception set. `input` may be NULL. *interrupted: an interrupt came, which was
 * the program's. */
int magic_shell(Thread *thread, const char *const *words, const char *input, size_t input_length,
                struct TextBuffer *standard_output, struct TextBuffer *standard_error, bool *interrupted);

#endif
