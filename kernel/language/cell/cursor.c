/* The text up to the cursor is cut into rough tokens from the front (strings and brackets need it); the
 * expression before the cursor is then found backwards. */
#include "kernel/language/cell/cursor.h"
#include "kernel/language/text/lexer.h"

#include "base/memory.h"
#include "base/utf8.h"

#include <string.h>

typedef enum PieceKind { PIECE_WORD, PIECE_NUMBER, PIECE_STRING, PIECE_MARK, PIECE_LINE } PieceKind;

typedef struct Piece {
    PieceKind kind;
    size_t start, end; /* bytes */
    size_t partner;    /* of a closing bracket: its opening one's index */
} Piece;

typedef struct Scan {
    const char *text;
    size_t length; /* up to the cursor */
    Piece *pieces;
    size_t count, capacity;
    size_t open[LEXER_MAX_BRACKETS]; /* indexes of the open brackets' pieces */
    size_t open_count;
    bool in_comment, in_string, failed;
    size_t string_start; /* after the quote of the string that the cursor is in */
    char quote;
} Scan;

static const CursorText NO_TEXT = {"", 0};

/* ---- scanning ---- */

static bool is_word_byte(char character) {
    unsigned char byte = (unsigned char)character;
    return byte == '_' || byte >= 0x80 || (byte >= '0' && byte <= '9') ||
           ((byte | 32) >= 'a' && (byte | 32) <= 'z');
}

static bool is_digit(char character) { return character >= '0' && character <= '9'; }

static Piece *add_piece(Scan *scan, PieceKind kind, size_t start, size_t end) {
    if (scan->count == scan->capacity) {
        size_t capacity = scan->capacity ? scan->capacity * 2 : 64;
        Piece *pieces = memory_resize(scan->pieces, capacity * sizeof *pieces);
        if (!pieces) {
            scan->failed = true;
            return NULL;
        }
        scan->pieces = pieces;
        scan->capacity = capacity;
    }
    scan->pieces[scan->count] = (Piece){.kind = kind, .start = start, .end = end, .partner = SIZE_MAX};
    return &scan->pieces[scan->count++];
}

/* The string whose quote stands at `at`; `start` is where its prefix begins. Returns where it ends. */
static size_t scan_string(Scan *scan, size_t start, size_t at) {
    const char *text = scan->text;
    char quote = text[at];
    bool triple = at + 2 < scan->length && text[at + 1] == quote && text[at + 2] == quote;
    size_t inside = at + (triple ? 3 : 1);
    for (size_t i = inside; i < scan->length; i++) {
        if (text[i] == '\\') {
            i++;
        } else if (text[i] == '\n' && !triple) {
            add_piece(scan, PIECE_STRING, start, i);
            return i;
        } else if (text[i] == quote &&
                   (!triple || (i + 2 < scan->length && text[i + 1] == quote && text[i + 2] == quote))) {
            size_t end = i + (triple ? 3 : 1);
            add_piece(scan, PIECE_STRING, start, end);
            return end;
        }
    }
    scan->in_string = true;
    scan->string_start = inside;
    scan->quote = quote;
    return scan->length;
}

static size_t scan_word(Scan *scan, size_t start) {
    size_t end = start;
    while (end < scan->length && is_word_byte(scan->text[end])) end++;
    bool prefix = end - start <= 2 && end < scan->length && (scan->text[end] == '"' || scan->text[end] == '\'');
    for (size_t i = start; prefix && i < end; i++) prefix = strchr("rRbBuUfF", scan->text[i]) != NULL;
    if (prefix) return scan_string(scan, start, end);
    add_piece(scan, PIECE_WORD, start, end);
    return end;
}

static size_t scan_number(Scan *scan, size_t start) {
    size_t end = start;
    while (end < scan->length && (is_word_byte(scan->text[end]) || scan->text[end] == '.')) end++;
    add_piece(scan, PIECE_NUMBER, start, end);
    return end;
}

static void scan_mark(Scan *scan, size_t at) {
    char mark = scan->text[at];
    Piece *piece = add_piece(scan, PIECE_MARK, at, at + 1);
    if (!piece) return;
    if (strchr("([{", mark)) {
        if (scan->open_count < LEXER_MAX_BRACKETS) scan->open[scan->open_count++] = scan->count - 1;
    } else if (strchr(")]}", mark) && scan->open_count) {
        piece->partner = scan->open[--scan->open_count];
    }
}

static void scan_text(Scan *scan) {
    for (size_t at = 0; at < scan->length && !scan->failed && !scan->in_string;) {
        char character = scan->text[at];
        if (character == '\n') {
            if (!scan->open_count) add_piece(scan, PIECE_LINE, at, at + 1);
            at++;
        } else if (character == ' ' || character == '\t' || character == '\r' || character == '\f') {
            at++;
        } else if (character == '\\' && at + 1 < scan->length && scan->text[at + 1] == '\n') {
            at += 2;
        } else if (character == '#') {
            const char *newline = memchr(scan->text + at, '\n', scan->length - at);
            scan->in_comment = !newline;
            at = newline ? (size_t)(newline - scan->text) : scan->length;
        } else if (character == '"' || character == '\'') {
            at = scan_string(scan, at, at);
        } else if (is_digit(character)) {
            at = scan_number(scan, at);
        } else if (is_word_byte(character)) {
            at = scan_word(scan, at);
        } else {
            scan_mark(scan, at++);
        }
    }
}

/* ---- expressions, backwards ---- */

static bool piece_is(const Scan *scan, size_t index, const char *text) {
    const Piece *piece = &scan->pieces[index];
    return piece->end - piece->start == strlen(text) && !memcmp(scan->text + piece->start, text, strlen(text));
}

static bool is_keyword(const Scan *scan, size_t index) {
    for (TokenKind kind = TOKEN_FALSE; kind <= TOKEN_YIELD; kind++) {
        if (kind != TOKEN_NONE && kind != TOKEN_TRUE && kind != TOKEN_FALSE &&
            piece_is(scan, index, token_text(kind))) {
            return true;
        }
    }
    return false;
}

static bool ends_operand(const Scan *scan, size_t index) {
    const Piece *piece = &scan->pieces[index];
    if (piece->kind == PIECE_WORD) return !is_keyword(scan, index);
    if (piece->kind == PIECE_STRING) return true;
    return piece->kind == PIECE_MARK && strchr(")]}", scan->text[piece->start]) && piece->partner != SIZE_MAX;
}

/* The first piece of the operand that ends with piece `index`; SIZE_MAX when there is none. */
static size_t find_operand(const Scan *scan, size_t index, bool *has_calls) {
    for (;;) {
        if (!ends_operand(scan, index)) return SIZE_MAX;
        const Piece *piece = &scan->pieces[index];
        size_t first = index;
        if (piece->kind == PIECE_MARK) {
            char close = scan->text[piece->start];
            first = piece->partner;
            bool applied = first > 0 && close != '}' && ends_operand(scan, first - 1) &&
                           scan->pieces[first - 1].end == scan->pieces[first].start;
            *has_calls |= close == ')' && applied;
            if (applied) {
                index = first - 1;
                continue;
            }
        }
        if (first < 2 || !piece_is(scan, first - 1, ".") || !ends_operand(scan, first - 2)) return first;
        index = first - 2;
    }
}

static CursorText text_between(const Scan *scan, size_t first, size_t last) {
    size_t start = scan->pieces[first].start;
    return (CursorText){scan->text + start, scan->pieces[last].end - start};
}

/* The function that the innermost bracket calls. */
static CursorText find_callee(const Scan *scan) {
    for (size_t i = scan->open_count; i-- > 0;) {
        size_t open = scan->open[i];
        if (scan->text[scan->pieces[open].start] != '(' || !open) continue;
        bool has_calls = false;
        size_t first = find_operand(scan, open - 1, &has_calls);
        if (first != SIZE_MAX && scan->pieces[open - 1].kind != PIECE_STRING)
            return text_between(scan, first, open - 1);
    }
    return NO_TEXT;
}

/* ---- places ---- */

static void set_prefix(const Scan *scan, CursorPlace *place, size_t start) {
    place->prefix = (CursorText){scan->text + start, scan->length - start};
    place->start = utf8_count(scan->text, start);
}

/* The index of the first piece of the logical line that the cursor is in. */
static size_t line_start(const Scan *scan) {
    size_t at = scan->count;
    while (at > 0 && scan->pieces[at - 1].kind != PIECE_LINE && !piece_is(scan, at - 1, ";")) at--;
    return at;
}

/* %magic and !command: what counts is the physical line. */
static bool find_escape(const Scan *scan, CursorPlace *place) {
    size_t start = scan->length;
    while (start > 0 && scan->text[start - 1] != '\n') start--;
    while (start < scan->length && (scan->text[start] == ' ' || scan->text[start] == '\t')) start++;
    if (start == scan->length || !strchr("%!", scan->text[start])) return false;
    size_t word = scan->length;
    while (word > start && scan->text[word - 1] != ' ') word--;
    if (word == start && scan->text[start] == '%') {
        place->kind = CURSOR_MAGIC;
        set_prefix(scan, place, start);
        return true;
    }
    if (scan->text[start] == '%' && !strncmp(scan->text + start, "%time", 5)) return false; /* Python follows */
    if (word == start) word++;
    place->kind = CURSOR_PATH;
    set_prefix(scan, place, word);
    return true;
}

static void find_in_string(const Scan *scan, CursorPlace *place) {
    place->kind = CURSOR_PATH;
    place->quote = scan->quote;
    set_prefix(scan, place, scan->string_start);
    if (!scan->open_count) return;
    size_t open = scan->open[scan->open_count - 1];
    if (scan->text[scan->pieces[open].start] != '[' || open + 1 != scan->count || !open) return;
    size_t first = find_operand(scan, open - 1, &place->has_calls);
    if (first == SIZE_MAX || scan->pieces[open - 1].end != scan->pieces[open].start) return;
    place->kind = CURSOR_KEY;
    place->object = text_between(scan, first, open - 1);
}

/* import a.b|, from a.b|, from a import b| */
static bool find_import(const Scan *scan, CursorPlace *place, size_t name, size_t dot) {
    size_t line = line_start(scan);
    if (line >= scan->count || scan->pieces[line].kind != PIECE_WORD) return false;
    bool from = piece_is(scan, line, "from");
    if (!from && !piece_is(scan, line, "import")) return false;
    size_t before = dot != SIZE_MAX ? dot : name;
    for (size_t i = line + 1; from && i < before; i++) {
        if (!piece_is(scan, i, "import")) continue;
        place->kind = CURSOR_IMPORT_MEMBER;
        if (i > line + 1) place->object = text_between(scan, line + 1, i - 1);
        return true;
    }
    if (line + 1 > before) return false;
    place->kind = CURSOR_IMPORT;
    if (dot == SIZE_MAX || dot == line + 1) return true;
    size_t first = dot - 1;
    while (first > line + 1 && piece_is(scan, first - 1, ".")) first -= 2;
    place->object = text_between(scan, first, dot - 1);
    return true;
}

static void find_name(const Scan *scan, CursorPlace *place) {
    size_t count = scan->count, name = count, dot = SIZE_MAX;
    size_t start = scan->length;
    if (count && scan->pieces[count - 1].end == scan->length) {
        const Piece *last = &scan->pieces[count - 1];
        if (last->kind == PIECE_NUMBER || last->kind == PIECE_STRING) {
            place->kind = CURSOR_NOTHING;
            return;
        }
        if (last->kind == PIECE_WORD) {
            name = count - 1;
            start = last->start;
        }
    }
    set_prefix(scan, place, start);
    if (name > 0 && piece_is(scan, name - 1, ".") &&
        (name < count || scan->pieces[name - 1].end == scan->length)) {
        dot = name - 1;
    }
    if (find_import(scan, place, name, dot)) return;
    if (dot == SIZE_MAX) return;
    size_t first = dot > 0 ? find_operand(scan, dot - 1, &place->has_calls) : SIZE_MAX;
    if (first == SIZE_MAX) {
        place->kind = CURSOR_NOTHING;
        return;
    }
    place->kind = CURSOR_ATTRIBUTE;
    place->object = text_between(scan, first, dot - 1);
}

static Scan scan_to(const char *source, size_t length, size_t cursor) {
    Scan scan = {.text = source, .length = utf8_offset(source, length, cursor)};
    scan_text(&scan);
    return scan;
}

CursorPlace cursor_find(const char *source, size_t length, size_t cursor) {
    Scan scan = scan_to(source, length, cursor);
    CursorPlace place = {.kind = CURSOR_NAME, .object = NO_TEXT, .prefix = NO_TEXT, .callee = NO_TEXT};
    place.start = place.end = utf8_count(source, scan.length);
    if (scan.failed || scan.in_comment) {
        place.kind = CURSOR_NOTHING;
    } else if (!find_escape(&scan, &place)) {
        place.callee = find_callee(&scan);
        if (scan.in_string) find_in_string(&scan, &place);
        else find_name(&scan, &place);
    }
    memory_release(scan.pieces);
    return place;
}

CursorText cursor_find_name(const char *source, size_t length, size_t cursor) {
    size_t at = utf8_offset(source, length, cursor);
    size_t end = at;
    while (end < length && is_word_byte(source[end])) end++;
    Scan scan = {.text = source, .length = end};
    scan_text(&scan);
    CursorText result = NO_TEXT;
    if (!scan.failed && !scan.in_comment && !scan.in_string) {
        size_t last = scan.count;
        bool has_calls = false;
        bool touches = last && scan.pieces[last - 1].kind == PIECE_WORD && scan.pieces[last - 1].end == end;
        size_t first = touches ? find_operand(&scan, last - 1, &has_calls) : SIZE_MAX;
        if (first != SIZE_MAX) {
            result = text_between(&scan, first, last - 1);
        } else if (last && piece_is(&scan, last - 1, ")") && scan.pieces[last - 1].partner != SIZE_MAX &&
                   scan.pieces[last - 1].partner > 0) {
            size_t name = scan.pieces[last - 1].partner - 1;
            first = find_operand(&scan, name, &has_calls);
            if (first != SIZE_MAX) result = text_between(&scan, first, name);
        }
    }
    if (!result.length && !scan.failed && !scan.in_comment) result = find_callee(&scan);
    if (!result.length && !scan.failed && !scan.in_comment && !scan.in_string) {
        for (size_t i = scan.count;
             i-- > 0 && scan.pieces[i].kind != PIECE_LINE;) { /* the last name of the line */
            bool has_calls = false;
            if (scan.pieces[i].kind != PIECE_WORD || is_keyword(&scan, i)) continue;
            size_t first = find_operand(&scan, i, &has_calls);
            if (first != SIZE_MAX) result = text_between(&scan, first, i);
            break;
        }
    }
    memory_release(scan.pieces);
    return result;
}
