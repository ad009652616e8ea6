/* The cache of compiled kernels on disk.
 *
 * A file is named after the SHA-256 of everything that decides its contents (source, options, compiler, processor) and
 * begins with the digest of the image behind it, so that a torn or foreign file is noticed. It is written beside its
 * place and renamed: readers see all of it or nothing. */
#include "arraylib/device/cuda/cuda.h"

#include "base/folders.h"
#include "base/memory.h"

#include <fcntl.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DIGEST = 32 };

static void digest(const void *bytes, size_t length, unsigned char result[DIGEST]) {
    EVP_Digest(bytes, length, result, NULL, EVP_sha256(), NULL);
}

/* The folder, made when it is not there, 0700. False: no cache. */
static bool cache_folder(TextBuffer *folder) {
    const char *own = getenv("CUPOLA_CACHE_DIR"), *general = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (own && *own) text_append(folder, own);
    else if (general && *general) text_append_format(folder, "%s/cupola", general);
    else if (home && *home) text_append_format(folder, "%s/.cache/cupola", home);
    else return false;
    text_append(folder, "/cuda");
    return !folder->failed && folders_make(folder->bytes, 0700);
}

bool cuda_cache_path(const char *text, size_t length, TextBuffer *path) {
    unsigned char bytes[DIGEST];
    if (!cache_folder(path)) return false;
    digest(text, length, bytes);
    text_append_char(path, '/');
    for (int i = 0; i < DIGEST; i++) text_append_format(path, "%02x", bytes[i]);
    return !path->failed;
}

bool cuda_cache_claim(const char *name) {
    TextBuffer path = TEXT_BUFFER_EMPTY;
    int file = -1;
    if (cache_folder(&path)) {
        text_append_format(&path, "/%s", name);
        if (!path.failed) file = open(path.bytes, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    }
    if (file >= 0) close(file);
    text_release(&path);
    return file >= 0;
}

char *cuda_cache_read(const char *path, size_t *image_size) {
    unsigned char stored[DIGEST], actual[DIGEST];
    char *image = NULL;
    struct stat status;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0 && fstat(file, &status) == 0 && status.st_uid == geteuid() && status.st_size > DIGEST &&
        status.st_size < 1 << 28 && read(file, stored, DIGEST) == DIGEST) {
        size_t size = (size_t)status.st_size - DIGEST;
        image = memory_allocate(size);
        if (image && read(file, image, size) == (ssize_t)size) digest(image, size, actual);
        else memset(actual, 0, sizeof actual);
        if (image_size) *image_size = size;
        if (memcmp(stored, actual, DIGEST) != 0) {
            memory_release(image);
            image = NULL;
        }
    }
    if (file >= 0) close(file);
    return image;
}

void cuda_cache_write(const char *path, const char *image, size_t size) {
    TextBuffer temporary = TEXT_BUFFER_EMPTY;
    unsigned char head[DIGEST];
    text_append_format(&temporary, "%s.%ld.part", path, (long)getpid());
    int file = temporary.failed ? -1 : open(temporary.bytes, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    digest(image, size, head);
    if (file >= 0) {
        bool good = write(file, head, DIGEST) == DIGEST && write(file, image, size) == (ssize_t)size;
        if (close(file) != 0 || !good || rename(temporary.bytes, path) != 0) unlink(temporary.bytes);
    }
    text_release(&temporary);
}
