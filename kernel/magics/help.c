/* %lsmagic, %pinfo, %pinfo2: what there is, and what a name is (`name?`, `name??`). */
#include "kernel/magics/magic.h"

#include "base/memory.h"
#include "base/text_buffer.h"
#include "base/utf8.h"

#include <string.h>

static Value run_lsmagic(Thread *thread, const MagicCall *call) {
    (void)call;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append(&text, "Available line magics:\n");
    for (int kind = 0; kind < 2; kind++) {
        bool first = true;
        if (kind) text_append(&text, "\n\nAvailable cell magics:\n");
        for (size_t i = 0; magics[i]; i++) {
            if (!(kind ? magics[i]->is_cell : magics[i]->is_line)) continue;
            text_append_format(&text, "%s%s%s", first ? "" : "  ", kind ? "%%" : "%", magics[i]->name);
            first = false;
        }
    }
    text_append(&text, "\n\nAutomagic is OFF, % prefix IS needed for line magics.\n");
    bool good = !text.failed && magic_print(thread, "%s", text.bytes);
    text_release(&text);
    return good ? VALUE_NONE : VALUE_ABSENT;
}

/* To the pager where the front end has one, else to stdout. */
static Value page(Thread *thread, const char *text) {
    FrontEnd *front_end = &thread->interpreter->front_end;
    if (!front_end->page) return magic_print(thread, "%s\n", text) ? VALUE_NONE : VALUE_ABSENT;
    Value data = dict_new(thread), result = VALUE_ABSENT;
    if (!value_is_absent(data) &&
        dict_set_c_owned(thread, value_dict(data), "text/plain", string_from_c(thread, text))) {
        front_end->page(front_end->context, thread, data, 0);
        result = VALUE_NONE;
    }
    value_release(data);
    return result;
}

static Value inspect(Thread *thread, const MagicCall *call, int detail) {
    const char *name = call->line->bytes;
    const char *bare = name + strspn(name, "%");
    const Magic *magic = magic_find(bare, strlen(bare));
    if (magic && (name[0] == '%' || value_is_absent(dict_get_c(thread, call->namespace, name)))) {
        TextBuffer text = TEXT_BUFFER_EMPTY;
        text_append_format(&text, "\033[31mDocstring:\033[39m\n%s", magic->documentation);
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

const Magic magic_lsmagic = {.name = "lsmagic", .is_line = true, .run = run_lsmagic,
                             .documentation = "%lsmagic\n\nList the magics."};
const Magic magic_pinfo = {.name = "pinfo", .is_line = true, .keeps_text = true, .run = run_pinfo,
                           .documentation = "%pinfo NAME, or NAME?\n\nWhat a name is: signature, docstring, type."};
const Magic magic_pinfo2 = {.name = "pinfo2", .is_line = true, .keeps_text = true, .run = run_pinfo2,
                            .documentation = "%pinfo2 NAME, or NAME??\n\nAs NAME?, with the source."};
