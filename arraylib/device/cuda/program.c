/* From CUDA C++ to a function that can be launched: NVRTC, and what was built before, in memory and on disk (cache.c).
 *
 * A function may also be built beside the program's work: one thread a process compiles, what it made is loaded when it is
 * next asked for, and until then the caller does its work otherwise. */
#include "arraylib/device/cuda/cuda.h"

#include "arraylib/device/cuda/preamble_text.h"
#include "base/memory.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- compiling ---- */

static bool compile_failed(Nvrtc *nvrtc, NvrtcProgram program, Error *error) {
    size_t size = 0;
    char *log = nvrtc->log_size(program, &size) == 0 && size < (1u << 24) ? memory_allocate_zeroed(size + 1, 1) : NULL;
    if (log) nvrtc->log(program, log);
    error_set(error, "cupy.cuda.compiler.CompileException", "%s", log && *log ? log : "the kernel does not compile");
    memory_release(log);
    return false;
}

/* The names in the image of the name expressions, each with its NUL. */
static bool lower_names(Nvrtc *nvrtc, NvrtcProgram program, const CudaBuildTask *task, Error *error) {
    for (int i = 0; i < task->source->name_count; i++) {
        const char *lowered = NULL;
        if (nvrtc->lowered_name(program, task->source->names[i], &lowered) != 0) return compile_failed(nvrtc, program, error);
        text_append(task->lowered, lowered);
        text_append_char(task->lowered, '\0');
    }
    return !task->source->name_count || !task->lowered->failed || error_no_memory(error);
}

char *nvrtc_build(Nvrtc *nvrtc, const CudaBuildTask *task, size_t *size, Error *error) {
    NvrtcProgram program;
    const KernelSource *source = task->source;
    char *image = NULL;
    if (!nvrtc_open(nvrtc, error)) return NULL;
    if (nvrtc->create(&program, source->text, "kernel.cu", task->header_count, task->headers, task->header_names) != 0) {
        error_no_memory(error);
        return NULL;
    }
    bool good = true;
    for (int i = 0; i < source->name_count && good; i++)
        good = nvrtc->add_name(program, source->names[i]) == 0 || error_set(error, "cupy.cuda.compiler.CompileException", "%s is no name expression", source->names[i]);
    if (good && nvrtc->compile(program, source->option_count, source->options) != 0) good = compile_failed(nvrtc, program, error);
    good = good && lower_names(nvrtc, program, task, error);
    if (good && nvrtc->image_size(program, size) == 0 && (image = memory_allocate(*size)) != NULL) nvrtc->image(program, image);
    else if (good) error_no_memory(error);
    nvrtc->destroy(&program);
    return image;
}

char *cuda_compile(Nvrtc *nvrtc, const char *source, int capability, bool contracts, size_t *size, Error *error) {
    char architecture[32];
    snprintf(architecture, sizeof architecture, "-arch=sm_%d", capability);
    int major = 0, minor = 0;
    if (!nvrtc_open(nvrtc, error)) return NULL;
    nvrtc->version(&major, &minor);
    const char *options[] = {architecture,      "-std=c++17", "-ftz=true",   contracts ? "-fmad=true" : "-fmad=false",
                             "-default-device", "-w",         "-DCUPOLA=1", "--minimal" /* CUDA 13 knows it: a fifth faster */};
    KernelSource text = {.text = source, .options = options, .option_count = (int)(sizeof options / sizeof *options) - (major < 13)};
    return nvrtc_build(nvrtc, &(CudaBuildTask){.source = &text}, size, error);
}

/* ---- a function ---- */

static CudaFunction load(Device *device, const char *image, Error *error) {
    CudaDriver *driver = &cuda_state(device)->system->driver;
    CudaModule module;
    CudaFunction function;
    if (!cuda_check(device, driver->module_load(&module, image), error)) return NULL;
    if (!cuda_check(device, driver->module_function(&function, module, "kernel"), error)) return NULL;
    return function;
}

/* The whole text that decides what is built. */
static bool whole_program(Device *device, const TextBuffer *source, bool contracts, TextBuffer *program, Error *error) {
    if (source->failed) return error_no_memory(error);
    text_append_format(program, "// cupola 3, sm_%d%s\n%s", cuda_state(device)->capability, contracts ? ", contracted" : "", preamble_text);
    text_append(program, text_string(source));
    const char *wanted = getenv("CUPOLA_DUMP");
    if (wanted && strstr(wanted, "source")) fprintf(stderr, "%s\n", text_string(source));
    return !program->failed || error_no_memory(error);
}

/* What the cache holds of the program; `path` is where it belongs ("": there is no cache). */
static char *read_cached(CudaState *state, const TextBuffer *program, TextBuffer *path) {
    if (!cuda_prebuilt_place(state->capability, program->bytes, program->length, path))
        return cuda_cache_find(&state->system->nvrtc, program->bytes, program->length, path, NULL);
    return path->length ? cuda_cache_read(path->bytes, NULL) : NULL;
}

/* From an image (taken over) that was there; NULL too when it is of no use. */
static CudaFunction load_stored(Device *device, char *image) {
    Error stale = ERROR_NONE;
    CudaFunction function = image ? load(device, image, &stale) : NULL;
    error_clear(&stale);
    memory_release(image);
    return function;
}

/* ---- beside the program's work ---- */

struct CudaJob {
    CudaJob *next;
    char *program, *path, *image;
    int capability;
    bool is_patient, is_done;
};

enum { PATIENCE = 250 }; /* milliseconds */


struct CudaCompiler {
    pthread_mutex_t lock;
    pthread_cond_t wanted;
    pthread_t thread;
    CudaJob *first, *last;
    Nvrtc *nvrtc;
    struct timespec patient_from; /* jobs that can wait do not start before: somebody waits for the compiler now, or just did */
    bool stopping;
    pid_t process; /* a copy of the process has no such thread */
};

static bool is_past(const struct timespec *time) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return now.tv_sec > time->tv_sec || (now.tv_sec == time->tv_sec && now.tv_nsec >= time->tv_nsec);
}

/* Take the first job that may start; with the lock held. NULL: to the end. */
static CudaJob *next_job(CudaCompiler *compiler) {
    while (!compiler->stopping) {
        CudaJob **place = &compiler->first, *before = NULL;
        for (; *place && (*place)->is_patient && !is_past(&compiler->patient_from); place = &(*place)->next) before = *place;
        CudaJob *job = *place;
        if (job) {
            *place = job->next;
            if (compiler->last == job) compiler->last = before;
            return job;
        }
        if (compiler->first) pthread_cond_timedwait(&compiler->wanted, &compiler->lock, &compiler->patient_from);
        else pthread_cond_wait(&compiler->wanted, &compiler->lock);
    }
    return NULL;
}

static void *compile_jobs(void *context) {
    CudaCompiler *compiler = context;
    pthread_mutex_lock(&compiler->lock);
    for (CudaJob *job; (job = next_job(compiler)) != NULL;) {
        pthread_mutex_unlock(&compiler->lock);
        Error error = ERROR_NONE;
        size_t size;
        char *image = cuda_compile(compiler->nvrtc, job->program, job->capability, false, &size, &error);
        if (image) cuda_cache_write(job->path, image, size);
        error_clear(&error);
        pthread_mutex_lock(&compiler->lock);
        job->image = image;
        job->is_done = true;
    }
    pthread_mutex_unlock(&compiler->lock);
    return NULL;
}

/* What can wait waits: the compiler does one thing at a time. */
static void hold_patient_jobs(CudaSystem *system) {
    CudaCompiler *compiler = system->compiler;
    if (!compiler) return;
    struct timespec from;
    clock_gettime(CLOCK_REALTIME, &from);
    from.tv_nsec += PATIENCE * 1000000L;
    if (from.tv_nsec >= 1000000000L) {
        from.tv_nsec -= 1000000000L;
        from.tv_sec++;
    }
    pthread_mutex_lock(&compiler->lock);
    compiler->patient_from = from;
    pthread_mutex_unlock(&compiler->lock);
}

static CudaCompiler *compiler_of(CudaSystem *system) {
    if (system->compiler) return system->compiler;
    CudaCompiler *compiler = memory_allocate_zeroed(1, sizeof *compiler);
    if (!compiler) return NULL;
    compiler->nvrtc = &system->nvrtc;
    compiler->process = getpid();
    pthread_mutex_init(&compiler->lock, NULL);
    pthread_cond_init(&compiler->wanted, NULL);
    sigset_t all, before; /* signals are for the main thread */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(&compiler->thread, NULL, compile_jobs, compiler) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!started) {
        memory_release(compiler);
        return NULL;
    }
    return system->compiler = compiler;
}

void cuda_compiler_stop(CudaSystem *system) {
    CudaCompiler *compiler = system->compiler;
    if (!compiler || compiler->process != getpid()) return;
    pthread_mutex_lock(&compiler->lock);
    compiler->stopping = true;
    pthread_cond_signal(&compiler->wanted);
    pthread_mutex_unlock(&compiler->lock);
    pthread_join(compiler->thread, NULL);
    pthread_mutex_destroy(&compiler->lock);
    pthread_cond_destroy(&compiler->wanted);
    memory_release(compiler);
    system->compiler = NULL;
}

void cuda_job_release(void *value) {
    CudaJob *job = value;
    memory_release(job->program);
    memory_release(job->path);
    memory_release(job->image);
    memory_release(job);
}

/* Have the thread compile what the texts (taken over) say. */
static bool give_job(Device *device, const char *key, bool is_patient, TextBuffer *program, TextBuffer *path, Error *error) {
    CudaState *state = cuda_state(device);
    CudaCompiler *compiler = compiler_of(state->system);
    CudaJob *job = compiler ? memory_allocate_zeroed(1, sizeof *job) : NULL;
    if (!job) return error_no_memory(error);
    *job = (CudaJob){.program = text_detach(program), .path = text_detach(path), .capability = state->capability, .is_patient = is_patient};
    if (!job->program || !job->path || !hash_set(&state->jobs, key, job)) {
        cuda_job_release(job);
        return error_no_memory(error);
    }
    pthread_mutex_lock(&compiler->lock);
    *(compiler->first ? &compiler->last->next : &compiler->first) = job;
    compiler->last = job;
    pthread_cond_signal(&compiler->wanted);
    pthread_mutex_unlock(&compiler->lock);
    return true;
}

/* What the thread has made. Of what went wrong the job stays, so that it is not tried again. */
static CudaFunction collect_job(Device *device, const char *key) {
    CudaState *state = cuda_state(device);
    CudaCompiler *compiler = state->system->compiler;
    CudaJob *job = hash_get(&state->jobs, key);
    if (!job || !compiler) return NULL;
    pthread_mutex_lock(&compiler->lock);
    bool is_done = job->is_done;
    pthread_mutex_unlock(&compiler->lock);
    Error error = ERROR_NONE;
    CudaFunction function = is_done && job->image && cuda_enter(device, &error) ? load(device, job->image, &error) : NULL;
    error_clear(&error);
    if (function && hash_set(&state->functions, key, function)) cuda_job_release(hash_remove(&state->jobs, key));
    return function;
}

/* ---- what callers ask ---- */

CudaFunction cuda_function_find(Device *device, const char *key) {
    CudaFunction function = hash_get(&cuda_state(device)->functions, key);
    return function ? function : collect_job(device, key);
}

bool cuda_function_is_asked(Device *device, const char *key) { return hash_get(&cuda_state(device)->jobs, key) != NULL; }

CudaFunction cuda_function_build(Device *device, const char *key, CudaBuild how, TextBuffer *source, Error *error) {
    CudaState *state = cuda_state(device);
    TextBuffer program = TEXT_BUFFER_EMPTY, path = TEXT_BUFFER_EMPTY;
    bool contracts = how == BUILD_CONTRACTED, beside = how == BUILD_BESIDE || how == BUILD_PATIENTLY;
    CudaFunction function = NULL;
    if (cuda_enter(device, error) && whole_program(device, source, contracts, &program, error)) {
        function = load_stored(device, cuda_prebuilt_read(state->capability, program.bytes, program.length));
        bool can_build = !function && nvrtc_open(&state->system->nvrtc, error);
        if (can_build) function = load_stored(device, read_cached(state, &program, &path));
        if (function || !can_build) {
        } else if (beside) give_job(device, key, how == BUILD_PATIENTLY, &program, &path, error);
        else if (how != BUILD_NEVER) {
            size_t size;
            hold_patient_jobs(state->system);
            char *image = cuda_compile(&state->system->nvrtc, program.bytes, state->capability, contracts, &size, error);
            if (image) function = load(device, image, error);
            if (function) cuda_cache_write(text_string(&path), image, size);
            memory_release(image);
        }
        if (function && !hash_set(&state->functions, key, function)) error_no_memory(error);
    }
    text_release(source);
    text_release(&program);
    text_release(&path);
    return function;
}
