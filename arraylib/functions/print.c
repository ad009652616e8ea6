/* Printing arrays and scalars, to the character as NumPy does.
 *
 * An array's elements are first looked at together, for one format that suits all of them: how many digits
 * before and after the point, or an exponent. Digits are the fewest that read back as the same number, at most
 * `precision` after the point. Then nested lists are laid out with brackets, wrapped at the line width, and
 * summarised with
 * "..." when the array is larger than the threshold. */
#include "arraylib/functions/compose.h"

#include "arraylib/core/datetime.h"
#include "base/memory.h"

#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Digits of one number. */

typedef struct Digits {
    char digits[800];
    int count;    /* at least 1 */
    int exponent; /* of the first digit */
    bool negative;
} Digits;

static void parse_digits(const char *text, Digits *out) {
    out->count = 0;
    out->negative = *text == '-';
    if (out->negative) text++;
    for (; *text && *text != 'e'; text++)
        if (*text != '.' && out->count < (int)sizeof out->digits) out->digits[out->count++] = *text;
    out->exponent = *text == 'e' ? atoi(text + 1) : 0;
}

static void strip_zeros(Digits *out) {
    while (out->count > 1 && out->digits[out->count - 1] == '0') out->count--;
}

static bool reads_back(const char *text, double number, const Dtype *dtype) {
    switch (dtype->number) {
    case DTYPE_FLOAT16:
        return float16_from_double(strtod(text, NULL)) == float16_from_double(number);
    case DTYPE_FLOAT32:
        return strtof(text, NULL) == (float)number;
    default:
        return strtod(text, NULL) == number;
    }
}

/* The fewest digits that read back as the same number of that type. */
static void shortest_digits(double number, const Dtype *dtype, Digits *out) {
    char text[64];
    int from = dtype->number == DTYPE_FLOAT16 ? 2 : dtype->number == DTYPE_FLOAT32 ? 5 : 14;
    int to = dtype->number == DTYPE_FLOAT16 ? 4 : dtype->number == DTYPE_FLOAT32 ? 8 : 16;
    double normal = dtype->number == DTYPE_FLOAT16   ? 6.2e-5
                    : dtype->number == DTYPE_FLOAT32 ? 1.2e-38
                                                     : 2.3e-308;
    if (fabs(number) < normal) from = 0;
    for (int precision = from; precision <= to; precision++) {
        snprintf(text, sizeof text, "%.*e", precision, number);
        if (reads_back(text, number, dtype)) break;
    }
    parse_digits(text, out);
    strip_zeros(out);
}

/* Digits for `places` after the point of positional (or after the first digit of scientific) notation; places <
 * 0: as many as it takes. `unique`: the shortest, cut at the places, but at least `least`; else exactly so
 * many. */
static void digits_of(double number, const Dtype *dtype, int places, int least, bool scientific, bool unique,
                      Digits *out) {
    char text[1100];
    if (unique) {
        shortest_digits(number, dtype, out);
        int after = scientific ? out->count - 1 : out->count - 1 - out->exponent;
        if ((places < 0 || after <= places) && after >= least) return;
        if (after < least) { /* filled up with true digits, not with zeros */
            places = least;
            unique = false;
        }
    }
    if (places < 0) places = 8;
    if (scientific) {
        snprintf(text, sizeof text, "%.*e", places, number);
        parse_digits(text, out);
    } else {
        snprintf(text, sizeof text, "%.*f", places, number);
        const char *from = text + (*text == '-');
        out->negative = *text == '-';
        const char *point = strchr(from, '.');
        out->exponent = (int)(point ? point - from : (ptrdiff_t)strlen(from)) - 1;
        out->count = 0;
        for (; *from; from++)
            if (*from != '.' && out->count < (int)sizeof out->digits) out->digits[out->count++] = *from;
        int zeros = 0; /* leading zeros are no digits */
        while (zeros < out->count - 1 && out->digits[zeros] == '0') zeros++;
        memmove(out->digits, out->digits + zeros, (size_t)(out->count - zeros));
        out->count -= zeros;
        out->exponent -= zeros;
    }
    if (unique) strip_zeros(out);
}

typedef struct NumberFormat {
    const Dtype *dtype;
    bool scientific, unique, whole; /* whole: precision and min_digits count all digits, not those after the point */
    int precision;  /* -1: none */
    int min_digits; /* after the point */
    bool keep_zeros;
    int pad_left, pad_right, exponent_size;
    char sign;
    bool failed; /* no memory to find it out */
    const PrintOptions *options;
} NumberFormat;

static char digit_at(const Digits *digits, int place) { /* place 0: units, -1: tenths */
    int at = digits->exponent - place;
    return at >= 0 && at < digits->count ? digits->digits[at] : '0';
}

/* Integer part (with sign), point, fraction without trailing zeros. */
static void format_positional(const NumberFormat *format, double number, TextBuffer *text) {
    Digits digits;
    TextBuffer piece = TEXT_BUFFER_EMPTY;
    if (format->whole && format->precision >= 0) /* digits count from the first one, as in scientific notation */
        digits_of(number, format->dtype, format->precision - 1, format->min_digits - 1, true, format->unique, &digits);
    else
        digits_of(number, format->dtype, format->precision, format->min_digits, format->whole, format->unique, &digits);
    if (number == 0) digits.exponent = 0;
    if (signbit(number))
        text_append_char(&piece, '-');
    else if (format->sign == '+')
        text_append_char(&piece, '+');
    for (int place = digits.exponent > 0 ? digits.exponent : 0; place >= 0; place--)
        text_append_char(&piece, digit_at(&digits, place));
    size_t before = piece.length;
    text_append_char(&piece, '.');
    int after = digits.count - 1 - digits.exponent;
    if (number == 0) after = 0;
    int before_point = format->whole ? (digits.exponent > 0 ? digits.exponent : 0) + 1 : 0;
    if (!format->unique && format->precision - before_point > after) after = format->precision - before_point;
    if (format->keep_zeros && after < format->min_digits - before_point) after = format->min_digits - before_point;
    for (int place = 1; place <= after; place++) text_append_char(&piece, digit_at(&digits, -place));
    if (!format->keep_zeros)
        while (piece.length && piece.bytes[piece.length - 1] == '0') text_truncate(&piece, piece.length - 1);
    size_t fraction = piece.length - before - 1;
    if (format->pad_left > (int)before) text_append_repeated(text, ' ', (size_t)format->pad_left - before);
    text_append_bytes(text, text_string(&piece), piece.length);
    if (format->pad_right > (int)fraction)
        text_append_repeated(text, ' ', (size_t)format->pad_right - fraction);
    text->failed |= piece.failed;
    text_release(&piece);
}

static void format_scientific(const NumberFormat *format, double number, TextBuffer *text) {
    Digits digits;
    digits_of(number, format->dtype, format->precision, format->min_digits, true, format->unique, &digits);
    if (number == 0) digits.exponent = 0;
    bool has_sign = signbit(number) || format->sign == '+';
    if (format->pad_left > 1 + has_sign)
        text_append_repeated(text, ' ', (size_t)(format->pad_left - 1 - has_sign));
    if (has_sign) text_append_char(text, signbit(number) ? '-' : '+');
    text_append_char(text, digits.digits[0]);
    text_append_char(text, '.');
    text_append_bytes(text, digits.digits + 1, (size_t)digits.count - 1);
    if (format->keep_zeros && digits.count - 1 < format->min_digits)
        text_append_repeated(text, '0', (size_t)(format->min_digits - (digits.count - 1)));
    int size = format->exponent_size > 2 ? format->exponent_size : 2;
    text_append_format(text, "e%c%0*d", digits.exponent < 0 ? '-' : '+', size, abs(digits.exponent));
}

static void format_number(const NumberFormat *format, double number, TextBuffer *text) {
    text->failed |= format->failed;
    if (isfinite(number)) {
        (format->scientific ? format_scientific : format_positional)(format, number, text);
        return;
    }
    const char *word = isnan(number) ? format->options->nan_text : format->options->infinity_text;
    const char *sign = !isnan(number) && number < 0 ? "-" : format->sign == '+' ? "+" : "";
    int width = format->pad_left + format->pad_right + 1 - (int)(strlen(word) + strlen(sign));
    if (width > 0) text_append_repeated(text, ' ', (size_t)width);
    text_append(text, sign);
    text_append(text, word);
}

/* ---- One format for many numbers. */

typedef struct Elements { /* host array's elements that are shown, in order */
    const Array *array;
    int64_t edge; /* 0: all are shown */
    int axes;     /* the edge is that of so many; elements of those behind are all looked at */
} Elements;

typedef void EachElement(void *context, const char *bytes);

static void each_element(const Elements *elements, int axis, const char *data, EachElement *visit,
                         void *context) {
    const Array *array = elements->array;
    if (axis == array->dimensions) {
        visit(context, data);
        return;
    }
    int64_t extent = array->shape[axis], edge = elements->edge;
    for (int64_t i = 0; i < extent; i++) {
        if (edge && axis < elements->axes && extent > 2 * edge && i == edge) i = extent - edge;
        each_element(elements, axis + 1, data + i * array->strides[axis], visit, context);
    }
}

static double read_real(const Dtype *dtype, const char *bytes) {
    return variant_to_double(scalar_to_variant(dtype, bytes));
}

typedef struct FormatSurvey {
    NumberFormat *format;
    const Dtype *dtype; /* of the real numbers that are read */
    double largest, smallest;
    int64_t finite, nonzero;
    bool has_nonfinite, negative_infinity, any_negative, failed;
    int exponent_size, whole, unsigned_whole, fraction;
} FormatSurvey;

static void survey_range(void *context, const char *bytes) {
    FormatSurvey *survey = context;
    double number = read_real(survey->dtype, bytes);
    if (!isfinite(number)) {
        survey->has_nonfinite = true;
        if (isinf(number) && number < 0) survey->negative_infinity = true;
        return;
    }
    survey->finite++;
    if (signbit(number)) survey->any_negative = true;
    number = fabs(number);
    if (number == 0) return;
    if (!survey->nonzero || number > survey->largest) survey->largest = number;
    if (!survey->nonzero || number < survey->smallest) survey->smallest = number;
    survey->nonzero++;
}

static void survey_sizes(void *context, const char *bytes) {
    FormatSurvey *survey = context;
    double number = read_real(survey->dtype, bytes);
    if (!isfinite(number)) return;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    format_number(survey->format, number, &text);
    if (text.failed) {
        survey->failed = true;
        text_release(&text);
        return;
    }
    const char *start = text_string(&text), *point = strchr(start, '.'), *exponent = strchr(start, 'e');
    int whole = (int)(point - start), fraction = (int)((exponent ? exponent : start + text.length) - point - 1);
    if (whole > survey->whole) survey->whole = whole;
    whole -= *start == '-' || *start == '+';
    if (whole > survey->unsigned_whole) survey->unsigned_whole = whole;
    if (fraction > survey->fraction) survey->fraction = fraction;
    if (exponent) {
        int size = (int)strlen(exponent) - 2;
        if (size > survey->exponent_size) survey->exponent_size = size;
    }
    text_release(&text);
}

/* `part_offset`: 0, or where the imaginary part lies in an element. */
static NumberFormat choose_format(const Elements *elements, const PrintOptions *options, FloatMode mode, char sign,
                                  int64_t part_offset) {
    bool oldest = options->legacy <= 113;
    if (oldest && elements->array->dimensions && sign == '-') sign = ' ';
    const Dtype *dtype = dtype_real(elements->array->dtype);
    NumberFormat format = {
        .dtype = dtype, .unique = true, .options = options, .sign = sign, .exponent_size = -1};
    format.precision = mode == FLOAT_MODE_UNIQUE ? -1 : options->precision;
    FormatSurvey survey = {.format = &format, .dtype = dtype};
    const char *data = array_data(elements->array) + part_offset;
    each_element(elements, 0, data, survey_range, &survey);
    if (survey.nonzero) {
        double ratio = survey.largest / survey.smallest;
        if (dtype->number == DTYPE_FLOAT32) ratio = (float)survey.largest / (float)survey.smallest;
        double limit = options->legacy <= 202            ? 1e8
                       : dtype->number == DTYPE_FLOAT16 ? 1e3
                       : dtype->number == DTYPE_FLOAT32 ? 1e6
                                                        : 1e8;
        format.scientific =
            survey.largest >= limit || (!options->suppress && (survey.smallest < 0.0001 || ratio > 1000));
    }
    if (survey.finite) {
        if (mode == FLOAT_MODE_FIXED || (oldest && format.scientific)) {
            format.keep_zeros = true;
            format.unique = false;
        }
        each_element(elements, 0, data, survey_sizes, &survey);
        format.failed = survey.failed;
        format.pad_left = !oldest ? survey.whole : format.scientific ? 3 : 1 + survey.unsigned_whole;
        if (format.scientific) {
            format.exponent_size = survey.exponent_size;
            format.precision = format.min_digits = survey.fraction;
            format.keep_zeros = true;
            format.pad_right = format.exponent_size + 2 + survey.fraction;
        } else {
            format.pad_right = survey.fraction;
            if (mode == FLOAT_MODE_FIXED || mode == FLOAT_MODE_MAXPREC_EQUAL) {
                format.precision = format.min_digits = survey.fraction;
                format.keep_zeros = true;
            }
        }
    }
    if (!oldest && sign == ' ' && !survey.any_negative) format.pad_left++;
    if (survey.has_nonfinite) {
        int offset = format.pad_right + 1;
        int nan_size = (int)strlen(options->nan_text) - offset;
        int infinity_size =
            (int)strlen(options->infinity_text) + (sign != '-' || survey.negative_infinity) - offset;
        if (nan_size > format.pad_left) format.pad_left = nan_size;
        if (infinity_size > format.pad_left) format.pad_left = infinity_size;
    }
    return format;
}

typedef struct ElementFormat ElementFormat;
struct ElementFormat {
    const Dtype *dtype;
    ElementFormat *parts; /* of a record's fields; of a field that is an array, one */
    int width; /* integers and bools */
    bool any_negative; /* integers */
    char sign;
    const char *custom; /* the kind under which the user's function for such elements is found; NULL: there is none */
    bool unpadded;      /* dates, each as wide as it is */
    bool plain_floats;
    bool swapped; /* elements lie the other way round */
    NumberFormat real, imaginary;
    const PrintOptions *options;
    ArrayRuntime *runtime; /* elements that are no numbers are shown by the language */
    Error *error;
};

static void survey_width(void *context, const char *bytes) {
    ElementFormat *format = context;
    char text[32];
    Variant number = scalar_to_variant(format->dtype, bytes);
    int width = number.kind == VARIANT_UNSIGNED
                    ? snprintf(text, sizeof text, "%llu", (unsigned long long)number.unsigned_integer)
                    : snprintf(text, sizeof text, "%lld", (long long)number.integer);
    if (number.kind == VARIANT_INTEGER && number.integer < 0) format->any_negative = true;
    else if (format->sign != '-') width++;
    if (width > format->width) format->width = width;
}

static void format_element(const ElementFormat *format, const char *bytes, TextBuffer *text);

static void format_block(const ElementFormat *format, int axis, const char *bytes, TextBuffer *text) {
    const Dtype *dtype = format->dtype;
    if (axis == dtype->base_dimensions) {
        format_element(format->parts, bytes, text);
        return;
    }
    int64_t step = dtype->base->item_size, size = 1, extent = dtype->base_shape[axis], edge = format->options->edge_items;
    for (int i = axis + 1; i < dtype->base_dimensions; i++) step *= dtype->base_shape[i];
    for (int i = 0; i < dtype->base_dimensions; i++) size *= dtype->base_shape[i];
    bool summary = size > format->options->threshold && extent > 2 * edge;
    text_append_char(text, '[');
    for (int64_t i = 0; i < extent; i++) {
        if (i) text_append(text, ", ");
        if (summary && i == edge) {
            text_append(text, "...");
            i = extent - edge;
            if (i == extent) break;
            text_append(text, ", ");
        }
        format_block(format, axis + 1, bytes + i * step, text);
    }
    text_append_char(text, ']');
}

/* (1, 2.5, 'text'): each field as if it were an array of its own. */
static void format_record(const ElementFormat *format, const char *bytes, TextBuffer *text) {
    const Dtype *dtype = format->dtype;
    if (dtype->base) {
        format_block(format, 0, bytes, text);
        return;
    }
    text_append_char(text, '(');
    for (int i = 0; i < dtype->field_count; i++) {
        if (i) text_append(text, ", ");
        format_element(&format->parts[i], bytes + dtype->fields[i].offset, text);
    }
    text_append(text, dtype->field_count == 1 ? ",)" : ")");
}

/* 'text', b'bytes', dates in quotes, what repr() says of a value. */
static void format_flexible(const ElementFormat *format, const Dtype *dtype, const char *bytes, TextBuffer *text) {
    ArrayRuntime *runtime = format->runtime;
    if (dtype_is_date(dtype)) {
        TextBuffer date = TEXT_BUFFER_EMPTY;
        int64_t value = date_read(bytes);
        if (dtype->kind == 'M' || value == NOT_A_TIME) datetime_append(&date, value, dtype);
        else text_append_format(&date, "%lld", (long long)value);
        bool quoted = dtype->kind == 'M' || value == NOT_A_TIME;
        int width = (int)date.length + (quoted ? 2 : 0);
        if (format->width > width && !format->unpadded) text_append_repeated(text, ' ', (size_t)(format->width - width));
        if (quoted) text_append_char(text, '\'');
        text_append_bytes(text, text_string(&date), date.length);
        if (quoted) text_append_char(text, '\'');
        text->failed |= date.failed;
        text_release(&date);
        return;
    }
    if (format->parts || dtype->is_record) {
        format_record(format, bytes, text);
        return;
    }
    if (dtype->kind == 'V') { /* plain bytes, all in hexadecimal */
        text_append(text, "b'");
        for (int32_t i = 0; i < dtype->item_size; i++) text_append_format(text, "\\x%02X", (unsigned char)bytes[i]);
        text_append_char(text, '\'');
        return;
    }
    Variant value = element_load(dtype, bytes);
    if (value.kind == VARIANT_ABSENT || !runtime->hooks.text) text->failed = true;
    else {
        value.dtype = NULL; /* 'a', not np.str_('a') */
        runtime->hooks.text(runtime->hook_context, &value, true, text, format->error);
    }
    variant_release(&value);
}

static void survey_date(void *context, const char *bytes) {
    ElementFormat *format = context;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    format_flexible(format, format->dtype, bytes, &text);
    int width = (int)text.length;
    if (width > format->width) format->width = width;
    text_release(&text);
}

/* As the user's function shows it. */
static void format_custom(const ElementFormat *format, const char *bytes, TextBuffer *text) {
    ArrayRuntime *runtime = format->runtime;
    if (error_is_set(format->error)) return;
    Variant value = dtype_is_flexible(format->dtype) ? element_load(format->dtype, bytes) : variant_scalar(format->dtype, bytes);
    if (value.kind == VARIANT_ABSENT) text->failed = true;
    else runtime->hooks.custom(runtime->hook_context, format->options->formatter, format->custom, &value, text, format->error);
    variant_release(&value);
}

static void format_element(const ElementFormat *format, const char *bytes, TextBuffer *text) {
    if (format->swapped) {
        ElementFormat straight = *format;
        const Dtype *swapped = dtype_swapped(format->runtime->flexible_types, format->dtype);
        char small[64], *native = format->dtype->item_size <= (int32_t)sizeof small ? small : memory_allocate((size_t)format->dtype->item_size);
        straight.swapped = false;
        if (native && swapped) {
            element_swap(swapped, native, bytes);
            format_element(&straight, native, text);
        } else text->failed = true;
        if (native != small) memory_release(native);
        return;
    }
    if (format->custom) {
        format_custom(format, bytes, text);
        return;
    }
    if (format->plain_floats && format->dtype->kind == 'f') {
        scalar_str(format->options, format->dtype, bytes, text);
        return;
    }
    if (dtype_is_flexible(format->dtype)) {
        format_flexible(format, format->dtype, bytes, text);
        return;
    }
    switch (format->dtype->kind) {
    case 'b':
        text_append_format(text, "%*s", format->width, *bytes ? "True" : "False");
        return;
    case 'i':
    case 'u': {
        Variant number = scalar_to_variant(format->dtype, bytes);
        char digits[32];
        const char *sign = format->sign == '-' || (number.kind == VARIANT_INTEGER && number.integer < 0) ? ""
                           : format->sign == '+'                                                         ? "+"
                                                                                                         : " ";
        if (number.kind == VARIANT_UNSIGNED)
            snprintf(digits, sizeof digits, "%s%llu", sign, (unsigned long long)number.unsigned_integer);
        else
            snprintf(digits, sizeof digits, "%s%lld", sign, (long long)number.integer);
        text_append_format(text, "%*s", format->width, digits);
        return;
    }
    case 'f':
        format_number(&format->real, read_real(format->dtype, bytes), text);
        return;
    default:
        break;
    }
    Complex128 number = variant_to_complex(scalar_to_variant(format->dtype, bytes));
    format_number(&format->real, number.real, text);
    TextBuffer imaginary = TEXT_BUFFER_EMPTY;
    format_number(&format->imaginary, number.imaginary, &imaginary);
    size_t end = imaginary.length;
    while (end && imaginary.bytes[end - 1] == ' ') end--;
    text_append_bytes(text, text_string(&imaginary), end);
    text_append_char(text, 'j');
    text_append_repeated(text, ' ', imaginary.length - end);
    text->failed |= imaginary.failed;
    text_release(&imaginary);
}

/* ---- Layout. */

typedef struct Layout {
    const Array *array;
    ElementFormat format;
    const char *separator; /* ", " or " " */
    int64_t edge;          /* 0: no summary */
    bool summarised, oldest; /* edges without elements are summarised, too; as NumPy 1.13 did it */
    TextBuffer *text;
    ArrayRuntime *runtime;
    Error *error;
} Layout;

static size_t trimmed_length(const char *separator) {
    size_t length = strlen(separator);
    while (length && separator[length - 1] == ' ') length--;
    return length;
}

/* A row that grows by words. `line_start`: where its current line begins. */
typedef struct Row {
    TextBuffer text;
    size_t line_start;
    int indent;
    bool oldest;
} Row;

static void row_break(Row *row, size_t indent) {
    size_t end = row->text.length;
    while (end > row->line_start && row->text.bytes[end - 1] == ' ') end--;
    text_truncate(&row->text, end);
    text_append_char(&row->text, '\n');
    row->line_start = row->text.length;
    text_append_repeated(&row->text, ' ', indent);
}

/* Characters, not bytes. */
static size_t width_of(const char *text, size_t length) {
    size_t width = 0;
    for (size_t i = 0; i < length; i++) width += ((unsigned char)text[i] & 0xC0) != 0x80;
    return width;
}

/* Append a word; wrap before it when it does not fit. */
static void append_line(Row *row, const char *word, size_t length, size_t needed, int width) {
    size_t line = width_of(text_string(&row->text) + row->line_start, row->text.length - row->line_start);
    if ((int)(line + needed) > width && (row->oldest || (int)line > row->indent)) row_break(row, (size_t)row->indent);
    text_append_bytes(&row->text, word, length);
}

/* Words of several lines stay below each other, and what follows stands behind the longest. */
static void append_word(Row *row, const char *word, size_t length, int width) {
    const char *line_end = row->oldest ? NULL : memchr(word, '\n', length);
    if (!line_end) {
        append_line(row, word, length, width_of(word, length), width);
        return;
    }
    size_t longest = 0, last = 0;
    for (const char *line = word, *end = word + length; line < end; line += (line_end ? line_end - line : end - line) + 1) {
        line_end = memchr(line, '\n', (size_t)(end - line));
        last = width_of(line, (size_t)((line_end ? line_end : end) - line));
        if (last > longest) longest = last;
    }
    size_t before = row->line_start;
    line_end = memchr(word, '\n', length);
    append_line(row, word, (size_t)(line_end - word), longest, width);
    size_t first = (size_t)(line_end - word), indent = (size_t)row->indent;
    if (row->line_start == before)
        indent = width_of(text_string(&row->text) + before, row->text.length - before) - width_of(word, first);
    for (const char *line = line_end + 1, *end = word + length; line < end;) {
        line_end = memchr(line, '\n', (size_t)(end - line));
        const char *stop = line_end ? line_end : end;
        row_break(row, indent);
        text_append_bytes(&row->text, line, (size_t)(stop - line));
        line = stop + 1;
    }
    text_append_repeated(&row->text, ' ', longest - last);
}

static void lay_out_row(Layout *layout, int axis, const char *data, int indent, int width) {
    const Array *array = layout->array;
    int64_t extent = array->shape[axis], edge = layout->edge;
    size_t separator = width_of(layout->separator, trimmed_length(layout->separator));
    int word_width = width - (int)(separator > 1 || layout->oldest ? separator : 1);
    Row row = {.text = TEXT_BUFFER_EMPTY, .indent = indent, .oldest = layout->oldest};
    TextBuffer word = TEXT_BUFFER_EMPTY;
    text_append_repeated(&row.text, ' ', (size_t)indent);
    for (int64_t i = 0; i < extent; i++) {
        if (layout->summarised && extent > 2 * edge && i == edge) {
            append_line(&row, "...", 3, 3, word_width);
            text_append(&row.text, layout->oldest ? ", " : layout->separator);
            i = extent - (edge ? edge : 1);
        }
        text_truncate(&word, 0);
        format_element(&layout->format, data + i * array->strides[axis], &word);
        append_word(&row, text_string(&word), word.length, layout->oldest && i + 1 == extent ? width : word_width);
        if (i + 1 < extent) text_append(&row.text, layout->separator);
    }
    text_append_char(layout->text, '[');
    if (row.text.length > (size_t)indent)
        text_append_bytes(layout->text, row.text.bytes + indent, row.text.length - (size_t)indent);
    text_append_char(layout->text, ']');
    layout->text->failed |= row.text.failed || word.failed;
    text_release(&row.text);
    text_release(&word);
}

static void lay_out(Layout *layout, int axis, const char *data, int indent, int width) {
    const Array *array = layout->array;
    int left = array->dimensions - axis;
    if (left == 0) {
        format_element(&layout->format, data, layout->text);
        return;
    }
    if (left == 1) {
        lay_out_row(layout, axis, data, indent, width);
        return;
    }
    if (error_is_set(layout->error) || !runtime_poll(layout->runtime, layout->error)) return;
    int64_t extent = array->shape[axis], edge = layout->edge;
    text_append_char(layout->text, '[');
    for (int64_t i = 0; i < extent; i++) {
        if (i) text_append_repeated(layout->text, ' ', (size_t)indent);
        if (layout->summarised && extent > 2 * edge && i == edge) {
            text_append(layout->text, "...");
            if (layout->oldest) text_append(layout->text, ", \n");
            else {
                text_append_bytes(layout->text, layout->separator, trimmed_length(layout->separator));
                text_append_repeated(layout->text, '\n', (size_t)left - 1);
            }
            text_append_repeated(layout->text, ' ', (size_t)indent);
            i = extent - (edge ? edge : 1);
        }
        lay_out(layout, axis + 1, data + i * array->strides[axis], indent + 1, layout->oldest ? width : width - 1);
        if (i + 1 == extent) break;
        text_append_bytes(layout->text, layout->separator, trimmed_length(layout->separator));
        text_append_repeated(layout->text, '\n', (size_t)left - 1);
    }
    text_append_char(layout->text, ']');
}

/* Of a large array on a device only what is shown is fetched: the edges along every axis, one more element in
 * between standing for the rest. */
static Array *array_corners(ArrayRuntime *runtime, Array *array, int64_t edge, Error *error) {
    Array *kept = array_retain(array);
    for (int axis = 0; axis < array->dimensions && kept; axis++) {
        if (array->shape[axis] <= 2 * edge + 1) continue;
        int64_t count = 2 * edge + 1;
        Variant list = variant_list((size_t)axis + 1, true), places = variant_list((size_t)count, false);
        bool made = list.kind == VARIANT_SEQUENCE && places.kind == VARIANT_SEQUENCE;
        for (int i = 0; i < axis && made; i++) {
            list.list->items[i] = variant_slice(variant_none(), variant_none(), variant_none());
            made = list.list->items[i].kind == VARIANT_SLICE;
        }
        for (int64_t i = 0; i < count && made; i++)
            places.list->items[i] = variant_integer(i <= edge ? i : array->shape[axis] - count + i);
        if (made)
            list.list->items[axis] = variant_copy(places);
        else
            error_no_memory(error);
        Variant picked = made ? array_get_item(runtime, kept, list, error) : variant_absent();
        variant_release(&list);
        variant_release(&places);
        array_release(kept);
        kept = picked.kind == VARIANT_ARRAY ? picked.array : NULL;
    }
    Array *host = kept ? array_on_host(kept, error) : NULL;
    array_release(kept);
    return host;
}

static void formats_release(ElementFormat *format) {
    int count = !format->parts ? 0 : format->dtype->base ? 1 : format->dtype->field_count;
    for (int i = 0; i < count; i++) formats_release(&format->parts[i]);
    memory_release(format->parts);
}

/* Under which names users give functions for elements: for a type and for its kind. */
static const char *formatter_kind(const Dtype *dtype) {
    switch (dtype->kind) {
    case 'b': return "bool";
    case 'i':
    case 'u': return "int";
    case 'f': return "float";
    case 'c': return "complexfloat";
    case 'M': return "datetime";
    case 'm': return "timedelta";
    case 'O': return "object";
    case 'V': return dtype->is_record || dtype->base ? NULL : "void";
    default: return "numpystr";
    }
}

static bool choose_element_format(ElementFormat *format, const Elements *elements, const PrintOptions *options, ArrayRuntime *runtime, Error *error);

/* The format of a field, as if it were an array of its own. */
static bool choose_field_format(ElementFormat *part, const DtypeField *field, const Elements *elements, const PrintOptions *options,
                                ArrayRuntime *runtime, Error *error) {
    const Dtype *type = field->dtype;
    Variant name = variant_string(field->name, strlen(field->name));
    Array *values = name.kind == VARIANT_ABSENT ? NULL : array_fields((Array *)elements->array, name, error);
    variant_release(&name);
    if (!values) return false;
    Elements shown = {values, elements->edge, elements->array->dimensions};
    if (type->base) {
        *part = (ElementFormat){.dtype = type, .runtime = runtime, .error = error, .options = options};
        part->parts = memory_allocate_zeroed(1, sizeof *part->parts);
        if (!part->parts) error_no_memory(error);
        part = part->parts;
    }
    bool chosen = part && choose_element_format(part, &shown, options, runtime, error);
    array_release(values);
    return chosen;
}

/* One format for all the elements that are shown. */
static bool choose_element_format(ElementFormat *format, const Elements *elements, const PrintOptions *options, ArrayRuntime *runtime, Error *error) {
    const Array *array = elements->array;
    const Dtype *dtype = array->dtype;
    if (dtype->native) {
        Array *native = array_cast((Array *)array, dtype->native, error);
        bool chosen = native && choose_element_format(format, &(Elements){native, elements->edge, elements->axes}, options, runtime, error);
        format->swapped = chosen;
        array_release(native);
        return chosen;
    }
    const char *data = array_data(array), *kind = formatter_kind(dtype);
    bool oldest = options->legacy <= 113;
    *format = (ElementFormat){.dtype = dtype, .runtime = runtime, .error = error, .options = options, .sign = options->sign,
                              .unpadded = oldest && dtype->kind == 'M', .plain_floats = options->plain_floats};
    if (kind && options->formatter && runtime->hooks.custom &&
        runtime->hooks.custom(runtime->hook_context, options->formatter, kind, NULL, NULL, error)) {
        format->custom = kind;
        return true;
    }
    if (error_is_set(error)) return false;
    switch (dtype->kind) {
    case 'O':
    case 'U':
    case 'S':
        return true;
    case 'V':
        if (!dtype->field_count) return true;
        format->parts = memory_allocate_zeroed((size_t)dtype->field_count, sizeof *format->parts);
        if (!format->parts) return error_no_memory(error);
        for (int i = 0; i < dtype->field_count; i++) {
            format->parts[i].dtype = dtype->fields[i].dtype;
            if (!choose_field_format(&format->parts[i], &dtype->fields[i], elements, options, runtime, error)) return false;
        }
        return true;
    case 'M':
    case 'm':
        each_element(elements, 0, data, survey_date, format);
        return true;
    case 'b':
        format->width = array->dimensions ? 5 : 0;
        return true;
    case 'i':
    case 'u':
        each_element(elements, 0, data, survey_width, format);
        if (format->sign == ' ' && format->any_negative) {
            format->sign = '-';
            format->width = 0;
            each_element(elements, 0, data, survey_width, format);
        }
        return true;
    case 'f':
        format->real = choose_format(elements, options, options->float_mode, options->sign, 0);
        return true;
    default:
        format->real = choose_format(elements, options, oldest ? FLOAT_MODE_MAXPREC_EQUAL : options->float_mode, options->sign, 0);
        format->imaginary = choose_format(elements, options, oldest ? FLOAT_MODE_MAXPREC : options->float_mode, '+', dtype->item_size / 2);
        return true;
    }
}

/* ---- Arrays that hold themselves: inside of itself an array is shown as "...". */

typedef struct Printing {
    const Array *array;
    pthread_t thread;
    struct Printing *outer;
} Printing;

static bool printing_begin(ArrayRuntime *runtime, const Array *array, Printing *printing) {
    if (array->dtype->kind != 'O') return true;
    *printing = (Printing){array, pthread_self(), runtime->printing};
    for (const Printing *outer = runtime->printing; outer; outer = outer->outer)
        if (outer->array == array && pthread_equal(outer->thread, printing->thread)) return false;
    runtime->printing = printing;
    return true;
}

/* Threads begin and end out of turn. */
static void printing_end(ArrayRuntime *runtime, const Array *array, const Printing *printing) {
    if (array->dtype->kind != 'O') return;
    Printing **place = &runtime->printing;
    while (*place && *place != printing) place = &(*place)->outer;
    if (*place) *place = printing->outer;
}

static bool elements_to_text(ArrayRuntime *runtime, Array *array, const PrintOptions *options, const char *separator,
                             const char *prefix, const char *suffix, TextBuffer *text, Error *error) {
    bool summarised = array_size(array) > options->threshold, oldest = options->legacy <= 113;
    int64_t edge = summarised ? options->edge_items : 0;
    if (!device_may_answer(array_device(array), error)) return false;
    Array *host = device_is_addressable(array_device(array)) ? array_retain(array)
                  : edge                                     ? array_corners(runtime, array, edge, error)
                                                             : array_on_host(array, error);
    if (!host) return false;
    Elements elements = {host, edge, host->dimensions};
    Layout layout = {host, {.dtype = host->dtype}, separator, edge, summarised, oldest, text, runtime, error};
    const char *data = array_data(host);
    if (!choose_element_format(&layout.format, &elements, options, runtime, error)) {
        formats_release(&layout.format);
        array_release(host);
        return false;
    }
    int width = options->line_width - (oldest ? 0 : (int)width_of(suffix, strlen(suffix)));
    lay_out(&layout, 0, data, (int)width_of(prefix, strlen(prefix)) + 1, width);
    formats_release(&layout.format);
    array_release(host);
    return !error_is_set(error) && (!text->failed || error_no_memory(error));
}

/* What repr() says of the Python number that the only element stands for. */
static bool item_to_text(ArrayRuntime *runtime, const Array *array, bool repr, TextBuffer *text, Error *error) {
    Array *host = array_on_host((Array *)array, error);
    if (!host) return false;
    const Dtype *dtype = host->dtype;
    Variant value = dtype_is_flexible(dtype) ? element_load(dtype, array_data(host)) : scalar_to_variant(dtype, array_data(host));
    if (dtype_is_text(dtype)) value.dtype = NULL;
    array_release(host);
    bool shown = value.kind != VARIANT_ABSENT && runtime->hooks.text && runtime->hooks.text(runtime->hook_context, &value, repr, text, error);
    variant_release(&value);
    return shown || error_is_set(error) || error_no_memory(error);
}

static bool is_plain_scalar(const Array *array) { return !array->dimensions && !array->dtype->is_record; }

bool array_to_text(ArrayRuntime *runtime, Array *array, const PrintOptions *options, const char *separator,
                   const char *prefix, const char *suffix, TextBuffer *text, Error *error) {
    if (!array_settle(array, error)) return false;
    if (options->legacy <= 113 && is_plain_scalar(array)) return item_to_text(runtime, array, true, text, error);
    if (!array_size(array)) {
        text_append(text, "[]");
        return true;
    }
    Printing printing;
    if (!printing_begin(runtime, array, &printing)) {
        text_append(text, "...");
        return true;
    }
    bool shown = elements_to_text(runtime, array, options, separator, prefix, suffix, text, error);
    printing_end(runtime, array, &printing);
    return shown;
}

bool array_str(ArrayRuntime *runtime, Array *array, TextBuffer *text, Error *error) {
    if (array->dimensions == 0) {
        if (runtime->print_options.legacy <= 113 && !array->dtype->is_record)
            return array_settle(array, error) && item_to_text(runtime, array, false, text, error);
        if (dtype_is_flexible(array->dtype)) {
            Printing printing;
            if (!array_settle(array, error)) return false;
            if (!printing_begin(runtime, array, &printing)) {
                text_append(text, "...");
                return true;
            }
            Variant value = variant_scalar(array->dtype, array_data(array));
            bool well = value.kind != VARIANT_ABSENT && runtime->hooks.text && runtime->hooks.text(runtime->hook_context, &value, false, text, error);
            variant_release(&value);
            printing_end(runtime, array, &printing);
            return well;
        }
        Variant scalar = array_scalar_at(array, 0, error);
        if (scalar.kind == VARIANT_ABSENT) return false;
        scalar_str(&runtime->print_options, scalar.dtype, scalar.scalar, text);
        return true;
    }
    return array_to_text(runtime, array, &runtime->print_options, " ", "", "", text, error);
}

bool array_repr_as(ArrayRuntime *runtime, Array *array, const char *class_name, TextBuffer *text, Error *error) {
    char prefix[128];
    snprintf(prefix, sizeof prefix, "%.120s(", class_name);
    const PrintOptions *options = &runtime->print_options;
    const Dtype *dtype = array->dtype;
    size_t start = text->length;
    text_append(text, prefix);
    if (!array_to_text(runtime, array, options, ", ", prefix, ")", text, error)) return false;
    bool oldest = options->legacy <= 113;
    bool implied = (dtype == DTYPE(BOOL) && !oldest) || dtype == DTYPE(INT64) || dtype == DTYPE(FLOAT64) || dtype == DTYPE(COMPLEX128);
    int64_t size = array_size(array);
    bool show_shape = (size == 0 && !(array->dimensions == 1 && array->shape[0] == 0)) ||
                      (size > options->threshold && options->legacy > 210);
    if ((implied && size) && !show_shape) {
        text_append_char(text, ')');
        return true;
    }
    char shape[SHAPE_TEXT_SIZE], extra[SHAPE_TEXT_SIZE + 64] = "";
    bool show_dtype = !implied || size == 0;
    if (show_shape)
        snprintf(extra, sizeof extra, "shape=%s%s", shape_text(array->dimensions, array->shape, shape),
                 show_dtype ? ", " : "");
    TextBuffer shown = TEXT_BUFFER_EMPTY;
    if (dtype->is_record || dtype->base) dtype_describe(dtype, &shown);
    else if (dtype_is_text(dtype) || dtype->kind == 'V') text_append_format(&shown, "'%s'", dtype->string);
    else if (dtype_is_date(dtype)) {
        text_append_char(&shown, '\'');
        dtype_describe_name(dtype, &shown);
        text_append_char(&shown, '\'');
    } else if (dtype->native) text_append_format(&shown, "'%s'", dtype->name);
    else dtype_describe_name(dtype, &shown);
    text_append_char(text, ',');
    size_t line = text->length;
    while (line > start && text->bytes[line - 1] != '\n') line--;
    size_t extra_length = strlen(extra) + (show_dtype ? shown.length + strlen("dtype=") : 0);
    bool apart = oldest ? dtype_is_text(dtype) || dtype->kind == 'V'
                        : (int)(width_of(text->bytes + line, text->length - line) + extra_length + 2) > options->line_width;
    if (apart)
        text_append_format(text, "\n%*s", (int)strlen(prefix), "");
    else
        text_append_char(text, ' ');
    text_append(text, extra);
    if (show_dtype) {
        text_append(text, "dtype=");
        text_append_bytes(text, text_string(&shown), shown.length);
    }
    text_append_char(text, ')');
    text->failed |= shown.failed;
    text_release(&shown);
    return true;
}

bool array_repr(ArrayRuntime *runtime, Array *array, TextBuffer *text, Error *error) {
    return array_repr_as(runtime, array, "array", text, error);
}

/* ---- Scalars. */

/* From here on a number of the type is written with an exponent. */
static double first_scientific(const Dtype *dtype) {
    return dtype->number == DTYPE_FLOAT16 ? 1e3 : dtype->number == DTYPE_FLOAT32 ? 1e6 : 1e16;
}

static void scalar_real(const Dtype *dtype, double number, TextBuffer *text, bool trim_point) {
    size_t start = text->length;
    if (dtype->number != DTYPE_FLOAT64 && isfinite(number)) {
        PrintOptions options = print_options_default;
        NumberFormat format = {
            .dtype = dtype, .unique = true, .precision = -1, .sign = '-', .options = &options};
        format.scientific = number != 0 && (fabs(number) < 1e-4 || fabs(number) >= first_scientific(dtype));
        format_number(&format, number, text);
        if (text->failed) return;
        char *exponent = memchr(text->bytes + start, 'e', text->length - start);
        if (exponent && exponent[-1] == '.') {
            memmove(exponent - 1, exponent, strlen(exponent) + 1);
            text->length--;
        } else if (text->bytes[text->length - 1] == '.') {
            text_append_char(text, '0');
        }
    } else
        text_append_double(text, number);
    if (trim_point && text->length > start + 2 && !memcmp(text->bytes + text->length - 2, ".0", 2))
        text_truncate(text, text->length - 2);
}

/* As NumPy 1.13 showed numbers: so many digits, however many it takes to read them back. */
static void scalar_real_oldest(const Dtype *dtype, double number, bool repr, bool is_part, TextBuffer *text) {
    char digits[64];
    int precision = dtype->number == DTYPE_FLOAT64 ? (repr ? 17 : 12) : repr ? 8 : 6;
    snprintf(digits, sizeof digits, "%.*g", precision, number);
    text_append(text, isnan(number) ? "nan" : digits);
    if (isfinite(number) && !is_part && !strpbrk(digits, ".e")) text_append(text, ".0");
}

static void scalar_oldest(const Dtype *dtype, Variant number, bool repr, TextBuffer *text) {
    if (number.kind == VARIANT_FLOAT) {
        scalar_real_oldest(dtype, number.real, repr, false, text);
        return;
    }
    const Dtype *real = dtype_real(dtype);
    bool whole = number.real != 0 || signbit(number.real);
    if (whole) {
        text_append_char(text, '(');
        scalar_real_oldest(real, number.real, repr, true, text);
        if (!signbit(number.imaginary) || isnan(number.imaginary)) text_append_char(text, '+');
    }
    scalar_real_oldest(real, number.imaginary, repr, true, text);
    text_append(text, isfinite(number.imaginary) ? "j" : "*j");
    if (whole) text_append_char(text, ')');
}

static void scalar_complex(const Dtype *dtype, Complex128 number, TextBuffer *text, bool parentheses) {
    const Dtype *real = dtype_real(dtype);
    if (number.real == 0 && !signbit(number.real)) {
        scalar_real(real, number.imaginary, text, true);
        text_append_char(text, 'j');
        return;
    }
    if (parentheses) text_append_char(text, '(');
    scalar_real(real, number.real, text, true);
    if (!signbit(number.imaginary) || isnan(number.imaginary)) text_append_char(text, '+');
    scalar_real(real, number.imaginary, text, true);
    text_append(text, parentheses ? "j)" : "j");
}

static void scalar_plain(const Dtype *dtype, const void *bytes, TextBuffer *text, bool parentheses) {
    Variant number = scalar_to_variant(dtype, bytes);
    switch (number.kind) {
    case VARIANT_BOOL:
        text_append(text, number.integer ? "True" : "False");
        break;
    case VARIANT_INTEGER:
        text_append_format(text, "%lld", (long long)number.integer);
        break;
    case VARIANT_UNSIGNED:
        text_append_format(text, "%llu", (unsigned long long)number.unsigned_integer);
        break;
    case VARIANT_FLOAT:
        scalar_real(dtype, number.real, text, false);
        break;
    default:
        scalar_complex(dtype, (Complex128){number.real, number.imaginary}, text, parentheses);
    }
}

static void scalar_in_mode(const PrintOptions *options, const Dtype *dtype, const void *bytes, bool repr, TextBuffer *text) {
    if (options->legacy <= 113 && dtype_is_inexact(dtype)) scalar_oldest(dtype, scalar_to_variant(dtype, bytes), repr, text);
    else scalar_plain(dtype, bytes, text, !repr || options->legacy <= 125);
}

void scalar_str(const PrintOptions *options, const Dtype *dtype, const void *bytes, TextBuffer *text) {
    scalar_in_mode(options, dtype, bytes, false, text);
}

void scalar_repr(const PrintOptions *options, const Dtype *dtype, const void *bytes, TextBuffer *text) {
    if (options->legacy <= 125) {
        scalar_in_mode(options, dtype, bytes, true, text);
        return;
    }
    if (dtype->kind == 'b') {
        text_append(text, *(const uint8_t *)bytes ? "np.True_" : "np.False_");
        return;
    }
    text_append_format(text, "np.%s(", dtype->name);
    scalar_in_mode(options, dtype, bytes, true, text);
    text_append_char(text, ')');
}

/* ---- Single numbers in a given form: np.format_float_positional and its scientific sister. */

ARRAY_FAMILY(print);

static Variant formatted(ArrayCall *call, bool scientific) {
    size_t at = scientific ? 3 : 4; /* where trim, sign, pad_left, pad_right or exp_digits, min_digits begin */
    Variant value = call->arguments[0];
    double number;
    int64_t precision = -1, pad_left = -1, last = -1, least = -1;
    bool unique, sign, fractional = true;
    const char *trim;
    if (value.kind == VARIANT_ARRAY && array_size(value.array) == 1)
        value = array_scalar_at(value.array, 0, call->error);
    if (!call_real(call, 0, &number) || (call_is_given(call, 1) && !call_integer(call, 1, &precision)) ||
        !call_truth(call, 2, &unique) || (!scientific && !call_truth(call, 3, &fractional)) || !call_string(call, at, &trim) || !call_truth(call, at + 1, &sign) ||
        (call_is_given(call, at + 2) && !call_integer(call, at + 2, &pad_left)) ||
        (call_is_given(call, at + 3) && !call_integer(call, at + 3, &last)) ||
        (call_is_given(call, at + 4) && !call_integer(call, at + 4, &least)))
        return variant_absent();
    const int64_t numbers[] = {precision, pad_left, last, least};
    const char *const names[] = {"precision", "pad_left", scientific ? "exp_digits" : "pad_right", "min_digits"};
    const size_t places[] = {1, at + 2, at + 3, at + 4};
    for (int i = 0; i < 4; i++)
        if (numbers[i] < 0 && call_is_given(call, places[i])) {
            call_fail(call, "ValueError", "%s must be >= 0", names[i]);
            return variant_absent();
        }
    const char *problem = !fractional && precision == 0 ? "precision must be greater than 0 if fractional=False"
                          : least > 0 && precision > 0 && least > precision ? "min_digits must be less than or equal to precision" : NULL;
    if (problem) {
        call_fail(call, "ValueError", "%s", problem);
        return variant_absent();
    }
    if (!trim || !*trim || trim[1] || !strchr("k.0-", *trim)) {
        call_fail(call, "TypeError", "if supplied, trim must be 'k', '.', '0' or '-' found `%s`", trim ? trim : "None");
        return variant_absent();
    }
    if (!unique && precision < 0) {
        call_fail(call, "TypeError", "in non-unique mode `precision` must be supplied");
        return variant_absent();
    }
    if (precision > 500 || pad_left > 10000 || last > 10000 || least > 500) {
        call_fail(call, "ValueError", "precision is too large");
        return variant_absent();
    }
    const Dtype *dtype =
        value.kind == VARIANT_SCALAR && dtype_is_float(value.dtype) ? value.dtype : DTYPE(FLOAT64);
    NumberFormat format = {.dtype = dtype,
                           .unique = unique,
                           .precision = (int)precision,
                           .sign = sign ? '+' : '-',
                           .min_digits = least > 0 ? (int)least : 0,
                           .keep_zeros = trim && *trim == 'k',
                           .scientific = scientific,
                           .whole = !fractional,
                           .exponent_size = scientific && last > 0 ? (int)last : -1,
                           .options = &call->runtime->print_options};
    TextBuffer text = TEXT_BUFFER_EMPTY;
    format_number(&format, number, &text);
    if (isfinite(number)) {
        const char *exponent = strchr(text_string(&text), 'e');
        size_t end = exponent ? (size_t)(exponent - text_string(&text)) : text.length;
        bool bare = text.bytes[end - 1] == '.';
        if (bare && trim && (*trim == '-' || *trim == '0')) {
            TextBuffer changed = TEXT_BUFFER_EMPTY;
            text_append_bytes(&changed, text.bytes, end - (*trim == '-'));
            if (*trim == '0') text_append_char(&changed, '0');
            text_append(&changed, text.bytes + end);
            text_release(&text);
            text = changed;
        }
        /* Spaces around the point's place. */
        const char *point = strchr(text_string(&text), '.');
        int64_t before = point ? point - text_string(&text) : (int64_t)text.length,
                after = point ? (int64_t)text.length - before - 1 : 0;
        TextBuffer padded = TEXT_BUFFER_EMPTY;
        if (pad_left > before) text_append_repeated(&padded, ' ', (size_t)(pad_left - before));
        text_append_bytes(&padded, text_string(&text), text.length);
        if (!scientific && last > after) text_append_repeated(&padded, ' ', (size_t)(last - after) + !point);
        text_release(&text);
        text = padded;
    }
    Variant result = variant_string(text_string(&text), text.length);
    text_release(&text);
    return result;
}

ARRAY_FUNCTION(format_float_positional, NUMPY,
               "(x, precision=None, unique=True, fractional=True, trim='k', sign=False, pad_left=None, "
               "pad_right=None, min_digits=None)",
               "A number as text, without an exponent.\n\n>>> format_float_positional(1.5e3)\n'1500.'\n",
               .traits = ASKS_NOBODY) {
    return formatted(call, false);
}
ARRAY_FUNCTION(
    format_float_scientific, NUMPY,
    "(x, precision=None, unique=True, trim='k', sign=False, pad_left=None, exp_digits=None, min_digits=None)",
    "A number as text, with an exponent.\n\n>>> format_float_scientific(1500.0)\n'1.5e+03'\n",
               .traits = ASKS_NOBODY) {
    return formatted(call, true);
}
