/* Sources in other encodings than UTF-8: a comment in one of the first two lines says which (PEP 263). */
#include "kernel/language/text/sources.h"

#include "base/utf8.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/core/interpreter.h"
#include "kernel/objects/descriptor/native.h"

#include <ctype.h>
#include <string.h>

static const char BYTE_ORDER_MARK[] = "\xef\xbb\xbf";

typedef struct Name {
    char bytes[64]; /* as CPython calls it; empty: nothing is declared */
} Name;

/* The spellings of UTF-8 and Latin-1 that every Python knows without asking. */
static void normalise_name(Name *name) {
    char plain[13];
    size_t i = 0;
    for (; i < sizeof plain - 1 && name->bytes[i]; i++)
        plain[i] = name->bytes[i] == '_' ? '-' : (char)tolower((unsigned char)name->bytes[i]);
    plain[i] = '\0';
    if (!strcmp(plain, "utf-8") || !strncmp(plain, "utf-8-", 6)) strcpy(name->bytes, "utf-8");
    static const char *const latin[] = {"latin-1", "iso-8859-1", "iso-latin-1"};
    for (size_t k = 0; k < sizeof latin / sizeof *latin; k++) {
        size_t length = strlen(latin[k]);
        if (!strncmp(plain, latin[k], length) && (!plain[length] || plain[length] == '-')) strcpy(name->bytes, "iso-8859-1");
    }
}

/* `coding: NAME` or `coding=NAME` in a comment. */
static bool find_in_line(const char *line, const char *end, Name *name) {
    for (const char *at = line; end - at > 7; at++) {
        if (strncmp(at, "coding", 6) || (at[6] != ':' && at[6] != '=')) continue;
        for (at += 7; at < end && (*at == ' ' || *at == '\t');) at++;
        size_t length = 0;
        while (at + length < end && length + 1 < sizeof name->bytes && (isalnum((unsigned char)at[length]) || strchr("-_.", at[length])))
            name->bytes[length] = at[length], length++;
        name->bytes[length] = '\0';
        if (length) normalise_name(name);
        return length;
    }
    return false;
}

/* The second line counts only behind a blank line or a comment. */
static Name find_declaration(const char *text, size_t length) {
    Name name = {{0}};
    const char *end = text + length;
    for (int i = 0; i < 2 && text < end; i++) {
        const char *line_end = memchr(text, '\n', (size_t)(end - text));
        if (!line_end) line_end = end;
        while (text < line_end && strchr(" \t\f\r", *text)) text++;
        if (text < line_end && *text != '#') break;
        if (find_in_line(text, line_end, &name)) break;
        text = line_end + 1;
    }
    return name;
}

static bool refuse(Thread *thread, const char *file, const char *format, const char *part) {
    Type *type = thread_builtins(thread)->exception_SyntaxError;
    if (!file) return raise_format(thread, type, format, part), false;
    Value details[4] = {string_from_c(thread, file), value_from_int(0), value_from_int(-1), VALUE_NONE};
    Value arguments[2] = {string_format(thread, format, part), tuple_from_values(thread, details, 4)};
    Value exception = VALUE_ABSENT;
    if (!value_is_absent(arguments[0]) && !value_is_absent(arguments[1]))
        exception = value_call_values(thread, value_from_object(type), arguments, 2);
    if (!value_is_absent(exception)) raise_instance(thread, exception);
    value_release(exception);
    value_release(details[0]);
    value_release(arguments[0]);
    value_release(arguments[1]);
    return false;
}

/* A program without a declaration must be UTF-8, else CPython tells the line. */
static bool check_program(Thread *thread, const char *text, size_t length, const char *file) {
    size_t bad;
    if (utf8_is_strict(text, length, &bad)) return true;
    int line = 1;
    for (size_t i = 0; i < bad; i++) line += text[i] == '\n';
    raise_format(thread, thread_builtins(thread)->exception_SyntaxError,
                 "Non-UTF-8 code starting with '\\x%02x' in file %s on line %d, but no encoding declared; "
                 "see https://peps.python.org/pep-0263/ for details",
                 (unsigned char)text[bad], file, line);
    return false;
}

bool source_decode(Thread *thread, const char **text, size_t *length, const char *file, bool is_program, Value *owner) {
    *owner = VALUE_ABSENT;
    bool has_mark = *length >= 3 && !memcmp(*text, BYTE_ORDER_MARK, 3);
    Name name = find_declaration(*text + (has_mark ? 3 : 0), *length - (has_mark ? 3 : 0));
    const char *place = is_program ? NULL : file;
    bool is_utf8 = !name.bytes[0] || !strcmp(name.bytes, "utf-8");
    if (has_mark && !is_utf8) return refuse(thread, place, "encoding problem: %s with BOM", name.bytes);
    if (is_utf8) return !is_program || name.bytes[0] || check_program(thread, *text, *length, file);
    Value bytes = bytes_new(thread, *text, *length), encoding = string_from_c(thread, name.bytes);
    Value decoded = value_is_absent(bytes) || value_is_absent(encoding) ? VALUE_ABSENT
                                                                        : value_call_method(thread, bytes, "decode", &encoding, 1);
    value_release(bytes);
    value_release(encoding);
    Builtins *builtins = thread_builtins(thread);
    if (value_is_string(decoded)) {
        *owner = decoded;
        *text = value_c_string(decoded);
        *length = value_string(decoded)->length;
        return true;
    }
    value_release(decoded);
    if (!exception_is_set(thread) || !(exception_matches(thread, builtins->exception_UnicodeError) || exception_matches(thread, builtins->exception_LookupError)))
        return false;
    if (is_program) {
        exception_clear(thread);
        return refuse(thread, NULL, "encoding problem: %s", name.bytes);
    }
    Value exception = exception_take(thread), message = value_str(thread, exception);
    if (!value_is_absent(message)) refuse(thread, file, "%s", value_c_string(message));
    value_release(exception);
    value_release(message);
    return false;
}
