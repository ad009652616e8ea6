/* parse_dump [-m exec|eval|single] [-0] [-t|-a|-p|-n|-s|-i|-c] FILE...: the tokens, the tree, the tree with
 * positions, the names of each scope, what is wrong with the source, the cell transformed, whether it is complete.
 * A developer's window on the front half of the language; tests/language/ compares it to Python and IPython. */
#include "kernel/language/cell/input_transform.h"
#include "kernel/language/cell/is_complete.h"
#include "kernel/language/text/lexer.h"
#include "kernel/language/text/parser.h"
#include "kernel/language/compile/scopes.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

static char *read_file(const char *path, size_t *length) {
    FILE *file = strcmp(path, "-") ? fopen(path, "rb") : stdin;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    char block[65536];
    if (!file) return NULL;
    for (size_t count; (count = fread(block, 1, sizeof block, file)) > 0;) text_append_bytes(&text, block, count);
    if (file != stdin) fclose(file);
    *length = text.length;
    return text.length ? text_detach(&text) : memory_copy_string("");
}

static void print_fault(const SyntaxFault *fault) {
    printf("%s\n%d %d %d %d\n%s\n%s", fault->kind, fault->line, fault->offset, fault->end_line, fault->end_offset == NO_OFFSET ? 0 : fault->end_offset,
           fault->message, fault->text ? fault->text : "");
}

/* One line a symbol, as deep as the scope: kind (CPython's number) and name. */
static void dump_scope(const Scope *scope, int depth, TextBuffer *out) {
    static const int NUMBERS[] = {[VARIABLE_LOCAL] = 1, [VARIABLE_CELL] = 5, [VARIABLE_FREE] = 4,
                                  [VARIABLE_GLOBAL_EXPLICIT] = 2, [VARIABLE_GLOBAL_IMPLICIT] = 3};
    text_append_format(out, "%d scope generator=%d nested=%d\n", depth, scope->is_generator, scope->is_nested);
    for (size_t i = 0; i < scope->symbol_count; i++) {
        const Symbol *symbol = &scope->symbols[i];
        text_append_format(out, "%d %d %s\n", depth, NUMBERS[symbol->kind], symbol->name->bytes);
    }
    for (size_t i = 0; i < scope->child_count; i++) dump_scope(scope->children[i], depth + 1, out);
}

enum { ORACLE_VERSION = 11 * PARSE_VERSION }; /* the syntax of the Python that the tests compare with */

static int dump_source(const char *source, size_t length, char what, ParseMode mode) {
    TextBuffer out = TEXT_BUFFER_EMPTY;
    Arena arena = ARENA_EMPTY;
    int status = 0;
    if (what == 't') {
        lexer_dump(source, length, &out);
    } else if (what == 'i') {
        char *transformed = input_transform(source, length);
        text_append(&out, transformed ? transformed : "MemoryError\n");
        memory_release(transformed);
    } else if (what == 'c') {
        int indent;
        static const char *const WORDS[] = {"complete", "incomplete", "invalid"};
        Completeness result = check_complete(source, length, &indent);
        text_append_format(&out, "%s %d", WORDS[result], indent);
    } else {
        AstContext context;
        SyntaxFault fault;
        Node *tree = parse_source(&context, &arena, source, length, mode, ORACLE_VERSION, &fault);
        Scope *scope = tree && what == 'n' ? scopes_build(&context, tree, &fault) : NULL;
        if (what == 'n' && !scope) tree = NULL;
        if (tree && what == 's' && (!scopes_build(&context, tree, &fault) || !syntax_check(&context, tree, 0, &fault))) {
            tree = NULL;
        }
        if (!tree) {
            print_fault(&fault);
            status = 1;
        } else if (what == 'a' || what == 'p') {
            ast_dump(tree, what == 'p', &out);
            text_append_char(&out, '\n');
        } else if (what == 'n') {
            dump_scope(scope, 0, &out);
        } else {
            puts("ok");
        }
    }
    fwrite(text_string(&out), 1, out.length, stdout);
    fflush(stdout);
    text_release(&out);
    arena_release(&arena);
    return status;
}

/* A file holds one source, or with `many` several with a NUL after each; then so does the output. */
static int dump(const char *path, char what, ParseMode mode, bool many) {
    size_t length;
    char *source = read_file(path, &length);
    if (!source) {
        perror(path);
        return 2;
    }
    int status = 0;
    if (!many) {
        status = dump_source(source, length, what, mode);
    } else {
        for (size_t at = 0; at < length;) {
            size_t size = strlen(source + at);
            dump_source(source + at, size, what, mode);
            putchar(0);
            at += size + 1;
        }
    }
    memory_release(source);
    return status;
}

int main(int count, char **arguments) {
    char what = 'a';
    ParseMode mode = PARSE_MODULE;
    int status = 0;
    bool many = false;
    for (int i = 1; i < count; i++) {
        if (!strcmp(arguments[i], "-m") && i + 1 < count) {
            i++;
            mode = arguments[i][0] == 's' ? PARSE_INTERACTIVE : arguments[i][1] == 'v' ? PARSE_EXPRESSION : PARSE_MODULE;
        } else if (!strcmp(arguments[i], "-0")) {
            many = true;
        } else if (arguments[i][0] == '-' && arguments[i][1]) {
            what = arguments[i][1];
        } else {
            int result = dump(arguments[i], what, mode, many);
            if (result > status) status = result;
        }
    }
    return status;
}
