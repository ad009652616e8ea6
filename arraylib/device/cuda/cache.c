/* The cache of compiled kernels on disk.
 *
 * A file is named after the SHA-256 of everything that decides its contents (source, options, compiler, processor) and
 * begins with the digest of the image behind it, so that a torn or foreign file is noticed. It is written beside its
 * place and renamed: readers see all of it or nothing. The folder is kept below CUPOLA_CACHE_LIMIT bytes (512 MiB): what has not been
 * read for longest goes first. */
#include "arraylib/device/cuda/cuda.h"

#include "base/folders.h"
#include "base/memory.h"

#include <dirent.h>
#include <fcntl.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { DIGEST = 32 };

static void digest(const void *bytes, size_t length, unsigned char result[DIGEST]) {
    EVP_Digest(bytes, length, result, NULL, EVP_sha256(), NULL);
}

void cuda_image_name(const char *compiler, const char *text, size_t length, TextBuffer *name) {
    unsigned char bytes[DIGEST] = {0};
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (!context || !EVP_DigestInit_ex(context, EVP_sha256(), NULL) || !EVP_DigestUpdate(context, compiler, strlen(compiler)) ||
        !EVP_DigestUpdate(context, text, length) || !EVP_DigestFinal_ex(context, bytes, NULL))
        name->failed = true;
    EVP_MD_CTX_free(context);
    for (int i = 0; i < DIGEST; i++) text_append_format(name, "%02x", bytes[i]);
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

static char *read_image(const char *path, bool is_own, size_t *image_size) {
    unsigned char stored[DIGEST], actual[DIGEST];
    char *image = NULL;
    struct stat status;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0 && fstat(file, &status) == 0 && (!is_own || status.st_uid == geteuid()) && status.st_size > DIGEST &&
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
    if (image && is_own) futimens(file, NULL); /* read now: the oldest are the first to go */
    if (file >= 0) close(file);
    return image;
}

char *cuda_cache_read(const char *path, size_t *image_size) { return read_image(path, true, image_size); }

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

char *cuda_image_read(const char *path, size_t *image_size) { return read_image(path, false, image_size); }

/* ---- keeping it small ---- */

enum { PART_SECONDS = 3600 };
enum { LOOKS_EVERY = 64 }; /* writes between two looks at the folder, of all processes, on average */

typedef struct Entry {
    struct timespec used;
    int64_t size;
    char name[2 * DIGEST + 1];
} Entry;

static int compare_entries(const void *left, const void *right) {
    const Entry *a = left, *b = right;
    if (a->used.tv_sec != b->used.tv_sec) return a->used.tv_sec < b->used.tv_sec ? -1 : 1;
    return a->used.tv_nsec < b->used.tv_nsec ? -1 : a->used.tv_nsec > b->used.tv_nsec;
}

static int64_t cache_limit(void) {
    const char *text = getenv("CUPOLA_CACHE_LIMIT");
    char *end;
    long long limit = text ? strtoll(text, &end, 10) : 0;
    return text && end != text && !*end && limit >= 0 ? limit : (int64_t)512 << 20;
}

/* Take away the oldest until a quarter of the limit is free. Others may do the same: what is gone is gone. */
static void trim(DIR *folder) {
    Entry *entries = NULL;
    size_t count = 0, room = 0;
    int64_t total = 0, limit = cache_limit();
    for (struct dirent *item; (item = readdir(folder)) != NULL;) {
        struct stat status;
        size_t length = strlen(item->d_name);
        bool is_part = length > 5 && !strcmp(item->d_name + length - 5, ".part"); /* of a process that was killed while it wrote */
        if (is_part && fstatat(dirfd(folder), item->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 && time(NULL) - status.st_mtime > PART_SECONDS)
            unlinkat(dirfd(folder), item->d_name, 0);
        if (length != 2 * DIGEST || fstatat(dirfd(folder), item->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
        if (count == room) {
            Entry *more = memory_resize(entries, (room = room ? 2 * room : 256) * sizeof *more);
            if (!more) break;
            entries = more;
        }
        entries[count].used = status.st_mtim;
        entries[count].size = status.st_size;
        memcpy(entries[count++].name, item->d_name, sizeof entries->name);
        total += status.st_size;
    }
    if (total > limit) {
        qsort(entries, count, sizeof *entries, compare_entries);
        for (size_t i = 0; i < count && total > limit - limit / 4; i++)
            if (unlinkat(dirfd(folder), entries[i].name, 0) == 0) total -= entries[i].size;
    }
    memory_release(entries);
}

void cuda_cache_trim(void) {
    TextBuffer path = TEXT_BUFFER_EMPTY;
    DIR *folder = cache_folder(&path) ? opendir(path.bytes) : NULL;
    if (folder) {
        trim(folder);
        closedir(folder);
    }
    text_release(&path);
}

void cuda_cache_write(const char *path, const char *image, size_t size) {
    TextBuffer temporary = TEXT_BUFFER_EMPTY;
    unsigned char head[DIGEST];
    if (!*path) return;
    text_append_format(&temporary, "%s.%ld.part", path, (long)getpid());
    int file = temporary.failed ? -1 : open(temporary.bytes, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    digest(image, size, head);
    if (file >= 0) {
        bool good = write(file, head, DIGEST) == DIGEST && write(file, image, size) == (ssize_t)size;
        if (close(file) != 0 || !good || rename(temporary.bytes, path) != 0) unlink(temporary.bytes);
        if (good && head[0] % LOOKS_EVERY == 0) cuda_cache_trim();
    }
    text_release(&temporary);
}
