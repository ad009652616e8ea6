/* Mistakes in the user's function, told as numba tells them: the step, what is wrong, the file and line with a caret. */
#include "kernel/compile/private.h"

#include "base/memory.h"

#include <stdarg.h>
#include <string.h>

void *compile_allocate(Compilation *c, size_t size) {
    void *memory = arena_allocate(&c->arena, size ? size : 1);
    if (!memory) fail_memory(c);
    return memory;
}

const char *compile_text(Compilation *c, const char *format, ...) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    va_list list;
    va_start(list, format);
    text_append_format_list(&text, format, list);
    va_end(list);
    char *copy = text.failed ? NULL : arena_copy(&c->arena, text_string(&text), text.length);
    text_release(&text);
    if (!copy) fail_memory(c);
    return copy;
}

Value compile_keep(Compilation *c, Value owned) {
    if (value_is_absent(owned)) fail_raised(c);
    if (owned.tag != TAG_OBJECT) return owned;
    if (c->kept_count == c->kept_capacity) {
        size_t capacity = c->kept_capacity ? 2 * c->kept_capacity : 16;
        Value *grown = memory_resize(c->kept, capacity * sizeof *grown);
        if (!grown) {
            value_release(owned);
            fail_memory(c);
        }
        c->kept = grown;
        c->kept_capacity = capacity;
    }
    return c->kept[c->kept_count++] = owned;
}

static _Noreturn void leave(Compilation *c) { longjmp(*c->escape, 1); }

void fail_memory(Compilation *c) {
    c->error_kind = "MemoryError";
    leave(c);
}

void fail_raised(Compilation *c) {
    c->has_raised = true;
    leave(c);
}

void fail_kind(Compilation *c, const char *kind, const char *format, ...) {
    va_list list;
    va_start(list, format);
    c->error_kind = kind;
    text_truncate(&c->message, 0);
    text_append_format_list(&c->message, format, list);
    va_end(list);
    leave(c);
}

void fail_pending(Compilation *c) {
    c->instance->has_changed = true;
    if (!c->pending) fail_typing(c, c->node, NULL, "cannot type infer runaway recursion");
    longjmp(*c->pending, 1);
}

/* 'File "cell", line 3:' and the lines around, the head of the function first. */
static void append_place(Compilation *c, TextBuffer *text, const Node *node) {
    const FunctionTree *tree = c->instance ? c->instance->tree : NULL;
    if (!tree || !node) return;
    const char *name = strrchr(tree->file, '/');
    text_append_format(text, "\nFile \"%s\", line %d:\n", name ? name + 1 : tree->file, node->line);
    int first = tree->node->line;
    int start = node->line - 4 > first ? node->line - 4 : first;
    size_t length = 0;
    const char *line;
    if (tree->node->kind == NODE_FUNCTION && tree->node->function.decorator_list.count && start == first && node->line == first) {
        start = first - 1;
    } else if (start > first && (line = source_line(tree->source, first, &length))) {
        text_append_format(text, "%.*s\n    <source elided>\n", (int)length, line);
        start = node->line - 1 > first ? node->line - 1 : first + 1;
    }
    size_t indent = 0;
    for (int number = start; number <= node->line; number++) {
        if (!(line = source_line(tree->source, number, &length))) continue;
        text_append_format(text, "%.*s\n", (int)length, line);
        for (indent = 0; indent < length && (line[indent] == ' ' || line[indent] == '\t'); indent++) continue;
    }
    text_append_repeated(text, ' ', indent);
    text_append(text, "^\n");
}

void fail_typing(Compilation *c, const Node *node, const char *during, const char *format, ...) {
    if (!node) node = c->node;
    TextBuffer *text = &c->message;
    text_truncate(text, 0);
    text_append(text, "Failed in nopython mode pipeline (step: nopython frontend)\n");
    va_list list;
    va_start(list, format);
    text_append_format_list(text, format, list);
    va_end(list);
    text_append_char(text, '\n');
    const FunctionTree *tree = c->instance ? c->instance->tree : NULL;
    if (!strncmp(format, "NameError", 9)) node = NULL;
    if (during && tree && node) text_append_format(text, "\nDuring: typing of %s at %s (%d)\n", during, tree->file, node->line);
    append_place(c, text, node);
    text_append(text, node ? "\nDuring: Pass nopython_type_inference" : "During: Pass nopython_type_inference");
    c->error_kind = "numba.core.errors.TypingError";
    leave(c);
}

void fail_unsupported(Compilation *c, const Node *node, const char *format, ...) {
    TextBuffer *text = &c->message;
    text_truncate(text, 0);
    text_append(text, "Failed in nopython mode pipeline (step: analyzing bytecode)\n");
    va_list list;
    va_start(list, format);
    text_append_format_list(text, format, list);
    va_end(list);
    text_append_char(text, '\n');
    append_place(c, text, node ? node : c->node);
    c->error_kind = "numba.core.errors.UnsupportedError";
    leave(c);
}

const char *value_shown(Compilation *c, CompileValue value) {
    if (value.constant.tag == TAG_INT && type_is_integer(value.type)) return compile_text(c, "Literal[int](%lld)", (long long)value.constant.integer);
    if (value.constant.tag == TAG_BOOL) return value.constant.integer ? "Literal[bool](True)" : "Literal[bool](False)";
    const char *known = value_known_text(value);
    return known ? compile_text(c, "Literal[str](%s)", known) : value.type->name;
}

void fail_no_implementation(Compilation *c, const Node *node, const char *function, const CompileValue *values, int count) {
    TextBuffer shown = TEXT_BUFFER_EMPTY;
    for (int i = 0; i < count; i++) text_append_format(&shown, "%s%s", i ? ", " : "", value_shown(c, values[i]));
    const char *list = compile_text(c, "%s", text_string(&shown));
    text_release(&shown);
    bool is_operator = strncmp(function, "<built-in function", 18) == 0;
    fail_typing(c, node, is_operator ? "intrinsic-call" : "call",
                "No implementation of function Function(%s) found for signature:\n \n >>> %s(%s)\n ", function,
                is_operator ? compile_text(c, "%.*s", (int)strcspn(function + 19, ">"), function + 19) : function, list);
}

void fail_unsupported_function(Compilation *c, const Node *node, const char *path) {
    fail_typing(c, node, "call", "Use of unsupported NumPy function '%s' or unsupported use of the function.", path);
}
