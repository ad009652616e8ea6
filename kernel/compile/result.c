/* numba._library.result_array(shape, function, *arguments): a new array of what function(*arguments) would give, which is not called. */
#include "kernel/compile/private.h"

static CompileValue code_result_array(Compilation *c, const Node *node, Arguments *arguments, const void *data) {
    (void)data;
    IrValue *extents[64];
    bool emit = c->emit;
    if (arguments->count < 2) fail_unsupported(c, node, "result_array() of fewer than two arguments");
    for (int i = 0; i < arguments->count; i++) arguments->values[i] = value_force(c, arguments->values[i]);
    Arguments inner = {.values = arguments->values + 2, .count = arguments->count - 2, .node = node};
    c->emit = false; /* only the type is wanted */
    CompileValue result = call_value(c, node, arguments->values[1], &inner);
    c->emit = emit;
    int rank = argument_extents(c, node, arguments->values[0], extents);
    if (!result.type || result.type->kind != TYPE_KIND_NUMBER || rank < 0)
        fail_unsupported(c, node, "a loop over elements whose result is no number");
    return array_new(c, result.type, rank, extents, 'C', false);
}

static const BuiltinRow rows[] = {{"numba._library.result_array", NULL, code_result_array, NULL}, {0}};
const BuiltinRow *const result_rows = rows;
