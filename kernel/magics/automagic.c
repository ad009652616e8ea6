/* Automagic: in a cell of one line the `%` of a line magic may be left out where no variable has its name. */
#include "kernel/magics/magic.h"

#include "base/text_buffer.h"
#include "kernel/language/report/string_repr.h"

#include <string.h>

static bool is_word_byte(unsigned char byte) {
    return byte == '_' || byte == '.' || byte == '*' || byte >= 0x80 || (byte >= '0' && byte <= '9') ||
           ((byte | 32) >= 'a' && (byte | 32) <= 'z');
}

static bool is_magic(Thread *thread, const char *name, size_t length) {
    const Magic *magic = magic_find(name, length);
    if (magic) return magic->is_line;
    Value text = string_new(thread, name, length);
    bool found = !value_is_absent(text) && !value_is_absent(magic_of_user(thread, value_c_string(text), false));
    value_release(text);
    return found;
}

static bool is_variable(Thread *thread, const char *name, size_t length) {
    Value key = string_new(thread, name, length);
    if (value_is_absent(key)) return true;
    Dict *names = session_namespace(thread->interpreter->session);
    bool found = !value_is_absent(dict_get(thread, names, key)) ||
                 !value_is_absent(dict_get(thread, thread->interpreter->builtin_names, key));
    value_release(key);
    return found;
}

char *automagic_rewrite(Thread *thread, const char *source) {
    const char *name = source + strspn(source, " \t");
    size_t length = 0;
    while (is_word_byte((unsigned char)name[length])) length++;
    if (!length || !is_magic(thread, name, length) || is_variable(thread, name, length)) return NULL;
    const char *rest = name + length;
    rest += strspn(rest, " \t");
    if (*rest == '=' || *rest == ',') return NULL; /* an assignment */
    size_t rest_length = strlen(rest);
    while (rest_length && strchr(" \t\r\n", rest[rest_length - 1])) rest_length--;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append(&text, "get_ipython().run_line_magic(");
    text_append_string_repr(&text, name, length);
    text_append(&text, ", ");
    text_append_string_repr(&text, rest, rest_length);
    text_append(&text, ")\n");
    char *result = text_detach(&text);
    text_release(&text);
    return result;
}
