/* Pixels as a PNG file, as the PNG specification (ISO/IEC 15948) has it: eight bits a channel, always with alpha,
 * so that what is read back has four channels whatever the picture shows. */
#include "kernel/plot/png.h"

#include "base/inflate.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { CHANNELS = 4, COMPRESSION = 6 };

static void put_word(unsigned char *to, uint32_t word) {
    for (int i = 0; i < 4; i++) to[i] = (unsigned char)(word >> (24 - 8 * i));
}

/* The cyclic redundancy check of the specification's annex D, a byte at a time. */
static uint32_t checksum(const unsigned char *bytes, size_t count, uint32_t sum) {
    uint32_t table[256];
    for (uint32_t i = 0; i < 256; i++) {
        table[i] = i;
        for (int k = 0; k < 8; k++) table[i] = table[i] & 1 ? 0xedb88320u ^ table[i] >> 1 : table[i] >> 1;
    }
    for (size_t i = 0; i < count; i++) sum = table[(sum ^ bytes[i]) & 255] ^ sum >> 8;
    return sum;
}

static void append_chunk(TextBuffer *out, const char kind[4], const unsigned char *data, size_t length) {
    unsigned char word[4];
    put_word(word, (uint32_t)length);
    text_append_bytes(out, (const char *)word, 4);
    text_append_bytes(out, kind, 4);
    if (length) text_append_bytes(out, (const char *)data, length);
    uint32_t sum = checksum((const unsigned char *)kind, 4, 0xffffffffu);
    put_word(word, checksum(data, length, sum) ^ 0xffffffffu);
    text_append_bytes(out, (const char *)word, 4);
}

/* Of the filters none, sub and up the one whose bytes are smallest, taken as signed ones. */
static void filter_row(const unsigned char *row, const unsigned char *above, size_t length, unsigned char *to) {
    size_t sums[3] = {0, 0, 0};
    for (size_t i = 0; i < length; i++) {
        unsigned char left = i < CHANNELS ? 0 : row[i - CHANNELS], up = above ? above[i] : 0;
        sums[0] += (size_t)abs((signed char)row[i]);
        sums[1] += (size_t)abs((signed char)(row[i] - left));
        sums[2] += (size_t)abs((signed char)(row[i] - up));
    }
    int filter = sums[2] <= sums[1] && sums[2] <= sums[0] ? 2 : sums[1] <= sums[0] ? 1 : 0;
    *to++ = (unsigned char)filter;
    for (size_t i = 0; i < length; i++) {
        unsigned char left = i < CHANNELS ? 0 : row[i - CHANNELS], up = above ? above[i] : 0;
        to[i] = (unsigned char)(row[i] - (filter == 1 ? left : filter == 2 ? up : 0));
    }
}

static bool compress_rows(const uint8_t *rgba, size_t rows, size_t columns, TextBuffer *out, Error *error) {
    size_t length = CHANNELS * columns, total = rows * (length + 1), size;
    unsigned char *filtered = memory_allocate(total + 1);
    for (size_t row = 0; filtered && row < rows; row++)
        filter_row(rgba + row * length, row ? rgba + (row - 1) * length : NULL, length, filtered + row * (length + 1));
    unsigned char *packed = filtered ? bytes_deflate(filtered, total, COMPRESSION, &size) : NULL;
    if (packed) append_chunk(out, "IDAT", packed, size);
    memory_release(filtered);
    memory_release(packed);
    return packed || error_no_memory(error);
}

bool png_encode(const uint8_t *rgba, size_t rows, size_t columns, double dpi, TextBuffer *out, Error *error) {
    static const char signature[8] = {(char)0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    unsigned char header[13] = {[8] = 8, [9] = 6};
    put_word(header, (uint32_t)columns);
    put_word(header + 4, (uint32_t)rows);
    text_append_bytes(out, signature, sizeof signature);
    append_chunk(out, "IHDR", header, sizeof header);
    if (dpi > 0) {
        unsigned char physical[9] = {[8] = 1};
        uint32_t per_metre = (uint32_t)(dpi / 0.0254 + 0.5);
        put_word(physical, per_metre);
        put_word(physical + 4, per_metre);
        append_chunk(out, "pHYs", physical, sizeof physical);
    }
    if (!compress_rows(rgba, rows, columns, out, error)) return false;
    append_chunk(out, "IEND", NULL, 0);
    return !out->failed || error_no_memory(error);
}

/* ---- reading ---- */

typedef struct Chunks {
    TextBuffer data;
    unsigned char palette[256][4];
    size_t columns, rows;
    int kind; /* of colour: 0 grey, 2 colours, 3 palette, 4 grey and alpha, 6 colours and alpha */
} Chunks;

static uint32_t get_word(const unsigned char *from) {
    return (uint32_t)from[0] << 24 | (uint32_t)from[1] << 16 | (uint32_t)from[2] << 8 | from[3];
}

/* False: not a file that is read here. */
static bool read_chunks(const unsigned char *bytes, size_t length, Chunks *chunks) {
    enum { start = 8, head = 8, tail = 4, most = 1 << 16 };
    bool has_header = false;
    memset(chunks->palette, 255, sizeof chunks->palette);
    for (size_t at = start; at + head + tail <= length;) {
        size_t size = get_word(bytes + at);
        const unsigned char *kind = bytes + at + 4, *data = bytes + at + head;
        if (size > length - at - head - tail) return false;
        if (!memcmp(kind, "IHDR", 4) && size == 13) {
            chunks->columns = get_word(data);
            chunks->rows = get_word(data + 4);
            chunks->kind = data[9];
            has_header = data[8] == 8 && !data[12] && chunks->columns && chunks->rows && chunks->columns < most &&
                         chunks->rows < most && (data[9] == 0 || data[9] == 2 || data[9] == 3 || data[9] == 4 || data[9] == 6);
        } else if (!memcmp(kind, "PLTE", 4)) {
            for (size_t i = 0; i < size / 3 && i < 256; i++) memcpy(chunks->palette[i], data + 3 * i, 3);
        } else if (!memcmp(kind, "tRNS", 4)) {
            for (size_t i = 0; chunks->kind == 3 && i < size && i < 256; i++) chunks->palette[i][3] = data[i];
        } else if (!memcmp(kind, "IDAT", 4)) {
            text_append_bytes(&chunks->data, (const char *)data, size);
        }
        at += head + size + tail;
    }
    return has_header && chunks->data.length && !chunks->data.failed;
}

static unsigned char paeth(int left, int up, int corner) {
    int guess = left + up - corner, a = abs(guess - left), b = abs(guess - up), c = abs(guess - corner);
    return (unsigned char)(a <= b && a <= c ? left : b <= c ? up : corner);
}

static bool undo_filter(int filter, unsigned char *row, const unsigned char *above, size_t length, size_t step) {
    for (size_t i = 0; i < length; i++) {
        int left = i < step ? 0 : row[i - step], up = above ? above[i] : 0, corner = above && i >= step ? above[i - step] : 0;
        int more = filter == 0   ? 0
                   : filter == 1 ? left
                   : filter == 2 ? up
                   : filter == 3 ? (left + up) / 2
                                 : paeth(left, up, corner);
        row[i] = (unsigned char)(row[i] + more);
    }
    return filter >= 0 && filter <= 4;
}

static void spread_pixel(const Chunks *chunks, const unsigned char *from, uint8_t *to) {
    if (chunks->kind == 3)
        memcpy(to, chunks->palette[*from], 4);
    else if (chunks->kind == 4)
        to[0] = to[1] = to[2] = from[0], to[3] = from[1];
    else
        memcpy(to, from, chunks->kind == 0 ? 1 : chunks->kind == 2 ? 3 : 4);
}

static uint8_t *expand_rows(const Chunks *chunks, size_t channels, Error *error) {
    static const unsigned char steps[] = {1, 0, 3, 1, 2, 0, 4};
    size_t step = steps[chunks->kind], length = step * chunks->columns, total = chunks->rows * (length + 1);
    unsigned char *rows = (unsigned char *)bytes_inflate(chunks->data.bytes, chunks->data.length, total);
    uint8_t *pixels = rows ? memory_allocate(chunks->rows * chunks->columns * channels) : NULL;
    bool done = pixels;
    if (!rows)
        error_set(error, "ValueError", "cannot identify image file: its data are broken");
    else if (!pixels)
        error_no_memory(error);
    for (size_t row = 0; done && row < chunks->rows; row++) {
        unsigned char *from = rows + row * (length + 1) + 1;
        done = undo_filter(from[-1], from, row ? from - length - 1 : NULL, length, step);
        if (!done) error_set(error, "ValueError", "cannot identify image file: its data are broken");
        for (size_t i = 0; done && i < chunks->columns; i++)
            spread_pixel(chunks, from + i * step, pixels + (row * chunks->columns + i) * channels);
    }
    memory_release(rows);
    if (!done) {
        memory_release(pixels);
        return NULL;
    }
    return pixels;
}

uint8_t *png_decode(const char *bytes, size_t length, size_t *rows, size_t *columns, size_t *channels, Error *error) {
    Chunks chunks = {.data = TEXT_BUFFER_EMPTY};
    uint8_t *pixels = NULL;
    if (length > 8 && !memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) && read_chunks((const unsigned char *)bytes, length, &chunks)) {
        *rows = chunks.rows;
        *columns = chunks.columns;
        *channels = chunks.kind == 0 ? 1 : chunks.kind == 2 ? 3 : 4;
        pixels = expand_rows(&chunks, *channels, error);
    }
    text_release(&chunks.data);
    return pixels;
}
