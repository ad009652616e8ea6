#include "kernel/plot/figure.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *name;
    MarkerKind kind;
    bool filled;
} marker_table[] = {
    {"None", MARKER_NONE, false},
    {".", MARKER_POINT, true},
    {",", MARKER_PIXEL, true},
    {"o", MARKER_CIRCLE, true},
    {"v", MARKER_TRIANGLE_DOWN, true},
    {"^", MARKER_TRIANGLE_UP, true},
    {"<", MARKER_TRIANGLE_LEFT, true},
    {">", MARKER_TRIANGLE_RIGHT, true},
    {"1", MARKER_TRI_DOWN, false},
    {"2", MARKER_TRI_UP, false},
    {"3", MARKER_TRI_LEFT, false},
    {"4", MARKER_TRI_RIGHT, false},
    {"8", MARKER_OCTAGON, true},
    {"s", MARKER_SQUARE, true},
    {"p", MARKER_PENTAGON, true},
    {"*", MARKER_STAR, true},
    {"h", MARKER_HEXAGON, true},
    {"H", MARKER_HEXAGON_FLAT, true},
    {"+", MARKER_PLUS, false},
    {"x", MARKER_CROSS, false},
    {"D", MARKER_DIAMOND, true},
    {"d", MARKER_THIN_DIAMOND, true},
    {"|", MARKER_VERTICAL, false},
    {"_", MARKER_HORIZONTAL, false},
    {"P", MARKER_PLUS_FILLED, true},
    {"X", MARKER_CROSS_FILLED, true},
    {"tickleft", MARKER_TICK_LEFT, false},
    {"tickright", MARKER_TICK_RIGHT, false},
    {"tickup", MARKER_TICK_UP, false},
    {"tickdown", MARKER_TICK_DOWN, false},
    {"caretleft", MARKER_CARET_LEFT, false},
    {"caretright", MARKER_CARET_RIGHT, false},
    {"caretup", MARKER_CARET_UP, false},
    {"caretdown", MARKER_CARET_DOWN, false},
    {"caretleftbase", MARKER_CARET_LEFT_BASE, false},
    {"caretrightbase", MARKER_CARET_RIGHT_BASE, false},
    {"caretupbase", MARKER_CARET_UP_BASE, false},
    {"caretdownbase", MARKER_CARET_DOWN_BASE, false},
    {"", MARKER_NONE, false},
    {" ", MARKER_NONE, false},
    {"none", MARKER_NONE, false},
};

bool marker_parse(const char *name, MarkerKind *marker) {
    for (size_t i = 0; i < sizeof marker_table / sizeof *marker_table; i++)
        if (!strcmp(marker_table[i].name, name)) {
            *marker = marker_table[i].kind;
            return true;
        }
    return false;
}

const char *marker_name(MarkerKind marker) {
    for (size_t i = 0; i < sizeof marker_table / sizeof *marker_table; i++)
        if (marker_table[i].kind == marker) return marker_table[i].name;
    return "None";
}

bool marker_is_filled(MarkerKind marker) {
    for (size_t i = 0; i < sizeof marker_table / sizeof *marker_table; i++)
        if (marker_table[i].kind == marker) return marker_table[i].filled;
    return false;
}

static void polygon(Path *path, const double (*points)[2], size_t count, double scale, double angle,
                    bool closed) {
    double c = cos(angle), s = sin(angle);
    for (size_t i = 0; i < count; i++) {
        double x = scale * (points[i][0] * c - points[i][1] * s),
               y = scale * (points[i][0] * s + points[i][1] * c);
        if (i)
            path_line(path, x, y);
        else
            path_move(path, x, y);
    }
    if (closed) path_close(path);
}

/* A regular polygon with a corner on top, or a star when every second corner is drawn in. */
static void regular(Path *path, int corners, double inner, double scale, double angle) {
    int count = inner > 0 ? 2 * corners : corners;
    for (int i = 0; i < count; i++) {
        double turn = 2 * M_PI * i / count + M_PI / 2 + angle, radius = inner > 0 && i % 2 ? inner : 1;
        double x = scale * radius * cos(turn), y = scale * radius * sin(turn);
        if (i)
            path_line(path, x, y);
        else
            path_move(path, x, y);
    }
    path_close(path);
}

static void segment(Path *path, double x0, double y0, double x1, double y1) {
    path_move(path, x0, y0);
    path_line(path, x1, y1);
}

static void tri(Path *path, double scale, double angle) {
    static const double ends[3][2] = {{0, -1}, {0.8, 0.5}, {-0.8, 0.5}};
    double c = cos(angle), s = sin(angle);
    for (int i = 0; i < 3; i++)
        segment(path, 0, 0, scale * (ends[i][0] * c - ends[i][1] * s),
                scale * (ends[i][0] * s + ends[i][1] * c));
}

/* Pointing down with the tip at the origin, or with the ends of its two lines there; turned. */
static void caret(Path *path, double half, bool base, double angle) {
    static const double tip[3][2] = {{-1, 1.5}, {0, 0}, {1, 1.5}}, ends[3][2] = {{-1, 0}, {0, -1.5}, {1, 0}};
    polygon(path, base ? ends : tip, 3, half, angle, false);
}

void marker_path(MarkerKind marker, double size, Path *path) {
    static const double triangle[3][2] = {{0, 1}, {-1, -1}, {1, -1}};
    static const double plus[12][2] = {{-1, -3}, {1, -3}, {1, -1}, {3, -1}, {3, 1},   {1, 1},
                                       {1, 3},   {-1, 3}, {-1, 1}, {-3, 1}, {-3, -1}, {-1, -1}};
    static const double cross[12][2] = {{-1, -2}, {0, -1}, {1, -2}, {2, -1}, {1, 0},  {2, 1},
                                        {1, 2},   {0, 1},  {-1, 2}, {-2, 1}, {-1, 0}, {-2, -1}};
    static const double square[4][2] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
    static const double thin[4][2] = {
        {0, -M_SQRT1_2}, {0.6 * M_SQRT1_2, 0}, {0, M_SQRT1_2}, {-0.6 * M_SQRT1_2, 0}};
    double half = size / 2;
    switch (marker) {
    case MARKER_NONE:
        break;
    case MARKER_POINT:
        path_circle(path, (Point){0, 0}, size / 4);
        break;
    case MARKER_PIXEL:
        path_rectangle(path, (Box){-0.5, -0.5, 0.5, 0.5});
        break;
    case MARKER_CIRCLE:
        path_circle(path, (Point){0, 0}, half);
        break;
    case MARKER_TRIANGLE_UP:
        polygon(path, triangle, 3, half, 0, true);
        break;
    case MARKER_TRIANGLE_DOWN:
        polygon(path, triangle, 3, half, M_PI, true);
        break;
    case MARKER_TRIANGLE_LEFT:
        polygon(path, triangle, 3, half, M_PI / 2, true);
        break;
    case MARKER_TRIANGLE_RIGHT:
        polygon(path, triangle, 3, half, -M_PI / 2, true);
        break;
    case MARKER_TRI_DOWN:
        tri(path, half, 0);
        break;
    case MARKER_TRI_UP:
        tri(path, half, M_PI);
        break;
    case MARKER_TRI_LEFT:
        tri(path, half, -M_PI / 2);
        break;
    case MARKER_TRI_RIGHT:
        tri(path, half, M_PI / 2);
        break;
    case MARKER_OCTAGON:
        regular(path, 8, 0, half, M_PI / 8);
        break;
    case MARKER_SQUARE:
        polygon(path, square, 4, size, 0, true);
        break;
    case MARKER_PENTAGON:
        regular(path, 5, 0, half, 0);
        break;
    case MARKER_STAR:
        regular(path, 5, 0.381966, half, 0);
        break;
    case MARKER_HEXAGON:
        regular(path, 6, 0, half, 0);
        break;
    case MARKER_HEXAGON_FLAT:
        regular(path, 6, 0, half, M_PI / 6);
        break;
    case MARKER_PLUS:
        segment(path, -half, 0, half, 0);
        segment(path, 0, -half, 0, half);
        break;
    case MARKER_CROSS:
        segment(path, -half, -half, half, half);
        segment(path, -half, half, half, -half);
        break;
    case MARKER_DIAMOND:
        polygon(path, square, 4, size, M_PI / 4, true);
        break;
    case MARKER_THIN_DIAMOND:
        polygon(path, thin, 4, size, 0, true);
        break;
    case MARKER_VERTICAL:
        segment(path, 0, -half, 0, half);
        break;
    case MARKER_HORIZONTAL:
        segment(path, -half, 0, half, 0);
        break;
    case MARKER_PLUS_FILLED:
        polygon(path, plus, 12, size / 6, 0, true);
        break;
    case MARKER_CROSS_FILLED:
        polygon(path, cross, 12, size / 4, 0, true);
        break;
    case MARKER_TICK_LEFT:
        segment(path, -size, 0, 0, 0);
        break;
    case MARKER_TICK_RIGHT:
        segment(path, 0, 0, size, 0);
        break;
    case MARKER_TICK_UP:
        segment(path, 0, 0, 0, size);
        break;
    case MARKER_TICK_DOWN:
        segment(path, 0, 0, 0, -size);
        break;
    case MARKER_CARET_LEFT:
    case MARKER_CARET_LEFT_BASE:
        caret(path, half, marker == MARKER_CARET_LEFT_BASE, -M_PI / 2);
        break;
    case MARKER_CARET_RIGHT:
    case MARKER_CARET_RIGHT_BASE:
        caret(path, half, marker == MARKER_CARET_RIGHT_BASE, M_PI / 2);
        break;
    case MARKER_CARET_UP:
    case MARKER_CARET_UP_BASE:
        caret(path, half, marker == MARKER_CARET_UP_BASE, M_PI);
        break;
    case MARKER_CARET_DOWN:
    case MARKER_CARET_DOWN_BASE:
        caret(path, half, marker == MARKER_CARET_DOWN_BASE, 0);
        break;
    }
}

static const struct {
    const char *name, *sign;
    LineKind kind;
} dash_table[] = {
    {"solid", "-", LINE_SOLID},   {"dashed", "--", LINE_DASHED}, {"dashdot", "-.", LINE_DASHDOT},
    {"dotted", ":", LINE_DOTTED}, {"None", "None", LINE_NONE},   {"none", "", LINE_NONE},
    {" ", " ", LINE_NONE},
};

bool line_dash_parse(const char *name, LineDash *dash) {
    for (size_t i = 0; i < sizeof dash_table / sizeof *dash_table; i++)
        if (!strcmp(dash_table[i].name, name) || !strcmp(dash_table[i].sign, name)) {
            *dash = (LineDash){.kind = dash_table[i].kind};
            return true;
        }
    return false;
}

const char *line_dash_name(const LineDash *dash) {
    return dash->kind == LINE_CUSTOM ? "--" : dash_table[dash->kind].sign;
}
