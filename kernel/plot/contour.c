/* Contours on a grid of points.
 *
 * The outline of the region where z >= level is made of two kinds of directed edges, cell by cell: crossings of
 * the cell (from one side to another, with the region on the left), and pieces of the border of the grid, or of
 * a hole of missing values, that lie in the region. Sides between two cells cancel out and are never made.
 * Every edge begins and ends at a node: a grid point, or the crossing on a side of a cell, so edges chain up
 * into closed loops by node number alone. Contour lines are the crossings alone; the area between two levels is
 * both outlines filled by the even-odd rule. */
#include "kernel/plot/artist.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

typedef struct Grid {
    const double *x, *y, *z;
    size_t rows, columns;
    double level;
} Grid;

/* Nodes: points first, then crossings on sides along rows, then along columns. */
static size_t node_point(const Grid *grid, size_t row, size_t column) { return row * grid->columns + column; }

static size_t node_along_row(const Grid *grid, size_t row, size_t column) {
    return grid->rows * grid->columns + row * grid->columns + column;
}

static size_t node_along_column(const Grid *grid, size_t row, size_t column) {
    return 2 * grid->rows * grid->columns + row * grid->columns + column;
}

static Point between(const Grid *grid, size_t first, size_t second) {
    double share = (grid->level - grid->z[first]) / (grid->z[second] - grid->z[first]);
    if (!isfinite(share)) share = isfinite(grid->z[first]) ? 0 : 1;
    return (Point){grid->x[first] + share * (grid->x[second] - grid->x[first]),
                   grid->y[first] + share * (grid->y[second] - grid->y[first])};
}

static Point node_place(const Grid *grid, size_t node) {
    size_t count = grid->rows * grid->columns, kind = node / count, first = node % count;
    if (kind == 0) return (Point){grid->x[first], grid->y[first]};
    return between(grid, first, kind == 1 ? first + 1 : first + grid->columns);
}

static bool cell_exists(const Grid *grid, size_t row, size_t column) {
    if (row + 1 >= grid->rows || column + 1 >= grid->columns) /* also -1, which wraps */
        return false;
    size_t at = node_point(grid, row, column);
    return !isnan(grid->z[at]) && !isnan(grid->z[at + 1]) && !isnan(grid->z[at + grid->columns]) &&
           !isnan(grid->z[at + grid->columns + 1]);
}

/* Directed edges; a node has at most two that leave it (where regions touch at a point). */
typedef struct Edges {
    size_t (*next)[2]; /* SIZE_MAX: none */
    uint8_t *incoming;
    size_t node_count;
} Edges;

static bool edges_allocate(Edges *edges, size_t node_count) {
    edges->node_count = node_count;
    edges->next = memory_allocate(node_count * sizeof *edges->next);
    edges->incoming = memory_allocate_zeroed(node_count, 1);
    if (!edges->next || !edges->incoming) return false;
    memset(edges->next, 0xff, node_count * sizeof *edges->next);
    return true;
}

static void edges_release(Edges *edges) {
    memory_release(edges->next);
    memory_release(edges->incoming);
}

static void add_edge(Edges *edges, size_t from, size_t to) {
    edges->next[from][edges->next[from][0] == SIZE_MAX ? 0 : 1] = to;
    edges->incoming[to]++;
}

static size_t take_edge(Edges *edges, size_t from) {
    size_t to = edges->next[from][0];
    edges->next[from][0] = edges->next[from][1];
    edges->next[from][1] = SIZE_MAX;
    if (to != SIZE_MAX) edges->incoming[to]--;
    return to;
}

/* The piece of a border side from corner a to corner b (anticlockwise round the cell) that is in the region. */
static void add_border(Edges *edges, size_t a, size_t b, size_t crossing, bool in_a, bool in_b) {
    if (in_a && in_b)
        add_edge(edges, a, b);
    else if (in_a)
        add_edge(edges, a, crossing);
    else if (in_b)
        add_edge(edges, crossing, b);
}

static void add_cell(const Grid *grid, size_t row, size_t column, bool borders, Edges *edges) {
    size_t stride = grid->columns, at = node_point(grid, row, column);
    /* Corners and sides anticlockwise in the sense of (column, row): side i runs from corner i to i + 1. */
    const size_t corners[4] = {at, at + 1, at + stride + 1, at + stride};
    const size_t sides[4] = {node_along_row(grid, row, column), node_along_column(grid, row, column + 1),
                             node_along_row(grid, row + 1, column), node_along_column(grid, row, column)};
    bool in[4];
    int inside = 0;
    for (int i = 0; i < 4; i++) inside += in[i] = grid->z[corners[i]] >= grid->level;
    if (borders && inside) {
        const bool neighbours[4] = {row > 0 && cell_exists(grid, row - 1, column),
                                    cell_exists(grid, row, column + 1), cell_exists(grid, row + 1, column),
                                    column > 0 && cell_exists(grid, row, column - 1)};
        for (int i = 0; i < 4; i++)
            if (!neighbours[i])
                add_border(edges, corners[i], corners[(i + 1) % 4], sides[i], in[i], in[(i + 1) % 4]);
    }
    if (inside == 0 || inside == 4) return;
    /* Walking round, the boundary leaves the region on a side in -> out and comes back on a side out -> in. */
    int leaves[2], returns[2], left = 0, back = 0;
    for (int i = 0; i < 4; i++) {
        if (in[i] && !in[(i + 1) % 4]) leaves[left++] = i;
        if (!in[i] && in[(i + 1) % 4]) returns[back++] = i;
    }
    if (left == 1) {
        add_edge(edges, sides[leaves[0]], sides[returns[0]]);
        return;
    }
    /* A saddle: the middle decides whether the two corners belong together. */
    double middle = (grid->z[corners[0]] + grid->z[corners[1]] + grid->z[corners[2]] + grid->z[corners[3]]) / 4;
    for (int i = 0; i < 2; i++) {
        int wanted = middle >= grid->level ? (leaves[i] + 1) % 4 : (leaves[i] + 3) % 4;
        add_edge(edges, sides[leaves[i]], sides[wanted]);
    }
}

static void collect_edges(const Grid *grid, bool borders, Edges *edges) {
    for (size_t row = 0; row + 1 < grid->rows; row++)
        for (size_t column = 0; column + 1 < grid->columns; column++)
            if (cell_exists(grid, row, column)) add_cell(grid, row, column, borders, edges);
}

static void trace_chain(const Grid *grid, Edges *edges, size_t start, Path *path) {
    Point place = node_place(grid, start);
    path_move(path, place.x, place.y);
    for (size_t node = take_edge(edges, start); node != SIZE_MAX; node = take_edge(edges, node)) {
        if (node == start && edges->next[node][0] == SIZE_MAX) {
            path_close(path);
            return;
        }
        place = node_place(grid, node);
        path_line(path, place.x, place.y);
    }
}

/* All chains of one level into the path; open ones (lines that end at the border) first. */
static bool trace_level(const Grid *grid, bool borders, Path *path, Error *error) {
    Edges edges = {0};
    size_t node_count = 3 * grid->rows * grid->columns;
    if (!edges_allocate(&edges, node_count)) {
        edges_release(&edges);
        return error_no_memory(error);
    }
    collect_edges(grid, borders, &edges);
    for (int open = 1; open >= 0; open--)
        for (size_t node = 0; node < node_count; node++)
            while (edges.next[node][0] != SIZE_MAX && (!open || !edges.incoming[node]))
                trace_chain(grid, &edges, node, path);
    edges_release(&edges);
    return !path->failed || error_no_memory(error);
}

typedef struct Layer {
    double from, to, value; /* lines: from alone; value: what the colour stands for */
} Layer;

/* Area `index` of the filled ones, counted from the one below the first level if there is such a one. */
static Layer find_layer(const ContourOptions *options, size_t index, double lowest) {
    const double *levels = options->levels, far_away = 5e249;
    if (!options->filled) return (Layer){levels[index], NAN, levels[index]};
    if (options->extend_low && !index--)
        return (Layer){-INFINITY, levels[0], options->logarithmic ? 1e-250 : -far_away};
    if (index + 1 == options->level_count) return (Layer){levels[index], INFINITY, far_away};
    double low = levels[index], high = levels[index + 1];
    double middle = options->logarithmic ? sqrt(low * high) : (low + high) / 2;
    /* the lowest values belong to the lowest area */
    return (Layer){index == 0 && low == lowest && !options->extend_low ? -INFINITY : low, high, middle};
}

static bool trace_layers(PlotPaths *paths, const Grid *field, const ContourOptions *options, Error *error) {
    double lowest = INFINITY, *values = memory_allocate((paths->count + 1) * sizeof *values);
    if (!values) return error_no_memory(error);
    for (size_t i = 0; i < field->rows * field->columns; i++)
        if (field->z[i] < lowest) lowest = field->z[i];
    bool done = true;
    for (size_t i = 0; done && i < paths->count; i++) {
        Layer layer = find_layer(options, i, lowest);
        Grid grid = *field;
        grid.level = layer.from;
        done = trace_level(&grid, options->filled, &paths->paths[i], error);
        if (done && options->filled && isfinite(layer.to)) {
            grid.level = layer.to;
            done = trace_level(&grid, true, &paths->paths[i], error);
        }
        values[i] = layer.value;
    }
    done = done && mappable_set_values(&paths->mappable, values, paths->count, error);
    memory_release(values);
    return done;
}

PlotPaths *axes_add_contour(PlotAxes *axes, const double *x, const double *y, const double *z, size_t rows,
                            size_t columns, const ContourOptions *options, Error *error) {
    size_t level_count = options->level_count, layers = level_count;
    if (options->filled)
        layers = (level_count ? level_count - 1 : 0) + (level_count && options->extend_low) +
                 (level_count && options->extend_high);
    PlotPaths *paths = axes_add_paths(axes, layers, error);
    if (!paths) return NULL;
    paths->levels = memory_allocate((level_count + 1) * sizeof *paths->levels);
    if (!paths->levels) {
        paths->artist.removed = true;
        error_no_memory(error);
        return NULL;
    }
    memcpy(paths->levels, options->levels, level_count * sizeof *options->levels);
    paths->level_count = level_count;
    paths->filled = paths->even_odd = options->filled;
    paths->extend_low = options->extend_low;
    paths->extend_high = options->extend_high;
    paths->map_edges = !options->filled;
    paths->artist.zorder = options->filled ? 1 : 2;
    if (options->logarithmic) paths->mappable.norm.kind = NORM_LOG;
    Grid field = {x, y, z, rows, columns, 0};
    if (!trace_layers(paths, &field, options, error)) {
        paths->artist.removed = true;
        return NULL;
    }
    if (level_count) { /* the map spans all levels, whatever the areas between them stand for */
        paths->mappable.norm.minimum = options->levels[0];
        paths->mappable.norm.maximum = options->levels[level_count - 1];
    }
    PlotArtist *artist = &paths->artist;
    artist->limits = limits_empty;
    for (size_t i = 0; i < rows * columns; i++) limits_include(&artist->limits, x[i], y[i]);
    artist->sticky_x[0] = artist->limits.x0;
    artist->sticky_x[1] = artist->limits.x1;
    artist->sticky_y[0] = artist->limits.y0;
    artist->sticky_y[1] = artist->limits.y1;
    artist->sticky_x_count = artist->sticky_y_count = 2;
    artist_set_current_image(artist);
    return paths;
}
