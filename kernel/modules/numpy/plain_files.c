/* Arrays in plain files, as bytes or as numbers with something between them: tofile, fromfile, fromstring. */
#include "kernel/modules/numpy/modules.h"
#include "kernel/modules/numpy/ndarray.h"

#include "base/text_buffer.h"
#include "kernel/objects/number/int.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Files ---- */

/* A file by its descriptor, from where the language's object stands to where that is to stand afterwards. */
typedef struct PlainFile {
    int descriptor;
    bool is_own;      /* opened here, by its path */
    bool can_seek;
    int64_t position; /* of the object, when it was opened */
    Value object;     /* borrowed */
} PlainFile;

/* The path that a str or a pathlib.Path names: owned str, or absent, without an exception when it is a file object. */
static Value path_of(Thread *thread, Value file) {
    if (value_is_string(file)) return value_retain(file);
    if (value_is_bytes(file)) return value_call_method(thread, file, "decode", NULL, 0);
    Value method = file.tag == TAG_OBJECT ? value_find_attribute_c(thread, file, "__fspath__") : VALUE_ABSENT;
    Value path = value_is_absent(method) ? VALUE_ABSENT : value_call_none(thread, method);
    value_release(method);
    return path;
}

static bool call_for_integer(Thread *thread, Value object, const char *method, int64_t *number) {
    Value result = value_call_method(thread, object, method, NULL, 0);
    bool succeeded = !value_is_absent(result) && value_to_int64(thread, result, number);
    value_release(result);
    return succeeded;
}

static bool file_open(Thread *thread, Value file, bool writes, PlainFile *opened) {
    *opened = (PlainFile){.descriptor = -1, .can_seek = true, .object = file};
    Value path = path_of(thread, file);
    if (exception_is_set(thread)) return false;
    if (value_is_string(path)) {
        opened->descriptor = open(value_c_string(path), writes ? O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC : O_RDONLY | O_CLOEXEC, 0666);
        opened->is_own = opened->descriptor >= 0;
        struct stat status;
        int error = !opened->is_own || fstat(opened->descriptor, &status) ? errno : S_ISDIR(status.st_mode) ? EISDIR : 0;
        if (error) raise_os_error(thread, error, value_c_string(path));
        if (error && opened->is_own) close(opened->descriptor);
        value_release(path);
        return !error;
    }
    value_release(path);
    Value flushed = value_call_method(thread, file, "flush", NULL, 0);
    int64_t descriptor;
    if (value_is_absent(flushed)) return false;
    value_release(flushed);
    if (!call_for_integer(thread, file, "fileno", &descriptor)) return false;
    opened->descriptor = (int)descriptor;
    if (!call_for_integer(thread, file, "tell", &opened->position)) { /* a pipe */
        exception_clear(thread);
        opened->can_seek = false;
    }
    return true;
}

/* The object goes on behind what was read or written. */
static bool file_close(Thread *thread, PlainFile *file, int64_t length) {
    if (file->is_own && close(file->descriptor) && !exception_is_set(thread)) raise_os_error(thread, errno, NULL);
    if (file->is_own || !file->can_seek || exception_is_set(thread)) return !exception_is_set(thread);
    const Value place = value_from_int(file->position + length);
    Value done = value_call_method(thread, file->object, "seek", &place, 1);
    value_release(done);
    return !value_is_absent(done);
}

static bool file_write(Thread *thread, const PlainFile *file, const char *bytes, size_t length) {
    bool sought = file->is_own || !file->can_seek || lseek(file->descriptor, file->position, SEEK_SET) >= 0;
    while (length && sought) {
        ssize_t count = write(file->descriptor, bytes, length);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) break;
        bytes += count;
        length -= (size_t)count;
    }
    if (length || !sought) raise_os_error(thread, errno, NULL);
    return !length && sought;
}

/* All that follows `start` bytes behind the place. */
static bool file_read(Thread *thread, const PlainFile *file, int64_t start, TextBuffer *text) {
    char block[65536];
    bool seeks = file->can_seek && (start || !file->is_own);
    if (seeks && lseek(file->descriptor, file->position + start, SEEK_SET) < 0) return raise_os_error(thread, errno, NULL), false;
    for (;;) {
        ssize_t count = read(file->descriptor, block, sizeof block);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return raise_os_error(thread, errno, NULL), false;
        if (!count) break;
        text_append_bytes(text, block, (size_t)count);
    }
    if (text->failed) raise_no_memory(thread);
    return !text->failed;
}

/* ---- Writing ---- */

/* str of an element, or what format % element gives. */
static bool append_element(Thread *thread, const Array *array, int64_t place, Value format, TextBuffer *text) {
    Error error = ERROR_NONE;
    Variant scalar = array_scalar_at(array, place, &error);
    Value item = scalar.kind == VARIANT_ABSENT ? raise_array_error(thread, &error) : value_from_scalar(thread, scalar), shown = VALUE_ABSENT;
    if (!value_is_absent(item) && value_is_absent(format)) shown = value_str(thread, item);
    else if (!value_is_absent(item)) {
        Value tuple = tuple_from_values(thread, &item, 1);
        if (!value_is_absent(tuple)) shown = value_binary(thread, BINARY_REMAINDER, format, tuple);
        value_release(tuple);
    }
    if (value_is_string(shown)) text_append_bytes(text, value_c_string(shown), value_string(shown)->length);
    value_release(item);
    value_release(shown);
    return !exception_is_set(thread);
}

static bool append_elements(Thread *thread, const Array *array, Value separator, Value format, TextBuffer *text) {
    int64_t size = array_size(array);
    bool plain = !value_string(format)->length || !strcmp(value_c_string(format), "%s");
    for (int64_t i = 0; i < size; i++) {
        if (!append_element(thread, array, i, plain ? VALUE_ABSENT : format, text)) return false;
        if (i + 1 < size) text_append_bytes(text, value_c_string(separator), value_string(separator)->length);
    }
    if (text->failed) raise_no_memory(thread);
    return !text->failed;
}

/* x.tofile(fid, sep='', format='%s') */
Value ndarray_to_file(Thread *thread, const Native *native, const Value *arguments) {
    NATIVE_UNUSED;
    for (int i = 2; i < 4; i++)
        if (!value_is_string(arguments[i])) return raise_type_error(thread, "tofile() argument %d must be str, not %s", i, value_type_name(thread, arguments[i]));
    Error error = ERROR_NONE;
    Array *host = array_on_host(value_ndarray(arguments[0]), &error), *copy = host ? array_copy(host, 'C', &error) : NULL;
    array_release(host);
    if (!copy) return raise_array_error(thread, &error);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    PlainFile file;
    bool is_text = value_string(arguments[2])->length > 0, written = false;
    if (file_open(thread, arguments[1], true, &file)) {
        const char *bytes = array_data(copy);
        size_t length = (size_t)array_byte_count(copy);
        if (is_text) {
            written = append_elements(thread, copy, arguments[2], arguments[3], &text) && file_write(thread, &file, text_string(&text), text.length);
            length = text.length;
        } else if (copy->dtype->has_objects)
            raise_format(thread, thread_builtins(thread)->exception_OSError, "cannot write object arrays to a file in binary mode");
        else written = file_write(thread, &file, bytes, length);
        written = file_close(thread, &file, written ? (int64_t)length : 0) && written;
    }
    text_release(&text);
    array_release(copy);
    return written ? VALUE_NONE : VALUE_ABSENT;
}

/* ---- Reading text ---- */

/* A space before and behind it and for each white space in it: it stands for any number of those, or none. */
static void separator_spread(const char *separator, TextBuffer *text) {
    text_append_char(text, ' ');
    for (; *separator; separator++) {
        bool is_space = isspace((unsigned char)*separator);
        if (!is_space) text_append_char(text, *separator);
        else if (text->bytes[text->length - 1] != ' ') text_append_char(text, ' ');
    }
    if (text->length && text->bytes[text->length - 1] != ' ') text_append_char(text, ' ');
}

typedef enum Passing { PASSED, AT_END, NO_MATCH } Passing;

static Passing separator_pass(const char **at, const char *end, const char *separator) {
    const char *start = *at;
    for (;;) {
        if (*at >= end || !**at) return AT_END;
        if (!*separator) return *at != start ? PASSED : NO_MATCH;
        if (*separator == ' ') {
            if (isspace((unsigned char)**at)) ++*at;
            else separator++;
        } else if (*separator == **at) {
            separator++;
            ++*at;
        } else return NO_MATCH;
    }
}

/* A real as NumPy spells it: no hexadecimal digits. */
static double read_real(const char *text, char **end) {
    const char *at = text;
    while (isspace((unsigned char)*at)) at++;
    const char *digits = *at == '+' || *at == '-' ? at + 1 : at;
    if (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X')) {
        *end = (char *)(uintptr_t)digits + 1;
        return *at == '-' ? -0.0 : 0.0;
    }
    return strtod(text, end);
}

static void store_real(const Dtype *dtype, double number, char *to) {
    float single = (float)number;
    float16_bits half = dtype->number == DTYPE_FLOAT16 ? float16_from_double(number) : 0;
    if (dtype->item_size == 8) memcpy(to, &number, 8);
    else if (dtype->item_size == 4) memcpy(to, &single, 4);
    else memcpy(to, &half, 2);
}

/* 1, 2j, 1+2j, 1-2j: where it ends; `text` itself when it is none. */
static const char *read_complex(const Dtype *dtype, const char *text, char *to) {
    char *end, *rest;
    double real = read_real(text, &end), imaginary = 0;
    if (end == text) return text;
    if (*end == '+' || *end == '-') {
        imaginary = read_real(end, &rest);
        if (rest == end || *rest != 'j') return text;
        end = rest + 1;
    } else if (*end == 'j') {
        imaginary = real;
        real = 0;
        end++;
    }
    store_real(dtype_real(dtype), real, to);
    store_real(dtype_real(dtype), imaginary, to + dtype->item_size / 2);
    return end;
}

/* Where the element at `text` ends, `text` itself when there is none. */
static const char *read_element(const Dtype *dtype, const char *text, char *to) {
    char *end = NULL;
    if (dtype->kind == 'c') return read_complex(dtype, text, to);
    if (dtype->kind == 'f') store_real(dtype, read_real(text, &end), to);
    else if (dtype->kind == 'b') *to = read_real(text, &end) != 0;
    else {
        bool is_unsigned = dtype->kind == 'u';
        const char *first = text;
        while (isspace((unsigned char)*first)) first++;
        if (is_unsigned && *first == '-') return text;
        uint64_t number = is_unsigned ? strtoull(text, &end, 10) : (uint64_t)strtoll(text, &end, 10);
        memcpy(to, &number, (size_t)dtype->item_size); /* the low bytes come first */
    }
    return end;
}

/* Up to `count` numbers (-1: all); *used: bytes that were read. NULL with an exception. */
static Array *read_numbers(Thread *thread, const char *text, size_t length, const Dtype *asked, int64_t count, const char *separator, size_t *used) {
    const Dtype *dtype = dtype_native(asked);
    const char *at = text, *end = text + length;
    TextBuffer elements = TEXT_BUFFER_EMPTY, spread = TEXT_BUFFER_EMPTY;
    Passing passing = PASSED;
    int64_t found = 0;
    separator_spread(separator, &spread);
    text_string(&spread);
    while (passing == PASSED && (count < 0 || found < count)) {
        char element[16] = {0};
        const char *behind = read_element(dtype, at, element);
        if (behind == at) {
            passing = at >= end ? AT_END : NO_MATCH;
            break;
        }
        at = behind;
        if (at > end) break;
        text_append_bytes(&elements, element, (size_t)dtype->item_size);
        found++;
        passing = separator_pass(&at, end, text_string(&spread));
        if (passing == NO_MATCH && found == count) passing = AT_END;
    }
    *used = (size_t)(at - text);
    Error error = ERROR_NONE;
    Array *array = NULL;
    if (elements.failed || spread.failed) raise_no_memory(thread);
    else if (passing == NO_MATCH) raise_value_error(thread, "string or file could not be read to its end due to unmatched data");
    else {
        array = array_create(array_context(thread)->runtime->host, dtype, 1, &found, &error);
        if (array && elements.length) memcpy(array_data(array), elements.bytes, elements.length);
        Array *turned = array && asked != dtype ? array_cast(array, asked, &error) : NULL;
        if (turned) array_release(array);
        if (!array || (asked != dtype && !turned)) raise_array_error(thread, &error);
        array = turned ? turned : array;
    }
    text_release(&elements);
    text_release(&spread);
    return array;
}

static bool is_number(const Dtype *dtype) { return !dtype_is_flexible(dtype_native(dtype)); }

static const Dtype *dtype_argument(Thread *thread, Value value) {
    return value_is_absent(value) ? DTYPE(FLOAT64) : dtype_from_value(thread, value);
}

/* As long as `count` says, with zeros where the text ended before. Takes over the array. */
static Array *fill_up(Thread *thread, Array *array, int64_t count) {
    Error error = ERROR_NONE;
    if (!array || count < 0 || array->shape[0] >= count) return array;
    static const unsigned char zero[16];
    Array *longer = array_filled(array_device(array), array->dtype, 1, &count, zero, &error);
    if (longer) memcpy(array_data(longer), array_data(array), (size_t)array_byte_count(array));
    else raise_array_error(thread, &error);
    array_release(array);
    return longer;
}

/* fromstring(string, dtype, count, sep) */
Value np_from_string(Thread *thread, const Native *native, const Value *arguments) {
    NATIVE_UNUSED;
    if (!value_is_absent(arguments[3]) && !value_is_string(arguments[3]))
        return raise_type_error(thread, "fromstring() argument 4 must be str, not %s", value_type_name(thread, arguments[3]));
    const char *bytes, *separator = value_is_string(arguments[3]) ? value_c_string(arguments[3]) : "";
    size_t length, used;
    int64_t count;
    bool is_text = value_is_string(arguments[0]);
    if (is_text) {
        bytes = value_c_string(arguments[0]);
        length = value_string(arguments[0])->length;
    } else if (!value_buffer(thread, arguments[0], &bytes, &length)) return VALUE_ABSENT;
    const Dtype *dtype = dtype_argument(thread, arguments[1]);
    if (!dtype || !value_to_int64(thread, arguments[2], &count)) return VALUE_ABSENT;
    if (!*separator) return raise_value_error(thread, "The binary mode of fromstring is removed, use frombuffer instead");
    if (dtype->has_objects) return raise_value_error(thread, "Cannot create an object array from a string");
    if (!is_number(dtype) && !dtype_is_date(dtype)) return raise_value_error(thread, "don't know how to read character strings with that array type");
    TextBuffer text = TEXT_BUFFER_EMPTY; /* ends with a zero for sure */
    text_append_bytes(&text, bytes, length);
    if (text.failed) {
        text_release(&text);
        return raise_no_memory(thread);
    }
    Array *array = read_numbers(thread, text_string(&text), length, dtype, count, separator, &used);
    text_release(&text);
    array = fill_up(thread, array, count);
    return array ? value_from_array(thread, array) : VALUE_ABSENT;
}

/* ---- fromfile ---- */

/* Does the file end before? */
static bool lies_beyond(const PlainFile *file, int64_t offset) {
    off_t end = lseek(file->descriptor, 0, SEEK_END);
    return end >= 0 && file->position + offset > end;
}

static Array *elements_of_bytes(Thread *thread, const TextBuffer *bytes, bool is_beyond, const Dtype *dtype, int64_t count, size_t *used) {
    Error error = ERROR_NONE;
    int64_t whole = (int64_t)(bytes->length / (size_t)dtype->item_size);
    if (count < 0 && is_beyond) return raise_value_error(thread, "negative dimensions are not allowed"), NULL;
    if (count >= 0 && count < whole) whole = count;
    Array *array = array_create(array_context(thread)->runtime->host, dtype, 1, &whole, &error);
    *used = (size_t)(whole * dtype->item_size);
    if (array && *used) memcpy(array_data(array), bytes->bytes, *used);
    if (!array) raise_array_error(thread, &error);
    return array;
}

/* fromfile(file, dtype, count, sep, offset) */
Value np_from_file(Thread *thread, const Native *native, const Value *arguments) {
    NATIVE_UNUSED;
    if (!value_is_string(arguments[3])) return raise_type_error(thread, "fromfile() argument 4 must be str, not %s", value_type_name(thread, arguments[3]));
    const char *separator = value_c_string(arguments[3]);
    int64_t offset, count;
    const Dtype *dtype = dtype_argument(thread, arguments[1]);
    if (!dtype || !array_context(thread) || !value_to_int64(thread, arguments[2], &count) || !value_to_int64(thread, arguments[4], &offset)) return VALUE_ABSENT;
    if (*separator && offset) return raise_type_error(thread, "'offset' argument only permitted for binary files");
    PlainFile file;
    if (!file_open(thread, arguments[0], false, &file)) return VALUE_ABSENT;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    Array *array = NULL;
    size_t used = 0;
    if (dtype->has_objects) raise_value_error(thread, "Cannot read into object array");
    else if (!dtype->item_size) raise_value_error(thread, "The elements are 0-sized.");
    else if (*separator && !is_number(dtype)) raise_value_error(thread, "Unable to read character files of that array type");
    else if (file_read(thread, &file, offset, &text))
        array = *separator ? read_numbers(thread, text_string(&text), text.length, dtype, count, separator, &used)
                           : elements_of_bytes(thread, &text, offset > 0 && lies_beyond(&file, offset), dtype, count, &used);
    text_release(&text);
    if (!file_close(thread, &file, offset + (int64_t)used) && array) {
        array_release(array);
        array = NULL;
    }
    return array ? value_from_array(thread, array) : VALUE_ABSENT;
}
