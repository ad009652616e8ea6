#if defined(__x86_64__) && defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f"))), apply_to = function)
#elif defined(__x86_64__)
#pragma GCC target("avx512f")
#endif
#define WIDTH 64
#include "arraylib/device/host/vector/vector_apply.h"
#if defined(__x86_64__) && defined(__clang__)
#pragma clang attribute pop
#endif
