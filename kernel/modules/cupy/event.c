/* Events: moments in a device's work. Recording one begins what was put off and waits for nothing; where work is done as it is called
 * (an emulated device), the moment is that of the call. */
#include "kernel/modules/cupy/device.h"

#include <time.h>

typedef struct EventObject {
    Object object;
    Device *device;     /* on which it was made */
    DeviceEvent *event; /* NULL: the device does work as it is called */
    bool is_recorded, is_untimed;
    double seconds; /* without `event` */
    Value capture;  /* recorded in a stream that writes its work down; absent: in none */
} EventObject;

static double clock_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static bool make(Thread *thread, EventObject *event) {
    Error error = ERROR_NONE;
    int number = device_current(thread);
    if (number < 0) return false;
    event->device = array_context(thread)->runtime->accelerators[number];
    if (!event->device->operations->event_create) return true;
    event->event = event->device->operations->event_create(event->device, !event->is_untimed, &error);
    if (!event->event) raise_array_error(thread, &error);
    return event->event != NULL;
}

static Value event_create(Thread *thread, Type *type, const Call *call) {
    Value arguments[3];
    if (!native_match(thread, "Event", "(block=False, disable_timing=False, interprocess=False)", call, arguments, 3))
        return VALUE_ABSENT;
    int is_untimed = value_truth(thread, arguments[1]), is_shared = value_truth(thread, arguments[2]);
    native_release_arguments(arguments, 3);
    if (is_untimed < 0 || is_shared < 0) return VALUE_ABSENT;
    if (is_shared && !is_untimed) return raise_value_error(thread, "Timing must be disabled for interprocess events");
    EventObject *event = object_new(thread, type);
    if (!event) return VALUE_ABSENT;
    event->is_untimed = is_untimed;
    if (make(thread, event)) return value_from_object(event);
    object_release(event);
    return VALUE_ABSENT;
}

static void event_object_destroy(Object *self) {
    EventObject *event = (EventObject *)self;
    value_release(event->capture);
    if (event->event) event->device->operations->event_destroy(event->device, event->event);
}

static EventObject *event_of(Value value) { return (EventObject *)value.object; }
Value *event_capture(Value event) { return &event_of(event)->capture; }
bool event_is_recorded(Value event) { return event_of(event)->is_recorded || !value_is_absent(event_of(event)->capture); }

bool event_note(Thread *thread, Value value, Value stream) {
    EventObject *event = event_of(value);
    Error error = ERROR_NONE;
    Value capture = stream_capture(thread, stream);
    if (value_is_absent(capture)) return false;
    const bool is_written_down = !value_is_none(capture);
    value_replace(&event->capture, is_written_down ? value_retain(capture) : VALUE_ABSENT);
    value_release(capture);
    if (is_written_down) {
        const Value both[] = {stream, value};
        Value result = capture_call(thread, "_note", both, 2);
        value_release(result);
        return !value_is_absent(result);
    }
    if (!graph_finish(event->device->runtime, &error)) return raise_array_error(thread, &error), false;
    if (event->event && !event->device->operations->event_record(event->device, event->event, &error)) return raise_array_error(thread, &error), false;
    event->is_recorded = true;
    event->seconds = clock_seconds();
    return true;
}

Value event_new(Thread *thread) {
    Type *type = type_from_template(thread, &event_type_template);
    return type ? value_call_none(thread, (Value){.tag = TAG_OBJECT, .object = &type->object}) : VALUE_ABSENT;
}

static Value refuse_captured(Thread *thread) {
    return raise_cuda_error(thread, "cudaErrorCapturedEvent", "operation not permitted on an event last recorded in a capturing stream");
}

NATIVE(event_record) {
    NATIVE_UNUSED;
    return event_note(thread, arguments[0], arguments[1]) ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(event_synchronize) {
    NATIVE_UNUSED;
    const EventObject *event = event_of(arguments[0]);
    Error error = ERROR_NONE;
    if (!value_is_absent(event->capture)) return refuse_captured(thread);
    if (!event->event || event->device->operations->event_wait(event->device, event->event, &error)) return VALUE_NONE;
    return raise_array_error(thread, &error);
}

static Value event_get_done(Thread *thread, Value self) {
    const EventObject *event = event_of(self);
    Error error = ERROR_NONE;
    if (!value_is_absent(event->capture)) return VALUE_FALSE;
    int answer = event->event ? event->device->operations->event_query(event->device, event->event, &error) : 1;
    return answer < 0 ? raise_array_error(thread, &error) : value_from_bool(answer);
}

static Value event_get_pointer(Thread *thread, Value self) {
    return (void)thread, value_from_int((int64_t)(intptr_t)(event_of(self)->event ? (void *)event_of(self)->event : (void *)self.object));
}

Value event_elapsed(Thread *thread, Value first, Value second) {
    const EventObject *start = event_of(first), *end = event_of(second);
    Error error = ERROR_NONE;
    float milliseconds = 0;
    if (!value_is_absent(start->capture) || !value_is_absent(end->capture))
        return raise_cuda_error(thread, "cudaErrorInvalidValue", "invalid argument");
    if (!start->is_recorded || start->is_untimed || !end->is_recorded || end->is_untimed || start->device != end->device)
        return raise_cuda_error(thread, "cudaErrorInvalidResourceHandle", "invalid resource handle");
    if (!start->event) return value_from_float((float)((end->seconds - start->seconds) * 1000));
    int answer = start->device->operations->event_elapsed(start->device, start->event, end->event, &milliseconds, &error);
    if (answer == 0) return raise_cuda_error(thread, "cudaErrorNotReady", "device not ready");
    return answer < 0 ? raise_array_error(thread, &error) : value_from_float(milliseconds);
}

static const PropertyEntry event_properties[] = {{"done", event_get_done, NULL, "Whether the event has been reached."},
                                                 {"ptr", event_get_pointer, NULL, "A number of the event's own."},
                                                 {NULL, NULL, NULL, NULL}};
static const NativeEntry event_methods[] = {
    {"record", "($self, stream=None)", "Record the event on a stream: it is reached when the work before it is done.", event_record, NULL, 0},
    {"synchronize", "($self)", "Wait for the event.", event_synchronize, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};
const Type event_type_template = {
    .name = "cupy.cuda.stream.Event",
    .documentation = "A moment in a stream's work.",
    .signature = "(block=False, disable_timing=False, interprocess=False)",
    .base = (Type *)&object_type_template,
    .flags = TYPE_BASE,
    .instance_size = sizeof(EventObject),
    .create = event_create,
    .destroy = event_object_destroy,
    .methods = event_methods,
    .properties = event_properties,
};
