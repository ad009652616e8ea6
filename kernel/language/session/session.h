/* A session: the cells of a notebook or the lines of a terminal, their namespace, In and Out.
 *
 * A cell goes: input_transform (magics, prompts) -> parse -> compile -> run; the value of a last expression is
 * shown through the front end's `result` unless the cell ends in ';'. The shell, `run`, `repl` and the notebook
 * runner all use this one door. */
#ifndef KERNEL_LANGUAGE_SESSION_H
#define KERNEL_LANGUAGE_SESSION_H

#include "kernel/language/cell/is_complete.h"
#include "kernel/objects/core/interpreter.h"

struct CellResult;

typedef struct CellOptions {
    bool silent;        /* no result shown, no history, no count */
    bool store_history; /* In, Out, _ and the execution count advance */
    bool is_terminal;   /* echo every expression statement, as a terminal does (repl) */
    /* Called for a cell that failed, before the figures that it leaves open are shown: the error comes first. */
    void (*show_error)(void *context, const struct CellResult *result);
    void *context;
} CellOptions;

/* How a cell ended. Strings are UTF-8 and owned: cell_result_clear. */
typedef struct CellResult {
    bool succeeded;
    int64_t execution_count;
    char *error_name;     /* "ZeroDivisionError" */
    char *error_value;    /* its text */
    char **traceback;     /* lines with ANSI colours, as IPython's */
    size_t traceback_count;
    bool exit_requested;  /* exit() or quit() */
} CellResult;

Session *session_new(Interpreter *interpreter); /* sets interpreter->session; NULL: no memory */
void session_delete(Session **session);
Dict *session_namespace(Session *session);      /* the user's globals: __main__'s dict */
bool session_restore_names(Session *session, Thread *thread); /* In, Out, _dh, exit and the like, where they are gone */
bool session_know_folders(Session *session, Thread *thread);  /* _dh has the folder that the session began in */
bool session_forget_folders(Session *session, Thread *thread, bool begins_anew); /* _dh is empty, or has the present folder */
bool session_forget_results(Session *session, Thread *thread); /* _, __ and ___ are empty again */
int64_t session_execution_count(const Session *session); /* of the next cell */
int64_t session_running_count(const Session *session);   /* of the cell that runs, or ran last */
bool session_run_cell(Session *session, Thread *thread, const char *source, size_t length, CellOptions options,
                      CellResult *result); /* false: no memory for even the result */
void cell_result_clear(CellResult *result);
unsigned *session_futures(Session *session); /* FUTURE_... of ast.h: what cells have imported, which holds for the next */
/* language_evaluate for the text of a magic, which is compiled as cells are: with what they have imported from __future__. */
Value session_evaluate(Session *session, Thread *thread, const char *source, size_t length, const char *file, const char *mode,
                       Dict *globals, Value locals);
/* Evaluate one expression for user_expressions: the value's display bundle (dict), owned, or absent with an exception. */
Value session_evaluate_display(Session *session, Thread *thread, const char *expression, size_t length);
/* Fill `result` from the exception that is set (and clear it), as IPython would show it. */
void session_describe_exception(Session *session, Thread *thread, CellResult *result);

/* Completion: matches replace source[start, end), in code points. Types as Jupyter's: "function", "module", ... */
typedef struct Completion {
    char *text;
    const char *type;  /* static */
    char *signature;   /* may be NULL */
} Completion;
typedef struct Completions {
    Completion *items;
    size_t count;
    size_t start, end;
} Completions;
bool session_complete(Session *session, Thread *thread, const char *source, size_t length, size_t cursor,
                      Completions *completions); /* never leaves an exception set */
void completions_clear(Completions *completions);

/* Inspection: text of `name?` (detail 0) or `name??` (1) for the name at the cursor; NULL when nothing is found. Owned. */
char *session_inspect(Session *session, Thread *thread, const char *source, size_t length, size_t cursor,
                      int detail);

/* What the user changes by %xmode, %config, %pprint, %precision, %automagic; and what the magics hang in. */
typedef struct SessionSettings {
    const char *traceback_mode; /* "Context", "Plain", "Verbose", "Minimal" */
    const char *interactivity;  /* "last_expr", "all", "last_expr_or_assign", "none", "last": what a cell shows */
    bool plain_repr;            /* Out[n] by repr() alone */
    bool refuses_await;         /* %autoawait off: await at the top of a cell is an error */
    char *float_format;         /* for floats in Out[n], "%.3f"; owned, NULL: repr() */
    /* A last look at a cell of one line: automagic. Owned text, or NULL: it stays as it is. */
    char *(*rewrite_line)(Thread *thread, const char *source);
    /* Around every cell that is not silent; absent, or callables: (source, store_history) and (source, error). */
    Value before_cell, after_cell;
    Value on_error; /* absent, or a callable that gets what a cell raised: true when it has told of it */
    Value display_hook; /* get_ipython().displayhook, once somebody has asked for it; or absent */
    Value formatter; /* get_ipython().display_formatter, once somebody has asked for it; or absent */
} SessionSettings;
/* Show an error as one of a cell's, which goes on: the front end's way, or on stderr. `mode` NULL: the session's. */
void session_show_exception(Thread *thread, Value exception, const char *mode);
void session_remember_exception(Session *session, Thread *thread, Value exception); /* for %tb, %debug, sys.last_value */
SessionSettings *session_settings(Session *session);
Value session_last_shown(const Session *session); /* the last result of the last cell: borrowed, absent when it had none */
Value session_last_exception(const Session *session); /* of the last cell that failed: borrowed, absent when none did */

Completeness session_check_complete(const char *source, size_t length, int *indent);

/* A mimebundle dict for a value as IPython's formatters make it: text/plain always, and _repr_html_, _repr_png_,
 * _repr_svg_, _repr_latex_, _repr_markdown_, _repr_json_, _repr_mimebundle_ where the value has them. */
Value session_format_value(Thread *thread, Value value, Value *metadata); /* metadata: an owned dict, or NULL */
/* The same of types that are in `include`, not in `exclude`: None, a type or a collection of types. */
Value session_format_filtered(Thread *thread, Value value, Value include, Value exclude, Value *metadata);
/* IPython's pretty printer: what Out[n] prints as text/plain (long lists and dicts broken over lines). */
Value session_pretty(Thread *thread, Value value);
/* The same with what get_ipython().display_formatter.formatters['text/plain'] was told. Values may be absent. */
typedef struct PrettyOptions {
    size_t width, most;   /* of a line; of the items that a container shows, 0: all */
    Value printers;       /* {class: function(value, printer, cycle)} */
    Value named;          /* {(module, class): function}: goes into `printers` when such a class is met */
    Value singletons;     /* {id: function} */
    Value usual;          /* the function that stands for what is done anyhow */
    const char *float_format, *newline; /* NULL: the usual */
    bool is_verbose;      /* plain objects with their attributes */
} PrettyOptions;
Value session_pretty_with(Thread *thread, Value value, const PrettyOptions *options);

/* Run a program file as `python FILE`: __main__, sys.argv, sys.path[0]. Returns the exit status; a traceback goes to
 * stderr in CPython's plain form. */
int session_run_file(Interpreter *interpreter, const char *path);
enum { SESSION_INTERRUPTED = -2 }; /* in place of an exit status: nobody caught a KeyboardInterrupt */
/* The end of a program: its threads are waited for (if `waits`), what atexit was told is called. */
void session_finish(Interpreter *interpreter, bool waits);
int session_run_text(Interpreter *interpreter, const char *text, const char *file); /* the same for a text */
/* Everything that runs source: exec(), eval(), %run, import. `mode` "exec", "eval" or "single". */
Value language_evaluate(Thread *thread, const char *source, size_t length, const char *file, const char *mode,
                        Dict *globals, Value locals);

#endif
