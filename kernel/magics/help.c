/* %pinfo, %pinfo2: what a name is (`name?`, `name??`). */
#include "kernel/magics/magic.h"

#include "base/memory.h"
#include "base/text_buffer.h"
#include "base/utf8.h"

#include <string.h>

Value magic_page(Thread *thread, Value data) {
    FrontEnd *front_end = &thread->interpreter->front_end;
    if (front_end->page) {
        front_end->page(front_end->context, thread, data, 0);
        return VALUE_NONE;
    }
    Value text = dict_get_c(thread, value_dict(data), "text/plain");
    if (!value_is_string(text)) return VALUE_NONE;
    return magic_print(thread, "%s\n", value_c_string(text)) ? VALUE_NONE : VALUE_ABSENT;
}

static Value page(Thread *thread, const char *text) {
    Value data = dict_new(thread), result = VALUE_ABSENT;
    if (!value_is_absent(data) && dict_set_c_owned(thread, value_dict(data), "text/plain", string_from_c(thread, text)))
        result = magic_page(thread, data);
    value_release(data);
    return result;
}

static Value inspect(Thread *thread, const MagicCall *call, int detail) {
    const char *name = call->line->bytes;
    const char *bare = name + strspn(name, "%");
    const Magic *magic = magic_find(bare, strlen(bare));
    if (magic && (name[0] == '%' || value_is_absent(dict_get_c(thread, call->namespace, name)))) {
        TextBuffer text = TEXT_BUFFER_EMPTY;
        Value documentation = magic_documentation(thread, magic);
        if (value_is_absent(documentation)) return documentation;
        text_append_format(&text, "\033[31mDocstring:\033[39m\n%s", value_is_string(documentation) ? value_c_string(documentation) : "");
        value_release(documentation);
        Value result = text.failed ? raise_no_memory(thread) : page(thread, text.bytes);
        text_release(&text);
        return result;
    }
    size_t count = utf8_count(name, call->line->length);
    char *text = session_inspect(call->session, thread, name, call->line->length, count, detail);
    if (!text)
        return magic_print(thread, "Object `%s` not found.\n", name) ? VALUE_NONE : VALUE_ABSENT;
    Value result = page(thread, text);
    memory_release(text);
    return result;
}

static Value run_pinfo(Thread *thread, const MagicCall *call) { return inspect(thread, call, 0); }
static Value run_pinfo2(Thread *thread, const MagicCall *call) { return inspect(thread, call, 1); }

const Magic magic_pinfo = {.name = "pinfo", .is_line = true, .keeps_text = true, .run = run_pinfo,
                           .documentation = "%pinfo NAME, or NAME?\n\nWhat a name is: signature, docstring, type."};
const Magic magic_pinfo2 = {.name = "pinfo2", .is_line = true, .keeps_text = true, .run = run_pinfo2,
                            .documentation = "%pinfo2 NAME, or NAME??\n\nAs NAME?, with the source."};
