/* Completion and inspection: nothing is offered until the names at a cursor are understood. */
#include "kernel/language/session.h"

#include "base/memory.h"

bool session_complete(Session *session, Thread *thread, const char *source, size_t length, size_t cursor, Completions *completions) {
    (void)session, (void)thread, (void)source, (void)length;
    *completions = (Completions){.start = cursor, .end = cursor};
    return true;
}

void completions_clear(Completions *completions) { *completions = (Completions){0}; }

char *session_inspect(Session *session, Thread *thread, const char *source, size_t length, size_t cursor, int detail) {
    (void)session, (void)thread, (void)source, (void)length, (void)cursor, (void)detail;
    return NULL;
}
