/* What several magics need: options, expansion, durations, errors. */
#include "kernel/magics/magic.h"

#include "base/memory.h"
#include "base/text_buffer.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

Value magic_usage_error(Thread *thread, const char *format, ...) {
    static const char name[] = "IPython.core.error.UsageError";
    static const char key = 0;
    Type *type = interpreter_state(thread->interpreter, &key);
    if (!type) {
        type = type_new_simple(thread, name, thread_builtins(thread)->exception_Exception, "A magic was called wrongly.");
        if (!type) return VALUE_ABSENT;
        if (!interpreter_set_state(thread->interpreter, &key, type, (void (*)(void *))object_release))
            return raise_no_memory(thread);
    }
    TextBuffer text = TEXT_BUFFER_EMPTY;
    va_list arguments;
    va_start(arguments, format);
    text_append_format_list(&text, format, arguments);
    va_end(arguments);
    raise_format(thread, type, "%s", text_string(&text));
    text_release(&text);
    return VALUE_ABSENT;
}

bool magic_print(Thread *thread, const char *format, ...) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    va_list arguments;
    va_start(arguments, format);
    text_append_format_list(&text, format, arguments);
    va_end(arguments);
    bool good = !text.failed;
    if (good) good = interpreter_write(thread, false, text_string(&text), text.length);
    else raise_no_memory(thread);
    text_release(&text);
    return good;
}

bool magic_wants_body(Thread *thread, const MagicCall *call) {
    if (!call->cell || call->cell->bytes[strspn(call->cell->bytes, " \t\r\n")]) return true;
    magic_usage_error(thread, "%%%%%s is a cell magic, but the cell body is empty. Did you mean the line magic %%%s "
                      "(single %%)?", call->name, call->name);
    return false;
}

double magic_wall_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

void magic_synchronize(Thread *thread) {
    thread_finish_pending(thread);
    interpreter_tell(thread, EVENT_WAIT);
}

void magic_append_duration(TextBuffer *text, double seconds, int precision) {
    static const struct {
        const char *unit;
        double scale;
    } units[] = {{"s", 1}, {"ms", 1e3}, {"\xce\xbcs", 1e6}, {"ns", 1e9}};
    if (seconds >= 60) { /* days, hours, minutes, seconds: those that are there */
        static const struct {
            const char *unit;
            int64_t size;
        } parts[] = {{"d", 86400}, {"h", 3600}, {"min", 60}, {"s", 1}};
        int64_t left = (int64_t)seconds;
        bool first = true;
        for (size_t i = 0; i < 4 && left > 0; i++) {
            int64_t count = left / parts[i].size;
            if (count == 0) continue;
            left -= count * parts[i].size;
            text_append_format(text, "%s%lld%s", first ? "" : " ", (long long)count, parts[i].unit);
            first = false;
        }
        return;
    }
    int order = 3;
    if (seconds > 0) {
        order = -(int)floor(floor(log10(seconds)) / 3);
        if (order < 0) order = 0;
        if (order > 3) order = 3;
    }
    text_append_format(text, "%.*g %s", precision, seconds * units[order].scale, units[order].unit);
}

/* ---- options ---- */

bool magic_options(Thread *thread, const MagicCall *call, const char *specification, MagicOptions *options) {
    *options = (MagicOptions){.storage = memory_copy_bytes(call->line->bytes, call->line->length)};
    if (!options->storage) return raise_no_memory(thread), false;
    const char *original = call->line->bytes;
    char *at = options->storage;
    for (;;) {
        at += strspn(at, " \t");
        options->rest = original + (at - options->storage);
        if (at[0] != '-' || !isalpha((unsigned char)at[1])) return true;
        char *word = at + 1;
        bool took_value = false;
        for (; *word && *word != ' ' && *word != '\t' && !took_value; word++) {
            const char *known = strchr(specification, *word);
            if (!known || *word == ':') {
                magic_usage_error(thread, "option -%c not recognized (allowed: \"%s\")", *word, specification);
                memory_release(options->storage);
                return false;
            }
            if (known[1] != ':') {
                options->values[(unsigned char)*word] = "";
                continue;
            }
            char *text = word + 1 + strspn(word + 1, " \t");
            if (!*text) {
                magic_usage_error(thread, "option -%c requires argument (allowed: \"%s\")", *word, specification);
                memory_release(options->storage);
                return false;
            }
            options->values[(unsigned char)*word] = text;
            at = text + strcspn(text, " \t");
            if (*at) *at++ = '\0';
            took_value = true;
            break;
        }
        if (!took_value) at = word;
    }
}

/* ---- $name and {expression} ---- */

static bool append_value(Thread *thread, Dict *namespace, TextBuffer *out, const char *expression, size_t length) {
    Value value = language_evaluate(thread, expression, length, "<expand>", "eval", namespace, VALUE_ABSENT);
    Value text = value_is_absent(value) ? value : value_str(thread, value);
    value_release(value);
    if (value_is_absent(text)) {
        exception_clear(thread);
        return false;
    }
    text_append_bytes(out, value_string(text)->bytes, value_string(text)->length);
    value_release(text);
    return true;
}

static bool is_name_byte(char c, bool first) {
    return c == '_' || isalpha((unsigned char)c) || (unsigned char)c >= 0x80 || (!first && isdigit((unsigned char)c));
}

/* The length of a name with attributes at `text`, 0 when there is none. */
static size_t dotted_name(const char *text) {
    size_t length = 0;
    if (!is_name_byte(text[0], true)) return 0;
    while (is_name_byte(text[length], length == 0) || (text[length] == '.' && is_name_byte(text[length + 1], true)))
        length++;
    return length;
}

static const char *closing_brace(const char *text) { /* behind '{' */
    int depth = 1;
    for (; *text; text++) {
        depth += *text == '{' ? 1 : *text == '}' ? -1 : 0;
        if (depth == 0) return text;
    }
    return NULL;
}

Value magic_expand(Thread *thread, Dict *namespace, String *source) {
    if (!memchr(source->bytes, '$', source->length) && !memchr(source->bytes, '{', source->length))
        return value_from_object(object_retain(source));
    TextBuffer out = TEXT_BUFFER_EMPTY;
    const char *at = source->bytes;
    bool good = true; /* one that has no value leaves the whole line as it is */
    while (*at && good) {
        if (at[0] == '$' && at[1] == '$' && is_name_byte(at[2], false)) { /* `$$` alone is the shell's */
            text_append_char(&out, '$');
            at += 2;
            continue;
        }
        size_t name = at[0] == '$' ? dotted_name(at + 1) : 0;
        if (name) {
            good = append_value(thread, namespace, &out, at + 1, name);
            at += 1 + name;
            continue;
        }
        if ((at[0] == '{' && at[1] == '{') || (at[0] == '}' && at[1] == '}')) {
            text_append_char(&out, *at);
            at += 2;
            continue;
        }
        const char *end = at[0] == '{' ? closing_brace(at + 1) : NULL;
        if (at[0] == '{' || at[0] == '}') {
            good = end && append_value(thread, namespace, &out, at + 1, (size_t)(end - at - 1));
            at = end ? end + 1 : at + 1;
            continue;
        }
        text_append_char(&out, *at++);
    }
    Value result = out.failed ? raise_no_memory(thread)
                   : good     ? string_new(thread, text_string(&out), out.length)
                              : value_from_object(object_retain(source));
    text_release(&out);
    return result;
}

/* ---- paths ---- */

char *magic_path(Thread *thread, const char *text) {
    TextBuffer path = TEXT_BUFFER_EMPTY;
    size_t length = strlen(text);
    while (length && isspace((unsigned char)text[length - 1])) length--;
    if (length >= 2 && (text[0] == '"' || text[0] == '\'') && text[length - 1] == text[0]) {
        text++;
        length -= 2;
    }
    const char *home = getenv("HOME");
    if (length && text[0] == '~' && (length == 1 || text[1] == '/') && home) {
        text_append(&path, home);
        text++;
        length--;
    }
    text_append_bytes(&path, text, length);
    char *result = text_detach(&path);
    if (!result) raise_no_memory(thread);
    return result;
}
