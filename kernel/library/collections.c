/* _collections: defaultdict, OrderedDict, what namedtuple and Counter need of C. deque has a file of its own. */
#include "kernel/library/collections.h"

#include "base/memory.h"
#include "base/text_buffer.h"
#include "kernel/objects/container/list_private.h"
#include "kernel/objects/core/objects_state.h"
#include "kernel/objects/container/range.h"
#include "kernel/objects/text/string.h"
#include "kernel/objects/core/type.h"

static Value type_value(Type *type) { return (Value){.tag = TAG_OBJECT, .object = &type->object}; }
static Call call_behind(const Call *call, size_t skipped) {
    size_t count = call->positional_count < skipped ? call->positional_count : skipped;
    return (Call){call->values + count, call->positional_count - count, call->names};
}

/* ---- defaultdict ---- */
typedef struct DefaultDict {
    Dict dict;
    Value factory;
} DefaultDict;
static DefaultDict *default_dict(Value value) { return (DefaultDict *)value.object; }

static bool default_dict_initialize(Thread *thread, Value self, const Call *call) {
    Value factory = call->positional_count ? call->values[0] : VALUE_NONE;
    if (factory.tag != TAG_NONE && !value_is_callable(thread->interpreter, factory)) {
        raise_type_error(thread, "first argument must be callable or None");
        return false;
    }
    value_replace(&default_dict(self)->factory, value_retain(factory));
    Call rest = call_behind(call, 1);
    return dict_type_template.initialize(thread, self, &rest);
}
static bool default_dict_visit(Object *self, Visit *visit, void *context) {
    return visit_value(((DefaultDict *)self)->factory, visit, context) && dict_type_template.visit(self, visit, context);
}
static void default_dict_destroy(Object *self) {
    value_clear(&((DefaultDict *)self)->factory);
    dict_type_template.destroy(self);
}
static Value missing(Thread *thread, Value self, Value key) {
    Value factory = value_retain(default_dict(self)->factory);
    if (is_missing(factory)) return raise_key_error(thread, key);
    Value value = value_call_none(thread, factory);
    value_release(factory);
    if (!value_is_absent(value) && !value_set_item(thread, self, key, value)) value_clear(&value);
    return value;
}
NATIVE(default_dict_missing) {
    NATIVE_UNUSED;
    return missing(thread, arguments[0], arguments[1]);
}
static Value default_dict_get_item(Thread *thread, Value self, Value key) {
    if (self.object->type->origin != &collections_default_dict_type) return dict_get_item(thread, self, key);
    int64_t hash;
    Value value;
    if (!value_hash(thread, key, &hash)) return VALUE_ABSENT;
    int found = dict_lookup_hashed(thread, value_dict(self), key, hash, &value);
    if (found > 0) return value_retain(value);
    return found < 0 ? VALUE_ABSENT : missing(thread, self, key);
}
static Value default_dict_repr(Thread *thread, Value self) {
    Value factory = default_dict(self)->factory, shown = VALUE_ABSENT, items, result = VALUE_ABSENT;
    items = dict_type_template.repr(thread, self);
    if (value_is_absent(items)) return items;
    if (is_missing(factory)) {
        shown = string_from_c(thread, "None");
    } else {
        int entered = repr_enter(thread, self.object);
        if (entered == 0) shown = string_from_c(thread, "...");
        if (entered > 0) {
            value_retain(factory);
            shown = value_repr(thread, factory);
            value_release(factory);
            repr_leave(thread, self.object);
        }
    }
    if (!value_is_absent(shown))
        result = string_format(thread, "%s(%s, %s)", type_short_name(self.object->type), value_c_string(shown), value_c_string(items));
    value_release(shown);
    value_release(items);
    return result;
}
static Value default_dict_copy_of(Thread *thread, Value self, Value items) {
    Value factory = default_dict(self)->factory, values[2] = {value_is_absent(factory) ? VALUE_NONE : factory, items};
    return value_call_values(thread, type_value(self.object->type), values, 2);
}
NATIVE(default_dict_copy) {
    NATIVE_UNUSED;
    return default_dict_copy_of(thread, arguments[0], arguments[0]);
}
static Value default_dict_or(Thread *thread, Value left, Value right) {
    Value self = value_has_type(left, &collections_default_dict_type) ? left : right;
    if (!is_dict(left) || !is_dict(right)) return VALUE_NOT_IMPLEMENTED;
    Value result = default_dict_copy_of(thread, self, left);
    if (!value_is_absent(result) && !(is_dict(result) && dict_merge(thread, value_dict(result), right))) value_clear(&result);
    return result;
}
/* (type, (factory,), None, None, iterator over the items) */
NATIVE(default_dict_reduce) {
    NATIVE_UNUSED;
    Value self = arguments[0], factory = default_dict(self)->factory, result = VALUE_ABSENT;
    Value inner = tuple_from_values(thread, &factory, is_missing(factory) ? 0 : 1);
    Value items = value_is_absent(inner) ? inner : value_call_method(thread, self, "items", NULL, 0);
    Value iterator = value_is_absent(items) ? items : value_iterate(thread, items);
    if (!value_is_absent(iterator)) {
        Value parts[5] = {type_value(self.object->type), inner, VALUE_NONE, VALUE_NONE, iterator};
        result = tuple_from_values(thread, parts, 5);
    }
    value_release(inner);
    value_release(items);
    value_release(iterator);
    return result;
}
static Value get_factory(Thread *thread, Value self) {
    (void)thread;
    Value factory = default_dict(self)->factory;
    return value_is_absent(factory) ? VALUE_NONE : value_retain(factory);
}
static bool set_factory(Thread *thread, Value self, Value value) {
    (void)thread;
    value_replace(&default_dict(self)->factory, value_is_absent(value) ? VALUE_NONE : value_retain(value));
    return true;
}
static const NativeEntry default_dict_methods[] = {
    {"__missing__", "($self, key, /)", "Ask the factory for a missing key's value, and keep it.", default_dict_missing, NULL, 0},
    {"copy", "($self, /)", "Another one with the same factory and items.", default_dict_copy, NULL, 0},
    {"__copy__", "($self, /)", "Another one with the same factory and items.", default_dict_copy, NULL, 0},
    {"__reduce__", "($self, /)", "What pickle and copy need.", default_dict_reduce, NULL, 0},
    CLASS_GET_ITEM,
    {0}};
static const PropertyEntry default_dict_properties[] = {
    {"default_factory", get_factory, set_factory, "What makes the values of missing keys, or None."}, {0}};
const Type collections_default_dict_type = {
    .name = "collections.defaultdict",
    .documentation = "defaultdict(default_factory=None, /, [...]): a dict whose missing keys get default_factory().",
    .base = (Type *)&dict_type_template,
    .flags = TYPE_COLLECTED | TYPE_BASE | TYPE_MAPPING | TYPE_DICT | TYPE_IMMUTABLE,
    .instance_size = sizeof(DefaultDict),
    .initialize = default_dict_initialize,
    .destroy = default_dict_destroy,
    .visit = default_dict_visit,
    .clear = default_dict_destroy,
    .repr = default_dict_repr,
    .get_item = default_dict_get_item,
    .binary[BINARY_OR] = default_dict_or,
    .methods = default_dict_methods,
    .properties = default_dict_properties,
};

/* ---- OrderedDict: a dict keeps the order already; this one moves its keys about and compares by order ---- */
static bool is_ordered(Value value) { return value_has_type(value, &collections_ordered_dict_type); }

/* As update(): through __setitem__ when the class has its own. */
static bool set_pairs(Thread *thread, Value self, Value pairs) {
    Value iterator = value_iterate(thread, pairs);
    if (value_is_absent(iterator)) return false;
    bool succeeded = true;
    while (succeeded) {
        Value pair = value_next(thread, iterator);
        if (value_is_absent(pair)) {
            succeeded = !exception_is_set(thread);
            break;
        }
        Value items = tuple_from_iterable(thread, pair);
        value_release(pair);
        succeeded = !value_is_absent(items);
        if (succeeded && value_tuple(items)->count != 2) {
            size_t count = value_tuple(items)->count;
            if (count < 2) raise_value_error(thread, "need more than %zu value%s to unpack", count, count == 1 ? "" : "s");
            else raise_value_error(thread, "too many values to unpack (expected 2)");
            succeeded = false;
        }
        succeeded = succeeded && value_set_item(thread, self, value_tuple(items)->items[0], value_tuple(items)->items[1]);
        value_release(items);
    }
    value_release(iterator);
    return succeeded;
}
static bool set_keys(Thread *thread, Value self, Value source, Value keys) {
    Value iterator = value_iterate(thread, keys);
    if (value_is_absent(iterator)) return false;
    bool succeeded = true;
    while (succeeded) {
        Value key = value_next(thread, iterator);
        if (value_is_absent(key)) {
            succeeded = !exception_is_set(thread);
            break;
        }
        Value value = value_get_item(thread, source, key);
        succeeded = !value_is_absent(value) && value_set_item(thread, self, key, value);
        value_release(key);
        value_release(value);
    }
    value_release(iterator);
    return succeeded;
}
static bool ordered_merge(Thread *thread, Value self, Value source) {
    if (self.object->type->set_item == dict_type_template.set_item && (value_is_exact_dict(source) || is_list(source)))
        return dict_merge(thread, value_dict(self), source);
    Value method = VALUE_ABSENT, part = VALUE_ABSENT;
    bool has_items = value_is_exact_dict(source), succeeded = false;
    method = value_find_attribute_c(thread, source, has_items ? "items" : "keys");
    if (value_is_absent(method) && !exception_is_set(thread)) {
        method = value_find_attribute_c(thread, source, "items");
        has_items = true;
    }
    if (!value_is_absent(method)) {
        part = value_call_none(thread, method);
        if (!value_is_absent(part)) succeeded = has_items ? set_pairs(thread, self, part) : set_keys(thread, self, source, part);
    } else if (!exception_is_set(thread)) {
        succeeded = set_pairs(thread, self, source);
    }
    value_release(method);
    value_release(part);
    return succeeded;
}
static bool ordered_initialize(Thread *thread, Value self, const Call *call) {
    if (call->positional_count > 1) {
        raise_type_error(thread, "expected at most 1 argument, got %zu", call->positional_count);
        return false;
    }
    if (call->positional_count && !ordered_merge(thread, self, call->values[0])) return false;
    for (size_t i = 0; call->names && i < call->names->count; i++)
        if (!value_set_item(thread, self, call->names->items[i], call->values[call->positional_count + i])) return false;
    return true;
}
NATIVE(ordered_update) {
    NATIVE_UNUSED;
    const Tuple *values = value_tuple(arguments[1]);
    if (values->count > 1) return raise_type_error(thread, "update() takes at most 1 positional argument (%zu given)", values->count);
    if (values->count && !ordered_merge(thread, arguments[0], values->items[0])) return VALUE_ABSENT;
    if (dict_count(value_dict(arguments[2])) && !ordered_merge(thread, arguments[0], arguments[2])) return VALUE_ABSENT;
    return VALUE_NONE;
}
NATIVE(ordered_move_to_end) {
    NATIVE_UNUSED;
    int64_t hash;
    int last = value_truth(thread, arguments[2]);
    if (last < 0 || !value_hash(thread, arguments[1], &hash)) return VALUE_ABSENT;
    int moved = dict_move_to_end(thread, value_dict(arguments[0]), arguments[1], hash, last);
    return moved > 0 ? VALUE_NONE : moved == 0 ? raise_key_error(thread, arguments[1]) : VALUE_ABSENT;
}
NATIVE(ordered_popitem) {
    NATIVE_UNUSED;
    int last = value_truth(thread, arguments[1]);
    if (last < 0) return VALUE_ABSENT;
    Dict *dict = value_dict(arguments[0]);
    Value key, value;
    if (last ? dict_pop_last(dict, &key, &value) : dict_pop_first(dict, &key, &value)) return tuple_pair_owned(thread, key, value);
    Value message = string_from_c(thread, "dictionary is empty");
    if (!value_is_absent(message)) raise_key_error(thread, message);
    value_release(message);
    return VALUE_ABSENT;
}
/* A class with its own __delitem__ or __getitem__ is asked through them. */
NATIVE(ordered_pop) {
    NATIVE_UNUSED;
    Value self = arguments[0], key = arguments[1], value;
    const Type *type = self.object->type;
    if (type->set_item == dict_type_template.set_item && type->get_item == dict_type_template.get_item) {
        value = dict_pop(thread, value_dict(self), key);
        if (!value_is_absent(value) || exception_is_set(thread)) return value;
    } else {
        int found = value_contains(thread, self, key);
        if (found < 0) return VALUE_ABSENT;
        if (found) {
            value = value_get_item(thread, self, key);
            if (!value_is_absent(value) && !value_delete_item(thread, self, key)) value_clear(&value);
            return value;
        }
    }
    if (!value_is_absent(arguments[2])) return value_retain(arguments[2]);
    if (type->flags & TYPE_HEAP) {
        Value method;
        bool self_first;
        if (value_find_special(thread, self, thread_builtins(thread)->name___missing__, &method, &self_first)) {
            value = self_first ? value_call_two(thread, method, self, key) : value_call_one(thread, method, key);
            value_release(method);
            return value;
        }
        if (exception_is_set(thread)) return VALUE_ABSENT;
    }
    return raise_key_error(thread, key);
}
NATIVE(ordered_setdefault) {
    NATIVE_UNUSED;
    Value self = arguments[0];
    if (self.object->type->set_item == dict_type_template.set_item && self.object->type->get_item == dict_type_template.get_item)
        return value_retain(dict_set_default(thread, value_dict(self), arguments[1], arguments[2]));
    int found = value_contains(thread, self, arguments[1]);
    if (found < 0) return VALUE_ABSENT;
    if (found) return value_get_item(thread, self, arguments[1]);
    return value_set_item(thread, self, arguments[1], arguments[2]) ? value_retain(arguments[2]) : VALUE_ABSENT;
}
NATIVE(ordered_copy) {
    NATIVE_UNUSED;
    Value self = arguments[0], result = value_call_none(thread, type_value(self.object->type));
    if (value_is_absent(result)) return result;
    bool succeeded;
    if (self.object->type->origin == &collections_ordered_dict_type) {
        succeeded = dict_merge(thread, value_dict(result), self);
    } else {
        Value keys = dict_keys_list(thread, value_dict(self));
        succeeded = !value_is_absent(keys) && set_keys(thread, result, self, keys);
        value_release(keys);
    }
    if (!succeeded) value_clear(&result);
    return result;
}
static Value ordered_or(Thread *thread, Value left, Value right) {
    Value self = is_ordered(left) ? left : right;
    if (!is_dict(left) || !is_dict(right)) return VALUE_NOT_IMPLEMENTED;
    Value result = value_call_one(thread, type_value(self.object->type), left);
    if (!value_is_absent(result) && !ordered_merge(thread, result, right)) value_clear(&result);
    return result;
}
static Value ordered_in_place_or(Thread *thread, Value left, Value right) {
    return ordered_merge(thread, left, right) ? value_retain(left) : VALUE_ABSENT;
}
static Value ordered_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    if (!is_dict(right) || (comparison != COMPARE_EQ && comparison != COMPARE_NE)) return VALUE_NOT_IMPLEMENTED;
    bool equal;
    if (!dict_equal(thread, value_dict(left), value_dict(right), &equal)) return VALUE_ABSENT;
    if (equal && is_ordered(right) && is_ordered(left)) {
        Value ours = dict_keys_list(thread, value_dict(left)), theirs = dict_keys_list(thread, value_dict(right));
        int same = value_is_absent(ours) || value_is_absent(theirs) ? -1 : value_equal(thread, ours, theirs);
        value_release(ours);
        value_release(theirs);
        if (same < 0) return VALUE_ABSENT;
        equal = same;
    }
    return value_from_bool(equal == (comparison == COMPARE_EQ));
}
static Value ordered_repr(Thread *thread, Value self) {
    const char *name = type_short_name(self.object->type);
    if (!dict_count(value_dict(self))) return string_format(thread, "%s()", name);
    int entered = repr_enter(thread, self.object);
    if (entered < 0) return VALUE_ABSENT;
    if (!entered) return string_from_c(thread, "...");
    Value items = value_call_method(thread, self, "items", NULL, 0), list = VALUE_ABSENT, shown = VALUE_ABSENT, result = VALUE_ABSENT;
    if (!value_is_absent(items)) list = list_from_iterable(thread, items);
    if (!value_is_absent(list)) shown = value_repr(thread, list);
    repr_leave(thread, self.object);
    if (!value_is_absent(shown)) result = string_format(thread, "%s(%s)", name, value_c_string(shown));
    value_release(items);
    value_release(list);
    value_release(shown);
    return result;
}
/* (type, (), state, None, iterator over the items) */
NATIVE(ordered_reduce) {
    NATIVE_UNUSED;
    Value self = arguments[0], result = VALUE_ABSENT, nothing = tuple_new(thread, 0), iterator = VALUE_ABSENT;
    Value state = value_call_method(thread, self, "__getstate__", NULL, 0);
    Value items = value_is_absent(state) ? state : value_call_method(thread, self, "items", NULL, 0);
    if (!value_is_absent(items)) iterator = value_iterate(thread, items);
    if (!value_is_absent(iterator)) {
        Value parts[5] = {type_value(self.object->type), nothing, state, VALUE_NONE, iterator};
        result = tuple_from_values(thread, parts, 5);
    }
    value_release(nothing);
    value_release(state);
    value_release(items);
    value_release(iterator);
    return result;
}
static Value ordered_iterate(Thread *thread, Value self) {
    Type *type = type_from_template(thread, &collections_ordered_iterator_type);
    DictIterator *iterator = type ? object_new(thread, type) : NULL;
    if (!iterator) return VALUE_ABSENT;
    iterator->dict = object_retain(self.object);
    iterator->count = value_dict(self)->count;
    iterator->left = dict_keys_version(thread->interpreter, value_dict(self));
    return value_from_object(iterator);
}
static Value ordered_iterator_next(Thread *thread, Value self) {
    DictIterator *iterator = (DictIterator *)self.object;
    Dict *dict = iterator->dict;
    Value key;
    if (!dict) return VALUE_ABSENT;
    if (dict->keys_version != iterator->left)
        return raise_runtime_error(thread, !dict->entries ? "OrderedDict changed size during iteration" /* cleared */
                                                           : "OrderedDict mutated during iteration");
    if (dict_next(dict, &iterator->at, &key, NULL)) return value_retain(key);
    object_clear(&iterator->dict);
    return VALUE_ABSENT;
}
const Type collections_ordered_iterator_type = {
    .name = "odict_iterator",
    .base = (Type *)&dict_key_iterator_type_template,
    .flags = TYPE_COLLECTED | TYPE_IMMUTABLE | TYPE_NO_CREATE,
    .instance_size = sizeof(DictIterator),
    .next = ordered_iterator_next,
};

#define ORDERED_VIEW(identifier)                                                  \
    static const Type ordered_##identifier##_type = {                             \
        .name = "odict_" #identifier,                                             \
        .base = (Type *)&dict_##identifier##_type_template,                       \
        .flags = TYPE_COLLECTED | TYPE_IMMUTABLE | TYPE_NO_CREATE,                \
        .instance_size = sizeof(DictView),                                        \
    };                                                                            \
    NATIVE(ordered_##identifier) {                                                \
        NATIVE_UNUSED;                                                            \
        Type *type = type_from_template(thread, &ordered_##identifier##_type);    \
        DictView *view = type ? object_new(thread, type) : NULL;                  \
        if (view) view->dict = object_retain(arguments[0].object);                \
        return value_from_object(view);                                           \
    }
ORDERED_VIEW(keys)
ORDERED_VIEW(values)
ORDERED_VIEW(items)

static const NativeEntry ordered_methods[] = {
    {"copy", "($self, /)", "Another one with the same items.", ordered_copy, NULL, 0},
    {"items", "($self, /)", "A view of the (key, value) pairs.", ordered_items, NULL, 0},
    {"keys", "($self, /)", "A view of the keys.", ordered_keys, NULL, 0},
    {"move_to_end", "($self, key, last=True)", "Make a key the last or the first one.", ordered_move_to_end, NULL, 0},
    {"pop", "($self, key, default=<unrepresentable>)", "Remove a key and return its value, else the default.", ordered_pop, NULL, 0},
    {"popitem", "($self, last=True)", "Remove the last or the first pair and return it.", ordered_popitem, NULL, 0},
    {"setdefault", "($self, key, default=None)", "The value of a key, which gets the default if it is new.", ordered_setdefault, NULL, 0},
    {"update", "($self, /, *args, **kwargs)", "Take over the items of a mapping, of pairs and of keywords.", ordered_update, NULL, 0},
    {"values", "($self, /)", "A view of the values.", ordered_values, NULL, 0},
    {"__reduce__", "($self, /)", "What pickle and copy need.", ordered_reduce, NULL, 0},
    {0}};
static const PropertyEntry ordered_properties[] = {{"__dict__", object_get_dict, object_set_dict, NULL}, {0}};
const Type collections_ordered_dict_type = {
    .name = "collections.OrderedDict",
    .documentation = "A dict that can move its keys to an end and compares by order with its like.",
    .base = (Type *)&dict_type_template,
    .flags = TYPE_COLLECTED | TYPE_BASE | TYPE_MAPPING | TYPE_DICT,
    .instance_size = sizeof(Dict) + 2 * sizeof(void *),
    .attributes_offset = sizeof(Dict),
    .weak_offset = sizeof(Dict) + sizeof(void *),
    .initialize = ordered_initialize,
    .repr = ordered_repr,
    .compare = ordered_compare,
    .iterate = ordered_iterate,
    .binary[BINARY_OR] = ordered_or,
    .in_place[BINARY_OR] = ordered_in_place_or,
    .methods = ordered_methods,
    .properties = ordered_properties,
};

/* ---- the attributes of a namedtuple ---- */
typedef struct TupleGetter {
    Object object;
    int64_t index;
    Value documentation;
} TupleGetter;
static Value tuple_getter_create(Thread *thread, Type *type, const Call *call) {
    Value arguments[2];
    int64_t index;
    if (!native_match(thread, "_tuplegetter", "(index, doc, /)", call, arguments, 2)) return VALUE_ABSENT;
    TupleGetter *getter = value_to_count(thread, arguments[0], &index) ? object_new(thread, type) : NULL;
    if (getter) {
        getter->index = index;
        getter->documentation = value_retain(arguments[1]);
    }
    native_release_arguments(arguments, 2);
    return value_from_object(getter);
}
static bool tuple_getter_visit(Object *self, Visit *visit, void *context) {
    return visit_value(((TupleGetter *)self)->documentation, visit, context);
}
static void tuple_getter_destroy(Object *self) { value_clear(&((TupleGetter *)self)->documentation); }
static Value tuple_getter_get(Thread *thread, Value self, Value instance, Value owner) {
    (void)owner;
    int64_t index = ((TupleGetter *)self.object)->index;
    if (is_missing(instance)) return value_retain(self);
    if (!is_tuple(instance))
        return raise_type_error(thread, "descriptor for index '%lld' for tuple subclasses doesn't apply to '%s' object",
                                (long long)index, value_type_name(thread, instance));
    const Tuple *tuple = value_tuple(instance);
    if (index < 0 || (size_t)index >= tuple->count) return raise_index_error(thread, "tuple index out of range");
    return value_retain(tuple->items[index]);
}
static bool tuple_getter_set(Thread *thread, Value self, Value instance, Value value) {
    (void)self, (void)instance;
    raise_format(thread, thread_builtins(thread)->exception_AttributeError, "can't %s attribute", value_is_absent(value) ? "delete" : "set");
    return false;
}
static Value tuple_getter_repr(Thread *thread, Value self) {
    const TupleGetter *getter = (const TupleGetter *)self.object;
    Value shown = value_repr(thread, getter->documentation);
    if (value_is_absent(shown)) return shown;
    Value result = string_format(thread, "%s(%lld, %s)", type_short_name(self.object->type), (long long)getter->index, value_c_string(shown));
    value_release(shown);
    return result;
}
NATIVE(tuple_getter_reduce) {
    NATIVE_UNUSED;
    const TupleGetter *getter = (const TupleGetter *)arguments[0].object;
    Value inner = tuple_pair_owned(thread, value_from_int(getter->index), value_retain(getter->documentation));
    return tuple_pair_owned(thread, value_retain(type_value(getter->object.type)), inner);
}
static Value tuple_getter_documentation(Thread *thread, Value self) {
    (void)thread;
    return value_retain(((TupleGetter *)self.object)->documentation);
}
static bool tuple_getter_set_documentation(Thread *thread, Value self, Value value) {
    (void)thread;
    value_replace(&((TupleGetter *)self.object)->documentation, value_is_absent(value) ? VALUE_NONE : value_retain(value));
    return true;
}
static const NativeEntry tuple_getter_methods[] = {
    {"__reduce__", "($self, /)", "What pickle and copy need.", tuple_getter_reduce, NULL, 0}, {0}};
static const PropertyEntry tuple_getter_properties[] = {
    {"__doc__", tuple_getter_documentation, tuple_getter_set_documentation, "What help() shows of the attribute."}, {0}};
const Type collections_tuple_getter_type = {
    .name = "_collections._tuplegetter",
    .flags = TYPE_COLLECTED | TYPE_IMMUTABLE,
    .instance_size = sizeof(TupleGetter),
    .create = tuple_getter_create,
    .destroy = tuple_getter_destroy,
    .visit = tuple_getter_visit,
    .clear = tuple_getter_destroy,
    .repr = tuple_getter_repr,
    .descriptor_get = tuple_getter_get,
    .descriptor_set = tuple_getter_set,
    .methods = tuple_getter_methods,
    .properties = tuple_getter_properties,
};

/* ---- Counter's loop ---- */
static bool count_slowly(Thread *thread, Value mapping, Value iterator) {
    Value get = value_get_attribute_c(thread, mapping, "get");
    if (value_is_absent(get)) return false;
    bool succeeded = true;
    while (succeeded) {
        Value item = value_next(thread, iterator);
        if (value_is_absent(item)) {
            succeeded = !exception_is_set(thread);
            break;
        }
        Value count = value_call_two(thread, get, item, value_from_int(0));
        Value sum = value_is_absent(count) ? count : value_binary(thread, BINARY_ADD, count, value_from_int(1));
        succeeded = !value_is_absent(sum) && value_set_item(thread, mapping, item, sum);
        value_release(count);
        value_release(sum);
        value_release(item);
    }
    value_release(get);
    return succeeded;
}
NATIVE(collections_count_elements) {
    NATIVE_UNUSED;
    Value mapping = arguments[0], iterator = value_iterate(thread, arguments[1]);
    if (value_is_absent(iterator)) return iterator;
    bool is_plain = false, succeeded = range_can_be_held(thread, arguments[1], sizeof(DictEntry));
    if (is_dict(mapping)) { /* whose get() and [] = are dict's own */
        Type *type = mapping.object->type, *dict_type = thread_builtins(thread)->type_dict;
        String *get = string_intern(thread, "get"), *set = thread_builtins(thread)->name___setitem__;
        is_plain = get && value_is(type_lookup(type, get), type_lookup(dict_type, get)) &&
                   value_is(type_lookup(type, set), type_lookup(dict_type, set));
    }
    if (!is_plain) {
        succeeded = succeeded && count_slowly(thread, mapping, iterator);
    } else {
        Value (*next)(Thread *, Value) = type_of(thread->interpreter, iterator)->next;
        while (succeeded) {
            Value item = next(thread, iterator);
            if (value_is_absent(item)) {
                iteration_ended(thread);
                succeeded = !exception_is_set(thread);
                break;
            }
            succeeded = dict_count_key(thread, value_dict(mapping), item) && thread_poll(thread);
            value_release(item);
        }
    }
    value_release(iterator);
    return succeeded ? VALUE_NONE : VALUE_ABSENT;
}

static const NativeEntry collections_functions[] = {
    {"_count_elements", "(mapping, iterable, /)", "Count the items of an iterable in a mapping.", collections_count_elements, NULL, 0}, {0}};
static bool collections_initialize(Thread *thread, Value module) {
    static const Type *const types[] = {&collections_deque_type, &collections_default_dict_type, &collections_ordered_dict_type,
                                        &collections_deque_iterator_type, &collections_deque_reverse_iterator_type,
                                        &collections_tuple_getter_type};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (!module_add_type(thread, module, type_from_template(thread, types[i]))) return false;
    return true;
}
const ModuleEntry library__collections = {.name = "_collections",
                                          .documentation = "The parts of collections that are C.",
                                          .functions = collections_functions,
                                          .initialize = collections_initialize};
