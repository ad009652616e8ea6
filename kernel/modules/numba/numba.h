/* The face of kernel/compile: dispatchers, and what of values compiled code sees. */
#ifndef KERNEL_MODULES_NUMBA_NUMBA_H
#define KERNEL_MODULES_NUMBA_NUMBA_H

#include "kernel/compile/compile.h"
#include "kernel/objects/core/object.h"
#include "kernel/objects/descriptor/native.h"

extern const CompileHost numba_host;
void *numba_c_function(const char *name); /* numeric.c */
extern const ModuleEntry module_numba_compile;
extern const Type dispatcher_type_template;

/* The memory of one part of an argument or result: any scalar, or a pointer. */
typedef union PartMemory {
    int64_t i;
    uint64_t u;
    double f64;
    float f32;
    Complex128 c128;
    void *pointer;
} PartMemory;

typedef struct Specialization {
    struct Specialization *next;
    Compiled *compiled;
    const CompileType **types; /* the compiled function's own list */
    int count;
    int64_t calls;
} Specialization;

typedef struct DispatcherObject {
    Object object;
    Value function;          /* py_func */
    CompileOptions options;
    Specialization *first, *last; /* last: the one that was called last */
    bool is_closed;          /* nothing more is compiled: signatures were given, or disable_compile() */
    bool is_interpreted;     /* no LLVM, object mode, NUMBA_DISABLE_JIT */
    Value failed;            /* called when compiling has failed: fallback(error); absent: the error is raised */
    Dict *attributes;
    struct WeakReference *weak_references;
} DispatcherObject;

/* box.c. Into the parts of an argument; false: it is not of this type (no exception), or an exception. */
bool value_fits_type(Thread *thread, Value value, const CompileType *type);
bool value_unbox(Thread *thread, CompiledRun *run, Value value, const CompileType *type, PartMemory *parts);
/* What code has changed in a list that was passed is changed in it, too. */
bool value_reflect(Thread *thread, const CompileType *type, const PartMemory *parts, const Value *arguments, size_t count);
/* The Value of a result; it takes over what the parts own. */
Value value_box(Thread *thread, const CompileType *type, PartMemory *parts, const Value *arguments, size_t count);
const CompileType *numba_type_of(CompileContext *context, Thread *thread, Value value);

#endif
