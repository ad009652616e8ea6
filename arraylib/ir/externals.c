/* What IR code asks of the host: functions of C that were made known to the module, and the parts of a parallel loop. */
#include "arraylib/ir/private.h"

#include <string.h>

/* ---- calling by types, for the interpreter ---- */

enum { WHOLE_MAX = 8, REAL_MAX = 8 };

/* Arguments of the two classes of registers go apart from each other, in order; what a function does not take is not
 * looked at. So one call with all of them serves every signature. */
#define WHOLES int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t
#define REALS double, double, double, double, double, double, double, double
typedef int64_t WholeResult(IrRun *, WHOLES, REALS);
typedef double DoubleResult(IrRun *, WHOLES, REALS);
typedef float SingleResult(IrRun *, WHOLES, REALS);

static bool is_real(const IrType *type) { return type == IR_TYPE(FLOAT32) || type == IR_TYPE(FLOAT64); }

/* The C type's bits of a whole number that came back in a register with anything above them. */
static IrScalar whole_result(const IrType *type, int64_t bits) {
    IrScalar result = {.i = bits};
    if (type->kind != IR_SCALAR || type == IR_TYPE(FLOAT16)) return result;
    if (type == IR_TYPE(BOOL)) result.u = (uint8_t)bits != 0;
    else result = ir_scalar_load(type, &bits);
    return result;
}

IrScalar ir_external_call(const IrFunction *external, IrRun *run, const IrScalar *arguments) {
    int64_t w[WHOLE_MAX] = {0};
    double d[REAL_MAX] = {0};
    int wholes = 0, reals = 0;
    for (int i = 0; i < external->parameter_count; i++) {
        const IrType *type = external->parameters[i]->type;
        if (!is_real(type)) w[wholes++] = type == IR_TYPE(FLOAT16) ? arguments[i].f16 : arguments[i].i;
        else if (type == IR_TYPE(FLOAT64)) d[reals++] = arguments[i].f64;
        else memcpy(&d[reals++], &arguments[i].f32, sizeof(float)); /* the low half of its register */
    }
#define ARGUMENTS run, w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7]
    uintptr_t address = (uintptr_t)external->address;
    if (external->result == IR_TYPE(FLOAT64)) return (IrScalar){.f64 = ((DoubleResult *)address)(ARGUMENTS)};
    if (external->result == IR_TYPE(FLOAT32)) return (IrScalar){.f32 = ((SingleResult *)address)(ARGUMENTS)};
    return whole_result(external->result, ((WholeResult *)address)(ARGUMENTS));
#undef ARGUMENTS
}

static bool is_passable(const IrType *type) { return type->kind == IR_POINTER || (type->kind == IR_SCALAR && ir_kind(type) != 'c'); }

IrFunction *ir_external_create(IrModule *module, const char *name, void *address, const IrType *result,
                               const IrType *const *types, int count, bool can_fault) {
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"};
    int wholes = 0, reals = 0;
    if (count < 0 || count > WHOLE_MAX + REAL_MAX) return ir_fail(module, "SystemError", "@%s takes too many arguments", name);
    for (int i = 0; i < count; i++) {
        if (!types[i] || !is_passable(types[i])) return ir_fail(module, "SystemError", "@%s: argument %d cannot go to C", name, i);
        *(is_real(types[i]) ? &reals : &wholes) += 1;
    }
    if (wholes > WHOLE_MAX || reals > REAL_MAX) return ir_fail(module, "SystemError", "@%s takes too many arguments", name);
    if (!result || (result->kind != IR_VOID && !is_passable(result)))
        return ir_fail(module, "SystemError", "@%s: its result cannot come from C", name);
    IrFunction *external = ir_function_create(module, IR_EXTERNAL, name, result, types, names, count);
    if (!external) return NULL;
    external->address = address;
    external->can_fault = can_fault;
    return external;
}

/* ---- parts ---- */

typedef struct Parts {
    IrPartEntry *entry;
    int64_t start, stop, count;
    void *context;
    const IrRun *run;
    atomic_llong first_failed; /* the lowest part that was ended by a fault */
    atomic_flag lock;
    IrFault fault;
} Parts;

int64_t ir_part_start(int64_t start, int64_t stop, int64_t parts, int64_t part) {
    uint64_t rounds = stop > start ? (uint64_t)stop - (uint64_t)start : 0, each = rounds / (uint64_t)parts, more = rounds % (uint64_t)parts;
    uint64_t number = (uint64_t)part;
    return (int64_t)((uint64_t)start + number * each + (number < more ? number : more));
}

static void note_fault(Parts *parts, int64_t part, const IrFault *fault) {
    while (atomic_flag_test_and_set(&parts->lock)) continue;
    if (part < atomic_load(&parts->first_failed)) {
        parts->fault = *fault;
        atomic_store(&parts->first_failed, part);
    }
    atomic_flag_clear(&parts->lock);
}

static void run_some(void *context, int64_t from, int64_t to) {
    enum { RESERVE = 256 << 10 };
    Parts *parts = context;
    char here;
    for (int64_t part = from; part < to; part++) {
        IrRun run = *parts->run;
        if (part > atomic_load_explicit(&parts->first_failed, memory_order_relaxed)) return; /* an earlier one's fault is told */
        run.fault.kind = IR_FAULT_NONE;
        run.fault.reserved = 0;
        run.stack_limit = (const char *)((uintptr_t)&here - RESERVE);
        int32_t status = parts->entry(ir_part_start(parts->start, parts->stop, parts->count, part),
                                      ir_part_start(parts->start, parts->stop, parts->count, part + 1), part, parts->context, &run);
        if (status != 0) note_fault(parts, part, &run.fault);
    }
}

bool ir_run_parts(IrPartEntry *entry, int64_t start, int64_t stop, int64_t parts, void *context, IrRun *run) {
    Parts all = {.entry = entry, .start = start, .stop = stop, .count = parts, .context = context, .run = run, .lock = ATOMIC_FLAG_INIT};
    atomic_init(&all.first_failed, INT64_MAX);
    if (parts <= 0) return true;
    if (run->runtime && parts > 1) runtime_parallel_for(run->runtime, parts, 1, run_some, &all);
    else run_some(&all, 0, parts);
    if (atomic_load(&all.first_failed) == INT64_MAX) return true;
    run->fault = all.fault;
    return false;
}
