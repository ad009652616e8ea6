/* The Interpreter, its Threads and its front end. There is no other mutable state: both are passed along.
 *
 * One Thread runs at a time; an interrupt, a limit or a message for the interpreter only sets `attention`, which
 * the VM polls at function entry and backward jumps and long natives poll through thread_poll. */
#ifndef KERNEL_OBJECTS_INTERPRETER_H
#define KERNEL_OBJECTS_INTERPRETER_H

#include "kernel/objects/core/object.h"

#include <signal.h>
#include <stdatomic.h>

typedef struct Frame Frame;         /* language/frame.h */
typedef struct StringTable StringTable;
typedef struct Builtins Builtins;   /* objects/builtins.h: every built-in type by name, the common exceptions, interned names */
typedef struct Session Session;     /* language/session.h: the notebook's cells, In and Out */
typedef struct ArrayContext ArrayContext;

/* What a session shows and asks: filled by the kernel's shell, `run`, `repl` and the notebook runner. Every
 * function may be NULL. Text is UTF-8 with its length. All are called on the interpreter's thread. */
typedef struct FrontEnd {
    void *context;
    void (*write)(void *context, bool is_error, const char *text, size_t length); /* stdout or stderr */
    void (*flush)(void *context);
    /* data and metadata: dict of MIME type -> str, or JSON-like values; transient: None, or a dict with "display_id" and more. */
    void (*display)(void *context, Thread *thread, Value data, Value metadata, Value transient, bool update);
    void (*result)(void *context, Thread *thread, int64_t execution_count, Value data, Value metadata); /* Out[n] */
    void (*clear_output)(void *context, bool wait);
    /* The line without its newline, owned (memory_release); NULL with the exception set (EOFError, KeyboardInterrupt,
     * StdinNotImplementedError). */
    char *(*input)(void *context, Thread *thread, const char *prompt, bool password);
    void (*page)(void *context, Thread *thread, Value data, int64_t start);                   /* pager payload */
    void (*set_next_input)(void *context, const char *text, bool replace);
    void (*publish)(void *context, Thread *thread, const char *message_type, Value content); /* a message of another kind */
    /* What only it knows, by name: "parent" (the request as a dict), "session", "key", "connection_file", "ports". Owned. */
    Value (*describe)(void *context, Thread *thread, const char *what);
    /* An error as a failing cell shows it; lines: a list of str. NULL: it is written to stderr. */
    void (*error)(void *context, Thread *thread, const char *name, const char *value, Value lines);
    bool is_interactive; /* a notebook or a terminal, not a script */
    bool is_capture;     /* results are kept for later: one that cannot be shown does not fail the cell */
    /* sys.stdout and sys.stderr are this process's own descriptors, streams as io makes them (and so is sys.stdin, when there
     * is no `input`): a script, a terminal. `write` is for what is said when they are gone. */
    bool has_descriptors;
} FrontEnd;

struct Thread {
    Interpreter *interpreter;
    Value exception;      /* the one being raised: an instance, or absent */
    Value handled;        /* what sys.exc_info() sees: innermost exception being handled, or absent */
    Frame *frame;         /* innermost, or NULL */
    uint32_t depth;       /* of nested calls; limited by interpreter->recursion_limit */
    char *stack_limit;    /* C stack: below this address RecursionError is raised */
    Value *stack;         /* the value stack of the VM; owned by language/run/vm.c */
    size_t stack_used, stack_size;
    Thread *next;
    Value context;        /* contextvars: the current one, or absent until it is needed */
    Value output_owner;   /* whose output this is, for the front end: threads and contexts inherit it; or absent */
    struct Tracer *tracer; /* language/tracing.h; NULL: sys.settrace and sys.setprofile were not called here */
    Value first_iteration, finalizer; /* sys.set_asyncgen_hooks(), or absent */
    struct ThreadSlot *slots; /* what modules keep for each thread: thread_slot() */
};

/* What runs in every cell of a kernel and goes on between them; absent until a module sets it. */
typedef struct CellLoop {
    Value loop, turn; /* turn(): let what is ready go on; the seconds until it wants to be called again, or None */
    Value wake;       /* wake(): what waits in the loop looks again */
    int descriptor;   /* readable when something is ready */
} CellLoop;

struct PackRecord;

/* What others may want to hear of: they say so once, by interpreter_on(), and are called in that order on the thread that
 * it happens on. */
typedef enum InterpreterEvent {
    EVENT_ATTENTION,    /* `attention` was set: whatever else it may mean */
    EVENT_SIGNAL,       /* on the main thread: a signal has arrived that has a handler in Python */
    EVENT_POSTED,       /* on the main thread: has_posted is set */
    EVENT_LOOK,         /* somebody looks: clocks are read, text is written, filters of warnings change, a cell ends */
    EVENT_BODY_END,     /* while *has_pending: a body ends whose handlers may want the exceptions of what was put off */
    EVENT_CELL_END,     /* figures are to be shown */
    EVENT_WAIT,         /* all devices' work is to be waited for */
    EVENT_IDLE,         /* nobody has asked for anything for a while: memory that is kept for later may go back */
    EVENT_END,          /* the program ends, and everything is still there */
    EVENT_MODULES_GONE, /* what holds Values where the collector does not see them lets them go */
    EVENT_COUNT
} InterpreterEvent;

typedef bool EventFunction(Thread *thread, void *context); /* false: an exception is set, and nobody behind it hears */

/* What the language offers to rooms that do not know it. */
typedef struct LanguageFunctions {
    Value (*run_packed)(Thread *thread, const struct PackRecord *module, Dict *globals); /* None */
    /* The display bundle and, unless NULL, its metadata (an owned dict): session_format_filtered. */
    Value (*format_value)(Thread *thread, Value value, Value include, Value exclude, Value *metadata);
    bool (*set_tracing)(Thread *thread, Value function, bool is_profile);
    Value (*get_tracing)(const Thread *thread, bool is_profile);
    Value (*call_tracing)(Thread *thread, Value function, struct Tuple *arguments);
    void (*end_tracing)(Thread *thread);
} LanguageFunctions;

struct Interpreter {
    struct InterpreterLock *lock; /* who may run; NULL until a second thread starts (threads.c) */
    StringTable *strings;       /* interned strings */
    Builtins *builtins;
    Dict *builtin_names;        /* the builtins module's dict */
    Dict *modules;              /* sys.modules */
    Value system_module;
    List *path;                 /* sys.path */
    Thread *main;
    Thread *running;            /* the one that holds the interpreter: set when it is handed over */
    struct ObjectsState *objects; /* private to objects/: objects_state.h */
    FrontEnd front_end;
    Session *session;
    ArrayContext *arrays;       /* made at the first import of numpy or cupy */
    uint32_t recursion_limit;
    uint32_t next_type_version, next_keys_version;
    uint64_t nan_count;         /* identities given to nans: objects/float.c */
    atomic_bool attention;      /* something to look at: the VM calls thread_attend */
    atomic_bool interrupted;    /* SIGINT or interrupt_request arrived */
    atomic_bool signal_arrived; /* one for which there is a handler in Python */
    atomic_bool has_posted;     /* something waits for the main thread */
    bool (*take_signal)(Interpreter *interpreter, int number); /* from any thread or signal handler; NULL: nobody does */
    int exit_status;            /* of sys.exit() */
    int optimization;           /* python -O: assertions are left out; -OO: docstrings too */
    bool exit_requested;
    bool lookup_failed;         /* a type's members could not be made: what was not found may well be there */
    size_t memory_limit;        /* bytes, 0: none */
    struct GarbageCollector *collector;
    struct EventListener *listeners[EVENT_COUNT];
    struct ModuleState *module_states; /* per-module native state: module_state() */
    int argument_count;
    char **arguments;           /* sys.argv of `cupola run` */
    const char *program;        /* path of the running program */
    bool is_unbuffered;         /* python -u: the streams of has_descriptors hold nothing back */
    bool runs_cells;            /* a kernel or a notebook: asyncio's loop runs in every cell, and between them */
    CellLoop cell_loop;
    const bool *has_pending; /* work was put off, for EVENT_LOOK and EVENT_BODY_END; never NULL */
    const LanguageFunctions *language; /* set when it starts */
    bool is_ending; /* nothing more is imported */
    bool is_copy;   /* of a process: no thread waits for signals any more, they come to its own */
    bool (*show_value)(Thread *thread, Value value); /* sys.displayhook of a running session; NULL: as the plain interpreter */
    Value first_display_hook; /* sys.displayhook as sys begins with it, or absent before that */
    struct Profiler *profiler;      /* language/profile.c: while it runs, `attention` stays set; NULL: none */
    struct Profiler *line_profiler; /* the one that line_hook tells */
    /* Called by OP_LINE, which only code compiled for line timing has. */
    bool (*line_hook)(Thread *thread, Frame *frame, int line, bool counted);
};

Interpreter *interpreter_new(const FrontEnd *front_end); /* NULL: no memory */
void interpreter_delete(Interpreter **interpreter);

/* A signal that a thread of ours has waited for: true when Python code has set what happens then. */
static inline bool interpreter_signal(Interpreter *interpreter, int number) {
    return interpreter->take_signal && interpreter->take_signal(interpreter, number);
}
/* Ask for attention from any thread or signal handler. A handler of the program's own is called when the VM looks next: what
 * computes meanwhile is not cut short. */
static inline void interpreter_interrupt(Interpreter *interpreter) {
    if (interpreter_signal(interpreter, SIGINT)) return;
    atomic_store(&interpreter->interrupted, true);
    atomic_store(&interpreter->attention, true);
}
/* What the flag asks for: raises KeyboardInterrupt (false) when interrupted. */
bool thread_attend(Thread *thread);
static inline bool thread_poll(Thread *thread) {
    return !atomic_load_explicit(&thread->interpreter->attention, memory_order_relaxed) || thread_attend(thread);
}
/* The same function and context twice count once. False: no memory. Those that go are not called any more. */
bool interpreter_on(Interpreter *interpreter, InterpreterEvent event, EventFunction *function, void *context);
void interpreter_off(Interpreter *interpreter, InterpreterEvent event, EventFunction *function, void *context);
/* Tell all who want to hear of it. False: an exception, as one of them has left it. */
bool interpreter_tell_listeners(Thread *thread, InterpreterEvent event);
static inline bool interpreter_tell(Thread *thread, InterpreterEvent event) {
    return !thread->interpreter->listeners[event] || interpreter_tell_listeners(thread, event);
}
static inline void thread_finish_pending(Thread *thread) { interpreter_tell(thread, EVENT_LOOK); }

/* What a module keeps for each thread; `key` is any unique address. Borrowed; absent until it was set. */
Value thread_slot(const Thread *thread, const void *key);
bool thread_set_slot(Thread *thread, const void *key, Value value); /* the value is taken over, also on failure: no memory */
/* Around a call of the system that may wait: other Python threads run meanwhile. No Value may be touched between the two.
 * Nothing happens while there is only one thread. */
void thread_block(Thread *thread);
void thread_unblock(Thread *thread);
/* The limit of the C stack of the calling thread: for a new Thread, on it. */
void thread_find_stack(Thread *thread);
/* Let go of the Values that a Thread holds apart from its stack and exception. */
void thread_clear_values(Thread *thread);
/* Guard a recursive C function: false with RecursionError set when too deep. */
bool thread_enter(Thread *thread, const char *where); /* where: " while calling a Python object", or "" */
static inline void thread_leave(Thread *thread) { thread->depth--; }
/* The same for what may nest deeper than recursion_limit, as long as the C stack lasts: no thread_leave behind it. */
static inline bool thread_has_stack(Thread *thread) { return (char *)__builtin_frame_address(0) > thread->stack_limit; }
bool raise_stack_exhausted(Thread *thread, const char *where); /* as thread_enter */
/* Asked wherever a value may hand the request on to another: methods of methods, proxies of proxies, slots that are set to
 * objects of their own class. False with RecursionError set. */
static inline bool thread_may_nest(Thread *thread) { return thread_has_stack(thread) || raise_stack_exhausted(thread, ""); }
Value thread_frame_value(Thread *thread, int64_t depth); /* sys._getframe(): owned; None when there are not so many */

/* Let asyncio's tasks go on, without waiting: the seconds until they want it again, negative when only the descriptor tells. */
double interpreter_turn_loop(Thread *thread);

/* Native state of a module (a random generator, the list of figures): made once an interpreter.
 * `key` is any unique address; release is called at the end. NULL when not set yet. */
void *interpreter_state(Interpreter *interpreter, const void *key);
bool interpreter_set_state(Interpreter *interpreter, const void *key, void *state, void (*release)(void *));
/* The same, released after the others: what they hold may need it to die. */
bool interpreter_set_lasting_state(Interpreter *interpreter, const void *key, void *state, void (*release)(void *));

/* Text to the front end through Python's own sys.stdout / sys.stderr when they were replaced. */
bool interpreter_write(Thread *thread, bool is_error, const char *text, size_t length);
/* Send what sys.stdout and sys.stderr hold back; what goes wrong is nobody's concern. */
void interpreter_flush(Thread *thread);

#endif
