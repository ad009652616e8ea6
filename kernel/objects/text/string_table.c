/* Interned strings: one String for a text, so that names compare by address.
 *
 * The table holds no references: a string takes itself out when its last one goes, so that a long session keeps no name that
 * it does not use. Who stores an interned string retains it like anything else. Names that are written in C are different
 * (string_intern): the table keeps them, for C code asks for them again and again and holds no reference meanwhile. */
#include "kernel/objects/text/string_private.h"

#include "base/memory.h"
#include "base/utf8.h"

#include <string.h>

struct StringTable {
    String **slots; /* open addressing; NULL is free */
    size_t mask, count;
};

enum { FIRST_SLOTS = 2048 };

StringTable *string_table_new(void) {
    StringTable *table = memory_allocate_zeroed(1, sizeof *table);
    if (!table) return NULL;
    table->mask = FIRST_SLOTS - 1;
    table->slots = memory_allocate_zeroed(table->mask + 1, sizeof *table->slots);
    if (!table->slots) {
        memory_release(table);
        return NULL;
    }
    return table;
}

size_t string_table_count(const StringTable *table) { return table->count; }

void string_table_delete(StringTable **table) {
    if (!*table) return;
    for (size_t i = 0; i <= (*table)->mask; i++) {
        String *string = (*table)->slots[i];
        if (!string) continue;
        string->is_interned = false; /* what still holds it must not look for the table */
        if (string->is_permanent) object_release(string);
    }
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

static bool resize(StringTable *table, size_t mask) {
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

/* Enter a string that is not there yet. */
static bool enter(Thread *thread, StringTable *table, String *string) {
    if ((table->count + 1) * 2 > table->mask && !resize(table, table->mask * 2 + 1) && table->count + 1 >= table->mask)
        return raise_no_memory(thread), false;
    *find_slot(table, string->bytes, string->length, string->hash) = string;
    string->is_interned = true;
    table->count++;
    return true;
}

/* Take out a string that dies. What was moved past its slot when it was entered moves back, so that searches end at free slots. */
void string_table_remove(StringTable *table, const String *string) {
    size_t hole = (uint64_t)string->hash & table->mask;
    while (table->slots[hole] != string) hole = (hole + 1) & table->mask;
    for (size_t at = (hole + 1) & table->mask; table->slots[at]; at = (at + 1) & table->mask) {
        size_t home = (uint64_t)table->slots[at]->hash & table->mask;
        if (((at - home) & table->mask) < ((at - hole) & table->mask)) continue;
        table->slots[hole] = table->slots[at];
        hole = at;
    }
    table->slots[hole] = NULL;
    if (--table->count * 16 < table->mask && table->mask >= FIRST_SLOTS) resize(table, table->mask / 2); /* or it stays large */
}

String *string_intern_bytes(Thread *thread, const char *bytes, size_t length) {
    StringTable *table = thread->interpreter->strings;
    int64_t hash = (int64_t)string_hash_bytes(bytes, length);
    if (hash == -1) hash = -2;
    String *string = *find_slot(table, bytes, length, hash);
    if (string) return object_retain(string);
    Value value = string_new(thread, bytes, length);
    if (value_is_absent(value)) return NULL;
    string = value_string(value);
    if (string->is_interned) return string; /* of one character: made and entered just now */
    string->hash = hash;
    if (enter(thread, table, string)) return string;
    object_release(string);
    return NULL;
}

String *string_intern_text(Thread *thread, const char *text) { return string_intern_bytes(thread, text, strlen(text)); }

String *string_intern_object(Thread *thread, String *string) {
    if (string->is_interned) return object_retain(string);
    if (string->object.type->origin != &string_type_template)
        return string_intern_bytes(thread, string->bytes, string->length);
    StringTable *table = thread->interpreter->strings;
    String *interned = *find_slot(table, string->bytes, string->length, string_hash(string));
    if (interned) return object_retain(interned);
    return enter(thread, table, string) ? object_retain(string) : NULL;
}

String *string_intern(Thread *thread, const char *string) {
    String *interned = string_intern_bytes(thread, string, strlen(string));
    if (!interned) return NULL;
    if (interned->is_permanent) object_release(interned);
    else interned->is_permanent = true; /* the table's reference */
    return interned;
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
        characters[code_point] = string_intern_object(thread, string);
    }
    return value;
}
