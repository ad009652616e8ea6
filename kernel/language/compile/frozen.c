/* Frozen code comes back: the outside of a code object at once, its inside when it is first run. */
#include "kernel/language/compile/frozen.h"

#include "base/inflate.h"
#include "base/memory.h"
#include "kernel/objects/container/set.h"

#include <string.h>

/* What the codes of a module share while they are folded. */
struct Frozen {
    size_t references;
    const unsigned char *bytes; /* of the module */
    char *owned;                /* the same, when they are to be released */
    String **names;             /* as far as they have been asked for */
    size_t name_count;
    char *positions;            /* inflated; NULL: nobody has asked for any */
    Value file;
    Source *source;
};

typedef struct Reader {
    Thread *thread;
    struct Frozen *frozen;
    const unsigned char *at;
    bool failed;
} Reader;

struct Frozen *frozen_retain(struct Frozen *frozen) {
    if (frozen) frozen->references++;
    return frozen;
}

void frozen_release(struct Frozen *frozen) {
    if (!frozen || --frozen->references) return;
    names_release(frozen->names, frozen->name_count);
    value_release(frozen->file);
    source_release(frozen->source);
    memory_release(frozen->positions);
    memory_release(frozen->owned);
    memory_release(frozen);
}

/* ---- the pieces ---- */

static uint64_t get_number_at(const unsigned char **at) {
    uint64_t number = 0;
    for (unsigned shift = 0;; shift += 7) {
        unsigned char byte = *(*at)++;
        number |= (uint64_t)(byte & 127) << shift;
        if (byte < 128) return number;
    }
}

static int64_t get_signed_at(const unsigned char **at) {
    uint64_t number = get_number_at(at);
    return (int64_t)(number >> 1 ^ -(number & 1));
}

static uint64_t get_number(Reader *reader) { return get_number_at(&reader->at); }

static FrozenHeader get_header(const struct Frozen *frozen) {
    FrozenHeader header;
    memcpy(&header, frozen->bytes, sizeof header);
    return header;
}

/* Where a text begins; the one behind the last is the code. */
static uint32_t get_offset(const struct Frozen *frozen, size_t index) {
    uint32_t offset;
    memcpy(&offset, frozen->bytes + sizeof(FrozenHeader) + index * sizeof offset, sizeof offset);
    return offset;
}

static const char *get_bytes(Reader *reader, size_t *length) {
    *length = get_number(reader);
    const char *bytes = (const char *)reader->at;
    reader->at += *length;
    return bytes;
}

static double get_double(Reader *reader) {
    double number;
    memcpy(&number, reader->at, sizeof number);
    reader->at += sizeof number;
    return number;
}

/* Owned. NULL: there is none, or no memory. */
static String *get_name(Reader *reader) {
    size_t index = get_number(reader);
    if (!index) return NULL;
    struct Frozen *frozen = reader->frozen;
    String **name = &frozen->names[index - 1];
    if (!*name) {
        uint32_t start = get_offset(frozen, index - 1), end = get_offset(frozen, index);
        *name = string_intern_bytes(reader->thread, (const char *)frozen->bytes + start, end - start);
        if (!*name) reader->failed = true;
    }
    return *name ? object_retain(*name) : NULL;
}

static void *get_array(Reader *reader, size_t count, size_t size) {
    if (!count) return NULL;
    void *array = memory_allocate_zeroed(count, size);
    if (!array) reader->failed = true;
    return array;
}

static Value get_code(Reader *reader);

static Value get_tuple(Reader *reader);

static Value get_constant(Reader *reader) {
    Thread *thread = reader->thread;
    size_t length;
    const char *bytes;
    Value value = VALUE_ABSENT;
    switch ((enum FrozenKind)*reader->at++) {
    case FROZEN_NONE: return VALUE_NONE;
    case FROZEN_TRUE: return VALUE_TRUE;
    case FROZEN_FALSE: return VALUE_FALSE;
    case FROZEN_ELLIPSIS: return VALUE_ELLIPSIS;
    case FROZEN_INTEGER: return value_from_int(get_signed_at(&reader->at));
    case FROZEN_BIG_INTEGER:
        bytes = get_bytes(reader, &length);
        value = int_from_text(thread, bytes, length, 16);
        break;
    case FROZEN_FLOAT: return value_new_float(thread, get_double(reader));
    case FROZEN_COMPLEX: {
        double real = get_double(reader);
        value = complex_new(thread, real, get_double(reader));
        break;
    }
    case FROZEN_NAME: {
        String *name = get_name(reader);
        if (name) value = value_from_object(name);
        break;
    }
    case FROZEN_STRING:
        bytes = get_bytes(reader, &length);
        value = string_new(thread, bytes, length);
        break;
    case FROZEN_BYTES:
        bytes = get_bytes(reader, &length);
        value = bytes_new(thread, bytes, length);
        break;
    case FROZEN_TUPLE: value = get_tuple(reader); break;
    case FROZEN_SET: {
        Value items = get_tuple(reader);
        if (!value_is_absent(items)) value = set_from_iterable(thread, true, items);
        value_release(items);
        break;
    }
    case FROZEN_CODE: value = get_code(reader); break;
    }
    if (value_is_absent(value)) reader->failed = true;
    return value;
}

static Value get_tuple(Reader *reader) {
    size_t count = get_number(reader);
    Value tuple = tuple_new(reader->thread, count);
    if (value_is_absent(tuple)) return tuple;
    for (size_t i = 0; i < count && !reader->failed; i++) value_tuple(tuple)->items[i] = get_constant(reader);
    if (!reader->failed) return tuple;
    value_release(tuple);
    return VALUE_ABSENT;
}

/* ---- the outside of a code ---- */

static void get_variables(Reader *reader, Code *code) {
    code->local_count = (uint16_t)get_number(reader);
    code->locals = get_array(reader, code->local_count, sizeof *code->locals);
    for (size_t i = 0; i < code->local_count && !reader->failed; i++) code->locals[i] = get_name(reader);
    if (reader->failed) return;
    code->cell_count = get_number(reader);
    code->cells = get_array(reader, code->cell_count, sizeof *code->cells);
    code->cell_registers = get_array(reader, code->cell_count, sizeof *code->cell_registers);
    for (size_t i = 0; i < code->cell_count && !reader->failed; i++) {
        code->cells[i] = get_name(reader);
        code->cell_registers[i] = (uint16_t)get_number(reader);
    }
    if (reader->failed) return;
    code->free_count = get_number(reader);
    code->free_names = get_array(reader, code->free_count, sizeof *code->free_names);
    for (size_t i = 0; i < code->free_count && !reader->failed; i++) code->free_names[i] = get_name(reader);
}

static const Word unfold_word = {.opcode = OP_UNFOLD};

static Value get_code(Reader *reader) {
    Code *code = object_new(reader->thread, thread_builtins(reader->thread)->type_code);
    if (!code) return VALUE_ABSENT;
    struct Frozen *frozen = reader->frozen;
    unsigned flags = (unsigned)get_number(reader);
    code->is_class_body = flags & FROZEN_IS_CLASS_BODY;
    code->is_simple = flags & FROZEN_IS_SIMPLE;
    code->is_hidden = !strncmp(value_c_string(frozen->file), "<native ", 8);
    code->flags = (uint32_t)get_number(reader);
    code->argument_count = (uint16_t)get_number(reader);
    code->positional_only_count = (uint16_t)get_number(reader);
    code->keyword_only_count = (uint16_t)get_number(reader);
    code->parameter_count = (uint16_t)get_number(reader);
    code->register_count = (uint16_t)get_number(reader);
    code->first_line = (int)get_number(reader);
    code->last_line = (int)get_number(reader);
    code->name = get_name(reader);
    code->qualified_name = get_name(reader);
    code->file = value_retain(frozen->file);
    code->source = source_retain(frozen->source);
    code->documentation = get_constant(reader);
    if (!reader->failed) get_variables(reader, code);
    if (reader->failed) {
        object_release(code);
        return VALUE_ABSENT;
    }
    size_t length = get_number(reader);
    code->folded = reader->at;
    reader->at += length;
    code->packed_positions = (uint32_t)get_number(reader);
    code->words = (Word *)&unfold_word; /* never written: it has no cache */
    code->frozen = frozen_retain(frozen);
    return value_from_object(code);
}

/* ---- the inside ---- */

static Word *get_words(Reader *reader, size_t *count) {
    *count = get_number(reader);
    Word *words = get_array(reader, *count, sizeof *words);
    for (size_t i = 0; words && i < *count; i++) {
        Word *word = &words[i];
        word->opcode = *reader->at++;
        word->flags = *reader->at++;
        word->a = (uint16_t)get_number(reader);
        word->b = (uint16_t)get_number(reader);
        word->c = (uint16_t)get_number(reader);
        for (unsigned more = opcode_words[word->opcode]; more--;) words[++i].number = get_signed_at(&reader->at);
    }
    return words;
}

static void get_inside(Reader *reader, Code *parts) {
    parts->words = get_words(reader, &parts->word_count);
    if (reader->failed) return;
    parts->name_count = get_number(reader);
    parts->names = get_array(reader, parts->name_count, sizeof *parts->names);
    for (size_t i = 0; i < parts->name_count && !reader->failed; i++) parts->names[i] = get_name(reader);
    if (reader->failed) return;
    parts->handler_count = get_number(reader);
    parts->handlers = get_array(reader, parts->handler_count, sizeof *parts->handlers);
    for (size_t i = 0; i < parts->handler_count && !reader->failed; i++) {
        Handler *handler = &parts->handlers[i];
        handler->start = (uint32_t)get_number(reader);
        handler->end = (uint32_t)get_number(reader);
        handler->handler = (uint32_t)get_number(reader);
        handler->depth = (uint16_t)get_number(reader);
    }
    if (reader->failed) return;
    size_t count = get_number(reader);
    parts->constants = get_array(reader, count, sizeof *parts->constants);
    for (size_t i = 0; i < count && !reader->failed; i++) {
        Value value = get_constant(reader);
        if (!value_is_absent(value)) parts->constants[parts->constant_count++] = value;
    }
}

bool code_unfold(Thread *thread, Code *code) {
    if (!code->frozen) return true;
    Reader reader = {.thread = thread, .frozen = code->frozen, .at = code->folded};
    Code parts = {0};
    get_inside(&reader, &parts);
    if (reader.failed) {
        for (size_t i = 0; i < parts.constant_count; i++) value_release(parts.constants[i]);
        memory_release(parts.constants);
        memory_release(parts.words);
        names_release(parts.names, parts.name_count);
        memory_release(parts.handlers);
        if (!exception_is_set(thread)) raise_no_memory(thread);
        return false;
    }
    code->words = parts.words, code->word_count = parts.word_count;
    code->names = parts.names, code->name_count = parts.name_count;
    code->handlers = parts.handlers, code->handler_count = parts.handler_count;
    code->constants = parts.constants, code->constant_count = parts.constant_count;
    code->frozen = NULL;
    code->kept = reader.frozen;
    return true;
}

/* The positions of all codes of the module; NULL: no memory, no libz. */
static const unsigned char *positions_of(struct Frozen *frozen) {
    FrozenHeader header = get_header(frozen);
    const unsigned char *packed = frozen->bytes + header.positions;
    if (header.packed_length == header.positions_length) return packed;
    if (!frozen->positions) frozen->positions = bytes_inflate(packed, header.packed_length, header.positions_length);
    return (const unsigned char *)frozen->positions;
}

void code_unpack_positions(Code *code) {
    const unsigned char *at = positions_of(code->kept);
    Position *positions = at ? memory_allocate((code->word_count + 1) * sizeof *positions) : NULL, before = {0, 0, -1, -1};
    if (!positions) return;
    at += code->packed_positions;
    for (size_t i = 0; i < code->word_count; i++) {
        if (*at++) {
            before.line += (int32_t)get_signed_at(&at);
            before.end_line = before.line + (int32_t)get_signed_at(&at);
            before.column = (int32_t)get_number_at(&at) - 1;
            before.end_column = (int32_t)get_number_at(&at) - 1;
        }
        positions[i] = before;
    }
    code->positions = positions;
    frozen_release(code->kept);
    code->kept = NULL;
}

/* ---- a module ---- */

/* The code of a module whose bytes, file and source are known; takes `frozen` over. */
static Value read_module(Thread *thread, struct Frozen *frozen, const char *file) {
    frozen->references = 1;
    uint32_t count = get_header(frozen).text_count;
    frozen->name_count = count;
    frozen->names = memory_allocate_zeroed(count + 1u, sizeof *frozen->names);
    frozen->file = string_from_c(thread, file);
    Reader reader = {.thread = thread, .frozen = frozen, .at = frozen->bytes + get_offset(frozen, count)};
    Value code = VALUE_ABSENT;
    if (frozen->names && frozen->source && !value_is_absent(frozen->file)) code = get_code(&reader);
    frozen_release(frozen);
    if (value_is_absent(code) && !exception_is_set(thread)) raise_no_memory(thread);
    return code;
}

Value frozen_load(Thread *thread, const PackRecord *module) {
    char file[PACK_FILE_SIZE];
    pack_file(module, file);
    struct Frozen *frozen = memory_allocate_zeroed(1, sizeof *frozen);
    if (!frozen) return raise_no_memory(thread);
    if (module->body_packed && !(frozen->owned = pack_frozen_inflated(module))) return memory_release(frozen), raise_no_memory(thread);
    frozen->bytes = frozen->owned ? (const unsigned char *)frozen->owned : pack_frozen(module);
    frozen->source = source_new_packed(module);
    return read_module(thread, frozen, file);
}

Value frozen_open(Thread *thread, const char *path, char *bytes) {
    struct Frozen *frozen = memory_allocate_zeroed(1, sizeof *frozen);
    if (!frozen) return memory_release(bytes), raise_no_memory(thread);
    frozen->owned = bytes;
    frozen->bytes = (const unsigned char *)bytes;
    frozen->source = source_new_file(path);
    return read_module(thread, frozen, path);
}
