/* What array work is done in: devices, error state, print options, the way out to the language.
 *
 * One ArrayRuntime belongs to one Interpreter and is passed along; nothing in arraylib is global. The language
 * fills the hooks; each may be NULL, and then warnings are dropped and nothing interrupts. */
#ifndef ARRAYLIB_CORE_RUNTIME_H
#define ARRAYLIB_CORE_RUNTIME_H

#include "arraylib/core/dtype.h"
#include "base/error.h"
#include "base/text_buffer.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Array Array;
typedef struct ArrayRuntime ArrayRuntime;
typedef struct Buffer Buffer;
typedef struct Device Device;
typedef struct Variant Variant;
typedef struct ArrayObject ArrayObject;
typedef struct WorkerPool WorkerPool;
typedef struct Graph Graph;
typedef struct VariantHandle VariantHandle;
struct Operator;

/* An Error of this kind says that the exception is already set in the language (a hook raised it). */
extern const char ERROR_ALREADY_RAISED[];

typedef enum FloatErrorMode {
    FLOAT_ERROR_IGNORE,
    FLOAT_ERROR_WARN,
    FLOAT_ERROR_RAISE,
    FLOAT_ERROR_CALL,
    FLOAT_ERROR_PRINT,
    FLOAT_ERROR_LOG
} FloatErrorMode;

/* The order is that of np.geterr(): divide, over, under, invalid. Bits of what an operation met. */
enum { FLOAT_DIVIDE = 1, FLOAT_OVERFLOW = 2, FLOAT_UNDERFLOW = 4, FLOAT_INVALID = 8 };

typedef struct ErrorState {
    FloatErrorMode divide, over, under, invalid; /* default: warn, warn, ignore, warn */
} ErrorState;

typedef enum FloatMode { FLOAT_MODE_MAXPREC, FLOAT_MODE_UNIQUE, FLOAT_MODE_FIXED, FLOAT_MODE_MAXPREC_EQUAL } FloatMode;
typedef struct PrintOptions { /* np.set_printoptions */
    int precision, threshold, edge_items, line_width; /* 8, 1000, 3, 75; a threshold of sys.maxsize: INT_MAX */
    bool suppress;
    char sign; /* '-', '+' or ' ' */
    FloatMode float_mode;
    char nan_text[16], infinity_text[16];
    int legacy; /* 113: as NumPy 1.13 printed, and so on; PRINT_NOT_LEGACY */
    void *formatter; /* the language's functions for kinds of elements, for the hook `custom`; NULL: none. Borrowed */
    bool plain_floats; /* numbers with a point as str() shows them: in the text of a single record */
} PrintOptions;
enum { PRINT_NOT_LEGACY = 1000 };
extern const PrintOptions print_options_default;

/* Out to the language. `context` is ArrayRuntime.hook_context. */
typedef struct ArrayHooks {
    /* Issue a warning; false when it became an exception (error filled, or ERROR_ALREADY_RAISED). */
    bool (*warn)(void *context, const char *category, const char *message, Error *error);
    /* Call a function of the language (a VARIANT_CALLABLE) with `count` arguments. */
    bool (*invoke)(void *context, Variant *callable, const Variant *arguments, size_t count, Variant *result,
                   Error *error);
    /* The function of np.seterrcall, for FLOAT_ERROR_CALL and FLOAT_ERROR_LOG. */
    bool (*float_error)(void *context, const char *kind, const char *name, int flags, FloatErrorMode mode, Error *error);
    /* The place in the source that runs now; NULL: none. Pending work keeps it, so that a warning tells the line of its
     * operation. Given back with release_place. */
    void *(*take_place)(void *context);
    void (*release_place)(void *context, void *place);
    void (*at_place)(void *context, void *place); /* warnings come from there; NULL: from what runs now, again */
    /* Memory of an accelerator from an allocator of the language's (`lends_memory`): its address, NULL: it raised. Given back by its owner. */
    char *(*lend_memory)(void *context, Device *device, size_t size, void **owner, Error *error);
    void (*return_memory)(void *owner);
    /* Must floating-point errors and warnings come at once, because a filter makes exceptions of them? */
    bool (*warnings_raise)(void *context);
    /* Do accelerators' solvers raise (cupyx.errstate(linalg='raise'))? Else what came of it is the result. NULL: no. */
    bool (*solvers_raise)(void *context);
    /* May the language wait for an accelerator's numbers (cupyx.allow_synchronize)? False: it raised. NULL: yes. */
    bool (*may_wait)(void *context, Error *error);
    /* An exception where nobody can be told (a warning that raised, of work that was pending): shown and cleared. */
    void (*report)(void *context);
    /* Elements of object arrays are values of the language, behind handles; NULL stands for None. What fails has raised. */
    bool (*box)(void *context, const Variant *value, VariantHandle **element, Error *error);   /* owned */
    /* Its number (as an element of a type of `kind` takes it: 'i', 'f', 'c'), text, list, ...; owned. */
    bool (*unbox)(void *context, VariantHandle *element, char kind, Variant *value, Error *error);
    bool (*text)(void *context, const Variant *value, bool repr, TextBuffer *text, Error *error); /* str(value), repr(value) */
    /* row(operands...) as the language's operators have it; comparisons give what the values' own give. */
    /* An element as the user's function for its kind shows it ("int", "float", ...); without an element: is there one? */
    bool (*custom)(void *context, void *formatter, const char *kind, const Variant *element, TextBuffer *text, Error *error);
    bool (*operate)(void *context, const struct Operator *row, VariantHandle *const *operands, size_t count, VariantHandle **result,
                    Error *error);
    bool (*truth)(void *context, VariantHandle *element, bool *truth, Error *error);
    /* A date as the language's own object; NULL (None) for no date. */
    bool (*date)(void *context, const Dtype *dtype, int64_t count, VariantHandle **element, Error *error);
    /* The type that a list, tuple or dict describes. NULL with `error`. */
    const Dtype *(*dtype)(void *context, const Variant *description, Error *error);
    bool (*no_ascii)(void *context, const Variant *text, Error *error); /* raise what str.encode and bytes.decode raise; false */
} ArrayHooks;

struct ArrayRuntime {
    ArrayHooks hooks;
    void *hook_context;
    const atomic_bool *interrupt; /* nonzero: stop with KeyboardInterrupt; may be NULL */
    ErrorState error_state;
    PrintOptions print_options;
    Device *host;          /* the CPU */
    Device **accelerators; /* CUDA devices, then emulated ones: cupy's device numbers */
    uint32_t pinned_blocks[64]; /* the books of CuPy's pool of pinned memory: free blocks by the logarithm of their size */
    size_t accelerator_count;
    size_t accelerators_made; /* at least that many; those behind are out of sight */
    const char *no_cuda_reason; /* why there is no CUDA device, when there is none: "there is no NVIDIA driver" */
    size_t current_accelerator; /* index: where cupy creates arrays */
    ArrayObject *random_state;  /* np.random's global RandomState; made at first use */
    WorkerPool *workers;
    Graph *graph; /* pending work (graph/graph.h); NULL: never */
    int64_t deferred_from; /* elements: less work on the host is never pending; without a graph none is */
    bool lends_memory;    /* accelerators' memory comes from the language */
    bool watches_memory;  /* somebody watches where it comes from: work on accelerators is done as it is called */
    bool has_pending;   /* there is work that graph_finish would do, or a warning of such work */
    struct FloatGathering *gathering; /* NULL: floating-point errors are acted on as they come */
    const char *failure; /* NULL; why pending work could not be done under somebody who could not tell: what came of it is void */
    int composing; /* above 0: a function is at work, whose operations are done at once */
    void *block_cache; /* freed host memory that is kept for the next array (device/host) */
    struct LargeBlocks *large_blocks; /* of host memory (device/large_blocks.h) */
    struct Printing *printing; /* the arrays whose elements are being shown */
    void *references; /* the buffers whose elements are the language's values (device/arrays.c) */
    DtypeTable *flexible_types; /* core/flexible.h */
    void *libraries; /* opened BLAS, LAPACK, FFTW (device/host) */
};

/* A runtime with its host device. NULL and `error` when memory is out. */
ArrayRuntime *runtime_create(Error *error);
void runtime_destroy(ArrayRuntime *runtime);

/* False, with KeyboardInterrupt in `error`, when the user asked to stop. Cheap: poll it in long loops. */
bool runtime_poll(ArrayRuntime *runtime, Error *error);
/* At the end of whatever looked at elements: false, with the `failure`, when they were not there. */
bool runtime_had_elements(ArrayRuntime *runtime, Error *error);
bool runtime_warn(ArrayRuntime *runtime, const char *category, Error *error, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Act on the floating-point flags (FLOAT_...) that the operation `name` met, as the error state says:
 * "divide by zero encountered in divide". False: it raised. */
bool runtime_float_errors(ArrayRuntime *runtime, const char *name, int flags, Error *error);

/* What an operation is made of meets its floating-point errors without a word, and they are acted on in the end, under the
 * operation's own name. Between the two calls everything is done at once. The end fails if `error` is set already. */
typedef struct FloatGathering {
    int flags;
    struct FloatGathering *outer;
} FloatGathering;
void runtime_gather_floats(ArrayRuntime *runtime, FloatGathering *gathering);
bool runtime_end_gathering(ArrayRuntime *runtime, const FloatGathering *gathering, const char *name, Error *error);

/* Run `body` over [0, count) in pieces, on the workers when there are some and the work is large. Pieces are at
 * least `grain` long. */
typedef void ParallelBody(void *context, int64_t from, int64_t to);
void runtime_parallel_for(ArrayRuntime *runtime, int64_t count, int64_t grain, ParallelBody *body, void *context);
int runtime_thread_count(ArrayRuntime *runtime); /* that a large loop is divided among, the caller's with them */

#endif
