/* rcParams: a dict whose assignments reach the plot room's defaults. */
#include "kernel/modules/matplotlib/settings.h"

#include <math.h>
#include <string.h>

typedef enum SettingKind {
    SETTING_DOUBLE,
    SETTING_SIZE,
    SETTING_FLAG,
    SETTING_COLOR,
    SETTING_WORD,
    SETTING_OTHER
} SettingKind;

#define PLACE(member) offsetof(PlotSettings, member)
static const struct {
    const char *name;
    SettingKind kind;
    size_t place;
    double value; /* numbers and flags as users see them at first */
    const char *word;
} setting_table[] = {
    {"figure.dpi", SETTING_DOUBLE, PLACE(figure_dpi), 100, NULL},
    {"figure.titlesize", SETTING_OTHER, 0, 0, "large"},
    {"figure.facecolor", SETTING_COLOR, PLACE(figure_face), 0, "white"},
    {"figure.max_open_warning", SETTING_OTHER, 0, 20, NULL},
    {"figure.autolayout", SETTING_OTHER, 0, -1, NULL},
    {"figure.subplot.left", SETTING_DOUBLE, PLACE(subplot_left), 0.125, NULL},
    {"figure.subplot.right", SETTING_DOUBLE, PLACE(subplot_right), 0.9, NULL},
    {"figure.subplot.bottom", SETTING_DOUBLE, PLACE(subplot_bottom), 0.11, NULL},
    {"figure.subplot.top", SETTING_DOUBLE, PLACE(subplot_top), 0.88, NULL},
    {"figure.subplot.wspace", SETTING_DOUBLE, PLACE(subplot_wspace), 0.2, NULL},
    {"figure.subplot.hspace", SETTING_DOUBLE, PLACE(subplot_hspace), 0.2, NULL},
    {"savefig.dpi", SETTING_OTHER, 0, 0, "figure"},
    {"savefig.bbox", SETTING_OTHER, 0, 0, NULL},
    {"savefig.transparent", SETTING_OTHER, 0, -1, NULL},
    {"font.size", SETTING_DOUBLE, PLACE(font_size), 10, NULL},
    {"font.weight", SETTING_OTHER, 0, 0, "normal"},
    {"font.family", SETTING_OTHER, 0, 0, "sans-serif"},
    {"font.serif", SETTING_OTHER, 0, 0, "DejaVu Serif"},
    {"font.sans-serif", SETTING_OTHER, 0, 0, "DejaVu Sans"},
    {"font.monospace", SETTING_OTHER, 0, 0, "DejaVu Sans Mono"},
    {"mathtext.fontset", SETTING_OTHER, 0, 0, "dejavusans"},
    {"text.usetex", SETTING_OTHER, 0, -1, NULL},
    {"text.color", SETTING_COLOR, PLACE(text_color), 0, "black"},
    {"axes.titlesize", SETTING_SIZE, PLACE(title_size), 0, "large"},
    {"axes.labelsize", SETTING_SIZE, PLACE(label_size), 0, "medium"},
    {"axes.titleweight", SETTING_OTHER, 0, 0, "normal"},
    {"axes.labelweight", SETTING_OTHER, 0, 0, "normal"},
    {"axes.facecolor", SETTING_COLOR, PLACE(axes_face), 0, "white"},
    {"axes.edgecolor", SETTING_COLOR, PLACE(axes_edge), 0, "black"},
    {"axes.labelcolor", SETTING_OTHER, 0, 0, "black"},
    {"axes.linewidth", SETTING_OTHER, 0, 0.8, NULL},
    {"axes.grid", SETTING_FLAG, PLACE(grid), 0, NULL},
    {"axes.axisbelow", SETTING_OTHER, 0, 0, "line"},
    {"axes.xmargin", SETTING_DOUBLE, PLACE(margin_x), 0.05, NULL},
    {"axes.ymargin", SETTING_DOUBLE, PLACE(margin_y), 0.05, NULL},
    {"axes.spines.left", SETTING_FLAG, PLACE(spines[SPINE_LEFT]), 1, NULL},
    {"axes.spines.right", SETTING_FLAG, PLACE(spines[SPINE_RIGHT]), 1, NULL},
    {"axes.spines.bottom", SETTING_FLAG, PLACE(spines[SPINE_BOTTOM]), 1, NULL},
    {"axes.spines.top", SETTING_FLAG, PLACE(spines[SPINE_TOP]), 1, NULL},
    {"axes.unicode_minus", SETTING_OTHER, 0, -2, NULL},
    {"axes.prop_cycle", SETTING_OTHER, 0, 0, NULL},
    {"xtick.labelsize", SETTING_SIZE, PLACE(tick_size), 0, "medium"},
    {"ytick.labelsize", SETTING_SIZE, PLACE(tick_size), 0, "medium"},
    {"xtick.direction", SETTING_OTHER, 0, 0, "out"},
    {"ytick.direction", SETTING_OTHER, 0, 0, "out"},
    {"xtick.color", SETTING_OTHER, 0, 0, "black"},
    {"ytick.color", SETTING_OTHER, 0, 0, "black"},
    {"legend.fontsize", SETTING_SIZE, PLACE(legend_size), 0, "medium"},
    {"legend.loc", SETTING_OTHER, 0, 0, "best"},
    {"legend.frameon", SETTING_OTHER, 0, -2, NULL},
    {"lines.linewidth", SETTING_DOUBLE, PLACE(line_width), 1.5, NULL},
    {"lines.markersize", SETTING_DOUBLE, PLACE(marker_size), 6, NULL},
    {"lines.linestyle", SETTING_OTHER, 0, 0, "-"},
    {"lines.color", SETTING_OTHER, 0, 0, "C0"},
    {"patch.linewidth", SETTING_OTHER, 0, 1, NULL},
    {"grid.color", SETTING_COLOR, PLACE(grid_color), 0, "#b0b0b0"},
    {"grid.linewidth", SETTING_DOUBLE, PLACE(grid_width), 0.8, NULL},
    {"grid.alpha", SETTING_DOUBLE, PLACE(grid_alpha), 1, NULL},
    {"grid.linestyle", SETTING_OTHER, 0, 0, "-"},
    {"image.cmap", SETTING_WORD, PLACE(image_map), 0, "viridis"},
    {"image.interpolation", SETTING_WORD, PLACE(image_interpolation), 0, "auto"},
    {"image.origin", SETTING_OTHER, 0, 0, "upper"},
    {"image.aspect", SETTING_OTHER, 0, 0, "equal"},
    {"animation.html", SETTING_OTHER, 0, 0, "none"},
    {"backend", SETTING_OTHER, 0, 0, "module://matplotlib_inline.backend_inline"},
    {"interactive", SETTING_OTHER, 0, -2, NULL},
};
enum { setting_count = sizeof setting_table / sizeof *setting_table };

static Value initial_value(Thread *thread, size_t index) {
    double value = setting_table[index].value;
    if (setting_table[index].word) return string_from_c(thread, setting_table[index].word);
    if (setting_table[index].kind == SETTING_FLAG || value < 0)
        return value_from_bool(value > 0 || value == -2);
    if (setting_table[index].kind == SETTING_OTHER && value == 0) return VALUE_NONE;
    return value_from_float(value);
}

static Value settings_fresh(Thread *thread) {
    Type *type = face_type(thread, &settings_type_template);
    Value settings = type ? value_call_none(thread, value_from_object(type)) : VALUE_ABSENT;
    bool done = !value_is_absent(settings);
    for (size_t i = 0; done && i < setting_count; i++)
        done = dict_set_c_owned(thread, value_dict(settings), setting_table[i].name, initial_value(thread, i));
    const Value size[2] = {value_from_float(6.4), value_from_float(4.8)};
    done = done &&
           dict_set_c_owned(thread, value_dict(settings), "figure.figsize", list_from_values(thread, size, 2));
    if (!done) {
        value_release(settings);
        return VALUE_ABSENT;
    }
    return settings;
}

Value matplotlib_settings(Thread *thread) {
    MatplotlibState *state = matplotlib_state(thread);
    if (state && value_is_absent(state->settings)) state->settings = settings_fresh(thread);
    return state ? state->settings : VALUE_ABSENT;
}

bool settings_restore_defaults(Thread *thread) {
    MatplotlibState *state = matplotlib_state(thread);
    Value settings = matplotlib_settings(thread), fresh = settings_fresh(thread);
    bool done = state && !value_is_absent(settings) && !value_is_absent(fresh);
    if (done) {
        plot_settings_reset(&state->plot->settings);
        dict_clear(value_dict(settings));
        done = dict_update(thread, value_dict(settings), fresh);
    }
    value_release(fresh);
    return done;
}

static bool set_cycle(Thread *thread, PlotSettings *settings, Value value) {
    Value colors = value_is_dict(value) ? value_retain(dict_get_c(thread, value_dict(value), "color"))
                                        : value_retain(value);
    Color *list = NULL;
    size_t count = 0;
    bool done =
        value_is_absent(colors) || value_is_none(colors) || colors_from_value(thread, colors, &list, &count);
    for (size_t i = 0; done && i < count && i < 32; i++) settings->cycle[i] = list[i];
    if (done && count) settings->cycle_count = count < 32 ? count : 32;
    memory_release(list);
    value_release(colors);
    return done;
}

static bool word_is(Value value, const char *word) {
    return value_is_string(value) && string_equals_c(value_string(value), word);
}

/* The sizes that are words follow the size of the font. */
static bool follow_font_size(Thread *thread, PlotSettings *settings) {
    Value dictionary = matplotlib_settings(thread);
    for (size_t i = 0; !value_is_absent(dictionary) && i < setting_count; i++) {
        if (setting_table[i].kind != SETTING_SIZE) continue;
        Value value = dict_get_c(thread, value_dict(dictionary), setting_table[i].name);
        if (!value_is_absent(value) &&
            !text_size_from_value(thread, value, (double *)((char *)settings + setting_table[i].place)))
            return false;
    }
    return true;
}

bool settings_changed(Thread *thread, String *key, Value value) {
    MatplotlibState *state = matplotlib_state(thread);
    if (!state) return false;
    PlotSettings *settings = &state->plot->settings;
    if (string_equals_c(key, "figure.figsize")) {
        double size[2];
        if (!pair_from_value(thread, value, size)) return false;
        settings->figure_width = size[0];
        settings->figure_height = size[1];
        return true;
    }
    if (string_equals_c(key, "axes.prop_cycle")) return set_cycle(thread, settings, value);
    if (string_equals_c(key, "image.origin"))
        return settings->image_origin_lower = word_is(value, "lower"), true;
    if (string_equals_c(key, "xtick.direction") || string_equals_c(key, "ytick.direction"))
        return settings->ticks_inward = word_is(value, "in"), true;
    if (string_equals_c(key, "grid.linestyle")) return dash_from_value(thread, value, &settings->grid_dash);
    if (string_equals_c(key, "font.family")) {
        Value word = value_is_list(value) && sequence_fast_count(value) ? sequence_fast_items(value)[0] : value;
        const char *name = value_is_string(word) ? value_c_string(word) : "";
        settings->family = !strcmp(name, "serif") ? FONT_SERIF
                           : strstr(name, "mono") ? FONT_MONOSPACE
                                                  : FONT_SANS;
        return true;
    }
    for (size_t i = 0; i < setting_count; i++) {
        if (!string_equals_c(key, setting_table[i].name)) continue;
        void *place = (char *)settings + setting_table[i].place;
        switch (setting_table[i].kind) {
        case SETTING_DOUBLE:
            return double_from_value(thread, value, place) &&
                   (setting_table[i].place != PLACE(font_size) || follow_font_size(thread, settings));
        case SETTING_SIZE:
            return text_size_from_value(thread, value, place);
        case SETTING_COLOR:
            return color_from_value(thread, value, place);
        case SETTING_FLAG: {
            int truth = value_truth(thread, value);
            *(bool *)place = truth == 1;
            return truth >= 0;
        }
        case SETTING_WORD: {
            size_t room = setting_table[i].place == PLACE(image_map) ? sizeof settings->image_map
                                                                     : sizeof settings->image_interpolation;
            Interpolation interpolation;
            Error error = ERROR_NONE;
            Value text =
                value_is_none(value) ? string_from_c(thread, setting_table[i].word) : value_str(thread, value);
            if (value_is_absent(text)) return false;
            bool good = setting_table[i].place == PLACE(image_map)
                            ? plot_colormap(state->plot, value_c_string(text), &error) != NULL
                            : interpolation_parse(value_c_string(text), &interpolation);
            if (good && value_string(text)->length < room)
                memcpy(place, value_c_string(text), value_string(text)->length + 1);
            else if (!error_is_set(&error))
                raise_value_error(thread, "Key %s: '%s' is not a valid value", key->bytes,
                                  value_c_string(text));
            if (error_is_set(&error)) raise_plot_error(thread, &error);
            value_release(text);
            return good;
        }
        case SETTING_OTHER:
            return true;
        }
    }
    raise_format(thread, thread_builtins(thread)->exception_KeyError,
                 "'%s is not a valid rc parameter (see rcParams.keys() for a list of valid parameters)'",
                 key->bytes);
    return false;
}

static bool settings_set_item(Thread *thread, Value self, Value key, Value value) {
    if (value_is_absent(value)) {
        raise_type_error(thread, "settings cannot be deleted");
        return false;
    }
    if (!value_is_string(key)) {
        raise_type_error(thread, "the name of a setting is a str");
        return false;
    }
    for (size_t i = 0; value.tag == TAG_INT && i < setting_count; i++) /* numbers are kept as floats */
        if (setting_table[i].kind == SETTING_DOUBLE &&
            string_equals_c(value_string(key), setting_table[i].name))
            value = value_from_float((double)value.integer);
    MatplotlibState *state = matplotlib_state(thread);
    bool live = state && !value_is_absent(state->settings) && state->settings.object == self.object;
    /* The dict first: sizes that follow the font are read from it. */
    Value before = value_retain(dict_get_string(value_dict(self), value_string(key)));
    if (!dict_set(thread, value_dict(self), key, value)) {
        value_release(before);
        return false;
    }
    bool done = !live || settings_changed(thread, value_string(key), value);
    if (!done && !value_is_absent(before)) {
        Value raised = exception_take(thread);
        dict_set(thread, value_dict(self), key, before);
        exception_restore(thread, raised);
    } else if (!done) {
        Value raised = exception_take(thread);
        dict_remove(thread, value_dict(self), key);
        exception_restore(thread, raised);
    }
    value_release(before);
    return done;
}

NATIVE(settings_update) {
    (void)native;
    Value key, value;
    for (int source = 1; source <= 2; source++) {
        if (!value_is_dict(arguments[source])) continue;
        for (size_t at = 0; dict_next(value_dict(arguments[source]), &at, &key, &value);)
            if (!settings_set_item(thread, arguments[0], key, value)) return VALUE_ABSENT;
    }
    return VALUE_NONE;
}

NATIVE(settings_copy) {
    (void)native;
    return dict_copy(thread, value_dict(arguments[0]));
}

static const NativeEntry settings_methods[] = {
    {"update", "($self, other=(), /, **kwargs)", "Set several settings.", settings_update, NULL, 0},
    {"copy", "($self)", "A dict of the settings as they are.", settings_copy, NULL, 0},
    {0},
};

const Type settings_type_template = {
    .name = "matplotlib.RcParams",
    .documentation = "A dict-like key-value store for config parameters, including validation.",
    .base = (Type *)&dict_type_template,
    .flags = TYPE_BASE,
    .set_item = settings_set_item,
    .methods = settings_methods,
};

/* rc('lines', linewidth=2): a group and its settings. */
NATIVE(matplotlib_rc) {
    (void)native;
    Value settings = matplotlib_settings(thread), key, value;
    static const struct {
        const char *alias, *name;
    } aliases[] = {
        {"lw", "linewidth"}, {"ls", "linestyle"}, {"c", "color"}, {"fc", "facecolor"}, {"ec", "edgecolor"}};
    if (value_is_absent(settings)) return settings;
    bool one = value_is_string(arguments[0]);
    Value groups = one ? tuple_from_values(thread, arguments, 1) : sequence_fast(thread, arguments[0], NULL);
    bool done = !value_is_absent(groups);
    for (size_t i = 0; done && i < sequence_fast_count(groups); i++)
        for (size_t at = 0; done && dict_next(value_dict(arguments[1]), &at, &key, &value);) {
            const char *name = value_c_string(key);
            for (size_t k = 0; k < sizeof aliases / sizeof *aliases; k++)
                if (!strcmp(name, aliases[k].alias)) name = aliases[k].name;
            Value full =
                value_is_string(sequence_fast_items(groups)[i])
                    ? string_format(thread, "%s.%s", value_c_string(sequence_fast_items(groups)[i]), name)
                    : raise_type_error(thread, "a group of settings is a str");
            done = !value_is_absent(full) && settings_set_item(thread, settings, full, value);
            value_release(full);
        }
    value_release(groups);
    return done ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(matplotlib_rcdefaults) {
    NATIVE_UNUSED;
    return settings_restore_defaults(thread) ? VALUE_NONE : VALUE_ABSENT;
}

/* rc_context() and style.context(): the settings as they were come back at the end of the with block. */
typedef struct ContextObject {
    Object object;
    PlotSettings settings;
    Value saved;
} ContextObject;

static void context_destroy(Object *self) {
    ContextObject *object = (ContextObject *)self;
    value_release(object->saved);
    object->saved = VALUE_ABSENT;
}

NATIVE(context_enter) {
    NATIVE_UNUSED;
    return VALUE_NONE;
}

NATIVE(context_exit) {
    (void)native;
    MatplotlibState *state = matplotlib_state(thread);
    ContextObject *object = (ContextObject *)arguments[0].object;
    Value settings = matplotlib_settings(thread);
    if (!state || value_is_absent(settings)) return VALUE_ABSENT;
    state->plot->settings = object->settings;
    dict_clear(value_dict(settings));
    return dict_update(thread, value_dict(settings), object->saved) ? VALUE_NONE : VALUE_ABSENT;
}

static const NativeEntry context_methods[] = {
    {"__enter__", "($self)", "Begin.", context_enter, NULL, 0},
    {"__exit__", "($self, *exception)", "Restore the settings.", context_exit, NULL, 0},
    {0},
};

static const Type context_type_template = {
    .name = "matplotlib.rc_context",
    .documentation = "Settings for the time of a with block.",
    .flags = TYPE_NO_CREATE,
    .instance_size = sizeof(ContextObject),
    .destroy = context_destroy,
    .methods = context_methods,
};

Value settings_context(Thread *thread) {
    MatplotlibState *state = matplotlib_state(thread);
    Value settings = matplotlib_settings(thread);
    ContextObject *object =
        state && !value_is_absent(settings) ? face_new(thread, &context_type_template) : NULL;
    if (!object) return VALUE_ABSENT;
    object->settings = state->plot->settings;
    object->saved = dict_copy(thread, value_dict(settings));
    if (value_is_absent(object->saved)) {
        object_release(object);
        return VALUE_ABSENT;
    }
    return value_from_object(object);
}

NATIVE(matplotlib_rc_context) {
    (void)native;
    Value context = settings_context(thread), settings = matplotlib_settings(thread);
    if (value_is_absent(context) || !value_is_dict(arguments[0])) return context;
    Value done = value_call_method(thread, settings, "update", arguments, 1);
    if (value_is_absent(done)) value_replace(&context, VALUE_ABSENT);
    value_release(done);
    return context;
}

const NativeEntry settings_functions[] = {
    {"rc_context", "(rc=None, fname=None)", "Settings for the time of a with block.", matplotlib_rc_context,
     NULL, 0},
    {"rc", "(group, **kwargs)", "Set the current rcParams: rc('lines', linewidth=2).", matplotlib_rc, NULL, 0},
    {"rcdefaults", "()", "Restore the rcParams from the default style.", matplotlib_rcdefaults, NULL, 0},
    {0},
};
