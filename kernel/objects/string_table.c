/* Interned strings: one String for a text, so that names compare by address. They live as long as the interpreter, as do the
 * one-character strings that indexing and iteration hand out. */
#include "kernel/objects/string_private.h"

#include "base/memory.h"
#include "base/utf8.h"

#include <string.h>

struct StringTable {
    String **slots; /* open addressing; NULL is free */
    size_t mask, count;
};

StringTable *string_table_new(void) {
    StringTable *table = memory_allocate_zeroed(1, sizeof *table);
    if (!table) return NULL;
    table->mask = 2047;
    table->slots = memory_allocate_zeroed(table->mask + 1, sizeof *table->slots);
    if (!table->slots) {
        memory_release(table);
        return NULL;
    }
    return table;
}

void string_table_delete(StringTable **table) {
    if (!*table) return;
    for (size_t i = 0; i <= (*table)->mask; i++) object_release((*table)->slots[i]);
    memory_release((*table)->slots);
    memory_release(*table);
    *table = NULL;
}

static String **find_slot(const StringTable *table, const char *bytes, size_t length, int64_t hash) {
    size_t at = (uint64_t)hash & table->mask;
    while (table->slots[at]) {
        const String *string = table->slots[at];
        if (string->hash == hash && string->length == length && !memcmp(string->bytes, bytes, length)) break;
        at = (at + 1) & table->mask;
    }
    return &table->slots[at];
}

static bool grow(StringTable *table) {
    size_t mask = table->mask * 2 + 1;
    String **slots = memory_allocate_zeroed(mask + 1, sizeof *slots);
    if (!slots) return false;
    for (size_t i = 0; i <= table->mask; i++) {
        String *string = table->slots[i];
        if (!string) continue;
        size_t at = (uint64_t)string->hash & mask;
        while (slots[at]) at = (at + 1) & mask;
        slots[at] = string;
    }
    memory_release(table->slots);
    table->slots = slots;
    table->mask = mask;
    return true;
}

/* Enter a string that is not there yet; the table takes a reference. */
static String *enter(Thread *thread, StringTable *table, String **slot, String *string) {
    string->is_interned = true;
    *slot = object_retain(string);
    if (++table->count * 2 > table->mask && !grow(table) && table->count >= table->mask - 1) {
        raise_no_memory(thread);
        return NULL;
    }
    return string;
}

String *string_intern_bytes(Thread *thread, const char *bytes, size_t length) {
    StringTable *table = thread->interpreter->strings;
    int64_t hash = (int64_t)string_hash_bytes(bytes, length);
    if (hash == -1) hash = -2;
    String **slot = find_slot(table, bytes, length, hash);
    if (*slot) return *slot;
    Value value = string_new(thread, bytes, length);
    if (value_is_absent(value)) return NULL;
    String *string = value_string(value);
    string->hash = hash;
    slot = find_slot(table, bytes, length, hash); /* making a one-character string may have entered it */
    String *interned = *slot ? *slot : enter(thread, table, slot, string);
    object_release(string);
    return interned;
}

String *string_intern(Thread *thread, const char *string) {
    return string_intern_bytes(thread, string, strlen(string));
}

String *string_intern_object(Thread *thread, String *string) {
    if (string->is_interned) return string;
    if (string->object.type->origin != &string_type_template)
        return string_intern_bytes(thread, string->bytes, string->length);
    StringTable *table = thread->interpreter->strings;
    String **slot = find_slot(table, string->bytes, string->length, string_hash(string));
    return *slot ? *slot : enter(thread, table, slot, string);
}

Value string_from_code_point(Thread *thread, uint32_t code_point) {
    String **characters = thread_builtins(thread)->characters;
    if (code_point < 256 && characters[code_point]) return value_from_object(object_retain(characters[code_point]));
    char bytes[4];
    size_t length = utf8_encode(code_point, bytes);
    String *string = string_new_buffer(thread, length);
    if (!string) return VALUE_ABSENT;
    memcpy(string->bytes, bytes, length);
    Value value = string_finish(string);
    if (code_point < 256) {
        String *interned = string_intern_object(thread, string);
        if (interned) characters[code_point] = object_retain(interned);
    }
    return value;
}
