/* io: files and streams in memory, of text and of bytes.
 *
 * Every stream is one struct. A file holds bytes that were read ahead in data[start..length) and bytes still to be written
 * in `pending`; never both, as reading flushes and writing seeks back. A stream in memory has its whole content in
 * data[0..length) (StringIO: UTF-8) and its place in `start`. Text is decoded when it is handed out, so that the position
 * in the file is always known. */
#include "base/memory.h"
#include "base/text_buffer.h"
#include "kernel/objects/builtins.h"
#include "kernel/objects/containers.h"
#include "kernel/objects/native.h"
#include "kernel/objects/string.h"
#include "kernel/objects/type.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

Value os_path_text(Thread *thread, Value value);

enum { CHUNK_SIZE = 65536 };
typedef enum Newline { NEWLINE_TRANSLATE, NEWLINE_ANY, NEWLINE_LF, NEWLINE_CR, NEWLINE_CRLF } Newline;

typedef struct Stream {
    Object object;
    int descriptor; /* -1: in memory */
    bool text, readable, writable, closed, owns_descriptor, flush_lines, flush_always;
    Newline newline;
    Value name, mode, encoding, errors; /* absent in memory */
    char *data;
    size_t start, length, capacity;
    TextBuffer pending;
} Stream;

static Value raise_unsupported(Thread *thread, const char *message) {
    Value module = import_module(thread, "io");
    Value type = value_is_absent(module) ? module : value_get_attribute_c(thread, module, "UnsupportedOperation");
    if (!value_is_absent(type)) raise_format(thread, value_type(type), "%s", message);
    value_release(type);
    value_release(module);
    return VALUE_ABSENT;
}

static Stream *stream_of(Value self) { return (Stream *)self.object; }
static bool stream_in_memory(const Stream *stream) { return stream->descriptor < 0; }

static bool stream_check_open(Thread *thread, const Stream *stream) {
    if (!stream->closed) return true;
    raise_value_error(thread, "I/O operation on closed file.");
    return false;
}

static bool stream_reserve(Thread *thread, Stream *stream, size_t capacity) {
    if (capacity <= stream->capacity) return true;
    if (capacity < SIZE_MAX / 4) capacity += capacity / 2;
    char *data = memory_resize(stream->data, capacity);
    if (!data) return raise_no_memory(thread), false;
    stream->data = data;
    stream->capacity = capacity;
    return true;
}

/* Write out what is pending; an errno, or 0. */
static int stream_write_pending(Stream *stream) {
    int error = 0;
    const char *bytes = text_string(&stream->pending);
    for (size_t at = 0; at < stream->pending.length && !error;) {
        ssize_t count = write(stream->descriptor, bytes + at, stream->pending.length - at);
        if (count >= 0) at += (size_t)count;
        else if (errno != EINTR) error = errno;
    }
    text_truncate(&stream->pending, 0);
    return error;
}

static bool stream_flush(Thread *thread, Stream *stream) {
    int error = stream->pending.length ? stream_write_pending(stream) : 0;
    if (error) raise_os_error(thread, error, NULL);
    return !error;
}

/* Forget what was read ahead: the file's own position becomes the stream's. */
static void stream_drop_ahead(Stream *stream) {
    if (stream->length > stream->start) (void)lseek(stream->descriptor, -(off_t)(stream->length - stream->start), SEEK_CUR);
    stream->start = stream->length = 0;
}

/* Read more behind data[..length): the number of bytes, 0 at the end, -1 with an exception. */
static ssize_t stream_fill(Thread *thread, Stream *stream) {
    if (stream_in_memory(stream)) return 0;
    if (!stream_flush(thread, stream)) return -1;
    if (stream->start) {
        memmove(stream->data, stream->data + stream->start, stream->length - stream->start);
        stream->length -= stream->start;
        stream->start = 0;
    }
    if (!stream_reserve(thread, stream, stream->length + CHUNK_SIZE)) return -1;
    ssize_t count;
    while ((count = read(stream->descriptor, stream->data + stream->length, CHUNK_SIZE)) < 0 && errno == EINTR) {}
    if (count < 0) return raise_os_error(thread, errno, NULL), -1;
    stream->length += (size_t)count;
    return count;
}

/* Make data[start..start + wanted) there; fewer at the end. */
static bool stream_want(Thread *thread, Stream *stream, size_t wanted) {
    while (stream->length < stream->start || stream->length - stream->start < wanted) {
        ssize_t count = stream_fill(thread, stream);
        if (count <= 0) return count == 0;
    }
    return true;
}

static size_t stream_available(const Stream *stream) {
    return stream->length > stream->start ? stream->length - stream->start : 0;
}

/* Hand out the next `length` bytes: bytes, or str with newlines translated. */
static Value stream_take(Thread *thread, Stream *stream, size_t length) {
    const char *bytes = length ? stream->data + stream->start : "";
    stream->start += length;
    if (!stream->text) return bytes_new(thread, bytes, length);
    if (stream_in_memory(stream)) return string_new(thread, bytes, length);
    const char *encoding = value_c_string(stream->encoding), *errors = value_c_string(stream->errors);
    if (stream->newline != NEWLINE_TRANSLATE || !memchr(bytes, '\r', length))
        return string_decode(thread, bytes, length, encoding, errors);
    char *plain = memory_allocate(length);
    if (!plain) return raise_no_memory(thread);
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        plain[count++] = bytes[i] == '\r' ? '\n' : bytes[i];
        if (bytes[i] == '\r' && i + 1 < length && bytes[i + 1] == '\n') i++;
    }
    Value text = string_decode(thread, plain, count, encoding, errors);
    memory_release(plain);
    return text;
}

static bool stream_is_utf8(const Stream *stream) {
    if (stream_in_memory(stream)) return true;
    const char *name = value_c_string(stream->encoding);
    return strncasecmp(name, "utf", 3) == 0 || strcasecmp(name, "u8") == 0;
}

/* The bytes of the next `count` characters (a translated \r\n is one); false with an exception. */
static bool stream_measure(Thread *thread, Stream *stream, size_t count, size_t *length) {
    size_t at = 0;
    bool utf8 = stream_is_utf8(stream);
    for (; count; count--) {
        if (!stream_want(thread, stream, at + 4)) return false;
        size_t available = stream_available(stream), step = 1;
        if (at >= available) break;
        unsigned char byte = (unsigned char)stream->data[stream->start + at];
        if (utf8 && byte >= 0xC0) step = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
        if (byte == '\r' && stream->newline == NEWLINE_TRANSLATE && at + 1 < available && stream->data[stream->start + at + 1] == '\n')
            step = 2;
        at = at + step < available ? at + step : available;
    }
    *length = at;
    return true;
}

/* The bytes of the next line with its end, 0 at the end of the file. */
static bool stream_measure_line(Thread *thread, Stream *stream, size_t *length) {
    Newline newline = stream->text ? stream->newline : NEWLINE_LF;
    for (size_t at = 0;; at++) {
        if (at >= stream_available(stream) && !stream_want(thread, stream, at + 1)) return false;
        if (at >= stream_available(stream)) return *length = at, true;
        char byte = stream->data[stream->start + at];
        bool ends = byte == '\n' && newline <= NEWLINE_LF;
        if (byte == '\r' && newline != NEWLINE_LF) {
            if (newline != NEWLINE_CR && !stream_want(thread, stream, at + 2)) return false;
            bool pair = newline != NEWLINE_CR && at + 1 < stream_available(stream) && stream->data[stream->start + at + 1] == '\n';
            at += pair;
            ends = pair || newline != NEWLINE_CRLF;
        }
        if (ends) return *length = at + 1, true;
    }
}

static bool stream_check_readable(Thread *thread, Stream *stream, const char *message) {
    if (!stream_check_open(thread, stream)) return false;
    if (!stream->readable) return raise_unsupported(thread, stream->text ? "not readable" : message), false;
    return true;
}

/* A size argument: None and negative ones are -1. */
static bool size_argument(Thread *thread, Value value, int64_t *size) {
    *size = -1;
    if (value_is_none(value)) return true;
    if (!value_to_int64(thread, value, size)) return false;
    if (*size < 0) *size = -1;
    return true;
}

NATIVE(stream_read) {
    (void)native;
    Stream *stream = stream_of(arguments[0]);
    int64_t size;
    size_t length;
    if (!size_argument(thread, arguments[1], &size) || !stream_check_readable(thread, stream, "read")) return VALUE_ABSENT;
    if (size >= 0 && stream->text) {
        if (!stream_measure(thread, stream, (size_t)size, &length)) return VALUE_ABSENT;
    } else {
        if (!stream_want(thread, stream, size < 0 ? SIZE_MAX : (size_t)size)) return VALUE_ABSENT;
        length = stream_available(stream);
        if (size >= 0 && length > (size_t)size) length = (size_t)size;
    }
    return stream_take(thread, stream, length);
}

static Value stream_line(Thread *thread, Stream *stream, int64_t limit) {
    size_t length, most;
    if (!stream_check_readable(thread, stream, "read") || !stream_measure_line(thread, stream, &length)) return VALUE_ABSENT;
    if (limit >= 0) {
        most = (size_t)limit;
        if (stream->text && !stream_measure(thread, stream, (size_t)limit, &most)) return VALUE_ABSENT;
        if (length > most) length = most;
    }
    return stream_take(thread, stream, length);
}

NATIVE(stream_readline) {
    (void)native;
    int64_t limit;
    return size_argument(thread, arguments[1], &limit) ? stream_line(thread, stream_of(arguments[0]), limit) : VALUE_ABSENT;
}

static Value stream_next(Thread *thread, Value self) {
    Value line = stream_line(thread, stream_of(self), -1);
    if (value_is_absent(line) || value_length(thread, line)) return line;
    value_release(line);
    return VALUE_ABSENT;
}

static Value stream_iterate(Thread *thread, Value self) {
    return stream_check_open(thread, stream_of(self)) ? value_retain(self) : VALUE_ABSENT;
}

NATIVE(stream_readlines) {
    (void)native;
    int64_t hint, total = 0;
    if (!size_argument(thread, arguments[1], &hint)) return VALUE_ABSENT;
    Value lines = list_new(thread);
    while (!value_is_absent(lines) && (hint <= 0 || total < hint)) {
        Value line = stream_next(thread, arguments[0]);
        if (value_is_absent(line) && !exception_is_set(thread)) break;
        if (!value_is_absent(line)) total += value_length(thread, line);
        if (!list_append_owned(thread, value_list(lines), line)) {
            value_release(lines);
            return VALUE_ABSENT;
        }
    }
    return lines;
}

/* Put bytes at the place of a stream in memory; in StringIO they replace as many characters. */
static bool memory_write(Thread *thread, Stream *stream, const char *bytes, size_t length, size_t count) {
    size_t replaced = length;
    if (stream->text && stream->start < stream->length && !stream_measure(thread, stream, count, &replaced)) return false;
    if (replaced > stream_available(stream)) replaced = stream_available(stream);
    size_t end = stream->start > stream->length ? stream->start : stream->length;
    if (length > SIZE_MAX / 2 - end) return raise_no_memory(thread), false;
    if (!stream_reserve(thread, stream, end - replaced + length)) return false;
    if (!length) return true;
    if (end > stream->length) memset(stream->data + stream->length, 0, end - stream->length);
    char *place = stream->data + stream->start;
    memmove(place + length, place + replaced, end - stream->start - replaced);
    memcpy(place, bytes, length);
    stream->length = end - replaced + length;
    stream->start += length;
    return true;
}

static bool file_write(Thread *thread, Stream *stream, const char *bytes, size_t length) {
    stream_drop_ahead(stream);
    text_append_bytes(&stream->pending, bytes, length);
    if (stream->pending.failed) return raise_no_memory(thread), false;
    bool now = stream->flush_always || stream->pending.length >= CHUNK_SIZE || (stream->flush_lines && memchr(bytes, '\n', length));
    return !now || stream_flush(thread, stream);
}

static Value write_text(Thread *thread, Stream *stream, String *text) {
    if (stream_in_memory(stream))
        return memory_write(thread, stream, text->bytes, text->length, text->count) ? value_from_int((int64_t)text->count) : VALUE_ABSENT;
    Value source = value_from_object(object_retain(text));
    if (stream->newline == NEWLINE_CR || stream->newline == NEWLINE_CRLF) {
        Value pair[2] = {string_from_c(thread, "\n"), string_from_c(thread, stream->newline == NEWLINE_CR ? "\r" : "\r\n")};
        value_replace(&source, value_call_method(thread, source, "replace", pair, 2));
        value_release(pair[0]);
        value_release(pair[1]);
        if (value_is_absent(source)) return source;
    }
    Value bytes = string_encode(thread, value_string(source), value_c_string(stream->encoding), value_c_string(stream->errors));
    value_release(source);
    if (value_is_absent(bytes)) return bytes;
    const Bytes *encoded = (const Bytes *)bytes.object;
    bool done = file_write(thread, stream, encoded->bytes, encoded->length);
    value_release(bytes);
    return done ? value_from_int((int64_t)text->count) : VALUE_ABSENT;
}

static Value stream_put(Thread *thread, Stream *stream, Value value) {
    const char *bytes;
    size_t length;
    if (stream->text && !value_is_string(value)) {
        const char *type = type_short_name(type_of(thread->interpreter, value));
        return stream_in_memory(stream) ? raise_type_error(thread, "string argument expected, got '%s'", type)
                                        : raise_type_error(thread, "write() argument must be str, not %s", type);
    }
    if (!stream->text && value_is_string(value)) return raise_type_error(thread, "a bytes-like object is required, not 'str'");
    if (!stream_check_open(thread, stream)) return VALUE_ABSENT;
    if (!stream->writable) return raise_unsupported(thread, stream->text ? "not writable" : "write");
    if (stream->text) return write_text(thread, stream, value_string(value));
    if (!value_buffer(thread, value, &bytes, &length)) return VALUE_ABSENT;
    bool done = stream_in_memory(stream) ? memory_write(thread, stream, bytes, length, length) : file_write(thread, stream, bytes, length);
    return done ? value_from_int((int64_t)length) : VALUE_ABSENT;
}

NATIVE(stream_write) {
    (void)native;
    return stream_put(thread, stream_of(arguments[0]), arguments[1]);
}

NATIVE(stream_writelines) {
    (void)native;
    if (!stream_check_open(thread, stream_of(arguments[0]))) return VALUE_ABSENT;
    Value iterator = value_iterate(thread, arguments[1]), line = VALUE_ABSENT;
    while (!value_is_absent(iterator) && !value_is_absent(line = value_next(thread, iterator))) {
        Value done = stream_put(thread, stream_of(arguments[0]), line);
        value_release(line);
        if (value_is_absent(done)) break;
    }
    value_release(iterator);
    return exception_is_set(thread) ? VALUE_ABSENT : VALUE_NONE;
}

static Value stream_position(Thread *thread, Stream *stream) {
    if (!stream_check_open(thread, stream)) return VALUE_ABSENT;
    if (stream_in_memory(stream)) {
        size_t extra = 0;
        for (size_t i = 0; stream->text && i < stream->start && i < stream->length; i++) extra += (stream->data[i] & 0xC0) == 0x80;
        return value_from_int((int64_t)(stream->start - extra));
    }
    if (!stream_flush(thread, stream)) return VALUE_ABSENT;
    off_t place = lseek(stream->descriptor, 0, SEEK_CUR);
    if (place < 0) return raise_os_error(thread, errno, NULL);
    return value_from_int(place - (off_t)(stream->length - stream->start));
}

NATIVE(stream_tell) {
    (void)native;
    return stream_position(thread, stream_of(arguments[0]));
}

static Value memory_seek(Thread *thread, Stream *stream, int64_t offset, int64_t whence) {
    if (stream->text && whence && offset)
        return raise_format(thread, thread_builtins(thread)->exception_OSError, "Can't do nonzero cur-relative seeks");
    if (whence == 0 && offset < 0) return raise_value_error(thread, stream->text ? "Negative seek position %lld" : "negative seek value %lld", (long long)offset);
    int64_t base = whence == 0 ? 0 : whence == 1 ? (int64_t)stream->start : (int64_t)stream->length;
    if (offset > 0 && base > INT64_MAX - offset) return raise_overflow_error(thread, "new position too large");
    if (!stream->text || whence) {
        stream->start = base + offset < 0 ? 0 : (size_t)(base + offset);
        return stream_position(thread, stream);
    }
    stream->start = 0;
    size_t place = 0, passed = 0;
    if (!stream_measure(thread, stream, stream->length < (size_t)offset ? stream->length : (size_t)offset, &place)) return VALUE_ABSENT;
    for (size_t i = 0; i < place; i++) passed += (stream->data[i] & 0xC0) != 0x80;
    stream->start = place + ((size_t)offset - passed);
    return value_from_int(offset);
}

NATIVE(stream_seek) {
    (void)native;
    Stream *stream = stream_of(arguments[0]);
    int64_t offset, whence;
    if (!value_to_int64(thread, arguments[1], &offset) || !value_to_int64(thread, arguments[2], &whence)) return VALUE_ABSENT;
    if (!stream_check_open(thread, stream)) return VALUE_ABSENT;
    if (whence < 0 || whence > 2) return raise_value_error(thread, "invalid whence (%lld, should be 0, 1 or 2)", (long long)whence);
    if (stream_in_memory(stream)) return memory_seek(thread, stream, offset, whence);
    if (stream->text && whence && offset)
        return raise_unsupported(thread, whence == 1 ? "can't do nonzero cur-relative seeks" : "can't do nonzero end-relative seeks");
    if (stream->text && offset < 0) return raise_value_error(thread, "negative seek position %lld", (long long)offset);
    if (!stream_flush(thread, stream)) return VALUE_ABSENT;
    stream_drop_ahead(stream);
    off_t place = lseek(stream->descriptor, (off_t)offset, (int)whence);
    return place < 0 ? raise_os_error(thread, errno, NULL) : value_from_int(place);
}

NATIVE(stream_truncate) {
    (void)native;
    Stream *stream = stream_of(arguments[0]);
    Value size = value_is_none(arguments[1]) ? stream_position(thread, stream) : value_retain(arguments[1]);
    int64_t length;
    if (value_is_absent(size) || !value_to_int64(thread, size, &length) || !stream_check_open(thread, stream)) return VALUE_ABSENT;
    if (!stream->writable) return raise_unsupported(thread, "truncate");
    if (length < 0 && stream_in_memory(stream)) return raise_value_error(thread, "negative size value %lld", (long long)length);
    if (!stream_in_memory(stream)) {
        if (!stream_flush(thread, stream)) return VALUE_ABSENT;
        stream_drop_ahead(stream);
        return ftruncate(stream->descriptor, length) ? raise_os_error(thread, errno, NULL) : value_from_int(length);
    }
    size_t start = stream->start, kept = (size_t)length;
    stream->start = 0;
    bool measured = !stream->text || stream_measure(thread, stream, kept, &kept);
    stream->start = start;
    if (measured && kept < stream->length) stream->length = kept;
    return measured ? value_from_int(length) : VALUE_ABSENT;
}

NATIVE(stream_flush_now) {
    (void)native;
    Stream *stream = stream_of(arguments[0]);
    return stream_check_open(thread, stream) && stream_flush(thread, stream) ? VALUE_NONE : VALUE_ABSENT;
}

static int stream_shut(Stream *stream) {
    int error = 0;
    if (!stream->closed && !stream_in_memory(stream)) {
        if (stream->pending.length) error = stream_write_pending(stream);
        if (stream->owns_descriptor && close(stream->descriptor) && !error) error = errno;
    }
    stream->closed = true;
    memory_release(stream->data);
    stream->data = NULL;
    stream->start = stream->length = stream->capacity = 0;
    text_release(&stream->pending);
    return error;
}

NATIVE(stream_close) {
    (void)native;
    int error = stream_shut(stream_of(arguments[0]));
    return error ? raise_os_error(thread, error, NULL) : VALUE_NONE;
}

static void stream_destroy(Object *object) {
    Stream *stream = (Stream *)object;
    stream_shut(stream);
    value_release(stream->name);
    value_release(stream->mode);
    value_release(stream->encoding);
    value_release(stream->errors);
}

NATIVE(stream_enter) {
    (void)native;
    return stream_check_open(thread, stream_of(arguments[0])) ? value_retain(arguments[0]) : VALUE_ABSENT;
}
NATIVE(stream_exit) {
    (void)native;
    return value_call_method(thread, arguments[0], "close", NULL, 0);
}
NATIVE(stream_fileno) {
    (void)native;
    const Stream *stream = stream_of(arguments[0]);
    if (!stream_check_open(thread, stream)) return VALUE_ABSENT;
    return stream_in_memory(stream) ? raise_unsupported(thread, "fileno") : value_from_int(stream->descriptor);
}

/* isatty, readable, writable, seekable: the entry's data says which. */
NATIVE(stream_ask) {
    const Stream *stream = stream_of(arguments[0]);
    if (!stream_check_open(thread, stream)) return VALUE_ABSENT;
    switch (((const char *)native->entry->data)[0]) {
    case 'r': return value_from_bool(stream->readable);
    case 'w': return value_from_bool(stream->writable);
    case 's': return value_from_bool(stream_in_memory(stream) || lseek(stream->descriptor, 0, SEEK_CUR) >= 0);
    default: return value_from_bool(!stream_in_memory(stream) && isatty(stream->descriptor));
    }
}

NATIVE(stream_getvalue) {
    (void)native;
    Stream *stream = stream_of(arguments[0]);
    if (!stream_check_open(thread, stream)) return VALUE_ABSENT;
    const char *bytes = stream->length ? stream->data : "";
    return stream->text ? string_new(thread, bytes, stream->length) : bytes_new(thread, bytes, stream->length);
}

static Value stream_get_closed(Thread *thread, Value self) { return (void)thread, value_from_bool(stream_of(self)->closed); }
static Value stream_get_name(Thread *thread, Value self) { return (void)thread, value_retain(stream_of(self)->name); }
static Value stream_get_mode(Thread *thread, Value self) { return (void)thread, value_retain(stream_of(self)->mode); }
static Value stream_get_encoding(Thread *thread, Value self) { return (void)thread, value_retain(stream_of(self)->encoding); }
static Value stream_get_errors(Thread *thread, Value self) { return (void)thread, value_retain(stream_of(self)->errors); }
static Value stream_get_none(Thread *thread, Value self) { return (void)thread, (void)self, VALUE_NONE; }

static Value file_repr(Thread *thread, Value self) {
    const Stream *stream = stream_of(self);
    Value name = value_repr(thread, stream->name);
    if (value_is_absent(name)) return name;
    const char *type = self.object->type->name;
    Value text = stream->text ? string_format(thread, "<%s name=%s mode='%s' encoding='%s'>", type, value_c_string(name),
                                              value_c_string(stream->mode), value_c_string(stream->encoding))
                              : string_format(thread, "<%s name=%s>", type, value_c_string(name));
    value_release(name);
    return text;
}

#define STREAM_METHODS                                                                                              \
    {"read", "($self, size=-1, /)", "Read and return up to size characters or bytes.", stream_read, NULL, 0},       \
    {"readline", "($self, size=-1, /)", "Read and return a line.", stream_readline, NULL, 0},                       \
    {"readlines", "($self, hint=-1, /)", "Return a list of lines.", stream_readlines, NULL, 0},                     \
    {"write", "($self, text, /)", "Write, and return how much was written.", stream_write, NULL, 0},                \
    {"writelines", "($self, lines, /)", "Write a list of lines.", stream_writelines, NULL, 0},                      \
    {"seek", "($self, cookie, whence=0, /)", "Change the position.", stream_seek, NULL, 0},                         \
    {"tell", "($self, /)", "Return the position.", stream_tell, NULL, 0},                                           \
    {"truncate", "($self, pos=None, /)", "Truncate to size bytes.", stream_truncate, NULL, 0},                      \
    {"flush", "($self, /)", "Flush write buffers.", stream_flush_now, NULL, 0},                                     \
    {"close", "($self, /)", "Flush and close.", stream_close, NULL, 0},                                             \
    {"fileno", "($self, /)", "Return the file descriptor.", stream_fileno, NULL, 0},                                \
    {"isatty", "($self, /)", "Whether this is a terminal.", stream_ask, "t", 0},                                    \
    {"readable", "($self, /)", "Whether it can be read.", stream_ask, "r", 0},                                      \
    {"writable", "($self, /)", "Whether it can be written.", stream_ask, "w", 0},                                   \
    {"seekable", "($self, /)", "Whether it can be positioned.", stream_ask, "s", 0},                                \
    {"__enter__", "($self, /)", NULL, stream_enter, NULL, 0},                                                       \
    {"__exit__", "($self, /, *args)", NULL, stream_exit, NULL, 0}
static const NativeEntry file_methods[] = {STREAM_METHODS, {0}};
static const NativeEntry memory_methods[] = {
    STREAM_METHODS, {"getvalue", "($self, /)", "Retrieve the entire contents.", stream_getvalue, NULL, 0}, {0}};
static const PropertyEntry text_properties[] = {
    {"closed", stream_get_closed, NULL, NULL}, {"name", stream_get_name, NULL, NULL}, {"mode", stream_get_mode, NULL, NULL},
    {"encoding", stream_get_encoding, NULL, NULL}, {"errors", stream_get_errors, NULL, NULL}, {"newlines", stream_get_none, NULL, NULL}, {0}};
static const PropertyEntry binary_properties[] = {
    {"closed", stream_get_closed, NULL, NULL}, {"name", stream_get_name, NULL, NULL}, {"mode", stream_get_mode, NULL, NULL}, {0}};
static const PropertyEntry memory_text_properties[] = {
    {"closed", stream_get_closed, NULL, NULL}, {"encoding", stream_get_none, NULL, NULL}, {"errors", stream_get_none, NULL, NULL}, {0}};
static const PropertyEntry memory_binary_properties[] = {{"closed", stream_get_closed, NULL, NULL}, {0}};

/* initial_value, and for StringIO the newline. */
static Value memory_create(Thread *thread, Type *type, const Call *call, bool text) {
    Value arguments[2] = {VALUE_ABSENT, VALUE_ABSENT};
    size_t count = text ? 2 : 1, length = 0;
    const char *bytes = "";
    if (!native_match(thread, text ? "StringIO" : "BytesIO", text ? "(initial_value='', newline='\\n')" : "(initial_bytes=None)", call,
                      arguments, 2)) return VALUE_ABSENT;
    Stream *stream = NULL;
    bool good = true;
    if (value_is_none(arguments[0])) length = 0;
    else if (!text) good = value_buffer(thread, arguments[0], &bytes, &length);
    else if (value_is_string(arguments[0])) bytes = value_c_string(arguments[0]), length = value_string(arguments[0])->length;
    else good = (raise_type_error(thread, "initial_value must be str or None, not %s", value_type_name(thread, arguments[0])), false);
    if (good && (stream = object_new(thread, type))) {
        *stream = (Stream){.object = stream->object, .descriptor = -1, .text = text, .readable = true, .writable = true, .newline = NEWLINE_LF};
        if (memory_write(thread, stream, bytes, length, length)) stream->start = 0;
        else object_release(stream), stream = NULL;
    }
    native_release_arguments(arguments, count);
    return value_from_object(stream);
}
static Value string_io_create(Thread *thread, Type *type, const Call *call) { return memory_create(thread, type, call, true); }
static Value bytes_io_create(Thread *thread, Type *type, const Call *call) { return memory_create(thread, type, call, false); }

static const Type io_base_type = {.name = "io.IOBase", .flags = TYPE_BASE, .instance_size = sizeof(Object)};
#define ABSTRACT_TYPE(identifier, name_) \
    static const Type identifier = {.name = name_, .base = (Type *)&io_base_type, .flags = TYPE_BASE, .instance_size = sizeof(Object)};
ABSTRACT_TYPE(raw_base_type, "io.RawIOBase")
ABSTRACT_TYPE(buffered_base_type, "io.BufferedIOBase")
ABSTRACT_TYPE(text_base_type, "io.TextIOBase")
#define STREAM_TYPE(identifier, name_, base_, methods_, properties_, repr_, create_, flags_)                        \
    static const Type identifier = {.name = name_, .base = (Type *)&base_, .flags = flags_,                         \
                                    .instance_size = sizeof(Stream), .destroy = stream_destroy, .repr = repr_,      \
                                    .create = create_, .iterate = stream_iterate, .next = stream_next,              \
                                    .methods = methods_, .properties = properties_};
STREAM_TYPE(text_type, "_io.TextIOWrapper", text_base_type, file_methods, text_properties, file_repr, NULL, TYPE_NO_CREATE)
STREAM_TYPE(reader_type, "_io.BufferedReader", buffered_base_type, file_methods, binary_properties, file_repr, NULL, TYPE_NO_CREATE)
STREAM_TYPE(writer_type, "_io.BufferedWriter", buffered_base_type, file_methods, binary_properties, file_repr, NULL, TYPE_NO_CREATE)
STREAM_TYPE(random_type, "_io.BufferedRandom", buffered_base_type, file_methods, binary_properties, file_repr, NULL, TYPE_NO_CREATE)
STREAM_TYPE(raw_type, "_io.FileIO", raw_base_type, file_methods, binary_properties, file_repr, NULL, TYPE_NO_CREATE)
STREAM_TYPE(string_io_type, "_io.StringIO", text_base_type, memory_methods, memory_text_properties, NULL, string_io_create, TYPE_BASE)
STREAM_TYPE(bytes_io_type, "_io.BytesIO", buffered_base_type, memory_methods, memory_binary_properties, NULL, bytes_io_create, TYPE_BASE)

/* ---- open ---- */
typedef struct Mode {
    char action; /* r w a x */
    bool update, binary, text;
} Mode;

static bool mode_parse(Thread *thread, Value value, Mode *mode) {
    *mode = (Mode){0};
    int actions = 0;
    const char *text = value_c_string(value);
    for (const char *at = text; *at; at++) {
        if (!strchr("rwaxbt+", *at) || strchr(at + 1, *at)) return raise_value_error(thread, "invalid mode: '%s'", text), false;
        if (*at == '+') mode->update = true;
        else if (*at == 'b') mode->binary = true;
        else if (*at == 't') mode->text = true;
        else mode->action = *at, actions++;
    }
    if (mode->binary && mode->text) return raise_value_error(thread, "can't have text and binary mode at once"), false;
    if (actions != 1) {
        raise_value_error(thread, actions || mode->update ? "must have exactly one of create/read/write/append mode"
                                            : "Must have exactly one of create/read/write/append mode and at most one plus");
        return false;
    }
    return true;
}

static bool newline_parse(Thread *thread, Value value, Newline *newline) {
    static const char *const texts[] = {NULL, "", "\n", "\r", "\r\n"};
    *newline = NEWLINE_TRANSLATE;
    if (value_is_none(value)) return true;
    for (int i = 1; value_is_string(value) && i < 5; i++)
        if (!strcmp(value_c_string(value), texts[i])) return *newline = (Newline)i, true;
    Value shown = value_repr(thread, value);
    if (!value_is_absent(shown)) raise_value_error(thread, "illegal newline value: %s", value_c_string(shown));
    value_release(shown);
    return false;
}

/* The descriptor of a path or of a number; -1 with an exception. */
static int file_open(Thread *thread, Value file, const Mode *mode) {
    int64_t number;
    if (value_is_int(file)) {
        if (!value_to_int64(thread, file, &number)) return -1;
        if (number < 0) return raise_value_error(thread, "negative file descriptor"), -1;
        if (fcntl((int)number, F_GETFD) < 0) return raise_os_error(thread, errno, NULL), -1;
        return (int)number;
    }
    Value path = os_path_text(thread, file);
    if (value_is_absent(path)) return -1;
    int flags = mode->update ? O_RDWR : mode->action == 'r' ? O_RDONLY : O_WRONLY, descriptor;
    if (mode->action != 'r') flags |= O_CREAT | (mode->action == 'w' ? O_TRUNC : mode->action == 'a' ? O_APPEND : O_EXCL);
    struct stat status;
    if (strlen(value_c_string(path)) != value_string(path)->length) descriptor = -1, raise_value_error(thread, "embedded null byte");
    else {
        while ((descriptor = open(value_c_string(path), flags | O_CLOEXEC, 0666)) < 0 && errno == EINTR) {}
        int error = descriptor < 0 ? errno : fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode) ? EISDIR : 0;
        if (error && descriptor >= 0) close(descriptor), descriptor = -1;
        if (error) raise_os_error(thread, error, value_c_string(path));
    }
    value_release(path);
    if (descriptor >= 0 && mode->action == 'a') (void)lseek(descriptor, 0, SEEK_END);
    return descriptor;
}

static const Type *stream_type_for(const Mode *mode, int64_t buffering) {
    if (!mode->binary) return &text_type;
    if (buffering == 0) return &raw_type;
    return mode->update ? &random_type : mode->action == 'r' ? &reader_type : &writer_type;
}

static Value binary_mode(Thread *thread, const Mode *mode) {
    bool rewrite = mode->update && mode->action == 'w';
    return string_format(thread, "%cb%s", rewrite ? 'r' : mode->action, mode->update ? "+" : "");
}

NATIVE(io_open) {
    (void)native;
    Mode mode;
    int64_t buffering;
    Newline newline;
    if (!value_is_string(arguments[1]))
        return raise_type_error(thread, "open() argument 'mode' must be str, not %s", value_type_name(thread, arguments[1]));
    if (!mode_parse(thread, arguments[1], &mode) || !value_to_int64(thread, arguments[2], &buffering)) return VALUE_ABSENT;
    static const char *const names[] = {"encoding", "errors", "newline"};
    for (int i = 0; i < 3; i++) {
        if (value_is_none(arguments[3 + i])) continue;
        if (mode.binary) return raise_value_error(thread, "binary mode doesn't take %s argument", i == 0 ? "an encoding" : i == 1 ? "an errors" : "a newline");
        if (!value_is_string(arguments[3 + i]))
            return raise_type_error(thread, "open() argument '%s' must be str or None, not %s", names[i], value_type_name(thread, arguments[3 + i]));
    }
    if (!newline_parse(thread, arguments[5], &newline)) return VALUE_ABSENT;
    if (buffering == 0 && !mode.binary) return raise_value_error(thread, "can't have unbuffered text I/O");
    int owns = value_truth(thread, arguments[6]);
    if (owns < 0) return VALUE_ABSENT;
    if (!owns && !value_is_int(arguments[0])) return raise_value_error(thread, "Cannot use closefd=False with file name");
    if (!value_is_none(arguments[7])) return raise_unsupported(thread, "opener");
    if (!value_is_none(arguments[3])) { /* an unknown encoding is an error before the file is made */
        Value probe = string_decode(thread, "", 0, value_c_string(arguments[3]), "strict");
        if (value_is_absent(probe)) return probe;
        value_release(probe);
    }
    Type *type = type_from_template(thread, stream_type_for(&mode, buffering));
    Stream *stream = type ? object_new(thread, type) : NULL;
    if (!stream) return VALUE_ABSENT;
    *stream = (Stream){.object = stream->object, .descriptor = -1, .text = !mode.binary, .newline = newline};
    stream->name = value_retain(arguments[0]);
    stream->mode = mode.binary ? binary_mode(thread, &mode) : value_retain(arguments[1]);
    stream->encoding = value_is_none(arguments[3]) ? string_from_c(thread, "UTF-8") : value_retain(arguments[3]);
    stream->errors = value_is_none(arguments[4]) ? string_from_c(thread, "strict") : value_retain(arguments[4]);
    bool good = !value_is_absent(stream->mode) && !value_is_absent(stream->encoding) && !value_is_absent(stream->errors);
    if (!good || (stream->descriptor = file_open(thread, arguments[0], &mode)) < 0) {
        object_release(stream);
        return VALUE_ABSENT;
    }
    stream->owns_descriptor = owns;
    stream->readable = mode.action == 'r' || mode.update;
    stream->writable = mode.action != 'r' || mode.update;
    stream->flush_always = buffering == 0;
    stream->flush_lines = stream->text && (buffering == 1 || isatty(stream->descriptor));
    return value_from_object(stream);
}

static const NativeEntry io_functions[] = {
    {"open", "(file, mode='r', buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None)",
     "Open file and return a stream.  Raise OSError upon failure.", io_open, NULL, 0},
    {0}};

static bool add_unsupported_operation(Thread *thread, Value module) {
    Builtins *builtins = thread_builtins(thread);
    Value bases[2] = {{.tag = TAG_OBJECT, .object = &builtins->exception_OSError->object},
                      {.tag = TAG_OBJECT, .object = &builtins->exception_ValueError->object}};
    Value tuple = tuple_from_values(thread, bases, 2), attributes = dict_new(thread), type = VALUE_ABSENT;
    String *name = string_intern(thread, "UnsupportedOperation");
    if (name && !value_is_absent(tuple) && !value_is_absent(attributes) &&
        dict_set_c_owned(thread, value_dict(attributes), "__module__", string_from_c(thread, "io")))
        type = type_new(thread, builtins->type_type, name, value_tuple(tuple), value_dict(attributes));
    value_release(tuple);
    value_release(attributes);
    return module_add(thread, module, "UnsupportedOperation", type);
}

static bool io_initialize(Thread *thread, Value module) {
    static const Type *const types[] = {&io_base_type, &raw_base_type, &buffered_base_type, &text_base_type, &text_type, &reader_type,
                                        &writer_type, &random_type, &raw_type, &string_io_type, &bytes_io_type};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        Type *type = type_from_template(thread, types[i]);
        if (!type || !module_add_type(thread, module, type)) return false;
    }
    return add_unsupported_operation(thread, module) && module_add(thread, module, "DEFAULT_BUFFER_SIZE", value_from_int(8192)) &&
           module_add(thread, module, "SEEK_SET", value_from_int(SEEK_SET)) &&
           module_add(thread, module, "SEEK_CUR", value_from_int(SEEK_CUR)) && module_add(thread, module, "SEEK_END", value_from_int(SEEK_END));
}

const ModuleEntry library_io = {.name = "io", .documentation = "Streams: files and memory, text and bytes.",
                                .functions = io_functions, .initialize = io_initialize};
