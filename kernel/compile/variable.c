/* Variables: their types follow the flow, as numba's do, and are joined where ways meet.
 *
 * A binding is the value itself as long as nothing else was assigned on another way; where ways meet, names that differ lie in
 * slots: IR variables for a name and a type. Every assignment writes the slot, too (LLVM drops what nobody reads). */
#include "kernel/compile/private.h"

#include <string.h>

int variable_find(Compilation *c, const Identifier *name) {
    const Scope *scope = c->instance->tree->scope;
    for (const ComprehensionFrame *frame = c->instance->frames; frame; frame = frame->outer)
        for (int i = 0; i < c->instance->inner_count; i++)
            if (c->instance->inner_names[i].node == frame->node && c->instance->inner_names[i].name == name) return (int)scope->symbol_count + i;
    const Symbol *symbol = scope_find(scope, name);
    if (!symbol || (symbol->kind != VARIABLE_LOCAL && symbol->kind != VARIABLE_CELL)) return -1;
    return (int)(symbol - scope->symbols);
}

const char *variable_text(Compilation *c, int name) {
    const Scope *scope = c->instance->tree->scope;
    size_t own = scope->symbol_count;
    if ((size_t)name < own) return scope->symbols[name].name->bytes;
    return name - (int)own < c->instance->inner_count ? c->instance->inner_names[name - (int)own].name->bytes : "";
}

typedef struct InnerWalk {
    Compilation *c;
    Instance *instance;
    const Node *node;
    int capacity;
} InnerWalk;

static bool inner_target(Node *node, void *data) {
    InnerWalk *inner = data;
    Instance *instance = inner->instance;
    if (node->kind != NODE_NAME) return ast_visit_children(node, inner_target, data);
    for (int i = 0; i < instance->inner_count; i++)
        if (instance->inner_names[i].node == inner->node && instance->inner_names[i].name == node->name.id) return true;
    if (instance->inner_count == inner->capacity) {
        InnerName *grown = compile_allocate(inner->c, (size_t)(2 * inner->capacity + 8) * sizeof *grown);
        if (instance->inner_count) memcpy(grown, instance->inner_names, (size_t)instance->inner_count * sizeof *grown);
        instance->inner_names = grown;
        inner->capacity = 2 * inner->capacity + 8;
    }
    instance->inner_names[instance->inner_count++] = (InnerName){inner->node, node->name.id};
    return true;
}

static bool inner_comprehension(Node *node, void *data) {
    InnerWalk *inner = data;
    if (node->kind == NODE_FUNCTION || node->kind == NODE_LAMBDA) return true;
    if (node->kind == NODE_LIST_COMPREHENSION) {
        NodeList generators = node->list_comprehension.generators;
        inner->node = node;
        for (size_t i = 0; i < generators.count; i++) inner_target(generators.items[i]->comprehension.target, data);
    }
    return ast_visit_children(node, inner_comprehension, data);
}

void inner_names_find(Compilation *c, Instance *instance) {
    InnerWalk inner = {.c = c, .instance = instance};
    const FunctionTree *tree = instance->tree;
    if (tree->node->kind == NODE_LAMBDA) inner_comprehension(tree->node->lambda.body, &inner);
    for (size_t i = 0; tree->node->kind != NODE_LAMBDA && i < tree->body.count; i++) inner_comprehension(tree->body.items[i], &inner);
}

Binding *bindings_copy(Compilation *c, const Binding *bindings) {
    size_t size = (size_t)c->instance->name_count * sizeof *bindings;
    Binding *copy = compile_allocate(c, size + 1);
    if (bindings) memcpy(copy, bindings, size);
    return copy;
}

static Slot *slot_find(Compilation *c, int name, const CompileType *type) {
    for (Slot *slot = c->instance->slots; slot; slot = slot->next)
        if (slot->name == name && slot->type == type) return slot;
    Slot *slot = compile_allocate(c, sizeof *slot);
    slot->name = name;
    slot->type = type;
    slot->next = c->instance->slots;
    return c->instance->slots = slot;
}

/* The list is kept from walk to walk; its IR variables are made when code is. */
static IrValue **slot_variables(Compilation *c, Slot *slot) {
    if (slot->variables) return slot->variables;
    slot->variables = compile_allocate(c, (size_t)slot->type->part_count * sizeof *slot->variables + 1);
    for (int i = 0; i < slot->type->part_count; i++) slot->variables[i] = code_variable(c, slot->type->parts[i]);
    return slot->variables;
}

static CompileValue slot_value(Compilation *c, Slot *slot) {
    CompileValue value = value_of(slot->type, NULL);
    if (c->emit) {
        value.parts = compile_allocate(c, (size_t)slot->type->part_count * sizeof *value.parts + 1);
        for (int i = 0; i < slot->type->part_count; i++) value.parts[i] = code_get(c, slot_variables(c, slot)[i]);
    }
    if (type_number_kind(slot->type) == 'u') value.least = 0;
    value.is_borrowed = !slot->counts;
    return value;
}

/* What it holds is counted, unless all of it is the caller's: retained before the old one is released. */
static void slot_store(Compilation *c, Slot *slot, CompileValue value) {
    if (slot->type->has_owner && !value.is_borrowed && !slot->counts) {
        slot->counts = true;
        c->instance->has_changed = true;
    }
    if (!c->emit) return;
    IrValue **parts = value_parts(c, &value);
    if (slot->counts) {
        value_retain_code(c, value);
        value_release_code(c, slot_value(c, slot));
    }
    for (int i = 0; i < slot->type->part_count; i++) code_set(c, slot_variables(c, slot)[i], parts[i]);
}

void slots_release(Compilation *c) {
    for (Slot *slot = c->instance->slots; slot; slot = slot->next)
        if (slot->type->has_owner && slot->counts) value_release_code(c, slot_value(c, slot));
}

CompileValue variable_read(Compilation *c, const Node *node, int name) {
    Binding *binding = &c->instance->bindings[name];
    const char *text = variable_text(c, name);
    if (!binding->value.type) {
        /* It may be assigned further down in a loop around. */
        for (const Loop *loop = c->instance->loop; loop && !c->emit && c->instance->walks < 3; loop = loop->outer)
            if (loop->head->differs[name]) fail_pending(c);
        c->node = node;
        fail_kind(c, "numba.core.errors.NotDefinedError",
"%s", text);
    }
    if (binding->slot && binding->slot->type->kind == TYPE_KIND_UNKNOWN) fail_typing(c, node, NULL, "Type of variable '%s' cannot be determined", text);
    return binding->slot ? slot_value(c, binding->slot) : binding->value;
}

void variable_assign(Compilation *c, int name, CompileValue value) {
    value = value_force(c, value);
    if (value.type->kind == TYPE_KIND_LITERAL) value.type = value.type->item;
    Binding *binding = &c->instance->bindings[name];
    value_parts(c, &value);
    if (value.type->kind == TYPE_KIND_LIST) value.items = NULL; /* it may change from now on */
    slot_store(c, slot_find(c, name, value.type), value);
    *binding = (Binding){.value = value, .stamp = ++c->stamp};
}

void variable_forget(Compilation *c, int name) {
    c->instance->bindings[name] = (Binding){.stamp = ++c->stamp};
}

/* ---- joins */

Join *join_find(Compilation *c, const Node *node, int role) {
    Instance *instance = c->instance;
    for (Join *join = instance->joins; join; join = join->next)
        if (join->node == node && join->role == role) return join;
    Join *join = compile_allocate(c, sizeof *join);
    join->node = node;
    join->role = role;
    join->types = compile_allocate(c, (size_t)instance->name_count * sizeof *join->types + 1);
    join->differs = compile_allocate(c, (size_t)instance->name_count + 1);
    join->next = instance->joins;
    return instance->joins = join;
}

typedef struct Assigned {
    Compilation *c;
    Join *join;
} Assigned;

static bool mark_assigned(Node *node, void *data) {
    Assigned *assigned = data;
    if (node->kind == NODE_FUNCTION) {
        int name = variable_find(assigned->c, node->function.name);
        if (name >= 0) assigned->join->differs[name] = true;
        return true;
    }
    if (node->kind == NODE_LAMBDA) return true;
    if (node->kind == NODE_NAME && node->name.ctx != CONTEXT_LOAD) {
        int name = variable_find(assigned->c, node->name.id);
        if (name >= 0) assigned->join->differs[name] = true;
    }
    return ast_visit_children(node, mark_assigned, data);
}

void join_differs(Compilation *c, Join *join, const Node *body) {
    Assigned assigned = {c, join};
    mark_assigned((Node *)body, &assigned);
}

static void unify_name(Compilation *c, Join *join, int name, const CompileType *type) {
    const CompileType *before = join->types[name];
    type = type_plain(type) ? type_plain(type) : type;
    const CompileType *joined = before ? type_unify(c->types, before, type) : type;
    if (!joined) {
        const FunctionTree *tree = c->instance->tree;
        int line = c->node ? c->node->line : tree->node->line;
        const Binding *now = &c->instance->bindings[name];
        fail_typing(c, c->node, compile_text(c, "assignment"), "Cannot unify %s and %s for '%s', defined at %s (%d)",
                    join->merged && join->merged[name].value.type == before ? value_shown(c, join->merged[name].value) : before->name,
                    value_shown(c, now->value), variable_text(c, name), tree->file, line);
    }
    if (joined == before) return;
    join->types[name] = joined;
    if (join->was_taken && before) c->instance->has_changed = true;
}

void join_flow(Compilation *c, Join *join) {
    Instance *instance = c->instance;
    if (!instance->bindings) return;
    for (int i = 0; i < instance->name_count; i++) {
        Binding *binding = &instance->bindings[i];
        if (join->merged && !join->differs[i] && binding->stamp != join->merged[i].stamp) {
            join->differs[i] = true;
            if (join->was_taken) instance->has_changed = true;
            if (join->merged[i].value.type) unify_name(c, join, i, join->merged[i].value.type);
        }
        if (!join->differs[i] || !binding->value.type) continue;
        unify_name(c, join, i, binding->value.type);
        Slot *slot = slot_find(c, i, join->types[i]);
        if (binding->slot == slot) continue; /* it lies there already */
        if (!binding->slot && binding->value.type == slot->type) continue; /* assignments have written it */
        slot_store(c, slot, value_convert(c, binding->slot ? slot_value(c, binding->slot) : binding->value, slot->type));
    }
    if (!join->merged) join->merged = bindings_copy(c, instance->bindings);
    else
        for (int i = 0; i < instance->name_count; i++)
            if (!join->merged[i].value.type) join->merged[i] = instance->bindings[i];
    instance->bindings = NULL;
}

/* Values of blocks that have been left are not to be seen any more; the slots are. */
static bool is_visible(const Compilation *c, const CompileValue *value) {
    for (int i = 0; c->emit && value->parts && i < value->type->part_count; i++) {
        const IrBlock *block = value->parts[i]->block, *here = c->builder.block;
        while (block && here && here != block) here = here->owner ? here->owner->block : NULL;
        if (block && here != block) return false;
    }
    return true;
}

void join_take(Compilation *c, Join *join) {
    Instance *instance = c->instance;
    join->was_taken = true;
    if (!join->merged) {
        instance->bindings = NULL;
        return;
    }
    instance->bindings = bindings_copy(c, join->merged);
    for (int i = 0; i < instance->name_count; i++) {
        Binding *binding = &instance->bindings[i];
        if (!join->differs[i] && binding->value.type && !binding->slot && i < instance->name_count - instance->caught_count &&
            !is_visible(c, &binding->value)) {
            binding->slot = slot_find(c, i, binding->value.type);
            binding->value = value_of(binding->slot->type, NULL);
            continue;
        }
        if (!join->differs[i] || !join->types[i]) continue;
        Slot *slot = slot_find(c, i, join->types[i]);
        *binding = (Binding){.value = value_of(slot->type, NULL), .slot = slot, .stamp = ++c->stamp};
    }
}
