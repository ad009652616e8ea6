/* Types and signatures from text: numba's own, as users write it, and as it prints. */
#include "kernel/compile/type.h"

#include <string.h>

typedef struct TypeText {
    TypeTable *table;
    const char *at, *end;
} TypeText;

static void skip_blanks(TypeText *text) {
    while (text->at < text->end && strchr(" \t\n", *text->at)) text->at++;
}

static bool take(TypeText *text, const char *word) {
    size_t length = strlen(word);
    skip_blanks(text);
    if ((size_t)(text->end - text->at) < length || memcmp(text->at, word, length)) return false;
    text->at += length;
    return true;
}

static size_t take_word(TypeText *text, const char **word) {
    skip_blanks(text);
    *word = text->at;
    while (text->at < text->end && (strchr("_.", *text->at) || (*text->at >= '0' && *text->at <= '9') || (*text->at >= 'a' && *text->at <= 'z') ||
                                    (*text->at >= 'A' && *text->at <= 'Z')))
        text->at++;
    return (size_t)(text->at - *word);
}

static int64_t take_number(TypeText *text) {
    int64_t number = 0;
    skip_blanks(text);
    if (text->at == text->end || *text->at < '0' || *text->at > '9') return -1;
    while (text->at < text->end && *text->at >= '0' && *text->at <= '9' && number < 1 << 20) number = 10 * number + (*text->at++ - '0');
    return number;
}

static const CompileType *parse(TypeText *text);

static const CompileType *number_type(TypeText *text, const char *word, size_t length) {
    static const struct { const char *name; DtypeNumber number; } aliases[] = {
        {"boolean", DTYPE_BOOL}, {"bool_", DTYPE_BOOL}, {"b1", DTYPE_BOOL}, {"byte", DTYPE_UINT8}, {"char", DTYPE_INT8}, {"uchar", DTYPE_UINT8},
        {"short", DTYPE_INT16}, {"ushort", DTYPE_UINT16}, {"int_", DTYPE_INT64}, {"uint", DTYPE_UINT64}, {"intc", DTYPE_INT32},
        {"uintc", DTYPE_UINT32}, {"long_", DTYPE_INT64}, {"ulong", DTYPE_UINT64}, {"longlong", DTYPE_INT64}, {"ulonglong", DTYPE_UINT64},
        {"intp", DTYPE_INT64}, {"uintp", DTYPE_UINT64}, {"ssize_t", DTYPE_INT64}, {"size_t", DTYPE_UINT64}, {"float_", DTYPE_FLOAT32},
        {"double", DTYPE_FLOAT64}, {"i1", DTYPE_INT8}, {"i2", DTYPE_INT16}, {"i4", DTYPE_INT32}, {"i8", DTYPE_INT64}, {"u1", DTYPE_UINT8},
        {"u2", DTYPE_UINT16}, {"u4", DTYPE_UINT32}, {"u8", DTYPE_UINT64}, {"f2", DTYPE_FLOAT16}, {"f4", DTYPE_FLOAT32}, {"f8", DTYPE_FLOAT64},
        {"c8", DTYPE_COMPLEX64}, {"c16", DTYPE_COMPLEX128}, {"int", DTYPE_INT64}, {"float", DTYPE_FLOAT64}, {"complex", DTYPE_COMPLEX128},
    };
    for (int i = 0; i < DTYPE_COUNT; i++)
        if (strlen(dtypes[i].name) == length && !memcmp(dtypes[i].name, word, length)) return text->table->numbers[i];
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (strlen(aliases[i].name) == length && !memcmp(aliases[i].name, word, length)) return text->table->numbers[aliases[i].number];
    return NULL;
}

/* What stands behind "array(": item, "2d", layout. */
static const CompileType *parse_array(TypeText *text, bool is_mutable, bool is_aligned) {
    const CompileType *item = parse(text);
    if (!item || !take(text, ",")) return NULL;
    int64_t rank = take_number(text);
    if (rank < 0 || rank > 32 || !take(text, "d") || !take(text, ",")) return NULL;
    skip_blanks(text);
    char layout = text->at < text->end ? *text->at++ : 0;
    if (!layout || !strchr("CFA", layout) || !take(text, ")")) return NULL;
    return type_array(text->table, item, (int)rank, layout, is_mutable, is_aligned);
}

static const CompileType *parse_tuple(TypeText *text, bool is_uniform) {
    const CompileType *items[64];
    int count = 0;
    if (is_uniform) {
        const CompileType *item = parse(text);
        if (!item || (!take(text, "x") && !take(text, ","))) return NULL;
        int64_t wanted = take_number(text);
        if (wanted < 0 || wanted > 64 || !take(text, ")")) return NULL;
        while (count < wanted) items[count++] = item;
        return type_tuple(text->table, items, count);
    }
    bool is_bracketed = take(text, "(") || take(text, "[");
    while (!take(text, ")") && !take(text, "]")) {
        if (count == 64 || (count && !take(text, ","))) return NULL;
        if (take(text, ")") || take(text, "]")) break;
        if (!(items[count++] = parse(text))) return NULL;
    }
    if (is_bracketed && !take(text, ")")) return NULL;
    return type_tuple(text->table, items, count);
}

/* "[:, ::1]" behind an item. */
static const CompileType *parse_axes(TypeText *text, const CompileType *item) {
    int rank = 0;
    bool first_whole = false, last_whole = false;
    do {
        if (!take(text, ":")) return NULL;
        last_whole = false;
        if (take(text, ":")) {
            if (take_number(text) != 1) return NULL;
            last_whole = true;
            if (rank == 0) first_whole = true;
        }
        rank++;
    } while (take(text, ","));
    if (!take(text, "]")) return NULL;
    return type_array(text->table, item, rank, last_whole ? 'C' : first_whole ? 'F' : 'A', true, true);
}

static const CompileType *parse(TypeText *text) {
    const char *word;
    const CompileType *type = NULL;
    bool is_mutable = !take(text, "readonly "), is_aligned = !take(text, "unaligned ");
    if (!is_mutable || !is_aligned) return take(text, "array(") ? parse_array(text, is_mutable, is_aligned) : NULL;
    size_t length = take_word(text, &word);
    const char *dot = NULL;
    for (size_t i = 0; i < length; i++)
        if (word[i] == '.') dot = word + i;
    if (dot) {
        length -= (size_t)(dot + 1 - word);
        word = dot + 1;
    }
#define IS(name) (length == strlen(name) && !memcmp(word, name, length))
    if (IS("array") && take(text, "(")) type = parse_array(text, true, true);
    else if (IS("UniTuple") && take(text, "(")) type = parse_tuple(text, true);
    else if (IS("Tuple") && take(text, "(")) type = parse_tuple(text, false);
    else if ((IS("OptionalType") || IS("Optional") || IS("optional")) && take(text, "(")) {
        type = parse(text);
        type = type && take(text, ")") ? type_optional(text->table, type) : NULL;
    } else if (IS("void") || IS("none") || IS("None")) type = text->table->none;
    else if (length) {
        type = number_type(text, word, length);
        if (!type) {
            char name[64] = "";
            if (length < sizeof name) memcpy(name, word, length);
            type = hash_get(&text->table->types, name);
        }
    } else if (take(text, "(")) type = parse_tuple(text, false);
#undef IS
    while (type && take(text, "[")) type = parse_axes(text, type);
    return type;
}

const CompileType *type_parse(TypeTable *table, const char *text, size_t length) {
    TypeText state = {.table = table, .at = text, .end = text + length};
    char name[512];
    if (length < sizeof name) {
        memcpy(name, text, length);
        name[length] = '\0';
        const CompileType *found = hash_get(&table->types, name);
        if (found && found->kind != TYPE_KIND_UNKNOWN) return found;
    }
    const CompileType *type = parse(&state);
    skip_blanks(&state);
    return type && state.at == state.end ? type : NULL;
}

bool type_parse_signature(TypeTable *table, const char *text, const CompileType **result, const CompileType **types, int *count, int most) {
    TypeText state = {.table = table, .at = text, .end = text + strlen(text)};
    *result = NULL;
    *count = 0;
    skip_blanks(&state);
    if (state.at < state.end && *state.at != '(' && !(*result = parse(&state))) return false;
    if (!take(&state, "(")) return false;
    while (!take(&state, ")")) {
        if (*count == most || (*count && !take(&state, ","))) return false;
        if (take(&state, ")")) break;
        if (!(types[(*count)++] = parse(&state))) return false;
    }
    skip_blanks(&state);
    return state.at == state.end;
}
