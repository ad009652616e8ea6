#include "base/file_cache.h"

#include "base/folders.h"
#include "base/memory.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef struct Head {
    char mark[8];
    uint64_t size, digest[2];
} Head;
static const char mark[8] = "cupola\n1";

/* Eight bytes at a time, two lanes: multiplied by an odd number and folded, as multiplicative hashing does (Knuth, The Art
 * of Computer Programming 3, 6.4). */
void file_cache_digest(uint64_t digest[2], const void *bytes, size_t length) {
    const unsigned char *at = bytes;
    for (size_t left = length + 1; left; left -= left < 8 ? left : 8, at += 8) {
        uint64_t word = 0;
        memcpy(&word, at, left > 8 ? 8 : left - 1);
        if (left <= 8) word |= (uint64_t)0x80 << 8 * (left - 1); /* where it ends counts, too */
        digest[0] = (digest[0] ^ word) * 0x9E3779B97F4A7C15u;
        digest[0] ^= digest[0] >> 29;
        digest[1] = (digest[1] + word) * 0xD6E8FEB86659FD93u;
        digest[1] ^= digest[1] >> 32;
    }
}

static Head make_head(const void *bytes, size_t size) {
    Head head = {.size = size};
    memcpy(head.mark, mark, sizeof mark);
    file_cache_digest(head.digest, bytes, size);
    return head;
}

/* A home that is not there (an account of a service) is not made. */
static bool is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool file_cache_folder(const char *part, TextBuffer *folder) {
    const char *own = getenv("CUPOLA_CACHE_DIR"), *general = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (own && *own) text_append(folder, own);
    else if (general && *general) text_append_format(folder, "%s/cupola", general);
    else if (home && is_folder(home)) text_append_format(folder, "%s/.cache/cupola", home);
    else return false;
    text_append_format(folder, "/%s", part);
    return !folder->failed && folders_make(folder->bytes, 0700);
}

static bool read_all(int file, void *place, size_t size) {
    for (char *at = place; size;) {
        ssize_t count = read(file, at, size);
        if (count <= 0) return false;
        at += count, size -= (size_t)count;
    }
    return true;
}

static bool write_all(int file, const void *bytes, size_t size) {
    for (const char *at = bytes; size;) {
        ssize_t count = write(file, at, size);
        if (count <= 0) return false;
        at += count, size -= (size_t)count;
    }
    return true;
}

char *file_cache_read(const char *path, bool is_own, size_t *size) {
    char *bytes = NULL;
    struct stat status;
    Head head;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return NULL;
    bool good = fstat(file, &status) == 0 && S_ISREG(status.st_mode) && (!is_own || status.st_uid == geteuid()) &&
                status.st_size >= (off_t)sizeof head && status.st_size < 1 << 28 && read_all(file, &head, sizeof head) &&
                head.size == (uint64_t)status.st_size - sizeof head && (bytes = memory_allocate(head.size + 1)) &&
                read_all(file, bytes, head.size);
    if (good) {
        Head wanted = make_head(bytes, head.size);
        good = !memcmp(&wanted, &head, sizeof head);
    }
    /* The oldest are the first to go; once a day is often enough to know them. */
    if (good && is_own && time(NULL) - status.st_mtime > 24 * 3600) futimens(file, NULL);
    close(file);
    if (!good) return memory_release(bytes), NULL;
    bytes[head.size] = '\0';
    if (size) *size = head.size;
    return bytes;
}

bool file_cache_write(const char *path, const void *bytes, size_t size) {
    TextBuffer part = TEXT_BUFFER_EMPTY;
    text_append_format(&part, "%s.%ld.part", path, (long)getpid());
    int file = part.failed ? -1 : open(part.bytes, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool done = false;
    if (file >= 0) {
        Head head = make_head(bytes, size);
        bool good = write_all(file, &head, sizeof head) && write_all(file, bytes, size);
        done = close(file) == 0 && good && rename(part.bytes, path) == 0;
        if (!done) unlink(part.bytes);
    }
    text_release(&part);
    return done;
}

/* ---- keeping it small ---- */

enum { PART_SECONDS = 3600 };

typedef struct Entry {
    struct timespec used;
    int64_t size;
    char name[FILE_CACHE_NAME + 1];
} Entry;

static int compare_entries(const void *left, const void *right) {
    const Entry *a = left, *b = right;
    if (a->used.tv_sec != b->used.tv_sec) return a->used.tv_sec < b->used.tv_sec ? -1 : 1;
    return a->used.tv_nsec < b->used.tv_nsec ? -1 : a->used.tv_nsec > b->used.tv_nsec;
}

/* Others may do the same at the same time: what is gone is gone. */
static void trim(DIR *folder, int64_t limit) {
    Entry *entries = NULL;
    size_t count = 0, room = 0;
    int64_t total = 0;
    for (struct dirent *item; (item = readdir(folder)) != NULL;) {
        struct stat status;
        size_t length = strlen(item->d_name);
        if (item->d_name[0] == '.' || fstatat(dirfd(folder), item->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
        /* An empty file is a mark that somebody set: it takes no room. */
        bool is_part = length > 5 && !strcmp(item->d_name + length - 5, ".part"); /* of a process that was killed while it wrote */
        if (is_part && time(NULL) - status.st_mtime > PART_SECONDS) unlinkat(dirfd(folder), item->d_name, 0);
        if (is_part || length > FILE_CACHE_NAME || !S_ISREG(status.st_mode) || !status.st_size) continue;
        if (count == room) {
            Entry *more = memory_resize(entries, (room = room ? 2 * room : 256) * sizeof *more);
            if (!more) break;
            entries = more;
        }
        entries[count].used = status.st_mtim;
        entries[count].size = status.st_size;
        memcpy(entries[count++].name, item->d_name, length + 1);
        total += status.st_size;
    }
    if (total > limit) {
        qsort(entries, count, sizeof *entries, compare_entries);
        for (size_t i = 0; i < count && total > limit - limit / 4; i++)
            if (unlinkat(dirfd(folder), entries[i].name, 0) == 0) total -= entries[i].size;
    }
    memory_release(entries);
}

void file_cache_trim(const char *path, int64_t limit) {
    DIR *folder = opendir(path);
    if (!folder) return;
    trim(folder, limit);
    closedir(folder);
}
