/* all, any, iter, len, next, sorted, aiter, anext. */
#include "kernel/language/compile/evaluate.h"
#include "kernel/language/run/generator.h"
#include "kernel/objects/builtin/builtin_private.h"
#include "kernel/objects/container/iterators.h"

NATIVE(builtin_len) {
    NATIVE_UNUSED;
    int64_t length = value_length(thread, arguments[0]);
    return length < 0 ? VALUE_ABSENT : value_from_int(length);
}

NATIVE(builtin_iter) {
    NATIVE_UNUSED;
    if (value_is_absent(arguments[1])) return value_iterate(thread, arguments[0]);
    if (!value_is_callable(thread->interpreter, arguments[0])) return raise_type_error(thread, "iter(v, w): v must be callable");
    return callable_iterator_new(thread, arguments[0], arguments[1]);
}

NATIVE(builtin_next) {
    NATIVE_UNUSED;
    if (!type_of(thread->interpreter, arguments[0])->next)
        return raise_type_error(thread, "'%s' object is not an iterator", value_type_name(thread, arguments[0]));
    Value item = value_advance(thread, arguments[0]);
    if (!value_is_absent(item)) return item;
    if (exception_is_set(thread)) {
        if (value_is_absent(arguments[1]) || !exception_matches(thread, thread_builtins(thread)->exception_StopIteration))
            return VALUE_ABSENT;
        exception_clear(thread);
    }
    if (!value_is_absent(arguments[1])) return value_retain(arguments[1]);
    return raise_stop_iteration(thread, VALUE_ABSENT);
}

/* Looks for an item whose truth is `wanted`: 1 found, 0 not, -1 error. */
static int find_truth(Thread *thread, Value iterable, int wanted) {
    Value iterator = value_iterate(thread, iterable);
    if (value_is_absent(iterator)) return -1;
    int found = 0;
    while (found == 0) {
        Value item = value_next(thread, iterator);
        if (value_is_absent(item)) {
            if (exception_is_set(thread)) found = -1;
            break;
        }
        int truth = value_truth(thread, item);
        value_release(item);
        found = truth < 0 || !thread_poll(thread) ? -1 : truth == wanted;
    }
    value_release(iterator);
    return found;
}

NATIVE(builtin_all) {
    NATIVE_UNUSED;
    int found = find_truth(thread, arguments[0], 0);
    return found < 0 ? VALUE_ABSENT : value_from_bool(!found);
}

NATIVE(builtin_any) {
    NATIVE_UNUSED;
    int found = find_truth(thread, arguments[0], 1);
    return found < 0 ? VALUE_ABSENT : value_from_bool(found);
}

NATIVE(builtin_sorted) {
    NATIVE_UNUSED;
    int reverse = value_truth(thread, arguments[2]);
    if (reverse < 0) return VALUE_ABSENT;
    Value list = list_from_iterable(thread, arguments[0]);
    if (value_is_absent(list)) return VALUE_ABSENT;
    if (list_sort(thread, value_list(list), arguments[1], reverse)) return list;
    value_release(list);
    return VALUE_ABSENT;
}

static Value call_special(Thread *thread, Value value, String *name, const char *message) {
    Value method;
    bool self_first;
    if (!value_find_special(thread, value, name, &method, &self_first)) {
        if (exception_is_set(thread)) return VALUE_ABSENT;
        return raise_type_error(thread, message, value_type_name(thread, value));
    }
    Value result = self_first ? value_call_one(thread, method, value) : value_call_none(thread, method);
    value_release(method);
    return result;
}

NATIVE(builtin_aiter) {
    NATIVE_UNUSED;
    Builtins *builtins = thread_builtins(thread);
    Value iterator = call_special(thread, arguments[0], builtins->name___aiter__, "'%s' object is not an async iterable");
    if (value_is_absent(iterator)) return iterator;
    Value method;
    bool self_first, has = value_find_special(thread, iterator, builtins->name___anext__, &method, &self_first);
    if (has) value_release(method);
    else if (!exception_is_set(thread))
        raise_type_error(thread, "aiter() returned not an async iterator of type '%s'", value_type_name(thread, iterator));
    if (!has) value_clear(&iterator);
    return iterator;
}

NATIVE(builtin_anext) {
    NATIVE_UNUSED;
    Value next = call_special(thread, arguments[0], thread_builtins(thread)->name___anext__, "'%s' object is not an async iterator");
    if (value_is_absent(next) || value_is_absent(arguments[1])) return next;
    Value result = anext_with_default(thread, next, arguments[1]);
    value_release(next);
    return result;
}

const NativeEntry builtin_iteration_functions[] = {
    {"aiter", "(async_iterable, /)", "An asynchronous iterator over an object, as async for makes it.", builtin_aiter, NULL, 0},
    {"all", "(iterable, /)",
     "True unless some element is false; so it is True of nothing at all.", builtin_all, NULL,
     0},
    {"anext", "(aiterator, default=<unrepresentable>, /)",
     "An awaitable for what an asynchronous iterator gives next; at its end the default, if there is one.", builtin_anext, NULL, 0},
    {"any", "(iterable, /)",
     "True as soon as some element is true; so it is False of nothing at all.", builtin_any, NULL, 0},
    {"iter", "(object, sentinel=<unrepresentable>, /)",
     "iter(iterable) -> iterator\niter(callable, sentinel) -> iterator\n\n"
     "An iterator over the elements of an object; or over what repeated calls give, until one gives the sentinel.",
     builtin_iter, NULL, 0},
    {"len", "(obj, /)", "How many items an object has.", builtin_len, NULL, 0},
    {"next", "(iterator, default=<unrepresentable>, /)",
     "next(iterator[, default])\n\nWhat the iterator gives next. At its end the default is the answer; without "
     "one, StopIteration is raised.",
     builtin_next, NULL, 0},
    {"sorted", "(iterable, /, *, key=None, reverse=False)",
     "A new list of the elements in order, the smallest first; equal ones keep theirs.\n\n"
     "key, called once for each element, gives what is compared instead; reverse puts the largest first.",
     builtin_sorted, NULL, NATIVE_STACK},
    {0}};
