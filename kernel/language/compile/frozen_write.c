/* Code objects as bytes, while the program is built. frozen.c reads them. */
#include "kernel/language/compile/frozen.h"

#include "base/inflate.h"
#include "base/memory.h"
#include "kernel/objects/number/float.h"
#include "kernel/objects/number/int.h"
#include "kernel/objects/text/string.h"

#include <string.h>

typedef struct Writer {
    Thread *thread;
    const String **texts; /* the names so far, in the order of their numbers */
    size_t text_count, text_capacity;
    TextBuffer positions; /* of all codes */
    bool failed;
} Writer;

static void put_number(TextBuffer *out, uint64_t number) {
    for (; number > 127; number >>= 7) text_append_char(out, (char)(number | 128));
    text_append_char(out, (char)number);
}

static void put_signed(TextBuffer *out, int64_t number) { put_number(out, (uint64_t)number << 1 ^ (uint64_t)(number >> 63)); }

static void put_bytes(TextBuffer *out, const char *bytes, size_t length) {
    put_number(out, length);
    text_append_bytes(out, bytes, length);
}

static void put_double(TextBuffer *out, double number) { text_append_bytes(out, (const char *)&number, sizeof number); }

/* An interned string by its number; 0 is none. */
static void put_name(Writer *writer, TextBuffer *out, const String *name) {
    size_t at = 0;
    while (name && at < writer->text_count && writer->texts[at] != name) at++;
    if (name && at == writer->text_count) {
        if (at == writer->text_capacity) {
            size_t capacity = at ? at * 2 : 64;
            const String **grown = memory_resize(writer->texts, capacity * sizeof *grown);
            if (!grown) {
                writer->failed = true;
                return;
            }
            writer->texts = grown;
            writer->text_capacity = capacity;
        }
        writer->texts[writer->text_count++] = name;
    }
    put_number(out, name ? at + 1 : 0);
}

static void put_code(Writer *writer, TextBuffer *out, Code *code);

static void put_big_integer(Writer *writer, TextBuffer *out, Value value) {
    Value digits = int_to_text(writer->thread, value, 16);
    if (value_is_absent(digits)) {
        writer->failed = true;
        return;
    }
    put_bytes(out, value_c_string(digits), value_string(digits)->length);
    value_release(digits);
}

static void put_constant(Writer *writer, TextBuffer *out, Value value) {
    const Builtins *builtins = thread_builtins(writer->thread);
#define KIND(kind) text_append_char(out, (kind))
    switch (value.tag) {
    case TAG_NONE: KIND(FROZEN_NONE); return;
    case TAG_BOOL: KIND(value.integer ? FROZEN_TRUE : FROZEN_FALSE); return;
    case TAG_ELLIPSIS: KIND(FROZEN_ELLIPSIS); return;
    case TAG_INT: KIND(FROZEN_INTEGER), put_signed(out, value.integer); return;
    case TAG_FLOAT: KIND(FROZEN_FLOAT), put_double(out, float_number(value)); return;
    case TAG_OBJECT: break;
    default: writer->failed = true; return;
    }
    if (value.object->type == builtins->type_int) {
        KIND(FROZEN_BIG_INTEGER), put_big_integer(writer, out, value);
    } else if (value_is_complex(value)) {
        const Complex *complex = (const Complex *)value.object;
        KIND(FROZEN_COMPLEX), put_double(out, complex->real), put_double(out, complex->imaginary);
    } else if (value_is_exact_string(value) && value_string(value)->is_interned) {
        KIND(FROZEN_NAME), put_name(writer, out, value_string(value));
    } else if (value_is_exact_string(value)) {
        KIND(FROZEN_STRING), put_bytes(out, value_c_string(value), value_string(value)->length);
    } else if (value_is_bytes(value)) {
        const Bytes *bytes = (const Bytes *)value.object;
        KIND(FROZEN_BYTES), put_bytes(out, bytes->bytes, bytes->length);
    } else if (value_is_tuple(value)) {
        KIND(FROZEN_TUPLE), put_number(out, value_tuple(value)->count);
        for (size_t i = 0; i < value_tuple(value)->count; i++) put_constant(writer, out, value_tuple(value)->items[i]);
    } else if (value_is_set(value)) {
        Value items = tuple_from_iterable(writer->thread, value);
        writer->failed = writer->failed || value_is_absent(items);
        if (value_is_absent(items)) return;
        KIND(FROZEN_SET), put_number(out, value_tuple(items)->count);
        for (size_t i = 0; i < value_tuple(items)->count; i++) put_constant(writer, out, value_tuple(items)->items[i]);
        value_release(items);
    } else if (value_has_type(value, &code_type_template)) {
        KIND(FROZEN_CODE), put_code(writer, out, value_code(value));
    } else {
        writer->failed = true;
    }
#undef KIND
}

static void put_words(TextBuffer *out, const Code *code) {
    put_number(out, code->word_count);
    for (size_t i = 0; i < code->word_count; i++) {
        Word word = code->words[i];
        text_append_char(out, (char)word.opcode);
        text_append_char(out, (char)word.flags);
        put_number(out, word.a);
        put_number(out, word.b);
        put_number(out, word.c);
        for (unsigned more = opcode_words[word.opcode]; more--;) put_signed(out, code->words[++i].number);
    }
}

/* For each word: how its line differs from the one before, and the rest; one 0 for each that has the same position. */
static void put_positions(TextBuffer *out, const Code *code) {
    Position before = {0, 0, -1, -1};
    for (size_t i = 0; i < code->word_count; i++) {
        Position position = code->positions[i];
        bool same = !memcmp(&position, &before, sizeof position);
        text_append_char(out, !same);
        if (same) continue;
        put_signed(out, (int64_t)position.line - before.line);
        put_signed(out, (int64_t)position.end_line - position.line);
        put_number(out, (uint64_t)position.column + 1);
        put_number(out, (uint64_t)position.end_column + 1);
        before = position;
    }
}

static void put_inside(Writer *writer, TextBuffer *out, const Code *code) {
    put_words(out, code);
    put_number(out, code->name_count);
    for (size_t i = 0; i < code->name_count; i++) put_name(writer, out, code->names[i]);
    put_number(out, code->handler_count);
    for (size_t i = 0; i < code->handler_count; i++) {
        Handler handler = code->handlers[i];
        put_number(out, handler.start);
        put_number(out, handler.end);
        put_number(out, handler.handler);
        put_number(out, handler.depth);
    }
    put_number(out, code->constant_count);
    for (size_t i = 0; i < code->constant_count; i++) put_constant(writer, out, code->constants[i]);
}

static void put_part(Writer *writer, TextBuffer *out, TextBuffer *part) {
    if (part->failed) writer->failed = true;
    put_bytes(out, text_string(part), part->length);
    text_release(part);
}

static void put_code(Writer *writer, TextBuffer *out, Code *code) {
    bool whole = code_whole(writer->thread, code);
    if (whole && !code->positions && code->kept) code_unpack_positions(code);
    if (!whole || (code->word_count && !code->positions)) {
        writer->failed = true;
        return;
    }
    put_number(out, (code->is_class_body ? FROZEN_IS_CLASS_BODY : 0u) | (code->is_simple ? FROZEN_IS_SIMPLE : 0u));
    put_number(out, code->flags);
    put_number(out, code->argument_count);
    put_number(out, code->positional_only_count);
    put_number(out, code->keyword_only_count);
    put_number(out, code->parameter_count);
    put_number(out, code->register_count);
    put_number(out, (uint64_t)code->first_line);
    put_number(out, (uint64_t)code->last_line);
    put_name(writer, out, code->name);
    put_name(writer, out, code->qualified_name);
    put_constant(writer, out, code->documentation);
    put_number(out, code->local_count);
    for (size_t i = 0; i < code->local_count; i++) put_name(writer, out, code->locals[i]);
    put_number(out, code->cell_count);
    for (size_t i = 0; i < code->cell_count; i++) {
        put_name(writer, out, code->cells[i]);
        put_number(out, code->cell_registers[i]);
    }
    put_number(out, code->free_count);
    for (size_t i = 0; i < code->free_count; i++) put_name(writer, out, code->free_names[i]);
    size_t positions = writer->positions.length;
    put_positions(&writer->positions, code);
    TextBuffer inside = TEXT_BUFFER_EMPTY;
    put_inside(writer, &inside, code);
    put_part(writer, out, &inside);
    put_number(out, positions);
}

/* How long it has become. */
static uint32_t put_deflated(TextBuffer *out, const TextBuffer *bytes) {
    size_t length;
    unsigned char *packed = bytes_deflate(text_string(bytes), bytes->length, 9, &length);
    bool is_smaller = packed && length < bytes->length;
    if (!is_smaller) length = bytes->length;
    text_append_bytes(out, is_smaller ? (const char *)packed : text_string(bytes), length);
    memory_release(packed);
    return (uint32_t)length;
}

bool frozen_write(Thread *thread, Code *code, TextBuffer *out) {
    Writer writer = {.thread = thread, .positions = TEXT_BUFFER_EMPTY};
    TextBuffer body = TEXT_BUFFER_EMPTY;
    put_code(&writer, &body, code);
    uint32_t count = (uint32_t)writer.text_count, at = (uint32_t)sizeof(FrozenHeader) + (count + 1) * (uint32_t)sizeof(uint32_t);
    FrozenHeader header = {.text_count = count, .positions_length = (uint32_t)writer.positions.length};
    size_t start = out->length;
    text_append_bytes(out, (const char *)&header, sizeof header);
    for (uint32_t i = 0; i <= count; i++) {
        text_append_bytes(out, (const char *)&at, sizeof at);
        if (i < count) at += (uint32_t)writer.texts[i]->length;
    }
    for (uint32_t i = 0; i < count; i++) text_append_bytes(out, writer.texts[i]->bytes, writer.texts[i]->length);
    text_append_bytes(out, text_string(&body), body.length);
    header.positions = (uint32_t)(out->length - start);
    header.packed_length = put_deflated(out, &writer.positions);
    bool done = !writer.failed && !body.failed && !writer.positions.failed && !out->failed;
    if (done) memcpy(out->bytes + start, &header, sizeof header);
    text_release(&body);
    text_release(&writer.positions);
    memory_release(writer.texts);
    return done;
}
