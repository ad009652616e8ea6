/* Elements in and out of Variants. */
#include "arraylib/core/element.h"

#include "arraylib/core/datetime.h"
#include "arraylib/core/operators.h"
#include "base/memory.h"
#include "base/utf8.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- One number into one element. */

static bool store_integer(Variant number, const Dtype *dtype, void *bytes, Error *error) {
    static const struct {
        int64_t low;
        uint64_t high;
    } ranges[DTYPE_COUNT] = {
        [DTYPE_INT8] = {INT8_MIN, INT8_MAX},    [DTYPE_UINT8] = {0, UINT8_MAX},
        [DTYPE_INT16] = {INT16_MIN, INT16_MAX}, [DTYPE_UINT16] = {0, UINT16_MAX},
        [DTYPE_INT32] = {INT32_MIN, INT32_MAX}, [DTYPE_UINT32] = {0, UINT32_MAX},
        [DTYPE_INT64] = {INT64_MIN, INT64_MAX}, [DTYPE_UINT64] = {0, UINT64_MAX},
    };
    if (number.kind == VARIANT_BIG || (number.kind == VARIANT_UNSIGNED && dtype != DTYPE(UINT64)))
        return error_set(error, "OverflowError", "Python int too large to convert to C long");
    bool is_large = number.kind == VARIANT_UNSIGNED;
    int64_t whole = number.integer;
    uint64_t large = number.unsigned_integer;
    if (is_large ? large > ranges[dtype->number].high
                 : whole < ranges[dtype->number].low ||
                       (whole >= 0 && (uint64_t)whole > ranges[dtype->number].high)) {
        return error_set(error, "OverflowError", "Python integer %lld out of bounds for %s", (long long)whole,
                         dtype->name);
    }
    memcpy(bytes, &large, dtype->item_size); /* little end first; the two's complement of either */
    return true;
}

static bool store_real_as_integer(ArrayRuntime *runtime, double real, bool is_scalar, const Dtype *dtype,
                                  void *bytes, Error *error) {
    int64_t whole = 0;
    if (isnan(real) || isinf(real)) {
        if (!is_scalar && isnan(real))
            return error_set(error, "ValueError", "cannot convert float NaN to integer");
        if (!is_scalar) return error_set(error, "OverflowError", "cannot convert float infinity to integer");
        whole = dtype == DTYPE(UINT64) && real > 0 ? 0 : INT64_MIN;
        if (!runtime_float_errors(runtime, "cast", FLOAT_INVALID, error)) return false;
    } else if (!is_scalar) { /* as int(real), which must fit */
        bool fits = real < (dtype == DTYPE(UINT64) ? 0x1p64 : 0x1p63) && real >= -0x1p63;
        if (!fits) return error_set(error, "OverflowError", "Python int too large to convert to C long");
        if (real >= 0x1p63) return store_integer((Variant){.kind = VARIANT_UNSIGNED, .unsigned_integer = (uint64_t)real}, dtype, bytes, error);
        return store_integer(variant_integer((int64_t)real), dtype, bytes, error);
    } else if ((dtype->item_size < 4 || dtype == DTYPE(INT32)) && !(real > -2147483649.0 && real < 2147483648.0)) {
        whole = INT32_MIN; /* as the host's casts, which go through 32 bits there */
        if (!runtime_float_errors(runtime, "cast", FLOAT_INVALID, error)) return false;
    } else if (real < 0x1p63 && real >= -0x1p63) {
        whole = (int64_t)real;
    } else if (real > 0 && real < 0x1p64) {
        uint64_t large = (uint64_t)real;
        memcpy(bytes, &large, dtype->item_size);
        return true;
    } else {
        whole = dtype == DTYPE(UINT64) && real > 0 ? 0 : INT64_MIN;
        if (!runtime_float_errors(runtime, "cast", FLOAT_INVALID, error)) return false;
    }
    memcpy(bytes, &whole, dtype->item_size);
    return true;
}

/* A number written in text, as float() and int() read it: in ASCII, with underscores between digits. */
static bool clean_number(const char *text, size_t length, char *clean, size_t size) {
    size_t used = 0;
    while (length && (*text == ' ' || (*text >= '\t' && *text <= '\r'))) text++, length--;
    while (length && (text[length - 1] == ' ' || (text[length - 1] >= '\t' && text[length - 1] <= '\r'))) length--;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '_') {
            bool between = i && i + 1 < length && strchr("0123456789", text[i - 1]) && strchr("0123456789", text[i + 1]);
            if (!between) return false;
            continue;
        }
        if (used + 1 >= size || text[i] == 'x' || text[i] == 'X' || text[i] == '(') return false;
        clean[used++] = text[i];
    }
    clean[used] = '\0';
    return used > 0;
}

/* "1+2j", "2j", "(1)" */
static bool parse_complex(const char *text, Variant *number) {
    char *end;
    double first = strtod(text, &end);
    if (end == text) return false;
    if (!*end) {
        *number = variant_complex(first, 0);
        return true;
    }
    if (*end == 'j' && !end[1]) {
        *number = variant_complex(0, first);
        return true;
    }
    char *last;
    double second = strtod(end, &last);
    if (last == end || (*end != '+' && *end != '-') || *last != 'j' || last[1]) return false;
    *number = variant_complex(first, second);
    return true;
}

/* False: it is none, or there is no memory. `clean` has room for all of the text. */
static bool read_number(Variant text, const Dtype *dtype, char *clean, size_t size, Variant *number) {
    char *end = clean;
    bool is_clean = clean_number(text.text->bytes, text.text->length, clean, size);
    if (dtype->kind == 'c' && is_clean && parse_complex(clean, number)) return true;
    if (is_clean && dtype_is_integer(dtype)) {
        errno = 0;
        *number = variant_integer(strtoll(clean, &end, 10));
        if (errno == ERANGE) { /* unsigned, or beyond all types: its nearest double tells the sign */
            errno = 0;
            uint64_t large = strtoull(clean, &end, 10);
            bool fits = errno != ERANGE && *clean != '-';
            *number = fits ? (Variant){.kind = VARIANT_UNSIGNED, .unsigned_integer = large} : (Variant){.kind = VARIANT_BIG, .nearest = strtod(clean, NULL)};
        }
    } else if (is_clean && dtype->kind == 'f') {
        *number = variant_float(strtod(clean, &end));
    }
    return end != clean && !*end;
}

static bool parse_number(ArrayRuntime *runtime, Variant text, const Dtype *dtype, Variant *number, Error *error) {
    if (dtype->kind == 'b') {
        *number = variant_bool(text.text->length > 0);
        return true;
    }
    char small[512];
    size_t size = text.text->length + 1;
    char *clean = size <= sizeof small ? small : memory_allocate(size);
    if (!clean) return error_no_memory(error);
    bool is_number = read_number(text, dtype, clean, size, number);
    if (clean != small) memory_release(clean);
    if (is_number) return true;
    TextBuffer shown = TEXT_BUFFER_EMPTY;
    bool well = true;
    if (runtime->hooks.text) well = runtime->hooks.text(runtime->hook_context, &text, true, &shown, error);
    else text_append(&shown, text.text->bytes);
    if (well)
        error_set(error, "ValueError",
                  dtype->kind == 'c'         ? "complex() arg is a malformed string"
                  : dtype_is_integer(dtype)  ? "invalid literal for int() with base 10: %s"
                                             : "could not convert string to float: %s",
                  text_string(&shown));
    text_release(&shown);
    return false;
}

/* A value of the language, or what else is no number, as one: what float(), int() and complex() make of it. */
static bool unbox_number(ArrayRuntime *runtime, Variant *value, const Dtype *dtype, Error *error) {
    Variant plain;
    char kind = dtype_is_integer(dtype) ? 'i' : dtype->kind;
    if (!runtime->hooks.unbox || !runtime->hooks.unbox(runtime->hook_context, value->handle, kind, &plain, error)) {
        if (!error_is_set(error)) error_set(error, "TypeError", "an array element of the language cannot be converted");
        return false;
    }
    *value = plain;
    return true;
}

static bool store_number(ArrayRuntime *runtime, Variant number, const Dtype *dtype, void *bytes, Error *error);

bool warn_complex_discarded(ArrayRuntime *runtime, const Dtype *from, const Dtype *to, Error *error) {
    bool keeps = dtype_is_complex(to) || to->kind == 'b' || dtype_is_flexible(to);
    return !dtype_is_complex(from) || keeps ||
           runtime_warn(runtime, "numpy.exceptions.ComplexWarning", error, "Casting complex values to real discards the imaginary part");
}

/* What is no number where one is asked for. */
static bool refuse_number(Variant value, const Dtype *dtype, Error *error) {
    return error_set(error, "TypeError",
                     dtype->kind == 'c'        ? "must be real number, not %s"
                     : dtype_is_integer(dtype) ? "int() argument must be a string, a bytes-like object or a real number, not '%s'"
                                               : "float() argument must be a string or a real number, not '%s'",
                     variant_type_name(value));
}

bool sequence_refuse(Variant value, const Dtype *dtype, Error *error) {
    if (dtype_is_integer(dtype) || dtype_is_complex(dtype)) return refuse_number(value, dtype, error);
    return error_set(error, "ValueError", dtype_is_text(dtype) ? "setting an array element with a sequence" : "setting an array element with a sequence.");
}

bool variant_store(ArrayRuntime *runtime, Variant number, const Dtype *dtype, void *bytes, Error *error) {
    if (dtype_is_flexible(dtype)) {
        if (dtype_is_date(dtype) || (dtype->native && dtype->item_size <= 16)) return element_store(runtime, number, dtype, bytes, error);
        return error_set(error, "TypeError", "elements of dtype(%s) are not numbers", dtype->shown);
    }
    if (number.kind != VARIANT_CALLABLE) return store_number(runtime, number, dtype, bytes, error);
    if (dtype->kind == 'b' && runtime->hooks.truth) {
        bool truth, has_truth = runtime->hooks.truth(runtime->hook_context, number.handle, &truth, error);
        if (has_truth) *(uint8_t *)bytes = truth;
        return has_truth;
    }
    if (!unbox_number(runtime, &number, dtype, error)) return false;
    bool is_list = number.kind == VARIANT_SEQUENCE && !dtype_is_float(dtype);
    bool well = is_list ? refuse_number(number, dtype, error) : store_number(runtime, number, dtype, bytes, error);
    variant_release(&number);
    return well;
}

static bool store_number(ArrayRuntime *runtime, Variant number, const Dtype *dtype, void *bytes, Error *error) {
    if ((number.kind == VARIANT_STRING || number.kind == VARIANT_BYTES) && !parse_number(runtime, number, dtype, &number, error)) return false;
    if (number.kind == VARIANT_SCALAR && dtype_is_flexible(number.dtype)) number = variant_scalar_integer(number.integer); /* a date */
    if (dtype->kind == 'b' && (number.kind == VARIANT_NONE || number.kind == VARIANT_SEQUENCE || number.kind == VARIANT_MAPPING))
        number = variant_bool(number.kind != VARIANT_NONE && number.list->count > 0);
    if (number.kind == VARIANT_NONE && dtype_is_inexact(dtype)) number = dtype_is_float(dtype) ? variant_float(NAN) : variant_complex(NAN, NAN);
    bool is_scalar = number.kind == VARIANT_SCALAR;
    if (is_scalar && number.dtype == dtype) {
        memcpy(bytes, number.scalar, dtype->item_size);
        return true;
    }
    if (is_scalar) number = scalar_to_variant(number.dtype, number.scalar);
    if (number.kind < VARIANT_BOOL || number.kind > VARIANT_COMPLEX) {
        if (number.kind == VARIANT_SEQUENCE)
            return error_set(error, "ValueError", "setting an array element with a sequence.");
        return refuse_number(number, dtype, error);
    }
    if (number.kind == VARIANT_BIG && isinf(number.real) && dtype_is_inexact(dtype))
        return error_set(error, "OverflowError", "int too large to convert to float");
    Complex128 value = variant_to_complex(number);
    if (dtype->kind != 'c' && dtype->kind != 'b' && number.kind == VARIANT_COMPLEX) {
        if (!is_scalar)
            return error_set(
                error, "TypeError",
                dtype_is_integer(dtype)
                    ? "int() argument must be a string, a bytes-like object or a real number, not 'complex'"
                    : "float() argument must be a string or a real number, not 'complex'");
        if (!warn_complex_discarded(runtime, DTYPE(COMPLEX128), dtype, error)) return false;
    }
    switch (dtype->number) {
    case DTYPE_BOOL:
        *(uint8_t *)bytes = value.real != 0 || value.imaginary != 0;
        return true;
    case DTYPE_FLOAT16: {
        float16_bits half = float16_from_double(value.real);
        memcpy(bytes, &half, sizeof half);
        return (half & 0x7fff) != 0x7c00 || isinf(value.real) ||
               runtime_float_errors(runtime, "cast", FLOAT_OVERFLOW, error);
    }
    case DTYPE_FLOAT32: {
        float single = (float)value.real;
        memcpy(bytes, &single, sizeof single);
        return !isinf(single) || isinf(value.real) ||
               runtime_float_errors(runtime, "cast", FLOAT_OVERFLOW, error);
    }
    case DTYPE_FLOAT64:
        memcpy(bytes, &value.real, sizeof value.real);
        return true;
    case DTYPE_COMPLEX64: {
        Complex64 narrow = {(float)value.real, (float)value.imaginary};
        memcpy(bytes, &narrow, sizeof narrow);
        bool fits = (!isinf(narrow.real) || isinf(value.real)) && (!isinf(narrow.imaginary) || isinf(value.imaginary));
        return fits || runtime_float_errors(runtime, "cast", FLOAT_OVERFLOW, error);
    }
    case DTYPE_COMPLEX128:
        memcpy(bytes, &value, sizeof value);
        return true;
    default:
        break;
    }
    if (number.kind == VARIANT_FLOAT || number.kind == VARIANT_COMPLEX)
        return store_real_as_integer(runtime, value.real, is_scalar, dtype, bytes, error);
    if (is_scalar) { /* numpy's integers wrap */
        memcpy(bytes, &number.integer, dtype->item_size);
        return true;
    }
    return store_integer(number, dtype, bytes, error);
}

bool variant_set(ArrayRuntime *runtime, Variant number, const Dtype *dtype, void *bytes, Error *error) {
    if (dtype->kind == 'i' && number.kind == VARIANT_SCALAR && number.dtype != dtype) {
        if (!warn_complex_discarded(runtime, number.dtype, dtype, error)) return false;
        number = scalar_to_variant(number.dtype, number.scalar);
        if (number.kind == VARIANT_COMPLEX) number = variant_float(number.real);
    }
    return variant_store(runtime, number, dtype, bytes, error);
}


/* ---- Any value into any element. */

static bool store_code_points(const char *text, size_t length, const Dtype *dtype, void *bytes) {
    uint32_t *target = bytes;
    int64_t room = dtype_text_length(dtype), used = 0;
    while (length && used < room) {
        size_t size;
        uint32_t code_point = utf8_decode(text, length, &size);
        if (code_point == UTF8_INVALID) code_point = (unsigned char)*text;
        memcpy(&target[used++], &code_point, sizeof code_point);
        text += size;
        length -= size;
    }
    memset((char *)bytes + used * 4, 0, (size_t)(room - used) * 4);
    return true;
}

static bool store_ascii(const char *text, size_t length, const Dtype *dtype, void *bytes) {
    size_t room = (size_t)dtype->item_size, used = length < room ? length : room;
    for (size_t i = 0; i < used; i++)
        if ((unsigned char)text[i] >= 0x80) return false;
    memcpy(bytes, text, used);
    memset((char *)bytes + used, 0, room - used);
    return true;
}

/* Text that is no ASCII where only ASCII goes. */
static bool refuse_text(ArrayRuntime *runtime, Variant text, Error *error) {
    if (runtime->hooks.no_ascii) return runtime->hooks.no_ascii(runtime->hook_context, &text, error);
    return error_set(error, "ValueError", "text outside ASCII");
}

static bool store_text(ArrayRuntime *runtime, Variant value, const Dtype *dtype, void *bytes, Error *error) {
    if (value.kind == VARIANT_BYTES) {
        if (dtype->kind == 'S') {
            size_t length = value.text->length < (size_t)dtype->item_size ? value.text->length : (size_t)dtype->item_size;
            memcpy(bytes, value.text->bytes, length);
            memset((char *)bytes + length, 0, (size_t)dtype->item_size - length);
            return true;
        }
        if (!utf8_is_ascii(value.text->bytes, value.text->length)) return refuse_text(runtime, value, error);
    }
    TextBuffer shown = TEXT_BUFFER_EMPTY;
    const char *text;
    size_t length;
    bool well = true;
    if (value.kind == VARIANT_STRING || value.kind == VARIANT_BYTES) {
        text = value.text->bytes;
        length = value.text->length;
    } else {
        well = runtime->hooks.text && runtime->hooks.text(runtime->hook_context, &value, false, &shown, error) && !shown.failed;
        if (!well && !error_is_set(error)) error_no_memory(error);
        text = text_string(&shown);
        length = shown.length;
    }
    if (well && dtype->kind == 'U') well = store_code_points(text, length, dtype, bytes);
    else if (well && !store_ascii(text, length, dtype, bytes)) {
        Variant own = variant_string(text, length);
        well = own.kind == VARIANT_ABSENT ? error_no_memory(error) : refuse_text(runtime, own, error);
        variant_release(&own);
    }
    text_release(&shown);
    return well;
}

static bool store_date(ArrayRuntime *runtime, Variant value, const Dtype *dtype, void *bytes, Error *error) {
    int64_t count = 0;
    Variant unboxed = variant_absent();
    if (value.kind == VARIANT_CALLABLE) { /* datetime.date and its kin come out as dates or differences */
        if (!unbox_number(runtime, &value, dtype, error)) return false;
        unboxed = value;
    }
    bool well = true;
    switch (value.kind) {
    case VARIANT_NONE: count = NOT_A_TIME; break;
    case VARIANT_STRING:
    case VARIANT_BYTES:
        if (dtype->kind == 'M') {
            well = datetime_from_text(runtime, value.text->bytes, value.text->length, dtype, &count, error);
        } else {
            char *end;
            count = strtoll(value.text->bytes, &end, 10);
            if (!strcmp(value.text->bytes, "NaT") || !strcmp(value.text->bytes, "nat") || !*value.text->bytes) count = NOT_A_TIME;
            else if (*end) well = error_set(error, "ValueError", "Could not convert object to NumPy timedelta");
        }
        break;
    case VARIANT_SCALAR:
        if (dtype_is_date(value.dtype)) {
            if (value.dtype->kind != dtype->kind) count = value.integer; /* the count alone, whatever the units */
            else if (!datetime_convert(value.integer, value.dtype, dtype, &count))
                well = error_set(error, "OverflowError", "Overflow when converting between NumPy datetime units");
            break;
        }
        /* fall through */
    case VARIANT_BOOL:
    case VARIANT_INTEGER:
    case VARIANT_UNSIGNED:
    case VARIANT_BIG:
    case VARIANT_FLOAT:
    case VARIANT_COMPLEX: {
        Variant number = value.kind == VARIANT_SCALAR ? scalar_to_variant(value.dtype, value.scalar) : value;
        bool is_real = number.kind == VARIANT_FLOAT || number.kind == VARIANT_COMPLEX;
        if (is_real && value.kind != VARIANT_SCALAR && dtype->kind == 'M') well = error_set(error, "ValueError", "Could not convert object to NumPy datetime");
        else if (is_real && value.kind != VARIANT_SCALAR) well = error_set(error, "ValueError", "Could not convert object to NumPy timedelta");
        else if (is_real && !(number.real >= -0x1p63 && number.real < 0x1p63)) { /* NaN is no date; what is too large, neither */
            count = NOT_A_TIME;
            well = isnan(number.real) || runtime_float_errors(runtime, "cast", FLOAT_INVALID, error);
        } else count = number.kind == VARIANT_UNSIGNED && value.kind == VARIANT_SCALAR ? (int64_t)number.unsigned_integer : variant_to_integer(number);
        break;
    }
    default: well = error_set(error, "ValueError", "Could not convert object to NumPy %s", dtype->kind == 'M' ? "datetime" : "timedelta");
    }
    variant_release(&unboxed);
    if (well) memcpy(bytes, &count, sizeof count);
    return well;
}

static bool store_object(ArrayRuntime *runtime, Variant value, void *bytes, Error *error) {
    VariantHandle *made = NULL;
    if (value.kind == VARIANT_CALLABLE) made = handle_retain(value.handle);
    else if (value.kind != VARIANT_NONE) {
        if (!runtime->hooks.box) return error_set(error, "TypeError", "there is no language whose values could be kept");
        if (!runtime->hooks.box(runtime->hook_context, &value, &made, error)) return false;
    }
    handle_put(bytes, made);
    return true;
}

/* The elements of an array, from axis `at` on, as a block: broadcast to its shape. */
static bool store_array(ArrayRuntime *runtime, const Array *array, int at, const char *from, const Dtype *dtype, int axis, char *bytes,
                        Error *error) {
    if (axis == dtype->base_dimensions) {
        Variant element = element_load(array->dtype, from);
        bool well = element.kind == VARIANT_ABSENT ? error_no_memory(error) : element_store(runtime, element, dtype->base, bytes, error);
        variant_release(&element);
        return well;
    }
    int left = array->dimensions - at, deep = dtype->base_dimensions - axis;
    int64_t count = dtype->base_shape[axis], step = dtype->base->item_size, length = left >= deep ? array->shape[at] : 1;
    for (int i = axis + 1; i < dtype->base_dimensions; i++) step *= dtype->base_shape[i];
    if (left > deep || (length != count && length != 1))
        return error_set(error, "ValueError", "could not broadcast input array from shape (%lld,) into shape (%lld,)", (long long)length,
                         (long long)count);
    int64_t stride = length > 1 ? array->strides[at] : 0;
    for (int64_t i = 0; i < count; i++)
        if (!store_array(runtime, array, at + (left >= deep), from + i * stride, dtype, axis + 1, bytes + i * step, error)) return false;
    return true;
}

static bool store_block(ArrayRuntime *runtime, Variant value, const Dtype *dtype, int axis, char *bytes, Error *error) {
    if (axis == dtype->base_dimensions) return element_store(runtime, value, dtype->base, bytes, error);
    int64_t count = dtype->base_shape[axis], step = dtype->base->item_size;
    for (int i = axis + 1; i < dtype->base_dimensions; i++) step *= dtype->base_shape[i];
    if (value.kind == VARIANT_ARRAY && value.array->dimensions)
        return store_array(runtime, value.array, 0, array_data(value.array), dtype, axis, bytes, error);
    bool is_list = value.kind == VARIANT_SEQUENCE;
    if (is_list && (int64_t)value.list->count != count && value.list->count != 1)
        return error_set(error, "ValueError", "could not broadcast input array from shape (%zu,) into shape (%lld,)", value.list->count,
                         (long long)count);
    for (int64_t i = 0; i < count; i++)
        if (!store_block(runtime, is_list ? value.list->items[value.list->count == 1 ? 0 : i] : value, dtype, axis + 1, bytes + i * step, error))
            return false;
    return true;
}

static bool store_record(ArrayRuntime *runtime, Variant value, const Dtype *dtype, char *bytes, Error *error) {
    if (dtype->base) return store_block(runtime, value, dtype, 0, bytes, error);
    if (!dtype->field_count && value.kind == VARIANT_SCALAR) { /* its bytes */
        size_t length = (size_t)(value.dtype->item_size < dtype->item_size ? value.dtype->item_size : dtype->item_size);
        memcpy(bytes, value.scalar, length);
        memset(bytes + length, 0, (size_t)dtype->item_size - length);
        return true;
    }
    if (!dtype->field_count) {
        if (value.kind != VARIANT_BYTES) return error_set(error, "TypeError", "a bytes-like object is required, not '%s'", variant_type_name(value));
        size_t length = value.text->length < (size_t)dtype->item_size ? value.text->length : (size_t)dtype->item_size;
        memcpy(bytes, value.text->bytes, length);
        memset(bytes + length, 0, (size_t)dtype->item_size - length);
        return true;
    }
    bool is_tuple = value.kind == VARIANT_SEQUENCE && value.list->is_tuple;
    if (is_tuple && value.list->count != (size_t)dtype->field_count)
        return error_set(error, "ValueError", "could not assign tuple of length %zu to structure with %d fields.", value.list->count, dtype->field_count);
    for (int i = 0; i < dtype->field_count; i++)
        if (!element_store(runtime, is_tuple ? value.list->items[i] : value, dtype->fields[i].dtype, bytes + dtype->fields[i].offset, error)) return false;
    return true;
}

/* Stored as the machine has it, then turned round. */
static bool store_swapped(ArrayRuntime *runtime, Variant value, const Dtype *dtype, void *bytes, Error *error) {
    char small[64], *native = dtype->item_size <= (int32_t)sizeof small ? small : memory_allocate((size_t)dtype->item_size);
    if (!native) return error_no_memory(error);
    bool well = element_store(runtime, value, dtype->native, native, error);
    if (well) element_swap(dtype, bytes, native);
    if (native != small) memory_release(native);
    return well;
}

static Variant load_swapped(const Dtype *dtype, const void *bytes) {
    char small[64], *native = dtype->item_size <= (int32_t)sizeof small ? small : memory_allocate((size_t)dtype->item_size);
    if (!native) return variant_absent();
    element_swap(dtype, native, bytes);
    Variant value = element_load(dtype->native, native);
    if (native != small) memory_release(native);
    return value;
}

bool element_store(ArrayRuntime *runtime, Variant value, const Dtype *dtype, void *bytes, Error *error) {
    Variant element = variant_absent();
    bool well;
    if (value.kind == VARIANT_RECORD || (value.kind == VARIANT_ARRAY && !value.array->dimensions && dtype->kind != 'O')) {
        if (value.array->dtype == dtype) { /* bytes of the very type */
            element_copy(dtype, bytes, array_data(value.array));
            return true;
        }
        value = element = element_load(value.array->dtype, array_data(value.array));
        if (element.kind == VARIANT_ABSENT) return error_no_memory(error);
    }
    switch (dtype->kind) {
    case 'O': well = store_object(runtime, value, bytes, error); break;
    case 'U':
    case 'S': well = store_text(runtime, value, dtype, bytes, error); break;
    case 'M':
    case 'm': well = store_date(runtime, value, dtype, bytes, error); break;
    case 'V': well = store_record(runtime, value, dtype, bytes, error); break;
    case 'W': well = store_swapped(runtime, value, dtype, bytes, error); break;
    default: well = variant_store(runtime, value, dtype, bytes, error);
    }
    variant_release(&element);
    return well;
}

/* ---- And out. */

static Variant load_text(const Dtype *dtype, const void *bytes) {
    Variant value;
    if (dtype->kind == 'S') {
        size_t length = (size_t)dtype->item_size;
        while (length && !((const char *)bytes)[length - 1]) length--;
        value = variant_bytes(bytes, length);
    } else {
        int64_t length = dtype_text_length(dtype);
        uint32_t code_point;
        for (; length; length--) {
            memcpy(&code_point, (const char *)bytes + (length - 1) * 4, sizeof code_point);
            if (code_point) break;
        }
        TextBuffer text = TEXT_BUFFER_EMPTY;
        for (int64_t i = 0; i < length; i++) {
            memcpy(&code_point, (const char *)bytes + i * 4, sizeof code_point);
            text_append_code_point(&text, code_point > 0x10ffff ? 0xfffd : code_point);
        }
        value = text.failed ? variant_absent() : variant_string(text_string(&text), text.length);
        text_release(&text);
    }
    value.dtype = dtype;
    return value;
}

static Variant load_record(const Dtype *dtype, const char *bytes) {
    Variant tuple = variant_list((size_t)dtype->field_count, true);
    for (int i = 0; i < dtype->field_count && tuple.kind != VARIANT_ABSENT; i++) {
        Variant field = element_load(dtype->fields[i].dtype, bytes + dtype->fields[i].offset);
        tuple.list->items[i] = field;
        if (field.kind == VARIANT_ABSENT) variant_release(&tuple);
    }
    return tuple;
}

static Variant load_block(const Dtype *dtype, int axis, const char *bytes) {
    if (axis == dtype->base_dimensions) return element_load(dtype->base, bytes);
    int64_t count = dtype->base_shape[axis], step = dtype->base->item_size;
    for (int i = axis + 1; i < dtype->base_dimensions; i++) step *= dtype->base_shape[i];
    Variant list = variant_list((size_t)count, false);
    for (int64_t i = 0; i < count && list.kind != VARIANT_ABSENT; i++) {
        list.list->items[i] = load_block(dtype, axis + 1, bytes + i * step);
        if (list.list->items[i].kind == VARIANT_ABSENT) variant_release(&list);
    }
    return list;
}

Variant element_load(const Dtype *dtype, const void *bytes) {
    switch (dtype->kind) {
    case 'O': {
        VariantHandle *handle = handle_read(bytes);
        if (!handle) return variant_none();
        return (Variant){.kind = VARIANT_CALLABLE, .handle = handle_retain(handle)};
    }
    case 'U':
    case 'S': return load_text(dtype, bytes);
    case 'V':
        if (dtype->base) return load_block(dtype, 0, bytes);
        if (dtype->field_count) return load_record(dtype, bytes);
        return variant_bytes(bytes, (size_t)dtype->item_size);
    case 'W': return load_swapped(dtype, bytes);
    default: return variant_scalar(dtype, bytes);
    }
}

void element_make_plain(Variant *value) {
    value->dtype = value->kind == VARIANT_SCALAR ? value->dtype : NULL;
    if (value->kind == VARIANT_SCALAR && !dtype_is_flexible(value->dtype)) *value = scalar_to_variant(value->dtype, value->scalar);
    if (value->kind != VARIANT_SEQUENCE) return;
    for (size_t i = 0; i < value->list->count; i++) element_make_plain(&value->list->items[i]);
}

/* ---- As they lie. */

void element_copy(const Dtype *dtype, void *to, const void *from) {
    if (!dtype->has_objects) memmove(to, from, (size_t)dtype->item_size);
    else if (dtype->kind == 'O') handle_put(to, handle_retain(handle_read(from)));
    else if (dtype->base) {
        int64_t count = dtype->item_size / dtype->base->item_size;
        for (int64_t i = 0; i < count; i++)
            element_copy(dtype->base, (char *)to + i * dtype->base->item_size, (const char *)from + i * dtype->base->item_size);
    } else {
        for (int i = 0; i < dtype->field_count; i++)
            element_copy(dtype->fields[i].dtype, (char *)to + dtype->fields[i].offset, (const char *)from + dtype->fields[i].offset);
    }
}

void elements_clear(const Dtype *dtype, void *bytes, int64_t count) {
    if (!dtype->has_objects) return;
    for (int64_t i = 0; i < count; i++) {
        char *element = (char *)bytes + i * dtype->item_size;
        if (dtype->kind == 'O') {
            handle_put(element, NULL);
        } else if (dtype->base) {
            elements_clear(dtype->base, element, dtype->item_size / dtype->base->item_size);
        } else {
            for (int k = 0; k < dtype->field_count; k++) elements_clear(dtype->fields[k].dtype, element + dtype->fields[k].offset, 1);
        }
    }
}

/* ---- In order. */

/* Operands are held meanwhile: what compares them may write the array that they are elements of. */
static bool compare_objects(ArrayRuntime *runtime, const void *left, const void *right, int *order, Error *error) {
    VariantHandle *operands[2] = {handle_read(left), handle_read(right)}, *result;
    *order = 0;
    if (!runtime->hooks.operate) return true;
    for (int i = 0; i < 2; i++) handle_retain(operands[i]);
    bool well = true;
    for (int swapped = 0; swapped < 2 && well && !*order; swapped++) {
        bool less = false;
        VariantHandle *pair[2] = {operands[swapped], operands[!swapped]};
        well = runtime->hooks.operate(runtime->hook_context, OPERATOR(less), pair, 2, &result, error);
        if (!well) break;
        well = runtime->hooks.truth(runtime->hook_context, result, &less, error);
        handle_release(result);
        if (less) *order = swapped ? 1 : -1;
    }
    for (int i = 0; i < 2; i++) handle_release(operands[i]);
    return well;
}

static int compare_numbers(const Dtype *dtype, const void *left, const void *right) {
    Variant a = scalar_to_variant(dtype, left), b = scalar_to_variant(dtype, right);
    if (a.kind == VARIANT_UNSIGNED || b.kind == VARIANT_UNSIGNED)
        return a.kind != b.kind ? (a.kind == VARIANT_UNSIGNED ? 1 : -1) : (a.unsigned_integer > b.unsigned_integer) - (a.unsigned_integer < b.unsigned_integer);
    if (a.kind == VARIANT_INTEGER || a.kind == VARIANT_BOOL) return (a.integer > b.integer) - (a.integer < b.integer);
    double parts[2][2] = {{a.real, b.real}, {a.kind == VARIANT_COMPLEX ? a.imaginary : 0, b.kind == VARIANT_COMPLEX ? b.imaginary : 0}};
    for (int i = 0; i < 2; i++) {
        double x = parts[i][0], y = parts[i][1];
        if (isnan(x) || isnan(y)) return isnan(x) - isnan(y);
        if (x != y) return x < y ? -1 : 1;
    }
    return 0;
}

static bool compare_swapped(ArrayRuntime *runtime, const Dtype *dtype, const void *left, const void *right, int *order, Error *error) {
    size_t size = (size_t)dtype->item_size;
    char small[128], *native = 2 * size <= sizeof small ? small : memory_allocate(2 * size);
    if (!native) return error_no_memory(error);
    element_swap(dtype, native, left);
    element_swap(dtype, native + size, right);
    bool well = element_compare(runtime, dtype->native, native, native + size, order, error);
    if (native != small) memory_release(native);
    return well;
}

bool element_compare(ArrayRuntime *runtime, const Dtype *dtype, const void *left, const void *right, int *order, Error *error) {
    *order = 0;
    switch (dtype->kind) {
    case 'O': return compare_objects(runtime, left, right, order, error);
    case 'S': *order = memcmp(left, right, (size_t)dtype->item_size); return true;
    case 'U':
        for (int32_t at = 0; at < dtype->item_size && !*order; at += 4) {
            uint32_t a, b;
            memcpy(&a, (const char *)left + at, sizeof a);
            memcpy(&b, (const char *)right + at, sizeof b);
            *order = (a > b) - (a < b);
        }
        return true;
    case 'M':
    case 'm': {
        int64_t a = date_read(left), b = date_read(right);
        *order = a == NOT_A_TIME || b == NOT_A_TIME ? (a == NOT_A_TIME) - (b == NOT_A_TIME) : (a > b) - (a < b);
        return true;
    }
    case 'V':
        if (dtype->base) {
            for (int32_t at = 0; at < dtype->item_size && !*order; at += dtype->base->item_size)
                if (!element_compare(runtime, dtype->base, (const char *)left + at, (const char *)right + at, order, error)) return false;
        } else if (dtype->field_count) {
            for (int i = 0; i < dtype->field_count && !*order; i++) {
                int32_t at = dtype->fields[i].offset;
                if (!element_compare(runtime, dtype->fields[i].dtype, (const char *)left + at, (const char *)right + at, order, error)) return false;
            }
        } else *order = memcmp(left, right, (size_t)dtype->item_size);
        return true;
    case 'W': return compare_swapped(runtime, dtype, left, right, order, error);
    default: *order = compare_numbers(dtype, left, right); return true;
    }
}

bool element_truth(ArrayRuntime *runtime, const Dtype *dtype, const void *bytes, bool *truth, Error *error) {
    if (dtype->kind == 'O') {
        VariantHandle *handle = handle_read(bytes);
        *truth = false;
        if (!handle || !runtime->hooks.truth) return true;
        handle_retain(handle);
        bool well = runtime->hooks.truth(runtime->hook_context, handle, truth, error);
        handle_release(handle);
        return well;
    }
    if (dtype->native && dtype->item_size <= 16) {
        char native[16];
        element_swap(dtype, native, bytes);
        return element_truth(runtime, dtype->native, native, truth, error);
    }
    if (dtype_is_flexible(dtype)) {
        *truth = false;
        for (int32_t i = 0; i < dtype->item_size && !*truth; i++) *truth = ((const char *)bytes)[i] != 0;
        return true;
    }
    Complex128 number = variant_to_complex(variant_scalar(dtype, bytes));
    *truth = number.real != 0 || number.imaginary != 0;
    return true;
}
