/* CUDA devices from the inside: what the files of this folder share.
 *
 * All work of a device goes to the legacy default stream of its primary context, in order. The memory pool relies
 * on that: a block that was given back may be handed out again at once, since whatever still uses it was queued
 * before what will use it next. */
#ifndef ARRAYLIB_DEVICE_CUDA_CUDA_H
#define ARRAYLIB_DEVICE_CUDA_CUDA_H

#include "arraylib/device/cuda/driver.h"
#include "arraylib/device/device.h"
#include "base/hash_table.h"
#include "base/text_buffer.h"

typedef struct CudaCompiler CudaCompiler;
typedef struct CudaJob CudaJob;
typedef struct CudaLaunches CudaLaunches;

typedef struct CudaSystem { /* one a runtime, shared by its devices */
    size_t users;
    CudaDriver driver;
    Nvrtc nvrtc;
    Cublas cublas;
    Curand curand;
    Cufft cufft;
    Cusolver cusolver;
    CudaCompiler *compiler;   /* the thread that builds functions beside the work; NULL: not asked for yet */
    int device_count;
} CudaSystem;

enum { CUDA_LANES = 16 };

typedef struct CudaRandom { /* a generator of cuRAND's, and where it stands */
    LibraryHandle generator;
    uint64_t seed, position;
    bool is_seeded;
} CudaRandom;

typedef struct CudaState {
    CudaSystem *system;
    int device;               /* of the driver */
    CudaContext context;      /* NULL until the device is first used */
    unsigned contexts;        /* how many there were: modules and functions of older ones are gone */
    int capability;           /* 90 for compute capability 9.0 */
    int processor_count, shared_most; /* bytes of shared memory that a block may ask for */
    HashTable functions;      /* key -> CudaFunction */
    HashTable jobs;           /* key -> CudaJob: what is being built beside the work */
    CudaLaunches *launches;   /* what is launched often; NULL: nothing yet */
    LibraryHandle cublas, cusolver, cusolver_parameters;
    CudaRandom *randoms; /* of each stream (RandomTask) */
    int random_count;
    struct FftPlan *fft_plans;
    size_t fft_plan_count;
    char *scratch;            /* for solvers' info and the like */
    char *staging;            /* pinned memory that large transfers go through; NULL: none yet */
    CudaEvent staging_events[2 * CUDA_LANES]; /* each slot's last piece is transferred */
} CudaState;

static inline CudaState *cuda_state(Device *device) { return device->state; }
static inline CudaAddress cuda_address(const void *bytes) { return (CudaAddress)(uintptr_t)bytes; }

/* Make the device's context current (made at first use). */
bool cuda_enter(Device *device, Error *error);
/* False with an Error in CuPy's words when `status` is not 0: "CUDA_ERROR_ILLEGAL_ADDRESS: an illegal ..." */
bool cuda_check(Device *device, int status, Error *error);

enum { /* cuDeviceGetAttribute */
    ATTRIBUTE_THREADS_PER_BLOCK = 1, ATTRIBUTE_BLOCK_X = 2, ATTRIBUTE_GRID_X = 5, ATTRIBUTE_SHARED = 8,
    ATTRIBUTE_CONSTANT = 9, ATTRIBUTE_WARP = 10, ATTRIBUTE_REGISTERS = 12, ATTRIBUTE_CLOCK = 13,
    ATTRIBUTE_PROCESSORS = 16, ATTRIBUTE_MEMORY_CLOCK = 36, ATTRIBUTE_BUS_WIDTH = 37, ATTRIBUTE_L2 = 38,
    ATTRIBUTE_THREADS_PER_PROCESSOR = 39, ATTRIBUTE_MAJOR = 75, ATTRIBUTE_MINOR = 76,
    ATTRIBUTE_SHARED_MOST = 97
};

/* ---- compile_only.c ---- */
void cuda_driver_pretend(CudaDriver *driver);

/* ---- transfer.c ---- */
bool cuda_copy_from_host(Device *device, char *target, const void *source, size_t size, Error *error);
bool cuda_copy_to_host(Device *device, void *target, const char *source, size_t size, Error *error);
void cuda_staging_release(Device *device);

/* ---- memory.c ---- */
char *cuda_allocate(Device *device, size_t size, Error *error);
void cuda_free(Device *device, char *bytes, size_t size);
void cuda_pool_trim(Device *device, struct DevicePool *pool);
bool cuda_holds(Device *device, const char *bytes, size_t size); /* is all of this allocated there? */
extern const struct PoolBacking cuda_pool_backing;

extern const TextureOperations cuda_textures; /* texture.c */

/* ---- event.c ---- */
DeviceEvent *cuda_event_create(Device *device, bool is_timed, Error *error);
void cuda_event_destroy(Device *device, DeviceEvent *event);
bool cuda_event_record(Device *device, DeviceEvent *event, Error *error);
int cuda_event_query(Device *device, DeviceEvent *event, Error *error);
bool cuda_event_wait(Device *device, DeviceEvent *event, Error *error);
int cuda_event_elapsed(Device *device, DeviceEvent *start, DeviceEvent *end, float *milliseconds, Error *error);
int cuda_is_idle(Device *device, Error *error);

/* ---- program.c: source to function ---- */
/* A function that was built under this short key; NULL: none yet. */
CudaFunction cuda_function_find(Device *device, const char *key);
/* Is it being built beside the work, or did that fail? */
bool cuda_function_is_asked(Device *device, const char *key);
typedef enum CudaBuild {
    BUILD_NOW,        /* nothing is contracted, so that a function gives the same bits wherever it is put together with others */
    BUILD_CONTRACTED, /* a product and a sum may become one operation, rounded once */
    BUILD_BESIDE,     /* as BUILD_NOW, by a thread */
    BUILD_PATIENTLY,  /* the same, when nobody has waited for the compiler for a while */
    BUILD_NEVER       /* take what the cache on disk has */
} CudaBuild;
/* The function `kernel` of the program that is `source` after the preamble, compiled by NVRTC or found in the cache on
 * disk, and remembered under `key`. Releases `source`. NULL and `error` on failure; NULL without an error: it is being built
 * beside the work, and cuda_function_find will give it (or, with BUILD_NEVER, it is not in the cache). */
CudaFunction cuda_function_build(Device *device, const char *key, CudaBuild how, TextBuffer *source, Error *error);
void cuda_compiler_stop(CudaSystem *system);
void cuda_job_release(void *job);
/* What NVRTC compiles: the text with its options, headers that the program may include, and where the names go that name
 * expressions have in the image (each with its NUL). */
typedef struct CudaBuildTask {
    const KernelSource *source;
    const char *const *headers, *const *header_names;
    int header_count;
    TextBuffer *lowered;
} CudaBuildTask;
char *nvrtc_build(Nvrtc *nvrtc, const CudaBuildTask *task, size_t *size, Error *error); /* the image (owned), or NULL */
/* Compile for `capability` without a device: the image's bytes (owned) or NULL; the log goes into the error. */
char *cuda_compile(Nvrtc *nvrtc, const char *source, int capability, bool contracts, size_t *size, Error *error);

/* ---- cache.c: compiled kernels on disk ---- */
/* What this NVRTC has made of the text before (owned), or NULL; size may be NULL. `path`: where that belongs; "": there is no cache. */
char *cuda_cache_find(const Nvrtc *nvrtc, const char *text, size_t length, TextBuffer *path, size_t *size);
/* Make a file of this name in the cache's folder: true for the one that did, in all processes, ever. */
bool cuda_cache_claim(const char *name);
char *cuda_cache_read(const char *path, size_t *size); /* the image (owned), or NULL; size may be NULL */
/* The same of a file that may be anyone's. */
char *cuda_image_read(const char *path, size_t *size);
void cuda_image_name(const char *compiler, const char *text, size_t length, TextBuffer *name);
void cuda_cache_write(const char *path, const char *image, size_t size); /* "": nowhere */
void cuda_cache_trim(void); /* done now and then by cuda_cache_write: below CUPOLA_CACHE_LIMIT bytes (512 MiB) */

/* ---- prebuilt.c: kernels that come with Cupola, for one compute capability a folder ---- */
/* The image for this text (owned), or NULL; of the version of NVRTC that built them nothing is asked. */
char *cuda_prebuilt_read(int capability, const char *text, size_t length);
bool cuda_prebuilt_is_there(int capability);
/* Where CUPOLA_PREBUILD wants the image of this text; false when it is not set. */
bool cuda_prebuilt_place(int capability, const char *text, size_t length, TextBuffer *path);

/* ---- kernel_text.c: kernels that a program brings as text ---- */
DeviceProgram *cuda_program_build(Device *device, const KernelSource *source, Error *error);
bool cuda_program_is_stale(const DeviceProgram *program);
void cuda_program_release(DeviceProgram *program);
DeviceKernel *cuda_program_kernel(DeviceProgram *program, const char *name, Error *error);
bool cuda_program_variable(DeviceProgram *program, const char *name, char **address, size_t *size);
bool cuda_kernel_launch(DeviceProgram *program, DeviceKernel *kernel, const KernelLaunch *launch, void **values, const size_t *sizes, int count,
                        Error *error);
int cuda_kernel_parameter_sizes(const DeviceKernel *kernel, uint32_t *sizes, int most);
bool cuda_kernel_attribute(DeviceProgram *program, DeviceKernel *kernel, int attribute, int *value, Error *error);
bool cuda_kernel_set_attribute(DeviceProgram *program, DeviceKernel *kernel, int attribute, int value, Error *error);
/* Compile such a text without a device. `lowered`: as in CudaBuildTask. */
char *cuda_kernel_text_compile(Nvrtc *nvrtc, const KernelSource *source, int capability, TextBuffer *lowered, size_t *size, Error *error);

/* ---- launch.c: on the default stream ---- */
typedef struct LaunchShape {
    unsigned grid[3], block[3], shared; /* bytes of dynamic shared memory */
} LaunchShape;
bool cuda_launch_shape(Device *device, CudaFunction function, const LaunchShape *shape, void **parameters, Error *error);
bool cuda_launch(Device *device, CudaFunction function, int64_t grid, unsigned block, void **parameters, Error *error);
bool cuda_launch_grid(Device *device, CudaFunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                      unsigned block_x, unsigned block_y, void **parameters, Error *error);
/* Forget what was launched: before a module is unloaded or a function's attributes change. */
void cuda_launches_release(Device *device);

/* ---- source.c: pieces of generated source ---- */
const char *cuda_type(const Dtype *dtype);        /* "double", "half", "complex<float>", ... as stored */
const char *cuda_loop_type(DtypeNumber number);   /* the same, but half is computed as float */

/* A shape with the strides of several operands, dimensions of extent 1 dropped and neighbours merged where every
 * operand allows it. dimensions 0: a single element. */
enum { LAYOUT_OPERANDS = 32 };
typedef struct Layout {
    int dimensions, operands;
    int64_t count;
    int64_t extents[ARRAY_DIMENSIONS_MAX];
    int64_t strides[LAYOUT_OPERANDS][ARRAY_DIMENSIONS_MAX];
} Layout;
void layout_make(Layout *layout, Shape shape, const int64_t *const *strides, int operands);
/* The axes of more than one element, those with the widest steps first; how many there are. */
int layout_order_axes(Shape shape, const int64_t *strides, int order[ARRAY_DIMENSIONS_MAX]);
/* True when operand `which` is contiguous with items of `size` (or has a single element). */
bool layout_is_contiguous(const Layout *layout, int which, int size);
bool layout_is_constant(const Layout *layout, int which); /* all strides 0 */
/* Append `struct Geometry` for `dimensions` and `operands`, and offsets_of(); parameters follow it in memory as
 * layout_pack writes them: a block of int64 to pass as one argument. */
void layout_append_source(TextBuffer *source, const Layout *layout);
size_t layout_pack(const Layout *layout, int64_t *block); /* int64s written; room: LAYOUT_BLOCK */
enum { LAYOUT_BLOCK = 1 + ARRAY_DIMENSIONS_MAX * (LAYOUT_OPERANDS + 1) };

/* ---- the primitives, by file ---- */
bool cuda_elementwise(Device *device, const ElementwiseTask *task, int *float_flags, Error *error);
/* Is the kernel built that the task takes? `prepare`: if not, it will be, beside the work. */
bool cuda_elementwise_is_ready(Device *device, const ElementwiseTask *task, bool prepare);
bool cuda_fused(Device *device, FusedTask *task, Error *error);
bool cuda_cast(Device *device, Shape shape, Operand input, Operand output, int *float_flags, Error *error);
bool cuda_fill(Device *device, Shape shape, Operand output, const void *value, Error *error);
bool cuda_iota(Device *device, Operand output, int64_t count, const void *start, const void *step, Error *error);
bool cuda_reduce(Device *device, const ReduceTask *task, int *float_flags, Error *error);
bool cuda_scan(Device *device, const ScanTask *task, int *float_flags, Error *error);
bool cuda_arg_reduce(Device *device, const ArgReduceTask *task, Error *error);
bool cuda_gather(Device *device, const GatherTask *task, Error *error);
bool cuda_scatter(Device *device, const GatherTask *task, Error *error);
bool cuda_count_nonzero(Device *device, Shape shape, Operand input, int64_t *count, Error *error);
/* The true ones of a mask whose bytes lie side by side; and the elements of `size` bytes (1, 2, 4, 8, 16) that it keeps. */
bool cuda_count_true(Device *device, const char *mask, int64_t count, int64_t *found, Error *error);
bool cuda_compress(Device *device, const char *mask, const char *source, size_t size, int64_t count, char *output, Error *error);
bool cuda_nonzero(Device *device, Shape shape, Operand input, int64_t count, int64_t *output, Error *error);
/* 1: copied by tiles; 0: not a case for them; -1: failed. */
int cuda_transpose(Device *device, Shape shape, const Operand *input, const Operand *output, Error *error);
bool cuda_sort(Device *device, const SortTask *task, Error *error);
bool cuda_search(Device *device, const SearchTask *task, Error *error);
bool cuda_matmul(Device *device, const MatmulTask *task, int *float_flags, Error *error);
bool cuda_convolve(Device *device, const ConvolveTask *task, Error *error);
bool cuda_random(Device *device, const RandomTask *task, Error *error);
void cuda_random_release(Device *device);
bool cuda_fft(Device *device, const FftTask *task, Error *error);
bool cuda_solve(Device *device, const SolverTask *task, Error *error);
void cuda_fft_release(Device *device);
void cuda_release_libraries(Device *device);

#endif
