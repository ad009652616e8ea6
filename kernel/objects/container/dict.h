/* dict: entries in insertion order, found through a table of indexes (open addressing).
 *
 * The VM caches an entry's index with its interned key: dict_entry_value is the whole check. What it
 * caches of globals and builtins holds as long as `keys_version` is the same: where the value lies, and that a name is not there. */
#ifndef KERNEL_OBJECTS_DICT_H
#define KERNEL_OBJECTS_DICT_H

#include "kernel/objects/text/string.h"

typedef struct DictEntry {
    int64_t hash;
    Value key;   /* absent: removed */
    Value value;
} DictEntry;

struct Dict {
    Object object;
    DictEntry *entries;    /* `used` of them, in insertion order, some removed */
    int32_t *slots;        /* mask + 1 of them: index into entries, -1 free, -2 removed; in the entries' block */
    size_t mask;
    size_t count;          /* live entries */
    size_t used, capacity; /* entries */
    uint32_t keys_version; /* of this dict with these keys, entries where they are; 0: none given yet */
    bool only_strings;     /* every key so far has been exactly a str */
    size_t holes;          /* so many entries at the front are removed ones, at least */
};

static inline bool value_is_exact_dict(Value value) {
    return value.tag == TAG_OBJECT && value.object->type->origin == &dict_type_template;
}
/* A number that no other dict has; 0: there are no more. */
uint32_t dict_keys_version(Interpreter *interpreter, Dict *dict);
/* Index of the entry of an exact str, or -1; never fails. */
int64_t dict_find_index(const Dict *dict, String *key);
/* The value of the entry at `index` when its key is this very string; borrowed, absent otherwise. */
static inline Value dict_entry_value(const Dict *dict, size_t index, const String *key) {
    if (index < dict->used && dict->entries[index].key.tag == TAG_OBJECT &&
        dict->entries[index].key.object == &key->object)
        return dict->entries[index].value;
    return VALUE_ABSENT;
}
/* Overwrite the value of an entry checked as above; retains. */
static inline void dict_entry_set_value(Dict *dict, size_t index, Value value) {
    value_replace(&dict->entries[index].value, value_retain(value));
}
Value dict_new_sized(Thread *thread, size_t count); /* room for `count` keys */
/* d[key]: owned, KeyError (and __missing__ for subclasses). */
Value dict_get_item(Thread *thread, Value dict, Value key);
/* 1: there (borrowed value in *value), 0: not, -1: error. */
int dict_lookup(Thread *thread, Dict *dict, Value key, Value *value);
int dict_lookup_hashed(Thread *thread, Dict *dict, Value key, int64_t hash, Value *value);
bool dict_set_hashed(Thread *thread, Dict *dict, Value key, int64_t hash, Value value);
/* Make a key the last or the first one: 1 done, 0 not there, -1 error. */
int dict_move_to_end(Thread *thread, Dict *dict, Value key, int64_t hash, bool last);
bool dict_pop_first(Dict *dict, Value *key, Value *value); /* both owned; false: empty */
bool dict_pop_last(Dict *dict, Value *key, Value *value);
bool dict_count_key(Thread *thread, Dict *dict, Value key); /* dict[key] += 1, from 0 where it is not there */
Value dict_pop(Thread *thread, Dict *dict, Value key); /* owned; absent without an exception when not there */
Value dict_set_default(Thread *thread, Dict *dict, Value key, Value value); /* borrowed */
/* Take what dict(x) or update(x) takes: a mapping (keys()) or an iterable of pairs. */
bool dict_merge(Thread *thread, Dict *dict, Value source);
/* f(**mapping): every key must be a str and new: TypeError "... got multiple values for keyword argument 'x'". */
bool dict_merge_keywords(Thread *thread, Dict *dict, Value mapping, Value callable);
Value dict_keys_list(Thread *thread, Dict *dict);
Value dict_values_list(Thread *thread, Dict *dict);
bool dict_equal(Thread *thread, Dict *left, Dict *right, bool *equal);

/* Views and iterators. */
typedef struct DictView {
    Object object;
    Dict *dict;
} DictView;
typedef struct DictIterator {
    Object object;
    Dict *dict;      /* NULL: exhausted */
    size_t at;
    size_t count;    /* of the dict when the iteration began */
    size_t left;     /* so many keys may still come */
} DictIterator;
extern const Type dict_reverse_key_iterator_type_template;
extern const Type dict_reverse_value_iterator_type_template;
extern const Type dict_reverse_item_iterator_type_template;

#endif
