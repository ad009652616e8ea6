/* The rules of match patterns: names bound once, the same names in all alternatives, nothing unreachable. */
#include "kernel/language/text/syntax_check.h"

#include <math.h>
#include <string.h>

typedef struct PatternCheck {
    SyntaxCheck *state;
    const Identifier **names; /* bound so far */
    size_t count, capacity;
    bool may_be_irrefutable;
} PatternCheck;

static bool check_pattern(PatternCheck *pattern, Node *node);

static bool holds(const PatternCheck *pattern, const Identifier *name) {
    for (size_t i = 0; i < pattern->count; i++) {
        if (pattern->names[i] == name) return true;
    }
    return false;
}

static bool bind(PatternCheck *pattern, const Identifier *name, const Node *node) {
    if (!name) return true;
    if (!syntax_check_name(pattern->state, name, "assign to", node)) return false;
    if (holds(pattern, name)) {
        return syntax_check_fail(pattern->state, pattern->state->last_pattern,
                                 "multiple assignments to name '%s' in pattern", name->bytes);
    }
    if (pattern->count == pattern->capacity) {
        size_t capacity = pattern->capacity ? pattern->capacity * 2 : 8;
        const Identifier **names = arena_allocate(pattern->state->context->arena, capacity * sizeof *names);
        if (!names) {
            *pattern->state->fault = (SyntaxFault){.kind = "MemoryError", .message = ""};
            return false;
        }
        if (pattern->count) memcpy(names, pattern->names, pattern->count * sizeof *names);
        pattern->names = names;
        pattern->capacity = capacity;
    }
    pattern->names[pattern->count++] = name;
    return true;
}

static bool check_inner(PatternCheck *pattern, Node *node) {
    bool outer = pattern->may_be_irrefutable;
    pattern->may_be_irrefutable = true;
    bool good = check_pattern(pattern, node);
    pattern->may_be_irrefutable = outer;
    return good;
}

static bool check_inner_list(PatternCheck *pattern, const NodeList *list) {
    for (size_t i = 0; i < list->count; i++) {
        if (!check_inner(pattern, list->items[i])) return false;
    }
    return true;
}

static bool check_as(PatternCheck *pattern, Node *node) {
    const Identifier *name = node->match_as.name;
    if (!node->match_as.pattern && !pattern->may_be_irrefutable) {
        if (!name) {
            return syntax_check_fail(pattern->state, node, "wildcard makes remaining patterns unreachable");
        }
        return syntax_check_fail(pattern->state, node, "name capture '%s' makes remaining patterns unreachable",
                                 name->bytes);
    }
    if (node->match_as.pattern && !check_pattern(pattern, node->match_as.pattern)) return false;
    return bind(pattern, name, node);
}

static bool check_alternatives(PatternCheck *pattern, Node *node) {
    NodeList *list = &node->match_or.patterns;
    PatternCheck first = {0};
    for (size_t i = 0; i < list->count; i++) {
        PatternCheck alternative = {.state = pattern->state,
                                    .may_be_irrefutable = i + 1 == list->count && pattern->may_be_irrefutable};
        if (!check_pattern(&alternative, list->items[i])) return false;
        if (!i) {
            first = alternative;
            continue;
        }
        bool same = alternative.count == first.count;
        for (size_t j = 0; same && j < first.count; j++) same = holds(&alternative, first.names[j]);
        if (!same) {
            return syntax_check_fail(pattern->state, pattern->state->last_pattern,
                                     "alternative patterns bind different names");
        }
    }
    for (size_t i = 0; i < first.count; i++) {
        if (!bind(pattern, first.names[i], node)) return false;
    }
    return true;
}

static bool check_sequence(PatternCheck *pattern, Node *node) {
    NodeList *list = &node->match_sequence.patterns;
    bool starred = false;
    for (size_t i = 0; i < list->count; i++) {
        if (list->items[i]->kind != NODE_MATCH_STAR) continue;
        if (starred) {
            return syntax_check_fail(pattern->state, node, "multiple starred names in sequence pattern");
        }
        starred = true;
    }
    return check_inner_list(pattern, list);
}

static bool check_class(PatternCheck *pattern, Node *node) {
    IdentifierList *names = &node->match_class.kwd_attrs;
    for (size_t i = 0; i < names->count; i++) {
        if (!syntax_check_name(pattern->state, names->items[i], "assign to", node)) return false;
        for (size_t j = i + 1; j < names->count; j++) {
            if (names->items[i] == names->items[j]) {
                return syntax_check_fail(pattern->state, node->match_class.kwd_patterns.items[j],
                                         "attribute name repeated in class pattern: %s",
                                         names->items[i]->bytes);
            }
        }
    }
    return check_inner_list(pattern, &node->match_class.patterns) &&
           check_inner_list(pattern, &node->match_class.kwd_patterns);
}

static bool constants_equal(const Constant *left, const Constant *right) {
    if (left->kind != right->kind) return false;
    switch (left->kind) {
    case CONSTANT_INTEGER: return left->integer == right->integer;
    case CONSTANT_FLOAT:
    case CONSTANT_COMPLEX: return left->number == right->number;
    case CONSTANT_BIG_INTEGER:
    case CONSTANT_STRING:
    case CONSTANT_BYTES:
        return left->length == right->length && !memcmp(left->bytes, right->bytes, left->length);
    default: return true;
    }
}

/* The number that a key is: `-0`, `False` and `0j` are the same. Those beyond int64 are told apart by their digits. */
typedef struct Number {
    bool is_number, is_integer;
    int64_t integer;
    double real, imaginary;
} Number;

static Number number_of_constant(const Constant *constant) {
    switch (constant->kind) {
    case CONSTANT_TRUE: return (Number){true, true, 1, 1, 0};
    case CONSTANT_FALSE: return (Number){true, true, 0, 0, 0};
    case CONSTANT_INTEGER: return (Number){true, true, constant->integer, (double)constant->integer, 0};
    case CONSTANT_FLOAT: return (Number){true, false, 0, constant->number, 0};
    case CONSTANT_COMPLEX: return (Number){true, false, 0, 0, constant->number};
    default: return (Number){0};
    }
}

static Number number_of(const Node *key) {
    if (key->kind == NODE_CONSTANT) return number_of_constant(&key->constant.value);
    if (key->kind == NODE_UNARY_OPERATION && key->unary_operation.op == AST_UNARY_MINUS) {
        Number number = number_of(key->unary_operation.operand);
        number.integer = -number.integer; /* literals have no sign */
        number.real = -number.real;
        number.imaginary = -number.imaginary;
        return number;
    }
    if (key->kind != NODE_BINARY_OPERATION) return (Number){0};
    Number left = number_of(key->binary_operation.left), right = number_of(key->binary_operation.right);
    if (!left.is_number || !right.is_number) return (Number){0};
    return (Number){true, false, 0, left.real, key->binary_operation.op == AST_BINARY_ADD ? right.imaginary : -right.imaginary};
}

static bool numbers_equal(Number left, Number right) {
    if (left.is_integer && right.is_integer) return left.integer == right.integer;
    if (left.imaginary != right.imaginary || left.real != right.real) return false;
    Number integer = left.is_integer ? left : right;
    return !integer.is_integer || (fabs(integer.real) < 0x1p63 && (int64_t)integer.real == integer.integer);
}

static bool keys_equal(const Node *left, const Node *right) {
    Number one = number_of(left), other = number_of(right);
    if (one.is_number && other.is_number) return numbers_equal(one, other);
    if (left->kind == NODE_UNARY_OPERATION && right->kind == NODE_UNARY_OPERATION)
        return keys_equal(left->unary_operation.operand, right->unary_operation.operand);
    return left->kind == NODE_CONSTANT && right->kind == NODE_CONSTANT &&
           constants_equal(&left->constant.value, &right->constant.value);
}

/* The repr of a key. */
static void append_key(const Node *key, TextBuffer *out) {
    if (key->kind == NODE_BINARY_OPERATION) {
        bool is_sum = key->binary_operation.op == AST_BINARY_ADD;
        text_append_char(out, '(');
        append_key(key->binary_operation.left, out);
        text_append(out, is_sum ? "+" : "-");
        append_key(key->binary_operation.right, out);
        text_append_char(out, ')');
    } else if (key->kind == NODE_UNARY_OPERATION) {
        Number number = number_of(key);
        bool is_complex = !number.is_integer && key->unary_operation.operand->constant.value.kind == CONSTANT_COMPLEX;
        if (!number.is_integer || number.integer) text_append(out, is_complex ? "(-0-" : "-");
        append_key(key->unary_operation.operand, out);
        if (is_complex) text_append_char(out, ')');
    } else {
        ast_append_constant(&key->constant.value, out);
    }
}

static bool check_mapping(PatternCheck *pattern, Node *node) {
    NodeList *keys = &node->match_mapping.keys;
    for (size_t i = 0; i < keys->count; i++) {
        Node *key = keys->items[i];
        if (key->kind == NODE_JOINED_STRING) {
            return syntax_check_fail(pattern->state, node,
                                     "mapping pattern keys may only match literals and attribute lookups");
        }
        for (size_t j = 0; j < i; j++) {
            if (!keys_equal(key, keys->items[j])) continue;
            TextBuffer text = TEXT_BUFFER_EMPTY;
            append_key(key, &text);
            syntax_check_fail(pattern->state, node, "mapping pattern checks duplicate key (%s)", text_string(&text));
            text_release(&text);
            return false;
        }
    }
    return check_inner_list(pattern, &node->match_mapping.patterns) &&
           bind(pattern, node->match_mapping.rest, node);
}

static bool check_pattern(PatternCheck *pattern, Node *node) {
    pattern->state->last_pattern = node;
    switch (node->kind) {
    case NODE_MATCH_VALUE:
        if (node->match_value.value->kind == NODE_JOINED_STRING) {
            return syntax_check_fail(pattern->state, node,
                                     "patterns may only match literals and attribute lookups");
        }
        return true;
    case NODE_MATCH_SEQUENCE: return check_sequence(pattern, node);
    case NODE_MATCH_MAPPING: return check_mapping(pattern, node);
    case NODE_MATCH_CLASS: return check_class(pattern, node);
    case NODE_MATCH_STAR: return bind(pattern, node->match_star.name, node);
    case NODE_MATCH_AS: return check_as(pattern, node);
    case NODE_MATCH_OR: return check_alternatives(pattern, node);
    default: return true;
    }
}

bool check_match(SyntaxCheck *state, Node *node) {
    NodeList *cases = &node->match.cases;
    if (!syntax_check_node(state, node->match.subject)) return false;
    for (size_t i = 0; i < cases->count; i++) {
        Node *one = cases->items[i];
        PatternCheck pattern = {.state = state,
                                .may_be_irrefutable = one->match_case.guard || i + 1 == cases->count};
        if (!check_pattern(&pattern, one->match_case.pattern) ||
            !syntax_check_node(state, one->match_case.guard) ||
            !syntax_check_list(state, &one->match_case.body)) {
            return false;
        }
    }
    return true;
}
