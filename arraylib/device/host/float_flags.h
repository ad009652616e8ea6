/* The exception flags of the calling thread's floating-point unit (the numbers are <fenv.h>'s).
 *
 * On x86 the functions of <fenv.h> look after the x87, too, which nothing here computes with, and which takes longer than to
 * add two short arrays. */
#ifndef ARRAYLIB_DEVICE_HOST_FLOAT_FLAGS_H
#define ARRAYLIB_DEVICE_HOST_FLOAT_FLAGS_H

#include <fenv.h>

#ifdef __SSE2__
#include <xmmintrin.h>
typedef unsigned SavedFlags;
static inline int flags_met(int flags) { return (int)_mm_getcsr() & flags; }
static inline void flags_raise(int flags) { _mm_setcsr(_mm_getcsr() | (unsigned)flags); }
static inline void flags_clear(void) { _mm_setcsr(_mm_getcsr() & ~(unsigned)FE_ALL_EXCEPT); }
static inline SavedFlags flags_save(void) { return _mm_getcsr(); }
static inline void flags_restore(SavedFlags saved) { _mm_setcsr(saved); }
#else
typedef fexcept_t SavedFlags;
static inline int flags_met(int flags) { return fetestexcept(flags); }
static inline void flags_raise(int flags) { feraiseexcept(flags); }
static inline void flags_clear(void) { feclearexcept(FE_ALL_EXCEPT); }
static inline SavedFlags flags_save(void) {
    fexcept_t saved;
    fegetexceptflag(&saved, FE_ALL_EXCEPT);
    return saved;
}
static inline void flags_restore(SavedFlags saved) { fesetexceptflag(&saved, FE_ALL_EXCEPT); }
#endif

#endif
