/* Whatever the bytes: a tree with scopes, or a fault with a message; never a crash. The first byte picks the mode. */
#include "kernel/language/parser.h"
#include "kernel/language/scopes.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static void parse(const char *source, size_t length, ParseMode mode, unsigned flags) {
    Arena arena = ARENA_EMPTY;
    AstContext context;
    SyntaxFault fault;
    Node *tree = parse_source(&context, &arena, source, length, mode, flags, &fault);
    if (tree && scopes_build(&context, tree, &fault) && syntax_check(&context, tree, flags, &fault)) {
        TextBuffer text = TEXT_BUFFER_EMPTY;
        ast_dump(tree, true, &text);
        text_release(&text);
    } else if (!fault.kind || !fault.message) {
        abort();
    }
    arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    if (!length) return 0;
    parse((const char *)bytes + 1, length - 1, (ParseMode)(bytes[0] % 3), bytes[0] & 4 ? PARSE_TOP_LEVEL_AWAIT : 0);
    return 0;
}
