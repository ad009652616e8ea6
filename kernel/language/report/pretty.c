/* Values as Out[n] shows them: IPython's pretty printer. Containers are broken over lines when they do not fit,
 * sets are sorted, long sequences cut; classes without a repr of their own print as their nearest printed base.
 */
#include "kernel/language/report/callable_text.h"
#include "kernel/language/run/function.h"
#include "kernel/language/report/pretty_object.h"
#include "kernel/language/session/session.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/descriptor.h"
#include "kernel/objects/container/dict.h"
#include "kernel/objects/error/exception.h"
#include "kernel/objects/text/string.h"
#include "kernel/objects/core/type.h"

#include <stdio.h>
#include <string.h>

static const PrettyOptions usual_options = {.width = 79, .most = 1000, .printers = VALUE_ABSENT, .named = VALUE_ABSENT,
                                            .singletons = VALUE_ABSENT, .usual = VALUE_ABSENT};

static bool print_value(Pretty *pretty, Value value) { return pretty_print_value(pretty, value); }

/* ---- reprs ---- */

static bool print_string(Pretty *pretty, Value text) {
    if (value_is_absent(text)) return false;
    pretty_text(&pretty->printer, value_c_string(text), value_string(text)->length);
    value_release(text);
    return true;
}

/* A repr of several lines keeps the indentation of where it stands. */
static bool print_repr(Pretty *pretty, Value value) {
    Value text = value_repr(pretty->thread, value);
    if (value_is_absent(text)) return false;
    const char *line = value_c_string(text), *end = line + value_string(text)->length;
    pretty_begin(&pretty->printer, 0, "");
    while (line < end) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        const char *stop = newline ? newline : end;
        if (line != value_c_string(text)) pretty_break(&pretty->printer);
        pretty_text(&pretty->printer, line, (size_t)(stop - line));
        line = newline ? newline + 1 : end;
    }
    pretty_end(&pretty->printer, 0, "");
    value_release(text);
    return true;
}

/* ---- sequences ---- */

/* Between items; false when the rest is cut off. */
static bool print_separator(Pretty *pretty, size_t index) {
    if (index) {
        pretty_string(&pretty->printer, ",");
        pretty_breakable(&pretty->printer);
    }
    if (index < pretty->options->most || !pretty->options->most) return true;
    pretty_string(&pretty->printer, "...");
    return false;
}

static bool print_items(Pretty *pretty, Value iterable) {
    Value iterator = value_iterate(pretty->thread, iterable);
    if (value_is_absent(iterator)) return false;
    bool good = true;
    for (size_t i = 0; good; i++) {
        Value item = value_next(pretty->thread, iterator);
        if (value_is_absent(item)) break;
        if (!print_separator(pretty, i)) {
            value_release(item);
            break;
        }
        good = print_value(pretty, item) && !pretty->printer.failed;
        value_release(item);
    }
    value_release(iterator);
    return good && !exception_is_set(pretty->thread);
}

static bool print_list(Pretty *pretty, Value value, bool cycle) {
    bool is_tuple = value_is_tuple(value);
    if (cycle) {
        pretty_string(&pretty->printer, is_tuple ? "(...)" : "[...]");
        return true;
    }
    pretty_begin(&pretty->printer, 1, is_tuple ? "(" : "[");
    bool good = print_items(pretty, value);
    if (is_tuple && value_tuple(value)->count == 1) pretty_string(&pretty->printer, ",");
    pretty_end(&pretty->printer, 1, is_tuple ? ")" : "]");
    return good;
}

/* The items in order where they can be compared, else by their text, else as they come. */
static Value sort_items(const Pretty *pretty, Value value) {
    Thread *thread = pretty->thread;
    Value items = list_from_iterable(thread, value);
    if (value_is_absent(items) || (pretty->options->most && value_list(items)->count >= pretty->options->most)) return items;
    Value sorted = value_call_method(thread, items, "sort", NULL, 0);
    if (!value_is_absent(sorted)) return items;
    exception_clear(thread);
    value_release(items);
    items = list_from_iterable(thread, value);
    if (value_is_absent(items)) return items;
    List *list = value_list(items);
    for (size_t i = 1; i < list->count; i++) { /* few items, and few sets of mixed kinds */
        Value moved = list->items[i], text = value_str(thread, moved);
        size_t at = i;
        for (; at > 0 && !value_is_absent(text); at--) {
            Value other = value_str(thread, list->items[at - 1]);
            bool before =
                !value_is_absent(other) && string_compare(value_string(text), value_string(other)) < 0;
            value_release(other);
            if (!before) break;
            list->items[at] = list->items[at - 1];
        }
        list->items[at] = moved;
        value_release(text);
        exception_clear(thread);
    }
    return items;
}

static bool print_set(Pretty *pretty, Value value, bool cycle) {
    bool frozen = value_has_type(value, &frozenset_type_template);
    const char *open = frozen ? "frozenset({" : "{", *close = frozen ? "})" : "}";
    int64_t count = value_length(pretty->thread, value);
    if (count < 0) return false;
    if (cycle || !count) {
        pretty_string(&pretty->printer, cycle ? open : value_type_name(pretty->thread, value));
        pretty_string(&pretty->printer, cycle ? "..." : "()");
        if (cycle) pretty_string(&pretty->printer, close);
        return true;
    }
    Value items = sort_items(pretty, value);
    if (value_is_absent(items)) return false;
    pretty_begin(&pretty->printer, strlen(open), open);
    bool good = print_items(pretty, items);
    pretty_end(&pretty->printer, strlen(open), close);
    value_release(items);
    return good;
}

static bool print_pairs(Pretty *pretty, Dict *dict) {
    Value key, item;
    size_t index = 0;
    bool good = true;
    for (size_t at = 0; good && dict_next(dict, &at, &key, &item); index++) {
        if (!print_separator(pretty, index)) break;
        Value held_key = value_retain(key), held_item = value_retain(item);
        good = print_value(pretty, held_key);
        pretty_string(&pretty->printer, ": ");
        good = good && print_value(pretty, held_item);
        value_release(held_key);
        value_release(held_item);
    }
    return good;
}

static bool print_dict(Pretty *pretty, Value value, bool cycle, const char *open, const char *close) {
    if (cycle) {
        pretty_string(&pretty->printer, "{...}");
        return true;
    }
    pretty_begin(&pretty->printer, strlen(open), open);
    bool good = print_pairs(pretty, value_dict(value));
    pretty_end(&pretty->printer, strlen(open), close);
    return good;
}

/* ---- calls: Name(argument, keyword=argument) ---- */

typedef struct CallPrinter {
    Pretty *pretty;
    size_t width; /* of "Name(" */
    bool any;
} CallPrinter;

static CallPrinter begin_call(Pretty *pretty, const char *name) {
    CallPrinter call = {.pretty = pretty, .width = strlen(name) + 1};
    pretty_string(&pretty->printer, name);
    pretty_begin(&pretty->printer, call.width, "(");
    return call;
}

static bool print_argument(CallPrinter *call, const char *keyword, Value value) {
    PrettyPrinter *printer = &call->pretty->printer;
    if (call->any) {
        pretty_string(printer, ",");
        pretty_breakable(printer);
    }
    call->any = true;
    if (!keyword) return print_value(call->pretty, value);
    size_t width = strlen(keyword) + 1;
    pretty_string(printer, keyword);
    pretty_begin(printer, width, "=");
    bool good = print_value(call->pretty, value);
    pretty_end(printer, width, "");
    return good;
}

static bool end_call(CallPrinter *call, bool good) {
    pretty_end(&call->pretty->printer, call->width, ")");
    return good;
}

static bool print_exception(Pretty *pretty, Value value) {
    Value name = type_qualified_name(pretty->thread, value.object->type);
    Value arguments = value_find_attribute_c(pretty->thread, value, "args");
    if (value_is_absent(name)) return false;
    CallPrinter call = begin_call(pretty, value_c_string(name));
    bool good = true;
    for (size_t i = 0; value_is_tuple(arguments) && good && i < value_tuple(arguments)->count; i++) {
        good = print_argument(&call, NULL, value_tuple(arguments)->items[i]);
    }
    value_release(arguments);
    value_release(name);
    return end_call(&call, good);
}

static bool print_namespace(Pretty *pretty, Value value, bool cycle) {
    CallPrinter call = begin_call(pretty, "namespace");
    if (cycle) {
        pretty_string(&pretty->printer, "...");
        return end_call(&call, true);
    }
    Value attributes = value_find_attribute_c(pretty->thread, value, "__dict__"), key, item;
    bool good = true;
    for (size_t at = 0;
         value_is_dict(attributes) && good && dict_next(value_dict(attributes), &at, &key, &item);) {
        good = print_argument(&call, value_c_string(key), item);
    }
    value_release(attributes);
    return end_call(&call, good);
}

/* collections' types: Name(list or dict of the contents). */
typedef Value ContentsOf(Thread *thread, Value value);

static Value dict_contents(Thread *thread, Value value) { return dict_copy(thread, value_dict(value)); }

static Value item_contents(Thread *thread, Value value) {
    Value items = value_call_method(thread, value, "items", NULL, 0);
    Value list = value_is_absent(items) ? items : list_from_iterable(thread, items);
    value_release(items);
    return list;
}

static Value common_contents(Thread *thread, Value value) {
    Value common = value_call_method(thread, value, "most_common", NULL, 0);
    Value dict = value_is_absent(common) ? common : dict_new(thread);
    if (!value_is_absent(dict) && !dict_merge(thread, value_dict(dict), common)) {
        value_release(dict);
        dict = VALUE_ABSENT;
    }
    value_release(common);
    return dict;
}

static const struct CollectionPrinter {
    const char *name, *before, *after; /* attributes shown as the first argument and as a keyword */
    ContentsOf *contents;
    bool empty_is_bare;
} COLLECTIONS[] = {
    {"defaultdict", "default_factory", NULL, dict_contents, false},
    {"OrderedDict", NULL, NULL, item_contents, true},
    {"deque", NULL, "maxlen", list_from_iterable, false},
    {"Counter", NULL, NULL, common_contents, true},
};

static bool print_collection(Pretty *pretty, Value value, const struct CollectionPrinter *collection,
                             bool cycle) {
    Thread *thread = pretty->thread;
    const char *name = strrchr(value_type_name(thread, value), '.');
    CallPrinter call = begin_call(pretty, name ? name + 1 : value_type_name(thread, value));
    if (cycle) {
        pretty_string(&pretty->printer, "...");
        return end_call(&call, true);
    }
    bool good = true;
    if (collection->before) {
        Value first = value_get_attribute_c(thread, value, collection->before);
        good = !value_is_absent(first) && print_argument(&call, NULL, first);
        value_release(first);
    }
    int64_t count = good ? value_length(thread, value) : -1;
    if (count > 0 || (count == 0 && !collection->empty_is_bare)) {
        Value contents = collection->contents(thread, value);
        good = !value_is_absent(contents) && print_argument(&call, NULL, contents);
        value_release(contents);
    }
    if (good && collection->after) {
        Value last = value_get_attribute_c(thread, value, collection->after);
        good =
            !value_is_absent(last) && (value_is_none(last) || print_argument(&call, collection->after, last));
        value_release(last);
    }
    return end_call(&call, good && count >= 0);
}

/* ---- classes, functions, plain objects ---- */

static bool print_type(Pretty *pretty, Value value) {
    if (value.object->type != thread_builtins(pretty->thread)->type_type) {
        Value own = type_lookup(value.object->type, thread_builtins(pretty->thread)->name___repr__);
        Value plain = type_lookup(thread_builtins(pretty->thread)->type_type,
                                  thread_builtins(pretty->thread)->name___repr__);
        if (!value_is(own, plain)) return print_repr(pretty, value);
    }
    return print_string(pretty, type_qualified_name(pretty->thread, value_type(value)));
}

static bool print_function(Pretty *pretty, Value value) {
    Thread *thread = pretty->thread;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    Value name = value_find_attribute_c(thread, value, "__qualname__");
    Value module = value_find_attribute_c(thread, value, "__module__");
    text_append(&text, "<function ");
    if (value_is_string(module) && strcmp(value_c_string(module), "builtins")) {
        text_append_format(&text, "%s.", value_c_string(module));
    }
    text_append(&text, value_is_string(name) ? value_c_string(name) : "?");
    callable_append_signature(thread, value, &text);
    text_append_char(&text, '>');
    pretty_text(&pretty->printer, text_string(&text), text.length);
    bool good = !text.failed;
    text_release(&text);
    value_release(name);
    value_release(module);
    return good || (raise_no_memory(thread), false);
}

static bool print_super(Pretty *pretty, Value value) {
    const Super *super = (const Super *)value.object;
    pretty_begin(&pretty->printer, 8, "<super: ");
    bool good = print_value(pretty, (Value){.tag = TAG_OBJECT, .object = &super->type->object});
    pretty_string(&pretty->printer, ",");
    pretty_breakable(&pretty->printer);
    good = good && print_value(pretty, value_is_absent(super->self) ? VALUE_NONE : super->self);
    pretty_end(&pretty->printer, 8, ">");
    return good;
}

/* re.compile(r'a+', re.IGNORECASE|re.UNICODE) */
static bool print_pattern(Pretty *pretty, Value value) {
    static const struct {
        int64_t bit;
        const char *name;
    } flags[] = {{1, "TEMPLATE"}, {2, "IGNORECASE"}, {4, "LOCALE"}, {8, "MULTILINE"}, {16, "DOTALL"}, {32, "UNICODE"}, {64, "VERBOSE"}, {128, "DEBUG"}};
    Thread *thread = pretty->thread;
    Value pattern = value_find_attribute_c(thread, value, "pattern"), set = value_find_attribute_c(thread, value, "flags");
    Value shown = value_is_absent(pattern) ? VALUE_ABSENT : value_repr(thread, pattern);
    bool good = !value_is_absent(shown) && set.tag == TAG_INT;
    if (good) {
        TextBuffer text = TEXT_BUFFER_EMPTY;
        text_append_char(&text, 'r');
        for (const char *at = value_c_string(shown); *at; at++) {
            if (at[0] == '\\' && at[1] == '\\') at++;
            text_append_char(&text, *at);
        }
        pretty_begin(&pretty->printer, 11, "re.compile(");
        pretty_text(&pretty->printer, text_string(&text), text.length);
        text_truncate(&text, 0);
        for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
            if (set.integer & flags[i].bit) text_append_format(&text, "%sre.%s", text.length ? "|" : "", flags[i].name);
        if (text.length) {
            pretty_string(&pretty->printer, ",");
            pretty_breakable(&pretty->printer);
            pretty_text(&pretty->printer, text_string(&text), text.length);
        }
        pretty_end(&pretty->printer, 11, ")");
        good = !text.failed || (raise_no_memory(thread), false);
        text_release(&text);
    }
    value_release(pattern);
    value_release(set);
    value_release(shown);
    return good;
}

/* name=value of the attributes that are no methods. */
static bool print_attributes(Pretty *pretty, Value value) {
    Thread *thread = pretty->thread;
    Value names = value_call_one(thread, dict_get_c(thread, thread->interpreter->builtin_names, "dir"), value);
    if (!value_is_list(names)) return value_release(names), !exception_is_set(thread);
    bool good = true, first = true;
    for (size_t i = 0; good && i < value_list(names)->count; i++) {
        Value name = value_list(names)->items[i];
        if (!value_is_string(name) || *value_c_string(name) == '_') continue;
        Value attribute = value_get_attribute(thread, value, value_string(name));
        good = !value_is_absent(attribute);
        if (good && !(attribute.tag == TAG_OBJECT && attribute.object->type == thread_builtins(thread)->type_bound_method)) {
            if (!first) pretty_string(&pretty->printer, ",");
            first = false;
            pretty_breakable(&pretty->printer);
            pretty_string(&pretty->printer, value_c_string(name));
            pretty_string(&pretty->printer, "=");
            size_t step = value_string(name)->count + 1;
            pretty->printer.indentation += step;
            good = print_value(pretty, attribute);
            pretty->printer.indentation -= step;
        }
        value_release(attribute);
    }
    value_release(names);
    return good;
}

static bool print_plain_object(Pretty *pretty, Value value, bool cycle) {
    char address[40];
    pretty_begin(&pretty->printer, 1, "<");
    bool good = print_value(pretty, (Value){.tag = TAG_OBJECT, .object = (Object *)value.object->type});
    snprintf(address, sizeof address, " at %p%s", (void *)value.object, cycle ? " ..." : "");
    pretty_string(&pretty->printer, address);
    if (good && pretty->options->is_verbose && !cycle) good = print_attributes(pretty, value);
    pretty_end(&pretty->printer, 1, ">");
    return good;
}

/* ---- dispatch ---- */

typedef enum PrinterKind {
    PRINT_NOTHING,
    PRINT_REPR,
    PRINT_LIST,
    PRINT_SET,
    PRINT_DICT,
    PRINT_PROXY,
    PRINT_EXCEPTION,
    PRINT_NAMESPACE,
    PRINT_TYPE,
    PRINT_FUNCTION,
    PRINT_COLLECTION,
    PRINT_SUPER,
    PRINT_PATTERN,
    PRINT_OWN,
} PrinterKind;

static PrinterKind printer_of_template(const Type *origin) {
    if (origin == &list_type_template || origin == &tuple_type_template) return PRINT_LIST;
    if (origin == &set_type_template || origin == &frozenset_type_template) return PRINT_SET;
    if (origin == &dict_type_template) return PRINT_DICT;
    if (origin == &mapping_proxy_type_template) return PRINT_PROXY;
    if (origin == &namespace_type_template) return PRINT_NAMESPACE;
    if (origin == &type_type_template) return PRINT_TYPE;
    if (origin == &function_type_template || origin == &native_type_template) return PRINT_FUNCTION;
    if (origin == &super_type_template) return PRINT_SUPER;
    if (origin && !strcmp(origin->name, "re.Pattern")) return PRINT_PATTERN;
    return PRINT_NOTHING;
}

static const struct CollectionPrinter *find_collection(Thread *thread, Type *type) {
    const char *dot = strrchr(type->name, '.');
    const char *name = dot ? dot + 1 : type->name;
    for (size_t i = 0; i < sizeof COLLECTIONS / sizeof *COLLECTIONS; i++) {
        if (strcmp(name, COLLECTIONS[i].name)) continue;
        Value module = type_module(thread, type);
        bool ours = value_is_string(module) && !strcmp(value_c_string(module), "collections");
        value_release(module);
        if (ours) return &COLLECTIONS[i];
    }
    return NULL;
}

/* A function for a class that was registered by its name becomes one of the class; borrowed, or absent. */
static Value take_named(const Pretty *pretty, Type *class) {
    Thread *thread = pretty->thread;
    Value named = pretty->options->named, printers = pretty->options->printers;
    if (!value_is_dict(named) || !dict_count(value_dict(named)) || !value_is_dict(printers)) return VALUE_ABSENT;
    Value self = value_from_object(class), parts[2] = {value_find_attribute_c(thread, self, "__module__"),
                                                       value_find_attribute_c(thread, self, "__name__")};
    Value key = VALUE_ABSENT, function = VALUE_ABSENT;
    if (!value_is_absent(parts[0]) && !value_is_absent(parts[1])) key = tuple_from_values(thread, parts, 2);
    if (!value_is_absent(key)) function = dict_get(thread, value_dict(named), key);
    if (!value_is_absent(function)) {
        if (dict_set(thread, value_dict(printers), self, function)) dict_remove(thread, value_dict(named), key);
        function = dict_get(thread, value_dict(printers), self);
    }
    value_release(parts[0]), value_release(parts[1]), value_release(key);
    return function;
}

/* What was registered for just this class; borrowed, or absent. */
static Value registered(const Pretty *pretty, Type *class) {
    Value printers = pretty->options->printers;
    if (!value_is_dict(printers)) return VALUE_ABSENT;
    Value function = dict_get(pretty->thread, value_dict(printers), value_from_object(class));
    if (value_is_absent(function) && !exception_is_set(pretty->thread)) function = take_named(pretty, class);
    return value_is(function, pretty->options->usual) ? VALUE_ABSENT : function;
}

/* The first class of the MRO that says how it is printed; *own, owned: by a function of the user's. */
static PrinterKind find_printer(const Pretty *pretty, Type *type, const struct CollectionPrinter **collection, Value *own) {
    Thread *thread = pretty->thread;
    Builtins *builtins = thread_builtins(thread);
    String *method = string_intern(thread, "_repr_pretty_");
    for (size_t i = 0; i < type->order->count; i++) {
        Type *class = value_type(type->order->items[i]);
        Value function = registered(pretty, class);
        if (value_is_absent(function) && method && class->flags & TYPE_HEAP) {
            Dict *names = type_attributes(thread, class);
            function = names ? dict_get_string(names, method) : VALUE_ABSENT;
            if (!value_is_callable(thread->interpreter, function)) function = VALUE_ABSENT;
        }
        if (!value_is_absent(function)) {
            *own = value_retain(function);
            return PRINT_OWN;
        }
        PrinterKind kind = printer_of_template(class->origin);
        if (kind != PRINT_NOTHING) return kind;
        if (class == builtins->exception_BaseException) return PRINT_EXCEPTION;
        if (class == builtins->type_object) break;
        *collection = find_collection(thread, class);
        if (*collection) return PRINT_COLLECTION;
        Dict *attributes = type_attributes(thread, class);
        if (attributes && !value_is_absent(dict_get_string(attributes, builtins->name___repr__)))
            return PRINT_REPR;
        /* A native class over a printed one, with a repr of its own: NumPy's SVDResult over tuple. */
        Type *next = i + 1 < type->order->count ? value_type(type->order->items[i + 1]) : NULL;
        if (next && class->repr && class->repr != next->repr && printer_of_template(next->origin) != PRINT_NOTHING)
            return PRINT_REPR;
    }
    return PRINT_NOTHING;
}

/* The function that was registered for this very value; owned, or absent. */
static Value singleton_printer(const Pretty *pretty, Value value) {
    Value singletons = pretty->options->singletons;
    if (!value_is_dict(singletons) || !dict_count(value_dict(singletons))) return VALUE_ABSENT;
    Value key = value_identity(pretty->thread, value);
    Value function = value_is_absent(key) ? key : dict_get(pretty->thread, value_dict(singletons), key);
    value_release(key);
    return value_is_absent(function) || value_is(function, pretty->options->usual) ? VALUE_ABSENT : value_retain(function);
}

static bool push(Pretty *pretty, const Object *object) {
    if (pretty->depth == pretty->capacity) {
        size_t capacity = pretty->capacity ? pretty->capacity * 2 : 32;
        const Object **stack = arena_allocate(&pretty->printer.arena, capacity * sizeof *stack);
        if (!stack) return raise_no_memory(pretty->thread), false;
        if (pretty->depth) memcpy(stack, pretty->stack, pretty->depth * sizeof *stack);
        pretty->stack = stack;
        pretty->capacity = capacity;
    }
    pretty->stack[pretty->depth++] = object;
    return true;
}

static bool print_object(Pretty *pretty, Value value) {
    const struct CollectionPrinter *collection = NULL;
    bool cycle = false;
    for (size_t i = 0; i < pretty->depth && !cycle; i++) cycle = pretty->stack[i] == value.object;
    Value own = VALUE_ABSENT;
    PrinterKind kind = PRINT_OWN;
    own = singleton_printer(pretty, value);
    if (value_is_absent(own)) kind = find_printer(pretty, value.object->type, &collection, &own);
    if (exception_is_set(pretty->thread) || !push(pretty, value.object)) return value_release(own), false;
    bool good = false;
    switch (kind) {
    case PRINT_NOTHING: good = print_plain_object(pretty, value, cycle); break;
    case PRINT_REPR: good = print_repr(pretty, value); break;
    case PRINT_LIST: good = print_list(pretty, value, cycle); break;
    case PRINT_SET: good = print_set(pretty, value, cycle); break;
    case PRINT_DICT: good = print_dict(pretty, value, cycle, "{", "}"); break;
    case PRINT_PROXY: {
        Value mapping = ((MappingProxy *)value.object)->mapping;
        good = value_is_dict(mapping) ? print_dict(pretty, mapping, cycle, "mappingproxy({", "})")
                                      : print_repr(pretty, value);
        break;
    }
    case PRINT_EXCEPTION: good = print_exception(pretty, value); break;
    case PRINT_NAMESPACE: good = print_namespace(pretty, value, cycle); break;
    case PRINT_TYPE: good = print_type(pretty, value); break;
    case PRINT_FUNCTION: good = print_function(pretty, value); break;
    case PRINT_COLLECTION: good = print_collection(pretty, value, collection, cycle); break;
    case PRINT_SUPER: good = print_super(pretty, value); break;
    case PRINT_PATTERN: good = print_pattern(pretty, value); break;
    case PRINT_OWN: good = pretty_call_own(pretty, own, value, cycle); break;
    }
    value_release(own);
    pretty->depth--;
    return good;
}

/* As %precision wants it; false without an exception: it does not want anything. */
static bool print_float(Pretty *pretty, Value value) {
    const char *format = pretty->options->float_format;
    Value text = format ? string_from_c(pretty->thread, format) : VALUE_ABSENT;
    Value shown = value_is_absent(text) ? text : value_binary(pretty->thread, BINARY_REMAINDER, text, value);
    value_release(text);
    if (value_is_string(shown)) return print_string(pretty, shown);
    value_release(shown);
    exception_clear(pretty->thread);
    return false;
}

/* Numbers and strings have their repr, unless the user registered a function for their type. */
static bool print_by_user(Pretty *pretty, Value value, bool *printed) {
    *printed = false;
    if (!value_is_dict(pretty->options->printers)) return true;
    const struct CollectionPrinter *collection;
    Value own = singleton_printer(pretty, value);
    if (value_is_absent(own)) find_printer(pretty, type_of(pretty->thread->interpreter, value), &collection, &own);
    if (value_is_absent(own)) return !exception_is_set(pretty->thread);
    *printed = true;
    bool good = pretty_call_own(pretty, own, value, false);
    value_release(own);
    return good;
}

bool pretty_print_value(Pretty *pretty, Value value) {
    if (!thread_enter(pretty->thread, " while getting the repr of an object")) return false;
    pretty_begin(&pretty->printer, 0, "");
    bool printed = false;
    bool good = (value.tag == TAG_OBJECT && !value_is_string(value)) || print_by_user(pretty, value, &printed);
    if (good && !printed)
        good = value.tag == TAG_OBJECT && !value_is_string(value)         ? print_object(pretty, value)
               : value.tag == TAG_FLOAT && print_float(pretty, value) ? true
                                                                      : print_repr(pretty, value);
    pretty_end(&pretty->printer, 0, "");
    thread_leave(pretty->thread);
    return good;
}

Value session_pretty(Thread *thread, Value value) {
    Session *session = thread->interpreter->session;
    PrettyOptions options = usual_options;
    if (session) options.float_format = session_settings(session)->float_format;
    return session_pretty_with(thread, value, &options);
}

Value session_pretty_with(Thread *thread, Value value, const PrettyOptions *options) {
    Pretty pretty = {.thread = thread, .options = options, .object = VALUE_ABSENT};
    pretty_start(&pretty.printer, options->width, options->newline ? options->newline : "\n");
    Value result = VALUE_ABSENT;
    bool printed = print_value(&pretty, value);
    if (!printed && pretty.printer.failed && !exception_is_set(thread)) raise_no_memory(thread);
    if (printed) {
        pretty_flush(&pretty.printer);
        result = pretty.printer.failed
                     ? raise_no_memory(thread)
                     : string_new(thread, text_string(&pretty.printer.out), pretty.printer.out.length);
    }
    pretty_forget_object(&pretty);
    pretty_release(&pretty.printer);
    return result;
}
