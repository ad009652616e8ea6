/* %matplotlib, %config, %pylab, %precision. */
#include "kernel/magics/magic.h"

#include "kernel/objects/containers.h"
#include "kernel/objects/native.h"

#include <stdlib.h>
#include <string.h>

static const char *const back_ends[] = {"inline", "agg", "notebook", "nbagg", "widget", "ipympl", "auto", NULL};

static Value run_matplotlib(Thread *thread, const MagicCall *call) {
    const char *line = call->line->bytes;
    if (!strcmp(line, "-l") || !strcmp(line, "--list"))
        return magic_print(thread, "Available matplotlib backends: ['agg', 'inline']\n") ? VALUE_NONE : VALUE_ABSENT;
    if (!*line) return magic_print(thread, "Using matplotlib backend: inline\n") ? VALUE_NONE : VALUE_ABSENT;
    for (size_t i = 0; back_ends[i]; i++) {
        if (strcmp(line, back_ends[i])) continue;
        if (i < 2) return VALUE_NONE;
        return warn_format(thread, thread_builtins(thread)->exception_UserWarning,
                           "figures are shown inline: there is no '%s' backend here", line)
                   ? VALUE_NONE
                   : VALUE_ABSENT;
    }
    return raise_value_error(thread, "'%s' is not a valid value for backend; supported values are ['agg', 'inline']", line);
}

/* Formats of pictures as they are written on the line: 'svg', ["svg", "png"], {'retina'}. */
static Value set_formats(Thread *thread, const MagicCall *call, const char *expression) {
    expression += strspn(expression, " \t");
    Value formats = language_evaluate(thread, expression, strlen(expression), "<config>", "eval", call->namespace, VALUE_ABSENT);
    Value module = value_is_absent(formats) ? formats : import_module(thread, "matplotlib_inline.backend_inline");
    Value function = value_is_absent(module) ? module : value_get_attribute_c(thread, module, "set_matplotlib_formats");
    Value positional = value_is_absent(function)    ? function
                       : value_is_string(formats)   ? tuple_from_values(thread, &formats, 1)
                                                    : tuple_from_iterable(thread, formats);
    Value result = value_is_absent(positional) ? positional
                                               : value_call_unpacked(thread, function, value_tuple(positional), NULL);
    value_release(formats), value_release(module), value_release(function), value_release(positional);
    return result;
}

static Value run_config(Thread *thread, const MagicCall *call) {
    const char *line = call->line->bytes, *equals = strchr(line, '=');
    static const char formats[] = "InlineBackend.figure_format";
    if (!*line) return magic_print(thread, "Available objects for config:\n    InlineBackend\n") ? VALUE_NONE : VALUE_ABSENT;
    if (equals && !strncmp(line, formats, sizeof formats - 1)) return set_formats(thread, call, equals + 1);
    return VALUE_NONE; /* other settings have nothing to act on here */
}

static Value run_pylab(Thread *thread, const MagicCall *call) {
    static const char source[] = "import numpy\nimport matplotlib\nfrom matplotlib import pylab, mlab, pyplot\n"
                                 "np = numpy\nplt = pyplot\nfrom pylab import *\nfrom numpy import *\n";
    Value done = language_evaluate(thread, source, sizeof source - 1, "<pylab>", "exec", call->namespace, VALUE_ABSENT);
    if (value_is_absent(done)) return done;
    value_release(done);
    return magic_print(thread, "%%pylab is deprecated, use %%matplotlib inline and import the required libraries.\n"
                       "Populating the interactive namespace from numpy and matplotlib\n")
               ? VALUE_NONE
               : VALUE_ABSENT;
}

static Value run_precision(Thread *thread, const MagicCall *call) {
    char *end;
    long digits = strtol(call->line->bytes, &end, 10);
    if (end == call->line->bytes) digits = 8;
    else if (*end || digits < 0 || digits > 30)
        return raise_value_error(thread, "Precision must be a whole number from 0 to 30, not %s", call->line->bytes);
    Value numpy = import_module(thread, "numpy");
    Value options = value_is_absent(numpy) ? numpy : value_get_attribute_c(thread, numpy, "set_printoptions");
    Value result = VALUE_ABSENT;
    if (!value_is_absent(options)) {
        result = value_call_one(thread, options, value_from_int(digits));
        value_release(result);
        if (!value_is_absent(result)) result = string_format(thread, "%%.%ldf", digits);
    }
    value_release(numpy), value_release(options);
    return result;
}

const Magic magic_matplotlib = {
    .name = "matplotlib", .is_line = true, .run = run_matplotlib,
    .documentation = "%matplotlib [inline]\n\nFigures are drawn into the notebook; this is always so here."};
const Magic magic_config = {
    .name = "config", .is_line = true, .keeps_text = true, .run = run_config,
    .documentation = "%config InlineBackend.figure_format = 'png' | 'retina' | 'svg'\n\nThe format of pictures."};
const Magic magic_pylab = {.name = "pylab", .is_line = true, .run = run_pylab,
                           .documentation = "%pylab\n\nImport NumPy and pyplot, and all of their names."};
const Magic magic_precision = {.name = "precision", .is_line = true, .run = run_precision,
                               .documentation = "%precision [DIGITS]\n\nDigits of arrays' numbers as they are printed."};
