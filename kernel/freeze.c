/* A step of the build: makes the pack (kernel/objects/system/pack.h) of the modules that are written in Python.
 *
 *     kernel/freeze KERNEL PACK COMPILER_OBJECT...
 *
 * KERNEL is the source folder whose python/ and native/ folders are walked. What has not changed since the last pack is taken
 * from there, unless the compiler has: its object files are asked for, not their dates. */
#include "base/inflate.h"
#include "base/memory.h"
#include "kernel/language/compile/evaluate.h"
#include "kernel/language/compile/frozen.h"
#include "kernel/language/session/session.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct File {
    char *name; /* of the module */
    TextBuffer text;
    uint32_t flags;
} File;

typedef struct Files {
    File *items;
    size_t count, capacity;
} Files;

static void stop(const char *what, const char *which) {
    fprintf(stderr, "freeze: %s %s\n", what, which);
    exit(1);
}

/* What there is no memory for stops the build. */
static void *needed(void *memory) {
    if (!memory) stop("no memory", "");
    return memory;
}

static TextBuffer read_whole(const char *path) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    FILE *stream = fopen(path, "rb");
    if (!stream) stop("cannot read", path);
    char block[65536];
    for (size_t count; (count = fread(block, 1, sizeof block, stream)) > 0;) text_append_bytes(&text, block, count);
    fclose(stream);
    if (text.failed) stop("no memory for", path);
    return text;
}

/* FNV-1a. */
static uint64_t hash_bytes(uint64_t hash, const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)bytes[i]) * 0x100000001b3u;
    return hash;
}
static const uint64_t hash_start = 0xcbf29ce484222325u;

/* ---- the texts ---- */

/* "numpy/ma/__init__.py" is numpy.ma. */
static char *module_name(const char *path) {
    char *name = needed(memory_copy_bytes(path, strlen(path) - strlen(".py")));
    size_t length = strlen(name), tail = strlen("/__init__");
    if (length > tail && !strcmp(name + length - tail, "/__init__")) name[length - tail] = 0;
    for (char *at = name; *at; at++)
        if (*at == '/') *at = '.';
    if (strlen(name) > PACK_FILE_SIZE - 16) stop("too long a name:", name);
    return name;
}

/* The texts below `folder`, whose part from `root` on is their name; root is 0 outside of python/ and native/. */
static void walk(Files *files, const char *folder, size_t root, uint32_t flags) {
    DIR *open_folder = opendir(folder);
    if (!open_folder) stop("cannot read the folder", folder);
    for (struct dirent *entry; (entry = readdir(open_folder));) {
        const char *name = entry->d_name, *end = strrchr(name, '.');
        if (*name == '.' || !strcmp(name, "__pycache__")) continue;
        TextBuffer path = TEXT_BUFFER_EMPTY;
        text_append_format(&path, "%s/%s", folder, name);
        if (path.failed) stop("no memory for", name);
        if (!end) {
            bool is_native = !strcmp(name, "native"), begins = !root && (is_native || !strcmp(name, "python"));
            DIR *inner = opendir(text_string(&path)); /* is it a folder? */
            if (inner) {
                closedir(inner);
                walk(files, text_string(&path), begins ? path.length + 1 : root,
                     flags | (begins && is_native ? PACK_NATIVE : 0) | (!root && !strcmp(name, "library") ? PACK_LIBRARY : 0));
            }
        } else if (root && !strcmp(end, ".py")) {
            if (files->count == files->capacity) {
                files->capacity = files->capacity ? files->capacity * 2 : 256;
                files->items = needed(memory_resize(files->items, files->capacity * sizeof *files->items));
            }
            files->items[files->count++] = (File){module_name(text_string(&path) + root), read_whole(text_string(&path)), flags};
        }
        text_release(&path);
    }
    closedir(open_folder);
}

static int compare_files(const void *left, const void *right) { return strcmp(((const File *)left)->name, ((const File *)right)->name); }

/* ---- the pack ---- */

/* The record of a text in the pack of last time; NULL: compile it. */
static const PackRecord *find_old(const TextBuffer *old, uint64_t compiler, const File *file, uint64_t hash) {
    const char *bytes = text_string(old);
    const PackHeader *header = (const PackHeader *)bytes;
    if (old->length < sizeof *header || strcmp(header->magic, PACK_MAGIC) || header->compiler != compiler || header->length != old->length)
        return NULL;
    const PackRecord *records = (const PackRecord *)(header + 1);
    for (uint32_t i = 0; i < header->count; i++)
        if (!strcmp(bytes + records[i].name, file->name))
            return records[i].text_hash == hash && records[i].flags == file->flags ? &records[i] : NULL;
    return NULL;
}

static uint32_t append(TextBuffer *pack, const void *bytes, size_t length) {
    while (pack->length % 8) text_append_char(pack, 0);
    uint32_t offset = (uint32_t)pack->length;
    text_append_bytes(pack, bytes, length);
    return offset;
}

/* What is compiled says so in tracebacks: "<frozen NAME>", as pack_file() does. */
static void compile(Thread *thread, const File *file, TextBuffer *frozen) {
    char name[PACK_FILE_SIZE];
    snprintf(name, sizeof name, "<%s %s>", file->flags & PACK_NATIVE ? "native" : "frozen", file->name);
    Value code = language_compile(thread, text_string(&file->text), file->text.length, name, "exec", 0);
    if (value_is_absent(code) || !frozen_write(thread, value_code(code), frozen)) stop("cannot compile", file->name);
    value_release(code);
}

/* The names in `__all__ = ['poly1d', ...]` of a module such as numpy._poly1d, each with a NUL; false: it has no such list. */
static bool given_names(const File *file, TextBuffer *names) {
    const char *dot = strrchr(file->name, '.'), *at = strstr(text_string(&file->text), "\n__all__ = [");
    if (!dot || dot[1] != '_' || dot[2] == '_' || file->flags & PACK_LIBRARY || !at) return false;
    for (at = strchr(at, '[') + 1; *at != ']'; at++) {
        if (*at != '\'' && *at != '"') {
            if (*at == ' ' || *at == ',' || *at == '\n') continue;
            return false;
        }
        const char *end = strchr(at + 1, *at);
        if (!end) return false;
        text_append_bytes(names, at + 1, (size_t)(end - at - 1));
        text_append_char(names, 0);
        at = end;
    }
    text_append_char(names, 0);
    return at[1] == '\n' && names->length > 1;
}

static uint32_t add_given_names(TextBuffer *pack, const File *file) {
    TextBuffer names = TEXT_BUFFER_EMPTY;
    uint32_t offset = given_names(file, &names) ? append(pack, text_string(&names), names.length) : 0;
    text_release(&names);
    return offset;
}

/* What a record's frozen part takes in the pack. */
static size_t frozen_bytes(const PackRecord *record) {
    return record->body_packed ? record->body_packed + record->frozen_length - record->body_length : record->frozen_length;
}

/* Modules of packages are deflated, but for their positions, which are already. (The standard library's are not: they are
 * imported often, and read where they lie. Deflated they would save .8 MB, and these here 2.0.) */
static void add_deflated(TextBuffer *pack, PackRecord *record, const File *file, const TextBuffer *frozen) {
    FrozenHeader header;
    memcpy(&header, text_string(frozen), sizeof header);
    size_t packed_length;
    unsigned char *packed = bytes_deflate(text_string(frozen), header.positions, 9, &packed_length);
    if (!packed) stop("cannot deflate (is libz.so.1 there?)", file->name);
    record->body_packed = (uint32_t)packed_length;
    record->body_length = header.positions;
    record->frozen = append(pack, packed, packed_length);
    text_append_bytes(pack, text_string(frozen) + header.positions, frozen->length - header.positions);
    memory_release(packed);
}

static void add_module(Thread *thread, TextBuffer *pack, PackRecord *record, const File *file, const TextBuffer *old, uint64_t compiler) {
    uint64_t hash = hash_bytes(hash_start, text_string(&file->text), file->text.length);
    const PackRecord *known = find_old(old, compiler, file, hash);
    *record = (PackRecord){.text_hash = hash, .flags = file->flags, .text_length = (uint32_t)file->text.length};
    if (known) {
        record->frozen_length = known->frozen_length;
        record->body_packed = known->body_packed;
        record->body_length = known->body_length;
        record->packed_length = known->packed_length;
        record->frozen = append(pack, text_string(old) + known->frozen, frozen_bytes(known));
        record->text = append(pack, text_string(old) + known->text, known->packed_length);
        return;
    }
    TextBuffer frozen = TEXT_BUFFER_EMPTY;
    compile(thread, file, &frozen);
    record->frozen_length = (uint32_t)frozen.length;
    if (file->flags & PACK_LIBRARY) record->frozen = append(pack, text_string(&frozen), frozen.length);
    else add_deflated(pack, record, file, &frozen);
    text_release(&frozen);
    size_t packed_length;
    unsigned char *packed = bytes_deflate(text_string(&file->text), file->text.length, 9, &packed_length);
    if (!packed) stop("cannot deflate (is libz.so.1 there?)", file->name);
    record->packed_length = (uint32_t)packed_length;
    record->text = append(pack, packed, packed_length);
    memory_release(packed);
}

static void write_pack(const TextBuffer *pack, const char *path) {
    TextBuffer part = TEXT_BUFFER_EMPTY;
    text_append_format(&part, "%s.part", path);
    FILE *stream = part.failed ? NULL : fopen(text_string(&part), "wb");
    if (!stream || fwrite(text_string(pack), 1, pack->length, stream) != pack->length || fclose(stream) ||
        rename(text_string(&part), path))
        stop("cannot write", path);
    text_release(&part);
}

int main(int count, char **arguments) {
    if (count < 3) stop("usage:", "freeze KERNEL PACK COMPILER_OBJECT...");
    const char *path = arguments[2];
    uint64_t compiler = hash_start;
    for (int i = 3; i < count; i++) {
        TextBuffer object = read_whole(arguments[i]);
        compiler = hash_bytes(compiler, text_string(&object), object.length);
        text_release(&object);
    }
    FILE *exists = fopen(path, "rb");
    TextBuffer old = TEXT_BUFFER_EMPTY, pack = TEXT_BUFFER_EMPTY;
    if (exists) fclose(exists), old = read_whole(path);

    static const FrontEnd front_end = {0};
    Interpreter *interpreter = needed(interpreter_new(&front_end));
    Files files = {0};
    walk(&files, arguments[1], 0, 0);
    if (files.count) qsort(files.items, files.count, sizeof *files.items, compare_files);
    PackRecord *records = needed(memory_allocate_zeroed(files.count + 1, sizeof *records));
    PackHeader header = {.magic = PACK_MAGIC, .compiler = compiler, .count = (uint32_t)files.count};
    text_append_bytes(&pack, (const char *)&header, sizeof header);
    text_append_bytes(&pack, (const char *)records, files.count * sizeof *records);
    uint32_t *names = needed(memory_allocate_zeroed(files.count + 1, sizeof *names));
    for (size_t i = 0; i < files.count; i++) { /* side by side: who looks for one touches few pages */
        if (i && !strcmp(files.items[i].name, files.items[i - 1].name)) stop("two texts of", files.items[i].name);
        names[i] = (uint32_t)pack.length;
        text_append_bytes(&pack, files.items[i].name, strlen(files.items[i].name) + 1);
    }
    uint32_t *given = needed(memory_allocate_zeroed(files.count + 1, sizeof *given));
    for (size_t i = 0; i < files.count; i++) given[i] = add_given_names(&pack, &files.items[i]);
    for (size_t i = 0; i < files.count; i++) {
        add_module(interpreter->main, &pack, &records[i], &files.items[i], &old, compiler);
        records[i].name = names[i];
        records[i].gives = given[i];
    }
    if (pack.failed || pack.length > UINT32_MAX) stop("no memory for the pack", "");
    header.length = (uint32_t)pack.length;
    memcpy(pack.bytes, &header, sizeof header);
    memcpy(pack.bytes + sizeof header, records, files.count * sizeof *records);
    write_pack(&pack, path);

    for (size_t i = 0; i < files.count; i++) memory_release(files.items[i].name), text_release(&files.items[i].text);
    memory_release(files.items);
    memory_release(records);
    memory_release(names);
    memory_release(given);
    text_release(&old);
    text_release(&pack);
    interpreter_delete(&interpreter);
    return 0;
}
