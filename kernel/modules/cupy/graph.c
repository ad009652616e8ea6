/* What cupy.cuda.graph (python/cuda_graph.py) stands on: work that is written down, and done when the graph is launched. */
#include "kernel/modules/cupy/device.h"

#include "base/memory.h"

#include <string.h>

typedef struct RecordedObject {
    Object object;
    DeviceCapture *capture;
} RecordedObject;

static void recorded_destroy(Object *self) { capture_release(((RecordedObject *)self)->capture); }

static const Type recorded_type_template = {
    .name = "cupy.cuda.graph.Recorded",
    .documentation = "Recorded work.",
    .base = (Type *)&object_type_template,
    .instance_size = sizeof(RecordedObject),
    .destroy = recorded_destroy,
};

DeviceCapture *capture_from_value(Value value) {
    bool is_one = value.tag == TAG_OBJECT && value.object->type->origin == &recorded_type_template;
    return is_one ? ((RecordedObject *)value.object)->capture : NULL;
}

static DeviceCapture *capture_argument(Thread *thread, Value value) {
    DeviceCapture *capture = capture_from_value(value);
    if (!capture) raise_type_error(thread, "recorded work is wanted");
    return capture;
}

Value capture_call(Thread *thread, const char *name, const Value *arguments, size_t count) {
    Value function = array_module_member(thread, "cupy.cuda.graph", name);
    Value result = value_is_absent(function) ? function : value_call_values(thread, function, arguments, count);
    value_release(function);
    return result;
}

/* _capture_new(): of the current device */
NATIVE(capture_new) {
    NATIVE_UNUSED;
    Error error = ERROR_NONE;
    int number = device_current(thread);
    Type *type = number < 0 ? NULL : type_from_template(thread, &recorded_type_template);
    RecordedObject *object = type ? object_new(thread, type) : NULL;
    if (!object) return VALUE_ABSENT;
    object->capture = capture_create(array_context(thread)->runtime->accelerators[number], &error);
    if (object->capture) return value_from_object(object);
    object_release(object);
    return raise_array_error(thread, &error);
}

NATIVE(capture_launch) {
    NATIVE_UNUSED;
    DeviceCapture *capture = capture_argument(thread, arguments[0]);
    Error error = ERROR_NONE;
    if (!capture) return VALUE_ABSENT;
    if (graph_finish(array_context(thread)->runtime, &error) && capture_run(capture, thread, &error)) return VALUE_NONE;
    return raise_array_error(thread, &error);
}

/* _capture_include(capture, other) */
NATIVE(capture_include) {
    NATIVE_UNUSED;
    DeviceCapture *capture = capture_argument(thread, arguments[0]), *other = capture ? capture_argument(thread, arguments[1]) : NULL;
    Error error = ERROR_NONE;
    if (!other) return VALUE_ABSENT;
    if (graph_finish(array_context(thread)->runtime, &error) && capture_add_capture(capture, other, &error)) return VALUE_NONE;
    return raise_array_error(thread, &error);
}

typedef struct Callback {
    Value function, argument;
} Callback;

static void release_callback(void *context) {
    Callback *callback = context;
    value_release(callback->function);
    value_release(callback->argument);
    memory_release(callback);
}

static bool run_callback(Device *device, void *context, void *caller, Error *error) {
    const Callback *callback = context;
    if (!device->operations->synchronize(device, error)) return false;
    Value result = value_call_one(caller, callback->function, callback->argument);
    if (value_is_absent(result)) error->kind = ERROR_ALREADY_RAISED;
    value_release(result);
    return !value_is_absent(result);
}

/* _capture_call(capture, function, argument) */
NATIVE(capture_add_call) {
    NATIVE_UNUSED;
    DeviceCapture *capture = capture_argument(thread, arguments[0]);
    Callback *callback = capture ? memory_allocate(sizeof *callback) : NULL;
    Error error = ERROR_NONE;
    if (!capture) return VALUE_ABSENT;
    if (!callback) return raise_no_memory(thread);
    *callback = (Callback){value_retain(arguments[1]), value_retain(arguments[2])};
    if (!graph_finish(array_context(thread)->runtime, &error)) {
        release_callback(callback);
        return raise_array_error(thread, &error);
    }
    if (capture_add(capture, &(CaptureWork){"host", run_callback, release_callback, callback}, &error)) return VALUE_NONE;
    return raise_array_error(thread, &error);
}

NATIVE(capture_spoil) {
    NATIVE_UNUSED;
    DeviceCapture *capture = capture_argument(thread, arguments[0]);
    if (!capture) return VALUE_ABSENT;
    capture_break(capture);
    return VALUE_NONE;
}

NATIVE(capture_is_spoilt) {
    NATIVE_UNUSED;
    const DeviceCapture *capture = capture_argument(thread, arguments[0]);
    return capture ? value_from_bool(capture_is_broken(capture)) : VALUE_ABSENT;
}

/* The steps' names, one a line. */
NATIVE(capture_names) {
    NATIVE_UNUSED;
    const DeviceCapture *capture = capture_argument(thread, arguments[0]);
    TextBuffer names = TEXT_BUFFER_EMPTY;
    if (!capture) return VALUE_ABSENT;
    capture_append_names(capture, &names);
    Value text = string_from_c(thread, text_string(&names));
    text_release(&names);
    return text;
}

const NativeEntry graph_functions[] = {
    {"_capture_new", "()", "An empty record of work.", capture_new, NULL, 0},
    {"_capture_launch", "(capture, /)", "Do what was recorded.", capture_launch, NULL, 0},
    {"_capture_include", "(capture, other, /)", "Record the work of another record.", capture_include, NULL, 0},
    {"_capture_call", "(capture, function, argument, /)", "Record a call.", capture_add_call, NULL, 0},
    {"_capture_spoil", "(capture, /)", "Something forbidden was asked.", capture_spoil, NULL, 0},
    {"_capture_is_spoilt", "(capture, /)", "Whether something forbidden was asked.", capture_is_spoilt, NULL, 0},
    {"_capture_names", "(capture, /)", "What the steps are called, one a line.", capture_names, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};
