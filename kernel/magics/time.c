/* %time, %%time: one run, CPU and wall time. Device work is waited for: the figure is that of the work itself. */
#include "kernel/magics/magic.h"

#include "base/text_buffer.h"

#include <string.h>
#include <sys/resource.h>

static void cpu_seconds(double *user, double *system) {
    struct rusage own, children;
    getrusage(RUSAGE_SELF, &own);
    getrusage(RUSAGE_CHILDREN, &children);
    *user = (double)(own.ru_utime.tv_sec + children.ru_utime.tv_sec) +
            (double)(own.ru_utime.tv_usec + children.ru_utime.tv_usec) / 1e6;
    *system = (double)(own.ru_stime.tv_sec + children.ru_stime.tv_sec) +
              (double)(own.ru_stime.tv_usec + children.ru_stime.tv_usec) / 1e6;
}

static bool print_times(Thread *thread, double user, double system, double wall) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append(&text, "CPU times: user ");
    magic_append_duration(&text, user, 3);
    text_append(&text, ", sys: ");
    magic_append_duration(&text, system, 3);
    text_append(&text, ", total: ");
    magic_append_duration(&text, user + system, 3);
    text_append(&text, "\nWall time: ");
    magic_append_duration(&text, wall, 3);
    text_append(&text, "\n");
    bool good = magic_print(thread, "%s", text_string(&text));
    text_release(&text);
    return good;
}

/* Nothing ran: there is no time to print. A SyntaxError of an eval() inside has another file's name. */
static bool is_own_syntax_error(Thread *thread, Value raised) {
    if (!value_is_instance(thread->interpreter, raised, thread_builtins(thread)->exception_SyntaxError)) return false;
    Value file = value_get_attribute_c(thread, raised, "filename");
    exception_clear(thread);
    bool is_own = value_is_string(file) && (!strcmp(value_c_string(file), "<timed exec>") || !strcmp(value_c_string(file), "<unknown>"));
    value_release(file);
    return is_own;
}

static Value run_time(Thread *thread, const MagicCall *call) {
    const String *source = call->cell ? call->cell : call->line;
    if (!magic_wants_body(thread, call)) return VALUE_ABSENT;
    if (call->cell && call->line->length) /* as in IPython, a line beside a cell is run too, untimed */
        value_release(magic_execute(thread, call, call->line->bytes, call->line->length));
    if (exception_is_set(thread)) return VALUE_ABSENT;
    double user, system, user_end, system_end;
    magic_synchronize(thread);
    cpu_seconds(&user, &system);
    double start = magic_wall_clock();
    Value result = magic_execute(thread, call, source->bytes, source->length);
    magic_synchronize(thread);
    double wall = magic_wall_clock() - start;
    cpu_seconds(&user_end, &system_end);
    Value raised = value_is_absent(result) ? exception_take(thread) : VALUE_ABSENT;
    if (!value_is_absent(raised) && is_own_syntax_error(thread, raised)) {
        exception_restore(thread, raised);
        return VALUE_ABSENT;
    }
    bool printed = print_times(thread, user_end - user, system_end - system, wall);
    if (!value_is_absent(raised)) {
        exception_clear(thread);
        exception_restore(thread, raised);
        return VALUE_ABSENT;
    }
    if (printed) return result;
    value_release(result);
    return VALUE_ABSENT;
}

const Magic magic_time = {
    .name = "time", .is_line = true, .is_cell = true, .keeps_text = true, .sees_locals = true,
    .documentation = "%time STATEMENT\n%%time\\nCELL\n\nRun once and print the CPU and wall time. Work that was given to a "
                     "device is waited for before the clock is read. An expression's value is the result.",
    .run = run_time};
