#include "arraylib/core/flexible_loop.h"

#include "arraylib/core/datetime.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool is_comparison(const Operator *row) { return operator_is_comparison(row->number); }
static bool is_logical(const Operator *row) {
    return operator_is_logical(row->number) || row->number == OPERATOR_logical_not;
}
static bool is_extreme(const Operator *row) {
    return row->number == OPERATOR_maximum || row->number == OPERATOR_minimum || row->number == OPERATOR_fmax || row->number == OPERATOR_fmin;
}

/* ---- Values of the language ---- */

static bool object_operate(const FlexibleLoop *loop, const Operator *row, char *const *data, VariantHandle **result, Error *error) {
    VariantHandle *operands[3];
    for (int i = 0; i < row->inputs; i++) operands[i] = handle_retain(handle_read(data[i])); /* the language may write the array meanwhile */
    bool well = loop->runtime->hooks.operate(loop->runtime->hook_context, row, operands, (size_t)row->inputs, result, error);
    for (int i = 0; i < row->inputs; i++) handle_release(operands[i]);
    return well;
}

static bool object_step(const FlexibleLoop *loop, char *const *data, Error *error) {
    VariantHandle *result;
    if (!object_operate(loop, loop->row, data, &result, error)) return false;
    handle_put(data[loop->row->inputs], result);
    return true;
}

static bool object_truth_step(const FlexibleLoop *loop, char *const *data, Error *error) {
    VariantHandle *result;
    bool truth;
    if (!object_operate(loop, loop->row, data, &result, error)) return false;
    bool well = loop->runtime->hooks.truth(loop->runtime->hook_context, result, &truth, error);
    handle_release(result);
    if (well) *(uint8_t *)data[loop->row->inputs] = truth;
    return well;
}

/* The larger or the smaller of two, by their own comparison; the first of equals. */
static bool object_extreme_step(const FlexibleLoop *loop, char *const *data, Error *error) {
    bool largest = loop->row->number == OPERATOR_maximum || loop->row->number == OPERATOR_fmax, first;
    VariantHandle *result;
    if (!object_operate(loop, largest ? OPERATOR(greater_equal) : OPERATOR(less_equal), data, &result, error)) return false;
    bool well = loop->runtime->hooks.truth(loop->runtime->hook_context, result, &first, error);
    handle_release(result);
    if (well) element_copy(&dtype_object, data[2], data[first ? 0 : 1]);
    return well;
}

static bool resolve_objects(const Operator *row, FlexibleLoop *loop, Error *error) {
    for (int i = 0; i < row->inputs + row->outputs; i++) loop->types[i] = &dtype_object;
    if (row->refuses_objects) return operator_refuse_types(row->name, CASTING_SAFE, error);
    loop->step = is_extreme(row) ? object_extreme_step : object_step;
    if (is_comparison(row)) {
        loop->types[row->inputs] = DTYPE(BOOL);
        loop->step = object_truth_step;
    }
    return true;
}

/* ---- Text and records: compared, and text is joined ---- */

static bool truth_of_order(const Operator *row, int order) {
    switch (row->number) {
    case OPERATOR_equal: return order == 0;
    case OPERATOR_not_equal: return order != 0;
    case OPERATOR_less: return order < 0;
    case OPERATOR_less_equal: return order <= 0;
    case OPERATOR_greater: return order > 0;
    default: return order >= 0;
    }
}

static bool compare_step(const FlexibleLoop *loop, char *const *data, Error *error) {
    int order;
    if (!element_compare(loop->runtime, loop->types[0], data[0], data[1], &order, error)) return false;
    *(uint8_t *)data[2] = truth_of_order(loop->row, order);
    return true;
}

static int64_t text_size(const Dtype *dtype, const char *data) { /* bytes without the zeros at the end */
    int64_t unit = dtype->kind == 'U' ? 4 : 1, size = dtype->item_size;
    static const char zeros[4];
    while (size && !memcmp(data + size - unit, zeros, (size_t)unit)) size -= unit;
    return size;
}

static bool join_step(const FlexibleLoop *loop, char *const *data, Error *error) {
    (void)error;
    int64_t first = text_size(loop->types[0], data[0]), second = text_size(loop->types[1], data[1]);
    memmove(data[2], data[0], (size_t)first);
    memcpy(data[2] + first, data[1], (size_t)second);
    memset(data[2] + first + second, 0, (size_t)(loop->types[2]->item_size - first - second));
    return true;
}

static bool truth_step(const FlexibleLoop *loop, char *const *data, Error *error) {
    bool truths[2] = {false, false};
    for (int i = 0; i < loop->row->inputs; i++)
        if (!element_truth(loop->runtime, loop->types[i], data[i], &truths[i], error)) return false;
    bool truth = loop->row->number == OPERATOR_logical_and  ? truths[0] && truths[1]
                 : loop->row->number == OPERATOR_logical_or ? truths[0] || truths[1]
                 : loop->row->number == OPERATOR_logical_xor ? truths[0] != truths[1]
                                                             : !truths[0];
    *(uint8_t *)data[loop->row->inputs] = truth;
    return true;
}

/* ---- int64 beside uint64, which no type of numbers holds both ---- */

bool flexible_compares_whole(const Operator *row, const Dtype *left, const Dtype *right) {
    if (!is_comparison(row) || !left || !right) return false;
    return (left->kind == 'i' && right == DTYPE(UINT64)) || (left == DTYPE(UINT64) && right->kind == 'i');
}

static bool whole_step(const FlexibleLoop *loop, char *const *data, Error *error) {
    (void)error;
    bool first_signed = loop->types[0] == DTYPE(INT64);
    int64_t integer;
    uint64_t natural;
    memcpy(&integer, data[first_signed ? 0 : 1], sizeof integer);
    memcpy(&natural, data[first_signed ? 1 : 0], sizeof natural);
    int order = integer < 0 || (uint64_t)integer < natural ? -1 : (uint64_t)integer > natural;
    *(uint8_t *)data[2] = truth_of_order(loop->row, first_signed ? order : -order);
    return true;
}

/* An output that the caller asks for where operators on values of the language have two: the value itself, or its truth. */
void flexible_ask(FlexibleLoop *loop, const Dtype *asked) {
    int output = loop->row->inputs;
    if (loop->types[0] != &dtype_object || !asked) return;
    if (is_logical(loop->row) && asked == DTYPE(BOOL)) loop->step = truth_step;
    else if (is_comparison(loop->row) && asked == &dtype_object) loop->step = object_step;
    else return;
    loop->types[output] = asked;
}

/* ---- Selection: where, clip ---- */

static bool select_step(const FlexibleLoop *loop, char *const *data, Error *error) {
    (void)error;
    element_copy(loop->types[3], data[3], data[*data[0] ? 1 : 2]);
    return true;
}

static bool clip_step(const FlexibleLoop *loop, char *const *data, Error *error) {
    int order;
    const char *chosen = data[0];
    if (!element_compare(loop->runtime, loop->types[0], chosen, data[1], &order, error)) return false;
    if (order < 0) chosen = data[1];
    if (!element_compare(loop->runtime, loop->types[0], chosen, data[2], &order, error)) return false;
    element_copy(loop->types[3], data[3], order > 0 ? data[2] : chosen);
    return true;
}

/* ---- Dates ---- */

static double real_at(const char *data) {
    double value;
    memcpy(&value, data, sizeof value);
    return value;
}
static void put_date(char *data, int64_t value) { memcpy(data, &value, sizeof value); }

static int64_t floor_quotient(int64_t a, int64_t b) {
    int64_t quotient = a / b;
    return a % b && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

static bool date_flag(const FlexibleLoop *loop, int flag, Error *error) {
    if (!loop->flags) return runtime_float_errors(loop->runtime, loop->row->name, flag, error);
    *loop->flags |= flag;
    return true;
}

/* x * y or x / y of a difference and a real, as a difference again: none where it is not finite or too large. */
static bool put_real(const FlexibleLoop *loop, char *out, double x, double y, bool divides, Error *error) {
    double result = divides ? x / y : x * y;
    bool fits = result > -0x1p63 && result < 0x1p63;
    put_date(out, fits ? (int64_t)result : NOT_A_TIME);
    if (fits || isnan(y)) return true;
    if (isinf(result) && isinf(y)) return true;
    return date_flag(loop, isinf(result) ? divides && y == 0 ? FLOAT_DIVIDE : FLOAT_OVERFLOW : FLOAT_INVALID, error);
}

static bool date_step(const FlexibleLoop *loop, char *const *data, Error *error) {
    const Operator *row = loop->row;
    char *out = data[row->inputs];
    int64_t a = date_read(data[0]), b = row->inputs > 1 ? date_read(data[1]) : 0;
    bool a_real = loop->types[0]->kind == 'f', b_real = row->inputs > 1 && loop->types[1]->kind == 'f';
    bool nat = (dtype_is_date(loop->types[0]) && a == NOT_A_TIME) || (row->inputs > 1 && dtype_is_date(loop->types[1]) && b == NOT_A_TIME);
    bool divides = row->number == OPERATOR_divide || row->number == OPERATOR_floor_divide || row->number == OPERATOR_remainder ||
                   row->number == OPERATOR_divmod;
    switch (row->number) {
    case OPERATOR_equal: *(uint8_t *)out = !nat && a == b; return true;
    case OPERATOR_not_equal: *(uint8_t *)out = nat || a != b; return true;
    case OPERATOR_less: *(uint8_t *)out = !nat && a < b; return true;
    case OPERATOR_less_equal: *(uint8_t *)out = !nat && a <= b; return true;
    case OPERATOR_greater: *(uint8_t *)out = !nat && a > b; return true;
    case OPERATOR_greater_equal: *(uint8_t *)out = !nat && a >= b; return true;
    case OPERATOR_isnan:
    case OPERATOR_isnat: *(uint8_t *)out = nat; return true;
    case OPERATOR_isinf: *(uint8_t *)out = 0; return true;
    case OPERATOR_isfinite: *(uint8_t *)out = !nat; return true;
    case OPERATOR_fmax:
    case OPERATOR_fmin:
        if (nat && (a != NOT_A_TIME || b != NOT_A_TIME)) {
            put_date(out, a == NOT_A_TIME ? b : a);
            return true;
        }
        break;
    default: break;
    }
    const Dtype *result = loop->types[row->inputs];
    bool by_number = divides && !b_real && result->kind == 'm' && row->number != OPERATOR_remainder;
    if (by_number && !b && loop->one_divisor && !date_flag(loop, FLOAT_DIVIDE, error)) return false;
    if (divides && !by_number && !b_real && row->number != OPERATOR_divide) {
        bool by_zero = !b && (!nat || (loop->one_divisor && row->number == OPERATOR_floor_divide));
        if (by_zero && !date_flag(loop, FLOAT_DIVIDE, error)) return false;
        if (nat && !by_zero && row->number != OPERATOR_remainder && !date_flag(loop, FLOAT_INVALID, error)) return false;
        if (!b && (row->number == OPERATOR_divmod || row->number == OPERATOR_remainder)) nat = true;
    }
    if (nat || (divides && !b && !b_real && result->kind == 'm')) {
        if (result->kind == 'f') {
            double nothing = NAN;
            memcpy(out, &nothing, sizeof nothing);
        } else put_date(out, result->kind == 'i' ? 0 : NOT_A_TIME);
        if (row->outputs == 2) put_date(data[row->inputs + 1], NOT_A_TIME);
        return true;
    }
    switch (row->number) {
    case OPERATOR_add: put_date(out, (int64_t)((uint64_t)a + (uint64_t)b)); break;
    case OPERATOR_subtract: put_date(out, (int64_t)((uint64_t)a - (uint64_t)b)); break;
    case OPERATOR_multiply:
        if (b_real) return put_real(loop, out, (double)a, real_at(data[1]), false, error);
        if (a_real) return put_real(loop, out, (double)b, real_at(data[0]), false, error);
        put_date(out, (int64_t)((uint64_t)a * (uint64_t)b));
        break;
    case OPERATOR_divide:
        if (result->kind == 'f') {
            double quotient = (double)a / (double)b;
            if (!b && !date_flag(loop, a ? FLOAT_DIVIDE : FLOAT_INVALID, error)) return false;
            memcpy(out, &quotient, sizeof quotient);
        } else if (b_real) return put_real(loop, out, (double)a, real_at(data[1]), true, error);
        else put_date(out, b == -1 ? (int64_t)(0 - (uint64_t)a) : a / b);
        break;
    case OPERATOR_floor_divide:
        if (b_real) return put_real(loop, out, (double)a, real_at(data[1]), true, error);
        if (result->kind == 'm') put_date(out, b == -1 ? (int64_t)(0 - (uint64_t)a) : a / b); /* by a number: towards zero */
        else put_date(out, !b ? 0 : b == -1 ? (int64_t)(0 - (uint64_t)a) : floor_quotient(a, b));
        break;
    case OPERATOR_remainder: put_date(out, b == -1 ? 0 : a - floor_quotient(a, b) * b); break;
    case OPERATOR_divmod:
        put_date(out, b == -1 ? (int64_t)(0 - (uint64_t)a) : floor_quotient(a, b));
        put_date(data[row->inputs + 1], b == -1 ? 0 : a - floor_quotient(a, b) * b);
        break;
    case OPERATOR_maximum:
    case OPERATOR_fmax: put_date(out, a > b ? a : b); break;
    case OPERATOR_minimum:
    case OPERATOR_fmin: put_date(out, a < b ? a : b); break;
    case OPERATOR_negative: put_date(out, -a); break;
    case OPERATOR_absolute: put_date(out, a < 0 ? -a : a); break;
    case OPERATOR_sign: put_date(out, (a > 0) - (a < 0)); break;
    default: put_date(out, a); /* positive, conjugate */
    }
    return true;
}

static bool no_loop(const Operator *row, const Dtype *const *inputs, Error *error);

static bool refuse_dates(const Operator *row, const Dtype *left, const Dtype *right, Error *error) {
    if (!right) return no_loop(row, &left, error);
    if (is_comparison(row) && !(dtype_is_date(left) && dtype_is_date(right))) return no_loop(row, (const Dtype *[]){left, right}, error);
    return error_set(error, "numpy._core._exceptions._UFuncBinaryResolutionError", "ufunc '%s' cannot use operands with types dtype(%s) and dtype(%s)",
                     row->name, left->shown, right->shown);
}

/* Both in the unit that holds both; false: years and months beside days. */
static bool common_dates(const Operator *row, const Dtype *left, const Dtype *right, const Dtype **a, const Dtype **b, Error *error) {
    const Dtype *common = dtype_promote(left, right);
    bool calendar = left->unit != UNIT_GENERIC && right->unit != UNIT_GENERIC && (left->unit <= UNIT_MONTH) != (right->unit <= UNIT_MONTH);
    int bad = left->unit <= UNIT_MONTH ? 0 : 1;
    const Dtype *wrong = bad ? right : left;
    if (!dtype_is_date(common))
        return error_set(error, "TypeError",
                         "Cannot get a common metadata divisor for Numpy datetime metadata [%s] and [%s] because they have incompatible nonlinear base "
                         "time units.",
                         datetime_unit_name(left->unit), datetime_unit_name(right->unit));
    *a = dtype_date(common->table, left->kind, common->unit, common->multiple);
    *b = dtype_date(common->table, right->kind, common->unit, common->multiple);
    if (!*a || !*b) return error_no_memory(error);
    if (calendar && wrong->kind == 'm')
        return error_set(error, "numpy._core._exceptions._UFuncInputCastingError",
                         "Cannot cast ufunc '%s' input %d from dtype(%s) to dtype(%s) with casting rule 'same_kind'", row->name, bad, wrong->shown,
                         (bad ? *b : *a)->shown);
    return true;
}

static bool resolve_dates(const Operator *row, const Dtype *left, const Dtype *right, FlexibleLoop *loop, Error *error) {
    loop->step = date_step;
    const Dtype **types = loop->types;
    types[0] = left;
    if (row->inputs == 1) {
        switch (row->number) {
        case OPERATOR_isnan: case OPERATOR_isnat: case OPERATOR_isinf: case OPERATOR_isfinite: types[1] = DTYPE(BOOL); return true;
        case OPERATOR_negative: case OPERATOR_absolute: case OPERATOR_sign: case OPERATOR_positive:
            types[1] = left;
            return left->kind == 'm' || refuse_dates(row, left, NULL, error);
        case OPERATOR_conjugate: types[1] = left; return true;
        default: return refuse_dates(row, left, NULL, error);
        }
    }
    char a = left->kind, b = right->kind;
    bool a_date = dtype_is_date(left), b_date = dtype_is_date(right);
    bool a_whole = dtype_is_integer(left) || a == 'b', b_whole = dtype_is_integer(right) || b == 'b';
    bool both = a_date && b_date;
    if (is_comparison(row) || is_extreme(row)) {
        if (!both || a != b) {
            if (!(a_date && b_whole) && !(b_date && a_whole)) return refuse_dates(row, left, right, error);
            if (a == 'M' || b == 'M') return refuse_dates(row, left, right, error);
            types[0] = types[1] = a_date ? left : right;
        } else {
            const Dtype *common = dtype_promote(left, right);
            if (!dtype_is_date(common)) return common_dates(row, left, right, &types[0], &types[1], error);
            types[0] = types[1] = common;
        }
        types[2] = is_comparison(row) ? DTYPE(BOOL) : types[0];
        return true;
    }
    switch (row->number) {
    case OPERATOR_add:
    case OPERATOR_subtract: {
        bool minus = row->number == OPERATOR_subtract;
        if (both && !(a == 'M' && b == 'M' && !minus) && !(a == 'm' && b == 'M' && minus)) {
            if (!common_dates(row, left, right, &types[0], &types[1], error)) return false;
            char kind = a == 'M' && b == 'M' ? 'm' : a == 'M' || b == 'M' ? 'M' : 'm';
            types[2] = dtype_date(types[0]->table, kind, types[0]->unit, types[0]->multiple);
            return types[2] || error_no_memory(error);
        }
        if (a_date && b_whole) {
            types[1] = dtype_date(left->table, 'm', left->unit, left->multiple);
            types[2] = left;
            return types[1] || error_no_memory(error);
        }
        if (b_date && a_whole && !(minus && b == 'M')) {
            types[0] = dtype_date(right->table, 'm', right->unit, right->multiple);
            types[1] = types[2] = right;
            return types[0] || error_no_memory(error);
        }
        return refuse_dates(row, left, right, error);
    }
    case OPERATOR_multiply:
        if ((a == 'm') == (b == 'm')) return refuse_dates(row, left, right, error);
        types[0] = a == 'm' ? left : a_whole ? DTYPE(INT64) : DTYPE(FLOAT64);
        types[1] = b == 'm' ? right : b_whole ? DTYPE(INT64) : DTYPE(FLOAT64);
        types[2] = a == 'm' ? left : right;
        return (a == 'm' || a_whole || a == 'f') && (b == 'm' || b_whole || b == 'f') ? true : refuse_dates(row, left, right, error);
    case OPERATOR_divide:
    case OPERATOR_floor_divide:
        if (a == 'm' && b == 'm') {
            if (!common_dates(row, left, right, &types[0], &types[1], error)) return false;
            types[2] = row->number == OPERATOR_divide ? DTYPE(FLOAT64) : DTYPE(INT64);
            return true;
        }
        if (a != 'm' || !(b_whole || b == 'f')) return refuse_dates(row, left, right, error);
        types[1] = b_whole ? DTYPE(INT64) : DTYPE(FLOAT64);
        types[2] = left;
        return true;
    case OPERATOR_remainder:
    case OPERATOR_divmod:
        if (a != 'm' || b != 'm') return refuse_dates(row, left, right, error);
        if (!common_dates(row, left, right, &types[0], &types[1], error)) return false;
        types[2] = row->number == OPERATOR_divmod ? DTYPE(INT64) : types[0];
        types[3] = types[0];
        return true;
    default: return refuse_dates(row, left, right, error);
    }
}

/* ---- Which of them ---- */

static bool no_loop(const Operator *row, const Dtype *const *inputs, Error *error) {
    bool is_sign = row->number == OPERATOR_negative || row->number == OPERATOR_absolute || row->number == OPERATOR_sign || row->number == OPERATOR_positive;
    if (row->inputs == 1 && is_sign)
        return error_set(error, "numpy._core._exceptions._UFuncNoLoopError",
                         "ufunc '%s' did not contain a loop with signature matching types <class 'numpy.dtypes.%sDType'> -> None", row->name,
                         dtype_class_name(inputs[0]));
    bool repeats = row->inputs == 2 && row->number == OPERATOR_multiply;
    bool of_text = repeats && dtype_is_text(inputs[0]) && (dtype_is_integer(inputs[1]) || dtype_is_date(inputs[1]));
    if (of_text || (repeats && dtype_is_text(inputs[1]) && dtype_is_date(inputs[0])))
        return error_set(error, "TypeError",
                         "The 'out' kwarg is necessary when using the string multiply ufunc directly. Use numpy.strings.multiply to multiply strings without "
                         "specifying 'out'.");
    if (row->inputs == 1) return operator_refuse_types(row->name, CASTING_SAFE, error);
    if (row->number == OPERATOR_add || row->number == OPERATOR_subtract || row->number == OPERATOR_multiply || is_extreme(row))
        return error_set(error, "numpy._core._exceptions._UFuncNoLoopError",
                         "ufunc '%s' did not contain a loop with signature matching types (dtype(%s), dtype(%s)) -> None", row->name, inputs[0]->shown,
                         inputs[1]->shown);
    if (is_comparison(row))
        return error_set(error, "numpy._core._exceptions._UFuncNoLoopError",
                         "ufunc '%s' did not contain a loop with signature matching types (<class 'numpy.dtypes.%sDType'>, <class 'numpy.dtypes.%sDType'>) "
                         "-> None",
                         row->name, dtype_class_name(inputs[0]), dtype_class_name(inputs[1]));
    return operator_refuse_types(row->name, CASTING_SAFE, error);
}

static bool resolve_select(const Operator *row, const Dtype *const *inputs, FlexibleLoop *loop, Error *error) {
    bool selects = row->number == OPERATOR_where_select;
    const Dtype *common = dtype_promote(inputs[1], inputs[2]);
    if (!selects) common = dtype_promote(common, inputs[0]);
    if (!dtype_check_common(inputs[1], inputs[2], error) || (!selects && !dtype_check_common(common, inputs[0], error))) return false;
    loop->types[0] = selects ? DTYPE(BOOL) : common;
    loop->types[1] = loop->types[2] = loop->types[3] = common;
    loop->step = selects ? select_step : clip_step;
    return true;
}

bool flexible_resolve(ArrayRuntime *runtime, const Operator *row, const Dtype *const *inputs, FlexibleLoop *loop, Error *error) {
    *loop = (FlexibleLoop){.runtime = runtime, .row = row};
    if (row->number == OPERATOR_isnat && !dtype_is_date(inputs[0]))
        return error_set(error, "TypeError", "ufunc 'isnat' is only defined for np.datetime64 and np.timedelta64.");
    bool objects = false, dates = false, text = false, records = false, numbers = false;
    if (row->inputs == 3) return resolve_select(row, inputs, loop, error);
    for (int i = 0; i < row->inputs; i++) {
        objects = objects || inputs[i]->kind == 'O';
        dates = dates || dtype_is_date(inputs[i]);
        text = text || dtype_is_text(inputs[i]);
        records = records || inputs[i]->kind == 'V';
        numbers = numbers || !dtype_is_flexible(inputs[i]);
        loop->types[i] = inputs[i];
    }
    if (is_logical(row) && !objects && !(records && row->inputs == 1)) {
        loop->types[row->inputs] = DTYPE(BOOL);
        loop->step = truth_step;
        return true;
    }
    if (row->inputs == 2 && flexible_compares_whole(row, inputs[0], inputs[1])) {
        loop->types[0] = inputs[0]->kind == 'i' ? DTYPE(INT64) : DTYPE(UINT64);
        loop->types[1] = inputs[1]->kind == 'i' ? DTYPE(INT64) : DTYPE(UINT64);
        loop->types[2] = DTYPE(BOOL);
        loop->step = whole_step;
        return true;
    }
    bool adds = row->number == OPERATOR_add || row->number == OPERATOR_subtract || row->number == OPERATOR_remainder;
    bool scales = row->number == OPERATOR_divide || row->number == OPERATOR_floor_divide;
    if (dates && row->inputs == 2 && ((objects && (adds || row->number == OPERATOR_multiply)) || (text && (adds || scales))))
        return refuse_dates(row, inputs[0], inputs[1], error);
    if (objects) return resolve_objects(row, loop, error);
    if (dates && !text && !records) return resolve_dates(row, inputs[0], row->inputs > 1 ? inputs[1] : NULL, loop, error);
    bool same_kind = row->inputs == 2 && inputs[0]->kind == inputs[1]->kind;
    if (same_kind && is_comparison(row) && (text || row->number <= OPERATOR_not_equal)) {
        const Dtype *common = dtype_promote(inputs[0], inputs[1]);
        if (common->kind == inputs[0]->kind) {
            loop->types[0] = loop->types[1] = common;
            loop->types[2] = DTYPE(BOOL);
            loop->step = compare_step;
            return true;
        }
    }
    if (same_kind && text && row->number == OPERATOR_add) {
        loop->types[2] = dtype_text(inputs[0]->table, inputs[0]->kind, dtype_text_length(inputs[0]) + dtype_text_length(inputs[1]));
        loop->step = join_step;
        return loop->types[2] || error_no_memory(error);
    }
    return no_loop(row, inputs, error);
}
