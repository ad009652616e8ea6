/* The VM once more, telling of every step: the threads that sys.settrace or sys.setprofile was called in run here. */
#define VM_TRACED 1
#include "kernel/language/vm.c" /* NOLINT: the same text, another dispatch */
