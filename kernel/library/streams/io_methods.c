/* The methods and attributes of streams. */
#include "kernel/library/streams/io_stream.h"

#include "base/memory.h"
#include "kernel/objects/text/bytes_private.h"
#include "kernel/objects/core/gc.h"
#include "kernel/objects/text/string.h"
#include "kernel/objects/core/type.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- reading ---- */

static bool check_readable(Thread *thread, Stream *stream, const char *verb) {
    if (!stream_check_open(thread, stream, verb)) return false;
    if (stream->readable) return true;
    raise_unsupported(thread, stream->kind == STREAM_TEXT ? "not readable" : stream->kind == STREAM_RAW ? "File not open for reading" : "read");
    return false;
}

static bool check_writable(Thread *thread, Stream *stream) {
    if (stream->writable) return true;
    raise_unsupported(thread, stream->kind == STREAM_TEXT ? "not writable" : stream->kind == STREAM_RAW ? "File not open for writing" : "write");
    return false;
}

/* A size: None and negative ones are -1. */
static bool size_argument(Thread *thread, Value value, int64_t *size) {
    *size = -1;
    if (value_is_none(value)) return true;
    if (!value_is_int(value) && value_is_absent(value_find_attribute_c(thread, value, "__index__"))) {
        exception_clear(thread);
        raise_type_error(thread, "argument should be integer or None, not '%s'", value_type_name(thread, value));
        return false;
    }
    if (!value_to_int64(thread, value, size)) return false;
    if (*size < 0) *size = -1;
    return true;
}

/* All that is left, in one piece where the size of the file is known. */
static bool want_all(Thread *thread, Stream *stream) {
    struct stat status;
    size_t chunk = stream->chunk;
    if (stream->descriptor >= 0 && fstat(stream->descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > (off_t)chunk)
        stream->chunk = status.st_size < 1 << 28 ? (size_t)status.st_size + 1 : 1 << 28;
    bool done = stream_want(thread, stream, SIZE_MAX);
    stream->chunk = chunk;
    return done;
}

NATIVE(stream_read) {
    (void)native;
    Stream *stream = stream_of(arguments[0]);
    int64_t size;
    size_t length;
    if ((stream->kind == STREAM_BUFFERED || stream->kind == STREAM_RAW) && !check_readable(thread, stream, "read of")) return VALUE_ABSENT;
    if (!size_argument(thread, arguments[1], &size) || !check_readable(thread, stream, "read of")) return VALUE_ABSENT;
    if (size >= 0 && stream_is_text(stream)) {
        if (!stream_measure(thread, stream, (size_t)size, &length)) return VALUE_ABSENT;
    } else {
        if (stream->kind == STREAM_RAW && size >= 0 && stream_available(stream) == 0) { /* one call of the system */
            size_t chunk = stream->chunk;
            stream->chunk = size < CHUNK_SIZE * 16 ? (size_t)size : CHUNK_SIZE * 16;
            ssize_t count = stream->chunk ? stream_fill(thread, stream) : 0;
            stream->chunk = chunk;
            if (count < 0) return VALUE_ABSENT;
        } else if (!(size < 0 ? want_all(thread, stream) : stream_want(thread, stream, (size_t)size))) return VALUE_ABSENT;
        length = stream_available(stream);
        if (size >= 0 && length > (size_t)size) length = (size_t)size;
    }
    if (size < 0) stream->telling_disabled = false;
    return stream_take(thread, stream, length);
}

static Value stream_line(Thread *thread, Stream *stream, int64_t limit) {
    size_t length, most;
    if (!check_readable(thread, stream, "readline of") || !stream_measure_line(thread, stream, &length)) return VALUE_ABSENT;
    if (limit >= 0) {
        most = (size_t)limit;
        if (stream_is_text(stream) && !stream_measure(thread, stream, (size_t)limit, &most)) return VALUE_ABSENT;
        if (length > most) length = most;
    }
    return stream_take(thread, stream, length);
}

NATIVE(stream_readline) {
    (void)native;
    Stream *stream = stream_of(arguments[0]);
    int64_t limit;
    if (stream->kind == STREAM_TEXT ? !value_to_int64(thread, arguments[1], &limit) : !size_argument(thread, arguments[1], &limit)) return VALUE_ABSENT;
    return stream_line(thread, stream, limit);
}

Value stream_next(Thread *thread, Value self) {
    Stream *stream = stream_of(self);
    stream->telling_disabled = stream->kind == STREAM_TEXT;
    /* A class may have its own readline. */
    bool own = self.object->type->flags & TYPE_HEAP;
    Value line = own ? value_call_method(thread, self, "readline", NULL, 0) : stream_line(thread, stream, -1);
    if (value_is_absent(line) || value_length(thread, line)) return line;
    stream->telling_disabled = false;
    value_release(line);
    return VALUE_ABSENT;
}

Value stream_iterate(Thread *thread, Value self) {
    const Stream *stream = stream_of(self);
    if (stream->closed && !stream->detached) return raise_value_error(thread, "I/O operation on closed file.");
    return stream_check_open(thread, stream, NULL) ? value_retain(self) : VALUE_ABSENT;
}

NATIVE(stream_readlines) {
    (void)native;
    int64_t hint, total = 0;
    Stream *stream = stream_of(arguments[0]);
    if (!size_argument(thread, arguments[1], &hint)) return VALUE_ABSENT;
    if (!stream->closed && !check_readable(thread, stream, NULL)) return VALUE_ABSENT;
    if (stream->closed) return raise_value_error(thread, "I/O operation on closed file.");
    Value lines = list_new(thread);
    while (!value_is_absent(lines) && (hint <= 0 || total <= hint)) {
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

/* What is there without another call of the system, or one call's worth. */
NATIVE(stream_read1) {
    (void)native;
    Stream *stream = stream_of(arguments[0]);
    int64_t size;
    if (!value_to_int64(thread, arguments[1], &size) || !check_readable(thread, stream, "read of")) return VALUE_ABSENT;
    if (size && !stream_available(stream) && stream_fill(thread, stream) < 0) return VALUE_ABSENT;
    size_t length = stream_available(stream);
    if (size >= 0 && length > (size_t)size) length = (size_t)size;
    return stream_take(thread, stream, length);
}

NATIVE(stream_peek) {
    (void)native;
    Stream *stream = stream_of(arguments[0]);
    if (!check_readable(thread, stream, "peek of")) return VALUE_ABSENT;
    if (!stream_available(stream) && stream_fill(thread, stream) < 0) return VALUE_ABSENT;
    size_t length = stream_available(stream);
    return bytes_new(thread, length ? stream->data + stream->start : "", length);
}

bool readinto_buffer(Thread *thread, Value value, char **bytes, size_t *length) {
    if (value_writable_buffer(thread, value, bytes, length)) return true;
    if (!exception_is_set(thread))
        raise_type_error(thread, "readinto() argument must be read-write bytes-like object, not %s", value_type_name(thread, value));
    return false;
}

NATIVE(stream_readinto) {
    Stream *stream = stream_of(arguments[0]);
    bool once = native->entry->data != NULL || stream->kind == STREAM_RAW;
    char *bytes;
    size_t length;
    if (!check_readable(thread, stream, "readinto of") || !readinto_buffer(thread, arguments[1], &bytes, &length)) return VALUE_ABSENT;
    if (once ? length && !stream_available(stream) && stream_fill(thread, stream) < 0 : !stream_want(thread, stream, length)) return VALUE_ABSENT;
    if (!readinto_buffer(thread, arguments[1], &bytes, &length)) return VALUE_ABSENT; /* it may have changed meanwhile */
    size_t count = stream_available(stream) < length ? stream_available(stream) : length;
    if (count) memcpy(bytes, stream->data + stream->start, count);
    stream->start += count;
    return value_from_int((int64_t)count);
}

/* ---- writing ---- */

bool memory_write(Thread *thread, Stream *stream, const char *bytes, size_t length, size_t count) {
    size_t replaced = length;
    if (stream->kind == STREAM_STRING && stream->start < stream->length) {
        Newline newline = stream->newline;
        stream->newline = NEWLINE_LF;
        bool measured = stream_measure(thread, stream, count, &replaced);
        stream->newline = newline;
        if (!measured) return false;
    }
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

static bool replace_all(Thread *thread, Value *text, const char *from, const char *to) {
    Value pair[2] = {string_from_c(thread, from), string_from_c(thread, to)};
    Value result = value_is_absent(pair[0]) || value_is_absent(pair[1]) ? VALUE_ABSENT : value_call_method(thread, *text, "replace", pair, 2);
    value_release(pair[0]);
    value_release(pair[1]);
    value_replace(text, result);
    return !value_is_absent(result);
}

static void note_string_newlines(Stream *stream, const String *text) {
    for (size_t i = 0; i < text->length; i++) {
        if (text->bytes[i] == '\n') stream->seen |= i && text->bytes[i - 1] == '\r' ? SEEN_CRLF : SEEN_LF;
        else if (i && text->bytes[i - 1] == '\r') stream->seen |= SEEN_CR;
    }
    if (text->length && text->bytes[text->length - 1] == '\r') stream->seen |= SEEN_CR;
}

/* Text as it is to be stored: owned. */
static Value translate_newlines(Thread *thread, Stream *stream, String *text) {
    Value source = value_from_object(object_retain(text));
    if (stream->kind == STREAM_STRING && stream->newline <= NEWLINE_ANY) note_string_newlines(stream, text);
    if (stream->newline == NEWLINE_CR || stream->newline == NEWLINE_CRLF) {
        if (memchr(text->bytes, '\n', text->length)) replace_all(thread, &source, "\n", stream->newline == NEWLINE_CR ? "\r" : "\r\n");
    } else if (stream->kind == STREAM_STRING && stream->newline == NEWLINE_TRANSLATE && memchr(text->bytes, '\r', text->length)) {
        if (replace_all(thread, &source, "\r\n", "\n")) replace_all(thread, &source, "\r", "\n");
    }
    return source;
}

/* The encoding's name without its byte order mark, once that was written. */
static const char *plain_encoding(const Stream *stream) {
    const char *name = value_c_string(stream->encoding);
    if (stream->mark_is_due) return name;
    if (stream->encoding_kind <= ENCODING_UTF8_SIGNED) return "utf-8";
    if (stream->encoding_kind != ENCODING_WHOLE || strlen(name) > 6) return name;
    return strstr(name, "16") ? "utf-16-le" : strstr(name, "32") ? "utf-32-le" : name;
}

static Value write_text(Thread *thread, Stream *stream, String *text) {
    Value source = translate_newlines(thread, stream, text);
    if (value_is_absent(source)) return source;
    String *stored = value_string(source);
    bool done;
    if (stream->kind == STREAM_STRING) {
        done = memory_write(thread, stream, stored->bytes, stored->length, stored->count);
    } else {
        bool ends_line = stream->line_buffering && (memchr(text->bytes, '\n', text->length) || memchr(text->bytes, '\r', text->length));
        if (stored->is_ascii && (stream->encoding_kind == ENCODING_UTF8 || stream->encoding_kind == ENCODING_ASCII || stream->encoding_kind == ENCODING_BYTE)) {
            done = stream_write_bytes(thread, stream, stored->bytes, stored->length, ends_line);
        } else {
            Value bytes = string_encode(thread, stored, plain_encoding(stream), value_c_string(stream->errors));
            if (!value_is_absent(bytes)) stream->mark_is_due = false;
            const Bytes *encoded = (const Bytes *)bytes.object;
            done = !value_is_absent(bytes) && stream_write_bytes(thread, stream, encoded->bytes, encoded->length, ends_line);
            value_release(bytes);
        }
    }
    value_release(source);
    return done ? value_from_int((int64_t)text->count) : VALUE_ABSENT;
}

Value stream_put(Thread *thread, Stream *stream, Value value) {
    const char *bytes;
    size_t length;
    if (stream_is_text(stream) && !value_is_string(value)) {
        const char *type = value_type_name(thread, value);
        return stream->kind == STREAM_STRING ? raise_type_error(thread, "string argument expected, got '%s'", type)
                                             : raise_type_error(thread, "write() argument must be str, not %s", type);
    }
    if (!stream_is_text(stream) && !stream->closed && !check_writable(thread, stream)) return VALUE_ABSENT;
    if (!stream_is_text(stream) && value_is_string(value)) return raise_type_error(thread, "a bytes-like object is required, not 'str'");
    if (!stream_check_open(thread, stream, "write to") || !check_writable(thread, stream)) return VALUE_ABSENT;
    if (stream_is_text(stream)) return write_text(thread, stream, value_string(value));
    if (!value_buffer(thread, value, &bytes, &length)) return VALUE_ABSENT;
    bool done;
    if (stream->kind == STREAM_BYTES) done = memory_write(thread, stream, bytes, length, length);
    else done = stream_write_bytes(thread, stream, bytes, length, false);
    return done ? value_from_int((int64_t)length) : VALUE_ABSENT;
}

NATIVE(stream_write) {
    (void)native;
    return stream_put(thread, stream_of(arguments[0]), arguments[1]);
}

NATIVE(stream_writelines) {
    (void)native;
    if (!stream_check_open(thread, stream_of(arguments[0]), NULL)) return VALUE_ABSENT;
    Value iterator = value_iterate(thread, arguments[1]), line = VALUE_ABSENT;
    bool own = arguments[0].object->type->flags & TYPE_HEAP;
    while (!value_is_absent(iterator) && !value_is_absent(line = value_next(thread, iterator))) {
        Value done = own ? value_call_method(thread, arguments[0], "write", &line, 1) : stream_put(thread, stream_of(arguments[0]), line);
        value_release(line);
        if (value_is_absent(done)) break;
        value_release(done);
    }
    value_release(iterator);
    return exception_is_set(thread) ? VALUE_ABSENT : VALUE_NONE;
}

/* ---- the position ---- */

/* What is held back from the file, in the file's own bytes. */
static bool unread_length(Thread *thread, Stream *stream, size_t *length) {
    *length = stream_available(stream) + stream->tail.length;
    if (!stream->transcoded || !stream_available(stream)) return true;
    Value text = string_new(thread, stream->data + stream->start, stream_available(stream));
    const char *encoding = stream->encoding_kind == ENCODING_WHOLE ? (stream->mark_is_due = false, plain_encoding(stream)) : value_c_string(stream->encoding);
    const char *errors = value_c_string(stream->errors);
    Value bytes = value_is_absent(text) ? text : string_encode(thread, value_string(text), encoding, strcmp(errors, "strict") ? errors : "surrogatepass");
    if (!value_is_absent(bytes)) *length = ((const Bytes *)bytes.object)->length + stream->tail.length;
    value_release(text);
    if (value_is_absent(bytes)) return exception_clear(thread), true;
    value_release(bytes);
    return true;
}

static Value flush_all(Thread *thread, Stream *stream);

/* False with an exception when a text stream lies over what has no positions. */
static bool check_seekable(Thread *thread, Stream *stream) {
    if (stream->kind != STREAM_TEXT) return true;
    bool is_seekable = stream->descriptor >= 0 && lseek(stream->descriptor, 0, SEEK_CUR) >= 0;
    if (stream->descriptor < 0 && !value_is_absent(stream->inner)) {
        Value answer = value_call_method(thread, stream->inner, "seekable", NULL, 0);
        int truth = value_is_absent(answer) ? -1 : value_truth(thread, answer);
        value_release(answer);
        if (truth < 0) return false;
        is_seekable = truth;
    }
    if (!is_seekable) raise_unsupported(thread, "underlying stream is not seekable");
    return is_seekable;
}

static Value stream_position(Thread *thread, Stream *stream) {
    int64_t place;
    size_t unread;
    if (!stream_check_open(thread, stream, NULL) || !check_seekable(thread, stream)) return VALUE_ABSENT;
    if (stream_in_memory(stream)) {
        size_t extra = 0;
        for (size_t i = 0; stream->kind == STREAM_STRING && i < stream->start && i < stream->length; i++) extra += (stream->data[i] & 0xC0) == 0x80;
        return value_from_int((int64_t)(stream->start - extra));
    }
    if (stream->telling_disabled)
        return raise_format(thread, thread_builtins(thread)->exception_OSError, "telling position disabled by next() call");
    if (!stream_flush(thread, stream) || !stream_source_seek(thread, stream, 0, SEEK_CUR, &place) || !unread_length(thread, stream, &unread))
        return VALUE_ABSENT;
    return value_from_int(place - (int64_t)unread);
}

NATIVE(stream_tell) {
    (void)native;
    return stream_position(thread, stream_of(arguments[0]));
}

static Value memory_seek(Thread *thread, Stream *stream, int64_t offset, int64_t whence) {
    bool text = stream->kind == STREAM_STRING;
    if (whence < 0 || whence > 2)
        return raise_value_error(thread, "%cnvalid whence (%lld, should be 0, 1 or 2)", text ? 'I' : 'i', (long long)whence);
    if (text && whence && offset)
        return raise_format(thread, thread_builtins(thread)->exception_OSError, "Can't do nonzero cur-relative seeks");
    if (whence == 0 && offset < 0)
        return text ? raise_value_error(thread, "Negative seek position %lld", (long long)offset)
                    : raise_value_error(thread, "negative seek value %lld", (long long)offset);
    int64_t base = whence == 0 ? 0 : whence == 1 ? (int64_t)stream->start : (int64_t)stream->length;
    if (offset > 0 && base > INT64_MAX - offset) return raise_overflow_error(thread, "new position too large");
    if (!text || whence) {
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
    int64_t offset, whence, place;
    if (!value_to_int64(thread, arguments[1], &offset) || !value_to_int64(thread, arguments[2], &whence)) return VALUE_ABSENT;
    if (!stream_check_open(thread, stream, "seek of")) return VALUE_ABSENT;
    if (stream_in_memory(stream)) return memory_seek(thread, stream, offset, whence);
    if (!check_seekable(thread, stream)) return VALUE_ABSENT;
    bool text = stream->kind == STREAM_TEXT;
    if (whence < 0 || whence > 2)
        return text ? raise_value_error(thread, "invalid whence (%lld, should be 0, 1 or 2)", (long long)whence)
                    : raise_value_error(thread, "whence value %lld unsupported", (long long)whence);
    if (text && whence && offset)
        return raise_unsupported(thread, whence == 1 ? "can't do nonzero cur-relative seeks" : "can't do nonzero end-relative seeks");
    if (text && !whence && offset < 0) return raise_value_error(thread, "negative seek position %lld", (long long)offset);
    if (text && whence == 1) { /* to where it is: the place is only found out */
        Value here = stream_position(thread, stream);
        if (value_is_absent(here) || !value_to_int64(thread, here, &offset)) return VALUE_ABSENT;
        whence = 0;
    }
    if (!stream_flush(thread, stream) || !stream_drop_ahead(thread, stream, !text && whence == 1)) return VALUE_ABSENT;
    if (!stream_source_seek(thread, stream, offset, (int)whence, &place)) return VALUE_ABSENT;
    stream->telling_disabled = false;
    if (text && place == 0) {
        Value encoding = value_retain(stream->encoding);
        bool set = encoding_set(thread, stream, encoding);
        value_release(encoding);
        if (!set) return VALUE_ABSENT;
    } else stream->mark_is_due = false;
    return value_from_int(place);
}

static Value memory_truncate(Thread *thread, Stream *stream, int64_t length) {
    if (length < 0) return raise_value_error(thread, "%cegative size value %lld", stream->kind == STREAM_STRING ? 'N' : 'n', (long long)length);
    size_t start = stream->start, kept = (size_t)length;
    stream->start = 0;
    bool measured = stream->kind != STREAM_STRING || stream_measure(thread, stream, kept, &kept);
    stream->start = start;
    if (measured && kept < stream->length) stream->length = kept;
    return measured ? value_from_int(length) : VALUE_ABSENT;
}

NATIVE(stream_truncate) {
    (void)native;
    Stream *stream = stream_of(arguments[0]);
    if (!stream_check_open(thread, stream, NULL)) return VALUE_ABSENT;
    if (!stream->writable) return raise_unsupported(thread, stream->kind == STREAM_RAW ? "File not open for writing" : "truncate");
    if (stream->kind == STREAM_TEXT && value_is_none(arguments[1]) && !value_is_absent(stream->inner)) { /* wherever that is */
        if (value_is_absent(flush_all(thread, stream))) return VALUE_ABSENT;
        Value below = value_retain(stream->inner), done = value_call_method(thread, below, "truncate", NULL, 0);
        value_release(below);
        return done;
    }
    bool was_disabled = stream->telling_disabled;
    stream->telling_disabled = false;
    bool is_here = value_is_none(arguments[1]), is_pipe = is_here && stream->descriptor >= 0 && lseek(stream->descriptor, 0, SEEK_CUR) < 0;
    Value size = is_pipe ? raise_os_error(thread, errno, NULL) : is_here ? stream_position(thread, stream) : value_retain(arguments[1]);
    stream->telling_disabled = was_disabled;
    int64_t length, place;
    bool good = !value_is_absent(size) && (stream_in_memory(stream) ? size_argument(thread, size, &length) && value_to_int64(thread, size, &length)
                                                                     : value_to_int64(thread, size, &length));
    value_release(size);
    if (!good) return VALUE_ABSENT;
    if (stream_in_memory(stream)) return memory_truncate(thread, stream, length);
    if (!stream_flush(thread, stream)) return VALUE_ABSENT;
    if (stream->descriptor >= 0) {
        size_t unread = stream_available(stream);
        if (unread && stream_source_seek(thread, stream, -(int64_t)unread, SEEK_CUR, &place)) stream->start = stream->length = 0;
        exception_clear(thread);
        return ftruncate(stream->descriptor, length) ? raise_os_error(thread, errno, NULL) : value_from_int(length);
    }
    Value inner = value_retain(stream->inner), argument = value_from_int(length);
    Value result = value_call_method(thread, inner, "truncate", &argument, 1);
    value_release(inner);
    return result;
}

/* ---- life ---- */

static Value flush_all(Thread *thread, Stream *stream) {
    if (!stream_flush(thread, stream)) return VALUE_ABSENT;
    stream->telling_disabled = false;
    if (value_is_absent(stream->inner)) return VALUE_NONE;
    Value inner = value_retain(stream->inner), done = value_call_method(thread, inner, "flush", NULL, 0);
    value_release(inner);
    value_release(done);
    return value_is_absent(done) ? done : VALUE_NONE;
}

NATIVE(stream_flush_now) {
    (void)native;
    Stream *stream = stream_of(arguments[0]);
    if (stream->kind == STREAM_STRING) return stream->closed ? raise_value_error(thread, "I/O operation on closed file.") : VALUE_NONE;
    return stream_check_open(thread, stream, NULL) ? flush_all(thread, stream) : VALUE_ABSENT;
}

/* It could not be flushed, nor, while that was told, closed. */
static Value raise_twice(Thread *thread, int error) {
    raise_os_error(thread, error, NULL);
    Value first = exception_take(thread);
    raise_os_error(thread, error, NULL);
    if (thread->exception.tag == TAG_OBJECT) value_replace(&((Exception *)thread->exception.object)->context, first);
    else value_release(first);
    return VALUE_ABSENT;
}

static Value close_stream(Thread *thread, Stream *stream) {
    if (stream->detached) return stream_check_open(thread, stream, NULL), VALUE_ABSENT;
    if (stream->closed) return VALUE_NONE;
    if (value_is_absent(stream->inner)) {
        bool was_kept = stream->kind == STREAM_TEXT && stream->pending.length && stream->pending.length <= 4096;
        int error = stream_shut(thread, stream);
        return !error ? VALUE_NONE : was_kept ? raise_twice(thread, error) : raise_os_error(thread, error, NULL);
    }
    Value flushed = flush_all(thread, stream), exception = value_is_absent(flushed) ? exception_take(thread) : VALUE_ABSENT;
    Value inner = value_retain(stream->inner), done = value_call_method(thread, inner, "close", NULL, 0);
    value_release(inner);
    value_release(done);
    stream_shut(thread, stream);
    if (!value_is_absent(exception)) {
        exception_clear(thread);
        exception_restore(thread, exception);
        return VALUE_ABSENT;
    }
    return value_is_absent(done) ? done : VALUE_NONE;
}

NATIVE(stream_close) {
    (void)native;
    Stream *stream = stream_of(arguments[0]);
    if (stream->closed || stream->detached || stream_in_memory(stream) || !(arguments[0].object->type->flags & TYPE_HEAP))
        return close_stream(thread, stream);
    Value flushed = value_call_method(thread, arguments[0], "flush", NULL, 0);
    if (value_is_absent(flushed)) return flushed;
    value_release(flushed);
    return close_stream(thread, stream);
}

bool stream_finalize(Thread *thread, Value self) {
    Stream *stream = stream_of(self);
    if (stream->closed || stream->detached) return true;
    /* That it fails is nobody's concern: the stream below may have gone first. */
    if (self.object->type->flags & TYPE_HEAP) { /* a close() of its own */
        value_release(value_call_method(thread, self, "close", NULL, 0));
        exception_clear(thread);
        return true;
    }
    if (!value_is_absent(stream->inner)) value_release(close_stream(thread, stream));
    exception_clear(thread);
    return true;
}

NATIVE(stream_detach) {
    (void)native;
    Stream *stream = stream_of(arguments[0]);
    if (stream_in_memory(stream) || stream->kind == STREAM_RAW) return raise_unsupported(thread, "detach");
    if (!stream_check_open(thread, stream, NULL)) return VALUE_ABSENT;
    Value below = value_get_attribute_c(thread, arguments[0], stream->kind == STREAM_TEXT ? "buffer" : "raw");
    if (value_is_absent(below)) return below;
    Value flushed = flush_all(thread, stream);
    if (value_is_absent(flushed)) return value_release(below), flushed;
    value_clear(&stream->inner);
    stream->detached = true;
    return below;
}

NATIVE(stream_enter) {
    (void)native;
    Value checked = stream_iterate(thread, arguments[0]);
    return checked;
}
NATIVE(stream_exit) {
    (void)native;
    return value_call_method(thread, arguments[0], "close", NULL, 0);
}

/* fileno, isatty, readable, writable, seekable: the entry's data says which. */
NATIVE(stream_ask) {
    const Stream *stream = stream_of(arguments[0]);
    char what = ((const char *)native->entry->data)[0];
    if (what == 'w' && !stream->writable && stream->kind != STREAM_STRING && !stream->detached && (stream->kind != STREAM_RAW || !stream->closed))
        return VALUE_FALSE;
    if (what == 'r' && !stream->readable && stream->kind != STREAM_STRING && !stream->detached) return VALUE_FALSE;
    if (stream->closed && !stream->detached)
        return raise_value_error(thread, "I/O operation on closed file%s", stream->kind == STREAM_BYTES ? "." : "");
    if (!stream_check_open(thread, stream, NULL)) return VALUE_ABSENT;
    if (what == 'r') return value_from_bool(stream->readable);
    if (what == 'w') return value_from_bool(stream->writable);
    if (stream_in_memory(stream)) return what == 'f' ? raise_unsupported(thread, "fileno") : value_from_bool(what == 's');
    if (stream->descriptor < 0)
        return value_call_method(thread, stream->inner, what == 'f' ? "fileno" : what == 's' ? "seekable" : "isatty", NULL, 0);
    if (what == 'f') return value_from_int(stream->descriptor);
    return value_from_bool(what == 's' ? lseek(stream->descriptor, 0, SEEK_CUR) >= 0 : isatty(stream->descriptor));
}

NATIVE(stream_getvalue) {
    (void)native;
    Stream *stream = stream_of(arguments[0]);
    if (!stream_check_open(thread, stream, NULL)) return VALUE_ABSENT;
    const char *bytes = stream->length ? stream->data : "";
    return stream->kind == STREAM_STRING ? string_new(thread, bytes, stream->length) : bytes_new(thread, bytes, stream->length);
}

NATIVE(stream_getbuffer) {
    (void)native;
    Stream *stream = stream_of(arguments[0]);
    if (!stream_check_open(thread, stream, NULL)) return VALUE_ABSENT;
    Value copy = bytearray_new(thread, stream->length ? stream->data : "", stream->length);
    Value view = value_is_absent(copy) ? copy : value_call_one(thread, value_from_object(thread_builtins(thread)->type_memoryview), copy);
    value_release(copy);
    return view;
}

NATIVE(stream_reconfigure) {
    (void)native;
    Stream *stream = stream_of(arguments[0]);
    Newline newline = stream->newline;
    if (!stream_check_open(thread, stream, NULL)) return VALUE_ABSENT;
    for (int i = 1; i <= 2; i++)
        if (!value_is_none(arguments[i]) && !value_is_string(arguments[i]))
            return raise_type_error(thread, "bad argument type for built-in operation");
    if (stream_available(stream) && (!value_is_none(arguments[1]) || !value_is_none(arguments[2]) || value_is_string(arguments[3])))
        return raise_unsupported(thread, "It is not possible to set the encoding or newline of stream after the first read");
    if (!value_is_absent(arguments[3]) && !newline_parse(thread, arguments[3], &newline, false)) return VALUE_ABSENT;
    int lines = value_is_none(arguments[4]) ? stream->line_buffering : value_truth(thread, arguments[4]);
    int through = value_is_none(arguments[5]) ? stream->write_through : value_truth(thread, arguments[5]);
    if (lines < 0 || through < 0 || value_is_absent(flush_all(thread, stream))) return VALUE_ABSENT;
    if (!value_is_none(arguments[1]) && !(encoding_set(thread, stream, arguments[1]) && stream_find_mark(thread, stream))) return VALUE_ABSENT;
    if (!value_is_none(arguments[2])) value_replace(&stream->errors, value_retain(arguments[2]));
    else if (!value_is_none(arguments[1])) value_replace(&stream->errors, string_from_c(thread, "strict"));
    stream->newline = newline;
    stream->line_buffering = lines;
    stream->write_through = through;
    return VALUE_NONE;
}

/* ---- attributes ---- */

/* The stream below takes the descriptor over. */
static Value stream_get_below(Thread *thread, Value self) {
    Stream *stream = stream_of(self);
    if (stream->detached) return stream_check_open(thread, stream, NULL), VALUE_ABSENT;
    if (!value_is_absent(stream->inner)) return value_retain(stream->inner);
    bool text = stream->kind == STREAM_TEXT;
    if (stream->descriptor < 0 && !stream->closed) return raise_value_error(thread, "I/O operation on uninitialized object");
    if (!text && !stream->closed && !stream_flush(thread, stream)) return VALUE_ABSENT; /* text stays where it is */
    const Type *template = !text ? &io_raw_type : stream->readable ? stream->writable ? &io_random_type : &io_reader_type : &io_writer_type;
    Type *type = type_from_template(thread, template);
    Stream *below = type ? object_new(thread, type) : NULL;
    if (!below) return VALUE_ABSENT;
    below->kind = text ? STREAM_BUFFERED : STREAM_RAW;
    below->descriptor = stream->descriptor;
    below->readable = stream->readable, below->writable = stream->writable, below->closed = stream->closed;
    below->owns_descriptor = stream->owns_descriptor;
    below->chunk = stream->chunk, below->limit = CHUNK_SIZE;
    below->name = value_retain(stream->name);
    if (text && value_is_string(stream->mode)) {
        const char *mode = value_c_string(stream->mode);
        bool update = strchr(mode, '+') != NULL;
        char action = strchr(mode, 'x') ? 'x' : strchr(mode, 'a') ? 'a' : strchr(mode, 'w') && !update ? 'w' : strchr(mode, 'w') ? 'r' : 'r';
        below->mode = string_format(thread, "%cb%s", action, update ? "+" : "");
    } else below->mode = value_retain(stream->mode);
    stream->descriptor = -1;
    stream->inner = value_from_object(below);
    return value_retain(stream->inner);
}

static Value member(Thread *thread, Value value, const char *name, Value self) {
    if (!value_is_absent(value)) return value_retain(value);
    String *key = string_intern(thread, name);
    return key ? raise_attribute_error(thread, self, key) : VALUE_ABSENT;
}

static Value stream_get_closed(Thread *thread, Value self) {
    const Stream *stream = stream_of(self);
    if (stream->closed || value_is_absent(stream->inner)) return value_from_bool(stream->closed);
    return value_get_attribute_c(thread, stream->inner, "closed");
}
static Value stream_get_name(Thread *thread, Value self) {
    const Stream *stream = stream_of(self);
    if (stream->detached) return stream_check_open(thread, stream, NULL), VALUE_ABSENT;
    if (!value_is_absent(stream->inner)) return value_get_attribute_c(thread, stream->inner, "name");
    return member(thread, stream->name, "name", self);
}
static bool stream_set_name(Thread *thread, Value self, Value value) {
    if (value_is_absent(value) && value_is_absent(stream_of(self)->name)) return value_is_absent(stream_get_name(thread, self)) && false;
    value_replace(&stream_of(self)->name, value_is_absent(value) ? value : value_retain(value));
    return true;
}
static Value stream_get_mode(Thread *thread, Value self) {
    const Stream *stream = stream_of(self);
    if (value_is_absent(stream->mode) && stream->kind == STREAM_BUFFERED && !value_is_absent(stream->inner))
        return value_get_attribute_c(thread, stream->inner, "mode");
    return member(thread, stream->mode, "mode", self);
}
static bool stream_set_mode(Thread *thread, Value self, Value value) {
    (void)thread;
    value_replace(&stream_of(self)->mode, value_retain(value));
    return true;
}
static Value stream_get_encoding(Thread *thread, Value self) {
    if (stream_of(self)->detached) return stream_check_open(thread, stream_of(self), NULL), VALUE_ABSENT;
    return member(thread, stream_of(self)->encoding, "encoding", self);
}
static Value stream_get_errors(Thread *thread, Value self) { return member(thread, stream_of(self)->errors, "errors", self); }
static Value stream_get_none(Thread *thread, Value self) { return (void)thread, (void)self, VALUE_NONE; }
static Value stream_get_false(Thread *thread, Value self) {
    const Stream *stream = stream_of(self);
    return stream_check_open(thread, stream, NULL) ? VALUE_FALSE : VALUE_ABSENT;
}
static Value stream_get_line_buffering(Thread *thread, Value self) { return (void)thread, value_from_bool(stream_of(self)->line_buffering); }
static Value stream_get_write_through(Thread *thread, Value self) { return (void)thread, value_from_bool(stream_of(self)->write_through); }
static Value stream_get_closefd(Thread *thread, Value self) { return (void)thread, value_from_bool(stream_of(self)->owns_descriptor); }
static Value stream_get_newlines(Thread *thread, Value self) {
    const char *texts[3];
    size_t count = 0;
    uint8_t seen = stream_of(self)->seen;
    if (seen & SEEN_CR) texts[count++] = "\r";
    if (seen & SEEN_LF) texts[count++] = "\n";
    if (seen & SEEN_CRLF) texts[count++] = "\r\n";
    if (count < 2) return count ? string_from_c(thread, texts[0]) : VALUE_NONE;
    Value items[3] = {VALUE_ABSENT, VALUE_ABSENT, VALUE_ABSENT};
    for (size_t i = 0; i < count; i++)
        if (value_is_absent(items[i] = string_from_c(thread, texts[i]))) return VALUE_ABSENT;
    Value tuple = tuple_from_values(thread, items, count);
    for (size_t i = 0; i < count; i++) value_release(items[i]);
    return tuple;
}

Value stream_repr(Thread *thread, Value self) {
    Stream *stream = stream_of(self);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append_format(&text, "<%s", self.object->type->name);
    if (stream->kind == STREAM_RAW && stream->closed) text_append(&text, " [closed]");
    Value name = stream->kind == STREAM_RAW && stream->closed ? VALUE_ABSENT : value_find_attribute_c(thread, self, "name");
    exception_clear(thread);
    Value shown = value_is_absent(name) ? name : value_repr(thread, name);
    value_release(name);
    if (!value_is_absent(shown)) text_append_format(&text, " name=%s", value_c_string(shown));
    else if (stream->kind == STREAM_RAW && !stream->closed) text_append_format(&text, " fd=%d", stream->descriptor);
    value_release(shown);
    exception_clear(thread);
    if (stream->kind != STREAM_BUFFERED && !(stream->kind == STREAM_RAW && stream->closed) && value_is_string(stream->mode))
        text_append_format(&text, " mode='%s'", value_c_string(stream->mode));
    if (stream->kind == STREAM_RAW && !stream->closed) text_append_format(&text, " closefd=%s", stream->owns_descriptor ? "True" : "False");
    if (stream->kind == STREAM_TEXT && value_is_string(stream->encoding)) text_append_format(&text, " encoding='%s'", value_c_string(stream->encoding));
    text_append(&text, ">");
    Value result = text.failed ? raise_no_memory(thread) : string_new(thread, text.bytes, text.length);
    text_release(&text);
    return result;
}

#define STREAM_METHODS                                                                                              \
    {"readline", "($self, size=-1, /)", "The next line, with its end; nothing at the end of the file.", stream_readline, NULL, 0},\
    {"readlines", "($self, hint=-1, /)",                                                                          \
        "The lines that are left; about hint characters of them, if it is given.", stream_readlines, NULL, 0},    \
    {"writelines", "($self, lines, /)", "Write each of the strings; no line ends are added.", stream_writelines, NULL, 0},\
    {"seek", "($self, cookie, whence=0, /)", "Change the position.", stream_seek, NULL, 0},                         \
    {"tell", "($self, /)", "Return the position.", stream_tell, NULL, 0},                                           \
    {"truncate", "($self, pos=None, /)", "Cut off what lies behind a position.", stream_truncate, NULL, 0},         \
    {"flush", "($self, /)", "Write what is buffered.", stream_flush_now, NULL, 0},                                  \
    {"close", "($self, /)", "Flush and close.", stream_close, NULL, 0},                                             \
    {"detach", "($self, /)", "Give away the stream below; this one is unusable then.", stream_detach, NULL, 0},     \
    {"fileno", "($self, /)", "Return the file descriptor.", stream_ask, "f", 0},                                    \
    {"isatty", "($self, /)", "Whether this is a terminal.", stream_ask, "t", 0},                                    \
    {"readable", "($self, /)", "Whether it can be read.", stream_ask, "r", 0},                                      \
    {"writable", "($self, /)", "Whether it can be written.", stream_ask, "w", 0},                                   \
    {"seekable", "($self, /)", "Whether it can be positioned.", stream_ask, "s", 0},                                \
    {"__enter__", "($self, /)", NULL, stream_enter, NULL, 0},                                                       \
    {"__exit__", "($self, /, *args)", NULL, stream_exit, NULL, 0}
#define TEXT_METHODS                                                                                                \
    {"read", "($self, size=-1, /)", "Read and return at most size characters.", stream_read, NULL, 0},              \
    {"write", "($self, text, /)", "Write text, and return its length.", stream_write, NULL, 0}
#define BINARY_METHODS                                                                                              \
    {"read", "($self, size=-1, /)", "Read and return at most size bytes.", stream_read, NULL, 0},                   \
    {"write", "($self, buffer, /)", "Write bytes, and return their number.", stream_write, NULL, 0},                \
    {"readinto", "($self, buffer, /)", "Read bytes into a buffer, and return their number.", stream_readinto, NULL, 0}
#define READ1_METHODS                                                                                               \
    {"read1", "($self, size=-1, /)", "Read bytes with at most one call of the system.", stream_read1, NULL, 0},     \
    {"readinto1", "($self, buffer, /)", "Read into a buffer with at most one call of the system.", stream_readinto, "1", 0}

const NativeEntry io_text_methods[] = {
    STREAM_METHODS, TEXT_METHODS,
    {"reconfigure", "($self, /, *, encoding=None, errors=None, newline=<unrepresentable>, line_buffering=None, write_through=None)",
     "Change how text is written from now on.", stream_reconfigure, NULL, 0}, {0}};
const NativeEntry io_buffered_methods[] = {
    STREAM_METHODS, BINARY_METHODS, READ1_METHODS,
    {"peek", "($self, size=0, /)", "What comes next, without moving on.", stream_peek, NULL, 0}, {0}};
const NativeEntry io_raw_methods[] = {
    STREAM_METHODS, BINARY_METHODS, {"readall", "($self, size=-1, /)", "Read all that is left.", stream_read, NULL, 0}, {0}};
#define STATE_METHODS                                                                                               \
    {"__getstate__", "($self, /)", NULL, memory_get_state, NULL, 0},                                                \
    {"__setstate__", "($self, state, /)", NULL, memory_set_state, NULL, 0}
const NativeEntry io_memory_text_methods[] = {
    STREAM_METHODS, TEXT_METHODS, STATE_METHODS, {"getvalue", "($self, /)", "All of the text.", stream_getvalue, NULL, 0}, {0}};
const NativeEntry io_memory_binary_methods[] = {
    STREAM_METHODS, STATE_METHODS, BINARY_METHODS, READ1_METHODS, {"getvalue", "($self, /)", "All of the bytes.", stream_getvalue, NULL, 0},
    {"getbuffer", "($self, /)", "A view of a copy of the bytes.", stream_getbuffer, NULL, 0}, {0}};

const PropertyEntry io_text_properties[] = {
    {"closed", stream_get_closed, NULL, NULL}, {"name", stream_get_name, NULL, NULL}, {"mode", stream_get_mode, stream_set_mode, NULL},
    {"encoding", stream_get_encoding, NULL, NULL}, {"errors", stream_get_errors, NULL, NULL}, {"newlines", stream_get_newlines, NULL, NULL},
    {"buffer", stream_get_below, NULL, NULL}, {"line_buffering", stream_get_line_buffering, NULL, NULL},
    {"write_through", stream_get_write_through, NULL, NULL}, {0}};
const PropertyEntry io_buffered_properties[] = {
    {"closed", stream_get_closed, NULL, NULL}, {"name", stream_get_name, NULL, NULL}, {"mode", stream_get_mode, NULL, NULL},
    {"raw", stream_get_below, NULL, NULL}, {0}};
const PropertyEntry io_raw_properties[] = {
    {"closed", stream_get_closed, NULL, NULL}, {"name", stream_get_name, stream_set_name, NULL}, {"mode", stream_get_mode, NULL, NULL},
    {"closefd", stream_get_closefd, NULL, NULL}, {0}};
const PropertyEntry io_memory_text_properties[] = {
    {"closed", stream_get_closed, NULL, NULL}, {"encoding", stream_get_none, NULL, NULL}, {"errors", stream_get_none, NULL, NULL},
    {"newlines", stream_get_newlines, NULL, NULL}, {"line_buffering", stream_get_false, NULL, NULL}, {0}};
const PropertyEntry io_memory_binary_properties[] = {{"closed", stream_get_closed, NULL, NULL}, {0}};
