/* Elementwise operators over strided operands. Where an operand's type is not the loop's, a run goes through
 * small buffers block by block: cast in, compute, cast out. */
#include "arraylib/device/host/float_flags.h"
#include "arraylib/device/host/host.h"
#include "arraylib/device/host/loops/loops.h"
#include "arraylib/device/host/vector/vector_math.h"
#include "arraylib/device/host/walk.h"

#include <string.h>

static HostLoop *plain_loop(const Operator *operator_row, int loop);

HostLoop *host_loop(const Operator *operator_row, int loop) {
    if (operator_row->own) return operator_loop_type(operator_row, loop, 0) == DTYPE(FLOAT64) ? operator_row->own->reals : operator_row->own->complexes;
    HostLoop *vectors = vector_math_loop(operator_row, loop);
    if (!vectors) vectors = wide_loop(operator_row, loop);
    if (!vectors) vectors = complex_loop(operator_row, loop);
    if (!vectors) vectors = divide_loop(operator_row, loop);
    return vectors ? vectors : plain_loop(operator_row, loop);
}

static HostLoop *plain_loop(const Operator *operator_row, int loop) {
    HostLoop *const *table = host_unary_tables[operator_row->number];
    return (table ? table : host_binary_tables[operator_row->number])[loop];
}

bool host_operator_has_flags(const Operator *operator_row) {
    return !operator_row->own && !(operator_row->traits & IS_QUIET);
}

/* Order of complex numbers: NumPy tells of NaN there, and nowhere else where numbers are compared. */
bool host_loop_has_flags(const Operator *operator_row, int loop) {
    bool is_order = operator_row->number == OPERATOR_less || operator_row->number == OPERATOR_less_equal ||
                    operator_row->number == OPERATOR_greater || operator_row->number == OPERATOR_greater_equal;
    return host_operator_has_flags(operator_row) || (is_order && dtype_is_complex(&dtypes[operator_row->loops[loop][0]]));
}

typedef struct ElementwiseRun {
    HostLoop *loop;
    int inputs, operands;
    bool masked;
    const Dtype *loop_types[OPERATOR_OPERANDS_MAX];
    HostLoop *casts[OPERATOR_OPERANDS_MAX]; /* NULL: the operand is used as it lies */
    bool buffered, is_silent; /* is_silent: the loop's own floating-point flags do not count */
} ElementwiseRun;

/* `count` elements, none of which needs more than the buffers hold when buffered. */
static void compute(const ElementwiseRun *run, char *const *data, const int64_t *strides, int64_t count) {
    if (!run->buffered) {
        run->loop(data, strides, count);
        return;
    }
    _Alignas(16) char buffers[OPERATOR_OPERANDS_MAX][HOST_BLOCK * 16];
    char *moving[OPERATOR_OPERANDS_MAX], *computed[OPERATOR_OPERANDS_MAX];
    int64_t computed_strides[OPERATOR_OPERANDS_MAX];
    memcpy(moving, data, sizeof *moving * (size_t)run->operands);
    for (; count > 0; count -= HOST_BLOCK) {
        int64_t piece = count < HOST_BLOCK ? count : HOST_BLOCK;
        for (int k = 0; k < run->operands; k++) {
            int64_t size = run->loop_types[k]->item_size;
            computed[k] = run->casts[k] ? buffers[k] : moving[k];
            computed_strides[k] = run->casts[k] ? strides[k] || k >= run->inputs ? size : 0 : strides[k];
            if (run->casts[k] && k < run->inputs)
                run->casts[k]((char *[]){moving[k], buffers[k]}, (int64_t[]){strides[k], size},
                              strides[k] ? piece : 1);
        }
        SavedFlags held = flags_save(); /* what only casts may tell of, a comparison with NaN does not */
        run->loop(computed, computed_strides, piece);
        if (run->is_silent) flags_restore(held);
        for (int k = 0; k < run->operands; k++) {
            if (run->casts[k] && k >= run->inputs)
                run->casts[k]((char *[]){buffers[k], moving[k]},
                              (int64_t[]){run->loop_types[k]->item_size, strides[k]}, piece);
            moving[k] += piece * strides[k];
        }
    }
}

static bool run_elementwise(void *context, char *const *data, const int64_t *strides, int64_t count,
                            Error *error) {
    (void)error;
    const ElementwiseRun *run = context;
    if (!run->masked) {
        compute(run, data, strides, count);
        return true;
    }
    const char *mask = data[run->operands];
    int64_t mask_stride = strides[run->operands];
    for (int64_t from = 0; from < count;) {
        int64_t to = from;
        bool truth = mask[from * mask_stride] != 0;
        while (to < count && (mask[to * mask_stride] != 0) == truth) to++;
        if (truth) {
            char *there[OPERATOR_OPERANDS_MAX];
            for (int k = 0; k < run->operands; k++) there[k] = data[k] + from * strides[k];
            compute(run, there, strides, to - from);
        }
        from = to;
    }
    return true;
}

/* One short run of elements of the loop's own types: no walk. false: it is something else. */
static bool run_short(const ElementwiseTask *task, HostLoop *loop, bool has_flags, int *float_flags) {
    enum { SHORT = 1 << 14 };
    if (task->shape.dimensions != 1 || task->shape.extents[0] > SHORT || task->where) return false;
    if (!task->shape.extents[0]) return true; /* loops read an operand that is the same for all before they begin */
    char *data[OPERATOR_OPERANDS_MAX];
    int64_t strides[OPERATOR_OPERANDS_MAX];
    int count = task->operator_row->inputs + task->operator_row->outputs;
    for (int k = 0; k < count; k++) {
        const Operand *operand = &task->operands[k];
        if (operand->dtype != operator_loop_type(task->operator_row, task->loop, k)) return false;
        data[k] = operand->data;
        strides[k] = operand->strides[0];
    }
    if (has_flags) float_flags_clear();
    loop(data, strides, task->shape.extents[0]);
    if (has_flags && float_flags) *float_flags |= float_flags_read();
    return true;
}

bool host_elementwise(Device *device, const ElementwiseTask *task, int *float_flags, Error *error) {
    if (task->flexible) return flexible_elementwise(device, task, error);
    const Operator *operator_row = task->operator_row;
    bool is_plain = task->is_scalar && !operator_row->own && dtype_is_complex(&dtypes[operator_row->loops[task->loop][0]]);
    HostLoop *loop = is_plain ? plain_loop(operator_row, task->loop) : host_loop(operator_row, task->loop);
    bool has_flags = is_plain ? host_operator_has_flags(operator_row) : host_loop_has_flags(operator_row, task->loop);
    if (run_short(task, loop, has_flags, float_flags)) return true;
    ElementwiseRun run = {.loop = loop,
                          .inputs = operator_row->inputs,
                          .operands = operator_row->inputs + operator_row->outputs,
                          .masked = task->where != NULL};
    const Operand *operands[WALK_OPERANDS_MAX];
    run.is_silent = !has_flags;
    for (int k = 0; k < run.operands; k++) {
        const Operand *operand = &task->operands[k];
        const Dtype *type = operator_loop_type(operator_row, task->loop, k);
        operands[k] = operand;
        run.loop_types[k] = type;
        if (operand->dtype == type) continue;
        const Dtype *from = k < run.inputs ? operand->dtype : type, *to = k < run.inputs ? type : operand->dtype;
        run.buffered = true;
        run.casts[k] = device_cast_loop(device, from, to);
        has_flags = has_flags || (!operator_row->own && !dtype_can_cast(from, to, CASTING_SAFE));
    }
    int count = run.operands;
    if (run.masked) operands[count++] = task->where;
    Walk walk;
    if (!walk_begin(&walk, task->shape, operands, count, true)) return true;
    return walk_run_parallel(&walk, device->runtime, run_elementwise, &run,
                             has_flags ? float_flags : NULL, error);
}
