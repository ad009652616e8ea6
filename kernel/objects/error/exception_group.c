/* BaseExceptionGroup and ExceptionGroup: split, subgroup, derive. */
#include "kernel/objects/descriptor/descriptor.h"
#include "kernel/objects/error/exception_types.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/core/objects_state.h"

enum { GROUP_MESSAGE, GROUP_EXCEPTIONS };

static Tuple *group_members_of(Value group) { return value_tuple(((Exception *)group.object)->extra[GROUP_EXCEPTIONS]); }

static bool is_exception(Value value) { return value.tag == TAG_OBJECT && value.object->type->flags & TYPE_EXCEPTION; }
static bool is_group(Thread *thread, Value value) {
    return value.tag == TAG_OBJECT && type_is_subtype(value.object->type, thread_builtins(thread)->exception_BaseExceptionGroup);
}

Value exception_group_create(Thread *thread, Type *type, const Call *call) {
    Builtins *builtins = thread_builtins(thread);
    if (call->positional_count != 2)
        return raise_type_error(thread, "BaseExceptionGroup.__new__() takes exactly 2 arguments (%zu given)", call->positional_count);
    if (!value_is_string(call->values[0]))
        return raise_type_error(thread, "BaseExceptionGroup.__new__() argument 1 must be str, not %s",
                                value_is_none(call->values[0]) ? "None" : value_type_name(thread, call->values[0]));
    const Type *kind = type_of(thread->interpreter, call->values[1]);
    if (!kind->get_item || kind->flags & (TYPE_DICT | TYPE_MAPPING))
        return raise_type_error(thread, "second argument (exceptions) must be a sequence");
    Value members = tuple_from_iterable(thread, call->values[1]);
    if (value_is_absent(members)) return members;
    Tuple *tuple = value_tuple(members);
    bool only_exceptions = true, good = tuple->count > 0;
    if (!good) raise_value_error(thread, "second argument (exceptions) must be a non-empty sequence");
    for (size_t i = 0; good && i < tuple->count; i++) {
        good = is_exception(tuple->items[i]);
        if (!good) raise_value_error(thread, "Item %zu of second argument (exceptions) is not an exception", i);
        else only_exceptions &= type_is_subtype(tuple->items[i].object->type, builtins->exception_Exception);
    }
    if (good && type == builtins->exception_BaseExceptionGroup && only_exceptions) type = builtins->exception_ExceptionGroup;
    if (good && !only_exceptions && type_is_subtype(type, builtins->exception_Exception)) {
        if (type == builtins->exception_ExceptionGroup) raise_type_error(thread, "Cannot nest BaseExceptions in an ExceptionGroup");
        else raise_type_error(thread, "Cannot nest BaseExceptions in '%s'", type->name);
        good = false;
    }
    Value self = good ? exception_create(thread, type, call) : VALUE_ABSENT;
    if (!value_is_absent(self)) {
        value_replace(&((Exception *)self.object)->extra[GROUP_MESSAGE], value_retain(call->values[0]));
        value_replace(&((Exception *)self.object)->extra[GROUP_EXCEPTIONS], value_retain(members));
    }
    value_release(members);
    return self;
}

bool exception_group_initialize(Thread *thread, Value self, const Call *call) { return exception_initialize(thread, self, call); }

Value exception_group_str(Thread *thread, Value self) {
    Exception *exception = (Exception *)self.object;
    size_t count = group_members_of(self)->count;
    Value message = value_str(thread, exception->extra[GROUP_MESSAGE]);
    if (value_is_absent(message)) return message;
    Value text = string_format(thread, "%s (%zu sub-exception%s)", value_c_string(message), count, count == 1 ? "" : "s");
    value_release(message);
    return text;
}

/* group.derive(exceptions), with the traceback, cause, context and notes of the group; None for an empty list. */
static Value group_like(Thread *thread, Value group, List *members) {
    if (members->count == 0) return VALUE_NONE;
    Value list = {.tag = TAG_OBJECT, .object = &members->object};
    Value made = value_call_method(thread, group, "derive", &list, 1);
    if (value_is_absent(made)) return made;
    if (!is_group(thread, made)) {
        value_release(made);
        return raise_type_error(thread, "derive must return an instance of BaseExceptionGroup");
    }
    Exception *from = (Exception *)group.object, *to = (Exception *)made.object;
    value_replace(&to->traceback, value_retain(from->traceback));
    value_replace(&to->context, value_retain(from->context));
    value_replace(&to->cause, value_retain(from->cause));
    to->suppress_context = from->suppress_context;
    String *name = thread_builtins(thread)->name___notes__;
    Value notes = value_find_attribute(thread, group, name);
    if (value_is_absent(notes) && !exception_is_set(thread)) return made;
    Value copy = value_is_absent(notes) ? VALUE_ABSENT : list_from_iterable(thread, notes);
    value_release(notes);
    if (value_is_absent(copy) || !value_set_attribute(thread, made, name, copy)) value_clear(&made);
    value_release(copy);
    return made;
}

/* Whether an exception fits the condition: a class, a tuple of classes, a callable, or a list of those that do. */
static int fits(Thread *thread, Value exception, Value condition) {
    if (value_is_list(condition)) {
        const List *those = value_list(condition);
        bool found = false;
        for (size_t i = 0; !found && i < those->count; i++) found = value_is(those->items[i], exception);
        return found;
    }
    if (value_is_type(condition) || value_is_tuple(condition)) {
        bool matches;
        return exception_matches_value(thread, exception, condition, &matches) ? matches : -1;
    }
    Value answer = value_call_one(thread, condition, exception);
    if (value_is_absent(answer)) return -1;
    int truth = value_truth(thread, answer);
    value_release(answer);
    return truth;
}

/* Parts `exception` into what fits and the rest (either may be NULL: not wanted); both owned, None when empty. */
static bool exception_split(Thread *thread, Value exception, Value condition, Value *matching, Value *rest) {
    int whole = fits(thread, exception, condition);
    if (whole < 0) return false;
    if (whole || !is_group(thread, exception)) {
        *matching = whole ? value_retain(exception) : VALUE_NONE;
        *rest = whole ? VALUE_NONE : value_retain(exception);
        return true;
    }
    Value yes = list_new(thread), no = list_new(thread);
    bool done = !value_is_absent(yes) && !value_is_absent(no) && thread_enter(thread, " in exceptiongroup_split_recursive");
    if (done) {
        Tuple *members = group_members_of(exception);
        for (size_t i = 0; done && i < members->count; i++) {
            Value in = VALUE_NONE, out = VALUE_NONE;
            done = exception_split(thread, members->items[i], condition, &in, &out);
            if (done && !value_is_none(in)) done = list_append(thread, value_list(yes), in);
            if (done && !value_is_none(out)) done = list_append(thread, value_list(no), out);
            value_release(in);
            value_release(out);
        }
        thread_leave(thread);
    }
    if (done) {
        *matching = group_like(thread, exception, value_list(yes));
        *rest = value_is_absent(*matching) ? VALUE_ABSENT : group_like(thread, exception, value_list(no));
        done = !value_is_absent(*matching) && !value_is_absent(*rest);
        if (!done) value_clear(matching);
    }
    value_release(yes);
    value_release(no);
    return done;
}

/* The exceptions of a group that are no groups, at any depth. */
static bool collect_leaves(Thread *thread, Value exception, List *leaves) {
    if (!is_group(thread, exception)) return list_append(thread, leaves, exception);
    if (!thread_enter(thread, " in exceptiongroup_split_recursive")) return false;
    const Tuple *members = group_members_of(exception);
    bool done = true;
    for (size_t i = 0; done && i < members->count; i++) done = collect_leaves(thread, members->items[i], leaves);
    thread_leave(thread);
    return done;
}

Value exception_group_projection(Thread *thread, Value group, const List *parts) {
    Value leaves = list_new(thread), matching = VALUE_ABSENT, rest = VALUE_ABSENT;
    bool done = !value_is_absent(leaves);
    for (size_t i = 0; done && i < parts->count; i++) done = collect_leaves(thread, parts->items[i], value_list(leaves));
    if (done && !exception_split(thread, group, leaves, &matching, &rest)) matching = VALUE_ABSENT;
    else if (done) value_release(rest);
    value_release(leaves);
    return matching;
}

static bool are_exception_types(Value value) {
    if (!value_is_tuple(value)) return false;
    for (size_t i = 0; i < value_tuple(value)->count; i++) {
        Value item = value_tuple(value)->items[i];
        if (!value_is_type(item) || !(value_type(item)->flags & TYPE_EXCEPTION)) return false;
    }
    return true;
}

static bool check_condition(Thread *thread, Value condition) {
    bool good = value_is_callable(thread->interpreter, condition) || are_exception_types(condition);
    if (!good) raise_type_error(thread, "expected a function, exception type or tuple of exception types");
    return good;
}

NATIVE(group_split) {
    (void)native;
    Value parts[2];
    if (!check_condition(thread, arguments[1]) || !exception_split(thread, arguments[0], arguments[1], &parts[0], &parts[1]))
        return VALUE_ABSENT;
    Value pair = tuple_from_values(thread, parts, 2);
    value_release(parts[0]);
    value_release(parts[1]);
    return pair;
}

NATIVE(group_subgroup) {
    (void)native;
    Value matching, rest;
    if (!check_condition(thread, arguments[1]) || !exception_split(thread, arguments[0], arguments[1], &matching, &rest))
        return VALUE_ABSENT;
    value_release(rest);
    return matching;
}

NATIVE(group_derive) {
    (void)native;
    Value type = {.tag = TAG_OBJECT, .object = &thread_builtins(thread)->exception_BaseExceptionGroup->object};
    return value_call_two(thread, type, ((Exception *)arguments[0].object)->extra[GROUP_MESSAGE], arguments[1]);
}

NATIVE(group_class_get_item) {
    (void)native;
    return generic_alias_new(thread, arguments[0], arguments[1]);
}

const NativeEntry exception_group_methods[] = {
    {"split", "($self, matcher_value, /)", "Two groups: those that a class or function picks, and the rest; None for an empty one.", group_split, NULL, 0},
    {"subgroup", "($self, matcher_value, /)", "The group of those that a class or function picks, nested as here; None if there are none.", group_subgroup, NULL, 0},
    {"derive", "($self, excs, /)", "A group of other exceptions with this message; split() and subgroup() make theirs so.", group_derive, NULL, 0},
    {"__class_getitem__", "($cls, item, /)", "The type with parameters: name[...].", group_class_get_item, NULL, NATIVE_CLASS},
    {0},
};

bool exception_group_ready(Thread *thread) {
    Builtins *builtins = thread_builtins(thread);
    Type *group = builtins->exception_ExceptionGroup;
    if (!type_ready(thread, group)) return false;
    Type *classes[] = {group, builtins->exception_BaseExceptionGroup, builtins->exception_Exception, builtins->exception_BaseException,
                       builtins->type_object};
    Value order[5];
    for (int i = 0; i < 5; i++) order[i] = (Value){.tag = TAG_OBJECT, .object = &classes[i]->object};
    Value bases = tuple_from_values(thread, order + 1, 2), mro = tuple_from_values(thread, order, 5);
    if (value_is_absent(bases) || value_is_absent(mro)) {
        value_release(bases);
        value_release(mro);
        return false;
    }
    object_release(group->bases);
    object_release(group->order);
    group->bases = value_tuple(bases);
    group->order = value_tuple(mro);
    type_modified(group);
    return true;
}
