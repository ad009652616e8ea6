/* The one struct behind every stream of io, and what its files share.
 *
 * A stream's bytes come from a file descriptor, from another stream-like object (`inner`), or are held in memory. A text
 * stream over a file is one such struct, not a tower of three; `.buffer` and `.raw` take the descriptor over when they are
 * first asked for.
 *
 * data[start..length) was read and not handed out yet; in text streams it is UTF-8 with its newlines as they came.
 * `tail` holds undecoded bytes behind it, `pending` what is still to be written. A stream in memory has its whole content
 * in data[0..length) and its place in `start`, which may lie beyond the end. */
#ifndef KERNEL_LIBRARY_IO_STREAM_H
#define KERNEL_LIBRARY_IO_STREAM_H

#include "base/text_buffer.h"
#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/native.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/types.h>

enum { CHUNK_SIZE = 65536, SMALL_CHUNK_SIZE = 8192 };
typedef enum Newline { NEWLINE_TRANSLATE, NEWLINE_ANY, NEWLINE_LF, NEWLINE_CR, NEWLINE_CRLF } Newline;
typedef enum StreamKind { STREAM_RAW, STREAM_BUFFERED, STREAM_TEXT, STREAM_STRING, STREAM_BYTES } StreamKind;
/* ENCODING_WHOLE: the text can only be decoded in one piece (byte order marks, shifts). */
typedef enum EncodingKind { ENCODING_UTF8, ENCODING_UTF8_SIGNED, ENCODING_ASCII, ENCODING_BYTE, ENCODING_WHOLE } EncodingKind;
enum { SEEN_CR = 1, SEEN_LF = 2, SEEN_CRLF = 4 };

typedef struct Stream {
    Object object;
    Dict *attributes;
    struct WeakReference *weak_references;
    StreamKind kind;
    int descriptor; /* -1: none */
    bool readable, writable, closed, detached, owns_descriptor, line_buffering, write_through, telling_disabled;
    bool transcoded;     /* data is not what the file holds */
    bool mark_is_due;    /* the byte order mark is still to be written */
    bool last_was_cr;
    uint8_t seen;        /* SEEN_...: newlines that were read */
    Newline newline;
    EncodingKind encoding_kind;
    Value name, mode, encoding, errors, inner; /* absent: none */
    char *data;
    size_t start, length, capacity, chunk, limit; /* limit: bytes that may be pending */
    TextBuffer pending, tail;
} Stream;

static inline Stream *stream_of(Value self) { return (Stream *)self.object; }
static inline bool stream_is_text(const Stream *stream) { return stream->kind == STREAM_TEXT || stream->kind == STREAM_STRING; }
static inline bool stream_in_memory(const Stream *stream) { return stream->kind >= STREAM_STRING; }
static inline size_t stream_available(const Stream *stream) {
    return stream->length > stream->start ? stream->length - stream->start : 0;
}

/* ---- io_stream.c ---- */
Value raise_unsupported(Thread *thread, const char *message);
/* What is tried on a closed stream: "read" where the message says it, NULL where it does not. */
bool stream_check_open(Thread *thread, const Stream *stream, const char *verb);
bool stream_reserve(Thread *thread, Stream *stream, size_t capacity);
bool stream_flush(Thread *thread, Stream *stream); /* what is pending is written */
/* Forget what was read ahead; `give_back`: the file's own position becomes the stream's. */
bool stream_drop_ahead(Thread *thread, Stream *stream, bool give_back);
ssize_t stream_fill(Thread *thread, Stream *stream); /* bytes read, 0 at the end, -1 with an exception */
bool stream_want(Thread *thread, Stream *stream, size_t wanted); /* data[start..start + wanted), fewer at the end */
bool stream_source_seek(Thread *thread, Stream *stream, int64_t offset, int whence, int64_t *place);
Value stream_take(Thread *thread, Stream *stream, size_t length); /* hand out the next bytes, or the text they are */
bool stream_measure(Thread *thread, Stream *stream, size_t count, size_t *length); /* bytes of the next characters */
bool stream_measure_line(Thread *thread, Stream *stream, size_t *length);
bool stream_write_bytes(Thread *thread, Stream *stream, const char *bytes, size_t length, bool ends_line);
int stream_shut(Thread *thread, Stream *stream); /* closes a descriptor: an errno, or 0 */
bool encoding_set(Thread *thread, Stream *stream, Value encoding); /* LookupError */
bool stream_find_mark(Thread *thread, Stream *stream); /* is a byte order mark due at this place? */
bool newline_parse(Thread *thread, Value value, Newline *newline, bool quoted);
ssize_t descriptor_read(Thread *thread, int descriptor, char *place, size_t size); /* -1 with an exception */
/* `written` counts, also when it fails. */
bool descriptor_write(Thread *thread, int descriptor, const char *bytes, size_t length, size_t *written);

/* ---- io.c ---- */
extern const Type io_reader_type, io_writer_type, io_random_type, io_raw_type;

/* ---- io_methods.c ---- */
extern const NativeEntry io_text_methods[], io_buffered_methods[], io_raw_methods[], io_memory_text_methods[], io_memory_binary_methods[];
extern const PropertyEntry io_text_properties[], io_buffered_properties[], io_raw_properties[], io_memory_text_properties[],
    io_memory_binary_properties[];
bool readinto_buffer(Thread *thread, Value value, char **bytes, size_t *length); /* what is read into; TypeError */
bool memory_write(Thread *thread, Stream *stream, const char *bytes, size_t length, size_t count);
Value stream_put(Thread *thread, Stream *stream, Value value);
Value stream_iterate(Thread *thread, Value self);
Value stream_next(Thread *thread, Value self);
Value stream_repr(Thread *thread, Value self);
bool stream_finalize(Thread *thread, Value self);

/* ---- io_state.c ---- */
Value memory_get_state(Thread *thread, const Native *native, const Value *arguments);
Value memory_set_state(Thread *thread, const Native *native, const Value *arguments);

/* ---- io_base.c ---- */
extern const Type io_base_type, io_raw_base_type, io_buffered_base_type, io_text_base_type;

#endif
