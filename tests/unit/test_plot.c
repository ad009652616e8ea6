/* The plot room from the inside: colours, maps, ticks, text, layout, pictures. Without cairo the drawing tests pass over. */
#include "base/memory.h"
#include "kernel/plot/settings.h"
#include "kernel/plot/charts.h"
#include "kernel/plot/render.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void test_colors_are_parsed(void **state)
{
    (void)state;
    const struct {
        const char *text;
        Color color;
    } rows[] = {
        {"r", {1, 0, 0, 1}}, {"C1", {1, 127 / 255.0, 14 / 255.0, 1}}, {"#0f0", {0, 1, 0, 1}},
        {"#11223380", {17 / 255.0, 34 / 255.0, 51 / 255.0, 128 / 255.0}}, {"0.25", {0.25, 0.25, 0.25, 1}},
        {"Orange", {1, 165 / 255.0, 0, 1}}, {"tab:blue", {31 / 255.0, 119 / 255.0, 180 / 255.0, 1}}, {"none", {0, 0, 0, 0}},
    };
    Color color;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_true(color_parse(rows[i].text, &color));
        assert_true(color_equal(color, rows[i].color));
    }
    const char *const wrong[] = {"", "nocolor", "#12", "#gggggg", "1.5", "-0.1", "C", "Cx"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(color_parse(wrong[i], &color));
}

static void test_names_are_sorted(void **state)
{
    (void)state;
    for (size_t i = 1; i < color_names_count; i++)
        assert_true(strcmp(color_names[i - 1].name, color_names[i].name) < 0);
}

static void test_maps(void **state)
{
    (void)state;
    Error error = ERROR_NONE;
    char buffer[32];
    const char *name;
    for (size_t i = 0; (name = colormap_name(i, buffer)); i++) {
        Colormap *map = colormap_create_named(name, 0, &error);
        assert_non_null(map);
        for (size_t k = 0; k < map->count; k++)
            for (int channel = 0; channel < 4; channel++)
                assert_true(map->colors[k][channel] >= 0 && map->colors[k][channel] <= 1);
        colormap_release(map);
    }
    Colormap *map = colormap_create_named("viridis", 0, &error);
    uint8_t bytes[4];
    color_to_bytes(colormap_at(map, 0.5), bytes);
    assert_int_equal(bytes[0], 32);
    assert_int_equal(bytes[1], 144);
    assert_int_equal(bytes[2], 140);
    assert_true(colormap_at(map, NAN).alpha == 0);
    assert_true(color_equal(colormap_at(map, 7), colormap_at_index(map, 255)));
    colormap_release(map);
    assert_null(colormap_create_named("nomap", 0, &error));
    assert_string_equal(error.kind, "ValueError");
    error_clear(&error);
}

static void expect_ticks(double low, double high, double space, const char *wanted)
{
    Error error = ERROR_NONE;
    TickRange range = {.low = low, .high = high, .smallest = 1, .space = space};
    scale_parse("linear", &range.scale);
    Ticks ticks;
    Locator locator = {0};
    Formatter formatter = {0};
    assert_true(ticks_locate(&locator, &range, false, NULL, &ticks, &error));
    assert_true(ticks_format(&formatter, &range, false, &ticks, &error));
    ticks_clip(&ticks, &range);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    for (size_t i = 0; i < ticks.count; i++)
        text_append_format(&text, i ? " %s" : "%s", ticks.labels[i]);
    if (ticks.offset_label)
        text_append_format(&text, " | %s", ticks.offset_label);
    assert_string_equal(text_string(&text), wanted);
    text_release(&text);
    ticks_release(&ticks);
}

static void test_ticks(void **state)
{
    (void)state;
    expect_ticks(0, 1, 9, "0.0 0.2 0.4 0.6 0.8 1.0");
    expect_ticks(-0.5, 63.5, 9, "0 10 20 30 40 50 60");
    expect_ticks(0.9, 3.1, 9, "1.00 1.25 1.50 1.75 2.00 2.25 2.50 2.75 3.00");
    expect_ticks(-3, 3, 4, "\u22122 0 2");
    expect_ticks(1e6, 3e6, 9, "1.00 1.25 1.50 1.75 2.00 2.25 2.50 2.75 3.00 | 1e6");
    expect_ticks(100000, 100004, 9, "0.0 0.5 1.0 1.5 2.0 2.5 3.0 3.5 4.0 | +1e5");
}

static void test_format_strings(void **state)
{
    (void)state;
    FormatString format;
    Error error = ERROR_NONE;
    PlotSettings settings = {0};
    assert_true(plot_settings_init(&settings));
    assert_true(format_string_parse(&settings, "r--o", &format, &error));
    assert_true(format.has_color && format.has_dash && format.has_marker);
    assert_int_equal(format.dash.kind, LINE_DASHED);
    assert_int_equal(format.marker, MARKER_CIRCLE);
    assert_true(format_string_parse(&settings, "C3:", &format, &error) && format.has_color && format.dash.kind == LINE_DOTTED);
    assert_true(format_string_parse(&settings, "1", &format, &error) && format.has_marker && !format.has_color);
    assert_false(format_string_parse(&settings, "zz", &format, &error));
    assert_string_equal(error.message, "'zz' is not a valid format string (unrecognized character 'z')");
    plot_settings_release(&settings);
    error_clear(&error);
}

static void test_histogram(void **state)
{
    (void)state;
    const double values[] = {0, 0.5, 1, 1, 2, NAN, 3}, edges[] = {0, 1, 2};
    double counts[2];
    histogram_count(values, NULL, 7, edges, 2, counts);
    assert_true(counts[0] == 2 && counts[1] == 3);
}

static PlotAxes *add_axes(PlotFigure *figure, size_t rows, size_t columns, size_t index, Error *error)
{
    PlotGrid *grid = figure->grid_count ? figure->grids[0] : figure_add_grid(figure, rows, columns, error);
    Placement place = {.grid = grid, .row = index / columns, .last_row = index / columns, .column = index % columns,
                       .last_column = index % columns};
    return figure_add_axes(figure, place, NULL, NULL, error);
}

static void test_limits(void **state)
{
    (void)state;
    Error error = ERROR_NONE;
    PlotContext *context = plot_context_create(&error);
    PlotFigure *figure = figure_create(context, 0, 0, 0, &error);
    PlotAxes *axes = add_axes(figure, 1, 1, 0, &error);
    const double x[] = {0, 10, NAN}, y[] = {-1, 1, 99};
    assert_non_null(axes_add_line(axes, x, y, 3, &error));
    axes_autoscale(axes);
    assert_true(fabs(axes->x.view->low + 0.5) < 1e-12 && fabs(axes->x.view->high - 10.5) < 1e-12);
    assert_true(fabs(axes->y.view->low + 1.1) < 1e-12 && fabs(axes->y.view->high - 1.1) < 1e-12);
    assert_non_null(axes_add_bar(axes, 2, 0, 1, 5, false, COLOR_BLACK, &error));
    axes_autoscale(axes);
    assert_true(fabs(axes->y.view->high - 5.3) < 1e-12);
    figure_release(figure);
    plot_context_release(context);
}

/* Pixels of an image are the map's colours; the picture has the size that the reference has. */
static void test_pictures(void **state)
{
    (void)state;
    Error error = ERROR_NONE;
    PlotContext *context = plot_context_create(&error);
    if (!cairo_library_open(&context->cairo, &error)) {
        error_clear(&error);
        plot_context_release(context);
        skip();
    }
    PlotFigure *figure = figure_create(context, 0, 0, 0, &error);
    PlotAxes *axes = add_axes(figure, 1, 1, 0, &error);
    const double values[] = {0, 1, 2, 3};
    PlotImage *image = axes_add_image(axes, values, 2, 2, 1, &error);
    assert_non_null(image);
    image_set_extent(image, -0.5, 1.5, 1.5, -0.5);
    axes->aspect = 1;
    axes->y.view->inverted = true;
    size_t rows, columns;
    RenderOptions options = {.padding = NAN};
    uint8_t *pixels = figure_render_pixels(figure, &options, &rows, &columns, &error);
    assert_non_null(pixels);
    assert_int_equal(rows, 480);
    assert_int_equal(columns, 640);
    const size_t places[4][2] = {{150, 230}, {150, 410}, {330, 230}, {330, 410}};
    for (int i = 0; i < 4; i++) {
        uint8_t wanted[4];
        color_to_bytes(colormap_at(image->mappable.map, i / 3.0), wanted);
        assert_memory_equal(pixels + 4 * (places[i][0] * columns + places[i][1]), wanted, 4);
    }
    memory_release(pixels);
    options.tight = true;
    pixels = figure_render_pixels(figure, &options, &rows, &columns, &error);
    assert_non_null(pixels);
    assert_in_range(rows, 400, 430);
    assert_in_range(columns, 400, 480);
    memory_release(pixels);
    for (int format = PICTURE_PNG; format <= PICTURE_PDF; format++) {
        static const char *const heads[] = {"\x89PNG", "<?xml", "%PDF"};
        TextBuffer bytes = TEXT_BUFFER_EMPTY;
        options.format = (PictureFormat)format;
        assert_true(figure_render(figure, &options, &bytes, &error));
        assert_memory_equal(bytes.bytes, heads[format], strlen(heads[format]));
        text_release(&bytes);
    }
    figure_release(figure);
    plot_context_release(context);
}

static void test_everything_is_drawn_once(void **state)
{
    (void)state;
    Error error = ERROR_NONE;
    PlotContext *context = plot_context_create(&error);
    if (!cairo_library_open(&context->cairo, &error)) {
        error_clear(&error);
        plot_context_release(context);
        skip();
    }
    PlotFigure *figure = figure_create(context, 0, 0, 0, &error);
    double x[36], y[36], z[36];
    for (int i = 0; i < 36; i++)
        x[i] = i % 6, y[i] = i / 6, z[i] = i == 14 ? NAN : sin(x[i]) * cos(y[i]);
    const double levels[] = {-0.5, 0, 0.5};
    PlotAxes *axes = add_axes(figure, 1, 2, 0, &error);
    ContourOptions contours = {.levels = levels, .level_count = 3, .filled = true};
    PlotPaths *areas = axes_add_contour(axes, x, y, z, 6, 6, &contours, &error);
    assert_non_null(areas);
    contours.filled = false;
    assert_non_null(axes_add_contour(axes, x, y, z, 6, 6, &contours, &error));
    assert_non_null(axes_add_mesh(axes, x, y, z, 5, 5, &error));
    assert_non_null(axes_add_quiver(axes, x, y, z, z, 36, &error));
    assert_non_null(axes_add_points(axes, x, y, 36, &error));
    PlotText *text = axes_add_text(axes, 1, 1, "$\\frac{a}{b}^{x_1} \\sqrt{\\alpha} \\hat{q}$ and\nwords $\\unknown {$", &error);
    assert_non_null(text);
    ColorbarOptions bar = {.fraction = NAN, .pad = NAN, .shrink = NAN, .aspect = NAN, .extend_low = true};
    assert_non_null(figure_add_colorbar(figure, &areas->artist, &axes, 1, &bar, &error));
    PlotAxes *logarithmic = add_axes(figure, 1, 2, 1, &error);
    PlotLine *line = axes_add_line(logarithmic, x, y, 36, &error);
    assert_true(plot_set_string(&line->artist.label, "line", &error));
    AxisScale scale;
    assert_true(scale_parse("log", &scale));
    axes_set_scale(logarithmic, &logarithmic->y, scale);
    assert_non_null(axes_add_legend(logarithmic, &error));
    assert_non_null(axes_add_twin(logarithmic, true, &error));
    assert_true(figure_tight_layout(figure, NAN, NAN, NAN, &error));
    TextBuffer bytes = TEXT_BUFFER_EMPTY;
    RenderOptions options = {.tight = true, .padding = NAN};
    assert_true(figure_render(figure, &options, &bytes, &error));
    text_release(&bytes);
    figure_release(figure);
    plot_context_release(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_colors_are_parsed), cmocka_unit_test(test_names_are_sorted), cmocka_unit_test(test_maps),
        cmocka_unit_test(test_ticks), cmocka_unit_test(test_format_strings), cmocka_unit_test(test_histogram),
        cmocka_unit_test(test_limits), cmocka_unit_test(test_pictures), cmocka_unit_test(test_everything_is_drawn_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
