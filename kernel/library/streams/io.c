/* io: open() and the types of streams. How they read and write: io_stream.c; their methods: io_methods.c; the classes to
 * derive from: io_base.c. */
#include "kernel/library/streams/io_stream.h"
#include "kernel/library/system/os_private.h"
#include "kernel/library/streams/standard_streams.h"

#include "base/memory.h"
#include "kernel/objects/core/gc.h"
#include "kernel/objects/text/string.h"
#include "kernel/objects/core/type.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the life of a stream ---- */

static void stream_destroy(Object *object) {
    Stream *stream = (Stream *)object;
    stream_shut(NULL, stream);
    value_clear(&stream->name);
    value_clear(&stream->mode);
    value_clear(&stream->encoding);
    value_clear(&stream->errors);
    value_clear(&stream->inner);
}

static bool stream_visit(Object *object, Visit *visit, void *context) {
    const Stream *stream = (const Stream *)object;
    return visit_value(stream->inner, visit, context) && visit_value(stream->name, visit, context);
}

/* The inner stream stays: the finalizer has used it already when a cycle is broken up. */
static void stream_clear(Object *object) {
    Stream *stream = (Stream *)object;
    stream->closed = stream->closed || !value_is_absent(stream->inner);
    value_clear(&stream->inner);
    value_clear(&stream->name);
}

static Stream *stream_new(Thread *thread, Type *type, StreamKind kind) {
    Stream *stream = object_new(thread, type);
    if (!stream) return NULL;
    stream->kind = kind;
    stream->descriptor = -1;
    stream->newline = NEWLINE_LF;
    stream->chunk = stream->limit = CHUNK_SIZE;
    stream->name = stream->mode = stream->encoding = stream->errors = stream->inner = VALUE_ABSENT;
    return stream;
}

/* ---- streams in memory ---- */

static Value stream_create(Thread *thread, Type *type, const Call *call) {
    (void)call;
    StreamKind kind = STREAM_RAW;
    for (const Type *at = type; at; at = at->base) {
        const char *name = at->origin ? at->origin->name : "";
        if (!strcmp(name, "_io.StringIO")) kind = STREAM_STRING;
        else if (!strcmp(name, "_io.BytesIO")) kind = STREAM_BYTES;
        else if (!strcmp(name, "_io.TextIOWrapper")) kind = STREAM_TEXT;
        else if (!strncmp(name, "_io.Buffered", 12)) kind = STREAM_BUFFERED;
        else continue;
        break;
    }
    Stream *stream = stream_new(thread, type, kind);
    if (!stream) return VALUE_ABSENT;
    stream->readable = stream->writable = stream_in_memory(stream);
    return value_from_object(stream);
}

static bool string_io_initialize(Thread *thread, Value self, const Call *call) {
    Value arguments[2];
    Stream *stream = stream_of(self);
    if (!native_match(thread, "StringIO", "(initial_value='', newline='\\n')", call, arguments, 2)) return false;
    bool good = true;
    if (!value_is_none(arguments[1]) && !value_is_string(arguments[1])) {
        raise_type_error(thread, "newline must be str or None, not %s", value_type_name(thread, arguments[1]));
        good = false;
    }
    if (good && !value_is_none(arguments[0]) && !value_is_string(arguments[0])) {
        raise_type_error(thread, "initial_value must be str or None, not %s", value_type_name(thread, arguments[0]));
        good = false;
    }
    good = good && newline_parse(thread, arguments[1], &stream->newline, true);
    if (good) {
        stream->start = stream->length = 0;
        stream->closed = false;
        if (value_is_string(arguments[0])) {
            Value done = stream_put(thread, stream, arguments[0]);
            good = !value_is_absent(done);
        }
        stream->start = 0;
    }
    native_release_arguments(arguments, 2);
    return good;
}

static bool bytes_io_initialize(Thread *thread, Value self, const Call *call) {
    Value argument;
    const char *bytes = "";
    size_t length = 0;
    Stream *stream = stream_of(self);
    if (!native_match(thread, "BytesIO", "(initial_bytes=b'')", call, &argument, 1)) return false;
    bool good = true;
    if (value_is_string(argument)) good = (raise_type_error(thread, "a bytes-like object is required, not 'str'"), false);
    else if (!value_is_none(argument) && !value_is_absent(argument)) good = value_buffer(thread, argument, &bytes, &length);
    if (good) {
        stream->start = stream->length = 0;
        stream->closed = false;
        good = memory_write(thread, stream, bytes, length, length);
        stream->start = 0;
    }
    native_release_arguments(&argument, 1);
    return good;
}

/* ---- files ---- */

typedef struct Mode {
    char action; /* r w a x */
    bool update, binary, text;
} Mode;

static bool mode_parse(Thread *thread, Value value, bool raw, Mode *mode) {
    *mode = (Mode){0};
    int actions = 0;
    const char *text = value_c_string(value);
    for (const char *at = text; *at; at++) {
        if (!strchr(raw ? "rwaxb+" : "rwaxbt+", *at) || strchr(at + 1, *at)) {
            if (raw) raise_value_error(thread, "invalid mode: %.200s", text);
            else raise_value_error(thread, "invalid mode: '%s'", text);
            return false;
        }
        if (*at == '+') mode->update = true;
        else if (*at == 'b') mode->binary = true;
        else if (*at == 't') mode->text = true;
        else mode->action = *at, actions++;
    }
    if (mode->binary && mode->text) return raise_value_error(thread, "can't have text and binary mode at once"), false;
    if (actions != 1) {
        raise_value_error(thread, actions && !raw ? "must have exactly one of create/read/write/append mode"
                                                  : "Must have exactly one of create/read/write/append mode and at most one plus");
        return false;
    }
    return true;
}

static int call_opener(Thread *thread, Value opener, Value path, int flags) {
    Value number = value_call_two(thread, opener, path, value_from_int(flags | O_CLOEXEC));
    int64_t descriptor = -1;
    if (value_is_absent(number)) return -1;
    if (!value_is_int(number)) raise_type_error(thread, "expected integer from opener");
    else if (value_to_int64(thread, number, &descriptor) && descriptor < 0)
        raise_value_error(thread, "opener returned %lld", (long long)descriptor);
    value_release(number);
    return exception_is_set(thread) ? -1 : (int)descriptor;
}

static int path_open(Thread *thread, Value path, Value shown, int flags) {
    struct stat status;
    if (strlen(system_bytes(path)) != system_length(path)) return raise_value_error(thread, "embedded null byte"), -1;
    int descriptor;
    while ((descriptor = open(system_bytes(path), flags | O_CLOEXEC, 0666)) < 0 && errno == EINTR) {}
    int error = descriptor < 0 ? errno : fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode) ? EISDIR : 0;
    if (!error) return descriptor;
    if (descriptor >= 0) close(descriptor);
    raise_os_error_of(thread, error, shown, VALUE_ABSENT);
    return -1;
}

/* The descriptor of a path or of a number; -1 with an exception. */
static int file_open(Thread *thread, Value file, const Mode *mode, Value opener) {
    int64_t number;
    if (value_is_int(file)) {
        if (!value_to_int64(thread, file, &number)) return -1;
        if (number < 0) return raise_value_error(thread, "negative file descriptor"), -1;
        if (number > INT32_MAX || fcntl((int)number, F_GETFD) < 0) return raise_os_error(thread, EBADF, NULL), -1;
        return (int)number;
    }
    Value path = os_system_path(thread, file);
    if (value_is_absent(path)) return -1;
    int flags = mode->update ? O_RDWR : mode->action == 'r' ? O_RDONLY : O_WRONLY;
    if (mode->action != 'r') flags |= O_CREAT | (mode->action == 'w' ? O_TRUNC : mode->action == 'a' ? O_APPEND : O_EXCL);
    int descriptor = value_is_none(opener) ? path_open(thread, path, file, flags) : call_opener(thread, opener, file, flags);
    value_release(path);
    if (descriptor >= 0 && mode->action == 'a') (void)lseek(descriptor, 0, SEEK_END);
    return descriptor;
}

static Value binary_mode(Thread *thread, const Mode *mode) {
    bool rewrite = mode->update && mode->action == 'w';
    return string_format(thread, "%cb%s", rewrite ? 'r' : mode->action, mode->update ? "+" : "");
}

static bool stream_open(Thread *thread, Stream *stream, Value file, const Mode *mode, bool owns, Value opener) {
    if (!owns && !value_is_int(file)) return raise_value_error(thread, "Cannot use closefd=False with file name"), false;
    value_replace(&stream->name, value_retain(file));
    stream->readable = mode->action == 'r' || mode->update;
    stream->writable = mode->action != 'r' || mode->update;
    stream->owns_descriptor = owns;
    return (stream->descriptor = file_open(thread, file, mode, opener)) >= 0;
}

static bool raw_initialize(Thread *thread, Value self, const Call *call) {
    Value arguments[4];
    Mode mode;
    Stream *stream = stream_of(self);
    if (!native_match(thread, "FileIO", "(file, mode='r', closefd=True, opener=None)", call, arguments, 4)) return false;
    int owns = value_truth(thread, arguments[2]);
    bool good = owns >= 0;
    if (good && !value_is_string(arguments[1]))
        good = (raise_type_error(thread, "FileIO() argument 'mode' must be str, not %s", value_type_name(thread, arguments[1])), false);
    good = good && mode_parse(thread, arguments[1], true, &mode);
    if (good && stream->descriptor >= 0) stream_shut(thread, stream);
    stream->closed = false;
    good = good && stream_open(thread, stream, arguments[0], &mode, owns, arguments[3]);
    if (good) value_replace(&stream->mode, binary_mode(thread, &mode));
    native_release_arguments(arguments, 4);
    return good && !value_is_absent(stream->mode);
}

/* ---- layers over other streams ---- */

static int ask(Thread *thread, Value stream, const char *question) {
    Value answer = value_call_method(thread, stream, question, NULL, 0);
    int truth = value_is_absent(answer) ? -1 : value_truth(thread, answer);
    value_release(answer);
    return truth;
}

static bool require(Thread *thread, Value stream, const char *question) {
    int answer = ask(thread, stream, question);
    if (answer == 0) {
        TextBuffer text = TEXT_BUFFER_EMPTY;
        text_append_format(&text, "File or stream is not %s.", question);
        raise_unsupported(thread, text_string(&text));
        text_release(&text);
    }
    return answer > 0;
}

static bool buffered_initialize(Thread *thread, Value self, const Call *call, const char *name, bool reads, bool writes) {
    Value arguments[2];
    int64_t size;
    Stream *stream = stream_of(self);
    if (!native_match(thread, name, "(raw, buffer_size=8192)", call, arguments, 2)) return false;
    bool good = (!reads || !writes || require(thread, arguments[0], "seekable")) && (!reads || require(thread, arguments[0], "readable")) &&
                (!writes || require(thread, arguments[0], "writable")) && value_to_int64(thread, arguments[1], &size);
    if (good && size <= 0) good = (raise_value_error(thread, "buffer size must be strictly positive"), false);
    if (good) {
        value_replace(&stream->inner, value_retain(arguments[0]));
        stream->readable = reads, stream->writable = writes, stream->closed = stream->detached = false;
        stream->chunk = stream->limit = size < 1 << 24 ? (size_t)size : 1 << 24;
    }
    native_release_arguments(arguments, 2);
    return good;
}
static bool reader_initialize(Thread *thread, Value self, const Call *call) {
    return buffered_initialize(thread, self, call, "BufferedReader", true, false);
}
static bool writer_initialize(Thread *thread, Value self, const Call *call) {
    return buffered_initialize(thread, self, call, "BufferedWriter", false, true);
}
static bool random_initialize(Thread *thread, Value self, const Call *call) {
    return buffered_initialize(thread, self, call, "BufferedRandom", true, true);
}

/* encoding, errors, newline: as they were given. */
static bool text_options(Thread *thread, Stream *stream, Value encoding, Value errors, Value newline, const char *function) {
    Value const options[] = {encoding, errors, newline};
    static const char *const names[] = {"encoding", "errors", "newline"};
    for (int i = 0; i < 3; i++) {
        if (value_is_none(options[i]) || value_is_string(options[i])) continue;
        raise_type_error(thread, "%s() argument '%s' must be str or None, not %s", function, names[i], value_type_name(thread, options[i]));
        return false;
    }
    if (!newline_parse(thread, newline, &stream->newline, false)) return false;
    bool is_default = value_is_none(encoding) || string_equals_c(value_string(encoding), "locale");
    Value name = is_default ? string_from_c(thread, "UTF-8") : value_retain(encoding);
    bool good = !value_is_absent(name) && encoding_set(thread, stream, name);
    value_release(name);
    if (good) value_replace(&stream->errors, value_is_none(errors) ? string_from_c(thread, "strict") : value_retain(errors));
    return good && !value_is_absent(stream->errors);
}

static bool text_initialize(Thread *thread, Value self, const Call *call) {
    Value arguments[6];
    Stream *stream = stream_of(self);
    if (!native_match(thread, "TextIOWrapper", "(buffer, encoding=None, errors=None, newline=None, line_buffering=False, write_through=False)",
                      call, arguments, 6))
        return false;
    int lines = value_truth(thread, arguments[4]), through = value_truth(thread, arguments[5]), readable = -1, writable = -1;
    bool good = lines >= 0 && through >= 0 && text_options(thread, stream, arguments[1], arguments[2], arguments[3], "TextIOWrapper") &&
                (readable = ask(thread, arguments[0], "readable")) >= 0 && (writable = ask(thread, arguments[0], "writable")) >= 0;
    if (good) {
        value_replace(&stream->inner, value_retain(arguments[0]));
        stream->readable = readable, stream->writable = writable, stream->closed = stream->detached = false;
        stream->line_buffering = lines, stream->write_through = through;
        stream->chunk = stream->limit = SMALL_CHUNK_SIZE;
        good = stream_find_mark(thread, stream);
    }
    native_release_arguments(arguments, 6);
    return good;
}

#define STREAM_TYPE(identifier, name_, base_, methods_, properties_, initialize_, repr_, documentation_)              \
    const Type identifier = {.name = name_, .base = (Type *)&base_, .flags = TYPE_BASE | TYPE_COLLECTED,              \
                             .documentation = documentation_, .instance_size = sizeof(Stream),                       \
                             .attributes_offset = offsetof(Stream, attributes),                                      \
                             .weak_offset = offsetof(Stream, weak_references), .create = stream_create,              \
                             .initialize = initialize_, .destroy = stream_destroy, .visit = stream_visit,            \
                             .clear = stream_clear, .finalize = stream_finalize, .repr = repr_,                      \
                             .iterate = stream_iterate, .next = stream_next, .methods = methods_, .properties = properties_};
STREAM_TYPE(io_text_type, "_io.TextIOWrapper", io_text_base_type, io_text_methods, io_text_properties, text_initialize, stream_repr,
            "Text over a stream of bytes.")
STREAM_TYPE(io_reader_type, "_io.BufferedReader", io_buffered_base_type, io_buffered_methods, io_buffered_properties, reader_initialize,
            stream_repr, "A reader with a buffer.")
STREAM_TYPE(io_writer_type, "_io.BufferedWriter", io_buffered_base_type, io_buffered_methods, io_buffered_properties, writer_initialize,
            stream_repr, "A writer with a buffer.")
STREAM_TYPE(io_random_type, "_io.BufferedRandom", io_buffered_base_type, io_buffered_methods, io_buffered_properties, random_initialize,
            stream_repr, "A reader and writer with a buffer, at any place of a file.")
STREAM_TYPE(io_raw_type, "_io.FileIO", io_raw_base_type, io_raw_methods, io_raw_properties, raw_initialize, stream_repr,
            "The bytes of a file, without a buffer.")
STREAM_TYPE(io_string_type, "_io.StringIO", io_text_base_type, io_memory_text_methods, io_memory_text_properties, string_io_initialize,
            NULL, "A stream of text in memory.")
STREAM_TYPE(io_bytes_type, "_io.BytesIO", io_buffered_base_type, io_memory_binary_methods, io_memory_binary_properties,
            bytes_io_initialize, NULL, "A stream of bytes in memory.")

/* ---- open ---- */

static const Type *type_for(const Mode *mode, int64_t buffering, StreamKind *kind) {
    *kind = !mode->binary ? STREAM_TEXT : buffering == 0 ? STREAM_RAW : STREAM_BUFFERED;
    if (!mode->binary) return &io_text_type;
    if (buffering == 0) return &io_raw_type;
    return mode->update ? &io_random_type : mode->action == 'r' ? &io_reader_type : &io_writer_type;
}

NATIVE(io_open) {
    (void)native;
    Mode mode;
    int64_t buffering;
    if (!value_is_string(arguments[1]))
        return raise_type_error(thread, "open() argument 'mode' must be str, not %s",
                                value_is_none(arguments[1]) ? "None" : value_type_name(thread, arguments[1]));
    if (!value_to_int64(thread, arguments[2], &buffering) || !mode_parse(thread, arguments[1], false, &mode)) return VALUE_ABSENT;
    static const char *const names[] = {"an encoding", "an errors", "a newline"};
    for (int i = 0; i < 3; i++)
        if (mode.binary && !value_is_none(arguments[3 + i])) return raise_value_error(thread, "binary mode doesn't take %s argument", names[i]);
    if (buffering == 0 && !mode.binary) return raise_value_error(thread, "can't have unbuffered text I/O");
    int owns = value_truth(thread, arguments[6]);
    if (owns < 0) return VALUE_ABSENT;
    StreamKind kind;
    Type *type = type_from_template(thread, type_for(&mode, buffering, &kind));
    Stream *stream = type ? stream_new(thread, type, kind) : NULL;
    if (!stream) return VALUE_ABSENT;
    bool good = !mode.binary && !text_options(thread, stream, arguments[3], arguments[4], arguments[5], "open") ? false : true;
    if (good) value_replace(&stream->mode, mode.binary ? binary_mode(thread, &mode) : value_retain(arguments[1]));
    bool is_path = arguments[0].tag == TAG_OBJECT && !value_is_int(arguments[0]);
    Value file = is_path && good ? os_plain_path(thread, arguments[0]) : value_retain(arguments[0]);
    good = good && !value_is_absent(file) && !value_is_absent(stream->mode) && stream_open(thread, stream, file, &mode, owns, arguments[7]);
    value_release(file);
    if (!good) {
        object_release(stream);
        return VALUE_ABSENT;
    }
    if (kind == STREAM_TEXT && mode.update) stream->chunk = SMALL_CHUNK_SIZE;
    if (kind == STREAM_BUFFERED && buffering > 1 && buffering < CHUNK_SIZE) stream->limit = (size_t)buffering;
    if (kind == STREAM_TEXT) stream->line_buffering = buffering == 1 || isatty(stream->descriptor);
    if (!stream_find_mark(thread, stream)) exception_clear(thread);
    return value_from_object(stream);
}

/* ---- the standard streams of a script ---- */

/* As Python does where the locale is C's: bytes that are no text come and go as lone surrogates. */
static const char *locale_errors(void) {
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    const char *locale = NULL;
    for (size_t i = 0; i < 3 && !(locale && *locale); i++) locale = getenv(variables[i]);
    bool is_plain = !locale || !*locale || !strcmp(locale, "C") || !strcmp(locale, "POSIX") || !strcmp(locale, "C.UTF-8") || !strcmp(locale, "C.utf8");
    return is_plain ? "surrogateescape" : "strict";
}

/* codecs.lookup(name).name */
static Value name_of_codec(Thread *thread, const char *name, size_t length) {
    if ((length == 5 && !strncasecmp(name, "utf-8", 5)) || (length == 4 && !strncasecmp(name, "utf8", 4))) return string_from_c(thread, "utf-8");
    Value text = string_new(thread, name, length), codecs = import_module(thread, "codecs"), result = VALUE_ABSENT;
    Value codec = value_is_absent(text) || value_is_absent(codecs) ? VALUE_ABSENT : value_call_method(thread, codecs, "lookup", &text, 1);
    if (!value_is_absent(codec)) result = value_get_attribute_c(thread, codec, "name");
    value_release(text), value_release(codecs), value_release(codec);
    return result;
}

/* PYTHONIOENCODING is ENCODING:ERRORS, either of which may be missing. */
static bool standard_encoding(Thread *thread, Stream *stream, int number) {
    const char *wanted = getenv("PYTHONIOENCODING"), *colon = wanted ? strchr(wanted, ':') : NULL;
    size_t length = !wanted ? 0 : colon ? (size_t)(colon - wanted) : strlen(wanted);
    const char *errors = number == STDERR_FILENO ? "backslashreplace" : colon && colon[1] ? colon + 1 : length ? "strict" : locale_errors();
    Value name = length ? name_of_codec(thread, wanted, length) : string_from_c(thread, "utf-8");
    bool good = !value_is_absent(name) && encoding_set(thread, stream, name);
    value_release(name);
    value_replace(&stream->errors, string_from_c(thread, errors));
    return good && !value_is_absent(stream->errors);
}

/* Nothing is held back: text goes through the bytes' own stream, which has no buffer. */
static bool make_unbuffered(Thread *thread, Value stream) {
    Type *type = type_from_template(thread, &io_raw_type);
    Stream *text = stream_of(stream), *raw = type ? stream_new(thread, type, STREAM_RAW) : NULL;
    if (!raw) return false;
    raw->descriptor = text->descriptor;
    raw->writable = true;
    raw->name = value_retain(text->name);
    raw->mode = string_from_c(thread, "wb");
    text->descriptor = -1;
    text->inner = value_from_object(raw);
    text->write_through = true;
    return !value_is_absent(raw->mode);
}

Value io_standard_stream(Thread *thread, int number) {
    static const char *const names[] = {"<stdin>", "<stdout>", "<stderr>"};
    if (fcntl(number, F_GETFD) < 0) return VALUE_NONE;
    Type *type = type_from_template(thread, &io_text_type);
    Stream *stream = type ? stream_new(thread, type, STREAM_TEXT) : NULL;
    if (!stream) return VALUE_ABSENT;
    stream->descriptor = number;
    stream->readable = number == STDIN_FILENO, stream->writable = !stream->readable;
    stream->chunk = stream->limit = SMALL_CHUNK_SIZE;
    stream->name = string_from_c(thread, names[number]);
    stream->mode = string_from_c(thread, stream->readable ? "r" : "w");
    const char *unbuffered = getenv("PYTHONUNBUFFERED");
    bool is_unbuffered = thread->interpreter->is_unbuffered || (unbuffered && *unbuffered);
    stream->line_buffering = (number == STDERR_FILENO && !is_unbuffered) || isatty(number);
    Value value = value_from_object(stream);
    bool good = !value_is_absent(stream->name) && !value_is_absent(stream->mode) && standard_encoding(thread, stream, number);
    if (good && is_unbuffered && stream->writable) good = make_unbuffered(thread, value);
    if (good) return value;
    value_release(value);
    return VALUE_ABSENT;
}

NATIVE(io_open_code) {
    (void)native;
    Value call[2] = {arguments[0], string_from_c(thread, "rb")};
    Value open = value_is_absent(call[1]) ? VALUE_ABSENT : dict_get_c(thread, thread->interpreter->builtin_names, "open");
    Value result = value_is_absent(open) ? open : value_call_values(thread, open, call, 2);
    value_release(call[1]);
    return result;
}

NATIVE(io_text_encoding) {
    (void)native;
    return value_is_none(arguments[0]) ? string_from_c(thread, "locale") : value_retain(arguments[0]);
}

static const NativeEntry io_functions[] = {
    {"_open", "(file, mode='r', buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None)",
     "What the built-in open() calls.", io_open, NULL, 0},
    {"open_code", "(path)", "Open a file that holds a program, as bytes.", io_open_code, NULL, 0},
    {"text_encoding", "(encoding, stacklevel=2, /)", "The encoding that was meant, 'locale' for None.", io_text_encoding, NULL, 0},
    {0}};

static bool add_unsupported_operation(Thread *thread, Value module) {
    Builtins *builtins = thread_builtins(thread);
    Value bases[2] = {{.tag = TAG_OBJECT, .object = &builtins->exception_OSError->object},
                      {.tag = TAG_OBJECT, .object = &builtins->exception_ValueError->object}};
    Value tuple = tuple_from_values(thread, bases, 2), attributes = dict_new(thread), type = VALUE_ABSENT;
    String *name = string_intern(thread, "UnsupportedOperation");
    if (name && !value_is_absent(tuple) && !value_is_absent(attributes) &&
        dict_set_c_owned(thread, value_dict(attributes), "__module__", string_from_c(thread, "io")) &&
        dict_set_c_owned(thread, value_dict(attributes), "__doc__", string_from_c(thread, "An operation that this stream does not have.")))
        type = type_new(thread, builtins->type_type, name, value_tuple(tuple), value_dict(attributes));
    value_release(tuple);
    value_release(attributes);
    return module_add(thread, module, "UnsupportedOperation", type);
}

/* io.open is the built-in function. */
static bool add_open(Thread *thread, Value module) {
    Value open = dict_get_c(thread, thread->interpreter->builtin_names, "open");
    return value_is_absent(open) ? !exception_is_set(thread) : module_add(thread, module, "open", value_retain(open));
}

static bool io_initialize(Thread *thread, Value module) {
    static const Type *const types[] = {&io_base_type, &io_raw_base_type, &io_buffered_base_type, &io_text_base_type, &io_text_type,
                                        &io_reader_type, &io_writer_type, &io_random_type, &io_raw_type, &io_string_type, &io_bytes_type};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        Type *type = type_from_template(thread, types[i]);
        if (!type || !module_add_type(thread, module, type)) return false;
    }
    return add_unsupported_operation(thread, module) && add_open(thread, module) &&
           module_add(thread, module, "BlockingIOError", value_from_object(object_retain(thread_builtins(thread)->exception_BlockingIOError))) &&
           module_add(thread, module, "DEFAULT_BUFFER_SIZE", value_from_int(8192)) &&
           module_add(thread, module, "SEEK_SET", value_from_int(SEEK_SET)) &&
           module_add(thread, module, "SEEK_CUR", value_from_int(SEEK_CUR)) && module_add(thread, module, "SEEK_END", value_from_int(SEEK_END));
}

/* What is rarely used is written in Python. */
static Value io_get_attribute(Thread *thread, Value module, String *name) {
    if (!string_equals_c(name, "BufferedRWPair") && !string_equals_c(name, "IncrementalNewlineDecoder")) return VALUE_ABSENT;
    Value rest = import_module(thread, "_io_rest");
    Value value = value_is_absent(rest) ? rest : value_get_attribute(thread, rest, name);
    value_release(rest);
    if (!value_is_absent(value) && !value_set_attribute(thread, module, name, value)) exception_clear(thread);
    return value;
}

const ModuleEntry library_io = {.name = "io", .documentation = "Streams: files and memory, text and bytes.",
                                .functions = io_functions, .initialize = io_initialize, .get_attribute = io_get_attribute};
