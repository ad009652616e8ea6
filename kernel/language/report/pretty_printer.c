#include "kernel/language/report/pretty_printer.h"

#include "base/utf8.h"

#include <string.h>

struct PrettyGroup {
    size_t depth;
    size_t held; /* breakables of it that are held back */
    bool broken;
    bool queued;
    PrettyGroup *outer;         /* on the stack of open groups */
    PrettyGroup *newer, *older; /* in the queue of its depth */
};

struct PrettyItem {
    PrettyGroup *group; /* of a breakable; NULL: text */
    const char *text;
    size_t length, width, indentation;
    PrettyItem *next;
};

static void *allocate(PrettyPrinter *printer, size_t size) {
    void *block = printer->failed ? NULL : arena_allocate(&printer->arena, size);
    if (!block) printer->failed = true;
    return block;
}

/* ---- the queue of groups ---- */

static void enqueue(PrettyPrinter *printer, PrettyGroup *group) {
    if (group->depth >= printer->queue_size) {
        size_t size = group->depth * 2 + 8;
        PrettyQueue *queue = allocate(printer, size * sizeof *queue);
        if (!queue) return;
        if (printer->queue_size) memcpy(queue, printer->queue, printer->queue_size * sizeof *queue);
        printer->queue = queue;
        printer->queue_size = size;
    }
    PrettyQueue *queue = &printer->queue[group->depth];
    group->queued = true;
    group->older = queue->newest;
    if (group->older) group->older->newer = group;
    else queue->oldest = group;
    queue->newest = group;
}

static void dequeue(PrettyPrinter *printer, PrettyGroup *group) {
    if (!group->queued) return;
    PrettyQueue *queue = &printer->queue[group->depth];
    group->queued = false;
    if (group->newer) group->newer->older = group->older;
    else queue->newest = group->older;
    if (group->older) group->older->newer = group->newer;
    else queue->oldest = group->newer;
    group->newer = group->older = NULL;
}

/* IPython finds a group counting from the newest and takes one out of the queue counting from the oldest. Which
 * groups are never broken depends on that, so it is kept. */
static void dequeue_counted(PrettyPrinter *printer, size_t depth, size_t index) {
    PrettyGroup *group = printer->queue[depth].oldest;
    while (index-- && group) group = group->newer;
    if (group) dequeue(printer, group);
}

/* The outermost group that holds breakables, now to be broken; those passed over are broken, too. */
static PrettyGroup *take_outermost(PrettyPrinter *printer) {
    for (size_t depth = 0; depth < printer->queue_size; depth++) {
        size_t index = 0;
        for (PrettyGroup *group = printer->queue[depth].newest; group; group = group->older, index++) {
            if (!group->held) continue;
            dequeue_counted(printer, depth, index);
            group->broken = true;
            return group;
        }
        while (printer->queue[depth].oldest) {
            printer->queue[depth].oldest->broken = true;
            dequeue(printer, printer->queue[depth].oldest);
        }
    }
    return NULL;
}

/* ---- output ---- */

static void write_new_line(PrettyPrinter *printer, size_t indentation) {
    text_append(&printer->out, printer->newline);
    text_append_repeated(&printer->out, ' ', indentation);
    printer->out_width = indentation;
}

static void write_item(PrettyPrinter *printer, PrettyItem *item) {
    PrettyGroup *group = item->group;
    if (group) {
        group->held--;
        if (group->broken) {
            write_new_line(printer, item->indentation);
            return;
        }
        if (!group->held) dequeue(printer, group);
    }
    text_append_bytes(&printer->out, item->text, item->length);
    printer->out_width += item->width;
}

static void write_first(PrettyPrinter *printer) {
    PrettyItem *item = printer->first;
    printer->first = item->next;
    if (!printer->first) printer->last = NULL;
    write_item(printer, item);
    printer->held_width -= item->width;
}

static void break_group(PrettyPrinter *printer, const PrettyGroup *group) {
    while (group->held && printer->first) write_first(printer);
    while (printer->first && !printer->first->group) write_first(printer);
}

static void break_groups(PrettyPrinter *printer) {
    while (printer->out_width + printer->held_width > printer->width) {
        PrettyGroup *group = take_outermost(printer);
        if (!group) return;
        break_group(printer, group);
    }
}

static PrettyItem *hold(PrettyPrinter *printer, const char *text, size_t length, size_t width) {
    PrettyItem *item = allocate(printer, sizeof *item);
    if (!item) return NULL;
    *item = (PrettyItem){.text = text, .length = length, .width = width};
    if (printer->last) printer->last->next = item;
    else printer->first = item;
    printer->last = item;
    printer->held_width += width;
    return item;
}

void pretty_flush(PrettyPrinter *printer) {
    while (printer->first) write_first(printer);
    printer->held_width = 0;
    if (printer->out.failed) printer->failed = true;
}

/* ---- the calls ---- */

void pretty_start(PrettyPrinter *printer, size_t width, const char *newline) {
    *printer = (PrettyPrinter){.width = width, .newline = newline};
    printer->innermost = allocate(printer, sizeof *printer->innermost);
    if (printer->innermost) enqueue(printer, printer->innermost);
}

void pretty_text(PrettyPrinter *printer, const char *text, size_t length) {
    if (printer->failed) return;
    size_t width = utf8_count(text, length);
    if (!printer->first) {
        text_append_bytes(&printer->out, text, length);
        printer->out_width += width;
        return;
    }
    char *copy = arena_copy(&printer->arena, text, length);
    if (!copy) printer->failed = true;
    else if (hold(printer, copy, length, width)) break_groups(printer);
}

void pretty_string(PrettyPrinter *printer, const char *string) { pretty_text(printer, string, strlen(string)); }

void pretty_breakable(PrettyPrinter *printer) { pretty_breakable_text(printer, " ", 1); }

void pretty_breakable_text(PrettyPrinter *printer, const char *text, size_t length) {
    if (printer->failed) return;
    PrettyGroup *group = printer->innermost;
    if (group->broken) {
        pretty_flush(printer);
        write_new_line(printer, printer->indentation);
        return;
    }
    char *copy = arena_copy(&printer->arena, text, length);
    PrettyItem *item = copy ? hold(printer, copy, length, utf8_count(text, length)) : NULL;
    if (!copy) printer->failed = true;
    if (!item) return;
    item->group = group;
    item->indentation = printer->indentation;
    group->held++;
    break_groups(printer);
}

void pretty_break(PrettyPrinter *printer) {
    if (printer->failed) return;
    PrettyGroup *group = take_outermost(printer);
    if (group) break_group(printer, group);
    pretty_flush(printer);
    write_new_line(printer, printer->indentation);
}

void pretty_begin(PrettyPrinter *printer, size_t indentation, const char *open) {
    if (*open) pretty_string(printer, open);
    PrettyGroup *group = allocate(printer, sizeof *group);
    if (!group) return;
    *group = (PrettyGroup){.depth = printer->innermost->depth + 1, .outer = printer->innermost};
    printer->innermost = group;
    enqueue(printer, group);
    printer->indentation += indentation;
}

size_t pretty_depth(const PrettyPrinter *printer) { return printer->innermost ? printer->innermost->depth : 0; }

void pretty_end(PrettyPrinter *printer, size_t indentation, const char *close) {
    if (printer->failed) return;
    PrettyGroup *group = printer->innermost;
    printer->indentation -= indentation;
    printer->innermost = group->outer;
    if (!group->held) dequeue(printer, group);
    if (*close) pretty_string(printer, close);
}

void pretty_release(PrettyPrinter *printer) {
    text_release(&printer->out);
    arena_release(&printer->arena);
}
