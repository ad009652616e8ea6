#include "kernel/shell/line_editor.h"

#include "base/memory.h"
#include "base/text_buffer.h"
#include "base/library.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

/* The part of libedit's interface that is used here, as its manual editline(3) gives it. */
typedef struct EditLine EditLine;
typedef struct EditHistory EditHistory;
typedef struct EditHistoryEvent {
    int number;
    const char *text;
} EditHistoryEvent;
typedef struct EditLineInformation {
    const char *buffer, *cursor, *last;
} EditLineInformation;
enum { EDIT_PROMPT = 0, EDIT_EDITOR = 2, EDIT_BIND = 4, EDIT_SETTY = 8, EDIT_ADD_FUNCTION = 9, EDIT_HISTORY = 10,
       EDIT_GET_CHARACTER = 13, EDIT_CLIENT_DATA = 14 };
enum { HISTORY_SET_SIZE = 1, HISTORY_ENTER = 10, HISTORY_SET_UNIQUE = 20 };
enum { RESULT_NEWLINE = 1, RESULT_END = 2, RESULT_REFRESH = 4, RESULT_REDISPLAY = 8 };

typedef struct EditLibrary {
    void *handle;
    EditLine *(*el_init)(const char *program, FILE *in, FILE *out, FILE *error);
    void (*el_end)(EditLine *edit);
    const char *(*el_gets)(EditLine *edit, int *count);
    int (*el_set)(EditLine *edit, int operation, ...);
    int (*el_get)(EditLine *edit, int operation, ...);
    int (*el_insertstr)(EditLine *edit, const char *text);
    void (*el_deletestr)(EditLine *edit, int count);
    const EditLineInformation *(*el_line)(EditLine *edit);
    EditHistory *(*history_init)(void);
    void (*history_end)(EditHistory *history);
    int (*history)(EditHistory *history, EditHistoryEvent *event, int operation, ...);
} EditLibrary;

struct LineEditor {
    EditLibrary library;
    EditLine *edit; /* NULL: plain lines */
    EditHistory *history;
    bool is_terminal, is_interrupted;
    atomic_bool *interrupted; /* see line_editor_watch; may be NULL */
    const char *prompt;
    CompleteFunction *complete;
    void *context;
};

static bool open_library(EditLibrary *library) {
    static const struct {
        const char *name;
        size_t offset;
    } functions[] = {
#define FUNCTION(name) {#name, offsetof(EditLibrary, name)}
        FUNCTION(el_init), FUNCTION(el_end), FUNCTION(el_gets), FUNCTION(el_set), FUNCTION(el_get),
        FUNCTION(el_insertstr), FUNCTION(el_deletestr), FUNCTION(el_line), FUNCTION(history_init),
        FUNCTION(history_end), FUNCTION(history),
#undef FUNCTION
    };
    library->handle = library_open(LIBRARY_EDIT, NULL);
    for (size_t i = 0; library->handle && i < sizeof functions / sizeof *functions; i++) {
        void *symbol = dlsym(library->handle, functions[i].name);
        if (!symbol) return false;
        memcpy((char *)library + functions[i].offset, &symbol, sizeof symbol);
    }
    return library->handle != NULL;
}

static LineEditor *editor_of(EditLine *edit, int (*get)(EditLine *, int, ...)) {
    LineEditor *editor = NULL;
    get(edit, EDIT_CLIENT_DATA, &editor);
    return editor;
}

/* libedit's callbacks have no context but the client data, whose getter is found through the library's being global. */
static int (*edit_getter(void))(EditLine *, int, ...) {
    int (*get)(EditLine *, int, ...) = NULL;
    void *symbol = dlsym(RTLD_DEFAULT, "el_get");
    memcpy(&get, &symbol, sizeof get);
    return get;
}

static char *show_prompt(EditLine *edit) {
    return (char *)editor_of(edit, edit_getter())->prompt;
}

static unsigned char press_tab(EditLine *edit, int character) {
    (void)character;
    LineEditor *editor = editor_of(edit, edit_getter());
    const EditLineInformation *line = editor->library.el_line(edit);
    char *text = memory_copy_bytes(line->buffer, (size_t)(line->last - line->buffer));
    size_t cursor = (size_t)(line->cursor - line->buffer);
    bool is_blank = text && strspn(text, " \t") >= cursor;
    if (is_blank) editor->library.el_insertstr(edit, "    ");
    else if (text && editor->complete) editor->complete(editor, editor->context, text, cursor);
    memory_release(text);
    return RESULT_REDISPLAY;
}

static unsigned char press_interrupt(EditLine *edit, int character) {
    (void)character;
    editor_of(edit, edit_getter())->is_interrupted = true;
    return RESULT_NEWLINE;
}

enum { CONTROL_C = 3 };

/* The next character, waited for in slices so that a signal is seen: it counts as the key. 1, or 0 at the end. */
static int get_character(EditLine *edit, wchar_t *character) {
    LineEditor *editor = editor_of(edit, edit_getter());
    mbstate_t state = {0};
    for (;;) {
        struct pollfd input = {STDIN_FILENO, POLLIN, 0};
        if (editor->interrupted && atomic_exchange(editor->interrupted, false)) {
            *character = CONTROL_C;
            return 1;
        }
        if (poll(&input, 1, 50) <= 0) continue;
        char byte;
        ssize_t count = read(STDIN_FILENO, &byte, 1);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return 0;
        size_t used = mbrtowc(character, &byte, 1, &state);
        if (used == (size_t)-2) continue; /* more bytes belong to it */
        if (used == (size_t)-1) {
            state = (mbstate_t){0};
            continue;
        }
        return 1;
    }
}

/* ---- pasting ----
 *
 * The terminal puts what is pasted between two marks when it is asked to ("bracketed paste" of xterm's control sequences): so it
 * comes whole, and its newlines are no keys. */
#define PASTE_ON "\033[?2004h"
#define PASTE_OFF "\033[?2004l"
#define PASTE_BEGIN "\033[200~"
#define PASTE_END "\033[201~"

static void append_character(TextBuffer *text, wchar_t character) {
    char bytes[MB_LEN_MAX];
    mbstate_t state = {0};
    bool follows_return = text->length && text->bytes[text->length - 1] == '\r';
    if (follows_return) text->bytes[text->length - 1] = '\n';
    if (follows_return && character == '\n') return;
    size_t length = wcrtomb(bytes, character, &state);
    if (length != (size_t)-1) text_append_bytes(text, bytes, length);
}

static bool is_at_end(const TextBuffer *text) {
    enum { LENGTH = sizeof PASTE_END - 1 };
    return text->length >= LENGTH && !memcmp(text->bytes + text->length - LENGTH, PASTE_END, LENGTH);
}

/* The editor shows newlines and gives them back as part of its line. */
static unsigned char paste(EditLine *edit, int key) {
    (void)key;
    LineEditor *editor = editor_of(edit, edit_getter());
    TextBuffer text = TEXT_BUFFER_EMPTY;
    unsigned char result = RESULT_REFRESH;
    for (wchar_t character; result == RESULT_REFRESH && !is_at_end(&text);) {
        if (!get_character(edit, &character)) result = RESULT_END;
        else if (character == CONTROL_C) result = press_interrupt(edit, 0);
        else append_character(&text, character);
    }
    if (is_at_end(&text)) text_truncate(&text, text.length - (sizeof PASTE_END - 1));
    if (text.length && text.bytes[text.length - 1] == '\r') text.bytes[text.length - 1] = '\n';
    if (result == RESULT_REFRESH && text.length && !text.failed) editor->library.el_insertstr(edit, text_string(&text));
    text_release(&text);
    return result;
}

static void open_terminal(LineEditor *editor) {
    EditLibrary *library = &editor->library;
    if (!open_library(library)) return;
    setlocale(LC_CTYPE, "");
    editor->edit = library->el_init("cupola", stdin, stdout, stderr);
    if (!editor->edit) return;
    library->el_set(editor->edit, EDIT_CLIENT_DATA, editor);
    library->el_set(editor->edit, EDIT_PROMPT, show_prompt);
    library->el_set(editor->edit, EDIT_EDITOR, "emacs");
    library->el_set(editor->edit, EDIT_ADD_FUNCTION, "cupola-complete", "Complete the name", press_tab);
    library->el_set(editor->edit, EDIT_BIND, "^I", "cupola-complete", NULL);
    /* While a line is edited Ctrl-C is a key, not a signal, and the ends of pasted lines are what they were. */
    library->el_set(editor->edit, EDIT_SETTY, "-d", "-isig", "-icrnl", NULL);
    library->el_set(editor->edit, EDIT_ADD_FUNCTION, "cupola-interrupt", "Drop the line", press_interrupt);
    library->el_set(editor->edit, EDIT_BIND, "^C", "cupola-interrupt", NULL);
    library->el_set(editor->edit, EDIT_GET_CHARACTER, get_character);
    library->el_set(editor->edit, EDIT_ADD_FUNCTION, "cupola-paste", "Insert what is pasted", paste);
    library->el_set(editor->edit, EDIT_BIND, PASTE_BEGIN, "cupola-paste", NULL);
    editor->history = library->history_init();
    if (!editor->history) return;
    EditHistoryEvent event;
    library->history(editor->history, &event, HISTORY_SET_SIZE, 1000);
    library->history(editor->history, &event, HISTORY_SET_UNIQUE, 1);
    library->el_set(editor->edit, EDIT_HISTORY, library->history, editor->history);
}

LineEditor *line_editor_new(CompleteFunction *complete, void *context) {
    LineEditor *editor = memory_allocate_zeroed(1, sizeof *editor);
    if (!editor) return NULL;
    editor->complete = complete;
    editor->context = context;
    editor->is_terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    if (editor->is_terminal) open_terminal(editor);
    return editor;
}

void line_editor_watch(LineEditor *editor, atomic_bool *interrupted) { editor->interrupted = interrupted; }

void line_editor_delete(LineEditor **place) {
    LineEditor *editor = *place;
    if (!editor) return;
    if (editor->history) editor->library.history_end(editor->history);
    if (editor->edit) editor->library.el_end(editor->edit);
    memory_release(editor);
    *place = NULL;
}

static char *copy_line(const char *line, size_t length) {
    if (length && line[length - 1] == '\n') length--;
    return memory_copy_bytes(line, length);
}

static LineResult read_plain(LineEditor *editor, const char *prompt, char **line) {
    char *text = NULL;
    size_t capacity = 0;
    if (editor->is_terminal) fputs(prompt, stdout);
    fflush(stdout);
    ssize_t length = getline(&text, &capacity, stdin);
    *line = length >= 0 ? copy_line(text, (size_t)length) : NULL;
    free(text);
    return *line ? LINE_READ : LINE_END;
}

LineResult line_editor_read(LineEditor *editor, const char *prompt, char **line) {
    *line = NULL;
    if (!editor->edit) return read_plain(editor, prompt, line);
    int length = 0;
    editor->prompt = prompt;
    editor->is_interrupted = false;
    fputs(PASTE_ON, stdout);
    fflush(stdout);
    const char *text = editor->library.el_gets(editor->edit, &length);
    fputs(PASTE_OFF, stdout);
    fflush(stdout);
    if (editor->is_interrupted) {
        putchar('\n');
        return LINE_INTERRUPTED;
    }
    if (!text || length <= 0) return LINE_END;
    *line = copy_line(text, (size_t)length);
    return *line ? LINE_READ : LINE_END;
}

void line_editor_remember(LineEditor *editor, const char *text) {
    EditHistoryEvent event;
    if (editor->history && *text) editor->library.history(editor->history, &event, HISTORY_ENTER, text);
}

void line_editor_insert(LineEditor *editor, const char *text) {
    if (editor->edit) editor->library.el_insertstr(editor->edit, text);
}

bool line_editor_is_terminal(const LineEditor *editor) { return editor->is_terminal; }
