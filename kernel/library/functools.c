/* _functools: reduce, partial, cmp_to_key and the cache behind lru_cache. */
#include "kernel/objects/descriptor/descriptor.h"
#include "kernel/objects/container/dict.h"
#include "kernel/objects/container/iterators.h"
#include "kernel/objects/container/list_private.h"
#include "kernel/objects/core/objects_state.h"
#include "kernel/objects/text/string.h"
#include "kernel/objects/core/value_support.h"

#include "base/memory.h"
#include "base/text_buffer.h"

#include <string.h>

enum { CALL_SPACE = 12 };

static Value type_value(Type *type) { return (Value){.tag = TAG_OBJECT, .object = &type->object}; }
static bool set_attributes(Thread *thread, Value self, Value value) {
    if (value_is_absent(value)) return raise_type_error(thread, "cannot delete __dict__"), false;
    return object_set_dict(thread, self, value);
}
static size_t keyword_count(const Call *call) { return call->names ? call->names->count : 0; }

/* ---- reduce ---- */
NATIVE(functools_reduce) {
    NATIVE_UNUSED;
    Value function = arguments[0], iterator = value_iterate(thread, arguments[1]), total = value_retain(arguments[2]);
    if (value_is_absent(iterator)) {
        value_release(total);
        if (!exception_matches(thread, thread_builtins(thread)->exception_TypeError)) return VALUE_ABSENT;
        exception_clear(thread);
        return raise_type_error(thread, "reduce() arg 2 must support iteration");
    }
    Value (*next)(Thread *, Value) = type_of(thread->interpreter, iterator)->next;
    for (;;) {
        Value item = thread_poll(thread) ? next(thread, iterator) : VALUE_ABSENT;
        if (value_is_absent(item)) {
            iteration_ended(thread);
            break;
        }
        if (value_is_absent(total)) {
            total = item;
            continue;
        }
        Value sum = value_call_two(thread, function, total, item);
        value_release(item);
        value_release(total);
        total = sum;
        if (value_is_absent(total)) break;
    }
    value_release(iterator);
    if (exception_is_set(thread)) {
        value_release(total);
        return VALUE_ABSENT;
    }
    return value_is_absent(total) ? raise_type_error(thread, "reduce() of empty iterable with no initial value") : total;
}

/* ---- cmp_to_key ---- */
typedef struct KeyWrapper {
    Object object;
    Value compare, wrapped;
} KeyWrapper;
static const Type key_wrapper_type;

static KeyWrapper *key_new(Thread *thread, Value compare, Value wrapped) {
    Type *type = type_from_template(thread, &key_wrapper_type);
    KeyWrapper *key = type ? object_new(thread, type) : NULL;
    if (!key) return NULL;
    key->compare = value_retain(compare);
    key->wrapped = value_retain(wrapped);
    return key;
}
static bool key_visit(Object *self, Visit *visit, void *context) {
    return visit_value(((KeyWrapper *)self)->compare, visit, context) && visit_value(((KeyWrapper *)self)->wrapped, visit, context);
}
static void key_destroy(Object *self) {
    value_clear(&((KeyWrapper *)self)->compare);
    value_clear(&((KeyWrapper *)self)->wrapped);
}
static Value key_call(Thread *thread, Value self, const Call *call) {
    Value compare = ((KeyWrapper *)self.object)->compare;
    if (call->positional_count == 1 && !keyword_count(call)) return value_from_object(key_new(thread, compare, call->values[0]));
    Value argument;
    if (!native_match(thread, "K", "(obj)", call, &argument, 1)) return VALUE_ABSENT;
    Value key = value_from_object(key_new(thread, compare, argument));
    value_release(argument);
    return key;
}
static Value key_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    if (!value_has_type(right, &key_wrapper_type)) return raise_type_error(thread, "other argument must be K instance");
    const KeyWrapper *a = (const KeyWrapper *)left.object, *b = (const KeyWrapper *)right.object;
    if (value_is_absent(a->wrapped) || value_is_absent(b->wrapped))
        return raise_format(thread, thread_builtins(thread)->exception_AttributeError, "object");
    Value values[2] = {value_retain(a->wrapped), value_retain(b->wrapped)}, compare = value_retain(a->compare);
    Value order = value_call_values(thread, compare, values, 2), result = VALUE_ABSENT;
    value_release(values[0]);
    value_release(values[1]);
    value_release(compare);
    if (order.tag == TAG_INT) return value_from_bool(comparison_holds(comparison, (order.integer > 0) - (order.integer < 0)));
    if (!value_is_absent(order)) result = value_compare(thread, order, value_from_int(0), comparison);
    value_release(order);
    return result;
}
static Value key_get(Thread *thread, Value self) {
    (void)thread;
    Value wrapped = ((KeyWrapper *)self.object)->wrapped;
    return value_is_absent(wrapped) ? VALUE_NONE : value_retain(wrapped);
}
static bool key_set(Thread *thread, Value self, Value value) {
    (void)thread;
    value_replace(&((KeyWrapper *)self.object)->wrapped, value_retain(value));
    return true;
}
static const PropertyEntry key_properties[] = {{"obj", key_get, key_set, "What it was made of."}, {0}};
static const Type key_wrapper_type = {
    .name = "functools.KeyWrapper",
    .flags = TYPE_COLLECTED | TYPE_IMMUTABLE | TYPE_NO_CREATE,
    .instance_size = sizeof(KeyWrapper),
    .destroy = key_destroy,
    .visit = key_visit,
    .clear = key_destroy,
    .compare = key_compare,
    .call = key_call,
    .properties = key_properties,
};
NATIVE(functools_cmp_to_key) {
    NATIVE_UNUSED;
    return value_from_object(key_new(thread, arguments[0], VALUE_ABSENT));
}

/* ---- partial ---- */
typedef struct Partial {
    Object object;
    Value function, positional, keywords; /* a tuple, a dict */
    Value names; /* of the keywords, as a tuple, for the dict's `names_version`; absent: not made yet */
    uint32_t names_version;
    Dict *attributes;
    struct WeakReference *weak_references;
} Partial;
static const Type partial_type;
static Partial *partial(Value value) { return (Partial *)value.object; }

static bool partial_visit(Object *self, Visit *visit, void *context) {
    const Partial *p = (const Partial *)self;
    return visit_value(p->function, visit, context) && visit_value(p->positional, visit, context) &&
           visit_value(p->keywords, visit, context);
}
static void partial_destroy(Object *self) {
    Partial *p = (Partial *)self;
    value_clear(&p->function);
    value_clear(&p->positional);
    value_clear(&p->keywords);
    value_clear(&p->names);
}
static Value partial_call(Thread *thread, Value self, const Call *call);
static Value partial_create(Thread *thread, Type *type, const Call *call) {
    if (!call->positional_count) return raise_type_error(thread, "type 'partial' takes at least one argument");
    Value function = call->values[0];
    const Partial *inner = NULL;
    /* A partial of a plain partial is one with the arguments of both. */
    if (function.tag == TAG_OBJECT && function.object->type->call == partial_call && !partial(function)->attributes) {
        inner = partial(function);
        function = inner->function;
    }
    if (!value_is_callable(thread->interpreter, function)) return raise_type_error(thread, "the first argument must be callable");
    size_t first = inner ? value_tuple(inner->positional)->count : 0, given = call->positional_count - 1;
    Value positional = tuple_new(thread, first + given), keywords = VALUE_ABSENT;
    if (value_is_absent(positional)) return positional;
    for (size_t i = 0; i < first; i++) value_tuple(positional)->items[i] = value_retain(value_tuple(inner->positional)->items[i]);
    for (size_t i = 0; i < given; i++) value_tuple(positional)->items[first + i] = value_retain(call->values[i + 1]);
    keywords = inner ? dict_copy(thread, value_dict(inner->keywords)) : dict_new(thread);
    bool succeeded = !value_is_absent(keywords);
    for (size_t i = 0; succeeded && i < keyword_count(call); i++)
        succeeded = dict_set(thread, value_dict(keywords), call->names->items[i], call->values[call->positional_count + i]);
    Partial *p = succeeded ? object_new(thread, type) : NULL;
    if (p) {
        p->function = value_retain(function);
        p->positional = positional;
        p->keywords = keywords;
        return value_from_object(p);
    }
    value_release(positional);
    value_release(keywords);
    return VALUE_ABSENT;
}
/* The stored keywords, overridden by those of the call. */
static Value partial_call_keywords(Thread *thread, const Partial *p, const Call *call) {
    Value keywords = dict_copy(thread, value_dict(p->keywords)), result = VALUE_ABSENT;
    if (value_is_absent(keywords)) return keywords;
    bool succeeded = true;
    for (size_t i = 0; succeeded && i < keyword_count(call); i++)
        succeeded = dict_set(thread, value_dict(keywords), call->names->items[i], call->values[call->positional_count + i]);
    size_t first = value_tuple(p->positional)->count;
    Value positional = succeeded ? tuple_new(thread, first + call->positional_count) : VALUE_ABSENT;
    if (!value_is_absent(positional)) {
        Value *items = value_tuple(positional)->items;
        for (size_t i = 0; i < first; i++) items[i] = value_retain(value_tuple(p->positional)->items[i]);
        for (size_t i = 0; i < call->positional_count; i++) items[first + i] = value_retain(call->values[i]);
        Value function = value_retain(p->function);
        result = value_call_unpacked(thread, function, value_tuple(positional), value_dict(keywords));
        value_release(function);
    }
    value_release(positional);
    value_release(keywords);
    return result;
}
/* The names of the keywords when they are exact strings: false when they must go the long way. */
static bool partial_names(Thread *thread, Partial *p) {
    Dict *keywords = value_dict(p->keywords);
    if (!value_is_absent(p->names) && p->names_version && p->names_version == keywords->keys_version) return true;
    if (!keywords->only_strings) return false;
    Value names = tuple_new(thread, keywords->count), key;
    if (value_is_absent(names)) return exception_clear(thread), false;
    size_t count = 0;
    for (size_t at = 0; dict_next(keywords, &at, &key, NULL);) {
        String *name = string_intern_object(thread, value_string(key));
        if (!name) {
            value_release(names);
            return exception_clear(thread), false;
        }
        value_tuple(names)->items[count++] = value_from_object(name);
    }
    value_replace(&p->names, names);
    p->names_version = dict_keys_version(thread->interpreter, keywords);
    return true;
}
/* A call without keywords of its own, of few values. */
static Value partial_call_short(Thread *thread, Partial *p, const Call *call, Value *values) {
    const Tuple *positional = value_tuple(p->positional);
    size_t count = 0;
    Value value;
    for (size_t i = 0; i < positional->count; i++) values[count++] = value_retain(positional->items[i]);
    for (size_t i = 0; i < call->positional_count; i++) values[count++] = value_retain(call->values[i]);
    size_t before = count;
    for (size_t at = 0; dict_next(value_dict(p->keywords), &at, NULL, &value);) values[count++] = value_retain(value);
    Value names = value_retain(p->names), function = value_retain(p->function);
    Value result = value_call(thread, function, &(Call){values, before, value_tuple(names)});
    for (size_t i = 0; i < count; i++) value_release(values[i]);
    value_release(names);
    value_release(function);
    return result;
}
static Value partial_call(Thread *thread, Value self, const Call *call) {
    Partial *p = partial(self);
    if (value_is_absent(p->function)) return raise_type_error(thread, "the first argument must be callable");
    value_retain(self);
    Value result, space_for_all[CALL_SPACE];
    size_t named = (size_t)dict_count(value_dict(p->keywords));
    if (named && !keyword_count(call) && value_tuple(p->positional)->count + call->positional_count + named <= CALL_SPACE &&
        partial_names(thread, p)) {
        result = partial_call_short(thread, p, call, space_for_all);
    } else if (named) {
        result = partial_call_keywords(thread, p, call);
    } else {
        Value kept = value_retain(p->positional), function = value_retain(p->function), space[CALL_SPACE], *values = space;
        size_t first = value_tuple(kept)->count, rest = call->positional_count + keyword_count(call);
        if (first + rest > CALL_SPACE) values = memory_allocate((first + rest) * sizeof *values);
        if (values) {
            if (first) memcpy(values, value_tuple(kept)->items, first * sizeof *values);
            if (rest) memcpy(values + first, call->values, rest * sizeof *values);
            result = value_call(thread, function, &(Call){values, first + call->positional_count, call->names});
        } else {
            result = raise_no_memory(thread);
        }
        if (values != space) memory_release(values);
        value_release(kept);
        value_release(function);
    }
    value_release(self);
    return result;
}
static bool append_repr(Thread *thread, TextBuffer *text, const char *before, Value value) {
    value_retain(value);
    Value shown = value_repr(thread, value);
    value_release(value);
    if (value_is_absent(shown)) return false;
    text_append(text, before);
    text_append_bytes(text, value_string(shown)->bytes, value_string(shown)->length);
    value_release(shown);
    return true;
}
static Value partial_repr(Thread *thread, Value self) {
    const Partial *p = partial(self);
    int entered = repr_enter(thread, self.object);
    if (entered < 0) return VALUE_ABSENT;
    if (!entered) return string_from_c(thread, "...");
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append(&text, self.object->type->name);
    bool succeeded = append_repr(thread, &text, "(", p->function);
    Value positional = value_retain(p->positional), keywords = value_retain(p->keywords), key, value;
    for (size_t i = 0; succeeded && i < value_tuple(positional)->count; i++)
        succeeded = append_repr(thread, &text, ", ", value_tuple(positional)->items[i]);
    for (size_t at = 0; succeeded && dict_next(value_dict(keywords), &at, &key, &value);) {
        value_retain(key);
        value_retain(value);
        Value name = value_str(thread, key);
        succeeded = !value_is_absent(name);
        if (succeeded) {
            text_append(&text, ", ");
            text_append_bytes(&text, value_string(name)->bytes, value_string(name)->length);
            succeeded = append_repr(thread, &text, "=", value);
        }
        value_release(name);
        value_release(key);
        value_release(value);
    }
    value_release(positional);
    value_release(keywords);
    repr_leave(thread, self.object);
    text_append_char(&text, ')');
    if (succeeded) return string_from_text_buffer(thread, &text);
    text_release(&text);
    return VALUE_ABSENT;
}
/* (type, (function,), (function, args, keywords, dict or None)) */
NATIVE(partial_reduce) {
    NATIVE_UNUSED;
    const Partial *p = partial(arguments[0]);
    Dict *attributes = p->attributes ? object_attributes(thread, arguments[0].object) : NULL;
    Value state[4] = {p->function, p->positional, p->keywords,
                      attributes ? (Value){.tag = TAG_OBJECT, .object = (Object *)attributes} : VALUE_NONE};
    Value inner = tuple_from_values(thread, state, 1), all = value_is_absent(inner) ? inner : tuple_from_values(thread, state, 4);
    Value parts[3] = {type_value(p->object.type), inner, all}, result = value_is_absent(all) ? all : tuple_from_values(thread, parts, 3);
    value_release(inner);
    value_release(all);
    return result;
}
NATIVE(partial_set_state) {
    NATIVE_UNUSED;
    Partial *p = partial(arguments[0]);
    const Tuple *state = is_tuple(arguments[1]) ? value_tuple(arguments[1]) : NULL;
    if (!state || state->count != 4 || !value_is_callable(thread->interpreter, state->items[0]) || !is_tuple(state->items[1]) ||
        !(state->items[2].tag == TAG_NONE || is_dict(state->items[2])) || !(state->items[3].tag == TAG_NONE || is_dict(state->items[3])))
        return raise_type_error(thread, "invalid partial state");
    Value positional = value_is_exact_tuple(state->items[1]) ? value_retain(state->items[1])
                                                              : tuple_from_values(thread, value_tuple(state->items[1])->items, value_tuple(state->items[1])->count);
    Value keywords = state->items[2].tag == TAG_NONE       ? dict_new(thread)
                     : value_is_exact_dict(state->items[2]) ? value_retain(state->items[2])
                                                            : dict_copy(thread, value_dict(state->items[2]));
    if (value_is_absent(positional) || value_is_absent(keywords)) {
        value_release(positional);
        value_release(keywords);
        return VALUE_ABSENT;
    }
    if (state->items[3].tag != TAG_NONE) {
        if (!value_set_attribute_c(thread, arguments[0], "__dict__", state->items[3])) {
            value_release(positional);
            value_release(keywords);
            return VALUE_ABSENT;
        }
    } else if (p->attributes) {
        Dict *attributes = object_attributes(thread, arguments[0].object);
        if (attributes) dict_clear(attributes);
    }
    value_replace(&p->function, value_retain(state->items[0]));
    value_replace(&p->positional, positional);
    value_replace(&p->keywords, keywords);
    return VALUE_NONE;
}
static Value partial_function(Thread *thread, Value self) {
    (void)thread;
    return value_retain(partial(self)->function);
}
static Value partial_arguments(Thread *thread, Value self) {
    (void)thread;
    return value_retain(partial(self)->positional);
}
static Value partial_keywords(Thread *thread, Value self) {
    (void)thread;
    return value_retain(partial(self)->keywords);
}
static const NativeEntry partial_methods[] = {
    {"__reduce__", "($self, /)", "What pickle and copy need.", partial_reduce, NULL, 0},
    {"__setstate__", "($self, state, /)", "Take a state that __reduce__ gave.", partial_set_state, NULL, 0},
    CLASS_GET_ITEM,
    {0}};
static const PropertyEntry partial_properties[] = {
    {"func", partial_function, NULL, "The function that is called."},
    {"args", partial_arguments, NULL, "Its first positional arguments."},
    {"keywords", partial_keywords, NULL, "Its keyword arguments, which a call may override."},
    {"__dict__", object_get_dict, set_attributes, NULL},
    {0}};
static const Type partial_type = {
    .name = "functools.partial",
    .documentation = "partial(func, *args, **keywords): a function that is called with these arguments and those of the call.",
    .flags = TYPE_COLLECTED | TYPE_BASE | TYPE_IMMUTABLE,
    .instance_size = sizeof(Partial),
    .attributes_offset = offsetof(Partial, attributes),
    .weak_offset = offsetof(Partial, weak_references),
    .create = partial_create,
    .destroy = partial_destroy,
    .visit = partial_visit,
    .clear = partial_destroy,
    .repr = partial_repr,
    .call = partial_call,
    .methods = partial_methods,
    .properties = partial_properties,
};

/* ---- the cache: a dict in which the key used last is the last ---- */
typedef struct Cache {
    Object object;
    Value function, results, information_type, mark; /* mark: between positional and keyword arguments in a key */
    int64_t most; /* -1: without limit */
    int64_t hits, misses;
    bool typed;
    Dict *attributes;
    struct WeakReference *weak_references;
} Cache;
static Cache *cache(Value value) { return (Cache *)value.object; }

static bool cache_visit(Object *self, Visit *visit, void *context) {
    const Cache *c = (const Cache *)self;
    return visit_value(c->function, visit, context) && visit_value(c->results, visit, context) &&
           visit_value(c->information_type, visit, context) && visit_value(c->mark, visit, context);
}
static void cache_destroy(Object *self) {
    Cache *c = (Cache *)self;
    value_clear(&c->function);
    value_clear(&c->results);
    value_clear(&c->information_type);
    value_clear(&c->mark);
}
static Value cache_create(Thread *thread, Type *type, const Call *call) {
    Value arguments[4];
    if (!native_match(thread, "lru_cache", "(user_function, maxsize, typed, cache_info_type)", call, arguments, 4)) return VALUE_ABSENT;
    int64_t most = -1;
    int typed = value_truth(thread, arguments[2]);
    bool succeeded = typed >= 0;
    if (!value_is_callable(thread->interpreter, arguments[0])) {
        raise_type_error(thread, "the first argument must be callable");
        succeeded = false;
    } else if (succeeded && arguments[1].tag != TAG_NONE) {
        if (!is_int(arguments[1]) && !type_of(thread->interpreter, arguments[1])->to_index) {
            raise_type_error(thread, "maxsize should be integer or None");
            succeeded = false;
        } else {
            succeeded = value_to_count(thread, arguments[1], &most);
            if (most < 0) most = 0;
        }
    }
    Value results = succeeded ? dict_new(thread) : VALUE_ABSENT;
    Value mark = value_is_absent(results) ? VALUE_ABSENT : value_call_none(thread, type_value(thread_builtins(thread)->type_object));
    Cache *c = value_is_absent(mark) ? NULL : object_new(thread, type);
    if (c) {
        c->function = value_retain(arguments[0]);
        c->information_type = value_retain(arguments[3]);
        c->results = results;
        c->mark = mark;
        c->most = most;
        c->typed = typed;
    } else {
        value_release(results);
        value_release(mark);
    }
    native_release_arguments(arguments, 4);
    return value_from_object(c);
}
/* An only argument that is an int or a str is the key itself; else a tuple of all, and their types. */
static Value cache_key(Thread *thread, const Cache *c, const Call *call) {
    size_t positional = call->positional_count, named = keyword_count(call);
    if (!named && !c->typed && positional == 1 && (call->values[0].tag == TAG_INT || value_is_exact_string(call->values[0])))
        return value_retain(call->values[0]);
    size_t count = positional + (named ? 1 + 2 * named : 0) + (c->typed ? positional + named : 0), at = 0;
    Value key = tuple_new(thread, count);
    if (value_is_absent(key)) return key;
    Value *items = value_tuple(key)->items;
    for (size_t i = 0; i < positional; i++) items[at++] = value_retain(call->values[i]);
    if (named) items[at++] = value_retain(c->mark);
    for (size_t i = 0; i < named; i++) {
        items[at++] = value_retain(call->names->items[i]);
        items[at++] = value_retain(call->values[positional + i]);
    }
    for (size_t i = 0; c->typed && i < positional + named; i++)
        items[at++] = value_from_object(object_retain(type_of(thread->interpreter, call->values[i])));
    return key;
}
/* Keeps a result; what is used least goes when there are too many. */
static bool cache_keep(Thread *thread, Cache *c, Value key, int64_t hash, Value result) {
    Dict *results = value_dict(c->results);
    Value found;
    int there = c->most < 0 ? 0 : dict_lookup_hashed(thread, results, key, hash, &found);
    if (there) return there > 0; /* the function called itself with the same arguments */
    if (c->most >= 0 && dict_count(results) >= c->most) {
        Value old_key, old_result;
        if (dict_pop_first(results, &old_key, &old_result)) {
            bool kept = dict_set_hashed(thread, results, key, hash, result);
            value_release(old_key);
            value_release(old_result);
            return kept;
        }
    }
    return dict_set_hashed(thread, results, key, hash, result);
}
static Value cache_call(Thread *thread, Value self, const Call *call) {
    Cache *c = cache(self);
    if (value_is_absent(c->function)) return raise_type_error(thread, "the first argument must be callable");
    if (c->most == 0) {
        c->misses++;
        return value_call(thread, c->function, call);
    }
    Value key = cache_key(thread, c, call), result = VALUE_ABSENT;
    int64_t hash;
    if (value_is_absent(key) || !value_hash(thread, key, &hash)) {
        value_release(key);
        return VALUE_ABSENT;
    }
    value_retain(self);
    int found = c->most < 0 ? 1 : dict_move_to_end(thread, value_dict(c->results), key, hash, true);
    if (found > 0) found = dict_lookup_hashed(thread, value_dict(c->results), key, hash, &result);
    if (found > 0) {
        c->hits++;
        value_retain(result);
    } else if (found == 0) {
        c->misses++;
        Value function = value_retain(c->function);
        result = value_call(thread, function, call);
        value_release(function);
        if (!value_is_absent(result) && !value_is_absent(c->results) && !cache_keep(thread, c, key, hash, result)) value_clear(&result);
    } else {
        result = VALUE_ABSENT;
    }
    value_release(key);
    value_release(self);
    return result;
}
static Value cache_bind(Thread *thread, Value self, Value instance, Value owner) {
    (void)owner;
    return is_missing(instance) ? value_retain(self) : bound_method_new(thread, self, instance);
}
NATIVE(cache_information) {
    NATIVE_UNUSED;
    const Cache *c = cache(arguments[0]);
    Value values[4] = {value_from_int(c->hits), value_from_int(c->misses), c->most < 0 ? VALUE_NONE : value_from_int(c->most),
                       value_from_int(dict_count(value_dict(c->results)))};
    return value_call_values(thread, c->information_type, values, 4);
}
NATIVE(cache_clear) {
    NATIVE_UNUSED;
    Cache *c = cache(arguments[0]);
    c->hits = c->misses = 0;
    dict_clear(value_dict(c->results));
    return VALUE_NONE;
}
NATIVE(cache_reduce) {
    NATIVE_UNUSED;
    return value_get_attribute_c(thread, arguments[0], "__qualname__");
}
NATIVE(cache_itself) {
    NATIVE_UNUSED;
    return value_retain(arguments[0]);
}
static const NativeEntry cache_methods[] = {
    {"cache_info", "($self, /)", "Hits, misses, the most results and those kept now.", cache_information, NULL, 0},
    {"cache_clear", "($self, /)", "Forget all results and counts.", cache_clear, NULL, 0},
    {"__reduce__", "($self, /)", "What pickle needs: its name.", cache_reduce, NULL, 0},
    {"__copy__", "($self, /)", "Itself, as of a function.", cache_itself, NULL, 0},
    {"__deepcopy__", "($self, memo, /)", "Itself, as of a function.", cache_itself, NULL, 0},
    {0}};
static const PropertyEntry cache_properties[] = {{"__dict__", object_get_dict, set_attributes, NULL}, {0}};
static const Type cache_type = {
    .name = "functools._lru_cache_wrapper",
    .documentation = "What lru_cache makes of a function.",
    .flags = TYPE_COLLECTED | TYPE_BASE | TYPE_METHOD,
    .instance_size = sizeof(Cache),
    .attributes_offset = offsetof(Cache, attributes),
    .weak_offset = offsetof(Cache, weak_references),
    .create = cache_create,
    .destroy = cache_destroy,
    .visit = cache_visit,
    .clear = cache_destroy,
    .call = cache_call,
    .descriptor_get = cache_bind,
    .methods = cache_methods,
    .properties = cache_properties,
};

static const NativeEntry functools_functions[] = {
    {"cmp_to_key", "(mycmp)", "Turn a function that compares two values into a key function.", functools_cmp_to_key, NULL, 0},
    {"reduce", "(function, sequence, initial=<unrepresentable>, /)", "function(function(first, second), third) and so on: one value of many.",
     functools_reduce, NULL, 0},
    {0}};
static bool functools_initialize(Thread *thread, Value module) {
    return module_add_type(thread, module, type_from_template(thread, &partial_type)) &&
           module_add_type(thread, module, type_from_template(thread, &cache_type));
}
const ModuleEntry library__functools = {.name = "_functools",
                                        .documentation = "The parts of functools that are C.",
                                        .functions = functools_functions,
                                        .initialize = functools_initialize};
