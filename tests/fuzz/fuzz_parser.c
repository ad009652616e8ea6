/* Whatever the bytes: a tree with scopes, or a fault with a message; a cell transformed, judged and searched at the
 * cursor; never a crash. The first byte picks the mode. */
#include "kernel/language/cell/cursor.h"
#include "kernel/language/cell/input_transform.h"
#include "kernel/language/cell/is_complete.h"
#include "kernel/language/text/parser.h"
#include "kernel/language/compile/scopes.h"

#include "base/memory.h"

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

static void read_cell(const char *source, size_t length, size_t cursor) {
    int indent;
    memory_release(input_transform(source, length));
    check_complete(source, length, &indent);
    CursorPlace place = cursor_find(source, length, cursor);
    if (place.start > place.end) abort();
    cursor_find_name(source, length, cursor);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    if (!length) return 0;
    const char *source = (const char *)bytes + 1;
    if (bytes[0] & 8) read_cell(source, length - 1, bytes[0] >> 4 | (length & ~(size_t)15));
    else parse(source, length - 1, (ParseMode)(bytes[0] % 3), bytes[0] & 4 ? PARSE_TOP_LEVEL_AWAIT : 0);
    return 0;
}
