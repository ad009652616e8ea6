/* Tracebacks as IPython shows them in a cell: for every frame where it is, the statements around the failing line, an
 * arrow, and the failing expression marked. */
#include "kernel/language/report/traceback.h"

#include "base/memory.h"
#include "base/utf8.h"
#include "kernel/language/report/highlight.h"
#include "kernel/language/text/sources.h"
#include "kernel/language/report/traceback_format.h"
#include "kernel/language/report/traceback_pieces.h"
#include "kernel/objects/core/type.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RED "\033[31m"
#define GREEN "\033[32m"
#define CYAN "\033[36m"
#define BLUE "\033[34m"
#define PLAIN "\033[39m"

/* AROUND: statements on either side of the failing one in a file; of a cell twice as many lines before, one less behind. */
enum { WIDTH = 75, AROUND = 2, AROUND_CAUSE = 1, LONGEST_PIECE = 6, NUMBER_WIDTH = 7, LONGEST_FILE = 10000 };

/* The list of strings in the making. */
typedef struct Lines {
    char **items;
    size_t count, capacity;
    bool failed; /* something is missing: no memory */
} Lines;

static void add_line(Lines *lines, TextBuffer *text) {
    char *string = text_detach(text);
    *text = TEXT_BUFFER_EMPTY;
    if (!string) {
        lines->failed = true;
        return;
    }
    if (lines->count == lines->capacity) {
        size_t wanted = lines->capacity ? lines->capacity * 2 : 16;
        char **grown = memory_resize(lines->items, wanted * sizeof(char *));
        if (!grown) {
            lines->failed = true;
            memory_release(string);
            return;
        }
        lines->items = grown;
        lines->capacity = wanted;
    }
    lines->items[lines->count++] = string;
}

/* ---- where ---- */

/* The path of a frame, absolute, with ~ for the home. Text in <> is no path. */
static void append_path(const char *file, TextBuffer *out) {
    char folder[PATH_MAX];
    TextBuffer path = TEXT_BUFFER_EMPTY;
    size_t length = strlen(file);
    if (*file && *file != '/' && !(*file == '<' && file[length - 1] == '>') && getcwd(folder, sizeof folder)) {
        while (!strncmp(file, "./", 2)) file += 2;
        text_append_format(&path, "%s/%s", strcmp(folder, "/") ? folder : "", file);
        if (access(text_string(&path), F_OK) == 0) file = text_string(&path);
    }
    const char *home = getenv("HOME");
    size_t home_length = home ? strlen(home) : 0;
    while (home_length > 1 && home[home_length - 1] == '/') home_length--;
    if (home_length > 1 && !strncmp(file, home, home_length) && file[home_length] == '/') {
        text_append_char(out, '~');
        file += home_length;
    }
    text_append(out, file);
    text_release(&path);
}

/* "Cell In[3], line 1" or "File path:12". */
static void append_place(const char *file, int line, TextBuffer *out) {
    long long number;
    if (sscanf(file, "<ipython-input-%lld-", &number) == 1) {
        text_append_format(out, CYAN "Cell" PLAIN CYAN " " PLAIN GREEN "In[%lld]" PLAIN GREEN ", line %d" PLAIN, number, line);
    } else {
        text_append(out, CYAN "File " PLAIN GREEN);
        append_path(file, out);
        if (line) text_append_format(out, ":%d", line);
        text_append(out, PLAIN);
    }
}

/* "=" and the repr, the middle of a long one left out. */
static void append_argument_value(Thread *thread, Dict *names, const String *name, TextBuffer *out) {
    enum { LONGEST = 100 };
    Value value = names ? dict_get_c(thread, names, name->bytes) : VALUE_ABSENT;
    Value text = value_is_absent(value) ? value : value_repr(thread, value);
    if (value_is_absent(text)) {
        exception_clear(thread);
        text_append(out, "=<unavailable>");
        return;
    }
    const String *string = value_string(text);
    text_append_char(out, '=');
    if (string->count <= LONGEST) {
        text_append_bytes(out, string->bytes, string->length);
    } else {
        size_t head = utf8_offset(string->bytes, string->length, (LONGEST - 3) / 2);
        size_t tail = utf8_offset(string->bytes, string->length, string->count - (LONGEST - 3 - (LONGEST - 3) / 2));
        text_append_bytes(out, string->bytes, head);
        text_append(out, "...");
        text_append_bytes(out, string->bytes + tail, string->length - tail);
    }
    value_release(text);
}

/* The qualified name; in files comprehensions have none, and are no part of another's. */
static void append_name(const Code *code, TextBuffer *out) {
    const char *name = code->qualified_name->bytes, *own = code->name->bytes;
    static const char *const unnamed[] = {"<listcomp>.", "<setcomp>.", "<dictcomp>.", "<genexpr>.", "<locals>."};
    if (!strncmp(value_c_string(code->file), "<ipython-input-", 15)) {
        text_append(out, name);
    } else if (*own == '<' && strcmp(own, "<lambda>") != 0) {
        text_append(out, own);
    } else {
        while (*name) {
            size_t skipped = 0, part = strcspn(name, ".");
            for (size_t i = 0; i < 4 && !skipped; i++)
                if (!strncmp(name, unnamed[i], strlen(unnamed[i]))) skipped = strlen(unnamed[i]);
            if (skipped && !strncmp(name + skipped, unnamed[4], strlen(unnamed[4]))) skipped += strlen(unnamed[4]);
            if (!skipped) text_append_bytes(out, name, part + (name[part] == '.'));
            name += skipped ? skipped : part + (name[part] == '.');
        }
    }
}

/* "f(a, k, *b, **c)": keyword-only names before the starred one, as inspect lists them; with their values in the mode
 * that wants them (names: the frame's variables, else NULL). */
static void append_function(Thread *thread, const Code *code, Dict *names, TextBuffer *out) {
    text_append(out, ", in " CYAN);
    append_name(code, out);
    text_append(out, PLAIN BLUE "(");
    size_t named = (size_t)code->argument_count + code->keyword_only_count;
    size_t all = named + !!(code->flags & CODE_STAR_ARGUMENTS) + !!(code->flags & CODE_STAR_KEYWORDS);
    for (size_t at = 0; at < all; at++) {
        bool is_star = at == named && code->flags & CODE_STAR_ARGUMENTS;
        text_append_format(out, "%s%s%s", at ? ", " : "", at < named ? "" : is_star ? "*" : "**", code->locals[at]->bytes);
        if (names) append_argument_value(thread, names, code->locals[at], out);
    }
    text_append(out, ")" PLAIN);
}

static void append_header_of_frame(Thread *thread, const Traceback *step, bool verbose, TextBuffer *out) {
    const Code *code = step->frame->code;
    append_place(value_c_string(code->file), step->position.line, out);
    if (strcmp(code->name->bytes, "<module>")) {
        Value names = verbose ? frame_object_locals(thread, step->frame) : VALUE_ABSENT;
        exception_clear(thread);
        append_function(thread, code, value_is_dict(names) ? value_dict(names) : NULL, out);
        value_release(names);
    }
    text_append_char(out, '\n');
}

/* ---- the lines ---- */

typedef struct Excerpt {
    const Source *source;
    const Position *position; /* the failing expression, to be marked */
    bool mark;
    int line;       /* the failing line */
    size_t indent;  /* to take away from every line */
} Excerpt;

static void append_number(int line, bool is_current, TextBuffer *out) {
    char number[16];
    int length = snprintf(number, sizeof number, "%d", line);
    int pad = NUMBER_WIDTH - length;
    if (!is_current) {
        text_append_format(out, GREEN "%*d" PLAIN " ", NUMBER_WIDTH, line);
        return;
    }
    text_append(out, GREEN);
    if (pad >= 2) {
        text_append_repeated(out, '-', (size_t)pad - 2);
        text_append(out, "> ");
    } else if (pad == 1) text_append_char(out, '>');
    text_append_format(out, PLAIN GREEN "%s" PLAIN " ", number);
}

static void append_line(const Excerpt *excerpt, HighlightState *state, int line, TextBuffer *out) {
    size_t length;
    const char *text = source_line(excerpt->source, line, &length);
    if (!text) return;
    append_number(line, line == excerpt->line, out);
    size_t from = SIZE_MAX, to = SIZE_MAX;
    const Position *position = excerpt->position;
    if (excerpt->mark && line >= position->line && line <= position->end_line) {
        size_t blank = strspn(text, " \t");
        from = line == position->line ? (size_t)position->column : blank;
        to = line == position->end_line ? (size_t)position->end_column : length;
        if (to > length) to = length;
    }
    size_t skipped = strspn(text, " \t") < excerpt->indent ? strspn(text, " \t") : excerpt->indent;
    if (skipped > length) skipped = length;
    highlight_line(state, text, length, skipped, from, to, out);
    text_append_char(out, '\n');
}

static bool is_statement_position(const Code *code, int64_t last_instruction) {
    if (last_instruction < 0 || last_instruction / 2 >= (int64_t)code->word_count) return true;
    const Word *at = code->words + last_instruction / 2;
    return at->opcode == OP_RAISE || at->opcode == OP_RERAISE || at->opcode == OP_IMPORT || at->opcode == OP_IMPORT_FROM ||
           at->opcode == OP_UNPACK;
}

static size_t common_indent(const Source *source, const Piece *pieces, size_t count) {
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < count; i++)
        for (int line = pieces[i].start; line < pieces[i].end; line++) {
            size_t length;
            const char *text = source_line(source, line, &length);
            if (!text) continue;
            size_t indent = strspn(text, " \t");
            if (indent < length && indent < least) least = indent;
        }
    return least == SIZE_MAX ? 0 : least;
}

static void append_excerpt(const Traceback *step, const Source *source, int around, TextBuffer *out) {
    Position position = step->position;
    Piece *pieces;
    size_t count, executing;
    if (!pieces_around(source, &position, around, around, &pieces, &count, &executing)) return;
    Excerpt excerpt = {source, &position, false, step->position.line, common_indent(source, pieces, count)};
    excerpt.mark = position.column >= 0 && position.end_column >= 0 && !is_statement_position(step->frame->code, step->last_instruction);
    HighlightState state = {0};
    for (size_t i = 0; i < count; i++) {
        Piece piece = pieces[i];
        int length = piece.end - piece.start;
        for (int line = piece.start; line < piece.end; line++) {
            if (i != executing && length > LONGEST_PIECE && line == piece.start + 3) {
                text_append(out, GREEN "   (...)" PLAIN);
                text_append_format(out, GREEN "%*d" PLAIN " ", NUMBER_WIDTH - 1, piece.end - 2);
                line = piece.end - 2;
                size_t width;
                const char *text = source_line(source, line, &width);
                if (text) highlight_line(&state, text, width, excerpt.indent < width ? excerpt.indent : 0, SIZE_MAX, SIZE_MAX, out);
                text_append_char(out, '\n');
                continue;
            }
            append_line(&excerpt, &state, line, out);
        }
    }
    memory_release(pieces);
}

/* The lines of a cell (or of a file too long to be taken apart) as they stand, none beyond the function. */
static void append_lines_around(const Traceback *step, const Source *source, int around, TextBuffer *out) {
    Piece block = traceback_block(step->frame->code, source, step->position.line);
    Position position = step->position;
    Excerpt excerpt = {source, &position, false, position.line, 0};
    excerpt.mark = position.column >= 0 && position.end_column >= 0 && !is_statement_position(step->frame->code, step->last_instruction);
    HighlightState state = {0};
    int first = position.line - 2 * around, last = position.line + 2 * around - 1;
    for (int line = first > block.start ? first : block.start; line <= last && line < block.end; line++)
        append_line(&excerpt, &state, line, out);
}

/* Instead of the lines, as far as the line is among those that would be shown. */
static void append_no_source(const Traceback *step, int around, TextBuffer *out) {
    int first = step->frame->code->first_line, line = step->position.line;
    if (line - first >= 2 * around) return;
    append_number(first, line == first, out);
    text_append(out, "'Could not get source, probably due dynamically evaluated source code.'\n");
}

/* The text of a frame's file, loaded when the code did not keep it. */
static void format_frame(Thread *thread, const Traceback *step, int around, bool verbose, TextBuffer *out) {
    const Code *code = step->frame->code;
    append_header_of_frame(thread, step, verbose, out);
    const char *file = value_c_string(code->file);
    bool is_cell = !strncmp(file, "<ipython-input-", 15);
    const Source *source = is_cell ? sources_find(thread, file) : NULL; /* its code may have been made from a part */
    if (!source) source = code->source ? code->source : sources_find(thread, file);
    if (!strncmp(file, "<frozen ", 8)) return;
    if (file[0] == '<' && !is_cell) append_no_source(step, around, out);
    else if (source && (is_cell || source_line_count(source) > LONGEST_FILE)) append_lines_around(step, source, around, out);
    else if (source) append_excerpt(step, source, around, out);
}

/* ---- frames, recursion ---- */

static bool same_place(const Traceback *left, const Traceback *right) {
    return left->frame->code == right->frame->code && left->position.line == right->position.line;
}

/* Frames of the session's own Python text say nothing to the user. */
static const Traceback *next_shown(const Traceback *step) {
    while (step && !strncmp(value_c_string(step->frame->code->file), "<frozen IPython", 15)) step = step->next;
    return step;
}

/* A function with a variable __tracebackhide__ that is true is left out, unless the error is its own. */
static bool is_hidden(Thread *thread, const Traceback *step) {
    const Code *code = step->frame->code;
    bool has_name = false;
    for (size_t i = 0; i < code->local_count && !has_name; i++) has_name = string_equals_c(code->locals[i], "__tracebackhide__");
    if (!has_name || !next_shown(step->next)) return false;
    Value names = frame_object_locals(thread, step->frame);
    Value value = value_is_dict(names) ? dict_get_c(thread, value_dict(names), "__tracebackhide__") : VALUE_ABSENT;
    bool hidden = !value_is_absent(value) && value_truth(thread, value) > 0;
    value_release(names);
    exception_clear(thread);
    return hidden;
}

/* Where a place came up before, frames in a row of the same places are skipped. */
static void format_frames(Thread *thread, Value traceback, int around, bool verbose, Lines *lines) {
    const Traceback *first = traceback.tag == TAG_OBJECT ? (const Traceback *)traceback.object : NULL;
    size_t hidden = 0;
    for (const Traceback *step = next_shown(first); step; step = next_shown(step)) {
        TextBuffer text = TEXT_BUFFER_EMPTY;
        if (is_hidden(thread, step)) {
            hidden++;
            step = step->next;
            continue;
        }
        if (hidden) {
            text_append_format(&text, "    " RED "[... skipping hidden %zu frame]" PLAIN "\n", hidden);
            add_line(lines, &text);
            hidden = 0;
        }
        size_t repeated = 0;
        const Traceback *end = step->next;
        while (end && same_place(end, step)) end = end->next, repeated++;
        format_frame(thread, step, around, verbose, &text);
        add_line(lines, &text);
        if (repeated > 2) {
            step = step->next;
            format_frame(thread, step, around, verbose, &text);
            add_line(lines, &text);
            text_append_format(&text, "    [... skipping similar frames: %s at line %d (%zu times)]\n",
                               step->frame->code->qualified_name->bytes, step->position.line, repeated - 2);
            add_line(lines, &text);
            while (step->next != end) step = step->next;
            format_frame(thread, step, around, verbose, &text);
            add_line(lines, &text);
            step = end;
        } else {
            step = step->next;
        }
    }
}

/* ---- the exception ---- */

static void append_type_and_text(Thread *thread, Value exception, TextBuffer *out) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    exception_append_text(thread, exception, &text);
    Value type = value_from_object(exception.object->type), name = value_find_attribute_c(thread, type, "__name__");
    text_append_format(out, RED "%s" PLAIN, value_is_string(name) ? value_c_string(name) : exception.object->type->name);
    value_release(name);
    text_append_format(out, ": %s", text_string(&text));
    text_release(&text);
}

static void add_notes(Thread *thread, Value exception, Lines *lines) {
    TextBuffer notes = TEXT_BUFFER_EMPTY;
    exception_append_notes(thread, exception, &notes);
    if (notes.length) {
        if (text_string(&notes)[notes.length - 1] == '\n') text_truncate(&notes, notes.length - 1);
        add_line(lines, &notes);
    }
    text_release(&notes);
}

static void append_header(Thread *thread, Value exception, TextBuffer *out) {
    static const char title[] = "Traceback (most recent call last)";
    Value type = value_from_object(exception.object->type), name = value_find_attribute_c(thread, type, "__name__");
    const char *text = value_is_string(name) ? value_c_string(name) : exception.object->type->name;
    size_t width = utf8_count(text, strlen(text)), space = WIDTH - width;
    text_append_format(out, RED "%s" PLAIN, text);
    if (width + strlen(title) < WIDTH) text_append_repeated(out, ' ', space - strlen(title));
    else text_append_char(out, ' ');
    text_append(out, title);
    value_release(name);
}

/* The line and one caret, also behind the end of a line that just ends. */
static void append_faulty_line(Thread *thread, Value exception, const String *source, TextBuffer *out) {
    const char *text = source->bytes;
    size_t length = source->length, start = 0;
    while (length && strchr(" \t\r\n\f", text[length - 1])) length--;
    while (start < length && strchr(" \t\f", text[start])) start++;
    text_append_format(out, RED "    " PLAIN RED "%.*s" PLAIN "\n", (int)(length - start), text + start);
    Value offset = value_find_attribute_c(thread, exception, "offset");
    exception_clear(thread);
    if (offset.tag != TAG_INT) {
        value_release(offset);
        return;
    }
    text_append(out, "    ");
    int64_t end = offset.integer - 1;
    if (end < 0) end += (int64_t)source->count; /* as a slice of the text ends there */
    size_t at = 0;
    for (int64_t column = 0; column < end && at < length; column++) {
        if (at >= start) text_append_char(out, text[at] == '\t' || text[at] == '\f' ? text[at] : ' ');
        at += utf8_offset(text + at, length - at, 1);
    }
    text_append(out, "^\n");
}

static void format_syntax_error(Thread *thread, Value exception, Lines *lines) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    Value file = value_find_attribute_c(thread, exception, "filename"), line = value_find_attribute_c(thread, exception, "lineno");
    Value source = value_find_attribute_c(thread, exception, "text"), message = value_find_attribute_c(thread, exception, "msg");
    text_append(&text, "  ");
    append_place(value_is_string(file) ? value_c_string(file) : "<string>", line.tag == TAG_INT ? (int)line.integer : 0, &text);
    text_append_char(&text, '\n');
    append_faulty_line(thread, exception, value_string(value_is_string(source) ? source : thread_builtins(thread)->empty_string), &text);
    Value type = value_from_object(exception.object->type), name = value_find_attribute_c(thread, type, "__name__");
    text_append_format(&text, RED "%s" PLAIN, value_is_string(name) ? value_c_string(name) : "SyntaxError");
    if (!value_is_none(message)) text_append_format(&text, RED ":" PLAIN " %s", value_is_string(message) ? value_c_string(message) : "");
    text_append_char(&text, '\n');
    value_release(name);
    value_release(file);
    value_release(line);
    value_release(source);
    value_release(message);
    exception_clear(thread);
    add_line(lines, &text);
}

typedef struct Chain {
    Value items[32];
    const char *between[32]; /* what stands behind each but the last */
    size_t count;
} Chain;

/* From the first cause to the exception itself. */
static void collect_chain(Value exception, Chain *chain) {
    Value current = exception;
    Value reversed[32];
    const char *words[32];
    size_t count = 0;
    while (count < 32) {
        reversed[count] = current;
        const Exception *raised = (const Exception *)current.object;
        Value next = VALUE_ABSENT;
        if (raised->cause.tag == TAG_OBJECT) {
            next = raised->cause;
            words[count] = "\nThe above exception was the direct cause of the following exception:\n";
        } else if (raised->context.tag == TAG_OBJECT && !raised->suppress_context) {
            next = raised->context;
            words[count] = "\nDuring handling of the above exception, another exception occurred:\n";
        }
        count++;
        if (value_is_absent(next)) break;
        for (size_t i = 0; i < count; i++)
            if (reversed[i].object == next.object) next = VALUE_ABSENT;
        if (value_is_absent(next)) break;
        current = next;
    }
    chain->count = count;
    for (size_t i = 0; i < count; i++) {
        chain->items[i] = reversed[count - 1 - i];
        chain->between[i] = i + 1 < count ? words[count - 2 - i] : NULL;
    }
}

static void format_minimal(Thread *thread, Value exception, Lines *lines) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    append_type_and_text(thread, exception, &text);
    add_line(lines, &text);
}

/* "Cell In[3], line 1" or "File path:12 in f", and the line. */
static void format_plain_frame(Thread *thread, const Traceback *step, TextBuffer *out) {
    const Code *code = step->frame->code;
    const char *file = value_c_string(code->file);
    int line = step->position.line;
    text_append(out, "  ");
    append_place(file, line, out);
    if (strcmp(code->name->bytes, "<module>")) text_append_format(out, " in " CYAN "%s" PLAIN, code->name->bytes);
    text_append_char(out, '\n');
    char *text = source_find_line(thread, code, file, line);
    if (text) text_append_format(out, "    %s\n", text + strspn(text, " \t\f"));
    memory_release(text);
    exception_clear(thread);
}

static void format_plain(Thread *thread, Value exception, Lines *lines) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    Chain chain;
    collect_chain(exception, &chain);
    for (size_t i = 0; i < chain.count; i++) {
        Value item = chain.items[i], traceback = ((const Exception *)item.object)->traceback;
        const Traceback *first = next_shown(traceback.tag == TAG_OBJECT ? (const Traceback *)traceback.object : NULL);
        if (first) {
            text_append(&text, "Traceback (most recent call last):\n");
            add_line(lines, &text);
        }
        for (const Traceback *step = first; step; step = next_shown(step->next)) {
            format_plain_frame(thread, step, &text);
            add_line(lines, &text);
        }
        if (value_is_instance(thread->interpreter, item, thread_builtins(thread)->exception_SyntaxError)) {
            format_syntax_error(thread, item, lines);
        } else {
            append_type_and_text(thread, item, &text);
            text_append_char(&text, '\n');
            add_line(lines, &text);
        }
        add_notes(thread, item, lines);
        if (chain.between[i]) {
            text_append(&text, chain.between[i]);
            add_line(lines, &text);
        }
    }
}

static void format_context(Thread *thread, Value exception, bool verbose, Lines *lines) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    Chain chain;
    collect_chain(exception, &chain);
    text_append(&text, RED);
    text_append_repeated(&text, '-', WIDTH);
    text_append(&text, PLAIN);
    add_line(lines, &text);
    for (size_t i = 0; i < chain.count; i++) {
        Value item = chain.items[i];
        append_header(thread, item, &text);
        add_line(lines, &text);
        format_frames(thread, ((const Exception *)item.object)->traceback, i + 1 < chain.count ? AROUND_CAUSE : AROUND, verbose, lines);
        append_type_and_text(thread, item, &text);
        add_line(lines, &text);
        add_notes(thread, item, lines);
        if (chain.between[i]) {
            text_append(&text, chain.between[i]);
            add_line(lines, &text);
        }
    }
}

/* Exceptions may bring their own traceback: a list of texts. */
static bool rendered_by_itself(Thread *thread, Value exception, Lines *lines) {
    Value method = value_find_attribute_c(thread, exception, "_render_traceback_");
    Value pieces = value_is_absent(method) ? method : value_call_none(thread, method);
    exception_clear(thread);
    bool good = value_is_list(pieces);
    for (size_t i = 0; good && i < value_list(pieces)->count; i++) {
        TextBuffer text = TEXT_BUFFER_EMPTY;
        Value piece = value_list(pieces)->items[i];
        if (value_is_string(piece)) text_append_bytes(&text, value_c_string(piece), value_string(piece)->length);
        add_line(lines, &text);
    }
    value_release(method), value_release(pieces);
    return good;
}

static void append_exit(Thread *thread, Value exception, TextBuffer *out) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    exception_append_text(thread, exception, &text);
    text_append_format(out, RED "%s" PLAIN, type_short_name(exception.object->type));
    if (text.length) text_append_format(out, RED ":" PLAIN " %s", text_string(&text));
    text_append_char(out, '\n');
    text_release(&text);
}

bool traceback_format_cell(Thread *thread, Value exception, const char *mode, char ***items, size_t *count) {
    Lines lines = {0};
    Builtins *builtins = thread_builtins(thread);
    bool is_syntax = value_is_instance(thread->interpreter, exception, builtins->exception_SyntaxError);
    bool is_usage = !strcmp(type_short_name(exception.object->type), "UsageError");
    if (is_usage) {
        TextBuffer text = TEXT_BUFFER_EMPTY;
        text_append(&text, "UsageError: ");
        exception_append_text(thread, exception, &text);
        add_line(&lines, &text);
    } else if (!strcmp(mode, "Exit")) {
        TextBuffer text = TEXT_BUFFER_EMPTY;
        text_append(&text, "An exception has occurred, use %tb to see the full traceback.\n");
        add_line(&lines, &text);
        append_exit(thread, exception, &text);
        add_line(&lines, &text);
    } else if (is_syntax) {
        format_plain(thread, exception, &lines); /* whatever the mode */
    } else if (rendered_by_itself(thread, exception, &lines)) {
    } else if (!strcmp(mode, "Minimal")) {
        format_minimal(thread, exception, &lines);
    } else if (!strcmp(mode, "Plain") || !strcmp(mode, "Doctest")) {
        format_plain(thread, exception, &lines);
    } else {
        format_context(thread, exception, !strcmp(mode, "Verbose"), &lines);
    }
    *items = lines.items;
    *count = lines.count;
    return !lines.failed;
}
