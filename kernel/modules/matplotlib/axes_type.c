/* Axes, and the parts of them that have objects of their own: axis, spines, legend, colour bar, transforms. */
#include "kernel/modules/matplotlib/arrows.h"
#include "kernel/modules/matplotlib/holders.h"
#include "kernel/modules/matplotlib/polar_type.h"
#include "kernel/modules/matplotlib/settings.h"

#include "kernel/plot/artist.h"

#include <math.h>
#include <string.h>

bool value_is_axes(Value value) { return value_has_type(value, &axes_type_template); }

/* ---- asking ---- */

static Value double_pair_of_view(Thread *thread, PlotAxes *axes, const AxisView *view) {
    axes_autoscale(axes);
    return value_from_double_pair(thread, view->low, view->high);
}

NATIVE(axes_get_xlim) {
    (void)native;
    return double_pair_of_view(thread, value_axes(arguments[0]), value_axes(arguments[0])->x.view);
}

NATIVE(axes_get_ylim) {
    (void)native;
    return double_pair_of_view(thread, value_axes(arguments[0]), value_axes(arguments[0])->y.view);
}

NATIVE(axes_get_string) {
    const PlotAxes *axes = value_axes(arguments[0]);
    const char *which = native->entry->data;
    const char *found = !strcmp(which, "title")    ? axes->title->string
                        : !strcmp(which, "xlabel") ? axes->x.label->string
                        : !strcmp(which, "ylabel") ? axes->y.label->string
                        : !strcmp(which, "xscale") ? scale_name(&axes->x.view->scale)
                        : !strcmp(which, "yscale") ? scale_name(&axes->y.view->scale)
                                                   : axes->label;
    return string_from_c(thread, found ? found : "");
}

NATIVE(axes_get_ticks) {
    Ticks ticks = {0};
    Error error = ERROR_NONE;
    const char *which = native->entry->data;
    bool minor = value_given(arguments[1]) && value_truth(thread, arguments[1]) == 1, of_x = which[0] == 'x';
    if (!axes_ticks(value_axes(arguments[0]), of_x, minor, &ticks, &error))
        return raise_plot_error(thread, &error);
    if (which[1] == 't') {
        Value positions = value_from_doubles(thread, ticks.positions, ticks.count);
        ticks_release(&ticks);
        return positions;
    }
    const TickStyle *style = of_x ? &value_axes(arguments[0])->x.major : &value_axes(arguments[0])->y.major;
    if (!style->label_near && !style->label_far) {
        ticks_release(&ticks);
        return list_new(thread);
    }
    Value list = list_new(thread);
    bool done = !value_is_absent(list);
    for (size_t i = 0; done && i < ticks.count; i++) {
        PlotText *text =
            axes_add_text(value_axes(arguments[0]), of_x ? ticks.positions[i] : 0,
                          of_x ? 0 : ticks.positions[i], ticks.labels[i] ? ticks.labels[i] : "", &error);
        if (text) {
            text->artist.removed = true; /* stands for the label, is not drawn itself */
            text->ticks = of_x ? &value_axes(arguments[0])->x : &value_axes(arguments[0])->y;
            text->style.font.size = style->label_size;
            text->style.color = style->label_color;
            text->style.rotation = style->label_rotation;
        }
        done = text && list_append_owned(thread, value_list(list), value_from_artist(thread, text));
    }
    ticks_release(&ticks);
    if (error_is_set(&error)) raise_plot_error(thread, &error);
    if (!done) {
        value_release(list);
        return VALUE_ABSENT;
    }
    return list;
}

NATIVE(axes_get_position) {
    (void)native;
    PlotAxes *axes = value_axes(arguments[0]);
    bool original = value_given(arguments[1]) && value_truth(thread, arguments[1]) == 1;
    return value_from_box(thread, original ? placement_box(axes->figure, &axes->placement) : axes_position(axes));
}

NATIVE(axes_set_position) {
    (void)native;
    Numbers box;
    Value bounds = value_find_attribute_c(thread, arguments[1], "bounds"); /* a Bbox */
    if (exception_is_set(thread)) return VALUE_ABSENT;
    bool read = numbers_from_value(thread, value_is_absent(bounds) ? arguments[1] : bounds, &box);
    value_release(bounds);
    if (!read) return VALUE_ABSENT;
    bool four = box.count == 4;
    if (four)
        value_axes(arguments[0])->placement =
            (Placement){.box = {box.values[0], box.values[1], box.values[0] + box.values[2],
                                box.values[1] + box.values[3]}};
    numbers_release(&box);
    return four ? VALUE_NONE : raise_value_error(thread, "a position is [left, bottom, width, height]");
}

NATIVE(axes_get_subplot_spec) {
    (void)native;
    return axes_subplot_spec(thread, value_axes(arguments[0]));
}

NATIVE(axes_get_gridspec) {
    (void)native;
    Value spec = axes_subplot_spec(thread, value_axes(arguments[0]));
    if (!value_is_object(spec)) return spec;
    Value grid = value_call_method(thread, spec, "get_gridspec", NULL, 0);
    value_release(spec);
    return grid;
}

NATIVE(axes_set_subplot_spec) {
    (void)native;
    PlotAxes *axes = value_axes(arguments[0]);
    Error error = ERROR_NONE;
    if (!value_has_type(arguments[1], &subplot_spec_type_template))
        return raise_type_error(thread, "subplotspec must be an instance of matplotlib.gridspec.SubplotSpec, not a %s",
                                value_type_name(thread, arguments[1]));
    Placement cells = placement_of_spec(arguments[1]);
    if (!figure_keep_grid(axes->figure, cells.grid, &error)) return raise_plot_error(thread, &error);
    axes->placement = cells;
    return VALUE_NONE;
}

NATIVE(axes_get_aspect) {
    (void)native;
    double aspect = value_axes(arguments[0])->polar ? 1 : value_axes(arguments[0])->aspect;
    return isnan(aspect) ? string_from_c(thread, "auto") : value_from_float(aspect);
}

NATIVE(axes_get_figure) {
    (void)native;
    return value_from_figure(thread, value_axes(arguments[0])->figure);
}

/* ---- setting ---- */

NATIVE(axes_set_flag) {
    (void)thread;
    PlotAxes *axes = value_axes(arguments[0]);
    const char *which = native->entry->data;
    if (!strcmp(which, "off"))
        axes->axis_off = true;
    else if (!strcmp(which, "on"))
        axes->axis_off = false;
    return VALUE_NONE;
}

NATIVE(axes_set_value) {
    PlotAxes *axes = value_axes(arguments[0]);
    const char *which = native->entry->data;
    Value value = arguments[1];
    if (!strcmp(which, "facecolor"))
        return color_from_value(thread, value, &axes->face) ? VALUE_NONE : VALUE_ABSENT;
    if (!strcmp(which, "zorder"))
        return double_from_value(thread, value, &axes->zorder) ? VALUE_NONE : VALUE_ABSENT;
    if (!strcmp(which, "xmargin") || !strcmp(which, "ymargin"))
        return double_from_value(thread, value, which[0] == 'x' ? &axes->margin_x : &axes->margin_y)
                   ? VALUE_NONE
                   : VALUE_ABSENT;
    if (!strcmp(which, "label"))
        return set_label_string(thread, &axes->label, value) ? VALUE_NONE : VALUE_ABSENT;
    if (!strcmp(which, "axisbelow")) {
        axes->axis_below = value_is_string(value) ? 0 : value_truth(thread, value) == 1 ? 1 : -1;
        return VALUE_NONE;
    }
    if (!strcmp(which, "adjustable")) {
        axes->adjust_limits = value_is_string(value) && string_equals_c(value_string(value), "datalim");
        return VALUE_NONE;
    }
    if (!strcmp(which, "anchor")) {
        const char *word = value_is_string(value) ? value_c_string(value) : "C";
        axes->anchor_x = strchr(word, 'W') ? 0 : strchr(word, 'E') ? 1 : 0.5;
        axes->anchor_y = strchr(word, 'S') ? 0 : strchr(word, 'N') ? 1 : 0.5;
        return VALUE_NONE;
    }
    int truth = value_truth(thread, value);
    if (!strcmp(which, "visible"))
        axes->hidden = truth == 0;
    else if (!strcmp(which, "frame_on"))
        axes->frame_hidden = truth == 0;
    else if (!strcmp(which, "autoscale_on"))
        axes->x.view->fixed = axes->y.view->fixed = truth == 0;
    return truth >= 0 ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(axes_set_prop_cycle) {
    (void)native;
    PlotAxes *axes = value_axes(arguments[0]);
    Tuple *given = value_tuple(arguments[1]);
    PropCycle *cycle = NULL;
    if (given->count == 1 && value_is_none(given->items[0]) && !dict_count(value_dict(arguments[2]))) {
        cycle = prop_cycle_retain(axes->figure->context->settings.cycle);
    } else {
        Value module = import_module(thread, "matplotlib.rcsetup");
        Value make = value_is_absent(module) ? module : value_get_attribute_c(thread, module, "cycler");
        Value cycler = value_is_absent(make)
                           ? make
                           : value_call_unpacked(thread, make, given, value_dict(arguments[2]));
        if (!value_is_absent(cycler)) cycle = cycle_from_value(thread, cycler);
        value_release(module);
        value_release(make);
        value_release(cycler);
        if (!cycle) return VALUE_ABSENT;
    }
    prop_cycle_release(axes->cycle);
    axes->cycle = cycle;
    axes->cycle_lines = axes->cycle_patches = 0;
    return VALUE_NONE;
}

NATIVE(axes_set_many) {
    (void)native;
    return axes_set_properties(thread, value_axes(arguments[0]), arguments[1]) ? list_new(thread)
                                                                               : VALUE_ABSENT;
}

NATIVE(axes_remove_method) {
    NATIVE_UNUSED;
    axes_remove(value_axes(arguments[0]));
    return VALUE_NONE;
}

NATIVE(axes_relim) {
    NATIVE_UNUSED;
    axes_relimit(value_axes(arguments[0]));
    return VALUE_NONE;
}

NATIVE(axes_autoscale_view) {
    NATIVE_UNUSED;
    AxisView *views[2] = {value_axes(arguments[0])->x.view, value_axes(arguments[0])->y.view};
    for (int i = 0; i < 2; i++)
        if (!value_given(arguments[2 + i]) || value_truth(thread, arguments[2 + i]) == 1) views[i]->asked = true;
    axes_autoscale(value_axes(arguments[0]));
    return VALUE_NONE;
}

NATIVE(axes_label_outer) {
    NATIVE_UNUSED;
    PlotAxes *axes = value_axes(arguments[0]);
    const Placement *place = &axes->placement;
    if (!place->grid) return VALUE_NONE;
    Error error = ERROR_NONE;
    if (place->last_row + 1 < place->grid->rows) {
        axes->x.major.label_near = axes->x.minor.label_near = false;
        plot_set_string(&axes->x.label->string, "", &error);
    }
    if (place->column) {
        axes->y.major.label_near = axes->y.minor.label_near = false;
        plot_set_string(&axes->y.label->string, "", &error);
    }
    error_clear(&error);
    return VALUE_NONE;
}

NATIVE(axes_share) {
    PlotAxes *axes = value_axes(arguments[0]);
    if (!value_is_axes(arguments[1]))
        return raise_type_error(thread, "other must be an instance of matplotlib.axes._base._AxesBase");
    axes_share_view(axes, native->entry->data != NULL, value_axes(arguments[1]));
    return VALUE_NONE;
}

/* add_patch, add_line, add_artist, add_collection: only the last asks for limits that show what came, and what
 * add_artist brings never counts for them. */
NATIVE(axes_add_made) {
    bool artist = !strcmp(native->entry->name, "add_artist"), quiet = strcmp(native->entry->name, "add_collection");
    bool apart = artist || (!quiet && value_given(arguments[2]) && value_truth(thread, arguments[2]) == 0);
    Error error = ERROR_NONE;
    if (!value_has_type(arguments[1], &artist_type_template))
        return raise_type_error(thread, "'%s' is not an artist", value_type_name(thread, arguments[1]));
    ArtistObject *object = (ArtistObject *)arguments[1].object;
    PlotAxes *axes = value_axes(arguments[0]);
    if (object->artist->figure) {
        if (object->artist->axes != axes)
            return raise_value_error(
                thread, "Can not reset the Axes. You are probably trying to reuse an artist in more than one "
                        "Axes which is not supported");
        object->artist->removed = false;
        if (object->artist->unlisted && !figure_list_artist(object->artist, &error)) return raise_plot_error(thread, &error);
        return value_retain(arguments[1]);
    }
    if (!figure_adopt_artist(axes->figure, axes, object->artist, &error))
        return raise_plot_error(thread, &error);
    object->figure = figure_retain(axes->figure);
    if (object->artist->kind == ARTIST_PATCH && ((PlotPatch *)object->artist)->arrow &&
        !arrow_own_patches(thread, (PlotPatch *)object->artist))
        return VALUE_ABSENT;
    object->artist->quiet = quiet || apart;
    object->artist->apart = apart;
    if (apart) object->artist->limits = (DataLimits){INFINITY, INFINITY, -INFINITY, -INFINITY, INFINITY, INFINITY};
    return value_retain(arguments[1]);
}

NATIVE(axes_inset) {
    (void)native;
    Numbers box;
    Error error = ERROR_NONE;
    PlotAxes *axes = value_axes(arguments[0]);
    if (!numbers_from_value(thread, arguments[1], &box)) return VALUE_ABSENT;
    PlotAxes *inset = NULL;
    if (box.count == 4) {
        const double *b = box.values;
        inset = figure_add_axes(axes->figure,
                                (Placement){.box = {b[0], b[1], b[0] + b[2], b[1] + b[3]}, .inside = axes},
                                NULL, NULL, &error);
        axes->figure->current = axes;
    }
    numbers_release(&box);
    if (error_is_set(&error)) return raise_plot_error(thread, &error);
    if (!inset) return raise_value_error(thread, "bounds are [x0, y0, width, height]");
    inset->zorder = 5;
    return value_from_axes(thread, inset);
}

NATIVE(axes_get_handles) {
    (void)native;
    const PlotAxes *axes = value_axes(arguments[0]);
    Value handles = list_new(thread), labels = list_new(thread), result = VALUE_ABSENT;
    bool done = !value_is_absent(handles) && !value_is_absent(labels);
    for (size_t k = 0; done && k < 2 * axes->artist_count; k++) { /* parts of bars and the like come last */
        PlotArtist *artist = axes->artists[k % axes->artist_count];
        if (artist->removed || !artist->label || !*artist->label || artist->label[0] == '_' ||
            artist->kind == ARTIST_TEXT || artist->contained != (k >= axes->artist_count))
            continue;
        done = list_append_owned(thread, value_list(handles), value_from_artist(thread, artist)) &&
               list_append_owned(thread, value_list(labels), string_from_c(thread, artist->label));
    }
    const Value pair[2] = {handles, labels};
    if (done) result = tuple_from_values(thread, pair, 2);
    value_release(handles);
    value_release(labels);
    return result;
}

static Value part_of(Thread *thread, Value self, const Type *type_template, int part) {
    return value_from_part(thread, type_template, value_axes(self), NULL, part);
}

NATIVE(axes_get_axis) {
    return part_of(thread, arguments[0], &axis_type_template, native->entry->data != NULL);
}

NATIVE(axes_get_legend) {
    (void)native;
    return value_axes(arguments[0])->legend ? part_of(thread, arguments[0], &legend_type_template, 0)
                                            : VALUE_NONE;
}

NATIVE(axes_get_transform) {
    return part_of(thread, arguments[0], &transform_type_template,
                   native->entry->data ? COORDINATES_X_AXIS : COORDINATES_Y_AXIS);
}

/* ---- properties ---- */

static Value artists_of_kinds(Thread *thread, Value self, unsigned kinds) {
    const PlotAxes *axes = value_axes(self);
    Value list = list_new(thread);
    for (size_t i = 0; i < axes->artist_count && !value_is_absent(list); i++) {
        PlotArtist *artist = axes->artists[i];
        if (artist->removed || !(kinds >> artist->kind & 1)) continue;
        if (!list_append_owned(thread, value_list(list), value_from_artist(thread, artist))) {
            value_release(list);
            return VALUE_ABSENT;
        }
    }
    return list;
}

#define KINDS_PROPERTY(name, kinds)                                                                            \
    static Value axes_##name(Thread *thread, Value self) { return artists_of_kinds(thread, self, kinds); }
KINDS_PROPERTY(lines, 1u << ARTIST_LINE)
KINDS_PROPERTY(patches, 1u << ARTIST_PATCH)
KINDS_PROPERTY(images, 1u << ARTIST_IMAGE)
KINDS_PROPERTY(texts, 1u << ARTIST_TEXT)
KINDS_PROPERTY(collections, 1u << ARTIST_POINTS | 1u << ARTIST_PATHS | 1u << ARTIST_MESH | 1u << ARTIST_QUIVER)
KINDS_PROPERTY(children, ~0u)

NATIVE(axes_get_lines) {
    (void)native;
    return axes_lines(thread, arguments[0]);
}

NATIVE(axes_get_images) {
    (void)native;
    return axes_images(thread, arguments[0]);
}

NATIVE(axes_get_children) {
    (void)native;
    return axes_children(thread, arguments[0]);
}

static Value axes_figure(Thread *thread, Value self) {
    return value_from_figure(thread, value_axes(self)->figure);
}

static Value axes_title(Thread *thread, Value self) {
    return value_from_artist(thread, value_axes(self)->title);
}

static Value axes_xaxis(Thread *thread, Value self) { return part_of(thread, self, &axis_type_template, 1); }

static Value axes_yaxis(Thread *thread, Value self) { return part_of(thread, self, &axis_type_template, 0); }

static Value axes_spines(Thread *thread, Value self) {
    return part_of(thread, self, &spines_type_template, -1);
}

static Value axes_trans_axes(Thread *thread, Value self) {
    return part_of(thread, self, &transform_type_template, COORDINATES_AXES);
}

static Value axes_trans_data(Thread *thread, Value self) {
    return part_of(thread, self, &transform_type_template, COORDINATES_DATA);
}

static Value axes_legend_property(Thread *thread, Value self) {
    return value_axes(self)->legend ? part_of(thread, self, &legend_type_template, 0) : VALUE_NONE;
}

static Value axes_itself(Thread *thread, Value self) {
    (void)thread;
    return value_retain(self);
}

static Value axes_patch(Thread *thread, Value self) {
    return part_of(thread, self, &spine_type_template,
                   4); /* the background: set_facecolor, set_alpha, set_visible */
}

Value axes_repr(Thread *thread, Value self) {
    const PlotAxes *axes = value_axes(self);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    const struct {
        const char *name, *value, *open, *close;
    } parts[] = {{"label=", axes->label, "", ""},
                 {"title=", axes->title->string, "{'center': ", "}"},
                 {"xlabel=", axes->x.label->string, "", ""},
                 {"ylabel=", axes->y.label->string, "", ""}};
    text_append(&text, axes->polar ? "<PolarAxes: " : "<Axes: ");
    bool any = false;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (!parts[i].value || !*parts[i].value) continue;
        text_append(&text, any ? ", " : "");
        text_append(&text, parts[i].name);
        text_append(&text, parts[i].open);
        string_append_repr(&text, parts[i].value, strlen(parts[i].value), false);
        text_append(&text, parts[i].close);
        any = true;
    }
    text_append(&text, ">");
    return string_from_text_buffer(thread, &text);
}

Value axes_str(Thread *thread, Value self) {
    PlotAxes *axes = value_axes(self);
    Box box = axes_position(axes);
    return string_format(thread, "%s(%g,%g;%gx%g)", axes->polar ? "PolarAxes" : "Axes", box.x0, box.y0, box_width(box), box_height(box));
}

#define VALUE_SETTER(name)                                                                                     \
    { "set_" name, "($self, value)", "Set " name ".", axes_set_value, name, 0 }
#define STRING_GETTER(name)                                                                                    \
    { "get_" name, "($self)", "Get " name ".", axes_get_string, name, 0 }

static const NativeEntry axes_methods[] = {
    {"get_xlim", "($self)", "The lowest and the highest x that are shown.", axes_get_xlim, NULL, 0},
    {"get_ylim", "($self)", "The lowest and the highest y that are shown.", axes_get_ylim, NULL, 0},
    {"get_xbound", "($self)", "The lowest and the highest x that are shown.", axes_get_xlim, NULL, 0},
    {"get_ybound", "($self)", "The lowest and the highest y that are shown.", axes_get_ylim, NULL, 0},
    STRING_GETTER("title"),
    STRING_GETTER("xlabel"),
    STRING_GETTER("ylabel"),
    STRING_GETTER("label"),
    STRING_GETTER("xscale"),
    STRING_GETTER("yscale"),
    {"get_xticks", "($self, minor=False)", "Return the x-axis' tick locations in data coordinates.",
     axes_get_ticks, "xt", 0},
    {"get_yticks", "($self, minor=False)", "Return the y-axis' tick locations in data coordinates.",
     axes_get_ticks, "yt", 0},
    {"get_xticklabels", "($self, minor=False, which=None)", "Get the x-axis' tick labels.", axes_get_ticks,
     "xl", 0},
    {"get_yticklabels", "($self, minor=False, which=None)", "Get the y-axis' tick labels.", axes_get_ticks,
     "yl", 0},
    {"get_position", "($self, original=False)", "Left, bottom, width, height within the figure.",
     axes_get_position, NULL, 0},
    {"set_position", "($self, pos, which='both')", "Set the Axes position.", axes_set_position, NULL, 0},
    {"get_subplotspec", "($self)", "The cells that the Axes are in, or None.", axes_get_subplot_spec, NULL, 0},
    {"set_subplotspec", "($self, subplotspec)", "Place the Axes in these cells.", axes_set_subplot_spec, NULL, 0},
    {"get_gridspec", "($self)", "The grid that the Axes are in, or None.", axes_get_gridspec, NULL, 0},
    {"get_aspect", "($self)", "Return the aspect ratio.", axes_get_aspect, NULL, 0},
    {"get_figure", "($self, root=None)", "Return the figure.", axes_get_figure, NULL, 0},
    {"set_axis_off", "($self)", "Show no ticks, labels, frame or background.", axes_set_flag, "off", 0},
    {"set_axis_on", "($self)", "Show ticks, labels, frame and background again.", axes_set_flag, "on",
     0},
    VALUE_SETTER("facecolor"),
    VALUE_SETTER("zorder"),
    VALUE_SETTER("xmargin"),
    VALUE_SETTER("ymargin"),
    VALUE_SETTER("label"),
    VALUE_SETTER("axisbelow"),
    VALUE_SETTER("adjustable"),
    VALUE_SETTER("anchor"),
    VALUE_SETTER("visible"),
    VALUE_SETTER("frame_on"),
    VALUE_SETTER("autoscale_on"),
    {"set_prop_cycle", "($self, *args, **kwargs)", "Which colours and styles new lines take in turn.", axes_set_prop_cycle,
     NULL, 0},
    {"set", "($self, **kwargs)", "Set several properties at once.", axes_set_many, NULL, 0},
    {"remove", "($self)", "Remove the Axes from the figure.", axes_remove_method, NULL, 0},
    {"relim", "($self, visible_only=False)", "Look again how far what is drawn reaches.", axes_relim,
     NULL, 0},
    {"autoscale_view", "($self, tight=None, scalex=True, scaley=True)",
     "Set the limits so that all data are seen, where they may follow.", axes_autoscale_view, NULL, 0},
    {"label_outer", "($self)", "Drop labels and tick labels that face another plot of the grid.", axes_label_outer, NULL, 0},
    {"sharex", "($self, other)", "Have the same limits of x as other axes, from now on.", axes_share, "x", 0},
    {"sharey", "($self, other)", "Have the same limits of y as other axes, from now on.", axes_share, NULL, 0},
    {"add_patch", "($self, p)", "Have these axes draw a shape, which is given back.", axes_add_made, NULL, 0},
    {"add_line", "($self, line)", "Have these axes draw a line that was made before; it is given back.", axes_add_made, NULL, 0},
    {"add_artist", "($self, a)", "Have these axes draw something more, which is given back.", axes_add_made, NULL, 0},
    {"add_collection", "($self, collection, autolim=True)",
     "Have these axes draw a collection, which is given back.", axes_add_made, NULL, 0},
    {"inset_axes", "($self, bounds, **kwargs)", "Make smaller axes inside of these.", axes_inset,
     NULL, 0},
    {"get_legend_handles_labels", "($self, legend_handler_map=None)", "What a legend would show: the artists that have a label, and the labels.",
     axes_get_handles, NULL, 0},
    {"get_xaxis", "($self)", "Return the x-axis.", axes_get_axis, "x", 0},
    {"get_yaxis", "($self)", "Return the y-axis.", axes_get_axis, NULL, 0},
    {"get_xaxis_transform", "($self)", "x in data, y in fractions of the Axes.", axes_get_transform, "x", 0},
    {"get_yaxis_transform", "($self)", "x in fractions of the Axes, y in data.", axes_get_transform, NULL, 0},
    {"get_legend", "($self)", "The legend, if there is one.", axes_get_legend, NULL, 0},
    {"get_lines", "($self)", "The lines, in the order in which they were drawn.", axes_get_lines, NULL, 0},
    {"get_images", "($self)", "Return a list of images contained by the Axes.", axes_get_images, NULL, 0},
    {"get_children", "($self)", "Return a list of the artists of the Axes.", axes_get_children, NULL, 0},
    {0},
};

static Value axes_data_limits(Thread *thread, Value self) {
    return value_call_method(thread, self, "_get_data_limits", NULL, 0);
}

static Value axes_view_limits(Thread *thread, Value self) {
    return value_call_method(thread, self, "_get_view_limits", NULL, 0);
}

static Value axes_is_axis_on(Thread *thread, Value self) {
    (void)thread;
    return value_from_bool(!value_axes(self)->axis_off);
}

static Value axes_projection(Thread *thread, Value self) {
    return string_from_c(thread, value_axes(self)->polar ? "polar" : "rectilinear");
}

static const PropertyEntry axes_properties[] = {
    {"dataLim", axes_data_limits, NULL, "The box round the data."},
    {"viewLim", axes_view_limits, NULL, "The box of the limits."},
    {"axison", axes_is_axis_on, NULL, "Whether the axes are drawn."},
    {"name", axes_projection, NULL, "The projection."},
    {"lines", axes_lines, NULL, "The lines."},
    {"patches", axes_patches, NULL, "The patches."},
    {"images", axes_images, NULL, "The images."},
    {"texts", axes_texts, NULL, "The texts."},
    {"collections", axes_collections, NULL, "The collections."},
    {"figure", axes_figure, NULL, "The figure."},
    {"title", axes_title, NULL, "The title."},
    {"xaxis", axes_xaxis, NULL, "The x-axis."},
    {"yaxis", axes_yaxis, NULL, "The y-axis."},
    {"spines", axes_spines, NULL, "The lines round the data area."},
    {"transAxes", axes_trans_axes, NULL, "Fractions of the Axes."},
    {"transData", axes_trans_data, NULL, "Data coordinates."},
    {"legend_", axes_legend_property, NULL, "The legend, or None."},
    {"axes", axes_itself, NULL, "The Axes."},
    {"patch", axes_patch, NULL, "The background."},
    {0},
};

bool axes_hash(Thread *thread, Value self, int64_t *hash) {
    (void)thread;
    *hash = (int64_t)((uintptr_t)self.object >> 4);
    return true;
}

const Type axes_type_template = {
    .name = "matplotlib.axes._axes.Axes",
    .documentation = "One plot of a figure: its two axes and what is drawn between them.",
    .flags = TYPE_COLLECTED | TYPE_BASE | TYPE_NO_CREATE,
    .instance_size = sizeof(AxesObject),
    .attributes_offset = offsetof(AxesObject, attributes),
    .weak_offset = offsetof(AxesObject, weak),
    .destroy = axes_object_destroy,
    .repr = axes_repr,
    .str = axes_str,
    .hash = axes_hash,
    .methods = axes_methods,
    .properties = axes_properties,
};

/* ---- an axis ---- */

static PartObject *part(Value value) { return (PartObject *)value.object; }

static PlotAxis *axis_of(Value self) {
    PlotAxes *axes = part(self)->axes;
    return part(self)->part ? &axes->x : &axes->y;
}

NATIVE(axis_set_locator) {
    bool minor = native->entry->data != NULL;
    AxisView *view = axis_of(arguments[0])->view;
    Locator *place = minor ? &view->minor : &view->major;
    Error error = ERROR_NONE;
    if (!value_has_type(arguments[1], &locator_type_template))
        return raise_type_error(thread, "locator must be an instance of matplotlib.ticker.Locator, not a %s",
                                value_type_name(thread, arguments[1]));
    const Locator *locator = &((LocatorObject *)arguments[1].object)->locator;
    if (locator->kind == LOCATOR_FIXED)
        return axis_set_ticks(place, locator->positions, locator->count, &error)
                   ? VALUE_NONE
                   : raise_plot_error(thread, &error);
    locator_release(place);
    *place = *locator;
    return VALUE_NONE;
}

typedef struct FormatterOwner {
    Thread *thread;
    Value function;
} FormatterOwner;

static char *call_formatter(void *owner, double value, size_t position) {
    FormatterOwner *call = owner;
    Value number = scalar_from_double(call->thread, value), result = VALUE_ABSENT;
    if (value_is_string(call->function)) { /* "{x:.2f}" */
        Value names = dict_new(call->thread);
        if (!value_is_absent(names) && dict_set_c(call->thread, value_dict(names), "x", number) &&
            dict_set_c(call->thread, value_dict(names), "pos", value_from_int((int64_t)position)))
            result = string_format_call(call->thread, value_string(call->function), NULL, names);
        value_release(names);
    } else {
        result = value_call_two(call->thread, call->function, number, value_from_int((int64_t)position));
    }
    value_release(number);
    char *label = value_is_absent(result) ? NULL : label_from_value(call->thread, result);
    if (!label && exception_is_set(call->thread)) exception_report_unraisable(call->thread, call->function);
    value_release(result);
    return label;
}

static void release_formatter_owner(void *owner) {
    FormatterOwner *call = owner;
    value_release(call->function);
    memory_release(call);
}

static bool install_formatter(Thread *thread, Formatter *place, Value value) {
    Error error = ERROR_NONE;
    if (value_has_type(value, &formatter_type_template)) {
        const FormatterObject *object = (const FormatterObject *)value.object;
        const Formatter *formatter = &object->formatter;
        if (formatter->kind == FORMATTER_FIXED)
            return axis_set_labels(place, (const char *const *)formatter->labels, formatter->count, &error) ||
                   !value_is_absent(raise_plot_error(thread, &error));
        if (formatter->kind != FORMATTER_FUNCTION) {
            char *format = formatter->format ? memory_copy_string(formatter->format) : NULL;
            formatter_release(place);
            *place = *formatter;
            place->format = format;
            place->release_owner = NULL;
            return true;
        }
        value = object->function;
    } else if (!value_is_string(value) && !value_is_callable(thread->interpreter, value)) {
        raise_type_error(thread, "formatter must be an instance of matplotlib.ticker.Formatter");
        return false;
    }
    FormatterOwner *owner = memory_allocate(sizeof *owner);
    if (!owner) return raise_no_memory(thread), false;
    *owner = (FormatterOwner){thread, value_retain(value)};
    formatter_release(place);
    *place = (Formatter){.kind = FORMATTER_FUNCTION,
                         .function = call_formatter,
                         .owner = owner,
                         .release_owner = release_formatter_owner};
    return true;
}

NATIVE(axis_set_formatter) {
    AxisView *view = axis_of(arguments[0])->view;
    return install_formatter(thread, native->entry->data ? &view->minor_format : &view->major_format,
                             arguments[1])
               ? VALUE_NONE
               : VALUE_ABSENT;
}

static void place_ticks(PlotAxis *axis, bool near, bool far) {
    TickStyle *styles[2] = {&axis->major, &axis->minor};
    for (int i = 0; i < 2; i++) {
        styles[i]->near = styles[i]->label_near = near;
        styles[i]->far = styles[i]->label_far = far;
    }
}

NATIVE(axis_set_ticks_position) {
    (void)thread;
    PlotAxis *axis = axis_of(arguments[0]);
    const char *word = native->entry->data             ? native->entry->data
                       : value_is_string(arguments[1]) ? value_c_string(arguments[1])
                                                       : "default";
    if (!strcmp(word, "top") || !strcmp(word, "right")) {
        place_ticks(axis, false, true);
    } else if (!strcmp(word, "bottom") || !strcmp(word, "left")) {
        place_ticks(axis, true, false);
    } else if (!strcmp(word, "none")) {
        axis->major.near = axis->major.far = axis->minor.near = axis->minor.far = false;
    } else if (!strcmp(word, "both")) {
        axis->major.near = axis->major.far = axis->minor.near = axis->minor.far = true;
    }
    return VALUE_NONE;
}

NATIVE(axis_set_label_position) {
    NATIVE_UNUSED;
    const char *word = value_is_string(arguments[1]) ? value_c_string(arguments[1]) : "";
    axis_of(arguments[0])->label_far = !strcmp(word, "top") || !strcmp(word, "right");
    return VALUE_NONE;
}

NATIVE(axis_set_visible) {
    (void)native;
    int truth = value_truth(thread, arguments[1]);
    axis_of(arguments[0])->hidden = truth == 0;
    return truth >= 0 ? VALUE_NONE : VALUE_ABSENT;
}

/* What the axes do for one axis: axis.set_ticks(...) is axes.set_xticks(...). */
NATIVE(axis_forward) {
    bool of_x = part(arguments[0])->part;
    char name[48];
    const char *pattern = native->entry->data;
    size_t used = 0;
    for (const char *at = pattern; *at && used + 1 < sizeof name; at++)
        name[used++] = *at == '?' ? (of_x ? 'x' : 'y') : *at;
    name[used] = 0;
    Value axes = value_from_axes(thread, part(arguments[0])->axes);
    Value method = value_is_absent(axes) ? axes : value_get_attribute_c(thread, axes, name);
    Value result = VALUE_ABSENT;
    if (!value_is_absent(method)) {
        bool both = !strchr(pattern, '?'); /* grid, tick_params: tell which axis */
        Value which = both ? string_from_c(thread, of_x ? "x" : "y") : VALUE_NONE;
        if (!both || dict_set_c(thread, value_dict(arguments[2]), "axis", which))
            result = value_call_unpacked(thread, method, value_tuple(arguments[1]), value_dict(arguments[2]));
        value_release(which);
    }
    value_release(method);
    value_release(axes);
    return result;
}

NATIVE(axis_set_label_coords) {
    (void)native;
    PlotAxis *axis = axis_of(arguments[0]);
    double x, y;
    if (!double_from_value(thread, arguments[1], &x) || !double_from_value(thread, arguments[2], &y))
        return VALUE_ABSENT;
    bool of_x = part(arguments[0])->part;
    axis->label_position = of_x ? x : y;
    axis->label_coordinate = of_x ? y : x;
    return VALUE_NONE;
}

static Value axis_label(Thread *thread, Value self) { return value_from_artist(thread, axis_of(self)->label); }

static Value axis_label_pad(Thread *thread, Value self) {
    (void)thread;
    return value_from_float(axis_of(self)->label_pad);
}

static bool axis_put_label_pad(Thread *thread, Value self, Value value) {
    return double_from_value(thread, value, &axis_of(self)->label_pad);
}

static const NativeEntry axis_methods[] = {
    {"set_major_locator", "($self, locator)", "Set the locator of the major ticker.", axis_set_locator, NULL,
     0},
    {"set_minor_locator", "($self, locator)", "Set the locator of the minor ticker.", axis_set_locator, "minor",
     0},
    {"set_major_formatter", "($self, formatter)", "Set the formatter of the major ticker.", axis_set_formatter,
     NULL, 0},
    {"set_minor_formatter", "($self, formatter)", "Set the formatter of the minor ticker.", axis_set_formatter,
     "minor", 0},
    {"set_ticks_position", "($self, position)", "Set the ticks position.", axis_set_ticks_position, NULL, 0},
    {"tick_top", "($self)", "Move ticks and ticklabels to the top of the Axes.", axis_set_ticks_position, "top",
     0},
    {"tick_bottom", "($self)", "Move ticks and ticklabels to the bottom of the Axes.", axis_set_ticks_position,
     "bottom", 0},
    {"tick_left", "($self)", "Move ticks and ticklabels to the left of the Axes.", axis_set_ticks_position,
     "left", 0},
    {"tick_right", "($self)", "Move ticks and ticklabels to the right of the Axes.", axis_set_ticks_position,
     "right", 0},
    {"set_label_position", "($self, position)", "Set the label position.", axis_set_label_position, NULL, 0},
    {"set_label_coords", "($self, x, y, transform=None)", "Set the coordinates of the label.",
     axis_set_label_coords, NULL, 0},
    {"set_visible", "($self, b)", "Show or hide the axis.", axis_set_visible, NULL, 0},
    {"set_ticks", "($self, *args, **kwargs)", "Set this Axis' tick locations and optionally tick labels.",
     axis_forward, "set_?ticks", 0},
    {"set_ticklabels", "($self, *args, **kwargs)", "Set this Axis' tick labels.", axis_forward,
     "set_?ticklabels", 0},
    {"get_ticklabels", "($self, *args, **kwargs)", "Get this Axis' tick labels.", axis_forward,
     "get_?ticklabels", 0},
    {"get_ticklocs", "($self, *args, **kwargs)", "Get this Axis' tick locations.", axis_forward, "get_?ticks",
     0},
    {"set_label_text", "($self, *args, **kwargs)", "Set the text value of the axis label.", axis_forward,
     "set_?label", 0},
    {"get_label_text", "($self, *args, **kwargs)", "Get the text of the label.", axis_forward, "get_?label", 0},
    {"get_scale", "($self, *args, **kwargs)", "Return this Axis' scale.", axis_forward, "get_?scale", 0},
    {"grid", "($self, *args, **kwargs)", "Configure the grid lines.", axis_forward, "grid", 0},
    {"set_tick_params", "($self, *args, **kwargs)",
     "Set appearance parameters for ticks, ticklabels, and gridlines.", axis_forward, "tick_params", 0},
    {0},
};

static const PropertyEntry axis_properties[] = {
    {"label", axis_label, NULL, "The axis' label."},
    {"labelpad", axis_label_pad, axis_put_label_pad, "The distance of the label."},
    {0},
};

#define PART_TYPE(identifier, class_name, text, ...)                                                           \
    const Type identifier##_type_template = {.name = class_name,                                               \
                                             .documentation = text,                                            \
                                             .flags = TYPE_COLLECTED | TYPE_BASE | TYPE_NO_CREATE,             \
                                             .instance_size = sizeof(PartObject),                              \
                                             .attributes_offset = offsetof(PartObject, attributes),            \
                                             .destroy = part_object_destroy,                                   \
                                             __VA_ARGS__}

PART_TYPE(axis, "matplotlib.axis.Axis", "An x- or y-axis.", .methods = axis_methods,
          .properties = axis_properties);
/* ---- transforms ---- */

/* Points of this system to pixels of the figure, or back. */
static Point transform_one(const PartObject *object, Point point) {
    CoordinateSystem system = (CoordinateSystem)(object->part & ~TRANSFORM_INVERTED);
    bool inverted = object->part & TRANSFORM_INVERTED;
    PlotFigure *figure = object->figure;
    PlotArtist stand_in = {.figure = figure, .axes = object->axes};
    Renderer renderer = {.dpi = figure->dpi};
    if (inverted) return artist_from_pixels(&stand_in, system, &renderer, point);
    return artist_to_pixels(&stand_in, system, &renderer, point.x, point.y);
}

NATIVE(transform_points) {
    (void)native;
    PartObject *object = part(arguments[0]);
    Numbers numbers;
    if (!numbers_from_value(thread, arguments[1], &numbers)) return VALUE_ABSENT;
    if (numbers.count % 2 || (numbers.dimensions != 1 && numbers.dimensions != 2) ||
        (numbers.dimensions == 2 && numbers.shape[1] != 2) || (numbers.dimensions == 1 && numbers.count != 2)) {
        numbers_release(&numbers);
        return raise_value_error(thread, "points must be pairs of numbers");
    }
    figure_layout(object->figure, object->figure->dpi);
    for (size_t i = 0; i + 1 < numbers.count; i += 2) {
        Point point = transform_one(object, (Point){numbers.values[i], numbers.values[i + 1]});
        numbers.values[i] = point.x;
        numbers.values[i + 1] = point.y;
    }
    Value flat = value_from_doubles(thread, numbers.values, numbers.count);
    if (numbers.dimensions == 2 && !value_is_absent(flat)) {
        const Value sizes[2] = {value_from_int((int64_t)numbers.count / 2), value_from_int(2)};
        Value shape = tuple_from_values(thread, sizes, 2);
        value_replace(&flat, value_is_absent(shape) ? shape : call_numpy_two(thread, "reshape", flat, shape));
        value_release(shape);
    }
    numbers_release(&numbers);
    return flat;
}

NATIVE(transform_inverted) {
    (void)native;
    const PartObject *object = part(arguments[0]);
    return value_from_part(thread, &transform_type_template, object->axes, object->figure,
                           object->part ^ TRANSFORM_INVERTED);
}

NATIVE(transform_chain) {
    (void)native;
    return tuple_from_values(thread, arguments, 1);
}

/* x by one of the axes' transforms, y by another; None where that is none of theirs. */
NATIVE(transform_blend) {
    (void)native;
    const PartObject *x = part(arguments[0]);
    const PartObject *y = value_has_type(arguments[1], &transform_type_template) ? part(arguments[1]) : NULL;
    if (!y || x->axes != y->axes || x->figure != y->figure) return VALUE_NONE;
    int both = x->part == y->part                                             ? x->part
               : x->part == COORDINATES_DATA && y->part == COORDINATES_AXES   ? COORDINATES_X_AXIS
               : x->part == COORDINATES_AXES && y->part == COORDINATES_DATA   ? COORDINATES_Y_AXIS
                                                                              : -1;
    if (both < 0) return VALUE_NONE;
    return value_from_part(thread, &transform_type_template, x->axes, x->figure, both);
}

/* Whether it is a transform, of matplotlib.transforms too; -1: an exception. */
static int is_chain(Thread *thread, Value value) {
    Value chain = value_get_attribute_c(thread, value, "_chain");
    if (!value_is_absent(chain)) return value_release(chain), 1;
    if (!exception_matches(thread, thread_builtins(thread)->exception_AttributeError)) return -1;
    exception_clear(thread);
    return 0;
}

static int are_chains(Thread *thread, Value left, Value right) {
    int first = is_chain(thread, left);
    return first > 0 ? is_chain(thread, right) : first;
}

/* One after the other, as a transform of matplotlib.transforms. */
static Value transform_add(Thread *thread, Value left, Value right) {
    int chains = are_chains(thread, left, right);
    if (chains <= 0) return chains ? VALUE_ABSENT : VALUE_NOT_IMPLEMENTED;
    Value module = import_module(thread, "matplotlib.transforms");
    if (value_is_absent(module)) return module;
    Value both[2] = {left, right};
    Value result = value_call_method(thread, module, "composite_transform_factory", both, 2);
    value_release(module);
    return result;
}

static Value transform_subtract(Thread *thread, Value left, Value right) {
    int chains = are_chains(thread, left, right);
    if (chains <= 0) return chains ? VALUE_ABSENT : VALUE_NOT_IMPLEMENTED;
    Value back = value_call_method(thread, right, "inverted", NULL, 0);
    Value result = value_is_absent(back) ? back : transform_add(thread, left, back);
    value_release(back);
    return result;
}

static const NativeEntry transform_methods[] = {
    {"_blend", "($self, other)", "x by this transform, y by the other one.", transform_blend, NULL, 0},
    {"_chain", "($self)", "The transforms that it is made of.", transform_chain, NULL, 0},
    {"transform", "($self, values)", "Points of this system as pixels of the figure.", transform_points, NULL, 0},
    {"transform_point", "($self, point)", "The same of one point.", transform_points, NULL, 0},
    {"inverted", "($self)", "The way back.", transform_inverted, NULL, 0},
    {0},
};

PART_TYPE(transform, "matplotlib.transforms.Transform", "A system of coordinates.", .methods = transform_methods,
          .binary = {[BINARY_ADD] = transform_add, [BINARY_SUBTRACT] = transform_subtract});

/* ---- spines ---- */

static const char *const *spine_names_of(const PlotAxes *axes) {
    static const char *const plain[] = {"left", "right", "bottom", "top"};
    static const char *const round[] = {"polar", "start", "end", "inner"};
    return axes->polar ? round : plain;
}

typedef bool SpineChange(Thread *thread, PlotAxes *axes, Spine *spine, Value value);

/* Parts 0 to 3 are sides; -1 is all; -2 - mask the sides in the mask; 4 the background. */
static bool change_spines(Thread *thread, Value self, SpineChange *change, Value value) {
    int which = part(self)->part;
    PlotAxes *axes = part(self)->axes;
    for (int side = 0; side < 4; side++)
        if (which == side || which == -1 || (which < -1 && (-2 - which) >> side & 1))
            if (!change(thread, axes, &axes->spines[side], value)) return false;
    return true;
}

static bool spine_visible(Thread *thread, PlotAxes *axes, Spine *spine, Value value) {
    (void)axes;
    int truth = value_truth(thread, value);
    spine->hidden = truth == 0;
    return truth >= 0;
}

static bool spine_color(Thread *thread, PlotAxes *axes, Spine *spine, Value value) {
    (void)axes;
    return color_from_value(thread, value, &spine->color);
}

static bool spine_width(Thread *thread, PlotAxes *axes, Spine *spine, Value value) {
    (void)axes;
    return double_from_value(thread, value, &spine->width);
}

static bool spine_position(Thread *thread, PlotAxes *axes, Spine *spine, Value value) {
    (void)axes;
    if (value_is_string(value)) {
        spine->place = string_equals_c(value_string(value), "center") ? SPINE_AXES : SPINE_DATA;
        spine->amount = spine->place == SPINE_AXES ? 0.5 : 0;
        return true;
    }
    if (!value_is_tuple(value) || value_tuple(value)->count != 2 ||
        !value_is_string(value_tuple(value)->items[0])) {
        raise_value_error(thread, "position should be 'center' or 2-tuple");
        return false;
    }
    const String *kind = value_string(value_tuple(value)->items[0]);
    spine->place = string_equals_c(kind, "outward") ? SPINE_OUTWARD
                   : string_equals_c(kind, "axes")  ? SPINE_AXES
                                                    : SPINE_DATA;
    return double_from_value(thread, value_tuple(value)->items[1], &spine->amount);
}

static bool spine_bounds(Thread *thread, PlotAxes *axes, Spine *spine, Value value) {
    (void)axes;
    double ends[2];
    if (!pair_from_value(thread, value, ends)) return false;
    spine->bounded = true;
    spine->from = ends[0];
    spine->to = ends[1];
    return true;
}

NATIVE(spine_set) {
    static const struct {
        const char *name;
        SpineChange *change;
    } changes[] = {{"visible", spine_visible},
                   {"color", spine_color},
                   {"width", spine_width},
                   {"position", spine_position},
                   {"bounds", spine_bounds}};
    PlotAxes *axes = part(arguments[0])->axes;
    const char *name = native->entry->data;
    if (part(arguments[0])->part == 5) { /* the background of the figure */
        PlotFigure *figure = part(arguments[0])->figure;
        bool done = true;
        if (!strcmp(name, "color"))
            done = color_from_value(thread, arguments[1], &figure->face);
        else if (!strcmp(name, "alpha"))
            done = value_is_none(arguments[1]) || double_from_value(thread, arguments[1], &figure->face.alpha);
        else if (!strcmp(name, "visible"))
            figure->frame_hidden = value_truth(thread, arguments[1]) == 0;
        return done ? VALUE_NONE : VALUE_ABSENT;
    }
    if (part(arguments[0])->part == 4) { /* the background */
        if (!strcmp(name, "visible")) {
            int truth = value_truth(thread, arguments[1]);
            axes->face_hidden = truth == 0;
            return truth >= 0 ? VALUE_NONE : VALUE_ABSENT;
        }
        if (!strcmp(name, "alpha"))
            return double_from_value(thread, arguments[1], &axes->face.alpha) ? VALUE_NONE : VALUE_ABSENT;
        if (!strcmp(name, "color"))
            return color_from_value(thread, arguments[1], &axes->face) ? VALUE_NONE : VALUE_ABSENT;
        return VALUE_NONE;
    }
    Value value = arguments[1];
    Value pair = VALUE_ABSENT;
    if (!strcmp(name, "bounds") && value_given(arguments[2])) {
        pair = tuple_from_values(thread, arguments + 1, 2);
        value = pair;
    }
    Value result = VALUE_NONE;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        if (!strcmp(name, changes[i].name) && !change_spines(thread, arguments[0], changes[i].change, value))
            result = VALUE_ABSENT;
    value_release(pair);
    return result;
}

static const NativeEntry spine_methods[] = {
    {"set_visible", "($self, b)", "Show or hide.", spine_set, "visible", 0},
    {"set_color", "($self, c)", "Set the color.", spine_set, "color", 0},
    {"set_edgecolor", "($self, c)", "Set the color.", spine_set, "color", 0},
    {"set_facecolor", "($self, c)", "Set the color.", spine_set, "color", 0},
    {"set_alpha", "($self, alpha)", "Set the opacity.", spine_set, "alpha", 0},
    {"set_linewidth", "($self, w)", "Set the line width in points.", spine_set, "width", 0},
    {"set_lw", "($self, w)", "Set the line width in points.", spine_set, "width", 0},
    {"set_position", "($self, position)",
     "Set the position: 'zero', 'center', ('data', x), ('axes', f), ('outward', points).", spine_set,
     "position", 0},
    {"set_bounds", "($self, low=None, high=None)", "Set the ends of the line.", spine_set, "bounds", 0},
    {0},
};

PART_TYPE(spine, "matplotlib.spines.Spine", "A line of the frame.", .methods = spine_methods);

static int find_side(const PlotAxes *axes, Value key) {
    for (int side = 0; value_is_string(key) && side < 4; side++)
        if (string_equals_c(value_string(key), spine_names_of(axes)[side])) return side;
    return -1;
}

static Value spines_get_item(Thread *thread, Value self, Value key) {
    PlotAxes *axes = part(self)->axes;
    if (value_is_slice(key)) return value_from_part(thread, &spine_type_template, axes, NULL, -1);
    if (value_is_list(key)) {
        int mask = 0;
        for (size_t i = 0; i < sequence_fast_count(key); i++) {
            int side = find_side(axes, sequence_fast_items(key)[i]);
            if (side < 0) return raise_key_error(thread, sequence_fast_items(key)[i]);
            mask |= 1 << side;
        }
        return value_from_part(thread, &spine_type_template, axes, NULL, -2 - mask);
    }
    int side = find_side(axes, key);
    return side < 0 ? raise_key_error(thread, key)
                    : value_from_part(thread, &spine_type_template, axes, NULL, side);
}

static Value spines_list(Thread *thread, Value self, int what) {
    Value list = list_new(thread);
    for (int side = 0; side < 4 && !value_is_absent(list); side++) {
        Value name = string_from_c(thread, spine_names_of(part(self)->axes)[side]);
        Value spine =
            what ? value_from_part(thread, &spine_type_template, part(self)->axes, NULL, side) : VALUE_NONE;
        const Value pair[2] = {name, spine};
        Value item = what == 0   ? value_retain(name)
                     : what == 1 ? value_retain(spine)
                                 : tuple_from_values(thread, pair, 2);
        value_release(name);
        value_release(spine);
        if (!list_append_owned(thread, value_list(list), item)) {
            value_release(list);
            return VALUE_ABSENT;
        }
    }
    return list;
}

NATIVE(spines_view) {
    const char *what = native->entry->data;
    return spines_list(thread, arguments[0], what[0] == 'k' ? 0 : what[0] == 'v' ? 1 : 2);
}

static Value spines_iterate(Thread *thread, Value self) {
    Value list = spines_list(thread, self, 0),
          iterator = value_is_absent(list) ? list : value_iterate(thread, list);
    value_release(list);
    return iterator;
}

#define SPINE_PROPERTY(name, side)                                                                             \
    static Value spines_##name(Thread *thread, Value self) {                                                   \
        return value_from_part(thread, &spine_type_template, part(self)->axes, NULL, side);                    \
    }
SPINE_PROPERTY(left, SPINE_LEFT)
SPINE_PROPERTY(right, SPINE_RIGHT)
SPINE_PROPERTY(bottom, SPINE_BOTTOM)
SPINE_PROPERTY(top, SPINE_TOP)

static const NativeEntry spines_methods[] = {
    {"keys", "($self)", "The sides.", spines_view, "keys", 0},
    {"values", "($self)", "The spines.", spines_view, "values", 0},
    {"items", "($self)", "Sides and spines.", spines_view, "items", 0},
    {0},
};

static const PropertyEntry spines_properties[] = {
    {"left", spines_left, NULL, "The left line."},
    {"right", spines_right, NULL, "The right line."},
    {"bottom", spines_bottom, NULL, "The lower line."},
    {"top", spines_top, NULL, "The upper line."},
    {0},
};

PART_TYPE(spines, "matplotlib.spines.Spines", "The four lines of the frame.", .get_item = spines_get_item,
          .iterate = spines_iterate, .methods = spines_methods, .properties = spines_properties);

/* ---- legend ---- */

static PlotLegend *legend_of(Value self) {
    const PartObject *object = part(self);
    return object->axes ? object->axes->legend : object->figure->legend;
}

/* set_title(): its words, and what `prop` says of their looks. */
static bool legend_set_title(Thread *thread, PlotLegend *legend, Value title, Value font) {
    if (!set_label_string(thread, &legend->title, title)) return false;
    if (legend->title_text && !artist_set_property(thread, &legend->title_text->artist, "text", title)) return false;
    return !value_given(font) || legend_set_title_font(thread, legend, font);
}

NATIVE(legend_change) {
    PlotLegend *legend = legend_of(arguments[0]);
    const char *what = native->entry->data;
    if (!legend) return VALUE_NONE;
    if (!strcmp(what, "title"))
        return legend_set_title(thread, legend, arguments[1], arguments[2]) ? VALUE_NONE : VALUE_ABSENT;
    if (!strcmp(what, "remove")) {
        legend->artist.removed = true;
        return VALUE_NONE;
    }
    if (!strcmp(what, "alpha"))
        return double_from_value(thread, arguments[1], &legend->frame_alpha) ? VALUE_NONE : VALUE_ABSENT;
    int truth = value_truth(thread, arguments[1]);
    if (!strcmp(what, "visible"))
        legend->artist.hidden = truth == 0;
    else if (!strcmp(what, "frame"))
        legend->frameless = truth == 0;
    return truth >= 0 ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(legend_get_texts) {
    (void)native;
    const PlotLegend *legend = legend_of(arguments[0]);
    Value list = list_new(thread);
    Error error = ERROR_NONE;
    for (size_t i = 0; legend && i < legend->count && !value_is_absent(list); i++) {
        LegendEntry *entry = &legend->entries[i];
        TextStyle style = legend_entry_style(legend, entry);
        PlotText *text = entry->text ? entry->text : figure_add_text(legend->artist.figure, 0, 0, entry->label, &error);
        if (!text) {
            value_release(list);
            return raise_plot_error(thread, &error);
        }
        text->artist.removed = true; /* the legend draws it */
        if (!entry->text) text->style = style;
        entry->text = text;
        if (!list_append_owned(thread, value_list(list), value_from_artist(thread, text))) {
            value_release(list);
            return VALUE_ABSENT;
        }
    }
    return list;
}

/* What stands in the legend: all, or of one kind. */
static Value legend_artists(Thread *thread, Value self, int kind) {
    const PlotLegend *legend = legend_of(self);
    Value list = list_new(thread);
    for (size_t i = 0; legend && i < legend->count && !value_is_absent(list); i++) {
        PlotArtist *artist = legend->entries[i].artist;
        if (artist && (kind < 0 || artist->kind == (ArtistKind)kind) &&
            !list_append_owned(thread, value_list(list), value_from_artist(thread, artist)))
            value_replace(&list, VALUE_ABSENT);
    }
    return list;
}

static Value legend_handles(Thread *thread, Value self) { return legend_artists(thread, self, -1); }

NATIVE(legend_get_lines) {
    return legend_artists(thread, arguments[0], native->entry->data ? ARTIST_PATCH : ARTIST_LINE);
}

NATIVE(legend_get_title) {
    (void)native;
    PlotLegend *legend = legend_of(arguments[0]);
    Error error = ERROR_NONE;
    if (!legend) return VALUE_NONE;
    TextStyle style = legend_title_style(legend);
    const char *words = legend->title ? legend->title : "";
    PlotText *text = legend->title_text ? legend->title_text : figure_add_text(legend->artist.figure, 0, 0, words, &error);
    if (!text) return raise_plot_error(thread, &error);
    text->artist.removed = true; /* the legend draws it */
    if (!legend->title_text) text->style = style;
    legend->title_text = text;
    return value_from_artist(thread, text);
}

NATIVE(legend_get_frame_on) {
    NATIVE_UNUSED;
    const PlotLegend *legend = legend_of(arguments[0]);
    return value_from_bool(legend && !legend->frameless);
}

static const PropertyEntry legend_properties[] = {
    {"legend_handles", legend_handles, NULL, "The artists that the legend tells of."},
    {0},
};

NATIVE(legend_get_frame) {
    NATIVE_UNUSED;
    return value_retain(arguments[0]);
}

static const NativeEntry legend_methods[] = {
    {"set_title", "($self, title, prop=None)", "Set legend title.", legend_change, "title", 0},
    {"remove", "($self)", "Remove the legend.", legend_change, "remove", 0},
    {"set_visible", "($self, b)", "Show or hide the legend.", legend_change, "visible", 0},
    {"set_frame_on", "($self, b)", "Set whether the legend box patch is drawn.", legend_change, "frame", 0},
    {"set_alpha", "($self, alpha)", "Set the opacity of the frame.", legend_change, "alpha", 0},
    {"get_texts", "($self)", "Return the list of Texts in the legend.", legend_get_texts, NULL, 0},
    {"get_frame", "($self)", "Return the frame.", legend_get_frame, NULL, 0},
    {"get_lines", "($self)", "Return the lines in the legend.", legend_get_lines, NULL, 0},
    {"get_patches", "($self)", "Return the patches in the legend.", legend_get_lines, "patches", 0},
    {"get_title", "($self)", "Return the title as a Text.", legend_get_title, NULL, 0},
    {"get_frame_on", "($self)", "Return whether the legend has a frame.", legend_get_frame_on, NULL, 0},
    {0},
};

PART_TYPE(legend, "matplotlib.legend.Legend", "Place a legend on the figure/axes.", .methods = legend_methods,
          .properties = legend_properties);

/* ---- colour bar ---- */

static PlotAxis *bar_axis(Value self) {
    PlotAxes *axes = part(self)->axes;
    return axes->colorbar && axes->colorbar->horizontal ? &axes->x : &axes->y;
}

NATIVE(colorbar_set_label) {
    (void)native;
    PlotAxis *axis = bar_axis(arguments[0]);
    Value pad = keyword_pop(thread, arguments[2], "labelpad", NULL),
          place = keyword_pop(thread, arguments[2], "loc", NULL);
    bool done = (!value_given(pad) || double_from_value(thread, pad, &axis->label_pad)) &&
                set_label_string(thread, &axis->label->string, arguments[1]) &&
                artist_set_properties(thread, &axis->label->artist, arguments[2]);
    value_release(pad);
    value_release(place);
    return done ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(colorbar_forward) {
    PlotAxes *axes = part(arguments[0])->axes;
    bool horizontal = axes->colorbar && axes->colorbar->horizontal;
    Value axis = value_from_part(thread, &axis_type_template, axes, NULL, horizontal);
    Value method = value_is_absent(axis) ? axis : value_get_attribute_c(thread, axis, native->entry->data);
    Value result = value_is_absent(method) ? method
                                           : value_call_unpacked(thread, method, value_tuple(arguments[1]),
                                                                 value_dict(arguments[2]));
    value_release(method);
    value_release(axis);
    return result;
}

NATIVE(colorbar_remove) {
    NATIVE_UNUSED;
    axes_remove(part(arguments[0])->axes);
    return VALUE_NONE;
}

NATIVE(colorbar_minorticks) {
    NATIVE_UNUSED;
    bar_axis(arguments[0])->view->minor.kind = native->entry->data ? LOCATOR_AUTO_MINOR : LOCATOR_NULL;
    return VALUE_NONE;
}

static Value colorbar_ax(Thread *thread, Value self) { return value_from_axes(thread, part(self)->axes); }

static Value colorbar_mappable(Thread *thread, Value self) {
    return part(self)->axes->colorbar ? value_from_artist(thread, part(self)->axes->colorbar->source)
                                      : VALUE_NONE;
}

static Value colorbar_outline(Thread *thread, Value self) {
    return value_from_part(thread, &spine_type_template, part(self)->axes, NULL, -1);
}

static const NativeEntry colorbar_methods[] = {
    {"set_label", "($self, label, **kwargs)", "Add a label to the long axis of the colorbar.",
     colorbar_set_label, NULL, 0},
    {"set_ticks", "($self, *args, **kwargs)", "Set tick locations.", colorbar_forward, "set_ticks", 0},
    {"get_ticks", "($self, *args, **kwargs)", "Return the ticks as a list of locations.", colorbar_forward,
     "get_ticklocs", 0},
    {"set_ticklabels", "($self, *args, **kwargs)", "Set tick labels.", colorbar_forward, "set_ticklabels", 0},
    {"minorticks_on", "($self)", "Turn on colorbar minor ticks.", colorbar_minorticks, "on", 0},
    {"minorticks_off", "($self)", "Turn the minor ticks of the colorbar off.", colorbar_minorticks, NULL, 0},
    {"remove", "($self)", "Remove this colorbar from the figure.", colorbar_remove, NULL, 0},
    {0},
};

static Value colorbar_end(Thread *thread, Value self, bool high) {
    PlotAxes *axes = part(self)->axes;
    const AxisView *view = bar_axis(self)->view;
    axes_autoscale(axes);
    return scalar_from_double(thread, high ? view->high : view->low);
}

static Value colorbar_vmin(Thread *thread, Value self) { return colorbar_end(thread, self, false); }

static Value colorbar_vmax(Thread *thread, Value self) { return colorbar_end(thread, self, true); }

static Value colorbar_extend(Thread *thread, Value self) {
    const PlotColorbar *bar = part(self)->axes->colorbar;
    return string_from_c(thread, !bar || (!bar->extend_low && !bar->extend_high) ? "neither"
                                 : bar->extend_low && bar->extend_high           ? "both"
                                 : bar->extend_low                               ? "min"
                                                                                 : "max");
}

static Value colorbar_orientation(Thread *thread, Value self) {
    const PlotColorbar *bar = part(self)->axes->colorbar;
    return string_from_c(thread, bar && bar->horizontal ? "horizontal" : "vertical");
}

static Value colorbar_cmap(Thread *thread, Value self) {
    const PlotColorbar *bar = part(self)->axes->colorbar;
    Mappable *mappable = bar ? artist_mappable(bar->source) : NULL;
    return mappable ? value_from_colormap(thread, mappable->map) : VALUE_NONE;
}

static Value colorbar_norm(Thread *thread, Value self) {
    const PlotColorbar *bar = part(self)->axes->colorbar;
    return bar ? value_from_norm(thread, bar->source) : VALUE_NONE;
}

static const PropertyEntry colorbar_properties[] = {
    {"vmin", colorbar_vmin, NULL, "The lower end."},
    {"vmax", colorbar_vmax, NULL, "The upper end."},
    {"extend", colorbar_extend, NULL, "Which ends have a triangle."},
    {"orientation", colorbar_orientation, NULL, "'vertical' or 'horizontal'."},
    {"cmap", colorbar_cmap, NULL, "The colour map."},
    {"norm", colorbar_norm, NULL, "The norm."},
    {"ax", colorbar_ax, NULL, "The Axes of the colorbar."},
    {"mappable", colorbar_mappable, NULL, "What the colorbar tells about."},
    {"outline", colorbar_outline, NULL, "The frame."},
    {0},
};

PART_TYPE(colorbar, "matplotlib.colorbar.Colorbar", "Draw a colorbar in an existing Axes.",
          .methods = colorbar_methods, .properties = colorbar_properties);
