/* The table of primitives that a device fills. Everything else is composed of them, once for host and GPU.
 *
 * Addresses are the device's own (on CUDA: device pointers as char *). Shapes and strides are host memory and
 * live only during the call. Work may be asynchronous (in the device's stream order); `copy_to_host` and
 * `synchronize` wait. Every function returns false with `error` set on failure.
 *
 * Operands of one call share one shape; each has its own strides over it in bytes (0 where it is broadcast,
 * negative where flipped). An operand's dtype may differ from the type that an operator computes in: the device
 * casts while loading and storing. The composer has made sure that outputs do not overlap inputs, unless element
 * for element the same. */
#ifndef ARRAYLIB_DEVICE_DEVICE_H
#define ARRAYLIB_DEVICE_DEVICE_H

#include "arraylib/core/array.h"
#include "arraylib/core/flexible_loop.h"
#include "arraylib/core/operators.h"
#include "arraylib/core/runtime.h"
#include "base/text_buffer.h"

typedef enum DeviceKind { DEVICE_HOST, DEVICE_EMULATED, DEVICE_CUDA } DeviceKind;

typedef struct Operand {
    const Dtype *dtype;
    char *data;
    const int64_t *strides; /* one a dimension of the call's shape */
    bool immediate;         /* inputs only: `data` is one element in host memory, on whatever device; strides are 0 */
} Operand;

typedef struct Shape {
    int dimensions;
    const int64_t *extents;
} Shape;

/* Elementwise: operands[0 .. inputs-1] then outputs, computed in loop `loop` of the operator's type list. */
typedef struct ElementwiseTask {
    const Operator *operator_row;
    int loop;
    Shape shape;
    Operand operands[OPERATOR_OPERANDS_MAX];
    const Operand *where; /* bool, NULL: everywhere; elsewhere outputs stay untouched */
    const char *call_name; /* for messages */
    bool is_scalar;        /* an operator among scalars, whose arithmetic is the plain one */
    const FlexibleLoop *flexible; /* instead of `loop`: elements are no numbers; operands are of its types. Host only */
} ElementwiseTask;

/* Reduce `input` over the axes with stride 0 in `output`, computing in loop `loop` of the operator (a binary
 * operator with equal types; logical_and, logical_or take any type). The device seeds each output from the first
 * element along the reduced axes, or from `initial` (a value of the loop's type) when it is given. */
typedef struct ReduceTask {
    const Operator *operator_row;
    int loop;
    Shape shape;           /* of the input */
    Operand input, output; /* output strides are 0 along reduced axes */
    const void *initial;   /* NULL: no initial value; then no reduced extent is 0 */
    const Operand *where;  /* bool over the input's shape; needs `initial` */
    const FlexibleLoop *flexible; /* instead of `loop` */
} ReduceTask;

/* Several elementwise operators at once, block by block, so that what lies between them never goes to memory.
 * Values are numbered: the inputs, then the results of the steps in order. */
enum { FUSION_INPUTS_MAX = 24, FUSION_STEPS_MAX = 64, FUSION_OUTPUTS_MAX = 8 };
enum { STREAMED_FROM = 32 << 20 }; /* bytes: results that the host writes past its caches, which `fused` does */

typedef struct FusionStep {
    const Operator *operator_row; /* of one result */
    int loop; /* of the operator's types: operands are cast to them */
    int operands[3];
} FusionStep;

/* A reduction of one of the values, in the order in which `reduce` would take its elements. The shape is taken as
 * `outer` rows of `inner` elements in C order (all of it as one row in the order of `order_strides`, when outer is 1). */
typedef struct FusedReduction {
    const Operator *operator_row;
    int loop;
    int value;
    int64_t outer, inner;
    bool trailing; /* each row gives an element; else the rows are combined to one */
    char *output;  /* contiguous, of the loop's type */
    int float_flags; /* set: what the reduction itself met */
} FusedReduction;

typedef struct FusedTask {
    Shape shape;
    int input_count, step_count, output_count;
    Operand inputs[FUSION_INPUTS_MAX];
    FusionStep steps[FUSION_STEPS_MAX];
    struct {
        Operand operand;
        int value;
    } outputs[FUSION_OUTPUTS_MAX]; /* they overlap neither each other nor inputs */
    const int64_t *order_strides;  /* of the last value's array: the order in which memory is walked */
    FusedReduction *reduction;     /* or NULL */
    int float_flags[FUSION_STEPS_MAX]; /* set: what each step met */
} FusedTask;

/* Running operator along `axis`: output[i] = op(output[i-1], input[i]). */
typedef struct ScanTask {
    const Operator *operator_row;
    int loop;
    Shape shape;
    int axis;
    Operand input, output;
    const FlexibleLoop *flexible; /* instead of `loop` */
} ScanTask;

/* Index of the largest or smallest element along the last axis (the first of equals; NaN wins). Output: int64
 * over the shape without its last axis. */
typedef struct ArgReduceTask {
    bool maximum;
    Shape shape;
    Operand input;
    Operand output; /* strides over all but the last axis */
} ArgReduceTask;

/* Fancy indexing. For each position p of `shape`, the source (gather) or target (scatter) element lies at
 *     indexed.data + sum_d p[d] * indexed.strides[d] + sum_k wrapped(index_k[p]) * index_strides[k]
 * where index k is an int64 operand over `shape` (stride 0 along axes that it does not vary on), valid in
 * [-size, size). The host reports IndexError "index 7 is out of bounds for axis 0 with size 5" before anything is
 * written; CUDA wraps, as CuPy does. */
typedef struct GatherTask {
    Shape shape;
    Operand indexed;       /* of the array that is indexed */
    Operand other;         /* gather: the output; scatter: the values (dtype may differ: cast) */
    int index_count;
    const Operand *indexes; /* int64 each */
    const int64_t *index_strides; /* bytes in the indexed array */
    const int64_t *index_sizes;
    const int *index_axes; /* for the message */
    const Operator *accumulate; /* scatter: NULL assigns; else target = op(target, value), repeats included */
    int loop; /* host: its types may differ from the array's, whose elements are then cast there and back */
    int *float_flags; /* host, accumulate: what the operator met is added here; NULL: nobody asks */
} GatherTask;

typedef struct SortTask { /* along the last axis; input and output contiguous, [rows][length] */
    const Dtype *dtype;
    int64_t rows, length;
    char *data;          /* sorted in place; with `indexes` it is only read */
    int64_t *indexes;    /* NULL: sort. Else argsort, written here */
    bool stable;
    int64_t partition;   /* -1: full sort; else only the elements from this one to that one need be in their places, none less after them, */
    int64_t partition_end; /* none greater before them (a full sort may do); of an order only one element */
} SortTask;

typedef struct SearchTask { /* np.searchsorted: contiguous `sorted` of `length`, `values` of `count`, same dtype */
    const Dtype *dtype;
    const char *sorted;
    int64_t length;
    const char *values;
    int64_t count;
    int64_t *output;
    bool right;
    const int64_t *sorter; /* or NULL */
} SearchTask;

/* output[b] = left[b] @ right[b]; strides in bytes; any of float32, float64, complex and the other types. */
typedef struct MatmulTask {
    const Dtype *dtype;
    int64_t rows, inner, columns;
    Shape batch;
    Operand left, right, output; /* strides over `batch`; all of `dtype` */
    int64_t left_strides[2], right_strides[2], output_strides[2];
} MatmulTask;

typedef enum ConvolveBoundary { BOUNDARY_FILL, BOUNDARY_WRAP, BOUNDARY_SYMMETRIC } ConvolveBoundary;
/* output[i, j] = sum over kernel of kernel[m, n] * input[i + origin - m, j + origin - n] (a true convolution);
 * all contiguous and of `dtype`; input outside its bounds as the boundary says. 1-d: rows are 1. */
typedef struct ConvolveTask {
    const Dtype *dtype;
    int64_t input_shape[2], kernel_shape[2], output_shape[2];
    const char *input, *kernel;
    char *output;
    int64_t origin[2];
    ConvolveBoundary boundary;
    const void *fill_value; /* of dtype */
} ConvolveTask;

/* Draws of cupy's generator, cuRAND's XORWOW with default ordering (see gpu arrays' reference in functions). */
typedef enum RandomDraw { DRAW_BITS32, DRAW_UNIFORM32, DRAW_UNIFORM64, DRAW_NORMAL32, DRAW_NORMAL64 } RandomDraw;
typedef struct RandomTask {
    RandomDraw draw;
    uint64_t seed, offset; /* offset: of the first draw since seeding, in 32-bit draws */
    int64_t count;
    char *output; /* uint32, float or double, contiguous */
    double mean, deviation; /* normals */
    int stream; /* streams that stand at different places: 0, 1, ... */
} RandomTask;

typedef enum FftKind { FFT_COMPLEX, FFT_REAL_TO_COMPLEX, FFT_COMPLEX_TO_REAL } FftKind;
enum { FFT_AXES_MAX = 3 };
typedef struct FftTask { /* over the last axes, C-contiguous; unscaled */
    FftKind kind;
    const Dtype *complex_type; /* complex64 or complex128 */
    bool inverse;
    int axes;                       /* 1 to FFT_AXES_MAX */
    int64_t rows;                   /* transforms, one after the other */
    int64_t lengths[FFT_AXES_MAX];  /* of the transform; the last: of the real side for the real kinds */
    char *input, *output; /* complex-to-real may destroy its input */
} FftTask;

/* Dense solvers, one column-major matrix after another (`batch` of them). dtype is float32, float64, complex64
 * or complex128. `info` (host memory, one int a batch item) gets LAPACK's info. */
typedef enum SolverKind {
    SOLVER_LU_SOLVE,   /* a: n*n (destroyed), b: n*columns -> solution */
    SOLVER_LU_FACTOR,  /* a: n*n -> LU, pivots (int32, 1-based) */
    SOLVER_CHOLESKY,   /* a: n*n -> lower triangle */
    SOLVER_QR,         /* a: m*n -> q (m*k) in `q`, r in a's upper triangle; k = columns of q; `values`, when asked for: the reflectors' factors */
    SOLVER_EIGH,       /* a: n*n (lower triangle) -> vectors in a when `vectors`, values (real) */
    SOLVER_EIG,        /* a: n*n (destroyed) -> values (complex), right vectors (complex) in `q` */
    SOLVER_SVD,        /* a: m*n (destroyed) -> q: u (m*ku), values: s, b: vt (kv*n) */
    SOLVER_LEAST_SQUARES /* a: m*n, b: max(m,n)*columns -> solution, values: singular values, rank */
} SolverKind;
typedef struct SolverTask {
    SolverKind kind;
    const Dtype *dtype;
    int64_t rows, columns, right_columns, batch;
    bool vectors, full;
    double tolerance; /* least squares: rcond */
    char *a, *b, *q, *values;
    int32_t *pivots;
    int *info, *rank;
} SolverTask;

/* A function of LAPACK's Fortran interface: every argument an address, in order; `letters` is how many of them are single letters (their
 * lengths are passed behind). `is_small`: for one thread, work in steps too small to share. */
enum { LIBRARY_ARGUMENTS_MAX = 32 };
typedef struct LibraryTask {
    const char *name; /* "dgetrf_" */
    void *const *arguments;
    size_t count, letters;
    bool is_small;
} LibraryTask;

/* Kernels that a program brings as text. */
typedef struct KernelSource {
    const char *text; /* CUDA C, or the bytes of a compiled module */
    size_t length;
    bool is_image;    /* compiled: a cubin, PTX */
    const char *const *options; /* of NVRTC: "-DN=3", "--use_fast_math" */
    int option_count;
    const char *const *names; /* name expressions: "scale<float>" */
    int name_count;
} KernelSource;
/* What NVRTC makes of a text with its options alone (and the headers that texts of kernels expect), with or without a device. */
typedef struct KernelImages {
    char *ptx, *cubin; /* owned (memory_release); NULL: the options ask for none */
    size_t ptx_size, cubin_size;
    TextBuffer names; /* in the image, of the name expressions, each with its NUL */
} KernelImages;
bool kernel_images_make(const KernelSource *source, const char *file_name, KernelImages *images, Error *error);
void kernel_images_release(KernelImages *images);

struct DevicePool; /* arraylib/device/pool.h */
typedef struct DeviceEvent DeviceEvent; /* a moment in a device's work */
typedef struct DeviceProgram DeviceProgram; /* what a device has made of one */
typedef struct DeviceKernel DeviceKernel;   /* a kernel of it; lives as long */

typedef struct KernelLaunch {
    uint32_t grid[3], block[3];
    size_t shared; /* bytes of dynamic shared memory */
    void (*print)(void *context, const char *text, size_t length); /* printf's output */
    void *print_context;
} KernelLaunch;

/* Arrays in memory for textures, and the handles that kernels take. Formats are CUarray_format's numbers, resources CUresourcetype's. */
typedef struct ImageShape {
    size_t width, height, depth; /* in elements; 0: fewer dimensions */
    int format, channels, flags;
} ImageShape;
typedef struct ImageCopy {
    char *bytes; /* rows side by side, on the device or the host */
    size_t row_bytes, height, depth;
    bool is_on_host, into_image;
} ImageCopy;
typedef struct SamplerTask {
    int resource;
    uint64_t address; /* an image's handle, or of memory */
    int format, channels;
    size_t pitch, width, height; /* of memory; linear memory: `pitch` is its size */
    int modes[3], filter, flags, anisotropy;
    double border[4];
    bool is_surface;
} SamplerTask;
typedef struct TextureOperations {
    bool (*image_create)(Device *device, const ImageShape *shape, uint64_t *handle, Error *error);
    void (*image_destroy)(Device *device, uint64_t handle);
    bool (*image_copy)(Device *device, uint64_t image, const ImageCopy *copy, Error *error);
    bool (*sampler_create)(Device *device, const SamplerTask *task, uint64_t *handle, Error *error);
    void (*sampler_destroy)(Device *device, uint64_t handle, bool is_surface);
} TextureOperations;

struct IrRange; /* arraylib/ir.h */
typedef struct DeviceOperations {
    const char *name; /* "host", "emulated", "cuda" */
    char *(*allocate)(Device *device, size_t size, Error *error); /* NULL: failed; size 0 is fine */
    void (*free)(Device *device, char *bytes, size_t size);
    /* Emulated devices: what is allocated now, by address, for kernels that get at memory by pointers; NULL elsewhere. */
    size_t (*living)(Device *device, const struct IrRange **ranges);
    bool (*holds)(Device *device, const char *bytes, size_t size); /* is all of this allocated there? NULL for the host */
    bool (*copy_from_host)(Device *device, char *target, const void *source, size_t size, Error *error);
    bool (*copy_to_host)(Device *device, void *target, const char *source, size_t size, Error *error);
    bool (*copy_within)(Device *device, char *target, const char *source, size_t size, Error *error);
    /* From another accelerator (through the host where they are no peers). */
    bool (*copy_peer)(Device *device, char *target, Device *from, const char *source, size_t size, Error *error);
    /* May it read another's memory? NULL: no. */
    bool (*reaches)(Device *device, Device *other);
    bool (*synchronize)(Device *device, Error *error);
    bool (*memory_info)(Device *device, size_t *free_bytes, size_t *total_bytes, Error *error);

    bool (*elementwise)(Device *device, const ElementwiseTask *task, int *float_flags, Error *error);
    /* NULL: one operator after the other, please. "NotImplementedError": not this one. Nothing is written on failure but
     * parts of outputs after an interrupt. */
    bool (*fused)(Device *device, FusedTask *task, Error *error);
    /* Copy with conversion; every pair of types. `complex_discarded` is the composer's business. */
    bool (*cast)(Device *device, Shape shape, Operand input, Operand output, int *float_flags, Error *error);
    bool (*fill)(Device *device, Shape shape, Operand output, const void *value, Error *error); /* value: of its dtype */
    /* Contiguous output[i] = start + i * step, in NumPy's way: values of the output's dtype. */
    bool (*iota)(Device *device, Operand output, int64_t count, const void *start, const void *step, Error *error);
    bool (*reduce)(Device *device, const ReduceTask *task, int *float_flags, Error *error);
    bool (*scan)(Device *device, const ScanTask *task, int *float_flags, Error *error);
    bool (*arg_reduce)(Device *device, const ArgReduceTask *task, Error *error);
    bool (*gather)(Device *device, const GatherTask *task, Error *error);
    bool (*scatter)(Device *device, const GatherTask *task, Error *error);
    /* Number of true elements of a bool operand (waits), and their positions in C order: output[axis][n], int64. */
    bool (*count_nonzero)(Device *device, Shape shape, Operand input, int64_t *count, Error *error);
    /* The elements of `size` bytes where the mask of as many bools is true, one after another; NULL: not on this device. */
    bool (*compress)(Device *device, const char *mask, const char *source, size_t size, int64_t count, char *output, Error *error);
    /* The other way: the next value where the mask is true; `step`: bytes from one value to the next, 0: one for all. NULL: as above. */
    bool (*expand)(Device *device, const char *mask, const char *values, int64_t step, size_t size, int64_t count, char *output, Error *error);
    bool (*nonzero)(Device *device, Shape shape, Operand input, int64_t count, int64_t *output, Error *error);
    bool (*sort)(Device *device, const SortTask *task, Error *error);
    bool (*search)(Device *device, const SearchTask *task, Error *error);
    bool (*matmul)(Device *device, const MatmulTask *task, int *float_flags, Error *error);
    bool (*convolve)(Device *device, const ConvolveTask *task, Error *error);
    bool (*random)(Device *device, const RandomTask *task, Error *error);
    bool (*fft)(Device *device, const FftTask *task, Error *error);
    bool (*solve)(Device *device, const SolverTask *task, Error *error);
    bool (*call_library)(Device *device, const LibraryTask *task, Error *error); /* NULL: not on this device */
    void (*destroy)(Device *device);
    void (*trim)(Device *device, struct DevicePool *pool); /* give back memory that is kept for later arrays, of one pool or (NULL) of all */
    /* Give back everything, while no array lies there: it is had anew at the next use. NULL: there is no more to give. */
    bool (*retire)(Device *device, Error *error);
    /* What an accelerator is: its name, and the numbers of the driver's device attributes (CUdevice_attribute; 0: the
     * driver's version); false: unknown. NULL for the host. */
    bool (*describe)(Device *device, char *name, size_t size);
    bool (*attribute)(Device *device, int attribute, int *value);
    /* NULL where memory is the process's: the composer runs such kernels itself. Errors of the compiler are of kind
     * "CompileException". `program_kernel`: NULL and CUDA_ERROR_NOT_FOUND when there is none of that name. */
    DeviceProgram *(*program_build)(Device *device, const KernelSource *source, Error *error);
    void (*program_release)(DeviceProgram *program);
    bool (*program_is_stale)(const DeviceProgram *program); /* its context is gone: it is to be built anew */
    DeviceKernel *(*program_kernel)(DeviceProgram *program, const char *name, Error *error);
    bool (*program_variable)(DeviceProgram *program, const char *name, char **address, size_t *size); /* false: none */
    /* `values[i]` points to argument i, of `sizes[i]` bytes. */
    bool (*kernel_launch)(DeviceProgram *program, DeviceKernel *kernel, const KernelLaunch *launch, void **values, const size_t *sizes,
                          int count, Error *error);
    /* Numbers of CUfunction_attribute. */
    bool (*kernel_attribute)(DeviceProgram *program, DeviceKernel *kernel, int attribute, int *value, Error *error);
    int (*kernel_parameter_sizes)(const DeviceKernel *kernel, uint32_t *sizes, int most); /* how many there are; -1: it does not know */
    bool (*kernel_set_attribute)(DeviceProgram *program, DeviceKernel *kernel, int attribute, int value, Error *error);
    /* NULL where work is done when it is called. What answers a question gives 1: yes (reached; all work is done), 0: not yet, -1: it
     * failed. An event that was never recorded counts as reached. */
    DeviceEvent *(*event_create)(Device *device, bool is_timed, Error *error);
    void (*event_destroy)(Device *device, DeviceEvent *event);
    bool (*event_record)(Device *device, DeviceEvent *event, Error *error);
    int (*event_query)(Device *device, DeviceEvent *event, Error *error);
    bool (*event_wait)(Device *device, DeviceEvent *event, Error *error);
    int (*event_elapsed)(Device *device, DeviceEvent *start, DeviceEvent *end, float *milliseconds, Error *error);
    int (*is_idle)(Device *device, Error *error);
    const TextureOperations *textures; /* NULL: textures are memory like any other */
} DeviceOperations;

struct Device {
    const DeviceOperations *operations;
    ArrayRuntime *runtime;
    DeviceKind kind;
    int number; /* cupy's device number; the host's is -1 */
    struct { /* cupy.random's stream on this device: CUPY_SEED or the system starts it at the first draw */
        bool seeded;
        uint64_t seed, offset; /* in 32-bit draws */
        int stream;            /* its number among the device's (RandomTask) */
        uint64_t element;      /* what seeds the next element of a distribution that seeds each */
    } random;
    Buffer *buffers; /* an accelerator's, but for those over memory of others */
    struct DevicePool *pool;   /* the books of an accelerator's memory (pool.h); NULL: the host's has none */
    struct DevicePool *taking; /* where it comes from now: that pool, or one beside it */
    struct DeviceCapture *capture; /* where its work is written down instead of being done (below); NULL: it is done */
    void *state;
};

static inline bool device_is_host(const Device *device) { return device->kind == DEVICE_HOST; }
/* May the process read its memory directly? (host and emulated) */
static inline bool device_is_addressable(const Device *device) { return device->kind != DEVICE_CUDA && !device->capture; }

/* Fill runtime->accelerators: CUDA devices when there are any, else `emulated_count` emulated ones (-1: as
 * CUPOLA_EMULATED_DEVICES says, by default four). Does nothing when they are open already. */
bool runtime_open_devices(ArrayRuntime *runtime, int emulated_count, Error *error);
/* `%device emulate N`: N emulated devices, after the real ones if there are fewer. Arrays of a device that is
 * no longer counted stay usable. */
bool runtime_set_emulated(ArrayRuntime *runtime, int count, Error *error);
Device *emulated_device_create(ArrayRuntime *runtime, int number, Error *error);
/* A block of pinned host memory of CuPy's sizes (powers of two, 512 bytes at least) is taken from the pool, or given back to it. */
void pinned_take(ArrayRuntime *runtime, size_t size);
void pinned_give(ArrayRuntime *runtime, size_t size);
void runtime_trim(ArrayRuntime *runtime); /* every device gives back memory that it keeps for later */
/* The compute capability (90 for 9.0) for which the cache of compiled kernels on disk is to be filled now; else 0. Not 0 once for
 * each cache, version and capability. */
int runtime_warming_capability(ArrayRuntime *runtime);
Device *runtime_current_device(ArrayRuntime *runtime); /* cupy's current one; opens the devices; NULL: none */
Device *host_device_create(ArrayRuntime *runtime, Error *error);
void device_destroy(Device *device);
/* The host's primitives, which emulated devices share. */
extern const DeviceOperations host_operations;

/* (device/capture.c) Work of a device that is written down instead of done, to be done again and again: what CUDA calls a graph.
 *
 * While a capture is selected, the device's table of primitives is one that records: what may be recorded returns true at once and
 * leaves its outputs as they are. What needs an answer (a copy to the host, a count) fails in CuPy's words. Memory that recorded
 * work names by its address is kept as long as the capture; numbers and the bytes of transfers from the host are those of the recording. */
typedef struct DeviceCapture DeviceCapture;

DeviceCapture *capture_create(Device *device, Error *error);
DeviceCapture *capture_retain(DeviceCapture *capture);
void capture_release(DeviceCapture *capture); /* NULL is fine */

/* From now on the device's work goes into this capture (NULL: it is done). Pending work is to be finished before. */
void capture_select(Device *device, DeviceCapture *capture);

/* Work of others than the device's table. `run` gets what capture_run got as `caller`; `release` may be NULL. On failure the
 * context is released, too. */
typedef struct CaptureWork {
    const char *name; /* copied */
    bool (*run)(Device *device, void *context, void *caller, Error *error);
    void (*release)(void *context);
    void *context;
} CaptureWork;
bool capture_add(DeviceCapture *capture, const CaptureWork *work, Error *error);
/* What another capture has recorded, each time that this one runs. */
bool capture_add_capture(DeviceCapture *capture, DeviceCapture *other, Error *error);

/* Do what was recorded, in its order; on the device, whatever is selected there. */
bool capture_run(DeviceCapture *capture, void *caller, Error *error);
/* Something was asked of it that a capture forbids: its work is not to be run. */
void capture_break(DeviceCapture *capture);
bool capture_is_broken(const DeviceCapture *capture);
size_t capture_count(const DeviceCapture *capture); /* of steps */
Device *capture_device(const DeviceCapture *capture);
/* The names of the steps, each with the end of a line. */
void capture_append_names(const DeviceCapture *capture, TextBuffer *names);

/* An idle accelerator (device/away.c): its arrays' bytes go to the host and come back when they are looked at; then the device gives
 * back all that it holds, its context too. Buffers whose address others know stay, and so does the context then.
 * Pending work is to be finished before. */
typedef struct AwayCounts {
    size_t moved, moved_bytes, kept;
    bool is_retired;
} AwayCounts;
bool device_send_away(Device *device, AwayCounts *counts, Error *error);
void device_enlist(Buffer *buffer); /* a new buffer of an accelerator */
void device_delist(Buffer *buffer);
bool buffer_is_away(const Buffer *buffer);

/* Arrays on devices (device/arrays.c). All return owned arrays, NULL and `error` on failure. */
Array *array_create(Device *device, const Dtype *dtype, int dimensions, const int64_t *shape, Error *error);
Array *array_create_f(Device *device, const Dtype *dtype, int dimensions, const int64_t *shape, Error *error);
/* Memory laid out in the order of another array's strides ('K'). */
/* With axes in memory as in the models, of which some strides may be 0. */
Array *array_create_in_order(Device *device, const Dtype *dtype, int dimensions, const int64_t *shape,
                             const int64_t (*models)[ARRAY_DIMENSIONS_MAX], int count, Error *error);
Array *array_create_like(Device *device, const Dtype *dtype, const Array *model, Error *error);
/* The same, with as many other extents. */
Array *array_create_like_shaped(Device *device, const Dtype *dtype, const Array *model, const int64_t *shape, Error *error);
Buffer *buffer_create(Device *device, size_t size, Error *error);
void *buffer_lender(const Buffer *buffer); /* the owner that lend_memory named; NULL: the memory is the device's */
/* Copy all elements, with conversion and broadcasting, between any devices. Handles overlap. */
bool array_assign(Array *target, const Array *source, Error *error);
Array *array_copy(Array *array, char order, Error *error);                      /* order: 'C', 'F', 'A', 'K' */
Array *array_cast(Array *array, const Dtype *dtype, Error *error);              /* new reference if it is that type */
Array *array_contiguous(Array *array, const Dtype *dtype, Error *error);        /* C order; new reference if it is so */
Array *array_to_device(Array *array, Device *device, Error *error);             /* new reference if it is there */
Array *array_on_host(Array *array, Error *error);
Array *array_filled(Device *device, const Dtype *dtype, int dimensions, const int64_t *shape, const void *value,
                    Error *error);
bool array_read_item(const Array *array, int64_t byte_offset, void *value, Error *error); /* one element's bytes */
bool array_write_item(Array *array, int64_t byte_offset, const void *value, Error *error);
/* Every element that is a value of the language becomes None: at the end, so that no cycle through an array is left. */
void runtime_forget_references(ArrayRuntime *runtime);
bool device_may_answer(const Device *device, Error *error); /* may the language wait for its numbers? */
Operand array_operand(const Array *array); /* its own strides */

#endif
