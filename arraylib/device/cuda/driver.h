/* CUDA's libraries, opened at first use: no header of CUDA's is needed to build, no library to run.
 *
 * Only the functions that are called here are declared, each as one row of a table; the tables make the struct
 * of pointers and the code that fills it. A library is sought in CUDA_PATH, where ld.so looks, in /usr/local/cuda*
 * and among pip's nvidia packages, for CUDA 13 and 12. */
#ifndef ARRAYLIB_DEVICE_CUDA_DRIVER_H
#define ARRAYLIB_DEVICE_CUDA_DRIVER_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint64_t CudaAddress;
typedef struct CudaContextHandle *CudaContext;
typedef struct CudaModuleHandle *CudaModule;
typedef struct CudaFunctionHandle *CudaFunction;
typedef struct CudaStreamHandle *CudaStream;
typedef struct CudaEventHandle *CudaEvent;
typedef struct CudaGraphHandle *CudaGraph;
typedef struct CudaGraphNodeHandle *CudaGraphNode;
typedef struct CudaGraphExecutableHandle *CudaGraphExecutable;

typedef struct NvrtcProgramHandle *NvrtcProgram;
typedef void *LibraryHandle; /* of cuBLAS, cuSOLVER, cuRAND */

typedef struct KernelNode { /* CUDA_KERNEL_NODE_PARAMS_v2 */
    CudaFunction function;
    unsigned grid_x, grid_y, grid_z, block_x, block_y, block_z, shared_bytes;
    void **parameters, **extra;
    void *kernel;
    CudaContext context;
} KernelNode;

/* X(result type is int everywhere: 0 is success; symbol, member, parameters) */
#define CUDA_DRIVER_FUNCTIONS(X)                                                                                 \
    X(cuInit, initialize, (unsigned flags))                                                                      \
    X(cuDriverGetVersion, driver_version, (int *version))                                                        \
    X(cuDeviceGetCount, device_count, (int *count))                                                              \
    X(cuDeviceGet, device_get, (int *device, int number))                                                        \
    X(cuDeviceGetName, device_name, (char *name, int size, int device))                                          \
    X(cuDeviceGetAttribute, device_attribute, (int *value, int attribute, int device))                           \
    X(cuDeviceTotalMem_v2, device_total_memory, (size_t *size, int device))                                      \
    X(cuDeviceGetPCIBusId, device_pci_bus, (char *text, int size, int device))                                   \
    X(cuDeviceCanAccessPeer, can_access_peer, (int *can, int device, int peer))                                  \
    X(cuDevicePrimaryCtxRetain, primary_context_retain, (CudaContext *context, int device))                      \
    X(cuDevicePrimaryCtxRelease_v2, primary_context_release, (int device))                                       \
    X(cuCtxSetCurrent, context_set_current, (CudaContext context))                                               \
    X(cuCtxGetCurrent, context_get_current, (CudaContext *context))                                              \
    X(cuCtxSynchronize, context_synchronize, (void))                                                             \
    X(cuCtxEnablePeerAccess, context_enable_peer, (CudaContext peer, unsigned flags))                            \
    X(cuMemAlloc_v2, memory_allocate, (CudaAddress *address, size_t size))                                       \
    X(cuMemFree_v2, memory_free, (CudaAddress address))                                                          \
    X(cuMemGetInfo_v2, memory_information, (size_t *free, size_t *total))                                        \
    X(cuPointerGetAttribute, pointer_attribute, (void *value, int attribute, CudaAddress address))               \
    X(cuMemAllocHost_v2, host_allocate, (void **address, size_t size))                                           \
    X(cuMemFreeHost, host_free, (void *address))                                                                 \
    X(cuMemHostRegister_v2, host_register, (void *address, size_t size, unsigned flags))                         \
    X(cuMemHostUnregister, host_unregister, (void *address))                                                     \
    X(cuMemcpyHtoD_v2, copy_to_device, (CudaAddress target, const void *source, size_t size))                    \
    X(cuMemcpyHtoDAsync_v2, copy_to_device_async,                                                                \
      (CudaAddress target, const void *source, size_t size, CudaStream stream))                                  \
    X(cuMemcpyDtoH_v2, copy_to_host, (void *target, CudaAddress source, size_t size))                            \
    X(cuMemcpyDtoHAsync_v2, copy_to_host_async,                                                                  \
      (void *target, CudaAddress source, size_t size, CudaStream stream))                                        \
    X(cuMemcpyDtoDAsync_v2, copy_within_async,                                                                   \
      (CudaAddress target, CudaAddress source, size_t size, CudaStream stream))                                  \
    X(cuMemcpyPeer, copy_peer,                                                                                   \
      (CudaAddress target, CudaContext target_context, CudaAddress source, CudaContext source_context,           \
       size_t size))                                                                                             \
    X(cuMemsetD8Async, set_bytes_async,                                                                          \
      (CudaAddress target, unsigned char byte, size_t count, CudaStream stream))                                 \
    X(cuModuleLoadData, module_load, (CudaModule *module, const void *image))                                    \
    X(cuModuleUnload, module_unload, (CudaModule module))                                                        \
    X(cuModuleGetFunction, module_function, (CudaFunction *function, CudaModule module, const char *name))       \
    X(cuModuleGetGlobal_v2, module_variable,                                                                     \
      (CudaAddress *address, size_t *size, CudaModule module, const char *name))                                 \
    X(cuFuncGetAttribute, function_attribute, (int *value, int attribute, CudaFunction function))                \
    X(cuFuncSetAttribute, function_set_attribute, (CudaFunction function, int attribute, int value))             \
    X(cuLaunchKernel, launch,                                                                                    \
      (CudaFunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,               \
       unsigned block_y, unsigned block_z, unsigned shared_bytes, CudaStream stream, void **parameters,          \
       void **extra))                                                                                            \
    X(cuStreamCreate, stream_create, (CudaStream *stream, unsigned flags))                                       \
    X(cuStreamDestroy_v2, stream_destroy, (CudaStream stream))                                                   \
    X(cuStreamSynchronize, stream_synchronize, (CudaStream stream))                                              \
    X(cuEventCreate, event_create, (CudaEvent *event, unsigned flags))                                           \
    X(cuEventDestroy_v2, event_destroy, (CudaEvent event))                                                       \
    X(cuEventRecord, event_record, (CudaEvent event, CudaStream stream))                                         \
    X(cuStreamQuery, stream_query, (CudaStream stream))                                                          \
    X(cuEventQuery, event_query, (CudaEvent event))                                                              \
    X(cuEventSynchronize, event_synchronize, (CudaEvent event))                                                  \
    X(cuEventElapsedTime, event_elapsed, (float *milliseconds, CudaEvent start, CudaEvent end))                  \
    X(cuGetErrorName, error_name, (int error, const char **name))                                                \
    X(cuGetErrorString, error_string, (int error, const char **text))

/* What older drivers do not have: NULL then. graph_set_kernel stands for all that launch.c needs. */
#define CUDA_DRIVER_NEWER_FUNCTIONS(X)                                                                           \
    X(cuGraphCreate, graph_create, (CudaGraph *graph, unsigned flags))                                           \
    X(cuGraphDestroy, graph_destroy, (CudaGraph graph))                                                          \
    X(cuGraphAddKernelNode_v2, graph_add_kernel,                                                                 \
      (CudaGraphNode *node, CudaGraph graph, const CudaGraphNode *before, size_t before_count,                   \
       const KernelNode *kernel))                                                                                \
    X(cuGraphInstantiateWithFlags, graph_instantiate,                                                            \
      (CudaGraphExecutable *executable, CudaGraph graph, unsigned long long flags))                              \
    X(cuGraphExecDestroy, graph_executable_destroy, (CudaGraphExecutable executable))                            \
    X(cuGraphLaunch, graph_launch, (CudaGraphExecutable executable, CudaStream stream))                          \
    X(cuGraphExecKernelNodeSetParams_v2, graph_set_kernel,                                                       \
      (CudaGraphExecutable executable, CudaGraphNode node, const KernelNode *kernel))                            \
    X(cuArray3DCreate_v2, image_create, (void **array, const void *descriptor))                                  \
    X(cuArrayDestroy, image_destroy, (void *array))                                                              \
    X(cuMemcpy3D_v2, copy_image, (const void *copy))                                                             \
    X(cuTexObjectCreate, texture_create,                                                                         \
      (unsigned long long *handle, const void *resource, const void *texture, const void *view))                 \
    X(cuTexObjectDestroy, texture_destroy, (unsigned long long handle))                                          \
    X(cuSurfObjectCreate, surface_create, (unsigned long long *handle, const void *resource))                    \
    X(cuSurfObjectDestroy, surface_destroy, (unsigned long long handle))                                         \
    X(cuFuncGetParamInfo, function_parameter, (CudaFunction function, size_t index, size_t *offset, size_t *size))

#define NVRTC_FUNCTIONS(X)                                                                                       \
    X(nvrtcVersion, version, (int *major, int *minor))                                                           \
    X(nvrtcCreateProgram, create,                                                                                \
      (NvrtcProgram *program, const char *source, const char *name, int header_count,                            \
       const char *const *headers, const char *const *header_names))                                             \
    X(nvrtcDestroyProgram, destroy, (NvrtcProgram *program))                                                     \
    X(nvrtcCompileProgram, compile, (NvrtcProgram program, int count, const char *const *options))               \
    X(nvrtcAddNameExpression, add_name, (NvrtcProgram program, const char *expression))                           \
    X(nvrtcGetLoweredName, lowered_name, (NvrtcProgram program, const char *expression, const char **name))      \
    X(nvrtcGetProgramLogSize, log_size, (NvrtcProgram program, size_t *size))                                    \
    X(nvrtcGetProgramLog, log, (NvrtcProgram program, char *text))                                               \
    X(nvrtcGetPTXSize, ptx_size, (NvrtcProgram program, size_t *size))                                          \
    X(nvrtcGetPTX, ptx, (NvrtcProgram program, char *text))                                                     \
    X(nvrtcGetCUBINSize, image_size, (NvrtcProgram program, size_t *size))                                       \
    X(nvrtcGetCUBIN, image, (NvrtcProgram program, char *image))

/* `type` of cublasGemmStridedBatchedEx: cudaDataType; `compute`: cublasComputeType_t. */
#define CUBLAS_FUNCTIONS(X)                                                                                      \
    X(cublasCreate_v2, create, (LibraryHandle *handle))                                                          \
    X(cublasDestroy_v2, destroy, (LibraryHandle handle))                                                         \
    X(cublasGetVersion_v2, version, (LibraryHandle handle, int *version))                                        \
    X(cublasSetMathMode, set_math_mode, (LibraryHandle handle, int mode))                                        \
    X(cublasGemmStridedBatchedEx, multiply,                                                                      \
      (LibraryHandle handle, int transpose_a, int transpose_b, int rows, int columns, int inner,                 \
       const void *alpha, const void *a, int a_type, int a_leading, long long a_stride, const void *b,           \
       int b_type, int b_leading, long long b_stride, const void *beta, void *c, int c_type, int c_leading,      \
       long long c_stride, int batch, int compute, int algorithm))

#define CURAND_FUNCTIONS(X)                                                                                      \
    X(curandCreateGenerator, create, (LibraryHandle *generator, int type))                                       \
    X(curandDestroyGenerator, destroy, (LibraryHandle generator))                                                \
    X(curandSetPseudoRandomGeneratorSeed, set_seed, (LibraryHandle generator, unsigned long long seed))          \
    X(curandSetGeneratorOffset, set_offset, (LibraryHandle generator, unsigned long long offset))                \
    X(curandGenerate, bits, (LibraryHandle generator, unsigned *output, size_t count))                           \
    X(curandGenerateUniform, uniform32, (LibraryHandle generator, float *output, size_t count))                  \
    X(curandGenerateUniformDouble, uniform64, (LibraryHandle generator, double *output, size_t count))           \
    X(curandGenerateNormal, normal32,                                                                            \
      (LibraryHandle generator, float *output, size_t count, float mean, float deviation))                       \
    X(curandGenerateNormalDouble, normal64,                                                                      \
      (LibraryHandle generator, double *output, size_t count, double mean, double deviation))

#define CUFFT_FUNCTIONS(X)                                                                                       \
    X(cufftCreate, create, (int *handle))                                                                        \
    X(cufftSetAutoAllocation, set_auto_allocation, (int handle, int automatic))                                  \
    X(cufftMakePlanMany, make_plan,                                                                              \
      (int handle, int rank, int *lengths, int *in_embed, int in_stride, int in_distance, int *out_embed,        \
       int out_stride, int out_distance, int type, int batch, size_t *work_size))                                \
    X(cufftSetWorkArea, set_work_area, (int handle, void *area))                                                 \
    X(cufftDestroy, destroy, (int handle))                                                                       \
    X(cufftExecC2C, complex32, (int handle, void *input, void *output, int direction))                           \
    X(cufftExecZ2Z, complex64, (int handle, void *input, void *output, int direction))                           \
    X(cufftExecR2C, real_to_complex32, (int handle, void *input, void *output))                                  \
    X(cufftExecD2Z, real_to_complex64, (int handle, void *input, void *output))                                  \
    X(cufftExecC2R, complex_to_real32, (int handle, void *input, void *output))                                  \
    X(cufftExecZ2D, complex_to_real64, (int handle, void *input, void *output))

/* The 64-bit interface of cuSOLVER: one function for every type (cudaDataType). */
#define CUSOLVER_FUNCTIONS(X)                                                                                    \
    X(cusolverDnCreate, create, (LibraryHandle *handle))                                                         \
    X(cusolverDnDestroy, destroy, (LibraryHandle handle))                                                        \
    X(cusolverDnCreateParams, create_parameters, (LibraryHandle *parameters))                                    \
    X(cusolverDnDestroyParams, destroy_parameters, (LibraryHandle parameters))                                   \
    X(cusolverDnXgetrf_bufferSize, lu_size,                                                                      \
      (LibraryHandle h, LibraryHandle p, int64_t m, int64_t n, int a_type, const void *a, int64_t lda,           \
       int compute, size_t *device, size_t *host))                                                               \
    X(cusolverDnXgetrf, lu,                                                                                      \
      (LibraryHandle h, LibraryHandle p, int64_t m, int64_t n, int a_type, void *a, int64_t lda,                 \
       int64_t *pivots, int compute, void *device, size_t device_size, void *host, size_t host_size,             \
       int *info))                                                                                               \
    X(cusolverDnXgetrs, lu_solve,                                                                                \
      (LibraryHandle h, LibraryHandle p, int transpose, int64_t n, int64_t columns, int a_type, const void *a,   \
       int64_t lda, const int64_t *pivots, int b_type, void *b, int64_t ldb, int *info))                         \
    X(cusolverDnXpotrf_bufferSize, cholesky_size,                                                                \
      (LibraryHandle h, LibraryHandle p, int uplo, int64_t n, int a_type, const void *a, int64_t lda,            \
       int compute, size_t *device, size_t *host))                                                               \
    X(cusolverDnXpotrf, cholesky,                                                                                \
      (LibraryHandle h, LibraryHandle p, int uplo, int64_t n, int a_type, void *a, int64_t lda, int compute,     \
       void *device, size_t device_size, void *host, size_t host_size, int *info))                               \
    X(cusolverDnXsyevd_bufferSize, eigen_size,                                                                   \
      (LibraryHandle h, LibraryHandle p, int vectors, int uplo, int64_t n, int a_type, const void *a,            \
       int64_t lda, int w_type, const void *w, int compute, size_t *device, size_t *host))                       \
    X(cusolverDnXsyevd, eigen,                                                                                   \
      (LibraryHandle h, LibraryHandle p, int vectors, int uplo, int64_t n, int a_type, void *a, int64_t lda,     \
       int w_type, void *w, int compute, void *device, size_t device_size, void *host, size_t host_size,         \
       int *info))                                                                                               \
    X(cusolverDnXgesvd_bufferSize, svd_size,                                                                     \
      (LibraryHandle h, LibraryHandle p, signed char jobu, signed char jobvt, int64_t m, int64_t n, int a_type,  \
       const void *a, int64_t lda, int s_type, const void *s, int u_type, const void *u, int64_t ldu,            \
       int vt_type, const void *vt, int64_t ldvt, int compute, size_t *device, size_t *host))                    \
    X(cusolverDnXgesvd, svd,                                                                                     \
      (LibraryHandle h, LibraryHandle p, signed char jobu, signed char jobvt, int64_t m, int64_t n, int a_type,  \
       void *a, int64_t lda, int s_type, void *s, int u_type, void *u, int64_t ldu, int vt_type, void *vt,       \
       int64_t ldvt, int compute, void *device, size_t device_size, void *host, size_t host_size, int *info))                \
    X(cusolverDnXgesvdp_bufferSize, polar_svd_size,                                                              \
      (LibraryHandle h, LibraryHandle p, int vectors, int econ, int64_t m, int64_t n, int a_type, const void *a, \
       int64_t lda, int s_type, const void *s, int u_type, const void *u, int64_t ldu, int v_type, const void *v, \
       int64_t ldv, int compute, size_t *device, size_t *host))                                                  \
    X(cusolverDnXgesvdp, polar_svd,                                                                              \
      (LibraryHandle h, LibraryHandle p, int vectors, int econ, int64_t m, int64_t n, int a_type, void *a,       \
       int64_t lda, int s_type, void *s, int u_type, void *u, int64_t ldu, int v_type, void *v, int64_t ldv,     \
       int compute, void *device, size_t device_size, void *host, size_t host_size, int *info, double *error))

#define CUDA_MEMBER(symbol, member, parameters) int(*member) parameters;
typedef struct CudaDriver { void *library; CUDA_DRIVER_FUNCTIONS(CUDA_MEMBER) CUDA_DRIVER_NEWER_FUNCTIONS(CUDA_MEMBER) } CudaDriver;
typedef struct Nvrtc { void *library; NVRTC_FUNCTIONS(CUDA_MEMBER) } Nvrtc;
typedef struct Cublas { void *library; CUBLAS_FUNCTIONS(CUDA_MEMBER) } Cublas;
typedef struct Curand { void *library; CURAND_FUNCTIONS(CUDA_MEMBER) } Curand;
typedef struct Cufft { void *library; CUFFT_FUNCTIONS(CUDA_MEMBER) } Cufft;
typedef struct Cusolver { void *library; CUSOLVER_FUNCTIONS(CUDA_MEMBER) } Cusolver;
#undef CUDA_MEMBER

/* Each opens its library and fills its functions; true at once when that is done already. On failure `error` is
 * RuntimeError with a line that names the library (the driver's failure is quiet: `error` may be NULL). */
bool cuda_driver_open(CudaDriver *driver, Error *error);
bool nvrtc_open(Nvrtc *nvrtc, Error *error);
/* The folders of CUDA's headers that belong to the opened NVRTC ("" and "": there are none). */
typedef struct HeaderFolders { char general[512], cccl[544]; } HeaderFolders;
void nvrtc_header_folders(const Nvrtc *nvrtc, HeaderFolders *folders);
bool cublas_open(Cublas *cublas, Error *error);
bool curand_open(Curand *curand, Error *error);
bool cufft_open(Cufft *cufft, Error *error);
bool cusolver_open(Cusolver *cusolver, Error *error);

#endif
