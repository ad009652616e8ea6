/* The open figures, the settings, and how pictures reach the front end.
 *
 * Figures made in a cell stay open until it ends; then each is drawn, shown as display data and closed, as the
 * inline backend of matplotlib does. plt.show() does so at once. */
#include "kernel/modules/matplotlib/face.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char state_key;

static void state_release(void *data) {
    MatplotlibState *state = data;
    for (size_t i = 0; i < state->figure_count; i++) object_release(state->figures[i]);
    memory_release(state->figures);
    value_release(state->settings);
    plot_context_release(state->plot);
    memory_release(state);
}

static bool show_at_cell_end(Thread *thread, void *context) {
    (void)context;
    MatplotlibState *state = matplotlib_state(thread);
    if (!state || !state->figure_count) return true;
    Value pending = exception_take(thread);
    if (!figures_show(thread)) exception_report_unraisable(thread, VALUE_NONE);
    if (!value_is_absent(pending)) exception_restore(thread, pending);
    return true;
}

MatplotlibState *matplotlib_state(Thread *thread) {
    Interpreter *interpreter = thread->interpreter;
    MatplotlibState *state = interpreter_state(interpreter, &state_key);
    if (state) return state;
    Error error = ERROR_NONE;
    state = memory_allocate_zeroed(1, sizeof *state);
    if (!state) {
        raise_no_memory(thread);
        return NULL;
    }
    state->interpreter = interpreter;
    state->settings = VALUE_ABSENT;
    state->plot = plot_context_create(&error);
    if (!state->plot || !interpreter_set_state(interpreter, &state_key, state, state_release)) {
        error_clear(&error);
        plot_context_release(state->plot);
        memory_release(state);
        raise_no_memory(thread);
        return NULL;
    }
    if (!interpreter_on(interpreter, EVENT_CELL_END, show_at_cell_end, NULL)) {
        raise_no_memory(thread);
        return NULL;
    }
    return state;
}

Value raise_plot_error(Thread *thread, Error *error) {
    if (!exception_is_set(thread)) raise_error(thread, error);
    error_clear(error);
    return VALUE_ABSENT;
}

Type *face_type(Thread *thread, const Type *type_template) { return type_from_template(thread, type_template); }

void *face_new(Thread *thread, const Type *type_template) {
    Type *type = type_from_template(thread, type_template);
    return type ? object_new(thread, type) : NULL;
}

/* ---- open figures ---- */

Value figure_open(Thread *thread, double width, double height, double dpi, int64_t number) {
    MatplotlibState *state = matplotlib_state(thread);
    Error error = ERROR_NONE;
    if (!state) return VALUE_ABSENT;
    if (number <= 0) {
        number = 1;
        for (size_t i = 0; i < state->figure_count; i++)
            if (state->figures[i]->figure->number >= number) number = state->figures[i]->figure->number + 1;
    }
    PlotFigure *figure = figure_create(state->plot, width, height, dpi, &error);
    if (!figure) return raise_plot_error(thread, &error);
    figure->number = (int)number;
    Value value = value_from_figure(thread, figure);
    figure_release(figure);
    if (value_is_absent(value)) return value;
    if (state->figure_count == state->figure_capacity) {
        size_t capacity = state->figure_capacity ? 2 * state->figure_capacity : 8;
        FigureObject **grown = memory_resize(state->figures, capacity * sizeof *grown);
        if (!grown) {
            value_release(value);
            return raise_no_memory(thread);
        }
        state->figures = grown;
        state->figure_capacity = capacity;
    }
    state->figures[state->figure_count++] = (FigureObject *)value_retain(value).object;
    state->current = (FigureObject *)value.object;
    if (state->figure_count == 21)
        warn_format(thread, thread_builtins(thread)->exception_RuntimeWarning,
                    "More than 20 figures have been opened. Figures created through the pyplot interface "
                    "(`matplotlib.pyplot.figure`) are retained until explicitly closed and may consume too "
                    "much memory. "
                    "(To control this warning, see the rcParam `figure.max_open_warning`). Consider using "
                    "`matplotlib.pyplot.close()`.");
    return value;
}

FigureObject *current_figure(Thread *thread) {
    MatplotlibState *state = matplotlib_state(thread);
    if (!state) return NULL;
    if (!state->current) {
        Value figure = figure_open(thread, 0, 0, 0, 0);
        value_release(figure); /* the list keeps it */
        if (value_is_absent(figure)) return NULL;
    }
    return state->current;
}

PlotAxes *current_axes(Thread *thread) {
    FigureObject *figure = current_figure(thread);
    Error error = ERROR_NONE;
    if (!figure) return NULL;
    if (figure->figure->current) return figure->figure->current;
    PlotGrid *grid = figure_add_grid(figure->figure, 1, 1, &error);
    PlotAxes *axes =
        grid ? figure_add_axes(figure->figure, (Placement){.grid = grid}, NULL, NULL, &error) : NULL;
    if (!axes) raise_plot_error(thread, &error);
    return axes;
}

bool figure_close(Thread *thread, FigureObject *figure) {
    MatplotlibState *state = matplotlib_state(thread);
    if (!state) return false;
    for (size_t i = 0; i < state->figure_count; i++) {
        if (state->figures[i] != figure) continue;
        state->figure_count--;
        memmove(state->figures + i, state->figures + i + 1, (state->figure_count - i) * sizeof *state->figures);
        if (state->current == figure)
            state->current = state->figure_count ? state->figures[state->figure_count - 1] : NULL;
        object_release(figure);
        return true;
    }
    return true;
}

static char *encode_base64(const char *bytes, size_t length) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char *text = memory_allocate(length / 3 * 4 + 8), *out = text;
    if (!text) return NULL;
    for (size_t i = 0; i < length; i += 3) {
        uint32_t word = (uint32_t)(unsigned char)bytes[i] << 16;
        if (i + 1 < length) word |= (uint32_t)(unsigned char)bytes[i + 1] << 8;
        if (i + 2 < length) word |= (unsigned char)bytes[i + 2];
        *out++ = digits[word >> 18];
        *out++ = digits[word >> 12 & 63];
        *out++ = i + 1 < length ? digits[word >> 6 & 63] : '=';
        *out++ = i + 2 < length ? digits[word & 63] : '=';
    }
    *out = 0;
    return text;
}

bool figure_display(Thread *thread, PlotFigure *figure) {
    MatplotlibState *state = matplotlib_state(thread);
    FrontEnd *front_end = &thread->interpreter->front_end;
    if (!state) return false;
    if (!front_end->display || !front_end->is_interactive) return true;
    RenderOptions options = {.format = state->vector_pictures ? PICTURE_SVG : PICTURE_PNG,
                             .tight = true,
                             .padding = NAN,
                             .dpi = state->double_pictures ? 2 * figure->dpi : 0};
    TextBuffer bytes = TEXT_BUFFER_EMPTY;
    Error error = ERROR_NONE;
    bool empty = figure_is_empty(figure); /* then only its text is shown */
    if (!empty && (!figure_render(figure, &options, &bytes, &error) || bytes.failed)) {
        text_release(&bytes);
        if (!error_is_set(&error)) error_no_memory(&error);
        return !value_is_absent(raise_plot_error(thread, &error));
    }
    Value data = dict_new(thread), metadata = dict_new(thread);
    FigureObject *object = figure->face_object;
    Value plain = object ? value_repr(thread, value_from_object(object)) : string_from_c(thread, "<Figure>");
    char *encoded = state->vector_pictures || empty ? NULL : encode_base64(bytes.bytes, bytes.length);
    Value picture = empty                    ? VALUE_NONE
                    : state->vector_pictures ? string_new(thread, bytes.bytes, bytes.length)
                    : encoded                ? string_from_c(thread, encoded)
                                             : raise_no_memory(thread);
    bool done = !value_is_absent(data) && !value_is_absent(metadata) && !value_is_absent(plain) &&
                !value_is_absent(picture) &&
                (empty || dict_set_c(thread, value_dict(data),
                                     state->vector_pictures ? "image/svg+xml" : "image/png", picture)) &&
                dict_set_c(thread, value_dict(data), "text/plain", plain);
    if (done && state->double_pictures && bytes.length > 24) {
        const unsigned char *header = (const unsigned char *)bytes.bytes + 16;
        int64_t width = header[0] << 24 | header[1] << 16 | header[2] << 8 | header[3];
        int64_t height = header[4] << 24 | header[5] << 16 | header[6] << 8 | header[7];
        Value size = dict_new(thread);
        done = !value_is_absent(size) &&
               dict_set_c_owned(thread, value_dict(size), "width", value_from_int(width / 2)) &&
               dict_set_c_owned(thread, value_dict(size), "height", value_from_int(height / 2)) &&
               dict_set_c(thread, value_dict(metadata), "image/png", size);
        value_release(size);
    }
    if (done) front_end->display(front_end->context, thread, data, metadata, VALUE_NONE, false);
    memory_release(encoded);
    text_release(&bytes);
    value_release(data);
    value_release(metadata);
    value_release(plain);
    value_release(picture);
    return done && !exception_is_set(thread);
}

bool figures_show(Thread *thread) {
    MatplotlibState *state = matplotlib_state(thread);
    bool done = state;
    while (done && state->figure_count) {
        FigureObject *figure = object_retain(state->figures[0]);
        bool interactive = thread->interpreter->front_end.is_interactive;
        done = figure_display(thread, figure->figure);
        figure_close(thread, figure);
        object_release(figure);
        if (!interactive && !done) break;
    }
    if (!done && state) /* a figure that cannot be drawn must not come again with every cell */
        while (state->figure_count) figure_close(thread, state->figures[0]);
    return done;
}
