/* Running a cell's text from a magic: magics inside it included, and the value of a last expression kept. */
#include "kernel/magics/magic.h"

#include "base/hash_table.h"
#include "base/memory.h"
#include "base/text_buffer.h"
#include "kernel/language/compile/evaluate.h"
#include "kernel/language/cell/input_transform.h"
#include "kernel/language/text/parser.h"
#include "kernel/language/text/sources.h"

#include <stdio.h>
#include <string.h>

/* Where the last statement begins if it is an expression; `length` when it is not, or when nothing parses (the
 * compiler will say what is wrong). */
static size_t last_expression(const char *source, size_t length, bool *parses) {
    Arena arena = ARENA_EMPTY;
    AstContext context;
    SyntaxFault fault = {0};
    size_t offset = length;
    Node *tree = parse_source(&context, &arena, source, length, PARSE_MODULE, PARSE_TOP_LEVEL_AWAIT, &fault);
    *parses = tree != NULL;
    if (tree && tree->module.body.count) {
        const Node *last = tree->module.body.items[tree->module.body.count - 1];
        if (last->kind == NODE_EXPRESSION_STATEMENT) {
            const char *at = source;
            for (int line = 1; line < last->line; line++) at = memchr(at, '\n', length - (size_t)(at - source)) + 1;
            offset = (size_t)(at - source) + (size_t)last->column;
        }
    }
    arena_release(&arena);
    return offset;
}

/* Everything but the last expression. In a cell of its own each statement may be a module. */
static Value run_statements(Thread *thread, const MagicCall *call, const char *source, size_t length, const char *file, bool as_cell) {
    if (!as_cell) return session_evaluate(call->session, thread, source, length, file, "exec", call->namespace, VALUE_ABSENT);
    bool is_compiled;
    return cell_run(thread, source, length, file, 0, session_futures(call->session), call->namespace, &is_compiled);
}

static Value execute(Thread *thread, const MagicCall *call, const char *source, const char *statements_file,
                     const char *expression_file, bool as_cell) {
    bool parses;
    size_t length = strlen(source), split = last_expression(source, length, &parses);
    if (split > 0) expression_file = statements_file; /* as IPython calls it */
    if (!parses && !strcmp(statements_file, "<timed exec>")) statements_file = "<unknown>";
    Value result = VALUE_NONE;
    if (split > 0) result = run_statements(thread, call, source, split, statements_file, as_cell);
    if (!value_is_absent(result) && split < length) {
        value_release(result);
        /* Blank lines in front keep the line numbers of tracebacks right. */
        TextBuffer expression = TEXT_BUFFER_EMPTY;
        for (size_t i = 0; i < split; i++)
            if (source[i] == '\n') text_append_char(&expression, '\n');
        text_append_bytes(&expression, source + split, length - split);
        result = expression.failed ? raise_no_memory(thread)
                                   : session_evaluate(call->session, thread, expression.bytes, expression.length, expression_file,
                                                      "eval", call->namespace, VALUE_ABSENT);
        text_release(&expression);
    }
    return result;
}

Value magic_execute(Thread *thread, const MagicCall *call, const char *text, size_t text_length) {
    char *source = input_transform(text, text_length);
    if (!source) return raise_no_memory(thread);
    Value result = execute(thread, call, source, "<timed exec>", "<timed eval>", false);
    memory_release(source);
    return result;
}

Value magic_execute_as_cell(Thread *thread, const MagicCall *call, const char *text, size_t text_length) {
    char *source = input_transform(text, text_length);
    if (!source) return raise_no_memory(thread);
    char file[64];
    snprintf(file, sizeof file, "<ipython-input-%lld-%012llx>", (long long)session_execution_count(call->session),
             (unsigned long long)(hash_bytes(source, strlen(source)) & 0xffffffffffff));
    sources_add(thread, file, source, strlen(source));
    Value result = execute(thread, call, source, file, file, true);
    memory_release(source);
    return result;
}
