/* Regular expressions: Python's syntax, matched by PCRE2.
 *
 *     text -> RegexNode (regex_parse.c: Python's grammar, its errors and their places)
 *          -> PCRE2's syntax (regex_emit.c) -> code (regex_pattern.c), when first needed
 *
 * A pattern has up to twelve codes. `narrow` ones match subjects whose characters are single bytes (bytes, and str that is
 * ASCII), `wide` ones UTF-8; search, match and fullmatch differ in their anchors, since the JIT takes none at match time; and
 * `watched` ones call back at every point of choice, so that an interrupt reaches a match that backtracks for ever. Watched
 * codes are used once the plain one has met its match limit.
 *
 * The JIT takes a tenth of a millisecond and eight kilobytes for a code, so PCRE2 interprets a pattern until it has been given some
 * text to search (REGEX_WORK_FOR_JIT). Nor is the tree kept, a kilobyte for a short pattern: few patterns need a second code, and for
 * those the text is read again. */
#ifndef KERNEL_LIBRARY_REGEX_H
#define KERNEL_LIBRARY_REGEX_H

#include "base/arena.h"
#include "base/text_buffer.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/native.h"

enum RegexFlags { /* the numbers of re's flags */
    REGEX_TEMPLATE = 1,
    REGEX_IGNORECASE = 2,
    REGEX_LOCALE = 4,
    REGEX_MULTILINE = 8,
    REGEX_DOTALL = 16,
    REGEX_UNICODE = 32,
    REGEX_VERBOSE = 64,
    REGEX_DEBUG = 128,
    REGEX_ASCII = 256,
    REGEX_TYPE_FLAGS = REGEX_ASCII | REGEX_LOCALE | REGEX_UNICODE
};

typedef enum RegexKind {
    REGEX_LITERAL,   /* code: the character */
    REGEX_ANY,
    REGEX_CLASS,     /* items, negated */
    REGEX_AT,        /* code: the letter of an escape, '^' or '$' */
    REGEX_SEQUENCE,  /* children in a row */
    REGEX_BRANCH,    /* children as alternatives */
    REGEX_REPEAT,    /* one child; minimum, maximum; code: '?' lazy, '+' possessive, 0 greedy */
    REGEX_GROUP,     /* one child; code: the number, 0 when nothing is captured */
    REGEX_ATOMIC,    /* one child */
    REGEX_LOOK,      /* one child; behind, negated */
    REGEX_REFERENCE, /* code: the group's number */
    REGEX_CONDITION, /* code: the group's number; one or two children */
    REGEX_FAILURE
} RegexKind;

typedef struct RegexRange { /* of a class; category: a letter of dDsSwW, or 0 */
    uint32_t first, last;
    char category;
} RegexRange;

typedef struct RegexNode {
    RegexKind kind;
    uint32_t flags; /* in force here */
    uint32_t code;
    bool negated, behind;
    bool is_empty; /* REPEAT: what is repeated has no width */
    uint32_t minimum, maximum;
    RegexRange *ranges;
    size_t range_count;
    struct RegexNode *first, *last, *next;
} RegexNode;

#define REGEX_UNLIMITED UINT32_MAX

typedef struct RegexGroup {
    uint32_t close_order; /* groups closed before this one in the text */
    uint32_t loop;        /* the outermost repetition around it, 0: none */
} RegexGroup;

typedef struct RegexTree {
    Arena arena;     /* the nodes' */
    RegexNode *root; /* NULL: the nodes were given back */
    uint32_t flags;
    uint32_t group_count; /* without group 0 */
    RegexGroup *groups;   /* [group_count + 1] */
    Value names;          /* dict: name -> number */
    bool is_text;
    bool has_atomic;      /* or possessive */
} RegexTree;

/* false with the exception set; release the tree in either case. */
bool regex_parse(Thread *thread, Value pattern, uint32_t flags, RegexTree *tree);
/* The nodes once more of a tree that gave them back: false with the exception set. */
bool regex_parse_again(Thread *thread, Value pattern, RegexTree *tree);
void regex_nodes_release(RegexTree *tree);
void regex_tree_release(RegexTree *tree);
/* re.error(message, pattern, position) is raised; position -1: none. Absent. */
Value regex_raise(Thread *thread, Value message, Value pattern, int64_t position); /* takes over message */

typedef enum RegexAnchor { REGEX_SEARCH, REGEX_MATCH, REGEX_FULLMATCH, REGEX_ANCHOR_COUNT } RegexAnchor;
void regex_emit(const RegexTree *tree, bool wide, bool watched, RegexAnchor anchor, TextBuffer *out);

/* The reading of a pattern or of a replacement: one token ahead, a token being a character or a backslash with one. */
typedef struct RegexSource {
    Thread *thread;
    Value pattern; /* for messages */
    uint32_t *text;
    size_t length, index;
    size_t next, next_length; /* next_length 0: at the end */
    bool is_text, failed;
    bool is_silent; /* warnings were given when it was read the first time */
} RegexSource;
bool regex_source_open(Thread *thread, Value pattern, RegexSource *source); /* str or a buffer */
void regex_source_close(RegexSource *source);
static inline size_t regex_tell(const RegexSource *source) { return source->index - source->next_length; }
static inline uint32_t regex_peek(const RegexSource *source) { /* the next token's character when it is a plain one */
    return source->next_length == 1 ? source->text[source->next] : UINT32_MAX;
}
void regex_advance(RegexSource *source);
bool regex_accept(RegexSource *source, uint32_t character);
void regex_fail(RegexSource *source, size_t offset, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The text up to `terminator`, which is skipped: its place and length in source->text; false after an error. */
bool regex_until(RegexSource *source, char terminator, const char *what, size_t *start, size_t *length);
Value regex_slice(RegexSource *source, size_t start, size_t length); /* str */
/* A name as messages show it. */
Value regex_show(RegexSource *source, Value name);
/* A group's name must be an identifier: an error otherwise. */
bool regex_check_name(RegexSource *source, Value name, size_t offset);
int regex_name_is_identifier(Thread *thread, Value name);
/* A group's number: false when it is none. Huge ones are UINT32_MAX. Other spellings than digits are warned about. */
bool regex_number(RegexSource *source, Value name, size_t offset, uint32_t *number);
bool regex_is_octal(uint32_t character);
bool regex_is_digit(uint32_t character);
bool regex_is_letter(uint32_t character);
uint32_t regex_control_escape(uint32_t letter); /* of abfnrtv, UINT32_MAX for others */
bool regex_warn(RegexSource *source, const char *category, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* ---- Pattern and Match ---- */
#define REGEX_CODE_COUNT (4 * REGEX_ANCHOR_COUNT)
enum { REGEX_WORK_FOR_JIT = 4096, REGEX_WORK_OF_CALL = 128 };
typedef struct Pattern {
    Object object;
    Value pattern;
    uint32_t flags;
    RegexTree tree;
    void *codes[2][2][REGEX_ANCHOR_COUNT]; /* [wide][watched][anchor]: pcre2_code */
    void **large_codes; /* the same of pcre2_code_32, for a pattern that is_large; else NULL */
    bool is_large;
    uint32_t work;  /* bytes that it was given to search, and some more for each call; no further than REGEX_WORK_FOR_JIT */
    uint16_t quick; /* codes that the JIT has translated: 1 << place in `codes` */
    struct WeakReference *weak_references;
} Pattern;

typedef struct RegexSubject {
    Value value;  /* as given, owned */
    Value holder; /* whose bytes are read: a str or bytes, owned */
    Value lock;   /* a memoryview of a buffer that could change its size, owned */
    const char *bytes;
    size_t length; /* up to endpos */
    size_t start;  /* where pos is; then where the next match begins */
    int64_t position, end_position; /* pos and endpos in characters, clipped */
    bool is_text, is_ascii;
    uint32_t *units;      /* one a character, for large patterns: see regex_large.c */
    size_t unit_count, known_unit, known_byte;
    bool must_advance; /* the last match was empty: the next one at `start` must not be */
} RegexSubject;

typedef struct Match {
    Object object;
    Pattern *pattern;
    Value subject, holder;
    int64_t position, end_position;
    size_t group_count;
    bool is_ascii, is_text;
    size_t offsets[]; /* two for each group, in bytes; SIZE_MAX: not matched */
} Match;

extern const Type pattern_type, match_type, match_iterator_type;
Value pattern_new(Thread *thread, Value pattern, uint32_t flags);
/* Compiles the code that most calls will use: false with re.error when PCRE2 refuses it. */
bool regex_check(Thread *thread, Pattern *pattern);
/* The pattern in PCRE2's syntax: false with the exception set. Release the text in either case. */
bool regex_text(Thread *thread, Pattern *pattern, bool wide, bool watched, RegexAnchor anchor, TextBuffer *text);
void regex_codes_release(Pattern *pattern);
bool regex_raise_compile_error(Thread *thread, Value pattern, int number); /* false */
/* The same for patterns that are too large for the library of bytes. */
bool regex_large_check(Thread *thread, Pattern *pattern);
void regex_large_release(Pattern *pattern);
int regex_large_run(Thread *thread, Pattern *pattern, RegexSubject *subject, RegexAnchor anchor, size_t *offsets); /* PCRE2's status; -1 too for an exception */
bool regex_subject_open(Thread *thread, const Pattern *pattern, Value value, int64_t position, int64_t end_position,
                        RegexSubject *subject);
void regex_subject_close(RegexSubject *subject);
/* 1: matched, offsets (two a group) written; 0: no match; -1: an exception. Moves subject->start on. */
int regex_run(Thread *thread, Pattern *pattern, RegexSubject *subject, RegexAnchor anchor, size_t *offsets);
static inline size_t regex_offset_count(const Pattern *pattern) { return 2 * ((size_t)pattern->tree.group_count + 1); }
Value match_new(Thread *thread, Pattern *pattern, const RegexSubject *subject, const size_t *offsets);
/* Part of a subject: str or bytes. */
Value regex_part(Thread *thread, Value holder, size_t start, size_t stop);
/* A group's text, `missing` when it did not match. */
Value match_group(Thread *thread, const Match *match, size_t group, Value missing);
/* Find a group by number or name: -1 with IndexError "no such group". */
int64_t match_group_index(Thread *thread, const Match *match, Value key);

/* A replacement: literal text and groups. */
typedef struct RegexTemplate {
    TextBuffer text; /* all literals in a row */
    struct RegexPiece {
        size_t length;  /* of the literal in front */
        uint32_t group; /* UINT32_MAX: none, the end */
    } *pieces;
    size_t count, capacity;
} RegexTemplate;
bool regex_template_parse(Thread *thread, const Pattern *pattern, Value text, RegexTemplate *template_);
void regex_template_release(RegexTemplate *template_);
bool regex_template_append(const RegexTemplate *template_, const char *subject, const size_t *offsets, TextBuffer *out);
Value regex_expand(Thread *thread, const Match *match, Value text);
Value regex_substitute(Thread *thread, Pattern *pattern, Value replacement, Value text, int64_t limit, int64_t *count);

#endif
