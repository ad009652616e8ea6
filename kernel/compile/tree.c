/* The tree of a function: its text is parsed again, once a Source, and the def or lambda found by its line. */
#include "kernel/compile/private.h"

#include "base/memory.h"
#include "kernel/language/text/parser.h"
#include "kernel/objects/text/string.h"

#include <stdio.h>
#include <string.h>

typedef struct SourceTree {
    Source *source;
    Node *tree;
    Arena arena;
    AstContext ast;
} SourceTree;

void source_tree_release(void *tree) {
    SourceTree *source = tree;
    source_release(source->source);
    arena_release(&source->arena);
}

static SourceTree *tree_of_source(CompileContext *context, Source *source) {
    char key[32];
    snprintf(key, sizeof key, "%p", (void *)source);
    SourceTree *found = hash_get(&context->sources, key);
    if (found) return found;
    found = arena_allocate(&context->arena, sizeof *found);
    if (!found || !hash_set(&context->sources, key, found)) return NULL;
    const char *text = source_contents(source);
    SyntaxFault fault = {0};
    found->source = source_retain(source); /* the address stays its own */
    found->tree = parse_source(&found->ast, &found->arena, text, strlen(text), PARSE_MODULE, PARSE_NEWEST, &fault);
    if (found->tree && !scopes_build(&found->ast, found->tree, &fault)) found->tree = NULL;
    return found;
}

typedef struct Search {
    const Code *code;
    Node *found;
    int matches;
} Search;

static size_t collect_parameters(const Node *arguments, const Identifier **names, size_t most) {
    size_t count = 0;
    NodeList lists[3] = {arguments->arguments.posonlyargs, arguments->arguments.args, arguments->arguments.kwonlyargs};
    for (int k = 0; k < 3; k++)
        for (size_t i = 0; i < lists[k].count && count < most; i++) names[count++] = lists[k].items[i]->argument.arg;
    if (arguments->arguments.vararg && count < most) names[count++] = arguments->arguments.vararg->argument.arg;
    if (arguments->arguments.kwarg && count < most) names[count++] = arguments->arguments.kwarg->argument.arg;
    return count;
}

static bool same_parameters(const Code *code, const Node *arguments) {
    const Identifier *names[256];
    size_t count = collect_parameters(arguments, names, 256);
    if (count != code->parameter_count) return false;
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i]->bytes, code->locals[i]->bytes) != 0) return false;
    return true;
}

static bool search(Node *node, void *data) {
    Search *s = data;
    if (node->kind == NODE_FUNCTION) {
        int line = node->line;
        NodeList decorators = node->function.decorator_list;
        if (decorators.count && decorators.items[0]->line < line) line = decorators.items[0]->line;
        if ((line == s->code->first_line || node->line == s->code->first_line) &&
            !strcmp(ast_definition_name(node->function.name), s->code->name->bytes) && !s->found)
            s->found = node;
    } else if (node->kind == NODE_LAMBDA && node->line == s->code->first_line && !strcmp(s->code->name->bytes, "<lambda>") &&
               same_parameters(s->code, node->lambda.args)) {
        if (!s->found) s->found = node;
        s->matches++;
    }
    return ast_visit_children(node, search, data);
}

const FunctionTree *tree_of_function(CompileContext *context, Function *function) {
    char key[32];
    Code *code = function->code;
    snprintf(key, sizeof key, "%p", (void *)code);
    FunctionTree *tree = hash_get(&context->trees, key);
    if (tree) return tree->node ? tree : NULL;
    tree = arena_allocate(&context->arena, sizeof *tree);
    if (!tree || !hash_set(&context->trees, key, tree)) return NULL;
    type_table_keep(&context->types, value_from_object(code)); /* the address stays its own */
    SourceTree *source = code->source ? tree_of_source(context, code->source) : NULL;
    if (!source || !source->tree) return NULL;
    Search s = {.code = code};
    search(source->tree, &s);
    if (!s.found) return NULL;
    tree->node = s.found;
    tree->source = source->source;
    tree->file = value_is_string(code->file) ? value_c_string(code->file) : "<string>";
    tree->name = code->name->bytes;
    tree->scope = scope_of(s.found);
    if (s.found->kind == NODE_LAMBDA) tree->arguments = s.found->lambda.args;
    else {
        tree->arguments = s.found->function.args;
        tree->body = s.found->function.body;
    }
    return tree;
}
