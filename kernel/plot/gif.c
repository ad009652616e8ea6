/* Pixels as frames of a GIF file (version 89a). A frame of at most 256 colours keeps them; of more, the box
 * of colours with the most pixels is split at its longest side again and again (P. Heckbert, Color image
 * quantization for frame buffer display, 1982), and each box becomes its mean. Codes are those of T. Welch (A
 * technique for high-performance data compression, 1984) with the variable length of the format. */
#include "kernel/plot/gif.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { COLORS = 256, CELL_BITS = 5, CELLS = 1 << 3 * CELL_BITS, MOST_CODES = 4096, CLEAR = 256, END = 257 };

static void put_short(TextBuffer *out, size_t number) {
    text_append_char(out, (char)(number & 255));
    text_append_char(out, (char)(number >> 8 & 255));
}

void gif_begin(TextBuffer *out, size_t rows, size_t columns, int loops) {
    text_append_bytes(out, "GIF89a", 6);
    put_short(out, columns);
    put_short(out, rows);
    text_append_bytes(out, "\x70\0\0", 3); /* eight bits a colour, no palette of the file */
    if (loops < 0) return;
    text_append_bytes(out, "\x21\xff\x0bNETSCAPE2.0\x03\x01", 16);
    put_short(out, (size_t)loops);
    text_append_char(out, 0);
}

void gif_end(TextBuffer *out) { text_append_char(out, ';'); }

/* ---- colours ---- */

/* A palette, and which of its colours each pixel has. */
typedef struct Palette {
    uint8_t colors[COLORS][3];
    size_t count;
    uint8_t *indices;
} Palette;

static void pixel_color(const uint8_t *pixel, size_t channels, uint8_t color[3]) {
    for (size_t c = 0; c < 3; c++) {
        unsigned value = pixel[channels < 3 ? 0 : c], alpha = channels == 4 ? pixel[3] : 255;
        color[c] = (uint8_t)((value * alpha + 255 * (255 - alpha) + 127) / 255);
    }
}

enum { SLOTS = 1024 };

/* All colours, where they are few: found again in a table of slots. */
static bool exact_palette(Palette *palette, const uint8_t *pixels, size_t count, size_t channels) {
    int16_t slots[SLOTS];
    memset(slots, -1, sizeof slots);
    for (size_t i = 0; i < count; i++) {
        uint8_t color[3];
        pixel_color(pixels + i * channels, channels, color);
        size_t slot = (color[0] * 7u + color[1] * 61u + color[2] * 283u) % SLOTS;
        while (slots[slot] >= 0 && memcmp(palette->colors[slots[slot]], color, 3) != 0)
            slot = (slot + 1) % SLOTS;
        if (slots[slot] < 0) {
            if (palette->count == COLORS) return false;
            slots[slot] = (int16_t)palette->count;
            memcpy(palette->colors[palette->count++], color, 3);
        }
        palette->indices[i] = (uint8_t)slots[slot];
    }
    return true;
}

/* Cells of the colour cube with their pixels, and a box of cells. */
typedef struct Cell {
    size_t pixels, sums[3];
    int place[3];
    uint8_t box;
} Cell;
typedef struct Box {
    size_t first, count, pixels;
} Box;

static size_t cell_of(const uint8_t color[3]) {
    size_t place = 0;
    for (int c = 0; c < 3; c++) place = place << CELL_BITS | color[c] >> (8 - CELL_BITS);
    return place;
}

static int longest_side(Cell *const *cells, const Box *box, int *length) {
    int side = 0;
    *length = -1;
    for (int c = 0; c < 3; c++) {
        int low = 1 << CELL_BITS, high = 0;
        for (size_t i = 0; i < box->count; i++) {
            int at = cells[box->first + i]->place[c];
            low = at < low ? at : low;
            high = at > high ? at : high;
        }
        if (high - low > *length) {
            *length = high - low;
            side = c;
        }
    }
    return side;
}

#define COMPARE_SIDE(name, c)                                                                                \
    static int name(const void *left, const void *right) {                                                   \
        const Cell *a = *(Cell *const *)left, *b = *(Cell *const *)right;                                    \
        return a->place[c] != b->place[c] ? a->place[c] - b->place[c] : a < b ? -1 : a > b;                  \
    }
COMPARE_SIDE(compare_red, 0)
COMPARE_SIDE(compare_green, 1)
COMPARE_SIDE(compare_blue, 2)

/* The box of the most pixels that has more than one cell is split where half of its pixels are on each side.
 */
static bool split_a_box(Cell **cells, Box *boxes, size_t count) {
    static int (*const compare[3])(const void *, const void *) = {compare_red, compare_green, compare_blue};
    Box *box = NULL;
    for (size_t i = 0; i < count; i++)
        if (boxes[i].count > 1 && (!box || boxes[i].pixels > box->pixels)) box = &boxes[i];
    if (!box) return false;
    int length, side = longest_side(cells, box, &length);
    qsort(cells + box->first, box->count, sizeof *cells, compare[side]);
    size_t taken = 0, pixels = 0;
    while (taken < box->count - 1 &&
           (taken == 0 || pixels + cells[box->first + taken]->pixels <= box->pixels / 2))
        pixels += cells[box->first + taken++]->pixels;
    boxes[count] = (Box){box->first + taken, box->count - taken, box->pixels - pixels};
    box->count = taken;
    box->pixels = pixels;
    return true;
}

static bool nearest_palette(Palette *palette, const uint8_t *pixels, size_t count, size_t channels,
                            Error *error) {
    Cell *all = memory_allocate_zeroed(CELLS, sizeof *all), **cells = memory_allocate(CELLS * sizeof *cells);
    Box boxes[COLORS] = {{0}};
    if (!all || !cells) {
        memory_release(all);
        memory_release(cells);
        return error_no_memory(error);
    }
    for (size_t i = 0; i < count; i++) {
        uint8_t color[3];
        pixel_color(pixels + i * channels, channels, color);
        Cell *cell = &all[cell_of(color)];
        cell->pixels++;
        for (int c = 0; c < 3; c++) {
            cell->sums[c] += color[c];
            cell->place[c] = color[c] >> (8 - CELL_BITS);
        }
    }
    for (size_t i = 0; i < CELLS; i++)
        if (all[i].pixels) cells[boxes[0].count++] = &all[i];
    boxes[0].pixels = count;
    palette->count = 1;
    while (palette->count < COLORS && split_a_box(cells, boxes, palette->count)) palette->count++;
    for (size_t k = 0; k < palette->count; k++) {
        size_t sums[3] = {0};
        for (size_t i = 0; i < boxes[k].count; i++) {
            Cell *cell = cells[boxes[k].first + i];
            cell->box = (uint8_t)k;
            for (int c = 0; c < 3; c++) sums[c] += cell->sums[c];
        }
        for (int c = 0; c < 3; c++)
            palette->colors[k][c] = (uint8_t)((sums[c] + boxes[k].pixels / 2) / boxes[k].pixels);
    }
    for (size_t i = 0; i < count; i++) {
        uint8_t color[3];
        pixel_color(pixels + i * channels, channels, color);
        palette->indices[i] = all[cell_of(color)].box;
    }
    memory_release(all);
    memory_release(cells);
    return true;
}

/* ---- codes ---- */

/* Bits, lowest first, in blocks of at most 255 bytes. */
typedef struct BitWriter {
    TextBuffer *out;
    uint32_t bits;
    int held;
    size_t filled;
    char block[255];
} BitWriter;

static void flush_block(BitWriter *writer) {
    if (!writer->filled) return;
    text_append_char(writer->out, (char)writer->filled);
    text_append_bytes(writer->out, writer->block, writer->filled);
    writer->filled = 0;
}

static void put_byte(BitWriter *writer) {
    writer->block[writer->filled++] = (char)(writer->bits & 255);
    writer->bits >>= 8;
    writer->held -= 8;
    if (writer->filled == sizeof writer->block) flush_block(writer);
}

static void put_code(BitWriter *writer, unsigned code, int width) {
    writer->bits |= code << writer->held;
    writer->held += width;
    while (writer->held >= 8) put_byte(writer);
}

/* `next` holds for each code and colour the code of both together, or 0: MOST_CODES * COLORS of them. */
static void write_codes(TextBuffer *out, const uint8_t *indices, size_t count, uint16_t *next) {
    BitWriter writer = {.out = out};
    int width = 9;
    unsigned last = END;
    text_append_char(out, 8);
    memset(next, 0, (size_t)MOST_CODES * COLORS * sizeof *next);
    put_code(&writer, CLEAR, width);
    unsigned code = count ? indices[0] : END;
    for (size_t i = 1; i < count; i++) {
        uint16_t *longer = &next[code * COLORS + indices[i]];
        if (*longer) {
            code = *longer;
            continue;
        }
        put_code(&writer, code, width);
        code = indices[i];
        if (last + 1 < MOST_CODES) {
            *longer = (uint16_t)++last;
            if (last == 1u << width) width++;
            continue;
        }
        put_code(&writer, CLEAR, width);
        memset(next, 0, (size_t)MOST_CODES * COLORS * sizeof *next);
        width = 9;
        last = END;
    }
    if (count) put_code(&writer, code, width);
    /* The reader has learnt one code more by then. */
    if (count && last + 1 < MOST_CODES && last + 1 == 1u << width) width++;
    put_code(&writer, END, width);
    if (writer.held > 0) {
        writer.held = 8;
        put_byte(&writer);
    }
    flush_block(&writer);
    text_append_char(out, 0);
}

bool gif_append(TextBuffer *out, const uint8_t *pixels, size_t rows, size_t columns, size_t channels,
                int delay, Error *error) {
    size_t count = rows * columns;
    Palette palette = {.indices = memory_allocate(count + 1)};
    uint16_t *next = memory_allocate((size_t)MOST_CODES * COLORS * sizeof *next);
    bool well = (palette.indices && next) || error_no_memory(error);
    if (well && !exact_palette(&palette, pixels, count, channels))
        well = nearest_palette(&palette, pixels, count, channels, error);
    if (well) {
        text_append_bytes(out, "\x21\xf9\x04\x04", 4); /* what follows stays until the next frame covers it */
        put_short(out, (size_t)delay);
        text_append_bytes(out, "\0\0\x2c\0\0\0\0", 7);
        put_short(out, columns);
        put_short(out, rows);
        text_append_char(out, (char)0x87); /* a palette of 256 colours */
        text_append_bytes(out, (const char *)palette.colors, sizeof palette.colors);
        write_codes(out, palette.indices, count, next);
        well = !out->failed || error_no_memory(error);
    }
    memory_release(palette.indices);
    memory_release(next);
    return well;
}
