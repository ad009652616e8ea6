/* Which lines of a source are shown around the failing one: statements count, not lines. A piece is a simple statement or
 * the header of a compound one, with the comments in front of it. */
#include "kernel/language/report/traceback_pieces.h"

#include "base/memory.h"
#include "kernel/language/text/parser.h"

#include <string.h>

typedef struct Collector {
    Piece *pieces;
    size_t count, capacity;
    bool failed;
    int scope_start, scope_end; /* the function around the line; 0: none */
    int line;
} Collector;

static void add_piece(Collector *collector, int start, int end) {
    if (start >= end || collector->failed) return;
    if (collector->count == collector->capacity) {
        size_t wanted = collector->capacity ? collector->capacity * 2 : 64;
        Piece *grown = memory_resize(collector->pieces, wanted * sizeof(Piece));
        if (!grown) {
            collector->failed = true;
            return;
        }
        collector->pieces = grown;
        collector->capacity = wanted;
    }
    collector->pieces[collector->count++] = (Piece){start, end};
}

static bool is_block_item(const Node *node) {
    return node->kind == NODE_EXCEPT_HANDLER || node->kind == NODE_MATCH_CASE ||
           (node->kind >= NODE_FUNCTION && node->kind <= NODE_CONTINUE);
}

static int first_line(const Node *node) {
    int line = node->line;
    NodeList decorators = {0};
    if (node->kind == NODE_FUNCTION || node->kind == NODE_ASYNC_FUNCTION) decorators = node->function.decorator_list;
    if (node->kind == NODE_CLASS) decorators = node->class_definition.decorator_list;
    if (node->kind == NODE_MATCH_CASE) line = node->match_case.pattern->line;
    for (size_t i = 0; i < decorators.count; i++)
        if (decorators.items[i]->line < line) line = decorators.items[i]->line;
    return line;
}

static int last_line(const Node *node) {
    if (node->kind != NODE_MATCH_CASE) return node->end_line;
    NodeList body = node->match_case.body;
    return body.count ? body.items[body.count - 1]->end_line : first_line(node);
}

typedef struct Walk {
    Collector *collector;
    int start;
    int group_end;
} Walk;

static void split(Collector *collector, const Node *node, int start, int end);

static bool visit_child(Node *node, void *data) {
    Walk *walk = data;
    if (!is_block_item(node)) return true;
    int start = first_line(node), end = last_line(node) + 1;
    if (start < walk->start) return true; /* a; b on one line */
    if (walk->start < start) add_piece(walk->collector, walk->start, start);
    split(walk->collector, node, start, end);
    walk->start = end;
    return true;
}

static void split(Collector *collector, const Node *node, int start, int end) {
    if ((node->kind == NODE_FUNCTION || node->kind == NODE_ASYNC_FUNCTION) && start <= collector->line && collector->line < end &&
        node->line != collector->line) {
        collector->scope_start = start; /* the innermost comes last */
        collector->scope_end = end;
    }
    Walk walk = {collector, start, end};
    ast_visit_children((Node *)node, visit_child, &walk);
    add_piece(collector, walk.start, end);
}

/* Blank lines at the ends of a piece are not part of it. */
static void trim(Collector *collector, const Source *source) {
    size_t kept = 0;
    for (size_t i = 0; i < collector->count; i++) {
        Piece piece = collector->pieces[i];
        size_t length;
        const char *text;
        while (piece.start < piece.end && (!(text = source_line(source, piece.start, &length)) || strspn(text, " \t\f") >= length)) piece.start++;
        while (piece.end > piece.start && (!(text = source_line(source, piece.end - 1, &length)) || strspn(text, " \t\f") >= length)) piece.end--;
        if (piece.start < piece.end) collector->pieces[kept++] = piece;
    }
    collector->count = kept;
}

/* ---- the whole of a chain ---- */

typedef struct Chain {
    const Position *link;
    const Node *whole;
} Chain;

static bool is_chain(const Node *node, const Position *link) {
    const Node *attribute = node->kind == NODE_CALL ? node->call.func : node;
    return attribute->kind == NODE_ATTRIBUTE && attribute->line < link->line && attribute->end_line == link->line &&
           node->end_line == link->end_line && node->end_column == link->end_column;
}

static bool find_chain(Node *node, void *data) {
    Chain *chain = data;
    if (node->line && (node->line > chain->link->line || node->end_line < chain->link->line)) return true;
    if (is_chain(node, chain->link)) return chain->whole = node, false;
    return ast_visit_children(node, find_chain, data);
}

bool pieces_around(const Source *source, Position *failing, int before, int after, Piece **pieces, size_t *count,
                   size_t *executing) {
    int line = failing->line;
    Arena arena = ARENA_EMPTY;
    AstContext context = {0};
    SyntaxFault fault = SYNTAX_FAULT_NONE;
    Collector collector = {.line = line};
    const char *text = source_contents(source);
    Node *tree = parse_source(&context, &arena, text, source->length, PARSE_MODULE, PARSE_TOP_LEVEL_AWAIT, &fault);
    Chain chain = {failing, NULL};
    if (tree) split(&collector, tree, 1, (int)source_line_count(source) + 1);
    if (tree && failing->column >= 0) ast_visit_children(tree, find_chain, &chain);
    if (chain.whole) failing->line = chain.whole->line, failing->column = chain.whole->column;
    if (!tree)
        for (int i = 1; i <= (int)source_line_count(source); i++) add_piece(&collector, i, i + 1);
    trim(&collector, source);
    arena_release(&arena);
    size_t at = 0, first = 0, last = collector.count;
    while (at < collector.count && line >= collector.pieces[at].end) at++;
    if (collector.failed || at == collector.count || line < collector.pieces[at].start) {
        memory_release(collector.pieces);
        return false;
    }
    if (collector.scope_start) {
        while (first < at && collector.pieces[first].start < collector.scope_start) first++;
        while (last > at + 1 && collector.pieces[last - 1].end > collector.scope_end) last--;
    }
    if (at - first > (size_t)before) first = at - (size_t)before;
    if (last - at > (size_t)after + 1) last = at + (size_t)after + 1;
    memmove(collector.pieces, collector.pieces + first, (last - first) * sizeof(Piece));
    *pieces = collector.pieces;
    *count = last - first;
    *executing = at - first;
    return true;
}
