/* _asyncio_state: which loop runs in a thread, and the loop that the cells of a kernel run in. */
#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/error/exception.h"
#include "kernel/objects/core/interpreter.h"
#include "kernel/objects/descriptor/native.h"

/* Of each thread: the loop that runs in it. */
static const char running_key;

NATIVE(get_running) {
    (void)native, (void)arguments;
    Value loop = thread_slot(thread, &running_key);
    return value_is_absent(loop) ? VALUE_NONE : value_retain(loop);
}
/* In a kernel the cells' loop runs again when no other one does. */
NATIVE(set_running) {
    (void)native;
    Value loop = arguments[0];
    if (value_is_none(loop)) loop = thread == thread->interpreter->main ? thread->interpreter->cell_loop.loop : VALUE_ABSENT;
    return thread_set_slot(thread, &running_key, value_retain(loop)) ? VALUE_NONE : VALUE_ABSENT;
}
NATIVE(runs_cells) {
    (void)native, (void)arguments;
    return value_from_bool(thread->interpreter->runs_cells && thread == thread->interpreter->main);
}
NATIVE(set_cell_loop) {
    (void)native;
    CellLoop *cells = &thread->interpreter->cell_loop;
    int64_t descriptor;
    if (!value_to_int64(thread, arguments[1], &descriptor)) return VALUE_ABSENT;
    value_replace(&cells->loop, value_retain(arguments[0]));
    value_replace(&cells->turn, value_retain(arguments[2]));
    value_replace(&cells->wake, value_retain(arguments[3]));
    cells->descriptor = (int)descriptor;
    return VALUE_NONE;
}
NATIVE(cell_loop) {
    (void)native, (void)arguments;
    Value loop = thread->interpreter->cell_loop.loop;
    return value_is_absent(loop) ? VALUE_NONE : value_retain(loop);
}

static const NativeEntry functions[] = {
    {"get_running", "()", "The loop that runs in this thread, or None.", get_running, NULL, 0},
    {"set_running", "(loop, /)", "Say which loop runs in this thread.", set_running, NULL, 0},
    {"runs_cells", "()", "Is this the main thread of a kernel or a notebook?", runs_cells, NULL, 0},
    {"set_cell_loop", "(loop, descriptor, turn, wake, /)", "Say which loop the cells run in.", set_cell_loop, NULL, 0},
    {"cell_loop", "()", "The loop that the cells run in, or None.", cell_loop, NULL, 0},
    {0}};

const ModuleEntry library__asyncio_state = {.name = "_asyncio_state", .documentation = "Which loop runs.", .functions = functions};
