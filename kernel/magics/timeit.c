/* %timeit, %%timeit: IPython's wording and loop counts, and a clock that waits.
 *
 * The statement becomes the body of a loop in a function (its names are fast there), as in Python's own timeit. The
 * timer that the function calls before and after the loop waits for every device in use, so that a batch of
 * asynchronous launches is timed to the end of its work, not to the end of its queueing. */
#include "kernel/magics/magic.h"

#include "base/memory.h"
#include "base/text_buffer.h"
#include "kernel/language/compile/evaluate.h"
#include "kernel/language/cell/input_transform.h"
#include "kernel/language/text/parser.h"
#include "kernel/objects/core/gc.h"
#include "kernel/objects/descriptor/native.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- the timers ---- */

NATIVE(wall_timer) {
    (void)native, (void)arguments;
    magic_synchronize(thread);
    return value_from_float(magic_wall_clock());
}

NATIVE(cpu_timer) {
    (void)native, (void)arguments;
    struct timespec now;
    magic_synchronize(thread);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return value_from_float((double)now.tv_sec + (double)now.tv_nsec / 1e9);
}

static const NativeEntry wall_timer_entry = {
    .name = "timer", .signature = "()", .documentation = "Seconds, after every device has finished.", .code = wall_timer};
static const NativeEntry cpu_timer_entry = {
    .name = "timer", .signature = "()", .documentation = "CPU seconds, after every device has finished.",
    .code = cpu_timer};

/* ---- the function around the statement ---- */

typedef struct InnerLines {
    bool *inside; /* line n (from 0) begins inside a string */
    size_t count;
} InnerLines;

static bool mark_strings(Node *node, void *data) {
    InnerLines *lines = data;
    if (node->kind == NODE_CONSTANT || node->kind == NODE_JOINED_STRING)
        for (int line = node->line; line < node->end_line; line++)
            if (line >= 0 && (size_t)line < lines->count) lines->inside[line] = true;
    return ast_visit_children(node, mark_strings, data);
}

/* Append `source` indented, all but the lines that begin inside a string. An empty source becomes `pass`. */
static void append_indented(TextBuffer *text, const char *source, size_t length, const char *indent) {
    Arena arena = ARENA_EMPTY;
    AstContext context;
    SyntaxFault fault = {0};
    InnerLines lines = {.count = 1};
    for (size_t i = 0; i < length; i++) lines.count += source[i] == '\n';
    lines.inside = memory_allocate_zeroed(lines.count, sizeof *lines.inside);
    if (!lines.inside) {
        text->failed = true;
        return;
    }
    Node *tree = parse_source(&context, &arena, source, length, PARSE_MODULE, 0, &fault);
    if (tree) mark_strings(tree, &lines);
    bool is_empty = tree && tree->module.body.count == 0;
    size_t line = 0, start = 0;
    for (size_t i = 0; i <= length; i++) {
        if (i < length && source[i] != '\n') continue;
        if (!lines.inside[line]) text_append(text, indent);
        text_append_bytes(text, source + start, i - start);
        text_append_char(text, '\n');
        start = i + 1;
        line++;
    }
    if (is_empty) text_append_format(text, "%spass\n", indent);
    arena_release(&arena);
    memory_release(lines.inside);
}

/* A syntax error of the statement itself is reported as such, at its own line. */
static bool check_statement(Thread *thread, const MagicCall *call, const char *source) {
    Value code = language_compile(thread, source, strlen(source), "<unknown>", "exec", *session_futures(call->session));
    bool good = !value_is_absent(code);
    value_release(code);
    return good;
}

static Value build_function(Thread *thread, const MagicCall *call, const char *setup, const char *statement) {
    if (!check_statement(thread, call, statement) || !check_statement(thread, call, setup))
        return VALUE_ABSENT;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append(&text, "def inner(_it, _timer):\n");
    append_indented(&text, setup, strlen(setup), "    ");
    text_append(&text, "    _t0 = _timer()\n    for _i in _it:\n");
    append_indented(&text, statement, strlen(statement), "        ");
    text_append(&text, "    _t1 = _timer()\n    return _t1 - _t0\n");
    Value locals = text.failed ? raise_no_memory(thread) : dict_new(thread), inner = VALUE_ABSENT;
    if (!value_is_absent(locals)) {
        Value done = session_evaluate(call->session, thread, text.bytes, text.length, "<magic-timeit>", "exec", call->namespace, locals);
        if (!value_is_absent(done)) inner = value_retain(dict_get_c(thread, value_dict(locals), "inner"));
        value_release(done);
    }
    value_release(locals);
    text_release(&text);
    return inner;
}

/* ---- the runs ---- */

typedef struct Timing {
    Value inner, timer;
    int64_t loops, repeat;
    double *runs; /* seconds for all loops of a run */
} Timing;

static bool time_once(Thread *thread, const Timing *timing, int64_t loops, double *seconds) {
    Value range = value_call_one(thread, value_from_object(thread_builtins(thread)->type_range), value_from_int(loops));
    if (value_is_absent(range)) return false;
    Value result = value_call_two(thread, timing->inner, range, timing->timer);
    value_release(range);
    bool good = !value_is_absent(result) && value_to_double(thread, result, seconds);
    value_release(result);
    return good;
}

static bool run_all(Thread *thread, Timing *timing) {
    double seconds = 0;
    if (timing->loops == 0) {
        for (int power = 0; power < 10; power++) {
            timing->loops = power == 0 ? 1 : timing->loops * 10;
            if (!time_once(thread, timing, timing->loops, &seconds)) return false;
            if (seconds >= 0.2) break;
        }
    }
    for (int64_t i = 0; i < timing->repeat; i++)
        if (!time_once(thread, timing, timing->loops, &timing->runs[i])) return false;
    return true;
}

/* ---- the result ---- */

static void append_count(TextBuffer *text, int64_t count) { /* 1,000,000 */
    char digits[32];
    int length = snprintf(digits, sizeof digits, "%lld", (long long)count);
    for (int i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0) text_append_char(text, ',');
        text_append_char(text, digits[i]);
    }
}

static void statistics(const Timing *timing, double *mean, double *deviation) {
    *mean = *deviation = 0;
    for (int64_t i = 0; i < timing->repeat; i++) *mean += timing->runs[i] / (double)timing->loops;
    *mean /= (double)timing->repeat;
    for (int64_t i = 0; i < timing->repeat; i++) {
        double difference = timing->runs[i] / (double)timing->loops - *mean;
        *deviation += difference * difference;
    }
    *deviation = sqrt(*deviation / (double)timing->repeat);
}

static void append_result(TextBuffer *text, const Timing *timing, int precision) {
    double mean, deviation;
    statistics(timing, &mean, &deviation);
    magic_append_duration(text, mean, precision);
    text_append(text, " \xc2\xb1 ");
    magic_append_duration(text, deviation, precision);
    text_append_format(text, " per loop (mean \xc2\xb1 std. dev. of %lld run%s, ", (long long)timing->repeat,
                       timing->repeat == 1 ? "" : "s");
    append_count(text, timing->loops);
    text_append_format(text, " loop%s each)", timing->loops == 1 ? "" : "s");
}

/* The object that -o returns. */
static Value result_repr(Thread *thread, Value self) {
    Value text = value_find_attribute_c(thread, self, "_text");
    if (value_is_absent(text)) return exception_is_set(thread) ? text : string_from_c(thread, "<TimeitResult>");
    Value repr = string_format(thread, "<TimeitResult : %s>", value_c_string(text));
    value_release(text);
    return repr;
}

static Value result_str(Thread *thread, Value self) {
    Value text = value_find_attribute_c(thread, self, "_text");
    return value_is_absent(text) && !exception_is_set(thread) ? result_repr(thread, self) : text;
}

typedef struct TimeitResult {
    Object object;
    Dict *attributes;
} TimeitResult;

static void result_destroy(Object *self) { object_release(((TimeitResult *)self)->attributes); }

static const Type timeit_result_type = {.name = "IPython.core.magics.execution.TimeitResult",
                                        .documentation = "What %timeit -o measured: average, best, worst, stdev, all_runs "
                                                         "and timings in seconds, loops, repeat, compile_time.",
                                        .instance_size = sizeof(TimeitResult),
                                        .attributes_offset = offsetof(TimeitResult, attributes),
                                        .destroy = result_destroy,
                                        .repr = result_repr,
                                        .str = result_str};

static Value runs_list(Thread *thread, const Timing *timing, double divisor) {
    Value list = list_new(thread);
    for (int64_t i = 0; i < timing->repeat && !value_is_absent(list); i++) {
        if (!list_append(thread, value_list(list), value_from_float(timing->runs[i] / divisor))) {
            value_release(list);
            return VALUE_ABSENT;
        }
    }
    return list;
}

static Value make_result(Thread *thread, const Timing *timing, const char *text, int precision, double compile_time) {
    double mean, deviation, best = timing->runs[0], worst = timing->runs[0];
    statistics(timing, &mean, &deviation);
    for (int64_t i = 1; i < timing->repeat; i++) {
        best = fmin(best, timing->runs[i]);
        worst = fmax(worst, timing->runs[i]);
    }
    Type *type = type_from_template(thread, &timeit_result_type);
    Value result = type ? value_from_object(object_new(thread, type)) : VALUE_ABSENT;
    if (value_is_absent(result)) return result;
    double loops = (double)timing->loops;
    const struct {
        const char *name;
        Value value;
    } attributes[] = {{"loops", value_from_int(timing->loops)},
                      {"repeat", value_from_int(timing->repeat)},
                      {"average", value_from_float(mean)},
                      {"stdev", value_from_float(deviation)},
                      {"best", value_from_float(best / loops)},
                      {"worst", value_from_float(worst / loops)},
                      {"compile_time", value_from_float(compile_time)},
                      {"_precision", value_from_int(precision)},
                      {"all_runs", runs_list(thread, timing, 1)},
                      {"timings", runs_list(thread, timing, loops)},
                      {"_text", string_from_c(thread, text)}};
    bool good = true;
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
        if (value_is_absent(attributes[i].value)) good = false;
        else good = good && value_set_attribute_c(thread, result, attributes[i].name, attributes[i].value);
        value_release(attributes[i].value);
    }
    if (good) return result;
    value_release(result);
    return VALUE_ABSENT;
}

static Value report(Thread *thread, const Timing *timing, const MagicOptions *options, double compile_time) {
    int precision = options->values['p'] ? atoi(options->values['p']) : 3;
    if (precision < 1 || precision > 17) precision = 3;
    double best = timing->runs[0], worst = timing->runs[0];
    for (int64_t i = 1; i < timing->repeat; i++) {
        best = fmin(best, timing->runs[i]);
        worst = fmax(worst, timing->runs[i]);
    }
    TextBuffer text = TEXT_BUFFER_EMPTY;
    append_result(&text, timing, precision);
    bool good = !text.failed;
    if (!good) raise_no_memory(thread);
    if (good && !options->values['q']) {
        if (worst > 4 * best && best > 0 && worst > 1e-6)
            good = magic_print(thread, "The slowest run took %0.2f times longer than the fastest. This could mean that an "
                               "intermediate result is being cached.\n", worst / best);
        good = good && magic_print(thread, "%s\n", text.bytes);
        if (good && compile_time > 0.1) good = magic_print(thread, "Compiler time: %.2f s\n", compile_time);
    }
    Value result = !good ? VALUE_ABSENT : VALUE_NONE;
    if (good && options->values['o']) result = make_result(thread, timing, text.bytes, precision, compile_time);
    text_release(&text);
    return result;
}

static bool count_option(Thread *thread, const char *text, const char *name, int64_t least, int64_t *count) {
    char *end;
    if (!text) return true;
    *count = strtoll(text, &end, 10);
    if (*text && !*end && *count >= least && *count <= 1000000000) return true;
    raise_value_error(thread, "option -%s wants a whole number from %lld, not '%s'", name, (long long)least, text);
    return false;
}

static Value measure(Thread *thread, const MagicCall *call, const MagicOptions *options, const char *setup,
                     const char *statement) {
    Timing timing = {.repeat = 7};
    if (!count_option(thread, options->values['n'], "n", 0, &timing.loops) ||
        !count_option(thread, options->values['r'], "r", 1, &timing.repeat))
        return VALUE_ABSENT;
    double start = magic_wall_clock();
    timing.inner = build_function(thread, call, setup, statement);
    double compile_time = magic_wall_clock() - start;
    timing.timer = native_new(thread, options->values['c'] ? &cpu_timer_entry : &wall_timer_entry, VALUE_NONE);
    timing.runs = memory_allocate_zeroed((size_t)timing.repeat, sizeof *timing.runs);
    Value result = VALUE_ABSENT;
    if (!timing.runs) raise_no_memory(thread);
    else if (!value_is_absent(timing.inner) && !value_is_absent(timing.timer)) {
        bool was_enabled = collector_enable(thread->interpreter, false);
        bool ran = run_all(thread, &timing);
        collector_enable(thread->interpreter, was_enabled);
        if (ran) result = report(thread, &timing, options, compile_time);
    }
    value_release(timing.inner);
    value_release(timing.timer);
    memory_release(timing.runs);
    return result;
}

static Value run_timeit(Thread *thread, const MagicCall *call) {
    MagicOptions options;
    if (!magic_wants_body(thread, call)) return VALUE_ABSENT;
    if (!magic_options(thread, call, "n:r:tcp:qov:", &options)) return VALUE_ABSENT;
    Value result = VALUE_NONE;
    if (call->cell || options.rest[0]) {
        char *statement = call->cell ? input_transform(call->cell->bytes, call->cell->length)
                                     : input_transform(options.rest, strlen(options.rest));
        char *setup = call->cell ? input_transform(options.rest, strlen(options.rest)) : memory_copy_string("");
        result = statement && setup ? measure(thread, call, &options, setup, statement) : raise_no_memory(thread);
        memory_release(statement);
        memory_release(setup);
    }
    memory_release(options.storage);
    return result;
}

const Magic magic_timeit = {
    .name = "timeit", .is_line = true, .is_cell = true, .keeps_text = true, .sees_locals = true,
    .documentation = "%timeit [-n N] [-r R] [-t|-c] [-p P] [-q] [-o] STATEMENT\n%%timeit [OPTIONS] SETUP\\nCELL\n\n"
                     "Time the statement: the mean and deviation of R runs (7) of N loops each (chosen so that a run takes "
                     "0.2 s). Every run waits for the devices in use before its clock is read.\n"
                     "-c CPU time, -p significant digits, -q quiet, -o return a TimeitResult.",
    .run = run_timeit};
