/* An image is brought to the pixels of its place before it is drawn, by one of two ways: the nearest value for
 * every pixel (when cells are large or fit exactly), or a filter. Small cells are coloured first and then
 * filtered; large ones are filtered as values and then coloured, so that a filter never makes up colours that
 * the map does not have. */
#include "kernel/plot/artist.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

static const char *const interpolation_names[] = {
    "auto",   "nearest", "bilinear", "bicubic",  "spline16", "spline36", "hanning", "hamming", "hermite",
    "kaiser", "quadric", "catrom",   "gaussian", "bessel",   "mitchell", "sinc",    "lanczos", "blackman",
};

bool interpolation_parse(const char *name, Interpolation *interpolation) {
    if (!strcmp(name, "antialiased") || !strcmp(name, "none")) {
        *interpolation = name[0] == 'n' ? INTERPOLATION_NEAREST : INTERPOLATION_AUTO;
        return true;
    }
    for (size_t i = 0; i < sizeof interpolation_names / sizeof *interpolation_names; i++)
        if (!strcmp(name, interpolation_names[i])) {
            *interpolation = (Interpolation)i;
            return true;
        }
    return false;
}

const char *interpolation_name(Interpolation interpolation) {
    size_t count = sizeof interpolation_names / sizeof *interpolation_names;
    return (size_t)interpolation < count ? interpolation_names[interpolation] : NULL;
}

static double filter_radius(Interpolation filter) {
    switch (filter) {
    case INTERPOLATION_BICUBIC:
    case INTERPOLATION_SPLINE16:
    case INTERPOLATION_CATROM:
    case INTERPOLATION_GAUSSIAN:
    case INTERPOLATION_MITCHELL:
        return 2;
    case INTERPOLATION_SPLINE36:
        return 3;
    case INTERPOLATION_QUADRIC:
        return 1.5;
    case INTERPOLATION_BESSEL:
        return 3.2383;
    case INTERPOLATION_SINC:
    case INTERPOLATION_LANCZOS:
    case INTERPOLATION_BLACKMAN:
        return 4;
    default:
        return 1;
    }
}

static double cube_positive(double x) { return x <= 0 ? 0 : x * x * x; }

static double sinc(double x) { return x == 0 ? 1 : sin(M_PI * x) / (M_PI * x); }

static double bessel_i0(double x) {
    double sum = 1, term = 1;
    for (int k = 1; k < 50 && term > 1e-12 * sum; k++) sum += term *= x * x / 4 / (k * k);
    return sum;
}

static double filter_weight(Interpolation filter, double x) {
    x = fabs(x);
    switch (filter) {
    case INTERPOLATION_BILINEAR:
        return 1 - x;
    case INTERPOLATION_HANNING:
        return 0.5 + 0.5 * cos(M_PI * x);
    case INTERPOLATION_HAMMING:
        return 0.54 + 0.46 * cos(M_PI * x);
    case INTERPOLATION_HERMITE:
        return (2 * x - 3) * x * x + 1;
    case INTERPOLATION_KAISER:
        return bessel_i0(6.33 * sqrt(fmax(0, 1 - x * x))) / bessel_i0(6.33);
    case INTERPOLATION_QUADRIC:
        return x < 0.5 ? 0.75 - x * x : x < 1.5 ? 0.5 * (x - 1.5) * (x - 1.5) : 0;
    case INTERPOLATION_BICUBIC:
        return (cube_positive(x + 2) - 4 * cube_positive(x + 1) + 6 * cube_positive(x) -
                4 * cube_positive(x - 1)) /
               6;
    case INTERPOLATION_CATROM:
        return x < 1 ? 0.5 * (2 + x * x * (-5 + x * 3)) : x < 2 ? 0.5 * (4 + x * (-8 + x * (5 - x))) : 0;
    case INTERPOLATION_MITCHELL:
        return x < 1   ? (16.0 / 18 + x * x * (-2 + x * 7.0 / 6))
               : x < 2 ? (16.0 / 9 + x * (-10.0 / 3 + x * (2 - x * 7.0 / 18)))
                       : 0;
    case INTERPOLATION_SPLINE16:
        return x < 1 ? ((x - 9.0 / 5) * x - 1.0 / 5) * x + 1
                     : ((-1.0 / 3 * (x - 1) + 4.0 / 5) * (x - 1) - 7.0 / 15) * (x - 1);
    case INTERPOLATION_SPLINE36:
        return x < 1   ? ((13.0 / 11 * x - 453.0 / 209) * x - 3.0 / 209) * x + 1
               : x < 2 ? ((-6.0 / 11 * (x - 1) + 270.0 / 209) * (x - 1) - 156.0 / 209) * (x - 1)
                       : ((1.0 / 11 * (x - 2) - 45.0 / 209) * (x - 2) + 26.0 / 209) * (x - 2);
    case INTERPOLATION_GAUSSIAN:
        return exp(-2 * x * x) * sqrt(2 / M_PI);
    case INTERPOLATION_BESSEL:
        return x == 0 ? M_PI / 4 : j1(M_PI * x) / (2 * x);
    case INTERPOLATION_SINC:
        return sinc(x);
    case INTERPOLATION_LANCZOS:
        return x < 4 ? sinc(x) * sinc(x / 4) : 0;
    case INTERPOLATION_BLACKMAN:
        return x < 4 ? sinc(x) * (0.42 + 0.5 * cos(M_PI * x / 4) + 0.08 * cos(M_PI * x / 2)) : 0;
    default:
        return 1;
    }
}

/* How one direction is resampled: output pixel i is at source position first + i * step (in cells). */
typedef struct Direction {
    size_t source, target;
    double first, step;
} Direction;

/* On the border of two cells the left or the upper one is taken, as they are seen. */
static size_t nearest_cell(const Direction *direction, size_t pixel) {
    double exact = direction->first + (double)pixel * direction->step;
    if (fabs(exact - rint(exact)) < 1e-9) exact = rint(exact);
    double at = direction->step < 0 ? floor(exact) : ceil(exact) - 1;
    return at < 0 ? 0 : at >= (double)direction->source ? direction->source - 1 : (size_t)at;
}

static size_t reflect(long index, long count) {
    long period = 2 * count;
    index = (index % period + period) % period;
    return (size_t)(index < count ? index : period - 1 - index);
}

/* One direction of `channels`-wide cells: `lines` lines, `line_stride` apart, cells `cell_stride` apart. */
static bool filter_direction(const double *from, size_t lines, size_t line_stride, size_t cell_stride,
                             double *to, size_t to_line_stride, size_t to_cell_stride, size_t channels,
                             Interpolation filter, const Direction *direction) {
    double scale = fmax(1, fabs(direction->step)), radius = filter_radius(filter) * scale;
    size_t capacity = (size_t)(2 * radius) + 3;
    double *weights = memory_allocate(capacity * sizeof *weights);
    size_t *cells = memory_allocate(capacity * sizeof *cells);
    if (!weights || !cells) {
        memory_release(weights);
        memory_release(cells);
        return false;
    }
    for (size_t pixel = 0; pixel < direction->target; pixel++) {
        double at = direction->first + (double)pixel * direction->step, sum = 0;
        long low = (long)floor(at - radius), high = (long)ceil(at + radius);
        size_t used = 0;
        for (long cell = low; cell <= high && used < capacity; cell++) {
            double distance = ((double)cell + 0.5 - at) / scale;
            if (fabs(distance) >= filter_radius(filter)) continue;
            weights[used] = filter_weight(filter, distance);
            sum += weights[used];
            cells[used++] = reflect(cell, (long)direction->source);
        }
        if (!used || sum == 0) {
            used = 1;
            weights[0] = sum = 1;
            cells[0] = nearest_cell(direction, pixel);
        }
        for (size_t line = 0; line < lines; line++)
            for (size_t channel = 0; channel < channels; channel++) {
                double total = 0;
                for (size_t k = 0; k < used; k++)
                    total += weights[k] * from[line * line_stride + cells[k] * cell_stride + channel];
                to[line * to_line_stride + pixel * to_cell_stride + channel] = total / sum;
            }
    }
    memory_release(weights);
    memory_release(cells);
    return true;
}

static double *filter_cells(const double *cells, size_t channels, Interpolation filter, const Direction *across,
                            const Direction *down) {
    double *middle = memory_allocate_zeroed(down->source * across->target * channels, sizeof *middle);
    double *result = memory_allocate_zeroed(down->target * across->target * channels, sizeof *result);
    size_t narrow = across->target * channels;
    bool done = middle && result &&
                filter_direction(cells, down->source, across->source * channels, channels, middle, narrow,
                                 channels, channels, filter, across) &&
                filter_direction(middle, across->target, channels, narrow, result, channels, narrow, channels,
                                 filter, down);
    memory_release(middle);
    if (!done) {
        memory_release(result);
        return NULL;
    }
    return result;
}

static Color cell_color(const PlotImage *image, size_t index) {
    if (image->channels == 1) return mappable_color(&image->mappable, index);
    const double *cell = image->colors + index * image->channels;
    return (Color){cell[0], cell[1], cell[2], image->channels == 4 ? cell[3] : 1};
}

/* `nudge` for colours that came as bytes divided by 255: they come back as they were. */
static uint32_t pack_color(Color color, double alpha, double nudge) {
    uint8_t bytes[4];
    color_to_bytes((Color){color.red + nudge, color.green + nudge, color.blue + nudge, color.alpha}, bytes);
    uint32_t opacity = bytes[3];
    if (!isnan(alpha)) opacity = (uint32_t)((double)opacity * alpha);
    if (opacity < 255)
        for (int i = 0; i < 3; i++) bytes[i] = (uint8_t)((bytes[i] * opacity + 127) / 255);
    return opacity << 24 | (uint32_t)bytes[0] << 16 | (uint32_t)bytes[1] << 8 | bytes[2];
}

/* All cells as colours with their opacity multiplied in. */
static double *colored_cells(const PlotImage *image) {
    size_t count = image->rows * image->columns;
    double *cells = memory_allocate_zeroed(count, 4 * sizeof *cells);
    for (size_t i = 0; cells && i < count; i++) {
        Color color = cell_color(image, i);
        const double row[4] = {color.red * color.alpha, color.green * color.alpha, color.blue * color.alpha,
                               color.alpha};
        memcpy(cells + 4 * i, row, sizeof row);
    }
    return cells;
}

static void fill_nearest(const PlotImage *image, const Direction *across, const Direction *down,
                         uint32_t *pixels) {
    for (size_t row = 0; row < down->target; row++) {
        size_t source_row = nearest_cell(down, row);
        if (row && source_row == nearest_cell(down, row - 1)) {
            memcpy(pixels + row * across->target, pixels + (row - 1) * across->target,
                   across->target * sizeof *pixels);
            continue;
        }
        size_t last = SIZE_MAX;
        for (size_t column = 0; column < across->target; column++) {
            size_t cell = nearest_cell(across, column);
            uint32_t *pixel = &pixels[row * across->target + column];
            *pixel = cell == last ? pixel[-1]
                                  : pack_color(cell_color(image, source_row * image->columns + cell),
                                               image->artist.alpha, image->channels == 1 ? 0 : 1e-9);
            last = cell;
        }
    }
}

static bool fill_filtered(const PlotImage *image, Interpolation filter, bool values_first,
                          const Direction *across, const Direction *down, uint32_t *pixels) {
    size_t count = across->target * down->target;
    if (values_first) {
        double *values = filter_cells(image->mappable.values, 1, filter, across, down);
        for (size_t i = 0; values && i < count; i++) {
            double fraction = norm_apply(&image->mappable.norm, values[i], image->mappable.map->count);
            pixels[i] = pack_color(colormap_at(image->mappable.map, fraction), image->artist.alpha, 0);
        }
        memory_release(values);
        return values;
    }
    double *cells = colored_cells(image), *colors = cells ? filter_cells(cells, 4, filter, across, down) : NULL;
    for (size_t i = 0; colors && i < count; i++) {
        const double *row = colors + 4 * i;
        double opacity = row[3] > 0 ? row[3] : 1;
        pixels[i] =
            pack_color((Color){row[0] / opacity, row[1] / opacity, row[2] / opacity, fmin(row[3] + 1e-9, 1)},
                       image->artist.alpha, 1e-9);
    }
    memory_release(cells);
    memory_release(colors);
    return colors;
}

static Interpolation choose_filter(const PlotImage *image, double width, double height) {
    if (image->interpolation != INTERPOLATION_AUTO) return image->interpolation;
    double columns = (double)image->columns, rows = (double)image->rows;
    bool large_x = width > 3 * columns || width == columns || width == 2 * columns;
    bool large_y = height > 3 * rows || height == rows || height == 2 * rows;
    return large_x && large_y ? INTERPOLATION_NEAREST : INTERPOLATION_HANNING;
}

/* The whole pixels that the visible part covers, in page coordinates with y upwards. */
static Box pixel_box(Box box) {
    return (Box){floor(box.x0 + 0.5), ceil(box.y0 - 0.5 - 1e-8), floor(box.x1 + 0.5 + 1e-8),
                 ceil(box.y1 - 0.5)};
}

void image_draw(Renderer *renderer, PlotArtist *artist) {
    PlotImage *image = (PlotImage *)artist;
    if (renderer->measuring || !image->rows || !image->columns) return;
    Point low = artist_to_pixels(artist, artist->coordinates, renderer, image->left, image->bottom);
    Point high = artist_to_pixels(artist, artist->coordinates, renderer, image->right, image->top);
    Box whole = {fmin(low.x, high.x), fmin(low.y, high.y), fmax(low.x, high.x), fmax(low.y, high.y)};
    Box seen = artist->axes ? box_intersection(whole, artist->axes->box) : whole;
    if (!isfinite(whole.x0 + whole.x1 + whole.y0 + whole.y1) || box_is_empty(seen)) return;
    double shift_x = renderer->origin_x, shift_y = renderer->origin_y;
    Box page = {seen.x0 - shift_x, seen.y0 - shift_y, seen.x1 - shift_x, seen.y1 - shift_y};
    double density = 1;
    if (renderer->vector)
        density = 100.0 / 72;
    else
        page = pixel_box(page);
    double width = ceil(box_width(page) * density), height = ceil(box_height(page) * density);
    if (!(width >= 1) || !(height >= 1) || width * height > 1e9) return;
    /* From the centre of each target pixel to the source. Rows run from the top of the page. */
    double left = low.x - shift_x, right = high.x - shift_x;
    double first_row = (image->origin_lower ? low.y : high.y) - shift_y;
    double last_row = (image->origin_lower ? high.y : low.y) - shift_y;
    double step_x = box_width(page) / width, step_y = box_height(page) / height;
    double per_x = (double)image->columns / (right - left),
           per_y = (double)image->rows / (last_row - first_row);
    Direction across = {image->columns, (size_t)width, (page.x0 + 0.5 * step_x - left) * per_x, step_x * per_x};
    Direction down = {image->rows, (size_t)height, (page.y1 - 0.5 * step_y - first_row) * per_y,
                      -step_y * per_y};
    Interpolation filter = choose_filter(image, fabs(right - left), fabs(last_row - first_row));
    bool values_first = image->channels == 1 && fabs(right - left) >= 3 * (double)image->columns &&
                        fabs(last_row - first_row) >= 3 * (double)image->rows;
    uint32_t *pixels = memory_allocate_zeroed(across.target * down.target, sizeof *pixels);
    bool filled = pixels;
    if (pixels && filter == INTERPOLATION_NEAREST)
        fill_nearest(image, &across, &down, pixels);
    else if (pixels)
        filled = fill_filtered(image, filter, values_first, &across, &down, pixels);
    if (filled)
        renderer_draw_pixels(renderer, pixels, (int)across.target, (int)down.target,
                             (Box){page.x0 + shift_x, page.y0 + shift_y, page.x1 + shift_x, page.y1 + shift_y});
    memory_release(pixels);
}
