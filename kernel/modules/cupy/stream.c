/* Streams. Work of a device runs in one order, so a stream is a name for that order: synchronising it waits for the device. */
#include "kernel/modules/cupy/device.h"

#include "base/memory.h"

#include <string.h>

static const char current_stream_key = 0;

typedef struct StreamObject {
    Object object;
    int64_t pointer; /* 0: the null stream; others count up */
    bool non_blocking;
    int device;
    int priority;
    Value capture, recorded; /* while its work is written down: cupy.cuda.graph's object, and what it records in */
    Value previous; /* a list: the streams that were current when `with` was entered */
} StreamObject;

typedef struct StreamState {
    Value null, per_thread;
    Value *current; /* of each device; absent: the null stream */
    size_t device_count;
    int64_t next;
} StreamState;

static void state_release(void *pointer) {
    StreamState *state = pointer;
    value_release(state->null);
    value_release(state->per_thread);
    for (size_t i = 0; i < state->device_count; i++) value_release(state->current[i]);
    memory_release(state->current);
    memory_release(state);
}

static Value stream_new(Thread *thread, Type *type, int64_t pointer, bool non_blocking) {
    if (!type) type = type_from_template(thread, &stream_type_template);
    StreamObject *stream = type ? object_new(thread, type) : NULL;
    if (!stream) return VALUE_ABSENT;
    stream->pointer = pointer;
    stream->non_blocking = non_blocking;
    stream->device = -1;
    return value_from_object(stream);
}

static StreamState *stream_state(Thread *thread) {
    StreamState *state = interpreter_state(thread->interpreter, &current_stream_key);
    if (state) return state;
    state = memory_allocate_zeroed(1, sizeof *state);
    if (!state) {
        raise_no_memory(thread);
        return NULL;
    }
    if (!interpreter_set_state(thread->interpreter, &current_stream_key, state, state_release)) {
        memory_release(state);
        raise_no_memory(thread);
        return NULL;
    }
    state->next = 3;
    state->null = stream_new(thread, NULL, 0, false);
    state->per_thread = stream_new(thread, NULL, 2, false);
    return value_is_absent(state->null) || value_is_absent(state->per_thread) ? NULL : state;
}

static Value stream_create(Thread *thread, Type *type, const Call *call) {
    Value arguments[4];
    StreamState *state = stream_state(thread);
    if (!state || !native_match(thread, "Stream", "(null=False, non_blocking=False, ptds=False, priority=None)", call,
                                arguments, 4))
        return VALUE_ABSENT;
    int is_null = value_truth(thread, arguments[0]), non_blocking = value_truth(thread, arguments[1]), per_thread = value_truth(thread, arguments[2]);
    int64_t priority = 0;
    bool is_known = value_is_none(arguments[3]) || value_to_int64(thread, arguments[3], &priority);
    native_release_arguments(arguments, 4);
    if (!is_known || is_null < 0 || non_blocking < 0 || per_thread < 0 || !array_devices_ready(thread)) return VALUE_ABSENT;
    bool is_known_one = is_null || per_thread;
    Value stream = is_known_one ? stream_new(thread, type, is_null ? 0 : 2, false) : stream_new(thread, type, state->next++, non_blocking);
    if (value_is_absent(stream)) return stream;
    ((StreamObject *)stream.object)->device = is_known_one ? -1 : device_current(thread);
    /* As CUDA bounds it: the least urgent is 0. */
    ((StreamObject *)stream.object)->priority = is_known_one || priority > 0 ? 0 : priority < -5 ? -5 : (int)priority;
    return stream;
}

static void stream_destroy(Object *self) {
    StreamObject *stream = (StreamObject *)self;
    value_release(stream->previous);
    value_release(stream->capture);
    value_release(stream->recorded);
}
static Value stream_repr(Thread *thread, Value self) {
    const StreamObject *stream = (const StreamObject *)self.object;
    const char *name = strrchr(self.object->type->name, '.');
    return string_format(thread, "<%s %lld (device %d)>", name ? name + 1 : self.object->type->name, (long long)stream->pointer, stream->device);
}
static bool stream_hash(Thread *thread, Value self, int64_t *hash) {
    (void)thread;
    *hash = ((const StreamObject *)self.object)->pointer;
    return true;
}
static Value stream_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    (void)thread;
    bool is_equality = comparison == COMPARE_EQ || comparison == COMPARE_NE;
    if (!is_equality || !value_has_type(right, &stream_type_template)) return VALUE_NOT_IMPLEMENTED;
    bool same = ((const StreamObject *)left.object)->pointer == ((const StreamObject *)right.object)->pointer;
    return value_from_bool(same == (comparison == COMPARE_EQ));
}

static bool is_capturing(Value stream) { return !value_is_absent(((const StreamObject *)stream.object)->capture); }

static Value wait_for_device(Thread *thread, int number) {
    if (number < 0) number = device_current(thread);
    if (number < 0) return VALUE_ABSENT;
    return device_wait(thread, array_context(thread)->runtime->accelerators[number]) ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(stream_synchronize) {
    NATIVE_UNUSED;
    if (is_capturing(arguments[0])) return capture_call(thread, "_refuse", arguments, 1);
    return wait_for_device(thread, ((const StreamObject *)arguments[0].object)->device);
}
/* The place of the current stream of the stream's device, which must be the current device. */
static Value *current_place(Thread *thread, int device) {
    StreamState *state = stream_state(thread);
    int count = state ? device_count(thread) : -1;
    if (count < 0) return NULL;
    if ((size_t)count > state->device_count) {
        Value *more = memory_resize(state->current, (size_t)count * sizeof *more);
        if (!more) return raise_no_memory(thread), NULL;
        state->current = more;
        while (state->device_count < (size_t)count) more[state->device_count++] = value_retain(state->null);
    }
    if (device < 0) device = device_current(thread);
    if (device >= 0 && (size_t)device < state->device_count) return &state->current[device];
    if (device >= 0) raise_cuda_error(thread, "cudaErrorInvalidDevice", "invalid device ordinal");
    return NULL;
}

/* The device's work goes where its current stream wants it: it is done, or written down. */
static bool select_capture(Thread *thread, int device) {
    const Value *current = current_place(thread, device);
    if (!current) return false;
    Device *own = array_context(thread)->runtime->accelerators[device];
    DeviceCapture *capture = capture_from_value(((const StreamObject *)current->object)->recorded);
    if (capture && capture_device(capture) != own) capture = NULL;
    if (own->capture == capture) return true;
    Error error = ERROR_NONE;
    bool good = graph_finish(own->runtime, &error);
    capture_select(own, capture);
    if (!good) raise_array_error(thread, &error);
    return good;
}

Value stream_capture(Thread *thread, Value stream) {
    if (value_is_none(stream)) {
        const Value *current = current_place(thread, -1);
        if (!current) return VALUE_ABSENT;
        stream = *current;
    }
    if (!value_has_type(stream, &stream_type_template)) return raise_type_error(thread, "a stream is wanted");
    Value capture = ((const StreamObject *)stream.object)->capture;
    return value_is_absent(capture) ? VALUE_NONE : value_retain(capture);
}

/* _stream_capture(stream) */
NATIVE(stream_get_capture) {
    NATIVE_UNUSED;
    return stream_capture(thread, arguments[0]);
}
/* _stream_set_capture(stream, capture, recorded): None and None: no longer. */
NATIVE(stream_set_capture) {
    NATIVE_UNUSED;
    if (!value_has_type(arguments[0], &stream_type_template)) return raise_type_error(thread, "a stream is wanted");
    StreamObject *stream = (StreamObject *)arguments[0].object;
    bool ends = value_is_none(arguments[1]);
    Value before = stream->recorded; /* until nothing selects it any more */
    stream->recorded = ends ? VALUE_ABSENT : value_retain(arguments[2]);
    value_replace(&stream->capture, ends ? VALUE_ABSENT : value_retain(arguments[1]));
    int device = stream->device < 0 ? device_current(thread) : stream->device;
    bool good = device >= 0 && select_capture(thread, device);
    value_release(before);
    return good ? VALUE_NONE : VALUE_ABSENT;
}
/* _event_capture(event): what it was recorded in, or None. */
NATIVE(stream_event_capture) {
    NATIVE_UNUSED;
    if (!value_has_type(arguments[0], &event_type_template)) return raise_type_error(thread, "an event is wanted");
    const Value *capture = event_capture(arguments[0]);
    return value_is_absent(*capture) ? VALUE_NONE : value_retain(*capture);
}

static Value *current_place_of(Thread *thread, const StreamObject *stream) {
    int current = device_current(thread);
    if (current < 0) return NULL;
    if (stream->device < 0 || stream->device == current) return current_place(thread, current);
    raise_runtime_error(thread, "The device that the stream is created on (%d) does not match with the current device (%d)", stream->device, current);
    return NULL;
}

NATIVE(stream_use) {
    NATIVE_UNUSED;
    Value *current = current_place_of(thread, (const StreamObject *)arguments[0].object);
    if (!current) return VALUE_ABSENT;
    value_replace(current, value_retain(arguments[0]));
    return select_capture(thread, device_current(thread)) ? value_retain(arguments[0]) : VALUE_ABSENT;
}
NATIVE(stream_enter) {
    NATIVE_UNUSED;
    StreamObject *stream = (StreamObject *)arguments[0].object;
    Value *current = current_place_of(thread, stream);
    if (!current) return VALUE_ABSENT;
    if (value_is_absent(stream->previous) && value_is_absent(stream->previous = list_new(thread))) return VALUE_ABSENT;
    const Value pair[] = {value_from_int(device_current(thread)), *current};
    Value entered = tuple_from_values(thread, pair, 2);
    if (value_is_absent(entered) || !list_append_owned(thread, value_list(stream->previous), entered)) return VALUE_ABSENT;
    value_replace(current, value_retain(arguments[0]));
    return select_capture(thread, device_current(thread)) ? value_retain(arguments[0]) : VALUE_ABSENT;
}
NATIVE(stream_exit) {
    NATIVE_UNUSED;
    StreamObject *stream = (StreamObject *)arguments[0].object;
    List *previous = value_is_absent(stream->previous) ? NULL : value_list(stream->previous);
    if (!previous || !previous->count) return VALUE_NONE;
    Value entered = previous->items[--previous->count];
    Value *current = current_place(thread, (int)value_tuple(entered)->items[0].integer);
    if (current) value_replace(current, value_retain(value_tuple(entered)->items[1]));
    bool good = current && select_capture(thread, (int)value_tuple(entered)->items[0].integer);
    value_release(entered);
    return good ? VALUE_NONE : VALUE_ABSENT;
}
/* _stream_name(stream, pointer, device): make it one that somebody else has made. */
NATIVE(stream_name) {
    NATIVE_UNUSED;
    int64_t pointer, device;
    if (!value_to_int64(thread, arguments[1], &pointer) || !value_to_int64(thread, arguments[2], &device)) return VALUE_ABSENT;
    if (!value_has_type(arguments[0], &stream_type_template)) return raise_type_error(thread, "a stream is wanted");
    ((StreamObject *)arguments[0].object)->pointer = pointer;
    ((StreamObject *)arguments[0].object)->device = (int)device;
    return VALUE_NONE;
}
NATIVE(stream_wait_event) {
    NATIVE_UNUSED;
    bool is_plain = value_has_type(arguments[1], &event_type_template) &&
                    (!event_is_recorded(arguments[1]) || (value_is_absent(*event_capture(arguments[1])) && !is_capturing(arguments[0])));
    return is_plain ? VALUE_NONE : capture_call(thread, "_wait_event", arguments, 2);
}
/* A callback of the host runs when the work before it has finished: at once, after waiting. */
NATIVE(stream_launch_host_function) {
    NATIVE_UNUSED;
    if (is_capturing(arguments[0])) return capture_call(thread, "_call", arguments, 3);
    if (value_is_absent(wait_for_device(thread, -1))) return VALUE_ABSENT;
    Value result = value_call_one(thread, arguments[1], arguments[2]);
    if (value_is_absent(result)) return result;
    value_release(result);
    return VALUE_NONE;
}
/* callback(stream, error, arg) */
NATIVE(stream_add_callback) {
    NATIVE_UNUSED;
    if (is_capturing(arguments[0])) return capture_call(thread, "_refuse", arguments, 1);
    if (value_is_absent(wait_for_device(thread, -1))) return VALUE_ABSENT;
    const Value told[] = {arguments[0], value_from_int(0), arguments[2]};
    Value result = value_call_values(thread, arguments[1], told, 3);
    if (value_is_absent(result)) return result;
    value_release(result);
    return VALUE_NONE;
}

static Value stream_get_pointer(Thread *thread, Value self) {
    return (void)thread, value_from_int(((const StreamObject *)self.object)->pointer);
}
static Value stream_get_done(Thread *thread, Value self) {
    int number = ((const StreamObject *)self.object)->device;
    if (is_capturing(self)) { /* the question itself spoils what is recorded */
        capture_break(capture_from_value(((const StreamObject *)self.object)->recorded));
        return VALUE_FALSE;
    }
    Error error = ERROR_NONE;
    if (number < 0) number = device_current(thread);
    if (number < 0) return VALUE_ABSENT;
    Device *device = array_context(thread)->runtime->accelerators[number];
    if (!graph_finish(device->runtime, &error)) return raise_array_error(thread, &error);
    int answer = device->operations->is_idle ? device->operations->is_idle(device, &error) : 1;
    return answer < 0 ? raise_array_error(thread, &error) : value_from_bool(answer);
}
static Value stream_get_priority(Thread *thread, Value self) {
    return (void)thread, value_from_int(((const StreamObject *)self.object)->priority);
}
static Value stream_is_non_blocking(Thread *thread, Value self) {
    return (void)thread, value_from_bool(((const StreamObject *)self.object)->non_blocking);
}
static Value stream_get_device(Thread *thread, Value self) {
    return (void)thread, value_from_int(((const StreamObject *)self.object)->device);
}

static Value event_argument(Thread *thread, Value value) {
    if (value_has_type(value, &event_type_template)) return value_retain(value);
    return raise_type_error(thread, "Argument 'event' has incorrect type (expected cupy.cuda.stream.Event)");
}
NATIVE(stream_record) {
    NATIVE_UNUSED;
    Value event = value_is_none(arguments[1]) ? event_new(thread) : event_argument(thread, arguments[1]);
    if (value_is_absent(event) || event_note(thread, event, arguments[0])) return event;
    value_release(event);
    return VALUE_ABSENT;
}
NATIVE(stream_begin_capture) {
    NATIVE_UNUSED;
    return capture_call(thread, "_begin", arguments, 2);
}
NATIVE(stream_end_capture) {
    NATIVE_UNUSED;
    return capture_call(thread, "_end", arguments, 1);
}
NATIVE(stream_is_capturing) {
    NATIVE_UNUSED;
    return capture_call(thread, "_is_capturing", arguments, 1);
}
NATIVE(stream_from_external) {
    NATIVE_UNUSED;
    Value function = array_module_member(thread, "cupy.cuda._members", "_from_external");
    Value stream = value_is_absent(function) ? function : value_call_values(thread, function, arguments, 2);
    value_release(function);
    return stream;
}
NATIVE(stream_protocol) {
    NATIVE_UNUSED;
    const Value pair[] = {value_from_int(0), value_from_int(((const StreamObject *)arguments[0].object)->pointer)};
    return tuple_from_values(thread, pair, 2);
}
NATIVE(cuda_get_elapsed_time) {
    NATIVE_UNUSED;
    for (int i = 0; i < 2; i++)
        if (!value_has_type(arguments[i], &event_type_template)) return raise_type_error(thread, "get_elapsed_time() takes two events");
    return event_elapsed(thread, arguments[0], arguments[1]);
}
NATIVE(cuda_get_current_stream) {
    NATIVE_UNUSED;
    int64_t device;
    if (!value_to_int64(thread, arguments[0], &device)) return VALUE_ABSENT;
    const Value *current = current_place(thread, device > INT32_MAX ? INT32_MAX : (int)device);
    return current ? value_retain(*current) : VALUE_ABSENT;
}
NATIVE(cuda_is_available) {
    NATIVE_UNUSED;
    int count = device_count(thread);
    if (count < 0) exception_clear(thread);
    return value_from_bool(count > 0);
}
NATIVE(cuda_get_device_id) {
    NATIVE_UNUSED;
    int number = device_current(thread);
    return number < 0 ? VALUE_ABSENT : value_from_int(number);
}
NATIVE(cuda_synchronize) {
    NATIVE_UNUSED;
    return wait_for_device(thread, -1);
}

const NativeEntry cuda_functions[] = {
    {"get_elapsed_time", "(start_event, end_event)", "Milliseconds between two events.", cuda_get_elapsed_time, NULL, 0},
    {"get_current_stream", "(device_id=-1)", "The current stream.", cuda_get_current_stream, NULL, 0},
    {"_stream_name", "(stream, pointer, device, /)", NULL, stream_name, NULL, 0},
    {"_stream_capture", "(stream, /)", NULL, stream_get_capture, NULL, 0},
    {"_stream_set_capture", "(stream, capture, recorded, /)", NULL, stream_set_capture, NULL, 0},
    {"_event_capture", "(event, /)", NULL, stream_event_capture, NULL, 0},
    {"is_available", "()", "Whether there is a device.", cuda_is_available, NULL, 0},
    {"get_device_id", "()", "The number of the current device.", cuda_get_device_id, NULL, 0},
    {"synchronize", "()", "Wait for the current device's work to finish.", cuda_synchronize, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};

/* Stream.null and Stream.ptds are members of the class. */
typedef struct ClassStream {
    Object object;
    bool per_thread;
} ClassStream;
static Value class_stream_get(Thread *thread, Value self, Value instance, Value owner) {
    (void)instance, (void)owner;
    StreamState *state = stream_state(thread);
    if (!state) return VALUE_ABSENT;
    return value_retain(((const ClassStream *)self.object)->per_thread ? state->per_thread : state->null);
}
static const Type class_stream_type_template = {
    .name = "cupy.cuda.stream.class_stream",
    .base = (Type *)&object_type_template,
    .instance_size = sizeof(ClassStream),
    .descriptor_get = class_stream_get,
};

/* The class cp.cuda.Stream with its two members. */
Value stream_class(Thread *thread) {
    Type *type = type_from_template(thread, &stream_type_template);
    Type *member = type ? type_from_template(thread, &class_stream_type_template) : NULL;
    String *null = string_intern(thread, "null"), *ptds = string_intern(thread, "ptds");
    if (!member || !null || !ptds) return VALUE_ABSENT;
    for (int i = 0; i < 2; i++) {
        ClassStream *stream = object_new(thread, member);
        if (!stream) return VALUE_ABSENT;
        stream->per_thread = i;
        bool added = type_set_attribute(thread, type, i ? ptds : null,
                                        (Value){.tag = TAG_OBJECT, .object = &stream->object});
        object_release(stream);
        if (!added) return VALUE_ABSENT;
    }
    return value_from_object(object_retain(type));
}

static const PropertyEntry stream_properties[] = {{"ptr", stream_get_pointer, NULL, "The stream's handle."},
                                                  {"done", stream_get_done, NULL, "Whether all its work has finished."},
                                                  {"priority", stream_get_priority, NULL, "The stream's priority: lower ones come first."},
                                                  {"is_non_blocking", stream_is_non_blocking, NULL, "Whether it does not wait for the null stream."},
                                                  {"device_id", stream_get_device, NULL, "The device it was made on."},
                                                  {NULL, NULL, NULL, NULL}};
static const NativeEntry stream_methods[] = {
    {"synchronize", "($self)", "Wait for the stream's work to finish.", stream_synchronize, NULL, 0},
    {"use", "($self)", "Make this stream the current one.", stream_use, NULL, 0},
    {"record", "($self, event=None)", "Record an event; a new one when none is given.", stream_record, NULL, 0},
    {"wait_event", "($self, event)", "Later work waits for the event.", stream_wait_event, NULL, 0},
    {"add_callback", "($self, callback, arg)", "Call a function with the stream, an error of 0 and the argument once the work before it has finished.",
     stream_add_callback, NULL, 0},
    {"launch_host_func", "($self, callback, arg)", "Call a function once the work before it has finished.",
     stream_launch_host_function, NULL, 0},
    {"from_external", "($type, obj)", "The stream of another library's object, which has __cuda_stream__.", stream_from_external, NULL, NATIVE_CLASS},
    {"begin_capture", "($self, mode=None)", "Write work down for a graph instead of doing it.", stream_begin_capture, NULL, 0},
    {"end_capture", "($self)", "The graph of the recorded work.", stream_end_capture, NULL, 0},
    {"is_capturing", "($self)", "Whether its work is recorded for a graph.", stream_is_capturing, NULL, 0},
    {"__cuda_stream__", "($self)", "The version of the protocol, and the handle.", stream_protocol, NULL, 0},
    {"__enter__", "($self)", NULL, stream_enter, NULL, 0},
    {"__exit__", "($self, *args)", NULL, stream_exit, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};
const Type stream_type_template = {
    .name = "cupy.cuda.stream.Stream",
    .documentation = "An order of work on a device.",
    .signature = "(null=False, non_blocking=False, ptds=False, priority=None)",
    .base = (Type *)&object_type_template,
    .flags = TYPE_BASE,
    .instance_size = sizeof(StreamObject),
    .create = stream_create,
    .destroy = stream_destroy,
    .repr = stream_repr,
    .hash = stream_hash,
    .compare = stream_compare,
    .methods = stream_methods,
    .properties = stream_properties,
};
