/* Lines from a terminal with editing, history and completion: libedit, opened at first use so that the kernel never
 * pays for it. Without it, or without a terminal, plain lines. */
#ifndef KERNEL_SHELL_LINE_EDITOR_H
#define KERNEL_SHELL_LINE_EDITOR_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct LineEditor LineEditor;

/* What may follow the text in front of the cursor: completes it in place with line_editor_insert. */
typedef void CompleteFunction(LineEditor *editor, void *context, const char *line, size_t cursor);

LineEditor *line_editor_new(CompleteFunction *complete, void *context); /* NULL: no memory */
void line_editor_delete(LineEditor **editor);
/* A flag that a SIGINT sets: while a line is read it drops the line, as the key does, and is cleared. The terminal is still
 * in its plain mode between the prompt and the first key, so that a Ctrl-C there comes as a signal. */
void line_editor_watch(LineEditor *editor, atomic_bool *interrupted);

typedef enum LineResult { LINE_READ, LINE_END, LINE_INTERRUPTED } LineResult;
/* *line is owned by the caller (memory_release), without its newline; NULL unless LINE_READ. */
LineResult line_editor_read(LineEditor *editor, const char *prompt, char **line);
void line_editor_remember(LineEditor *editor, const char *text); /* into the history */
void line_editor_insert(LineEditor *editor, const char *text);
bool line_editor_is_terminal(const LineEditor *editor);

#endif
