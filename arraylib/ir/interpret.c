/* The IR's interpreter: slow and plain, what compiled code is compared with, and how kernels with barriers run where
 * nothing faster can.
 *
 * A function's tree is laid out as a list of steps once. A thread is a stack of frames, so that it can stop at a
 * barrier or a warp operation, let others run, and go on. The threads of a block take turns; blocks run one after the
 * other. */
#include "arraylib/ir/races.h"

#include "base/memory.h"

#include <string.h>

enum { FRAMES_MAX = 1000, TURN = 20000, THREADS_MAX = 1024 };

typedef enum StepKind { STEP_VALUE, STEP_JUMP, STEP_JUMP_UNLESS, STEP_FOR_START, STEP_FOR_NEXT, STEP_RETURN } StepKind;

typedef struct Step {
    StepKind kind;
    IrValue *value;
    int64_t target; /* a step's position; of LOCAL and SHARED: where the memory begins */
} Step;

typedef struct Handler { /* of the steps [from, to), faults go to `target` */
    size_t from, to, target;
} Handler;

typedef struct Code {
    IrFunction *function;
    Step *steps;
    size_t count, capacity;
    size_t local_bytes;
    Handler *handlers; /* inner ones before those around them */
    size_t handler_count, handler_capacity;
    struct Code *next;
} Code;

typedef struct Frame {
    const Code *code;
    size_t at;
    struct Frame *caller;
    char *local;
    IrScalar slots[]; /* by number */
} Frame;

typedef enum ThreadState { THREAD_RUNS, THREAD_AT_BARRIER, THREAD_IN_WARP, THREAD_DONE } ThreadState;

typedef struct Thread {
    ThreadState state;
    Frame *frame;
    int depth;
    int32_t index[3];
    IrValue *waits_at;
    IrScalar operands[4];
    bool ran_through; /* has ended, not by a return on the way */
} Thread;

typedef struct Interpreter {
    IrModule *module;
    IrRun *run;
    Error *error;
    Code *codes;
    size_t shared_bytes, dynamic_bytes;
    char *shared;
    IrLaunch launch;
    int32_t block[3];
    Thread *threads;
    size_t thread_count;
    void *result; /* of the outermost call */
    const IrFunction *kernel; /* the outermost function */
    void *const *arguments;
    Races *races; /* NULL: they are not looked for */
    RaceScene scene;
} Interpreter;

/* ---- laying out ---- */

typedef struct Loop {
    IrValue *owner;
    size_t next;       /* where continue goes */
    size_t first_exit; /* chain of break's jumps through their targets; 0: none (position plus 1) */
    struct Loop *outer;
} Loop;

static bool add_step(Code *code, StepKind kind, IrValue *value, int64_t target) {
    if (code->count == code->capacity) {
        size_t capacity = code->capacity ? 2 * code->capacity : 64;
        Step *steps = memory_resize(code->steps, capacity * sizeof *steps);
        if (!steps) return false;
        code->steps = steps;
        code->capacity = capacity;
    }
    code->steps[code->count++] = (Step){kind, value, target};
    return true;
}

static bool lay_block(Interpreter *in, Code *code, IrBlock *block, Loop *loop);

static bool lay_if(Interpreter *in, Code *code, IrValue *value, Loop *loop) {
    size_t branch = code->count;
    if (!add_step(code, STEP_JUMP_UNLESS, value, 0) || !lay_block(in, code, value->blocks[0], loop)) return false;
    if (value->blocks[1]) {
        size_t skip = code->count;
        if (!add_step(code, STEP_JUMP, value, 0)) return false;
        code->steps[branch].target = (int64_t)code->count;
        if (!lay_block(in, code, value->blocks[1], loop)) return false;
        code->steps[skip].target = (int64_t)code->count;
    } else code->steps[branch].target = (int64_t)code->count;
    return true;
}

static void patch_exits(Code *code, size_t exit) {
    while (exit) {
        size_t next = (size_t)code->steps[exit - 1].target;
        code->steps[exit - 1].target = (int64_t)code->count;
        exit = next;
    }
}

static bool lay_loop(Interpreter *in, Code *code, IrValue *value, Loop *outer) {
    bool is_for = value->operation == IR_FOR;
    if (is_for && !add_step(code, STEP_FOR_START, value, 0)) return false;
    Loop loop = {.owner = value, .next = code->count, .outer = outer};
    if (is_for) {
        loop.first_exit = code->count + 1;
        if (!add_step(code, STEP_FOR_NEXT, value, 0)) return false;
    } else if (!lay_block(in, code, value->blocks[0], &loop)) return false; /* its TEST is an exit */
    if (!lay_block(in, code, value->blocks[is_for ? 0 : 1], &loop)) return false;
    if (!add_step(code, STEP_JUMP, value, (int64_t)loop.next)) return false;
    patch_exits(code, loop.first_exit);
    return true;
}

static bool add_handler(Code *code, Handler handler) {
    if (code->handler_count == code->handler_capacity) {
        size_t capacity = code->handler_capacity ? 2 * code->handler_capacity : 8;
        Handler *handlers = memory_resize(code->handlers, capacity * sizeof *handlers);
        if (!handlers) return false;
        code->handlers = handlers;
        code->handler_capacity = capacity;
    }
    code->handlers[code->handler_count++] = handler;
    return true;
}

static bool lay_try(Interpreter *in, Code *code, IrValue *value, Loop *loop) {
    size_t from = code->count;
    if (!lay_block(in, code, value->blocks[0], loop)) return false;
    size_t skip = code->count;
    if (!add_step(code, STEP_JUMP, value, 0) || !add_handler(code, (Handler){from, skip, skip + 1})) return false;
    if (!lay_block(in, code, value->blocks[1], loop)) return false;
    code->steps[skip].target = (int64_t)code->count;
    return true;
}

/* Memory of the frame's own. */
static int64_t take_local(Code *code, size_t size) {
    size_t at = code->local_bytes;
    code->local_bytes += (size + 15) & ~(size_t)15;
    return (int64_t)at;
}

static void name_shared(RaceScene *scene, const IrValue *value, int64_t offset) {
    if (scene->place_count == (int)(sizeof scene->places / sizeof *scene->places)) return;
    scene->places[scene->place_count] = value;
    scene->offsets[scene->place_count++] = offset;
}

static bool lay_value(Interpreter *in, Code *code, IrValue *value, Loop *loop) {
    size_t size = value->type->kind == IR_POINTER ? ((size_t)value->type->element->size + 15) & ~(size_t)15 : 0;
    int64_t target = 0;
    switch (value->operation) {
    case IR_IF: return lay_if(in, code, value, loop);
    case IR_FOR:
    case IR_WHILE: return lay_loop(in, code, value, loop);
    case IR_TRY: return lay_try(in, code, value, loop);
    case IR_RETURN: return add_step(code, STEP_RETURN, value, 0);
    case IR_CONTINUE: return add_step(code, STEP_JUMP, value, (int64_t)loop->next);
    case IR_BREAK:
    case IR_TEST:
        target = (int64_t)loop->first_exit;
        loop->first_exit = code->count + 1;
        return add_step(code, value->operation == IR_TEST ? STEP_JUMP_UNLESS : STEP_JUMP, value, target);
    case IR_LOCAL: target = take_local(code, size); break;
    case IR_VIEW: target = take_local(code, sizeof(void *) + 2 * sizeof(int64_t) * (size_t)value->type->rank); break;
    case IR_CAUGHT: target = take_local(code, sizeof(IrFault)); break;
    case IR_SHARED:
        target = (int64_t)in->shared_bytes;
        in->shared_bytes += size;
        name_shared(&in->scene, value, target);
        break;
    case IR_DYNAMIC_SHARED: name_shared(&in->scene, value, 0); break;
    default: break;
    }
    return add_step(code, STEP_VALUE, value, target);
}

static bool lay_block(Interpreter *in, Code *code, IrBlock *block, Loop *loop) {
    for (IrValue *value = block->first; value; value = value->next)
        if (!lay_value(in, code, value, loop)) return false;
    return true;
}

static const Code *code_of(Interpreter *in, IrFunction *function) {
    for (Code *code = in->codes; code; code = code->next)
        if (code->function == function) return code;
    Code *code = memory_allocate_zeroed(1, sizeof *code);
    if (!code) return NULL;
    code->function = function;
    code->next = in->codes;
    in->codes = code;
    ir_function_number(function);
    bool good = lay_block(in, code, function->body, NULL) && add_step(code, STEP_RETURN, NULL, 0);
    return good ? code : NULL;
}

/* All functions before the first step, so that the size of shared memory is known. */
static bool lay_all(Interpreter *in) {
    for (IrFunction *function = in->module->functions; function; function = function->next)
        if (!code_of(in, function)) return error_no_memory(in->error);
    return true;
}

/* ---- frames ---- */

static bool push_frame(Interpreter *in, Thread *thread, IrFunction *function) {
    const Code *code = code_of(in, function);
    size_t slots = (size_t)function->value_count * sizeof(IrScalar);
    if (thread->depth >= FRAMES_MAX) {
        in->run->fault = (IrFault){.kind = IR_FAULT_RECURSION};
        return false;
    }
    Frame *frame = code ? memory_allocate_zeroed(1, sizeof *frame + slots + code->local_bytes) : NULL;
    if (!frame) return error_no_memory(in->error);
    frame->code = code;
    frame->caller = thread->frame;
    frame->local = (char *)frame->slots + slots;
    thread->frame = frame;
    thread->depth++;
    return true;
}

static void pop_frame(Thread *thread) {
    Frame *frame = thread->frame;
    thread->frame = frame->caller;
    thread->depth--;
    memory_release(frame);
}

static IrScalar operand(const Frame *frame, const IrValue *value, int number) {
    const IrValue *from = value->operands[number];
    return from->operation == IR_CONSTANT ? from->constant : frame->slots[from->number];
}

/* ---- single values ---- */

static bool bounds_fault(Interpreter *in, const IrValue *value, int axis, int64_t index, int64_t size) {
    in->run->fault = (IrFault){.kind = IR_FAULT_BOUNDS, .axis = axis, .index = index, .size = size, .line = value->line};
    return false;
}

static int64_t array_stride(const IrType *type, const IrArrayView *view, int axis) {
    if (!type->contiguous) return view->words[type->rank + axis];
    int64_t stride = type->element->size;
    for (int i = type->rank - 1; i > axis; i--) stride = (int64_t)((uint64_t)stride * (uint64_t)view->words[i]);
    return stride;
}

static bool find_element(Interpreter *in, Frame *frame, const IrValue *value, IrScalar *result) {
    const IrType *type = value->operands[0]->type;
    const IrArrayView *view = operand(frame, value, 0).pointer;
    uint64_t address = (uint64_t)(uintptr_t)view->data;
    for (int axis = 0; axis < type->rank; axis++) {
        uint64_t index = operand(frame, value, axis + 1).u;
        if (value->operation == IR_ELEMENT_CHECKED && index >= (uint64_t)view->words[axis])
            return bounds_fault(in, value, axis, (int64_t)index, view->words[axis]);
        address += index * (uint64_t)array_stride(type, view, axis);
    }
    result->pointer = (void *)(uintptr_t)address;
    return true;
}

static int32_t thread_place(const Interpreter *in, const Thread *thread, int detail) {
    int axis = detail % 3;
    switch ((IrPlace)(detail / 3)) {
    case IR_THREAD_INDEX: return thread->index[axis];
    case IR_BLOCK_INDEX: return in->block[axis];
    case IR_BLOCK_SIZE: return (int32_t)in->launch.block[axis];
    default: return (int32_t)in->launch.grid[axis];
    }
}

static IrScalar run_atomic(Frame *frame, const IrValue *value) {
    const IrType *type = value->type;
    void *place = operand(frame, value, 0).pointer;
    IrScalar old = ir_scalar_load(type, place), first = operand(frame, value, 1);
    if (value->operation == IR_ATOMIC) ir_scalar_store(type, place, ir_atomic_combine((IrAtomic)value->detail, type, old, first));
    else if (!memcmp(&old, &first, (size_t)type->size)) ir_scalar_store(type, place, operand(frame, value, 2));
    return old;
}

/* Pointers one after the other. */
static IrScalar moved(IrScalar pointer, IrScalar count, int64_t size) {
    return (IrScalar){.pointer = (void *)(uintptr_t)((uint64_t)(uintptr_t)pointer.pointer + count.u * (uint64_t)size)};
}

static bool call_external(Interpreter *in, Frame *frame, const IrValue *value, IrScalar *result) {
    const IrFunction *external = value->callee;
    IrScalar arguments[IR_PARAMETERS_MAX];
    if (!external->address) return error_set(in->error, "SystemError", "@%s is not there", external->name);
    for (int i = 0; i < value->operand_count; i++) arguments[i] = operand(frame, value, i);
    IrScalar given = ir_external_call(external, in->run, arguments);
    if (external->can_fault && in->run->fault.kind != IR_FAULT_NONE) return false;
    if (ir_gives_value(value)) *result = given;
    return true;
}

static bool start_call(Interpreter *in, Thread *thread, const IrValue *value, IrScalar *result) {
    Frame *caller = thread->frame;
    if (value->callee->kind == IR_EXTERNAL) return call_external(in, caller, value, result);
    if (!push_frame(in, thread, value->callee)) return false;
    for (int i = 0; i < value->operand_count; i++) thread->frame->slots[i] = operand(caller, value, i);
    return true;
}

static bool run_turn(Interpreter *in, Thread *thread);

/* The parts one after the other, each as a call of its own. A fault's frames are dropped before it goes on here. */
static bool run_parallel(Interpreter *in, Thread *thread, const IrValue *value) {
    int64_t parts = operand(thread->frame, value, 2).i;
    for (int64_t part = 0; part < parts; part++) {
        Thread inner = {.depth = thread->depth};
        int64_t start = operand(thread->frame, value, 0).i, stop = operand(thread->frame, value, 1).i;
        bool good = push_frame(in, &inner, value->callee);
        if (good) {
            IrScalar *slots = inner.frame->slots;
            slots[0].i = ir_part_start(start, stop, parts, part);
            slots[1].i = ir_part_start(start, stop, parts, part + 1);
            slots[2].i = part;
            slots[3] = operand(thread->frame, value, 3);
        }
        void *result = in->result;
        in->result = NULL;
        while (good && inner.state == THREAD_RUNS) good = run_turn(in, &inner);
        in->result = result;
        while (inner.frame) pop_frame(&inner);
        if (!good) return false;
    }
    return true;
}

static void make_view(Frame *frame, const Step *step, IrScalar *result) {
    const IrValue *value = step->value;
    IrArrayView *view = (IrArrayView *)(frame->local + step->target);
    view->data = operand(frame, value, 0).pointer;
    for (int i = 1; i < value->operand_count; i++) view->words[i - 1] = operand(frame, value, i).i;
    result->pointer = view;
}

/* RAISE: a class and message, a number, or what was caught. */
static bool raise_fault(Interpreter *in, const Frame *frame, const IrValue *value) {
    IrFault *fault = &in->run->fault;
    if (!value->operand_count)
        *fault = (IrFault){.kind = IR_FAULT_CHECK, .line = value->line, .class_name = value->name, .message = value->message};
    else if (value->operands[0]->type->kind == IR_POINTER) memcpy(fault, operand(frame, value, 0).pointer, sizeof *fault);
    else *fault = (IrFault){.kind = IR_FAULT_RAISED, .line = value->line, .raised = operand(frame, value, 0).i};
    return false;
}

static void catch_fault(Interpreter *in, Frame *frame, const Step *step, IrScalar *result) {
    result->pointer = frame->local + step->target;
    memcpy(result->pointer, &in->run->fault, sizeof in->run->fault);
    in->run->fault.kind = IR_FAULT_NONE;
}

static bool fails_check(Interpreter *in, const IrValue *value) {
    in->run->fault = (IrFault){.kind = IR_FAULT_CHECK, .line = value->line, .class_name = value->name, .message = value->message};
    return false;
}

static bool polls_quiet(Interpreter *in) {
    if (!in->run->interrupt || !atomic_load_explicit(in->run->interrupt, memory_order_relaxed)) return true;
    in->run->fault = (IrFault){.kind = IR_FAULT_INTERRUPT};
    return false;
}

static bool evaluate(Frame *frame, const IrValue *value, IrScalar *result) {
    IrScalar operands[4];
    const IrType *types[4];
    for (int i = 0; i < value->operand_count && i < 4; i++) {
        operands[i] = operand(frame, value, i);
        types[i] = value->operands[i]->type;
    }
    return ir_evaluate(value->operation, value->detail, value->type, types, operands, result);
}

static bool lies_in(const void *start, size_t size, const char *address, size_t length) {
    return (uintptr_t)address >= (uintptr_t)start && (uintptr_t)address - (uintptr_t)start < size &&
           length <= size - ((uintptr_t)address - (uintptr_t)start);
}

/* In shared memory, a frame of this thread, a table, a kernel's struct, or what the caller says. */
static bool is_known(Interpreter *in, const Thread *thread, const char *address, size_t size) {
    if (ir_memory_holds(in->run->memory, address, size)) return true;
    if (lies_in(in->shared, in->shared_bytes + in->dynamic_bytes, address, size)) return true;
    for (const Frame *frame = thread->frame; frame; frame = frame->caller)
        if (lies_in(frame->local, frame->code->local_bytes, address, size)) return true;
    for (const IrGlobal *global = in->module->globals; global; global = global->next)
        if (lies_in(global->bytes, (size_t)global->type->size, address, size)) return true;
    for (int i = 0; i < in->kernel->parameter_count; i++) {
        const IrType *type = in->kernel->parameters[i]->type;
        if (type->kind == IR_STRUCT && lies_in(in->arguments[i], (size_t)type->size, address, size)) return true;
    }
    return false;
}

static bool may_touch(Interpreter *in, const Thread *thread, const IrValue *value) {
    int count = value->operation == IR_COPY ? 2 : 1;
    bool reads = value->operation == IR_LOAD, touches = reads || count == 2 || value->operation == IR_STORE ||
                 value->operation == IR_ATOMIC || value->operation == IR_ATOMIC_CAS;
    for (int i = 0; touches && i < count; i++) {
        const IrType *type = value->operands[i]->type->element;
        const char *address = operand(thread->frame, value, i).pointer;
        bool aligned = (uintptr_t)address % (uintptr_t)type->alignment == 0;
        if (aligned && is_known(in, thread, address, (size_t)type->size)) continue;
        in->run->fault = (IrFault){.kind = IR_FAULT_POINTER, .index = (int64_t)(uintptr_t)address, .size = type->size,
                                   .line = value->line, .writes = !reads && i == 0};
        memcpy(in->run->fault.thread, thread->index, sizeof thread->index);
        memcpy(in->run->fault.block, in->block, sizeof in->block);
        return false;
    }
    return true;
}

/* What only its own thread sees is nobody's concern. */
static bool is_common(const Interpreter *in, const char *address) {
    if (lies_in(in->shared, in->shared_bytes + in->dynamic_bytes, address, 1) || ir_memory_holds(in->run->memory, address, 1)) return true;
    for (const IrGlobal *global = in->module->globals; global; global = global->next)
        if (lies_in(global->bytes, (size_t)global->type->size, address, 1)) return true;
    return false;
}

static bool touch(Interpreter *in, const Thread *thread, const IrValue *value, TouchKind kind, const char *address, size_t size, const void *given) {
    Touch other, now = {.kind = kind, .thread = (int32_t)(thread - in->threads), .line = value->line};
    uintptr_t where = 0;
    if (!is_common(in, address) || races_touch(in->races, kind, now.thread, now.line, (uintptr_t)address, size, given, &other, &where)) return true;
    if (other.thread < 0) return error_no_memory(in->error);
    return races_report(&in->scene, &now, &other, where, in->error);
}

static bool look_for_races(Interpreter *in, const Thread *thread, const IrValue *value) {
    char given[16] = {0};
    const Frame *frame = thread->frame;
    if (!value->operand_count || value->operands[0]->type->kind != IR_POINTER) return true;
    const char *address = operand(frame, value, 0).pointer;
    size_t size = (size_t)value->operands[0]->type->element->size;
    switch (value->operation) {
    case IR_LOAD: return touch(in, thread, value, TOUCH_READ, address, size, NULL);
    case IR_STORE:
        if (size > sizeof given) return true;
        ir_scalar_store(value->operands[1]->type, given, operand(frame, value, 1));
        return touch(in, thread, value, TOUCH_WRITE, address, size, given);
    case IR_COPY: {
        const char *source = operand(frame, value, 1).pointer;
        return touch(in, thread, value, TOUCH_READ, source, size, NULL) && touch(in, thread, value, TOUCH_WRITE, address, size, source);
    }
    case IR_ATOMIC:
    case IR_ATOMIC_CAS: return touch(in, thread, value, TOUCH_ATOMIC, address, size, NULL);
    default: return true;
    }
}

static bool run_value(Interpreter *in, Thread *thread, const Step *step) {
    IrValue *value = step->value;
    Frame *frame = thread->frame;
    IrScalar *result = &frame->slots[value->number];
    const IrArrayView *view;
    if (in->run->memory && !may_touch(in, thread, value)) return false;
    if (in->races && !look_for_races(in, thread, value)) return false;
    switch (value->operation) {
    case IR_SHAPE:
    case IR_STRIDE:
        view = operand(frame, value, 0).pointer;
        result->i = value->operation == IR_SHAPE ? view->words[value->detail]
                                                 : array_stride(value->operands[0]->type, view, value->detail);
        break;
    case IR_DATA: result->pointer = ((const IrArrayView *)operand(frame, value, 0).pointer)->data; break;
    case IR_VIEW: make_view(frame, step, result); break;
    case IR_ELEMENT:
    case IR_ELEMENT_CHECKED: return find_element(in, frame, value, result);
    case IR_OFFSET: *result = moved(operand(frame, value, 0), operand(frame, value, 1), value->type->element->size); break;
    case IR_ITEM: *result = moved(operand(frame, value, 0), operand(frame, value, 1), value->type->element->size); break;
    case IR_FIELD:
        *result = moved(operand(frame, value, 0), (IrScalar){.i = ir_field_of(value)->offset}, 1);
        break;
    case IR_GLOBAL: result->pointer = (void *)(uintptr_t)value->global->bytes; break;
    case IR_THREAD: result->i = thread_place(in, thread, value->detail); break;
    case IR_VAR: *result = operand(frame, value, 0); break;
    case IR_GET: *result = frame->slots[value->operands[0]->number]; break;
    case IR_SET: frame->slots[value->operands[0]->number] = operand(frame, value, 1); break;
    case IR_LOCAL: result->pointer = frame->local + step->target; break;
    case IR_SHARED: result->pointer = in->shared + step->target; break;
    case IR_DYNAMIC_SHARED: result->pointer = in->shared + in->shared_bytes; break;
    case IR_LOAD: *result = ir_scalar_load(value->type, operand(frame, value, 0).pointer); break;
    case IR_STORE: ir_scalar_store(value->operands[1]->type, operand(frame, value, 0).pointer, operand(frame, value, 1)); break;
    case IR_COPY:
        memmove(operand(frame, value, 0).pointer, operand(frame, value, 1).pointer,
                (size_t)value->operands[0]->type->element->size);
        break;
    case IR_ATOMIC:
    case IR_ATOMIC_CAS: *result = run_atomic(frame, value); break;
    case IR_FENCE: break;
    case IR_BARRIER:
    case IR_BARRIER_COUNT:
    case IR_BARRIER_AND:
    case IR_BARRIER_OR:
    case IR_SYNC_WARP:
    case IR_ACTIVE_MASK:
    case IR_SHUFFLE:
    case IR_VOTE:
        for (int i = 0; i < value->operand_count; i++) thread->operands[i] = operand(frame, value, i);
        thread->waits_at = value;
        thread->state = ir_operation_rows[value->operation].rule == RULE_BARRIER_VOTE || value->operation == IR_BARRIER
                            ? THREAD_AT_BARRIER
                            : THREAD_IN_WARP;
        break;
    case IR_CALL: return start_call(in, thread, value, result);
    case IR_PARALLEL: return run_parallel(in, thread, value);
    case IR_CAUGHT: catch_fault(in, frame, step, result); break;
    case IR_RAISE: return raise_fault(in, frame, value);
    case IR_CHECK: return operand(frame, value, 0).u ? true : fails_check(in, value);
    case IR_POLL: return polls_quiet(in);
    case IR_CLOCK: result->i = ir_clock(); break;
    case IR_PRINT: {
        const IrType *types[IR_PRINT_MAX];
        IrScalar values[IR_PRINT_MAX];
        for (int i = 0; i < value->operand_count; i++) {
            types[i] = value->operands[i]->type;
            values[i] = operand(frame, value, i);
        }
        ir_print_values(in->run, in->module, value->message, types, values, value->operand_count);
        break;
    }
    default:
        if (!evaluate(frame, value, result))
            return error_set(in->error, "SystemError", "%s cannot be interpreted", ir_operation_rows[value->operation].word);
    }
    return true;
}

/* ---- a thread's turn ---- */

static void finish_call(Interpreter *in, Thread *thread, const IrValue *value) {
    IrScalar result = {.u = 0};
    const IrType *type = thread->frame->code->function->result;
    if (value && value->operand_count) result = operand(thread->frame, value, 0);
    pop_frame(thread);
    if (!thread->frame) {
        thread->state = THREAD_DONE;
        thread->ran_through = !value || !value->block->owner;
        if (in->result && type->kind != IR_VOID) ir_scalar_store(type, in->result, result);
        return;
    }
    const IrValue *call = thread->frame->code->steps[thread->frame->at - 1].value;
    if (type->kind != IR_VOID) thread->frame->slots[call->number] = result;
}

static void start_for(Frame *frame, const IrValue *value) {
    const IrType *type = value->operands[0]->type, *types[] = {type, type};
    IrScalar start = operand(frame, value, 0), step = operand(frame, value, 2);
    frame->slots[value->number].u = ir_trip_count(type, start, operand(frame, value, 1), step);
    ir_evaluate(IR_SUB, 0, type, types, (IrScalar[]){start, step}, &frame->slots[value->blocks[0]->index->number]);
}

static bool next_round(Frame *frame, const IrValue *value) {
    const IrType *type = value->operands[0]->type, *types[] = {type, type};
    IrScalar *index = &frame->slots[value->blocks[0]->index->number], *left = &frame->slots[value->number];
    if (left->u == 0) return false;
    left->u--;
    return ir_evaluate(IR_ADD, 0, type, types, (IrScalar[]){*index, operand(frame, value, 2)}, index);
}

/* The thread goes on at the innermost handler around where it stands; false: there is none. */
static bool go_to_handler(Interpreter *in, Thread *thread) {
    if (error_is_set(in->error) || !ir_fault_is_caught(&in->run->fault)) return false;
    for (; thread->frame; pop_frame(thread)) {
        Frame *frame = thread->frame;
        const Code *code = frame->code;
        size_t at = frame->at - 1; /* a caller's: its call */
        for (size_t i = 0; i < code->handler_count; i++) {
            if (at < code->handlers[i].from || at >= code->handlers[i].to) continue;
            frame->at = code->handlers[i].target;
            return true;
        }
    }
    return false;
}

static bool run_turn(Interpreter *in, Thread *thread) {
    for (int i = 0; i < TURN && thread->state == THREAD_RUNS; i++) {
        Frame *frame = thread->frame;
        const Step *step = &frame->code->steps[frame->at++];
        switch (step->kind) {
        case STEP_VALUE:
            if (!run_value(in, thread, step) && !go_to_handler(in, thread)) return false;
            break;
        case STEP_JUMP: frame->at = (size_t)step->target; break;
        case STEP_JUMP_UNLESS:
            if (!operand(frame, step->value, 0).u) frame->at = (size_t)step->target;
            break;
        case STEP_FOR_START: start_for(frame, step->value); break;
        case STEP_FOR_NEXT:
            if (!next_round(frame, step->value)) frame->at = (size_t)step->target;
            break;
        case STEP_RETURN: finish_call(in, thread, step->value); break;
        }
    }
    return polls_quiet(in);
}

/* ---- threads together ---- */

static void go_on(Thread *thread, IrScalar result) {
    if (ir_gives_value(thread->waits_at)) thread->frame->slots[thread->waits_at->number] = result;
    thread->state = THREAD_RUNS;
}

/* All must wait at the same barrier; who has returned on the way is not waited for. */
static bool barrier_divides(Interpreter *in) {
    const Thread *first = NULL;
    for (size_t i = 0; i < in->thread_count && !first; i++)
        if (in->threads[i].state == THREAD_AT_BARRIER) first = &in->threads[i];
    for (size_t i = 0; first && i < in->thread_count; i++) {
        const Thread *thread = &in->threads[i];
        bool elsewhere = thread->state == THREAD_AT_BARRIER && thread->waits_at != first->waits_at;
        if (!elsewhere && !(thread->state == THREAD_DONE && thread->ran_through)) continue;
        races_report_barrier(&in->scene, (int32_t)(first - in->threads), first->waits_at->line, (int32_t)i, elsewhere ? thread->waits_at->line : 0, in->error);
        return true;
    }
    return false;
}

static bool open_barrier(Interpreter *in) {
    int32_t waiting = 0, living = 0, count = 0;
    for (size_t i = 0; i < in->thread_count; i++) {
        living += in->threads[i].state != THREAD_DONE;
        if (in->threads[i].state != THREAD_AT_BARRIER) continue;
        waiting++;
        count += in->threads[i].waits_at->operand_count && in->threads[i].operands[0].u;
    }
    if (!waiting || waiting != living) return false;
    if (in->races && barrier_divides(in)) return false;
    if (in->races) races_barrier(in->races);
    for (size_t i = 0; i < in->thread_count; i++) {
        Thread *thread = &in->threads[i];
        if (thread->state != THREAD_AT_BARRIER) continue;
        IrOperation operation = thread->waits_at->operation;
        go_on(thread, (IrScalar){.i = operation == IR_BARRIER_COUNT ? count
                                      : operation == IR_BARRIER_AND ? count == living
                                                                    : count > 0});
    }
    return true;
}

int32_t ir_source_lane(IrShuffle kind, int32_t lane, int32_t by, int32_t width) {
    if (width < 1 || width > IR_WARP_SIZE || (width & (width - 1))) width = IR_WARP_SIZE;
    int32_t base = lane & ~(width - 1);
    int64_t source;
    switch (kind) {
    case IR_SHUFFLE_INDEX: return base + (by & (width - 1));
    case IR_SHUFFLE_UP: source = (int64_t)lane - by; return source < base || source > lane ? lane : (int32_t)source;
    case IR_SHUFFLE_DOWN:
        source = (int64_t)lane + by;
        return source >= base + width || source < lane ? lane : (int32_t)source;
    default: source = lane ^ by; return source >= base + width || source < 0 ? lane : (int32_t)source;
    }
}

/* The lanes that a waiting thread names, when all of them wait at the same place. Forced: nobody else can go on, so that
 * the lanes that ask who is there have parted from the rest, as in a branch. */
static bool run_group(Interpreter *in, size_t first, Thread *leader, bool forced) {
    Thread *threads = &in->threads[first];
    size_t lanes = in->thread_count - first < IR_WARP_SIZE ? in->thread_count - first : IR_WARP_SIZE;
    IrScalar values[IR_WARP_SIZE] = {0};
    uint32_t together = 0, votes = 0, wanted = 0;
    IrValue *value = leader->waits_at;
    uint32_t mask = value->operation == IR_ACTIVE_MASK ? UINT32_MAX : (uint32_t)leader->operands[0].u;
    for (size_t i = 0; i < lanes; i++) {
        if (threads[i].state != THREAD_DONE && (mask >> i & 1)) wanted |= 1u << i;
        if (threads[i].state != THREAD_IN_WARP || threads[i].waits_at != value) continue;
        together |= 1u << i;
        values[i] = threads[i].operands[1];
        if (values[i].u) votes |= 1u << i;
    }
    if (value->operation == IR_SYNC_WARP && !mask) wanted = together; /* whoever is there */
    if (forced) wanted &= together;
    if ((together & wanted) != wanted) return false;
    if (in->races) races_warp(in->races, (int32_t)first);
    for (size_t i = 0; i < lanes; i++) {
        Thread *thread = &threads[i];
        IrScalar result = thread->operands[1];
        if (!(wanted >> i & 1) && thread != leader) continue;
        if (value->operation == IR_SHUFFLE) {
            int32_t from = ir_source_lane((IrShuffle)value->detail, (int32_t)i, (int32_t)thread->operands[2].i,
                                       (int32_t)thread->operands[3].i);
            if (from < (int32_t)lanes && (wanted >> from & 1)) result = values[from];
        } else if (value->operation == IR_VOTE) {
            uint32_t yes = votes & wanted;
            result.u = value->detail == IR_VOTE_BALLOT ? yes : value->detail == IR_VOTE_ANY ? yes != 0 : yes == wanted;
        } else if (value->operation == IR_ACTIVE_MASK) result.u = wanted;
        go_on(thread, result);
    }
    return true;
}

static bool run_warp(Interpreter *in, size_t first, bool forced) {
    for (size_t i = first; i < in->thread_count && i < first + IR_WARP_SIZE; i++)
        if (in->threads[i].state == THREAD_IN_WARP && (!forced || in->threads[i].waits_at->operation == IR_ACTIVE_MASK) && run_group(in, first, &in->threads[i], forced)) return true;
    return false;
}

static bool run_threads(Interpreter *in) {
    for (;;) {
        bool moved_on = false, living = false;
        for (size_t i = 0; i < in->thread_count; i++) {
            if (in->threads[i].state != THREAD_RUNS) continue;
            moved_on = true;
            if (!run_turn(in, &in->threads[i])) return false;
        }
        for (size_t i = 0; i < in->thread_count; i += IR_WARP_SIZE)
            if (run_warp(in, i, false)) moved_on = true;
        if (open_barrier(in)) moved_on = true;
        if (error_is_set(in->error)) return false;
        for (size_t i = 0; i < in->thread_count; i++)
            if (in->threads[i].state != THREAD_DONE) living = true;
        if (!living) return true;
        for (size_t i = 0; i < in->thread_count && !moved_on; i += IR_WARP_SIZE) moved_on = run_warp(in, i, true);
        if (!moved_on) return error_set(in->error, "RuntimeError", "threads of a block wait for each other for ever");
    }
}

static void drop_threads(Interpreter *in) {
    for (size_t i = 0; i < in->thread_count; i++)
        while (in->threads[i].frame) pop_frame(&in->threads[i]);
}

/* One block: threads from the same arguments. A struct parameter is a pointer to the caller's copy. */
static bool run_block(Interpreter *in, IrFunction *function, void *const *arguments) {
    memset(in->shared, 0, in->shared_bytes + in->dynamic_bytes);
    if (in->races) races_start_block(in->races);
    for (size_t i = 0; i < in->thread_count; i++) {
        size_t x = in->launch.block[0], y = in->launch.block[1];
        in->threads[i] = (Thread){.index = {(int32_t)(i % x), (int32_t)(i / x % y), (int32_t)(i / x / y)}};
        if (!push_frame(in, &in->threads[i], function)) return false;
        for (int k = 0; k < function->parameter_count; k++) {
            const IrType *type = function->parameters[k]->type;
            IrScalar *slot = &in->threads[i].frame->slots[k];
            if (type->kind == IR_ARRAY || type->kind == IR_STRUCT) slot->pointer = arguments[k];
            else *slot = ir_scalar_load(type, arguments[k]);
        }
    }
    return run_threads(in);
}

static bool run_grid(Interpreter *in, IrFunction *function, void *const *arguments) {
    const uint32_t *grid = in->launch.grid;
    for (uint32_t z = 0; z < grid[2]; z++)
        for (uint32_t y = 0; y < grid[1]; y++)
            for (uint32_t x = 0; x < grid[0]; x++) {
                in->block[0] = (int32_t)x, in->block[1] = (int32_t)y, in->block[2] = (int32_t)z;
                bool good = run_block(in, function, arguments);
                drop_threads(in);
                if (!good) return false;
            }
    return true;
}

bool ir_interpret(IrFunction *function, void *const *arguments, const IrLaunch *launch, IrRun *run, Error *error) {
    Interpreter in = {.module = function->module, .run = run, .error = error, .launch = {{1, 1, 1}, {1, 1, 1}, 0}};
    if (launch) in.launch = *launch;
    in.dynamic_bytes = in.launch.dynamic_shared;
    uint64_t threads = (uint64_t)in.launch.block[0] * in.launch.block[1];
    run->fault = (IrFault){0};
    in.kernel = function;
    in.arguments = arguments;
    if (!threads || threads > THREADS_MAX || !in.launch.block[2] || threads * in.launch.block[2] > THREADS_MAX ||
        in.dynamic_bytes > IR_SHARED_BYTES_MAX)
        return error_set(error, "ValueError", "a block of %u x %u x %u threads cannot be launched", in.launch.block[0],
                         in.launch.block[1], in.launch.block[2]);
    in.thread_count = (size_t)threads * in.launch.block[2];
    if (function->result->kind != IR_VOID) in.result = arguments[function->parameter_count];
    in.threads = memory_allocate_zeroed(in.thread_count, sizeof *in.threads);
    bool good = lay_all(&in);
    in.shared = good ? memory_allocate_zeroed(in.shared_bytes + in.dynamic_bytes + 16, 1) : NULL;
    if (!in.threads || !in.shared) good = error_no_memory(error);
    if (good && run->finds_races && !(in.races = races_create())) good = error_no_memory(error);
    in.scene.kernel = function;
    in.scene.arguments = arguments;
    in.scene.memory = run->memory;
    in.scene.shared = in.shared;
    in.scene.shared_bytes = in.shared_bytes;
    in.scene.dynamic_bytes = in.dynamic_bytes;
    in.scene.block_size = in.launch.block;
    in.scene.block = in.block;
    good = good && run_grid(&in, function, arguments);
    races_destroy(in.races);
    if (!good && !error_is_set(error)) ir_fault_error(&run->fault, error);
    memory_release(in.threads);
    memory_release(in.shared);
    for (Code *code = in.codes, *next; code; code = next) {
        next = code->next;
        memory_release(code->steps);
        memory_release(code->handlers);
        memory_release(code);
    }
    return good;
}

/* An Error's kind outlives the module that named it. */
static const char *lasting_name(const char *class_name) {
    static const char *const names[] = {"ZeroDivisionError", "ValueError", "IndexError", "OverflowError", "TypeError",
                                        "AssertionError", "MemoryError", "KeyError", "StopIteration", "Exception",
                                        "ArithmeticError", "NotImplementedError", "AttributeError", "LookupError"};
    for (size_t i = 0; class_name && i < sizeof names / sizeof *names; i++)
        if (!strcmp(class_name, names[i])) return names[i];
    return "RuntimeError";
}

bool ir_fault_error(const IrFault *fault, Error *error) {
    switch (fault->kind) {
    case IR_FAULT_NONE: return true;
    case IR_FAULT_BOUNDS:
        return error_set(error, "IndexError", "index %lld is out of bounds for axis %d with size %lld",
                         (long long)fault->index, (int)fault->axis, (long long)fault->size);
    case IR_FAULT_INTERRUPT: return error_set(error, "KeyboardInterrupt", "%s", "");
    case IR_FAULT_POINTER:
        return error_set(error, "cudaErrorIllegalAddress", "an illegal memory access was encountered: %s of %lld bytes at %#llx, line %d, thread (%d, %d, %d) of block (%d, %d, %d)",
                         fault->writes ? "a write" : "a read", (long long)fault->size, (unsigned long long)fault->index, (int)fault->line, (int)fault->thread[0],
                         (int)fault->thread[1], (int)fault->thread[2], (int)fault->block[0], (int)fault->block[1], (int)fault->block[2]);
    case IR_FAULT_RAISED: return error_set(error, "RuntimeError", "exception number %lld", (long long)fault->raised);
    case IR_FAULT_RECURSION: return error_set(error, "RecursionError", "maximum recursion depth exceeded");
    default: return error_set(error, lasting_name(fault->class_name), "%s", fault->message);
    }
}
