/* set and frozenset: the table.
 *
 * A search looks at up to ten neighbouring entries, then jumps with the hash's upper bits stirred in. Tables grow fourfold
 * (twofold when large) at three fifths full. Iteration goes through the table, so these rules make the order in which a set
 * of small integers is printed; they are CPython's, for users see that order. */
#include "kernel/objects/core/objects_state.h"
#include "kernel/objects/container/set_private.h"
#include "kernel/objects/container/range.h"

#include "base/memory.h"

#include <string.h>

enum { SMALLEST_MASK = 7, NEIGHBOURS = 9 };

static Pool *set_pool(const Set *set) { return &set->object.type->interpreter->objects->pool; }

static bool entry_is_free(const SetEntry *entry) { return value_is_absent(entry->key) && entry->hash == 0; }

Value set_new_of(Thread *thread, Type *type) {
    Set *set = object_new(thread, type);
    if (set) set->hash = -1;
    return value_from_object(set);
}

Value set_new(Thread *thread, bool frozen) {
    Builtins *builtins = thread_builtins(thread);
    return set_new_of(thread, frozen ? builtins->type_frozenset : builtins->type_set);
}

bool value_is_set(Value value) {
    return value_has_type(value, &set_type_template) || value_has_type(value, &frozenset_type_template);
}

/* Into a table without removed entries that does not hold the key. */
static void insert_clean(SetEntry *table, size_t mask, Value key, int64_t hash) {
    uint64_t perturb = (uint64_t)hash;
    size_t at = (size_t)hash & mask;
    for (;;) {
        SetEntry *entry = &table[at];
        size_t probes = at + NEIGHBOURS <= mask ? NEIGHBOURS : 0;
        for (size_t i = 0; i <= probes; i++, entry++)
            if (value_is_absent(entry->key)) {
                *entry = (SetEntry){key, hash};
                return;
            }
        perturb >>= 5;
        at = (at * 5 + 1 + perturb) & mask;
    }
}

bool set_resize(Thread *thread, Set *set, size_t wanted) {
    size_t mask = SMALLEST_MASK;
    while (mask + 1 <= wanted) mask = mask * 2 + 1;
    Pool *pool = set_pool(set);
    SetEntry *table = pool_take(pool, (mask + 1) * sizeof *table);
    if (table) memset(table, 0, (mask + 1) * sizeof *table);
    if (!table) return raise_no_memory(thread), false;
    if (set->table)
        for (size_t i = 0; i <= set->mask; i++)
            if (!value_is_absent(set->table[i].key)) insert_clean(table, mask, set->table[i].key, set->table[i].hash);
    if (set->table) pool_give(pool, set->table);
    set->table = table;
    set->mask = mask;
    set->fill = set->count;
    set->version++;
    return true;
}

/* The entry that holds the key, or the free one where the search ended; NULL: error. *removed: the last removed entry on
 * the way, which a new key takes, or NULL. */
static SetEntry *find_entry(Thread *thread, Set *set, Value key, int64_t hash, SetEntry **removed) {
again:
    *removed = NULL;
    if (!set->table && !set_resize(thread, set, 0)) return NULL; /* cleared by a comparison */
    uint64_t perturb = (uint64_t)hash;
    size_t mask = set->mask, at = (size_t)hash & mask;
    SetEntry *table = set->table;
    bool is_string = value_is_exact_string(key), is_integer = key.tag == TAG_INT;
    for (;;) {
        SetEntry *entry = &table[at];
        size_t probes = at + NEIGHBOURS <= mask ? NEIGHBOURS : 0;
        for (size_t i = 0; i <= probes; i++, entry++) {
            if (entry_is_free(entry)) return entry;
            if (value_is_absent(entry->key)) {
                *removed = entry;
                continue;
            }
            if (entry->hash != hash) continue;
            if (value_is(entry->key, key)) return entry;
            if (is_integer && entry->key.tag == TAG_INT) continue;
            if (is_string && value_is_exact_string(entry->key)) {
                if (string_equals(value_string(entry->key), value_string(key))) return entry;
                continue;
            }
            Value stored = value_retain(entry->key);
            int equal = value_equal(thread, stored, key);
            bool changed = set->table != table || set->mask != mask || !value_is(entry->key, stored);
            value_release(stored);
            if (equal < 0) return NULL;
            if (changed) goto again;
            if (equal) return entry;
        }
        perturb >>= 5;
        at = (at * 5 + 1 + perturb) & mask;
    }
}

/* Hashes of members: 0 with an absent key means free, so a removed entry is marked by -1. */
bool set_add_hashed(Thread *thread, Set *set, Value item, int64_t hash) {
    if (!set->table && !set_resize(thread, set, 0)) return false;
    SetEntry *removed = NULL, *entry = &set->table[(size_t)hash & set->mask];
    if (!entry_is_free(entry)) entry = find_entry(thread, set, item, hash, &removed);
    if (!entry) return false;
    if (!value_is_absent(entry->key)) return true;
    if (removed) {
        *removed = (SetEntry){value_retain(item), hash};
        set->count++;
        set->version++;
        return true;
    }
    *entry = (SetEntry){value_retain(item), hash};
    set->fill++;
    set->count++;
    set->version++;
    if (set->fill * 5 < set->mask * 3) return true;
    return set_resize(thread, set, set->count > 50000 ? set->count * 2 : set->count * 4);
}

bool set_add(Thread *thread, Value set, Value item) {
    int64_t hash;
    return value_hash_fast(thread, item, &hash) && set_add_hashed(thread, value_set(set), item, hash);
}

int set_contains_hashed(Thread *thread, Set *set, Value item, int64_t hash) {
    if (set->count == 0) return 0;
    SetEntry *removed, *entry = &set->table[(size_t)hash & set->mask];
    if (entry_is_free(entry)) return 0;
    if (value_is(entry->key, item) && entry->hash == hash) return 1;
    entry = find_entry(thread, set, item, hash, &removed);
    return entry ? !value_is_absent(entry->key) : -1;
}

int set_contains(Thread *thread, Value set, Value item) {
    int64_t hash;
    return value_hash_fast(thread, item, &hash) ? set_contains_hashed(thread, value_set(set), item, hash) : -1;
}

int set_discard_hashed(Thread *thread, Set *set, Value item, int64_t hash) {
    if (!set->table) return 0;
    SetEntry *removed, *entry = find_entry(thread, set, item, hash, &removed);
    if (!entry) return -1;
    if (value_is_absent(entry->key)) return 0;
    Value old = entry->key;
    *entry = (SetEntry){VALUE_ABSENT, -1};
    set->count--;
    set->version++;
    value_release(old);
    return 1;
}

int set_discard(Thread *thread, Value set, Value item) {
    int64_t hash;
    return value_hash_fast(thread, item, &hash) ? set_discard_hashed(thread, value_set(set), item, hash) : -1;
}

bool set_next(Value set, size_t *at, Value *item) {
    const Set *s = value_set(set);
    while (s->table && *at <= s->mask) {
        const SetEntry *entry = &s->table[(*at)++];
        if (value_is_absent(entry->key)) continue;
        *item = entry->key;
        return true;
    }
    return false;
}

void set_clear(Set *set) {
    SetEntry *table = set->table;
    size_t mask = set->mask;
    set->table = NULL;
    set->mask = set->fill = set->count = 0;
    set->version++;
    for (size_t i = 0; table && i <= mask; i++) value_release(table[i].key);
    if (table) pool_give(set_pool(set), table);
}

/* Members of another set: hashes are known, an empty target is filled without comparing. */
static bool merge_set(Thread *thread, Set *set, Set *source) {
    if (set == source || source->count == 0) return true;
    if (!set->table && source->count * 5 < SMALLEST_MASK * 3 && !set_resize(thread, set, 0)) return false;
    if ((!set->table || (set->fill + source->count) * 5 >= set->mask * 3) &&
        !set_resize(thread, set, (set->count + source->count) * 2))
        return false;
    if (set->fill == 0 && set->mask == source->mask && source->fill == source->count) {
        for (size_t i = 0; i <= source->mask; i++)
            if (!value_is_absent(source->table[i].key))
                set->table[i] = (SetEntry){value_retain(source->table[i].key), source->table[i].hash};
        set->fill = set->count = source->count;
        set->version++;
        return true;
    }
    if (set->fill == 0) {
        for (size_t i = 0; i <= source->mask; i++)
            if (!value_is_absent(source->table[i].key))
                insert_clean(set->table, set->mask, value_retain(source->table[i].key), source->table[i].hash);
        set->fill = set->count = source->count;
        set->version++;
        return true;
    }
    for (size_t i = 0; source->table && i <= source->mask; i++) {
        SetEntry entry = source->table[i];
        if (value_is_absent(entry.key)) continue;
        value_retain(entry.key);
        bool done = set_add_hashed(thread, set, entry.key, entry.hash);
        value_release(entry.key);
        if (!done) return false;
    }
    return true;
}

static bool merge_dict_keys(Thread *thread, Set *set, Dict *dict) {
    if (!set->table && !set_resize(thread, set, 0)) return false;
    if ((set->fill + dict->count) * 5 >= set->mask * 3 && !set_resize(thread, set, (set->count + dict->count) * 2))
        return false;
    for (size_t i = 0; i < dict->used; i++) {
        if (value_is_absent(dict->entries[i].key)) continue;
        Value key = value_retain(dict->entries[i].key);
        bool done = set_add_hashed(thread, set, key, dict->entries[i].hash);
        value_release(key);
        if (!done) return false;
    }
    return true;
}

bool set_update(Thread *thread, Value set, Value iterable) {
    if (value_is_set(iterable)) return merge_set(thread, value_set(set), value_set(iterable));
    if (value_is_exact_dict(iterable)) return merge_dict_keys(thread, value_set(set), value_dict(iterable));
    if (value_is_exact_list(iterable) || value_is_exact_tuple(iterable)) { /* which a comparison may change on the way */
        for (size_t i = 0; i < sequence_fast_count(iterable); i++) {
            Value item = value_retain(sequence_fast_items(iterable)[i]);
            bool added = set_add(thread, set, item);
            value_release(item);
            if (!added) return false;
        }
        return true;
    }
    if (!range_can_be_held(thread, iterable, sizeof(SetEntry))) return false;
    Value iterator = value_iterate(thread, iterable);
    if (value_is_absent(iterator)) return false;
    bool failed = false;
    while (!failed) {
        Value item = value_next(thread, iterator);
        if (value_is_absent(item)) {
            failed = exception_is_set(thread);
            break;
        }
        failed = !set_add(thread, set, item);
        value_release(item);
    }
    value_release(iterator);
    return !failed;
}

Value set_from_iterable(Thread *thread, bool frozen, Value iterable) {
    Value set = set_new(thread, frozen);
    if (value_is_absent(set) || value_is_absent(iterable)) return set;
    if (set_update(thread, set, iterable)) return set;
    value_release(set);
    return VALUE_ABSENT;
}

Value set_copy_as(Thread *thread, Value set, Type *type) {
    Value copy = set_new_of(thread, type);
    if (!value_is_absent(copy) && !set_update(thread, copy, set)) {
        value_release(copy);
        return VALUE_ABSENT;
    }
    return copy;
}
