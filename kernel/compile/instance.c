/* A function for one list of types: inferred by dry walks until nothing changes, then made into IR by one more. */
#include "kernel/compile/private.h"

#include <ctype.h>
#include <string.h>

Instance *instance_find(Compilation *c, const FunctionTree *tree, Function *function, Instance *outer, const CompileType *const *types, int count,
                        const CompileOptions *options) {
    for (Instance *instance = c->instances; instance; instance = instance->next)
        if (instance->tree->node == tree->node && instance->function == function && instance->count == count &&
            !memcmp(instance->types, types, (size_t)count * sizeof *types))
            return instance;
    Instance *instance = compile_allocate(c, sizeof *instance);
    const CompileType **copy = compile_allocate(c, (size_t)count * sizeof *copy + 1);
    memcpy(copy, types, (size_t)count * sizeof *copy);
    *instance = (Instance){.next = c->instances, .tree = tree, .function = function, .outer = outer, .types = copy, .count = count, .options = *options};
    inner_names_find(c, instance);
    instance->name_count = (int)tree->scope->symbol_count + instance->inner_count;
    return c->instances = instance;
}

/* The parameters' values; in a walk for code the parts are the IR function's parameters. */
static void bind_parameters(Compilation *c, Instance *instance) {
    int at = 0, own = instance->count - instance->caught_count;
    instance->bindings = bindings_copy(c, NULL);
    for (int i = 0; i < instance->count; i++) {
        const CompileType *type = instance->types[i];
        CompileValue value = value_of(type_plain(type) ? type_plain(type) : type, NULL);
        if (type->kind == TYPE_KIND_LITERAL) value = value_from_constant(c, instance->tree->node, "", type->constant);
        else if (type->kind == TYPE_KIND_OMITTED) value = value_from_constant(c, instance->tree->node, "", type->constant);
        else if (c->emit) {
            value.parts = instance->ir->parameters + at;
            at += type->part_count;
        }
        value.is_borrowed = true;
        if (type_number_kind(value.type) == 'u' && value.least < 0) value.least = 0;
        int name = i < own ? i : instance->name_count - instance->caught_count + (i - own);
        if (i < own) variable_assign(c, name, value);
        else instance->bindings[name] = (Binding){.value = value, .stamp = ++c->stamp};
    }
}

static void walk_body(Compilation *c, Instance *instance) {
    const FunctionTree *tree = instance->tree;
    bind_parameters(c, instance);
    if (tree->node->kind == NODE_LAMBDA) {
        if (c->emit) {
            walk_return(c, tree->node, walk(c, tree->node->lambda.body));
            return;
        }
        jmp_buf here, *outer = c->pending;
        int depth = c->depth;
        if (_setjmp(here) == 0) {
            c->pending = &here;
            walk_return(c, tree->node, walk(c, tree->node->lambda.body));
        } else {
            c->instance = instance;
            c->depth = depth;
        }
        c->pending = outer;
        return;
    }
    walk_statements(c, tree->body);
    if (is_reached(c)) walk_return(c, tree->node, value_none(c));
}

typedef struct Outside { /* what a walk of another function puts aside */
    Instance *instance;
    bool emit;
    IrBuilder builder;
    const Node *node;
    IrValue **temporaries;
    int temporary_count, temporary_capacity, depth;
    jmp_buf *pending;
} Outside;

static Outside put_aside(Compilation *c, Instance *instance, bool emit) {
    Outside outside = {c->instance, c->emit, c->builder, c->node, c->temporaries, c->temporary_count, c->temporary_capacity, c->depth, c->pending};
    c->instance = instance;
    c->emit = emit;
    c->temporaries = NULL;
    c->temporary_count = c->temporary_capacity = 0;
    c->pending = NULL;
    return outside;
}

static void take_up(Compilation *c, const Outside *outside) {
    c->instance = outside->instance;
    c->emit = outside->emit;
    c->builder = outside->builder;
    c->node = outside->node;
    c->temporaries = outside->temporaries;
    c->temporary_count = outside->temporary_count;
    c->temporary_capacity = outside->temporary_capacity;
    c->depth = outside->depth;
    c->pending = outside->pending;
}

static void begin_walk(Instance *instance) {
    instance->has_changed = instance->waits = false;
    instance->loop = NULL;
    instance->walk_result = NULL;
    instance->frames = NULL;
    instance->caught = NULL;
    instance->try_depth = 0;
    for (Join *join = instance->joins; join; join = join->next) {
        join->was_taken = false;
        join->merged = NULL;
    }
}

void instance_infer(Compilation *c, Instance *instance) {
    enum { WALKS_MOST = 24, DEPTH_MOST = 60 };
    if (instance->state != INSTANCE_NEW) return;
    if (c->inferring_depth > DEPTH_MOST) fail_typing(c, c->node, NULL, "cannot type infer runaway recursion");
    Outside outside = put_aside(c, instance, false);
    c->inferring_depth++;
    instance->state = INSTANCE_INFERRING;
    instance->depends = false;
    bool waits = true;
    for (instance->walks = 0; instance->walks < WALKS_MOST; instance->walks++) {
        const CompileType *before = instance->result;
        begin_walk(instance);
        walk_body(c, instance);
        waits = instance->waits;
        bool result_changed = instance->is_recursive && instance->result != before;
        if (waits && instance->result == before && instance->walks > 0 && !instance->has_changed) break;
        if (!instance->has_changed && !result_changed && !waits) break;
        if (waits && instance->result == before && instance->walks > 2) break;
    }
    if (!instance->result && !waits) instance->result = instance->wanted_result ? instance->wanted_result : c->types->none;
    instance->state = waits || instance->depends ? INSTANCE_NEW : INSTANCE_INFERRED;
    c->inferring_depth--;
    const Node *node = c->node;
    if (c->inferring_depth == 0 && (waits || !instance->result)) fail_typing(c, node, NULL, "cannot type infer runaway recursion");
    if (c->inferring_depth == 0) instance->state = INSTANCE_INFERRED;
    take_up(c, &outside);
}

static const char *name_of_ir(Compilation *c, const Instance *instance) {
    char name[48];
    size_t length = 0;
    for (const char *at = instance->tree->name; *at && length < 40; at++)
        if (isalnum((unsigned char)*at) || *at == '_') name[length++] = *at;
    name[length] = '\0';
    return compile_text(c, "%s_%d", name, c->name_number++);
}

static bool type_has_no_parts(const CompileType *type) { return type->kind == TYPE_KIND_LITERAL || type->kind == TYPE_KIND_OMITTED; }

void instance_declare(Compilation *c, Instance *instance) {
    if (instance->ir) return;
    if (instance->state == INSTANCE_NEW) instance_infer(c, instance);
    const CompileType *result = instance->result;
    const IrType *types[IR_PARAMETERS_MAX];
    const char *names[IR_PARAMETERS_MAX];
    int count = 0;
    for (int i = 0; i < instance->count; i++)
        for (int k = 0; instance->types[i]->kind != TYPE_KIND_LITERAL && instance->types[i]->kind != TYPE_KIND_OMITTED && k < instance->types[i]->part_count; k++) {
            if (count >= IR_PARAMETERS_MAX - 1) fail_unsupported(c, c->node, "too many arguments");
            types[count] = code_type(c, instance->types[i]->parts[k]);
            names[count] = compile_text(c, "p%d", count);
            count++;
        }
    int own = count;
    for (int i = 0; result->part_count > 1 && i < result->part_count; i++) {
        if (count >= IR_PARAMETERS_MAX) fail_unsupported(c, c->node, "too many results");
        types[count] = ir_pointer_type(c->module, code_type(c, result->parts[i]), IR_GLOBAL_SPACE);
        names[count] = compile_text(c, "p%d", count);
        count++;
    }
    bool is_kernel = c->is_device && !c->kernel;
    if (is_kernel) { /* how many bytes of shared memory the launch asks for */
        types[count] = IR_TYPE(INT64);
        names[count++] = "dynamic_bytes";
    }
    const IrType *result_type = result->part_count == 1 ? code_type(c, result->parts[0]) : ir_void_type();
    instance->ir_name = name_of_ir(c, instance);
    instance->ir = ir_function_create(c->module, is_kernel ? IR_KERNEL : IR_FUNCTION, instance->ir_name, result_type, types, names, count);
    if (!instance->ir) fail_memory(c);
    if (is_kernel) {
        c->kernel = instance->ir;
        c->dynamic_bytes = instance->ir->parameters[count - 1];
        for (int i = 0, at = 0; i < instance->count; at += type_has_no_parts(instance->types[i]) ? 0 : instance->types[i]->part_count, i++) /* for messages */
            {
            const char *text = instance->tree->scope->symbols[i].name->bytes, *name = arena_copy(&c->module->arena, text, strlen(text));
            for (int k = 0; !type_has_no_parts(instance->types[i]) && k < instance->types[i]->part_count; k++)
                instance->ir->parameters[at + k]->message = name;
        }
    }
    instance->ir->always_inline = instance->options.is_library || instance->outer || instance->options.is_inline;
    if (instance->is_recursive) instance->ir->always_inline = false;
    instance->ir->fast_math = instance->options.fast_math ? IR_FAST_ALL : 0;
    instance->results = instance->ir->parameters + own;
}

void instance_emit(Compilation *c, Instance *instance) {
    if (instance->state == INSTANCE_EMITTED) return;
    Outside outside = put_aside(c, instance, true);
    instance->state = INSTANCE_EMITTED;
    c->builder = ir_builder(instance->ir);
    c->builder.line = instance->tree->node->line;
    instance->anchor = ir_build_var(&c->builder, ir_integer(c->module, IR_TYPE(BOOL), 0));
    begin_walk(instance);
    walk_body(c, instance);
    /* Where the end is not reached, the IR wants a return all the same. */
    IrValue *last = instance->ir->body->last;
    if (!last || (last->operation != IR_RETURN && last->operation != IR_RAISE)) {
        const CompileType *result = instance->result;
        c->builder.block = instance->ir->body;
        c->builder.before = NULL;
        IrValue *value = result->part_count == 1 ? code_get(c, code_variable(c, result->parts[0])) : NULL;
        ir_build_return(&c->builder, value);
    }
    take_up(c, &outside);
}
