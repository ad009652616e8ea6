#include "arraylib/device/host/dates.h"

#include "arraylib/core/datetime.h"
#include "arraylib/device/host/host.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif

static bool is_aligned(const char *data) { return (uintptr_t)data % sizeof(int64_t) == 0; }

/* ---- Conversions ---- */

static void copy_counts(char *const *data, const int64_t *strides, int64_t count) {
    if (strides[0] == sizeof(int64_t) && strides[1] == sizeof(int64_t)) memmove(data[1], data[0], (size_t)count * sizeof(int64_t));
    else
        for (int64_t i = 0; i < count; i++) memcpy(data[1] + i * strides[1], data[0] + i * strides[0], sizeof(int64_t));
}

/* One unit is `factor` of the other. */
static bool whole_factor(const Dtype *from, const Dtype *to, int64_t *factor, bool *divides) {
    if (from->unit == UNIT_GENERIC || to->unit == UNIT_GENERIC || (from->unit <= UNIT_MONTH) != (to->unit <= UNIT_MONTH)) return false;
    *divides = from->unit > to->unit || (from->unit == to->unit && from->multiple < to->multiple);
    const Dtype *coarse = *divides ? to : from, *fine = *divides ? from : to;
    int64_t ratio = coarse->unit == fine->unit ? 1 : datetime_unit_ratio(coarse->unit, fine->unit), product;
    if (!ratio || __builtin_mul_overflow(ratio, (int64_t)coarse->multiple, &product) || product % fine->multiple) return false;
    *factor = product / fine->multiple;
    return true;
}

/* What is too large wraps around, as NumPy's does. */
static void multiply_all(int64_t factor, char *const *data, const int64_t *strides, int64_t count) {
    if (strides[0] == sizeof(int64_t) && strides[1] == sizeof(int64_t) && is_aligned(data[0]) && is_aligned(data[1])) {
        const int64_t *in = (const int64_t *)data[0];
        int64_t *out = (int64_t *)data[1];
        for (int64_t i = 0; i < count; i++) out[i] = in[i] == NOT_A_TIME ? in[i] : (int64_t)((uint64_t)in[i] * (uint64_t)factor);
        return;
    }
    for (int64_t i = 0; i < count; i++) {
        int64_t value = date_read(data[0] + i * strides[0]);
        if (value != NOT_A_TIME) value = (int64_t)((uint64_t)value * (uint64_t)factor);
        memcpy(data[1] + i * strides[1], &value, sizeof value);
    }
}

/* Towards the past, by a quotient in doubles that is put right by one at most. */
static void divide_all(int64_t factor, char *const *data, const int64_t *strides, int64_t count) {
    const int64_t exact = (int64_t)1 << 51; /* below it no quotient comes out beyond the next whole number */
    double reciprocal = 1.0 / (double)factor;
    for (int64_t i = 0; i < count; i++) {
        int64_t value = date_read(data[0] + i * strides[0]), quotient;
        if (value > -exact && value < exact) {
            quotient = (int64_t)((double)value * reciprocal);
            int64_t rest = value - quotient * factor;
            quotient += (rest >= factor) - (rest < 0);
        } else if (value == NOT_A_TIME) quotient = value;
        else quotient = value / factor - (value % factor < 0);
        memcpy(data[1] + i * strides[1], &quotient, sizeof quotient);
    }
}

bool dates_cast(const Dtype *from, const Dtype *to, char *const *data, const int64_t *strides, int64_t count, int64_t *done) {
    bool from_date = dtype_is_date(from), to_date = dtype_is_date(to), divides;
    int64_t factor;
    *done = count;
    if ((from_date && to == DTYPE(INT64)) || (to_date && from == DTYPE(INT64)) || (from_date && to_date && from->kind != to->kind)) {
        copy_counts(data, strides, count);
        return true;
    }
    if (!from_date || !to_date) return false;
    if (whole_factor(from, to, &factor, &divides)) {
        if (divides) divide_all(factor, data, strides, count);
        else multiply_all(factor, data, strides, count);
        return true;
    }
    for (int64_t i = 0; i < count; i++) {
        int64_t value;
        if (!datetime_convert(date_read(data[0] + i * strides[0]), from, to, &value)) {
            *done = i;
            return true;
        }
        memcpy(data[1] + i * strides[1], &value, sizeof value);
    }
    return true;
}

/* ---- Operators ---- */

enum { STEP = sizeof(int64_t) };
#define READ(k) date_read(data[k] + i * strides[k])

/* An expression of a and b for each pair; `Out` is the output's type. */
#define EACH2(Out, expression)                                                                                      \
    {                                                                                                               \
        const int64_t *x = (const int64_t *)data[0], *y = (const int64_t *)data[1];                                 \
        Out *out = (Out *)data[2];                                                                                  \
        bool even = strides[2] == sizeof(Out) && is_aligned(data[0]) && is_aligned(data[1]) &&                      \
                    (sizeof(Out) == 1 || is_aligned(data[2]));                                                      \
        if (even && strides[0] == STEP && strides[1] == STEP) {                                                     \
            for (int64_t i = 0; i < count; i++) {                                                                   \
                int64_t a = x[i], b = y[i];                                                                         \
                out[i] = (Out)(expression);                                                                         \
            }                                                                                                       \
        } else if (even && strides[0] == STEP && !strides[1]) {                                                     \
            const int64_t b = *y;                                                                                   \
            for (int64_t i = 0; i < count; i++) {                                                                   \
                int64_t a = x[i];                                                                                   \
                out[i] = (Out)(expression);                                                                         \
            }                                                                                                       \
        } else                                                                                                      \
            for (int64_t i = 0; i < count; i++) {                                                                   \
                int64_t a = READ(0), b = READ(1);                                                                   \
                Out result = (Out)(expression);                                                                     \
                memcpy(data[2] + i * strides[2], &result, sizeof result);                                           \
            }                                                                                                       \
        return true;                                                                                                \
    }
#define NONE(x) ((x) == NOT_A_TIME)
#define WHERE_BOTH(expression) (NONE(a) | NONE(b) ? (uint64_t)NOT_A_TIME : (uint64_t)(expression))

static bool operate_one(const FlexibleLoop *loop, char *const *data, const int64_t *strides, int64_t count) {
    bool wants = loop->row->number == OPERATOR_isfinite;
    if (!wants && loop->row->number != OPERATOR_isnat && loop->row->number != OPERATOR_isnan) return false;
    if (strides[0] == STEP && strides[1] == 1 && is_aligned(data[0]))
        for (int64_t i = 0; i < count; i++) ((uint8_t *)data[1])[i] = NONE(((const int64_t *)data[0])[i]) != wants;
    else
        for (int64_t i = 0; i < count; i++) ((uint8_t *)data[1])[i * strides[1]] = NONE(READ(0)) != wants;
    return true;
}

/* Differences by one number, or as a share of one difference, that is neither none nor 0 nor -1. */
static bool divide_by_one(const FlexibleLoop *loop, char *const *data, const int64_t *strides, int64_t count) {
    int64_t b = date_read(data[1]);
    if (strides[1] || NONE(b) || !b || b == -1) return false;
    if (loop->types[1] == DTYPE(INT64)) {
        for (int64_t i = 0; i < count; i++) {
            int64_t a = READ(0), result = NONE(a) ? a : a / b;
            memcpy(data[2] + i * strides[2], &result, sizeof result);
        }
        return true;
    }
    if (loop->types[2] != DTYPE(FLOAT64)) return false;
    for (int64_t i = 0; i < count; i++) {
        int64_t a = READ(0);
        double result = NONE(a) ? NAN : (double)a / (double)b;
        memcpy(data[2] + i * strides[2], &result, sizeof result);
    }
    return true;
}

bool dates_operate(const FlexibleLoop *loop, char *const *data, const int64_t *strides, int64_t count) {
    const Dtype *const *types = loop->types;
    if (loop->row->inputs > 2 || loop->row->outputs > 1 || !dtype_is_date(types[0])) return false;
    if (loop->row->inputs == 1) return operate_one(loop, data, strides, count);
    if (types[1]->item_size != STEP || types[1]->kind == 'f') return false;
    if (loop->row->number == OPERATOR_divide || loop->row->number == OPERATOR_floor_divide) return divide_by_one(loop, data, strides, count);
    if (loop->row->number == OPERATOR_multiply && types[1] == DTYPE(INT64))
        EACH2(int64_t, NONE(a) ? (uint64_t)NOT_A_TIME : (uint64_t)a * (uint64_t)b)
    if (!dtype_is_date(types[1])) return false;
    switch (loop->row->number) {
    case OPERATOR_equal: EACH2(uint8_t, (a == b) & !NONE(a))
    case OPERATOR_not_equal: EACH2(uint8_t, (a != b) | NONE(a))
    case OPERATOR_less: EACH2(uint8_t, (a < b) & !NONE(a))
    case OPERATOR_less_equal: EACH2(uint8_t, (a <= b) & !NONE(a))
    case OPERATOR_greater: EACH2(uint8_t, (a > b) & !NONE(b))
    case OPERATOR_greater_equal: EACH2(uint8_t, (a >= b) & !NONE(b))
    case OPERATOR_add: EACH2(int64_t, WHERE_BOTH((uint64_t)a + (uint64_t)b))
    case OPERATOR_subtract: EACH2(int64_t, WHERE_BOTH((uint64_t)a - (uint64_t)b))
    case OPERATOR_maximum: EACH2(int64_t, WHERE_BOTH(a > b ? a : b))
    case OPERATOR_minimum: EACH2(int64_t, WHERE_BOTH(a < b ? a : b))
    case OPERATOR_fmax: EACH2(int64_t, a > b ? a : b)
    case OPERATOR_fmin: EACH2(int64_t, NONE(a) ? b : NONE(b) ? a : a < b ? a : b)
    default: return false;
    }
}

bool dates_reduce(const FlexibleLoop *loop, char *out, const char *in, int64_t stride, int64_t count) {
    const Dtype *const *types = loop->types;
    if (loop->row->inputs != 2 || !dtype_is_date(types[0]) || !dtype_is_date(types[1]) || !dtype_is_date(types[2])) return false;
    int64_t best = date_read(out);
    bool none = NONE(best);
    switch (loop->row->number) {
    case OPERATOR_add:
        for (int64_t i = 0; i < count; i++) {
            int64_t value = date_read(in + i * stride);
            none |= NONE(value);
            best = (int64_t)((uint64_t)best + (uint64_t)value);
        }
        break;
    case OPERATOR_maximum:
        for (int64_t i = 0; i < count; i++) {
            int64_t value = date_read(in + i * stride);
            none |= NONE(value);
            best = value > best ? value : best;
        }
        break;
    case OPERATOR_minimum: /* none is the least number */
        for (int64_t i = 0; i < count; i++) {
            int64_t value = date_read(in + i * stride);
            best = value < best ? value : best;
        }
        break;
    default: return false;
    }
    if (none) best = NOT_A_TIME;
    memcpy(out, &best, sizeof best);
    return true;
}

int64_t dates_extreme(const char *row, int64_t stride, int64_t length, bool maximum) {
    int64_t best = date_read(row), place = 0;
    for (int64_t i = 0; i < length; i++) {
        int64_t value = date_read(row + i * stride);
        if (NONE(value)) return i;
        if (maximum ? value > best : value < best) {
            best = value;
            place = i;
        }
    }
    return place;
}

/* As numbers without a sign, of which none is the largest. */
static void turn_dates(char *data, int64_t count, uint64_t by) {
    for (int64_t i = 0; i < count; i++) {
        uint64_t value;
        memcpy(&value, data + i * STEP, sizeof value);
        value += by;
        memcpy(data + i * STEP, &value, sizeof value);
    }
}

bool dates_sort(Device *device, const SortTask *task, Error *error) {
    const uint64_t least = (uint64_t)NOT_A_TIME + 1;
    int64_t count = task->rows * task->length;
    SortTask whole = *task;
    whole.dtype = DTYPE(UINT64);
    if (!task->indexes) {
        turn_dates(task->data, count, 0 - least);
        bool well = host_sort(device, &whole, error);
        turn_dates(task->data, count, least);
        return well;
    }
    whole.data = memory_allocate((size_t)(count ? count : 1) * STEP);
    if (!whole.data) return error_no_memory(error);
    memcpy(whole.data, task->data, (size_t)count * STEP);
    turn_dates(whole.data, count, 0 - least);
    whole.stable = true;
    whole.partition = -1;
    bool well = host_sort(device, &whole, error);
    memory_release(whole.data);
    return well;
}
