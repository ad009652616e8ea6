#include "kernel/plot/text/ticks.h"

#include "base/memory.h"
#include "base/text_buffer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void formatter_release(Formatter *formatter) {
    for (size_t i = 0; i < formatter->count; i++) memory_release(formatter->labels[i]);
    memory_release(formatter->labels);
    memory_release(formatter->format);
    if (formatter->release_owner) formatter->release_owner(formatter->owner);
    *formatter = (Formatter){0};
}

/* A minus that is as long as a plus, unless the plain one is wanted. */
static char *with_long_minus(const char *label, bool plain) {
    if (plain) return memory_copy_string(label);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append(&text, "");
    for (; *label; label++) {
        if (*label == '-')
            text_append(&text, "\u2212");
        else
            text_append_char(&text, *label);
    }
    return text_detach(&text);
}

static double floor_quotient(double left, double right) {
    double modulo = fmod(left, right);
    if (modulo < 0) modulo += right;
    double quotient = (left - modulo) / right, whole = floor(quotient);
    return quotient - whole > 0.5 ? whole + 1 : whole;
}

static double round_to_decimals(double value, int decimals) {
    double power = pow(10, decimals);
    return rint(value * power) / power;
}

typedef struct ScalarFormat {
    double offset;
    int exponent, decimals;
    bool plain_minus;
} ScalarFormat;

/* An offset is split off when the labels share at least so many leading digits (four). */
static double find_offset(const TickRange *range, const Ticks *ticks, int threshold) {
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < ticks->count; i++) {
        double position = ticks->positions[i];
        if (position < range->low || position > range->high) continue;
        low = fmin(low, position);
        high = fmax(high, position);
    }
    if (!(low < high) || (low <= 0 && high >= 0)) return 0;
    double smaller = fmin(fabs(low), fabs(high)), larger = fmax(fabs(low), fabs(high));
    double top = ceil(log10(larger)), exponent = top;
    while (floor_quotient(smaller, pow(10, exponent)) == floor_quotient(larger, pow(10, exponent))) exponent--;
    exponent++;
    if ((larger - smaller) / pow(10, exponent) <= 1e-2) {
        exponent = top;
        while (!(floor_quotient(larger, pow(10, exponent)) - floor_quotient(smaller, pow(10, exponent)) > 1))
            exponent--;
        exponent++;
    }
    double shared = floor_quotient(larger, pow(10, exponent));
    return shared >= pow(10, (threshold ? threshold : 4) - 1) ? copysign(shared * pow(10, exponent), low) : 0;
}

static int find_exponent(const Formatter *formatter, const TickRange *range, const Ticks *ticks,
                         double offset) {
    int low = formatter->force_limits ? formatter->low_exponent : -5;
    int high = formatter->force_limits ? formatter->high_exponent : 6;
    if (formatter->no_scientific) return 0;
    if (low == high && low != 0) return low;
    double largest = -1;
    for (size_t i = 0; i < ticks->count; i++)
        if (ticks->positions[i] >= range->low && ticks->positions[i] <= range->high)
            largest = fmax(largest, fabs(ticks->positions[i]));
    if (largest < 0) return 0;
    int exponent = 0;
    if (offset != 0)
        exponent = (int)floor(log10(range->high - range->low));
    else if (largest > 0)
        exponent = (int)floor(log10(largest));
    return exponent <= low || exponent >= high ? exponent : 0;
}

static int find_decimals(const TickRange *range, const Ticks *ticks, double offset, int exponent) {
    double unit = pow(10, exponent), low = INFINITY, high = -INFINITY, largest = 0;
    size_t extra = ticks->count < 2 ? 2 : 0;
    for (size_t i = 0; i < ticks->count + extra; i++) {
        double raw = i < ticks->count ? ticks->positions[i] : i == ticks->count ? range->low : range->high;
        double value = (raw - offset) / unit;
        low = fmin(low, value);
        high = fmax(high, value);
        largest = fmax(largest, fabs(value));
    }
    double width = high - low;
    if (width == 0) width = largest;
    if (width == 0) width = 1;
    int magnitude = (int)floor(log10(width)), decimals = 3 - magnitude > 0 ? 3 - magnitude : 0;
    double threshold = 1e-3 * pow(10, magnitude);
    for (; decimals >= 0; decimals--) {
        double worst = 0;
        for (size_t i = 0; i < ticks->count; i++) {
            double value = (ticks->positions[i] - offset) / unit;
            worst = fmax(worst, fabs(value - round_to_decimals(value, decimals)));
        }
        if (!(worst < threshold)) break;
    }
    return decimals + 1;
}

static char *format_scalar(const ScalarFormat *format, double value, bool math_text) {
    double scaled = (value - format->offset) / pow(10, format->exponent);
    if (fabs(scaled) < 1e-8) scaled = 0;
    char digits[400];
    snprintf(digits, sizeof digits, math_text ? "$\\mathdefault{%.*f}$" : "%.*f",
             format->decimals > 40 ? 40 : format->decimals, scaled);
    return math_text ? memory_copy_string(digits) : with_long_minus(digits, format->plain_minus);
}

/* The offset as digits: "1e+05" without what is not needed. */
static void append_data(TextBuffer *text, double value, bool math_text) {
    int exponent = (int)floor(log10(fabs(value)));
    double significand = round_to_decimals(value / pow(10, exponent), 10);
    bool whole = significand == floor(significand);
    char digits[64];
    snprintf(digits, sizeof digits, whole ? "%.0f" : "%1.10g", significand);
    if (!exponent) {
        text_append(text, digits);
    } else if (!math_text) {
        text_append_format(text, "%se%d", digits, exponent);
    } else if (significand == 1) {
        text_append_format(text, "10^{%d}", exponent);
    } else {
        text_append_format(text, "%s \\times 10^{%d}", digits, exponent);
    }
}

static char *format_offset(const ScalarFormat *format, bool math_text) {
    if (!format->exponent && format->offset == 0) return NULL;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    if (math_text) text_append(&text, "$");
    if (format->exponent && math_text) {
        text_append_format(&text, "\\times\\mathdefault{10^{%d}}", format->exponent);
    } else if (format->exponent) {
        text_append_format(&text, "1e%d", format->exponent);
    }
    if (math_text) text_append(&text, "\\mathdefault{");
    if (format->offset != 0) {
        if (format->offset > 0) text_append(&text, "+");
        append_data(&text, format->offset, math_text);
    }
    if (math_text) {
        text_append(&text, "}$");
        return text_detach(&text);
    }
    char *label = text.failed ? NULL : with_long_minus(text_string(&text), format->plain_minus);
    text_release(&text);
    return label;
}

static bool is_near_whole(double value) {
    double whole = rint(value);
    return fabs(value - whole) <= 1e-9 * fmax(fabs(value), fabs(whole));
}

/* Which multiples of a power may carry a label, as bits: few when many decades are seen. */
static unsigned labelled_multiples(const TickRange *range) {
    double base = range->scale.base > 1 ? range->scale.base : 10, low = range->low, high = range->high;
    double decades, ticks;
    if (range->scale.kind == SCALE_SYMLOG) {
        double threshold = range->scale.linear_threshold;
        decades = ticks = 0;
        if (low < -threshold) {
            double right = fmin(high, -threshold);
            ticks +=
                floor(log(fabs(right)) / log(base)) - floor(nextafter(log(fabs(low)) / log(base), -INFINITY));
            decades += log(low / right) / log(base);
        }
        if (high > threshold) {
            double left = fmax(low, threshold);
            ticks += floor(log(high) / log(base)) - floor(nextafter(log(left) / log(base), -INFINITY));
            decades += log(high / left) / log(base);
        }
    } else {
        if (low <= 0) return 1u << 1;
        double from = log(low) / log(base), to = log(high) / log(base);
        ticks = floor(to) - floor(nextafter(from, -INFINITY));
        decades = fabs(to - from);
    }
    if (ticks > 1) return 1u << 1;
    if (decades <= 0.4) return ~0u;
    unsigned bits = 0;
    int count = (int)base / 2 + 1;
    for (int i = 0; i < count; i++) {
        long multiple = lrint(pow(base, (double)i / (count - 1)));
        bits |= multiple < 32 ? 1u << multiple : 0;
    }
    return bits;
}

static char *format_log(const TickRange *range, unsigned multiples, bool only_powers, double value) {
    char label[96], base_text[32];
    double base = range->scale.base > 1 ? range->scale.base : 10;
    if (value == 0) return memory_copy_string("$\\mathdefault{0}$");
    const char *sign = value < 0 ? "-" : "";
    value = fabs(value);
    double power = log(value) / log(base);
    bool whole = is_near_whole(power);
    double exponent = whole ? rint(power) : floor(power);
    double multiple = rint(pow(base, power - exponent));
    if (!whole && only_powers) return memory_copy_string("");
    if (multiple < 32 && !(multiples >> (int)multiple & 1)) return memory_copy_string("");
    snprintf(base_text, sizeof base_text, "%g", base);
    if (whole) {
        snprintf(label, sizeof label, "$\\mathdefault{%s%s^{%d}}$", sign, base_text, (int)exponent);
    } else {
        double coefficient = pow(base, power - exponent);
        if (is_near_whole(coefficient)) coefficient = rint(coefficient);
        snprintf(label, sizeof label, "$\\mathdefault{%s%g\\times%s^{%d}}$", sign, coefficient, base_text,
                 (int)exponent);
    }
    return memory_copy_string(label);
}

bool ticks_format(const Formatter *formatter, const TickRange *range, bool minor, Ticks *ticks, Error *error) {
    ticks->labels = memory_allocate_zeroed(ticks->count + 1, sizeof *ticks->labels);
    if (!ticks->labels) return error_no_memory(error);
    FormatterKind kind = formatter->kind;
    bool logarithmic = range->scale.kind == SCALE_LOG || range->scale.kind == SCALE_SYMLOG;
    if (kind == FORMATTER_DEFAULT)
        kind = logarithmic ? FORMATTER_LOG : minor ? FORMATTER_NULL : FORMATTER_SCALAR;
    ScalarFormat scalar = {0};
    bool math_text = formatter->math_text;
    if (kind == FORMATTER_SCALAR && ticks->count) {
        scalar.offset = formatter->no_offset ? 0 : find_offset(range, ticks, formatter->offset_threshold);
        scalar.exponent = find_exponent(formatter, range, ticks, scalar.offset);
        scalar.plain_minus = formatter->ascii_minus;
        scalar.decimals = find_decimals(range, ticks, scalar.offset, scalar.exponent);
        ticks->offset_label = format_offset(&scalar, math_text);
    }
    unsigned multiples = kind == FORMATTER_LOG ? labelled_multiples(range) : 0;
    for (size_t i = 0; i < ticks->count; i++) {
        double value = ticks->positions[i];
        char *label = NULL, buffer[512];
        switch (kind) {
        case FORMATTER_SCALAR:
            label = format_scalar(&scalar, value, math_text);
            break;
        case FORMATTER_LOG:
            label = format_log(range, multiples, !minor && !(range->scale.kind == SCALE_SYMLOG), value);
            break;
        case FORMATTER_FIXED:
            label = memory_copy_string(i < formatter->count ? formatter->labels[i] : "");
            break;
        case FORMATTER_PRINTF:
            snprintf(buffer, sizeof buffer, formatter->format,
                     formatter->scale != 0 ? value * formatter->scale : value);
            label = memory_copy_string(buffer);
            break;
        case FORMATTER_FUNCTION:
            label = formatter->function(formatter->owner, value, i);
            if (!label) label = memory_copy_string("");
            break;
        default:
            label = memory_copy_string("");
            break;
        }
        if (!label) return error_no_memory(error);
        ticks->labels[i] = label;
    }
    return true;
}
