/* raise, assert, try. */
#include "kernel/compile/private.h"

#include "kernel/objects/error/exception.h"
#include "kernel/objects/text/string.h"

#include <string.h>

/* ---- raising: the class is known, its arguments are boxed where it happens. */

typedef struct RaisedClass {
    Value class_value;
} RaisedClass;

static CompiledRun *whole_run(IrRun *run) { return run->context; }

/* One argument of the exception that is being made. */
static void add_argument(IrRun *run, Value owned) {
    CompiledRun *whole = whole_run(run);
    if (value_is_absent(whole->raised)) whole->raised = list_new(whole->thread);
    if (value_is_absent(owned) || value_is_absent(whole->raised)) value_release(owned);
    else list_append_owned(whole->thread, value_list(whole->raised), owned);
}

static void raise_begin(IrRun *run) {
    CompiledRun *whole = whole_run(run);
    value_release(whole->raised);
    whole->raised = VALUE_ABSENT;
}
static void raise_integer(IrRun *run, int64_t value) { add_argument(run, value_from_int(value)); }
static void raise_unsigned(IrRun *run, uint64_t value) { add_argument(run, int_from_uint64(whole_run(run)->thread, value)); }
static void raise_bool(IrRun *run, int64_t value) { add_argument(run, value_from_bool(value != 0)); }
static void raise_float(IrRun *run, double value) { add_argument(run, value_new_float(whole_run(run)->thread, value)); }
static void raise_text(IrRun *run, int64_t address, int64_t length) {
    add_argument(run, string_new(whole_run(run)->thread, (const char *)(intptr_t)address, (size_t)length));
}
static void raise_none(IrRun *run) { add_argument(run, VALUE_NONE); }
static void raise_end(IrRun *run, int64_t class_address) {
    CompiledRun *whole = whole_run(run);
    Thread *thread = whole->thread;
    Value class_value = {.tag = TAG_OBJECT, .object = (Object *)(intptr_t)class_address}, arguments = whole->raised;
    whole->raised = VALUE_ABSENT;
    size_t count = value_is_absent(arguments) ? 0 : value_list(arguments)->count;
    Value made = value_call_values(thread, class_value, count ? value_list(arguments)->items : NULL, count);
    value_release(arguments);
    whole->raised = made;
    run->fault.kind = IR_FAULT_RAISED;
    run->fault.raised = class_address;
}

static void external(Compilation *c, const char *name, void *address, IrValue *const *arguments, int count, bool can_fault) {
    code_external(c, name, address, -1, arguments, count, can_fault);
}

static bool is_exception_class(Compilation *c, CompileValue value) {
    (void)c;
    return value.type->kind == TYPE_KIND_CONSTANT && value.type->constant.tag == TAG_OBJECT && value_has_type(value.type->constant, &type_type_template) &&
           (((Type *)value.type->constant.object)->flags & TYPE_EXCEPTION);
}

static void raise_with(Compilation *c, const Node *node, Value class_value, const CompileValue *values, int count) {
    Type *type = (Type *)class_value.object;
    const char *text = count == 1 ? value_known_text(values[0]) : NULL;
    bool is_plain = type->origin && !(type->flags & TYPE_HEAP) && (text || count == 0) && strlen(text ? text : "") < 4000;
    if (c->is_device) {
        cuda_raise(c, class_value, text);
        c->instance->bindings = NULL;
        return;
    }
    if (c->emit && is_plain && c->instance->try_depth == 0) {
        /* a built-in class with a text that is known: nothing runs */
        ir_build_raise(&c->builder, type->name, compile_text(c, "%s", text ? text : ""));
        c->instance->bindings = NULL;
        return;
    }
    external(c, "raise_begin", raise_begin, NULL, 0, false);
    for (int i = 0; i < count; i++) {
        CompileValue value = values[i];
        const char *known = value_known_text(value);
        char kind = type_number_kind(value.type);
        if (known) {
            Value kept = value.constant;
            type_table_keep(c->types, kept);
            IrValue *arguments[2] = {code_address(c, known), code_integer(c, DTYPE_INT64, (int64_t)value_string(kept)->length)};
            external(c, "raise_text", raise_text, arguments, 2, false);
        } else if (kind == 'i' || kind == 'u' || kind == 'b') {
            DtypeNumber number = kind == 'u' ? DTYPE_UINT64 : DTYPE_INT64;
            IrValue *part = value_as(c, value, number);
            if (kind == 'b') external(c, "raise_bool", raise_bool, &part, 1, false);
            else if (kind == 'u') external(c, "raise_unsigned", raise_unsigned, &part, 1, false);
            else external(c, "raise_integer", raise_integer, &part, 1, false);
        } else if (kind == 'f') {
            IrValue *part = value_as(c, value, DTYPE_FLOAT64);
            external(c, "raise_float", raise_float, &part, 1, false);
        } else if (value.type->kind == TYPE_KIND_NONE) external(c, "raise_none", raise_none, NULL, 0, false);
        else {
            const BuiltinRow *row = builtin_find(c, compile_text(c, "%s.<raise>", type_class_word(value.type)));
            if (!row) fail_unsupported(c, node, "exceptions with arguments of type %s", value.type->name);
            Arguments arguments = {.values = &value, .count = 1, .node = node};
            call_builtin(c, node, row, &arguments);
        }
    }
    type_table_keep(c->types, class_value);
    IrValue *class_address = code_address(c, class_value.object);
    external(c, "raise_end", raise_end, &class_address, 1, true);
    if (c->emit) ir_build_raise_number(&c->builder, class_address); /* never reached: the call has left */
    c->instance->bindings = NULL;
}

void walk_raise(Compilation *c, const Node *node) {
    const Node *what = node->raise.exc;
    if (node->raise.cause) fail_unsupported(c, node, "Use of unsupported opcode (RAISE_VARARGS with cause) found");
    if (!what) {
        if (!c->instance->caught) fail_unsupported(c, node, "The re-raising of an exception is not yet supported.");
        if (c->emit) ir_build_raise_again(&c->builder, c->instance->caught);
        c->instance->bindings = NULL;
        return;
    }
    CompileValue values[16];
    int count = 0;
    CompileValue class_value;
    if (what->kind == NODE_CALL) {
        class_value = walk(c, what->call.func);
        for (size_t i = 0; i < what->call.args.count && count < 16; i++) values[count++] = walk(c, what->call.args.items[i]);
    } else class_value = walk(c, what);
    if (class_value.type->kind == TYPE_KIND_CONSTANT && class_value.type->constant.tag == TAG_OBJECT && !is_exception_class(c, class_value) &&
        value_is_instance(c->thread->interpreter, class_value.type->constant, thread_builtins(c->thread)->exception_Exception) && what->kind != NODE_CALL) {
        /* an exception that was made before */
        Value instance = class_value.type->constant;
        const Tuple *made = ((Exception *)instance.object)->arguments;
        for (size_t i = 0; made && i < made->count && count < 16; i++) values[count++] = value_from_constant(c, node, "", made->items[i]);
        raise_with(c, node, value_from_object(instance.object->type), values, count);
        return;
    }
    if (!is_exception_class(c, class_value)) fail_unsupported(c, node, "exception is not a class: %s", class_value.type->name);
    raise_with(c, node, class_value.type->constant, values, count);
}

void walk_assert(Compilation *c, const Node *node) {
    CompileValue condition = walk(c, node->assert_statement.test);
    int known = value_known_truth(condition);
    if (known == 1) return;
    IrValue *truth = value_truth_code(c, node, condition);
    Value class_value = value_from_object(thread_builtins(c->thread)->exception_AssertionError);
    if (!node->assert_statement.msg) {
        code_check(c, truth, "AssertionError", "");
        return;
    }
    Binding *before = bindings_copy(c, c->instance->bindings);
    code_if(c, code_unary(c, IR_NOT, truth));
    CompileValue message = walk(c, node->assert_statement.msg);
    raise_with(c, node, class_value, &message, 1);
    code_end(c);
    c->instance->bindings = before;
}

/* ---- try: faults of the body go on in the handlers. What the body assigns is joined at their head. */

/* Is the caught fault of this class? For faults of the IR's own, by the name of the class; else by the exception itself. */
static int64_t caught_matches(IrRun *run, int64_t fault_address, int64_t class_address) {
    const IrFault *fault = (const IrFault *)(intptr_t)fault_address;
    CompiledRun *whole = whole_run(run);
    Type *wanted = (Type *)(intptr_t)class_address;
    if (fault->kind == IR_FAULT_RAISED) return !value_is_absent(whole->raised) && value_is_instance(whole->thread->interpreter, whole->raised, wanted);
    Error error = ERROR_NONE;
    ir_fault_error(fault, &error);
    Value before = exception_is_set(whole->thread) ? exception_take(whole->thread) : VALUE_ABSENT;
    raise_error(whole->thread, &error);
    bool matches = exception_matches(whole->thread, wanted);
    exception_clear(whole->thread);
    if (!value_is_absent(before)) exception_restore(whole->thread, before);
    return matches;
}

static void walk_handlers(Compilation *c, const Node *node, IrValue *caught, Join *after) {
    NodeList handlers = node->try_statement.handlers;
    int opened = 0;
    bool is_last_bare = false;
    for (size_t i = 0; i < handlers.count; i++) {
        const Node *handler = handlers.items[i];
        c->node = handler;
        Value class_value = VALUE_ABSENT;
        if (handler->except_handler.type) {
            CompileValue type = walk(c, handler->except_handler.type);
            if (!is_exception_class(c, type))
                fail_kind(c, "numba.core.errors.UnsupportedError",
                          "Failed in nopython mode pipeline (step: analyzing bytecode)\nException matching is limited to %s", "<class 'Exception'>");
            class_value = type.type->constant;
            if ((Type *)class_value.object != thread_builtins(c->thread)->exception_Exception)
                fail_kind(c, "numba.core.errors.UnsupportedError",
                          "Failed in nopython mode pipeline (step: analyzing bytecode)\nException matching is limited to %s", "<class 'Exception'>");
        }
        if (handler->except_handler.name)
            fail_kind(c, "numba.core.errors.UnsupportedError",
                      "Failed in nopython mode pipeline (step: analyzing bytecode)\nException object cannot be stored into variable (%s).",
                      handler->except_handler.name->bytes);
        Binding *before = bindings_copy(c, c->instance->bindings);
        is_last_bare = value_is_absent(class_value) || (Type *)class_value.object == thread_builtins(c->thread)->exception_Exception;
        if (!is_last_bare && c->emit) {
            IrValue *arguments[2] = {code_pointer_bits(c, caught), code_address(c, class_value.object)};
            IrValue *matches = code_external(c, "caught_matches", caught_matches, DTYPE_INT64, arguments, 2, false);
            code_if(c, code_truth(c, DTYPE_INT64, matches));
            opened++;
        }
        IrValue *outer = c->instance->caught;
        c->instance->caught = caught ? caught : (IrValue *)node; /* dry: anything */
        walk_statements(c, handler->except_handler.body);
        c->instance->caught = outer;
        join_flow(c, after);
        c->instance->bindings = before;
        if (is_last_bare) break;
        code_else(c);
    }
    if (!is_last_bare && c->emit) ir_build_raise_again(&c->builder, caught);
    c->instance->bindings = NULL;
    while (opened--) code_end(c);
}

void walk_try(Compilation *c, const Node *node) {
    Instance *instance = c->instance;
    Join *handler = join_find(c, node, JOIN_HANDLER), *after = join_find(c, node, JOIN_AFTER);
    if (node->try_statement.finalbody.count) /* it would have to run on every way out: faults, return, break */
        fail_kind(c, "numba.core.errors.UnsupportedError",
                  "Failed in nopython mode pipeline (step: analyzing bytecode)\nfinally is not compiled: use except and the lines behind it");
    if (!handler->was_taken)
        for (size_t i = 0; i < node->try_statement.body.count; i++) join_differs(c, handler, node->try_statement.body.items[i]);
    /* Into the handler from before the body, and from after each of its statements. */
    Binding *before = bindings_copy(c, instance->bindings);
    join_flow(c, handler);
    instance->bindings = before;
    if (c->emit) ir_build_try(&c->builder);
    instance->try_depth++;
    for (size_t i = 0; i < node->try_statement.body.count && is_reached(c); i++) {
        NodeList one = {.items = node->try_statement.body.items + i, .count = 1};
        walk_statements(c, one);
        if (!is_reached(c)) break;
        Binding *now = bindings_copy(c, instance->bindings);
        join_flow(c, handler);
        instance->bindings = now;
    }
    instance->try_depth--;
    IrValue *is_good = NULL;
    bool has_else = node->try_statement.orelse.count > 0;
    Join *orelse = join_find(c, node, JOIN_ELSE);
    if (has_else) {
        is_good = code_variable(c, (TypePart){.number = DTYPE_BOOL});
        if (is_reached(c)) code_set(c, is_good, code_integer(c, DTYPE_BOOL, 1));
        join_flow(c, orelse);
    } else join_flow(c, after);
    IrValue *caught = c->emit ? ir_build_catch(&c->builder) : NULL;
    join_take(c, handler);
    if (has_else) code_set(c, is_good, code_integer(c, DTYPE_BOOL, 0));
    walk_handlers(c, node, caught, after);
    code_end(c);
    if (has_else) {
        join_take(c, orelse);
        code_if(c, code_get(c, is_good));
        if (is_reached(c)) walk_statements(c, node->try_statement.orelse);
        join_flow(c, after);
        code_end(c);
    }
    join_take(c, after);
}
