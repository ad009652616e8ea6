/* Kernels that come with Cupola.
 *
 * `make kernels` runs what programs begin with on a device that only compiles, with CUPOLA_PREBUILD=FOLDER: the images go to
 * FOLDER/sm_90 (the compute capability's number), files as the cache's. They are found in $CUPOLA_KERNELS, else in `kernels`
 * beside the program (the build folder) or where `make install` puts it. With them the first calls of a new user wait for no
 * compiler. */
#include "arraylib/device/cuda/cuda.h"

#include "base/folders.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The folder of the program that runs, with a slash behind it. */
static bool program_folder(TextBuffer *folder) {
    char program[4096];
    char *end = folders_program(program, sizeof program) ? strrchr(program, '/') : NULL;
    if (!end) return false;
    text_append_bytes(folder, program, (size_t)(end - program) + 1);
    return !folder->failed;
}

static bool is_folder(TextBuffer *folder, int capability) {
    text_append_format(folder, "/sm_%d", capability);
    return !folder->failed && access(folder->bytes, X_OK) == 0;
}

static bool find_folder(int capability, TextBuffer *folder) {
    const char *given = getenv("CUPOLA_KERNELS");
    if (given) {
        text_append(folder, given);
        return *given && is_folder(folder, capability);
    }
    if (program_folder(folder)) {
        text_append(folder, "kernels");
        if (is_folder(folder, capability)) return true;
    }
    text_truncate(folder, 0);
    text_append(folder, CUPOLA_DATA_FOLDER "/kernels");
    return is_folder(folder, capability);
}

bool cuda_prebuilt_is_there(int capability) {
    TextBuffer folder = TEXT_BUFFER_EMPTY;
    bool found = find_folder(capability, &folder);
    text_release(&folder);
    return found;
}

char *cuda_prebuilt_read(int capability, const char *text, size_t length) {
    TextBuffer path = TEXT_BUFFER_EMPTY;
    char *image = NULL;
    if (find_folder(capability, &path)) {
        text_append_char(&path, '/');
        cuda_image_name("", text, length, &path);
        if (!path.failed) image = cuda_image_read(path.bytes, NULL);
    }
    text_release(&path);
    return image;
}

bool cuda_prebuilt_place(int capability, const char *text, size_t length, TextBuffer *path) {
    const char *wanted = getenv("CUPOLA_PREBUILD");
    if (!wanted || !*wanted) return false;
    text_append_format(path, "%s/sm_%d", wanted, capability);
    if (path->failed || !folders_make(path->bytes, 0755)) return text_truncate(path, 0), true;
    text_append_char(path, '/');
    cuda_image_name("", text, length, path);
    if (path->failed) text_truncate(path, 0);
    return true;
}
