/* Arrays out of files and into them: tables of numbers for loadtxt, genfromtxt, load, save. */
#include "kernel/modules/numpy/functions.h"
#include "kernel/modules/numpy/modules.h"

#include "base/memory.h"
#include "kernel/objects/number/int.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Files ---- */

/* The path that a str or a pathlib.Path names: owned str, or absent without an exception when it is a file object. */
static Value path_of(Thread *thread, Value file) {
    if (value_is_string(file)) return value_retain(file);
    if (file.tag != TAG_OBJECT) return VALUE_ABSENT;
    Value method = value_find_attribute_c(thread, file, "__fspath__");
    if (value_is_absent(method)) return VALUE_ABSENT;
    Value path = value_call_none(thread, method);
    value_release(method);
    return path;
}

static bool read_path(Thread *thread, const char *path, TextBuffer *text) {
    char block[8192];
    FILE *file = fopen(path, "rb");
    if (!file) {
        if (errno == ENOENT)
            raise_format(thread, thread_builtins(thread)->exception_FileNotFoundError, "%s not found.", path);
        else
            raise_os_error(thread, errno, path);
        return false;
    }
    for (size_t count; (count = fread(block, 1, sizeof block, file));) text_append_bytes(text, block, count);
    int error = errno; /* a folder opens, and fails to be read: EISDIR */
    bool failed = ferror(file);
    fclose(file);
    if (failed) raise_os_error(thread, error, path);
    if (!failed && text->failed) raise_no_memory(thread);
    return !failed && !text->failed;
}

/* Everything that a path, a file object, a str list or another iterable of lines holds. */
static bool read_source(Thread *thread, Value source, TextBuffer *text) {
    Value path = path_of(thread, source);
    if (!value_is_absent(path)) {
        bool read = value_is_string(path) && read_path(thread, value_c_string(path), text);
        value_release(path);
        return read;
    }
    if (exception_is_set(thread)) return false;
    Value reader = source.tag == TAG_OBJECT ? value_find_attribute_c(thread, source, "read") : VALUE_ABSENT;
    Value lines = !value_is_absent(reader) ? value_call_none(thread, reader) : VALUE_ABSENT;
    if (!value_is_absent(reader)) {
        value_release(reader);
        const char *bytes;
        size_t length;
        if (value_is_absent(lines)) return false;
        bool is_text = value_is_string(lines);
        bool read = is_text || value_buffer(thread, lines, &bytes, &length);
        if (read && is_text)
            text_append_bytes(text, value_c_string(lines), value_string(lines)->length);
        else if (read)
            text_append_bytes(text, bytes, length);
        value_release(lines);
        return read;
    }
    lines = list_from_iterable(thread, source);
    if (value_is_absent(lines)) return false;
    for (size_t i = 0; i < value_list(lines)->count; i++) {
        Value line = value_list(lines)->items[i];
        const char *bytes;
        size_t length;
        if (value_is_string(line))
            text_append_bytes(text, value_c_string(line), value_string(line)->length);
        else if (value_buffer(thread, line, &bytes, &length))
            text_append_bytes(text, bytes, length);
        else
            break;
        if (!text->length || text->bytes[text->length - 1] != '\n') text_append_char(text, '\n');
    }
    value_release(lines);
    return !exception_is_set(thread);
}

static bool write_bytes(Thread *thread, Value target, const char *suffix, const char *bytes, size_t length, bool as_text) {
    Value path = path_of(thread, target);
    if (value_is_absent(path)) {
        if (exception_is_set(thread)) return false;
        Value data = as_text ? string_new(thread, bytes, length) : bytes_new(thread, bytes, length);
        Value result = value_is_absent(data) ? VALUE_ABSENT : value_call_method(thread, target, "write", &data, 1);
        if (value_is_absent(result) && as_text && exception_matches(thread, thread_builtins(thread)->exception_TypeError)) {
            exception_clear(thread); /* a file opened as binary */
            value_replace(&data, bytes_new(thread, bytes, length));
            if (!value_is_absent(data)) result = value_call_method(thread, target, "write", &data, 1);
        }
        bool written = !value_is_absent(result);
        value_release(data);
        value_release(result);
        return written;
    }
    const char *name = value_c_string(path);
    size_t end = strlen(suffix), size = strlen(name);
    bool has_suffix = size >= end && !strcmp(name + size - end, suffix);
    Value full = has_suffix ? value_retain(path) : string_format(thread, "%s%s", name, suffix);
    bool written = false;
    if (!value_is_absent(full)) {
        FILE *file = fopen(value_c_string(full), "wb");
        written = file && fwrite(bytes, 1, length, file) == length;
        int number = errno;
        if (file && fclose(file)) written = false;
        if (!written) raise_os_error(thread, number, value_c_string(full));
    }
    value_release(full);
    value_release(path);
    return written;
}

/* ---- Tables of text ---- */

typedef struct TableOptions {
    const char *comments, *delimiter; /* NULL: none; any white space */
    int64_t skip, limit;              /* lines to skip; rows at most, -1: all */
    bool any_newline;                 /* a carriage return alone ends a line, too: of paths, as when Python opens them */
    int64_t columns[256];             /* usecols */
    int column_count;                 /* -1: all */
    const Dtype *dtype;
    Value converters;                 /* dict, or none */
    bool missing_is_nan;              /* genfromtxt: what is no number becomes the filling value */
    double filling;
} TableOptions;

typedef struct Table {
    TextBuffer cells; /* of the dtype int64 or double, row after row (memory only: not text) */
    int64_t rows, columns;
} Table;

static bool integer_fits(const Dtype *dtype, long long integer) {
    int bits = (int)dtype->item_size * 8;
    if (dtype == DTYPE(UINT64)) return true; /* read as such */
    if (dtype->kind == 'u') return integer >= 0 && integer >> bits == 0;
    return bits == 64 || (integer >> (bits - 1) == 0 || integer >> (bits - 1) == -1);
}

/* One number of text. false: it is none. */
static bool cell_parse(const Dtype *dtype, bool whole_floats, const char *text, size_t length, char bytes[8]) {
    while (length && isspace((unsigned char)*text)) text++, length--;
    while (length && isspace((unsigned char)text[length - 1])) length--;
    if (memchr(text, '_', length)) return false; /* Python's own way of writing numbers */
    if (dtype_is_integer(dtype)) {
        char digits[32], *end;
        if (!length || length >= sizeof digits) return false;
        memcpy(digits, text, length);
        digits[length] = 0;
        errno = 0;
        long long integer = dtype == DTYPE(UINT64) && *digits != '-' ? (long long)strtoull(digits, &end, 10) : strtoll(digits, &end, 10);
        if (!*end && !errno) {
            if (dtype->kind == 'u' && *digits == '-') return false;
            if (!integer_fits(dtype, integer)) return false;
            memcpy(bytes, &integer, sizeof integer);
            return true;
        }
        double number;
        if (!whole_floats || !float_parse(text, length, &number) || !(fabs(number) < 9.2e18) || number != floor(number)) return false;
        integer = (long long)number;
        if (!integer_fits(dtype, integer)) return false;
        memcpy(bytes, &integer, sizeof integer);
        return true;
    }
    double number;
    if (!float_parse(text, length, &number)) return false;
    memcpy(bytes, &number, sizeof number);
    return true;
}

static bool cell_convert(Thread *thread, const TableOptions *options, int64_t column, const char *text, size_t length,
                         char bytes[8], bool *converted) {
    *converted = false;
    if (!value_is_dict(options->converters)) return true;
    Value function = dict_get(thread, value_dict(options->converters), value_from_int(column));
    if (value_is_absent(function)) return !exception_is_set(thread);
    Value cell = string_new(thread, text, length), result = VALUE_ABSENT;
    double number;
    if (!value_is_absent(cell)) result = value_call_one(thread, function, cell);
    value_release(cell);
    bool succeeded = !value_is_absent(result) && value_to_double(thread, result, &number);
    value_release(result);
    if (!succeeded) return false;
    int64_t integer = (int64_t)number;
    memcpy(bytes, dtype_is_integer(options->dtype) ? (void *)&integer : (void *)&number, 8);
    *converted = true;
    return true;
}

static bool row_add_cell(Thread *thread, const TableOptions *options, Table *table, int64_t column, const char *text,
                         size_t length) {
    char bytes[8];
    bool converted;
    if (!cell_convert(thread, options, column, text, length, bytes, &converted)) return false;
    if (!converted && !cell_parse(options->dtype, !options->missing_is_nan, text, length, bytes)) {
        if (!options->missing_is_nan) {
            raise_value_error(thread, "could not convert string '%.*s' to %s at row %lld, column %lld.", (int)length, text,
                              options->dtype->name, (long long)table->rows, (long long)column + 1);
            return false;
        }
        int64_t integer = isnan(options->filling) ? -1 : (int64_t)options->filling;
        memcpy(bytes, dtype_is_integer(options->dtype) ? (const void *)&integer : (const void *)&options->filling, 8);
    }
    text_append_bytes(&table->cells, bytes, 8);
    return true;
}

enum { COLUMNS_MAX = 100000 };

/* Cells of a line: starts and lengths; their number, or -1 without memory. */
static int64_t split_line(const TableOptions *options, const char *line, size_t length, TextBuffer *spans) {
    int64_t count = 0;
    size_t at = 0;
    size_t separator = options->delimiter ? strlen(options->delimiter) : 0;
    text_truncate(spans, 0);
    while (at <= length && count < COLUMNS_MAX) {
        if (!separator) {
            while (at < length && isspace((unsigned char)line[at])) at++;
            if (at == length) break;
        }
        size_t end = at;
        while (end < length && (separator ? end + separator > length || memcmp(line + end, options->delimiter, separator)
                                          : !isspace((unsigned char)line[end])))
            end++;
        const size_t span[2] = {at, end - at};
        text_append_bytes(spans, (const char *)span, sizeof span);
        count++;
        if (end >= length) break;
        at = end + (separator ? separator : 1);
    }
    return spans->failed ? -1 : count;
}

static bool table_add_line(Thread *thread, const TableOptions *options, Table *table, const char *line, size_t length,
                           TextBuffer *spans) {
    int64_t count = split_line(options, line, length, spans);
    if (count < 0) {
        raise_no_memory(thread);
        return false;
    }
    int64_t wanted = options->column_count >= 0 ? options->column_count : count;
    if (table->rows && options->column_count < 0 && wanted != table->columns) {
        raise_value_error(thread,
                          options->missing_is_nan
                              ? "Some errors were detected !\n    Line #%lld (got %lld columns instead of %lld)"
                              : "the number of columns changed from %lld to %lld at row %lld; use `usecols` to select a subset and avoid this error",
                          options->missing_is_nan ? (long long)table->rows + 1 : (long long)table->columns, (long long)wanted,
                          options->missing_is_nan ? (long long)table->columns : (long long)table->rows + 1);
        return false;
    }
    table->columns = wanted;
    for (int64_t i = 0; i < wanted; i++) {
        int64_t column = options->column_count >= 0 ? options->columns[i] : i;
        if (column < 0) column += count;
        if (column < 0 || column >= count) {
            raise_value_error(thread, "invalid column index %lld at row %lld with %lld columns", (long long)column,
                              (long long)table->rows + 1, (long long)count);
            return false;
        }
        size_t span[2];
        memcpy(span, spans->bytes + (size_t)column * sizeof span, sizeof span);
        if (!row_add_cell(thread, options, table, column, line + span[0], span[1])) return false;
    }
    table->rows++;
    return true;
}

static bool table_read(Thread *thread, const TableOptions *options, const TextBuffer *text, Table *table) {
    const char *at = text->bytes, *end = at ? at + text->length : NULL;
    TextBuffer spans = TEXT_BUFFER_EMPTY;
    bool succeeded = true;
    for (int64_t number = 0; at && at < end && succeeded; number++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        const char *returned = options->any_newline ? memchr(at, '\r', (size_t)((stop ? stop : end) - at)) : NULL;
        if (returned && returned + 1 != stop) stop = returned;
        size_t length = (size_t)((stop ? stop : end) - at);
        const char *line = at;
        at += length + 1;
        if (number < options->skip) continue;
        if (options->limit >= 0 && table->rows >= options->limit) break;
        if (length && line[length - 1] == '\r') length--;
        if (options->comments && *options->comments) {
            size_t comment = bytes_find(line, length, options->comments, strlen(options->comments), 0);
            if (comment != SIZE_MAX) length = comment;
        }
        size_t start = 0;
        while (start < length && isspace((unsigned char)line[start])) start++;
        if (start == length) continue;
        if (!options->missing_is_nan && memchr(line, '\r', length)) {
            raise_value_error(thread, "Found an unquoted embedded newline within a single line of input.  This is currently not supported.");
            succeeded = false;
            break;
        }
        succeeded = table_add_line(thread, options, table, line, length, &spans) && thread_poll(thread);
    }
    text_release(&spans);
    if (succeeded && table->cells.failed) {
        raise_no_memory(thread);
        succeeded = false;
    }
    return succeeded;
}

/* The table as an array: single rows and columns lose their dimension unless ndmin keeps it. */
static Value table_array(Thread *thread, const Table *table, const TableOptions *options, int64_t minimum, bool unpack) {
    ArrayContext *context = array_context(thread);
    Error error = ERROR_NONE;
    if (!context) return VALUE_ABSENT;
    const Dtype *type = dtype_is_integer(options->dtype) ? DTYPE(INT64) : DTYPE(FLOAT64);
    int64_t shape[2] = {table->rows, table->columns};
    int dimensions = 2;
    if (minimum < 2 && (table->columns == 1 || table->rows == 1 || !table->rows)) {
        int64_t length = table->rows ? table->rows * table->columns : 0;
        shape[0] = length;
        dimensions = length == 1 && minimum < 1 && table->rows == 1 ? 0 : 1;
    }
    Array *array = array_create(context->runtime->host, type, dimensions, shape, &error);
    if (!array) return raise_array_error(thread, &error);
    if (table->cells.length) memcpy(array_data(array), table->cells.bytes, table->cells.length);
    Array *cast = array_cast(array, options->dtype, &error);
    array_release(array);
    if (!cast) return raise_array_error(thread, &error);
    Value result = value_from_array(thread, cast);
    if (!unpack || value_is_absent(result)) return result;
    Value transposed = value_get_attribute_c(thread, result, "T");
    value_release(result);
    return transposed;
}

static bool columns_set(Thread *thread, Value value, TableOptions *options) {
    options->column_count = -1;
    if (value_is_none(value)) return true;
    options->column_count = extents_from_value(thread, value, options->columns, 256);
    return options->column_count >= 0;
}

static Value table_value(Thread *thread, Value source, TableOptions *options, int64_t minimum, bool unpack) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    Table table = {TEXT_BUFFER_EMPTY, 0, 0};
    Value result = VALUE_ABSENT;
    options->any_newline = !value_is_list(source) && !value_is_tuple(source) && value_is_string(source);
    if (read_source(thread, source, &text) && table_read(thread, options, &text, &table))
        result = table_array(thread, &table, options, minimum, unpack);
    text_release(&text);
    text_release(&table.cells);
    return result;
}

static const char *text_or_null(Value value) { return value_is_string(value) ? value_c_string(value) : NULL; }

/* _read_numbers(fname, dtype, comments, delimiter, skiprows, usecols, unpack, ndmin) */
NATIVE(np_read_numbers) {
    NATIVE_UNUSED;
    TableOptions options = {.comments = text_or_null(arguments[2]), .delimiter = text_or_null(arguments[3]), .converters = VALUE_NONE, .limit = -1};
    int64_t minimum;
    int unpack = value_truth(thread, arguments[6]);
    if (unpack < 0 || !(options.dtype = dtype_from_value(thread, arguments[1])) || !value_to_int64(thread, arguments[4], &options.skip) ||
        !columns_set(thread, arguments[5], &options) || !value_to_int64(thread, arguments[7], &minimum))
        return VALUE_ABSENT;
    return table_value(thread, arguments[0], &options, minimum, unpack);
}

/* _read_with_gaps(fname, dtype, comments, delimiter, skip_header, filling_value, usecols, unpack, max_rows) */
NATIVE(np_read_with_gaps) {
    NATIVE_UNUSED;
    TableOptions options = {.comments = text_or_null(arguments[2]), .delimiter = text_or_null(arguments[3]),
                            .converters = VALUE_NONE, .limit = -1, .missing_is_nan = true, .filling = NAN};
    int unpack = value_truth(thread, arguments[7]);
    if (unpack < 0 || !(options.dtype = dtype_from_value(thread, arguments[1])) || !value_to_int64(thread, arguments[4], &options.skip) ||
        !columns_set(thread, arguments[6], &options))
        return VALUE_ABSENT;
    if (!value_is_none(arguments[5]) && !value_to_double(thread, arguments[5], &options.filling)) return VALUE_ABSENT;
    if (!value_is_none(arguments[8]) && !value_to_int64(thread, arguments[8], &options.limit)) return VALUE_ABSENT;
    return table_value(thread, arguments[0], &options, 0, unpack);
}

/* ---- .npy ---- */

static const char npy_magic[] = "\x93NUMPY\x01";

NATIVE(np_save) {
    NATIVE_UNUSED;
    Array *array = array_from_value_any(thread, arguments[1], NULL);
    Error error = ERROR_NONE;
    if (!array) return VALUE_ABSENT;
    if (array->dtype->field_count || array->dtype->has_objects) {
        array_release(array);
        Value save = array_module_member(thread, "numpy._npz", "_save_array");
        Value done = value_is_absent(save) ? save : value_call_values(thread, save, arguments, 3);
        value_release(save);
        return done;
    }
    bool is_fortran = array->dimensions > 1 && array_is_f_contiguous(array) && !array_is_c_contiguous(array);
    Array *transposed = is_fortran ? array_transpose(array, NULL, &error) : array_retain(array);
    Array *plain = transposed ? array_contiguous(transposed, transposed->dtype, &error) : NULL;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    char shape[SHAPE_TEXT_SIZE];
    text_append_bytes(&text, npy_magic, sizeof npy_magic); /* its NUL is the minor version */
    text_append_bytes(&text, "\0\0", 2);
    text_append_format(&text, "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }", array->dtype->string,
                       is_fortran ? "True" : "False", shape_text(array->dimensions, array->shape, shape));
    text_append_repeated(&text, ' ', (64 - (text.length + 1) % 64) % 64);
    text_append_char(&text, '\n');
    if (!text.failed) {
        size_t length = text.length - 10;
        text.bytes[8] = (char)(length & 0xff);
        text.bytes[9] = (char)(length >> 8);
    }
    if (plain) text_append_bytes(&text, array_data(plain), (size_t)array_byte_count(plain));
    bool written = false;
    if (!plain)
        raise_array_error(thread, &error);
    else if (text.failed)
        raise_no_memory(thread);
    else
        written = write_bytes(thread, arguments[0], ".npy", text.bytes, text.length, false);
    text_release(&text);
    array_release(plain);
    array_release(transposed);
    array_release(array);
    return written ? VALUE_NONE : VALUE_ABSENT;
}

/* What follows a key of the header's dict. */
static const char *header_value(const char *header, const char *key) {
    const char *at = strstr(header, key);
    at = at ? strchr(at + strlen(key), ':') : NULL;
    return at ? at + 1 + strspn(at + 1, " ") : NULL;
}

/* Records, values of the language and what else a header can say are read in Python. */
static Value npy_read_other(Thread *thread, const char *bytes, size_t length, Value allow_pickle) {
    Value content = bytes_new(thread, bytes, length), result = VALUE_ABSENT;
    Value read = value_is_absent(content) ? content : array_module_member(thread, "numpy._npz", "_read");
    if (!value_is_absent(read)) result = value_call_two(thread, read, content, allow_pickle);
    value_release(read);
    value_release(content);
    return result;
}

static Value npy_read(Thread *thread, const char *bytes, size_t length, Value allow_pickle) {
    size_t major = length > 8 ? (unsigned char)bytes[6] : 0, start = major == 1 ? 10 : 12, size = 0;
    for (size_t i = start; i-- > 8 && length > 12;) size = size << 8 | (unsigned char)bytes[i];
    char *header = length > 12 && size <= length - start ? memory_copy_bytes(bytes + start, size) : NULL;
    if (!header) return raise_value_error(thread, "cannot read the header of the array file");
    const char *descr = header_value(header, "'descr'"), *order = header_value(header, "'fortran_order'");
    const char *shape = header_value(header, "'shape'");
    const char *quote = descr && *descr == '\'' ? strchr(descr + 1, '\'') : NULL;
    const Dtype *dtype = quote ? dtype_from_name(descr + 1, (size_t)(quote - descr - 1)) : NULL;
    if (dtype && dtype->has_objects) dtype = NULL;
    int64_t extents[ARRAY_DIMENSIONS_MAX], count;
    int dimensions = 0;
    ArrayContext *context = array_context(thread);
    Value result = VALUE_ABSENT;
    for (const char *at = shape ? shape + 1 : NULL; at && *at && *at != ')' && dimensions < ARRAY_DIMENSIONS_MAX;) {
        char *end;
        extents[dimensions] = strtoll(at, &end, 10);
        if (end == at) break;
        dimensions++;
        at = end + strspn(end, ", ");
    }
    Error error = ERROR_NONE;
    if (!dtype || !shape || !context) {
        if (!exception_is_set(thread)) result = npy_read_other(thread, bytes, length, allow_pickle);
    } else if (!shape_size(dimensions, extents, dtype->item_size, &count, &error)) {
        raise_array_error(thread, &error);
    } else if ((uint64_t)count * dtype->item_size > length - start - size) {
        raise_value_error(thread, "cannot reshape array: the file is too short");
    } else {
        bool is_fortran = order && *order == 'T';
        Array *array = is_fortran ? array_create_f(context->runtime->host, dtype, dimensions, extents, &error)
                                  : array_create(context->runtime->host, dtype, dimensions, extents, &error);
        if (array) memcpy(array_data(array), bytes + start + size, (size_t)count * dtype->item_size);
        result = array ? value_from_array(thread, array) : raise_array_error(thread, &error);
    }
    memory_release(header);
    return result;
}

static Value load_archive(Thread *thread, Value file, Value allow_pickle) {
    Value load = array_module_member(thread, "numpy._npz", "_load");
    Value archive = value_is_absent(load) ? load : value_call_two(thread, load, file, allow_pickle);
    value_release(load);
    return archive;
}

static Value load_stream(Thread *thread, Value file, Value allow_pickle) {
    Value load = array_module_member(thread, "numpy._npz", "_load_stream");
    Value loaded = value_is_absent(load) ? load : value_call_two(thread, load, file, allow_pickle);
    value_release(load);
    return loaded;
}

static bool begins_as_npy(const char *path) {
    char start[6];
    FILE *file = fopen(path, "rb");
    bool is = file && fread(start, 1, sizeof start, file) == sizeof start && !memcmp(start, npy_magic, sizeof start);
    if (file) fclose(file);
    return is;
}

NATIVE(np_load) {
    NATIVE_UNUSED;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    Value path = path_of(thread, arguments[0]), result = VALUE_ABSENT;
    bool read;
    if (!value_is_absent(path)) {
        FILE *file = fopen(value_c_string(path), "rb"); /* open()'s error, not loadtxt's */
        if (!file) {
            raise_os_error(thread, errno, value_c_string(path));
            value_release(path);
            return VALUE_ABSENT;
        }
        fclose(file);
    }
    if (!value_is_absent(path) && !value_is_none(arguments[1]) && begins_as_npy(value_c_string(path))) { /* the array stays in the file */
        value_release(path);
        Value function = array_module_member(thread, "numpy.lib.format", "open_memmap");
        Value mapped = value_is_absent(function) ? VALUE_ABSENT : value_call_values(thread, function, arguments, 2);
        value_release(function);
        return mapped;
    }
    bool is_stream = value_is_absent(path) && !exception_is_set(thread) && arguments[0].tag == TAG_OBJECT;
    value_release(path);
    Value reader = is_stream ? value_find_attribute_c(thread, arguments[0], "read") : VALUE_ABSENT;
    value_release(reader);
    if (!value_is_absent(reader)) return load_stream(thread, arguments[0], arguments[2]);
    read = !exception_is_set(thread) && read_source(thread, arguments[0], &text);
    if (read && text.length > 10 && !memcmp(text.bytes, npy_magic, 6))
        result = npy_read(thread, text.bytes, text.length, arguments[2]);
    else if (read && text.length > 4 && (!memcmp(text.bytes, "PK\3\4", 4) || !memcmp(text.bytes, "PK\5\6", 4)))
        result = load_archive(thread, arguments[0], arguments[2]);
    else if (read && !text.length)
        raise_format(thread, thread_builtins(thread)->exception_EOFError, "No data left in file");
    else if (read && value_truth(thread, arguments[2]) > 0)
        result = npy_read_other(thread, text.bytes, text.length, arguments[2]);
    else if (read && !exception_is_set(thread))
        raise_value_error(thread, "This file contains pickled (object) data. If you trust the file you can load it unsafely "
                                  "using the `allow_pickle=` keyword argument or `pickle.load()`.");
    text_release(&text);
    return result;
}

const NativeEntry file_functions[] = {
    {"_read_numbers", "(fname, dtype, comments, delimiter, skiprows, usecols, unpack, ndmin, /)", "A table of numbers.", np_read_numbers, NULL, 0},
    {"_read_with_gaps", "(fname, dtype, comments, delimiter, skip_header, filling_value, usecols, unpack, max_rows, /)",
     "A table of numbers in which some may be missing.", np_read_with_gaps, NULL, 0},
    {"save", "(file, arr, allow_pickle=True)", "Write one array to a .npy file.", np_save, NULL, 0},
    {"load", "(file, mmap_mode=None, allow_pickle=False, fix_imports=True, encoding='ASCII', *, max_header_size=10000)",
     "Load an array from a .npy file.", np_load, NULL, NATIVE_ASKS_NOBODY},
    {"fromfile", "(file, dtype=<float>, count=-1, sep='', offset=0, *, like=None)", "An array from a file's bytes or text.",
     np_from_file, NULL, 0},
    {"fromstring", "(string, dtype=<float>, count=-1, sep=<no value>, *, like=None)", "A 1-D array from text.", np_from_string, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};
