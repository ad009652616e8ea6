/* itertools: the iterators over one or two others. The choices of several items are in itertools_choose.c, groupby, tee
 * and zip_longest in itertools_groups.c.
 *
 * What an iterator holds is retained while a function of the user's runs: that may use the same iterator or set its state. */
#include "kernel/library/itertools.h"

/* What all of them are made of; each names the members it uses. */
typedef struct Iteration {
    Object object;
    Value iterator, function, held, other;
    int64_t next, stop, step, at;
    bool flag;
} Iteration;

static Iteration *iteration(Value value) { return (Iteration *)value.object; }

static bool iteration_visit(Object *self, Visit *visit, void *context) {
    const Iteration *it = (const Iteration *)self;
    return visit_value(it->iterator, visit, context) && visit_value(it->function, visit, context) &&
           visit_value(it->held, visit, context) && visit_value(it->other, visit, context);
}
static void iteration_destroy(Object *self) {
    Iteration *it = (Iteration *)self;
    value_clear(&it->iterator);
    value_clear(&it->function);
    value_clear(&it->held);
    value_clear(&it->other);
}

/* ---- shared ---- */
Value itertools_next(Thread *thread, Value iterator) {
    Value (*next)(Thread *, Value) = type_of(thread->interpreter, iterator)->next;
    return next && thread_has_stack(thread) ? next(thread, iterator) : value_advance(thread, iterator);
}

Value itertools_reduce_with(Thread *thread, Value self, Value arguments, Value state) {
    Value result = VALUE_ABSENT;
    if (!value_is_absent(arguments) && !value_is_absent(state)) {
        Value parts[3] = {itertools_type_value(self.object->type), arguments, state};
        result = tuple_from_values(thread, parts, 3);
    }
    value_release(arguments);
    value_release(state);
    return result;
}

Value itertools_reduce(Thread *thread, Value self, Value arguments) {
    Value result = VALUE_ABSENT;
    if (!value_is_absent(arguments)) {
        Value parts[2] = {itertools_type_value(self.object->type), arguments};
        result = tuple_from_values(thread, parts, 2);
    }
    value_release(arguments);
    return result;
}

bool itertools_count_arguments(Thread *thread, Type *type, const Call *call, size_t least, size_t most) {
    size_t count = call->positional_count, wanted = count < least ? least : most;
    if (count >= least && count <= most) return true;
    while (type->flags & TYPE_HEAP) type = type->base;
    raise_type_error(thread, "%s expected %s%zu argument%s, got %zu", type_short_name(type),
                     least == most ? "" : count < least ? "at least " : "at most ", wanted, wanted == 1 ? "" : "s", count);
    return false;
}

static Value pair(Thread *thread, Value first, Value second) {
    Value values[2] = {first, second};
    return tuple_from_values(thread, values, 2);
}

static Iteration *iteration_new(Thread *thread, Type *type, Value iterable, Value function) {
    Value iterator = value_is_absent(iterable) ? VALUE_NONE : value_iterate(thread, iterable);
    if (value_is_absent(iterator)) return NULL;
    Iteration *it = object_new(thread, type);
    if (!it) {
        value_release(iterator);
        return NULL;
    }
    it->iterator = iterator.tag == TAG_NONE ? VALUE_ABSENT : iterator;
    it->function = value_retain(function);
    return it;
}

/* name(function, iterable) */
static Value create_with_function(Thread *thread, Type *type, const Call *call) {
    if (!create_without_keywords(thread, type, call) || !itertools_count_arguments(thread, type, call, 2, 2)) return VALUE_ABSENT;
    return value_from_object(iteration_new(thread, type, call->values[1], call->values[0]));
}
NATIVE(reduce_with_function) {
    NATIVE_UNUSED;
    const Iteration *it = iteration(arguments[0]);
    return itertools_reduce(thread, arguments[0], pair(thread, it->function, it->iterator));
}
NATIVE(reduce_with_flag) {
    NATIVE_UNUSED;
    const Iteration *it = iteration(arguments[0]);
    return itertools_reduce_with(thread, arguments[0], pair(thread, it->function, it->iterator), value_from_int(it->flag));
}
NATIVE(set_flag) {
    NATIVE_UNUSED;
    int truth = value_truth(thread, arguments[1]);
    if (truth < 0) return VALUE_ABSENT;
    iteration(arguments[0])->flag = truth;
    return VALUE_NONE;
}

/* The truth of function(item), or of the item where the function is None or bool; -1: an exception. */
static int verdict(Thread *thread, Value function, Value item) {
    if (function.tag == TAG_NONE || value_is(function, itertools_type_value(thread_builtins(thread)->type_bool)))
        return value_truth(thread, item);
    Value result = value_call_one(thread, function, item);
    int truth = value_is_absent(result) ? -1 : value_truth(thread, result);
    value_release(result);
    return truth;
}

#define ITERATION_TYPE(identifier, shown, text, signature_text, creator, table)      \
    const Type itertools_##identifier##_type = {                                      \
        .name = "itertools." shown,                                                   \
        .documentation = text,                                                        \
        .signature = signature_text,                                                  \
        .flags = TYPE_COLLECTED | TYPE_BASE | TYPE_IMMUTABLE,                         \
        .instance_size = sizeof(Iteration),                                           \
        .create = creator,                                                            \
        .destroy = iteration_destroy,                                                 \
        .visit = iteration_visit,                                                     \
        .clear = iteration_destroy,                                                   \
        .iterate = iterate_self,                                                      \
        .next = identifier##_next,                                                    \
        .methods = table,                                                             \
        ITERATION_EXTRA                                                               \
    }
#define ITERATION_EXTRA

/* ---- filterfalse, takewhile, dropwhile, starmap ---- */
static Value filterfalse_next(Thread *thread, Value self) {
    Value iterator = value_retain(iteration(self)->iterator), function = value_retain(iteration(self)->function), item;
    if (value_is_absent(iterator)) return VALUE_ABSENT;
    for (;;) {
        item = itertools_next(thread, iterator);
        if (value_is_absent(item)) break;
        int truth = verdict(thread, function, item);
        if (truth == 0) break;
        value_release(item);
        item = VALUE_ABSENT;
        if (truth < 0 || !thread_poll(thread)) break;
    }
    value_release(iterator);
    value_release(function);
    return item;
}
static const NativeEntry filterfalse_methods[] = {REDUCE_METHOD(reduce_with_function), {0}};
ITERATION_TYPE(filterfalse, "filterfalse", "The items for which the function is false; without one, the false items.", "(function, iterable, /)",
               create_with_function, filterfalse_methods);

/* flag: it has ended */
static Value takewhile_next(Thread *thread, Value self) {
    Iteration *it = iteration(self);
    if (it->flag || value_is_absent(it->iterator)) return VALUE_ABSENT;
    Value item = itertools_next(thread, it->iterator);
    if (value_is_absent(item)) return item;
    Value function = value_retain(it->function);
    int truth = verdict(thread, function, item);
    value_release(function);
    if (truth > 0) return item;
    if (truth == 0) it->flag = true;
    value_release(item);
    return VALUE_ABSENT;
}
static const NativeEntry flag_methods[] = {REDUCE_METHOD(reduce_with_flag), SET_STATE_METHOD(set_flag), {0}};
ITERATION_TYPE(takewhile, "takewhile", "The items before the first one for which the predicate is false.", "(predicate, iterable, /)",
               create_with_function, flag_methods);

/* flag: the first item to give has come */
static Value dropwhile_next(Thread *thread, Value self) {
    Iteration *it = iteration(self);
    if (value_is_absent(it->iterator)) return VALUE_ABSENT;
    for (;;) {
        Value item = itertools_next(thread, it->iterator);
        if (value_is_absent(item) || it->flag) return item;
        Value function = value_retain(it->function);
        int truth = verdict(thread, function, item);
        value_release(function);
        if (truth == 0) {
            it->flag = true;
            return item;
        }
        value_release(item);
        if (truth < 0 || value_is_absent(it->iterator) || !thread_poll(thread)) return VALUE_ABSENT;
    }
}
ITERATION_TYPE(dropwhile, "dropwhile", "The items from the first one on for which the predicate is false.", "(predicate, iterable, /)",
               create_with_function, flag_methods);

static Value starmap_next(Thread *thread, Value self) {
    Iteration *it = iteration(self);
    if (value_is_absent(it->iterator)) return VALUE_ABSENT;
    const Builtins *builtins = thread_builtins(thread);
    if (iterator_has_pairs(builtins, it->iterator.object)) { /* a zip of two: no tuple is made */
        Value iterator = value_retain(it->iterator), function = value_retain(it->function), two[2], result = VALUE_ABSENT;
        bool has_two = iterator_next_pair(thread, iterator.object, &two[0], &two[1]);
        if (has_two) {
            result = value_call_values(thread, function, two, 2);
            value_release(two[0]);
            value_release(two[1]);
        }
        value_release(iterator);
        value_release(function);
        return result;
    }
    Value item = itertools_next(thread, it->iterator);
    if (value_is_absent(item)) return item;
    Value values = value_is_exact_tuple(item) ? value_retain(item) : tuple_from_iterable(thread, item);
    value_release(item);
    if (value_is_absent(values)) return values;
    Value function = value_retain(it->function);
    Value result = value_call_values(thread, function, value_tuple(values)->items, value_tuple(values)->count);
    value_release(function);
    value_release(values);
    return result;
}
static const NativeEntry starmap_methods[] = {REDUCE_METHOD(reduce_with_function), {0}};
ITERATION_TYPE(starmap, "starmap", "function(*item) for each item.", "(function, iterable, /)", create_with_function, starmap_methods);

/* ---- compress: iterator, and the selectors in `function` ---- */
static Value compress_create(Thread *thread, Type *type, const Call *call) {
    Value arguments[2];
    if (!native_match(thread, "compress", "(data, selectors)", call, arguments, 2)) return VALUE_ABSENT;
    Value selectors = VALUE_ABSENT, result = VALUE_ABSENT, data = value_iterate(thread, arguments[0]);
    if (!value_is_absent(data)) selectors = value_iterate(thread, arguments[1]);
    if (!value_is_absent(selectors)) result = value_from_object(iteration_new(thread, type, data, selectors));
    value_release(data);
    value_release(selectors);
    native_release_arguments(arguments, 2);
    return result;
}
static Value compress_next(Thread *thread, Value self) {
    if (value_is_absent(iteration(self)->iterator)) return VALUE_ABSENT;
    Value data = value_retain(iteration(self)->iterator), selectors = value_retain(iteration(self)->function), item;
    for (;;) {
        item = itertools_next(thread, data);
        if (value_is_absent(item)) break;
        Value selector = itertools_next(thread, selectors);
        int truth = value_is_absent(selector) ? -1 : value_truth(thread, selector);
        value_release(selector);
        if (truth > 0) break;
        value_release(item);
        item = VALUE_ABSENT;
        if (truth < 0 || !thread_poll(thread)) break;
    }
    value_release(data);
    value_release(selectors);
    return item;
}
NATIVE(compress_reduce) {
    NATIVE_UNUSED;
    const Iteration *it = iteration(arguments[0]);
    return itertools_reduce(thread, arguments[0], pair(thread, it->iterator, it->function));
}
static const NativeEntry compress_methods[] = {REDUCE_METHOD(compress_reduce), {0}};
ITERATION_TYPE(compress, "compress", "The items whose selector is true.", "(data, selectors)", compress_create, compress_methods);

/* ---- chain: the iterables in `iterator`, the one being worked off in `held` ---- */
static Value chain_of(Thread *thread, Type *type, Value iterables) {
    return value_from_object(iteration_new(thread, type, iterables, VALUE_ABSENT));
}
static Value chain_create(Thread *thread, Type *type, const Call *call) {
    if (!create_without_keywords(thread, type, call)) return VALUE_ABSENT;
    Value iterables = tuple_from_values(thread, call->values, call->positional_count);
    Value result = value_is_absent(iterables) ? iterables : chain_of(thread, type, iterables);
    value_release(iterables);
    return result;
}
NATIVE(chain_from_iterable) {
    NATIVE_UNUSED;
    return chain_of(thread, value_type(arguments[0]), arguments[1]);
}
static Value chain_next(Thread *thread, Value self) {
    Iteration *it = iteration(self);
    while (!value_is_absent(it->iterator)) {
        if (value_is_absent(it->held)) {
            Value source = value_retain(it->iterator), iterable = itertools_next(thread, source);
            value_release(source);
            if (value_is_absent(iterable)) iteration_ended(thread);
            Value active = value_is_absent(iterable) ? iterable : value_iterate(thread, iterable);
            value_release(iterable);
            if (value_is_absent(active)) {
                value_clear(&it->iterator);
                return VALUE_ABSENT;
            }
            value_replace(&it->held, active);
        }
        Value active = value_retain(it->held), item = itertools_next(thread, active);
        value_release(active);
        if (!value_is_absent(item)) return item;
        iteration_ended(thread);
        if (exception_is_set(thread)) return item;
        value_clear(&it->held);
        if (!thread_poll(thread)) break;
    }
    return VALUE_ABSENT;
}
NATIVE(chain_reduce) {
    NATIVE_UNUSED;
    const Iteration *it = iteration(arguments[0]);
    Value nothing = tuple_new(thread, 0);
    if (value_is_absent(it->iterator)) return itertools_reduce(thread, arguments[0], nothing);
    Value parts[2] = {it->iterator, it->held};
    return itertools_reduce_with(thread, arguments[0], nothing, tuple_from_values(thread, parts, value_is_absent(it->held) ? 1 : 2));
}
static bool is_iterator(Thread *thread, Value value) { return type_of(thread->interpreter, value)->next != NULL; }
NATIVE(chain_set_state) {
    NATIVE_UNUSED;
    if (!is_tuple(arguments[1])) return raise_type_error(thread, "state is not a tuple");
    const Tuple *state = value_tuple(arguments[1]);
    if (state->count < 1 || state->count > 2)
        return raise_type_error(thread, "function takes at %s argument%s (%zu given)", state->count ? "most 2" : "least 1",
                                state->count ? "s" : "", state->count);
    for (size_t i = 0; i < state->count; i++)
        if (!is_iterator(thread, state->items[i])) return raise_type_error(thread, "Arguments must be iterators.");
    Iteration *it = iteration(arguments[0]);
    value_replace(&it->iterator, value_retain(state->items[0]));
    value_replace(&it->held, state->count > 1 ? value_retain(state->items[1]) : VALUE_ABSENT);
    return VALUE_NONE;
}
static const NativeEntry chain_methods[] = {
    {"from_iterable", "($type, iterable, /)", "As chain(*iterable), with the iterables taken one by one.", chain_from_iterable, NULL, NATIVE_CLASS},
    REDUCE_METHOD(chain_reduce), SET_STATE_METHOD(chain_set_state), CLASS_GET_ITEM, {0}};
ITERATION_TYPE(chain, "chain", "The items of the first iterable, then those of the next, and so on.", "(*iterables)", chain_create, chain_methods);

/* ---- cycle: the items seen in `held`, the next of them `at`; flag: they were all saved before (an old pickle) ---- */
static Value cycle_create(Thread *thread, Type *type, const Call *call) {
    if (!create_without_keywords(thread, type, call) || !itertools_count_arguments(thread, type, call, 1, 1)) return VALUE_ABSENT;
    Value saved = list_new(thread);
    if (value_is_absent(saved)) return saved;
    Iteration *it = iteration_new(thread, type, call->values[0], VALUE_ABSENT);
    if (it) it->held = value_retain(saved);
    value_release(saved);
    return value_from_object(it);
}
static Value cycle_next(Thread *thread, Value self) {
    Iteration *it = iteration(self);
    if (!value_is_absent(it->iterator)) {
        Value iterator = value_retain(it->iterator), item = itertools_next(thread, iterator);
        value_release(iterator);
        if (!value_is_absent(item)) {
            if (it->flag || list_append(thread, value_list(it->held), item)) return item;
            value_release(item);
            return VALUE_ABSENT;
        }
        iteration_ended(thread);
        if (exception_is_set(thread)) return VALUE_ABSENT;
        value_clear(&it->iterator);
    }
    if (value_is_absent(it->held)) return VALUE_ABSENT;
    const List *saved = value_list(it->held);
    if (!saved->count) return VALUE_ABSENT;
    if ((size_t)it->at >= saved->count) it->at = 0;
    return value_retain(saved->items[it->at++]);
}
NATIVE(cycle_reduce) {
    NATIVE_UNUSED;
    const Iteration *it = iteration(arguments[0]);
    Value iterator = value_retain(it->iterator);
    if (value_is_absent(iterator)) {
        iterator = value_iterate(thread, it->held);
        size_t count = value_list(it->held)->count;
        if (!value_is_absent(iterator) && it->at && (size_t)it->at < count) {
            Value at = value_from_int(it->at), done = value_call_method(thread, iterator, "__setstate__", &at, 1);
            if (value_is_absent(done)) value_clear(&iterator);
            value_release(done);
        }
    }
    if (value_is_absent(iterator)) return VALUE_ABSENT;
    Value inner = tuple_from_values(thread, &iterator, 1);
    value_release(iterator);
    bool is_saved = value_is_absent(it->iterator) || it->flag;
    return itertools_reduce_with(thread, arguments[0], inner, pair(thread, it->held, value_from_bool(is_saved)));
}
NATIVE(cycle_set_state) {
    NATIVE_UNUSED;
    if (!is_tuple(arguments[1])) return raise_type_error(thread, "state is not a tuple");
    const Tuple *state = value_tuple(arguments[1]);
    if (state->count != 2) return raise_type_error(thread, "function takes exactly 2 arguments (%zu given)", state->count);
    if (!is_list(state->items[0]))
        return raise_type_error(thread, "argument 1 must be list, not %s", argument_type_name(thread, state->items[0]));
    Value saved = value_retain(state->items[0]);
    int64_t flag;
    if (!value_to_int64(thread, state->items[1], &flag)) {
        value_release(saved);
        return VALUE_ABSENT;
    }
    Iteration *it = iteration(arguments[0]);
    it->flag = flag != 0;
    it->at = 0;
    value_replace(&it->held, saved);
    return VALUE_NONE;
}
static const NativeEntry cycle_methods[] = {REDUCE_METHOD(cycle_reduce), SET_STATE_METHOD(cycle_set_state), {0}};
ITERATION_TYPE(cycle, "cycle", "The items of an iterable again and again.", "(iterable, /)", cycle_create, cycle_methods);

/* ---- islice: `at` items were taken from the iterator; stop -1: none ---- */
static bool slice_bound(Thread *thread, Value value, int64_t *bound) {
    Value index = value_index(thread, value);
    if (value_is_absent(index)) return exception_clear(thread), false;
    bool fits = int_fits_int64(index, bound) && *bound >= 0;
    value_release(index);
    return fits;
}
static Value bad_bound(Thread *thread, const char *which) {
    return raise_value_error(thread, "%s for islice() must be None or an integer: 0 <= x <= sys.maxsize.", which);
}
static Value islice_create(Thread *thread, Type *type, const Call *call) {
    if (!create_without_keywords(thread, type, call) || !itertools_count_arguments(thread, type, call, 2, 4)) return VALUE_ABSENT;
    const Value *values = call->values;
    bool has_start = call->positional_count > 2;
    Value start = has_start ? values[1] : VALUE_NONE, stop = has_start ? values[2] : values[1];
    Value step = call->positional_count == 4 ? values[3] : VALUE_NONE;
    int64_t bounds[3] = {0, stop.tag == TAG_NONE ? -1 : INT64_MIN, 1};
    if (stop.tag != TAG_NONE && !slice_bound(thread, stop, &bounds[1]))
        return bad_bound(thread, has_start && bounds[1] != INT64_MIN ? "Indices" : "Stop argument");
    if (start.tag != TAG_NONE && !slice_bound(thread, start, &bounds[0]))
        return bad_bound(thread, "Indices");
    if (step.tag != TAG_NONE && (!slice_bound(thread, step, &bounds[2]) || bounds[2] < 1))
        return raise_value_error(thread, "Step for islice() must be a positive integer or None.");
    Iteration *it = iteration_new(thread, type, values[0], VALUE_ABSENT);
    if (it) it->next = bounds[0], it->stop = bounds[1], it->step = bounds[2];
    return value_from_object(it);
}
static Value islice_next(Thread *thread, Value self) {
    Iteration *it = iteration(self);
    if (value_is_absent(it->iterator)) return VALUE_ABSENT;
    Value iterator = value_retain(it->iterator), item = VALUE_ABSENT;
    int64_t stop = it->stop;
    while (it->at < it->next) { /* `next` never lies behind `stop` but at the start: what lies before it is used up, too */
        if (stop >= 0 && it->at >= stop) break;
        item = itertools_next(thread, iterator);
        if (value_is_absent(item)) goto end;
        value_release(item);
        item = VALUE_ABSENT;
        it->at++;
        if (!thread_poll(thread)) goto end;
    }
    if (stop >= 0 && it->at >= stop) goto end;
    item = itertools_next(thread, iterator);
    if (value_is_absent(item)) goto end;
    it->at++;
    int64_t next;
    if (__builtin_add_overflow(it->next, it->step, &next)) next = INT64_MAX;
    it->next = stop >= 0 && next > stop ? stop : next;
    value_release(iterator);
    return item;
end:
    value_clear(&it->iterator);
    value_release(iterator);
    return VALUE_ABSENT;
}
NATIVE(islice_reduce) {
    NATIVE_UNUSED;
    const Iteration *it = iteration(arguments[0]);
    if (value_is_absent(it->iterator)) {
        Value nothing = list_new(thread), iterator = value_is_absent(nothing) ? nothing : value_iterate(thread, nothing);
        Value inner = value_is_absent(iterator) ? iterator : pair(thread, iterator, value_from_int(0));
        value_release(nothing);
        value_release(iterator);
        return itertools_reduce_with(thread, arguments[0], inner, value_from_int(0));
    }
    Value parts[4] = {it->iterator, value_from_int(it->next), it->stop < 0 ? VALUE_NONE : value_from_int(it->stop), value_from_int(it->step)};
    return itertools_reduce_with(thread, arguments[0], tuple_from_values(thread, parts, 4), value_from_int(it->at));
}
NATIVE(islice_set_state) {
    NATIVE_UNUSED;
    int64_t at;
    if (!value_to_count(thread, arguments[1], &at)) return VALUE_ABSENT;
    iteration(arguments[0])->at = at;
    return VALUE_NONE;
}
static const NativeEntry islice_methods[] = {REDUCE_METHOD(islice_reduce), SET_STATE_METHOD(islice_set_state), {0}};
ITERATION_TYPE(islice, "islice",
               "islice(iterable, stop) or islice(iterable, start, stop[, step]): the items that such a slice of a list would have.",
               NULL, islice_create, islice_methods);

/* ---- accumulate: `held` is the total so far, `other` the initial value until it was given ---- */
static Value accumulate_create(Thread *thread, Type *type, const Call *call) {
    Value arguments[3];
    if (!native_match(thread, "accumulate", "(iterable, func=None, *, initial=None)", call, arguments, 3)) return VALUE_ABSENT;
    Iteration *it = iteration_new(thread, type, arguments[0], arguments[1].tag == TAG_NONE ? VALUE_ABSENT : arguments[1]);
    if (it && arguments[2].tag != TAG_NONE) it->other = value_retain(arguments[2]);
    native_release_arguments(arguments, 3);
    return value_from_object(it);
}
static Value accumulate_next(Thread *thread, Value self) {
    Iteration *it = iteration(self);
    if (value_is_absent(it->iterator)) return VALUE_ABSENT;
    if (!value_is_absent(it->other)) {
        value_replace(&it->held, it->other);
        it->other = VALUE_ABSENT;
        return value_retain(it->held);
    }
    Value item = itertools_next(thread, it->iterator);
    if (value_is_absent(item)) return item;
    Value total = value_retain(it->held);
    if (value_is_absent(total)) {
        it->held = value_retain(item);
        return item;
    }
    if (value_is_absent(it->function)) {
        Value sum = value_binary(thread, BINARY_ADD, total, item);
        value_release(total);
        value_release(item);
        total = sum;
    } else {
        Value function = value_retain(it->function), sum = value_call_two(thread, function, total, item);
        value_release(function);
        value_release(total);
        value_release(item);
        total = sum;
    }
    if (!value_is_absent(total)) value_replace(&it->held, value_retain(total));
    return total;
}
/* chain((first,), iterator) */
static Value chain_in_front(Thread *thread, Value first, Value iterator) {
    Value head = tuple_from_values(thread, &first, 1);
    if (value_is_absent(head)) return head;
    Value both = pair(thread, head, iterator), result = VALUE_ABSENT;
    Type *type = type_from_template(thread, &itertools_chain_type);
    if (!value_is_absent(both) && type) result = chain_of(thread, type, both);
    value_release(head);
    value_release(both);
    return result;
}
NATIVE(accumulate_reduce) {
    NATIVE_UNUSED;
    Value self = arguments[0];
    const Iteration *it = iteration(self);
    Value function = value_is_absent(it->function) ? VALUE_NONE : it->function;
    if (!value_is_absent(it->other)) {
        Value iterator = chain_in_front(thread, it->other, it->iterator);
        Value inner = value_is_absent(iterator) ? iterator : pair(thread, iterator, function);
        value_release(iterator);
        return itertools_reduce_with(thread, self, inner, VALUE_NONE);
    }
    if (it->held.tag == TAG_NONE) { /* a state of None means none: the total goes in front, and is left out again */
        Value iterator = chain_in_front(thread, it->held, it->iterator), values[2] = {iterator, function}, result = VALUE_ABSENT;
        Value again = value_is_absent(iterator) ? iterator
                                                : value_call_values(thread, itertools_type_value(self.object->type), values, 2);
        Type *slice = type_from_template(thread, &itertools_islice_type);
        if (!value_is_absent(again) && slice) {
            Value parts[3] = {again, value_from_int(1), VALUE_NONE};
            Value inner = tuple_from_values(thread, parts, 3);
            if (!value_is_absent(inner)) result = pair(thread, itertools_type_value(slice), inner);
            value_release(inner);
        }
        value_release(iterator);
        value_release(again);
        return result;
    }
    Value total = value_is_absent(it->held) ? VALUE_NONE : value_retain(it->held);
    return itertools_reduce_with(thread, self, pair(thread, it->iterator, function), total);
}
NATIVE(accumulate_set_state) {
    NATIVE_UNUSED;
    value_replace(&iteration(arguments[0])->held, arguments[1].tag == TAG_NONE ? VALUE_ABSENT : value_retain(arguments[1]));
    return VALUE_NONE;
}
static const NativeEntry accumulate_methods[] = {REDUCE_METHOD(accumulate_reduce), SET_STATE_METHOD(accumulate_set_state), {0}};
ITERATION_TYPE(accumulate, "accumulate", "Running sums, or running results of a function of two arguments.",
               "(iterable, func=None, *, initial=None)", accumulate_create, accumulate_methods);

/* ---- pairwise: the item before in `held` ---- */
static Value pairwise_create(Thread *thread, Type *type, const Call *call) {
    if (!create_without_keywords(thread, type, call) || !itertools_count_arguments(thread, type, call, 1, 1)) return VALUE_ABSENT;
    return value_from_object(iteration_new(thread, type, call->values[0], VALUE_ABSENT));
}
static Value pairwise_next(Thread *thread, Value self) {
    Iteration *it = iteration(self);
    if (value_is_absent(it->iterator)) return VALUE_ABSENT;
    Value iterator = value_retain(it->iterator), result = VALUE_ABSENT;
    if (value_is_absent(it->held)) {
        Value first = itertools_next(thread, iterator);
        if (value_is_absent(first)) goto end;
        value_replace(&it->held, first);
        if (value_is_absent(it->iterator)) goto end;
    }
    Value before = value_retain(it->held), after = itertools_next(thread, iterator);
    if (value_is_absent(after)) {
        value_release(before);
        goto end;
    }
    value_replace(&it->held, value_retain(after));
    value_release(iterator);
    return tuple_pair_owned(thread, before, after);
end:
    value_clear(&it->iterator);
    value_clear(&it->held);
    value_release(iterator);
    return result;
}
static const NativeEntry pairwise_methods[] = {{0}};
ITERATION_TYPE(pairwise, "pairwise", "Each item with the one after it.", "(iterable, /)", pairwise_create, pairwise_methods);

/* ---- count: `held` is the next number, `other` the step ---- */
static bool is_number(Thread *thread, Value value) {
    const Type *type = type_of(thread->interpreter, value);
    return is_complex(value) || type->to_index || type->to_int || type->to_float;
}
static Value count_create(Thread *thread, Type *type, const Call *call) {
    Value arguments[2];
    if (!native_match(thread, "count", "(start=0, step=1)", call, arguments, 2)) return VALUE_ABSENT;
    Iteration *it = NULL;
    if (!is_number(thread, arguments[0]) || !is_number(thread, arguments[1])) raise_type_error(thread, "a number is required");
    else it = iteration_new(thread, type, VALUE_ABSENT, VALUE_ABSENT);
    if (it) {
        bool by_one = arguments[1].tag == TAG_INT && arguments[1].integer == 1; /* counted without the object */
        it->held = by_one && value_is_int(arguments[0]) ? int_plain(thread, arguments[0]) : value_retain(arguments[0]);
        it->other = arguments[1].tag == TAG_BOOL ? value_from_int(arguments[1].integer) : value_retain(arguments[1]);
    }
    native_release_arguments(arguments, 2);
    return value_from_object(it);
}
static Value count_next(Thread *thread, Value self) {
    Iteration *it = iteration(self);
    if (it->held.tag == TAG_INT && it->other.tag == TAG_INT) {
        Value now = it->held;
        if (!__builtin_add_overflow(now.integer, it->other.integer, &it->held.integer)) return now;
        it->held = now;
    }
    if (value_is_absent(it->held)) return VALUE_ABSENT;
    Value now = value_retain(it->held), step = value_retain(it->other), next = value_binary(thread, BINARY_ADD, now, step);
    value_release(step);
    if (value_is_absent(next)) {
        value_release(now);
        return next;
    }
    value_replace(&it->held, next);
    return now;
}
static bool counts_by_one(const Iteration *it) { return it->other.tag == TAG_INT && it->other.integer == 1; }
static Value count_repr(Thread *thread, Value self) {
    const Iteration *it = iteration(self);
    const char *name = type_short_name(self.object->type);
    Value at = value_repr(thread, it->held), step, result;
    if (value_is_absent(at)) return at;
    if (counts_by_one(it)) {
        result = string_format(thread, "%s(%s)", name, value_c_string(at));
    } else {
        step = value_repr(thread, it->other);
        result = value_is_absent(step) ? step : string_format(thread, "%s(%s, %s)", name, value_c_string(at), value_c_string(step));
        value_release(step);
    }
    value_release(at);
    return result;
}
NATIVE(count_reduce) {
    NATIVE_UNUSED;
    const Iteration *it = iteration(arguments[0]);
    Value parts[2] = {it->held, it->other};
    bool is_short = counts_by_one(it) && it->held.tag == TAG_INT && it->held.integer != INT64_MAX;
    return itertools_reduce(thread, arguments[0], tuple_from_values(thread, parts, is_short ? 1 : 2));
}
static const NativeEntry count_methods[] = {REDUCE_METHOD(count_reduce), {0}};
#undef ITERATION_EXTRA
#define ITERATION_EXTRA .repr = count_repr
ITERATION_TYPE(count, "count", "start, start + step, start + 2 * step, and so on without end.", "(start=0, step=1)", count_create, count_methods);

/* ---- repeat: `held`, `at` times more; flag: without end ---- */
static Value repeat_create(Thread *thread, Type *type, const Call *call) {
    Value arguments[2];
    if (!native_match(thread, "repeat", "(object, times=<unrepresentable>)", call, arguments, 2)) return VALUE_ABSENT;
    Iteration *it = NULL;
    int64_t times = 0;
    bool is_endless = value_is_absent(arguments[1]);
    if (is_endless || value_to_count(thread, arguments[1], &times)) it = iteration_new(thread, type, VALUE_ABSENT, VALUE_ABSENT);
    if (it) {
        it->held = value_retain(arguments[0]);
        it->at = times < 0 ? 0 : times;
        it->flag = is_endless;
    }
    native_release_arguments(arguments, 2);
    return value_from_object(it);
}
static Value repeat_next(Thread *thread, Value self) {
    (void)thread;
    Iteration *it = iteration(self);
    if (!it->flag) {
        if (it->at <= 0) return VALUE_ABSENT;
        it->at--;
    }
    return value_retain(it->held);
}
static Value repeat_repr(Thread *thread, Value self) {
    const Iteration *it = iteration(self);
    Value item = value_repr(thread, it->held), result;
    if (value_is_absent(item)) return item;
    const char *name = type_short_name(self.object->type);
    result = it->flag ? string_format(thread, "%s(%s)", name, value_c_string(item))
                      : string_format(thread, "%s(%s, %lld)", name, value_c_string(item), (long long)it->at);
    value_release(item);
    return result;
}
NATIVE(repeat_reduce) {
    NATIVE_UNUSED;
    const Iteration *it = iteration(arguments[0]);
    Value parts[2] = {it->held, value_from_int(it->at)};
    return itertools_reduce(thread, arguments[0], tuple_from_values(thread, parts, it->flag ? 1 : 2));
}
NATIVE(repeat_length_hint) {
    NATIVE_UNUSED;
    const Iteration *it = iteration(arguments[0]);
    return it->flag ? raise_type_error(thread, "len() of unsized object") : value_from_int(it->at);
}
static const NativeEntry repeat_methods[] = {
    {"__length_hint__", "($self, /)", "How many are left.", repeat_length_hint, NULL, 0}, REDUCE_METHOD(repeat_reduce), {0}};
#undef ITERATION_EXTRA
#define ITERATION_EXTRA .repr = repeat_repr
ITERATION_TYPE(repeat, "repeat", "repeat(object[, times]): the same object, so many times or without end.", NULL, repeat_create,
               repeat_methods);

/* ---- the module ---- */
static const NativeEntry itertools_functions[] = {
    {"tee", "(iterable, n=2, /)", "A tuple of n iterators over the same items.", itertools_tee, NULL, 0}, {0}};

static bool itertools_initialize(Thread *thread, Value module) {
    static const Type *const types[] = {
        &itertools_accumulate_type, &itertools_combinations_type, &itertools_combinations_with_replacement_type,
        &itertools_cycle_type, &itertools_dropwhile_type, &itertools_takewhile_type, &itertools_islice_type,
        &itertools_starmap_type, &itertools_chain_type, &itertools_compress_type, &itertools_filterfalse_type,
        &itertools_count_type, &itertools_zip_longest_type, &itertools_pairwise_type, &itertools_permutations_type,
        &itertools_product_type, &itertools_repeat_type, &itertools_groupby_type, &itertools_grouper_type,
        &itertools_tee_type, &itertools_tee_data_type,
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (!module_add_type(thread, module, type_from_template(thread, types[i]))) return false;
    return true;
}

const ModuleEntry library_itertools = {.name = "itertools",
                                       .documentation = "Iterators for efficient loops.",
                                       .functions = itertools_functions,
                                       .initialize = itertools_initialize};
