/* What instructions do when it takes more than a few lines: operators in place, unpacking, calls with stars, raising,
 * exception groups, with, import *, patterns, functions and classes. */
#include "kernel/language/run/vm.h"

#include "base/memory.h"
#include "kernel/language/compile/evaluate.h"
#include "kernel/objects/core/gc.h"
#include "kernel/objects/container/set.h"
#include "kernel/objects/number/float.h"

#include <math.h>
#include <string.h>

/* ---- elements of arrays ---- */

int vm_element(Thread *thread, const Word *at, Value *registers) {
    const Word *next = at + 1;
    bool gets = next->opcode == OP_GET_ITEM;
    if ((gets ? next->c : next->b) != at->a || !(next->flags & (gets ? CONSUME_C : CONSUME_B))) return 0;
    Value container = registers[gets ? next->b : next->a], *indexes = &registers[at->b];
    if (container.tag != TAG_OBJECT) return 0;
    const Type *type = container.object->type;
    if (gets) {
        if (!type->get_element) return 0;
        Value element = type->get_element(thread, container, indexes, at->c);
        if (value_is_absent(element)) return exception_is_set(thread) ? -1 : 0;
        for (size_t i = 0; i < at->c; i++) value_clear(&indexes[i]);
        if (next->flags & CONSUME_B) value_clear(&registers[next->b]);
        value_replace(&registers[next->a], element);
        return 1;
    }
    int stored = type->set_element ? type->set_element(thread, container, indexes, at->c, registers[next->c]) : 0;
    if (stored <= 0) return stored;
    for (size_t i = 0; i < at->c; i++) value_clear(&indexes[i]);
    if (next->flags & CONSUME_A) value_clear(&registers[next->a]);
    if (next->flags & CONSUME_C) value_clear(&registers[next->c]);
    return 1;
}

/* ---- NumPy's numbers among themselves and with Python's ---- */

typedef struct ScalarOperand {
    bool is_scalar, is_float; /* NumPy's; a float */
    int64_t integer;
    double real;
} ScalarOperand;

static inline bool read_scalar(const Builtins *builtins, Value value, ScalarOperand *operand) {
    operand->is_scalar = value.tag == TAG_OBJECT;
    switch (value.tag) {
    case TAG_FLOAT:
        operand->is_float = true;
        operand->real = value.number;
        return true;
    case TAG_INT:
        operand->is_float = false;
        operand->real = (double)(operand->integer = value.integer);
        return true;
    case TAG_OBJECT:
        operand->is_float = value.object->type == builtins->type_scalar_float;
        if (operand->is_float) operand->real = ((const Float *)value.object)->number;
        else if (value.object->type != builtins->type_scalar_integer) return false;
        else operand->real = (double)(operand->integer = ((const IntegerScalar *)value.object)->integer);
        return true;
    default: return false;
    }
}

/* A temporary of this type that nobody else holds, as the place of the result. */
static inline Object *dying_scalar(const Type *type, Value *place, bool is_consumed) {
    bool is_ours = is_consumed && place->tag == TAG_OBJECT && place->object->type == type && place->object->references == 1;
    return is_ours ? place->object : NULL;
}

/* + - * / of NumPy's float64 and int64 where nothing is to be told: no overflow, no division by zero, no nan. */
static bool scalar_arithmetic(Thread *thread, const Word *at, BinaryOperator operator, Value *place, Value left, Value right) {
    const Builtins *builtins = thread_builtins(thread);
    ScalarOperand a = {0}, b = {0};
    if (!read_scalar(builtins, left, &a) || !read_scalar(builtins, right, &b) || !(a.is_scalar || b.is_scalar)) return false;
    Type *type = builtins->type_scalar_float;
    double real = 0;
    int64_t integer = 0;
    if (a.is_float || b.is_float || operator == BINARY_TRUE_DIVIDE) {
        switch (operator) {
        case BINARY_ADD: real = a.real + b.real; break;
        case BINARY_SUBTRACT: real = a.real - b.real; break;
        case BINARY_MULTIPLY: real = a.real * b.real; break;
        case BINARY_TRUE_DIVIDE:
            if (b.real == 0) return false;
            real = a.real / b.real;
            break;
        default: return false;
        }
        if (!isfinite(real)) return false;
    } else {
        bool overflows = true;
        switch (operator) {
        case BINARY_ADD: overflows = __builtin_add_overflow(a.integer, b.integer, &integer); break;
        case BINARY_SUBTRACT: overflows = __builtin_sub_overflow(a.integer, b.integer, &integer); break;
        case BINARY_MULTIPLY: overflows = __builtin_mul_overflow(a.integer, b.integer, &integer); break;
        default: break;
        }
        if (overflows) return false;
        type = builtins->type_scalar_integer;
    }
    Value *registers = place - at->a;
    Object *scalar = dying_scalar(type, &registers[at->b], a.is_scalar && (at->flags & CONSUME_B || at->b == at->a));
    if (scalar) registers[at->b].tag = TAG_ABSENT;
    else if ((scalar = dying_scalar(type, &registers[at->c], b.is_scalar && at->flags & CONSUME_C))) registers[at->c].tag = TAG_ABSENT;
    else if (!(scalar = object_new(thread, type))) return false;
    if (type == builtins->type_scalar_float) ((Float *)scalar)->number = real;
    else ((IntegerScalar *)scalar)->integer = integer;
    value_replace(place, value_from_object(scalar));
    return true;
}

bool vm_compare_scalars(Thread *thread, Value left, Value right, Comparison comparison, int *truth) {
    const Builtins *builtins = thread_builtins(thread);
    ScalarOperand a = {0}, b = {0};
    if (!read_scalar(builtins, left, &a) || !read_scalar(builtins, right, &b)) return false;
    if (a.is_float != b.is_float && !(fabs(a.real) < 0x1p53 && fabs(b.real) < 0x1p53)) return false;
    int order = a.is_float || b.is_float ? (a.real > b.real) - (a.real < b.real) : (a.integer > b.integer) - (a.integer < b.integer);
    if ((a.is_float || b.is_float) && !(a.real == a.real && b.real == b.real)) return false;
    switch (comparison) {
    case COMPARE_LT: *truth = order < 0; break;
    case COMPARE_LE: *truth = order <= 0; break;
    case COMPARE_EQ: *truth = order == 0; break;
    case COMPARE_NE: *truth = order != 0; break;
    case COMPARE_GT: *truth = order > 0; break;
    default: *truth = order >= 0;
    }
    return true;
}

bool vm_binary(Thread *thread, const Word *at, BinaryOperator operator, Value *place, Value left, Value right) {
    Value result;
    if (thread_builtins(thread)->type_scalar_float && scalar_arithmetic(thread, at, operator, place, left, right)) return true;
    if (exception_is_set(thread)) return false;
    if (operator == BINARY_ADD && value_is_exact_string(left) && value_is_exact_string(right)) {
        /* s = s + t: the left string grows in place when this register is the only one that holds it. */
        if (place->tag == TAG_OBJECT && place->object == left.object) return string_append(thread, place, right);
        result = string_concatenate(thread, left, right);
    } else if (at->flags & IN_PLACE) {
        result = value_in_place(thread, operator, left, right);
    } else {
        result = value_binary(thread, operator, left, right);
    }
    if (value_is_absent(result)) return false;
    value_replace(place, result);
    return true;
}

/* ---- unpacking ---- */

static bool raise_unpack_count(Thread *thread, size_t wanted, bool more, size_t found) {
    if (more) raise_value_error(thread, "too many values to unpack (expected %zu)", wanted);
    else raise_value_error(thread, "not enough values to unpack (expected %zu, got %zu)", wanted, found);
    return false;
}

/* A retained list or tuple with all items; other iterables are read up to one more than `limit`. */
static Value unpack_items(Thread *thread, Value source, size_t limit) {
    const Builtins *builtins = thread_builtins(thread);
    if (source.tag == TAG_OBJECT && (source.object->type == builtins->type_list || source.object->type == builtins->type_tuple))
        return value_retain(source);
    if (value_is_tuple(source) && source.object->type->iterate == builtins->type_tuple->iterate) return value_retain(source); /* a namedtuple */
    Value iterator = value_iterate(thread, source);
    if (value_is_absent(iterator)) {
        if (exception_matches(thread, builtins->exception_TypeError) && !(source.tag == TAG_OBJECT && source.object->type->iterate)) {
            exception_clear(thread);
            raise_type_error(thread, "cannot unpack non-iterable %s object", value_type_name(thread, source));
        }
        return VALUE_ABSENT;
    }
    Value list = list_new(thread);
    while (!value_is_absent(list) && value_list(list)->count <= limit) {
        Value item = value_next(thread, iterator);
        if (value_is_absent(item)) break;
        if (!list_append_owned(thread, value_list(list), item)) break;
    }
    value_release(iterator);
    if (exception_is_set(thread)) {
        value_release(list);
        return VALUE_ABSENT;
    }
    return list;
}

bool vm_unpack(Thread *thread, Value source, Value *registers, size_t count) {
    Value items = unpack_items(thread, source, count);
    if (value_is_absent(items)) return false;
    size_t found = sequence_fast_count(items);
    if (found != count) {
        value_release(items);
        return raise_unpack_count(thread, count, found > count, found);
    }
    for (size_t i = 0; i < count; i++) value_replace(&registers[i], value_retain(sequence_fast_items(items)[i]));
    value_release(items);
    return true;
}

bool vm_unpack_star(Thread *thread, Value source, Value *registers, size_t before, size_t after) {
    Value items = unpack_items(thread, source, SIZE_MAX - 1);
    if (value_is_absent(items)) return false;
    size_t found = sequence_fast_count(items);
    if (found < before + after) {
        value_release(items);
        raise_value_error(thread, "not enough values to unpack (expected at least %zu, got %zu)", before + after, found);
        return false;
    }
    const Value *values = sequence_fast_items(items);
    Value rest = list_from_values(thread, values + before, found - before - after);
    if (!value_is_absent(rest)) {
        for (size_t i = 0; i < before; i++) value_replace(&registers[i], value_retain(values[i]));
        value_replace(&registers[before], rest);
        for (size_t i = 0; i < after; i++)
            value_replace(&registers[before + 1 + i], value_retain(values[found - after + i]));
    }
    value_release(items);
    return !value_is_absent(rest);
}

/* ---- strings, lists, dicts ---- */

Value vm_format(Thread *thread, Value value, Value specification, int conversion) {
    if (value.tag == TAG_INT && conversion <= 0 && value_is_absent(specification)) return int_to_text(thread, value, 10);
    Value converted = VALUE_ABSENT;
    if (conversion == 's') converted = value_str(thread, value);
    else if (conversion == 'r') converted = value_repr(thread, value);
    else if (conversion == 'a') converted = value_ascii(thread, value);
    else converted = value_retain(value);
    if (value_is_absent(converted)) return converted;
    if (value_is_absent(specification)) {
        if (value_is_exact_string(converted)) return converted;
        specification = thread_builtins(thread)->empty_string;
    }
    Value result = value_format(thread, converted, specification);
    value_release(converted);
    return result;
}

Value vm_build_string(Thread *thread, const Value *parts, size_t count) {
    size_t length = 0;
    bool is_ascii = true;
    for (size_t i = 0; i < count; i++) {
        length += value_string(parts[i])->length;
        is_ascii &= value_string(parts[i])->is_ascii;
    }
    String *string = string_new_text(thread, length, is_ascii);
    if (!string) return VALUE_ABSENT;
    char *to = string->bytes;
    for (size_t i = 0; i < count; i++) {
        const String *part = value_string(parts[i]);
        memcpy(to, part->bytes, part->length);
        to += part->length;
    }
    return is_ascii ? value_from_object(string) : string_finish(string);
}

bool vm_list_extend(Thread *thread, Value list, Value iterable, bool in_call) {
    if (list_extend(thread, value_list(list), iterable)) return true;
    bool has_iterate = iterable.tag == TAG_OBJECT && iterable.object->type->iterate;
    if (!has_iterate && exception_matches(thread, thread_builtins(thread)->exception_TypeError)) {
        exception_clear(thread);
        raise_type_error(thread, "Value after * must be an iterable, not %s", value_type_name(thread, iterable));
    }
    (void)in_call;
    return false;
}

bool vm_dict_update(Thread *thread, Value dict, Value mapping) {
    if (!value_is_dict(mapping)) { /* pairs, as dict.update takes, will not do */
        Value keys = value_find_attribute(thread, mapping, thread_builtins(thread)->name_keys);
        value_release(keys);
        if (value_is_absent(keys)) {
            if (!exception_is_set(thread))
                raise_type_error(thread, "'%s' object is not a mapping", value_type_name(thread, mapping));
            return false;
        }
    }
    if (dict_update(thread, value_dict(dict), mapping)) return true;
    if (exception_matches(thread, thread_builtins(thread)->exception_AttributeError)) {
        exception_clear(thread);
        raise_type_error(thread, "'%s' object is not a mapping", value_type_name(thread, mapping));
    }
    return false;
}

/* "f()", "C()" or "str object": how errors of a call name the callable. */
static Value callable_text(Thread *thread, Value callable) {
    Value name = value_find_attribute_c(thread, callable, "__qualname__");
    if (value_is_absent(name)) return value_str(thread, callable);
    Value module = value_find_attribute_c(thread, callable, "__module__");
    Value text;
    if (value_is_string(module) && strcmp(value_c_string(module), "builtins"))
        text = string_format(thread, "%s.%s()", value_c_string(module), value_c_string(name));
    else text = string_format(thread, "%s()", value_is_string(name) ? value_c_string(name) : "?");
    value_release(module);
    value_release(name);
    return text;
}

Value *vm_unpack_arguments(Thread *thread, Frame *frame, const Value *base, Tuple **names) {
    const Tuple *positional = value_tuple(base[1]);
    const Dict *keywords = value_is_exact_dict(base[2]) && value_dict(base[2])->count ? value_dict(base[2]) : NULL;
    size_t count = positional->count + (keywords ? keywords->count : 0);
    Value *window = frame->stack_top;
    if ((!keywords && !value_is_absent(base[2]) && !value_is_exact_dict(base[2])) || (keywords && !keywords->only_strings) ||
        count > UINT16_MAX || (char *)(window + count + 2) > (char *)(frame->frame_top - 1))
        return NULL;
    if (keywords) {
        Value tuple = tuple_new(thread, keywords->count), key;
        if (value_is_absent(tuple)) return NULL;
        *names = value_tuple(tuple);
        for (size_t at = 0, i = 0; dict_next(keywords, &at, &key, NULL); i++) {
            String *name = string_intern_object(thread, value_string(key));
            if (!name) {
                object_release(*names);
                return NULL;
            }
            (*names)->items[i] = value_from_object(name);
        }
        Value *to = window + 1 + positional->count, value; /* written only now, when nothing can fail any more */
        for (size_t at = 0; dict_next(keywords, &at, NULL, &value);) *to++ = value_retain(value);
    }
    window[0] = value_retain(base[0]);
    for (size_t i = 0; i < positional->count; i++) window[1 + i] = value_retain(positional->items[i]);
    return window;
}

Value vm_call_unpacked(Thread *thread, Value callable, Value *positional, Value *keywords) {
    if (!value_is_tuple(*positional)) {
        bool has_iterate = positional->tag == TAG_OBJECT && (positional->object->type->iterate || positional->object->type->get_item);
        if (!has_iterate) {
            Value text = callable_text(thread, callable);
            if (!value_is_absent(text))
                raise_type_error(thread, "%s argument after * must be an iterable, not %s", value_c_string(text),
                                 value_type_name(thread, *positional));
            value_release(text);
            return VALUE_ABSENT;
        }
        Value tuple = tuple_from_iterable(thread, *positional);
        if (value_is_absent(tuple)) return tuple;
        value_replace(positional, tuple);
    }
    if (value_is_dict(*keywords) && keywords->object->type->iterate != thread_builtins(thread)->type_dict->iterate) {
        Value plain = dict_new(thread); /* a derived class that iterates in its own way is asked for keys() and [] */
        if (value_is_absent(plain)) return plain;
        if (!vm_dict_update(thread, plain, *keywords)) return value_release(plain), VALUE_ABSENT;
        value_replace(keywords, plain);
    }
    Dict *dict = value_is_dict(*keywords) && dict_count(value_dict(*keywords)) ? value_dict(*keywords) : NULL;
    return value_call_unpacked(thread, callable, value_tuple(*positional), dict);
}

/* ---- exceptions ---- */

/* A class is called; anything else that is no exception is a TypeError. Owned. */
static Value exception_instance(Thread *thread, Value value, const char *otherwise) {
    Type *base = thread_builtins(thread)->exception_BaseException;
    if (value_is_type(value) && type_is_subtype(value_type(value), base)) {
        Value instance = value_call_none(thread, value);
        if (value_is_absent(instance)) return instance;
        if (value_is_instance(thread->interpreter, instance, base)) return instance;
        Value shown = value_repr(thread, value), type = value_from_object(type_of(thread->interpreter, instance));
        Value got = value_is_absent(shown) ? shown : value_repr(thread, type);
        if (!value_is_absent(got))
            raise_type_error(thread, "calling %s should have returned an instance of BaseException, not %s",
                             value_c_string(shown), value_c_string(got));
        value_release(shown);
        value_release(got);
        value_release(instance);
        return VALUE_ABSENT;
    }
    if (value_is_instance(thread->interpreter, value, base)) return value_retain(value);
    return raise_type_error(thread, "%s", otherwise);
}

bool vm_raise(Thread *thread, Value exception, Value cause, unsigned count) {
    if (!count) {
        if (value_is_absent(thread->handled) || value_is_none(thread->handled))
            return raise_runtime_error(thread, "No active exception to reraise"), false;
        exception_restore(thread, value_retain(thread->handled));
        return true;
    }
    Value instance = exception_instance(thread, exception, "exceptions must derive from BaseException");
    if (value_is_absent(instance)) return false;
    if (count > 1) {
        Exception *raised = (Exception *)instance.object;
        Value source = VALUE_ABSENT;
        if (!value_is_none(cause)) {
            source = exception_instance(thread, cause, "exception causes must derive from BaseException");
            if (value_is_absent(source)) {
                value_release(instance);
                return false;
            }
        }
        value_replace(&raised->cause, source);
        raised->suppress_context = true;
    }
    raise_instance(thread, instance);
    value_release(instance);
    return false;
}

/* The namespace of a class or of exec() may be any mapping: it is asked by [] as in CPython. */
bool vm_set_up_annotations(Thread *thread, const Frame *frame) {
    Value names = frame->names.tag == TAG_OBJECT ? frame->names : value_from_object(frame->globals);
    Value key = value_from_object(thread_builtins(thread)->name___annotations__);
    bool is_dict = names.object->type == thread_builtins(thread)->type_dict;
    if (is_dict && !value_is_absent(dict_get_string(value_dict(names), value_string(key)))) return true;
    Value found = is_dict ? VALUE_ABSENT : value_get_item(thread, names, key);
    if (value_is_absent(found)) {
        if (!is_dict && !exception_matches(thread, thread_builtins(thread)->exception_KeyError)) return false;
        exception_clear(thread);
        found = dict_new(thread);
        if (value_is_absent(found) || !value_set_item(thread, names, key, found)) return value_release(found), false;
    }
    value_release(found);
    return true;
}

static bool is_exception_class(Thread *thread, Value value) {
    return value_is_type(value) && type_is_subtype(value_type(value), thread_builtins(thread)->exception_BaseException);
}

int vm_match_exception(Thread *thread, Value exception, Value class_value) {
    if (is_exception_class(thread, class_value))
        return exception.tag == TAG_OBJECT && type_is_subtype(exception.object->type, value_type(class_value));
    if (value_is_tuple(class_value)) {
        const Tuple *tuple = value_tuple(class_value);
        for (size_t i = 0; i < tuple->count; i++)
            if (!is_exception_class(thread, tuple->items[i])) goto wrong;
        for (size_t i = 0; i < tuple->count; i++)
            if (exception.tag == TAG_OBJECT && type_is_subtype(exception.object->type, value_type(tuple->items[i]))) return 1;
        return 0;
    }
wrong:
    raise_type_error(thread, "catching classes that do not inherit from BaseException is not allowed");
    return -1;
}

/* ---- except* ---- */

static bool is_group(Thread *thread, Value value) {
    return value_is_instance(thread->interpreter, value, thread_builtins(thread)->exception_BaseExceptionGroup);
}

bool vm_split_group(Thread *thread, Value rest, Value class_value, Value *matched, Value *remaining) {
    *matched = *remaining = VALUE_NONE;
    if (value_is_none(rest)) return true;
    Type *group_type = thread_builtins(thread)->exception_BaseExceptionGroup;
    size_t count = value_is_tuple(class_value) ? value_tuple(class_value)->count : 1;
    for (size_t i = 0; i < count; i++) {
        Value one = value_is_tuple(class_value) ? value_tuple(class_value)->items[i] : class_value;
        if (is_exception_class(thread, one) && type_is_subtype(value_type(one), group_type))
            return raise_type_error(thread, "catching ExceptionGroup with except* is not allowed. Use except instead."), false;
    }
    int whole = vm_match_exception(thread, rest, class_value);
    if (whole < 0) return false;
    if (whole) {
        if (is_group(thread, rest)) {
            *matched = value_retain(rest);
            return true;
        }
        Value parts[2] = {thread_builtins(thread)->empty_string, VALUE_ABSENT};
        parts[1] = tuple_from_values(thread, &rest, 1);
        Value class_of_group = value_is_instance(thread->interpreter, rest, thread_builtins(thread)->exception_Exception)
                                   ? dict_get_c(thread, thread->interpreter->builtin_names, "ExceptionGroup")
                                   : VALUE_ABSENT;
        if (value_is_absent(class_of_group)) class_of_group = value_from_object(group_type);
        *matched = value_is_absent(parts[1]) ? VALUE_ABSENT : value_call_values(thread, class_of_group, parts, 2);
        value_release(parts[1]);
        return !value_is_absent(*matched);
    }
    if (!is_group(thread, rest)) {
        *remaining = value_retain(rest);
        return true;
    }
    Value pair = value_call_method(thread, rest, "split", &class_value, 1);
    if (value_is_absent(pair)) return false;
    if (!value_is_tuple(pair) || value_tuple(pair)->count < 2) {
        value_release(pair);
        return raise_type_error(thread, "split() must return a tuple of two items"), false;
    }
    *matched = value_retain(value_tuple(pair)->items[0]);
    *remaining = value_retain(value_tuple(pair)->items[1]);
    value_release(pair);
    return true;
}

/* Raised again as it was: it passed no frame, and nothing was made its cause or context. */
static bool is_raised_again(Value value, Value original) {
    const Exception *exception = (Exception *)value.object, *first = (Exception *)original.object;
    return value_is(exception->traceback, first->traceback) && value_is(exception->cause, first->cause) &&
           value_is(exception->context, first->context);
}

/* Tells the handlers' own exceptions from the parts of the original that are raised again or were not caught. */
static bool sort_raised(Thread *thread, Value original, const List *all, Value raised, Value again) {
    for (size_t i = 0; i < all->count; i++) {
        Value item = all->items[i];
        if (value_is_none(item)) continue;
        bool is_part = is_group(thread, item) && is_raised_again(item, original);
        if (!list_append(thread, value_list(is_part ? again : raised), item)) return false;
    }
    return true;
}

/* What remains to be raised after all except* clauses: nothing, the one exception, or a group (PEP 654: what the handlers
 * raised, and behind it what is left of the original, in its own shape). `all` has a handler's exception or None each, and
 * last the part that none caught. */
Value vm_join_group(Thread *thread, Value original, Value all) {
    if (!is_group(thread, original)) { /* at most one clause ran */
        const List *list = value_list(all);
        for (size_t i = 0; i < list->count; i++)
            if (!value_is_none(list->items[i])) return value_retain(list->items[i]);
        return VALUE_NONE;
    }
    Value raised = list_new(thread), again = value_is_absent(raised) ? raised : list_new(thread), result = VALUE_ABSENT;
    if (value_is_absent(again) || !sort_raised(thread, original, value_list(all), raised, again)) goto done;
    Value rest = exception_group_projection(thread, original, value_list(again));
    if (value_list(raised)->count == 0 || value_is_absent(rest)) {
        result = rest;
        goto done;
    }
    if (value_is_none(rest) || list_append(thread, value_list(raised), rest)) {
        Value parts[2] = {thread_builtins(thread)->empty_string, raised};
        Value class_of_group = value_from_object(thread_builtins(thread)->exception_BaseExceptionGroup);
        result = value_call_values(thread, class_of_group, parts, 2);
    }
    value_release(rest);
done:
    value_release(raised);
    value_release(again);
    return result;
}

/* ---- with ---- */

bool vm_enter_with(Thread *thread, Value manager, Value *registers, bool is_async) {
    Builtins *builtins = thread_builtins(thread);
    String *enter_name = is_async ? builtins->name___aenter__ : builtins->name___enter__;
    String *leave_name = is_async ? builtins->name___aexit__ : builtins->name___exit__;
    Value enter, leave;
    bool enter_self, leave_self;
    const char *protocol = is_async ? "asynchronous context manager" : "context manager";
    if (!value_find_special(thread, manager, enter_name, &enter, &enter_self)) {
        if (!exception_is_set(thread))
            raise_type_error(thread, "'%s' object does not support the %s protocol", value_type_name(thread, manager), protocol);
        return false;
    }
    if (!value_find_special(thread, manager, leave_name, &leave, &leave_self)) {
        if (!exception_is_set(thread))
            raise_type_error(thread, "'%s' object does not support the %s protocol (missed %s method)",
                             value_type_name(thread, manager), protocol, leave_name->bytes);
        value_release(enter);
        return false;
    }
    if (leave_self) {
        Value bound = bound_method_new(thread, leave, manager);
        value_release(leave);
        leave = bound;
    }
    Value entered = value_is_absent(leave) ? VALUE_ABSENT
                    : enter_self           ? value_call_one(thread, enter, manager)
                                           : value_call_none(thread, enter);
    value_release(enter);
    if (value_is_absent(entered)) {
        value_release(leave);
        return false;
    }
    value_replace(&registers[0], leave);
    value_replace(&registers[1], entered);
    return true;
}

Value vm_exit_with(Thread *thread, Value leave, Value exception) {
    Value arguments[3] = {VALUE_NONE, VALUE_NONE, VALUE_NONE};
    if (!value_is_absent(exception)) {
        Exception *raised = (Exception *)exception.object;
        arguments[0] = value_from_object(exception.object->type);
        arguments[1] = exception;
        if (!value_is_absent(raised->traceback)) arguments[2] = raised->traceback;
    }
    return value_call_values(thread, leave, arguments, 3);
}

/* ---- asynchronous iteration ---- */

static Value call_special(Thread *thread, Value self, String *name) {
    Value method;
    bool self_first;
    if (!value_find_special(thread, self, name, &method, &self_first)) {
        if (exception_is_set(thread)) /* CPython does not look why */
            raise_format(thread, thread_builtins(thread)->exception_AttributeError, "object %s does not have %s method",
                         value_type_name(thread, self), name->bytes);
        return VALUE_ABSENT;
    }
    Value result = self_first ? value_call_one(thread, method, self) : value_call_none(thread, method);
    value_release(method);
    return result;
}

Value vm_async_iterator(Thread *thread, Value value) {
    Builtins *builtins = thread_builtins(thread);
    Value iterator = call_special(thread, value, builtins->name___aiter__);
    if (value_is_absent(iterator)) {
        if (!exception_is_set(thread))
            raise_type_error(thread, "'async for' requires an object with __aiter__ method, got %s", value_type_name(thread, value));
        return iterator;
    }
    Value method;
    bool self_first;
    if (value_find_special(thread, iterator, builtins->name___anext__, &method, &self_first)) {
        value_release(method);
        return iterator;
    }
    if (!exception_is_set(thread))
        raise_type_error(thread, "'async for' received an object from __aiter__ that does not implement __anext__: %s",
                         value_type_name(thread, iterator));
    value_release(iterator);
    return VALUE_ABSENT;
}

Value vm_async_next(Thread *thread, Value iterator) {
    Value awaitable = call_special(thread, iterator, thread_builtins(thread)->name___anext__);
    if (value_is_absent(awaitable)) {
        if (!exception_is_set(thread))
            raise_type_error(thread, "'async for' requires an iterator with __anext__ method, got %s", value_type_name(thread, iterator));
        return awaitable;
    }
    Value result = awaitable_iterator(thread, awaitable);
    if (value_is_absent(result))
        exception_replace_with_cause(thread, thread_builtins(thread)->exception_TypeError,
                                     "'async for' received an invalid object from __anext__: %s", value_type_name(thread, awaitable));
    value_release(awaitable);
    return result;
}

Value vm_get_awaitable(Thread *thread, Value value, unsigned where) {
    Value result = awaitable_iterator(thread, value);
    if (value_is_absent(result) && where && exception_matches(thread, thread_builtins(thread)->exception_TypeError)) {
        exception_clear(thread);
        raise_type_error(thread, "'async with' received an object from %s that does not implement __await__: %s",
                         where == 1 ? "__aenter__" : "__aexit__", value_type_name(thread, value));
    }
    return result;
}

/* ---- import * ---- */

static bool star_name(Thread *thread, Frame *frame, Value module, Value name) {
    Value value = value_get_attribute(thread, module, value_string(name));
    if (value_is_absent(value)) return false;
    bool stored = vm_store_name(thread, frame, value_string(name), value);
    value_release(value);
    return stored;
}

/* By __import__ of the builtins, which may be the program's own. */
Value vm_import(Thread *thread, Frame *frame, String *name, Value names, int64_t level) {
    const Builtins *builtins = thread_builtins(thread);
    Value importer = globals_builtin(thread, frame->globals, builtins->name___import__), module;
    if (value_is_absent(importer)) {
        if (!exception_is_set(thread)) raise_format(thread, builtins->exception_ImportError, "__import__ not found");
        return VALUE_ABSENT;
    }
    if (value_is_import_function(importer)) {
        module = import_name(thread, name, frame->globals, names, level);
    } else {
        Value locals = frame->names.tag == TAG_OBJECT ? frame->names : VALUE_NONE;
        Value arguments[5] = {value_from_object(name), value_from_object(frame->globals), locals, names, value_from_int(level)};
        module = value_call_values(thread, importer, arguments, 5);
    }
    value_release(importer);
    return module;
}

bool vm_import_star(Thread *thread, Frame *frame, Value module) {
    Builtins *builtins = thread_builtins(thread);
    Value all = value_find_attribute(thread, module, builtins->name___all__);
    if (value_is_absent(all)) {
        if (exception_is_set(thread)) return false;
        Value dict = value_find_attribute(thread, module, builtins->name___dict__);
        if (value_is_absent(dict)) {
            if (!exception_is_set(thread)) raise_format(thread, builtins->exception_ImportError, "from-import-* object has no __dict__ and no __all__");
            return false;
        }
        Value names = value_iterate(thread, dict), list = value_is_absent(names) ? names : list_from_iterable(thread, names);
        value_release(names);
        bool fine = !value_is_absent(list);
        for (size_t i = 0; fine && i < value_list(list)->count; i++) {
            Value name = value_list(list)->items[i];
            if (!value_is_string(name) || value_c_string(name)[0] == '_') continue;
            fine = star_name(thread, frame, module, name);
        }
        value_release(list);
        value_release(dict);
        return fine;
    }
    Value list = list_from_iterable(thread, all);
    value_release(all);
    bool fine = !value_is_absent(list);
    for (size_t i = 0; fine && i < value_list(list)->count; i++) {
        Value name = value_list(list)->items[i];
        if (!value_is_string(name)) {
            raise_type_error(thread, "Item in __all__ must be str, not %s", value_type_name(thread, name));
            fine = false;
        } else {
            fine = star_name(thread, frame, module, name);
        }
    }
    value_release(list);
    return fine;
}

/* ---- match ---- */

Value vm_match_keys(Thread *thread, Value subject, Value keys) {
    const Tuple *wanted = value_tuple(keys);
    Value seen = set_new(thread, false), values = tuple_new(thread, wanted->count), result = VALUE_ABSENT;
    if (value_is_absent(seen) || value_is_absent(values)) goto done;
    Value getter = value_get_attribute_c(thread, subject, "get");
    if (value_is_absent(getter)) goto done;
    Value marker = value_from_object(thread_builtins(thread)->type_cell); /* no mapping holds this as a default */
    result = values;
    for (size_t i = 0; i < wanted->count && !value_is_absent(result) && !value_is_none(result); i++) {
        Value key = wanted->items[i];
        int known = set_contains(thread, seen, key);
        if (known < 0 || (known == 0 && !set_add(thread, seen, key))) result = VALUE_ABSENT;
        else if (known) {
            Value text = value_repr(thread, key);
            if (!value_is_absent(text)) raise_value_error(thread, "mapping pattern checks duplicate key (%s)", value_c_string(text));
            value_release(text);
            result = VALUE_ABSENT;
        } else {
            Value found = value_call_two(thread, getter, key, marker);
            if (value_is_absent(found)) result = VALUE_ABSENT;
            else if (value_is(found, marker)) {
                value_release(found);
                result = VALUE_NONE;
            } else value_tuple(values)->items[i] = found;
        }
    }
    value_release(getter);
done:
    value_release(seen);
    if (!value_is(result, values) || value_is_absent(result)) value_release(values);
    return result;
}

Value vm_match_rest(Thread *thread, Value subject, Value keys) {
    Value rest = dict_new(thread);
    if (value_is_absent(rest) || !dict_update(thread, value_dict(rest), subject)) goto failed;
    for (size_t i = 0; i < value_tuple(keys)->count; i++)
        if (dict_remove(thread, value_dict(rest), value_tuple(keys)->items[i]) < 0) goto failed;
    return rest;
failed:
    value_release(rest);
    return VALUE_ABSENT;
}

/* Types whose single positional pattern is the subject itself. */
static bool matches_self(const Type *type) {
    static const Type *const templates[] = {
        &bool_type_template, &bytearray_type_template, &bytes_type_template, &dict_type_template, &float_type_template,
        &frozenset_type_template, &int_type_template, &list_type_template, &set_type_template, &string_type_template,
        &tuple_type_template,
    };
    for (; type; type = type->base)
        for (size_t i = 0; i < sizeof templates / sizeof *templates; i++)
            if (type->origin == templates[i]) return true;
    return false;
}

/* The attribute's value into the tuple: 1 there, 0 no match, -1 error. */
static int match_attribute(Thread *thread, Value subject, Value class_value, Value name, Value *place, Value seen) {
    int known = set_contains(thread, seen, name);
    if (known < 0) return -1;
    if (known) {
        raise_type_error(thread, "%s() got multiple sub-patterns for attribute '%s'", value_type(class_value)->name, value_c_string(name));
        return -1;
    }
    if (!set_add(thread, seen, name)) return -1;
    *place = value_find_attribute(thread, subject, value_string(name));
    if (!value_is_absent(*place)) return 1;
    return exception_is_set(thread) ? -1 : 0;
}

static int match_positional(Thread *thread, Value subject, Value class_value, size_t count, Value *places, Value seen) {
    Type *type = value_type(class_value);
    Value names = value_find_attribute_c(thread, class_value, "__match_args__");
    if (value_is_absent(names)) {
        if (exception_is_set(thread)) return -1;
        if (!matches_self(type)) {
            raise_type_error(thread, "%s() accepts 0 positional sub-patterns (%zu given)", type_short_name(type), count);
            return -1;
        }
        if (count > 1) {
            raise_type_error(thread, "%s() accepts 1 positional sub-pattern (%zu given)", type_short_name(type), count);
            return -1;
        }
        places[0] = value_retain(subject);
        return 1;
    }
    int matched = 1;
    if (!value_is_tuple(names)) {
        raise_type_error(thread, "%s.__match_args__ must be a tuple (got %s)", type_short_name(type), value_type_name(thread, names));
        matched = -1;
    } else if (value_tuple(names)->count < count) {
        size_t allowed = value_tuple(names)->count;
        raise_type_error(thread, "%s() accepts %zu positional sub-pattern%s (%zu given)", type_short_name(type), allowed,
                         allowed == 1 ? "" : "s", count);
        matched = -1;
    }
    for (size_t i = 0; matched == 1 && i < count; i++) {
        Value name = value_tuple(names)->items[i];
        if (!value_is_string(name)) {
            raise_type_error(thread, "__match_args__ elements must be strings (got %s)", value_type_name(thread, name));
            matched = -1;
        } else matched = match_attribute(thread, subject, class_value, name, &places[i], seen);
    }
    value_release(names);
    return matched;
}

Value vm_match_class(Thread *thread, Value subject, Value class_value, size_t positional, Value names) {
    if (!value_is_type(class_value)) return raise_type_error(thread, "called match pattern must be a type");
    int is_instance = value_is_instance_of(thread, subject, class_value);
    if (is_instance < 0) return VALUE_ABSENT;
    if (!is_instance) return VALUE_NONE;
    size_t by_name = value_tuple(names)->count;
    Value values = tuple_new(thread, positional + by_name), seen = set_new(thread, false);
    int matched = value_is_absent(values) || value_is_absent(seen) ? -1 : 1;
    if (matched == 1 && positional)
        matched = match_positional(thread, subject, class_value, positional, value_tuple(values)->items, seen);
    for (size_t i = 0; matched == 1 && i < by_name; i++)
        matched = match_attribute(thread, subject, class_value, value_tuple(names)->items[i],
                                  &value_tuple(values)->items[positional + i], seen);
    value_release(seen);
    if (matched == 1) return values;
    value_release(values);
    return matched == 0 ? VALUE_NONE : VALUE_ABSENT;
}

/* ---- functions and classes ---- */

Value vm_make_function(Thread *thread, Frame *frame, Value code, Value *extras, unsigned flags) {
    Value result = function_new(thread, value_code(code), frame->globals);
    if (value_is_absent(result)) return result;
    Function *function = value_function(result);
    if (flags & FUNCTION_DEFAULTS) {
        function->defaults = value_tuple(*extras);
        (extras++)->tag = TAG_ABSENT;
    }
    if (flags & FUNCTION_KEYWORD_DEFAULTS) {
        function->keyword_defaults = value_dict(*extras);
        (extras++)->tag = TAG_ABSENT;
    }
    if (flags & FUNCTION_ANNOTATIONS) {
        function->annotations = *extras;
        (extras++)->tag = TAG_ABSENT;
    }
    if (flags & FUNCTION_CLOSURE) {
        function->closure = value_tuple(*extras);
        extras->tag = TAG_ABSENT;
    }
    return result;
}

/* Run a class block in its namespace: the cell of __class__, or None. */
static Value run_class_body(Thread *thread, Value body, Value names) {
    Function *function = value_function(body);
    Code *code = function->code;
    Value *base;
    Frame *frame;
    if (!thread_reserve(thread, code->register_count + 1u, &base, &frame)) return VALUE_ABSENT;
    if (++thread->depth > thread->interpreter->recursion_limit) {
        thread->depth--;
        raise_recursion(thread);
        return VALUE_ABSENT;
    }
    base[0] = value_retain(body);
    for (size_t i = 0; i < code->register_count; i++) base[i + 1].tag = TAG_ABSENT;
    *frame = (Frame){
        .previous = thread->frame, .code = code, .at = code->words, .registers = base + 1,
        .stack_top = base + 1 + code->register_count, .frame_top = frame - 1, .function = function,
        .globals = function->globals, .names = names, .kind = FRAME_ENTRY,
    };
    thread->frame = frame;
    Resumption resumption;
    return vm_enter(thread, frame, &resumption);
}

/* The namespace: metaclass.__prepare__(name, bases, **keywords), or a new dict. */
static Value prepare_namespace(Thread *thread, Value metaclass, Value name, Value bases, Dict *keywords) {
    Value prepare = value_find_attribute(thread, metaclass, thread_builtins(thread)->name___prepare__);
    if (value_is_absent(prepare)) return exception_is_set(thread) ? VALUE_ABSENT : dict_new(thread);
    Value pair[2] = {name, bases};
    Value arguments = tuple_from_values(thread, pair, 2);
    Value names = value_is_absent(arguments) ? VALUE_ABSENT : value_call_unpacked(thread, prepare, value_tuple(arguments), keywords);
    value_release(arguments);
    value_release(prepare);
    if (!value_is_absent(names) && !(names.tag == TAG_OBJECT && names.object->type->get_item)) {
        raise_type_error(thread, "%s.__prepare__() must return a mapping, not %s",
                         value_is_type(metaclass) ? type_short_name(value_type(metaclass)) : "<metaclass>", value_type_name(thread, names));
        value_release(names);
        return VALUE_ABSENT;
    }
    return names;
}

/* type.__new__ has put the class into the cell that super() looks into, if __classcell__ came as far as that. */
static bool check_class_cell(Thread *thread, const Cell *cell, Value name, Value made) {
    if (value_is(cell->value, made)) return true;
    Value shown = value_repr(thread, made), shown_name = value_repr(thread, name);
    Value shown_cell = value_is_absent(cell->value) ? VALUE_ABSENT : value_repr(thread, cell->value);
    bool failed = exception_is_set(thread);
    if (!failed && value_is_absent(shown_cell))
        raise_runtime_error(thread, "__class__ not set defining %s as %s. Was __classcell__ propagated to type.__new__?",
                            value_c_string(shown_name), value_c_string(shown));
    else if (!failed)
        raise_type_error(thread, "__class__ set to %s defining %s as %s", value_c_string(shown_cell), value_c_string(shown_name),
                         value_c_string(shown));
    value_release(shown);
    value_release(shown_name);
    value_release(shown_cell);
    return false;
}

static Value build_class(Thread *thread, Value body, Value name, Tuple *original_bases, Dict *keywords) {
    bool changed;
    Tuple *bases = type_resolve_bases(thread, original_bases, &changed);
    if (!bases) return VALUE_ABSENT;
    Value bases_value = value_from_object(bases), result = VALUE_ABSENT, names = VALUE_ABSENT, cell = VALUE_ABSENT;
    Value metaclass = dict_get_c(thread, keywords, "metaclass");
    if (!value_is_absent(metaclass)) {
        value_retain(metaclass);
        if (dict_remove(thread, keywords, value_from_object(string_intern(thread, "metaclass"))) < 0) goto done;
    } else {
        metaclass = value_retain(value_from_object(bases->count ? type_of(thread->interpreter, bases->items[0])
                                                                : thread_builtins(thread)->type_type));
    }
    if (value_is_type(metaclass)) {
        Type *derived = type_derive_metatype(thread, value_type(metaclass), bases);
        if (!derived) goto done;
        value_replace(&metaclass, value_retain(value_from_object(derived)));
    }
    names = prepare_namespace(thread, metaclass, name, bases_value, keywords);
    if (value_is_absent(names)) goto done;
    cell = run_class_body(thread, body, names);
    if (value_is_absent(cell)) goto done;
    if (changed && !value_set_item(thread, names, value_from_object(string_intern(thread, "__orig_bases__")), value_from_object(original_bases)))
        goto done;
    Value triple[3] = {name, bases_value, names};
    Value arguments = tuple_from_values(thread, triple, 3);
    if (!value_is_absent(arguments)) result = value_call_unpacked(thread, metaclass, value_tuple(arguments), keywords);
    value_release(arguments);
    if (!value_is_absent(result) && value_is_cell(cell) && value_is_type(result) && !check_class_cell(thread, (Cell *)cell.object, name, result))
        value_clear(&result);
done:
    value_release(cell);
    value_release(names);
    value_release(metaclass);
    value_release(bases_value);
    return result;
}

NATIVE(build_class_native) {
    NATIVE_UNUSED;
    if (!value_is_function(arguments[0])) return raise_type_error(thread, "__build_class__: func must be a function");
    if (!value_is_string(arguments[1])) return raise_type_error(thread, "__build_class__: name is not a string");
    Value keywords = dict_copy(thread, value_dict(arguments[3]));
    if (value_is_absent(keywords)) return keywords;
    Value result = build_class(thread, arguments[0], arguments[1], value_tuple(arguments[2]), value_dict(keywords));
    value_release(keywords);
    return result;
}

const NativeEntry build_class_entry = {
    "__build_class__", "(func, name, /, *bases, **kwds)", "Internal helper function used by the class statement.",
    build_class_native, NULL, 0,
};
