/* How streams read and write: descriptors and inner streams, decoding, lines. */
#include "kernel/library/streams/io_stream.h"

#include "base/memory.h"
#include "base/utf8.h"
#include "kernel/objects/text/string.h"

#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { POLL_MILLISECONDS = 20 };
enum { KEPT_SIZE = 4096 }; /* what the buffer below a text stream would keep when it cannot be written */

Value raise_unsupported(Thread *thread, const char *message) {
    Value module = import_module(thread, "io");
    Value type = value_is_absent(module) ? module : value_get_attribute_c(thread, module, "UnsupportedOperation");
    if (!value_is_absent(type)) raise_format(thread, (Type *)type.object, "%s", message);
    value_release(type);
    value_release(module);
    return VALUE_ABSENT;
}

static bool is_stream(Value value) { /* of a type of ours, none derived from it */
    static const Type *const types[] = {&io_raw_type, &io_reader_type, &io_writer_type, &io_random_type};
    for (size_t i = 0; value_is_object(value) && i < sizeof types / sizeof *types; i++)
        if (value_has_type(value, types[i])) return true;
    return false;
}

/* Has the stream below been closed by itself? -1: an exception. */
static int is_closed_below(Thread *thread, const Stream *stream) {
    while (!stream->closed && is_stream(stream->inner)) stream = stream_of(stream->inner);
    if (stream->closed || value_is_absent(stream->inner)) return stream->closed;
    Value closed = value_get_attribute_c(thread, stream->inner, "closed");
    int truth = value_is_absent(closed) ? -1 : value_truth(thread, closed);
    value_release(closed);
    return truth;
}

bool stream_check_open(Thread *thread, const Stream *stream, const char *verb) {
    if (stream->detached) {
        raise_value_error(thread, stream->kind == STREAM_TEXT ? "underlying buffer has been detached" : "raw stream has been detached");
        return false;
    }
    int is_closed = stream->closed || value_is_absent(stream->inner) ? stream->closed : is_closed_below(thread, stream);
    if (is_closed <= 0) return is_closed == 0;
    bool has_stop = stream->kind == STREAM_TEXT || stream->kind == STREAM_BYTES || (stream->kind == STREAM_BUFFERED && !verb);
    if (verb && stream->kind == STREAM_BUFFERED) raise_value_error(thread, "%s closed file", verb);
    else raise_value_error(thread, "I/O operation on closed file%s", has_stop ? "." : "");
    return false;
}

bool stream_reserve(Thread *thread, Stream *stream, size_t capacity) {
    if (capacity <= stream->capacity) return true;
    if (capacity < SIZE_MAX / 4) capacity += capacity / 2;
    char *data = memory_resize(stream->data, capacity);
    if (!data) return raise_no_memory(thread), false;
    stream->data = data;
    stream->capacity = capacity;
    return true;
}

/* ---- the source ---- */

/* Pipes and terminals are waited for in turns, so that an interrupt is seen; files are always ready. */
static bool wait_until(Thread *thread, int descriptor, short events) {
    struct stat status;
    if (fstat(descriptor, &status) || S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)) return true;
    struct pollfd item = {descriptor, events, 0};
    for (;;) {
        int count = poll(&item, 1, 0);
        if (!count) {
            if (events == POLLIN && fcntl(descriptor, F_GETFL) & O_NONBLOCK) return true; /* its user wants EAGAIN */
            thread_block(thread);
            count = poll(&item, 1, POLL_MILLISECONDS);
            thread_unblock(thread);
        }
        if (count > 0 || (count < 0 && errno != EINTR)) return true;
        if (!thread_poll(thread)) return false;
    }
}

ssize_t descriptor_read(Thread *thread, int descriptor, char *place, size_t size) {
    if (!wait_until(thread, descriptor, POLLIN)) return -1;
    ssize_t count;
    while ((count = read(descriptor, place, size)) < 0 && errno == EINTR) {}
    if (count < 0) raise_os_error(thread, errno, NULL);
    return count;
}

bool descriptor_write(Thread *thread, int descriptor, const char *bytes, size_t length, size_t *written) {
    *written = 0;
    while (*written < length) {
        if (!wait_until(thread, descriptor, POLLOUT)) return false;
        /* A pipe that can take a page blocks on more. */
        size_t piece = length - *written;
        if (piece > 4096 && lseek(descriptor, 0, SEEK_CUR) < 0) piece = 4096;
        ssize_t count = write(descriptor, bytes + *written, piece);
        if (count >= 0) *written += (size_t)count;
        else if (errno != EINTR) return raise_os_error(thread, errno, NULL), false;
    }
    return true;
}

/* Bytes appended to `text`: their number, 0 at the end, -1 with an exception. */
static ssize_t inner_read(Thread *thread, Stream *stream, TextBuffer *text) {
    Value size = value_from_int((int64_t)stream->chunk), inner = value_retain(stream->inner), result;
    Value method = stream->kind == STREAM_TEXT ? value_find_attribute_c(thread, inner, "read1") : VALUE_ABSENT;
    if (!value_is_absent(method)) {
        result = value_call_one(thread, method, size);
        value_release(method);
    } else {
        result = exception_is_set(thread) ? VALUE_ABSENT : value_call_method(thread, inner, "read", &size, 1);
    }
    value_release(inner);
    const char *bytes;
    size_t length = 0;
    bool good = !value_is_absent(result);
    if (good && !value_is_none(result) && value_is_string(result)) {
        raise_type_error(thread, "underlying read1() should have returned a bytes-like object, not 'str'");
        good = false;
    }
    if (good && !value_is_none(result)) good = value_buffer(thread, result, &bytes, &length);
    if (good && length) text_append_bytes(text, bytes, length);
    value_release(result);
    if (good && text->failed) return raise_no_memory(thread), -1;
    return good ? (ssize_t)length : -1;
}

static bool inner_write(Thread *thread, Value inner, const char *bytes, size_t length) {
    for (size_t at = 0; at < length;) {
        Value piece = bytes_new(thread, bytes + at, length - at);
        Value result = value_is_absent(piece) ? piece : value_call_method(thread, inner, "write", &piece, 1);
        value_release(piece);
        int64_t count = (int64_t)(length - at);
        bool good = !value_is_absent(result) && (value_is_none(result) || value_to_int64(thread, result, &count));
        value_release(result);
        if (!good) return false;
        if (count < 0 || count > (int64_t)(length - at)) {
            raise_format(thread, thread_builtins(thread)->exception_OSError, "raw write() returned invalid length %lld (should have been between 0 and %zu)",
                         (long long)count, length - at);
            return false;
        }
        at += (size_t)count;
    }
    return true;
}

bool stream_flush(Thread *thread, Stream *stream) {
    if (!stream->pending.length) return true;
    TextBuffer pending = stream->pending; /* whoever is called may write to this stream again */
    stream->pending = TEXT_BUFFER_EMPTY;
    Value inner = value_retain(stream->inner);
    size_t written;
    bool done = stream->descriptor >= 0 ? descriptor_write(thread, stream->descriptor, pending.bytes, pending.length, &written)
                                        : value_is_absent(inner) || inner_write(thread, inner, pending.bytes, pending.length);
    value_release(inner);
    bool was_large = stream->kind == STREAM_TEXT && pending.length > KEPT_SIZE;
    if (!done && stream->descriptor >= 0 && !stream->pending.length && !was_large) /* what was not written is tried again */
        text_append_bytes(&stream->pending, pending.bytes + written, pending.length - written);
    if (stream->pending.bytes || pending.capacity > 2 * CHUNK_SIZE) text_release(&pending);
    else text_truncate(&pending, 0), stream->pending = pending;
    return done;
}

bool stream_source_seek(Thread *thread, Stream *stream, int64_t offset, int whence, int64_t *place) {
    if (stream->descriptor >= 0) {
        off_t at = lseek(stream->descriptor, (off_t)offset, whence);
        if (at < 0) return raise_os_error(thread, errno, NULL), false;
        *place = at;
        return true;
    }
    Value arguments[2] = {value_from_int(offset), value_from_int(whence)}, inner = value_retain(stream->inner);
    bool only_asks = offset == 0 && whence == SEEK_CUR;
    Value result = value_call_method(thread, inner, only_asks ? "tell" : "seek", arguments, only_asks ? 0 : 2);
    value_release(inner);
    bool good = !value_is_absent(result) && value_to_int64(thread, result, place);
    value_release(result);
    return good;
}

bool stream_drop_ahead(Thread *thread, Stream *stream, bool give_back) {
    size_t ahead = stream_available(stream);
    int64_t place;
    stream->start = stream->length = 0;
    stream->transcoded = stream->last_was_cr = false;
    text_truncate(&stream->tail, 0);
    return !give_back || !ahead || stream_source_seek(thread, stream, -(int64_t)ahead, SEEK_CUR, &place);
}

/* ---- decoding ---- */

static void note_newlines(Stream *stream, const char *bytes, size_t length) {
    if (stream->newline > NEWLINE_ANY || !length) return;
    if (!stream->last_was_cr && !memchr(bytes, '\r', length)) { /* the common case */
        if (!(stream->seen & SEEN_LF) && memchr(bytes, '\n', length)) stream->seen |= SEEN_LF;
        return;
    }
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] == '\n') stream->seen |= stream->last_was_cr ? SEEN_CRLF : SEEN_LF;
        else if (stream->last_was_cr) stream->seen |= SEEN_CR;
        stream->last_was_cr = bytes[i] == '\r';
    }
}

/* Bytes of an incomplete sequence at the end, at most 3. */
static size_t incomplete_length(const char *bytes, size_t length) {
    for (size_t back = 1; back <= 3 && back <= length; back++) {
        unsigned char byte = (unsigned char)bytes[length - back];
        if ((byte & 0xC0) == 0x80) continue;
        size_t size = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC2 ? 2 : 1;
        return size > back && byte < 0xF5 ? back : 0;
    }
    return 0;
}

static bool append_data(Thread *thread, Stream *stream, const char *bytes, size_t length) {
    if (!stream_reserve(thread, stream, stream->length + length)) return false;
    if (length) memcpy(stream->data + stream->length, bytes, length);
    stream->length += length;
    note_newlines(stream, bytes, length);
    return true;
}

/* Undecoded bytes in `tail` become text in `data`. */
static bool decode_tail(Thread *thread, Stream *stream, bool at_end) {
    TextBuffer *tail = &stream->tail;
    if (stream->encoding_kind == ENCODING_WHOLE && !at_end) return true;
    size_t bad, kept = 0;
    if (stream->encoding_kind <= ENCODING_UTF8_SIGNED && !at_end) kept = incomplete_length(text_string(tail), tail->length);
    size_t length = tail->length - kept;
    bool plain = stream->encoding_kind <= ENCODING_UTF8_SIGNED ? utf8_is_strict(text_string(tail), length, &bad)
                 : stream->encoding_kind != ENCODING_WHOLE     ? utf8_is_ascii(text_string(tail), length)
                                                               : false;
    bool good = true;
    if (plain) {
        good = append_data(thread, stream, text_string(tail), length);
    } else if (length) {
        const char *encoding = stream->encoding_kind <= ENCODING_UTF8_SIGNED ? "utf-8" : value_c_string(stream->encoding);
        Value text = string_decode(thread, text_string(tail), length, encoding, value_c_string(stream->errors));
        good = !value_is_absent(text) && append_data(thread, stream, value_c_string(text), value_string(text)->length);
        value_release(text);
        stream->transcoded = true;
    }
    if (kept) memmove(tail->bytes, tail->bytes + length, kept);
    text_truncate(tail, kept);
    return good;
}

static ssize_t fill_text(Thread *thread, Stream *stream) {
    size_t before = stream->length;
    bool first = stream->encoding_kind == ENCODING_UTF8_SIGNED;
    for (;;) {
        ssize_t count;
        if (stream->descriptor >= 0) {
            if (!text_reserve(&stream->tail, stream->chunk + 1)) return raise_no_memory(thread), -1;
            count = descriptor_read(thread, stream->descriptor, stream->tail.bytes + stream->tail.length, stream->chunk);
            if (count > 0) stream->tail.length += (size_t)count, stream->tail.bytes[stream->tail.length] = '\0';
        } else {
            count = inner_read(thread, stream, &stream->tail);
        }
        if (count < 0) return -1;
        if (first && (stream->tail.length >= 3 || !count)) { /* the mark at the beginning is no text */
            if (stream->tail.length >= 3 && !memcmp(stream->tail.bytes, "\xEF\xBB\xBF", 3)) {
                memmove(stream->tail.bytes, stream->tail.bytes + 3, stream->tail.length - 3);
                text_truncate(&stream->tail, stream->tail.length - 3);
            }
            stream->encoding_kind = ENCODING_UTF8;
        }
        if (!decode_tail(thread, stream, count == 0)) {
            text_truncate(&stream->tail, 0);
            return -1;
        }
        if (count == 0 && stream->last_was_cr && stream->newline <= NEWLINE_ANY) stream->seen |= SEEN_CR;
        if (count == 0) stream->last_was_cr = false;
        if (count == 0 || stream->length > before) return (ssize_t)(stream->length - before);
    }
}

ssize_t stream_fill(Thread *thread, Stream *stream) {
    if (stream_in_memory(stream)) return 0;
    if (!stream_flush(thread, stream)) return -1;
    if (stream->start) {
        size_t left = stream_available(stream);
        if (left) memmove(stream->data, stream->data + stream->start, left);
        stream->length = left;
        stream->start = 0;
    }
    if (stream->kind == STREAM_TEXT) return fill_text(thread, stream);
    if (stream->descriptor >= 0) {
        if (!stream_reserve(thread, stream, stream->length + stream->chunk)) return -1;
        ssize_t count = descriptor_read(thread, stream->descriptor, stream->data + stream->length, stream->chunk);
        if (count > 0) stream->length += (size_t)count;
        return count;
    }
    if (value_is_absent(stream->inner)) return 0;
    TextBuffer read = TEXT_BUFFER_EMPTY;
    ssize_t count = inner_read(thread, stream, &read);
    if (count > 0 && !append_data(thread, stream, read.bytes, read.length)) count = -1;
    text_release(&read);
    return count;
}

bool stream_want(Thread *thread, Stream *stream, size_t wanted) {
    while (stream_available(stream) < wanted) {
        ssize_t count = stream_fill(thread, stream);
        if (count <= 0) return count == 0;
        if (!thread_poll(thread)) return false;
    }
    return true;
}

/* ---- handing out ---- */

Value stream_take(Thread *thread, Stream *stream, size_t length) {
    const char *bytes = length ? stream->data + stream->start : "";
    stream->start += length;
    if (!stream_is_text(stream)) return bytes_new(thread, bytes, length);
    if (stream->newline != NEWLINE_TRANSLATE || !memchr(bytes, '\r', length)) return string_new(thread, bytes, length);
    char *plain = memory_allocate(length);
    if (!plain) return raise_no_memory(thread);
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        plain[count++] = bytes[i] == '\r' ? '\n' : bytes[i];
        if (bytes[i] == '\r' && i + 1 < length && bytes[i + 1] == '\n') i++;
    }
    Value text = string_new(thread, plain, count);
    memory_release(plain);
    return text;
}

bool stream_measure(Thread *thread, Stream *stream, size_t count, size_t *length) {
    size_t at = 0;
    for (; count; count--) {
        if (at + 4 > stream_available(stream) && !stream_want(thread, stream, at + 4)) return false;
        size_t available = stream_available(stream), step = 1;
        if (at >= available) break;
        unsigned char byte = (unsigned char)stream->data[stream->start + at];
        if (byte >= 0xC0) step = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
        if (byte == '\r' && stream->newline == NEWLINE_TRANSLATE && at + 1 < available && stream->data[stream->start + at + 1] == '\n')
            step = 2;
        at = at + step < available ? at + step : available;
    }
    *length = at;
    return true;
}

bool stream_measure_line(Thread *thread, Stream *stream, size_t *length) {
    Newline newline = stream_is_text(stream) ? stream->newline : NEWLINE_LF;
    for (size_t at = 0;; at++) {
        if (at >= stream_available(stream) && !stream_want(thread, stream, at + 1)) return false;
        size_t available = stream_available(stream);
        if (at >= available) return *length = at, true;
        const char *place = stream->data + stream->start;
        if (newline == NEWLINE_LF) { /* the common case: at once to the end of what is here */
            const char *end = memchr(place + at, '\n', available - at);
            if (end) return *length = (size_t)(end - place) + 1, true;
            at = available - 1;
            continue;
        }
        if (newline <= NEWLINE_ANY && place[at] != '\r') { /* at once to the first end of either kind */
            const char *end = memchr(place + at, '\n', available - at);
            const char *other = memchr(place + at, '\r', end ? (size_t)(end - place) - at : available - at);
            if (end && !other) return *length = (size_t)(end - place) + 1, true;
            at = other ? (size_t)(other - place) : available - 1;
            if (!other) continue;
        }
        char byte = place[at];
        bool ends = byte == '\n' && newline <= NEWLINE_LF;
        if (byte == '\r') {
            if (newline != NEWLINE_CR && !stream_want(thread, stream, at + 2)) return false;
            bool pair = newline != NEWLINE_CR && at + 1 < stream_available(stream) && stream->data[stream->start + at + 1] == '\n';
            at += pair;
            ends = pair || newline != NEWLINE_CRLF;
        }
        if (ends) return *length = at + 1, true;
    }
}

/* ---- writing ---- */

/* What a text stream could not pass on in one large piece is lost. */
static bool flush_or_drop(Thread *thread, Stream *stream) {
    bool done = stream_flush(thread, stream);
    if (!done && stream->kind == STREAM_TEXT) text_truncate(&stream->pending, 0);
    return done;
}

bool stream_write_bytes(Thread *thread, Stream *stream, const char *bytes, size_t length, bool ends_line) {
    /* What a person reads comes behind the warnings of what was called before: a stream over another may be theirs, too. */
    if (stream->descriptor < 0 || stream->descriptor == 1 || stream->descriptor == 2) thread_finish_pending(thread);
    /* A text stream goes on where its last chunk ended, as Python's does; a binary one where the reader stands. */
    if (!stream_drop_ahead(thread, stream, stream->kind != STREAM_TEXT)) return false;
    size_t written;
    if (stream->kind == STREAM_RAW && stream->descriptor >= 0) return descriptor_write(thread, stream->descriptor, bytes, length, &written);
    if (stream->pending.length + length > stream->limit && !flush_or_drop(thread, stream)) return false;
    text_append_bytes(&stream->pending, bytes, length);
    if (stream->pending.failed) {
        text_release(&stream->pending);
        return raise_no_memory(thread), false;
    }
    bool now = stream->write_through || stream->pending.length > stream->limit || (stream->line_buffering && ends_line);
    if (now && !stream_flush(thread, stream)) return false;
    if (!stream->line_buffering || !ends_line || value_is_absent(stream->inner)) return true;
    Value flushed = value_call_method(thread, stream->inner, "flush", NULL, 0);
    value_release(flushed);
    return !value_is_absent(flushed);
}

int stream_shut(Thread *thread, Stream *stream) {
    int error = 0;
    if (!stream->closed && stream->descriptor >= 0) {
        const char *bytes = text_string(&stream->pending);
        for (size_t at = 0; at < stream->pending.length && !error;) {
            ssize_t count = write(stream->descriptor, bytes + at, stream->pending.length - at);
            if (count >= 0) at += (size_t)count;
            else if (errno != EINTR) error = errno;
        }
        if (stream->owns_descriptor && close(stream->descriptor) && !error) error = errno;
    }
    (void)thread;
    stream->closed = true;
    stream->descriptor = -1;
    memory_release(stream->data);
    stream->data = NULL;
    stream->start = stream->length = stream->capacity = 0;
    text_release(&stream->pending);
    text_release(&stream->tail);
    return error;
}

/* ---- parameters ---- */

static EncodingKind encoding_kind(const char *name) {
    char plain[24];
    size_t length = 0;
    for (; *name && length < sizeof plain - 1; name++)
        if (*name != '-' && *name != '_' && *name != ' ') plain[length++] = *name >= 'A' && *name <= 'Z' ? (char)(*name + 32) : *name;
    plain[length] = '\0';
    if (!strcmp(plain, "utf8") || !strcmp(plain, "u8") || !strcmp(plain, "utf")) return ENCODING_UTF8;
    if (!strcmp(plain, "utf8sig")) return ENCODING_UTF8_SIGNED;
    if (!strcmp(plain, "ascii") || !strcmp(plain, "usascii") || !strcmp(plain, "646")) return ENCODING_ASCII;
    static const char *const bytewise[] = {"latin", "iso8859", "l1", "cp12", "cp437", "cp85", "windows12", "koi8", "mac", "8859"};
    for (size_t i = 0; i < sizeof bytewise / sizeof *bytewise; i++)
        if (!strncmp(plain, bytewise[i], strlen(bytewise[i]))) return ENCODING_BYTE;
    return ENCODING_WHOLE;
}

bool encoding_set(Thread *thread, Stream *stream, Value encoding) {
    Value probe = string_decode(thread, "", 0, value_c_string(encoding), "strict");
    if (value_is_absent(probe)) return false;
    value_release(probe);
    value_replace(&stream->encoding, value_retain(encoding));
    stream->encoding_kind = encoding_kind(value_c_string(encoding));
    stream->mark_is_due = stream->encoding_kind == ENCODING_WHOLE || stream->encoding_kind == ENCODING_UTF8_SIGNED;
    return true;
}

/* UTF-16's is for the beginning of a file alone; where there are no places, there is none. */
bool stream_find_mark(Thread *thread, Stream *stream) {
    int64_t place = -1;
    if (!stream->mark_is_due || !stream->writable) return true;
    Value seekable = stream->descriptor >= 0 ? value_from_bool(lseek(stream->descriptor, 0, SEEK_CUR) >= 0)
                                             : value_call_method(thread, stream->inner, "seekable", NULL, 0);
    int truth = value_is_absent(seekable) ? -1 : value_truth(thread, seekable);
    value_release(seekable);
    if (truth < 0 || (truth && !stream_source_seek(thread, stream, 0, SEEK_CUR, &place))) return false;
    stream->mark_is_due = place == 0 || (place < 0 && stream->encoding_kind == ENCODING_UTF8_SIGNED);
    return true;
}

bool newline_parse(Thread *thread, Value value, Newline *newline, bool quoted) {
    static const char *const texts[] = {NULL, "", "\n", "\r", "\r\n"};
    *newline = NEWLINE_TRANSLATE;
    if (value_is_none(value)) return true;
    for (int i = 1; value_is_string(value) && i < 5; i++)
        if (!strcmp(value_c_string(value), texts[i])) return *newline = (Newline)i, true;
    Value shown = quoted ? value_repr(thread, value) : value_str(thread, value);
    if (!value_is_absent(shown)) raise_value_error(thread, "illegal newline value: %s", value_c_string(shown));
    value_release(shown);
    return false;
}
