/* What arraylib asks of the language for arrays of objects: values behind handles, their text, truth and operators. */
#include "kernel/modules/numpy/numpy.h"

#include "base/memory.h"
#include "kernel/modules/numpy/types.h"
#include "kernel/objects/number/int.h"

#include <string.h>

static bool has_raised(Error *error) {
    error_clear(error);
    error->kind = ERROR_ALREADY_RAISED;
    return false;
}

Value value_of_handle(const VariantHandle *handle) { return handle ? *(const Value *)handle->value : VALUE_NONE; }

static void boxed_release(void *boxed) { value_release(*(Value *)boxed); }

VariantHandle *handle_of_value(Thread *thread, Value owned) {
    VariantHandle *handle = handle_create(&owned, sizeof owned, boxed_release);
    if (handle) return handle;
    value_release(owned);
    raise_no_memory(thread);
    return NULL;
}

/* The list, tuple or dict that a Variant was made of, as long as it lives. */
static Value origin_of(const Variant *value) {
    const void *origin = NULL;
    if (value->kind == VARIANT_SEQUENCE || value->kind == VARIANT_MAPPING) origin = value->list->origin;
    if (value->kind == VARIANT_ARRAY) origin = value->array->origin;
    if (value->kind == VARIANT_DTYPE) origin = value->origin;
    return origin ? value_from_object(object_retain((void *)origin)) : VALUE_ABSENT;
}

static bool hook_box(void *context, const Variant *value, VariantHandle **element, Error *error) {
    Thread *thread = ((ArrayContext *)context)->thread;
    Value own = origin_of(value);
    if (value_is_absent(own)) own = value_from_variant(thread, variant_copy(*value), NULL, 0);
    *element = value_is_absent(own) ? NULL : handle_of_value(thread, own);
    return *element || has_raised(error);
}

/* ---- datetime's objects, as dates of NumPy ---- */

static bool read_attribute(Thread *thread, Value value, const char *name, int64_t *number) {
    Value attribute = value_get_attribute_c(thread, value, name);
    bool read = !value_is_absent(attribute) && value_to_int64(thread, attribute, number);
    value_release(attribute);
    return read;
}

/* 1: it is one; 0: it is none; -1: an exception. */
static int date_of_value(Thread *thread, ArrayContext *context, Value value, Variant *date) {
    if (value.tag != TAG_OBJECT) return 0;
    const char *found = NULL;
    for (const Type *type = value.object->type; type && !found; type = type->base)
        if (!strcmp(type->name, "datetime.datetime") || !strcmp(type->name, "datetime.date") || !strcmp(type->name, "datetime.timedelta"))
            found = type->name + strlen("datetime.");
    if (!found) return 0;
    DtypeTable *table = context->runtime->flexible_types;
    *date = VARIANT_OF_KIND(VARIANT_SCALAR);
    if (*found == 't') {
        int64_t days, seconds, microseconds;
        if (!read_attribute(thread, value, "days", &days) || !read_attribute(thread, value, "seconds", &seconds) ||
            !read_attribute(thread, value, "microseconds", &microseconds))
            return -1;
        date->dtype = dtype_date(table, 'm', UNIT_MICROSECOND, 1);
        date->integer = (days * 86400 + seconds) * 1000000 + microseconds;
        return 1;
    }
    int64_t parts[7] = {0};
    static const char *const names[] = {"year", "month", "day", "hour", "minute", "second", "microsecond"};
    bool has_time = !strcmp(found, "datetime");
    for (int i = 0; i < (has_time ? 7 : 3); i++)
        if (!read_attribute(thread, value, names[i], &parts[i])) return -1;
    DateFields fields = {.year = parts[0], .month = (int)parts[1], .day = (int)parts[2], .hour = (int)parts[3], .minute = (int)parts[4],
                         .second = (int)parts[5], .attosecond = parts[6] * 1000000000000};
    date->dtype = dtype_date(table, 'M', has_time ? UNIT_MICROSECOND : UNIT_DAY, 1);
    date->integer = date->dtype ? datetime_from_fields(&fields, date->dtype) : 0;
    return 1;
}

/* As the number, text or date that the value stands for; what it becomes is what an array of numbers would hold. */
/* Of what has no number of its own: what complex() makes of it, without the texts that it reads. */
static Value complex_of(Thread *thread, Value value) {
    double real = 0, imaginary = 0;
    Value method = value_find_attribute_c(thread, value, "__complex__");
    if (value_is_absent(method) && exception_is_set(thread)) return method;
    value_release(method);
    bool read = value_is_absent(method) ? value_to_double(thread, value, &real) : value_to_complex(thread, value, &real, &imaginary);
    return read ? complex_new(thread, real, imaginary) : VALUE_ABSENT;
}

static bool hook_unbox(void *context, VariantHandle *element, char kind, Variant *result, Error *error) {
    ArrayContext *arrays = context;
    Thread *thread = arrays->thread;
    Value value = value_of_handle(element);
    int date = date_of_value(thread, arrays, value, result);
    if (date) return date > 0 || has_raised(error);
    if (!variant_from_value(thread, value, result)) return has_raised(error);
    if (result->kind != VARIANT_CALLABLE) return true;
    variant_release(result);
    Type *type = kind == 'i' ? thread_builtins(thread)->type_int : thread_builtins(thread)->type_float;
    Value number = kind == 'c' ? complex_of(thread, value) : value_call_one(thread, (Value){.tag = TAG_OBJECT, .object = &type->object}, value);
    bool read = !value_is_absent(number) && variant_from_value(thread, number, result);
    value_release(number);
    return read || has_raised(error);
}

static bool hook_text(void *context, const Variant *variant, bool repr, TextBuffer *text, Error *error) {
    Thread *thread = ((ArrayContext *)context)->thread;
    Value value = origin_of(variant);
    if (value_is_absent(value)) value = value_from_variant(thread, variant_copy(*variant), NULL, 0);
    if (value_is_absent(value)) return has_raised(error);
    bool is_list = repr && variant->kind == VARIANT_CALLABLE && value_is_exact_list(value);
    Value shown = repr ? value_repr(thread, value) : value_str(thread, value);
    if (!value_is_absent(shown)) {
        if (is_list) text_append(text, "list(");
        text_append_bytes(text, value_string(shown)->bytes, value_string(shown)->length);
        if (is_list) text_append(text, ")");
    }
    bool succeeded = !value_is_absent(shown);
    value_release(shown);
    value_release(value);
    return succeeded || has_raised(error);
}

/* The user's function for a kind of elements: under its own name, its group's or "all". */
static Value formatter_for(Thread *thread, Value formatter, const char *kind) {
    static const char *const groups[][2] = {{"int", "int_kind"}, {"float", "float_kind"}, {"complexfloat", "complex_kind"}, {"numpystr", "str_kind"}};
    const char *group = NULL;
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (!strcmp(groups[i][0], kind)) group = groups[i][1];
    const char *const keys[] = {kind, group, "all"};
    for (int i = 0; i < 3; i++) {
        Value found = keys[i] ? dict_get_c(thread, value_dict(formatter), keys[i]) : VALUE_ABSENT;
        if (!value_is_absent(found) && !value_is_none(found)) return found;
    }
    return VALUE_ABSENT;
}

static bool hook_custom(void *context, void *formatter, const char *kind, const Variant *element, TextBuffer *text, Error *error) {
    Thread *thread = ((ArrayContext *)context)->thread;
    Value function = formatter_for(thread, (Value){.tag = TAG_OBJECT, .object = formatter}, kind);
    if (!element || value_is_absent(function)) return !value_is_absent(function);
    value_retain(function);
    Value value = origin_of(element);
    if (value_is_absent(value)) value = value_from_variant(thread, variant_copy(*element), NULL, 0);
    Value shown = value_is_absent(value) ? value : value_call_one(thread, function, value);
    bool is_text = value_is_string(shown);
    if (is_text) text_append_bytes(text, value_string(shown)->bytes, value_string(shown)->length);
    else if (!value_is_absent(shown)) value_release(value_get_attribute_c(thread, shown, "splitlines")); /* there is none: raises */
    value_release(shown);
    value_release(value);
    value_release(function);
    return is_text || has_raised(error);
}

static bool hook_date(void *context, const Dtype *dtype, int64_t count, VariantHandle **element, Error *error) {
    Thread *thread = ((ArrayContext *)context)->thread;
    Value value = date_to_value(thread, dtype, count);
    *element = NULL;
    if (value_is_absent(value)) return has_raised(error);
    if (value_is_none(value)) return true;
    *element = handle_of_value(thread, value);
    return *element || has_raised(error);
}

static const Dtype *hook_dtype(void *context, const Variant *description, Error *error) {
    Thread *thread = ((ArrayContext *)context)->thread;
    Value value = description->kind == VARIANT_CALLABLE ? value_retain(value_of_handle(description->handle)) : origin_of(description);
    const Dtype *dtype = dtype_from_value(thread, value);
    value_release(value);
    if (!dtype) has_raised(error);
    return dtype;
}

static bool hook_no_ascii(void *context, const Variant *text, Error *error) {
    Thread *thread = ((ArrayContext *)context)->thread;
    Value value = value_from_variant(thread, variant_copy(*text), NULL, 0), codec = string_from_c(thread, "ascii");
    if (!value_is_absent(value) && !value_is_absent(codec))
        value_release(value_call_method(thread, value, text->kind == VARIANT_STRING ? "encode" : "decode", &codec, 1));
    value_release(value);
    value_release(codec);
    return has_raised(error);
}

static bool hook_truth(void *context, VariantHandle *element, bool *truth, Error *error) {
    Thread *thread = ((ArrayContext *)context)->thread;
    int found = -1;
    if (thread_enter(thread, " while converting array to bool")) { /* the element may hold the array */
        found = value_truth(thread, value_of_handle(element));
        thread_leave(thread);
    }
    *truth = found > 0;
    return found >= 0 || has_raised(error);
}

/* ---- Operators ---- */

/* np.sqrt of objects calls their own method of that name. */
static Value call_own_method(Thread *thread, const char *name, Value self) {
    Value method = value_find_attribute_c(thread, self, name);
    if (value_is_absent(method)) {
        if (exception_is_set(thread)) return VALUE_ABSENT;
        return raise_type_error(thread, "loop of ufunc does not support argument 0 of type %s which has no callable %s method",
                                value_type_name(thread, self), name);
    }
    Value result = value_call_none(thread, method);
    value_release(method);
    return result;
}

static Value sign_of(Thread *thread, Value value) {
    int negative = value_compare_truth(thread, value, value_from_int(0), COMPARE_LT);
    int positive = negative == 0 ? value_compare_truth(thread, value, value_from_int(0), COMPARE_GT) : 0;
    if (negative < 0 || positive < 0) return VALUE_ABSENT;
    return value_from_int(positive - negative);
}

static Value from_math(Thread *thread, const char *name, const Value *operands, size_t count) {
    Value module = import_module(thread, "math");
    Value function = value_is_absent(module) ? VALUE_ABSENT : value_get_attribute_c(thread, module, name);
    Value result = value_is_absent(function) ? VALUE_ABSENT : value_call_values(thread, function, operands, count);
    value_release(module);
    value_release(function);
    return result;
}

/* ---- The column `objects` of core/operators.h ---- */

typedef struct ObjectRule {
    Value (*operate)(Thread *thread, const Operator *row, const struct ObjectRule *rule, const Value *operands);
    int slot; /* a BinaryOperator, UnaryOperator or comparison */
} ObjectRule;

#define RULE(name_) static Value name_(Thread *thread, const Operator *row, const ObjectRule *rule, const Value *operands)

RULE(operate_binary) {
    (void)row;
    return value_binary(thread, (BinaryOperator)rule->slot, operands[0], operands[1]);
}

RULE(operate_unary) {
    (void)row;
    return value_unary(thread, (UnaryOperator)rule->slot, operands[0]);
}

RULE(operate_compare) {
    (void)row;
    return value_compare(thread, operands[0], operands[1], rule->slot);
}

RULE(operate_method) {
    (void)rule;
    if (row->inputs == 2) return value_call_method(thread, operands[0], row->name, operands + 1, 1);
    return call_own_method(thread, row->name, operands[0]);
}

RULE(operate_math) {
    (void)rule;
    return from_math(thread, row->name, operands, (size_t)row->inputs);
}

RULE(own_square) {
    (void)row, (void)rule;
    return value_binary(thread, BINARY_MULTIPLY, operands[0], operands[0]);
}

RULE(own_reciprocal) {
    (void)row, (void)rule;
    return value_binary(thread, BINARY_TRUE_DIVIDE, value_from_int(1), operands[0]);
}

RULE(own_sign) {
    (void)row, (void)rule;
    return sign_of(thread, operands[0]);
}

RULE(own_bitwise_count) {
    (void)row, (void)rule;
    return call_own_method(thread, "bit_count", operands[0]);
}

/* As the words do: one of the two operands. */
RULE(own_logical_and) {
    (void)row, (void)rule;
    int first = value_truth(thread, operands[0]);
    return first < 0 ? VALUE_ABSENT : value_retain(operands[first ? 1 : 0]);
}

RULE(own_logical_or) {
    (void)row, (void)rule;
    int first = value_truth(thread, operands[0]);
    return first < 0 ? VALUE_ABSENT : value_retain(operands[first ? 0 : 1]);
}

RULE(own_logical_not) {
    (void)row, (void)rule;
    int first = value_truth(thread, operands[0]);
    return first < 0 ? VALUE_ABSENT : value_from_bool(!first);
}

/* REFUSED and EXTREME do not come here: flexible_loop.c refuses them, and compares. */
#define OBJECT_REFUSED {operate_method, 0}
#define OBJECT_EXTREME {operate_method, 0}
#define OBJECT_METHOD {operate_method, 0}
#define OBJECT_MATH {operate_math, 0}
#define OBJECT_BINARY(slot_) {operate_binary, BINARY_##slot_}
#define OBJECT_UNARY(slot_) {operate_unary, UNARY_##slot_}
#define OBJECT_COMPARED(slot_) {operate_compare, COMPARE_##slot_}
#define OBJECT_OWN(function) {own_##function, 0}

static const ObjectRule object_rules[OPERATOR_COUNT] = {
#define ROW(name, group, identity, cuda, ir, objects, traits, documentation) OBJECT_##objects,
    ELEMENTWISE_ROWS(ROW)
#undef ROW
};

const char *operator_symbol(const Operator *row) {
    static const char *const symbols[] = {
#define X(name, dunder, reflected, in_place, symbol) symbol,
        BINARY_OPERATORS(X)
#undef X
    };
    bool has_one = !row->own && object_rules[row->number].operate == operate_binary;
    return has_one ? symbols[object_rules[row->number].slot] : row->name;
}

/* Of a row without a number here: one of scipy.special's. */
static Value operate(Thread *thread, const Operator *row, const Value *operands) {
    if (row->own) return call_own_method(thread, row->name, operands[0]);
    const ObjectRule *rule = &object_rules[row->number];
    return rule->operate(thread, row, rule, operands);
}

static bool is_number(Value value) { return value.tag == TAG_INT || value.tag == TAG_FLOAT; }

static bool hook_operate(void *context, const Operator *row, VariantHandle *const *elements, size_t count, VariantHandle **result, Error *error) {
    Thread *thread = ((ArrayContext *)context)->thread;
    Value operands[3];
    for (size_t i = 0; i < count; i++) operands[i] = value_of_handle(elements[i]);
    *result = NULL;
    bool compares = operator_is_comparison(row->number);
    bool is_plain = is_number(operands[0]) && (count == 1 || (count == 2 && is_number(operands[1]))); /* nothing of the program runs */
    if (!is_plain && !thread_enter(thread, compares ? " in comparison" : " while calling a Python object")) return has_raised(error);
    Value value = operate(thread, row, operands);
    if (!is_plain) thread_leave(thread);
    if (value_is_absent(value)) return has_raised(error);
    if (value_is_none(value)) return true;
    *result = handle_of_value(thread, value);
    return *result || has_raised(error);
}

void element_hooks_set(ArrayHooks *hooks) {
    hooks->box = hook_box;
    hooks->unbox = hook_unbox;
    hooks->text = hook_text;
    hooks->custom = hook_custom;
    hooks->operate = hook_operate;
    hooks->truth = hook_truth;
    hooks->date = hook_date;
    hooks->dtype = hook_dtype;
    hooks->no_ascii = hook_no_ascii;
}
