/* Code objects: what the compiler makes of a module, function or class body and what the VM runs. */
#ifndef KERNEL_LANGUAGE_CODE_H
#define KERNEL_LANGUAGE_CODE_H

#include "base/text_buffer.h"
#include "kernel/language/compile/opcodes.h"
#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/container/containers.h"

/* One word of code: an instruction, or what follows one. */
typedef union Word {
    struct {
        uint8_t opcode, flags;
        uint16_t a, b, c;
    };
    struct {
        uint32_t unused;
        int32_t distance; /* of a jump, from the instruction that holds it: overlays b and c */
    };
    int64_t number;   /* a word that follows */
    uint64_t bits;
    struct {          /* inline caches */
        uint32_t version, index;
    };
    Object *object;
    const Value *value;
} Word;

typedef struct Position {
    int32_t line, end_line;
    int32_t column, end_column; /* byte offsets from 0; -1: unknown */
} Position;

/* From `start` up to `end` an exception goes to `handler`: registers from `depth` on are released and the exception
 * is put into register `depth`. Inner ranges come first. */
typedef struct Handler {
    uint32_t start, end, handler;
    uint16_t depth;
} Handler;

/* The text that code came from; kept for tracebacks, inspect.getsource and the compilers of kernel/compile. */
typedef struct Source {
    size_t references;
    const char *text; /* source_contents() asks for it */
    size_t length;
    size_t line_count; /* source_line_count() asks for it */
    size_t *lines;     /* byte offset of each line; NULL: not sought yet */
    const struct PackRecord *packed; /* where the text is to be had when somebody asks for it; else NULL */
    char *path;        /* not NULL: the text is still to be read from this file */
} Source;
Source *source_new(const char *text, size_t length);          /* copies; NULL: no memory */
Source *source_new_packed(const struct PackRecord *module);
Source *source_new_file(const char *path); /* of a file that is read when somebody asks */
const char *source_contents(const Source *source);                /* "" when it is not to be had: no memory, no libz, no file */
size_t source_line_count(const Source *source);
Source *source_retain(Source *source);
void source_release(Source *source);
/* Line number `line` from 1, without its newline; NULL when there is none. */
const char *source_line(const Source *source, int line, size_t *length);

enum CodeFlags { /* as CPython's co_flags */
    CODE_OPTIMIZED = 1,
    CODE_NEW_LOCALS = 2,
    CODE_STAR_ARGUMENTS = 4,
    CODE_STAR_KEYWORDS = 8,
    CODE_NESTED = 16,
    CODE_GENERATOR = 32,
    CODE_COROUTINE = 128,
    CODE_ITERABLE_COROUTINE = 256,
    CODE_ASYNC_GENERATOR = 512,
    CODE_SUSPENDS = CODE_GENERATOR | CODE_COROUTINE | CODE_ASYNC_GENERATOR,
};

typedef struct Code {
    Object object;
    Word *words;
    Position *positions; /* one a word */
    size_t word_count;
    Value *constants;
    size_t constant_count;
    String **names; /* interned, as all that follow */
    size_t name_count;
    Handler *handlers;
    size_t handler_count;
    String **locals; /* of the registers from 0: parameters first; cells among them */
    uint16_t local_count;    /* registers with a name */
    uint16_t register_count; /* all of them */
    uint16_t argument_count, positional_only_count, keyword_only_count; /* argument_count: without keyword-only */
    uint16_t parameter_count; /* all, with *args and **kwargs */
    bool is_simple;          /* neither keyword-only nor star parameters */
    uint32_t flags;          /* enum CodeFlags */
    String **cells;          /* names of own cells */
    uint16_t *cell_registers;
    size_t cell_count;
    String **free_names;
    size_t free_count;
    String *name, *qualified_name;
    Value documentation;     /* str or None */
    Value file;              /* str */
    int first_line, last_line;
    Source *source;
    bool is_class_body;
    bool is_hidden;          /* stands for native code: its frames are left out of tracebacks and of sys._getframe */
    struct Frozen *frozen;   /* not NULL: only the outside is there; words, names, constants and handlers are folded (frozen.h) */
    struct Frozen *kept;     /* not NULL: has the positions, which nobody has asked for yet */
    const unsigned char *folded;
    uint32_t packed_positions; /* where they begin there */
} Code;

/* The position of the instruction at `at` (a word of the code). */
Position code_position(const Code *code, const Word *at);
int code_own_line(const Code *code, const Word *at); /* 0: the instruction belongs to no line */
void code_unpack_positions(Code *code); /* of code that was frozen; on failure they stay unknown */
struct Frozen *frozen_retain(struct Frozen *frozen); /* NULL is fine here, and below */
void frozen_release(struct Frozen *frozen);
void names_release(String **names, size_t count); /* and the array */
void code_dump(const Code *code, TextBuffer *out); /* and the code objects among its constants */
static inline Code *value_code(Value value) { return (Code *)value.object; }

#endif
