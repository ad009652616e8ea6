#include "kernel/objects/system/pack.h"

#include "base/inflate.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* kernel/pack_embedded.c, or kernel/pack_none.c. */
extern const unsigned char python_pack[];

static const PackHeader *header(void) { return (const PackHeader *)python_pack; }

static const PackRecord *records(void) { return (const PackRecord *)(python_pack + sizeof(PackHeader)); }

size_t pack_count(void) { return header()->count; }

const PackRecord *pack_at(size_t index) { return records() + index; }

const char *pack_name(const PackRecord *record) { return (const char *)python_pack + record->name; }

const unsigned char *pack_frozen(const PackRecord *record) { return python_pack + record->frozen; }

char *pack_frozen_inflated(const PackRecord *record) {
    const unsigned char *packed = pack_frozen(record);
    char *body = bytes_inflate(packed, record->body_packed, record->body_length);
    char *whole = body ? memory_resize(body, record->frozen_length + 1u) : NULL;
    if (!whole) return memory_release(body), NULL;
    memcpy(whole + record->body_length, packed + record->body_packed, record->frozen_length - record->body_length);
    return whole;
}

char *pack_text(const PackRecord *record) {
    return bytes_inflate(python_pack + record->text, record->packed_length, record->text_length);
}

static int compare_names(const void *name, const void *record) { return strcmp(name, pack_name(record)); }

const PackRecord *pack_find(const char *name) {
    return bsearch(name, records(), pack_count(), sizeof(PackRecord), compare_names);
}

void pack_file(const PackRecord *record, char file[PACK_FILE_SIZE]) {
    snprintf(file, PACK_FILE_SIZE, "<%s %s>", record->flags & PACK_NATIVE ? "native" : "frozen", pack_name(record));
}

const PackRecord *pack_find_file(const char *file) {
    char name[PACK_FILE_SIZE];
    bool is_native = !strncmp(file, "<native ", 8);
    size_t length = strlen(file);
    if ((!is_native && strncmp(file, "<frozen ", 8)) || length < 10 || length >= PACK_FILE_SIZE || file[length - 1] != '>') return NULL;
    memcpy(name, file + 8, length - 9);
    name[length - 9] = 0;
    const PackRecord *record = pack_find(name);
    return record && !(record->flags & PACK_NATIVE) == !is_native ? record : NULL;
}

/* ---- what a package is given ---- */

/* The next module after `record` (NULL: from the start) that gives names to the package. */
static const PackRecord *next_giver(const char *package, const PackRecord *record) {
    size_t length = strlen(package);
    for (record = record ? record + 1 : records(); record < records() + pack_count(); record++) {
        const char *name = pack_name(record);
        if (record->gives && !strncmp(name, package, length) && name[length] == '.' && !strchr(name + length + 1, '.')) return record;
    }
    return NULL;
}

const char *pack_next_given(const char *package, const PackRecord **record, const char *name) {
    name = name ? name + strlen(name) + 1 : "";
    if (*name) return name;
    *record = next_giver(package, *record);
    return *record ? (const char *)python_pack + (*record)->gives : NULL;
}

const PackRecord *pack_giver(const char *package, const char *name) {
    const PackRecord *record = NULL;
    for (const char *given = NULL; (given = pack_next_given(package, &record, given));)
        if (!strcmp(given, name)) return record;
    return NULL;
}
