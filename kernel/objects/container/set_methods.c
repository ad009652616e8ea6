/* The types set and frozenset: operators and methods. */
#include "kernel/objects/container/iterators.h"
#include "kernel/objects/core/objects_state.h"
#include "kernel/objects/container/set_private.h"

#include "base/memory.h"

static bool is_frozen(Value set) { return value_has_type(set, &frozenset_type_template); }
static Type *plain_type(Thread *thread, Value set) {
    return is_frozen(set) ? thread_builtins(thread)->type_frozenset : thread_builtins(thread)->type_set;
}

/* ---- operations: `other` may be any iterable ---- */

typedef bool SetVisitor(Thread *thread, void *context, Value item, int64_t hash);

static bool for_each(Thread *thread, Value iterable, SetVisitor *visitor, void *context) {
    if (value_is_set(iterable)) {
        Set *set = value_set(iterable);
        for (size_t i = 0; set->table && i <= set->mask; i++) {
            SetEntry entry = set->table[i];
            if (value_is_absent(entry.key)) continue;
            value_retain(entry.key);
            bool done = visitor(thread, context, entry.key, entry.hash);
            value_release(entry.key);
            if (!done) return false;
        }
        return true;
    }
    Value iterator = value_iterate(thread, iterable);
    if (value_is_absent(iterator)) return false;
    bool failed = false;
    while (!failed) {
        Value item = value_next(thread, iterator);
        if (value_is_absent(item)) {
            failed = exception_is_set(thread);
            break;
        }
        int64_t hash;
        failed = !value_hash_fast(thread, item, &hash) || !visitor(thread, context, item, hash);
        value_release(item);
    }
    value_release(iterator);
    return !failed;
}

typedef struct SetPair {
    Set *source, *target;
    bool stops; /* when all of the source was found: the iterable may go on for ever */
} SetPair;

static bool discard_item(Thread *thread, void *context, Value item, int64_t hash) {
    return set_discard_hashed(thread, context, item, hash) >= 0;
}

static bool keep_if_contained(Thread *thread, void *context, Value item, int64_t hash) {
    SetPair *pair = context;
    int contained = set_contains_hashed(thread, pair->source, item, hash);
    if (contained <= 0) return contained == 0;
    return set_add_hashed(thread, pair->target, item, hash) && !(pair->stops && pair->target->count >= pair->source->count);
}

static bool keep_unless_contained(Thread *thread, void *context, Value item, int64_t hash) {
    SetPair *pair = context;
    int contained = set_contains_hashed(thread, pair->source, item, hash);
    return contained < 0 ? false : contained || set_add_hashed(thread, pair->target, item, hash);
}

static bool toggle_item(Thread *thread, void *context, Value item, int64_t hash) {
    int removed = set_discard_hashed(thread, context, item, hash);
    return removed < 0 ? false : removed || set_add_hashed(thread, context, item, hash);
}

static Value checked(Value set, bool done) {
    if (done) return set;
    value_release(set);
    return VALUE_ABSENT;
}

static Value intersection(Thread *thread, Value set, Value other) {
    if (value_is(set, other)) return set_copy_as(thread, set, plain_type(thread, set));
    Value result = set_new_of(thread, plain_type(thread, set));
    if (value_is_absent(result)) return VALUE_ABSENT;
    SetPair pair = {value_set(set), value_set(result), false};
    Value visited = other;
    if (value_is_set(other) && value_set(other)->count > value_set(set)->count) {
        visited = set;
        pair.source = value_set(other);
    }
    pair.stops = !value_is_set(other);
    return checked(result, for_each(thread, visited, keep_if_contained, &pair) || !exception_is_set(thread));
}

static bool keep_unless_key(Thread *thread, void *context, Value item, int64_t hash) {
    SetPair *pair = context;
    Value value;
    int found = dict_lookup_hashed(thread, (Dict *)pair->source, item, hash, &value);
    return found < 0 ? false : found || set_add_hashed(thread, pair->target, item, hash);
}

static Value difference(Thread *thread, Value set, Value other) {
    if (value_is_exact_dict(other) && (int64_t)(value_set(set)->count >> 2) <= dict_count(value_dict(other))) {
        Value result = set_new_of(thread, plain_type(thread, set));
        if (value_is_absent(result)) return VALUE_ABSENT;
        SetPair pair = {(Set *)other.object, value_set(result), false};
        return checked(result, for_each(thread, set, keep_unless_key, &pair));
    }
    if (value_is_set(other) && value_set(set)->count >> 2 <= value_set(other)->count) {
        Value result = set_new_of(thread, plain_type(thread, set));
        if (value_is_absent(result)) return VALUE_ABSENT;
        SetPair pair = {value_set(other), value_set(result), false};
        return checked(result, for_each(thread, set, keep_unless_contained, &pair));
    }
    Value result = set_copy_as(thread, set, plain_type(thread, set));
    if (value_is_absent(result)) return VALUE_ABSENT;
    return checked(result, for_each(thread, other, discard_item, value_set(result)));
}

static Value symmetric_difference(Thread *thread, Value set, Value other) {
    /* As CPython: a copy of the other, with the members of this one toggled. */
    Value result = set_new_of(thread, plain_type(thread, set));
    if (value_is_absent(result)) return VALUE_ABSENT;
    return checked(result, set_update(thread, result, other) && for_each(thread, set, toggle_item, value_set(result)));
}

static Value set_union(Thread *thread, Value set, Value other) {
    Value result = set_copy_as(thread, set, plain_type(thread, set));
    if (value_is_absent(result)) return VALUE_ABSENT;
    if (value_is(set, other)) return result;
    return checked(result, set_update(thread, result, other));
}

Value set_binary(Thread *thread, BinaryOperator operator, Value left, Value right) {
    switch (operator) {
    case BINARY_AND: return intersection(thread, left, right);
    case BINARY_OR: return set_union(thread, left, right);
    case BINARY_XOR: return symmetric_difference(thread, left, right);
    case BINARY_SUBTRACT: return difference(thread, left, right);
    default: return VALUE_NOT_IMPLEMENTED;
    }
}

/* 1 when every member of a is in b. */
static int is_subset(Thread *thread, Set *a, Set *b) {
    if (a->count > b->count) return 0;
    for (size_t i = 0; a->table && i <= a->mask; i++) {
        SetEntry entry = a->table[i];
        if (value_is_absent(entry.key)) continue;
        value_retain(entry.key);
        int contained = set_contains_hashed(thread, b, entry.key, entry.hash);
        value_release(entry.key);
        if (contained <= 0) return contained;
    }
    return 1;
}

/* Take over the contents of `source` (owned; released). */
static bool set_become(Set *set, Value source) {
    if (value_is_absent(source)) return false;
    Set *other = value_set(source);
    Set old = *set;
    set->table = other->table;
    set->mask = other->mask;
    set->fill = other->fill;
    set->count = other->count;
    set->version++;
    other->table = old.table;
    other->mask = old.mask;
    other->fill = old.fill;
    other->count = old.count;
    value_release(source);
    return true;
}

/* ---- slots ---- */

#define SET_OPERATORS(X) X(AND) X(OR) X(XOR) X(SUBTRACT)
#define X(name)                                                                            \
    static Value operator_##name(Thread *thread, Value left, Value right) {               \
        if (!value_is_set(left) || !value_is_set(right)) return VALUE_NOT_IMPLEMENTED;     \
        return set_binary(thread, BINARY_##name, left, right);                             \
    }
SET_OPERATORS(X)
#undef X

static Value in_place_or(Thread *thread, Value left, Value right) {
    if (!value_is_set(right)) return VALUE_NOT_IMPLEMENTED;
    return set_update(thread, left, right) ? value_retain(left) : VALUE_ABSENT;
}
static Value in_place_and(Thread *thread, Value left, Value right) {
    if (!value_is_set(right)) return VALUE_NOT_IMPLEMENTED;
    return set_become(value_set(left), intersection(thread, left, right)) ? value_retain(left) : VALUE_ABSENT;
}
static bool remove_all(Thread *thread, Value set, Value other) {
    if (value_is_object(other) && set.object == other.object) {
        set_clear(value_set(set));
        return true;
    }
    return for_each(thread, other, discard_item, value_set(set));
}
static bool toggle_all(Thread *thread, Value set, Value other) {
    if (value_is_object(other) && set.object == other.object) {
        set_clear(value_set(set));
        return true;
    }
    Value unique = value_is_set(other) ? value_retain(other) : set_from_iterable(thread, false, other);
    bool done = !value_is_absent(unique) && for_each(thread, unique, toggle_item, value_set(set));
    value_release(unique);
    return done;
}
static Value in_place_subtract(Thread *thread, Value left, Value right) {
    if (!value_is_set(right)) return VALUE_NOT_IMPLEMENTED;
    return remove_all(thread, left, right) ? value_retain(left) : VALUE_ABSENT;
}
static Value in_place_xor(Thread *thread, Value left, Value right) {
    if (!value_is_set(right)) return VALUE_NOT_IMPLEMENTED;
    return toggle_all(thread, left, right) ? value_retain(left) : VALUE_ABSENT;
}

static bool set_visit(Object *self, Visit *visit, void *context) {
    const Set *set = (const Set *)self;
    for (size_t i = 0; set->table && i <= set->mask; i++)
        if (!visit_value(set->table[i].key, visit, context)) return false;
    return true;
}

static void set_destroy(Object *self) { set_clear((Set *)self); }

static Value set_repr(Thread *thread, Value self) {
    const Set *set = value_set(self);
    const char *name = type_short_name(self.object->type);
    if (set->count == 0) return string_format(thread, "%s()", name);
    int entered = repr_enter(thread, self.object);
    if (entered < 0) return VALUE_ABSENT;
    if (!entered) return string_format(thread, "%s(...)", name);
    bool is_plain = self.object->type->origin == &set_type_template;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    if (!is_plain) text_append_format(&text, "%s(", name);
    text_append_char(&text, '{');
    Value items = list_from_iterable(thread, self);
    bool failed = value_is_absent(items);
    for (size_t i = 0; !failed && i < value_list(items)->count; i++) {
        if (i) text_append(&text, ", ");
        Value shown = value_repr(thread, value_list(items)->items[i]);
        failed = value_is_absent(shown);
        if (!failed) text_append_bytes(&text, value_string(shown)->bytes, value_string(shown)->length);
        value_release(shown);
    }
    value_release(items);
    repr_leave(thread, self.object);
    text_append(&text, is_plain ? "}" : "})");
    if (!failed) return string_from_text_buffer(thread, &text);
    text_release(&text);
    return VALUE_ABSENT;
}

static int set_truth(Thread *thread, Value self) {
    (void)thread;
    return value_set(self)->count != 0;
}
static int64_t set_length(Thread *thread, Value self) {
    (void)thread;
    return (int64_t)value_set(self)->count;
}

static int set_contains_slot(Thread *thread, Value self, Value item) {
    int contained = set_contains(thread, self, item);
    if (contained >= 0 || !value_has_type(item, &set_type_template) ||
        !exception_matches(thread, thread_builtins(thread)->exception_TypeError))
        return contained;
    /* A set looks for its frozen equal. */
    exception_clear(thread);
    Value frozen = set_from_iterable(thread, true, item);
    if (value_is_absent(frozen)) return -1;
    contained = set_contains(thread, self, frozen);
    value_release(frozen);
    return contained;
}

static Value set_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    if (!value_is_set(right)) return VALUE_NOT_IMPLEMENTED;
    Set *a = value_set(left), *b = value_set(right);
    int holds;
    switch (comparison) {
    case COMPARE_EQ:
    case COMPARE_NE:
        holds = a->count == b->count && (a->hash == -1 || b->hash == -1 || a->hash == b->hash) ? is_subset(thread, a, b) : 0;
        break;
    case COMPARE_LE: holds = is_subset(thread, a, b); break;
    case COMPARE_LT: holds = a->count < b->count ? is_subset(thread, a, b) : 0; break;
    case COMPARE_GE: holds = is_subset(thread, b, a); break;
    default: holds = a->count > b->count ? is_subset(thread, b, a) : 0; break;
    }
    if (holds < 0) return VALUE_ABSENT;
    return value_from_bool(comparison == COMPARE_NE ? !holds : holds);
}

static uint64_t shuffle_bits(uint64_t hash) { return (hash ^ 89869747u ^ hash << 16) * 3644798167u; }

/* Independent of the order; the mixing is CPython's. */
static bool frozenset_hash(Thread *thread, Value self, int64_t *result) {
    (void)thread;
    Set *set = value_set(self);
    if (set->hash == -1) {
        uint64_t hash = 0;
        for (size_t i = 0; set->table && i <= set->mask; i++)
            if (!value_is_absent(set->table[i].key)) hash ^= shuffle_bits((uint64_t)set->table[i].hash);
        hash ^= (set->count + 1) * 1927868237u;
        hash ^= hash >> 11 ^ hash >> 25;
        hash = hash * 69069u + 907133923u;
        set->hash = (int64_t)hash == -1 ? 590923713 : (int64_t)hash;
    }
    *result = set->hash;
    return true;
}

/* ---- iteration ---- */

typedef struct SetIterator {
    Object object;
    Set *set; /* NULL: exhausted */
    size_t at, count;
} SetIterator;

static Value set_iterate(Thread *thread, Value self) {
    SetIterator *iterator = object_new(thread, thread_builtins(thread)->type_set_iterator);
    if (!iterator) return VALUE_ABSENT;
    iterator->set = object_retain(self.object);
    iterator->count = value_set(self)->count;
    return value_from_object(iterator);
}

static bool set_iterator_visit(Object *self, Visit *visit, void *context) {
    return visit_object(((SetIterator *)self)->set, visit, context);
}
static void set_iterator_destroy(Object *self) { object_clear(&((SetIterator *)self)->set); }

static Value set_iterator_next(Thread *thread, Value self) {
    SetIterator *iterator = (SetIterator *)self.object;
    if (!iterator->set) return VALUE_ABSENT;
    if (iterator->set->count != iterator->count) {
        iterator->count = SIZE_MAX;
        return raise_runtime_error(thread, "Set changed size during iteration");
    }
    Value item;
    if (set_next(value_from_object(iterator->set), &iterator->at, &item)) return value_retain(item);
    object_clear(&iterator->set);
    return VALUE_ABSENT;
}

NATIVE(set_iterator_length_hint) {
    NATIVE_UNUSED;
    SetIterator *iterator = (SetIterator *)arguments[0].object;
    int64_t left = 0;
    Value item;
    if (iterator->set && iterator->set->count == iterator->count)
        for (size_t at = iterator->at; set_next(value_from_object(iterator->set), &at, &item);) left++;
    return value_from_int(left);
}

NATIVE(set_iterator_reduce) {
    NATIVE_UNUSED;
    const SetIterator *iterator = (const SetIterator *)arguments[0].object;
    SetIterator *copy = object_new(thread, thread_builtins(thread)->type_set_iterator);
    if (!copy) return VALUE_ABSENT;
    copy->set = iterator->set ? object_retain(iterator->set) : NULL;
    copy->at = iterator->at;
    copy->count = iterator->count;
    return reduce_to_list(thread, value_from_object(copy));
}

static const NativeEntry set_iterator_methods[] = {
    {"__reduce__", "($self, /)", "What pickle and copy make the object from.", set_iterator_reduce, NULL, 0},
    {"__length_hint__", "($self, /)", "About how many elements are still to come.", set_iterator_length_hint,
     NULL, 0},
    {0}};

const Type set_iterator_type_template = {
    .name = "set_iterator",
    .flags = TYPE_COLLECTED | TYPE_IMMUTABLE | TYPE_NO_CREATE,
    .instance_size = sizeof(SetIterator),
    .destroy = set_iterator_destroy,
    .visit = set_iterator_visit,
    .clear = set_iterator_destroy,
    .iterate = iterate_self,
    .next = set_iterator_next,
    .methods = set_iterator_methods,
};

/* ---- construction ---- */

static Value set_create(Thread *thread, Type *type, const Call *call) {
    (void)call;
    return set_new_of(thread, type);
}

static bool set_initialize(Thread *thread, Value self, const Call *call) {
    if (!call_without_keywords(thread, "set", call)) return false;
    if (call->positional_count > 1) {
        raise_type_error(thread, "set expected at most 1 argument, got %zu", call->positional_count);
        return false;
    }
    set_clear(value_set(self));
    return call->positional_count == 0 || set_update(thread, self, call->values[0]);
}

static Value frozenset_create(Thread *thread, Type *type, const Call *call) {
    bool is_exact = type->origin == &frozenset_type_template;
    if (!create_without_keywords(thread, type, call)) return VALUE_ABSENT;
    if (call->positional_count > 1)
        return raise_type_error(thread, "frozenset expected at most 1 argument, got %zu", call->positional_count);
    if (is_exact && call->positional_count && value_is_object(call->values[0]) &&
        call->values[0].object->type->origin == &frozenset_type_template)
        return value_retain(call->values[0]);
    Value set = set_new_of(thread, type);
    if (value_is_absent(set) || call->positional_count == 0) return set;
    return checked(set, set_update(thread, set, call->values[0]));
}

/* ---- methods ---- */

NATIVE(set_method_add) {
    NATIVE_UNUSED;
    return set_add(thread, arguments[0], arguments[1]) ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(set_method_clear) {
    NATIVE_UNUSED;
    set_clear(value_set(arguments[0]));
    return VALUE_NONE;
}

NATIVE(set_method_copy) {
    NATIVE_UNUSED;
    if (arguments[0].object->type->origin == &frozenset_type_template) return value_retain(arguments[0]);
    return set_copy_as(thread, arguments[0], plain_type(thread, arguments[0]));
}

/* discard and remove: a set is looked for as its frozen equal. */
static int discard_value(Thread *thread, Value set, Value item) {
    int removed = set_discard(thread, set, item);
    if (removed >= 0 || !value_has_type(item, &set_type_template) ||
        !exception_matches(thread, thread_builtins(thread)->exception_TypeError))
        return removed;
    exception_clear(thread);
    Value frozen = set_from_iterable(thread, true, item);
    if (value_is_absent(frozen)) return -1;
    removed = set_discard(thread, set, frozen);
    value_release(frozen);
    return removed;
}

NATIVE(set_method_discard) {
    NATIVE_UNUSED;
    return discard_value(thread, arguments[0], arguments[1]) < 0 ? VALUE_ABSENT : VALUE_NONE;
}

NATIVE(set_method_remove) {
    NATIVE_UNUSED;
    int removed = discard_value(thread, arguments[0], arguments[1]);
    if (removed < 0) return VALUE_ABSENT;
    return removed ? VALUE_NONE : raise_key_error(thread, arguments[1]);
}

NATIVE(set_method_pop) {
    NATIVE_UNUSED;
    Set *set = value_set(arguments[0]);
    if (set->count == 0) {
        Value message = string_from_c(thread, "pop from an empty set");
        if (!value_is_absent(message)) raise_key_error(thread, message);
        value_release(message);
        return VALUE_ABSENT;
    }
    size_t at = set->finger & set->mask;
    while (value_is_absent(set->table[at].key)) at = at == set->mask ? 0 : at + 1;
    Value item = set->table[at].key;
    set->table[at] = (SetEntry){VALUE_ABSENT, -1};
    set->finger = at + 1;
    set->count--;
    set->version++;
    return item;
}

NATIVE(set_method_union) {
    NATIVE_UNUSED;
    const Tuple *others = value_tuple(arguments[1]);
    Value result = set_copy_as(thread, arguments[0], plain_type(thread, arguments[0]));
    for (size_t i = 0; !value_is_absent(result) && i < others->count; i++)
        result = checked(result, set_update(thread, result, others->items[i]));
    return result;
}

NATIVE(set_method_update) {
    NATIVE_UNUSED;
    const Tuple *others = value_tuple(arguments[1]);
    for (size_t i = 0; i < others->count; i++)
        if (!set_update(thread, arguments[0], others->items[i])) return VALUE_ABSENT;
    return VALUE_NONE;
}

/* intersection and difference with several others, one after the other. */
static Value fold(Thread *thread, Value set, const Tuple *others, Value (*operation)(Thread *, Value, Value)) {
    if (others->count == 0) return set_copy_as(thread, set, plain_type(thread, set));
    Value result = value_retain(set);
    for (size_t i = 0; i < others->count && !value_is_absent(result); i++) {
        Value next = operation(thread, result, others->items[i]);
        value_release(result);
        result = next;
    }
    return result;
}

NATIVE(set_method_intersection) {
    NATIVE_UNUSED;
    return fold(thread, arguments[0], value_tuple(arguments[1]), intersection);
}

NATIVE(set_method_difference) {
    NATIVE_UNUSED;
    return fold(thread, arguments[0], value_tuple(arguments[1]), difference);
}

NATIVE(set_method_intersection_update) {
    NATIVE_UNUSED;
    Value result = fold(thread, arguments[0], value_tuple(arguments[1]), intersection);
    return set_become(value_set(arguments[0]), result) ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(set_method_difference_update) {
    NATIVE_UNUSED;
    const Tuple *others = value_tuple(arguments[1]);
    for (size_t i = 0; i < others->count; i++)
        if (!remove_all(thread, arguments[0], others->items[i])) return VALUE_ABSENT;
    return VALUE_NONE;
}

NATIVE(set_method_symmetric_difference) {
    NATIVE_UNUSED;
    return symmetric_difference(thread, arguments[0], arguments[1]);
}

NATIVE(set_method_symmetric_difference_update) {
    NATIVE_UNUSED;
    return toggle_all(thread, arguments[0], arguments[1]) ? VALUE_NONE : VALUE_ABSENT;
}

static Value relation(Thread *thread, Value self, Value other, Comparison comparison) {
    Value set = value_is_set(other) ? value_retain(other) : set_from_iterable(thread, false, other);
    if (value_is_absent(set)) return VALUE_ABSENT;
    Value result = set_compare(thread, self, set, comparison);
    value_release(set);
    return result;
}

NATIVE(set_method_issubset) {
    NATIVE_UNUSED;
    return relation(thread, arguments[0], arguments[1], COMPARE_LE);
}

NATIVE(set_method_issuperset) {
    NATIVE_UNUSED;
    return relation(thread, arguments[0], arguments[1], COMPARE_GE);
}

NATIVE(set_method_isdisjoint) {
    NATIVE_UNUSED;
    Value common = intersection(thread, arguments[0], arguments[1]);
    if (value_is_absent(common)) return VALUE_ABSENT;
    bool is_empty = value_set(common)->count == 0;
    value_release(common);
    return value_from_bool(is_empty);
}

NATIVE(set_method_reduce) {
    NATIVE_UNUSED;
    Value list = list_from_iterable(thread, arguments[0]);
    if (value_is_absent(list)) return VALUE_ABSENT;
    Value call = tuple_from_values(thread, &list, 1);
    value_release(list);
    Value state = value_call_method(thread, arguments[0], "__getstate__", NULL, 0), result = VALUE_ABSENT;
    Value parts[3] = {{.tag = TAG_OBJECT, .object = &arguments[0].object->type->object}, call, state};
    if (!value_is_absent(call) && !value_is_absent(state)) result = tuple_from_values(thread, parts, 3);
    value_release(call);
    value_release(state);
    return result;
}

NATIVE(set_method_sizeof) {
    NATIVE_UNUSED;
    const Set *set = value_set(arguments[0]);
    return value_from_int((int64_t)(sizeof(Set) + (set->table ? (set->mask + 1) * sizeof(SetEntry) : 0)));
}

#define SHARED_METHODS                                                                                                  \
    {"copy", "($self, /)", "A set with the same elements.", set_method_copy, NULL, 0},                            \
    {"difference", "($self, /, *others)",                                                                               \
     "A new set: what is here and in none of the others.", set_method_difference, NULL, NATIVE_PARSED},           \
    {"intersection", "($self, /, *others)",                                                                             \
     "A new set: what is here and in all of the others.",                                                         \
     set_method_intersection, NULL, NATIVE_PARSED},                                                                      \
    {"isdisjoint", "($self, other, /)", "Whether no element is in both.", set_method_isdisjoint,                  \
     NULL, 0},                                                                                                          \
    {"issubset", "($self, other, /)", "Whether the other has all elements of this one.", set_method_issubset, NULL, 0},\
    {"issuperset", "($self, other, /)", "Whether this one has all elements of the other.", set_method_issuperset, NULL,\
     0},                                                                                                                \
    {"symmetric_difference", "($self, other, /)",                                                                       \
     "A new set: what is in one of the two but not in the other.", set_method_symmetric_difference, NULL, 0},     \
    {"union", "($self, /, *others)",                                                                                    \
     "A new set: what is here or in any of the others.", set_method_union, NULL,                                  \
     NATIVE_PARSED},                                                                                                     \
    {"__reduce__", "($self, /)", "What pickle and copy make the object from.", set_method_reduce, NULL, 0},       \
    {"__sizeof__", "($self, /)", "S.__sizeof__() -> how many bytes it takes", set_method_sizeof, NULL, 0},        \
    CLASS_GET_ITEM

static const NativeEntry frozenset_methods[] = {SHARED_METHODS, {0}};

static const NativeEntry set_methods[] = {
    SHARED_METHODS,
    {"add", "($self, object, /)",
     "Put an element in, unless it is there already.", set_method_add, NULL, 0},
    {"clear", "($self, /)", "Make it empty.", set_method_clear, NULL, 0},
    {"discard", "($self, object, /)",
     "Take an element out, if it is there.",
     set_method_discard, NULL, 0},
    {"difference_update", "($self, /, *others)", "Take out whatever is in one of the others.",
     set_method_difference_update, NULL, NATIVE_PARSED},
    {"intersection_update", "($self, /, *others)", "Keep only what is in all of the others too.",
     set_method_intersection_update, NULL, NATIVE_PARSED},
    {"pop", "($self, /)", "Take some element out and give it; a KeyError if there is none.",
     set_method_pop, NULL, 0},
    {"remove", "($self, object, /)",
     "Take an element out; a KeyError if it is not there.",
     set_method_remove, NULL, 0},
    {"symmetric_difference_update", "($self, other, /)",
     "Take out what the other has too, and put in what only the other has.", set_method_symmetric_difference_update, NULL, 0},
    {"update", "($self, /, *others)", "Put in whatever is in one of the others.", set_method_update, NULL, NATIVE_PARSED},
    {0}};

#define SHARED_SLOTS                                                                                   \
    .instance_size = sizeof(Set), .weak_offset = offsetof(Set, weak_references), .destroy = set_destroy, .visit = set_visit, .repr = set_repr,        \
    .truth = set_truth, .length = set_length, .compare = set_compare, .iterate = set_iterate,          \
    .contains = set_contains_slot, .binary[BINARY_AND] = operator_AND, .binary[BINARY_OR] = operator_OR, \
    .binary[BINARY_XOR] = operator_XOR, .binary[BINARY_SUBTRACT] = operator_SUBTRACT

const Type set_type_template = {
    .name = "set",
    .documentation = "set() -> empty\nset(iterable) -> the elements of the iterable, each once\n\n"
                     "Elements without order, none of them twice.",
    .flags = TYPE_COLLECTED | TYPE_BASE | TYPE_IMMUTABLE,
    SHARED_SLOTS,
    .create = set_create,
    .initialize = set_initialize,
    .clear = set_destroy,
    .in_place[BINARY_AND] = in_place_and,
    .in_place[BINARY_OR] = in_place_or,
    .in_place[BINARY_XOR] = in_place_xor,
    .in_place[BINARY_SUBTRACT] = in_place_subtract,
    .methods = set_methods,
};

const Type frozenset_type_template = {
    .name = "frozenset",
    .documentation = "frozenset() -> empty\nfrozenset(iterable) -> the elements of the iterable, each once\n\n"
                     "A set that cannot be changed, and may so be a key or an element.",
    .flags = TYPE_COLLECTED | TYPE_BASE | TYPE_IMMUTABLE,
    SHARED_SLOTS,
    .create = frozenset_create,
    .hash = frozenset_hash,
    .methods = frozenset_methods,
};
