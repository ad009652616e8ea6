/* Ufunc objects (np.add, cp.add) and operators over values: what array and scalar slots, comparisons and ufunc calls
 * have in common. */
#include "kernel/modules/numpy/functions.h"
#include "kernel/modules/numpy/modules.h"
#include "kernel/modules/numpy/ndarray.h"
#include "kernel/modules/numpy/types.h"
#include "kernel/objects/number/float.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

/* ---- Operands ---- */

static bool value_is_device_array(Value value) {
    return value_is_ndarray(value) && array_library(value_ndarray(value)) == LIBRARY_CUPY;
}

/* Does an operator know what to do with it? Other objects get a chance through their own reflected method. */
static bool operand_is_known(ArrayContext *context, Value value) {
    if (value.tag != TAG_OBJECT) return value.tag != TAG_NOT_IMPLEMENTED;
    uint32_t flags = value.object->type->flags;
    if (flags & TYPE_HEAP && value_is_numpy_scalar(value)) return false; /* a class of the user's may see ufuncs */
    if (flags & (TYPE_INT | TYPE_FLOAT | TYPE_STRING | TYPE_BYTES | TYPE_LIST | TYPE_TUPLE)) return true;
    if (value_is_ndarray(value) || value_is_numpy_scalar(value) || value_is_complex(value)) return true;
    if (value_has_type(value, &range_type_template) || value_record(value)) return true;
    return dtype_of_class(context, value) != NULL;
}

/* Arrays of objects and dates take any value: it is an element beside theirs. */
static bool takes_any(Value value) {
    const void *bytes;
    if (value.tag != TAG_OBJECT) return false;
    const Dtype *dtype = value_is_ndarray(value) ? value_ndarray(value)->dtype : value_scalar(value, &bytes);
    return dtype && (dtype->kind == 'O' || dtype_is_date(dtype));
}

/* CuPy's words for what its operators do not take. */
static bool device_operand_check(Thread *thread, Value value) {
    bool refused = value_is_ndarray(value) ? !value_is_device_array(value)
                                           : value.tag == TAG_OBJECT && value.object->type->flags &
                                                 (TYPE_LIST | TYPE_TUPLE | TYPE_STRING | TYPE_BYTES | TYPE_DICT);
    refused = refused || value.tag == TAG_NONE;
    if (!refused) return true;
    Type *type = type_of(thread->interpreter, value);
    Value name = type_qualified_name(thread, type);
    if (!value_is_absent(name)) raise_type_error(thread, "Unsupported type <class '%s'>", value_c_string(name));
    value_release(name);
    return false;
}

/* Objects that handle ufuncs themselves: their __array_ufunc__ is called (numpy/python/inside.py says in which order). 1: *result
 * holds the answer (or absent with an exception), 0: nobody does. `keywords` is a dict or absent. */
static int operands_override(Thread *thread, Value ufunc, const char *method, const Value *operands, size_t count, const Value *outs,
                             size_t out_count, Value keywords, Value *result) {
    bool anybody = false;
    Value where = value_is_dict(keywords) ? dict_get_c(thread, value_dict(keywords), "where") : VALUE_ABSENT;
    for (size_t i = 0; i < count && !anybody; i++) anybody = array_overrides_ufuncs(thread, operands[i]);
    for (size_t i = 0; i < out_count && !anybody; i++) anybody = array_overrides_ufuncs(thread, outs[i]);
    if (!anybody && !value_is_absent(where)) anybody = array_overrides_ufuncs(thread, where);
    if (exception_is_set(thread)) return *result = VALUE_ABSENT, 1;
    if (!anybody) return 0;
    Value function = array_module_member(thread, "numpy._inside", "override_ufunc");
    Value values[5] = {value_retain(ufunc), string_from_c(thread, method), tuple_from_values(thread, operands, count),
                       tuple_from_values(thread, outs, out_count),
                       value_is_dict(keywords) ? value_retain(keywords) : dict_new(thread)};
    bool made = !value_is_absent(function);
    for (int i = 0; i < 5; i++) made = made && !value_is_absent(values[i]);
    *result = made ? value_call_values(thread, function, values, 5) : VALUE_ABSENT;
    for (int i = 0; i < 5; i++) value_release(values[i]);
    value_release(function);
    return 1;
}

/* The keywords of a call as a dict, without `out`. Owned. */
static Value keywords_dict(Thread *thread, const Call *call) {
    Value keywords = dict_new(thread);
    for (size_t i = 0; call->names && i < call->names->count && !value_is_absent(keywords); i++)
        if (strcmp(value_c_string(call->names->items[i]), "out") &&
            !dict_set(thread, value_dict(keywords), call->names->items[i], call->values[call->positional_count + i]))
            value_replace(&keywords, VALUE_ABSENT);
    return keywords;
}

/* The same for a method's arguments that are not their defaults. */
static bool keywords_add(Thread *thread, Value keywords, const char *name, Value value, Value standard) {
    if (value_is_absent(value) || (value.tag == standard.tag && value.integer == standard.integer)) return true;
    Value key = string_from_c(thread, name);
    bool added = !value_is_absent(key) && dict_set(thread, value_dict(keywords), key, value);
    value_release(key);
    return added;
}

static Value operate_with(Thread *thread, const Operator *row, const Value *operands, size_t count,
                          UfuncOptions *options, const Value *out, size_t out_count, bool on_device) {
    ArrayContext *context = array_context(thread);
    if (!context) return VALUE_ABSENT;
    Value objects[2 * OPERATOR_OPERANDS_MAX];
    Variant inputs[OPERATOR_OPERANDS_MAX];
    for (size_t i = 0; i < count; i++) on_device = on_device || value_is_device_array(operands[i]);
    if (on_device) {
        if (!array_devices_ready(thread)) return VALUE_ABSENT;
        options->namespace = CUPY;
        for (size_t i = 0; i < count; i++)
            if (!device_operand_check(thread, operands[i])) return VALUE_ABSENT;
    }
    for (size_t i = 0; i < count; i++) {
        objects[i] = operands[i];
        if (!(on_device ? variant_for_device : variant_from_value)(thread, operands[i], &inputs[i])) {
            variants_release(inputs, i);
            return VALUE_ABSENT;
        }
    }
    for (size_t i = 0; i < out_count; i++) objects[count + i] = out[i];
    Error error = ERROR_NONE;
    Variant result = ufunc_call(context->runtime, row, inputs, count, options, &error);
    variants_release(inputs, count);
    if (result.kind == VARIANT_ABSENT) return raise_array_error(thread, &error);
    Value value = value_from_variant(thread, result, objects, count + out_count);
    return array_keep_class_of_ufunc(thread, value, row, objects, count, count + out_count);
}

/* x ** 2 and the like are other ufuncs of x. */
static const Operator *power_as_unary(const Operator *row, const Value *operands) {
    if (row->number != OPERATOR_power || !value_is_ndarray(operands[0])) return NULL;
    bool whole = operands[1].tag == TAG_INT, real = operands[1].tag == TAG_FLOAT;
    bool inexact = dtype_is_inexact(value_ndarray(operands[0])->dtype);
    if (whole && operands[1].integer == 2) return OPERATOR(square);
    if (whole && operands[1].integer == -1 && inexact) return OPERATOR(reciprocal);
    return real && operands[1].number == 0.5 && inexact ? OPERATOR(sqrt) : NULL;
}

Value array_operate(Thread *thread, const Operator *operator_row, const Value *operands, size_t count) {
    Value answer;
    for (size_t i = 0; i < count; i++) /* operators are their ufuncs */
        if (value_is_subclass_array(operands[i])) {
            const Operator *unary = power_as_unary(operator_row, operands);
            if (unary) operator_row = unary, count = 1;
            Value ufunc = ufunc_object(thread, operator_row, LIBRARY_NUMPY);
            int handled = value_is_absent(ufunc) ? 0 : operands_override(thread, ufunc, "__call__", operands, count, NULL, 0, VALUE_ABSENT, &answer);
            value_release(ufunc);
            if (handled) return answer;
            break;
        }
    UfuncOptions options = {.is_operator = true};
    return operate_with(thread, operator_row, operands, count, &options, NULL, 0, false);
}

/* None has no operators: Python's own complaint about the elements. */
static const char *element_class(Value value) {
    const void *bytes;
    const Dtype *dtype = value_is_ndarray(value) ? value_ndarray(value)->dtype : value_scalar(value, &bytes);
    if (!dtype) return "NoneType";
    return dtype->kind == 'f' ? "float" : dtype->kind == 'c' ? "complex" : dtype->kind == 'b' ? "bool" : "int";
}
static Value raise_with_none(Thread *thread, const Operator *row, Value left, Value right) {
    return raise_type_error(thread, "unsupported operand type(s) for %s: '%s' and '%s'", operator_symbol(row),
                            element_class(left), element_class(right));
}

/* numpy.ndarray itself: no subclass, which might have a say. */
static bool is_plain_array(Value value) { return value.tag == TAG_OBJECT && value.object->type->origin == &numpy_ndarray_type_template; }

/* Arrays as they are, or an array and a float: absent without an exception when it is another case. */
static Value binary_quickly(Thread *thread, ArrayRuntime *runtime, const Operator *row, Value left, Value right) {
    bool is_left = is_plain_array(left), is_right = is_plain_array(right);
    if ((!is_left && left.tag != TAG_FLOAT) || (!is_right && right.tag != TAG_FLOAT)) return VALUE_ABSENT;
    Error error = ERROR_NONE;
    bool done;
    Array *result = ufunc_quick(runtime, row, is_left ? value_ndarray(left) : NULL, is_right ? value_ndarray(right) : NULL,
                                is_left && is_right ? 0 : float_number(is_left ? right : left), &done, &error);
    return result ? value_from_array(thread, result) : done ? raise_array_error(thread, &error) : VALUE_ABSENT;
}

/* Has the stranger a say of its own in an operator? 1: *answer holds what came of it (absent with an exception, or NotImplemented where
 * it is left to the stranger); 0: the stranger is an element beside the array's. `self` stands on the left unless it is `reflected`. */
static int ask_stranger(Thread *thread, const Operator *row, Value left, Value right, bool reflected, Value *answer) {
    Value self = reflected ? right : left, stranger = reflected ? left : right, handler = VALUE_ABSENT;
    *answer = VALUE_NOT_IMPLEMENTED;
    if (array_overrides_ufuncs(thread, stranger)) {
        handler = value_find_attribute_c(thread, stranger, "__array_ufunc__");
        bool refuses = value_is_absent(handler) || value_is_none(handler); /* None: it has operators of its own */
        value_release(handler);
        if (refuses && exception_is_set(thread)) *answer = VALUE_ABSENT;
        if (refuses) return 1;
        const Value both[2] = {left, right};
        Value ufunc = ufunc_object(thread, row, LIBRARY_NUMPY);
        if (value_is_absent(ufunc)) return *answer = ufunc, 1;
        int handled = operands_override(thread, ufunc, "__call__", both, 2, NULL, 0, VALUE_ABSENT, answer);
        value_release(ufunc);
        if (handled) return 1;
    }
    if (exception_is_set(thread)) return *answer = VALUE_ABSENT, 1;
    *answer = VALUE_NOT_IMPLEMENTED;
    return value_is_device_array(self) || (!reflected && array_priority_below(thread, self, stranger));
}

Value array_binary(Thread *thread, const Operator *operator_row, Value left, Value right) {
    ArrayContext *context = array_context(thread);
    if (!context) return VALUE_ABSENT;
    Value quick = binary_quickly(thread, context->runtime, operator_row, left, right);
    if (!value_is_absent(quick) || exception_is_set(thread)) return quick;
    bool any = takes_any(left) || takes_any(right);
    if (!operand_is_known(context, left) || !operand_is_known(context, right)) {
        Value answer;
        if (ask_stranger(thread, operator_row, left, right, !operand_is_known(context, left), &answer)) return answer;
    }
    if (!any && (value_is_none(left) || value_is_none(right))) return raise_with_none(thread, operator_row, left, right);
    const Value operands[2] = {left, right};
    return array_operate(thread, operator_row, operands, 2);
}

Value array_in_place(Thread *thread, const Operator *operator_row, Value left, Value right) {
    ArrayContext *context = array_context(thread);
    if (!context) return VALUE_ABSENT;
    if (!takes_any(left) && !operand_is_known(context, right) && value_is_device_array(left)) return VALUE_NOT_IMPLEMENTED;
    const Value operands[2] = {left, right};
    bool is_stranger = !operand_is_known(context, right) && array_overrides_ufuncs(thread, right);
    if (exception_is_set(thread)) return VALUE_ABSENT;
    if (is_stranger || value_is_subclass_array(left) || value_is_subclass_array(right)) {
        const Operator *unary = power_as_unary(operator_row, operands);
        Value ufunc = ufunc_object(thread, unary ? unary : operator_row, LIBRARY_NUMPY), answer = VALUE_ABSENT;
        int handled = value_is_absent(ufunc) ? 1 : operands_override(thread, ufunc, "__call__", operands, unary ? 1 : 2, &left, 1, VALUE_ABSENT, &answer);
        value_release(ufunc);
        if (handled) return answer;
    }
    UfuncOptions options = {.out = {.kind = VARIANT_ARRAY, .array = value_ndarray(left)}, .is_operator = true};
    return operate_with(thread, operator_row, operands, 2, &options, &left, 1, false);
}

/* A NumPy array of no dimension, which CuPy's comparisons take for the number in it. */
static bool is_host_number(Value value) {
    return value_is_ndarray(value) && !value_is_device_array(value) && !value_ndarray(value)->dimensions && !value_is_subclass_array(value);
}

/* What NumPy says when no operand knows what to do: CuPy's comparisons with texts, lists and the like. */
static Value refuse_comparison(Thread *thread, const Operator *row, Value left, Value right) {
    Value shown[2] = {value_repr(thread, left), VALUE_ABSENT};
    if (!value_is_absent(shown[0])) shown[1] = value_repr(thread, right);
    if (!value_is_absent(shown[1]))
        raise_type_error(thread, "operand type(s) all returned NotImplemented from __array_ufunc__(<ufunc '%s'>, '__call__', %s, %s): '%s', '%s'",
                         row->name, value_c_string(shown[0]), value_c_string(shown[1]), type_short_name(type_of(thread->interpreter, left)),
                         type_short_name(type_of(thread->interpreter, right)));
    value_release(shown[0]);
    value_release(shown[1]);
    return VALUE_ABSENT;
}

/* An array of a device beside something else. */
static Value compare_on_device(Thread *thread, const Operator *row, Value left, Value right) {
    Value operands[2] = {left, right}, number = VALUE_ABSENT;
    for (int i = 0; i < 2; i++) {
        if (!is_host_number(operands[i])) continue;
        operands[i] = number = ndarray_item(thread, operands[i]);
        if (value_is_absent(number)) return number;
    }
    for (int i = 0; i < 2; i++) {
        bool is_stranger = operands[i].tag == TAG_OBJECT && operands[i].object->type->flags & (TYPE_LIST | TYPE_TUPLE | TYPE_STRING | TYPE_BYTES | TYPE_DICT);
        if (is_stranger || value_is_none(operands[i])) return refuse_comparison(thread, row, left, right);
    }
    Value result = array_operate(thread, row, operands, 2);
    value_release(number);
    return result;
}

Value array_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    static const OperatorNumber rows[] = {[COMPARE_LT] = OPERATOR_less,    [COMPARE_LE] = OPERATOR_less_equal,
                                          [COMPARE_EQ] = OPERATOR_equal,   [COMPARE_NE] = OPERATOR_not_equal,
                                          [COMPARE_GT] = OPERATOR_greater, [COMPARE_GE] = OPERATOR_greater_equal};
    ArrayContext *context = array_context(thread);
    if (!context) return VALUE_ABSENT;
    bool is_equality = comparison == COMPARE_EQ || comparison == COMPARE_NE;
    bool is_text = value_is_string(right) || value_is_none(right);
    bool any = takes_any(left) || takes_any(right) || (value_is_ndarray(left) && dtype_is_flexible(value_ndarray(left)->dtype));
    if (any) {
        const Value operands[2] = {left, right};
        return array_operate(thread, &operators[rows[comparison]], operands, 2);
    }
    bool on_device = value_is_device_array(left);
    if (is_equality && value_is_ndarray(left) && (on_device ? value_is_none(right) : is_text)) {
        /* Nothing equals what is no number: an array of one truth. */
        Value shape = tuple_from_extents(thread, value_ndarray(left)->shape, value_ndarray(left)->dimensions);
        Value values[2] = {shape, value_from_bool(comparison == COMPARE_NE)};
        Value full = value_is_absent(shape) ? VALUE_ABSENT : array_module_member(thread, on_device ? "cupy" : "numpy", "full");
        Value result = value_is_absent(full) ? VALUE_ABSENT : value_call_values(thread, full, values, 2);
        value_release(full);
        value_release(shape);
        return result;
    }
    if (!operand_is_known(context, right) || !operand_is_known(context, left)) {
        Value answer;
        if (!value_is_ndarray(left)) return VALUE_NOT_IMPLEMENTED;
        if (ask_stranger(thread, &operators[rows[comparison]], left, right, false, &answer)) return answer;
    }
    if (!value_is_ndarray(left) && is_text) {
        if (is_equality) return scalar_new(thread, DTYPE(BOOL), &(uint8_t){comparison == COMPARE_NE});
        return VALUE_NOT_IMPLEMENTED;
    }
    if (on_device != value_is_device_array(right)) return compare_on_device(thread, &operators[rows[comparison]], left, right);
    const Value operands[2] = {left, right};
    return array_operate(thread, &operators[rows[comparison]], operands, 2);
}

/* ---- Ufunc objects ---- */

/* ---- Over core dimensions: the work is a function's of the library ---- */

static const struct {
    Operator row;
    const char *signature;
} core_ufuncs[] = {
#define CORE(text, dimensions, words)                                                                                       \
    {{.number = OPERATOR_COUNT, .name = text, .inputs = 2, .outputs = 1, .identity = IDENTITY_NONE, .documentation = words}, dimensions},
    CORE("matmul", "(n?,k),(k,m?)->(n?,m?)", "Matrix product of two arrays; of stacks of matrices when they have more than two axes.")
    CORE("vecdot", "(n),(n)->()", "Dot products of vectors, the first ones conjugated.")
    CORE("matvec", "(m,n),(n)->(m)", "Products of matrices and vectors.")
    CORE("vecmat", "(n),(n,m)->(m)", "Products of vectors, conjugated, and matrices.")
#undef CORE
};
enum { CORE_UFUNCS = sizeof core_ufuncs / sizeof *core_ufuncs };

static bool is_core(const Operator *row) { return row->number == OPERATOR_COUNT; }

static const char *core_signature(const Operator *row) {
    for (size_t i = 0; i < CORE_UFUNCS; i++)
        if (row == &core_ufuncs[i].row) return core_ufuncs[i].signature;
    return NULL;
}

const Operator *core_operator(const char *name) {
    for (size_t i = 0; i < CORE_UFUNCS; i++)
        if (!strcmp(core_ufuncs[i].row.name, name)) return &core_ufuncs[i].row;
    return NULL;
}

Value core_ufunc_object(Thread *thread, const char *name) {
    for (size_t i = 0; i < CORE_UFUNCS; i++) {
        if (strcmp(core_ufuncs[i].row.name, name)) continue;
        Value ufunc = ufunc_object(thread, &core_ufuncs[i].row, LIBRARY_NUMPY);
        UfuncObject *object = value_is_absent(ufunc) ? NULL : (UfuncObject *)ufunc.object;
        if (object && value_is_absent(object->function) && value_is_absent(object->function = array_numpy_function(thread, name)))
            value_replace(&ufunc, VALUE_ABSENT);
        return ufunc;
    }
    return VALUE_ABSENT;
}

static void ufunc_destroy(Object *self) { value_release(((UfuncObject *)self)->function); }

/* False, with NumPy's exception, for what only runs element by element. */
static bool refuse_core(Thread *thread, Value self, const char *method) {
    const Operator *row = ((const UfuncObject *)self.object)->operator_row;
    if (!is_core(row)) return true;
    if (!strcmp(method, "outer")) raise_type_error(thread, "method outer is not allowed in ufunc with non-trivial signature");
    else if (!strcmp(method, "at"))
        raise_type_error(thread, "%s.at does not support ufunc with non-trivial signature: %s has signature %s.", row->name, row->name, core_signature(row));
    else raise_runtime_error(thread, "Reduction not defined on ufunc with signature");
    return false;
}

static const Operator *ufunc_row(Value self) { return ((const UfuncObject *)self.object)->operator_row; }
static ArrayLibrary ufunc_library(Value self) { return ((const UfuncObject *)self.object)->library; }

Value ufunc_object(Thread *thread, const Operator *operator_row, ArrayLibrary library) {
    ArrayContext *context = array_context(thread);
    if (!context) return VALUE_ABSENT;
    Object *known = hash_get(&context->ufuncs[library], operator_row->name);
    if (known) return value_from_object(object_retain(known));
    Type *type = type_from_template(thread, library == LIBRARY_CUPY ? &cupy_ufunc_type_template
                                                                    : &ufunc_type_template);
    UfuncObject *ufunc = type ? object_new(thread, type) : NULL;
    if (!ufunc) return VALUE_ABSENT;
    ufunc->operator_row = operator_row;
    ufunc->library = library;
    ufunc->function = VALUE_ABSENT;
    if (!hash_set(&context->ufuncs[library], operator_row->name, ufunc)) {
        object_release(ufunc);
        return raise_no_memory(thread);
    }
    return value_from_object(object_retain(ufunc));
}

/* What scipy.special's functions are, but those that are more than numbers' own. Absent without an exception: the function is no ufunc. */
Value special_ufunc_object(Thread *thread, const ArrayFunction *function) {
    ArrayContext *context = array_context(thread);
    SpecialOperator made, *kept;
    if (!strcmp(function->path, "special.digamma")) function = array_function_find("special.psi", SCIPY); /* other names of theirs */
    if (!strcmp(function->path, "special.jn")) function = array_function_find("special.jv", SCIPY);
    if (!context || !special_operator(function, &made)) return VALUE_ABSENT;
    Object *known = hash_get(&context->ufuncs[LIBRARY_NUMPY], function->path);
    if (known) return value_from_object(object_retain(known));
    if (!(kept = arena_allocate(&context->arena, sizeof *kept))) return raise_no_memory(thread);
    special_operator(function, kept);
    Type *type = type_from_template(thread, &ufunc_type_template);
    UfuncObject *ufunc = type ? object_new(thread, type) : NULL;
    if (!ufunc) return VALUE_ABSENT;
    ufunc->operator_row = &kept->row;
    ufunc->library = LIBRARY_NUMPY;
    ufunc->function = array_plain_function(thread, function);
    if (value_is_absent(ufunc->function) || !hash_set(&context->ufuncs[LIBRARY_NUMPY], function->path, ufunc)) {
        object_release(ufunc);
        return exception_is_set(thread) ? VALUE_ABSENT : raise_no_memory(thread);
    }
    return value_from_object(object_retain(ufunc));
}

/* CuPy's kernels have names of their own. */
static const char *device_name(const Operator *row) { return row->number == OPERATOR_divide ? "true_divide" : row->name; }

/* The keywords of a ufunc call or method. Values borrowed from the Call. */
typedef struct UfuncKeywords {
    UfuncOptions options;
    Value out[OPERATOR_OUTPUTS_MAX];
    size_t out_count;
    Value axis, keepdims, initial;
} UfuncKeywords;

static void keywords_release(UfuncKeywords *keywords) {
    variant_release(&keywords->options.out);
    variant_release(&keywords->options.where);
}

static bool keywords_set_out(Thread *thread, UfuncKeywords *keywords, Value value) {
    if (value_is_none(value) || value_is_absent(value)) return true;
    const Value *items = &value;
    size_t count = 1;
    if (value_is_tuple(value)) {
        items = value_tuple(value)->items;
        count = value_tuple(value)->count;
    }
    if (count > OPERATOR_OUTPUTS_MAX) {
        raise_value_error(thread, "The 'out' tuple must have exactly one entry per ufunc output");
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (!value_is_none(items[i]) && !value_is_ndarray(items[i])) {
            raise_type_error(thread, "return arrays must be of ArrayType");
            return false;
        }
        keywords->out[i] = items[i];
    }
    keywords->out_count = count;
    variant_release(&keywords->options.out);
    return variant_from_value(thread, count == 1 ? items[0] : value, &keywords->options.out);
}

static const char *objects_loop(const Operator *row);

/* signature='dd->d', ('d', 'd', 'd') or (None, None, 'd'): the loop that has these types, told by what it gives. */
static bool keywords_set_signature(Thread *thread, UfuncKeywords *keywords, const Operator *row, Value value) {
    const Dtype *wanted[OPERATOR_OPERANDS_MAX + 1] = {NULL};
    size_t count = (size_t)(row->inputs + row->outputs), given = 0;
    if (value_is_string(value)) {
        const char *text = value_c_string(value), *arrow = strstr(text, "->");
        if (!arrow) return (keywords->options.dtype = dtype_from_value(thread, value)) != NULL;
        if (strlen(text) != count + 2 || arrow - text != row->inputs)
            return raise_value_error(thread, "a type-string for %s, requires 1 typecode or %d typecode(s) before and %d after the -> sign",
                                     row->name, row->inputs, row->outputs), false;
        for (const char *at = text; *at; at++) {
            if (at == arrow || at == arrow + 1) continue;
            if (!(wanted[given++] = dtype_from_name(at, 1))) return raise_type_error(thread, "data type '%c' not understood", *at), false;
        }
    } else if (value_is_tuple(value)) {
        if (value_tuple(value)->count != count && value_tuple(value)->count != 1)
            return raise_value_error(thread, "a type-tuple must be specified of length %zu for ufunc '%s'", count, row->name), false;
        for (; given < value_tuple(value)->count; given++) {
            Value item = value_tuple(value)->items[given];
            if (!value_is_none(item) && !(wanted[given] = dtype_from_value(thread, item))) return false;
        }
        if (given == 1) {
            if (!wanted[0]) return raise_value_error(thread, "a single item type tuple cannot contain None."), false;
            return (keywords->options.dtype = wanted[0]) != NULL;
        }
    } else {
        return raise_type_error(thread, "the signature object to ufunc must be a string or a tuple."), false;
    }
    for (int i = 0; i < row->loop_count; i++) {
        bool fits = true;
        for (size_t k = 0; k < count && fits; k++) fits = !wanted[k] || wanted[k]->number == row->loops[i][k];
        if (!fits) continue;
        const Dtype *result = &dtypes[row->loops[i][row->inputs]];
        if (result->kind != 'b') keywords->options.dtype = result;
        return true;
    }
    bool objects = objects_loop(row) != NULL, asked = false;
    size_t named = 0; /* a truth comes of a signature only that names every input */
    for (size_t k = 0; k < count && objects; k++) {
        bool output = k >= (size_t)row->inputs;
        objects = !wanted[k] || wanted[k] == &dtype_object || (output && wanted[k]->kind == 'b' && named == k);
        asked = asked || wanted[k] == &dtype_object;
        named += wanted[k] != NULL;
    }
    if (objects && asked) { /* of objects, that gives objects unless a truth is asked for */
        keywords->options.dtype = wanted[row->inputs] ? wanted[row->inputs] : &dtype_object;
        return true;
    }
    return raise_type_error(thread, "\nNo loop matching the specified signature and casting was found for ufunc %s", row->name), false;
}

static bool keywords_set(Thread *thread, UfuncKeywords *keywords, const Operator *row, const char *name, Value value) {
    UfuncOptions *options = &keywords->options;
    const char *function = row->name;
    if (!strcmp(name, "out")) return keywords_set_out(thread, keywords, value);
    if (!strcmp(name, "where")) {
        if (value.tag == TAG_BOOL && value.integer) return true;
        return variant_from_value(thread, value, &options->where);
    }
    if (!strcmp(name, "signature") || !strcmp(name, "sig"))
        return value_is_none(value) || keywords_set_signature(thread, keywords, row, value);
    if (!strcmp(name, "dtype")) {
        if (value_is_none(value)) return true;
        return (options->dtype = dtype_from_value(thread, value)) != NULL;
    }
    if (!strcmp(name, "casting")) {
        options->has_casting = true;
        if (value_is_string(value) && casting_from_name(value_c_string(value), &options->casting)) return true;
        raise_value_error(thread, "casting must be one of 'no', 'equiv', 'safe', 'same_kind', 'unsafe' (got '%s')",
                          value_is_string(value) ? value_c_string(value) : "?");
        return false;
    }
    if (!strcmp(name, "order")) {
        const char *order = value_is_string(value) ? value_c_string(value) : value_is_none(value) ? "K" : "";
        if (!value_is_string(value) && !value_is_none(value)) {
            raise_type_error(thread, "order must be str, not %s", value_type_name(thread, value));
            return false;
        }
        if (!*order || !strchr("CFAKcfak", *order)) {
            raise_value_error(thread, "order must be one of 'C', 'F', 'A', or 'K' (got '%s')", order);
            return false;
        }
        if (!value_is_none(value)) options->order = *order;
        return true;
    }
    if (!strcmp(name, "subok") || !strcmp(name, "axes")) return true;
    if (!strcmp(name, "axis")) return keywords->axis = value, true;
    if (!strcmp(name, "keepdims")) return keywords->keepdims = value, true;
    if (!strcmp(name, "initial")) return keywords->initial = value, true;
    raise_type_error(thread, "%s() got an unexpected keyword argument '%s'", function, name);
    return false;
}

static bool keywords_read(Thread *thread, UfuncKeywords *keywords, const Operator *row, const Call *call) {
    bool has_sig = false, has_signature = false, has_dtype = false;
    for (size_t i = 0; call->names && i < call->names->count; i++) {
        const char *name = value_c_string(call->names->items[i]);
        has_sig = has_sig || !strcmp(name, "sig");
        has_signature = has_signature || !strcmp(name, "signature");
        has_dtype = has_dtype || !strcmp(name, "dtype");
        if (has_sig && has_signature) {
            raise_type_error(thread, "cannot specify both 'sig' and 'signature'");
            return false;
        }
        if (has_dtype && (has_sig || has_signature)) {
            raise_type_error(thread, "cannot specify both 'signature' and 'dtype'");
            return false;
        }
        if (!keywords_set(thread, keywords, row, name, call->values[call->positional_count + i])) return false;
    }
    return true;
}

/* np.sin(0.5): a number alone, with no array made of it. Absent without an exception: another case. */
static Value call_with_number(Thread *thread, Value self, Value operand) {
    const Operator *row = ufunc_row(self);
    ArrayContext *context = array_context(thread);
    if (!context) return VALUE_ABSENT;
    double number = 0;
    if (operand.tag == TAG_FLOAT) {
        number = float_number(operand);
    } else {
        const void *bytes;
        if (!value_is_object(operand) || operand.object->type != context->scalar_types[DTYPE_FLOAT64]) return VALUE_ABSENT;
        if (value_scalar(operand, &bytes) != DTYPE(FLOAT64)) return VALUE_ABSENT;
        memcpy(&number, bytes, sizeof number);
    }
    Error error = ERROR_NONE;
    Variant result = ufunc_of_double(context->runtime, row, number, &error);
    if (result.kind == VARIANT_ABSENT) return error_is_set(&error) ? raise_array_error(thread, &error) : VALUE_ABSENT;
    return value_from_variant(thread, result, NULL, 0);
}

/* May a ufunc be called with the keyword? Axes have those alone that work over core dimensions. */
static bool is_call_keyword(const Operator *row, const char *name) {
    static const char *const names[] = {"out", "where", "casting", "order", "dtype", "subok", "signature", "sig", "axes", "axis", "keepdims"};
    size_t count = sizeof names / sizeof *names - (is_core(row) ? 0 : 3);
    for (size_t i = 0; i < count; i++)
        if (!strcmp(name, names[i])) return true;
    return false;
}

/* What CuPy's ufuncs say of arguments that they do not know: keywords first, then how many there are. */
static bool check_device_call(Thread *thread, const Operator *row, const Call *call) {
    size_t inputs = (size_t)row->inputs, all = inputs + (size_t)row->outputs;
    Value unknown = VALUE_ABSENT;
    for (size_t i = 0; call->names && i < call->names->count; i++) {
        if (is_call_keyword(row, value_c_string(call->names->items[i]))) continue;
        if (value_is_absent(unknown) && value_is_absent(unknown = dict_new(thread))) return false;
        if (dict_set(thread, value_dict(unknown), call->names->items[i], call->values[call->positional_count + i])) continue;
        value_release(unknown);
        return false;
    }
    if (!value_is_absent(unknown)) {
        Value shown = value_repr(thread, unknown);
        if (!value_is_absent(shown)) raise_type_error(thread, "Wrong arguments %s", value_c_string(shown));
        value_release(shown);
        value_release(unknown);
        return false;
    }
    if (call->positional_count >= inputs && call->positional_count <= all) return true;
    raise_type_error(thread, "Wrong number of arguments for 'cupy_%s'. It must be either %zu or %zu (with outputs), but given %zu.", device_name(row),
                     inputs, all, call->positional_count);
    return false;
}

static Value ufunc_call_slot(Thread *thread, Value self, const Call *call) {
    const Operator *row = ufunc_row(self);
    size_t inputs = (size_t)row->inputs, all = inputs + (size_t)row->outputs;
    if (call->positional_count == 1 && inputs == 1 && !call->names && ufunc_library(self) == LIBRARY_NUMPY && !is_core(row)) {
        Value result = call_with_number(thread, self, call->values[0]);
        if (!value_is_absent(result) || exception_is_set(thread)) return result;
    }
    if (ufunc_library(self) == LIBRARY_CUPY && !check_device_call(thread, row, call)) return VALUE_ABSENT;
    if (call->positional_count < inputs || call->positional_count > all)
        return raise_type_error(thread, "%s() takes from %zu to %zu positional arguments but %zu %s given", row->name,
                                inputs, all, call->positional_count, call->positional_count == 1 ? "was" : "were");
    for (size_t i = 0; call->names && i < call->names->count && ufunc_library(self) == LIBRARY_NUMPY; i++)
        if (!is_call_keyword(row, value_c_string(call->names->items[i])))
            return raise_type_error(thread, "%s() got an unexpected keyword argument '%s'", row->name, value_c_string(call->names->items[i]));
    Value result, named = VALUE_ABSENT;
    const Value *outs = call->values + inputs;
    size_t out_count = call->positional_count - inputs;
    if (call->names) { /* what a handler is to see */
        for (size_t i = 0; i < call->names->count; i++) {
            Value value = call->values[call->positional_count + i];
            if (strcmp(value_c_string(call->names->items[i]), "out")) continue;
            outs = value_is_tuple(value) ? value_tuple(value)->items : call->values + call->positional_count + i;
            out_count = value_is_tuple(value) ? value_tuple(value)->count : !value_is_none(value);
        }
        named = keywords_dict(thread, call);
        if (value_is_absent(named)) return named;
    }
    int handled = operands_override(thread, self, "__call__", call->values, inputs, outs, out_count, named, &result);
    value_release(named);
    if (handled) return result;
    bool on_device = false; /* where scipy.special's functions are cupyx's */
    for (size_t i = 0; row->own && i < call->positional_count; i++) on_device = on_device || value_is_device_array(call->values[i]);
    if (is_core(row) || on_device) return value_call(thread, ((const UfuncObject *)self.object)->function, call);
    UfuncKeywords keywords = {0};
    bool read = true;
    if (call->positional_count == inputs + 1)
        read = keywords_set_out(thread, &keywords, call->values[inputs]);
    else if (call->positional_count > inputs + 1) {
        Value outs = tuple_from_values(thread, call->values + inputs, call->positional_count - inputs);
        read = !value_is_absent(outs) && keywords_set_out(thread, &keywords, outs);
        value_release(outs);
    }
    read = read && keywords_read(thread, &keywords, row, call);
    result = !read ? VALUE_ABSENT
                   : operate_with(thread, row, call->values, inputs, &keywords.options, keywords.out,
                                  keywords.out_count, ufunc_library(self) == LIBRARY_CUPY);
    keywords_release(&keywords);
    return result;
}

/* ---- Methods: reduce, accumulate, reduceat, outer, at ---- */

/* What a method was called with: its positional arguments as Variants, the rest in keywords. */
typedef struct UfuncMethodCall {
    UfuncKeywords keywords;
    Variant array, axis, initial, extra;
    bool keep_dimensions;
} UfuncMethodCall;

static void method_call_release(UfuncMethodCall *method) {
    keywords_release(&method->keywords);
    variant_release(&method->array);
    variant_release(&method->axis);
    variant_release(&method->initial);
    variant_release(&method->extra);
}

static bool method_check_binary(Thread *thread, const Operator *row, const char *method) {
    if (row->inputs == 2 && row->outputs == 1) return true;
    raise_value_error(thread, row->inputs == 2 ? "%s only supported for functions returning a single value"
                                               : "%s only supported for binary functions",
                      method);
    return false;
}

/* arguments: self, array, axis, dtype, out, then keepdims, initial, where for reduce. */
static bool method_read(Thread *thread, UfuncMethodCall *method, const Value *arguments, bool is_reduce) {
    if (!variant_from_value(thread, arguments[1], &method->array)) return false;
    if (!variant_from_value(thread, arguments[2], &method->axis)) return false;
    if (!value_is_none(arguments[3]) &&
        !(method->keywords.options.dtype = dtype_from_value(thread, arguments[3])))
        return false;
    if (!keywords_set_out(thread, &method->keywords, arguments[4])) return false;
    if (value_is_ndarray(arguments[1]) && array_library(value_ndarray(arguments[1])) == LIBRARY_CUPY)
        method->keywords.options.namespace = CUPY;
    if (!is_reduce) return true;
    int keep = value_truth(thread, arguments[5]);
    if (keep < 0) return false;
    method->keep_dimensions = keep;
    if (!variant_from_value(thread, arguments[6], &method->initial)) return false;
    return value_is_absent(arguments[7]) || value_is_none(arguments[7]) ||
           keywords_set(thread, &method->keywords, ufunc_row(arguments[0]), "where", arguments[7]);
}

static Value method_finish(Thread *thread, UfuncMethodCall *method, Value array, Variant result, Error *error) {
    Value value = result.kind == VARIANT_ABSENT
                      ? raise_array_error(thread, error)
                      : value_from_variant(thread, result, method->keywords.out, method->keywords.out_count);
    method_call_release(method);
    return method->keywords.out_count ? value : array_keep_class(thread, value, &array, 1, true);
}

/* The methods' way to objects that handle ufuncs themselves. `names` are those of arguments[2 + first ...], `defaults` beside them. */
static int method_override(Thread *thread, const char *method, const Value *arguments, size_t inputs, const Value *rest,
                           const char *const *names, const Value *defaults, size_t count, Value out, Value *result) {
    bool is_plain = true; /* nothing but plain arrays and numbers: the usual case */
    for (size_t i = 0; i < inputs; i++) is_plain = is_plain && !array_overrides_ufuncs(thread, arguments[1 + i]);
    const Value *outs = value_is_tuple(out) ? value_tuple(out)->items : &out;
    size_t out_count = value_is_tuple(out) ? value_tuple(out)->count : !value_is_absent(out) && !value_is_none(out);
    for (size_t i = 0; i < out_count; i++) is_plain = is_plain && !array_overrides_ufuncs(thread, outs[i]);
    if (exception_is_set(thread)) return *result = VALUE_ABSENT, 1;
    if (is_plain) return 0;
    Value keywords = dict_new(thread);
    bool made = !value_is_absent(keywords);
    for (size_t i = 0; i < count && made; i++) made = keywords_add(thread, keywords, names[i], rest[i], defaults[i]);
    *result = VALUE_ABSENT;
    int handled = made ? operands_override(thread, arguments[0], method, arguments + 1, inputs, outs, out_count, keywords, result) : 1;
    value_release(keywords);
    return handled;
}

NATIVE(ufunc_reduce_method) {
    NATIVE_UNUSED;
    if (!refuse_core(thread, arguments[0], "reduce")) return VALUE_ABSENT;
    static const char *const names[] = {"axis", "dtype", "keepdims", "initial", "where"};
    const Value rest[] = {arguments[2], arguments[3], arguments[5], arguments[6], arguments[7]};
    const Value defaults[] = {value_from_int(0), VALUE_NONE, VALUE_FALSE, VALUE_ABSENT, VALUE_TRUE};
    Value answer;
    if (method_override(thread, "reduce", arguments, 1, rest, names, defaults, 5, arguments[4], &answer)) return answer;
    const Operator *row = ufunc_row(arguments[0]);
    ArrayContext *context = array_context(thread);
    UfuncMethodCall method = {0};
    Error error = ERROR_NONE;
    if (!context || !method_check_binary(thread, row, "reduce")) return VALUE_ABSENT;
    if (!method_read(thread, &method, arguments, true)) {
        method_call_release(&method);
        return VALUE_ABSENT;
    }
    Variant result = ufunc_reduce(context->runtime, row, method.array, method.axis, method.keep_dimensions,
                                  method.initial, &method.keywords.options, &error);
    return method_finish(thread, &method, arguments[1], result, &error);
}

NATIVE(ufunc_accumulate_method) {
    NATIVE_UNUSED;
    if (!refuse_core(thread, arguments[0], "accumulate")) return VALUE_ABSENT;
    static const char *const names[] = {"axis", "dtype"};
    const Value defaults[] = {value_from_int(0), VALUE_NONE};
    Value answer;
    if (method_override(thread, "accumulate", arguments, 1, arguments + 2, names, defaults, 2, arguments[4], &answer)) return answer;
    const Operator *row = ufunc_row(arguments[0]);
    ArrayContext *context = array_context(thread);
    UfuncMethodCall method = {0};
    Error error = ERROR_NONE;
    if (!context || !method_check_binary(thread, row, "accumulate")) return VALUE_ABSENT;
    if (!method_read(thread, &method, arguments, false)) {
        method_call_release(&method);
        return VALUE_ABSENT;
    }
    Variant result = ufunc_accumulate(context->runtime, row, method.array, method.axis, &method.keywords.options,
                                      &error);
    return method_finish(thread, &method, arguments[1], result, &error);
}

NATIVE(ufunc_reduceat_method) {
    NATIVE_UNUSED;
    if (!refuse_core(thread, arguments[0], "reduceat")) return VALUE_ABSENT;
    static const char *const names[] = {"axis", "dtype"};
    const Value defaults[] = {value_from_int(0), VALUE_NONE};
    Value answer;
    if (method_override(thread, "reduceat", arguments, 2, arguments + 3, names, defaults, 2, arguments[5], &answer)) return answer;
    const Operator *row = ufunc_row(arguments[0]);
    ArrayContext *context = array_context(thread);
    UfuncMethodCall method = {0};
    Error error = ERROR_NONE;
    const Value rest[5] = {arguments[0], arguments[1], arguments[3], arguments[4], arguments[5]};
    if (!context || !method_check_binary(thread, row, "reduceat")) return VALUE_ABSENT;
    if (!method_read(thread, &method, rest, false) || !variant_from_value(thread, arguments[2], &method.extra)) {
        method_call_release(&method);
        return VALUE_ABSENT;
    }
    Variant result = ufunc_reduceat(context->runtime, row, method.array, method.extra, method.axis,
                                    &method.keywords.options, &error);
    return method_finish(thread, &method, arguments[1], result, &error);
}

NATIVE(ufunc_outer_method) {
    NATIVE_UNUSED;
    if (!refuse_core(thread, arguments[0], "outer")) return VALUE_ABSENT;
    Value answer;
    if (array_overrides_ufuncs(thread, arguments[1]) || array_overrides_ufuncs(thread, arguments[2])) {
        Value out = keyword_take(thread, arguments[3], "out");
        const Value *outs = value_is_tuple(out) ? value_tuple(out)->items : &out;
        size_t out_count = value_is_tuple(out) ? value_tuple(out)->count : !value_is_absent(out);
        int handled = operands_override(thread, arguments[0], "outer", arguments + 1, 2, outs, out_count, arguments[3], &answer);
        value_release(out);
        if (handled) return answer;
    }
    const Operator *row = ufunc_row(arguments[0]);
    ArrayContext *context = array_context(thread);
    UfuncMethodCall method = {0};
    Error error = ERROR_NONE;
    if (!context) return VALUE_ABSENT;
    if (row->inputs != 2) return raise_value_error(thread, "outer product only supported for binary functions");
    Value dtype = keyword_take(thread, arguments[3], "dtype"), out = keyword_take(thread, arguments[3], "out");
    bool read = keywords_finish(thread, arguments[3], "outer") &&
                variant_from_value(thread, arguments[1], &method.array) &&
                variant_from_value(thread, arguments[2], &method.extra) &&
                keywords_set_out(thread, &method.keywords, out) &&
                (value_is_absent(dtype) || value_is_none(dtype) ||
                 (method.keywords.options.dtype = dtype_from_value(thread, dtype)));
    if (read && (value_is_device_array(arguments[1]) || value_is_device_array(arguments[2])))
        method.keywords.options.namespace = CUPY;
    value_release(dtype);
    Value value = VALUE_ABSENT;
    if (read) {
        Variant result = ufunc_outer(context->runtime, row, method.array, method.extra, &method.keywords.options,
                                     &error);
        value = method_finish(thread, &method, arguments[1], result, &error);
    } else {
        method_call_release(&method);
    }
    value_release(out);
    return value;
}

NATIVE(ufunc_at_method) {
    NATIVE_UNUSED;
    if (!refuse_core(thread, arguments[0], "at")) return VALUE_ABSENT;
    Value answer;
    if (operands_override(thread, arguments[0], "at", arguments + 1, value_is_absent(arguments[3]) ? 2 : 3, NULL, 0, VALUE_ABSENT, &answer))
        return answer;
    const Operator *row = ufunc_row(arguments[0]);
    ArrayContext *context = array_context(thread);
    Variant operands[3] = {{0}};
    Error error = ERROR_NONE;
    if (!context) return VALUE_ABSENT;
    if (!value_is_ndarray(arguments[1])) return raise_type_error(thread, "first operand must be array");
    if (row->inputs == 2 && value_is_absent(arguments[3]))
        return raise_value_error(thread, "second operand needed for ufunc");
    bool succeeded = true;
    for (size_t i = 0; i < 3 && succeeded; i++)
        succeeded = variant_from_value(thread, arguments[1 + i], &operands[i]);
    if (succeeded && !ufunc_at(context->runtime, row, operands[0], operands[1], operands[2], &error)) {
        raise_array_error(thread, &error);
        succeeded = false;
    }
    variants_release(operands, 3);
    return succeeded ? VALUE_NONE : VALUE_ABSENT;
}

/* ---- Attributes ---- */

static Value ufunc_get_name(Thread *thread, Value self) { return string_from_c(thread, ufunc_row(self)->name); }
static Value device_ufunc_get_name(Thread *thread, Value self) { return string_format(thread, "cupy_%s", device_name(ufunc_row(self))); }
static Value ufunc_get_doc(Thread *thread, Value self) {
    const Operator *row = ufunc_row(self);
    return string_format(thread, "%s(x%s[, out])\n\n%s", row->name, row->inputs == 2 ? "1, x2" : "",
                         row->documentation);
}
static Value ufunc_get_nin(Thread *thread, Value self) { return (void)thread, value_from_int(ufunc_row(self)->inputs); }
static Value ufunc_get_nout(Thread *thread, Value self) { return (void)thread, value_from_int(ufunc_row(self)->outputs); }
static Value ufunc_get_nargs(Thread *thread, Value self) {
    return (void)thread, value_from_int(ufunc_row(self)->inputs + ufunc_row(self)->outputs);
}
static Value ufunc_get_identity(Thread *thread, Value self) {
    (void)thread;
    switch (ufunc_row(self)->identity) {
    case IDENTITY_ZERO: return value_from_int(0);
    case IDENTITY_ONE: return value_from_int(1);
    case IDENTITY_MINUS_ONE: return value_from_int(-1);
    case IDENTITY_MINUS_INFINITY: return value_from_float(-__builtin_inf());
    case IDENTITY_TRUE: return VALUE_TRUE;
    case IDENTITY_FALSE: return VALUE_FALSE;
    default: return VALUE_NONE;
    }
}

/* long long and long double are types of their own in NumPy: their loops stand behind those of the types that they are here. */
static char code_widened(char code) {
    switch (code) {
    case 'l': return 'q';
    case 'L': return 'Q';
    case 'd': return 'g';
    case 'D': return 'G';
    default: return code;
    }
}

static bool types_append(Thread *thread, Value list, const Operator *row, int loop, bool widened) {
    char text[OPERATOR_OPERANDS_MAX + 3];
    size_t length = 0;
    for (int k = 0; k < row->inputs + row->outputs; k++) {
        if (k == row->inputs) {
            text[length++] = '-';
            text[length++] = '>';
        }
        char code = dtypes[row->loops[loop][k]].code;
        text[length++] = widened ? code_widened(code) : code;
    }
    return list_append_owned(thread, value_list(list), string_new(thread, text, length));
}

/* The loop over values of the language, which all but those about a float's bits have. */
static const char *objects_loop(const Operator *row) {
    static const char *const without[] = {"isnan", "isnat", "isinf", "isfinite", "signbit", "spacing", "copysign", "nextafter", "heaviside",
                                          "logaddexp", "logaddexp2", "ldexp", "divmod", "float_power"};
    for (size_t i = 0; i < sizeof without / sizeof *without; i++)
        if (!strcmp(row->name, without[i])) return NULL;
    if (row->outputs != 1 || row->inputs > 2) return NULL;
    return row->inputs == 1 ? "O->O" : "OO->O";
}

/* Loops that no table of numbers has: over dates, and comparisons of int64 with uint64. `before` is the type of the loop that they stand
 * before; 'O': at the end of those over numbers. */
static const char *special_loops(const Operator *row, char before) {
    static const struct {
        const char *names; /* between spaces */
        char before;
        const char *types;
    } rows[] = {{" add ", 'O', "Mm->M mm->m mM->M"},
                {" subtract ", 'O', "Mm->M mm->m MM->m"},
                {" multiply ", 'O', "mq->m qm->m md->m dm->m"},
                {" divide ", 'O', "mq->m md->m mm->d"},
                {" floor_divide ", 'O', "mq->m md->m mm->q"},
                {" remainder ", 'O', "mm->m"},
                {" divmod ", 'O', "mm->qm"},
                {" maximum minimum fmax fmin ", 'O', "mm->m MM->M"},
                {" equal not_equal less less_equal greater greater_equal ", 'e', "qQ->? Qq->?"},
                {" equal not_equal less less_equal greater greater_equal ", 'O', "MM->? mm->? OO->?"},
                {" isnan isinf isfinite ", 'O', "m->? M->?"},
                {" absolute negative positive ", 'F', "m->m"},
                {" sign ", 'O', "m->m"}};
    char word[40];
    snprintf(word, sizeof word, " %s ", row->name);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].before == before && strstr(rows[i].names, word)) return rows[i].types;
    return "";
}

static bool special_append(Thread *thread, Value list, const Operator *row, char before) {
    for (const char *at = special_loops(row, before); *at;) {
        size_t length = strcspn(at, " ");
        if (!list_append_owned(thread, value_list(list), string_new(thread, at, length))) return false;
        at += length + (at[length] == ' ');
    }
    return true;
}

/* "dd->d" for each loop. */
static Value ufunc_get_types(Thread *thread, Value self) {
    const Operator *row = is_core(ufunc_row(self)) ? OPERATOR(multiply) : ufunc_row(self);
    Value list = list_new(thread);
    bool succeeded = !value_is_absent(list);
    for (const char *at = row->own ? row->own->types : ""; *at && succeeded;) {
        size_t length = strcspn(at, " ");
        succeeded = list_append_owned(thread, value_list(list), string_new(thread, at, length));
        at += length + (at[length] == ' ');
    }
    if (row->own) {
        if (!succeeded) value_replace(&list, VALUE_ABSENT);
        return list;
    }
    bool is_nat = row->number == OPERATOR_isnat;
    if (is_nat) succeeded = succeeded && list_append_owned(thread, value_list(list), string_from_c(thread, "M->?")) &&
                            list_append_owned(thread, value_list(list), string_from_c(thread, "m->?"));
    for (int i = 0; i < row->loop_count && succeeded && !is_nat; i++) {
        char first = dtypes[row->loops[i][0]].code;
        bool begins = !i || dtypes[row->loops[i - 1][0]].code != first;
        if (begins && (first == 'e' || first == 'F')) succeeded = special_append(thread, list, row, first);
        succeeded = succeeded && types_append(thread, list, row, i, false);
        char code = dtypes[row->loops[i][0]].code, next = i + 1 < row->loop_count ? dtypes[row->loops[i + 1][0]].code : 0;
        if (code == 'l' && next != 'L') succeeded = succeeded && types_append(thread, list, row, i, true);
        if (code == 'L' && i > 0 && dtypes[row->loops[i - 1][0]].code == 'l')
            succeeded = succeeded && types_append(thread, list, row, i - 1, true) && types_append(thread, list, row, i, true);
        if (code == 'd' || code == 'D') succeeded = succeeded && types_append(thread, list, row, i, true);
    }
    succeeded = succeeded && (is_core(ufunc_row(self)) || special_append(thread, list, row, 'O'));
    const char *of_objects = succeeded ? objects_loop(row) : NULL;
    if (of_objects) succeeded = list_append_owned(thread, value_list(list), string_from_c(thread, of_objects));
    if (!succeeded) value_replace(&list, VALUE_ABSENT);
    return list;
}
/* Of numbers alone, as devices have them; only long long is a type of its own. */
static Value device_ufunc_get_types(Thread *thread, Value self) {
    const Operator *row = ufunc_row(self);
    Value list = list_new(thread);
    bool succeeded = !value_is_absent(list);
    for (int i = 0; i < row->loop_count && succeeded; i++) {
        char code = dtypes[row->loops[i][0]].code, next = i + 1 < row->loop_count ? dtypes[row->loops[i + 1][0]].code : 0;
        succeeded = types_append(thread, list, row, i, false);
        if (code == 'l' && next != 'L') succeeded = succeeded && types_append(thread, list, row, i, true);
        if (code == 'L' && i > 0 && dtypes[row->loops[i - 1][0]].code == 'l')
            succeeded = succeeded && types_append(thread, list, row, i - 1, true) && types_append(thread, list, row, i, true);
    }
    if (!succeeded) value_replace(&list, VALUE_ABSENT);
    return list;
}

static Value ufunc_get_ntypes(Thread *thread, Value self) {
    Value types = ufunc_get_types(thread, self);
    if (value_is_absent(types)) return types;
    size_t count = value_list(types)->count;
    value_release(types);
    return value_from_int((int64_t)count);
}

static Value ufunc_repr(Thread *thread, Value self) {
    if (ufunc_library(self) == LIBRARY_CUPY) return string_format(thread, "<ufunc 'cupy_%s'>", device_name(ufunc_row(self)));
    return string_format(thread, "<ufunc '%s'>", ufunc_row(self)->name);
}

static Value ufunc_get_signature(Thread *thread, Value self) {
    const char *signature = core_signature(ufunc_row(self));
    return signature ? string_from_c(thread, signature) : VALUE_NONE;
}

static Value ufunc_get_inspected(Thread *thread, Value self) {
    Value make = array_module_member(thread, "numpy._inside", "ufunc_signature");
    Value result = value_is_absent(make) ? make : value_call_one(thread, make, self);
    value_release(make);
    return result;
}

static const PropertyEntry ufunc_properties[] = {{"__signature__", ufunc_get_inspected, NULL, NULL},
                                                 {"signature", ufunc_get_signature, NULL, "The core dimensions; None where it works element by element."},
                                                 {"__name__", ufunc_get_name, NULL, NULL},
                                                 {"__qualname__", ufunc_get_name, NULL, NULL},
                                                 {"__doc__", ufunc_get_doc, NULL, NULL},
                                                 {"nin", ufunc_get_nin, NULL, "The number of inputs."},
                                                 {"nout", ufunc_get_nout, NULL, "The number of outputs."},
                                                 {"nargs", ufunc_get_nargs, NULL, "The number of arguments."},
                                                 {"ntypes", ufunc_get_ntypes, NULL, "The number of types."},
                                                 {"types", ufunc_get_types, NULL, "The types as 'input->output'."},
                                                 {"identity", ufunc_get_identity, NULL, "The identity value."},
                                                 {NULL, NULL, NULL, NULL}};

static const NativeEntry ufunc_methods[] = {
    {"reduce", "($self, array, axis=0, dtype=None, out=None, keepdims=False, initial=<no value>, where=True)",
     "Reduce the array's dimensions by one, by applying the ufunc along an axis.", ufunc_reduce_method, NULL, 0},
    {"accumulate", "($self, array, axis=0, dtype=None, out=None)",
     "What the operator makes of the first element, of the first two, and so on.", ufunc_accumulate_method, NULL, 0},
    {"reduceat", "($self, array, indices, axis=0, dtype=None, out=None)",
     "Reduce over slices of one axis.", ufunc_reduceat_method, NULL, 0},
    {"resolve_dtypes", "($self, dtypes, *, signature=None, casting=None, reduction=False)",
     "The types that operands of these types are computed in, and those of the results.", ufunc_resolve_dtypes, NULL, 0},
    {"outer", "($self, A, B, /, **kwargs)", "The function of each element of one array with each of another.",
     ufunc_outer_method, NULL, 0},
    {"at", "($self, a, indices, b=<no value>, /)",
     "Operate in place, without buffering, on the elements that indices names; repeats count each time.",
     ufunc_at_method, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};

const Type ufunc_type_template = {
    .name = "numpy.ufunc",
    .documentation = "Functions that operate element by element on whole arrays.",
    .base = (Type *)&object_type_template,
    .instance_size = sizeof(UfuncObject),
    .destroy = ufunc_destroy,
    .repr = ufunc_repr,
    .call = ufunc_call_slot,
    .methods = ufunc_methods,
    .properties = ufunc_properties,
};
static const PropertyEntry device_ufunc_properties[] = {{"name", device_ufunc_get_name, NULL, "The name of its kernels."},
                                                        {"__name__", device_ufunc_get_name, NULL, NULL},
                                                        {"types", device_ufunc_get_types, NULL, "The types as 'input->output'."},
                                                        {NULL, NULL, NULL, NULL}};
const Type cupy_ufunc_type_template = {
    .name = "cupy._core._kernel.ufunc",
    .documentation = "Universal function on device arrays.",
    .base = (Type *)&ufunc_type_template,
    .instance_size = sizeof(UfuncObject),
    .destroy = ufunc_destroy,
    .repr = ufunc_repr,
    .call = ufunc_call_slot,
    .properties = device_ufunc_properties,
};
