/* for and while, and what can be looped over. */
#include "kernel/compile/private.h"

#include <string.h>

/* ---- iterations */

static CompileValue range_item(Compilation *c, const Iteration *iteration, IrValue *index, int64_t least) {
    CompileValue item = value_number(c, iteration->number, index);
    if (least > item.least) item.least = least;
    return item;
}

/* Of an array: numbers, or what is left without the first axis. */
static CompileValue array_item(Compilation *c, const Iteration *iteration, IrValue *index, int64_t least) {
    CompileValue place = value_number(c, DTYPE_INT64, index);
    place.least = least > 0 ? least : 0;
    CompileValue array = iteration->source;
    if (array.type->rank == 1) return array_load(c, array, &index, false);
    return index_get(c, c->node, array, place);
}

static CompileValue tuple_item(Compilation *c, const Iteration *iteration, IrValue *index, int64_t least) {
    CompileValue place = value_number(c, DTYPE_INT64, index);
    place.least = least > 0 ? least : 0;
    return index_get(c, c->node, iteration->source, place);
}

/* The item of an inner iteration in round `index`, which counts from 0. */
static CompileValue inner_item(Compilation *c, const Iteration *inner, IrValue *index) {
    IrValue *place = code_binary(c, IR_ADD, inner->start, code_binary(c, IR_MUL, index, inner->step));
    return inner->item(c, inner, place, inner->least);
}

static CompileValue enumerate_item(Compilation *c, const Iteration *iteration, IrValue *index, int64_t least) {
    CompileValue both[2] = {value_number(c, DTYPE_INT64, index), inner_item(c, iteration->inner, index)};
    both[0].least = least > 0 ? least : 0;
    if (argument_is_given(iteration->extra)) both[0] = operate_binary(c, c->node, AST_BINARY_ADD, both[0], iteration->extra);
    return tuple_of(c, both, 2);
}

static CompileValue zip_item(Compilation *c, const Iteration *iteration, IrValue *index, int64_t least) {
    CompileValue items[16];
    (void)least;
    for (int i = 0; i < iteration->inner_count; i++) items[i] = inner_item(c, &iteration->inner[i], index);
    return tuple_of(c, items, iteration->inner_count);
}

static CompileValue reversed_item(Compilation *c, const Iteration *iteration, IrValue *index, int64_t least) {
    (void)least;
    IrValue *last = code_binary(c, IR_SUB, iteration->extra.parts ? iteration->extra.parts[0] : NULL, code_integer(c, DTYPE_INT64, 1));
    return inner_item(c, iteration->inner, code_binary(c, IR_SUB, last, index));
}

/* How many rounds an iteration has. */
static IrValue *rounds(Compilation *c, const Iteration *iteration) {
    if (!c->emit) return NULL;
    IrValue *zero = code_integer(c, iteration->number, 0), *one = code_integer(c, iteration->number, 1);
    IrValue *start = iteration->start, *stop = iteration->stop, *step = iteration->step;
    IrValue *count;
    if (ir_is_constant(step) && step->constant.i == 1) count = code_is_zero(start) ? stop : code_binary(c, IR_SUB, stop, start);
    else {
        IrValue *is_back = dtypes[iteration->number].kind == 'u' ? code_integer(c, DTYPE_BOOL, 0) : code_binary(c, IR_LT, step, zero);
        IrValue *span = code_select(c, is_back, code_binary(c, IR_SUB, start, stop), code_binary(c, IR_SUB, stop, start));
        IrValue *size = code_select(c, is_back, code_unary(c, IR_NEG, step), step);
        count = code_binary(c, IR_DIV, code_binary(c, IR_ADD, span, code_binary(c, IR_SUB, size, one)), size);
        count = code_select(c, code_binary(c, IR_GT, span, zero), count, zero);
    }
    return code_cast(c, iteration->number, DTYPE_INT64, code_binary(c, IR_MAX, count, zero));
}

static Iteration counted(Compilation *c, CompileValue source, IrValue *count, const CompileType *item_type) {
    return (Iteration){.source = source, .start = code_integer(c, DTYPE_INT64, 0), .stop = count, .step = code_integer(c, DTYPE_INT64, 1),
                       .number = DTYPE_INT64, .item_type = item_type, .known_count = -1};
}

static Iteration over_range(Compilation *c, CompileValue source) {
    Iteration iteration = counted(c, source, NULL, source.type->item);
    iteration.number = source.type->number;
    IrValue **parts = source.items ? NULL : value_parts(c, &source);
    IrValue *all[3];
    for (int i = 0; i < 3; i++) all[i] = source.items ? value_as(c, source.items[i], source.type->number) : parts ? parts[i] : NULL;
    iteration.start = all[0];
    iteration.stop = all[1];
    iteration.step = all[2];
    iteration.item = range_item;
    iteration.least = INT64_MIN;
    int64_t step;
    if (source.items && value_known_int(source.items[2], &step) && step > 0) iteration.least = source.items[0].least;
    else if (source.items && source.items[0].least >= 0 && source.items[1].least >= -1) iteration.least = 0; /* whichever way it goes */
    code_check(c, code_binary(c, IR_NE, all[2], code_integer(c, iteration.number, 0)), "ValueError", "range() arg 3 must not be zero");
    return iteration;
}

Iteration iteration_over(Compilation *c, const Node *node, CompileValue source) {
    source = value_force(c, source);
    if (source.type->kind == TYPE_KIND_OPTIONAL) source = value_convert(c, source, source.type->item);
    const CompileType *type = source.type;
    if (type->kind == TYPE_KIND_RANGE) return over_range(c, source);
    if (type->kind == TYPE_KIND_ARRAY && type->rank > 0) {
        array_view_of(c, &source);
        Iteration iteration = counted(c, source, array_extent(c, source, 0), type->item);
        iteration.item = array_item;
        return iteration;
    }
    if (type->kind == TYPE_KIND_TUPLE && (type->is_uniform || !type->count)) {
        Iteration iteration = counted(c, source, code_integer(c, DTYPE_INT64, type->count), type->count ? type->items[0] : c->types->none);
        iteration.item = tuple_item;
        iteration.known_count = type->count;
        return iteration;
    }
    if (type->kind == TYPE_KIND_ITERATOR) {
        Iteration *inner = compile_allocate(c, (size_t)type->count * sizeof *inner + 1);
        bool is_enumerate = !strcmp(type->text, "enumerate"), is_zip = !strcmp(type->text, "zip"), is_reversed = !strcmp(type->text, "reversed");
        int count = is_zip ? type->count : 1;
        if (is_enumerate || is_zip || is_reversed) {
            IrValue *shortest = NULL;
            for (int i = 0; i < count; i++) {
                inner[i] = iteration_over(c, node, value_item(c, source, i));
                IrValue *its = rounds(c, &inner[i]);
                shortest = i ? code_binary(c, IR_MIN, shortest, its) : its;
            }
            if (!count) shortest = code_integer(c, DTYPE_INT64, 0);
            Iteration iteration = counted(c, source, shortest, NULL);
            iteration.inner = inner;
            iteration.inner_count = count;
            iteration.item = is_enumerate ? enumerate_item : is_zip ? zip_item : reversed_item;
            if (is_enumerate && type->count > 1) iteration.extra = value_item(c, source, 1);
            if (is_reversed) iteration.extra = value_number(c, DTYPE_INT64, shortest);
            return iteration;
        }
    }
    const BuiltinRow *row = builtin_find(c, compile_text(c, "%s.__getitem__", type_class_word(type)));
    const BuiltinRow *length = builtin_find(c, compile_text(c, "builtins.len:%s", type_class_word(type)));
    if (row && length) {
        Arguments arguments = {.values = &source, .count = 1, .node = node};
        Iteration iteration = counted(c, source, value_part(c, call_builtin(c, node, length, &arguments)), NULL);
        iteration.item = tuple_item;
        return iteration;
    }
    fail_typing(c, node, "intrinsic-call", "Invalid use of getiter with parameters (%s)", value_shown(c, source));
}

/* ---- loops */

static bool has_break(Node *node, void *data) {
    if (node->kind == NODE_BREAK) return *(bool *)data = true, false;
    if (node->kind == NODE_FUNCTION || node->kind == NODE_LAMBDA) return true;
    if (node->kind == NODE_FOR || node->kind == NODE_WHILE) { /* its own breaks are not ours; those of its else are */
        NodeList orelse = node->kind == NODE_FOR ? node->for_statement.orelse : node->while_statement.orelse;
        for (size_t i = 0; i < orelse.count; i++)
            if (!has_break(orelse.items[i], data)) return false;
        return true;
    }
    return ast_visit_children(node, has_break, data);
}

static bool list_has_break(NodeList body) {
    bool found = false;
    for (size_t i = 0; i < body.count && !found; i++) has_break(body.items[i], &found);
    return found;
}

typedef struct LoopFrame {
    Loop loop;
    const Node *node;
} LoopFrame;

static void loop_begin(Compilation *c, LoopFrame *frame, const Node *node, NodeList body, bool has_else) {
    frame->node = node;
    frame->loop = (Loop){.outer = c->instance->loop, .head = join_find(c, node, JOIN_HEAD), .exit = join_find(c, node, JOIN_EXIT)};
    if (!frame->loop.head->was_taken)
        for (size_t i = 0; i < body.count; i++) join_differs(c, frame->loop.head, body.items[i]);
    if (has_else && list_has_break(body)) {
        frame->loop.broken = code_variable(c, (TypePart){.number = DTYPE_BOOL});
        code_set(c, frame->loop.broken, code_integer(c, DTYPE_BOOL, 0));
    }
}

/* What comes behind the loop, when its condition fails: `else`, then the way out. */
static void loop_finish(Compilation *c, LoopFrame *frame, Binding *at_head, NodeList orelse) {
    Instance *instance = c->instance;
    Join *exit = frame->loop.exit;
    instance->loop = frame->loop.outer;
    if (!orelse.count) {
        instance->bindings = at_head;
        join_flow(c, exit);
        join_take(c, exit);
        return;
    }
    bool is_flagged = list_has_break(frame->node->kind == NODE_FOR ? frame->node->for_statement.body : frame->node->while_statement.body);
    instance->bindings = at_head;
    if (is_flagged) code_if(c, code_unary(c, IR_NOT, code_get(c, frame->loop.broken)));
    walk_statements(c, orelse);
    join_flow(c, exit);
    if (is_flagged) code_end(c);
    join_take(c, exit);
}

/* The head's bindings as they stand behind the loop: those that changed within lie in their slots. */
static Binding *head_bindings(Compilation *c, const LoopFrame *frame) {
    Instance *instance = c->instance;
    Binding *now = instance->bindings;
    join_take(c, frame->loop.head);
    Binding *result = instance->bindings;
    instance->bindings = now;
    return result;
}

void walk_for(Compilation *c, const Node *node) {
    const Node *target = node->for_statement.target;
    Instance *instance = c->instance;
    CompileValue source = walk(c, node->for_statement.iter);
    c->node = node;
    Iteration iteration = iteration_over(c, node, source);
    LoopFrame frame;
    loop_begin(c, &frame, node, node->for_statement.body, node->for_statement.orelse.count > 0);
    if (!frame.loop.head->was_taken) join_differs(c, frame.loop.head, target);
    join_flow(c, frame.loop.head);
    join_take(c, frame.loop.head);
    IrValue *index = code_for(c, iteration.start, iteration.stop, iteration.step);
    frame.loop.temporaries = c->temporary_count;
    instance->loop = &frame.loop;
    CompileValue item = iteration.item(c, &iteration, index, iteration.least);
    walk_assign(c, target, item);
    temporaries_release(c, frame.loop.temporaries, true);
    walk_statements(c, node->for_statement.body);
    join_flow(c, frame.loop.head);
    code_end(c);
    loop_finish(c, &frame, head_bindings(c, &frame), node->for_statement.orelse);
}

void walk_for_each(Compilation *c, const Node *node, const Node *target, const Node *iter, void (*body)(Compilation *c, void *data), void *data) {
    static const NodeList nothing = {0};
    Iteration iteration = iteration_over(c, node, walk(c, iter));
    LoopFrame frame;
    loop_begin(c, &frame, node, nothing, false);
    if (!frame.loop.head->was_taken) join_differs(c, frame.loop.head, target);
    join_flow(c, frame.loop.head);
    join_take(c, frame.loop.head);
    IrValue *index = code_for(c, iteration.start, iteration.stop, iteration.step);
    frame.loop.temporaries = c->temporary_count;
    c->instance->loop = &frame.loop;
    CompileValue item = iteration.item(c, &iteration, index, iteration.least);
    walk_assign(c, target, item);
    temporaries_release(c, frame.loop.temporaries, true);
    body(c, data);
    join_flow(c, frame.loop.head);
    code_end(c);
    loop_finish(c, &frame, head_bindings(c, &frame), nothing);
}

void walk_while(Compilation *c, const Node *node) {
    Instance *instance = c->instance;
    LoopFrame frame;
    loop_begin(c, &frame, node, node->while_statement.body, node->while_statement.orelse.count > 0);
    if (!frame.loop.head->was_taken) join_differs(c, frame.loop.head, node->while_statement.test);
    join_flow(c, frame.loop.head);
    join_take(c, frame.loop.head);
    code_while(c);
    int mark = c->temporary_count;
    frame.loop.temporaries = mark;
    CompileValue condition = walk(c, node->while_statement.test);
    int known = value_known_truth(condition);
    IrValue *truth = value_truth_code(c, node, condition);
    temporaries_release(c, mark, true);
    code_test(c, truth);
    Binding *after_test = bindings_copy(c, instance->bindings);
    instance->loop = &frame.loop;
    if (known != 0) walk_statements(c, node->while_statement.body);
    join_flow(c, frame.loop.head);
    code_end(c);
    /* After the test the condition's own assignments hold; they are in the slots of the head by then. */
    if (known == 1) {
        instance->loop = frame.loop.outer;
        instance->bindings = NULL;
        join_take(c, frame.loop.exit);
        return;
    }
    (void)after_test;
    loop_finish(c, &frame, head_bindings(c, &frame), node->while_statement.orelse);
}

/* ---- comprehensions: by the containers' room */

CompileValue walk_comprehension(Compilation *c, const Node *node) {
    const BuiltinRow *row = builtin_find(c, "numba._library.comprehension");
    if (!row) fail_unsupported(c, node, "comprehension");
    Arguments arguments = {.node = node};
    return call_builtin(c, node, row, &arguments);
}
