/* Tracebacks in CPython's plain form, with the carets that mark the failing expression. */
#include "kernel/language/report/traceback.h"

#include "base/memory.h"
#include "base/utf8.h"
#include "kernel/language/text/parser.h"
#include "kernel/language/report/traceback_format.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/core/type.h"

#include <stdlib.h>
#include <string.h>

TracebackEntry traceback_entry(const Traceback *traceback) {
    const Code *code = traceback->frame->code;
    Position position = traceback->position;
    return (TracebackEntry){
        .file = (String *)code->file.object,
        .function = code->name,
        .line = position.line,
        .column = position.column,
        .end_line = position.end_line,
        .end_column = position.end_column,
        .code = value_from_object((void *)code),
    };
}

/* ---- which characters of an expression the carets point at ---- */

CaretAnchors caret_anchors(const char *segment, size_t length) {
    CaretAnchors anchors = {0};
    Arena arena = ARENA_EMPTY;
    AstContext context = {0};
    SyntaxFault fault = SYNTAX_FAULT_NONE;
    TextBuffer wrapped = TEXT_BUFFER_EMPTY; /* in parentheses, so that line ends inside do no harm */
    text_append_char(&wrapped, '(');
    text_append_bytes(&wrapped, segment, length);
    text_append_char(&wrapped, ')');
    Node *tree = parse_source(&context, &arena, text_string(&wrapped), wrapped.length, PARSE_EXPRESSION, PARSE_TOP_LEVEL_AWAIT, &fault);
    Node *node = tree ? tree->expression.body : NULL;
    if (node && node->line == 1 && node->end_line == 1) {
        if (node->kind == NODE_BINARY_OPERATION) {
            const Node *left = node->binary_operation.left, *right = node->binary_operation.right;
            size_t from = (size_t)left->end_column - 1, to = (size_t)right->column - 1;
            while (from < to && (segment[from] == ' ' || segment[from] == ')' || segment[from] == '\t')) from++;
            anchors.found = true;
            anchors.left = from;
            anchors.right = from + 1;
            if (from + 1 < to && segment[from + 1] != ' ' && segment[from + 1] != '(' && segment[from + 1] != '\t') anchors.right++;
        } else if (node->kind == NODE_SUBSCRIPT) {
            anchors.found = true;
            anchors.left = (size_t)node->subscript.value->end_column - 1;
            anchors.right = (size_t)node->subscript.slice->end_column;
            while (anchors.left < length && segment[anchors.left] == ')') anchors.left++;
            if (anchors.right > length) anchors.right = length;
        }
    }
    text_release(&wrapped);
    arena_release(&arena);
    return anchors;
}

static size_t count_between(const char *line, size_t from, size_t to) { return to > from ? utf8_count(line + from, to - from) : 0; }

/* "    line" and the line of carets below it. */
static void append_source(Thread *thread, const TracebackEntry *entry, TextBuffer *out) {
    const Code *code = value_has_type(entry->code, &code_type_template) ? value_code(entry->code) : NULL;
    char *line = source_find_line(thread, code, entry->file->bytes, entry->line);
    if (!line) return;
    size_t length = strlen(line), start = 0;
    while (length && strchr(" \t\r\f", line[length - 1])) length--;
    while (start < length && strchr(" \t\f", line[start])) start++;
    if (start == length) {
        memory_release(line);
        return;
    }
    text_append_format(out, "    %.*s\n", (int)(length - start), line + start);
    size_t from = (size_t)entry->column, to = (size_t)entry->end_column;
    if (entry->column >= 0 && entry->end_column >= 0) {
        CaretAnchors anchors = {0};
        if (entry->end_line != entry->line) to = length;
        if (to > length) to = length;
        if (from < start) from = start;
        if (entry->end_line == entry->line && from < to) anchors = caret_anchors(line + from, to - from);
        if (from < to && (from > start || to < length || (anchors.found && anchors.right > anchors.left))) {
            text_append_format(out, "    ");
            text_append_repeated(out, ' ', count_between(line, start, from));
            if (anchors.found) {
                text_append_repeated(out, '~', count_between(line, from, from + anchors.left));
                text_append_repeated(out, '^', count_between(line, from + anchors.left, from + anchors.right));
                text_append_repeated(out, '~', count_between(line, from + anchors.right, to));
            } else {
                text_append_repeated(out, '^', count_between(line, from, to));
            }
            text_append_char(out, '\n');
        }
    }
    memory_release(line);
}

static const Traceback *as_traceback(Value value) { return value.tag == TAG_OBJECT ? (const Traceback *)value.object : NULL; }

void traceback_format_frames(Thread *thread, Value traceback, int64_t limit, TextBuffer *out) {
    const Traceback *step = as_traceback(traceback);
    int64_t count = 0;
    for (const Traceback *at = step; at; at = at->next) count++;
    if (limit < 0)
        for (; step && count > -limit; step = step->next) count--;
    int64_t repeated = 0, shown = 0;
    TracebackEntry last = {0};
    for (; step && (limit < 0 || shown < limit); step = step->next, shown++) {
        TracebackEntry here = traceback_entry(step);
        const TracebackEntry *entry = &here;
        bool same = last.file && last.line == entry->line && string_equals(last.file, entry->file) &&
                    string_equals(last.function, entry->function);
        if (!same) {
            if (repeated > 2)
                text_append_format(out, "  [Previous line repeated %lld more time%s]\n", (long long)repeated - 2,
                                   repeated > 3 ? "s" : "");
            repeated = 0;
        } else if (++repeated > 2) {
            last = here;
            continue;
        }
        text_append_format(out, "  File \"%s\", line %d, in %s\n", entry->file->bytes, entry->line, entry->function->bytes);
        append_source(thread, entry, out);
        last = here;
    }
    if (repeated > 2)
        text_append_format(out, "  [Previous line repeated %lld more time%s]\n", (long long)repeated - 2, repeated > 3 ? "s" : "");
}

/* ---- the exception itself ---- */

static Value attribute(Thread *thread, Value value, const char *name) {
    Value found = value_find_attribute_c(thread, value, name);
    if (value_is_absent(found)) exception_clear(thread);
    return found;
}

void exception_append_type(Thread *thread, Value exception, TextBuffer *out) {
    Value type = value_from_object(exception.object->type);
    Value module = attribute(thread, type, "__module__"), name = attribute(thread, type, "__qualname__");
    if (value_is_string(module) && strcmp(value_c_string(module), "builtins") && strcmp(value_c_string(module), "__main__"))
        text_append_format(out, "%s.", value_c_string(module));
    text_append(out, value_is_string(name) ? value_c_string(name) : exception.object->type->name);
    value_release(module);
    value_release(name);
}

void exception_append_text(Thread *thread, Value exception, TextBuffer *out) {
    Value text = value_str(thread, exception);
    if (value_is_absent(text)) {
        exception_clear(thread);
        text_append(out, "<exception str() failed>");
        return;
    }
    text_append_bytes(out, value_c_string(text), value_string(text)->length);
    value_release(text);
}

static int64_t number_attribute(Thread *thread, Value exception, const char *name, int64_t otherwise) {
    Value value = attribute(thread, exception, name);
    int64_t number = value.tag == TAG_INT ? value.integer : otherwise;
    value_release(value);
    return number;
}

/* The place and the caret of a SyntaxError. */
static void append_syntax_place(Thread *thread, Value exception, TextBuffer *out) {
    Value file = attribute(thread, exception, "filename"), text = attribute(thread, exception, "text");
    int64_t line = number_attribute(thread, exception, "lineno", 0);
    if (line)
        text_append_format(out, "  File \"%s\", line %lld\n", value_is_string(file) ? value_c_string(file) : "<string>", (long long)line);
    else if (value_is_string(file)) text_append_format(out, "  File \"%s\"\n", value_c_string(file));
    if (value_is_string(text)) append_syntax_caret(thread, exception, value_c_string(text), "    ", out);
    value_release(file);
    value_release(text);
}

static bool is_cell(Thread *thread, Value exception) {
    Value file = attribute(thread, exception, "filename");
    bool result = value_is_string(file) && !strncmp(value_c_string(file), "<ipython-input-", 15);
    value_release(file);
    return result;
}

void append_syntax_caret(Thread *thread, Value exception, const char *text, const char *indent, TextBuffer *out) {
    size_t length = strlen(text), start = 0;
    while (length && strchr(" \t\r\n\f", text[length - 1])) length--;
    while (start < length && strchr(" \t\f", text[start])) start++;
    text_append_format(out, "%s%.*s\n", indent, (int)(length - start), text + start);
    int64_t line = number_attribute(thread, exception, "lineno", 0), end_line = number_attribute(thread, exception, "end_lineno", line);
    int64_t offset = number_attribute(thread, exception, "offset", 0), end = number_attribute(thread, exception, "end_offset", 0);
    if (offset < 1) return;
    size_t stripped = start, total = utf8_count(text, length);
    if (!strchr(text, '\n') && offset > (int64_t)total && !is_cell(thread, exception))
        return; /* behind a text that just ends */
    if (value_is_instance(thread->interpreter, exception, thread_builtins(thread)->exception_IndentationError)) end = offset + 1;
    if (end_line != line || end <= 0) end = end_line != line ? (int64_t)total + 1 : offset;
    if (end == offset || end < offset) end = offset + 1;
    if (end > (int64_t)total + 1 && offset <= (int64_t)total) end = (int64_t)total + 1;
    int64_t column = offset - 1 - (int64_t)stripped, end_column = end - 1 - (int64_t)stripped;
    if (column < 0) return;
    text_append(out, indent);
    size_t at = start;
    for (int64_t i = 0; i < column; i++) {
        bool inside = at < length;
        text_append_char(out, inside && (text[at] == '\t' || text[at] == '\f') ? text[at] : ' ');
        if (inside) at += utf8_offset(text + at, length - at, 1);
    }
    text_append_repeated(out, '^', (size_t)(end_column - column));
    text_append_char(out, '\n');
}

static void append_safely(Thread *thread, Value text, const char *otherwise, TextBuffer *out) {
    if (value_is_absent(text)) exception_clear(thread);
    text_append(out, value_is_absent(text) ? otherwise : value_c_string(text));
    value_release(text);
}

/* As in CPython what is no sequence is shown by its repr, without an end of line. */
void exception_append_notes(Thread *thread, Value exception, TextBuffer *out) {
    Value notes = attribute(thread, exception, "__notes__");
    if (value_is_absent(notes) || value_is_none(notes)) return;
    if (type_of(thread->interpreter, notes)->get_item && !value_is_dict(notes)) {
        for (int64_t i = 0;; i++) {
            int64_t length = value_length(thread, notes);
            if (length < 0) exception_clear(thread);
            if (i >= length) break;
            Value note = value_get_item(thread, notes, value_from_int(i));
            append_safely(thread, value_is_absent(note) ? note : value_str(thread, note), "<note str() failed>", out);
            text_append_char(out, '\n');
            value_release(note);
        }
    } else {
        append_safely(thread, value_repr(thread, notes), "<__notes__ repr() failed>", out);
    }
    value_release(notes);
}

void traceback_format_exception_only(Thread *thread, Value exception, TextBuffer *out) {
    Builtins *builtins = thread_builtins(thread);
    bool is_syntax = value_is_instance(thread->interpreter, exception, builtins->exception_SyntaxError);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    if (is_syntax) {
        append_syntax_place(thread, exception, out);
        Value message = attribute(thread, exception, "msg");
        text_append(&text, value_is_string(message) ? value_c_string(message) : "<no detail available>");
        value_release(message);
    } else {
        exception_append_text(thread, exception, &text);
    }
    exception_append_type(thread, exception, out);
    if (text.length) text_append_format(out, ": %s", text_string(&text));
    char *hint = suggest_name(thread, exception);
    if (hint) text_append_format(out, ". Did you mean: '%s'?", hint);
    memory_release(hint);
    text_append_char(out, '\n');
    text_release(&text);
    exception_append_notes(thread, exception, out);
}

/* ---- groups and chains ---- */

typedef struct Chain {
    Value seen[64];
    size_t count;
} Chain;

static void format_chain(Thread *thread, Value exception, Chain *chain, int depth, TextBuffer *out);

static void append_indented(TextBuffer *out, const char *text, int depth, const char *mark) {
    while (*text) {
        size_t length = strcspn(text, "\n");
        text_append_repeated(out, ' ', (size_t)depth * 2);
        text_append_format(out, "%s%.*s\n", mark, (int)length, text);
        text += length + (text[length] == '\n');
    }
}

static bool is_group(Thread *thread, Value exception) {
    return value_is_instance(thread->interpreter, exception, thread_builtins(thread)->exception_BaseExceptionGroup);
}

/* The members of an exception group, each in a box. */
static void format_group(Thread *thread, Value exception, Chain *chain, int depth, TextBuffer *out) {
    Value members = attribute(thread, exception, "exceptions");
    size_t count = value_is_tuple(members) ? value_tuple(members)->count : 0;
    for (size_t i = 0; i < count; i++) {
        size_t shown = i < 15 ? i : 15;
        text_append_repeated(out, ' ', (size_t)depth * 2);
        text_append_format(out, "%s---------------- ", i == 0 ? "+-+" : "  +");
        if (i >= 15) text_append(out, "...");
        else text_append_format(out, "%zu", shown + 1);
        text_append(out, " ----------------\n");
        TextBuffer inner = TEXT_BUFFER_EMPTY;
        if (i >= 15) {
            text_append_format(&inner, "and %zu more exception%s\n", count - 15, count - 15 > 1 ? "s" : "");
        } else {
            format_chain(thread, value_tuple(members)->items[i], chain, depth + 1, &inner);
        }
        bool nested = i < 15 && is_group(thread, value_tuple(members)->items[i]);
        if (i >= 15) append_indented(out, text_string(&inner), depth + 1, "| ");
        else text_append(out, text_string(&inner));
        text_release(&inner);
        if (i >= 15 || i + 1 == count) {
            if (!nested) {
                text_append_repeated(out, ' ', (size_t)depth * 2);
                text_append(out, "  +------------------------------------\n");
            }
            break;
        }
    }
    value_release(members);
}

/* How many of the last frames are shown, from sys.tracebacklimit; below 1: not even the heading. */
static int64_t frame_limit(Thread *thread) {
    Value module = thread->interpreter->system_module;
    Value limit = value_is_module(module) ? dict_get_c(thread, module_attributes(module), "tracebacklimit") : VALUE_ABSENT;
    return limit.tag == TAG_INT ? limit.integer : INT64_MAX;
}

static void format_one(Thread *thread, Value exception, Chain *chain, int depth, TextBuffer *out) {
    const Exception *raised = (const Exception *)exception.object;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    bool group = is_group(thread, exception);
    if (!group) {
        int64_t limit = frame_limit(thread);
        if (!value_is_absent(raised->traceback) && !value_is_none(raised->traceback) && limit > 0) {
            text_append(&text, "Traceback (most recent call last):\n");
            traceback_format_frames(thread, raised->traceback, -limit, &text);
        }
        traceback_format_exception_only(thread, exception, &text);
        if (depth) append_indented(out, text_string(&text), depth, "| ");
        else text_append_bytes(out, text_string(&text), text.length);
        text_release(&text);
        return;
    }
    int inside = depth ? depth : 1;
    if (!value_is_absent(raised->traceback) && !value_is_none(raised->traceback)) {
        text_append_repeated(out, ' ', (size_t)inside * 2);
        text_append(out, depth ? "| Exception Group Traceback (most recent call last):\n"
                               : "+ Exception Group Traceback (most recent call last):\n");
        traceback_format_frames(thread, raised->traceback, INT64_MAX, &text);
    }
    traceback_format_exception_only(thread, exception, &text);
    append_indented(out, text_string(&text), inside, "| ");
    text_release(&text);
    format_group(thread, exception, chain, inside, out);
}

static void format_chain(Thread *thread, Value exception, Chain *chain, int depth, TextBuffer *out) {
    const Exception *raised = (const Exception *)exception.object;
    for (size_t i = 0; i < chain->count; i++)
        if (chain->seen[i].object == exception.object) return;
    if (chain->count < sizeof chain->seen / sizeof *chain->seen) {
        chain->seen[chain->count++] = exception;
        const char *between = NULL;
        if (raised->cause.tag == TAG_OBJECT) {
            format_chain(thread, raised->cause, chain, depth, out);
            between = "The above exception was the direct cause of the following exception:";
        } else if (raised->context.tag == TAG_OBJECT && !raised->suppress_context) {
            size_t before = out->length;
            format_chain(thread, raised->context, chain, depth, out);
            if (out->length > before) between = "During handling of the above exception, another exception occurred:";
        }
        if (between) {
            TextBuffer text = TEXT_BUFFER_EMPTY;
            text_append_format(&text, "\n%s\n\n", between);
            if (depth) append_indented(out, text_string(&text), depth, "| ");
            else text_append(out, text_string(&text));
            text_release(&text);
        }
    }
    format_one(thread, exception, chain, depth, out);
}

void traceback_format_unraisable(Thread *thread, Value exception, TextBuffer *out) {
    Value traceback = ((const Exception *)exception.object)->traceback;
    if (!value_is_absent(traceback) && !value_is_none(traceback)) {
        text_append(out, "Traceback (most recent call last):\n");
        traceback_format_frames(thread, traceback, INT64_MAX, out);
    }
    TextBuffer text = TEXT_BUFFER_EMPTY;
    exception_append_type(thread, exception, out);
    exception_append_text(thread, exception, &text);
    text_append_format(out, ": %s\n", text_string(&text)); /* the colon in any case */
    text_release(&text);
}

void traceback_format_plain(Thread *thread, Value exception, TextBuffer *out) {
    Chain chain = {.count = 0};
    format_chain(thread, exception, &chain, 0, out);
}
