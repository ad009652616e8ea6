/* A tree in PCRE2's syntax.
 *
 * Everything is written out plainly: characters and classes as they are in force (\w of an ASCII pattern as its ranges), flags
 * as what they mean, groups by number. A narrow code sees bytes only: its classes become sets of 256 bits, and characters that
 * no byte can be become one that the subject cannot hold. */
#include "kernel/library/regex/regex.h"

#include <string.h>

typedef struct Emitter {
    TextBuffer *out;
    bool wide, watched, is_text;
} Emitter;

enum { MOST_REPEATS = 65535, DOTTED_CAPITAL_I = 0x130, DOTLESS_I = 0x131, LONG_S = 0x17F, KELVIN = 0x212A };

static void emit_node(Emitter *emitter, const RegexNode *node);

static bool is_ascii_only(const Emitter *emitter, const RegexNode *node) {
    return !emitter->is_text || node->flags & REGEX_ASCII;
}
static bool ignores_case(const RegexNode *node) { return node->flags & REGEX_IGNORECASE; }
/* Pairs that Python takes for equal without case and PCRE2 does not. */
static const uint32_t equal_pairs[][2] = {{0x390, 0x1FD3}, {0x3B0, 0x1FE3}, {0xFB05, 0xFB06}};
static uint32_t pair_of(uint32_t code) {
    for (size_t i = 0; i < sizeof equal_pairs / sizeof *equal_pairs; i++)
        if (code == equal_pairs[i][0] || code == equal_pairs[i][1]) return equal_pairs[i][code == equal_pairs[i][0]];
    return 0;
}

static bool is_dotted(uint32_t code) { return code == 'i' || code == 'I' || code == DOTTED_CAPITAL_I || code == DOTLESS_I; }

/* The ASCII letter that a character beyond ASCII equals when case is ignored, or 0. */
static uint32_t ascii_equal(uint32_t code) {
    return code == LONG_S ? 's' : code == KELVIN ? 'k' : code == DOTTED_CAPITAL_I || code == DOTLESS_I ? 'i' : 0;
}

static void emit_code(Emitter *emitter, uint32_t code) {
    if (regex_is_letter(code) || regex_is_digit(code) || code == ' ' || code == '_') text_append_char(emitter->out, (char)code);
    else text_append_format(emitter->out, "\\x{%x}", (unsigned)code);
}

/* ---- one character ---- */
typedef enum LiteralWay { LITERAL_PLAIN, LITERAL_FOLDED, LITERAL_SET } LiteralWay;

static LiteralWay literal_way(const Emitter *emitter, const RegexNode *node, uint32_t *code) {
    *code = node->code;
    if (!ignores_case(node)) return LITERAL_PLAIN;
    bool ascii = is_ascii_only(emitter, node);
    if (!emitter->wide) {
        if (!ascii && ascii_equal(*code)) *code = ascii_equal(*code);
        return regex_is_letter(*code) ? LITERAL_FOLDED : LITERAL_PLAIN;
    }
    if (ascii) return regex_is_letter(*code) ? LITERAL_SET : LITERAL_PLAIN;
    return is_dotted(*code) || pair_of(*code) ? LITERAL_SET : LITERAL_FOLDED;
}

static void emit_literal(Emitter *emitter, const RegexNode *node) {
    uint32_t code;
    LiteralWay way = literal_way(emitter, node, &code);
    if (!emitter->wide && emitter->is_text && code >= 0x80) code = 0x80;
    if (way == LITERAL_PLAIN) {
        emit_code(emitter, code);
    } else if (way == LITERAL_FOLDED) {
        text_append(emitter->out, "(?i:");
        emit_code(emitter, code);
        text_append_char(emitter->out, ')');
    } else if (is_ascii_only(emitter, node)) {
        text_append_format(emitter->out, "[%c%c]", (int)(code | 32), (int)(code & ~UINT32_C(32)));
    } else if (pair_of(code)) {
        text_append_format(emitter->out, "[\\x{%x}\\x{%x}]", (unsigned)code, (unsigned)pair_of(code));
    } else {
        text_append_format(emitter->out, "[iI\\x{%x}\\x{%x}]", DOTTED_CAPITAL_I, DOTLESS_I);
    }
}

/* Letters that are folded in a row share one (?i:...), so that PCRE2 sees the word. The last one written. */
static const RegexNode *emit_folded_run(Emitter *emitter, const RegexNode *node) {
    uint32_t code;
    text_append(emitter->out, "(?i:");
    for (;; node = node->next) {
        (void)literal_way(emitter, node, &code);
        emit_code(emitter, !emitter->wide && emitter->is_text && code >= 0x80 ? 0x80 : code);
        const RegexNode *next = node->next;
        if (!next || next->kind != REGEX_LITERAL || literal_way(emitter, next, &code) != LITERAL_FOLDED) break;
    }
    text_append_char(emitter->out, ')');
    return node;
}

/* ---- classes ---- */
static bool category_holds(char category, bool ascii, uint32_t byte) {
    switch (category | 32) {
    case 'd': return regex_is_digit(byte);
    case 'w': return regex_is_digit(byte) || regex_is_letter(byte) || byte == '_';
    default: return byte == ' ' || (byte >= '\t' && byte <= '\r') || (!ascii && byte >= 0x1C && byte <= 0x1F);
    }
}

static void set_range(bool set[256], uint32_t first, uint32_t last) {
    for (uint32_t c = first; c <= last && c < 256; c++) set[c] = true;
}

static void emit_narrow_class(Emitter *emitter, const RegexNode *node) {
    bool set[256] = {false}, ascii = is_ascii_only(emitter, node);
    for (size_t i = 0; i < node->range_count; i++) {
        const RegexRange *range = &node->ranges[i];
        for (uint32_t c = 0; range->category && c < 256; c++)
            if (category_holds(range->category, ascii, c) == (range->category >= 'a')) set[c] = true;
        if (range->category) continue;
        set_range(set, range->first, range->last);
        static const uint32_t beyond[] = {LONG_S, KELVIN, DOTTED_CAPITAL_I, DOTLESS_I};
        for (size_t k = 0; k < 4 && ignores_case(node) && !ascii; k++)
            if (range->first <= beyond[k] && beyond[k] <= range->last) set[ascii_equal(beyond[k])] = true;
    }
    for (uint32_t c = 'a'; c <= 'z' && ignores_case(node); c++) set[c] = set[c - 32] = set[c] || set[c - 32];
    uint32_t limit = emitter->is_text ? 128 : 256, count = 0;
    for (uint32_t c = 0; c < limit; c++) count += set[c] != node->negated;
    if (count == limit) {
        text_append_char(emitter->out, '.');
        return;
    }
    text_append_char(emitter->out, '[');
    if (!count) text_append(emitter->out, emitter->is_text ? "\\x80" : "^\\x00-\\xff");
    for (uint32_t c = 0; c < limit; c++) {
        if (set[c] == node->negated) continue;
        uint32_t last = c;
        while (last + 1 < limit && set[last + 1] != node->negated) last++;
        emit_code(emitter, c);
        if (last > c) text_append_char(emitter->out, '-'), emit_code(emitter, last);
        c = last;
    }
    text_append_char(emitter->out, ']');
}

static const char unicode_spaces[] = "\\x09-\\x0d\\x1c-\\x20\\x85\\xa0\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}";
static const char unicode_others[] = "\\x00-\\x08\\x0e-\\x1b\\x21-\\x84\\x86-\\x9f\\xa1-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}"
                                     "\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{10ffff}";

static const char *wide_category(char category, bool ascii) {
    switch (category) {
    case 'd': return ascii ? "0-9" : "\\d";
    case 'D': return ascii ? "\\x00-\\x2f\\x3a-\\x{10ffff}" : "\\D";
    case 'w': return ascii ? "0-9A-Z_a-z" : "\\w";
    case 'W': return ascii ? "\\x00-\\x2f\\x3a-\\x40\\x5b-\\x5e\\x60\\x7b-\\x{10ffff}" : "\\W";
    case 's': return ascii ? "\\x09-\\x0d\\x20" : unicode_spaces;
    default: return ascii ? "\\x00-\\x08\\x0e-\\x1f\\x21-\\x{10ffff}" : unicode_others;
    }
}

static bool range_meets(const RegexRange *range, uint32_t first, uint32_t last) {
    return !range->category && range->first <= last && first <= range->last;
}

static void emit_range(Emitter *emitter, uint32_t first, uint32_t last) {
    emit_code(emitter, first);
    if (last > first) text_append_char(emitter->out, '-'), emit_code(emitter, last);
}

/* The other cases of the ASCII letters in a range. */
static void emit_ascii_cases(Emitter *emitter, const RegexRange *range) {
    for (uint32_t low = 'A'; low <= 'a'; low += 32) {
        uint32_t first = range->first > low ? range->first : low, last = range->last < low + 25 ? range->last : low + 25;
        if (!range->category && first <= last) emit_range(emitter, first ^ 32, last ^ 32);
    }
}

static void emit_wide_class(Emitter *emitter, const RegexNode *node) {
    bool ascii = is_ascii_only(emitter, node), ignore = ignores_case(node), dotted = false;
    if (ignore && !ascii) text_append(emitter->out, "(?i:");
    text_append(emitter->out, node->negated ? "[^" : "[");
    for (size_t i = 0; i < node->range_count; i++) {
        const RegexRange *range = &node->ranges[i];
        if (range->category) text_append(emitter->out, wide_category(range->category, ascii));
        else emit_range(emitter, range->first, range->last);
        if (ignore && ascii) emit_ascii_cases(emitter, range);
        for (size_t k = 0; ignore && !ascii && k < 2 * sizeof equal_pairs / sizeof *equal_pairs; k++)
            if (range_meets(range, equal_pairs[k / 2][k % 2], equal_pairs[k / 2][k % 2])) emit_code(emitter, equal_pairs[k / 2][1 - k % 2]);
        dotted |= range_meets(range, 'i', 'i') || range_meets(range, 'I', 'I') || range_meets(range, DOTTED_CAPITAL_I, DOTLESS_I);
    }
    if (ignore && !ascii && dotted) text_append_format(emitter->out, "i\\x{%x}\\x{%x}", DOTTED_CAPITAL_I, DOTLESS_I);
    text_append_char(emitter->out, ']');
    if (ignore && !ascii) text_append_char(emitter->out, ')');
}

/* ---- places ---- */
static void emit_place(Emitter *emitter, const RegexNode *node) {
    bool many_lines = node->flags & REGEX_MULTILINE;
    bool spelled = emitter->wide && is_ascii_only(emitter, node);
    static const char word[] = "[0-9A-Z_a-z]";
    switch (node->code) {
    case '^': text_append(emitter->out, many_lines ? "^" : "\\A"); break;
    case '$': text_append(emitter->out, many_lines ? "$" : "\\Z"); break;
    case 'A': text_append(emitter->out, "\\A"); break;
    case 'Z': text_append(emitter->out, "\\z"); break;
    case 'b':
        if (!spelled) text_append(emitter->out, "\\b");
        else text_append_format(emitter->out, "(?:(?<=%s)(?!%s)|(?<!%s)(?=%s))", word, word, word, word);
        break;
    default: /* \B: nowhere in an empty subject */
        if (!spelled) text_append(emitter->out, "(?:\\B(?!\\A\\z))");
        else text_append_format(emitter->out, "(?:(?:(?<=%s)(?=%s)|(?<!%s)(?!%s))(?!\\A\\z))", word, word, word, word);
        break;
    }
}

/* ---- repetitions and groups ---- */
static bool is_unit(const RegexNode *node) {
    return node->kind == REGEX_CLASS || node->kind == REGEX_ANY || node->kind == REGEX_LITERAL || node->kind == REGEX_GROUP;
}

static void emit_unit(Emitter *emitter, const RegexNode *node) {
    bool wrap = !is_unit(node);
    if (wrap) text_append(emitter->out, "(?:");
    emit_node(emitter, node);
    if (wrap) text_append_char(emitter->out, ')');
}

/* A possessive repetition of more than a character is written as an atomic group: under PCRE2's JIT, groups in the former
 * stay set when it is taken back. */
static bool is_fenced(const RegexNode *node) {
    RegexKind kind = node->first->kind;
    return node->code == '+' && kind != REGEX_LITERAL && kind != REGEX_CLASS && kind != REGEX_ANY;
}

static void emit_bounds(Emitter *emitter, const RegexNode *node, uint32_t minimum, uint32_t maximum) {
    emit_unit(emitter, node->first);
    if (maximum == REGEX_UNLIMITED && minimum <= 1) text_append_char(emitter->out, minimum ? '+' : '*');
    else if (maximum == REGEX_UNLIMITED) text_append_format(emitter->out, "{%u,}", minimum);
    else if (minimum == maximum) text_append_format(emitter->out, "{%u}", minimum);
    else text_append_format(emitter->out, "{%u,%u}", minimum, maximum);
    if (node->code && !is_fenced(node)) text_append_char(emitter->out, (char)node->code);
    if (emitter->watched && minimum != maximum) text_append(emitter->out, "(?C1)");
}

/* Bounds beyond PCRE2's limit are several repetitions in a row. */
static void emit_repeat(Emitter *emitter, const RegexNode *node) {
    uint32_t minimum = node->minimum, maximum = node->maximum;
    bool unlimited = maximum == REGEX_UNLIMITED;
    if (node->is_empty) { /* once or not at all; lookbehinds take no other form */
        const char *before = minimum ? "(?:" : node->code == '?' ? "(?:|" : node->code == '+' ? "(?>" : "(?:";
        text_append(emitter->out, before);
        emit_node(emitter, node->first);
        text_append(emitter->out, minimum || node->code == '?' ? ")" : "|)");
        return;
    }
    if (is_fenced(node)) text_append(emitter->out, "(?>");
    while (minimum > MOST_REPEATS || (!unlimited && maximum > MOST_REPEATS)) {
        uint32_t least = minimum > MOST_REPEATS ? MOST_REPEATS : minimum;
        emit_bounds(emitter, node, least, MOST_REPEATS);
        minimum -= least;
        if (!unlimited) maximum -= MOST_REPEATS;
        if (emitter->out->length > 1U << 20) emitter->out->failed = true;
        if (emitter->out->failed) return;
    }
    emit_bounds(emitter, node, minimum, maximum);
    if (is_fenced(node)) text_append_char(emitter->out, ')');
}

static void emit_children(Emitter *emitter, const RegexNode *node, const char *before) {
    text_append(emitter->out, before);
    for (const RegexNode *child = node->first; child; child = child->next) emit_node(emitter, child);
    text_append_char(emitter->out, ')');
}

static void emit_sequence(Emitter *emitter, const RegexNode *node) {
    uint32_t code;
    for (const RegexNode *child = node->first; child; child = child->next) {
        if (child->kind == REGEX_LITERAL && literal_way(emitter, child, &code) == LITERAL_FOLDED) child = emit_folded_run(emitter, child);
        else emit_node(emitter, child);
    }
}

static void emit_branches(Emitter *emitter, const RegexNode *node) {
    text_append(emitter->out, "(?:");
    for (const RegexNode *child = node->first; child; child = child->next) {
        if (child != node->first) text_append_char(emitter->out, '|');
        if (emitter->watched) text_append(emitter->out, "(?C1)");
        emit_node(emitter, child);
    }
    text_append_char(emitter->out, ')');
}

static void emit_condition(Emitter *emitter, const RegexNode *node) {
    text_append_format(emitter->out, "(?(%u)", node->code);
    emit_node(emitter, node->first);
    if (node->first != node->last) {
        text_append_char(emitter->out, '|');
        emit_node(emitter, node->last);
    }
    text_append_char(emitter->out, ')');
}

static void emit_look(Emitter *emitter, const RegexNode *node) {
    const char *sign = node->behind ? node->negated ? "(?<!" : "(?<=" : node->negated ? "(?!" : "(?=";
    /* The alternatives of a lookbehind stand at its top: only there may their widths differ for PCRE2. */
    emit_children(emitter, node, sign);
}

static void emit_node(Emitter *emitter, const RegexNode *node) {
    switch (node->kind) {
    case REGEX_LITERAL: emit_literal(emitter, node); break;
    case REGEX_ANY: text_append(emitter->out, node->flags & REGEX_DOTALL ? "." : "\\N"); break;
    case REGEX_CLASS:
        if (emitter->wide) emit_wide_class(emitter, node);
        else emit_narrow_class(emitter, node);
        break;
    case REGEX_AT: emit_place(emitter, node); break;
    case REGEX_SEQUENCE: emit_sequence(emitter, node); break;
    case REGEX_BRANCH: emit_branches(emitter, node); break;
    case REGEX_REPEAT: emit_repeat(emitter, node); break;
    case REGEX_GROUP: emit_children(emitter, node, node->code ? "(" : "(?:"); break;
    case REGEX_ATOMIC: emit_children(emitter, node, "(?>"); break;
    case REGEX_LOOK: emit_look(emitter, node); break;
    case REGEX_REFERENCE:
        text_append_format(emitter->out, ignores_case(node) ? "(?i:\\g{%u})" : "\\g{%u}", node->code);
        break;
    case REGEX_CONDITION: emit_condition(emitter, node); break;
    case REGEX_FAILURE: text_append(emitter->out, "(?!)"); break;
    }
}

void regex_emit(const RegexTree *tree, bool wide, bool watched, RegexAnchor anchor, TextBuffer *out) {
    Emitter emitter = {.out = out, .wide = wide, .watched = watched, .is_text = tree->is_text};
    if (anchor == REGEX_FULLMATCH) text_append(out, "(?:");
    emit_node(&emitter, tree->root);
    if (anchor == REGEX_FULLMATCH) text_append(out, ")\\z");
}
