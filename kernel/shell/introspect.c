/* Questions about code that is not run: completion, inspection, completeness, history. */
#include "kernel/shell/kernel.h"

#include "base/memory.h"
#include "base/utf8.h"

#include <string.h>

typedef struct CodeAtCursor {
    const char *code;
    size_t length, cursor; /* the cursor in code points */
} CodeAtCursor;

static CodeAtCursor read_code(const json_t *content) {
    const json_t *member = json_object_get(content, "code");
    CodeAtCursor code = {"", 0, 0};
    if (json_is_string(member)) {
        code.code = json_string_value(member);
        code.length = json_string_length(member);
    }
    size_t count = utf8_count(code.code, code.length);
    json_int_t cursor = json_member_integer(content, "cursor_pos", (json_int_t)count);
    code.cursor = cursor < 0 || (size_t)cursor > count ? count : (size_t)cursor;
    return code;
}

void handle_complete(Kernel *kernel, Request *request) {
    CodeAtCursor code = read_code(request->message.content);
    Interpreter *interpreter = kernel->interpreter;
    Completions found = {.start = code.cursor, .end = code.cursor};
    bool begun = kernel_begin_work(kernel); /* properties are the user's code */
    session_complete(interpreter->session, interpreter->main, code.code, code.length, code.cursor, &found);
    kernel_end_work(kernel, begun);
    json_t *matches = json_array(), *types = json_array();
    for (size_t i = 0; i < found.count; i++) {
        const Completion *item = &found.items[i];
        json_array_append_new(matches, json_from_string(item->text));
        json_array_append_new(types, json_pack("{s:I, s:I, s:o, s:s, s:o}", "start", (json_int_t)found.start, "end",
                                               (json_int_t)found.end, "text", json_from_string(item->text), "type",
                                               item->type ? item->type : "", "signature",
                                               json_from_string(item->signature)));
    }
    json_t *content = json_pack("{s:s, s:o, s:I, s:I, s:{s:o}}", "status", "ok", "matches", matches, "cursor_start",
                                (json_int_t)found.start, "cursor_end", (json_int_t)found.end, "metadata",
                                "_jupyter_types_experimental", types);
    completions_clear(&found);
    request_reply(kernel, request, "complete_reply", content);
}

void handle_inspect(Kernel *kernel, Request *request) {
    CodeAtCursor code = read_code(request->message.content);
    int detail = json_member_integer(request->message.content, "detail_level", 0) > 0;
    Interpreter *interpreter = kernel->interpreter;
    bool begun = kernel_begin_work(kernel);
    char *text = session_inspect(interpreter->session, interpreter->main, code.code, code.length, code.cursor, detail);
    kernel_end_work(kernel, begun);
    json_t *data = text ? json_pack("{s:o}", "text/plain", json_from_string(text)) : json_object();
    request_reply(kernel, request, "inspect_reply",
                  json_pack("{s:s, s:b, s:o, s:{}}", "status", "ok", "found", text != NULL, "data", data, "metadata"));
    memory_release(text);
}

void handle_is_complete(Kernel *kernel, Request *request) {
    CodeAtCursor code = read_code(request->message.content);
    int indent = 0;
    json_t *content = NULL;
    switch (session_check_complete(code.code, code.length, &indent)) {
    case CELL_COMPLETE:
        content = json_pack("{s:s}", "status", "complete");
        break;
    case CELL_INVALID:
        content = json_pack("{s:s}", "status", "invalid");
        break;
    case CELL_INCOMPLETE:
        content = json_pack("{s:s, s:o}", "status", "incomplete", "indent", json_sprintf("%*s", indent, ""));
        break;
    }
    request_reply(kernel, request, "is_complete_reply", content);
}

void handle_history(Kernel *kernel, Request *request) {
    json_t *found = history_find(&kernel->history, request->message.content);
    request_reply(kernel, request, "history_reply",
                  found ? json_pack("{s:s, s:o}", "status", "ok", "history", found) : NULL);
}
