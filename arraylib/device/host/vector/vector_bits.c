#include "arraylib/device/host/vector/vector_bits.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

/* The same for the whole process, found once, never changed. */
static int bits;

static void find(void) {
    const char *wanted = getenv("CUPOLA_VECTOR_BITS");
    int most = wanted ? atoi(wanted) : 0;
    bits = 128;
#if defined(__x86_64__)
    bool has_256 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c");
    if (has_256) bits = __builtin_cpu_supports("avx512f") ? 512 : 256;
#endif
    if (most > 0 && most < bits) bits = most < 256 ? 128 : 256;
}

int host_vector_bits(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find);
    return bits;
}
