/* cupyx.profiler: benchmark, profile, time_range. And nvtx, whose ranges nobody listens to here. */
#include "kernel/modules/cupy/device.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

static double clock_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ---- benchmark ---- */

typedef struct BenchmarkResult {
    Object object;
    Value name, cpu_times, gpu_times, devices;
} BenchmarkResult;

static void result_destroy(Object *self) {
    BenchmarkResult *result = (BenchmarkResult *)self;
    value_release(result->name);
    value_release(result->cpu_times);
    value_release(result->gpu_times);
    value_release(result->devices);
}

static void append_times(TextBuffer *text, const char *device, const double *times, int64_t count) {
    double sum = 0, least = INFINITY, most = 0, squares = 0;
    for (int64_t i = 0; i < count; i++) {
        sum += times[i];
        least = fmin(least, times[i]);
        most = fmax(most, times[i]);
    }
    double mean = sum / (double)count;
    for (int64_t i = 0; i < count; i++) squares += (times[i] - mean) * (times[i] - mean);
    text_append_format(text, "    %s: %9.3f us", device, mean * 1e6);
    if (count > 1)
        text_append_format(text, "   +/- %6.3f (min: %9.3f / max: %9.3f) us", sqrt(squares / (double)count) * 1e6,
                           least * 1e6, most * 1e6);
}

static Value times_text(Thread *thread, Value self, bool with_gpu) {
    const BenchmarkResult *result = (const BenchmarkResult *)self.object;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    const Array *cpu = value_ndarray(result->cpu_times), *gpu = value_ndarray(result->gpu_times);
    text_append_format(&text, "%-20s:", value_c_string(result->name));
    append_times(&text, "CPU", (const double *)array_data(cpu), cpu->shape[0]);
    if (!with_gpu) return string_from_text_buffer(thread, &text);
    text_append(&text, " ");
    int64_t number = value_tuple(result->devices)->items[0].integer;
    char device[32];
    snprintf(device, sizeof device, "GPU-%lld", (long long)number);
    append_times(&text, device, (const double *)array_data(gpu), gpu->shape[1]);
    return string_from_text_buffer(thread, &text);
}
static Value result_text(Thread *thread, Value self) { return times_text(thread, self, true); }
NATIVE(result_to_text) {
    NATIVE_UNUSED;
    int with_gpu = value_truth(thread, arguments[1]);
    return with_gpu < 0 ? VALUE_ABSENT : times_text(thread, arguments[0], with_gpu);
}

#define MEMBER_GETTER(member)                                                                                 \
    static Value result_get_##member(Thread *thread, Value self) {                                            \
        return (void)thread, value_retain(((const BenchmarkResult *)self.object)->member);                    \
    }
MEMBER_GETTER(name) MEMBER_GETTER(cpu_times) MEMBER_GETTER(gpu_times)
static const PropertyEntry result_properties[] = {{"name", result_get_name, NULL, "The function's name."},
                                                  {"cpu_times", result_get_cpu_times, NULL, "Seconds of each call."},
                                                  {"gpu_times", result_get_gpu_times, NULL,
                                                   "Seconds until the devices had finished, a row a device."},
                                                  {NULL, NULL, NULL, NULL}};
static const NativeEntry result_methods[] = {
    {"to_str", "($self, show_gpu=False)", "The times as a line of text.", result_to_text, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};
static const Type result_type_template = {
    .name = "cupyx.profiler._time._PerfCaseResult",
    .base = (Type *)&object_type_template,
    .instance_size = sizeof(BenchmarkResult),
    .destroy = result_destroy,
    .repr = result_text,
    .str = result_text,
    .methods = result_methods,
    .properties = result_properties,
};

static bool call_once(Thread *thread, const Value *arguments) {
    Value positional = tuple_from_iterable(thread, arguments[1]);
    if (value_is_absent(positional)) return false;
    Dict *keywords = value_is_dict(arguments[2]) ? value_dict(arguments[2]) : NULL;
    Value result = value_call_unpacked(thread, arguments[0], value_tuple(positional), keywords);
    value_release(positional);
    if (value_is_absent(result)) return false;
    value_release(result);
    return true;
}

static Value times_array(Thread *thread, const double *times, int64_t count, bool as_row) {
    Error error = ERROR_NONE;
    int64_t shape[2] = {1, count};
    Array *array = array_create(array_context(thread)->runtime->host, DTYPE(FLOAT64), as_row ? 2 : 1,
                                as_row ? shape : shape + 1, &error);
    if (!array) return raise_array_error(thread, &error);
    for (int64_t i = 0; i < count; i++) ((double *)array_data(array))[i] = times[i];
    return value_from_array(thread, array);
}

/* Times of up to `limit` calls within `seconds`; how many in the result, -1 with an exception. */
static int64_t measure(Thread *thread, const Value *arguments, int64_t limit, double seconds, double *cpu, double *gpu) {
    double begin = clock_seconds();
    int64_t done = 0;
    while (done < limit && (done == 0 || clock_seconds() - begin < seconds)) {
        if (!devices_synchronize(thread)) return -1;
        double start = clock_seconds();
        if (!call_once(thread, arguments)) return -1;
        cpu[done] = clock_seconds() - start;
        if (!devices_synchronize(thread)) return -1;
        gpu[done++] = clock_seconds() - start;
        if (!thread_poll(thread)) return -1;
    }
    return done;
}

NATIVE(benchmark) {
    NATIVE_UNUSED;
    int64_t limit, warm_up;
    double seconds = INFINITY;
    if (!value_to_int64(thread, arguments[3], &limit) || !value_to_int64(thread, arguments[5], &warm_up))
        return VALUE_ABSENT;
    if (!value_is_absent(arguments[6]) && !value_to_double(thread, arguments[6], &seconds)) return VALUE_ABSENT;
    if (limit < 1) return raise_value_error(thread, "`n_repeat` should be a positive integer.");
    if (!array_devices_ready(thread)) return VALUE_ABSENT;
    for (int64_t i = 0; i < warm_up; i++)
        if (!call_once(thread, arguments) || !thread_poll(thread)) return VALUE_ABSENT;
    double *cpu = memory_allocate_zeroed((size_t)limit, sizeof *cpu);
    double *gpu = memory_allocate_zeroed((size_t)limit, sizeof *gpu);
    Type *type = type_from_template(thread, &result_type_template);
    Value value = VALUE_ABSENT;
    int64_t count = -1;
    if (!cpu || !gpu)
        raise_no_memory(thread);
    else if (type)
        count = measure(thread, arguments, limit, seconds, cpu, gpu);
    BenchmarkResult *result = count > 0 ? object_new(thread, type) : NULL;
    if (result) {
        value = value_from_object(result);
        const Value device = value_from_int(device_current(thread));
        result->name = value_is_none(arguments[4]) ? value_get_attribute_c(thread, arguments[0], "__name__")
                                                   : value_str(thread, arguments[4]);
        result->cpu_times = times_array(thread, cpu, count, false);
        result->gpu_times = times_array(thread, gpu, count, true);
        result->devices = tuple_from_values(thread, &device, 1);
        if (value_is_absent(result->name) || value_is_absent(result->cpu_times) ||
            value_is_absent(result->gpu_times) || value_is_absent(result->devices))
            value_replace(&value, VALUE_ABSENT);
    }
    memory_release(cpu);
    memory_release(gpu);
    return value;
}

/* ---- Ranges ---- */

typedef struct RangeObject {
    Object object;
} RangeObject;
static Value range_create(Thread *thread, Type *type, const Call *call) {
    Value arguments[4];
    if (!native_match(thread, "time_range", "(message=None, color_id=None, argb_color=None, sync=False)", call, arguments, 4))
        return VALUE_ABSENT;
    native_release_arguments(arguments, 4);
    return value_from_object(object_new(thread, type));
}
NATIVE(range_enter) {
    NATIVE_UNUSED;
    return value_retain(arguments[0]);
}
NATIVE(range_exit) {
    NATIVE_UNUSED;
    return VALUE_NONE;
}
static Value range_call(Thread *thread, Value self, const Call *call) { /* as a decorator */
    (void)self;
    return call->positional_count ? value_retain(call->values[0])
                                  : raise_type_error(thread, "time_range() takes a function");
}
static const NativeEntry range_methods[] = {{"__enter__", "($self)", NULL, range_enter, NULL, 0},
                                            {"__exit__", "($self, *args)", NULL, range_exit, NULL, 0},
                                            {NULL, NULL, NULL, NULL, NULL, 0}};
static const Type range_type_template_nvtx = {
    .name = "cupyx.profiler.time_range",
    .documentation = "A named range for a profiler: a context manager and a decorator.",
    .base = (Type *)&object_type_template,
    .instance_size = sizeof(RangeObject),
    .create = range_create,
    .call = range_call,
    .methods = range_methods,
};
Value profiler_range_class(Thread *thread) {
    Type *type = type_from_template(thread, &range_type_template_nvtx);
    return type ? value_from_object(object_retain(type)) : VALUE_ABSENT;
}

NATIVE(profiler_profile) {
    NATIVE_UNUSED;
    Value type = profiler_range_class(thread);
    Value range = value_is_absent(type) ? VALUE_ABSENT : value_call_none(thread, type);
    value_release(type);
    return range;
}
NATIVE(nvtx_nothing) {
    NATIVE_UNUSED;
    return VALUE_NONE;
}

#define BENCHMARK(name)                                                                                       \
    {name, "(func, args=(), kwargs=None, n_repeat=10000, name=None, n_warmup=10, max_duration=inf, devices=None)", \
     "Time a function: each call's time on the CPU, and until the devices had finished.", benchmark, NULL, 0}

const NativeEntry time_functions[] = {BENCHMARK("repeat"), {NULL, NULL, NULL, NULL, NULL, 0}};
const NativeEntry profiler_functions[] = {
    BENCHMARK("benchmark"),
    {"profile", "()", "A block that a profiler records.", profiler_profile, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};
const NativeEntry nvtx_functions[] = {{"RangePush", "(message, id_color=-1)", "Begin a named range.", nvtx_nothing, NULL, 0},
                                      {"RangePushC", "(message, color=0)", "Begin a named range.", nvtx_nothing, NULL, 0},
                                      {"RangePop", "()", "End the innermost range.", nvtx_nothing, NULL, 0},
                                      {"Mark", "(message, id_color=-1)", "Mark a moment.", nvtx_nothing, NULL, 0},
                                      {"MarkC", "(message, color=0)", "Mark a moment.", nvtx_nothing, NULL, 0},
                                      {NULL, NULL, NULL, NULL, NULL, 0}};
