/* The type dict: its slots and methods. */
#include "kernel/objects/container/dict_private.h"
#include "kernel/objects/container/range.h"
#include "kernel/objects/container/set.h"

#include "base/memory.h"

static Value dict_create(Thread *thread, Type *type, const Call *call) {
    (void)call;
    Dict *dict = object_new(thread, type);
    if (dict) dict->only_strings = true;
    return value_from_object(dict);
}

static bool dict_update_from_call(Thread *thread, Dict *dict, const Value *values, size_t count, Tuple *names,
                                  const char *name) {
    if (count > 1) {
        raise_type_error(thread, "%s expected at most 1 argument, got %zu", name, count);
        return false;
    }
    if (count && !dict_merge(thread, dict, values[0])) return false;
    for (size_t i = 0; names && i < names->count; i++)
        if (!dict_set(thread, dict, names->items[i], values[count + i])) return false;
    return true;
}

static bool dict_initialize(Thread *thread, Value self, const Call *call) {
    return dict_update_from_call(thread, value_dict(self), call->values, call->positional_count, call->names, "dict");
}

static bool dict_visit(Object *self, Visit *visit, void *context) {
    const Dict *dict = (const Dict *)self;
    for (size_t i = 0; i < dict->used; i++)
        if (!visit_value(dict->entries[i].key, visit, context) || !visit_value(dict->entries[i].value, visit, context))
            return false;
    return true;
}

static void dict_destroy(Object *self) { dict_clear((Dict *)self); }

static bool append_repr(Thread *thread, TextBuffer *text, Value value) {
    Value shown = value_repr(thread, value);
    if (value_is_absent(shown)) return false;
    text_append_bytes(text, value_string(shown)->bytes, value_string(shown)->length);
    value_release(shown);
    return true;
}

static Value dict_repr(Thread *thread, Value self) {
    Dict *dict = value_dict(self);
    if (dict->count == 0) return string_from_c(thread, "{}");
    int entered = repr_enter(thread, self.object);
    if (entered < 0) return VALUE_ABSENT;
    if (!entered) return string_from_c(thread, "{...}");
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append_char(&text, '{');
    bool failed = false;
    Value key, value;
    for (size_t at = 0, shown = 0; !failed && dict_next(dict, &at, &key, &value); shown++) {
        if (shown) text_append(&text, ", ");
        value_retain(key);
        value_retain(value);
        failed = !append_repr(thread, &text, key);
        text_append(&text, ": ");
        failed = failed || !append_repr(thread, &text, value);
        value_release(key);
        value_release(value);
    }
    repr_leave(thread, self.object);
    text_append_char(&text, '}');
    if (!failed) return string_from_text_buffer(thread, &text);
    text_release(&text);
    return VALUE_ABSENT;
}

static int dict_truth(Thread *thread, Value self) {
    (void)thread;
    return value_dict(self)->count != 0;
}

static int64_t dict_length(Thread *thread, Value self) {
    (void)thread;
    return (int64_t)value_dict(self)->count;
}

static Value dict_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    if (!is_dict(right) || (comparison != COMPARE_EQ && comparison != COMPARE_NE)) return VALUE_NOT_IMPLEMENTED;
    bool equal;
    bool done = dict_equal(thread, value_dict(left), value_dict(right), &equal);
    return done ? value_from_bool(equal == (comparison == COMPARE_EQ)) : VALUE_ABSENT;
}

static int dict_contains(Thread *thread, Value self, Value item) {
    Value value;
    return dict_lookup(thread, value_dict(self), item, &value);
}

Value dict_get_item(Thread *thread, Value self, Value key) {
    Value value;
    int found = dict_lookup(thread, value_dict(self), key, &value);
    if (found > 0) return value_retain(value);
    if (found < 0) return VALUE_ABSENT;
    if (self.object->type->origin != &dict_type_template) {
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

static bool dict_set_item(Thread *thread, Value self, Value key, Value value) {
    if (!value_is_absent(value)) return dict_set(thread, value_dict(self), key, value);
    int removed = dict_remove(thread, value_dict(self), key);
    if (removed == 0) raise_key_error(thread, key);
    return removed > 0;
}

static Value dict_iterate(Thread *thread, Value self) {
    return dict_iterator_new(thread, thread_builtins(thread)->type_dict_key_iterator, value_dict(self), 0);
}

Value dict_plain_copy(Thread *thread, Value dict) {
    if (dict.object->type->iterate == dict_iterate) return dict_copy(thread, value_dict(dict));
    Value result = dict_new(thread);
    if (!value_is_absent(result) && !dict_merge(thread, value_dict(result), dict)) value_clear(&result);
    return result;
}

static Value dict_or(Thread *thread, Value left, Value right) {
    if (!is_dict(left) || !is_dict(right)) return VALUE_NOT_IMPLEMENTED;
    Value result = dict_plain_copy(thread, left);
    if (!value_is_absent(result) && !dict_merge(thread, value_dict(result), right)) {
        value_release(result);
        return VALUE_ABSENT;
    }
    return result;
}

static Value dict_in_place_or(Thread *thread, Value left, Value right) {
    return dict_merge(thread, value_dict(left), right) ? value_retain(left) : VALUE_ABSENT;
}

/* As CPython's _PyObject_FunctionStr: the qualified name with its module, builtins without. */
Value callable_name(Thread *thread, Value callable) {
    Value name = value_find_attribute(thread, callable, thread_builtins(thread)->name___qualname__);
    if (value_is_absent(name) || !is_string(name)) {
        value_release(name);
        return exception_is_set(thread) ? VALUE_ABSENT : value_str(thread, callable);
    }
    Value module = value_find_attribute(thread, callable, thread_builtins(thread)->name___module__), result;
    if (is_string(module) && !string_equals_c(value_string(module), "builtins"))
        result = string_format(thread, "%s.%s()", value_c_string(module), value_c_string(name));
    else
        result = exception_is_set(thread) ? VALUE_ABSENT : string_format(thread, "%s()", value_c_string(name));
    value_release(module);
    value_release(name);
    return result;
}

static void raise_repeated(Thread *thread, Value callable, Value key) {
    Value name = callable_name(thread, callable), text = value_is_absent(name) ? name : value_str(thread, key);
    if (!value_is_absent(text))
        raise_type_error(thread, "%s got multiple values for keyword argument '%s'", value_c_string(name), value_c_string(text));
    value_release(name);
    value_release(text);
}

bool dict_merge_keywords(Thread *thread, Dict *dict, Value mapping, Value callable) {
    Value source = mapping;
    if (!is_dict(mapping) || mapping.object->type->iterate != dict_iterate) {
        source = dict_new(thread);
        Value keys = value_find_attribute(thread, mapping, thread_builtins(thread)->name_keys);
        if (value_is_absent(keys) && !exception_is_set(thread)) {
            Value name = callable_name(thread, callable);
            if (!value_is_absent(name))
                raise_type_error(thread, "%s argument after ** must be a mapping, not %s", value_c_string(name),
                                 value_type_name(thread, mapping));
            value_release(name);
        }
        bool merged = !value_is_absent(keys) && !value_is_absent(source) && dict_merge(thread, value_dict(source), mapping);
        value_release(keys);
        if (!merged) {
            value_release(source);
            return false;
        }
    }
    bool done = true;
    Value key, value;
    for (size_t at = 0; done && dict_next(value_dict(source), &at, &key, &value);) {
        int found = is_string(key) ? !value_is_absent(dict_get_string(dict, value_string(key)))
                                   : value_contains(thread, value_from_object(dict), key); /* the call itself refuses such a name */
        if (found) {
            if (found > 0) raise_repeated(thread, callable, key);
            done = false;
        } else {
            done = is_string(key) ? dict_set_string(thread, dict, value_string(key), value) : dict_set(thread, dict, key, value);
        }
    }
    if (source.object != mapping.object) value_release(source);
    return done;
}

static Value list_of(Thread *thread, Dict *dict, bool values) {
    Value list = list_new_sized(thread, dict->count), key, value;
    if (value_is_absent(list)) return VALUE_ABSENT;
    for (size_t at = 0; dict_next(dict, &at, &key, &value);)
        value_list(list)->items[value_list(list)->count++] = value_retain(values ? value : key);
    return list;
}

Value dict_keys_list(Thread *thread, Dict *dict) { return list_of(thread, dict, false); }
Value dict_values_list(Thread *thread, Dict *dict) { return list_of(thread, dict, true); }

/* ---- methods ---- */

NATIVE(dict_method_clear) {
    NATIVE_UNUSED;
    dict_clear(value_dict(arguments[0]));
    return VALUE_NONE;
}

NATIVE(dict_method_copy) {
    NATIVE_UNUSED;
    return dict_plain_copy(thread, arguments[0]);
}

NATIVE(dict_method_get) {
    NATIVE_UNUSED;
    Value value;
    int found = dict_lookup(thread, value_dict(arguments[0]), arguments[1], &value);
    return found < 0 ? VALUE_ABSENT : value_retain(found ? value : arguments[2]);
}

NATIVE(dict_method_setdefault) {
    NATIVE_UNUSED;
    Value value = dict_set_default(thread, value_dict(arguments[0]), arguments[1], arguments[2]);
    return value_retain(value);
}

NATIVE(dict_method_pop) {
    NATIVE_UNUSED;
    Value value = dict_pop(thread, value_dict(arguments[0]), arguments[1]);
    if (!value_is_absent(value) || exception_is_set(thread)) return value;
    if (!value_is_absent(arguments[2])) return value_retain(arguments[2]);
    return raise_key_error(thread, arguments[1]);
}

NATIVE(dict_method_popitem) {
    NATIVE_UNUSED;
    Value key, value;
    if (!dict_pop_last(value_dict(arguments[0]), &key, &value)) {
        Value message = string_from_c(thread, "popitem(): dictionary is empty");
        if (!value_is_absent(message)) raise_key_error(thread, message);
        value_release(message);
        return VALUE_ABSENT;
    }
    return tuple_pair_owned(thread, key, value);
}

NATIVE(dict_method_update) {
    NATIVE_UNUSED;
    Dict *dict = value_dict(arguments[0]);
    const Tuple *positional = value_tuple(arguments[1]);
    if (!dict_update_from_call(thread, dict, positional->items, positional->count, NULL, "update")) return VALUE_ABSENT;
    return dict_merge(thread, dict, arguments[2]) ? VALUE_NONE : VALUE_ABSENT;
}

/* Exact sets and dicts keep the hashes of their items. */
static bool value_has_own_hashes(Value value) {
    return value_is_exact_dict(value) || (value_is_set(value) && (value.object->type->origin == &set_type_template ||
                                                                  value.object->type->origin == &frozenset_type_template));
}
static bool keys_of_table(Thread *thread, Dict *dict, Value source, Value value) {
    bool succeeded = true, is_dict_source = is_dict(source);
    for (size_t i = 0; succeeded; i++) {
        Value key;
        int64_t hash;
        if (is_dict_source) {
            if (i >= value_dict(source)->used) break;
            key = value_dict(source)->entries[i].key;
            hash = value_dict(source)->entries[i].hash;
        } else {
            const Set *set = value_set(source);
            if (!set->table || i > set->mask) break;
            key = set->table[i].key;
            hash = set->table[i].hash;
        }
        if (value_is_absent(key)) continue;
        value_retain(key);
        succeeded = dict_set_hashed(thread, dict, key, hash, value);
        value_release(key);
    }
    return succeeded;
}

NATIVE(dict_method_fromkeys) {
    NATIVE_UNUSED;
    Value result = value_call_none(thread, arguments[0]);
    if (value_is_absent(result)) return VALUE_ABSENT;
    bool is_plain = value_is_exact_dict(result);
    if (is_plain && value_has_own_hashes(arguments[1])) {
        if (keys_of_table(thread, value_dict(result), arguments[1], arguments[2])) return result;
        value_release(result);
        return VALUE_ABSENT;
    }
    Value iterator = !is_plain || range_can_be_held(thread, arguments[1], sizeof(DictEntry))
                         ? value_iterate(thread, arguments[1]) : VALUE_ABSENT;
    bool failed = value_is_absent(iterator);
    while (!failed) {
        Value key = value_next(thread, iterator);
        if (value_is_absent(key)) {
            failed = exception_is_set(thread);
            break;
        }
        failed = is_plain ? !dict_set(thread, value_dict(result), key, arguments[2])
                          : !value_set_item(thread, result, key, arguments[2]);
        value_release(key);
    }
    value_release(iterator);
    if (!failed) return result;
    value_release(result);
    return VALUE_ABSENT;
}

NATIVE(dict_method_keys) {
    NATIVE_UNUSED;
    return dict_view_new(thread, thread_builtins(thread)->type_dict_keys, value_dict(arguments[0]));
}

NATIVE(dict_method_values) {
    NATIVE_UNUSED;
    return dict_view_new(thread, thread_builtins(thread)->type_dict_values, value_dict(arguments[0]));
}

NATIVE(dict_method_items) {
    NATIVE_UNUSED;
    return dict_view_new(thread, thread_builtins(thread)->type_dict_items, value_dict(arguments[0]));
}

NATIVE(dict_method_reversed) {
    NATIVE_UNUSED;
    Type *type = type_from_template(thread, &dict_reverse_key_iterator_type_template);
    if (!type) return VALUE_ABSENT;
    return dict_iterator_new(thread, type, value_dict(arguments[0]), value_dict(arguments[0])->used);
}

NATIVE(dict_method_sizeof) {
    NATIVE_UNUSED;
    const Dict *dict = value_dict(arguments[0]);
    return value_from_int((int64_t)(sizeof(Dict) + dict->capacity * sizeof(DictEntry) +
                                    (dict->slots ? (dict->mask + 1) * sizeof(int32_t) : 0)));
}

static const NativeEntry dict_methods[] = {
    {"clear", "($self, /)", "D.clear() -> None. Make it empty.", dict_method_clear, NULL, 0},
    {"copy", "($self, /)", "D.copy() -> a new dict with the same keys and values", dict_method_copy, NULL, 0},
    {"fromkeys", "($type, iterable, value=None, /)",
     "A new dict in which every element of the iterable is a key, all with the same value.", dict_method_fromkeys, NULL, NATIVE_CLASS},
    {"get", "($self, key, default=None, /)",
     "The value of key; the default where there is none.", dict_method_get, NULL, 0},
    {"items", "($self, /)", "D.items() -> the (key, value) pairs, as a view that follows the dict's changes", dict_method_items, NULL, 0},
    {"keys", "($self, /)", "D.keys() -> the keys, as a view that follows the dict's changes", dict_method_keys, NULL, 0},
    {"pop", "($self, key, default=<unrepresentable>, /)",
     "D.pop(k[,d]) -> the value of k, which is taken out.\n\n"
     "Where there is no such key, the answer is d; without d, a KeyError.",
     dict_method_pop, NULL, 0},
    {"popitem", "($self, /)",
     "Take the newest key out and give it with its value, as a pair; a KeyError if there is none.",
     dict_method_popitem, NULL, 0},
    {"setdefault", "($self, key, default=None, /)",
     "The value of key, which gets the default as its value if it had none.",
     dict_method_setdefault, NULL, 0},
    {"update", "($self, /, *args, **kwargs)",
     "D.update([E, ]**F) -> None. Take over keys and values.\n\n"
     "E is a mapping (whatever has .keys()) or an iterable of pairs; the keywords F come after it.",
     dict_method_update, NULL, 0},
    {"values", "($self, /)", "D.values() -> the values, as a view that follows the dict's changes", dict_method_values, NULL, 0},
    {"__reversed__", "($self, /)", "An iterator over the keys, the newest first.", dict_method_reversed, NULL, 0},
    {"__sizeof__", "($self, /)", "D.__sizeof__() -> how many bytes it takes", dict_method_sizeof, NULL, 0},
    CLASS_GET_ITEM,
    {0}};

const Type dict_type_template = {
    .name = "dict",
    .documentation =
        "dict() -> empty\ndict(mapping) -> the keys and values of the mapping\n"
        "dict(pairs) -> a key and a value from each element of an iterable\n"
        "dict(name=value, ...) -> the keywords, alone or after one of the others\n\n"
        "Values found by their keys, in the order in which the keys came.",
    .signature = "(*args, **kwargs)",
    .flags = TYPE_COLLECTED | TYPE_BASE | TYPE_MAPPING | TYPE_DICT | TYPE_IMMUTABLE,
    .instance_size = sizeof(Dict),
    .create = dict_create,
    .initialize = dict_initialize,
    .destroy = dict_destroy,
    .visit = dict_visit,
    .clear = dict_destroy,
    .repr = dict_repr,
    .truth = dict_truth,
    .length = dict_length,
    .compare = dict_compare,
    .iterate = dict_iterate,
    .contains = dict_contains,
    .get_item = dict_get_item,
    .set_item = dict_set_item,
    .binary[BINARY_OR] = dict_or,
    .in_place[BINARY_OR] = dict_in_place_or,
    .methods = dict_methods,
};
