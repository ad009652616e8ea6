/* IOBase and its three daughters: what a class of one's own gets when it defines a few methods. */
#include "kernel/library/streams/io_stream.h"
#include "kernel/objects/core/objects_state.h"

#include "kernel/objects/core/gc.h"
#include "kernel/objects/core/type.h"

#include <stddef.h>
#include <string.h>

typedef struct Base {
    Object object;
    Dict *attributes;
    struct WeakReference *weak_references;
    bool closed;
} Base;

static Value base_create(Thread *thread, Type *type, const Call *call) {
    (void)call;
    return type_create_plain(thread, type);
}

static int is_closed(Thread *thread, Value self) {
    Value closed = value_get_attribute_c(thread, self, "closed");
    int truth = value_is_absent(closed) ? -1 : value_truth(thread, closed);
    value_release(closed);
    return truth;
}

static bool check_open(Thread *thread, Value self) {
    int closed = is_closed(thread, self);
    if (closed > 0) raise_value_error(thread, "I/O operation on closed file.");
    return closed == 0;
}

static Value base_get_closed(Thread *thread, Value self) {
    (void)thread;
    return value_from_bool(((Base *)self.object)->closed);
}

NATIVE(base_unsupported) {
    (void)arguments;
    return raise_unsupported(thread, native->entry->name);
}
NATIVE(base_no) {
    (void)native;
    return check_open(thread, arguments[0]) ? VALUE_FALSE : VALUE_ABSENT;
}
NATIVE(base_tell) {
    (void)native;
    Value range[2] = {value_from_int(0), value_from_int(1)};
    return value_call_method(thread, arguments[0], "seek", range, 2);
}
NATIVE(base_flush) {
    (void)native;
    return check_open(thread, arguments[0]) ? VALUE_NONE : VALUE_ABSENT;
}
NATIVE(base_close) {
    (void)native;
    Base *base = (Base *)arguments[0].object;
    if (base->closed) return VALUE_NONE;
    Value flushed = value_call_method(thread, arguments[0], "flush", NULL, 0);
    base->closed = true;
    value_release(flushed);
    return value_is_absent(flushed) ? flushed : VALUE_NONE;
}
NATIVE(base_enter) {
    (void)native;
    return check_open(thread, arguments[0]) ? value_retain(arguments[0]) : VALUE_ABSENT;
}
NATIVE(base_exit) {
    (void)native;
    return value_call_method(thread, arguments[0], "close", NULL, 0);
}

/* A line, a byte at a time: the only way when read() is all there is. */
NATIVE(base_readline) {
    (void)native;
    int64_t size = -1;
    if (!value_is_none(arguments[1]) && !value_to_int64(thread, arguments[1], &size)) return VALUE_ABSENT;
    TextBuffer line = TEXT_BUFFER_EMPTY;
    Value one = value_from_int(1);
    bool good = true;
    while (good && (size < 0 || (int64_t)line.length < size)) {
        Value piece = value_call_method(thread, arguments[0], "read", &one, 1);
        const char *bytes = NULL;
        size_t length = 0;
        good = !value_is_absent(piece);
        if (good && !value_is_bytes(piece)) {
            raise_format(thread, thread_builtins(thread)->exception_OSError, "read() should have returned a bytes object, not '%s'",
                         value_type_name(thread, piece));
            good = false;
        }
        if (good) good = value_buffer(thread, piece, &bytes, &length);
        if (good) text_append_bytes(&line, bytes, length);
        bool ends = !good || !length || bytes[length - 1] == '\n';
        value_release(piece);
        if (ends) break;
    }
    if (good && line.failed) good = false, raise_no_memory(thread);
    Value result = good ? bytes_new(thread, text_string(&line), line.length) : VALUE_ABSENT;
    text_release(&line);
    return result;
}

static Value base_next(Thread *thread, Value self) {
    Value line = value_call_method(thread, self, "readline", NULL, 0);
    if (value_is_absent(line)) return line;
    int64_t length = value_length(thread, line);
    if (length > 0) return line;
    value_release(line);
    return VALUE_ABSENT;
}
static Value base_iterate(Thread *thread, Value self) { return check_open(thread, self) ? value_retain(self) : VALUE_ABSENT; }

NATIVE(base_readlines) {
    (void)native;
    int64_t hint = -1, total = 0;
    if (!value_is_none(arguments[1]) && !value_to_int64(thread, arguments[1], &hint)) return VALUE_ABSENT;
    Value iterator = value_iterate(thread, arguments[0]), lines = value_is_absent(iterator) ? iterator : list_new(thread), line;
    while (!value_is_absent(lines) && (hint <= 0 || total <= hint) && !value_is_absent(line = value_next(thread, iterator))) {
        total += value_length(thread, line);
        if (list_append_owned(thread, value_list(lines), line)) continue;
        value_release(lines);
        lines = VALUE_ABSENT;
    }
    value_release(iterator);
    if (!exception_is_set(thread)) return lines;
    value_release(lines);
    return VALUE_ABSENT;
}
NATIVE(base_writelines) {
    (void)native;
    if (!check_open(thread, arguments[0])) return VALUE_ABSENT;
    Value iterator = value_iterate(thread, arguments[1]), line;
    while (!value_is_absent(iterator) && !value_is_absent(line = value_next(thread, iterator))) {
        Value done = value_call_method(thread, arguments[0], "write", &line, 1);
        value_release(line);
        if (value_is_absent(done)) break;
        value_release(done);
    }
    value_release(iterator);
    return exception_is_set(thread) ? VALUE_ABSENT : VALUE_NONE;
}

/* ---- RawIOBase: read() from readinto() ---- */
enum { RAW_READ_MOST = 1 << 26 };

NATIVE(raw_not_implemented) {
    NATIVE_UNUSED;
    return raise_format(thread, thread_builtins(thread)->exception_NotImplementedError, "%s", "");
}
static Value raw_read_some(Thread *thread, Value self, int64_t size) {
    if (size > RAW_READ_MOST) size = RAW_READ_MOST; /* reading less is allowed */
    Value count = value_from_int(size), buffer = value_call_one(thread, value_from_object(thread_builtins(thread)->type_bytearray), count);
    Value read = value_is_absent(buffer) ? buffer : value_call_method(thread, self, "readinto", &buffer, 1);
    Value result = VALUE_ABSENT;
    const char *bytes;
    size_t length;
    int64_t got;
    if (value_is_none(read)) result = VALUE_NONE;
    else if (!value_is_absent(read) && value_to_int64(thread, read, &got) && value_buffer(thread, buffer, &bytes, &length))
        result = bytes_new(thread, bytes, got < 0 ? 0 : (size_t)got > length ? length : (size_t)got);
    value_release(read);
    value_release(buffer);
    return result;
}
NATIVE(raw_readall) {
    (void)native;
    TextBuffer all = TEXT_BUFFER_EMPTY;
    Value size = value_from_int(SMALL_CHUNK_SIZE), result = VALUE_ABSENT;
    for (;;) {
        Value piece = value_call_method(thread, arguments[0], "read", &size, 1);
        const char *bytes;
        size_t length = 0;
        if (value_is_absent(piece)) break;
        bool good = value_is_none(piece) || value_buffer(thread, piece, &bytes, &length);
        if (good && length) text_append_bytes(&all, bytes, length);
        value_release(piece);
        if (!good) break;
        if (length) continue;
        result = all.failed ? raise_no_memory(thread) : bytes_new(thread, text_string(&all), all.length);
        break;
    }
    text_release(&all);
    return result;
}
NATIVE(raw_read) {
    (void)native;
    int64_t size = -1;
    if (!value_is_none(arguments[1]) && !value_to_int64(thread, arguments[1], &size)) return VALUE_ABSENT;
    return size < 0 ? value_call_method(thread, arguments[0], "readall", NULL, 0) : raw_read_some(thread, arguments[0], size);
}

/* ---- BufferedIOBase: readinto() from read() ---- */
NATIVE(buffered_readinto) {
    const char *bytes;
    char *into;
    size_t length, room;
    if (!readinto_buffer(thread, arguments[1], &into, &room)) return VALUE_ABSENT;
    Value size = value_from_int((int64_t)room);
    Value read = value_call_method(thread, arguments[0], native->entry->data ? "read1" : "read", &size, 1);
    bool good = !value_is_absent(read) && value_buffer(thread, read, &bytes, &length) && readinto_buffer(thread, arguments[1], &into, &room);
    if (good && length > room) good = false, raise_value_error(thread, "read() returned too much data: %zu bytes requested, %zu returned", room, length);
    if (good && length) memcpy(into, bytes, length);
    value_release(read);
    return good ? value_from_int((int64_t)length) : VALUE_ABSENT;
}

static Value base_none(Thread *thread, Value self) { return (void)thread, (void)self, VALUE_NONE; }

/* One that nobody closed closes itself; what goes wrong is nobody's concern. */
static bool base_finalize(Thread *thread, Value self) {
    Value closed = value_find_attribute_c(thread, self, "closed");
    int truth = value_is_absent(closed) ? -1 : value_truth(thread, closed);
    value_release(closed);
    exception_clear(thread);
    if (truth == 0) value_release(value_call_method(thread, self, "close", NULL, 0));
    exception_clear(thread);
    return true;
}

static const NativeEntry base_methods[] = {
    {"seek", "($self, /, *args)", "Change the position.", base_unsupported, NULL, 0},
    {"tell", "($self, /)", "Return the position.", base_tell, NULL, 0},
    {"truncate", "($self, pos=None, /)", "Cut off what lies behind a position.", base_unsupported, NULL, 0},
    {"fileno", "($self, /)", "Return the file descriptor.", base_unsupported, NULL, 0},
    {"flush", "($self, /)", "Write what is buffered.", base_flush, NULL, 0},
    {"close", "($self, /)", "Flush and close.", base_close, NULL, 0},
    {"isatty", "($self, /)", "Whether this is a terminal.", base_no, NULL, 0},
    {"readable", "($self, /)", "Whether it can be read.", base_no, NULL, 0},
    {"writable", "($self, /)", "Whether it can be written.", base_no, NULL, 0},
    {"seekable", "($self, /)", "Whether it can be positioned.", base_no, NULL, 0},
    {"readline", "($self, size=-1, /)", "The next line, with its end; nothing at the end of the file.", base_readline, NULL, 0},
    {"readlines", "($self, hint=-1, /)", "The lines that are left; about hint characters of them, if it is given.", base_readlines, NULL, 0},
    {"writelines", "($self, lines, /)", "Write each of the strings; no line ends are added.", base_writelines, NULL, 0},
    {"__enter__", "($self, /)", NULL, base_enter, NULL, 0},
    {"__exit__", "($self, /, *args)", NULL, base_exit, NULL, 0},
    {0}};
static const NativeEntry raw_methods[] = {
    {"read", "($self, size=-1, /)", "Read and return at most size bytes.", raw_read, NULL, 0},
    {"readall", "($self, /)", "Read all that is left.", raw_readall, NULL, 0},
    {"readinto", "($self, buffer, /)", "Read bytes into a buffer, and return their number.", raw_not_implemented, NULL, 0},
    {"write", "($self, buffer, /)", "Write bytes, and return their number.", raw_not_implemented, NULL, 0},
    {0}};
static const NativeEntry buffered_methods[] = {
    {"read", "($self, /, *args)", "Read and return at most size bytes.", base_unsupported, NULL, 0},
    {"read1", "($self, /, *args)", "Read with at most one call of the source.", base_unsupported, NULL, 0},
    {"readinto", "($self, buffer, /)", "Read bytes into a buffer, and return their number.", buffered_readinto, NULL, 0},
    {"readinto1", "($self, buffer, /)", "Read into a buffer with at most one call of the source.", buffered_readinto, "1", 0},
    {"write", "($self, /, *args)", "Write bytes, and return their number.", base_unsupported, NULL, 0},
    {"detach", "($self, /, *args)", "Give away the stream below.", base_unsupported, NULL, 0},
    {0}};
static const NativeEntry text_methods[] = {
    {"read", "($self, /, *args)", "Read and return at most size characters.", base_unsupported, NULL, 0},
    {"readline", "($self, /, *args)", "The next line, with its end; nothing at the end of the file.", base_unsupported, NULL, 0},
    {"write", "($self, /, *args)", "Write text, and return its length.", base_unsupported, NULL, 0},
    {"detach", "($self, /, *args)", "Give away the stream below.", base_unsupported, NULL, 0},
    {0}};
static const PropertyEntry base_properties[] = {{"__dict__", object_get_dict, object_set_dict, NULL}, {"closed", base_get_closed, NULL, NULL}, {0}};
static const PropertyEntry text_properties[] = {
    {"encoding", base_none, NULL, NULL}, {"newlines", base_none, NULL, NULL}, {"errors", base_none, NULL, NULL}, {0}};

#define BASE_LAYOUT                                                                                     \
    .flags = TYPE_BASE | TYPE_COLLECTED, .instance_size = sizeof(Base), .create = base_create, .finalize = base_finalize, .attributes_offset = offsetof(Base, attributes), \
    .weak_offset = offsetof(Base, weak_references)
const Type io_base_type = {.name = "io.IOBase", BASE_LAYOUT, .documentation = "The root of all streams.", .iterate = base_iterate,
                           .next = base_next, .methods = base_methods, .properties = base_properties};
const Type io_raw_base_type = {.name = "io.RawIOBase", .base = (Type *)&io_base_type, BASE_LAYOUT,
                               .documentation = "Streams of bytes without a buffer.", .methods = raw_methods};
const Type io_buffered_base_type = {.name = "io.BufferedIOBase", .base = (Type *)&io_base_type, BASE_LAYOUT,
                                    .documentation = "Streams of bytes with a buffer.", .methods = buffered_methods};
const Type io_text_base_type = {.name = "io.TextIOBase", .base = (Type *)&io_base_type, BASE_LAYOUT,
                                .documentation = "Streams of text.", .methods = text_methods, .properties = text_properties};
