/* Attributes of instances without a dict.
 *
 * The instances of a class mostly get the same attributes in the same order. So the class keeps the names, in the order in
 * which they first came (Type.field_names), and an instance only the values: its n-th value belongs to the n-th name.
 * Where the pointer to the instance's dict would be there is then the address of its Fields, with the lowest bit set.
 *
 * The first request for a dict (__dict__, vars(), a pickle), a deleted attribute or one that comes out of order makes a
 * Dict of them for good. Names are never taken back from a class. When a new one hides an attribute of the class, the class
 * gets a new version: so a cache of a class attribute that is no field's name holds for every instance with Fields. */
#ifndef KERNEL_OBJECTS_FIELDS_H
#define KERNEL_OBJECTS_FIELDS_H

#include "kernel/objects/core/gc.h"

typedef struct Fields {
    uint32_t count;
    uint16_t capacity;
    bool is_embedded; /* lies behind the instance, in its block */
    Value values[];
} Fields;

enum { FIELDS_MOST = 30 };

/* What lies in an instance's place of attributes: nothing (0), a Dict, or Fields. */
static inline uintptr_t attributes_word(const Object *object) {
    size_t offset = object->type->attributes_offset;
    return offset ? *(const uintptr_t *)(const void *)((const char *)object + offset) : 0;
}
static inline Fields *word_fields(uintptr_t word) { return word & 1 ? (Fields *)(word - 1) : NULL; }
static inline Fields *object_fields(const Object *object) { return word_fields(attributes_word(object)); }
/* The dict when there is one; an instance with Fields has none. */
static inline Dict *object_dict(const Object *object) {
    uintptr_t word = attributes_word(object);
    return word & 1 ? NULL : (Dict *)word; /* NOLINT: the word is a pointer */
}

/* Place of a name among the class's, below `count`; -1: none. */
int64_t fields_find(const Type *type, const String *name, size_t count);
/* The value of an instance's attribute; borrowed, absent: not there (or not in Fields). */
Value fields_get(const Object *object, const String *name);
/* 1 stored, 0: it must go into a dict, -1: no memory. Retains. */
int fields_set(Thread *thread, Object *object, String *name, Value value);
/* An instance of a class whose field names are known, with room for all of them; size: of the bare instance. */
void fields_embed(Object *object, size_t size);
size_t fields_room(const Type *type); /* bytes behind an instance for that, 0: none */
bool fields_visit(const Object *object, Visit *visit, void *context);
/* Take them out of the instance and release them. */
void fields_clear(Object *object);
/* A Dict of them, in their place; NULL: no memory. */
Dict *fields_to_dict(Thread *thread, Object *object);

#endif
