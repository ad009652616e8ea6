/* %matplotlib, %pylab. */
#include "kernel/magics/magic.h"

#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/native.h"

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
    return raise_format(thread, thread_builtins(thread)->exception_RuntimeError, "'%s' is not a recognised GUI loop or backend name", line);
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

const Magic magic_matplotlib = {
    .name = "matplotlib", .is_line = true, .run = run_matplotlib,
    .documentation = "%matplotlib [inline]\n\nFigures are drawn into the notebook; this is always so here."};
const Magic magic_pylab = {.name = "pylab", .is_line = true, .run = run_pylab,
                           .documentation = "%pylab\n\nImport NumPy and pyplot, and all of their names."};
