/* Where axes lie: grids inside grids, the margins of the figure, boxes that keep an aspect, and the margins
 * that just hold the labels. */
#include "kernel/plot/artist.h"
#include "kernel/plot/polar.h"
#include "kernel/plot/render.h"

#include "base/memory.h"

#include <math.h>

static double or_else(double value, double otherwise) { return isnan(value) ? otherwise : value; }

static double ratio_sum(const double *ratios, size_t from, size_t to) {
    double sum = 0;
    for (size_t i = from; i < to; i++) sum += ratios ? ratios[i] : 1;
    return sum;
}

static Box grid_cells_box(PlotFigure *figure, const PlotGrid *grid, size_t row, size_t column, size_t last_row,
                          size_t last_column) {
    Box whole;
    if (grid->parent)
        whole = grid_cells_box(figure, grid->parent, grid->parent_row, grid->parent_column,
                               grid->parent_last_row, grid->parent_last_column);
    else
        whole = (Box){or_else(grid->left, figure->left), or_else(grid->bottom, figure->bottom),
                      or_else(grid->right, figure->right), or_else(grid->top, figure->top)};
    double wspace = or_else(grid->wspace, figure->wspace), hspace = or_else(grid->hspace, figure->hspace);
    double columns = (double)grid->columns, rows = (double)grid->rows;
    double cell_width = box_width(whole) / (columns + wspace * (columns - 1)), gap_x = wspace * cell_width;
    double cell_height = box_height(whole) / (rows + hspace * (rows - 1)), gap_y = hspace * cell_height;
    double scale_x = cell_width * columns / ratio_sum(grid->widths, 0, grid->columns);
    double scale_y = cell_height * rows / ratio_sum(grid->heights, 0, grid->rows);
    return (Box){
        whole.x0 + scale_x * ratio_sum(grid->widths, 0, column) + gap_x * (double)column,
        whole.y1 - scale_y * ratio_sum(grid->heights, 0, last_row + 1) - gap_y * (double)last_row,
        whole.x0 + scale_x * ratio_sum(grid->widths, 0, last_column + 1) + gap_x * (double)last_column,
        whole.y1 - scale_y * ratio_sum(grid->heights, 0, row) - gap_y * (double)row,
    };
}

Box placement_box(PlotFigure *figure, const Placement *placement) {
    if (placement->inside) {
        Box outer = axes_position(placement->inside);
        return (Box){
            outer.x0 + placement->box.x0 * box_width(outer), outer.y0 + placement->box.y0 * box_height(outer),
            outer.x0 + placement->box.x1 * box_width(outer), outer.y0 + placement->box.y1 * box_height(outer)};
    }
    if (!placement->grid) return placement->box;
    return grid_cells_box(figure, placement->grid, placement->row, placement->column, placement->last_row,
                          placement->last_column);
}

static Box shrink_to_aspect(Box box, double height_per_width, double anchor_x, double anchor_y) {
    double width = box_width(box), height = width * height_per_width;
    if (height > box_height(box)) {
        height = box_height(box);
        width = height / height_per_width;
    }
    double x = box.x0 + anchor_x * (box_width(box) - width), y = box.y0 + anchor_y * (box_height(box) - height);
    return (Box){x, y, x + width, y + height};
}

static double view_size(const AxisView *view) {
    return fmax(fabs(scale_transform(&view->scale, view->high) - scale_transform(&view->scale, view->low)),
                1e-30);
}

static void set_view_size(AxisView *view, double size) {
    double from = scale_transform(&view->scale, view->low), to = scale_transform(&view->scale, view->high);
    double middle = (from + to) / 2, half = from < to ? size / 2 : -size / 2;
    view->low = scale_invert(&view->scale, middle - half);
    view->high = scale_invert(&view->scale, middle + half);
}

static void data_size(const PlotAxes *axes, double *width, double *height) {
    DataLimits all = limits_empty;
    for (size_t i = 0; i < axes->artist_count; i++) {
        const DataLimits *limits = &axes->artists[i]->limits;
        limits_include(&all, limits->x0, limits->y0);
        limits_include(&all, limits->x1, limits->y1);
    }
    *width = scale_transform(&axes->x.view->scale, all.x1) - scale_transform(&axes->x.view->scale, all.x0);
    *height = scale_transform(&axes->y.view->scale, all.y1) - scale_transform(&axes->y.view->scale, all.y0);
}

/* Keep the aspect by showing more of one axis. */
static void adjust_limits(PlotAxes *axes, Box box) {
    double size_x = view_size(axes->x.view), size_y = view_size(axes->y.view);
    double ratio = box_height(box) / box_width(box) / axes->aspect, expander = ratio * size_x / size_y - 1;
    if (fabs(expander) < 0.005) return;
    double data_x, data_y;
    data_size(axes, &data_x, &data_y);
    double range_x = 1.05 * data_x, range_y = 1.05 * data_y;
    double wanted_y = ratio * size_x, wanted_x = size_y / ratio;
    bool adjust_y = expander > 0;
    if (size_x - range_x > 0 && size_y - range_y > 0)
        adjust_y = (wanted_y - range_y > 0 && expander < 0) || (wanted_x - range_x < 0 && expander > 0);
    if (axes->y.view->users > 1)
        adjust_y = false;
    else if (axes->x.view->users > 1)
        adjust_y = true;
    if (adjust_y)
        set_view_size(axes->y.view, wanted_y);
    else
        set_view_size(axes->x.view, wanted_x);
}

static void axes_layout(PlotAxes *axes, double dpi) {
    PlotFigure *figure = axes->figure;
    Box place = placement_box(figure, axes->twin ? &axes->twin->placement : &axes->placement);
    double width = figure->width * dpi, height = figure->height * dpi;
    Box box = {place.x0 * width, place.y0 * height, place.x1 * width, place.y1 * height};
    PlotAxes *main = axes->twin ? axes->twin : axes;
    if (axes->polar) {
        axes->box = polar_fit(axes, box);
        return;
    }
    if (!isnan(main->box_aspect))
        box = shrink_to_aspect(box, main->box_aspect, main->anchor_x, main->anchor_y);
    else if (!isnan(main->aspect) && !main->adjust_limits)
        box = shrink_to_aspect(box, main->aspect * view_size(main->y.view) / view_size(main->x.view),
                               main->anchor_x, main->anchor_y);
    if (!isnan(axes->aspect) && axes->adjust_limits) adjust_limits(axes, box);
    if (axes->colorbar) {
        bool horizontal = axes->colorbar->horizontal;
        double ends = axes->colorbar->extend_low + axes->colorbar->extend_high;
        double length = horizontal ? box_width(box) : box_height(box), reach = length / (20 + ends);
        double low = axes->colorbar->extend_low ? reach : 0, high = axes->colorbar->extend_high ? reach : 0;
        if (horizontal)
            box.x0 += low, box.x1 -= high;
        else
            box.y0 += low, box.y1 -= high;
    }
    axes->box = box;
}

void figure_layout(PlotFigure *figure, double dpi) {
    for (size_t i = 0; i < figure->axes_count; i++)
        if (!figure->axes[i]->removed) axes_autoscale(figure->axes[i]);
    for (size_t i = 0; i < figure->axes_count; i++)
        if (!figure->axes[i]->removed) axes_layout(figure->axes[i], dpi);
}

Box axes_position(PlotAxes *axes) {
    axes_autoscale(axes);
    axes_layout(axes, axes->figure->dpi);
    double width = axes->figure->width * axes->figure->dpi, height = axes->figure->height * axes->figure->dpi;
    return (Box){axes->box.x0 / width, axes->box.y0 / height, axes->box.x1 / width, axes->box.y1 / height};
}

bool axes_ticks(PlotAxes *axes, bool of_x, bool minor, Ticks *ticks, Error *error) {
    Ticks majors = {0};
    figure_layout(axes->figure, axes->figure->dpi);
    TickRange range;
    if (!minor) return axis_find_ticks(axes, of_x, axes->figure->dpi, false, NULL, ticks, &range, error);
    bool done = axis_prepare_ticks(axes, of_x, axes->figure->dpi, false, NULL, &majors, error) &&
                axis_find_ticks(axes, of_x, axes->figure->dpi, true, &majors, ticks, &range, error);
    ticks_release(&majors);
    return done;
}

/* The outermost cells that a placement belongs to. */
static bool outermost_cells(const Placement *placement, Placement *outermost) {
    if (!placement->grid) return false;
    *outermost = *placement;
    while (outermost->grid->parent) {
        const PlotGrid *grid = outermost->grid;
        *outermost = (Placement){.grid = grid->parent,
                                 .row = grid->parent_row,
                                 .column = grid->parent_column,
                                 .last_row = grid->parent_last_row,
                                 .last_column = grid->parent_last_column};
    }
    return true;
}

typedef struct Margins {
    double left, right, bottom, top, between_x, between_y;
    size_t rows, columns;
} Margins;

static void count_cells(PlotFigure *figure, Margins *margins) {
    for (size_t i = 0; i < figure->axes_count; i++) {
        Placement cells;
        if (figure->axes[i]->removed || !outermost_cells(&figure->axes[i]->placement, &cells)) continue;
        margins->rows = cells.grid->rows > margins->rows ? cells.grid->rows : margins->rows;
        margins->columns = cells.grid->columns > margins->columns ? cells.grid->columns : margins->columns;
    }
}

static bool same_cells(const Placement *left, const Placement *right) {
    return left->grid == right->grid && left->row == right->row && left->column == right->column &&
           left->last_row == right->last_row && left->last_column == right->last_column;
}

/* What stands out of each group of axes, added up for every gap between rows and columns. */
static bool gather_margins(PlotFigure *figure, Renderer *renderer, Margins *margins, Error *error) {
    size_t rows = margins->rows, columns = margins->columns;
    double *across = memory_allocate_zeroed(rows * (columns + 1), sizeof *across);
    double *down = memory_allocate_zeroed((rows + 1) * columns, sizeof *down);
    double width = figure->width * renderer->dpi, height = figure->height * renderer->dpi;
    if (!across || !down) {
        memory_release(across);
        memory_release(down);
        return error_no_memory(error);
    }
    for (size_t i = 0; i < figure->axes_count; i++) {
        Placement cells, other;
        bool earlier = false;
        if (figure->axes[i]->removed || !outermost_cells(&figure->axes[i]->placement, &cells)) continue;
        for (size_t k = 0; k < i; k++)
            earlier =
                earlier || (!figure->axes[k]->removed && outermost_cells(&figure->axes[k]->placement, &other) &&
                            same_cells(&cells, &other));
        if (earlier) continue;
        renderer->bounds = box_empty;
        for (size_t k = i; k < figure->axes_count; k++)
            if (!figure->axes[k]->removed && outermost_cells(&figure->axes[k]->placement, &other) &&
                same_cells(&cells, &other))
                axes_draw(renderer, figure->axes[k]);
        Box tight = renderer->bounds, own = placement_box(figure, &cells);
        if (box_is_empty(tight)) continue;
        size_t row_factor = rows / cells.grid->rows, column_factor = columns / cells.grid->columns;
        size_t row = cells.row * row_factor, row_end = (cells.last_row + 1) * row_factor;
        size_t column = cells.column * column_factor, column_end = (cells.last_column + 1) * column_factor;
        for (size_t r = row; r < row_end && r < rows; r++) {
            across[r * (columns + 1) + column] += own.x0 - tight.x0 / width;
            across[r * (columns + 1) + column_end] += tight.x1 / width - own.x1;
        }
        for (size_t c = column; c < column_end && c < columns; c++) {
            down[row * columns + c] += tight.y1 / height - own.y1;
            down[row_end * columns + c] += own.y0 - tight.y0 / height;
        }
    }
    margins->between_x = margins->between_y = -INFINITY;
    for (size_t r = 0; r < rows; r++) {
        margins->left = fmax(margins->left, across[r * (columns + 1)]);
        margins->right = fmax(margins->right, across[r * (columns + 1) + columns]);
        for (size_t c = 1; c < columns; c++)
            margins->between_x = fmax(margins->between_x, across[r * (columns + 1) + c]);
    }
    for (size_t c = 0; c < columns; c++) {
        margins->top = fmax(margins->top, down[c]);
        margins->bottom = fmax(margins->bottom, down[rows * columns + c]);
        for (size_t r = 1; r < rows; r++) margins->between_y = fmax(margins->between_y, down[r * columns + c]);
    }
    memory_release(across);
    memory_release(down);
    return true;
}

static double text_height(Renderer *renderer, const PlotText *text, bool of_x) {
    if (!text || !text->string || !*text->string) return 0;
    Box box = text_box(renderer, text->string, &text->style, (Point){0, 0});
    return of_x ? box_width(box) : box_height(box);
}

bool figure_tight_layout(PlotFigure *figure, double pad, double pad_width, double pad_height, Error *error) {
    PlotContext *context = figure->context;
    if (!cairo_library_open(&context->cairo, error)) return false;
    const CairoLibrary *cairo = &context->cairo;
    cairo_surface_t *surface = cairo->image_surface_create(CAIRO_FORMAT_ARGB32, 1, 1);
    Renderer renderer = {.cairo = cairo,
                         .target = cairo->create(surface),
                         .dpi = figure->dpi,
                         .measuring = true,
                         .layout_only = true,
                         .bounds = box_empty,
                         .height = figure->height * figure->dpi};
    renderer_set_font_options(&renderer);
    Margins margins = {0};
    figure_layout(figure, figure->dpi);
    count_cells(figure, &margins);
    bool done = true;
    if (margins.rows) done = gather_margins(figure, &renderer, &margins, error);
    double inch = context->settings.font_size / 72, space = or_else(pad, 1.08) * inch;
    double pad_x = space / figure->width, pad_y = space / figure->height;
    double between_x = or_else(pad_width, or_else(pad, 1.08)) * inch / figure->width;
    double between_y = or_else(pad_height, or_else(pad, 1.08)) * inch / figure->height;
    double title = text_height(&renderer, figure->title, false) / (figure->height * figure->dpi);
    double x_label = text_height(&renderer, figure->x_label, false) / (figure->height * figure->dpi);
    double y_label = text_height(&renderer, figure->y_label, true) / (figure->width * figure->dpi);
    cairo->destroy(renderer.target);
    cairo->surface_destroy(surface);
    if (!done || !margins.rows) return done;
    double left = margins.left + pad_x + (y_label > 0 ? y_label + pad_x : 0), right = margins.right + pad_x;
    double top = margins.top + pad_y + (title > 0 ? title + pad_y : 0);
    double bottom = margins.bottom + pad_y + (x_label > 0 ? x_label + pad_y : 0);
    if (left + right >= 1 || top + bottom >= 1) return true;
    double columns = (double)margins.columns, rows = (double)margins.rows, wspace = figure->wspace,
           hspace = figure->hspace;
    if (margins.columns > 1) {
        double gap = margins.between_x + between_x, cell = (1 - left - right - gap * (columns - 1)) / columns;
        if (cell < 0) return true;
        wspace = gap / cell;
    }
    if (margins.rows > 1) {
        double gap = margins.between_y + between_y, cell = (1 - top - bottom - gap * (rows - 1)) / rows;
        if (cell < 0) return true;
        hspace = gap / cell;
    }
    figure->left = left;
    figure->right = 1 - right;
    figure->bottom = bottom;
    figure->top = 1 - top;
    figure->wspace = wspace;
    figure->hspace = hspace;
    return true;
}
