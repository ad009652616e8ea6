/* The layout engine of IPython's pretty printer: text, places where a line may break, nested groups. A group whose
 * text does not fit in a line is broken at all its own places, outer groups first.
 *
 * A failed allocation sets `failed` and makes the rest do nothing: look at it once, at the end. */
#ifndef KERNEL_LANGUAGE_PRETTY_PRINTER_H
#define KERNEL_LANGUAGE_PRETTY_PRINTER_H

#include "base/arena.h"
#include "base/text_buffer.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct PrettyGroup PrettyGroup;
typedef struct PrettyItem PrettyItem;

typedef struct PrettyQueue {
    PrettyGroup *oldest, *newest;
} PrettyQueue;

typedef struct PrettyPrinter {
    Arena arena;
    TextBuffer out;
    bool failed;
    size_t width;               /* the longest line */
    const char *newline;
    size_t indentation;
    size_t out_width, held_width;
    PrettyItem *first, *last;   /* held back until it is known how they are laid out */
    PrettyGroup *innermost;
    PrettyQueue *queue;         /* by depth: groups that may still be broken */
    size_t queue_size;
} PrettyPrinter;

void pretty_start(PrettyPrinter *printer, size_t width, const char *newline); /* which is borrowed */
void pretty_text(PrettyPrinter *printer, const char *text, size_t length);
void pretty_string(PrettyPrinter *printer, const char *string);
void pretty_breakable(PrettyPrinter *printer); /* a space, or a new line */
void pretty_breakable_text(PrettyPrinter *printer, const char *text, size_t length); /* this text, or a new line */
void pretty_break(PrettyPrinter *printer);     /* a new line */
void pretty_begin(PrettyPrinter *printer, size_t indentation, const char *open);
void pretty_end(PrettyPrinter *printer, size_t indentation, const char *close);
size_t pretty_depth(const PrettyPrinter *printer); /* of groups */
void pretty_flush(PrettyPrinter *printer);
void pretty_release(PrettyPrinter *printer);

#endif
