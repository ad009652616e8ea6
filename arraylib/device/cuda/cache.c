/* The cache of compiled kernels on disk: base/file_cache.h's files in the part "cuda".
 *
 * A file is named after the SHA-256 of everything that decides its contents (source, options, compiler, processor). The
 * folder is kept below CUPOLA_CACHE_LIMIT bytes (512 MiB). */
#include "arraylib/device/cuda/cuda.h"

#include "base/file_cache.h"
#include "base/memory.h"

#include <fcntl.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DIGEST = 32 };

void cuda_image_name(const char *compiler, const char *text, size_t length, TextBuffer *name) {
    unsigned char bytes[DIGEST] = {0};
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (!context || !EVP_DigestInit_ex(context, EVP_sha256(), NULL) || !EVP_DigestUpdate(context, compiler, strlen(compiler)) ||
        !EVP_DigestUpdate(context, text, length) || !EVP_DigestFinal_ex(context, bytes, NULL))
        name->failed = true;
    EVP_MD_CTX_free(context);
    for (int i = 0; i < DIGEST; i++) text_append_format(name, "%02x", bytes[i]);
}

static bool cache_folder(TextBuffer *folder) { return file_cache_folder("cuda", folder); }

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

char *cuda_cache_read(const char *path, size_t *image_size) { return file_cache_read(path, true, image_size); }

char *cuda_cache_find(const Nvrtc *nvrtc, const char *text, size_t length, TextBuffer *path, size_t *image_size) {
    char compiler[64];
    int major = 0, minor = 0;
    nvrtc->version(&major, &minor);
    snprintf(compiler, sizeof compiler, "NVRTC %d.%d\n", major, minor);
    text_truncate(path, 0);
    if (cache_folder(path)) {
        text_append_char(path, '/');
        cuda_image_name(compiler, text, length, path);
        if (!path->failed) return cuda_cache_read(path->bytes, image_size);
    }
    text_truncate(path, 0);
    return NULL;
}

char *cuda_image_read(const char *path, size_t *image_size) { return file_cache_read(path, false, image_size); }

/* ---- keeping it small ---- */

enum { LOOKS_EVERY = 64 }; /* writes between two looks at the folder, of all processes, on average */

static int64_t cache_limit(void) {
    const char *text = getenv("CUPOLA_CACHE_LIMIT");
    char *end;
    long long limit = text ? strtoll(text, &end, 10) : 0;
    return text && end != text && !*end && limit >= 0 ? limit : (int64_t)512 << 20;
}

void cuda_cache_trim(void) {
    TextBuffer path = TEXT_BUFFER_EMPTY;
    if (cache_folder(&path)) file_cache_trim(path.bytes, cache_limit());
    text_release(&path);
}

void cuda_cache_write(const char *path, const char *image, size_t size) {
    uint64_t digest[2] = {0};
    if (!*path || !file_cache_write(path, image, size)) return;
    file_cache_digest(digest, path, strlen(path));
    if (digest[0] % LOOKS_EVERY == 0) cuda_cache_trim();
}
