/* Exceptions: raising, catching, the tree of built-in classes. */
#ifndef KERNEL_OBJECTS_EXCEPTION_H
#define KERNEL_OBJECTS_EXCEPTION_H

#include "base/error.h"
#include "kernel/objects/core/object.h"

/* name, base, docstring; the whole built-in tree. builtins->exception_<name> is its Type*. */
#define BUILTIN_EXCEPTIONS(X)                                                                                         \
    X(Exception, BaseException, "What programs raise and catch; only signals to end (SystemExit and the like) stand beside it.")\
    X(SystemExit, BaseException, "Ends the program with a status: what sys.exit() raises.")                           \
    X(KeyboardInterrupt, BaseException, "Raised in the running code when the user interrupts it.")                    \
    X(GeneratorExit, BaseException, "Raised inside a generator or coroutine that is closed.")                         \
    X(BaseExceptionGroup, BaseException, "Several exceptions, of any kind, raised together.")                         \
    X(StopIteration, Exception, "The end of an iterator; value is what a generator returned.")                        \
    X(StopAsyncIteration, Exception, "The end of an asynchronous iterator.")                                          \
    X(ArithmeticError, Exception, "What goes wrong in arithmetic.")                                                   \
    X(FloatingPointError, ArithmeticError, "A floating-point operation failed.")                                      \
    X(OverflowError, ArithmeticError, "A number is too large for what it is meant for.")                              \
    X(ZeroDivisionError, ArithmeticError, "A division or remainder by zero.")                                         \
    X(AssertionError, Exception, "An assert statement that does not hold.")                                           \
    X(AttributeError, Exception, "An object has no such attribute, or it cannot be set.")                             \
    X(BufferError, Exception, "An object's bytes cannot be lent or changed as asked.")                                \
    X(EOFError, Exception, "The input ended before anything was read.")                                               \
    X(ImportError, Exception, "A module, or a name in it, cannot be imported.")                                       \
    X(ModuleNotFoundError, ImportError, "There is no module of this name.")                                           \
    X(LookupError, Exception, "A key or an index that leads nowhere.")                                                \
    X(IndexError, LookupError, "An index outside of the sequence.")                                                   \
    X(KeyError, LookupError, "A key that a mapping does not have.")                                                   \
    X(MemoryError, Exception, "There is not enough memory.")                                                          \
    X(NameError, Exception, "A name that nothing defines.")                                                           \
    X(UnboundLocalError, NameError, "A function's own variable was used before it had a value.")                      \
    X(OSError, Exception, "A call of the system failed: errno, strerror and the file names tell how.")                \
    X(BlockingIOError, OSError, "An operation would have to wait on a stream that does not.")                         \
    X(ChildProcessError, OSError, "An operation on a child process failed.")                                          \
    X(ConnectionError, OSError, "What goes wrong with connections.")                                                  \
    X(BrokenPipeError, ConnectionError, "Nobody reads what was written.")                                             \
    X(ConnectionAbortedError, ConnectionError, "The connection was given up.")                                        \
    X(ConnectionRefusedError, ConnectionError, "Nobody takes the connection at the other end.")                       \
    X(ConnectionResetError, ConnectionError, "The other end cut the connection.")                                     \
    X(FileExistsError, OSError, "A file or folder of this name is there already.")                                    \
    X(FileNotFoundError, OSError, "There is no file or folder of this name.")                                         \
    X(InterruptedError, OSError, "A signal cut a call of the system short.")                                          \
    X(IsADirectoryError, OSError, "A file is needed, and this is a folder.")                                          \
    X(NotADirectoryError, OSError, "A folder is needed, and this is none.")                                           \
    X(PermissionError, OSError, "The rights that this needs are missing.")                                            \
    X(ProcessLookupError, OSError, "There is no such process.")                                                       \
    X(TimeoutError, OSError, "It took longer than allowed.")                                                          \
    X(ReferenceError, Exception, "A weak proxy was used after its object had gone.")                                  \
    X(RuntimeError, Exception, "An error that no other class describes.")                                             \
    X(NotImplementedError, RuntimeError, "Something that is still to be written, by a subclass perhaps.")             \
    X(RecursionError, RuntimeError, "Calls are nested too deeply.")                                                   \
    X(SyntaxError, Exception, "Source that is no Python: filename, lineno and offset tell where, msg tells why.")     \
    X(IndentationError, SyntaxError, "Lines that are not indented as they must be.")                                  \
    X(_IncompleteInputError, SyntaxError, "Source that ends too early.")                                              \
    X(TabError, IndentationError, "Tabs and spaces mixed so that the indentation is not clear.")                      \
    X(SystemError, Exception, "A fault inside the interpreter.")                                                      \
    X(TypeError, Exception, "An operation on an object of the wrong type.")                                           \
    X(ValueError, Exception, "An argument of the right type with a value that will not do.")                          \
    X(UnicodeError, ValueError, "What goes wrong between text and bytes.")                                            \
    X(UnicodeDecodeError, UnicodeError, "Bytes that the encoding does not know.")                                     \
    X(UnicodeEncodeError, UnicodeError, "Characters that the encoding does not have.")                                \
    X(UnicodeTranslateError, UnicodeError, "Characters that cannot be translated.")                                   \
    X(Warning, Exception, "The root of the categories of warnings.")                                                  \
    X(BytesWarning, Warning, "Bytes compared with or shown as text.")                                                 \
    X(DeprecationWarning, Warning, "For programmers: something will go away.")                                        \
    X(EncodingWarning, Warning, "A text file opened without naming its encoding.")                                    \
    X(FutureWarning, Warning, "For users: something will work differently.")                                          \
    X(ImportWarning, Warning, "Something odd while a module was imported.")                                           \
    X(PendingDeprecationWarning, Warning, "For programmers: something is going to be deprecated.")                    \
    X(ResourceWarning, Warning, "A file or the like that was not closed.")                                            \
    X(RuntimeWarning, Warning, "Doubtful behaviour while the program runs.")                                          \
    X(SyntaxWarning, Warning, "Doubtful source.")                                                                     \
    X(UnicodeWarning, Warning, "Something odd about text and bytes.")                                                 \
    X(UserWarning, Warning, "What warnings.warn() uses unless told otherwise.")

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
/* An AttributeError that is set and does not say whose attribute it is learns it: for the hints. */
void attribute_error_complete(Thread *thread, Value object, String *name);
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
/* What is left of a group when only the exceptions in these parts of it stay, as it is built; None when nothing is. */
Value exception_group_projection(Thread *thread, Value group, const List *parts);
/* An exception where there is nobody to tell (a finalizer, a callback): shown on stderr, cleared. */
void exception_report_unraisable(Thread *thread, Value source);
/* As an uncaught exception is printed on sys.stderr, with this traceback (or None) in place of its own. */
void exception_show(Thread *thread, Value exception, Value traceback);
/* As warnings.warn: category by type, the line of the running frame. false: the filter made it an error. */
bool warn_format(Thread *thread, Type *category, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
