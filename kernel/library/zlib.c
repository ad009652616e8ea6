/* zlib: compressed bytes. libz is opened when something is first compressed; its interface is declared here. */
#include "kernel/library/machine/module_error.h"
#include "kernel/objects/core/gc.h"
#include "kernel/objects/number/int.h"
#include "kernel/objects/text/string.h"
#include "kernel/objects/core/value_support.h"

#include "base/memory.h"
#include "base/library.h"

#include <string.h>

typedef struct ZStream {
    const unsigned char *next_in;
    unsigned available_in;
    unsigned long total_in;
    unsigned char *next_out;
    unsigned available_out;
    unsigned long total_out;
    const char *message;
    void *state, *allocate, *release, *opaque;
    int data_type;
    unsigned long check, reserved;
} ZStream;

enum { Z_OK = 0, Z_STREAM_END = 1, Z_NEED_DICTIONARY = 2, Z_STREAM_ERROR = -2, Z_MEMORY_ERROR = -4, Z_BUFFER_ERROR = -5, Z_VERSION_ERROR = -6,
       FLUSH_NONE = 0, FLUSH_SYNC = 2, FLUSH_FINISH = 4, CHUNK = 65536, LARGEST_INPUT = 1 << 30 };

typedef struct Library {
    int (*deflate_start)(ZStream *, int level, int method, int bits, int memory, int strategy, const char *version, int size);
    int (*deflate)(ZStream *, int flush);
    int (*deflate_end)(ZStream *);
    int (*deflate_dictionary)(ZStream *, const unsigned char *, unsigned);
    int (*deflate_copy)(ZStream *, ZStream *);
    int (*inflate_start)(ZStream *, int bits, const char *version, int size);
    int (*inflate)(ZStream *, int flush);
    int (*inflate_end)(ZStream *);
    int (*inflate_dictionary)(ZStream *, const unsigned char *, unsigned);
    int (*inflate_copy)(ZStream *, ZStream *);
    unsigned long (*adler)(unsigned long, const unsigned char *, unsigned);
    unsigned long (*crc)(unsigned long, const unsigned char *, unsigned);
    const char *(*version)(void);
} Library;

static const char library_key;

/* The functions of libz; NULL with an ImportError. */
static const Library *library(Thread *thread) {
    Library *found = interpreter_state(thread->interpreter, &library_key);
    if (found) return found;
    static const char *const names[] = {"deflateInit2_", "deflate", "deflateEnd", "deflateSetDictionary", "deflateCopy", "inflateInit2_", "inflate",
                                        "inflateEnd", "inflateSetDictionary", "inflateCopy", "adler32", "crc32", "zlibVersion"};
    void *handle = library_open(LIBRARY_ZLIB, NULL);
    void *symbols[sizeof names / sizeof *names];
    if (!handle || !library_functions(handle, names, sizeof names / sizeof *names, symbols, NULL)) {
        raise_format(thread, thread_builtins(thread)->exception_ImportError, "zlib needs the library libz.so.1");
        return NULL;
    }
    found = memory_allocate(sizeof *found);
    if (!found) return raise_no_memory(thread), NULL;
    _Static_assert(sizeof(Library) == sizeof symbols, "one symbol a function");
    memcpy(found, symbols, sizeof *found);
    if (interpreter_set_state(thread->interpreter, &library_key, found, memory_release)) return found;
    memory_release(found);
    raise_no_memory(thread);
    return NULL;
}

static Value zlib_error(Thread *thread, int status, const char *message, const char *doing) {
    if (status == Z_MEMORY_ERROR) return raise_no_memory(thread);
    if (!message && status == Z_BUFFER_ERROR) message = "incomplete or truncated stream";
    if (!message && status == Z_STREAM_ERROR) message = "inconsistent stream state";
    if (!message && status == Z_VERSION_ERROR) message = "library version mismatch";
    if (!status) return raise_module_error(thread, "zlib", "error", "%s", doing);
    if (!message) return raise_module_error(thread, "zlib", "error", "Error %d %s", status, doing);
    return raise_module_error(thread, "zlib", "error", "Error %d %s: %.200s", status, doing, message);
}

/* ---- streams ---- */
typedef struct Stream {
    Object object;
    ZStream stream;
    bool compresses, started, at_end, is_hungry;
    Value unused, tail, dictionary;
} Stream;

static Value take(Thread *thread, TextBuffer *text) {
    Value result = text->failed ? raise_no_memory(thread) : bytes_new(thread, text_string(text), text->length);
    text_release(text);
    return result;
}

/* Runs the stream over `length` bytes. `limit`: at most so many bytes out (0: all). The status of zlib; Z_STREAM_ERROR - 100 with an
 * exception. *left: input that was not used. */
enum { STATUS_EXCEPTION = -102 };
static int run(Thread *thread, const Library *z, Stream *self, const char *bytes, size_t length, int flush, size_t limit, TextBuffer *out,
               size_t *left) {
    ZStream *stream = &self->stream;
    int status = Z_OK;
    const unsigned char *next = (const unsigned char *)bytes;
    do {
        unsigned part = length > LARGEST_INPUT ? LARGEST_INPUT : (unsigned)length;
        stream->next_in = next;
        stream->available_in = part;
        int now = part == length ? flush : FLUSH_NONE;
        do {
            size_t room = limit && limit - out->length < CHUNK ? limit - out->length : CHUNK;
            if (!text_reserve(out, room)) return raise_no_memory(thread), STATUS_EXCEPTION;
            stream->next_out = (unsigned char *)out->bytes + out->length;
            stream->available_out = (unsigned)room;
            status = self->compresses ? z->deflate(stream, now) : z->inflate(stream, now);
            out->length += room - stream->available_out;
            out->bytes[out->length] = 0;
            if (status == Z_NEED_DICTIONARY && value_is_object(self->dictionary)) {
                const char *words;
                size_t size;
                if (!value_buffer(thread, self->dictionary, &words, &size)) return STATUS_EXCEPTION;
                status = z->inflate_dictionary(stream, (const unsigned char *)words, (unsigned)size);
                if (status != Z_OK) break;
                continue;
            }
            if (!thread_poll(thread)) return STATUS_EXCEPTION;
            if (status != Z_OK || (limit && out->length >= limit)) break;
        } while (stream->available_out == 0 || stream->available_in);
        next += part - stream->available_in;
        length -= part - stream->available_in;
        if (limit && out->length >= limit) break;
    } while (length && status == Z_OK);
    *left = length;
    return status;
}

static void stream_end(const Library *z, Stream *self) {
    if (!self->started) return;
    self->started = false;
    if (self->compresses) z->deflate_end(&self->stream);
    else z->inflate_end(&self->stream);
}

static bool stream_start(Thread *thread, const Library *z, Stream *self, int level, int method, int bits, int memory, int strategy) {
    int status = self->compresses
                     ? z->deflate_start(&self->stream, level, method, bits, memory, strategy, z->version(), (int)sizeof self->stream)
                     : z->inflate_start(&self->stream, bits, z->version(), (int)sizeof self->stream);
    self->started = status == Z_OK;
    if (self->started) return true;
    if (status == Z_STREAM_ERROR && self->compresses) zlib_error(thread, 0, NULL, "Bad compression level");
    else zlib_error(thread, status, self->stream.message, "while preparing to decompress data");
    return false;
}

static bool int_argument(Thread *thread, Value value, int *number) {
    int64_t wide;
    if (!value_to_count(thread, value, &wide)) return false;
    *number = wide > INT32_MAX ? INT32_MAX : wide < INT32_MIN ? INT32_MIN : (int)wide;
    return true;
}

NATIVE(zlib_compress) {
    (void)native;
    const Library *z = library(thread);
    const char *bytes;
    size_t length, left;
    int level, bits;
    if (!z || !int_argument(thread, arguments[1], &level) || !int_argument(thread, arguments[2], &bits)) return VALUE_ABSENT;
    Value copy = value_is_bytes(arguments[0]) ? value_retain(arguments[0]) : VALUE_ABSENT;
    if (!value_buffer(thread, arguments[0], &bytes, &length)) return VALUE_ABSENT;
    Stream self = {.compresses = true, .dictionary = VALUE_ABSENT};
    TextBuffer out = TEXT_BUFFER_EMPTY;
    if (!stream_start(thread, z, &self, level, 8, bits, 8, 0)) return value_release(copy), VALUE_ABSENT;
    int status = run(thread, z, &self, bytes, length, FLUSH_FINISH, 0, &out, &left);
    stream_end(z, &self);
    value_release(copy);
    if (status == Z_STREAM_END) return take(thread, &out);
    text_release(&out);
    return status == STATUS_EXCEPTION ? VALUE_ABSENT : zlib_error(thread, status, self.stream.message, "while compressing data");
}

NATIVE(zlib_decompress) {
    (void)native;
    const Library *z = library(thread);
    const char *bytes;
    size_t length, left;
    int bits;
    if (!z || !int_argument(thread, arguments[1], &bits) || !value_buffer(thread, arguments[0], &bytes, &length)) return VALUE_ABSENT;
    Value copy = bytes_new(thread, bytes, length);
    if (value_is_absent(copy)) return copy;
    Stream self = {.dictionary = VALUE_ABSENT};
    TextBuffer out = TEXT_BUFFER_EMPTY;
    if (!stream_start(thread, z, &self, 0, 0, bits, 0, 0)) return value_release(copy), VALUE_ABSENT;
    int status = run(thread, z, &self, ((Bytes *)copy.object)->bytes, length, FLUSH_SYNC, 0, &out, &left);
    const char *message = status == Z_OK || status == Z_BUFFER_ERROR ? NULL : self.stream.message;
    Value result = VALUE_ABSENT;
    if (status == Z_OK) status = Z_BUFFER_ERROR;
    if (status == Z_STREAM_END) result = take(thread, &out);
    else if (status != STATUS_EXCEPTION) zlib_error(thread, status, message, "while decompressing data");
    stream_end(z, &self);
    text_release(&out);
    value_release(copy);
    return result;
}

static const Type compress_type, decompress_type, decompressor_type;

static Stream *stream_new(Thread *thread, bool compresses, const Type *type) {
    Stream *self = object_new(thread, type_from_template(thread, type));
    if (!self) return NULL;
    self->compresses = compresses;
    self->dictionary = VALUE_ABSENT;
    self->unused = value_retain(thread_builtins(thread)->empty_bytes);
    self->tail = value_retain(thread_builtins(thread)->empty_bytes);
    return self;
}

NATIVE(zlib_compress_object) {
    (void)native;
    const Library *z = library(thread);
    int numbers[5];
    for (int i = 0; i < 5; i++)
        if (!z || !int_argument(thread, arguments[i], &numbers[i])) return VALUE_ABSENT;
    Stream *self = stream_new(thread, true, &compress_type);
    if (!self) return VALUE_ABSENT;
    const char *words;
    size_t size;
    bool good = stream_start(thread, z, self, numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]);
    if (good && !is_missing(arguments[5])) {
        good = value_buffer(thread, arguments[5], &words, &size);
        if (good && z->deflate_dictionary(&self->stream, (const unsigned char *)words, (unsigned)size) != Z_OK)
            good = (raise_value_error(thread, "Invalid dictionary"), false);
    }
    if (good) return value_from_object(self);
    object_release(self);
    return VALUE_ABSENT;
}

static Value decompressor_new(Thread *thread, const Value *arguments, const Type *type) {
    const Library *z = library(thread);
    int bits;
    if (!z || !int_argument(thread, arguments[0], &bits)) return VALUE_ABSENT;
    Stream *self = stream_new(thread, false, type);
    if (!self) return VALUE_ABSENT;
    if (!is_missing(arguments[1])) self->dictionary = value_retain(arguments[1]);
    const char *words;
    size_t size;
    bool good = stream_start(thread, z, self, 0, 0, bits, 0, 0);
    if (good && bits < 0 && value_is_object(self->dictionary)) { /* a raw stream does not ask for it */
        good = value_buffer(thread, self->dictionary, &words, &size);
        if (good && z->inflate_dictionary(&self->stream, (const unsigned char *)words, (unsigned)size) != Z_OK)
            good = (raise_value_error(thread, "Invalid dictionary"), false);
    }
    if (good) return value_from_object(self);
    object_release(self);
    return VALUE_ABSENT;
}

NATIVE(zlib_decompress_object) {
    (void)native;
    return decompressor_new(thread, arguments, &decompress_type);
}
NATIVE(zlib_decompressor) {
    (void)native;
    Value made = decompressor_new(thread, arguments, &decompressor_type);
    if (!value_is_absent(made)) ((Stream *)made.object)->is_hungry = true;
    return made;
}

static Value compress_part(Thread *thread, Stream *self, Value data, int flush) {
    const Library *z = library(thread);
    const char *bytes = "";
    size_t length = 0, left;
    if (!z || (!value_is_absent(data) && !value_buffer(thread, data, &bytes, &length))) return VALUE_ABSENT;
    if (!self->started) return zlib_error(thread, Z_STREAM_ERROR, NULL, "while compressing data");
    Value copy = bytes_new(thread, bytes, length);
    if (value_is_absent(copy)) return copy;
    TextBuffer out = TEXT_BUFFER_EMPTY;
    int status = run(thread, z, self, ((Bytes *)copy.object)->bytes, length, flush, 0, &out, &left);
    value_release(copy);
    if (status == Z_STREAM_END) stream_end(z, self);
    if (status == Z_OK || status == Z_STREAM_END || status == Z_BUFFER_ERROR) return take(thread, &out);
    text_release(&out);
    return status == STATUS_EXCEPTION ? VALUE_ABSENT : zlib_error(thread, status, self->stream.message, "while compressing data");
}
NATIVE(compress_compress) {
    (void)native;
    return compress_part(thread, (Stream *)arguments[0].object, arguments[1], FLUSH_NONE);
}
NATIVE(compress_flush) {
    (void)native;
    int mode;
    if (!int_argument(thread, arguments[1], &mode)) return VALUE_ABSENT;
    if (mode == FLUSH_NONE) return value_retain(thread_builtins(thread)->empty_bytes);
    return compress_part(thread, (Stream *)arguments[0].object, VALUE_ABSENT, mode);
}

static bool keep_rest(Thread *thread, Stream *self, const char *bytes, size_t left, int status) {
    Value rest = bytes_new(thread, bytes, left);
    if (value_is_absent(rest)) return false;
    if (status != Z_STREAM_END) return value_replace(&self->tail, rest), true;
    Value all = self->at_end || ((Bytes *)self->unused.object)->length ? value_binary(thread, BINARY_ADD, self->unused, rest) : value_retain(rest);
    value_release(rest);
    if (value_is_absent(all)) return false;
    value_replace(&self->unused, all);
    value_replace(&self->tail, value_retain(thread_builtins(thread)->empty_bytes));
    self->at_end = true;
    return true;
}

static Value decompress_part(Thread *thread, Stream *self, Value data, size_t limit, int flush) {
    const Library *z = library(thread);
    const char *bytes;
    size_t length, left;
    if (!z || !value_buffer(thread, data, &bytes, &length)) return VALUE_ABSENT;
    Value copy = bytes_new(thread, bytes, length);
    if (value_is_absent(copy)) return copy;
    bytes = ((Bytes *)copy.object)->bytes;
    TextBuffer out = TEXT_BUFFER_EMPTY;
    int status = Z_STREAM_END;
    left = length;
    if (!self->at_end) status = run(thread, z, self, bytes, length, flush, limit, &out, &left);
    bool good = status == Z_OK || status == Z_STREAM_END || status == Z_BUFFER_ERROR;
    if (good) good = keep_rest(thread, self, bytes + (length - left), left, status);
    else if (status != STATUS_EXCEPTION) zlib_error(thread, status, self->stream.message, "while decompressing data");
    value_release(copy);
    if (good) return take(thread, &out);
    text_release(&out);
    return VALUE_ABSENT;
}
NATIVE(decompress_decompress) {
    (void)native;
    int64_t limit;
    if (!value_to_count(thread, arguments[2], &limit)) return VALUE_ABSENT;
    if (limit < 0) return raise_value_error(thread, "max_length must be non-negative");
    return decompress_part(thread, (Stream *)arguments[0].object, arguments[1], (size_t)limit, FLUSH_SYNC);
}
NATIVE(decompress_flush) {
    (void)native;
    int64_t length;
    if (!value_to_count(thread, arguments[1], &length)) return VALUE_ABSENT;
    if (length <= 0) return raise_value_error(thread, "length must be greater than zero");
    Stream *self = (Stream *)arguments[0].object;
    Value tail = value_retain(self->tail);
    Value result = decompress_part(thread, self, tail, 0, FLUSH_SYNC);
    value_release(tail);
    const Library *z = library(thread);
    if (z && self->at_end) stream_end(z, self);
    return result;
}

/* A decompressor keeps the input that max_length left over, and takes it first in the next call. */
NATIVE(decompressor_decompress) {
    (void)native;
    Stream *self = (Stream *)arguments[0].object;
    int64_t limit;
    if (!value_to_count(thread, arguments[2], &limit)) return VALUE_ABSENT;
    if (self->at_end) return raise_format(thread, thread_builtins(thread)->exception_EOFError, "End of stream already reached");
    Value input = ((Bytes *)self->tail.object)->length ? value_binary(thread, BINARY_ADD, self->tail, arguments[1]) : value_retain(arguments[1]);
    if (value_is_absent(input)) return input;
    if (!limit) { /* nothing is asked for, and zlib would give all */
        const char *bytes;
        size_t length;
        Value kept = value_buffer(thread, input, &bytes, &length) ? bytes_new(thread, bytes, length) : VALUE_ABSENT;
        value_release(input);
        if (value_is_absent(kept)) return kept;
        self->is_hungry = length == 0;
        value_replace(&self->tail, kept);
        return value_retain(thread_builtins(thread)->empty_bytes);
    }
    Value result = decompress_part(thread, self, input, limit < 0 ? 0 : (size_t)limit, FLUSH_SYNC);
    value_release(input);
    if (!value_is_absent(result))
        self->is_hungry = !self->at_end && !((Bytes *)self->tail.object)->length && (limit < 0 || ((Bytes *)result.object)->length < (size_t)limit);
    return result;
}

NATIVE(stream_copy) {
    (void)native;
    const Library *z = library(thread);
    Stream *self = (Stream *)arguments[0].object;
    if (!z) return VALUE_ABSENT;
    if (!self->started) return raise_value_error(thread, "Inconsistent stream state");
    Stream *copy = stream_new(thread, self->compresses, self->compresses ? &compress_type : &decompress_type);
    if (!copy) return VALUE_ABSENT;
    int status = self->compresses ? z->deflate_copy(&copy->stream, &self->stream) : z->inflate_copy(&copy->stream, &self->stream);
    copy->started = status == Z_OK;
    if (!copy->started) {
        object_release(copy);
        return zlib_error(thread, status, NULL, "while copying a stream");
    }
    copy->at_end = self->at_end;
    value_replace(&copy->unused, value_retain(self->unused));
    value_replace(&copy->tail, value_retain(self->tail));
    value_replace(&copy->dictionary, value_retain(self->dictionary));
    return value_from_object(copy);
}

static Value stream_get_unused(Thread *thread, Value self) {
    (void)thread;
    return value_retain(((Stream *)self.object)->unused);
}
static Value stream_get_tail(Thread *thread, Value self) {
    (void)thread;
    return value_retain(((Stream *)self.object)->tail);
}
static Value stream_get_end(Thread *thread, Value self) {
    (void)thread;
    return value_from_bool(((Stream *)self.object)->at_end);
}

static Value stream_get_hungry(Thread *thread, Value self) {
    (void)thread;
    return value_from_bool(((Stream *)self.object)->is_hungry);
}

static void stream_destroy(Object *object) {
    Stream *self = (Stream *)object;
    const Library *z = interpreter_state(object->type->interpreter, &library_key);
    if (z) stream_end(z, self);
    value_clear(&self->unused);
    value_clear(&self->tail);
    value_clear(&self->dictionary);
}

static const NativeEntry compress_methods[] = {
    {"compress", "($self, data, /)", "Take more bytes; what is compressed already.", compress_compress, NULL, 0},
    {"flush", "($self, mode=4, /)", "What remains, compressed.", compress_flush, NULL, 0},
    {"copy", "($self, /)", "Another one in the same state.", stream_copy, NULL, 0},
    {"__copy__", "($self, /)", NULL, stream_copy, NULL, 0},
    {"__deepcopy__", "($self, memo, /)", NULL, stream_copy, NULL, 0},
    {0},
};
static const NativeEntry decompress_methods[] = {
    {"decompress", "($self, data, /, max_length=0)", "Take more compressed bytes; what they contain.", decompress_decompress, NULL, 0},
    {"flush", "($self, length=16384, /)", "What remains.", decompress_flush, NULL, 0},
    {"copy", "($self, /)", "Another one in the same state.", stream_copy, NULL, 0},
    {"__copy__", "($self, /)", NULL, stream_copy, NULL, 0},
    {"__deepcopy__", "($self, memo, /)", NULL, stream_copy, NULL, 0},
    {0},
};
static const PropertyEntry decompress_properties[] = {
    {"unused_data", stream_get_unused, NULL, "What stands behind the end of the compressed bytes."},
    {"unconsumed_tail", stream_get_tail, NULL, "What max_length left over."},
    {"eof", stream_get_end, NULL, "Whether the end was reached."},
    {0},
};
static const Type compress_type = {
    .name = "zlib.Compress",
    .flags = TYPE_NO_CREATE | TYPE_IMMUTABLE,
    .instance_size = sizeof(Stream),
    .destroy = stream_destroy,
    .methods = compress_methods,
};
static const Type decompress_type = {
    .name = "zlib.Decompress",
    .flags = TYPE_NO_CREATE | TYPE_IMMUTABLE,
    .instance_size = sizeof(Stream),
    .destroy = stream_destroy,
    .methods = decompress_methods,
    .properties = decompress_properties,
};

static const NativeEntry decompressor_methods[] = {
    {"decompress", "($self, data, max_length=-1)", "Take more compressed bytes; what they contain, at most max_length bytes.", decompressor_decompress, NULL, 0},
    {0},
};
static const PropertyEntry decompressor_properties[] = {
    {"unused_data", stream_get_unused, NULL, "What stands behind the end of the compressed bytes."},
    {"needs_input", stream_get_hungry, NULL, "Whether more compressed bytes are needed before more comes out."},
    {"eof", stream_get_end, NULL, "Whether the end was reached."},
    {0},
};
static const Type decompressor_type = {
    .name = "zlib._ZlibDecompressor",
    .flags = TYPE_NO_CREATE | TYPE_IMMUTABLE,
    .instance_size = sizeof(Stream),
    .destroy = stream_destroy,
    .methods = decompressor_methods,
    .properties = decompressor_properties,
};

/* ---- check sums ---- */
static Value check_sum(Thread *thread, const Value *arguments, bool is_adler) {
    const Library *z = library(thread);
    const char *bytes;
    size_t length;
    Value mask = value_binary(thread, BINARY_AND, arguments[1], value_from_int(0xFFFFFFFF));
    if (!z || mask.tag != TAG_INT || !value_buffer(thread, arguments[0], &bytes, &length)) {
        if (!exception_is_set(thread)) raise_type_error(thread, "an integer is required");
        value_release(mask);
        return VALUE_ABSENT;
    }
    unsigned long sum = (unsigned long)mask.integer;
    for (size_t at = 0; at < length;) {
        unsigned part = length - at > LARGEST_INPUT ? LARGEST_INPUT : (unsigned)(length - at);
        sum = (is_adler ? z->adler : z->crc)(sum, (const unsigned char *)bytes + at, part);
        at += part;
    }
    return value_from_int((int64_t)(sum & 0xFFFFFFFF));
}
NATIVE(zlib_adler) {
    (void)native;
    return check_sum(thread, arguments, true);
}
NATIVE(zlib_crc) {
    (void)native;
    return check_sum(thread, arguments, false);
}

static const NativeEntry zlib_functions[] = {
    {"compress", "(data, /, level=-1, wbits=15)", "Bytes compressed.", zlib_compress, NULL, 0},
    {"decompress", "(data, /, wbits=15, bufsize=16384)", "The bytes that compressed bytes contain.", zlib_decompress, NULL, 0},
    {"compressobj", "(level=-1, method=8, wbits=15, memLevel=8, strategy=0, zdict=None)", "Compresses piece by piece.", zlib_compress_object,
     NULL, 0},
    {"decompressobj", "(wbits=15, zdict=None)", "Decompresses piece by piece.", zlib_decompress_object, NULL, 0},
    {"_ZlibDecompressor", "(wbits=15, zdict=None)", "Decompresses piece by piece, and keeps what it was not asked for.", zlib_decompressor, NULL, 0},
    {"adler32", "(data, value=1, /)", "The Adler-32 check sum, beginning with a former one.", zlib_adler, NULL, 0},
    {"crc32", "(data, value=0, /)", "The CRC-32 check sum, beginning with a former one.", zlib_crc, NULL, 0},
    {0},
};

static bool zlib_initialize(Thread *thread, Value module) {
    static const struct {
        const char *name;
        int number;
    } constants[] = {{"MAX_WBITS", 15}, {"DEFLATED", 8}, {"DEF_MEM_LEVEL", 8}, {"DEF_BUF_SIZE", 16384}, {"Z_BEST_SPEED", 1}, {"Z_BEST_COMPRESSION", 9},
                     {"Z_DEFAULT_COMPRESSION", -1}, {"Z_NO_COMPRESSION", 0}, {"Z_FILTERED", 1}, {"Z_HUFFMAN_ONLY", 2}, {"Z_RLE", 3}, {"Z_FIXED", 4},
                     {"Z_DEFAULT_STRATEGY", 0}, {"Z_FINISH", 4}, {"Z_NO_FLUSH", 0}, {"Z_PARTIAL_FLUSH", 1}, {"Z_SYNC_FLUSH", 2}, {"Z_FULL_FLUSH", 3},
                     {"Z_BLOCK", 5}, {"Z_TREES", 6}};
    Type *error = type_new_simple(thread, "zlib.error", thread_builtins(thread)->exception_Exception, "Data that cannot be (de)compressed.");
    bool good = error && module_add(thread, module, "error", value_from_object(error));
    for (size_t i = 0; good && i < sizeof constants / sizeof *constants; i++)
        good = module_add(thread, module, constants[i].name, value_from_int(constants[i].number));
    const Library *z = good ? library(thread) : NULL;
    return z && module_add(thread, module, "ZLIB_VERSION", string_from_c(thread, z->version())) &&
           module_add(thread, module, "ZLIB_RUNTIME_VERSION", string_from_c(thread, z->version()));
}

const ModuleEntry library_zlib = {.name = "zlib", .documentation = "Compressed bytes.", .functions = zlib_functions, .initialize = zlib_initialize};
