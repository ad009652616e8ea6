/* The common part of TeX's mathematics: letters, symbols, sub- and superscripts, fractions, roots, accents,
 * fonts. A recursive descent over the source that lays pieces out as it reads: every construct appends its
 * items to one list with x from 0, and its caller then moves them to their place. */
#include "kernel/plot/text/text.h"

#include "base/memory.h"
#include "base/utf8.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum { nesting_limit = 40 };

typedef struct MathBox {
    size_t begin, end; /* its items */
    double width, ascent, descent;
    bool large;   /* an operator whose scripts go over and under it */
    bool slanted; /* ends in an italic letter */
} MathBox;

typedef struct MathParser {
    Renderer *renderer;
    Arena *arena;
    const char *at, *end;
    TextItem *items;
    size_t count, capacity, nesting;
    bool failed;
} MathParser;

typedef enum MathFont {
    MATH_FONT_AUTO,
    MATH_FONT_UPRIGHT,
    MATH_FONT_ITALIC,
    MATH_FONT_BOLD,
    MATH_FONT_MONO
} MathFont;

typedef struct MathState {
    FontStyle font;
    MathFont face;
} MathState;

static MathBox parse_list(MathParser *parser, MathState state, char closing);
static bool parse_atom(MathParser *parser, MathState state, MathBox *box, MathKind *kind);

static double em(const MathParser *parser, MathState state) {
    return renderer_pixels(parser->renderer, state.font.size);
}

static double x_height(const MathParser *parser, MathState state) { return 0.547 * em(parser, state); }

static MathState shrink(MathState state) {
    state.font.size *= 0.7;
    return state;
}

static TextItem *append_item(MathParser *parser) {
    if (parser->count == parser->capacity) {
        size_t capacity = parser->capacity ? 2 * parser->capacity : 16;
        TextItem *grown = arena_allocate(parser->arena, capacity * sizeof *grown);
        if (!grown) {
            parser->failed = true;
            return NULL;
        }
        if (parser->count) memcpy(grown, parser->items, parser->count * sizeof *grown);
        parser->items = grown;
        parser->capacity = capacity;
    }
    TextItem *item = &parser->items[parser->count++];
    memset(item, 0, sizeof *item);
    return item;
}

static MathBox empty_box(const MathParser *parser) {
    return (MathBox){.begin = parser->count, .end = parser->count};
}

static void move_items(MathParser *parser, MathBox box, double x, double y) {
    for (size_t i = box.begin; i < box.end && i < parser->count; i++) {
        parser->items[i].x += x;
        parser->items[i].y += y;
    }
}

/* Put `part` (whose items follow the box's) at the box's right end, raised by `rise`. */
static void join(MathParser *parser, MathBox *box, MathBox part, double rise) {
    move_items(parser, part, box->width, rise);
    box->end = part.end;
    box->width += part.width;
    if (part.end > part.begin) {
        box->ascent = fmax(box->ascent, part.ascent + rise);
        box->descent = fmax(box->descent, part.descent - rise);
    }
    box->slanted = part.slanted;
}

static MathBox letters_box(MathParser *parser, MathState state, const char *letters, size_t length,
                           bool italic) {
    MathBox box = empty_box(parser);
    TextItem *item = append_item(parser);
    char *copy = arena_copy(parser->arena, letters, length);
    if (!item || !copy) {
        parser->failed = true;
        return box;
    }
    FontStyle font = state.font;
    font.italic = italic || font.italic;
    font.bold = font.bold || state.face == MATH_FONT_BOLD;
    if (state.face == MATH_FONT_MONO) font.family = FONT_MONOSPACE;
    *item = (TextItem){.letters = copy, .font = font};
    TextLine line;
    text_measure_run(parser->renderer, copy, &font, &line, &box.width);
    box.end = parser->count;
    box.ascent = line.ascent;
    box.descent = line.descent;
    box.slanted = italic;
    return box;
}

static MathBox rule_box(MathParser *parser, double width, double thickness, double rise) {
    MathBox box = empty_box(parser);
    TextItem *item = append_item(parser);
    if (item) *item = (TextItem){.y = rise, .width = width, .height = thickness};
    box.end = parser->count;
    box.width = width;
    box.ascent = rise + thickness;
    box.descent = -rise;
    return box;
}

static double rule_thickness(const MathParser *parser, MathState state) {
    return fmax(0.75 * em(parser, state) / 12, 0.75);
}

static void skip_blanks(MathParser *parser) {
    while (parser->at < parser->end && isspace((unsigned char)*parser->at)) parser->at++;
}

static MathBox parse_group(MathParser *parser, MathState state) {
    MathBox box = empty_box(parser);
    skip_blanks(parser);
    if (parser->at >= parser->end || parser->nesting >= nesting_limit) return box;
    if (*parser->at == '{') {
        parser->at++;
        return parse_list(parser, state, '}');
    }
    MathKind kind;
    parser->nesting++;
    parse_atom(parser, state, &box, &kind);
    parser->nesting--;
    return box;
}

static MathBox parse_fraction(MathParser *parser, MathState state) {
    MathState small = shrink(state);
    MathBox top = parse_group(parser, small), bottom = parse_group(parser, small);
    double width = fmax(top.width, bottom.width), thickness = rule_thickness(parser, state);
    double gap = 2 * thickness, axis = 0.36 * em(parser, state);
    double rise = axis + thickness / 2 + gap + top.descent;
    double drop = axis - thickness / 2 - gap - bottom.ascent;
    move_items(parser, top, (width - top.width) / 2, rise);
    move_items(parser, bottom, (width - bottom.width) / 2, drop);
    MathBox rule = rule_box(parser, width, thickness, axis - thickness / 2);
    MathBox box = {.begin = top.begin, .end = rule.end, .width = width};
    box.ascent = rise + top.ascent;
    box.descent = fmax(0, bottom.descent - drop);
    move_items(parser, box, 2 * thickness, 0);
    box.width += 4 * thickness;
    return box;
}

static MathBox parse_root(MathParser *parser, MathState state) {
    MathBox index = empty_box(parser);
    skip_blanks(parser);
    if (parser->at < parser->end && *parser->at == '[') {
        parser->at++;
        index = parse_list(parser, shrink(shrink(state)), ']');
    }
    MathBox body = parse_group(parser, state);
    double thickness = rule_thickness(parser, state), height = body.ascent + 2.5 * thickness + body.descent;
    MathState sign_state = state;
    sign_state.font.size = fmax(state.font.size, state.font.size * height / em(parser, state) * 0.95);
    MathBox sign = letters_box(parser, sign_state, "√", strlen("√"), false);
    double drop = body.ascent + 2.5 * thickness - sign.ascent;
    double start = fmax(0, index.width - sign.width * 0.5);
    move_items(parser, index, 0, 0.6 * (body.ascent + 2 * thickness));
    move_items(parser, sign, start, drop);
    move_items(parser, body, start + sign.width + thickness, 0);
    MathBox rule = rule_box(parser, body.width + 2 * thickness, thickness, body.ascent + 1.5 * thickness);
    move_items(parser, rule, start + sign.width, 0);
    MathBox box = {.begin = index.begin, .end = rule.end};
    box.width = start + sign.width + body.width + 3 * thickness;
    box.ascent = body.ascent + 2.5 * thickness;
    box.descent = fmax(body.descent, sign.descent - drop);
    return box;
}

static MathBox parse_accent(MathParser *parser, MathState state, const char *accent) {
    MathBox body = parse_group(parser, state), mark;
    double thickness = rule_thickness(parser, state);
    if (!accent) {
        mark = rule_box(parser, body.width, thickness, body.ascent + 2 * thickness);
        body.ascent += 3 * thickness;
    } else {
        mark = letters_box(parser, state, accent, strlen(accent), false);
        double slant = body.slanted ? 0.1 * em(parser, state) : 0;
        double rise = body.ascent + thickness - (mark.ascent - (mark.ascent + mark.descent));
        move_items(parser, mark, (body.width - mark.width) / 2 + slant, rise);
        body.ascent = rise + mark.ascent;
    }
    body.end = mark.end;
    return body;
}

static const struct {
    const char *name;
    MathFont face;
} font_commands[] = {
    {"mathrm", MATH_FONT_UPRIGHT}, {"mathdefault", MATH_FONT_UPRIGHT}, {"mathregular", MATH_FONT_UPRIGHT},
    {"text", MATH_FONT_UPRIGHT},   {"mathsf", MATH_FONT_UPRIGHT},      {"operatorname", MATH_FONT_UPRIGHT},
    {"mathit", MATH_FONT_ITALIC},  {"mathcal", MATH_FONT_ITALIC},      {"mathscr", MATH_FONT_ITALIC},
    {"mathbf", MATH_FONT_BOLD},    {"boldsymbol", MATH_FONT_BOLD},     {"mathbb", MATH_FONT_BOLD},
    {"mathtt", MATH_FONT_MONO},    {"mathfrak", MATH_FONT_ITALIC},
};

static const struct {
    const char *name, *mark; /* mark NULL: a rule over it */
} accent_commands[] = {
    {"hat", "^"}, {"widehat", "^"}, {"tilde", "~"}, {"widetilde", "~"}, {"dot", "˙"},       {"ddot", "¨"},
    {"vec", "→"}, {"acute", "´"},   {"grave", "`"}, {"bar", NULL},      {"overline", NULL},
};

static const struct {
    const char *name;
    double width; /* em */
} space_commands[] = {
    {",", 0.16667}, {"thinspace", 0.16667}, {"/", 0.16667},   {":", 0.22222}, {">", 0.22222}, {";", 0.27778},
    {" ", 0.33333}, {"~", 0.33333},         {"enspace", 0.5}, {"quad", 1},    {"qquad", 2},   {"!", -0.16667},
};

static const char *const function_names[] = {
    "arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot",  "coth", "csc",    "deg",    "det",
    "dim",    "exp",    "gcd",    "hom", "inf", "ker",  "lg",   "lim",  "liminf", "limsup", "ln",
    "log",    "max",    "min",    "Pr",  "sec", "sin",  "sinh", "sup",  "tan",    "tanh",
};

static bool name_is(const char *name, const char *from, size_t length) {
    return strlen(name) == length && !memcmp(name, from, length);
}

static MathBox parse_text_group(MathParser *parser, MathState state) {
    skip_blanks(parser);
    if (parser->at >= parser->end || *parser->at != '{') return parse_group(parser, state);
    const char *start = ++parser->at;
    int depth = 1;
    while (parser->at < parser->end && depth) {
        depth += *parser->at == '{' ? 1 : *parser->at == '}' ? -1 : 0;
        parser->at++;
    }
    return letters_box(parser, state, start, (size_t)(parser->at - start) - (depth ? 0 : 1), false);
}

static bool parse_delimiter(MathParser *parser, MathState state, MathBox *box, MathKind *kind) {
    skip_blanks(parser);
    if (parser->at < parser->end && *parser->at == '.') {
        parser->at++;
        *box = empty_box(parser);
        return true;
    }
    return parse_atom(parser, state, box, kind);
}

/* After the backslash. */
static bool parse_command(MathParser *parser, MathState state, MathBox *box, MathKind *kind) {
    const char *name = parser->at;
    while (parser->at < parser->end && isalpha((unsigned char)*parser->at)) parser->at++;
    if (parser->at == name && parser->at < parser->end) parser->at++;
    size_t length = (size_t)(parser->at - name);
    *kind = MATH_UPRIGHT;
    if (name_is("frac", name, length) || name_is("dfrac", name, length) || name_is("tfrac", name, length))
        return *box = parse_fraction(parser, state), true;
    if (name_is("sqrt", name, length)) return *box = parse_root(parser, state), true;
    if (name_is("left", name, length) || name_is("right", name, length))
        return parse_delimiter(parser, state, box, kind);
    if (name_is("displaystyle", name, length) || name_is("limits", name, length))
        return *box = empty_box(parser), true;
    for (size_t i = 0; i < sizeof font_commands / sizeof *font_commands; i++)
        if (name_is(font_commands[i].name, name, length)) {
            state.face = font_commands[i].face;
            *box = name_is("text", name, length) ? parse_text_group(parser, state) : parse_group(parser, state);
            return true;
        }
    for (size_t i = 0; i < sizeof accent_commands / sizeof *accent_commands; i++)
        if (name_is(accent_commands[i].name, name, length))
            return *box = parse_accent(parser, state, accent_commands[i].mark), true;
    for (size_t i = 0; i < sizeof space_commands / sizeof *space_commands; i++)
        if (name_is(space_commands[i].name, name, length)) {
            *box = empty_box(parser);
            box->width = space_commands[i].width * em(parser, state);
            return true;
        }
    for (size_t i = 0; i < sizeof function_names / sizeof *function_names; i++)
        if (name_is(function_names[i], name, length)) {
            *box = letters_box(parser, state, name, length, false);
            box->large = length == 3 && !memcmp(name, "lim", 3);
            return true;
        }
    const char *letters = mathtext_symbol(name, length, kind);
    if (letters) {
        bool italic = *kind == MATH_LETTER && state.face == MATH_FONT_AUTO;
        *box = letters_box(parser, state, letters, strlen(letters), italic);
        box->large = *kind == MATH_LARGE;
        return true;
    }
    *box = letters_box(parser, state, name - 1, length + 1, false);
    return true;
}

static MathKind kind_of(const char *character, size_t size) {
    if (size != 1) return MATH_UPRIGHT;
    if (strchr("+-*", *character)) return MATH_BINARY;
    if (strchr("=<>:", *character)) return MATH_RELATION;
    if (strchr(",;.!", *character)) return *character == '.' ? MATH_UPRIGHT : MATH_PUNCTUATION;
    return isalpha((unsigned char)*character) ? MATH_LETTER : MATH_UPRIGHT;
}

static bool parse_atom(MathParser *parser, MathState state, MathBox *box, MathKind *kind) {
    skip_blanks(parser);
    if (parser->at >= parser->end) return false;
    char first = *parser->at;
    *kind = MATH_UPRIGHT;
    if (first == '{') {
        parser->at++;
        *box = parse_list(parser, state, '}');
        return true;
    }
    if (first == '\\' && parser->at + 1 < parser->end) {
        parser->at++;
        return parse_command(parser, state, box, kind);
    }
    size_t size;
    utf8_decode(parser->at, (size_t)(parser->end - parser->at), &size);
    *kind = kind_of(parser->at, size);
    bool italic = state.face == MATH_FONT_ITALIC || (*kind == MATH_LETTER && state.face == MATH_FONT_AUTO);
    if (first == '-')
        *box = letters_box(parser, state, "−", strlen("−"), false);
    else if (first == '\'')
        *box = letters_box(parser, state, "′", strlen("′"), false);
    else
        *box = letters_box(parser, state, parser->at, size, italic && *kind == MATH_LETTER);
    parser->at += size;
    return true;
}

static void stack_limits(MathParser *parser, MathBox *box, const MathBox *under, const MathBox *over,
                         double gap) {
    double width = box->width;
    if (under) width = fmax(width, under->width);
    if (over) width = fmax(width, over->width);
    move_items(parser, *box, (width - box->width) / 2, 0);
    if (over) {
        double rise = box->ascent + gap + over->descent;
        move_items(parser, *over, (width - over->width) / 2, rise);
        box->ascent = rise + over->ascent;
    }
    if (under) {
        double drop = box->descent + gap + under->ascent;
        move_items(parser, *under, (width - under->width) / 2, -drop);
        box->descent = drop + under->descent;
    }
    box->width = width;
    box->end = parser->count;
}

static void attach_scripts(MathParser *parser, MathState state, MathBox *box, const MathBox *sub,
                           const MathBox *super) {
    double height = x_height(parser, state), raise = 0.7 * height, drop = (super ? 0.5 : 0.3) * height;
    double kern = 0.025 * height * 0.7, slant = box->slanted && super ? 0.25 * height * 0.7 : 0, width = 0;
    if (box->ascent > 1.6 * height && super) raise = fmax(raise, box->ascent - 0.9 * height);
    if (super && sub) {
        double clearance =
            2 * rule_thickness(parser, state) - ((raise - super->descent) - (sub->ascent - drop));
        if (clearance > 0) raise += clearance;
    }
    if (super) {
        move_items(parser, *super, box->width + kern + slant, raise);
        box->ascent = fmax(box->ascent, raise + super->ascent);
        width = super->width + slant;
    }
    if (sub) {
        move_items(parser, *sub, box->width + kern, -drop);
        box->descent = fmax(box->descent, drop + sub->descent);
        width = fmax(width, sub->width);
    }
    box->width += kern + width + 0.05 * height;
    box->end = parser->count;
    box->slanted = false;
}

static void parse_scripts(MathParser *parser, MathState state, MathBox *box) {
    MathBox sub, super;
    bool has_sub = false, has_super = false;
    for (;;) {
        skip_blanks(parser);
        if (parser->at >= parser->end || (*parser->at != '_' && *parser->at != '^')) break;
        bool lower = *parser->at++ == '_';
        if (lower ? has_sub : has_super) break;
        *(lower ? &sub : &super) = parse_group(parser, shrink(state));
        *(lower ? &has_sub : &has_super) = true;
    }
    if (!has_sub && !has_super) return;
    if (box->large)
        stack_limits(parser, box, has_sub ? &sub : NULL, has_super ? &super : NULL, 0.15 * em(parser, state));
    else
        attach_scripts(parser, state, box, has_sub ? &sub : NULL, has_super ? &super : NULL);
}

static MathBox parse_list(MathParser *parser, MathState state, char closing) {
    MathBox list = empty_box(parser);
    bool after_operand = false;
    if (++parser->nesting > nesting_limit) parser->at = parser->end;
    while (!parser->failed) {
        skip_blanks(parser);
        if (parser->at >= parser->end) break;
        if (closing && *parser->at == closing) {
            parser->at++;
            break;
        }
        MathBox part = empty_box(parser);
        MathKind kind = MATH_UPRIGHT;
        if (*parser->at != '_' && *parser->at != '^') {
            if (!parse_atom(parser, state, &part, &kind)) break;
        }
        parse_scripts(parser, state, &part);
        double space = 0.2 * em(parser, state);
        bool spaced = kind == MATH_RELATION || (kind == MATH_BINARY && after_operand);
        if (spaced && list.end > list.begin) list.width += space;
        join(parser, &list, part, 0);
        if (spaced || kind == MATH_PUNCTUATION || kind == MATH_LARGE) list.width += space;
        const char *last = part.end > part.begin ? parser->items[part.end - 1].letters : NULL;
        after_operand =
            kind != MATH_BINARY && kind != MATH_RELATION && !(last && (*last == '(' || *last == '['));
    }
    parser->nesting--;
    return list;
}

bool mathtext_layout(Renderer *renderer, Arena *arena, const char *string, size_t length, const FontStyle *font,
                     TextLine *line) {
    MathParser parser = {.renderer = renderer, .arena = arena, .at = string, .end = string + length};
    MathBox box = parse_list(&parser, (MathState){*font, MATH_FONT_AUTO}, 0);
    *line = (TextLine){parser.items, parser.count, box.width, box.ascent, box.descent};
    return !parser.failed;
}
