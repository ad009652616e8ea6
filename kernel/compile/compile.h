/* From a Python function and the types of its arguments to compiled code: the face of kernel/compile.
 *
 *     CompileContext          one an interpreter: types, trees of functions, LLVM
 *     compile_function        a function, argument types, options -> Compiled
 *     CompileHost             what the room of arrays tells about values: this room knows no ndarray
 *
 * Types (type.h), guards (who calls chooses a Compiled by its arguments) and code are apart. */
#ifndef KERNEL_COMPILE_COMPILE_H
#define KERNEL_COMPILE_COMPILE_H

#include "arraylib/ir.h"
#include "kernel/compile/type.h"
#include "kernel/language/run/function.h"
#include "kernel/objects/core/interpreter.h"

typedef struct CompileContext CompileContext;

/* An array as compiled code sees it. */
typedef struct HostArray {
    const CompileType *type;
    char *data;
    const int64_t *shape, *strides; /* in bytes */
} HostArray;

/* A function that is compiled where it is called. */
typedef struct HostFunction {
    Function *function;
    const struct CompileOptions *options;
    Value self; /* bound to it: its first argument; or absent */
} HostFunction;

typedef struct CompileHost {
    /* The type of a value that is passed or captured; NULL without an exception: it has none. */
    const CompileType *(*type_of)(CompileContext *context, Thread *thread, Value value);
    bool (*array)(CompileContext *context, Thread *thread, Value value, HostArray *array);
    /* "numpy.sqrt", "math.sqrt", "builtins.len": what a function, class or ufunc is; false: something else. */
    bool (*path)(Thread *thread, Value value, TextBuffer *path);
    const Dtype *(*dtype)(Thread *thread, Value value); /* of np.float64, np.dtype('f8'), float, numba.float64; NULL: none of them */
    bool (*function)(CompileContext *context, Thread *thread, Value value, HostFunction *function);
    /* A function in Python that does what this one does (`implements`, `overload`); absent: there is none. Borrowed. */
    Value (*implementation)(Thread *thread, Value value);
    bool (*number)(Thread *thread, Value value, const Dtype **dtype, IrScalar *scalar); /* of a NumPy scalar */
    void *(*c_function)(const char *name); /* of the rooms above, for code to call: "call_arrays" */
} CompileHost;

typedef enum CompileTarget { COMPILE_HOST, COMPILE_CUDA } CompileTarget;

typedef struct CompileOptions {
    CompileTarget target;
    bool is_emulated, is_debug; /* of a device: no GPU; every index is checked */
    bool is_parallel, fast_math, has_numpy_errors, no_bounds, is_inline, keeps_text;
    bool is_library; /* part of the house: literals stay literal, errors are the caller's */
} CompileOptions;

/* A function for one list of argument types. */
typedef struct Compiled {
    IrModule *module;
    IrProgram *program; /* NULL: the interpreter of IR runs it (no LLVM) */
    IrEntry *entry;
    IrFunction *function;
    const CompileType *result;
    const CompileType **types;
    int count, part_count;  /* arguments, and their parts */
    char *text;             /* with keeps_text: IR and LLVM's */
} Compiled;

CompileContext *compile_context(Thread *thread, const CompileHost *host); /* made at first use; NULL with an exception */
TypeTable *compile_types(CompileContext *context);
/* May code be made here? false: there is no LLVM, and `why` says so. */
bool compile_is_possible(CompileContext *context, const char **why);
/* NULL with the exception set: numba's errors. `result` may be NULL: inferred. */
Compiled *compile_function(CompileContext *context, Thread *thread, Function *function, const CompileType *const *types, int count,
                           const CompileType *result, const CompileOptions *options);
/* What the result would be, without code. */
const CompileType *compile_infer(CompileContext *context, Thread *thread, Function *function, const CompileType *const *types, int count,
                                 const CompileOptions *options);
void compiled_destroy(Compiled *compiled);

/* ---- Running */

/* Memory that compiled code makes: counted, in a list of its run. The owner part of arrays and the like is its address, or 0. */
typedef struct HeapObject HeapObject;
struct HeapObject {
    int64_t count;
    HeapObject *next, *previous; /* NULL: in no list */
    struct CompiledRun *run;
    void (*destroy)(HeapObject *object); /* before the memory goes; NULL: nothing */
    int64_t size;
    _Alignas(16) char bytes[];
};
HeapObject *heap_create(struct CompiledRun *run, int64_t size, bool zeroed); /* NULL: no memory */
void heap_leave_run(HeapObject *object); /* lives on: to be given back by heap_release */
void heap_retain(HeapObject *object);
void heap_release(HeapObject *object);

typedef struct CompiledRun {
    IrRun run;
    Thread *thread;
    HeapObject *live;
    atomic_flag lock;   /* of the list and of what is printed */
    Value raised;       /* an exception that code has made, or absent */
    TextBuffer printed;
} CompiledRun;

void compiled_run_begin(CompiledRun *run, Thread *thread);
/* Calls; arguments[i] points to part i, then to the places of the results' parts. False: an exception is set. */
bool compiled_run_call(CompiledRun *run, const Compiled *compiled, void **arguments);
void compiled_run_end(CompiledRun *run); /* frees what is left */

#endif
