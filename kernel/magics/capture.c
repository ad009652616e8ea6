/* %%capture: what a cell prints and shows, kept in a variable. The session's front end is replaced while it runs. */
#include "kernel/magics/magic.h"

#include "base/memory.h"
#include "base/text_buffer.h"
#include "kernel/library/streams/standard_streams.h"

#include <stddef.h>
#include <string.h>

typedef struct Capture {
    Thread *thread;
    FrontEnd before;
    TextBuffer output, errors;
    List *outputs; /* of (data, metadata) */
    Value streams[2]; /* sys.stdout and sys.stderr, where programs write past the front end; or absent */
    bool takes_output, takes_errors, takes_display;
} Capture;

static void on_write(void *context, bool is_error, const char *text, size_t length) {
    Capture *capture = context;
    if (is_error ? capture->takes_errors : capture->takes_output)
        text_append_bytes(is_error ? &capture->errors : &capture->output, text, length);
    else if (capture->before.write) capture->before.write(capture->before.context, is_error, text, length);
}

static void on_display(void *context, Thread *thread, Value data, Value metadata, Value transient, bool update) {
    Capture *capture = context;
    if (!capture->takes_display) {
        if (capture->before.display)
            capture->before.display(capture->before.context, thread, data, metadata, transient, update);
        return;
    }
    Value pair[] = {data, metadata};
    if (!list_append_owned(thread, capture->outputs, tuple_from_values(thread, pair, 2))) exception_clear(thread);
}

static void on_result(void *context, Thread *thread, int64_t count, Value data, Value metadata) {
    Capture *capture = context;
    if (capture->takes_display) on_display(context, thread, data, metadata, VALUE_NONE, false);
    else if (capture->before.result) capture->before.result(capture->before.context, thread, count, data, metadata);
}

/* The rest goes where it went before. */
static void on_error(void *context, Thread *thread, const char *name, const char *value, Value lines) {
    FrontEnd *before = &((Capture *)context)->before;
    before->error(before->context, thread, name, value, lines);
}

static char *on_input(void *context, Thread *thread, const char *prompt, bool password) {
    FrontEnd *before = &((Capture *)context)->before;
    return before->input(before->context, thread, prompt, password);
}

static void on_clear(void *context, bool wait) {
    FrontEnd *before = &((Capture *)context)->before;
    before->clear_output(before->context, wait);
}

static void on_page(void *context, Thread *thread, Value data, int64_t start) {
    FrontEnd *before = &((Capture *)context)->before;
    before->page(before->context, thread, data, start);
}

static void on_next_input(void *context, const char *text, bool replace) {
    FrontEnd *before = &((Capture *)context)->before;
    before->set_next_input(before->context, text, replace);
}

static void on_publish(void *context, Thread *thread, const char *type, Value content) {
    FrontEnd *before = &((Capture *)context)->before;
    before->publish(before->context, thread, type, content);
}

static Value on_describe(void *context, Thread *thread, const char *what) {
    FrontEnd *before = &((Capture *)context)->before;
    return before->describe(before->context, thread, what);
}

/* ---- the object that holds it ---- */

typedef struct Captured {
    Object object;
    Value output, errors, outputs;
} Captured;

static void captured_destroy(Object *self) {
    Captured *captured = (Captured *)self;
    value_release(captured->output), value_release(captured->errors), value_release(captured->outputs);
}

static Captured *captured_of(Value self) { return (Captured *)self.object; }
static Value captured_output(Thread *thread, Value self) { (void)thread; return value_retain(captured_of(self)->output); }
static Value captured_errors(Thread *thread, Value self) { (void)thread; return value_retain(captured_of(self)->errors); }

/* One of NAME.outputs: what was displayed, to look into or to show again. */
typedef struct RichOutput {
    Object object;
    Dict *attributes;
} RichOutput;

static void rich_output_destroy(Object *self) { object_release(((RichOutput *)self)->attributes); }

static Value rich_output_bundle(Thread *thread, Value self) {
    Value pair[2] = {value_find_attribute_c(thread, self, "data"), value_find_attribute_c(thread, self, "metadata")};
    bool good = !value_is_absent(pair[0]) && !value_is_absent(pair[1]);
    Value bundle = good ? tuple_from_values(thread, pair, 2) : VALUE_ABSENT;
    value_release(pair[0]), value_release(pair[1]);
    return bundle;
}

NATIVE(rich_output_mimebundle) {
    (void)native;
    return rich_output_bundle(thread, arguments[0]);
}

NATIVE(rich_output_display) {
    (void)native;
    FrontEnd *front_end = &thread->interpreter->front_end;
    Value bundle = rich_output_bundle(thread, arguments[0]);
    if (value_is_absent(bundle)) return bundle;
    const Value *pair = value_tuple(bundle)->items;
    bool good = value_is_dict(pair[0]) && value_is_dict(pair[1]);
    if (good && front_end->display) front_end->display(front_end->context, thread, pair[0], pair[1], VALUE_NONE, false);
    value_release(bundle);
    return good ? VALUE_NONE : raise_type_error(thread, "data and metadata must be dict");
}

static const NativeEntry rich_output_methods[] = {
    {.name = "display", .signature = "($self)", .documentation = "Show it again.", .code = rich_output_display},
    {.name = "_repr_mimebundle_", .signature = "($self, include=None, exclude=None)",
     .documentation = "The data and metadata.", .code = rich_output_mimebundle},
    {0}};
static const Type rich_output_type = {.name = "IPython.utils.capture.RichOutput",
                                      .documentation = "A captured display: data, metadata, display().",
                                      .instance_size = sizeof(RichOutput),
                                      .attributes_offset = offsetof(RichOutput, attributes),
                                      .destroy = rich_output_destroy,
                                      .methods = rich_output_methods};

static Value captured_outputs(Thread *thread, Value self) {
    Type *type = type_from_template(thread, &rich_output_type);
    Value result = type ? list_new(thread) : VALUE_ABSENT;
    const List *outputs = value_list(captured_of(self)->outputs);
    for (size_t i = 0; i < outputs->count && !value_is_absent(result); i++) {
        const Tuple *pair = value_tuple(outputs->items[i]);
        Value output = value_from_object(object_new(thread, type));
        bool good = !value_is_absent(output) && value_set_attribute_c(thread, output, "data", pair->items[0]) &&
                    value_set_attribute_c(thread, output, "metadata", pair->items[1]) &&
                    list_append(thread, value_list(result), output);
        value_release(output);
        if (good) continue;
        value_release(result);
        result = VALUE_ABSENT;
    }
    return result;
}

static Value captured_display(Thread *thread, Value self) {
    Captured *captured = captured_of(self);
    FrontEnd *front_end = &thread->interpreter->front_end;
    const Value texts[] = {captured->output, captured->errors};
    for (int i = 0; i < 2; i++) {
        const String *text = value_string(texts[i]);
        if (text->length && !interpreter_write(thread, i == 1, text->bytes, text->length)) return VALUE_ABSENT;
    }
    const List *outputs = value_list(captured->outputs);
    for (size_t i = 0; i < outputs->count && front_end->display; i++) {
        const Tuple *pair = value_tuple(outputs->items[i]);
        front_end->display(front_end->context, thread, pair->items[0], pair->items[1], VALUE_NONE, false);
    }
    return VALUE_NONE;
}

NATIVE(captured_show) {
    (void)native;
    return captured_display(thread, arguments[0]);
}

static Value captured_call(Thread *thread, Value self, const Call *call) {
    if (call->positional_count || call->names) return raise_type_error(thread, "CapturedIO.show() takes no arguments");
    return captured_display(thread, self);
}

static Value captured_str(Thread *thread, Value self) { (void)thread; return value_retain(captured_of(self)->output); }

static const NativeEntry captured_methods[] = {
    {.name = "show", .signature = "($self)", .documentation = "Print and display what was captured.", .code = captured_show},
    {0}};
static const PropertyEntry captured_properties[] = {
    {.name = "stdout", .get = captured_output, .documentation = "What went to stdout."},
    {.name = "stderr", .get = captured_errors, .documentation = "What went to stderr."},
    {.name = "outputs", .get = captured_outputs, .documentation = "What was displayed: objects with data, metadata and display()."},
    {0}};
static const Type captured_type = {.name = "IPython.utils.capture.CapturedIO",
                                   .documentation = "Captured output of a cell: stdout, stderr, outputs, show().",
                                   .flags = TYPE_IMMUTABLE,
                                   .instance_size = sizeof(Captured),
                                   .destroy = captured_destroy,
                                   .call = captured_call,
                                   .str = captured_str,
                                   .methods = captured_methods,
                                   .properties = captured_properties};

static Value make_captured(Thread *thread, Capture *capture) {
    Type *type = type_from_template(thread, &captured_type);
    Captured *captured = type ? object_new(thread, type) : NULL;
    if (!captured) return VALUE_ABSENT;
    captured->output = string_new(thread, text_string(&capture->output), capture->output.length);
    captured->errors = string_new(thread, text_string(&capture->errors), capture->errors.length);
    captured->outputs = value_from_object(object_retain(capture->outputs));
    if (!value_is_absent(captured->output) && !value_is_absent(captured->errors)) return value_from_object(captured);
    object_release(captured);
    return VALUE_ABSENT;
}

static const char *const stream_names[2] = {"stdout", "stderr"};

static void begin_capture(Thread *thread, Capture *capture) {
    FrontEnd *front_end = &thread->interpreter->front_end;
    capture->before = *front_end;
    *front_end = (FrontEnd){.context = capture,
                            .write = on_write,
                            .display = on_display,
                            .result = on_result,
                            .error = capture->before.error ? on_error : NULL,
                            .input = capture->before.input ? on_input : NULL,
                            .clear_output = capture->before.clear_output ? on_clear : NULL,
                            .page = capture->before.page ? on_page : NULL,
                            .set_next_input = capture->before.set_next_input ? on_next_input : NULL,
                            .publish = capture->before.publish ? on_publish : NULL,
                            .describe = capture->before.describe ? on_describe : NULL,
                            .is_interactive = capture->before.is_interactive,
                            .is_capture = true};
    for (int i = 0; i < 2; i++) {
        Value system = thread->interpreter->system_module, stream;
        capture->streams[i] = VALUE_ABSENT;
        if (!capture->before.has_descriptors || !value_is_module(system)) continue;
        capture->streams[i] = value_get_attribute_c(thread, system, stream_names[i]);
        stream = sys_front_end_stream(thread, i + 1);
        if (!value_is_absent(stream)) value_set_attribute_c(thread, system, stream_names[i], stream);
        value_release(stream);
        exception_clear(thread);
    }
}

static void end_capture(Thread *thread, Capture *capture) {
    thread->interpreter->front_end = capture->before;
    for (int i = 0; i < 2; i++) {
        if (!value_is_absent(capture->streams[i])) value_set_attribute_c(thread, thread->interpreter->system_module, stream_names[i], capture->streams[i]);
        value_replace(&capture->streams[i], VALUE_ABSENT);
    }
}

/* ---- with capture_output() as captured ---- */

/* While it captures it holds itself: the front end must not lose it. */
typedef struct CaptureScope {
    Object object;
    Capture capture;
    Value captured;
    bool is_active;
} CaptureScope;

static void scope_destroy(Object *self) {
    CaptureScope *scope = (CaptureScope *)self;
    text_release(&scope->capture.output), text_release(&scope->capture.errors);
    if (scope->capture.outputs) object_release(scope->capture.outputs);
    value_release(scope->captured);
}

NATIVE(scope_enter) {
    (void)native;
    CaptureScope *scope = (CaptureScope *)arguments[0].object;
    if (scope->is_active || scope->capture.outputs)
        return raise_format(thread, thread_builtins(thread)->exception_RuntimeError, "it captures only once");
    Value outputs = list_new(thread);
    if (value_is_absent(outputs)) return outputs;
    scope->capture.thread = thread;
    scope->capture.outputs = value_list(outputs);
    scope->captured = make_captured(thread, &scope->capture);
    if (value_is_absent(scope->captured)) return VALUE_ABSENT;
    if (thread->interpreter->front_end.flush) thread->interpreter->front_end.flush(thread->interpreter->front_end.context);
    begin_capture(thread, &scope->capture);
    scope->is_active = true;
    value_retain(arguments[0]);
    return value_retain(scope->captured);
}

NATIVE(scope_exit) {
    (void)native;
    CaptureScope *scope = (CaptureScope *)arguments[0].object;
    FrontEnd *front_end = &thread->interpreter->front_end;
    if (!scope->is_active) return VALUE_NONE;
    if (front_end->context != &scope->capture)
        return raise_format(thread, thread_builtins(thread)->exception_RuntimeError, "a capture that began later is not over");
    end_capture(thread, &scope->capture);
    scope->is_active = false;
    Captured *captured = captured_of(scope->captured);
    value_replace(&captured->output, string_new(thread, text_string(&scope->capture.output), scope->capture.output.length));
    value_replace(&captured->errors, string_new(thread, text_string(&scope->capture.errors), scope->capture.errors.length));
    bool good = !value_is_absent(captured->output) && !value_is_absent(captured->errors);
    if (!good) { /* no memory: whoever looks finds nothing */
        if (value_is_absent(captured->output)) captured->output = value_retain(thread_builtins(thread)->empty_string);
        if (value_is_absent(captured->errors)) captured->errors = value_retain(thread_builtins(thread)->empty_string);
    }
    value_release(arguments[0]);
    return good ? VALUE_NONE : VALUE_ABSENT;
}

static const NativeEntry scope_methods[] = {{.name = "__enter__", .signature = "($self, /)", .code = scope_enter},
                                            {.name = "__exit__", .signature = "($self, /, *args)", .code = scope_exit},
                                            {0}};
static const Type scope_type = {.name = "IPython.utils.capture.CaptureScope",
                                .documentation = "Keeps what is printed and displayed inside of with.",
                                .flags = TYPE_IMMUTABLE,
                                .instance_size = sizeof(CaptureScope),
                                .destroy = scope_destroy,
                                .methods = scope_methods};

/* shell._capture(stdout, stderr, display): what IPython.utils.capture.capture_output makes. */
Value magic_capture_scope(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    int takes[3];
    for (int i = 0; i < 3; i++)
        if ((takes[i] = value_truth(thread, arguments[1 + i])) < 0) return VALUE_ABSENT;
    Type *type = type_from_template(thread, &scope_type);
    CaptureScope *scope = type ? object_new(thread, type) : NULL;
    if (!scope) return VALUE_ABSENT;
    scope->captured = VALUE_ABSENT;
    scope->capture.takes_output = takes[0], scope->capture.takes_errors = takes[1], scope->capture.takes_display = takes[2];
    return value_from_object(scope);
}

/* ---- the magic ---- */

static Value run_captured(Thread *thread, const MagicCall *call, Capture *capture) {
    begin_capture(thread, capture);
    Value result = magic_execute_as_cell(thread, call, call->cell->bytes, call->cell->length);
    Value raised = value_is_absent(result) ? exception_take(thread) : VALUE_ABSENT;
    if (value_is_absent(raised) && !value_is_none(result) && capture->takes_display) {
        Value metadata = VALUE_ABSENT, data = session_format_value(thread, result, &metadata);
        if (!value_is_absent(data) && !value_is_absent(metadata)) on_display(capture, thread, data, metadata, VALUE_NONE, false);
        value_release(data), value_release(metadata);
    }
    interpreter_tell(thread, EVENT_CELL_END); /* figures of this cell belong into the capture */
    end_capture(thread, capture);
    if (!value_is_absent(raised)) {
        exception_clear(thread);
        exception_restore(thread, raised);
        return VALUE_ABSENT;
    }
    value_release(result);
    return VALUE_NONE;
}

/* As IPython, which runs what it captures as a cell of its own: the error is shown, and the magic has done its work. Takes it. */
static Value tell_of_failure(Thread *thread, Value raised) {
    if (value_is_instance(thread->interpreter, raised, thread_builtins(thread)->exception_SystemExit)) {
        exception_restore(thread, raised);
        return VALUE_ABSENT;
    }
    session_remember_exception(thread->interpreter->session, thread, raised);
    session_show_exception(thread, raised, NULL);
    value_release(raised);
    return VALUE_NONE;
}

static Value run_capture(Thread *thread, const MagicCall *call) {
    Capture capture = {.thread = thread, .takes_output = true, .takes_errors = true, .takes_display = true};
    const char *name = NULL;
    size_t name_length = 0;
    for (const char *at = call->line->bytes; *(at += strspn(at, " \t"));) {
        size_t length = strcspn(at, " \t");
        if (length == 11 && !memcmp(at, "--no-stderr", 11)) capture.takes_errors = false;
        else if (length == 11 && !memcmp(at, "--no-stdout", 11)) capture.takes_output = false;
        else if (length == 12 && !memcmp(at, "--no-display", 12)) capture.takes_display = false;
        else if (*at == '-' || name) return magic_usage_error(thread, "unrecognized arguments: %.*s", (int)length, at);
        else name = at, name_length = length;
        at += length;
    }
    Value outputs = list_new(thread);
    if (value_is_absent(outputs)) return outputs;
    capture.outputs = value_list(outputs);
    Value result = run_captured(thread, call, &capture);
    Value raised = value_is_absent(result) ? exception_take(thread) : VALUE_ABSENT;
    if (name) {
        Value captured = make_captured(thread, &capture), key = string_new(thread, name, name_length);
        if (value_is_absent(captured) || value_is_absent(key) || !dict_set(thread, call->namespace, key, captured))
            result = VALUE_ABSENT;
        value_release(captured), value_release(key);
    }
    if (!value_is_absent(raised)) {
        exception_clear(thread);
        result = tell_of_failure(thread, raised);
    }
    value_release(outputs);
    text_release(&capture.output), text_release(&capture.errors);
    return result;
}

const Magic magic_capture = {
    .name = "capture", .is_cell = true, .run = run_capture,
    .documentation = "%%capture [--no-stdout] [--no-stderr] [--no-display] [NAME]\n\nRun the cell and keep what it prints "
                     "and shows in NAME (NAME.stdout, NAME.stderr, NAME.outputs, NAME.show())."};
