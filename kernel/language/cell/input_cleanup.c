/* Blank lines, common indentation and prompts. */
#include "kernel/language/cell/input_state.h"

#include <string.h>

static bool is_blank_character(char character) {
    return character == ' ' || (character >= '\t' && character <= '\r');
}

bool cell_line_is_blank(const CellLine *line) {
    for (size_t i = 0; i < line->length; i++) {
        if (!is_blank_character(line->text[i])) return false;
    }
    return true;
}

static void drop_leading_blank_lines(CellLines *lines) {
    for (size_t i = 0; i < lines->count; i++) {
        if (cell_line_is_blank(&lines->items[i])) continue;
        lines->items += i;
        lines->count -= i;
        return;
    }
}

/* ---- indentation ---- */

/* Spaces and tabs at the start; *blank: nothing else is in the line. */
static size_t indentation_of(const CellLine *line, bool *blank) {
    size_t i = 0;
    while (i < line->length && (line->text[i] == ' ' || line->text[i] == '\t')) i++;
    *blank = i == line->length || line->text[i] == '\n';
    return i;
}

/* Take the indentation that all lines share from each; lines of blanks alone become empty. */
static void dedent(CellLine *lines, size_t count) {
    const CellLine *margin = NULL;
    size_t width = 0;
    bool blank;
    for (size_t i = 0; i < count; i++) {
        size_t indentation = indentation_of(&lines[i], &blank);
        if (blank) continue;
        if (!margin) {
            margin = &lines[i];
            width = indentation;
            continue;
        }
        size_t same = 0;
        while (same < width && same < indentation && margin->text[same] == lines[i].text[same]) same++;
        width = same;
    }
    for (size_t i = 0; i < count; i++) {
        size_t indentation = indentation_of(&lines[i], &blank);
        size_t taken = blank ? indentation : width;
        lines[i].text += taken;
        lines[i].length -= taken;
    }
}

/* ---- >>> and ... ---- */

static size_t skip_white(const CellLine *line) {
    size_t i = 0;
    while (i < line->length && is_blank_character(line->text[i])) i++;
    return i;
}

/* The length of blanks, the prompt and one blank after it; 0 when the prompt is not there. */
static size_t prompt_length(const CellLine *line, const char *prompt) {
    size_t at = skip_white(line);
    if (line->length - at < 3 || memcmp(line->text + at, prompt, 3)) return 0;
    at += 3;
    return at + (at < line->length && (line->text[at] == ' ' || line->text[at] == '\t'));
}

static size_t any_prompt_length(const CellLine *line) {
    size_t length = prompt_length(line, ">>>");
    return length ? length : prompt_length(line, "...");
}

static void skip_text(CellLine *line, size_t length) {
    line->text += length;
    line->length -= length;
}

/* Only a string's prefix, if anything, stands before the quote: a string that is shown, not computed with. */
static bool is_bare_string(CellLine before) {
    skip_text(&before, prompt_length(&before, ">>>"));
    skip_text(&before, prompt_length(&before, "..."));
    skip_text(&before, skip_white(&before));
    while (before.length && is_blank_character(before.text[before.length - 1])) before.length--;
    for (size_t i = 0; i < before.length; i++) {
        if (!strchr("rubfRUBF", before.text[i])) return false;
    }
    return true;
}

typedef struct QuoteState {
    char quote; /* of the triple-quoted string that is open; 0: none */
    bool keeps; /* prompts in it are left alone */
    bool seen_prompt;
} QuoteState;

/* Is the line within a triple-quoted string whose prompts are to be left alone? */
static bool is_kept(QuoteState *state, const CellLine *line) {
    bool kept = state->quote && state->keeps;
    for (size_t i = 0; i + 2 < line->length; i++) {
        char quote = line->text[i];
        if ((quote != '"' && quote != '\'') || line->text[i + 1] != quote || line->text[i + 2] != quote)
            continue;
        if (i && line->text[i - 1] == '\\') continue;
        if (!state->quote) {
            CellLine before = {line->text, i};
            state->quote = quote;
            state->keeps = !(any_prompt_length(&before) && state->seen_prompt) && is_bare_string(before);
            kept = state->keeps;
        } else if (state->quote == quote) {
            state->quote = 0;
            state->keeps = false;
        }
        i += 2;
    }
    state->seen_prompt |= prompt_length(line, ">>>") > 0;
    return kept;
}

static bool strip_classic_prompts(Arena *arena, CellLines *lines) {
    bool *kept = arena_allocate(arena, lines->count * sizeof *kept + 1);
    if (!kept) return false;
    QuoteState state = {0};
    bool found = false;
    for (size_t i = 0; i < lines->count; i++) {
        kept[i] = is_kept(&state, &lines->items[i]);
        found |= !kept[i] && prompt_length(&lines->items[i], ">>>");
    }
    if (!found) return true;
    for (size_t start = 0, end; start < lines->count; start = end) {
        bool stripped = false;
        for (end = start; end < lines->count && kept[end] == kept[start]; end++) {
            size_t length = kept[end] ? 0 : any_prompt_length(&lines->items[end]);
            skip_text(&lines->items[end], length);
            stripped |= length > 0;
        }
        if (stripped) dedent(lines->items + start, end - start);
    }
    return true;
}

/* ---- In [1]: and ...: ---- */

/* `In [12]: ` at the start, perhaps with an editing mode before it; or dots and a colon. 0: none. */
static size_t ipython_prompt_length(const CellLine *line) {
    const char *text = line->text, *end = text + line->length, *at = text;
    if (end - at >= 6 && (!memcmp(at, "[nav] ", 6) || !memcmp(at, "[ins] ", 6))) at += 6;
    else if (at < end && *at == ' ') at++;
    if (end - at >= 5 && !memcmp(at, "In [", 4)) {
        const char *digits = at += 4;
        while (at < end && *at >= '0' && *at <= '9') at++;
        if (at > digits && end - at >= 3 && !memcmp(at, "]: ", 3)) return (size_t)(at + 3 - text);
    }
    at = text + skip_white(line);
    const char *dots = at;
    while (at < end && *at == '.') at++;
    if (at - dots < 3 || at == end || *at != ':') return 0;
    at++;
    return (size_t)(at - text) + (at < end && *at == ' ');
}

static void strip_ipython_prompts(CellLines *lines) {
    if (!lines->count || (!ipython_prompt_length(&lines->items[0]) &&
                          (lines->count == 1 || !ipython_prompt_length(&lines->items[1])))) {
        return;
    }
    for (size_t i = 0; i < lines->count; i++)
        skip_text(&lines->items[i], ipython_prompt_length(&lines->items[i]));
}

bool input_clean(Arena *arena, CellLines *lines) {
    drop_leading_blank_lines(lines);
    dedent(lines->items, lines->count);
    if (lines->count && !lines->items[lines->count - 1].length) lines->count--;
    if (!strip_classic_prompts(arena, lines)) return false;
    strip_ipython_prompts(lines);
    return true;
}
