#include "kernel/language/text/ast.h"

#include "base/hash_table.h"
#include "base/memory.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

static const char *const KIND_NAMES[NODE_KIND_COUNT] = {
#define KIND_NAME(name, word, member, fields) #word,
    AST_TABLE(KIND_NAME)
#undef KIND_NAME
};

static const unsigned short NODE_SIZES[NODE_KIND_COUNT] = {
#define NODE_SIZE(name, word, member, fields) offsetof(Node, member) + sizeof(((Node *)0)->member),
    AST_TABLE(NODE_SIZE)
#undef NODE_SIZE
};

#include "kernel/language/text/ast_fields.h"

const char *ast_kind_name(NodeKind kind) { return KIND_NAMES[kind]; }

#define OPERATOR_TEXT(name, word, text) text,
const char *binary_operator_text(AstBinaryOperator op) {
    static const char *const TEXTS[] = {AST_BINARY_OPERATORS(OPERATOR_TEXT)};
    return TEXTS[op];
}

const char *unary_operator_text(AstUnaryOperator op) {
    static const char *const TEXTS[] = {AST_UNARY_OPERATORS(OPERATOR_TEXT)};
    return TEXTS[op];
}

const char *compare_operator_text(AstCompareOperator op) {
    static const char *const TEXTS[] = {AST_COMPARE_OPERATORS(OPERATOR_TEXT)};
    return TEXTS[op];
}

Node *ast_node(AstContext *context, NodeKind kind) {
    Node *node = arena_allocate(context->arena, NODE_SIZES[kind]);
    if (node) node->kind = kind;
    return node;
}

static bool grow_slots(AstContext *context) {
    size_t count = context->slot_count ? context->slot_count * 2 : 64;
    const Identifier **slots = arena_allocate(context->arena, count * sizeof *slots);
    if (!slots) return false;
    for (size_t i = 0; i < context->slot_count; i++) {
        const Identifier *identifier = context->slots[i];
        if (!identifier) continue;
        size_t at = identifier->hash & (count - 1);
        while (slots[at]) at = (at + 1) & (count - 1);
        slots[at] = identifier;
    }
    context->slots = slots;
    context->slot_count = count;
    return true;
}

static const Identifier *intern(AstContext *context, const char *bytes, size_t length) {
    if (context->used * 2 >= context->slot_count && !grow_slots(context)) return NULL;
    uint32_t hash = (uint32_t)hash_bytes(bytes, length);
    size_t mask = context->slot_count - 1, at = hash & mask;
    for (; context->slots[at]; at = (at + 1) & mask) {
        const Identifier *found = context->slots[at];
        if (found->hash == hash && found->length == length && !memcmp(found->bytes, bytes, length))
            return found;
    }
    Identifier *identifier = arena_allocate(context->arena, sizeof *identifier + length + 1);
    if (!identifier) return NULL;
    identifier->hash = hash;
    identifier->length = (uint32_t)length;
    memcpy(identifier->bytes, bytes, length);
    context->slots[at] = identifier;
    context->used++;
    return identifier;
}

const Identifier *ast_identifier(AstContext *context, const char *bytes, size_t length) {
    if (utf8_is_ascii(bytes, length)) return intern(context, bytes, length);
    utf8proc_uint8_t *normal = NULL;
    utf8proc_ssize_t size = utf8proc_map((const utf8proc_uint8_t *)bytes, (utf8proc_ssize_t)length, &normal,
                                         UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_COMPOSE);
    const Identifier *identifier =
        size < 0 ? intern(context, bytes, length) : intern(context, (const char *)normal, (size_t)size);
    free(normal);
    return identifier;
}

/* ---- the generic walk ---- */

static bool visit_list(const NodeList *list, AstVisitor *visit, void *data) {
    for (size_t i = 0; i < list->count; i++) {
        if (list->items[i] && !visit(list->items[i], data)) return false;
    }
    return true;
}

bool ast_visit_children(Node *node, AstVisitor *visit, void *data) {
    char *at = (char *)node + offsetof(Node, module);
    for (const AstField *field = AST_FIELDS[node->kind]; field->name;
         at += AST_FIELD_SIZES[field->kind], field++) {
        if (field->kind == AST_FIELD_ONE || field->kind == AST_FIELD_OPTIONAL) {
            Node *child = *(Node **)at;
            if (child && !visit(child, data)) return false;
        } else if (field->kind == AST_FIELD_LIST || field->kind == AST_FIELD_HOLES) {
            if (!visit_list((NodeList *)at, visit, data)) return false;
        }
    }
    return true;
}

bool ast_is_around_generic(const Node *node) {
    if (!node || node->kind != NODE_FUNCTION || !node->function.body.count) return false;
    const Node *first = node->function.body.items[0];
    if (first->kind != NODE_IMPORT_FROM || !first->import_from.names.count) return false;
    const Identifier *name = first->import_from.names.items[0]->alias.asname;
    return name && name->bytes[0] == '.';
}
