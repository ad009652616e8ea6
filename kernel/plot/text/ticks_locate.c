#include "kernel/plot/text/ticks.h"

#include "base/memory.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { tick_limit = 1000 };

/* Python's //: towards minus infinity, exact. */
static double floor_divide(double left, double right, double *remainder) {
    double modulo = fmod(left, right), quotient = (left - modulo) / right;
    if (modulo != 0 && (right < 0) != (modulo < 0)) {
        modulo += right;
        quotient -= 1;
    }
    double whole = floor(quotient);
    if (quotient - whole > 0.5) whole += 1;
    if (remainder) *remainder = modulo;
    return whole;
}

/* Straight lines from level to level; the first and the last one go on. */
static double transform_by_levels(const AxisScale *scale, double value) {
    size_t i = 0;
    while (i + 2 < scale->level_count && value >= scale->levels[i + 1]) i++;
    return (double)i + (value - scale->levels[i]) / (scale->levels[i + 1] - scale->levels[i]);
}

static double invert_by_levels(const AxisScale *scale, double value) {
    double last = (double)scale->level_count - 2;
    size_t i = value <= 0 ? 0 : (size_t)fmin(floor(value), last);
    return scale->levels[i] + (value - (double)i) * (scale->levels[i + 1] - scale->levels[i]);
}

double scale_transform(const AxisScale *scale, double value) {
    switch (scale->kind) {
    case SCALE_LOG:
        if (!(value > 0)) return NAN;
        return scale->base == 10  ? log10(value)
               : scale->base == 2 ? log2(value)
                                  : log(value) / log(scale->base);
    case SCALE_SYMLOG: {
        double adjusted = scale->linear_size / (1 - pow(scale->base, -scale->linear_size));
        double threshold = scale->linear_threshold;
        if (fabs(value) <= threshold) return value * adjusted;
        return copysign(threshold * (adjusted + log(fabs(value) / threshold) / log(scale->base)), value);
    }
    case SCALE_LOGIT:
        return value > 0 && value < 1 ? log10(value / (1 - value)) : NAN;
    case SCALE_LEVELS:
        return transform_by_levels(scale, value);
    case SCALE_LINEAR:
        break;
    }
    return value;
}

double scale_invert(const AxisScale *scale, double value) {
    switch (scale->kind) {
    case SCALE_LOG:
        return pow(scale->base, value);
    case SCALE_SYMLOG: {
        double adjusted = scale->linear_size / (1 - pow(scale->base, -scale->linear_size));
        double threshold = scale->linear_threshold;
        if (fabs(value) <= threshold * adjusted) return value / adjusted;
        return copysign(threshold * pow(scale->base, fabs(value) / threshold - adjusted), value);
    }
    case SCALE_LOGIT:
        return 1 / (1 + pow(10, -value));
    case SCALE_LEVELS:
        return invert_by_levels(scale, value);
    case SCALE_LINEAR:
        break;
    }
    return value;
}

static const char *const scale_names[] = {"linear", "log", "symlog", "logit", "function"};

bool scale_parse(const char *name, AxisScale *scale) {
    for (size_t i = 0; i < SCALE_LEVELS; i++)
        if (!strcmp(name, scale_names[i])) {
            *scale = (AxisScale){.kind = (ScaleKind)i, .base = 10, .linear_threshold = 2, .linear_size = 1};
            return true;
        }
    return false;
}

const char *scale_name(const AxisScale *scale) { return scale_names[scale->kind]; }

void locator_release(Locator *locator) {
    memory_release(locator->positions);
    *locator = (Locator){0};
}

void ticks_release(Ticks *ticks) {
    memory_release(ticks->positions);
    if (ticks->labels)
        for (size_t i = 0; i < ticks->count; i++) memory_release(ticks->labels[i]);
    memory_release(ticks->labels);
    memory_release(ticks->offset_label);
    *ticks = (Ticks){0};
}

void range_widen(double *low, double *high, double expander, double tiny) {
    if (!isfinite(*low) || !isfinite(*high)) {
        *low = -expander;
        *high = expander;
        return;
    }
    if (*high < *low) {
        double swapped = *low;
        *low = *high;
        *high = swapped;
    }
    double largest = fmax(fabs(*low), fabs(*high));
    if (largest < 1e6 / tiny * DBL_MIN) {
        *low = -expander;
        *high = expander;
    } else if (*high - *low <= largest * tiny) {
        if (*high == 0 && *low == 0) {
            *low = -expander;
            *high = expander;
        } else {
            *low -= expander * fabs(*low);
            *high += expander * fabs(*high);
        }
    }
}

void range_of_data(const AxisScale *scale, double smallest, double *low, double *high) {
    if (scale->kind != SCALE_LOG) {
        if (scale->kind == SCALE_LOGIT && (!isfinite(*low) || !isfinite(*high))) {
            *low = 1e-7;
            *high = 1 - 1e-7;
        }
        range_widen(low, high, 0.05, 1e-15);
        return;
    }
    if (*low > *high) {
        double swapped = *low;
        *low = *high;
        *high = swapped;
    }
    if (!isfinite(*low) || !isfinite(*high) || *high <= 0) {
        *low = 1;
        *high = 10;
        return;
    }
    if (*low <= 0) *low = isfinite(smallest) ? smallest : 1e-300;
    if (*low == *high) {
        double down = pow(scale->base, floor(log(*low) / log(scale->base)));
        double up = pow(scale->base, ceil(log(*high) / log(scale->base)));
        *low = down == *low ? down / scale->base : down;
        *high = up == *high ? up * scale->base : up;
    }
}

static bool allocate_ticks(Ticks *ticks, size_t count, Error *error) {
    *ticks = (Ticks){0};
    ticks->positions = memory_allocate((count ? count : 1) * sizeof *ticks->positions);
    if (!ticks->positions) return error_no_memory(error);
    ticks->count = count;
    return true;
}

/* Whole steps below and above a position, forgiving rounding that a large offset has caused. */
typedef struct StepEdges {
    double step, offset;
} StepEdges;

static bool is_close_to(const StepEdges *edges, double fraction, double edge) {
    double tolerance = 1e-10;
    if (edges->offset > 0) {
        double digits = log10(edges->offset / edges->step);
        tolerance = fmin(0.4999, fmax(1e-10, pow(10, digits - 12)));
    }
    return fabs(fraction - edge) < tolerance;
}

static double steps_at_most(const StepEdges *edges, double value) {
    double rest, whole = floor_divide(value, edges->step, &rest);
    return is_close_to(edges, rest / edges->step, 1) ? whole + 1 : whole;
}

static double steps_at_least(const StepEdges *edges, double value) {
    double rest, whole = floor_divide(value, edges->step, &rest);
    return is_close_to(edges, rest / edges->step, 0) ? whole : whole + 1;
}

/* The smallest nice step that keeps to the number of intervals, or a smaller one when it gives too few ticks.
 */
static bool locate_max_count(const Locator *locator, double low, double high, double space, Ticks *ticks,
                             Error *error) {
    /* With those of a tenth before and one of ten times after: a staircase in which the step is surely found.
     */
    static const double nice[] = {1, 2, 2.5, 5, 10}, coarse[] = {1, 2, 5, 10}, finer[] = {1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10};
    bool automatic = locator->kind != LOCATOR_MAX_COUNT || !locator->maximum;
    const double *table = !automatic ? finer : locator->coarse ? coarse : nice;
    size_t step_count = !automatic        ? sizeof finer / sizeof *finer
                        : locator->coarse ? sizeof coarse / sizeof *coarse
                                          : sizeof nice / sizeof *nice;
    int minimum = locator->minimum_count ? locator->minimum_count : 2;
    double least = fmax(1, minimum - 1);
    double intervals = automatic ? locator->coarse ? 9 : fmax(least, fmin(9, space)) : locator->maximum;
    if (locator->symmetric) {
        high = fmax(fabs(low), fabs(high));
        low = -high;
    }
    range_widen(&low, &high, 1e-13, 1e-14);
    double width = fabs(high - low), middle = (high + low) / 2, offset = 0;
    if (fabs(middle) / width >= 100)
        offset = copysign(pow(10, floor_divide(log10(fabs(middle)), 1, NULL)), middle);
    double scale = pow(10, floor_divide(log10(width / intervals), 1, NULL));
    double from = low - offset, to = high - offset, raw = (to - from) / intervals;
    double steps[2 * sizeof finer / sizeof *finer];
    size_t used = 0, at = 0;
    for (size_t i = 0; i < 2 * step_count; i++) {
        double step = i + 1 < step_count       ? 0.1 * table[i] * scale
                      : i < 2 * step_count - 1 ? table[i + 1 - step_count] * scale
                                               : 10 * table[1] * scale;
        if (!locator->integer || step < 1 || fabs(step - rint(step)) < 0.001) steps[used++] = step;
    }
    while (at + 1 < used && steps[at] < raw) at++;
    for (;; at--) {
        double step = steps[at];
        if (locator->integer && floor(to) - ceil(from) >= minimum - 1) step = fmax(1, step);
        double best = floor_divide(from, step, NULL) * step;
        StepEdges edges = {step, fabs(offset)};
        double first = steps_at_most(&edges, from - best), last = steps_at_least(&edges, to - best);
        size_t count = last >= first && last - first < tick_limit ? (size_t)(last - first) + 1 : 0;
        int visible = 0;
        for (size_t i = 0; i < count; i++) {
            double position = (first + (double)i) * step + best;
            visible += position <= to && position >= from;
        }
        if (visible < minimum && at) continue;
        if (!allocate_ticks(ticks, count, error)) return false;
        for (size_t i = 0; i < count; i++) ticks->positions[i] = (first + (double)i) * step + best + offset;
        break;
    }
    if (locator->prune_upper && ticks->count) ticks->count--;
    if (locator->prune_lower && ticks->count)
        memmove(ticks->positions, ticks->positions + 1, --ticks->count * sizeof *ticks->positions);
    return true;
}

static bool locate_multiple(const Locator *locator, const TickRange *range, Ticks *ticks, Error *error) {
    StepEdges edges = {locator->base, 0};
    double low = range->low - locator->offset, high = range->high - locator->offset;
    double first = steps_at_least(&edges, low) * locator->base;
    double count = floor((high - first + 0.001 * locator->base) / locator->base);
    if (!(count < 100 * tick_limit))
        return error_set(error, "RuntimeError", "Locator attempting to generate too many ticks");
    size_t total = count < -1 ? 0 : (size_t)(count + 3);
    if (!allocate_ticks(ticks, total, error)) return false;
    for (size_t i = 0; i < total; i++)
        ticks->positions[i] = first - locator->base + (double)i * locator->base + locator->offset;
    return true;
}

static bool locate_linear(const Locator *locator, const TickRange *range, Ticks *ticks, Error *error) {
    size_t count = locator->maximum > 0 ? (size_t)locator->maximum : 11;
    if (!allocate_ticks(ticks, count, error)) return false;
    for (size_t i = 0; i < count; i++)
        ticks->positions[i] =
            count == 1 ? range->low : range->low + (range->high - range->low) * (double)i / (double)(count - 1);
    return true;
}

static double log_base(double value, double base) {
    return base == 10 ? log10(value) : base == 2 ? log2(value) : log(value) / log(base);
}

static long floor_mod(long value, long divisor) { return (value % divisor + divisor) % divisor; }

/* Which powers carry the major ticks: first, last and stride, one beyond each end. */
static void choose_decades(double low_power, double high_power, long request, long *first, long *last,
                           long *stride) {
    long from = (long)ceil(low_power), to = (long)floor(high_power), available = to - from + 1;
    *stride = available / (request + 1) + 1;
    long rounded = (available + *stride - 1) / *stride;
    if (rounded <= request) request = rounded;
    if (request <= 0) {
        *first = from - 1;
        *last = to + 1;
        *stride = *last - *first;
        return;
    }
    if (request == 1) {
        long middle = (long)rint((low_power + high_power) / 2);
        *stride = middle - (from - 1) > to + 1 - middle ? middle - (from - 1) : to + 1 - middle;
        *first = middle - *stride;
        *last = middle + *stride;
        return;
    }
    *stride = (available - 1) / (request - 1);
    if ((double)*stride < (double)available / (double)request) *stride = available / request;
    long lowest = available - *stride * request > 0 ? available - *stride * request : 0;
    long beyond = available - *stride * (request - 1);
    if (beyond > *stride) beyond = *stride;
    long offset = floor_mod(-from, *stride);
    if (offset < lowest || offset >= beyond) offset = lowest;
    *first = from + offset - *stride;
    *last = to + *stride;
    *last = *first + (*last - *first) / *stride * *stride;
}

static bool locate_log_minor(const TickRange *range, double base, long from, long to, long available,
                             long stride, long majors, double low, double high, Ticks *ticks, Error *error) {
    if (available >= 10 || base < 3) return allocate_ticks(ticks, 0, error);
    long multiples = (long)ceil(base) - 2;
    if (stride != 1 && available > 1) return allocate_ticks(ticks, 0, error);
    size_t count = (size_t)((to + 1 - (from - 1)) * multiples), visible = 0;
    if (!allocate_ticks(ticks, count, error)) return false;
    count = 0;
    for (long power = from - 1; power < to + 1; power++)
        for (long multiple = 2; multiple < 2 + multiples; multiple++) {
            double position = (double)multiple * pow(base, (double)power);
            ticks->positions[count++] = position;
            visible += low <= position && position <= high;
        }
    ticks->count = count;
    if (stride == 1 && majors - 2 + (long)visible <= 1) {
        ticks_release(ticks);
        Locator automatic = {0};
        (void)range;
        return locate_max_count(&automatic, low, high, 9, ticks, error);
    }
    return true;
}

static bool locate_log(const TickRange *range, double base, bool minor, Ticks *ticks, Error *error) {
    double low = range->low, high = range->high;
    if (low <= 0) low = range->smallest;
    if (!(low > 0) || !isfinite(low) || !(high > 0))
        return error_set(error, "ValueError", "Data cannot be log-scaled because all values are <= 0.");
    if (high < low) {
        double swapped = low;
        low = high;
        high = swapped;
    }
    double low_power = log_base(low, base), high_power = log_base(high, base);
    long from = (long)ceil(low_power), to = (long)floor(high_power), first, last, stride;
    long request = (long)fmax(2, fmin(9, range->space));
    choose_decades(low_power, high_power, request, &first, &last, &stride);
    if (minor)
        return locate_log_minor(range, base, from, to, to - from + 1, stride, (last - first) / stride + 1, low,
                                high, ticks, error);
    size_t count = (size_t)((last - first) / stride + 1);
    if (!allocate_ticks(ticks, count, error)) return false;
    for (size_t i = 0; i < count; i++) ticks->positions[i] = pow(base, (double)(first + (long)i * stride));
    return true;
}

static bool locate_symlog(const TickRange *range, Ticks *ticks, Error *error) {
    double threshold = range->scale.linear_threshold, base = range->scale.base, low = range->low,
           high = range->high;
    if (-threshold <= low && high <= threshold) {
        if (!allocate_ticks(ticks, 3, error)) return false;
        double sorted[3] = {low, 0, high};
        if (low > 0) sorted[0] = 0, sorted[1] = low;
        if (high < 0) sorted[1] = high, sorted[2] = 0;
        memcpy(ticks->positions, sorted, sizeof sorted);
        return true;
    }
    bool negative = low<-threshold, positive = high> threshold;
    bool linear = (negative && high > -threshold) || (positive && low < threshold);
    long a_low = 0, a_high = 0, c_low = 0, c_high = 0;
    if (negative) {
        a_low = (long)floor(log(fabs(fmin(-threshold, high))) / log(base));
        a_high = (long)ceil(log(fabs(low) + 1) / log(base));
    }
    if (positive) {
        c_low = (long)floor(log(fmax(threshold, low)) / log(base));
        c_high = (long)ceil(log(high + 1) / log(base));
    }
    long total = (a_high - a_low) + (c_high - c_low) + linear, stride = total / 14 > 1 ? total / 14 : 1;
    if (!allocate_ticks(ticks, (size_t)total + 1, error)) return false;
    size_t count = 0;
    for (long power = a_low + (a_high - a_low - 1) / stride * stride; negative && power >= a_low;
         power -= stride)
        ticks->positions[count++] = -pow(base, (double)power);
    if (linear) ticks->positions[count++] = 0;
    for (long power = c_low; power < c_high; power += stride)
        ticks->positions[count++] = pow(base, (double)power);
    ticks->count = count;
    return true;
}

static bool locate_auto_minor(const Locator *locator, const TickRange *range, const Ticks *majors, Ticks *ticks,
                              Error *error) {
    if (!majors || majors->count < 2) return allocate_ticks(ticks, 0, error);
    double major_step = majors->positions[1] - majors->positions[0];
    double mantissa = pow(10, fmod(fmod(log10(major_step), 1) + 1, 1));
    int divisions = locator->maximum;
    if (!divisions)
        divisions = fabs(mantissa - 1) <= 1e-5 || fabs(mantissa - 2.5) <= 2.5e-5 ||
                            fabs(mantissa - 5) <= 5e-5 || fabs(mantissa - 10) <= 1e-4
                        ? 5
                        : 4;
    double step = major_step / divisions, start = majors->positions[0];
    double first = rint((range->low - start) / step), last = rint((range->high - start) / step);
    if (!(last - first < 10 * tick_limit)) return allocate_ticks(ticks, 0, error);
    if (!allocate_ticks(ticks, (size_t)(last - first) + 1, error)) return false;
    size_t count = 0;
    for (double i = first; i <= last; i++)
        if (fmod(fabs(i), divisions) != 0) ticks->positions[count++] = start + i * step;
    ticks->count = count;
    return true;
}

/* Of the ways to leave some out, the one that keeps the tick nearest to zero. */
static bool locate_fixed(const Locator *locator, Ticks *ticks, Error *error) {
    size_t most = locator->maximum > 0 ? (size_t)locator->maximum : locator->count;
    size_t step = most && locator->count > most ? (locator->count + most - 1) / most : 1, first = 0;
    double nearest = INFINITY;
    for (size_t i = 0; step > 1 && i < locator->count; i++)
        if (fabs(locator->positions[i]) < nearest || (fabs(locator->positions[i]) == nearest && i % step < first)) {
            nearest = fabs(locator->positions[i]);
            first = i % step;
        }
    if (!allocate_ticks(ticks, locator->count, error)) return false;
    size_t used = 0;
    for (size_t i = first; i < locator->count; i += step) ticks->positions[used++] = locator->positions[i];
    ticks->count = used;
    return true;
}

bool ticks_locate(const Locator *locator, const TickRange *range, bool minor, const Ticks *majors, Ticks *ticks,
                  Error *error) {
    switch (locator->kind) {
    case LOCATOR_NULL:
        return allocate_ticks(ticks, 0, error);
    case LOCATOR_FIXED:
        return locate_fixed(locator, ticks, error);
    case LOCATOR_MULTIPLE:
    case LOCATOR_INDEX:
        return locate_multiple(locator, range, ticks, error);
    case LOCATOR_LINEAR:
        return locate_linear(locator, range, ticks, error);
    case LOCATOR_AUTO_MINOR:
        return locate_auto_minor(locator, range, majors, ticks, error);
    case LOCATOR_MAX_COUNT:
        return locate_max_count(locator, range->low, range->high, range->space, ticks, error);
    case LOCATOR_LOG:
        return locate_log(range, locator->base > 1 ? locator->base : 10, minor, ticks, error);
    case LOCATOR_DEFAULT:
        break;
    }
    if (range->scale.kind == SCALE_LOG) return locate_log(range, range->scale.base, minor, ticks, error);
    if (minor) return allocate_ticks(ticks, 0, error);
    if (range->scale.kind == SCALE_SYMLOG) return locate_symlog(range, ticks, error);
    return locate_max_count(locator, range->low, range->high, range->space, ticks, error);
}

void ticks_clip(Ticks *ticks, const TickRange *range) {
    double from = scale_transform(&range->scale, range->low), to = scale_transform(&range->scale, range->high);
    double tolerance = fabs(to - from) * 1e-10;
    size_t kept = 0;
    for (size_t i = 0; i < ticks->count; i++) {
        double at = scale_transform(&range->scale, ticks->positions[i]);
        bool inside = at >= fmin(from, to) - tolerance && at <= fmax(from, to) + tolerance;
        if (inside) {
            ticks->positions[kept] = ticks->positions[i];
            if (ticks->labels) ticks->labels[kept] = ticks->labels[i];
            kept++;
        } else if (ticks->labels) {
            memory_release(ticks->labels[i]);
        }
    }
    ticks->count = kept;
}

/* Those within the data, and one beyond each end, unless what lies there has a colour of its own. */
static void trim_levels(Ticks *ticks, double low, double high, bool extend_low, bool extend_high) {
    size_t first = 0, last = ticks->count;
    for (size_t i = 0; i < ticks->count && ticks->positions[i] < low; i++) first = i;
    for (size_t i = ticks->count; i-- && ticks->positions[i] > high;) last = i + 1;
    first += extend_low;
    last -= extend_high && last > 0;
    if (last < first + 3) {
        first = 0;
        last = ticks->count;
    }
    ticks->count = last - first;
    memmove(ticks->positions, ticks->positions + first, ticks->count * sizeof *ticks->positions);
}

bool contour_levels(double low, double high, size_t count, bool logarithmic, bool extend_low, bool extend_high,
                    Ticks *ticks, Error *error) {
    if (logarithmic) {
        TickRange range = {
            .scale = {.kind = SCALE_LOG, .base = 10}, .low = low, .high = high, .smallest = low, .space = 9};
        if (!locate_log(&range, 10, false, ticks, error)) return false;
    } else {
        Locator locator = {.kind = LOCATOR_MAX_COUNT, .maximum = (int)count + 1, .minimum_count = 1};
        if (!locate_max_count(&locator, low, high, 9, ticks, error)) return false;
    }
    trim_levels(ticks, low, high, extend_low, extend_high);
    return true;
}

bool contour_levels_of(const Locator *locator, double low, double high, bool extend_low, bool extend_high,
                       Ticks *ticks, Error *error) {
    TickRange range = {.scale = {.kind = SCALE_LINEAR}, .low = low, .high = high, .smallest = low, .space = 9};
    if (!ticks_locate(locator, &range, false, NULL, ticks, error)) return false;
    trim_levels(ticks, low, high, extend_low, extend_high);
    return true;
}
