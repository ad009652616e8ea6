/* matplotlib._movies: pictures one after another in one file, for matplotlib.animation. */
#include "kernel/modules/matplotlib/face.h"

#include "kernel/plot/gif.h"
#include "kernel/plot/png.h"

#include "base/memory.h"

#include <limits.h>

enum { MOST_EXTENT = 65535 }; /* of a GIF file */

/* One PNG file as the next frame; the first says how large they are. */
static bool append_picture(Thread *thread, TextBuffer *out, Value picture, bool is_first, int delay,
                           int loops, size_t extent[2]) {
    Error error = ERROR_NONE;
    size_t rows, columns, channels;
    if (!value_is_bytes(picture)) {
        raise_format(thread, thread_builtins(thread)->exception_TypeError,
                     "frames must be the bytes of PNG files");
        return false;
    }
    const Bytes *bytes = (const Bytes *)picture.object;
    uint8_t *pixels =
        png_decode((const char *)bytes->bytes, (size_t)bytes->length, &rows, &columns, &channels, &error);
    bool fits = pixels && rows <= MOST_EXTENT && columns <= MOST_EXTENT;
    if (fits && is_first) {
        extent[0] = rows;
        extent[1] = columns;
        gif_begin(out, rows, columns, loops);
    }
    fits = fits && extent[0] == rows && extent[1] == columns;
    bool done = fits && gif_append(out, pixels, rows, columns, channels, delay, &error);
    memory_release(pixels);
    if (error_is_set(&error))
        raise_plot_error(thread, &error);
    else if (!fits)
        raise_value_error(thread, "frames must be PNG files of one size");
    return done;
}

NATIVE(movies_gif) {
    (void)native;
    int64_t delay, loops;
    if (!value_to_int64(thread, arguments[1], &delay) || !value_to_int64(thread, arguments[2], &loops))
        return VALUE_ABSENT;
    Value frames = sequence_fast(thread, arguments[0], "frames must be a sequence");
    if (value_is_absent(frames)) return frames;
    TextBuffer out = TEXT_BUFFER_EMPTY;
    size_t extent[2] = {0, 0};
    int hundredths = delay < 0 ? 0 : delay > MOST_EXTENT ? MOST_EXTENT : (int)delay;
    bool done = true;
    for (size_t i = 0; done && i < sequence_fast_count(frames); i++)
        done = append_picture(thread, &out, sequence_fast_items(frames)[i], i == 0, hundredths,
                              loops > MOST_EXTENT ? 0 : (int)loops, extent);
    gif_end(&out);
    if (done && out.failed) done = (raise_no_memory(thread), false);
    Value result = done ? bytes_new(thread, out.bytes, out.length) : VALUE_ABSENT;
    text_release(&out);
    value_release(frames);
    return result;
}

static const NativeEntry movies_functions[] = {
    {"gif", "(frames, delay, loops)",
     "The bytes of a GIF file of PNG files, each shown for `delay` hundredths of a second; loops: 0 for "
     "ever, -1 once.",
     movies_gif, NULL, 0},
    {0},
};
const ModuleEntry matplotlib_movies_module = {
    .name = "matplotlib._movies",
    .documentation = "Pictures one after another in one file.",
    .functions = movies_functions,
};
