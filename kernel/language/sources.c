#include "kernel/language/sources.h"

#include "base/hash_table.h"
#include "base/memory.h"
#include "kernel/language/traceback.h"

#include <stdio.h>
#include <string.h>

static const char sources_key;

static void release_source(void *source) { source_release(source); }
static void release_table(void *table) {
    hash_release(table, release_source);
    memory_release(table);
}

static HashTable *sources_table(Interpreter *interpreter, bool make) {
    HashTable *table = interpreter_state(interpreter, &sources_key);
    if (table || !make) return table;
    table = memory_allocate_zeroed(1, sizeof(HashTable));
    if (table && !interpreter_set_state(interpreter, &sources_key, table, release_table)) {
        memory_release(table);
        return NULL;
    }
    return table;
}

bool sources_add(Thread *thread, const char *file, const char *text, size_t length) {
    HashTable *table = sources_table(thread->interpreter, true);
    Source *source = table ? source_new(text, length) : NULL;
    if (!source) return false;
    Source *old = hash_get(table, file);
    if (!hash_set(table, file, source)) {
        source_release(source);
        return false;
    }
    source_release(old);
    return true;
}

const Source *sources_find(Thread *thread, const char *file) {
    HashTable *table = sources_table(thread->interpreter, false);
    return table ? hash_get(table, file) : NULL;
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
