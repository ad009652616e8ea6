#include "kernel/language/text/sources.h"

#include "base/hash_table.h"
#include "base/memory.h"
#include "kernel/language/report/traceback.h"

#include <stdio.h>
#include <string.h>

static const char sources_key;

/* A session does not end: only the latest texts are kept under their names. Code that lives holds its own anyway. */
enum { SOURCES_KEPT = 200 };

typedef struct Sources {
    HashTable table;           /* by name */
    char *names[SOURCES_KEPT]; /* a ring: the oldest is at `next` */
    size_t next;
} Sources;

static void release_source(void *source) { source_release(source); }
static void release_sources(void *state) {
    Sources *sources = state;
    hash_release(&sources->table, release_source);
    for (size_t i = 0; i < SOURCES_KEPT; i++) memory_release(sources->names[i]);
    memory_release(sources);
}

static Sources *sources_of(Interpreter *interpreter, bool make) {
    Sources *sources = interpreter_state(interpreter, &sources_key);
    if (sources || !make) return sources;
    sources = memory_allocate_zeroed(1, sizeof *sources);
    if (sources && !interpreter_set_state(interpreter, &sources_key, sources, release_sources)) {
        memory_release(sources);
        return NULL;
    }
    return sources;
}

/* The oldest name goes for a new one. */
static bool remember_name(Sources *sources, const char *file) {
    char *name = memory_copy_string(file), **place = &sources->names[sources->next];
    if (!name) return false;
    if (*place) source_release(hash_remove(&sources->table, *place));
    memory_release(*place);
    *place = name;
    sources->next = (sources->next + 1) % SOURCES_KEPT;
    return true;
}

bool sources_add(Thread *thread, const char *file, const char *text, size_t length) {
    Sources *sources = sources_of(thread->interpreter, true);
    Source *source = sources ? source_new(text, length) : NULL;
    if (!source) return false;
    Source *old = hash_get(&sources->table, file);
    if ((!old && !remember_name(sources, file)) || !hash_set(&sources->table, file, source)) {
        source_release(source);
        return false;
    }
    source_release(old);
    return true;
}

const Source *sources_find(Thread *thread, const char *file) {
    Sources *sources = sources_of(thread->interpreter, false);
    return sources ? hash_get(&sources->table, file) : NULL;
}

char *source_find_line(Thread *thread, const Code *code, const char *file, int line) {
    size_t length;
    if (file[0] == '<' && strncmp(file, "<ipython-input-", 15)) return NULL; /* "<string>": as Python, not shown */
    const Source *source = code && code->source ? code->source : sources_find(thread, file);
    const char *bytes = source ? source_line(source, line, &length) : NULL;
    if (bytes) return memory_copy_bytes(bytes, length);
    if (source || file[0] == '<') return NULL;
    FILE *stream = fopen(file, "r");
    if (!stream) return NULL;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    int current = 1;
    for (int character; current <= line && (character = getc(stream)) != EOF;) {
        if (character == '\n') current++;
        else if (current == line) text_append_char(&text, (char)character);
    }
    fclose(stream);
    if (current < line || (current == line && !text.length)) {
        text_release(&text);
        return NULL;
    }
    return text_detach(&text);
}
