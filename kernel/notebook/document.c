#include "kernel/notebook/document.h"

#include "base/memory.h"
#include "base/text_buffer.h"
#include "base/utf8.h"
#include "kernel/notebook/json_text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

/* ---- joining and splitting texts ---- */

static json_t *joined(const json_t *lines) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    size_t index;
    json_t *line;
    json_array_foreach((json_t *)lines, index, line) {
        if (json_is_string(line)) text_append_bytes(&text, json_string_value(line), json_string_length(line));
    }
    json_t *result = text.failed ? NULL : json_stringn(text_string(&text), text.length);
    text_release(&text);
    return result;
}

/* The length of the line break at `at`, as Python's str.splitlines sees it: 0 when there is none. */
static size_t line_break(const char *bytes, size_t length, size_t at) {
    unsigned char c = (unsigned char)bytes[at];
    if (c == '\r') return at + 1 < length && bytes[at + 1] == '\n' ? 2 : 1;
    if (c == '\n' || c == '\v' || c == '\f' || (c >= 0x1c && c <= 0x1e)) return 1;
    if (c == 0xC2 && at + 1 < length && (unsigned char)bytes[at + 1] == 0x85) return 2;
    if (c == 0xE2 && at + 2 < length && (unsigned char)bytes[at + 1] == 0x80 &&
        ((unsigned char)bytes[at + 2] == 0xA8 || (unsigned char)bytes[at + 2] == 0xA9))
        return 3;
    return 0;
}

static json_t *split(const json_t *string) {
    const char *bytes = json_string_value(string);
    size_t length = json_string_length(string), start = 0;
    json_t *lines = json_array();
    for (size_t at = 0; lines && at < length;) {
        size_t step = line_break(bytes, length, at);
        at += step ? step : 1;
        if (step || at == length) {
            json_array_append_new(lines, json_stringn(bytes + start, at - start));
            start = at;
        }
    }
    return lines;
}

static bool is_text_type(const char *type) {
    return !strncmp(type, "text/", 5) || !strcmp(type, "application/javascript") || !strcmp(type, "image/svg+xml");
}

/* Apply `change` (joined or split) to object[key] where its type fits. */
static void change_text(json_t *object, const char *key, json_t *(*change)(const json_t *)) {
    json_t *value = json_object_get(object, key);
    bool fits = change == joined ? json_is_array(value) : json_is_string(value);
    if (fits) json_object_set_new(object, key, change(value));
}

static void change_bundle(json_t *data, json_t *(*change)(const json_t *)) {
    const char *type;
    json_t *value;
    void *next;
    json_object_foreach_safe(data, next, type, value) {
        if (change == joined ? json_is_array(value) && strcmp(type, "application/json") : is_text_type(type))
            change_text(data, type, change);
    }
}

static void change_cells(json_t *document, json_t *(*change)(const json_t *)) {
    size_t index, at;
    json_t *cell, *output, *bundle;
    const char *name;
    json_array_foreach(json_object_get(document, "cells"), index, cell) {
        change_text(cell, "source", change);
        json_object_foreach(json_object_get(cell, "attachments"), name, bundle) change_bundle(bundle, change);
        json_array_foreach(json_object_get(cell, "outputs"), at, output) {
            change_text(output, "text", change);
            change_bundle(json_object_get(output, "data"), change);
        }
    }
}

/* ---- reading ---- */

static bool check_cells(json_t *document, Error *error) {
    json_t *cells = json_object_get(document, "cells"), *cell;
    if (!json_is_array(cells)) return error_set(error, "ValueError", "not a notebook: it has no list of cells");
    size_t index;
    json_array_foreach(cells, index, cell) {
        json_t *source = json_object_get(cell, "source");
        if (!json_is_string(json_object_get(cell, "cell_type")) || !(json_is_string(source) || json_is_array(source)))
            return error_set(error, "ValueError", "not a notebook: cell %zu has no cell_type or source", index);
        if (!json_is_object(json_object_get(cell, "metadata")))
            json_object_set_new(cell, "metadata", json_object());
        if (cell_is_code(cell) && !json_is_array(json_object_get(cell, "outputs")))
            json_object_set_new(cell, "outputs", json_array());
    }
    return true;
}

json_t *document_parse(const char *bytes, size_t length, Error *error) {
    json_error_t fault;
    json_t *document = json_loadb(bytes, length, JSON_ALLOW_NUL, &fault);
    if (!document) {
        error_set(error, "ValueError", "not JSON: %s (line %d, column %d)", fault.text, fault.line, fault.column);
        return NULL;
    }
    json_t *format = json_object_get(document, "nbformat");
    bool good = false;
    if (!json_is_integer(format))
        error_set(error, "ValueError", "not a notebook: it has no nbformat number");
    else if (json_integer_value(format) != 4)
        error_set(error, "ValueError",
                  "notebook format %" JSON_INTEGER_FORMAT " is not read here: convert it with "
                  "`jupyter nbconvert --to notebook --nbformat 4`",
                  json_integer_value(format));
    else good = check_cells(document, error);
    if (!good) {
        json_decref(document);
        return NULL;
    }
    if (!json_is_object(json_object_get(document, "metadata")))
        json_object_set_new(document, "metadata", json_object());
    change_cells(document, joined);
    return document;
}

json_t *document_load(const char *path, Error *error) {
    FILE *file = fopen(path, "rbe");
    TextBuffer text = TEXT_BUFFER_EMPTY;
    char block[65536];
    size_t count;
    while (file && (count = fread(block, 1, sizeof block, file)) > 0) text_append_bytes(&text, block, count);
    bool failed = !file || ferror(file);
    if (failed) error_set(error, "OSError", "%s", strerror(errno));
    if (file) fclose(file);
    json_t *document = NULL;
    if (text.failed) error_no_memory(error);
    else if (!failed) document = document_parse(text_string(&text), text.length, error);
    text_release(&text);
    return document;
}

/* ---- writing ---- */

static void append_text(const json_t *document, TextBuffer *text) {
    json_t *copy = json_deep_copy(document);
    if (!copy) {
        text->failed = true;
        return;
    }
    change_cells(copy, split);
    json_text_append(text, copy);
    text_append_char(text, '\n');
    json_decref(copy);
}

bool document_save(const json_t *document, const char *path, Error *error) {
    TextBuffer text = TEXT_BUFFER_EMPTY, temporary = TEXT_BUFFER_EMPTY;
    append_text(document, &text);
    text_append_format(&temporary, "%s.%ld.part", path, (long)getpid());
    bool good = !text.failed && !temporary.failed;
    if (!good) error_no_memory(error);
    FILE *file = good ? fopen(temporary.bytes, "wbe") : NULL;
    if (good) {
        good = file && fwrite(text.bytes, 1, text.length, file) == text.length;
        if (file && fclose(file) != 0) good = false;
        if (good) good = rename(temporary.bytes, path) == 0;
        if (!good) {
            error_set(error, "OSError", "%s: %s", path, strerror(errno));
            if (file) unlink(temporary.bytes);
        }
    }
    text_release(&text);
    text_release(&temporary);
    return good;
}

bool document_write(const json_t *document, int descriptor, Error *error) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    append_text(document, &text);
    bool good = !text.failed || error_no_memory(error);
    for (size_t at = 0; good && at < text.length;) {
        ssize_t count = pwrite(descriptor, text.bytes + at, text.length - at, (off_t)at);
        if (count > 0) at += (size_t)count;
        else if (count == 0 || errno != EINTR) good = error_set(error, "OSError", "%s", strerror(errno));
    }
    if (good && ftruncate(descriptor, (off_t)text.length) != 0) good = error_set(error, "OSError", "%s", strerror(errno));
    text_release(&text);
    return good;
}

/* ---- cells ---- */

const char *document_language(const json_t *document) {
    const json_t *metadata = json_object_get(document, "metadata");
    const char *told = json_string_value(json_object_get(json_object_get(metadata, "kernelspec"), "language"));
    return told && *told ? told : json_string_value(json_object_get(json_object_get(metadata, "language_info"), "name"));
}

bool cell_is_code(const json_t *cell) {
    const char *type = json_string_value(json_object_get(cell, "cell_type"));
    return type && !strcmp(type, "code");
}

const char *cell_source(const json_t *cell) {
    const char *source = json_string_value(json_object_get(cell, "source"));
    return source ? source : "";
}

bool cell_has_tag(const json_t *cell, const char *tag) {
    size_t index;
    json_t *item;
    json_array_foreach(json_object_get(json_object_get(cell, "metadata"), "tags"), index, item) {
        if (json_is_string(item) && !strcmp(json_string_value(item), tag)) return true;
    }
    return false;
}

bool document_insert_cell(json_t *document, size_t index, const char *source, const char *tag) {
    json_t *cell = json_pack("{s:s, s:n, s:{s:[s]}, s:[], s:s}", "cell_type", "code", "execution_count", "metadata",
                             "tags", tag, "outputs", "source", source);
    if (!cell) return false;
    if (json_integer_value(json_object_get(document, "nbformat_minor")) >= 5) {
        unsigned char random[4];
        char identifier[9];
        if (getrandom(random, sizeof random, 0) != sizeof random) memset(random, 0x5a, sizeof random);
        snprintf(identifier, sizeof identifier, "%02x%02x%02x%02x", random[0], random[1], random[2], random[3]);
        json_object_set_new(cell, "id", json_string(identifier));
    }
    return json_array_insert_new(json_object_get(document, "cells"), index, cell) == 0;
}
