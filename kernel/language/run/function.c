/* Function objects, cells, and the matching of a call's arguments with a function's parameters. */
#include "kernel/language/run/function.h"
#include "kernel/language/run/native_words.h"

#include "base/memory.h"
#include "kernel/language/run/vm.h"
#include "kernel/objects/core/gc.h"
#include "kernel/objects/descriptor/signature.h"

#include <stddef.h>
#include <string.h>

/* ---- cells ---- */

Value cell_new(Thread *thread, Value value) {
    Cell *cell = object_new(thread, thread_builtins(thread)->type_cell);
    if (!cell) return VALUE_ABSENT;
    cell->value = value_retain(value);
    return value_from_object(cell);
}

static bool cell_visit(Object *self, Visit *visit, void *context) {
    return visit_value(((Cell *)self)->value, visit, context);
}
static void cell_clear(Object *self) { value_clear(&((Cell *)self)->value); }
static Value cell_repr(Thread *thread, Value self) {
    Value value = ((Cell *)self.object)->value;
    if (value_is_absent(value)) return string_format(thread, "<cell at %p: empty>", (void *)self.object);
    return string_format(thread, "<cell at %p: %s object at %p>", (void *)self.object, value_type_name(thread, value),
                         value.tag == TAG_OBJECT ? (void *)value.object : (void *)self.object);
}
static Value cell_create(Thread *thread, Type *type, const Call *call) {
    (void)type;
    Value arguments[1];
    if (!native_match(thread, "cell", "(contents=..., /)", call, arguments, 1)) return VALUE_ABSENT;
    Value cell = cell_new(thread, call->positional_count ? arguments[0] : VALUE_ABSENT);
    native_release_arguments(arguments, 1);
    return cell;
}
static Value get_contents(Thread *thread, Value self) {
    Value value = ((Cell *)self.object)->value;
    if (value_is_absent(value)) return raise_value_error(thread, "Cell is empty");
    return value_retain(value);
}
static bool set_contents(Thread *thread, Value self, Value value) {
    (void)thread;
    cell_set((Cell *)self.object, value);
    return true;
}
static const PropertyEntry cell_properties[] = {{"cell_contents", get_contents, set_contents, NULL}, {0}};
const Type cell_type_template = {
    .name = "cell",
    .flags = TYPE_COLLECTED | TYPE_IMMUTABLE,
    .instance_size = sizeof(Cell),
    .create = cell_create,
    .destroy = cell_clear,
    .visit = cell_visit,
    .clear = cell_clear,
    .repr = cell_repr,
    .properties = cell_properties,
};

/* ---- functions ---- */

Value function_new(Thread *thread, Code *code, Dict *globals) {
    Builtins *builtins = thread_builtins(thread);
    Function *function = object_new(thread, builtins->type_function);
    if (!function) return VALUE_ABSENT;
    function->code = object_retain(code);
    function->globals = object_retain(globals);
    function->name = value_retain(value_from_object(code->name));
    function->qualified_name = value_retain(value_from_object(code->qualified_name));
    function->documentation = value_retain(code->documentation);
    Value module = dict_get_string(globals, builtins->name___name__);
    function->module = value_is_absent(module) ? VALUE_NONE : value_retain(module);
    return value_from_object(function);
}

static bool function_visit(Object *self, Visit *visit, void *context) {
    Function *function = (Function *)self;
    return visit_object(function->globals, visit, context) && visit_object(function->defaults, visit, context) &&
           visit_object(function->keyword_defaults, visit, context) && visit_object(function->closure, visit, context) &&
           visit_value(function->annotations, visit, context) && visit_value(function->documentation, visit, context) &&
           visit_value(function->module, visit, context);
}

static void function_clear(Object *self) {
    Function *function = (Function *)self;
    object_clear(&function->defaults);
    object_clear(&function->keyword_defaults);
    value_clear(&function->annotations);
}

static void function_destroy(Object *self) {
    Function *function = (Function *)self;
    function_clear(self);
    if (function->release_compiled) function->release_compiled(function->compiled);
    object_clear(&function->closure);
    object_clear(&function->globals);
    object_clear(&function->code);
    value_clear(&function->name);
    value_clear(&function->qualified_name);
    value_clear(&function->documentation);
    value_clear(&function->module);
}

static Value function_repr(Thread *thread, Value self) {
    return string_format(thread, "<function %s at %p>", value_c_string(value_function(self)->qualified_name),
                         (void *)self.object);
}

static Value function_descriptor_get(Thread *thread, Value self, Value instance, Value owner) {
    (void)owner;
    if (value_is_absent(instance) || (value_is_none(instance) && value_is_absent(owner))) return value_retain(self);
    return bound_method_new(thread, self, instance);
}

/* A call from C: the arguments are copied to the top of the stack and the VM starts on them. */
static Value function_call(Thread *thread, Value self, const Call *call) {
    Function *function = value_function(self);
    Code *code = function->code;
    size_t given = call->positional_count + (call->names ? call->names->count : 0);
    Value *base;
    Frame *frame;
    const Frame *caller = thread->frame;
    if (caller) {
        base = caller->stack_top;
        frame = caller->frame_top;
    }
    if ((!caller || (char *)(base + code->register_count + given + 5) > (char *)(frame - 1) ||
         (char *)__builtin_frame_address(0) < thread->stack_limit) &&
        !thread_reserve(thread, code->register_count + given + 1, &base, &frame))
        return VALUE_ABSENT;
    if (++thread->depth > thread->interpreter->recursion_limit) {
        thread->depth--;
        raise_recursion(thread);
        return VALUE_ABSENT;
    }
    base[0] = value_retain(self);
    Value *registers = base + 1;
    for (size_t i = 0; i < given; i++) registers[i] = value_retain(call->values[i]);
    bool bound = true;
    if (code->is_simple && !call->names && given == code->argument_count)
        for (size_t i = given; i < code->local_count; i++) registers[i].tag = TAG_ABSENT; /* the others hold nothing counted */
    else bound = function_bind(thread, function, registers, call->positional_count, call->names);
    if (!bound) {
        thread->depth--;
        registers_release(base, 0, 1); /* emptied: a window below may reach up to here */
        return VALUE_ABSENT;
    }
    frame_begin(frame, thread->frame, function, registers, FRAME_ENTRY);
    thread->frame = frame;
    if (!thread_poll(thread)) {
        thread->frame = frame->previous;
        thread->depth--;
        registers_release(base, 0, code->register_count + 1u);
        return VALUE_ABSENT;
    }
    Resumption resumption;
    return vm_enter(thread, frame, &resumption);
}

/* ---- the matching of arguments ---- */

static const char *plural(size_t count) { return count == 1 ? "" : "s"; }

/* 'a', 'b', and 'c' */
static void list_names(TextBuffer *text, String *const *names, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (i && count == 2) text_append(text, " and ");
        else if (i) text_append(text, i + 1 == count ? ", and " : ", ");
        text_append_format(text, "'%s'", names[i]->bytes);
    }
}

static void raise_missing(Thread *thread, const Function *function, const Value *registers, size_t from, size_t to,
                          const char *kind) {
    String **missing = memory_allocate((to - from + 1) * sizeof(String *));
    if (!missing) {
        raise_no_memory(thread);
        return;
    }
    size_t count = 0;
    for (size_t i = from; i < to; i++)
        if (registers[i].tag == TAG_ABSENT) missing[count++] = function->code->locals[i];
    TextBuffer text = TEXT_BUFFER_EMPTY;
    list_names(&text, missing, count);
    if (text.failed) raise_no_memory(thread);
    else raise_type_error(thread, "%s() missing %zu required %s argument%s: %s", value_c_string(function->qualified_name), count,
                     kind, plural(count), text_string(&text));
    text_release(&text);
    memory_release(missing);
}

static void raise_too_many(Thread *thread, const Function *function, const Value *registers, size_t given) {
    const Code *code = function->code;
    size_t defaults = function->defaults ? function->defaults->count : 0, wanted = code->argument_count;
    size_t keyword_given = 0;
    for (size_t i = 0; i < code->keyword_only_count; i++) keyword_given += registers[wanted + i].tag != TAG_ABSENT;
    const char *name = value_c_string(function->qualified_name);
    TextBuffer range = TEXT_BUFFER_EMPTY, keywords = TEXT_BUFFER_EMPTY;
    if (defaults) text_append_format(&range, "from %zu to %zu", wanted - defaults, wanted);
    else text_append_format(&range, "%zu", wanted);
    if (keyword_given)
        text_append_format(&keywords, " positional argument%s (and %zu keyword-only argument%s)", plural(given), keyword_given,
                           plural(keyword_given));
    raise_type_error(thread, "%s() takes %s positional argument%s but %zu%s %s given", name, text_string(&range),
                     defaults || wanted != 1 ? "s" : "", given, text_string(&keywords),
                     given == 1 && !keyword_given ? "was" : "were");
    text_release(&range);
    text_release(&keywords);
}

/* Parameters that are positional-only but came by name. */
static bool raise_positional_only(Thread *thread, const Function *function, Tuple *names) {
    const Code *code = function->code;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    for (size_t i = 0; i < code->positional_only_count; i++)
        for (size_t j = 0; j < names->count; j++)
            if (string_equals(code->locals[i], value_string(names->items[j]))) {
                if (text.length) text_append(&text, ", ");
                text_append(&text, code->locals[i]->bytes);
            }
    bool any = text.length != 0;
    if (any)
        raise_type_error(thread, "%s() got some positional-only arguments passed as keyword arguments: '%s'",
                         value_c_string(function->qualified_name), text_string(&text));
    text_release(&text);
    return any;
}

static int find_parameter(const Code *code, const String *name) {
    size_t count = (size_t)code->argument_count + code->keyword_only_count;
    for (size_t i = code->positional_only_count; i < count; i++)
        if (code->locals[i] == name) return (int)i;
    for (size_t i = code->positional_only_count; i < count; i++)
        if (string_equals(code->locals[i], name)) return (int)i;
    return -1;
}

static bool bind_keywords(Thread *thread, Function *function, Value *registers, const Value *values, Tuple *names,
                          Dict *extra) {
    const Code *code = function->code;
    const char *name = value_c_string(function->qualified_name);
    for (size_t i = 0; i < names->count; i++) {
        Value key = names->items[i];
        if (!value_is_string(key)) return raise_type_error(thread, "%s() keywords must be strings", name), false;
        int at = find_parameter(code, value_string(key));
        if (at >= 0) {
            if (registers[at].tag != TAG_ABSENT)
                return raise_type_error(thread, "%s() got multiple values for argument '%s'", name, value_c_string(key)), false;
            registers[at] = value_retain(values[i]);
        } else if (extra) {
            if (!dict_set(thread, extra, key, values[i])) return false;
        } else {
            if (!raise_positional_only(thread, function, names))
                raise_type_error(thread, "%s() got an unexpected keyword argument '%s'", name, value_c_string(key));
            return false;
        }
    }
    return true;
}

static bool bind_defaults(Thread *thread, Function *function, Value *registers, size_t given) {
    const Code *code = function->code;
    size_t wanted = code->argument_count, defaults = function->defaults ? function->defaults->count : 0;
    if (defaults > wanted) defaults = wanted;
    if (given < wanted) {
        for (size_t i = 0; i < wanted - defaults; i++)
            if (registers[i].tag == TAG_ABSENT) {
                raise_missing(thread, function, registers, 0, wanted - defaults, "positional");
                return false;
            }
        size_t skipped = function->defaults ? function->defaults->count - defaults : 0;
        for (size_t i = wanted - defaults; i < wanted; i++)
            if (registers[i].tag == TAG_ABSENT)
                registers[i] = value_retain(function->defaults->items[skipped + i - (wanted - defaults)]);
    }
    bool missing = false;
    for (size_t i = wanted; i < wanted + code->keyword_only_count; i++) {
        if (registers[i].tag != TAG_ABSENT) continue;
        Value value = function->keyword_defaults ? dict_get_string(function->keyword_defaults, code->locals[i]) : VALUE_ABSENT;
        if (value_is_absent(value)) missing = true;
        else registers[i] = value_retain(value);
    }
    if (missing) raise_missing(thread, function, registers, wanted, wanted + code->keyword_only_count, "keyword-only");
    return !missing;
}

/* The parameters' places are worked out beside the arguments, then moved over them. */
bool function_bind(Thread *thread, Function *function, Value *registers, size_t count, Tuple *names) {
    const Code *code = function->code;
    size_t wanted = code->argument_count, given = count + (names ? names->count : 0);
    bool fits = !names && count <= wanted && count + (function->defaults ? function->defaults->count : 0) >= wanted;
    if (code->is_hidden && !fits && !function_check_as_native(thread, function, count, names)) {
        registers_release(registers, 0, given);
        return false;
    }
    if (!names && count <= wanted && code->is_simple) { /* only defaults are wanting */
        for (size_t i = count; i < code->register_count; i++) registers[i].tag = TAG_ABSENT;
        if (bind_defaults(thread, function, registers, count)) return true;
        registers_release(registers, 0, code->register_count);
        return false;
    }
    Value few[24];
    Value *placed = code->parameter_count + 1u <= 24 ? few : memory_allocate((code->parameter_count + 1u) * sizeof(Value));
    if (!placed) {
        registers_release(registers, 0, given);
        raise_no_memory(thread);
        return false;
    }
    for (size_t i = 0; i < code->parameter_count; i++) placed[i] = VALUE_ABSENT;
    size_t positional = count < wanted ? count : wanted, rest = wanted + code->keyword_only_count;
    for (size_t i = 0; i < positional; i++) {
        placed[i] = registers[i];
        registers[i].tag = TAG_ABSENT;
    }
    bool fine = true;
    if (code->flags & CODE_STAR_ARGUMENTS) {
        placed[rest] = tuple_from_owned(thread, registers + positional, count - positional);
        for (size_t i = positional; i < count; i++) registers[i].tag = TAG_ABSENT;
        fine = !value_is_absent(placed[rest]);
        rest++;
    }
    Dict *extra = NULL;
    if (fine && code->flags & CODE_STAR_KEYWORDS) {
        placed[rest] = dict_new(thread);
        fine = !value_is_absent(placed[rest]);
        if (fine) extra = value_dict(placed[rest]);
    }
    if (fine && names) fine = bind_keywords(thread, function, placed, registers + count, names, extra);
    if (fine && count > wanted && !(code->flags & CODE_STAR_ARGUMENTS)) {
        raise_too_many(thread, function, placed, count);
        fine = false;
    }
    if (fine) fine = bind_defaults(thread, function, placed, positional);
    registers_release(registers, 0, given);
    if (!fine) registers_release(placed, 0, code->parameter_count);
    else {
        memcpy(registers, placed, code->parameter_count * sizeof(Value));
        for (size_t i = code->parameter_count; i < code->register_count; i++) registers[i].tag = TAG_ABSENT;
    }
    if (placed != few) memory_release(placed);
    return fine;
}

/* ---- what Python sees of a function ---- */

static Value value_or_none(Value value) { return value_is_absent(value) ? VALUE_NONE : value_retain(value); }

#define FUNCTION_TEXT(name, member, text)                                                            \
    static Value get_##name(Thread *thread, Value self) {                                            \
        (void)thread;                                                                                \
        return value_retain(value_function(self)->member);                                           \
    }                                                                                                \
    static bool set_##name(Thread *thread, Value self, Value value) {                                \
        if (!value_is_string(value)) {                                                               \
            raise_type_error(thread, text " must be set to a string object");                        \
            return false;                                                                            \
        }                                                                                            \
        value_replace(&value_function(self)->member, value_retain(value));                           \
        return true;                                                                                 \
    }
FUNCTION_TEXT(name, name, "__name__")
FUNCTION_TEXT(qualified_name, qualified_name, "__qualname__")

#define FUNCTION_VALUE(name, member)                                                                             \
    static Value get_##name(Thread *thread, Value self) {                                                        \
        (void)thread;                                                                                            \
        return value_or_none(value_function(self)->member);                                                      \
    }                                                                                                            \
    static bool set_##name(Thread *thread, Value self, Value value) {                                            \
        (void)thread;                                                                                            \
        value_replace(&value_function(self)->member, value_is_absent(value) ? VALUE_NONE : value_retain(value)); \
        return true;                                                                                             \
    }
FUNCTION_VALUE(documentation, documentation)
FUNCTION_VALUE(module, module)

static Value get_code(Thread *thread, Value self) {
    (void)thread;
    return value_retain(value_from_object(value_function(self)->code));
}
static bool set_code(Thread *thread, Value self, Value value) {
    if (!value_has_type(value, &code_type_template))
        return raise_type_error(thread, "__code__ must be set to a code object"), false;
    Function *function = value_function(self);
    size_t closure = function->closure ? function->closure->count : 0;
    if (closure != value_code(value)->free_count)
        return raise_value_error(thread, "%s() requires a code object with %zu free vars, not %zu",
                                 value_c_string(function->name), closure, value_code(value)->free_count), false;
    Code *old = function->code;
    function->code = object_retain(value.object);
    object_release(old);
    return true;
}
static Value get_defaults(Thread *thread, Value self) {
    (void)thread;
    return value_or_none(value_from_object(value_function(self)->defaults));
}
static bool set_defaults(Thread *thread, Value self, Value value) {
    Tuple **place = &value_function(self)->defaults, *old = *place;
    if (!value_is_absent(value) && !value_is_none(value) && !value_is_tuple(value))
        return raise_type_error(thread, "__defaults__ must be set to a tuple object"), false;
    *place = value_is_tuple(value) ? object_retain(value.object) : NULL;
    object_release(old);
    return true;
}
static Value get_keyword_defaults(Thread *thread, Value self) {
    (void)thread;
    return value_or_none(value_from_object(value_function(self)->keyword_defaults));
}
static bool set_keyword_defaults(Thread *thread, Value self, Value value) {
    Dict **place = &value_function(self)->keyword_defaults, *old = *place;
    if (!value_is_absent(value) && !value_is_none(value) && !value_is_dict(value))
        return raise_type_error(thread, "__kwdefaults__ must be set to a dict object"), false;
    *place = value_is_dict(value) ? object_retain(value.object) : NULL;
    object_release(old);
    return true;
}
static Value get_closure(Thread *thread, Value self) {
    (void)thread;
    return value_or_none(value_from_object(value_function(self)->closure));
}
static Value get_globals(Thread *thread, Value self) {
    (void)thread;
    return value_retain(value_from_object(value_function(self)->globals));
}
static Value get_builtins(Thread *thread, Value self) {
    return value_retain(globals_builtins(thread, ((Function *)self.object)->globals));
}
static Value get_annotations(Thread *thread, Value self) {
    Function *function = value_function(self);
    if (!value_is_dict(function->annotations)) {
        Value dict = dict_new(thread);
        if (value_is_absent(dict)) return dict;
        if (value_is_tuple(function->annotations)) {
            Tuple *pairs = value_tuple(function->annotations);
            for (size_t i = 0; i + 1 < pairs->count; i += 2)
                if (!dict_set(thread, value_dict(dict), pairs->items[i], pairs->items[i + 1])) {
                    value_release(dict);
                    return VALUE_ABSENT;
                }
        }
        value_replace(&function->annotations, dict);
    }
    return value_retain(function->annotations);
}
static bool set_annotations(Thread *thread, Value self, Value value) {
    if (!value_is_absent(value) && !value_is_none(value) && !value_is_dict(value))
        return raise_type_error(thread, "__annotations__ must be set to a dict object"), false;
    value_replace(&value_function(self)->annotations, value_is_dict(value) ? value_retain(value) : VALUE_ABSENT);
    return true;
}

static Value get_dict(Thread *thread, Value self) {
    Dict *dict = object_attributes(thread, self.object);
    return dict ? value_retain(value_from_object(dict)) : VALUE_ABSENT;
}
static bool set_dict(Thread *thread, Value self, Value value) {
    if (!value_is_dict(value))
        return raise_type_error(thread, "__dict__ must be set to a dictionary, not a '%s'", value_type_name(thread, value)), false;
    Function *function = value_function(self);
    Dict *old = function->attributes;
    function->attributes = object_retain(value.object);
    object_release(old);
    return true;
}

static const PropertyEntry function_properties[] = {
    {"__dict__", get_dict, set_dict, NULL},
    {"__name__", get_name, set_name, NULL},
    {"__qualname__", get_qualified_name, set_qualified_name, NULL},
    {"__doc__", get_documentation, set_documentation, NULL},
    {"__module__", get_module, set_module, NULL},
    {"__code__", get_code, set_code, NULL},
    {"__defaults__", get_defaults, set_defaults, NULL},
    {"__kwdefaults__", get_keyword_defaults, set_keyword_defaults, NULL},
    {"__closure__", get_closure, NULL, NULL},
    {"__globals__", get_globals, NULL, NULL},
    {"__builtins__", get_builtins, NULL, NULL},
    {"__annotations__", get_annotations, set_annotations, NULL},
    {0},
};

/* types.FunctionType(code, globals, name=None, argdefs=None, closure=None) */
static Value function_create(Thread *thread, Type *type, const Call *call) {
    (void)type;
    Value arguments[5];
    if (!native_match(thread, "function", "(code, globals, name=None, argdefs=None, closure=None)", call, arguments, 5))
        return VALUE_ABSENT;
    Value result = VALUE_ABSENT;
    if (!value_has_type(arguments[0], &code_type_template) || !value_is_dict(arguments[1]))
        raise_type_error(thread, "function() argument 'code' must be code, not %s", value_type_name(thread, arguments[0]));
    else if (value_code(arguments[0])->free_count && !value_is_tuple(arguments[4]))
        raise_type_error(thread, "arg 5 (closure) must be tuple");
    else if (value_is_tuple(arguments[4]) && value_tuple(arguments[4])->count != value_code(arguments[0])->free_count)
        raise_value_error(thread, "%s requires closure of length %zu, not %zu", value_code(arguments[0])->name->bytes,
                          value_code(arguments[0])->free_count, value_tuple(arguments[4])->count);
    else result = function_new(thread, value_code(arguments[0]), value_dict(arguments[1]));
    if (!value_is_absent(result)) {
        Function *function = value_function(result);
        if (value_is_string(arguments[2])) value_replace(&function->name, value_retain(arguments[2]));
        if (value_is_tuple(arguments[3])) function->defaults = object_retain(arguments[3].object);
        if (value_is_tuple(arguments[4])) function->closure = object_retain(arguments[4].object);
    }
    native_release_arguments(arguments, 5);
    return result;
}

const Type function_type_template = {
    .name = "function",
    .documentation = "Create a function object.",
    .signature = "(code, globals, name=None, argdefs=None, closure=None)",
    .flags = TYPE_COLLECTED | TYPE_METHOD | TYPE_IMMUTABLE,
    .instance_size = sizeof(Function),
    .attributes_offset = offsetof(Function, attributes),
    .weak_offset = offsetof(Function, weak_references),
    .create = function_create,
    .destroy = function_destroy,
    .visit = function_visit,
    .clear = function_clear,
    .repr = function_repr,
    .call = function_call,
    .descriptor_get = function_descriptor_get,
    .properties = function_properties,
};
