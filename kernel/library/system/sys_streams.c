/* The standard streams of a session: text that goes to, and comes from, the front end. A script's are streams of io. */
#include "kernel/library/streams/standard_streams.h"
#include "kernel/library/system/sys_private.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/core/gc.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/text/string.h"
#include "kernel/objects/core/type.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct Stream {
    Object object;
    Dict *attributes;
    struct WeakReference *weak_references;
    int number; /* 0 stdin, 1 stdout, 2 stderr */
    bool is_binary; /* the `buffer` of one of them */
    Object *text;   /* the stream whose `buffer` this is, or NULL */
    Value rest;     /* of a line of input that was read in part, or absent; in the text's stream */
} Stream;

static Stream *stream_of(Value self) { return (Stream *)self.object; }

NATIVE(stream_write) {
    (void)native;
    Stream *stream = stream_of(arguments[0]);
    if (!value_is_string(arguments[1]))
        return raise_type_error(thread, "write() argument must be str, not %s",
                                type_short_name(type_of(thread->interpreter, arguments[1])));
    if (stream->number == 0) return raise_value_error(thread, "not writable");
    const String *text = value_string(arguments[1]);
    FrontEnd *front_end = &thread->interpreter->front_end;
    thread_finish_pending(thread); /* its warnings come first */
    if (front_end->write && text->length) front_end->write(front_end->context, stream->number == 2, text->bytes, text->length);
    return value_from_int((int64_t)text->count);
}

NATIVE(stream_writelines) {
    (void)native;
    Value iterator = value_iterate(thread, arguments[1]), item;
    if (value_is_absent(iterator)) return iterator;
    while (!value_is_absent(item = value_next(thread, iterator))) {
        Value done = value_call_method(thread, arguments[0], "write", &item, 1);
        value_release(item);
        if (value_is_absent(done)) break;
        value_release(done);
    }
    value_release(iterator);
    return exception_is_set(thread) ? VALUE_ABSENT : VALUE_NONE;
}

NATIVE(stream_flush) {
    (void)native;
    FrontEnd *front_end = &thread->interpreter->front_end;
    if (stream_of(arguments[0])->number && front_end->flush) front_end->flush(front_end->context);
    return VALUE_NONE;
}

NATIVE(stream_isatty) {
    NATIVE_UNUSED;
    return VALUE_FALSE;
}

/* readable, writable, seekable: the entry's data says which. */
NATIVE(stream_ask) {
    (void)thread;
    bool reads = stream_of(arguments[0])->number == 0;
    char what = ((const char *)native->entry->data)[0];
    return value_from_bool(what == 'r' ? reads : what == 'w' ? !reads : false);
}

NATIVE(stream_reconfigure) {
    NATIVE_UNUSED;
    return VALUE_NONE;
}

NATIVE(stream_fileno) {
    (void)native, (void)thread;
    return value_from_int(stream_of(arguments[0])->number);
}

static Stream *owner_of(Value self) {
    Stream *stream = stream_of(self);
    return stream->text ? (Stream *)stream->text : stream;
}

/* A line with its newline, or what is left of one; "" at the end of the input. */
static Value read_line(Thread *thread, Value self, bool *at_end) {
    FrontEnd *front_end = &thread->interpreter->front_end;
    Value rest = owner_of(self)->rest;
    *at_end = false;
    if (!value_is_absent(rest)) {
        owner_of(self)->rest = VALUE_ABSENT;
        return rest;
    }
    *at_end = true;
    if (!front_end->input) return value_retain(thread_builtins(thread)->empty_string);
    char *line = front_end->input(front_end->context, thread, "", false);
    if (!line) {
        if (!exception_matches(thread, thread_builtins(thread)->exception_EOFError)) return VALUE_ABSENT;
        exception_clear(thread);
        return value_retain(thread_builtins(thread)->empty_string);
    }
    *at_end = false;
    size_t length = strlen(line);
    line[length++] = '\n'; /* where its end was */
    Value text = string_decode(thread, line, length, "utf-8", "surrogateescape");
    memory_release(line);
    return text;
}

static Value encoded(Thread *thread, Value text) {
    if (value_is_absent(text)) return text;
    Value bytes = string_encode(thread, value_string(text), "utf-8", "surrogateescape");
    value_release(text);
    return bytes;
}

/* The first `size` characters (bytes) of what was read; the rest comes next again. Takes over `text`. */
static Value cut_input(Thread *thread, Value text, int64_t size, Value self) {
    bool is_binary = stream_of(self)->is_binary;
    if (value_is_absent(text) || size < 0) return text;
    String *string = value_string(text);
    if (!is_binary && (size_t)size >= string->count) return text;
    size_t from = is_binary ? 0 : string_byte_offset(string, (size_t)size), kept = is_binary ? (size_t)size : 0;
    Value rest = encoded(thread, string_new(thread, string->bytes + from, string->length - from)), head = VALUE_ABSENT;
    if (value_is_absent(rest)) {
        value_release(text);
        return rest;
    }
    const Bytes *bytes = (const Bytes *)rest.object;
    if (bytes->length <= kept) {
        value_release(rest);
        return text;
    }
    const char *start = (const char *)bytes->bytes;
    Value left = string_decode(thread, start + kept, bytes->length - kept, "utf-8", "surrogateescape");
    if (value_is_absent(left)) head = VALUE_ABSENT;
    else if (is_binary) head = string_decode(thread, start, kept, "utf-8", "surrogateescape");
    else head = string_new(thread, string->bytes, from);
    value_replace(&owner_of(self)->rest, left);
    value_release(rest), value_release(text);
    return head;
}

/* In UTF-8; a byte that is no text is a lone surrogate here. */
static int64_t size_of_input(const String *line, bool is_binary) {
    if (!is_binary) return (int64_t)line->count;
    int64_t size = (int64_t)line->length;
    for (size_t i = 0; i + 1 < line->length; i++)
        if ((unsigned char)line->bytes[i] == 0xED && (unsigned char)line->bytes[i + 1] >= 0xB2) size -= 2;
    return size;
}

static bool read_size(Thread *thread, Value given, int64_t *size) {
    *size = -1;
    return value_is_none(given) || value_to_int64(thread, given, size);
}

NATIVE(stream_readline) {
    (void)native;
    bool at_end;
    int64_t size;
    if (stream_of(arguments[0])->number) return raise_value_error(thread, "not readable");
    if (!read_size(thread, arguments[1], &size)) return VALUE_ABSENT;
    if (size == 0) return value_retain(thread_builtins(thread)->empty_string);
    return cut_input(thread, read_line(thread, arguments[0], &at_end), size, arguments[0]);
}

NATIVE(stream_read) {
    (void)native;
    bool at_end = false, is_binary = stream_of(arguments[0])->is_binary;
    int64_t size, has = 0;
    if (stream_of(arguments[0])->number) return raise_value_error(thread, "not readable");
    if (!read_size(thread, arguments[1], &size)) return VALUE_ABSENT;
    Value all = value_retain(thread_builtins(thread)->empty_string);
    while (!at_end && !value_is_absent(all) && (size < 0 || has < size)) {
        Value line = read_line(thread, arguments[0], &at_end);
        if (!value_is_absent(line)) has += size_of_input(value_string(line), is_binary);
        Value joined = value_is_absent(line) ? line : value_binary(thread, BINARY_ADD, all, line);
        value_release(line), value_release(all);
        all = joined;
    }
    return cut_input(thread, all, size, arguments[0]);
}

NATIVE(stream_readlines) {
    (void)native;
    if (stream_of(arguments[0])->number) return raise_value_error(thread, "not readable");
    return list_from_iterable(thread, arguments[0]);
}

static Value stream_iterate(Thread *thread, Value self) {
    (void)thread;
    return value_retain(self);
}

static Value stream_next(Thread *thread, Value self) {
    bool at_end;
    if (stream_of(self)->number) return raise_value_error(thread, "not readable");
    Value line = read_line(thread, self, &at_end);
    if (!at_end) return line;
    value_release(line);
    return VALUE_ABSENT;
}

NATIVE(stream_enter) {
    (void)native, (void)thread;
    return value_retain(arguments[0]);
}

NATIVE(stream_exit) {
    NATIVE_UNUSED;
    return VALUE_NONE;
}

/* ---- the streams of bytes below ---- */

NATIVE(binary_write) {
    (void)native;
    const char *bytes;
    size_t length, bad;
    if (value_is_string(arguments[1])) return raise_type_error(thread, "a bytes-like object is required, not 'str'");
    if (!value_buffer(thread, arguments[1], &bytes, &length)) return VALUE_ABSENT;
    FrontEnd *front_end = &thread->interpreter->front_end;
    bool is_error = stream_of(arguments[0])->number == 2;
    thread_finish_pending(thread);
    if (!front_end->write || !length) return value_from_int((int64_t)length);
    if (utf8_is_strict(bytes, length, &bad)) {
        front_end->write(front_end->context, is_error, bytes, length);
    } else { /* a notebook shows text only */
        Value text = string_decode(thread, bytes, length, "utf-8", "replace");
        if (value_is_absent(text)) return text;
        front_end->write(front_end->context, is_error, value_c_string(text), value_string(text)->length);
        value_release(text);
    }
    return value_from_int((int64_t)length);
}

NATIVE(binary_readline) { return encoded(thread, stream_readline(thread, native, arguments)); }
NATIVE(binary_read) { return encoded(thread, stream_read(thread, native, arguments)); }
static Value binary_next(Thread *thread, Value self) { return encoded(thread, stream_next(thread, self)); }

static bool writable(Thread *thread, Value value, char **place, size_t *room) {
    if (value_writable_buffer(thread, value, place, room)) return true;
    if (!exception_is_set(thread))
        raise_type_error(thread, "readinto() argument must be read-write bytes-like object, not %s", value_type_name(thread, value));
    return false;
}

NATIVE(binary_readinto) {
    char *place;
    size_t room;
    if (!writable(thread, arguments[1], &place, &room)) return VALUE_ABSENT;
    const Value wanted[2] = {arguments[0], value_from_int((int64_t)room)};
    Value data = binary_read(thread, native, wanted);
    if (value_is_absent(data) || !writable(thread, arguments[1], &place, &room)) { /* it may have changed meanwhile */
        value_release(data);
        return VALUE_ABSENT;
    }
    const Bytes *bytes = (const Bytes *)data.object;
    size_t length = bytes->length < room ? bytes->length : room;
    memcpy(place, bytes->bytes, length);
    value_release(data);
    return value_from_int((int64_t)length);
}

static Value binary_repr(Thread *thread, Value self) {
    static const char *const names[] = {"Reader name='<stdin>'", "Writer name='<stdout>'", "Writer name='<stderr>'"};
    return string_format(thread, "<_io.Buffered%s>", names[stream_of(self)->number]);
}

static const NativeEntry binary_methods[] = {
    {.name = "write", .signature = "($self, data, /)", .documentation = "Write bytes; their number is the result.", .code = binary_write},
    {.name = "flush", .signature = "($self)", .documentation = "Send what is buffered.", .code = stream_flush},
    {.name = "close", .signature = "($self)", .documentation = "The standard streams stay open.", .code = stream_exit},
    {.name = "isatty", .signature = "($self)", .documentation = "Is it a terminal?", .code = stream_isatty},
    {.name = "fileno", .signature = "($self)", .documentation = "The file descriptor.", .code = stream_fileno},
    {.name = "readline", .signature = "($self, size=-1, /)", .documentation = "A line of input.", .code = binary_readline},
    {.name = "read", .signature = "($self, size=-1, /)", .documentation = "All of the input.", .code = binary_read},
    {.name = "read1", .signature = "($self, size=-1, /)", .documentation = "Some of the input.", .code = binary_readline},
    {.name = "readinto", .signature = "($self, buffer, /)", .documentation = "Read into a buffer; the number of bytes.", .code = binary_readinto},
    {.name = "readlines", .signature = "($self, hint=-1, /)", .documentation = "The lines of the input.", .code = stream_readlines},
    {.name = "writelines", .signature = "($self, lines, /)", .documentation = "Write each of an iterable.", .code = stream_writelines},
    {.name = "__enter__", .signature = "($self)", .documentation = NULL, .code = stream_enter},
    {.name = "__exit__", .signature = "($self, *exception)", .documentation = NULL, .code = stream_exit},
    {.name = "readable", .signature = "($self)", .documentation = "Can it be read?", .code = stream_ask, .data = "r"},
    {.name = "writable", .signature = "($self)", .documentation = "Can it be written?", .code = stream_ask, .data = "w"},
    {.name = "seekable", .signature = "($self)", .documentation = "False.", .code = stream_ask, .data = "s"},
    {0}};

static const NativeEntry stream_methods[] = {
    {.name = "write", .signature = "($self, text, /)", .documentation = "Write text; its length is the result.", .code = stream_write},
    {.name = "writelines", .signature = "($self, lines, /)", .documentation = "Write each text of an iterable.", .code = stream_writelines},
    {.name = "flush", .signature = "($self)", .documentation = "Send what is buffered.", .code = stream_flush},
    {.name = "close", .signature = "($self)", .documentation = "The standard streams stay open.", .code = stream_exit},
    {.name = "isatty", .signature = "($self)", .documentation = "False: a notebook is no terminal.", .code = stream_isatty},
    {.name = "fileno", .signature = "($self)", .documentation = "The file descriptor.", .code = stream_fileno},
    {.name = "readline", .signature = "($self, size=-1, /)", .documentation = "A line of input.", .code = stream_readline},
    {.name = "read", .signature = "($self, size=-1, /)", .documentation = "All of the input.", .code = stream_read},
    {.name = "readlines", .signature = "($self, hint=-1, /)", .documentation = "The lines of the input.", .code = stream_readlines},
    {.name = "readable", .signature = "($self)", .documentation = "Can it be read?", .code = stream_ask, .data = "r"},
    {.name = "writable", .signature = "($self)", .documentation = "Can it be written?", .code = stream_ask, .data = "w"},
    {.name = "seekable", .signature = "($self)", .documentation = "False.", .code = stream_ask, .data = "s"},
    {.name = "reconfigure", .signature = "($self, *, encoding=None, errors=None, newline=None, line_buffering=None, write_through=None)",
     .documentation = "The standard streams stay UTF-8.", .code = stream_reconfigure},
    {.name = "__enter__", .signature = "($self)", .documentation = NULL, .code = stream_enter},
    {.name = "__exit__", .signature = "($self, *exception)", .documentation = NULL, .code = stream_exit},
    {0}};

static Value stream_name(Thread *thread, Value self) {
    static const char *const names[] = {"<stdin>", "<stdout>", "<stderr>"};
    return string_from_c(thread, names[stream_of(self)->number]);
}
static Value stream_encoding(Thread *thread, Value self) {
    (void)self;
    return string_from_c(thread, "UTF-8");
}
static Value stream_errors(Thread *thread, Value self) {
    return string_from_c(thread, stream_of(self)->number < 2 ? "strict" : "backslashreplace");
}
static Value stream_newlines(Thread *thread, Value self) { return (void)thread, (void)self, VALUE_NONE; }
static Value stream_line_buffering(Thread *thread, Value self) {
    (void)thread;
    return value_from_bool(stream_of(self)->number == 2);
}
static const Type binary_type, binary_reader_type;
static Value stream_buffer(Thread *thread, Value self) {
    Type *type = type_from_template(thread, stream_of(self)->number ? &binary_type : &binary_reader_type);
    Stream *stream = type ? object_new(thread, type) : NULL;
    if (!stream) return VALUE_ABSENT;
    stream->number = stream_of(self)->number;
    stream->is_binary = true;
    stream->text = object_retain(self.object);
    stream->rest = VALUE_ABSENT;
    return value_from_object(stream);
}
static Value stream_mode(Thread *thread, Value self) { return string_from_c(thread, stream_of(self)->number ? "w" : "r"); }
static Value binary_mode(Thread *thread, Value self) { return string_from_c(thread, stream_of(self)->number ? "wb" : "rb"); }
static Value binary_raw(Thread *thread, Value self) { return (void)thread, value_retain(self); }
static Value stream_closed(Thread *thread, Value self) {
    (void)thread, (void)self;
    return VALUE_FALSE;
}
static const PropertyEntry stream_properties[] = {{.name = "name", .get = stream_name},
                                                  {.name = "encoding", .get = stream_encoding},
                                                  {.name = "mode", .get = stream_mode},
                                                  {.name = "closed", .get = stream_closed},
                                                  {.name = "errors", .get = stream_errors},
                                                  {.name = "newlines", .get = stream_newlines},
                                                  {.name = "line_buffering", .get = stream_line_buffering},
                                                  {.name = "buffer", .get = stream_buffer},
                                                  {0}};

static void stream_destroy(Object *self) {
    Stream *stream = (Stream *)self;
    object_release(stream->text);
    value_release(stream->rest);
}

static const Type stream_type = {.name = "ipykernel.iostream.OutStream",
                                 .documentation = "A standard stream: text for the front end.",
                                 .flags = TYPE_BASE,
                                 .instance_size = sizeof(Stream),
                                 .attributes_offset = offsetof(Stream, attributes),
                                 .weak_offset = offsetof(Stream, weak_references),
                                 .destroy = stream_destroy,
                                 .iterate = stream_iterate,
                                 .next = stream_next,
                                 .methods = stream_methods,
                                 .properties = stream_properties};

static const PropertyEntry binary_properties[] = {{.name = "name", .get = stream_name}, {.name = "mode", .get = binary_mode},
                                                  {.name = "closed", .get = stream_closed}, {.name = "raw", .get = binary_raw}, {0}};
#define BINARY_TYPE(NAME, DOCUMENTATION)                           \
    {.name = NAME,                                                  \
     .documentation = DOCUMENTATION,                                \
     .instance_size = sizeof(Stream),                               \
     .attributes_offset = offsetof(Stream, attributes),             \
     .weak_offset = offsetof(Stream, weak_references),              \
     .destroy = stream_destroy,                                     \
     .repr = binary_repr,                                           \
     .iterate = stream_iterate,                                     \
     .next = binary_next,                                           \
     .methods = binary_methods,                                     \
     .properties = binary_properties}
static const Type binary_reader_type = BINARY_TYPE("_io.BufferedReader", "The bytes of the standard input.");
static const Type binary_type = BINARY_TYPE("_io.BufferedWriter", "The bytes of a standard stream.");
#undef BINARY_TYPE

Value sys_front_end_stream(Thread *thread, int number) {
    Type *type = type_from_template(thread, &stream_type);
    Stream *stream = type ? object_new(thread, type) : NULL;
    if (!stream) return VALUE_ABSENT;
    stream->number = number;
    stream->rest = VALUE_ABSENT;
    return value_from_object(stream);
}

bool sys_add_streams(Thread *thread, Value module) {
    static const char *const names[][2] = {{"stdin", "__stdin__"}, {"stdout", "__stdout__"}, {"stderr", "__stderr__"}};
    const FrontEnd *front_end = &thread->interpreter->front_end;
    for (int number = 0; number < 3; number++) {
        bool is_descriptor = front_end->has_descriptors && (number || !front_end->input);
        Value value = is_descriptor ? io_standard_stream(thread, number) : sys_front_end_stream(thread, number);
        if (value_is_absent(value)) return false;
        bool added = module_add(thread, module, names[number][1], value_retain(value)) &&
                     module_add(thread, module, names[number][0], value_retain(value));
        value_release(value);
        if (!added) return false;
    }
    return true;
}

