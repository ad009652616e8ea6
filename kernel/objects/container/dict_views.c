/* keys(), values(), items() and the iterators over a dict, forward and backward. */
#include "kernel/objects/descriptor/descriptor.h"
#include "kernel/objects/container/dict_private.h"
#include "kernel/objects/container/iterators.h"
#include "kernel/objects/core/objects_state.h"
#include "kernel/objects/container/set.h"

#include "base/memory.h"

/* ---- iterators ---- */

Value dict_iterator_new(Thread *thread, Type *type, Dict *dict, size_t at) {
    DictIterator *iterator = object_new(thread, type);
    if (!iterator) return VALUE_ABSENT;
    iterator->dict = object_retain(dict);
    iterator->at = at;
    iterator->count = iterator->left = dict->count;
    return value_from_object(iterator);
}

static bool iterator_visit(Object *self, Visit *visit, void *context) {
    return visit_object(((DictIterator *)self)->dict, visit, context);
}

static void iterator_destroy(Object *self) { object_clear(&((DictIterator *)self)->dict); }

/* The next entry, or NULL: exhausted, or the dict changed (an exception). */
static const DictEntry *next_entry(Thread *thread, DictIterator *iterator, bool backward) {
    Dict *dict = iterator->dict;
    if (!dict) return NULL;
    if (dict->count != iterator->count) {
        iterator->count = SIZE_MAX;
        raise_runtime_error(thread, "dictionary changed size during iteration");
        return NULL;
    }
    if (backward) {
        if (iterator->at > dict->used) iterator->at = dict->used;
        while (iterator->at > 0)
            if (!value_is_absent(dict->entries[--iterator->at].key)) return &dict->entries[iterator->at];
    } else {
        if (iterator->at < dict->holes) iterator->at = dict->holes;
        while (iterator->at < dict->used) {
            const DictEntry *entry = &dict->entries[iterator->at++];
            if (value_is_absent(entry->key)) continue;
            if (iterator->left-- > 0) return entry;
            iterator->left = 0; /* more keys than there were: some went and others came */
            iterator->count = SIZE_MAX;
            raise_runtime_error(thread, "dictionary keys changed during iteration");
            return NULL;
        }
    }
    object_clear(&iterator->dict);
    return NULL;
}

bool dict_item_iterator_next_pair(Thread *thread, Object *iterator, Value *first, Value *second) {
    const DictEntry *entry = next_entry(thread, (DictIterator *)iterator, false);
    if (!entry) return false;
    *first = value_retain(entry->key);
    *second = value_retain(entry->value);
    return true;
}

static Value entry_item(Thread *thread, const DictEntry *entry) {
    Value pair = tuple_new(thread, 2);
    if (value_is_absent(pair)) return VALUE_ABSENT;
    value_tuple(pair)->items[0] = value_retain(entry->key);
    value_tuple(pair)->items[1] = value_retain(entry->value);
    return pair;
}

static Value entry_key(Thread *thread, const DictEntry *entry) {
    (void)thread;
    return value_retain(entry->key);
}

static Value entry_value(Thread *thread, const DictEntry *entry) {
    (void)thread;
    return value_retain(entry->value);
}

NATIVE(iterator_length_hint) {
    NATIVE_UNUSED;
    const DictIterator *iterator = (const DictIterator *)arguments[0].object;
    if (!iterator->dict || iterator->dict->count != iterator->count) return value_from_int(0);
    int64_t left = 0;
    for (size_t i = iterator->at; i < iterator->dict->used; i++) left += !value_is_absent(iterator->dict->entries[i].key);
    return value_from_int(left);
}

NATIVE(iterator_reduce) {
    NATIVE_UNUSED;
    const DictIterator *iterator = (const DictIterator *)arguments[0].object;
    DictIterator *copy = object_new(thread, iterator->object.type);
    if (!copy) return VALUE_ABSENT;
    copy->dict = iterator->dict ? object_retain(iterator->dict) : NULL;
    copy->at = iterator->at;
    copy->count = iterator->count;
    copy->left = iterator->left;
    return reduce_to_list(thread, value_from_object(copy));
}

static const NativeEntry reverse_iterator_methods[] = {
    {"__reduce__", "($self, /)", "What pickle and copy make the object from.", iterator_reduce, NULL, 0},
    {0}};
static const NativeEntry iterator_methods[] = {
    {"__reduce__", "($self, /)", "What pickle and copy make the object from.", iterator_reduce, NULL, 0},
    {"__length_hint__", "($self, /)", "About how many elements are still to come.", iterator_length_hint, NULL, 0},
    {0}};

#define DICT_ITERATORS(X)                                                                    \
    X(dict_key_iterator, "dict_keyiterator", entry_key, false, iterator_methods)             \
    X(dict_value_iterator, "dict_valueiterator", entry_value, false, iterator_methods)       \
    X(dict_item_iterator, "dict_itemiterator", entry_item, false, iterator_methods)          \
    X(dict_reverse_key_iterator, "dict_reversekeyiterator", entry_key, true, reverse_iterator_methods)         \
    X(dict_reverse_value_iterator, "dict_reversevalueiterator", entry_value, true, reverse_iterator_methods)   \
    X(dict_reverse_item_iterator, "dict_reverseitemiterator", entry_item, true, reverse_iterator_methods)

#define X(identifier, shown, part, backward, table)                                                     \
    static Value identifier##_next(Thread *thread, Value self) {                                        \
        const DictEntry *entry = next_entry(thread, (DictIterator *)self.object, backward);             \
        return entry ? part(thread, entry) : VALUE_ABSENT;                                              \
    }                                                                                                   \
    const Type identifier##_type_template = {                                                           \
        .name = shown,                                                                                  \
        .flags = TYPE_COLLECTED | TYPE_IMMUTABLE | TYPE_NO_CREATE,                                      \
        .instance_size = sizeof(DictIterator),                                                          \
        .destroy = iterator_destroy,                                                                    \
        .visit = iterator_visit,                                                                        \
        .clear = iterator_destroy,                                                                      \
        .iterate = iterate_self,                                                                        \
        .next = identifier##_next,                                                                      \
        .methods = table,                                                                               \
    };
DICT_ITERATORS(X)
#undef X

/* ---- views ---- */

Value dict_view_new(Thread *thread, Type *type, Dict *dict) {
    DictView *view = object_new(thread, type);
    if (!view) return VALUE_ABSENT;
    view->dict = object_retain(dict);
    return value_from_object(view);
}

static Dict *view_dict(Value view) { return ((DictView *)view.object)->dict; }

static bool view_visit(Object *self, Visit *visit, void *context) {
    return visit_object(((DictView *)self)->dict, visit, context);
}

static void view_destroy(Object *self) { object_clear(&((DictView *)self)->dict); }

static int64_t view_length(Thread *thread, Value self) {
    (void)thread;
    return view_dict(self) ? (int64_t)view_dict(self)->count : 0;
}

static Value view_repr(Thread *thread, Value self) {
    int entered = repr_enter(thread, self.object);
    if (entered <= 0) return entered ? VALUE_ABSENT : string_from_c(thread, "...");
    Value list = list_from_iterable(thread, self), result = VALUE_ABSENT;
    Value shown = value_is_absent(list) ? VALUE_ABSENT : value_repr(thread, list);
    repr_leave(thread, self.object);
    if (!value_is_absent(shown)) {
        TextBuffer text = TEXT_BUFFER_EMPTY;
        text_append(&text, self.object->type->name);
        text_append_char(&text, '(');
        text_append_bytes(&text, value_string(shown)->bytes, value_string(shown)->length);
        text_append_char(&text, ')');
        result = string_from_text_buffer(thread, &text);
    }
    value_release(list);
    value_release(shown);
    return result;
}

static Value keys_iterate(Thread *thread, Value self) {
    return dict_iterator_new(thread, thread_builtins(thread)->type_dict_key_iterator, view_dict(self), 0);
}
static Value values_iterate(Thread *thread, Value self) {
    return dict_iterator_new(thread, thread_builtins(thread)->type_dict_value_iterator, view_dict(self), 0);
}
static Value items_iterate(Thread *thread, Value self) {
    return dict_iterator_new(thread, thread_builtins(thread)->type_dict_item_iterator, view_dict(self), 0);
}

static int keys_contains(Thread *thread, Value self, Value item) {
    Value value;
    return dict_lookup(thread, view_dict(self), item, &value);
}

static int items_contains(Thread *thread, Value self, Value item) {
    if (!is_tuple(item) || value_tuple(item)->count != 2) return 0;
    Value value;
    int found = dict_lookup(thread, view_dict(self), value_tuple(item)->items[0], &value);
    if (found <= 0) return found;
    value_retain(value);
    found = value_equal(thread, value, value_tuple(item)->items[1]);
    value_release(value);
    return found;
}

static bool is_set_like(Value value) {
    return value_is_set(value) || value_has_type(value, &dict_keys_type_template) ||
           value_has_type(value, &dict_items_type_template);
}

/* Whether every member of `left` is in `right`. */
static int all_contained(Thread *thread, Value left, Value right) {
    Value iterator = value_iterate(thread, left);
    if (value_is_absent(iterator)) return -1;
    int contained = 1;
    while (contained > 0) {
        Value item = value_next(thread, iterator);
        if (value_is_absent(item)) {
            if (exception_is_set(thread)) contained = -1;
            break;
        }
        contained = value_contains(thread, right, item);
        value_release(item);
    }
    value_release(iterator);
    return contained;
}

static Value view_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    if (!is_set_like(right)) return VALUE_NOT_IMPLEMENTED;
    int64_t a = value_length(thread, left), b = value_length(thread, right);
    if (a < 0 || b < 0) return VALUE_ABSENT;
    int holds = 0;
    switch (comparison) {
    case COMPARE_EQ:
    case COMPARE_NE: holds = a == b ? all_contained(thread, left, right) : 0; break;
    case COMPARE_LT: holds = a < b ? all_contained(thread, left, right) : 0; break;
    case COMPARE_LE: holds = a <= b ? all_contained(thread, left, right) : 0; break;
    case COMPARE_GT: holds = a > b ? all_contained(thread, right, left) : 0; break;
    case COMPARE_GE: holds = a >= b ? all_contained(thread, right, left) : 0; break;
    }
    if (holds < 0) return VALUE_ABSENT;
    return value_from_bool(comparison == COMPARE_NE ? !holds : holds);
}

static Value view_binary(Thread *thread, BinaryOperator operator, Value left, Value right) {
    Value a = set_from_iterable(thread, false, left), result = VALUE_ABSENT;
    if (value_is_absent(a)) return VALUE_ABSENT;
    Value b = set_from_iterable(thread, false, right);
    if (!value_is_absent(b)) result = set_binary(thread, operator, a, b);
    value_release(a);
    value_release(b);
    return result;
}

#define SET_OPERATORS(X) X(AND) X(OR) X(XOR) X(SUBTRACT)
#define X(name)                                                                \
    static Value view_##name(Thread *thread, Value left, Value right) {       \
        return view_binary(thread, BINARY_##name, left, right);                \
    }
SET_OPERATORS(X)
#undef X

NATIVE(view_method_isdisjoint) {
    NATIVE_UNUSED;
    Value iterator = value_iterate(thread, arguments[1]);
    if (value_is_absent(iterator)) return VALUE_ABSENT;
    int found = 0;
    while (!found) {
        Value item = value_next(thread, iterator);
        if (value_is_absent(item)) {
            if (exception_is_set(thread)) found = -1;
            break;
        }
        found = value_contains(thread, arguments[0], item);
        value_release(item);
    }
    value_release(iterator);
    return found < 0 ? VALUE_ABSENT : value_from_bool(!found);
}

NATIVE(view_method_reversed) {
    NATIVE_UNUSED;
    Value view = arguments[0];
    const Type *type_template = value_has_type(view, &dict_keys_type_template)     ? &dict_reverse_key_iterator_type_template
                                : value_has_type(view, &dict_values_type_template) ? &dict_reverse_value_iterator_type_template
                                                                                   : &dict_reverse_item_iterator_type_template;
    Type *type = type_from_template(thread, type_template);
    return type ? dict_iterator_new(thread, type, view_dict(view), view_dict(view)->used) : VALUE_ABSENT;
}

static Value view_get_mapping(Thread *thread, Value self) {
    Value dict = value_from_object(view_dict(self));
    return mapping_proxy_new(thread, dict);
}

static const PropertyEntry view_properties[] = {
    {"mapping", view_get_mapping, NULL, "dictionary that this view refers to"},
    {0}};

static const NativeEntry view_methods[] = {
    {"isdisjoint", "($self, other, /)",
     "Whether no element is in both.", view_method_isdisjoint, NULL, 0},
    {"__reversed__", "($self, /)", "An iterator over the keys, the newest first.", view_method_reversed, NULL, 0},
    {0}};

static const NativeEntry values_methods[] = {
    {"__reversed__", "($self, /)", "An iterator over the values, the newest first.", view_method_reversed, NULL, 0},
    {0}};

#define VIEW_MEMBERS(shown)                                                              \
    .name = shown, .flags = TYPE_COLLECTED | TYPE_IMMUTABLE | TYPE_NO_CREATE,            \
    .instance_size = sizeof(DictView), .destroy = view_destroy, .visit = view_visit,     \
    .clear = view_destroy, .repr = view_repr, .length = view_length, .properties = view_properties
#define SET_MEMBERS                                                                              \
    .compare = view_compare, .binary[BINARY_AND] = view_AND,                                     \
    .binary[BINARY_OR] = view_OR, .binary[BINARY_XOR] = view_XOR,                                \
    .binary[BINARY_SUBTRACT] = view_SUBTRACT, .methods = view_methods

const Type dict_keys_type_template = {
    VIEW_MEMBERS("dict_keys"), SET_MEMBERS, .iterate = keys_iterate, .contains = keys_contains};
const Type dict_items_type_template = {
    VIEW_MEMBERS("dict_items"), SET_MEMBERS, .iterate = items_iterate, .contains = items_contains};
const Type dict_values_type_template = {
    VIEW_MEMBERS("dict_values"), .iterate = values_iterate, .methods = values_methods};
