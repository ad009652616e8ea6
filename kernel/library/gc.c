/* gc: the collector of cycles. */
#include "kernel/objects/core/gc.h"

#include "kernel/objects/container/containers.h"
#include "kernel/objects/error/exception.h"
#include "kernel/objects/core/interpreter.h"
#include "kernel/objects/descriptor/native.h"

NATIVE(gc_enable) {
    NATIVE_UNUSED;
    collector_enable(thread->interpreter, true);
    return VALUE_NONE;
}
NATIVE(gc_disable) {
    NATIVE_UNUSED;
    collector_enable(thread->interpreter, false);
    return VALUE_NONE;
}
NATIVE(gc_is_enabled) {
    NATIVE_UNUSED;
    return value_from_bool(collector_is_enabled(thread->interpreter));
}

static Dict *module_names(const Native *native) { return module_attributes(native->self); }

/* gc.callbacks, around a collection that was asked for: callback("start" or "stop", info). */
static bool call_back(Thread *thread, const Native *native, const char *phase, int64_t generation, int64_t collected) {
    Value callbacks = dict_get_c(thread, module_names(native), "callbacks");
    if (!value_is_list(callbacks) || !value_list(callbacks)->count) return true;
    Value info = dict_new(thread), name = string_from_c(thread, phase), all = list_from_iterable(thread, callbacks);
    bool good = !value_is_absent(info) && !value_is_absent(name) && !value_is_absent(all) &&
                dict_set_c(thread, value_dict(info), "generation", value_from_int(generation)) &&
                dict_set_c(thread, value_dict(info), "collected", value_from_int(collected)) &&
                dict_set_c(thread, value_dict(info), "uncollectable", value_from_int(0));
    for (size_t i = 0; good && i < value_list(all)->count; i++) {
        Value callback = value_list(all)->items[i], done = value_call_two(thread, callback, name, info);
        if (value_is_absent(done)) exception_report_unraisable(thread, callback);
        value_release(done);
    }
    value_release(info), value_release(name), value_release(all);
    return good;
}

NATIVE(gc_collect) {
    int64_t generation;
    if (!value_to_int64(thread, arguments[0], &generation)) return VALUE_ABSENT;
    if (generation < 0 || generation > 2) return raise_value_error(thread, "invalid generation");
    if (!call_back(thread, native, "start", generation, 0)) return VALUE_ABSENT;
    int64_t found = (int64_t)collector_collect(thread, generation > 0);
    return call_back(thread, native, "stop", generation, found) ? value_from_int(found) : VALUE_ABSENT;
}

/* The flags are kept, so that what was set can be asked for; nothing is told and nothing is saved here. */
NATIVE(gc_get_debug) {
    (void)arguments;
    return value_retain(dict_get_c(thread, module_names(native), "_debug"));
}
NATIVE(gc_set_debug) {
    int64_t flags;
    if (!value_to_int64(thread, arguments[0], &flags)) return VALUE_ABSENT;
    return dict_set_c(thread, module_names(native), "_debug", value_from_int(flags)) ? VALUE_NONE : VALUE_ABSENT;
}

static Value three(Thread *thread, int64_t a, int64_t b, int64_t c) {
    Value values[3] = {value_from_int(a), value_from_int(b), value_from_int(c)};
    return tuple_from_values(thread, values, 3);
}

NATIVE(gc_get_threshold) {
    NATIVE_UNUSED;
    int64_t young, old;
    collector_thresholds(thread->interpreter, &young, &old, false);
    return three(thread, young, old, 10);
}

NATIVE(gc_set_threshold) {
    (void)native;
    int64_t young, old;
    collector_thresholds(thread->interpreter, &young, &old, false);
    if (!value_to_int64(thread, arguments[0], &young) ||
        (!value_is_none(arguments[1]) && !value_to_int64(thread, arguments[1], &old)))
        return VALUE_ABSENT;
    collector_thresholds(thread->interpreter, &young, &old, true);
    return VALUE_NONE;
}

NATIVE(gc_get_count) {
    NATIVE_UNUSED;
    GarbageStatistics statistics = collector_statistics(thread->interpreter);
    return three(thread, (int64_t)statistics.counts[0], (int64_t)statistics.collections[0], (int64_t)statistics.collections[1]);
}

NATIVE(gc_get_stats) {
    NATIVE_UNUSED;
    GarbageStatistics statistics = collector_statistics(thread->interpreter);
    Value list = list_new(thread);
    for (int i = 0; !value_is_absent(list) && i < 3; i++) { /* as CPython's three generations: the middle one is empty */
        int own = i == 2 ? 1 : 0;
        Value row = dict_new(thread);
        bool done = !value_is_absent(row) &&
                    dict_set_c(thread, value_dict(row), "collections", value_from_int(i == 1 ? 0 : (int64_t)statistics.collections[own])) &&
                    dict_set_c(thread, value_dict(row), "collected", value_from_int(i == 1 ? 0 : (int64_t)statistics.collected[own])) &&
                    dict_set_c(thread, value_dict(row), "uncollectable", value_from_int(0));
        if (!done) {
            value_release(row);
            row = VALUE_ABSENT;
        }
        if (!list_append_owned(thread, value_list(list), row)) {
            value_release(list);
            return VALUE_ABSENT;
        }
    }
    return list;
}

NATIVE(gc_get_objects) {
    NATIVE_UNUSED;
    return collector_objects(thread);
}

NATIVE(gc_is_tracked) {
    NATIVE_UNUSED;
    return value_from_bool(arguments[0].tag == TAG_OBJECT && object_is_collected(arguments[0].object));
}

/* One list of what `find` gives for each argument. */
static Value join_lists(Thread *thread, Value objects, Value (*find)(Thread *, Object *)) {
    Value all = list_new(thread);
    for (size_t i = 0; !value_is_absent(all) && i < value_tuple(objects)->count; i++) {
        Value object = value_tuple(objects)->items[i];
        Value found = object.tag == TAG_OBJECT ? find(thread, object.object) : list_new(thread);
        for (size_t k = 0; !value_is_absent(found) && !value_is_absent(all) && k < value_list(found)->count; k++)
            if (!list_append(thread, value_list(all), value_list(found)->items[k])) value_clear(&all);
        if (value_is_absent(found)) value_clear(&all);
        value_release(found);
    }
    return all;
}

NATIVE(gc_get_referents) {
    (void)native;
    return join_lists(thread, arguments[0], object_referents);
}
NATIVE(gc_get_referrers) {
    (void)native;
    return join_lists(thread, arguments[0], object_referrers);
}
NATIVE(gc_nothing) {
    NATIVE_UNUSED;
    return VALUE_NONE;
}
NATIVE(gc_false) {
    NATIVE_UNUSED;
    return VALUE_FALSE;
}
NATIVE(gc_zero) {
    NATIVE_UNUSED;
    return value_from_int(0);
}

#define ENTRY(name, signature, documentation, code) {name, signature, documentation, code, NULL, 0}
static const NativeEntry gc_functions[] = {
    ENTRY("enable", "()", "Collect by itself, from time to time.", gc_enable),
    ENTRY("disable", "()", "Stop collecting by itself.", gc_disable),
    ENTRY("isenabled", "()", "Whether it collects by itself.", gc_is_enabled),
    ENTRY("collect", "(generation=2)", "Run the garbage collector; the number of unreachable objects is returned.", gc_collect),
    ENTRY("get_threshold", "()", "How much may gather in each generation before it is collected.", gc_get_threshold),
    ENTRY("set_threshold", "(threshold0, threshold1=None, threshold2=None, /)", "Set the collection thresholds.", gc_set_threshold),
    ENTRY("get_count", "()", "How much has gathered in each generation since it was last collected.", gc_get_count),
    ENTRY("get_stats", "()", "For each generation a dict: its collections, and what they found.", gc_get_stats),
    ENTRY("get_objects", "(generation=None)", "The objects that the collector watches; those of one generation "
                                              "only, if it is given.", gc_get_objects),
    ENTRY("is_tracked", "(obj, /)", "Whether the collector watches the object.", gc_is_tracked),
    ENTRY("get_referents", "(*objs)", "What the objects hold references to.", gc_get_referents),
    ENTRY("get_referrers", "(*objs)", "The containers that hold a reference to one of the objects.", gc_get_referrers),
    ENTRY("get_debug", "()", "The flags that set_debug() set.", gc_get_debug),
    ENTRY("set_debug", "(flags, /)", "Flags for finding leaks: they are kept, and have no effect here.", gc_set_debug),
    ENTRY("is_finalized", "(obj, /)", "Whether the object was finalized already: one that can be asked for was not.", gc_false),
    ENTRY("freeze", "()", "Keep what is alive now out of collections. Here they look at it at little cost: nothing to do.", gc_nothing),
    ENTRY("unfreeze", "()", "Undo freeze().", gc_nothing),
    ENTRY("get_freeze_count", "()", "How many objects freeze() put aside: none.", gc_zero),
    {0},
};

static bool gc_initialize(Thread *thread, Value module) {
    static const struct {
        const char *name;
        int64_t value;
    } flags[] = {{"DEBUG_STATS", 1}, {"DEBUG_COLLECTABLE", 2}, {"DEBUG_UNCOLLECTABLE", 4}, {"DEBUG_SAVEALL", 32}, {"DEBUG_LEAK", 38}, {"_debug", 0}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (!module_add(thread, module, flags[i].name, value_from_int(flags[i].value))) return false;
    return module_add(thread, module, "garbage", list_new(thread)) && module_add(thread, module, "callbacks", list_new(thread));
}

const ModuleEntry library_gc = {.name = "gc",
                                .documentation = "The collector of reference cycles.",
                                .functions = gc_functions,
                                .initialize = gc_initialize};
