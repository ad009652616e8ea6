/* How the tables are made: a map is asked for by name and becomes `count` rows of red, green, blue and alpha.
 * Pieces are sampled at i / (count - 1), lists of bytes are spread evenly first, functions are evaluated; a
 * name that ends in "_r" is the same table backwards. The arithmetic keeps the order of operations that the
 * published tables were made with, since a colour that is cut off to a byte shows the last bit. */
#include "kernel/plot/color/colormap.h"

#include "base/memory.h"
#include "kernel/plot/color/colormap_data.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { default_count = 256 };

static const ColormapData *find_data(const char *name, size_t length) {
    for (size_t i = 0; i < colormap_table_count; i++)
        if (strlen(colormap_table[i].name) == length && !memcmp(colormap_table[i].name, name, length))
            return &colormap_table[i];
    return NULL;
}

static const ColormapData *find_named(const char *name, bool *reversed) {
    size_t length = strlen(name);
    *reversed = length > 2 && !strcmp(name + length - 2, "_r");
    const ColormapData *data = find_data(name, *reversed ? length - 2 : length);
    while (data && data->kind == COLORMAP_ALIAS) data = find_data(data->alias, strlen(data->alias));
    return data;
}

bool colormap_exists(const char *name) {
    bool reversed;
    return find_named(name, &reversed);
}

const char *colormap_name(size_t index, char buffer[32]) {
    if (index >= 2 * colormap_table_count) return NULL;
    bool reversed = index >= colormap_table_count;
    snprintf(buffer, 32, "%s%s", colormap_table[index % colormap_table_count].name, reversed ? "_r" : "");
    return buffer;
}

static Colormap *colormap_allocate(const char *name, size_t count, Error *error) {
    Colormap *map = memory_allocate_zeroed(1, sizeof *map);
    if (map) {
        map->name = memory_copy_string(name);
        map->colors = memory_allocate_zeroed(count ? count : 1, sizeof *map->colors);
        map->count = count;
    }
    if (!map || !map->name || !map->colors) {
        colormap_release(map);
        error_no_memory(error);
        return NULL;
    }
    for (size_t i = 0; i < count; i++) map->colors[i][3] = 1;
    return map;
}

void colormap_release(Colormap *map) {
    if (!map) return;
    memory_release(map->name);
    memory_release(map->colors);
    memory_release(map);
}

static double clip_unit(double value) { return value < 0 ? 0 : value > 1 ? 1 : value; }

/* One channel from pieces (x, value before x, value after x). */
static void fill_pieces(Colormap *map, size_t channel, const double *pieces, size_t piece_count) {
    size_t count = map->count;
    if (count == 1) {
        map->colors[0][channel] = clip_unit(pieces[3 * (piece_count - 1) + 1]);
        return;
    }
    double scale = (double)(count - 1), step = 1.0 / scale;
    map->colors[0][channel] = clip_unit(pieces[2]);
    map->colors[count - 1][channel] = clip_unit(pieces[3 * (piece_count - 1) + 1]);
    for (size_t i = 1, at = 0; i + 1 < count; i++) {
        double x = scale * ((double)i * step);
        while (at < piece_count - 1 && pieces[3 * at] * scale < x) at++;
        const double *after = pieces + 3 * at, *before = after - 3;
        double x_before = before[0] * scale, x_after = after[0] * scale;
        double distance = (x - x_before) / (x_after - x_before);
        map->colors[i][channel] = clip_unit(distance * (after[1] - before[2]) + before[2]);
    }
}

static bool fill_linear_bytes(Colormap *map, const ColormapData *data, Error *error) {
    double *pieces = memory_allocate(data->count * 3 * sizeof *pieces);
    if (!pieces) return error_no_memory(error);
    double step = 1.0 / (double)(data->count - 1);
    for (size_t channel = 0; channel < 3; channel++) {
        for (size_t i = 0; i < data->count; i++) {
            pieces[3 * i] = i + 1 == data->count ? 1 : (double)i * step;
            pieces[3 * i + 1] = pieces[3 * i + 2] = data->bytes[3 * i + channel] / 255.0;
        }
        fill_pieces(map, channel, pieces, data->count);
    }
    memory_release(pieces);
    return true;
}

static double triangle_32(double x) { return x < 0.25 ? 4 * x : x < 0.92 ? -2 * x + 1.84 : x / 0.08 - 11.5; }

typedef void ColormapFunction(double x, double color[3]);

static void map_flag(double x, double color[3]) {
    color[0] = 0.75 * sin((x * 31.5 + 0.25) * M_PI) + 0.5;
    color[1] = sin(x * 31.5 * M_PI);
    color[2] = 0.75 * sin((x * 31.5 - 0.25) * M_PI) + 0.5;
}

static void map_prism(double x, double color[3]) {
    color[0] = 0.75 * sin((x * 20.9 + 0.25) * M_PI) + 0.67;
    color[1] = 0.75 * sin((x * 20.9 - 0.25) * M_PI) + 0.33;
    color[2] = -1.1 * sin((x * 20.9) * M_PI);
}

/* D. A. Green's helix round the grey diagonal: start 0.5, -1.5 rotations, hue 1, gamma 1. */
static void map_cubehelix(double x, double color[3]) {
    static const double direction[3][2] = {{-0.14861, 1.78277}, {-0.29227, -0.90649}, {1.97294, 0}};
    double amplitude = x * (1 - x) / 2, angle = 2 * M_PI * (0.5 / 3 + -1.5 * x);
    for (int channel = 0; channel < 3; channel++)
        color[channel] =
            x + amplitude * (direction[channel][0] * cos(angle) + direction[channel][1] * sin(angle));
}

static void map_afmhot(double x, double color[3]) {
    color[0] = 2 * x;
    color[1] = 2 * x - 0.5;
    color[2] = 2 * x - 1;
}

static void map_gist_gray(double x, double color[3]) { color[0] = color[1] = color[2] = x; }

static void map_gist_yarg(double x, double color[3]) { color[0] = color[1] = color[2] = 1 - x; }

static void map_gist_heat(double x, double color[3]) {
    color[0] = 1.5 * x;
    color[1] = 2 * x - 1;
    color[2] = 4 * x - 3;
}

static void map_gnuplot(double x, double color[3]) {
    color[0] = sqrt(x);
    color[1] = x * x * x;
    color[2] = sin(2 * M_PI * x);
}

static void map_gnuplot2(double x, double color[3]) {
    color[0] = x / 0.32 - 0.78125;
    color[1] = 2 * x - 0.84;
    color[2] = triangle_32(x);
}

static void map_ocean(double x, double color[3]) {
    color[0] = 3 * x - 2;
    color[1] = fabs((3 * x - 1) / 2);
    color[2] = x;
}

static void map_rainbow(double x, double color[3]) {
    color[0] = fabs(2 * x - 0.5);
    color[1] = sin(x * M_PI);
    color[2] = cos(x * M_PI / 2);
}

static const struct {
    const char *name;
    ColormapFunction *function;
} colormap_functions[] = {
    {"afmhot", map_afmhot},       {"cubehelix", map_cubehelix}, {"flag", map_flag},
    {"gist_gray", map_gist_gray}, {"gist_heat", map_gist_heat}, {"gist_yarg", map_gist_yarg},
    {"gnuplot", map_gnuplot},     {"gnuplot2", map_gnuplot2},   {"ocean", map_ocean},
    {"prism", map_prism},         {"rainbow", map_rainbow},
};

static void fill_function(Colormap *map, const char *name) {
    double step = map->count > 1 ? 1.0 / (double)(map->count - 1) : 1;
    for (size_t f = 0; f < sizeof colormap_functions / sizeof *colormap_functions; f++) {
        if (strcmp(colormap_functions[f].name, name) != 0) continue;
        for (size_t i = 0; i < map->count; i++) {
            double x = i && i + 1 == map->count ? 1 : (double)i * step;
            colormap_functions[f].function(x, map->colors[i]);
            for (int channel = 0; channel < 3; channel++)
                map->colors[i][channel] = clip_unit(map->colors[i][channel]);
        }
    }
}

static void fill_listed(Colormap *map, const ColormapData *data) {
    for (size_t i = 0; i < map->count; i++)
        for (size_t channel = 0; channel < 3; channel++)
            map->colors[i][channel] = data->kind == COLORMAP_LISTED ? data->values[3 * i + channel]
                                                                    : data->bytes[3 * i + channel] / 255.0;
    map->listed = true;
}

static void reverse_rows(Colormap *map) {
    for (size_t low = 0, high = map->count; low + 1 < high; low++) {
        double row[4];
        high--;
        memcpy(row, map->colors[low], sizeof row);
        memcpy(map->colors[low], map->colors[high], sizeof row);
        memcpy(map->colors[high], row, sizeof row);
    }
}

static bool fill_shifted(Colormap *map, const ColormapData *data) {
    const ColormapData *base = find_data(data->alias, strlen(data->alias));
    size_t half = base->count / 2;
    for (size_t i = 0; i < map->count; i++)
        memcpy(map->colors[i], base->values + 3 * ((i + half) % base->count), 3 * sizeof(double));
    reverse_rows(map);
    map->listed = true;
    return true;
}

Colormap *colormap_create_named(const char *name, size_t count, Error *error) {
    bool reversed;
    const ColormapData *data = find_named(name, &reversed);
    if (!data) {
        error_set(error, "ValueError", "'%s' is not a valid value for cmap.", name);
        return NULL;
    }
    size_t own_count = default_count;
    if (data->kind == COLORMAP_LISTED || data->kind == COLORMAP_LISTED_BYTES)
        own_count = data->count;
    else if (data->kind == COLORMAP_SHIFTED)
        own_count = find_data(data->alias, strlen(data->alias))->count;
    bool from_list =
        data->kind == COLORMAP_LISTED || data->kind == COLORMAP_LISTED_BYTES || data->kind == COLORMAP_SHIFTED;
    Colormap *map = colormap_allocate(name, from_list || !count ? own_count : count, error);
    if (!map) return NULL;
    bool done = true;
    switch (data->kind) {
    case COLORMAP_LISTED:
    case COLORMAP_LISTED_BYTES:
        fill_listed(map, data);
        break;
    case COLORMAP_LINEAR_BYTES:
        done = fill_linear_bytes(map, data, error);
        break;
    case COLORMAP_PIECES: {
        const double *pieces = data->values;
        for (size_t channel = 0; channel < 3; pieces += 3 * data->pieces[channel++])
            fill_pieces(map, channel, pieces, data->pieces[channel]);
        break;
    }
    case COLORMAP_FUNCTION:
        fill_function(map, data->name);
        break;
    case COLORMAP_SHIFTED:
        done = fill_shifted(map, data);
        break;
    case COLORMAP_ALIAS:
        break;
    }
    if (!done) {
        colormap_release(map);
        return NULL;
    }
    if (reversed) reverse_rows(map);
    if (from_list && count && count != map->count) {
        Colormap *resampled = colormap_create_resampled(map, count, error);
        colormap_release(map);
        return resampled;
    }
    return map;
}

Colormap *colormap_create_from_colors(const char *name, const Color *colors, const double *positions,
                                      size_t count, size_t table_count, bool listed, Error *error) {
    if (!count) {
        error_set(error, "ValueError", "a colormap needs at least one color");
        return NULL;
    }
    Colormap *map = colormap_allocate(name, listed || count == 1 ? count : table_count, error);
    if (!map) return NULL;
    map->listed = listed;
    if (listed || count == 1) {
        for (size_t i = 0; i < count; i++) memcpy(map->colors[i], &colors[i], sizeof map->colors[i]);
        return map;
    }
    double *pieces = memory_allocate(3 * count * sizeof *pieces);
    if (!pieces) {
        colormap_release(map);
        error_no_memory(error);
        return NULL;
    }
    double step = 1.0 / (double)(count - 1);
    for (size_t channel = 0; channel < 4; channel++) {
        for (size_t i = 0; i < count; i++) {
            const double row[4] = {colors[i].red, colors[i].green, colors[i].blue, colors[i].alpha};
            pieces[3 * i] = positions ? positions[i] : i + 1 == count ? 1 : (double)i * step;
            pieces[3 * i + 1] = pieces[3 * i + 2] = row[channel];
        }
        fill_pieces(map, channel, pieces, count);
    }
    memory_release(pieces);
    return map;
}

static void copy_extremes(Colormap *map, const Colormap *from) {
    map->under = from->under;
    map->over = from->over;
    map->bad = from->bad;
    map->under_set = from->under_set;
    map->over_set = from->over_set;
    map->listed = from->listed;
}

Colormap *colormap_create_reversed(const Colormap *map, Error *error) {
    char name[128];
    size_t length = strlen(map->name);
    if (length > 2 && !strcmp(map->name + length - 2, "_r"))
        snprintf(name, sizeof name, "%.*s", (int)(length - 2), map->name);
    else
        snprintf(name, sizeof name, "%s_r", map->name);
    Colormap *reversed = colormap_allocate(name, map->count, error);
    if (!reversed) return NULL;
    memcpy(reversed->colors, map->colors, map->count * sizeof *map->colors);
    reverse_rows(reversed);
    copy_extremes(reversed, map);
    reversed->under = map->over;
    reversed->over = map->under;
    reversed->under_set = map->over_set;
    reversed->over_set = map->under_set;
    return reversed;
}

Colormap *colormap_create_resampled(const Colormap *map, size_t count, Error *error) {
    Colormap *resampled = colormap_allocate(map->name, count, error);
    if (!resampled) return NULL;
    for (size_t i = 0; i < count; i++) {
        Color color = colormap_at(map, count > 1 ? (double)i / (double)(count - 1) : 0);
        memcpy(resampled->colors[i], &color, sizeof resampled->colors[i]);
    }
    copy_extremes(resampled, map);
    return resampled;
}

static Color row_color(const double row[4]) { return (Color){row[0], row[1], row[2], row[3]}; }

Color colormap_at_index(const Colormap *map, int64_t index) {
    if (index < 0) return map->under_set ? map->under : row_color(map->colors[0]);
    if (index >= (int64_t)map->count) return map->over_set ? map->over : row_color(map->colors[map->count - 1]);
    return row_color(map->colors[index]);
}

Color colormap_at(const Colormap *map, double fraction) {
    double position = fraction * (double)map->count;
    if (isnan(position)) return map->bad;
    if (position == (double)map->count) return colormap_at_index(map, (int64_t)map->count - 1);
    if (position < 0) return colormap_at_index(map, -1);
    if (position >= (double)map->count) return colormap_at_index(map, (int64_t)map->count);
    return colormap_at_index(map, (int64_t)position);
}

void color_to_bytes(Color color, uint8_t bytes[4]) {
    bytes[0] = (uint8_t)(clip_unit(color.red) * 255);
    bytes[1] = (uint8_t)(clip_unit(color.green) * 255);
    bytes[2] = (uint8_t)(clip_unit(color.blue) * 255);
    bytes[3] = (uint8_t)(clip_unit(color.alpha) * 255);
}

static double symlog_base(const Norm *norm) { return norm->base > 0 ? norm->base : 10; }

/* How many powers of the base the linear part of one side is long: its slope goes on in the logarithm's. */
static double symlog_steepness(const Norm *norm) {
    return (norm->linear_scale > 0 ? norm->linear_scale : 1) / (1 - 1 / symlog_base(norm));
}

static double symlog_transform(const Norm *norm, double value) {
    double threshold = norm->parameter > 0 ? norm->parameter : 1, steepness = symlog_steepness(norm);
    if (fabs(value) <= threshold) return value / threshold * steepness;
    return copysign(steepness + log(fabs(value) / threshold) / log(symlog_base(norm)), value);
}

static double symlog_invert(const Norm *norm, double value) {
    double threshold = norm->parameter > 0 ? norm->parameter : 1, steepness = symlog_steepness(norm);
    if (fabs(value) <= steepness) return value * threshold / steepness;
    return copysign(threshold * pow(symlog_base(norm), fabs(value) - steepness), value);
}

static double boundary_fraction(const Norm *norm, double value, size_t color_count) {
    size_t intervals = norm->boundary_count > 1 ? norm->boundary_count - 1 : 1, at = 0;
    if (isnan(value)) return NAN;
    if (!norm->boundary_count || value < norm->boundaries[0]) return -1;
    if (value >= norm->boundaries[norm->boundary_count - 1]) return 2;
    while (at + 2 < norm->boundary_count && value >= norm->boundaries[at + 1]) at++;
    double index = color_count == intervals || intervals == 1
                       ? (double)at
                       : (double)((color_count - 1) * at / (intervals - 1));
    return (index + 0.5) / (double)color_count;
}

double norm_apply(const Norm *norm, double value, size_t color_count) {
    double low = norm->minimum, high = norm->maximum;
    if (norm->clip && !isnan(value)) value = fmin(fmax(value, low), high);
    switch (norm->kind) {
    case NORM_NONE:
        return (value + 0.5) / (double)color_count;
    case NORM_BOUNDARY:
        return boundary_fraction(norm, value, color_count);
    case NORM_LOG:
        if (!(value > 0) || !(low > 0) || !(high > 0)) return NAN;
        return high == low ? 0 : (log10(value) - log10(low)) / (log10(high) - log10(low));
    case NORM_SYMLOG: {
        double from = symlog_transform(norm, low), to = symlog_transform(norm, high);
        return to == from ? 0 : (symlog_transform(norm, value) - from) / (to - from);
    }
    case NORM_TWO_SLOPE:
        if (isnan(value)) return NAN;
        return value < norm->parameter ? 0.5 * (value - low) / (norm->parameter - low)
                                       : 0.5 + 0.5 * (value - norm->parameter) / (high - norm->parameter);
    case NORM_POWER: {
        double fraction = high == low ? 0 : (value - low) / (high - low);
        return fraction > 0 ? pow(fraction, norm->parameter) : fraction;
    }
    case NORM_LINEAR:
    case NORM_CENTERED:
        break;
    }
    if (high == low) return isnan(value) ? NAN : 0;
    return (value - low) / (high - low);
}

double norm_invert(const Norm *norm, double fraction) {
    double low = norm->minimum, high = norm->maximum;
    switch (norm->kind) {
    case NORM_LOG:
        return low * pow(high / low, fraction);
    case NORM_SYMLOG: {
        double from = symlog_transform(norm, low), to = symlog_transform(norm, high);
        return symlog_invert(norm, from + fraction * (to - from));
    }
    case NORM_TWO_SLOPE:
        return fraction < 0.5 ? low + 2 * fraction * (norm->parameter - low)
                              : norm->parameter + (2 * fraction - 1) * (high - norm->parameter);
    case NORM_POWER:
        return low + (high - low) * (fraction > 0 ? pow(fraction, 1 / norm->parameter) : fraction);
    default:
        return low + (high - low) * fraction;
    }
}
