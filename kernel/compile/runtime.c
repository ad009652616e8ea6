/* What compiled code calls: counted memory, printing. */
#include "kernel/compile/private.h"

#include "base/memory.h"
#include "kernel/objects/core/interpreter.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static CompiledRun *whole_run(IrRun *run) { return run->context; }

void runtime_fault(IrRun *run, const char *kind, const char *message) {
    run->fault.kind = IR_FAULT_CHECK;
    run->fault.class_name = kind;
    run->fault.message = message;
}

/* Threads of one run share the list. */
static void lock(CompiledRun *run) {
    while (atomic_flag_test_and_set_explicit(&run->lock, memory_order_acquire)) continue;
}
static void unlock(CompiledRun *run) { atomic_flag_clear_explicit(&run->lock, memory_order_release); }

HeapObject *heap_create(CompiledRun *run, int64_t size, bool zeroed) {
    if (size < 0 || size > INT64_MAX - 4096) return NULL;
    size_t whole = sizeof(HeapObject) + (size_t)size;
    HeapObject *object = zeroed ? memory_allocate_zeroed(1, whole) : memory_allocate(whole);
    if (!object) return NULL;
    *object = (HeapObject){.count = 1, .size = size, .run = run};
    if (run) {
        lock(run);
        object->next = run->live;
        if (run->live) run->live->previous = object;
        run->live = object;
        unlock(run);
    }
    return object;
}

void heap_leave_run(HeapObject *object) {
    CompiledRun *run = object->run;
    if (!run) return;
    lock(run);
    if (object->previous) object->previous->next = object->next;
    else run->live = object->next;
    if (object->next) object->next->previous = object->previous;
    unlock(run);
    object->next = object->previous = NULL;
    object->run = NULL;
}

void heap_retain(HeapObject *object) { __atomic_add_fetch(&object->count, 1, __ATOMIC_RELAXED); }

static void destroy(HeapObject *object) {
    if (object->destroy) object->destroy(object);
    memory_release(object);
}

void heap_release(HeapObject *object) {
    if (__atomic_sub_fetch(&object->count, 1, __ATOMIC_ACQ_REL) != 0) return;
    heap_leave_run(object);
    destroy(object);
}

int64_t runtime_array_new(IrRun *run, int64_t bytes, int64_t zeroed) {
    if (bytes < 0) {
        runtime_fault(run, "ValueError", "array is too big; `arr.size * arr.dtype.itemsize` is larger than the maximum possible size.");
        return 0;
    }
    HeapObject *object = heap_create(whole_run(run), bytes, zeroed != 0);
    if (!object) {
        runtime_fault(run, "MemoryError", "Allocation failed (probably too large).");
        return 0;
    }
    return (int64_t)(intptr_t)object;
}

void runtime_retain(IrRun *run, int64_t owner) {
    (void)run;
    if (owner) heap_retain((HeapObject *)(intptr_t)owner);
}

void runtime_release(IrRun *run, int64_t owner) {
    (void)run;
    if (owner) heap_release((HeapObject *)(intptr_t)owner);
}

/* ---- print: a line is gathered and written as one */

void runtime_print_text(IrRun *run, const char *text, int64_t length) {
    CompiledRun *whole = whole_run(run);
    lock(whole);
    text_append_bytes(&whole->printed, text, (size_t)length);
    unlock(whole);
}

static void print_buffer(IrRun *run, TextBuffer *text) {
    runtime_print_text(run, text_string(text), (int64_t)text->length);
    text_release(text);
}

void runtime_print_integer(IrRun *run, int64_t value) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append_format(&text, "%lld", (long long)value);
    print_buffer(run, &text);
}

void runtime_print_unsigned(IrRun *run, uint64_t value) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append_format(&text, "%llu", (unsigned long long)value);
    print_buffer(run, &text);
}

void runtime_print_float(IrRun *run, double value) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append_double(&text, value);
    print_buffer(run, &text);
}

/* numba prints a float32 as the double that it is. */
void runtime_print_float32(IrRun *run, float value) { runtime_print_float(run, value); }

/* As within a complex number: 1 for 1.0. */
static void append_plain(TextBuffer *text, double value) {
    text_append_double(text, value);
    if (text->length > 2 && !strcmp(text->bytes + text->length - 2, ".0")) text_truncate(text, text->length - 2);
}

void runtime_print_complex(IrRun *run, double real, double imaginary) {
    TextBuffer text = TEXT_BUFFER_EMPTY, part = TEXT_BUFFER_EMPTY;
    text_append_char(&text, '(');
    if (real != 0 || signbit(real)) append_plain(&text, real);
    append_plain(&part, imaginary);
    if (text.length > 1 && *text_string(&part) != '-') text_append_char(&text, '+');
    text_append(&text, text_string(&part));
    text_append(&text, "j)");
    bool is_short = real == 0 && !signbit(real);
    runtime_print_text(run, text_string(&text) + is_short, (int64_t)text.length - 2 * is_short);
    text_release(&part);
    text_release(&text);
}

/* round(x, digits): to the nearest decimal, as numba computes it. */
double runtime_round_digits(IrRun *run, double value, int64_t digits) {
    (void)run;
    if (!isfinite(value)) return value;
    if (digits >= 0) {
        if (digits > 22) return value;
        double power = pow(10, (double)digits), scaled = value * power;
        if (!isfinite(scaled)) return value;
        double rounded = round(scaled);
        if (fabs(scaled - rounded) == 0.5) rounded = 2 * round(scaled / 2);
        return rounded / power;
    }
    double power = pow(10, (double)-digits), scaled = value / power, rounded = round(scaled);
    if (fabs(scaled - rounded) == 0.5) rounded = 2 * round(scaled / 2);
    return rounded * power;
}

double runtime_round_single(IrRun *run, double value, int64_t digits) { return (float)runtime_round_digits(run, value, digits); }

static void write_printed(CompiledRun *run) {
    if (!run->printed.length) return;
    Thread *thread = run->thread;
    Value output = value_get_attribute_c(thread, thread->interpreter->system_module, "stdout");
    Value text = value_is_absent(output) ? VALUE_ABSENT : string_new(thread, text_string(&run->printed), run->printed.length);
    if (!value_is_absent(text) && !value_is_none(output)) value_release(value_call_method(thread, output, "write", &text, 1));
    value_release(text);
    value_release(output);
    text_truncate(&run->printed, 0);
}

void runtime_print_end(IrRun *run) {
    CompiledRun *whole = whole_run(run);
    bool is_own_thread = &whole->run == run;
    lock(whole);
    text_append_char(&whole->printed, '\n');
    unlock(whole);
    if (!is_own_thread || exception_is_set(whole->thread)) return; /* a worker's line is written when the call ends */
    write_printed(whole);
    if (exception_is_set(whole->thread)) {
        run->fault.kind = IR_FAULT_RAISED;
        run->fault.raised = 0;
    }
}

/* ---- a call */

void compiled_run_begin(CompiledRun *run, Thread *thread) {
    memset(&run->run, 0, sizeof run->run);
    run->run.interrupt = &thread->interpreter->interrupted;
    run->run.stack_limit = thread->stack_limit;
    run->run.context = run;
    run->thread = thread;
    run->live = NULL;
    run->raised = VALUE_ABSENT;
    run->printed = TEXT_BUFFER_EMPTY;
    atomic_flag_clear(&run->lock);
}

void compiled_run_end(CompiledRun *run) {
    /* First all let go of what they hold, each of them kept by one more count, then their memory goes. */
    for (HeapObject *object = run->live; object; object = object->next) object->count++;
    for (HeapObject *object = run->live; object; object = object->next) {
        if (object->destroy) object->destroy(object);
        object->destroy = NULL;
    }
    while (run->live) {
        HeapObject *object = run->live;
        run->live = object->next;
        memory_release(object);
    }
    if (run->printed.length && !exception_is_set(run->thread)) write_printed(run);
    text_release(&run->printed);
    value_release(run->raised);
}

bool compiled_run_call(CompiledRun *run, const Compiled *compiled, void **arguments) {
    Error error = ERROR_NONE;
    bool good = compiled->entry ? compiled->entry(arguments, &run->run) == 0 || ir_fault_error(&run->run.fault, &error)
                                : ir_interpret(compiled->function, arguments, NULL, &run->run, &error);
    if (__builtin_expect(good, 1)) return true;
    Thread *thread = run->thread;
    if (run->run.fault.kind == IR_FAULT_INTERRUPT) {
        error_clear(&error);
        atomic_store(&thread->interpreter->interrupted, false);
        raise_format(thread, thread_builtins(thread)->exception_KeyboardInterrupt, "%s", "");
        return false;
    }
    if (run->run.fault.kind == IR_FAULT_RAISED) {
        error_clear(&error);
        if (!exception_is_set(thread)) {
            if (value_is_absent(run->raised)) raise_runtime_error(thread, "unknown exception");
            else raise_instance(thread, run->raised);
        }
        return false;
    }
    raise_error(thread, &error);
    return false;
}
