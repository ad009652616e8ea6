/* What is set in rcParams (which is written in Python: matplotlib._settings) on its way to the plot room's settings. */
#include "kernel/modules/matplotlib/settings.h"

#include <math.h>
#include <string.h>
#include <strings.h>

typedef enum SettingKind {
    SETTING_DOUBLE,
    SETTING_OPTIONAL, /* None: NAN */
    SETTING_SIZE,
    SETTING_INT,
    SETTING_FLAG,
    SETTING_UNFLAG, /* the member says the opposite */
    SETTING_COLOR,  /* a word ('auto', 'inherit', 'edge') or None clears the flag at `other` */
    SETTING_WEIGHT,
    SETTING_DASH,
    SETTING_DASHES, /* lengths; their number at `other` */
    SETTING_CAP,
    SETTING_JOIN,
    SETTING_MARKER,
} SettingKind;

#define PLACE(member) offsetof(PlotSettings, member)
enum { NOWHERE = 0 }; /* the place of `classic`, which no other setting uses */

static const struct {
    const char *name;
    SettingKind kind;
    size_t place, other;
} setting_table[] = {
    {"_internal.classic_mode", SETTING_FLAG, PLACE(classic), NOWHERE},
    {"axes.edgecolor", SETTING_COLOR, PLACE(axes_edge), NOWHERE},
    {"axes.facecolor", SETTING_COLOR, PLACE(axes_face), NOWHERE},
    {"axes.formatter.min_exponent", SETTING_INT, PLACE(minimum_exponent), NOWHERE},
    {"axes.formatter.offset_threshold", SETTING_INT, PLACE(offset_threshold), NOWHERE},
    {"axes.formatter.use_mathtext", SETTING_FLAG, PLACE(math_text), NOWHERE},
    {"axes.formatter.useoffset", SETTING_UNFLAG, PLACE(no_offset), NOWHERE},
    {"axes.labelcolor", SETTING_COLOR, PLACE(label_color), NOWHERE},
    {"axes.labelpad", SETTING_DOUBLE, PLACE(label_pad), NOWHERE},
    {"axes.labelsize", SETTING_SIZE, PLACE(label_size), NOWHERE},
    {"axes.labelweight", SETTING_WEIGHT, PLACE(label_bold), NOWHERE},
    {"axes.linewidth", SETTING_DOUBLE, PLACE(axes_width), NOWHERE},
    {"axes.spines.bottom", SETTING_FLAG, PLACE(spines[SPINE_BOTTOM]), NOWHERE},
    {"axes.spines.left", SETTING_FLAG, PLACE(spines[SPINE_LEFT]), NOWHERE},
    {"axes.spines.right", SETTING_FLAG, PLACE(spines[SPINE_RIGHT]), NOWHERE},
    {"axes.spines.top", SETTING_FLAG, PLACE(spines[SPINE_TOP]), NOWHERE},
    {"axes.titlecolor", SETTING_COLOR, PLACE(title_color), PLACE(own_title_color)},
    {"axes.titlepad", SETTING_DOUBLE, PLACE(title_pad), NOWHERE},
    {"axes.titlesize", SETTING_SIZE, PLACE(title_size), NOWHERE},
    {"axes.titleweight", SETTING_WEIGHT, PLACE(title_bold), NOWHERE},
    {"axes.titley", SETTING_OPTIONAL, PLACE(title_y), NOWHERE},
    {"axes.unicode_minus", SETTING_UNFLAG, PLACE(ascii_minus), NOWHERE},
    {"axes.xmargin", SETTING_DOUBLE, PLACE(margin_x), NOWHERE},
    {"axes.ymargin", SETTING_DOUBLE, PLACE(margin_y), NOWHERE},
    {"contour.linewidth", SETTING_OPTIONAL, PLACE(contour_width), NOWHERE},
    {"contour.negative_linestyle", SETTING_DASH, PLACE(negative_contour), NOWHERE},
    {"errorbar.capsize", SETTING_DOUBLE, PLACE(error_bar_caps), NOWHERE},
    {"figure.autolayout", SETTING_FLAG, PLACE(figure_tight), NOWHERE},
    {"figure.constrained_layout.use", SETTING_FLAG, PLACE(figure_constrained), NOWHERE},
    {"figure.dpi", SETTING_DOUBLE, PLACE(figure_dpi), NOWHERE},
    {"figure.edgecolor", SETTING_COLOR, PLACE(figure_edge), NOWHERE},
    {"figure.facecolor", SETTING_COLOR, PLACE(figure_face), NOWHERE},
    {"figure.frameon", SETTING_UNFLAG, PLACE(figure_frameless), NOWHERE},
    {"figure.labelsize", SETTING_SIZE, PLACE(figure_label_size), NOWHERE},
    {"figure.labelweight", SETTING_WEIGHT, PLACE(figure_label_bold), NOWHERE},
    {"figure.subplot.bottom", SETTING_DOUBLE, PLACE(subplot_bottom), NOWHERE},
    {"figure.subplot.hspace", SETTING_DOUBLE, PLACE(subplot_hspace), NOWHERE},
    {"figure.subplot.left", SETTING_DOUBLE, PLACE(subplot_left), NOWHERE},
    {"figure.subplot.right", SETTING_DOUBLE, PLACE(subplot_right), NOWHERE},
    {"figure.subplot.top", SETTING_DOUBLE, PLACE(subplot_top), NOWHERE},
    {"figure.subplot.wspace", SETTING_DOUBLE, PLACE(subplot_wspace), NOWHERE},
    {"figure.titlesize", SETTING_SIZE, PLACE(figure_title_size), NOWHERE},
    {"figure.titleweight", SETTING_WEIGHT, PLACE(figure_title_bold), NOWHERE},
    {"font.weight", SETTING_WEIGHT, PLACE(font_bold), NOWHERE},
    {"grid.alpha", SETTING_DOUBLE, PLACE(grid_alpha), NOWHERE},
    {"grid.color", SETTING_COLOR, PLACE(grid_color), NOWHERE},
    {"grid.linestyle", SETTING_DASH, PLACE(grid_dash), NOWHERE},
    {"grid.linewidth", SETTING_DOUBLE, PLACE(grid_width), NOWHERE},
    {"hatch.color", SETTING_COLOR, PLACE(hatch_color), PLACE(own_hatch_color)},
    {"hatch.linewidth", SETTING_DOUBLE, PLACE(hatch_width), NOWHERE},
    {"legend.borderaxespad", SETTING_DOUBLE, PLACE(legend.axes_pad), NOWHERE},
    {"legend.borderpad", SETTING_DOUBLE, PLACE(legend.border_pad), NOWHERE},
    {"legend.columnspacing", SETTING_DOUBLE, PLACE(legend.column_spacing), NOWHERE},
    {"legend.edgecolor", SETTING_COLOR, PLACE(legend.edge), PLACE(legend.own_edge)},
    {"legend.facecolor", SETTING_COLOR, PLACE(legend.face), PLACE(legend.own_face)},
    {"legend.fancybox", SETTING_UNFLAG, PLACE(legend.sharp), NOWHERE},
    {"legend.fontsize", SETTING_SIZE, PLACE(legend.size), NOWHERE},
    {"legend.framealpha", SETTING_OPTIONAL, PLACE(legend.frame_alpha), NOWHERE},
    {"legend.frameon", SETTING_UNFLAG, PLACE(legend.frameless), NOWHERE},
    {"legend.handleheight", SETTING_DOUBLE, PLACE(legend.handle_height), NOWHERE},
    {"legend.handlelength", SETTING_DOUBLE, PLACE(legend.handle_length), NOWHERE},
    {"legend.handletextpad", SETTING_DOUBLE, PLACE(legend.handle_pad), NOWHERE},
    {"legend.labelspacing", SETTING_DOUBLE, PLACE(legend.label_spacing), NOWHERE},
    {"legend.markerscale", SETTING_DOUBLE, PLACE(legend.marker_scale), NOWHERE},
    {"legend.numpoints", SETTING_INT, PLACE(legend.points), NOWHERE},
    {"legend.scatterpoints", SETTING_INT, PLACE(legend.scatter_points), NOWHERE},
    {"legend.shadow", SETTING_FLAG, PLACE(legend.shadow), NOWHERE},
    {"lines.color", SETTING_COLOR, PLACE(line_color), NOWHERE},
    {"lines.dash_capstyle", SETTING_CAP, PLACE(dash_cap), NOWHERE},
    {"lines.dash_joinstyle", SETTING_JOIN, PLACE(dash_join), NOWHERE},
    {"lines.dashdot_pattern", SETTING_DASHES, PLACE(dash_dot), PLACE(dash_dot_count)},
    {"lines.dashed_pattern", SETTING_DASHES, PLACE(dashed), PLACE(dashed_count)},
    {"lines.dotted_pattern", SETTING_DASHES, PLACE(dotted), PLACE(dotted_count)},
    {"lines.linestyle", SETTING_DASH, PLACE(line_dash), NOWHERE},
    {"lines.linewidth", SETTING_DOUBLE, PLACE(line_width), NOWHERE},
    {"lines.marker", SETTING_MARKER, PLACE(line_marker), NOWHERE},
    {"lines.markeredgecolor", SETTING_COLOR, PLACE(marker_edge), PLACE(own_marker_edge)},
    {"lines.markeredgewidth", SETTING_DOUBLE, PLACE(marker_edge_width), NOWHERE},
    {"lines.markerfacecolor", SETTING_COLOR, PLACE(marker_face), PLACE(own_marker_face)},
    {"lines.markersize", SETTING_DOUBLE, PLACE(marker_size), NOWHERE},
    {"lines.scale_dashes", SETTING_UNFLAG, PLACE(unscaled_dashes), NOWHERE},
    {"lines.solid_capstyle", SETTING_CAP, PLACE(solid_cap), NOWHERE},
    {"lines.solid_joinstyle", SETTING_JOIN, PLACE(solid_join), NOWHERE},
    {"patch.edgecolor", SETTING_COLOR, PLACE(patch_edge), NOWHERE},
    {"patch.facecolor", SETTING_COLOR, PLACE(patch_face), NOWHERE},
    {"patch.force_edgecolor", SETTING_FLAG, PLACE(force_patch_edge), NOWHERE},
    {"patch.linewidth", SETTING_DOUBLE, PLACE(patch_width), NOWHERE},
    {"polaraxes.grid", SETTING_FLAG, PLACE(polar_grid), NOWHERE},
    {"scatter.marker", SETTING_MARKER, PLACE(scatter_marker), NOWHERE},
    {"text.color", SETTING_COLOR, PLACE(text_color), NOWHERE},
    {"xtick.bottom", SETTING_FLAG, PLACE(ticks[0].near), NOWHERE},
    {"xtick.color", SETTING_COLOR, PLACE(ticks[0].color), NOWHERE},
    {"xtick.labelbottom", SETTING_FLAG, PLACE(ticks[0].label_near), NOWHERE},
    {"xtick.labelcolor", SETTING_COLOR, PLACE(ticks[0].label_color), PLACE(ticks[0].own_label_color)},
    {"xtick.labelsize", SETTING_SIZE, PLACE(ticks[0].label_size), NOWHERE},
    {"xtick.labeltop", SETTING_FLAG, PLACE(ticks[0].label_far), NOWHERE},
    {"xtick.major.bottom", SETTING_FLAG, PLACE(ticks[0].major_near), NOWHERE},
    {"xtick.major.pad", SETTING_DOUBLE, PLACE(ticks[0].major_pad), NOWHERE},
    {"xtick.major.size", SETTING_DOUBLE, PLACE(ticks[0].major_size), NOWHERE},
    {"xtick.major.top", SETTING_FLAG, PLACE(ticks[0].major_far), NOWHERE},
    {"xtick.major.width", SETTING_DOUBLE, PLACE(ticks[0].major_width), NOWHERE},
    {"xtick.minor.bottom", SETTING_FLAG, PLACE(ticks[0].minor_near), NOWHERE},
    {"xtick.minor.pad", SETTING_DOUBLE, PLACE(ticks[0].minor_pad), NOWHERE},
    {"xtick.minor.size", SETTING_DOUBLE, PLACE(ticks[0].minor_size), NOWHERE},
    {"xtick.minor.top", SETTING_FLAG, PLACE(ticks[0].minor_far), NOWHERE},
    {"xtick.minor.visible", SETTING_FLAG, PLACE(ticks[0].minor_visible), NOWHERE},
    {"xtick.minor.width", SETTING_DOUBLE, PLACE(ticks[0].minor_width), NOWHERE},
    {"xtick.top", SETTING_FLAG, PLACE(ticks[0].far), NOWHERE},
    {"ytick.color", SETTING_COLOR, PLACE(ticks[1].color), NOWHERE},
    {"ytick.labelcolor", SETTING_COLOR, PLACE(ticks[1].label_color), PLACE(ticks[1].own_label_color)},
    {"ytick.labelleft", SETTING_FLAG, PLACE(ticks[1].label_near), NOWHERE},
    {"ytick.labelright", SETTING_FLAG, PLACE(ticks[1].label_far), NOWHERE},
    {"ytick.labelsize", SETTING_SIZE, PLACE(ticks[1].label_size), NOWHERE},
    {"ytick.left", SETTING_FLAG, PLACE(ticks[1].near), NOWHERE},
    {"ytick.major.left", SETTING_FLAG, PLACE(ticks[1].major_near), NOWHERE},
    {"ytick.major.pad", SETTING_DOUBLE, PLACE(ticks[1].major_pad), NOWHERE},
    {"ytick.major.right", SETTING_FLAG, PLACE(ticks[1].major_far), NOWHERE},
    {"ytick.major.size", SETTING_DOUBLE, PLACE(ticks[1].major_size), NOWHERE},
    {"ytick.major.width", SETTING_DOUBLE, PLACE(ticks[1].major_width), NOWHERE},
    {"ytick.minor.left", SETTING_FLAG, PLACE(ticks[1].minor_near), NOWHERE},
    {"ytick.minor.pad", SETTING_DOUBLE, PLACE(ticks[1].minor_pad), NOWHERE},
    {"ytick.minor.right", SETTING_FLAG, PLACE(ticks[1].minor_far), NOWHERE},
    {"ytick.minor.size", SETTING_DOUBLE, PLACE(ticks[1].minor_size), NOWHERE},
    {"ytick.minor.visible", SETTING_FLAG, PLACE(ticks[1].minor_visible), NOWHERE},
    {"ytick.minor.width", SETTING_DOUBLE, PLACE(ticks[1].minor_width), NOWHERE},
    {"ytick.right", SETTING_FLAG, PLACE(ticks[1].far), NOWHERE},
};
enum { setting_count = sizeof setting_table / sizeof *setting_table };

Value matplotlib_settings(Thread *thread) {
    MatplotlibState *state = matplotlib_state(thread);
    if (!state) return VALUE_ABSENT;
    if (value_is_absent(state->settings)) {
        Value module = import_module(thread, "matplotlib._settings");
        if (!value_is_absent(module)) state->settings = value_get_attribute_c(thread, module, "rcParams");
        value_release(module);
    }
    return state->settings;
}

Value matplotlib_setting(Thread *thread, const char *name) {
    Value settings = matplotlib_settings(thread);
    return value_is_dict(settings) ? dict_get_c(thread, value_dict(settings), name) : VALUE_ABSENT;
}

static bool word_is(Value value, const char *word) {
    return value_is_string(value) && string_equals_c(value_string(value), word);
}

static bool truth_of(Thread *thread, Value value, bool *flag) {
    int truth = value_truth(thread, value);
    *flag = truth == 1;
    return truth >= 0;
}

/* ---- by kinds ---- */

bool weight_is_bold(Thread *thread, Value value, bool *bold) {
    static const char *const words[] = {"semibold", "demibold", "demi", "bold", "heavy", "extra bold", "black"};
    int64_t weight = 400;
    *bold = false;
    if (value_is_string(value)) {
        for (size_t i = 0; i < sizeof words / sizeof *words; i++) *bold = *bold || word_is(value, words[i]);
        return true;
    }
    if (value_given(value) && !value_to_int64(thread, value, &weight)) return false;
    *bold = weight >= 600;
    return true;
}

static bool set_color(Thread *thread, Value value, Color *color, bool *own) {
    static const char *const words[] = {"auto", "inherit", "edge", "face", "None"};
    bool word = value_is_none(value);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) word = word || word_is(value, words[i]);
    if (word && own) return *own = false, true;
    if (!color_from_value(thread, value, color)) return false;
    if (own) *own = true;
    return true;
}

static bool set_dashes(Thread *thread, Value value, double *lengths, size_t *count) {
    Numbers numbers;
    if (!numbers_from_value(thread, value, &numbers)) return false;
    *count = numbers.count < dash_capacity ? numbers.count : dash_capacity;
    memcpy(lengths, numbers.values, *count * sizeof *lengths);
    numbers_release(&numbers);
    return true;
}

bool cap_from_value(Thread *thread, Value value, LineCap *cap) {
    Value text = value_is_string(value) ? value_retain(value) : value_str(thread, value);
    if (value_is_absent(text)) return false;
    const char *word = value_c_string(text);
    bool known = !strcasecmp(word, "butt") || !strcasecmp(word, "round") || !strcasecmp(word, "projecting");
    if (known) *cap = !strcasecmp(word, "butt") ? CAP_BUTT : !strcasecmp(word, "round") ? CAP_ROUND : CAP_PROJECTING;
    if (!known) raise_value_error(thread, "'%s' is not a valid CapStyle", word);
    value_release(text);
    return known;
}

bool join_from_value(Thread *thread, Value value, LineJoin *join) {
    Value text = value_is_string(value) ? value_retain(value) : value_str(thread, value);
    if (value_is_absent(text)) return false;
    const char *word = value_c_string(text);
    bool known = !strcasecmp(word, "miter") || !strcasecmp(word, "round") || !strcasecmp(word, "bevel");
    if (known) *join = !strcasecmp(word, "miter") ? JOIN_MITER : !strcasecmp(word, "round") ? JOIN_ROUND : JOIN_BEVEL;
    if (!known) raise_value_error(thread, "'%s' is not a valid JoinStyle", word);
    value_release(text);
    return known;
}

/* The sizes that are words follow the size of the font. */
static bool follow_font_size(Thread *thread, PlotSettings *settings) {
    for (size_t i = 0; i < setting_count; i++) {
        if (setting_table[i].kind != SETTING_SIZE) continue;
        Value value = matplotlib_setting(thread, setting_table[i].name);
        if (value_is_string(value) &&
            !text_size_from_value(thread, value, (double *)((char *)settings + setting_table[i].place)))
            return false;
    }
    return true;
}

static bool apply_row(Thread *thread, PlotSettings *settings, size_t index, Value value) {
    void *place = (char *)settings + setting_table[index].place;
    size_t other = setting_table[index].other;
    bool *own = other != NOWHERE ? (bool *)((char *)settings + other) : NULL, flag;
    int64_t number;
    MarkerKind marker;
    switch (setting_table[index].kind) {
    case SETTING_DOUBLE:
        return double_from_value(thread, value, place);
    case SETTING_OPTIONAL:
        if (value_is_none(value)) return *(double *)place = NAN, true;
        return double_from_value(thread, value, place);
    case SETTING_SIZE:
        return text_size_from_value(thread, value, place);
    case SETTING_INT:
        if (!value_to_int64(thread, value, &number)) return false;
        *(int *)place = (int)(number > INT16_MAX ? INT16_MAX : number < 0 ? 0 : number);
        return true;
    case SETTING_FLAG:
    case SETTING_UNFLAG:
        if (!truth_of(thread, value, &flag)) return false;
        *(bool *)place = flag == (setting_table[index].kind == SETTING_FLAG);
        return true;
    case SETTING_COLOR:
        return set_color(thread, value, place, own);
    case SETTING_WEIGHT:
        return weight_is_bold(thread, value, place);
    case SETTING_DASH:
        return dash_from_value(thread, value, place);
    case SETTING_DASHES:
        return set_dashes(thread, value, place, (size_t *)((char *)settings + other));
    case SETTING_CAP:
        return cap_from_value(thread, value, place);
    case SETTING_JOIN:
        return join_from_value(thread, value, place);
    case SETTING_MARKER:
        if (!marker_from_value(thread, value, &marker)) return false;
        *(int *)place = (int)marker;
        return true;
    }
    return true;
}

/* ---- the odd ones ---- */

typedef bool Apply(Thread *thread, PlotSettings *settings, Value value);

static bool apply_size(Thread *thread, PlotSettings *settings, Value value) {
    double size[2];
    if (!pair_from_value(thread, value, size)) return false;
    settings->figure_width = size[0];
    settings->figure_height = size[1];
    return true;
}

static bool apply_font_size(Thread *thread, PlotSettings *settings, Value value) {
    return double_from_value(thread, value, &settings->font_size) && follow_font_size(thread, settings);
}

static bool apply_family(Thread *thread, PlotSettings *settings, Value value) {
    (void)thread;
    Value word = value_is_list(value) && sequence_fast_count(value) ? sequence_fast_items(value)[0] : value;
    settings->family = family_from_words(value_is_string(word) ? value_c_string(word) : "sans-serif");
    return true;
}

static bool apply_style(Thread *thread, PlotSettings *settings, Value value) {
    (void)thread;
    settings->font_italic = word_is(value, "italic") || word_is(value, "oblique");
    return true;
}

/* axes.grid, axes.grid.axis and axes.grid.which together. */
static bool apply_grid(Thread *thread, PlotSettings *settings, Value value) {
    (void)value;
    Value which = matplotlib_setting(thread, "axes.grid.which"), axis = matplotlib_setting(thread, "axes.grid.axis");
    bool on = false;
    if (!truth_of(thread, matplotlib_setting(thread, "axes.grid"), &on)) return false;
    settings->grid_x = on && !word_is(axis, "y");
    settings->grid_y = on && !word_is(axis, "x");
    settings->grid_major = !word_is(which, "minor");
    settings->grid_minor = word_is(which, "minor") || word_is(which, "both");
    return true;
}

static bool apply_axis_below(Thread *thread, PlotSettings *settings, Value value) {
    bool below = false;
    if (word_is(value, "line")) return settings->axis_below = 0, true;
    if (!truth_of(thread, value, &below)) return false;
    settings->axis_below = below ? 1 : -1;
    return true;
}

static bool apply_limit_mode(Thread *thread, PlotSettings *settings, Value value) {
    (void)thread;
    settings->round_limits = word_is(value, "round_numbers");
    return true;
}

static bool apply_exponents(Thread *thread, PlotSettings *settings, Value value) {
    double pair[2];
    if (!pair_from_value(thread, value, pair)) return false;
    settings->low_exponent = (int)pair[0];
    settings->high_exponent = (int)pair[1];
    return true;
}

static bool apply_origin(Thread *thread, PlotSettings *settings, Value value) {
    (void)thread;
    settings->image_origin_lower = word_is(value, "lower");
    return true;
}

static bool apply_aspect(Thread *thread, PlotSettings *settings, Value value) {
    if (word_is(value, "auto") || word_is(value, "equal"))
        return settings->image_aspect = word_is(value, "auto") ? NAN : 1, true;
    return double_from_value(thread, value, &settings->image_aspect);
}

static bool apply_map(Thread *thread, PlotSettings *settings, Value value) {
    Colormap *map = colormap_from_value(thread, value);
    if (!map) return false;
    size_t length = strlen(map->name);
    if (length < sizeof settings->image_map) memcpy(settings->image_map, map->name, length + 1);
    return true;
}

static bool apply_interpolation(Thread *thread, PlotSettings *settings, Value value) {
    Interpolation interpolation;
    const char *word = value_is_string(value) ? value_c_string(value) : "auto";
    if (!interpolation_parse(word, &interpolation)) {
        raise_value_error(thread, "Key image.interpolation: '%s' is not a valid value", word);
        return false;
    }
    if (strlen(word) < sizeof settings->image_interpolation) strcpy(settings->image_interpolation, word);
    return true;
}

static bool apply_scatter_edge(Thread *thread, PlotSettings *settings, Value value) {
    return set_color(thread, value, &settings->scatter_edge, &settings->own_scatter_edge);
}

static bool apply_legend_place(Thread *thread, PlotSettings *settings, Value value) {
    LegendPlace place = LEGEND_BEST;
    int64_t code;
    if (value_is_string(value))
        legend_place_parse(value_c_string(value), &place);
    else if (value_is_int(value) && value_to_int64(thread, value, &code) && code >= 0 && code <= LEGEND_CENTER)
        place = (LegendPlace)code;
    settings->legend.place = place;
    return !exception_is_set(thread);
}

static bool apply_legend_label_color(Thread *thread, PlotSettings *settings, Value value) {
    LegendSettings *legend = &settings->legend;
    legend->label_by = LABEL_COLOR_PLAIN;
    legend->own_label_color = value_given(value) && !word_is(value, "None");
    return !legend->own_label_color || label_color_from_value(thread, value, &legend->label_color, &legend->label_by);
}

static bool apply_legend_title_size(Thread *thread, PlotSettings *settings, Value value) {
    settings->legend.own_title_size = value_given(value);
    return !value_given(value) || text_size_from_value(thread, value, &settings->legend.title_size);
}

static int direction_of(Value value) { return word_is(value, "in") ? -1 : word_is(value, "inout") ? 0 : 1; }

static bool apply_x_direction(Thread *thread, PlotSettings *settings, Value value) {
    (void)thread;
    settings->ticks[0].direction = direction_of(value);
    return true;
}

static bool apply_y_direction(Thread *thread, PlotSettings *settings, Value value) {
    (void)thread;
    settings->ticks[1].direction = direction_of(value);
    return true;
}

static bool apply_x_alignment(Thread *thread, PlotSettings *settings, Value value) {
    return alignment_from_value(thread, value, &settings->ticks[0].horizontal, NULL);
}

static bool apply_y_alignment(Thread *thread, PlotSettings *settings, Value value) {
    return alignment_from_value(thread, value, NULL, &settings->ticks[1].vertical);
}

static bool set_divisions(Thread *thread, int *divisions, Value value) {
    int64_t number = 0;
    if (!value_is_string(value) && !value_to_int64(thread, value, &number)) return false;
    *divisions = (int)(number < 1000 ? number : 1000);
    return true;
}

static bool apply_x_divisions(Thread *thread, PlotSettings *settings, Value value) {
    return set_divisions(thread, &settings->ticks[0].minor_divisions, value);
}

static bool apply_y_divisions(Thread *thread, PlotSettings *settings, Value value) {
    return set_divisions(thread, &settings->ticks[1].minor_divisions, value);
}

/* ---- property cycles ---- */

static bool read_property(Thread *thread, const char *key, Value value, PlotProperties *row) {
    MarkerKind marker;
    const struct {
        const char *name;
        unsigned bit;
        double *place;
    } numbers[] = {{"linewidth", PROP_WIDTH, &row->width},
                   {"markersize", PROP_MARKER_SIZE, &row->marker_size},
                   {"markeredgewidth", PROP_MARKER_EDGE_WIDTH, &row->marker_edge_width},
                   {"alpha", PROP_ALPHA, &row->alpha}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!strcmp(key, numbers[i].name))
            return row->given |= numbers[i].bit, double_from_value(thread, value, numbers[i].place);
    if (!strcmp(key, "color")) {
        row->given |= PROP_COLOR;
        if (value_is_string(value) && value_string(value)->length < sizeof row->color_text)
            memcpy(row->color_text, value_c_string(value), value_string(value)->length + 1);
        return color_from_value(thread, value, &row->color);
    }
    if (!strcmp(key, "linestyle")) return row->given |= PROP_DASH, dash_from_value(thread, value, &row->dash);
    if (!strcmp(key, "markerfacecolor"))
        return row->given |= PROP_MARKER_FACE, color_from_value(thread, value, &row->marker_face);
    if (!strcmp(key, "markeredgecolor"))
        return row->given |= PROP_MARKER_EDGE, color_from_value(thread, value, &row->marker_edge);
    if (!strcmp(key, "marker")) {
        if (!marker_from_value(thread, value, &marker)) return false;
        row->given |= PROP_MARKER;
        row->marker = (int)marker;
    }
    return true;
}

PropCycle *cycle_from_value(Thread *thread, Value cycler) {
    Value rows = list_from_iterable(thread, cycler), key, value;
    if (value_is_absent(rows)) return NULL;
    size_t count = value_list(rows)->count;
    PropCycle *cycle = prop_cycle_create(count);
    bool done = cycle || (raise_no_memory(thread), false);
    for (size_t i = 0; done && i < count; i++) {
        Value row = value_list(rows)->items[i];
        for (size_t at = 0; done && value_is_dict(row) && dict_next(value_dict(row), &at, &key, &value);)
            done = read_property(thread, value_is_string(key) ? value_c_string(key) : "", value, &cycle->rows[i]);
        cycle->given |= cycle->rows[i].given;
    }
    value_release(rows);
    if (done) return cycle;
    prop_cycle_release(cycle);
    return NULL;
}

static bool apply_cycle(Thread *thread, PlotSettings *settings, Value value) {
    PropCycle *cycle = cycle_from_value(thread, value);
    if (!cycle) return false;
    prop_cycle_release(settings->cycle);
    settings->cycle = cycle;
    /* What is named by its place in the cycle follows it. */
    static const char *const named[] = {"patch.facecolor", "lines.color"};
    for (size_t k = 0; k < 2; k++) {
        Value color = matplotlib_setting(thread, named[k]);
        for (size_t i = 0; value_is_string(color) && value_c_string(color)[0] == 'C' && i < setting_count; i++)
            if (!strcmp(setting_table[i].name, named[k]) && !apply_row(thread, settings, i, color)) return false;
    }
    return true;
}

static const struct {
    const char *name;
    Apply *apply;
} odd_settings[] = {
    {"axes.autolimit_mode", apply_limit_mode},
    {"axes.axisbelow", apply_axis_below},
    {"axes.formatter.limits", apply_exponents},
    {"axes.grid", apply_grid},
    {"axes.grid.axis", apply_grid},
    {"axes.grid.which", apply_grid},
    {"axes.prop_cycle", apply_cycle},
    {"figure.figsize", apply_size},
    {"font.family", apply_family},
    {"font.size", apply_font_size},
    {"font.style", apply_style},
    {"image.aspect", apply_aspect},
    {"image.cmap", apply_map},
    {"image.interpolation", apply_interpolation},
    {"image.origin", apply_origin},
    {"legend.labelcolor", apply_legend_label_color},
    {"legend.loc", apply_legend_place},
    {"legend.title_fontsize", apply_legend_title_size},
    {"scatter.edgecolors", apply_scatter_edge},
    {"xtick.alignment", apply_x_alignment},
    {"xtick.direction", apply_x_direction},
    {"xtick.minor.ndivs", apply_x_divisions},
    {"ytick.alignment", apply_y_alignment},
    {"ytick.direction", apply_y_direction},
    {"ytick.minor.ndivs", apply_y_divisions},
};

NATIVE(live_apply) {
    (void)native;
    MatplotlibState *state = matplotlib_state(thread);
    if (!state) return VALUE_ABSENT;
    if (!value_is_string(arguments[0])) return raise_type_error(thread, "the name of a setting is a str");
    PlotSettings *settings = &state->plot->settings;
    const char *name = value_c_string(arguments[0]);
    for (size_t i = 0; i < sizeof odd_settings / sizeof *odd_settings; i++)
        if (!strcmp(name, odd_settings[i].name))
            return odd_settings[i].apply(thread, settings, arguments[1]) ? VALUE_NONE : VALUE_ABSENT;
    for (size_t i = 0; i < setting_count; i++)
        if (!strcmp(name, setting_table[i].name))
            return apply_row(thread, settings, i, arguments[1]) ? VALUE_NONE : VALUE_ABSENT;
    return VALUE_NONE; /* of no consequence for pictures here */
}

static const NativeEntry live_functions[] = {
    {"apply", "(key, value)", "Let a setting take effect.", live_apply, NULL, 0},
    {0},
};

const ModuleEntry matplotlib_live_module = {
    .name = "matplotlib._live", .documentation = "Settings that reach the plot room.", .functions = live_functions};
