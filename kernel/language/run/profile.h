/* The profiler behind cProfile, %prun and %lprun: what the VM tells it. */
#ifndef KERNEL_LANGUAGE_PROFILE_H
#define KERNEL_LANGUAGE_PROFILE_H

#include "kernel/language/run/frame.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/native.h"

typedef struct Profiler Profiler;

/* Called only where interpreter->profiler, or the frame object's, is set. */
void profiler_frame_ended(Profiler *profiler, const Frame *frame);
void profiler_generator_resumed(Profiler *profiler, const Frame *frame);
void profiler_generator_left(Profiler *profiler, const Frame *frame);

extern const ModuleEntry profile_module; /* _lsprof */

#endif
