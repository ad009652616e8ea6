/* Launching kernels on the host: compiled for a block size where that can be done, else by the interpreter. Blocks run over
 * the workers; a worker has shared and scratch memory of its own. */
#include "arraylib/ir/lanes/lanes.h"
#include "arraylib/ir/passes/passes.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct CompiledKernel {
    IrFunction *kernel, *flat; /* the latter without arrays; NULL: to be interpreted */
    uint32_t block[3];
    Arena arena;
    LanePlan plan;
    IrProgram *program;
    LaneEntry *entry; /* NULL: to be interpreted */
    struct CompiledKernel *next;
} CompiledKernel;

struct IrLauncher {
    IrModule *module;
    IrCompiler *compiler;
    bool no_compiler, is_prepared;
    CompiledKernel *compiled;
};

IrLauncher *ir_launcher_create(IrModule *module, Error *error) {
    IrLauncher *launcher = memory_allocate_zeroed(1, sizeof *launcher);
    if (launcher) launcher->module = module;
    else error_no_memory(error);
    return launcher;
}

void ir_launcher_destroy(IrLauncher *launcher) {
    if (!launcher) return;
    for (CompiledKernel *compiled = launcher->compiled, *next; compiled; compiled = next) {
        next = compiled->next;
        ir_program_destroy(compiled->program);
        arena_release(&compiled->arena);
        memory_release(compiled);
    }
    if (launcher->compiler) ir_compiler_destroy(launcher->compiler);
    memory_release(launcher);
}

static bool prepare(IrLauncher *launcher) {
    Error error = ERROR_NONE;
    const char *wanted = getenv("CUPOLA_KERNELS"); /* "interpret": without the compiler, for tests */
    if (launcher->is_prepared) return !launcher->no_compiler;
    launcher->is_prepared = true;
    launcher->no_compiler = true;
    if (wanted && !strcmp(wanted, "interpret")) return false;
    launcher->compiler = ir_compiler_create(&error);
    if (launcher->compiler && ir_run_passes(launcher->module, "inline plain promote forward fold cse forward dead", &error)) launcher->no_compiler = false;
    if (error_is_set(&error) && getenv("CUPOLA_DUMP")) fprintf(stderr, "%s\n", error.message);
    error_clear(&error);
    return !launcher->no_compiler;
}

static CompiledKernel *find(IrLauncher *launcher, IrFunction *kernel, const uint32_t *block) {
    for (CompiledKernel *compiled = launcher->compiled; compiled; compiled = compiled->next)
        if (compiled->kernel == kernel && !memcmp(compiled->block, block, sizeof compiled->block)) return compiled;
    CompiledKernel *compiled = memory_allocate_zeroed(1, sizeof *compiled);
    Error error = ERROR_NONE;
    if (!compiled) return NULL;
    compiled->kernel = kernel;
    memcpy(compiled->block, block, sizeof compiled->block);
    for (const CompiledKernel *other = launcher->compiled; other && !compiled->flat; other = other->next)
        if (other->kernel == kernel) compiled->flat = other->flat;
    if (!compiled->flat) compiled->flat = ir_flatten(kernel);
    compiled->next = launcher->compiled;
    launcher->compiled = compiled;
    if (compiled->flat && lanes_analyse(&compiled->plan, compiled->flat, block, &compiled->arena)) {
        compiled->program = ir_compile_lanes(launcher->compiler, &compiled->plan, &error);
        if (compiled->program) compiled->entry = (LaneEntry *)(uintptr_t)ir_program_entry(compiled->program, "lanes");
    }
    if (error_is_set(&error) && getenv("CUPOLA_DUMP")) fprintf(stderr, "%s\n", error.message);
    error_clear(&error);
    return compiled;
}

typedef struct Work {
    const CompiledKernel *compiled;
    void *const *arguments;
    const IrRange *ranges;
    const IrLaunch *launch;
    const IrRun *run;
    size_t shared, bytes;
    atomic_bool failed;
    IrFault fault;
    bool no_memory;
    atomic_flag lock;
} Work;

static void fail(Work *work, const IrRun *run) {
    while (atomic_flag_test_and_set(&work->lock)) continue;
    if (!atomic_load(&work->failed)) {
        if (run) work->fault = run->fault;
        else work->no_memory = true;
    }
    atomic_store(&work->failed, true);
    atomic_flag_clear(&work->lock);
}

static void run_blocks(void *context, int64_t from, int64_t to) {
    Work *work = context;
    const LanePlan *plan = &work->compiled->plan;
    static const atomic_bool never;
    char *memory = memory_allocate(work->bytes + 64);
    if (!memory) {
        fail(work, NULL);
        return;
    }
    char *start = (char *)(((uintptr_t)memory + 63) & ~(uintptr_t)63);
    LaneCall call = {.arguments = work->arguments, .ranges = work->ranges, .shared = start, .dynamic = start + plan->shared, .scratch = start + work->shared,
                     .dynamic_size = (int64_t)work->launch->dynamic_shared, .shared_size = plan->shared, .memory = work->run->memory, .plan = plan};
    IrRun run = *work->run;
    if (!run.interrupt) run.interrupt = &never;
    for (int i = 0; i < 3; i++) call.grid[i] = (int32_t)work->launch->grid[i];
    memset(start, 0, work->bytes);
    for (int64_t block = from; block < to && !atomic_load_explicit(&work->failed, memory_order_relaxed); block++) {
        call.index[0] = (int32_t)(block % call.grid[0]);
        call.index[1] = (int32_t)(block / call.grid[0] % call.grid[1]);
        call.index[2] = (int32_t)(block / call.grid[0] / call.grid[1]);
        if (atomic_load_explicit(run.interrupt, memory_order_relaxed)) {
            run.fault = (IrFault){.kind = IR_FAULT_INTERRUPT};
            fail(work, &run);
        } else if (work->compiled->entry(&call, &run, call.scratch) != 0) fail(work, &run);
    }
    memory_release(memory);
}

/* What each pointer's address lies in; elsewhere nothing. */
static void find_ranges(const IrFunction *kernel, void *const *arguments, const IrMemory *memory, IrRange *ranges) {
    for (int i = 0; i < kernel->parameter_count; i++) {
        ranges[i] = memory ? (IrRange){UINTPTR_MAX, UINTPTR_MAX} : (IrRange){0, UINTPTR_MAX};
        if (kernel->parameters[i]->type->kind != IR_POINTER || !memory) continue;
        uintptr_t address = *(const uintptr_t *)arguments[i];
        const IrRange *range = ir_memory_find(memory, address);
        if (range) ranges[i] = *range;
    }
}

typedef struct SharedSum {
    int64_t bytes;
    const IrFunction *seen[128]; /* what has been counted: functions may call themselves */
    int seen_count;
} SharedSum;

static void add_shared(IrValue *value, void *context) {
    SharedSum *sum = context;
    if (value->operation == IR_SHARED) {
        const IrType *type = value->type->element;
        int64_t alignment = type->alignment > 0 ? type->alignment : 1;
        sum->bytes = (sum->bytes + alignment - 1) / alignment * alignment + type->size;
    }
    if (value->operation != IR_CALL || sum->seen_count == (int)(sizeof sum->seen / sizeof *sum->seen)) return;
    for (int i = 0; i < sum->seen_count; i++)
        if (sum->seen[i] == value->callee) return;
    sum->seen[sum->seen_count++] = value->callee;
    if (value->callee->body) ir_walk(value->callee->body, add_shared, sum);
}

int64_t ir_shared_bytes(const IrFunction *kernel) {
    SharedSum sum = {.bytes = 0};
    ir_walk(kernel->body, add_shared, &sum);
    return sum.bytes;
}

bool ir_launch(IrLauncher *launcher, ArrayRuntime *runtime, IrFunction *kernel, void *const *arguments, const IrLaunch *launch, IrRun *run, Error *error) {
    const char *checks = getenv("CUPOLA_CHECK_KERNELS");
    if (checks && *checks && strcmp(checks, "0") != 0) {
        run->finds_races = true;
        return ir_interpret(kernel, arguments, launch, run, error);
    }
    const CompiledKernel *compiled = prepare(launcher) ? find(launcher, kernel, launch->block) : NULL;
    if (!compiled || !compiled->entry || launch->dynamic_shared > IR_SHARED_BYTES_MAX) return ir_interpret(kernel, arguments, launch, run, error);
    IrRange *ranges = memory_allocate_zeroed((size_t)compiled->flat->parameter_count + 1, sizeof *ranges);
    if (!ranges) return error_no_memory(error);
    void *flat[IR_PARAMETERS_MAX];
    if (compiled->flat != kernel) {
        ir_flatten_arguments(kernel, arguments, flat);
        arguments = flat;
    }
    find_ranges(compiled->flat, arguments, run->memory, ranges);
    Work work = {.compiled = compiled, .arguments = arguments, .ranges = ranges, .launch = launch, .run = run, .lock = ATOMIC_FLAG_INIT};
    work.shared = ((size_t)compiled->plan.shared + launch->dynamic_shared + 127) & ~(size_t)63;
    work.bytes = work.shared + (size_t)compiled->plan.scratch;
    int64_t blocks = (int64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    int64_t grain = 1 + 2048 / compiled->plan.threads;
    runtime_parallel_for(runtime, blocks, grain, run_blocks, &work);
    memory_release(ranges);
    if (!atomic_load(&work.failed)) return true;
    if (work.no_memory) return error_no_memory(error);
    run->fault = work.fault;
    return ir_fault_error(&run->fault, error);
}
