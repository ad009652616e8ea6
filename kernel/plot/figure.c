#include "kernel/plot/figure.h"

#include "base/memory.h"
#include "kernel/plot/artist.h"
#include "kernel/plot/polar.h"

#include <math.h>
#include <string.h>

PlotFigure *figure_create(PlotContext *context, double width, double height, double dpi, Error *error) {
    PlotFigure *figure = memory_allocate_zeroed(1, sizeof *figure);
    if (!figure) {
        error_no_memory(error);
        return NULL;
    }
    const PlotSettings *settings = &context->settings;
    figure->context = plot_context_retain(context);
    figure->users = 1;
    figure->width = width > 0 ? width : settings->figure_width;
    figure->height = height > 0 ? height : settings->figure_height;
    figure->dpi = dpi > 0 ? dpi : settings->figure_dpi;
    figure->face = settings->figure_face;
    figure->edge = settings->figure_edge;
    figure->frame_hidden = settings->figure_frameless;
    figure->tight = settings->figure_tight;
    figure->constrained = settings->figure_constrained;
    figure->left = settings->subplot_left;
    figure->right = settings->subplot_right;
    figure->bottom = settings->subplot_bottom;
    figure->top = settings->subplot_top;
    figure->wspace = settings->subplot_wspace;
    figure->hspace = settings->subplot_hspace;
    return figure;
}

PlotFigure *figure_retain(PlotFigure *figure) {
    figure->users++;
    return figure;
}

static void view_release(AxisView *view) {
    if (!view || --view->users) return;
    locator_release(&view->major);
    locator_release(&view->minor);
    formatter_release(&view->major_format);
    formatter_release(&view->minor_format);
    memory_release(view);
}

static void legend_release(PlotLegend *legend) {
    if (!legend) return;
    legend_clear_entries(legend);
    memory_release(legend->title);
    memory_release(legend->artist.label);
    memory_release(legend);
}

static void axes_release(PlotAxes *axes) {
    view_release(axes->x.view);
    view_release(axes->y.view);
    legend_release(axes->legend);
    prop_cycle_release(axes->cycle);
    memory_release(axes->colorbar);
    memory_release(axes->artists);
    memory_release(axes->label);
    memory_release(axes);
}

void figure_release(PlotFigure *figure) {
    if (!figure || --figure->users) return;
    for (size_t i = 0; i < figure->axes_count; i++) axes_release(figure->axes[i]);
    for (size_t i = 0; i < figure->owned_count; i++) artist_release(figure->owned[i]);
    for (size_t i = 0; i < figure->grid_count; i++) grid_release(figure->grids[i]);
    memory_release(figure->grids);
    legend_release(figure->legend);
    memory_release(figure->axes);
    memory_release(figure->artists);
    memory_release(figure->owned);
    memory_release(figure->label);
    plot_context_release(figure->context);
    memory_release(figure);
}

void figure_clear(PlotFigure *figure) {
    for (size_t i = 0; i < figure->axes_count; i++) figure->axes[i]->removed = true;
    for (size_t i = 0; i < figure->artist_count; i++) figure->artists[i]->removed = true;
    figure->artist_count = 0;
    figure->title = figure->x_label = figure->y_label = NULL;
    figure->current = NULL;
    figure->current_image = NULL;
    legend_release(figure->legend);
    figure->legend = NULL;
}

bool plot_append_pointer(void *list, size_t *count, size_t *capacity, void *item, Error *error) {
    void ***pointers = list;
    if (*count == *capacity) {
        size_t wanted = *capacity ? *capacity * 2 : 8;
        void **grown = memory_resize(*pointers, wanted * sizeof *grown);
        if (!grown) return error_no_memory(error);
        *pointers = grown;
        *capacity = wanted;
    }
    (*pointers)[(*count)++] = item;
    return true;
}

PlotGrid *grid_create(size_t rows, size_t columns, Error *error) {
    PlotGrid *grid = memory_allocate_zeroed(1, sizeof *grid);
    if (!grid) {
        error_no_memory(error);
        return NULL;
    }
    grid->users = 1;
    grid->rows = rows ? rows : 1;
    grid->columns = columns ? columns : 1;
    grid->left = grid->right = grid->bottom = grid->top = grid->wspace = grid->hspace = NAN;
    return grid;
}

PlotGrid *grid_retain(PlotGrid *grid) {
    grid->users++;
    return grid;
}

void grid_release(PlotGrid *grid) {
    while (grid && !--grid->users) {
        PlotGrid *parent = grid->parent;
        memory_release(grid->widths);
        memory_release(grid->heights);
        memory_release(grid);
        grid = parent;
    }
}

void grid_set_parent(PlotGrid *grid, PlotGrid *parent, size_t row, size_t column, size_t last_row,
                     size_t last_column) {
    if (parent) grid_retain(parent);
    grid_release(grid->parent);
    grid->parent = parent;
    grid->parent_row = row;
    grid->parent_column = column;
    grid->parent_last_row = last_row;
    grid->parent_last_column = last_column;
}

bool figure_keep_grid(PlotFigure *figure, PlotGrid *grid, Error *error) {
    for (size_t i = 0; i < figure->grid_count; i++)
        if (figure->grids[i] == grid) return true;
    if (!plot_append_pointer(&figure->grids, &figure->grid_count, &figure->grid_capacity, grid, error))
        return false;
    grid_retain(grid);
    return true;
}

PlotGrid *figure_add_grid(PlotFigure *figure, size_t rows, size_t columns, Error *error) {
    PlotGrid *grid = grid_create(rows, columns, error);
    bool kept = grid && figure_keep_grid(figure, grid, error);
    grid_release(grid);
    return kept ? grid : NULL;
}

static bool copy_ratios(double **to, const double *from, size_t count, Error *error) {
    if (!from) return true;
    double *copy = memory_allocate(count * sizeof *copy);
    if (!copy) return error_no_memory(error);
    memcpy(copy, from, count * sizeof *copy);
    memory_release(*to);
    *to = copy;
    return true;
}

bool grid_set_ratios(PlotGrid *grid, const double *widths, const double *heights, Error *error) {
    return copy_ratios(&grid->widths, widths, grid->columns, error) &&
           copy_ratios(&grid->heights, heights, grid->rows, error);
}

/* Of the settings about number formats, those that a default formatter takes. */
static void view_reset_formats(AxisView *view, const PlotSettings *settings, bool of_x) {
    formatter_release(&view->major_format);
    formatter_release(&view->minor_format);
    view->major_format.force_limits = true;
    view->major_format.low_exponent = settings->low_exponent;
    view->major_format.high_exponent = settings->high_exponent;
    view->major_format.no_offset = settings->no_offset;
    view->major_format.math_text = settings->math_text;
    view->major_format.ascii_minus = settings->ascii_minus;
    view->major_format.offset_threshold = settings->offset_threshold;
    view->round_limits = settings->round_limits;
    view->major.coarse = settings->classic;
    if (settings->ticks[of_x ? 0 : 1].minor_visible)
        view->minor = (Locator){.kind = LOCATOR_AUTO_MINOR, .maximum = settings->ticks[of_x ? 0 : 1].minor_divisions};
}

static AxisView *view_create(const PlotSettings *settings, bool of_x, Error *error) {
    AxisView *view = memory_allocate_zeroed(1, sizeof *view);
    if (!view) {
        error_no_memory(error);
        return NULL;
    }
    scale_parse("linear", &view->scale);
    view->low = 0;
    view->high = 1;
    view->users = 1;
    view_reset_formats(view, settings, of_x);
    return view;
}

static void axis_reset_style(PlotAxis *axis, const PlotSettings *settings, bool of_x) {
    const TickSettings *ticks = &settings->ticks[of_x ? 0 : 1];
    axis->major = (TickStyle){.length = ticks->major_size,
                              .width = ticks->major_width,
                              .pad = ticks->major_pad,
                              .label_size = ticks->label_size,
                              .color = ticks->color,
                              .label_color = ticks->own_label_color ? ticks->label_color : ticks->color,
                              .direction = ticks->direction,
                              .near = ticks->near && ticks->major_near,
                              .far = ticks->far && ticks->major_far,
                              .label_near = ticks->label_near,
                              .label_far = ticks->label_far};
    if (of_x && ticks->horizontal != ALIGN_CENTER)
        axis->major.label_horizontal = ticks->horizontal, axis->major.label_horizontal_set = true;
    if (!of_x && ticks->vertical != ALIGN_CENTER_BASELINE)
        axis->major.label_vertical = ticks->vertical, axis->major.label_vertical_set = true;
    axis->minor = axis->major;
    axis->minor.near = ticks->near && ticks->minor_near;
    axis->minor.far = ticks->far && ticks->minor_far;
    axis->minor.length = ticks->minor_size;
    axis->minor.width = ticks->minor_width;
    axis->minor.pad = ticks->minor_pad;
    bool grid = of_x ? settings->grid_x : settings->grid_y;
    axis->major_grid = (GridStyle){.visible = grid && settings->grid_major,
                                   .color = settings->grid_color,
                                   .width = settings->grid_width,
                                   .alpha = settings->grid_alpha,
                                   .dash = settings->grid_dash};
    axis->minor_grid = axis->major_grid;
    axis->minor_grid.visible = grid && settings->grid_minor;
    axis->label_pad = settings->label_pad;
    axis->label_position = axis->label_coordinate = NAN;
    axis->label_far = axis->hidden = false;
    axis->offset_size = ticks->label_size;
}

static PlotText *add_title(PlotAxes *axes, double size, Color color, bool bold, Error *error) {
    PlotText *text = axes_add_text(axes, 0, 0, "", error);
    if (!text) return NULL;
    axes->artist_count--; /* drawn by the axes, not among their artists */
    text->style.font.size = size;
    text->style.font.bold = bold;
    text->style.horizontal = ALIGN_CENTER;
    text->style.color = color;
    return text;
}

static bool axes_reset(PlotAxes *axes, Error *error) {
    const PlotSettings *settings = &axes->figure->context->settings;
    axis_reset_style(&axes->x, settings, true);
    axis_reset_style(&axes->y, settings, false);
    Color title_color = settings->own_title_color ? settings->title_color : settings->text_color;
    PlotText **titles[] = {&axes->title, &axes->left_title, &axes->right_title};
    for (int i = 0; i < 3; i++)
        *titles[i] = add_title(axes, settings->title_size, title_color, settings->title_bold, error);
    PlotText **labels[] = {&axes->x.label, &axes->y.label};
    for (int i = 0; i < 2; i++)
        *labels[i] = add_title(axes, settings->label_size, settings->label_color, settings->label_bold, error);
    if (!axes->title || !axes->left_title || !axes->right_title || !axes->x.label || !axes->y.label)
        return false;
    axes->left_title->style.horizontal = ALIGN_LEFT;
    axes->right_title->style.horizontal = ALIGN_RIGHT;
    axes->x.label->style.vertical = ALIGN_TOP;
    axes->y.label->style.vertical = ALIGN_BOTTOM;
    axes->y.label->style.rotation = 90;
    axes->y.label->style.anchored = true;
    axes->title_pad = settings->title_pad;
    for (int i = 0; i < 3 && !isnan(settings->title_y); i++) {
        (*titles[i])->x = i == 0 ? 0.5 : i == 1 ? 0 : 1;
        (*titles[i])->y = settings->title_y;
        (*titles[i])->artist.coordinates = COORDINATES_AXES;
    }
    axes->face = settings->axes_face;
    prop_cycle_release(axes->cycle);
    axes->cycle = prop_cycle_retain(settings->cycle);
    for (int side = 0; side < 4; side++)
        axes->spines[side] =
            (Spine){.hidden = !settings->spines[side], .color = settings->axes_edge, .width = settings->axes_width};
    axes->aspect = axes->box_aspect = NAN;
    axes->adjust_limits = false;
    axes->anchor_x = axes->anchor_y = 0.5;
    axes->margin_x = settings->margin_x;
    axes->margin_y = settings->margin_y;
    axes->axis_below = settings->axis_below;
    axes->axis_off = axes->frame_hidden = axes->no_sticky = axes->pie = axes->face_hidden = false;
    axes->cycle_lines = axes->cycle_patches = 0;
    return true;
}

PlotAxes *figure_add_axes(PlotFigure *figure, Placement placement, PlotAxes *share_x, PlotAxes *share_y,
                          Error *error) {
    PlotAxes *axes = memory_allocate_zeroed(1, sizeof *axes);
    if (!axes) {
        error_no_memory(error);
        return NULL;
    }
    axes->figure = figure;
    axes->placement = placement;
    axes->x.view = share_x ? share_x->x.view : view_create(&figure->context->settings, true, error);
    axes->y.view = share_y ? share_y->y.view : view_create(&figure->context->settings, false, error);
    if (!axes->x.view || !axes->y.view ||
        !plot_append_pointer(&figure->axes, &figure->axes_count, &figure->axes_capacity, axes, error)) {
        memory_release(share_x ? NULL : axes->x.view);
        memory_release(share_y ? NULL : axes->y.view);
        memory_release(axes);
        return NULL;
    }
    if (share_x) axes->x.view->users++;
    if (share_y) axes->y.view->users++;
    if (!axes_reset(axes, error)) {
        figure->axes_count--;
        axes_release(axes);
        return NULL;
    }
    figure->current = axes;
    return axes;
}

void axes_share_view(PlotAxes *axes, bool of_x, PlotAxes *with) {
    PlotAxis *axis = of_x ? &axes->x : &axes->y;
    AxisView *view = of_x ? with->x.view : with->y.view;
    if (axis->view == view) return;
    view_release(axis->view);
    axis->view = view;
    view->users++;
}

PlotAxes *axes_add_twin(PlotAxes *axes, bool of_x, Error *error) {
    PlotAxes *twin =
        figure_add_axes(axes->figure, axes->placement, of_x ? axes : NULL, of_x ? NULL : axes, error);
    if (!twin) return NULL;
    twin->twin = axes->twin ? axes->twin : axes;
    twin->face_hidden = true;
    twin->aspect = axes->aspect;
    PlotAxis *own = of_x ? &twin->y : &twin->x, *shared = of_x ? &twin->x : &twin->y;
    shared->hidden = true;
    own->major.near = own->minor.near = own->major.label_near = own->minor.label_near = false;
    own->major.far = own->minor.far = own->major.label_far = own->minor.label_far = true;
    own->label_far = true;
    return twin;
}

void axes_clear(PlotAxes *axes) {
    Error ignored = ERROR_NONE;
    for (size_t i = 0; i < axes->artist_count; i++) axes->artists[i]->removed = true;
    axes->artist_count = 0;
    legend_release(axes->legend);
    axes->legend = NULL;
    AxisView *views[2] = {axes->x.view, axes->y.view};
    for (int i = 0; i < 2; i++) {
        if (views[i]->users > 1) continue;
        locator_release(&views[i]->major);
        locator_release(&views[i]->minor);
        view_reset_formats(views[i], &axes->figure->context->settings, i == 0);
        scale_parse("linear", &views[i]->scale);
        views[i]->low = 0;
        views[i]->high = 1;
        views[i]->fixed = views[i]->inverted = views[i]->asked = false;
    }
    axes_reset(axes, &ignored);
    if (axes->polar) polar_begin(axes);
    error_clear(&ignored);
}

void axes_remove(PlotAxes *axes) {
    axes->removed = true;
    if (axes->figure->current == axes) {
        axes->figure->current = NULL;
        for (size_t i = 0; i < axes->figure->axes_count; i++)
            if (!axes->figure->axes[i]->removed) axes->figure->current = axes->figure->axes[i];
    }
}

bool axes_set_scale(PlotAxes *axes, PlotAxis *axis, AxisScale scale) {
    AxisView *view = axis->view;
    view->scale = scale;
    view->asked = true;
    locator_release(&view->major);
    locator_release(&view->minor);
    view_reset_formats(view, &axes->figure->context->settings, axis == &axes->x);
    if (scale.kind != SCALE_LINEAR && view->minor.kind == LOCATOR_AUTO_MINOR) locator_release(&view->minor);
    if (scale.kind == SCALE_LOG && view->fixed && view->low <= 0) view->fixed = false;
    return true;
}

bool axis_set_ticks(Locator *locator, const double *positions, size_t count, Error *error) {
    double *copy = memory_allocate((count ? count : 1) * sizeof *copy);
    if (!copy) return error_no_memory(error);
    if (count) memcpy(copy, positions, count * sizeof *copy);
    locator_release(locator);
    *locator = (Locator){.kind = LOCATOR_FIXED, .positions = copy, .count = count};
    return true;
}

bool axis_set_labels(Formatter *formatter, const char *const *labels, size_t count, Error *error) {
    char **copies = memory_allocate_zeroed(count + 1, sizeof *copies);
    bool done = copies;
    for (size_t i = 0; done && i < count; i++) done = (copies[i] = memory_copy_string(labels[i]));
    if (!done) {
        for (size_t i = 0; copies && i < count; i++) memory_release(copies[i]);
        memory_release(copies);
        return error_no_memory(error);
    }
    formatter_release(formatter);
    *formatter = (Formatter){.kind = FORMATTER_FIXED, .labels = copies, .count = count};
    return true;
}

/* The colour bar's axes take `fraction` of the parents' place (and `pad` beside it); a lone parent that sits in
 * a grid gets a grid of its own with two cells, so that later changes of the margins carry both along. */
static bool split_place(PlotFigure *figure, PlotAxes *parent, const ColorbarOptions *options, double fraction,
                        double pad, double shrink, Placement *bar, Error *error) {
    PlotGrid *split = figure_add_grid(figure, options->horizontal ? 2 : 1, options->horizontal ? 1 : 2, error);
    if (!split) return false;
    double main_share = 1 - fraction - pad, space = 2 * pad / (1 - pad);
    double ratios[2] = {options->first ? fraction : main_share, options->first ? main_share : fraction};
    if (!grid_set_ratios(split, options->horizontal ? NULL : ratios, options->horizontal ? ratios : NULL,
                         error))
        return false;
    Placement place = parent->placement;
    grid_set_parent(split, place.grid, place.row, place.column, place.last_row, place.last_column);
    split->wspace = split->hspace = space;
    size_t main_cell = options->first ? 1 : 0, bar_cell = options->first ? 0 : 1;
    PlotGrid *middle = figure_add_grid(figure, options->horizontal ? 1 : 3, options->horizontal ? 3 : 1, error);
    if (!middle) return false;
    double thirds[3] = {(1 - shrink) / 2, shrink, (1 - shrink) / 2};
    if (!grid_set_ratios(middle, options->horizontal ? thirds : NULL, options->horizontal ? NULL : thirds,
                         error))
        return false;
    size_t bar_row = options->horizontal ? bar_cell : 0, bar_column = options->horizontal ? 0 : bar_cell;
    grid_set_parent(middle, split, bar_row, bar_column, bar_row, bar_column);
    middle->wspace = middle->hspace = 0;
    *bar = (Placement){.grid = middle};
    *(options->horizontal ? &bar->column : &bar->row) = 1;
    *(options->horizontal ? &bar->last_column : &bar->last_row) = 1;
    parent->placement = (Placement){.grid = split};
    if (options->horizontal)
        parent->placement.row = parent->placement.last_row = main_cell;
    else
        parent->placement.column = parent->placement.last_column = main_cell;
    return true;
}

static void shrink_boxes(PlotAxes **parents, size_t count, const ColorbarOptions *options, double fraction,
                         double pad, double shrink, Placement *bar) {
    Box whole = box_empty;
    for (size_t i = 0; i < count; i++)
        whole = box_union(whole, placement_box(parents[i]->figure, &parents[i]->placement));
    double width = box_width(whole), height = box_height(whole);
    Box kept = whole, given = whole;
    if (options->horizontal) {
        double inset = width * (1 - shrink) / 2;
        given.x0 += inset, given.x1 -= inset;
        if (options->first)
            kept.y1 = whole.y1 - height * (fraction + pad), given.y0 = whole.y1 - height * fraction;
        else
            kept.y0 = whole.y0 + height * (fraction + pad), given.y1 = whole.y0 + height * fraction;
    } else {
        double inset = height * (1 - shrink) / 2;
        given.y0 += inset, given.y1 -= inset;
        if (options->first)
            kept.x0 = whole.x0 + width * (fraction + pad), given.x1 = whole.x0 + width * fraction;
        else
            kept.x1 = whole.x1 - width * (fraction + pad), given.x0 = whole.x1 - width * fraction;
    }
    double scale_x = box_width(kept) / width, scale_y = box_height(kept) / height;
    for (size_t i = 0; i < count; i++) {
        Box old = placement_box(parents[i]->figure, &parents[i]->placement);
        Box moved = {kept.x0 + (old.x0 - whole.x0) * scale_x, kept.y0 + (old.y0 - whole.y0) * scale_y,
                     kept.x0 + (old.x1 - whole.x0) * scale_x, kept.y0 + (old.y1 - whole.y0) * scale_y};
        parents[i]->placement = (Placement){.box = moved};
    }
    *bar = (Placement){.box = given};
}

PlotAxes *figure_add_colorbar(PlotFigure *figure, PlotArtist *source, PlotAxes **parents, size_t parent_count,
                              const ColorbarOptions *options, Error *error) {
    double fraction = isnan(options->fraction) ? 0.15 : options->fraction;
    double pad = isnan(options->pad) ? (options->horizontal ? 0.15 : 0.05) : options->pad;
    double shrink = isnan(options->shrink) ? 1 : options->shrink;
    PlotAxes *bar_axes = options->into, *before = figure->current;
    if (!bar_axes) {
        Placement bar;
        if (parent_count == 1 && parents[0]->placement.grid) {
            if (!split_place(figure, parents[0], options, fraction, pad, shrink, &bar, error)) return NULL;
        } else if (parent_count) {
            shrink_boxes(parents, parent_count, options, fraction, pad, shrink, &bar);
        } else {
            error_set(
                error, "ValueError",
                "Unable to determine Axes to steal space for Colorbar. Either provide the *cax* argument to "
                "use as the Axes for the Colorbar, provide the *ax* argument to steal space from it, or add "
                "*mappable* to an Axes.");
            return NULL;
        }
        for (size_t i = 0; i < parent_count; i++) {
            parents[i]->anchor_x = options->horizontal ? 0.5 : options->first ? 0 : 1;
            parents[i]->anchor_y = options->horizontal ? (options->first ? 1 : 0) : 0.5;
        }
        bar_axes = figure_add_axes(figure, bar, NULL, NULL, error);
        if (!bar_axes) return NULL;
        double aspect = isnan(options->aspect) ? 20 : options->aspect;
        bar_axes->box_aspect = options->horizontal ? 1 / aspect : aspect;
        bar_axes->anchor_x = options->horizontal ? 0.5 : options->first ? 1 : 0;
        bar_axes->anchor_y = options->horizontal ? (options->first ? 0 : 1) : 0.5;
        figure->current = before;
    }
    memory_release(bar_axes->colorbar);
    bar_axes->colorbar = memory_allocate_zeroed(1, sizeof *bar_axes->colorbar);
    if (!bar_axes->colorbar) {
        error_no_memory(error);
        return NULL;
    }
    *bar_axes->colorbar = (PlotColorbar){source, options->horizontal, options->extend_low, options->extend_high,
                                         options->draw_edges, options->proportional};
    PlotAxis *along = options->horizontal ? &bar_axes->x : &bar_axes->y;
    PlotAxis *across = options->horizontal ? &bar_axes->y : &bar_axes->x;
    across->major.near = across->major.label_near = across->minor.near = false;
    across->hidden = true;
    bool far = options->horizontal == options->first;
    along->major.near = along->minor.near = along->major.label_near = along->minor.label_near = !far;
    along->major.far = along->minor.far = along->major.label_far = along->minor.label_far = far;
    along->label_far = far;
    along->view->fixed = across->view->fixed = true;
    return bar_axes;
}
