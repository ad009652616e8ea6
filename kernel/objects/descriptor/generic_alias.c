/* list[int] and int | str: types.GenericAlias and types.UnionType. */
#include "base/text_buffer.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/descriptor.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/core/objects_state.h"
#include "kernel/objects/text/string.h"

#include <stddef.h>
#include <string.h>

static Value tuple_value(Tuple *tuple) { return (Value){.tag = TAG_OBJECT, .object = &tuple->object}; }

/* A type argument as these reprs print it: its qualified name rather than <class 'int'>. */
static bool append_argument(Thread *thread, TextBuffer *text, Value argument) {
    if (argument.tag == TAG_ELLIPSIS) {
        text_append(text, "...");
        return true;
    }
    Value shown;
    if (value_is_list(argument)) {
        text_append(text, "[");
        for (size_t i = 0; i < value_list(argument)->count; i++) {
            if (i) text_append(text, ", ");
            if (!append_argument(thread, text, value_list(argument)->items[i])) return false;
        }
        text_append(text, "]");
        return true;
    }
    if (value_is_type(argument)) shown = type_qualified_name(thread, value_type(argument));
    else if (value_is_none(argument)) shown = string_from_c(thread, "None");
    else shown = value_repr(thread, argument);
    if (value_is_absent(shown)) return false;
    text_append_bytes(text, value_c_string(shown), value_string(shown)->length);
    value_release(shown);
    return true;
}

/* What typing tells about itself by attributes: absent without an exception when the value has none or is a type. */
static Value typing_attribute(Thread *thread, Value value, const char *name) {
    return value_is_type(value) ? VALUE_ABSENT : value_find_attribute_c(thread, value, name);
}

static bool add_once(Thread *thread, List *list, Value value) {
    for (size_t i = 0; i < list->count; i++)
        if (value_is(list->items[i], value)) return true;
    return list_append(thread, list, value);
}

/* The type variables (they have __typing_subst__) in the arguments, each once; also those of nested aliases. */
static Tuple *collect_parameters(Thread *thread, Tuple *arguments) {
    Value found = list_new(thread);
    bool done = !value_is_absent(found);
    for (size_t i = 0; done && i < arguments->count; i++) {
        Value argument = arguments->items[i];
        Value variable = typing_attribute(thread, argument, "__typing_subst__");
        if (!value_is_absent(variable)) {
            value_release(variable);
            done = add_once(thread, value_list(found), argument);
            continue;
        }
        Value inner = exception_is_set(thread) ? VALUE_ABSENT : typing_attribute(thread, argument, "__parameters__");
        if (value_is_absent(inner) && exception_is_set(thread)) done = false;
        for (size_t j = 0; done && value_is_tuple(inner) && j < value_tuple(inner)->count; j++)
            done = add_once(thread, value_list(found), value_tuple(inner)->items[j]);
        value_release(inner);
    }
    Value tuple = done ? tuple_from_values(thread, value_list(found)->items, value_list(found)->count) : VALUE_ABSENT;
    value_release(found);
    return value_tuple(tuple);
}

static bool append_all(Thread *thread, List *list, const Tuple *values) {
    bool done = true;
    for (size_t i = 0; done && i < values->count; i++) done = list_append(thread, list, values->items[i]);
    return done;
}

static Value list_to_tuple(Thread *thread, Value list, bool done) {
    Value tuple = done ? tuple_from_values(thread, value_list(list)->items, value_list(list)->count) : VALUE_ABSENT;
    value_release(list);
    return tuple;
}

/* What stands in [...], as a tuple in which *tuple[int, str] has become int, str. */
static Value unpack_items(Thread *thread, Value item) {
    Value given = value_is_tuple(item) ? value_retain(item) : tuple_from_values(thread, &item, 1);
    if (value_is_absent(given)) return given;
    Value items = list_new(thread);
    bool done = !value_is_absent(items);
    for (size_t i = 0; done && i < value_tuple(given)->count; i++) {
        Value one = value_tuple(given)->items[i], inner = typing_attribute(thread, one, "__typing_unpacked_tuple_args__");
        size_t count = value_is_tuple(inner) ? value_tuple(inner)->count : 0;
        bool spread = value_is_tuple(inner) && !(count && value_tuple(inner)->items[count - 1].tag == TAG_ELLIPSIS);
        done = !exception_is_set(thread) &&
               (spread ? append_all(thread, value_list(items), value_tuple(inner)) : list_append(thread, value_list(items), one));
        value_release(inner);
    }
    value_release(given);
    return list_to_tuple(thread, items, done);
}

/* Variables may gather several items into one (ParamSpec a list of types, TypeVarTuple what is left). */
static Value prepare_items(Thread *thread, Value self, Tuple *parameters, Value item) {
    Value items = unpack_items(thread, item);
    for (size_t p = 0; !value_is_absent(items) && p < parameters->count; p++) {
        Value prepare = typing_attribute(thread, parameters->items[p], "__typing_prepare_subst__");
        if (value_is_absent(prepare) || value_is_none(prepare)) {
            value_release(prepare);
            if (exception_is_set(thread)) value_clear(&items);
            continue;
        }
        Value values[2] = {self, items}, prepared = value_call_values(thread, prepare, values, 2);
        value_release(prepare);
        value_replace(&items, prepared);
        if (!value_is_absent(items) && !value_is_tuple(items)) value_replace(&items, tuple_from_values(thread, &prepared, 1));
    }
    return items;
}

static bool parameters_fit(Thread *thread, Value self, const Tuple *parameters, size_t given) {
    if (parameters->count && given == parameters->count) return true;
    Value shown = value_repr(thread, self);
    if (value_is_absent(shown)) return false;
    if (parameters->count == 0) raise_type_error(thread, "%s is not a generic class", value_c_string(shown));
    else
        raise_type_error(thread, "Too %s arguments for %s; actual %zu, expected %zu", given > parameters->count ? "many" : "few",
                         value_c_string(shown), given, parameters->count);
    value_release(shown);
    return false;
}

/* A nested alias with its own variables replaced: argument[items of those]. */
static Value substitute_nested(Thread *thread, Value argument, const Tuple *inner, const Tuple *parameters, const Tuple *items) {
    Value chosen = list_new(thread);
    bool done = !value_is_absent(chosen);
    for (size_t j = 0; done && j < inner->count; j++) {
        Value one = inner->items[j], item = one;
        for (size_t p = 0; p < parameters->count && p < items->count; p++)
            if (value_is(one, parameters->items[p])) item = items->items[p];
        bool many = value_is_tuple(item) && strcmp(type_short_name(type_of(thread->interpreter, one)), "TypeVarTuple") == 0;
        done = many ? append_all(thread, value_list(chosen), value_tuple(item)) : list_append(thread, value_list(chosen), item);
    }
    Value key = list_to_tuple(thread, chosen, done);
    if (value_is_absent(key)) return key;
    Value result = value_get_item(thread, argument, key);
    value_release(key);
    return result;
}

/* What stands for one argument; owned. A tuple for an unpacked TypeVarTuple. */
static Value substitute_one(Thread *thread, Value argument, const Tuple *parameters, const Tuple *items) {
    Value subst = typing_attribute(thread, argument, "__typing_subst__");
    if (!value_is_absent(subst)) {
        Value result = VALUE_ABSENT;
        for (size_t p = 0; p < parameters->count && p < items->count; p++)
            if (value_is(argument, parameters->items[p])) {
                result = value_call_values(thread, subst, &items->items[p], 1);
                break;
            }
        value_release(subst);
        return value_is_absent(result) && !exception_is_set(thread) ? value_retain(argument) : result;
    }
    if (exception_is_set(thread)) return VALUE_ABSENT;
    Value inner = typing_attribute(thread, argument, "__parameters__");
    if (value_is_absent(inner) && exception_is_set(thread)) return VALUE_ABSENT;
    Value result = value_is_tuple(inner) && value_tuple(inner)->count
                       ? substitute_nested(thread, argument, value_tuple(inner), parameters, items)
                       : value_retain(argument);
    value_release(inner);
    return result;
}

/* The arguments with the parameters replaced by what stands in [...]. */
static Tuple *substitute(Thread *thread, Value self, Tuple *arguments, Tuple *parameters, Value item) {
    if (parameters->count == 0) return parameters_fit(thread, self, parameters, 0), NULL;
    Value items = prepare_items(thread, self, parameters, item);
    if (value_is_absent(items)) return NULL;
    Value result = VALUE_ABSENT;
    bool done = parameters_fit(thread, self, parameters, value_tuple(items)->count);
    if (done) {
        result = list_new(thread);
        done = !value_is_absent(result);
    }
    for (size_t i = 0; done && i < arguments->count; i++) {
        Value argument = arguments->items[i], mark = typing_attribute(thread, argument, "__typing_is_unpacked_typevartuple__");
        bool open = !value_is_absent(mark) && value_truth(thread, mark) > 0;
        value_release(mark);
        Value replaced = exception_is_set(thread) ? VALUE_ABSENT : substitute_one(thread, argument, parameters, value_tuple(items));
        done = !value_is_absent(replaced) && (open && value_is_tuple(replaced) ? append_all(thread, value_list(result), value_tuple(replaced))
                                                                               : list_append(thread, value_list(result), replaced));
        value_release(replaced);
    }
    value_release(items);
    return value_tuple(list_to_tuple(thread, result, done));
}

/* ---- GenericAlias ---- */
static Value alias_new(Thread *thread, Type *type, Value origin, Value item) {
    GenericAlias *alias = object_new(thread, type);
    if (!alias) return VALUE_ABSENT;
    Value self = value_from_object(alias);
    alias->origin = value_retain(origin);
    alias->arguments = value_tuple(value_is_tuple(item) ? value_retain(item) : tuple_from_values(thread, &item, 1));
    if (!alias->arguments) value_clear(&self);
    return self;
}

Value generic_alias_new(Thread *thread, Value origin, Value item) {
    return alias_new(thread, thread_builtins(thread)->type_generic_alias, origin, item);
}

static Value alias_create(Thread *thread, Type *type, const Call *call) {
    Value arguments[2];
    if (!native_match(thread, "GenericAlias", "(origin, args, /)", call, arguments, 2)) return VALUE_ABSENT;
    Value alias = alias_new(thread, type, arguments[0], arguments[1]);
    native_release_arguments(arguments, 2);
    return alias;
}

static Value alias_repr(Thread *thread, Value self) {
    GenericAlias *alias = (GenericAlias *)self.object;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    if (alias->starred) text_append(&text, "*");
    bool done = append_argument(thread, &text, alias->origin);
    text_append(&text, "[");
    for (size_t i = 0; done && i < alias->arguments->count; i++) {
        if (i) text_append(&text, ", ");
        done = append_argument(thread, &text, alias->arguments->items[i]);
    }
    if (alias->arguments->count == 0) text_append(&text, "()");
    text_append(&text, "]");
    if (done) return string_from_text_buffer(thread, &text);
    text_release(&text);
    return VALUE_ABSENT;
}

static Value alias_call(Thread *thread, Value self, const Call *call) {
    Value made = value_call(thread, ((GenericAlias *)self.object)->origin, call);
    if (value_is_absent(made)) return made;
    if (!value_set_attribute_c(thread, made, "__orig_class__", self)) {
        if (!exception_matches(thread, thread_builtins(thread)->exception_AttributeError) &&
            !exception_matches(thread, thread_builtins(thread)->exception_TypeError)) {
            value_release(made);
            return VALUE_ABSENT;
        }
        exception_clear(thread);
    }
    return made;
}

static Value alias_get_parameters(Thread *thread, Value self) {
    GenericAlias *alias = (GenericAlias *)self.object;
    if (!alias->parameters) alias->parameters = collect_parameters(thread, alias->arguments);
    return value_from_object(alias->parameters ? object_retain(alias->parameters) : NULL);
}

static Value alias_get_item(Thread *thread, Value self, Value item) {
    GenericAlias *alias = (GenericAlias *)self.object;
    Value parameters = alias_get_parameters(thread, self);
    if (value_is_absent(parameters)) return parameters;
    Tuple *arguments = substitute(thread, self, alias->arguments, value_tuple(parameters), item);
    value_release(parameters);
    if (!arguments) return VALUE_ABSENT;
    Value result = generic_alias_new(thread, alias->origin, tuple_value(arguments));
    object_release(arguments);
    if (!value_is_absent(result)) ((GenericAlias *)result.object)->starred = alias->starred;
    return result;
}

/* Everything but its own members comes from the class behind it. */
static Value alias_get_attribute(Thread *thread, Value self, String *name) {
    static const char *const own[] = {"__origin__", "__args__", "__parameters__", "__mro_entries__", "__reduce_ex__", "__reduce__",
                                      "__copy__", "__deepcopy__", "__unpacked__", "__typing_unpacked_tuple_args__", "__class__"};
    bool is_dunder = name->length > 4 && memcmp(name->bytes, "__", 2) == 0 && memcmp(name->bytes + name->length - 2, "__", 2) == 0;
    bool is_own = false;
    for (size_t i = 0; i < sizeof own / sizeof *own && is_dunder; i++) is_own |= string_equals_c(name, own[i]);
    if (!is_own) return value_get_attribute(thread, ((GenericAlias *)self.object)->origin, name);
    return attribute_get_generic(thread, self, self.object->type, name, false);
}

static Value alias_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    if ((comparison != COMPARE_EQ && comparison != COMPARE_NE) || !value_has_type(left, &generic_alias_type_template) ||
        !value_has_type(right, &generic_alias_type_template))
        return VALUE_NOT_IMPLEMENTED;
    GenericAlias *a = (GenericAlias *)left.object, *b = (GenericAlias *)right.object;
    int equal = a->starred == b->starred ? value_equal(thread, a->origin, b->origin) : 0;
    if (equal > 0) equal = value_equal(thread, tuple_value(a->arguments), tuple_value(b->arguments));
    return equal < 0 ? VALUE_ABSENT : value_from_bool((equal != 0) == (comparison == COMPARE_EQ));
}

static bool alias_hash(Thread *thread, Value self, int64_t *hash) {
    GenericAlias *alias = (GenericAlias *)self.object;
    int64_t origin, arguments;
    if (!value_hash(thread, alias->origin, &origin) || !value_hash(thread, tuple_value(alias->arguments), &arguments)) return false;
    *hash = origin ^ arguments;
    if (*hash == -1) *hash = -2;
    return true;
}

static Value alias_iterate(Thread *thread, Value self) {
    Value copy = generic_alias_new(thread, ((GenericAlias *)self.object)->origin, tuple_value(((GenericAlias *)self.object)->arguments));
    if (value_is_absent(copy)) return copy;
    ((GenericAlias *)copy.object)->starred = true;
    Value tuple = tuple_from_values(thread, &copy, 1);
    value_release(copy);
    if (value_is_absent(tuple)) return tuple;
    Value iterator = value_iterate(thread, tuple);
    value_release(tuple);
    return iterator;
}

static Value alias_or(Thread *thread, Value left, Value right) { return union_from_or(thread, left, right); }

static Value alias_get_origin(Thread *thread, Value self) {
    (void)thread;
    return value_retain(((GenericAlias *)self.object)->origin);
}
static Value alias_get_arguments(Thread *thread, Value self) {
    (void)thread;
    return value_from_object(object_retain(((GenericAlias *)self.object)->arguments));
}
static Value alias_get_unpacked(Thread *thread, Value self) {
    (void)thread;
    return value_from_bool(((GenericAlias *)self.object)->starred);
}

/* (int, str) of *tuple[int, str], None of other aliases. */
static Value alias_get_unpacked_arguments(Thread *thread, Value self) {
    GenericAlias *alias = (GenericAlias *)self.object;
    bool is_tuple = alias->starred && value_is_type(alias->origin) && value_type(alias->origin) == thread_builtins(thread)->type_tuple;
    return is_tuple ? alias_get_arguments(thread, self) : VALUE_NONE;
}

NATIVE(alias_mro_entries) {
    (void)native;
    return tuple_from_values(thread, &((GenericAlias *)arguments[0].object)->origin, 1);
}
NATIVE(alias_no_check) {
    (void)arguments;
    return raise_type_error(thread, "%s() argument 2 cannot be a parameterized generic",
                            native->entry->data ? "issubclass" : "isinstance");
}
NATIVE(alias_reduce) {
    (void)native;
    GenericAlias *alias = (GenericAlias *)arguments[0].object;
    Value inner[2] = {alias->origin, tuple_value(alias->arguments)};
    Value made = tuple_from_values(thread, inner, 2);
    if (value_is_absent(made)) return made;
    Value outer[2] = {{.tag = TAG_OBJECT, .object = &arguments[0].object->type->object}, made};
    Value result = tuple_from_values(thread, outer, 2);
    value_release(made);
    return result;
}

static void alias_destroy(Object *self) {
    GenericAlias *alias = (GenericAlias *)self;
    value_clear(&alias->origin);
    object_clear(&alias->arguments);
    object_clear(&alias->parameters);
}
static bool alias_visit(Object *self, Visit *visit, void *context) {
    GenericAlias *alias = (GenericAlias *)self;
    return visit_value(alias->origin, visit, context) && visit_object(alias->arguments, visit, context) &&
           visit_object(alias->parameters, visit, context);
}

static const NativeEntry alias_methods[] = {
    {"__mro_entries__", "($self, bases, /)", NULL, alias_mro_entries, NULL, 0},
    {"__instancecheck__", "($self, instance, /)", NULL, alias_no_check, NULL, 0},
    {"__subclasscheck__", "($self, subclass, /)", NULL, alias_no_check, "subclass", 0},
    {"__reduce__", "($self, /)", NULL, alias_reduce, NULL, 0},
    {0},
};
static const PropertyEntry alias_properties[] = {
    {"__origin__", alias_get_origin, NULL, NULL},
    {"__args__", alias_get_arguments, NULL, NULL},
    {"__parameters__", alias_get_parameters, NULL, "The type variables that are still open."},
    {"__unpacked__", alias_get_unpacked, NULL, NULL},
    {"__typing_unpacked_tuple_args__", alias_get_unpacked_arguments, NULL, NULL},
    {0},
};

/* Its members must not be cleared while someone may still ask: the arguments are tuples, which break the cycle. */
const Type generic_alias_type_template = {
    .name = "types.GenericAlias",
    .documentation = "A type with parameters, such as list[int]: __origin__ is list, __args__ is (int,).",
    .signature = "(origin, args, /)",
    .flags = TYPE_COLLECTED | TYPE_BASE,
    .instance_size = sizeof(GenericAlias),
    .weak_offset = offsetof(GenericAlias, weak_references),
    .create = alias_create,
    .destroy = alias_destroy,
    .visit = alias_visit,
    .repr = alias_repr,
    .hash = alias_hash,
    .compare = alias_compare,
    .call = alias_call,
    .iterate = alias_iterate,
    .get_item = alias_get_item,
    .get_attribute = alias_get_attribute,
    .binary[BINARY_OR] = alias_or,
    .methods = alias_methods,
    .properties = alias_properties,
};

/* ---- UnionType ---- */
static bool can_be_united(Value value) {
    return value_is_none(value) || value_is_type(value) || value_has_type(value, &generic_alias_type_template) ||
           value_has_type(value, &union_type_template);
}

static bool add_member(Thread *thread, List *members, Value value) {
    if (value_is_none(value)) value = (Value){.tag = TAG_OBJECT, .object = &thread_builtins(thread)->type_none->object};
    if (value_has_type(value, &union_type_template)) {
        Tuple *arguments = ((Union *)value.object)->arguments;
        for (size_t i = 0; i < arguments->count; i++)
            if (!add_member(thread, members, arguments->items[i])) return false;
        return true;
    }
    for (size_t i = 0; i < members->count; i++) {
        int equal = value_is(members->items[i], value);
        bool is_alias = value_has_type(value, &generic_alias_type_template);
        if (!equal && is_alias) equal = value_equal(thread, members->items[i], value);
        if (equal) return equal > 0;
    }
    return list_append(thread, members, value);
}

static Value union_from_members(Thread *thread, List *members) {
    if (members->count == 1) return value_retain(members->items[0]);
    Union *made = object_new(thread, thread_builtins(thread)->type_union);
    if (!made) return VALUE_ABSENT;
    Value self = value_from_object(made);
    made->arguments = value_tuple(tuple_from_values(thread, members->items, members->count));
    if (!made->arguments) value_clear(&self);
    return self;
}

Value union_from_or(Thread *thread, Value left, Value right) {
    if (!can_be_united(left) || !can_be_united(right)) return VALUE_NOT_IMPLEMENTED;
    Value members = list_new(thread), result = VALUE_ABSENT;
    if (!value_is_absent(members) && add_member(thread, value_list(members), left) && add_member(thread, value_list(members), right))
        result = union_from_members(thread, value_list(members));
    value_release(members);
    return result;
}

static Value union_repr(Thread *thread, Value self) {
    Tuple *arguments = ((Union *)self.object)->arguments;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    bool done = true;
    for (size_t i = 0; done && i < arguments->count; i++) {
        if (i) text_append(&text, " | ");
        bool is_none = arguments->items[i].object == &thread_builtins(thread)->type_none->object;
        done = append_argument(thread, &text, is_none ? VALUE_NONE : arguments->items[i]);
    }
    if (done) return string_from_text_buffer(thread, &text);
    text_release(&text);
    return VALUE_ABSENT;
}

static int union_covers(Thread *thread, Tuple *all, Tuple *some) {
    for (size_t i = 0; i < some->count; i++) {
        int found = value_contains(thread, tuple_value(all), some->items[i]);
        if (found <= 0) return found;
    }
    return 1;
}

static Value union_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    if ((comparison != COMPARE_EQ && comparison != COMPARE_NE) || !value_has_type(left, &union_type_template) ||
        !value_has_type(right, &union_type_template))
        return VALUE_NOT_IMPLEMENTED;
    Tuple *a = ((Union *)left.object)->arguments, *b = ((Union *)right.object)->arguments;
    int equal = a->count == b->count ? union_covers(thread, a, b) : 0;
    return equal < 0 ? VALUE_ABSENT : value_from_bool((equal != 0) == (comparison == COMPARE_EQ));
}

static bool union_hash(Thread *thread, Value self, int64_t *hash) {
    Tuple *arguments = ((Union *)self.object)->arguments;
    uint64_t all = 0x556E696F6E;
    for (size_t i = 0; i < arguments->count; i++) {
        int64_t one;
        if (!value_hash(thread, arguments->items[i], &one)) return false;
        all ^= (uint64_t)one * 31 + ((uint64_t)one >> 7); /* in any order */
    }
    *hash = (int64_t)all;
    if (*hash == -1) *hash = -2;
    return true;
}

static Value union_get_parameters(Thread *thread, Value self) {
    Union *made = (Union *)self.object;
    if (!made->parameters) made->parameters = collect_parameters(thread, made->arguments);
    return value_from_object(made->parameters ? object_retain(made->parameters) : NULL);
}

static Value union_get_item(Thread *thread, Value self, Value item) {
    Value parameters = union_get_parameters(thread, self);
    if (value_is_absent(parameters)) return parameters;
    Tuple *arguments = substitute(thread, self, ((Union *)self.object)->arguments, value_tuple(parameters), item);
    value_release(parameters);
    if (!arguments) return VALUE_ABSENT;
    Value result = arguments->count ? value_retain(arguments->items[0]) : VALUE_ABSENT;
    for (size_t i = 1; !value_is_absent(result) && i < arguments->count; i++)
        value_replace(&result, value_binary(thread, BINARY_OR, result, arguments->items[i]));
    object_release(arguments);
    return result;
}

static Value union_or(Thread *thread, Value left, Value right) { return union_from_or(thread, left, right); }

static Value union_get_arguments(Thread *thread, Value self) {
    (void)thread;
    return value_from_object(object_retain(((Union *)self.object)->arguments));
}

NATIVE(union_instance_check) {
    (void)native;
    int result = value_is_instance_of(thread, arguments[1], tuple_value(((Union *)arguments[0].object)->arguments));
    return result < 0 ? VALUE_ABSENT : value_from_bool(result);
}
NATIVE(union_subclass_check) {
    (void)native;
    int result = value_is_subclass_of(thread, arguments[1], tuple_value(((Union *)arguments[0].object)->arguments));
    return result < 0 ? VALUE_ABSENT : value_from_bool(result);
}

static void union_destroy(Object *self) {
    object_clear(&((Union *)self)->arguments);
    object_clear(&((Union *)self)->parameters);
}
static bool union_visit(Object *self, Visit *visit, void *context) {
    return visit_object(((Union *)self)->arguments, visit, context) && visit_object(((Union *)self)->parameters, visit, context);
}

static const NativeEntry union_methods[] = {
    {"__instancecheck__", "($self, instance, /)", NULL, union_instance_check, NULL, 0},
    {"__subclasscheck__", "($self, subclass, /)", NULL, union_subclass_check, NULL, 0},
    {0},
};
static const PropertyEntry union_properties[] = {
    {"__args__", union_get_arguments, NULL, NULL},
    {"__parameters__", union_get_parameters, NULL, "The type variables that are still open."},
    {0},
};

const Type union_type_template = {
    .name = "types.UnionType",
    .documentation = "One of several types, such as int | str.",
    .flags = TYPE_COLLECTED,
    .instance_size = sizeof(Union),
    .destroy = union_destroy,
    .visit = union_visit,
    .repr = union_repr,
    .hash = union_hash,
    .compare = union_compare,
    .get_item = union_get_item,
    .binary[BINARY_OR] = union_or,
    .methods = union_methods,
    .properties = union_properties,
};
