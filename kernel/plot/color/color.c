#include "kernel/plot/color/color.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Color color_from_rgb(uint32_t rgb) {
    return (Color){(rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0, 1};
}

Color color_cycle(size_t index) {
    static const uint32_t cycle[10] = {
        0x1f77b4, 0xff7f0e, 0x2ca02c, 0xd62728, 0x9467bd, 0x8c564b, 0xe377c2, 0x7f7f7f, 0xbcbd22, 0x17becf,
    };
    return color_from_rgb(cycle[index % 10]);
}

Color color_with_alpha(Color color, double alpha) {
    if (!isnan(alpha)) color.alpha = alpha;
    return color;
}

bool color_equal(Color left, Color right) {
    return left.red == right.red && left.green == right.green && left.blue == right.blue &&
           left.alpha == right.alpha;
}

static int hex_digit(char character) {
    if (character >= '0' && character <= '9') return character - '0';
    character = (char)tolower((unsigned char)character);
    return character >= 'a' && character <= 'f' ? character - 'a' + 10 : -1;
}

/* #rgb, #rgba, #rrggbb, #rrggbbaa */
static bool parse_hex(const char *digits, Color *color) {
    size_t length = strlen(digits);
    if (length != 3 && length != 4 && length != 6 && length != 8) return false;
    bool single = length < 6;
    double channels[4] = {0, 0, 0, 1};
    for (size_t i = 0; i < length; i += single ? 1 : 2) {
        int high = hex_digit(digits[i]), low = hex_digit(digits[single ? i : i + 1]);
        if (high < 0 || low < 0) return false;
        channels[single ? i : i / 2] = (high * 16 + low) / 255.0;
    }
    *color = (Color){channels[0], channels[1], channels[2], channels[3]};
    return true;
}

static bool parse_letter(char letter, Color *color) {
    switch (letter) {
    case 'b':
        *color = (Color){0, 0, 1, 1};
        return true;
    case 'g':
        *color = (Color){0, 0.5, 0, 1};
        return true;
    case 'r':
        *color = (Color){1, 0, 0, 1};
        return true;
    case 'c':
        *color = (Color){0, 0.75, 0.75, 1};
        return true;
    case 'm':
        *color = (Color){0.75, 0, 0.75, 1};
        return true;
    case 'y':
        *color = (Color){0.75, 0.75, 0, 1};
        return true;
    case 'k':
        *color = COLOR_BLACK;
        return true;
    case 'w':
        *color = COLOR_WHITE;
        return true;
    default:
        return false;
    }
}

static int compare_names(const void *key, const void *entry) {
    return strcmp(key, ((const NamedColor *)entry)->name);
}

bool color_parse(const char *text, Color *color) {
    size_t length = strlen(text);
    if (!length) return false;
    if (text[0] == '#') return parse_hex(text + 1, color);
    if (length == 1 && parse_letter(text[0], color)) return true;
    if (text[0] == 'C' && length > 1 && strspn(text + 1, "0123456789") == length - 1) {
        *color = color_cycle(strtoul(text + 1, NULL, 10));
        return true;
    }
    char lower[32];
    if (length < sizeof lower) {
        for (size_t i = 0; i <= length; i++) lower[i] = (char)tolower((unsigned char)text[i]);
        if (!strcmp(lower, "none")) {
            *color = COLOR_NONE;
            return true;
        }
        const NamedColor *named =
            bsearch(lower, color_names, color_names_count, sizeof *color_names, compare_names);
        if (named) {
            *color = color_from_rgb(named->rgb);
            return true;
        }
    }
    char *end;
    double gray = strtod(text, &end);
    if (end != text && !*end && gray >= 0 && gray <= 1) {
        *color = (Color){gray, gray, gray, 1};
        return true;
    }
    return false;
}

static int to_byte(double channel) { return (int)rint(fmin(fmax(channel, 0), 1) * 255); }

void color_format_hex(Color color, bool with_alpha, char hex[10]) {
    int length = snprintf(hex, 10, "#%02x%02x%02x", to_byte(color.red) & 255, to_byte(color.green) & 255,
                          to_byte(color.blue) & 255);
    if (with_alpha) snprintf(hex + length, 10 - (size_t)length, "%02x", to_byte(color.alpha) & 255);
}

void color_hsv_to_rgb(const double hsv[3], double rgb[3]) {
    double hue = hsv[0], saturation = hsv[1], value = hsv[2];
    int sector = (int)(hue * 6);
    double fraction = hue * 6 - sector;
    double p = value * (1 - saturation), q = value * (1 - saturation * fraction);
    double t = value * (1 - saturation * (1 - fraction));
    const double table[6][3] = {
        {value, t, p}, {q, value, p}, {p, value, t}, {p, q, value}, {t, p, value}, {value, p, q},
    };
    memcpy(rgb, table[((sector % 6) + 6) % 6], sizeof table[0]);
}

void color_rgb_to_hsv(const double rgb[3], double hsv[3]) {
    double high = fmax(rgb[0], fmax(rgb[1], rgb[2])), low = fmin(rgb[0], fmin(rgb[1], rgb[2]));
    double range = high - low, hue = 0;
    if (range > 0) {
        if (rgb[0] == high) hue = (rgb[1] - rgb[2]) / range;
        if (rgb[1] == high) hue = 2 + (rgb[2] - rgb[0]) / range;
        if (rgb[2] == high) hue = 4 + (rgb[0] - rgb[1]) / range;
    }
    hue = fmod(hue / 6, 1);
    hsv[0] = hue < 0 ? hue + 1 : hue;
    hsv[1] = high > 0 ? range / high : 0;
    hsv[2] = high;
}
