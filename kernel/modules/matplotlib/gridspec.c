/* GridSpec and SubplotSpec: grids of subplots, which belong to no figure until axes are placed in them. */
#include "kernel/modules/matplotlib/face.h"

#include "base/memory.h"
#include "kernel/objects/container/range.h"
#include "kernel/plot/artist.h"

#include <math.h>
#include <string.h>

static GridObject *grid_of(Value value) { return (GridObject *)value.object; }

static const struct {
    const char *name;
    size_t place;
} grid_numbers[] = {{"left", offsetof(PlotGrid, left)},     {"bottom", offsetof(PlotGrid, bottom)},
                    {"right", offsetof(PlotGrid, right)},   {"top", offsetof(PlotGrid, top)},
                    {"wspace", offsetof(PlotGrid, wspace)}, {"hspace", offsetof(PlotGrid, hspace)}};
enum { grid_number_count = sizeof grid_numbers / sizeof *grid_numbers };

static double *grid_number(PlotGrid *grid, size_t index) { return (double *)((char *)grid + grid_numbers[index].place); }

bool grid_ratios_from_values(Thread *thread, PlotGrid *grid, Value widths, Value heights) {
    Numbers width = {0}, height = {0};
    Error error = ERROR_NONE;
    bool done = (!value_given(widths) || numbers_from_value(thread, widths, &width)) &&
                (!value_given(heights) || numbers_from_value(thread, heights, &height));
    if (done && width.values && width.count != grid->columns) {
        raise_value_error(
            thread, "Expected the given number of width ratios to match the number of columns of the grid");
        done = false;
    }
    if (done && height.values && height.count != grid->rows) {
        raise_value_error(thread,
                          "Expected the given number of height ratios to match the number of rows of the grid");
        done = false;
    }
    if (done && !grid_set_ratios(grid, width.values, height.values, &error)) {
        raise_plot_error(thread, &error);
        done = false;
    }
    numbers_release(&width);
    numbers_release(&height);
    return done;
}

static bool set_grid_number(Thread *thread, PlotGrid *grid, const char *name, Value value, bool *found) {
    for (size_t i = 0; i < grid_number_count; i++)
        if (!strcmp(name, grid_numbers[i].name)) {
            *found = true;
            if (value_is_none(value)) return *grid_number(grid, i) = NAN, true;
            return double_from_value(thread, value, grid_number(grid, i));
        }
    *found = false;
    return true;
}

bool grid_numbers_from_keywords(Thread *thread, PlotGrid *grid, Value keywords, const char *function) {
    Value key, value, widths = VALUE_ABSENT, heights = VALUE_ABSENT;
    if (!value_is_dict(keywords)) return true;
    for (size_t at = 0; dict_next(value_dict(keywords), &at, &key, &value);) {
        const char *name = value_is_string(key) ? value_c_string(key) : "";
        bool found, update = function[0] == 'u';
        if (!update && !strcmp(name, "width_ratios")) {
            widths = value;
        } else if (!update && !strcmp(name, "height_ratios")) {
            heights = value;
        } else if (!set_grid_number(thread, grid, name, value, &found)) {
            return false;
        } else if (!found) {
            raise_type_error(thread, "GridSpec.%s() got an unexpected keyword argument '%s'", function, name);
            return false;
        }
    }
    return grid_ratios_from_values(thread, grid, widths, heights);
}

/* ---- making them ---- */

static Value value_from_grid(Thread *thread, PlotGrid *grid, PlotFigure *figure) {
    if (grid->face) return value_from_object(object_retain(grid->face));
    GridObject *object = face_new(thread, &grid_type_template);
    if (!object) return VALUE_ABSENT;
    object->grid = grid_retain(grid);
    object->figure = figure ? figure_retain(figure) : NULL;
    grid->face = object;
    return value_from_object(object);
}

static Value value_from_cells(Thread *thread, const Placement *cells, PlotFigure *figure) {
    GridObject *object = face_new(thread, &subplot_spec_type_template);
    if (!object) return VALUE_ABSENT;
    object->grid = grid_retain(cells->grid);
    object->figure = figure ? figure_retain(figure) : NULL;
    object->row = cells->row;
    object->column = cells->column;
    object->last_row = cells->last_row;
    object->last_column = cells->last_column;
    return value_from_object(object);
}

Value axes_subplot_spec(Thread *thread, PlotAxes *axes) {
    return axes->placement.grid ? value_from_cells(thread, &axes->placement, axes->figure) : VALUE_NONE;
}

Placement placement_of_spec(Value value) {
    const GridObject *spec = grid_of(value);
    return (Placement){.grid = spec->grid,
                       .row = spec->row,
                       .column = spec->column,
                       .last_row = spec->last_row,
                       .last_column = spec->last_column};
}

static bool grid_size_from_value(Thread *thread, Value value, const char *what, size_t *size) {
    int64_t number = 0;
    bool whole = value_is_int(value) || value.tag == TAG_BOOL || value_is_numpy_scalar(value);
    if (whole && !value_to_int64(thread, value, &number)) return false;
    if (whole && number >= 1 && number <= 100000) {
        *size = (size_t)number;
        return true;
    }
    Value text = value_repr(thread, value);
    if (!value_is_absent(text))
        raise_value_error(thread, "Number of %s must be a positive integer, not %s", what, value_c_string(text));
    value_release(text);
    return false;
}

Value make_grid(Thread *thread, PlotFigure *figure, Value rows, Value columns, Value keywords) {
    size_t row_count, column_count;
    Error error = ERROR_NONE;
    if (!grid_size_from_value(thread, rows, "rows", &row_count) ||
        !grid_size_from_value(thread, columns, "columns", &column_count))
        return VALUE_ABSENT;
    PlotGrid *grid = grid_create(row_count, column_count, &error);
    if (!grid) return raise_plot_error(thread, &error);
    grid->made_by_user = true;
    Value result = grid_numbers_from_keywords(thread, grid, keywords, "__init__")
                       ? value_from_grid(thread, grid, figure)
                       : VALUE_ABSENT;
    grid_release(grid);
    return result;
}

static void grid_destroy(Object *self) {
    GridObject *object = (GridObject *)self;
    if (object->grid && object->grid->face == self) object->grid->face = NULL;
    grid_release(object->grid);
    figure_release(object->figure);
    object->grid = NULL;
    object->figure = NULL;
}

static Value grid_create_object(Thread *thread, Type *type, const Call *call) {
    static const char signature[] = "(nrows, ncols, figure=None, **kwargs)";
    Value arguments[4];
    (void)type;
    if (!native_match(thread, "GridSpec.__init__", signature, call, arguments, 4)) return VALUE_ABSENT;
    bool given = value_has_type(arguments[2], &figure_type_template);
    Value result =
        make_grid(thread, given ? value_figure(arguments[2]) : NULL, arguments[0], arguments[1], arguments[3]);
    native_release_arguments(arguments, 4);
    return result;
}

static Value make_inner_grid(Thread *thread, const GridObject *spec, const Value *arguments, Value keywords) {
    Value result = make_grid(thread, spec->figure, arguments[0], arguments[1], keywords);
    if (!value_is_absent(result))
        grid_set_parent(grid_of(result)->grid, spec->grid, spec->row, spec->column, spec->last_row,
                        spec->last_column);
    return result;
}

NATIVE(spec_subgridspec) {
    (void)native;
    return make_inner_grid(thread, grid_of(arguments[0]), arguments + 1, arguments[3]);
}

/* GridSpecFromSubplotSpec(nrows, ncols, subplot_spec, ...) */
NATIVE(grid_from_spec) {
    (void)native;
    Value spec = value_is_axes(arguments[2]) ? axes_subplot_spec(thread, value_axes(arguments[2]))
                                             : value_retain(arguments[2]);
    Value result = VALUE_ABSENT;
    if (value_has_type(spec, &subplot_spec_type_template))
        result = make_inner_grid(thread, grid_of(spec), arguments, arguments[3]);
    else if (!value_is_absent(spec))
        raise_type_error(thread, "subplot_spec must be a type SubplotSpec, usually from GridSpec, or axes.Axes.");
    value_release(spec);
    return result;
}

const NativeEntry gridspec_functions[] = {
    {"GridSpecFromSubplotSpec", "(nrows, ncols, subplot_spec, **kwargs)", "A grid within a subplot's place.",
     grid_from_spec, NULL, 0},
    {0},
};

/* ---- cells ---- */

static bool resolve_cells(Thread *thread, Value key, size_t length, const char *of_what, size_t *first,
                          size_t *last) {
    if (value_is_slice(key)) {
        int64_t start, stop, step, count;
        if (!slice_resolve(thread, (const Slice *)key.object, (int64_t)length, &start, &stop, &step, &count))
            return false;
        if (count < 1) {
            raise_index_error(thread, "GridSpec slice would result in no space allocated for subplot");
            return false;
        }
        *first = (size_t)start;
        *last = (size_t)(step > 0 && value_is_none(((const Slice *)key.object)->stop) ? stop - 1 : stop - (step > 0));
        return true;
    }
    int64_t index;
    if (!value_to_int64(thread, key, &index)) return false;
    if (index < -(int64_t)length || index >= (int64_t)length) {
        raise_index_error(thread, "index %lld is out of bounds for %s with size %zu", (long long)index, of_what,
                          length);
        return false;
    }
    *first = *last = (size_t)(index < 0 ? index + (int64_t)length : index);
    return true;
}

static Value grid_get_item(Thread *thread, Value self, Value key) {
    const GridObject *grid = grid_of(self);
    size_t rows = grid->grid->rows, columns = grid->grid->columns;
    Placement cells = {.grid = grid->grid};
    if (value_is_tuple(key)) {
        if (value_tuple(key)->count != 2) return raise_value_error(thread, "Unrecognized subplot spec");
        if (!resolve_cells(thread, value_tuple(key)->items[0], rows, "axis 0", &cells.row, &cells.last_row) ||
            !resolve_cells(thread, value_tuple(key)->items[1], columns, "axis 1", &cells.column,
                           &cells.last_column))
            return VALUE_ABSENT;
    } else {
        size_t first, last;
        if (!resolve_cells(thread, key, rows * columns, "GridSpec", &first, &last)) return VALUE_ABSENT;
        cells.row = first / columns;
        cells.last_row = last / columns;
        cells.column = first % columns < last % columns ? first % columns : last % columns;
        cells.last_column = first % columns > last % columns ? first % columns : last % columns;
    }
    return value_from_cells(thread, &cells, grid->figure);
}

NATIVE(grid_new_spec) {
    (void)native;
    int64_t rows, columns;
    double place[2];
    if (!pair_from_value(thread, arguments[1], place) || !value_to_int64(thread, arguments[2], &rows) ||
        !value_to_int64(thread, arguments[3], &columns))
        return VALUE_ABSENT;
    const PlotGrid *grid = grid_of(arguments[0])->grid;
    if (place[0] < 0 || place[1] < 0 || rows < 1 || columns < 1 || place[0] + (double)rows > (double)grid->rows ||
        place[1] + (double)columns > (double)grid->columns)
        return raise_index_error(thread, "GridSpec slice would result in no space allocated for subplot");
    Placement cells = {.grid = grid_of(arguments[0])->grid,
                       .row = (size_t)place[0],
                       .column = (size_t)place[1],
                       .last_row = (size_t)place[0] + (size_t)rows - 1,
                       .last_column = (size_t)place[1] + (size_t)columns - 1};
    return value_from_cells(thread, &cells, grid_of(arguments[0])->figure);
}

/* ---- what they tell ---- */

static Value ratios_list(Thread *thread, const double *ratios, size_t count) {
    Value list = list_new(thread);
    for (size_t i = 0; i < count && !value_is_absent(list); i++) {
        double ratio = ratios ? ratios[i] : 1;
        Value item = ratio == floor(ratio) ? value_from_int((int64_t)ratio) : value_from_float(ratio);
        if (!list_append_owned(thread, value_list(list), item)) {
            value_release(list);
            return VALUE_ABSENT;
        }
    }
    return list;
}

NATIVE(grid_get_ratios) {
    const PlotGrid *grid = grid_of(arguments[0])->grid;
    return native->entry->data ? ratios_list(thread, grid->widths, grid->columns)
                               : ratios_list(thread, grid->heights, grid->rows);
}

NATIVE(grid_set_ratios_method) {
    bool widths = native->entry->data;
    return grid_ratios_from_values(thread, grid_of(arguments[0])->grid, widths ? arguments[1] : VALUE_NONE,
                                   widths ? VALUE_NONE : arguments[1])
               ? VALUE_NONE
               : VALUE_ABSENT;
}

NATIVE(grid_get_geometry) {
    (void)native;
    const GridObject *object = grid_of(arguments[0]);
    const PlotGrid *grid = object->grid;
    Value numbers[4] = {value_from_int((int64_t)grid->rows), value_from_int((int64_t)grid->columns),
                        value_from_int((int64_t)(object->row * grid->columns + object->column)),
                        value_from_int((int64_t)(object->last_row * grid->columns + object->last_column))};
    return tuple_from_values(thread, numbers, native->entry->data ? 4 : 2);
}

NATIVE(grid_update) {
    (void)native;
    PlotGrid *grid = grid_of(arguments[0])->grid;
    return grid_numbers_from_keywords(thread, grid, arguments[1], "update") ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(grid_modified) {
    (void)native;
    Value list = list_new(thread);
    for (size_t i = 0; i < grid_number_count && !value_is_absent(list); i++)
        if (!isnan(*grid_number(grid_of(arguments[0])->grid, i)) &&
            !list_append_owned(thread, value_list(list), string_from_c(thread, grid_numbers[i].name))) {
            value_release(list);
            return VALUE_ABSENT;
        }
    return list;
}

NATIVE(grid_subplots) {
    (void)native;
    GridObject *object = grid_of(arguments[0]);
    if (!object->figure)
        return raise_value_error(thread,
                                 "GridSpec.subplots() only works for GridSpecs created with a parent figure");
    return figure_fill_grid(thread, object->figure, object->grid, arguments + 1);
}

NATIVE(grid_tight_layout) {
    (void)native;
    if (!value_has_type(arguments[1], &figure_type_template))
        return raise_type_error(thread, "tight_layout() needs a figure");
    Error error = ERROR_NONE;
    return figure_tight_layout(value_figure(arguments[1]), NAN, NAN, NAN, &error) ? VALUE_NONE
                                                                                  : raise_plot_error(thread, &error);
}

NATIVE(spec_get_gridspec) {
    (void)native;
    return value_from_grid(thread, grid_of(arguments[0])->grid, grid_of(arguments[0])->figure);
}

NATIVE(spec_get_topmost) {
    (void)native;
    Placement cells = placement_of_spec(arguments[0]);
    if (!cells.grid->parent) return value_retain(arguments[0]);
    while (cells.grid->parent) {
        const PlotGrid *grid = cells.grid;
        cells = (Placement){.grid = grid->parent,
                            .row = grid->parent_row,
                            .column = grid->parent_column,
                            .last_row = grid->parent_last_row,
                            .last_column = grid->parent_last_column};
    }
    return value_from_cells(thread, &cells, grid_of(arguments[0])->figure);
}

NATIVE(spec_get_position) {
    (void)native;
    if (!value_has_type(arguments[1], &figure_type_template))
        return raise_type_error(thread, "get_position() needs a figure");
    Placement cells = placement_of_spec(arguments[0]);
    return value_from_box(thread, placement_box(value_figure(arguments[1]), &cells));
}

NATIVE(spec_is_at) {
    (void)thread;
    const GridObject *spec = grid_of(arguments[0]);
    const char *which = native->entry->data;
    bool at = !strcmp(which, "first_row")  ? spec->row == 0
              : !strcmp(which, "last_row") ? spec->last_row + 1 == spec->grid->rows
              : !strcmp(which, "first_col") ? spec->column == 0
                                            : spec->last_column + 1 == spec->grid->columns;
    return value_from_bool(at);
}

static Value grid_rows(Thread *thread, Value self) {
    (void)thread;
    return value_from_int((int64_t)grid_of(self)->grid->rows);
}

static Value grid_columns(Thread *thread, Value self) {
    (void)thread;
    return value_from_int((int64_t)grid_of(self)->grid->columns);
}

static Value grid_figure(Thread *thread, Value self) {
    PlotFigure *figure = grid_of(self)->figure;
    return figure ? value_from_figure(thread, figure) : VALUE_NONE;
}

#define GRID_NUMBER(side, index)                                                                               \
    static Value grid_##side(Thread *thread, Value self) {                                                     \
        (void)thread;                                                                                          \
        double number = *grid_number(grid_of(self)->grid, index);                                              \
        return isnan(number) ? VALUE_NONE : value_from_float(number);                                          \
    }                                                                                                          \
    static bool grid_put_##side(Thread *thread, Value self, Value value) {                                     \
        bool found;                                                                                            \
        return set_grid_number(thread, grid_of(self)->grid, grid_numbers[index].name, value, &found);          \
    }
GRID_NUMBER(left, 0)
GRID_NUMBER(bottom, 1)
GRID_NUMBER(right, 2)
GRID_NUMBER(top, 3)
GRID_NUMBER(wspace, 4)
GRID_NUMBER(hspace, 5)

static Value grid_repr(Thread *thread, Value self) {
    const PlotGrid *grid = grid_of(self)->grid;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append_format(&text, "%s(%zu, %zu", grid->parent ? "GridSpecFromSubplotSpec" : "GridSpec", grid->rows,
                       grid->columns);
    for (int of_x = 0; of_x < 2; of_x++) {
        const double *ratios = of_x ? grid->widths : grid->heights;
        size_t count = of_x ? grid->columns : grid->rows;
        Value list = ratios ? ratios_list(thread, ratios, count) : VALUE_ABSENT,
              shown = value_is_absent(list) ? VALUE_ABSENT : value_repr(thread, list);
        if (!value_is_absent(shown)) {
            text_append(&text, of_x ? ", width_ratios=" : ", height_ratios=");
            text_append(&text, value_c_string(shown));
        }
        value_release(list);
        value_release(shown);
    }
    text_append(&text, ")");
    return string_from_text_buffer(thread, &text);
}

static Value spec_repr(Thread *thread, Value self) {
    const GridObject *spec = grid_of(self);
    Value grid = grid_repr(thread, self);
    if (value_is_absent(grid)) return grid;
    Value text = string_format(thread, "%s[%zu:%zu, %zu:%zu]", value_c_string(grid), spec->row,
                               spec->last_row + 1, spec->column, spec->last_column + 1);
    value_release(grid);
    return text;
}

static Value spec_num1(Thread *thread, Value self) {
    (void)thread;
    const GridObject *spec = grid_of(self);
    return value_from_int((int64_t)(spec->row * spec->grid->columns + spec->column));
}

static Value spec_num2(Thread *thread, Value self) {
    (void)thread;
    const GridObject *spec = grid_of(self);
    return value_from_int((int64_t)(spec->last_row * spec->grid->columns + spec->last_column));
}

static Value span(Thread *thread, size_t first, size_t last) {
    return range_new(thread, value_from_int((int64_t)first), value_from_int((int64_t)last + 1), value_from_int(1));
}

static Value spec_rows(Thread *thread, Value self) { return span(thread, grid_of(self)->row, grid_of(self)->last_row); }

static Value spec_columns(Thread *thread, Value self) {
    return span(thread, grid_of(self)->column, grid_of(self)->last_column);
}

static Value spec_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    (void)thread;
    if ((comparison != COMPARE_EQ && comparison != COMPARE_NE) || !value_has_type(right, &subplot_spec_type_template))
        return VALUE_NOT_IMPLEMENTED;
    const GridObject *a = grid_of(left), *b = grid_of(right);
    bool same = a->grid == b->grid && a->row == b->row && a->column == b->column && a->last_row == b->last_row &&
                a->last_column == b->last_column;
    return value_from_bool(same == (comparison == COMPARE_EQ));
}

static bool spec_hash(Thread *thread, Value self, int64_t *hash) {
    (void)thread;
    const GridObject *spec = grid_of(self);
    *hash = (int64_t)((uintptr_t)spec->grid >> 4) + (int64_t)(spec->row * 31 + spec->column * 37) +
            (int64_t)(spec->last_row * 41 + spec->last_column * 43);
    return true;
}

#define SUBPLOTS_SIGNATURE "($self, *, sharex=False, sharey=False, squeeze=True, subplot_kw=None)"

static const NativeEntry grid_methods[] = {
    {"update", "($self, **kwargs)", "Other borders and gaps of the grid.", grid_update, NULL, 0},
    {"get_geometry", "($self)", "How many rows, how many columns.", grid_get_geometry, NULL, 0},
    {"get_width_ratios", "($self)", "The relative widths of the columns.", grid_get_ratios, "width", 0},
    {"get_height_ratios", "($self)", "The relative heights of the rows.", grid_get_ratios, NULL, 0},
    {"set_width_ratios", "($self, width_ratios)", "Set the relative widths.", grid_set_ratios_method, "width", 0},
    {"set_height_ratios", "($self, height_ratios)", "Set the relative heights.", grid_set_ratios_method, NULL, 0},
    {"new_subplotspec", "($self, loc, rowspan=1, colspan=1)", "The cells of a subplot.", grid_new_spec, NULL, 0},
    {"locally_modified_subplot_params", "($self)", "The names of the margins that are set.", grid_modified, NULL,
     0},
    {"subplots", SUBPLOTS_SIGNATURE, "Axes in all cells.", grid_subplots, NULL, 0},
    {"tight_layout", "($self, figure, **kwargs)", "Adjust the margins to the labels.", grid_tight_layout, NULL, 0},
    {0},
};

static const NativeEntry spec_methods[] = {
    {"subgridspec", "($self, nrows, ncols, **kwargs)", "A grid within this subplot.", spec_subgridspec, NULL, 0},
    {"get_geometry", "($self)", "Rows and columns of the grid, first and last cell.", grid_get_geometry, "cells",
     0},
    {"get_gridspec", "($self)", "The grid.", spec_get_gridspec, NULL, 0},
    {"get_topmost_subplotspec", "($self)", "The cells of the outermost grid.", spec_get_topmost, NULL, 0},
    {"get_position", "($self, figure)", "The place in fractions of the figure.", spec_get_position, NULL, 0},
    {"is_first_row", "($self)", "Whether it is in the first row.", spec_is_at, "first_row", 0},
    {"is_last_row", "($self)", "Whether it is in the last row.", spec_is_at, "last_row", 0},
    {"is_first_col", "($self)", "Whether it is in the first column.", spec_is_at, "first_col", 0},
    {"is_last_col", "($self)", "Whether it is in the last column.", spec_is_at, "last_col", 0},
    {0},
};

static const PropertyEntry grid_properties[] = {
    {"nrows", grid_rows, NULL, "The number of rows."},
    {"ncols", grid_columns, NULL, "The number of columns."},
    {"figure", grid_figure, NULL, "The figure, or None."},
    {"left", grid_left, grid_put_left, "The left margin, or None."},
    {"bottom", grid_bottom, grid_put_bottom, "The lower margin, or None."},
    {"right", grid_right, grid_put_right, "The right margin, or None."},
    {"top", grid_top, grid_put_top, "The upper margin, or None."},
    {"wspace", grid_wspace, grid_put_wspace, "The space between columns, or None."},
    {"hspace", grid_hspace, grid_put_hspace, "The space between rows, or None."},
    {0},
};

static const PropertyEntry spec_properties[] = {
    {"num1", spec_num1, NULL, "The first cell."},
    {"num2", spec_num2, NULL, "The last cell."},
    {"rowspan", spec_rows, NULL, "The rows, as a range."},
    {"colspan", spec_columns, NULL, "The columns, as a range."},
    {0},
};

const Type grid_type_template = {
    .name = "matplotlib.gridspec.GridSpec",
    .documentation = "Rows and columns of a page, in which plots find their places.",
    .flags = TYPE_BASE,
    .instance_size = sizeof(GridObject),
    .create = grid_create_object,
    .destroy = grid_destroy,
    .repr = grid_repr,
    .get_item = grid_get_item,
    .methods = grid_methods,
    .properties = grid_properties,
};

const Type subplot_spec_type_template = {
    .name = "matplotlib.gridspec.SubplotSpec",
    .documentation = "A cell of a grid, or several.",
    .flags = TYPE_BASE | TYPE_NO_CREATE,
    .instance_size = sizeof(GridObject),
    .destroy = grid_destroy,
    .repr = spec_repr,
    .compare = spec_compare,
    .hash = spec_hash,
    .methods = spec_methods,
    .properties = spec_properties,
};
