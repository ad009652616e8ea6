/* dict: the table.
 *
 * Entries lie in insertion order in one block, followed by the slots: a power of two of indexes into the entries, searched
 * by open addressing with the hash's upper bits stirred in. A removed entry stays as a hole until the table is rebuilt, and
 * its slot becomes SLOT_REMOVED so that searches go on past it. Most dicts have only exact strings as keys (namespaces,
 * keyword arguments, records): comparing those needs no calls and cannot fail. */
#include "kernel/objects/container/dict.h"
#include "kernel/objects/container/dict_private.h"
#include "kernel/objects/core/objects_state.h"

#include "base/memory.h"

#include <string.h>

enum { SLOT_FREE = -1, SLOT_REMOVED = -2, SMALLEST_MASK = 7 };

Value dict_new(Thread *thread) {
    Dict *dict = object_new(thread, thread_builtins(thread)->type_dict);
    if (!dict) return VALUE_ABSENT;
    dict->only_strings = true;
    return value_from_object(dict);
}

static Pool *dict_pool(const Dict *dict) { return &dict->object.type->interpreter->objects->pool; }

/* Two thirds of the slots may be used. */
static size_t entries_of_mask(size_t mask) { return (mask + 1) * 2 / 3; }

static size_t mask_for(size_t count) {
    size_t mask = SMALLEST_MASK;
    while (entries_of_mask(mask) < count) mask = mask * 2 + 1;
    return mask;
}

static void insert_slot(int32_t *slots, size_t mask, int64_t hash, int32_t index) {
    uint64_t perturb = (uint64_t)hash;
    size_t at = (size_t)hash & mask;
    while (slots[at] != SLOT_FREE) {
        perturb >>= 5;
        at = (at * 5 + perturb + 1) & mask;
    }
    slots[at] = index;
}

/* A new block with room for `count` entries; holes go. */
static bool dict_rebuild(Thread *thread, Dict *dict, size_t count) {
    if (count > INT32_MAX / 2) return raise_no_memory(thread), false;
    size_t mask = mask_for(count), capacity = entries_of_mask(mask);
    Pool *pool = dict_pool(dict);
    DictEntry *entries = pool_take(pool, capacity * sizeof *entries + (mask + 1) * sizeof *dict->slots);
    if (!entries) return raise_no_memory(thread), false;
    int32_t *slots = (int32_t *)(void *)(entries + capacity);
    memset(slots, 0xFF, (mask + 1) * sizeof *slots);
    size_t used = 0;
    for (size_t i = 0; i < dict->used; i++) {
        if (value_is_absent(dict->entries[i].key)) continue;
        entries[used] = dict->entries[i];
        insert_slot(slots, mask, entries[used].hash, (int32_t)used);
        used++;
    }
    if (dict->entries) pool_give(pool, dict->entries);
    dict->entries = entries;
    dict->slots = slots;
    dict->mask = mask;
    dict->used = used;
    dict->capacity = capacity;
    dict->holes = 0;
    dict->keys_version = 0;
    return true;
}

Value dict_new_sized(Thread *thread, size_t count) {
    Value dict = dict_new(thread);
    if (!value_is_absent(dict) && count && !dict_rebuild(thread, value_dict(dict), count)) {
        value_release(dict);
        return VALUE_ABSENT;
    }
    return dict;
}

/* ---- searching ---- */

/* Index of the entry, or -1. Keys that are not exact strings are passed over: a string equals none of the built-in ones. */
static inline int64_t find_string(const Dict *dict, const String *key, int64_t hash) {
    if (!dict->slots) return -1;
    uint64_t perturb = (uint64_t)hash;
    for (size_t at = (size_t)hash & dict->mask;;) {
        int32_t index = dict->slots[at];
        if (index >= 0) {
            const DictEntry *entry = &dict->entries[index];
            if (entry->key.object == &key->object && entry->key.tag == TAG_OBJECT) return index;
            if (entry->hash == hash && is_string(entry->key) && string_equals(value_string(entry->key), key)) return index;
        } else if (index == SLOT_FREE) {
            return -1;
        }
        perturb >>= 5;
        at = (at * 5 + perturb + 1) & dict->mask;
    }
}

uint32_t dict_keys_version(Interpreter *interpreter, Dict *dict) {
    if (!dict->keys_version && interpreter->next_keys_version < UINT32_MAX) dict->keys_version = ++interpreter->next_keys_version;
    return dict->keys_version;
}

int64_t dict_find_index(const Dict *dict, String *key) { return find_string(dict, key, string_hash(key)); }

/* Numbers by identity of tag and bits need no call either; everything else asks ==, which may change the dict: then the
 * search begins again. -1: not there, -2: error. */
static int64_t find_value(Thread *thread, Dict *dict, Value key, int64_t hash) {
    if (value_is_exact_string(key) && dict->only_strings) return find_string(dict, value_string(key), hash);
again:
    if (!dict->slots) return -1;
    uint64_t perturb = (uint64_t)hash;
    for (size_t at = (size_t)hash & dict->mask;;) {
        int32_t index = dict->slots[at];
        if (index >= 0) {
            DictEntry *entry = &dict->entries[index];
            if (value_is(entry->key, key)) return index;
            if (entry->hash == hash && !(entry->key.tag == TAG_INT && key.tag == TAG_INT)) {
                const DictEntry *entries = dict->entries;
                Value stored = value_retain(entry->key);
                int equal = value_equal(thread, stored, key);
                bool changed = dict->entries != entries || (size_t)index >= dict->used ||
                               !value_is(dict->entries[index].key, stored);
                value_release(stored);
                if (equal < 0) return -2;
                if (changed) goto again;
                if (equal) return index;
            }
        } else if (index == SLOT_FREE) {
            return -1;
        }
        perturb >>= 5;
        at = (at * 5 + perturb + 1) & dict->mask;
    }
}

int dict_lookup_hashed(Thread *thread, Dict *dict, Value key, int64_t hash, Value *value) {
    int64_t index = find_value(thread, dict, key, hash);
    if (index < 0) return index == -1 ? 0 : -1;
    *value = dict->entries[index].value;
    return 1;
}

int dict_lookup(Thread *thread, Dict *dict, Value key, Value *value) {
    int64_t hash;
    if (!value_hash_fast(thread, key, &hash)) return -1;
    return dict_lookup_hashed(thread, dict, key, hash, value);
}

Value dict_get(Thread *thread, Dict *dict, Value key) {
    Value value;
    return dict_lookup(thread, dict, key, &value) > 0 ? value : VALUE_ABSENT;
}

Value dict_get_string(Dict *dict, String *key) {
    int64_t index = find_string(dict, key, string_hash(key));
    return index < 0 ? VALUE_ABSENT : dict->entries[index].value;
}

Value dict_get_c(Thread *thread, Dict *dict, const char *key) {
    String *name = string_intern_text(thread, key); /* some names are the user's: they must not stay */
    Value value = name ? dict_get_string(dict, name) : VALUE_ABSENT;
    object_release(name);
    return value;
}

/* ---- changing ---- */

static bool append_entry(Thread *thread, Dict *dict, Value key, int64_t hash, Value value) {
    if (dict->used == dict->capacity &&
        !dict_rebuild(thread, dict, dict->count < 4 ? entries_of_mask(SMALLEST_MASK) : dict->count * 2 + 1))
        return false;
    if (!value_is_exact_string(key)) dict->only_strings = false;
    insert_slot(dict->slots, dict->mask, hash, (int32_t)dict->used);
    dict->entries[dict->used++] = (DictEntry){hash, value_retain(key), value_retain(value)};
    dict->count++;
    dict->keys_version = 0;
    return true;
}

bool dict_set_hashed(Thread *thread, Dict *dict, Value key, int64_t hash, Value value) {
    int64_t index = find_value(thread, dict, key, hash);
    if (index == -2) return false;
    if (index < 0) return append_entry(thread, dict, key, hash, value);
    value_replace(&dict->entries[index].value, value_retain(value));
    return true;
}

bool dict_set(Thread *thread, Dict *dict, Value key, Value value) {
    int64_t hash;
    return value_hash_fast(thread, key, &hash) && dict_set_hashed(thread, dict, key, hash, value);
}

bool dict_set_string(Thread *thread, Dict *dict, String *key, Value value) {
    int64_t hash = string_hash(key), index = find_string(dict, key, hash);
    if (index < 0) return append_entry(thread, dict, value_from_object(key), hash, value);
    value_replace(&dict->entries[index].value, value_retain(value));
    return true;
}

bool dict_set_c(Thread *thread, Dict *dict, const char *key, Value value) {
    String *name = string_intern_text(thread, key);
    bool done = name && dict_set_string(thread, dict, name, value);
    object_release(name);
    return done;
}

bool dict_set_c_owned(Thread *thread, Dict *dict, const char *key, Value value) {
    bool done = !value_is_absent(value) && dict_set_c(thread, dict, key, value);
    value_release(value);
    return done;
}

Value dict_set_default(Thread *thread, Dict *dict, Value key, Value value) {
    int64_t hash;
    if (!value_hash_fast(thread, key, &hash)) return VALUE_ABSENT;
    int64_t index = find_value(thread, dict, key, hash);
    if (index >= 0) return dict->entries[index].value;
    return index == -1 && append_entry(thread, dict, key, hash, value) ? value : VALUE_ABSENT;
}

/* Takes the entry out; its key and value pass to the caller. */
static DictEntry take_entry(Dict *dict, size_t index) {
    DictEntry taken = dict->entries[index];
    uint64_t perturb = (uint64_t)taken.hash;
    size_t at = (size_t)taken.hash & dict->mask;
    while (dict->slots[at] != (int32_t)index) {
        perturb >>= 5;
        at = (at * 5 + perturb + 1) & dict->mask;
    }
    dict->slots[at] = SLOT_REMOVED;
    dict->entries[index].key = dict->entries[index].value = VALUE_ABSENT;
    dict->count--;
    dict->keys_version = 0;
    /* Holes at the end close at once, so that popitem() need not walk over them; their slots stay spent, hence the
     * capacity goes down with them until nothing is left or the table is rebuilt. */
    if (index == dict->holes) dict->holes++;
    return taken;
}

/* Holes at the end close, so that popitem() need not walk over them again; their slots stay spent, hence the capacity goes
 * down with them until nothing is left or the table is rebuilt. */
static void close_holes(Dict *dict) {
    if (dict->count == 0) {
        dict->used = dict->holes = 0;
        dict->capacity = entries_of_mask(dict->mask);
        memset(dict->slots, 0xFF, (dict->mask + 1) * sizeof *dict->slots);
        return;
    }
    while (dict->used > 0 && value_is_absent(dict->entries[dict->used - 1].key)) {
        dict->used--;
        dict->capacity--;
    }
}

Value dict_pop(Thread *thread, Dict *dict, Value key) {
    int64_t hash;
    if (dict->count == 0) return VALUE_ABSENT;
    if (!value_hash_fast(thread, key, &hash)) return VALUE_ABSENT;
    int64_t index = find_value(thread, dict, key, hash);
    if (index < 0) return VALUE_ABSENT;
    DictEntry taken = take_entry(dict, (size_t)index);
    value_release(taken.key);
    return taken.value;
}

int dict_remove(Thread *thread, Dict *dict, Value key) {
    int64_t hash;
    if (!value_hash_fast(thread, key, &hash)) return -1;
    int64_t index = find_value(thread, dict, key, hash);
    if (index < 0) return index == -1 ? 0 : -1;
    DictEntry taken = take_entry(dict, (size_t)index);
    value_release(taken.key);
    value_release(taken.value);
    return 1;
}

bool dict_pop_last(Dict *dict, Value *key, Value *value) {
    size_t index = dict->used;
    while (index > 0 && value_is_absent(dict->entries[index - 1].key)) index--;
    if (index == 0) return false;
    DictEntry taken = take_entry(dict, index - 1);
    close_holes(dict);
    *key = taken.key;
    *value = taken.value;
    return true;
}

bool dict_pop_first(Dict *dict, Value *key, Value *value) {
    size_t index = dict->holes;
    while (index < dict->used && value_is_absent(dict->entries[index].key)) index++;
    if (index >= dict->used) return false;
    dict->holes = index;
    DictEntry taken = take_entry(dict, index);
    *key = taken.key;
    *value = taken.value;
    return true;
}

/* In front of all others: into a hole there, which a rebuilt table gets many of. */
static bool prepend_entry(Thread *thread, Dict *dict, DictEntry entry) {
    if (dict->holes == 0 || dict->used >= dict->capacity) {
        size_t room = dict->count / 2 + 4, used;
        if (!dict_rebuild(thread, dict, (dict->count + room) * 2)) return false;
        used = dict->used;
        memmove(dict->entries + room, dict->entries, used * sizeof *dict->entries);
        for (size_t i = 0; i < room; i++) dict->entries[i] = (DictEntry){0, VALUE_ABSENT, VALUE_ABSENT};
        for (size_t at = 0; at <= dict->mask; at++)
            if (dict->slots[at] >= 0) dict->slots[at] += (int32_t)room;
        dict->used = used + room;
        dict->holes = room;
    }
    size_t index = dict->holes - 1;
    insert_slot(dict->slots, dict->mask, entry.hash, (int32_t)index);
    dict->entries[index] = entry;
    dict->holes = index;
    dict->capacity--; /* its slot is spent, though the entry is an old one */
    dict->count++;
    dict->keys_version = 0;
    return true;
}

int dict_move_to_end(Thread *thread, Dict *dict, Value key, int64_t hash, bool last) {
    int64_t index = find_value(thread, dict, key, hash);
    if (index < 0) return index == -1 ? 0 : -1;
    if (last && (size_t)index + 1 < dict->used) close_holes(dict);
    if (last ? (size_t)index + 1 == dict->used : (size_t)index == dict->holes) return 1;
    DictEntry entry = take_entry(dict, (size_t)index);
    bool done = last ? append_entry(thread, dict, entry.key, entry.hash, entry.value) : prepend_entry(thread, dict, entry);
    if (done && !last) return 1; /* which took the references over */
    value_release(entry.key);
    value_release(entry.value);
    return done ? 1 : -1;
}

bool dict_count_key(Thread *thread, Dict *dict, Value key) {
    int64_t hash;
    if (!value_hash_fast(thread, key, &hash)) return false;
    int64_t index = find_value(thread, dict, key, hash);
    if (index == -2) return false;
    if (index < 0) return append_entry(thread, dict, key, hash, value_from_int(1));
    Value old = dict->entries[index].value;
    if (old.tag == TAG_INT && old.integer < INT64_MAX) {
        dict->entries[index].value.integer++;
        return true;
    }
    Value sum = value_binary(thread, BINARY_ADD, value_retain(old), value_from_int(1));
    value_release(old);
    bool done = !value_is_absent(sum) && dict_set_hashed(thread, dict, key, hash, sum);
    value_release(sum);
    return done;
}

void dict_clear(Dict *dict) {
    DictEntry *entries = dict->entries;
    size_t used = dict->used;
    dict->entries = NULL;
    dict->slots = NULL;
    dict->mask = dict->count = dict->used = dict->capacity = dict->holes = 0;
    dict->only_strings = true;
    dict->keys_version = 0;
    for (size_t i = 0; i < used; i++) {
        value_release(entries[i].key);
        value_release(entries[i].value);
    }
    if (entries) pool_give(dict_pool(dict), entries);
}

int64_t dict_count(const Dict *dict) { return (int64_t)dict->count; }

bool dict_next(const Dict *dict, size_t *at, Value *key, Value *value) {
    if (*at < dict->holes) *at = dict->holes;
    while (*at < dict->used) {
        const DictEntry *entry = &dict->entries[(*at)++];
        if (value_is_absent(entry->key)) continue;
        if (key) *key = entry->key;
        if (value) *value = entry->value;
        return true;
    }
    return false;
}

bool value_is_dict(Value value) { return is_dict(value); }

/* ---- copying and merging ---- */

/* An empty dict becomes a copy of one without holes: the whole block at once. */
static bool clone_table(Thread *thread, Dict *dict, const Dict *source) {
    Pool *pool = dict_pool(dict);
    size_t capacity = entries_of_mask(source->mask), size = capacity * sizeof(DictEntry) + (source->mask + 1) * sizeof(int32_t);
    DictEntry *entries = pool_take(pool, size);
    if (!entries) return raise_no_memory(thread), false;
    memcpy(entries, source->entries, source->used * sizeof(DictEntry));
    memcpy(entries + capacity, source->slots, (source->mask + 1) * sizeof(int32_t));
    for (size_t i = 0; i < source->used; i++) {
        value_retain(entries[i].key);
        value_retain(entries[i].value);
    }
    if (dict->entries) pool_give(pool, dict->entries);
    dict->entries = entries;
    dict->slots = (int32_t *)(void *)(entries + capacity);
    dict->mask = source->mask;
    dict->used = dict->count = source->count;
    dict->holes = 0;
    dict->capacity = source->capacity;
    dict->only_strings = source->only_strings;
    dict->keys_version = 0;
    return true;
}
/* Worth it while the copy would not be much larger than it needs to be. */
static bool can_clone(const Dict *source) {
    return source->count && source->used == source->count && (source->mask == SMALLEST_MASK || source->count * 4 > source->mask);
}

Value dict_copy(Thread *thread, Dict *dict) {
    if (can_clone(dict)) {
        Value cloned = dict_new(thread);
        if (value_is_absent(cloned) || clone_table(thread, value_dict(cloned), dict)) return cloned;
        value_release(cloned);
        return VALUE_ABSENT;
    }
    Value result = dict_new_sized(thread, dict->count);
    if (value_is_absent(result)) return VALUE_ABSENT;
    Dict *copy = value_dict(result);
    copy->only_strings = dict->only_strings;
    for (size_t i = 0; i < dict->used; i++) {
        const DictEntry *entry = &dict->entries[i];
        if (value_is_absent(entry->key)) continue;
        insert_slot(copy->slots, copy->mask, entry->hash, (int32_t)copy->used);
        copy->entries[copy->used++] = (DictEntry){entry->hash, value_retain(entry->key), value_retain(entry->value)};
        copy->count++;
    }
    return result;
}

static bool merge_dict(Thread *thread, Dict *dict, Dict *source) {
    if (dict == source) return true;
    if (dict->count == 0 && can_clone(source)) return clone_table(thread, dict, source);
    if (dict->count == 0 && source->count > dict->capacity && !dict_rebuild(thread, dict, source->count)) return false;
    if (dict->count == 0) { /* the keys are known to differ */
        for (size_t i = 0; i < source->used; i++)
            if (!value_is_absent(source->entries[i].key) &&
                !append_entry(thread, dict, source->entries[i].key, source->entries[i].hash, source->entries[i].value))
                return false;
        return true;
    }
    size_t count = source->count;
    for (size_t i = 0; i < source->used; i++) {
        if (value_is_absent(source->entries[i].key)) continue;
        Value key = value_retain(source->entries[i].key), value = value_retain(source->entries[i].value);
        bool done = dict_set_hashed(thread, dict, key, source->entries[i].hash, value);
        value_release(key);
        value_release(value);
        if (!done) return false;
        if (source->count != count) return raise_runtime_error(thread, "dict mutated during update"), false;
    }
    return true;
}

static bool merge_mapping(Thread *thread, Dict *dict, Value source, Value keys_method) {
    Value keys = value_call_none(thread, keys_method);
    if (value_is_absent(keys)) return false;
    Value iterator = value_iterate(thread, keys);
    value_release(keys);
    if (value_is_absent(iterator)) return false;
    bool failed = false;
    while (!failed) {
        Value key = value_next(thread, iterator);
        if (value_is_absent(key)) {
            failed = exception_is_set(thread);
            break;
        }
        Value value = value_get_item(thread, source, key);
        failed = value_is_absent(value) || !dict_set(thread, dict, key, value);
        value_release(key);
        value_release(value);
    }
    value_release(iterator);
    return !failed;
}

static bool merge_pair(Thread *thread, Dict *dict, Value item, int64_t at) {
    Value pair = sequence_fast(thread, item, NULL);
    if (value_is_absent(pair)) {
        if (!exception_matches(thread, thread_builtins(thread)->exception_TypeError)) return false;
        exception_clear(thread);
        raise_type_error(thread, "cannot convert dictionary update sequence element #%lld to a sequence", (long long)at);
        return false;
    }
    bool done = false;
    if (sequence_fast_count(pair) != 2) {
        raise_value_error(thread, "dictionary update sequence element #%lld has length %zu; 2 is required", (long long)at,
                          sequence_fast_count(pair));
    } else {
        Value key = value_retain(sequence_fast_items(pair)[0]), value = value_retain(sequence_fast_items(pair)[1]);
        done = dict_set(thread, dict, key, value);
        value_release(key);
        value_release(value);
    }
    value_release(pair);
    return done;
}

static bool merge_pairs(Thread *thread, Dict *dict, Value source) {
    Value iterator = value_iterate(thread, source);
    if (value_is_absent(iterator)) return false;
    bool failed = false;
    for (int64_t at = 0; !failed; at++) {
        Value item = value_next(thread, iterator);
        if (value_is_absent(item)) {
            failed = exception_is_set(thread);
            break;
        }
        failed = !merge_pair(thread, dict, item, at);
        value_release(item);
    }
    value_release(iterator);
    return !failed;
}

bool dict_merge(Thread *thread, Dict *dict, Value source) {
    if (is_dict(source) && source.object->type->iterate == dict_type_template.iterate)
        return merge_dict(thread, dict, value_dict(source));
    Value keys = value_find_attribute(thread, source, thread_builtins(thread)->name_keys);
    if (!value_is_absent(keys)) {
        bool done = merge_mapping(thread, dict, source, keys);
        value_release(keys);
        return done;
    }
    return !exception_is_set(thread) && merge_pairs(thread, dict, source);
}

bool dict_update(Thread *thread, Dict *dict, Value mapping) { return dict_merge(thread, dict, mapping); }

/* ---- comparison ---- */

bool dict_equal(Thread *thread, Dict *left, Dict *right, bool *equal) {
    *equal = false;
    if (left->count != right->count) return true;
    for (size_t i = 0; i < left->used; i++) {
        if (value_is_absent(left->entries[i].key)) continue;
        Value key = value_retain(left->entries[i].key), value = value_retain(left->entries[i].value), other;
        int found = dict_lookup_hashed(thread, right, key, left->entries[i].hash, &other);
        if (found > 0) {
            other = value_retain(other);
            found = value_equal(thread, value, other);
            value_release(other);
        }
        value_release(key);
        value_release(value);
        if (found <= 0) return found == 0;
    }
    *equal = true;
    return true;
}
