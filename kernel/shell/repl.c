/* `cupola repl`: read a line, and more of them while the cell is not complete, run it, show what it gives. */
#include "config.h"

#include "base/memory.h"
#include "base/text_buffer.h"
#include "base/utf8.h"
#include "kernel/objects/system/machine_library.h"
#include "kernel/language/session/session.h"
#include "kernel/objects/builtin/builtins.h"
#include "kernel/shell/commands.h"
#include "kernel/shell/console.h"
#include "kernel/shell/line_editor.h"

#include <stdio.h>
#include <string.h>

typedef struct Repl {
    Console console;
    LineEditor *editor;
} Repl;

/* How many bytes all the matches begin with alike. */
static size_t common_length(const Completions *found) {
    size_t length = strlen(found->items[0].text);
    for (size_t i = 1; i < found->count; i++) {
        size_t same = 0;
        while (same < length && found->items[0].text[same] == found->items[i].text[same]) same++;
        length = same;
    }
    return length;
}

static void list_matches(const Completions *found) {
    putchar('\n');
    for (size_t i = 0; i < found->count; i++) printf("%s%s", found->items[i].text, i + 1 < found->count ? "  " : "\n");
}

static void complete_line(LineEditor *editor, void *context, const char *line, size_t cursor) {
    Repl *repl = context;
    Interpreter *interpreter = repl->console.interpreter;
    Completions found = {0};
    size_t position = utf8_count(line, cursor);
    if (session_complete(interpreter->session, interpreter->main, line, strlen(line), position, &found) && found.count) {
        /* What stands there already is not inserted again. */
        size_t typed = cursor - utf8_offset(line, cursor, found.start);
        size_t common = common_length(&found);
        char *rest = common > typed ? memory_copy_bytes(found.items[0].text + typed, common - typed) : NULL;
        if (rest) line_editor_insert(editor, rest);
        else if (found.count > 1) list_matches(&found);
        memory_release(rest);
    }
    completions_clear(&found);
}

static char *read_input(void *context, Thread *thread, const char *prompt, bool password) {
    (void)password;
    Repl *repl = context;
    char *line;
    switch (line_editor_read(repl->editor, prompt ? prompt : "", &line)) {
    case LINE_READ:
        return line;
    case LINE_INTERRUPTED:
        raise_format(thread, thread_builtins(thread)->exception_KeyboardInterrupt, "%s", "");
        return NULL;
    case LINE_END:
        raise_format(thread, thread_builtins(thread)->exception_EOFError, "%s", "");
    }
    return NULL;
}

/* A whole cell in `cell`; false at the end of the input. */
static bool read_cell(Repl *repl, TextBuffer *cell) {
    const char *prompt = ">>> ";
    for (;;) {
        char *line;
        LineResult result = line_editor_read(repl->editor, prompt, &line);
        if (result == LINE_INTERRUPTED) {
            puts("KeyboardInterrupt");
            text_truncate(cell, 0);
            prompt = ">>> ";
            continue;
        }
        if (result == LINE_END) return cell->length > 0;
        if (cell->length) text_append_char(cell, '\n');
        text_append(cell, line);
        line_editor_remember(repl->editor, line);
        memory_release(line);
        int indent;
        if (session_check_complete(text_string(cell), cell->length, &indent) != CELL_INCOMPLETE) return true;
        prompt = "... ";
    }
}

static bool run_cell(Repl *repl, const TextBuffer *cell) {
    Interpreter *interpreter = repl->console.interpreter;
    CellResult result = {0};
    atomic_store(&interpreter->interrupted, false);
    bool done = session_run_cell(interpreter->session, interpreter->main, text_string(cell), cell->length,
                                 (CellOptions){.store_history = true, .is_terminal = true}, &result);
    if (done && !result.succeeded && !result.exit_requested)
        console_print_error(&repl->console, result.traceback, result.traceback_count);
    bool go_on = done && !result.exit_requested;
    cell_result_clear(&result);
    fflush(stdout);
    return go_on;
}

int repl_command(int count, char **words, const char *program, PrepareFunction *prepare) {
    (void)words;
    if (count) {
        fputs("usage: cupola repl\n", stderr);
        return 2;
    }
    Repl repl = {.console.is_interactive = true};
    repl.editor = line_editor_new(complete_line, &repl);
    repl.console.read_line = read_input;
    repl.console.read_context = &repl;
    int status = 1;
    if (repl.editor && console_open(&repl.console, program) && prepare(repl.console.interpreter->main)) {
        line_editor_watch(repl.editor, &repl.console.interpreter->interrupted);
        if (line_editor_is_terminal(repl.editor))
            printf("Cupola " PACKAGE_VERSION " (Python %s). exit() or Ctrl-D leaves.\n", machine_library(repl.console.interpreter)->version);
        TextBuffer cell = TEXT_BUFFER_EMPTY;
        while (read_cell(&repl, &cell) && run_cell(&repl, &cell)) text_truncate(&cell, 0);
        text_release(&cell);
        if (line_editor_is_terminal(repl.editor)) putchar('\n');
        status = repl.console.interpreter->exit_status;
    } else fputs("cupola: out of memory\n", stderr);
    console_close(&repl.console);
    line_editor_delete(&repl.editor);
    return status;
}
