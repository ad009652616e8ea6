/* The typed intermediate representation: the public face of arraylib/ir.
 *
 * An IrModule owns everything that is made for it, in one arena: types, structs, constant tables, functions and their
 * values. A function is a tree of blocks; a block is a list of values, each computed once; what changes is kept in
 * variables (VAR, GET, SET) or in memory. ir/README.md tells why, and what every operation computes.
 *
 * Building: functions called ir_build_... append to the builder's block. The module remembers the first error
 * (`module->error`); a failed step gives NULL, and NULL as an operand fails in turn, so one look at the end is enough. */
#ifndef ARRAYLIB_IR_H
#define ARRAYLIB_IR_H

#include "arraylib/core/dtype.h"
#include "arraylib/core/operators.h"
#include "arraylib/core/runtime.h"
#include "arraylib/ir/operations.h"
#include "base/arena.h"
#include "base/error.h"
#include "base/text_buffer.h"

#include <stdatomic.h>

typedef struct IrType IrType;
typedef struct IrValue IrValue;
typedef struct IrBlock IrBlock;
typedef struct IrFunction IrFunction;
typedef struct IrGlobal IrGlobal;
typedef struct IrModule IrModule;

enum {
    IR_RANK_MAX = 32,
    IR_NESTING_MAX = 100,         /* of blocks */
    IR_PARAMETERS_MAX = 256,
    IR_LOCAL_BYTES_MAX = 1 << 20, /* of one function's local memory */
    IR_SHARED_BYTES_MAX = 1 << 18,
    IR_WARP_SIZE = 32,
    IR_PRINT_MAX = 32
};

/* ---- Types: interned in their module, so that equal types are the same pointer. */

typedef enum IrTypeKind { IR_VOID, IR_SCALAR, IR_POINTER, IR_ARRAY, IR_FIXED, IR_STRUCT } IrTypeKind;
typedef enum IrSpace { IR_GLOBAL_SPACE, IR_SHARED_SPACE, IR_CONSTANT_SPACE, IR_LOCAL_SPACE } IrSpace;

typedef struct IrField {
    const char *name;
    const IrType *type;
    int64_t offset;
} IrField;

struct IrType {
    IrTypeKind kind;
    DtypeNumber scalar;    /* SCALAR */
    IrSpace space;         /* POINTER */
    int rank;              /* ARRAY */
    bool contiguous;       /* ARRAY: in C order, without gaps */
    const IrType *element; /* POINTER, ARRAY, FIXED */
    int64_t count;         /* FIXED */
    const char *name;      /* STRUCT */
    const IrField *fields;
    int field_count;
    int64_t size;          /* in memory; of an ARRAY: of its descriptor */
    int alignment;
    const IrType *next;    /* in the module */
};

/* What an ARRAY parameter points to, on the host and (by value) on a GPU: int64_t words after the address: the extents,
 * then the strides in bytes. */
typedef struct IrArrayView {
    void *data;
    int64_t words[2 * IR_RANK_MAX]; /* shape[rank], strides[rank]; only 2 * rank of them are there */
} IrArrayView;

const IrType *ir_void_type(void);
const IrType *ir_scalar_type(DtypeNumber number);
#define IR_TYPE(NAME) ir_scalar_type(DTYPE_##NAME)
const IrType *ir_pointer_type(IrModule *module, const IrType *element, IrSpace space);
const IrType *ir_array_type(IrModule *module, DtypeNumber element, int rank, bool contiguous);
const IrType *ir_fixed_type(IrModule *module, const IrType *element, int64_t count);
/* Names and types are copied; offsets are C's. A struct's name is its own in the module. */
const IrType *ir_struct_type(IrModule *module, const char *name, const IrField *fields, int field_count);
void ir_type_append(TextBuffer *text, const IrType *type);

static inline bool ir_is_scalar(const IrType *type) { return type->kind == IR_SCALAR; }
static inline const Dtype *ir_dtype(const IrType *type) { return &dtypes[type->scalar]; }
static inline char ir_kind(const IrType *type) { return type->kind == IR_SCALAR ? dtypes[type->scalar].kind : '-'; }

/* ---- Values */

typedef enum IrOperation {
#define X(NAME, word, operands, rule, kinds, traits) IR_##NAME,
    IR_OPERATIONS(X)
#undef X
        IR_OPERATION_COUNT
} IrOperation;

typedef enum IrMath {
#define X(name, operands, result, kinds) IR_MATH_##name,
    IR_MATH_FUNCTIONS(X)
#undef X
        IR_MATH_COUNT
} IrMath;

typedef enum IrPlace {
#define X(NAME, word, cuda) IR_##NAME,
    IR_THREAD_PLACES(X)
#undef X
        IR_PLACE_COUNT
} IrPlace;

typedef enum IrAtomic {
#define X(NAME, word, cuda) IR_ATOMIC_##NAME,
    IR_ATOMICS(X)
#undef X
        IR_ATOMIC_COUNT
} IrAtomic;

typedef enum IrShuffle {
#define X(NAME, word, cuda) IR_SHUFFLE_##NAME,
    IR_SHUFFLES(X)
#undef X
        IR_SHUFFLE_COUNT
} IrShuffle;

typedef enum IrVote {
#define X(NAME, word, cuda) IR_VOTE_##NAME,
    IR_VOTES(X)
#undef X
        IR_VOTE_COUNT
} IrVote;

typedef enum IrFence {
#define X(NAME, word, cuda) IR_FENCE_##NAME,
    IR_FENCES(X)
#undef X
        IR_FENCE_COUNT
} IrFence;

/* One scalar or pointer. Integers are kept sign- or zero-extended to 64 bits, a bool as 0 or 1. */
typedef union IrScalar {
    int64_t i;
    uint64_t u;
    float16_bits f16;
    float f32;
    double f64;
    Complex64 c64;
    Complex128 c128;
    void *pointer;
} IrScalar;

struct IrValue {
    IrOperation operation;
    int detail;         /* MATH, THREAD, ATOMIC, SHUFFLE, VOTE, FENCE: which; SHAPE, STRIDE: the axis; FIELD: which */
    const IrType *type; /* void for what gives nothing */
    int operand_count;
    int line;           /* in the user's source; 0: unknown */
    int number;         /* unique in the function, from ir_function_number; of a PARAMETER its position */
    int loop_hint;      /* FOR: 1 when a strip of a longer loop (set by the pass that cuts strips) */
    IrValue **operands;
    IrBlock *blocks[2]; /* IF: then, else (or NULL); FOR: body; WHILE: condition (ends in TEST), body; TRY: body, handler */
    IrBlock *block;     /* that it stands in; NULL: constants, parameters */
    IrValue *previous, *next;
    IrScalar constant;  /* CONSTANT */
    union {
        IrFunction *callee;   /* CALL, PARALLEL */
        IrGlobal *global;     /* GLOBAL */
        const char *name;     /* PARAMETER; CHECK, RAISE: the exception's class */
    };
    const char *message;      /* CHECK, RAISE; PRINT: C's format; PARAMETER, SHARED, DYNAMIC_SHARED: the user's name, or NULL */
    void *note;         /* a pass's own; meaningless between passes */
};

struct IrBlock {
    IrValue *owner;     /* IF, FOR, WHILE or TRY; NULL: a function's body */
    IrFunction *function;
    IrValue *index;     /* INDEX, in a FOR's body */
    IrValue *first, *last;
    int depth;
};

typedef enum IrFunctionKind { IR_FUNCTION, IR_KERNEL, IR_EXTERNAL } IrFunctionKind;

/* What LLVM may do with a function's floats, beside computing them: the words of numba's fastmath. */
enum { IR_FAST_REASSOC = 1, IR_FAST_NNAN = 2, IR_FAST_NINF = 4, IR_FAST_NSZ = 8, IR_FAST_ARCP = 16, IR_FAST_CONTRACT = 32,
       IR_FAST_AFN = 64, IR_FAST_ALL = 127 };

struct IrFunction {
    IrModule *module;
    const char *name;
    IrFunctionKind kind;
    const IrType *result;
    IrValue **parameters;
    int parameter_count;
    IrBlock *body;      /* of an EXTERNAL empty */
    int value_count;    /* after ir_function_number */
    /* The caller promises that in every array extents, strides, sizes in bytes and their products are under 2**31. */
    bool small;
    bool always_inline; /* LLVM takes it into its callers, however large it is */
    bool is_rare;       /* takes a pointer, gives a bool, and is seldom called: compiled when it is, by itself */
    bool is_internal;   /* other functions call it, the host does not: it needs no entry */
    unsigned fast_math; /* IR_FAST_...; 0: IEEE's arithmetic, in the order given */
    void *address;      /* EXTERNAL: the function of C; a text knows none */
    bool can_fault;     /* EXTERNAL: it may set run->fault, which is looked at after the call */
    bool is_mangled;    /* a kernel of CUDA C++ without extern "C": known to compilers by a longer name */
    IrFunction *next;
};

struct IrGlobal { /* a table in constant memory, or a variable, whose bytes the host may write, too */
    const char *name;
    const IrType *type;
    void *bytes; /* type->size of them */
    bool is_variable;
    IrGlobal *next;
};

struct IrModule {
    Arena arena;
    Error error;
    const IrType *types;
    IrFunction *functions, *last_function;
    IrGlobal *globals, *last_global;
    IrValue *constants;
    void *constant_table; /* private to module.c */
};

IrModule *ir_module_create(void); /* NULL: no memory */
void ir_module_destroy(IrModule *module);
static inline bool ir_module_failed(const IrModule *module) { return module->error.kind != NULL; }
/* Parameters' names must differ. A function without body does not exist: it begins empty. */
IrFunction *ir_function_create(IrModule *module, IrFunctionKind kind, const char *name, const IrType *result,
                               const IrType *const *types, const char *const *names, int count);
/* A function of C, called by ir_build_call: `RESULT f(IrRun *run, ARGUMENTS...)`. Scalars are C's types of their size
 * (int8_t ... uint64_t, float, double, bool; float16 its bits in uint16_t), pointers `void *`; no complex numbers, at most
 * 8 whole numbers and pointers, and 8 floats. The result is a scalar, a pointer or void.
 * `can_fault`: the function may set run->fault (kind not IR_FAULT_NONE); the caller looks, and leaves. One that cannot
 * must leave run->fault alone. It must not longjmp, and must be done before the call returns with `run`. Host only. */
IrFunction *ir_external_create(IrModule *module, const char *name, void *address, const IrType *result,
                               const IrType *const *types, int count, bool can_fault);
IrFunction *ir_function_find(const IrModule *module, const char *name);
IrGlobal *ir_global_create(IrModule *module, const char *name, const IrType *type, const void *bytes); /* copied */
IrGlobal *ir_variable_create(IrModule *module, const char *name, const IrType *type, const void *bytes); /* what it is at first */
IrGlobal *ir_global_find(const IrModule *module, const char *name);
void ir_function_number(IrFunction *function);

/* Constants: one a type and value. */
IrValue *ir_constant(IrModule *module, const IrType *type, IrScalar value);
IrValue *ir_integer(IrModule *module, const IrType *type, int64_t value); /* of any scalar type */
IrValue *ir_float(IrModule *module, const IrType *type, double value);
static inline bool ir_is_constant(const IrValue *value) { return value->operation == IR_CONSTANT; }

/* ---- Building */

typedef struct IrBuilder {
    IrModule *module;
    IrBlock *block;
    IrValue *before; /* insert before this one; NULL: at the block's end */
    int line;
} IrBuilder;

static inline IrBuilder ir_builder(IrFunction *function) {
    return (IrBuilder){.module = function->module, .block = function->body};
}
/* Any operation whose type follows from its operands. `detail` 0 where it has none. */
IrValue *ir_build(IrBuilder *builder, IrOperation operation, int detail, IrValue *const *operands, int count);
IrValue *ir_build_unary(IrBuilder *builder, IrOperation operation, IrValue *operand);
IrValue *ir_build_binary(IrBuilder *builder, IrOperation operation, IrValue *left, IrValue *right);
IrValue *ir_build_select(IrBuilder *builder, IrValue *condition, IrValue *yes, IrValue *no);
IrValue *ir_build_cast(IrBuilder *builder, const IrType *type, IrValue *value); /* the value itself when it is of it */
/* A float as an integer, where it is known to fit: what does not may give any number. Cheaper than CAST. */
IrValue *ir_build_cut(IrBuilder *builder, const IrType *type, IrValue *value);
IrValue *ir_build_bitcast(IrBuilder *builder, const IrType *type, IrValue *value);
IrValue *ir_build_math(IrBuilder *builder, IrMath function, IrValue *const *operands, int count);
/* An elementwise operator (core/operators.h) in the types of one of its loops, of which `inputs` are already; the result is
 * of the loop's. NULL, and the module has not failed: it has no spelling in these types (ir/operators.c). */
IrValue *ir_build_operator(IrBuilder *builder, const Operator *row, int loop, IrValue *const *inputs);
IrValue *ir_build_shape(IrBuilder *builder, IrValue *array, int axis);
IrValue *ir_build_element(IrBuilder *builder, IrValue *array, IrValue *const *indexes, int count, bool checked);
/* An array of what lies at `pointer` (into global memory; any address, on the host): `rank` extents of int64 and as many
 * strides in bytes. `contiguous` promises C order without gaps; then strides are not looked at and may be NULL. The view
 * is used as an array parameter is: SHAPE, STRIDE, DATA, ELEMENT, as an argument of a call; no variable holds it (keep its
 * parts in variables, and make it where it is used: it costs nothing). Memory is not owned, nor checked to be there. */
IrValue *ir_build_view(IrBuilder *builder, IrValue *pointer, IrValue *const *extents, IrValue *const *strides, int rank,
                       bool contiguous);
IrValue *ir_build_thread(IrBuilder *builder, IrPlace place, int axis);
IrValue *ir_build_global(IrBuilder *builder, IrGlobal *global);
IrValue *ir_build_var(IrBuilder *builder, IrValue *initial);
IrValue *ir_build_get(IrBuilder *builder, IrValue *variable);
IrValue *ir_build_set(IrBuilder *builder, IrValue *variable, IrValue *value);
/* LOCAL, SHARED, DYNAMIC_SHARED: a pointer to memory for a `type`. */
IrValue *ir_build_storage(IrBuilder *builder, IrOperation operation, const IrType *type);
IrValue *ir_build_load(IrBuilder *builder, IrValue *pointer);
IrValue *ir_build_store(IrBuilder *builder, IrValue *pointer, IrValue *value);
IrValue *ir_build_call(IrBuilder *builder, IrFunction *callee, IrValue *const *arguments, int count);
/* Shows values as printf does (through IrRun.print); integers and floats as they are, the format's lengths are ignored. */
IrValue *ir_build_print(IrBuilder *builder, const char *format, IrValue *const *values, int count);
/* Raises the exception of class `kind` when the condition is false. */
IrValue *ir_build_check(IrBuilder *builder, IrValue *condition, const char *kind, const char *message);
IrValue *ir_build_return(IrBuilder *builder, IrValue *value); /* NULL: nothing */
/* Leaves at once; nothing may follow in the block. The class and message of a CHECK; or IR_FAULT_RAISED with an int64 of
 * the front end's own in IrFault.raised; or a fault that was caught, once more. */
IrValue *ir_build_raise(IrBuilder *builder, const char *kind, const char *message);
IrValue *ir_build_raise_number(IrBuilder *builder, IrValue *number);
IrValue *ir_build_raise_again(IrBuilder *builder, IrValue *caught);
/* try ... catch ... end: a fault in the first block (a failed check or bound, RAISE, one that a call came back with; not an
 * interrupt) goes on in the second. `catch` gives the caught fault, a pointer<int64, local> to an IrFault of the
 * function's own, good in that block and those within; run->fault is clear from there on. Memory and variables are as the
 * fault left them. Host only. As for loops and ifs, the builder is left inside, and ir_build_end goes behind. */
void ir_build_try(IrBuilder *builder);
IrValue *ir_build_catch(IrBuilder *builder);
/* Of a caught fault: `kind` (int32, IrFaultKind) and `raised` (int64). An external can be given the pointer (cast to one into
 * global memory) and read all of it. */
IrValue *ir_build_caught_kind(IrBuilder *builder, IrValue *caught);
IrValue *ir_build_caught_number(IrBuilder *builder, IrValue *caught);
/* A loop over [start, stop) in `parts` parts (int64 all), on the workers of run->runtime, each once:
 *     function @body(%start: int64, %stop: int64, %part: int64, %context: pointer<int8, global>)
 * runs its own rounds. Outlining: what the loop reads and the arrays' parts are stored in memory (LOCAL, cast to a global
 * pointer) that `context` points to; a reduction gets there an array of `parts` places, each part writes its own by `%part`,
 * and the caller combines them in order behind the loop, so that the result depends on `parts` alone. How many parts: what
 * an external says, once before (numba: get_num_threads()); 1 runs in the calling thread. Within a part a further PARALLEL
 * runs its parts one after the other. A fault ends the call: that of the lowest part which had one; parts behind it may not
 * have run. An interrupt reaches all parts. Each part has an IrRun of its own (a copy, with its own fault). */
IrValue *ir_build_parallel(IrBuilder *builder, IrFunction *body, IrValue *start, IrValue *stop, IrValue *parts,
                           IrValue *context);
/* These leave the builder inside the new block; ir_build_end goes back behind it.
 *     if: then-block; ir_build_else goes on in the other one.
 *     for: result is the index. while: build the condition, ir_build_test, then the body. */
IrValue *ir_build_if(IrBuilder *builder, IrValue *condition);
void ir_build_else(IrBuilder *builder);
IrValue *ir_build_for(IrBuilder *builder, IrValue *start, IrValue *stop, IrValue *step);
void ir_build_while(IrBuilder *builder);
void ir_build_test(IrBuilder *builder, IrValue *condition);
void ir_build_end(IrBuilder *builder);

/* ---- Text */

void ir_module_print(IrModule *module, TextBuffer *text);
void ir_function_print(IrFunction *function, TextBuffer *text);
/* The module of a text, verified; NULL and `error` ("SyntaxError", with the line) when it is none. */
IrModule *ir_module_parse(const char *text, size_t length, Error *error);

/* ---- Verifier: false, with the first fault in `error` (kind "SystemError"), naming function, value and reason. */
bool ir_verify(IrModule *module, Error *error);

/* ---- Passes: by name, in the order given; the verifier runs after each in builds with assertions. */
typedef struct IrPass {
    const char *name;
    const char *purpose;
    bool (*run)(IrFunction *function); /* false: no memory (module->error) */
} IrPass;
extern const IrPass ir_passes[];
extern const size_t ir_pass_count;
/* "fold cse dead": separated by blanks. False: `error`. */
bool ir_run_passes(IrModule *module, const char *names, Error *error);
/* What every function gets before it is rendered. */
#define IR_DEFAULT_PASSES "fold cse narrow strip fold cse dead"
/* For functions with variables, branches and loops over what they index themselves. */
#define IR_FUNCTION_PASSES "forward fold cse hoist cse dead split strip fold cse dead"

/* ---- Running. `arguments[i]` points to parameter i: a scalar in its memory form, a pointer, for an array a pointer to
 * its IrArrayView; behind them, when there is a result, to the place for it. So a GPU launch wants them too, but for
 * arrays: there arguments[i] points to the view itself. */

typedef enum IrFaultKind { IR_FAULT_NONE, IR_FAULT_BOUNDS, IR_FAULT_INTERRUPT, IR_FAULT_RECURSION, IR_FAULT_CHECK, IR_FAULT_POINTER,
               IR_FAULT_RAISED /* the front end's own, by number */ } IrFaultKind;

typedef struct IrFault {
    int32_t kind, axis;
    int64_t index, size;
    int32_t line, reserved;
    int64_t raised; /* RAISED: which */
    const char *class_name, *message; /* of a failed CHECK, or RAISE */
    /* POINTER: `index` is the address, `size` the bytes that were to be read or written (`writes`) there by this thread. */
    int32_t thread[3], block[3];
    bool writes;
} IrFault;

/* Memory that a kernel may touch, in order and apart from each other. */
typedef struct IrRange {
    uintptr_t start, end;
} IrRange;
typedef struct IrMemory {
    const IrRange *ranges;
    size_t count;
} IrMemory;
/* May these bytes be touched? */
bool ir_memory_holds(const IrMemory *memory, const void *address, size_t size);

typedef void IrPrinter(void *context, const char *text, size_t length);

typedef struct IrRun { /* what a call is given beside its arguments; zeroed is fine */
    const atomic_bool *interrupt; /* polled; may be NULL */
    const IrMemory *memory;       /* pointers are checked against it and what is the kernel's own; NULL: they are not */
    IrPrinter *print;             /* NULL: to stdout */
    void *print_context;
    bool finds_races;             /* ir_interpret: RuntimeError when threads of a block touch the same unordered, or part at a barrier */
    ArrayRuntime *runtime;        /* whose workers PARALLEL uses; NULL: the caller's thread alone */
    void *context;                /* the caller's own, for externals */
    const char *stack_limit;      /* addresses below it are out of stack; NULL: 256 KiB below the caller */
    IrFault fault;
} IrRun;

typedef struct IrLaunch {
    uint32_t grid[3], block[3];
    size_t dynamic_shared; /* bytes */
} IrLaunch;

/* Interpret: slow, exact, the oracle of the tests. `launch` for a kernel, NULL for a function. */
bool ir_interpret(IrFunction *function, void *const *arguments, const IrLaunch *launch, IrRun *run, Error *error);
/* An exception from run->fault (of RAISED a RuntimeError: the front end makes its own): IndexError, KeyboardInterrupt, RecursionError, or what CHECK names. */
bool ir_fault_error(const IrFault *fault, Error *error);

/* ---- Kernels as functions of the host */

/* A function "block_NAME" that runs one block of the kernel: its parameters, then as int32 block_index x y z, block_size
 * x y z, grid_size x y z. Made in the kernel's module, before passes. NULL: the kernel's threads wait for each other, or
 * share memory (module->error is not set): the interpreter runs it; or the module failed. */
IrFunction *ir_emulate(IrModule *module, IrFunction *kernel);

/* Launches kernels of one module: compiled for each block size when LLVM is there, blocks over the workers; else interpreted.
 * A launcher belongs to one thread, and to a module that outlives it. */
typedef struct IrLauncher IrLauncher;
IrLauncher *ir_launcher_create(IrModule *module, Error *error);
/* The bytes of the arrays in shared memory that a kernel, and what it calls, declare. */
int64_t ir_shared_bytes(const IrFunction *kernel);
void ir_launcher_destroy(IrLauncher *launcher); /* NULL is fine */
bool ir_launch(IrLauncher *launcher, ArrayRuntime *runtime, IrFunction *kernel, void *const *arguments, const IrLaunch *launch, IrRun *run, Error *error);

/* ---- CUDA C */

/* The module as text for NVRTC; kernels are extern "C". False: no memory, or what CUDA cannot express. */
bool ir_render_cuda(IrModule *module, TextBuffer *text, Error *error);

/* ---- Host code by LLVM, opened at first use */

typedef struct IrCompiler IrCompiler; /* one for each thread that compiles */
typedef struct IrProgram IrProgram;
typedef struct IrCompileOptions {
    bool vector_math;   /* sin, exp, ... of libmvec: within 4 ulp instead of libm's digits, several times as fast */
    bool no_vectors;    /* do not vectorise loops */
    TextBuffer *source; /* gets LLVM's text before and after its passes; may be NULL */
} IrCompileOptions;

/* NULL and `error` ("ImportError") where LLVM is missing or the build is --with-llvm=no. */
IrCompiler *ir_compiler_create(Error *error);
void ir_compiler_destroy(IrCompiler *compiler); /* programs must be gone */
int ir_compiler_version(const IrCompiler *compiler); /* LLVM's: 14 to 19 */
IrProgram *ir_compile(IrCompiler *compiler, IrModule *module, const IrCompileOptions *options, Error *error);
void ir_program_destroy(IrProgram *program);
/* Functions only; a kernel is not an entry on the host. Call it by ir_call. The module must live as long. */
typedef int32_t IrEntry(void *const *arguments, IrRun *run);
IrEntry *ir_program_entry(IrProgram *program, const char *name); /* NULL: no such function on the host */
/* False: the call was ended by a fault, now in run->fault and `error`. */
bool ir_call(IrEntry *entry, void *const *arguments, IrRun *run, Error *error);

#endif
