/* Exceptions: raising, catching, the tree of built-in classes. */
#ifndef KERNEL_OBJECTS_EXCEPTION_H
#define KERNEL_OBJECTS_EXCEPTION_H

#include "base/error.h"
#include "kernel/objects/object.h"

/* name, base; the whole built-in tree. builtins->exception_<name> is its Type*. */
#define BUILTIN_EXCEPTIONS(X)                                                                              \
    X(Exception, BaseException) X(SystemExit, BaseException) X(KeyboardInterrupt, BaseException)           \
    X(GeneratorExit, BaseException) X(BaseExceptionGroup, BaseException)                                   \
    X(StopIteration, Exception) X(StopAsyncIteration, Exception) X(ArithmeticError, Exception)             \
    X(FloatingPointError, ArithmeticError) X(OverflowError, ArithmeticError)                               \
    X(ZeroDivisionError, ArithmeticError) X(AssertionError, Exception) X(AttributeError, Exception)        \
    X(BufferError, Exception) X(EOFError, Exception) X(ImportError, Exception)                             \
    X(ModuleNotFoundError, ImportError) X(LookupError, Exception) X(IndexError, LookupError)               \
    X(KeyError, LookupError) X(MemoryError, Exception) X(NameError, Exception)                             \
    X(UnboundLocalError, NameError) X(OSError, Exception) X(BlockingIOError, OSError)                      \
    X(ChildProcessError, OSError) X(ConnectionError, OSError) X(BrokenPipeError, ConnectionError)          \
    X(ConnectionAbortedError, ConnectionError) X(ConnectionRefusedError, ConnectionError)                  \
    X(ConnectionResetError, ConnectionError) X(FileExistsError, OSError) X(FileNotFoundError, OSError)     \
    X(InterruptedError, OSError) X(IsADirectoryError, OSError) X(NotADirectoryError, OSError)              \
    X(PermissionError, OSError) X(ProcessLookupError, OSError) X(TimeoutError, OSError)                    \
    X(ReferenceError, Exception) X(RuntimeError, Exception) X(NotImplementedError, RuntimeError)           \
    X(RecursionError, RuntimeError) X(SyntaxError, Exception) X(IndentationError, SyntaxError)             \
    X(TabError, IndentationError) X(SystemError, Exception) X(TypeError, Exception)                        \
    X(ValueError, Exception) X(UnicodeError, ValueError) X(UnicodeDecodeError, UnicodeError)               \
    X(UnicodeEncodeError, UnicodeError) X(UnicodeTranslateError, UnicodeError) X(Warning, Exception)       \
    X(BytesWarning, Warning) X(DeprecationWarning, Warning) X(EncodingWarning, Warning)                    \
    X(FutureWarning, Warning) X(ImportWarning, Warning) X(PendingDeprecationWarning, Warning)              \
    X(ResourceWarning, Warning) X(RuntimeWarning, Warning) X(SyntaxWarning, Warning)                       \
    X(UnicodeWarning, Warning) X(UserWarning, Warning)

/* One step of a traceback, innermost last as Python shows it; filled by the VM as frames unwind. */
typedef struct TracebackEntry {
    String *file;      /* "<ipython-input-3-...>" style name of the cell, or a path */
    String *function;
    int line, column, end_line, end_column; /* columns are byte offsets, -1: unknown */
    Value code;        /* the code object, for source lookup */
} TracebackEntry;

typedef struct Exception {
    Object object;
    Dict *attributes;
    Tuple *arguments;
    Value cause, context;  /* absent: none */
    bool suppress_context;
    Value traceback;       /* traceback object, or absent */
    Value extra[8];        /* members of the built-in subclasses: StopIteration.value, OSError.errno, ... by class */
} Exception;

/* Raise: set thread->exception to a new instance. Return VALUE_ABSENT, so that `return raise_value(...)` works;
 * the _false forms return false. `type_name` forms find the built-in class by its C identifier. */
Value raise_format(Thread *thread, Type *type, const char *format, ...) __attribute__((format(printf, 3, 4)));
Value raise_type_error(Thread *thread, const char *format, ...) __attribute__((format(printf, 2, 3)));
Value raise_value_error(Thread *thread, const char *format, ...) __attribute__((format(printf, 2, 3)));
Value raise_index_error(Thread *thread, const char *format, ...) __attribute__((format(printf, 2, 3)));
Value raise_attribute_error(Thread *thread, Value object, String *name); /* "'x' object has no attribute 'y'", name/obj set */
Value raise_attribute_error_format(Thread *thread, Value object, String *name, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
Value raise_key_error(Thread *thread, Value key);
Value raise_name_error(Thread *thread, String *name);
Value raise_overflow_error(Thread *thread, const char *format, ...) __attribute__((format(printf, 2, 3)));
Value raise_zero_division(Thread *thread, const char *message);
Value raise_runtime_error(Thread *thread, const char *format, ...) __attribute__((format(printf, 2, 3)));
Value raise_no_memory(Thread *thread); /* a preallocated MemoryError */
Value raise_stop_iteration(Thread *thread, Value value);
Value raise_os_error(Thread *thread, int number, const char *path); /* errno's subclass and wording; path may be NULL */
/* The same with the paths as the caller had them, str or bytes; `second` may be absent. */
Value raise_os_error_of(Thread *thread, int number, Value first, Value second);
Value raise_instance(Thread *thread, Value instance);               /* retains; context chained as `raise` does */
Value raise_error(Thread *thread, Error *error); /* class found by error->kind (dotted names import-free); clears it */
/* The exception that is set becomes the __cause__ of a new one. */
void exception_replace_with_cause(Thread *thread, Type *type, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Register a class so that raise_error finds it: "numpy.linalg.LinAlgError". */
bool exception_register(Thread *thread, const char *kind, Type *type);

bool exception_is_set(const Thread *thread);
bool exception_matches(Thread *thread, Type *type);         /* the one set is an instance of type */
bool exception_matches_value(Thread *thread, Value instance, Value class_or_tuple, bool *matches);
Value exception_take(Thread *thread);                       /* owned; none set afterwards */
void exception_restore(Thread *thread, Value instance);     /* takes over */
void exception_clear(Thread *thread);
/* An exception where there is nobody to tell (a finalizer, a callback): shown on stderr, cleared. */
void exception_report_unraisable(Thread *thread, Value source);
/* As an uncaught exception is printed on sys.stderr, with this traceback (or None) in place of its own. */
void exception_show(Thread *thread, Value exception, Value traceback);
/* As warnings.warn: category by type, the line of the running frame. false: the filter made it an error. */
bool warn_format(Thread *thread, Type *category, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
