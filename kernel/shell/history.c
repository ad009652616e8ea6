/* The file holds one JSON array [session, line, source] a line. The number of a session is the last one in the file
 * plus one, taken under a lock together with the session's first line, so that no two kernels share a number. A file
 * that has grown past its limit loses its older half then. */
#include "kernel/shell/history.h"

#include "base/folders.h"
#include "base/memory.h"
#include "base/text_buffer.h"
#include "protocol/json.h"

#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { FILE_LIMIT = 4 << 20, OUTPUT_LIMIT = 4096 };

void history_initialize(History *history) {
    *history = (History){.file = -1};
}

static void release_entries(HistoryEntry *entries, size_t count) {
    for (size_t i = 0; i < count; i++) {
        memory_release(entries[i].source);
        memory_release(entries[i].output);
    }
    memory_release(entries);
}

void history_release(History *history) {
    release_entries(history->entries, history->count);
    if (history->file >= 0) close(history->file);
    history_initialize(history);
}

/* ---- the file -------------------------------------------------------------------------------------------- */

static int open_file(void) {
    const char *wanted = getenv("CUPOLA_HISTORY"), *folder = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (wanted && !strcmp(wanted, "0")) return -1;
    TextBuffer path = TEXT_BUFFER_EMPTY;
    if (folder && *folder == '/') text_append(&path, folder);
    else if (home && *home == '/') text_append_format(&path, "%s/.local/share", home);
    else return -1;
    text_append(&path, "/cupola/history.jsonl");
    int file = -1;
    if (!path.failed) {
        folders_make_above(path.bytes, 0700);
        file = open(path.bytes, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    }
    text_release(&path);
    return file;
}

static bool read_file(int file, TextBuffer *text) {
    char piece[16384];
    off_t at = 0;
    ssize_t count;
    while ((count = pread(file, piece, sizeof piece, at)) > 0) {
        text_append_bytes(text, piece, (size_t)count);
        at += count;
    }
    return count == 0 && !text->failed;
}

/* The next line as a triple; NULL at the end. Lines that are no triples are passed over. */
static json_t *next_triple(const TextBuffer *text, size_t *at) {
    while (*at < text->length) {
        const char *line = text->bytes + *at, *end = memchr(line, '\n', text->length - *at);
        size_t length = end ? (size_t)(end - line) : text->length - *at;
        *at += length + 1;
        json_t *triple = json_parse(line, length);
        if (json_is_integer(json_array_get(triple, 0)) && json_is_integer(json_array_get(triple, 1)) &&
            json_is_string(json_array_get(triple, 2))) return triple;
        json_decref(triple);
    }
    return NULL;
}

/* The greatest number at the beginning of a line: kernels beside each other mix their lines. */
static int64_t last_session(const TextBuffer *text) {
    int64_t last = 0;
    for (size_t at = 0; at < text->length;) {
        const char *line = text->bytes + at, *end = memchr(line, '\n', text->length - at);
        if (line[0] == '[') {
            int64_t session = strtoll(line + 1, NULL, 10);
            if (session > last && session < INT32_MAX) last = session;
        }
        at += end ? (size_t)(end - line) + 1 : text->length - at;
    }
    return last;
}

static void drop_older_half(int file, const TextBuffer *text) {
    const char *middle = memchr(text->bytes + text->length / 2, '\n', text->length - text->length / 2);
    if (!middle || ftruncate(file, 0) < 0) return;
    size_t length = (size_t)(text->bytes + text->length - (middle + 1));
    if (write(file, middle + 1, length) < 0) return;
}

static void write_entry(const History *history, const HistoryEntry *entry) {
    if (history->file < 0) return;
    json_t *source = json_from_string(entry->source);
    json_t *triple = json_pack("[I, I, o]", (json_int_t)entry->session, (json_int_t)entry->line, source);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    if (triple && json_append_text(&text, triple)) {
        text_append_char(&text, '\n');
        /* One write of a file opened for appending: whole lines, whatever other kernels do. A full disk loses it. */
        if (!text.failed && write(history->file, text.bytes, text.length) < 0) errno = 0;
    }
    json_decref(triple);
    text_release(&text);
}

static void begin_session(History *history) {
    history->session = 1;
    history->file = open_file();
    if (history->file < 0) return;
    flock(history->file, LOCK_EX);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    if (read_file(history->file, &text)) {
        history->session = last_session(&text) + 1;
        if (text.length > FILE_LIMIT) drop_older_half(history->file, &text);
    }
    text_release(&text);
}

void history_record(History *history, int64_t line, const char *source, size_t length, const char *output) {
    if (history->count == history->capacity) {
        size_t capacity = history->capacity ? 2 * history->capacity : 32;
        HistoryEntry *entries = memory_resize(history->entries, capacity * sizeof *entries);
        if (!entries) return;
        history->entries = entries;
        history->capacity = capacity;
    }
    bool is_first = history->session == 0;
    if (is_first) begin_session(history);
    HistoryEntry *entry = &history->entries[history->count];
    *entry = (HistoryEntry){history->session, line, memory_copy_bytes(source, length), NULL};
    if (entry->source) {
        history->count++;
        if (output) entry->output = memory_copy_bytes(output, strnlen(output, OUTPUT_LIMIT));
        write_entry(history, entry);
    }
    if (is_first && history->file >= 0) flock(history->file, LOCK_UN);
}

/* ---- requests -------------------------------------------------------------------------------------------- */

typedef struct EntryList {
    HistoryEntry *entries; /* borrows this session's strings; `owned` of them in front are its own */
    size_t count, capacity, owned;
} EntryList;

static bool list_add(EntryList *list, HistoryEntry entry) {
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 64;
        HistoryEntry *entries = memory_resize(list->entries, capacity * sizeof *entries);
        if (!entries) return false;
        list->entries = entries;
        list->capacity = capacity;
    }
    list->entries[list->count++] = entry;
    return true;
}

/* Everything there is, oldest first: the file without this session's lines, then this session. */
static EntryList all_entries(const History *history) {
    EntryList list = {0};
    int file = history->file >= 0 ? history->file : open_file();
    TextBuffer text = TEXT_BUFFER_EMPTY;
    if (file >= 0 && read_file(file, &text)) {
        size_t at = 0;
        for (json_t *triple; (triple = next_triple(&text, &at)); json_decref(triple)) {
            int64_t session = json_integer_value(json_array_get(triple, 0));
            if (session == history->session) continue;
            const json_t *source = json_array_get(triple, 2);
            HistoryEntry entry = {session, json_integer_value(json_array_get(triple, 1)),
                                  memory_copy_bytes(json_string_value(source), json_string_length(source)), NULL};
            if (!entry.source || !list_add(&list, entry)) memory_release(entry.source);
        }
    }
    text_release(&text);
    if (file >= 0 && file != history->file) close(file);
    list.owned = list.count;
    for (size_t i = 0; i < history->count; i++) list_add(&list, history->entries[i]);
    return list;
}

static void release_list(EntryList *list) {
    for (size_t i = 0; i < list->owned; i++) memory_release(list->entries[i].source);
    memory_release(list->entries);
}

/* Nothing recorded yet: this session would come after every other. */
static int64_t current_session(const EntryList *list, const History *history) {
    int64_t last = 0;
    for (size_t i = 0; i < list->count; i++)
        if (list->entries[i].session > last) last = list->entries[i].session;
    return history->session ? history->session : last + 1;
}

/* Which entries to answer with: chosen[i] for each of the list. */
static void choose_last(bool *chosen, size_t count, json_int_t wanted) {
    for (size_t i = count; i-- > 0;) {
        if (!chosen[i]) continue;
        if (wanted > 0) wanted--;
        else chosen[i] = false;
    }
}

static void choose_range(const EntryList *list, bool *chosen, const History *history, const json_t *request) {
    json_int_t session = json_member_integer(request, "session", 0);
    json_int_t start = json_member_integer(request, "start", 1);
    json_int_t stop = json_member_integer(request, "stop", INT64_MAX);
    if (session <= 0) session += current_session(list, history); /* 0 is this session, -1 the one before it */
    for (size_t i = 0; i < list->count; i++) {
        const HistoryEntry *entry = &list->entries[i];
        chosen[i] = entry->session == session && entry->line >= start && entry->line < stop;
    }
}

static void choose_matches(const EntryList *list, bool *chosen, const json_t *request) {
    const char *pattern = json_member_string(request, "pattern", "*");
    bool unique = json_member_bool(request, "unique", false);
    for (size_t i = 0; i < list->count; i++)
        chosen[i] = fnmatch(pattern, list->entries[i].source, FNM_NOESCAPE) == 0;
    /* Of equal sources the last one stays. */
    for (size_t i = list->count; unique && i-- > 0;) {
        if (!chosen[i]) continue;
        for (size_t j = 0; j < i; j++)
            if (chosen[j] && !strcmp(list->entries[i].source, list->entries[j].source)) chosen[j] = false;
    }
    choose_last(chosen, list->count, json_member_integer(request, "n", INT64_MAX));
}

static json_t *describe_entry(const HistoryEntry *entry, bool with_output) {
    json_t *source = json_from_string(entry->source);
    if (with_output) source = json_pack("[o, o]", source, entry->output ? json_from_string(entry->output) : json_null());
    return json_pack("[I, I, o]", (json_int_t)entry->session, (json_int_t)entry->line, source);
}

json_t *history_find(History *history, const json_t *request) {
    EntryList list = all_entries(history);
    json_t *found = json_array();
    bool *chosen = memory_allocate_zeroed(list.count + 1, sizeof *chosen);
    const char *kind = json_member_string(request, "hist_access_type", "tail");
    if (chosen && !strcmp(kind, "range")) choose_range(&list, chosen, history, request);
    else if (chosen && !strcmp(kind, "search")) choose_matches(&list, chosen, request);
    else if (chosen) {
        memset(chosen, 1, list.count);
        choose_last(chosen, list.count, json_member_integer(request, "n", 10));
    }
    bool with_output = json_member_bool(request, "output", false);
    for (size_t i = 0; chosen && i < list.count; i++)
        if (chosen[i]) json_array_append_new(found, describe_entry(&list.entries[i], with_output));
    memory_release(chosen);
    release_list(&list);
    return found;
}
