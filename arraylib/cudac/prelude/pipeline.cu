// cuda_pipeline.h: what is copied asynchronously is copied at once.
__device__ void __pipeline_memcpy_async(void *to, const void *from, size_t size, size_t zeros = 0) {
    for (size_t i = 0; i < size; i++) ((char *)to)[i] = i + zeros < size ? ((const char *)from)[i] : (char)0;
}
__device__ void __pipeline_commit() {}
__device__ void __pipeline_wait_prior(size_t) {}
