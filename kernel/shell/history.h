/* What was executed: this session in memory with its outputs, earlier ones in a file that every kernel appends to
 * ($XDG_DATA_HOME/cupola/history.jsonl; CUPOLA_HISTORY=0 keeps nothing there). */
#ifndef KERNEL_SHELL_HISTORY_H
#define KERNEL_SHELL_HISTORY_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct HistoryEntry {
    int64_t session, line;
    char *source;
    char *output; /* text of the cell's result, or NULL */
} HistoryEntry;

typedef struct History {
    HistoryEntry *entries; /* of this session */
    size_t count, capacity;
    int64_t session; /* 0: nothing recorded yet */
    int file;        /* -1: none */
} History;

void history_initialize(History *history);
void history_release(History *history);
void history_record(History *history, int64_t line, const char *source, size_t length, const char *output);
/* The list of a history_reply for the content of a history_request; NULL: no memory. */
json_t *history_find(History *history, const json_t *request);

#endif
