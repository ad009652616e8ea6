/* Calling the elementwise operators: which types they compute in, where results go, how operands meet.
 *
 * A call collects its operands (arrays; numpy scalars, which count with their type; Python numbers, which count
 * by kind only), finds the first of the operator's loops that all of them can safely be cast to, broadcasts,
 * makes the outputs unless `out` has them, and hands the task to the device. */
#include "arraylib/functions/ufunc.h"
#include "arraylib/graph/graph.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef struct UfuncInput {
    Array *array; /* owned; NULL: a number */
    Variant number;
    WeakKind weak;
    const Dtype *dtype;
    uint8_t bytes[16]; /* the number, as an element */
    const Dtype *element_type;
    bool is_value; /* the array holds a value of the language that was given as it is */
} UfuncInput;

typedef struct Ufunc {
    ArrayRuntime *runtime;
    const Operator *row;
    const UfuncOptions *options;
    Device *device;
    bool cupy;
    const char *name, *warning_name; /* in warnings, operators between scalars are "scalar add" */
    UfuncInput inputs[OPERATOR_INPUTS_MAX];
    Array *outputs[OPERATOR_OUTPUTS_MAX]; /* owned */
    bool given[OPERATOR_OUTPUTS_MAX];
    Array *temporary[OPERATOR_OUTPUTS_MAX]; /* owned: what is computed when the given output cannot be written directly */
    Array *where;        /* owned */
    int loop;
    bool is_flexible; /* the elements are no numbers: `flexible` says how they are done */
    FlexibleLoop flexible;
    int dimensions;
    Error *error;
    int64_t shape[ARRAY_DIMENSIONS_MAX]; /* the last: it is not cleared */
} Ufunc;

static void ufunc_release(Ufunc *call) {
    for (int i = 0; i < OPERATOR_INPUTS_MAX; i++) array_release(call->inputs[i].array);
    for (int i = 0; i < OPERATOR_OUTPUTS_MAX; i++) {
        array_release(call->outputs[i]);
        array_release(call->temporary[i]);
    }
    array_release(call->where);
}

static bool take_input(Ufunc *call, int index, Variant variant) {
    UfuncInput *input = &call->inputs[index];
    switch (variant.kind) {
    case VARIANT_ARRAY:
        if (array_device(variant.array) != call->device) {
            input->array = array_reach(variant.array, call->device, call->error);
            if (!input->array) return false;
            input->dtype = input->array->dtype;
            return true;
        }
        input->array = variant.array->dtype->native ? array_cast(variant.array, variant.array->dtype->native, call->error)
                       : variant.array->is_crooked  ? array_copy(variant.array, 'K', call->error)
                                                    : array_retain(variant.array);
        if (!input->array) return false;
        input->dtype = input->array->dtype;
        call->is_flexible = call->is_flexible || dtype_is_flexible(input->dtype);
        return true;
    case VARIANT_BOOL:
        input->weak = WEAK_BOOL;
        break;
    case VARIANT_INTEGER:
    case VARIANT_UNSIGNED:
        input->weak = WEAK_INTEGER;
        break;
    case VARIANT_FLOAT:
        input->weak = WEAK_FLOAT;
        break;
    case VARIANT_COMPLEX:
        input->weak = WEAK_COMPLEX;
        break;
    case VARIANT_SCALAR:
        input->dtype = variant.dtype;
        call->is_flexible = call->is_flexible || dtype_is_flexible(variant.dtype);
        break;
    case VARIANT_BIG:
        input->weak = WEAK_INTEGER;
        break;
    default:
        if (call->cupy) {
            const char *name = variant_type_name(variant);
            return error_set(call->error, "TypeError", "Unsupported type <class '%s'>", name);
        }
        input->array = array_from_variant(call->runtime, variant, NULL, call->device, false, call->error);
        if (!input->array) return false;
        input->dtype = input->array->dtype;
        input->is_value = variant.kind == VARIANT_CALLABLE;
        call->is_flexible = call->is_flexible || dtype_is_flexible(input->dtype);
        return true;
    }
    input->number = variant;
    return true;
}

static const Dtype *default_of_weak(WeakKind weak) {
    switch (weak) {
    case WEAK_BOOL:
        return DTYPE(BOOL);
    case WEAK_INTEGER:
        return DTYPE(INT64);
    case WEAK_FLOAT:
        return DTYPE(FLOAT64);
    default:
        return DTYPE(COMPLEX128);
    }
}

/* The type of an operand in the loop: inputs, then outputs. */
static const Dtype *loop_type(const Ufunc *call, int operand) {
    return call->is_flexible ? call->flexible.types[operand] : &dtypes[call->row->loops[call->loop][operand]];
}

static bool is_logical(const Operator *row) {
    return operator_is_logical(row->number);
}

/* Python numbers take the width that the other operands have. */
static void settle_weak(Ufunc *call) {
    const Dtype *strong = NULL;
    for (int i = 0; i < call->row->inputs; i++)
        if (call->inputs[i].dtype)
            strong = strong ? dtype_promote(strong, call->inputs[i].dtype) : call->inputs[i].dtype;
    for (int i = 0; i < call->row->inputs; i++) {
        UfuncInput *input = &call->inputs[i];
        if (!input->weak) continue;
        const Dtype *own = default_of_weak(input->weak);
        if (is_logical(call->row)) { /* only its truth counts */
            Complex128 value = variant_to_complex(input->number);
            input->number = variant_bool(value.real != 0 || value.imaginary != 0);
            own = DTYPE(BOOL);
        } else if (strong && input->weak != WEAK_BOOL && call->row->number != OPERATOR_ldexp) {
            const Dtype *types[] = {strong, NULL};
            WeakKind weak[] = {WEAK_NONE, input->weak};
            own = dtype_result(types, weak, 2);
        }
        if (input->number.kind == VARIANT_UNSIGNED && own == DTYPE(INT64) && !strong) own = DTYPE(UINT64);
        input->dtype = own;
    }
}

static bool is_comparison(const Operator *row) {
    return operator_is_comparison(row->number);
}

static const char no_boolean_subtract[] =
    "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or the logical_xor function instead.";
static const char no_boolean_negative[] =
    "The numpy boolean negative, the `-` operator, is not supported, use the `~` operator or the logical_not function instead.";

static const char no_boolean_subtract_on_device[] =
    "cupy boolean subtract, the `-` operator, is deprecated, use the bitwise_xor, the `^` operator, or the logical_xor function instead.";
static const char no_boolean_negative_on_device[] =
    "The cupy boolean negative, the `-` operator, is not supported, use the `~` operator or the logical_not function instead.";

/* CuPy's words, which name the operands' types. */
static bool no_loop_on_device(Ufunc *call) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    for (int i = 0; i < call->row->inputs; i++)
        text_append_format(&text, "%sdtype(%s)", i ? ", " : "",
                           (call->inputs[i].weak ? default_of_weak(call->inputs[i].weak) : call->inputs[i].dtype)->shown);
    error_set(call->error, "TypeError", "Wrong type ((%s%s)) of arguments for cupy%s_%s", text_string(&text), call->row->inputs == 1 ? "," : "",
              call->row->own ? "x_scipy_special" : "", call->row->number == OPERATOR_divide ? "true_divide" : call->row->name);
    text_release(&text);
    return false;
}

static bool no_loop(Ufunc *call, Casting casting) {
    const Operator *row = call->row;
    bool booleans =
        call->inputs[0].dtype->kind == 'b' && (row->inputs < 2 || call->inputs[1].dtype->kind == 'b');
    if (row->number == OPERATOR_subtract && booleans)
        return error_set(call->error, "TypeError", "%s", call->cupy ? no_boolean_subtract_on_device : no_boolean_subtract);
    if (row->number == OPERATOR_negative && booleans)
        return error_set(call->error, "TypeError", "%s", call->cupy ? no_boolean_negative_on_device : no_boolean_negative);
    return call->cupy ? no_loop_on_device(call) : operator_refuse_types(row->name, casting, call->error);
}

/* Python's numbers go to any type of their kind or a wider one. */
static bool can_cast_input(const Ufunc *call, int i, const Dtype *type, Casting casting) {
    switch (call->inputs[i].weak) {
    case WEAK_INTEGER: return type->kind != 'b';
    case WEAK_FLOAT: return dtype_is_inexact(type);
    case WEAK_COMPLEX: return type->kind == 'c';
    default: return dtype_can_cast(call->inputs[i].dtype, type, casting);
    }
}

/* Operators that have no loop for bool do not take it as int8 either. */
static bool refuses_bool(Ufunc *call) {
    const Operator *row = call->row;
    bool whole = row->number == OPERATOR_gcd || row->number == OPERATOR_lcm, bad = false;
    bool size = row->number == OPERATOR_absolute && call->options->dtype && dtype_is_complex(call->options->dtype) &&
                !dtype_is_complex(call->inputs[0].dtype);
    if (!whole && !size && row->number != OPERATOR_sign && row->number != OPERATOR_positive) return false;
    if (call->options->dtype && call->cupy) return false;
    if (call->cupy) {
        bool refused = row->number == OPERATOR_positive && call->inputs[0].dtype->kind == 'b';
        if (refused) error_set(call->error, "TypeError", "The cupy boolean positive, the `+` operator, is not supported.");
        return refused;
    }
    bad = size || (call->options->dtype && call->options->dtype->kind == 'b');
    for (int i = 0; i < row->inputs && !size; i++) {
        const Dtype *dtype = call->inputs[i].dtype;
        bad = bad || (whole && dtype_is_inexact(dtype)) || (dtype->kind == 'b' && !whole);
    }
    if (whole) { /* a first bool goes only with a whole number of Python's or a type of its own; no type holds int64 and uint64 */
        const Dtype *first = call->inputs[0].dtype, *second = call->inputs[1].dtype;
        bad = bad || (first->kind == 'b' && second->kind == 'b') || dtype_is_inexact(dtype_promote(first, second));
    }
    if (!bad) return false;
    const Dtype *asked = call->options->dtype;
    char types[2][64], result[64] = "None";
    if (asked) { /* a loop that is there may be asked for */
        for (int loop = 0; loop < row->loop_count; loop++)
            if (&dtypes[row->loops[loop][row->inputs]] == asked) return false;
        snprintf(result, sizeof result, "<class 'numpy.dtypes.%sDType'>", dtype_class_name(asked));
    }
    for (int i = 0; i < row->inputs; i++) {
        WeakKind weak = call->inputs[i].weak;
        snprintf(types[i], sizeof types[i], "<class 'numpy.dtypes.%sDType'>",
                 weak == WEAK_INTEGER   ? "_PyLong"
                 : weak == WEAK_FLOAT   ? "_PyFloat"
                 : weak == WEAK_COMPLEX ? "_PyComplex"
                                        : dtype_class_name(call->inputs[i].dtype));
    }
    if (row->inputs == 1)
        error_set(call->error, "numpy._core._exceptions.UFuncTypeError",
                  "ufunc '%s' did not contain a loop with signature matching types %s -> %s", call->name,
                  types[0], result);
    else
        error_set(call->error, "numpy._core._exceptions.UFuncTypeError",
                  "ufunc '%s' did not contain a loop with signature matching types (%s, %s) -> %s",
                  call->name, types[0], types[1], result);
    return true;
}

/* Inputs that are all of a loop's own types need no search for what they could be cast to. */
static bool exact_loop(Ufunc *call) {
    const Operator *row = call->row;
    for (int loop = row->loop_count - 1; loop >= 0; loop--) {
        bool fits = true;
        for (int i = 0; i < row->inputs && fits; i++) fits = call->inputs[i].dtype == &dtypes[row->loops[loop][i]];
        if (!fits) continue;
        call->loop = loop;
        return true;
    }
    return false;
}

/* Loops of functions that are no rows of the table: numbers of Python's go into any type of their kind, when there is another operand
 * of that kind or a wider one; what has a point is one kind. */
static bool find_own_loop(Ufunc *call) {
    const Operator *row = call->row;
    WeakKind widest = WEAK_NONE;
    bool any_weak = false;
    for (int i = 0; i < row->inputs; i++) {
        any_weak = any_weak || call->inputs[i].weak;
        if (call->inputs[i].weak) continue;
        char letter = call->inputs[i].dtype->kind;
        WeakKind kind = letter == 'b' ? WEAK_BOOL : letter == 'c' || letter == 'f' ? WEAK_COMPLEX : WEAK_INTEGER;
        if (kind > widest) widest = kind;
    }
    if (!any_weak && exact_loop(call)) return true;
    for (int loop = 0; loop < row->loop_count; loop++) {
        bool fits = true;
        for (int i = 0; i < row->inputs && fits; i++) {
            const Dtype *type = &dtypes[row->loops[loop][i]];
            WeakKind weak = call->inputs[i].weak;
            fits = weak <= WEAK_BOOL ? dtype_can_cast(call->inputs[i].dtype, type, CASTING_SAFE)
                   : weak <= widest  ? can_cast_input(call, i, type, CASTING_SAFE)
                                     : dtype_can_cast(default_of_weak(weak), type, CASTING_SAFE);
        }
        if (!fits) continue;
        call->loop = loop;
        return true;
    }
    return no_loop(call, CASTING_SAFE);
}

static bool find_loop(Ufunc *call) {
    const Operator *row = call->row;
    if (row->own && !call->options->dtype) return find_own_loop(call);
    if (row->number == OPERATOR_isnat) return error_set(call->error, "TypeError", "ufunc 'isnat' is only defined for np.datetime64 and np.timedelta64.");
    Casting casting = call->options->has_casting ? call->options->casting : CASTING_SAME_KIND;
    if (!call->options->dtype && (row->number == OPERATOR_subtract || row->number == OPERATOR_negative)) {
        bool booleans = true;
        for (int i = 0; i < row->inputs; i++) booleans = booleans && call->inputs[i].dtype->kind == 'b';
        if (booleans) return no_loop(call, CASTING_SAFE);
    }
    bool to_bool = call->options->dtype && call->options->dtype->kind == 'b' && !call->cupy;
    if (to_bool && row->number == OPERATOR_subtract) return error_set(call->error, "TypeError", "%s", no_boolean_subtract);
    if (to_bool && row->number == OPERATOR_negative) return error_set(call->error, "TypeError", "%s", no_boolean_negative);
    if (refuses_bool(call)) return false;
    if (row->number == OPERATOR_divide && !call->options->dtype && !dtype_is_inexact(call->inputs[0].dtype) &&
        !dtype_is_inexact(call->inputs[1].dtype)) { /* whole numbers divide as float64, whatever their width */
        call->loop = operator_loop_for(row, DTYPE(FLOAT64));
        return true;
    }
    if (!call->options->dtype && dtype_is_inexact(call->inputs[0].dtype) && exact_loop(call)) return true;
    for (int loop = 0; loop < row->loop_count; loop++) {
        const uint8_t *types = row->loops[loop];
        bool fits = true;
        if (call->options->dtype) {
            fits = &dtypes[types[row->inputs]] == call->options->dtype;
            for (int i = 0; i < row->inputs && fits; i++) fits = can_cast_input(call, i, &dtypes[types[i]], casting);
        } else {
            for (int i = 0; i < row->inputs && fits; i++)
                fits = dtype_can_cast(call->inputs[i].dtype, &dtypes[types[i]], CASTING_SAFE);
        }
        if (!fits) continue;
        call->loop = loop;
        return true;
    }
    if (call->options->dtype && (row->number == OPERATOR_ldexp || row->number == OPERATOR_frexp) && !call->cupy)
        return error_set(call->error, "TypeError", "No loop matching the specified signature and casting was found for ufunc %s", call->name);
    if (call->options->dtype)
        for (int loop = 0; loop < row->loop_count; loop++)
            if (&dtypes[row->loops[loop][row->inputs]] == call->options->dtype) {
                for (int other = loop + 1; other < row->loop_count; other++) /* several give that type: the one that takes it, too */
                    if (row->loops[other][0] == row->loops[other][row->inputs] && &dtypes[row->loops[other][0]] == call->options->dtype) loop = other;
                int bad = 0;
                while (bad < row->inputs - 1 && can_cast_input(call, bad, &dtypes[row->loops[loop][bad]], casting)) bad++;
                const Dtype *from = call->inputs[bad].dtype;
                WeakKind weak = call->inputs[bad].weak;
                if (weak) from = dtype_result((const Dtype *[]){&dtypes[row->loops[loop][bad]], NULL}, (WeakKind[]){WEAK_NONE, weak}, 2);
                return error_set(
                    call->error, "numpy._core._exceptions.UFuncTypeError",
                    "Cannot cast ufunc '%s' input%s from dtype(%s) to dtype(%s) with casting rule '%s'",
                    call->name, row->inputs == 1 ? "" : bad ? " 1" : " 0", from->shown,
                    dtypes[row->loops[loop][bad]].shown, casting_name(casting));
            }
    if (call->options->dtype)
        return error_set(call->error, "TypeError", "No loop matching the specified signature and casting was found for ufunc %s",
                         call->name);
    return no_loop(call, CASTING_SAFE);
}

/* The loop is one that safe casts lead to; a stricter rule may forbid even these. */
static bool check_casting(Ufunc *call) {
    Casting casting = call->options->has_casting ? call->options->casting : CASTING_SAME_KIND;
    if (is_logical(call->row)) return true; /* they look at truths alone */
    for (int i = 0; casting < CASTING_SAFE && i < call->row->inputs; i++) {
        const Dtype *type = &dtypes[call->row->loops[call->loop][i]];
        if (can_cast_input(call, i, type, casting)) continue;
        static const char *const places[] = {" 0", " 1", " 2", " 3", " 4"};
        const char *place = call->row->inputs == 1 ? "" : places[i];
        return error_set(call->error, "numpy._core._exceptions._UFuncInputCastingError",
                         "Cannot cast ufunc '%s' input%s from dtype(%s) to dtype(%s) with casting rule '%s'", call->name, place,
                         call->inputs[i].dtype->shown, type->shown, casting_name(casting));
    }
    return true;
}

/* Numbers become elements of the loop's type; a Python integer must fit, but may be compared with anything. */
static bool settle_numbers(Ufunc *call) {
    for (int i = 0; i < call->row->inputs; i++) {
        UfuncInput *input = &call->inputs[i];
        if (input->array) continue;
        const Dtype *type = &dtypes[call->row->loops[call->loop][i]];
        if (input->weak && is_comparison(call->row) && dtype_is_integer(type)) {
            Error fits = ERROR_NONE;
            if (!variant_store(call->runtime, input->number, type, input->bytes, &fits)) {
                /* beyond the type: compare as doubles, whose order is the same there */
                error_clear(&fits);
                double real = variant_to_double(input->number);
                memcpy(input->bytes, &real, sizeof real);
                input->element_type = DTYPE(FLOAT64);
                for (int loop = 0; loop < call->row->loop_count; loop++)
                    if (call->row->loops[loop][0] == DTYPE_FLOAT64) call->loop = loop;
                continue;
            }
            input->element_type = type;
            continue;
        }
        input->element_type = input->weak ? type : input->dtype;
        if (input->number.kind == VARIANT_BIG && !dtype_is_integer(type)) {
            if (isinf(input->number.real)) return error_set(call->error, "OverflowError", "int too large to convert to float");
            input->number.kind = VARIANT_FLOAT;
        }
        if (input->weak && input->number.kind == VARIANT_UNSIGNED && dtype_is_integer(type) && type != DTYPE(UINT64))
            return error_set(call->error, "OverflowError", "Python integer %llu out of bounds for %s",
                             (unsigned long long)input->number.unsigned_integer, type->name);
        if (!variant_store(call->runtime, input->number, input->element_type, input->bytes, call->error))
            return false;
    }
    return true;
}

static bool shapes_do_not_fit_on_device(Ufunc *call) {
    int64_t shape[ARRAY_DIMENSIONS_MAX];
    int dimensions = 0;
    bool fits = true;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    for (int i = 0; i < call->row->inputs + (call->where != NULL); i++) {
        const Array *array = i < call->row->inputs ? call->inputs[i].array : call->where;
        char shown[SHAPE_TEXT_SIZE];
        text_append_format(&text, i ? " %s" : "%s", array ? shape_text(array->dimensions, array->shape, shown) : "()");
        if (array && fits) fits = shape_broadcast(array->dimensions, array->shape, &dimensions, shape);
    }
    for (int k = 0; k < call->row->outputs; k++) {
        if (!call->given[k]) continue;
        const Array *output = call->outputs[k];
        char shown[SHAPE_TEXT_SIZE];
        text_append_format(&text, " %s", shape_text(output->dimensions, output->shape, shown));
        if (fits) fits = shape_broadcast(output->dimensions, output->shape, &dimensions, shape);
    }
    if (fits) error_set(call->error, "ValueError", "Out shape is mismatched");
    else error_set(call->error, "ValueError", "operands could not be broadcast together with shapes %s", text_string(&text));
    text_release(&text);
    return false;
}

static bool shapes_do_not_fit(Ufunc *call) {
    if (!device_is_host(call->device)) return shapes_do_not_fit_on_device(call);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    for (int i = 0; i < call->row->inputs; i++) {
        const Array *array = call->inputs[i].array;
        text_append_char(&text, '(');
        for (int axis = 0; array && axis < array->dimensions; axis++)
            text_append_format(&text, axis ? ",%lld" : "%lld", (long long)array->shape[axis]);
        text_append(&text, array && array->dimensions == 1 ? ",) " : ") ");
    }
    for (int k = 0; k < call->row->outputs; k++) { /* a given output is an operand, too */
        char shape[SHAPE_TEXT_SIZE];
        if (call->given[k])
            text_append_format(&text, "%s ",
                               shape_text_tight(call->outputs[k]->dimensions, call->outputs[k]->shape, shape));
    }
    char shape[SHAPE_TEXT_SIZE];
    if (call->where) text_append_format(&text, "%s ", shape_text_tight(call->where->dimensions, call->where->shape, shape));
    error_set(call->error, "ValueError", "operands could not be broadcast together with shapes %s",
              text_string(&text));
    text_release(&text);
    return false;
}

/* Can the given outputs take the loop's results at all? NumPy asks that before it looks at shapes. */
static bool check_outputs(Ufunc *call) {
    Casting casting = call->options->has_casting ? call->options->casting : CASTING_SAME_KIND;
    for (int k = 0; k < call->row->outputs; k++) {
        const Array *output = call->outputs[k];
        const Dtype *type = loop_type(call, call->row->inputs + k);
        if (!output) continue;
        if (!array_check_device(output, call->device, call->error)) return false;
        if (!call->cupy && !dtype_can_cast(type, output->dtype, casting))
            return error_set(call->error, "numpy._core._exceptions.UFuncTypeError",
                             "Cannot cast ufunc '%s' output from dtype(%s) to dtype(%s) with casting rule '%s'", call->name,
                             type->shown, output->dtype->shown, casting_name(casting));
    }
    return true;
}

static bool check_output_shape(Ufunc *call, const Array *output) {
    bool fits = output->dimensions == call->dimensions;
    for (int i = 0; i < call->dimensions && fits; i++) fits = output->shape[i] == call->shape[i];
    int extra = call->dimensions - output->dimensions;
    for (int i = extra < 0 ? -extra : 0; i < output->dimensions && !fits; i++) /* could they be broadcast together at all? */
        if (output->shape[i] != 1 && call->shape[i + extra] != 1 && output->shape[i] != call->shape[i + extra]) return shapes_do_not_fit(call);
    if (!fits && !device_is_host(call->device)) return error_set(call->error, "ValueError", "Out shape is mismatched");
    if (!fits) {
        char shape[SHAPE_TEXT_SIZE], wanted[SHAPE_TEXT_SIZE];
        for (int i = call->dimensions - 1; i >= 0 && extra < 0; i--) call->shape[i - extra] = call->shape[i]; /* all of them together */
        for (int i = 0; i < -extra; i++) call->shape[i] = output->shape[i];
        if (extra < 0) call->dimensions = output->dimensions, extra = 0;
        for (int i = 0; i < output->dimensions; i++)
            if (call->shape[i + extra] == 1) call->shape[i + extra] = output->shape[i];
        return error_set(call->error, "ValueError",
                         "non-broadcastable output operand with shape %s doesn't match the broadcast shape %s",
                         shape_text_tight(output->dimensions, output->shape, shape),
                         shape_text_tight(call->dimensions, call->shape, wanted));
    }
    return true;
}

static bool broadcast_inputs(Ufunc *call) {
    call->dimensions = 0;
    for (int i = 0; i < call->row->inputs; i++) {
        const Array *array = call->inputs[i].array;
        if (array && !shape_broadcast(array->dimensions, array->shape, &call->dimensions, call->shape))
            return shapes_do_not_fit(call);
    }
    if (call->where &&
        !shape_broadcast(call->where->dimensions, call->where->shape, &call->dimensions, call->shape))
        return shapes_do_not_fit(call);
    /* An output may be larger than the inputs' common shape. */
    for (int k = 0; k < call->row->outputs; k++) {
        if (!call->outputs[k]) continue;
        int dimensions = call->dimensions;
        int64_t shape[ARRAY_DIMENSIONS_MAX];
        memcpy(shape, call->shape, sizeof shape);
        if (shape_broadcast(call->outputs[k]->dimensions, call->outputs[k]->shape, &dimensions, shape) &&
            dimensions == call->outputs[k]->dimensions) {
            bool same = true;
            for (int i = 0; i < dimensions; i++) same = same && shape[i] == call->outputs[k]->shape[i];
            if (same) {
                call->dimensions = dimensions;
                memcpy(call->shape, shape, sizeof shape);
            }
        }
    }
    return true;
}

static bool take_outputs(Ufunc *call) {
    Variant out = call->options->out;
    if (out.kind == VARIANT_ABSENT || out.kind == VARIANT_NONE) return true;
    Variant single[1] = {out};
    const Variant *items = single;
    size_t count = 1;
    if (out.kind == VARIANT_SEQUENCE) {
        items = out.list->items;
        count = out.list->count;
        if (count != (size_t)call->row->outputs)
            return error_set(call->error, "ValueError",
                             "The 'out' tuple must have exactly one entry per ufunc output");
    }
    for (size_t k = 0; k < count; k++) {
        if (items[k].kind == VARIANT_NONE) continue;
        if (items[k].kind != VARIANT_ARRAY)
            return error_set(call->error, "TypeError", "return arrays must be of ArrayType");
        call->outputs[k] = array_retain(items[k].array);
        call->given[k] = true;
        if (!items[k].array->writeable) return error_set(call->error, "ValueError", "output array is read-only");
    }
    return true;
}

/* The input whose memory order the results take: the first of full shape that is not in C order. */
static void broadcast_strides(const Ufunc *call, const Array *array, int64_t *strides) {
    int extra = call->dimensions - array->dimensions;
    for (int axis = 0; axis < call->dimensions; axis++)
        strides[axis] = axis < extra || array->shape[axis - extra] == 1 ? 0 : array->strides[axis - extra];
}

/* A result laid out in the order of its inputs. */
static Array *output_in_order(Ufunc *call, const Dtype *type) {
    int64_t strides[OPERATOR_INPUTS_MAX][ARRAY_DIMENSIONS_MAX];
    int count = 0;
    bool plain = true; /* all in C order already */
    for (int i = 0; i < call->row->inputs; i++) {
        const Array *array = call->inputs[i].array;
        if (!array) continue;
        broadcast_strides(call, array, strides[count++]);
        plain = plain && array_is_c_contiguous(array);
    }
    if (plain || call->dimensions < 2) return array_create(call->device, type, call->dimensions, call->shape, call->error);
    return array_create_in_order(call->device, type, call->dimensions, call->shape, (const int64_t (*)[ARRAY_DIMENSIONS_MAX])strides, count,
                                 call->error);
}

/* May the output be written while this input is read? Yes if they share no memory or are the same elements. */
static bool conflicts(const Ufunc *call, const Array *output, const Array *input) {
    if (!input || !array_may_overlap(output, input)) return false;
    if (array_address(output) != array_address(input) || output->dtype != input->dtype) return true;
    int extra = output->dimensions - input->dimensions;
    for (int axis = 0; axis < output->dimensions; axis++) {
        if (call->shape[axis] == 1) continue;
        if (axis < extra || input->shape[axis - extra] != output->shape[axis] ||
            input->strides[axis - extra] != output->strides[axis])
            return true;
    }
    return false;
}

/* CuPy asks it after the shapes. */
static bool check_output_on_device(Ufunc *call, const Array *output, const Dtype *type) {
    Casting casting = call->options->has_casting ? call->options->casting : CASTING_SAME_KIND;
    return dtype_can_cast(type, output->dtype, casting) ||
           error_set(call->error, "TypeError", "Cannot cast output operand from dtype(%s) to dtype(%s) according to the rule '%s'", type->shown,
                     output->dtype->shown, casting_name(casting));
}

static bool make_outputs(Ufunc *call) {
    char order = call->options->order ? call->options->order : 'K';
    for (int k = 0; k < call->row->outputs; k++) {
        const Dtype *type = loop_type(call, call->row->inputs + k);
        if (call->outputs[k]) {
            if (!check_output_shape(call, call->outputs[k])) return false;
            if (call->cupy && !check_output_on_device(call, call->outputs[k], type)) return false;
            bool clash = call->outputs[k]->is_crooked || (call->where && conflicts(call, call->outputs[k], call->where));
            for (int i = 0; i < call->row->inputs; i++)
                clash = clash || conflicts(call, call->outputs[k], call->inputs[i].array);
            const Dtype *own = call->outputs[k]->dtype;
            bool converts = (call->is_flexible || own->native || dtype_is_flexible(own)) && own != type; /* a step writes its own type, or numbers */
            if (!clash && !converts) continue;
            call->temporary[k] = call->where && !converts ? array_copy(call->outputs[k], 'C', call->error)
                                                          : array_create(call->device, type, call->dimensions, call->shape, call->error);
            if (!call->temporary[k]) return false;
            continue;
        }
        call->outputs[k] = order == 'K' || order == 'A' ? output_in_order(call, type)
                           : order == 'F'
                               ? array_create_f(call->device, type, call->dimensions, call->shape, call->error)
                               : array_create(call->device, type, call->dimensions, call->shape, call->error);
        if (!call->outputs[k]) return false;
    }
    return true;
}

static void broadcast_operand(const Ufunc *call, const Array *array, int64_t *strides, Operand *operand) {
    broadcast_strides(call, array, strides);
    *operand = (Operand){array->dtype, array_data(array), strides, false};
}

/* What is pending among the operands, and what is pending on what will be written, is done while it can still be told why not. */
static bool settle_operands(const Ufunc *call) {
    for (int i = 0; i < call->row->inputs; i++)
        if (call->inputs[i].array && !array_settle(call->inputs[i].array, call->error)) return false;
    for (int k = 0; k < call->row->outputs; k++)
        if (!array_settle(call->outputs[k], call->error)) return false;
    return !call->where || array_settle(call->where, call->error);
}

/* What was computed aside goes into the output; where only a part was, that part of another type than it. */
static bool put_temporary(Ufunc *call, int k) {
    Array *output = call->outputs[k], *temporary = call->temporary[k];
    if (!call->where || output->dtype == temporary->dtype) return array_assign(output, temporary, call->error);
    Variant choice[] = {variant_array(call->where), variant_array(temporary), variant_array(output)};
    Variant chosen = ufunc_call(call->runtime, OPERATOR(where_select), choice, 3, NULL, call->error);
    if (chosen.kind == VARIANT_ABSENT) return false;
    Array *values = array_from_variant(call->runtime, chosen, output->dtype, call->device, false, call->error);
    bool put = values && array_assign(output, values, call->error);
    array_release(values);
    variant_release(&chosen);
    return put;
}

/* Under a mask an output is read as well as written, and told of where it is no complex number on one side alone. */
static bool warn_of_masked(Ufunc *call) {
    if (!call->where || call->cupy || call->is_flexible) return true;
    bool discards = false;
    for (int i = 0; i < call->row->inputs; i++)
        discards = discards || (call->inputs[i].array && dtype_is_complex(call->inputs[i].dtype) && !dtype_is_complex(loop_type(call, i)) &&
                                loop_type(call, i)->kind != 'b');
    for (int k = 0; k < call->row->outputs; k++) {
        const Dtype *own = call->outputs[k]->dtype, *computed = loop_type(call, call->row->inputs + k);
        discards = discards || (call->given[k] && dtype_is_complex(own) != dtype_is_complex(computed) && own->kind != 'b' && computed->kind != 'b');
    }
    return !discards || warn_complex_discarded(call->runtime, DTYPE(COMPLEX128), DTYPE(FLOAT64), call->error);
}

static bool compute(Ufunc *call) {
    int64_t strides[OPERATOR_OPERANDS_MAX + 1][ARRAY_DIMENSIONS_MAX];
    static const int64_t none[ARRAY_DIMENSIONS_MAX];
    Operand where;
    ElementwiseTask task = {.operator_row = call->row,
                            .loop = call->loop,
                            .shape = {call->dimensions, call->shape},
                            .call_name = call->name,
                            .is_scalar = call->warning_name != NULL,
                            .flexible = call->is_flexible ? &call->flexible : NULL};
    int operand = 0;
    for (int i = 0; i < call->row->inputs; i++, operand++) {
        UfuncInput *input = &call->inputs[i];
        if (input->array)
            broadcast_operand(call, input->array, strides[operand], &task.operands[operand]);
        else
            task.operands[operand] = (Operand){input->element_type, (char *)input->bytes, none, true};
    }
    for (int k = 0; k < call->row->outputs; k++, operand++)
        broadcast_operand(call, call->temporary[k] ? call->temporary[k] : call->outputs[k], strides[operand],
                          &task.operands[operand]);
    if (call->where) {
        broadcast_operand(call, call->where, strides[operand], &where);
        task.where = &where;
    }
    int flags = 0;
    if (!call->device->operations->elementwise(call->device, &task, &flags, call->error)) return false;
    /* What lay in the way of the operands is written afterwards, and not at all after an exception. */
    if (!runtime_float_errors(call->runtime, call->warning_name ? call->warning_name : call->name, flags, call->error)) return false;
    for (int k = 0; k < call->row->outputs; k++)
        if (call->temporary[k] && !put_temporary(call, k)) return false;
    return true;
}

/* NumPy converts single numbers and small vectors before it computes, and warns of that as of a cast; larger operands on the
 * way, with the warnings of the operator. Only `dtype` makes an operator compute in less than its operands have. */
static bool narrow_inputs(Ufunc *call) {
    enum { SMALL = 8192 };
    if (!call->options->dtype || call->where || !device_is_host(call->device)) return true;
    for (int i = 0; i < call->row->inputs; i++) {
        UfuncInput *input = &call->inputs[i];
        const Dtype *type = &dtypes[call->row->loops[call->loop][i]];
        if (!input->array) {
            if (input->element_type == type) continue;
            Variant number = variant_scalar(input->element_type, input->bytes);
            if (!variant_store(call->runtime, number, type, input->bytes, call->error)) return false;
            input->element_type = type;
            continue;
        }
        if (input->dtype == type) continue;
        if (input->array->dimensions > 1 || array_size(input->array) > SMALL) return true;
        Array *narrow = array_cast(input->array, type, call->error);
        if (!narrow) return false;
        array_release(input->array);
        input->array = narrow;
        input->dtype = type;
    }
    return true;
}

/* Text and one of Python's own numbers have no common type. */
static bool check_weak_choices(Ufunc *call) {
    char names[2][48];
    bool text = false, number = false;
    for (int i = 0; i < 2; i++) {
        const UfuncInput *input = &call->inputs[i + 1];
        number = number || input->weak > WEAK_BOOL;
        text = text || (input->dtype && dtype_is_text(input->dtype));
        snprintf(names[i], sizeof names[i], "<class 'numpy.dtypes.%sDType'>",
                 input->weak == WEAK_INTEGER   ? "_PyLong"
                 : input->weak == WEAK_FLOAT   ? "_PyFloat"
                 : input->weak == WEAK_COMPLEX ? "_PyComplex"
                                               : dtype_class_name(input->dtype ? input->dtype : DTYPE(BOOL)));
    }
    if (!text || !number || call->cupy) return true;
    return error_set(call->error, "numpy.exceptions.DTypePromotionError",
                     "The DType %s could not be promoted by %s. This means that no common DType exists for the given inputs. For example they cannot be "
                     "stored in a single array unless the dtype is `object`. The full list of DTypes is: (%s, %s)",
                     names[0], names[1], names[0], names[1]);
}

/* == and != of records and plain bytes: only with the like of them. */
static bool records_compare(Ufunc *call, const Dtype *left, const Dtype *right) {
    if (right->kind != 'V') return error_set(call->error, "TypeError", "Cannot compare structured or void to non-void arrays.");
    if (left->is_record != right->is_record)
        return error_set(call->error, "TypeError",
                         "Cannot compare structured with unstructured void arrays. (unreachable error, please report to NumPy devs.)");
    if (!left->is_record && left->item_size != right->item_size)
        return error_set(call->error, "TypeError",
                         "cannot compare unstructured voids of different length. Use bytes to compare. (This may return array of False in the future.)");
    if (left == right || dtype_check_common(left, right, call->error)) return true;
    error_clear(call->error);
    return error_set(call->error, "TypeError",
                     "Cannot compare structured arrays unless they have a common dtype.  I.e. `np.result_type(arr1, arr2)` must be defined.");
}

/* Elements that are no numbers: what the operator computes in, and the operands in those types. Things that cannot be compared
 * are not equal: then there is no loop, and no step. */
static bool find_flexible_loop(Ufunc *call) {
    const Operator *row = call->row;
    const Dtype *types[3];
    for (int i = 0; i < row->inputs; i++) {
        UfuncInput *input = &call->inputs[i];
        if (input->number.kind == VARIANT_BIG) input->dtype = &dtype_object;
        types[i] = input->dtype ? input->dtype : input->number.kind == VARIANT_UNSIGNED ? DTYPE(UINT64) : default_of_weak(input->weak);
    }
    if (row->number == OPERATOR_where_select && !check_weak_choices(call)) return false;
    if (call->options->is_operator && (row->number == OPERATOR_equal || row->number == OPERATOR_not_equal) && types[0]->kind == 'V' &&
        !records_compare(call, types[0], types[1]))
        return false;
    const Dtype *asked = call->options->dtype;
    bool objects = asked == &dtype_object;
    for (int i = 0; row->inputs == 2 && call->options->is_operator && i < 2; i++) /* a date and a date of the language's: the language's business */
        objects = objects || (!call->inputs[i].array && types[i] && dtype_is_date(types[i]) && call->inputs[1 - i].is_value);
    if (objects) asked = &dtype_object;
    for (int i = 0; objects && i < row->inputs; i++) types[i] = asked;
    if (!flexible_resolve(call->runtime, row, types, &call->flexible, call->error)) {
        bool is_equality = row->number == OPERATOR_equal || row->number == OPERATOR_not_equal;
        bool has_none = call->error->kind && (!strcmp(call->error->kind, "numpy._core._exceptions._UFuncNoLoopError") ||
                                              !strcmp(call->error->kind, "numpy._core._exceptions._UFuncBinaryResolutionError"));
        if (!call->options->is_operator || !is_equality || !has_none) return false;
        error_clear(call->error);
        call->flexible = (FlexibleLoop){.row = row, .types = {types[0], types[1], DTYPE(BOOL)}};
        return true;
    }
    if (row->inputs < 3) flexible_ask(&call->flexible, asked);
    Casting casting = call->options->has_casting ? call->options->casting : CASTING_SAME_KIND;
    for (int i = 0; i < row->inputs; i++) {
        UfuncInput *input = &call->inputs[i];
        const Dtype *type = call->flexible.types[i];
        if (input->array && input->array->dtype == type) continue;
        Array *old = input->array, *made;
        if (old && casting < CASTING_SAME_KIND && !dtype_can_cast(old->dtype, type, casting))
            return error_set(call->error, "numpy._core._exceptions._UFuncInputCastingError",
                             "Cannot cast ufunc '%s' input %d from dtype(%s) to dtype(%s) with casting rule '%s'", call->name, i, old->dtype->shown,
                             type->shown, casting_name(casting));
        if (!old && input->dtype && dtype_is_date(input->dtype)) /* converted as arrays are */
            old = array_from_variant(call->runtime, input->number, NULL, call->device, false, call->error);
        if (!old && error_is_set(call->error)) return false;
        if (!old && type == &dtype_object) element_make_plain(&input->number); /* values of the language's own */
        made = old ? array_cast(old, type, call->error) : array_from_variant(call->runtime, input->number, type, call->device, false, call->error);
        input->array = NULL;
        array_release(old);
        if (!made) return false;
        input->array = made;
        input->dtype = type;
    }
    return true;
}

static bool nothing_is_equal(Ufunc *call) {
    uint8_t truth = call->row->number == OPERATOR_not_equal;
    Array *output = call->outputs[0];
    return call->device->operations->fill(call->device, (Shape){output->dimensions, output->shape}, array_operand(output), &truth, call->error);
}

/* Put off, to be fused with what comes? */
static bool defer(Ufunc *call) {
    const UfuncOptions *options = call->options;
    if (call->is_flexible || call->row->own || call->row->outputs != 1 || call->given[0] || call->where || call->warning_name || options->is_immediate || options->dtype ||
        !graph_defers(call->runtime, call->device, array_size(call->outputs[0])))
        return false;
    int64_t strides[3][ARRAY_DIMENSIONS_MAX];
    GraphInput inputs[3];
    for (int i = 0; i < call->row->inputs; i++) {
        const UfuncInput *input = &call->inputs[i];
        inputs[i] = (GraphInput){input->array, strides[i], input->array ? input->array->dtype : input->element_type, input->bytes};
        if (input->array) broadcast_strides(call, input->array, strides[i]);
        else
            memset(strides[i], 0, sizeof *strides[i] * (size_t)call->dimensions);
    }
    return graph_defer(call->runtime, call->row, call->loop, inputs, call->outputs[0], call->name);
}

/* Integers to negative integer powers have no integer result. */
static bool check_integer_power(Ufunc *call) {
    const Dtype *type = &dtypes[call->row->loops[call->loop][0]];
    if (call->row->number != OPERATOR_power || type->kind != 'i') return true;
    UfuncInput *exponent = &call->inputs[1];
    bool negative = false;
    for (int i = 0; i < call->dimensions; i++)
        if (!call->shape[i]) return true;
    if (!exponent->array) {
        negative = variant_to_integer(exponent->number) < 0;
    } else if (array_size(exponent->array) && exponent->array->dtype->kind == 'i') {
        Variant least = ufunc_reduce(call->runtime, OPERATOR(minimum),
                                     (Variant){.kind = VARIANT_ARRAY, .array = exponent->array}, variant_none(),
                                     false, variant_absent(), NULL, call->error);
        if (least.kind == VARIANT_ABSENT) return false;
        if (least.kind == VARIANT_ARRAY) {
            Variant scalar = array_scalar_at(least.array, 0, call->error);
            variant_release(&least);
            least = scalar;
        }
        negative = variant_to_integer(least) < 0;
    }
    return !negative || call->cupy ||
           error_set(call->error, "ValueError", "Integers to negative integer powers are not allowed.");
}

/* x**2, x**0.5, x**-1 of inexact x and x**2 of integers have operators of their own, exact ones. (np.power has not.) */
static const Operator *simpler_power(const Variant *inputs, const UfuncOptions *options) {
    if (inputs[0].kind != VARIANT_ARRAY || !options->is_operator) return NULL;
    double exponent;
    if (inputs[1].kind == VARIANT_INTEGER)
        exponent = (double)inputs[1].integer;
    else if (inputs[1].kind == VARIANT_FLOAT)
        exponent = inputs[1].real;
    else
        return NULL;
    bool inexact = dtype_is_inexact(inputs[0].array->dtype);
    if (dtype_is_flexible(inputs[0].array->dtype)) return NULL;
    if (inputs[0].array->dtype->kind == 'b' && !device_is_host(array_device(inputs[0].array))) return NULL; /* CuPy's are int64 */
    if (!inexact && inputs[1].kind != VARIANT_INTEGER) return NULL;
    if (exponent == 2) return OPERATOR(square);
    if (!inexact) return NULL;
    if (exponent == 1) return OPERATOR(positive);
    if (exponent == 0.5) return OPERATOR(sqrt);
    return exponent == -1 && inputs[1].kind == VARIANT_INTEGER ? OPERATOR(reciprocal) : NULL;
}

Variant ufunc_result(Array *array, bool cupy) {
    if (array->dimensions || cupy) return variant_array(array_retain(array));
    if (array->dtype->kind == 'V') return (Variant){.kind = VARIANT_RECORD, .array = array_retain(array)};
    return variant_scalar(array->dtype, array_data(array));
}

static const UfuncOptions no_options;

/* Does an operator's result come of scalars' own arithmetic? NumPy hands to the arrays' what needs another type than one of the
 * two, and all that begins with a truth or is between a truth and a number of Python's. */
static bool computes_scalars(const Variant *inputs, size_t count) {
    const Dtype *types[2] = {NULL, NULL};
    for (size_t i = 0; i < count; i++) {
        if (!variant_is_number(inputs[i]) || (inputs[i].kind == VARIANT_SCALAR && dtype_is_flexible(inputs[i].dtype))) return false;
        if (i < 2 && inputs[i].kind == VARIANT_SCALAR) types[i] = inputs[i].dtype;
    }
    if (count != 2 || (!types[0] && !types[1])) return true;
    if (types[0] && types[1]) {
        const Dtype *common = dtype_promote(types[0], types[1]);
        return types[0]->kind != 'b' && (common == types[0] || common == types[1]);
    }
    const Dtype *type = types[0] ? types[0] : types[1];
    VariantKind kind = inputs[types[0] ? 1 : 0].kind;
    if (type->kind == 'b') return false;
    return kind == VARIANT_COMPLEX ? type->kind == 'c' : kind != VARIANT_FLOAT || dtype_is_inexact(type);
}

static bool run_ufunc(Ufunc *call, const Variant *inputs, size_t count) {
    if (count != (size_t)call->row->inputs)
        return error_set(call->error, "TypeError",
                         "%s() takes from %d to %d positional arguments but %zu %s given", call->name,
                         call->row->inputs, call->row->inputs + call->row->outputs, count,
                         count == 1 ? "was" : "were");
    for (size_t i = 0; i < count; i++)
        if (!take_input(call, (int)i, inputs[i])) return false;
    Variant where = call->options->where;
    if (where.kind != VARIANT_ABSENT && !(where.kind == VARIANT_BOOL && where.integer)) {
        call->where = array_from_variant(call->runtime, where, NULL, call->device, false, call->error);
        if (!call->where) return false;
        if (call->where->dtype->kind != 'b')
            return error_set(
                call->error, "TypeError",
                "Cannot cast array data from dtype(%s) to dtype('bool') according to the rule 'safe'",
                call->where->dtype->shown);
    }
    if (call->is_flexible && call->row->own) return operator_refuse_types(call->name, CASTING_SAFE, call->error);
    if (call->options->dtype == &dtype_object && !call->cupy && !call->row->own && call->row->inputs < 3) call->is_flexible = true;
    if (count == 2 && !call->cupy && !call->options->dtype && flexible_compares_whole(call->row, call->inputs[0].dtype, call->inputs[1].dtype))
        call->is_flexible = true;
    if (call->is_flexible)
        return take_outputs(call) && find_flexible_loop(call) && check_outputs(call) && broadcast_inputs(call) && make_outputs(call) &&
               (call->flexible.step ? settle_operands(call) && compute(call) : nothing_is_equal(call));
    settle_weak(call);
    return take_outputs(call) && find_loop(call) && check_casting(call) && check_outputs(call) && settle_numbers(call) && broadcast_inputs(call) &&
           make_outputs(call) && warn_of_masked(call) && check_integer_power(call) && narrow_inputs(call) &&
           (defer(call) || (settle_operands(call) && compute(call)));
}

/* A NUMPY call that is handed an accelerator's array runs there, as __array_ufunc__ has it. */
static bool runs_as_cupy(const Variant *inputs, size_t count, const UfuncOptions *options) {
    if (options->namespace == CUPY || options->namespace == CUPYX) return true;
    for (size_t i = 0; i < count; i++)
        if (inputs[i].kind == VARIANT_ARRAY && !device_is_host(array_device(inputs[i].array))) return true;
    return options->out.kind == VARIANT_ARRAY && !device_is_host(array_device(options->out.array));
}

Variant ufunc_of_double(ArrayRuntime *runtime, const Operator *row, double number, Error *error) {
    int loop = 0;
    while (loop < row->loop_count && row->loops[loop][0] != DTYPE_FLOAT64) loop++;
    if (row->inputs != 1 || row->outputs != 1 || loop == row->loop_count) return variant_absent();
    static const int64_t one = 1, step = sizeof number;
    _Alignas(16) char result[16];
    const Dtype *type = &dtypes[row->loops[loop][1]];
    ElementwiseTask task = {.operator_row = row, .loop = loop, .shape = {1, &one}, .call_name = row->name};
    task.operands[0] = (Operand){DTYPE(FLOAT64), (char *)&number, &step, false};
    task.operands[1] = (Operand){type, result, &step, false};
    int flags = 0;
    if (!runtime->host->operations->elementwise(runtime->host, &task, &flags, error) ||
        !runtime_float_errors(runtime, row->name, flags, error))
        return variant_absent();
    return variant_scalar(type, result);
}

Variant ufunc_call(ArrayRuntime *runtime, const Operator *operator_row, const Variant *inputs, size_t count,
                   const UfuncOptions *options, Error *error) {
    if (!options) options = &no_options;
    UfuncOptions straight;
    if (options->dtype && options->dtype->native) {
        straight = *options;
        straight.dtype = straight.dtype->native;
        options = &straight;
    }
    bool cupy = runs_as_cupy(inputs, count, options);
    Ufunc call;
    memset(&call, 0, offsetof(Ufunc, shape));
    call.runtime = runtime;
    call.row = operator_row;
    call.options = options;
    call.cupy = cupy;
    call.name = operator_row->name;
    call.error = error;
    call.device = cupy ? runtime_current_device(runtime) : runtime->host;
    if (operator_row->number == OPERATOR_power && count == 2) {
        const Operator *simpler = simpler_power(inputs, options);
        if (simpler) {
            call.row = simpler;
            call.name = simpler->name;
            count = 1;
        }
    }
    char scalar_name[48];
    if (options->is_operator) {
        if (computes_scalars(inputs, count)) {
            snprintf(scalar_name, sizeof scalar_name, "scalar %s", operator_row->name);
            call.warning_name = scalar_name;
        }
    }
    Variant result = variant_absent();
    if (run_ufunc(&call, inputs, count)) {
        if (call.row->outputs == 1) {
            result = call.given[0] ? variant_array(array_retain(call.outputs[0]))
                                   : ufunc_result(call.outputs[0], cupy);
        } else {
            result = variant_list((size_t)call.row->outputs, true);
            for (int k = 0; k < call.row->outputs && result.kind != VARIANT_ABSENT; k++)
                result.list->items[k] = call.given[k] ? variant_array(array_retain(call.outputs[k]))
                                                      : ufunc_result(call.outputs[k], cupy);
            if (result.kind == VARIANT_ABSENT) error_no_memory(error);
        }
    }
    ufunc_release(&call);
    if (!runtime_had_elements(runtime, error)) variant_release(&result);
    return result;
}

/* The loop whose operands are all of a type, the result too; -1: none, or the type is none of the commonest. */
static int plain_loop(const Operator *row, const Dtype *type) {
    if (type->number != DTYPE_FLOAT64 && type->number != DTYPE_FLOAT32 && type->number != DTYPE_INT64) return -1;
    switch (row->number) {
    case OPERATOR_add:
    case OPERATOR_subtract:
    case OPERATOR_multiply:
    case OPERATOR_divide: break;
    default: return -1;
    }
    for (int loop = type->number - row->loops[0][0]; loop >= 0 && loop < row->loop_count; loop--) { /* rows are in the types' order, with gaps */
        const uint8_t *types = row->loops[loop];
        if (types[0] == type->number && types[1] == type->number) return types[2] == type->number ? loop : -1;
    }
    return -1;
}

Array *ufunc_quick(ArrayRuntime *runtime, const Operator *operator_row, const Array *left, const Array *right, double number, bool *done,
                   Error *error) {
    const Array *array = left ? left : right;
    const Dtype *type = array->dtype;
    int n = array->dimensions;
    *done = false;
    if (!n || type->kind == 'O' || array_device(array) != runtime->host || !array_is_c_contiguous(array) || array->is_crooked) return NULL;
    if (left && right) {
        if (right->dtype != type || right->dimensions != n || memcmp(left->shape, right->shape, (size_t)n * sizeof *left->shape) ||
            array_device(right) != runtime->host || !array_is_c_contiguous(right) || right->is_crooked)
            return NULL;
    } else if (type->number != DTYPE_FLOAT64) {
        return NULL;
    }
    int loop = plain_loop(operator_row, type);
    int64_t size = array_size(array), stride = type->item_size, none = 0;
    if (loop < 0 || graph_defers(runtime, runtime->host, size)) return NULL;
    *done = true;
    if ((left && !array_settle(left, error)) || (right && !array_settle(right, error))) return NULL;
    Array *output = array_create(runtime->host, type, n, array->shape, error);
    if (!output) return NULL;
    const Operand single = {type, (char *)&number, &none, true};
    ElementwiseTask task; /* no initializer: clearing the operands that it has beyond three takes longer than a short sum */
    task.operator_row = operator_row;
    task.loop = loop;
    task.shape = (Shape){1, &size};
    task.where = NULL;
    task.call_name = operator_row->name;
    task.is_scalar = false;
    task.flexible = NULL;
    task.operands[0] = left ? (Operand){type, array_data(left), &stride, false} : single;
    task.operands[1] = right ? (Operand){type, array_data(right), &stride, false} : single;
    task.operands[2] = (Operand){type, array_data(output), &stride, false};
    int flags = 0;
    if (runtime->host->operations->elementwise(runtime->host, &task, &flags, error) &&
        runtime_float_errors(runtime, operator_row->name, flags, error))
        return output;
    array_release(output);
    return NULL;
}

bool ufunc_resolve(ArrayRuntime *runtime, const Operator *row, const Array *left, const Array *right, int *loop, Error *error) {
    Ufunc call;
    memset(&call, 0, offsetof(Ufunc, shape));
    call.runtime = runtime;
    call.row = row;
    call.options = &no_options;
    call.name = row->name;
    call.error = error;
    call.inputs[0].dtype = left->dtype;
    call.inputs[1].dtype = right->dtype;
    if (dtype_is_flexible(left->dtype) || dtype_is_flexible(right->dtype))
        return error_set(error, "TypeError", "ufunc '%s' with at() is not supported for elements that are no numbers", row->name);
    bool found = find_loop(&call);
    *loop = found && row->own ? operator_loop_for(row, operator_loop_type(row, call.loop, 0)) : call.loop;
    return found;
}

int operator_loop_for(const Operator *row, const Dtype *dtype) {
    for (int loop = 0; loop < row->loop_count; loop++)
        if (&dtypes[row->loops[loop][0]] == dtype) return loop;
    return -1;
}
