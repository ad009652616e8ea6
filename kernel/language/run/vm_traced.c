/* The VM once more, telling of every step: the threads that sys.settrace or sys.setprofile was called in run here. */
#define VM_TRACED 1
/* Telling costs more than the steps: this copy need not be fast, but quick to compile. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O1")
#endif
#include "kernel/language/run/vm.c" /* NOLINT: the same text, another dispatch */
