/* match: patterns to instructions.
 *
 * A pattern leaves the names it captures in temporaries until the whole pattern has matched, as Python does; then they
 * are stored. A failure jumps to the next case; temporaries that may hold something are emptied there: the list of
 * temporaries in use grows only upwards within one case, so one CLEAR_RANGE does it. */
#include "kernel/language/compile/compiler.h"

#include "base/memory.h"
#include "kernel/objects/text/string.h"

typedef struct Capture {
    const Identifier *name;
    const Node *node;
    uint16_t reg;
} Capture;

typedef struct PatternState {
    Capture *captures;
    size_t count, capacity;
    uint32_t fail;
} PatternState;

static void compile_pattern(Unit *unit, PatternState *state, const Node *pattern, uint16_t subject);

static void add_capture(Unit *unit, PatternState *state, const Node *node, const Identifier *name, uint16_t subject) {
    uint16_t reg = NO_REGISTER;
    for (size_t i = 0; i < state->count; i++) {
        if (state->captures[i].name != name) continue;
        if (state->captures[i].node) {
            unit_error(unit, node, "multiple assignments to name '%s' in pattern", name->bytes);
            return;
        }
        reg = state->captures[i].reg; /* an alternative of `|`: all bind into the same register */
        state->captures[i].node = node;
        emit(unit, node, OP_MOVE, 0, reg, subject, 0);
        return;
    }
    if (state->count == state->capacity) {
        size_t wanted = state->capacity ? state->capacity * 2 : 8;
        Capture *grown = memory_resize(state->captures, wanted * sizeof(Capture));
        if (!grown) {
            unit->compiler->failed = true;
            raise_no_memory(unit->compiler->thread);
            return;
        }
        state->captures = grown;
        state->capacity = wanted;
    }
    reg = unit_temporary(unit);
    emit(unit, node, OP_MOVE, 0, reg, subject, 0);
    state->captures[state->count++] = (Capture){name, node, reg};
}

static void fail_unless(Unit *unit, PatternState *state, const Node *node, uint16_t truth) {
    emit_jump(unit, node, OP_JUMP_IF_FALSE, truth, state->fail);
}

static void fail_if_none(Unit *unit, PatternState *state, const Node *node, uint16_t reg) {
    uint32_t at = emit(unit, node, OP_JUMP_IS_K, 0, reg, unit_constant(unit, VALUE_NONE), 1);
    emit_jump_word(unit, at, state->fail);
}

/* The items of the sequence, from `first` on. */
static void compile_subpatterns(Unit *unit, PatternState *state, NodeList patterns, uint16_t first) {
    for (size_t i = 0; i < patterns.count; i++) compile_pattern(unit, state, patterns.items[i], (uint16_t)(first + i));
}

static void compile_sequence(Unit *unit, PatternState *state, const Node *pattern, uint16_t subject) {
    NodeList patterns = pattern->match_sequence.patterns;
    size_t star = patterns.count;
    for (size_t i = 0; i < patterns.count; i++)
        if (patterns.items[i]->kind == NODE_MATCH_STAR) star = i;
    bool has_star = star < patterns.count;
    uint16_t test = unit_temporary(unit);
    emit(unit, pattern, OP_MATCH_SEQUENCE, 0, test, subject, 0);
    fail_unless(unit, state, pattern, test);
    size_t wanted = has_star ? patterns.count - 1 : patterns.count;
    if (!has_star || wanted) {
        emit(unit, pattern, OP_LENGTH, 0, test, subject, 0);
        uint32_t at = emit(unit, pattern, has_star ? OP_JUMP_GE_K : OP_JUMP_EQ_K, 0, test,
                           unit_constant(unit, value_from_int((int64_t)wanted)), 0);
        emit_jump_word(unit, at, state->fail);
    }
    if (!patterns.count) return;
    if (has_star && patterns.count == 1 && !patterns.items[0]->match_star.name) return;
    uint16_t first = unit_temporaries(unit, (unsigned)patterns.count);
    if (has_star && !patterns.items[star]->match_star.name) {
        /* Nobody wants the middle: only the items around it are asked for. */
        for (size_t i = 0; i < patterns.count; i++) {
            if (i == star) continue;
            int64_t index = i < star ? (int64_t)i : (int64_t)i - (int64_t)patterns.count;
            if (index >= 0) {
                emit(unit, pattern, OP_GET_ITEM_K, 0, (uint16_t)(first + i), subject, unit_constant(unit, value_from_int(index)));
                continue;
            }
            emit(unit, pattern, OP_LENGTH, 0, test, subject, 0);
            emit(unit, pattern, OP_SUBTRACT_K, 0, test, test, unit_constant(unit, value_from_int(-index)));
            emit(unit, pattern, OP_GET_ITEM, 0, (uint16_t)(first + i), subject, test);
        }
        for (size_t i = 0; i < patterns.count; i++)
            if (i != star) compile_pattern(unit, state, patterns.items[i], (uint16_t)(first + i));
        return;
    }
    if (has_star) {
        emit(unit, pattern, OP_UNPACK_STAR, 0, first, subject, (unsigned)star);
        emit_word(unit, (int64_t)(patterns.count - star - 1));
    } else {
        emit(unit, pattern, OP_UNPACK, 0, first, subject, (unsigned)patterns.count);
    }
    compile_subpatterns(unit, state, patterns, first);
}

static void compile_mapping(Unit *unit, PatternState *state, const Node *pattern, uint16_t subject) {
    NodeList keys = pattern->match_mapping.keys, patterns = pattern->match_mapping.patterns;
    uint16_t test = unit_temporary(unit);
    emit(unit, pattern, OP_MATCH_MAPPING, 0, test, subject, 0);
    fail_unless(unit, state, pattern, test);
    if (keys.count) {
        emit(unit, pattern, OP_LENGTH, 0, test, subject, 0);
        uint32_t at = emit(unit, pattern, OP_JUMP_GE_K, 0, test, unit_constant(unit, value_from_int((int64_t)keys.count)), 0);
        emit_jump_word(unit, at, state->fail);
    }
    if (!keys.count && !pattern->match_mapping.rest) return;
    uint16_t key_tuple = unit_temporary(unit);
    uint16_t base = unit->top;
    for (size_t i = 0; i < keys.count; i++) compile_temporary(unit, keys.items[i]);
    emit(unit, pattern, OP_BUILD_TUPLE, 0, key_tuple, base, (unsigned)keys.count);
    unit->top = base;
    if (keys.count) {
        uint16_t values = unit_temporary(unit);
        emit(unit, pattern, OP_MATCH_KEYS, 0, values, subject, key_tuple);
        fail_if_none(unit, state, pattern, values);
        uint16_t first = unit_temporaries(unit, (unsigned)keys.count);
        emit(unit, pattern, OP_UNPACK, CONSUME_B, first, values, (unsigned)keys.count);
        compile_subpatterns(unit, state, patterns, first);
    }
    if (pattern->match_mapping.rest) {
        uint16_t rest = unit_temporary(unit);
        emit(unit, pattern, OP_MATCH_REST, 0, rest, subject, key_tuple);
        add_capture(unit, state, pattern, pattern->match_mapping.rest, rest);
    }
}

static void compile_class_pattern(Unit *unit, PatternState *state, const Node *pattern, uint16_t subject) {
    Thread *thread = unit->compiler->thread;
    NodeList positional = pattern->match_class.patterns, by_name = pattern->match_class.kwd_patterns;
    uint16_t class_register = compile_temporary(unit, pattern->match_class.cls);
    uint16_t names_register = unit_temporary(unit);
    Value names = tuple_new(thread, by_name.count);
    for (size_t i = 0; !value_is_absent(names) && i < by_name.count; i++) {
        const Identifier *name = scope_mangle(unit->compiler->context, unit->scope->class_name,
                                              pattern->match_class.kwd_attrs.items[i]);
        String *string = name ? string_intern_text(thread, name->bytes) : NULL;
        if (string) value_tuple(names)->items[i] = value_from_object(string);
    }
    emit_load_constant(unit, pattern, names_register, unit_constant(unit, names));
    uint16_t values = unit_temporary(unit);
    emit(unit, pattern, OP_MATCH_CLASS, 0, values, subject, class_register);
    emit_word(unit, (int64_t)positional.count);
    fail_if_none(unit, state, pattern, values);
    size_t count = positional.count + by_name.count;
    if (!count) return;
    uint16_t first = unit_temporaries(unit, (unsigned)count);
    emit(unit, pattern, OP_UNPACK, CONSUME_B, first, values, (unsigned)count);
    compile_subpatterns(unit, state, positional, first);
    compile_subpatterns(unit, state, by_name, (uint16_t)(first + positional.count));
}

/* a | b: every alternative binds the same names; the second and later ones into the registers of the first. */
static void compile_or(Unit *unit, PatternState *state, const Node *pattern, uint16_t subject) {
    uint32_t done = unit_label(unit), outer_fail = state->fail;
    size_t before = state->count;
    NodeList patterns = pattern->match_or.patterns;
    for (size_t i = 0; i < patterns.count; i++) {
        bool last = i + 1 == patterns.count;
        uint32_t next = unit_label(unit);
        state->fail = last ? outer_fail : next;
        for (size_t j = before; j < state->count; j++) state->captures[j].node = NULL;
        size_t known = state->count;
        compile_pattern(unit, state, patterns.items[i], subject);
        if (i > 0) {
            bool same = state->count == known;
            for (size_t j = before; j < state->count; j++) same &= state->captures[j].node != NULL;
            if (!same) unit_error(unit, pattern, "alternative patterns bind different names");
        }
        if (!last) emit_jump(unit, pattern, OP_JUMP, 0, done);
        unit_place(unit, next);
    }
    state->fail = outer_fail;
    unit_place(unit, done);
}

static void compile_value_pattern(Unit *unit, PatternState *state, const Node *pattern, uint16_t subject) {
    uint16_t mark = unit->top;
    Operand value = compile_operand(unit, pattern->match_value.value, NO_REGISTER);
    uint32_t at;
    if (value.kind == OPERAND_CONSTANT && value.index <= UINT16_MAX) {
        at = emit(unit, pattern, OP_JUMP_EQ_K, 0, subject, value.index, 0);
    } else {
        value = operand_in_register(unit, pattern, value);
        at = emit(unit, pattern, OP_JUMP_EQ, value.kind == OPERAND_TEMPORARY ? CONSUME_B : 0, subject, value.index, 0);
    }
    emit_jump_word(unit, at, state->fail);
    unit->top = mark;
}

static void compile_singleton(Unit *unit, PatternState *state, const Node *pattern, uint16_t subject) {
    ConstantKind kind = pattern->match_singleton.value.kind;
    Value value = kind == CONSTANT_NONE ? VALUE_NONE : value_from_bool(kind == CONSTANT_TRUE);
    uint32_t at = emit(unit, pattern, OP_JUMP_IS_K, 0, subject, unit_constant(unit, value), 0);
    emit_jump_word(unit, at, state->fail);
}

static void compile_pattern(Unit *unit, PatternState *state, const Node *pattern, uint16_t subject) {
    if (unit_deep(unit)) return;
    switch (pattern->kind) {
    case NODE_MATCH_VALUE: compile_value_pattern(unit, state, pattern, subject); break;
    case NODE_MATCH_SINGLETON: compile_singleton(unit, state, pattern, subject); break;
    case NODE_MATCH_SEQUENCE: compile_sequence(unit, state, pattern, subject); break;
    case NODE_MATCH_MAPPING: compile_mapping(unit, state, pattern, subject); break;
    case NODE_MATCH_CLASS: compile_class_pattern(unit, state, pattern, subject); break;
    case NODE_MATCH_OR: compile_or(unit, state, pattern, subject); break;
    case NODE_MATCH_STAR:
        if (pattern->match_star.name) add_capture(unit, state, pattern, pattern->match_star.name, subject);
        break;
    case NODE_MATCH_AS:
        if (pattern->match_as.pattern) compile_pattern(unit, state, pattern->match_as.pattern, subject);
        if (pattern->match_as.name) add_capture(unit, state, pattern, pattern->match_as.name, subject);
        break;
    default: unit_error(unit, pattern, "invalid pattern");
    }
}

static void compile_case(Unit *unit, const Node *node, uint16_t subject, uint32_t end) {
    uint16_t mark = unit->top;
    PatternState state = {.fail = unit_label(unit)};
    uint32_t next = unit_label(unit);
    const Node *pattern = node->match_case.pattern;
    if (pattern->kind == NODE_MATCH_AS && !pattern->match_as.pattern && !pattern->match_as.name && !node->match_case.guard)
        emit(unit, pattern, OP_NOP, 0, 0, 0, 0); /* `case _:` is a line to stop at */
    compile_pattern(unit, &state, pattern, subject);
    for (size_t i = 0; i < state.count; i++)
        compile_store_name(unit, state.captures[i].node, state.captures[i].name,
                           (Operand){OPERAND_TEMPORARY, state.captures[i].reg});
    uint16_t used = unit->top;
    if (used > mark) emit(unit, node->match_case.pattern, OP_CLEAR_RANGE, 0, mark, used - mark, 0);
    unit->top = mark;
    if (node->match_case.guard) compile_condition(unit, node->match_case.guard, next, false);
    compile_body(unit, node->match_case.body);
    emit_jump(unit, NULL, OP_JUMP, 0, end);
    unit_place(unit, state.fail);
    if (used > mark) emit(unit, node->match_case.pattern, OP_CLEAR_RANGE, 0, mark, used - mark, 0);
    unit_place(unit, next);
    memory_release(state.captures);
}

void compile_match(Unit *unit, const Node *node) {
    uint16_t mark = unit->top;
    uint32_t end = unit_label(unit);
    uint16_t subject = compile_temporary(unit, node->match.subject);
    Block block = {.kind = BLOCK_TEMPORARY, .outer = unit->block, .reg = subject, .node = node};
    unit->block = &block;
    uint8_t *before = assigned_save(unit);
    for (size_t i = 0; i < node->match.cases.count; i++) {
        assigned_restore(unit, before);
        compile_case(unit, node->match.cases.items[i], subject, end);
    }
    assigned_restore(unit, before);
    memory_release(before);
    unit->block = block.outer;
    unit_place(unit, end);
    emit(unit, NULL, OP_CLEAR, 0, subject, 0, 0);
    unit->top = mark;
}
