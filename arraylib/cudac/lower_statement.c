/* Statements and functions to IR. */
#include "arraylib/cudac/private.h"
#include "arraylib/ir/private.h"

#include <string.h>

/* What break and continue mean. A switch runs as a loop of one round, or as a chain of ifs where nothing falls through. */
typedef struct LoweringLoop {
    bool is_switch, is_chain, is_dispatch;
    Expression *step, *again; /* FOR's step; DO's condition */
    IrValue *continues;       /* in a switch: set when the loop around goes on */
    /* A block with labels is a loop: each round begins at the label that `target` says. */
    const Statement *list;
    IrValue *target, *leaves; /* leaves: 1 for a break, 2 for a continue of the loop around */
    bool has_breaks, has_continues;
    struct LoweringLoop *escapes[4]; /* blocks around whose labels something within goes to */
    int escape_count;
    struct LoweringLoop *outer;
} LoweringLoop;

static bool is_dead(Cudac *c) {
    const IrBlock *block = builder_of(c)->block;
    const IrValue *last = builder_of(c)->before ? builder_of(c)->before->previous : block->last;
    return last && (last->operation == IR_BREAK || last->operation == IR_CONTINUE || last->operation == IR_RETURN);
}

static LoweringLoop *current(Cudac *c) { return lowering_of(c)->loop; }
static void enter_loop(Cudac *c, LoweringLoop *loop) {
    loop->outer = current(c);
    lowering_of(c)->loop = loop;
}
static void leave_loop(Cudac *c) { lowering_of(c)->loop = current(c)->outer; }

static IrValue *truth(Cudac *c, bool value) { return ir_integer(c->module, IR_TYPE(BOOL), value); }
static void jump(Cudac *c, IrOperation operation) { ir_build(builder_of(c), operation, 0, NULL, 0); }

/* ---- declarations ---- */

static void lower_declaration(Cudac *c, Variable *variable) {
    IrBuilder *b = builder_of(c);
    if (variable->kind != VARIABLE_LOCAL || (variable->has_constant && !variable->is_addressed)) return;
    if (variable->is_hoisted) {
        if (!variable->initial) return;
        if (variable->in_memory) cudac_lower_into(c, variable->initial, variable->value);
        else ir_build_set(b, variable->value, cudac_lower_value(c, variable->initial));
        return;
    }
    if (variable->is_reference) {
        variable->in_memory = false;
        variable->value = cudac_lower_value(c, variable->initial);
        return;
    }
    const Type *type = cudac_type_plain(c, variable->type);
    variable->in_memory = type->kind == TYPE_STRUCT || type->kind == TYPE_ARRAY || variable->is_addressed;
    if (variable->in_memory) {
        variable->value = ir_build_storage(b, IR_LOCAL, cudac_type_ir(c, type, variable->line));
        if (variable->initial) cudac_lower_into(c, variable->initial, variable->value);
        return;
    }
    IrValue *initial = variable->initial ? cudac_lower_value(c, variable->initial) : cudac_lower_zero(c, type, variable->line);
    variable->value = variable->is_assigned || !variable->initial ? ir_build_var(b, initial) : initial;
}

/* ---- goto ---- */

/* Variables that are declared between labels are seen behind the next one: they lie before all. */
static void hoist(Cudac *c, const Statement *list) {
    IrBuilder *b = builder_of(c);
    for (const Statement *s = list; s; s = s->next) {
        if (s->kind == STATEMENT_BLOCK && s->is_default) hoist(c, s->list);
        Variable *variable = s->kind == STATEMENT_DECLARATION ? s->variable : NULL;
        if (!variable || variable->kind != VARIABLE_LOCAL ||
            (variable->has_constant && !variable->is_addressed))
            continue;
        const Type *type = variable->is_reference ? cudac_type_pointer(c, variable->type) : cudac_type_plain(c, variable->type);
        variable->in_memory = !variable->is_reference && (type->kind == TYPE_STRUCT || type->kind == TYPE_ARRAY || variable->is_addressed);
        variable->value = variable->in_memory ? ir_build_storage(b, IR_LOCAL, cudac_type_ir(c, type, variable->line)) : ir_build_var(b, cudac_lower_zero(c, type, variable->line));
        variable->is_hoisted = true;
    }
}

/* `target` is set: out of the loops within, then on with the block's next round. */
static void jump_to(Cudac *c, LoweringLoop *block, int line) {
    LoweringLoop *loop = current(c);
    while (loop->is_chain) loop = loop->outer;
    if (loop == block) {
        jump(c, IR_CONTINUE);
        return;
    }
    bool known = false;
    for (int i = 0; i < loop->escape_count; i++) known = known || loop->escapes[i] == block;
    if (!known && loop->escape_count == 4) cudac_refuse(c, line, "goto out of so many blocks");
    if (!known) loop->escapes[loop->escape_count++] = block;
    jump(c, IR_BREAK);
}

static void lower_goto(Cudac *c, const Statement *s) {
    for (LoweringLoop *loop = current(c); loop; loop = loop->outer) {
        int number = 0;
        for (const Statement *at = loop->list; at; at = at->next) {
            if (at->kind != STATEMENT_MARK) continue;
            number++;
            if (strcmp(at->name, s->name) != 0) continue;
            ir_build_set(builder_of(c), loop->target, ir_integer(c->module, IR_TYPE(INT32), number));
            jump_to(c, loop, s->line);
            return;
        }
    }
    cudac_refuse(c, s->line, "goto to a label that is not in a block around it (\"%s\")", s->name);
}

/* Behind a loop: who came out of it to go to a label goes on. */
static void go_further(Cudac *c, const LoweringLoop *loop, int line) {
    IrBuilder *b = builder_of(c);
    for (int i = 0; i < loop->escape_count; i++) {
        ir_build_if(b, ir_build_binary(b, IR_NE, ir_build_get(b, loop->escapes[i]->target), ir_integer(c->module, IR_TYPE(INT32), 0)));
        jump_to(c, loop->escapes[i], line);
        ir_build_end(b);
    }
}

static void lower_break(Cudac *c, int line);
static void lower_continue(Cudac *c, int line);

static void lower_labels(Cudac *c, const Statement *s) {
    IrBuilder *b = builder_of(c);
    IrValue *zero = ir_integer(c->module, IR_TYPE(INT32), 0);
    LoweringLoop loop = {.is_dispatch = true, .list = s->list};
    hoist(c, s->list);
    loop.target = ir_build_var(b, zero);
    loop.leaves = ir_build_var(b, zero);
    ir_build_while(b);
    ir_build_test(b, truth(c, true));
    enter_loop(c, &loop);
    IrValue *state = ir_build_get(b, loop.target);
    ir_build_set(b, loop.target, zero);
    int number = 0;
    for (Statement *at = s->list; at; number++) {
        ir_build_if(b, ir_build_binary(b, IR_LE, state, ir_integer(c->module, IR_TYPE(INT32), number)));
        for (; at && at->kind != STATEMENT_MARK; at = at->next)
            if (!is_dead(c)) cudac_lower_statement(c, at);
        ir_build_end(b);
        if (at) at = at->next;
    }
    leave_loop(c);
    jump(c, IR_BREAK);
    ir_build_end(b);
    go_further(c, &loop, s->line);
    for (int i = 1; i <= 2; i++) {
        if (!(i == 1 ? loop.has_breaks : loop.has_continues)) continue;
        ir_build_if(b, ir_build_binary(b, IR_EQ, ir_build_get(b, loop.leaves), ir_integer(c->module, IR_TYPE(INT32), i)));
        if (i == 1) lower_break(c, s->line);
        else lower_continue(c, s->line);
        ir_build_end(b);
    }
}

static bool has_labels(const Statement *s) {
    for (; s; s = s->next)
        if (s->kind == STATEMENT_MARK) return true;
    return false;
}

/* A jump out of a block with labels by break or continue. */
static void leave_labels(Cudac *c, LoweringLoop *loop, bool breaks, int line) {
    const LoweringLoop *around = loop->outer;
    while (around && around->is_dispatch) around = around->outer;
    if (!around) cudac_fail(c, line, "a %s statement may only be used within a loop", breaks ? "break" : "continue");
    *(breaks ? &loop->has_breaks : &loop->has_continues) = true;
    ir_build_set(builder_of(c), loop->leaves, ir_integer(c->module, IR_TYPE(INT32), breaks ? 1 : 2));
    jump(c, IR_BREAK);
}

/* ---- loops ---- */

static void lower_body(Cudac *c, Statement *s) {
    if (s) cudac_lower_statement(c, s);
}

/* What happens between two rounds; then the next one. */
static void go_on(Cudac *c, const LoweringLoop *loop) {
    IrBuilder *b = builder_of(c);
    if (loop->step) cudac_lower_value(c, loop->step);
    if (loop->again) {
        ir_build_if(b, ir_build_unary(b, IR_NOT, cudac_lower_value(c, loop->again)));
        jump(c, IR_BREAK);
        ir_build_end(b);
    }
}

static void lower_continue(Cudac *c, int line) {
    LoweringLoop *loop = current(c);
    while (loop && loop->is_chain) loop = loop->outer;
    if (!loop) cudac_fail(c, line, "a continue statement may only be used within a loop");
    if (loop->is_dispatch) {
        leave_labels(c, loop, false, line);
        return;
    }
    if (loop->is_switch) {
        ir_build_set(builder_of(c), loop->continues, truth(c, true));
        jump(c, IR_BREAK);
        return;
    }
    go_on(c, loop);
    jump(c, IR_CONTINUE);
}

static void lower_loop(Cudac *c, Statement *s) {
    IrBuilder *b = builder_of(c);
    LoweringLoop loop = {.step = s->kind == STATEMENT_FOR ? s->step : NULL, .again = s->kind == STATEMENT_DO ? s->expression : NULL};
    if (s->kind == STATEMENT_FOR && s->second) cudac_lower_statement(c, s->second);
    ir_build_while(b);
    ir_build_test(b, s->expression && s->kind != STATEMENT_DO ? cudac_lower_value(c, s->expression) : truth(c, true));
    enter_loop(c, &loop);
    lower_body(c, s->first);
    if (!is_dead(c)) go_on(c, &loop);
    leave_loop(c);
    ir_build_end(b);
    go_further(c, &loop, s->line);
}

/* ---- switch ---- */

static bool has_break(const Statement *s) {
    for (; s; s = s->next) {
        if (s->kind == STATEMENT_BREAK) return true;
        if (s->kind == STATEMENT_BLOCK && has_break(s->list)) return true;
        if (s->kind == STATEMENT_IF && (has_break(s->first) || (s->second && has_break(s->second)))) return true;
    }
    return false;
}

static bool is_end(const Statement *s) {
    if (s->kind == STATEMENT_BLOCK) {
        const Statement *last = s->list;
        while (last && last->next) last = last->next;
        return last && is_end(last);
    }
    return s->kind == STATEMENT_BREAK || s->kind == STATEMENT_RETURN || s->kind == STATEMENT_CONTINUE;
}

static bool has_inner_break(const Statement *s) { /* but at the very end */
    if (s->kind == STATEMENT_BREAK) return false;
    if (s->kind != STATEMENT_BLOCK) return s->kind == STATEMENT_IF && (has_break(s->first) || (s->second && has_break(s->second)));
    for (const Statement *part = s->list; part; part = part->next) {
        if (part->next && (part->kind == STATEMENT_BREAK || (part->kind == STATEMENT_BLOCK && has_break(part->list)))) return true;
        if (has_inner_break(part)) return true;
    }
    return false;
}

/* Nothing falls through, and break stands at ends only: a chain of ifs. */
static bool is_chain(const Statement *list) {
    const Statement *last = NULL;
    for (const Statement *s = list; s; s = s->next) {
        if (s->kind == STATEMENT_LABEL) {
            if (last && last->kind != STATEMENT_LABEL && !is_end(last)) return false;
        } else {
            if (!last || has_inner_break(s)) return false;
            if (s->next && s->next->kind != STATEMENT_LABEL && is_end(s)) return false;
        }
        last = s;
    }
    return true;
}

static IrValue *matches(Cudac *c, IrValue *selector, const Statement *labels, bool *has_default) {
    IrBuilder *b = builder_of(c);
    IrValue *result = NULL;
    *has_default = false;
    for (const Statement *s = labels; s && s->kind == STATEMENT_LABEL; s = s->next) {
        if (s->is_default) {
            *has_default = true;
            continue;
        }
        IrValue *same = ir_build_binary(b, IR_EQ, selector, ir_integer(c->module, selector->type, s->label.i));
        result = result ? ir_build_binary(b, IR_OR, result, same) : same;
    }
    return result ? result : truth(c, false);
}

static const Statement *behind_labels(const Statement *s) {
    while (s && s->kind == STATEMENT_LABEL) s = s->next;
    return s;
}

static void lower_group(Cudac *c, const Statement *s) {
    for (; s && s->kind != STATEMENT_LABEL; s = s->next) {
        if (is_dead(c)) return;
        cudac_lower_statement(c, (Statement *)s);
    }
}

static void lower_chain(Cudac *c, Statement *s, IrValue *selector) {
    IrBuilder *b = builder_of(c);
    const Statement *otherwise = NULL;
    int depth = 0;
    for (const Statement *at = s->list; at;) {
        bool has_default;
        const Statement *group = behind_labels(at), *next = group;
        while (next && next->kind != STATEMENT_LABEL) next = next->next;
        IrValue *condition = matches(c, selector, at, &has_default);
        if (has_default) otherwise = group;
        else if (group) {
            if (b->block->depth > IR_NESTING_MAX - 10) cudac_refuse(c, s->line, "a switch with so many cases");
            ir_build_if(b, condition);
            lower_group(c, group);
            ir_build_else(b);
            depth++;
        }
        at = next;
    }
    if (otherwise) lower_group(c, otherwise);
    for (; depth; depth--) ir_build_end(b);
}

static void lower_falling(Cudac *c, Statement *s, IrValue *selector) {
    IrBuilder *b = builder_of(c);
    LoweringLoop *loop = current(c);
    IrValue *known = truth(c, false), *on;
    bool has_default;
    for (const Statement *at = s->list; at; at = at->next)
        if (at->kind == STATEMENT_LABEL && !at->is_default)
            known = ir_build_binary(b, IR_OR, known, ir_build_binary(b, IR_EQ, selector, ir_integer(c->module, selector->type, at->label.i)));
    on = ir_build_var(b, truth(c, false));
    loop->continues = ir_build_var(b, truth(c, false));
    IrValue *zero = ir_integer(c->module, IR_TYPE(INT32), 0), *one = ir_integer(c->module, IR_TYPE(INT32), 1);
    ir_build_for(b, zero, one, one);
    for (const Statement *at = s->list; at;) {
        IrValue *condition = matches(c, selector, at, &has_default);
        const Statement *group = behind_labels(at);
        if (has_default) condition = ir_build_binary(b, IR_OR, condition, ir_build_unary(b, IR_NOT, known));
        ir_build_set(b, on, ir_build_binary(b, IR_OR, ir_build_get(b, on), condition));
        ir_build_if(b, ir_build_get(b, on));
        lower_group(c, group);
        ir_build_end(b);
        while (group && group->kind != STATEMENT_LABEL) group = group->next;
        at = group;
    }
    ir_build_end(b);
}

static void lower_switch(Cudac *c, Statement *s) {
    IrBuilder *b = builder_of(c);
    LoweringLoop loop = {.is_switch = true};
    IrValue *selector = cudac_lower_value(c, s->expression);
    const Statement *first = s->list;
    for (; first && first->kind != STATEMENT_LABEL; first = first->next) { /* declarations before the first label */
        if (first->kind != STATEMENT_BLOCK) cudac_refuse(c, first->line, "a statement before the first case of a switch");
    }
    s->list = (Statement *)first;
    if (!first) return;
    loop.is_chain = is_chain(first);
    enter_loop(c, &loop);
    if (loop.is_chain) lower_chain(c, s, selector);
    else lower_falling(c, s, selector);
    leave_loop(c);
    if (loop.is_chain) return;
    go_further(c, &loop, s->line);
    const LoweringLoop *around = current(c);
    while (around && (around->is_chain || around->is_dispatch)) around = around->outer;
    if (!around) return;
    ir_build_if(b, ir_build_get(b, loop.continues));
    lower_continue(c, s->line);
    ir_build_end(b);
}

/* ---- the rest ---- */

static void lower_return(Cudac *c, Statement *s) {
    Lowering *l = lowering_of(c);
    if (l->result_place) {
        cudac_lower_into(c, s->expression, l->result_place);
        ir_build_return(&l->builder, NULL);
    } else if (!s->expression) ir_build_return(&l->builder, NULL);
    else {
        IrValue *value = cudac_lower_value(c, s->expression);
        ir_build_return(&l->builder, s->expression->type->kind == TYPE_VOID ? NULL : value);
    }
}

static void lower_break(Cudac *c, int line) {
    LoweringLoop *loop = current(c);
    if (!loop) cudac_fail(c, line, "a break statement may only be used within a loop or switch");
    if (loop->is_dispatch) leave_labels(c, loop, true, line);
    else if (!loop->is_chain) jump(c, IR_BREAK);
}

void cudac_lower_statement(Cudac *c, Statement *s) {
    IrBuilder *b = builder_of(c);
    if (is_dead(c)) return;
    cudac_deeper(c, s->line);
    if (s->line > 0) b->line = s->line;
    switch (s->kind) {
    case STATEMENT_EXPRESSION: cudac_lower_value(c, s->expression); break;
    case STATEMENT_DECLARATION: lower_declaration(c, s->variable); break;
    case STATEMENT_BLOCK:
        if (has_labels(s->list)) {
            lower_labels(c, s);
            break;
        }
        for (Statement *part = s->list; part && !is_dead(c); part = part->next) cudac_lower_statement(c, part);
        break;
    case STATEMENT_IF:
        ir_build_if(b, cudac_lower_value(c, s->expression));
        lower_body(c, s->first);
        if (s->second) {
            ir_build_else(b);
            lower_body(c, s->second);
        }
        ir_build_end(b);
        break;
    case STATEMENT_WHILE:
    case STATEMENT_DO:
    case STATEMENT_FOR: lower_loop(c, s); break;
    case STATEMENT_SWITCH: lower_switch(c, s); break;
    case STATEMENT_BREAK: lower_break(c, s->line); break;
    case STATEMENT_CONTINUE: lower_continue(c, s->line); break;
    case STATEMENT_RETURN: lower_return(c, s); break;
    case STATEMENT_GOTO: lower_goto(c, s); break;
    case STATEMENT_MARK:
    case STATEMENT_LABEL: break;
    }
    if (ir_module_failed(c->module)) cudac_fail_ir(c, s->line);
    c->depth--;
}

/* ---- functions ---- */

static void create_function(Cudac *c, Function *function) {
    const IrType *types[ARGUMENTS_MAX + 2], *result = ir_void_type();
    const char *names[ARGUMENTS_MAX + 2];
    int count = 0, line = c->tokens.tokens[function->declared->at].line;
    if (function->result->kind == TYPE_STRUCT) {
        types[count] = ir_pointer_type(c->module, cudac_type_ir(c, function->result, line), IR_GLOBAL_SPACE);
        names[count++] = "result";
    } else if (function->result->kind != TYPE_VOID) result = cudac_type_ir(c, function->result, line);
    for (int i = 0; i < function->parameter_count; i++) {
        const Variable *parameter = function->parameters[i];
        const IrType *type = cudac_type_ir(c, cudac_type_plain(c, parameter->type), line);
        if (parameter->is_reference || (type->kind == IR_STRUCT && !function->is_kernel)) type = ir_pointer_type(c->module, type, IR_GLOBAL_SPACE);
        if (type->kind == IR_FIXED) cudac_refuse(c, line, "an array passed by value");
        types[count] = type;
        names[count++] = cudac_format(c, "p%d", i);
    }
    function->ir = ir_function_create(c->module, function->is_kernel ? IR_KERNEL : IR_FUNCTION, function->name, result, types, names, count);
    if (!function->ir) cudac_fail_ir(c, line);
    function->ir->is_mangled = function->is_kernel && !function->declared->has_c_name;
    for (int i = 0; i < function->parameter_count && function->is_kernel; i++) {
        const char *name = function->parameters[i]->name;
        if (name) function->ir->parameters[i]->message = arena_copy(&c->module->arena, name, strlen(name));
    }
}

static void lower_parameter(Cudac *c, Variable *variable, IrValue *value) {
    IrBuilder *b = builder_of(c);
    variable->in_memory = false;
    variable->value = value;
    if (variable->is_reference) return;
    if (value->type->kind == IR_STRUCT) { /* of a kernel: read where it lies, unless it is written */
        IrValue *first = ir_build(b, IR_FIELD, 0, &value, 1);
        IrValue *whole = cudac_lower_retyped(c, first, variable->type, variable->line);
        variable->in_memory = true;
        variable->value = whole;
        if (!variable->is_assigned) return;
        variable->value = ir_build_storage(b, IR_LOCAL, value->type);
        ir_build_binary(b, IR_COPY, variable->value, whole);
        return;
    }
    if (variable->type->kind == TYPE_STRUCT) { /* the caller's copy */
        variable->in_memory = true;
        return;
    }
    if (variable->is_addressed) {
        variable->in_memory = true;
        variable->value = ir_build_storage(b, IR_LOCAL, value->type);
        ir_build_store(b, variable->value, value);
    } else if (variable->is_assigned) variable->value = ir_build_var(b, value);
}

static void lower_function(Cudac *c, Function *function, int serial) {
    Lowering lowering = {.builder = ir_builder(function->ir), .function = function, .serial = serial};
    int shift = 0;
    c->lowering = &lowering;
    if (function->result->kind == TYPE_STRUCT) {
        lowering.result_place = function->ir->parameters[0];
        shift = 1;
    }
    for (int i = 0; i < function->parameter_count; i++) lower_parameter(c, function->parameters[i], function->ir->parameters[i + shift]);
    cudac_lower_statement(c, function->body);
    if (!is_dead(c) && function->ir->result->kind != IR_VOID) ir_build_return(builder_of(c), cudac_lower_zero(c, function->result, 0));
    c->lowering = NULL;
}

void cudac_lower_all(Cudac *c) {
    int serial = 0;
    for (Function *function = c->functions; function; function = function->next) create_function(c, function);
    for (Function *function = c->functions; function; function = function->next) lower_function(c, function, ++serial);
}
