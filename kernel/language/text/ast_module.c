/* _ast_parse: the tree of a source text as Python objects, for the module ast. */
#include "kernel/language/text/ast_fields.h"
#include "kernel/language/compile/compiler.h"
#include "kernel/language/compile/evaluate.h"
#include "kernel/language/text/parser.h"
#include "kernel/language/text/sources.h"
#include "kernel/objects/core/gc.h"
#include "kernel/objects/number/int.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/core/type.h"

#include <string.h>

/* `classes` has a class for each node's name, `members` an instance for each operator's and context's. */
typedef struct Builder {
    Thread *thread;
    Dict *classes, *members;
} Builder;

#define WORD(name, word, text) #word,
static const char *const BINARY_WORDS[] = {AST_BINARY_OPERATORS(WORD)};
static const char *const UNARY_WORDS[] = {AST_UNARY_OPERATORS(WORD)};
static const char *const COMPARE_WORDS[] = {AST_COMPARE_OPERATORS(WORD)};
#undef WORD
static const char *const BOOLEAN_WORDS[] = {"And", "Or"};
static const char *const CONTEXT_WORDS[] = {"Load", "Store", "Del"};

static Value build_node(const Builder *builder, const Node *node);

static Value build_member(const Builder *builder, const char *word) {
    Value member = dict_get_c(builder->thread, builder->members, word);
    if (!value_is_absent(member)) return value_retain(member);
    return exception_is_set(builder->thread) ? member : raise_runtime_error(builder->thread, "ast has no %s", word);
}

static Value build_list(const Builder *builder, const NodeList *nodes) {
    Value list = list_new(builder->thread);
    for (size_t i = 0; i < nodes->count && !value_is_absent(list); i++)
        if (!list_append_owned(builder->thread, value_list(list), build_node(builder, nodes->items[i]))) value_clear(&list);
    return list;
}

static Value build_names(const Builder *builder, const IdentifierList *names) {
    Value list = list_new(builder->thread);
    for (size_t i = 0; i < names->count && !value_is_absent(list); i++)
        if (!list_append_owned(builder->thread, value_list(list),
                               string_new(builder->thread, names->items[i]->bytes, names->items[i]->length)))
            value_clear(&list);
    return list;
}

static Value build_compares(const Builder *builder, const CompareOperatorList *operators) {
    Value list = list_new(builder->thread);
    for (size_t i = 0; i < operators->count && !value_is_absent(list); i++)
        if (!list_append_owned(builder->thread, value_list(list), build_member(builder, COMPARE_WORDS[operators->items[i]])))
            value_clear(&list);
    return list;
}

static Value build_field(const Builder *builder, AstFieldKind kind, const void *field) {
    switch (kind) {
    case AST_FIELD_ONE:
    case AST_FIELD_OPTIONAL: return build_node(builder, *(Node *const *)field);
    case AST_FIELD_LIST:
    case AST_FIELD_HOLES: return build_list(builder, field);
    case AST_FIELD_NAME:
    case AST_FIELD_MAYBE_NAME: {
        const Identifier *name = *(const Identifier *const *)field;
        return name ? string_new(builder->thread, name->bytes, name->length) : VALUE_NONE;
    }
    case AST_FIELD_MAYBE_TEXT: {
        const char *text = *(const char *const *)field;
        return text ? string_from_c(builder->thread, text) : VALUE_NONE;
    }
    case AST_FIELD_NAMES: return build_names(builder, field);
    case AST_FIELD_INTEGER: return value_from_int(*(const int *)field);
    case AST_FIELD_CONTEXT: return build_member(builder, CONTEXT_WORDS[*(const ExpressionContext *)field]);
    case AST_FIELD_BINARY: return build_member(builder, BINARY_WORDS[*(const AstBinaryOperator *)field]);
    case AST_FIELD_UNARY: return build_member(builder, UNARY_WORDS[*(const AstUnaryOperator *)field]);
    case AST_FIELD_BOOLEAN: return build_member(builder, BOOLEAN_WORDS[*(const BooleanOperator *)field]);
    case AST_FIELD_COMPARES: return build_compares(builder, field);
    case AST_FIELD_CONSTANT: return constant_value(builder->thread, field);
    case AST_FIELD_SCOPE: break;
    }
    return VALUE_NONE;
}

static bool set_owned(Thread *thread, Value object, const char *name, Value value) {
    bool done = !value_is_absent(value) && value_set_attribute_c(thread, object, name, value);
    value_release(value);
    return done;
}

static Value build_node(const Builder *builder, const Node *node) {
    Thread *thread = builder->thread;
    if (!node) return VALUE_NONE;
    Value class = dict_get_c(thread, builder->classes, ast_kind_name(node->kind));
    if (value_is_absent(class) && exception_is_set(thread)) return class;
    if (!value_is_type(class)) return raise_runtime_error(thread, "ast has no %s", ast_kind_name(node->kind));
    if (!thread_enter(thread, " during ast construction")) return VALUE_ABSENT;
    Value object = type_create_plain(thread, value_type(class));
    bool done = !value_is_absent(object);
    const char *at = (const char *)&node->module; /* every member of the union starts there */
    for (const AstField *field = AST_FIELDS[node->kind]; done && field->name; at += AST_FIELD_SIZES[field->kind], field++)
        if (field->kind != AST_FIELD_SCOPE) done = set_owned(thread, object, field->name, build_field(builder, field->kind, at));
    if (done && node->line)
        done = set_owned(thread, object, "lineno", value_from_int(node->line)) &&
               set_owned(thread, object, "col_offset", value_from_int(node->column)) &&
               set_owned(thread, object, "end_lineno", value_from_int(node->end_line)) &&
               set_owned(thread, object, "end_col_offset", value_from_int(node->end_column));
    thread_leave(thread);
    if (!done) value_clear(&object);
    return object;
}

NATIVE(ast_parse_tree) {
    (void)native;
    for (int i = 0; i < 3; i++)
        if (!value_is_string(arguments[i])) return raise_type_error(thread, "source, filename and mode are texts");
    if (!value_is_dict(arguments[3]) || !value_is_dict(arguments[4])) return raise_type_error(thread, "two dicts are expected");
    int64_t flags;
    if (!value_to_int64(thread, arguments[5], &flags)) return VALUE_ABSENT;
    const String *source = value_string(arguments[0]);
    if (!source_is_encodable(thread, source->bytes, source->length)) return VALUE_ABSENT;
    const char *mode = value_c_string(arguments[2]);
    ParseMode parse_mode = !strcmp(mode, "eval") ? PARSE_EXPRESSION : !strcmp(mode, "single") ? PARSE_INTERACTIVE : PARSE_MODULE;
    if (strlen(source->bytes) != source->length) return raise_value_error(thread, "source code string cannot contain null bytes");
    Arena arena = ARENA_EMPTY;
    AstContext context = {0};
    SyntaxFault fault = SYNTAX_FAULT_NONE;
    Source *text = source_new(source->bytes, source->length);
    Value result = VALUE_ABSENT;
    if (!text) {
        raise_no_memory(thread);
    } else {
        Node *tree = parse_source_limited(&context, &arena, source->bytes, source->length, parse_mode,
                                          ((unsigned)flags & FUTURE_ALL) | language_version(thread), int_digits_limit(thread), &fault);
        const Builder builder = {thread, value_dict(arguments[3]), value_dict(arguments[4])};
        if (!tree) raise_syntax_fault(thread, &fault, arguments[1], text);
        else result = build_node(&builder, tree);
    }
    source_release(text);
    arena_release(&arena);
    return result;
}

static const NativeEntry ast_parse_functions[] = {
    {.name = "tree", .signature = "(source, filename, mode, classes, members, flags, /)", .documentation = "Parse a text into objects.",
     .code = ast_parse_tree},
    {0}};

const ModuleEntry library__ast_parse = {.name = "_ast_parse", .functions = ast_parse_functions};
